"""`python -m course progress` and `reset`, on a learner's folder without the grader."""

import errno
import json
import re
import shutil
import subprocess
import sys

import pytest
from gradebox.learner import progress as grader_progress
from gradebox.learner.grade_notebook import code_fingerprint
from grading import ROOT

from course import __main__ as command
from course import progress, records, reset

NAME = "05-self-attention"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A student edition's folder with two notebooks, and the copies in its package."""
    (tmp_path / "nbgrader_config.py").touch()
    for name in ("00-start-here", NAME):
        for place in ("release", "copies"):
            shutil.copytree(ROOT / "release" / name, tmp_path / place / name)
    monkeypatch.setattr(reset, "HANDED_OUT", tmp_path / "copies")
    monkeypatch.setattr(reset, "find_spec", lambda name: None)  # no grader here
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def mine(folder):
    """The learner's notebook, with two answers in it."""
    path = folder / "release" / NAME / f"{NAME}.ipynb"
    content = json.loads(path.read_bytes())
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") in ("attend", "attention"):
            cell["source"] = ["def mine(): pass"]
    path.write_text(json.dumps(content))
    return path


def sources(path):
    cells = json.loads(path.read_bytes())["cells"]
    return {cell["id"]: "".join(cell["source"]) for cell in cells}


def copies(path):
    return sorted(each for each in path.parent.iterdir() if each != path)


def run(capsys, *arguments):
    capsys.readouterr()
    code = command.main(list(arguments))
    said = capsys.readouterr()
    return code, said.out + said.err


def test_progress_without_any_grading(folder, mine, capsys):
    states = {line.name: line.state for line in progress.lines(folder)}
    assert (states["00-start-here"], states[NAME]) == ("not started", "started")
    code, said = run(capsys, "progress")
    assert code == 0
    assert "Next: 00-start-here" in said
    assert f"{NAME}       started      -" in said


def test_progress_with_what_grading_has_recorded(folder, capsys):
    results = {"00-start-here": (["11", "11"], True), "01-matrix-products": (["7", "21"], False)}
    for name, (points, full) in results.items():
        grader_progress.keep(folder, name, {"points": points, "full": full}, "code")
    _, said = run(capsys, "progress")
    first, second = said.splitlines()[1:3]
    assert first.split()[:6] == ["00-start-here", "full", "marks", "11", "of", "11"]
    assert second.split()[:5] == ["01-matrix-products", "started", "7", "of", "21"]
    assert "Next: 01-matrix-products" in said
    assert str(folder / "progress.json") in said


