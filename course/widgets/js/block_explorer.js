// BlockExplorer: one query's keys in blocks, and what scores take for n tokens.
import {
  bytesOfAll,
  bytesOfBlock,
  createMemoryChart,
  createMemoryTables,
  FEWEST,
  inBytes,
  MOST,
  thousands,
} from "./block_explorer/memory.js";
import { runningSteps, told } from "./block_explorer/running_softmax.js";
import { createKept, createKeys } from "./block_explorer/tables.js";
import { clamp } from "./lib/clamp.js";
import { count } from "./lib/count.js";
import { refusals } from "./lib/field.js";
import { createLogSlider } from "./lib/log_slider.js";
import { button, node, root, slider, statusLine } from "./lib/page.js";
import { save, watch } from "./lib/sync.js";
import { precise } from "./lib/write_numbers.js";
import "./block_explorer.css";

/**
 * @import { Model } from "./lib/sync.js"
 */

/**
 * @typedef {object} Traits
 * @property {number[]} scores
 * @property {number[]} values
 * @property {string[]} labels
 * @property {number} block_size
 * @property {number} step blocks that are read
 * @property {number} n tokens
 */

/** One explorer on the page. */
class Explorer {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.scores = model.get("scores");
    this.values = model.get("values");
    this.status = statusLine();
    this.refused = refusals();
    this.keys = createKeys(model.get("labels"), this.scores, this.values);
    this.kept = createKept();
    this.result = node("p", { class: "be-result" });
    this.chart = createMemoryChart();
    this.memory = createMemoryTables();
    const all = { min: 1, max: this.scores.length, step: 1 };
    this.sizes = slider("Keys in a block", all, (size) => this.#setSize(size));
    this.back = button("Back", () => this.#move(-1));
    this.next = button("Next block", () => this.#move(1));
    this.again = button("From the start", () => this.#move(-this.scores.length));
    this.lengths = createLogSlider(
      "Tokens n",
      "Number of tokens n",
      {
        min: FEWEST,
        max: MOST,
        isWhole: true,
        refused: this.refused,
        round: Math.round,
        text: thousands,
        after: lengthAfter,
      },
      (n) => this.#choose(n),
    );
    this.#layOut(el);
    this.#paint();
    this.#sayBlock();
    // Python and another view change them, too.
    this.stops = [
      watch(model, ["block_size", "step", "n"], () => this.#paint()),
      watch(model, ["block_size", "n"], () => this.#sayMemory()),
      watch(model, ["step"], () => this.#sayBlock()),
    ];
  }

  close() {
    for (const stop of this.stops) stop();
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    /** @param {string} text */
    const heading = (text) => node("p", { class: "be-heading" }, node("b", {}, text));
    root(
      el,
      "Attention in blocks",
      node("div", { class: "cw-bar" }, this.sizes.element),
      heading("One query reads its keys, block by block"),
      node("div", { class: "cw-tools be-tools" }, this.again, this.back, this.next),
      node("div", { class: "cw-scroll" }, this.keys.element),
      node("div", { class: "cw-scroll" }, this.kept.element),
      this.status.element,
      this.result,
      heading("What scores take for n tokens"),
      node("div", { class: "cw-bar" }, this.lengths.element),
      this.refused.element,
      node("div", { class: "be-columns" }, this.chart.element, this.memory.element),
    );
  }

  get #size() {
    return this.model.get("block_size");
  }

  get #steps() {
    return runningSteps(this.scores, this.values, this.#size);
  }

  /**
   * Read some blocks more, or fewer.
   * @param {number} by
   */
  #move(by) {
    const { length } = this.#steps;
    const read = Math.min(this.model.get("step"), length);
    save(this.model, { step: clamp(read + by, 0, length) });
    this.#sayBlock();
  }

  /** @param {number} size */
  #setSize(size) {
    const read = this.model.get("step");
    const blocks = Math.ceil(this.scores.length / size);
    // The result of all keys stays on the page, whatever the size.
    const step = read >= this.#steps.length ? blocks : Math.min(read, blocks);
    save(this.model, { block_size: size, step });
    this.#sayMemory();
  }

  /** @param {number} n */
  #choose(n) {
    if (n !== this.model.get("n")) save(this.model, { n });
  }

  #sayBlock() {
    const steps = this.#steps;
    const read = Math.min(this.model.get("step"), steps.length);
    const last = steps[read - 1];
    this.status.say(last ? told(last, read - 1, steps.length) : "No block has been read.");
  }

  #sayMemory() {
    const [n, size] = [this.model.get("n"), this.#size];
    this.status.say(
      `For ${thousands(n)} tokens all scores take ${inBytes(bytesOfAll(n))}, ` +
        `one block of ${count(size, "key")} ${inBytes(bytesOfBlock(n, size))}.`,
    );
  }

  #paint() {
    const [n, size, steps] = [this.model.get("n"), this.#size, this.#steps];
    const read = Math.min(this.model.get("step"), steps.length);
    const [{ total, mix }] = steps.slice(-1);
    this.keys.set(steps[read - 1], size);
    this.kept.set(steps, read);
    this.result.textContent =
      read === steps.length
        ? `All keys are read: output = mix / total = ${precise(mix)} / ${precise(total)} = ` +
          `${precise(mix / total)}, whatever the size of the blocks.`
        : `${count(steps.length - read, "block")} to go. Output = mix / total, once all are read.`;
    // A disabled button that has the focus would lose it.
    this.again.setAttribute("aria-disabled", String(read === 0));
    this.back.setAttribute("aria-disabled", String(read === 0));
    this.next.setAttribute("aria-disabled", String(read === steps.length));
    this.sizes.set(size);
    this.lengths.set(n);
    this.chart.set(n, size);
    this.memory.set(n, size);
  }
}

/**
 * Return the number of tokens that a key leads to; null for other keys.
 * @param {string} key
 * @param {number} n
 */
function lengthAfter(key, n) {
  if (key === "ArrowUp" || key === "ArrowRight") return n * 1.1;
  if (key === "ArrowDown" || key === "ArrowLeft") return n / 1.1;
  if (key === "PageUp") return n * 2;
  return key === "PageDown" ? n / 2 : null;
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  },
};
