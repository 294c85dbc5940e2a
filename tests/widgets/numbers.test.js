import { describe, expect, test } from "vitest";
import { asCode } from "../../course/widgets/js/lib/as_code.js";
import { count } from "../../course/widgets/js/lib/count.js";
import { leftToRight } from "../../course/widgets/js/lib/direction.js";
import { toRows } from "../../course/widgets/js/lib/matrix.js";
import {
  parseBlock,
  parseNumber,
  readField,
  stepped,
} from "../../course/widgets/js/lib/read_numbers.js";
import { shortened } from "../../course/widgets/js/lib/words.js";
import * as numbers from "../../course/widgets/js/lib/write_numbers.js";
import { cases, float, toMatrix } from "./cases.js";

const { decimals, editable, inField, inNarrowField, inNarrowCell } = numbers;

describe("numbers are written as course.draw writes them", () => {
  test("decimals, number and precise", () => {
    for (const { values, decimals, number, precise } of cases.written) {
      const floats = values.map(float);
      expect(numbers.decimals(floats), `decimals(${values})`).toBe(decimals);
      floats.forEach((value, k) => {
        expect(numbers.precise(value), `precise(${value})`).toBe(precise[k]);
        for (const [places, texts] of number.entries())
          expect(numbers.number(value, places), `number(${value}, ${places})`).toBe(texts[k]);
      });
    }
  });

  test("NaN has no decimals", () => {
    expect(numbers.decimals([NaN, Infinity, 1])).toBe(0);
    expect(numbers.decimals([])).toBe(0);
  });
});

