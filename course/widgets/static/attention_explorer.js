// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}
function fromRows(rows) {
  return matrix(rows.length, rows.length ? rows[0].length : 0, Float64Array.from(rows.flat()));
}
function toRows(m) {
  return Array.from(
    { length: m.rows },
    (_, i) => Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns))
  );
}
function decode(sent) {
  if (!sent) return null;
  const [rows, columns] = sent.shape;
  const { buffer, byteOffset, byteLength } = sent.data;
  return matrix(rows, columns, new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)));
}
function encode(m) {
  return { shape: [m.rows, m.columns], data: new DataView(m.data.slice().buffer) };
}
function same(a, b) {
  return a.rows === b.rows && a.columns === b.columns && a.data.every((x, k) => Object.is(x, b.data[k]));
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

// course/widgets/js/lib/attention.js
function softmax(scores, mask = null) {
  const { rows, columns } = scores;
  const weights = matrix(rows, columns);
  for (let i = 0; i < rows; i++) {
    const may = (j) => mask === null || mask.data[i * columns + j] !== 0;
    let most = -Infinity;
    for (let j = 0; j < columns; j++) {
      const score2 = scores.data[i * columns + j];
      if (may(j) && (score2 > most || Number.isNaN(score2))) most = score2;
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
function stages({ X_query, X_memory, W_Q, W_K, W_V, mask = null }, { isScaled = true, overQueries = false } = {}) {
  const Q = multiply(X_query, W_Q);
  const K = multiply(X_memory, W_K);
  const V = multiply(X_memory, W_V);
  const scores = multiply(Q, transpose(K));
  const root2 = Math.sqrt(W_Q.columns);
  const scaled = isScaled ? map(scores, (score2) => score2 / root2) : scores;
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

// course/widgets/js/lib/colours.js
var SEQUENTIAL = "44015446075a470d6047136548186a481d6f482374482878472d7b46327e453781443b844240864045883e49893d4e8a3a538b38588c365c8d34608d32648e31688e2f6c8e2d708e2c738e2a778e297b8e277f8e26828e24868e238a8d218e8d20928c1f968b1f9a8a1f9e891fa18721a58523a98326ad812ab07f2fb47c35b7793bbb7542be714ac16d52c5695ac86465cb5e6ece5877d15381d34d8bd64695d840a0da39aadc32b5de2bc0df25cae11fd5e21adfe318eae51af4e61efde725";
var DIVERGING = "1460a11a62a21f65a32467a52869a62c6ca8306ea93470ab3873ac3c75ad3f77af437ab0467cb24a7eb34d81b55183b65485b75888b95b8aba5f8cbc628fbd6591be6993c06c96c16f98c2739ac4769dc57a9fc67da2c880a4c984a6ca87a9cc8aabcd8eadcf91b0d094b2d198b4d29bb7d49fb9d5a2bbd6a5bed8a9c0d9acc3dab0c5dcb3c7ddb6cadebacce0bdcee1c1d1e2c4d3e3c8d6e5cbd8e6cfdae7d2dde8d5dfead9e2ebdce4ece0e6ede3e9efe7ebf0eaeef1eef0f2f1f3f4f5f5f5f4f2f1f2efeef1eceaf0e9e7eee6e3ede3e0ece0dceaddd8e9dad5e8d8d1e6d5cee5d2cae4cfc7e2ccc3e1c9c0dfc6bcdec3b9ddc0b6dbbdb2dabbafd8b8abd7b5a8d6b2a4d4afa1d3ac9ed1a99ad0a797cea493cda190cb9e8dca9b89c89886c79683c5937fc4907cc28d79c18a75bf8772bd856fbc826bba7f68b97c65b77961b5775eb4745bb27157b16e54af6b51ad684dac664aaa6347a86043a75d40a55a3da35839a25536a052329e4f2f9c4c2b9b492799462397431f95401b";
var steps = (digits) => digits.match(/.{6}/g).map((rgb) => {
  const [red, green, blue] = rgb.match(/../g).map((channel) => parseInt(channel, 16));
  const pixel = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
  return { fill: `#${rgb}`, ink: inkOn(`#${rgb}`), pixel };
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
var SEQUENTIAL_STEPS = steps(SEQUENTIAL);
var DIVERGING_STEPS = steps(DIVERGING);
var clip = (x, low, high) => Math.min(Math.max(x, low), high);
function sequential(value) {
  return SEQUENTIAL_STEPS[Math.round(clip(value, 0, 1) * (SEQUENTIAL_STEPS.length - 1))];
}
function diverging(value) {
  const half = (DIVERGING_STEPS.length - 1) / 2;
  return DIVERGING_STEPS[half + Math.round(clip(value, -1, 1) * half)];
}

// course/widgets/js/lib/numbers.js
function decimals(values, most = 2) {
  const tolerance = 0.5 * 10 ** -(most + 2);
  for (let places = 0; places < most; places++) {
    const unit = 10 ** places;
    let fits = true;
    for (const x of values) {
      if (Number.isFinite(x) && Math.abs(x - Math.round(x * unit) / unit) > tolerance) {
        fits = false;
        break;
      }
    }
    if (fits) return places;
  }
  return most;
}
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
function stepped(value, step, count2) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count2).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}
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
  return { value: parseNumber(plain2), problem: null };
}
function parseBlock(text) {
  const isBracketed = /[[\](){}]/.test(text);
  const lines = isBracketed ? bracketed(text) : text.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row2) => row2.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}
function bracketed(text) {
  const plain2 = text.replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1");
  const inner = plain2.match(/[[(][^[\]()]*[\])]/g);
  return (inner ?? [plain2]).map((row2) => row2.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
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
  const value = parseNumber(cell);
  if (!cell.trim()) throw new Error("There is an empty cell in what was pasted.");
  if (Number.isNaN(value)) throw new Error(`“${cell.trim().slice(0, 20)}” is not a number.`);
  return value;
}
function asCode(name, rows) {
  const written = rows.map((row2) => `    [${row2.map(pythonNumber).join(", ")}],`);
  return `${name} = np.array([
${written.join("\n")}
])`;
}
function pythonNumber(value) {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  const text = Object.is(value, -0) ? "0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
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
function roving(group, buttons) {
  const works = (element) => !element.disabled && !element.hidden;
  let last = null;
  const choose = () => {
    const stop = last && works(last) ? last : buttons.find(works);
    for (const element of buttons) {
      const index = element === stop ? 0 : -1;
      if (element.tabIndex !== index) element.tabIndex = index;
    }
    if (last && last !== stop && last === document.activeElement) stop?.focus();
  };
  group.addEventListener("focusin", ({ target }) => {
    if (buttons.includes(target)) last = target;
    choose();
  });
  group.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const working = buttons.filter(works);
    const at = working.indexOf(event.target);
    working.at((at + by) % working.length)?.focus();
  });
  choose();
  return choose;
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
    set(value) {
      for (const [own, element2] of buttons) element2.setAttribute("aria-pressed", own === value);
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

// course/widgets/js/lib/pixels.js
function paintPixels(canvas, value, size, pixelOf) {
  if (canvas.width !== value.columns || canvas.height !== value.rows) {
    [canvas.width, canvas.height] = [value.columns, value.rows];
    canvas.style.width = `${value.columns * size}px`;
    canvas.style.height = `${value.rows * size}px`;
  }
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(value.columns, value.rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++) pixels[k] = pixelOf(value.data[k]);
  pen.putImageData(image, 0, 0);
}

// course/widgets/js/lib/grid.js
var MOST = 16;
var PICTURE = 192;
var PART = 12;
var MOST_LETTERS = 5;
var MAY = { fill: "", ink: "", pixel: 4287664272 };
function labelsOr(labels, n) {
  return labels && labels.length === n ? labels : Array.from({ length: n }, (_, i) => String(i));
}
function createGrid({
  name,
  label,
  kind = "signed",
  colour = null,
  formula = null,
  helpId = null,
  makeCell,
  write,
  onpoint,
  onkey
}) {
  const table = node("table", {
    role: "grid",
    class: `cw-table cw-${kind}`,
    "aria-describedby": helpId
  });
  const shape = node("span", { class: "cw-shape" });
  const picture = node("canvas", { class: "cw-picture", role: "img" });
  const frame = node("span", { class: "cw-frame" });
  const where = node("p", { class: "cw-where", id: newId("where") });
  const heading = node(
    "div",
    { class: "cw-heading" },
    colour && node("span", { class: "cw-swatch", style: `background: ${colour}` }),
    node("span", { class: "cw-name" }, name),
    formula && node("span", { class: "cw-formula" }, `= ${formula}`),
    shape
  );
  const element = node(
    "div",
    { class: "cw-matrix" },
    heading,
    node("div", { class: "cw-scroll" }, table),
    node("div", { class: "cw-whole", hidden: true }, node("span", {}, picture, frame), where)
  );
  const whole = element.querySelector(".cw-whole");
  let value = null;
  let rowLabels = [];
  let columnLabels = [];
  let top = 0;
  let left = 0;
  let cells = [];
  let current = { row: 0, column: 0 };
  let stop = null;
  let marked = {};
  let limit = null;
  const shownRows = () => value.rows > MOST ? PART : value.rows;
  const shownColumns = () => value.columns > MOST ? PART : value.columns;
  const isPart = () => shownRows() < value.rows || shownColumns() < value.columns;
  function build() {
    const head = node("tr", {}, node("td", { class: "cw-corner" }));
    for (let j = 0; j < shownColumns(); j++)
      head.append(node("th", { scope: "col" }, node("span")));
    const body = node("tbody");
    cells = [];
    for (let i = 0; i < shownRows(); i++) {
      const row2 = node("tr", {}, node("th", { scope: "row" }));
      cells.push(
        Array.from({ length: shownColumns() }, (_, j) => {
          const content = makeCell ? makeCell(
            () => top + i,
            () => left + j
          ) : null;
          const words = content ? null : document.createTextNode("");
          const td = node(
            "td",
            { role: "gridcell", class: "cw-cell" },
            content ?? node("div", { class: "cw-value" }, words)
          );
          if (!content) td.tabIndex = -1;
          row2.append(td);
          return {
            td,
            content: content ?? td,
            words,
            x: null,
            limit: null,
            text: null,
            fill: null
          };
        })
      );
      body.append(row2);
    }
    table.replaceChildren(node("thead", {}, head), body);
    table.setAttribute("aria-rowcount", value.rows + 1);
    table.setAttribute("aria-colcount", value.columns + 1);
    shape.textContent = `(${value.rows}, ${value.columns})`;
    table.setAttribute(
      "aria-label",
      `${label}, ${count(value.rows, "row")}, ${count(value.columns, "column")}`
    );
    whole.hidden = !isPart();
    current = {
      row: Math.min(current.row, value.rows - 1),
      column: Math.min(current.column, value.columns - 1)
    };
  }
  function writeLabels() {
    const heads = table.tHead.rows[0].cells;
    for (let j = 0; j < shownColumns(); j++)
      heads[j + 1].firstChild.textContent = columnLabels[left + j];
    for (let i = 0; i < shownRows(); i++) {
      const row2 = table.tBodies[0].rows[i];
      row2.cells[0].textContent = rowLabels[top + i];
      row2.setAttribute("aria-rowindex", top + i + 2);
    }
    for (const line of isPart() ? table.rows : [])
      for (const [k, cell] of [...line.cells].entries())
        cell.setAttribute("aria-colindex", k ? left + k + 1 : 1);
    const longest = Math.max(0, ...columnLabels.map((text) => text.length));
    table.classList.toggle("cw-tilted", longest > MOST_LETTERS);
    table.style.setProperty("--cw-head", `${longest * 0.42 + 1.4}em`);
    table.style.setProperty("--cw-beyond", `${longest * 0.4}em`);
    where.textContent = isPart() ? `Numbers: rows ${top} to ${top + shownRows() - 1} of ${value.rows}, columns ${left} to ${left + shownColumns() - 1} of ${value.columns}. The picture shows all of it; arrow keys go on past the edge.` : "";
  }
  function colourOf(x) {
    if (kind === "plain") return { fill: "", ink: "" };
    if (kind === "mask") return x ? MAY : { fill: "masked", ink: "" };
    if (x === -Infinity) return { fill: "masked", ink: "" };
    if (!Number.isFinite(x)) return { fill: "", ink: "" };
    return kind === "weights" ? sequential(x) : diverging(limit ? x / limit : 0);
  }
  function textOf(x, places) {
    return kind === "mask" ? x ? "✓" : "−∞" : number(x, places);
  }
  function paint(isPlaced = false) {
    limit = kind === "weights" ? 1 : reach(value);
    const places = decimals(value.data);
    for (let i = 0; i < cells.length; i++)
      for (let j = 0; j < cells[i].length; j++) {
        const cell = cells[i][j];
        const x = value.data[(top + i) * value.columns + left + j];
        if (write && isPlaced && cell.x === x && cell.limit === limit) continue;
        [cell.x, cell.limit] = [x, limit];
        const text = textOf(x, places);
        if (write) write(cell.content, text, x, top + i, left + j);
        else if (text !== cell.text) cell.words.data = text;
        cell.text = text;
        const { fill, ink } = colourOf(x);
        if (fill !== cell.fill) {
          const masked = fill === "masked";
          if (masked !== (cell.fill === "masked")) cell.td.classList.toggle("cw-masked", masked);
          cell.td.style.background = masked ? "" : fill;
          cell.content.style.color = ink;
          cell.fill = fill;
        }
      }
    if (isPart()) paintPicture();
  }
  function paintPicture() {
    const size = Math.max(1, Math.floor(PICTURE / Math.max(value.rows, value.columns)));
    paintPixels(picture, value, size, (x) => colourOf(x).pixel ?? 0);
    frame.style.left = `${left * size}px`;
    frame.style.top = `${top * size}px`;
    frame.style.width = `${shownColumns() * size}px`;
    frame.style.height = `${shownRows() * size}px`;
    const say = `All of ${label} as colours`;
    if (picture.getAttribute("aria-label") !== say) picture.setAttribute("aria-label", say);
  }
  function reveal(row2, column2) {
    const to = (at, first, shown) => at < first ? at : at >= first + shown ? at - shown + 1 : first;
    const [newTop, newLeft] = [to(row2, top, shownRows()), to(column2, left, shownColumns())];
    if (newTop === top && newLeft === left) return;
    [top, left] = [newTop, newLeft];
    writeLabels();
    paint();
    showMarks();
  }
  function cellAt(row2, column2) {
    return cells[row2 - top]?.[column2 - left];
  }
  function focusable(row2, column2) {
    return cellAt(row2, column2)?.content;
  }
  function setCurrent(row2, column2) {
    current = { row: row2, column: column2 };
    if (stop) stop.tabIndex = -1;
    stop = focusable(row2, column2);
    stop.tabIndex = 0;
  }
  function focus(row2, column2) {
    if (!value.rows || !value.columns) return;
    reveal(row2, column2);
    setCurrent(row2, column2);
    if (!stop.matches(":focus")) return stop.focus();
    stop.select?.();
    onpoint?.(row2, column2, "focus");
  }
  function placeOf(target) {
    const td = target.closest?.("td.cw-cell");
    if (!td || !table.contains(td)) return null;
    return { row: top + td.parentElement.sectionRowIndex, column: left + td.cellIndex - 1 };
  }
  table.addEventListener("focusin", (event) => {
    const place = placeOf(event.target);
    if (!place) return;
    setCurrent(place.row, place.column);
    onpoint?.(place.row, place.column, "focus");
  });
  table.addEventListener("pointerover", (event) => {
    const place = placeOf(event.target);
    if (place && event.buttons === 0) onpoint?.(place.row, place.column, "mouse");
  });
  table.addEventListener("keydown", (event) => {
    const place = placeOf(event.target);
    if (!place || onkey?.(event, place.row, place.column)) return;
    const moved = step(event, place);
    if (!moved) return;
    event.preventDefault();
    focus(moved.row, moved.column);
  });
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = (offset, length, n, shown) => Math.min(Math.max(Math.round(offset / length * n - shown / 2), 0), n - shown);
    top = at(event.clientY - box.top, box.height, value.rows, shownRows());
    left = at(event.clientX - box.left, box.width, value.columns, shownColumns());
    writeLabels();
    paint();
    showMarks();
    setCurrent(top, left);
  });
  function step(event, { row: row2, column: column2 }) {
    if (event.altKey || event.metaKey || event.shiftKey) return null;
    const [lastRow, lastColumn] = [value.rows - 1, value.columns - 1];
    const to = {
      ArrowUp: [row2 - 1, column2],
      ArrowDown: [row2 + 1, column2],
      ArrowLeft: [row2, column2 - 1],
      ArrowRight: [row2, column2 + 1],
      Home: [event.ctrlKey ? 0 : row2, 0],
      End: [event.ctrlKey ? lastRow : row2, lastColumn]
    }[event.key];
    if (!to) return null;
    return {
      row: Math.min(Math.max(to[0], 0), lastRow),
      column: Math.min(Math.max(to[1], 0), lastColumn)
    };
  }
  function showMarks() {
    for (const old of table.querySelectorAll(".is-row, .is-column, .is-cell"))
      old.classList.remove("is-row", "is-column", "is-cell");
    const rows = table.tBodies[0].rows;
    for (const row2 of [marked.row, marked.second]) rows[row2 - top]?.classList.add("is-row");
    for (let i = 0; i < shownRows(); i++) {
      const share2 = marked.shares?.[top + i] ?? 0;
      const bar = `linear-gradient(var(--course-weights) 0 0) 100% 100% / ${100 * share2}% 4px no-repeat`;
      rows[i].cells[0].style.background = share2 > 0 ? bar : "";
    }
    if (marked.column >= left && marked.column < left + shownColumns())
      for (const line of table.rows)
        line.cells[marked.column - left + 1].classList.add("is-column");
    if (marked.cell) cellAt(...marked.cell)?.td.classList.add("is-cell");
  }
  return {
    element,
    heading,
    table,
    focus,
    reveal,
    // The labels may be null: then the indices stand there.
    set(next, rows = null, columns = null) {
      const before = value;
      value = next;
      rowLabels = labelsOr(rows, value.rows);
      columnLabels = labelsOr(columns, value.columns);
      if (!before || before.rows !== value.rows || before.columns !== value.columns) {
        [top, left] = [0, 0];
        build();
        marked = {};
        setCurrent(current.row, current.column);
      }
      writeLabels();
      paint();
    },
    // New numbers under the same labels: the quick way.
    update(next) {
      value = next;
      paint(true);
    },
    // {row, second, column, cell: [i, j], shares}: what to frame, `second` a further row, and a
    // bar under each row's label for its share, 0 to 1; {} for nothing.
    mark(next) {
      marked = next;
      if (value) showMarks();
    },
    cell: (row2, column2) => cellAt(row2, column2),
    get current() {
      return current;
    },
    get value() {
      return value;
    }
  };
}

// course/widgets/js/lib/editor.js
var PIXELS_A_STEP = 6;
var NOTCH = 50;
var SLACK = 3;
var MOST_UNDO = 200;
var TAP = 500;
var UNFINISHED = /^[+−-]?(\d+[.,]?\d*|[.,]\d*)?(e[+−-]?)?$/i;
var BURST = 800;
var EDITING_HELP = "Arrow keys move between cells; type to replace a number. Enter or F2 edits it: then up and down change it by a step. Alt with up or down, the wheel, or dragging sideways change it at once. Control Z undoes. In a row of buttons, arrow keys go from one to the next.";
function createEditor({
  name,
  label = name,
  colour = null,
  kind = "signed",
  step = 0.1,
  min = null,
  max = null,
  tools = true,
  formula = null,
  helpId = null,
  onchange,
  onpoint,
  say = () => {
  }
}) {
  const low = min ?? -Infinity;
  const high = max ?? Infinity;
  let value = matrix(0, 0);
  let initial = null;
  let undone = [];
  let past = [];
  let wheeled = 0;
  let lastEdit = { at: 0, place: "" };
  let editing = null;
  let isPressed = false;
  const message = node("p", {
    role: "alert",
    class: "cw-message",
    id: newId("message"),
    hidden: true
  });
  const grid = createGrid({
    name,
    label,
    kind,
    colour,
    formula,
    helpId,
    makeCell: (row2, column2) => node("input", {
      type: "text",
      inputmode: "decimal",
      role: "spinbutton",
      "aria-valuemin": min,
      "aria-valuemax": max,
      tabindex: -1,
      autocomplete: "off",
      onkeydown: (event) => keydown(event, row2(), column2()),
      oninput: (event) => typed(event.target, row2(), column2()),
      onblur: () => leave(row2(), column2()),
      onfocus: (event) => isPressed || event.target.select(),
      onmousedown: (event) => keepSelected(event, row2(), column2()),
      onclick: (event) => clicked(event.target, row2(), column2()),
      onwheel: (event) => wheel(event, row2(), column2()),
      onpaste: (event) => paste(event, row2(), column2()),
      onpointerdown: (event) => press(event, row2(), column2()),
      // The browser would drag the selected text away.
      ondragstart: (event) => event.preventDefault(),
      ondblclick: (event) => begin(event.target, row2(), column2())
    }),
    write(input, _, x, row2, column2) {
      const said = `${label}[${row2}, ${column2}]`;
      if (input.getAttribute("aria-label") !== said) input.setAttribute("aria-label", said);
      input.setAttribute("aria-valuenow", x);
      if (isEditing(row2, column2)) return;
      const text = fieldText(x);
      if (input.matches(":focus")) {
        if (!focused) queueMicrotask(writeFocused);
        focused = { input, text };
      } else if (input.value !== text) input.value = text;
    },
    onpoint,
    onkey: (event, row2, column2) => event.defaultPrevented || isEditing(row2, column2)
  });
  let focused = null;
  function writeFocused() {
    const { input, text } = focused;
    focused = null;
    if (input.value === text) return;
    input.value = text;
    if (input.matches(":focus")) input.select();
  }
  const isEditing = (row2, column2) => editing?.row === row2 && editing?.column === column2;
  const at = (row2, column2) => value.data[row2 * value.columns + column2];
  const inputAt = (row2, column2) => grid.cell(row2, column2)?.content;
  function show() {
    grid.update(value);
    for (const [tool, works] of Object.entries(works_())) tools_[tool].disabled = !works;
    tools_.Transpose.hidden = value.rows !== value.columns;
    chooseStop();
  }
  function remember(place) {
    const now = Date.now();
    const sameBurst = place && place === lastEdit.place && now - lastEdit.at < BURST;
    lastEdit = { at: now, place };
    if (sameBurst) return;
    past.push(value);
    if (past.length > MOST_UNDO) past.shift();
    undone = [];
  }
  function become(next, sentence = null) {
    if (same(next, value)) return;
    value = next;
    show();
    onchange?.(value);
    if (sentence) say(sentence);
  }
  function put(row2, column2, x) {
    const next = matrix(value.rows, value.columns, value.data.slice());
    next.data[row2 * value.columns + column2] = x;
    become(next, `${label}[${row2}, ${column2}] is ${fieldText(x)}`);
  }
  function change(row2, column2, x, place = `${row2},${column2}`) {
    const refused = refusal(x);
    if (refused) return complain(row2, column2, refused);
    quiet();
    if (x === at(row2, column2)) return;
    remember(place);
    put(row2, column2, x);
  }
  function nudge(row2, column2, steps2) {
    const x = stepped(at(row2, column2), step, steps2);
    change(row2, column2, Math.min(Math.max(x, low), high));
    if (!isEditing(row2, column2)) return;
    editing.refused = null;
    inputAt(row2, column2).value = fieldText(at(row2, column2));
  }
  function refusal(x) {
    if (!Number.isFinite(x)) return "an entry must be a number";
    if (x < low) return `the least that goes here is ${low}`;
    if (x > high) return `the most that goes here is ${high}`;
    return null;
  }
  function undo(from = past, to = undone, what = "Undone") {
    quiet();
    if (!from.length) return say(`There is nothing to undo in ${label}`);
    stopEditing();
    to.push(value);
    lastEdit = { at: 0, place: "" };
    const next = from.pop();
    const sentence = `${what}: ${difference(value, next)}`;
    become(next, sentence);
    show();
  }
  function difference(old, next) {
    const places = [...next.data.keys()].filter((k2) => !Object.is(next.data[k2], old.data[k2]));
    if (places.length !== 1) return `${count(places.length, "number")} of ${label} changed`;
    const [k] = places;
    const [row2, column2] = [Math.floor(k / next.columns), k % next.columns];
    return `${label}[${row2}, ${column2}] is ${fieldText(next.data[k])}`;
  }
  function replace(next, sentence) {
    stopEditing();
    quiet();
    if (same(next, value)) return say(`That changes nothing in ${label}`);
    remember("");
    become(next, sentence);
  }
  function complain(row2, column2, why) {
    const input = inputAt(row2, column2);
    message.textContent = `${label}[${row2}, ${column2}] stays ${fieldText(at(row2, column2))}: ${why}.`;
    message.hidden = false;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", message.id);
    const [cell, box] = [input.getBoundingClientRect(), element.getBoundingClientRect()];
    message.style.top = `${cell.bottom - box.top + 4}px`;
    message.style.left = `${Math.max(0, Math.min(cell.left - box.left, box.width - 200))}px`;
  }
  function quiet() {
    if (message.hidden) return;
    message.hidden = true;
    for (const input of grid.table.querySelectorAll("[aria-invalid]")) {
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  }
  function startEditing(row2, column2, isTyped) {
    editing = { row: row2, column: column2, before: value, past: past.slice(), isTyped, refused: null };
  }
  function revert() {
    const { before, past: pastBefore } = editing;
    if (same(before, value)) return false;
    past = pastBefore.slice();
    lastEdit = { at: 0, place: "" };
    become(before);
    return true;
  }
  function begin(input, row2, column2) {
    if (isEditing(row2, column2)) return;
    startEditing(row2, column2, false);
    input.value = String(at(row2, column2)).replaceAll("-", "−");
    input.select();
  }
  function typed(input, row2, column2) {
    if (!isEditing(row2, column2)) startEditing(row2, column2, true);
    const { value: x, problem } = readField(input.value);
    editing.refused = problem ?? refusal(x);
    if (!editing.refused) {
      change(row2, column2, x, `typing ${row2},${column2}`);
      lastEdit.at = Infinity;
      return;
    }
    if (Number.isNaN(x) && !problem && UNFINISHED.test(input.value.trim())) return quiet();
    revert();
    complain(row2, column2, editing.refused);
  }
  function stopEditing() {
    if (!editing) return;
    const { row: row2, column: column2 } = editing;
    editing = null;
    lastEdit = { at: 0, place: "" };
    const input = inputAt(row2, column2);
    if (input) input.value = fieldText(at(row2, column2));
  }
  function leave(row2, column2) {
    const refused = isEditing(row2, column2) ? editing.refused : null;
    if (refused) revert();
    stopEditing();
    quiet();
    if (refused) complain(row2, column2, refused);
    return !refused;
  }
  function cancel(row2, column2) {
    const wasOther = revert();
    stopEditing();
    quiet();
    if (wasOther) say(`${label}[${row2}, ${column2}] is ${fieldText(at(row2, column2))} again`);
    inputAt(row2, column2).select();
  }
  function keydown(event, row2, column2) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target: input } = event;
    const stop = () => event.preventDefault();
    if ((ctrlKey || metaKey) && !altKey && "zZyY".includes(key)) {
      stop();
      if (key.toLowerCase() === "y" || shiftKey) undo(undone, past, "Done again");
      else undo();
      inputAt(row2, column2).select();
    } else if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      stop();
      nudge(row2, column2, (key === "ArrowUp" ? 1 : -1) * (shiftKey ? 10 : 1));
    } else if (key === "PageUp" || key === "PageDown") {
      stop();
      nudge(row2, column2, key === "PageUp" ? 10 : -10);
    } else if (isEditing(row2, column2) && editing.isTyped && key.startsWith("Arrow")) {
      if (leave(row2, column2)) return;
      stop();
      input.select();
    } else if (isEditing(row2, column2)) {
      if (key === "ArrowUp" || key === "ArrowDown") {
        stop();
        nudge(row2, column2, key === "ArrowUp" ? 1 : -1);
      } else if (key === "Escape") {
        stop();
        cancel(row2, column2);
      } else if (key === "Enter") {
        stop();
        if (leave(row2, column2) && row2 + 1 < value.rows) grid.focus(row2 + 1, column2);
        else input.select();
      }
    } else if (key === "Enter" || key === "F2") {
      stop();
      begin(input, row2, column2);
    } else if (key === "Delete") {
      stop();
      change(row2, column2, Math.min(Math.max(0, low), high));
    }
  }
  function press(event, row2, column2) {
    isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => isPressed = false, TAP);
    };
    for (const name2 of ["pointerup", "pointercancel"]) window.addEventListener(name2, end, over);
    grab(event, row2, column2);
  }
  const isOpen = (row2, column2) => isEditing(row2, column2) && !editing.isTyped;
  function clicked(input, row2, column2) {
    isPressed = false;
    if (isOpen(row2, column2)) return;
    leave(row2, column2);
    input.select();
  }
  function keepSelected(event, row2, column2) {
    if (!isOpen(row2, column2) && event.target.matches(":focus")) event.preventDefault();
  }
  function wheel(event, row2, column2) {
    if (!event.target.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    wheeled += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(wheeled) < NOTCH) return;
    nudge(row2, column2, wheeled < 0 ? 1 : -1);
    wheeled = 0;
  }
  function grab(event, row2, column2) {
    if (event.button !== 0 || isEditing(row2, column2)) return;
    const { clientX, pointerId, target: input } = event;
    const start = at(row2, column2);
    const before = value;
    let dragging = false;
    const move = (moved) => {
      const way = moved.clientX - clientX;
      if (!dragging && Math.abs(way) < SLACK) return;
      if (!dragging) {
        dragging = true;
        input.setPointerCapture(pointerId);
        remember("");
        input.classList.add("is-dragged");
      }
      moved.preventDefault();
      const steps2 = Math.round(way / PIXELS_A_STEP) * (moved.shiftKey ? 10 : 1);
      put(row2, column2, Math.min(Math.max(stepped(start, step, steps2), low), high));
    };
    const end = (ended2) => {
      input.removeEventListener("pointermove", move);
      input.removeEventListener("pointerup", end);
      input.removeEventListener("pointercancel", end);
      input.classList.remove("is-dragged");
      if (!dragging) return;
      if (ended2.type === "pointercancel") become(before);
      if (same(before, value)) past.pop();
      show();
      input.select();
    };
    input.addEventListener("pointermove", move);
    input.addEventListener("pointerup", end);
    input.addEventListener("pointercancel", end);
  }
  function paste(event, row2, column2) {
    const text = event.clipboardData.getData("text/plain");
    if (isEditing(row2, column2) && !Number.isNaN(parseNumber(text))) return;
    event.preventDefault();
    const { problem } = readField(text);
    if (problem && !Number.isNaN(parseNumber(text))) return complain(row2, column2, problem);
    let rows;
    try {
      rows = parseBlock(text);
    } catch (error) {
      return complain(row2, column2, lowered(error.message));
    }
    const [tall, wide] = [rows.length, rows[0].length];
    const room = [value.rows - row2, value.columns - column2];
    if (tall > room[0] || wide > room[1]) {
      const why = `${tall} × ${wide} numbers were pasted, and from here on there is room for ${room[0]} × ${room[1]}`;
      return complain(row2, column2, why);
    }
    const refused = rows.flat().map(refusal).find((why) => why);
    if (refused) return complain(row2, column2, refused);
    const next = matrix(value.rows, value.columns, value.data.slice());
    for (const [i, line] of rows.entries()) next.data.set(line, (row2 + i) * value.columns + column2);
    replace(next, `${count(tall * wide, "number")} pasted into ${label}`);
    inputAt(row2, column2).select();
  }
  const lowered = (sentence) => sentence[0].toLowerCase() + sentence.slice(1).replace(/\.$/, "");
  const clipped = (m) => map(m, (x) => Math.min(Math.max(x, low), high));
  const randomEntry = () => {
    const [from, to] = [Math.max(low, -1), Math.min(high, 1)];
    return Number((from + (to - from) * Math.random()).toFixed(1));
  };
  const tools_ = {
    Undo: button("Undo", () => undo()),
    Reset: button("Reset", () => replace(initial, `${label} is as it was at the start`)),
    Identity: button(
      "Identity",
      () => replace(clipped(identity(value.rows, value.columns)), `${label} is the identity`)
    ),
    Random: button("Random", () => replace(clipped(map(value, randomEntry)), `${label} is random`)),
    Transpose: button("Transpose", () => replace(transpose(value), `${label} is transposed`)),
    "Copy as code": button(
      "Copy",
      () => copyText(asCode(codeName(name), toRows(value)), element, say)
    )
  };
  for (const [tool, element2] of Object.entries(tools_))
    element2.setAttribute("aria-label", `${tool}: ${label}`);
  const works_ = () => ({
    Undo: past.length > 0,
    Reset: initial !== null && !same(initial, value)
  });
  const bar = node("div", { class: "cw-tools", role: "group", "aria-label": `Tools for ${label}` });
  if (tools) bar.append(...Object.values(tools_));
  const chooseStop = roving(bar, Object.values(tools_));
  const element = node("div", { class: "cw-editor" }, grid.element, bar, message);
  return {
    element,
    grid,
    focus: grid.focus,
    mark: grid.mark,
    get value() {
      return value;
    },
    // A value from outside: Python's, or a preset's. `first`: where Reset goes back to.
    set(next, rows = null, columns = null, { first = false } = {}) {
      if (first) {
        initial = next;
        past = [];
        undone = [];
      } else if (!same(next, value)) {
        past.push(value);
        undone = [];
        stopEditing();
        quiet();
      }
      value = next;
      grid.set(value, rows, columns);
      show();
    }
  };
}
var codeName = (name) => /^[A-Za-z_]\w*$/.test(name) ? name : "value";

