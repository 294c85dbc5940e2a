// Outlines around cells that have changed, with their old numbers, for a moment. They lie over the
// table as one picture that only fades: to change every cell would cost each edit more than the edit.
import { node, svg } from "../page.js";

/**
 * A cell that has changed: its place in the table, its old number and the colour of its text.
 * @typedef {{i: number, j: number, was: string, ink: string}} Change
 */

export function createChanged() {
  const element = node("div", { class: "cw-changed", "aria-hidden": "true" });
  return {
    element,
    /**
     * @param {Change[]} changes
     * @param {HTMLTableCellElement} first the table's first cell
     */
    show(changes, { offsetLeft, offsetTop, offsetWidth, offsetHeight }) {
      const outlines = [];
      const texts = [];
      for (const { i, j, was, ink } of changes) {
        const [x, y] = [offsetLeft + j * offsetWidth, offsetTop + i * offsetHeight];
        outlines.push(
          `M${x + 1} ${y + 1}h${offsetWidth - 2}v${offsetHeight - 2}h${2 - offsetWidth}z`,
        );
        const place = { x: x + offsetWidth - 4, y: y + 9, fill: ink || "currentColor" };
        texts.push(svg("text", place, was));
      }
      const all = { width: 1, height: 1 };
      element.replaceChildren(svg("svg", all, svg("path", { d: outlines.join("") }), ...texts));
    },
    hide() {
      if (element.firstChild) element.replaceChildren();
    },
  };
}
