// ScalingExplorer: scores of random queries and keys, and their softmax, undivided and divided by
// the root of d_k.
import { entropy, riseOfFirst, softmax } from "./lib/attention.js";
import { numberField, refusals } from "./lib/field.js";
import { map, matrix } from "./lib/matrix.js";
import { number, precise } from "./lib/numbers.js";
import { button, node, root, slider, statusLine, svg } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./scaling_explorer.css";

const LONGEST = 512; // entries of a query
const ROWS = 300; // queries, as in the notebook
const NUDGE = 0.1; // of a row's first score, as in the notebook
const REACH = 80; // of the histograms' axis, to both sides: 3.5 standard deviations at d_k = 512
const [WIDTH, TALL] = [480, 72]; // px of a histogram
const UNIT = WIDTH / (2 * REACH); // px; a bar is one wide

// Numbers from 0 to 1, the same for the same seed (mulberry32).
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// Standard normal numbers, two at a time (Box and Muller).
export function standardNormal(seed) {
  const next = uniform(seed);
  let spare = null;
  return () => {
    if (spare !== null) {
      const x = spare;
      spare = null;
      return x;
    }
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - next())), 2 * Math.PI * next()];
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

// The scores of all queries with their keys for every d_k at once: those of d_k start at
// (d_k - 1) * ROWS * nKeys. One more entry adds one product to each score.
export function cumulativeScores(seed, nKeys) {
  const draw = standardNormal(seed);
  const count = ROWS * nKeys;
  const sums = new Float32Array(LONGEST * count);
  for (let d = 0; d < LONGEST; d++)
    for (let row = 0, at = d * count; row < ROWS; row++) {
      const q = draw();
      for (let k = 0; k < nKeys; k++, at++) sums[at] = (d ? sums[at - count] : 0) + q * draw();
    }
  return sums;
}

const mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;

