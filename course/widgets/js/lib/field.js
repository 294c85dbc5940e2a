// A number field that keeps the last good value, and the line that says why.
import { clamp } from "./clamp.js";
import { isModified } from "./keep_keys.js";
import { newId, node } from "./page.js";
import { stepped } from "./read_numbers.js";
import { markRefused, unmarkRefused } from "./refused_field.js";
import { judge } from "./typed_number.js";
import { inField } from "./write_numbers.js";

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
      markRefused(input, element);
    },
    /** @param {HTMLInputElement} input */
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      unmarkRefused(input);
    },
  };
}

/**
 * @typedef {import("./typed_number.js").Limits & {refused: ReturnType<typeof refusals>}} Range
 */

/** A field for one number. What is refused brings back the number that stood there before. */
export class NumberField {
  #value = 0;
  /** @type {number | null} */
  #before = null; // the value when the typing began; null where nothing is being typed
  /** @type {string | null} */
  #unsaid = null; // why what stands there is not taken, until the field is left

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
      onblur: () => this.#leave(),
      onkeydown: (event) => this.#keydown(event),
    });
  }

  /** @param {number} value */
  set(value) {
    const { element } = this;
    // What is not taken of the typing gives way to what has come in between, and not to older.
    if (value !== this.#value && this.#before !== null) this.#before = value;
    this.#value = value;
    element.setAttribute("aria-valuenow", String(value));
    // What is being typed is not overwritten by its own echo ("1." is 1, and not done).
    if (this.#before !== null && element.matches(":focus")) return;
    this.range.refused.quiet(element);
    element.value = inField(value);
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
    const isAll = value !== "" && selectionStart === 0 && selectionEnd === value.length;
    if (isAll || this.#before === null) this.#before = this.#value;
  }

  #typed() {
    const { refused: said } = this.range;
    this.#before ??= this.#value;
    const { value, refused, isUnfinished } = judge(this.element.value, this.range);
    this.#unsaid = isUnfinished ? refused : null;
    said.quiet(this.element);
    if (refused === null) this.#become(value);
    else if (!isUnfinished) {
      // The first digits of what is refused are no number that was meant.
      this.#become(this.#before);
      this.#complain(refused);
    }
  }

  /** @param {string} why */
  #complain(why) {
    const stays = `${this.label} stays ${inField(this.#value)}`;
    this.range.refused.complain(this.element, `${stays}: ${why}.`);
  }

  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const { min, max } = this.range;
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (way && !event.shiftKey && !isModified(event)) {
      event.preventDefault();
      this.#become(clamp(stepped(this.#value, 1, way), min, max));
      this.#restore();
    } else if (event.key === "Enter") this.#enter();
    else if (event.key === "Escape") this.#giveUp();
  }

  #leave() {
    this.#close(this.#unsaid);
  }

  // The number before comes back here and now, so that why stays on the page.
  #enter() {
    this.#close(judge(this.element.value, this.range).refused);
  }

  /** @param {string | null} why what stands there is not taken, if that is to be said */
  #close(why) {
    this.#giveUp();
    if (why) this.#complain(why);
  }

  // What is not taken gives way to the number before it.
  #giveUp() {
    if (this.#unsaid && this.#before !== null) this.#become(this.#before);
    this.#restore();
  }

  #restore() {
    this.#before = null;
    this.#unsaid = null;
    this.range.refused.quiet(this.element);
    this.element.value = inField(this.#value);
  }
}
