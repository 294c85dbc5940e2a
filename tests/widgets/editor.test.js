// Typing in an editor's field, and what can be undone, without a page.
import { expect, test, vi } from "vitest";
import { EditedMatrix } from "../../course/widgets/js/lib/editor/edited_matrix.js";
import { HeldKey } from "../../course/widgets/js/lib/editor/held_key.js";
import { Pointing } from "../../course/widgets/js/lib/editor/pointing.js";
import { asIdentity, randomEntry } from "../../course/widgets/js/lib/editor/toolbar.js";
import { Typing } from "../../course/widgets/js/lib/editor/typing.js";
import { UndoStack } from "../../course/widgets/js/lib/editor/undo.js";
import { fromRows, toRows } from "../../course/widgets/js/lib/matrix.js";

/** An editor's matrix, its typing, the one field, and what is complained of. */
function edit(rows, limits = {}) {
  const said = [];
  const edited = new EditedMatrix({
    ...{ label: "W", step: 1, min: null, max: null, ...limits },
    onchange: (_value, sentence) => said.push(sentence),
  });
  edited.value = fromRows(rows);
  const field = { value: "", isSelected: false, matches: () => true };
  field.select = () => {
    field.isSelected = true;
  };
  const complaints = [];
  const typing = new Typing(edited, {
    inputAt: () => field,
    complain: (_row, _column, why) => complaints.push(why),
    quiet() {},
  });
  return {
    ...{ edited, typing, field, complaints, said },
    type(text) {
      field.value = text;
      field.isSelected = false;
      typing.typed(text, 0, 0);
    },
    // As Editor.set does, with the value of a training's next step.
    receive(next) {
      const goesOn = typing.goOn(fromRows(next));
      edited.value = fromRows(next);
      return goesOn;
    },
  };
}

test("a number typed by half goes on over a value from outside", () => {
  const { edited, typing, type, receive, field } = edit([[1, 2]]);
  type("-");
  expect(receive([[1.5, 2.5]])).toBe(true);
  expect(field.value).toBe("-");
  type("-5");
  expect(toRows(edited.value)).toEqual([[-5, 2.5]]);
  typing.cancel(0, 0);
  expect(toRows(edited.value)).toEqual([[1.5, 2.5]]);
});

test("a number that was taken and is refused with its next digit is taken back in words, too", () => {
  const { type, said, complaints } = edit([[1, 2]], { max: 50 });
  type("9");
  type("99");
  expect(said).toEqual(["W[0, 0] is 9", "W[0, 0] is 1 again"]);
  expect(complaints).toEqual(["the most that goes here is 50"]);
});

test("a finger's drag ends the typing elsewhere, and is not undone with it", () => {
  const { edited, typing, type } = edit([[1, 2]]);
  type("5");
  type("5e"); // on the way to a number
  const field = new EventTarget();
  Object.assign(field, { setPointerCapture() {}, select() {} });
  field.classList = { add() {}, remove() {} };
  vi.stubGlobal("window", new EventTarget());
  const pointing = new Pointing(edited, typing, { step() {}, dragged() {} });
  pointing.press({ button: 0, clientX: 0, pointerId: 1 }, field, 0, 1);
  field.dispatchEvent(Object.assign(new Event("pointermove"), { clientX: 60 }));
  field.dispatchEvent(new Event("pointerup"));
  vi.unstubAllGlobals();
  typing.leave(0, 0); // the other field loses the focus
  expect(toRows(edited.value)).toEqual([[1, 12]]);
  expect(toRows(edited.valueAfter("undo"))).toEqual([[1, 2]]);
});

test("undo passes over steps that lead back to the same number", () => {
  const { edited } = edit([[1, 2]]);
  edited.enter(0, 1, 5, "typing");
  edited.enter(0, 0, 2, "0,0");
  edited.enter(0, 0, 1, "0,0"); // soon after: one edit
  expect(toRows(edited.valueAfter("undo"))).toEqual([[1, 2]]);
});

