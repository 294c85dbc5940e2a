// What AttentionExplorer says of the cell that is pointed at, and how its state follows an edit.
import { expect, test } from "vitest";
import { difference } from "../../course/widgets/js/attention_explorer/learner_panel.js";
import { explanation, inShort } from "../../course/widgets/js/attention_explorer/pointed_cell.js";
import { State } from "../../course/widgets/js/attention_explorer/state.js";
import { inOneLine, wordsIn } from "../../course/widgets/js/attention_explorer/tokens.js";
import { decode, encode, fromRows, toRows } from "../../course/widgets/js/lib/matrix.js";
import { plain } from "../../course/widgets/js/lib/words.js";
import { fakeModel } from "./model.js";

const I = encode(
  fromRows([
    [1, 0],
    [0, 1],
  ]),
);

function stateOf(traits) {
  const words = { tokens: ["I", "AI"], memory_tokens: ["I", "AI"] };
  const matrices = { X: I, X_memory: null, W_Q: I, W_K: I, W_V: I, mask: null };
  const settings = { mode: "attention", scaled: true, axis: "keys", mask_kind: "none" };
  return new State(fakeModel({ ...words, ...matrices, ...settings, ...traits }));
}

const said = (state, stage) =>
  explanation(state, { stage, row: 1, column: 0 })
    .map((parts) => plain(parts))
    .join(" ");

test("each sequence is called what its panel is called, and makes its own matrices", () => {
  const own = stateOf({});
  expect(said(own, "X")).toBe(
    "Row AI of X is the vector of the token AI; every row of Q, K and V is made of one such row.",
  );
  expect(said(own, "K")).toContain("= row AI of X · column 0 of W_K");
  const cross = stateOf({ mode: "cross", X_memory: I, memory_tokens: ["he", "she"] });
  expect(said(cross, "X")).toBe(
    "Row AI of X_query is the vector of the token AI; every row of Q is made of one such row.",
  );
  expect(said(cross, "X_memory")).toBe(
    "Row she of X_memory is the vector of the token she; every row of K and V is made of one " +
      "such row.",
  );
  expect(said(cross, "Q")).toContain("= row AI of X_query · column 0 of W_Q");
  expect(said(cross, "V")).toContain("= row she of X_memory · column 0 of W_V");
  expect(inShort(cross, { stage: "X", row: 0, column: 0 })).toBe("Row I of X_query.");
});

test("features name the columns of their sequence, and the rows of what it meets", () => {
  const [features, memory_features] = [
    ["past", "sight"],
    ["person", "colour"],
  ];
  const labels = (state, stage) => [state.rowLabels(stage), state.columnLabels(stage)];
  const own = stateOf({ features });
  expect(labels(own, "X")).toEqual([["I", "AI"], features]);
  expect(labels(own, "W_V")).toEqual([features, null]);
  const cross = stateOf({ mode: "cross", X_memory: I, features, memory_features });
  expect(labels(cross, "X_memory")).toEqual([["I", "AI"], memory_features]);
  expect(labels(cross, "W_Q")).toEqual([features, null]);
  expect(labels(cross, "W_K")).toEqual([memory_features, null]);
  expect(labels(stateOf({}), "W_Q")).toEqual([null, null]);
});

test("a painted mask keeps its part when tokens come and go", () => {
  const mask = encode(
    fromRows([
      [1, 0],
      [0, 1],
    ]),
  );
  const state = stateOf({ mode: "mask", mask, mask_kind: "by hand" });
  state.setTokens("tokens", "X", ["I", "AI", "love"]);
  expect(toRows(state.matrices.mask)).toEqual([
    [1, 0, 1],
    [0, 1, 1],
    [1, 1, 1],
  ]);
  state.setTokens("tokens", "X", ["I"]);
  expect(toRows(state.matrices.mask)).toEqual([[1]]);
  state.model.set("mask_kind", "causal");
  state.setTokens("tokens", "X", ["I", "AI"]);
  expect(toRows(state.matrices.mask)).toEqual([
    [1, 0],
    [1, 1],
  ]);
});

