// AttentionExplorer: every stage from X to the output, for weights that can be edited.
import { createControls } from "./attention_explorer/controls.js";
import { LearnerPanel } from "./attention_explorer/learner_panel.js";
import { Panels } from "./attention_explorer/panels.js";
import { explanation, inShort } from "./attention_explorer/pointed_cell.js";
import { firstPlace, related } from "./attention_explorer/related.js";
import { MATRICES, SETTINGS, State } from "./attention_explorer/state.js";
import { Changes } from "./lib/changes.js";
import { EDITING_HELP } from "./lib/editor.js";
import { consequence, quoted } from "./lib/explain.js";
import { labelsOr } from "./lib/grid.js";
import { hasShapeOf, same } from "./lib/matrix.js";
import { afterPaint, fold, newId, node, root, statusLine } from "./lib/page.js";
import { watchMouse } from "./lib/resting_mouse.js";
import { watch } from "./lib/sync.js";
import { coloured, plain } from "./lib/words.js";
import "./attention_explorer.css";

/**
 * @import { Painted } from "./attention_explorer/mask_painting.js"
 * @import { Matrices, Place, StageName, EditorName, Traits } from "./attention_explorer/state.js"
 * @import { Editor } from "./lib/editor.js"
 * @import { By, Grid } from "./lib/grid.js"
 * @import { Model } from "./lib/sync.js"
 */

const POINTING_HELP = "In Q, K, V and what follows, Enter says what the cell is made of.";

/** One explorer on the page. */
class Explorer {
  /** @type {Place} */
  #pointed;
  #words = ""; // the explanation, as it stands on the page
  #isScheduled = false;
  #isExplaining = false;
  #isFitting = false; // the scale is to be fitted to what comes next
  #shownFor = ""; // the settings of which the stages are shown

  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.state = new State(model);
    this.status = statusLine();
    this.heard = statusLine({ class: "cw-heard" });
    this.mouse = watchMouse(el);
    // Whoever goes on to another cell finds the edit in Python.
    el.addEventListener("focusout", () => this.state.tell());
    const helpId = newId("help");
    this.#pointed = firstPlace(this.state);
    this.controls = createControls(this.state, {
      onload: () => this.#refresh({ edited: [...MATRICES, ...SETTINGS] }),
      onswitch: () => this.#switch(),
      onmaskkey: (event) => this.panels.undoMask(event),
      announce: (sentence) => this.#announce(sentence),
      say: (sentence) => this.status.say(sentence, 0),
    });
    this.panels = new Panels(this.state, helpId, this.controls.copyButton, {
      onedit: (name, value) => this.#edit({ [name]: value }),
      onreset: () => {
        this.#isFitting = true;
      },
      onpaint: (next, sentence) => this.#paintMask(next, sentence),
      onpoint: (place, by) => this.#point(place, by),
      onkey: (event) => this.#sayAll(event),
      say: (sentence) => this.#announce(sentence),
    });
    const summary = node("summary", {}, "Settings and tools");
    this.settings = node(
      "details",
      { class: "ax-settings", open: true },
      summary,
      this.controls.element,
    );
    this.changes = new Changes(() => this.#tables());
    this.words = node("div", { class: "cw-explanation" });
    this.learner = model.get("driven_by") ? new LearnerPanel(this.state, this.panels.scale) : null;
    root(
      el,
      "Attention explorer",
      this.settings,
      this.panels.element,
      this.words,
      this.panels.painting,
      this.learner?.element,
      node(
        "div",
        { class: "ax-foot" },
        this.panels.legends,
        fold("How to edit with keys and mouse", `${EDITING_HELP} ${POINTING_HELP}`, helpId),
      ),
      this.status.element,
      this.heard.element,
    );
    this.lastHeard = this.state.shown; // the stages as they were last told
    this.#refresh({ first: true });
    this.stopFitting = this.panels.watchSize((isNarrow) => this.#foldSettings(isNarrow));
    this.stopWatching = watch(model, [...MATRICES, ...SETTINGS], () => this.#scheduleNews());
  }

  stop() {
    this.state.tell();
    this.stopWatching();
    this.stopFitting();
    this.changes.forget();
    this.mouse.stop();
    this.learner?.stop();
  }

  /** @param {boolean} isFolding on a narrow page, where the stages come first */
  #foldSettings(isFolding) {
    const { settings, panels } = this;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const hadFocus = settings.contains(focused) || panels.tools.contains(focused);
    settings.classList.toggle("is-folding", isFolding);
    settings.open = !isFolding;
    if (isFolding) settings.append(panels.tools);
    else panels.placeTools();
    if (hadFocus) this.#focusOnSettings(focused, isFolding);
  }

  /**
   * Keep the focus where it was, or as near as can be: what moves in the page or is folded loses it.
   * @param {HTMLElement | null} focused
   * @param {boolean} isFolded
   */
  #focusOnSettings(focused, isFolded) {
    const summary = this.settings.querySelector("summary");
    const first = this.settings.querySelector("select, input, button");
    const next = isFolded ? summary : focused === summary ? first : focused;
    /** @type {HTMLElement | null} */ (next)?.focus();
  }

