// The scale of colours that signed matrices share: a number has the same colour in all of them.
import { reach } from "./matrix.js";

/**
 * @import { Matrix } from "./matrix.js"
 */

/** A scale whose ends stay where they are while entries are edited, until it is fitted again. */
export class Scale {
  /** The entry whose colour is at the end of the scale; a larger one has the same colour. */
  limit = 1;

  /**
   * Let the scale reach the largest entry of some matrices.
   * @param {(Matrix | null)[]} matrices
   */
  fit(matrices) {
    const most = Math.max(0, ...matrices.map((value) => (value ? reach(value) : 0)));
    this.limit = most || 1;
  }
}
