// What ProductViews, SoftmaxExplorer, ScalingExplorer, BlockExplorer and TrainingExplorer compute
// before they paint, and what the explorers say.
import { expect, test, vi } from "vitest";
import { inBytes, timesLess } from "../../course/widgets/js/block_explorer/memory.js";
import * as blocks from "../../course/widgets/js/block_explorer/running_softmax.js";
import { weightInWords } from "../../course/widgets/js/head_explorer/heads.js";
import * as explain from "../../course/widgets/js/lib/explain.js";
import * as look from "../../course/widgets/js/lib/grid/look.js";
import { fromRows, multiply, toRows } from "../../course/widgets/js/lib/matrix.js";
import { Scale } from "../../course/widgets/js/lib/scale.js";
import * as views from "../../course/widgets/js/product_views/views.js";
import { stretch } from "../../course/widgets/js/scaling_explorer/histogram.js";
import * as scaling from "../../course/widgets/js/scaling_explorer/random_scores.js";
import { overflow, softmaxSteps } from "../../course/widgets/js/softmax_explorer/steps.js";
import { endsFor, exponentialText } from "../../course/widgets/js/softmax_explorer/table.js";
import * as training from "../../course/widgets/js/training_explorer/history.js";
import { createLossChart } from "../../course/widgets/js/training_explorer/losses.js";

const A = fromRows([
  [1, 2, -1],
  [0, 3, 1],
]);
const B = fromRows([
  [1, 0, 2, 1],
  [3, 1, 0, 2],
  [1, 1, 1, -2],
]);
const C = multiply(A, B);

test("the terms add up to the product, one by one", () => {
  let sum = toRows(C).map((row) => row.map(() => 0));
  for (let k = 0; k < 3; k++) {
    const made = toRows(views.outerTerm(A, B, k));
    sum = sum.map((row, i) => row.map((x, j) => x + made[i][j]));
    expect(toRows(views.sumUpTo(A, B, k))).toEqual(sum);
  }
  expect(sum).toEqual(toRows(C));
});

test("every step of every view is written out, and no number is lost", () => {
  const counts = { dots: 8, rows: 2, columns: 4, outers: 3 };
  for (const [view, count] of Object.entries(counts)) {
    expect(views.stepsIn(view, A, B)).toBe(count);
    for (let step = 0; step < count; step++) {
      const { lead, parts } = views.written(view, step, A, B, C);
      const text = parts.map((part) => (Array.isArray(part) ? part[0] : part)).join("");
      expect(lead).toMatch(/[.:]$/);
      if (view === "outers") continue;
      const [, terms, result] = text.replaceAll("−", "-").split(" = ");
      const products = terms.split(" + ").map((term) => term.split("·").map(parse));
      const sum = products.reduce(
        (all, [w, vector]) => all.map((x, k) => x + w * [vector].flat()[k]),
        [result].flatMap(parse).map(() => 0),
      );
      expect(sum).toEqual([parse(result)].flat());
    }
  }
});

const parse = (text) => JSON.parse(text.replace(/^\((.*)\)$/, "$1"));

test("the factors of a sum are written as their fields have them", () => {
  const [X, W] = [fromRows([[0.125, -0.0625]]), fromRows([[2], [-0.5]])];
  const text = (parts) => parts.map((part) => [part].flat()[0]).join("");
  const names = { made: "Q", X: "X", W: "W_Q" };
  expect(text(explain.productInNumbers(names, X, W, { row: 0, column: 0, of: "I" }))).toContain(
    "= 0.125·2 + (−0.0625)·(−0.5) = 0.2812",
  );
  expect(text(views.written("dots", 0, X, W, multiply(X, W)).parts)).toBe(
    "C[0, 0] = 0.125·2 + (−0.0625)·(−0.5) = 0.2813",
  );
  expect(text(explain.dotInNumbers([NaN], [1], "", "", ""))).toBe("NaN·1 = NaN");
});

