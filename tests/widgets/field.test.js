// A number that is typed: when it is taken, and when it is said that it is not.
import { expect, test } from "vitest";
import { NumberField, refusals } from "../../course/widgets/js/lib/field.js";
import { judge } from "../../course/widgets/js/lib/typed_number.js";
import { withFakePage } from "./model.js";

/** What is said of each text that stands there on the way to the last one: "" for nothing. */
function saidOnTheWay(text, limits) {
  return Array.from(text, (_, k) => {
    const { refused, isUnfinished } = judge(text.slice(0, k + 1), limits);
    return isUnfinished ? "" : (refused ?? "");
  });
}

test.each([
  ["-5", { min: -10, max: 10 }],
  ["−0.25", { min: -1, max: 1 }],
  ["0.5", { min: 0.05, max: 20 }],
  ["0.051", { min: 0.05, max: 20 }],
  ["100", { min: 16, max: 131072, isWhole: true }],
  ["-12", { min: -20, max: -10 }],
  ["-0.5", { min: -0.9, max: -0.4 }],
  ["1e-3", { min: 0, max: 1 }],
])("nothing is said on the way to %s", (text, limits) => {
  expect(saidOnTheWay(text, limits).join("")).toBe("");
});

test.each([
  ["0.00", { min: 0.05, max: 20 }, "the least that goes here is 0.05"],
  ["-1", { min: 0.05, max: 20 }, "the least that goes here is 0.05"],
  ["21", { min: 0.05, max: 20 }, "the most that goes here is 20"],
  ["10001", { min: 0, max: 10000 }, "the most that goes here is 10,000"],
  ["-1.", { min: -20, max: -10 }, "the most that goes here is −10"],
  ["5.", { min: 16, max: 99, isWhole: true }, "the least that goes here is 16"],
  ["2.5", { min: 1, max: 9, isWhole: true }, "it must be a whole number"],
  ["2x", { min: 1, max: 9 }, "it must be a number"],
])("%s is refused as soon as no further digit can help", (text, limits, why) => {
  const said = saidOnTheWay(text, limits);
  expect(said.at(-1)).toBe(why);
  expect(said.slice(0, -1).join("")).toBe("");
});

test("a field says nothing while a right number is typed, and what is unfinished once it is left", () => {
  withFakePage(() => {
    const refused = refusals();
    const taken = [];
    const field = new NumberField("Temperature", { min: 0.05, max: 20, refused }, (x) =>
      taken.push(x),
    );
    field.set(1);
    const { element } = field;
    element.focus();
    for (const text of ["0", "0.", "0.5"]) {
      element.type(text);
      expect(refused.element.textContent).toBe("");
    }
    expect(taken).toEqual([0.5]);
    element.blur();
    element.focus();
    for (const text of ["2", "", "0"]) element.type(text);
    element.blur();
    expect(taken).toEqual([0.5, 2, 0.5]);
    expect(element.value).toBe("0.5");
    expect(refused.element.textContent).toBe(
      "Temperature stays 0.5: the least that goes here is 0.05.",
    );
    element.focus();
    element.type("21");
    expect(refused.element.textContent).toContain("the most that goes here is 20.");
    element.blur(); // it has been said
    expect(refused.element.textContent).toBe("");
  });
});

test("Enter brings the number before back, and what is wrong stays on the page", () => {
  withFakePage(() => {
    const refused = refusals();
    const field = new NumberField("Temperature", { min: 0.05, max: 20, refused }, () => {});
    field.set(1);
    const { element } = field;
    element.focus();
    element.type("21");
    element.press("Enter");
    expect(element.value).toBe("1");
    expect(refused.element.textContent).toContain("the most that goes here is 20.");
    element.type("2");
    element.press("Enter");
    expect(refused.element.textContent).toBe("");
  });
});

test("what is typed by half gives way to a number that came from Python meanwhile", () => {
  withFakePage(() => {
    const taken = [];
    const range = { min: -9, max: 9, refused: refusals() };
    const field = new NumberField("Score", range, (x) => taken.push(x));
    field.set(2);
    field.element.focus();
    field.element.type("-");
    field.set(5);
    field.element.blur();
    expect([taken, field.element.value]).toEqual([[], "5"]);
  });
});
