"""One class in which nearly every submission is broken in its own way, graded in one run.

Each broken submission must get a fair score or a sentence that names the student and what is
wrong; every other submission must get its grade; and no earlier score may survive.
"""

import copy
import json

import nbformat
import pytest
from gradebox.classroom import Classroom
from grading import TINY, answered, hand_in, source_notebook, tiny_course
from nbformat.v4 import new_code_cell
from traitlets.config import Config

FULL = {"double-values": 2, "double-edges": 1, "recall_1-answer": 1, "recall_2-answer": 1}
NO_DOUBLE = FULL | {"double-values": 0, "double-edges": 0}
ZERO = dict.fromkeys(FULL, 0)
WRONG = "def double(x):\n    return x"


def cell(notebook, name):
    """The cell with this grade_id."""
    return next(c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name)


def without(notebook, *names):
    notebook.cells = [c for c in notebook.cells if c.metadata.nbgrader["grade_id"] not in names]
    return notebook


def weakened(notebook):
    for name in ("double-values", "double-edges"):
        cell(notebook, name).source = "assert True"
    return notebook


def worth_more(notebook):
    cell(notebook, "recall_1-answer").metadata.nbgrader["points"] = 100
    return notebook


def declared_ungraded(notebook):
    cell(notebook, "double-values").metadata.nbgrader.update(grade=False, locked=False)
    return notebook


def skipped(notebook):
    for name in ("double-values", "double-edges"):
        cell(notebook, name).metadata["tags"] = ["skip-execution"]
    return notebook


def copied(notebook, name, **change):
    double = copy.deepcopy(cell(notebook, name))
    double.id = "pasted"
    double.update(change)
    notebook.cells.append(double)
    return notebook


def as_text(notebook, name):
    target = cell(notebook, name)
    target.cell_type = "raw"
    del target["outputs"], target["execution_count"]
    return notebook


def with_kernel(notebook):
    notebook.metadata.kernelspec = {"name": "ir", "display_name": "R", "language": "R"}
    return notebook


def stripped(notebook):
    for each in notebook.cells:
        each.metadata = {}
    return notebook


def old_metadata(notebook):
    for each in notebook.cells:
        each.metadata.nbgrader["schema_version"] = 1
    return notebook


def odd_metadata(notebook):
    cell(notebook, "double").metadata.nbgrader["grade_id"] = ["double"]
    cell(notebook, "recall").metadata["nbgrader"] = "solution"
    notebook.cells.append(new_code_cell("1", metadata={"nbgrader": {"grade_id": "mine"}}))
    return notebook


def from_windows(notebook):
    """The bytes of a notebook whose file and cells have Windows' line ends, and a mark before."""
    for each in notebook.cells:
        each.source = each.source.replace("\n", "\r\n")
    return nbformat.writes(notebook).replace("\n", "\r\n").encode("utf-8-sig")


