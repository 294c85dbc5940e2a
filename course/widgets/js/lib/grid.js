// A matrix as a table: coloured cells with numbers in them, or number fields. One cell of it is in
// the tab order; arrow keys go from cell to cell. A large matrix shows a part of itself in the table,
// and the whole as a picture with the part framed.
import { count } from "./count.js";
import { stepFrom } from "./grid/arrow_keys.js";
import { Cells } from "./grid/cells.js";
import { limitOf } from "./grid/look.js";
import { createOverview } from "./grid/overview.js";
import { Part } from "./grid/part.js";
import { afterPaint, node, whenAtRest } from "./page.js";
import { shortened, typeset } from "./words.js";

/**
 * @import { Fields, Marks } from "./grid/cells.js"
 * @import { Kind } from "./grid/look.js"
 * @import { Matrix } from "./matrix.js"
 * @import { Scale } from "./scale.js"
 */

/** @typedef {{row: number, column: number}} Place */
/** @typedef {"mouse" | "focus"} By how a cell was pointed at */

/**
 * @typedef {object} GridOptions
 * @property {string} name stands above it
 * @property {string} label is what a screen reader says
 * @property {Kind} [kind]
 * @property {string | null} [colour] of its swatch
 * @property {string | null} [formula] stands beside the name
 * @property {Scale | null} [scale] of the colours; without one, the largest entry is at its end
 * @property {string | null} [helpId] names the text that says what its keys do
 * @property {Fields | null} [fields] to edit the numbers in
 * @property {(row: number, column: number, by: By) => void} [onpoint]
 * @property {(event: KeyboardEvent, row: number, column: number) => boolean} [onkey] returns true if
 *   the key was for it, and is not to move the focus
 */

/**
 * @param {string[] | null | undefined} labels
 * @param {number} n
 */
export function labelsOr(labels, n) {
  return labels && labels.length === n ? labels : Array.from({ length: n }, (_, i) => String(i));
}

/** The table of one matrix. */
export class Grid {
  /** @type {Matrix | null} */
  #value = null;
  /** @type {[rows: string[], columns: string[]]} */
  #labels = [[], []];
  /** @type {HTMLElement | undefined} */
  #stop; // the current cell's element: the one in the tab order
  /** @type {Marks} */
  #marks = {};
  /** @type {Matrix | null} */
  #mask = null;
  /** @type {Matrix | null} */
  #wanted = null;
  /** @type {{value: Matrix | null, limit: number}} */
  #painted = { value: null, limit: 0 };
  #isOverviewDue = false;
  #part = new Part();
  #cells;
  #overview;
  #shape = node("span", { class: "cw-shape" });
  /** The cell that has the focus, or would get it. */
  current = { row: 0, column: 0 };

