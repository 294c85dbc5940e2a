// How numbers are written and read. The first three follow course/draw/values.py.

/**
 * How many decimals, up to `most`, the numbers need: 0 where all are whole.
 * @param {ArrayLike<number>} values
 * @returns {number}
 */
export function decimals(values, most = 2) {
  const tolerance = 0.5 * 10 ** -(most + 2);
  for (let places = 0; places < most; places++) {
    const unit = 10 ** places;
    let k = 0;
    while (k < values.length && fits(values[k], unit, tolerance)) k++;
    if (k === values.length) return places;
  }
  return most;
}

/**
 * Return true if a number is one of whole units, or no number at all.
 * @param {number} x
 * @param {number} unit
 * @param {number} tolerance
 */
function fits(x, unit, tolerance) {
  return !(Number.isFinite(x) && Math.abs(x - Math.round(x * unit) / unit) > tolerance);
}

/**
 * `places` decimals, a real minus sign, no negative zero.
 * @param {number} value
 */
export function number(value, places = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= 1e5) {
    const [digits, , power] = exponent(value, 1);
    return `${digits}e${power}`.replaceAll("-", "−");
  }
  const text = toEven(value, places, (x) => x.toFixed(places));
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

/**
 * A number in the middle of two goes to the one with the even digit, as in Python; JavaScript takes
 * the larger one. Only a fraction of a power of two can be just in the middle.
 * @param {number} value
 * @param {number} places
 * @param {(x: number) => string} write
 */
function toEven(value, places, write) {
  const isMiddle =
    places < 0
      ? Math.abs(value / 10 ** -places) % 1 === 0.5
      : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write(value);
  if (!isMiddle) return text;
  const last = Number(text.replace(/e.*/, "").at(-1));
  return last % 2 === 1 ? write(value * (1 - Number.EPSILON / 2)) : text;
}

/**
 * One digit before the point and `places` after it; the power of ten as a number, and written out.
 * @param {number} value
 * @param {number} places
 * @returns {[digits: string, power: number, written: string]}
 */
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  /** @param {number} x */
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power), `${power[0]}${power.slice(1).padStart(2, "0")}`];
}

/**
 * Four significant digits, or all of a whole number.
 * @param {number} value
 */
export function precise(value) {
  if (!Number.isFinite(value)) return number(value, 0);
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return `${value}`.replace("-", "−");
  const [digits, size, power] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
}

/**
 * Return a number with the decimals that its field has: what is written out of it adds up.
 * @param {number} value
 */
export function plainNumber(value) {
  return Number.isFinite(value) ? fieldText(value) : number(value);
}

/**
 * Return the same for a number behind a sign: in brackets where it is negative.
 * @param {number} value
 */
export function operand(value) {
  return value < 0 ? `(${plainNumber(value)})` : plainNumber(value);
}

/**
 * Return three decimals of a number that is not negative, or two digits where that is not enough.
 * @param {number} value
 */
export function smallNumber(value) {
  return value >= 0.001 ? number(value, 3) : precise(Number(value.toPrecision(2)));
}

/**
 * What an input field shows: at most four decimals, and a plain minus so that it can be edited. A
 * number too small for that does not look like 0.
 * @param {number} value
 */
export function shortest(value) {
  return String(Number(value.toFixed(4)) || Number(value.toPrecision(2)));
}

/**
 * The same with the minus that all other numbers have: what a field holds, and what is said of it.
 * @param {number} value
 */
export function fieldText(value) {
  return shortest(value).replaceAll("-", "−");
}

// Characters that a cell of a matrix has room for: a minus is as wide as two digits, and a number
// that is rounded has as many digits with a minus as without.
const [ROOM, DIGITS] = [5, 4];

/**
 * What a cell with a field shows until its number is edited: all of it, or with as many decimals as
 * it has room for.
 * @param {number} value
 */
export function cellText(value) {
  const plain = shortest(value);
  const isAll = Math.abs(Number(plain) - value) < 1e-9; // but for the dust of binary fractions
  if (isAll && plain.length <= ROOM) return plain.replaceAll("-", "−");
  const size = Math.abs(value);
  if (size < 0.0005) return value.toExponential(0).replaceAll("-", "−");
  if (size >= 1e5) return shownText(value, 0);
  const room = size < 0.01 ? ROOM : DIGITS;
  const places = Math.max(0, room - 1 - String(Math.trunc(size)).length);
  return value.toFixed(places).replace("-", "−");
}

/**
 * What a cell without a field shows: `places` decimals, or fewer where the number is too long for its
 * cell, and would be written over the next.
 * @param {number} value
 * @param {number} places
 */
