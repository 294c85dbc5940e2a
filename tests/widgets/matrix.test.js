import { expect, test } from "vitest";
import * as m from "../../course/widgets/js/lib/matrix.js";
import { cases, difference, largest, toMatrix } from "./cases.js";

test("products and transposes are numpy's, NaN and infinity included", () => {
  cases.products.forEach(({ A, B, product, A_transposed }, at) => {
    const found = m.multiply(toMatrix(A), toMatrix(B));
    const scale = largest(A) * largest(B);
    expect(difference(found, product, scale), `case ${at}`).toBeNull();
    expect(difference(m.transpose(toMatrix(A)), A_transposed)).toBeNull();
  });
});

test("what travels to Python comes back the same, to the bit", () => {
  for (const { A } of cases.products) {
    const value = toMatrix(A);
    const sent = m.encode(value);
    expect(sent.shape).toEqual([value.rows, value.columns]);
    expect(sent.data.byteLength).toBe(8 * value.rows * value.columns);
    expect(m.same(m.decode(sent), value)).toBe(true);
    expect(sent.data.buffer).not.toBe(value.data.buffer);
  }
});

test("decode takes bytes that start anywhere, and no value", () => {
  const bytes = new Uint8Array(8 * 2 + 3);
  new DataView(bytes.buffer).setFloat64(3, 1.5, true);
  new DataView(bytes.buffer).setFloat64(11, -2, true);
  const data = new DataView(bytes.buffer, 3, 16);
  const value = m.decode({ shape: [1, 2], data });
  expect([...value.data]).toEqual([1.5, -2]);
  bytes.fill(0);
  expect([...value.data]).toEqual([1.5, -2]);
  expect(m.decode(null)).toBeNull();
});

test("rows and back", () => {
  const rows = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  expect(m.toRows(m.fromRows(rows))).toEqual(rows);
  expect(m.fromRows([])).toEqual(m.matrix(0, 0));
  expect(m.toRows(m.identity(2, 3))).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
});

test("same looks at the shape and at every bit", () => {
  const row = m.fromRows([[0, NaN]]);
  expect(m.same(row, m.fromRows([[0, NaN]]))).toBe(true);
  expect(m.same(row, m.fromRows([[-0, NaN]]))).toBe(false);
  expect(m.same(row, m.fromRows([[0], [NaN]]))).toBe(false);
});

test("reach is the largest finite size", () => {
  expect(m.reach(m.fromRows([[-3, 2, NaN, -Infinity]]))).toBe(3);
  expect(m.reach(m.fromRows([[NaN, Infinity]]))).toBe(0);
  expect(m.reach(m.matrix(0, 0))).toBe(0);
});

test("map leaves the old one as it was", () => {
  const one = m.fromRows([[1, 2]]);
  expect(m.toRows(m.map(one, (x, k) => x * 10 + k))).toEqual([[10, 21]]);
  expect(m.toRows(one)).toEqual([[1, 2]]);
});
