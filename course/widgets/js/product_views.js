// ProductViews: C = A B, seen as dot products, mixes of rows or columns, and a sum of layers.
import { createEditor, EDITING_HELP } from "./lib/editor.js";
import { createGrid } from "./lib/grid.js";
import { decode, encode, map, matrix, multiply, same } from "./lib/matrix.js";
import { decimals, number } from "./lib/numbers.js";
import { button, choice, newId, node, root, slider, statusLine } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./product_views.css";

const PACE = 1200; // ms a step while it plays: time to read the terms
const TINT = 38; // percent of a matrix's colour in a cell at full strength, as in the figures

const POINTING_HELP = "Point at C, or go there with the keyboard, to choose a step.";

const VIEWS = [
  ["dots", "dot products"],
  ["rows", "rows"],
  ["columns", "columns"],
  ["outers", "outer products"],
];

// Numbers of the formulas: each with the decimals that it needs.
const plainNumber = (x) => number(x, decimals([x]));
const term = (x) => (x < 0 ? `(${plainNumber(x)})` : plainNumber(x));
const list = (numbers) => `[${numbers.map(plainNumber).join(", ")}]`;
const rowOf = (m, i) => [...m.data.subarray(i * m.columns, (i + 1) * m.columns)];
const columnOf = (m, j) => Array.from({ length: m.rows }, (_, i) => m.data[i * m.columns + j]);

export function stepsIn(view, A, B) {
  return { dots: A.rows * B.columns, rows: A.rows, columns: B.columns, outers: A.columns }[view];
}

// Layer k of C: column k of A times row k of B.
export function layer(A, B, k) {
  const [column, row] = [columnOf(A, k), rowOf(B, k)];
  return matrix(A.rows, B.columns, Float64Array.from(column.flatMap((a) => row.map((b) => a * b))));
}

export function layersUpTo(A, B, k) {
  const some = (m) => map(m, (x, at) => (at % A.columns <= k ? x : 0));
  return multiply(some(A), B);
}

// What a step does, in numbers: {place, lead, parts}. A part is text, or [text, "A" or "B"] for
// numbers that come from there.
export function written(view, step, A, B, C) {
  const mix = (weights, from, vectors, of) =>
    weights.flatMap((w, k) => [k ? " + " : "", [term(w), from], "·", [list(vectors[k]), of]]);
  const range = (n) => Array.from({ length: n }, (_, k) => k);
  if (view === "dots") {
    const [i, j] = [Math.floor(step / B.columns), step % B.columns];
    const [row, column] = [rowOf(A, i), columnOf(B, j)];
    const terms = row.flatMap((a, k) => [
      ...[k ? " + " : "", [term(a), "A"]],
      ...["·", [term(column[k]), "B"]],
    ]);
    return {
      place: `C[${i}, ${j}]`,
      lead: `Row ${i} of A with column ${j} of B:`,
      parts: [`C[${i}, ${j}] = `, ...terms, ` = ${plainNumber(C.data[step])}`],
    };
  }
  if (view === "rows")
    return {
      place: `row ${step}`,
      lead: `Row ${step} of A says how much of each row of B goes into row ${step} of C:`,
      parts: [
        `row ${step} of C = `,
        ...mix(
          rowOf(A, step),
          "A",
          range(B.rows).map((k) => rowOf(B, k)),
          "B",
        ),
        ` = ${list(rowOf(C, step))}`,
      ],
    };
  if (view === "columns")
    return {
      place: `column ${step}`,
      lead: `Column ${step} of B says how much of each column of A goes into column ${step} of C:`,
      parts: [
        `column ${step} of C = `,
        ...mix(
          columnOf(B, step),
          "B",
          range(A.columns).map((k) => columnOf(A, k)),
          "A",
        ),
        ` = ${list(columnOf(C, step))}`,
      ],
    };
  const made = layer(A, B, step);
  return {
    place: `layer ${step}`,
    lead:
      `Column ${step} of A times row ${step} of B makes layer ${step}. ` +
      `${soFar(step, A.columns)}`,
    parts: [
      `layer ${step} = `,
      [list(columnOf(A, step)), "A"],
      " × ",
      [list(rowOf(B, step)), "B"],
      " = [",
      ...range(made.rows).map((i) => (i ? ", " : "") + list(rowOf(made, i))),
      "]",
    ],
  };
}

function soFar(k, count) {
  if (count === 1) return "It is the only one: it is C.";
  if (k === count - 1) return "It is the last: the layers add up to C.";
  const missing = k + 1 === count - 1 ? `layer ${k + 1} is` : `layers ${k + 1} to ${count - 1} are`;
  return `In the sum so far, ${missing} missing.`;
}

