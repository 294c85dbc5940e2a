// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/clamp.js
function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
}

// course/widgets/js/lib/count.js
function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function toRows(m) {
  return Array.from({ length: m.rows }, (_, i) => rowOf(m, i));
}
function rowOf(m, i) {
  return Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns));
}
function columnOf(m, j) {
  return Array.from({ length: m.rows }, (_, i) => m.data[i * m.columns + j]);
}
function entry(m, i, j) {
  return m.data[i * m.columns + j];
}
function indicesOf(m, k) {
  return [Math.floor(k / m.columns), k % m.columns];
}
function withEntry(m, i, j, x) {
  const next = matrix(m.rows, m.columns, m.data.slice());
  next.data[i * m.columns + j] = x;
  return next;
}
function floatsOf({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
function decode(sent) {
  const value = sent && matrix(sent.shape[0], sent.shape[1], floatsOf(sent.data));
  return (
    /** @type {Given extends null ? null : Matrix} */
    value
  );
}
function encode(m) {
  return { shape: [m.rows, m.columns], data: new DataView(m.data.slice().buffer) };
}
function hasShapeOf(a, b) {
  return a.rows === b.rows && a.columns === b.columns;
}
function same(a, b) {
  return hasShapeOf(a, b) && a.data.every((x, k) => Object.is(x, b.data[k]));
}
function map(m, change) {
  return matrix(m.rows, m.columns, m.data.map(change));
}
function identity(rows, columns) {
  const m = matrix(rows, columns);
  for (let i = 0; i < Math.min(rows, columns); i++) m.data[i * columns + i] = 1;
  return m;
}
function transpose(m) {
  const result = matrix(m.columns, m.rows);
  for (let i = 0; i < m.rows; i++)
    for (let j = 0; j < m.columns; j++) result.data[j * m.rows + i] = m.data[i * m.columns + j];
  return result;
}
function multiply(A, B) {
  const result = matrix(A.rows, B.columns);
  for (let i = 0; i < A.rows; i++)
    for (let k = 0; k < A.columns; k++) {
      const a = A.data[i * A.columns + k];
      for (let j = 0; j < B.columns; j++)
        result.data[i * B.columns + j] += a * B.data[k * B.columns + j];
    }
  return result;
}
function reach(m) {
  let most = 0;
  for (const x of m.data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most;
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
function parseBlock(text) {
  const plain = text.replace(/#.*/g, "");
  const isBracketed = /[[\](){}]/.test(plain);
  const lines = isBracketed ? bracketed(plain) : plain.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row2) => row2.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}
var INNERMOST = /[[(][^[\]()]*[\])]/g;
function bracketed(text) {
  const plain = text.replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1").replace(/\.astype\((?:bool|float)\)\s*$/, "");
  const inner = plain.match(INNERMOST);
  const beside = plain.replace(INNERMOST, " ").replace(/^\s*[A-Za-z_]\w*\s*(?::[^=]*)?=/, "").replace(/^\s*(?:(?:np|numpy)\.)?array\b/, "").replace(/\bdtype\s*=\s*["'\w.]+/, "").match(/[^\s,;[\](){}]+/);
  if (inner && beside)
    throw new Error(
      `“${beside[0].slice(0, 20)}” stands beside the numbers, and only numbers can be pasted.`
    );
  return (inner ?? [plain]).map((row2) => row2.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
}
function cellsOf(line) {
  if (line.includes("	")) return line.split("	");
  const words = line.trim().split(/\s+/);
  return words.every((word) => !Number.isNaN(parseNumber(word))) ? words : listed(line);
}
function listed(line) {
  return line.trim().replace(/,$/, "").split(/\s*,\s*|\s+/);
}
function numberIn(cell) {
  const { value, problem } = readField(cell);
  if (problem) throw new Error(`In what was pasted, ${problem}.`);
  if (!cell.trim()) throw new Error("There is an empty cell in what was pasted.");
  if (Number.isNaN(value)) throw new Error(`“${cell.trim().slice(0, 20)}” is not a number.`);
  return value;
}
function stepped(value, step, count2) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count2).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
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
  const [, sign2, decimals2] = digits;
  if (isWhole && decimals2) return false;
  const reach2 = decimals2 ? 10 ** (1 - decimals2.length) : Infinity;
  return /[−-]/.test(sign2) ? x > max && x - reach2 < max : x < min && x + reach2 > min;
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
function toEven(value, places, write2) {
  const isMiddle = places < 0 ? Math.abs(value / 10 ** -places) % 1 === 0.5 : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write2(value);
  if (!isMiddle) return text;
  const last = Number(text.replace(/e.*/, "").at(-1));
  return last % 2 === 1 ? write2(value * (1 - Number.EPSILON / 2)) : text;
}
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const write2 = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write2).split("e");
  return [digits, Number(power)];
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
var [ROOM, DIGITS] = [5, 4];
var LONGEST = 7;
function inNarrowField(value) {
  const plain = editable(value);
  const isAll = Math.abs(Number(plain) - value) < 1e-9;
  if (isAll && plain.length <= ROOM) return plain.replaceAll("-", "−");
  const size = Math.abs(value);
  if (size < 1e-3) return value.toExponential(0).replaceAll("-", "−");
  if (size >= 1e5 || value >= 1e3 && size < 1e4) return inNarrowCell(value, decimals([value], 1));
  const room = size < 0.01 ? ROOM : DIGITS;
  const places = Math.max(0, room - 1 - String(Math.trunc(size)).length);
  return number(value, places);
}
function inNarrowCell(value, places) {
  const size = Math.abs(value);
  if (size < 1e3 || !Number.isFinite(value)) {
    const text = number(value, places);
    return text.length > LONGEST ? value.toExponential(0).replaceAll("-", "−") : text;
  }
  if (size < 1e4) return number(value, value > 0 ? Math.min(places, 1) : 0);
  if (value > 0 && size < 1e5) return number(value, 0);
  return value.toExponential(size < 1e100 ? 1 : 0).replace("e+", "e").replace("-", "−");
}

// course/widgets/js/lib/editor/undo.js
var MOST = 200;
var BURST = 800;
function undoKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!(ctrlKey || metaKey) || altKey || !"zZyY".includes(key)) return null;
  return key.toLowerCase() === "y" || shiftKey ? "redo" : "undo";
}
var UndoStack = class {
  /** @type {Value[]} */
  #past = [];
  /** @type {Value[]} */
  #undone = [];
  #last = { at: 0, place: "" };
  get isEmpty() {
    return this.#past.length === 0;
  }
  /**
   * Keep a value before it is edited. Edits of one place in a burst are one; "" is no place.
   * @param {Value} value
   * @param {string} place
   */
  remember(value, place) {
    const now = Date.now();
    const isSameBurst = place && place === this.#last.place && now - this.#last.at < BURST;
    this.#last = { at: now, place };
    if (!isSameBurst) this.keep(value);
  }
  /** Let the burst go on for any time: slow typing is still one edit. */
  holdBurst() {
    this.#last.at = Infinity;
  }
  endBurst() {
    this.#last = { at: 0, place: "" };
  }
  /** Drop the last value kept: it was no edit after all. */
  forget() {
    this.#past.pop();
  }
  /**
   * Return the value before the last edit of `value`; undefined where there is none.
   * @param {Value} value
   */
  undo(value) {
    return this.#move(this.#past, this.#undone, value);
  }
  /**
   * Return the value that was undone last; undefined where there is none.
   * @param {Value} value
   */
  redo(value) {
    return this.#move(this.#undone, this.#past, value);
  }
  /**
   * @param {Value[]} from
   * @param {Value[]} to
   * @param {Value} value
   */
  #move(from, to, value) {
    const next = from.pop();
    if (!next) return void 0;
    to.push(value);
    this.endBurst();
    return next;
  }
  /**
   * Keep a value as one of its own: it gives way to another, from outside say.
   * @param {Value} value
   */
  keep(value) {
    this.#past.push(value);
    if (this.#past.length > MOST) this.#past.shift();
    this.#undone = [];
  }
  clear() {
    this.#past = [];
    this.#undone = [];
  }
  /** Return a function that brings back the edits that are kept now, and those that were undone. */
  snapshot() {
    const [past, undone] = [this.#past.slice(), this.#undone.slice()];
    return () => {
      this.#past = past.slice();
      this.#undone = undone.slice();
      this.endBurst();
    };
  }
};

// course/widgets/js/lib/editor/edited_matrix.js
var ENTRY = "an entry";
var EditedMatrix = class {
  value = matrix(0, 0);
  /** @type {UndoStack<Matrix>} */
  undoStack = new UndoStack();
  /**
   * @param {object} options
   * @param {string} options.label
   * @param {number} options.step
   * @param {number | null} options.min
   * @param {number | null} options.max
   * @param {(value: Matrix, sentence: string | null) => void} options.onchange `sentence`: what was
   *   done, for a screen reader
   */
  constructor({ label, step, min, max, onchange }) {
    this.label = label;
    this.step = step;
    this.low = min ?? -Infinity;
    this.high = max ?? Infinity;
    this.onchange = onchange;
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  at(row2, column2) {
    return this.value.data[row2 * this.value.columns + column2];
  }
  /** @param {number} x */
  clamp(x) {
    return clamp(x, this.low, this.high);
  }
  /**
   * Return why a number is not taken; null where it is.
   * @param {number} x
   */
  refusal(x) {
    return refusal(x, this.#limits, ENTRY);
  }
  /**
   * Judge what is typed for an entry.
   * @param {string} text
   */
  judge(text) {
    return judge(text, this.#limits, ENTRY);
  }
  get #limits() {
    return { min: this.low, max: this.high };
  }
  /**
   * Return a number some steps away, within the limits.
   * @param {number} x
   * @param {number} steps
   */
  stepped(x, steps2) {
    return this.clamp(stepped(x, this.step, steps2));
  }
  /**
   * @param {Matrix} next
   * @param {string | null} sentence
   */
  become(next, sentence = null) {
    if (same(next, this.value)) return;
    this.value = next;
    this.onchange(next, sentence);
  }
  /**
   * Put a number in, without a value to undo.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   */
  put(row2, column2, x) {
    this.become(
      withEntry(this.value, row2, column2, x),
      `${this.nameOf(row2, column2)} is ${inField(x)}`
    );
  }
  /**
   * Put a number in; what is entered in one `place` in a burst is undone together.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   * @param {string} place
   */
  enter(row2, column2, x, place) {
    if (x === this.at(row2, column2)) return;
    this.undoStack.remember(this.value, place);
    this.put(row2, column2, x);
  }
  /**
   * Return the value that Undo or Redo leads to; undefined where there is none. A step up and down
   * again was kept, and is no change to go back to.
   * @param {"undo" | "redo"} way
   */
  valueAfter(way) {
    let next = this.undoStack[way](this.value);
    while (next && same(next, this.value)) next = this.undoStack[way](this.value);
    return next;
  }
  /**
   * Return what differs in another value: "W_Q[0, 1] is 2", or how many entries do.
   * @param {Matrix} next
   */
  difference(next) {
    const places = [...next.data.keys()].filter(
      (k2) => !Object.is(next.data[k2], this.value.data[k2])
    );
    if (places.length !== 1) return `${count(places.length, "number")} of ${this.label} changed`;
    const [k] = places;
    const name = this.nameOf(...indicesOf(next, k));
    return `${name} is ${inField(next.data[k])}`;
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  nameOf(row2, column2) {
    return `${this.label}[${row2}, ${column2}]`;
  }
};

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
var WAYS = (
  /** @type {Record<string, number>} */
  {
    ArrowLeft: -1,
    ArrowUp: -1,
    ArrowRight: 1,
    ArrowDown: 1
  }
);
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
function afterPaint(task) {
  requestAnimationFrame(() => setTimeout(task));
}
function whenAtRest(task) {
  const wait = window.requestIdleCallback ?? ((then) => setTimeout(then));
  afterPaint(() => wait(task, { timeout: 500 }));
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
function arrowStep(event) {
  return isModified(event) ? 0 : WAYS[event.key] ?? 0;
}
function roving(group, buttons) {
  const works = (element) => !element.disabled && !element.hidden;
  let last;
  const choose = () => {
    const stop = last && works(last) ? last : buttons.find(works);
    if (last && last !== stop && last === document.activeElement) stop?.focus();
    for (const element of buttons) {
      const index = element === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
  };
  group.addEventListener("focusin", ({ target }) => {
    last = buttons.find((element) => element === target) ?? last;
    choose();
  });
  group.addEventListener("keydown", (event) => {
    const by = arrowStep(event);
    if (!by) return;
    event.preventDefault();
    const working = buttons.filter(works);
    const at2 = working.indexOf(
      /** @type {HTMLButtonElement} */
      event.target
    );
    working.at((at2 + by) % working.length)?.focus();
  });
  choose();
  return choose;
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
function choice(label, options, onchange) {
  const buttons = new Map(
    options.map(([value, text]) => [value, button(text, () => onchange(value))])
  );
  const element = node(
    "div",
    { role: "group", "aria-label": label, class: "cw-choice" },
    node("span", { class: "cw-label", "aria-hidden": "true" }, label),
    ...buttons.values()
  );
  roving(element, [...buttons.values()]);
  return {
    element,
    /** @param {string} value */
    set(value) {
      for (const [own, element2] of buttons)
        element2.setAttribute("aria-pressed", String(own === value));
    }
  };
}
function slider(label, { min, max, step, text = String, isWritten = true }, onchange) {
  const shown = node("span", { class: "cw-slider-value", "aria-hidden": "true" });
  const input = node("input", { type: "range", min, max, step, "aria-label": label });
  const write2 = (value) => {
    shown.textContent = text(value);
    input.setAttribute("aria-valuetext", text(value));
  };
  input.addEventListener("input", () => {
    write2(Number(input.value));
    onchange(Number(input.value));
  });
  const name = node("span", { class: "cw-label" }, label);
  return {
    element: node("label", { class: "cw-slider" }, name, input, isWritten && shown),
    input,
    /** @param {number} value */
    set(value) {
      if (Number(input.value) !== value) input.value = String(value);
      write2(value);
    }
  };
}
async function copyText(text, beside, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied. Paste it into a code cell.");
  } catch {
    const field = node("textarea", {
      class: "cw-copy",
      readonly: true,
      rows: Math.min(text.split("\n").length, 12),
      "aria-label": "Code to copy"
    });
    field.value = text;
    beside.querySelector(".cw-copy")?.remove();
    beside.append(field);
    field.focus();
    field.select();
    say("The browser does not let this page use the clipboard: copy the selected text.");
  }
}

// course/widgets/js/lib/editor/fields.js
function createField(min, max, handlers) {
  return node("input", {
    type: "text",
    inputmode: "decimal",
    role: "spinbutton",
    "aria-valuemin": min,
    "aria-valuemax": max,
    tabindex: -1,
    autocomplete: "off",
    // The browser would drag the selected text away.
    ondragstart: (event) => event.preventDefault(),
    ...handlers
  });
}
var FieldWriter = class {
  /** @type {{input: HTMLInputElement, text: string} | null} */
  #focused = null;
  /**
   * @param {HTMLInputElement} input
   * @param {string} name of the entry, for a screen reader
   * @param {number} x
   * @param {boolean} isTypedIn what is being typed is not overwritten
   */
  write(input, name, x, isTypedIn) {
    if (input.getAttribute("aria-label") !== name) input.setAttribute("aria-label", name);
    input.setAttribute("aria-valuenow", String(x));
    if (isTypedIn) return;
    const text = inNarrowField(x);
    if (input.matches(":focus")) {
      if (!this.#focused) queueMicrotask(() => this.#writeFocused());
      this.#focused = { input, text };
    } else if (input.value !== text) input.value = text;
  }
  // To write into the field with the focus makes the browser lay out the page: once, when all that
  // follows from a change is written. What is typed next replaces it.
  #writeFocused() {
    if (!this.#focused) return;
    const { input, text } = this.#focused;
    this.#focused = null;
    if (input.value === text) return;
    input.value = text;
    if (input.matches(":focus")) input.select();
  }
};

// course/widgets/js/lib/editor/held_key.js
var HeldKey = class {
  #steps = 0;
  // that wait
  /** @type {[row: number, column: number]} */
  #place = [0, 0];
  // of these
  #isPainting = false;
  /** @param {(row: number, column: number, steps: number) => void} step changes an entry */
  constructor(step) {
    this.step = step;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  press({ repeat }, row2, column2, steps2) {
    if (!repeat) this.settle();
    this.#place = [row2, column2];
    this.#steps += steps2;
    if (!repeat || !this.#isPainting) this.#stepNow();
  }
  /** Take the steps that wait: what is done next, such as to undo, comes after them. */
  settle() {
    const steps2 = this.#steps;
    this.#steps = 0;
    if (steps2) this.step(...this.#place, steps2);
  }
  #stepNow() {
    this.#isPainting = true;
    this.settle();
    afterPaint(() => {
      this.#isPainting = false;
      if (this.#steps) this.#stepNow();
    });
  }
};

// course/widgets/js/lib/refused_field.js
function markRefused(input, reason) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", reason.id);
}
function unmarkRefused(input) {
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
}

// course/widgets/js/lib/editor/message.js
function createMessage() {
  const attributes = { role: "alert", class: "cw-message", id: newId("message"), hidden: true };
  const element = node("p", attributes);
  let refused = [];
  return {
    element,
    /**
     * @param {HTMLInputElement} input
     * @param {HTMLElement} editor which the message stands in
     * @param {string} sentence
     */
    show(input, editor, sentence) {
      element.textContent = sentence;
      element.hidden = false;
      markRefused(input, element);
      refused.push(input);
      const [cell, box] = [input.getBoundingClientRect(), editor.getBoundingClientRect()];
      element.style.top = `${cell.bottom - box.top + 4}px`;
      element.style.left = `${Math.max(0, Math.min(cell.left - box.left, box.width - 200))}px`;
    },
    hide() {
      if (element.hidden) return;
      element.hidden = true;
      refused.forEach(unmarkRefused);
      refused = [];
    }
  };
}

// course/widgets/js/lib/editor/paste.js
function pasted(edited, text, row2, column2) {
  const { value } = edited;
  const { problem } = readField(text);
  if (problem && !Number.isNaN(parseNumber(text))) return { problem };
  let rows;
  try {
    rows = parseBlock(text);
  } catch (error) {
    return { problem: lowered(
      /** @type {Error} */
      error.message
    ) };
  }
  const [tall, wide] = [rows.length, rows[0].length];
  const room = [value.rows - row2, value.columns - column2];
  if (tall > room[0] || wide > room[1])
    return {
      problem: `${tall} × ${wide} numbers were pasted, and from here on there is room for ${room[0]} × ${room[1]}`
    };
  const refused = rows.flat().map((x) => edited.refusal(x));
  const why = refused.find((reason) => reason !== null);
  if (why) return { problem: why };
  const next = matrix(value.rows, value.columns, value.data.slice());
  for (const [i, line] of rows.entries()) next.data.set(line, (row2 + i) * value.columns + column2);
  return { next, sentence: `${count(tall * wide, "number")} pasted into ${edited.label}` };
}
function lowered(sentence) {
  return sentence[0].toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}

// course/widgets/js/lib/editor/pointing.js
var PIXELS_A_STEP = 6;
var NOTCH = 50;
var SLACK = 3;
var TAP = 500;
var Pointing = class {
  #isPressed = false;
  // a mouse or finger is about to focus a field
  #wheeled = 0;
  // px since the last step
  /**
   * @param {EditedMatrix} edited
   * @param {Typing} typing
   * @param {object} on
   * @param {(row: number, column: number, steps: number) => void} on.step
   * @param {() => void} on.dragged called when a drag has ended
   */
  constructor(edited, typing, on) {
    this.edited = edited;
    this.typing = typing;
    this.on = on;
  }
  /**
   * Return true once a number is being edited: a click then goes to a place in it.
   * @param {number} row
   * @param {number} column
   */
  #isOpen(row2, column2) {
    return this.typing.isAt(row2, column2) && !this.typing.isTypedOver;
  }
  /**
   * Select a field that is focused by a key. One that is pressed is selected by the click: earlier,
   * Safari would undo it on release, and a finger would be taken to ask for the context menu.
   * @param {HTMLInputElement} input
   */
  focus(input) {
    if (!this.#isPressed) input.select();
  }
  /**
   * @param {PointerEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  press(event, input, row2, column2) {
    this.#isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => {
        this.#isPressed = false;
      }, TAP);
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
    if (event.button === 0 && !this.typing.isAt(row2, column2))
      drag(event, input, row2, column2, this.edited, {
        // A finger that drags takes the focus afterwards: what is typed elsewhere would end too late.
        begin: () => this.typing.leaveOpen(),
        end: this.on.dragged
      });
  }
  /**
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  click(input, row2, column2) {
    this.#isPressed = false;
    if (this.#isOpen(row2, column2)) return;
    this.typing.leave(row2, column2);
    input.select();
  }
  /**
   * Keep the number selected: Chromium undoes a selection that was pressed in, after the click.
   * @param {MouseEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  mousedown(event, input, row2, column2) {
    if (!this.#isOpen(row2, column2) && input.matches(":focus")) event.preventDefault();
  }
  /**
   * @param {WheelEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  wheel(event, input, row2, column2) {
    if (!input.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    this.#wheeled += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.on.step(row2, column2, this.#wheeled < 0 ? 1 : -1);
    this.#wheeled = 0;
  }
};
function drag({ clientX, pointerId }, input, row2, column2, edited, on) {
  let start = edited.at(row2, column2);
  let before = edited.value;
  const over = new AbortController();
  let isDragging = false;
  const move = (event) => {
    const way = event.clientX - clientX;
    if (!isDragging && Math.abs(way) < SLACK) return;
    if (!isDragging) {
      isDragging = true;
      input.setPointerCapture(pointerId);
      on.begin();
      [start, before] = [edited.at(row2, column2), edited.value];
      edited.undoStack.remember(before, "");
      input.classList.add("is-dragged");
    }
    event.preventDefault();
    const steps2 = Math.round(way / PIXELS_A_STEP) * (event.shiftKey ? 10 : 1);
    edited.put(row2, column2, edited.stepped(start, steps2));
  };
  const end = (event) => {
    over.abort();
    input.classList.remove("is-dragged");
    if (!isDragging) return;
    if (event.type === "pointercancel") edited.become(before);
    if (same(before, edited.value)) edited.undoStack.forget();
    on.end();
    input.select();
  };
  input.addEventListener("pointermove", move, over);
  input.addEventListener("pointerup", end, over);
  input.addEventListener("pointercancel", end, over);
}

// course/widgets/js/lib/as_code.js
function asCode(name, rows) {
  const written3 = rows.map((row2) => `    [${row2.map(pythonNumber).join(", ")}],`);
  return `${name} = np.array([
${written3.join("\n")}
])`;
}
function pythonNumber(value) {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  const text = Object.is(value, -0) ? "0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

// course/widgets/js/lib/editor/toolbar.js
var Toolbar = class {
  /** @type {Target[]} */
  #targets = [];
  /** @type {Target | null} */
  #target = null;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = /* @__PURE__ */ new Map();
  #bar = node("div", { class: "cw-tools", role: "group" });
  #list = node("select", {
    class: "cw-select cw-target",
    "aria-label": "Matrix that the tools change",
    hidden: true,
    onchange: () => this.use(this.#targets[this.#list.selectedIndex])
  });
  /** @param {(sentence: string) => void} say */
  constructor(say) {
    this.say = say;
    this.#add("Undo", ({ undo }) => undo());
    this.#add("Reset", ({ reset }) => reset());
    this.#add("Identity", ({ edited, replace }) => replace(...asIdentity(edited)));
    this.#add("Random", ({ edited, replace }) => {
      const entry2 = () => randomEntry(edited);
      replace(clamped(edited, map(edited.value, entry2)), `${edited.label} is random`);
    });
    this.#add(
      "Transpose",
      ({ edited, replace }) => replace(transpose(edited.value), `${edited.label} is transposed`)
    );
    this.#add(
      "Copy as code",
      ({ name, edited }) => copyText(asCode(codeName(name), toRows(edited.value)), this.element, this.say),
      "Copy"
    );
    this.element = node("div", { class: "cw-toolbar" }, this.#list, this.#bar);
    this.chooseStop = roving(this.#bar, [...this.#buttons.values()]);
  }
  /**
   * @param {string} tool
   * @param {(target: Target) => void} act
   */
  #add(tool, act, text = tool) {
    const element = button(text, () => this.#target && act(this.#target));
    this.#buttons.set(tool, element);
    this.#bar.append(element);
  }
  /**
   * Serve a further matrix.
   * @param {Target} target
   */
  add(target) {
    this.#targets.push(target);
    this.#list.append(node("option", {}, target.name));
    this.#list.hidden = this.#targets.length < 2;
    if (!this.#target) this.use(target);
  }
  /**
   * Act on a matrix from now on.
   * @param {Target} target
   */
  use(target) {
    if (target === this.#target) return;
    this.#target = target;
    const { label } = target.edited;
    this.#list.selectedIndex = this.#targets.indexOf(target);
    this.#list.style.borderLeftColor = target.colour;
    this.#bar.setAttribute("aria-label", `Tools for ${label}`);
    for (const [tool, element] of this.#buttons)
      element.setAttribute("aria-label", `${tool}: ${label}`);
    this.update(target);
  }
  /**
   * Show what can be done to a matrix now, if it is the one that the tools change.
   * @param {Target} target
   */
  update(target) {
    if (target !== this.#target) return;
    const { edited, initial } = target;
    this.#set("Undo", "disabled", edited.undoStack.isEmpty);
    this.#set("Reset", "disabled", initial === null || same(initial, edited.value));
    this.#set("Transpose", "hidden", edited.value.rows !== edited.value.columns);
    this.chooseStop();
  }
  /**
   * @param {string} tool
   * @param {"disabled" | "hidden"} state
   * @param {boolean} isOn
   */
  #set(tool, state, isOn) {
    const element = this.#buttons.get(tool);
    if (element && element[state] !== isOn) element[state] = isOn;
  }
};
function clamped(edited, next) {
  return map(next, (x) => edited.clamp(x));
}
function asIdentity(edited) {
  const whole = identity(edited.value.rows, edited.value.columns);
  const next = clamped(edited, whole);
  const how = same(next, whole) ? "the identity" : "as near to the identity as its limits allow";
  return [next, `${edited.label} is ${how}`];
}
function randomEntry(edited) {
  const middle = edited.clamp(0);
  const [from, to] = [edited.clamp(middle - 1), edited.clamp(middle + 1)];
  return Number((from + (to - from) * Math.random()).toFixed(1));
}
function codeName(name) {
  return /^[A-Za-z_]\w*$/.test(name) ? name : "value";
}

// course/widgets/js/lib/editor/typing.js
var Typing = class {
  /** @type {Open | null} */
  #open = null;
  /**
   * @param {EditedMatrix} edited
   * @param {View} view
   */
  constructor(edited, view) {
    this.edited = edited;
    this.view = view;
  }
  /**
   * Return true if this field is the one that is typed in.
   * @param {number} row
   * @param {number} column
   */
  isAt(row2, column2) {
    return this.#open?.row === row2 && this.#open.column === column2;
  }
  /** Return true if the typing replaces a number: arrow keys then leave the field. */
  get isTypedOver() {
    return this.#open?.isTypedOver ?? false;
  }
  /**
   * Open a field, with its number in full.
   * @param {number} row
   * @param {number} column
   */
  begin(row2, column2) {
    const input = this.view.inputAt(row2, column2);
    if (this.isAt(row2, column2) || !input) return;
    this.#start(row2, column2, false);
    input.value = String(this.edited.at(row2, column2)).replaceAll("-", "−");
    input.select();
  }
  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} isTypedOver
   */
  #start(row2, column2, isTypedOver) {
    const { value: before, undoStack } = this.edited;
    const open = {
      row: row2,
      column: column2,
      before,
      restoreUndo: undoStack.snapshot(),
      isTypedOver,
      refused: null
    };
    this.#open = open;
    return open;
  }
  /**
   * Take what stands in a field.
   * @param {string} text
   * @param {number} row
   * @param {number} column
   */
  typed(text, row2, column2) {
    const { edited, view } = this;
    const open = this.isAt(row2, column2) && this.#open ? this.#open : this.#start(row2, column2, true);
    const { value: x, refused, isUnfinished } = edited.judge(text);
    open.refused = refused;
    if (refused === null) {
      view.quiet();
      edited.enter(row2, column2, x, `typing ${row2},${column2}`);
      edited.undoStack.holdBurst();
      return;
    }
    if (isUnfinished) return view.quiet();
    this.#revert(open);
    view.complain(row2, column2, refused);
  }
  /**
   * Write the number into the field that is typed in, where a step has changed it.
   * @param {number} row
   * @param {number} column
   */
  stepped(row2, column2) {
    const input = this.view.inputAt(row2, column2);
    if (!this.#open || !this.isAt(row2, column2) || !input) return;
    this.#open.refused = null;
    input.value = inField(this.edited.at(row2, column2));
  }
  /**
   * Bring back the value before the typing began, and say so: that another was taken was said, too.
   * @param {Open} open
   */
  #revert({ row: row2, column: column2, before, restoreUndo }) {
    const { edited } = this;
    restoreUndo();
    const number2 = inField(entry(before, row2, column2));
    edited.become(before, `${edited.nameOf(row2, column2)} is ${number2} again`);
  }
  /**
   * Go on in a value from outside, which is to come: a number may be typed by half. Where the number
   * that was taken is another one there, end the typing. Return true if it goes on.
   * @param {Matrix} next of the same shape
   */
  goOn(next) {
    const open = this.#open;
    if (!open) return false;
    const { row: row2, column: column2, before, refused } = open;
    const isOther = !Object.is(entry(next, row2, column2), this.edited.at(row2, column2));
    if (isOther && refused === null) {
      this.stop();
      const input = this.view.inputAt(row2, column2);
      if (input?.matches(":focus")) input.select();
      return false;
    }
    open.before = isOther ? next : withEntry(next, row2, column2, entry(before, row2, column2));
    this.edited.undoStack.endBurst();
    open.restoreUndo = this.edited.undoStack.snapshot();
    return true;
  }
  /** End the typing, wherever it is; what is taken stays. */
  stop() {
    if (!this.#open) return;
    const { row: row2, column: column2 } = this.#open;
    this.#open = null;
    this.edited.undoStack.endBurst();
    const input = this.view.inputAt(row2, column2);
    if (input) input.value = inNarrowField(this.edited.at(row2, column2));
  }
  /**
   * End the typing in a field; return false, with a message at the cell, where that was not taken.
   * @param {number} row
   * @param {number} column
   */
  leave(row2, column2) {
    const open = this.isAt(row2, column2) ? this.#open : null;
    const refused = open?.refused ?? null;
    if (open && refused) this.#revert(open);
    this.stop();
    this.view.quiet();
    if (refused) this.view.complain(row2, column2, refused);
    return !refused;
  }
  /** End the typing in whichever field it is. */
  leaveOpen() {
    if (this.#open) this.leave(this.#open.row, this.#open.column);
  }
  /**
   * End the typing in a field, as if it had not been.
   * @param {number} row
   * @param {number} column
   */
  cancel(row2, column2) {
    const { view } = this;
    if (this.#open) this.#revert(this.#open);
    this.stop();
    view.quiet();
    view.inputAt(row2, column2)?.select();
  }
};

// course/widgets/js/lib/grid/arrow_keys.js
function stepFrom({ row: row2, column: column2 }, { key, altKey, ctrlKey, metaKey, shiftKey }, { rows, columns }) {
  if (altKey || metaKey || shiftKey) return null;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const ways = {
    ArrowUp: [row2 - 1, column2],
    ArrowDown: [row2 + 1, column2],
    ArrowLeft: [row2, column2 - 1],
    ArrowRight: [row2, column2 + 1],
    Home: [ctrlKey ? 0 : row2, 0],
    End: [ctrlKey ? lastRow : row2, lastColumn]
  };
  if (!(key in ways)) return null;
  const [toRow, toColumn] = ways[key];
  return {
    row: clamp(toRow, 0, lastRow),
    column: clamp(toColumn, 0, lastColumn)
  };
}

// course/widgets/js/lib/colour_maps.js
var SEQUENTIAL = "fdfaf1fdf8ecfdf7e7fdf5e1fdf3dcfcf2d7fcf0d2fceecdfcedc8fcebc3fce9befbe7bafbe6b5fbe4b0fbe2acfae0a7fadea2fadd9ef9db99f9d995f9d791f8d58cf8d388f8d184f7d07ff7ce7bf6cc77f6ca73f6c86ff5c66bf4c467f4c362f3c15ef3bf5af2bd56f2bb52f1b94ef0b74af0b546efb442eeb23dedb039edae34ecac30ebaa2beaa826e9a720e8a51ae7a313e6a109e69f00e59e00e49c00e39a00e19800e09700df9500de9300dd9100dc9000db8e00da8c00d88a00d78900d68700d58500d38400d28200d18100cf7f00ce7d00cd7c00cb7a00ca7900c87700c77500c67400c47200c37100c16f00c06e00be6d00bc6b00bb6a00b96800b86700b66500b46400b36300b16100af6000ae5f00ac5d00aa5c00a95b00a75900a55800a35700a25600a054009e53009c52009a5100995000974e00954d00934c00914b008f4a008e49008c48008a47008846008645008443008242008041007e40007c3f007b3e00793d00773c00753b00733a00713a006f39006d3800";
var DIVERGING = "1460a11a62a21f65a32467a52869a62c6ca8306ea93470ab3873ac3c75ad3f77af437ab0467cb24a7eb34d81b55183b65485b75888b95b8aba5f8cbc628fbd6591be6993c06c96c16f98c2739ac4769dc57a9fc67da2c880a4c984a6ca87a9cc8aabcd8eadcf91b0d094b2d198b4d29bb7d49fb9d5a2bbd6a5bed8a9c0d9acc3dab0c5dcb3c7ddb6cadebacce0bdcee1c1d1e2c4d3e3c8d6e5cbd8e6cfdae7d2dde8d5dfead9e2ebdce4ece0e6ede3e9efe7ebf0eaeef1eef0f2f1f3f4f5f5f5f4f2f1f2efeef1eceaf0e9e7eee6e3ede3e0ece0dceaddd8e9dad5e8d8d1e6d5cee5d2cae4cfc7e2ccc3e1c9c0dfc6bcdec3b9ddc0b6dbbdb2dabbafd8b8abd7b5a8d6b2a4d4afa1d3ac9ed1a99ad0a797cea493cda190cb9e8dca9b89c89886c79683c5937fc4907cc28d79c18a75bf8772bd856fbc826bba7f68b97c65b77961b5775eb4745bb27157b16e54af6b51ad684dac664aaa6347a86043a75d40a55a3da35839a25536a052329e4f2f9c4c2b9b492799462397431f95401b";
var steps = (name, digits) => (digits.match(/.{6}/g) ?? []).map((rgb, k) => {
  const [red, green, blue] = [0, 2, 4].map((at2) => parseInt(rgb.slice(at2, at2 + 2), 16));
  const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
  return { fill: `#${rgb}`, ink: inkOn(`#${rgb}`), pixel, className: `cw-${name}-${k}` };
});
function inkOn(fill) {
  const light = luminance(fill);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}
function luminance(fill) {
  const [red, green, blue] = [1, 3, 5].map((at2) => {
    const channel = parseInt(fill.slice(at2, at2 + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
var SEQUENTIAL_STEPS = steps("sequential", SEQUENTIAL);
var DIVERGING_STEPS = steps("diverging", DIVERGING);
var STYLE_ID = "course-colour-maps";
function addColourClasses() {
  if (document.getElementById(STYLE_ID)) return;
  const element = document.createElement("style");
  element.id = STYLE_ID;
  element.textContent = [...SEQUENTIAL_STEPS, ...DIVERGING_STEPS].map(
    ({ className, fill, ink }) => `td.cw-cell.${className}{background-color:${fill};color:${ink}}`
  ).join("\n");
  document.head.append(element);
}
function sequential(value) {
  return SEQUENTIAL_STEPS[Math.round(clamp(value, 0, 1) * (SEQUENTIAL_STEPS.length - 1))];
}
function diverging(value) {
  const half = (DIVERGING_STEPS.length - 1) / 2;
  return DIVERGING_STEPS[half + Math.round(clamp(value, -1, 1) * half)];
}

// course/widgets/js/lib/outlines.js
var PRINT = 9;
var Outlines = class {
  #isEmpty = true;
  /**
   * @param {HTMLElement} corner the table's, at whose lower right the cells begin
   * @param {number} rows
   * @param {number} columns
   */
  constructor(corner, rows, columns) {
    this.corner = corner;
    this.rows = rows;
    this.columns = columns;
    const style = `--cw-rows: ${rows}; --cw-columns: ${columns}`;
    this.element = node("canvas", { class: "cw-outlines", "aria-hidden": "true", style });
  }
  /** @param {Change[]} changes */
  draw(changes) {
    const { element, corner } = this;
    if (changes.length && !element.parentElement) corner.append(element);
    this.clear();
    const context = changes.length ? element.getContext("2d") : null;
    if (!context) return;
    const [width, height] = this.#fit(context);
    const { color, fontFamily } = getComputedStyle(corner);
    Object.assign(context, { lineWidth: 2, textAlign: "right", textBaseline: "middle" });
    Object.assign(context, { strokeStyle: color, font: `${PRINT}px ${fontFamily}` });
    context.beginPath();
    for (const { i, j } of changes)
      context.rect(j * width + 1, i * height + 1, width - 2, height - 2);
    context.stroke();
    for (const { i, j, was, ink } of changes) {
      context.fillStyle = ink || color;
      context.fillText(was, (j + 1) * width - 4, i * height + PRINT / 2 + 2);
    }
    this.#isEmpty = false;
  }
  clear() {
    if (this.#isEmpty) return;
    const { width, height } = this.element;
    const context = this.element.getContext("2d");
    context?.resetTransform();
    context?.clearRect(0, 0, width, height);
    this.#isEmpty = true;
  }
  /**
   * Make the picture as large as the cells, in the pixels of the screen; return the size of a cell.
   * @param {CanvasRenderingContext2D} context
   */
  #fit(context) {
    const { element } = this;
    const ratio = window.devicePixelRatio || 1;
    const box = element.getBoundingClientRect();
    const [width, height] = [box.width, box.height].map((side) => Math.round(side * ratio));
    if (element.width !== width || element.height !== height)
      Object.assign(element, { width, height });
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    return [box.width / this.columns, box.height / this.rows];
  }
};

// course/widgets/js/lib/grid/look.js
var GROUND = { className: "", ink: "" };
var HATCHED = { className: "cw-masked", ink: "" };
var MAY = { className: "", ink: "", pixel: 4287664272 };
function limitOf(kind, value) {
  return kind === "weights" ? 1 : reach(value);
}
function shareOf(x, limit) {
  if (!limit) return 0;
  if (!goesFar(limit)) return x / limit;
  return Math.sign(x) * Math.log1p(Math.abs(x)) / Math.log1p(limit);
}
function goesFar(limit) {
  return limit > 10;
}
function lookOf(kind, x, limit) {
  if (kind === "plain") return GROUND;
  if (kind === "mask") return x ? MAY : HATCHED;
  if (x === -Infinity) return HATCHED;
  if (!Number.isFinite(x)) return GROUND;
  return kind === "weights" ? sequential(x) : diverging(shareOf(x, limit));
}
function textOf(kind, x, places) {
  if (kind === "mask") return x ? "✓" : "−∞";
  return inNarrowCell(x, places);
}

// course/widgets/js/lib/grid/cells.js
var MOST_CHARACTERS = 5;
var MOST_LETTERS = 7;
var Cells = class {
  /** @type {Cell[][]} */
  #cells = [];
  #hasFields = false;
  // its fields are on the page
  #places = 0;
  // the decimals of all numbers
  #limit = 0;
  // the entry at the end of the scale
  /** @type {Outlines | null} */
  #outlines = null;
  #framed = "";
  // what the frames are around
  /** @type {string[]} */
  #bars = [];
  // behind the rows' labels
  /**
   * @param {HTMLTableElement} table
   * @param {Part} part
   * @param {Kind} kind
   * @param {Fields | null} fields
   */
  constructor(table, part, kind, fields) {
    this.table = table;
    this.part = part;
    this.kind = kind;
    this.fields = fields;
    addColourClasses();
  }
  /** Make the table anew, for another shape. */
  build() {
    const { rows, columns } = this.part;
    const heads = times(columns, () => node("th", { scope: "col" }, node("span")));
    const corner = node("td", { class: "cw-corner" });
    this.#outlines = rows && columns ? new Outlines(corner, rows, columns) : null;
    const head = node("tr", {}, corner, ...heads);
    this.#cells = times(rows, (i) => times(columns, (j) => this.#make(i, j)));
    const lines = this.#cells.map(
      (cells) => node("tr", {}, node("th", { scope: "row" }), ...cells.map(({ td }) => td))
    );
    this.table.replaceChildren(node("thead", {}, head), node("tbody", {}, ...lines));
    [this.#framed, this.#bars] = ["", []];
  }
  /**
   * @param {number} i
   * @param {number} j
   * @returns {Cell}
   */
  #make(i, j) {
    const { part, fields } = this;
    const field = fields?.make(
      () => part.top + i,
      () => part.left + j
    );
    const words = document.createTextNode("");
    const text = field ? node("div", { class: "cw-value" }, words) : words;
    const td = node("td", { role: "gridcell", class: "cw-cell" }, text);
    if (!field) td.tabIndex = -1;
    else if (this.#hasFields) putField(td, field);
    return { td, content: field ?? td, words, x: null, text: null, look: null };
  }
  /** Put the fields into their cells, over the text that these hold so far. */
  putFields() {
    if (!this.fields || this.#hasFields) return;
    this.#hasFields = true;
    for (const { td, content } of this.#cells.flat()) putField(td, content);
  }
  /**
   * @param {number} row of the matrix
   * @param {number} column
   * @returns {Cell | undefined} undefined for a cell that is not shown
   */
  at(row2, column2) {
    return this.#cells[row2 - this.part.top]?.[column2 - this.part.left];
  }
  /**
   * Return the place in the matrix of what an event happened to; null outside the cells.
   * @param {EventTarget | null} target
   */
  placeOf(target) {
    const td = target instanceof Element ? target.closest("td.cw-cell") : null;
    if (!(td instanceof HTMLTableCellElement) || !this.table.contains(td)) return null;
    const line = (
      /** @type {HTMLTableRowElement} */
      td.parentElement
    );
    return { row: this.part.top + line.sectionRowIndex, column: this.part.left + td.cellIndex - 1 };
  }
  /**
   * @param {string[]} rowLabels
   * @param {string[]} columnLabels
   */
  label(rowLabels, columnLabels) {
    const { top, left, isAll } = this.part;
    const [head, ...lines] = this.table.rows;
    head.setAttribute("aria-rowindex", "1");
    const heads = [...head.cells].slice(1);
    for (const [j, th] of heads.entries()) th.children[0].textContent = columnLabels[left + j];
    for (const [i, line] of lines.entries()) {
      line.cells[0].textContent = rowLabels[top + i];
      line.setAttribute("aria-rowindex", String(top + i + 2));
    }
    for (const line of isAll ? [] : this.table.rows)
      for (const [k, cell] of [...line.cells].entries())
        cell.setAttribute("aria-colindex", String(k ? left + k + 1 : 1));
    const longest = Math.max(0, ...columnLabels.map((text) => text.length));
    this.table.classList.toggle("cw-tilted", longest > MOST_LETTERS);
    this.table.style.setProperty("--cw-head", `${longest * 0.42 + 1.4}em`);
    this.table.style.setProperty("--cw-beyond", `${longest * 0.4}em`);
  }
  /**
   * @param {Matrix} value
   * @param {boolean} isPlaced the cells show the same places as before: what is the same can stay
   * @param {number} limit the entry at the end of the scale
   */
  paint(value, isPlaced, limit) {
    const { fields, kind, part } = this;
    const places = placesOf2(value);
    const isAlike = isPlaced && places === this.#places && limit === this.#limit;
    [this.#places, this.#limit] = [places, limit];
    for (const [i, line] of this.#cells.entries())
      for (const [j, cell] of line.entries()) {
        const x = value.data[(part.top + i) * value.columns + part.left + j];
        if (isAlike && cell.x === x) continue;
        cell.x = x;
        if (fields) {
          const field = (
            /** @type {HTMLInputElement} */
            cell.content
          );
          fields.write(field, x, part.top + i, part.left + j);
          write(cell, inNarrowField(x));
        } else write(cell, textOf(kind, x, places));
        colour(cell, lookOf(kind, x, limit));
      }
  }
  /**
   * Outline the cells whose numbers are other ones than in a matrix that was shown before.
   * @param {Matrix} before
   */
  outlineSince(before) {
    this.#outlines?.draw(this.#changesSince(before));
  }
  clearOutlines() {
    this.#outlines?.clear();
  }
  /**
   * Return the cells whose numbers are other ones than in a matrix that was shown before.
   * @param {Matrix} before
   * @returns {Change[]}
   */
  #changesSince(before) {
    const { fields, kind, part } = this;
    const changes = [];
    for (const [i, line] of this.#cells.entries())
      for (const [j, { x, text, look }] of line.entries()) {
        const old = before.data[(part.top + i) * before.columns + part.left + j];
        if (old === x) continue;
        const was = fields ? inNarrowField(old) : textOf(kind, old, this.#places);
        if (was !== text) changes.push({ i, j, was, ink: look?.ink ?? "" });
      }
    return changes;
  }
  /** @param {Matrix | null} mask */
  hatch(mask) {
    for (const [i, line] of this.#cells.entries())
      for (const [j, { td }] of line.entries()) {
        const at2 = (this.part.top + i) * (mask?.columns ?? 0) + this.part.left + j;
        td.classList.toggle("cw-hatched", mask !== null && mask.data[at2] === 0);
      }
  }
  /**
   * Draw a dashed ring into the cells of the entries that are not 0.
   * @param {Matrix | null} wanted
   */
  ring(wanted) {
    for (const [i, line] of this.#cells.entries())
      for (const [j, { td }] of line.entries()) {
        const at2 = (this.part.top + i) * (wanted?.columns ?? 0) + this.part.left + j;
        const isRinged = wanted !== null && wanted.data[at2] !== 0;
        td.classList.toggle("is-ringed", isRinged);
        if (isRinged) td.setAttribute("aria-description", "wanted");
        else td.removeAttribute("aria-description");
      }
  }
  /** @param {Marks} marks */
  mark({ shares, ...places }) {
    const { table, part } = this;
    const framed = JSON.stringify([places, part.top, part.left]);
    if (framed !== this.#framed) this.#frame(places);
    this.#framed = framed;
    const lines = table.tBodies[0].rows;
    for (let i = 0; i < part.rows; i++) {
      const bar = barOf(shares?.[part.top + i] ?? 0);
      if (bar !== this.#bars[i]) lines[i].cells[0].style.background = bar;
      this.#bars[i] = bar;
    }
  }
  /** @param {Marks} marks */
  #frame({ row: row2, second, column: column2 = -1, cell }) {
    const { table, part } = this;
    for (const old of table.querySelectorAll(".is-row, .is-column, .is-cell"))
      old.classList.remove("is-row", "is-column", "is-cell");
    const lines = table.tBodies[0].rows;
    for (const at2 of [row2, second])
      if (at2 !== void 0) lines[at2 - part.top]?.classList.add("is-row");
    if (column2 >= part.left && column2 < part.left + part.columns)
      for (const line of table.rows) line.cells[column2 - part.left + 1].classList.add("is-column");
    if (cell) this.at(...cell)?.td.classList.add("is-cell");
  }
};
function times(n, make) {
  return Array.from({ length: n }, (_, k) => make(k));
}
function placesOf2(value) {
  return decimals(value.data, reach(value) < 100 ? 2 : 1);
}
function putField(td, field) {
  td.children[0].setAttribute("aria-hidden", "true");
  td.append(field);
}
function write(cell, text) {
  if (text !== cell.text) cell.words.data = text;
  const isLong = text.length > MOST_CHARACTERS;
  if (isLong !== (cell.text ?? "").length > MOST_CHARACTERS)
    cell.td.classList.toggle("is-long", isLong);
  cell.text = text;
}
function colour(cell, look) {
  const [old, next] = [cell.look?.className, look.className];
  cell.look = look;
  if (next === old) return;
  const { classList } = cell.td;
  if (old && next) classList.replace(old, next);
  else if (old) classList.remove(old);
  else if (next) classList.add(next);
}
function barOf(share) {
  if (!(share > 0)) return "";
  return `linear-gradient(var(--cw-bar) 0 0) 100% 50% / ${100 * share}% 80% no-repeat`;
}

// course/widgets/js/lib/pixels.js
function paintPixels(canvas, value, size, pixelOf) {
  if (canvas.width !== value.columns || canvas.height !== value.rows) {
    [canvas.width, canvas.height] = [value.columns, value.rows];
    canvas.style.width = `${value.columns * size}px`;
    canvas.style.height = `${value.rows * size}px`;
  }
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const image = pen.createImageData(value.columns, value.rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++) pixels[k] = pixelOf(value.data[k]);
  pen.putImageData(image, 0, 0);
}

// course/widgets/js/lib/grid/overview.js
var PICTURE = 192;
function createOverview(label, kind, onchoose) {
  const picture = node("canvas", { class: "cw-picture", role: "img" });
  const frame = node("span", { class: "cw-frame" });
  const where = node("p", { class: "cw-where", id: newId("where") });
  const pictures = node("span", {}, picture, frame);
  const element = node("div", { class: "cw-whole", hidden: true }, pictures, where);
  picture.addEventListener("click", (event) => {
    const { top, left, height, width } = picture.getBoundingClientRect();
    onchoose((event.clientY - top) / height, (event.clientX - left) / width);
  });
  return {
    element,
    /**
     * Say which part the table shows.
     * @param {Matrix} value
     * @param {Part} part
     */
    tell(value, { top, left, rows, columns, isAll }) {
      where.textContent = isAll ? "" : `Numbers: rows ${top} to ${top + rows - 1} of ${value.rows}, columns ${left} to ${left + columns - 1} of ${value.columns}. The picture shows all of it; arrow keys go on past the edge.`;
    },
    /**
     * @param {Matrix} value
     * @param {Part} part
     * @param {number} limit
     */
    paint(value, { top, left, rows, columns }, limit) {
      const size = Math.max(1, Math.floor(PICTURE / Math.max(value.rows, value.columns)));
      paintPixels(picture, value, size, (x) => lookOf(kind, x, limit).pixel ?? 0);
      frame.style.left = `${left * size}px`;
      frame.style.top = `${top * size}px`;
      frame.style.width = `${columns * size}px`;
      frame.style.height = `${rows * size}px`;
      const words = `All of ${label} as colours`;
      if (picture.getAttribute("aria-label") !== words) picture.setAttribute("aria-label", words);
    }
  };
}

// course/widgets/js/lib/grid/part.js
var MOST2 = 16;
var WINDOW = 12;
var Part = class {
  top = 0;
  left = 0;
  rows = 0;
  columns = 0;
  isAll = true;
  #of = { rows: 0, columns: 0 };
  /**
   * Begin at the top left of a matrix of another shape.
   * @param {Matrix} value
   */
  reset({ rows, columns }) {
    [this.top, this.left] = [0, 0];
    this.#of = { rows, columns };
    this.rows = rows > MOST2 ? WINDOW : rows;
    this.columns = columns > MOST2 ? WINDOW : columns;
    this.isAll = this.rows === rows && this.columns === columns;
  }
  /**
   * Move so far that a cell is in the window; return true if that was needed.
   * @param {number} row
   * @param {number} column
   */
  reveal(row2, column2) {
    const top = nearest(row2, this.top, this.rows);
    const left = nearest(column2, this.left, this.columns);
    const isMoved = top !== this.top || left !== this.left;
    [this.top, this.left] = [top, left];
    return isMoved;
  }
  /**
   * Move the window's middle to a place in the matrix, both given as shares of its size, 0 to 1.
   * @param {number} down
   * @param {number} across
   */
  centre(down, across) {
    this.top = around(down, this.#of.rows, this.rows);
    this.left = around(across, this.#of.columns, this.columns);
  }
};
function nearest(at2, first, shown) {
  if (at2 < first) return at2;
  return at2 >= first + shown ? at2 - shown + 1 : first;
}
function around(share, n, shown) {
  return clamp(Math.round(share * n - shown / 2), 0, n - shown);
}

// course/widgets/js/lib/words.js
var MOST_LETTERS2 = 16;
var SYMBOL = /\b(W|d)_([QKVOk])\b/g;
function coloured(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return typeset(part);
    const [text, role] = part;
    return [node("span", { class: `cw-term cw-from-${role}` }, ...typeset(text))];
  });
}
function typeset(text) {
  return lowered2(leftToRight(text));
}
function lowered2(text) {
  const nodes = [];
  let end = 0;
  for (const { index, 0: symbol, 1: letter, 2: below } of text.matchAll(SYMBOL)) {
    const line = node("span", { class: "cw-underscore" }, "_");
    nodes.push(
      document.createTextNode(text.slice(end, index) + letter),
      node("sub", {}, line, below)
    );
    end = index + symbol.length;
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}
function shortened(label) {
  const letters = [...label];
  return letters.length > MOST_LETTERS2 ? `${letters.slice(0, MOST_LETTERS2 - 1).join("")}…` : label;
}

// course/widgets/js/lib/grid.js
function labelsOr(labels, n) {
  return labels && labels.length === n ? labels : Array.from({ length: n }, (_, i) => String(i));
}
var Grid = class {
  /** @type {Matrix | null} */
  #value = null;
  /** @type {[rows: string[], columns: string[]]} */
  #labels = [[], []];
  /** @type {HTMLElement | undefined} */
  #stop;
  // the current cell's element: the one in the tab order
  /** @type {Marks} */
  #marks = {};
  /** @type {Matrix | null} */
  #mask = null;
  /** @type {Matrix | null} */
  #wanted = null;
  /** @type {{value: Matrix | null, limit: number}} */
  #painted = { value: null, limit: 0 };
  #isOverviewDue = false;
  #part = new Part();
  #cells;
  #overview;
  #shape = node("span", { class: "cw-shape" });
  /** The cell that has the focus, or would get it. */
  current = { row: 0, column: 0 };
  /** @param {GridOptions} options */
  constructor(options) {
    const { label, kind = "signed", helpId = null, fields = null } = options;
    this.options = options;
    this.kind = kind;
    this.heading = createHeading(options, this.#shape);
    this.table = node("table", {
      role: "grid",
      class: `cw-table cw-${kind}`,
      "aria-describedby": helpId,
      onfocusin: (event) => this.#focused(event),
      onpointerover: (event) => this.#entered(event),
      onkeydown: (event) => this.#keydown(event)
    });
    this.#cells = new Cells(this.table, this.#part, kind, fields);
    this.#overview = createOverview(label, kind, (down, across) => this.#showAround(down, across));
    const scroll = node("div", { class: "cw-scroll" }, this.table);
    const parts = [this.heading, scroll, this.#overview.element];
    this.element = node("div", { class: "cw-matrix" }, ...parts);
  }
  get value() {
    if (!this.#value) throw new Error("The grid has no matrix yet.");
    return this.#value;
  }
  /**
   * Show another matrix, under labels; where these are null, the indices stand there.
   * @param {Matrix} next
   * @param {string[] | null} [rows]
   * @param {string[] | null} [columns]
   */
  set(next, rows = null, columns = null) {
    const before = this.#value;
    const labels = (
      /** @type {[string[], string[]]} */
      [
        labelsOr(rows, next.rows),
        labelsOr(columns, next.columns)
      ]
    );
    const isAlike = before?.rows === next.rows && before.columns === next.columns;
    if (isAlike && JSON.stringify(labels) === JSON.stringify(this.#labels))
      return this.update(next);
    this.#value = next;
    this.#labels = labels;
    if (!isAlike) this.#build();
    this.#writeLabels();
    this.#paint();
  }
  /**
   * Show new numbers under the same labels: the quick way.
   * @param {Matrix} next
   */
  update(next) {
    this.#value = next;
    this.#paint(true);
  }
  /** @param {Marks} marks what to frame; {} for nothing */
  mark(marks) {
    this.#marks = marks;
    if (this.#value) this.#cells.mark(marks);
  }
  /**
   * Outline the cells whose numbers are other ones than in a matrix that was shown before; none where
   * that had another shape.
   * @param {Matrix} before
   */
  outlineSince(before) {
    const { rows, columns } = this.value;
    if (before.rows === rows && before.columns === columns) this.#cells.outlineSince(before);
  }
  clearOutlines() {
    this.#cells.clearOutlines();
  }
  /**
   * Hatch the cells where a mask is 0, so that a weight that it hides is not only a pale 0.
   * @param {Matrix | null} mask
   */
  hatch(mask) {
    if (mask === this.#mask) return;
    this.#mask = mask;
    this.#cells.hatch(mask);
  }
  /**
   * Draw a dashed ring into the cells that are not 0 in a matrix of the same shape: what is wanted.
   * @param {Matrix | null} wanted
   */
  ring(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#cells.ring(wanted);
  }
  /**
   * Return a cell of the matrix; undefined where it is not shown.
   * @param {number} row
   * @param {number} column
   */
  cell(row2, column2) {
    return this.#cells.at(row2, column2);
  }
  /**
   * Return the place in the matrix of what an event happened to; null outside the cells.
   * @param {EventTarget | null} target
   */
  placeOf(target) {
    return this.#cells.placeOf(target);
  }
  /**
   * Move the focus to a cell, and the part so that the cell is in it.
   * @param {number} row
   * @param {number} column
   */
  focus(row2, column2) {
    if (!this.#value?.rows || !this.#value.columns) return;
    if (this.#part.reveal(row2, column2)) this.#showPart();
    this.#cells.putFields();
    this.#setCurrent(row2, column2);
    if (!this.#stop?.matches(":focus")) return this.#stop?.focus();
    if (this.#stop instanceof HTMLInputElement) this.#stop.select();
    this.options.onpoint?.(row2, column2, "focus");
  }
  // Painting
  /** Make the table anew, for another shape. */
  #build() {
    const { rows, columns } = this.value;
    const part = this.#part;
    part.reset(this.value);
    this.#cells.build();
    whenAtRest(() => this.#cells.putFields());
    this.table.setAttribute("aria-rowcount", String(rows + 1));
    this.table.setAttribute("aria-colcount", String(columns + 1));
    const said = `${this.options.label}, ${count(rows, "row")}, ${count(columns, "column")}`;
    this.table.setAttribute("aria-label", said);
    this.#shape.textContent = `(${rows}, ${columns})`;
    this.#overview.element.hidden = part.isAll;
    this.#marks = {};
    [this.#mask, this.#wanted] = [null, null];
    const { row: row2, column: column2 } = this.current;
    this.#setCurrent(Math.min(row2, part.rows - 1), Math.min(column2, part.columns - 1));
  }
  #writeLabels() {
    const [rows, columns] = this.#labels;
    this.#cells.label(rows, columns.map(shortened));
    this.#overview.tell(this.value, this.#part);
  }
  #paint(isPlaced = false) {
    const { value, kind } = this;
    const { scale } = this.options;
    const limit = scale && kind === "signed" ? scale.limit : limitOf(kind, value);
    const { value: last, limit: lastLimit } = this.#painted;
    if (isPlaced && value === last && limit === lastLimit) return;
    this.#painted = { value, limit };
    this.#cells.paint(value, isPlaced, limit);
    if (this.#part.isAll) return;
    if (isPlaced) this.#paintOverviewSoon();
    else this.#overview.paint(value, this.#part, limit);
  }
  // The numbers are painted first; the picture of all follows in the next frame.
  #paintOverviewSoon() {
    if (this.#isOverviewDue) return;
    this.#isOverviewDue = true;
    afterPaint(() => {
      this.#isOverviewDue = false;
      const { value, limit } = this.#painted;
      if (value && !this.#part.isAll) this.#overview.paint(value, this.#part, limit);
    });
  }
  // The part has moved.
  #showPart() {
    this.#writeLabels();
    this.#paint();
    this.#cells.hatch(this.#mask);
    this.#cells.ring(this.#wanted);
    this.#cells.mark(this.#marks);
  }
  /**
   * @param {number} down
   * @param {number} across
   */
  #showAround(down, across) {
    this.#part.centre(down, across);
    this.#showPart();
    this.#setCurrent(this.#part.top, this.#part.left);
  }
  // Focus and keys
  /**
   * @param {number} row
   * @param {number} column
   */
  #setCurrent(row2, column2) {
    this.current = { row: row2, column: column2 };
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = this.#cells.at(row2, column2)?.content;
    if (this.#stop) this.#stop.tabIndex = 0;
  }
  /** @param {FocusEvent} event */
  #focused({ target }) {
    const place = this.#cells.placeOf(target);
    if (!place) return;
    this.#setCurrent(place.row, place.column);
    this.options.onpoint?.(place.row, place.column, "focus");
  }
  /** @param {PointerEvent} event */
  #entered({ target, buttons }) {
    const place = this.#cells.placeOf(target);
    if (place && buttons === 0) this.options.onpoint?.(place.row, place.column, "mouse");
  }
  /** @param {KeyboardEvent} event */
  #keydown(event) {
    const place = this.#cells.placeOf(event.target);
    if (!place || this.options.onkey?.(event, place.row, place.column)) return;
    const moved = stepFrom(place, event, this.value);
    if (!moved) return;
    event.preventDefault();
    this.focus(moved.row, moved.column);
  }
};
function createHeading({ name, colour: colour2, formula }, shape) {
  return node(
    "div",
    { class: "cw-heading" },
    colour2 && node("span", { class: "cw-swatch", style: `background: ${colour2}` }),
    node("span", { class: "cw-name" }, ...typeset(name)),
    formula && node("span", { class: "cw-formula" }, ...typeset(`= ${formula}`)),
    shape
  );
}

// course/widgets/js/lib/scale.js
var Scale = class {
  /** The entry whose colour is at the end of the scale; a larger one has the same colour. */
  limit = 1;
  /**
   * Let the scale reach the largest entry of some matrices.
   * @param {(Matrix | null)[]} matrices
   */
  fit(matrices) {
    const most = Math.max(0, ...matrices.map((value) => value ? reach(value) : 0));
    this.limit = most || 1;
  }
};

// course/widgets/js/lib/editor.js
var EDITING_HELP = "Arrow keys move between cells; type to replace a number. Enter or F2 edits it: then up and down change it by a step. Alt with up or down, the wheel, or dragging sideways change it at once. Control Z undoes. In a row of buttons, arrow keys go from one to the next.";
var Editor = class {
  #edited;
  #message = createMessage();
  #typing;
  #pointing;
  #heldKey;
  #writer = new FieldWriter();
  #toolbar;
  #target;
  #scale;
  #say;
  /** @param {EditorOptions} options */
  constructor(options) {
    const { name, label = name, step = 0.1, min = null, max = null } = options;
    this.options = options;
    this.#say = options.say ?? (() => {
    });
    this.#edited = new EditedMatrix({
      label,
      step,
      min,
      max,
      onchange: (value, sentence) => this.#changed(value, sentence)
    });
    this.#typing = new Typing(this.#edited, {
      inputAt: (row2, column2) => this.#inputAt(row2, column2),
      complain: (row2, column2, why) => this.#complain(row2, column2, why),
      quiet: this.#message.hide
    });
    this.#pointing = new Pointing(this.#edited, this.#typing, {
      step: (row2, column2, steps2) => this.#nudge(row2, column2, steps2),
      dragged: () => this.#show()
    });
    this.#heldKey = new HeldKey((row2, column2, steps2) => this.#nudge(row2, column2, steps2));
    this.#scale = options.scale ?? new Scale();
    this.grid = this.#createGrid(label);
    this.#target = this.#createTarget(name);
    const own = options.toolbar === void 0 ? new Toolbar(this.#say) : null;
    this.#toolbar = options.toolbar ?? own;
    this.#toolbar?.add(this.#target);
    const parts = [this.grid.element, own?.element, this.#message.element];
    this.element = node("div", { class: "cw-editor" }, ...parts);
  }
  get value() {
    return this.#edited.value;
  }
  /**
   * Show a value from outside: Python's, or a preset's. Undo and Reset never change the shape.
   * @param {Matrix} next
   * @param {string[] | null} rows
   * @param {string[] | null} columns
   * @param {{first?: boolean}} how first: it is where Reset goes back to
   */
  set(next, rows = null, columns = null, { first = false } = {}) {
    const edited = this.#edited;
    const fits2 = hasShapeOf(next, edited.value);
    const isOther = !same(next, edited.value);
    if (isOther && fits2 && !first) edited.undoStack.keep(edited.value);
    if (first || !fits2) {
      this.#target.initial = next;
      edited.undoStack.clear();
    }
    if (!fits2) this.#typing.stop();
    if (isOther && !(fits2 && this.#typing.goOn(next))) this.#message.hide();
    edited.value = next;
    this.#fitOwnScale(next);
    this.grid.set(next, rows, columns);
    this.#show();
  }
  /** Paint again: the scale is another one. */
  repaint() {
    this.grid.update(this.value);
  }
  /** @param {Marks} marks */
  mark(marks) {
    this.grid.mark(marks);
  }
  // Parts
  /** @param {string} name */
  #createTarget(name) {
    const target = {
      name,
      colour: this.options.colour ?? "",
      edited: this.#edited,
      initial: null,
      undo: () => this.#goTo("undo", "Undone"),
      reset: () => {
        const { initial } = target;
        if (!initial) return;
        this.#fitOwnScale(initial);
        this.options.onreset?.();
        this.#replace(initial, `${this.#edited.label} is as it was at the start`);
      },
      replace: (next, sentence) => this.#replace(next, sentence)
    };
    return target;
  }
  // The colours of one entry are not to change when another one is edited.
  /** @param {Matrix} value */
  #fitOwnScale(value) {
    if (!this.options.scale) this.#scale.fit([value]);
  }
  /** @param {string} label */
  #createGrid(label) {
    const { name, colour: colour2, kind, formula, helpId, onpoint } = this.options;
    const scale = this.#scale;
    const [edited, typing] = [this.#edited, this.#typing];
    return new Grid({
      ...{ name, label, kind, colour: colour2, formula, helpId, scale },
      onpoint: (row2, column2, by) => {
        if (by === "focus") this.#toolbar?.use(this.#target);
        onpoint?.(row2, column2, by);
      },
      fields: {
        make: (row2, column2) => this.#makeField(row2, column2),
        write: (input, x, row2, column2) => this.#writer.write(input, edited.nameOf(row2, column2), x, typing.isAt(row2, column2))
      },
      onkey: (event, row2, column2) => event.defaultPrevented || typing.isAt(row2, column2)
    });
  }
  /**
   * @param {() => number} row
   * @param {() => number} column
   */
  #makeField(row2, column2) {
    const { min = null, max = null } = this.options;
    const [typing, pointing] = [this.#typing, this.#pointing];
    const input = createField(min, max, {
      onkeydown: (event) => this.#keydown(event, row2(), column2()),
      oninput: () => typing.typed(input.value, row2(), column2()),
      onblur: () => {
        this.#heldKey.settle();
        typing.leave(row2(), column2());
      },
      onfocus: () => pointing.focus(input),
      onmousedown: (event) => pointing.mousedown(event, input, row2(), column2()),
      onclick: () => pointing.click(input, row2(), column2()),
      onwheel: (event) => pointing.wheel(event, input, row2(), column2()),
      onpaste: (event) => this.#paste(event, row2(), column2()),
      onpointerdown: (event) => pointing.press(event, input, row2(), column2()),
      ondblclick: () => typing.begin(row2(), column2())
    });
    return input;
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  #inputAt(row2, column2) {
    return (
      /** @type {HTMLInputElement | undefined} */
      this.grid.cell(row2, column2)?.content
    );
  }
  // Showing what was edited
  /**
   * @param {Matrix} value
   * @param {string | null} sentence
   */
  #changed(value, sentence) {
    this.options.onchange?.(value);
    this.#show();
    if (sentence) this.#say(sentence);
  }
  #show() {
    this.grid.update(this.#edited.value);
    this.#toolbar?.update(this.#target);
  }
  /**
   * @param {number} row
   * @param {number} column
   * @param {string} why
   */
  #complain(row2, column2, why) {
    const edited = this.#edited;
    const stays = `${edited.nameOf(row2, column2)} stays ${inField(edited.at(row2, column2))}`;
    const input = this.#inputAt(row2, column2);
    if (input) this.#message.show(input, this.element, `${stays}: ${why}.`);
  }
  // Editing
  /**
   * Change one entry, from the keyboard, wheel or mouse; refuse it with a sentence where it is out of
   * range.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   */
  #change(row2, column2, x) {
    const refused = this.#edited.refusal(x);
    if (refused) return this.#complain(row2, column2, refused);
    this.#message.hide();
    this.#edited.enter(row2, column2, x, `${row2},${column2}`);
  }
  /**
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  #nudge(row2, column2, steps2) {
    this.#change(row2, column2, this.#edited.stepped(this.#edited.at(row2, column2), steps2));
    this.#typing.stepped(row2, column2);
  }
  /**
   * @param {"undo" | "redo"} way
   * @param {string} what was done, in a word
   */
  #goTo(way, what) {
    const edited = this.#edited;
    this.#message.hide();
    const next = edited.valueAfter(way);
    if (!next) return this.#say(`There is nothing to ${way} in ${edited.label}`);
    this.#typing.stop();
    edited.become(next, `${what}: ${edited.difference(next)}`);
    this.#show();
  }
  /**
   * Put another matrix in; the old one can be brought back.
   * @param {Matrix} next
   * @param {string} sentence
   */
  #replace(next, sentence) {
    const edited = this.#edited;
    this.#typing.stop();
    this.#message.hide();
    if (same(next, edited.value)) return this.#say(`That changes nothing in ${edited.label}`);
    edited.undoStack.remember(edited.value, "");
    edited.become(next, sentence);
  }
  /**
   * @param {ClipboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #paste(event, row2, column2) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (this.#typing.isAt(row2, column2) && !Number.isNaN(parseNumber(text))) return;
    event.preventDefault();
    const result = pasted(this.#edited, text, row2, column2);
    if ("problem" in result) return this.#complain(row2, column2, result.problem);
    this.#replace(result.next, result.sentence);
    this.#inputAt(row2, column2)?.select();
  }
  // Keys
  /**
   * Do what a key asks for that edits; arrow keys that it leaves alone move the focus.
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #keydown(event, row2, column2) {
    if (!event.repeat) this.#heldKey.settle();
    const done = this.#undoKey(event) || this.#stepKey(event, row2, column2) || (this.#typing.isAt(row2, column2) ? this.#typingKey(event, row2, column2) : this.#beginKey(event, row2, column2));
    if (!done) return;
    event.preventDefault();
    if (done === "select") this.#inputAt(row2, column2)?.select();
  }
  /** @param {KeyboardEvent} event */
  #undoKey(event) {
    const way = undoKey(event);
    if (way) this.#goTo(way, way === "redo" ? "Done again" : "Undone");
    return way && "select";
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #stepKey(event, row2, column2) {
    const { key, altKey, shiftKey } = event;
    const isArrow = altKey && (key === "ArrowUp" || key === "ArrowDown");
    if (!isArrow && key !== "PageUp" && key !== "PageDown") return false;
    const size = isArrow && !shiftKey ? 1 : 10;
    this.#heldKey.press(event, row2, column2, key.endsWith("Up") ? size : -size);
    return true;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #typingKey(event, row2, column2) {
    const { key } = event;
    const typing = this.#typing;
    if (typing.isTypedOver && key.startsWith("Arrow"))
      return !typing.leave(row2, column2) && "select";
    if (key === "ArrowUp") this.#heldKey.press(event, row2, column2, 1);
    else if (key === "ArrowDown") this.#heldKey.press(event, row2, column2, -1);
    else if (key === "Escape") typing.cancel(row2, column2);
    else if (key !== "Enter") return false;
    else if (!typing.leave(row2, column2) || row2 + 1 === this.value.rows) return "select";
    else this.grid.focus(row2 + 1, column2);
    return true;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #beginKey({ key }, row2, column2) {
    if (key === "Enter" || key === "F2") this.#typing.begin(row2, column2);
    else if (key === "Delete") this.#change(row2, column2, this.#edited.clamp(0));
    else return false;
    return true;
  }
};

// course/widgets/js/lib/flow.js
function sign(text) {
  return node("span", { class: "cw-sign", "aria-hidden": "true" }, text);
}
function arrow(name) {
  const [text, below] = [node("span", {}, ...typeset(name)), node("small")];
  return {
    element: node("span", { class: "cw-arrow", "aria-hidden": "true" }, text, below),
    /**
     * @param {string} next
     * @param {string} detail stands below the arrow
     */
    rename(next, detail = "") {
      if (text.textContent === next && below.textContent === detail) return;
      text.replaceChildren(...typeset(next));
      below.textContent = detail;
    }
  };
}

// course/widgets/js/lib/resting_mouse.js
function watchMouse(el) {
  let [place, isResting] = ["", false];
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const placeOf2 = (event) => `${event.clientX},${event.clientY}`;
  const moved = (event) => {
    place = placeOf2(event);
  };
  const entered = (event) => {
    isResting = placeOf2(event) === place;
  };
  window.addEventListener("pointermove", moved, options);
  el.addEventListener("pointerover", entered, options);
  return { isResting: () => isResting, stop: () => over.abort() };
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

// course/widgets/js/product_views/views.js
var VIEWS = [
  ["dots", "dot products"],
  ["rows", "rows"],
  ["columns", "columns"],
  ["outers", "outer products"]
];
function stepsIn(view, A, B) {
  return { dots: A.rows * B.columns, rows: A.rows, columns: B.columns, outers: A.columns }[view];
}
function outerTerm(A, B, k) {
  const [column2, row2] = [columnOf(A, k), rowOf(B, k)];
  return matrix(A.rows, B.columns, Float64Array.from(column2.flatMap((a) => row2.map((b) => a * b))));
}
function sumUpTo(A, B, k) {
  return multiply(
    map(A, (x, at2) => at2 % A.columns <= k ? x : 0),
    B
  );
}
function placeOf(view, step, B) {
  return view === "dots" ? indicesOf(B, step) : [step, step];
}
function written2(view, step, A, B, C) {
  switch (view) {
    case "dots":
      return dotWritten(step, A, B, C);
    case "rows":
      return {
        place: `row ${step}`,
        lead: `Row ${step} of A says how much of each row of B goes into row ${step} of C:`,
        parts: [
          `row ${step} of C = `,
          ...sumOfVectors(
            rowOf(A, step),
            "A",
            each(B.rows, (k) => rowOf(B, k)),
            "B"
          ),
          ` = ${list(rowOf(C, step))}`
        ]
      };
    case "columns":
      return {
        place: `column ${step}`,
        lead: `Column ${step} of B says how much of each column of A goes into column ${step} of C:`,
        parts: [
          `column ${step} of C = `,
          ...sumOfVectors(
            columnOf(B, step),
            "B",
            each(A.columns, (k) => columnOf(A, k)),
            "A"
          ),
          ` = ${list(columnOf(C, step))}`
        ]
      };
    case "outers":
      return outerWritten(step, A, B);
  }
}
function dotWritten(step, A, B, C) {
  const [i, j] = placeOf("dots", step, B);
  const column2 = columnOf(B, j);
  const terms = rowOf(A, i).flatMap((a, k) => [
    k ? " + " : "",
    [asOperand(a), "A"],
    "·",
    [asOperand(column2[k]), "B"]
  ]);
  return {
    place: `C[${i}, ${j}]`,
    lead: `Row ${i} of A with column ${j} of B:`,
    parts: [`C[${i}, ${j}] = `, ...terms, ` = ${asTyped(C.data[step])}`]
  };
}
function outerWritten(k, A, B) {
  const made2 = outerTerm(A, B, k);
  const rows = each(made2.rows, (i) => list(rowOf(made2, i)));
  return {
    place: `term ${k}`,
    lead: `Column ${k} of A times row ${k} of B makes term ${k}. ${soFar(k, A.columns)}`,
    parts: [
      `term ${k} = `,
      [list(columnOf(A, k)), "A"],
      " × ",
      [list(rowOf(B, k)), "B"],
      ` = [${rows.join(", ")}]`
    ]
  };
}
function sumOfVectors(weights, from, vectors, of) {
  return weights.flatMap((w, k) => [
    k ? " + " : "",
    /** @type {Part} */
    [asOperand(w), from],
    "·",
    /** @type {Part} */
    [list(vectors[k]), of]
  ]);
}
function soFar(k, count2) {
  if (count2 === 1) return "It is the only one: it is C.";
  if (k === count2 - 1) return "It is the last: the terms add up to C.";
  const missing = k + 1 === count2 - 1 ? `term ${k + 1} is` : `terms ${k + 1} to ${count2 - 1} are`;
  return `In the sum so far, ${missing} missing.`;
}
function list(numbers) {
  return `[${numbers.map(asTyped).join(", ")}]`;
}
function each(n, make) {
  return Array.from({ length: n }, (_, k) => make(k));
}

// course/widgets/js/product_views/paint.js
var ROLES = { A: "Q", B: "K", C: "scores" };
var COLOURS = { A: "var(--course-Q)", B: "var(--course-K)", C: "var(--course-scores)" };
var TINT = 38;
function highlights(view, step, A, B) {
  const [i, j] = placeOf(view, step, B);
  const all = [{}, () => 1];
  if (view === "dots")
    return { A: row(i), B: column(j), C: [{ cell: [i, j] }, at(i, j)], term: all };
  if (view === "rows") {
    const shares = strengths(rowOf(A, i));
    return { A: row(i), B: [{}, (r) => shares[r]], C: row(i), term: all };
  }
  if (view === "columns") {
    const shares = strengths(columnOf(B, j));
    return { A: [{}, (_, c) => shares[c]], B: column(j), C: column(j), term: all };
  }
  return { A: column(step), B: row(step), C: all, term: all };
}
function row(i) {
  return [{ row: i }, (r) => Number(r === i)];
}
function column(j) {
  return [{ column: j }, (_, c) => Number(c === j)];
}
function at(i, j) {
  return (r, c) => Number(r === i && c === j);
}
function strengths(weights) {
  const most = Math.max(...weights.map(Math.abs)) || 1;
  return weights.map((w) => Math.abs(w) / most);
}
function highlight(grid, name, [marks, strength]) {
  grid.mark(marks);
  const { rows, columns } = grid.value;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const share = Math.round(TINT * strength(i, j));
      const td = grid.cell(i, j)?.td;
      if (td)
        td.style.background = share ? `color-mix(in srgb, ${COLOURS[name]} ${share}%, transparent)` : "";
    }
}
function labelFactors({ grid, value }, rows, columns) {
  grid.set(value, rows?.map(factor), columns?.map(factor));
  grid.table.classList.toggle("has-row-factors", rows !== null);
  grid.table.classList.toggle("has-column-factors", columns !== null);
}
function factor(weight) {
  return `${asTyped(weight)} ×`;
}
function widen(grid) {
  const { data } = grid.value;
  const places = decimals(data);
  const longest = Math.max(...[...data].map((x) => number(x, places).length));
  grid.table.style.setProperty("--cw-cell", `calc(max(52px, ${longest}ch + 10px))`);
}
function rename({ heading, table }, name, formula, label) {
  for (const [place, text] of [
    [".cw-name", name],
    [".cw-formula", `= ${formula}`]
  ]) {
    const element = heading.querySelector(place);
    if (element) element.textContent = text;
  }
  table.setAttribute("aria-label", `${label}, ${formula}`);
}
function writeFormula(place, { lead, parts }) {
  const terms = parts.map(
    (part) => Array.isArray(part) ? (
      /** @type {Piece} */
      [part[0], ROLES[part[1]]]
    ) : part
  );
  const formula = node("span", { class: "pv-formula" }, ...coloured(terms));
  if (place.textContent === `${lead} ${formula.textContent}`) return;
  place.replaceChildren(node("span", { class: "pv-lead" }, lead), " ", formula);
}

// course/widgets/js/product_views/stepper.js
var PACE = 1200;
function createStepper({ count: count2, current, go, describe }) {
  let timer = null;
  const playing = button("Play", () => timer ? pause() : play());
  playing.classList.add("pv-play");
  const places = slider("Step", { min: 0, max: 1, step: 1, text: describe }, (step) => {
    pause();
    go(step);
  });
  const element = node(
    "div",
    { class: "pv-stepper", role: "group", "aria-label": "Steps", onkeydown: keydown },
    button("Back", () => move(-1)),
    button("Next", () => move(1)),
    playing,
    places.element
  );
  function move(by) {
    pause();
    go((current() + by + count2()) % count2());
  }
  function keydown(event) {
    const by = event.target === places.input ? 0 : arrowStep(event);
    if (!by) return;
    event.preventDefault();
    move(by);
  }
  function pause() {
    if (timer) clearInterval(timer);
    timer = null;
    playing.textContent = "Play";
  }
  function play() {
    if (current() === count2() - 1) go(0);
    timer = setInterval(() => {
      go(Math.min(current() + 1, count2() - 1));
      if (current() === count2() - 1) pause();
    }, PACE);
    playing.textContent = "Pause";
  }
  return {
    element,
    pause,
    update() {
      places.input.max = String(count2() - 1);
      places.set(current());
    }
  };
}

// course/widgets/js/product_views.js
var POINTING_HELP = "Point at C, or go there with the keyboard, to choose a step.";
var ProductViews = class {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.note = statusLine();
    this.terms = node("p", { role: "status", class: "pv-terms" });
    this.mouse = watchMouse(el);
    this.helpId = newId("help");
    this.A = this.#createFactor("A");
    this.B = this.#createFactor("B");
    this.C = this.#createProduct("C", "C, the product of A and B");
    this.term = this.#createProduct("term", "The term");
    this.equals = sign("=");
    this.toTerm = arrow("");
    this.toSum = arrow("adds up to");
    this.first = this.#inPython();
    this.stepper = createStepper({
      count: () => this.count,
      current: () => this.step,
      go: (step) => this.#go(step),
      describe: (step) => `${this.#written(step).place}, ${step + 1} of ${this.count}`
    });
    this.views = choice("View", VIEWS, (view) => this.#choose(view));
    this.#layOut(el);
    this.A.set(this.first.A, null, null, { first: true });
    this.B.set(this.first.B, null, null, { first: true });
    this.#paint();
    this.stopWatching = watch(model, ["A", "B", "view", "step"], () => this.#show());
  }
  close() {
    this.stepper.pause();
    this.mouse.stop();
    this.stopWatching();
  }
  // Parts
  /** @param {"A" | "B"} name */
  #createFactor(name) {
    const limit = this.model.get("limit");
    return new Editor({
      name,
      kind: "plain",
      colour: COLOURS[name],
      step: 1,
      min: -limit,
      max: limit,
      toolbar: null,
      helpId: this.helpId,
      say: this.note.say,
      onpoint: (row2, column2, by) => this.#point(name, row2, column2, by),
      onchange: (value) => {
        this.#paint();
        save(this.model, { [name]: encode(value) });
      }
    });
  }
  /**
   * @param {string} name
   * @param {string} label
   */
  #createProduct(name, label) {
    return new Grid({
      name,
      label,
      kind: "plain",
      colour: COLOURS.C,
      formula: "A B",
      onpoint: (row2, column2, by) => this.#point("C", row2, column2, by)
    });
  }
  /** @param {HTMLElement} el */
  #layOut(el) {
    const reset = button("Reset A and B", () => this.#reset());
    root(
      el,
      "The product of A and B in four views",
      node("div", { class: "cw-bar" }, this.views.element, reset),
      this.stepper.element,
      this.terms,
      node(
        "div",
        { class: "pv-matrices" },
        ...[this.A.element, sign("×"), this.B.element, this.equals],
        ...[this.toTerm.element, this.term.element, this.toSum.element, this.C.element]
      ),
      this.note.element,
      node("p", { class: "cw-help", id: this.helpId }, `${POINTING_HELP} ${EDITING_HELP}`)
    );
  }
  // Which step is meant, and going there
  get view() {
    return this.model.get("view");
  }
  get count() {
    return stepsIn(this.view, this.A.value, this.B.value);
  }
  get step() {
    return clamp(this.model.get("step"), 0, this.count - 1);
  }
  /** @param {number} step */
  #go(step) {
    if (step !== this.model.get("step")) save(this.model, { step });
  }
  /** @param {View} view */
  #choose(view) {
    this.stepper.pause();
    if (view !== this.view) save(this.model, { view, step: 0 });
  }
  /**
   * @param {"A" | "B" | "C"} name
   * @param {number} row
   * @param {number} column
   * @param {By} by
   */
  #point(name, row2, column2, by) {
    if (by === "mouse" && this.mouse.isResting()) return;
    const step = this.#stepAt(name, row2, column2);
    if (step === null) return;
    this.stepper.pause();
    this.#go(step);
  }
  /**
   * Return the step that a cell belongs to; null where it belongs to several.
   * @param {"A" | "B" | "C"} name
   * @param {number} row
   * @param {number} column
   */
  #stepAt(name, row2, column2) {
    if (this.view === "outers") return { A: column2, B: row2, C: null }[name];
    if (name !== "C") return null;
    return { dots: row2 * this.B.value.columns + column2, rows: row2, columns: column2 }[this.view];
  }
  #reset() {
    const { A, B } = this.first;
    this.stepper.pause();
    this.A.set(A);
    this.B.set(B);
    this.note.say("A and B are as they were at the start.");
    save(this.model, { A: encode(A), B: encode(B) });
    this.#paint();
  }
  // Painting
  /** @param {number} step */
  #written(step) {
    const [A, B] = [this.A.value, this.B.value];
    return written2(this.view, step, A, B, multiply(A, B));
  }
  #paint() {
    const { view, step } = this;
    const [A, B] = [this.A.value, this.B.value];
    labelFactors(this.A, null, view === "columns" ? columnOf(B, step) : null);
    labelFactors(this.B, view === "rows" ? rowOf(A, step) : null, null);
    const isSum = view === "outers";
    this.equals.hidden = isSum;
    for (const { element } of [this.toTerm, this.term, this.toSum]) element.hidden = !isSum;
    if (view === "outers") this.#paintTerms(step, A, B);
    else this.#paintProduct(multiply(A, B));
    const marked = highlights(view, step, A, B);
    highlight(this.A.grid, "A", marked.A);
    highlight(this.B.grid, "B", marked.B);
    highlight(this.C, "C", marked.C);
    if (view === "outers") highlight(this.term, "C", marked.term);
    this.views.set(view);
    this.stepper.update();
    writeFormula(this.terms, this.#written(step));
  }
  /** @param {Matrix} product */
  #paintProduct(product) {
    this.C.set(product);
    widen(this.C);
    rename(this.C, "C", "A B", "C, the product of A and B");
  }
  /**
   * @param {number} k
   * @param {Matrix} A
   * @param {Matrix} B
   */
  #paintTerms(k, A, B) {
    this.C.set(sumUpTo(A, B, k));
    widen(this.C);
    if (k < A.columns - 1) rename(this.C, "C so far", `sum of terms 0 to ${k}`, "C so far");
    else rename(this.C, "C", "sum of all terms", "C, the product of A and B");
    this.term.set(outerTerm(A, B, k));
    widen(this.term);
    rename(this.term, `term ${k}`, `column ${k} × row ${k}`, `Term ${k}`);
    this.toTerm.rename(`column ${k} × row ${k}`);
  }
  // Python
  #inPython() {
    return { A: decode(this.model.get("A")), B: decode(this.model.get("B")) };
  }
  #show() {
    const { A, B } = this.#inPython();
    if (!same(A, this.A.value)) this.A.set(A);
    if (!same(B, this.B.value)) this.B.set(B);
    this.#paint();
  }
};
var product_views_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const views = new ProductViews(model, el);
    return () => views.close();
  }
};
export {
  product_views_default as default
};
