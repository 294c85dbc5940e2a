// Histograms of scores on one axis, drawn and in numbers.
import { clamp } from "../lib/clamp.js";
import { headedRow, headRow, node, svg } from "../lib/page.js";
import { number } from "../lib/write_numbers.js";

/**
 * @import { Measured } from "./random_scores.js"
 */

const REACH = 80; // of the axis, to both sides: 3.5 standard deviations at d_k = 512
const [WIDTH, TALL] = [480, 72]; // px of a histogram
const UNIT = WIDTH / (2 * REACH); // px; a bar is one wide
const TICKS = [-80, -40, 0, 40, 80];

/**
 * Count how many scores lie in each stretch of one, from -REACH up; the few beyond are in the last
 * ones.
 * @param {Float64Array} scores
 */
export function binned(scores) {
  const bins = new Uint16Array(2 * REACH);
  for (const x of scores) bins[clamp(Math.floor(x + REACH), 0, bins.length - 1)] += 1;
  return bins;
}

/**
 * Return a number with as many decimals as its size leaves room for.
 * @param {number} x
 */
export function fixed(x) {
  return number(x, Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 10 ? 1 : 2);
}

/**
 * One histogram, with its heading and its standard deviation drawn below: {element, set}.
 * @param {boolean} withAxis
 */
export function createHistogram(withAxis) {
  const bars = svg("path", { class: "se-bars" });
  const spread = svg("path", { class: "se-spread" });
  const viewBox = `0 0 ${WIDTH} ${TALL + (withAxis ? 26 : 10)}`;
  const line = svg("path", { class: "se-line", d: `M0 ${TALL + 0.5}H${WIDTH}` });
  const drawing = svg("svg", { role: "img", viewBox, class: "se-histogram" }, bars, spread, line);
  if (withAxis) drawing.append(...TICKS.map(tick));
  const [name, numbers] = [node("b"), node("span")];
  const heading = node("p", { class: "se-heading" }, name, " ", numbers);
  return {
    element: node("div", {}, heading, drawing),
    /**
     * @param {string} what is counted
     * @param {Measured} measured
     * @param {Uint16Array} bins
     */
    set(what, { scores, variance, deviation }, bins) {
      bars.setAttribute("d", outline(bins));
      const [from, to] = [-deviation, deviation].map((x) => (x + REACH) * UNIT);
      const [top, middle] = [TALL + 2, TALL + 5];
      spread.setAttribute("d", `M${from} ${top}v6M${from} ${middle}H${to}M${to} ${top}v6`);
      name.textContent = what;
      numbers.textContent = `variance ${fixed(variance)}, standard deviation ${fixed(deviation)}`;
      drawing.setAttribute(
        "aria-label",
        `Histogram of ${scores.data.length.toLocaleString("en")} scores ${what}: centred on 0, ` +
          `from ${fixed(Math.min(...scores.data))} to ${fixed(Math.max(...scores.data))}, ` +
          `with a standard deviation of ${fixed(deviation)}.`,
      );
    },
  };
}

/** @param {number} x */
function tick(x) {
  const anchor = x === -REACH ? "start" : x === REACH ? "end" : "middle";
  const at = { x: (x + REACH) * UNIT, y: TALL + 24, "text-anchor": anchor };
  return svg("text", at, number(x, 0));
}

/** @param {Uint16Array} bins */
function outline(bins) {
  const most = Math.max(...bins);
  let path = "";
  bins.forEach((count, i) => {
    const height = (TALL - 2) * (count / most);
    if (count) path += `M${i * UNIT} ${TALL}v${-height}h${UNIT - 0.5}v${height}z`;
  });
  return path;
}

/** The histograms in numbers, made only while they are open: {element, set(bins)}. */
export function createBinTable() {
  const body = node("tbody");
  /** @type {Uint16Array[]} */
  let bins = [];
  const head = node("thead", {}, headRow("scores", "q · k", "q · k / √d_k"));
  const table = node("table", { class: "se-table" }, head, body);
  const attributes = {
    class: "se-bins",
    tabindex: 0,
    role: "group",
    "aria-label": "Scores in each stretch",
  };
  const element = node(
    "details",
    { ontoggle: show },
    node("summary", {}, "The histograms in numbers"),
    node("div", attributes, table),
  );

  function show() {
    if (!element.open) return;
    const [first, second] = bins;
    const filled = [...first.keys()].filter((i) => first[i] || second[i]);
    const rows = filled.map((i) =>
      headedRow(
        stretch(i),
        bins.map((counts) => node("td", {}, String(counts[i]))),
      ),
    );
    body.replaceChildren(...rows);
  }

  return {
    element,
    /** @param {Uint16Array[]} next of both histograms */
    set(next) {
      bins = next;
      show();
    },
  };
}

/**
 * Return the name of a stretch: the two at the ends have all that lies beyond, too.
 * @param {number} i
 */
export function stretch(i) {
  const [from, to] = [number(i - REACH, 0), number(i + 1 - REACH, 0)];
  if (i === 0) return `below ${to}`;
  return i === 2 * REACH - 1 ? `${from} and above` : `${from} to ${to}`;
}
