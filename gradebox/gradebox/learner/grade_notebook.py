"""One notebook of the learner's, as it is on disk, graded as a class's submissions are.

Admission, originals, the two processes, tests and verdicts are the grader's own. What differs: the
tests come straight from `source/`, and the code is the learner's own on the learner's own machine,
so layers of the sandbox that this machine does not give are done without, and said.
"""

import ast
import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from nbgrader.utils import determine_grade
from traitlets.config import Config

from gradebox.admission import Admission, Refused
from gradebox.admission.files import Folder
from gradebox.admission.notebook import admit_notebook
from gradebox.admission.notebook_file import read_notebook
from gradebox.assignments import why_not_gradable
from gradebox.earlier_mistakes import ORDINARY, Circumstances, circumstances
from gradebox.exercises import exercises
from gradebox.failures import failure_of
from gradebox.fallback import as_kept, kept_path
from gradebox.flags import ENDED, NOT_TOGETHER, TIME, Flag
from gradebox.grade_submission import (
    NO_DATABASE,
    GradingResult,
    RunContext,
    Steps,
    Submission,
    grade,
)
from gradebox.hidden import Region, Secrets, is_test
from gradebox.kernel.executor import Executor, configured
from gradebox.learner.cell_seconds import NO_LIMIT, Check, allowance
from gradebox.learner.course import Place, places
from gradebox.learner.troubles import (
    Trouble,
    beginning,
    cell_that_ended_it,
    other_cells,
    troubles,
    why_left_out,
    without,
)
from gradebox.originals import Original, OriginalNotebook, original_in
from gradebox.plain_text import one_line
from gradebox.sandbox import LayerStatus
from gradebox.source_notebook import read_source
from gradebox.student_files import TooLarge, Unsafe, read_file
from gradebox.verdict_kinds import SENTENCES, Kind, Verdict
from gradebox.verdicts import about, own_lines, safe_verdict

LEARNER = "you"
MOST_LEFT_OUT = 3  # cells that end all others, before there is no grade


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

    @property
    def has_failed(self) -> bool:
        """Return True if it did not give its points; of one without points, its verdict says so."""
        return self.score < self.points if self.points else self.verdict.kind is not Kind.PASSED


@dataclass(frozen=True)
class ExerciseResult:
    """An answer cell, the graded cells that depend on it, and where it stands."""

    name: str  # the answer cell's grade_id
    tests: tuple[TestResult, ...]
    place: Place
    attempt: str  # a fingerprint of the answer; "" if it is as it was handed out
    cell: str = ""  # the answer cell's id in the notebook
    trouble: Trouble | None = None  # what went wrong in the answer cell itself

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
        """The tests that did not give all of their points, or failed for none."""
        return [test for test in self.tests if test.has_failed]


@dataclass(frozen=True)
class NotebookResult:
    """A graded notebook."""

    exercises: tuple[ExerciseResult, ...]
    flags: tuple[str, ...]  # sentences about what was put right before grading, or stopped
    given_up: tuple[str, ...]  # layers of the sandbox
    code: str  # a fingerprint of the code cells, as they are in the file

    def of(self, name: str) -> "NotebookResult":
        """Return what came of one exercise alone."""
        return replace(self, exercises=tuple(e for e in self.exercises if e.name == name))

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
    course = CourseDirectory(config=config, assignment_id=assignment)
    as_configured = Autograde(coursedir=course, config=Config(config))
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    prepared = _prepared(as_configured, assignment, path.name)
    config = Config(config)
    config.Executor.without = [*configured(config).without, *given_up]
    converter = Autograde(coursedir=course, config=config)
    steps = Steps.of(converter).work
    if len(given_up) == len(layers):
        steps = tuple(Execute if issubclass(step, Executor) else step for step in steps)
        config.Execute.setdefault("kernel_name", "python3")  # not the instructor's
    context = RunContext(prepared.original, steps, config, NO_DATABASE)
    run = _Run(assignment, prepared.source, context, _allowance(converter, config))
    content = _read(path, Admission(config=config))
    graded = run.grade(path, content)
    if assignment in graded.refused:
        raise NotebookNotGraded(f"{path.name} was not graded: {graded.refused[assignment]}.")
    return NotebookResult(
        tuple(_exercises(graded, run, Region.from_config(config))),
        tuple(_flags(graded, assignment, run)),
        given_up,
        code_fingerprint(content),
    )


def _allowance(converter: Autograde, config: Config) -> Callable[[], Any]:
    """Return what begins anew to say how long each cell may run, as `c.Check.cell_seconds` does."""
    configured = Execute(parent=converter).timeout
    timeout = configured if configured and configured > 0 else NO_LIMIT
    return partial(allowance, Check(config=config).cell_seconds or timeout, timeout)


