"""``python -m authoring demo``: nbgrader's loop on three submissions, in a temporary folder.

Generate, release; each student fetches, completes, validates and submits; collect, autograde,
feedback, export. Ada answers everything right, Ben only the first half, Cy is wrong in known
ways. The right answers are those of `source/`, so what each student must get can be computed from
the notebook, and the demo fails if the gradebook says anything else.
"""

import shlex
import sys
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import nbformat
import typer
from gradebox.classroom import Classroom, StepFailed
from gradebox.exercises import Exercise, answer_cells, exercises
from gradebox.folder import assignments, find_root
from nbformat import NotebookNode
from sqlalchemy.exc import SAWarning
from traitlets.config import Config
from typer import Option

from authoring.demo_answers import WRONG, wrong_cells
from gradebox import cli

ADA, BEN, CY = "ada", "ben", "cy"
STUDENTS = {
    ADA: "answered everything right",
    BEN: "answered the first half",
    CY: "answered everything, some of it wrong",
}

Scores = dict[str, dict[str, float]]  # {student: {grade_id: points}}


@dataclass
class DemoReport:
    """The products of the loop, for each assignment."""

    expected: dict[str, Scores] = field(default_factory=dict)
    scores: dict[str, Scores] = field(default_factory=dict)
    points: dict[str, dict[str, float]] = field(default_factory=dict)  # {grade_id: at most}
    failing: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # Validate, by student
    feedback: dict[str, list[Path]] = field(default_factory=dict)  # as the students fetched it
    grades: list[dict[str, str]] = field(default_factory=list)  # the rows of the exported CSV

    def wrong_scores(self) -> list[str]:
        """Return a sentence for each score that is not exactly what it should be."""
        return [
            f"{student} has {got} on {cell} of {assignment}, but should have {points}."
            for assignment, expected in self.expected.items()
            for student, cells in expected.items()
            for cell, points in cells.items()
            if (got := self.scores[assignment].get(student, {}).get(cell)) != points
        ]


def demo(
    keep: Annotated[str | None, Option(metavar="DIR", help="work in this new folder")] = None,
    assignment: Annotated[
        list[str] | None, Option(metavar="NAME", help="only this one; may be repeated")
    ] = None,
) -> None:
    """Take three submissions through the whole grading loop, each from fetching to feedback."""
    try:
        root = find_root()
        names = _chosen(root, assignment)
        folder = _folder(keep)
        report = run(root, folder, names, say=print)
        print(f"\n{table(report)}")
        wrong = report.wrong_scores()
        if wrong:
            print("\n".join(("", *wrong)), file=sys.stderr)
            raise typer.Exit(1)
        print("\nEvery score is what it should be.")
        print(f"The grades are in {folder}/grades.csv, the feedback in {folder}/feedback.")
        print(f"To see it all in the formgrader: cd {shlex.quote(str(folder))} && jupyter lab")
    except DemoError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    except OSError as error:
        raise typer.Exit(cli.told(error, 1)) from None


app = cli.command(demo)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "python -m authoring demo")


class DemoError(Exception):
    """The demo cannot go on; the message is a sentence."""


def run(root: Path, folder: Path, names: list[str], say: Callable[[str], object]) -> DemoReport:
    """Take the three students through assignments of the course at `root`; return what came of it.

    Everything happens in `folder`; `say` gets one line a step. Raises DemoError where a step fails.
    """
    # SQLAlchemy's remarks on nbgrader and the kernel's on its transport would hide the steps.
    warnings.filterwarnings("ignore", category=SAWarning)
    overrides = Config()
    overrides.Execute.extra_arguments = ["--log-level=ERROR"]
    classroom = Classroom.copy_of(root, folder, names, overrides)
    report = DemoReport()
    try:
        for name in names:
            loop(classroom, name, report, say)
        report.grades = classroom.export(classroom.root / "grades.csv")
        say(f"Exported {len(report.grades)} grades as CSV.")
    except StepFailed as error:
        raise DemoError(f"The demo stopped at this step: {error}") from error
    return report


