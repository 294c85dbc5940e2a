// The keys of one query, of which one block at a time is in hand, and what is kept after each block.
import { headedRow, headRow, node } from "../lib/page.js";
import { asTyped, precise } from "../lib/write_numbers.js";
import { shrink } from "./running_softmax.js";

/**
 * @import { Step } from "./running_softmax.js"
 */

/**
 * Returns {element, set(step, size)}.
 * @param {string[]} labels
 * @param {number[]} scores
 * @param {number[]} values
 */
export function createKeys(labels, scores, values) {
  const keys = labels.map((label, i) => ({
    head: node("th", { scope: "col", title: label }, label),
    score: node("td", {}, asTyped(scores[i])),
    value: node("td", {}, asTyped(values[i])),
    power: node("td"),
  }));
  const rows = [
    headedRow(
      "score",
      keys.map(({ score }) => score),
    ),
    headedRow(
      "value",
      keys.map(({ value }) => value),
    ),
    headedRow(
      "e^(score − top)",
      keys.map(({ power }) => power),
    ),
  ];
  const head = node("tr", {}, node("td"), ...keys.map(({ head }) => head));
  const attributes = { class: "be-table be-keys", "aria-label": "The keys of one query" };
  return {
    element: node("table", attributes, node("thead", {}, head), node("tbody", {}, ...rows)),
    /**
     * @param {Step | undefined} step undefined before the first block
     * @param {number} size of a block
     */
    set(step, size) {
      const start = step ? step.start : Infinity; // of the block in hand
      for (const [i, { head, score, value, power }] of keys.entries()) {
        const inHand = i >= start && i < start + size;
        for (const cell of [head, score, value, power]) {
          cell.classList.toggle("is-in-hand", inHand);
          cell.classList.toggle("is-first", i === start);
        }
        // Of a block that was read, only the keys and the values are still there.
        for (const cell of [score, power])
          cell.classList.toggle("is-forgotten", i < start && !!step);
        if (step && inHand) power.textContent = precise(step.powers[i - start]);
        else power.textContent = step && i < start ? "forgotten" : "–";
      }
    },
  };
}

/** What is kept after each block: {element, set(steps, read)}. */
export function createKept() {
  const names = ["largest in it", "top", "e^(old top − top)", "total", "mix"];
  const body = node("tbody");
  const head = headRow(...names);
  head.prepend(node("td"));
  /** @type {HTMLTableRowElement[]} */
  let rows = [];
  const attributes = { class: "be-table be-kept", "aria-label": "What is kept after each block" };
  return {
    element: node("table", attributes, node("thead", {}, head), body),
    /**
     * @param {Step[]} steps
     * @param {number} read blocks
     */
    set(steps, read) {
      if (rows.length !== steps.length) {
        rows = steps.map((_, i) =>
          headedRow(
            `block ${i + 1}`,
            names.map(() => node("td")),
          ),
        );
        body.replaceChildren(...rows);
      }
      for (const [i, row] of rows.entries()) {
        const texts = i < read ? textsOf(steps[i], i) : names.map(() => "–");
        const [head, ...cells] = row.cells;
        for (const [k, cell] of cells.entries()) cell.textContent = texts[k];
        for (const cell of [head, ...cells]) cell.classList.toggle("is-in-hand", i === read - 1);
      }
    },
  };
}

/**
 * @param {Step} step
 * @param {number} index
 */
function textsOf({ own, old, top, factor, total, mix }, index) {
  const power = index ? `${shrink(old.top, top)} = ${precise(factor)}` : "–";
  return [precise(own), precise(top), power, precise(total), precise(mix)];
}
