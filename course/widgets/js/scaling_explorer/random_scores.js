// Scores of random queries and keys, and what the softmax makes of them.
import { entropy, riseOfFirst, softmax } from "../lib/attention.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

export const LONGEST = 512; // entries of a query
export const ROWS = 300; // queries, as in the notebook
export const NUDGE = 0.1; // of a row's first score, as in the notebook

/** @typedef {ReturnType<typeof measure>} Measured */

/**
 * Return a source of numbers from 0 to 1, the same for the same seed (mulberry32).
 * @param {number} seed
 */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Return a source of standard normal numbers, made two at a time (Box and Muller).
 * @param {number} seed
 */
export function standardNormal(seed) {
  const next = uniform(seed);
  /** @type {number | null} */
  let spare = null;
  return () => {
    if (spare !== null) {
      const x = spare;
      spare = null;
      return x;
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - next())), 2 * Math.PI * next()];
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/**
 * Return the scores of all queries with their keys for every d_k at once: those of d_k start at
 * (d_k - 1) * ROWS * nKeys. One more entry adds one product to each score.
 * @param {number} seed
 * @param {number} nKeys
 */
export function cumulativeScores(seed, nKeys) {
  const draw = standardNormal(seed);
  const count = ROWS * nKeys;
  const sums = new Float32Array(LONGEST * count);
  for (let d = 0; d < LONGEST; d++)
    for (let row = 0, at = d * count; row < ROWS; row++) {
      const q = draw();
      for (let k = 0; k < nKeys; k++, at++) sums[at] = (d ? sums[at - count] : 0) + q * draw();
    }
  return sums;
}

/**
 * Return what scores (ROWS, nKeys) look like, and what the softmax makes of them.
 * @param {Matrix} scores
 */
export function measure(scores) {
  const weights = softmax(scores);
  const centre = mean(scores.data);
  const variance = mean(scores.data.map((x) => (x - centre) ** 2));
  const rows = Array.from({ length: scores.rows }, (_, i) =>
    weights.data.subarray(i * scores.columns, (i + 1) * scores.columns),
  );
  const rises = rows.map((row) => riseOfFirst(row, NUDGE));
  return {
    scores,
    weights,
    variance,
    deviation: Math.sqrt(variance),
    largest: mean(rows.map((row) => Math.max(...row))),
    entropy: mean(rows.map(entropy)),
    change: mean(rises),
    typicalChange: median(rises),
  };
}

/** @param {ArrayLike<number>} numbers */
function mean(numbers) {
  let sum = 0;
  for (let k = 0; k < numbers.length; k++) sum += numbers[k];
  return sum / numbers.length;
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
