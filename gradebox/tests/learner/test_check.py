"""`python -m course check` and `solution`, on a course of one small assignment.

In this process where it can be: importing the grader takes seconds, and one fork server is enough.
"""

import hashlib
import json
import subprocess
import sys

import nbformat
import pytest
from gradebox.commands import check, solution
from gradebox.folder import CONFIG, load_config
from gradebox.learner import grade_notebook, progress
from gradebox.sandbox import LayerStatus
from grading import ROOT, TINY, answered, source_notebook, tiny_course
from nbclient.exceptions import DeadKernelError
from nbformat.v4 import new_code_cell

from authoring import release

SMALL_ONLY = "def double(x):\n    return 2 * x if x < 10 else 0"  # only a hidden test notices


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with its release, made once; each test starts without progress."""
    root = tiny_course(tmp_path_factory.mktemp("course"))
    release.generate_apart(root, TINY, root / "release")
    (root / "work").mkdir()
    return root


@pytest.fixture(autouse=True)
def _anew(course):
    (course / progress.NAME).unlink(missing_ok=True)


@pytest.fixture
def write(course, tmp_path):
    """Return a function that writes the learner's notebook into the release's folder."""

    def write(name=TINY, change=None, **other):
        handed_out = nbformat.read(course / "release" / TINY / f"{TINY}.ipynb", as_version=4)
        notebook = answered(handed_out, source_notebook(TINY, course), **other)
        if change is not None:
            change({cell.metadata.nbgrader.grade_id: cell for cell in notebook.cells}, notebook)
        path = course / "work" / f"{name}.ipynb"
        path.write_text(nbformat.writes(notebook), encoding="utf-8")
        return path

    return write


@pytest.fixture
def impatient(monkeypatch):
    """A course in which a cell may run for a second."""

    def load(root, **how):
        config = load_config(root, **how)
        config.Execute.timeout = 1
        return config

    monkeypatch.setattr(check, "load_config", load)


def checked(path, capsys):
    """Run the command with --json; return its exit code and what it printed, rows by name."""
    capsys.readouterr()
    code = check.main([str(path), "--json"])
    result = json.loads(capsys.readouterr().out)
    result["rows"] = {row["name"]: row for row in result.get("rows", ())}
    return code, result


def files(root):
    """A hash of each file under `root`, but for the learner's progress."""
    return {
        path.relative_to(root): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and path.name != progress.NAME
    }


# What comes of a notebook


def test_a_solved_notebook(course, write, capsys):
    path = write()
    before = files(course)
    code, result = checked(path, capsys)
    assert code == 0
    assert result["headline"] == f"{TINY}: 5 of 5 points, 2 of 2 exercises right. Full marks!"
    assert (result["full"], result["onward"]) == (True, "")
    assert {row["state"] for row in result["rows"].values()} == {"right"}
    assert result["progress"] == {
        "says": "The whole course: 5 of 5 points (the best so far).",
        "score": 5,
        "points": 5,
    }
    assert result["notes"] == []
    assert files(course) == before


def test_a_wrong_one_gets_points_a_mistake_and_no_hidden_line(write, capsys):
    path = write(double=SMALL_ONLY)
    code, result = checked(path, capsys)
    assert code == 1
    row = result["rows"]["double"]
    assert (row["score"], row["points"], row["state"]) == ("1", "3", "partly right")
    assert row["says"] == "double-values: A hidden test found a value that is not right."
    assert "Its solution opens after 2 more different answers." in row["next"]
    assert result["rows"]["recall"]["state"] == "right"
    assert "double(21)" not in json.dumps(result)


def test_an_untouched_one_is_not_attempted_and_is_no_try(course, capsys):
    code, result = checked(course / "release" / TINY / f"{TINY}.ipynb", capsys)
    assert code == 1
    assert {row["state"] for row in result["rows"].values()} == {"not attempted"}
    assert all(not each.tries for each in progress.read(course)[TINY].values())


