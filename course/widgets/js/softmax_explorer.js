// SoftmaxExplorer: scores and a temperature; the exponentials, and each one's share of their sum.
import { numberField, refusals } from "./lib/field.js";
import { decimals, number, precise } from "./lib/numbers.js";
import { button, node, root, slider, statusLine, tick } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./softmax_explorer.css";

const LIMIT = 10000; // of a score
const [COLDEST, HOTTEST] = [0.05, 20]; // temperature
const TRAITS = ["scores", "temperature", "subtract"];
const TWENTIETHS = {
  ...{ ArrowUp: 1, ArrowRight: 1, PageUp: 5 },
  ...{ ArrowDown: -1, ArrowLeft: -1, PageDown: -5 },
};
const SAME = 1e-9; // weights closer than that have not changed

// The two steps, as numpy would do them in float64: nothing is mended here but by `subtract`.
export function softmaxSteps(scores, temperature, subtract) {
  const shift = subtract ? Math.max(...scores) : 0;
  const exponents = scores.map((score) => (score - shift) / temperature);
  const exponentials = exponents.map(Math.exp);
  const sum = exponentials.reduce((total, x) => total + x, 0);
  const weights = exponentials.map((x) => x / sum);
  const total = weights.reduce((all, w) => all + w, 0);
  return { shift, exponents, exponentials, sum, weights, total };
}

const power = (exponent) => `e^${precise(exponent)}`;

// What has gone wrong, in words; null if nothing has.
export function overflow({ exponents, exponentials, sum }) {
  const largest = exponents.indexOf(Math.max(...exponents));
  if (exponentials[largest] === Infinity)
    return (
      `${power(exponents[largest])} is too large for a float64: it becomes infinity, ` +
      "and infinity / infinity is NaN, not a number."
    );
  if (sum === Infinity)
    return "The exponentials still fit into a float64, their sum does not: it is infinity.";
  if (sum === 0)
    return (
      `Even ${power(exponents[largest])}, the largest, is too small for a float64: ` +
      "every exponential becomes 0, and 0 / 0 is NaN, not a number."
    );
  return null;
}

const weightText = (w) => (w > 0 && w < 0.0001 ? precise(w) : number(w, w ? 4 : 0));
const scoreText = (score) => number(score, decimals([score]));