export default {
  render({ model, el }) {
    const limit = model.get("limit");
    const note = statusLine();
    const helpId = newId("help");
    const terms = node("p", { role: "status", class: "pv-terms" });
    const colours = { A: "var(--course-Q)", B: "var(--course-K)", C: "var(--course-scores)" };

    const editorOf = (name) =>
      createEditor({
        name,
        label: name,
        kind: "plain",
        colour: colours[name],
        step: 1,
        min: -limit,
        max: limit,
        tools: false,
        helpId,
        say: note.say,
        onpoint: (row, column, by) => pointed(name, row, column, by),
        onchange(value) {
          paint();
          model.set(name, encode(value));
          model.save_changes();
        },
      });
    const A = editorOf("A");
    const B = editorOf("B");
    const gridOf = (name, label) =>
      createGrid({
        name,
        label,
        kind: "plain",
        colour: colours.C,
        formula: "A B",
        onpoint: (row, column, by) => pointed("C", row, column, by),
      });
    const C = gridOf("C", "C, the product of A and B");
    const made = gridOf("layer", "The layer");
    const [first, second] = [decode(model.get("A")), decode(model.get("B"))];

    // Which step is meant, and going there

    const count = () => stepsIn(model.get("view"), A.value, B.value);
    const current = () => Math.min(Math.max(model.get("step"), 0), count() - 1);

    function go(step) {
      if (step === model.get("step")) return;
      model.set("step", step);
      model.save_changes();
    }

    // By hand: what plays stops, and the last step is followed by the first.
    function move(by) {
      pause();
      go((current() + by + count()) % count());
    }

    // When the layout changes, a cell can come to lie under a resting mouse: that is no pointing.
    let [restsAt, isResting] = ["", false];
    const placeOf = (event) => `${event.clientX},${event.clientY}`;
    const moved = (event) => (restsAt = placeOf(event));
    const over = (event) => (isResting = placeOf(event) === restsAt);

    function pointed(name, row, column, by) {
      if (by === "mouse" && isResting) return;
      const view = model.get("view");
      let step = null;
      if (name === "C")
        step = { dots: row * B.value.columns + column, rows: row, columns: column }[view] ?? null;
      else if (view === "outers") step = name === "A" ? column : row;
      if (step === null) return;
      pause();
      go(step);
    }

    // Playing

    let timer = null;

    function pause() {
      clearInterval(timer);
      timer = null;
      showPlaying();
    }

    function play() {
      if (current() === count() - 1) go(0);
      timer = setInterval(() => {
        go(current() + 1);
        if (current() === count() - 1) pause();
      }, PACE);
      showPlaying();
    }

    const playing = button("Play", () => (timer ? pause() : play()));
    playing.classList.add("pv-play");
    const showPlaying = () => (playing.textContent = timer ? "Pause" : "Play");

    const views = choice("View", VIEWS, (view) => {
      pause();
      if (view === model.get("view")) return;
      model.set({ view, step: 0 });
      model.save_changes();
    });
    const describe = (step) =>
      `${written(model.get("view"), step, A.value, B.value, C.value).place}, ` +
      `${step + 1} of ${count()}`;
    const steps = slider("Step", { min: 0, max: 1, step: 1, text: describe }, (step) => {
      pause();
      go(step);
    });
    const range = steps.element.querySelector("input");
    const stepper = node(
      "div",
      { class: "pv-stepper", role: "group", "aria-label": "Steps", onkeydown: keydown },
      button("Back", () => move(-1)),
      button("Next", () => move(1)),
      playing,
      steps.element,
    );

    function keydown(event) {
      if (event.target === range || event.altKey || event.ctrlKey || event.metaKey) return;
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(by);
    }

    const reset = button("Reset A and B", () => {
      pause();
      A.set(first);
      B.set(second);
      note.say("A and B are as they were at the start.");
      model.set({ A: encode(first), B: encode(second) });
      model.save_changes();
      paint();
    });

    // Painting

    function tint(grid, name, strength) {
      for (let i = 0; i < grid.value.rows; i++)
        for (let j = 0; j < grid.value.columns; j++) {
          const share = Math.round(TINT * strength(i, j));
          grid.cell(i, j).td.style.background = share
            ? `color-mix(in srgb, ${colours[name]} ${share}%, transparent)`
            : "";
        }
    }

    // The factors stand where the indices of the vectors that they multiply stand otherwise.
    const factors = (weights) => weights.map((w) => `${plainNumber(w)} ×`);
    const strengths = (weights) => {
      const most = Math.max(...weights.map(Math.abs)) || 1;
      return weights.map((w) => Math.abs(w) / most);
    };

    function paint() {
      const [view, step] = [model.get("view"), current()];
      const [left, right] = [A.value, B.value];
      const product = multiply(left, right);
      const outer = view === "outers";
      const [i, j] =
        view === "dots" ? [Math.floor(step / right.columns), step % right.columns] : [step, step];
      const mixed = { rows: rowOf(left, i), columns: columnOf(right, j) }[view];
      const shares = mixed && strengths(mixed);

      relabel(A, null, view === "columns" ? factors(mixed) : null);
      relabel(B, view === "rows" ? factors(mixed) : null, null);
      C.set(outer ? layersUpTo(left, right, step) : product);
      widen(C);
      if (outer && step < left.columns - 1)
        named(C, "C so far", `sum of layers 0 to ${step}`, "C so far");
      else named(C, "C", outer ? "sum of all layers" : "A B", "C, the product of A and B");
      made.element.hidden = !outer;
      if (outer) {
        made.set(layer(left, right, step));
        widen(made);
        named(made, `layer ${step}`, `column ${step} × row ${step}`, `Layer ${step}`);
      }

      const one = (row, column) => (r, c) => Number((row ?? r) === r && (column ?? c) === c);
      if (view === "dots") {
        marks(A, "A", { row: i }, one(i, null));
        marks(B, "B", { column: j }, one(null, j));
        marks(C, "C", { cell: [i, j] }, one(i, j));
      } else if (view === "rows") {
        marks(A, "A", { row: i }, one(i, null));
        marks(B, "B", {}, (r) => shares[r]);
        marks(C, "C", { row: i }, one(i, null));
      } else if (view === "columns") {
        marks(A, "A", {}, (_, c) => shares[c]);
        marks(B, "B", { column: j }, one(null, j));
        marks(C, "C", { column: j }, one(null, j));
      } else {
        marks(A, "A", { column: step }, one(null, step));
        marks(B, "B", { row: step }, one(step, null));
        marks(C, "C", {}, one(null, null));
        marks(made, "C", {}, one(null, null));
      }

      views.set(view);
      range.max = count() - 1;
      steps.set(step);
      say(written(view, step, left, right, product));
    }

    function relabel(editor, rows, columns) {
      editor.grid.set(editor.value, rows, columns);
      editor.grid.table.classList.toggle("has-row-factors", rows !== null);
      editor.grid.table.classList.toggle("has-column-factors", columns !== null);
    }

    function marks(part, name, marked, strength) {
      part.mark(marked);
      tint(part.grid ?? part, name, strength);
    }

    // Products can have more digits than the entries.
    function widen(grid) {
      const places = decimals(grid.value.data);
      const longest = Math.max(...[...grid.value.data].map((x) => number(x, places).length));
      grid.table.style.setProperty("--cw-cell", `calc(max(44px, ${longest}ch + 10px))`);
    }

    function named(grid, name, formula, label) {
      grid.heading.querySelector(".cw-name").textContent = name;
      grid.heading.querySelector(".cw-formula").textContent = `= ${formula}`;
      grid.table.setAttribute("aria-label", `${label}, ${formula}`);
    }

    function say({ lead, parts }) {
      const spans = parts.map((part) =>
        Array.isArray(part) ? node("span", { class: `pv-from-${part[1]}` }, part[0]) : part,
      );
      const formula = node("span", { class: "pv-formula" }, ...spans);
      if (terms.textContent === `${lead} ${formula.textContent}`) return;
      terms.replaceChildren(node("span", { class: "pv-lead" }, lead), " ", formula);
    }

    const sign = (text) => node("span", { class: "pv-sign", "aria-hidden": "true" }, text);
    root(
      el,
      "The product of A and B in four views",
      node("div", { class: "cw-bar" }, views.element, reset),
      stepper,
      terms,
      node(
        "div",
        { class: "pv-matrices" },
        ...[A.element, sign("×"), B.element, sign("="), C.element, made.element],
      ),
      note.element,
      node("p", { class: "cw-help", id: helpId }, `${POINTING_HELP} ${EDITING_HELP}`),
    );

    function show() {
      const next = [decode(model.get("A")), decode(model.get("B"))];
      if (!same(next[0], A.value)) A.set(next[0]);
      if (!same(next[1], B.value)) B.set(next[1]);
      paint();
    }
    el.addEventListener("pointermove", moved, true);
    el.addEventListener("pointerover", over, true);
    A.set(first, null, null, { first: true });
    B.set(second, null, null, { first: true });
    C.set(multiply(first, second));
    paint();
    const stop = watch(model, ["A", "B", "view", "step"], show);
    return () => {
      clearInterval(timer);
      el.removeEventListener("pointermove", moved, true);
      el.removeEventListener("pointerover", over, true);
      stop();
    };
  },
};
