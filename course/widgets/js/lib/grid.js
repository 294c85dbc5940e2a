// A matrix as a table: coloured cells with numbers in them, or number fields. One cell of it is in
// the tab order; arrow keys go from cell to cell. A large matrix shows a part of itself in the table,
// and the whole as a picture with the part framed.
import { Cells } from "./grid/cells.js";
import { limitOf } from "./grid/look.js";
import { createOverview } from "./grid/overview.js";
import { Part } from "./grid/part.js";
import { count } from "./numbers.js";
import { node } from "./page.js";

/**
 * @import { Fields, Marks } from "./grid/cells.js"
 * @import { Kind } from "./grid/look.js"
 * @import { Matrix } from "./matrix.js"
 */

/** @typedef {ReturnType<typeof createGrid>} Grid */
/** @typedef {{row: number, column: number}} Place */
/** @typedef {"mouse" | "focus"} By how a cell was pointed at */

/**
 * @typedef {object} GridOptions
 * @property {string} name stands above it
 * @property {string} label is what a screen reader says
 * @property {Kind} [kind]
 * @property {string | null} [colour] of its swatch
 * @property {string | null} [formula] stands beside the name
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

/** @param {GridOptions} options */
export function createGrid(options) {
  const { label, kind = "signed", helpId = null, fields = null, onpoint, onkey } = options;
  const shape = node("span", { class: "cw-shape" });
  const heading = createHeading(options, shape);
  const table = node("table", {
    role: "grid",
    class: `cw-table cw-${kind}`,
    "aria-describedby": helpId,
  });
  const part = new Part();
  const cells = new Cells(table, part, kind, fields);
  const overview = createOverview(label, kind, showAround);
  const scroll = node("div", { class: "cw-scroll" }, table);
  const element = node("div", { class: "cw-matrix" }, heading, scroll, overview.element);

  /** @type {Matrix | null} */
  let value = null;
  /** @type {[rows: string[], columns: string[]]} */
  let labels = [[], []];
  let current = { row: 0, column: 0 };
  /** @type {HTMLElement | undefined} */
  let stop; // the current cell's element: the one in the tab order
  /** @type {Marks} */
  let marked = {};

  function shown() {
    if (!value) throw new Error("The grid has no matrix yet.");
    return value;
  }

  /** @param {Matrix} next */
  function build({ rows, columns }) {
    cells.build();
    table.setAttribute("aria-rowcount", String(rows + 1));
    table.setAttribute("aria-colcount", String(columns + 1));
    const said = `${label}, ${count(rows, "row")}, ${count(columns, "column")}`;
    table.setAttribute("aria-label", said);
    shape.textContent = `(${rows}, ${columns})`;
    overview.element.hidden = part.isAll;
    marked = {};
    setCurrent(Math.min(current.row, part.rows - 1), Math.min(current.column, part.columns - 1));
  }

  function writeLabels() {
    cells.label(...labels);
    overview.tell(shown(), part);
  }

  function paint(isPlaced = false) {
    cells.paint(shown(), isPlaced);
    if (!part.isAll) overview.paint(shown(), part, limitOf(kind, shown()));
  }

  // The part has moved.
  function showPart() {
    writeLabels();
    paint();
    cells.mark(marked);
  }

  /**
   * @param {number} down
   * @param {number} across
   */
  function showAround(down, across) {
    part.centre(down, across);
    showPart();
    setCurrent(part.top, part.left);
  }

  /**
   * Move the part so that a cell is in it.
   * @param {number} row
   * @param {number} column
   */
  function reveal(row, column) {
    if (part.reveal(row, column)) showPart();
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  function setCurrent(row, column) {
    current = { row, column };
    if (stop) stop.tabIndex = -1;
    stop = cells.at(row, column)?.content;
    if (stop) stop.tabIndex = 0;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  function focus(row, column) {
    if (!value?.rows || !value.columns) return;
    reveal(row, column);
    setCurrent(row, column);
    if (!stop?.matches(":focus")) return stop?.focus();
    // At the edge of a part the same element now shows another cell.
    if (stop instanceof HTMLInputElement) stop.select();
    onpoint?.(row, column, "focus");
  }

  table.addEventListener("focusin", (event) => {
    const place = cells.placeOf(event.target);
    if (!place) return;
    setCurrent(place.row, place.column);
    onpoint?.(place.row, place.column, "focus");
  });
  table.addEventListener("pointerover", (event) => {
    const place = cells.placeOf(event.target);
    if (place && event.buttons === 0) onpoint?.(place.row, place.column, "mouse");
  });
  table.addEventListener("keydown", (event) => {
    const place = cells.placeOf(event.target);
    if (!place || onkey?.(event, place.row, place.column)) return;
    const moved = stepFrom(place, event, shown());
    if (!moved) return;
    event.preventDefault();
    focus(moved.row, moved.column);
  });

  return {
    element,
    heading,
    table,
    focus,
    reveal,
    /**
     * Another matrix, under labels; where these are null, the indices stand there.
     * @param {Matrix} next
     * @param {string[] | null} [rows]
     * @param {string[] | null} [columns]
     */
    set(next, rows = null, columns = null) {
      const before = value;
      value = next;
      labels = [labelsOr(rows, next.rows), labelsOr(columns, next.columns)];
      if (!before || before.rows !== next.rows || before.columns !== next.columns) {
        part.reset(next);
        build(next);
      }
      writeLabels();
      paint();
    },
    /**
     * New numbers under the same labels: the quick way.
     * @param {Matrix} next
     */
    update(next) {
      value = next;
      paint(true);
    },
    /** @param {Marks} next */
    mark(next) {
      marked = next;
      if (value) cells.mark(marked);
    },
    /**
     * @param {number} row
     * @param {number} column
     */
    cell(row, column) {
      return cells.at(row, column);
    },
    get current() {
      return current;
    },
    get value() {
      return shown();
    },
  };
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
    node("span", { class: "cw-name" }, name),
    formula && node("span", { class: "cw-formula" }, `= ${formula}`),
    shape,
  );
}

/**
 * Return where a key goes from a cell; null for other keys.
 * @param {Place} place
 * @param {KeyboardEvent} event
 * @param {Matrix} matrix
 */
function stepFrom({ row, column }, { key, altKey, ctrlKey, metaKey, shiftKey }, { rows, columns }) {
  if (altKey || metaKey || shiftKey) return null;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  /** @type {Record<string, [row: number, column: number]>} */
  const ways = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? lastRow : row, lastColumn],
  };
  if (!(key in ways)) return null;
  const [toRow, toColumn] = ways[key];
  return {
    row: Math.min(Math.max(toRow, 0), lastRow),
    column: Math.min(Math.max(toColumn, 0), lastColumn),
  };
}