// course/widgets/js/lib/explain.js
var MOST_TERMS = 8;
var row = (m, i) => Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns));
var column = (m, j) => Array.from({ length: m.rows }, (_, i) => m.data[i * m.columns + j]);
var entry = (m, i, j) => m.data[i * m.columns + j];
function dotInNumbers(a, b) {
  const total = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const terms = a.slice(0, MOST_TERMS).map((x, k) => `${plain(x)}·${signed(b[k])}`);
  if (a.length > MOST_TERMS) terms.push(`… (${a.length} terms)`);
  return `${terms.join(" + ")} = ${precise(total)}`;
}
var plain = (x) => number(x, decimals([x]));
var signed = (x) => x < 0 ? `(${plain(x)})` : plain(x);
function projection(name, W_name, X, W, i, j, of) {
  const numbers = dotInNumbers(row(X, i), column(W, j));
  return `${name}[${of}, ${j}] = row ${of} of X · column ${j} of ${W_name} = ${numbers}`;
}
function score(Q, K, i, j, q, k) {
  return `score[${q}, ${k}] = q(${q}) · k(${k}) = ${dotInNumbers(row(Q, i), row(K, j))}`;
}
function scaledScore(scores, scaled, d_k, i, j, q, k) {
  return `scaled[${q}, ${k}] = ${precise(entry(scores, i, j))} / √${d_k} = ${precise(entry(scaled, i, j))}`;
}
function share(scaled, weights, mask, i, j, q, k, overQueries) {
  const isOpen = (a, b) => mask === null || entry(mask, a, b) !== 0;
  if (!isOpen(i, j)) return `weight[${q}, ${k}] = 0: the mask does not let ${q} attend to ${k}.`;
  const line = overQueries ? column(scaled, j) : row(scaled, i);
  const open = line.map((_, at) => overQueries ? isOpen(at, j) : isOpen(i, at));
  const allowed = line.filter((_, at) => open[at]);
  const most = Math.max(...allowed);
  const own = entry(scaled, i, j);
  const exps = allowed.map((x) => Math.exp(x - most));
  const written = exps.slice(0, MOST_TERMS).map((x) => precise(x));
  if (exps.length > MOST_TERMS) written.push("…");
  return `weight[${q}, ${k}] = exp(${precise(own)} − ${most < 0 ? `(${precise(most)})` : precise(most)}) / (${written.join(" + ")}) = ${precise(entry(weights, i, j))}, that is ${(100 * entry(weights, i, j)).toFixed(1)} % of ` + (overQueries ? `the column of ${k}` : `the row of ${q}`);
}
function mixture(weights, output, i, q, keyLabels) {
  const parts = row(weights, i).map((w, j) => [w, j]).filter(([w]) => w >= 5e-3).sort((a, b) => b[0] - a[0]);
  if (!parts.length) return `output[${q}] = 0: ${q} attends to nothing.`;
  const shown = parts.slice(0, MOST_TERMS).map(([w, j]) => `${w.toFixed(2)}·v(${keyLabels[j]})`);
  const rest = parts.length > MOST_TERMS || parts.length < weights.columns ? " + …" : "";
  const numbers = row(output, i);
  const written = numbers.slice(0, MOST_TERMS).map((x) => number(x, decimals(numbers)));
  if (numbers.length > MOST_TERMS) written.push("…");
  return `output[${q}] = ${shown.join(" + ")}${rest} = [${written.join(", ")}]`;
}
function consequence(name, before, after, rowLabels, columnLabels) {
  if (before.rows !== after.rows || before.columns !== after.columns) return "";
  let [most, at] = [0, -1];
  after.data.forEach((x, k) => {
    const away = Math.abs(x - before.data[k]);
    if (away > most) [most, at] = [away, k];
  });
  if (at < 0) return "";
  const i = Math.floor(at / after.columns);
  const numbers = row(after, i);
  const places = decimals(numbers);
  const subject = `${rowLabels[i]} of ${name}`;
  if (numbers.length <= MOST_TERMS)
    return `Row ${subject} is now ${numbers.map((x) => number(x, places)).join(", ")}.`;
  const largest = numbers.indexOf(Math.max(...numbers));
  return `The largest in row ${subject} is now ${number(numbers[largest], places)}, in column ${columnLabels[largest]}.`;
}

