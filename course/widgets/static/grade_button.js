// Generated from course/widgets/js by `make widgets`: edit that, not this file.

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

// course/widgets/js/lib/sync.js
function watch(model, names, show) {
  for (const name of names) model.on(`change:${name}`, show);
  return () => {
    for (const name of names) model.off(`change:${name}`, show);
  };
}

// course/widgets/js/grade_button.js
var PATIENCE = 3e3;
var LONG = 2e4;
var TAKES_LONG = "Still grading. If your code has a loop that does not end, each cell that runs it takes its full 30 seconds. Stop ends it without a grade.";
var MARKS = { right: "✓", "partly right": "◐", "not right yet": "✗", "not attempted": "–" };
function notebookOf(model) {
  const context = model.widget_manager?.context;
  return context?.model?.toJSON && context.path ? context : null;
}
function codeCells(context) {
  if (!context) return null;
  return context.model.toJSON().cells.filter((cell) => cell.cell_type === "code").map((cell) => [cell.metadata?.nbgrader?.grade_id ?? "", [cell.source].flat().join("")]);
}
var grade_button_default = {
  render({ model, el }) {
    const status = statusLine();
    const results = node("div", { class: "gb-results" });
    const asked = /* @__PURE__ */ new Map();
    let [unanswered, long] = [null, null];
    const press = button("", () => model.get("busy") ? stop() : grade(), {
      class: "cw-button gb-press"
    });
    function send(content) {
      clearTimeout(unanswered);
      const lost = () => status.say(
        "The kernel has not answered. If a cell is running, wait for it. If the kernel was restarted, run this cell again.",
        0
      );
      try {
        model.send({ ...content, name: notebookOf(model)?.path.split("/").pop() ?? null });
        unanswered = setTimeout(lost, PATIENCE);
      } catch {
        lost();
      }
    }
    async function grade() {
      const notebook = notebookOf(model);
      if (notebook && model.get("result").status === "unsaved") {
        status.say("Saving …", 0);
        try {
          await notebook.save();
        } catch {
        }
      }
      send({ do: "grade", cells: codeCells(notebook) });
    }
    function stop() {
      send({ do: "stop" });
      clearTimeout(unanswered);
    }
    function toggleSolution(exercise, place, opener) {
      const unfold = (open) => {
        place.hidden = !open;
        opener.setAttribute("aria-expanded", String(open));
        opener.textContent = open ? "Hide the solution" : "Show the solution";
        opener.setAttribute("aria-label", `${opener.textContent} of ${exercise}`);
      };
      if (!place.hidden) return unfold(false);
      asked.set(exercise, (content) => {
        place.replaceChildren(...solution(content, status));
        unfold(true);
      });
      send({ do: "solution", exercise });
    }
    function received(content) {
      clearTimeout(unanswered);
      asked.get(content.exercise)?.(content);
      asked.delete(content.exercise);
    }
    const showBusy = () => {
      clearTimeout(unanswered);
      const [busy, result] = [model.get("busy"), model.get("result")];
      const saves = result.status === "unsaved" && notebookOf(model);
      const grades = saves ? "Save and grade my notebook" : "Grade my notebook";
      press.textContent = busy ? "Stop" : grades;
      results.setAttribute("aria-busy", String(busy));
    };
    const showBegin = () => {
      showBusy();
      clearTimeout(long);
      if (!model.get("busy")) return;
      status.say("Grading: all tests are running. That takes some seconds.", 0);
      long = setTimeout(() => status.say(TAKES_LONG, 0), LONG);
    };
    const showResult = () => {
      showBusy();
      const result = model.get("result");
      if (!result.headline) return;
      const graded = result.status === "graded";
      const saved = `(As saved at ${new Date(1e3 * result.saved).toLocaleTimeString()}.)`;
      status.say(graded ? `${result.headline} ${saved}` : told(result, notebookOf(model)), 0);
      results.replaceChildren(...graded ? contents(result, toggleSolution) : []);
    };
    const parts = model.get("can_grade") ? [node("div", { class: "cw-bar" }, press)] : [];
    root(el, "Grade my notebook", ...parts, node("p", { class: "cw-help" }, model.get("says")));
    if (parts.length) el.append(status.element, results);
    showResult();
    showBegin();
    model.on("msg:custom", received);
    const stops = [watch(model, ["result"], showResult), watch(model, ["busy"], showBegin)];
    return () => {
      clearTimeout(unanswered);
      clearTimeout(long);
      model.off("msg:custom", received);
      for (const end of stops) end();
    };
  }
};
function told(result, notebook) {
  if (result.status !== "unsaved") return result.headline;
  const how = notebook ? "Press the button again to save and grade." : "Save, and press again.";
  return `${result.headline} ${how}`;
}
function contents(result, toggleSolution) {
  const table = node(
    "table",
    { class: "gb-table" },
    node("caption", { class: "cw-heard" }, "What came of each exercise"),
    head("Exercise", "Points", "What came of it", "Next"),
    node("tbody", {}, ...result.rows.map((row) => exerciseRow(row, toggleSolution)))
  );
  const { says, score, points } = result.progress;
  return [
    node("label", { class: "gb-progress" }, says, node("progress", { max: points, value: score })),
    ...result.notes.map((note) => node("p", { class: "gb-note" }, note)),
    node("div", { class: "cw-scroll" }, table),
    wholeCourse(result.course)
  ];
}
function head(...names) {
  const cells = names.map((name) => node("th", { scope: "col" }, name));
  return node("thead", {}, node("tr", {}, ...cells));
}
function exerciseRow(row, toggleSolution) {
  const place = node("div", { class: "gb-solution", hidden: true });
  const opener = button("Show the solution", () => toggleSolution(row.name, place, opener), {
    "aria-expanded": "false",
    "aria-label": `Show the solution of ${row.name}`
  });
  return node(
    "tr",
    { class: `gb-${row.state.split(" ").join("-")}` },
    node("th", { scope: "row" }, row.name, node("span", { class: "gb-heading" }, row.heading)),
    node("td", { class: "gb-points" }, `${row.score} of ${row.points}`),
    node(
      "td",
      {},
      node("span", { class: "gb-mark", "aria-hidden": "true" }, MARKS[row.state]),
      node("span", { class: "gb-state" }, row.state),
      row.mistake ? node("p", { class: "gb-mistake" }, row.mistake) : null,
      row.says ? node("p", {}, row.says) : null,
      row.facts.length ? factList(row.facts) : null,
      place
    ),
    node("td", {}, row.next ? node("p", {}, row.next) : null, row.tries_left ? null : opener)
  );
}
function factList(facts) {
  const pair = ([label, words]) => [node("dt", {}, label), node("dd", {}, words)];
  return node("dl", {}, ...facts.flatMap(pair));
}
function solution(content, status) {
  if (!content.code) return [node("p", {}, content.headline)];
  const place = node("div");
  const copy = button("Copy", () => copyText(content.code, place, (words) => status.say(words)));
  place.append(node("pre", { tabindex: "0", "aria-label": "Solution" }, content.code), copy);
  return [place];
}
function wholeCourse(course) {
  const rows = course.map(([name, score, points]) => {
    const got = node("td", { class: "gb-points" }, `${score} of ${points}`);
    return node("tr", {}, node("th", { scope: "row" }, name), got);
  });
  return node(
    "details",
    { class: "cw-help" },
    node("summary", {}, "Points in each notebook"),
    node(
      "table",
      { class: "gb-table" },
      head("Notebook", "Best so far"),
      node("tbody", {}, ...rows)
    )
  );
}
export {
  codeCells,
  grade_button_default as default
};