def test_a_tampered_one_is_put_right_and_said(write, capsys):
    def tamper(cells, notebook):
        cells["double-values"].source = "pass"
        cells["double-edges"].metadata["tags"] = ["skip-execution"]
        notebook.cells.remove(cells["recall_1-answer"])

    code, result = checked(write(change=tamper, double=SMALL_ONLY, recall="recall_1 = 1"), capsys)
    assert code == 1
    assert result["headline"].startswith(f"{TINY}: 1 of 5 points")
    (note,) = result["notes"]
    assert "double-values: a read-only cell was changed; put right" in note
    assert "double-edges: tagged skip-execution; tags taken off" in note
    assert "recall_1-answer: missing, put back" in note


def test_a_loop_without_end_costs_its_own_points_only(write, capsys, impatient):
    def add(cells, notebook):
        notebook.cells += [new_code_cell("double(3)"), new_code_cell("double(4)")]

    path = write(
        double="import time\n\ndef double(x):\n    while True:\n        time.sleep(0.01)",
        change=add,
    )
    _, result = checked(path, capsys)
    assert "It took too long and was stopped." in result["rows"]["double"]["says"]
    assert result["rows"]["recall"]["state"] == "right"
    assert result["notes"] == [
        "Noticed: the cell that begins with “double(3)” ran for too long and was stopped; "
        "the cell that begins with “double(4)” ran for too long and was stopped."
    ]


@pytest.mark.parametrize(
    ("answer", "says", "line"),
    [
        ("def double(x)\n    return 2 * x", "Your cell raised SyntaxError: expected ':'", True),
        ("1 / 0", "Your cell raised ZeroDivisionError: division by zero", False),
        (
            "import time\n\nwhile True:\n    time.sleep(0.01)",
            "Your cell ran for too long and was stopped.",
            False,
        ),
        (
            "import os\n\ndef double(x):\n    os._exit(3)",
            "The process that ran your code has ended. It ended itself with exit code 3. "
            "The other cells were graded without this one.",
            False,
        ),
        ("os = __import__('os')\nos._exit(3)", "The process that ran your code has ended.", False),
    ],
)
def test_an_answer_that_does_not_run_costs_its_own_points_only(
    write, capsys, impatient, answer, says, line
):
    def add(cells, notebook):
        notebook.cells.append(new_code_cell("double(3)"))

    code, result = checked(write(double=answer, change=add), capsys)
    assert (code, result["headline"]) == (1, f"{TINY}: 2 of 5 points, 1 of 2 exercises right.")
    row = result["rows"]["double"]
    assert row["says"].startswith(says)
    assert row["state"] == "not right yet"
    assert row["facts"] == ([["your line", "def double(x)"]] if line else [])
    assert row["tries_left"] == 2


def test_a_cell_of_the_learners_own_that_ends_python_is_named(write, capsys):
    def add(cells, notebook):
        notebook.cells.insert(0, new_code_cell("import os\nos._exit(1)"))

    code, result = checked(write(change=add), capsys)
    assert code == 0
    (note,) = result["notes"]
    assert "the cell that begins with “import os”: The process that ran your code has end" in note


def test_of_two_copies_of_an_answer_the_one_that_ends_python_costs_its_points_only(write, capsys):
    def copied(cells, notebook):
        copy = nbformat.from_dict(cells["double"] | {"source": "import os\nos._exit(3)", "id": "b"})
        notebook.cells.insert(notebook.cells.index(cells["double"]) + 1, copy)

    _, result = checked(write(change=copied), capsys)
    assert result["headline"] == f"{TINY}: 2 of 5 points, 1 of 2 exercises right."
    assert result["rows"]["double"]["says"].startswith("The process that ran your code has ended")


def test_a_cell_that_was_left_out_costs_the_others_none_of_their_time(write, capsys, monkeypatch):
    begun, real = [], grade_notebook.allowance
    monkeypatch.setattr(grade_notebook, "allowance", lambda *given: begun.append(1) or real(*given))
    checked(write(double="import os\nos._exit(3)"), capsys)
    assert len(begun) == 2


