// A number field that keeps the last good value, and the line that says why.
import { isModified } from "./keep_keys.js";
import { fieldText, number, readField, stepped } from "./numbers.js";
import { newId, node } from "./page.js";

/** The place for refusals: {element, complain(input, sentence), quiet(input)}. */
export function refusals() {
  const element = node("p", { role: "alert", class: "cw-refused", id: newId("refused") });
  return {
    element,
    /**
     * @param {HTMLInputElement} input
     * @param {string} sentence
     */
    complain(input, sentence) {
      element.textContent = sentence;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", element.id);
    },
    /** @param {HTMLInputElement} input */
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    },
  };
}

/**
 * @typedef {object} Range
 * @property {number} min
 * @property {number} max
 * @property {boolean} [isWhole] only whole numbers are taken
 * @property {ReturnType<typeof refusals>} refused
 */

/** A field for one number. What is refused brings back the number that stood there before. */
export class NumberField {
  #value = 0;
  /** @type {number | null} */
  #before = null; // the value when the typing began; null where nothing is being typed

  /**
   * @param {string} label
   * @param {Range} range
   * @param {(value: number) => void} onchange called for each good number that is typed
   */
  constructor(label, range, onchange) {
    this.label = label;
    this.range = range;
    this.onchange = onchange;
    this.element = node("input", {
      type: "text",
      inputmode: "decimal",
      role: "spinbutton",
      class: "cw-entry",
      "aria-valuemin": range.min,
      "aria-valuemax": range.max,
      "aria-label": label,
      autocomplete: "off",
      onbeforeinput: () => this.#begin(),
      oninput: () => this.#typed(),
      onblur: () => this.#restore(),
      onkeydown: (event) => this.#keydown(event),
    });
  }

  /** @param {number} value */
  set(value) {
    const { element } = this;
    this.#value = value;
    element.setAttribute("aria-valuenow", String(value));
    // What is being typed is not overwritten by its own echo ("1." is 1, and not done).
    if (this.#before !== null && element.matches(":focus")) return;
    this.range.refused.quiet(element);
    element.value = fieldText(value);
  }

  /** @param {number} x */
  #become(x) {
    if (x === this.#value) return;
    this.#value = x;
    this.element.setAttribute("aria-valuenow", String(x));
    this.onchange(x);
  }

  // Another number begins where all that stands there is replaced.
  #begin() {
    const { selectionStart, selectionEnd, value } = this.element;
    const isAll = selectionStart === 0 && selectionEnd === value.length;
    if (isAll || this.#before === null) this.#before = this.#value;
  }

  #typed() {
    const { refused } = this.range;
    this.#before ??= this.#value;
    const { value: x, problem: unclear } = readField(this.element.value);
    const why = unclear ?? problem(x, this.range);
    if (why) {
      this.#become(this.#before);
      const stays = `${this.label} stays ${fieldText(this.#value)}`;
      return refused.complain(this.element, `${stays}: ${why}.`);
    }
    refused.quiet(this.element);
    this.#become(x);
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const { min, max } = this.range;
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (way && !event.shiftKey && !isModified(event)) {
      event.preventDefault();
      this.#become(Math.min(Math.max(stepped(this.#value, 1, way), min), max));
      this.#restore();
    } else if (event.key === "Enter" || event.key === "Escape") this.#restore();
  }

  #restore() {
    this.#before = null;
    this.range.refused.quiet(this.element);
    this.element.value = fieldText(this.#value);
  }
}

/**
 * Say why a number is refused; null where it is taken.
 * @param {number} x
 * @param {Range} range
 */
function problem(x, { min, max, isWhole = false }) {
  if (Number.isNaN(x)) return "it must be a number";
  if (isWhole && !Number.isInteger(x)) return "it must be a whole number";
  if (x < min) return `the least that goes here is ${number(min, decimalsOf(min))}`;
  if (x > max) return `the most that goes here is ${max.toLocaleString("en")}`;
  return null;
}

/** @param {number} x */
function decimalsOf(x) {
  return (String(x).split(".")[1] ?? "").length;
}
