// How numbers are written and read. The first three follow course/draw/values.py.

// How many decimals, up to `most`, the numbers need: 0 where all are whole.
export function decimals(values, most = 2) {
  const tolerance = 0.5 * 10 ** -(most + 2);
  for (let places = 0; places < most; places++) {
    const unit = 10 ** places;
    let fits = true;
    for (const x of values) {
      if (Number.isFinite(x) && Math.abs(x - Math.round(x * unit) / unit) > tolerance) {
        fits = false;
        break;
      }
    }
    if (fits) return places;
  }
  return most;
}

// `places` decimals, a real minus sign, no negative zero.
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

// A number in the middle of two goes to the one with the even digit, as in Python; JavaScript takes
// the larger one. Only a fraction of a power of two can be just in the middle.
function toEven(value, places, write) {
  const isMiddle =
    places < 0
      ? Math.abs(value / 10 ** -places) % 1 === 0.5
      : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write(value);
  const [, last] = text.match(/(\d)(?:e.*)?$/);
  return isMiddle && last % 2 === 1 ? write(value * (1 - Number.EPSILON / 2)) : text;
}

// One digit before the point and `places` after it; the power of ten as a number, and written out.
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power), `${power[0]}${power.slice(1).padStart(2, "0")}`];
}

// Four significant digits, or all of a whole number.
export function precise(value) {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 1e9))
    return number(value, 0);
  const [digits, size, power] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
}

// What an input field shows: at most four decimals, and a plain minus so that it can be edited. A
// number too small for that does not look like 0.
export function shortest(value) {
  return String(Number(value.toFixed(4)) || Number(value.toPrecision(2)));
}

// The same with the minus that all other numbers have: what a field holds, and what is said of it.
export function fieldText(value) {
  return shortest(value).replaceAll("-", "−");
}

// `value` moved by `count` steps, without the dust of binary fractions: 0.1 + 0.2 is 0.3.
export function stepped(value, step, count) {
  const places = Math.max(placesOf(step), placesOf(value));
  // Plus 0: there is no negative zero in a field.
  return Number((value + step * count).toFixed(Math.min(places, 12))) + 0;
}

function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}

// A number as people type it: a real minus, a comma for the point. Returns NaN for anything else.
export function parseNumber(text) {
  const plain = text
    .trim()
    .replaceAll("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  return Number.isFinite(Number(plain)) ? Number(plain) : NaN;
}

// What stands in a field: {value, problem}. `value` is NaN where it is no number, and where it could
// be two of them, which `problem` says: in some countries a comma stands for the point, in others
// between thousands.
export function readField(text) {
  const plain = text.trim();
  const [, thousands, rest] = plain.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain} could be ${thousands}.${rest} or ${thousands}${rest}: write it without the comma`,
    };
  return { value: parseNumber(plain), problem: null };
}

// A block of numbers: cells copied from a spreadsheet (tabs and lines), a Python list of lists, the
// text of a numpy array, or plain columns. Returns rows of numbers, or throws a sentence.
export function parseBlock(text) {
  const isBracketed = /[[\](){}]/.test(text);
  const lines = isBracketed ? bracketed(text) : text.split(/\r?\n|;/);
  const rows = lines.filter((line) => line.trim()).map(isBracketed ? listed : cellsOf);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) => cells.map(numberIn));
  if (numbers.some((row) => row.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}

// "[[1, 2], [3, 4]]" as lines: one for each innermost bracket, but for those of np.float64(1.5).
function bracketed(text) {
  const plain = text.replace(/(?:np\.)?(?:float|int)\d+\(([^()]*)\)/g, "$1");
  const inner = plain.match(/[[(][^[\]()]*[\])]/g);
  return (inner ?? [plain]).map((row) => row.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
}

// The cells of one line. A comma stands between two of them or for a decimal point; it is a point
// where it stands alone ("1,5"), and where something else stands between them ("1,5 2,5").
function cellsOf(line) {
  if (line.includes("\t")) return line.split("\t");
  const words = line.trim().split(/\s+/);
  return words.every((word) => !Number.isNaN(parseNumber(word))) ? words : listed(line);
}

function listed(line) {
  return line
    .trim()
    .replace(/,$/, "")
    .split(/\s*,\s*|\s+/);
}

function numberIn(cell) {
  const value = parseNumber(cell);
  if (!cell.trim()) throw new Error("There is an empty cell in what was pasted.");
  if (Number.isNaN(value)) throw new Error(`“${cell.trim().slice(0, 20)}” is not a number.`);
  return value;
}

// numpy code for a matrix: the numbers in full, so that nothing is lost on the way.
export function asCode(name, rows) {
  const written = rows.map((row) => `    [${row.map(pythonNumber).join(", ")}],`);
  return `${name} = np.array([\n${written.join("\n")}\n])`;
}

function pythonNumber(value) {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  const text = Object.is(value, -0) ? "0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

// A sentence's "1 row" and "3 rows".
export function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
