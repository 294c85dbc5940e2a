// A number field that keeps the last good value, and the line that says why.
import { isModified } from "./keys.js";
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

/**
 * Returns {element, set(value)}. `onchange(value)` is called for each good number that is typed; what
 * is refused brings back the number that stood there before.
 * @param {string} label
 * @param {Range} range
 * @param {(value: number) => void} onchange
 */
export function numberField(label, range, onchange) {
  const { min, max, refused } = range;
  let value = 0;
  /** @type {number | null} */
  let before = null; // the value when the typing began; null where nothing is being typed
  const input = node("input", {
    type: "text",
    inputmode: "decimal",
    role: "spinbutton",
    class: "cw-entry",
    "aria-valuemin": min,
    "aria-valuemax": max,
    "aria-label": label,
    autocomplete: "off",
    onbeforeinput: begin,
    oninput: typed,
    onblur: restore,
    onkeydown: keydown,
  });

  /** @param {number} x */
  function become(x) {
    if (x === value) return;
    value = x;
    input.setAttribute("aria-valuenow", String(x));
    onchange(x);
  }

  // Another number begins where all that stands there is replaced.
  function begin() {
    const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (isAll || before === null) before = value;
  }

  function typed() {
    before ??= value;
    const { value: x, problem: unclear } = readField(input.value);
    const why = unclear ?? problem(x, range);
    if (why) {
      become(before);
      return refused.complain(input, `${label} stays ${fieldText(value)}: ${why}.`);
    }
    refused.quiet(input);
    become(x);
  }

  /** @param {KeyboardEvent} event */
  function keydown(event) {
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (way && !event.shiftKey && !isModified(event)) {
      event.preventDefault();
      become(Math.min(Math.max(stepped(value, 1, way), min), max));
      restore();
    } else if (event.key === "Enter" || event.key === "Escape") restore();
  }

  function restore() {
    before = null;
    refused.quiet(input);
    input.value = fieldText(value);
  }

  return {
    element: input,
    /** @param {number} next */
    set(next) {
      value = next;
      input.setAttribute("aria-valuenow", String(next));
      // What is being typed is not overwritten by its own echo ("1." is 1, and not done).
      if (before !== null && input.matches(":focus")) return;
      refused.quiet(input);
      input.value = fieldText(next);
    },
  };
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