  /** @param {GridOptions} options */
  constructor(options) {
    const { label, kind = "signed", helpId = null, fields = null } = options;
    this.options = options;
    this.kind = kind;
    this.heading = createHeading(options, this.#shape);
    this.table = node("table", {
      role: "grid",
      class: `cw-table cw-${kind}`,
      "aria-describedby": helpId,
      onfocusin: (event) => this.#focused(event),
      onpointerover: (event) => this.#entered(event),
      onkeydown: (event) => this.#keydown(event),
    });
    this.#cells = new Cells(this.table, this.#part, kind, fields);
    this.#overview = createOverview(label, kind, (down, across) => this.#showAround(down, across));
    const scroll = node("div", { class: "cw-scroll" }, this.table);
    const parts = [this.heading, scroll, this.#overview.element];
    this.element = node("div", { class: "cw-matrix" }, ...parts);
  }

  get value() {
    if (!this.#value) throw new Error("The grid has no matrix yet.");
    return this.#value;
  }

  /**
   * Show another matrix, under labels; where these are null, the indices stand there.
   * @param {Matrix} next
   * @param {string[] | null} [rows]
   * @param {string[] | null} [columns]
   */
  set(next, rows = null, columns = null) {
    const before = this.#value;
    const labels = /** @type {[string[], string[]]} */ ([
      labelsOr(rows, next.rows),
      labelsOr(columns, next.columns),
    ]);
    const isAlike = before?.rows === next.rows && before.columns === next.columns;
    if (isAlike && JSON.stringify(labels) === JSON.stringify(this.#labels))
      return this.update(next);
    this.#value = next;
    this.#labels = labels;
    if (!isAlike) this.#build();
    this.#writeLabels();
    this.#paint();
  }

  /**
   * Show new numbers under the same labels: the quick way.
   * @param {Matrix} next
   */
  update(next) {
    this.#value = next;
    this.#paint(true);
  }

  /** @param {Marks} marks what to frame; {} for nothing */
  mark(marks) {
    this.#marks = marks;
    if (this.#value) this.#cells.mark(marks);
  }

  /**
   * Outline the cells whose numbers are other ones than in a matrix that was shown before; none where
   * that had another shape.
   * @param {Matrix} before
   */
  outlineSince(before) {
    const { rows, columns } = this.value;
    if (before.rows === rows && before.columns === columns) this.#cells.outlineSince(before);
  }

  clearOutlines() {
    this.#cells.clearOutlines();
  }

  /**
   * Hatch the cells where a mask is 0, so that a weight that it hides is not only a pale 0.
   * @param {Matrix | null} mask
   */
  hatch(mask) {
    if (mask === this.#mask) return;
    this.#mask = mask;
    this.#cells.hatch(mask);
  }

  /**
   * Draw a dashed ring into the cells that are not 0 in a matrix of the same shape: what is wanted.
   * @param {Matrix | null} wanted
   */
  ring(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#cells.ring(wanted);
  }

  /**
   * Return a cell of the matrix; undefined where it is not shown.
   * @param {number} row
   * @param {number} column
   */
  cell(row, column) {
    return this.#cells.at(row, column);
  }

  /**
   * Return the place in the matrix of what an event happened to; null outside the cells.
   * @param {EventTarget | null} target
   */
  placeOf(target) {
    return this.#cells.placeOf(target);
  }

  /**
   * Move the focus to a cell, and the part so that the cell is in it.
   * @param {number} row
   * @param {number} column
   */
  focus(row, column) {
    if (!this.#value?.rows || !this.#value.columns) return;
    if (this.#part.reveal(row, column)) this.#showPart();
    this.#cells.putFields();
    this.#setCurrent(row, column);
    if (!this.#stop?.matches(":focus")) return this.#stop?.focus();
    // At the edge of a part the same element now shows another cell.
    if (this.#stop instanceof HTMLInputElement) this.#stop.select();
    this.options.onpoint?.(row, column, "focus");
  }

  // Painting

  /** Make the table anew, for another shape. */
  #build() {
    const { rows, columns } = this.value;
    const part = this.#part;
    part.reset(this.value);
    this.#cells.build();
    whenAtRest(() => this.#cells.putFields());
    this.table.setAttribute("aria-rowcount", String(rows + 1));
    this.table.setAttribute("aria-colcount", String(columns + 1));
    const said = `${this.options.label}, ${count(rows, "row")}, ${count(columns, "column")}`;
    this.table.setAttribute("aria-label", said);
    this.#shape.textContent = `(${rows}, ${columns})`;
    this.#overview.element.hidden = part.isAll;
    this.#marks = {};
    [this.#mask, this.#wanted] = [null, null];
    const { row, column } = this.current;
    this.#setCurrent(Math.min(row, part.rows - 1), Math.min(column, part.columns - 1));
  }

  #writeLabels() {
    const [rows, columns] = this.#labels;
    this.#cells.label(rows, columns.map(shortened));
    this.#overview.tell(this.value, this.#part);
  }

  #paint(isPlaced = false) {
    const { value, kind } = this;
    const { scale } = this.options;
    const limit = scale && kind === "signed" ? scale.limit : limitOf(kind, value);
    const { value: last, limit: lastLimit } = this.#painted;
    if (isPlaced && value === last && limit === lastLimit) return;
    this.#painted = { value, limit };
    this.#cells.paint(value, isPlaced, limit);
    if (this.#part.isAll) return;
    if (isPlaced) this.#paintOverviewSoon();
    else this.#overview.paint(value, this.#part, limit);
  }

  // The numbers are painted first; the picture of all follows in the next frame.
  #paintOverviewSoon() {
    if (this.#isOverviewDue) return;
    this.#isOverviewDue = true;
    afterPaint(() => {
      this.#isOverviewDue = false;
      const { value, limit } = this.#painted;
      if (value && !this.#part.isAll) this.#overview.paint(value, this.#part, limit);
    });
  }

  // The part has moved.
  #showPart() {
    this.#writeLabels();
    this.#paint();
    this.#cells.hatch(this.#mask);
    this.#cells.ring(this.#wanted);
    this.#cells.mark(this.#marks);
  }

  /**
   * @param {number} down
   * @param {number} across
   */
  #showAround(down, across) {
    this.#part.centre(down, across);
    this.#showPart();
    this.#setCurrent(this.#part.top, this.#part.left);
  }

  // Focus and keys

  /**
   * @param {number} row
   * @param {number} column
   */
  #setCurrent(row, column) {
    this.current = { row, column };
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = this.#cells.at(row, column)?.content;
    if (this.#stop) this.#stop.tabIndex = 0;
  }

  /** @param {FocusEvent} event */
  #focused({ target }) {
    const place = this.#cells.placeOf(target);
    if (!place) return;
    this.#setCurrent(place.row, place.column);
    this.options.onpoint?.(place.row, place.column, "focus");
  }

  /** @param {PointerEvent} event */
  #entered({ target, buttons }) {
    const place = this.#cells.placeOf(target);
    if (place && buttons === 0) this.options.onpoint?.(place.row, place.column, "mouse");
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const place = this.#cells.placeOf(event.target);
    if (!place || this.options.onkey?.(event, place.row, place.column)) return;
    const moved = stepFrom(place, event, this.value);
    if (!moved) return;
    event.preventDefault();
    this.focus(moved.row, moved.column);
  }
}

/**
 * @param {GridOptions} options
 * @param {HTMLElement} shape
 */
function createHeading({ name, colour, formula }, shape) {
  return node(
    "div",
    { class: "cw-heading" },
    colour && node("span", { class: "cw-swatch", style: `background: ${colour}` }),
    node("span", { class: "cw-name" }, ...typeset(name)),
    formula && node("span", { class: "cw-formula" }, ...typeset(`= ${formula}`)),
    shape,
  );
}
