// How numbers are read: typed, pasted, and moved by steps.

/**
 * Return a number as people type it, with a real minus or a comma for the point; NaN for anything
 * else.
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
 * Return what stands in a field: {value, problem}. `value` is NaN where it is no number, and where `problem`
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
 * Return `value` moved by `count` steps, without the dust of binary fractions: 0.1 + 0.2 is 0.3.
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