def loop(classroom: Classroom, name: str, report: DemoReport, say: Callable[[str], object]) -> None:
    """Take one assignment from `source/` to the feedback in the students' hands."""
    source = nbformat.read(classroom.root / "source" / name / f"{name}.ipynb", as_version=4)
    work = exercises(source)
    report.points[name] = {cell: points for each in work for cell, points in each.points.items()}
    report.expected[name] = {student: expected_scores(work, student, name) for student in STUDENTS}

    classroom.generate(name)
    say(f"{name}: generated the students' version, without answers and hidden tests.")
    classroom.release(name)
    say(f"{name}: released through the exchange.")
    report.failing[name] = {}
    for student, manner in STUDENTS.items():
        folder = classroom.fetch(name, student)
        notebook = folder / f"{name}.ipynb"
        complete(notebook, answers_of(student, source, work, name))
        failing = classroom.validate(notebook)
        report.failing[name][student] = failing
        classroom.submit(name, student)
        say(
            f"{name}: {student} fetched it, {manner}, validated "
            f"({len(failing)} of {len(report.points[name])} checks failed) and submitted."
        )
    classroom.collect(name)
    say(f"{name}: collected {len(STUDENTS)} submissions.")
    outcome = classroom.autograde(name)
    if not outcome.ok:
        raise DemoError(f"{name} could not be graded. nbgrader says:\n{outcome.log}")
    report.scores[name] = classroom.scores(name)
    say(f"{name}: graded.")
    classroom.generate_feedback(name)
    classroom.release_feedback(name)
    report.feedback[name] = [
        page for student in STUDENTS for page in classroom.fetch_feedback(name, student)
    ]
    say(f"{name}: feedback generated, released, and fetched by the students.")


def answers_of(
    student: str, source: NotebookNode, work: list[Exercise], name: str
) -> dict[str, str]:
    """Return {grade_id: source} of the answer cells that this student fills in."""
    right = answer_cells(source)
    if student == BEN:
        return {cell: right[cell] for cell in _first_half(work)}
    if student == CY:
        return right | wrong_cells(name)
    return right


def expected_scores(work: list[Exercise], student: str, name: str) -> dict[str, float]:
    """Return {grade_id: points} that this student must get."""
    solved = set(_first_half(work)) if student == BEN else {each.cell for each in work}
    lost = set() if student != CY else {cell for wrong in WRONG[name] for cell in wrong.loses}
    return {
        cell: points if each.cell in solved and cell not in lost else 0.0
        for each in work
        for cell, points in each.points.items()
    }


def _first_half(work: list[Exercise]) -> list[str]:
    return [each.cell for each in work[: len(work) // 2]]


def complete(path: Path, given: dict[str, str]) -> None:
    """Write answers, by grade_id, into the answer cells of the notebook at `path`."""
    notebook = nbformat.read(path, as_version=4)
    for cell in notebook.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution") and mark["grade_id"] in given:
            cell.source = given[mark["grade_id"]]
    nbformat.write(notebook, path)


def table(report: DemoReport) -> str:
    """Return the points of each student in each assignment, of how many, as text."""
    head = ["", *report.scores]
    rows = [head]
    for student in STUDENTS:
        cells = [
            f"{sum(scores.get(student, {}).values()):g} of {sum(report.points[name].values()):g}"
            for name, scores in report.scores.items()
        ]
        rows.append([student, *cells])
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _folder(named: str | None) -> Path:
    """Return the new folder in which the demo happens, a temporary one unless it has a name.

    It stays, for its feedback is to be read: the system clears temporary folders in its own time.
    """
    if named is None:
        return Path(tempfile.mkdtemp(prefix="course-demo-"))
    folder = Path(named).resolve()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DemoError(f"{folder} is there already and not an empty folder: name another.")
    return folder


def _chosen(root: Path, asked: list[str] | None) -> list[str]:
    """Return the assignments asked for, or all that Cy knows wrong answers to."""
    available = [name for name in assignments(root) if name in WRONG]
    unknown = [name for name in asked or () if name not in available]
    if unknown or not available:
        raise DemoError(
            f"The demo knows no wrong answers for {', '.join(unknown) or 'any assignment here'}; "
            f"it does for {', '.join(WRONG)}. More of them belong in authoring/demo_answers.py."
        )
    return asked or available
