// A matrix as a table: coloured cells with numbers in them, or number fields. One cell of it is in
// the tab order; arrow keys go from cell to cell. A matrix of more than MOST rows or columns shows
// a part of itself in the table, and the whole as a picture with the part framed.
import { diverging, sequential } from "./colours.js";
import { reach } from "./matrix.js";
import { count, decimals, number } from "./numbers.js";
import { newId, node } from "./page.js";
import { paintPixels } from "./pixels.js";

export const MOST = 16; // rows or columns shown in full
const PICTURE = 192; // px, the longer side of the picture of the whole
const PART = 12; // rows and columns of the part, where there are more
const MOST_LETTERS = 5; // of a column's label, to stand level above it

// A mask's cell that may be attended to: the page's ground, in the picture a grey.
const MAY = { fill: "", ink: "", pixel: 0xff909090 };

export function labelsOr(labels, n) {
  return labels && labels.length === n ? labels : Array.from({ length: n }, (_, i) => String(i));
}

// Returns {element, set, mark, focus, cell, at}. `makeCell(i, j)` makes what stands in a cell (null:
// text); `write(content, text, value)` updates it. `onpoint(i, j, by)`: the "mouse" or the "focus" is
// there. `helpId` names the text that says what its keys do.
export function createGrid({
  name,
  label,
  kind = "signed",
  colour = null,
  formula = null,
  helpId = null,
  makeCell,
  write,
  onpoint,
  onkey,
}) {
  const table = node("table", {
    role: "grid",
    class: `cw-table cw-${kind}`,
    "aria-describedby": helpId,
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
    shape,
  );
  const element = node(
    "div",
    { class: "cw-matrix" },
    heading,
    node("div", { class: "cw-scroll" }, table),
    node("div", { class: "cw-whole", hidden: true }, node("span", {}, picture, frame), where),
  );
  const whole = element.querySelector(".cw-whole");

  let value = null;
  let rowLabels = [];
  let columnLabels = [];
  let top = 0; // the part's first row and column
  let left = 0;
  let cells = []; // cells[i][j] of the part: {td, content, words, text, fill}
  let current = { row: 0, column: 0 };
  let stop = null; // the current cell's element: the one in the tab order
  let marked = {};
  let limit = null;

  const shownRows = () => (value.rows > MOST ? PART : value.rows);
  const shownColumns = () => (value.columns > MOST ? PART : value.columns);
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
          const content = makeCell
            ? makeCell(
                () => top + i,
                () => left + j,
              )
            : null;
          const words = content ? null : document.createTextNode("");
          const td = node(
            "td",
            { role: "gridcell", class: "cw-cell" },
            content ?? node("div", { class: "cw-value" }, words),
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
            fill: null,
          };
        }),
      );
      body.append(row);
    }
    table.replaceChildren(node("thead", {}, head), body);
    table.setAttribute("aria-rowcount", value.rows + 1);
    table.setAttribute("aria-colcount", value.columns + 1);
    shape.textContent = `(${value.rows}, ${value.columns})`;
    table.setAttribute(
      "aria-label",
      `${label}, ${count(value.rows, "row")}, ${count(value.columns, "column")}`,
    );
    whole.hidden = !isPart();
    current = {
      row: Math.min(current.row, value.rows - 1),
      column: Math.min(current.column, value.columns - 1),
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
    // Of a part, which columns these are; of the whole, a reader counts them itself.
    for (const line of isPart() ? table.rows : [])
      for (const [k, cell] of [...line.cells].entries())
        cell.setAttribute("aria-colindex", k ? left + k + 1 : 1);
    const longest = Math.max(0, ...columnLabels.map((text) => text.length));
    // Labels too long for their column are tilted, and need room for their length.
    table.classList.toggle("cw-tilted", longest > MOST_LETTERS);
    table.style.setProperty("--cw-head", `${longest * 0.42 + 1.4}em`);
    table.style.setProperty("--cw-beyond", `${longest * 0.4}em`);
    where.textContent = isPart()
      ? `Numbers: rows ${top} to ${top + shownRows() - 1} of ${value.rows}, columns ${left} to ` +
        `${left + shownColumns() - 1} of ${value.columns}. The picture shows all of it; arrow keys ` +
        "go on past the edge."
      : "";
  }

  function colourOf(x) {
    if (kind === "plain") return { fill: "", ink: "" };
    if (kind === "mask") return x ? MAY : { fill: "masked", ink: "" };
    if (x === -Infinity) return { fill: "masked", ink: "" };
    if (!Number.isFinite(x)) return { fill: "", ink: "" };
    return kind === "weights" ? sequential(x) : diverging(limit ? x / limit : 0);
  }

  function textOf(x, places) {
    return kind === "mask" ? (x ? "✓" : "−∞") : number(x, places);
  }

  // `isPlaced`: the cells show the same places as before, so what has not changed can stay.
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

  // Move the part so that a cell is in it.
  function reveal(row, column) {
    const to = (at, first, shown) =>
      at < first ? at : at >= first + shown ? at - shown + 1 : first;
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
    // At the edge of a part the same element now shows another cell.
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
    const at = (offset, length, n, shown) =>
      Math.min(Math.max(Math.round((offset / length) * n - shown / 2), 0), n - shown);
    top = at(event.clientY - box.top, box.height, value.rows, shownRows());
    left = at(event.clientX - box.left, box.width, value.columns, shownColumns());
    writeLabels();
    paint();
    showMarks();
    setCurrent(top, left);
  });

  // Where a key goes from a cell; null for other keys and at an edge.
  function step(event, { row, column }) {
    if (event.altKey || event.metaKey || event.shiftKey) return null;
    const [lastRow, lastColumn] = [value.rows - 1, value.columns - 1];
    const to = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? lastRow : row, lastColumn],
    }[event.key];
    if (!to) return null;
    return {
      row: Math.min(Math.max(to[0], 0), lastRow),
      column: Math.min(Math.max(to[1], 0), lastColumn),
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
    },
  };
}
