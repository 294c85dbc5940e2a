// How an entry looks in each kind of matrix: its colours and its text.
import { diverging, sequential } from "../colour_maps.js";
import { reach } from "../matrix.js";
import { inNarrowCell } from "../write_numbers.js";

/**
 * "signed": blue below 0, orange-red above; "weights": light to dark from 0 to 1; "mask": ✓ where a
 * query may attend; "plain": without colours.
 * @typedef {"signed" | "weights" | "mask" | "plain"} Kind
 */

/**
 * The class of a cell, "" for one on the page's ground in its ink; `ink` is the text's colour, where
 * the class sets it; `pixel` is the ground's colour as image data holds it.
 * @typedef {{className: string, ink: string, pixel?: number}} Look
 */

const GROUND = { className: "", ink: "" };
const HATCHED = { className: "cw-masked", ink: "" };
const MAY = { className: "", ink: "", pixel: 0xff909090 }; // in the picture a grey

/**
 * Return the entry whose colour is at the end of the scale.
 * @param {Kind} kind
 * @param {import("../matrix.js").Matrix} value
 */
export function limitOf(kind, value) {
  return kind === "weights" ? 1 : reach(value);
}

/**
 * Return where a signed entry stands on the scale, from -1 to 1. A scale that goes far is one of
 * logarithms, or the inputs would all be as pale as 0 beside their scores.
 * @param {number} x
 * @param {number} limit the entry at the end of the scale
 */
export function shareOf(x, limit) {
  if (!limit) return 0;
  if (!goesFar(limit)) return x / limit;
  return (Math.sign(x) * Math.log1p(Math.abs(x))) / Math.log1p(limit);
}

/** @param {number} limit */
export function goesFar(limit) {
  return limit > 10;
}

/**
 * Return the entry whose colour is in the middle between that of 0 and that of the limit.
 * @param {number} limit
 */
export function halfwayOf(limit) {
  return goesFar(limit) ? Math.sqrt(1 + limit) - 1 : limit / 2;
}

/**
 * @param {Kind} kind
 * @param {number} x
 * @param {number} limit
 * @returns {Look}
 */
export function lookOf(kind, x, limit) {
  if (kind === "plain") return GROUND;
  if (kind === "mask") return x ? MAY : HATCHED;
  if (x === -Infinity) return HATCHED;
  if (!Number.isFinite(x)) return GROUND;
  return kind === "weights" ? sequential(x) : diverging(shareOf(x, limit));
}

/**
 * @param {Kind} kind
 * @param {number} x
 * @param {number} places
 */
export function textOf(kind, x, places) {
  if (kind === "mask") return x ? "✓" : "−∞";
  return inNarrowCell(x, places);
}