describe("a pasted block", () => {
  test("of any form that numpy, Python or a spreadsheet writes", () => {
    const forms = new Set();
    cases.blocks.forEach(({ array, texts }) => {
      const expected = toRows(toMatrix(array));
      for (const [form, text] of Object.entries(texts)) {
        forms.add(form);
        expect(parseBlock(text), `${form}: ${text}`).toEqual(expected);
      }
    });
    expect(forms.size).toBe(12);
  });

  test.each([
    ["one number", "3", [[3]]],
    ["one row in brackets", "[1, 2, 3]", [[1, 2, 3]]],
    ["a vector of numpy", "array([1., 2.])", [[1, 2]]],
    [
      "commas as decimal points",
      "1,5\t2\n-0,25\t1e3",
      [
        [1.5, 2],
        [-0.25, 1000],
      ],
    ],
    [
      "commas as decimal points, spaces between",
      "1,5 2\n3 -4,5",
      [
        [1.5, 2],
        [3, -4.5],
      ],
    ],
    ["a column with commas as decimal points", "1,5\r\n2,5\r\n", [[1.5], [2.5]]],
    [
      "commas between, no spaces",
      "1,2,3\n4,5,6",
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    ["one number with a comma", "0,5", [[0.5]]],
    ["a real minus", "−1 −0,5", [[-1, -0.5]]],
    [
      "an assignment",
      "W_Q = np.array([[1, 2], [3, 4]])",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "an annotated assignment of our own",
      asCode("W_Q", [
        [1, -2.5],
        [0, 1e-7],
      ]),
      [
        [1, -2.5],
        [0, 1e-7],
      ],
    ],
    [
      "an empty line at the end",
      "1\t2\n3\t4\n\n",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "a list over lines, with a trailing comma",
      "[\n  [1, 2],\n  [3, 4],\n]",
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      "numpy's line breaks within a row",
      "[[1. 2.\n  3. 4.]\n [5. 6.\n  7. 8.]]",
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ],
    [
      "comments with brackets in them",
      "W = np.array([[1, 0], # [2]\n [0, 1]])  # (2, 2)",
      [
        [1, 0],
        [0, 1],
      ],
    ],
    [
      "a mask of our own",
      `${asCode("mask", [
        [1, 0],
        [1, 1],
      ])}.astype(bool)`,
      [
        [1, 0],
        [1, 1],
      ],
    ],
    ["an annotated name", "W: np.ndarray = np.array([1, 2], dtype='float64')", [[1, 2]]],
    ["calls of np.float64", "[[np.float64(1.5), np.float64(-2.0)]]", [[1.5, -2]]],
  ])("%s", (_, text, expected) => expect(parseBlock(text)).toEqual(expected));

  test.each([
    ["", "There are no numbers in what was pasted."],
    [" \n\t", "There are no numbers in what was pasted."],
    ["[]", "There are no numbers in what was pasted."],
    ["1\tx", "“x” is not a number."],
    ["the cat sat", "“the” is not a number."],
    ["[[1, nan]]", "“nan” is not a number."],
    ["1 inf", "“inf” is not a number."],
    ["0x10", "“0x10” is not a number."],
    ["1e999", "1e999 is too large for a float64"],
    ["1\t2\n3", "The pasted rows are not all of one length."],
    ["[[1, 2], [3]]", "The pasted rows are not all of one length."],
    ["1,,3", "There is an empty cell in what was pasted."],
    ["1\t\t3\n1\t2\t3", "There is an empty cell in what was pasted."],
    ["\t2\n1\t2", "There is an empty cell in what was pasted."],
    ["[[0 0 ... 0]\n [0 0 ... 0]]", "“...” is not a number."],
    ["[[0 0]\n ...\n [0 0]]", "“...” stands beside the numbers, and only numbers can be pasted."],
    [
      "1,500\t2,500",
      "In what was pasted, 1,500 could be 1.500 or 1500: write it without the comma.",
    ],
    ["1,5 32,000", "In what was pasted, 32,000 could be"],
    ["np.zeros((3, 2))", "“np.zeros” stands beside the numbers"],
    ["W = np.eye(3)", "“np.eye” stands beside the numbers"],
    ["2 * np.array([[1,2],[3,4]])", "“2” stands beside the numbers"],
    ["-[[1,2],[3,4]]", "“-” stands beside the numbers"],
    ["[[1, 2], [3, 4]] @ A", "“@” stands beside the numbers"],
    ["[[1, 2], [3, 4]].T", "“.T” stands beside the numbers"],
    ["V = np.array([1])\nW = np.array([2])", "“W” stands beside the numbers"],
    ["[1, 2], [3, 4", "“3” stands beside the numbers"],
  ])("%j is refused with a sentence", (text, sentence) =>
    expect(() => parseBlock(text)).toThrow(sentence),
  );

  test("a long word is cut", () => {
    expect(() => parseBlock("x".repeat(200))).toThrow(`“${"x".repeat(20)}” is not`);
  });

  test("junk never does anything but parse or throw an Error", () => {
    const letters = "0123456789.,;-+eE[](){}\t\n\r x−\"'";
    let seed = 7;
    const random = (n) => {
      seed = (seed * 48271) % 2147483647;
      return seed % n;
    };
    for (let round = 0; round < 5000; round++) {
      const text = Array.from({ length: random(14) }, () => letters[random(letters.length)]).join(
        "",
      );
      let rows = null;
      try {
        rows = parseBlock(text);
      } catch (error) {
        expect(error.message, text).toMatch(/^[A-Z“].*\.$/s);
        continue;
      }
      expect(rows.flat().every(Number.isFinite), text).toBe(true);
      expect(new Set(rows.map((row) => row.length)).size, text).toBe(1);
    }
  });
});

test.each([
  ["1", 1],
  [" -1.5 ", -1.5],
  ["−2", -2],
  ["+3", 3],
  [".5", 0.5],
  ["5.", 5],
  ["1e-3", 0.001],
  ["1,5", 1.5],
  ["", NaN],
  ["-", NaN],
  ["1,5,2", NaN],
  ["1 2", NaN],
  ["nan", NaN],
  ["Infinity", NaN],
  ["1e999", NaN],
])("the number %j", (text, expected) => expect(parseNumber(text)).toBe(expected));

test("a comma in a field is a point, and refused where it could stand between thousands", () => {
  const values = {
    "1,5": 1.5,
    "−0,25": -0.25,
    "0,125": 0.125,
    "1,50": 1.5,
    "12345,678": 12345.678,
    " 7 ": 7,
  };
  for (const [text, value] of Object.entries(values))
    expect(readField(text), text).toEqual({ value, problem: null });
  for (const text of ["1,500", "-32,000", "131,072"]) {
    const { value, problem } = readField(text);
    expect(value, text).toBeNaN();
    expect(problem, text).toContain(`${text} could be `);
  }
  expect(readField("1,500").problem).toBe(
    "1,500 could be 1.500 or 1500: write it without the comma",
  );
  for (const text of ["", "-", "x", "1,5,2", "1,234,567"])
    expect(readField(text), text).toEqual({ value: NaN, problem: null });
});

test("a field has the minus that all numbers have, and reads it", () => {
  for (const x of [-0.5, 3, -1e-7, 0]) expect(parseNumber(inField(x))).toBe(x);
  expect(inField(-0.5)).toBe("−0.5");
});

test("steps leave no dust", () => {
  expect(stepped(0.1, 0.1, 2)).toBe(0.3);
  expect(stepped(0.3, 0.1, -3)).toBe(0);
  expect(Object.is(stepped(0.1, 0.1, -1), 0)).toBe(true);
  expect(Object.is(stepped(-0.1, 0.1, 1), 0)).toBe(true);
  expect(stepped(1.25, 0.1, 1)).toBe(1.35);
  expect(stepped(5, 1, -10)).toBe(-5);
  expect(stepped(0, 1e-7, 3)).toBe(3e-7);
  expect(stepped(1 / 3, 0.1, 1)).toBeCloseTo(1 / 3 + 0.1, 11);
  let value = -1;
  for (let k = 0; k < 20; k++) value = stepped(value, 0.1, 1);
  expect(value).toBe(1);
  expect(stepped(1e300, 0.1, 1)).toBe(1e300);
});

test("a field shows at most four decimals, and never loses a small number altogether", () => {
  expect([1, 0.5, 1 / 3, -2].map(editable)).toEqual(["1", "0.5", "0.3333", "-2"]);
  expect(editable(-0)).toBe("0");
  expect(editable(-0.00001)).not.toBe("-0");
  expect(Number(editable(1e-7))).toBe(1e-7);
  expect([5e-5, 0.00057, -0.000123].map(editable)).toEqual(["0.00005", "0.00057", "-0.00012"]);
  expect(Number(editable(1e21))).toBe(1e21);
  expect(Number(editable(1234567.891))).toBeCloseTo(1234567.891, 2);
});

test("a cell shows as many decimals as it has room for, and no small number as 0", () => {
  const shown = [0.125, 12.25, -12.3456, 1234.5678, 3, 1 / 3].map(inNarrowField);
  expect(shown).toEqual(["0.125", "12.25", "−12.3", "1234.6", "3", "0.33"]);
  expect([1000.5, -1000.5, 12345.6].map(inNarrowField)).toEqual(["1000.5", "−1000", "12346"]);
  expect([-0.0001, -0.00004, 0].map(inNarrowField)).toEqual(["−1e−4", "−4e−5", "0"]);
  expect([0.0005, 0.0007, 0.001].map(inNarrowField)).toEqual(["5e−4", "7e−4", "0.001"]);
  expect([-0.125, -0.375, -2.125].map(inNarrowField)).toEqual(["−0.12", "−0.38", "−2.12"]); // to even
  expect([0.0047, -0.0047].map(inNarrowField)).toEqual(["0.005", "−0.005"]);
});

test("learned numbers have as many decimals with a minus as without", () => {
  expect([0.1995, -0.2957, 0.52801].map(inNarrowField)).toEqual(["0.20", "−0.30", "0.53"]);
  expect([0.1 + 0.2, -0.3].map(inNarrowField)).toEqual(["0.3", "−0.3"]);
});

test("a number that no float64 can hold is said to be too large, and not to be none", () => {
  for (const text of ["1e400", "−2.5e+999"])
    expect(readField(text)).toEqual({ value: NaN, problem: `${text} is too large for a float64` });
  for (const text of ["inf", "e400", "1e"]) expect(readField(text).problem).toBe(null);
});

test("no number is longer than its cell is wide", () => {
  const shown = [1e300, -1.23456e8, 123456, 12345.67, -12345, -1234.56, 1234.56, -12.34];
  expect(shown.map((x) => inNarrowCell(x, 2))).toEqual([
    "1e300",
    "−1.2e8",
    "1.2e5",
    "12346",
    "−1.2e4",
    "−1235",
    "1234.6",
    "−12.34",
  ]);
  const small = [-0.0021, -1.2e-8, -3.4e-12, 3.4e-12, 0];
  expect(small.map((x) => inNarrowCell(x, decimals([x])))).toEqual([
    "−0.0021",
    "−1.2e−8",
    "−3e−12",
    "3.4e−12",
    "0",
  ]);
  expect(inNarrowField(123456789.123)).toBe("1.2e8");
});

test("words written from right to left turn no formula around them", () => {
  expect(leftToRight("score[אני, אוהב] = 2")).toBe("score[\u2068אני\u2069, \u2068אוהב\u2069] = 2");
  expect(leftToRight("row אני אוהב of X")).toBe("row \u2068אני אוהב\u2069 of X");
  expect(leftToRight("q(я) · k(爱)")).toBe("q(я) · k(爱)");
});

test("code loses nothing", () => {
  const code = asCode("W", [
    [1, -0.1, 1 / 3],
    [1e21, 5e-324, -0],
  ]);
  expect(code).toBe(
    "W = np.array([\n    [1.0, -0.1, 0.3333333333333333],\n    [1e+21, 5e-324, 0.0],\n])",
  );
  expect(parseBlock(code)).toEqual([
    [1, -0.1, 1 / 3],
    [1e21, 5e-324, 0],
  ]);
});

test("count", () => {
  expect([count(1, "row"), count(3, "row")]).toEqual(["1 row", "3 rows"]);
});

test("a column's label is cut off where it would be higher than its matrix", () => {
  const labels = ["shows yellow", "sixteen letters!", "Donaudampfschifffahrtsgesellschaft"];
  expect(labels.map(shortened)).toEqual([...labels.slice(0, 2), "Donaudampfschif…"]);
});
