// SoftmaxExplorer: scores and a temperature; the exponentials, and each one's share of their sum.
import { refusals } from "./lib/field.js";
import { createLogSlider } from "./lib/log_slider.js";
import { button, node, root, statusLine, tick } from "./lib/page.js";
import { save, watch } from "./lib/sync.js";
import { precise } from "./lib/write_numbers.js";
import { overflow, softmaxSteps } from "./softmax_explorer/steps.js";
import { createTable, LIMIT, weightText } from "./softmax_explorer/table.js";
import "./softmax_explorer.css";

/**
 * @import { Model } from "./lib/sync.js"
 * @import { Steps } from "./softmax_explorer/steps.js"
 */

/** @typedef {{labels: string[], scores: number[], temperature: number, subtract: boolean}} Traits */

const [COLDEST, HOTTEST] = [0.05, 20]; // temperature
const SAME = 1e-9; // weights closer than that have not changed
/** @type {Record<string, number>} twentieths more or less */
const TWENTIETHS = {
  ...{ ArrowUp: 1, ArrowRight: 1, PageUp: 5 },
  ...{ ArrowDown: -1, ArrowLeft: -1, PageDown: -5 },
};

/** One explorer on the page. */
class Explorer {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.labels = model.get("labels");
    this.scores = model.get("scores");
    this.start = {
      scores: this.scores,
      temperature: model.get("temperature"),
      subtract: model.get("subtract"),
    };
    this.status = statusLine();
    this.refused = refusals();
    this.table = createTable(this.labels, this.refused, {
      change: (at, score) =>
        this.#set({ scores: this.scores.map((old, i) => (i === at ? score : old)) }),
      rest: () => this.table.fit(this.scores),
    });
    this.heat = createLogSlider(
      "Temperature T",
      "Temperature",
      {
        min: COLDEST,
        max: HOTTEST,
        refused: this.refused,
        round: (temperature) => Number(temperature.toPrecision(3)),
        text: precise,
        after: (key, temperature) =>
          key in TWENTIETHS ? temperature * 1.05 ** TWENTIETHS[key] : null,
      },
      (temperature) => this.#setAndFit({ temperature }),
    );
    this.subtract = tick("subtract the largest score first", (on) =>
      this.#setAndFit({ subtract: on }),
    );
    this.#layOut(el);
    this.#paint();
    this.table.fit(this.scores);
    this.close = watch(model, ["scores", "temperature", "subtract"], () => this.#show());
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    const reset = button("Reset", () => {
      this.#setAndFit(this.start);
      this.status.say("Scores and temperature are as they were at the start.");
    });
    root(
      el,
      "From scores to weights: softmax in two steps",
      node("div", { class: "cw-bar" }, this.heat.element, this.subtract.element),
      node(
        "div",
        { class: "cw-tools sx-tools" },
        this.#all("Add 100 to every score", "100 added to every score.", (x) => x + 100),
        this.#all("Multiply every score by 10", "Every score multiplied by 10.", (x) => x * 10),
        reset,
      ),
      node("div", { class: "cw-scroll sx-scroll" }, this.table.element),
      this.refused.element,
      this.status.element,
    );
  }

  /**
   * A button that changes every score.
   * @param {string} text
   * @param {string} done
   * @param {(score: number) => number} change
   */
  #all(text, done, change) {
    return button(text, () => {
      const next = this.scores.map((score) => Number(change(score).toPrecision(12)));
      if (next.some((score) => Math.abs(score) > LIMIT)) {
        const most = LIMIT.toLocaleString("en");
        return this.status.say(`The scores stay as they are: they may be up to ${most}.`, 0);
      }
      const before = this.#steps();
      this.#setAndFit({ scores: next });
      const after = this.#steps();
      const effect = this.#effect(before, after);
      this.status.say(`${done} ${effect} ${overflow(after) ?? ""}`.trim());
    });
  }

  /** @param {Partial<Traits>} changes */
  #set(changes) {
    if (changes.scores) this.scores = changes.scores;
    save(this.model, changes);
    this.#paint();
  }

  /** @param {Partial<Traits>} changes */
  #setAndFit(changes) {
    this.#set(changes);
    this.table.fit(this.scores);
  }

  #steps() {
    return softmaxSteps(this.scores, this.model.get("temperature"), this.model.get("subtract"));
  }

  #paint() {
    const isShifted = this.model.get("subtract");
    const steps = this.#steps();
    this.table.paint(this.scores, steps, isShifted);
    this.heat.set(this.model.get("temperature"));
    this.subtract.set(isShifted);
    const wrong = overflow(steps);
    this.status.element.classList.toggle("is-wrong", wrong !== null);
    this.status.say(wrong ?? this.#summary(steps));
  }

  /**
   * @param {Steps} before
   * @param {Steps} after
   */
  #effect(before, after) {
    if (overflow(after)) return "";
    const isKept = before.weights.every((w, i) => Math.abs(w - after.weights[i]) < SAME);
    return isKept ? "No weight has changed." : `The weights have changed. ${this.#summary(after)}`;
  }

  /** @param {Steps} steps */
  #summary({ weights }) {
    const best = weights.indexOf(Math.max(...weights));
    const most = `${this.labels[best]} with ${weightText(weights[best])}`;
    return `Largest weight: ${most}. The weights sum to 1.`;
  }

  #show() {
    this.scores = this.model.get("scores");
    this.#paint();
    if (!this.table.isDragged()) this.table.fit(this.scores);
  }
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    return new Explorer(model, el).close;
  },
};
