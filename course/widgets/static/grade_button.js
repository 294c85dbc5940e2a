// Generated from course/widgets/js by `make widgets`: edit that, not this file.

// course/widgets/js/lib/direction.js
var LETTERS = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc]+";
var FROM_RIGHT = new RegExp(`${LETTERS}(?: ${LETTERS})*`, "g");
function leftToRight(text) {
  return text.replace(FROM_RIGHT, "⁨$&⁩");
}

// course/widgets/js/lib/keep_keys.js
var LEFT_ALONE = "data-lm-suppress-shortcuts";
var EDITS = /^([acmvxyzMZ]|Arrow\w+|Home|End|Backspace|Delete)$/;
var UNDOES = /^[zy]$/i;
var CONTROLS = "button, input, select, summary, textarea, [tabindex]";
function isKept({ key, ctrlKey, metaKey, shiftKey }) {
  if (ctrlKey || metaKey) return EDITS.test(key);
  const runsTheCell = key === "Enter" && shiftKey;
  return !runsTheCell;
}
function keepKeys(el) {
  const before = (event) => {
    const target = (
      /** @type {Element} */
      event.target
    );
    if (el.contains(target)) target.toggleAttribute(LEFT_ALONE, isKept(event));
    else if (!el.isConnected) rest();
  };
  const listen = () => window.addEventListener("keydown", before, true);
  const rest = () => window.removeEventListener("keydown", before, true);
  el.addEventListener("focusin", listen);
  el.addEventListener("focusin", (event) => dropCaret(el, event));
  el.addEventListener("focusout", rest);
  el.addEventListener("keydown", keep);
  el.addEventListener("click", (event) => focusControl(el, event), true);
  if (el.contains(document.activeElement)) listen();
}
function keep(event) {
  if (!isKept(event)) return;
  event.stopPropagation();
  const undoes = (event.ctrlKey || event.metaKey) && UNDOES.test(event.key);
  const target = (
    /** @type {Element} */
    event.target
  );
  if (undoes && !target.matches(":read-write")) event.preventDefault();
}
function dropCaret(el, { target }) {
  const selection = document.getSelection();
  const place = selection?.anchorNode;
  const isForeign = place?.parentElement?.isContentEditable && !el.contains(place);
  if (isForeign && !/** @type {Element} */
  target.matches(":read-write"))
    selection?.removeAllRanges();
}
function focusControl(el, { target }) {
  const clicked = (
    /** @type {Element} */
    target
  );
  const control = (
    /** @type {HTMLElement | null} */
    clicked.closest(CONTROLS)
  );
  if (control && el.contains(control) && !control.contains(document.activeElement))
    control.focus({ preventScroll: true });
}

// course/widgets/js/lib/page.js
function node(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      element.addEventListener(
        name.slice(2),
        /** @type {EventListener} */
        value
      );
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== void 0)
      element.setAttribute(name, String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}
function root(el, label, ...children) {
  if (!el.classList.contains("course-widget")) keepKeys(el);
  el.classList.add("course-widget");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", label);
  el.replaceChildren();
  for (const child of children) if (child) el.append(child);
}
function button(text, onclick, attributes = {}) {
  return node("button", { type: "button", class: "cw-button", onclick, ...attributes }, text);
}
function statusLine(attributes = {}) {
  const element = node("p", { role: "status", class: "cw-status", ...attributes });
  let timer;
  return {
    element,
    /**
     * @param {string | (() => string)} sentence
     * @param {number} wait in ms
     */
    say(sentence, wait = 250) {
      clearTimeout(timer);
      const show = () => {
        const words = leftToRight(typeof sentence === "function" ? sentence() : sentence);
        if (element.textContent !== words) element.textContent = words;
      };
      if (wait) timer = setTimeout(show, wait);
      else show();
    }
  };
}
function headRow(...names) {
  return node("tr", {}, ...names.map((name) => node("th", { scope: "col" }, name)));
}
async function copyText(text, beside, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied. Paste it into a code cell.");
  } catch {
    const field = node("textarea", {
      class: "cw-copy",
      readonly: true,
      rows: Math.min(text.split("\n").length, 12),
      "aria-label": "Code to copy"
    });
    field.value = text;
    beside.querySelector(".cw-copy")?.remove();
    beside.append(field);
    field.focus();
    field.select();
    say("The browser does not let this page use the clipboard: copy the selected text.");
  }
}

