// The mask painted by hand: by a click, a drag over several cells or the space bar; and undone again.
import { count } from "../lib/count.js";
import { UndoStack, undoKey } from "../lib/editor/undo.js";
import { entry, hasShapeOf, indicesOf, withEntry } from "../lib/matrix.js";
import { mayAttend } from "./pointed_cell.js";
import { isSame } from "./state.js";

/**
 * @import { Grid, Place } from "../lib/grid.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { State } from "./state.js"
 */

/** @typedef {{mask: Matrix | null, kind: string}} Painted a mask and what it is called */

/**
 * @typedef {object} Handlers
 * @property {(next: Painted, sentence: () => string) => void} onpaint the sentence says what was done,
 *   once the mask is shown
 * @property {(sentence: string) => void} say
 */

/** The mask of one explorer, under mouse and keys. */
export class MaskPainting {
  /** @type {UndoStack<Painted>} */
  #past = new UndoStack();
  /** @type {Painted & {scores: Matrix}} */
  #last; // the mask as it was last seen here, and the scores that it was for
  /** @type {(Place & {isOpen: boolean, isDrag: boolean, before: Matrix}) | null} */
  #pressed = null; // where a mouse button went down on which mask, and what it paints

  /**
   * @param {State} state
   * @param {Grid} grid of the mask
   * @param {Handlers} on
   */
  constructor(state, grid, on) {
    this.state = state;
    this.grid = grid;
    this.on = on;
    this.#last = this.#now;
    grid.table.addEventListener("pointerdown", (event) => this.#press(event));
    grid.table.addEventListener("pointerover", (event) => this.#drag(event));
    grid.table.addEventListener("click", (event) => this.#click(event));
  }

  /**
   * Do what a key asks for on a cell; return true if it was for the mask.
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  keydown(event, row, column) {
    if (this.undo(event)) return true;
    if (event.key !== " " && event.key !== "Enter") return false;
    this.#toggle({ row, column });
    event.preventDefault();
    return true;
  }

  /**
   * Undo, or do again, where a key asks for it; return true if one did.
   * @param {KeyboardEvent} event
   */
  undo(event) {
    const way = undoKey(event);
    if (!way) return false;
    this.#goTo(way);
    event.preventDefault();
    return true;
  }

  /** @param {PointerEvent} event */
  #press({ target, button, pointerType }) {
    const place = this.grid.placeOf(target);
    // A finger that moves over the page scrolls it.
    if (!place || button !== 0 || pointerType === "touch") return;
    const before = this.state.openMask;
    this.#pressed = { ...place, isOpen: !this.#isOpen(place), isDrag: false, before };
    const over = new AbortController();
    const end = () => {
      over.abort();
      // The click, if there is one, comes after this.
      setTimeout(() => {
        this.#pressed = null;
      });
    };
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, end, over);
  }

  /** @param {PointerEvent} event */
  #drag({ target, buttons }) {
    const [place, pressed] = [this.grid.placeOf(target), this.#pressed];
    if (!place || !pressed || !(buttons & 1)) return;
    const { isOpen, before } = pressed;
    const sentence = () => this.#difference(before);
    if (!pressed.isDrag) {
      pressed.isDrag = true;
      this.#remember();
      this.#paint(pressed, isOpen, sentence);
    }
    this.#paint(place, isOpen, sentence);
  }

  /** @param {MouseEvent} event */
  #click({ target }) {
    const place = this.grid.placeOf(target);
    if (place && !this.#pressed?.isDrag) this.#toggle(place);
  }

  /** @param {Place} place */
  #isOpen({ row, column }) {
    return entry(this.state.openMask, row, column) !== 0;
  }

  /** @param {Place} place */
  #toggle(place) {
    const before = this.state.openMask;
    this.#remember();
    this.#paint(place, !this.#isOpen(place), () => this.#difference(before));
  }

  /** Keep the mask as it is now, before it is painted. */
  #remember() {
    this.#keepReplaced();
    this.#past.remember(this.#now, "");
  }

  get #now() {
    const { matrices, shown, maskKind } = this.state;
    return { mask: matrices.mask, kind: maskKind, scores: shown.scores };
  }

  /**
   * Keep the mask in whose place something else has put another one: Python, or the controls. With
   * tokens of another number, none of before can be gone back to.
   */
  #keepReplaced() {
    const [last, now] = [this.#last, this.#now];
    if (!hasShapeOf(last.scores, now.scores)) this.#past.clear();
    else if (!isSame(last.mask, now.mask)) this.#past.keep(last);
    this.#last = now;
  }

  /**
   * @param {Place} place
   * @param {boolean} isOpen
   * @param {() => string} sentence
   */
  #paint(place, isOpen, sentence) {
    const { row, column } = place;
    if (this.#isOpen(place) === isOpen) return;
    const mask = withEntry(this.state.openMask, row, column, Number(isOpen));
    this.#become({ mask, kind: "by hand" }, sentence);
  }

  /** @param {"undo" | "redo"} way */
  #goTo(way) {
    this.#keepReplaced();
    const before = this.state.openMask;
    const next = this.#past[way](this.#now);
    if (!next) return this.on.say(`There is nothing to ${way} in the mask`);
    const done = way === "undo" ? "Undone" : "Done again";
    this.#become(next, () => `${done}: ${this.#difference(before)}`);
  }

  /**
   * @param {Painted} next
   * @param {() => string} sentence
   */
  #become(next, sentence) {
    this.on.onpaint(next, sentence);
    this.#last = this.#now;
  }

  /** @param {Matrix} before */
  #difference(before) {
    const after = this.state.openMask;
    const changed = [...after.data.keys()].filter((k) => after.data[k] !== before.data[k]);
    const [k] = changed;
    if (changed.length === 1) return mayAttend(this.state, ...indicesOf(after, k));
    return `${count(changed.length, "place")} of the mask changed`;
  }
}
