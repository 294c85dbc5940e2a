// Outlines around cells that have changed, with their old numbers in small print. They are drawn on a
// canvas over the cells of each table: elements of their own would cost each edit more than the edit
// itself, and so does a canvas over all tables, whose pixels a browser handles anew on each frame.
import { node } from "./page.js";

/**
 * A cell that has changed: its place in the table, its old number and the colour of its text.
 * @typedef {{i: number, j: number, was: string, ink: string}} Change
 */

const PRINT = 9; // px, the height of an old number

/** The picture that lies over the cells of a table and holds the outlines. */
export class Outlines {
  #isEmpty = true;

  /**
   * @param {HTMLElement} corner the table's, at whose lower right the cells begin
   * @param {number} rows
   * @param {number} columns
   */
  constructor(corner, rows, columns) {
    this.corner = corner;
    this.rows = rows;
    this.columns = columns;
    const style = `--cw-rows: ${rows}; --cw-columns: ${columns}`;
    this.element = node("canvas", { class: "cw-outlines", "aria-hidden": "true", style });
  }

  /** @param {Change[]} changes */
  draw(changes) {
    const { element, corner } = this;
    if (changes.length && !element.parentElement) corner.append(element);
    this.clear();
    const context = changes.length ? element.getContext("2d") : null;
    if (!context) return;
    const [width, height] = this.#fit(context);
    const { color, fontFamily } = getComputedStyle(corner);
    Object.assign(context, { lineWidth: 2, textAlign: "right", textBaseline: "middle" });
    Object.assign(context, { strokeStyle: color, font: `${PRINT}px ${fontFamily}` });
    context.beginPath();
    for (const { i, j } of changes)
      context.rect(j * width + 1, i * height + 1, width - 2, height - 2);
    context.stroke();
    for (const { i, j, was, ink } of changes) {
      context.fillStyle = ink || color;
      context.fillText(was, (j + 1) * width - 4, i * height + PRINT / 2 + 2);
    }
    this.#isEmpty = false;
  }

  clear() {
    if (this.#isEmpty) return;
    const { width, height } = this.element;
    const context = this.element.getContext("2d");
    context?.resetTransform();
    context?.clearRect(0, 0, width, height);
    this.#isEmpty = true;
  }

  /**
   * Make the picture as large as the cells, in the pixels of the screen; return the size of a cell.
   * @param {CanvasRenderingContext2D} context
   */
  #fit(context) {
    const { element } = this;
    const ratio = window.devicePixelRatio || 1;
    const box = element.getBoundingClientRect();
    const [width, height] = [box.width, box.height].map((side) => Math.round(side * ratio));
    if (element.width !== width || element.height !== height)
      Object.assign(element, { width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return [box.width / this.columns, box.height / this.rows];
  }
}