@pytest.mark.parametrize("of_format", [3, 4])
def test_a_notebook_of_another_program_is_graded_as_in_a_class(write, capsys, of_format):
    path = write()
    notebook = nbformat.convert(nbformat.read(path, as_version=4), of_format)
    if of_format == 4:
        notebook.cells += [{"cell_type": "code", "metadata": {}}, {"metadata": {}, "source": "1"}]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    assert checked(path, capsys)[0] == 0


def test_one_exercise_alone(course, write, capsys):
    path = write(double=SMALL_ONLY)
    capsys.readouterr()
    assert check.main([str(path), "Recall", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["headline"] == f"{TINY}, recall: 2 of 2 points."
    assert [row["name"] for row in result["rows"]] == ["recall"]
    assert list(progress.read(course)[TINY]) == ["recall"]  # the other one was not tried
    assert check.main([str(path), "dubble"]) == 2
    assert "There is no exercise 'dubble' in 00-tiny; there is double, recall." in (
        capsys.readouterr().err
    )


def test_text_of_the_learners_is_no_markup_and_has_no_colours(write, capsys):
    raising = 'def double(x):\n    raise KeyError("[red]x[/red]\\x1b[31m<b>")'
    path = write(double=raising)
    _, result = checked(path, capsys)
    said = dict(result["rows"]["double"]["facts"])["error"]
    assert "[red]x[/red]" in said
    assert "<b>" in said
    assert "\x1b" not in said
    assert check.main([str(path)]) == 1
    printed = capsys.readouterr().out
    assert "[red]x[/red]" in printed
    assert "The whole course: 2 of 5 points (the best so far)." in printed


def test_a_name_that_does_not_say_the_assignment(write, capsys):
    assert checked(write("a copy of mine"), capsys)[0] == 0


def test_a_notebook_of_another_course(write, capsys):
    def other(cells, notebook):
        notebook.cells[:] = [new_code_cell("1 + 1")]

    code, result = checked(write("mine", change=other), capsys)
    assert code == 2
    assert "mine.ipynb is none of this course's notebooks" in result["headline"]


# What there is no grade for


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b'{"cells": [', "is not JSON"),
        (b"[]", "not a notebook"),
        (b"\xe4 {", "not text in UTF-8"),
    ],
)
def test_a_broken_file_is_a_sentence(course, capsys, content, sentence):
    path = course / "work" / f"{TINY}.ipynb"
    path.write_bytes(content)
    code, result = checked(path, capsys)
    assert code == 2
    assert result["status"] == "not graded"
    assert sentence in result["headline"]
    assert not (course / progress.NAME).exists()


def test_a_file_that_is_too_large(course, capsys):
    path = course / "work" / f"{TINY}.ipynb"
    with path.open("wb") as file:
        file.truncate(30_000_000)
    code, result = checked(path, capsys)
    path.unlink()
    assert code == 2
    assert "30 MB" in result["headline"]


def test_no_file_is_a_sentence(course, capsys):
    for name in ("none.ipynb", f"{'too-long' * 40}.ipynb"):
        assert check.main([str(course / name)]) == 2
        assert capsys.readouterr().err == f"There is no notebook {course / name}.\n"
    assert check.main([str(course)]) == 2


def test_without_source_the_hidden_tests_are_elsewhere(course, write, tmp_path, capsys):
    (tmp_path / CONFIG).write_bytes((ROOT / CONFIG).read_bytes())
    copy = tmp_path / f"{TINY}.ipynb"
    copy.write_bytes(write().read_bytes())
    code, result = checked(copy, capsys)
    assert code == 2
    assert "has no folder source/" in result["headline"]
    assert "They run when the notebook is submitted." in result["headline"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), DeadKernelError("gone")])
