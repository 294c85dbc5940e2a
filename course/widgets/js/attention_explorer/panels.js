// The explorer's editors and heatmaps as one machine: in the order of the computation, with its
// operations drawn between them.

import { Toolbar } from "../lib/editor/toolbar.js";
import { Editor } from "../lib/editor.js";
import { arrow, createLine, group, raised, sign, step } from "../lib/flow.js";
import { Grid } from "../lib/grid.js";
import { createLegend } from "../lib/legend.js";
import { reach } from "../lib/matrix.js";
import { node } from "../lib/page.js";
import { Scale } from "../lib/scale.js";
import { MaskPainting } from "./mask_painting.js";
import { isNarrow, resize } from "./sizes.js";

/**
 * @import { By, GridOptions } from "../lib/grid.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { Painted } from "./mask_painting.js"
 * @import { EditorName, Place, StageName, State } from "./state.js"
 */

/**
 * @typedef {object} Handlers
 * @property {(name: EditorName, value: Matrix) => void} onedit
 * @property {() => void} onreset a matrix is about to go back to where it began
 * @property {(next: Painted, sentence: () => string) => void} onpaint
 * @property {(place: Place, by: By) => void} onpoint
 * @property {(event: KeyboardEvent) => boolean} onkey a key in a stage; true if it was for this
 * @property {(sentence: string) => void} say
 */

const PAINTING_HELP =
  "In the mask, ✓ says that a query may attend to a key: click a cell, drag over several, or press the " +
  "space bar on one. Control Z undoes.";

/** The editors and heatmaps by name, and the element in which they stand. */
export class Panels {
  /** @type {Partial<Record<EditorName, Editor>>} */
  inputs = {};
  /** @type {Partial<Record<StageName, Grid>>} */
  stages = {};
  scale = new Scale();
  #signed = createLegend("signed", "signed numbers");
  /** @type {boolean | null} */
  #isExceeded = null; // what the legend of signed numbers says
  #weights = createLegend("weights", "weights");
  painting = node("p", { class: "cw-help ax-painting" }, PAINTING_HELP);
  #division = arrow("÷ √d_k");
  #softmax = arrow("softmax");
  /** @type {MaskPainting | null} */
  #painting = null;

