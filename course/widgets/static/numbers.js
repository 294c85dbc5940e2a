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
  if (Math.abs(value) >= 1e5) return exponent(value);
  const text = value.toFixed(places);
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}

function exponent(value) {
  const [digits, power] = value.toExponential(1).split("e");
  const sign = power[0] === "-" ? "−" : "+";
  return `${digits.replace("-", "−")}e${sign}${power.slice(1).padStart(2, "0")}`;
}

// Four significant digits, or all of a whole number.
export function precise(value) {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) < 1e9))
    return number(value, 0);
  const size = Math.floor(Math.log10(Math.abs(value)));
  if (size < -5 || size >= 5) {
    const [digits, power] = value.toExponential(3).split("e");
    return `${Number(digits)}e${Number(power)}`.replaceAll("-", "−");
  }
  return String(Number(value.toPrecision(4))).replace("-", "−");
}

// What an input field shows: at most four decimals, and a plain minus so that it can be edited.
export function shortest(value) {
  return String(Number(value.toFixed(4)));
}

// `value` moved by `count` steps, without the dust of binary fractions: 0.1 + 0.2 is 0.3.
export function stepped(value, step, count) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count).toFixed(Math.min(places, 12)));
}

function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}

// A number as people type it: a real minus, a comma for the point. Returns NaN for anything else.
export function parseNumber(text) {
  const plain = text.trim().replace("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

// A block of numbers: cells copied from a spreadsheet (tabs and lines), a Python list of lists, the
// text of a numpy array, or plain columns. Returns rows of numbers, or throws a sentence.
export function parseBlock(text) {
  const source = text.replace(/^\s*(np\.)?array\s*\(/, "").replace(/,?\s*dtype=[^)]*\)?\s*$/, "");
  const lines = /[[\](){}]/.test(source) ? bracketed(source) : source.split(/\r?\n|;/);
  const rows = lines
    .map((line) => line.trim())
    .filter((line) => line)
    .map((line) => (line.includes("\t") ? line.split("\t") : line.split(/\s*,\s+|\s*,\s*|\s+/)))
    .map((cells) => cells.filter((cell) => cell.trim() !== ""))
    .filter((cells) => cells.length);
  if (!rows.length) throw new Error("There are no numbers in what was pasted.");
  const numbers = rows.map((cells) =>
    cells.map((cell) => {
      const value = parseNumber(cell);
      if (Number.isNaN(value)) throw new Error(`“${cell.trim().slice(0, 20)}” is not a number.`);
      return value;
    }),
  );
  if (numbers.some((row) => row.length !== numbers[0].length))
    throw new Error("The pasted rows are not all of one length.");
  return numbers;
}

// "[[1, 2], [3, 4]]" as lines: one for each innermost bracket.
function bracketed(text) {
  const inner = text.match(/[[(][^[\]()]*[\])]/g);
  return (inner ?? [text]).map((row) => row.replace(/[[\](){}]/g, " ").replace(/\n/g, " "));
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