test("what an edit did to a stage is its row that changed most", () => {
  const before = fromRows([
    [0.2, 0.8],
    [0.5, 0.5],
  ]);
  const after = fromRows([
    [0.25, 0.75],
    [0.06, 0.94],
  ]);
  const said = (...stages) => explain.consequence("weights", ...stages, ["I", "AI"], ["I", "AI"]);
  expect(said(before, after)).toBe("Row “AI” of weights is now 0.06, 0.94.");
  expect(said(before, before)).toBe("");
  expect(said(before, fromRows([[1]]))).toBe("");
  const long = fromRows([Array.from({ length: 9 }, (_, k) => k / 36)]);
  const names = [..."abcdefghi"];
  const zeros = fromRows([Array(9).fill(0)]);
  expect(explain.consequence("weights", zeros, long, ["x"], names)).toBe(
    "The largest in row “x” of weights is now 0.22, in column i.",
  );
  const broken = fromRows([
    [0.25, 0.75],
    [NaN, NaN],
  ]);
  expect(said(before, broken)).toBe("Row “AI” of weights is now NaN, NaN.");
  expect(said(broken, broken)).toBe("");
  const none = fromRows([Array(9).fill(NaN)]);
  expect(explain.consequence("weights", zeros, none, ["x"], names)).toBe(
    "Row “x” of weights now has entries that are no numbers (NaN).",
  );
});

test("what a token gives to all alike goes most to none", () => {
  const alike = fromRows([
    [0.5, 0.5],
    [0.25, 0.75],
  ]);
  expect(weightInWords(["a", "b"], alike, 0, 1)).toBe("“a” gives 0.50 to each of the 2 tokens.");
  expect(weightInWords(["a", "b"], alike, 1, 0)).toBe(
    "“b” gives 0.25 to “a”; most goes to itself: 0.75.",
  );
});

test("a loss that is no number has no place in the chart", () => {
  const drawn = [];
  vi.stubGlobal("document", {
    createElementNS(_space, name) {
      const element = { name, attributes: {}, append() {} };
      element.setAttribute = (key, value) => {
        element.attributes[key] = value;
      };
      drawn.push(element);
      return element;
    },
  });
  const steps = [2, 1, NaN].map((loss) => ({ loss, isEdited: false }));
  const history = { steps, at: 2, last: 2, numberOf: (k) => k, lossAt: (k) => steps[k].loss };
  createLossChart().set(history);
  vi.unstubAllGlobals();
  const line = drawn.find(({ attributes }) => attributes.class === "te-line").attributes.d;
  expect(line.split("L")).toHaveLength(2);
  expect(JSON.stringify(drawn.map(({ attributes: { d, cx, cy } }) => [d, cx, cy]))).not.toContain(
    "NaN",
  );
  expect(drawn.find(({ name }) => name === "circle").attributes.visibility).toBe("hidden");
});

test("the sliders of scores end where scores do", () => {
  expect(endsFor([2, 4.5])).toEqual([-10, 20]);
  expect(endsFor([9995, -10000])).toEqual([-10000, 10000]);
});

test("a scale reaches the largest of its matrices, and stays until it is fitted again", () => {
  const scale = new Scale();
  scale.fit([fromRows([[1, -7]]), null, fromRows([[Infinity, 2]])]);
  expect(scale.limit).toBe(7);
  scale.fit([fromRows([[0, 0]])]);
  expect(scale.limit).toBe(1);
});

test("a scale that goes far is one of logarithms, and its middle is said", () => {
  expect(look.shareOf(5, 10)).toBe(0.5);
  expect(look.halfwayOf(10)).toBe(5);
  expect(look.shareOf(-230, 230)).toBe(-1);
  expect(look.shareOf(look.halfwayOf(230), 230)).toBeCloseTo(0.5, 12);
  expect(look.shareOf(3, 230)).toBeGreaterThan(0.25); // by the numbers alone it would be 0.013
  expect(look.shareOf(0, 230)).toBe(0);
});

test("each term of an explanation has the colour of its matrix", () => {
  const [Q, K] = [fromRows([[2, -1]]), fromRows([[3, 4]])];
  const parts = explain.scoreInNumbers(Q, K, { row: 0, column: 0, query: "I", key: "AI" });
  expect(parts.map((part) => [part].flat()[0]).join("")).toBe(
    "score[I, AI] = q(I) · k(AI) = 2·3 + (−1)·4 = 2",
  );
  const roles = parts.filter(Array.isArray).map(([, role]) => role);
  expect(roles).toEqual(["scores", "Q", "K", "Q", "K", "Q", "K", "scores"]);
});

test("a query without numbers is said to have none", () => {
  const weights = fromRows([
    [0.25, 0.75],
    [NaN, NaN],
  ]);
  expect(explain.mostAttended(weights, ["a", "b"], ["c", "d"])).toEqual([
    "“a” looks most at “d” (0.75)",
    "“b” has weights that are no numbers (NaN)",
  ]);
});

