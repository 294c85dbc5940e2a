// The mask painted by hand: by a click, a drag over several cells or the space bar; and undone again.
import { UndoStack, undoKey } from "../lib/editor/undo.js";
import { entry, hasShapeOf, indicesOf, withEntry } from "../lib/matrix.js";
import { count } from "../lib/numbers.js";
import { mayAttend } from "./pointed_cell.js";

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
  /** @type {Matrix | null} */
  #lastPainted = null; // the mask as painting, or undoing it, left it
  /** @type {(Place & {isOpen: boolean, isDrag: boolean}) | null} */
  #pressed = null; // where a mouse button went down, and what it paints

  /**
   * @param {State} state
   * @param {Grid} grid of the mask
   * @param {Handlers} on
   */
  constructor(state, grid, on) {
    this.state = state;
    this.grid = grid;
    this.on = on;
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
    const way = undoKey(event);
    if (way) this.#goTo(way);
    else if (event.key === " " || event.key === "Enter") this.#toggle({ row, column });
    else return false;
    event.preventDefault();
    return true;
  }

  /** @param {PointerEvent} event */
  #press({ target, button, pointerType }) {
    const place = this.grid.placeOf(target);
    // A finger that moves over the page scrolls it.
    if (!place || button !== 0 || pointerType === "touch") return;
    this.#pressed = { ...place, isOpen: !this.#isOpen(place), isDrag: false };
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
    if (!pressed.isDrag) {
      pressed.isDrag = true;
      this.#remember();
      this.#paint(pressed, pressed.isOpen);
    }
    this.#paint(place, pressed.isOpen);
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
    this.#remember();
    this.#paint(place, !this.#isOpen(place));
  }

  /** Keep the mask as it is now, before it is painted. */
  #remember() {
    this.#forgetIfReplaced();
    this.#past.remember(this.#now, "");
  }

  /** @returns {Painted} */
  get #now() {
    return { mask: this.state.matrices.mask, kind: this.state.model.get("mask_kind") };
  }

  /** Forget what was painted if something else has put another mask in: Python, or the controls. */
  #forgetIfReplaced() {
    if (this.state.matrices.mask !== this.#lastPainted) this.#past.clear();
  }

  /**
   * @param {Place} place
   * @param {boolean} isOpen
   */
  #paint(place, isOpen) {
    const { row, column } = place;
    if (this.#isOpen(place) === isOpen) return;
    const mask = withEntry(this.state.openMask, row, column, Number(isOpen));
    this.#become({ mask, kind: "by hand" }, () => mayAttend(this.state, row, column));
  }

  /** @param {"undo" | "redo"} way */
  #goTo(way) {
    this.#forgetIfReplaced();
    const before = this.state.openMask;
    const next = this.#past[way](this.#now);
    if (!next || (next.mask && !hasShapeOf(next.mask, before)))
      return this.on.say(`There is nothing to ${way} in the mask`);
    const done = way === "undo" ? "Undone" : "Done again";
    this.#become(next, () => `${done}: ${this.#difference(before)}`);
  }

  /**
   * @param {Painted} next
   * @param {() => string} sentence
   */
  #become(next, sentence) {
    this.#lastPainted = next.mask;
    this.on.onpaint(next, sentence);
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
