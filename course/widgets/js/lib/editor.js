// A matrix to edit: a grid of number fields, its tools, and what is said when an entry is refused.
import { createGrid } from "./grid.js";
import { identity, map, matrix, same, toRows, transpose } from "./matrix.js";
import {
  asCode,
  count,
  fieldText,
  parseBlock,
  parseNumber,
  readField,
  stepped,
} from "./numbers.js";
import { button, copyText, newId, node, roving } from "./page.js";

const PIXELS_A_STEP = 6; // of dragging
const NOTCH = 50; // px of the wheel that make a step
const SLACK = 3; // px; less than that is a click
const MOST_UNDO = 200;
const TAP = 500; // ms from the end of a touch to the click that it makes, at most
const UNFINISHED = /^[+−-]?(\d+[.,]?\d*|[.,]\d*)?(e[+−-]?)?$/i; // on the way to a number
const BURST = 800; // ms; steps in one cell closer together than that are undone together

export const EDITING_HELP =
  "Arrow keys move between cells; type to replace a number. Enter or F2 edits it: then up and down " +
  "change it by a step. Alt with up or down, the wheel, or dragging sideways change it at once. " +
  "Control Z undoes. In a row of buttons, arrow keys go from one to the next.";

// Returns {element, set, value, focus, mark}. `onchange(value)` is called at every change made
// here; `say(sentence)` is for what a screen reader should announce. `helpId` names the text that
// says how to edit.
export function createEditor({
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
  say = () => {},
}) {
  const low = min ?? -Infinity;
  const high = max ?? Infinity;
  let value = matrix(0, 0);
  let initial = null;
  let undone = [];
  let past = [];
  let wheeled = 0; // px since the last step
  let lastEdit = { at: 0, place: "" };
  // A field that is being typed in: {row, column, before, past, isTyped, refused}. `isTyped`: by
  // typing over its number; `refused`: why what stands there is not taken, or null.
  let editing = null;
  let isPressed = false; // a mouse or finger is about to focus a field

  const message = node("p", {
    role: "alert",
    class: "cw-message",
    id: newId("message"),
    hidden: true,
  });
  const grid = createGrid({
    name,
    label,
    kind,
    colour,
    formula,
    helpId,
    makeCell: (row, column) =>
      node("input", {
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
        ondblclick: (event) => begin(event.target, row(), column()),
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
    onkey: (event, row, column) => event.defaultPrevented || isEditing(row, column),
  });

  // To write into the field with the focus makes the browser lay out the page: once, when all that
  // follows from a change is written. What is typed next replaces it.
  let focused = null;
  function writeFocused() {
    const { input, text } = focused;
    focused = null;
    if (input.value === text) return;
    input.value = text;
    // To select also moves the focus: not back.
    if (input.matches(":focus")) input.select();
  }

  const isEditing = (row, column) => editing?.row === row && editing?.column === column;
  const at = (row, column) => value.data[row * value.columns + column];
  const inputAt = (row, column) => grid.cell(row, column)?.content;

  function show() {
    grid.update(value);
    for (const [tool, works] of Object.entries(works_())) tools_[tool].disabled = !works;
    // The shape is fixed.
    tools_.Transpose.hidden = value.rows !== value.columns;
    chooseStop();
  }

  // Changing values

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

  // One entry, from the keyboard, wheel or mouse; refused with a sentence where it is out of range.
  function change(row, column, x, place = `${row},${column}`) {
    const refused = refusal(x);
    if (refused) return complain(row, column, refused);
    quiet();
    if (x === at(row, column)) return;
    remember(place);
    put(row, column, x);
  }

  function nudge(row, column, steps) {
    const x = stepped(at(row, column), step, steps);
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

  // "W_Q[0, 1] is 2", or how many entries are others.
  function difference(old, next) {
    const places = [...next.data.keys()].filter((k) => !Object.is(next.data[k], old.data[k]));
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

  // Messages

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

  // Typing

  function startEditing(row, column, isTyped) {
    editing = { row, column, before: value, past: past.slice(), isTyped, refused: null };
  }

  // As it was before the typing began; false if it is so already.
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
      // Slow typing is still one edit.
      lastEdit.at = Infinity;
      return;
    }
    // "", "-" and "1e" may be on the way to a number: nothing is said until the field is left.
    if (Number.isNaN(x) && !problem && UNFINISHED.test(input.value.trim())) return quiet();
    // The first digits of what is refused are no number that was meant.
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

  // Ends the typing in a field; false, with a message at the cell, where that was not taken.
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
      // As in a spreadsheet: the grid goes on to the next cell, if the number was taken.
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

  // Mouse and finger

  // A field that is pressed is selected by the click: earlier, Safari would undo it on release, and
  // a finger would be taken to ask for the context menu.
  function press(event, row, column) {
    isPressed = true;
    const over = new AbortController();
    const end = () => {
      over.abort();
      setTimeout(() => (isPressed = false), TAP);
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
    grab(event, row, column);
  }

  // Once a number is being edited, a click goes to a place in it.
  const isOpen = (row, column) => isEditing(row, column) && !editing.isTyped;

  function clicked(input, row, column) {
    isPressed = false;
    if (isOpen(row, column)) return;
    leave(row, column);
    input.select();
  }

  // Chromium undoes a selection that was pressed in, after the click.
  function keepSelected(event, row, column) {
    if (!isOpen(row, column) && event.target.matches(":focus")) event.preventDefault();
  }

  function wheel(event, row, column) {
    // Only in the field that has the focus: the page must still scroll.
    if (!event.target.matches(":focus") || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    // A mouse's notch is one event of some 100 px or 3 lines, a touchpad's movement many small ones.
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
      const steps = Math.round(way / PIXELS_A_STEP) * (moved.shiftKey ? 10 : 1);
      put(row, column, Math.min(Math.max(stepped(start, step, steps), low), high));
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

  // Paste

  function paste(event, row, column) {
    const text = event.clipboardData.getData("text/plain");
    // Part of a number goes into the text that is being typed, as in any field.
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
    const refused = rows
      .flat()
      .map(refusal)
      .find((why) => why);
    if (refused) return complain(row, column, refused);
    const next = matrix(value.rows, value.columns, value.data.slice());
    for (const [i, line] of rows.entries()) next.data.set(line, (row + i) * value.columns + column);
    replace(next, `${count(tall * wide, "number")} pasted into ${label}`);
    inputAt(row, column).select();
  }

  const lowered = (sentence) => sentence[0].toLowerCase() + sentence.slice(1).replace(/\.$/, "");

  // Tools

  const clipped = (m) => map(m, (x) => Math.min(Math.max(x, low), high));
  const randomEntry = () => {
    const [from, to] = [Math.max(low, -1), Math.min(high, 1)];
    return Number((from + (to - from) * Math.random()).toFixed(1));
  };
  const tools_ = {
    Undo: button("Undo", () => undo()),
    Reset: button("Reset", () => replace(initial, `${label} is as it was at the start`)),
    Identity: button("Identity", () =>
      replace(clipped(identity(value.rows, value.columns)), `${label} is the identity`),
    ),
    Random: button("Random", () => replace(clipped(map(value, randomEntry)), `${label} is random`)),
    Transpose: button("Transpose", () => replace(transpose(value), `${label} is transposed`)),
    "Copy as code": button("Copy", () =>
      copyText(asCode(codeName(name), toRows(value)), element, say),
    ),
  };
  for (const [tool, element] of Object.entries(tools_))
    element.setAttribute("aria-label", `${tool}: ${label}`);
  const works_ = () => ({
    Undo: past.length > 0,
    Reset: initial !== null && !same(initial, value),
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
    },
  };
}

export const codeName = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : "value");
