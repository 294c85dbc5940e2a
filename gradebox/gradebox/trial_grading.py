"""The grading of a trial's answers, without a gradebook: what each test cell gave each of them."""

import copy
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import determine_grade

from gradebox.admission.files import Folder
from gradebox.errors import CannotGrade, is_machine_trouble
from gradebox.failures import KEY, failure_of
from gradebox.flags import DOUBT, ENDED, NOT_TOGETHER, TIME
from gradebox.grade_submission import GradingResult, RunContext, Submission
from gradebox.kernel.executor import Executor
from gradebox.kernel.names import defined, is_graded_by_output
from gradebox.originals import OriginalNotebook
from gradebox.points import as_number
from gradebox.pool import OpenPool
from gradebox.sandbox import SandboxUnavailable
from gradebox.trial_words import reason

# An answer that computes nothing may have a loop of the course's go on for ever.
LEAST_CELL_SECONDS, LEAST_SECONDS = 2, 8
TIMES_THE_SOLUTION = 3
_NO_NAME = re.compile(r"name '(\w+)' is not defined")


@dataclass(frozen=True)
class GradedTest:
    """One test cell that was graded."""

    answer: str
    notebook: str
    name: str
    cell: NotebookNode
    points: float
    most: float
    refused: str = ""  # why there are no points for the whole notebook
    doubt: str = ""  # what it uses that may differ together with the answers
    is_not_together: bool = False  # whether it passed apart, and then not together
    cut_off: tuple[str, ...] = ()  # the cells of its notebook that ran for too long
    seconds: float = 0.0  # that the answer took
    lacking: tuple[str, str] | None = None  # a name that a cell above lacks, and the test it is of

    @property
    def place(self) -> tuple[str, str, str]:
        """The answer, the notebook and the grade_id: the same in each run."""
        return self.answer, self.notebook, self.name

    @property
    def is_full(self) -> bool:
        """Return True if it gave all its points."""
        return self.points >= self.most

    @property
    def is_odd(self) -> bool:
        """Return True if it has a result that is no number."""
        results = [o for o in self.cell.get("outputs", ()) if o.output_type == "execute_result"]
        return any(as_number(result) is None for result in results)

    @property
    def why(self) -> str:
        """Why it gave no more, in sentences."""
        return reason(self.cell, self.refused)

    @property
    def says_why_not_apart(self) -> bool:
        """Return True if its failure says what could not be done apart."""
        failure = failure_of(self.cell)
        return failure is not None and bool(failure.not_apart)

    def part_of(self, most: float) -> str:
        """Return the points that it gave, as a sentence; "" for none."""
        return f" It gave {self.points:g} of {most:g} points." if self.points else ""


def grade_answers(
    context: RunContext, answers: Mapping[str, Folder], open_pool: OpenPool
) -> list[GradedTest]:
    """Grade answers; return every test cell of theirs. Raises CannotGrade."""
    if not answers:
        return []
    results = _results(context, answers, open_pool)
    return [
        cell
        for answer, result in results.items()
        for name in answers[answer].notebooks
        for cell in _cells(answer, name, result, context.original.notebooks[name])
    ]


def _results(
    context: RunContext, answers: Mapping[str, Folder], open_pool: OpenPool
) -> dict[str, GradingResult]:
    done: dict[str, GradingResult] = {}
    with open_pool(context) as pool:
        waiting = [Submission(name, Path(name), folder, {}) for name, folder in answers.items()]
        while waiting or not pool.is_empty:
            if waiting and not pool.is_full:
                pool.put(waiting.pop())
                continue
            submission, result = pool.take()
            if isinstance(result, Exception):
                if isinstance(result, SandboxUnavailable) or is_machine_trouble(result):
                    raise CannotGrade(str(result))
                why = f"it stopped the grader ({type(result).__name__}: {result})"
                result = GradingResult(refused=dict.fromkeys(submission.folder.notebooks, why))
            done[submission.student] = result
    return {name: done[name] for name in answers}


