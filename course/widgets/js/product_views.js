// ProductViews: C = A B, seen as dot products, mixes of rows or columns, and a sum of terms.
import { clamp } from "./lib/clamp.js";
import { EDITING_HELP, Editor } from "./lib/editor.js";
import { arrow, sign } from "./lib/flow.js";
import { Grid } from "./lib/grid.js";
import { columnOf, decode, encode, multiply, rowOf, same } from "./lib/matrix.js";
import { button, choice, newId, node, root, statusLine } from "./lib/page.js";
import { watchMouse } from "./lib/resting_mouse.js";
import { save, watch } from "./lib/sync.js";
import {
  COLOURS,
  highlight,
  highlights,
  labelFactors,
  rename,
  widen,
  writeFormula,
} from "./product_views/paint.js";
import { createStepper } from "./product_views/stepper.js";
import { outerTerm, stepsIn, sumUpTo, VIEWS, written } from "./product_views/views.js";
import "./product_views.css";

/**
 * @import { By } from "./lib/grid.js"
 * @import { Matrix, Sent } from "./lib/matrix.js"
 * @import { Model } from "./lib/sync.js"
 * @import { View } from "./product_views/views.js"
 */

/**
 * @typedef {object} Traits
 * @property {Sent} A
 * @property {Sent} B
 * @property {View} view
 * @property {number} step
 * @property {number} limit of an entry, on either side of 0
 */

const POINTING_HELP = "Point at C, or go there with the keyboard, to choose a step.";

/** One set of views on the page. */
class ProductViews {
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.note = statusLine();
    this.terms = node("p", { role: "status", class: "pv-terms" });
    this.mouse = watchMouse(el);
    this.helpId = newId("help");
    this.A = this.#createFactor("A");
    this.B = this.#createFactor("B");
    this.C = this.#createProduct("C", "C, the product of A and B");
    this.term = this.#createProduct("term", "The term");
    this.equals = sign("=");
    this.toTerm = arrow("");
    this.toSum = arrow("adds up to");
    this.first = this.#inPython();
    this.stepper = createStepper({
      count: () => this.count,
      current: () => this.step,
      go: (step) => this.#go(step),
      describe: (step) => `${this.#written(step).place}, ${step + 1} of ${this.count}`,
    });
    this.views = choice("View", VIEWS, (view) => this.#choose(view));
    this.#layOut(el);
    this.A.set(this.first.A, null, null, { first: true });
    this.B.set(this.first.B, null, null, { first: true });
    this.#paint();
    this.stopWatching = watch(model, ["A", "B", "view", "step"], () => this.#show());
  }

  close() {
    this.stepper.pause();
    this.mouse.stop();
    this.stopWatching();
  }

  // Parts

  /** @param {"A" | "B"} name */
  #createFactor(name) {
    const limit = this.model.get("limit");
    return new Editor({
      name,
      kind: "plain",
      colour: COLOURS[name],
      step: 1,
      min: -limit,
      max: limit,
      toolbar: null,
      helpId: this.helpId,
      say: this.note.say,
      onpoint: (row, column, by) => this.#point(name, row, column, by),
      onchange: (value) => {
        this.#paint();
        save(this.model, { [name]: encode(value) });
      },
    });
  }

