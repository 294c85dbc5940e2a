// The table of a matrix: its cells, its labels, and the frames around what belongs together.
import { addColourClasses } from "../colour_maps.js";
import { reach } from "../matrix.js";
import { Outlines } from "../outlines.js";
import { node } from "../page.js";
import { decimals, inNarrowField } from "../write_numbers.js";
import { lookOf, textOf } from "./look.js";

/**
 * @import { Matrix } from "../matrix.js"
 * @import { Change } from "../outlines.js"
 * @import { Kind, Look } from "./look.js"
 * @import { Part } from "./part.js"
 */

/**
 * A cell and what was painted into it last. `content` takes the focus: the field of the cell, or the
 * cell; `words` is the text, which a field is over.
 * @typedef {object} Cell
 * @property {HTMLTableCellElement} td
 * @property {HTMLElement} content
 * @property {Text} words
 * @property {number | null} x
 * @property {string | null} text
 * @property {Look | null} look
 */

/**
 * What to frame: a row and a further one, a column, a cell; and a bar behind each row's label for its
 * share, 0 to 1.
 * @typedef {{row?: number, second?: number, column?: number, cell?: [number, number], shares?: ArrayLike<number>}} Marks
 */

/**
 * Fields in the cells instead of text: `make` returns the field of a cell, whose place in the matrix
 * the two functions tell; `write` puts a number in.
 * @typedef {object} Fields
 * @property {(row: () => number, column: () => number) => HTMLInputElement} make
 * @property {(field: HTMLInputElement, x: number, row: number, column: number) => void} write
 */

const MOST_CHARACTERS = 5; // of a number, at the full size
const MOST_LETTERS = 7; // of a column's label, to stand level above it

/**
 * The cells of the part of a matrix that a table shows. Fields cost a browser several times what text
 * costs, so a table is made with text in its place, until `putFields`.
 */
export class Cells {
  /** @type {Cell[][]} */
  #cells = [];
  #hasFields = false; // its fields are on the page
  #places = 0; // the decimals of all numbers
  #limit = 0; // the entry at the end of the scale
  /** @type {Outlines | null} */
  #outlines = null;
  #framed = ""; // what the frames are around
  /** @type {string[]} */
  #bars = []; // behind the rows' labels

  /**
   * @param {HTMLTableElement} table
   * @param {Part} part
   * @param {Kind} kind
   * @param {Fields | null} fields
   */
  constructor(table, part, kind, fields) {
    this.table = table;
    this.part = part;
    this.kind = kind;
    this.fields = fields;
    addColourClasses();
  }

  /** Make the table anew, for another shape. */
  build() {
    const { rows, columns } = this.part;
    const heads = times(columns, () => node("th", { scope: "col" }, node("span")));
    const corner = node("td", { class: "cw-corner" });
    this.#outlines = rows && columns ? new Outlines(corner, rows, columns) : null;
    const head = node("tr", {}, corner, ...heads);
    this.#cells = times(rows, (i) => times(columns, (j) => this.#make(i, j)));
    const lines = this.#cells.map((cells) =>
      node("tr", {}, node("th", { scope: "row" }), ...cells.map(({ td }) => td)),
    );
    this.table.replaceChildren(node("thead", {}, head), node("tbody", {}, ...lines));
    [this.#framed, this.#bars] = ["", []];
  }

  /**
   * @param {number} i
   * @param {number} j
   * @returns {Cell}
   */
  #make(i, j) {
    const { part, fields } = this;
    const field = fields?.make(
      () => part.top + i,
      () => part.left + j,
    );
    const words = document.createTextNode("");
    const text = field ? node("div", { class: "cw-value" }, words) : words;
    const td = node("td", { role: "gridcell", class: "cw-cell" }, text);
    if (!field) td.tabIndex = -1;
    else if (this.#hasFields) putField(td, field);
    return { td, content: field ?? td, words, x: null, text: null, look: null };
  }

