"""The status of a class: before the exchange, before the gradebook, and after all is done."""

import contextlib
import csv
import errno
import io
import os
import shutil
import time
from dataclasses import replace
from datetime import datetime
from unittest.mock import Mock

import nbformat
import pytest
from engine_course import run, submit
from exchange_course import NAME, ExchangeCourse
from fabricated import absent
from gradebox.class_status import as_html, read_status, write_csv
from gradebox.classroom import Classroom
from gradebox.commands import status as command
from gradebox.inbound import exchange_folder
from gradebox.status_in_terminal import as_text
from gradebox.student_files import MADE_BY_COLLECT, SECRET, student_folder
from grading import TINY, answered, hand_in, source_notebook, tiny_course
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import notebook_hash
from rich.cells import cell_len
from rich.console import Console
from sqlalchemy.exc import OperationalError

from gradebox import class_results, class_status, collect_in_time, inbound

EVIL = "<script>[red]eve"


def printed(status, width=200, **how):
    console = Console(width=width, color_system=None, record=True, file=io.StringIO())
    console.print(as_text(status, width, **how), soft_wrap=True)
    return console.export_text()


def rows(status):
    heads = [head for head, _ in status.columns]
    return {row[0]: dict(zip(heads, row, strict=True)) for row in status.rows}


def test_before_anything_is_collected_and_without_a_gradebook(tmp_path):
    room = ExchangeCourse(tmp_path)
    room.hand_in("ada", "10:00")
    room.hand_in("ada", "11:00")
    room.hand_in("ben", "14:10")
    room.hand_in(EVIL, "11:00")
    status = read_status(room.course, room.config)
    assert rows(status) == {
        "ada": {
            "student": "ada",
            "handed in (UTC)": "2026-03-01 11:00 (2 times)",
            "lateness": "",
            "collected": "waits",
        },
        "ben": rows(status)["ben"] | {"lateness": "late by 2 h 10 min", "collected": "waits"},
        EVIL: rows(status)[EVIL] | {"lateness": "", "collected": "waits"},
    }
    assert status.total == (
        "3 students: 3 submitted (1 late), 0 collected. Next: gradebox collect ps1"
    )
    assert not (tmp_path / "gradebook.db").exists()  # it only reads
    collect_in_time.collect(room.course, room.config, lambda each: None)
    room.hand_in("ada", "11:30")
    room.hand_in("ada", "13:00")
    with Gradebook(room.course.db_url) as gradebook:
        gradebook.add_assignment(NAME)  # as for a due date: it knows no points yet
    status = read_status(room.course, room.config)
    said = rows(status)
    assert said["ada"]["graded"] == "not graded"
    assert "graded, of" not in printed(status)
    assert said["ada"]["collected"] == "2026-03-01 11:00, another one waits"
    assert said["ada"]["lateness"] == ""
    assert said["ben"]["collected"] == "yes"


