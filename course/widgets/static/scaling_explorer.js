// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/clamp.js
function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
}

// course/widgets/js/lib/keep_keys.js
var LEFT_ALONE = "data-lm-suppress-shortcuts";
var EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
var UNDOES = /^[zy]$/i;
var CONTROLS = "button, input, select, summary, textarea, [tabindex]";
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}
function isModified({ altKey, ctrlKey, metaKey }) {
  return altKey || ctrlKey || metaKey;
}
function keepKeys(el) {
  const before = (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
    if (el.contains(target)) target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusin", (event) => dropCaret(el, event));
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", keep);
  el.addEventListener("click", (event) => focusControl(el, event), true);
  if (el.contains(document.activeElement)) listen();
}
function keep(event) {
  if (!isKept(event)) return;
  event.stopPropagation();
  const undoes = (event.ctrlKey || event.metaKey) && UNDOES.test(event.key);
  const target = (
    /** @type {Element} */
    event.target
  );
  if (undoes && !target.matches(":read-write")) event.preventDefault();
}
function dropCaret(el, { target }) {
  const selection = document.getSelection();
  const place = selection?.anchorNode;
  const isForeign = place?.parentElement?.isContentEditable && !el.contains(place);
  if (isForeign && !/** @type {Element} */
  target.matches(":read-write"))
    selection?.removeAllRanges();
}
function focusControl(el, { target }) {
  const clicked = (
    /** @type {Element} */
    target
  );
  const control = (
    /** @type {HTMLElement | null} */
    clicked.closest(CONTROLS)
  );
  if (control && el.contains(control) && !control.contains(document.activeElement))
    control.focus({ preventScroll: true });
}

// course/widgets/js/lib/direction.js
var LETTERS = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]+";
var FROM_RIGHT = new RegExp(`${LETTERS}(?: ${LETTERS})*`, "g");
function leftToRight(text) {
  return text.replace(FROM_RIGHT, "⁨$&⁩");
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
    if (typeof value === "function")
      element.addEventListener(
        name.slice(2),
        /** @type {EventListener} */
        value
      );
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== void 0)
      element.setAttribute(name, String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren();
  for (const child of children) if (child) el.append(child);
}
function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}
function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  let timer;
  return {
    element,
    /**
     * @param {string | (() => string)} sentence
     * @param {number} wait in ms
     */
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = leftToRight(typeof sentence === "function" ? sentence() : sentence);
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    }
  };
}
function slider(label, { min, max, step, text = String, isWritten = true }, onchange) {
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
  const name = node("span", { class: "cw-label" }, label);
  return {
    element: node("label", { class: "cw-slider" }, name, input, isWritten && shown),
    input,
    /** @param {number} value */
    set(value) {
      if (Number(input.value) !== value) input.value = String(value);
      write(value);
    }
  };
}
function headedRow(name, cells) {
  return node("tr", {}, node("th", { scope: "row" }, name), ...cells);
}
function headRow(...names) {
  return node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, name)));
}

// course/widgets/js/lib/read_numbers.js
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
  const value = parseNumber(plain);
  const isTooLarge = Number.isNaN(value) && /^[+−-]?\d+([.,]\d*)?e\+?\d+$/i.test(plain);
  return { value, problem: isTooLarge ? `${plain} is too large for a float64` : null };
}
function stepped(value, step, count2) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count2).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}

// course/widgets/js/lib/refused_field.js
function markRefused(input, reason) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", reason.id);
}
function unmarkRefused(input) {
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
}

// course/widgets/js/lib/typed_number.js
var UNFINISHED = /^[+−-]?(\d+[.,]?\d*|[.,]\d*)?(e[+−-]?)?$/i;
function judge(text, limits, what = "it") {
  const { value, problem } = readField(text);
  const refused = problem ?? refusal(value, limits, what);
  const isUnfinished = refused !== null && !problem && mayGoOn(text.trim(), value, limits);
  return { value, refused, isUnfinished };
}
function refusal(x, { min, max, isWhole = false }, what = "it") {
  if (!Number.isFinite(x)) return `${what} must be a number`;
  if (isWhole && !Number.isInteger(x)) return `${what} must be a whole number`;
  if (x < min) return `the least that goes here is ${written(min)}`;
  if (x > max) return `the most that goes here is ${written(max)}`;
  return null;
}
function mayGoOn(text, x, { min, max, isWhole = false }) {
  if (Number.isNaN(x)) return UNFINISHED.test(text);
  const digits = text.match(/^([+−-]?)\d*([.,]\d*)?$/);
  if (!digits) return false;
  const [, sign, decimals] = digits;
  if (isWhole && decimals) return false;
  const reach = decimals ? 10 ** (1 - decimals.length) : Infinity;
  return /[−-]/.test(sign) ? x > max && x - reach < max : x < min && x + reach > min;
}
function written(limit) {
  return limit.toLocaleString("en", { maximumFractionDigits: 12 }).replace("-", "−");
}

