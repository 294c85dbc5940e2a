// What scores take for n tokens, all of them and one block of them.
import { headedRow, headRow, node, svg } from "../lib/page.js";
import { decimals, number } from "../lib/write_numbers.js";

export const [FEWEST, MOST] = [16, 131072]; // tokens
const BYTES = 8; // of a float64
const [LEFT, WIDTH, TALL] = [52, 430, 150]; // px of the chart: its axis' room, its width and height
const TICKS = { 16: "16", 256: "256", 4096: "4,096", 65536: "65,536" };
const SIZES = [1e3, 1e6, 1e9]; // bytes, the marked heights
const IN_NUMBERS = [16, 128, 1024, 2048, 8192, 32768, 131072];
const LOWEST = FEWEST * BYTES; // bytes: a block of one key for the fewest tokens
const HIGHEST = MOST * MOST * BYTES;

/** @param {number} n tokens */
export function bytesOfAll(n) {
  return n * n * BYTES;
}

/**
 * @param {number} n tokens
 * @param {number} size keys in a block
 */
export function bytesOfBlock(n, size) {
  return n * size * BYTES;
}

/**
 * Write "32 MB": three digits at most, 1 kB being 1,000 bytes.
 * @param {number} bytes
 */
export function inBytes(bytes) {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const size = rounded / 1000 ** power;
  return `${number(size, decimals([size]))} ${units[power]}`;
}

/** @param {number} x */
export function thousands(x) {
  return x.toLocaleString("en");
}

/**
 * Write how many times less one block takes: three digits, or all of a whole number.
 * @param {number} n tokens
 * @param {number} size keys in a block
 */
export function timesLess(n, size) {
  const times = n / size;
  return thousands(times < 1000 ? Number(times.toPrecision(3)) : Math.round(times));
}

/** @param {number} n */
function across(n) {
  return LEFT + (WIDTH * Math.log(n / FEWEST)) / Math.log(MOST / FEWEST);
}

/** @param {number} bytes */
function up(bytes) {
  return TALL * (1 - Math.log(bytes / LOWEST) / Math.log(HIGHEST / LOWEST)) + 6;
}

/**
 * Memory over n, both on scales on which each mark is a fixed number of times the one before.
 * Returns {element, set(n, size)}.
 */
export function createMemoryChart() {
  const all = createLine("be-all", "end", 9000, -10);
  const block = createLine("be-block", "start", 3000, 24);
  const viewBox = `0 0 ${LEFT + WIDTH + 12} ${TALL + 46}`;
  const attributes = { role: "img", class: "be-chart", viewBox };
  const [allParts, blockParts] = [all.parts, block.parts];
  const parts = allParts.flatMap((part, i) => [part, blockParts[i]]);
  const element = svg("svg", attributes, ...axes(), ...parts);
  return {
    element,
    /**
     * @param {number} n
     * @param {number} size
     */
    set(n, size) {
      all.set(n, bytesOfAll, "all scores (n, n)");
      block.set(n, (tokens) => bytesOfBlock(tokens, size), `one block (n, ${size})`);
      element.setAttribute(
        "aria-label",
        `Memory over the number of tokens n. All scores: ${inBytes(bytesOfAll(n))} at n = ` +
          `${thousands(n)}, four times as much for twice the tokens. One block: ` +
          `${inBytes(bytesOfBlock(n, size))}, twice as much for twice the tokens.`,
      );
    },
  };
}

/**
 * A line of the chart, with a dot at n and its name beside it: {parts, set(n, bytes, name)}.
 * @param {string} kind its class
 * @param {string} anchor
 * @param {number} nameAt the n at which its name stands
 * @param {number} below px of the name from the line
 */
function createLine(kind, anchor, nameAt, below) {
  const line = svg("path", { class: kind });
  const dot = svg("circle", { class: kind, r: 5 });
  const name = svg("text", { class: "be-name", "text-anchor": anchor, x: across(nameAt) });
  return {
    parts: [line, dot, name],
    /**
     * @param {number} n
     * @param {(tokens: number) => number} bytes
     * @param {string} text
     */
    set(n, bytes, text) {
      const ends = [FEWEST, MOST].map((tokens) => `${across(tokens)} ${up(bytes(tokens))}`);
      line.setAttribute("d", `M${ends.join("L")}`);
      dot.setAttribute("cx", String(across(n)));
      dot.setAttribute("cy", String(up(bytes(n))));
      name.setAttribute("y", String(up(bytes(nameAt)) + below));
      name.textContent = text;
    },
  };
}

function axes() {
  const heights = SIZES.flatMap((bytes) => [
    svg("path", { class: "be-grid", d: `M${LEFT} ${up(bytes)}h${WIDTH}` }),
    svg("text", { x: LEFT - 6, y: up(bytes) + 4, "text-anchor": "end" }, inBytes(bytes)),
  ]);
  const ticks = Object.entries(TICKS).map(([n, text]) =>
    svg("text", { x: across(Number(n)), y: TALL + 24, "text-anchor": "middle" }, text),
  );
  const middle = { x: LEFT + WIDTH / 2, y: TALL + 42, "text-anchor": "middle" };
  const axis = svg("path", { class: "be-axis", d: `M${LEFT} 6V${TALL + 8}H${LEFT + WIDTH}` });
  return [
    ...heights,
    ...ticks,
    svg("text", middle, "tokens n (both scales grow by factors)"),
    axis,
  ];
}

/** The memory for n tokens, and for some other numbers of them: {element, set(n, size)}. */
export function createMemoryTables() {
  const [allName, blockName] = [node("span"), node("span")];
  const [all, block, times] = [node("td"), node("td"), node("td")];
  const body = node("tbody");
  const memory = node(
    "table",
    { class: "be-table be-memory", "aria-label": "What scores take" },
    node(
      "tbody",
      {},
      headedRow(allName, [all]),
      headedRow(blockName, [block]),
      headedRow("how many times less", [times]),
    ),
  );
  const many = node(
    "details",
    {},
    node("summary", {}, "The chart in numbers"),
    node(
      "table",
      { class: "be-table", "aria-label": "What scores take for some numbers of tokens" },
      node("thead", {}, headRow("n", "all scores (n, n)", "one block")),
      body,
    ),
  );
  return {
    element: node("div", {}, memory, many),
    /**
     * @param {number} n
     * @param {number} size
     */
    set(n, size) {
      allName.textContent = `all scores (${thousands(n)}, ${thousands(n)})`;
      blockName.textContent = `one block (${thousands(n)}, ${size})`;
      all.textContent = inBytes(bytesOfAll(n));
      block.textContent = inBytes(bytesOfBlock(n, size));
      times.textContent = timesLess(n, size);
      const rows = IN_NUMBERS.map((tokens) =>
        headedRow(thousands(tokens), [
          node("td", {}, inBytes(bytesOfAll(tokens))),
          node("td", {}, inBytes(bytesOfBlock(tokens, size))),
        ]),
      );
      body.replaceChildren(...rows);
    },
  };
}
