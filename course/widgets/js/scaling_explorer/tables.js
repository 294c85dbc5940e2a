// The means over all rows of scores, and the weights of one row, undivided and divided.
import { headedRow, node } from "../lib/page.js";
import { number, smallNumber } from "../lib/write_numbers.js";
import { fixed } from "./histogram.js";
import { NUDGE, ROWS } from "./random_scores.js";

/**
 * @import { Measured } from "./random_scores.js"
 */

/** @type {[name: string, text: (measured: Measured) => string][]} */
const LINES = [
  ["Variance of the scores", ({ variance }) => fixed(variance)],
  ["Standard deviation", ({ deviation }) => fixed(deviation)],
  ["Largest weight, mean", ({ largest }) => number(largest, 3)],
  ["Entropy, mean", ({ entropy }) => number(entropy, 3)],
  [`Change of a weight, a score raised by ${NUDGE}: mean`, ({ change }) => smallNumber(change)],
  [
    `Change of a weight, a score raised by ${NUDGE}: median`,
    ({ typicalChange }) => smallNumber(typicalChange),
  ],
];
const ENTROPY = 3; // its line

/** The means: {element, set(names, both, nKeys)}. */
export function createMeans() {
  const headings = [node("th", { scope: "col" }), node("th", { scope: "col" })];
  const lines = LINES.map(([name, text]) => ({
    name: node("span", {}, name),
    cells: [node("td"), node("td")],
    text,
  }));
  return {
    element: node(
      "table",
      { class: "se-table", "aria-label": `Averages over ${ROWS} rows of scores` },
      node("thead", {}, node("tr", {}, node("td"), ...headings)),
      node("tbody", {}, ...lines.map(({ name, cells }) => headedRow(name, cells))),
    ),
    /**
     * @param {string[]} names
     * @param {Measured[]} both
     * @param {number} nKeys
     */
    set(names, both, nKeys) {
      for (const [side, measured] of both.entries()) {
        headings[side].textContent = names[side];
        for (const { cells, text } of lines) cells[side].textContent = text(measured);
      }
      const most = number(Math.log(nKeys), 3);
      lines[ENTROPY].name.textContent = `Entropy, mean (at most ln ${nKeys} = ${most})`;
    },
  };
}

/** The first query's scores and weights: {elements, build(nKeys), set(both)}. */
export function createExample() {
  const caption = node("p", { class: "se-heading" });
  const table = node("table", { class: "se-table se-example" });
  /** @type {{score: HTMLElement, weight: HTMLElement, bar: HTMLElement}[][]} */
  let keys = []; // keys[key][side]
  return {
    elements: [caption, node("div", { class: "cw-scroll" }, table)],
    /** @param {number} nKeys */
    build(nKeys) {
      const side = () => ({
        score: node("td"),
        weight: node("td"),
        bar: node("span", { class: "se-bar" }),
      });
      keys = Array.from({ length: nKeys }, () => [side(), side()]);
      const heads = ["q · k", "weight", "q · k / √d_k", "weight"].map((text, k) =>
        node("th", { scope: "col", colspan: k % 2 ? 2 : 1 }, text),
      );
      const rows = keys.map((sides, k) => headedRow(`key ${k}`, sides.flatMap(cellsOf)));
      table.replaceChildren(
        node("thead", {}, node("tr", {}, node("td"), ...heads)),
        node("tbody", {}, ...rows),
      );
      table.setAttribute("aria-label", `Weights of the first query over its ${nKeys} keys`);
      caption.textContent = `One query with its ${nKeys} keys: scores and softmax`;
    },
    /** @param {Measured[]} both */
    set(both) {
      for (const [side, { scores, weights }] of both.entries())
        for (const [k, sides] of keys.entries()) {
          sides[side].score.textContent = number(scores.data[k], 2);
          sides[side].weight.textContent = smallNumber(weights.data[k]);
          sides[side].bar.style.width = `${100 * weights.data[k]}%`;
        }
    },
  };
}

/** @param {{score: HTMLElement, weight: HTMLElement, bar: HTMLElement}} side */
function cellsOf({ score, weight, bar }) {
  return [score, weight, node("td", { class: "se-space", "aria-hidden": "true" }, bar)];
}
