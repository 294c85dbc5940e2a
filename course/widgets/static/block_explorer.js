// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/count.js
function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

// course/widgets/js/lib/direction.js
var LETTERS = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]+";
var FROM_RIGHT = new RegExp(`${LETTERS}(?: ${LETTERS})*`, "g");
function leftToRight(text) {
  return text.replace(FROM_RIGHT, "⁨$&⁩");
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
function asOperand(value) {
  return value < 0 ? `(${asTyped(value)})` : asTyped(value);
}
function editable(value) {
  return String(Number(Math.abs(value) < 1e-3 ? value.toPrecision(2) : value.toFixed(4)));
}
function inField(value) {
  return editable(value).replaceAll("-", "−");
}

// course/widgets/js/block_explorer/memory.js
var [FEWEST, MOST] = [16, 131072];
var BYTES = 8;
var [LEFT, WIDTH, TALL] = [52, 430, 150];
var TICKS = { 16: "16", 256: "256", 4096: "4,096", 65536: "65,536" };
var SIZES = [1e3, 1e6, 1e9];
var IN_NUMBERS = [16, 128, 1024, 2048, 8192, 32768, 131072];
var LOWEST = FEWEST * BYTES;
var HIGHEST = MOST * MOST * BYTES;
function bytesOfAll(n) {
  return n * n * BYTES;
}
function bytesOfBlock(n, size) {
  return n * size * BYTES;
}
function inBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const size = rounded / 1e3 ** power;
  return `${number(size, decimals([size]))} ${units[power]}`;
}
function thousands(x) {
  return x.toLocaleString("en");
}
function timesLess(n, size) {
  const times = n / size;
  return thousands(times < 1e3 ? Number(times.toPrecision(3)) : Math.round(times));
}
function across(n) {
  return LEFT + WIDTH * Math.log(n / FEWEST) / Math.log(MOST / FEWEST);
}
function up(bytes) {
  return TALL * (1 - Math.log(bytes / LOWEST) / Math.log(HIGHEST / LOWEST)) + 6;
}
function createMemoryChart() {
  const all = createLine("be-all", "end", 9e3, -10);
  const block = createLine("be-block", "start", 3e3, 24);
  const viewBox = `0 0 ${LEFT + WIDTH + 12} ${TALL + 46}`;
  const attributes = { role: "img", class: "be-chart", viewBox };
  const [allParts, blockParts] = [all.parts, block.parts];
  const parts = allParts.flatMap((part, i) => [part, blockParts[i]]);
  const element = svg("svg", attributes, ...axes(), ...parts);
  return {
    element,
    /**
     * @param {number} n
     * @param {number} size
     */
    set(n, size) {
      all.set(n, bytesOfAll, "all scores (n, n)");
      block.set(n, (tokens) => bytesOfBlock(tokens, size), `one block (n, ${size})`);
      element.setAttribute(
        "aria-label",
        `Memory over the number of tokens n. All scores: ${inBytes(bytesOfAll(n))} at n = ${thousands(n)}, four times as much for twice the tokens. One block: ${inBytes(bytesOfBlock(n, size))}, twice as much for twice the tokens.`
      );
    }
  };
}
function createLine(kind, anchor, nameAt, below) {
  const line = svg("path", { class: kind });
  const dot = svg("circle", { class: kind, r: 5 });
  const name = svg("text", { class: "be-name", "text-anchor": anchor, x: across(nameAt) });
  return {
    parts: [line, dot, name],
    /**
     * @param {number} n
     * @param {(tokens: number) => number} bytes
     * @param {string} text
     */
    set(n, bytes, text) {
      const ends = [FEWEST, MOST].map((tokens) => `${across(tokens)} ${up(bytes(tokens))}`);
      line.setAttribute("d", `M${ends.join("L")}`);
      dot.setAttribute("cx", String(across(n)));
      dot.setAttribute("cy", String(up(bytes(n))));
      name.setAttribute("y", String(up(bytes(nameAt)) + below));
      name.textContent = text;
    }
  };
}
function axes() {
  const heights = SIZES.flatMap((bytes) => [
    svg("path", { class: "be-grid", d: `M${LEFT} ${up(bytes)}h${WIDTH}` }),
    svg("text", { x: LEFT - 6, y: up(bytes) + 4, "text-anchor": "end" }, inBytes(bytes))
  ]);
  const ticks = Object.entries(TICKS).map(
    ([n, text]) => svg("text", { x: across(Number(n)), y: TALL + 24, "text-anchor": "middle" }, text)
  );
  const middle = { x: LEFT + WIDTH / 2, y: TALL + 42, "text-anchor": "middle" };
  const axis = svg("path", { class: "be-axis", d: `M${LEFT} 6V${TALL + 8}H${LEFT + WIDTH}` });
  return [
    ...heights,
    ...ticks,
    svg("text", middle, "tokens n (both scales grow by factors)"),
    axis
  ];
}
function createMemoryTables() {
  const [allName, blockName] = [node("span"), node("span")];
  const [all, block, times] = [node("td"), node("td"), node("td")];
  const body = node("tbody");
  const memory = node(
    "table",
    { class: "be-table be-memory", "aria-label": "What scores take" },
    node(
      "tbody",
      {},
      headedRow(allName, [all]),
      headedRow(blockName, [block]),
      headedRow("how many times less", [times])
    )
  );
  const many = node(
    "details",
    {},
    node("summary", {}, "The chart in numbers"),
    node(
      "table",
      { class: "be-table", "aria-label": "What scores take for some numbers of tokens" },
      node("thead", {}, headRow("n", "all scores (n, n)", "one block")),
      body
    )
  );
  return {
    element: node("div", {}, memory, many),
    /**
     * @param {number} n
     * @param {number} size
     */
    set(n, size) {
      allName.textContent = `all scores (${thousands(n)}, ${thousands(n)})`;
      blockName.textContent = `one block (${thousands(n)}, ${size})`;
      all.textContent = inBytes(bytesOfAll(n));
      block.textContent = inBytes(bytesOfBlock(n, size));
      times.textContent = timesLess(n, size);
      const rows = IN_NUMBERS.map(
        (tokens) => headedRow(thousands(tokens), [
          node("td", {}, inBytes(bytesOfAll(tokens))),
          node("td", {}, inBytes(bytesOfBlock(tokens, size)))
        ])
      );
      body.replaceChildren(...rows);
    }
  };
}

