// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/matrix.js
function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
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
function stages({ X_query, X_memory, W_Q, W_K, W_V, mask = null }, { isScaled = true, overQueries = false } = {}) {
  const Q = multiply(X_query, W_Q);
  const K = multiply(X_memory, W_K);
  const V = multiply(X_memory, W_V);
  const scores = multiply(Q, transpose(K));
  const root2 = Math.sqrt(W_Q.columns);
  const scaled = isScaled ? map(scores, (score) => score / root2) : scores;
  const weights = (overQueries ? softmaxOverQueries : softmax)(scaled, mask);
  return { Q, K, V, scores, scaled, weights, output: multiply(weights, V) };
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
function fold(title, text, id = null) {
  return node("details", { class: "cw-help" }, node("summary", {}, title), node("p", { id }, text));
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
    const end = (ended) => {
      input.removeEventListener("pointermove", move);
      input.removeEventListener("pointerup", end);
      input.removeEventListener("pointercancel", end);
      input.classList.remove("is-dragged");
      if (!dragging) return;
      if (ended.type === "pointercancel") become(before);
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

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/training_explorer.js
var RUN = 100;
var LONGEST_TRAINING = 5e3;
var REPLAY = 6e3;
var STILLS = 8;
var STILL = 1e3;
var [ROOM, ACROSS, HEIGHT] = [48, 380, 130];
var MOST_LINES = 12;
function outcome({ X, W_V, wanted }, { W_Q, W_K }) {
  const shown = stages({ X_query: X, X_memory: X, W_Q, W_K, W_V });
  const squares = shown.output.data.map((x, k) => (x - wanted.data[k]) ** 2);
  return { shown, loss: squares.reduce((sum, x) => sum + x, 0) / squares.length };
}
function stacked(m, rows) {
  const size = rows * m.columns;
  return Array.from(
    { length: m.rows / rows },
    (_, k) => matrix(rows, m.columns, m.data.slice(k * size, (k + 1) * size))
  );
}
var lossInWords = (x) => x >= 1e-3 ? number(x, 3) : precise(Number(x.toPrecision(2)));
function createLossChart() {
  const line = svg("path", { class: "te-line" });
  const mark = svg("path", { class: "te-mark" });
  const edits = svg("path", { class: "te-edit" });
  const dot = svg("circle", { class: "te-dot", r: 5 });
  const text = (at) => svg("text", at);
  const top = text({ x: ROOM - 6, y: 12, "text-anchor": "end" });
  const zero = text({ x: ROOM - 6, y: HEIGHT + 4, "text-anchor": "end" });
  const first = text({ x: ROOM, y: HEIGHT + 20, "text-anchor": "middle" });
  const last = text({ x: ROOM + ACROSS, y: HEIGHT + 20, "text-anchor": "end" });
  const name = text({ x: ROOM + ACROSS / 2, y: HEIGHT + 20, "text-anchor": "middle" });
  [zero.textContent, first.textContent, name.textContent] = ["0", "0", "steps"];
  const axis = svg("path", { class: "te-axis", d: `M${ROOM} 4V${HEIGHT}H${ROOM + ACROSS}` });
  const drawing = svg(
    "svg",
    { role: "img", class: "te-chart", viewBox: `0 0 ${ROOM + ACROSS + 8} ${HEIGHT + 26}` },
    axis,
    edits,
    mark,
    line,
    dot,
    top,
    zero,
    first,
    last,
    name
  );
  return {
    element: drawing,
    set(history, at) {
      const most = Math.max(...history.map(({ loss }) => loss), 1e-12);
      const end = Math.max(history.length - 1, 1);
      const x = (step) => ROOM + ACROSS * step / end;
      const y = (loss) => 4 + (HEIGHT - 4) * (1 - loss / most);
      line.setAttribute("d", `M${history.map(({ loss }, k) => `${x(k)} ${y(loss)}`).join("L")}`);
      mark.setAttribute("d", `M${x(at)} 4V${HEIGHT}`);
      const edited = history.flatMap(({ isEdited }, k) => isEdited ? [k] : []);
      edits.setAttribute("d", edited.map((k) => `M${x(k)} 4V${HEIGHT}`).join(""));
      dot.setAttribute("cx", x(at));
      dot.setAttribute("cy", y(history[at].loss));
      top.textContent = lossInWords(most);
      last.textContent = String(end);
      drawing.setAttribute(
        "aria-label",
        `Loss of this sequence over ${count(history.length - 1, "step")}: from ${lossInWords(history[0].loss)} to ${lossInWords(history.at(-1).loss)}; at step ${at} it is ${lossInWords(history[at].loss)}.`
      );
    }
  };
}
var training_explorer_default = {
  render({ model, el }) {
    const given = Object.fromEntries(
      ["X", "W_V", "wanted"].map((name) => [name, decode(model.get(name))])
    );
    const LABELS = ["features", "query_labels", "key_labels"];
    const [features, queries, keys] = LABELS.map((name) => model.get(name));
    const status = statusLine();
    const verdict = node("p", { class: "cw-verdict", role: "status" });
    const words = node("div", { class: "cw-explanation te-explanation" });
    const chart = createLossChart();
    const hasMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const remembered = (W, isEdited = false) => ({ ...W, loss: outcome(given, W).loss, isEdited });
    const inPython = () => ({ W_Q: decode(model.get("W_Q")), W_K: decode(model.get("W_K")) });
    let history = [remembered(inPython())];
    let at = 0;
    let until = null;
    let replay = null;
    let pointed = null;
    const editors = {};
    for (const name of ["W_Q", "W_K"])
      editors[name] = createEditor({
        name,
        colour: `var(--course-${name.slice(2)})`,
        onchange: (value) => edited({ [name]: value }),
        onpoint: (row2, column2) => point({ stage: name, row: row2, column: column2 }),
        say: (sentence) => say(`${sentence.replace(/\.$/, "")}. `)
      });
    const product = createGrid({
      name: "W_Q W_Kᵀ",
      label: "W_Q W_K transposed",
      colour: "var(--course-scores)",
      onpoint: (row2, column2) => point({ stage: "product", row: row2, column: column2 })
    });
    const weights = createGrid({
      name: "weights",
      label: "weights",
      kind: "weights",
      colour: "var(--course-weights)",
      onpoint: (row2, column2) => point({ stage: "weights", row: row2, column: column2 })
    });
    const lossBody = node("tbody");
    const losses = node(
      "details",
      { class: "cw-help", ontoggle: () => showLosses() },
      node("summary", {}, "The losses in numbers"),
      node(
        "table",
        { class: "te-table", "aria-label": "Loss of this sequence at some steps" },
        node(
          "thead",
          {},
          node(
            "tr",
            {},
            node("th", { scope: "col" }, "step"),
            node("th", { scope: "col" }, "loss")
          )
        ),
        lossBody
      )
    );
    const train = button(`Train ${RUN} steps`, () => until === null ? startTraining() : stop());
    const play = button("Play", () => replay === null ? startReplay() : stop());
    const again = button("From the start", () => {
      stop();
      history = history.slice(0, 1);
      show(0);
      tell();
      say();
    });
    const steps2 = slider("Step", { min: 0, max: 1, step: 1 }, (step) => {
      stop();
      show(Math.min(step, history.length - 1));
      tell();
      say();
    });
    const range = steps2.element.querySelector("input");
    root(
      el,
      "Training, step by step",
      node("div", { class: "cw-bar" }, train, play, again, steps2.element),
      verdict,
      status.element,
      node(
        "div",
        { class: "cw-stages te-result" },
        weights.element,
        node(
          "div",
          { class: "te-loss" },
          node(
            "p",
            { class: "cw-heading" },
            node("span", { class: "cw-name" }, "loss of this sequence")
          ),
          chart.element,
          losses
        )
      ),
      words,
      node(
        "div",
        { class: "cw-stages te-W" },
        editors.W_Q.element,
        editors.W_K.element,
        product.element
      ),
      fold("How to edit with keys and mouse", EDITING_HELP)
    );
    const learner = createLearner(model, {
      onresult(result, own) {
        if (own !== training || until === null) return;
        if (result.error) {
          stop();
          verdict.textContent = `Training stopped at step ${history.length - 1}. ${result.error}`;
          return;
        }
        const [queriesW, keysW] = ["W_Q", "W_K"].map(
          (name) => stacked(result[name], given.X.columns)
        );
        for (const [k, W_Q] of queriesW.entries()) history.push(remembered({ W_Q, W_K: keysW[k] }));
        verdict.textContent = "";
        if (history.length - 1 < until) {
          if (hasMotion()) show(history.length - 1);
          ask();
          return;
        }
        stop();
        show(history.length - 1);
        tell();
        say();
      },
      onwait(seconds) {
        verdict.textContent = `No answer for ${count(seconds, "second")}: your step is still running, or the kernel was stopped or restarted.`;
      },
      onlost() {
        stop();
        verdict.textContent = "Your step cannot be asked: the kernel was stopped or restarted. Run the cells above and this one again.";
      }
    });
    let training = 0;
    function startTraining() {
      stop();
      verdict.textContent = "";
      if (history.length + RUN > LONGEST_TRAINING) {
        verdict.textContent = `${count(history.length - 1, "step")} are kept, and no more fit. Go back with “From the start”.`;
        return;
      }
      training += 1;
      until = history.length - 1 + RUN;
      showButtons();
      show(history.length - 1);
      ask();
    }
    function ask() {
      const { W_Q, W_K } = history.at(-1);
      learner.run({ W_Q, W_K }, training);
    }
    function startReplay() {
      stop();
      const last = history.length - 1;
      const from = at < last ? at : 0;
      const began = performance.now();
      const isSmooth = hasMotion();
      const next = () => {
        const share2 = isSmooth ? (performance.now() - began) / REPLAY : Math.round((performance.now() - began) / STILL) / STILLS;
        show(Math.min(Math.round(from + share2 * last), last));
        if (at < last) {
          replay = isSmooth ? requestAnimationFrame(next) : setTimeout(next, STILL);
          return;
        }
        stop();
        tell();
        say();
      };
      replay = 0;
      showButtons();
      next();
    }
    function stop() {
      const wasMoving = until !== null || replay !== null;
      until = null;
      cancelAnimationFrame(replay);
      clearTimeout(replay);
      replay = null;
      showButtons();
      if (wasMoving) tell();
    }
    function edited(changes) {
      stop();
      history = history.slice(0, at + 1);
      const { W_Q, W_K } = history[at];
      history[at] = remembered({ W_Q, W_K, ...changes }, true);
      show(at);
      tell();
    }
    function show(step) {
      at = step;
      const { W_Q, W_K } = history[at];
      for (const [name, W] of Object.entries({ W_Q, W_K }))
        if (!same(W, editors[name].value)) editors[name].set(W, features, null, { first: true });
      product.set(multiply(W_Q, transpose(W_K)), features, features);
      weights.set(outcome(given, history[at]).shown.weights, queries, keys);
      chart.set(history, at);
      range.max = Math.max(history.length - 1, 1);
      steps2.set(at);
      range.setAttribute("aria-valuetext", `step ${at} of ${history.length - 1}`);
      showLosses();
      explain();
    }
    function showButtons() {
      train.textContent = until === null ? `Train ${RUN} steps` : "Stop";
      play.textContent = replay === null ? "Play" : "Stop playing";
    }
    function showLosses() {
      if (!losses.open) return;
      const last = history.length - 1;
      const some = Math.min(last + 1, MOST_LINES);
      const places = Array.from(
        { length: some },
        (_, k) => Math.round(k * last / Math.max(some - 1, 1))
      );
      lossBody.replaceChildren(
        ...places.map(
          (k) => node(
            "tr",
            {},
            node("th", { scope: "row" }, String(k)),
            node("td", {}, lossInWords(history[k].loss) + (history[k].isEdited ? ", edited" : ""))
          )
        )
      );
    }
    function say(lead = "") {
      const { shown, loss } = outcome(given, history[at]);
      const best = toRows(shown.weights).map((row2, i) => {
        const j = row2.indexOf(Math.max(...row2));
        return `${queries[i]} looks most at ${keys[j]} (${number(row2[j], 2)})`;
      });
      status.say(`${lead}Step ${at}: loss ${lossInWords(loss)}. ${best.join("; ")}.`);
    }
    function point(place) {
      pointed = place;
      explain();
    }
    function explain() {
      const { W_Q, W_K } = history[at];
      const parts = { weights, product, W_Q: editors.W_Q, W_K: editors.W_K };
      const marks = {};
      let sentence = "Point at a weight or at an entry of W_Q W_Kᵀ: what it is made of is written here.";
      if (pointed) {
        const { stage, row: row2, column: column2 } = pointed;
        marks[stage] = { row: row2, column: column2, cell: [row2, column2] };
        if (stage === "product") {
          Object.assign(marks, { W_Q: { row: row2 }, W_K: { row: column2 } });
          const numbers = dotInNumbers(toRows(W_Q)[row2], toRows(W_K)[column2]);
          sentence = `W_Q W_Kᵀ[${features[row2]}, ${features[column2]}] = row ${features[row2]} of W_Q · row ${features[column2]} of W_K = ${numbers}`;
        }
        if (stage === "weights") {
          const { shown } = outcome(given, history[at]);
          const labels = [queries[row2], keys[column2]];
          sentence = share(shown.scaled, shown.weights, null, row2, column2, ...labels, false);
        }
      }
      for (const [name, part] of Object.entries(parts)) part.mark(marks[name] ?? {});
      if (words.textContent !== sentence) words.replaceChildren(node("p", {}, sentence));
    }
    function tell() {
      const { W_Q, W_K } = history[at];
      model.set({ W_Q: encode(W_Q), W_K: encode(W_K), at_step: at });
      model.save_changes();
    }
    function news() {
      const python = inPython();
      const { W_Q, W_K } = history[at];
      if (!same(python.W_Q, W_Q) || !same(python.W_K, W_K)) {
        edited(python);
        say();
      }
    }
    for (const [name, editor] of Object.entries(editors))
      editor.set(history[0][name], features, null, { first: true });
    show(0);
    say();
    const stopWatching = watch(model, ["W_Q", "W_K"], news);
    return () => {
      stop();
      stopWatching();
      learner.stop();
    };
  }
};
export {
  training_explorer_default as default,
  outcome,
  stacked
};
