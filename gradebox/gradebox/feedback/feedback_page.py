"""The content of a feedback page, put together from a graded notebook."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import isclose
from typing import Any

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from gradebox.earlier_mistakes import ORDINARY, circumstances, is_as_handed_out
from gradebox.feedback.outputs import MAX_OUTPUTS, more_outputs, output_html
from gradebox.feedback.page_budget import Budget
from gradebox.feedback.remarks import remarks
from gradebox.feedback.sanitise import MAX_TEXT, plain, safe_markdown
from gradebox.hidden import Region, Secrets, is_test
from gradebox.html_pages import page
from gradebox.verdict_kinds import LEFT, SENTENCES, About, Kind, Verdict
from gradebox.verdicts import about, own_lines, safe_verdict

WITHHELD = Markup("<p><em>This output repeats a line of a hidden test and is left out.</em></p>")
FULL = Markup("<p><em>The page is full: this output is left out.</em></p>")
FULL_CELL = Markup("<p><em>The page is full: this cell is left out.</em></p>")
NEXT = 3  # so many exercises are suggested to look at
NOTHING = About("")
NO_FAILURE = {Kind.PASSED, Kind.BY_HAND}
UNJUDGED = Verdict(Kind.BY_HAND, SENTENCES[Kind.BY_HAND])


@dataclass(frozen=True)
class Shown:
    """A cell on the page: `body` is its code or text, `outputs` what stands below it."""

    anchor: str
    body: str = ""
    outputs: tuple[str, ...] = ()
    comment: str = ""
    role: str = "other"  # or "answer", "test", "task"
    score: float | None = None  # None where nothing is to be had
    points: float = 0
    about: About = NOTHING
    verdict: Verdict = UNJUDGED
    pending: bool = False  # it waits for a person

    @property
    def is_lost(self) -> bool:
        """Return True if points were lost here."""
        return not self.pending and self.score is not None and self.score < self.points

    @property
    def state(self) -> str:
        """How much of its points a graded cell got, in one word; also the name of its colour."""
        if self.score is None:
            return ""
        if self.pending:
            return "pending"
        if self.score >= self.points:  # of a bonus without points, that says nothing
            return "full" if self.score > 0 or self.verdict.kind in NO_FAILURE else "none"
        return "part" if self.score > 0 else "none"

    @property
    def is_by_person(self) -> bool:
        """Return True if a person has given a test other points than it gave itself."""
        if self.role != "test" or self.score is None or self.pending:
            return False
        return not isclose(self.score, self.verdict.points, abs_tol=1e-6)

    @property
    def verdict_label(self) -> str:
        """The chip's text."""
        if self.pending:
            return "pending"
        if self.is_by_person:
            return (Kind.PASSED if self.state == "full" else Kind.BY_HAND).value
        return self.verdict.kind.value

    @property
    def says(self) -> str:
        """The sentence beside the chip."""
        if self.is_by_person:
            return "The points were set by a person."
        if self.verdict.kind is Kind.BY_HAND and self.comment:
            return f"{self.verdict.kind.value.capitalize()}: see the comment."
        return self.verdict.says


