// Which rows and columns of the other stages belong to the cell that is pointed at.
import { rowOf } from "../lib/matrix.js";
import { PAIR_STAGES } from "./state.js";

/**
 * @import { Marks } from "../lib/grid/cells.js"
 * @import { Place, State } from "./state.js"
 */

/**
 * Return what to frame, by stage.
 * @param {State} state
 * @param {Place} place
 * @returns {Record<string, Marks>}
 */
export function related(state, place) {
  const { stage, row, column } = place;
  if (PAIR_STAGES.includes(stage)) return relatedToPair(state, row, column);
  /** @type {Record<string, Marks>} */
  const self = { [stage]: { row, column, cell: [row, column] } };
  switch (stage) {
    case "Q":
      return { ...self, X: { row }, W_Q: { column } };
    case "K":
    case "V":
      return { ...self, [state.memoryName]: { row }, [`W_${stage}`]: { column } };
    case "output":
      return { ...self, weights: { row }, V: { column, shares: shares(state, row) } };
    case "X":
      return { ...self, Q: { row }, ...(state.isCross ? {} : { K: { row }, V: { row } }) };
    case "X_memory":
      return { ...self, K: { row }, V: { row } };
    default:
      return { ...self, [stage.slice(2)]: { column } }; // W_Q makes Q
  }
}

/**
 * Return the place that is pointed at before anybody points: where the last query looks most.
 * @param {State} state
 * @returns {Place}
 */
export function firstPlace({ shown, upToScores }) {
  const stage = upToScores ? "scores" : "weights";
  const row = shown[stage].rows - 1;
  const line = rowOf(shown[stage], row);
  return { stage, row, column: Math.max(0, line.indexOf(Math.max(...line))) };
}

/**
 * @param {State} state
 * @param {number} row the query's
 * @param {number} column the key's row in K
 * @returns {Record<string, Marks>}
 */
function relatedToPair(state, row, column) {
  /** @type {Record<string, Marks>} */
  const sequences = state.isCross
    ? { X: { row }, X_memory: { row: column } }
    : { X: { row, second: column } };
  /** @type {Marks} */
  const pair = { row, column, cell: [row, column] };
  return {
    Q: { row },
    K: { row: column },
    V: state.upToScores ? { row: column } : { row: column, shares: shares(state, row) },
    output: { row },
    ...Object.fromEntries(PAIR_STAGES.map((name) => [name, pair])),
    ...sequences,
  };
}

/**
 * Return how much of each row of V the output's row `i` holds.
 * @param {State} state
 * @param {number} i
 */
function shares({ shown: { weights } }, i) {
  return weights.data.subarray(i * weights.columns, (i + 1) * weights.columns);
}
