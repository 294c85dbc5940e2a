// Typing in a field: each number that is one is taken at once; what is refused brings back the number
// that stood there before.
import { entry, withEntry } from "../matrix.js";
import { inField, inNarrowField } from "../write_numbers.js";

/**
 * @import { Matrix } from "../matrix.js"
 * @import { EditedMatrix } from "./edited_matrix.js"
 */

/**
 * What typing does on the page.
 * @typedef {object} View
 * @property {(row: number, column: number) => HTMLInputElement | undefined} inputAt
 * @property {(row: number, column: number, why: string) => void} complain
 * @property {() => void} quiet
 */

/**
 * The field that is being typed in. `isTypedOver`: by typing over its number; `refused`: why what stands
 * there is not taken, or null.
 * @typedef {object} Open
 * @property {number} row
 * @property {number} column
 * @property {Matrix} before
 * @property {() => void} restoreUndo
 * @property {boolean} isTypedOver
 * @property {string | null} refused
 */

/** The typing in the fields of an editor, of which one at a time is open. */
export class Typing {
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
      refused: null,
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
    // The first digits of what is refused are no number that was meant.
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
    const number = inField(entry(before, row, column));
    edited.become(before, `${edited.nameOf(row, column)} is ${number} again`);
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
      // What is typed next would else come into the middle of the old number.
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
}
