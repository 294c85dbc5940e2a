// How the page asks for the learner's function, and what it does while no answer comes.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LearnersFunction } from "../../course/widgets/js/lib/learners_function.js";
import { encode, fromRows } from "../../course/widgets/js/lib/matrix.js";
import { History } from "../../course/widgets/js/training_explorer/history.js";
import { Training } from "../../course/widgets/js/training_explorer/training.js";
import { fakeModel } from "./model.js";

const [ONE, TWO, THREE] = [1, 2, 3].map((x) => fromRows([[x]]));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function learnerOf(model) {
  const heard = { results: [], waits: [] };
  const learner = new LearnersFunction(model, {
    result: (_, own) => heard.results.push(own),
    wait: (seconds) => heard.waits.push(seconds),
    lost: () => {},
  });
  return { learner, heard };
}

const answer = (model, k) =>
  model.receive({ id: model.sent[k].id, error: "", names: [], shapes: [] });

// The trait of a matrix as a request carries it.
function carried({ names, edited, shapes, buffers }, name) {
  const at = names.length + edited.indexOf(name);
  return { shape: shapes[at], data: [...new Float64Array(buffers[at].buffer)] };
}

test("the newest request waits for its turn, with all that was edited meanwhile", () => {
  const model = fakeModel({ W_Q: encode(ONE), W_K: encode(ONE), mask: null, tokens: ["I"] });
  const { learner, heard } = learnerOf(model);
  learner.run({ X: ONE }, "first", ["W_Q"]);
  expect(carried(model.sent[0], "W_Q")).toEqual({ shape: [1, 1], data: [1] });
  model.set({ W_Q: encode(TWO) });
  learner.run({ X: TWO }, "second", ["W_Q"]);
  model.set({ W_K: encode(TWO), tokens: ["AI"] });
  learner.run({ X: TWO }, "third", ["W_K", "tokens", "mask"]);
  model.set({ W_Q: encode(THREE) }); // what is sent is what the page holds by then
  learner.run({ X: THREE, mask: null }, "fourth", []);
  expect(model.sent.length).toBe(1);
  answer(model, 0);
  expect(model.sent.length).toBe(2);
  const [, last] = model.sent;
  expect(last.names).toEqual(["X"]);
  expect(last.edited).toEqual(["W_Q", "W_K"]);
  expect(carried(last, "W_Q").data).toEqual([3]);
  expect(carried(last, "W_K").data).toEqual([2]);
  expect(last.settings).toEqual({ tokens: ["AI"], mask: null });
  answer(model, 1);
  expect(heard.results).toEqual(["first", "fourth"]);
  expect(model.sent.length).toBe(2);
});

test("what went with a request goes with the next one, as the page holds it by then", () => {
  const model = fakeModel({ W_Q: encode(ONE) });
  const { learner } = learnerOf(model);
  learner.run({ X: ONE }, "first", ["W_Q"]);
  model.set({ W_Q: encode(TWO) }); // by Python, which has the first one with the request after that
  learner.run({ X: TWO }, "second");
  answer(model, 0);
  expect(model.sent[1].edited).toEqual(["W_Q"]);
  expect(carried(model.sent[1], "W_Q").data).toEqual([2]);
  answer(model, 1);
  learner.run({ X: TWO }, "third");
  expect(model.sent[2].edited).toEqual([]);
});

test("after a minute without an answer the newest is sent, and no older one after it", () => {
  const model = fakeModel();
  const { learner, heard } = learnerOf(model);
  learner.run({ X: ONE }, "first");
  learner.run({ X: TWO }, "second");
  vi.advanceTimersByTime(61_000);
  learner.run({ X: THREE }, "third");
  answer(model, 0);
  answer(model, 1);
  expect(heard.results).toEqual(["third"]);
  expect(model.sent.length).toBe(2);
});

test("what is dropped is waited for no longer, and its late answer is nothing", () => {
  const model = fakeModel();
  const { learner, heard } = learnerOf(model);
  learner.run({ X: ONE }, "first");
  vi.advanceTimersByTime(2_100);
  expect(heard.waits).toEqual([1, 2]);
  learner.drop();
  vi.advanceTimersByTime(5_000);
  expect(heard.waits).toEqual([1, 2]);
  answer(model, 0);
  expect(heard.results).toEqual([]);
  learner.run({ X: TWO }, "second");
  answer(model, 1);
  expect(heard.results).toEqual(["second"]);
});

test("a training that was stopped waits for nothing", () => {
  const model = fakeModel();
  const task = { X: ONE, W_V: ONE, wanted: ONE };
  const said = [];
  const training = new Training(model, new History(task, { W_Q: ONE, W_K: ONE }), {
    onstep: () => said.push("step"),
    ondone: () => said.push("done"),
    onfail: () => said.push("fail"),
    onwait: () => said.push("wait"),
  });
  training.start();
  training.ask();
  vi.advanceTimersByTime(1_500);
  expect(said).toEqual(["wait"]);
  training.stop();
  vi.advanceTimersByTime(5_000);
  training.start();
  training.ask();
  answer(model, 0);
  expect(said).toEqual(["wait"]);
});

test("a training that fails names the step as it is counted on the page", () => {
  const model = fakeModel();
  const task = { X: ONE, W_V: ONE, wanted: ONE };
  const said = [];
  const training = new Training(model, new History(task, { W_Q: ONE, W_K: ONE }, 100), {
    onfail: (sentence) => said.push(sentence),
  });
  training.start();
  training.ask();
  model.receive({ id: model.sent[0].id, error: "No.", names: [], shapes: [] });
  expect(said).toEqual(["Training stopped at step 100. No."]);
});

test("a training ends at its last step, however many come at a time", () => {
  const model = fakeModel();
  const history = new History({ X: ONE, W_V: ONE, wanted: ONE }, { W_Q: ONE, W_K: ONE });
  const said = [];
  const training = new Training(model, history, {
    onstep: () => {},
    ondone: () => said.push("done"),
    onfail: () => said.push("fail"),
    onwait: () => said.push("wait"),
  });
  training.start();
  training.ask();
  const three = encode(fromRows([[1], [2], [3]]));
  for (let k = 0; !said.length; k++)
    model.receive(
      {
        id: model.sent[k].id,
        error: "",
        names: ["W_Q", "W_K"],
        shapes: [
          [3, 1],
          [3, 1],
        ],
      },
      [three.data, three.data],
    );
  expect([said, history.last]).toEqual([["done"], 100]);
});
