// A key that is held down: it may repeat faster than a slow machine paints.
import { afterPaint } from "../page.js";

/**
 * The steps of a key in a field. Those that a held key makes before the last one is painted are taken
 * together: one by one, they would leave the page no time for what Python answers.
 */
export class HeldKey {
  #steps = 0; // that wait
  /** @type {[row: number, column: number]} */
  #place = [0, 0]; // of these
  #isPainting = false;

  /** @param {(row: number, column: number, steps: number) => void} step changes an entry */
  constructor(step) {
    this.step = step;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  press({ repeat }, row, column, steps) {
    if (!repeat) this.settle();
    this.#place = [row, column];
    this.#steps += steps;
    if (!repeat || !this.#isPainting) this.#stepNow();
  }

  /** Take the steps that wait: what is done next, such as to undo, comes after them. */
  settle() {
    const steps = this.#steps;
    this.#steps = 0;
    if (steps) this.step(...this.#place, steps);
  }

  #stepNow() {
    this.#isPainting = true;
    this.settle();
    afterPaint(() => {
      this.#isPainting = false;
      if (this.#steps) this.#stepNow();
    });
  }
}