  // Computing and painting

  /**
   * Take an edit: compute and paint at once. Python is told when that is on the page, for it takes
   * its time; the learner's function gets what was edited with its call.
   * @param {Partial<Matrices>} changes
   */
  #edit(changes) {
    this.changes.remember();
    this.state.change(changes);
    this.#compute();
    this.learner?.ask(Object.keys(changes));
    afterPaint(() => this.state.tell());
  }

  /**
   * @param {Painted} next
   * @param {() => string} sentence what was done
   */
  #paintMask({ mask, kind }, sentence) {
    this.state.changeMaskKind(kind);
    this.#edit({ mask });
    const { panels, controls } = this;
    panels.stages.mask?.update(this.state.openMask);
    const hadFocus = panels.stages.mask?.element.contains(document.activeElement);
    panels.update();
    controls.update();
    if (hadFocus && !panels.showsMask) controls.focusOnMask();
    this.#announce(sentence());
  }

  #switch() {
    this.changes.remember();
    this.#compute();
    this.panels.update();
    this.learner?.ask();
    this.controls.update();
    this.#announce("");
  }

  #compute() {
    const { state, panels } = this;
    state.compute();
    if (this.#isFitting) this.#fitScale();
    for (const [name, grid] of this.#grids()) {
      const value = name === "mask" ? state.matrices.mask : state.shown[name];
      if (value) grid.update(value);
    }
    if (panels.stages.weights) panels.stages.V?.mark(related(state, this.#pointed).V ?? {});
    this.#explainSoon();
    this.#shownFor = state.settings;
  }

  /**
   * Paint everything anew: shapes or labels may have changed.
   * @param {{first?: boolean, edited?: string[]}} how edited: traits that Python may not know yet
   */
  #refresh({ first = false, edited = [] } = {}) {
    const { state, panels } = this;
    state.compute();
    if (!this.#hasShapeOfLast()) this.lastHeard = state.shown; // with what to compare the next change
    this.changes.forget();
    panels.fitScale();
    for (const [name, editor] of this.#editors()) {
      const value = state.matrices[name];
      if (value) editor.set(value, state.rowLabels(name), state.columnLabels(name), { first });
    }
    for (const [name, grid] of this.#grids()) {
      const value = name === "mask" ? state.openMask : state.shown[name];
      grid.set(value, state.rowLabels(name), state.columnLabels(name));
    }
    this.controls.update();
    panels.update();
    panels.resize();
    if (!this.#exists(this.#pointed)) this.#pointed = firstPlace(state);
    this.#mark();
    this.#explain();
    this.learner?.ask(edited);
    this.#shownFor = state.settings;
  }

  #fitScale() {
    this.#isFitting = false;
    this.panels.fitScale();
    for (const [, editor] of this.#editors()) editor.repaint();
  }

  /** The tables of all matrices. */
  #tables() {
    return [
      ...this.#editors().map(([, editor]) => editor.grid),
      ...this.#grids().map(([, grid]) => grid),
    ];
  }

  #editors() {
    return /** @type {[EditorName, Editor][]} */ (Object.entries(this.panels.inputs));
  }

  #grids() {
    return /** @type {[StageName, Grid][]} */ (Object.entries(this.panels.stages));
  }

  // Pointing

  /** @param {Place} place */
  #exists({ stage, row, column }) {
    const value = this.state.matrixOf(stage);
    return value !== null && row < value.rows && column < value.columns;
  }

  /**
   * @param {Place} place
   * @param {By} by
   */
  #point(place, by) {
    if (by === "mouse" && this.mouse.isResting()) return;
    if (by === "focus") this.heard.say(() => inShort(this.state, place), 400);
    const old = this.#pointed;
    if (old.stage === place.stage && old.row === place.row && old.column === place.column) return;
    this.#pointed = place;
    this.#mark();
    this.#explain();
  }

  #mark() {
    const marks = related(this.state, this.#pointed);
    for (const [name, part] of [...this.#editors(), ...this.#grids()]) part.mark(marks[name] ?? {});
  }

  // The numbers are painted first; their explanation follows in the next frame.
  #explainSoon() {
    if (this.#isExplaining) return;
    this.#isExplaining = true;
    afterPaint(() => {
      this.#isExplaining = false;
      this.#explain();
    });
  }

  #explain() {
    const sentences = explanation(this.state, this.#pointed);
    const words = sentences.map((parts) => ended(plain(parts))).join(" ");
    if (words === this.#words) return;
    this.#words = words;
    this.words.replaceChildren(...sentences.map((parts) => node("p", {}, ...coloured(parts))));
  }

  // What a screen reader says

  /**
   * Enter in a stage: say the whole derivation, as it stands on the page; again at each press.
   * @param {KeyboardEvent} event
   */
  #sayAll(event) {
    if (event.key !== "Enter") return false;
    event.preventDefault();
    this.heard.say("", 0);
    this.heard.say(this.#words, 50);
    return true;
  }

  /**
   * Say what was done, and what came of it since it was last said. With it goes what the legend says:
   * a text that changes with each key would delay the next picture.
   * @param {string} sentence
   */
  #announce(sentence) {
    this.status.say(() => {
      this.panels.tellScale();
      return [sentence && ended(sentence), this.#effect()].filter(Boolean).join(" ");
    });
  }

  #hasShapeOfLast() {
    const { state, lastHeard } = this;
    return state.results.every((name) => hasShapeOf(lastHeard[name], state.shown[name]));
  }

  #effect() {
    const { state, lastHeard: before } = this;
    const after = state.shown;
    this.lastHeard = after;
    if (before === after) return "";
    for (const name of state.results) {
      const columns = state.columnLabels(name)?.map(quoted) ?? labelsOr(null, after[name].columns);
      const sentence = consequence(name, before[name], after[name], state.queries, columns);
      if (sentence) return sentence;
    }
    if (!state.results.every((name) => same(before[name], after[name]))) return "";
    return state.upToScores
      ? "No score has changed."
      : "The weights and the output stay as they are.";
  }

  // Python

  /** Changes from Python come one trait at a time; they are taken together. */
  #scheduleNews() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.state.isUntold) return; // it is looked at again when Python has been told
      // Our own come back too, and are no news.
      if (!this.state.differsFromPython() && this.state.settings === this.#shownFor) return;
      this.state.matrices = this.state.inPython();
      this.#refresh();
    });
  }
}

/** @param {string} sentence */
function ended(sentence) {
  return /[.:!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const explorer = new Explorer(model, el);
    return () => explorer.stop();
  },
};
