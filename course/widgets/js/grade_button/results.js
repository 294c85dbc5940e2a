// The table of what came of each exercise. Every text is put in as text, whatever it holds.
import { button, copyText, headRow, node } from "../lib/page.js";

/**
 * @import { Say } from "../lib/page.js"
 */

/**
 * @typedef {object} Row
 * @property {string} name of the exercise
 * @property {string} heading that it stands under
 * @property {"right" | "partly right" | "not right yet" | "not attempted"} state
 * @property {number} score
 * @property {number} points
 * @property {string} mistake
 * @property {string} says
 * @property {[label: string, words: string][]} facts
 * @property {string[]} reasons why the answers are right
 * @property {string} next
 * @property {{title: string, cell: string} | null} passage that `next` names
 * @property {number} tries_left before the solution is shown
 * @property {string} cell the answer cell's id
 */

/**
 * @typedef {object} Graded
 * @property {boolean} full are there no more points to be had?
 * @property {string} onward the next notebook, after full marks
 * @property {string} onward_says a sentence with its name
 * @property {string} [onward_path] the way to it, if it lies beside this one
 * @property {{says: string, score: number, points: number}} progress
 * @property {string[]} notes
 * @property {Row[]} rows
 * @property {[name: string, score: number, points: number][]} course
 */

/** @typedef {(exercise: string, place: HTMLElement, opener: HTMLElement) => void} Toggle */
/** @typedef {(text: string, target: {cell?: string, way?: string}) => Node} Link */

const MARKS = { right: "✓", "partly right": "◐", "not right yet": "✗", "not attempted": "–" };

/**
 * Return what stands below the button.
 * @param {Graded} result
 * @param {Toggle} toggleSolution
 * @param {Link} link
 */
export function resultParts(result, toggleSolution, link) {
  const { progress, notes, rows, course } = result;
  const { says, score, points } = progress;
  const table = node(
    "table",
    { class: "gb-table" },
    node("caption", { class: "cw-heard" }, "What came of each exercise"),
    node("thead", {}, headRow("Exercise", "Points", "What came of it", "Next")),
    node("tbody", {}, ...rows.map((row) => exerciseRow(row, toggleSolution, link))),
  );
  return [
    result.full && fullMarks(result, link),
    node("label", { class: "gb-progress" }, says, node("progress", { max: points, value: score })),
    ...notes.map((note) => node("p", { class: "gb-note" }, note)),
    node("div", { class: "cw-scroll" }, table),
    wholeCourse(course),
  ].filter((part) => part !== false);
}

/**
 * @param {Graded} result
 * @param {Link} link
 */
function fullMarks({ onward, onward_says: says, onward_path: way }, link) {
  const all = "You have all the points of the whole course.";
  const [before, after] = (says ?? onward).split(onward); // results kept by older versions say less
  return node(
    "p",
    { class: "gb-full" },
    node("span", { class: "gb-mark", "aria-hidden": "true" }, "★"),
    node("strong", {}, "Full marks. "),
    ...(onward ? [before, way ? link(onward, { way }) : onward, after] : [all]),
  );
}

/**
 * Return a sentence with the title in it as a link.
 * @param {Row} row
 * @param {Link} link
 */
function nextStep({ next, passage }, link) {
  const [before, after] = passage?.title ? next.split(passage.title) : [next];
  if (!passage || after === undefined) return node("p", {}, next);
  return node("p", {}, before, link(passage.title, { cell: passage.cell }), after);
}

/**
 * @param {Row} row
 * @param {Toggle} toggleSolution
 * @param {Link} link
 */
function exerciseRow(row, toggleSolution, link) {
  const place = node("div", { class: "gb-solution", hidden: true });
  const opener = button("Show the solution", () => toggleSolution(row.name, place, opener), {
    "aria-expanded": "false",
    "aria-label": `Show the solution of ${row.name}`,
  });
  return node(
    "tr",
    { class: `gb-${row.state.split(" ").join("-")}` },
    node(
      "th",
      { scope: "row" },
      link(row.name, { cell: row.cell }),
      node("span", { class: "gb-heading" }, row.heading),
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
      place,
    ),
    node("td", {}, row.next ? nextStep(row, link) : null, row.tries_left ? null : opener),
  );
}

/** @param {Row["facts"]} facts */
function factList(facts) {
  const pairs = facts.map(([label, words]) => [node("dt", {}, label), node("dd", {}, words)]);
  return node("dl", {}, ...pairs.flat());
}

/** @param {Graded["course"]} course */
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
    node("table", { class: "gb-table" }, head, node("tbody", {}, ...rows)),
  );
}

/**
 * Return a solution with a button to copy it, or why there is none.
 * @param {{code?: string, headline: string}} content
 * @param {Say} say
 */
export function solutionPart({ code, headline }, say) {
  if (!code) return node("p", {}, headline);
  const place = node("div");
  const copy = button("Copy", () => copyText(code, place, say));
  place.append(node("pre", { tabindex: "0", "aria-label": "Solution" }, code), copy);
  return place;
}
