// Grade my notebook: a button, a sentence, and the table of what came of each exercise.
import { codeCells, linkTo, notebookOf } from "./grade_button/notebook.js";
import { resultParts, solutionPart } from "./grade_button/results.js";
import { button, node, root, statusLine } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./grade_button.css";

/**
 * @import { Graded } from "./grade_button/results.js"
 * @import { Model } from "./lib/sync.js"
 */

/** @typedef {{status: "not graded" | "unsaved", headline: string}} Failed */
/**
 * Either graded now, from a file as it was saved then; or graded earlier, as was recorded.
 * @typedef {Graded & {status: "graded", headline: string, saved: number, graded?: undefined}} New
 * @typedef {Graded & {status: "graded", headline: string, graded: number, changed: boolean}} Old
 * @typedef {New | Old} Done
 */

/**
 * @typedef {object} Traits
 * @property {boolean} can_grade
 * @property {boolean} busy
 * @property {string} says
 * @property {Done | Failed | {status?: undefined, headline?: undefined}} result
 */

/** @typedef {{exercise: string, code?: string, headline: string}} Answer */
/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

const PATIENCE = 3000; // ms before the page says that the kernel has not answered
const LONG = 5000; // ms of grading after which a loop without end is likely
const TAKES_LONG =
  "Still grading. A cell that runs for too long is stopped, and the others are graded all the " +
  "same. Stop ends it without a grade.";
const NO_ANSWER =
  "The kernel has not answered. If a cell is running, wait for it. If the kernel was " +
  "restarted, run this cell again.";

/** One button on the page. */
class GradeButton {
  /** @type {Timer} */
  #unanswered;
  /** @type {Timer} */
  #long;
  /** @type {Map<string, (answer: Answer) => void>} what is done with an exercise's solution */
  #asked = new Map();

  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.results = node("div", { class: "gb-results" });
    const attributes = { class: "cw-button gb-press" };
    this.press = button("", () => (model.get("busy") ? this.#stop() : this.#grade()), attributes);
    const canGrade = model.get("can_grade");
    root(
      el,
      "Grade my notebook",
      canGrade && node("div", { class: "cw-bar" }, this.press),
      node("p", { class: "cw-help" }, model.get("says")),
      canGrade && this.status.element,
      canGrade && this.results,
    );
    for (const about of ["pointerenter", "focus"]) {
      this.press.addEventListener(about, () => this.#getReady());
    }
    this.#getReady();
    this.#showResult();
    this.#showBusy();
    const received = (/** @type {Answer} */ answer) => this.#receive(answer);
    model.on("msg:custom", received);
    this.stops = [
      watch(model, ["result"], () => {
        this.#showResult();
        this.#saveSummary();
      }),
      watch(model, ["busy"], () => this.#showBusy()),
      () => model.off("msg:custom", received),
    ];
  }

  close() {
    clearTimeout(this.#unanswered);
    clearTimeout(this.#long);
    for (const stop of this.stops) stop();
  }

  // Asking the kernel

  /** @param {object} content */
  #send(content) {
    clearTimeout(this.#unanswered);
    const lost = () => this.status.say(NO_ANSWER, 0);
    try {
      const name = notebookOf(this.model)?.path.split("/").pop() ?? null;
      this.model.send({ ...content, name });
      this.#unanswered = setTimeout(lost, PATIENCE);
    } catch {
      lost();
    }
  }

  /** Have the grader warm when the button is pressed. */
  #getReady() {
    if (!this.model.get("can_grade") || this.model.get("busy")) return;
    try {
      this.model.send({ do: "get ready" });
    } catch {
      // Whoever presses the button is told.
    }
  }

  async #grade() {
    const notebook = notebookOf(this.model);
    if (notebook && this.model.get("result").status === "unsaved") {
      this.status.say("Saving …", 0);
      try {
        await notebook.save();
      } catch {
        // What is not on disk then is found when the two are compared.
      }
    }
    this.#send({ do: "grade", cells: codeCells(notebook) });
  }

  /** The summary of the result in the cell's output is for the notebook that is opened again. */
  async #saveSummary() {
    if (this.model.get("result").status !== "graded") return;
    try {
      await notebookOf(this.model)?.save();
    } catch {
      // It is saved with the next change.
    }
  }

  #stop() {
    this.#send({ do: "stop" });
    clearTimeout(this.#unanswered);
  }

  /**
   * @param {string} exercise
   * @param {HTMLElement} place of the solution
   * @param {HTMLElement} opener
   */
  #toggleSolution(exercise, place, opener) {
    /** @param {boolean} isOpen */
    const unfold = (isOpen) => {
      const text = isOpen ? "Hide the solution" : "Show the solution";
      place.hidden = !isOpen;
      opener.setAttribute("aria-expanded", String(isOpen));
      opener.textContent = text;
      opener.setAttribute("aria-label", `${text} of ${exercise}`);
    };
    if (!place.hidden) return unfold(false);
    this.#asked.set(exercise, (answer) => {
      place.replaceChildren(solutionPart(answer, (words) => this.status.say(words)));
      unfold(true);
    });
    this.#send({ do: "solution", exercise });
  }

  /** @param {Answer} answer */
  #receive(answer) {
    clearTimeout(this.#unanswered);
    this.#asked.get(answer.exercise)?.(answer);
    this.#asked.delete(answer.exercise);
  }

  // Showing what it said

  #showPress() {
    clearTimeout(this.#unanswered);
    const [busy, result] = [this.model.get("busy"), this.model.get("result")];
    const saves = result.status === "unsaved" && notebookOf(this.model);
    const grades = saves ? "Save and grade my notebook" : "Grade my notebook";
    this.press.textContent = busy ? "Stop" : grades;
    this.results.setAttribute("aria-busy", String(busy));
  }

  #showBusy() {
    this.#showPress();
    clearTimeout(this.#long);
    if (!this.model.get("busy")) return;
    this.status.say("Grading: all tests are running.", 0);
    this.#long = setTimeout(() => this.status.say(TAKES_LONG, 0), LONG);
  }

  #showResult() {
    this.#showPress();
    const result = this.model.get("result");
    if (!result.headline) return;
    if (result.status === "graded") {
      this.status.say(`${result.headline} (${when(result)})`, 0);
      const toggle = this.#toggleSolution.bind(this);
      /** @type {import("./grade_button/results.js").Link} */
      const link = (text, target) => linkTo(this.model, text, target);
      this.results.replaceChildren(...resultParts(result, toggle, link));
    } else {
      this.status.say(this.#notGraded(result), 0);
      this.results.replaceChildren();
    }
  }

  /** @param {Failed} result */
  #notGraded({ status, headline }) {
    if (status !== "unsaved") return headline;
    const how = notebookOf(this.model)
      ? "Press the button again to save and grade."
      : "Save, and press again.";
    return `${headline} ${how}`;
  }
}

/** @param {Done} result */
function when(result) {
  if (result.graded === undefined) {
    return `As saved at ${new Date(1000 * result.saved).toLocaleTimeString()}.`;
  }
  const time = new Date(1000 * result.graded).toLocaleString([], {
    dateStyle: "long",
    timeStyle: "short",
  });
  const since = result.changed ? " Your notebook has changed since: grade it again." : "";
  return `Your last result, of ${time}.${since}`;
}

export default {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const widget = new GradeButton(model, el);
    return () => widget.close();
  },
};
