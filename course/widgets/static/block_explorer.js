// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/numbers.js
function decimals(values, most = 2) {
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
function number(value, places = 2) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= 1e5) {
    const [digits, , power] = exponent(value, 1);
    return `${digits}e${power}`.replaceAll("-", "−");
  }
  const text = toEven(value, places, (x) => x.toFixed(places));
  return (Number(text) === 0 ? text.replace("-", "") : text).replace("-", "−");
}
function toEven(value, places, write) {
  const isMiddle = places < 0 ? Math.abs(value / 10 ** -places) % 1 === 0.5 : Math.abs(value * 2 ** (places + 1)) % 2 === 1;
  const text = write(value);
  const [, last] = text.match(/(\d)(?:e.*)?$/);
  return isMiddle && last % 2 === 1 ? write(value * (1 - Number.EPSILON / 2)) : text;
}
function exponent(value, places) {
  const size = Math.floor(Math.log10(Math.abs(value)));
  const write = (x) => x.toExponential(places);
  const [digits, power] = toEven(value, places - size, write).split("e");
  return [digits, Number(power), `${power[0]}${power.slice(1).padStart(2, "0")}`];
}
function precise(value) {
  if (!Number.isFinite(value) || Number.isInteger(value) && Math.abs(value) < 1e9)
    return number(value, 0);
  const [digits, size, power] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
}
function shortest(value) {
  return String(Number(value.toFixed(4)) || Number(value.toPrecision(2)));
}
function fieldText(value) {
  return shortest(value).replaceAll("-", "−");
}
function stepped(value, step, count2) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count2).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power));
}
function parseNumber(text) {
  const plain2 = text.trim().replaceAll("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain2)) return NaN;
  return Number.isFinite(Number(plain2)) ? Number(plain2) : NaN;
}
function readField(text) {
  const plain2 = text.trim();
  const [, thousands2, rest] = plain2.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain2} could be ${thousands2}.${rest} or ${thousands2}${rest}: write it without the comma`
    };
  return { value: parseNumber(plain2), problem: null };
}
function count(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

// course/widgets/js/lib/keys.js
var LEFT_ALONE = "data-lm-suppress-shortcuts";
var EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}
function keepKeys(el) {
  const before = (event) => {
    if (el.contains(event.target)) event.target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", (event) => {
    if (!isKept(event)) return;
    event.stopPropagation();
    const undoes = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (undoes && !event.target.matches(":read-write")) event.preventDefault();
  });
  const focus = ({ target }) => {
    const control = target.closest("button, input, select, summary, textarea, [tabindex]");
    if (el.contains(control) && !control.contains(document.activeElement))
      control.focus({ preventScroll: true });
  };
  el.addEventListener("click", focus, true);
  if (el.contains(document.activeElement)) listen();
}

// course/widgets/js/lib/page.js
var made = 0;
function newId(stem) {
  made += 1;
  return `course-${stem}-${made}-${Math.random().toString(36).slice(2, 7)}`;
}
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== void 0)
      element.setAttribute(name, value);
  }
  element.append(
    ...children.filter((child) => child !== null && child !== void 0 && child !== false)
  );
  return element;
}
function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren(...children);
  return el;
}
function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}
function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  let timer = null;
  return {
    element,
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = typeof sentence === "function" ? sentence() : sentence;
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    }
  };
}
function slider(label, { min, max, step, text = String }, onchange) {
  const shown = node("span", { class: "cw-slider-value", "aria-hidden": "true" });
  const input = node("input", { type: "range", min, max, step, "aria-label": label });
  const write = (value) => {
    shown.textContent = text(value);
    input.setAttribute("aria-valuetext", text(value));
  };
  input.addEventListener("input", () => {
    write(Number(input.value));
    onchange(Number(input.value));
  });
  return {
    element: node(
      "label",
      { class: "cw-slider" },
      node("span", { class: "cw-label" }, label),
      input,
      shown
    ),
    set(value) {
      if (Number(input.value) !== value) input.value = value;
      write(value);
    }
  };
}

// course/widgets/js/lib/field.js
function refusals() {
  const element = node("p", { role: "alert", class: "cw-refused", id: newId("refused") });
  return {
    element,
    complain(input, sentence) {
      element.textContent = sentence;
      input.setAttribute("aria-invalid", "true");
      input.setAttribute("aria-describedby", element.id);
    },
    quiet(input) {
      if (!input.hasAttribute("aria-invalid")) return;
      element.textContent = "";
      input.removeAttribute("aria-invalid");
      input.removeAttribute("aria-describedby");
    }
  };
}
function numberField(label, { min, max, isWhole = false, refused }, onchange) {
  let value = 0;
  let before = null;
  const input = node("input", {
    type: "text",
    inputmode: "decimal",
    role: "spinbutton",
    class: "cw-entry",
    "aria-valuemin": min,
    "aria-valuemax": max,
    "aria-label": label,
    autocomplete: "off",
    onbeforeinput: begin,
    oninput: typed,
    onblur: restore,
    onkeydown: keydown
  });
  function problem(x) {
    if (Number.isNaN(x)) return "it must be a number";
    if (isWhole && !Number.isInteger(x)) return "it must be a whole number";
    if (x < min) return `the least that goes here is ${number(min, decimalsOf(min))}`;
    if (x > max) return `the most that goes here is ${max.toLocaleString("en")}`;
    return null;
  }
  function become(x) {
    if (x === value) return;
    value = x;
    input.setAttribute("aria-valuenow", x);
    onchange(x);
  }
  function begin() {
    const isAll = input.selectionStart === 0 && input.selectionEnd === input.value.length;
    if (isAll || before === null) before = value;
  }
  function typed() {
    before ??= value;
    const { value: x, problem: unclear } = readField(input.value);
    const why = unclear ?? problem(x);
    if (why) {
      become(before);
      return refused.complain(input, `${label} stays ${fieldText(value)}: ${why}.`);
    }
    refused.quiet(input);
    become(x);
  }
  function keydown(event) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      become(Math.min(Math.max(stepped(value, 1, way), min), max));
      restore();
    } else if (event.key === "Enter" || event.key === "Escape") restore();
  }
  function restore() {
    before = null;
    refused.quiet(input);
    input.value = fieldText(value);
  }
  return {
    element: input,
    set(next) {
      value = next;
      input.setAttribute("aria-valuenow", next);
      if (before !== null && input.matches(":focus")) return;
      refused.quiet(input);
      input.value = fieldText(next);
    }
  };
}
var decimalsOf = (x) => (String(x).split(".")[1] ?? "").length;

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/block_explorer.js
var [FEWEST, MOST] = [16, 131072];
var BYTES = 8;
var [LEFT, WIDTH, TALL] = [52, 430, 150];
var TICKS = { 16: "16", 256: "256", 4096: "4,096", 65536: "65,536" };
var SIZES = [1e3, 1e6, 1e9];
var IN_NUMBERS = [16, 128, 1024, 2048, 8192, 32768, 131072];
function runningSteps(scores, values, size) {
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
function inBytes(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const rounded = Number(bytes.toPrecision(3));
  const power = Math.min(Math.floor(Math.log10(rounded) / 3), units.length - 1);
  const size = rounded / 1e3 ** power;
  return `${number(size, decimals([size]))} ${units[power]}`;
}
var thousands = (x) => x.toLocaleString("en");
var plain = (x) => number(x, decimals([x]));
var signed = (x) => x < 0 ? `(${plain(x)})` : plain(x);
var shrink = (old, top) => `e^(${plain(old)} − ${signed(top)})`;
function told({ old, top, factor, total, mix }, index, blocks) {
  const at = `Block ${index + 1} of ${blocks}`;
  const now = `total ${precise(total)}, mix ${precise(mix)}.`;
  if (index === 0) return `${at}: the top is ${plain(top)}; ${now}`;
  if (top === old.top)
    return `${at}: the top stays ${plain(top)}, so the old sums count as they are; ${now}`;
  return `${at}: the top rises from ${plain(old.top)} to ${plain(top)}, so the old total and mix are multiplied by ${shrink(old.top, top)} = ${precise(factor)}; ${now}`;
}
var LOWEST = FEWEST * BYTES;
var HIGHEST = MOST * MOST * BYTES;
var across = (n) => LEFT + WIDTH * Math.log(n / FEWEST) / Math.log(MOST / FEWEST);
var up = (bytes) => TALL * (1 - Math.log(bytes / LOWEST) / Math.log(HIGHEST / LOWEST)) + 6;
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
    viewBox: `0 0 ${LEFT + WIDTH + 12} ${TALL + 46}`
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
      names[0].setAttribute("x", across(9e3));
      names[0].setAttribute("y", up(laws[0](9e3)) - 10);
      names[1].textContent = `one block (n, ${size})`;
      names[1].setAttribute("x", across(3e3));
      names[1].setAttribute("y", up(laws[1](3e3)) + 24);
      drawing.setAttribute(
        "aria-label",
        `Memory over the number of tokens n. All scores: ${inBytes(laws[0](n))} at n = ${thousands(n)}, four times as much for twice the tokens. One block: ${inBytes(laws[1](n))}, twice as much for twice the tokens.`
      );
    }
  };
}
var block_explorer_default = {
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
    const keys = labels.map((label, i) => ({
      head: node("th", { scope: "col" }, label),
      score: node("td", {}, number(scores[i], places[0])),
      value: node("td", {}, number(values[i], places[1])),
      power: node("td")
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
          keys.map(({ score }) => score)
        ),
        line(
          "value",
          keys.map(({ value }) => value)
        ),
        line(
          "e^(score − top)",
          keys.map(({ power }) => power)
        )
      )
    );
    const HEADS = ["largest in it", "top", "e^(old top − top)", "total", "mix"];
    const keptBody = node("tbody");
    const kept = node(
      "table",
      { class: "be-table be-kept", "aria-label": "What is kept after each block" },
      node(
        "thead",
        {},
        node("tr", {}, node("td"), ...HEADS.map((text) => node("th", { scope: "col" }, text)))
      ),
      keptBody
    );
    let rows = [];
    const result = node("p", { class: "be-result" });
    function buildRows(all) {
      rows = all.map((_, i) => ({
        head: node("th", { scope: "row" }, `block ${i + 1}`),
        cells: HEADS.map(() => node("td"))
      }));
      keptBody.replaceChildren(...rows.map(({ head, cells }) => node("tr", {}, head, ...cells)));
    }
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
        node("tr", {}, node("th", { scope: "row" }, "how many times less"), times)
      )
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
            ...["n", "all scores (n, n)", "one block"].map(
              (text) => node("th", { scope: "col" }, text)
            )
          )
        ),
        manyBody
      )
    );
    const sizes = slider("Keys in a block", { min: 1, max: scores.length, step: 1 }, (size) => {
      send({
        block_size: size,
        step: Math.min(model.get("step"), Math.ceil(scores.length / size))
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
        text: (x) => thousands(tokens(x))
      },
      (x) => choose(tokens(x))
    );
    lengths.element.querySelector(".cw-slider-value").remove();
    const range = lengths.element.querySelector("input");
    range.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1.1, ArrowRight: 1.1, PageUp: 2 };
      const factor = by[event.key] ?? 1 / { ArrowDown: 1.1, ArrowLeft: 1.1, PageDown: 2 }[event.key];
      if (!factor || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(Math.min(Math.max(Math.round(model.get("n") * factor), FEWEST), MOST));
    });
    const field = numberField(
      "Number of tokens n",
      { min: FEWEST, max: MOST, isWhole: true, refused },
      choose
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
        node("span", { class: "cw-slider" }, lengths.element, field.element)
      ),
      refused.element,
      node("div", { class: "be-columns" }, chart.element, node("div", {}, memory, many))
    );
    function sayBlock() {
      const all = steps();
      const at = read(all);
      status.say(at ? told(all[at - 1], at - 1, all.length) : "No block has been read.");
    }
    function sayMemory() {
      const [n, size] = [model.get("n"), blockSize()];
      status.say(
        `For ${thousands(n)} tokens all scores take ${inBytes(n * n * BYTES)}, one block of ${count(size, "key")} ${inBytes(n * size * BYTES)}.`
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
        power.textContent = inHand ? precise(current.powers[i - current.start]) : isRead ? "forgotten" : "–";
      });
      rows.forEach(({ head, cells }, i) => {
        const { own, old, top, factor, total, mix } = all[i];
        const texts = [own, top, i && factor, total, mix].map((x) => i < at ? precise(x) : "–");
        if (i === 0 || i >= at) texts[2] = "–";
        else texts[2] = `${shrink(old.top, top)} = ${precise(factor)}`;
        cells.forEach((cell, k) => {
          cell.textContent = texts[k];
          cell.classList.toggle("is-in-hand", i === at - 1);
        });
        head.classList.toggle("is-in-hand", i === at - 1);
      });
      const last = all[all.length - 1];
      result.textContent = at === all.length ? `All keys are read: output = mix / total = ${precise(last.mix)} / ${precise(last.total)} = ${precise(last.mix / last.total)}, whatever the size of the blocks.` : `${count(all.length - at, "block")} to go. Output = mix / total, once all are read.`;
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
        ...IN_NUMBERS.map(
          (m) => node(
            "tr",
            {},
            node("th", { scope: "row" }, thousands(m)),
            node("td", {}, inBytes(m * m * BYTES)),
            node("td", {}, inBytes(m * size * BYTES))
          )
        )
      );
    }
    paint();
    sayBlock();
    return watch(model, ["block_size", "step", "n"], paint);
  }
};
export {
  block_explorer_default as default,
  inBytes,
  runningSteps,
  told
};
