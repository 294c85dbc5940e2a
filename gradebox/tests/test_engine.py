"""The engine in one process: what is graded again, what is kept, and what a fault costs."""

import contextlib
import errno
import io
import os
import shutil
import sqlite3
import threading
import time
from datetime import datetime
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import ClassVar

import nbformat
import pytest
from engine_course import (
    RIGHT,
    WRONG,
    ZERO,
    converter,
    leftovers,
    records,
    run,
    statuses,
    stop_at,  # noqa: F401
    store,
    submit,
)
from gradebox.class_report import as_html, as_text, report, write_csv
from gradebox.class_results import read_results
from gradebox.class_status import graded_in_words, read_status
from gradebox.classroom import Classroom, StepFailed
from gradebox.commands import report as report_command
from gradebox.deadlines_file import WrongDeadlines
from gradebox.engine import Engine
from gradebox.errors import CannotGrade
from gradebox.grade_submission import grade
from gradebox.gradebook_errors import StoreUnavailable
from gradebox.gradebook_store import Store
from gradebox.kernel.fork_server import NotStarted
from gradebox.pool import InThisProcess
from gradebox.submission_outcome import FAILED, GRADED, UNCHANGED
from gradebox.submitted_folders import find_submissions
from gradebox.timestamps import UNREADABLE
from grading import TINY, hand_in, source_notebook, tiny_course
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import BasePlugin
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades
from rich.console import Console

BAD = "def double(x):\n    return x"


class Last(NbGraderPreprocessor):
    """A step of the course's own."""


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course with two submissions, graded once."""
    folder = tiny_course(tmp_path_factory.mktemp("course") / "of ours (ü)")
    room = Classroom(folder)
    room.generate(TINY)
    submit(room, "ada")
    submit(room, "ben", code=BAD)
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    return folder


@pytest.fixture
def room(course, tmp_path):
    """A copy of it, to do something to."""
    shutil.copytree(course, tmp_path / "course")
    return Classroom(tmp_path / "course")


def autograded(room, student):
    return room.root / "autograded" / student / TINY / f"{TINY}.ipynb"


# What is graded again


def test_what_has_not_changed_is_left_alone(room):
    before = records(room), autograded(room, "ada").stat().st_mtime_ns
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}
    assert (records(room), autograded(room, "ada").stat().st_mtime_ns) == before


def test_only_what_has_changed_is_graded_again(room):
    submit(room, "ben")
    submit(room, "cy", code=BAD)
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": GRADED, "cy": GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "ben": RIGHT, "cy": WRONG}


@pytest.mark.parametrize("change", ["test", "file", "setting", "autograded"])
def test_what_a_grade_depends_on_counts_as_a_change(room, change):
    if change == "test":
        source = source_notebook(TINY, room.root)
        source.cells[2].source = source.cells[2].source.replace("== 42", "== 43")
        nbformat.write(source, room.root / "source" / TINY / f"{TINY}.ipynb")
        room.generate(TINY)
    elif change == "file":
        (room.root / "source" / TINY / "data.csv").write_text("1,2")
    elif change == "setting":
        room.config.LimitOutput.max_lines = 7
    else:
        shutil.rmtree(room.root / "autograded" / "ada")
        shutil.rmtree(room.root / "autograded" / "ben")
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert room.scores(TINY)["ada"]["double-values"] == (0 if change == "test" else 2)
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}


def test_forced_for_one_student(room):
    before = records(room)
    assert statuses(run(room, force=True, student_id="ben")) == {"ben": GRADED}
    after = records(room)
    assert after["ada"] == before["ada"]
    assert after["ben"] > before["ben"]


def test_a_gradebook_that_was_lost_is_filled_again(room):
    (room.root / "gradebook.db").unlink()
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}


def test_an_assignment_of_which_only_the_due_date_is_known_gets_its_cells(room):
    (room.root / "gradebook.db").unlink()
    with room.gradebook() as gradebook:
        gradebook.add_assignment(TINY, duedate=datetime(2030, 1, 1))
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    with room.gradebook() as gradebook:
        assert gradebook.find_assignment(TINY).duedate == datetime(2030, 1, 1)


def test_a_resubmission_without_its_tests_does_not_keep_the_score(room):
    release = nbformat.read(room.root / "release" / TINY / f"{TINY}.ipynb", as_version=4)
    release.cells = release.cells[:1]
    hand_in(room, TINY, "ada", release)
    outcome = run(room)["ada"]
    assert room.scores(TINY)["ada"] == ZERO
    assert {flag.kind for flag in outcome.flags} == {"missing", "no-answer"}


def test_a_resubmission_without_its_notebook_does_not_keep_the_score(room):
    (room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb").rename(room.root / "lost.ipynb")
    outcome = room.autograde(TINY, "ada")
    assert not outcome.ok
    assert "ada: 00-tiny.ipynb of 00-tiny was not graded and has zero points" in outcome.log
    assert "there is no file of that name" in outcome.log
    assert room.scores(TINY) == {"ada": ZERO, "ben": WRONG}
    assert not room.autograde(TINY, "nobody").ok
    assert "No notebooks were matched" in room.autograde(TINY, "nobody").log


def test_a_score_by_hand_stays(room):
    with room.gradebook() as gradebook:
        grade = gradebook.find_grade("double-values", TINY, TINY, "ben")
        grade.manual_score = 1.5
        gradebook.db.commit()
    run(room, force=True)
    assert room.scores(TINY)["ben"]["double-values"] == 1.5


def test_a_cell_that_was_added_to_the_gradebook_later_is_scored(room):
    with room.gradebook() as gradebook:
        grade = gradebook.find_grade("double-values", TINY, TINY, "ben")
        gradebook.db.delete(grade)
        gradebook.db.commit()
    run(room, force=True)
    assert room.scores(TINY)["ben"] == WRONG


def test_a_student_whom_the_gradebook_does_not_know_is_entered_unless_that_is_switched_off(room):
    room.config.Autograde.create_student = False
    submit(room, "eve")
    outcomes = run(room)
    assert statuses(outcomes) == {"ada": UNCHANGED, "ben": UNCHANGED, "eve": FAILED}
    assert "No such student: eve" in outcomes["eve"].sentences[0]
    assert "eve" not in room.scores(TINY)
    room.config.Autograde.create_student = True
    assert statuses(run(room))["eve"] == GRADED
    assert room.scores(TINY)["eve"] == RIGHT


def test_lateness_costs_what_the_course_says(room):
    with room.gradebook() as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate=datetime(2026, 1, 1))
    folder = room.root / "submitted" / "ada" / TINY
    (folder / "timestamp.txt").write_text("2026-01-02 00:00:00 UTC")
    (folder.parents[1] / "ben" / TINY / "timestamp.txt").write_text("the day before yesterday")
    room.config.LateSubmissionPlugin.penalty_method = "zero"
    outcomes = run(room)
    with room.gradebook() as gradebook:
        assert gradebook.find_submission_notebook(TINY, TINY, "ada").late_submission_penalty == 5
        assert gradebook.find_submission_notebook(TINY, TINY, "ben").late_submission_penalty is None
    assert [flag.kind for flag in outcomes["ben"].flags] == ["timestamp"]
    course = CourseDirectory(config=room.config, root=str(room.root), assignment_id=TINY)
    [ada] = [each for each in read_status(course, room.config).students if each.student == "ada"]
    assert graded_in_words(ada) == "0, 5 off for lateness"
    (folder / f"{TINY}.ipynb").rename(folder / "homework.ipynb")  # and so it is refused
    run(room)
    with room.gradebook() as gradebook:
        assert gradebook.find_submission_notebook(TINY, TINY, "ada").late_submission_penalty is None
    # in time after all
    (folder / "homework.ipynb").rename(folder / f"{TINY}.ipynb")
    (folder / "timestamp.txt").write_text("2025-12-02 00:00:00 UTC")
    run(room)
    with room.gradebook() as gradebook:
        assert gradebook.find_submission_notebook(TINY, TINY, "ada").late_submission_penalty is None


class Own(BasePlugin):
    """A course's rule for lateness, with a list of students."""

    penalties = MappingProxyType({"ben": 100})

    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return self.penalties[student_id]


