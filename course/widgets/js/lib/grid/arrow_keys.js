// Where the arrow keys, Home and End lead in a matrix.
import { clamp } from "../clamp.js";

/**
 * @import { Place } from "../grid.js"
 * @import { Matrix } from "../matrix.js"
 */

/**
 * Return where a key goes from a cell; null for other keys.
 * @param {Place} place
 * @param {KeyboardEvent} event
 * @param {Matrix} matrix
 */
export function stepFrom(
  { row, column },
  { key, altKey, ctrlKey, metaKey, shiftKey },
  { rows, columns },
) {
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
    row: clamp(toRow, 0, lastRow),
    column: clamp(toColumn, 0, lastColumn),
  };
}
