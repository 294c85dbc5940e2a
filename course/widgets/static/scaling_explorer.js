// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function map(m, change) {
  return matrix(m.rows, m.columns, m.data.map(change));
}

// course/widgets/js/lib/attention.js
function softmax(scores, mask = null) {
  const { rows, columns } = scores;
  const weights = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    const may = (j) => mask === null || mask.data[i * columns + j] !== 0;
    let most = -Infinity;
    for (let j = 0; j < columns; j++) {
      const score = scores.data[i * columns + j];
      if (may(j) && (score > most || Number.isNaN(score))) most = score;
    }
    if (most === -Infinity) continue;
    let total = 0;
    for (let j = 0; j < columns; j++) {
      if (may(j))
        total += weights.data[i * columns + j] = Math.exp(scores.data[i * columns + j] - most);
    }
    for (let j = 0; j < columns; j++) weights.data[i * columns + j] /= total;
  }
  return weights;
}
function entropy(weights) {
  return weights.reduce((sum, w) => w > 0 ? sum - w * Math.log(w) : sum, 0);
}
function riseOfFirst(weights, nudge) {
  const more = weights[0] * Math.expm1(nudge);
  return more * (1 - weights[0]) / (1 + more);
}

// course/widgets/js/lib/numbers.js
function number(value, places = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= 1e5) {
    const [digits, , power] = exponent(value, 1);
    return `${digits}e${power}`.replaceAll("-", "−");
  }
  const text = toEven(value, places, (x) => x.toFixed(places));
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}
function toEven(value, places, write) {
  const isMiddle = places < 0 ? Math.abs(value / 10 ** -places) % 1 === 0.5 : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write(value);
  const [, last] = text.match(/(\d)(?:e.*)?$/);
  return isMiddle && last % 2 === 1 ? write(value * (1 - Number.EPSILON / 2)) : text;
}
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power), `${power[0]}${power.slice(1).padStart(2, "0")}`];
}
function precise(value) {
  if (!Number.isFinite(value) || Number.isInteger(value) && Math.abs(value) < 1e9)
    return number(value, 0);
  const [digits, size, power] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
}
function shortest(value) {
  return String(Number(value.toFixed(4)) || Number(value.toPrecision(2)));
}
function fieldText(value) {
  return shortest(value).replaceAll("-", "−");
}
function stepped(value, step, count) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}
function parseNumber(text) {
  const plain = text.trim().replaceAll("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  return Number.isFinite(Number(plain)) ? Number(plain) : NaN;
}
function readField(text) {
  const plain = text.trim();
  const [, thousands, rest] = plain.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain} could be ${thousands}.${rest} or ${thousands}${rest}: write it without the comma`
    };
  return { value: parseNumber(plain), problem: null };
}

// course/widgets/js/lib/keys.js
var LEFT_ALONE = "data-lm-suppress-shortcuts";
var EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}
function keepKeys(el) {
  const before = (event) => {
    if (el.contains(event.target)) event.target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", (event) => {
    if (!isKept(event)) return;
    event.stopPropagation();
    const undoes = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (undoes && !event.target.matches(":read-write")) event.preventDefault();
  });
  const focus = ({ target }) => {
    const control = target.closest("button, input, select, summary, textarea, [tabindex]");
    if (el.contains(control) && !control.contains(document.activeElement))
      control.focus({ preventScroll: true });
  };
  el.addEventListener("click", focus, true);
  if (el.contains(document.activeElement)) listen();
}

// course/widgets/js/lib/page.js
var made = 0;
function newId(stem) {
  made += 1;
  return `course-${stem}-${made}-${Math.random().toString(36).slice(2, 7)}`;
}
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== void 0)
      element.setAttribute(name, value);
  }
  element.append(
    ...children.filter((child) => child !== null && child !== void 0 && child !== false)
  );
  return element;
}
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren(...children);
  return el;
}
function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}
function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  let timer = null;
  return {
    element,
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = typeof sentence === "function" ? sentence() : sentence;
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    }
  };
}
function slider(label, { min, max, step, text = String }, onchange) {
  const shown = node("span", { class: "cw-slider-value", "aria-hidden": "true" });
  const input = node("input", { type: "range", min, max, step, "aria-label": label });
  const write = (value) => {
    shown.textContent = text(value);
    input.setAttribute("aria-valuetext", text(value));
  };
  input.addEventListener("input", () => {
    write(Number(input.value));
    onchange(Number(input.value));
  });
  return {
    element: node(
      "label",
      { class: "cw-slider" },
      node("span", { class: "cw-label" }, label),
      input,
      shown
    ),
    set(value) {
      if (Number(input.value) !== value) input.value = value;
      write(value);
    }
  };
}

// course/widgets/js/lib/field.js
function refusals() {
  const element = node("p", { role: "alert", class: "cw-refused", id: newId("refused") });
  return {
    element,
    complain(input, sentence) {
      element.textContent = sentence;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", element.id);
    },
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };
}
function numberField(label, { min, max, isWhole = false, refused }, onchange) {
  let value = 0;
  let before = null;
  const input = node("input", {
    type: "text",
    inputmode: "decimal",
    role: "spinbutton",
    class: "cw-entry",
    "aria-valuemin": min,
    "aria-valuemax": max,
    "aria-label": label,
    autocomplete: "off",
    onbeforeinput: begin,
    oninput: typed,
    onblur: restore,
    onkeydown: keydown
  });
  function problem(x) {
    if (Number.isNaN(x)) return "it must be a number";
    if (isWhole && !Number.isInteger(x)) return "it must be a whole number";
    if (x < min) return `the least that goes here is ${number(min, decimalsOf(min))}`;
    if (x > max) return `the most that goes here is ${max.toLocaleString("en")}`;
    return null;
  }
  function become(x) {
    if (x === value) return;
    value = x;
    input.setAttribute("aria-valuenow", x);
    onchange(x);
  }
  function begin() {
    const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (isAll || before === null) before = value;
  }
  function typed() {
    before ??= value;
    const { value: x, problem: unclear } = readField(input.value);
    const why = unclear ?? problem(x);
    if (why) {
      become(before);
      return refused.complain(input, `${label} stays ${fieldText(value)}: ${why}.`);
    }
    refused.quiet(input);
    become(x);
  }
  function keydown(event) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      become(Math.min(Math.max(stepped(value, 1, way), min), max));
      restore();
    } else if (event.key === "Enter" || event.key === "Escape") restore();
  }
  function restore() {
    before = null;
    refused.quiet(input);
    input.value = fieldText(value);
  }
  return {
    element: input,
    set(next) {
      value = next;
      input.setAttribute("aria-valuenow", next);
      if (before !== null && input.matches(":focus")) return;
      refused.quiet(input);
      input.value = fieldText(next);
    }
  };
}
var decimalsOf = (x) => (String(x).split(".")[1] ?? "").length;

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/scaling_explorer.js
var LONGEST = 512;
var ROWS = 300;
var NUDGE = 0.1;
var REACH = 80;
var [WIDTH, TALL] = [480, 72];
var UNIT = WIDTH / (2 * REACH);
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + 1831565813 | 0;
    let mixed = Math.imul(state ^ state >>> 15, 1 | state);
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
    return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
  };
}
function standardNormal(seed) {
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
function cumulativeScores(seed, nKeys) {
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
var mean = (numbers) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
function median(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return (sorted[sorted.length - 1 >> 1] + sorted[sorted.length >> 1]) / 2;
}
function measure(scores) {
  const weights = softmax(scores);
  const centre = mean(scores.data);
  const variance = mean(scores.data.map((x) => (x - centre) ** 2));
  const rows = Array.from(
    { length: scores.rows },
    (_, i) => weights.data.subarray(i * scores.columns, (i + 1) * scores.columns)
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
    typicalChange: median(rises)
  };
}
function histogram(scores) {
  const bins = new Uint16Array(2 * REACH);
  for (const x of scores) bins[Math.min(Math.max(Math.floor(x + REACH), 0), bins.length - 1)] += 1;
  return bins;
}
function createHistogram(withAxis) {
  const bars = svg("path", { class: "se-bars" });
  const spread = svg("path", { class: "se-spread" });
  const drawing = svg("svg", {
    role: "img",
    viewBox: `0 0 ${WIDTH} ${TALL + (withAxis ? 26 : 10)}`,
    class: "se-histogram"
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
        `Histogram of ${scores.data.length.toLocaleString("en")} scores ${what}: centred on 0, from ${fixed(Math.min(...scores.data))} to ${fixed(Math.max(...scores.data))}, with a standard deviation of ${fixed(deviation)}.`
      );
    }
  };
}
var fixed = (x) => number(x, Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 10 ? 1 : 2);
var small = (x) => x >= 1e-3 ? number(x, 3) : precise(Number(x.toPrecision(2)));
var scaling_explorer_default = {
  render({ model, el }) {
    const nKeys = () => model.get("n_keys");
    let drawn = { seed: null, nKeys: null, sums: null };
    const status = statusLine();
    const refused = refusals();
    const histograms = [createHistogram(false), createHistogram(true)];
    const LINES = [
      ["Variance of the scores", ({ variance }) => fixed(variance)],
      ["Standard deviation", ({ deviation }) => fixed(deviation)],
      ["Largest weight, mean", ({ largest }) => number(largest, 3)],
      ["Entropy, mean", (result) => number(result.entropy, 3)],
      [`A weight moves, for a nudge of ${NUDGE}, mean`, ({ change }) => small(change)],
      [
        `A weight moves, for a nudge of ${NUDGE}, median`,
        ({ typicalChange }) => small(typicalChange)
      ]
    ];
    const headings = [node("th", { scope: "col" }), node("th", { scope: "col" })];
    const lines = LINES.map(([name, text]) => ({
      name: node("th", { scope: "row" }, name),
      cells: [node("td"), node("td")],
      text
    }));
    const numbers = node(
      "table",
      { class: "se-table", "aria-label": `Averages over ${ROWS} rows of scores` },
      node("thead", {}, node("tr", {}, node("td"), ...headings)),
      node("tbody", {}, ...lines.map(({ name, cells }) => node("tr", {}, name, ...cells)))
    );
    const caption = node("p", { class: "se-heading" });
    const exampleBody = node("tbody");
    const example = node("table", { class: "se-table se-example" }, exampleBody);
    let keys = [];
    function buildExample() {
      const cell = () => node("td");
      const bar = () => node("span", { class: "se-bar" });
      const hidden = (child) => node("td", { class: "se-space", "aria-hidden": "true" }, child);
      const heads = ["q · k", "weight", "q · k / √d_k", "weight"].map(
        (text, k) => node("th", { scope: "col", colspan: k % 2 ? 2 : 1 }, text)
      );
      keys = Array.from(
        { length: nKeys() },
        () => [0, 1].map(() => ({ score: cell(), weight: cell(), bar: bar() }))
      );
      example.replaceChildren(node("thead", {}, node("tr", {}, node("td"), ...heads)), exampleBody);
      exampleBody.replaceChildren(
        ...keys.map(
          (sides, k) => node(
            "tr",
            {},
            node("th", { scope: "row" }, `key ${k}`),
            ...sides.flatMap(({ score, weight, bar: bar2 }) => [score, weight, hidden(bar2)])
          )
        )
      );
      example.setAttribute("aria-label", `Weights of the first query over its ${nKeys()} keys`);
    }
    const binBody = node("tbody");
    const binHead = ["scores", "q · k", "q · k / √d_k"].map(
      (text) => node("th", { scope: "col" }, text)
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
          binBody
        )
      )
    );
    let bins = [];
    function showBins() {
      if (!unfolded.open) return;
      const filled = [...bins[0].keys()].filter((i) => bins[0][i] || bins[1][i]);
      binBody.replaceChildren(
        ...filled.map(
          (i) => node(
            "tr",
            {},
            node("th", { scope: "row" }, `${number(i - REACH, 0)} to ${number(i + 1 - REACH, 0)}`),
            ...bins.map((counts) => node("td", {}, String(counts[i])))
          )
        )
      );
    }
    const length = (x) => Math.round(2 ** x);
    const lengths = slider(
      "d_k",
      { min: 0, max: Math.log2(LONGEST), step: "any", text: (x) => String(length(x)) },
      (x) => choose(length(x))
    );
    lengths.element.querySelector(".cw-slider-value").remove();
    const range = lengths.element.querySelector("input");
    range.addEventListener("keydown", (event) => {
      const now = model.get("d_k");
      const next = {
        ArrowUp: Math.max(now + 1, Math.round(now * 1.1)),
        ArrowDown: Math.min(now - 1, Math.round(now / 1.1)),
        PageUp: now * 2,
        PageDown: Math.round(now / 2)
      };
      [next.ArrowRight, next.ArrowLeft] = [next.ArrowUp, next.ArrowDown];
      const to = next[event.key];
      if (to === void 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(Math.min(Math.max(to, 1), LONGEST));
    });
    const field = numberField(
      "d_k, the entries of a query",
      { min: 1, max: LONGEST, isWhole: true, refused },
      choose
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
        again
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
          unfolded
        ),
        node("div", { class: "se-numbers" }, numbers)
      ),
      caption,
      node("div", { class: "cw-scroll" }, example),
      status.element
    );
    function paint() {
      const d_k = model.get("d_k");
      const count = ROWS * nKeys();
      if (drawn.seed !== model.get("seed") || drawn.nKeys !== nKeys()) {
        drawn = {
          seed: model.get("seed"),
          nKeys: nKeys(),
          sums: cumulativeScores(model.get("seed"), nKeys())
        };
        buildExample();
      }
      const scores = drawn.sums.subarray((d_k - 1) * count, d_k * count);
      const plain = matrix(ROWS, nKeys(), Float64Array.from(scores));
      const divisor = Math.sqrt(d_k);
      const results = [plain, map(plain, (score) => score / divisor)].map(measure);
      bins = results.map(({ scores: scores2 }) => histogram(scores2.data));
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
        `d_k = ${d_k}: the scores have variance ${fixed(undivided.variance)}, and the largest of ${nKeys()} weights is ${number(undivided.largest, 2)} on average. Divided by √${d_k} = ${precise(divisor)}: variance ${fixed(divided.variance)}, largest weight ${number(divided.largest, 2)}.`
      );
    }
    paint();
    return watch(model, ["d_k", "n_keys", "seed"], paint);
  }
};
export {
  cumulativeScores,
  scaling_explorer_default as default,
  measure,
  standardNormal
};