def test_without_an_exchange(tmp_path):
    room = ExchangeCourse(tmp_path)
    room.place("ada").mkdir(parents=True)
    for folder in (room.inbound, room.inbound.parent):
        folder.rmdir()
    status = read_status(room.course, room.config)
    assert rows(status) == {
        "ada": {"student": "ada", "lateness": "no readable time", "collected": "yes"}
    }
    assert status.total == "1 student: 1 submitted, 1 collected. Next: gradebox grade ps1"
    (room.place("ada")).rmdir()
    (tmp_path / "deadlines.toml").unlink()
    status = read_status(room.course, room.config)
    assert [head for head, _ in status.columns] == ["student", "collected"]
    assert status.total == "0 students: 0 submitted, 0 collected. Nobody has handed in yet."


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A class in which each stands elsewhere."""
    room = Classroom(tiny_course(tmp_path_factory.mktemp("course")))
    room.generate(TINY)
    room.release(TINY)
    source = source_notebook(TINY, room.root)
    for student in ("ada", "ben", "cut", "eve"):
        path = room.fetch(TINY, student) / f"{TINY}.ipynb"
        notebook = answered(source, source)
        if student == "eve":
            notebook.cells[2].source = "assert True"
        path.write_text(nbformat.writes(notebook)[: 500 if student == "cut" else None])
        room.submit(TINY, student)
    absent(room, "away")
    room.collect(TINY)
    run(room)
    room.generate_feedback(TINY)
    room.release_feedback(TINY)
    time.sleep(0.05)
    room.submit(TINY, "ben")
    (room.root / "feedback" / "eve" / TINY / f"{TINY}.html").unlink()
    return room


def look_in(room):
    return CourseDirectory(config=room.config, root=str(room.root), assignment_id=TINY)


def look(room):
    return read_status(look_in(room), room.config)


def test_graded_and_given_back(graded):
    status = look(graded)
    said = rows(status)
    heads = ("graded, of 5", "feedback")
    assert {student: tuple(row[head] for head in heads) for student, row in said.items()} == {
        "ada": ("5", "released"),
        "away": ("", ""),
        "ben": ("5", "released"),
        "cut": ("could not be graded", ""),
        "eve": ("5", ""),
    }
    assert said["ben"]["collected"].endswith("another one waits")
    assert "changed" in said["eve"]["for a person"]
    assert "away" in said
    assert status.total == (
        "5 students: 4 submitted, 4 collected, 3 graded, 1 could not be graded in full, "
        "4 need a person, 2 can read their feedback. Next: gradebox collect 00-tiny"
    )


def test_feedback_from_before_a_person_has_graded_is_old(graded):
    """Whether the person has changed points or written something: no file is changed by that."""
    with graded.gradebook() as gradebook:
        found = gradebook.find_submission_notebook(TINY, TINY, "ada")
        grade, comment = found.grades[0], found.comments[0]
        try:
            grade.manual_score = 0.5
            gradebook.db.commit()
            assert rows(look(graded))["ada"]["feedback"] == "older than the grade"
            grade.manual_score, comment.manual_comment = None, "Well done."
            gradebook.db.commit()
            assert rows(look(graded))["ada"]["feedback"] == "older than the grade"
        finally:
            grade.manual_score = comment.manual_comment = None
            gradebook.db.commit()
    assert rows(look(graded))["ada"]["feedback"] == "released"


def test_feedback_whose_student_has_no_secret_is_out_of_reach(graded):
    """Collecting had to make the secret, so the student's nbgrader does not know it."""
    secret = graded.root / "feedback" / "ada" / TINY / SECRET
    own = secret.read_text()
    pages = exchange_folder(look_in(graded), graded.config, "feedback")
    secret.write_text(MADE_BY_COLLECT + own)
    (pages / f"{notebook_hash(secret=secret.read_text(), notebook_id=TINY)}.html").touch()
    try:
        assert rows(look(graded))["ada"]["feedback"] == "released, and cannot be fetched"
        assert "1 can read their feedback" in look(graded).total  # ben
    finally:
        secret.write_text(own)


def test_points_that_a_person_gave_to_an_answer_of_before_are_to_be_looked_at(tmp_path):
    room = Classroom(tiny_course(tmp_path / "course"))
    room.generate(TINY)
    room.release(TINY)
    submit(room, "kim", "lee")
    run(room)
    with room.gradebook() as gradebook:
        for student in ("kim", "lee"):
            gradebook.find_submission_notebook(TINY, TINY, student).grades[0].manual_score = 0.5
        gradebook.db.commit()
    assert [each.to_look_at for each in look(room).students] == [[], []]
    submit(room, "kim", code="def double(x):\n    return 0")
    run(room)
    kim, lee = look(room).students
    assert kim.to_look_at == [
        "points that a person gave before it was graded again still count: double-values"
    ]
    assert lee.to_look_at == []
    results = class_results.read_results(
        CourseDirectory(config=room.config, root=str(room.root)), room.config, TINY
    )
    assert results.noticed.sentences == {"kim": kim.to_look_at}
    with room.gradebook() as gradebook:
        gradebook.find_submission_notebook(TINY, TINY, "lee").grades[0].manual_score = 9
        gradebook.db.commit()
    [said] = look(room).students[1].to_look_at
    assert said.startswith("a person gave double-values 9 of ")


