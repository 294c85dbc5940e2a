// Attention as the explorers compute it, in the page: no kernel is asked. numpy's results are held
// against these in tests/widgets.
import { map, matrix, multiply, transpose } from "./matrix.js";

/**
 * @import { Matrix } from "./matrix.js"
 */

/**
 * How scores become weights: divided by the root of d_k or not, over the keys or the queries.
 * @typedef {{isScaled?: boolean, overQueries?: boolean}} Switches
 */

/**
 * All stages of one attention.
 * @typedef {Record<"Q" | "K" | "V" | "scores" | "scaled" | "weights" | "output", Matrix>} Stages
 */

/**
 * Softmax over each row of scores (n_q, n_k). Where the mask is 0 the weight is 0, and a row in
 * which nothing may be attended to has weights of zero.
 * @param {Matrix} scores
 * @param {Matrix | null} mask
 */
export function softmax(scores, mask = null) {
  const { rows, columns } = scores;
  const weights = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    /** @param {number} j */
    const may = (j) => mask === null || mask.data[i * columns + j] !== 0;
    let most = -Infinity;
    for (let j = 0; j < columns; j++) {
      const score = scores.data[i * columns + j];
      if (may(j) && (score > most || Number.isNaN(score))) most = score;
    }
    if (most === -Infinity) continue;
    let total = 0;
    for (let j = 0; j < columns; j++) {
      if (may(j))
        total += weights.data[i * columns + j] = Math.exp(scores.data[i * columns + j] - most);
    }
    for (let j = 0; j < columns; j++) weights.data[i * columns + j] /= total;
  }
  return weights;
}

/**
 * The mistake of notebook 03, to be looked at: softmax over the queries, so each column sums to 1.
 * @param {Matrix} scores
 * @param {Matrix | null} mask
 */
export function softmaxOverQueries(scores, mask = null) {
  return transpose(softmax(transpose(scores), mask && transpose(mask)));
}

/** @type {WeakMap<Matrix, {X: Matrix, product: Matrix}>} the last product with each W */
const projected = new WeakMap();

/**
 * Return X W, the very one of last time where both are the same: an edit leaves most as they are, and
 * a matrix is never written to once it is made.
 * @param {Matrix} X
 * @param {Matrix} W
 */
function project(X, W) {
  const last = projected.get(W);
  if (last?.X === X) return last.product;
  const product = multiply(X, W);
  projected.set(W, { X, product });
  return product;
}

/**
 * All stages from X_query (n_q, d) and X_memory (n_k, d) on: Q, K, V, scores, scaled, weights,
 * output. In self-attention X_memory is X_query.
 * @param {{X_query: Matrix, X_memory: Matrix, W_Q: Matrix, W_K: Matrix, W_V: Matrix, mask?: Matrix | null}} inputs
 * @param {Switches} switches
 */
export function stages(
  { X_query, X_memory, W_Q, W_K, W_V, mask = null },
  { isScaled = true, overQueries = false } = {},
) {
  const Q = project(X_query, W_Q);
  const K = project(X_memory, W_K);
  const V = project(X_memory, W_V);
  const scores = multiply(Q, transpose(K));
  const root = Math.sqrt(W_Q.columns);
  const scaled = isScaled ? map(scores, (score) => score / root) : scores;
  const weights = (overQueries ? softmaxOverQueries : softmax)(scaled, mask);
  return { Q, K, V, scores, scaled, weights, output: multiply(weights, V) };
}

/**
 * @param {number} rows
 * @param {number} columns
 */
export function causalMask(rows, columns) {
  const mask = matrix(rows, columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j <= Math.min(i, columns - 1); j++) mask.data[i * columns + j] = 1;
  return mask;
}

/**
 * Only the first `length` keys may be attended to.
 * @param {number} rows
 * @param {number} columns
 * @param {number} length
 */
export function paddingMask(rows, columns, length) {
  return map(matrix(rows, columns), (_, k) => (k % columns < length ? 1 : 0));
}

/**
 * In nats; 0 log 0 is 0.
 * @param {Float64Array} weights
 */
export function entropy(weights) {
  return weights.reduce((sum, w) => (w > 0 ? sum - w * Math.log(w) : sum), 0);
}

/**
 * By how much the first weight of a row rises when its score rises by `nudge`. The others fall by as
 * much together, so no weight moves further.
 * @param {Float64Array} weights
 * @param {number} nudge
 */
export function riseOfFirst(weights, nudge) {
  const more = weights[0] * Math.expm1(nudge);
  return (more * (1 - weights[0])) / (1 + more);
}