export default {
  render({ model, el }) {
    const labels = model.get("labels");
    const start = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    let { scores } = start;
    const status = statusLine();
    const refused = refusals();

    // Each row: the score's two inputs, and where its numbers go

    const lines = labels.map((label, i) => {
      const change = (score) => {
        const next = scores.slice();
        next[i] = score;
        send({ scores: next }, { fits: false });
      };
      const range = node("input", {
        type: "range",
        class: "sx-range",
        "aria-label": `Score of ${label}, slider`,
        oninput: (event) => change(Number(event.target.value)),
        // The slider's ends move only when it rests.
        onchange: fitRanges,
      });
      const field = numberField(
        `Score of ${label}`,
        { min: -LIMIT, max: LIMIT, refused },
        (score) => {
          change(score);
          fitRanges();
        },
      );
      const [exponent, exponential, weight] = [numberCell(), numberCell(), numberCell()];
      const [height, share] = [bar("scores"), bar("weights")];
      const row = node(
        "tr",
        {},
        node("th", { scope: "row" }, label),
        node("td", { class: "sx-score" }, range, field.element),
        exponent,
        exponential,
        node("td", { class: "sx-bars", "aria-hidden": "true" }, height),
        weight,
        node("td", { class: "sx-bars", "aria-hidden": "true" }, share),
      );
      return { row, range, field, exponent, exponential, height, weight, share };
    });

    function numberCell() {
      return node("td", { class: "sx-number" });
    }

    function bar(name) {
      return node("span", { class: "sx-bar", style: `--fill: var(--course-${name})` });
    }

    const [exponentHead, exponentialHead, weightHead] = [node("span"), node("span"), node("span")];
    const [sum, total] = [numberCell(), numberCell()];
    const head = (step, below, columns = 1, name = null) =>
      node(
        "th",
        { scope: "col", colspan: columns, class: name },
        node("b", {}, step),
        node("br"),
        below,
      );
    const table = node(
      "table",
      { class: "sx-table", "aria-label": "From scores to weights" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          node("td"),
          head("Score", node("span", {}, "s")),
          head("Exponent", exponentHead, 1, "sx-right"),
          head("1. Exponentiate", exponentialHead, 2),
          head("2. Divide by the sum", weightHead, 2),
        ),
      ),
      node("tbody", {}, ...lines.map(({ row }) => row)),
      node(
        "tfoot",
        {},
        node(
          "tr",
          {},
          node("th", { scope: "row" }, "sum"),
          node("td", { colspan: 2 }),
          sum,
          node("td"),
          total,
          node("td"),
        ),
      ),
    );

    // Controls above the table

    const heat = slider(
      "Temperature T",
      {
        min: Math.log10(COLDEST),
        max: Math.log10(HOTTEST),
        step: "any",
        text: (x) => precise(Number((10 ** x).toPrecision(3))),
      },
      (x) => warm(10 ** x),
    );
    function warm(to) {
      const temperature = Math.min(Math.max(Number(to.toPrecision(3)), COLDEST), HOTTEST);
      send({ temperature });
    }

    const heatRange = heat.element.querySelector("input");
    heatRange.addEventListener("keydown", (event) => {
      // A step of "any" has no arrow keys of use: each takes a twentieth more or less.
      const by = TWENTIETHS[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      warm(model.get("temperature") * 1.05 ** by);
    });
    const heatField = numberField(
      "Temperature",
      { min: COLDEST, max: HOTTEST, refused },
      (temperature) => send({ temperature }),
    );
    heat.element.querySelector(".cw-slider-value").remove();
    const subtract = tick("subtract the largest score first", (on) => send({ subtract: on }));
    const most = LIMIT.toLocaleString("en");
    const all = (text, done, change) =>
      button(text, () => {
        const next = scores.map(change).map((x) => Number(x.toPrecision(12)));
        if (next.some((x) => Math.abs(x) > LIMIT))
          return status.say(`The scores stay as they are: they may be up to ${most}.`, 0);
        const before = softmaxSteps(scores, model.get("temperature"), model.get("subtract"));
        send({ scores: next });
        const after = softmaxSteps(next, model.get("temperature"), model.get("subtract"));
        status.say(`${done} ${effect(before.weights, after)} ${overflow(after) ?? ""}`.trim());
      });

    function effect(before, after) {
      if (overflow(after)) return "";
      const kept = before.every((w, i) => Math.abs(w - after.weights[i]) < SAME);
      return kept ? "No weight has changed." : `The weights have changed. ${summary(after)}`;
    }

    root(
      el,
      "From scores to weights: softmax in two steps",
      node(
        "div",
        { class: "cw-bar" },
        node("span", { class: "cw-slider" }, heat.element, heatField.element),
        subtract.element,
      ),
      node(
        "div",
        { class: "cw-tools sx-tools" },
        all("Add 100 to every score", "100 added to every score.", (score) => score + 100),
        all("Multiply every score by 10", "Every score multiplied by 10.", (score) => score * 10),
        button("Reset", () => {
          send(start);
          status.say("Scores and temperature are as they were at the start.");
        }),
      ),
      node("div", { class: "cw-scroll" }, table),
      refused.element,
      status.element,
    );

    // Painting

    function send(changes, { fits = true } = {}) {
      if (changes.scores) scores = changes.scores;
      model.set(changes);
      model.save_changes();
      paint();
      if (fits) fitRanges();
    }

    // From below the lowest score to above the highest, at round numbers.
    function fitRanges() {
      const low = 10 * Math.floor(Math.min(...scores) / 10) - 10;
      const high = 10 * Math.ceil(Math.max(...scores) / 10) + 10;
      const step = high - low > 500 ? 1 : 0.1;
      lines.forEach(({ range }, i) => {
        [range.min, range.max, range.step] = [low, high, step];
        range.value = scores[i];
      });
    }

    function summary({ weights }) {
      const best = weights.indexOf(Math.max(...weights));
      const most = `${labels[best]} with ${weightText(weights[best])}`;
      return `Largest weight: ${most}. The weights sum to 1.`;
    }

    function paint() {
      const temperature = model.get("temperature");
      const isShifted = model.get("subtract");
      const steps = softmaxSteps(scores, temperature, isShifted);
      const highest = Math.max(...steps.exponentials);
      const places = decimals(steps.exponents);
      lines.forEach((line, i) => {
        line.field.set(scores[i]);
        if (Number(line.range.value) !== scores[i]) line.range.value = scores[i];
        line.range.setAttribute("aria-valuetext", scoreText(scores[i]));
        line.exponent.textContent = number(steps.exponents[i], places);
        line.exponential.textContent = precise(steps.exponentials[i]);
        line.weight.textContent = weightText(steps.weights[i]);
        const share = steps.exponentials[i] === highest ? 1 : steps.exponentials[i] / highest;
        stretch(line.height, highest > 0 ? share : 0, steps.exponentials[i] === Infinity);
        stretch(line.share, steps.weights[i]);
      });
      const sign = steps.shift < 0 ? "+" : "−";
      const above = isShifted ? `(s ${sign} ${scoreText(Math.abs(steps.shift))})` : "s";
      exponentHead.textContent = `${above} / T`;
      exponentialHead.replaceChildren("e", node("sup", {}, "exponent"));
      weightHead.textContent = `÷ ${precise(steps.sum)}`;
      sum.textContent = precise(steps.sum);
      total.textContent = number(steps.total, decimals([steps.total], 4));
      heatField.set(temperature);
      // The slider is finer than the temperature's digits: it is not pulled while it is dragged.
      const off = 10 ** Number(heatRange.value) / temperature - 1;
      if (Math.abs(off) > 0.006) heat.set(Math.log10(temperature));
      heatRange.setAttribute("aria-valuetext", precise(temperature));
      subtract.set(isShifted);
      const wrong = overflow(steps);
      status.element.classList.toggle("is-wrong", wrong !== null);
      status.say(wrong ?? summary(steps));
    }

    function stretch(bar, share, isEndless = false) {
      const isNumber = Number.isFinite(share);
      bar.style.width = isNumber ? `${100 * share}%` : "0";
      bar.classList.toggle("is-missing", !isNumber || share === 0);
      bar.classList.toggle("is-endless", isEndless);
    }

    function show() {
      scores = model.get("scores");
      paint();
      if (!lines.some(({ range }) => range.matches(":active"))) fitRanges();
    }
    paint();
    fitRanges();
    return watch(model, TRAITS, show);
  },
};
