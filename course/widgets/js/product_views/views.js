// The steps of the four views of C = A B, and each one written out in numbers.
import { columnOf, indicesOf, map, matrix, multiply, rowOf } from "../lib/matrix.js";
import { asOperand, asTyped } from "../lib/write_numbers.js";

/**
 * @import { Matrix } from "../lib/matrix.js"
 */

/** @typedef {"dots" | "rows" | "columns" | "outers"} View */

/** @typedef {string | [text: string, from: "A" | "B"]} Part text, or numbers that come from A or B */

/**
 * What a step does: which part of C it makes, how, and the formula.
 * @typedef {{place: string, lead: string, parts: Part[]}} Written
 */

/** @type {[view: View, name: string][]} */
export const VIEWS = [
  ["dots", "dot products"],
  ["rows", "rows"],
  ["columns", "columns"],
  ["outers", "outer products"],
];

/**
 * @param {View} view
 * @param {Matrix} A
 * @param {Matrix} B
 */
export function stepsIn(view, A, B) {
  return { dots: A.rows * B.columns, rows: A.rows, columns: B.columns, outers: A.columns }[view];
}

/**
 * Return term k of C: column k of A times row k of B.
 * @param {Matrix} A
 * @param {Matrix} B
 * @param {number} k
 */
export function outerTerm(A, B, k) {
  const [column, row] = [columnOf(A, k), rowOf(B, k)];
  return matrix(A.rows, B.columns, Float64Array.from(column.flatMap((a) => row.map((b) => a * b))));
}

/**
 * Return the sum of the terms 0 to k.
 * @param {Matrix} A
 * @param {Matrix} B
 * @param {number} k
 */
export function sumUpTo(A, B, k) {
  return multiply(
    map(A, (x, at) => (at % A.columns <= k ? x : 0)),
    B,
  );
}

/**
 * Return the row and column of C that a step is about; in most views the two are the step.
 * @param {View} view
 * @param {number} step
 * @param {Matrix} B
 */
export function placeOf(view, step, B) {
  return view === "dots" ? indicesOf(B, step) : [step, step];
}

/**
 * Write out a step in numbers.
 * @param {View} view
 * @param {number} step
 * @param {Matrix} A
 * @param {Matrix} B
 * @param {Matrix} C
 * @returns {Written}
 */
export function written(view, step, A, B, C) {
  switch (view) {
    case "dots":
      return dotWritten(step, A, B, C);
    case "rows":
      return {
        place: `row ${step}`,
        lead: `Row ${step} of A says how much of each row of B goes into row ${step} of C:`,
        parts: [
          `row ${step} of C = `,
          ...sumOfVectors(
            rowOf(A, step),
            "A",
            each(B.rows, (k) => rowOf(B, k)),
            "B",
          ),
          ` = ${list(rowOf(C, step))}`,
        ],
      };
    case "columns":
      return {
        place: `column ${step}`,
        lead: `Column ${step} of B says how much of each column of A goes into column ${step} of C:`,
        parts: [
          `column ${step} of C = `,
          ...sumOfVectors(
            columnOf(B, step),
            "B",
            each(A.columns, (k) => columnOf(A, k)),
            "A",
          ),
          ` = ${list(columnOf(C, step))}`,
        ],
      };
    case "outers":
      return outerWritten(step, A, B);
  }
}

/**
 * @param {number} step
 * @param {Matrix} A
 * @param {Matrix} B
 * @param {Matrix} C
 * @returns {Written}
 */
function dotWritten(step, A, B, C) {
  const [i, j] = placeOf("dots", step, B);
  const column = columnOf(B, j);
  /** @type {Part[]} */
  const terms = rowOf(A, i).flatMap((a, k) => [
    k ? " + " : "",
    [asOperand(a), "A"],
    "·",
    [asOperand(column[k]), "B"],
  ]);
  return {
    place: `C[${i}, ${j}]`,
    lead: `Row ${i} of A with column ${j} of B:`,
    parts: [`C[${i}, ${j}] = `, ...terms, ` = ${asTyped(C.data[step])}`],
  };
}

/**
 * @param {number} k
 * @param {Matrix} A
 * @param {Matrix} B
 * @returns {Written}
 */
function outerWritten(k, A, B) {
  const made = outerTerm(A, B, k);
  const rows = each(made.rows, (i) => list(rowOf(made, i)));
  return {
    place: `term ${k}`,
    lead: `Column ${k} of A times row ${k} of B makes term ${k}. ${soFar(k, A.columns)}`,
    parts: [
      `term ${k} = `,
      [list(columnOf(A, k)), "A"],
      " × ",
      [list(rowOf(B, k)), "B"],
      ` = [${rows.join(", ")}]`,
    ],
  };
}

/**
 * @param {number[]} weights
 * @param {"A" | "B"} from where the weights come from
 * @param {number[][]} vectors
 * @param {"A" | "B"} of where the vectors come from
 * @returns {Part[]}
 */
function sumOfVectors(weights, from, vectors, of) {
  return weights.flatMap((w, k) => [
    k ? " + " : "",
    /** @type {Part} */ ([asOperand(w), from]),
    "·",
    /** @type {Part} */ ([list(vectors[k]), of]),
  ]);
}

/**
 * @param {number} k
 * @param {number} count
 */
function soFar(k, count) {
  if (count === 1) return "It is the only one: it is C.";
  if (k === count - 1) return "It is the last: the terms add up to C.";
  const missing = k + 1 === count - 1 ? `term ${k + 1} is` : `terms ${k + 1} to ${count - 1} are`;
  return `In the sum so far, ${missing} missing.`;
}

/** @param {number[]} numbers */
function list(numbers) {
  return `[${numbers.map(asTyped).join(", ")}]`;
}

/**
 * @template Thing
 * @param {number} n
 * @param {(k: number) => Thing} make
 */
function each(n, make) {
  return Array.from({ length: n }, (_, k) => make(k));
}
