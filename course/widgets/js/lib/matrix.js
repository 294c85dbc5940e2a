// Matrices as the widgets hold them, and their products.

/**
 * `data` holds the entries row by row. A mask is a matrix of ones (may attend) and zeros.
 * @typedef {{rows: number, columns: number, data: Float64Array}} Matrix
 */

/**
 * What travels between the kernel and the page: float64, little-endian, as all machines that run
 * JupyterLab hold it.
 * @typedef {{shape: number[], data: DataView}} Sent
 */

/**
 * @param {number} rows
 * @param {number} columns
 * @param {Float64Array} data
 * @returns {Matrix}
 */
export function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}

/** @param {number[][]} rows */
export function fromRows(rows) {
  return matrix(rows.length, rows.length ? rows[0].length : 0, Float64Array.from(rows.flat()));
}

/** @param {Matrix} m */
export function toRows(m) {
  return Array.from({ length: m.rows }, (_, i) => rowOf(m, i));
}

/**
 * @param {Matrix} m
 * @param {number} i
 */
export function rowOf(m, i) {
  return Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns));
}

/**
 * @param {Matrix} m
 * @param {number} j
 */
export function columnOf(m, j) {
  return Array.from({ length: m.rows }, (_, i) => m.data[i * m.columns + j]);
}

/**
 * @param {Matrix} m
 * @param {number} i
 * @param {number} j
 */
export function entry(m, i, j) {
  return m.data[i * m.columns + j];
}

/**
 * Return the indices of the entry that is number `k` in `data`.
 * @param {Matrix} m
 * @param {number} k
 * @returns {[row: number, column: number]}
 */
export function indicesOf(m, k) {
  return [Math.floor(k / m.columns), k % m.columns];
}

/**
 * Return a copy with another number in one place.
 * @param {Matrix} m
 * @param {number} i
 * @param {number} j
 * @param {number} x
 */
export function withEntry(m, i, j, x) {
  const next = matrix(m.rows, m.columns, m.data.slice());
  next.data[i * m.columns + j] = x;
  return next;
}

/**
 * Return the numbers of a message's buffer, as a copy: its bytes may start where a Float64Array
 * cannot.
 * @param {DataView} bytes
 */
export function floatsOf({ buffer, byteOffset, byteLength }) {
  return new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/**
 * @template {Sent | null} Given
 * @param {Given} sent
 * @returns {Given extends null ? null : Matrix}
 */
export function decode(sent) {
  const value = sent && matrix(sent.shape[0], sent.shape[1], floatsOf(sent.data));
  return /** @type {Given extends null ? null : Matrix} */ (value);
}

/**
 * @param {Matrix} m
 * @returns {Sent}
 */
export function encode(m) {
  return { shape: [m.rows, m.columns], data: new DataView(m.data.slice().buffer) };
}

/**
 * @param {Matrix} a
 * @param {Matrix} b
 */
export function hasShapeOf(a, b) {
  return a.rows === b.rows && a.columns === b.columns;
}

/**
 * Return true if the shapes and all entries are the same, to the bit.
 * @param {Matrix} a
 * @param {Matrix} b
 */
export function same(a, b) {
  return hasShapeOf(a, b) && a.data.every((x, k) => Object.is(x, b.data[k]));
}

/**
 * @param {Matrix} m
 * @param {(x: number, k: number) => number} change
 */
export function map(m, change) {
  return matrix(m.rows, m.columns, m.data.map(change));
}

/**
 * @param {number} rows
 * @param {number} columns
 */
export function identity(rows, columns) {
  const m = matrix(rows, columns);
  for (let i = 0; i < Math.min(rows, columns); i++) m.data[i * columns + i] = 1;
  return m;
}

/** @param {Matrix} m */
export function transpose(m) {
  const result = matrix(m.columns, m.rows);
  for (let i = 0; i < m.rows; i++)
    for (let j = 0; j < m.columns; j++) result.data[j * m.rows + i] = m.data[i * m.columns + j];
  return result;
}

/**
 * Return A B: (n, m) times (m, p).
 * @param {Matrix} A
 * @param {Matrix} B
 */
export function multiply(A, B) {
  const result = matrix(A.rows, B.columns);
  for (let i = 0; i < A.rows; i++)
    for (let k = 0; k < A.columns; k++) {
      const a = A.data[i * A.columns + k];
      for (let j = 0; j < B.columns; j++)
        result.data[i * B.columns + j] += a * B.data[k * B.columns + j];
    }
  return result;
}

/**
 * Return the largest absolute value of the finite entries; 0 where there is none.
 * @param {Matrix} m
 */
export function reach(m) {
  let most = 0;
  for (const x of m.data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most;
}