def test_a_penalty_follows_the_rule_and_points_by_hand_without_a_notebook_run(room, monkeypatch):
    with room.gradebook() as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate=datetime(2026, 1, 1))
    for student, year in (("ada", 2025), ("ben", 2026)):
        path = room.root / "submitted" / student / TINY / "timestamp.txt"
        path.write_text(f"{year}-06-01 00:00:00 UTC")
    run(room)

    def again(**course):
        """Grade again; return whose work has changed, ben's penalty and what is said."""
        said = []
        with store(room, **course) as opened:
            opened.say = said.append
            engine = Engine(opened.converter, opened)
            submissions = find_submissions(engine.course)
            changed = engine.changed(submissions)
            outcomes = list(engine.run(InThisProcess(engine.context), submissions))
        assert {outcome.status for outcome in outcomes} == {UNCHANGED}
        with room.gradebook() as gradebook:
            rows = gradebook.find_assignment(TINY).submissions
            penalties = {row.student_id: row.late_submission_penalty for row in rows}
        assert penalties["ada"] == 0
        return changed, penalties["ben"], " ".join(said)

    assert again() == (set(), 0, "")
    room.config.LateSubmissionPlugin.penalty_method = "zero"
    assert again(student_id="ada") == (set(), 0, "")
    changed, penalty, said = again()
    assert (changed, penalty) == ({"ben"}, 2)
    assert "lateness has changed with the points, the dates or the rule for ben." in said
    assert again() == (set(), 2, "")
    with room.gradebook() as gradebook:
        gradebook.find_grade("double-values", TINY, TINY, "ben").manual_score = 2
        gradebook.db.commit()
    assert again()[:2] == ({"ben"}, 4)
    (_, ben) = read_results(converter(room).coursedir, room.config, TINY).submissions
    assert (ben.raw_score, ben.score) == (4, 0)
    room.config.AssignLatePenalties.plugin_class = Own
    assert again() == (set(), 4, "")  # no more than there are points
    monkeypatch.setattr(Own, "penalties", {"ben": 1})
    assert again()[:2] == ({"ben"}, 1)
    monkeypatch.setattr(Own, "penalties", {"ben": float("nan")})
    changed, penalty, said = again()
    assert (changed, penalty) == (set(), 1)
    assert "out of order (ValueError: its penalty is nan)" in said
    monkeypatch.setattr(Own, "penalties", {})
    changed, penalty, said = again()
    assert (changed, penalty) == (set(), 1)
    assert "the penalty for lateness was not worked out for ben" in said
    assert "out of order (KeyError: 'ben')" in said
    assert run(room, force=True)["ben"].status == GRADED  # it is not the submission's fault
    assert again()[1] == 0


