// The tokens of a sequence: as the text of a field, and what of X stays when they are others.
import { matrix } from "../lib/matrix.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

/**
 * Return tokens as one text: apart by spaces, or by commas where one has a space in it.
 * @param {string[]} words
 */
export function inOneLine(words) {
  return words.join(hasSpaces(words) ? ", " : " ");
}

/**
 * Return the tokens of a text that was edited: commas part them only where they did so before.
 * @param {string} text
 * @param {string[]} before
 */
export function wordsIn(text, before) {
  const parts = text.split(hasSpaces(before) ? "," : /\s+/);
  return parts.map((word) => word.trim()).filter((word) => word);
}

/** @param {string[]} words */
export function hasSpaces(words) {
  return words.some((word) => /\s/.test(word));
}

/**
 * X (n, d) for other words: a word that was there before keeps its row, and so does a word that
 * stands where another one stood; any further word gets a row of its own, from -1 to 1.
 * @param {string[]} words
 * @param {string[]} before
 * @param {Matrix} X
 */
export function rowsFor(words, before, X) {
  const next = matrix(words.length, X.columns);
  /** @type {(m: Matrix, i: number) => Float64Array} */
  const row = (m, i) => m.data.subarray(i * m.columns, (i + 1) * m.columns);
  words.forEach((word, i) => {
    const known = before[i] === word ? i : before.indexOf(word);
    const from = known >= 0 ? known : i < X.rows ? i : -1;
    const target = row(next, i);
    if (from >= 0) target.set(row(X, from));
    else target.set(target.map(() => Number((2 * Math.random() - 1).toFixed(1))));
  });
  return next;
}
