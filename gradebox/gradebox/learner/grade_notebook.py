"""One notebook of the learner's, as it is on disk, graded as a class's submissions are.

Admission, originals, the two processes, tests and verdicts are the grader's own. What differs: the
tests come straight from `source/`, and the code is the learner's own on the learner's own machine,
so layers of the sandbox that this machine does not give are done without, and said.
"""

import ast
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade
from traitlets.config import Config

from gradebox.admission import Admission, Folder
from gradebox.assignments import why_not_gradable
from gradebox.exercises import exercises
from gradebox.failures import failure_of
from gradebox.grade_submission import GradingResult, RunContext, Steps, Submission, grade
from gradebox.hidden import Region, Secrets, is_test
from gradebox.kernel.executor import Executor
from gradebox.learner.course import Place, places
from gradebox.originals import Original, original_in
from gradebox.plain_text import one_line
from gradebox.sandbox import LayerStatus
from gradebox.student_files import TooLarge, Unsafe, read_file
from gradebox.verdicts import SENTENCES, Kind, Verdict, about, own_lines, safe_verdict

LEARNER = "you"
NO_DATABASE = "sqlite://"  # in memory; only a course's own preprocessors would open it


class NotebookNotGraded(Exception):
    """The notebook has no grade; the message is a sentence for the learner."""


@dataclass(frozen=True)
class TestResult:
    """A graded cell of an exercise, and what came of it."""

    name: str  # the aspect that it tests, or the question
    score: float
    points: float
    verdict: Verdict

    __test__ = False  # not one of pytest's


@dataclass(frozen=True)
class ExerciseResult:
    """An answer cell, the graded cells that depend on it, and where it stands."""

    name: str  # the answer cell's grade_id
    tests: tuple[TestResult, ...]
    place: Place
    attempt: str  # a fingerprint of the answer; "" if it is as it was handed out

    @property
    def score(self) -> float:
        """The points got."""
        return sum(test.score for test in self.tests)

    @property
    def points(self) -> float:
        """The points there are."""
        return sum(test.points for test in self.tests)

    @property
    def failed(self) -> list[TestResult]:
        """Return the tests that did not give all of their points."""
        return [test for test in self.tests if test.score < test.points]


@dataclass(frozen=True)
class NotebookResult:
    """A graded notebook."""

    exercises: tuple[ExerciseResult, ...]
    flags: tuple[str, ...]  # sentences about what was put right before grading, or stopped
    given_up: tuple[str, ...]  # layers of the sandbox

    @property
    def score(self) -> float:
        """The points got."""
        return sum(exercise.score for exercise in self.exercises)

    @property
    def points(self) -> float:
        """The points there are."""
        return sum(exercise.points for exercise in self.exercises)


def grade_file(
    path: Path, assignment: str, config: Config, layers: list[LayerStatus]
) -> NotebookResult:
    """Grade the notebook at `path` with the tests of `assignment`, hidden ones included.

    `layers` says what of the sandbox this machine gives; of no layers at all (a system that is not
    Linux) nbgrader's own executor runs the notebook, in one ordinary kernel.
    """
    given_up = tuple(layer.name for layer in layers if not layer.in_force)
    config = Config(config)
    config.Executor.without = [*config.Executor.get("without", []), *given_up]
    course = CourseDirectory(config=config, assignment_id=assignment)
    converter = Autograde(coursedir=course, config=config)
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    source_file = _source(course, assignment)
    if why := why_not_gradable(source_file):
        raise NotebookNotGraded(f"{path.name} was not graded: {why}.")
    original = original_in(converter, assignment)
    steps = Steps.of(converter).work
    if len(given_up) == len(layers):
        steps = tuple(Execute if issubclass(step, Executor) else step for step in steps)
        config.Execute.setdefault("kernel_name", "python3")  # not the instructor's
    content = _read(path, Admission(config=config))
    graded = grade(
        Submission(LEARNER, path, Folder(notebooks={assignment: content}), {}),
        RunContext(original, steps, config, NO_DATABASE),
    )
    if assignment in graded.refused:
        raise NotebookNotGraded(f"{path.name} was not graded: {graded.refused[assignment]}.")
    source = nbformat.read(source_file, as_version=4)
    return NotebookResult(
        tuple(_exercises(graded, source, original, Region.from_config(config))),
        tuple(_flags(graded, assignment)),
        given_up,
    )


