// A matrix to edit: a grid of number fields, its tools, and what is said when an entry is refused.
import { EditedMatrix } from "./editor/edited_matrix.js";
import { createField, FieldWriter } from "./editor/fields.js";
import { createMessage } from "./editor/message.js";
import { pasted } from "./editor/paste.js";
import { createPointing } from "./editor/pointing.js";
import { createToolbar } from "./editor/toolbar.js";
import { Typing } from "./editor/typing.js";
import { createGrid } from "./grid.js";
import { same } from "./matrix.js";
import { fieldText, parseNumber } from "./numbers.js";
import { node } from "./page.js";

/**
 * @import { By } from "./grid.js"
 * @import { Kind } from "./grid/look.js"
 * @import { Matrix } from "./matrix.js"
 */

/** @typedef {ReturnType<typeof createEditor>} Editor */

/**
 * @typedef {object} EditorOptions
 * @property {string} name stands above it
 * @property {string} [label] is what a screen reader says
 * @property {string | null} [colour]
 * @property {Kind} [kind]
 * @property {number} [step]
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {boolean} [tools] false for none below it
 * @property {string | null} [formula]
 * @property {string | null} [helpId] names the text that says how to edit
 * @property {(value: Matrix) => void} [onchange] called at every change made here
 * @property {(row: number, column: number, by: By) => void} [onpoint]
 * @property {(sentence: string) => void} [say] for what a screen reader should announce
 */

export const EDITING_HELP =
  "Arrow keys move between cells; type to replace a number. Enter or F2 edits it: then up and down " +
  "change it by a step. Alt with up or down, the wheel, or dragging sideways change it at once. " +
  "Control Z undoes. In a row of buttons, arrow keys go from one to the next.";

