// What a cell of a stage is made of, written out in numbers. Each function returns one sentence.
import { decimals, number, precise } from "./numbers.js";

const MOST_TERMS = 8;

const row = (m, i) => Array.from(m.data.subarray(i * m.columns, (i + 1) * m.columns));
const column = (m, j) => Array.from({ length: m.rows }, (_, i) => m.data[i * m.columns + j]);
export const entry = (m, i, j) => m.data[i * m.columns + j];

// "1·2 + 0.5·(−1) = 1.5"
export function dotInNumbers(a, b) {
  const total = a.reduce((sum, x, k) => sum + x * b[k], 0);
  const terms = a.slice(0, MOST_TERMS).map((x, k) => `${plain(x)}·${signed(b[k])}`);
  if (a.length > MOST_TERMS) terms.push(`… (${a.length} terms)`);
  return `${terms.join(" + ")} = ${precise(total)}`;
}

const plain = (x) => number(x, decimals([x]));
const signed = (x) => (x < 0 ? `(${plain(x)})` : plain(x));

// One entry of X W: `of` is the row's label.
export function projection(name, W_name, X, W, i, j, of) {
  const numbers = dotInNumbers(row(X, i), column(W, j));
  return `${name}[${of}, ${j}] = row ${of} of X · column ${j} of ${W_name} = ${numbers}`;
}

export function score(Q, K, i, j, q, k) {
  return `score[${q}, ${k}] = q(${q}) · k(${k}) = ${dotInNumbers(row(Q, i), row(K, j))}`;
}

export function scaledScore(scores, scaled, d_k, i, j, q, k) {
  return `scaled[${q}, ${k}] = ${precise(entry(scores, i, j))} / √${d_k} = ${precise(entry(scaled, i, j))}`;
}

// How a weight comes of its row (or, over the queries, of its column) of scaled scores.
export function share(scaled, weights, mask, i, j, q, k, overQueries) {
  const isOpen = (a, b) => mask === null || entry(mask, a, b) !== 0;
  if (!isOpen(i, j)) return `weight[${q}, ${k}] = 0: the mask does not let ${q} attend to ${k}.`;
  const line = overQueries ? column(scaled, j) : row(scaled, i);
  const open = line.map((_, at) => (overQueries ? isOpen(at, j) : isOpen(i, at)));
  const allowed = line.filter((_, at) => open[at]);
  const most = Math.max(...allowed);
  const own = entry(scaled, i, j);
  const exps = allowed.map((x) => Math.exp(x - most));
  const written = exps.slice(0, MOST_TERMS).map((x) => precise(x));
  if (exps.length > MOST_TERMS) written.push("…");
  return (
    `weight[${q}, ${k}] = exp(${precise(own)} − ${most < 0 ? `(${precise(most)})` : precise(most)}) / (${written.join(" + ")}) = ` +
    `${precise(entry(weights, i, j))}, that is ${(100 * entry(weights, i, j)).toFixed(1)} % of ` +
    (overQueries ? `the column of ${k}` : `the row of ${q}`)
  );
}

// One row of the output as a mix of the rows of V.
export function mixture(weights, output, i, q, keyLabels) {
  const parts = row(weights, i)
    .map((w, j) => [w, j])
    .filter(([w]) => w >= 0.005)
    .sort((a, b) => b[0] - a[0]);
  if (!parts.length) return `output[${q}] = 0: ${q} attends to nothing.`;
  const shown = parts.slice(0, MOST_TERMS).map(([w, j]) => `${w.toFixed(2)}·v(${keyLabels[j]})`);
  const rest = parts.length > MOST_TERMS || parts.length < weights.columns ? " + …" : "";
  const numbers = row(output, i);
  const written = numbers.slice(0, MOST_TERMS).map((x) => number(x, decimals(numbers)));
  if (numbers.length > MOST_TERMS) written.push("…");
  return `output[${q}] = ${shown.join(" + ")}${rest} = [${written.join(", ")}]`;
}

// What an edit did to a stage: the row of `after` that is most unlike `before`, in numbers. Nothing
// where no entry is another one, or where the two have no shape in common.
export function consequence(name, before, after, rowLabels, columnLabels) {
  if (before.rows !== after.rows || before.columns !== after.columns) return "";
  let [most, at] = [0, -1];
  after.data.forEach((x, k) => {
    const away = Math.abs(x - before.data[k]);
    if (away > most) [most, at] = [away, k];
  });
  if (at < 0) return "";
  const i = Math.floor(at / after.columns);
  const numbers = row(after, i);
  const places = decimals(numbers);
  const subject = `${rowLabels[i]} of ${name}`;
  if (numbers.length <= MOST_TERMS)
    return `Row ${subject} is now ${numbers.map((x) => number(x, places)).join(", ")}.`;
  const largest = numbers.indexOf(Math.max(...numbers));
  return `The largest in row ${subject} is now ${number(numbers[largest], places)}, in column ${columnLabels[largest]}.`;
}
