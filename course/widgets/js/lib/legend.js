// The colour scale below a heatmap, with its two ends in numbers.
import { diverging, sequential } from "./colours.js";
import { reach } from "./matrix.js";
import { decimals, number } from "./numbers.js";
import { node } from "./page.js";

/**
 * @param {string} kind "weights" or "signed"
 */
export function createLegend(kind) {
  const [low, high] = [node("span"), node("span")];
  const stops = Array.from({ length: 9 }, (_, k) =>
    kind === "weights" ? sequential(k / 8).fill : diverging(k / 4 - 1).fill,
  );
  const bar = node("span", { class: "cw-scale" });
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return {
    element: node("p", { class: "cw-legend" }, low, bar, high),
    /** @param {import("./matrix.js").Matrix} value */
    set(value) {
      const limit = kind === "weights" ? 1 : reach(value) || 1;
      const places = decimals([limit]);
      low.textContent = number(kind === "weights" ? 0 : -limit, places);
      high.textContent = number(limit, places);
    },
  };
}
