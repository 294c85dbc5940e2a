"""The report on a graded notebook for a learner: as JSON for the button, and for a terminal."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from gradebox.html_pages import points
from gradebox.learner.grade_notebook import ExerciseResult, NotebookResult, TestResult
from gradebox.learner.progress import Standing, Standings
from gradebox.verdicts import Kind

FACTS = {"line": "your line", "failed": "the test"}
RIGHT, PARTLY, WRONG, NOT_ATTEMPTED = "right", "partly right", "not right yet", "not attempted"


@dataclass(frozen=True)
class Row:
    """The row of the table for one exercise."""

    name: str
    heading: str
    score: float
    points: float
    state: str
    says: str  # what happened, in a sentence
    mistake: str  # the named mistake, where one was recognised
    facts: list[tuple[str, str]]
    next: str  # what to do now
    tries_left: int  # before its solution opens; 0 if it is open


@dataclass(frozen=True)
class NotebookReport:
    """A graded notebook, and where the learner stands in the whole course."""

    assignment: str
    score: float
    points: float
    rows: list[Row]
    notes: list[str]  # sentences on how it was graded
    course: dict[str, tuple[float, float]]  # {assignment: the best score so far, points}

    @property
    def headline(self) -> str:
        """The result in one sentence."""
        got = f"{self.assignment}: {points(self.score)} of {points(self.points)} points"
        right = sum(row.state == RIGHT for row in self.rows)
        return f"{got}, {right} of {len(self.rows)} exercises right."

    @property
    def progress(self) -> str:
        """The whole course in one sentence."""
        score, most = self._in_all()
        return f"The whole course: {points(score)} of {points(most)} points."

    def _in_all(self) -> tuple[float, float]:
        scores, most = zip(*self.course.values(), strict=True)
        return sum(scores), sum(most)

    def as_json(self) -> dict[str, Any]:
        """Return it for the button's page."""
        score, most = self._in_all()
        rows = [
            {**asdict(row), "score": points(row.score), "points": points(row.points)}
            for row in self.rows
        ]
        return {
            "status": "graded",
            "headline": self.headline,
            "rows": rows,
            "notes": self.notes,
            "progress": {"says": self.progress, "score": score, "points": most},
            "course": [[name, points(got), points(of)] for name, (got, of) in self.course.items()],
        }

    def as_text(self) -> RenderableType:
        """Return it for a terminal; text of the learner's is never taken for markup."""
        table = Table.grid(padding=(0, 2))
        table.add_column()
        table.add_column(justify="right")
        table.add_column()
        for row in self.rows:
            got = f"{points(row.score)}/{points(row.points)}"
            table.add_row(Text(row.name, style="bold"), got, _what(row))
        score, most = self._in_all()
        bar = ProgressBar(total=most, completed=score, width=40)
        notes = [Text(note) for note in self.notes]
        return Group(
            Text(self.headline, style="bold"), "", table, "", *notes, bar, "", self.progress
        )


def _what(row: Row) -> Text:
    lines = [row.state, row.mistake, row.says, *(f"{label}: {words}" for label, words in row.facts)]
    if row.next:
        lines.append(f"next: {row.next}")
    if row.state != RIGHT and not row.tries_left:
        lines.append(f"Its solution is open: gradebox solution NOTEBOOK {row.name}")
    return Text("\n".join(filter(None, lines)))


def make_report(
    assignment: str,
    result: NotebookResult,
    standings: Standings,
    points_there_are: Mapping[str, float],
    notes: list[str],
) -> NotebookReport:
    """Put together what a result means for the learner; `standings` know of it already."""
    own = standings[assignment]
    course = {
        name: (sum(min(each.best, each.points) for each in standings.get(name, {}).values()), most)
        for name, most in points_there_are.items()
    }
    return NotebookReport(
        assignment,
        result.score,
        result.points,
        [_row(exercise, own[exercise.name]) for exercise in result.exercises],
        [*notes, *_how(result)],
        course,
    )


def _how(result: NotebookResult) -> list[str]:
    notes = []
    if result.flags:
        notes.append(f"Noticed: {'; '.join(result.flags)}.")
    if result.given_up:
        notes.append(
            "Graded without layers of the sandbox that this machine does not give: "
            f"{', '.join(result.given_up)}. They matter for code that is not your own; "
            "`gradebox doctor` says what each keeps out."
        )
    return notes


def _row(exercise: ExerciseResult, standing: Standing) -> Row:
    state, says, mistake, facts = RIGHT, "", "", list[tuple[str, str]]()
    if exercise.failed and not exercise.attempt and not exercise.score:
        state = NOT_ATTEMPTED
    elif exercise.failed:
        state = PARTLY if exercise.score else WRONG
        test = _most_telling(exercise.failed)
        verdict = test.verdict
        mistake = verdict.mistake
        facts = [(FACTS.get(label, label), words) for label, words in verdict.facts]
        # A check's own words say more than that it did not pass.
        says = "" if verdict.kind is Kind.CHECK and facts else verdict.says
        if says and len(exercise.tests) > 1:
            says = f"{test.name.replace('_', ' ')}: {says}"
    return Row(
        exercise.name,
        exercise.place.heading,
        exercise.score,
        exercise.points,
        state,
        says,
        mistake,
        facts,
        _next(exercise, standing),
        standing.tries_left,
    )


def _most_telling(failed: list[TestResult]) -> TestResult:
    """Return the first test whose mistake has a name, else the first that says something."""
    named = [test for test in failed if test.verdict.mistake]
    return (named or [test for test in failed if test.verdict.facts] or failed)[0]


def _next(exercise: ExerciseResult, standing: Standing) -> str:
    """Say what to do about an exercise now: which hint to open, and when its solution opens."""
    if not exercise.failed or not exercise.attempt:
        return ""
    hints, tries = exercise.place.hints, max(len(standing.tries), 1)
    if tries <= len(hints):
        words = f"Open “{hints[tries - 1]}”."
    else:
        words = f"Read {'its hints' if hints else f'“{exercise.place.heading}”'} once more."
    if standing.tries_left:
        answers = f"{standing.tries_left} more answer" + "s" * (standing.tries_left > 1)
        words += f" Its solution opens after {answers}."
    return words
