"""`gradebox serve`: what it answers, and that nothing of one request decides the next."""

import json

import nbformat
import pytest
from gradebox.commands import serve
from gradebox.learner import grade_notebook
from grading import TINY, answered, source_notebook, tiny_course


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return tiny_course(tmp_path_factory.mktemp("course"))


def ask(*request):
    return serve._answer(json.dumps(request).encode())


def test_each_request_is_judged_afresh(course, tmp_path):
    """The same file with another answer, the same answer with other tests, and other settings."""
    path = course / f"{TINY}.ipynb"
    source = source_notebook(TINY, course)

    def points(**answers):
        nbformat.write(answered(source, source, **answers), path)
        return ask("check", str(path))["points"]

    assert points() == ["5", "5"]
    known = grade_notebook._last_prepared
    assert points(double="def double(x):\n    return x") == ["2", "5"]
    assert points() == ["5", "5"]
    assert grade_notebook._last_prepared is known
    file = course / "source" / TINY / f"{TINY}.ipynb"
    text = file.read_text()
    file.write_text(text.replace("assert double(21) == 42", "assert double(21) == 43"))
    assert points() == ["3", "5"]
    file.write_text(text)
    assert points() == ["5", "5"]


def test_a_solution_and_what_is_no_request(tmp_path):
    assert ask("solution", str(tmp_path / "none.ipynb"), "x")["headline"].startswith(
        "There is no notebook"
    )
    assert "does not take these arguments" in ask("check")["headline"]
    for line in (b"", b"[]", b"{}", b'["grade", "x"]', b"\xff"):
        assert serve._answer(line)["headline"].startswith("That is no request")


def test_an_error_is_an_answer(monkeypatch):
    def fail(arguments):
        raise RuntimeError("no more")

    monkeypatch.setitem(serve.COMMANDS, "check", fail)
    assert ask("check", "x")["headline"] == "Grading did not work: RuntimeError: no more"
