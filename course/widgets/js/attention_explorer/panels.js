// The explorer's editors and heatmaps, in their order on the page.
import { Editor } from "../lib/editor.js";
import { Grid } from "../lib/grid.js";
import { node } from "../lib/page.js";

/**
 * @import { By, GridOptions } from "../lib/grid.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { EditorName, Place, StageName, State } from "./state.js"
 */

/**
 * @typedef {object} Handlers
 * @property {(name: EditorName, value: Matrix) => void} onedit
 * @property {(row: number, column: number) => void} onpaint a place of the mask is to change
 * @property {(place: Place, by: By) => void} onpoint
 * @property {(event: KeyboardEvent) => boolean} onkey a key in a stage; true if it was for this
 * @property {(sentence: string) => void} say
 */

/** The editors and heatmaps by name, the lines they stand in, and the place of the explanation. */
export class Panels {
  /** @type {Partial<Record<EditorName, Editor>>} */
  inputs = {};
  /** @type {Partial<Record<StageName, Grid>>} */
  stages = {};
  words = node("div", { class: "cw-explanation" });

  /**
   * @param {State} state
   * @param {string} helpId
   * @param {Handlers} on
   */
  constructor(state, helpId, on) {
    this.state = state;
    this.helpId = helpId;
    this.on = on;
    this.X = state.isCross ? "X_query" : "X"; // their names on the page
    this.X_memory = state.isCross ? "X_memory" : "X";
    this.lines = [this.#createInputs(), this.#createProjections(), ...this.#createAttention()];
  }

  #createInputs() {
    const line = createLine(
      this.#input("X"),
      this.state.isCross && this.#input("X_memory"),
      this.#input("W_Q"),
      this.#input("W_K"),
      this.#input("W_V"),
    );
    if (this.state.mode !== "mask") return line;
    // With a mask to paint, the inputs are not what it is about.
    const summary = node("summary", {}, "X, W_Q, W_K, W_V");
    return node("details", { class: "cw-inputs" }, summary, line);
  }

  #createProjections() {
    return createLine(
      this.#stage("Q", `${this.X} W_Q`),
      this.#stage("K", `${this.X_memory} W_K`),
      this.#stage("V", `${this.X_memory} W_V`),
    );
  }

  #createAttention() {
    const scores = this.#stage("scores", "Q Kᵀ");
    if (this.state.upToScores) return [createLine(scores), this.words];
    const mask = this.#stage("mask", null, {
      kind: "mask",
      colour: null,
      onkey: (event, row, column) => this.#maskKey(event, row, column),
    });
    if (this.state.canPaint) this.#paintByMouse();
    return [
      createLine(
        scores,
        this.#stage("scaled", "scores / √d_k", { colour: colourOf("scores") }),
        mask,
        this.#stage("weights", "softmax(scaled)", { kind: "weights" }),
      ),
      this.words,
      createLine(this.#stage("output", "weights V")),
    ];
  }

  /** @param {EditorName} name */
  #input(name) {
    const editor = new Editor({
      name: name === "X" ? this.X : name,
      colour: name.startsWith("W_") ? colourOf(name.slice(2)) : null,
      step: this.state.model.get("step"),
      helpId: this.helpId,
      onchange: (value) => this.on.onedit(name, value),
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
  #stage(name, formula, options = {}) {
    const grid = new Grid({
      name,
      label: name,
      formula,
      colour: colourOf(name),
      helpId: this.helpId,
      onpoint: (row, column, by) => this.on.onpoint({ stage: name, row, column }, by),
      onkey: this.on.onkey,
      ...options,
    });
    this.stages[name] = grid;
    return grid.element;
  }

  /** @type {NonNullable<GridOptions["onkey"]>} */
  #maskKey(event, row, column) {
    if (!this.state.canPaint) return this.on.onkey(event);
    if (event.key !== " " && event.key !== "Enter") return false;
    event.preventDefault();
    this.on.onpaint(row, column);
    return true;
  }

  #paintByMouse() {
    const { mask } = this.stages;
    if (!mask) return;
    const help = "✓: may attend. Click a cell, or press the space bar on it, to change it.";
    mask.element.append(node("p", { class: "cw-help" }, help));
    mask.table.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("td.cw-cell"))
        this.on.onpaint(mask.current.row, mask.current.column);
    });
  }
}

/** @param {(HTMLElement | false)[]} elements */
export function createLine(...elements) {
  return node("div", { class: "cw-stages" }, ...elements);
}

/** @param {string} name */
export function colourOf(name) {
  return `var(--course-${name})`;
}
