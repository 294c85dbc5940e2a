// The colour scale of a heatmap, with its two ends in numbers.
import { diverging, sequential } from "./colour_maps.js";
import { goesFar, halfwayOf } from "./grid/look.js";
import { node } from "./page.js";
import { decimals, number } from "./write_numbers.js";

/**
 * @param {string} kind "weights" or "signed"
 * @param {string} name of what has these colours, where there are two scales
 */
export function createLegend(kind, name = "") {
  const [low, high, halfway] = [node("span"), node("span"), node("span")];
  const stops = Array.from({ length: 9 }, (_, k) =>
    kind === "weights" ? sequential(k / 8).fill : diverging(k / 4 - 1).fill,
  );
  const bar = node("span", { class: "cw-scale" });
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return {
    element: node(
      "p",
      { class: "cw-legend" },
      name && node("span", {}, name),
      ...[low, bar, high, halfway],
    ),
    /**
     * @param {number} limit the entry at the upper end; at the lower one is 0, or minus this
     * @param {boolean} isExceeded there are larger entries, which have the colour of the end
     */
    set(limit, isExceeded = false) {
      const places = decimals([limit]);
      const [least, most] = isExceeded ? ["≤ ", "≥ "] : ["", ""];
      low.textContent = least + number(kind === "weights" ? 0 : -limit, places);
      high.textContent = most + number(limit, places);
      const isLog = kind !== "weights" && goesFar(limit);
      halfway.textContent = isLog ? `(log scale: halfway ±${number(halfwayOf(limit), 0)})` : "";
    },
  };
}