function median(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

// What scores (ROWS, nKeys) look like, and what the softmax makes of them.
export function measure(scores) {
  const weights = softmax(scores);
  const centre = mean(scores.data);
  const variance = mean(scores.data.map((x) => (x - centre) ** 2));
  const rows = Array.from({ length: scores.rows }, (_, i) =>
    weights.data.subarray(i * scores.columns, (i + 1) * scores.columns),
  );
  const rises = rows.map((row) => riseOfFirst(row, NUDGE));
  return {
    scores,
    weights,
    variance,
    deviation: Math.sqrt(variance),
    largest: mean(rows.map((row) => Math.max(...row))),
    entropy: mean(rows.map(entropy)),
    change: mean(rises),
    typicalChange: median(rises),
  };
}

// How many scores lie in each stretch of one, from -REACH up; the few beyond are in the last ones.
function histogram(scores) {
  const bins = new Uint16Array(2 * REACH);
  for (const x of scores) bins[Math.min(Math.max(Math.floor(x + REACH), 0), bins.length - 1)] += 1;
  return bins;
}

// One histogram, with its heading and its standard deviation drawn below: {element, set}.
function createHistogram(withAxis) {
  const bars = svg("path", { class: "se-bars" });
  const spread = svg("path", { class: "se-spread" });
  const drawing = svg("svg", {
    role: "img",
    viewBox: `0 0 ${WIDTH} ${TALL + (withAxis ? 26 : 10)}`,
    class: "se-histogram",
  });
  drawing.append(bars, spread);
  drawing.append(svg("path", { class: "se-line", d: `M0 ${TALL + 0.5}H${WIDTH}` }));
  if (withAxis)
    for (const x of [-80, -40, 0, 40, 80]) {
      const anchor = x === -REACH ? "start" : x === REACH ? "end" : "middle";
      const at = { x: (x + REACH) * UNIT, y: TALL + 24, "text-anchor": anchor };
      drawing.append(svg("text", at, number(x, 0)));
    }
  const [name, numbers] = [node("b"), node("span")];
  const heading = node("p", { class: "se-heading" }, name, " ", numbers);
  return {
    element: node("div", {}, heading, drawing),
    set(what, { scores, variance, deviation }, bins) {
      const most = Math.max(...bins);
      let outline = "";
      bins.forEach((count, i) => {
        const height = (TALL - 2) * (count / most);
        if (count) outline += `M${i * UNIT} ${TALL}v${-height}h${UNIT - 0.5}v${height}z`;
      });
      bars.setAttribute("d", outline);
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

const fixed = (x) => number(x, Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 10 ? 1 : 2);
const small = (x) => (x >= 0.001 ? number(x, 3) : precise(Number(x.toPrecision(2))));

export default {
  render({ model, el }) {
    const nKeys = () => model.get("n_keys");
    let drawn = { seed: null, nKeys: null, sums: null };
    const status = statusLine();
    const refused = refusals();
    const histograms = [createHistogram(false), createHistogram(true)];

    // The numbers

    const LINES = [
      ["Variance of the scores", ({ variance }) => fixed(variance)],
      ["Standard deviation", ({ deviation }) => fixed(deviation)],
      ["Largest weight, mean", ({ largest }) => number(largest, 3)],
      ["Entropy, mean", (result) => number(result.entropy, 3)],
      [`A weight moves, for a nudge of ${NUDGE}, mean`, ({ change }) => small(change)],
      [
        `A weight moves, for a nudge of ${NUDGE}, median`,
        ({ typicalChange }) => small(typicalChange),
      ],
    ];
    const headings = [node("th", { scope: "col" }), node("th", { scope: "col" })];
    const lines = LINES.map(([name, text]) => ({
      name: node("th", { scope: "row" }, name),
      cells: [node("td"), node("td")],
      text,
    }));
    const numbers = node(
      "table",
      { class: "se-table", "aria-label": `Averages over ${ROWS} rows of scores` },
      node("thead", {}, node("tr", {}, node("td"), ...headings)),
      node("tbody", {}, ...lines.map(({ name, cells }) => node("tr", {}, name, ...cells))),
    );

    // One query's weights

    const caption = node("p", { class: "se-heading" });
    const exampleBody = node("tbody");
    const example = node("table", { class: "se-table se-example" }, exampleBody);
    let keys = [];

    function buildExample() {
      const cell = () => node("td");
      const bar = () => node("span", { class: "se-bar" });
      const hidden = (child) => node("td", { class: "se-space", "aria-hidden": "true" }, child);
      const heads = ["q · k", "weight", "q · k / √d_k", "weight"].map((text, k) =>
        node("th", { scope: "col", colspan: k % 2 ? 2 : 1 }, text),
      );
      keys = Array.from({ length: nKeys() }, () =>
        [0, 1].map(() => ({ score: cell(), weight: cell(), bar: bar() })),
      );
      example.replaceChildren(node("thead", {}, node("tr", {}, node("td"), ...heads)), exampleBody);
      exampleBody.replaceChildren(
        ...keys.map((sides, k) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, `key ${k}`),
            ...sides.flatMap(({ score, weight, bar }) => [score, weight, hidden(bar)]),
          ),
        ),
      );
      example.setAttribute("aria-label", `Weights of the first query over its ${nKeys()} keys`);
    }

    // The histograms' numbers, made only while they are open

    const binBody = node("tbody");
    const binHead = ["scores", "q · k", "q · k / √d_k"].map((text) =>
      node("th", { scope: "col" }, text),
    );
    const unfolded = node(
      "details",
      { ontoggle: () => showBins() },
      node("summary", {}, "The histograms in numbers"),
      node(
        "div",
        { class: "se-bins", tabindex: 0, role: "group", "aria-label": "Scores in each stretch" },
        node(
          "table",
          { class: "se-table" },
          node("thead", {}, node("tr", {}, ...binHead)),
          binBody,
        ),
      ),
    );
    let bins = [];

    function showBins() {
      if (!unfolded.open) return;
      const filled = [...bins[0].keys()].filter((i) => bins[0][i] || bins[1][i]);
      binBody.replaceChildren(
        ...filled.map((i) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, `${number(i - REACH, 0)} to ${number(i + 1 - REACH, 0)}`),
            ...bins.map((counts) => node("td", {}, String(counts[i]))),
          ),
        ),
      );
    }

    // Controls

    const length = (x) => Math.round(2 ** x);
    const lengths = slider(
      "d_k",
      { min: 0, max: Math.log2(LONGEST), step: "any", text: (x) => String(length(x)) },
      (x) => choose(length(x)),
    );
    lengths.element.querySelector(".cw-slider-value").remove();
    const range = lengths.element.querySelector("input");
    range.addEventListener("keydown", (event) => {
      const now = model.get("d_k");
      const next = {
        ArrowUp: Math.max(now + 1, Math.round(now * 1.1)),
        ArrowDown: Math.min(now - 1, Math.round(now / 1.1)),
        PageUp: now * 2,
        PageDown: Math.round(now / 2),
      };
      [next.ArrowRight, next.ArrowLeft] = [next.ArrowUp, next.ArrowDown];
      const to = next[event.key];
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(Math.min(Math.max(to, 1), LONGEST));
    });
    const field = numberField(
      "d_k, the entries of a query",
      { min: 1, max: LONGEST, isWhole: true, refused },
      choose,
    );
    const again = button("Draw again", () => {
      model.set("seed", (model.get("seed") + 1) % 2 ** 31);
      model.save_changes();
      status.say("New random queries and keys.");
    });

    function choose(d_k) {
      if (d_k === model.get("d_k")) return;
      model.set("d_k", d_k);
      model.save_changes();
    }

    root(
      el,
      "What d_k does to scores and weights",
      node(
        "div",
        { class: "cw-bar" },
        node("span", { class: "cw-slider" }, lengths.element, field.element),
        again,
      ),
      refused.element,
      node(
        "div",
        { class: "se-columns" },
        node(
          "div",
          { class: "se-drawings" },
          histograms[0].element,
          histograms[1].element,
          unfolded,
        ),
        node("div", { class: "se-numbers" }, numbers),
      ),
      caption,
      node("div", { class: "cw-scroll" }, example),
      status.element,
    );

    // Painting

    function paint() {
      const d_k = model.get("d_k");
      const count = ROWS * nKeys();
      if (drawn.seed !== model.get("seed") || drawn.nKeys !== nKeys()) {
        drawn = {
          seed: model.get("seed"),
          nKeys: nKeys(),
          sums: cumulativeScores(model.get("seed"), nKeys()),
        };
        buildExample();
      }
      const scores = drawn.sums.subarray((d_k - 1) * count, d_k * count);
      const plain = matrix(ROWS, nKeys(), Float64Array.from(scores));
      const divisor = Math.sqrt(d_k);
      const results = [plain, map(plain, (score) => score / divisor)].map(measure);
      bins = results.map(({ scores }) => histogram(scores.data));
      const names = ["q · k", `q · k / √${d_k}`];
      results.forEach((result, side) => {
        histograms[side].set(names[side], result, bins[side]);
        headings[side].textContent = names[side];
        for (const { cells, text } of lines) cells[side].textContent = text(result);
        keys.forEach((sides, k) => {
          const [score, weight] = [result.scores.data[k], result.weights.data[k]];
          sides[side].score.textContent = number(score, 2);
          sides[side].weight.textContent = small(weight);
          sides[side].bar.style.width = `${100 * weight}%`;
        });
      });
      const most = number(Math.log(nKeys()), 3);
      lines[3].name.textContent = `Entropy, mean (at most ln ${nKeys()} = ${most})`;
      caption.textContent = `One query with its ${nKeys()} keys: scores and softmax`;
      showBins();
      field.set(d_k);
      if (length(Number(range.value)) !== d_k) lengths.set(Math.log2(d_k));
      range.setAttribute("aria-valuetext", String(d_k));
      const [undivided, divided] = results;
      status.say(
        `d_k = ${d_k}: the scores have variance ${fixed(undivided.variance)}, and the largest of ` +
          `${nKeys()} weights is ${number(undivided.largest, 2)} on average. Divided by ` +
          `√${d_k} = ${precise(divisor)}: variance ${fixed(divided.variance)}, ` +
          `largest weight ${number(divided.largest, 2)}.`,
      );
    }
    paint();
    return watch(model, ["d_k", "n_keys", "seed"], paint);
  },
};
