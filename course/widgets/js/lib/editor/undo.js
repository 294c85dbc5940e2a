// What Undo goes back to, and Redo forward to.

const MOST = 200; // values that are kept
const BURST = 800; // ms; steps in one cell closer together than that are undone together

/**
 * Return what a key asks for: Control Z, Control Y, or Control and Shift Z; null for other keys.
 * @param {KeyboardEvent} event
 */
export function undoKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!(ctrlKey || metaKey) || altKey || !"zZyY".includes(key)) return null;
  return key.toLowerCase() === "y" || shiftKey ? "redo" : "undo";
}

/**
 * The values before each edit, and those that were undone.
 * @template Value
 */
export class UndoStack {
  /** @type {Value[]} */
  #past = [];
  /** @type {Value[]} */
  #undone = [];
  #last = { at: 0, place: "" };

  get isEmpty() {
    return this.#past.length === 0;
  }

  /**
   * Keep a value before it is edited. Edits of one place in a burst are one; "" is no place.
   * @param {Value} value
   * @param {string} place
   */
  remember(value, place) {
    const now = Date.now();
    const isSameBurst = place && place === this.#last.place && now - this.#last.at < BURST;
    this.#last = { at: now, place };
    if (!isSameBurst) this.keep(value);
  }

  /** Let the burst go on for any time: slow typing is still one edit. */
  holdBurst() {
    this.#last.at = Infinity;
  }

  endBurst() {
    this.#last = { at: 0, place: "" };
  }

  /** Drop the last value kept: it was no edit after all. */
  forget() {
    this.#past.pop();
  }

  /**
   * Return the value before the last edit of `value`; undefined where there is none.
   * @param {Value} value
   */
  undo(value) {
    return this.#move(this.#past, this.#undone, value);
  }

  /**
   * Return the value that was undone last; undefined where there is none.
   * @param {Value} value
   */
  redo(value) {
    return this.#move(this.#undone, this.#past, value);
  }

  /**
   * @param {Value[]} from
   * @param {Value[]} to
   * @param {Value} value
   */
  #move(from, to, value) {
    const next = from.pop();
    if (!next) return undefined;
    to.push(value);
    this.endBurst();
    return next;
  }

  /**
   * Keep a value as one of its own: it gives way to another, from outside say.
   * @param {Value} value
   */
  keep(value) {
    this.#past.push(value);
    if (this.#past.length > MOST) this.#past.shift();
    this.#undone = [];
  }

  clear() {
    this.#past = [];
    this.#undone = [];
  }

  /** Return a function that brings back the edits that are kept now, and those that were undone. */
  snapshot() {
    const [past, undone] = [this.#past.slice(), this.#undone.slice()];
    return () => {
      this.#past = past.slice();
      this.#undone = undone.slice();
      this.endBurst();
    };
  }
}
