// A key that is held down: it may repeat faster than a slow machine paints.
import { afterPaint } from "../page.js";

/**
 * The steps of a key in a field. Those that a held key makes before the last one is painted are taken
 * together: one by one, they would leave the page no time for what Python answers.
 */
export class HeldKey {
  #steps = 0; // that wait
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
    if (repeat && this.#isPainting) this.#steps += steps;
    else this.#stepNow(row, column, steps);
  }

  /**
   * @param {number} row
   * @param {number} column
   * @param {number} steps
   */
  #stepNow(row, column, steps) {
    this.#isPainting = true;
    this.step(row, column, steps);
    afterPaint(() => {
      const waiting = this.#steps;
      this.#steps = 0;
      this.#isPainting = false;
      if (waiting) this.#stepNow(row, column, waiting);
    });
  }
}
