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
 * @property {string} next
 * @property {number} tries_left before the solution is shown
 */

/**
 * @typedef {object} Graded
 * @property {{says: string, score: number, points: number}} progress
 * @property {string[]} notes
 * @property {Row[]} rows
 * @property {[name: string, score: number, points: number][]} course
 */

/** @typedef {(exercise: string, place: HTMLElement, opener: HTMLElement) => void} Toggle */

const MARKS = { right: "✓", "partly right": "◐", "not right yet": "✗", "not attempted": "–" };

/**
 * Return what stands below the button.
 * @param {Graded} result
 * @param {Toggle} toggleSolution
 */
export function resultParts({ progress, notes, rows, course }, toggleSolution) {
  const { says, score, points } = progress;
  const table = node(
    "table",
    { class: "gb-table" },
    node("caption", { class: "cw-heard" }, "What came of each exercise"),
    node("thead", {}, headRow("Exercise", "Points", "What came of it", "Next")),
    node("tbody", {}, ...rows.map((row) => exerciseRow(row, toggleSolution))),
  );
  return [
    node("label", { class: "gb-progress" }, says, node("progress", { max: points, value: score })),
    ...notes.map((note) => node("p", { class: "gb-note" }, note)),
    node("div", { class: "cw-scroll" }, table),
    wholeCourse(course),
  ];
}

/**
 * @param {Row} row
 * @param {Toggle} toggleSolution
 */
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