// course/widgets/js/block_explorer/running_softmax.js
function runningSteps(scores, values, size) {
  const steps = [];
  let [top, total, mix] = [-Infinity, 0, 0];
  for (let start = 0; start < scores.length; start += size) {
    const block = scores.slice(start, start + size);
    const own = Math.max(...block);
    const old = { top, total, mix };
    top = Math.max(top, own);
    const factor = Math.exp(old.top - top);
    const highest = top;
    const powers = block.map((score) => Math.exp(score - highest));
    total = old.total * factor + powers.reduce((sum, x) => sum + x, 0);
    mix = old.mix * factor + powers.reduce((sum, x, i) => sum + x * values[start + i], 0);
    steps.push({ start, block, own, old, top, factor, powers, total, mix });
  }
  return steps;
}
function shrink(old, top) {
  return `e^(${asTyped(old)} − ${asOperand(top)})`;
}
function told({ old, top, factor, total, mix }, index, blocks) {
  const at = `Block ${index + 1} of ${blocks}`;
  const now = `total ${precise(total)}, mix ${precise(mix)}.`;
  if (index === 0) return `${at}: the top is ${asTyped(top)}; ${now}`;
  if (top === old.top)
    return `${at}: the top stays ${asTyped(top)}, so the old sums count as they are; ${now}`;
  return `${at}: the top rises from ${asTyped(old.top)} to ${asTyped(top)}, so the old total and mix are multiplied by ${shrink(old.top, top)} = ${precise(factor)}; ${now}`;
}

