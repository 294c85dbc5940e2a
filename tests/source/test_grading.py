"""Every notebook through nbgrader's whole autograding, as one class.

The source gets full marks, and so do right answers in other styles with capital letters; the
untouched release gets none. One submission holds a wrong answer to every exercise, and wrong
letters: it gets what the test cells give in one process, which is where `test_answers` judges each
answer.
"""

import re

import nbformat
import pytest
from grading import ROOT, grade, source_notebook
from nbformat import NotebookNode
from source.test_answers import Answers, exercise_of, failed_cells, mark

from authoring.model import Answer, assignments


def another_letter(letter):
    return chr(ord("a") + (ord(letter) - 96) % 3)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("assignment", assignments())
def test_nbgrader_gives_the_scores_that_are_due(assignment, monkeypatch):
    notebook, solved = Answers.of(assignment), source_notebook(assignment)
    path = ROOT / "release" / assignment / f"{assignment}.ipynb"
    mistakes = mistakes_of(notebook)
    wrong = with_letters(notebook.beside_right_ones(mistakes, 0), another_letter)
    other_styles = with_letters(notebook.beside_right_ones([], 1), str.upper)
    submissions = {
        "wrong": with_cells(solved, wrong),
        "solved": solved,
        "other styles, capital letters": with_cells(solved, other_styles),
        "untouched": nbformat.read(path, as_version=4),
    }
    scores = grade(submissions, assignment)

    points = {
        mark(cell)["grade_id"]: float(mark(cell)["points"])
        for cell in notebook.cells
        if mark(cell).get("grade")
    }
    assert scores["solved"] == scores["other styles, capital letters"] == points
    assert scores["untouched"] == dict.fromkeys(points, 0)

    questions = {mark(c)["grade_id"] for c in notebook.cells if "check.choice" in c.source}
    assert questions
    assert {scores["wrong"][cell] for cell in questions} == {0}

    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    follow = {mark(c)["grade_id"] for c in notebook.cells if "### FOLLOWS:" in c.source}
    lost = set(failed_cells([c for c in submissions["wrong"].cells if mark(c)], set(points)))
    # What an answer loses only for the earlier ones that it calls, it is given.
    alone = {cell for answer in mistakes for cell in notebook.lost(answer, 0)}
    lost -= follow - alone
    assert {exercise_of(cell) for cell in lost} >= set(notebook.by_exercise)
    expected = {cell: 0.0 if cell in lost else worth for cell, worth in points.items()}
    assert scores["wrong"] == expected


def mistakes_of(notebook: Answers) -> list[Answer]:
    """Return a wrong answer to every exercise, from all over the lists."""
    lists = [
        [answer for answer in answers if not answer.is_right]
        for answers in notebook.by_exercise.values()
    ]
    return [wrong[place * len(wrong) // len(lists)] for place, wrong in enumerate(lists)]


def with_cells(solved: NotebookNode, cells: list[NotebookNode]) -> NotebookNode:
    """Return the notebook with these cells in it, without what only draws: that takes long."""
    made = nbformat.from_dict(solved)
    by_name = {mark(cell)["grade_id"]: cell for cell in cells}
    made.cells = [
        by_name.get(mark(cell).get("grade_id"), cell)
        for cell in made.cells
        if mark(cell) or not any(name in cell.source for name in ("draw.", "widgets.", "check."))
    ]
    return made


def with_letters(cells: list[NotebookNode], change) -> list[NotebookNode]:
    """Return the cells with each letter that answers a question changed."""
    for cell in cells:
        if mark(cell).get("solution"):
            cell.source = re.sub(r'"([abc])"', lambda m: f'"{change(m[1])}"', cell.source)
    return cells


@pytest.mark.filterwarnings("ignore")
def test_a_product_by_the_answer_to_another_exercise_has_no_points():
    """The rule is in the check, which reads an answer's code: only together with it can it."""
    assignment = "01-matrix-products"
    calls = {
        "matmul_rows": "def matmul_rows(A, B):\n    return matmul_dots(A, B)\n",
        "matmul_columns": "def matmul_columns(A, B):\n    return matmul_rows(B.T, A.T).T\n",
        "matmul_outers": "def other(A, B):\n    return matmul_dots(A, B)\n\n"
        "def matmul_outers(A, B):\n    return other(A, B)\n",
    }
    loop = "def {0}(A, B):\n    return np.array([[dot(a, b) for b in B.T] for a in A])\n"
    follows = {name: loop.format(name) for name in ("matmul_dots", *calls)}
    follows["dot"] = "def dot(a, b):\n    return 2.0 * sum(x * y for x, y in zip(a, b))\n"
    solved, submissions = source_notebook(assignment), {}
    for name, answers in {"by another": calls, "by a wrong dot": follows}.items():
        cells = Answers.of(assignment).beside_right_ones([], 0)
        for cell in cells:
            cell.source = answers.get(mark(cell)["grade_id"], cell.source)
        submissions[name] = with_cells(solved, cells)
    scores = grade(submissions, assignment)
    lost = {
        name: {cell for cell, points in scores[name].items() if not points} for name in submissions
    }
    products = {f"{name}-{part}" for name in calls for part in ("values", "edges")}
    # A mistake in `dot`, which a product may call, costs the points of `dot` alone.
    assert lost == {"by another": products, "by a wrong dot": {"dot-values", "dot-edges"}}
