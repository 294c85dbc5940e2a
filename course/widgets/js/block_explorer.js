// BlockExplorer: one query's keys in blocks, and what scores take for n tokens.
import { numberField, refusals } from "./lib/field.js";
import { count, decimals, number, precise } from "./lib/numbers.js";
import { button, node, root, slider, statusLine, svg } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./block_explorer.css";

const [FEWEST, MOST] = [16, 131072]; // tokens
const BYTES = 8; // of a float64
const [LEFT, WIDTH, TALL] = [52, 430, 150]; // px of the chart: its axis' room, its width and height
const TICKS = { 16: "16", 256: "256", 4096: "4,096", 65536: "65,536" };
const SIZES = [1e3, 1e6, 1e9]; // bytes, the marked heights
const IN_NUMBERS = [16, 128, 1024, 2048, 8192, 32768, 131072];

// What is known after each block: the top so far, and total and mix under that top.
export function runningSteps(scores, values, size) {
  const steps = [];
  let [top, total, mix] = [-Infinity, 0, 0];
  for (let start = 0; start < scores.length; start += size) {
    const block = scores.slice(start, start + size);
    const own = Math.max(...block);
    const old = { top, total, mix };
    top = Math.max(top, own);
    const factor = Math.exp(old.top - top);
    const powers = block.map((score) => Math.exp(score - top));
    total = old.total * factor + powers.reduce((sum, x) => sum + x, 0);
    mix = old.mix * factor + powers.reduce((sum, x, i) => sum + x * values[start + i], 0);
    steps.push({ start, block, own, old, top, factor, powers, total, mix });
  }
  return steps;
}

// "32 MB": three digits at most, 1 KB being 1,000 bytes.
export function inBytes(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const size = rounded / 1000 ** power;
  return `${number(size, decimals([size]))} ${units[power]}`;
}

const thousands = (x) => x.toLocaleString("en");
const plain = (x) => number(x, decimals([x]));
const signed = (x) => (x < 0 ? `(${plain(x)})` : plain(x));
const shrink = (old, top) => `e^(${plain(old)} − ${signed(top)})`;

// What a block does, in a sentence.
export function told({ old, top, factor, total, mix }, index, blocks) {
  const at = `Block ${index + 1} of ${blocks}`;
  const now = `total ${precise(total)}, mix ${precise(mix)}.`;
  if (index === 0) return `${at}: the top is ${plain(top)}; ${now}`;
  if (top === old.top)
    return `${at}: the top stays ${plain(top)}, so the old sums count as they are; ${now}`;
  return (
    `${at}: the top rises from ${plain(old.top)} to ${plain(top)}, so the old total and mix are ` +
    `multiplied by ${shrink(old.top, top)} = ${precise(factor)}; ${now}`
  );
}

const LOWEST = FEWEST * BYTES; // bytes: a block of one key for the fewest tokens
const HIGHEST = MOST * MOST * BYTES;
const across = (n) => LEFT + (WIDTH * Math.log(n / FEWEST)) / Math.log(MOST / FEWEST);
const up = (bytes) => TALL * (1 - Math.log(bytes / LOWEST) / Math.log(HIGHEST / LOWEST)) + 6;

// Memory over n, both on scales on which each mark is a fixed number of times the one before.
function createChart() {
  const lines = [svg("path", { class: "be-all" }), svg("path", { class: "be-block" })];
  const dots = lines.map((_, i) => svg("circle", { class: i ? "be-block" : "be-all", r: 5 }));
  const names = ["all scores (n, n)", ""].map((text, i) => {
    const name = svg("text", { class: "be-name", "text-anchor": i ? "start" : "end" });
    name.textContent = text;
    return name;
  });
  const drawing = svg("svg", {
    role: "img",
    class: "be-chart",
    viewBox: `0 0 ${LEFT + WIDTH + 12} ${TALL + 46}`,
  });
  const label = (text, at) => {
    const element = svg("text", at);
    element.textContent = text;
    drawing.append(element);
  };
  for (const bytes of SIZES) {
    drawing.append(svg("path", { class: "be-grid", d: `M${LEFT} ${up(bytes)}h${WIDTH}` }));
    label(inBytes(bytes), { x: LEFT - 6, y: up(bytes) + 4, "text-anchor": "end" });
  }
  for (const [n, text] of Object.entries(TICKS))
    label(text, { x: across(Number(n)), y: TALL + 24, "text-anchor": "middle" });
  label("tokens n", { x: LEFT + WIDTH / 2, y: TALL + 42, "text-anchor": "middle" });
  drawing.append(svg("path", { class: "be-axis", d: `M${LEFT} 6V${TALL + 8}H${LEFT + WIDTH}` }));
  drawing.append(...lines, ...dots, ...names);
  return {
    element: drawing,
    set(n, size) {
      const laws = [(tokens) => tokens * tokens * BYTES, (tokens) => tokens * size * BYTES];
      laws.forEach((bytes, i) => {
        const ends = [FEWEST, MOST].map((tokens) => `${across(tokens)} ${up(bytes(tokens))}`);
        lines[i].setAttribute("d", `M${ends.join("L")}`);
        dots[i].setAttribute("cx", across(n));
        dots[i].setAttribute("cy", up(bytes(n)));
      });
      names[0].setAttribute("x", across(9000));
      names[0].setAttribute("y", up(laws[0](9000)) - 10);
      names[1].textContent = `one block (n, ${size})`;
      names[1].setAttribute("x", across(3000));
      names[1].setAttribute("y", up(laws[1](3000)) + 24);
      drawing.setAttribute(
        "aria-label",
        `Memory over the number of tokens n. All scores: ${inBytes(laws[0](n))} at n = ` +
          `${thousands(n)}, four times as much for twice the tokens. One block: ` +
          `${inBytes(laws[1](n))}, twice as much for twice the tokens.`,
      );
    },
  };
}

