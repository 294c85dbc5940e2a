"""Every notebook through nbgrader's whole autograding, as one class.

The source gets full marks and the untouched release none, wrong letters lose their points, and a
few of the authors' wrong and right answers get what `test_answers` says of them.
"""

import re

import nbformat
import pytest
from grading import ROOT, grade, source_notebook
from nbformat import NotebookNode
from source.test_answers import Answers, exercise_of, mark

from authoring.model import Answer, assignments

MIXED = 4  # submissions with wrong and right answers
WRONG_AT_ONCE = 3  # wrong answers in each of them, to different exercises


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("assignment", assignments())
def test_nbgrader_gives_the_scores_that_are_due(assignment, monkeypatch):
    notebook, solved = Answers(assignment), source_notebook(assignment)
    path = ROOT / "release" / assignment / f"{assignment}.ipynb"
    mixed = {f"mixed{number}": mistakes_of(notebook, number) for number in range(MIXED)}
    submissions = {
        "solved": solved,
        "untouched": nbformat.read(path, as_version=4),
        "letters": with_letters(solved, lambda letter: chr(ord("a") + (ord(letter) - 96) % 3)),
        "capitals": with_letters(solved, str.upper),
    } | {
        who: with_cells(solved, notebook.beside_right_ones(chosen, number))
        for number, (who, chosen) in enumerate(mixed.items())
    }
    scores = grade(submissions, assignment)

    points = {
        mark(cell)["grade_id"]: float(mark(cell)["points"])
        for cell in notebook.cells
        if mark(cell).get("grade")
    }
    assert scores["solved"] == points
    assert scores["untouched"] == dict.fromkeys(points, 0)

    questions = {mark(c)["grade_id"] for c in notebook.cells if "check.choice" in c.source}
    assert questions
    assert {scores["letters"][cell] for cell in questions} == {0}
    assert {cell: scores["capitals"][cell] for cell in questions} == {
        cell: points[cell] for cell in questions
    }

    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    for number, (who, chosen) in enumerate(mixed.items()):
        lost = {cell for mistake in chosen for cell in notebook.lost(mistake, number)}
        assert {exercise_of(cell) for cell in lost} == {mistake.exercise for mistake in chosen}
        expected = {cell: 0.0 if cell in lost else worth for cell, worth in points.items()}
        assert scores[who] == expected, [f"{m.exercise}: {m.name}" for m in chosen]


def mistakes_of(notebook: Answers, number: int) -> list[Answer]:
    """Return wrong answers to some exercises, others for each number, from all over the lists."""
    names = list(notebook.by_exercise)
    most = min(WRONG_AT_ONCE, len(names) - 1)  # so that at least one is answered right
    chosen = {names[(number * most + i) % len(names)] for i in range(most)}
    wrong = {
        name: [answer for answer in notebook.by_exercise[name] if not answer.is_right]
        for name in chosen
    }
    return [several[number * len(several) // MIXED] for several in wrong.values()]


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


def with_letters(notebook, change):
    """Return the notebook with each letter of an answer changed."""
    changed = nbformat.from_dict(notebook)
    for cell in changed.cells:
        if mark(cell).get("solution"):
            cell.source = re.sub(r'"([abc])"', lambda m: f'"{change(m[1])}"', cell.source)
    changed.cells = [c for c in changed.cells if "draw." not in c.source]
    return changed