// course/widgets/js/grade_button/notebook.js
function notebookOf(model) {
  const context = (
    /** @type {any} */
    model.widget_manager?.context
  );
  return context?.model?.toJSON && context.path ? context : null;
}
function codeCells(notebook) {
  if (!notebook) return null;
  return notebook.model.toJSON().cells.filter((cell) => cell.cell_type === "code").map((cell) => [cell.metadata?.nbgrader?.grade_id ?? "", [cell.source].flat().join("")]);
}
function linkTo(model, text, { cell = "", way = "" }) {
  const notebook = notebookOf(model);
  const links = (
    /** @type {any} */
    model.widget_manager?.rendermime?.linkHandler
  );
  const isThere = way || notebook?.model.toJSON().cells.some(({ id }) => id && id === cell);
  if (!notebook || !links?.handleLink || !isThere) return document.createTextNode(text);
  const hash = cell && `#cell-id=${cell}`;
  const link = node("a", { href: hash || way, class: "gb-link" }, text);
  links.handleLink(link, way ? resolved(notebook.path, way) : notebook.path, hash);
  return link;
}
function resolved(path, way) {
  const parts = path.split("/").slice(0, -1);
  for (const part of way.split("/")) {
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}

// course/widgets/js/grade_button/results.js
var MARKS = { right: "✓", "partly right": "◐", "not right yet": "✗", "not attempted": "–" };
function resultParts(result, toggleSolution, link) {
  const { progress, notes, rows, course } = result;
  const { says, score, points } = progress;
  const table = node(
    "table",
    { class: "gb-table" },
    node("caption", { class: "cw-heard" }, "What came of each exercise"),
    node("thead", {}, headRow("Exercise", "Points", "What came of it", "Next")),
    node("tbody", {}, ...rows.map((row) => exerciseRow(row, toggleSolution, link)))
  );
  return [
    result.full && fullMarks(result, link),
    node("label", { class: "gb-progress" }, says, node("progress", { max: points, value: score })),
    ...notes.map((note) => node("p", { class: "gb-note" }, note)),
    node("div", { class: "cw-scroll" }, table),
    wholeCourse(course)
  ].filter((part) => part !== false);
}
function fullMarks({ onward, onward_says: says, onward_path: way }, link) {
  const all = "You have all the points of the whole course.";
  const [before, after] = (says ?? onward).split(onward);
  return node(
    "p",
    { class: "gb-full" },
    node("span", { class: "gb-mark", "aria-hidden": "true" }, "★"),
    node("strong", {}, "Full marks. "),
    ...onward ? [before, way ? link(onward, { way }) : onward, after] : [all]
  );
}
function nextStep({ next, passage }, link) {
  const [before, after] = passage?.title ? next.split(passage.title) : [next];
  if (!passage || after === void 0) return node("p", {}, next);
  return node("p", {}, before, link(passage.title, { cell: passage.cell }), after);
}
function exerciseRow(row, toggleSolution, link) {
  const place = node("div", { class: "gb-solution", hidden: true });
  const opener = button("Show the solution", () => toggleSolution(row.name, place, opener), {
    "aria-expanded": "false",
    "aria-label": `Show the solution of ${row.name}`
  });
  return node(
    "tr",
    { class: `gb-${row.state.split(" ").join("-")}` },
    node(
      "th",
      { scope: "row" },
      link(row.name, { cell: row.cell }),
      node("span", { class: "gb-heading" }, row.heading)
    ),
    node("td", { class: "gb-points" }, `${row.score} of ${row.points}`),
    node(
      "td",
      {},
      node("span", { class: "gb-mark", "aria-hidden": "true" }, MARKS[row.state]),
      node("span", { class: "gb-state" }, row.state),
      row.mistake ? node("p", { class: "gb-mistake" }, row.mistake) : null,
      row.says ? node("p", {}, row.says) : null,
      row.facts.length ? factList(row.facts) : null,
      ...row.reasons.map((reason) => node("p", {}, reason)),
      place
    ),
    node("td", {}, row.next ? nextStep(row, link) : null, row.tries_left ? null : opener)
  );
}
function factList(facts) {
  const pairs = facts.map(([label, words]) => [node("dt", {}, label), node("dd", {}, words)]);
  return node("dl", {}, ...pairs.flat());
}
function wholeCourse(course) {
  const rows = course.map(([name, score, points]) => {
    const got = node("td", { class: "gb-points" }, `${score} of ${points}`);
    return node("tr", {}, node("th", { scope: "row" }, name), got);
  });
  const head = node("thead", {}, headRow("Notebook", "Best so far"));
  return node(
    "details",
    { class: "cw-help" },
    node("summary", {}, "Points in each notebook"),
    node("table", { class: "gb-table" }, head, node("tbody", {}, ...rows))
  );
}
function solutionPart({ code, headline }, say) {
  if (!code) return node("p", {}, headline);
  const place = node("div");
  const copy = button("Copy", () => copyText(code, place, say));
  place.append(node("pre", { tabindex: "0", "aria-label": "Solution" }, code), copy);
  return place;
}

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/grade_button.js
var PATIENCE = 3e3;
var LONG = 5e3;
var TAKES_LONG = "Still grading. A cell that runs for too long is stopped, and the others are graded all the same. Stop ends it without a grade.";
var NO_ANSWER = "The kernel has not answered. If a cell is running, wait for it. If the kernel was restarted, run this cell again.";
var GradeButton = class {
  /** @type {Timer} */
  #unanswered;
  /** @type {Timer} */
  #long;
  /** @type {Map<string, (answer: Answer) => void>} what is done with an exercise's solution */
  #asked = /* @__PURE__ */ new Map();
  /**
   * @param {Model<Traits>} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    this.status = statusLine();
    this.results = node("div", { class: "gb-results" });
    const attributes = { class: "cw-button gb-press" };
    this.press = button("", () => model.get("busy") ? this.#stop() : this.#grade(), attributes);
    const canGrade = model.get("can_grade");
    root(
      el,
      "Grade my notebook",
      canGrade && node("div", { class: "cw-bar" }, this.press),
      node("p", { class: "cw-help" }, model.get("says")),
      canGrade && this.status.element,
      canGrade && this.results
    );
    for (const about of ["pointerenter", "focus"]) {
      this.press.addEventListener(about, () => this.#getReady());
    }
    this.#getReady();
    this.#showResult();
    this.#showBusy();
    const received = (answer) => this.#receive(answer);
    model.on("msg:custom", received);
    this.stops = [
      watch(model, ["result"], () => {
        this.#showResult();
        this.#saveSummary();
      }),
      watch(model, ["busy"], () => this.#showBusy()),
      () => model.off("msg:custom", received)
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
    }
  }
  async #grade() {
    const notebook = notebookOf(this.model);
    if (notebook && this.model.get("result").status === "unsaved") {
      this.status.say("Saving …", 0);
      try {
        await notebook.save();
      } catch {
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
    const how = notebookOf(this.model) ? "Press the button again to save and grade." : "Save, and press again.";
    return `${headline} ${how}`;
  }
};
function when(result) {
  if (result.graded === void 0) {
    return `As saved at ${new Date(1e3 * result.saved).toLocaleTimeString()}.`;
  }
  const time = new Date(1e3 * result.graded).toLocaleString([], {
    dateStyle: "long",
    timeStyle: "short"
  });
  const since = result.changed ? " Your notebook has changed since: grade it again." : "";
  return `Your last result, of ${time}.${since}`;
}
var grade_button_default = {
  /** @param {{model: Model<Traits>, el: HTMLElement}} widget */
  render({ model, el }) {
    const widget = new GradeButton(model, el);
    return () => widget.close();
  }
};
export {
  grade_button_default as default
};
