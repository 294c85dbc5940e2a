"""Grading in tests: a temporary course, submissions into it, scores out of it.

Every grade here comes from nbgrader's own `Autograde` with this repository's
`nbgrader_config.py`, one run for a whole class: a submission costs over a second.
"""

import tempfile
from collections.abc import Mapping
from pathlib import Path

import nbformat
from gradebox.classroom import Classroom
from gradebox.exercises import answer_cells
from gradebox.folder import CONFIG
from gradebox.new_gradebook import prepare_nbgrader
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from traitlets.config import Config

prepare_nbgrader()

ROOT = Path(__file__).resolve().parents[1]
TINY = "00-tiny"

# A solution that is graded before each class takes as long as another submission, and where tests
# run is what is tested here.
NO_TRIAL = Config({"Trial": {"fallback": "none"}})

Scores = dict[str, dict[str, float]]  # {student: {grade_id: points}}


def grade(
    submissions: Mapping[str, NotebookNode | bytes], assignment: str, course: Path = ROOT
) -> Scores:
    """Grade a class on one assignment of a course; return {student: {grade_id: points}}.

    A submission is a notebook or the bytes of a file. Fails if one of them cannot be graded.
    """
    with tempfile.TemporaryDirectory() as folder:
        room = Classroom.copy_of(course, Path(folder), [assignment], NO_TRIAL)
        for student, submission in submissions.items():
            hand_in(room, assignment, student, submission)
        outcome = room.autograde(assignment)
        assert outcome.ok, outcome.log
        return room.scores(assignment)


def hand_in(
    room: Classroom, assignment: str, student: str, submission: NotebookNode | bytes
) -> Path:
    """Put a submission where `nbgrader collect` would; return the file."""
    path = room.root / "submitted" / student / assignment / f"{assignment}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(submission, bytes):
        path.write_bytes(submission)
    else:
        path.write_text(nbformat.writes(submission), encoding="utf-8")
    return path


def source_notebook(assignment: str, course: Path = ROOT) -> NotebookNode:
    """Return the notebook with the solutions."""
    return nbformat.read(course / "source" / assignment / f"{assignment}.ipynb", as_version=4)


def answered(release: NotebookNode, source: NotebookNode, **other: str) -> NotebookNode:
    """Return a released notebook with everything answered right, except for `other`.

    `other` gives the source of answer cells by grade_id.
    """
    answers = answer_cells(source) | other
    notebook = nbformat.from_dict(release)
    for cell in notebook.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution"):
            cell.source = answers[mark["grade_id"]]
    return notebook


def tiny_course(folder: Path) -> Path:
    """Make a course with one assignment of two exercises in `folder`; return the folder."""
    notebook = new_notebook(
        cells=[
            marked_cell("setup", 'import numpy as np\n\nABC = ("a", "b", "c")', locked=True),
            marked_cell(
                "double",
                "def double(x):\n"
                '    """Twice x."""\n'
                "    ### BEGIN SOLUTION\n"
                "    twice_of_x = 2 * x\n"
                "    return twice_of_x\n"
                "    ### END SOLUTION",
                solution=True,
            ),
            graded_cell(
                "double-values",
                "assert double(1) == 2  # 2 points",
                "assert double(21) == 42",
                points=2,
            ),
            graded_cell(
                "double-edges",
                "assert double(-1) == -2  # 1 point",
                "assert double(0) == 0",
                points=1,
            ),
            marked_cell(
                "recall",
                '### BEGIN SOLUTION\nrecall_1, recall_2 = "b", "a"\n### END SOLUTION',
                solution=True,
            ),
            graded_cell(
                "recall_1-answer", "assert recall_1 in ABC", 'assert recall_1 == "b"', points=1
            ),
            graded_cell(
                "recall_2-answer", "assert recall_2 in ABC", 'assert recall_2 == "a"', points=1
            ),
        ],
        metadata={
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
    )
    path = folder / "source" / TINY / f"{TINY}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(notebook, path)
    (folder / CONFIG).write_bytes((ROOT / CONFIG).read_bytes())
    return folder


def graded_cell(name: str, visible: str, hidden: str, points: int) -> NotebookNode:
    """A test cell with hidden tests in it."""
    source = f"{visible}\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS"
    return marked_cell(name, source, grade=True, locked=True, points=points)


def marked_cell(name: str, source: str, **mark: bool | int) -> NotebookNode:
    """A cell that nbgrader knows, with marks such as `locked` and `solution`."""
    flags = {"grade": False, "solution": False, "locked": False, "task": False}
    nbgrader = {"schema_version": 3, "grade_id": name, **flags, **mark}
    return new_code_cell(source, id=name.replace("_", "-"), metadata={"nbgrader": nbgrader})
