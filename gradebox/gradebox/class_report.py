"""A class's results in figures: how scores are spread, where points were lost, and by what.

The same figures stand in the terminal (`as_text`), on a page (`as_html`) and, one row a student, in
a file for a spreadsheet (`write_csv`).
"""

import csv
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median, pstdev

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gradebox.class_results import CellId, ClassResults, GradedCell, SubmissionResult
from gradebox.html_pages import page, points
from gradebox.no_formulas import as_text as spreadsheet_text
from gradebox.plain_text import named_students, one_line
from gradebox.timestamps import UNREADABLE
from gradebox.verdict_kinds import Kind, Verdict
from gradebox.write_whole import whole_text

RULE = (
    "Each figure is of the students whose cells are graded. An answer that waits for a person is "
    "pending and not 0, and a notebook that is not graded counts nowhere. What was not handed in "
    "counts as 0."
)
BANDS = 10  # of the distribution of scores
MAX_FLAG = 1_000  # characters
MOST_SHOWN = 15  # rows of a list in the terminal; the page and the CSV have all

# A test that lost points without a named mistake is counted under what kind of thing failed.
UNNAMED = {
    Kind.PARTIAL,
    Kind.TIMED_OUT,
    Kind.NOT_RUN,
    Kind.RAISED,
    Kind.NAME,
    Kind.CHANGED,
    Kind.SHAPE,
    Kind.TYPE,
    Kind.ACCEPTED,
    Kind.VALUE,
    Kind.CHECK,
    Kind.NOT_APART,
    Kind.STOPPED,
}


@dataclass(frozen=True)
class TestFigures:
    """One graded cell over the class; the counts are of submissions."""

    test: GradedCell
    mean: float
    full: int
    zero: int
    not_attempted: int
    pending: int  # wait for a person
    graded: int

    __test__ = False


@dataclass(frozen=True)
class Mistake:
    """A mistake, or what became of one, and how many students it is about in an exercise.

    They are of `of` students for whom the exercise is graded.
    """

    exercise: str
    sentence: str
    students: int
    of: int


@dataclass(frozen=True)
class ClassReport:
    """The figures of one assignment."""

    results: ClassResults
    scores: tuple[float, ...]  # of who has every notebook graded that was handed in
    shares: tuple[float, ...]  # their percentages of the points that wait for nobody
    bands: tuple[tuple[str, int], ...]
    tests: tuple[TestFigures, ...]
    mistakes: tuple[Mistake, ...]
    others: tuple[Mistake, ...]  # what failed without a known mistake
    followed: tuple[Mistake, ...]  # which earlier mistakes cost nothing
    to_look_at: tuple[tuple[str, str], ...]  # (student, a sentence)

    @property
    def is_begun(self) -> bool:
        """Return True if anything is graded, if only a notebook of several."""
        return bool(self.scores) or any(row.graded for row in self.tests)

    @property
    def spread(self) -> str:
        """The middle and the spread of the scores, in a sentence."""
        if not self.is_begun:
            return "Nobody's submission has been graded yet."
        if not self.scores:
            return "Each submission has a notebook that is not graded: nobody has a score yet."
        partly = len(self.results.submissions) - len(self.scores)
        left_out = f" Left out: {partly} with a notebook that is not graded." if partly else ""
        if not self.pending:
            most = points(self.results.max_score)
            said = _spread(f"{most} points", self.scores, points)
        elif self.shares:
            said = _spread(
                "the points that are given so far", self.shares, "{:.0f}\N{NO-BREAK SPACE}%".format
            )
        else:
            said = "No points are given yet."
        count = f"{len(self.scores)} submission{'s' * (len(self.scores) != 1)}"
        return f"{count}. {said}{self._waiting}{left_out}"

    @property
    def _waiting(self) -> str:
        """How many answers wait for a person, in a sentence."""
        what = "answer waits" if self.pending == 1 else "answers wait"
        where = "pending here, 0 in the gradebook until then"
        return f" {self.pending} {what} for a person: {where}." if self.pending else ""

    @property
    def lists(self) -> list[tuple[str, tuple[Mistake, ...]]]:
        """The lists of mistakes that are not empty, each with its title."""
        found = [
            ("Mistakes that were recognised", self.mistakes),
            ("What else went wrong" if self.mistakes else "What went wrong", self.others),
            ("Points in spite of a mistake in an earlier exercise", self.followed),
        ]
        return [(title, mistakes) for title, mistakes in found if mistakes]

    @property
    def noticed(self) -> str:
        """How many students there is something to look at of, in words."""
        students = len(self.results.noticed.sentences)
        return f"{students} student{'s' * (students != 1)}"

    @property
    def lateness(self) -> list[tuple[str, str, str]]:
        """Who did not simply hand in before the due date: (student, when, how that counts)."""
        return [
            (each.student, each.handed_in, each.lateness)
            for each in self.results.submissions
            if each.lateness
        ]

    @property
    def remarks(self) -> list[str]:
        """Sentences about what is not graded, could not be tested, or was not handed in."""
        results = self.results
        found = results.noticed.remarks
        if results.untimed:
            found.append(f"{UNREADABLE.capitalize()}: {named_students(results.untimed)}.")
        if results.without:
            found.append(f"Nothing in submitted/ of: {named_students(results.without)}.")
        return found

    @property
    def pending(self) -> int:
        """How many answers wait for a person."""
        return sum(row.pending for row in self.tests)


