// What the learner's function makes of the same inputs, beside the page's own result.
import { createGrid } from "../lib/grid.js";
import { createLearner, present } from "../lib/learner.js";
import { count, precise } from "../lib/numbers.js";
import { node } from "../lib/page.js";
import { colourOf, line } from "./panels.js";

/**
 * @import { Stages } from "../lib/attention.js"
 * @import { Grid } from "../lib/grid.js"
 * @import { Result } from "../lib/learner.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { State } from "./state.js"
 */

const CLOSE = 1e-6; // of the learner's result to the page's, relative to the largest entry

/**
 * Returns {element, ask(edited), stop()}.
 * @param {State} state
 */
export function createLearnerPanel(state) {
  const { model, upToScores } = state;
  const driver = model.get("driven_by");
  const names = state.results;
  /** @type {Record<string, Grid>} */
  const grids = {};
  for (const name of names)
    grids[name] = createGrid({
      name: `your ${name}`,
      label: `your ${name}`,
      kind: name === "weights" ? "weights" : "signed",
      colour: colourOf(name),
    });
  const verdict = node("p", { class: "cw-verdict", role: "status" });

  /** @param {string} sentence */
  function judge(sentence) {
    // The same words put there again would be read out again.
    if (verdict.textContent !== sentence) verdict.textContent = sentence;
  }

  /**
   * @param {Result} result
   * @param {Stages} own
   */
  function show({ error, arrays }, own) {
    for (const name of names) {
      grids[name].element.hidden = !arrays[name];
      if (arrays[name])
        grids[name].set(arrays[name], state.queries, name === "output" ? null : state.keys);
    }
    if (error) return judge(error);
    const sentences = names.flatMap((name) => {
      const { cells, sentence } = difference(state, name, arrays[name], own[name]);
      frame(grids[name], cells);
      return cells.length ? [sentence] : [];
    });
    const equal = `Equal to the page's ${names.join(" and ")}, to ${CLOSE} of the largest entry.`;
    judge(sentences.join(" ") || equal);
  }

  /** @type {ReturnType<typeof createLearner<Stages>>} */
  const learner = createLearner(model, {
    result: show,
    wait: (seconds) =>
      judge(
        `No answer for ${count(seconds, "second")}: your function is still running, or the kernel ` +
          "was stopped or restarted. The stages above go on without it.",
      ),
    lost: () =>
      judge(
        "Your function cannot be asked: the kernel was stopped or restarted. Run the cells above " +
          "and this one again. The stages above go on without it.",
      ),
  });

  const title = `What your ${driver} returns`;
  return {
    element: node(
      "section",
      { class: "cw-yours", "aria-label": title },
      node("p", { class: "cw-name" }, title),
      verdict,
      line(...names.map((name) => grids[name].element)),
    ),
    /**
     * Ask for a result of what is shown.
     * @param {Record<string, Matrix | null | undefined>} edited what Python does not know yet
     */
    ask(edited = {}) {
      const { mask } = state.matrices;
      /** @type {Record<string, Matrix | null>} */
      const inputs = { ...state.matrices, ...state.shown };
      const sent = Object.fromEntries(model.get("asks").map((name) => [name, inputs[name]]));
      if (!upToScores) sent.mask = mask;
      // What the page itself makes of it: scaled, over the keys, whatever the switches say.
      const own = state.run({ isScaled: true, overQueries: false });
      learner.run(sent, own, Object.fromEntries(present(edited)));
    },
    stop: learner.stop,
  };
}

/**
 * Return the cells in which the learner's result differs from the page's, and a sentence about them.
 * @param {State} state
 * @param {string} name
 * @param {Matrix} yours
 * @param {Matrix} own
 */
function difference({ queries, keys }, name, yours, own) {
  const least = CLOSE * Math.max(1e-300, ...own.data.map(Math.abs));
  /** @type {[row: number, column: number][]} */
  const cells = [];
  let [most, place] = [0, 0];
  own.data.forEach((x, k) => {
    const away = Math.abs(yours.data[k] - x);
    if (away <= least) return;
    cells.push([Math.floor(k / own.columns), k % own.columns]);
    if (!(away <= most)) [most, place] = [away, k];
  });
  const [i, j] = [Math.floor(place / own.columns), place % own.columns];
  const where = `row ${queries[i]}, column ${name === "output" ? j : keys[j]}`;
  const sentence =
    `Your ${name} differ${name === "output" ? "s" : ""} from the page's in ${cells.length} of ` +
    `${own.data.length} entries, most in ${where}: by ${precise(most)}.`;
  return { cells, sentence };
}

/**
 * @param {Grid} grid
 * @param {[row: number, column: number][]} cells
 */
function frame(grid, cells) {
  for (const old of grid.table.querySelectorAll(".is-different"))
    old.classList.remove("is-different");
  for (const [i, j] of cells) grid.cell(i, j)?.td.classList.add("is-different");
}
