// The learner's own function: it runs in the kernel, and the page goes on without waiting for it.
import { encode, matrix } from "./matrix.js";

const PATIENCE = 1000; // ms before the page says that it is still waiting

// `onresult({error, output, weights, scores}, own)` gets what came of the newest inputs, and with it
// the page's `own` result for the same inputs; `onwait(seconds)` is called while the kernel has not
// answered, `onlost()` where nobody is there to ask. Only one request is on its way.
export function createLearner(model, { onresult, onwait, onlost }) {
  let waiting = null; // what was sent, and when
  let next = null;
  let clock = null;

  function send(inputs, own) {
    waiting = { own, since: Date.now(), id: Math.random() };
    const names = Object.keys(inputs).filter((name) => inputs[name]);
    const buffers = names.map((name) => encode(inputs[name]).data);
    const shapes = names.map((name) => [inputs[name].rows, inputs[name].columns]);
    clearInterval(clock);
    try {
      model.send({ id: waiting.id, names, shapes }, undefined, buffers);
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
    run(inputs, own) {
      // A kernel that was restarted never answers: after a while the newest inputs are sent anew.
      if (waiting && Date.now() - waiting.since < 60 * PATIENCE) next = [inputs, own];
      else send(inputs, own);
    },
    stop() {
      clearInterval(clock);
      model.off("msg:custom", received);
    },
  };
}