def version_3(notebook):
    return nbformat.v3.writes_json(nbformat.convert(notebook, 3)).encode()


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The scores of the class and what the run said, with the room for a closer look."""
    course = tiny_course(tmp_path_factory.mktemp("course"))
    config = Config()
    config.Executor.timeout = 2  # the endless loops below would take 30 s a cell
    room = Classroom.copy_of(course, tmp_path_factory.mktemp("room"), [TINY], config)
    room.generate(TINY)
    release = nbformat.read(room.root / "release" / TINY / f"{TINY}.ipynb", as_version=4)
    source = source_notebook(TINY, course)

    def right():
        return answered(release, source)

    def wrong(code=WRONG):
        return answered(release, source, double=code)

    # A first hand-in with full marks, by those whose second one is broken.
    for student in (
        "lost_tests_now_wrong",
        "unreadable_now",
        "folder_now",
        "renamed_now",
        "no_notebook_now",
    ):
        hand_in(room, TINY, student, right())
    first = room.autograde(TINY)
    assert first.ok, first.log
    assert all(scores == FULL for scores in room.scores(TINY).values())

    submissions = {
        "good": right(),
        "wrong": wrong(),
        "untouched": release,
        "not_json": b"Dear teacher, here is my homework.",
        "half_a_file": nbformat.writes(right()).encode()[:700],
        "empty": b"",
        "not_utf8": nbformat.writes(right()).replace("Twice", "Zweifach \u00fc").encode("latin-1"),
        "json_only": b'{"answer": 42}',
        "a_list": b"[1, 2, 3]",
        "no_metadata": json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": []}).encode(),
        "deep": b"[" * 100_000,
        "cells_are_text": json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": "all"}).encode(),
        "lost_tests": without(right(), "double-values", "double-edges", "recall_2-answer"),
        "lost_tests_now_wrong": without(wrong(), "double-values", "double-edges"),
        "lost_setup": without(right(), "setup"),
        "lost_all_but_answers": without(right(), "setup", *FULL),
        "weakened": weakened(wrong()),
        "worth_more": worth_more(right()),
        "ungraded": declared_ungraded(wrong()),
        "skipped": skipped(wrong()),
        "copied_test": copied(right(), "double-values"),
        "copied_easy_test": copied(wrong(), "double-values", source="assert True"),
        "copied_answer": copied(right(), "double"),
        "test_as_text": as_text(wrong(), "double-values"),
        "other_kernel": with_kernel(right()),
        "nbformat_3": version_3(right()),
        "from_windows": from_windows(right()),
        "utf_16": nbformat.writes(right()).encode("utf-16"),  # PowerShell's > makes this of a file
        "stripped": stripped(right()),
        "stripped_wrong": stripped(wrong()),
        "old_metadata": old_metadata(right()),
        "odd_metadata": odd_metadata(right()),
        "endless": wrong("import time\ndef double(x):\n    while True:\n        time.sleep(0.01)"),
        "endless_cell": wrong("import time\nwhile True:\n    time.sleep(0.01)"),
        "kills_kernel": wrong("import os\nos._exit(1)"),
        "warns": wrong(
            "def double(x):\n"
            "    np.exp(np.array([1e4]))  # overflows, which numpy says on stderr\n"
            "    return 2 * x"
        ),
        "unreadable_now": b"oops",
    }
    for student, submission in submissions.items():
        hand_in(room, TINY, student, submission)
    (
        hand_in(room, TINY, "odd_metadata", submissions["odd_metadata"]).parent / "homework.py"
    ).touch()
    for student in ("folder", "folder_now"):
        path = hand_in(room, TINY, student, b"")
        path.unlink()
        path.mkdir()
    path = hand_in(room, TINY, "renamed_now", right())
    path.rename(path.with_name("homework final (2).ipynb"))
    path = hand_in(room, TINY, "no_notebook_now", b"")
    path.rename(path.with_name("homework.py"))
    outcome = room.autograde(TINY)
    return room, outcome, room.scores(TINY)


@pytest.mark.parametrize(
    ("student", "expected"),
    [
        ("good", FULL),
        ("wrong", NO_DOUBLE),
        ("untouched", ZERO),
        ("no_metadata", ZERO),
        ("lost_tests", FULL),
        ("lost_tests_now_wrong", NO_DOUBLE),
        ("lost_setup", FULL),
        ("lost_all_but_answers", FULL),
        ("weakened", NO_DOUBLE),
        ("worth_more", FULL),
        ("ungraded", NO_DOUBLE),
        ("skipped", NO_DOUBLE),
        ("copied_test", FULL),
        ("copied_easy_test", NO_DOUBLE),
        ("copied_answer", FULL),
        ("test_as_text", NO_DOUBLE),
        ("other_kernel", FULL),
        ("nbformat_3", FULL),
        ("from_windows", FULL),
        ("utf_16", FULL),
        ("stripped", FULL),
        ("stripped_wrong", NO_DOUBLE),
        ("old_metadata", FULL),
        ("odd_metadata", FULL),
        ("endless", NO_DOUBLE),
        ("endless_cell", NO_DOUBLE),
        ("warns", FULL),
    ],
)
def test_what_can_be_graded_gets_a_fair_score(graded, student, expected):
    room, _, scores = graded
    assert scores[student] == expected
    assert (room.root / "autograded" / student / TINY / f"{TINY}.ipynb").is_file()


@pytest.mark.parametrize(
    ("student", "reason"),
    [
        ("not_json", "not JSON"),
        ("half_a_file", "only part of one"),
        ("empty", "the file is empty"),
        ("not_utf8", "not text in UTF-8"),
        ("json_only", "JSON, but not a notebook"),
        ("a_list", "JSON, but not a notebook"),
        ("cells_are_text", "JSON, but not a notebook"),
        ("deep", "not JSON"),
        ("folder", "a folder, not a file"),
        ("kills_kernel", "its kernel died"),
        ("unreadable_now", "not JSON"),
        ("folder_now", "a folder, not a file"),
        ("renamed_now", "there is no file of that name"),
        ("no_notebook_now", "there is no file of that name"),
    ],
)
def test_what_cannot_be_graded_gets_zero_and_a_sentence(graded, student, reason):
    room, outcome, scores = graded
    assert scores[student] == ZERO
    sentences = [line for line in outcome.log.splitlines() if f"[ERROR] {student}: " in line]
    assert len(sentences) == 1
    assert reason in sentences[0]
    assert f'gradebox grade {TINY} --students "{student}"' in sentences[0]
    assert not (room.root / "autograded" / student).joinpath(TINY).exists()
    with room.gradebook() as gradebook:
        assert gradebook.find_submission(TINY, student).needs_manual_grade


def test_the_run_says_that_not_all_were_graded(graded):
    _, outcome, _ = graded
    assert not outcome.ok  # `nbgrader autograde` exits with 1


@pytest.mark.parametrize(
    ("student", "said"),
    [
        ("lost_tests", "double-edges: missing, put back"),
        ("lost_setup", "setup: missing, put back"),
        ("copied_test", "double-values: there twice, the last one counts"),
        ("weakened", "double-values: a read-only cell was changed; put right"),
        ("skipped", "double-values: tagged skip-execution; tags taken off"),
        ("odd_metadata", "left out: homework.py"),
    ],
)
def test_the_run_says_what_was_put_right(graded, student, said):
    _, outcome, _ = graded
    assert f"{student}: {said}\n" in outcome.log


def test_an_ordinary_submission_is_not_remarked_upon(graded):
    _, outcome, _ = graded
    for student in ("good", "wrong", "untouched", "warns", "from_windows", "utf_16"):
        assert [line for line in outcome.log.splitlines() if f" {student}: " in line] == [
            f"[INFO] {student}: graded"
        ]


def test_an_endless_loop_is_named_in_what_the_student_gets_back(graded):
    room, _, _ = graded
    notebook = nbformat.read(
        room.root / "autograded" / "endless" / TINY / f"{TINY}.ipynb", as_version=4
    )
    outputs = cell(notebook, "double-values").outputs
    assert "CellTimeoutError" in [output.get("ename") for output in outputs]


def test_feedback_comes_for_all_that_were_graded(graded):
    room, _, scores = graded
    pages = room.generate_feedback(TINY)
    graded_students = {path.parts[-3] for path in room.root.glob(f"autograded/*/{TINY}/*.ipynb")}
    assert {page.parts[-3] for page in pages} == graded_students
    assert len(pages) > len(scores) / 2
