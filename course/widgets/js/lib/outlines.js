// Outlines around cells that have changed, with their old numbers in small print. They are drawn on
// one canvas over all tables: elements of their own would cost each edit more than the edit itself.
import { node } from "./page.js";

/**
 * A cell that has changed: its place in the table, its old number and the colour of its text.
 * @typedef {{i: number, j: number, was: string, ink: string}} Change
 */

const PRINT = 9; // px, the height of an old number

/** The picture that lies over an element and holds the outlines. */
export class Outlines {
  #isEmpty = true;

  /** @param {HTMLElement} host the element that it covers */
  constructor(host) {
    this.host = host;
    this.element = node("canvas", { class: "cw-outlines", "aria-hidden": "true" });
    host.append(this.element);
  }

  /**
   * Draw the changes of each table, in the order in which the tables stand.
   * @param {{table: HTMLElement, changes: Change[]}[]} tables
   */
  draw(tables) {
    const context = this.element.getContext("2d");
    const { ratio, origin } = this.#fit();
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, -origin.x * ratio, -origin.y * ratio);
    const { color, fontFamily } = getComputedStyle(this.host);
    Object.assign(context, { lineWidth: 2, textAlign: "right", textBaseline: "middle" });
    Object.assign(context, { strokeStyle: color, font: `${PRINT}px ${fontFamily}` });
    for (const { table, changes } of tables) if (changes.length) drawTable(context, table, changes);
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

  // Make the picture as large as what it covers, in the pixels of the screen; this empties it.
  #fit() {
    const ratio = window.devicePixelRatio || 1;
    const origin = this.host.getBoundingClientRect();
    const [width, height] = [origin.width, origin.height].map((side) => Math.round(side * ratio));
    const { element } = this;
    if (element.width !== width || element.height !== height)
      Object.assign(element, { width, height });
    else this.clear();
    return { ratio, origin };
  }
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {HTMLElement} table
 * @param {Change[]} changes
 */
function drawTable(context, table, changes) {
  const seen = rectInSight(table);
  context.save();
  context.beginPath();
  context.rect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top);
  context.clip();
  // A table that stays in sight while its line is moved lies over its neighbours, and their outlines.
  context.clearRect(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top);
  // All cells are of one size.
  const first = /** @type {HTMLElement} */ (table.querySelector("td.cw-cell"));
  const { left, top, width, height } = first.getBoundingClientRect();
  const { strokeStyle } = context;
  for (const { i, j, was, ink } of changes) {
    const [x, y] = [left + j * width, top + i * height];
    context.strokeRect(x + 1, y + 1, width - 2, height - 2);
    context.fillStyle = ink || strokeStyle;
    context.fillText(was, x + width - 4, y + PRINT / 2 + 2);
  }
  context.restore();
}

/**
 * Return the part of a table that its scrolling surroundings show.
 * @param {HTMLElement} table
 */
function rectInSight(table) {
  let { left, top, right, bottom } = table.getBoundingClientRect();
  for (const around of [table.closest(".cw-scroll"), table.closest(".cw-line")]) {
    if (!around || around.scrollWidth <= around.clientWidth) continue;
    const box = around.getBoundingClientRect();
    left = Math.max(left, box.left);
    right = Math.min(right, box.right);
  }
  return { left, top, right: Math.max(left, right), bottom };
}
