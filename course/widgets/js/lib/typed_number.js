// What is typed in a field: a number that is taken, one that is refused, or the beginning of one.
import { readField } from "./read_numbers.js";

/**
 * @typedef {object} Limits
 * @property {number} min
 * @property {number} max
 * @property {boolean} [isWhole] only whole numbers are taken
 */

const UNFINISHED = /^[+−-]?(\d+[.,]?\d*|[.,]\d*)?(e[+−-]?)?$/i; // on the way to a number

/**
 * Judge what stands in a field. `refused` says why it is not taken; null: it is. `isUnfinished`:
 * what is typed next may make a number of it that is, so nothing is said until the field is left.
 * @param {string} text
 * @param {Limits} limits
 * @param {string} what is typed, in words
 */
export function judge(text, limits, what = "it") {
  const { value, problem } = readField(text);
  const refused = problem ?? refusal(value, limits, what);
  const isUnfinished = refused !== null && !problem && mayGoOn(text.trim(), value, limits);
  return { value, refused, isUnfinished };
}

/**
 * Say why a number is refused; null where it is taken.
 * @param {number} x
 * @param {Limits} limits
 */
export function refusal(x, { min, max, isWhole = false }, what = "it") {
  if (!Number.isFinite(x)) return `${what} must be a number`;
  if (isWhole && !Number.isInteger(x)) return `${what} must be a whole number`;
  if (x < min) return `the least that goes here is ${written(min)}`;
  if (x > max) return `the most that goes here is ${written(max)}`;
  return null;
}

/**
 * Return true if further digits can make a number of a text that is refused. They carry it away from
 * 0: as far as one likes before the point, by less than one of the last decimal after it.
 * @param {string} text
 * @param {number} x
 * @param {Limits} limits
 */
function mayGoOn(text, x, { min, max, isWhole = false }) {
  if (Number.isNaN(x)) return UNFINISHED.test(text);
  const digits = text.match(/^([+−-]?)\d*([.,]\d*)?$/);
  if (!digits) return false; // a power of ten
  const [, sign, decimals] = digits;
  if (isWhole && decimals) return false;
  const reach = decimals ? 10 ** (1 - decimals.length) : Infinity;
  return /[−-]/.test(sign) ? x > max && x - reach < max : x < min && x + reach > min;
}

/** @param {number} limit */
function written(limit) {
  return limit.toLocaleString("en", { maximumFractionDigits: 12 }).replace("-", "−");
}
