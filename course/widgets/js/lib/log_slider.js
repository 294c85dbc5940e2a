// A slider over numbers of very different sizes, with a field for the exact one.
import { clamp } from "./clamp.js";
import { NumberField } from "./field.js";
import { isModified } from "./keep_keys.js";
import { node, slider } from "./page.js";

/**
 * Each place of the slider is so many times the one before. Returns {element, set(value)}.
 * @param {string} label
 * @param {string} fieldLabel
 * @param {object} range
 * @param {number} range.min
 * @param {number} range.max
 * @param {boolean} [range.isWhole]
 * @param {ReturnType<typeof import("./field.js").refusals>} range.refused
 * @param {(value: number) => number} range.round the number that a place of the slider stands for
 * @param {(value: number) => string} range.text
 * @param {(key: string, value: number) => number | null} range.after the number that a key leads to;
 *   null for other keys
 * @param {(value: number) => void} onchange
 */
export function createLogSlider(label, fieldLabel, range, onchange) {
  const { min, max, round, text, after } = range;
  let value = min;
  /** @param {number} x */
  const take = (x) => onchange(clamp(round(x), min, max));
  const places = slider(
    label,
    {
      min: Math.log2(min),
      max: Math.log2(max),
      step: "any",
      text: (x) => text(round(2 ** x)),
      isWritten: false,
    },
    (x) => take(2 ** x),
  );
  // A step of "any" has no arrow keys of use.
  places.input.addEventListener("keydown", (event) => {
    const next = isModified(event) ? null : after(event.key, value);
    if (next === null) return;
    event.preventDefault();
    take(next);
  });
  const field = new NumberField(fieldLabel, range, onchange);
  return {
    element: node("span", { class: "cw-slider" }, places.element, field.element),
    /** @param {number} next */
    set(next) {
      value = next;
      field.set(next);
      // The slider is finer than the numbers: it is not pulled while it is dragged.
      if (round(2 ** Number(places.input.value)) !== next) places.set(Math.log2(next));
      places.input.setAttribute("aria-valuetext", text(next));
    },
  };
}
