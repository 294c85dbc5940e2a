// What a cell of a stage is made of, written out in numbers. Each function returns one sentence, its
// terms in the colours of the matrices that they come from.
import { columnOf, entry, hasShapeOf, rowOf } from "./matrix.js";
import { asOperand, asTyped, decimals, number, precise } from "./write_numbers.js";

/**
 * @import { Matrix } from "./matrix.js"
 * @import { Piece } from "./words.js"
 */

/**
 * A query and a key: where they stand, and their labels.
 * @typedef {{row: number, column: number, query: string, key: string}} Pair
 */

const MOST_TERMS = 8;
const WRITTEN = 0.005; // the least weight that two decimals show

/**
 * Return "1·2 + 0.5·(−1) = 1.5".
 * @param {number[]} a
 * @param {number[]} b
 * @param {string} fromA the role of the matrix that `a` comes from; "" for none
 * @param {string} fromB
 * @param {string} made the role of the result
 * @returns {Piece[]}
 */
export function dotInNumbers(a, b, fromA, fromB, made) {
  const total = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const terms = a
    .slice(0, MOST_TERMS)
    .map((x, k) => [term(k ? asOperand(x) : asTyped(x), fromA), "·", term(asOperand(b[k]), fromB)]);
  if (a.length > MOST_TERMS) terms.push([`… (${a.length} terms)`]);
  return [...joined(terms), " = ", term(precise(total), made)];
}

/**
 * @param {string} text
 * @param {string} role
 * @returns {Piece}
 */
function term(text, role) {
  return role ? [text, role] : text;
}

/**
 * @param {Piece[][]} terms
 * @returns {Piece[]}
 */
function joined(terms) {
  return terms.flatMap((parts, k) => (k ? [" + ", ...parts] : parts));
}

/**
 * Explain one entry of X W, in row `row` (its label is `of`) and column `column`.
 * @param {{made: string, X: string, W: string}} names
 * @param {Matrix} X
 * @param {Matrix} W
 * @param {{row: number, column: number, of: string}} place
 * @returns {Piece[]}
 */
export function productInNumbers(names, X, W, { row, column, of }) {
  const { made } = names;
  return [
    term(`${made}[${of}, ${column}]`, made),
    ` = row ${of} of ${names.X} · `,
    term(`column ${column} of ${names.W}`, made),
    " = ",
    ...dotInNumbers(rowOf(X, row), columnOf(W, column), "", made, made),
  ];
}

/**
 * @param {Matrix} Q
 * @param {Matrix} K
 * @param {Pair} pair
 * @returns {Piece[]}
 */
export function scoreInNumbers(Q, K, { row, column, query, key }) {
  return [
    term(`score[${query}, ${key}]`, "scores"),
    " = ",
    term(`q(${query})`, "Q"),
    " · ",
    term(`k(${key})`, "K"),
    " = ",
    ...dotInNumbers(rowOf(Q, row), rowOf(K, column), "Q", "K", "scores"),
  ];
}

/**
 * @param {{scores: Matrix, scaled: Matrix}} stages
 * @param {number} d_k
 * @param {Pair} pair
 * @returns {Piece[]}
 */
export function scaledScoreInNumbers({ scores, scaled }, d_k, { row, column, query, key }) {
  return [
    term(`scaled[${query}, ${key}]`, "scores"),
    " = ",
    term(precise(entry(scores, row, column)), "scores"),
    ` / √${d_k} = `,
    term(precise(entry(scaled, row, column)), "scores"),
  ];
}

/**
 * Explain how a weight comes of its row (or, over the queries, of its column) of scaled scores.
 * @param {{scaled: Matrix, weights: Matrix}} stages
 * @param {Pair} pair
 * @param {{mask?: Matrix | null, overQueries?: boolean}} [how]
 * @returns {Piece[]}
 */
