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

/** @typedef {Record<string, Matrix | null | undefined>} Inputs */

/**
 * @template Own
 * @typedef {{inputs: Inputs, own: Own, edited: string[]}} Request
 */

/**
 * The learner's function. One request at a time is on its way; the newest waits for its turn.
 * @template Own what is given back with the result
 */
export class LearnersFunction {
  /** @type {{own: Own, since: number, id: number, edited: string[]} | null} */
  #waiting = null;
  /** @type {Request<Own> | null} */
  #next = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;

  /**
   * @param {Model<any>} model
   * @param {object} on
   * @param {(result: Result, own: Own) => void} on.result
   * @param {(seconds: number) => void} on.wait called each second while the kernel has not answered
   * @param {() => void} on.lost called where nobody is there to ask
   * @param {(name: string) => any} [on.traitOf] where traits may have changed that the model does
   *   not have yet
   */
  constructor(model, on) {
    this.model = model;
    this.on = on;
    this.traitOf = on.traitOf ?? ((/** @type {string} */ name) => model.get(name));
    this.received = this.#receive.bind(this);
    model.on("msg:custom", this.received);
  }

  stop() {
    this.drop();
    this.model.off("msg:custom", this.received);
  }

  /** Wait for nothing any more: an answer that is still to come is not listened to. */
  drop() {
    clearInterval(this.#clock);
    this.#waiting = null;
    this.#next = null;
  }

  /**
   * Ask for what comes of some inputs.
   * @param {Inputs} inputs
   * @param {Own} own
   * @param {readonly string[]} edited traits that go with it: by themselves they may come later
   */
  run(inputs, own, edited = []) {
    // What the last request brought may have come to Python after a change made there: it gets what
    // the page holds by now, so that both have the same in the end.
    const brought = [...(this.#waiting?.edited ?? []), ...(this.#next?.edited ?? [])];
    /** @type {Request<Own>} */
    const request = { inputs, own, edited: [...new Set([...brought, ...edited])] };
    // A kernel that was restarted never answers: after a while the newest inputs are sent anew.
    const waits = this.#waiting !== null && Date.now() - this.#waiting.since < GIVEN_UP;
    this.#next = waits ? request : null;
    if (!waits) this.#send(request);
  }

  /** @param {Request<Own>} request */
  #send({ inputs, own, edited }) {
    const asked = { own, since: Date.now(), id: Math.random(), edited };
    const given = present(inputs);
    // The traits as they are now: they may have changed again since they were edited.
    const traits = edited.map((name) => [name, this.traitOf(name)]);
    const matrices = traits.filter(([, value]) => value?.data);
    const sent = [
      ...given.map(([, value]) => encode(value)),
      ...matrices.map(([, value]) => value),
    ];
    const content = {
      id: asked.id,
      names: given.map(([name]) => name),
      edited: matrices.map(([name]) => name),
      shapes: sent.map(({ shape }) => shape),
      settings: Object.fromEntries(traits.filter(([, value]) => !value?.data)),
    };
    this.#waiting = asked;
    clearInterval(this.#clock);
    const told = () => this.on.wait(Math.round((Date.now() - asked.since) / 1000));
    try {
      const buffers = sent.map(({ data }) => data);
      this.model.send(content, undefined, buffers);
      this.#clock = setInterval(told, PATIENCE);
    } catch {
      // There is no kernel any more that knows this widget.
      this.#waiting = null;
      this.on.lost();
    }
  }

  /**
   * @param {{id: number, error: string, names: string[], shapes: number[][]}} content
   * @param {DataView[]} buffers
   */
  #receive({ id, error, names, shapes }, buffers) {
    if (!this.#waiting || id !== this.#waiting.id) return;
    const { own } = this.#waiting;
    this.#waiting = null;
    clearInterval(this.#clock);
    const arrays = names.map((name, k) => [name, decode({ shape: shapes[k], data: buffers[k] })]);
    this.on.result({ error, arrays: Object.fromEntries(arrays) }, own);
    if (!this.#next) return;
    const latest = this.#next;
    this.#next = null;
    this.#send(latest);
  }
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