// course/widgets/js/block_explorer/tables.js
function createKeys(labels, scores, values) {
  const keys = labels.map((label, i) => ({
    head: node("th", { scope: "col", title: label }, label),
    score: node("td", {}, asTyped(scores[i])),
    value: node("td", {}, asTyped(values[i])),
    power: node("td")
  }));
  const rows = [
    headedRow(
      "score",
      keys.map(({ score }) => score)
    ),
    headedRow(
      "value",
      keys.map(({ value }) => value)
    ),
    headedRow(
      "e^(score − top)",
      keys.map(({ power }) => power)
    )
  ];
  const head = node("tr", {}, node("td"), ...keys.map(({ head: head2 }) => head2));
  const attributes = { class: "be-table be-keys", "aria-label": "The keys of one query" };
  return {
    element: node("table", attributes, node("thead", {}, head), node("tbody", {}, ...rows)),
    /**
     * @param {Step | undefined} step undefined before the first block
     * @param {number} size of a block
     */
    set(step, size) {
      const start = step ? step.start : Infinity;
      for (const [i, { head: head2, score, value, power }] of keys.entries()) {
        const inHand = i >= start && i < start + size;
        for (const cell of [head2, score, value, power]) {
          cell.classList.toggle("is-in-hand", inHand);
          cell.classList.toggle("is-first", i === start);
        }
        for (const cell of [score, power])
          cell.classList.toggle("is-forgotten", i < start && !!step);
        if (step && inHand) power.textContent = precise(step.powers[i - start]);
        else power.textContent = step && i < start ? "forgotten" : "–";
      }
    }
  };
}
function createKept() {
  const names = ["largest in it", "top", "e^(old top − top)", "total", "mix"];
  const body = node("tbody");
  const head = headRow(...names);
  head.prepend(node("td"));
  let rows = [];
  const attributes = { class: "be-table be-kept", "aria-label": "What is kept after each block" };
  return {
    element: node("table", attributes, node("thead", {}, head), body),
    /**
     * @param {Step[]} steps
     * @param {number} read blocks
     */
    set(steps, read) {
      if (rows.length !== steps.length) {
        rows = steps.map(
          (_, i) => headedRow(
            `block ${i + 1}`,
            names.map(() => node("td"))
          )
        );
        body.replaceChildren(...rows);
      }
      for (const [i, row] of rows.entries()) {
        const texts = i < read ? textsOf(steps[i], i) : names.map(() => "–");
        const [head2, ...cells] = row.cells;
        for (const [k, cell] of cells.entries()) cell.textContent = texts[k];
        for (const cell of [head2, ...cells]) cell.classList.toggle("is-in-hand", i === read - 1);
      }
    }
  };
}
function textsOf({ own, old, top, factor, total, mix }, index) {
  const power = index ? `${shrink(old.top, top)} = ${precise(factor)}` : "–";
  return [precise(own), precise(top), power, precise(total), precise(mix)];
}

// course/widgets/js/lib/clamp.js
function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
}

