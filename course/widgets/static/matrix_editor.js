// Generated from course/widgets/js by `make widgets`: edit that, not this file.

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
function reach(m) {
  let most = 0;
  for (const x of m.data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most;
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
function parseBlock(text) {
  const isBracketed = /[[\](){}]/.test(text);
  const lines = isBracketed ? bracketed(text) : text.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row) => row.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}
function bracketed(text) {
  const plain = text.replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1");
  const inner = plain.match(/[[(][^[\]()]*[\])]/g);
  return (inner ?? [plain]).map((row) => row.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
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
  const written = rows.map((row) => `    [${row.map(pythonNumber).join(", ")}],`);
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
      const row = node("tr", {}, node("th", { scope: "row" }));
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
          row.append(td);
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
      body.append(row);
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
      const row = table.tBodies[0].rows[i];
      row.cells[0].textContent = rowLabels[top + i];
      row.setAttribute("aria-rowindex", top + i + 2);
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
  function reveal(row, column) {
    const to = (at, first, shown) => at < first ? at : at >= first + shown ? at - shown + 1 : first;
    const [newTop, newLeft] = [to(row, top, shownRows()), to(column, left, shownColumns())];
    if (newTop === top && newLeft === left) return;
    [top, left] = [newTop, newLeft];
    writeLabels();
    paint();
    showMarks();
  }
  function cellAt(row, column) {
    return cells[row - top]?.[column - left];
  }
  function focusable(row, column) {
    return cellAt(row, column)?.content;
  }
  function setCurrent(row, column) {
    current = { row, column };
    if (stop) stop.tabIndex = -1;
    stop = focusable(row, column);
    stop.tabIndex = 0;
  }
  function focus(row, column) {
    if (!value.rows || !value.columns) return;
    reveal(row, column);
    setCurrent(row, column);
    if (!stop.matches(":focus")) return stop.focus();
    stop.select?.();
    onpoint?.(row, column, "focus");
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
  function step(event, { row, column }) {
    if (event.altKey || event.metaKey || event.shiftKey) return null;
    const [lastRow, lastColumn] = [value.rows - 1, value.columns - 1];
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? lastRow : row, lastColumn]
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
    for (const row of [marked.row, marked.second]) rows[row - top]?.classList.add("is-row");
    for (let i = 0; i < shownRows(); i++) {
      const share = marked.shares?.[top + i] ?? 0;
      const bar = `linear-gradient(var(--course-weights) 0 0) 100% 100% / ${100 * share}% 4px no-repeat`;
      rows[i].cells[0].style.background = share > 0 ? bar : "";
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
    cell: (row, column) => cellAt(row, column),
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
    makeCell: (row, column) => node("input", {
      type: "text",
      inputmode: "decimal",
      role: "spinbutton",
      "aria-valuemin": min,
      "aria-valuemax": max,
      tabindex: -1,
      autocomplete: "off",
      onkeydown: (event) => keydown(event, row(), column()),
      oninput: (event) => typed(event.target, row(), column()),
      onblur: () => leave(row(), column()),
      onfocus: (event) => isPressed || event.target.select(),
      onmousedown: (event) => keepSelected(event, row(), column()),
      onclick: (event) => clicked(event.target, row(), column()),
      onwheel: (event) => wheel(event, row(), column()),
      onpaste: (event) => paste(event, row(), column()),
      onpointerdown: (event) => press(event, row(), column()),
      // The browser would drag the selected text away.
      ondragstart: (event) => event.preventDefault(),
      ondblclick: (event) => begin(event.target, row(), column())
    }),
    write(input, _, x, row, column) {
      const said = `${label}[${row}, ${column}]`;
      if (input.getAttribute("aria-label") !== said) input.setAttribute("aria-label", said);
      input.setAttribute("aria-valuenow", x);
      if (isEditing(row, column)) return;
      const text = fieldText(x);
      if (input.matches(":focus")) {
        if (!focused) queueMicrotask(writeFocused);
        focused = { input, text };
      } else if (input.value !== text) input.value = text;
    },
    onpoint,
    onkey: (event, row, column) => event.defaultPrevented || isEditing(row, column)
  });
  let focused = null;
  function writeFocused() {
    const { input, text } = focused;
    focused = null;
    if (input.value === text) return;
    input.value = text;
    if (input.matches(":focus")) input.select();
  }
  const isEditing = (row, column) => editing?.row === row && editing?.column === column;
  const at = (row, column) => value.data[row * value.columns + column];
  const inputAt = (row, column) => grid.cell(row, column)?.content;
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
  function put(row, column, x) {
    const next = matrix(value.rows, value.columns, value.data.slice());
    next.data[row * value.columns + column] = x;
    become(next, `${label}[${row}, ${column}] is ${fieldText(x)}`);
  }
  function change(row, column, x, place = `${row},${column}`) {
    const refused = refusal(x);
    if (refused) return complain(row, column, refused);
    quiet();
    if (x === at(row, column)) return;
    remember(place);
    put(row, column, x);
  }
  function nudge(row, column, steps2) {
    const x = stepped(at(row, column), step, steps2);
    change(row, column, Math.min(Math.max(x, low), high));
    if (!isEditing(row, column)) return;
    editing.refused = null;
    inputAt(row, column).value = fieldText(at(row, column));
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
    const [row, column] = [Math.floor(k / next.columns), k % next.columns];
    return `${label}[${row}, ${column}] is ${fieldText(next.data[k])}`;
  }
  function replace(next, sentence) {
    stopEditing();
    quiet();
    if (same(next, value)) return say(`That changes nothing in ${label}`);
    remember("");
    become(next, sentence);
  }
  function complain(row, column, why) {
    const input = inputAt(row, column);
    message.textContent = `${label}[${row}, ${column}] stays ${fieldText(at(row, column))}: ${why}.`;
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
  function startEditing(row, column, isTyped) {
    editing = { row, column, before: value, past: past.slice(), isTyped, refused: null };
  }
  function revert() {
    const { before, past: pastBefore } = editing;
    if (same(before, value)) return false;
    past = pastBefore.slice();
    lastEdit = { at: 0, place: "" };
    become(before);
    return true;
  }
  function begin(input, row, column) {
    if (isEditing(row, column)) return;
    startEditing(row, column, false);
    input.value = String(at(row, column)).replaceAll("-", "−");
    input.select();
  }
  function typed(input, row, column) {
    if (!isEditing(row, column)) startEditing(row, column, true);
    const { value: x, problem } = readField(input.value);
    editing.refused = problem ?? refusal(x);
    if (!editing.refused) {
      change(row, column, x, `typing ${row},${column}`);
      lastEdit.at = Infinity;
      return;
    }
    if (Number.isNaN(x) && !problem && UNFINISHED.test(input.value.trim())) return quiet();
    revert();
    complain(row, column, editing.refused);
  }
  function stopEditing() {
    if (!editing) return;
    const { row, column } = editing;
    editing = null;
    lastEdit = { at: 0, place: "" };
    const input = inputAt(row, column);
    if (input) input.value = fieldText(at(row, column));
  }
  function leave(row, column) {
    const refused = isEditing(row, column) ? editing.refused : null;
    if (refused) revert();
    stopEditing();
    quiet();
    if (refused) complain(row, column, refused);
    return !refused;
  }
  function cancel(row, column) {
    const wasOther = revert();
    stopEditing();
    quiet();
    if (wasOther) say(`${label}[${row}, ${column}] is ${fieldText(at(row, column))} again`);
    inputAt(row, column).select();
  }
  function keydown(event, row, column) {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target: input } = event;
    const stop = () => event.preventDefault();
    if ((ctrlKey || metaKey) && !altKey && "zZyY".includes(key)) {
      stop();
      if (key.toLowerCase() === "y" || shiftKey) undo(undone, past, "Done again");
      else undo();
      inputAt(row, column).select();
    } else if (altKey && (key === "ArrowUp" || key === "ArrowDown")) {
      stop();
      nudge(row, column, (key === "ArrowUp" ? 1 : -1) * (shiftKey ? 10 : 1));
    } else if (key === "PageUp" || key === "PageDown") {
      stop();
      nudge(row, column, key === "PageUp" ? 10 : -10);
    } else if (isEditing(row, column) && editing.isTyped && key.startsWith("Arrow")) {
      if (leave(row, column)) return;
      stop();
      input.select();
    } else if (isEditing(row, column)) {
      if (key === "ArrowUp" || key === "ArrowDown") {
        stop();
        nudge(row, column, key === "ArrowUp" ? 1 : -1);
      } else if (key === "Escape") {
        stop();
        cancel(row, column);
      } else if (key === "Enter") {
        stop();
        if (leave(row, column) && row + 1 < value.rows) grid.focus(row + 1, column);
        else input.select();
      }
    } else if (key === "Enter" || key === "F2") {
      stop();
      begin(input, row, column);
    } else if (key === "Delete") {
      stop();
      change(row, column, Math.min(Math.max(0, low), high));
    }
  }
  function press(event, row, column) {
    isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => isPressed = false, TAP);
    };
    for (const name2 of ["pointerup", "pointercancel"]) window.addEventListener(name2, end, over);
    grab(event, row, column);
  }
  const isOpen = (row, column) => isEditing(row, column) && !editing.isTyped;
  function clicked(input, row, column) {
    isPressed = false;
    if (isOpen(row, column)) return;
    leave(row, column);
    input.select();
  }
  function keepSelected(event, row, column) {
    if (!isOpen(row, column) && event.target.matches(":focus")) event.preventDefault();
  }
  function wheel(event, row, column) {
    if (!event.target.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    wheeled += event.deltaMode ? Math.sign(event.deltaY) * NOTCH : event.deltaY;
    if (Math.abs(wheeled) < NOTCH) return;
    nudge(row, column, wheeled < 0 ? 1 : -1);
    wheeled = 0;
  }
  function grab(event, row, column) {
    if (event.button !== 0 || isEditing(row, column)) return;
    const { clientX, pointerId, target: input } = event;
    const start = at(row, column);
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
      put(row, column, Math.min(Math.max(stepped(start, step, steps2), low), high));
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
  function paste(event, row, column) {
    const text = event.clipboardData.getData("text/plain");
    if (isEditing(row, column) && !Number.isNaN(parseNumber(text))) return;
    event.preventDefault();
    const { problem } = readField(text);
    if (problem && !Number.isNaN(parseNumber(text))) return complain(row, column, problem);
    let rows;
    try {
      rows = parseBlock(text);
    } catch (error) {
      return complain(row, column, lowered(error.message));
    }
    const [tall, wide] = [rows.length, rows[0].length];
    const room = [value.rows - row, value.columns - column];
    if (tall > room[0] || wide > room[1]) {
      const why = `${tall} × ${wide} numbers were pasted, and from here on there is room for ${room[0]} × ${room[1]}`;
      return complain(row, column, why);
    }
    const refused = rows.flat().map(refusal).find((why) => why);
    if (refused) return complain(row, column, refused);
    const next = matrix(value.rows, value.columns, value.data.slice());
    for (const [i, line] of rows.entries()) next.data.set(line, (row + i) * value.columns + column);
    replace(next, `${count(tall * wide, "number")} pasted into ${label}`);
    inputAt(row, column).select();
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

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/matrix_editor.js
var matrix_editor_default = {
  render({ model, el }) {
    const status = statusLine();
    const helpId = newId("help");
    const labels = () => [model.get("rows"), model.get("columns")];
    let editor = null;
    const build = () => {
      const label = model.get("label") || "Matrix";
      editor = createEditor({
        name: label,
        label,
        helpId,
        step: model.get("step"),
        min: model.get("min"),
        max: model.get("max"),
        say: (sentence) => status.say(sentence),
        onchange(value) {
          model.set("value", encode(value));
          model.save_changes();
        }
      });
      root(
        el,
        `${label}, a matrix to edit`,
        editor.element,
        node("p", { class: "cw-help", id: helpId }, EDITING_HELP),
        status.element
      );
      editor.set(decode(model.get("value")), ...labels(), { first: true });
    };
    const show = () => {
      const value = decode(model.get("value"));
      if (!same(value, editor.value)) status.say("Changed from Python.");
      editor.set(value, ...labels());
    };
    build();
    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["label", "step", "min", "max"], build)
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
};
export {
  matrix_editor_default as default
};