def _source(course: CourseDirectory, assignment: str) -> Path:
    folder = course.format_path(course.source_directory, ".", assignment)
    return Path(folder) / f"{assignment}.ipynb"


def _read(path: Path, limits: Admission) -> bytes:
    try:
        return read_file(path, limits.max_notebook_bytes)
    except TooLarge as error:
        raise NotebookNotGraded(
            f"{path.name} has {error.size / 1e6:.0f} MB, and more than "
            f"{limits.max_notebook_bytes / 1e6:.0f} are not read. Clear its outputs "
            "(Edit, Clear Outputs of All Cells), save, and try again."
        ) from None
    except Unsafe as why:
        raise NotebookNotGraded(
            f"{path.name} was not graded: {why}. Name the file itself."
        ) from None


def _exercises(
    graded: GradingResult, source: NotebookNode, original: Original, region: Region
) -> Iterator[ExerciseResult]:
    notebook = nbformat.reads(graded.notebooks[original.name], as_version=4)
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }
    secrets, own = Secrets.of(notebook, region), own_lines(notebook, region)
    stubs = original.notebooks[original.name].cells
    where = places(source)
    for exercise in exercises(source):
        tests = tuple(_test(cells[name], region, own, secrets) for name in exercise.points)
        attempt = ""
        if exercise.cell in cells and any(t.verdict.kind is not Kind.NOT_ATTEMPTED for t in tests):
            attempt = fingerprint(cells[exercise.cell].source)
            if attempt == fingerprint(stubs[exercise.cell].source):
                attempt = ""
        yield ExerciseResult(exercise.cell, tests, where[exercise.cell], attempt)


def _test(cell: Any, region: Region, own: frozenset[str], secrets: Secrets) -> TestResult:
    score, points = determine_grade(cell)
    if is_test(cell):
        judged = safe_verdict(cell, region, own, secrets)
        if failure_of(cell) is None:
            judged = _unrecorded(cell, judged)
    else:
        judged = Verdict(Kind.BY_HAND, "")
    facts = tuple((label, one_line(words)) for label, words in judged.facts)
    of = about(cell)
    return TestResult(
        of.aspect or of.exercise,
        float(score or 0),
        float(points),
        Verdict(judged.kind, judged.says, one_line(judged.mistake), facts),
    )


def _unrecorded(cell: Any, judged: Verdict) -> Verdict:
    """Add what a visible check said where no record was made, as on a machine without a sandbox.

    A class's feedback leaves that out, since the answer could have forged it; a learner who grades
    alone forges it for nobody else.
    """
    errors = [output for output in cell.outputs if output.output_type == "error"]
    if not errors or errors[0].ename != "CheckFailed":
        return judged
    return Verdict(Kind.CHECK, SENTENCES[Kind.CHECK], facts=(("seen", errors[0].evalue),))


def _flags(graded: GradingResult, assignment: str) -> Iterator[str]:
    """Yield a sentence for each thing that was noticed, but for what the tests' verdicts say."""
    notebook = nbformat.reads(graded.notebooks[assignment], as_version=4)
    tests = {cell.metadata.nbgrader.grade_id for cell in notebook.cells if is_test(cell)}
    seen: set[str] = set()
    for flag in notebook.metadata.course_grading.get("flags", []):
        cell, words = flag["cell"], flag["text"].rstrip(".")
        if (flag["kind"] == "time" and cell in tests) or flag["kind"] == "secret":
            continue  # said elsewhere; no secret to who has source/
        if cell.isdecimal():  # nothing that the learner could find it by
            cell, words = "", words.replace("The cell", "One of your cells", 1)
        sentence = f"{cell}: {words}" if cell else words
        if sentence not in seen:
            seen.add(sentence)
            yield one_line(sentence)


def fingerprint(answer: str) -> str:
    """Return a hash of an answer that stays the same when only its layout or comments change."""
    try:
        text = ast.dump(ast.parse(answer))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a magic, or no Python (yet)
        text = "".join(answer.split())
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