// course/widgets/js/lib/read_numbers.js
function parseNumber(text) {
  const plain = text.trim().replaceAll("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  return Number.isFinite(Number(plain)) ? Number(plain) : NaN;
}
function readField(text) {
  const plain = text.trim();
  const [, thousands2, rest] = plain.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain} could be ${thousands2}.${rest} or ${thousands2}${rest}: write it without the comma`
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

// course/widgets/js/block_explorer.js
var Explorer = class {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.scores = model.get("scores");
    this.values = model.get("values");
    this.status = statusLine();
    this.refused = refusals();
    this.keys = createKeys(model.get("labels"), this.scores, this.values);
    this.kept = createKept();
    this.result = node("p", { class: "be-result" });
    this.chart = createMemoryChart();
    this.memory = createMemoryTables();
    const all = { min: 1, max: this.scores.length, step: 1 };
    this.sizes = slider("Keys in a block", all, (size) => this.#setSize(size));
    this.back = button("Back", () => this.#move(-1));
    this.next = button("Next block", () => this.#move(1));
    this.again = button("From the start", () => this.#move(-this.scores.length));
    this.lengths = createLogSlider(
      "Tokens n",
      "Number of tokens n",
      {
        min: FEWEST,
        max: MOST,
        isWhole: true,
        refused: this.refused,
        round: Math.round,
        text: thousands,
        after: lengthAfter
      },
      (n) => this.#choose(n)
    );
    this.#layOut(el);
    this.#paint();
    this.#sayBlock();
    this.stops = [
      watch(model, ["block_size", "step", "n"], () => this.#paint()),
      watch(model, ["block_size", "n"], () => this.#sayMemory()),
      watch(model, ["step"], () => this.#sayBlock())
    ];
  }
  close() {
    for (const stop of this.stops) stop();
  }
  /** @param {HTMLElement} el */
  #layOut(el) {
    const heading = (text) => node("p", { class: "be-heading" }, node("b", {}, text));
    root(
      el,
      "Attention in blocks",
      node("div", { class: "cw-bar" }, this.sizes.element),
      heading("One query reads its keys, block by block"),
      node("div", { class: "cw-tools be-tools" }, this.again, this.back, this.next),
      node("div", { class: "cw-scroll" }, this.keys.element),
      node("div", { class: "cw-scroll" }, this.kept.element),
      this.status.element,
      this.result,
      heading("What scores take for n tokens"),
      node("div", { class: "cw-bar" }, this.lengths.element),
      this.refused.element,
      node("div", { class: "be-columns" }, this.chart.element, this.memory.element)
    );
  }
  get #size() {
    return this.model.get("block_size");
  }
  get #steps() {
    return runningSteps(this.scores, this.values, this.#size);
  }
  /**
   * Read some blocks more, or fewer.
   * @param {number} by
   */
  #move(by) {
    const { length } = this.#steps;
    const read = Math.min(this.model.get("step"), length);
    save(this.model, { step: clamp(read + by, 0, length) });
    this.#sayBlock();
  }
  /** @param {number} size */
  #setSize(size) {
    const read = this.model.get("step");
    const blocks = Math.ceil(this.scores.length / size);
    const step = read >= this.#steps.length ? blocks : Math.min(read, blocks);
    save(this.model, { block_size: size, step });
    this.#sayMemory();
  }
  /** @param {number} n */
  #choose(n) {
    if (n !== this.model.get("n")) save(this.model, { n });
  }
  #sayBlock() {
    const steps = this.#steps;
    const read = Math.min(this.model.get("step"), steps.length);
    const last = steps[read - 1];
    this.status.say(last ? told(last, read - 1, steps.length) : "No block has been read.");
  }
  #sayMemory() {
    const [n, size] = [this.model.get("n"), this.#size];
    this.status.say(
      `For ${thousands(n)} tokens all scores take ${inBytes(bytesOfAll(n))}, one block of ${count(size, "key")} ${inBytes(bytesOfBlock(n, size))}.`
    );
  }
  #paint() {
    const [n, size, steps] = [this.model.get("n"), this.#size, this.#steps];
    const read = Math.min(this.model.get("step"), steps.length);
    const [{ total, mix }] = steps.slice(-1);
    this.keys.set(steps[read - 1], size);
    this.kept.set(steps, read);
    this.result.textContent = read === steps.length ? `All keys are read: output = mix / total = ${precise(mix)} / ${precise(total)} = ${precise(mix / total)}, whatever the size of the blocks.` : `${count(steps.length - read, "block")} to go. Output = mix / total, once all are read.`;
    this.again.setAttribute("aria-disabled", String(read === 0));
    this.back.setAttribute("aria-disabled", String(read === 0));
    this.next.setAttribute("aria-disabled", String(read === steps.length));
    this.sizes.set(size);
    this.lengths.set(n);
    this.chart.set(n, size);
    this.memory.set(n, size);
  }
};
function lengthAfter(key, n) {
  if (key === "ArrowUp" || key === "ArrowRight") return n * 1.1;
  if (key === "ArrowDown" || key === "ArrowLeft") return n / 1.1;
  if (key === "PageUp") return n * 2;
  return key === "PageDown" ? n / 2 : null;
}
var block_explorer_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  }
};
export {
  block_explorer_default as default
};
