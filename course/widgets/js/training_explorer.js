// TrainingExplorer: W_Q, W_K and the weights at every step of training, with W to edit on the way.
import { count } from "./lib/count.js";
import { Toolbar } from "./lib/editor/toolbar.js";
import { EDITING_HELP, Editor } from "./lib/editor.js";
import { dotInNumbers, mostAttended, quoted, weightInNumbers } from "./lib/explain.js";
import { Grid } from "./lib/grid.js";
import { createLegend } from "./lib/legend.js";
import { decode, encode, entry, multiply, reach, rowOf, same, transpose } from "./lib/matrix.js";
import { button, fold, newId, node, root, slider, statusLine, verdictLine } from "./lib/page.js";
import { Scale } from "./lib/scale.js";
import { save, watch } from "./lib/sync.js";
import { coloured, plain } from "./lib/words.js";
import { History, outcome } from "./training_explorer/history.js";
import { createLossChart, createLossTable } from "./training_explorer/losses.js";
import { hasMotion, Replay } from "./training_explorer/replay.js";
import { RUN, Training } from "./training_explorer/training.js";
import { wantedWeights } from "./training_explorer/wanted.js";
import "./training_explorer.css";

/**
 * @import { GridOptions } from "./lib/grid.js"
 * @import { Marks } from "./lib/grid/cells.js"
 * @import { Sent } from "./lib/matrix.js"
 * @import { Model } from "./lib/sync.js"
 * @import { Piece } from "./lib/words.js"
 * @import { Weights } from "./training_explorer/history.js"
 */

/**
 * @typedef {object} Traits
 * @property {Sent} W_Q
 * @property {Sent} W_K
 * @property {Sent} X
 * @property {Sent} W_V
 * @property {Sent} wanted
 * @property {string[]} features
 * @property {string[]} query_labels
 * @property {string[]} key_labels
 * @property {number} at_step
 */

/** @typedef {"W_Q" | "W_K" | "product" | "weights"} PanelName */

const NOTHING_POINTED_AT =
  "Point at a weight or at an entry of W_Q W_Kᵀ: what it is made of is written here.";

