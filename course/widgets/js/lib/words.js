// Sentences whose terms have the colours of the matrices that they come from, and the symbols of the
// formulas as the text has them.
import { leftToRight } from "./direction.js";
import { node } from "./page.js";

/**
 * A piece of a sentence: plain, or a term of a matrix in its colour ("Q", "K", "V", "scores",
 * "weights", "output").
 * @typedef {string | [text: string, role: string]} Piece
 */

const MOST_LETTERS = 16; // of a column's label
const SYMBOL = /\b(W|d)_([QKVOk])\b/g;

/** @param {Piece[]} parts */
export function plain(parts) {
  return parts.map((part) => (typeof part === "string" ? part : part[0])).join("");
}

/**
 * @param {Piece[]} parts
 * @returns {Node[]}
 */
export function coloured(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return typeset(part);
    const [text, role] = part;
    return [node("span", { class: `cw-term cw-from-${role}` }, ...typeset(text))];
  });
}

/**
 * Return a text with its indices set lower: W_Q, d_k.
 * @param {string} text
 * @returns {Node[]}
 */
export function typeset(text) {
  return lowered(leftToRight(text));
}

/** @param {string} text */
function lowered(text) {
  /** @type {Node[]} */
  const nodes = [];
  let end = 0;
  for (const { index, 0: symbol, 1: letter, 2: below } of text.matchAll(SYMBOL)) {
    // Not to be seen, but copied and read out: the name that the code has.
    const line = node("span", { class: "cw-underscore" }, "_");
    nodes.push(
      document.createTextNode(text.slice(end, index) + letter),
      node("sub", {}, line, below),
    );
    end = index + symbol.length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

/**
 * Return the label of a column, cut off as those of rows are: tilted, a long word would stand higher
 * than its matrix.
 * @param {string} label
 */
export function shortened(label) {
  const letters = [...label];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : label;
}