test("of equal weights none is said to be the largest", () => {
  const weights = fromRows([
    [0.2501, 0.2499, 0.25, 0.25],
    [0.26, 0.25, 0.25, 0.24],
  ]);
  expect(explain.mostAttended(weights, ["a", "b"], ["c", "d", "e", "f"])).toEqual([
    "“a” looks at all alike (0.25)",
    "“b” looks most at “c” (0.26)",
  ]);
});

test("a whole number of times less is not rounded", () => {
  const times = [
    [65536, 1],
    [2000, 2],
    [2000, 3],
  ].map(([n, size]) => timesLess(n, size));
  expect(times).toEqual(["65,536", "1,000", "667"]);
});

test("a share of a row is rounded as all numbers are", () => {
  const [scaled, weights] = [fromRows([[0, 0]]), fromRows([[0.0625, 0.9375]])];
  const pair = { row: 0, column: 0, query: "a", key: "b" };
  const words = explain.weightInNumbers({ scaled, weights }, pair);
  expect(words.at(-1)).toBe(", that is 6.2 % of the row of “a”");
});

test("softmax in two steps: shares that sum to 1, and float64's own overflow", () => {
  const { weights, sum, total } = softmaxSteps([2, 4, 4], 2, false);
  expect(sum).toBeCloseTo(Math.E + 2 * Math.E ** 2, 12);
  expect(weights[0]).toBeCloseTo(Math.E / sum, 15);
  expect(total).toBeCloseTo(1, 15);
  const shifted = softmaxSteps([1002, 1004, 1004], 2, true);
  for (const [i, w] of shifted.weights.entries()) expect(w).toBeCloseTo(weights[i], 15);
  expect(overflow(shifted)).toBeNull();
  const high = softmaxSteps([800, 0], 1, false);
  expect(high.weights).toEqual([NaN, 0]);
  expect(overflow(high)).toContain("e^800 is too large");
  expect(overflow(softmaxSteps([709.5, 709.5], 1, false))).toContain("their sum does not");
  expect(overflow(softmaxSteps([-800, -900], 1, false))).toContain("0 / 0 is NaN");
});

test("random numbers are normal, and the same for the same seed", () => {
  const draw = scaling.standardNormal(7);
  const sample = Array.from({ length: 100000 }, draw);
  const mean = (power) => sample.reduce((sum, x) => sum + x ** power, 0) / sample.length;
  expect(mean(1)).toBeCloseTo(0, 1);
  expect(Math.abs(mean(2) - 1)).toBeLessThan(0.02);
  expect(Math.abs(mean(4) - 3)).toBeLessThan(0.15);
  const again = scaling.standardNormal(7);
  expect(Array.from({ length: 5 }, again)).toEqual(sample.slice(0, 5));
  expect(scaling.standardNormal(8)()).not.toBe(sample[0]);
});

test("a score of more entries is the shorter one and further products", () => {
  const sums = scaling.cumulativeScores(3, 2);
  const draw = scaling.standardNormal(3);
  const expected = new Float64Array(600);
  for (let d = 0; d < 3; d++)
    for (let row = 0; row < 300; row++) {
      const q = draw();
      for (let k = 0; k < 2; k++) expected[2 * row + k] += q * draw();
    }
  for (const [at, x] of expected.entries()) expect(sums[2 * 600 + at]).toBeCloseTo(x, 5);
});

test("what is measured of rows of scores", () => {
  const found = scaling.measure(
    fromRows([
      [0, 0],
      [Math.log(3), 0],
    ]),
  );
  const [most, least] = [0.75, 0.25];
  expect(found.largest).toBeCloseTo((0.5 + most) / 2, 12);
  const spread = -most * Math.log(most) - least * Math.log(least);
  expect(found.entropy).toBeCloseTo((Math.log(2) + spread) / 2, 12);
  const [even, ahead] = [Math.exp(0.1), 3 * Math.exp(0.1)]; // e^score of the first, nudged
  const rises = even / (even + 1) - 0.5 + ahead / (ahead + 1) - most;
  expect(found.change).toBeCloseTo(rises / 2, 12);
  expect(found.variance).toBeCloseTo((3 / 16) * Math.log(3) ** 2, 12);
});