export function shownText(value, places) {
  const size = Math.abs(value);
  if (size < 1000 || !Number.isFinite(value)) return number(value, places);
  if (size < 1e4) return number(value, value > 0 ? Math.min(places, 1) : 0);
  if (value > 0 && size < 1e5) return number(value, 0);
  return value
    .toExponential(size < 1e100 ? 1 : 0)
    .replace("e+", "e")
    .replace("-", "−");
}

/**
 * `value` moved by `count` steps, without the dust of binary fractions: 0.1 + 0.2 is 0.3.
 * @param {number} value
 * @param {number} step
 * @param {number} count
 */
export function stepped(value, step, count) {
  const places = Math.max(placesOf(step), placesOf(value));
  // Plus 0: there is no negative zero in a field.
  return Number((value + step * count).toFixed(Math.min(places, 12))) + 0;
}

/**
 * Return how many decimals a number has.
 * @param {number} value
 */
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}

/**
 * A number as people type it: a real minus, a comma for the point. Returns NaN for anything else.
 * @param {string} text
 */
export function parseNumber(text) {
  const plain = text
    .trim()
    .replaceAll("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  return Number.isFinite(Number(plain)) ? Number(plain) : NaN;
}

/**
 * What stands in a field: {value, problem}. `value` is NaN where it is no number, and where `problem`
 * says why it is not taken: it is too large, or could be two numbers, since in some countries a comma
 * stands for the point, in others between thousands.
 * @param {string} text
 * @returns {{value: number, problem: string | null}}
 */
export function readField(text) {
  const plain = text.trim();
  const [, thousands, rest] = plain.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain} could be ${thousands}.${rest} or ${thousands}${rest}: write it without the comma`,
    };
  const value = parseNumber(plain);
  const isTooLarge = Number.isNaN(value) && /^[+−-]?\d+([.,]\d*)?e\+?\d+$/i.test(plain);
  return { value, problem: isTooLarge ? `${plain} is too large for a float64` : null };
}

/**
 * A block of numbers: cells copied from a spreadsheet (tabs and lines), a Python list of lists, the
 * text of a numpy array, or plain columns. Returns rows of numbers, or throws a sentence.
 * @param {string} text
 */
export function parseBlock(text) {
  const plain = text.replace(/#.*/g, ""); // Python's comments
  const isBracketed = /[[\](){}]/.test(plain);
  const lines = isBracketed ? bracketed(plain) : plain.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row) => row.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}

const INNERMOST = /[[(][^[\]()]*[\])]/g;

/**
 * "[[1, 2], [3, 4]]" as lines: one for each innermost bracket, but for those of np.float64(1.5).
 * Throws a sentence where there is more than that, as in "2 * [[1, 2], [3, 4]]".
 * @param {string} text
 */
function bracketed(text) {
  const plain = text
    .replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1")
    .replace(/\.astype\((?:bool|float)\)\s*$/, ""); // of our own copied mask
  const inner = plain.match(INNERMOST);
  const beside = plain
    .replace(INNERMOST, " ")
    .replace(/^\s*[A-Za-z_]\w*\s*(?::[^=]*)?=/, "") // a name
    .replace(/^\s*(?:(?:np|numpy)\.)?array\b/, "")
    .replace(/\bdtype\s*=\s*["'\w.]+/, "")
    .match(/[^\s,;[\](){}]+/);
  if (inner && beside)
    throw new Error(
      `“${beside[0].slice(0, 20)}” stands beside the numbers, and only numbers can be pasted.`,
    );
  return (inner ?? [plain]).map((row) => row.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
}

/**
 * The cells of one line. A comma stands between two of them or for a decimal point; it is a point
 * where it stands alone ("1,5"), and where something else stands between them ("1,5 2,5").
 * @param {string} line
 */
function cellsOf(line) {
  if (line.includes("\t")) return line.split("\t");
  const words = line.trim().split(/\s+/);
  return words.every((word) => !Number.isNaN(parseNumber(word))) ? words : listed(line);
}

/** @param {string} line */
function listed(line) {
  return line
    .trim()
    .replace(/,$/, "")
    .split(/\s*,\s*|\s+/);
}

/** @param {string} cell */
function numberIn(cell) {
  const { value, problem } = readField(cell);
  if (problem) throw new Error(`In what was pasted, ${problem}.`);
  if (!cell.trim()) throw new Error("There is an empty cell in what was pasted.");
  if (Number.isNaN(value)) throw new Error(`“${cell.trim().slice(0, 20)}” is not a number.`);
  return value;
}

/**
 * numpy code for a matrix: the numbers in full, so that nothing is lost on the way.
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

/**
 * A sentence's "1 row" and "3 rows".
 * @param {number} n
 * @param {string} what
 */
export function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
