// What the cell that is pointed at is made of, in sentences.
import {
  outputInNumbers,
  productInNumbers,
  scaledScoreInNumbers,
  scoreInNumbers,
  weightInNumbers,
} from "../lib/explain.js";
import { entry } from "../lib/matrix.js";
import { precise } from "../lib/write_numbers.js";
import { PAIR_STAGES } from "./state.js";

/**
 * @import { Place, State } from "./state.js"
 * @import { Piece } from "../lib/words.js"
 */

/**
 * @param {State} state
 * @param {Place} place
 * @returns {Piece[][]} sentences
 */
export function explanation(state, { stage, row, column }) {
  if (PAIR_STAGES.includes(stage)) return ofPair(state, row, column);
  const label = state.rowLabels(stage)?.[row] ?? "";
  if (stage === "output") return [outputInNumbers(state.shown, { row, query: label }, state.keys)];
  if (stage === "Q" || stage === "K" || stage === "V") {
    const [X, from] =
      stage === "Q" ? [state.matrices.X, state.nameOf("X")] : [state.memory, state.memoryName];
    const W = state.matrices[`W_${stage}`];
    const names = { made: stage, X: from, W: `W_${stage}` };
    return [productInNumbers(names, X, W, { row, column, of: label })];
  }
  if (stage.startsWith("X")) return [ofToken(state, stage, label)];
  return [ofColumn(stage, column)];
}

/**
 * @param {State} state
 * @param {string} stage
 * @param {string} label
 * @returns {Piece[]}
 */
function ofToken(state, stage, label) {
  /** @type {Record<string, Piece[]>} */
  const made = { X: [["Q", "Q"]], X_memory: [["K", "K"], " and ", ["V", "V"]] };
  return [
    `Row ${label} of ${state.nameOf(stage)} is the vector of the token ${label}; every row of `,
    ...(state.isCross ? made[stage] : [...made.X, ", ", ...made.X_memory]),
    " is made of one such row.",
  ];
}

/**
 * @param {string} stage
 * @param {number} column
 * @returns {Piece[]}
 */
function ofColumn(stage, column) {
  const made = stage.slice(2); // W_Q makes Q
  const [from, to] = [`Column ${column} of ${stage}`, `column ${column} of ${made}`];
  return [[from, made], " makes ", [to, made], ", for every token alike."];
}

/**
 * Explain how a query and a key make a score, and the score a weight.
 * @param {State} state
 * @param {number} row
 * @param {number} column
 * @returns {Piece[][]}
 */
function ofPair(state, row, column) {
  const { Q, K } = state.shown;
  const pair = { row, column, query: state.queries[row], key: state.keys[column] };
  const sentences = [scoreInNumbers(Q, K, pair)];
  if (state.upToScores) return sentences;
  const { isScaled, overQueries } = state.switches;
  sentences.push(
    isScaled ? scaledScoreInNumbers(state.shown, Q.columns, pair) : ["The scores are not scaled."],
    weightInNumbers(state.shown, pair, { mask: state.matrices.mask, overQueries }),
  );
  return sentences;
}

/**
 * Say what a screen reader does not say of a cell by itself.
 * @param {State} state
 * @param {Place} place
 */
export function inShort(state, { stage, row, column }) {
  const rowLabel = state.rowLabels(stage)?.[row];
  if (stage.startsWith("X")) return `Row ${rowLabel} of ${state.nameOf(stage)}.`;
  if (stage.startsWith("W_")) return "";
  if (stage === "mask") return mayAttend(state, row, column);
  const value = state.matrixOf(stage);
  if (!value) return "";
  const columnLabel = state.columnLabels(stage)?.[column] ?? column;
  return `${stage}[${rowLabel}, ${columnLabel}] is ${precise(entry(value, row, column))}.`;
}

/**
 * @param {State} state
 * @param {number} row
 * @param {number} column
 */
export function mayAttend({ matrices: { mask }, queries, keys }, row, column) {
  const isOpen = !mask || entry(mask, row, column) !== 0;
  return `“${queries[row]}” ${isOpen ? "may" : "may not"} attend to “${keys[column]}”.`;
}
