"""The whole nbgrader loop, on the path that `python -m authoring demo` takes, and in the shell."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from gradebox.classroom import Classroom
from gradebox.exercises import exercises
from gradebox.folder import assignments
from grading import ROOT, TINY, answered, hand_in, source_notebook, tiny_course

from authoring import demo
from authoring.demo_answers import WRONG, Wrong

QUICK = ROOT / "gradebox" / "tests" / "fast_imports"
ASSIGNMENTS = [name for name in assignments(ROOT) if name in WRONG]


@pytest.fixture(scope="module")
def looped(tmp_path_factory):
    """The result of the demo on all assignments, the folder it left, and the lines it printed."""
    lines: list[str] = []
    folder = tmp_path_factory.mktemp("demo")
    report = demo.run(ROOT, folder, ASSIGNMENTS, say=lines.append)
    return report, folder, lines


@pytest.fixture(params=ASSIGNMENTS)
def name(request):
    return request.param


def points(name: str) -> dict[str, float]:
    """Return the points of each graded cell of the source notebook."""
    marks = [cell.metadata.get("nbgrader", {}) for cell in source_notebook(name).cells]
    return {mark["grade_id"]: float(mark["points"]) for mark in marks if mark.get("grade")}


def test_ada_gets_every_point(looped, name):
    assert looped[0].scores[name]["ada"] == points(name)


def test_ben_gets_the_points_of_the_first_half(looped, name):
    work = exercises(source_notebook(name))
    solved = {cell for each in work[: len(work) // 2] for cell in each.points}
    assert looped[0].scores[name]["ben"] == {
        cell: worth if cell in solved else 0 for cell, worth in points(name).items()
    }


def test_cy_loses_what_is_known_to_be_wrong_and_nothing_else(looped, name):
    lost = {cell for wrong in WRONG[name] for cell in wrong.loses}
    assert lost
    assert looped[0].scores[name]["cy"] == {
        cell: 0 if cell in lost else worth for cell, worth in points(name).items()
    }


def test_nobody_else_was_graded(looped, name):
    assert looped[0].scores[name].keys() == {"ada", "ben", "cy"}


def test_validate_says_before_handing_in_what_is_missing(looped, name):
    failing = looped[0].failing[name]
    assert failing["ada"] == []
    assert len(failing["ben"]) == sum(
        score == 0 for score in looped[0].scores[name]["ben"].values()
    )


def test_students_worked_in_the_committed_release(looped, name):
    _, folder, _ = looped
    released = folder / "release" / name / f"{name}.ipynb"
    assert released.read_bytes() == (ROOT / "release" / name / f"{name}.ipynb").read_bytes()


def test_each_student_fetched_their_feedback(looped, name):
    report, folder, _ = looped
    for student, scores in report.scores[name].items():
        (page,) = (folder / "students" / student / name / "feedback").rglob("*.html")
        assert page in report.feedback[name]
        # The page's title line: "name (Score: 5.0 / 11.0)".
        total, of = sum(scores.values()), sum(points(name).values())
        assert f"(Score: {total} / {of})" in page.read_text()


def test_the_exported_grades_are_the_scores(looped, name):
    report, _, _ = looped
    rows = {row["student_id"]: row for row in report.grades if row["assignment"] == name}
    for student, scores in report.scores[name].items():
        assert float(rows[student]["score"]) == sum(scores.values())
        assert float(rows[student]["max_score"]) == sum(points(name).values())


def test_each_step_has_its_line_and_the_table_its_sums(looped, name):
    report, _, lines = looped
    steps = ("generated", "released", "collected", "graded", "feedback")
    own = [line for line in lines if line.startswith(f"{name}: ")]
    assert [word for word in steps if any(word in line for line in own)] == list(steps)
    assert sum("validated" in line and "submitted" in line for line in own) == 3
    row = next(line for line in demo.table(report).splitlines() if "cy" in line)
    total = sum(report.scores[name]["cy"].values())
    assert f"{total:g} of {sum(points(name).values()):g}" in row


# What the command does when something is not as it should be


def test_the_demo_fails_if_a_score_is_not_what_it_should_be(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tiny_course(tmp_path / "course"))
    not_wrong = Wrong("double", "def double(x):\n    return x + x", loses=("double-values",))
    monkeypatch.setitem(WRONG, TINY, (not_wrong,))
    assert demo.main(["--keep", str(tmp_path / "kept")]) == 1
    printed = capsys.readouterr()
    assert f"cy has 2.0 on double-values of {TINY}, but should have 0.0.\n" in printed.err
    assert "5 of 5" in printed.out
    assert (tmp_path / "kept" / "grades.csv").is_file()


def test_the_demo_fails_with_a_sentence_if_a_step_fails(tmp_path, monkeypatch, capsys):
    course = tiny_course(tmp_path)
    source = course / "source" / TINY / f"{TINY}.ipynb"
    source.write_text(source.read_text().replace("### END HIDDEN TESTS", "### THE END"))
    monkeypatch.chdir(course)
    monkeypatch.setitem(WRONG, TINY, ())
    assert demo.main(["--keep", str(tmp_path / "kept")]) == 1
    assert "The demo stopped at this step: generate_assignment" in capsys.readouterr().err


def test_the_demo_leaves_a_folder_alone_that_has_something_in_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (tmp_path / "thesis.tex").touch()
    assert demo.main(["--keep", str(tmp_path)]) == 1
    assert "not an empty folder" in capsys.readouterr().err
    assert demo.main(["--assignment", "99-nothing"]) == 1
    assert "The demo knows no wrong answers for 99-nothing" in capsys.readouterr().err


# nbgrader's own commands


def nbgrader(*arguments: str, course: Path) -> subprocess.CompletedProcess[str]:
    """Run an nbgrader command as somebody who has not activated the virtual environment."""
    return subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=course,
        env=os.environ | {"PATH": os.defpath, "PYTHONPATH": str(QUICK)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_fresh_clone_grades_at_once(tmp_path):
    """No gradebook, no `generate_assignment`: `nbgrader autograde` finds what it needs."""
    course = tiny_course(tmp_path)
    room = Classroom(course)
    source = source_notebook(TINY, course)
    hand_in(room, TINY, "ada", answered(source, source))
    hand_in(room, TINY, "ben", nbformat.from_dict(source | {"cells": source.cells[:1]}))
    assert not (course / "gradebook.db").exists()
    done = nbgrader("autograde", TINY, course=course)
    assert done.returncode == 0, done.stderr
    assert {who: sum(got.values()) for who, got in room.scores(TINY).items()} == {
        "ada": 5,
        "ben": 0,
    }
    assert not (course / "release" / TINY).exists()  # grading does not touch the release


def test_the_shell_generates_the_same_bytes(tmp_path):
    course = tiny_course(tmp_path / "course")
    done = nbgrader("generate_assignment", TINY, "--force", course=course)
    assert done.returncode == 0, done.stderr
    room = Classroom.copy_of(course, tmp_path / "room", [TINY])
    room.generate(TINY)
    path = Path("release") / TINY / f"{TINY}.ipynb"
    assert (course / path).read_bytes() == (room.root / path).read_bytes()


def test_new_tests_in_source_are_pointed_out(tmp_path):
    """The gradebook's tests count, as always with nbgrader, but it is said that they are old."""
    room = Classroom.copy_of(tiny_course(tmp_path / "course"), tmp_path / "room", [TINY])
    room.generate(TINY)
    source = source_notebook(TINY, room.root)
    hand_in(room, TINY, "ada", answered(source, source))
    assert "not those of source/" not in room.autograde(TINY).log

    source.cells[2].source = source.cells[2].source.replace("== 42", "== 43")
    nbformat.write(source, room.root / "source" / TINY / f"{TINY}.ipynb")
    outcome = room.autograde(TINY)
    assert f"run `nbgrader generate_assignment {TINY} --force` first" in outcome.log
    assert room.scores(TINY)["ada"]["double-values"] == 2

    room.generate(TINY)
    assert "not those of source/" not in room.autograde(TINY).log
    assert room.scores(TINY)["ada"]["double-values"] == 0