test("blocks of every size end at the output of all keys at once", () => {
  const draw = scaling.standardNormal(11);
  for (const [count, stretch] of [
    [1, 1],
    [5, 3],
    [8, 400],
    [12, 3000],
  ]) {
    const scores = Array.from({ length: count }, () => stretch * draw());
    const values = Array.from({ length: count }, draw);
    const { weights } = softmaxSteps(scores, 1, true);
    const output = weights.reduce((sum, w, i) => sum + w * values[i], 0);
    for (let size = 1; size <= count + 1; size++) {
      const steps = blocks.runningSteps(scores, values, size);
      expect(steps.length).toBe(Math.ceil(count / size));
      const { top, total, mix } = steps.at(-1);
      expect(top).toBe(Math.max(...scores));
      expect(mix / total).toBeCloseTo(output, 12);
    }
  }
});

test("each block says what it does to the sums", () => {
  const steps = blocks.runningSteps([1, 3, 2, 5, 4, 0], [10, 20, 30, 40, 50, 60], 2);
  const said = steps.map((step, i) => blocks.told(step, i, 3));
  expect(said[0]).toBe("Block 1 of 3: the top is 3; total 1.135, mix 21.35.");
  expect(said[1]).toContain("rises from 3 to 5");
  expect(said[1]).toContain("multiplied by e^(3 − 5) = 0.1353; total 1.203, mix 44.38.");
  expect(said[2]).toContain("the top stays 5, so the old sums count as they are");
  const low = blocks.runningSteps([-3, -1], [1, 1], 1);
  expect(blocks.told(low[1], 1, 2)).toContain("e^(−3 − (−1)) = 0.1353");
});

test("bytes are written with three digits", () => {
  const written = [128, 999, 1000, 32e6, 999_950, 137_438_953_472].map(inBytes);
  expect(written).toEqual(["128 bytes", "999 bytes", "1 kB", "32 MB", "1 MB", "137 GB"]);
});

test("the loss of a head is the mean squared distance to what is wanted", () => {
  const X = fromRows([
    [1, 0, 2],
    [0, 1, 6],
  ]);
  const none = fromRows([[0], [0], [0]]);
  const W_V = fromRows([[0], [0], [1]]);
  // No scores: every weight is 1/2, and every output (2 + 6) / 2 = 4.
  const { shown, loss } = training.outcome(
    { X, W_V, wanted: fromRows([[6], [3]]) },
    { W_Q: none, W_K: none },
  );
  expect(toRows(shown.weights)).toEqual([
    [0.5, 0.5],
    [0.5, 0.5],
  ]);
  expect(loss).toBe((2 ** 2 + 1 ** 2) / 2);
});

test("matrices that came one below the other are taken apart", () => {
  const all = fromRows([
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ]);
  expect(training.stacked(all, 2).map(toRows)).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    [
      [5, 6],
      [7, 8],
    ],
  ]);
});

test("an output is said to be of nothing only where every weight is 0", () => {
  const output = fromRows([[7]]);
  const place = { row: 0, query: "b" };
  const said = (...weights) =>
    explain
      .outputInNumbers({ weights: fromRows([weights]), output }, place, ["a", "b", "c"])
      .map((part) => [part].flat()[0])
      .join("");
  expect(said(0, 0, 0)).toBe("output[b] = 0: “b” attends to nothing.");
  expect(said(0.7, 0.3, 0)).toBe("output[b] = 0.70·v(a) + 0.30·v(b) = [7]");
  expect(said(0.00012344, 0.0048, 0.00001)).toBe(
    "output[b] = 0.0048·v(b) + 0.0001234·v(a) + … = [7]",
  );
  expect(said(0.125, 0.875, 0)).toContain("0.12·v(a)"); // as the heatmap has it
  expect(said(0, 1e-9, 0)).toBe("output[b] = 1e−9·v(b) = [7]");
});

test("the last stretches of a histogram hold what lies beyond, too", () => {
  expect([0, 1, 80, 159].map(stretch)).toEqual([
    "below −79",
    "−79 to −78",
    "0 to 1",
    "79 and above",
  ]);
});

test("exponentials of one column are written alike up to a thousand millions", () => {
  const exponentials = [4, 12, 16, 20.7, 21].map(Math.exp);
  expect(exponentials.map(exponentialText)).toEqual([
    ...["54.6", "162754.8", "8886110.5", "977002725.8"],
    "1.319e9",
  ]);
});