TWO = ("reads", "counts")  # notebooks


@pytest.mark.parametrize("has_time", [True, False])
def test_one_of_two_notebooks_that_cannot_be_graded_has_not_changed_since(tmp_path, has_time):
    room = Classroom(tiny_course(tmp_path / "course"))
    source = room.root / "source" / TINY
    right = answered(source_notebook(TINY, room.root), source_notebook(TINY, room.root))
    ends = answered(right, right, double="import os\nos._exit(3)")
    for name in TWO:
        shutil.copy(source / f"{TINY}.ipynb", source / f"{name}.ipynb")
    (source / f"{TINY}.ipynb").unlink()
    room.generate(TINY)
    for name in TWO:
        path = hand_in(room, TINY, "kim", right if name == "reads" else ends)
        path.rename(path.with_name(f"{name}.ipynb"))
    if has_time:
        (path.parent / "timestamp.txt").write_text("2026-03-01 10:00:00 UTC")
    run(room)
    status = look(room)
    [kim] = status.students
    assert rows(status)["kim"]["graded, of 10"] == "5, counts could not be graded"
    assert (kim.changed, kim.needs_person) == (False, True)
    assert "1 collected, 0 graded, 1 could not be graded in full, 1 needs a person" in status.total
    assert status.next_step == f"Next: nbgrader generate_feedback {TINY}"
    [page] = room.generate_feedback(TINY)
    assert (
        "<li>counts.ipynb could not be graded, so it has no points: its kernel died while running "
        "it, so none of its tests counts. The process that ran the student&#39;s code has ended. "
        "It ended itself with exit code 3.</li>"
    ) in page.read_text()
    path.with_name("reads.ipynb").write_text(nbformat.writes(right) + "\n")
    assert look(room).next_step == f"Next: gradebox grade {TINY}"


def test_who_is_graded_for_the_first_time_meanwhile_is_one_of_the_class(graded, monkeypatch):
    with graded.gradebook() as gradebook:
        scores = list(class_results.read_scores(gradebook, TINY))
    new = replace(scores[0], student="new")
    monkeypatch.setattr(class_status, "read_scores", lambda *_: [*scores, new])
    assert "new" in rows(look(graded))


def test_each_next_step_follows_when_the_one_before_is_done(graded, tmp_path):
    feedback = graded.root / "feedback" / "ada" / TINY / f"{TINY}.html"
    submitted = graded.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb"
    status = look(graded)
    ada, ben = status.students[0], status.students[2]
    steps = [status.next_step]
    ben.waits = False
    steps.append(status.next_step)  # eve's page is not there
    text = submitted.read_text()
    submitted.write_text(text + "\n")
    changed = look(graded)
    submitted.write_text(text)
    assert (changed.students[0].changed, ada.changed) == (True, False)
    ada.pending = 1
    steps.append(status.next_step)
    ada.changed = True
    steps.append(status.next_step)
    assert steps == [
        "Next: gradebox collect 00-tiny",
        "Next: nbgrader generate_feedback 00-tiny",
        "Next: grade in the formgrader what waits for a person.",
        "Next: gradebox grade 00-tiny",
    ]
    for each in status.students:
        each.pending, each.feedback, each.changed = 0, "released" if each.is_graded else "", False
    assert status.next_step == "Next: see to 1 that could not be graded."
    status.students = [each for each in status.students if not each.refused]
    assert status.next_step == "All else is done."
    for each in status.students:
        each.to_look_at.clear()
    assert status.next_step == "All is done."
    made = feedback.stat()
    os.utime(feedback, (0, 0))
    assert look(graded).students[0].feedback == "older than the grade"
    os.utime(feedback, (made.st_atime, time.time() + 60))
    assert look(graded).students[0].feedback == "made, not released"
    os.utime(feedback, ns=(made.st_atime_ns, made.st_mtime_ns))