def test_progress_imports_no_checks(folder):
    """They take six times as long as all the rest."""
    command = [sys.executable, "-X", "importtime", "-m", "course", "progress"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Next: 00-start-here" in done.stdout
    assert "course.records" in done.stderr
    assert not {"course.check", "numpy"} & set(done.stderr.split())


def test_the_course_is_over_only_with_full_marks(folder):
    def end(*states):
        lines = [progress.Line(name, state, None) for name, state in zip("ab", states, strict=True)]
        return progress.table_text(lines, folder).splitlines()[-1]

    assert end(progress.FULL, progress.FULL) == "That was the whole course."
    assert end(progress.STARTED, progress.NOT_STARTED) == "Next: b"
    assert end(progress.FULL, progress.STARTED).startswith("You have begun every notebook.")


@pytest.mark.parametrize("last", ["3", '{"graded": NaN, "code": "", "result": {}}', "[" * 10**5])
def test_a_damaged_record_is_no_record(folder, last):
    (folder / "progress.json").write_text(f'{{"last": {{"00-start-here": {last}}}}}')
    assert records.last_results(folder) == {}


MARK = {"nbgrader": {"solution": True, "grade": True, "checksum": "x", "grade_id": "a"}}


@pytest.mark.parametrize(
    "cell",
    [
        json.dumps({"source": "", "metadata": MARK}),
        json.dumps({"cell_type": "code", "source": None, "metadata": MARK}),
        json.dumps({"cell_type": "code", "source": "", "metadata": MARK}),
        "[" * 10**5,
    ],
)
def test_a_damaged_notebook_ends_no_command(mine, capsys, cell):
    mine.write_text(f'{{"cells": [{cell}]}}')
    assert run(capsys, "progress")[0] == 0
    assert run(capsys, "reset", str(mine), "attend")[0] == 1


def test_the_course_and_the_grader_have_one_hash_of_a_notebooks_code(mine):
    content = json.loads(mine.read_bytes())
    for cell in content["cells"]:
        cell["source"] = "".join(cell["source"])  # as the grader has read it
    known = code_fingerprint(json.dumps(content).encode())
    assert records.Notebook(mine).code_fingerprint() == known


def test_a_fresh_notebook_is_not_started():
    """nbgrader's checksum, computed without nbgrader, is that of every released answer."""
    for name in records.assignments():
        path = ROOT / "release" / name / f"{name}.ipynb"
        assert not records.Notebook(path).is_started(), name


def test_a_whole_notebook_is_put_back_and_the_learners_kept(folder, mine, capsys):
    was = mine.read_bytes()
    code, said = run(capsys, "reset", NAME)
    assert code == 0
    (copy,) = copies(mine)
    assert str(copy) in said
    assert copy.read_bytes() == was
    assert mine.read_bytes() == (folder / "copies" / NAME / f"{NAME}.ipynb").read_bytes()
    assert "Nothing was changed" in run(capsys, "reset", str(mine))[1]
    assert copies(mine) == [copy]


def test_one_answer_is_put_back(folder, mine, capsys):
    was, handed_out = sources(mine), sources(folder / "copies" / NAME / f"{NAME}.ipynb")
    code, said = run(capsys, "reset", str(mine), "Attend")
    assert code == 0, said
    assert sources(mine) == was | {"attend": handed_out["attend"]}
    assert sources(copies(mine)[0]) == was


def test_half_a_character_beside_an_answer_that_is_put_back_stays(mine, capsys):
    content = json.loads(mine.read_text(encoding="utf-8"))
    content["cells"][0]["source"] = "\ud83d"
    mine.write_text(json.dumps(content))
    code, said = run(capsys, "reset", str(mine), "attend")
    assert code == 0, said
    assert json.loads(mine.read_bytes())["cells"][0]["source"] == "\ud83d"


def answer_cell(content, name="attend"):
    marks = ((cell, cell["metadata"].get("nbgrader", {})) for cell in content["cells"])
    return next(cell for cell, mark in marks if mark.get("grade_id") == name)


def test_half_a_character_in_an_answer_is_an_answer(mine, capsys):
    content = json.loads(mine.read_text(encoding="utf-8"))
    answer_cell(content)["source"] = "'\ud83d'"
    mine.write_text(json.dumps(content))
    code, said = run(capsys, "progress")
    assert code == 0
    assert re.search(rf"{NAME} +started", said)


@pytest.mark.parametrize("source", ["def mine(): pass", None])
def test_an_answer_that_was_made_text_is_code_again(folder, mine, capsys, source):
    handed_out = answer_cell(json.loads((folder / "copies" / NAME / f"{NAME}.ipynb").read_bytes()))
    content = json.loads(mine.read_bytes())
    cell = answer_cell(content)
    cell.update(cell_type="markdown", source=source or handed_out["source"])
    del cell["outputs"], cell["execution_count"]
    mine.write_text(json.dumps(content))
    code, said = run(capsys, "reset", str(mine), "attend")
    assert code == 0
    assert "as it was handed out again" in said
    assert answer_cell(json.loads(mine.read_bytes())) == handed_out


def test_two_copies_in_a_second_are_two_files(mine):
    assert reset.keep(mine) != reset.keep(mine)
    assert [copy.read_bytes() for copy in copies(mine)] == [mine.read_bytes()] * 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such"], "There is no notebook no-such."),
        (["x" * 300], "There is no notebook xxx"),
        ([NAME, "attentoin"], "There is no exercise 'attentoin'; there is recall, attend,"),
    ],
)
def test_what_cannot_be_reset_is_a_sentence(mine, capsys, arguments, sentence):
    was = mine.read_bytes()
    code, said = run(capsys, "reset", *arguments)
    assert (code, mine.read_bytes(), copies(mine)) == (1, was, [])
    assert sentence in said


def test_a_broken_file_is_kept_too(mine, capsys):
    mine.write_text("{")
    assert "cannot be read" in run(capsys, "reset", str(mine), "attend")[1]
    assert mine.read_text() == "{"
    assert run(capsys, "reset", str(mine))[0] == 0
    assert copies(mine)[0].read_text() == "{"


def test_a_notebook_may_be_named_without_its_path(mine, monkeypatch):
    asked = []
    monkeypatch.setattr(command, "_grader", lambda name, options: asked.append((name, options)))
    command.main(["check", NAME, "attend"])
    command.main(["check", "none.ipynb"])
    command.main(["check", "--help"])
    command.main(["check", "--json", NAME, "attend"])
    assert asked == [
        ("check", [str(mine), "attend"]),
        ("check", ["none.ipynb"]),
        ("check", ["--help"]),
        ("check", ["--json", str(mine), "attend"]),
    ]


def test_a_full_disk_leaves_nothing_behind(mine, capsys, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    was = mine.read_bytes()
    monkeypatch.setattr(reset.shutil, "copymode", full)
    code, said = run(capsys, "reset", NAME)
    assert code == 1
    assert said == (
        f"{mine} could not be written (No space left on device), so nothing was changed.\n"
    )
    assert mine.read_bytes() == was
    assert copies(mine) == []


def test_only_files_of_checks_are_notebooks(tmp_path, monkeypatch):
    data = tmp_path / "check" / "data"
    data.mkdir(parents=True)
    for name in ("00-start-here.json", ".DS_Store", "notes.txt"):
        (data / name).touch()
    monkeypatch.setattr(records, "PACKAGE", tmp_path)
    assert records.assignments() == ["00-start-here"]


def test_a_report_without_points_has_none():
    assert records.LastResult(0, "", {"full": False}).points == "-"