@dataclass
class ExerciseFeedback:
    """The graded cells of one exercise."""

    name: str
    cells: list[Shown] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The points got."""
        return sum(cell.score or 0 for cell in self.cells)

    @property
    def points(self) -> float:
        """The points there are."""
        return sum(cell.points for cell in self.cells)

    @property
    def pending(self) -> bool:
        """Whether all of it waits for a person."""
        return all(cell.pending for cell in self.cells)


def render(
    notebook: Any, about_submission: dict[str, Any], region: Region, error_texts: bool = True
) -> str:
    """Return the page for a notebook that `GetGrades` has put scores and comments into.

    `about_submission["pending"]`, where it is there, names the cells that wait for a person, and
    `about_submission["others"]` says what became of the assignment's other notebooks.
    """
    pending = about_submission.get("pending", ())
    cells = list(_shown(notebook, region, pending, error_texts))
    exercises: dict[str, ExerciseFeedback] = {}
    for cell in cells:
        if cell.score is not None:
            name = cell.about.exercise
            exercises.setdefault(name, ExerciseFeedback(name)).cells.append(cell)
    lost = [
        next(cell for cell in exercise.cells if cell.is_lost)
        for exercise in exercises.values()
        if any(cell.is_lost for cell in exercise.cells)
    ]
    return page(
        "feedback.html.j2",
        about=about_submission,
        exercises=list(exercises.values()),
        next_steps=lost[:NEXT],
        more=max(len(lost) - NEXT, 0),
        pending=[cell for cell in cells if cell.pending],
        groups=list(_groups(cells)),
        remarks=[*remarks(notebook), *about_submission.get("others", ())],
    )


def _shown(
    notebook: Any, region: Region, pending: Collection[str], error_texts: bool
) -> Iterator[Shown]:
    secrets = Secrets.of(notebook, region)
    own, around = own_lines(notebook, region), circumstances(notebook)
    texts, shown = Budget(), Budget()  # much output takes no room from the answers
    for number, cell in enumerate(notebook.cells):
        mark = cell.metadata.get("nbgrader", {})
        outputs: tuple[str, ...] = ()
        if cell.get("outputs") and not _hides(cell, region):
            outputs = tuple(_outputs(cell, secrets, shown))
        common: dict[str, Any] = {"anchor": f"cell-{number}", "outputs": outputs}
        if comment := mark.get("comment"):
            common["comment"] = Markup(safe_markdown(comment))  # a grader's own
        if mark.get("grade") or mark.get("task"):
            common |= {"score": float(mark["score"]), "points": float(mark["points"])}
            common["pending"] = mark["grade_id"] in pending
            if is_as_handed_out(cell) and not mark["score"]:
                common["verdict"] = LEFT
        if is_test(cell):
            common["verdict"] = safe_verdict(
                cell, region, own, secrets, error_texts, around.get(mark["grade_id"], ORDINARY)
            )
            body = _code(region.visible(cell.source), texts)
            yield Shown(**common, role="test", body=body, about=about(cell))
        elif cell.cell_type == "code":
            role = "answer" if mark.get("solution") else "other"
            name = About(mark.get("grade_id", ""))
            yield Shown(**common, role=role, body=_code(cell.source, texts), about=name)
        elif cell.source.strip() or "score" in common:
            role = "task" if mark.get("task") else "answer" if mark.get("solution") else "other"
            text = _markdown(cell, texts)
            yield Shown(**common, role=role, body=text, about=About(mark.get("grade_id", "")))


def _hides(cell: Any, region: Region) -> bool:
    """Return True for a cell with hidden tests: what it printed may come from them."""
    return is_test(cell) and region.hides(cell.source)


def _outputs(cell: Any, secrets: Secrets, budget: Budget) -> Iterator[Markup]:
    outputs = cell.get("outputs", [])
    for output in outputs[:MAX_OUTPUTS]:
        if budget.is_spent:
            yield FULL
            return
        if html := budget.spend(output_html(output), outputs=1):
            words = re.sub(r'src="data:[^"]*"', "", html)  # pictures are long, and say nothing
            yield WITHHELD if secrets.leaks_into(words) else Markup(html)
    if left_out := more_outputs(outputs):
        yield Markup(f"<p><em>{left_out}</em></p>")


def _code(source: str, budget: Budget) -> Markup:
    if budget.is_spent or not source.strip():
        return FULL_CELL if source.strip() else Markup()
    lines = highlight(plain(source, MAX_TEXT), PythonLexer(), HtmlFormatter(nowrap=True))
    return Markup(budget.spend(f'<pre class="code" tabindex="0">{lines}</pre>'))


def _markdown(cell: Any, budget: Budget) -> Markup:
    if budget.is_spent:
        return FULL_CELL
    return Markup(budget.spend(safe_markdown(cell.source, cell.get("attachments"))))


def _groups(cells: list[Shown]) -> Iterator[tuple[bool, list[Shown]]]:
    """Yield the cells in order, runs of those that only surround the work together.

    The first of each pair says whether the run can be folded away.
    """
    run: list[Shown] = []
    for cell in cells:
        if cell.role == "other" and not cell.comment:
            run.append(cell)
            continue
        if run:
            yield True, run
            run = []
        yield False, [cell]
    if run:
        yield True, run