def test_a_time_at_the_end_of_all_calendars_and_one_that_was_set_aside(tmp_path):
    room = ExchangeCourse(tmp_path)
    (tmp_path / "deadlines.toml").write_text(f"timezone = 'Europe/Berlin'\n[{NAME}]\n")
    late = room.hand_in("cy", "14:10")
    aside = room.place("cy", "set_aside")
    aside.mkdir(parents=True)
    late.rename(aside / "2026-03-01 14.10.00")
    status = read_status(room.course, room.config)
    assert list(rows(status)) == ["cy"]
    assert status.local(datetime(9999, 12, 31, 23, 59)).year == 9999


def test_what_cannot_be_read_is_said_and_waits_for_nobody(tmp_path, monkeypatch):
    room = ExchangeCourse(tmp_path)
    room.hand_in("ada", "10:00")
    closed = {room.hand_in("ada", "11:00"), room.hand_in("ben", "11:00")}

    @contextlib.contextmanager
    def opened(path, trusted=None):
        if path in closed:  # as it is for an account that is not root
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        with student_folder(path, trusted) as folder:
            yield folder

    for module in (collect_in_time, inbound):
        monkeypatch.setattr(module, "student_folder", opened)
    assert read_status(room.course, room.config).next_step == "Next: gradebox collect ps1"
    outcomes, _ = collect_in_time.collect(room.course, room.config, lambda each: None)
    assert room.notebook("ada") == "10:00"
    assert "have it handed in again, or open it as root (chmod -R a+rX " in outcomes[1].sentences[0]
    status = read_status(room.course, room.config)
    ada, ben = status.students
    assert (ada.waits, ben.waits, ben.needs_person) == (False, False, True)
    assert rows(status)["ben"]["collected"] == "cannot be read"
    assert "cannot be read: it is closed to this account" in ada.to_look_at[0]
    assert status.next_step == "Next: gradebox grade ps1"
    shutil.rmtree(room.place("ada"))
    closed |= set(room.inbound.iterdir())
    assert read_status(room.course, room.config).next_step == "Next: see to what cannot be read."


def test_a_students_folder_that_is_closed_costs_nobody_else(tmp_path, monkeypatch):
    room = ExchangeCourse(tmp_path)
    for student in ("ada", "ben"):
        room.hand_in(student, "11:00")

    def closed(does):
        def opened(path, *arguments):
            if path == room.place("ada"):  # as a backup leaves it that root has put back
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return does(path, *arguments)

        return opened

    for module in (class_status, collect_in_time):
        monkeypatch.setattr(module, "collected", closed(module.collected))
    own = room.place("ada").parent
    monkeypatch.setattr(os, "access", lambda path, right: path != own)
    outcomes, _ = collect_in_time.collect(room.course, room.config, lambda each: None)
    assert room.notebook("ben") == "11:00"
    said = f"{own} is closed to this account: give it to this account (chown)"
    assert outcomes[0].sentences == (said,)
    status = read_status(room.course, room.config)
    assert status.students[0].to_look_at == [said]
    ada = {"handed in (UTC)": "2026-03-01 11:00", "collected": "cannot be read"}
    assert rows(status)["ada"].items() >= ada.items()
    assert rows(status)["ben"]["collected"] == "yes"


def test_a_submission_cannot_write_into_table_page_or_spreadsheet(tmp_path):
    room = ExchangeCourse(tmp_path)
    room.hand_in(EVIL, "11:00")
    room.hand_in("=1+1", "11:00")
    status = read_status(room.course, room.config)
    assert EVIL in printed(status)
    page = as_html(status, seconds=5)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert '<meta http-equiv="refresh" content="5">' in page
    assert "refresh" not in as_html(status)
    write_csv(status, tmp_path / "status.csv")
    with (tmp_path / "status.csv").open(newline="", encoding="utf-8") as file:
        assert {row["student"] for row in csv.DictReader(file)} == {EVIL, "'=1+1"}