export default {
  render({ model, el }) {
    const [scores, values, labels] = ["scores", "values", "labels"].map((name) => model.get(name));
    const places = [scores, values].map((numbers) => decimals(numbers));
    const status = statusLine();
    const refused = refusals();
    const chart = createChart();

    const blockSize = () => model.get("block_size");
    const steps = () => runningSteps(scores, values, blockSize());
    const read = (all) => Math.min(model.get("step"), all.length);

    function send(changes) {
      model.set(changes);
      model.save_changes();
    }

    // The keys, of which one block at a time is in hand

    const keys = labels.map((label, i) => ({
      head: node("th", { scope: "col" }, label),
      score: node("td", {}, number(scores[i], places[0])),
      value: node("td", {}, number(values[i], places[1])),
      power: node("td"),
    }));
    const line = (name, cells) => node("tr", {}, node("th", { scope: "row" }, name), ...cells);
    const keyTable = node(
      "table",
      { class: "be-table be-keys", "aria-label": "The keys of one query" },
      node("thead", {}, node("tr", {}, node("td"), ...keys.map(({ head }) => head))),
      node(
        "tbody",
        {},
        line(
          "score",
          keys.map(({ score }) => score),
        ),
        line(
          "value",
          keys.map(({ value }) => value),
        ),
        line(
          "e^(score − top)",
          keys.map(({ power }) => power),
        ),
      ),
    );

    // What is kept after each block

    const HEADS = ["largest in it", "top", "e^(old top − top)", "total", "mix"];
    const keptBody = node("tbody");
    const kept = node(
      "table",
      { class: "be-table be-kept", "aria-label": "What is kept after each block" },
      node(
        "thead",
        {},
        node("tr", {}, node("td"), ...HEADS.map((text) => node("th", { scope: "col" }, text))),
      ),
      keptBody,
    );
    let rows = [];
    const result = node("p", { class: "be-result" });

    function buildRows(all) {
      rows = all.map((_, i) => ({
        head: node("th", { scope: "row" }, `block ${i + 1}`),
        cells: HEADS.map(() => node("td")),
      }));
      keptBody.replaceChildren(...rows.map(({ head, cells }) => node("tr", {}, head, ...cells)));
    }

    // Memory

    const [allBytes, blockBytes, times] = [node("td"), node("td"), node("td")];
    const blockName = node("th", { scope: "row" });
    const nameOfAll = node("th", { scope: "row" });
    const memory = node(
      "table",
      { class: "be-table be-memory", "aria-label": "What scores take" },
      node(
        "tbody",
        {},
        node("tr", {}, nameOfAll, allBytes),
        node("tr", {}, blockName, blockBytes),
        node("tr", {}, node("th", { scope: "row" }, "how many times less"), times),
      ),
    );
    const manyBody = node("tbody");
    const many = node(
      "details",
      {},
      node("summary", {}, "The chart in numbers"),
      node(
        "table",
        { class: "be-table", "aria-label": "What scores take for some numbers of tokens" },
        node(
          "thead",
          {},
          node(
            "tr",
            {},
            ...["n", "all scores (n, n)", "one block"].map((text) =>
              node("th", { scope: "col" }, text),
            ),
          ),
        ),
        manyBody,
      ),
    );

    // Controls

    const sizes = slider("Keys in a block", { min: 1, max: scores.length, step: 1 }, (size) => {
      send({
        block_size: size,
        step: Math.min(model.get("step"), Math.ceil(scores.length / size)),
      });
      sayMemory();
    });
    const move = (by) => {
      const all = steps();
      send({ step: Math.min(Math.max(read(all) + by, 0), all.length) });
      sayBlock();
    };
    const back = button("Back", () => move(-1));
    const next = button("Next block", () => move(1));
    const again = button("From the start", () => move(-scores.length));
    const tokens = (x) => Math.round(2 ** x);
    const lengths = slider(
      "Tokens n",
      {
        min: Math.log2(FEWEST),
        max: Math.log2(MOST),
        step: "any",
        text: (x) => thousands(tokens(x)),
      },
      (x) => choose(tokens(x)),
    );
    lengths.element.querySelector(".cw-slider-value").remove();
    const range = lengths.element.querySelector("input");
    range.addEventListener("keydown", (event) => {
      // A step of "any" has no arrow keys of use.
      const by = { ArrowUp: 1.1, ArrowRight: 1.1, PageUp: 2 };
      const factor =
        by[event.key] ?? 1 / { ArrowDown: 1.1, ArrowLeft: 1.1, PageDown: 2 }[event.key];
      if (!factor || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(Math.min(Math.max(Math.round(model.get("n") * factor), FEWEST), MOST));
    });
    const field = numberField(
      "Number of tokens n",
      { min: FEWEST, max: MOST, isWhole: true, refused },
      choose,
    );

    function choose(n) {
      if (n === model.get("n")) return;
      send({ n });
      sayMemory();
    }

    const heading = (text) => node("p", { class: "be-heading" }, node("b", {}, text));
    root(
      el,
      "Attention in blocks",
      node("div", { class: "cw-bar" }, sizes.element),
      heading("One query reads its keys, block by block"),
      node("div", { class: "cw-tools be-tools" }, again, back, next),
      node("div", { class: "cw-scroll" }, keyTable),
      node("div", { class: "cw-scroll" }, kept),
      status.element,
      result,
      heading("What scores take for n tokens"),
      node(
        "div",
        { class: "cw-bar" },
        node("span", { class: "cw-slider" }, lengths.element, field.element),
      ),
      refused.element,
      node("div", { class: "be-columns" }, chart.element, node("div", {}, memory, many)),
    );

    // Painting

    function sayBlock() {
      const all = steps();
      const at = read(all);
      status.say(at ? told(all[at - 1], at - 1, all.length) : "No block has been read.");
    }

    function sayMemory() {
      const [n, size] = [model.get("n"), blockSize()];
      status.say(
        `For ${thousands(n)} tokens all scores take ${inBytes(n * n * BYTES)}, ` +
          `one block of ${count(size, "key")} ${inBytes(n * size * BYTES)}.`,
      );
    }

    function paint() {
      const [n, size, all] = [model.get("n"), blockSize(), steps()];
      const at = read(all);
      if (rows.length !== all.length) buildRows(all);
      const current = all[at - 1];
      keys.forEach(({ head, score, value, power }, i) => {
        const inHand = Boolean(current) && i >= current.start && i < current.start + size;
        const isRead = Boolean(current) && i < current.start;
        for (const cell of [head, score, value, power]) {
          cell.classList.toggle("is-in-hand", inHand);
          cell.classList.toggle("is-first", inHand && i === current.start);
        }
        power.textContent = inHand
          ? precise(current.powers[i - current.start])
          : isRead
            ? "forgotten"
            : "–";
      });
      rows.forEach(({ head, cells }, i) => {
        const { own, old, top, factor, total, mix } = all[i];
        const texts = [own, top, i && factor, total, mix].map((x) => (i < at ? precise(x) : "–"));
        if (i === 0 || i >= at) texts[2] = "–";
        else texts[2] = `${shrink(old.top, top)} = ${precise(factor)}`;
        cells.forEach((cell, k) => {
          cell.textContent = texts[k];
          cell.classList.toggle("is-in-hand", i === at - 1);
        });
        head.classList.toggle("is-in-hand", i === at - 1);
      });
      const last = all[all.length - 1];
      result.textContent =
        at === all.length
          ? `All keys are read: output = mix / total = ${precise(last.mix)} / ${precise(last.total)} = ` +
            `${precise(last.mix / last.total)}, whatever the size of the blocks.`
          : `${count(all.length - at, "block")} to go. Output = mix / total, once all are read.`;
      // A disabled button that has the focus would lose it.
      again.setAttribute("aria-disabled", at === 0);
      back.setAttribute("aria-disabled", at === 0);
      next.setAttribute("aria-disabled", at === all.length);

      sizes.set(size);
      field.set(n);
      if (tokens(Number(range.value)) !== n) lengths.set(Math.log2(n));
      range.setAttribute("aria-valuetext", thousands(n));
      nameOfAll.textContent = `all scores (${thousands(n)}, ${thousands(n)})`;
      blockName.textContent = `one block (${thousands(n)}, ${size})`;
      allBytes.textContent = inBytes(n * n * BYTES);
      blockBytes.textContent = inBytes(n * size * BYTES);
      times.textContent = thousands(Number((n / size).toPrecision(3)));
      chart.set(n, size);
      manyBody.replaceChildren(
        ...IN_NUMBERS.map((m) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, thousands(m)),
            node("td", {}, inBytes(m * m * BYTES)),
            node("td", {}, inBytes(m * size * BYTES)),
          ),
        ),
      );
    }
    paint();
    sayBlock();
    return watch(model, ["block_size", "step", "n"], paint);
  },
};
