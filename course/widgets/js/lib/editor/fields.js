// The number fields in an editor's cells.
import { node } from "../page.js";
import { inNarrowField } from "../write_numbers.js";

/**
 * @import { Attributes } from "../page.js"
 */

/**
 * @param {number | null} min
 * @param {number | null} max
 * @param {Attributes} handlers
 */
export function createField(min, max, handlers) {
  return node("input", {
    type: "text",
    inputmode: "decimal",
    role: "spinbutton",
    "aria-valuemin": min,
    "aria-valuemax": max,
    tabindex: -1,
    autocomplete: "off",
    // The browser would drag the selected text away.
    ondragstart: (event) => event.preventDefault(),
    ...handlers,
  });
}

/** What is written into the fields of one editor. */
export class FieldWriter {
  /** @type {{input: HTMLInputElement, text: string} | null} */
  #focused = null;

  /**
   * @param {HTMLInputElement} input
   * @param {string} name of the entry, for a screen reader
   * @param {number} x
   * @param {boolean} isTypedIn what is being typed is not overwritten
   */
  write(input, name, x, isTypedIn) {
    if (input.getAttribute("aria-label") !== name) input.setAttribute("aria-label", name);
    input.setAttribute("aria-valuenow", String(x));
    if (isTypedIn) return;
    const text = inNarrowField(x);
    if (input.matches(":focus")) {
      if (!this.#focused) queueMicrotask(() => this.#writeFocused());
      this.#focused = { input, text };
    } else if (input.value !== text) input.value = text;
  }

  // To write into the field with the focus makes the browser lay out the page: once, when all that
  // follows from a change is written. What is typed next replaces it.
  #writeFocused() {
    if (!this.#focused) return;
    const { input, text } = this.#focused;
    this.#focused = null;
    if (input.value === text) return;
    input.value = text;
    // To select also moves the focus: not back.
    if (input.matches(":focus")) input.select();
  }
}
