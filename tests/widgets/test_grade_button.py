"""GradeButton from Python: what it compares, which file it means, and what it says in a class."""

import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import nbformat
import pytest
from gradebox.learner import progress
from grading import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import course.widgets.grade_button as module
from course.records import Notebook
from course.widgets import GradeButton
from widgets.from_page import state_as_sent

NAME = "05-self-attention"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a notebook, as a kernel's working folder; no front end says where it is."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    (tmp_path / "nbgrader_config.py").touch()  # a course of its own, not this clone
    attend = new_code_cell("def attend(q):\n    return q", id="attend")
    attend.metadata["nbgrader"] = {"grade_id": "attend"}
    cells = [attend, new_markdown_cell("words", id="words"), new_code_cell("attend(1)", id="try")]
    nbformat.write(new_notebook(cells=cells), tmp_path / f"{NAME}.ipynb")
    return tmp_path


@pytest.fixture
def button(folder, monkeypatch):
    """A button that works in the foreground, and asks no grader but notes requests in `ran`."""
    made = GradeButton(NAME)
    made.ran = []
    made.sent = []
    graded = {"status": "graded", "headline": "All right."}
    ask = lambda *request: made.ran.append(request) or dict(graded)  # noqa: E731
    monkeypatch.setattr(module.grader, "ask", ask)
    monkeypatch.setattr(made, "_begin", lambda work, *arguments: work(*arguments))
    monkeypatch.setattr(made, "send", made.sent.append)
    return made


def press(button, cells=None, name=None):
    button._on_message(button, {"do": "grade", "name": name, "cells": cells}, [])
    assert not button.busy
    return button.result


ON_DISK = [["attend", "def attend(q):\n    return q"], ["", "attend(1)"]]


def test_what_is_saved_is_graded(button, folder):
    result = press(button, ON_DISK)
    file = folder / f"{NAME}.ipynb"
    assert button.ran == [("check", str(file))]
    assert result["headline"] == "All right."
    assert result["saved"] == file.stat().st_mtime
    assert state_as_sent(button)[0]["result"]["status"] == "graded"
    assert press(button, ON_DISK) != result  # or a page would not hear of the second time


def test_what_was_recorded_is_shown_again(button, folder):
    assert GradeButton(NAME).result == {}
    code = Notebook(folder / f"{NAME}.ipynb").code_fingerprint()
    report = {"status": "graded", "headline": "Full marks!", "onward": "06-masking"}
    progress.keep(folder, NAME, report, code)
    result = GradeButton(NAME).result
    assert (result["headline"], result["changed"]) == ("Full marks!", False)
    assert result["graded"] == pytest.approx(time.time(), abs=60)
    assert "onward_path" not in result  # it does not lie beside this one
    next_one = folder.parent / "06-masking" / "06-masking.ipynb"
    next_one.parent.mkdir(exist_ok=True)
    next_one.touch()
    progress.keep(folder, NAME, report, "other code")
    result = GradeButton(NAME).result
    assert result["changed"]
    assert result["onward_path"] == "../06-masking/06-masking.ipynb"


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ([["attend", "def attend(q):\n    return 2"], ON_DISK[1]], "Changes in attend are not"),
        ([*ON_DISK, ["", "1 + 1"]], "Your last changes are not saved yet"),
        (ON_DISK[:1], "Your last changes are not saved yet"),
        (ON_DISK[::-1], "Your last changes are not saved yet"),
    ],
)
def test_what_is_not_saved_is_said_and_not_graded(button, page, sentence):
    result = press(button, page)
    assert button.ran == []
    assert result["status"] == "unsaved"
    assert sentence in result["headline"]


