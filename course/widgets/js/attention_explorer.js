// AttentionExplorer: every stage from X to the output, for weights that can be edited.
import { causalMask, paddingMask, stages } from "./lib/attention.js";
import { createEditor, EDITING_HELP } from "./lib/editor.js";
import { consequence, mixture, projection, scaledScore, score, share } from "./lib/explain.js";
import { createGrid, labelsOr } from "./lib/grid.js";
import { createLearner } from "./lib/learner.js";
import { decode, encode, fromRows, map, matrix, same, toRows } from "./lib/matrix.js";
import { asCode, count, precise } from "./lib/numbers.js";
import { button, choice, copyText, fold, newId, node, root, statusLine, tick } from "./lib/page.js";
import { builtIn, rowsFor } from "./lib/presets.js";
import "./attention_explorer.css";

const MATRICES = ["X", "X_memory", "W_Q", "W_K", "W_V", "mask"];
const CLOSE = 1e-6; // of the learner's result to the page's, relative to the largest entry

const MASKS = {
  attention: ["none", "causal"],
  mask: ["none", "causal", "padding", "by hand"],
  cross: ["none", "padding", "by hand"],
};

// Tokens in a text field: apart by spaces, or by commas where one has a space in it.
const inOneLine = (words) => words.join(words.some((word) => /\s/.test(word)) ? ", " : " ");
const wordsIn = (text) =>
  text
    .split(text.includes(",") ? "," : /\s+/)
    .map((word) => word.trim())
    .filter((word) => word);

const POINTING_HELP = "In Q, K, V and what follows, Enter says what the cell is made of.";

const ended = (sentence) => (/[.:!?]$/.test(sentence) ? sentence : `${sentence}.`);
const colourFor = (name) => `var(--course-${name})`;