// course/widgets/js/lib/write_numbers.js
var MOST_DECIMALS = 4;
function number(value, places = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const isLong = places > MOST_DECIMALS;
  if (Math.abs(value) >= 1e5 || isLong && value) {
    return exponent(value, 1).join("e").replaceAll("-", "−");
  }
  const text = toEven(value, places, (x) => x.toFixed(isLong ? 0 : places));
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}
function toEven(value, places, write) {
  const isMiddle = places < 0 ? Math.abs(value / 10 ** -places) % 1 === 0.5 : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write(value);
  if (!isMiddle) return text;
  const last = Number(text.replace(/e.*/, "").at(-1));
  return last % 2 === 1 ? write(value * (1 - Number.EPSILON / 2)) : text;
}
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power)];
}
function precise(value) {
  if (!Number.isFinite(value)) return number(value, 0);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return `${value}`.replace("-", "−");
  if (size >= 1e3 && size < 1e6)
    return toEven(value, 1, (x) => x.toFixed(1)).replace(".0", "").replace("-", "−");
  const [digits, power] = exponent(value, 3);
  const text = power < -4 || power > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${power}`);
  return String(text).replaceAll("-", "−");
}
function smallNumber(value) {
  return value >= 1e-3 ? number(value, 3) : precise(Number(value.toPrecision(2)));
}
function editable(value) {
  return String(Number(Math.abs(value) < 1e-3 ? value.toPrecision(2) : value.toFixed(4)));
}
function inField(value) {
  return editable(value).replaceAll("-", "−");
}

// course/widgets/js/lib/field.js
function refusals() {
  const element = node("p", { role: "alert", class: "cw-refused", id: newId("refused") });
  return {
    element,
    /**
     * @param {HTMLInputElement} input
     * @param {string} sentence
     */
    complain(input, sentence) {
      element.textContent = sentence;
      markRefused(input, element);
    },
    /** @param {HTMLInputElement} input */
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      unmarkRefused(input);
    }
  };
}
var NumberField = class {
  #value = 0;
  /** @type {number | null} */
  #before = null;
  // the value when the typing began; null where nothing is being typed
  /** @type {string | null} */
  #unsaid = null;
  // why what stands there is not taken, until the field is left
  /**
   * @param {string} label
   * @param {Range} range
   * @param {(value: number) => void} onchange called for each good number that is typed
   */
  constructor(label, range, onchange) {
    this.label = label;
    this.range = range;
    this.onchange = onchange;
    this.element = node("input", {
      type: "text",
      inputmode: "decimal",
      role: "spinbutton",
      class: "cw-entry",
      "aria-valuemin": range.min,
      "aria-valuemax": range.max,
      "aria-label": label,
      autocomplete: "off",
      onbeforeinput: () => this.#begin(),
      oninput: () => this.#typed(),
      onblur: () => this.#leave(),
      onkeydown: (event) => this.#keydown(event)
    });
  }
  /** @param {number} value */
  set(value) {
    const { element } = this;
    if (value !== this.#value && this.#before !== null) this.#before = value;
    this.#value = value;
    element.setAttribute("aria-valuenow", String(value));
    if (this.#before !== null && element.matches(":focus")) return;
    this.range.refused.quiet(element);
    element.value = inField(value);
  }
  /** @param {number} x */
  #become(x) {
    if (x === this.#value) return;
    this.#value = x;
    this.element.setAttribute("aria-valuenow", String(x));
    this.onchange(x);
  }
  // Another number begins where all that stands there is replaced.
  #begin() {
    const { selectionStart, selectionEnd, value } = this.element;
    const isAll = value !== "" && selectionStart === 0 && selectionEnd === value.length;
    if (isAll || this.#before === null) this.#before = this.#value;
  }
  #typed() {
    const { refused: said } = this.range;
    this.#before ??= this.#value;
    const { value, refused, isUnfinished } = judge(this.element.value, this.range);
    this.#unsaid = isUnfinished ? refused : null;
    said.quiet(this.element);
    if (refused === null) this.#become(value);
    else if (!isUnfinished) {
      this.#become(this.#before);
      this.#complain(refused);
    }
  }
  /** @param {string} why */
  #complain(why) {
    const stays = `${this.label} stays ${inField(this.#value)}`;
    this.range.refused.complain(this.element, `${stays}: ${why}.`);
  }
  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const { min, max } = this.range;
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (way && !event.shiftKey && !isModified(event)) {
      event.preventDefault();
      this.#become(clamp(stepped(this.#value, 1, way), min, max));
      this.#restore();
    } else if (event.key === "Enter") this.#enter();
    else if (event.key === "Escape") this.#giveUp();
  }
  #leave() {
    this.#close(this.#unsaid);
  }
  // The number before comes back here and now, so that why stays on the page.
  #enter() {
    this.#close(judge(this.element.value, this.range).refused);
  }
  /** @param {string | null} why what stands there is not taken, if that is to be said */
  #close(why) {
    this.#giveUp();
    if (why) this.#complain(why);
  }
  // What is not taken gives way to the number before it.
  #giveUp() {
    if (this.#unsaid && this.#before !== null) this.#become(this.#before);
    this.#restore();
  }
  #restore() {
    this.#before = null;
    this.#unsaid = null;
    this.range.refused.quiet(this.element);
    this.element.value = inField(this.#value);
  }
};

