// What an edit has changed, shown for a moment: outlines, and the old numbers in small print.

/**
 * @import { Grid } from "./grid.js"
 * @import { Matrix } from "./matrix.js"
 */

const PAUSE = 120; // ms without an edit before anything is outlined: a key held down does not flash
const SHOWN = 600; // ms

/** The changes in some grids. They are outlined after the painting: an edit is not to wait for it. */
export class Changes {
  /** @type {Map<Grid, Matrix>} */
  #before = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #showing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #hiding;

  /** @type {Grid[]} */
  #outlined = [];

  /** @param {() => Iterable<Grid>} grids */
  constructor(grids) {
    this.grids = grids;
  }

  /** Remember what is shown, just before it gives way to something else. */
  remember() {
    clearTimeout(this.#showing);
    if (!this.#before.size) for (const grid of this.grids()) this.#before.set(grid, grid.value);
    this.#showing = setTimeout(() => this.#show(), PAUSE);
  }

  /** Show nothing: other matrices have come. */
  forget() {
    clearTimeout(this.#showing);
    this.#before.clear();
    this.#hide();
  }

  #show() {
    for (const [grid, before] of this.#before) grid.outlineSince(before);
    this.#outlined = [...this.#before.keys()];
    this.#before.clear();
    clearTimeout(this.#hiding);
    this.#hiding = setTimeout(() => this.#hide(), SHOWN);
  }

  #hide() {
    clearTimeout(this.#hiding);
    for (const grid of this.#outlined) grid.clearOutlines();
    this.#outlined = [];
  }
}
