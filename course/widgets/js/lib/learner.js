// The learner's own function: it runs in the kernel, and the page goes on without waiting for it.
import { encode, matrix } from "./matrix.js";

const PATIENCE = 1000; // ms before the page says that it is still waiting

// `run(inputs, own, edited)`: `edited` are traits that Python does not know yet, {name: matrix}.
// `onresult({error, output, weights, scores}, own)` gets what came of the newest inputs, and with it
// the page's `own` result for the same inputs; `onwait(seconds)` is called while the kernel has not
// answered, `onlost()` where nobody is there to ask. Only one request is on its way.
export function createLearner(model, { onresult, onwait, onlost }) {
  let waiting = null; // what was sent, and when
  let next = null;
  let clock = null;

  function send(inputs, own, edited) {
    waiting = { own, since: Date.now(), id: Math.random() };
    const given = Object.entries(inputs).filter(([, value]) => value);
    const names = given.map(([name]) => name);
    const sent = [...given, ...Object.entries(edited)].map(([, value]) => encode(value));
    const shapes = sent.map(({ shape }) => shape);
    const buffers = sent.map(({ data }) => data);
    clearInterval(clock);
    try {
      const request = { id: waiting.id, names, edited: Object.keys(edited), shapes };
      model.send(request, undefined, buffers);
      clock = setInterval(() => onwait(Math.round((Date.now() - waiting.since) / 1000)), PATIENCE);
    } catch {
      // There is no kernel any more that knows this widget.
      waiting = null;
      onlost();
    }
  }

  function received(content, buffers) {
    if (!waiting || content.id !== waiting.id) return;
    const { own } = waiting;
    waiting = null;
    clearInterval(clock);
    const result = { error: content.error };
    content.names.forEach((name, k) => {
      const [rows, columns] = content.shapes[k];
      const bytes = buffers[k];
      const { buffer, byteOffset, byteLength } = bytes;
      const data = new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
      result[name] = matrix(rows, columns, data);
    });
    onresult(result, own);
    if (next) {
      const latest = next;
      next = null;
      send(...latest);
    }
  }

  model.on("msg:custom", received);
  return {
    run(inputs, own, edited = {}) {
      // A kernel that was restarted never answers: after a while the newest inputs are sent anew.
      // What waits is sent when the traits have long arrived.
      if (waiting && Date.now() - waiting.since < 60 * PATIENCE) next = [inputs, own, {}];
      else send(inputs, own, edited);
    },
    stop() {
      clearInterval(clock);
      model.off("msg:custom", received);
    },
  };
}
