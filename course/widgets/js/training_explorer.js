// TrainingExplorer: W_Q, W_K and the weights at every step of training, with W to edit on the way.
import { stages } from "./lib/attention.js";
import { createEditor, EDITING_HELP } from "./lib/editor.js";
import { dotInNumbers, share } from "./lib/explain.js";
import { createGrid } from "./lib/grid.js";
import { createLearner } from "./lib/learner.js";
import { decode, encode, matrix, multiply, same, toRows, transpose } from "./lib/matrix.js";
import { count, number, precise } from "./lib/numbers.js";
import { button, fold, node, root, slider, statusLine, svg } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./training_explorer.css";

const RUN = 100; // steps that Train takes
const LONGEST_TRAINING = 5000; // steps that are kept
const REPLAY = 6000; // ms for all steps
const STILLS = 8; // pictures of a replay, where motion is not wanted
const STILL = 1000; // ms that each of these stays
const [ROOM, ACROSS, HEIGHT] = [48, 380, 130]; // px of the chart: its axis' room, width and height
const MOST_LINES = 12; // of the losses in numbers

// The output of the head under these W, and how far it is from what is wanted: {stages, loss}.
export function outcome({ X, W_V, wanted }, { W_Q, W_K }) {
  const shown = stages({ X_query: X, X_memory: X, W_Q, W_K, W_V });
  const squares = shown.output.data.map((x, k) => (x - wanted.data[k]) ** 2);
  return { shown, loss: squares.reduce((sum, x) => sum + x, 0) / squares.length };
}

// Matrices (rows, columns) that came one below the other.
export function stacked(m, rows) {
  const size = rows * m.columns;
  return Array.from({ length: m.rows / rows }, (_, k) =>
    matrix(rows, m.columns, m.data.slice(k * size, (k + 1) * size)),
  );
}

const lossInWords = (x) => (x >= 0.001 ? number(x, 3) : precise(Number(x.toPrecision(2))));

// Loss over steps, with a mark at the step that is shown: {element, set(history, at)}.
function createLossChart() {
  const line = svg("path", { class: "te-line" });
  const mark = svg("path", { class: "te-mark" });
  const edits = svg("path", { class: "te-edit" });
  const dot = svg("circle", { class: "te-dot", r: 5 });
  const text = (at) => svg("text", at);
  const top = text({ x: ROOM - 6, y: 12, "text-anchor": "end" });
  const zero = text({ x: ROOM - 6, y: HEIGHT + 4, "text-anchor": "end" });
  const first = text({ x: ROOM, y: HEIGHT + 20, "text-anchor": "middle" });
  const last = text({ x: ROOM + ACROSS, y: HEIGHT + 20, "text-anchor": "end" });
  const name = text({ x: ROOM + ACROSS / 2, y: HEIGHT + 20, "text-anchor": "middle" });
  [zero.textContent, first.textContent, name.textContent] = ["0", "0", "steps"];
  const axis = svg("path", { class: "te-axis", d: `M${ROOM} 4V${HEIGHT}H${ROOM + ACROSS}` });
  const drawing = svg(
    "svg",
    { role: "img", class: "te-chart", viewBox: `0 0 ${ROOM + ACROSS + 8} ${HEIGHT + 26}` },
    axis,
    edits,
    mark,
    line,
    dot,
    top,
    zero,
    first,
    last,
    name,
  );
  return {
    element: drawing,
    set(history, at) {
      const most = Math.max(...history.map(({ loss }) => loss), 1e-12);
      const end = Math.max(history.length - 1, 1);
      const x = (step) => ROOM + (ACROSS * step) / end;
      const y = (loss) => 4 + (HEIGHT - 4) * (1 - loss / most);
      line.setAttribute("d", `M${history.map(({ loss }, k) => `${x(k)} ${y(loss)}`).join("L")}`);
      mark.setAttribute("d", `M${x(at)} 4V${HEIGHT}`);
      const edited = history.flatMap(({ isEdited }, k) => (isEdited ? [k] : []));
      edits.setAttribute("d", edited.map((k) => `M${x(k)} 4V${HEIGHT}`).join(""));
      dot.setAttribute("cx", x(at));
      dot.setAttribute("cy", y(history[at].loss));
      top.textContent = lossInWords(most);
      last.textContent = String(end);
      drawing.setAttribute(
        "aria-label",
        `Loss of this sequence over ${count(history.length - 1, "step")}: from ` +
          `${lossInWords(history[0].loss)} to ${lossInWords(history.at(-1).loss)}; ` +
          `at step ${at} it is ${lossInWords(history[at].loss)}.`,
      );
    },
  };
}