// course/widgets/js/lib/log_slider.js
function createLogSlider(label, fieldLabel, range, onchange) {
  const { min, max, round, text, after } = range;
  let value = min;
  const take = (x) => onchange(clamp(round(x), min, max));
  const places = slider(
    label,
    {
      min: Math.log2(min),
      max: Math.log2(max),
      step: "any",
      text: (x) => text(round(2 ** x)),
      isWritten: false
    },
    (x) => take(2 ** x)
  );
  places.input.addEventListener("keydown", (event) => {
    const next = isModified(event) ? null : after(event.key, value);
    if (next === null) return;
    event.preventDefault();
    take(next);
  });
  const field = new NumberField(fieldLabel, range, onchange);
  return {
    element: node("span", { class: "cw-slider" }, places.element, field.element),
    /** @param {number} next */
    set(next) {
      value = next;
      field.set(next);
      if (round(2 ** Number(places.input.value)) !== next) places.set(Math.log2(next));
      places.input.setAttribute("aria-valuetext", text(next));
    }
  };
}

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function map(m, change) {
  return matrix(m.rows, m.columns, m.data.map(change));
}

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}
function save(model, changes) {
  model.set(changes);
  model.save_changes();
}

// course/widgets/js/scaling_explorer/histogram.js
var REACH = 80;
var [WIDTH, TALL] = [480, 72];
var UNIT = WIDTH / (2 * REACH);
var TICKS = [-80, -40, 0, 40, 80];
function binned(scores) {
  const bins = new Uint16Array(2 * REACH);
  for (const x of scores) bins[clamp(Math.floor(x + REACH), 0, bins.length - 1)] += 1;
  return bins;
}
function fixed(x) {
  return number(x, Math.abs(x) >= 100 ? 0 : Math.abs(x) >= 10 ? 1 : 2);
}
function createHistogram(withAxis) {
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
        `Histogram of ${scores.data.length.toLocaleString("en")} scores ${what}: centred on 0, from ${fixed(Math.min(...scores.data))} to ${fixed(Math.max(...scores.data))}, with a standard deviation of ${fixed(deviation)}.`
      );
    }
  };
}
function tick(x) {
  const anchor = x === -REACH ? "start" : x === REACH ? "end" : "middle";
  const at = { x: (x + REACH) * UNIT, y: TALL + 24, "text-anchor": anchor };
  return svg("text", at, number(x, 0));
}
function outline(bins) {
  const most = Math.max(...bins);
  let path = "";
  bins.forEach((count2, i) => {
    const height = (TALL - 2) * (count2 / most);
    if (count2) path += `M${i * UNIT} ${TALL}v${-height}h${UNIT - 0.5}v${height}z`;
  });
  return path;
}
function createBinTable() {
  const body = node("tbody");
  let bins = [];
  const head = node("thead", {}, headRow("scores", "q · k", "q · k / √d_k"));
  const table = node("table", { class: "se-table" }, head, body);
  const attributes = {
    class: "se-bins",
    tabindex: 0,
    role: "group",
    "aria-label": "Scores in each stretch"
  };
  const element = node(
    "details",
    { ontoggle: show },
    node("summary", {}, "The histograms in numbers"),
    node("div", attributes, table)
  );
  function show() {
    if (!element.open) return;
    const [first, second] = bins;
    const filled = [...first.keys()].filter((i) => first[i] || second[i]);
    const rows = filled.map(
      (i) => headedRow(
        stretch(i),
        bins.map((counts) => node("td", {}, String(counts[i])))
      )
    );
    body.replaceChildren(...rows);
  }
  return {
    element,
    /** @param {Uint16Array[]} next of both histograms */
    set(next) {
      bins = next;
      show();
    }
  };
}
function stretch(i) {
  const [from, to] = [number(i - REACH, 0), number(i + 1 - REACH, 0)];
  if (i === 0) return `below ${to}`;
  return i === 2 * REACH - 1 ? `${from} and above` : `${from} to ${to}`;
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

// course/widgets/js/scaling_explorer/random_scores.js
var LONGEST = 512;
var ROWS = 300;
var NUDGE = 0.1;
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
  const count2 = ROWS * nKeys;
  const sums = new Float32Array(LONGEST * count2);
  for (let d = 0; d < LONGEST; d++)
    for (let row = 0, at = d * count2; row < ROWS; row++) {
      const q = draw();
      for (let k = 0; k < nKeys; k++, at++) sums[at] = (d ? sums[at - count2] : 0) + q * draw();
    }
  return sums;
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
function mean(numbers) {
  let sum = 0;
  for (let k = 0; k < numbers.length; k++) sum += numbers[k];
  return sum / numbers.length;
}
function median(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return (sorted[sorted.length - 1 >> 1] + sorted[sorted.length >> 1]) / 2;
}

// course/widgets/js/scaling_explorer/tables.js
var LINES = [
  ["Variance of the scores", ({ variance }) => fixed(variance)],
  ["Standard deviation", ({ deviation }) => fixed(deviation)],
  ["Largest weight, mean", ({ largest }) => number(largest, 3)],
  ["Entropy, mean", ({ entropy: entropy2 }) => number(entropy2, 3)],
  [`Change of a weight, a score raised by ${NUDGE}: mean`, ({ change }) => smallNumber(change)],
  [
    `Change of a weight, a score raised by ${NUDGE}: median`,
    ({ typicalChange }) => smallNumber(typicalChange)
  ]
];
var ENTROPY = 3;
function createMeans() {
  const headings = [node("th", { scope: "col" }), node("th", { scope: "col" })];
  const lines = LINES.map(([name, text]) => ({
    name: node("span", {}, name),
    cells: [node("td"), node("td")],
    text
  }));
  return {
    element: node(
      "table",
      { class: "se-table", "aria-label": `Averages over ${ROWS} rows of scores` },
      node("thead", {}, node("tr", {}, node("td"), ...headings)),
      node("tbody", {}, ...lines.map(({ name, cells }) => headedRow(name, cells)))
    ),
    /**
     * @param {string[]} names
     * @param {Measured[]} both
     * @param {number} nKeys
     */
    set(names, both, nKeys) {
      for (const [side, measured] of both.entries()) {
        headings[side].textContent = names[side];
        for (const { cells, text } of lines) cells[side].textContent = text(measured);
      }
      const most = number(Math.log(nKeys), 3);
      lines[ENTROPY].name.textContent = `Entropy, mean (at most ln ${nKeys} = ${most})`;
    }
  };
}
function createExample() {
  const caption = node("p", { class: "se-heading" });
  const table = node("table", { class: "se-table se-example" });
  let keys = [];
  return {
    elements: [caption, node("div", { class: "cw-scroll" }, table)],
    /** @param {number} nKeys */
    build(nKeys) {
      const side = () => ({
        score: node("td"),
        weight: node("td"),
        bar: node("span", { class: "se-bar" })
      });
      keys = Array.from({ length: nKeys }, () => [side(), side()]);
      const heads = ["q · k", "weight", "q · k / √d_k", "weight"].map(
        (text, k) => node("th", { scope: "col", colspan: k % 2 ? 2 : 1 }, text)
      );
      const rows = keys.map((sides, k) => headedRow(`key ${k}`, sides.flatMap(cellsOf)));
      table.replaceChildren(
        node("thead", {}, node("tr", {}, node("td"), ...heads)),
        node("tbody", {}, ...rows)
      );
      table.setAttribute("aria-label", `Weights of the first query over its ${nKeys} keys`);
      caption.textContent = `One query with its ${nKeys} keys: scores and softmax`;
    },
    /** @param {Measured[]} both */
    set(both) {
      for (const [side, { scores, weights }] of both.entries())
        for (const [k, sides] of keys.entries()) {
          sides[side].score.textContent = number(scores.data[k], 2);
          sides[side].weight.textContent = smallNumber(weights.data[k]);
          sides[side].bar.style.width = `${100 * weights.data[k]}%`;
        }
    }
  };
}
function cellsOf({ score, weight, bar }) {
  return [score, weight, node("td", { class: "se-space", "aria-hidden": "true" }, bar)];
}

// course/widgets/js/scaling_explorer.js
var Explorer = class {
  /** @type {Float32Array} */
  #sums = new Float32Array(0);
  #drawnFor = "";
  // the seed and the number of keys
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.refused = refusals();
    this.histograms = [createHistogram(false), createHistogram(true)];
    this.bins = createBinTable();
    this.means = createMeans();
    this.example = createExample();
    this.lengths = createLogSlider(
      "d_k",
      "d_k, the entries of a query",
      {
        min: 1,
        max: LONGEST,
        isWhole: true,
        refused: this.refused,
        round: Math.round,
        text: String,
        after: lengthAfter
      },
      (d_k) => this.#choose(d_k)
    );
    this.#layOut(el);
    this.#paint();
    this.close = watch(model, ["d_k", "n_keys", "seed"], () => this.#paint());
  }
  /** @param {HTMLElement} el */
  #layOut(el) {
    const again = button("Draw again", () => {
      save(this.model, { seed: (this.model.get("seed") + 1) % 2 ** 31 });
      this.status.say("New random queries and keys.");
    });
    const drawings = [...this.histograms.map(({ element }) => element), this.bins.element];
    root(
      el,
      "What d_k does to scores and weights",
      node("div", { class: "cw-bar" }, this.lengths.element, again),
      this.refused.element,
      node(
        "div",
        { class: "se-columns" },
        node("div", { class: "se-drawings" }, ...drawings),
        node("div", { class: "se-numbers" }, this.means.element)
      ),
      ...this.example.elements,
      this.status.element
    );
  }
  /** @param {number} d_k */
  #choose(d_k) {
    if (d_k !== this.model.get("d_k")) save(this.model, { d_k });
  }
  /**
   * Return the scores for this d_k; new queries and keys are drawn where that was asked for.
   * @param {number} d_k
   * @param {number} nKeys
   */
  #scores(d_k, nKeys) {
    const seed = this.model.get("seed");
    if (this.#drawnFor !== `${seed}, ${nKeys}`) {
      this.#drawnFor = `${seed}, ${nKeys}`;
      this.#sums = cumulativeScores(seed, nKeys);
      this.example.build(nKeys);
    }
    const count2 = ROWS * nKeys;
    const scores = this.#sums.subarray((d_k - 1) * count2, d_k * count2);
    return matrix(ROWS, nKeys, Float64Array.from(scores));
  }
  #paint() {
    const [d_k, nKeys] = [this.model.get("d_k"), this.model.get("n_keys")];
    const undivided = this.#scores(d_k, nKeys);
    const divisor = Math.sqrt(d_k);
    const both = [undivided, map(undivided, (score) => score / divisor)].map(measure);
    const bins = both.map(({ scores }) => binned(scores.data));
    const names = ["q · k", `q · k / √${d_k}`];
    for (const [side, measured] of both.entries())
      this.histograms[side].set(names[side], measured, bins[side]);
    this.means.set(names, both, nKeys);
    this.example.set(both);
    this.bins.set(bins);
    this.lengths.set(d_k);
    this.status.say(summary(d_k, nKeys, both));
  }
};
function lengthAfter(key, now) {
  if (key === "ArrowUp" || key === "ArrowRight") return Math.max(now + 1, Math.round(now * 1.1));
  if (key === "ArrowDown" || key === "ArrowLeft") return Math.min(now - 1, Math.round(now / 1.1));
  if (key === "PageUp") return now * 2;
  return key === "PageDown" ? Math.round(now / 2) : null;
}
function summary(d_k, nKeys, [undivided, divided]) {
  return `d_k = ${d_k}: the scores have variance ${fixed(undivided.variance)}, and the largest of ${nKeys} weights is ${number(undivided.largest, 2)} on average. Divided by √${d_k} = ${precise(Math.sqrt(d_k))}: variance ${fixed(divided.variance)}, largest weight ${number(divided.largest, 2)}.`;
}
var scaling_explorer_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    return new Explorer(model, el).close;
  }
};
export {
  scaling_explorer_default as default
};
