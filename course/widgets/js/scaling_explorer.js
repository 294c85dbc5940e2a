// ScalingExplorer: scores of random queries and keys, and their softmax, undivided and divided by
// the root of d_k.
import { refusals } from "./lib/field.js";
import { createLogSlider } from "./lib/log_slider.js";
import { map, matrix } from "./lib/matrix.js";
import { button, node, root, statusLine } from "./lib/page.js";
import { save, watch } from "./lib/sync.js";
import { number, precise } from "./lib/write_numbers.js";
import { binned, createBinTable, createHistogram, fixed } from "./scaling_explorer/histogram.js";
import { cumulativeScores, LONGEST, measure, ROWS } from "./scaling_explorer/random_scores.js";
import { createExample, createMeans } from "./scaling_explorer/tables.js";
import "./scaling_explorer.css";

/**
 * @import { Model } from "./lib/sync.js"
 * @import { Measured } from "./scaling_explorer/random_scores.js"
 */

/** @typedef {{d_k: number, n_keys: number, seed: number}} Traits */

/** One explorer on the page. */
class Explorer {
  /** @type {Float32Array} */
  #sums = new Float32Array(0);
  #drawnFor = ""; // the seed and the number of keys

  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.refused = refusals();
    this.histograms = [createHistogram(false), createHistogram(true)];
    this.bins = createBinTable();
    this.means = createMeans();
    this.example = createExample();
    this.lengths = createLogSlider(
      "d_k",
      "d_k, the entries of a query",
      {
        min: 1,
        max: LONGEST,
        isWhole: true,
        refused: this.refused,
        round: Math.round,
        text: String,
        after: lengthAfter,
      },
      (d_k) => this.#choose(d_k),
    );
    this.#layOut(el);
    this.#paint();
    this.close = watch(model, ["d_k", "n_keys", "seed"], () => this.#paint());
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    const again = button("Draw again", () => {
      save(this.model, { seed: (this.model.get("seed") + 1) % 2 ** 31 });
      this.status.say("New random queries and keys.");
    });
    const drawings = [...this.histograms.map(({ element }) => element), this.bins.element];
    root(
      el,
      "What d_k does to scores and weights",
      node("div", { class: "cw-bar" }, this.lengths.element, again),
      this.refused.element,
      node(
        "div",
        { class: "se-columns" },
        node("div", { class: "se-drawings" }, ...drawings),
        node("div", { class: "se-numbers" }, this.means.element),
      ),
      ...this.example.elements,
      this.status.element,
    );
  }

  /** @param {number} d_k */
  #choose(d_k) {
    if (d_k !== this.model.get("d_k")) save(this.model, { d_k });
  }

  /**
   * Return the scores for this d_k; new queries and keys are drawn where that was asked for.
   * @param {number} d_k
   * @param {number} nKeys
   */
  #scores(d_k, nKeys) {
    const seed = this.model.get("seed");
    if (this.#drawnFor !== `${seed}, ${nKeys}`) {
      this.#drawnFor = `${seed}, ${nKeys}`;
      this.#sums = cumulativeScores(seed, nKeys);
      this.example.build(nKeys);
    }
    const count = ROWS * nKeys;
    const scores = this.#sums.subarray((d_k - 1) * count, d_k * count);
    return matrix(ROWS, nKeys, Float64Array.from(scores));
  }

  #paint() {
    const [d_k, nKeys] = [this.model.get("d_k"), this.model.get("n_keys")];
    const undivided = this.#scores(d_k, nKeys);
    const divisor = Math.sqrt(d_k);
    const both = [undivided, map(undivided, (score) => score / divisor)].map(measure);
    const bins = both.map(({ scores }) => binned(scores.data));
    const names = ["q · k", `q · k / √${d_k}`];
    for (const [side, measured] of both.entries())
      this.histograms[side].set(names[side], measured, bins[side]);
    this.means.set(names, both, nKeys);
    this.example.set(both);
    this.bins.set(bins);
    this.lengths.set(d_k);
    this.status.say(summary(d_k, nKeys, both));
  }
}

/**
 * Return the d_k that a key leads to; null for other keys.
 * @param {string} key
 * @param {number} now
 */
function lengthAfter(key, now) {
  if (key === "ArrowUp" || key === "ArrowRight") return Math.max(now + 1, Math.round(now * 1.1));
  if (key === "ArrowDown" || key === "ArrowLeft") return Math.min(now - 1, Math.round(now / 1.1));
  if (key === "PageUp") return now * 2;
  return key === "PageDown" ? Math.round(now / 2) : null;
}

/**
 * @param {number} d_k
 * @param {number} nKeys
 * @param {Measured[]} both
 */
function summary(d_k, nKeys, [undivided, divided]) {
  return (
    `d_k = ${d_k}: the scores have variance ${fixed(undivided.variance)}, and the largest of ` +
    `${nKeys} weights is ${number(undivided.largest, 2)} on average. Divided by ` +
    `√${d_k} = ${precise(Math.sqrt(d_k))}: variance ${fixed(divided.variance)}, ` +
    `largest weight ${number(divided.largest, 2)}.`
  );
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    return new Explorer(model, el).close;
  },
};
