// The steps of a training: W_Q and W_K after each, and how far the output is from what is wanted.
import { stages } from "../lib/attention.js";
import { matrix } from "../lib/matrix.js";
import { smallNumber } from "../lib/write_numbers.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

/** @typedef {{X: Matrix, W_V: Matrix, wanted: Matrix}} Task what does not change */
/** @typedef {{W_Q: Matrix, W_K: Matrix}} Weights */
/** @typedef {Weights & {loss: number, isEdited: boolean}} Step */

const LONGEST = 5000; // steps that are kept

/**
 * Return the stages of the head under these W, and the mean squared distance of its output to what
 * is wanted.
 * @param {Task} task
 * @param {Weights} weights
 */
export function outcome({ X, W_V, wanted }, { W_Q, W_K }) {
  const shown = stages({ X_query: X, X_memory: X, W_Q, W_K, W_V });
  const squares = shown.output.data.map((x, k) => (x - wanted.data[k]) ** 2);
  return { shown, loss: squares.reduce((sum, x) => sum + x, 0) / squares.length };
}

/**
 * Return the matrices of `rows` rows that came one below the other.
 * @param {Matrix} m
 * @param {number} rows
 */
export function stacked(m, rows) {
  const size = rows * m.columns;
  return Array.from({ length: m.rows / rows }, (_, k) =>
    matrix(rows, m.columns, m.data.slice(k * size, (k + 1) * size)),
  );
}

/** The steps that are kept, and the one that is shown. */
export class History {
  at = 0;

  /**
   * @param {Task} task
   * @param {Weights} weights
   * @param {number} before steps that led to these weights, and are not kept
   */
  constructor(task, weights, before = 0) {
    this.task = task;
    this.before = before;
    this.steps = [this.#step(weights)];
  }

  /**
   * @param {Weights} weights
   * @returns {Step}
   */
  #step({ W_Q, W_K }, isEdited = false) {
    return { W_Q, W_K, loss: outcome(this.task, { W_Q, W_K }).loss, isEdited };
  }

  get current() {
    return this.steps[this.at];
  }

  /** The last of the steps that are kept; the first is 0. */
  get last() {
    return this.steps.length - 1;
  }

  /**
   * Return the number of a step, counted from where training began.
   * @param {number} step
   */
  numberOf(step) {
    return this.before + step;
  }

  /** @param {number} more */
  hasRoomFor(more) {
    return this.steps.length + more <= LONGEST;
  }

  /** @param {Weights} weights */
  add(weights) {
    this.steps.push(this.#step(weights));
  }

  /**
   * Take other weights at the step that is shown; those after it are dropped.
   * @param {Partial<Weights>} changes
   */
  edit(changes) {
    this.steps = this.steps.slice(0, this.at + 1);
    this.steps[this.at] = this.#step({ ...this.current, ...changes }, true);
  }

  dropAll() {
    this.steps = this.steps.slice(0, 1);
  }

  /** @param {number} step */
  lossAt(step) {
    return smallNumber(this.steps[step].loss);
  }
}