function render({ model, el }) {
  const mode = model.get("mode");
  const upToScores = mode === "scores";
  const isCross = mode === "cross";
  const status = statusLine();
  const heard = statusLine({ class: "cw-heard" });
  const words = node("div", { class: "cw-explanation" });
  const helpId = newId("help");
  const state = {}; // X, X_memory, W_Q, W_K, W_V, mask as matrices
  let shown = {}; // every stage
  let pointed = null; // {stage, row, column}

  // Editors and heatmaps

  const editors = {};
  const addEditor = (name, formula = null) => {
    editors[name] = createEditor({
      name: isCross && name === "X" ? "X_query" : name,
      formula,
      colour: name.startsWith("W_") ? colourFor(name.slice(2)) : null,
      step: model.get("step"),
      helpId,
      onchange: (value) => changed({ [name]: value }),
      onpoint: (row, column, by) => point(name, row, column, by),
      say: announce,
    });
    return editors[name].element;
  };
  const grids = {};
  const addGrid = (name, formula, options = {}) => {
    grids[name] = createGrid({
      name,
      label: name,
      formula,
      colour: colourFor(name),
      helpId,
      onpoint: (row, column, by) => point(name, row, column, by),
      onkey: sayAll,
      ...options,
    });
    return grids[name].element;
  };
  const line = (...elements) => node("div", { class: "cw-stages" }, ...elements);

  const paint = (row, column) => {
    const mask = state.mask ?? map(shown.scores, () => 1);
    const next = matrix(mask.rows, mask.columns, mask.data.slice());
    const at = row * mask.columns + column;
    next.data[at] = next.data[at] ? 0 : 1;
    model.set("mask_kind", "by hand");
    changed({ mask: next });
    announce(mayAttend(row, column));
  };
  const canPaint = mode === "mask" || isCross;
  const maskOptions = {
    kind: "mask",
    colour: null,
    onkey(event, row, column) {
      if (!canPaint) return sayAll(event);
      if (event.key !== " " && event.key !== "Enter") return false;
      event.preventDefault();
      paint(row, column);
      return true;
    },
  };

  const memoryFormula = isCross ? "X_memory" : "X";
  const queryFormula = isCross ? "X_query" : "X";
  const inputs = line(
    addEditor("X"),
    isCross && addEditor("X_memory"),
    addEditor("W_Q"),
    addEditor("W_K"),
    addEditor("W_V"),
  );
  const lines = [
    // With a mask to paint, the inputs are not what it is about.
    mode === "mask"
      ? node("details", { class: "cw-inputs" }, node("summary", {}, "X, W_Q, W_K, W_V"), inputs)
      : inputs,
    line(
      addGrid("Q", `${queryFormula} W_Q`),
      addGrid("K", `${memoryFormula} W_K`),
      addGrid("V", `${memoryFormula} W_V`),
    ),
  ];
  const maskHelp = node(
    "p",
    { class: "cw-help" },
    "✓: may attend. Click a cell, or press the space bar on it, to change it.",
  );
  if (upToScores) lines.push(line(addGrid("scores", "Q Kᵀ")), words);
  else {
    lines.push(
      line(
        addGrid("scores", "Q Kᵀ"),
        addGrid("scaled", "scores / √d_k", { colour: colourFor("scores") }),
        addGrid("mask", null, maskOptions),
        addGrid("weights", "softmax(scaled)", { kind: "weights" }),
      ),
      words,
      line(addGrid("output", "weights V")),
    );
    if (canPaint) {
      grids.mask.element.append(maskHelp);
      grids.mask.table.addEventListener("click", (event) => {
        const td = event.target.closest("td.cw-cell");
        if (td) paint(grids.mask.current.row, grids.mask.current.column);
      });
    }
  }

  // The learner's function

  const isDriven = model.get("driven_by") !== "";
  const yours = {};
  const verdict = node("p", { class: "cw-verdict", role: "status" });
  // The same words put there again would be read out again.
  const judge = (sentence) => {
    if (verdict.textContent !== sentence) verdict.textContent = sentence;
  };
  if (isDriven) {
    const own = (name, kind) => {
      yours[name] = createGrid({
        name: `your ${name}`,
        label: `your ${name}`,
        kind,
        colour: colourFor(name),
      });
      return yours[name].element;
    };
    const made = upToScores
      ? [own("scores", "signed")]
      : [own("weights", "weights"), own("output", "signed")];
    lines.push(
      node(
        "section",
        { class: "cw-yours", "aria-label": `What your ${model.get("driven_by")} returns` },
        node("p", { class: "cw-name" }, `What your ${model.get("driven_by")} returns`),
        verdict,
        line(...made),
      ),
    );
  }
  const learner =
    isDriven &&
    createLearner(model, {
      onresult: showResult,
      onwait(seconds) {
        judge(
          `No answer for ${count(seconds, "second")}: your function is still running, or the kernel ` +
            "was stopped or restarted. The stages above go on without it.",
        );
      },
      onlost() {
        judge(
          "Your function cannot be asked: the kernel was stopped or restarted. Run the cells above " +
            "and this one again. The stages above go on without it.",
        );
      },
    });

  function askLearner(edited = {}) {
    if (!learner) return;
    const inputs = { ...state, ...shown, mask: state.mask };
    const sent = model.get("asks").map((name) => [name, inputs[name]]);
    if (!upToScores) sent.push(["mask", state.mask]);
    // What the page itself makes of it: scaled, over the keys, whatever the switches say.
    learner.run(Object.fromEntries(sent), run({ isScaled: true, overQueries: false }), edited);
  }

  function showResult(result, own) {
    const { error } = result;
    const names = Object.keys(yours);
    for (const name of names) yours[name].element.hidden = !result[name];
    for (const name of names)
      if (result[name]) yours[name].set(result[name], queries(), name === "output" ? null : keys());
    if (error) return judge(error);
    const differences = names.map((name) => difference(name, result[name], own[name]));
    for (const [at, name] of names.entries()) showDifferences(yours[name], differences[at].cells);
    const found = differences.filter(({ cells }) => cells.length);
    judge(
      found.length
        ? found.map(({ sentence }) => sentence).join(" ")
        : `Equal to the page's ${names.join(" and ")}, to ${CLOSE} of the largest entry.`,
    );
  }

  function difference(name, yours, own) {
    const least = CLOSE * Math.max(1e-300, ...own.data.map(Math.abs));
    const cells = [];
    let most = 0;
    let place = 0;
    own.data.forEach((x, k) => {
      const away = Math.abs(yours.data[k] - x);
      if (away <= least) return;
      cells.push([Math.floor(k / own.columns), k % own.columns]);
      if (!(away <= most)) [most, place] = [away, k];
    });
    const [i, j] = [Math.floor(place / own.columns), place % own.columns];
    const where = `row ${queries()[i]}, column ${name === "output" ? j : keys()[j]}`;
    const sentence =
      `Your ${name} differ${name === "output" ? "s" : ""} from the page's in ${cells.length} of ` +
      `${own.data.length} entries, most in ${where}: by ${precise(most)}.`;
    return { cells, sentence };
  }

  function showDifferences(grid, cells) {
    for (const old of grid.table.querySelectorAll(".is-different"))
      old.classList.remove("is-different");
    for (const [i, j] of cells) grid.cell(i, j)?.td.classList.add("is-different");
  }

  // Labels

  const queries = () => model.get("tokens");
  const keys = () => (isCross ? model.get("memory_tokens") : model.get("tokens"));

  // State

  function readState() {
    for (const name of MATRICES) state[name] = decode(model.get(name));
  }

  // Something was edited here: compute and paint at once, then tell Python.
  function changed(changes) {
    Object.assign(state, changes);
    for (const [name, value] of Object.entries(changes)) model.set(name, value && encode(value));
    compute();
    // Before the traits, which take their time; a function that reads them finds what was edited.
    askLearner(Object.fromEntries(Object.entries(changes).filter(([, value]) => value)));
    model.save_changes();
  }

  function maskOf(kind) {
    const { rows, columns } = { rows: state.X.rows, columns: (state.X_memory ?? state.X).rows };
    if (kind === "none") return null;
    if (kind === "causal") return causalMask(rows, columns);
    if (kind === "padding") return paddingMask(rows, columns, Math.max(1, columns - 2));
    return state.mask ?? paddingMask(rows, columns, columns);
  }

  // What a result follows from, besides the matrices; `seen`: as the result shown was made.
  const SETTINGS = ["tokens", "memory_tokens", "scaled", "axis", "mask_kind"];
  const settings = () => JSON.stringify(SETTINGS.map((name) => model.get(name)));
  let seen = null;

  const switches = () => ({
    isScaled: model.get("scaled"),
    overQueries: model.get("axis") === "queries",
  });

  function run(how = switches()) {
    return stages({ ...state, X_query: state.X, X_memory: state.X_memory ?? state.X }, how);
  }

  function compute() {
    shown = run();
    for (const [name, grid] of Object.entries(grids))
      if (name !== "mask" || state.mask) grid.update(name === "mask" ? state.mask : shown[name]);
    if (pointed && grids.weights) grids.V.mark(related(pointed).V ?? {});
    explain();
    seen = settings();
  }

  // Everything anew: shapes or labels may have changed.
  function refresh({ first = false } = {}) {
    shown = run();
    const columns = { X: null, X_memory: null };
    for (const [name, editor] of Object.entries(editors)) {
      const rows = { X: queries(), X_memory: keys() }[name] ?? null;
      editor.set(state[name], rows, columns[name] ?? null, { first });
    }
    const over = { Q: null, V: null, K: null, output: null };
    for (const [name, grid] of Object.entries(grids)) {
      if (name === "mask") {
        grid.element.hidden = !state.mask && !canPaint;
        if (!grid.element.hidden)
          grid.set(state.mask ?? map(shown.scores, () => 1), queries(), keys());
        continue;
      }
      const rows = name === "K" || name === "V" ? keys() : queries();
      grid.set(shown[name], rows, name in over ? null : keys());
    }
    showControls();
    if (pointed && !exists(pointed)) pointed = null;
    mark();
    explain();
    askLearner();
    seen = settings();
  }

  const stageOf = (name) => state[name] ?? shown[name];
  const exists = ({ stage, row, column }) =>
    stageOf(stage) && row < stageOf(stage).rows && column < stageOf(stage).columns;

  // Pointing

  function point(stage, row, column, by) {
    if (by === "focus") heard.say(() => inShort(stage, row, column), 400);
    if (pointed && pointed.stage === stage && pointed.row === row && pointed.column === column)
      return;
    pointed = { stage, row, column };
    mark();
    explain();
  }

  // What a screen reader does not say of a cell by itself.
  function inShort(stage, row, column) {
    const rowLabel = (stage.startsWith("X_") || "KV".includes(stage) ? keys() : queries())[row];
    if (stage.startsWith("X")) return `Row ${rowLabel} of ${stage}.`;
    if (stage.startsWith("W_")) return "";
    if (stage === "mask") return mayAttend(row, column);
    const { data, columns } = shown[stage];
    const columnLabel = SQUARE.includes(stage) ? keys()[column] : column;
    return `${stage}[${rowLabel}, ${columnLabel}] is ${precise(data[row * columns + column])}.`;
  }

  function mayAttend(row, column) {
    const isOpen = !state.mask || state.mask.data[row * state.mask.columns + column];
    return `${queries()[row]} ${isOpen ? "may" : "may not"} attend to ${keys()[column]}.`;
  }

  // Enter in a stage: the whole derivation, as it stands on the page; again at each press.
  function sayAll(event) {
    if (event.key !== "Enter") return false;
    event.preventDefault();
    heard.say("", 0);
    heard.say([...words.children].map(({ textContent }) => ended(textContent)).join(" "), 50);
    return true;
  }

  // What was done, and what came of it since it was last said.
  let lastHeard = null;
  function announce(sentence) {
    status.say(() => [sentence && ended(sentence), effect()].filter(Boolean).join(" "));
  }

  function effect() {
    const [before, after] = [lastHeard, shown];
    lastHeard = shown;
    if (!before || before === after) return "";
    const named = upToScores ? ["scores"] : ["weights", "output"];
    for (const name of named) {
      const columns = name === "output" ? labelsOr(null, after.output.columns) : keys();
      const sentence = consequence(name, before[name], after[name], queries(), columns);
      if (sentence) return sentence;
    }
    return upToScores ? "No score has changed." : "The weights and the output stay as they are.";
  }

  const MEMORY = isCross ? "X_memory" : "X";
  const SQUARE = ["scores", "scaled", "mask", "weights"];

  // How much of each value row the output row `i` holds.
  const shares = (i) =>
    shown.weights?.data.subarray(i * shown.weights.columns, (i + 1) * shown.weights.columns);

  // What belongs to the cell pointed at: {name: mark}.
  function related({ stage, row, column }) {
    const self = { [stage]: { row, column, cell: [row, column] } };
    const one = (name) => ({ ...self, [name]: { ...self[name] } });
    if (SQUARE.includes(stage)) {
      const V = { row: column, shares: shares(row) };
      const marks = { Q: { row }, K: { row: column }, V, output: { row } };
      for (const name of SQUARE) marks[name] = { row, column, cell: [row, column] };
      if (isCross) return { ...marks, X: { row }, X_memory: { row: column } };
      return { ...marks, X: { row, second: column } };
    }
    if (stage === "Q") return { ...self, X: { row }, W_Q: { column } };
    if (stage === "K") return { ...self, [MEMORY]: { row }, W_K: { column } };
    if (stage === "V") return { ...self, [MEMORY]: { row }, W_V: { column } };
    if (stage === "output")
      return { ...self, weights: { row }, V: { column, shares: shares(row) } };
    if (stage === "X")
      return { ...one("X"), Q: { row }, ...(isCross ? {} : { K: { row }, V: { row } }) };
    if (stage === "X_memory") return { ...one("X_memory"), K: { row }, V: { row } };
    return { ...self, [stage.slice(2)]: { column } };
  }

  function mark() {
    const marks = pointed ? related(pointed) : {};
    for (const [name, part] of Object.entries({ ...editors, ...grids }))
      part.mark(marks[name] ?? {});
  }

  function explain() {
    const sentences = pointed
      ? explanation(pointed)
      : ["Point at a cell, or go to one with the keys: what it is made of is written here."];
    if (words.textContent !== sentences.join(""))
      words.replaceChildren(...sentences.map((sentence) => node("p", {}, sentence)));
  }

  function explanation({ stage, row, column }) {
    const { Q, K, scores, scaled, weights, output } = shown;
    const [q, k] = [queries()[row], keys()[column]];
    if (SQUARE.includes(stage)) {
      const sentences = [score(Q, K, row, column, q, k)];
      if (upToScores) return sentences;
      if (model.get("scaled"))
        sentences.push(scaledScore(scores, scaled, Q.columns, row, column, q, k));
      else sentences.push("The scores are not scaled.");
      const overQueries = model.get("axis") === "queries";
      return [...sentences, share(scaled, weights, state.mask, row, column, q, k, overQueries)];
    }
    const label = stage === "K" || stage === "V" || stage === "X_memory" ? keys()[row] : q;
    if (stage === "output") return [mixture(weights, output, row, q, keys())];
    if ("QKV".includes(stage)) {
      const X = stage === "Q" ? state.X : (state.X_memory ?? state.X);
      return [projection(stage, `W_${stage}`, X, state[`W_${stage}`], row, column, label)];
    }
    if (stage.startsWith("X"))
      return [
        `Row ${label} of ${stage} is the vector of the token ${label}; every row of Q, K and V is made of one such row.`,
      ];
    const made = stage.slice(2);
    return [
      `Column ${column} of ${stage} makes column ${column} of ${made}, for every token alike.`,
    ];
  }

  // Controls

  const presets = model.get("presets");
  const presetPicker = node(
    "select",
    {
      class: "cw-select",
      "aria-label": "Start from",
      onchange: () => loadPreset(presetPicker.value),
    },
    node("option", { value: "" }, "choose …"),
    ...presets.map(({ name }) => node("option", { value: name }, name)),
    ...(mode === "scores" || isCross
      ? []
      : Object.keys(builtIn(2)).map((name) => node("option", { value: name }, name))),
  );

  function loadPreset(name) {
    if (!name) return;
    const listed = presets.find((preset) => preset.name === name);
    const next = listed
      ? Object.fromEntries(
          Object.entries(listed.matrices).map(([key, rows]) => [key, rows && fromRows(rows)]),
        )
      : { ...builtIn(state.X.rows)[name], mask: null };
    for (const key of MATRICES) if (key in next) state[key] = next[key];
    for (const key of MATRICES) model.set(key, state[key] && encode(state[key]));
    model.set("mask_kind", next.mask ? (listed.causal ? "causal" : "by hand") : "none");
    if (listed) {
      model.set("tokens", listed.tokens);
      model.set("memory_tokens", listed.memory_tokens);
      model.set("scaled", listed.scaled);
    } else model.set("scaled", true);
    model.save_changes();
    refresh();
    announce(`Loaded: ${name}`);
  }

  function wordsField(label, name, matrixName) {
    const field = node("input", { type: "text", class: "cw-words", "aria-label": label });
    const take = () => {
      const next = wordsIn(field.value);
      const before = model.get(name);
      if (!next.length || next.length > 64) {
        status.say(`${label}: from 1 to 64 words. The words stay as they were.`, 0);
        field.value = inOneLine(before);
        return;
      }
      if (inOneLine(next) === inOneLine(before)) return;
      const X = rowsFor(next, before, state[matrixName]);
      const isOther = X.rows !== before.length;
      state[matrixName] = X;
      model.set(name, next);
      model.set(matrixName, encode(X));
      if (isOther && state.mask) {
        const kind = model.get("mask_kind");
        state.mask = null;
        state.mask = maskOf(kind);
        model.set("mask", encode(state.mask));
      }
      model.save_changes();
      refresh();
      status.say(`${count(next.length, "token")}`);
    };
    field.addEventListener("change", take);
    return {
      element: node(
        "label",
        { class: "cw-field" },
        node("span", { class: "cw-label" }, label),
        field,
      ),
      set: () => {
        if (document.activeElement !== field) field.value = inOneLine(model.get(name));
      },
    };
  }

  const toggle = (name, value) => {
    model.set(name, value);
    model.save_changes();
    compute();
    askLearner();
    showControls();
    announce("");
  };
  const controls = {
    tokens: wordsField(isCross ? "Query tokens" : "Tokens", "tokens", "X"),
    memory_tokens: isCross && wordsField("Memory tokens", "memory_tokens", "X_memory"),
    scaled: !upToScores && tick("divide by √d_k", (on) => toggle("scaled", on)),
    mask:
      MASKS[mode] &&
      choice(
        "Mask",
        MASKS[mode].map((kind) => [kind, kind]),
        (kind) => {
          state.mask = maskOf(kind);
          model.set("mask_kind", kind);
          model.set("mask", state.mask && encode(state.mask));
          model.save_changes();
          refresh();
          announce(`Mask: ${kind}`);
        },
      ),
    axis:
      !upToScores &&
      choice(
        "Softmax over",
        [
          ["keys", "the keys"],
          ["queries", "the queries"],
        ],
        (axis) => toggle("axis", axis),
      ),
  };

  function showControls() {
    controls.tokens.set();
    if (controls.memory_tokens) controls.memory_tokens.set();
    if (controls.scaled) controls.scaled.set(model.get("scaled"));
    if (controls.mask) controls.mask.set(state.mask ? model.get("mask_kind") : "none");
    if (controls.axis) controls.axis.set(model.get("axis"));
  }

  const copyAll = button("Copy all as code", () => {
    const names = { X: isCross ? "X_query" : "X", X_memory: "X_memory" };
    const blocks = Object.keys(editors).map((name) =>
      asCode(names[name] ?? name, toRows(state[name])),
    );
    if (state.mask) blocks.push(`${asCode("mask", toRows(state.mask))}.astype(bool)`);
    copyText(blocks.join("\n"), el, (sentence) => status.say(sentence, 0));
  });

  root(
    el,
    "Attention explorer",
    node(
      "div",
      { class: "cw-bar" },
      presetPicker.options.length > 1 &&
        node(
          "label",
          { class: "cw-field" },
          node("span", { class: "cw-label" }, "Start from"),
          presetPicker,
        ),
      ...Object.values(controls)
        .filter(Boolean)
        .map(({ element }) => element),
      copyAll,
    ),
    fold("How to edit with keys and mouse", `${EDITING_HELP} ${POINTING_HELP}`, helpId),
    ...lines,
    status.element,
    heard.element,
  );
  readState();
  refresh({ first: true });
  lastHeard = shown;

  // Changes from Python come one trait at a time; they are taken together. Our own come back too,
  // and are no news.
  let isScheduled = false;
  const news = () => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      const isNew = MATRICES.some((name) => !isSame(decode(model.get(name)), state[name]));
      if (!isNew && settings() === seen) return;
      readState();
      refresh();
    });
  };
  const isSame = (a, b) => a === b || (a !== null && b !== null && same(a, b));
  const names = [...MATRICES, ...SETTINGS];
  for (const name of names) model.on(`change:${name}`, news);
  return () => {
    for (const name of names) model.off(`change:${name}`, news);
    if (learner) learner.stop();
  };
}

export default { render };
