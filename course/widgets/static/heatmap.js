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
function decode(sent) {
  if (!sent) return null;
  const [rows, columns] = sent.shape;
  const { buffer, byteOffset, byteLength } = sent.data;
  return matrix(rows, columns, new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)));
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
function precise(value) {
  if (!Number.isFinite(value) || Number.isInteger(value) && Math.abs(value) < 1e9)
    return number(value, 0);
  const [digits, size, power] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
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

// course/widgets/js/lib/legend.js
function createLegend(kind) {
  const [low, high] = [node("span"), node("span")];
  const stops = Array.from(
    { length: 9 },
    (_, k) => kind === "weights" ? sequential(k / 8).fill : diverging(k / 4 - 1).fill
  );
  const bar = node("span", { class: "cw-scale" });
  bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  return {
    element: node("p", { class: "cw-legend" }, low, bar, high),
    set(value) {
      const limit = kind === "weights" ? 1 : reach(value) || 1;
      const places = decimals([limit]);
      low.textContent = number(kind === "weights" ? 0 : -limit, places);
      high.textContent = number(limit, places);
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

// course/widgets/js/heatmap.js
function summary(value, kind, rows, columns) {
  const finite = [...value.data.keys()].filter((k) => Number.isFinite(value.data[k]));
  if (!value.data.length) return "There are no numbers.";
  if (!finite.length) return "No entry is a finite number.";
  const of = (better) => finite.reduce((best, k) => better(value.data[k], value.data[best]) ? k : best);
  const at = (k) => `${precise(value.data[k])} in row ${rows[Math.floor(k / value.columns)]}, column ${columns[k % value.columns]}`;
  const most = of((a, b) => a > b);
  if (kind === "weights") return `Largest: ${at(most)}.`;
  return `Largest: ${at(most)}; smallest: ${at(of((a, b) => a < b))}.`;
}
var heatmap_default = {
  render({ model, el }) {
    const status = statusLine();
    let [grid, legend] = [null, null];
    let labels = [];
    const point = () => {
      const [row, column] = model.get("pointed");
      if (row === void 0 || row >= grid.value.rows || column >= grid.value.columns)
        return grid.mark({});
      grid.mark({ row, column, cell: [row, column] });
      const x = grid.value.data[row * grid.value.columns + column];
      status.say(`Row ${labels[0][row]}, column ${labels[1][column]}: ${precise(x)}.`);
    };
    const show = () => {
      const value = decode(model.get("value"));
      labels = [
        labelsOr(model.get("rows"), value.rows),
        labelsOr(model.get("columns"), value.columns)
      ];
      grid.set(value, ...labels);
      point();
      legend.set(value);
      status.say(summary(value, model.get("kind"), ...labels));
    };
    const build = () => {
      const [kind, label] = [model.get("kind"), model.get("label") || "Heatmap"];
      legend = createLegend(kind);
      grid = createGrid({
        name: label,
        label,
        kind,
        onpoint(row, column) {
          if (model.get("pointed").join() === `${row},${column}`) return point();
          model.set("pointed", [row, column]);
          model.save_changes();
        }
      });
      root(el, label, grid.element, legend.element, status.element);
      show();
    };
    build();
    const stops = [
      watch(model, ["value", "rows", "columns"], show),
      watch(model, ["pointed"], point),
      watch(model, ["kind", "label"], build)
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
};
export {
  heatmap_default as default,
  summary
};