def test_trouble_while_grading(write, capsys, monkeypatch, error):
    def fail(*_):
        raise error

    monkeypatch.setattr(grade_notebook, "grade", fail)
    if isinstance(error, OSError):
        code, result = checked(write(), capsys)
        assert code == 2
        assert "this machine is out of order" in result["headline"]
    else:
        with pytest.raises(DeadKernelError):
            checked(write(), capsys)


# Where the sandbox cannot be had


def test_missing_layers_are_done_without_and_said(course, write):
    """A machine on which no namespace can be made, as most containers are."""
    path = write()
    script = (
        f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'gradebox' / 'tests')!r}]\n"
        "from sandbox_parent import lose_namespaces\n"
        "lose_namespaces()\n"
        "from course.__main__ import main\n"
        f"sys.exit(main(['check', {str(path)!r}, '--json']))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["headline"].startswith(f"{TINY}: 5 of 5 points")
    assert "that this machine does not give: processes, files" in result["notes"][0]


def test_another_system_than_linux(write, capsys, monkeypatch):
    """No layer at all: nbgrader's own executor, in one ordinary kernel."""
    layers = [LayerStatus(name, False, "No.") for name in ("files", "network")]
    monkeypatch.setattr(check, "probe", lambda: layers)
    code, result = checked(write(double=SMALL_ONLY), capsys)
    assert code == 1
    assert result["headline"].startswith(f"{TINY}: 3 of 5 points")
    assert "files, network" in result["notes"][0]
    # what a visible check says is shown there, too
    says = 'raise check.CheckFailed("It returned None.", exercise="double")'
    code, result = checked(
        write(double=f"from course import check\n\ndef double(x):\n    {says}"), capsys
    )
    assert result["rows"]["double"]["facts"] == [["seen", "double: It returned None."]]


# Progress and solutions


def test_the_best_counts_and_three_different_answers_are_three_tries(course, write, capsys):
    story = [
        ("def double(x):\n    return x", "after 2 more different answers"),
        ("def double(x):  # again\n\n    return x", "after 2 more different answers"),
        ("def double(x):\n    return x * x", "after 1 more different answer."),
        ("def double(x) return x", ""),
    ]
    for code, opens in story:
        path = write(double=code)
        assert solution.main([str(path), "double"]) == 1
        assert "opens once it is passed, or after 3" in capsys.readouterr().err
        _, result = checked(path, capsys)
        assert opens in result["rows"]["double"]["next"]
    assert result["rows"]["double"]["tries_left"] == 0
    assert solution.main([str(path), "double", "--json"]) == 0
    assert "twice_of_x = 2 * x" in json.loads(capsys.readouterr().out)["code"]

    # A right answer counts, and goes on counting.
    assert checked(write(), capsys)[0] == 0
    _, result = checked(write(double=SMALL_ONLY), capsys)
    assert result["progress"]["says"] == "The whole course: 5 of 5 points (the best so far)."
    assert solution.main([str(path), "recall"]) == 0
    assert 'recall_1, recall_2 = "b", "a"' in capsys.readouterr().out
    assert solution.main([str(path), "recall_1-answer"]) == 0  # as feedback names a test of it
    assert 'recall_1, recall_2 = "b", "a"' in capsys.readouterr().out


def test_a_solution_that_is_not_there(write, capsys):
    assert solution.main([str(write()), "triple"]) == 1
    assert "There is no exercise 'triple' in 00-tiny; there is double, recall." in (
        capsys.readouterr().err
    )


def test_a_damaged_progress_file_is_left_alone(course, write, capsys):
    (course / progress.NAME).write_text("{")
    code, result = checked(write(), capsys)
    assert code == 0
    assert "is damaged, so nothing was added to it" in result["notes"][0]
    assert (course / progress.NAME).read_text() == "{"
    assert solution.main([str(write()), "double"]) == 1


def test_a_folder_that_cannot_be_written(course, write, capsys, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("gradebox.write_whole.tempfile.mkstemp", refuse)
    code, result = checked(write(), capsys)
    assert code == 0
    assert "could not be kept" in result["notes"][0]
    assert result["progress"]["score"] == 5
