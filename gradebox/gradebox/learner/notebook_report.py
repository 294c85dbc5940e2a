"""The report on a graded notebook for a learner: as JSON for the button, and for a terminal."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from gradebox.html_pages import points
from gradebox.learner.course import Passage
from gradebox.learner.grade_notebook import ExerciseResult, NotebookResult, TestResult
from gradebox.learner.progress import Standing, Standings
from gradebox.verdict_kinds import Kind

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
    reasons: list[str]  # why the answers are right, where the tests tell
    next: str  # what to do now,
    passage: Passage | None  # and the heading or hint that it names
    tries_left: int  # before its solution opens; 0 if it is open
    cell: str  # the id of the answer cell


@dataclass(frozen=True)
class NotebookReport:
    """A graded notebook, and where the learner stands in the whole course."""

    assignment: str
    score: float
    points: float
    rows: list[Row]
    notes: list[str]  # sentences on how it was graded
    course: dict[str, tuple[float, float]]  # {assignment: the best score so far, points}
    only: str = ""  # the one exercise that was asked for
    commands: Mapping[str, str] = field(default_factory=dict)  # which show solutions, by exercise

    @property
    def is_full(self) -> bool:
        """Return True if there are no more points to be had."""
        if not self.points:  # then it says something that all are right
            return all(row.state == RIGHT for row in self.rows)
        return self.score >= self.points

    @property
    def headline(self) -> str:
        """The result in one sentence, or two."""
        what = f"{self.assignment}, {self.only}" if self.only else self.assignment
        got = f"{what}: {points(self.score)} of {points(self.points)} points"
        if self.only:
            return f"{got}."
        right = sum(row.state == RIGHT for row in self.rows)
        got += f", {right} of {len(self.rows)} exercises right."
        return f"{got} Full marks!" if self.rows and self.is_full else got

    @property
    def onward(self) -> str:
        """The assignment to go on with after full marks; "" if there is none left."""
        if self.only or not self.is_full:
            return ""
        names = list(self.course)
        after = names.index(self.assignment) + 1
        for name in names[after:] + names[:after]:
            score, most = self.course[name]
            if score < most:
                return name
        return ""

    @property
    def onward_says(self) -> str:
        """The same in a sentence; "" if there is none left."""
        if not self.onward:
            return ""
        names = list(self.course)
        if names.index(self.onward) > names.index(self.assignment):
            return f"Go on with {self.onward}."
        is_last = self.assignment == names[-1]
        start = "That was the last notebook" if is_last else "Those after it have full marks"
        return f"{start}. In {self.onward} there are points left."

    @property
    def progress(self) -> str:
        """The whole course in one sentence."""
        score, most = self._in_all()
        return f"The whole course: {points(score)} of {points(most)} points (the best so far)."

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
            "points": [points(self.score), points(self.points)],
            "full": self.is_full,
            "onward": self.onward,
            "onward_says": self.onward_says,
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
            shows = self.commands.get(row.name, "")
            table.add_row(Text(row.name, style="bold"), got, _what(row, shows))
        score, most = self._in_all()
        bar = ProgressBar(total=most, completed=score, width=40)
        notes = [Text(note) for note in self.notes]
        if self.onward:
            notes.append(Text(self.onward_says))
        return Group(
            Text(self.headline, style="bold"), "", table, "", *notes, bar, "", self.progress
        )


def _what(row: Row, shows: str) -> Text:
    lines = [row.state, row.mistake, row.says, *(f"{label}: {words}" for label, words in row.facts)]
    lines += [f"why: {reason}" for reason in row.reasons]
    if row.next:
        lines.append(f"next: {row.next}")
    if row.state != RIGHT and not row.tries_left:
        lines.append(f"Its solution is open: {shows}")
    return Text("\n".join(filter(None, lines)))


def make_report(
    assignment: str,
    result: NotebookResult,
    standings: Standings,
    points_there_are: Mapping[str, float],
    notes: list[str],
    only: str = "",
    commands: Mapping[str, str] | None = None,
) -> NotebookReport:
    """Put together what a result means for the learner; `standings` know of it already.

    `only` is the one exercise that was asked for, if not all were; `commands` show the solutions.
    """
    own = standings[assignment]
    best = {
        name: sum(min(each.best, each.points) for each in exercises.values())
        for name, exercises in standings.items()
    }
    # An exercise that has gone from source/ since is in the file still.
    course = {name: (min(best.get(name, 0), most), most) for name, most in points_there_are.items()}
    return NotebookReport(
        assignment,
        result.score,
        result.points,
        [_row(each, own[each.name], _missing(each, result.exercises)) for each in result.exercises],
        [*notes, *_how(result)],
        course,
        only,
        commands or {},
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


def _missing(exercise: ExerciseResult, others: Iterable[ExerciseResult]) -> str:
    """Name the exercise whose cell did not run, if this one failed for want of it."""
    words = " ".join(words for test in exercise.failed for _, words in test.verdict.facts)
    for other in others:
        used = re.search(rf"\bname '{re.escape(other.name)}' is not defined", words)
        if used and other.trouble and other is not exercise:
            return other.name
    return ""


def _followed(exercise: ExerciseResult) -> list[str]:
    """Say, once, what was granted in spite of a wrong earlier function."""
    granted = [test.verdict for test in exercise.tests if test.verdict.followed]
    if not exercise.failed:
        return list(dict.fromkeys(verdict.says for verdict in granted))
    names = dict.fromkeys(f"`{name}`" for verdict in granted for name in verdict.followed)
    with_right = f"Tests of it that were passed ran with a right {' and '.join(names)}."
    return [with_right] if names else []


def _row(exercise: ExerciseResult, standing: Standing, missing: str) -> Row:
    state, says, mistake, facts = RIGHT, "", "", list[tuple[str, str]]()
    several = len(exercise.tests) > 1
    reasons = [
        f"{test.name}: {reason}" if several else reason
        for test in exercise.tests
        for reason in test.verdict.reasons
    ]
    if exercise.failed and not exercise.attempt and not exercise.score:
        state = NOT_ATTEMPTED
        says = "It is optional." if exercise.place.is_optional else ""
    elif exercise.failed:
        state = PARTLY if exercise.score else WRONG
        if exercise.trouble:
            says, line = exercise.trouble.says, exercise.trouble.line
            facts = [(FACTS["line"], line)] if line else []
        elif missing:
            says = f"It needs {missing}, whose cell did not run to its end. Mend {missing} first."
        else:
            says, mistake, facts = _verdict(exercise)
    says = " ".join(filter(None, (says, *_followed(exercise))))
    words, passage = _next(exercise, standing)
    return Row(
        exercise.name,
        exercise.place.heading,
        exercise.score,
        exercise.points,
        state,
        says,
        mistake,
        facts,
        reasons,
        words,
        passage,
        standing.tries_left,
        exercise.cell,
    )


def _verdict(exercise: ExerciseResult) -> tuple[str, str, list[tuple[str, str]]]:
    """Return what the most telling test says, the mistake that it names, and the facts.

    Where each test that failed has but one thing to say, as of a letter, all are said.
    """
    alone = [test.verdict.facts[0][1] for test in exercise.failed if _says_one_thing(test)]
    if len(set(alone)) == len(exercise.failed) > 1:
        return (
            "",
            "",
            [(test.name, said) for test, said in zip(exercise.failed, alone, strict=True)],
        )
    test = _most_telling(exercise.failed)
    verdict = test.verdict
    facts = [(FACTS.get(label, label), words) for label, words in verdict.facts]
    # A check's own words say more than that it did not pass.
    says = "" if verdict.kind is Kind.CHECK and facts else verdict.says
    if says and len(exercise.tests) > 1:
        says = f"{test.name.replace('_', ' ')}: {says}"
    return says, verdict.mistake, facts


def _says_one_thing(test: TestResult) -> bool:
    return [label for label, _ in test.verdict.facts] == ["seen"] and not test.verdict.mistake


def _most_telling(failed: list[TestResult]) -> TestResult:
    """Return the first test whose mistake has a name, else the first that says something."""
    named = [test for test in failed if test.verdict.mistake]
    return (named or [test for test in failed if test.verdict.facts] or failed)[0]


def _next(exercise: ExerciseResult, standing: Standing) -> tuple[str, Passage | None]:
    """Say what to do about an exercise now, and which passage of the notebook helps with it."""
    if not exercise.failed or not exercise.attempt:
        return "", None
    hints, tries = exercise.place.hints, max(len(standing.tries), 1)
    earlier = {test.verdict.earlier for test in exercise.failed}
    passage: Passage | None
    if len(earlier) == 1 and "" not in earlier:  # it cannot be right before that one is
        passage, words = None, f"First get {earlier.pop()} right."
    elif tries <= len(hints):
        passage = hints[tries - 1]
        words = f"Open “{passage.title}”."
    elif exercise.place.taught.title:
        passage = exercise.place.taught
        words = f"Read “{passage.title}” once more."
    else:
        passage, words = None, "Read what stands above it once more."
    if standing.tries_left:
        answers = f"{standing.tries_left} more different answer" + "s" * (standing.tries_left > 1)
        words += f" Its solution opens after {answers}."
    return words, passage