def test_the_table_fits_into_80_columns_and_loses_nothing_that_matters(tmp_path):
    room = ExchangeCourse(tmp_path)
    for hour in ("10:00", "11:00"):
        room.hand_in("maximiliane.mustermann-zu-guttenberg@example.org", hour)
    room.hand_in("ben", "14:10", day=2)
    status = read_status(room.course, room.config)
    status.is_known = True
    long, ben = status.students[1], status.students[0]
    long.name = "Maximiliane Muster \u8349\u8349\u8349"
    long.to_look_at = ["another account has handed in in this name"]
    ben.is_graded, ben.pending, ben.feedback = True, 3, "older than the grade"
    lines = printed(status, 80).splitlines()
    assert max(map(cell_len, lines)) <= 80
    text = " ".join(lines)
    for said in ("(UTC, 2026)", "03-02 14:10", "1 to", "3 to", "look at", " old", "Muster"):
        assert said in text
    assert "\u8349\u8349\u8349" in text
    assert "pending" not in text  # a column of its own says so
    assert "With --wide, each student has one line." in text
    [row] = [line for line in printed(status, 80, wide=True).splitlines() if "Max" in line]
    assert long.student in row
    assert long.to_look_at[0] in row
    assert [head for head, _ in status.columns] == list(rows(status)["ben"])  # page and CSV


def test_a_column_that_is_empty_for_everybody_is_left_out_of_the_table(tmp_path):
    room = ExchangeCourse(tmp_path)
    room.hand_in("ben", "11:00")
    status = read_status(room.course, room.config)
    head = printed(status, 80).splitlines()[1]
    assert head.split() == ["student", "handed", "in", "collected"]
    assert "lateness" in printed(status, 80, wide=True)


@pytest.mark.parametrize("wide", [False, True])
def test_a_class_without_students(tmp_path, wide):
    room = ExchangeCourse(tmp_path)
    said = printed(read_status(room.course, room.config), wide=wide)
    assert "0 students: 0 submitted, 0 collected. Nobody has handed in yet." in said
    assert "Next: nbgrader release_assignment ps1" in said
    (room.inbound.parent / "outbound" / NAME).mkdir(parents=True)
    assert "Next: " not in printed(read_status(room.course, room.config), wide=wide)


def test_the_command(graded, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(graded.root)
    before = (graded.root / "gradebook.db").read_bytes()
    files = {"--html": tmp_path / "status.html", "--csv": tmp_path / "status.csv"}
    options = [str(part) for pair in files.items() for part in pair]
    assert command.main([TINY, *options]) == 0
    assert "Next: " in capsys.readouterr().out
    assert command.main([TINY, "--wide"]) == 0
    assert "a read-only cell was changed; put right" in capsys.readouterr().out
    assert all(path.is_file() for path in files.values())
    looks = iter([None, KeyboardInterrupt])

    def look_at_the_page(seconds):
        assert 'http-equiv="refresh"' in files["--html"].read_text()
        if (error := next(looks)) is not None:
            raise error

    monkeypatch.setattr(command.time, "sleep", look_at_the_page)
    assert command.main([TINY, "--watch", *options]) == 0
    assert "refresh" not in files["--html"].read_text()
    with monkeypatch.context() as patched:
        out_of_order = OperationalError("SELECT", {}, Exception("no server"))
        patched.setattr(command, "read_status", Mock(side_effect=out_of_order))
        assert command.main([TINY]) == 1
        assert "The gradebook cannot be used at present (no server)." in capsys.readouterr().err
    assert command.main([TINY, "--csv", "nowhere/x.csv"]) == 1
    assert capsys.readouterr().err == "nowhere/x.csv: No such file or directory.\n"
    assert command.main(["../x"]) == 1
    assert "is not the name of an assignment" in capsys.readouterr().err
    assert (graded.root / "gradebook.db").read_bytes() == before
    assert command.main([NAME]) == 0
    said = capsys.readouterr().out
    assert "Neither source/ nor the gradebook has ps1: is the name right?" in said
    assert "Next: " not in said
    assert "Nobody has handed in yet." in said