def test_lateness_is_counted_by_the_courses_own_file(room):
    """The late plugin, the report, the page and the next run agree with it."""
    submit(room, "cy")
    for student, day in (("ada", "01 12:05"), ("ben", "02 12:00"), ("cy", "01 14:10")):
        path = room.root / "submitted" / student / TINY / "timestamp.txt"
        path.write_text(f"2026-03-{day}:00 UTC")
    file = room.root / "deadlines.toml"
    dates = f"grace_minutes = 10\n[{TINY}]\ndue = 2026-03-01T12:00:00Z\nextensions"
    file.write_text(f"{dates}.ben = 2026-03-08T12:00:00Z")
    room.config.LateSubmissionPlugin.penalty_method = "zero"
    run(room)

    def penalties():
        with room.gradebook() as gradebook:
            rows = gradebook.find_assignment(TINY).submissions
            return {row.student_id: row.late_submission_penalty for row in rows}

    assert penalties() == {"ada": 0, "ben": 0, "cy": 5}
    assert set(statuses(run(room)).values()) == {UNCHANGED}
    figures = report(read_results(converter(room).coursedir, room.config, TINY))
    words = {
        "ada": "within the grace period of 10 min",
        "ben": "in time by an extension to 2026-03-08 12:00 UTC",
        "cy": "late by 2 h 10 min",
    }
    assert {student: said for student, _, said in figures.lateness} == words
    with store(room) as opened:
        assert opened.lateness() == words
    shown = io.StringIO()
    Console(file=shown, width=140).print(as_text(figures))
    write_csv(figures, room.root / "class.csv")
    for text in (shown.getvalue(), as_html(figures), (room.root / "class.csv").read_text()):
        assert all(said in text for said in words.values())
    pages = {page.parts[-3]: page.read_text() for page in room.generate_feedback(TINY)}
    assert all(f", {words[student]}.</p>" in page for student, page in pages.items())

    file.write_text(f"{dates}.cy = 2026-03-08T12:00:00Z")  # and ben has none any more
    with store(room) as opened:
        engine = Engine(opened.converter, opened)
        assert engine.changed(find_submissions(engine.course)) == {"ben", "cy"}
        with room.gradebook() as gradebook:  # it is a penalty that has changed, and nothing else
            notebook = gradebook.find_submission_notebook(TINY, TINY, "cy")
            assert notebook.late_submission_penalty == 5
    assert set(statuses(run(room)).values()) == {UNCHANGED}
    assert penalties() == {"ada": 0, "ben": 1 + 1, "cy": 0}
    assert set(statuses(run(room)).values()) == {UNCHANGED}
    file.write_text("[00-tinny]")
    with pytest.raises(WrongDeadlines, match="00-tinny"):
        run(room)
    with pytest.raises(StepFailed, match="00-tinny"):
        room.generate_feedback(TINY)
    assert len([*room.root.glob(f"feedback/*/{TINY}/*.html")]) == len(pages)  # nothing was changed


def test_no_readable_time_is_said_where_there_is_a_due_date(room):
    path = room.root / "submitted" / "ada" / TINY / "timestamp.txt"
    path.write_text("2026-01-02 00:00:00 UTC")
    assert run(room)["ada"].flags == ()
    with room.gradebook() as gradebook:
        gradebook.update_or_create_assignment(TINY, duedate=datetime(2026, 1, 1))
    path.write_text("1." * 200_000)
    outcomes = run(room)
    assert [flag.sentence for flag in outcomes["ada"].flags] == [UNREADABLE]
    assert [flag.sentence for flag in outcomes["ben"].flags] == [UNREADABLE]  # has no such file
    with room.gradebook() as gradebook:
        assert gradebook.find_submission(TINY, "ada").timestamp is None  # not the earlier one
    course = converter(room).coursedir
    figures = report(read_results(course, room.config, TINY))
    assert figures.results.untimed == ["ada", "ben"]
    assert figures.to_look_at == ()
    assert "not counted as late: ada, ben" in as_html(figures).replace("Not", "not")
    shown = io.StringIO()
    Console(file=shown, width=100).print(as_text(figures))
    assert "not counted as late: ada, ben." in shown.getvalue()


