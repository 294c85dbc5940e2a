// A matrix as Python code, to be copied.

/**
 * Return numpy code for a matrix: the numbers in full, so that nothing is lost on the way.
 * @param {string} name
 * @param {number[][]} rows
 */
export function asCode(name, rows) {
  const written = rows.map((row) => `    [${row.map(pythonNumber).join(", ")}],`);
  return `${name} = np.array([\n${written.join("\n")}\n])`;
}

/** @param {number} value */
function pythonNumber(value) {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  const text = Object.is(value, -0) ? "0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}