  /**
   * @param {string} name
   * @param {string} label
   */
  #createProduct(name, label) {
    return new Grid({
      name,
      label,
      kind: "plain",
      colour: COLOURS.C,
      formula: "A B",
      onpoint: (row, column, by) => this.#point("C", row, column, by),
    });
  }

  /** @param {HTMLElement} el */
  #layOut(el) {
    const reset = button("Reset A and B", () => this.#reset());
    root(
      el,
      "The product of A and B in four views",
      node("div", { class: "cw-bar" }, this.views.element, reset),
      this.stepper.element,
      this.terms,
      node(
        "div",
        { class: "pv-matrices" },
        ...[this.A.element, sign("×"), this.B.element, this.equals],
        ...[this.toTerm.element, this.term.element, this.toSum.element, this.C.element],
      ),
      this.note.element,
      node("p", { class: "cw-help", id: this.helpId }, `${POINTING_HELP} ${EDITING_HELP}`),
    );
  }

  // Which step is meant, and going there

  get view() {
    return this.model.get("view");
  }

  get count() {
    return stepsIn(this.view, this.A.value, this.B.value);
  }

  get step() {
    return clamp(this.model.get("step"), 0, this.count - 1);
  }

  /** @param {number} step */
  #go(step) {
    if (step !== this.model.get("step")) save(this.model, { step });
  }

  /** @param {View} view */
  #choose(view) {
    this.stepper.pause();
    if (view !== this.view) save(this.model, { view, step: 0 });
  }

  /**
   * @param {"A" | "B" | "C"} name
   * @param {number} row
   * @param {number} column
   * @param {By} by
   */
  #point(name, row, column, by) {
    if (by === "mouse" && this.mouse.isResting()) return;
    const step = this.#stepAt(name, row, column);
    if (step === null) return;
    this.stepper.pause();
    this.#go(step);
  }

  /**
   * Return the step that a cell belongs to; null where it belongs to several.
   * @param {"A" | "B" | "C"} name
   * @param {number} row
   * @param {number} column
   */
  #stepAt(name, row, column) {
    if (this.view === "outers") return { A: column, B: row, C: null }[name];
    if (name !== "C") return null;
    return { dots: row * this.B.value.columns + column, rows: row, columns: column }[this.view];
  }

  #reset() {
    const { A, B } = this.first;
    this.stepper.pause();
    this.A.set(A);
    this.B.set(B);
    this.note.say("A and B are as they were at the start.");
    save(this.model, { A: encode(A), B: encode(B) });
    this.#paint();
  }

  // Painting

  /** @param {number} step */
  #written(step) {
    const [A, B] = [this.A.value, this.B.value];
    return written(this.view, step, A, B, multiply(A, B));
  }

  #paint() {
    const { view, step } = this;
    const [A, B] = [this.A.value, this.B.value];
    labelFactors(this.A, null, view === "columns" ? columnOf(B, step) : null);
    labelFactors(this.B, view === "rows" ? rowOf(A, step) : null, null);
    const isSum = view === "outers";
    this.equals.hidden = isSum;
    for (const { element } of [this.toTerm, this.term, this.toSum]) element.hidden = !isSum;
    if (view === "outers") this.#paintTerms(step, A, B);
    else this.#paintProduct(multiply(A, B));
    const marked = highlights(view, step, A, B);
    highlight(this.A.grid, "A", marked.A);
    highlight(this.B.grid, "B", marked.B);
    highlight(this.C, "C", marked.C);
    if (view === "outers") highlight(this.term, "C", marked.term);
    this.views.set(view);
    this.stepper.update();
    writeFormula(this.terms, this.#written(step));
  }

  /** @param {Matrix} product */
  #paintProduct(product) {
    this.C.set(product);
    widen(this.C);
    rename(this.C, "C", "A B", "C, the product of A and B");
  }

  /**
   * @param {number} k
   * @param {Matrix} A
   * @param {Matrix} B
   */
  #paintTerms(k, A, B) {
    this.C.set(sumUpTo(A, B, k));
    widen(this.C);
    if (k < A.columns - 1) rename(this.C, "C so far", `sum of terms 0 to ${k}`, "C so far");
    else rename(this.C, "C", "sum of all terms", "C, the product of A and B");
    this.term.set(outerTerm(A, B, k));
    widen(this.term);
    rename(this.term, `term ${k}`, `column ${k} × row ${k}`, `Term ${k}`);
    this.toTerm.rename(`column ${k} × row ${k}`);
  }

  // Python

  #inPython() {
    return { A: decode(this.model.get("A")), B: decode(this.model.get("B")) };
  }

  #show() {
    const { A, B } = this.#inPython();
    if (!same(A, this.A.value)) this.A.set(A);
    if (!same(B, this.B.value)) this.B.set(B);
    this.#paint();
  }
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const views = new ProductViews(model, el);
    return () => views.close();
  },
};
