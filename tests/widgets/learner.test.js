// How the page asks for the learner's function, and what it does while no answer comes.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Learner } from "../../course/widgets/js/lib/learner.js";
import { fromRows } from "../../course/widgets/js/lib/matrix.js";
import { History } from "../../course/widgets/js/training_explorer/history.js";
import { Training } from "../../course/widgets/js/training_explorer/training.js";
import { fakeModel } from "./model.js";

const [ONE, TWO] = [1, 2].map((x) => fromRows([[x]]));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function learnerOf(model) {
  const heard = { results: [], waits: [] };
  const learner = new Learner(model, {
    result: (_, own) => heard.results.push(own),
    wait: (seconds) => heard.waits.push(seconds),
    lost: () => {},
  });
  return { learner, heard };
}

const answer = (model, k) =>
  model.receive({ id: model.sent[k].id, error: "", names: [], shapes: [] });

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
