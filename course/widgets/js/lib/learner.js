// The learner's own function: it runs in the kernel, and the page goes on without waiting for it.
import { decode, encode } from "./matrix.js";

/**
 * @import { Matrix } from "./matrix.js"
 * @import { Model } from "./sync.js"
 */

/**
 * What came of a call: the matrices by name, and a sentence where it failed.
 * @typedef {{error: string, arrays: Record<string, Matrix>}} Result
 */

const PATIENCE = 1000; // ms before the page says that it is still waiting
const GIVEN_UP = 60 * PATIENCE; // ms until newer inputs are sent though nothing has come back

/**
 * `run(inputs, own, edited)` asks for the newest inputs; one request at a time is on its way. `own`
 * is given back with the result, and `edited` are traits that Python does not know yet.
 * @template Own
 * @param {Model<any>} model
 * @param {object} on
 * @param {(result: Result, own: Own) => void} on.result
 * @param {(seconds: number) => void} on.wait called each second while the kernel has not answered
 * @param {() => void} on.lost called where nobody is there to ask
 */
export function createLearner(model, on) {
  /** @typedef {Record<string, Matrix | null | undefined>} Inputs */
  /** @typedef {[inputs: Inputs, own: Own, edited: Record<string, Matrix>]} Request */
  /** @type {{own: Own, since: number, id: number} | null} */
  let waiting = null;
  /** @type {Request | null} */
  let next = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  /** @param {Request} request */
  function send([inputs, own, edited]) {
    const asked = { own, since: Date.now(), id: Math.random() };
    waiting = asked;
    const given = present(inputs);
    const sent = [...given, ...Object.entries(edited)].map(([, value]) => encode(value));
    clearInterval(clock);
    try {
      model.send(
        {
          id: asked.id,
          names: given.map(([name]) => name),
          edited: Object.keys(edited),
          shapes: sent.map(({ shape }) => shape),
        },
        undefined,
        sent.map(({ data }) => data),
      );
      clock = setInterval(() => on.wait(Math.round((Date.now() - asked.since) / 1000)), PATIENCE);
    } catch {
      // There is no kernel any more that knows this widget.
      waiting = null;
      on.lost();
    }
  }

  /**
   * @param {{id: number, error: string, names: string[], shapes: number[][]}} content
   * @param {DataView[]} buffers
   */
  function received(content, buffers) {
    if (!waiting || content.id !== waiting.id) return;
    const { own } = waiting;
    waiting = null;
    clearInterval(clock);
    const { error, names, shapes } = content;
    const arrays = names.map((name, k) => [name, decode({ shape: shapes[k], data: buffers[k] })]);
    on.result({ error, arrays: Object.fromEntries(arrays) }, own);
    if (!next) return;
    const latest = next;
    next = null;
    send(latest);
  }

  model.on("msg:custom", received);
  return {
    /**
     * @param {Inputs} inputs
     * @param {Own} own
     * @param {Record<string, Matrix>} edited
     */
    run(inputs, own, edited = {}) {
      // A kernel that was restarted never answers: after a while the newest inputs are sent anew.
      // What waits is sent when the traits have long arrived.
      if (waiting && Date.now() - waiting.since < GIVEN_UP) next = [inputs, own, {}];
      else send([inputs, own, edited]);
    },
    stop() {
      clearInterval(clock);
      model.off("msg:custom", received);
    },
  };
}

/**
 * Return [name, matrix] of each that is there.
 * @param {Record<string, Matrix | null | undefined>} matrices
 */
export function present(matrices) {
  return Object.entries(matrices).flatMap(([name, value]) =>
    value ? [/** @type {[string, Matrix]} */ ([name, value])] : [],
  );
}
