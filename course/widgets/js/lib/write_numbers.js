// How numbers are written:
//
// - `number`, `precise`, `smallNumber`: in sentences and tables, with decimals that are given, with
//   four digits, or with three decimals;
// - `asTyped`, `asOperand`: in a sum that is written out, with the decimals of their fields;
// - `editable`, `inField`: in a field that is edited, and what is said of it;
// - `inNarrowField`, `inNarrowCell`: in a cell of a matrix, which has room for few characters.
const MOST_DECIMALS = 4; // a number that needs more is written with a power of ten

/**
 * Return how many decimals, up to `most`, the numbers need: 0 where all are whole. Where these would
 * write all of them as 0, it may be as many as leave two digits of the largest; as `decimals` in
 * course/draw/values.py.
 * @param {ArrayLike<number>} values
 * @returns {number}
 */
export function decimals(values, most = 2) {
  let largest = 0;
  for (let k = 0; k < values.length; k++) {
    const size = Math.abs(values[k]);
    if (Number.isFinite(size) && size > largest) largest = size;
  }
  if (largest && largest < 0.5 / 10 ** most) {
    most = 1 - Number(largest.toExponential(1).split("e")[1]);
    if (most > MOST_DECIMALS) return most;
  }
  const tolerance = 0.5 / 10 ** (most + 2); // a negative power of ten is not as exact
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
 * Return a number with `places` decimals, a real minus sign and no negative zero; of more than four
 * decimals it is two digits and a power of ten. As `number` in course/draw/values.py.
 * @param {number} value
 */
export function number(value, places = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const isLong = places > MOST_DECIMALS;
  if (Math.abs(value) >= 1e5 || (isLong && value)) {
    return exponent(value, 1).join("e").replaceAll("-", "−");
  }
  const text = toEven(value, places, (x) => x.toFixed(isLong ? 0 : places));
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
 * One digit before the point and `places` after it, and the power of ten.
 * @param {number} value
 * @param {number} places
 * @returns {[digits: string, power: number]}
 */
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  /** @param {number} x */
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power)];
}

/**
 * Return four significant digits, or all of a whole number, and all before the point of one over
 * 1000; as `precise` in course/draw/values.py.
 * @param {number} value
 */
export function precise(value) {
  if (!Number.isFinite(value)) return number(value, 0);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e9) return `${value}`.replace("-", "−");
  if (size >= 1e3 && size < 1e6)
    return toEven(value, 1, (x) => x.toFixed(1))
      .replace(".0", "")
      .replace("-", "−");
  const [digits, power] = exponent(value, 3);
  const text =
    power < -4 || power > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${power}`);
  return String(text).replaceAll("-", "−");
}

/**
 * Return a number with the decimals that its field has: what is written out of it adds up.
 * @param {number} value
 */
export function asTyped(value) {
  return Number.isFinite(value) ? inField(value) : number(value);
}

/**
 * Return the same for a number behind a sign: in brackets where it is negative.
 * @param {number} value
 */
export function asOperand(value) {
  return value < 0 ? `(${asTyped(value)})` : asTyped(value);
}

/**
 * Return three decimals of a number that is not negative, or two digits where that is not enough.
 * @param {number} value
 */
export function smallNumber(value) {
  return value >= 0.001 ? number(value, 3) : precise(Number(value.toPrecision(2)));
}

/**
 * Return what can be edited in an input field: at most four decimals, or two digits of a number too
 * small for that; with a plain minus.
 * @param {number} value
 */
export function editable(value) {
  return String(Number(Math.abs(value) < 0.001 ? value.toPrecision(2) : value.toFixed(4)));
}

/**
 * Return what a field shows and what is said of it: the same, with the minus of all other numbers.
 * @param {number} value
 */
export function inField(value) {
  return editable(value).replaceAll("-", "−");
}

// Characters that a cell of a matrix has room for: a minus is as wide as two digits, and a number
// that is rounded has as many digits with a minus as without.
const [ROOM, DIGITS] = [5, 4];
const LONGEST = 7; // characters that a cell without a field has room for, in small letters

/**
 * Return what a cell with a field shows until its number is edited: all of it, or with as many decimals as
 * it has room for.
 * @param {number} value
 */
export function inNarrowField(value) {
  const plain = editable(value);
  const isAll = Math.abs(Number(plain) - value) < 1e-9; // but for the dust of binary fractions
  if (isAll && plain.length <= ROOM) return plain.replaceAll("-", "−");
  const size = Math.abs(value);
  if (size < 0.001) return value.toExponential(0).replaceAll("-", "−");
  if (size >= 1e5 || (value >= 1e3 && size < 1e4)) return inNarrowCell(value, decimals([value], 1));
  const room = size < 0.01 ? ROOM : DIGITS;
  const places = Math.max(0, room - 1 - String(Math.trunc(size)).length);
  return number(value, places);
}

/**
 * Return what a cell without a field shows: `places` decimals, or fewer where the number is too long for its
 * cell, and would be written over the next.
 * @param {number} value
 * @param {number} places
 */
export function inNarrowCell(value, places) {
  const size = Math.abs(value);
  if (size < 1000 || !Number.isFinite(value)) {
    const text = number(value, places);
    return text.length > LONGEST ? value.toExponential(0).replaceAll("-", "−") : text;
  }
  if (size < 1e4) return number(value, value > 0 ? Math.min(places, 1) : 0);
  if (value > 0 && size < 1e5) return number(value, 0);
  return value
    .toExponential(size < 1e100 ? 1 : 0)
    .replace("e+", "e")
    .replace("-", "−");
}