def test_a_submission_that_is_refused_as_a_whole_has_its_own_time(room):
    """Else the report says that it has none, and `status` that it is to be graded."""
    folder = room.root / "submitted" / "ada" / TINY
    room.config.Admission.max_files = 1
    (folder / "timestamp.txt").write_text("2026-01-02 00:00:00 UTC")
    assert run(room, student_id="ada")["ada"].status == GRADED
    (folder / "more.csv").touch()
    (folder / "timestamp.txt").write_text("2026-01-03 12:00:00.000001 UTC")
    outcome = run(room, student_id="ada")["ada"]
    assert "it holds more than 1 data files" in outcome.sentences[0]
    with room.gradebook() as gradebook:
        handed_in = gradebook.find_submission(TINY, "ada").timestamp
    assert handed_in == datetime(2026, 1, 3, 12, 0, 0, 1)


def test_a_gradebook_of_an_older_nbgrader_is_named_at_once(room, monkeypatch, capsys):
    with contextlib.closing(sqlite3.connect(room.root / "gradebook.db")) as database:
        database.execute("ALTER TABLE student DROP COLUMN lms_user_id")
    began = time.monotonic()
    with pytest.raises(StoreUnavailable, match="run `nbgrader db upgrade`"):
        run(room, patience=60)
    monkeypatch.chdir(room.root)
    assert report_command.main([TINY]) == 1
    assert "run `nbgrader db upgrade`" in capsys.readouterr().err
    assert time.monotonic() - began < 30


def test_old_marks_in_a_source_are_named(room):
    (room.root / "gradebook.db").unlink()
    path = room.root / "source" / TINY / f"{TINY}.ipynb"
    path.write_text(path.read_text().replace('"schema_version": 3', '"schema_version": 1'))
    with pytest.raises(NbGraderException, match="run `nbgrader update "):
        run(room)


# Who and what


def test_a_students_folder_that_is_a_link_is_not_followed(room, tmp_path):
    (room.root / "submitted" / "ben").rename(tmp_path / "elsewhere")
    (room.root / "submitted" / "ben").symlink_to(tmp_path / "elsewhere")
    outcome = run(room)["ben"]
    assert outcome.status == FAILED
    assert "its folder is a link to another place" in outcome.sentences[0]


@pytest.mark.parametrize("name", ["zoë [1] {x}", "a..b", "a*b", "O'Brien; --", "学生", "-f"])
def test_odd_names(room, name):
    submit(room, name)
    assert run(room)[name].status == GRADED
    assert room.scores(TINY)[name] == RIGHT
    assert statuses(run(room, student_id=name)) == {name: UNCHANGED}


def test_a_name_that_no_gradebook_takes_costs_only_itself(room):
    try:
        submit(room, os.fsdecode(b"j\xf6rg"))
    except OSError:
        pytest.skip("this file system takes names in UTF-8 only")
    submit(room, "cy")
    outcomes = run(room)
    (odd,) = (o for student, o in outcomes.items() if student not in ("ada", "ben", "cy"))
    assert odd.status == FAILED
    assert outcomes["cy"].status == GRADED


def test_submissions_are_found_by_glob_and_by_exclusion(room, monkeypatch):
    submit(room, "cy")
    (room.root / "submitted" / "a file").touch()
    (room.root / "submitted" / "nothing").mkdir()
    lstat = os.lstat

    def closed(path, **how):  # a folder of another account, as after a backup; root enters it
        if "/ben/" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return lstat(path, **how)

    monkeypatch.setattr(os, "lstat", closed)

    def found(**course):
        return [student for student, _ in find_submissions(converter(room, **course).coursedir)]

    assert found() == ["ada", "ben", "cy"]
    assert found(student_id="[ab]*") == ["ada", "ben"]
    assert found(student_id_exclude="ada,ben") == ["cy"]


