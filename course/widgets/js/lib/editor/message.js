// Why an entry is refused, written below its cell.
import { newId, node } from "../page.js";
import { markRefused, unmarkRefused } from "../refused_field.js";

export function createMessage() {
  const attributes = { role: "alert", class: "cw-message", id: newId("message"), hidden: true };
  const element = node("p", attributes);
  /** @type {HTMLInputElement[]} */
  let refused = [];
  return {
    element,
    /**
     * @param {HTMLInputElement} input
     * @param {HTMLElement} editor which the message stands in
     * @param {string} sentence
     */
    show(input, editor, sentence) {
      element.textContent = sentence;
      element.hidden = false;
      markRefused(input, element);
      refused.push(input);
      const [cell, box] = [input.getBoundingClientRect(), editor.getBoundingClientRect()];
      element.style.top = `${cell.bottom - box.top + 4}px`;
      element.style.left = `${Math.max(0, Math.min(cell.left - box.left, box.width - 200))}px`;
    },
    hide() {
      if (element.hidden) return;
      element.hidden = true;
      refused.forEach(unmarkRefused);
      refused = [];
    },
  };
}
