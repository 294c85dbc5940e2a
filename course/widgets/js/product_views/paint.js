// Painting a step: the matrices' labels, frames and tints, and the formula.
import { columnOf, rowOf } from "../lib/matrix.js";
import { node } from "../lib/page.js";
import { coloured } from "../lib/words.js";
import { asTyped, decimals, number } from "../lib/write_numbers.js";
import { placeOf } from "./views.js";

/**
 * @import { Editor } from "../lib/editor.js"
 * @import { Grid } from "../lib/grid.js"
 * @import { Marks } from "../lib/grid/cells.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { Piece } from "../lib/words.js"
 * @import { View, Written } from "./views.js"
 */

/** @typedef {(row: number, column: number) => number} Strength of a cell's colour, 0 to 1 */
/** @typedef {[marks: Marks, strength: Strength]} Highlight */

const ROLES = { A: "Q", B: "K", C: "scores" };
export const COLOURS = { A: "var(--course-Q)", B: "var(--course-K)", C: "var(--course-scores)" };

const TINT = 38; // percent of a matrix's colour in a cell at full strength, as in the figures

/**
 * Return what a step highlights in A, B, C and in the term.
 * @param {View} view
 * @param {number} step
 * @param {Matrix} A
 * @param {Matrix} B
 * @returns {Record<"A" | "B" | "C" | "term", Highlight>}
 */
export function highlights(view, step, A, B) {
  const [i, j] = placeOf(view, step, B);
  /** @type {Highlight} */
  const all = [{}, () => 1];
  if (view === "dots")
    return { A: row(i), B: column(j), C: [{ cell: [i, j] }, at(i, j)], term: all };
  if (view === "rows") {
    const shares = strengths(rowOf(A, i));
    return { A: row(i), B: [{}, (r) => shares[r]], C: row(i), term: all };
  }
  if (view === "columns") {
    const shares = strengths(columnOf(B, j));
    return { A: [{}, (_, c) => shares[c]], B: column(j), C: column(j), term: all };
  }
  return { A: column(step), B: row(step), C: all, term: all };
}

/**
 * @param {number} i
 * @returns {Highlight}
 */
function row(i) {
  return [{ row: i }, (r) => Number(r === i)];
}

/**
 * @param {number} j
 * @returns {Highlight}
 */
function column(j) {
  return [{ column: j }, (_, c) => Number(c === j)];
}

/**
 * @param {number} i
 * @param {number} j
 * @returns {Strength}
 */
function at(i, j) {
  return (r, c) => Number(r === i && c === j);
}

/** @param {number[]} weights */
function strengths(weights) {
  const most = Math.max(...weights.map(Math.abs)) || 1;
  return weights.map((w) => Math.abs(w) / most);
}

/**
 * @param {Grid} grid
 * @param {"A" | "B" | "C"} name
 * @param {Highlight} highlight
 */
export function highlight(grid, name, [marks, strength]) {
  grid.mark(marks);
  const { rows, columns } = grid.value;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const share = Math.round(TINT * strength(i, j));
      const td = grid.cell(i, j)?.td;
      if (td)
        td.style.background = share
          ? `color-mix(in srgb, ${COLOURS[name]} ${share}%, transparent)`
          : "";
    }
}

/**
 * Write factors where the indices of the vectors that they multiply stand otherwise.
 * @param {Editor} editor
 * @param {number[] | null} rows
 * @param {number[] | null} columns
 */
export function labelFactors({ grid, value }, rows, columns) {
  grid.set(value, rows?.map(factor), columns?.map(factor));
  grid.table.classList.toggle("has-row-factors", rows !== null);
  grid.table.classList.toggle("has-column-factors", columns !== null);
}

/** @param {number} weight */
function factor(weight) {
  return `${asTyped(weight)} ×`;
}

/**
 * Make room: products can have more digits than the entries.
 * @param {Grid} grid
 */
export function widen(grid) {
  const { data } = grid.value;
  const places = decimals(data);
  const longest = Math.max(...[...data].map((x) => number(x, places).length));
  grid.table.style.setProperty("--cw-cell", `calc(max(52px, ${longest}ch + 10px))`);
}

/**
 * @param {Grid} grid
 * @param {string} name
 * @param {string} formula
 * @param {string} label for a screen reader
 */
export function rename({ heading, table }, name, formula, label) {
  for (const [place, text] of [
    [".cw-name", name],
    [".cw-formula", `= ${formula}`],
  ]) {
    const element = heading.querySelector(place);
    if (element) element.textContent = text;
  }
  table.setAttribute("aria-label", `${label}, ${formula}`);
}

/**
 * Write a step's formula, unless it stands there: it would be read out again.
 * @param {HTMLElement} place
 * @param {Written} written
 */
export function writeFormula(place, { lead, parts }) {
  const terms = parts.map((part) =>
    Array.isArray(part) ? /** @type {Piece} */ ([part[0], ROLES[part[1]]]) : part,
  );
  const formula = node("span", { class: "pv-formula" }, ...coloured(terms));
  if (place.textContent === `${lead} ${formula.textContent}`) return;
  place.replaceChildren(node("span", { class: "pv-lead" }, lead), " ", formula);
}
