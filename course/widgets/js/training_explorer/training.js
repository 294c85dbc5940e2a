// Training with the learner's own step, in the kernel.
import { LearnersFunction } from "../lib/learners_function.js";
import { stacked } from "./history.js";

/**
 * @import { Result } from "../lib/learners_function.js"
 * @import { Model } from "../lib/sync.js"
 * @import { History } from "./history.js"
 */

export const RUN = 100; // steps of one training

/**
 * @typedef {object} Handlers
 * @property {() => void} onstep some steps were taken, and more are to come
 * @property {() => void} ondone all steps were taken
 * @property {(sentence: string) => void} onfail the training has stopped
 * @property {(sentence: string, seconds: number) => void} onwait
 */

/** A training that can be stopped; one at a time runs. */
export class Training {
  /** @type {number | null} */
  #until = null; // the step at which it stops; null: it has stopped

  /**
   * @param {Model<any>} model
   * @param {History} history which steps are added to
   * @param {Handlers} on
   */
  constructor(model, history, on) {
    this.history = history;
    this.on = on;
    /** @type {LearnersFunction<null>} */
    this.learner = new LearnersFunction(model, {
      result: (result) => this.#take(result),
      wait: (seconds) =>
        on.onwait(
          "No answer yet: your step is still running (it is stopped after 50 s), or the kernel was " +
            "stopped or restarted.",
          seconds,
        ),
      lost: () =>
        on.onfail(
          "Your step cannot be asked: the kernel was stopped or restarted. Run the cells above and " +
            "this one again.",
        ),
    });
  }

  get isRunning() {
    return this.#until !== null;
  }

  /** Begin a training of RUN steps; `ask` asks for the first. */
  start() {
    this.#until = this.history.last + RUN;
  }

  /** Ask for the next steps. */
  ask() {
    const { W_Q, W_K } = this.history.steps[this.history.last];
    this.learner.run({ W_Q, W_K }, null);
  }

  stop() {
    this.#until = null;
    this.learner.drop();
  }

  /** Stop, and listen no more. */
  close() {
    this.stop();
    this.learner.stop();
  }

  /** @param {Result} result */
  #take({ error, arrays }) {
    const { history, on } = this;
    if (this.#until === null) return;
    const reached = history.numberOf(history.last);
    if (error) return on.onfail(`Training stopped at step ${reached}. ${error}`);
    const rows = history.task.X.columns;
    const [W_Qs, W_Ks] = [stacked(arrays.W_Q, rows), stacked(arrays.W_K, rows)];
    // An answer may hold more steps than are wanted.
    const wanted = W_Qs.slice(0, this.#until - history.last);
    for (const [k, W_Q] of wanted.entries()) history.add({ W_Q, W_K: W_Ks[k] });
    if (history.last >= this.#until) return on.ondone();
    on.onstep();
    this.ask();
  }
}
