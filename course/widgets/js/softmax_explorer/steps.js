// Softmax in two steps, as numpy would do them in float64.
import { precise } from "../lib/write_numbers.js";

/** @typedef {ReturnType<typeof softmaxSteps>} Steps */

/**
 * Exponentiate, and divide by the sum. Nothing is mended here but by `subtract`.
 * @param {number[]} scores
 * @param {number} temperature
 * @param {boolean} subtract the largest score first
 */
export function softmaxSteps(scores, temperature, subtract) {
  const shift = subtract ? Math.max(...scores) : 0;
  const exponents = scores.map((score) => (score - shift) / temperature);
  const exponentials = exponents.map(Math.exp);
  const sum = exponentials.reduce((total, x) => total + x, 0);
  const weights = exponentials.map((x) => x / sum);
  const total = weights.reduce((all, w) => all + w, 0);
  return { shift, exponents, exponentials, sum, weights, total };
}

/**
 * Say what has gone wrong; null if nothing has.
 * @param {Steps} steps
 */
export function overflow({ exponents, exponentials, sum }) {
  const largest = exponents.indexOf(Math.max(...exponents));
  const power = `e^${precise(exponents[largest])}`;
  if (exponentials[largest] === Infinity)
    return (
      `${power} is too large for a float64: it becomes infinity, ` +
      "and infinity / infinity is NaN, not a number."
    );
  if (sum === Infinity)
    return "The exponentials still fit into a float64, their sum does not: it is infinity.";
  if (sum === 0)
    return (
      `Even ${power}, the largest, is too small for a float64: ` +
      "every exponential becomes 0, and 0 / 0 is NaN, not a number."
    );
  return null;
}