/** One explorer on the page. */
class Explorer {
  /** @type {{panel: PanelName, row: number, column: number} | null} */
  #pointed = null;
  #replay = new Replay();
  #scale = new Scale(); // of W_Q, W_K and their product
  #legend = createLegend("signed", "signed numbers");
  #written = ""; // the explanation, as it stands on the page

  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const [X, W_V] = [decode(model.get("X")), decode(model.get("W_V"))];
    this.task = { X, W_V, wanted: decode(model.get("wanted")) };
    this.wanted = wantedWeights(this.task);
    this.features = model.get("features");
    this.queries = model.get("query_labels");
    this.keys = model.get("key_labels");
    this.history = new History(this.task, this.#inPython(), model.get("at_step"));
    this.shown = outcome(this.task, this.history.current).shown;
    this.training = new Training(model, this.history, {
      onstep: () => {
        this.verdict.say("");
        if (hasMotion()) this.#show(this.history.last);
      },
      ondone: () => {
        this.verdict.say("");
        this.#rest(this.history.last);
      },
      onfail: (sentence) => {
        this.#stop();
        this.verdict.say(sentence);
      },
      onwait: (sentence, seconds) => this.verdict.say(sentence, seconds),
    });
    this.helpId = newId("help");
    this.panels = this.#createPanels();
    this.bar = this.#createBar();
    this.status = statusLine();
    this.verdict = verdictLine();
    this.words = node("div", { class: "cw-explanation te-explanation" });
    this.chart = createLossChart();
    this.losses = createLossTable(() => this.losses.set(this.history));
    this.#layOut(el);
    this.#showButtons();
    const { W_Q, W_K } = this.history.current;
    this.#scale.fit([W_Q, W_K, multiply(W_Q, transpose(W_K))]);
    this.panels.W_Q.set(W_Q, this.features, null, { first: true });
    this.panels.W_K.set(W_K, this.features, null, { first: true });
    this.#show(0);
    this.panels.weights.ring(this.wanted);
    this.#say();
    this.stopWatching = watch(model, ["W_Q", "W_K"], () => this.#news());
  }

  close() {
    this.#stop();
    this.stopWatching();
    this.training.close();
  }

  // Parts

  #createPanels() {
    /** @param {string} sentence */
    const say = (sentence) => this.#say(`${sentence.replace(/\.$/, "")}. `);
    this.toolbar = new Toolbar(say);
    /** @param {"W_Q" | "W_K"} name */
    const editor = (name) =>
      new Editor({
        name,
        colour: `var(--course-${name.slice(2)})`,
        scale: this.#scale,
        toolbar: this.toolbar,
        helpId: this.helpId,
        onchange: (value) => this.#edit({ [name]: value }),
        onpoint: (row, column) => this.#point(name, row, column),
        say,
      });
    /**
     * @param {"product" | "weights"} panel
     * @param {GridOptions} options
     */
    const grid = (panel, options) =>
      new Grid({ ...options, onpoint: (row, column) => this.#point(panel, row, column) });
    return {
      W_Q: editor("W_Q"),
      W_K: editor("W_K"),
      product: grid("product", {
        name: "W_Q W_Kᵀ",
        label: "W_Q W_K transposed",
        colour: "var(--course-scores)",
        scale: this.#scale,
      }),
      weights: grid("weights", {
        name: "weights",
        label: "weights",
        kind: "weights",
        colour: "var(--course-weights)",
      }),
    };
  }

  #createBar() {
    const train = button("", () =>
      this.training.isRunning ? this.#stop() : this.#startTraining(),
    );
    const play = button("", () => (this.#replay.isRunning ? this.#stop() : this.#startReplay()));
    const again = button("From the start", () => {
      this.#stop();
      this.history.dropAll();
      this.#rest(0);
    });
    const steps = slider("Step", { min: 0, max: 1, step: 1 }, (step) => {
      this.#stop();
      this.#rest(Math.min(step, this.history.last));
    });
    const element = node("div", { class: "cw-bar te-bar" }, train, play, again, steps.element);
    return { element, train, play, steps };
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    const { panels } = this;
    const name = node("span", { class: "cw-name" }, "loss of this sequence");
    const heading = node("p", { class: "cw-heading" }, name);
    root(
      el,
      "Training, step by step",
      this.bar.element,
      this.verdict.element,
      this.status.element,
      node(
        "div",
        { class: "cw-stages te-sequence" },
        node("div", {}, panels.weights.element, this.wanted && legendOfRing()),
        node("div", { class: "te-loss" }, heading, this.chart.element, this.losses.element),
      ),
      this.words,
      this.toolbar?.element,
      node(
        "div",
        { class: "cw-stages te-W" },
        panels.W_Q.element,
        panels.W_K.element,
        panels.product.element,
      ),
      this.#legend.element,
      fold("How to edit with keys and mouse", EDITING_HELP, this.helpId),
    );
  }

  // Moving through the steps

  #startTraining() {
    this.#stop();
    this.verdict.say("");
    if (!this.history.hasRoomFor(RUN)) {
      const kept = `${count(this.history.last, "step")} are kept, and no more fit.`;
      return this.verdict.say(`${kept} Go back with “From the start”.`);
    }
    this.training.start();
    this.#showButtons();
    this.#show(this.history.last);
    this.training.ask();
  }

  #startReplay() {
    this.#stop();
    const { at, last } = this.history;
    const onend = () => this.#rest(last);
    this.#replay.start(at < last ? at : 0, last, (step) => this.#show(step), onend);
    this.#showButtons();
  }

  // Stops training and replay; what was shown last stays.
  #stop() {
    if (this.training.isRunning) this.verdict.say(""); // nothing is waited for any more
    const wasMoving = this.training.isRunning || this.#replay.isRunning;
    this.training.stop();
    this.#replay.stop();
    this.#showButtons();
    if (!wasMoving) return;
    this.#tell();
    this.#say();
  }