@pytest.mark.parametrize(
    ("history", "lost"),
    [
        (["def attend(q):\n    return q"], ""),
        (["def attend(q):\n    return 0", "def attend(q):\n    return q"], ""),
        (["def attend(q):\n    return q", "def attend(q):\n    return 0"], "attend"),
        (["def other(q):\n    return q", "%magic", "x = 'attend'"], ""),
    ],
)
def test_without_a_word_from_the_page_the_kernel_knows_what_was_run(
    button, monkeypatch, history, lost
):
    shell = SimpleNamespace(history_manager=SimpleNamespace(input_hist_raw=history), user_ns={})
    monkeypatch.setattr(module, "get_ipython", lambda: shell)
    notes = press(button).get("notes", [])
    assert len(button.ran) == 1
    assert notes == (
        [f"The last {lost} that you ran is not in the file. Did you save it?"] if lost else []
    )


def test_which_file_is_meant(button, folder, monkeypatch):
    elsewhere = folder / "work"
    elsewhere.mkdir()
    renamed = elsewhere / "mine.ipynb"
    (folder / f"{NAME}.ipynb").rename(renamed)
    assert "was not found in" in press(button)["headline"]
    monkeypatch.setenv("JPY_SESSION_NAME", str(elsewhere / "as it was called.ipynb"))
    press(button, name="mine.ipynb")  # as the page calls it now, in the session's folder
    monkeypatch.setenv("JPY_SESSION_NAME", str(renamed))
    press(button)
    press(button, name="../work/mine.ipynb")
    assert button.ran == [("check", str(renamed))] * 3


def test_a_solution_is_sent_and_not_kept(button, folder):
    button._on_message(button, {"do": "solution", "name": None, "exercise": "attend"}, [])
    assert button.ran == [("solution", str(folder / f"{NAME}.ipynb"), "attend")]
    assert button.sent[-1]["exercise"] == "attend"
    assert "attend" not in json.dumps(state_as_sent(button)[0]["result"])


@pytest.mark.parametrize("message", [{}, {"do": "grade"}, {"do": "erase", "name": "x"}, {"do": 1}])
def test_a_message_of_another_form_does_nothing(button, message):
    button._on_message(button, message, [])
    assert button.ran == []
    assert not button.result


def test_an_error_lets_go_of_the_button(button, monkeypatch):
    def fail(*_):
        raise OSError("no more processes")

    monkeypatch.setattr(module.grader, "ask", fail)
    assert press(button)["headline"] == "Grading did not work: no more processes"


def test_a_class_has_no_hidden_tests_at_hand(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(module.course, "__file__", str(tmp_path / "site" / "course" / "x.py"))
    button = GradeButton(NAME)
    assert not button.can_grade
    assert "Hidden tests run when you submit this notebook." in repr(button)
    button._on_message(button, {"do": "grade", "name": None, "cells": None}, [])
    assert not button.result
    (tmp_path / "source" / NAME).mkdir(parents=True)
    assert GradeButton(NAME).can_grade
    monkeypatch.setattr(module, "find_spec", lambda name: None)  # an edition without the grader
    assert not GradeButton(NAME).can_grade


def test_without_a_page_it_is_a_sentence(folder):
    button = GradeButton(NAME)
    data, _ = button._repr_mimebundle_()
    assert data["text/plain"] == repr(button)
    assert "hidden tests included" in data["text/plain"]


def test_a_notebook_never_imports_the_grader(folder):
    """Not even here: the button starts a process that does."""
    script = (
        f"import sys\nfrom course.widgets import GradeButton\nGradeButton({NAME!r})\n"
        "print([n for n in sys.modules if n.startswith(('gradebox', 'gradebox.learner', "
        "'course.instructor', 'nbgrader'))])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


def test_a_solution_that_cannot_be_had_is_said(button, monkeypatch):
    """In a thread, nobody would see what was raised."""

    def fail(*request):
        raise OSError("no room")

    monkeypatch.setattr(module.grader, "ask", fail)
    button._on_message(button, {"do": "solution", "name": None, "exercise": "attend"}, [])
    assert button.sent[-1] == {
        "exercise": "attend",
        "status": "not graded",
        "headline": "The solution could not be shown: no room",
    }
