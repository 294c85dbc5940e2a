"""`gradebox try`: what it finds in a course before a class does, and what grading makes of that."""

import contextlib

import nbformat
import pytest
from gradebox.commands import try_, try_assignments
from gradebox.engine import InThisProcess
from small_courses import ODD, TABLES, TEXT, course


def here(task):
    return contextlib.nullcontext(InThisProcess(task))


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    return course(tmp_path_factory.mktemp("odd"), {"odd": ODD})


@pytest.fixture(scope="module")
def tried(odd, tmp_path_factory):
    """Return what `gradebox try` said of the odd course, and its exit code."""
    answers = tmp_path_factory.mktemp("answers")
    path = answers / "ada" / "ps1" / "odd.ipynb"
    path.parent.mkdir(parents=True)
    notebook = nbformat.read(odd / "source" / "ps1" / "odd.ipynb", as_version=4)
    for cell in notebook.cells:
        cell.source = cell.source.replace("return 2 * x", "return Twice(x)")
        if "Twice" in cell.source:
            cell.source += "\n\nclass Twice:\n    def __init__(self, x):\n        self.x = x\n"
            cell.source += "    def __eq__(self, other):\n        return 2 * self.x == other\n"
    nbformat.write(notebook, path)
    said = []
    with contextlib.chdir(odd), pytest.MonkeyPatch.context() as patch:
        patch.setattr("rich.console.Console.print", lambda self, text: said.append(text))
        patch.setattr(try_assignments, "LocalPool", lambda task, workers: here(task))
        code = try_.main(["ps1", "--answers", str(answers)])
    return said, code


def test_it_says_what_fails_a_right_answer_and_what_to_change(tried):
    said, code = tried
    text = "\n".join(said)
    assert code == try_assignments.NOT_READY
    assert "6 cannot run apart" in said[-1]
    assert "1 fail the solution itself" in said[-1]
    shared = text[text.index("shared-is") :]
    assert "line 2: assert first is second" in shared
    assert "It gave 0.5 of 1 points." in text[text.index("partly") :]
    assert "Compare with ==" in shared
    assert '"course_grading": {"tests": "together"}' in shared
    assert "matplotlib.Figure, which stays with the answers" in text
    assert "double-values fails a right answer if it runs apart from it, that of ada." in text
    assert "free gives points to the blank release." in text
    assert "wrong fails the solution, together with it, too." in text
    assert "AssertionError" in text[text.index("wrong fails") :]


def test_nothing_but_the_result_is_written(tried, odd):
    assert sorted(path.name for path in odd.iterdir()) == [
        ".gradebox",
        "nbgrader_config.py",
        "source",
    ]


def test_ordinary_courses_are_ready_apart(tmp_path, monkeypatch, capsys):
    """Tables, files, a replaced input, a coroutine, an exception class and a figure's parts."""
    monkeypatch.chdir(course(tmp_path, {"tables": TABLES, "text": TEXT}))
    monkeypatch.setattr(try_assignments, "LocalPool", lambda task, workers: here(task))
    assert try_.main(["ps1"]) == 0
    words = "ps1 is ready: its 11 tests give right answers full marks, apart and together."
    assert capsys.readouterr().out.startswith(words)