export function weightInNumbers(
  { scaled, weights },
  pair,
  { mask = null, overQueries = false } = {},
) {
  const { row: i, column: j, query, key } = pair;
  /** @type {(a: number, b: number) => boolean} */
  const isOpen = (a, b) => mask === null || entry(mask, a, b) !== 0;
  const name = term(`weight[${query}, ${key}]`, "weights");
  if (!isOpen(i, j))
    return [name, ` = 0: the mask does not let ${quoted(query)} attend to ${quoted(key)}.`];
  const line = overQueries ? columnOf(scaled, j) : rowOf(scaled, i);
  const allowed = line.filter((_, at) => (overQueries ? isOpen(at, j) : isOpen(i, at)));
  const most = Math.max(...allowed);
  const exps = allowed.map((x) => Math.exp(x - most));
  const written = exps.slice(0, MOST_TERMS).map((x) => precise(x));
  if (exps.length > MOST_TERMS) written.push("…");
  const highest = most < 0 ? `(${precise(most)})` : precise(most);
  const weight = entry(weights, i, j);
  return [
    name,
    " = exp(",
    term(precise(entry(scaled, i, j)), "scores"),
    ` − ${highest}) / (${written.join(" + ")}) = `,
    term(precise(weight), "weights"),
    `, that is ${number(100 * weight, 1)} % of ` +
      (overQueries ? `the column of ${quoted(key)}` : `the row of ${quoted(query)}`),
  ];
}

/**
 * Explain one row of the output as a weighted sum of the rows of V.
 * @param {{weights: Matrix, output: Matrix}} stages
 * @param {{row: number, query: string}} place
 * @param {string[]} keyLabels
 * @returns {Piece[]}
 */
export function outputInNumbers({ weights, output }, { row, query }, keyLabels) {
  const all = rowOf(weights, row)
    .map((weight, j) => ({ weight, label: keyLabels[j] }))
    .filter(({ weight }) => weight !== 0)
    .sort((a, b) => b.weight - a.weight);
  const name = term(`output[${query}]`, "output");
  if (!all.length) return [name, ` = 0: ${quoted(query)} attends to nothing.`];
  const large = all.filter(({ weight }) => weight >= WRITTEN);
  const parts = large.length ? large : all.slice(0, 2);
  const shown = parts
    .slice(0, MOST_TERMS)
    .map(({ weight, label }) => [
      term(large.length ? number(weight, 2) : precise(weight), "weights"),
      "·",
      term(`v(${label})`, "V"),
    ]);
  const rest = parts.length > MOST_TERMS || parts.length < all.length ? " + …" : "";
  const numbers = rowOf(output, row);
  const written = numbers.slice(0, MOST_TERMS).map((x) => number(x, decimals(numbers)));
  if (numbers.length > MOST_TERMS) written.push("…");
  return [name, " = ", ...joined(shown), `${rest} = `, term(`[${written.join(", ")}]`, "output")];
}

/** @param {string} token */
export function quoted(token) {
  return `“${token}”`;
}

/**
 * Say of each query which key it looks at most.
 * @param {Matrix} weights
 * @param {string[]} queries
 * @param {string[]} keys
 */
export function mostAttended(weights, queries, keys) {
  return queries.map(quoted).map((query, i) => {
    const row = rowOf(weights, i);
    const [most, least] = [Math.max(...row), Math.min(...row)].map((x) => number(x, 2));
    const j = row.indexOf(Math.max(...row));
    if (j < 0) return `${query} has weights that are no numbers (NaN)`;
    if (most === least && row.length > 1) return `${query} looks at all alike (${most})`;
    return `${query} looks most at ${quoted(keys[j])} (${most})`;
  });
}

/**
 * How far apart two entries are: infinitely far where only one of them is a number.
 * @param {number} x
 * @param {number} y
 */
function distance(x, y) {
  if (Object.is(x, y)) return 0;
  return Number.isNaN(x - y) ? Infinity : Math.abs(x - y);
}

/**
 * Say what an edit did to a stage: the row of `after` that is most unlike `before`, in numbers.
 * Nothing where no entry is another one, or where the two have no shape in common.
 * @param {string} name
 * @param {Matrix} before
 * @param {Matrix} after
 * @param {string[]} rowLabels
 * @param {string[]} columnLabels
 */
export function consequence(name, before, after, rowLabels, columnLabels) {
  if (!hasShapeOf(before, after)) return "";
  let [most, at] = [0, -1];
  after.data.forEach((x, k) => {
    const away = distance(x, before.data[k]);
    if (away > most) [most, at] = [away, k];
  });
  if (at < 0) return "";
  const i = Math.floor(at / after.columns);
  const numbers = rowOf(after, i);
  const places = decimals(numbers);
  const subject = `${quoted(rowLabels[i])} of ${name}`;
  if (numbers.length <= MOST_TERMS)
    return `Row ${subject} is now ${numbers.map((x) => number(x, places)).join(", ")}.`;
  const largest = numbers.indexOf(Math.max(...numbers));
  if (largest < 0) return `Row ${subject} now has entries that are no numbers (NaN).`;
  return `The largest in row ${subject} is now ${number(numbers[largest], places)}, in column ${columnLabels[largest]}.`;
}