def report(results: ClassResults) -> ClassReport:
    """Work out the figures."""
    graded = [each for each in results.submissions if not each.not_graded]
    given = [(each.score_so_far, most) for each in graded if (most := results.points_given(each))]
    shares = tuple(100 * score / most for score, most in given)
    return ClassReport(
        results,
        tuple(each.score for each in graded),
        shares,
        tuple(_bands(shares)),
        tuple(_figures(test, results.submissions) for test in results.tests),
        tuple(_mistakes(results, named=True)),
        tuple(_mistakes(results, named=False)),
        tuple(_followed(results)),
        tuple((who, each) for who, said in results.noticed.sentences.items() for each in said),
    )


def _spread(of: str, numbers: Sequence[float], written: Callable[[float], str]) -> str:
    what = (mean(numbers), median(numbers), pstdev(numbers), min(numbers), max(numbers))
    middle, half, deviation, low, high = map(written, what)
    return (
        f"Of {of}: mean {middle}, median {half}, standard deviation {deviation}, from {low} to "
        f"{high}."
    )


def _bands(shares: tuple[float, ...]) -> Iterator[tuple[str, int]]:
    """Yield each tenth of the points, with the number of shares in it."""
    width = 100 // BANDS
    found = Counter(min(int(share / width), BANDS - 1) for share in shares)
    for band in range(BANDS):
        yield f"{band * width}\N{EN DASH}{(band + 1) * width}", found[band]


def _figures(test: GradedCell, submissions: list[SubmissionResult]) -> TestFigures:
    pending = sum(test.cell in each.pending for each in submissions)
    graded = [each for each in submissions if each.is_graded(test.cell)]
    got = [each.points.get(test.cell, 0.0) for each in graded]
    full = sum(each.has_full_marks(test) for each in graded)
    zero = sum(
        score <= 0 and not each.has_full_marks(test)
        for score, each in zip(got, graded, strict=True)
    )
    not_attempted = sum(each.is_left(test.cell) for each in graded)
    return TestFigures(
        test,
        mean(got) if got else 0.0,
        full,
        zero - not_attempted,
        not_attempted,
        pending,
        len(graded),
    )


def _mistakes(results: ClassResults, named: bool) -> Iterator[Mistake]:
    """Yield the mistakes of the class, the most frequent first.

    A student who made the same mistake in several tests of an exercise counts once.
    """
    yield from _counted(results, _mistake if named else _unnamed)


def _mistake(judged: Verdict) -> str:
    """Return a recognised mistake in words for the instructor, or ""."""
    if judged.earlier:
        return f"calls {judged.earlier}, which has lost points itself"
    return one_line(judged.mistake)


def _unnamed(judged: Verdict) -> str:
    """Return what kind of thing failed where no mistake was recognised, or ""."""
    return judged.kind.value if not judged.mistake and judged.kind in UNNAMED else ""


def _followed(results: ClassResults) -> Iterator[Mistake]:
    """Yield the earlier functions that follow-through credit was given for."""
    yield from _counted(
        results,
        lambda judged: (
            f"wrong values came from {' and '.join(judged.followed)}" if judged.followed else ""
        ),
    )


def _counted(results: ClassResults, sentence: Callable[[Verdict], str]) -> Iterator[Mistake]:
    """Yield what is said of the verdicts, if anything is, the most frequent first."""
    exercises = _exercises(results)
    made: Counter[tuple[str, str]] = Counter()
    for submission in results.submissions:
        made.update(
            {
                (exercises[cell], words)
                for cell, judged in submission.verdicts.items()
                if (words := sentence(judged))
            }
        )
    graded = Counter(
        name
        for each in results.submissions
        for name in {exercises[cell] for cell in exercises if each.is_graded(cell)}
    )
    for (name, words), students in sorted(made.items(), key=lambda item: (-item[1], item[0])):
        yield Mistake(name, words, students, graded[name])


def _exercises(results: ClassResults) -> dict[CellId, str]:
    """Return the exercise of each graded cell, those that have gone from source/ under theirs."""
    judged = (cell for submission in results.submissions for cell in submission.verdicts)
    return {cell: cell[1] for cell in judged} | {test.cell: test.exercise for test in results.tests}