def test_a_tampered_submission_is_flagged_for_a_person_and_not_zeroed(room):
    notebook = nbformat.read(room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb", as_version=4)
    notebook.cells[2].source = "assert True"
    hand_in(room, TINY, "ada", notebook)
    run(room)
    assert room.scores(TINY)["ada"] == RIGHT
    with room.gradebook() as gradebook:
        assert gradebook.find_submission_notebook(TINY, TINY, "ada").flagged
        assert not gradebook.find_submission_notebook(TINY, TINY, "ben").flagged
    written = nbformat.read(autograded(room, "ada"), as_version=4)
    kinds = [flag["kind"] for flag in written.metadata.course_grading.flags]
    assert kinds == ["changed"]


def test_files_beside_the_notebook_are_the_instructors_where_both_have_one(room):
    (room.root / "source" / TINY / "data.csv").write_text("ours")
    folder = room.root / "submitted" / "ada" / TINY
    (folder / "data.csv").write_text("theirs")
    (folder / "more.csv").write_text("theirs")
    (folder / "numpy.py").write_text("raise SystemExit")
    outcome = run(room)["ada"]
    assert outcome.status == GRADED
    there = {path.name: path.read_text() for path in autograded(room, "ada").parent.glob("*.*")}
    assert (there["data.csv"], there["more.csv"]) == ("ours", "theirs")
    assert "numpy.py" not in there
    assert "numpy.py" in outcome.flags[0].text


def test_files_that_no_sandbox_can_be_made_with_cost_only_their_submission(room):
    room.config.Executor.limits = {"disk_bytes": 8 << 20}
    submitted = room.root / "submitted"
    (submitted / "ada" / TINY / "large.csv").write_bytes(bytes(9_000_000))
    in_the_way = submitted / "ben" / TINY / ".home" / ".matplotlib" / "x.txt"
    in_the_way.parent.parent.mkdir()
    in_the_way.parent.mkdir()
    in_the_way.write_text("x")
    outcomes = run(room)
    assert statuses(outcomes) == {"ada": FAILED, "ben": GRADED}
    assert (
        "take 9.0 MB, and there is room for 6.3 MB (disk_bytes in" in outcomes["ada"].sentences[0]
    )
    assert "left out: .home/.matplotlib/x.txt" in outcomes["ben"].flags[0].text


def test_the_button_and_the_command_of_nbgrader_are_the_same_engine(room):
    submit(room, "ben")
    api = NbGraderAPI(coursedir=converter(room).coursedir, config=room.config)
    result = api.autograde(TINY, "ben")  # what the formgrader's button calls
    assert result["success"], result
    assert room.scores(TINY) == {"ada": RIGHT, "ben": RIGHT}
    outcome = room.autograde(TINY, "ada")
    assert outcome.ok
    assert "ada: graded" in outcome.log
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}


# Faults


def test_stopped_between_scores_and_files_the_next_run_goes_on(room, stop_at):  # noqa: F811
    submit(room, "ada", code=BAD)
    stop_at("_write_files", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        run(room)
    assert statuses(run(room)) == {"ada": GRADED, "ben": UNCHANGED}
    assert room.scores(TINY)["ada"] == WRONG
    assert leftovers(room.root) == []


def test_stopped_in_the_middle_of_a_file_nothing_of_it_is_taken_for_whole(room, monkeypatch):
    submit(room, "ada", code=BAD)
    before = autograded(room, "ada").read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(SystemExit()))
        with pytest.raises(SystemExit):
            run(room)
    assert autograded(room, "ada").read_bytes() == before
    assert leftovers(room.root) == []
    assert run(room)["ada"].status == GRADED


def test_a_folder_that_cannot_be_put_in_its_place_leaves_the_one_before(room, monkeypatch):
    submit(room, "ada", code=BAD)
    before = autograded(room, "ada").read_bytes()
    rename = Path.rename

    def full(path, to):
        if path.name.endswith(".partial"):
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        return rename(path, to)

    monkeypatch.setattr(Path, "rename", full)
    monkeypatch.setattr("gradebox.replace_folder._swap", lambda *_: False)
    with pytest.raises(StoreUnavailable):
        run(room, patience=0.2)
    assert autograded(room, "ada").read_bytes() == before
    assert leftovers(room.root) == []


def test_leftovers_of_a_run_that_was_killed_are_cleared_away(room):
    for name in ("partial", "old"):
        (room.root / "autograded" / "ada" / f".{TINY}.{name}").mkdir()
    run(room, force=True)
    assert leftovers(room.root) == []
    assert sorted(path.name for path in (room.root / "autograded" / "ada").iterdir()) == [TINY]


def test_a_full_disk_is_waited_for_and_then_told(room, stop_at):  # noqa: F811
    full = OSError(errno.ENOSPC, "No space left on device", "autograded")
    stop_at("_write_files", full, times=1)
    assert run(room, force=True)["ada"].status == GRADED  # there was space again

    stop_at("_write_files", full, times=100)
    submit(room, "ben")
    with pytest.raises(StoreUnavailable, match=r"No space left on device \(autograded\)\. Every"):
        run(room, patience=0.2)


def test_after_a_full_disk_the_next_run_goes_on(room, stop_at):  # noqa: F811
    stop_at("_write_files", OSError(errno.ENOSPC, "No space left on device"), times=2)
    submit(room, "ben")
    with pytest.raises(StoreUnavailable):
        run(room, patience=0.15)
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": GRADED}


def test_a_full_disk_where_submissions_run_changes_no_score(room, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("gradebox.grade_submission.temporary_folder", full)
        outcomes = run(room, force=True)
    assert statuses(outcomes) == {"ada": FAILED, "ben": FAILED}
    assert "Nothing was changed" in outcomes["ada"].sentences[0]
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}


def test_a_process_that_cannot_be_started_is_nobodys_fault(room, tmp_path, monkeypatch):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho 'RuntimeError: two threads' >&2\n")
    program.chmod(0o755)
    with monkeypatch.context() as patched:
        patched.setattr("gradebox.kernel.fork_server.sys.executable", str(program))
        patched.setattr("gradebox.kernel.fork_server._server", None)
        for whose in ({}, {"student_id": "ada"}):
            with pytest.raises(CannotGrade, match="could not be started: RuntimeError: two thr"):
                run(room, force=True, **whose)
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}


