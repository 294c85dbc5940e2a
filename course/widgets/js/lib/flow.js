// A computation drawn as a line: matrices with the signs and arrows of the operations between them.
import { node } from "./page.js";
import { typeset } from "./words.js";

/** @param {HTMLElement[]} elements */
export function createLine(...elements) {
  return node("div", { class: "cw-line" }, ...elements);
}

/**
 * A matrix with what leads to it, which stay together where a line is broken.
 * @param {HTMLElement[]} parts
 */
export function step(...parts) {
  return node("div", { class: "cw-step" }, ...parts);
}

/**
 * Steps that stand in a row of their own where the line is broken.
 * @param {HTMLElement[]} parts
 */
export function group(...parts) {
  return node("div", { class: "cw-group" }, ...parts);
}

/** @param {string} text */
export function sign(text) {
  return node("span", { class: "cw-sign", "aria-hidden": "true" }, text);
}

/** @param {string} text */
export function raised(text) {
  return node("span", { class: "cw-sign cw-raised", "aria-hidden": "true" }, text);
}

/**
 * An arrow with the name of an operation. Returns {element, rename(text, below)}.
 * @param {string} name
 */
export function arrow(name) {
  const [text, below] = [node("span", {}, ...typeset(name)), node("small")];
  return {
    element: node("span", { class: "cw-arrow", "aria-hidden": "true" }, text, below),
    /**
     * @param {string} next
     * @param {string} detail stands below the arrow
     */
    rename(next, detail = "") {
      if (text.textContent === next && below.textContent === detail) return;
      text.replaceChildren(...typeset(next));
      below.textContent = detail;
    },
  };
}