def as_text(figures: ClassReport) -> RenderableType:
    """Return the report for a terminal; text of students' is never taken for markup."""
    results = figures.results
    parts: list[RenderableType] = [Text(f"{results.assignment}\n{figures.spread}\n")]
    if not figures.is_begun:
        return Group(*parts, *(Text(sentence) for sentence in figures.remarks))
    most = max(1, *(number for _, number in figures.bands))
    spread = Table("% of the points", "students", "", box=None)
    for name, number in figures.bands:
        spread.add_row(name, str(number), "█" * round(30 * number / most))
    tests = Table("graded cell", title="Points by exercise", title_justify="left")
    columns = ["mean", "of", "full marks", "zero", "not attempted", "pending"]
    for head in columns if figures.pending else columns[:-1]:
        tests.add_column(head, justify="right")
    for row in figures.tests:
        tests.add_row(
            Text(row.test.title),
            f"{row.mean:.2f}" if row.graded else "-",
            points(row.test.points),
            f"{round(100 * row.full / row.graded)} %" if row.graded else "-",
            str(row.zero),
            str(row.not_attempted),
            *([str(row.pending)] if figures.pending else []),
        )
    if figures.scores:
        parts += [spread, Text()]
    parts += [tests, Text(RULE)]
    for title, mistakes in figures.lists:
        rows = [(m.exercise, m.sentence, f"{m.students} of {m.of}") for m in mistakes]
        parts += [Text(), _listed(title, ("exercise", "what it was", "students"), rows)]
    if figures.lateness:
        heads = ("student", "handed in", "how that counts")
        parts += [Text(), _listed("After the due date", heads, figures.lateness)]
    if figures.to_look_at:
        title = f"To look at: {figures.noticed}"
        parts += [Text(), _listed(title, ("student", "what was noticed"), figures.to_look_at)]
    parts += [Text(f"\n{sentence}") for sentence in figures.remarks]
    return Group(*parts)


def _listed(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    table = Table(title=title, title_justify="left")
    for head in heads:
        table.add_column(head, justify="right" if head == "students" else "left")
    for row in rows[:MOST_SHOWN]:
        table.add_row(*(Text(one_line(cell, MAX_FLAG)) for cell in row))
    if len(rows) > MOST_SHOWN:
        table.caption = f"and {len(rows) - MOST_SHOWN} more: see --html or --csv"
    return table


def as_html(figures: ClassReport) -> str:
    """Return the report as a page, with bars for the scores and the exercises."""
    return page("report.html.j2", report=figures, count=len(figures.shares), rule=RULE)


def write_csv(figures: ClassReport, path: Path) -> None:
    """Write one row a student: the points in all and for each graded cell, mistakes and flags."""
    results = figures.results
    several = len({test.cell[0] for test in results.tests}) > 1

    def named(cell: CellId) -> str:
        return "/".join(cell) if several else cell[1]

    columns = [named(test.cell) for test in results.tests]
    exercises, noted = _exercises(results), dict[str, list[str]]()
    for student, sentence in figures.to_look_at:
        noted.setdefault(student, []).append(sentence)
    for student in results.untimed:
        noted.setdefault(student, []).append(UNREADABLE)
    with whole_text(path) as file:
        rows = csv.writer(file)
        rows.writerow(
            ["student", "last name", "first name", "email", "score", "late penalty", "of"]
            + [spreadsheet_text(column) for column in columns]
            + ["not attempted", "mistakes", "to look at", "handed in", "lateness"]
        )
        for each in results.submissions:
            people = (each.student, each.last_name, each.first_name, each.email)
            made: dict[str, dict[str, None]] = {}
            for cell, judged in each.verdicts.items():
                if words := _mistake(judged) or _unnamed(judged):
                    made.setdefault(words, {})[exercises[cell]] = None
            skipped = [named(cell) for cell in each.verdicts if each.is_left(cell)]
            texts = (
                ", ".join(skipped),
                "; ".join(f"{words} ({', '.join(where)})" for words, where in made.items()),
                "; ".join(noted.get(each.student, [])),
                each.handed_in,
                each.lateness,
            )
            rows.writerow(
                [
                    *map(spreadsheet_text, people),
                    points(each.score),
                    points(each.late_penalty),
                    points(results.max_score),
                    *(_cell(each, test) for test in results.tests),
                    *map(spreadsheet_text, texts),
                ]
            )


def _cell(submission: SubmissionResult, test: GradedCell) -> str:
    """Return what the table says of a graded cell: its points, or that a person has to look."""
    if test.cell in submission.pending:
        return "pending"
    if test.cell[0] in submission.not_graded:
        return "not graded"
    return points(submission.points.get(test.cell, 0.0))