export default {
  render({ model, el }) {
    const given = Object.fromEntries(
      ["X", "W_V", "wanted"].map((name) => [name, decode(model.get(name))]),
    );
    const LABELS = ["features", "query_labels", "key_labels"];
    const [features, queries, keys] = LABELS.map((name) => model.get(name));
    const status = statusLine();
    const verdict = node("p", { class: "cw-verdict", role: "status" });
    const words = node("div", { class: "cw-explanation te-explanation" });
    const chart = createLossChart();
    const hasMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

    // Each step of the training: {W_Q, W_K, loss, isEdited}.
    const remembered = (W, isEdited = false) => ({ ...W, loss: outcome(given, W).loss, isEdited });
    const inPython = () => ({ W_Q: decode(model.get("W_Q")), W_K: decode(model.get("W_K")) });
    let history = [remembered(inPython())];
    let at = 0;
    let until = null; // the step at which training stops; null: it has stopped
    let replay = null; // the timer or frame of a replay
    let pointed = null; // {stage, row, column}

    // Parts

    const editors = {};
    for (const name of ["W_Q", "W_K"])
      editors[name] = createEditor({
        name,
        colour: `var(--course-${name.slice(2)})`,
        onchange: (value) => edited({ [name]: value }),
        onpoint: (row, column) => point({ stage: name, row, column }),
        say: (sentence) => say(`${sentence.replace(/\.$/, "")}. `),
      });
    const product = createGrid({
      name: "W_Q W_Kᵀ",
      label: "W_Q W_K transposed",
      colour: "var(--course-scores)",
      onpoint: (row, column) => point({ stage: "product", row, column }),
    });
    const weights = createGrid({
      name: "weights",
      label: "weights",
      kind: "weights",
      colour: "var(--course-weights)",
      onpoint: (row, column) => point({ stage: "weights", row, column }),
    });

    const lossBody = node("tbody");
    const losses = node(
      "details",
      { class: "cw-help", ontoggle: () => showLosses() },
      node("summary", {}, "The losses in numbers"),
      node(
        "table",
        { class: "te-table", "aria-label": "Loss of this sequence at some steps" },
        node(
          "thead",
          {},
          node(
            "tr",
            {},
            node("th", { scope: "col" }, "step"),
            node("th", { scope: "col" }, "loss"),
          ),
        ),
        lossBody,
      ),
    );

    const train = button(`Train ${RUN} steps`, () => (until === null ? startTraining() : stop()));
    const play = button("Play", () => (replay === null ? startReplay() : stop()));
    const again = button("From the start", () => {
      stop();
      history = history.slice(0, 1);
      show(0);
      tell();
      say();
    });
    const steps = slider("Step", { min: 0, max: 1, step: 1 }, (step) => {
      stop();
      show(Math.min(step, history.length - 1));
      tell();
      say();
    });
    const range = steps.element.querySelector("input");

    root(
      el,
      "Training, step by step",
      node("div", { class: "cw-bar" }, train, play, again, steps.element),
      verdict,
      status.element,
      node(
        "div",
        { class: "cw-stages te-result" },
        weights.element,
        node(
          "div",
          { class: "te-loss" },
          node(
            "p",
            { class: "cw-heading" },
            node("span", { class: "cw-name" }, "loss of this sequence"),
          ),
          chart.element,
          losses,
        ),
      ),
      words,
      node(
        "div",
        { class: "cw-stages te-W" },
        editors.W_Q.element,
        editors.W_K.element,
        product.element,
      ),
      fold("How to edit with keys and mouse", EDITING_HELP),
    );

    // The learner's step, in the kernel. `own` is the training that asked.

    const learner = createLearner(model, {
      onresult(result, own) {
        if (own !== training || until === null) return;
        if (result.error) {
          stop();
          verdict.textContent = `Training stopped at step ${history.length - 1}. ${result.error}`;
          return;
        }
        const [queriesW, keysW] = ["W_Q", "W_K"].map((name) =>
          stacked(result[name], given.X.columns),
        );
        for (const [k, W_Q] of queriesW.entries()) history.push(remembered({ W_Q, W_K: keysW[k] }));
        verdict.textContent = "";
        if (history.length - 1 < until) {
          if (hasMotion()) show(history.length - 1);
          ask();
          return;
        }
        stop();
        show(history.length - 1);
        tell();
        say();
      },
      onwait(seconds) {
        verdict.textContent =
          `No answer for ${count(seconds, "second")}: your step is still running, or the kernel was ` +
          "stopped or restarted.";
      },
      onlost() {
        stop();
        verdict.textContent =
          "Your step cannot be asked: the kernel was stopped or restarted. Run the cells above and " +
          "this one again.";
      },
    });
    let training = 0; // counts trainings, so that a late answer to an earlier one is told apart

    function startTraining() {
      stop();
      verdict.textContent = "";
      if (history.length + RUN > LONGEST_TRAINING) {
        verdict.textContent = `${count(history.length - 1, "step")} are kept, and no more fit. Go back with “From the start”.`;
        return;
      }
      training += 1;
      until = history.length - 1 + RUN;
      showButtons();
      show(history.length - 1);
      ask();
    }

    function ask() {
      const { W_Q, W_K } = history.at(-1);
      learner.run({ W_Q, W_K }, training);
    }

    function startReplay() {
      stop();
      const last = history.length - 1;
      const from = at < last ? at : 0;
      const began = performance.now();
      const isSmooth = hasMotion();
      const next = () => {
        const share = isSmooth
          ? (performance.now() - began) / REPLAY
          : Math.round((performance.now() - began) / STILL) / STILLS;
        show(Math.min(Math.round(from + share * last), last));
        if (at < last) {
          replay = isSmooth ? requestAnimationFrame(next) : setTimeout(next, STILL);
          return;
        }
        stop();
        tell();
        say();
      };
      replay = 0;
      showButtons();
      next();
    }

    // Stops training and replay; what was shown last stays.
    function stop() {
      const wasMoving = until !== null || replay !== null;
      until = null;
      cancelAnimationFrame(replay);
      clearTimeout(replay);
      replay = null;
      showButtons();
      if (wasMoving) tell();
    }

    function edited(changes) {
      stop();
      history = history.slice(0, at + 1);
      const { W_Q, W_K } = history[at];
      history[at] = remembered({ W_Q, W_K, ...changes }, true);
      show(at);
      tell();
    }

    // Painting

    function show(step) {
      at = step;
      const { W_Q, W_K } = history[at];
      // Undo and Reset go back to this step, and an edit is in its editor already.
      for (const [name, W] of Object.entries({ W_Q, W_K }))
        if (!same(W, editors[name].value)) editors[name].set(W, features, null, { first: true });
      product.set(multiply(W_Q, transpose(W_K)), features, features);
      weights.set(outcome(given, history[at]).shown.weights, queries, keys);
      chart.set(history, at);
      range.max = Math.max(history.length - 1, 1);
      steps.set(at);
      range.setAttribute("aria-valuetext", `step ${at} of ${history.length - 1}`);
      showLosses();
      explain();
    }

    function showButtons() {
      train.textContent = until === null ? `Train ${RUN} steps` : "Stop";
      play.textContent = replay === null ? "Play" : "Stop playing";
    }

    function showLosses() {
      if (!losses.open) return;
      const last = history.length - 1;
      const some = Math.min(last + 1, MOST_LINES);
      const places = Array.from({ length: some }, (_, k) =>
        Math.round((k * last) / Math.max(some - 1, 1)),
      );
      lossBody.replaceChildren(
        ...places.map((k) =>
          node(
            "tr",
            {},
            node("th", { scope: "row" }, String(k)),
            node("td", {}, lossInWords(history[k].loss) + (history[k].isEdited ? ", edited" : "")),
          ),
        ),
      );
    }

    function say(lead = "") {
      const { shown, loss } = outcome(given, history[at]);
      const best = toRows(shown.weights).map((row, i) => {
        const j = row.indexOf(Math.max(...row));
        return `${queries[i]} looks most at ${keys[j]} (${number(row[j], 2)})`;
      });
      status.say(`${lead}Step ${at}: loss ${lossInWords(loss)}. ${best.join("; ")}.`);
    }

    function point(place) {
      pointed = place;
      explain();
    }

    function explain() {
      const { W_Q, W_K } = history[at];
      const parts = { weights, product, W_Q: editors.W_Q, W_K: editors.W_K };
      const marks = {};
      let sentence =
        "Point at a weight or at an entry of W_Q W_Kᵀ: what it is made of is written here.";
      if (pointed) {
        const { stage, row, column } = pointed;
        marks[stage] = { row, column, cell: [row, column] };
        if (stage === "product") {
          Object.assign(marks, { W_Q: { row }, W_K: { row: column } });
          const numbers = dotInNumbers(toRows(W_Q)[row], toRows(W_K)[column]);
          sentence =
            `W_Q W_Kᵀ[${features[row]}, ${features[column]}] = row ${features[row]} of W_Q · ` +
            `row ${features[column]} of W_K = ${numbers}`;
        }
        if (stage === "weights") {
          const { shown } = outcome(given, history[at]);
          const labels = [queries[row], keys[column]];
          sentence = share(shown.scaled, shown.weights, null, row, column, ...labels, false);
        }
      }
      for (const [name, part] of Object.entries(parts)) part.mark(marks[name] ?? {});
      if (words.textContent !== sentence) words.replaceChildren(node("p", {}, sentence));
    }

    // Python

    function tell() {
      const { W_Q, W_K } = history[at];
      model.set({ W_Q: encode(W_Q), W_K: encode(W_K), at_step: at });
      model.save_changes();
    }

    // Of the two W, only what is new was set from Python: that is an edit, too.
    function news() {
      const python = inPython();
      const { W_Q, W_K } = history[at];
      if (!same(python.W_Q, W_Q) || !same(python.W_K, W_K)) {
        edited(python);
        say();
      }
    }

    for (const [name, editor] of Object.entries(editors))
      editor.set(history[0][name], features, null, { first: true });
    show(0);
    say();
    const stopWatching = watch(model, ["W_Q", "W_K"], news);
    return () => {
      stop();
      stopWatching();
      learner.stop();
    };
  },
};
