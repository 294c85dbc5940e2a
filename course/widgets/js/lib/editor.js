// A matrix to edit: a grid of number fields, its tools, and what is said when an entry is refused.
import { EditedMatrix } from "./editor/edited_matrix.js";
import { createField, FieldWriter } from "./editor/fields.js";
import { HeldKey } from "./editor/held_key.js";
import { createMessage } from "./editor/message.js";
import { pasted } from "./editor/paste.js";
import { Pointing } from "./editor/pointing.js";
import { Toolbar } from "./editor/toolbar.js";
import { Typing } from "./editor/typing.js";
import { undoKey } from "./editor/undo.js";
import { Grid } from "./grid.js";
import { hasShapeOf, same } from "./matrix.js";
import { node } from "./page.js";
import { parseNumber } from "./read_numbers.js";
import { Scale } from "./scale.js";
import { inField } from "./write_numbers.js";

/**
 * @import { By } from "./grid.js"
 * @import { Kind } from "./grid/look.js"
 * @import { Marks } from "./grid/cells.js"
 * @import { Matrix } from "./matrix.js"
 */

/**
 * @typedef {object} EditorOptions
 * @property {string} name stands above it
 * @property {string} [label] is what a screen reader says
 * @property {string | null} [colour]
 * @property {Kind} [kind]
 * @property {number} [step]
 * @property {number | null} [min]
 * @property {number | null} [max]
 * @property {Toolbar | null} [toolbar] that serves it with others; null for none at all; without
 *   one it has its own
 * @property {Scale} [scale] of the colours, which it shares with others; without one it has its own
 * @property {string | null} [formula]
 * @property {string | null} [helpId] names the text that says how to edit
 * @property {(value: Matrix) => void} [onchange] called at every change made here
 * @property {() => void} [onreset] called before it goes back to where it began
 * @property {(row: number, column: number, by: By) => void} [onpoint]
 * @property {(sentence: string) => void} [say] for what a screen reader should announce
 */

export const EDITING_HELP =
  "Arrow keys move between cells; type to replace a number. Enter or F2 edits it: then up and down " +
  "change it by a step. Alt with up or down, the wheel, or dragging sideways change it at once. " +
  "Control Z undoes. In a row of buttons, arrow keys go from one to the next.";

/** The editor of one matrix. */
export class Editor {
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
    const { name, label = name, step = 0.1, min = null, max = null } = options;
    this.options = options;
    this.#say = options.say ?? (() => {});
    this.#edited = new EditedMatrix({
      label,
      step,
      min,
      max,
      onchange: (value, sentence) => this.#changed(value, sentence),
    });
    this.#typing = new Typing(this.#edited, {
      inputAt: (row, column) => this.#inputAt(row, column),
      complain: (row, column, why) => this.#complain(row, column, why),
      quiet: this.#message.hide,
    });
    this.#pointing = new Pointing(this.#edited, this.#typing, {
      step: (row, column, steps) => this.#nudge(row, column, steps),
      dragged: () => this.#show(),
    });
    this.#heldKey = new HeldKey((row, column, steps) => this.#nudge(row, column, steps));
    this.#scale = options.scale ?? new Scale();
    this.grid = this.#createGrid(label);
    this.#target = this.#createTarget(name);
    const own = options.toolbar === undefined ? new Toolbar(this.#say) : null;
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
    const fits = hasShapeOf(next, edited.value);
    const isOther = !same(next, edited.value);
    if (isOther && fits && !first) edited.undoStack.keep(edited.value);
    // A matrix of another shape would not fit what stands beside it now: it cannot be gone back to.
    if (first || !fits) {
      this.#target.initial = next;
      edited.undoStack.clear();
    }
    if (!fits) this.#typing.stop();
    if (isOther && !(fits && this.#typing.goOn(next))) this.#message.hide();
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
    /** @type {import("./editor/toolbar.js").Target} */
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
      replace: (next, sentence) => this.#replace(next, sentence),
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
    const { name, colour, kind, formula, helpId, onpoint } = this.options;
    const scale = this.#scale;
    const [edited, typing] = [this.#edited, this.#typing];
    return new Grid({
      ...{ name, label, kind, colour, formula, helpId, scale },
      onpoint: (row, column, by) => {
        if (by === "focus") this.#toolbar?.use(this.#target);
        onpoint?.(row, column, by);
      },
      fields: {
        make: (row, column) => this.#makeField(row, column),
        write: (input, x, row, column) =>
          this.#writer.write(input, edited.nameOf(row, column), x, typing.isAt(row, column)),
      },
      onkey: (event, row, column) => event.defaultPrevented || typing.isAt(row, column),
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
      ondblclick: () => typing.begin(row(), column()),
    });
    return input;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  #inputAt(row, column) {
    return /** @type {HTMLInputElement | undefined} */ (this.grid.cell(row, column)?.content);
  }

  // Showing what was edited

  /**
   * @param {Matrix} value
   * @param {string | null} sentence
   */
  #changed(value, sentence) {
    this.options.onchange?.(value); // first: it may look at what the table shows still
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
  #nudge(row, column, steps) {
    this.#change(row, column, this.#edited.stepped(this.#edited.at(row, column), steps));
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
    // Part of a number goes into the text that is being typed, as in any field.
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
    const done =
      this.#undoKey(event) ||
      this.#stepKey(event, row, column) ||
      (this.#typing.isAt(row, column)
        ? this.#typingKey(event, row, column)
        : this.#beginKey(event, row, column));
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
    // As in a spreadsheet: the grid goes on to the next cell, if the number was taken.
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
}
