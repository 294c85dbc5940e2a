// All of a large matrix as a picture, with a frame around the part whose numbers are in the table.
import { newId, node } from "../page.js";
import { paintPixels } from "../pixels.js";
import { lookOf } from "./look.js";

/**
 * @import { Matrix } from "../matrix.js"
 * @import { Kind } from "./look.js"
 * @import { Part } from "./part.js"
 */

const PICTURE = 192; // px, the longer side

/**
 * @param {string} label
 * @param {Kind} kind
 * @param {(down: number, across: number) => void} onchoose a place was clicked, as shares of the size
 */
export function createOverview(label, kind, onchoose) {
  const picture = node("canvas", { class: "cw-picture", role: "img" });
  const frame = node("span", { class: "cw-frame" });
  const where = node("p", { class: "cw-where", id: newId("where") });
  const pictures = node("span", {}, picture, frame);
  const element = node("div", { class: "cw-whole", hidden: true }, pictures, where);
  picture.addEventListener("click", (event) => {
    const { top, left, height, width } = picture.getBoundingClientRect();
    onchoose((event.clientY - top) / height, (event.clientX - left) / width);
  });
  return {
    element,
    /**
     * Say which part the table shows.
     * @param {Matrix} value
     * @param {Part} part
     */
    tell(value, { top, left, rows, columns, isAll }) {
      where.textContent = isAll
        ? ""
        : `Numbers: rows ${top} to ${top + rows - 1} of ${value.rows}, columns ${left} to ` +
          `${left + columns - 1} of ${value.columns}. The picture shows all of it; arrow keys ` +
          "go on past the edge.";
    },
    /**
     * @param {Matrix} value
     * @param {Part} part
     * @param {number} limit
     */
    paint(value, { top, left, rows, columns }, limit) {
      const size = Math.max(1, Math.floor(PICTURE / Math.max(value.rows, value.columns)));
      paintPixels(picture, value, size, (x) => lookOf(kind, x, limit).pixel ?? 0);
      frame.style.left = `${left * size}px`;
      frame.style.top = `${top * size}px`;
      frame.style.width = `${columns * size}px`;
      frame.style.height = `${rows * size}px`;
      const words = `All of ${label} as colours`;
      if (picture.getAttribute("aria-label") !== words) picture.setAttribute("aria-label", words);
    },
  };
}
