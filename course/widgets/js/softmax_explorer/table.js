// The table from scores to weights: a row for each score, with a field and a slider for it.
import { NumberField } from "../lib/field.js";
import { node } from "../lib/page.js";
import { asTyped, decimals, number, precise } from "../lib/write_numbers.js";

/**
 * @import { Steps } from "./steps.js"
 */

export const LIMIT = 10000; // of a score

/** @typedef {ReturnType<typeof import("../lib/field.js").refusals>} Refusals */

/**
 * Returns {element, fit(scores), isDragged(), paint(scores, steps, isShifted)}.
 * @param {string[]} labels
 * @param {Refusals} refused
 * @param {object} on
 * @param {(at: number, score: number) => void} on.change
 * @param {() => void} on.rest the sliders may be fitted to the scores: none is being dragged
 */
export function createTable(labels, refused, on) {
  const lines = labels.map((label, at) => createLine(label, at, refused, on));
  const [exponentHead, exponentialHead, weightHead] = [node("span"), node("span"), node("span")];
  exponentialHead.append("e", node("sup", {}, "exponent"));
  const [sum, total] = [numberCell(), numberCell()];
  const head = node(
    "tr",
    {},
    node("td"),
    stepHead("Score", node("span", {}, "s")),
    stepHead("Exponent", exponentHead, 1, "sx-right"),
    stepHead("1. Exponentiate", exponentialHead, 2),
    stepHead("2. Divide by the sum", weightHead, 2),
  );
  const foot = node(
    "tr",
    {},
    node("th", { scope: "row" }, "sum"),
    node("td", { colspan: 2 }),
    ...[sum, node("td"), total, node("td")],
  );
  const element = node(
    "table",
    { class: "sx-table", "aria-label": "From scores to weights" },
    node("thead", {}, head),
    node("tbody", {}, ...lines.map(({ row }) => row)),
    node("tfoot", {}, foot),
  );

  return {
    element,
    /**
     * Let the sliders go from below the lowest score to above the highest, at round numbers.
     * @param {number[]} scores
     */
    fit(scores) {
      const [low, high] = endsFor(scores);
      const step = high - low > 500 ? 1 : 0.1;
      for (const [i, { range }] of lines.entries()) {
        [range.min, range.max, range.step] = [low, high, step].map(String);
        range.value = String(scores[i]);
      }
    },
    isDragged: () => lines.some(({ range }) => range.matches(":active")),
    /**
     * @param {number[]} scores
     * @param {Steps} steps
     * @param {boolean} isShifted the largest score was subtracted
     */
    paint(scores, steps, isShifted) {
      const places = decimals(steps.exponents);
      const highest = Math.max(...steps.exponentials);
      for (const [i, line] of lines.entries()) line.paint(scores[i], steps, places, highest);
      const sign = steps.shift < 0 ? "+" : "−";
      const above = isShifted ? `(s ${sign} ${asTyped(Math.abs(steps.shift))})` : "s";
      exponentHead.textContent = `${above} / T`;
      weightHead.textContent = `÷ ${exponentialText(steps.sum)}`;
      sum.textContent = exponentialText(steps.sum);
      total.textContent = number(steps.total, decimals([steps.total], 4));
    },
  };
}

/**
 * Return the ends of the sliders: round numbers beyond all scores, as far as scores may go.
 * @param {number[]} scores
 * @returns {[low: number, high: number]}
 */
export function endsFor(scores) {
  const low = 10 * Math.floor(Math.min(...scores) / 10) - 10;
  const high = 10 * Math.ceil(Math.max(...scores) / 10) + 10;
  return [Math.max(low, -LIMIT), Math.min(high, LIMIT)];
}

/**
 * @param {string} label
 * @param {number} at
 * @param {Refusals} refused
 * @param {{change: (at: number, score: number) => void, rest: () => void}} on
 */
function createLine(label, at, refused, on) {
  const range = node("input", {
    type: "range",
    class: "sx-range",
    "aria-label": `Score of ${label}, slider`,
    oninput: () => on.change(at, Number(range.value)),
    // The slider's ends move only when it rests.
    onchange: on.rest,
  });
  const limits = { min: -LIMIT, max: LIMIT, refused };
  const field = new NumberField(`Score of ${label}`, limits, (score) => {
    on.change(at, score);
    on.rest();
  });
  const exponent = numberCell();
  const [exponential, weight] = [numberCell("scores"), numberCell("weights")];
  const [height, share] = [createBar("scores"), createBar("weights")];
  const row = node(
    "tr",
    {},
    node("th", { scope: "row", title: label }, label),
    node("td", { class: "sx-score" }, range, field.element),
    exponent,
    exponential,
    barCell(height),
    weight,
    barCell(share),
  );
  return {
    row,
    range,
    /**
     * @param {number} score
     * @param {Steps} steps
     * @param {number} places of the exponents
     * @param {number} highest exponential
     */
    paint(score, { exponents, exponentials, weights }, places, highest) {
      const [own, w] = [exponentials[at], weights[at]];
      field.set(score);
      if (Number(range.value) !== score) range.value = String(score);
      range.setAttribute("aria-valuetext", asTyped(score));
      exponent.textContent = number(exponents[at], places);
      exponential.textContent = exponentialText(own);
      weight.textContent = weightText(w);
      const part = own === highest ? 1 : own / highest;
      stretch(height, exponential, highest > 0 ? part : 0, own === Infinity);
      stretch(share, weight, w, false);
    },
  };
}

/** @param {number} w */
export function weightText(w) {
  return w > 0 && w < 0.0001 ? precise(w) : number(w, w ? 4 : 0);
}

/**
 * One decimal up to a thousand millions: below others of its column, such a number reads better than
 * with a power of ten.
 * @param {number} x
 */
export function exponentialText(x) {
  return x >= 1e6 && x < 1e9 ? x.toFixed(1) : precise(x);
}

/** @param {string | null} name of the colour of its bar, if it has one */
function numberCell(name = null) {
  return node("td", { class: "sx-number", style: name && `--fill: var(--course-${name})` });
}

/** @param {string} name of its colour */
function createBar(name) {
  return node("span", { class: "sx-bar", style: `--fill: var(--course-${name})` });
}

/** @param {HTMLElement} bar */
function barCell(bar) {
  return node("td", { class: "sx-bars", "aria-hidden": "true" }, bar);
}

/**
 * @param {string} step
 * @param {HTMLElement} below
 * @param {number} columns
 * @param {string | null} name of its class
 */
function stepHead(step, below, columns = 1, name = null) {
  const attributes = { scope: "col", colspan: columns, class: name };
  return node("th", attributes, node("b", {}, step), node("br"), below);
}

/**
 * @param {HTMLElement} bar
 * @param {HTMLElement} cell of its number, below which the bar lies where there is no room beside it
 * @param {number} share of the full length
 * @param {boolean} isEndless
 */
function stretch(bar, cell, share, isEndless) {
  const isNumber = Number.isFinite(share);
  bar.style.width = isNumber ? `${100 * share}%` : "0";
  cell.style.setProperty("--share", bar.style.width);
  bar.classList.toggle("is-missing", !isNumber || share === 0);
  bar.classList.toggle("is-endless", isEndless);
}