def test_processes_that_are_killed_while_they_start_end_no_run(room, monkeypatch):
    submit(room, "cleo", "dan")
    left = [3]

    def killed(*arguments):
        if left[0]:
            left[0] -= 1
            raise NotStarted("the fork server has ended")
        return grade(*arguments)

    monkeypatch.setattr("gradebox.pool.grade", killed)
    with pytest.raises(CannotGrade, match="could not be started: the fork server has ended"):
        run(room, force=True)  # the third was alone
    left[0] = 2
    outcomes = run(room, force=True)
    assert statuses(outcomes) == dict.fromkeys(["ada", "ben", "cleo", "dan"], GRADED)
    assert "graded a second time, alone" in outcomes["ben"].sentences[0]
    assert not outcomes["cleo"].sentences


def test_a_machine_without_memory_is_said(room, monkeypatch):
    def none_left(*_, **__):
        raise MemoryError

    monkeypatch.setattr("gradebox.grade_submission.temporary_folder", none_left)
    (sentence,) = run(room, force=True, student_id="ada")["ada"].sentences
    assert "is out of order (no memory). Nothing was changed." in sentence


def test_a_folder_that_is_another_accounts_takes_no_score_away(room, stop_at):  # noqa: F811
    closed = PermissionError(errno.EACCES, "Permission denied", "/c/autograded/ada/x.ipynb")
    stop_at("_write_files", closed, times=2)
    outcomes = run(room, force=True)
    assert statuses(outcomes) == {"ada": FAILED, "ben": FAILED}
    assert outcomes["ada"].is_machines_fault
    (said,) = outcomes["ada"].sentences
    assert "cannot be written (Permission denied (/c/autograded/ada/x.ipynb))" in said
    assert "run the same command again" in said
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}


def test_an_old_folder_that_cannot_be_removed_takes_no_score_away(room):
    left = room.root / "autograded" / "ada" / f".{TINY}.old"
    left.symlink_to(room.root / "source")  # which rmtree removes as little as another account's
    outcomes = run(room, force=True)
    assert statuses(outcomes) == {"ada": FAILED, "ben": GRADED}
    assert f"cannot be written (Permission denied ({left}))" in outcomes["ada"].sentences[0]
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    left.unlink()
    assert statuses(run(room)) == {"ada": GRADED, "ben": UNCHANGED}


def locked(room, seconds):
    """Lock the gradebook, from another connection, for a while."""
    connection = sqlite3.connect(room.root / "gradebook.db", check_same_thread=False)
    connection.execute("BEGIN EXCLUSIVE")
    timer = threading.Timer(seconds, connection.close)
    timer.start()
    return timer


def impatient(room):
    """The gradebook's address, with SQLite's own patience (5 s) taken away."""
    return f"sqlite:///{room.root}/gradebook.db?timeout=0.05"


def test_a_locked_gradebook_is_waited_for(room):
    timer = locked(room, 0.5)
    assert statuses(run(room, force=True, db_url=impatient(room))) == {"ada": GRADED, "ben": GRADED}
    timer.join()


def test_a_gradebook_locked_for_good_ends_the_run_with_a_sentence(room):
    timer = locked(room, 1)
    with pytest.raises(StoreUnavailable, match=r"database is locked.*run the same command again"):
        run(room, patience=0.2, db_url=impatient(room))
    timer.join()
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}


def test_a_preprocessor_that_fails_on_one_costs_only_that_one(room, monkeypatch):
    seen = []

    def odd(self, nb, resources):
        seen.append(resources["nbgrader"]["student"])
        if seen[-1] == "ada":
            raise ZeroDivisionError("a bug")
        return nb, resources

    monkeypatch.setattr("nbgrader.preprocessors.LimitOutput.preprocess", odd)
    outcomes = run(room, force=True)
    assert seen == ["ada", "the solution", "ben", "ada"]
    assert statuses(outcomes) == {"ada": FAILED, "ben": GRADED}
    assert "it stopped the grader (ZeroDivisionError: a bug)" in outcomes["ada"].sentences[0]
    assert room.scores(TINY) == {"ada": ZERO, "ben": WRONG}
    assert not autograded(room, "ada").exists()


@pytest.mark.parametrize("source", ["there", "gone"])
def test_what_stops_the_solution_too_is_no_submissions_fault(room, monkeypatch, source):
    def typo(self, nb, resources):
        raise KeyError("my own typo")

    if source == "gone":
        shutil.rmtree(room.root / "source" / TINY)
    before = records(room), autograded(room, "ada").read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("nbgrader.preprocessors.LimitOutput.preprocess", typo)
        with pytest.raises(CannotGrade, match=r"so does its solution \(KeyError: 'my own typo'\)"):
            run(room, force=True)
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    assert (records(room), autograded(room, "ada").read_bytes()) == before