  /**
   * Stop at a step, and say so here and to Python.
   * @param {number} step
   */
  #rest(step) {
    this.training.stop();
    this.#replay.stop();
    this.#showButtons();
    this.#show(step);
    this.#tell();
    this.#say();
  }

  /** @param {Partial<Weights>} changes */
  #edit(changes) {
    this.#take(changes);
    this.#tell();
  }

  /** @param {Partial<Weights>} changes */
  #take(changes) {
    this.#stop();
    this.history.edit(changes);
    this.#show(this.history.at);
  }

  // Painting

  /** @param {number} step */
  #show(step) {
    const { history, panels, features } = this;
    history.at = step;
    const { W_Q, W_K } = history.current;
    const product = multiply(W_Q, transpose(W_K));
    const signed = [W_Q, W_K, product];
    const isEdit = same(W_Q, panels.W_Q.value) || same(W_K, panels.W_K.value);
    if (!isEdit) this.#scale.fit(signed);
    const { limit } = this.#scale;
    this.#legend.set(limit, Math.max(...signed.map(reach)) > limit);
    // Undo and Reset go back to this step, and an edit is in its editor already.
    if (!same(W_Q, panels.W_Q.value)) panels.W_Q.set(W_Q, features, null, { first: true });
    if (!same(W_K, panels.W_K.value)) panels.W_K.set(W_K, features, null, { first: true });
    this.shown = outcome(this.task, history.current).shown;
    panels.product.set(product, features, features);
    panels.weights.set(this.shown.weights, this.queries, this.keys);
    this.chart.set(history);
    this.losses.set(history);
    const { input, set } = this.bar.steps;
    input.max = String(Math.max(history.last, 1));
    set(step);
    const [shown, last] = [history.numberOf(step), history.numberOf(history.last)];
    input.setAttribute("aria-valuetext", `step ${shown} of ${last}`);
    this.#explain();
  }

  #showButtons() {
    const { train, play } = this.bar;
    train.textContent = this.training.isRunning ? "Stop" : `Train ${RUN} steps`;
    play.textContent = this.#replay.isRunning ? "Pause" : "Play";
  }

  #say(lead = "") {
    const { history, queries, keys } = this;
    const best = mostAttended(this.shown.weights, queries, keys);
    const { at } = history;
    this.status.say(
      `${lead}Step ${history.numberOf(at)}: loss ${history.lossAt(at)}. ${best.join("; ")}.`,
    );
  }

  /**
   * @param {PanelName} panel
   * @param {number} row
   * @param {number} column
   */
  #point(panel, row, column) {
    this.#pointed = { panel, row, column };
    this.#explain();
  }

  #explain() {
    /** @type {Partial<Record<PanelName, Marks>>} */
    const marks = {};
    /** @type {Piece[]} */
    let sentence = [NOTHING_POINTED_AT];
    if (this.#pointed) {
      const { panel, row, column } = this.#pointed;
      marks[panel] = { row, column, cell: [row, column] };
      if (panel === "product") Object.assign(marks, { W_Q: { row }, W_K: { row: column } });
      sentence = this.#explanation(panel, row, column) ?? sentence;
    }
    const { W_Q, W_K, product, weights } = this.panels;
    for (const [name, part] of Object.entries({ weights, product, W_Q, W_K }))
      part.mark(marks[/** @type {PanelName} */ (name)] ?? {});
    if (this.#written === plain(sentence)) return;
    this.#written = plain(sentence);
    this.words.replaceChildren(node("p", {}, ...coloured(sentence)));
  }

  /**
   * Return what a cell is made of; null for an entry of W, which is made of nothing.
   * @param {PanelName} panel
   * @param {number} row
   * @param {number} column
   * @returns {Piece[] | null}
   */
  #explanation(panel, row, column) {
    if (panel === "product") {
      const { W_Q, W_K } = this.history.current;
      const [q, k] = [this.features[row], this.features[column]];
      return [
        `W_Q W_Kᵀ[${q}, ${k}] = `,
        [`row ${q} of W_Q`, "Q"],
        " · ",
        [`row ${k} of W_K`, "K"],
        " = ",
        ...dotInNumbers(rowOf(W_Q, row), rowOf(W_K, column), "Q", "K", "scores"),
      ];
    }
    if (panel !== "weights") return null;
    const pair = { row, column, query: this.queries[row], key: this.keys[column] };
    const isWanted = this.wanted !== null && entry(this.wanted, row, column) !== 0;
    const wanted = `. Training wants it near 1: ${quoted(pair.key)} holds the wanted value`;
    return [...weightInNumbers(this.shown, pair), ...(isWanted ? [wanted] : [])];
  }

  // Python

  #inPython() {
    return { W_Q: decode(this.model.get("W_Q")), W_K: decode(this.model.get("W_K")) };
  }

  #tell() {
    const { current, at } = this.history;
    const [W_Q, W_K] = [encode(current.W_Q), encode(current.W_K)];
    save(this.model, { W_Q, W_K, at_step: this.history.numberOf(at) });
  }

  // Of the two W, only what is new was set from Python, or in another view: that is an edit, too. What
  // step it belongs to is known there, unless this view was on the way to one.
  #news() {
    const { W_Q, W_K } = this.#inPython();
    const { current } = this.history;
    if (same(W_Q, current.W_Q) && same(W_K, current.W_K)) return;
    if (this.training.isRunning || this.#replay.isRunning) this.#edit({ W_Q, W_K });
    else this.#take({ W_Q, W_K });
    this.#say();
  }
}

function legendOfRing() {
  const ring = node("span", { class: "cw-ring" });
  return node("p", { class: "cw-legend" }, ring, "the weight that is wanted near 1");
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  },
};
