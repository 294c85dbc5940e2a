// Typing in an editor's field, and what can be undone, without a page.
import { expect, test } from "vitest";
import { EditedMatrix } from "../../course/widgets/js/lib/editor/edited_matrix.js";
import { Typing } from "../../course/widgets/js/lib/editor/typing.js";
import { fromRows, toRows } from "../../course/widgets/js/lib/matrix.js";

/** An editor's matrix, its typing, the one field, and what is complained of. */
function edit(rows, limits = {}) {
  const edited = new EditedMatrix({
    ...{ label: "W", step: 1, min: null, max: null, ...limits },
    onchange() {},
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
    say() {},
  });
  return {
    ...{ edited, typing, field, complaints },
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
