// Which part of a matrix its table shows: all of it, or a window that moves over a large one.
import { clamp } from "../clamp.js";

/**
 * @import { Matrix } from "../matrix.js"
 */

export const MOST = 16; // rows or columns shown in full
const WINDOW = 12; // rows and columns of the window, where there are more

/** The part that is shown: `rows` and `columns` of it, from row `top` and column `left` on. */
export class Part {
  top = 0;
  left = 0;
  rows = 0;
  columns = 0;
  isAll = true;
  #of = { rows: 0, columns: 0 };

  /**
   * Begin at the top left of a matrix of another shape.
   * @param {Matrix} value
   */
  reset({ rows, columns }) {
    [this.top, this.left] = [0, 0];
    this.#of = { rows, columns };
    this.rows = rows > MOST ? WINDOW : rows;
    this.columns = columns > MOST ? WINDOW : columns;
    this.isAll = this.rows === rows && this.columns === columns;
  }

  /**
   * Move so far that a cell is in the window; return true if that was needed.
   * @param {number} row
   * @param {number} column
   */
  reveal(row, column) {
    const top = nearest(row, this.top, this.rows);
    const left = nearest(column, this.left, this.columns);
    const isMoved = top !== this.top || left !== this.left;
    [this.top, this.left] = [top, left];
    return isMoved;
  }

  /**
   * Move the window's middle to a place in the matrix, both given as shares of its size, 0 to 1.
   * @param {number} down
   * @param {number} across
   */
  centre(down, across) {
    this.top = around(down, this.#of.rows, this.rows);
    this.left = around(across, this.#of.columns, this.columns);
  }
}

/**
 * @param {number} at
 * @param {number} first
 * @param {number} shown
 */
function nearest(at, first, shown) {
  if (at < first) return at;
  return at >= first + shown ? at - shown + 1 : first;
}

/**
 * @param {number} share
 * @param {number} n
 * @param {number} shown
 */
function around(share, n, shown) {
  return clamp(Math.round(share * n - shown / 2), 0, n - shown);
}