// course/widgets/js/lib/learner.js
var PATIENCE = 1e3;
function createLearner(model, { onresult, onwait, onlost }) {
  let waiting = null;
  let next = null;
  let clock = null;
  function send(inputs, own, edited) {
    waiting = { own, since: Date.now(), id: Math.random() };
    const given = Object.entries(inputs).filter(([, value]) => value);
    const names = given.map(([name]) => name);
    const sent = [...given, ...Object.entries(edited)].map(([, value]) => encode(value));
    const shapes = sent.map(({ shape }) => shape);
    const buffers = sent.map(({ data }) => data);
    clearInterval(clock);
    try {
      const request = { id: waiting.id, names, edited: Object.keys(edited), shapes };
      model.send(request, void 0, buffers);
      clock = setInterval(() => onwait(Math.round((Date.now() - waiting.since) / 1e3)), PATIENCE);
    } catch {
      waiting = null;
      onlost();
    }
  }
  function received(content, buffers) {
    if (!waiting || content.id !== waiting.id) return;
    const { own } = waiting;
    waiting = null;
    clearInterval(clock);
    const result = { error: content.error };
    content.names.forEach((name, k) => {
      const [rows, columns] = content.shapes[k];
      const bytes = buffers[k];
      const { buffer, byteOffset, byteLength } = bytes;
      const data = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
      result[name] = matrix(rows, columns, data);
    });
    onresult(result, own);
    if (next) {
      const latest = next;
      next = null;
      send(...latest);
    }
  }
  model.on("msg:custom", received);
  return {
    run(inputs, own, edited = {}) {
      if (waiting && Date.now() - waiting.since < 60 * PATIENCE) next = [inputs, own, {}];
      else send(inputs, own, edited);
    },
    stop() {
      clearInterval(clock);
      model.off("msg:custom", received);
    }
  };
}

