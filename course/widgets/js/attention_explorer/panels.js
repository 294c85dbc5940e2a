// The explorer's editors and heatmaps, in their order on the page.
import { createEditor } from "../lib/editor.js";
import { createGrid } from "../lib/grid.js";
import { node } from "../lib/page.js";

/**
 * @import { Editor, EditorOptions } from "../lib/editor.js"
 * @import { By, Grid, GridOptions } from "../lib/grid.js"
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

/**
 * Returns {inputs, stages, lines, words}: the editors and grids by name, the lines they stand in, and
 * the place of the explanation.
 * @param {State} state
 * @param {string} helpId
 * @param {Handlers} on
 */
export function createPanels(state, helpId, on) {
  /** @type {Partial<Record<EditorName, Editor>>} */
  const inputs = {};
  /** @type {Partial<Record<StageName, Grid>>} */
  const stages = {};
  const words = node("div", { class: "cw-explanation" });
  const [queryName, memoryName] = state.isCross ? ["X_query", "X_memory"] : ["X", "X"];

  /** @param {EditorName} name */
  function input(name) {
    /** @type {EditorOptions} */
    const options = {
      name: name === "X" ? queryName : name,
      colour: name.startsWith("W_") ? colourOf(name.slice(2)) : null,
      step: state.model.get("step"),
      helpId,
      onchange: (value) => on.onedit(name, value),
      onpoint: (row, column, by) => on.onpoint({ stage: name, row, column }, by),
      say: on.say,
    };
    const editor = createEditor(options);
    inputs[name] = editor;
    return editor.element;
  }

  /**
   * @param {StageName} name
   * @param {string | null} formula
   * @param {Partial<GridOptions>} options
   */
  function stage(name, formula, options = {}) {
    const grid = createGrid({
      name,
      label: name,
      formula,
      colour: colourOf(name),
      helpId,
      onpoint: (row, column, by) => on.onpoint({ stage: name, row, column }, by),
      onkey: on.onkey,
      ...options,
    });
    stages[name] = grid;
    return grid.element;
  }

  const editors = line(
    input("X"),
    state.isCross && input("X_memory"),
    input("W_Q"),
    input("W_K"),
    input("W_V"),
  );
  // With a mask to paint, the inputs are not what it is about.
  const folded = () =>
    node("details", { class: "cw-inputs" }, node("summary", {}, "X, W_Q, W_K, W_V"), editors);
  const lines = [
    state.mode === "mask" ? folded() : editors,
    line(
      stage("Q", `${queryName} W_Q`),
      stage("K", `${memoryName} W_K`),
      stage("V", `${memoryName} W_V`),
    ),
  ];
  if (state.upToScores) lines.push(line(stage("scores", "Q Kᵀ")), words);
  else {
    lines.push(
      line(
        stage("scores", "Q Kᵀ"),
        stage("scaled", "scores / √d_k", { colour: colourOf("scores") }),
        stage("mask", null, { kind: "mask", colour: null, onkey: paintKey }),
        stage("weights", "softmax(scaled)", { kind: "weights" }),
      ),
      words,
      line(stage("output", "weights V")),
    );
    if (state.canPaint && stages.mask) paintByMouse(stages.mask);
  }

  /** @type {NonNullable<GridOptions["onkey"]>} */
  function paintKey(event, row, column) {
    if (!state.canPaint) return on.onkey(event);
    if (event.key !== " " && event.key !== "Enter") return false;
    event.preventDefault();
    on.onpaint(row, column);
    return true;
  }

  /** @param {Grid} grid */
  function paintByMouse(grid) {
    const help = "✓: may attend. Click a cell, or press the space bar on it, to change it.";
    grid.element.append(node("p", { class: "cw-help" }, help));
    grid.table.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("td.cw-cell"))
        on.onpaint(grid.current.row, grid.current.column);
    });
  }

  return { inputs, stages, lines, words };
}

/** @param {(HTMLElement | false)[]} elements */
export function line(...elements) {
  return node("div", { class: "cw-stages" }, ...elements);
}

/** @param {string} name */
export function colourOf(name) {
  return `var(--course-${name})`;
}
