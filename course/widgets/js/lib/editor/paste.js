// A pasted block of numbers, put into a matrix from one cell on.
import { count } from "../count.js";
import { matrix } from "../matrix.js";
import { parseBlock, parseNumber, readField } from "../read_numbers.js";

/**
 * @import { EditedMatrix } from "./edited_matrix.js"
 */

/**
 * Return the matrix with the block in it and what was done, or a problem, in words.
 * @param {EditedMatrix} edited
 * @param {string} text
 * @param {number} row
 * @param {number} column
 * @returns {{next: import("../matrix.js").Matrix, sentence: string} | {problem: string}}
 */
export function pasted(edited, text, row, column) {
  const { value } = edited;
  const { problem } = readField(text);
  if (problem && !Number.isNaN(parseNumber(text))) return { problem };
  let rows;
  try {
    rows = parseBlock(text);
  } catch (error) {
    return { problem: lowered(/** @type {Error} */ (error).message) };
  }
  const [tall, wide] = [rows.length, rows[0].length];
  const room = [value.rows - row, value.columns - column];
  if (tall > room[0] || wide > room[1])
    return {
      problem: `${tall} × ${wide} numbers were pasted, and from here on there is room for ${room[0]} × ${room[1]}`,
    };
  const refused = rows.flat().map((x) => edited.refusal(x));
  const why = refused.find((reason) => reason !== null);
  if (why) return { problem: why };
  const next = matrix(value.rows, value.columns, value.data.slice());
  for (const [i, line] of rows.entries()) next.data.set(line, (row + i) * value.columns + column);
  return { next, sentence: `${count(tall * wide, "number")} pasted into ${edited.label}` };
}

/** @param {string} sentence */
function lowered(sentence) {
  return sentence[0].toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
