// One query reads its keys block by block: what is kept after each, and what a block does in words.
import { asOperand, asTyped, precise } from "../lib/write_numbers.js";

/**
 * After a block: its first key, its scores and their maximum `own`, what was kept before it, and
 * `top`, `total` and `mix`, the maximum, the sum of the exponentials and the weighted sum so far.
 * `factor` is what the old sums were multiplied by, `powers` are the block's exponentials.
 * @typedef {ReturnType<typeof runningSteps>[number]} Step
 */

/**
 * @param {number[]} scores
 * @param {number[]} values
 * @param {number} size of a block
 */
export function runningSteps(scores, values, size) {
  const steps = [];
  let [top, total, mix] = [-Infinity, 0, 0];
  for (let start = 0; start < scores.length; start += size) {
    const block = scores.slice(start, start + size);
    const own = Math.max(...block);
    const old = { top, total, mix };
    top = Math.max(top, own);
    const factor = Math.exp(old.top - top);
    const highest = top;
    const powers = block.map((score) => Math.exp(score - highest));
    total = old.total * factor + powers.reduce((sum, x) => sum + x, 0);
    mix = old.mix * factor + powers.reduce((sum, x, i) => sum + x * values[start + i], 0);
    steps.push({ start, block, own, old, top, factor, powers, total, mix });
  }
  return steps;
}

/**
 * Return the factor of the old sums, written as a power of e.
 * @param {number} old
 * @param {number} top
 */
export function shrink(old, top) {
  return `e^(${asTyped(old)} − ${asOperand(top)})`;
}

/**
 * Say what a block does.
 * @param {Step} step
 * @param {number} index
 * @param {number} blocks
 */
export function told({ old, top, factor, total, mix }, index, blocks) {
  const at = `Block ${index + 1} of ${blocks}`;
  const now = `total ${precise(total)}, mix ${precise(mix)}.`;
  if (index === 0) return `${at}: the top is ${asTyped(top)}; ${now}`;
  if (top === old.top)
    return `${at}: the top stays ${asTyped(top)}, so the old sums count as they are; ${now}`;
  return (
    `${at}: the top rises from ${asTyped(old.top)} to ${asTyped(top)}, so the old total ` +
    `and mix are multiplied by ${shrink(old.top, top)} = ${precise(factor)}; ${now}`
  );
}
