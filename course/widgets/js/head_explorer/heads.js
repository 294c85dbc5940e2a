// The weights of the heads, as Python sends them, and what a weight says.
import { floatsOf, matrix, rowOf } from "../lib/matrix.js";
import { number } from "../lib/write_numbers.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

/** @typedef {{tokens: string[], heads: Matrix[]}} Sentence */

/**
 * Return the heads of one sentence, those of the first layer first: each a matrix (n, n).
 * @param {{tokens: string[], data: DataView}} sent
 * @returns {Matrix[]}
 */
export function headsOf({ tokens, data }) {
  const n = tokens.length;
  const all = floatsOf(data);
  return Array.from({ length: all.length / (n * n) }, (_, h) =>
    matrix(n, n, all.slice(h * n * n, (h + 1) * n * n)),
  );
}

/**
 * Say who gives how much to whom, and who gets most.
 * @param {string[]} tokens
 * @param {Matrix} weights
 * @param {number} row
 * @param {number} column
 */
export function weightInWords(tokens, weights, row, column) {
  const given = rowOf(weights, row);
  const most = given.indexOf(Math.max(...given));
  const share = number(given[column], 2);
  if (given.length > 1 && given.every((x) => number(x, 2) === share))
    return `“${tokens[row]}” gives ${share} to each of the ${given.length} tokens.`;
  /** @param {number} k */
  const name = (k) => (k === row ? "itself" : `“${tokens[k]}”`);
  const best =
    given[most] === given[column]
      ? "its largest weight"
      : `most goes to ${name(most)}: ${number(given[most], 2)}`;
  return `“${tokens[row]}” gives ${share} to ${name(column)}; ${best}.`;
}