  /** Put the fields into their cells, over the text that these hold so far. */
  putFields() {
    if (!this.fields || this.#hasFields) return;
    this.#hasFields = true;
    for (const { td, content } of this.#cells.flat()) putField(td, content);
  }

  /**
   * @param {number} row of the matrix
   * @param {number} column
   * @returns {Cell | undefined} undefined for a cell that is not shown
   */
  at(row, column) {
    return this.#cells[row - this.part.top]?.[column - this.part.left];
  }

  /**
   * Return the place in the matrix of what an event happened to; null outside the cells.
   * @param {EventTarget | null} target
   */
  placeOf(target) {
    const td = target instanceof Element ? target.closest("td.cw-cell") : null;
    if (!(td instanceof HTMLTableCellElement) || !this.table.contains(td)) return null;
    const line = /** @type {HTMLTableRowElement} */ (td.parentElement);
    return { row: this.part.top + line.sectionRowIndex, column: this.part.left + td.cellIndex - 1 };
  }

  /**
   * @param {string[]} rowLabels
   * @param {string[]} columnLabels
   */
  label(rowLabels, columnLabels) {
    const { top, left, isAll } = this.part;
    const [head, ...lines] = this.table.rows;
    head.setAttribute("aria-rowindex", "1");
    const heads = [...head.cells].slice(1);
    for (const [j, th] of heads.entries()) th.children[0].textContent = columnLabels[left + j];
    for (const [i, line] of lines.entries()) {
      line.cells[0].textContent = rowLabels[top + i];
      line.setAttribute("aria-rowindex", String(top + i + 2));
    }
    // Of a part, which columns these are; of the whole, a reader counts them itself.
    for (const line of isAll ? [] : this.table.rows)
      for (const [k, cell] of [...line.cells].entries())
        cell.setAttribute("aria-colindex", String(k ? left + k + 1 : 1));
    // Labels too long for their column are tilted, and need room for their length.
    const longest = Math.max(0, ...columnLabels.map((text) => text.length));
    this.table.classList.toggle("cw-tilted", longest > MOST_LETTERS);
    this.table.style.setProperty("--cw-head", `${longest * 0.42 + 1.4}em`);
    this.table.style.setProperty("--cw-beyond", `${longest * 0.4}em`);
  }

  /**
   * @param {Matrix} value
   * @param {boolean} isPlaced the cells show the same places as before: what is the same can stay
   * @param {number} limit the entry at the end of the scale
   */
  paint(value, isPlaced, limit) {
    const { fields, kind, part } = this;
    const places = placesOf(value);
    const isAlike = isPlaced && places === this.#places && limit === this.#limit;
    [this.#places, this.#limit] = [places, limit];
    for (const [i, line] of this.#cells.entries())
      for (const [j, cell] of line.entries()) {
        const x = value.data[(part.top + i) * value.columns + part.left + j];
        if (isAlike && cell.x === x) continue;
        cell.x = x;
        if (fields) {
          const field = /** @type {HTMLInputElement} */ (cell.content);
          fields.write(field, x, part.top + i, part.left + j);
          write(cell, inNarrowField(x));
        } else write(cell, textOf(kind, x, places));
        colour(cell, lookOf(kind, x, limit));
      }
  }

  /**
   * Outline the cells whose numbers are other ones than in a matrix that was shown before.
   * @param {Matrix} before
   */
  outlineSince(before) {
    this.#outlines?.draw(this.#changesSince(before));
  }

  clearOutlines() {
    this.#outlines?.clear();
  }

  /**
   * Return the cells whose numbers are other ones than in a matrix that was shown before.
   * @param {Matrix} before
   * @returns {Change[]}
   */
  #changesSince(before) {
    const { fields, kind, part } = this;
    /** @type {Change[]} */
    const changes = [];
    for (const [i, line] of this.#cells.entries())
      for (const [j, { x, text, look }] of line.entries()) {
        const old = before.data[(part.top + i) * before.columns + part.left + j];
        if (old === x) continue;
        const was = fields ? inNarrowField(old) : textOf(kind, old, this.#places);
        if (was !== text) changes.push({ i, j, was, ink: look?.ink ?? "" });
      }
    return changes;
  }

  /** @param {Matrix | null} mask */
  hatch(mask) {
    for (const [i, line] of this.#cells.entries())
      for (const [j, { td }] of line.entries()) {
        const at = (this.part.top + i) * (mask?.columns ?? 0) + this.part.left + j;
        td.classList.toggle("cw-hatched", mask !== null && mask.data[at] === 0);
      }
  }

  /**
   * Draw a dashed ring into the cells of the entries that are not 0.
   * @param {Matrix | null} wanted
   */
  ring(wanted) {
    for (const [i, line] of this.#cells.entries())
      for (const [j, { td }] of line.entries()) {
        const at = (this.part.top + i) * (wanted?.columns ?? 0) + this.part.left + j;
        const isRinged = wanted !== null && wanted.data[at] !== 0;
        td.classList.toggle("is-ringed", isRinged);
        if (isRinged) td.setAttribute("aria-description", "wanted");
        else td.removeAttribute("aria-description");
      }
  }

  /** @param {Marks} marks */
  mark({ shares, ...places }) {
    const { table, part } = this;
    // After each edit the shares are others, and the frames most often the same.
    const framed = JSON.stringify([places, part.top, part.left]);
    if (framed !== this.#framed) this.#frame(places);
    this.#framed = framed;
    const lines = table.tBodies[0].rows;
    for (let i = 0; i < part.rows; i++) {
      const bar = barOf(shares?.[part.top + i] ?? 0);
      if (bar !== this.#bars[i]) lines[i].cells[0].style.background = bar;
      this.#bars[i] = bar;
    }
  }

  /** @param {Marks} marks */
  #frame({ row, second, column = -1, cell }) {
    const { table, part } = this;
    for (const old of table.querySelectorAll(".is-row, .is-column, .is-cell"))
      old.classList.remove("is-row", "is-column", "is-cell");
    const lines = table.tBodies[0].rows;
    for (const at of [row, second])
      if (at !== undefined) lines[at - part.top]?.classList.add("is-row");
    if (column >= part.left && column < part.left + part.columns)
      for (const line of table.rows) line.cells[column - part.left + 1].classList.add("is-column");
    if (cell) this.at(...cell)?.td.classList.add("is-cell");
  }
}

/**
 * @template Thing
 * @param {number} n
 * @param {(k: number) => Thing} make
 */
function times(n, make) {
  return Array.from({ length: n }, (_, k) => make(k));
}

/**
 * Return how many decimals the entries need, and have room for.
 * @param {Matrix} value
 */
function placesOf(value) {
  return decimals(value.data, reach(value) < 100 ? 2 : 1);
}

/**
 * Put a field over the text of a cell, which is now there for the eye only.
 * @param {HTMLTableCellElement} td
 * @param {HTMLElement} field
 */
function putField(td, field) {
  td.children[0].setAttribute("aria-hidden", "true");
  td.append(field);
}

/**
 * @param {Cell} cell
 * @param {string} text
 */
function write(cell, text) {
  if (text !== cell.text) cell.words.data = text;
  const isLong = text.length > MOST_CHARACTERS;
  if (isLong !== (cell.text ?? "").length > MOST_CHARACTERS)
    cell.td.classList.toggle("is-long", isLong);
  cell.text = text;
}

/**
 * @param {Cell} cell
 * @param {Look} look
 */
function colour(cell, look) {
  const [old, next] = [cell.look?.className, look.className];
  cell.look = look;
  if (next === old) return;
  const { classList } = cell.td;
  if (old && next) classList.replace(old, next);
  else if (old) classList.remove(old);
  else if (next) classList.add(next);
}

/** @param {number} share */
function barOf(share) {
  if (!(share > 0)) return "";
  return `linear-gradient(var(--cw-bar) 0 0) 100% 50% / ${100 * share}% 80% no-repeat`;
}
