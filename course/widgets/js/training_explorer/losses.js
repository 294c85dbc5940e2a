// The loss over the steps, as a chart and in numbers.
import { count } from "../lib/count.js";
import { headedRow, headRow, node, svg } from "../lib/page.js";
import { smallNumber } from "../lib/write_numbers.js";

/**
 * @import { History } from "./history.js"
 */

const [ROOM, ACROSS, HEIGHT] = [48, 380, 130]; // px of the chart: its axis' room, width and height
const TOP = 4; // px
const MOST_LINES = 12; // of the losses in numbers

/** Returns {element, set(history)}: the chart has a mark at the step that is shown. */
export function createLossChart() {
  const line = svg("path", { class: "te-line" });
  const mark = svg("path", { class: "te-mark" });
  const edits = svg("path", { class: "te-edit" });
  const dot = svg("circle", { class: "te-dot", r: 5 });
  const most = svg("text", { x: ROOM - 6, y: 12, "text-anchor": "end" });
  const first = below(ROOM, "middle", "");
  const last = below(ROOM + ACROSS, "end", "");
  const element = svg(
    "svg",
    { role: "img", class: "te-chart", viewBox: `0 0 ${ROOM + ACROSS + 8} ${HEIGHT + 26}` },
    svg("path", { class: "te-axis", d: `M${ROOM} ${TOP}V${HEIGHT}H${ROOM + ACROSS}` }),
    ...[edits, mark, line, dot, most],
    svg("text", { x: ROOM - 6, y: HEIGHT + 4, "text-anchor": "end" }, "0"),
    ...[first, last],
    below(ROOM + ACROSS / 2, "middle", "steps"),
  );
  return {
    element,
    /** @param {History} history */
    set(history) {
      const { steps, at } = history;
      // A loss that is no number, as after too large an edit, has no place in the chart.
      const known = [...steps.entries()].filter(([, { loss }]) => Number.isFinite(loss));
      const largest = Math.max(...known.map(([, { loss }]) => loss), 1e-12);
      const end = Math.max(history.last, 1);
      /** @param {number} step */
      const x = (step) => ROOM + (ACROSS * step) / end;
      /** @param {number} loss */
      const y = (loss) => TOP + (HEIGHT - TOP) * (1 - loss / largest);
      /** @param {number} step */
      const upright = (step) => `M${x(step)} ${TOP}V${HEIGHT}`;
      const points = known.map(([k, { loss }]) => `${x(k)} ${y(loss)}`);
      line.setAttribute("d", points.length ? `M${points.join("L")}` : "");
      mark.setAttribute("d", upright(at));
      edits.setAttribute("d", steps.map((step, k) => (step.isEdited ? upright(k) : "")).join(""));
      const isKnown = Number.isFinite(steps[at].loss);
      dot.setAttribute("cx", String(x(at)));
      dot.setAttribute("cy", String(isKnown ? y(steps[at].loss) : TOP));
      dot.setAttribute("visibility", isKnown ? "visible" : "hidden");
      most.textContent = known.length ? smallNumber(largest) : "";
      first.textContent = String(history.numberOf(0));
      last.textContent = String(history.numberOf(end));
      element.setAttribute("aria-label", inWords(history));
    },
  };
}

/**
 * A text below the axis.
 * @param {number} x
 * @param {string} anchor
 * @param {string} text
 */
function below(x, anchor, text) {
  return svg("text", { x, y: HEIGHT + 20, "text-anchor": anchor }, text);
}

/** @param {History} history */
function inWords(history) {
  const { at, last } = history;
  return (
    `Loss of this sequence over ${count(last, "step")}: from ${history.lossAt(0)} to ` +
    `${history.lossAt(last)}; at step ${history.numberOf(at)} it is ${history.lossAt(at)}.`
  );
}

/**
 * The losses at some steps, made only while they are open: {element, set(history)}.
 * @param {() => void} ontoggle
 */
export function createLossTable(ontoggle) {
  const body = node("tbody");
  const element = node(
    "details",
    { class: "cw-help", ontoggle },
    node("summary", {}, "The losses in numbers"),
    node(
      "table",
      { class: "te-table", "aria-label": "Loss of this sequence at some steps" },
      node("thead", {}, headRow("step", "loss")),
      body,
    ),
  );
  return {
    element,
    /** @param {History} history */
    set(history) {
      if (!element.open) return;
      const some = Math.min(history.last + 1, MOST_LINES);
      const rows = Array.from({ length: some }, (_, k) => {
        const step = Math.round((k * history.last) / Math.max(some - 1, 1));
        const edited = history.steps[step].isEdited ? ", edited" : "";
        return headedRow(String(history.numberOf(step)), [
          node("td", {}, history.lossAt(step) + edited),
        ]);
      });
      body.replaceChildren(...rows);
    },
  };
}
