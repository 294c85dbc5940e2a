"""Which answer a graded cell depends on."""

from gradebox.exercises import graded_cells
from nbformat.v4 import new_notebook
from small_courses import answer, graded


def answer_of(*cells):
    return [home for home, _ in graded_cells(new_notebook(cells=list(cells))).values()]


def test_by_name_else_the_answer_before():
    double, area = answer("cell-1", "def double(x):\n    return x"), answer("area", "x = 1")
    assert answer_of(
        double,
        area,
        graded("double-values", ""),
        graded("area-values", ""),
        graded("other-values", ""),
    ) == ["cell-1", "area", "area"]


def test_a_variable_is_nobodys_name():
    """Names that nbgrader gives begin with "cell-", and answers use `cell` for many a thing."""
    ids = ("cell-1a2b3c4d5e6f7a8b", "cell-9a2b3c4d5e6f7a8b")
    first = answer("first", "board = [cell for cell in [1]]\ncell = board[0]")
    second = answer("second", "def cell():\n    return 1")
    assert answer_of(first, graded(ids[0], ""), second, graded(ids[1], "")) == ["first", "second"]
