// Weights to start from, for tokens that are told apart by one entry each (rows of the identity).
import { identity, map, matrix } from "../lib/matrix.js";

// Large enough for weights near 1, after the division by the root of d_k.
const SHARP = 4;

/**
 * {name: state}, for `n` tokens: each attends to itself, to the one before it, or to all alike. The
 * names differ in their first letters, for which the list has room.
 * @param {number} n
 */
export function builtIn(n) {
  const X = identity(n, n);
  const sharp = map(X, (x) => SHARP * x);
  const base = { X, W_K: X, W_V: X };
  const previous = matrix(n, n);
  // The query of token i points where the key of token i - 1 does; the first has only itself.
  for (let i = 0; i < n; i++) previous.data[i * n + Math.max(i - 1, 0)] = SHARP * SHARP;
  return {
    "itself only": { ...base, W_Q: sharp, W_K: sharp },
    "previous only": { ...base, W_Q: previous },
    uniform: { ...base, W_Q: matrix(n, n) },
  };
}
