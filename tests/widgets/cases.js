// The cases that make_cases.py wrote, and how results are compared with them.
import { readFileSync } from "node:fs";
import { matrix } from "../../course/widgets/js/lib/matrix.js";

if (!process.env.CASES)
  throw new Error("Set CASES to a file of make_cases.py, or run: pytest tests/widgets");

export const cases = JSON.parse(readFileSync(process.env.CASES, "utf-8"));

// A number as the file has it: "NaN", "Infinity" and "-Infinity" are strings there.
export const float = (entry) => Number(entry);

export function toMatrix(entry) {
  return entry && matrix(entry.rows, entry.columns, Float64Array.from(entry.data, Number));
}

// The first entry that is not within 1e-12 of the expected one, as a sentence; null if all are.
// `scale` is what an entry's error is relative to, where sums of large terms may cancel.
export function difference(found, expected, scale = 0) {
  const wanted = toMatrix(expected);
  if (found.rows !== wanted.rows || found.columns !== wanted.columns)
    return `shape (${found.rows}, ${found.columns}), not (${wanted.rows}, ${wanted.columns})`;
  if (found.data.length !== wanted.data.length) return `${found.data.length} entries`;
  for (const [k, want] of wanted.data.entries())
    if (!close(found.data[k], want, scale)) return `entry ${k} is ${found.data[k]}, not ${want}`;
  return null;
}

export function close(found, want, scale = 0) {
  if (Object.is(found, want) || found === want) return true;
  // Below the smallest normal number a float has fewer digits than the comparison asks for.
  return Math.abs(found - want) <= 1e-12 * Math.max(Math.abs(want), scale) + 1e-307;
}

export function largest(entry) {
  return Math.max(0, ...entry.data.map(Number).filter(Number.isFinite).map(Math.abs));
}
