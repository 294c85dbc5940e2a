/**
 * Return a sentence's "1 row" or "3 rows".
 * @param {number} n
 * @param {string} what
 */
export function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