test("Python is told of an edit later, of all that is set at once", () => {
  const state = stateOf({});
  const edited = fromRows([
    [2, 0],
    [0, 1],
  ]);
  let saved = 0;
  state.model.save_changes = () => {
    saved += 1;
  };
  const inModel = () => toRows(decode(state.model.get("W_Q")));
  state.change({ W_Q: edited });
  expect(state.isUntold).toBe(true);
  expect(inModel()).toEqual(toRows(decode(I)));
  expect(toRows(decode(state.traitOf("W_Q")))).toEqual(toRows(edited));
  expect([state.traitOf("mask"), state.traitOf("W_K")]).toEqual([null, I]);
  state.set({ mask: null }); // with it goes what was edited before
  expect([state.isUntold, inModel()]).toEqual([false, toRows(edited)]);
  state.tell();
  expect(saved).toBe(0); // there is nothing left
  state.change({ W_Q: edited });
  state.set({ W_Q: decode(I) }); // a later value is not undone by an earlier one
  state.tell();
  expect(inModel()).toEqual(toRows(decode(I)));
  state.change({ W_Q: edited });
  state.tell();
  expect([saved, state.differsFromPython()]).toEqual([1, false]);
});

test("what a painted mask is called waits with it until Python is told", () => {
  const state = stateOf({ mode: "mask" });
  state.changeMaskKind("by hand");
  state.change({
    mask: fromRows([
      [1, 0],
      [0, 1],
    ]),
  });
  expect([state.maskKind, JSON.parse(state.settings).at(-1)]).toEqual(["by hand", "by hand"]);
  expect(state.model.get("mask_kind")).toBe("none");
  state.model.set("mask_kind", "causal"); // of an earlier change, on its way back
  state.tell();
  expect([state.maskKind, state.model.get("mask_kind")]).toEqual(["by hand", "by hand"]);
  state.model.set("mask_kind", "padding"); // by Python, after that
  expect(state.maskKind).toBe("padding");
});

test("a NaN of the learner's function is named, whatever else differs", () => {
  const own = fromRows([
    [0.5, 0.5],
    [0.25, 0.75],
  ]);
  const said = (...rows) => difference(stateOf({}), "weights", fromRows(rows), own).sentence;
  expect(said([0.5, NaN], [0.25, 0.25])).toBe(
    "Your weights differ from the page's in 2 of 4 entries. In row “I”, column “AI” stands NaN: " +
      "not a number.",
  );
  expect(said([0.25, 0.5], [0.25, NaN])).toContain("In row “AI”, column “AI” stands NaN");
  expect(said([0.25, 0.5], [0.75, 0.75])).toBe(
    "Your weights differ from the page's in 2 of 4 entries, most in row “AI”, column “I”: by 0.5.",
  );
});

test("what is infinite or NaN in both results is no difference", () => {
  const own = fromRows([
    [NaN, Infinity],
    [0.25, 0.75],
  ]);
  expect(difference(stateOf({}), "weights", own, own).cells).toEqual([]);
  const yours = fromRows([
    [NaN, Infinity],
    [0.25, 0.5],
  ]);
  expect(difference(stateOf({}), "weights", yours, own).sentence).toBe(
    "Your weights differ from the page's in 1 of 4 entries, most in row “AI”, column “AI”: by 0.25.",
  );
});

test("commas part tokens only where one of them has a space in it", () => {
  expect(wordsIn("The cat, the dog  sat ", ["I", "AI"])).toEqual([
    "The",
    "cat,",
    "the",
    "dog",
    "sat",
  ]);
  const hello = ["Hello", ",", "world"];
  expect(inOneLine(hello)).toBe("Hello , world");
  expect(wordsIn("Hello , you", hello)).toEqual(["Hello", ",", "you"]);
  const city = ["New York", "is"];
  expect(inOneLine(city)).toBe("New York, is");
  expect(wordsIn("New York, is, big", city)).toEqual(["New York", "is", "big"]);
});