def test_a_step_that_knows_only_students_blames_what_failed(room, monkeypatch):
    submit(room, "ada", code="def double(x):\n    return 'odd'")

    def look_up(self, nb, resources):
        assert resources["nbgrader"]["student"] in ("ada", "ben")
        if any("odd" in cell.source for cell in nb.cells):
            raise ZeroDivisionError
        return nb, resources

    monkeypatch.setattr("nbgrader.preprocessors.LimitOutput.preprocess", look_up)
    assert statuses(run(room, force=True)) == {"ada": FAILED, "ben": GRADED}


def last_step(room, monkeypatch, step):
    """Let `step` be a step of the course's own after the points have been saved."""
    room.config.Autograde.autograde_preprocessors = [*Autograde().autograde_preprocessors, Last]
    monkeypatch.setattr(Last, "preprocess", step)


def test_a_step_after_saving_runs_once_though_the_gradebook_is_waited_for(room, monkeypatch):
    timers = []

    def sign(self, nb, resources):
        nb.cells[0].source += " Signed."
        if not timers:
            timers.append(locked(room, 0.5))
        return nb, resources

    last_step(room, monkeypatch, sign)
    assert statuses(run(room, force=True, db_url=impatient(room))) == {"ada": GRADED, "ben": GRADED}
    timers[0].join()
    assert autograded(room, "ada").read_text().count("Signed.") == 1


def test_a_step_after_saving_that_stops_the_solution_too_is_the_courses_own_error(
    room, monkeypatch
):
    def typo(self, nb, resources):
        raise KeyError("my own typo")

    before = records(room).keys()
    last_step(room, monkeypatch, typo)
    with pytest.raises(
        CannotGrade, match=r"its solution \(KeyError: 'my own typo'\).* ada has the"
    ):
        run(room, force=True)
    assert room.scores(TINY) == {"ada": RIGHT, "ben": WRONG}
    last_step(room, monkeypatch, lambda self, nb, resources: (nb, resources))
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert records(room).keys() == before


class OwnSaving(SaveAutoGrades):
    """The course's own way to save scores: it notes whose are saved."""

    saved: ClassVar[list[str]] = []

    def preprocess(self, nb, resources):
        self.saved.append(resources["nbgrader"]["student"])
        return nb, resources


def test_the_scores_of_the_solution_are_saved_for_nobody(room, monkeypatch):
    def typo(self, nb, resources):
        raise KeyError("my own typo")

    last_step(room, monkeypatch, typo)
    steps = room.config.Autograde.autograde_preprocessors
    steps[:] = [OwnSaving if step is SaveAutoGrades else step for step in steps]
    OwnSaving.saved.clear()
    with pytest.raises(CannotGrade, match="so does its solution"):
        run(room, force=True)
    assert OwnSaving.saved == ["ada"]  # once, and not for "the solution"


def test_a_step_after_saving_that_one_submission_stops_costs_only_that_one(room, monkeypatch):
    def look_up(self, nb, resources):
        assert resources["nbgrader"]["student"] in ("ada", "ben")
        if any(cell.source == BAD for cell in nb.cells):
            raise ZeroDivisionError("a bug")
        return nb, resources

    last_step(room, monkeypatch, look_up)
    outcomes = run(room, force=True)
    assert statuses(outcomes) == {"ada": GRADED, "ben": FAILED}
    assert "it stopped the grader (ZeroDivisionError: a bug)" in outcomes["ben"].sentences[0]
    assert room.scores(TINY) == {"ada": RIGHT, "ben": ZERO}


def test_what_is_not_refused_any_more_gets_its_score_back(room):
    path = room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb"
    content = path.read_bytes()
    path.write_bytes(content[:500])
    assert run(room)["ada"].status == FAILED
    assert room.scores(TINY)["ada"] == ZERO
    path.write_bytes(content)
    assert run(room)["ada"].status == GRADED
    assert room.scores(TINY)["ada"] == RIGHT
    with room.gradebook() as gradebook:
        assert not gradebook.find_submission(TINY, "ada").needs_manual_grade


def two_notebooks(room):
    """Give the assignment a second notebook, which nobody has handed in."""
    source = room.root / "source" / TINY
    shutil.copy(source / f"{TINY}.ipynb", source / "more.ipynb")
    (room.root / "gradebook.db").unlink()
    room.generate(TINY)


def test_a_notebook_by_a_browsers_name_is_graded_and_another_one_named(room):
    path = room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb"
    path = path.rename(path.with_name(f"{TINY} (1).ipynb"))
    path.write_bytes(path.read_bytes() + b"\n")  # so it is new
    outcome = run(room)["ada"]
    assert (outcome.status, [flag.kind for flag in outcome.flags]) == (GRADED, ["renamed"])
    path.rename(path.with_name("mine.ipynb"))
    outcome = run(room)["ada"]
    assert "no file of that name, but mine.ipynb. If that is the one" in outcome.sentences[0]
    results = read_results(converter(room).coursedir, room.config, TINY)
    assert results.noticed.sentences["ada"] == [f"{TINY}.ipynb was not handed in, but mine.ipynb"]