  /**
   * @param {State} state
   * @param {string} helpId
   * @param {Node} copyButton
   * @param {Handlers} on
   */
  constructor(state, helpId, copyButton, on) {
    this.state = state;
    this.helpId = helpId;
    this.on = on;
    this.toolbar = new Toolbar(on.say);
    this.lines = [this.#createInputs(), ...this.#createStages()];
    this.tools = node("div", { class: "ax-tools" }, this.toolbar.element, copyButton);
    const inputs = [this.tools, this.lines[0]];
    this.element = node(
      "div",
      { class: "ax-machine" },
      // With a mask to paint, the inputs are not what it is about.
      ...(state.mode === "mask" ? [foldedInputs(inputs, () => this.resize())] : inputs),
      ...this.lines.slice(1),
    );
    this.legends = node(
      "div",
      { class: "ax-legends" },
      this.#signed.element,
      ...(state.upToScores ? [] : [this.#weights.element, barsOfV()]),
    );
    this.#weights.set(1);
  }

  /**
   * Make the cells as large as fits, now and whenever the width is another one.
   * @param {(isNarrow: boolean) => void} onchange called at first, and when it is no longer so
   */
  watchSize(onchange) {
    let width = 0;
    /** @type {boolean | null} */
    let wasNarrow = null;
    const observer = new ResizeObserver(() => {
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.resize();
      if (isNarrow(width) === wasNarrow) return;
      wasNarrow = isNarrow(width);
      onchange(wasNarrow);
    });
    observer.observe(this.element);
    return () => observer.disconnect();
  }

  /** @param {KeyboardEvent} event that may ask to undo what was painted */
  undoMask(event) {
    this.#painting?.undo(event);
  }

  /** Put the tools above what they change. */
  placeTools() {
    this.lines[0].before(this.tools);
  }

  resize() {
    resize(this.element, this.lines);
  }

  /** Let the scale reach all that is shown. */
  fitScale() {
    this.scale.fit(this.#signedMatrices());
    this.#isExceeded = null;
    this.tellScale();
  }

  /** Say where the scale ends, and whether what is shown goes further by now. */
  tellScale() {
    const { limit } = this.scale;
    const isExceeded = this.#signedMatrices().some(
      (value) => value !== null && reach(value) > limit,
    );
    if (isExceeded !== this.#isExceeded) this.#signed.set(limit, isExceeded);
    this.#isExceeded = isExceeded;
  }

  #signedMatrices() {
    const { matrices, shown } = this.state;
    const { mask: _mask, ...inputs } = matrices;
    const { weights: _weights, ...signed } = shown;
    return [...Object.values(inputs), ...Object.values(signed)];
  }

  /** A mask that hides nothing is shown where the explorer is about masks. */
  get showsMask() {
    return this.state.matrices.mask !== null || this.state.mode === "mask";
  }

  /** Name the operations as they are done now, and mark what the mask hides. */
  update() {
    const { switches } = this.state;
    const { mask, weights } = this.stages;
    this.#division.rename(switches.isScaled ? "÷ √d_k" : "÷ 1");
    const axis = switches.overQueries ? "queries" : "keys";
    this.#softmax.rename("softmax", `over the ${axis}`);
    weights?.hatch(this.state.matrices.mask);
    const hasMask = this.showsMask;
    weights?.element.classList.toggle("cw-unlabelled", hasMask);
    this.painting.hidden = !(hasMask && this.state.canPaint);
    const step = mask?.element.parentElement;
    if (!step || step.hidden === !hasMask) return;
    step.hidden = !hasMask;
    this.resize();
  }

  #createInputs() {
    const queries = [this.#input("X"), step(sign("×"), this.#input("W_Q"))];
    if (!this.state.isCross) return createLine(...queries, this.#input("W_K"), this.#input("W_V"));
    const memory = [this.#input("X_memory"), step(sign("×"), this.#input("W_K"))];
    return createLine(group(...queries), group(...memory, this.#input("W_V")));
  }

  #createStages() {
    const { state } = this;
    const Q = this.#stage("Q", `${state.nameOf("X")} W_Q`);
    const K = this.#stage("K", `${state.memoryName} W_K`);
    const V = this.#stage("V", `${state.memoryName} W_V`);
    const scores = this.#stage("scores");
    const products = [Q, step(sign("×"), K, raised("ᵀ")), step(sign("="), scores)];
    if (this.state.upToScores) return [createLine(...products, V)];
    const scaled = this.#stage("scaled", null, { colour: colourOf("scores") });
    scaled.classList.add("cw-unlabelled"); // its rows are those of the scores beside it
    const mask = this.#stage("mask", null, {
      kind: "mask",
      colour: null,
      onkey: (event, row, column) =>
        this.#painting ? this.#painting.keydown(event, row, column) : this.on.onkey(event),
    });
    if (state.canPaint && this.stages.mask)
      this.#painting = new MaskPainting(state, this.stages.mask, this.on);
    const weights = this.#stage("weights", null, { kind: "weights" });
    const output = this.#stage("output");
    output.classList.add("ax-output");
    const result = step(sign("="), output);
    result.classList.add("ax-result");
    return [
      createLine(...products, step(this.#division.element, scaled)),
      createLine(
        step(arrow("mask").element, mask),
        step(this.#softmax.element, weights),
        step(sign("×"), V),
        result,
      ),
    ];
  }

  /** @param {EditorName} name */
  #input(name) {
    const editor = new Editor({
      name: this.state.nameOf(name),
      colour: name.startsWith("W_") ? colourOf(name.slice(2)) : null,
      step: this.state.model.get("step"),
      scale: this.scale,
      toolbar: this.toolbar,
      helpId: this.helpId,
      onchange: (value) => this.on.onedit(name, value),
      onreset: this.on.onreset,
      onpoint: (row, column, by) => this.on.onpoint({ stage: name, row, column }, by),
      say: this.on.say,
    });
    this.inputs[name] = editor;
    return editor.element;
  }

  /**
   * @param {StageName} name
   * @param {string | null} formula
   * @param {Partial<GridOptions>} options
   */
  #stage(name, formula = null, options = {}) {
    const grid = new Grid({
      name,
      label: name,
      formula,
      colour: colourOf(name),
      scale: this.scale,
      helpId: this.helpId,
      onpoint: (row, column, by) => this.on.onpoint({ stage: name, row, column }, by),
      onkey: this.on.onkey,
      ...options,
    });
    this.stages[name] = grid;
    return grid.element;
  }
}

/**
 * @param {HTMLElement[]} parts
 * @param {() => void} ontoggle
 */
function foldedInputs(parts, ontoggle) {
  const summary = node("summary", {}, "X, W_Q, W_K, W_V");
  return node("details", { class: "ax-inputs", ontoggle }, summary, ...parts);
}

/** @param {string} name */
export function colourOf(name) {
  return `var(--course-${name})`;
}

/** What the bars behind V's row labels are. */
function barsOfV() {
  const bar = node("span", { class: "ax-bar-of-V" });
  return node("p", { class: "cw-legend" }, bar, "behind a label of V: the weight of that row");
}
