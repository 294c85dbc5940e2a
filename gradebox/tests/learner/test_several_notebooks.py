"""Assignments of several notebooks: what a learner alone can do with them, and what is said."""

import json
import shutil
from pathlib import Path

import pytest
from gradebox.commands import check, handout, solution
from grading import marked_cell
from nbformat.v4 import new_markdown_cell
from small_courses import TABLES, TEXT, answer, course, graded


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    root = course(tmp_path_factory.mktemp("several"), {"tables": TABLES, "text": TEXT})
    shutil.copy(root / "source" / "ps1" / "text.ipynb", root / "renamed.ipynb")
    shutil.copy(root / "source" / "ps1" / "tables.ipynb", root / "tables.ipynb")
    return root


@pytest.mark.parametrize(("file", "of"), [("tables", "tables"), ("renamed", "text")])
def test_a_notebook_of_several_is_handed_out(several, capfdbinary, monkeypatch, file, of):
    monkeypatch.chdir(several)
    assert handout.main([f"{file}.ipynb"]) == 0
    given = json.loads(capfdbinary.readouterr().out)
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in given["cells"]]
    source = json.loads((several / "source" / "ps1" / f"{of}.ipynb").read_text())
    assert ids == [c["metadata"].get("nbgrader", {}).get("grade_id") for c in source["cells"]]
    assert "BEGIN SOLUTION" not in str(given)


def test_what_is_for_one_notebook_says_so(several, capsys, monkeypatch):
    monkeypatch.chdir(several)
    assert check.main(["tables.ipynb"]) == 2
    assert solution.main(["renamed.ipynb", "double"]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("tables.ipynb is source/ps1/tables.ipynb as a student has it. `check`")
    assert second.startswith("renamed.ipynb is source/ps1/text.ipynb as a student has it. `check`")


def test_a_solution_names_a_path_for_check_that_works(tmp_path, capsys, monkeypatch):
    root = course(tmp_path, {"text": TEXT})
    (root / "source" / "ps1").rename(root / "source" / "text")
    own = root / "my work" / "text.ipynb"
    own.parent.mkdir()
    shutil.copy(root / "source" / "text" / "text.ipynb", own)
    notebook = json.loads(own.read_text())
    marks = (cell["metadata"].get("nbgrader", {}) for cell in notebook["cells"])
    name = next(mark["grade_id"] for mark in marks if mark.get("solution"))
    for folder, given, said in (
        (root, "my work/text.ipynb", "'my work/text.ipynb'"),
        (root, str(own), "'my work/text.ipynb'"),
        (own.parent, "text.ipynb", "text.ipynb"),
        (root / "source", "../my work/text.ipynb", "'../my work/text.ipynb'"),
        (root / "source", str(own), f"'{own}'"),
    ):
        monkeypatch.chdir(folder)
        assert solution.main([given, name]) == 1
        error = capsys.readouterr().err
        assert f" check {said}` grades one." in error
        assert Path(said.strip("'")).is_file()
    monkeypatch.chdir(tmp_path.parent)  # above the course, of a notebook outside of it
    elsewhere = shutil.copy(own, tmp_path.parent / "text.ipynb")
    assert solution.main([elsewhere.name, name]) == 1
    assert "grades one" not in capsys.readouterr().err
    assert solution.main([elsewhere.name, name, "--course", str(root)]) == 1
    assert f" check text.ipynb --course {root.relative_to(Path.cwd())}` grades one." in (
        capsys.readouterr().err
    )


def test_what_a_person_grades_is_no_part_of_the_points_to_be_had_alone(tmp_path, capsys):
    essay = marked_cell("essay", "Why?", grade=True, solution=True, points=5)
    mark = marked_cell("draw", "", task=True, points=2).metadata
    task = new_markdown_cell("Draw it.", metadata=mark)
    two = answer("two", "two = 2")
    root = course(tmp_path, {"ps1": [two, graded("two-value", "assert two == 2"), essay, task]})
    path = shutil.copy(root / "source" / "ps1" / "ps1.ipynb", root / "ps1.ipynb")
    assert check.main([str(path), "--course", str(root), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["headline"].startswith("ps1: 1 of 1 points")
    assert result["onward_says"] == ""
    assert result["progress"]["points"] == 1
    assert result["notes"][-1] == (
        "Answers that a person grades are not counted here: they are worth 7 points."
    )


def test_a_test_above_the_first_answer_is_an_exercise_of_its_own(tmp_path, capsys):
    cells = [
        new_markdown_cell("## The set-up"),
        graded("set-up-1", "assert 1 + 1 == 2"),
        answer("double", "def double(x):\n    return 2 * x"),
        graded("double-1", "assert double(2) == 4"),
    ]
    root = course(tmp_path, {"ps1": cells})
    own = str(shutil.copy(root / "source" / "ps1" / "ps1.ipynb", root / "ps1.ipynb"))
    assert check.main([own]) == 0
    said = capsys.readouterr().out
    assert "2 of 2 points, 2 of 2 exercises right" in said
    assert solution.main([own, "set-up-1"]) == 1
    assert "set-up-1 is a test above the first answer cell" in capsys.readouterr().err
