// The matrix of an editor, its limits, and the edits that can be undone.
import { clamp } from "../clamp.js";
import { count } from "../count.js";
import { indicesOf, matrix, same, withEntry } from "../matrix.js";
import { stepped } from "../read_numbers.js";
import { judge, refusal } from "../typed_number.js";
import { inField } from "../write_numbers.js";
import { UndoStack } from "./undo.js";

/**
 * @import { Matrix } from "../matrix.js"
 */

const ENTRY = "an entry"; // in a refusal

/** A matrix whose entries stay within limits. `onchange` is called with each new value. */
export class EditedMatrix {
  value = matrix(0, 0);
  /** @type {UndoStack<Matrix>} */
  undoStack = new UndoStack();

  /**
   * @param {object} options
   * @param {string} options.label
   * @param {number} options.step
   * @param {number | null} options.min
   * @param {number | null} options.max
   * @param {(value: Matrix, sentence: string | null) => void} options.onchange `sentence`: what was
   *   done, for a screen reader
   */
  constructor({ label, step, min, max, onchange }) {
    this.label = label;
    this.step = step;
    this.low = min ?? -Infinity;
    this.high = max ?? Infinity;
    this.onchange = onchange;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  at(row, column) {
    return this.value.data[row * this.value.columns + column];
  }

  /** @param {number} x */
  clamp(x) {
    return clamp(x, this.low, this.high);
  }

  /**
   * Return why a number is not taken; null where it is.
   * @param {number} x
   */
  refusal(x) {
    return refusal(x, this.#limits, ENTRY);
  }

  /**
   * Judge what is typed for an entry.
   * @param {string} text
   */
  judge(text) {
    return judge(text, this.#limits, ENTRY);
  }

  get #limits() {
    return { min: this.low, max: this.high };
  }

  /**
   * Return a number some steps away, within the limits.
   * @param {number} x
   * @param {number} steps
   */
  stepped(x, steps) {
    return this.clamp(stepped(x, this.step, steps));
  }

  /**
   * @param {Matrix} next
   * @param {string | null} sentence
   */
  become(next, sentence = null) {
    if (same(next, this.value)) return;
    this.value = next;
    this.onchange(next, sentence);
  }

  /**
   * Put a number in, without a value to undo.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   */
  put(row, column, x) {
    this.become(
      withEntry(this.value, row, column, x),
      `${this.nameOf(row, column)} is ${inField(x)}`,
    );
  }

  /**
   * Put a number in; what is entered in one `place` in a burst is undone together.
   * @param {number} row
   * @param {number} column
   * @param {number} x
   * @param {string} place
   */
  enter(row, column, x, place) {
    if (x === this.at(row, column)) return;
    this.undoStack.remember(this.value, place);
    this.put(row, column, x);
  }

  /**
   * Return the value that Undo or Redo leads to; undefined where there is none. A step up and down
   * again was kept, and is no change to go back to.
   * @param {"undo" | "redo"} way
   */
  valueAfter(way) {
    let next = this.undoStack[way](this.value);
    while (next && same(next, this.value)) next = this.undoStack[way](this.value);
    return next;
  }

  /**
   * Return what differs in another value: "W_Q[0, 1] is 2", or how many entries do.
   * @param {Matrix} next
   */
  difference(next) {
    const places = [...next.data.keys()].filter(
      (k) => !Object.is(next.data[k], this.value.data[k]),
    );
    if (places.length !== 1) return `${count(places.length, "number")} of ${this.label} changed`;
    const [k] = places;
    const name = this.nameOf(...indicesOf(next, k));
    return `${name} is ${inField(next.data[k])}`;
  }

  /**
   * @param {number} row
   * @param {number} column
   */
  nameOf(row, column) {
    return `${this.label}[${row}, ${column}]`;
  }
}
