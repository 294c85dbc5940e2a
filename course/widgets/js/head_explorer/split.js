// How heads come about, drawn above and below them: the columns of Q, K and V are split, a slice for
// each head, and the outputs of the heads are merged, side by side again.
import { count } from "../lib/count.js";
import { node, svg } from "../lib/page.js";
import { typeset } from "../lib/words.js";

const SLICE = 20; // px, the width of a slice
const [BAND, GAP] = [7, 1]; // px, the height of one matrix's slice, and between two
const DROP = 22; // px between the slices and the heads

/** Which matrices a strip shows, whether it stands above the heads, and what it says. */
const STRIPS = {
  split: {
    roles: ["Q", "K", "V"],
    isAbove: true,
    /** @param {number} n */
    words: (n) => `Split: Q, K and V (n, d), cut by columns into ${count(n, "head")} (n, d / ${n})`,
  },
  merge: {
    roles: ["output"],
    isAbove: false,
    /** @param {number} n */
    words: (n) =>
      `Merge: the outputs of ${count(n, "head")} side by side, (n, d) again; then × W_O`,
  },
};

/**
 * Returns {element, draw(heads, chosen)}.
 * @param {"split" | "merge"} kind
 * @param {number} count of heads
 */
export function createStrip(kind, count) {
  const { roles, isAbove, words } = STRIPS[kind];
  const thick = roles.length * (BAND + GAP);
  const drawing = svg("svg", { height: thick + DROP, "aria-hidden": "true" });
  const label = node("p", { class: "cw-help" }, ...typeset(words(count)));
  const parts = isAbove ? [label, drawing] : [drawing, label];
  return {
    element: node("div", { class: "he-strip" }, ...parts),
    /**
     * @param {HTMLElement[]} heads
     * @param {number} chosen
     */
    draw(heads, chosen) {
      // In several rows there is no place for lines to all of them.
      const isOneRow = heads.every((head) => head.offsetTop === heads[0].offsetTop);
      drawing.style.display = isOneRow ? "" : "none";
      const centres = heads.map((head) => head.offsetLeft + head.offsetWidth / 2);
      const start = (centres[0] + (centres.at(-1) ?? 0)) / 2 - (count * SLICE) / 2;
      const [top, from, to] = isAbove ? [0, thick, thick + DROP] : [DROP, DROP, 0];
      drawing.setAttribute("width", String((centres.at(-1) ?? 0) + SLICE));
      const pieces = centres.map((centre, k) => {
        const left = start + k * SLICE;
        const middle = left + SLICE / 2;
        const bend = `M${middle} ${from}C${middle} ${(from + to) / 2} ${centre} ${(from + to) / 2} ${centre} ${to}`;
        const bands = roles.map((role, row) =>
          svg("rect", {
            ...{ x: left + 1, y: top + row * (BAND + GAP), width: SLICE - 2, height: BAND },
            fill: `var(--course-${role})`,
          }),
        );
        const state = k === chosen ? "is-chosen" : "";
        return svg("g", { class: state }, svg("path", { d: bend }), ...bands);
      });
      drawing.replaceChildren(...pieces);
    },
  };
}
