// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function rowOf(m, i) {
  return Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns));
}
function floatsOf({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}
function reach(m) {
  let most = 0;
  for (const x of m.data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most;
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
function editable(value) {
  return String(Number(Math.abs(value) < 1e-3 ? value.toPrecision(2) : value.toFixed(4)));
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

// course/widgets/js/head_explorer/heads.js
function headsOf({ tokens, data }) {
  const n = tokens.length;
  const all = floatsOf(data);
  return Array.from(
    { length: all.length / (n * n) },
    (_, h) => matrix(n, n, all.slice(h * n * n, (h + 1) * n * n))
  );
}
function weightInWords(tokens, weights, row, column) {
  const given = rowOf(weights, row);
  const most = given.indexOf(Math.max(...given));
  const share = number(given[column], 2);
  if (given.length > 1 && given.every((x) => number(x, 2) === share))
    return `“${tokens[row]}” gives ${share} to each of the ${given.length} tokens.`;
  const name = (k) => k === row ? "itself" : `“${tokens[k]}”`;
  const best = given[most] === given[column] ? "its largest weight" : `most goes to ${name(most)}: ${number(given[most], 2)}`;
  return `“${tokens[row]}” gives ${share} to ${name(column)}; ${best}.`;
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
function fold(title, text, id = null) {
  return node("details", { class: "cw-help" }, node("summary", {}, title), node("p", { id }, text));
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

// course/widgets/js/head_explorer/picker.js
function createPicker(label, faces, onchoose) {
  const buttons = faces.map(
    (face, number2) => node(
      "button",
      {
        type: "button",
        role: "radio",
        class: "cw-head",
        "aria-label": `${label} ${number2}`,
        onclick: () => onchoose(number2)
      },
      node("span", {}, String(number2)),
      ...face
    )
  );
  const attributes = { role: "radiogroup", "aria-label": label, class: "cw-heads" };
  const element = node("div", attributes, ...buttons);
  element.addEventListener("keydown", (event) => {
    const at = buttons.findIndex((button) => button.contains(
      /** @type {Node} */
      event.target
    ));
    const to = placeAfter(event.key, at, buttons.length);
    if (at < 0 || to === null || isModified(event)) return;
    event.preventDefault();
    buttons[to].focus();
    onchoose(to);
  });
  return {
    element,
    buttons,
    /** @param {number} chosen */
    set(chosen) {
      for (const [number2, button] of buttons.entries()) {
        button.setAttribute("aria-checked", String(number2 === chosen));
        button.tabIndex = number2 === chosen ? 0 : -1;
      }
    }
  };
}
function placeAfter(key, at, count2) {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count2;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count2 - 1) % count2;
  if (key === "Home") return 0;
  return key === "End" ? count2 - 1 : null;
}

// course/widgets/js/lib/words.js
var MOST_LETTERS = 16;
var SYMBOL = /\b(W|d)_([QKVOk])\b/g;
function typeset(text) {
  return lowered(leftToRight(text));
}
function lowered(text) {
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
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS - 1).join("")}…` : label;
}

// course/widgets/js/head_explorer/split.js
var SLICE = 20;
var [BAND, GAP] = [7, 1];
var DROP = 22;
var STRIPS = {
  split: {
    roles: ["Q", "K", "V"],
    isAbove: true,
    /** @param {number} n */
    words: (n) => `Split: Q, K and V (n, d), cut by columns into ${count(n, "head")} (n, d / ${n})`
  },
  merge: {
    roles: ["output"],
    isAbove: false,
    /** @param {number} n */
    words: (n) => `Merge: the outputs of ${count(n, "head")} side by side, (n, d) again; then × W_O`
  }
};
function createStrip(kind, count2) {
  const { roles, isAbove, words } = STRIPS[kind];
  const thick = roles.length * (BAND + GAP);
  const drawing = svg("svg", { height: thick + DROP, "aria-hidden": "true" });
  const label = node("p", { class: "cw-help" }, ...typeset(words(count2)));
  const parts = isAbove ? [label, drawing] : [drawing, label];
  return {
    element: node("div", { class: "he-strip" }, ...parts),
    /**
     * @param {HTMLElement[]} heads
     * @param {number} chosen
     */
    draw(heads, chosen) {
      const isOneRow = heads.every((head) => head.offsetTop === heads[0].offsetTop);
      drawing.style.display = isOneRow ? "" : "none";
      const centres = heads.map((head) => head.offsetLeft + head.offsetWidth / 2);
      const start = (centres[0] + (centres.at(-1) ?? 0)) / 2 - count2 * SLICE / 2;
      const [top, from, to] = isAbove ? [0, thick, thick + DROP] : [DROP, DROP, 0];
      drawing.setAttribute("width", String((centres.at(-1) ?? 0) + SLICE));
      const pieces = centres.map((centre, k) => {
        const left = start + k * SLICE;
        const middle = left + SLICE / 2;
        const bend = `M${middle} ${from}C${middle} ${(from + to) / 2} ${centre} ${(from + to) / 2} ${centre} ${to}`;
        const bands = roles.map(
          (role, row) => svg("rect", {
            ...{ x: left + 1, y: top + row * (BAND + GAP), width: SLICE - 2, height: BAND },
            fill: `var(--course-${role})`
          })
        );
        const state = k === chosen ? "is-chosen" : "";
        return svg("g", { class: state }, svg("path", { d: bend }), ...bands);
      });
      drawing.replaceChildren(...pieces);
    }
  };
}

// course/widgets/js/lib/clamp.js
function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
}

// course/widgets/js/lib/colour_maps.js
var SEQUENTIAL = "fdfaf1fdf8ecfdf7e7fdf5e1fdf3dcfcf2d7fcf0d2fceecdfcedc8fcebc3fce9befbe7bafbe6b5fbe4b0fbe2acfae0a7fadea2fadd9ef9db99f9d995f9d791f8d58cf8d388f8d184f7d07ff7ce7bf6cc77f6ca73f6c86ff5c66bf4c467f4c362f3c15ef3bf5af2bd56f2bb52f1b94ef0b74af0b546efb442eeb23dedb039edae34ecac30ebaa2beaa826e9a720e8a51ae7a313e6a109e69f00e59e00e49c00e39a00e19800e09700df9500de9300dd9100dc9000db8e00da8c00d88a00d78900d68700d58500d38400d28200d18100cf7f00ce7d00cd7c00cb7a00ca7900c87700c77500c67400c47200c37100c16f00c06e00be6d00bc6b00bb6a00b96800b86700b66500b46400b36300b16100af6000ae5f00ac5d00aa5c00a95b00a75900a55800a35700a25600a054009e53009c52009a5100995000974e00954d00934c00914b008f4a008e49008c48008a47008846008645008443008242008041007e40007c3f007b3e00793d00773c00753b00733a00713a006f39006d3800";
var DIVERGING = "1460a11a62a21f65a32467a52869a62c6ca8306ea93470ab3873ac3c75ad3f77af437ab0467cb24a7eb34d81b55183b65485b75888b95b8aba5f8cbc628fbd6591be6993c06c96c16f98c2739ac4769dc57a9fc67da2c880a4c984a6ca87a9cc8aabcd8eadcf91b0d094b2d198b4d29bb7d49fb9d5a2bbd6a5bed8a9c0d9acc3dab0c5dcb3c7ddb6cadebacce0bdcee1c1d1e2c4d3e3c8d6e5cbd8e6cfdae7d2dde8d5dfead9e2ebdce4ece0e6ede3e9efe7ebf0eaeef1eef0f2f1f3f4f5f5f5f4f2f1f2efeef1eceaf0e9e7eee6e3ede3e0ece0dceaddd8e9dad5e8d8d1e6d5cee5d2cae4cfc7e2ccc3e1c9c0dfc6bcdec3b9ddc0b6dbbdb2dabbafd8b8abd7b5a8d6b2a4d4afa1d3ac9ed1a99ad0a797cea493cda190cb9e8dca9b89c89886c79683c5937fc4907cc28d79c18a75bf8772bd856fbc826bba7f68b97c65b77961b5775eb4745bb27157b16e54af6b51ad684dac664aaa6347a86043a75d40a55a3da35839a25536a052329e4f2f9c4c2b9b492799462397431f95401b";
var steps = (name, digits) => (digits.match(/.{6}/g) ?? []).map((rgb, k) => {
  const [red, green, blue] = [0, 2, 4].map((at) => parseInt(rgb.slice(at, at + 2), 16));
  const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
  return { fill: `#${rgb}`, ink: inkOn(`#${rgb}`), pixel, className: `cw-${name}-${k}` };
});
function inkOn(fill) {
  const light = luminance(fill);
  return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? "#000000" : "#ffffff";
}
function luminance(fill) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = parseInt(fill.slice(at, at + 2), 16) / 255;
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

// course/widgets/js/lib/grid/arrow_keys.js
function stepFrom({ row, column }, { key, altKey, ctrlKey, metaKey, shiftKey }, { rows, columns }) {
  if (altKey || metaKey || shiftKey) return null;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const ways = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [ctrlKey ? 0 : row, 0],
    End: [ctrlKey ? lastRow : row, lastColumn]
  };
  if (!(key in ways)) return null;
  const [toRow, toColumn] = ways[key];
  return {
    row: clamp(toRow, 0, lastRow),
    column: clamp(toColumn, 0, lastColumn)
  };
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
function halfwayOf(limit) {
  return goesFar(limit) ? Math.sqrt(1 + limit) - 1 : limit / 2;
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
var MOST_LETTERS2 = 7;
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
  at(row, column) {
    return this.#cells[row - this.part.top]?.[column - this.part.left];
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
    this.table.classList.toggle("cw-tilted", longest > MOST_LETTERS2);
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
    const places = placesOf(value);
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
        const at = (this.part.top + i) * (mask?.columns ?? 0) + this.part.left + j;
        td.classList.toggle("cw-hatched", mask !== null && mask.data[at] === 0);
      }
  }
  /**
   * Draw a dashed ring into the cells of the entries that are not 0.
   * @param {Matrix | null} wanted
   */
  ring(wanted) {
    for (const [i, line] of this.#cells.entries())
      for (const [j, { td }] of line.entries()) {
        const at = (this.part.top + i) * (wanted?.columns ?? 0) + this.part.left + j;
        const isRinged = wanted !== null && wanted.data[at] !== 0;
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
  #frame({ row, second, column = -1, cell }) {
    const { table, part } = this;
    for (const old of table.querySelectorAll(".is-row, .is-column, .is-cell"))
      old.classList.remove("is-row", "is-column", "is-cell");
    const lines = table.tBodies[0].rows;
    for (const at of [row, second])
      if (at !== void 0) lines[at - part.top]?.classList.add("is-row");
    if (column >= part.left && column < part.left + part.columns)
      for (const line of table.rows) line.cells[column - part.left + 1].classList.add("is-column");
    if (cell) this.at(...cell)?.td.classList.add("is-cell");
  }
};
function times(n, make) {
  return Array.from({ length: n }, (_, k) => make(k));
}
function placesOf(value) {
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
var MOST = 16;
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
    this.rows = rows > MOST ? WINDOW : rows;
    this.columns = columns > MOST ? WINDOW : columns;
    this.isAll = this.rows === rows && this.columns === columns;
  }
  /**
   * Move so far that a cell is in the window; return true if that was needed.
   * @param {number} row
   * @param {number} column
   */
  reveal(row, column) {
    const top = nearest(row, this.top, this.rows);
    const left = nearest(column, this.left, this.columns);
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
function nearest(at, first, shown) {
  if (at < first) return at;
  return at >= first + shown ? at - shown + 1 : first;
}
function around(share, n, shown) {
  return clamp(Math.round(share * n - shown / 2), 0, n - shown);
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
  cell(row, column) {
    return this.#cells.at(row, column);
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
  focus(row, column) {
    if (!this.#value?.rows || !this.#value.columns) return;
    if (this.#part.reveal(row, column)) this.#showPart();
    this.#cells.putFields();
    this.#setCurrent(row, column);
    if (!this.#stop?.matches(":focus")) return this.#stop?.focus();
    if (this.#stop instanceof HTMLInputElement) this.#stop.select();
    this.options.onpoint?.(row, column, "focus");
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
    const { row, column } = this.current;
    this.#setCurrent(Math.min(row, part.rows - 1), Math.min(column, part.columns - 1));
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
  #setCurrent(row, column) {
    this.current = { row, column };
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = this.#cells.at(row, column)?.content;
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

// course/widgets/js/lib/legend.js
function createLegend(kind, name = "") {
  const [low, high, halfway] = [node("span"), node("span"), node("span")];
  const stops = Array.from(
    { length: 9 },
    (_, k) => kind === "weights" ? sequential(k / 8).fill : diverging(k / 4 - 1).fill
  );
  const bar = node("span", { class: "cw-scale" });
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return {
    element: node(
      "p",
      { class: "cw-legend" },
      name && node("span", {}, name),
      ...[low, bar, high, halfway]
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

// course/widgets/js/head_explorer.js
var THUMBNAIL = 44;
var Explorer = class {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.sentences = model.get("sentences").map((sent) => ({ tokens: sent.tokens, heads: headsOf(sent) }));
    this.layerCount = model.get("layer_count");
    this.headCount = this.sentences[0].heads.length / (this.layerCount || 1);
    this.canvases = Array.from(
      { length: this.headCount },
      () => this.sentences.map(() => node("canvas", { class: "cw-picture", "aria-hidden": "true" }))
    );
    const layerFaces = Array.from({ length: this.layerCount }, () => []);
    this.heads = createPicker("Head", this.canvases, (head) => this.#choose("head", head));
    this.strips = [createStrip("split", this.headCount), createStrip("merge", this.headCount)];
    this.layers = createPicker("Layer", layerFaces, (layer) => this.#choose("layer", layer));
    this.grids = this.sentences.map(
      ({ tokens }, k) => new Grid({
        name: tokens.join(" "),
        label: tokens.join(" "),
        kind: "weights",
        onpoint: (row, column) => this.#point(k, row, column)
      })
    );
    this.ticks = this.sentences.map(
      ({ tokens }, k) => tick(tokens.join(" "), (on) => this.#choose("shown", this.#shownWith(k, on)))
    );
    this.none = node("p", { class: "cw-help" }, "Tick a sentence to see its weights.");
    this.#layOut(el);
    this.#paintHeads();
    this.#show();
    this.#showSentences();
    const observer = new ResizeObserver(() => this.#drawStrips());
    observer.observe(this.heads.element);
    this.stops = [
      () => observer.disconnect(),
      watch(model, ["layer"], () => this.#paintHeads()),
      watch(model, ["layer", "head"], () => this.#show()),
      watch(model, ["shown"], () => this.#showSentences())
    ];
  }
  close() {
    for (const stop of this.stops) stop();
  }
  /** @param {HTMLElement} el */
  #layOut(el) {
    const legend = createLegend("weights");
    legend.set(1);
    const label = node("span", { class: "cw-label", "aria-hidden": "true" }, "Layer");
    const [theLayers, aLayer] = this.layerCount ? ["layers, the ", "layer or a "] : ["", ""];
    root(
      el,
      "Heads",
      this.layerCount > 0 && node("div", { class: "cw-layers" }, label, this.layers.element),
      this.strips[0].element,
      this.heads.element,
      this.strips[1].element,
      this.status.element,
      node(
        "div",
        { role: "group", "aria-label": "Sentences", class: "cw-bar" },
        ...this.ticks.map(({ element }) => element)
      ),
      node(
        "div",
        { class: "cw-sentences" },
        this.none,
        ...this.grids.map(({ element }) => element)
      ),
      legend.element,
      fold(
        "How to use it with keys and mouse",
        `Tab goes to the ${theLayers}heads and to each table. Arrow keys choose a ${aLayer}head, or go from weight to weight. The row of the same token is framed in the other sentences, too.`
      )
    );
  }
  /**
   * @template {"head" | "layer" | "shown"} Name
   * @param {Name} name
   * @param {Traits[Name]} value
   */
  #choose(name, value) {
    if (value === this.model.get(name)) return;
    const change = {};
    change[name] = value;
    save(this.model, change);
  }
  /**
   * Return the sentences that are shown once one of them is ticked or not.
   * @param {number} k
   * @param {boolean} on
   */
  #shownWith(k, on) {
    const others = this.model.get("shown").filter((other) => other !== k);
    return on ? [...others, k].sort((a, b) => a - b) : others;
  }
  /**
   * Return the place of a head of the chosen layer among all.
   * @param {number} head
   */
  #placeOf(head) {
    return this.model.get("layer") * this.headCount + head;
  }
  #paintHeads() {
    for (const [k, { tokens, heads }] of this.sentences.entries()) {
      const size = Math.max(1, Math.round(THUMBNAIL / tokens.length));
      for (const [head, canvases] of this.canvases.entries())
        paintPixels(canvases[k], heads[this.#placeOf(head)], size, (x) => sequential(x).pixel);
    }
  }
  // Where the heads stand is known once they are on the page.
  #drawStrips() {
    const { buttons } = this.heads;
    for (const strip of this.strips) strip.draw(buttons, this.model.get("head"));
  }
  #show() {
    const head = this.model.get("head");
    this.#drawStrips();
    this.heads.set(head);
    this.layers.set(this.model.get("layer"));
    for (const [k, { tokens, heads }] of this.sentences.entries()) {
      this.grids[k].set(heads[this.#placeOf(head)], tokens, tokens);
      this.grids[k].mark({});
    }
    this.status.say(this.model.get("said")[this.#placeOf(head)]);
  }
  #showSentences() {
    const shown = this.model.get("shown");
    this.none.hidden = shown.length > 0;
    for (const [k, { element }] of this.grids.entries()) {
      element.hidden = !shown.includes(k);
      this.ticks[k].set(shown.includes(k));
      for (const canvases of this.canvases) canvases[k].hidden = !shown.includes(k);
    }
  }
  /**
   * @param {number} k of the sentence
   * @param {number} row
   * @param {number} column
   */
  #point(k, row, column) {
    const { tokens, heads } = this.sentences[k];
    for (const [other, grid] of this.grids.entries()) {
      const same = this.sentences[other].tokens.indexOf(tokens[row]);
      if (other === k) grid.mark({ row, column, cell: [row, column] });
      else grid.mark(same < 0 ? {} : { row: same });
    }
    const head = this.model.get("head");
    const name = this.layerCount ? `Layer ${this.model.get("layer")}, head ${head}` : `Head ${head}`;
    const words = weightInWords(tokens, heads[this.#placeOf(head)], row, column);
    this.status.say(`${name}: ${words}`);
  }
};
var head_explorer_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.close();
  }
};
export {
  head_explorer_default as default
};
