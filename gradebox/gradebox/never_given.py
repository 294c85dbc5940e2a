"""The parts of an assignment that students are not given: solutions, hidden tests, mark schemes.

A submission with the text of it is flagged. That is no proof, but nobody writes the same comment
by chance, and the marks around a solution stand in `source/` only.
"""

import contextlib
import copy
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import (
    CheckCellMetadata,
    ClearHiddenTests,
    ClearMarkScheme,
    ClearSolutions,
    ComputeChecksums,
    InstantiateTests,
    NbGraderPreprocessor,
    SaveCells,
)
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from gradebox.hidden import LONG, is_distinctive

ENOUGH_TESTS = 2  # lines of hidden tests: one alone may be anybody's
ENOUGH_WORDS = 4  # in a comment: `# (n_q, n_k)` is everybody's, a sentence is somebody's

Step = type[NbGraderPreprocessor]


@dataclass(frozen=True)
class NeverGiven:
    """Lines by which a text that students are not given is known, without spaces around them."""

    marks: frozenset[str] = frozenset()  # each a part of a line, such as "### BEGIN SOLUTION"
    tests: frozenset[str] = frozenset()
    comments: frozenset[str] = frozenset()  # lines of solutions, with a comment in words

    def is_in(self, text: str) -> bool:
        """Return True if `text` holds a mark, a commented line of a solution, or hidden tests."""
        found = set(lines(text))
        return (
            any(mark in text for mark in self.marks)
            or not found.isdisjoint(self.comments)
            or len(found & self.tests) >= ENOUGH_TESTS
        )


def lines(text: str) -> list[str]:
    """Return the lines that are not blank, without spaces around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def handed_out(cells: Iterable[NotebookNode], config: Config) -> dict[str, str]:
    """Return {grade_id: source} of the gradebook's cells as the students' version has them.

    What the course does to a notebook between saving its cells and releasing it is done to them,
    so its own marks count, whatever they are.
    """
    notebook = NotebookNode(metadata=NotebookNode(), nbformat=4, nbformat_minor=5)
    notebook.cells = [copy.deepcopy(cell) for cell in cells]
    steps = _steps(config)
    saved = max((i for i, step in enumerate(steps) if issubclass(step, SaveCells)), default=-1)
    for step in steps[saved + 1 :]:
        if not issubclass(step, ComputeChecksums | CheckCellMetadata):
            # a course's own step may want more than cells; then what it does is not known here
            with contextlib.suppress(Exception):
                notebook, _ = step(config=config)(notebook, {})
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in notebook.cells}


def never_given(
    cells: Mapping[str, str], given: Mapping[str, str], source: NotebookNode | None, config: Config
) -> NeverGiven:
    """Return what tells the text of an assignment that is not handed out.

    `cells` is {grade_id: source} of the gradebook's cells, `given` the same as they are handed out,
    and `source` the notebook with the solutions, if it is there.
    """
    shown = "\n".join(given.values())
    solutions: set[str] = set()
    for cell in source.cells if source is not None else ():
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name not in given:
            shown += f"\n{cell.source}"
        elif cell.metadata.nbgrader.get("solution"):
            solutions.update(lines(cell.source))
    hidden = {
        line for name, text in given.items() for line in set(lines(cells[name])) - {*lines(text)}
    }
    return NeverGiven(
        marks=frozenset(mark for mark in _marks(config) if mark not in shown),
        tests=frozenset(
            line
            for line in hidden
            if len(line) >= LONG and is_distinctive(line) and line not in shown
        ),
        comments=frozenset(
            line for line in solutions if _words_of_comment(line) and line not in shown
        ),
    )


def _words_of_comment(line: str) -> bool:
    comment = line.partition("#")[2]
    return len(re.findall(r"[^\W\d_]{2,}", comment)) >= ENOUGH_WORDS


def _steps(config: Config) -> list[Step]:
    found = GenerateAssignment(config=config).preprocessors
    return [import_item(step) if isinstance(step, str) else step for step in found]


def without_autotests(config: Config) -> list[Step]:
    """Return the steps that make a release, but for the one that runs the source in a kernel."""
    return [step for step in _steps(config) if not issubclass(step, InstantiateTests)]


def _marks(config: Config) -> set[str]:
    """Return the marks that the course has around what it does not hand out."""
    marks: set[str] = set()
    for step in _steps(config):
        for kind in (ClearSolutions, ClearHiddenTests, ClearMarkScheme):
            if issubclass(step, kind):
                made = step(config=config)
                ends = (name for name in kind.class_trait_names() if name.endswith("_delimeter"))
                marks |= {getattr(made, name) for name in ends}
    return marks - {""}
