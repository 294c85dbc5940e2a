// Grade my notebook: a button, a sentence, and the table of what came of each exercise.
import { button, copyText, node, root, statusLine } from "./lib/page.js";
import { watch } from "./lib/sync.js";
import "./grade_button.css";

const PATIENCE = 3000; // ms before the page says that the kernel has not answered
const LONG = 20000; // ms of grading after which a loop without end is likely
const TAKES_LONG =
  "Still grading. If your code has a loop that does not end, each cell that runs it takes its " +
  "full 30 seconds. Stop ends it without a grade.";
const MARKS = { right: "✓", "partly right": "◐", "not right yet": "✗", "not attempted": "–" };

// The notebook that the button stands in, where the front end tells: JupyterLab does.
function notebookOf(model) {
  const context = model.widget_manager?.context;
  return context?.model?.toJSON && context.path ? context : null;
}

// The code cells on the page: [name, source] each; null where the front end does not tell.
export function codeCells(context) {
  if (!context) return null;
  return context.model
    .toJSON()
    .cells.filter((cell) => cell.cell_type === "code")
    .map((cell) => [cell.metadata?.nbgrader?.grade_id ?? "", [cell.source].flat().join("")]);
}

export default {
  render({ model, el }) {
    const status = statusLine();
    const results = node("div", { class: "gb-results" });
    const asked = new Map(); // exercise: what is done with its solution
    let [unanswered, long] = [null, null];
    const press = button("", () => (model.get("busy") ? stop() : grade()), {
      class: "cw-button gb-press",
    });

    function send(content) {
      clearTimeout(unanswered);
      const lost = () =>
        status.say(
          "The kernel has not answered. If a cell is running, wait for it. If the kernel was " +
            "restarted, run this cell again.",
          0,
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
          // What is not on disk then is found when the two are compared.
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
      const saved = `(As saved at ${new Date(1000 * result.saved).toLocaleTimeString()}.)`;
      status.say(graded ? `${result.headline} ${saved}` : told(result, notebookOf(model)), 0);
      results.replaceChildren(...(graded ? contents(result, toggleSolution) : []));
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
  },
};

function told(result, notebook) {
  if (result.status !== "unsaved") return result.headline;
  const how = notebook ? "Press the button again to save and grade." : "Save, and press again.";
  return `${result.headline} ${how}`;
}

// What stands below the button; every text is put in as text, whatever it holds.
function contents(result, toggleSolution) {
  const table = node(
    "table",
    { class: "gb-table" },
    node("caption", { class: "cw-heard" }, "What came of each exercise"),
    head("Exercise", "Points", "What came of it", "Next"),
    node("tbody", {}, ...result.rows.map((row) => exerciseRow(row, toggleSolution))),
  );
  const { says, score, points } = result.progress;
  return [
    node("label", { class: "gb-progress" }, says, node("progress", { max: points, value: score })),
    ...result.notes.map((note) => node("p", { class: "gb-note" }, note)),
    node("div", { class: "cw-scroll" }, table),
    wholeCourse(result.course),
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
    "aria-label": `Show the solution of ${row.name}`,
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
      place,
    ),
    node("td", {}, row.next ? node("p", {}, row.next) : null, row.tries_left ? null : opener),
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
      node("tbody", {}, ...rows),
    ),
  );
}
