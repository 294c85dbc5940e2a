// What the learner's function makes of the same inputs, beside the page's own result.
import { createLine } from "../lib/flow.js";
import { Grid } from "../lib/grid.js";
import { LearnersFunction } from "../lib/learners_function.js";
import { indicesOf, reach } from "../lib/matrix.js";
import { node, verdictLine } from "../lib/page.js";
import { watch } from "../lib/sync.js";
import { precise } from "../lib/write_numbers.js";
import { colourOf } from "./panels.js";

/**
 * @import { Stages } from "../lib/attention.js"
 * @import { Result } from "../lib/learners_function.js"
 * @import { Matrix } from "../lib/matrix.js"
 * @import { Scale } from "../lib/scale.js"
 * @import { State } from "./state.js"
 */

const CLOSE = 1e-6; // of the learner's result to the page's, relative to the largest entry
const AGAINST =
  "This compares with scaled scores and a softmax over the keys, and not with the stages above: the " +
  "switches ÷ √d_k and Softmax over do not reach your function.";

/** The results of the learner's function, and what is said of them. */
export class LearnerPanel {
  /** @type {Record<string, Grid>} */
  #grids = {};
  #verdict = verdictLine();
  #against = node("p", { class: "cw-help", role: "status" });
  /** @type {LearnersFunction<Stages>} */
  #learner;

  /**
   * @param {State} state
   * @param {Scale} scale of the colours
   */
  constructor(state, scale) {
    this.state = state;
    for (const name of state.results) this.#grids[name] = createResult(name, scale);
    this.#learner = new LearnersFunction(state.model, {
      traitOf: (name) => state.traitOf(name),
      result: (result, own) => this.#show(result, own),
      wait: (seconds) =>
        this.#verdict.say(
          "No answer yet: your function is still running (it is stopped after 50 s), or the kernel was " +
            "stopped or restarted. The stages above go on without it.",
          seconds,
        ),
      lost: () =>
        this.#verdict.say(
          "Your function cannot be asked: the kernel was stopped or restarted. Run the cells above " +
            "and this one again. The stages above go on without it.",
        ),
    });
    const title = `What your ${state.model.get("driven_by")} returns`;
    this.element = node(
      "section",
      { class: "cw-yours", "aria-label": title },
      node("p", { class: "cw-name" }, title),
      this.#verdict.element,
      this.#against,
      createLine(...Object.values(this.#grids).map(({ element }) => element)),
    );
    this.stopWatching = watch(state.model, ["scaled", "axis"], () => this.#sayAgainstWhat());
    this.#sayAgainstWhat();
  }

  // The switches change the stages above, and not what the learner's function is compared with.
  #sayAgainstWhat() {
    const { model, upToScores } = this.state;
    const isAsAbove = upToScores || (model.get("scaled") && model.get("axis") === "keys");
    this.#against.hidden = isAsAbove;
    this.#against.textContent = isAsAbove ? "" : AGAINST;
  }

  /**
   * Ask for a result of what is shown.
   * @param {readonly string[]} edited traits that Python may not know yet
   */
  ask(edited = []) {
    const { matrices, shown, model, upToScores } = this.state;
    /** @type {Record<string, Matrix | null>} */
    const inputs = { ...matrices, ...shown };
    const sent = Object.fromEntries(model.get("asks").map((name) => [name, inputs[name]]));
    if (!upToScores) sent.mask = matrices.mask;
    // What the page itself makes of it: scaled, over the keys, whatever the switches say.
    const own = this.state.run({ isScaled: true, overQueries: false });
    this.#learner.run(sent, own, edited);
  }

  stop() {
    this.stopWatching();
    this.#learner.stop();
  }

  /**
   * @param {Result} result
   * @param {Stages} own
   */
  #show({ error, arrays }, own) {
    const { queries, keys, results } = this.state;
    for (const [name, grid] of Object.entries(this.#grids)) {
      grid.element.hidden = !arrays[name];
      if (arrays[name]) grid.set(arrays[name], queries, name === "output" ? null : keys);
    }
    if (error) return this.#verdict.say(error);
    const sentences = results.flatMap((name) => {
      const { cells, sentence } = difference(this.state, name, arrays[name], own[name]);
      frame(this.#grids[name], cells);
      return cells.length ? [sentence] : [];
    });
    const equal = `Equal to the page's ${results.join(" and ")}, to ${CLOSE} of the largest entry.`;
    this.#verdict.say(sentences.join(" ") || equal);
  }
}

/**
 * @param {string} name
 * @param {Scale} scale
 */
function createResult(name, scale) {
  return new Grid({
    name: `your ${name}`,
    label: `your ${name}`,
    kind: name === "weights" ? "weights" : "signed",
    colour: colourOf(name),
    scale,
  });
}

/**
 * Return the cells in which the learner's result differs from the page's, and a sentence about them.
 * @param {Pick<State, "queries" | "keys">} state
 * @param {string} name
 * @param {Matrix} yours
 * @param {Matrix} own
 */
export function difference({ queries, keys }, name, yours, own) {
  const least = CLOSE * Math.max(1e-300, reach(own));
  /** @type {[row: number, column: number][]} */
  const cells = [];
  let [most, place] = [0, 0];
  own.data.forEach((x, k) => {
    const away = Math.abs(yours.data[k] - x);
    // Where numbers are too large for a float64, both may be infinite, or NaN.
    if (away <= least || Object.is(yours.data[k], x)) return;
    cells.push(indicesOf(own, k));
    // The first NaN says more than any number after it.
    if (!Number.isNaN(most) && !(away <= most)) [most, place] = [away, k];
  });
  const [i, j] = indicesOf(own, place);
  const where = `row “${queries[i]}”, column ${name === "output" ? j : `“${keys[j]}”`}`;
  const how = Number.isNaN(yours.data[place])
    ? `. In ${where} stands NaN: not a number`
    : `, most in ${where}: by ${precise(most)}`;
  const sentence =
    `Your ${name} differ${name === "output" ? "s" : ""} from the page's in ${cells.length} of ` +
    `${own.data.length} entries${how}.`;
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