test("a number that was taken goes on while its own entry stays", () => {
  const { edited, typing, type, receive, field } = edit([[1, 2]]);
  type("5");
  expect(receive([[5, 3]])).toBe(true);
  type("57");
  expect(toRows(edited.value)).toEqual([[57, 3]]);
  expect(receive([[4, 3]])).toBe(false);
  expect(field.isSelected).toBe(true); // what is typed next replaces it
  expect(typing.isAt(0, 0)).toBe(false);
  type("6");
  expect(receive([[6, 9]])).toBe(true);
  typing.cancel(0, 0);
  expect(toRows(edited.value)).toEqual([[4, 9]]);
});

test("a number that is typed and given up leaves Undo and Redo as they were", () => {
  const { edited, typing, type } = edit([[1, 2]]);
  edited.enter(0, 0, 3, "");
  edited.become(edited.undoStack.undo(edited.value));
  for (const texts of [["8"], ["8", "1"]]) {
    texts.forEach(type);
    typing.cancel(0, 0);
    expect(toRows(edited.value)).toEqual([[1, 2]]);
    expect(edited.undoStack.isEmpty).toBe(true);
  }
  expect(toRows(edited.undoStack.redo(edited.value))).toEqual([[3, 2]]);
});

test("no more values are kept than there is room for, wherever they come from", () => {
  const stack = new UndoStack();
  const values = Array.from({ length: 250 }, (_, k) => fromRows([[k]]));
  for (const value of values) stack.keep(value);
  let count = 0;
  while (stack.undo(values[0])) count += 1;
  expect(count).toBe(200);
});

// A held key, the steps that it has taken, and what waits for the next picture.
function heldKey() {
  const [painted, taken] = [[], []];
  vi.stubGlobal("requestAnimationFrame", (then) => painted.push(then));
  vi.stubGlobal("setTimeout", (then) => then());
  return { key: new HeldKey((...step) => taken.push(step)), painted, taken };
}

test("a held key steps once a picture, and loses no step", () => {
  const { key, painted, taken } = heldKey();
  key.press({ repeat: false }, 1, 2, 1);
  for (const steps of [1, 1, 10]) key.press({ repeat: true }, 1, 2, steps);
  expect(taken).toEqual([[1, 2, 1]]);
  painted.pop()();
  expect(taken).toEqual([
    [1, 2, 1],
    [1, 2, 12],
  ]);
  key.press({ repeat: false }, 0, 0, -1); // pressed anew: at once
  expect(taken.at(-1)).toEqual([0, 0, -1]);
  while (painted.length) painted.pop()();
  key.press({ repeat: true }, 0, 0, -1); // painted in time: at once
  expect(taken.slice(-2)).toEqual([
    [0, 0, -1],
    [0, 0, -1],
  ]);
  vi.unstubAllGlobals();
});

test("the steps of a held key that wait are taken before what is done next", () => {
  const { key, painted, taken } = heldKey();
  key.press({ repeat: false }, 1, 2, 1);
  key.press({ repeat: true }, 1, 2, 1);
  key.press({ repeat: true }, 1, 2, 1);
  key.settle();
  const all = [
    [1, 2, 1],
    [1, 2, 2],
  ];
  expect(taken).toEqual(all);
  while (painted.length) painted.pop()(); // nothing is left to follow, say, an Undo
  expect(taken).toEqual(all);
  vi.unstubAllGlobals();
});

test("the tools keep to the limits of a matrix, and say so", () => {
  const rows = [
    [5, 5],
    [5, 5],
  ];
  const { edited } = edit(rows, { min: 2, max: 9 });
  const [next, sentence] = asIdentity(edited);
  expect(toRows(next).flat()).toEqual([2, 2, 2, 2]);
  expect(sentence).toBe("W is as near to the identity as its limits allow");
  expect(asIdentity(edit(rows).edited)[1]).toBe("W is the identity");
  const drawn = new Set(Array.from({ length: 200 }, () => randomEntry(edited)));
  expect(drawn.size).toBeGreaterThan(3);
  for (const x of drawn) expect(x >= 2 && x <= 3).toBe(true);
});
