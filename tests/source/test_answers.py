"""The authors' wrong and right answers against the test cells of their notebook.

Each answer takes the place of the solution, in a notebook that is otherwise solved, and the test
cells that could notice run in this process, hidden tests and all. A few answers of each notebook
then go through nbgrader's whole autograding, and have to get the same scores there.
"""

import contextlib
import copy
import functools
import io
import re
from collections.abc import Iterator
from symtable import Symbol, SymbolTable, symtable
from types import CodeType

import numpy as np
import pytest
from grading import source_notebook
from nbformat import NotebookNode

from authoring.model import Answer, answers, assignments, exercises
from course import check
from course.check import CheckFailed, runner

EXERCISES = [
    pytest.param(assignment, name, id=f"{assignment}-{name}")
    for assignment, module in assignments().items()
    for name in exercises(module)
]


def mark(cell: NotebookNode) -> dict:
    return cell.metadata.get("nbgrader", {})


def working_cells(assignment: str) -> list[NotebookNode]:
    """Return the set-up cell, the answers and the test cells, in the notebook's order."""
    cells = source_notebook(assignment).cells
    return [cell for cell in cells if cell.cell_type == "code" and mark(cell)]


def exercise_of(graded_cell: str) -> str:
    return graded_cell.rsplit("-", 1)[0]


def scopes(table: SymbolTable) -> Iterator[SymbolTable]:
    """Yield the scope of a cell's top level, and those of its functions."""
    yield table
    for inner in table.get_children():
        yield from scopes(inner)


def names_of_the_notebook(code: str) -> Iterator[Symbol]:
    """Yield what a cell says of names that other cells see: not those inside a function."""
    for scope in scopes(symtable(code, "<cell>", "exec")):
        top = scope.get_type() == "module"
        yield from (each for each in scope.get_symbols() if top or each.is_global())


@functools.cache
def names_read(code: str) -> set[str]:
    return {each.get_name() for each in names_of_the_notebook(code) if each.is_referenced()}


@functools.cache
def names_given(code: str) -> set[str]:
    """Return the names that a cell defines or assigns; not what it imports, as each does itself."""
    return {
        each.get_name()
        for each in names_of_the_notebook(code)
        if each.is_assigned() and not each.is_imported()
    }


def with_answer(assignment: str, exercise: str, code: str) -> list[NotebookNode]:
    """Return the cells of an assignment, solved, with this answer to one exercise."""
    cells = Answers.of(assignment).beside_right_ones([], 0)
    for cell in cells:
        if mark(cell)["grade_id"] == exercise:
            cell.source = code
    return cells


def cells_that_notice(cells: list[NotebookNode], changed: str) -> set[str]:
    """Return the test cells that use the answer `changed`, or another answer that uses it."""
    touched: set[str] = set()
    while True:  # until nothing is added: an answer may use one that stands below it
        before = len(touched)
        for cell in cells:
            uses = mark(cell).get("solution") and touched & names_read(cell.source)
            if uses or mark(cell)["grade_id"] == changed:
                touched |= names_given(cell.source)
        if len(touched) == before:
            break
    return {
        mark(cell)["grade_id"]
        for cell in cells
        if mark(cell).get("grade") and touched & names_read(cell.source)
    }


def failed_cells(cells: list[NotebookNode], wanted: set[str]) -> dict[str, str]:
    """Run a notebook and the test cells `wanted`; return {test cell: error} of those that fail."""
    namespace: dict = {"__name__": "__main__"}
    failed = {}
    for cell in cells:
        name = mark(cell)["grade_id"]
        if not mark(cell).get("grade"):
            error_of(cell.source, namespace)  # a cell that fails stops no other, as in grading
        elif name in wanted and (error := error_of(cell.source, namespace)):
            failed[name] = error
    return failed


@functools.cache
def compiled(source: str) -> CodeType:
    return compile(source, "<cell>", "exec")


def error_of(source: str, namespace: dict) -> str:
    with contextlib.redirect_stdout(io.StringIO()), np.errstate():
        try:
            exec(compiled(source), namespace)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def known_verdict(exercise: str, is_right: bool):
    """Return what the visible check of an answer comes to, in place of checking it once more.

    That it passes the right ones and no other, `tests/authoring/test_exercises.py` proves, of all
    aspects together.
    """
    judge = runner.Check.__call__

    def verdict(self: runner.Check, answer: object, aspect: str | None = None) -> None:
        if self.name != exercise:
            judge(self, answer, aspect)
        elif not is_right:
            raise CheckFailed("A wrong answer.")

    return verdict


class Answers:
    """All answers of a notebook; those to one exercise beside right ones to the others."""

    def __init__(self, assignment: str) -> None:
        self.cells = working_cells(assignment)
        self.by_exercise = {
            name: answers(name, exercise)
            for name, exercise in exercises(assignments()[assignment]).items()
        }

    @classmethod
    @functools.cache
    def of(cls, assignment: str) -> "Answers":
        """Return the answers of a notebook; to read them all takes half a second."""
        return cls(assignment)

    def beside_right_ones(self, chosen: list[Answer], number: int) -> list[NotebookNode]:
        """Return the working cells with these answers, and with the `number`-th right ones."""
        sources = {
            name: right[number % len(right)].cell
            for name, listed in self.by_exercise.items()
            if (right := [answer for answer in listed if answer.is_right])
        } | {answer.exercise: answer.cell for answer in chosen}
        cells = [copy.copy(cell) for cell in self.cells]
        for cell in cells:
            cell.source = sources.get(mark(cell)["grade_id"], cell.source)
        return cells

    def lost(self, answer: Answer, number: int) -> dict[str, str]:
        """Return {test cell: error} for what this answer loses beside right ones."""
        cells = self.beside_right_ones([answer], number)
        return failed_cells(cells, cells_that_notice(cells, answer.exercise))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("assignment", "name"), EXERCISES)
def test_a_wrong_answer_loses_its_own_points_and_no_other(assignment, name, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    notebook = Answers.of(assignment)
    unfair = []
    for number, answer in enumerate(notebook.by_exercise[name]):
        with monkeypatch.context() as patch:
            patch.setattr(runner.Check, "__call__", known_verdict(name, answer.is_right))
            lost = notebook.lost(answer, number)
        others = {cell: why for cell, why in lost.items() if exercise_of(cell) != name}
        if answer.is_right and lost:
            unfair.append(f"{answer.name}: right, and lost {lost}")
        elif others:
            unfair.append(f"{answer.name}: {others} lost beside it")
        elif not answer.is_right and not lost:
            unfair.append(f"{answer.name}: wrong, and lost nothing")
    assert not unfair


@pytest.mark.parametrize(("assignment", "name"), EXERCISES)
def test_its_test_cells_check_every_aspect_of_an_answer(assignment, name):
    """Or an answer could be wrong in one that costs nothing."""
    cells = (cell for cell in Answers.of(assignment).cells if mark(cell).get("grade"))
    firsts = (
        cell.source.split("\n")[0] for cell in cells if exercise_of(mark(cell)["grade_id"]) == name
    )
    called = [re.match(rf'check\.{name}\([^"]*?(?:, "(\w+)")?\)  # ', first) for first in firsts]
    aspects = {match[1] for match in called}
    assert None in aspects or aspects == set(getattr(check, name).aspects)
