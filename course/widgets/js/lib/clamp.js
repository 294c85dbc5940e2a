/**
 * Return the number between two limits that is nearest to `x`.
 * @param {number} x
 * @param {number} low
 * @param {number} high
 */
export function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
}