def test_who_handed_in_a_whole_notebook_late_is_not_to_be_asked_for_one(room):
    path = room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb"
    path.with_name("timestamp.txt").write_text("2026-03-01 12:00:00 UTC")
    for hour in ("11", "13"):
        path.write_text(hour)
        aside = room.root / "set_aside" / "ada" / TINY / f"2026-03-01 {hour}.00.00.000000"
        aside.mkdir(parents=True)  # as `collect` does
        (said,) = run(room)["ada"].sentences
        takes = f'set aside: `gradebox collect {TINY} --late "ada"` takes it. Else ask ada'
        assert (takes in said) == (hour == "13")


def test_a_notebook_that_was_not_handed_in_is_no_fault(room):
    two_notebooks(room)
    assert statuses(run(room)) == {"ada": GRADED, "ben": GRADED}
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}
    folder = room.root / "submitted" / "ada" / TINY
    shutil.copy(folder / f"{TINY}.ipynb", folder / "more.ipynb")
    assert statuses(run(room)) == {"ada": GRADED, "ben": UNCHANGED}
    assert second_of(room, "ada").score == 5
    (folder / "more.ipynb").unlink()
    assert statuses(run(room)) == {"ada": GRADED, "ben": UNCHANGED}
    found = second_of(room, "ada")
    assert (found.score, found.needs_manual_grade) == (0, False)
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}
    (folder / f"{TINY}.ipynb").unlink()
    assert run(room)["ada"].status == FAILED
    assert "there is no file of that name" in run(room)["ada"].sentences[0]


def test_a_notebook_that_was_added_later_has_its_score(room):
    source, folder = room.root / "source" / TINY, room.root / "submitted" / "ada" / TINY
    shutil.copy(source / f"{TINY}.ipynb", source / "more.ipynb")
    course = CourseDirectory(
        config=room.config, root=str(room.root), assignment_id=TINY, notebook_id="more"
    )
    GenerateAssignment(coursedir=course, config=room.config).start()
    shutil.copy(folder / f"{TINY}.ipynb", folder / "more.ipynb")
    assert statuses(run(room)) == {"ada": GRADED, "ben": UNCHANGED}
    assert second_of(room, "ada").score == 5
    assert statuses(run(room)) == {"ada": UNCHANGED, "ben": UNCHANGED}


def test_what_stops_the_grader_leaves_no_score_to_a_notebook_refused_beside_it(room, monkeypatch):
    two_notebooks(room)
    folder = room.root / "submitted" / "ada" / TINY
    shutil.copy(folder / f"{TINY}.ipynb", folder / "more.ipynb")
    assert run(room)["ada"].status == GRADED
    (folder / "more.ipynb").unlink()
    (folder / "more.ipynb").mkdir()

    def odd(self, nb, resources):
        if resources["nbgrader"]["student"] == "ada":
            raise ZeroDivisionError("a bug, with the text of a hidden test")
        return nb, resources

    monkeypatch.setattr("nbgrader.preprocessors.LimitOutput.preprocess", odd)
    outcome = run(room, force=True, student_id="ada")["ada"]
    assert second_of(room, "ada").score == 0
    assert len(outcome.sentences) == 2
    assert outcome.refused[TINY] == "it stopped the grader"  # a student may read it
    assert "a folder, not a file" in outcome.refused["more"]


def test_a_folder_in_a_notebooks_place_costs_the_other_notebook_nothing(room):
    two_notebooks(room)
    folder = room.root / "submitted" / "ada" / TINY
    (folder / "more.ipynb").mkdir()
    (folder / "more.ipynb" / "data.csv").write_text("1,2")
    before = run(room)["ada"]
    assert "a folder, not a file" in before.refused["more"]
    assert score_of(room, TINY, "ada") == 5
    # As an earlier version has left it.
    graded = room.root / "autograded" / "ada" / TINY / "more.ipynb"
    assert not graded.exists()
    graded.mkdir()
    run(room, force=True, student_id="ada")
    assert score_of(room, TINY, "ada") == 5
    assert not graded.exists()


def test_each_grading_says_that_source_has_other_tests(room):
    source, said = source_notebook(TINY, room.root), []
    source.cells[2].source += "\n# mended"
    nbformat.write(source, room.root / "source" / TINY / f"{TINY}.ipynb")
    Store(converter(room), say=said.append).close()
    assert said == [
        f"The gradebook's tests of {TINY} are not those of source/. To grade with those of source/ "
        f"run `nbgrader generate_assignment {TINY} --force` first."
    ]


def score_of(room, notebook, student):
    with room.gradebook() as gradebook:
        return gradebook.find_submission_notebook(notebook, TINY, student).score


def second_of(room, student):
    with room.gradebook() as gradebook:
        found = gradebook.find_submission_notebook("more", TINY, student)
        return SimpleNamespace(score=found.score, needs_manual_grade=found.needs_manual_grade)


def test_the_records_are_one_for_each_submission(room):
    run(room, force=True)
    assert records(room).keys() == {"ada", "ben"}
    with store(room) as opened:
        assert opened.fingerprints().keys() == {("ada", TINY), ("ben", TINY)}
