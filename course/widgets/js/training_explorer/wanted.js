// Which weights training wants near 1: those of the keys whose value is the output that is wanted.
import { indicesOf, map, matrix, multiply, rowOf } from "../lib/matrix.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

const CLOSE = 1e-9;

/**
 * Return 1 where a weight is wanted and 0 elsewhere, as a matrix (queries, keys); null if no key has
 * the value that a query wants, and only a mixture of values can be it.
 * @param {{X: Matrix, W_V: Matrix, wanted: Matrix}} task
 */
export function wantedWeights({ X, W_V, wanted }) {
  const V = multiply(X, W_V);
  const goals = matrix(wanted.rows, V.rows);
  const isWanted = map(goals, (_, k) => {
    const [i, j] = indicesOf(goals, k);
    const [value, goal] = [rowOf(V, j), rowOf(wanted, i)];
    return value.every((x, at) => Math.abs(x - goal[at]) < CLOSE) ? 1 : 0;
  });
  return isWanted.data.includes(1) ? isWanted : null;
}
