"""The right answers in `source/`, and the graded cells that depend on each."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

from gradebox.kernel.magics import parsed

MARKS = re.compile(r"^.*(BEGIN|END) SOLUTION.*\n?", re.MULTILINE)

NBGRADERS_OWN = re.compile(r"cell-[0-9a-f]{8,}")  # a grade_id that nobody has written


@dataclass(frozen=True)
class Exercise:
    """One answer cell, and the points of the graded cells that depend on it.

    A graded cell that no answer cell precedes, as a test of the set-up, is an exercise of its own.
    """

    cell: str  # its grade_id
    points: dict[str, float]  # {grade_id of a graded cell: points}


def answer_cells(source: NotebookNode) -> dict[str, str]:
    """Return {grade_id: source} of a source notebook's answer cells, without the region marks."""
    return {
        cell.metadata.nbgrader.grade_id: MARKS.sub("", cell.source).rstrip("\n")
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def functions(source: NotebookNode) -> set[str]:
    """Return the names of the functions and classes that a source notebook's answers define."""
    return {
        statement.name
        for code in answer_cells(source).values()
        for statement in ast.parse(code).body
        if isinstance(statement, ast.FunctionDef | ast.ClassDef)
    }


def exercises(source: NotebookNode) -> list[Exercise]:
    """Return the exercises of a source notebook that have something graded, in order.

    A graded cell `NAME-...` depends on the cell that defines a function or class NAME or is called
    so, and where there is none, on the answer cell before it.
    """
    graded = graded_cells(source)
    own = [cell for cell, (answer, _) in graded.items() if answer is None]
    points: dict[str, dict[str, float]] = {cell: {} for cell in (*own, *answer_cells(source))}
    for cell, (answer, most) in graded.items():
        points[answer or cell][cell] = most
    return [Exercise(cell, tests) for cell, tests in points.items() if tests]


def graded_cells(source: NotebookNode) -> dict[str, tuple[str | None, float]]:
    """Return {grade_id: (answer cell, points)} of the graded cells that nobody answers in.

    The answer cell is the one that `exercises` describes, or None if nothing is before.
    """
    home: dict[str, str] = {cell: cell for cell in answer_cells(source)}
    found: dict[str, tuple[str | None, float]] = {}
    before = None
    for cell in source.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution") and cell.cell_type == "code":
            home |= dict.fromkeys(_defined(cell.source), mark["grade_id"])
    for cell in source.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution"):
            before = mark["grade_id"]
        elif mark.get("grade"):
            name = mark["grade_id"].rsplit("-", 1)[0]
            is_named = not NBGRADERS_OWN.fullmatch(mark["grade_id"])
            answer = home.get(name, before) if is_named else before
            found[mark["grade_id"]] = answer, float(mark["points"])
    return found


def _defined(code: str) -> Iterator[str]:
    """Yield the names of the functions and classes that an answer cell defines."""
    tree = parsed(code)
    for statement in tree.body if tree else []:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
