// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/as_code.js
function asCode(name, rows) {
  const written2 = rows.map((row) => `    [${row.map(pythonNumber).join(", ")}],`);
  return `${name} = np.array([
${written2.join("\n")}
])`;
}
function pythonNumber(value) {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  const text = Object.is(value, -0) ? "0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

// course/widgets/js/lib/count.js
function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function fromRows(rows) {
  return matrix(rows.length, rows.length ? rows[0].length : 0, Float64Array.from(rows.flat()));
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
function roving(group2, buttons) {
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
  group2.addEventListener("focusin", ({ target }) => {
    last = buttons.find((element) => element === target) ?? last;
    choose();
  });
  group2.addEventListener("keydown", (event) => {
    const by = arrowStep(event);
    if (!by) return;
    event.preventDefault();
    const working = buttons.filter(works);
    const at = working.indexOf(
      /** @type {HTMLButtonElement} */
      event.target
    );
    working.at((at + by) % working.length)?.focus();
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
function verdictLine() {
  const words = node("span", { role: "status" });
  const clock = node("span", { "aria-hidden": "true" });
  return {
    element: node("p", { class: "cw-verdict" }, words, clock),
    /** @param {string} sentence */
    say(sentence, seconds = 0) {
      if (words.textContent !== sentence) words.textContent = sentence;
      clock.textContent = seconds ? ` (${count(seconds, "second")})` : "";
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
function fold(title, text, id = null) {
  return node("details", { class: "cw-help" }, node("summary", {}, title), node("p", { id }, text));
}
function labelled(label, control) {
  const text = node("span", { class: "cw-label" }, label);
  return node("label", { class: "cw-field" }, text, control);
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

// course/widgets/js/attention_explorer/presets.js
var SHARP = 4;
function builtIn(n) {
  const X = identity(n, n);
  const sharp = map(X, (x) => SHARP * x);
  const base = { X, W_K: X, W_V: X };
  const previous = matrix(n, n);
  for (let i = 0; i < n; i++) previous.data[i * n + Math.max(i - 1, 0)] = SHARP * SHARP;
  return {
    "itself only": { ...base, W_Q: sharp, W_K: sharp },
    "previous only": { ...base, W_Q: previous },
    uniform: { ...base, W_Q: matrix(n, n) }
  };
}

// course/widgets/js/attention_explorer/tokens.js
function inOneLine(words) {
  return words.join(hasSpaces(words) ? ", " : " ");
}
function wordsIn(text, before) {
  const parts = text.split(hasSpaces(before) ? "," : /\s+/);
  return parts.map((word) => word.trim()).filter((word) => word);
}
function hasSpaces(words) {
  return words.some((word) => /\s/.test(word));
}
function rowsFor(words, before, X) {
  const next = matrix(words.length, X.columns);
  const row = (m, i) => m.data.subarray(i * m.columns, (i + 1) * m.columns);
  words.forEach((word, i) => {
    const known = before[i] === word ? i : before.indexOf(word);
    const from = known >= 0 ? known : i < X.rows ? i : -1;
    const target = row(next, i);
    if (from >= 0) target.set(row(X, from));
    else target.set(target.map(() => Number((2 * Math.random() - 1).toFixed(1))));
  });
  return next;
}

// course/widgets/js/attention_explorer/controls.js
var MASKS = {
  attention: ["none", "causal"],
  mask: ["none", "causal", "padding", "by hand"],
  cross: ["none", "padding", "by hand"]
};
var MOST_WORDS = 64;
var NO_NAMES = { features: [], memory_features: [] };
function createControls(state, on) {
  const { model, isCross, upToScores } = state;
  const masks = MASKS[state.mode];
  const words = [createWordsField(state, isCross ? "Query tokens" : "Tokens", "tokens", "X", on)];
  if (isCross)
    words.push(createWordsField(state, "Memory tokens", "memory_tokens", "X_memory", on));
  const scaled = tick("÷ √d_k", (isOn) => flip({ scaled: isOn }));
  const mask = choice("Mask", (masks ?? []).map(twice), (kind) => {
    state.set({ mask: state.maskOf(kind) });
    save(model, { mask_kind: kind });
    on.onload();
    on.announce(`Mask: ${kind}`);
  });
  mask.element.addEventListener("keydown", on.onmaskkey);
  const axis = choice(
    "Softmax over",
    [
      ["keys", "keys"],
      ["queries", "queries"]
    ],
    (over) => flip({ axis: over })
  );
  function flip(change) {
    save(model, change);
    on.onswitch();
  }
  return {
    element: node(
      "div",
      { class: "cw-bar ax-bar" },
      createPresetPicker(state, on),
      ...words.map(({ element }) => element),
      !upToScores && scaled.element,
      masks && mask.element,
      !upToScores && axis.element
    ),
    copyButton: createCopyButton(state, on),
    update() {
      for (const field of words) field.update();
      scaled.set(model.get("scaled"));
      mask.set(state.matrices.mask ? state.maskKind : "none");
      axis.set(model.get("axis"));
    },
    /** Give the focus to the button of the mask that is in force. */
    focusOnMask() {
      const pressed = mask.element.querySelector('[aria-pressed="true"]');
      pressed?.focus();
    }
  };
}
function createPresetPicker(state, on) {
  const presets = state.model.get("presets");
  const names = presets.map(({ name }) => name);
  if (!state.upToScores && !state.isCross) names.push(...Object.keys(builtIn(2)));
  if (!names.length) return null;
  const picker = node(
    "select",
    { class: "cw-select", "aria-label": "Start from" },
    ...names.map((name) => node("option", { value: name }, name))
  );
  const loads = { "aria-label": "Load the chosen start" };
  function load(name) {
    const listed2 = presets.find((preset) => preset.name === name);
    if (listed2) loadExample(state, listed2);
    else {
      const weights = (
        /** @type {Record<string, Partial<Matrices>>} */
        builtIn(state.matrices.X.rows)
      );
      state.set({ ...weights[name], mask: null });
      state.model.set({ mask_kind: "none", scaled: true, ...NO_NAMES });
    }
    state.model.save_changes();
    on.onload();
    on.announce(`Loaded: ${name}`);
  }
  return node(
    "div",
    { class: "cw-field" },
    labelled("Start from", picker),
    button("Load", () => load(picker.value), loads)
  );
}
function loadExample(state, { matrices, tokens, memory_tokens, scaled, causal }) {
  const given = Object.entries(matrices).map(([name, rows]) => [name, rows && fromRows(rows)]);
  state.set(Object.fromEntries(given));
  const kind = causal ? "causal" : "by hand";
  const mask_kind = matrices.mask ? kind : "none";
  state.model.set({ mask_kind, tokens, memory_tokens, scaled, ...NO_NAMES });
}
function createWordsField(state, label, name, matrixName, on) {
  const { model } = state;
  const id = newId("rule");
  const rule = node("span", { class: "cw-help ax-rule", id });
  const attributes = { type: "text", class: "cw-words", "aria-label": label, onchange: take };
  const field = node("input", { ...attributes, "aria-describedby": id });
  function take() {
    const words = model.get(name);
    const [next, before] = [wordsIn(field.value, words), inOneLine(words)];
    if (!next.length || next.length > MOST_WORDS) {
      on.say(`${label}: from 1 to ${MOST_WORDS} words. The words stay as they were.`);
      field.value = before;
      return;
    }
    if (inOneLine(next) === before) return;
    state.setTokens(name, matrixName, next);
    model.save_changes();
    on.onload();
    const isPainted = state.matrices.mask && state.maskKind === "by hand";
    const open = next.length > words.length ? "; a new token is open in it" : "";
    const mask = isPainted ? `. The mask keeps what was painted${open}` : "";
    on.say(`${count(next.length, "token")}${mask}`);
  }
  return {
    element: node("div", { class: "cw-field ax-words" }, labelled(label, field), rule),
    update() {
      const words = model.get(name);
      rule.textContent = hasSpaces(words) ? "apart by commas" : "apart by spaces";
      if (document.activeElement !== field) field.value = inOneLine(words);
    }
  };
}
function createCopyButton(state, on) {
  const copy = button("Copy all as code", () => {
    const { mask, ...inputs } = state.matrices;
    const blocks = Object.entries(inputs).flatMap(
      ([name, value]) => value ? [asCode(state.nameOf(name), toRows(value))] : []
    );
    if (mask) blocks.push(`${asCode("mask", toRows(mask))}.astype(bool)`);
    const widget = (
      /** @type {HTMLElement} */
      copy.closest(".course-widget")
    );
    copyText(blocks.join("\n"), widget, on.say);
  });
  return copy;
}
function twice(text) {
  return [text, text];
}

// course/widgets/js/lib/words.js
var MOST_LETTERS = 16;
var SYMBOL = /\b(W|d)_([QKVOk])\b/g;
function plain(parts) {
  return parts.map((part) => typeof part === "string" ? part : part[0]).join("");
}
function coloured(parts) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return typeset(part);
    const [text, role] = part;
    return [node("span", { class: `cw-term cw-from-${role}` }, ...typeset(text))];
  });
}
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

// course/widgets/js/lib/flow.js
function createLine(...elements) {
  return node("div", { class: "cw-line" }, ...elements);
}
function step(...parts) {
  return node("div", { class: "cw-step" }, ...parts);
}
function group(...parts) {
  return node("div", { class: "cw-group" }, ...parts);
}
function sign(text) {
  return node("span", { class: "cw-sign", "aria-hidden": "true" }, text);
}
function raised(text) {
  return node("span", { class: "cw-sign cw-raised", "aria-hidden": "true" }, text);
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

// course/widgets/js/lib/clamp.js
function clamp(x, low, high) {
  return Math.min(Math.max(x, low), high);
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
var [ROOM, DIGITS] = [5, 4];
var LONGEST = 7;
function inNarrowField(value) {
  const plain2 = editable(value);
  const isAll = Math.abs(Number(plain2) - value) < 1e-9;
  if (isAll && plain2.length <= ROOM) return plain2.replaceAll("-", "−");
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
  mark({ shares: shares2, ...places }) {
    const { table, part } = this;
    const framed = JSON.stringify([places, part.top, part.left]);
    if (framed !== this.#framed) this.#frame(places);
    this.#framed = framed;
    const lines = table.tBodies[0].rows;
    for (let i = 0; i < part.rows; i++) {
      const bar = barOf(shares2?.[part.top + i] ?? 0);
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
  const frame2 = node("span", { class: "cw-frame" });
  const where = node("p", { class: "cw-where", id: newId("where") });
  const pictures = node("span", {}, picture, frame2);
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
      frame2.style.left = `${left * size}px`;
      frame2.style.top = `${top * size}px`;
      frame2.style.width = `${columns * size}px`;
      frame2.style.height = `${rows * size}px`;
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

// course/widgets/js/lib/learners_function.js
var PATIENCE = 1e3;
var GIVEN_UP = 60 * PATIENCE;
var LearnersFunction = class {
  /** @type {{own: Own, since: number, id: number, edited: string[]} | null} */
  #waiting = null;
  /** @type {Request<Own> | null} */
  #next = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  /**
   * @param {Model<any>} model
   * @param {object} on
   * @param {(result: Result, own: Own) => void} on.result
   * @param {(seconds: number) => void} on.wait called each second while the kernel has not answered
   * @param {() => void} on.lost called where nobody is there to ask
   * @param {(name: string) => any} [on.traitOf] where traits may have changed that the model does
   *   not have yet
   */
  constructor(model, on) {
    this.model = model;
    this.on = on;
    this.traitOf = on.traitOf ?? ((name) => model.get(name));
    this.received = this.#receive.bind(this);
    model.on("msg:custom", this.received);
  }
  stop() {
    this.drop();
    this.model.off("msg:custom", this.received);
  }
  /** Wait for nothing any more: an answer that is still to come is not listened to. */
  drop() {
    clearInterval(this.#clock);
    this.#waiting = null;
    this.#next = null;
  }
  /**
   * Ask for what comes of some inputs.
   * @param {Inputs} inputs
   * @param {Own} own
   * @param {readonly string[]} edited traits that go with it: by themselves they may come later
   */
  run(inputs, own, edited = []) {
    const brought = [...this.#waiting?.edited ?? [], ...this.#next?.edited ?? []];
    const request = { inputs, own, edited: [.../* @__PURE__ */ new Set([...brought, ...edited])] };
    const waits = this.#waiting !== null && Date.now() - this.#waiting.since < GIVEN_UP;
    this.#next = waits ? request : null;
    if (!waits) this.#send(request);
  }
  /** @param {Request<Own>} request */
  #send({ inputs, own, edited }) {
    const asked = { own, since: Date.now(), id: Math.random(), edited };
    const given = present(inputs);
    const traits = edited.map((name) => [name, this.traitOf(name)]);
    const matrices = traits.filter(([, value]) => value?.data);
    const sent = [
      ...given.map(([, value]) => encode(value)),
      ...matrices.map(([, value]) => value)
    ];
    const content = {
      id: asked.id,
      names: given.map(([name]) => name),
      edited: matrices.map(([name]) => name),
      shapes: sent.map(({ shape }) => shape),
      settings: Object.fromEntries(traits.filter(([, value]) => !value?.data))
    };
    this.#waiting = asked;
    clearInterval(this.#clock);
    const told = () => this.on.wait(Math.round((Date.now() - asked.since) / 1e3));
    try {
      const buffers = sent.map(({ data }) => data);
      this.model.send(content, void 0, buffers);
      this.#clock = setInterval(told, PATIENCE);
    } catch {
      this.#waiting = null;
      this.on.lost();
    }
  }
  /**
   * @param {{id: number, error: string, names: string[], shapes: number[][]}} content
   * @param {DataView[]} buffers
   */
  #receive({ id, error, names, shapes }, buffers) {
    if (!this.#waiting || id !== this.#waiting.id) return;
    const { own } = this.#waiting;
    this.#waiting = null;
    clearInterval(this.#clock);
    const arrays = names.map((name, k) => [name, decode({ shape: shapes[k], data: buffers[k] })]);
    this.on.result({ error, arrays: Object.fromEntries(arrays) }, own);
    if (!this.#next) return;
    const latest = this.#next;
    this.#next = null;
    this.#send(latest);
  }
};
function present(matrices) {
  return Object.entries(matrices).flatMap(
    ([name, value]) => value ? [
      /** @type {[string, Matrix]} */
      [name, value]
    ] : []
  );
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

// course/widgets/js/lib/read_numbers.js
function parseNumber(text) {
  const plain2 = text.trim().replaceAll("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain2)) return NaN;
  return Number.isFinite(Number(plain2)) ? Number(plain2) : NaN;
}
function readField(text) {
  const plain2 = text.trim();
  const [, thousands, rest] = plain2.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain2} could be ${thousands}.${rest} or ${thousands}${rest}: write it without the comma`
    };
  const value = parseNumber(plain2);
  const isTooLarge = Number.isNaN(value) && /^[+−-]?\d+([.,]\d*)?e\+?\d+$/i.test(plain2);
  return { value, problem: isTooLarge ? `${plain2} is too large for a float64` : null };
}
function parseBlock(text) {
  const plain2 = text.replace(/#.*/g, "");
  const isBracketed = /[[\](){}]/.test(plain2);
  const lines = isBracketed ? bracketed(plain2) : plain2.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row) => row.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}
var INNERMOST = /[[(][^[\]()]*[\])]/g;
function bracketed(text) {
  const plain2 = text.replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1").replace(/\.astype\((?:bool|float)\)\s*$/, "");
  const inner = plain2.match(INNERMOST);
  const beside = plain2.replace(INNERMOST, " ").replace(/^\s*[A-Za-z_]\w*\s*(?::[^=]*)?=/, "").replace(/^\s*(?:(?:np|numpy)\.)?array\b/, "").replace(/\bdtype\s*=\s*["'\w.]+/, "").match(/[^\s,;[\](){}]+/);
  if (inner && beside)
    throw new Error(
      `“${beside[0].slice(0, 20)}” stands beside the numbers, and only numbers can be pasted.`
    );
  return (inner ?? [plain2]).map((row) => row.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
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
function stepped(value, step2, count2) {
  const places = Math.max(placesOf2(step2), placesOf2(value));
  return Number((value + step2 * count2).toFixed(Math.min(places, 12))) + 0;
}
function placesOf2(value) {
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

// course/widgets/js/lib/editor/undo.js
var MOST2 = 200;
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
    if (this.#past.length > MOST2) this.#past.shift();
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
  constructor({ label, step: step2, min, max, onchange }) {
    this.label = label;
    this.step = step2;
    this.low = min ?? -Infinity;
    this.high = max ?? Infinity;
    this.onchange = onchange;
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  at(row, column) {
    return this.value.data[row * this.value.columns + column];
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
  put(row, column, x) {
    this.become(
      withEntry(this.value, row, column, x),
      `${this.nameOf(row, column)} is ${inField(x)}`
    );
  }
  /**
   * Put a number in; what is entered in one `place` in a burst is undone together.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   * @param {string} place
   */
  enter(row, column, x, place) {
    if (x === this.at(row, column)) return;
    this.undoStack.remember(this.value, place);
    this.put(row, column, x);
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
  nameOf(row, column) {
    return `${this.label}[${row}, ${column}]`;
  }
};

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
  constructor(step2) {
    this.step = step2;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  press({ repeat }, row, column, steps2) {
    if (!repeat) this.settle();
    this.#place = [row, column];
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
function pasted(edited, text, row, column) {
  const { value } = edited;
  const { problem } = readField(text);
  if (problem && !Number.isNaN(parseNumber(text))) return { problem };
  let rows;
  try {
    rows = parseBlock(text);
  } catch (error) {
    return { problem: lowered2(
      /** @type {Error} */
      error.message
    ) };
  }
  const [tall, wide] = [rows.length, rows[0].length];
  const room = [value.rows - row, value.columns - column];
  if (tall > room[0] || wide > room[1])
    return {
      problem: `${tall} × ${wide} numbers were pasted, and from here on there is room for ${room[0]} × ${room[1]}`
    };
  const refused = rows.flat().map((x) => edited.refusal(x));
  const why = refused.find((reason) => reason !== null);
  if (why) return { problem: why };
  const next = matrix(value.rows, value.columns, value.data.slice());
  for (const [i, line] of rows.entries()) next.data.set(line, (row + i) * value.columns + column);
  return { next, sentence: `${count(tall * wide, "number")} pasted into ${edited.label}` };
}
function lowered2(sentence) {
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
  #isOpen(row, column) {
    return this.typing.isAt(row, column) && !this.typing.isTypedOver;
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
  press(event, input, row, column) {
    this.#isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => {
        this.#isPressed = false;
      }, TAP);
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
    if (event.button === 0 && !this.typing.isAt(row, column))
      drag(event, input, row, column, this.edited, {
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
  click(input, row, column) {
    this.#isPressed = false;
    if (this.#isOpen(row, column)) return;
    this.typing.leave(row, column);
    input.select();
  }
  /**
   * Keep the number selected: Chromium undoes a selection that was pressed in, after the click.
   * @param {MouseEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  mousedown(event, input, row, column) {
    if (!this.#isOpen(row, column) && input.matches(":focus")) event.preventDefault();
  }
  /**
   * @param {WheelEvent} event
   * @param {HTMLInputElement} input
   * @param {number} row
   * @param {number} column
   */
  wheel(event, input, row, column) {
    if (!input.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    this.#wheeled += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(this.#wheeled) < NOTCH) return;
    this.on.step(row, column, this.#wheeled < 0 ? 1 : -1);
    this.#wheeled = 0;
  }
};
function drag({ clientX, pointerId }, input, row, column, edited, on) {
  let start = edited.at(row, column);
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
      [start, before] = [edited.at(row, column), edited.value];
      edited.undoStack.remember(before, "");
      input.classList.add("is-dragged");
    }
    event.preventDefault();
    const steps2 = Math.round(way / PIXELS_A_STEP) * (event.shiftKey ? 10 : 1);
    edited.put(row, column, edited.stepped(start, steps2));
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
  isAt(row, column) {
    return this.#open?.row === row && this.#open.column === column;
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
  begin(row, column) {
    const input = this.view.inputAt(row, column);
    if (this.isAt(row, column) || !input) return;
    this.#start(row, column, false);
    input.value = String(this.edited.at(row, column)).replaceAll("-", "−");
    input.select();
  }
  /**
   * @param {number} row
   * @param {number} column
   * @param {boolean} isTypedOver
   */
  #start(row, column, isTypedOver) {
    const { value: before, undoStack } = this.edited;
    const open = {
      row,
      column,
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
  typed(text, row, column) {
    const { edited, view } = this;
    const open = this.isAt(row, column) && this.#open ? this.#open : this.#start(row, column, true);
    const { value: x, refused, isUnfinished } = edited.judge(text);
    open.refused = refused;
    if (refused === null) {
      view.quiet();
      edited.enter(row, column, x, `typing ${row},${column}`);
      edited.undoStack.holdBurst();
      return;
    }
    if (isUnfinished) return view.quiet();
    this.#revert(open);
    view.complain(row, column, refused);
  }
  /**
   * Write the number into the field that is typed in, where a step has changed it.
   * @param {number} row
   * @param {number} column
   */
  stepped(row, column) {
    const input = this.view.inputAt(row, column);
    if (!this.#open || !this.isAt(row, column) || !input) return;
    this.#open.refused = null;
    input.value = inField(this.edited.at(row, column));
  }
  /**
   * Bring back the value before the typing began, and say so: that another was taken was said, too.
   * @param {Open} open
   */
  #revert({ row, column, before, restoreUndo }) {
    const { edited } = this;
    restoreUndo();
    const number2 = inField(entry(before, row, column));
    edited.become(before, `${edited.nameOf(row, column)} is ${number2} again`);
  }
  /**
   * Go on in a value from outside, which is to come: a number may be typed by half. Where the number
   * that was taken is another one there, end the typing. Return true if it goes on.
   * @param {Matrix} next of the same shape
   */
  goOn(next) {
    const open = this.#open;
    if (!open) return false;
    const { row, column, before, refused } = open;
    const isOther = !Object.is(entry(next, row, column), this.edited.at(row, column));
    if (isOther && refused === null) {
      this.stop();
      const input = this.view.inputAt(row, column);
      if (input?.matches(":focus")) input.select();
      return false;
    }
    open.before = isOther ? next : withEntry(next, row, column, entry(before, row, column));
    this.edited.undoStack.endBurst();
    open.restoreUndo = this.edited.undoStack.snapshot();
    return true;
  }
  /** End the typing, wherever it is; what is taken stays. */
  stop() {
    if (!this.#open) return;
    const { row, column } = this.#open;
    this.#open = null;
    this.edited.undoStack.endBurst();
    const input = this.view.inputAt(row, column);
    if (input) input.value = inNarrowField(this.edited.at(row, column));
  }
  /**
   * End the typing in a field; return false, with a message at the cell, where that was not taken.
   * @param {number} row
   * @param {number} column
   */
  leave(row, column) {
    const open = this.isAt(row, column) ? this.#open : null;
    const refused = open?.refused ?? null;
    if (open && refused) this.#revert(open);
    this.stop();
    this.view.quiet();
    if (refused) this.view.complain(row, column, refused);
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
  cancel(row, column) {
    const { view } = this;
    if (this.#open) this.#revert(this.#open);
    this.stop();
    view.quiet();
    view.inputAt(row, column)?.select();
  }
};

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
    const { name, label = name, step: step2 = 0.1, min = null, max = null } = options;
    this.options = options;
    this.#say = options.say ?? (() => {
    });
    this.#edited = new EditedMatrix({
      label,
      step: step2,
      min,
      max,
      onchange: (value, sentence) => this.#changed(value, sentence)
    });
    this.#typing = new Typing(this.#edited, {
      inputAt: (row, column) => this.#inputAt(row, column),
      complain: (row, column, why) => this.#complain(row, column, why),
      quiet: this.#message.hide
    });
    this.#pointing = new Pointing(this.#edited, this.#typing, {
      step: (row, column, steps2) => this.#nudge(row, column, steps2),
      dragged: () => this.#show()
    });
    this.#heldKey = new HeldKey((row, column, steps2) => this.#nudge(row, column, steps2));
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
      onpoint: (row, column, by) => {
        if (by === "focus") this.#toolbar?.use(this.#target);
        onpoint?.(row, column, by);
      },
      fields: {
        make: (row, column) => this.#makeField(row, column),
        write: (input, x, row, column) => this.#writer.write(input, edited.nameOf(row, column), x, typing.isAt(row, column))
      },
      onkey: (event, row, column) => event.defaultPrevented || typing.isAt(row, column)
    });
  }
  /**
   * @param {() => number} row
   * @param {() => number} column
   */
  #makeField(row, column) {
    const { min = null, max = null } = this.options;
    const [typing, pointing] = [this.#typing, this.#pointing];
    const input = createField(min, max, {
      onkeydown: (event) => this.#keydown(event, row(), column()),
      oninput: () => typing.typed(input.value, row(), column()),
      onblur: () => {
        this.#heldKey.settle();
        typing.leave(row(), column());
      },
      onfocus: () => pointing.focus(input),
      onmousedown: (event) => pointing.mousedown(event, input, row(), column()),
      onclick: () => pointing.click(input, row(), column()),
      onwheel: (event) => pointing.wheel(event, input, row(), column()),
      onpaste: (event) => this.#paste(event, row(), column()),
      onpointerdown: (event) => pointing.press(event, input, row(), column()),
      ondblclick: () => typing.begin(row(), column())
    });
    return input;
  }
  /**
   * @param {number} row
   * @param {number} column
   */
  #inputAt(row, column) {
    return (
      /** @type {HTMLInputElement | undefined} */
      this.grid.cell(row, column)?.content
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
  #complain(row, column, why) {
    const edited = this.#edited;
    const stays = `${edited.nameOf(row, column)} stays ${inField(edited.at(row, column))}`;
    const input = this.#inputAt(row, column);
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
  #change(row, column, x) {
    const refused = this.#edited.refusal(x);
    if (refused) return this.#complain(row, column, refused);
    this.#message.hide();
    this.#edited.enter(row, column, x, `${row},${column}`);
  }
  /**
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  #nudge(row, column, steps2) {
    this.#change(row, column, this.#edited.stepped(this.#edited.at(row, column), steps2));
    this.#typing.stepped(row, column);
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
  #paste(event, row, column) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (this.#typing.isAt(row, column) && !Number.isNaN(parseNumber(text))) return;
    event.preventDefault();
    const result = pasted(this.#edited, text, row, column);
    if ("problem" in result) return this.#complain(row, column, result.problem);
    this.#replace(result.next, result.sentence);
    this.#inputAt(row, column)?.select();
  }
  // Keys
  /**
   * Do what a key asks for that edits; arrow keys that it leaves alone move the focus.
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #keydown(event, row, column) {
    if (!event.repeat) this.#heldKey.settle();
    const done = this.#undoKey(event) || this.#stepKey(event, row, column) || (this.#typing.isAt(row, column) ? this.#typingKey(event, row, column) : this.#beginKey(event, row, column));
    if (!done) return;
    event.preventDefault();
    if (done === "select") this.#inputAt(row, column)?.select();
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
  #stepKey(event, row, column) {
    const { key, altKey, shiftKey } = event;
    const isArrow = altKey && (key === "ArrowUp" || key === "ArrowDown");
    if (!isArrow && key !== "PageUp" && key !== "PageDown") return false;
    const size = isArrow && !shiftKey ? 1 : 10;
    this.#heldKey.press(event, row, column, key.endsWith("Up") ? size : -size);
    return true;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #typingKey(event, row, column) {
    const { key } = event;
    const typing = this.#typing;
    if (typing.isTypedOver && key.startsWith("Arrow"))
      return !typing.leave(row, column) && "select";
    if (key === "ArrowUp") this.#heldKey.press(event, row, column, 1);
    else if (key === "ArrowDown") this.#heldKey.press(event, row, column, -1);
    else if (key === "Escape") typing.cancel(row, column);
    else if (key !== "Enter") return false;
    else if (!typing.leave(row, column) || row + 1 === this.value.rows) return "select";
    else this.grid.focus(row + 1, column);
    return true;
  }
  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  #beginKey({ key }, row, column) {
    if (key === "Enter" || key === "F2") this.#typing.begin(row, column);
    else if (key === "Delete") this.#change(row, column, this.#edited.clamp(0));
    else return false;
    return true;
  }
};

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

// course/widgets/js/lib/explain.js
var MOST_TERMS = 8;
var WRITTEN = 5e-3;
function dotInNumbers(a, b, fromA, fromB, made2) {
  const total = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const terms = a.slice(0, MOST_TERMS).map((x, k) => [term(k ? asOperand(x) : asTyped(x), fromA), "·", term(asOperand(b[k]), fromB)]);
  if (a.length > MOST_TERMS) terms.push([`… (${a.length} terms)`]);
  return [...joined(terms), " = ", term(precise(total), made2)];
}
function term(text, role) {
  return role ? [text, role] : text;
}
function joined(terms) {
  return terms.flatMap((parts, k) => k ? [" + ", ...parts] : parts);
}
function productInNumbers(names, X, W, { row, column, of }) {
  const { made: made2 } = names;
  return [
    term(`${made2}[${of}, ${column}]`, made2),
    ` = row ${of} of ${names.X} · `,
    term(`column ${column} of ${names.W}`, made2),
    " = ",
    ...dotInNumbers(rowOf(X, row), columnOf(W, column), "", made2, made2)
  ];
}
function scoreInNumbers(Q, K, { row, column, query, key }) {
  return [
    term(`score[${query}, ${key}]`, "scores"),
    " = ",
    term(`q(${query})`, "Q"),
    " · ",
    term(`k(${key})`, "K"),
    " = ",
    ...dotInNumbers(rowOf(Q, row), rowOf(K, column), "Q", "K", "scores")
  ];
}
function scaledScoreInNumbers({ scores, scaled }, d_k, { row, column, query, key }) {
  return [
    term(`scaled[${query}, ${key}]`, "scores"),
    " = ",
    term(precise(entry(scores, row, column)), "scores"),
    ` / √${d_k} = `,
    term(precise(entry(scaled, row, column)), "scores")
  ];
}
function weightInNumbers({ scaled, weights }, pair, { mask = null, overQueries = false } = {}) {
  const { row: i, column: j, query, key } = pair;
  const isOpen = (a, b) => mask === null || entry(mask, a, b) !== 0;
  const name = term(`weight[${query}, ${key}]`, "weights");
  if (!isOpen(i, j))
    return [name, ` = 0: the mask does not let ${quoted(query)} attend to ${quoted(key)}.`];
  const line = overQueries ? columnOf(scaled, j) : rowOf(scaled, i);
  const allowed = line.filter((_, at) => overQueries ? isOpen(at, j) : isOpen(i, at));
  const most = Math.max(...allowed);
  const exps = allowed.map((x) => Math.exp(x - most));
  const written2 = exps.slice(0, MOST_TERMS).map((x) => precise(x));
  if (exps.length > MOST_TERMS) written2.push("…");
  const highest = most < 0 ? `(${precise(most)})` : precise(most);
  const weight = entry(weights, i, j);
  return [
    name,
    " = exp(",
    term(precise(entry(scaled, i, j)), "scores"),
    ` − ${highest}) / (${written2.join(" + ")}) = `,
    term(precise(weight), "weights"),
    `, that is ${number(100 * weight, 1)} % of ` + (overQueries ? `the column of ${quoted(key)}` : `the row of ${quoted(query)}`)
  ];
}
function outputInNumbers({ weights, output }, { row, query }, keyLabels) {
  const all = rowOf(weights, row).map((weight, j) => ({ weight, label: keyLabels[j] })).filter(({ weight }) => weight !== 0).sort((a, b) => b.weight - a.weight);
  const name = term(`output[${query}]`, "output");
  if (!all.length) return [name, ` = 0: ${quoted(query)} attends to nothing.`];
  const large = all.filter(({ weight }) => weight >= WRITTEN);
  const parts = large.length ? large : all.slice(0, 2);
  const shown = parts.slice(0, MOST_TERMS).map(({ weight, label }) => [
    term(large.length ? number(weight, 2) : precise(weight), "weights"),
    "·",
    term(`v(${label})`, "V")
  ]);
  const rest = parts.length > MOST_TERMS || parts.length < all.length ? " + …" : "";
  const numbers = rowOf(output, row);
  const written2 = numbers.slice(0, MOST_TERMS).map((x) => number(x, decimals(numbers)));
  if (numbers.length > MOST_TERMS) written2.push("…");
  return [name, " = ", ...joined(shown), `${rest} = `, term(`[${written2.join(", ")}]`, "output")];
}
function quoted(token) {
  return `“${token}”`;
}
function distance(x, y) {
  if (Object.is(x, y)) return 0;
  return Number.isNaN(x - y) ? Infinity : Math.abs(x - y);
}
function consequence(name, before, after, rowLabels, columnLabels) {
  if (!hasShapeOf(before, after)) return "";
  let [most, at] = [0, -1];
  after.data.forEach((x, k) => {
    const away = distance(x, before.data[k]);
    if (away > most) [most, at] = [away, k];
  });
  if (at < 0) return "";
  const i = Math.floor(at / after.columns);
  const numbers = rowOf(after, i);
  const places = decimals(numbers);
  const subject = `${quoted(rowLabels[i])} of ${name}`;
  if (numbers.length <= MOST_TERMS)
    return `Row ${subject} is now ${numbers.map((x) => number(x, places)).join(", ")}.`;
  const largest = numbers.indexOf(Math.max(...numbers));
  if (largest < 0) return `Row ${subject} now has entries that are no numbers (NaN).`;
  return `The largest in row ${subject} is now ${number(numbers[largest], places)}, in column ${columnLabels[largest]}.`;
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
function softmaxOverQueries(scores, mask = null) {
  return transpose(softmax(transpose(scores), mask && transpose(mask)));
}
var projected = /* @__PURE__ */ new WeakMap();
function project(X, W) {
  const last = projected.get(W);
  if (last?.X === X) return last.product;
  const product = multiply(X, W);
  projected.set(W, { X, product });
  return product;
}
function stages({ X_query, X_memory, W_Q, W_K, W_V, mask = null }, { isScaled = true, overQueries = false } = {}) {
  const Q = project(X_query, W_Q);
  const K = project(X_memory, W_K);
  const V = project(X_memory, W_V);
  const scores = multiply(Q, transpose(K));
  const root2 = Math.sqrt(W_Q.columns);
  const scaled = isScaled ? map(scores, (score) => score / root2) : scores;
  const weights = (overQueries ? softmaxOverQueries : softmax)(scaled, mask);
  return { Q, K, V, scores, scaled, weights, output: multiply(weights, V) };
}
function causalMask(rows, columns) {
  const mask = matrix(rows, columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j <= Math.min(i, columns - 1); j++) mask.data[i * columns + j] = 1;
  return mask;
}
function paddingMask(rows, columns, length) {
  return map(matrix(rows, columns), (_, k) => k % columns < length ? 1 : 0);
}

// course/widgets/js/attention_explorer/state.js
var PAIR_STAGES = (
  /** @type {string[]} */
  ["scores", "scaled", "mask", "weights"]
);
var MATRICES = (
  /** @type {const} */
  ["X", "X_memory", "W_Q", "W_K", "W_V", "mask"]
);
var SETTINGS = (
  /** @type {const} */
  [
    ...["tokens", "memory_tokens", "features", "memory_features", "scaled", "axis", "mask_kind"]
  ]
);
var State = class {
  /** @type {Partial<Matrices & {mask_kind: string}>} */
  #untold = {};
  // changed here, and not in the model yet
  /** @param {Model<Traits>} model */
  constructor(model) {
    this.model = model;
    this.mode = model.get("mode");
    this.isCross = this.mode === "cross";
    this.upToScores = this.mode === "scores";
    this.matrices = this.inPython();
    this.shown = this.run();
  }
  /** The stages that an edit is told of. */
  get results() {
    return (
      /** @type {("scores" | "weights" | "output")[]} */
      this.upToScores ? ["scores"] : ["weights", "output"]
    );
  }
  get canPaint() {
    return this.mode === "mask" || this.isCross;
  }
  get queries() {
    return this.model.get("tokens");
  }
  get keys() {
    return this.model.get(this.isCross ? "memory_tokens" : "tokens");
  }
  /** The sequence that keys and values come from. */
  get memory() {
    return this.matrices.X_memory ?? this.matrices.X;
  }
  /** @returns {"X" | "X_memory"} */
  get memoryName() {
    return this.isCross ? "X_memory" : "X";
  }
  /**
   * Return what a matrix or stage is called on the page: beside X_memory, X is X_query.
   * @param {string} stage
   */
  nameOf(stage) {
    return stage === "X" && this.isCross ? "X_query" : stage;
  }
  /** The mask, with a one in every place where none is set. */
  get openMask() {
    return this.matrices.mask ?? map(this.shown.scores, () => 1);
  }
  /** What the mask is called: "none", "causal", "padding" or "by hand". */
  get maskKind() {
    return this.#untold.mask_kind ?? this.model.get("mask_kind");
  }
  /** The settings as one text, to tell whether they have changed. */
  get settings() {
    return JSON.stringify(SETTINGS.map((name) => this.traitOf(name)));
  }
  /** @returns {Matrices} */
  inPython() {
    const { model } = this;
    return {
      X: decode(model.get("X")),
      X_memory: decode(model.get("X_memory")),
      W_Q: decode(model.get("W_Q")),
      W_K: decode(model.get("W_K")),
      W_V: decode(model.get("W_V")),
      mask: decode(model.get("mask"))
    };
  }
  /** Return true if Python has another matrix than the page. */
  differsFromPython() {
    const python = this.inPython();
    return MATRICES.some((name) => !isSame(python[name], this.matrices[name]));
  }
  /** @returns {Switches} */
  get switches() {
    const { model } = this;
    return { isScaled: model.get("scaled"), overQueries: model.get("axis") === "queries" };
  }
  /** @param {Switches} how */
  run(how = this.switches) {
    const { X, W_Q, W_K, W_V, mask } = this.matrices;
    return stages({ X_query: X, X_memory: this.memory, W_Q, W_K, W_V, mask }, how);
  }
  compute() {
    this.shown = this.run();
  }
  /**
   * @param {EditorName | StageName} stage
   * @returns {Matrix | null}
   */
  matrixOf(stage) {
    return stage in this.matrices ? this.matrices[
      /** @type {keyof Matrices} */
      stage
    ] : this.shown[
      /** @type {keyof Stages} */
      stage
    ];
  }
  /** The names of the columns of X; null if they have none. */
  get features() {
    return orNull(this.model.get("features"));
  }
  /** Those of the sequence that keys and values come from. */
  get memoryFeatures() {
    return orNull(this.model.get(this.isCross ? "memory_features" : "features"));
  }
  /**
   * Return the labels of a stage's rows; null where these have no names.
   * @param {EditorName | StageName} stage
   */
  rowLabels(stage) {
    if (stage.startsWith("W_")) return stage === "W_Q" ? this.features : this.memoryFeatures;
    return ["K", "V", "X_memory"].includes(stage) ? this.keys : this.queries;
  }
  /** @param {EditorName | StageName} stage */
  columnLabels(stage) {
    if (PAIR_STAGES.includes(stage)) return this.keys;
    if (stage === "X") return this.features;
    return stage === "X_memory" ? this.memoryFeatures : null;
  }
  /**
   * Set matrices here; the model gets them with `tell`, or with the next that are `set`.
   * @param {Partial<Matrices>} changes
   */
  change(changes) {
    Object.assign(this.matrices, changes);
    Object.assign(this.#untold, changes);
  }
  /**
   * Call the mask otherwise here; the model gets it with the matrices that have changed. In the model
   * before it is sent, what comes back of an earlier change would undo it.
   * @param {string} kind
   */
  changeMaskKind(kind) {
    this.#untold.mask_kind = kind;
  }
  /** True if matrices have changed that the model does not have yet. */
  get isUntold() {
    return Object.keys(this.#untold).length > 0;
  }
  /**
   * Return a trait as the model has it, or will have it when Python is told.
   * @param {string} name
   */
  traitOf(name) {
    const changed = (
      /** @type {Record<string, Matrix | string | null>} */
      this.#untold
    );
    return name in changed ? asTrait(changed[name]) : this.model.get(
      /** @type {keyof Traits} */
      name
    );
  }
  /** Send to Python what has changed, if anything has. */
  tell() {
    if (!this.isUntold) return;
    this.set({});
    this.model.save_changes();
  }
  /**
   * Set matrices here and in the model, which is not sent yet.
   * @param {Partial<Matrices>} changes
   */
  set(changes) {
    this.change(changes);
    const untold = Object.entries(this.#untold);
    this.#untold = {};
    this.model.set(Object.fromEntries(untold.map(([name, value]) => [name, asTrait(value)])));
  }
  /**
   * Return a mask for the tokens there are; null for none.
   * @param {string} kind
   */
  maskOf(kind) {
    const [rows, columns] = [this.matrices.X.rows, this.memory.rows];
    if (kind === "none") return null;
    if (kind === "causal") return causalMask(rows, columns);
    if (kind === "padding") return paddingMask(rows, columns, Math.max(1, columns - 2));
    const open = paddingMask(rows, columns, columns);
    const { mask } = this.matrices;
    return mask ? withPart(open, mask) : open;
  }
  /**
   * Take other words for a sequence; its matrix gets a row for each, and so does the mask.
   * @param {"tokens" | "memory_tokens"} name
   * @param {"X" | "X_memory"} matrixName
   * @param {string[]} words
   */
  setTokens(name, matrixName, words) {
    const before = this.model.get(name);
    const X = rowsFor(words, before, this.matrices[matrixName] ?? this.matrices.X);
    this.model.set(name, words);
    this.set({ [matrixName]: X });
    if (X.rows === before.length || !this.matrices.mask) return;
    this.set({ mask: this.maskOf(this.maskKind) });
  }
};
function withPart(whole, part) {
  return map(whole, (x, k) => {
    const [i, j] = indicesOf(whole, k);
    return i < part.rows && j < part.columns ? entry(part, i, j) : x;
  });
}
function isSame(a, b) {
  return a === b || a !== null && b !== null && same(a, b);
}
function asTrait(value) {
  return value === null || typeof value === "string" ? value : encode(value);
}
function orNull(names) {
  return names?.length ? names : null;
}

// course/widgets/js/attention_explorer/pointed_cell.js
function explanation(state, { stage, row, column }) {
  if (PAIR_STAGES.includes(stage)) return ofPair(state, row, column);
  const label = state.rowLabels(stage)?.[row] ?? "";
  if (stage === "output") return [outputInNumbers(state.shown, { row, query: label }, state.keys)];
  if (stage === "Q" || stage === "K" || stage === "V") {
    const [X, from] = stage === "Q" ? [state.matrices.X, state.nameOf("X")] : [state.memory, state.memoryName];
    const W = state.matrices[`W_${stage}`];
    const names = { made: stage, X: from, W: `W_${stage}` };
    return [productInNumbers(names, X, W, { row, column, of: label })];
  }
  if (stage.startsWith("X")) return [ofToken(state, stage, label)];
  return [ofColumn(stage, column)];
}
function ofToken(state, stage, label) {
  const made2 = { X: [["Q", "Q"]], X_memory: [["K", "K"], " and ", ["V", "V"]] };
  return [
    `Row ${label} of ${state.nameOf(stage)} is the vector of the token ${label}; every row of `,
    ...state.isCross ? made2[stage] : [...made2.X, ", ", ...made2.X_memory],
    " is made of one such row."
  ];
}
function ofColumn(stage, column) {
  const made2 = stage.slice(2);
  const [from, to] = [`Column ${column} of ${stage}`, `column ${column} of ${made2}`];
  return [[from, made2], " makes ", [to, made2], ", for every token alike."];
}
function ofPair(state, row, column) {
  const { Q, K } = state.shown;
  const pair = { row, column, query: state.queries[row], key: state.keys[column] };
  const sentences = [scoreInNumbers(Q, K, pair)];
  if (state.upToScores) return sentences;
  const { isScaled, overQueries } = state.switches;
  sentences.push(
    isScaled ? scaledScoreInNumbers(state.shown, Q.columns, pair) : ["The scores are not scaled."],
    weightInNumbers(state.shown, pair, { mask: state.matrices.mask, overQueries })
  );
  return sentences;
}
function inShort(state, { stage, row, column }) {
  const rowLabel = state.rowLabels(stage)?.[row];
  if (stage.startsWith("X")) return `Row ${rowLabel} of ${state.nameOf(stage)}.`;
  if (stage.startsWith("W_")) return "";
  if (stage === "mask") return mayAttend(state, row, column);
  const value = state.matrixOf(stage);
  if (!value) return "";
  const columnLabel = state.columnLabels(stage)?.[column] ?? column;
  return `${stage}[${rowLabel}, ${columnLabel}] is ${precise(entry(value, row, column))}.`;
}
function mayAttend({ matrices: { mask }, queries, keys }, row, column) {
  const isOpen = !mask || entry(mask, row, column) !== 0;
  return `“${queries[row]}” ${isOpen ? "may" : "may not"} attend to “${keys[column]}”.`;
}

// course/widgets/js/attention_explorer/mask_painting.js
var MaskPainting = class {
  /** @type {UndoStack<Painted>} */
  #past = new UndoStack();
  /** @type {Painted & {scores: Matrix}} */
  #last;
  // the mask as it was last seen here, and the scores that it was for
  /** @type {(Place & {isOpen: boolean, isDrag: boolean, before: Matrix}) | null} */
  #pressed = null;
  // where a mouse button went down on which mask, and what it paints
  /**
   * @param {State} state
   * @param {Grid} grid of the mask
   * @param {Handlers} on
   */
  constructor(state, grid, on) {
    this.state = state;
    this.grid = grid;
    this.on = on;
    this.#last = this.#now;
    grid.table.addEventListener("pointerdown", (event) => this.#press(event));
    grid.table.addEventListener("pointerover", (event) => this.#drag(event));
    grid.table.addEventListener("click", (event) => this.#click(event));
  }
  /**
   * Do what a key asks for on a cell; return true if it was for the mask.
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  keydown(event, row, column) {
    if (this.undo(event)) return true;
    if (event.key !== " " && event.key !== "Enter") return false;
    this.#toggle({ row, column });
    event.preventDefault();
    return true;
  }
  /**
   * Undo, or do again, where a key asks for it; return true if one did.
   * @param {KeyboardEvent} event
   */
  undo(event) {
    const way = undoKey(event);
    if (!way) return false;
    this.#goTo(way);
    event.preventDefault();
    return true;
  }
  /** @param {PointerEvent} event */
  #press({ target, button: button2, pointerType }) {
    const place = this.grid.placeOf(target);
    if (!place || button2 !== 0 || pointerType === "touch") return;
    const before = this.state.openMask;
    this.#pressed = { ...place, isOpen: !this.#isOpen(place), isDrag: false, before };
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => {
        this.#pressed = null;
      });
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
  }
  /** @param {PointerEvent} event */
  #drag({ target, buttons }) {
    const [place, pressed] = [this.grid.placeOf(target), this.#pressed];
    if (!place || !pressed || !(buttons & 1)) return;
    const { isOpen, before } = pressed;
    const sentence = () => this.#difference(before);
    if (!pressed.isDrag) {
      pressed.isDrag = true;
      this.#remember();
      this.#paint(pressed, isOpen, sentence);
    }
    this.#paint(place, isOpen, sentence);
  }
  /** @param {MouseEvent} event */
  #click({ target }) {
    const place = this.grid.placeOf(target);
    if (place && !this.#pressed?.isDrag) this.#toggle(place);
  }
  /** @param {Place} place */
  #isOpen({ row, column }) {
    return entry(this.state.openMask, row, column) !== 0;
  }
  /** @param {Place} place */
  #toggle(place) {
    const before = this.state.openMask;
    this.#remember();
    this.#paint(place, !this.#isOpen(place), () => this.#difference(before));
  }
  /** Keep the mask as it is now, before it is painted. */
  #remember() {
    this.#keepReplaced();
    this.#past.remember(this.#now, "");
  }
  get #now() {
    const { matrices, shown, maskKind } = this.state;
    return { mask: matrices.mask, kind: maskKind, scores: shown.scores };
  }
  /**
   * Keep the mask in whose place something else has put another one: Python, or the controls. With
   * tokens of another number, none of before can be gone back to.
   */
  #keepReplaced() {
    const [last, now] = [this.#last, this.#now];
    if (!hasShapeOf(last.scores, now.scores)) this.#past.clear();
    else if (!isSame(last.mask, now.mask)) this.#past.keep(last);
    this.#last = now;
  }
  /**
   * @param {Place} place
   * @param {boolean} isOpen
   * @param {() => string} sentence
   */
  #paint(place, isOpen, sentence) {
    const { row, column } = place;
    if (this.#isOpen(place) === isOpen) return;
    const mask = withEntry(this.state.openMask, row, column, Number(isOpen));
    this.#become({ mask, kind: "by hand" }, sentence);
  }
  /** @param {"undo" | "redo"} way */
  #goTo(way) {
    this.#keepReplaced();
    const before = this.state.openMask;
    const next = this.#past[way](this.#now);
    if (!next) return this.on.say(`There is nothing to ${way} in the mask`);
    const done = way === "undo" ? "Undone" : "Done again";
    this.#become(next, () => `${done}: ${this.#difference(before)}`);
  }
  /**
   * @param {Painted} next
   * @param {() => string} sentence
   */
  #become(next, sentence) {
    this.on.onpaint(next, sentence);
    this.#last = this.#now;
  }
  /** @param {Matrix} before */
  #difference(before) {
    const after = this.state.openMask;
    const changed = [...after.data.keys()].filter((k2) => after.data[k2] !== before.data[k2]);
    const [k] = changed;
    if (changed.length === 1) return mayAttend(this.state, ...indicesOf(after, k));
    return `${count(changed.length, "place")} of the mask changed`;
  }
};

// course/widgets/js/attention_explorer/sizes.js
var [WIDEST, NARROWEST] = [52, 36];
var [HIGH, LOW] = [32, 28];
var MOST_HIGH_ROWS = 10;
var NARROW_PAGE = 560;
function isNarrow(width) {
  return width < NARROW_PAGE;
}
function resize(machine, lines) {
  const width = machine.clientWidth;
  const shown = lines.filter((line) => line.offsetWidth > 0);
  if (!width || !shown.length) return;
  machine.classList.toggle("is-narrow", isNarrow(width));
  machine.classList.remove("is-tight");
  if (isNarrow(width)) {
    set(machine, NARROWEST);
    machine.style.setProperty("--cw-height", `${LOW}px`);
    keepInSight(machine, width);
    return;
  }
  let cell = widest(machine, shown, width);
  if (cell < NARROWEST) {
    machine.classList.add("is-tight");
    cell = widest(machine, shown, width);
  }
  if (cell < NARROWEST) set(machine, widestForSome(shown, width));
  const rows = shown.reduce((sum, line) => sum + rowsOf(line), 0);
  machine.style.setProperty("--cw-height", `${rows > MOST_HIGH_ROWS ? LOW : HIGH}px`);
}
function keepInSight(machine, width) {
  const result = (
    /** @type {HTMLElement | null} */
    machine.querySelector(".ax-result")
  );
  if (!result) return;
  const isSmall = result.offsetWidth < width / 2;
  result.classList.toggle("is-kept", isSmall);
  const line = (
    /** @type {HTMLElement} */
    result.parentElement
  );
  line.style.scrollPaddingRight = isSmall ? `${result.offsetWidth}px` : "";
}
function widest(machine, lines, width) {
  let cell = WIDEST;
  set(machine, cell);
  for (let pass = 0; pass < 2; pass++) {
    const now = Math.max(cell, NARROWEST);
    cell = Math.min(...lines.map((line) => widestIn(line, now, width)));
    set(machine, Math.max(cell, NARROWEST));
  }
  return cell;
}
function widestForSome(lines, width) {
  const widths = lines.map((line) => {
    const cell = widestIn(line, NARROWEST, width);
    if (cell >= NARROWEST) return cell;
    const groups = (
      /** @type {HTMLElement[]} */
      [...line.querySelectorAll(".cw-group")]
    );
    return widestForSome(groups, width);
  });
  return Math.min(WIDEST, ...widths);
}
function set(machine, cell) {
  machine.style.setProperty("--cw-cell", `${cell}px`);
  machine.style.setProperty("--cw-label", cell >= 44 ? "11px" : "9.5px");
  machine.style.setProperty("--cw-number", cell >= 46 ? "14px" : cell >= 40 ? "13px" : "12px");
}
function widestIn(line, cell, width) {
  const parts = [...line.children].map((part) => part.getBoundingClientRect().width);
  const seen = parts.filter((part) => part > 0);
  const gap = parseFloat(getComputedStyle(line).columnGap) || 0;
  const natural = seen.reduce((sum, part) => sum + part + gap, -gap);
  const columns = line.querySelectorAll("thead th").length;
  return Math.min(WIDEST, cell + Math.floor((width - natural) / columns));
}
function rowsOf(line) {
  return Math.max(...[...line.querySelectorAll("tbody")].map((body) => body.rows.length));
}

// course/widgets/js/attention_explorer/panels.js
var PAINTING_HELP = "In the mask, ✓ says that a query may attend to a key: click a cell, drag over several, or press the space bar on one. Control Z undoes.";
var Panels = class {
  /** @type {Partial<Record<EditorName, Editor>>} */
  inputs = {};
  /** @type {Partial<Record<StageName, Grid>>} */
  stages = {};
  scale = new Scale();
  #signed = createLegend("signed", "signed numbers");
  /** @type {boolean | null} */
  #isExceeded = null;
  // what the legend of signed numbers says
  #weights = createLegend("weights", "weights");
  painting = node("p", { class: "cw-help ax-painting" }, PAINTING_HELP);
  #division = arrow("÷ √d_k");
  #softmax = arrow("softmax");
  /** @type {MaskPainting | null} */
  #painting = null;
  /**
   * @param {State} state
   * @param {string} helpId
   * @param {Node} copyButton
   * @param {Handlers} on
   */
  constructor(state, helpId, copyButton, on) {
    this.state = state;
    this.helpId = helpId;
    this.on = on;
    this.toolbar = new Toolbar(on.say);
    this.lines = [this.#createInputs(), ...this.#createStages()];
    this.tools = node("div", { class: "ax-tools" }, this.toolbar.element, copyButton);
    const inputs = [this.tools, this.lines[0]];
    this.element = node(
      "div",
      { class: "ax-machine" },
      ...state.mode === "mask" ? [foldedInputs(inputs, () => this.resize())] : inputs,
      ...this.lines.slice(1)
    );
    this.legends = node(
      "div",
      { class: "ax-legends" },
      this.#signed.element,
      ...state.upToScores ? [] : [this.#weights.element, barsOfV()]
    );
    this.#weights.set(1);
  }
  /**
   * Make the cells as large as fits, now and whenever the width is another one.
   * @param {(isNarrow: boolean) => void} onchange called at first, and when it is no longer so
   */
  watchSize(onchange) {
    let width = 0;
    let wasNarrow = null;
    const observer = new ResizeObserver(() => {
      if (this.element.clientWidth === width) return;
      width = this.element.clientWidth;
      this.resize();
      if (isNarrow(width) === wasNarrow) return;
      wasNarrow = isNarrow(width);
      onchange(wasNarrow);
    });
    observer.observe(this.element);
    return () => observer.disconnect();
  }
  /** @param {KeyboardEvent} event that may ask to undo what was painted */
  undoMask(event) {
    this.#painting?.undo(event);
  }
  /** Put the tools above what they change. */
  placeTools() {
    this.lines[0].before(this.tools);
  }
  resize() {
    resize(this.element, this.lines);
  }
  /** Let the scale reach all that is shown. */
  fitScale() {
    this.scale.fit(this.#signedMatrices());
    this.#isExceeded = null;
    this.tellScale();
  }
  /** Say where the scale ends, and whether what is shown goes further by now. */
  tellScale() {
    const { limit } = this.scale;
    const isExceeded = this.#signedMatrices().some(
      (value) => value !== null && reach(value) > limit
    );
    if (isExceeded !== this.#isExceeded) this.#signed.set(limit, isExceeded);
    this.#isExceeded = isExceeded;
  }
  #signedMatrices() {
    const { matrices, shown } = this.state;
    const { mask: _mask, ...inputs } = matrices;
    const { weights: _weights, ...signed } = shown;
    return [...Object.values(inputs), ...Object.values(signed)];
  }
  /** A mask that hides nothing is shown where the explorer is about masks. */
  get showsMask() {
    return this.state.matrices.mask !== null || this.state.mode === "mask";
  }
  /** Name the operations as they are done now, and mark what the mask hides. */
  update() {
    const { switches } = this.state;
    const { mask, weights } = this.stages;
    this.#division.rename(switches.isScaled ? "÷ √d_k" : "÷ 1");
    const axis = switches.overQueries ? "queries" : "keys";
    this.#softmax.rename("softmax", `over the ${axis}`);
    weights?.hatch(this.state.matrices.mask);
    const hasMask = this.showsMask;
    weights?.element.classList.toggle("cw-unlabelled", hasMask);
    this.painting.hidden = !(hasMask && this.state.canPaint);
    const step2 = mask?.element.parentElement;
    if (!step2 || step2.hidden === !hasMask) return;
    step2.hidden = !hasMask;
    this.resize();
  }
  #createInputs() {
    const queries = [this.#input("X"), step(sign("×"), this.#input("W_Q"))];
    if (!this.state.isCross) return createLine(...queries, this.#input("W_K"), this.#input("W_V"));
    const memory = [this.#input("X_memory"), step(sign("×"), this.#input("W_K"))];
    return createLine(group(...queries), group(...memory, this.#input("W_V")));
  }
  #createStages() {
    const { state } = this;
    const Q = this.#stage("Q", `${state.nameOf("X")} W_Q`);
    const K = this.#stage("K", `${state.memoryName} W_K`);
    const V = this.#stage("V", `${state.memoryName} W_V`);
    const scores = this.#stage("scores");
    const products = [Q, step(sign("×"), K, raised("ᵀ")), step(sign("="), scores)];
    if (this.state.upToScores) return [createLine(...products, V)];
    const scaled = this.#stage("scaled", null, { colour: colourOf("scores") });
    scaled.classList.add("cw-unlabelled");
    const mask = this.#stage("mask", null, {
      kind: "mask",
      colour: null,
      onkey: (event, row, column) => this.#painting ? this.#painting.keydown(event, row, column) : this.on.onkey(event)
    });
    if (state.canPaint && this.stages.mask)
      this.#painting = new MaskPainting(state, this.stages.mask, this.on);
    const weights = this.#stage("weights", null, { kind: "weights" });
    const output = this.#stage("output");
    output.classList.add("ax-output");
    const result = step(sign("="), output);
    result.classList.add("ax-result");
    return [
      createLine(...products, step(this.#division.element, scaled)),
      createLine(
        step(arrow("mask").element, mask),
        step(this.#softmax.element, weights),
        step(sign("×"), V),
        result
      )
    ];
  }
  /** @param {EditorName} name */
  #input(name) {
    const editor = new Editor({
      name: this.state.nameOf(name),
      colour: name.startsWith("W_") ? colourOf(name.slice(2)) : null,
      step: this.state.model.get("step"),
      scale: this.scale,
      toolbar: this.toolbar,
      helpId: this.helpId,
      onchange: (value) => this.on.onedit(name, value),
      onreset: this.on.onreset,
      onpoint: (row, column, by) => this.on.onpoint({ stage: name, row, column }, by),
      say: this.on.say
    });
    this.inputs[name] = editor;
    return editor.element;
  }
  /**
   * @param {StageName} name
   * @param {string | null} formula
   * @param {Partial<GridOptions>} options
   */
  #stage(name, formula = null, options = {}) {
    const grid = new Grid({
      name,
      label: name,
      formula,
      colour: colourOf(name),
      scale: this.scale,
      helpId: this.helpId,
      onpoint: (row, column, by) => this.on.onpoint({ stage: name, row, column }, by),
      onkey: this.on.onkey,
      ...options
    });
    this.stages[name] = grid;
    return grid.element;
  }
};
function foldedInputs(parts, ontoggle) {
  const summary = node("summary", {}, "X, W_Q, W_K, W_V");
  return node("details", { class: "ax-inputs", ontoggle }, summary, ...parts);
}
function colourOf(name) {
  return `var(--course-${name})`;
}
function barsOfV() {
  const bar = node("span", { class: "ax-bar-of-V" });
  return node("p", { class: "cw-legend" }, bar, "behind a label of V: the weight of that row");
}

// course/widgets/js/attention_explorer/learner_panel.js
var CLOSE = 1e-6;
var AGAINST = "This compares with scaled scores and a softmax over the keys, and not with the stages above: the switches ÷ √d_k and Softmax over do not reach your function.";
var LearnerPanel = class {
  /** @type {Record<string, Grid>} */
  #grids = {};
  #verdict = verdictLine();
  #against = node("p", { class: "cw-help", role: "status" });
  /** @type {LearnersFunction<Stages>} */
  #learner;
  /**
   * @param {State} state
   * @param {Scale} scale of the colours
   */
  constructor(state, scale) {
    this.state = state;
    for (const name of state.results) this.#grids[name] = createResult(name, scale);
    this.#learner = new LearnersFunction(state.model, {
      traitOf: (name) => state.traitOf(name),
      result: (result, own) => this.#show(result, own),
      wait: (seconds) => this.#verdict.say(
        "No answer yet: your function is still running (it is stopped after 50 s), or the kernel was stopped or restarted. The stages above go on without it.",
        seconds
      ),
      lost: () => this.#verdict.say(
        "Your function cannot be asked: the kernel was stopped or restarted. Run the cells above and this one again. The stages above go on without it."
      )
    });
    const title = `What your ${state.model.get("driven_by")} returns`;
    this.element = node(
      "section",
      { class: "cw-yours", "aria-label": title },
      node("p", { class: "cw-name" }, title),
      this.#verdict.element,
      this.#against,
      createLine(...Object.values(this.#grids).map(({ element }) => element))
    );
    this.stopWatching = watch(state.model, ["scaled", "axis"], () => this.#sayAgainstWhat());
    this.#sayAgainstWhat();
  }
  // The switches change the stages above, and not what the learner's function is compared with.
  #sayAgainstWhat() {
    const { model, upToScores } = this.state;
    const isAsAbove = upToScores || model.get("scaled") && model.get("axis") === "keys";
    this.#against.hidden = isAsAbove;
    this.#against.textContent = isAsAbove ? "" : AGAINST;
  }
  /**
   * Ask for a result of what is shown.
   * @param {readonly string[]} edited traits that Python may not know yet
   */
  ask(edited = []) {
    const { matrices, shown, model, upToScores } = this.state;
    const inputs = { ...matrices, ...shown };
    const sent = Object.fromEntries(model.get("asks").map((name) => [name, inputs[name]]));
    if (!upToScores) sent.mask = matrices.mask;
    const own = this.state.run({ isScaled: true, overQueries: false });
    this.#learner.run(sent, own, edited);
  }
  stop() {
    this.stopWatching();
    this.#learner.stop();
  }
  /**
   * @param {Result} result
   * @param {Stages} own
   */
  #show({ error, arrays }, own) {
    const { queries, keys, results } = this.state;
    for (const [name, grid] of Object.entries(this.#grids)) {
      grid.element.hidden = !arrays[name];
      if (arrays[name]) grid.set(arrays[name], queries, name === "output" ? null : keys);
    }
    if (error) return this.#verdict.say(error);
    const sentences = results.flatMap((name) => {
      const { cells, sentence } = difference(this.state, name, arrays[name], own[name]);
      frame(this.#grids[name], cells);
      return cells.length ? [sentence] : [];
    });
    const equal = `Equal to the page's ${results.join(" and ")}, to ${CLOSE} of the largest entry.`;
    this.#verdict.say(sentences.join(" ") || equal);
  }
};
function createResult(name, scale) {
  return new Grid({
    name: `your ${name}`,
    label: `your ${name}`,
    kind: name === "weights" ? "weights" : "signed",
    colour: colourOf(name),
    scale
  });
}
function difference({ queries, keys }, name, yours, own) {
  const least = CLOSE * Math.max(1e-300, reach(own));
  const cells = [];
  let [most, place] = [0, 0];
  own.data.forEach((x, k) => {
    const away = Math.abs(yours.data[k] - x);
    if (away <= least || Object.is(yours.data[k], x)) return;
    cells.push(indicesOf(own, k));
    if (!Number.isNaN(most) && !(away <= most)) [most, place] = [away, k];
  });
  const [i, j] = indicesOf(own, place);
  const where = `row “${queries[i]}”, column ${name === "output" ? j : `“${keys[j]}”`}`;
  const how = Number.isNaN(yours.data[place]) ? `. In ${where} stands NaN: not a number` : `, most in ${where}: by ${precise(most)}`;
  const sentence = `Your ${name} differ${name === "output" ? "s" : ""} from the page's in ${cells.length} of ${own.data.length} entries${how}.`;
  return { cells, sentence };
}
function frame(grid, cells) {
  for (const old of grid.table.querySelectorAll(".is-different"))
    old.classList.remove("is-different");
  for (const [i, j] of cells) grid.cell(i, j)?.td.classList.add("is-different");
}

// course/widgets/js/attention_explorer/related.js
function related(state, place) {
  const { stage, row, column } = place;
  if (PAIR_STAGES.includes(stage)) return relatedToPair(state, row, column);
  const self = { [stage]: { row, column, cell: [row, column] } };
  switch (stage) {
    case "Q":
      return { ...self, X: { row }, W_Q: { column } };
    case "K":
    case "V":
      return { ...self, [state.memoryName]: { row }, [`W_${stage}`]: { column } };
    case "output":
      return { ...self, weights: { row }, V: { column, shares: shares(state, row) } };
    case "X":
      return { ...self, Q: { row }, ...state.isCross ? {} : { K: { row }, V: { row } } };
    case "X_memory":
      return { ...self, K: { row }, V: { row } };
    default:
      return { ...self, [stage.slice(2)]: { column } };
  }
}
function firstPlace({ shown, upToScores }) {
  const stage = upToScores ? "scores" : "weights";
  const row = shown[stage].rows - 1;
  const line = rowOf(shown[stage], row);
  return { stage, row, column: Math.max(0, line.indexOf(Math.max(...line))) };
}
function relatedToPair(state, row, column) {
  const sequences = state.isCross ? { X: { row }, X_memory: { row: column } } : { X: { row, second: column } };
  const pair = { row, column, cell: [row, column] };
  return {
    Q: { row },
    K: { row: column },
    V: state.upToScores ? { row: column } : { row: column, shares: shares(state, row) },
    output: { row },
    ...Object.fromEntries(PAIR_STAGES.map((name) => [name, pair])),
    ...sequences
  };
}
function shares({ shown: { weights } }, i) {
  return weights.data.subarray(i * weights.columns, (i + 1) * weights.columns);
}

// course/widgets/js/lib/changes.js
var PAUSE = 120;
var SHOWN = 600;
var Changes = class {
  /** @type {Map<Grid, Matrix>} */
  #before = /* @__PURE__ */ new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #showing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hiding;
  /** @type {Grid[]} */
  #outlined = [];
  /** @param {() => Iterable<Grid>} grids */
  constructor(grids) {
    this.grids = grids;
  }
  /** Remember what is shown, just before it gives way to something else. */
  remember() {
    clearTimeout(this.#showing);
    if (!this.#before.size) for (const grid of this.grids()) this.#before.set(grid, grid.value);
    this.#showing = setTimeout(() => this.#show(), PAUSE);
  }
  /** Show nothing: other matrices have come. */
  forget() {
    clearTimeout(this.#showing);
    this.#before.clear();
    this.#hide();
  }
  #show() {
    for (const [grid, before] of this.#before) grid.outlineSince(before);
    this.#outlined = [...this.#before.keys()];
    this.#before.clear();
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.#hide(), SHOWN);
  }
  #hide() {
    clearTimeout(this.#hiding);
    for (const grid of this.#outlined) grid.clearOutlines();
    this.#outlined = [];
  }
};

// course/widgets/js/lib/resting_mouse.js
function watchMouse(el) {
  let [place, isResting] = ["", false];
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const placeOf = (event) => `${event.clientX},${event.clientY}`;
  const moved = (event) => {
    place = placeOf(event);
  };
  const entered = (event) => {
    isResting = placeOf(event) === place;
  };
  window.addEventListener("pointermove", moved, options);
  el.addEventListener("pointerover", entered, options);
  return { isResting: () => isResting, stop: () => over.abort() };
}

// course/widgets/js/attention_explorer.js
var POINTING_HELP = "In Q, K, V and what follows, Enter says what the cell is made of.";
var Explorer = class {
  /** @type {Place} */
  #pointed;
  #words = "";
  // the explanation, as it stands on the page
  #isScheduled = false;
  #isExplaining = false;
  #isFitting = false;
  // the scale is to be fitted to what comes next
  #shownFor = "";
  // the settings of which the stages are shown
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.state = new State(model);
    this.status = statusLine();
    this.heard = statusLine({ class: "cw-heard" });
    this.mouse = watchMouse(el);
    el.addEventListener("focusout", () => this.state.tell());
    const helpId = newId("help");
    this.#pointed = firstPlace(this.state);
    this.controls = createControls(this.state, {
      onload: () => this.#refresh({ edited: [...MATRICES, ...SETTINGS] }),
      onswitch: () => this.#switch(),
      onmaskkey: (event) => this.panels.undoMask(event),
      announce: (sentence) => this.#announce(sentence),
      say: (sentence) => this.status.say(sentence, 0)
    });
    this.panels = new Panels(this.state, helpId, this.controls.copyButton, {
      onedit: (name, value) => this.#edit({ [name]: value }),
      onreset: () => {
        this.#isFitting = true;
      },
      onpaint: (next, sentence) => this.#paintMask(next, sentence),
      onpoint: (place, by) => this.#point(place, by),
      onkey: (event) => this.#sayAll(event),
      say: (sentence) => this.#announce(sentence)
    });
    const summary = node("summary", {}, "Settings and tools");
    this.settings = node(
      "details",
      { class: "ax-settings", open: true },
      summary,
      this.controls.element
    );
    this.changes = new Changes(() => this.#tables());
    this.words = node("div", { class: "cw-explanation" });
    this.learner = model.get("driven_by") ? new LearnerPanel(this.state, this.panels.scale) : null;
    root(
      el,
      "Attention explorer",
      this.settings,
      this.panels.element,
      this.words,
      this.panels.painting,
      this.learner?.element,
      node(
        "div",
        { class: "ax-foot" },
        this.panels.legends,
        fold("How to edit with keys and mouse", `${EDITING_HELP} ${POINTING_HELP}`, helpId)
      ),
      this.status.element,
      this.heard.element
    );
    this.lastHeard = this.state.shown;
    this.#refresh({ first: true });
    this.stopFitting = this.panels.watchSize((isNarrow2) => this.#foldSettings(isNarrow2));
    this.stopWatching = watch(model, [...MATRICES, ...SETTINGS], () => this.#scheduleNews());
  }
  stop() {
    this.state.tell();
    this.stopWatching();
    this.stopFitting();
    this.changes.forget();
    this.mouse.stop();
    this.learner?.stop();
  }
  /** @param {boolean} isFolding on a narrow page, where the stages come first */
  #foldSettings(isFolding) {
    const { settings, panels } = this;
    const focused = (
      /** @type {HTMLElement | null} */
      document.activeElement
    );
    const hadFocus = settings.contains(focused) || panels.tools.contains(focused);
    settings.classList.toggle("is-folding", isFolding);
    settings.open = !isFolding;
    if (isFolding) settings.append(panels.tools);
    else panels.placeTools();
    if (hadFocus) this.#focusOnSettings(focused, isFolding);
  }
  /**
   * Keep the focus where it was, or as near as can be: what moves in the page or is folded loses it.
   * @param {HTMLElement | null} focused
   * @param {boolean} isFolded
   */
  #focusOnSettings(focused, isFolded) {
    const summary = this.settings.querySelector("summary");
    const first = this.settings.querySelector("select, input, button");
    const next = isFolded ? summary : focused === summary ? first : focused;
    next?.focus();
  }
  // Computing and painting
  /**
   * Take an edit: compute and paint at once. Python is told when that is on the page, for it takes
   * its time; the learner's function gets what was edited with its call.
   * @param {Partial<Matrices>} changes
   */
  #edit(changes) {
    this.changes.remember();
    this.state.change(changes);
    this.#compute();
    this.learner?.ask(Object.keys(changes));
    afterPaint(() => this.state.tell());
  }
  /**
   * @param {Painted} next
   * @param {() => string} sentence what was done
   */
  #paintMask({ mask, kind }, sentence) {
    this.state.changeMaskKind(kind);
    this.#edit({ mask });
    const { panels, controls } = this;
    panels.stages.mask?.update(this.state.openMask);
    const hadFocus = panels.stages.mask?.element.contains(document.activeElement);
    panels.update();
    controls.update();
    if (hadFocus && !panels.showsMask) controls.focusOnMask();
    this.#announce(sentence());
  }
  #switch() {
    this.changes.remember();
    this.#compute();
    this.panels.update();
    this.learner?.ask();
    this.controls.update();
    this.#announce("");
  }
  #compute() {
    const { state, panels } = this;
    state.compute();
    if (this.#isFitting) this.#fitScale();
    for (const [name, grid] of this.#grids()) {
      const value = name === "mask" ? state.matrices.mask : state.shown[name];
      if (value) grid.update(value);
    }
    if (panels.stages.weights) panels.stages.V?.mark(related(state, this.#pointed).V ?? {});
    this.#explainSoon();
    this.#shownFor = state.settings;
  }
  /**
   * Paint everything anew: shapes or labels may have changed.
   * @param {{first?: boolean, edited?: string[]}} how edited: traits that Python may not know yet
   */
  #refresh({ first = false, edited = [] } = {}) {
    const { state, panels } = this;
    state.compute();
    if (!this.#hasShapeOfLast()) this.lastHeard = state.shown;
    this.changes.forget();
    panels.fitScale();
    for (const [name, editor] of this.#editors()) {
      const value = state.matrices[name];
      if (value) editor.set(value, state.rowLabels(name), state.columnLabels(name), { first });
    }
    for (const [name, grid] of this.#grids()) {
      const value = name === "mask" ? state.openMask : state.shown[name];
      grid.set(value, state.rowLabels(name), state.columnLabels(name));
    }
    this.controls.update();
    panels.update();
    panels.resize();
    if (!this.#exists(this.#pointed)) this.#pointed = firstPlace(state);
    this.#mark();
    this.#explain();
    this.learner?.ask(edited);
    this.#shownFor = state.settings;
  }
  #fitScale() {
    this.#isFitting = false;
    this.panels.fitScale();
    for (const [, editor] of this.#editors()) editor.repaint();
  }
  /** The tables of all matrices. */
  #tables() {
    return [
      ...this.#editors().map(([, editor]) => editor.grid),
      ...this.#grids().map(([, grid]) => grid)
    ];
  }
  #editors() {
    return (
      /** @type {[EditorName, Editor][]} */
      Object.entries(this.panels.inputs)
    );
  }
  #grids() {
    return (
      /** @type {[StageName, Grid][]} */
      Object.entries(this.panels.stages)
    );
  }
  // Pointing
  /** @param {Place} place */
  #exists({ stage, row, column }) {
    const value = this.state.matrixOf(stage);
    return value !== null && row < value.rows && column < value.columns;
  }
  /**
   * @param {Place} place
   * @param {By} by
   */
  #point(place, by) {
    if (by === "mouse" && this.mouse.isResting()) return;
    if (by === "focus") this.heard.say(() => inShort(this.state, place), 400);
    const old = this.#pointed;
    if (old.stage === place.stage && old.row === place.row && old.column === place.column) return;
    this.#pointed = place;
    this.#mark();
    this.#explain();
  }
  #mark() {
    const marks = related(this.state, this.#pointed);
    for (const [name, part] of [...this.#editors(), ...this.#grids()]) part.mark(marks[name] ?? {});
  }
  // The numbers are painted first; their explanation follows in the next frame.
  #explainSoon() {
    if (this.#isExplaining) return;
    this.#isExplaining = true;
    afterPaint(() => {
      this.#isExplaining = false;
      this.#explain();
    });
  }
  #explain() {
    const sentences = explanation(this.state, this.#pointed);
    const words = sentences.map((parts) => ended(plain(parts))).join(" ");
    if (words === this.#words) return;
    this.#words = words;
    this.words.replaceChildren(...sentences.map((parts) => node("p", {}, ...coloured(parts))));
  }
  // What a screen reader says
  /**
   * Enter in a stage: say the whole derivation, as it stands on the page; again at each press.
   * @param {KeyboardEvent} event
   */
  #sayAll(event) {
    if (event.key !== "Enter") return false;
    event.preventDefault();
    this.heard.say("", 0);
    this.heard.say(this.#words, 50);
    return true;
  }
  /**
   * Say what was done, and what came of it since it was last said. With it goes what the legend says:
   * a text that changes with each key would delay the next picture.
   * @param {string} sentence
   */
  #announce(sentence) {
    this.status.say(() => {
      this.panels.tellScale();
      return [sentence && ended(sentence), this.#effect()].filter(Boolean).join(" ");
    });
  }
  #hasShapeOfLast() {
    const { state, lastHeard } = this;
    return state.results.every((name) => hasShapeOf(lastHeard[name], state.shown[name]));
  }
  #effect() {
    const { state, lastHeard: before } = this;
    const after = state.shown;
    this.lastHeard = after;
    if (before === after) return "";
    for (const name of state.results) {
      const columns = state.columnLabels(name)?.map(quoted) ?? labelsOr(null, after[name].columns);
      const sentence = consequence(name, before[name], after[name], state.queries, columns);
      if (sentence) return sentence;
    }
    if (!state.results.every((name) => same(before[name], after[name]))) return "";
    return state.upToScores ? "No score has changed." : "The weights and the output stay as they are.";
  }
  // Python
  /** Changes from Python come one trait at a time; they are taken together. */
  #scheduleNews() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.state.isUntold) return;
      if (!this.state.differsFromPython() && this.state.settings === this.#shownFor) return;
      this.state.matrices = this.state.inPython();
      this.#refresh();
    });
  }
};
function ended(sentence) {
  return /[.:!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
var attention_explorer_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.stop();
  }
};
export {
  attention_explorer_default as default
};
