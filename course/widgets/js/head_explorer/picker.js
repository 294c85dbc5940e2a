// Buttons in a row of which one is chosen; in the tab order they are one, arrow keys choose.
import { isModified } from "../lib/keep_keys.js";
import { node } from "../lib/page.js";

/**
 * Returns {element, buttons, set(chosen)}.
 * @param {string} label
 * @param {Node[][]} faces what each button shows beside its number
 * @param {(number: number) => void} onchoose
 */
export function createPicker(label, faces, onchoose) {
  const buttons = faces.map((face, number) =>
    node(
      "button",
      {
        type: "button",
        role: "radio",
        class: "cw-head",
        "aria-label": `${label} ${number}`,
        onclick: () => onchoose(number),
      },
      node("span", {}, String(number)),
      ...face,
    ),
  );
  const attributes = { role: "radiogroup", "aria-label": label, class: "cw-heads" };
  const element = node("div", attributes, ...buttons);
  element.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button.contains(/** @type {Node} */ (event.target)));
    const to = placeAfter(event.key, at, buttons.length);
    if (at < 0 || to === null || isModified(event)) return;
    event.preventDefault();
    buttons[to].focus();
    onchoose(to);
  });
  return {
    element,
    buttons,
    /** @param {number} chosen */
    set(chosen) {
      for (const [number, button] of buttons.entries()) {
        button.setAttribute("aria-checked", String(number === chosen));
        button.tabIndex = number === chosen ? 0 : -1;
      }
    },
  };
}

/**
 * Return the place that a key leads to; null for other keys.
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
function placeAfter(key, at, count) {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
