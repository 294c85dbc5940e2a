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
function tick(text, onchange) {
  const box = node("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  return {
    element: node("label", { class: "cw-tick" }, box, text),
    /** @param {boolean} on */
    set(on) {
      box.checked = on;
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
  const [, sign, decimals2] = digits;
  if (isWhole && decimals2) return false;
  const reach = decimals2 ? 10 ** (1 - decimals2.length) : Infinity;
  return /[−-]/.test(sign) ? x > max && x - reach < max : x < min && x + reach > min;
}
function written(limit) {
  return limit.toLocaleString("en", { maximumFractionDigits: 12 }).replace("-", "−");
}

// course/widgets/js/lib/write_numbers.js
var MOST_DECIMALS = 4;
function decimals(values, most = 2) {
  let largest = 0;
  for (let k = 0; k < values.length; k++) {
    const size = Math.abs(values[k]);
    if (Number.isFinite(size) && size > largest) largest = size;
  }
  if (largest && largest < 0.5 / 10 ** most) {
    most = 1 - Number(largest.toExponential(1).split("e")[1]);
    if (most > MOST_DECIMALS) return most;
  }
  const tolerance = 0.5 / 10 ** (most + 2);
  for (let places = 0; places < most; places++) {
    const unit = 10 ** places;
    let k = 0;
    while (k < values.length && fits(values[k], unit, tolerance)) k++;
    if (k === values.length) return places;
  }
  return most;
}
function fits(x, unit, tolerance) {
  return !(Number.isFinite(x) && Math.abs(x - Math.round(x * unit) / unit) > tolerance);
}
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
function asTyped(value) {
  return Number.isFinite(value) ? inField(value) : number(value);
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

// course/widgets/js/softmax_explorer/steps.js
function softmaxSteps(scores, temperature, subtract) {
  const shift = subtract ? Math.max(...scores) : 0;
  const exponents = scores.map((score) => (score - shift) / temperature);
  const exponentials = exponents.map(Math.exp);
  const sum = exponentials.reduce((total2, x) => total2 + x, 0);
  const weights = exponentials.map((x) => x / sum);
  const total = weights.reduce((all, w) => all + w, 0);
  return { shift, exponents, exponentials, sum, weights, total };
}
function overflow({ exponents, exponentials, sum }) {
  const largest = exponents.indexOf(Math.max(...exponents));
  const power = `e^${precise(exponents[largest])}`;
  if (exponentials[largest] === Infinity)
    return `${power} is too large for a float64: it becomes infinity, and infinity / infinity is NaN, not a number.`;
  if (sum === Infinity)
    return "The exponentials still fit into a float64, their sum does not: it is infinity.";
  if (sum === 0)
    return `Even ${power}, the largest, is too small for a float64: every exponential becomes 0, and 0 / 0 is NaN, not a number.`;
  return null;
}

// course/widgets/js/softmax_explorer/table.js
var LIMIT = 1e4;
function createTable(labels, refused, on) {
  const lines = labels.map((label, at) => createLine(label, at, refused, on));
  const [exponentHead, exponentialHead, weightHead] = [node("span"), node("span"), node("span")];
  exponentialHead.append("e", node("sup", {}, "exponent"));
  const [sum, total] = [numberCell(), numberCell()];
  const head = node(
    "tr",
    {},
    node("td"),
    stepHead("Score", node("span", {}, "s")),
    stepHead("Exponent", exponentHead, 1, "sx-right"),
    stepHead("1. Exponentiate", exponentialHead, 2),
    stepHead("2. Divide by the sum", weightHead, 2)
  );
  const foot = node(
    "tr",
    {},
    node("th", { scope: "row" }, "sum"),
    node("td", { colspan: 2 }),
    ...[sum, node("td"), total, node("td")]
  );
  const element = node(
    "table",
    { class: "sx-table", "aria-label": "From scores to weights" },
    node("thead", {}, head),
    node("tbody", {}, ...lines.map(({ row }) => row)),
    node("tfoot", {}, foot)
  );
  return {
    element,
    /**
     * Let the sliders go from below the lowest score to above the highest, at round numbers.
     * @param {number[]} scores
     */
    fit(scores) {
      const [low, high] = endsFor(scores);
      const step = high - low > 500 ? 1 : 0.1;
      for (const [i, { range }] of lines.entries()) {
        [range.min, range.max, range.step] = [low, high, step].map(String);
        range.value = String(scores[i]);
      }
    },
    isDragged: () => lines.some(({ range }) => range.matches(":active")),
    /**
     * @param {number[]} scores
     * @param {Steps} steps
     * @param {boolean} isShifted the largest score was subtracted
     */
    paint(scores, steps, isShifted) {
      const places = decimals(steps.exponents);
      const highest = Math.max(...steps.exponentials);
      for (const [i, line] of lines.entries()) line.paint(scores[i], steps, places, highest);
      const sign = steps.shift < 0 ? "+" : "−";
      const above = isShifted ? `(s ${sign} ${asTyped(Math.abs(steps.shift))})` : "s";
      exponentHead.textContent = `${above} / T`;
      weightHead.textContent = `÷ ${exponentialText(steps.sum)}`;
      sum.textContent = exponentialText(steps.sum);
      total.textContent = number(steps.total, decimals([steps.total], 4));
    }
  };
}
function endsFor(scores) {
  const low = 10 * Math.floor(Math.min(...scores) / 10) - 10;
  const high = 10 * Math.ceil(Math.max(...scores) / 10) + 10;
  return [Math.max(low, -LIMIT), Math.min(high, LIMIT)];
}
function createLine(label, at, refused, on) {
  const range = node("input", {
    type: "range",
    class: "sx-range",
    "aria-label": `Score of ${label}, slider`,
    oninput: () => on.change(at, Number(range.value)),
    // The slider's ends move only when it rests.
    onchange: on.rest
  });
  const limits = { min: -LIMIT, max: LIMIT, refused };
  const field = new NumberField(`Score of ${label}`, limits, (score) => {
    on.change(at, score);
    on.rest();
  });
  const exponent2 = numberCell();
  const [exponential, weight] = [numberCell("scores"), numberCell("weights")];
  const [height, share] = [createBar("scores"), createBar("weights")];
  const row = node(
    "tr",
    {},
    node("th", { scope: "row", title: label }, label),
    node("td", { class: "sx-score" }, range, field.element),
    exponent2,
    exponential,
    barCell(height),
    weight,
    barCell(share)
  );
  return {
    row,
    range,
    /**
     * @param {number} score
     * @param {Steps} steps
     * @param {number} places of the exponents
     * @param {number} highest exponential
     */
    paint(score, { exponents, exponentials, weights }, places, highest) {
      const [own, w] = [exponentials[at], weights[at]];
      field.set(score);
      if (Number(range.value) !== score) range.value = String(score);
      range.setAttribute("aria-valuetext", asTyped(score));
      exponent2.textContent = number(exponents[at], places);
      exponential.textContent = exponentialText(own);
      weight.textContent = weightText(w);
      const part = own === highest ? 1 : own / highest;
      stretch(height, exponential, highest > 0 ? part : 0, own === Infinity);
      stretch(share, weight, w, false);
    }
  };
}
function weightText(w) {
  return w > 0 && w < 1e-4 ? precise(w) : number(w, w ? 4 : 0);
}
function exponentialText(x) {
  return x >= 1e6 && x < 1e9 ? x.toFixed(1) : precise(x);
}
function numberCell(name = null) {
  return node("td", { class: "sx-number", style: name && `--fill: var(--course-${name})` });
}
function createBar(name) {
  return node("span", { class: "sx-bar", style: `--fill: var(--course-${name})` });
}
function barCell(bar) {
  return node("td", { class: "sx-bars", "aria-hidden": "true" }, bar);
}
function stepHead(step, below, columns = 1, name = null) {
  const attributes = { scope: "col", colspan: columns, class: name };
  return node("th", attributes, node("b", {}, step), node("br"), below);
}
function stretch(bar, cell, share, isEndless) {
  const isNumber = Number.isFinite(share);
  bar.style.width = isNumber ? `${100 * share}%` : "0";
  cell.style.setProperty("--share", bar.style.width);
  bar.classList.toggle("is-missing", !isNumber || share === 0);
  bar.classList.toggle("is-endless", isEndless);
}

// course/widgets/js/softmax_explorer.js
var [COLDEST, HOTTEST] = [0.05, 20];
var SAME = 1e-9;
var TWENTIETHS = {
  ...{ ArrowUp: 1, ArrowRight: 1, PageUp: 5 },
  ...{ ArrowDown: -1, ArrowLeft: -1, PageDown: -5 }
};
var Explorer = class {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.labels = model.get("labels");
    this.scores = model.get("scores");
    this.start = {
      scores: this.scores,
      temperature: model.get("temperature"),
      subtract: model.get("subtract")
    };
    this.status = statusLine();
    this.refused = refusals();
    this.table = createTable(this.labels, this.refused, {
      change: (at, score) => this.#set({ scores: this.scores.map((old, i) => i === at ? score : old) }),
      rest: () => this.table.fit(this.scores)
    });
    this.heat = createLogSlider(
      "Temperature T",
      "Temperature",
      {
        min: COLDEST,
        max: HOTTEST,
        refused: this.refused,
        round: (temperature) => Number(temperature.toPrecision(3)),
        text: precise,
        after: (key, temperature) => key in TWENTIETHS ? temperature * 1.05 ** TWENTIETHS[key] : null
      },
      (temperature) => this.#setAndFit({ temperature })
    );
    this.subtract = tick(
      "subtract the largest score first",
      (on) => this.#setAndFit({ subtract: on })
    );
    this.#layOut(el);
    this.#paint();
    this.table.fit(this.scores);
    this.close = watch(model, ["scores", "temperature", "subtract"], () => this.#show());
  }
  /** @param {HTMLElement} el */
  #layOut(el) {
    const reset = button("Reset", () => {
      this.#setAndFit(this.start);
      this.status.say("Scores and temperature are as they were at the start.");
    });
    root(
      el,
      "From scores to weights: softmax in two steps",
      node("div", { class: "cw-bar" }, this.heat.element, this.subtract.element),
      node(
        "div",
        { class: "cw-tools sx-tools" },
        this.#all("Add 100 to every score", "100 added to every score.", (x) => x + 100),
        this.#all("Multiply every score by 10", "Every score multiplied by 10.", (x) => x * 10),
        reset
      ),
      node("div", { class: "cw-scroll sx-scroll" }, this.table.element),
      this.refused.element,
      this.status.element
    );
  }
  /**
   * A button that changes every score.
   * @param {string} text
   * @param {string} done
   * @param {(score: number) => number} change
   */
  #all(text, done, change) {
    return button(text, () => {
      const next = this.scores.map((score) => Number(change(score).toPrecision(12)));
      if (next.some((score) => Math.abs(score) > LIMIT)) {
        const most = LIMIT.toLocaleString("en");
        return this.status.say(`The scores stay as they are: they may be up to ${most}.`, 0);
      }
      const before = this.#steps();
      this.#setAndFit({ scores: next });
      const after = this.#steps();
      const effect = this.#effect(before, after);
      this.status.say(`${done} ${effect} ${overflow(after) ?? ""}`.trim());
    });
  }
  /** @param {Partial<Traits>} changes */
  #set(changes) {
    if (changes.scores) this.scores = changes.scores;
    save(this.model, changes);
    this.#paint();
  }
  /** @param {Partial<Traits>} changes */
  #setAndFit(changes) {
    this.#set(changes);
    this.table.fit(this.scores);
  }
  #steps() {
    return softmaxSteps(this.scores, this.model.get("temperature"), this.model.get("subtract"));
  }
  #paint() {
    const isShifted = this.model.get("subtract");
    const steps = this.#steps();
    this.table.paint(this.scores, steps, isShifted);
    this.heat.set(this.model.get("temperature"));
    this.subtract.set(isShifted);
    const wrong = overflow(steps);
    this.status.element.classList.toggle("is-wrong", wrong !== null);
    this.status.say(wrong ?? this.#summary(steps));
  }
  /**
   * @param {Steps} before
   * @param {Steps} after
   */
  #effect(before, after) {
    if (overflow(after)) return "";
    const isKept2 = before.weights.every((w, i) => Math.abs(w - after.weights[i]) < SAME);
    return isKept2 ? "No weight has changed." : `The weights have changed. ${this.#summary(after)}`;
  }
  /** @param {Steps} steps */
  #summary({ weights }) {
    const best = weights.indexOf(Math.max(...weights));
    const most = `${this.labels[best]} with ${weightText(weights[best])}`;
    return `Largest weight: ${most}. The weights sum to 1.`;
  }
  #show() {
    this.scores = this.model.get("scores");
    this.#paint();
    if (!this.table.isDragged()) this.table.fit(this.scores);
  }
};
var softmax_explorer_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    return new Explorer(model, el).close;
  }
};
export {
  softmax_explorer_default as default
};