// course/widgets/js/lib/presets.js
var SHARP = 4;
function builtIn(n) {
  const X = identity(n, n);
  const sharp = map(X, (x) => SHARP * x);
  const base = { X, W_K: X, W_V: X };
  const previous = matrix(n, n);
  for (let i = 0; i < n; i++) previous.data[i * n + Math.max(i - 1, 0)] = SHARP * SHARP;
  return {
    "attend to self": { ...base, W_Q: sharp, W_K: sharp },
    "attend to previous": { ...base, W_Q: previous },
    uniform: { ...base, W_Q: matrix(n, n) }
  };
}
function rowsFor(words, before, X) {
  const next = matrix(words.length, X.columns);
  const at = (i) => X.data.subarray(i * X.columns, (i + 1) * X.columns);
  words.forEach((word, i) => {
    const known = before[i] === word ? i : before.indexOf(word);
    const from = known >= 0 ? known : i < X.rows ? i : -1;
    const target = next.data.subarray(i * X.columns, (i + 1) * X.columns);
    if (from >= 0) target.set(at(from));
    else target.set(target.map(() => Number((2 * Math.random() - 1).toFixed(1))));
  });
  return next;
}

// course/widgets/js/attention_explorer.js
var MATRICES = ["X", "X_memory", "W_Q", "W_K", "W_V", "mask"];
var CLOSE = 1e-6;
var MASKS = {
  attention: ["none", "causal"],
  mask: ["none", "causal", "padding", "by hand"],
  cross: ["none", "padding", "by hand"]
};
var inOneLine = (words) => words.join(words.some((word) => /\s/.test(word)) ? ", " : " ");
var wordsIn = (text) => text.split(text.includes(",") ? "," : /\s+/).map((word) => word.trim()).filter((word) => word);
var POINTING_HELP = "In Q, K, V and what follows, Enter says what the cell is made of.";
var ended = (sentence) => /[.:!?]$/.test(sentence) ? sentence : `${sentence}.`;
var colourFor = (name) => `var(--course-${name})`;
function render({ model, el }) {
  const mode = model.get("mode");
  const upToScores = mode === "scores";
  const isCross = mode === "cross";
  const status = statusLine();
  const heard = statusLine({ class: "cw-heard" });
  const words = node("div", { class: "cw-explanation" });
  const helpId = newId("help");
  const state = {};
  let shown = {};
  let pointed = null;
  const editors = {};
  const addEditor = (name, formula = null) => {
    editors[name] = createEditor({
      name: isCross && name === "X" ? "X_query" : name,
      formula,
      colour: name.startsWith("W_") ? colourFor(name.slice(2)) : null,
      step: model.get("step"),
      helpId,
      onchange: (value) => changed({ [name]: value }),
      onpoint: (row2, column2, by) => point(name, row2, column2, by),
      say: announce
    });
    return editors[name].element;
  };
  const grids = {};
  const addGrid = (name, formula, options = {}) => {
    grids[name] = createGrid({
      name,
      label: name,
      formula,
      colour: colourFor(name),
      helpId,
      onpoint: (row2, column2, by) => point(name, row2, column2, by),
      onkey: sayAll,
      ...options
    });
    return grids[name].element;
  };
  const line = (...elements) => node("div", { class: "cw-stages" }, ...elements);
  const paint = (row2, column2) => {
    const mask = state.mask ?? map(shown.scores, () => 1);
    const next = matrix(mask.rows, mask.columns, mask.data.slice());
    const at = row2 * mask.columns + column2;
    next.data[at] = next.data[at] ? 0 : 1;
    model.set("mask_kind", "by hand");
    changed({ mask: next });
    announce(mayAttend(row2, column2));
  };
  const canPaint = mode === "mask" || isCross;
  const maskOptions = {
    kind: "mask",
    colour: null,
    onkey(event, row2, column2) {
      if (!canPaint) return sayAll(event);
      if (event.key !== " " && event.key !== "Enter") return false;
      event.preventDefault();
      paint(row2, column2);
      return true;
    }
  };
  const memoryFormula = isCross ? "X_memory" : "X";
  const queryFormula = isCross ? "X_query" : "X";
  const inputs = line(
    addEditor("X"),
    isCross && addEditor("X_memory"),
    addEditor("W_Q"),
    addEditor("W_K"),
    addEditor("W_V")
  );
  const lines = [
    // With a mask to paint, the inputs are not what it is about.
    mode === "mask" ? node("details", { class: "cw-inputs" }, node("summary", {}, "X, W_Q, W_K, W_V"), inputs) : inputs,
    line(
      addGrid("Q", `${queryFormula} W_Q`),
      addGrid("K", `${memoryFormula} W_K`),
      addGrid("V", `${memoryFormula} W_V`)
    )
  ];
  const maskHelp = node(
    "p",
    { class: "cw-help" },
    "✓: may attend. Click a cell, or press the space bar on it, to change it."
  );
  if (upToScores) lines.push(line(addGrid("scores", "Q Kᵀ")), words);
  else {
    lines.push(
      line(
        addGrid("scores", "Q Kᵀ"),
        addGrid("scaled", "scores / √d_k", { colour: colourFor("scores") }),
        addGrid("mask", null, maskOptions),
        addGrid("weights", "softmax(scaled)", { kind: "weights" })
      ),
      words,
      line(addGrid("output", "weights V"))
    );
    if (canPaint) {
      grids.mask.element.append(maskHelp);
      grids.mask.table.addEventListener("click", (event) => {
        const td = event.target.closest("td.cw-cell");
        if (td) paint(grids.mask.current.row, grids.mask.current.column);
      });
    }
  }
  const isDriven = model.get("driven_by") !== "";
  const yours = {};
  const verdict = node("p", { class: "cw-verdict", role: "status" });
  const judge = (sentence) => {
    if (verdict.textContent !== sentence) verdict.textContent = sentence;
  };
  if (isDriven) {
    const own = (name, kind) => {
      yours[name] = createGrid({
        name: `your ${name}`,
        label: `your ${name}`,
        kind,
        colour: colourFor(name)
      });
      return yours[name].element;
    };
    const made2 = upToScores ? [own("scores", "signed")] : [own("weights", "weights"), own("output", "signed")];
    lines.push(
      node(
        "section",
        { class: "cw-yours", "aria-label": `What your ${model.get("driven_by")} returns` },
        node("p", { class: "cw-name" }, `What your ${model.get("driven_by")} returns`),
        verdict,
        line(...made2)
      )
    );
  }
  const learner = isDriven && createLearner(model, {
    onresult: showResult,
    onwait(seconds) {
      judge(
        `No answer for ${count(seconds, "second")}: your function is still running, or the kernel was stopped or restarted. The stages above go on without it.`
      );
    },
    onlost() {
      judge(
        "Your function cannot be asked: the kernel was stopped or restarted. Run the cells above and this one again. The stages above go on without it."
      );
    }
  });
  function askLearner(edited = {}) {
    if (!learner) return;
    const inputs2 = { ...state, ...shown, mask: state.mask };
    const sent = model.get("asks").map((name) => [name, inputs2[name]]);
    if (!upToScores) sent.push(["mask", state.mask]);
    learner.run(Object.fromEntries(sent), run({ isScaled: true, overQueries: false }), edited);
  }
  function showResult(result, own) {
    const { error } = result;
    const names2 = Object.keys(yours);
    for (const name of names2) yours[name].element.hidden = !result[name];
    for (const name of names2)
      if (result[name]) yours[name].set(result[name], queries(), name === "output" ? null : keys());
    if (error) return judge(error);
    const differences = names2.map((name) => difference(name, result[name], own[name]));
    for (const [at, name] of names2.entries()) showDifferences(yours[name], differences[at].cells);
    const found = differences.filter(({ cells }) => cells.length);
    judge(
      found.length ? found.map(({ sentence }) => sentence).join(" ") : `Equal to the page's ${names2.join(" and ")}, to ${CLOSE} of the largest entry.`
    );
  }
  function difference(name, yours2, own) {
    const least = CLOSE * Math.max(1e-300, ...own.data.map(Math.abs));
    const cells = [];
    let most = 0;
    let place = 0;
    own.data.forEach((x, k) => {
      const away = Math.abs(yours2.data[k] - x);
      if (away <= least) return;
      cells.push([Math.floor(k / own.columns), k % own.columns]);
      if (!(away <= most)) [most, place] = [away, k];
    });
    const [i, j] = [Math.floor(place / own.columns), place % own.columns];
    const where = `row ${queries()[i]}, column ${name === "output" ? j : keys()[j]}`;
    const sentence = `Your ${name} differ${name === "output" ? "s" : ""} from the page's in ${cells.length} of ${own.data.length} entries, most in ${where}: by ${precise(most)}.`;
    return { cells, sentence };
  }
  function showDifferences(grid, cells) {
    for (const old of grid.table.querySelectorAll(".is-different"))
      old.classList.remove("is-different");
    for (const [i, j] of cells) grid.cell(i, j)?.td.classList.add("is-different");
  }
  const queries = () => model.get("tokens");
  const keys = () => isCross ? model.get("memory_tokens") : model.get("tokens");
  function readState() {
    for (const name of MATRICES) state[name] = decode(model.get(name));
  }
  function changed(changes) {
    Object.assign(state, changes);
    for (const [name, value] of Object.entries(changes)) model.set(name, value && encode(value));
    compute();
    askLearner(Object.fromEntries(Object.entries(changes).filter(([, value]) => value)));
    model.save_changes();
  }
  function maskOf(kind) {
    const { rows, columns } = { rows: state.X.rows, columns: (state.X_memory ?? state.X).rows };
    if (kind === "none") return null;
    if (kind === "causal") return causalMask(rows, columns);
    if (kind === "padding") return paddingMask(rows, columns, Math.max(1, columns - 2));
    return state.mask ?? paddingMask(rows, columns, columns);
  }
  const SETTINGS = ["tokens", "memory_tokens", "scaled", "axis", "mask_kind"];
  const settings = () => JSON.stringify(SETTINGS.map((name) => model.get(name)));
  let seen = null;
  const switches = () => ({
    isScaled: model.get("scaled"),
    overQueries: model.get("axis") === "queries"
  });
  function run(how = switches()) {
    return stages({ ...state, X_query: state.X, X_memory: state.X_memory ?? state.X }, how);
  }
  function compute() {
    shown = run();
    for (const [name, grid] of Object.entries(grids))
      if (name !== "mask" || state.mask) grid.update(name === "mask" ? state.mask : shown[name]);
    if (pointed && grids.weights) grids.V.mark(related(pointed).V ?? {});
    explain();
    seen = settings();
  }
  function refresh({ first = false } = {}) {
    shown = run();
    const columns = { X: null, X_memory: null };
    for (const [name, editor] of Object.entries(editors)) {
      const rows = { X: queries(), X_memory: keys() }[name] ?? null;
      editor.set(state[name], rows, columns[name] ?? null, { first });
    }
    const over = { Q: null, V: null, K: null, output: null };
    for (const [name, grid] of Object.entries(grids)) {
      if (name === "mask") {
        grid.element.hidden = !state.mask && !canPaint;
        if (!grid.element.hidden)
          grid.set(state.mask ?? map(shown.scores, () => 1), queries(), keys());
        continue;
      }
      const rows = name === "K" || name === "V" ? keys() : queries();
      grid.set(shown[name], rows, name in over ? null : keys());
    }
    showControls();
    if (pointed && !exists(pointed)) pointed = null;
    mark();
    explain();
    askLearner();
    seen = settings();
  }
  const stageOf = (name) => state[name] ?? shown[name];
  const exists = ({ stage, row: row2, column: column2 }) => stageOf(stage) && row2 < stageOf(stage).rows && column2 < stageOf(stage).columns;
  function point(stage, row2, column2, by) {
    if (by === "focus") heard.say(() => inShort(stage, row2, column2), 400);
    if (pointed && pointed.stage === stage && pointed.row === row2 && pointed.column === column2)
      return;
    pointed = { stage, row: row2, column: column2 };
    mark();
    explain();
  }
  function inShort(stage, row2, column2) {
    const rowLabel = (stage.startsWith("X_") || "KV".includes(stage) ? keys() : queries())[row2];
    if (stage.startsWith("X")) return `Row ${rowLabel} of ${stage}.`;
    if (stage.startsWith("W_")) return "";
    if (stage === "mask") return mayAttend(row2, column2);
    const { data, columns } = shown[stage];
    const columnLabel = SQUARE.includes(stage) ? keys()[column2] : column2;
    return `${stage}[${rowLabel}, ${columnLabel}] is ${precise(data[row2 * columns + column2])}.`;
  }
  function mayAttend(row2, column2) {
    const isOpen = !state.mask || state.mask.data[row2 * state.mask.columns + column2];
    return `${queries()[row2]} ${isOpen ? "may" : "may not"} attend to ${keys()[column2]}.`;
  }
  function sayAll(event) {
    if (event.key !== "Enter") return false;
    event.preventDefault();
    heard.say("", 0);
    heard.say([...words.children].map(({ textContent }) => ended(textContent)).join(" "), 50);
    return true;
  }
  let lastHeard = null;
  function announce(sentence) {
    status.say(() => [sentence && ended(sentence), effect()].filter(Boolean).join(" "));
  }
  function effect() {
    const [before, after] = [lastHeard, shown];
    lastHeard = shown;
    if (!before || before === after) return "";
    const named = upToScores ? ["scores"] : ["weights", "output"];
    for (const name of named) {
      const columns = name === "output" ? labelsOr(null, after.output.columns) : keys();
      const sentence = consequence(name, before[name], after[name], queries(), columns);
      if (sentence) return sentence;
    }
    return upToScores ? "No score has changed." : "The weights and the output stay as they are.";
  }
  const MEMORY = isCross ? "X_memory" : "X";
  const SQUARE = ["scores", "scaled", "mask", "weights"];
  const shares = (i) => shown.weights?.data.subarray(i * shown.weights.columns, (i + 1) * shown.weights.columns);
  function related({ stage, row: row2, column: column2 }) {
    const self = { [stage]: { row: row2, column: column2, cell: [row2, column2] } };
    const one = (name) => ({ ...self, [name]: { ...self[name] } });
    if (SQUARE.includes(stage)) {
      const V = { row: column2, shares: shares(row2) };
      const marks = { Q: { row: row2 }, K: { row: column2 }, V, output: { row: row2 } };
      for (const name of SQUARE) marks[name] = { row: row2, column: column2, cell: [row2, column2] };
      if (isCross) return { ...marks, X: { row: row2 }, X_memory: { row: column2 } };
      return { ...marks, X: { row: row2, second: column2 } };
    }
    if (stage === "Q") return { ...self, X: { row: row2 }, W_Q: { column: column2 } };
    if (stage === "K") return { ...self, [MEMORY]: { row: row2 }, W_K: { column: column2 } };
    if (stage === "V") return { ...self, [MEMORY]: { row: row2 }, W_V: { column: column2 } };
    if (stage === "output")
      return { ...self, weights: { row: row2 }, V: { column: column2, shares: shares(row2) } };
    if (stage === "X")
      return { ...one("X"), Q: { row: row2 }, ...isCross ? {} : { K: { row: row2 }, V: { row: row2 } } };
    if (stage === "X_memory") return { ...one("X_memory"), K: { row: row2 }, V: { row: row2 } };
    return { ...self, [stage.slice(2)]: { column: column2 } };
  }
  function mark() {
    const marks = pointed ? related(pointed) : {};
    for (const [name, part] of Object.entries({ ...editors, ...grids }))
      part.mark(marks[name] ?? {});
  }
  function explain() {
    const sentences = pointed ? explanation(pointed) : ["Point at a cell, or go to one with the keys: what it is made of is written here."];
    if (words.textContent !== sentences.join(""))
      words.replaceChildren(...sentences.map((sentence) => node("p", {}, sentence)));
  }
  function explanation({ stage, row: row2, column: column2 }) {
    const { Q, K, scores, scaled, weights, output } = shown;
    const [q, k] = [queries()[row2], keys()[column2]];
    if (SQUARE.includes(stage)) {
      const sentences = [score(Q, K, row2, column2, q, k)];
      if (upToScores) return sentences;
      if (model.get("scaled"))
        sentences.push(scaledScore(scores, scaled, Q.columns, row2, column2, q, k));
      else sentences.push("The scores are not scaled.");
      const overQueries = model.get("axis") === "queries";
      return [...sentences, share(scaled, weights, state.mask, row2, column2, q, k, overQueries)];
    }
    const label = stage === "K" || stage === "V" || stage === "X_memory" ? keys()[row2] : q;
    if (stage === "output") return [mixture(weights, output, row2, q, keys())];
    if ("QKV".includes(stage)) {
      const X = stage === "Q" ? state.X : state.X_memory ?? state.X;
      return [projection(stage, `W_${stage}`, X, state[`W_${stage}`], row2, column2, label)];
    }
    if (stage.startsWith("X"))
      return [
        `Row ${label} of ${stage} is the vector of the token ${label}; every row of Q, K and V is made of one such row.`
      ];
    const made2 = stage.slice(2);
    return [
      `Column ${column2} of ${stage} makes column ${column2} of ${made2}, for every token alike.`
    ];
  }
  const presets = model.get("presets");
  const presetPicker = node(
    "select",
    {
      class: "cw-select",
      "aria-label": "Start from",
      onchange: () => loadPreset(presetPicker.value)
    },
    node("option", { value: "" }, "choose …"),
    ...presets.map(({ name }) => node("option", { value: name }, name)),
    ...mode === "scores" || isCross ? [] : Object.keys(builtIn(2)).map((name) => node("option", { value: name }, name))
  );
  function loadPreset(name) {
    if (!name) return;
    const listed2 = presets.find((preset) => preset.name === name);
    const next = listed2 ? Object.fromEntries(
      Object.entries(listed2.matrices).map(([key, rows]) => [key, rows && fromRows(rows)])
    ) : { ...builtIn(state.X.rows)[name], mask: null };
    for (const key of MATRICES) if (key in next) state[key] = next[key];
    for (const key of MATRICES) model.set(key, state[key] && encode(state[key]));
    model.set("mask_kind", next.mask ? listed2.causal ? "causal" : "by hand" : "none");
    if (listed2) {
      model.set("tokens", listed2.tokens);
      model.set("memory_tokens", listed2.memory_tokens);
      model.set("scaled", listed2.scaled);
    } else model.set("scaled", true);
    model.save_changes();
    refresh();
    announce(`Loaded: ${name}`);
  }
  function wordsField(label, name, matrixName) {
    const field = node("input", { type: "text", class: "cw-words", "aria-label": label });
    const take = () => {
      const next = wordsIn(field.value);
      const before = model.get(name);
      if (!next.length || next.length > 64) {
        status.say(`${label}: from 1 to 64 words. The words stay as they were.`, 0);
        field.value = inOneLine(before);
        return;
      }
      if (inOneLine(next) === inOneLine(before)) return;
      const X = rowsFor(next, before, state[matrixName]);
      const isOther = X.rows !== before.length;
      state[matrixName] = X;
      model.set(name, next);
      model.set(matrixName, encode(X));
      if (isOther && state.mask) {
        const kind = model.get("mask_kind");
        state.mask = null;
        state.mask = maskOf(kind);
        model.set("mask", encode(state.mask));
      }
      model.save_changes();
      refresh();
      status.say(`${count(next.length, "token")}`);
    };
    field.addEventListener("change", take);
    return {
      element: node(
        "label",
        { class: "cw-field" },
        node("span", { class: "cw-label" }, label),
        field
      ),
      set: () => {
        if (document.activeElement !== field) field.value = inOneLine(model.get(name));
      }
    };
  }
  const toggle = (name, value) => {
    model.set(name, value);
    model.save_changes();
    compute();
    askLearner();
    showControls();
    announce("");
  };
  const controls = {
    tokens: wordsField(isCross ? "Query tokens" : "Tokens", "tokens", "X"),
    memory_tokens: isCross && wordsField("Memory tokens", "memory_tokens", "X_memory"),
    scaled: !upToScores && tick("divide by √d_k", (on) => toggle("scaled", on)),
    mask: MASKS[mode] && choice(
      "Mask",
      MASKS[mode].map((kind) => [kind, kind]),
      (kind) => {
        state.mask = maskOf(kind);
        model.set("mask_kind", kind);
        model.set("mask", state.mask && encode(state.mask));
        model.save_changes();
        refresh();
        announce(`Mask: ${kind}`);
      }
    ),
    axis: !upToScores && choice(
      "Softmax over",
      [
        ["keys", "the keys"],
        ["queries", "the queries"]
      ],
      (axis) => toggle("axis", axis)
    )
  };
  function showControls() {
    controls.tokens.set();
    if (controls.memory_tokens) controls.memory_tokens.set();
    if (controls.scaled) controls.scaled.set(model.get("scaled"));
    if (controls.mask) controls.mask.set(state.mask ? model.get("mask_kind") : "none");
    if (controls.axis) controls.axis.set(model.get("axis"));
  }
  const copyAll = button("Copy all as code", () => {
    const names2 = { X: isCross ? "X_query" : "X", X_memory: "X_memory" };
    const blocks = Object.keys(editors).map(
      (name) => asCode(names2[name] ?? name, toRows(state[name]))
    );
    if (state.mask) blocks.push(`${asCode("mask", toRows(state.mask))}.astype(bool)`);
    copyText(blocks.join("\n"), el, (sentence) => status.say(sentence, 0));
  });
  root(
    el,
    "Attention explorer",
    node(
      "div",
      { class: "cw-bar" },
      presetPicker.options.length > 1 && node(
        "label",
        { class: "cw-field" },
        node("span", { class: "cw-label" }, "Start from"),
        presetPicker
      ),
      ...Object.values(controls).filter(Boolean).map(({ element }) => element),
      copyAll
    ),
    fold("How to edit with keys and mouse", `${EDITING_HELP} ${POINTING_HELP}`, helpId),
    ...lines,
    status.element,
    heard.element
  );
  readState();
  refresh({ first: true });
  lastHeard = shown;
  let isScheduled = false;
  const news = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      const isNew = MATRICES.some((name) => !isSame(decode(model.get(name)), state[name]));
      if (!isNew && settings() === seen) return;
      readState();
      refresh();
    });
  };
  const isSame = (a, b) => a === b || a !== null && b !== null && same(a, b);
  const names = [...MATRICES, ...SETTINGS];
  for (const name of names) model.on(`change:${name}`, news);
  return () => {
    for (const name of names) model.off(`change:${name}`, news);
    if (learner) learner.stop();
  };
}
var attention_explorer_default = { render };
export {
  attention_explorer_default as default
};
