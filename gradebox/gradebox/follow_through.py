"""Follow-through credit: a mistake in an earlier exercise costs its own points and no others.

A test cell says in a comment which earlier functions its exercise may call:

    ### FOLLOWS: split_heads, merge_heads

Where such a function has lost points and the cell fails, the cell is tried again, with the
function of the instructor's solution in its place (by `kernel.session`). The solution runs in the
tests' process; the student's gets a function that asks for values (`separate.solution`).
"""

import ast
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nbformat import NotebookNode
from nbgrader.converters.base import NbGraderException

from gradebox.exercises import graded_cells
from gradebox.kernel.magics import parsed, without_magics
from gradebox.kernel.names import defined, is_graded_by_output, is_set_up, names_read

LINE = re.compile(r"^\s*#+ *FOLLOWS:(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Earlier:
    """A function of an earlier answer, and the test cells of its exercise."""

    name: str
    tests: tuple[str, ...]  # their grade_ids; none for an answer that has no points of its own


@dataclass(frozen=True)
class FollowThrough:
    """The functions that may stand in for a student's own while one test cell runs."""

    exercise: str  # the grade_id of the answer that the cell tests
    earlier: tuple[Earlier, ...]
    solution: tuple[str, ...]  # the cells of `source/` that define them, as Python


def declared(
    tests: Mapping[str, NotebookNode], source: NotebookNode, notebook: str
) -> dict[str, FollowThrough]:
    """Return {grade_id: what its FOLLOWS lines allow} for the cells in `tests` that have some.

    `tests` are the gradebook's cells, `source` is the notebook with the solutions, and `notebook`
    its name. What the exercises of these functions follow in their turn is allowed, too. Raises
    NbGraderException, with a sentence, if a line names something that is no function of an earlier
    answer.
    """
    wanted = {cell: names for cell in tests if (names := _names_in(tests[cell]))}
    if not wanted:
        return {}
    answer_of = {cell: answer for cell, (answer, _) in graded_cells(source).items()}
    found: dict[str, FollowThrough] = {}
    followed: dict[str, dict[str, Earlier]] = {}  # by the cells of each answer
    for cell, names in wanted.items():
        before = _cells_before(answer_of.get(cell), source)
        allowed: dict[str, Earlier] = {}
        for name in names:
            home = _home(name, before)
            if home is None:
                raise NbGraderException(
                    f"Cell {cell} of {notebook}.ipynb has a FOLLOWS line with {name or 'no name'}, "
                    "and no answer before its own defines a function of that name. Such a line "
                    "holds names of functions with commas between them: `### FOLLOWS: f, g`."
                )
            graded = [each for each, answer in answer_of.items() if answer == home]
            own = (each for each in graded if each in tests and is_graded_by_output(tests[each]))
            allowed |= followed.get(home, {}) | {name: Earlier(name, tuple(own))}
        answer = str(answer_of[cell])
        followed[answer] = followed.get(answer, {}) | allowed
        solution = _cells_that_define(allowed, before)
        found[cell] = FollowThrough(answer, tuple(allowed.values()), solution)
    return found


def _names_in(test: NotebookNode) -> list[str]:
    """Return the names in a cell's FOLLOWS lines, if it is a test cell."""
    if not is_graded_by_output(test):
        return []
    return [name.strip() for names in LINE.findall(test.source) for name in names.split(",")]


def _cells_before(answer: str | None, source: NotebookNode) -> list[NotebookNode]:
    """Return the cells of code before an answer that the tests' process does not run anyway."""
    names = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in source.cells]
    end = names.index(answer) if answer is not None else 0
    return [
        cell
        for cell in source.cells[:end]
        if cell.cell_type == "code" and not is_set_up(cell) and not is_graded_by_output(cell)
    ]


def _home(name: str, before: Sequence[NotebookNode]) -> str | None:
    """Return the grade_id of the last of these answers that defines a function of this name."""
    for cell in reversed(before):
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution") and name in _functions(cell.source):
            return str(mark["grade_id"])
    return None


def _functions(source: str) -> set[str]:
    tree = parsed(source)
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)} if tree else set()


def _cells_that_define(names: Collection[str], before: Sequence[NotebookNode]) -> tuple[str, ...]:
    """Return those of the cells, as Python, that give these names and whatever they need."""
    needed, chosen = set(names), set[int]()
    while True:
        found = {
            place
            for place, cell in enumerate(before)
            if place not in chosen and needed & defined(cell.source)
        }
        if not found:
            return tuple(without_magics(before[place].source) for place in sorted(chosen))
        chosen |= found
        needed = needed.union(*(names_read(before[place].source) for place in found))
