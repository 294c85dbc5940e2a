// Matrices as the widgets hold them: {rows, columns, data}, data row by row in a Float64Array.
// A mask is a matrix of ones (may attend) and zeros.

export function matrix(rows, columns, data = new Float64Array(rows * columns)) {
  return { rows, columns, data };
}

export function fromRows(rows) {
  return matrix(rows.length, rows.length ? rows[0].length : 0, Float64Array.from(rows.flat()));
}

export function toRows(m) {
  return Array.from({ length: m.rows }, (_, i) =>
    Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns)),
  );
}

// From and to what travels between the kernel and the page: float64, little-endian, as all
// machines that run JupyterLab hold it.
export function decode(sent) {
  if (!sent) return null;
  const [rows, columns] = sent.shape;
  const { buffer, byteOffset, byteLength } = sent.data;
  // A copy: the bytes may start where a Float64Array cannot.
  return matrix(rows, columns, new Float64Array(buffer.slice(byteOffset, byteOffset + byteLength)));
}

export function encode(m) {
  return { shape: [m.rows, m.columns], data: new DataView(m.data.slice().buffer) };
}

export function same(a, b) {
  return (
    a.rows === b.rows && a.columns === b.columns && a.data.every((x, k) => Object.is(x, b.data[k]))
  );
}

export function map(m, change) {
  return matrix(m.rows, m.columns, m.data.map(change));
}

export function identity(rows, columns) {
  const m = matrix(rows, columns);
  for (let i = 0; i < Math.min(rows, columns); i++) m.data[i * columns + i] = 1;
  return m;
}

export function transpose(m) {
  const result = matrix(m.columns, m.rows);
  for (let i = 0; i < m.rows; i++)
    for (let j = 0; j < m.columns; j++) result.data[j * m.rows + i] = m.data[i * m.columns + j];
  return result;
}

// A B: (n, m) times (m, p).
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

// The largest absolute value, of the finite ones; where there is none, 0.
export function reach(m) {
  let most = 0;
  for (const x of m.data) if (Number.isFinite(x) && Math.abs(x) > most) most = Math.abs(x);
  return most;
}
