// The page's attention against numpy's, to 1e-12.
import { expect, test } from "vitest";
import * as attention from "../../course/widgets/js/lib/attention.js";
import { fromRows, map, matrix, toRows } from "../../course/widgets/js/lib/matrix.js";
import { cases, close, difference, float, largest, toMatrix } from "./cases.js";

const rowSums = (m) => toRows(m).map((row) => row.reduce((sum, x) => sum + x, 0));

test("every stage is numpy's", () => {
  expect(cases.stages.length).toBeGreaterThan(100);
  cases.stages.forEach(({ inputs, options, stages }, at) => {
    const given = Object.fromEntries(
      Object.entries(inputs).map(([name, entry]) => [name, toMatrix(entry)]),
    );
    const found = attention.stages(given, {
      isScaled: options.is_scaled,
      overQueries: options.over_queries,
    });
    expect(Object.keys(found)).toEqual(Object.keys(stages));
    for (const [name, expected] of Object.entries(stages)) {
      // Entries of a product near zero are differences of larger terms.
      expect(difference(found[name], expected, largest(expected)), `${at} ${name}`).toBeNull();
    }
  });
});

test("softmax is numpy's, entry by entry, whatever the scores and the mask", () => {
  const seen = { empty: 0, masked: 0, nan: 0, hole: 0 };
  cases.softmax.forEach(({ scores, mask, weights }, at) => {
    const found = attention.softmax(toMatrix(scores), toMatrix(mask));
    expect(difference(found, weights), `case ${at}`).toBeNull();
    seen.empty += toRows(found).some((row) => row.every((w) => w === 0));
    seen.masked += mask !== null;
    seen.nan += weights.data.includes("NaN");
    seen.hole += scores.data.includes("-Infinity");
  });
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10);
});

test("rows of weights sum to 1, or to 0 where nothing may be attended to", () => {
  const scores = fromRows([
    [1e4, -1e4, 0],
    [-Infinity, -Infinity, -Infinity],
    [0, -Infinity, 0],
  ]);
  expect(rowSums(attention.softmax(scores))).toEqual([1, 0, 1]);
  expect(toRows(attention.softmax(fromRows([[710, 710]])))).toEqual([[0.5, 0.5]]);
  const hidden = attention.softmax(
    scores,
    map(scores, () => 0),
  );
  expect(hidden.data.every((w) => w === 0)).toBe(true);
});

test("a score that the mask hides leaves no trace", () => {
  const mask = fromRows([[1, 1, 0]]);
  const plain = attention.softmax(fromRows([[0.3, -1.2, 0]]), mask);
  for (const hidden of [NaN, Infinity, -Infinity, 1e308])
    expect(attention.softmax(fromRows([[0.3, -1.2, hidden]]), mask)).toEqual(plain);
});

test("over the queries, each column sums to 1", () => {
  const scores = fromRows([
    [1, 2, 3],
    [0, 5, -Infinity],
  ]);
  const weights = attention.softmaxOverQueries(scores);
  expect(weights.rows).toBe(2);
  const columns = [0, 1, 2].map((j) => weights.data[j] + weights.data[3 + j]);
  for (const sum of columns) expect(sum).toBeCloseTo(1, 14);
  expect(weights.data[5]).toBe(0);
});

test("masks are numpy's", () => {
  for (const { rows, columns, length, causal, padding } of cases.masks) {
    expect(difference(attention.causalMask(rows, columns), causal)).toBeNull();
    expect(difference(attention.paddingMask(rows, columns, length), padding)).toBeNull();
  }
});

test("entropy and the answer to a nudge are numpy's", () => {
  for (const { weights, entropy, rise } of cases.rows) {
    const row = Float64Array.from(weights, Number);
    expect(close(attention.entropy(row), float(entropy), 1)).toBe(true);
    expect(close(attention.riseOfFirst(row, 0.1), float(rise), 1)).toBe(true);
  }
});

test("the inputs stay as they are", () => {
  const scores = matrix(1, 2, Float64Array.of(3, 4));
  const mask = matrix(1, 2, Float64Array.of(1, 0));
  attention.softmax(scores, mask);
  attention.softmaxOverQueries(scores, mask);
  expect([...scores.data, ...mask.data]).toEqual([3, 4, 1, 0]);
});
