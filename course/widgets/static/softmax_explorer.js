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
    const [digits, , power2] = exponent(value, 1);
    return `${digits}e${power2}`.replaceAll("-", "−");
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
  const [digits, power2] = toEven(value, places - size, write).split("e");
  return [digits, Number(power2), `${power2[0]}${power2.slice(1).padStart(2, "0")}`];
}
function precise(value) {
  if (!Number.isFinite(value) || Number.isInteger(value) && Math.abs(value) < 1e9)
    return number(value, 0);
  const [digits, size, power2] = exponent(value, 3);
  const text = size < -4 || size > 3 ? `${Number(digits)}e${power2}` : Number(`${digits}e${size}`);
  return String(text).replaceAll("-", "−");
}
function shortest(value) {
  return String(Number(value.toFixed(4)) || Number(value.toPrecision(2)));
}
function fieldText(value) {
  return shortest(value).replaceAll("-", "−");
}
function stepped(value, step, count) {
  const places = Math.max(placesOf(step), placesOf(value));
  return Number((value + step * count).toFixed(Math.min(places, 12))) + 0;
}
function placesOf(value) {
  const [digits, power2 = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(power2));
}
function parseNumber(text) {
  const plain = text.trim().replaceAll("−", "-").replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return NaN;
  return Number.isFinite(Number(plain)) ? Number(plain) : NaN;
}
function readField(text) {
  const plain = text.trim();
  const [, thousands, rest] = plain.match(/^[+−-]?([1-9]\d{0,2}),(\d{3})$/) ?? [];
  if (rest)
    return {
      value: NaN,
      problem: `${plain} could be ${thousands}.${rest} or ${thousands}${rest}: write it without the comma`
    };
  return { value: parseNumber(plain), problem: null };
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
function tick(text, onchange) {
  const box = node("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  return {
    element: node("label", { class: "cw-tick" }, box, text),
    set(on) {
      box.checked = on;
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

// course/widgets/js/softmax_explorer.js
var LIMIT = 1e4;
var [COLDEST, HOTTEST] = [0.05, 20];
var TRAITS = ["scores", "temperature", "subtract"];
var TWENTIETHS = {
  ...{ ArrowUp: 1, ArrowRight: 1, PageUp: 5 },
  ...{ ArrowDown: -1, ArrowLeft: -1, PageDown: -5 }
};
var SAME = 1e-9;
function softmaxSteps(scores, temperature, subtract) {
  const shift = subtract ? Math.max(...scores) : 0;
  const exponents = scores.map((score) => (score - shift) / temperature);
  const exponentials = exponents.map(Math.exp);
  const sum = exponentials.reduce((total2, x) => total2 + x, 0);
  const weights = exponentials.map((x) => x / sum);
  const total = weights.reduce((all, w) => all + w, 0);
  return { shift, exponents, exponentials, sum, weights, total };
}
var power = (exponent2) => `e^${precise(exponent2)}`;
function overflow({ exponents, exponentials, sum }) {
  const largest = exponents.indexOf(Math.max(...exponents));
  if (exponentials[largest] === Infinity)
    return `${power(exponents[largest])} is too large for a float64: it becomes infinity, and infinity / infinity is NaN, not a number.`;
  if (sum === Infinity)
    return "The exponentials still fit into a float64, their sum does not: it is infinity.";
  if (sum === 0)
    return `Even ${power(exponents[largest])}, the largest, is too small for a float64: every exponential becomes 0, and 0 / 0 is NaN, not a number.`;
  return null;
}
var weightText = (w) => w > 0 && w < 1e-4 ? precise(w) : number(w, w ? 4 : 0);
var scoreText = (score) => number(score, decimals([score]));
var softmax_explorer_default = {
  render({ model, el }) {
    const labels = model.get("labels");
    const start = Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
    let { scores } = start;
    const status = statusLine();
    const refused = refusals();
    const lines = labels.map((label, i) => {
      const change = (score) => {
        const next = scores.slice();
        next[i] = score;
        send({ scores: next }, { fits: false });
      };
      const range = node("input", {
        type: "range",
        class: "sx-range",
        "aria-label": `Score of ${label}, slider`,
        oninput: (event) => change(Number(event.target.value)),
        // The slider's ends move only when it rests.
        onchange: fitRanges
      });
      const field = numberField(
        `Score of ${label}`,
        { min: -LIMIT, max: LIMIT, refused },
        (score) => {
          change(score);
          fitRanges();
        }
      );
      const [exponent2, exponential, weight] = [numberCell(), numberCell(), numberCell()];
      const [height, share] = [bar("scores"), bar("weights")];
      const row = node(
        "tr",
        {},
        node("th", { scope: "row" }, label),
        node("td", { class: "sx-score" }, range, field.element),
        exponent2,
        exponential,
        node("td", { class: "sx-bars", "aria-hidden": "true" }, height),
        weight,
        node("td", { class: "sx-bars", "aria-hidden": "true" }, share)
      );
      return { row, range, field, exponent: exponent2, exponential, height, weight, share };
    });
    function numberCell() {
      return node("td", { class: "sx-number" });
    }
    function bar(name) {
      return node("span", { class: "sx-bar", style: `--fill: var(--course-${name})` });
    }
    const [exponentHead, exponentialHead, weightHead] = [node("span"), node("span"), node("span")];
    const [sum, total] = [numberCell(), numberCell()];
    const head = (step, below, columns = 1, name = null) => node(
      "th",
      { scope: "col", colspan: columns, class: name },
      node("b", {}, step),
      node("br"),
      below
    );
    const table = node(
      "table",
      { class: "sx-table", "aria-label": "From scores to weights" },
      node(
        "thead",
        {},
        node(
          "tr",
          {},
          node("td"),
          head("Score", node("span", {}, "s")),
          head("Exponent", exponentHead, 1, "sx-right"),
          head("1. Exponentiate", exponentialHead, 2),
          head("2. Divide by the sum", weightHead, 2)
        )
      ),
      node("tbody", {}, ...lines.map(({ row }) => row)),
      node(
        "tfoot",
        {},
        node(
          "tr",
          {},
          node("th", { scope: "row" }, "sum"),
          node("td", { colspan: 2 }),
          sum,
          node("td"),
          total,
          node("td")
        )
      )
    );
    const heat = slider(
      "Temperature T",
      {
        min: Math.log10(COLDEST),
        max: Math.log10(HOTTEST),
        step: "any",
        text: (x) => precise(Number((10 ** x).toPrecision(3)))
      },
      (x) => warm(10 ** x)
    );
    function warm(to) {
      const temperature = Math.min(Math.max(Number(to.toPrecision(3)), COLDEST), HOTTEST);
      send({ temperature });
    }
    const heatRange = heat.element.querySelector("input");
    heatRange.addEventListener("keydown", (event) => {
      const by = TWENTIETHS[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      warm(model.get("temperature") * 1.05 ** by);
    });
    const heatField = numberField(
      "Temperature",
      { min: COLDEST, max: HOTTEST, refused },
      (temperature) => send({ temperature })
    );
    heat.element.querySelector(".cw-slider-value").remove();
    const subtract = tick("subtract the largest score first", (on) => send({ subtract: on }));
    const most = LIMIT.toLocaleString("en");
    const all = (text, done, change) => button(text, () => {
      const next = scores.map(change).map((x) => Number(x.toPrecision(12)));
      if (next.some((x) => Math.abs(x) > LIMIT))
        return status.say(`The scores stay as they are: they may be up to ${most}.`, 0);
      const before = softmaxSteps(scores, model.get("temperature"), model.get("subtract"));
      send({ scores: next });
      const after = softmaxSteps(next, model.get("temperature"), model.get("subtract"));
      status.say(`${done} ${effect(before.weights, after)} ${overflow(after) ?? ""}`.trim());
    });
    function effect(before, after) {
      if (overflow(after)) return "";
      const kept = before.every((w, i) => Math.abs(w - after.weights[i]) < SAME);
      return kept ? "No weight has changed." : `The weights have changed. ${summary(after)}`;
    }
    root(
      el,
      "From scores to weights: softmax in two steps",
      node(
        "div",
        { class: "cw-bar" },
        node("span", { class: "cw-slider" }, heat.element, heatField.element),
        subtract.element
      ),
      node(
        "div",
        { class: "cw-tools sx-tools" },
        all("Add 100 to every score", "100 added to every score.", (score) => score + 100),
        all("Multiply every score by 10", "Every score multiplied by 10.", (score) => score * 10),
        button("Reset", () => {
          send(start);
          status.say("Scores and temperature are as they were at the start.");
        })
      ),
      node("div", { class: "cw-scroll" }, table),
      refused.element,
      status.element
    );
    function send(changes, { fits = true } = {}) {
      if (changes.scores) scores = changes.scores;
      model.set(changes);
      model.save_changes();
      paint();
      if (fits) fitRanges();
    }
    function fitRanges() {
      const low = 10 * Math.floor(Math.min(...scores) / 10) - 10;
      const high = 10 * Math.ceil(Math.max(...scores) / 10) + 10;
      const step = high - low > 500 ? 1 : 0.1;
      lines.forEach(({ range }, i) => {
        [range.min, range.max, range.step] = [low, high, step];
        range.value = scores[i];
      });
    }
    function summary({ weights }) {
      const best = weights.indexOf(Math.max(...weights));
      const most2 = `${labels[best]} with ${weightText(weights[best])}`;
      return `Largest weight: ${most2}. The weights sum to 1.`;
    }
    function paint() {
      const temperature = model.get("temperature");
      const isShifted = model.get("subtract");
      const steps = softmaxSteps(scores, temperature, isShifted);
      const highest = Math.max(...steps.exponentials);
      const places = decimals(steps.exponents);
      lines.forEach((line, i) => {
        line.field.set(scores[i]);
        if (Number(line.range.value) !== scores[i]) line.range.value = scores[i];
        line.range.setAttribute("aria-valuetext", scoreText(scores[i]));
        line.exponent.textContent = number(steps.exponents[i], places);
        line.exponential.textContent = precise(steps.exponentials[i]);
        line.weight.textContent = weightText(steps.weights[i]);
        const share = steps.exponentials[i] === highest ? 1 : steps.exponentials[i] / highest;
        stretch(line.height, highest > 0 ? share : 0, steps.exponentials[i] === Infinity);
        stretch(line.share, steps.weights[i]);
      });
      const sign = steps.shift < 0 ? "+" : "−";
      const above = isShifted ? `(s ${sign} ${scoreText(Math.abs(steps.shift))})` : "s";
      exponentHead.textContent = `${above} / T`;
      exponentialHead.replaceChildren("e", node("sup", {}, "exponent"));
      weightHead.textContent = `÷ ${precise(steps.sum)}`;
      sum.textContent = precise(steps.sum);
      total.textContent = number(steps.total, decimals([steps.total], 4));
      heatField.set(temperature);
      const off = 10 ** Number(heatRange.value) / temperature - 1;
      if (Math.abs(off) > 6e-3) heat.set(Math.log10(temperature));
      heatRange.setAttribute("aria-valuetext", precise(temperature));
      subtract.set(isShifted);
      const wrong = overflow(steps);
      status.element.classList.toggle("is-wrong", wrong !== null);
      status.say(wrong ?? summary(steps));
    }
    function stretch(bar2, share, isEndless = false) {
      const isNumber = Number.isFinite(share);
      bar2.style.width = isNumber ? `${100 * share}%` : "0";
      bar2.classList.toggle("is-missing", !isNumber || share === 0);
      bar2.classList.toggle("is-endless", isEndless);
    }
    function show() {
      scores = model.get("scores");
      paint();
      if (!lines.some(({ range }) => range.matches(":active"))) fitRanges();
    }
    paint();
    fitRanges();
    return watch(model, TRAITS, show);
  }
};
export {
  softmax_explorer_default as default,
  overflow,
  softmaxSteps
};