def _cells(
    answer: str, notebook: str, result: GradingResult, original: OriginalNotebook
) -> Iterator[GradedTest]:
    if notebook in result.refused:
        for name, cell in tests_in(original).items():
            most = float(cell.metadata.nbgrader.points)
            yield GradedTest(answer, notebook, name, cell, 0, most, result.refused[notebook])
        return
    graded = nbformat.reads(result.notebooks[notebook], as_version=4)
    flags = graded.metadata.get(KEY, {}).get("flags", ())
    doubts = {flag["cell"]: flag["text"] for flag in flags if flag["kind"] == DOUBT}
    failed = {flag["cell"] for flag in flags if flag["kind"] == NOT_TOGETHER}
    named = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in graded.cells}
    late = [flag["cell"] for flag in flags if flag["kind"] in (TIME, ENDED)]
    is_place = {cell: cell.isdecimal() and cell not in named for cell in late}  # it has no name
    cut_off = tuple(f"cell {int(cell) + 1}" if is_place[cell] else cell for cell in late)
    made: dict[str, str] = {}  # names, and the tests that were last to give them a value
    lacking: tuple[str, str] | None = None
    for cell in graded.cells:
        if not is_graded_by_output(cell):
            lacking = lacking or _lacking(cell, made)
            continue
        points, most = determine_grade(cell)
        name = cell.metadata.nbgrader.grade_id
        made |= dict.fromkeys(defined(cell.source), name)
        yield GradedTest(
            *(answer, notebook, name, cell, float(points or 0), float(most)),
            doubt=doubts.get(name, ""),
            is_not_together=name in failed,
            cut_off=cut_off,
            seconds=result.seconds,
            lacking=lacking,
        )


def _lacking(cell: NotebookNode, made: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the name that a cell has asked for in vain, and the test that makes it."""
    for output in cell.get("outputs", ()):
        if output.output_type == "error" and output.ename == "NameError":
            found = _NO_NAME.match(output.evalue)
            if found and found[1] in made:
                return found[1], made[found[1]]
    return None


def tests_in(original: OriginalNotebook) -> dict[str, NotebookNode]:
    """Return the test cells of a notebook, by grade_id."""
    return {name: cell for name, cell in original.cells.items() if is_graded_by_output(cell)}


def answers_where(
    answers: Mapping[str, Folder], graded: list[GradedTest], is_wanted: Callable[[GradedTest], bool]
) -> dict[str, Folder]:
    """Return the answers with only the notebooks in which a cell is wanted."""
    wanted = {(cell.answer, cell.notebook) for cell in graded if is_wanted(cell)}
    return {
        answer: replace(folder, notebooks=chosen)
        for answer, folder in answers.items()
        if (chosen := {n: text for n, text in folder.notebooks.items() if (answer, n) in wanted})
    }


def points_in(graded: list[GradedTest], cell: GradedTest) -> float:
    """Return what a cell gave in another run; less than nothing if it was not in it."""
    return next((each.points for each in graded if each.place == cell.place), -1)


def all_together(context: RunContext) -> RunContext:
    """Return the same grading with all tests together with the answers, whatever metadata says."""
    notebooks = {
        name: replace(each, metadata={**each.metadata, KEY: {"tests": "together"}})
        for name, each in context.original.notebooks.items()
    }
    config = copy.deepcopy(context.config)  # its sections would be shared
    config.Executor.tests = "together"
    return replace(context, original=replace(context.original, notebooks=notebooks), config=config)


def cut_short(context: RunContext, seconds: float) -> RunContext:
    """Return the same grading with less time, for answers that should take no longer than another.

    A cell has as long as that one took in all, a notebook three times as long, and both have some
    seconds at least, but no more than the course gives.
    """
    config = copy.deepcopy(context.config)
    usual = Executor(config=context.config)
    in_all = max(TIMES_THE_SOLUTION * seconds, LEAST_SECONDS)
    for_cell = math.ceil(max(seconds, LEAST_CELL_SECONDS))
    config.Executor.total_seconds = min(in_all, usual.total_seconds or in_all)
    is_limited = usual.timeout is not None and usual.timeout > 0
    config.Executor.timeout = min(for_cell, usual.timeout) if is_limited else for_cell
    config.Executor.timeout_func = None
    return replace(context, config=config)