@dataclass
class _Run:
    """One grading: a cell that ends Python is left out, and the notebook graded again."""

    assignment: str
    source: NotebookNode
    context: RunContext
    allowance: Callable[[], Any]
    left_out: dict[str, tuple[str, str]] = field(default_factory=dict)  # {name: (source, why)}
    notes: list[str] = field(default_factory=list)

    @property
    def original(self) -> OriginalNotebook:
        """The instructor's notebook."""
        return self.context.original.notebooks[self.assignment]

    def grade(self, path: Path, content: bytes) -> GradingResult:
        """Return the result, with what each exercise that could be run has got."""
        for _ in range(MOST_LEFT_OUT + 1):
            # A cell that was left out costs the others none of their time.
            self.context.config.Execute.timeout_func = self.allowance()
            folder = Folder(notebooks={self.assignment: content})
            graded = grade(Submission(LEARNER, path, folder, {}), self.context)
            flag = cell_that_ended_it(graded.flags[self.assignment])
            if flag is None:
                break
            fewer = self._without(flag, content)
            if fewer is None:
                break
            content = fewer
        return graded

    def _without(self, flag: Flag, content: bytes) -> bytes | None:
        """Return the notebook without the answer that a flag is about; None if there is none."""
        notebook = json.loads(content)
        name, source = flag.cell, ""
        if name in self.original.cells:
            if is_test(self.original.cells[name]):
                name = self._answer_of(name)
        else:
            limits = Admission(config=self.context.config)
            admitted, _ = admit_notebook(content, self.original, limits)
            name, source = "", admitted.cells[int(flag.cell)].source
        was = without(notebook, name, source)
        if not was:
            return None
        if name:
            self.left_out[name] = (was, why_left_out(flag))
        else:
            self.notes.append(f"{beginning(source)}: {why_left_out(flag).rstrip('.')}")
        return json.dumps(notebook).encode()

    def _answer_of(self, test: str) -> str:
        return next(each.cell for each in exercises(self.source) if test in each.points)


@dataclass(frozen=True)
class _Prepared:
    """The part that is the same for every answer: the assignment as the instructor made it."""

    key: str  # changes when a file of the assignment, its kept trial or the configuration does
    source: NotebookNode
    original: Original


_last_prepared: _Prepared | None = None  # a learner grades one notebook again and again


def _prepared(converter: Autograde, assignment: str, learners: str) -> _Prepared:
    global _last_prepared
    course = converter.coursedir
    folder = Path(course.format_path(course.source_directory, ".", assignment))
    digest = hashlib.sha256(repr((str(folder), converter.config)).encode())
    files = sorted(each for each in folder.rglob("*") if each.is_file())
    for file in (*files, *filter(Path.is_file, [kept_path(Path(course.root), assignment)])):
        digest.update(repr((str(file), hashlib.sha256(file.read_bytes()).digest())).encode())
    key = digest.hexdigest()
    if _last_prepared is None or _last_prepared.key != key:
        notebook = folder / f"{assignment}.ipynb"
        if why := why_not_gradable(notebook, configured(converter.config).kernels):
            raise NotebookNotGraded(f"{learners} was not graded: {why}.")
        source = read_source(notebook)
        original = as_kept(converter, original_in(converter, assignment), [assignment])
        _last_prepared = _Prepared(key, source, original)
    return _last_prepared


def _read(path: Path, limits: Admission) -> bytes:
    """Return a file in format 4, each cell with a source; as it is, if grading will refuse it."""
    try:
        content = read_file(path, limits.max_notebook_bytes)
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
    try:
        cells, metadata = read_notebook(content, limits)
    except Refused:
        return content
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole).encode()


def _exercises(graded: GradingResult, run: _Run, region: Region) -> Iterator[ExerciseResult]:
    notebook = nbformat.reads(graded.notebooks[run.assignment], as_version=4)
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in notebook.cells
        if "nbgrader" in cell.metadata
    }
    secrets, own = Secrets.of(notebook, region), own_lines(notebook, region)
    around = circumstances(notebook)
    wrong = troubles(cells, graded.flags[run.assignment])
    wrong |= {name: Trouble(why) for name, (_, why) in run.left_out.items()}
    where = places(run.source)
    for exercise in exercises(run.source):
        name = exercise.cell
        tests = tuple(
            _test(cells[test], region, own, secrets, around.get(test, ORDINARY))
            for test in exercise.points
        )
        attempt = cell_id = ""
        if name in cells:
            cell_id = cells[name].id
            answer = run.left_out[name][0] if name in run.left_out else cells[name].source
            if name in wrong or any(t.verdict.kind is not Kind.NOT_ATTEMPTED for t in tests):
                attempt = fingerprint(answer)
            if attempt == fingerprint(run.original.cells[name].source):
                attempt = ""
        yield ExerciseResult(name, tests, where[name], attempt, cell_id, wrong.get(name))


def _test(
    cell: Any,
    region: Region,
    own: frozenset[str],
    secrets: Secrets,
    around: Circumstances,
) -> TestResult:
    score, points = determine_grade(cell)
    if is_test(cell):
        judged = safe_verdict(cell, region, own, secrets, around=around)
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
        replace(judged, mistake=one_line(judged.mistake), facts=facts),
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


def _flags(graded: GradingResult, assignment: str, run: _Run) -> Iterator[str]:
    """Yield a sentence for each thing that was noticed, but for what the exercises' rows say."""
    notebook = nbformat.reads(graded.notebooks[assignment], as_version=4)
    found = [*run.notes, *other_cells(notebook)]
    named = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in notebook.cells}
    for flag in graded.flags[assignment]:
        if flag.kind in (TIME, ENDED, "secret", NOT_TOGETHER):
            continue  # said elsewhere; no secret to who has source/
        cell, words = flag.cell, flag.text.rstrip(".")
        if cell.isdecimal() and cell not in named:  # nothing that the learner could find it by
            cell, words = "", words.replace("The cell", "One of your cells", 1)
        found.append(f"{cell}: {words}" if cell else words)
    yield from dict.fromkeys(map(one_line, found))


def code_fingerprint(content: bytes) -> str:
    """Return a hash of the code cells of a notebook, which changes when one of them does."""
    cells = json.loads(content)["cells"]
    code = [cell["source"] for cell in cells if cell.get("cell_type") == "code"]
    return hashlib.sha256(json.dumps(code).encode()).hexdigest()[:16]


def fingerprint(answer: str) -> str:
    """Return a hash of an answer that stays the same when only its layout or comments change."""
    try:
        text = ast.dump(ast.parse(answer))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a magic, or no Python (yet)
        text = "".join(answer.split())
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