/** @param {EditorOptions} options */
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
  const edited = new EditedMatrix({
    label,
    step,
    min,
    max,
    onchange(value, sentence) {
      show();
      onchange?.(value);
      if (sentence) say(sentence);
    },
  });
  const message = createMessage();
  const typing = new Typing(edited, { inputAt, complain, quiet: message.hide, say });
  const pointing = createPointing(edited, typing, { step: nudge, dragged: show });
  const writer = new FieldWriter();
  const grid = createGrid({
    name,
    label,
    kind,
    colour,
    formula,
    helpId,
    fields: {
      make: makeField,
      write: (input, x, row, column) =>
        writer.write(input, edited.nameOf(row, column), x, typing.isAt(row, column)),
    },
    onpoint,
    onkey: (event, row, column) => event.defaultPrevented || typing.isAt(row, column),
  });
  const toolbar = createToolbar(edited, name, { undo, replace, say });
  const parts = [grid.element, tools && toolbar.element, message.element];
  const element = node("div", { class: "cw-editor" }, ...parts);

  /**
   * @param {() => number} row
   * @param {() => number} column
   */
  function makeField(row, column) {
    const input = createField(min, max, {
      onkeydown: (event) => keydown(event, row(), column()),
      oninput: () => typing.typed(input.value, row(), column()),
      onblur: () => typing.leave(row(), column()),
      onfocus: () => pointing.focus(input),
      onmousedown: (event) => pointing.mousedown(event, input, row(), column()),
      onclick: () => pointing.click(input, row(), column()),
      onwheel: (event) => pointing.wheel(event, input, row(), column()),
      onpaste: (event) => paste(event, row(), column()),
      onpointerdown: (event) => pointing.press(event, input, row(), column()),
      ondblclick: () => typing.begin(row(), column()),
    });
    return input;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  function inputAt(row, column) {
    return /** @type {HTMLInputElement | undefined} */ (grid.cell(row, column)?.content);
  }

  function show() {
    grid.update(edited.value);
    toolbar.update();
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {string} why
   */
  function complain(row, column, why) {
    const stays = `${edited.nameOf(row, column)} stays ${fieldText(edited.at(row, column))}`;
    const input = inputAt(row, column);
    if (input) message.show(input, element, `${stays}: ${why}.`);
  }

  /**
   * Change one entry, from the keyboard, wheel or mouse; refuse it with a sentence where it is out of
   * range.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   */
  function change(row, column, x) {
    const refused = edited.refusal(x);
    if (refused) return complain(row, column, refused);
    message.hide();
    edited.enter(row, column, x, `${row},${column}`);
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  function nudge(row, column, steps) {
    change(row, column, edited.stepped(edited.at(row, column), steps));
    typing.stepped(row, column);
  }

  function undo() {
    goTo("undo", "Undone");
  }

  /**
   * @param {"undo" | "redo"} way
   * @param {string} what was done, in a word
   */
  function goTo(way, what) {
    message.hide();
    const next = edited.undoStack[way](edited.value);
    if (!next) return say(`There is nothing to undo in ${label}`);
    typing.stop();
    edited.become(next, `${what}: ${edited.difference(next)}`);
    show();
  }

  /**
   * Put another matrix in; the old one can be brought back.
   * @param {Matrix} next
   * @param {string} sentence
   */
  function replace(next, sentence) {
    typing.stop();
    message.hide();
    if (same(next, edited.value)) return say(`That changes nothing in ${label}`);
    edited.undoStack.remember(edited.value, "");
    edited.become(next, sentence);
  }

  /**
   * @param {ClipboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function paste(event, row, column) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // Part of a number goes into the text that is being typed, as in any field.
    if (typing.isAt(row, column) && !Number.isNaN(parseNumber(text))) return;
    event.preventDefault();
    const result = pasted(edited, text, row, column);
    if ("problem" in result) return complain(row, column, result.problem);
    replace(result.next, result.sentence);
    inputAt(row, column)?.select();
  }

  /**
   * Do what a key asks for that edits; arrow keys that it leaves alone move the focus.
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function keydown(event, row, column) {
    const done =
      undoKey(event) ||
      stepKey(event, row, column) ||
      (typing.isAt(row, column) ? typingKey(event, row, column) : beginKey(event, row, column));
    if (!done) return;
    event.preventDefault();
    if (done === "select") inputAt(row, column)?.select();
  }

  /** @param {KeyboardEvent} event */
  function undoKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    if (!(ctrlKey || metaKey) || altKey || !"zZyY".includes(key)) return false;
    if (key.toLowerCase() === "y" || shiftKey) goTo("redo", "Done again");
    else undo();
    return "select";
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function stepKey({ key, altKey, shiftKey }, row, column) {
    const isArrow = altKey && (key === "ArrowUp" || key === "ArrowDown");
    if (!isArrow && key !== "PageUp" && key !== "PageDown") return false;
    const size = isArrow && !shiftKey ? 1 : 10;
    nudge(row, column, key.endsWith("Up") ? size : -size);
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function typingKey({ key }, row, column) {
    // As in a spreadsheet: the grid goes on to the next cell, if the number was taken.
    if (typing.isTyped && key.startsWith("Arrow"))
      return typing.leave(row, column) ? false : "select";
    if (key === "ArrowUp" || key === "ArrowDown") nudge(row, column, key === "ArrowUp" ? 1 : -1);
    else if (key === "Escape") typing.cancel(row, column);
    else if (key !== "Enter") return false;
    else if (typing.leave(row, column) && row + 1 < edited.value.rows) grid.focus(row + 1, column);
    else return "select";
    return true;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function beginKey({ key }, row, column) {
    if (key === "Enter" || key === "F2") typing.begin(row, column);
    else if (key === "Delete") change(row, column, edited.clamp(0));
    else return false;
    return true;
  }

  return {
    element,
    grid,
    focus: grid.focus,
    mark: grid.mark,
    get value() {
      return edited.value;
    },
    /**
     * A value from outside: Python's, or a preset's.
     * @param {Matrix} next
     * @param {string[] | null} rows
     * @param {string[] | null} columns
     * @param {{first?: boolean}} how first: it is where Reset goes back to
     */
    set(next, rows = null, columns = null, { first = false } = {}) {
      if (first) {
        toolbar.startFrom(next);
        edited.undoStack.clear();
      } else if (!same(next, edited.value)) {
        edited.undoStack.replace(edited.value);
        typing.stop();
        message.hide();
      }
      edited.value = next;
      grid.set(next, rows, columns);
      show();
    },
  };
}
