"""Collecting: the newest submission in time, and nobody's lost."""

import contextlib
import errno
import os
import re
import shutil
from datetime import datetime
from types import SimpleNamespace

import pytest
from exchange_course import NAME, ExchangeCourse
from gradebox.class_status import read_status
from gradebox.collect_in_time import CannotCollect
from gradebox.collect_outcome import (
    AS_BEFORE,
    COLLECTED,
    NOT_COLLECTED,
    UPDATED,
    outcome_line,
    totals_line,
)
from gradebox.commands import collect as command
from gradebox.deadlines_file import WrongDeadlines
from gradebox.errors import CannotGrade
from gradebox.inbound import in_name
from gradebox.lock import Busy, Lock
from gradebox.student_files import MADE_BY_COLLECT
from gradebox.timestamps import read_time
from nbgrader.apps.api import NbGraderAPI

from gradebox import collect_in_time, replace_folder


@pytest.fixture
def room(tmp_path):
    return ExchangeCourse(tmp_path)


def collect(room, **wanted):
    """Collect; return what became of each student."""
    outcomes, _ = collect_in_time.collect(room.course, room.config, lambda each: None, **wanted)
    return {each.student: each for each in outcomes}


def statuses(outcomes):
    return {student: outcome.status for student, outcome in outcomes.items()}


def test_the_newest_in_time_and_the_late_one_beside_it(room):
    room.hand_in("ada", "10:00")
    room.hand_in("ada", "11:00")
    room.hand_in("ben", "11:00")
    room.hand_in("ben", "14:10")
    room.hand_in("cy", "13:00")
    outcomes = collect(room)
    assert statuses(outcomes) == dict.fromkeys(("ada", "ben", "cy"), COLLECTED)
    assert [room.notebook(student) for student in outcomes] == ["11:00", "11:00", "13:00"]
    assert room.set_aside("ben") == ["14:10"]
    assert outcome_line(outcomes["ada"]).startswith(
        "ada: collected; handed in 2026-03-01 11:00 UTC; "
    )
    assert "a newer one of 2026-03-01 14:10 UTC, late by 2 h 10 min, is set aside" in outcome_line(
        outcomes["ben"]
    )
    assert "13:00 UTC, late by 1 h; there is none in time" in outcome_line(outcomes["cy"])
    assert totals_line(NAME, list(outcomes.values())) == (
        "3 students handed in ps1: 3 collected. 1 late: none in time. 1 newer late one set aside."
    )
    again = collect(room)
    assert set(statuses(again).values()) == {AS_BEFORE}
    assert [outcome_line(outcome) for outcome in again.values()] == [""] * 3


def test_one_without_its_secret_gets_one_so_that_feedback_can_be_released(room):
    for student, content in (("ada", None), ("ben", "")):
        secret = room.hand_in(student, "10:00") / "submission_secret.txt"
        os.utime(secret.parent, (1, 1))
        secret.unlink() if content is None else secret.write_text(content)
    room.hand_in("cy", "10:00")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gradebox.inbound.WRITING", -1)
        outcomes = collect(room)
    for student in ("ada", "ben"):
        assert "so its feedback cannot be fetched" in outcome_line(outcomes[student])
        secret = (room.place(student) / "submission_secret.txt").read_text()
        assert re.fullmatch(f"{MADE_BY_COLLECT}[0-9a-f]{{128}}", secret)
    assert "secret" not in outcome_line(outcomes["cy"])


@pytest.mark.parametrize("content", [b"\xff\xfe\x80secret", b"a" * 1_001], ids=["no text", "huge"])
def test_a_secret_that_release_feedback_cannot_read_is_replaced(room, content):
    (room.hand_in("ada", "10:00") / "submission_secret.txt").write_bytes(content)
    said = outcome_line(collect(room)["ada"])
    assert "its submission_secret.txt is none of nbgrader's" in said
    assert "so its feedback cannot be fetched" in said
    secret = (room.place("ada") / "submission_secret.txt").read_text(encoding="utf-8")
    assert secret.startswith(MADE_BY_COLLECT)


@pytest.mark.parametrize("end", ["", "+x7"])
def test_a_zone_without_a_name_is_part_of_the_time(end):
    said = in_name(f"ben+ps1+2026-03-01 20:00:00.000000 +08{end}")
    assert said == ("ben", "ps1", datetime(2026, 3, 1, 12))


def test_a_time_that_no_calendar_has_everywhere_is_no_submission(room):
    room.hand_in("ada", "10:00")
    (room.inbound / "ben+ps1+9999-12-31 23:59:59 UTC+e").mkdir()
    assert list(collect(room)) == ["ada"]


def test_one_of_a_time_yet_to_come_is_named(room):
    room.deadlines("")
    room.hand_in("ada", "10:00")
    wrong = room.hand_in("ben", "10:00")
    wrong = wrong.rename(wrong.with_name(wrong.name.replace("2026", "2998")))
    outcomes = collect(room)
    assert "in the future" not in outcome_line(outcomes["ada"])
    assert "look at it: the time in its name is in the future" in outcome_line(outcomes["ben"])
    assert str(wrong) in outcomes["ben"].sentences[1]
    room.hand_in("ben", "11:00")
    wrong.rename(wrong.with_name(wrong.name.replace("2998", "2026")))
    shutil.rmtree(room.place("ben"))
    collect(room)
    assert room.notebook("ben") == "11:00"


def test_a_newer_one_in_time_takes_the_place_of_the_older_and_of_a_late_one(room):
    room.hand_in("ada", "10:00")
    room.hand_in("ben", "11:00")
    room.hand_in("ben", "14:00")
    collect(room)
    room.hand_in("ada", "11:30")
    shutil.copytree(room.place("ben", "set_aside"), room.root / "late")
    shutil.rmtree(room.place("ben"))  # as stock nbgrader's `collect --update` would leave it
    next((room.root / "late").iterdir()).rename(room.place("ben"))
    assert statuses(collect(room)) == {"ada": UPDATED, "ben": UPDATED}
    assert (room.notebook("ada"), room.notebook("ben")) == ("11:30", "11:00")
    assert room.set_aside("ben") == ["14:00"]


def test_a_late_one_is_taken_where_the_instructor_says_so_and_stays_taken(room):
    room.hand_in("ben", "11:00")
    room.hand_in("ben", "14:00")
    collect(room)
    assert statuses(collect(room, late=["ben"])) == {"ben": UPDATED}
    shutil.rmtree(room.inbound)  # the exchange is cleared: what was collected is all there is
    room.inbound.mkdir()
    room.hand_in("ben", "10:00")
    for _ in range(2):
        assert statuses(collect(room)) == {"ben": AS_BEFORE}
        assert (room.notebook("ben"), room.set_aside("ben")) == ("14:00", ["11:00"])
    assert statuses(collect(room, in_time=["ben"])) == {"ben": UPDATED}
    assert (room.notebook("ben"), room.set_aside("ben")) == ("11:00", ["14:00"])
    assert statuses(collect(room)) == {"ben": AS_BEFORE}
    with pytest.raises(CannotCollect, match="no submission of ps1 by bne"):
        collect(room, late=["bne"])


def test_a_late_one_that_was_taken_is_not_replaced_by_a_later_one(room):
    room.hand_in("ben", "11:00")
    room.hand_in("ben", "13:00")
    room.hand_in("ada", "11:00")
    outcomes = collect(room, late=["ada", "ben"])
    assert "in time" not in outcome_line(outcomes["ben"])
    assert totals_line(NAME, list(outcomes.values())) == (
        "2 students handed in ps1: 2 collected. 1 late, though there is one in time."
    )
    assert "ada: collected; there is no late one; handed in" in outcome_line(outcomes["ada"])
    assert (
        outcome_line(collect(room, late=["ada"])["ada"]) == "ada: as before; there is no late one."
    )
    room.hand_in("ben", "18:00", day=5)
    for is_new in (True, False):
        assert read_status(room.course, room.config).next_step == "Next: gradebox grade ps1"
        outcome = collect(room)["ben"]
        assert (
            "of 2026-03-05 18:00 UTC, late by 4 d 6 h, is set" in outcome_line(outcome)
        ) == is_new
        assert (outcome.status, room.notebook("ben")) == (AS_BEFORE, "13:00")
        assert room.set_aside("ben") == ["11:00", "18:00"]
    assert statuses(collect(room, late=["ben"]))["ben"] == UPDATED
    assert room.notebook("ben") == "18:00"


def test_what_was_set_aside_counts_where_the_exchange_was_emptied(room):
    room.hand_in("ben", "11:00")
    room.hand_in("ben", "13:00")
    collect(room)
    shutil.rmtree(room.inbound)
    room.inbound.mkdir()
    assert statuses(collect(room)) == {"ben": AS_BEFORE}
    assert statuses(collect(room, late=["ben"])) == {"ben": UPDATED}
    assert (room.notebook("ben"), room.set_aside("ben")) == ("13:00", ["11:00"])
    collect(room, in_time=["ben"])
    room.deadlines("due = 2026-03-01T14:00:00Z")
    assert read_status(room.course, room.config).next_step == "Next: gradebox collect ps1"
    assert statuses(collect(room)) == {"ben": UPDATED}
    assert room.notebook("ben") == "13:00"
    with pytest.raises(CannotCollect, match="no submission of ps1 by ada"):
        collect(room, late=["ada"])


def test_extensions_and_the_grace_period_count(room):
    room.deadlines(
        "due = 2026-03-01T12:00:00Z\ngrace_minutes = 10\nextensions.ben = 2026-03-03T12:00:00Z"
    )
    room.hand_in("ada", "12:09")
    room.hand_in("ada", "12:11")
    room.hand_in("ben", "12:30", day=2)
    outcomes = collect(room)
    assert (room.notebook("ada"), room.notebook("ben")) == ("12:09", "12:30")
    assert "within the grace period" in outcome_line(outcomes["ada"])
    assert "in time by an extension" in outcome_line(outcomes["ben"])
    (room.root / "deadlines.toml").write_text("[ps1]\ndue = 1")
    with pytest.raises(WrongDeadlines):
        collect(room)


def test_what_was_put_there_by_hand_and_says_no_time_is_kept(room):
    room.place("ada").mkdir(parents=True)
    (room.place("ada") / "ps1.ipynb").write_text("by hand")
    room.hand_in("ada", "13:00")
    assert statuses(collect(room)) == {"ada": AS_BEFORE}
    room.hand_in("ada", "11:00")
    assert statuses(collect(room)) == {"ada": UPDATED}
    assert room.notebook("ada") == "11:00"
    assert room.set_aside("ada") == ["13:00", "by hand"]


def test_the_time_is_what_the_folders_name_says(room):
    for name, content in (("ada", b"2026-02-01 11:00 UTC"), ("ben", b"9" * 5000), ("cy", None)):
        stamp = room.hand_in(name, "13:00") / "timestamp.txt"
        stamp.unlink() if content is None else stamp.write_bytes(content)
    outcomes = collect(room)
    assert {read_time(room.place(name)).hour for name in outcomes} == {13}
    assert all(outcome.late for outcome in outcomes.values())
    assert set(statuses(collect(room)).values()) == {AS_BEFORE}


def test_files_changed_after_the_deadline_are_named(room):
    """The exchange's own times tell, whatever the name says; these files were written just now."""
    room.deadlines("due = 2026-03-01T12:00:00Z")
    room.hand_in("ada", "11:00")
    assert "look at it: its name says 2026-03-01 11:00 UTC, and" in outcome_line(
        collect(room)["ada"]
    )
    room.deadlines("due = 2096-03-01T12:00:00Z")
    room.hand_in("ben", "11:00")
    assert "look at it" not in outcome_line(collect(room)["ben"])


def test_what_somebody_else_put_there_never_takes_the_place_of_ones_own(room, monkeypatch):
    room.config.ExchangeCollect.check_owner = True
    own = room.hand_in("ada", "10:00").stat().st_ino
    room.hand_in("ada", "11:00")
    room.hand_in("ben", "11:00")
    stat = os.DirEntry.stat

    def owner(uid):
        return SimpleNamespace(pw_name=uid)

    class Entry(SimpleNamespace):
        def stat(self, follow_symlinks):
            inode = stat(self.entry, follow_symlinks=False).st_ino
            return SimpleNamespace(st_uid="ada" if inode == own else "eve")

    named = collect_in_time.read_inbound.__globals__["_named"]
    monkeypatch.setattr("gradebox.inbound.getpwuid", owner)
    monkeypatch.setattr(
        "gradebox.inbound._named",
        lambda folder: ((Entry(entry=e, path=e.path), said) for e, said in named(folder)),
    )
    outcomes = collect(room)
    assert (room.notebook("ada"), room.notebook("ben")) == ("10:00", "11:00")
    assert "look at it: it is in ben's name, and its owner is eve" in outcome_line(outcomes["ben"])
    assert "1 more in ada's name belongs to another account" in outcome_line(outcomes["ada"])
    said = " 1 owned by another account: if that is right, c.ExchangeCollect.check_owner = False"
    assert said in totals_line(NAME, list(outcomes.values()))
    assert said not in totals_line(NAME, list(collect(room).values()))


def test_one_that_cannot_be_read_costs_no_other(room, tmp_path):
    room.hand_in("ada", "10:00")
    odd = room.hand_in("ada", "11:00")
    shutil.rmtree(odd)
    odd.symlink_to(tmp_path)
    room.hand_in("ben", "11:00").rename(tmp_path / "elsewhere")
    next(room.inbound.glob("ada*")).touch()
    (room.inbound / f"ben+{NAME}+2026-03-01 11:00:00 UTC+x").symlink_to(tmp_path / "elsewhere")
    (room.inbound / f"+{NAME}+yesterday+x").mkdir()
    (room.inbound / f"..+{NAME}+2026-03-01 11:00:00 UTC+x").mkdir()
    room.hand_in("cy", "11:00")
    outcomes = collect(room)
    assert statuses(outcomes) == {"ada": COLLECTED, "ben": NOT_COLLECTED, "cy": COLLECTED}
    assert room.notebook("ada") == "10:00"
    assert "11:00 UTC cannot be collected: its folder is a link" in outcome_line(outcomes["ada"])
    assert [outcome.missed for outcome in outcomes.values()] == [True, True, False]
    said = totals_line(NAME, list(collect(room).values()))
    assert said.endswith("1 not collected. Of 1 a newer one could not be collected: see above.")
    assert not room.place("ben").exists()
    assert "1 not collected" in totals_line(NAME, list(outcomes.values()))


@pytest.mark.parametrize("name", ["submission_secret.txt", "timestamp.txt"])
def test_a_folder_of_the_name_of_a_file_of_nbgraders_costs_no_other(room, name):
    odd = room.hand_in("ben", "10:00")
    (odd / name).unlink()
    (odd / name).mkdir()
    (odd / name / "data.csv").touch()
    room.hand_in("cy", "10:00")
    outcomes = collect(room)
    assert statuses(outcomes) == {"ben": NOT_COLLECTED, "cy": COLLECTED}
    assert f"cannot be collected: {name} in it is a folder" in outcome_line(outcomes["ben"])


def test_folders_whose_path_is_too_long_to_be_written_cost_no_other(room):
    odd = room.hand_in("ben", "10:00")
    here = os.open(odd, os.O_RDONLY)
    for _ in range(18):
        os.mkdir("a" * 250, dir_fd=here)
        below = os.open("a" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("x.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    room.hand_in("cy", "10:00")
    outcomes = collect(room)
    shutil.rmtree(odd)
    assert statuses(outcomes) == {"ben": NOT_COLLECTED, "cy": COLLECTED}
    assert "File name too long" in outcome_line(outcomes["ben"])
    assert not room.place("ben").parent.exists()


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC])
def test_a_course_that_cannot_be_written_is_no_submissions_fault(room, monkeypatch, number):
    room.hand_in("ada", "10:00")
    collect(room)
    room.hand_in("ada", "11:00")
    room.hand_in("ben", "11:00")

    def fail(path, *_):
        raise OSError(number, os.strerror(number), str(path) if number == errno.EACCES else None)

    with monkeypatch.context() as patched:
        patched.setattr(collect_in_time.Path, "write_bytes", fail)
        with pytest.raises(CannotCollect, match=f"submitted/ada.*: {os.strerror(number)}. What"):
            collect(room)
    assert room.notebook("ada") == "10:00"
    assert not room.place("ben").parent.exists()
    assert statuses(collect(room)) == {"ada": UPDATED, "ben": COLLECTED}


def test_one_that_cannot_be_set_aside_is_not_replaced(room, monkeypatch):
    room.hand_in("ada", "11:00")
    room.hand_in("ada", "14:00")
    collect(room)

    def full(*_, **__):
        raise shutil.Error([("ps1.ipynb", "ps1.ipynb", "No space left on device")])

    with monkeypatch.context() as patched:
        patched.setattr(collect_in_time.shutil, "copytree", full)
        with pytest.raises(CannotCollect, match=r"cannot be copied to .*set_aside.*No space left"):
            collect(room, late=["ada"])
    assert [path.name for path in room.place("ada").parent.iterdir()] == [NAME]
    assert room.notebook("ada") == "11:00"


def test_a_folder_of_grades_that_cannot_be_written_is_named(room, monkeypatch):
    opened = os.open

    def closed(path, flags=os.O_CREAT, *_, **how):
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, flags)

    for does in ("Path.mkdir", "os.open"):
        with monkeypatch.context() as patched:
            patched.setattr(f"gradebox.lock.{does}", closed)
            with pytest.raises(CannotGrade, match=r"autograded cannot be written by this account"):
                Lock.of(room.course, NAME)


def stop_at(patched, moment, can_swap):
    """Let collecting be stopped before one of the steps in which it changes files."""
    calls = 0

    def stopping(does):
        def stops(*arguments, **options):
            nonlocal calls
            calls += 1
            if calls > moment:
                raise KeyboardInterrupt
            return does(*arguments, **options)

        return stops

    for module, name in ((replace_folder.Path, "rename"), (replace_folder, "_flush")):
        patched.setattr(module, name, stopping(getattr(module, name)))
    if not can_swap:
        patched.setattr(replace_folder, "_swap", lambda *_: False)
    patched.setattr(replace_folder.shutil, "rmtree", stopping(shutil.rmtree))


@pytest.mark.parametrize("can_swap", [True, False])
@pytest.mark.parametrize("moment", range(4))
def test_whenever_it_is_stopped_the_old_or_the_new_is_there_whole(
    room, monkeypatch, moment, can_swap
):
    room.hand_in("ada", "10:00")
    collect(room)
    room.hand_in("ada", "11:00")
    with monkeypatch.context() as patched:
        stop_at(patched, moment, can_swap)
        with pytest.raises(KeyboardInterrupt):
            collect(room)
    replace_folder.recover_folder(room.place("ada"))
    assert room.notebook("ada") in ("10:00", "11:00")
    assert sorted(path.name for path in room.place("ada").iterdir()) == [
        *("ps1.ipynb", "submission_secret.txt", "timestamp.txt"),
    ]
    collect(room)
    assert room.notebook("ada") == "11:00"
    assert [path.name for path in room.place("ada").parent.iterdir()] == [NAME]


@pytest.mark.parametrize("can_swap", [True, False])
@pytest.mark.parametrize("moment", range(16))
def test_whenever_taking_a_late_one_is_stopped_the_one_in_time_is_kept(
    room, monkeypatch, moment, can_swap
):
    handed_in = room.hand_in("ada", "11:00")
    collect(room)
    shutil.rmtree(handed_in)  # so it is in submitted/ only
    room.hand_in("ada", "14:00")
    with monkeypatch.context() as patched, contextlib.suppress(KeyboardInterrupt):
        stop_at(patched, moment, can_swap)
        collect(room, late=["ada"])
    collect(room)
    assert "11:00" in (room.notebook("ada"), *room.set_aside("ada"))
    collect(room, late=["ada"])
    assert (room.notebook("ada"), room.set_aside("ada")) == ("14:00", ["11:00"])


def test_a_group_of_instructors_shares_what_is_collected(room):
    room.config.CourseDirectory.groupshared = True
    room.hand_in("ada", "10:00")
    room.hand_in("ada", "14:00")
    collect(room)
    for step in ("submitted", "set_aside"):
        folders = [room.root / step / "ada", *room.place("ada", step).rglob("*")]
        for path in folders:
            needed = 0o2770 if path.is_dir() else 0o660
            assert path.stat().st_mode & needed == needed, path


def test_the_formgraders_button_and_nbgraders_command_do_the_same(room):
    room.config.ExchangeFactory.collect = "gradebox.collect.Collect"
    room.hand_in("ada", "11:00")
    room.hand_in("ada", "13:00")
    room.hand_in("ben", "13:00")
    api = NbGraderAPI(coursedir=room.course, config=room.config)
    result = api.collect(NAME)  # what the button calls
    assert result["success"], result
    assert (room.notebook("ada"), room.set_aside("ada")) == ("11:00", ["13:00"])
    assert "1 newer late one set aside." in result["log"]
    (room.root / "deadlines.toml").write_text("[ps1]\ndue = 1")
    result = api.collect(NAME)
    assert not result["success"]
    assert "deadlines.toml is not followed: [ps1] due" in result["log"]
    (room.root / "deadlines.toml").unlink()  # without it, nbgrader's own way: the newest
    assert api.collect(NAME)["success"]
    assert room.notebook("ada") == "13:00"


def test_the_command(room, monkeypatch, capsys):
    settings = "\n".join(
        f"c.{section}.{name} = {value!r}"
        for section, values in room.config.items()
        for name, value in values.items()
    )
    (room.root / "nbgrader_config.py").write_text(f"c = get_config()\n{settings}\n")
    monkeypatch.chdir(room.root)
    room.hand_in("b\x1b[2Jen", "11:00")
    room.hand_in("[red]ada", "11:00")
    assert command.main([NAME]) == 0
    said = capsys.readouterr().out
    assert "[red]ada: collected; handed in" in said
    assert "1 student handed in ps1: 1 collected." in said  # the other has a name that is none
    with Lock.of(room.course, NAME), pytest.raises(Busy):
        collect(room)
    (room.inbound / f"[red]ada+{NAME}+2026-03-01 11:30:00 UTC+x").symlink_to(room.root)
    assert command.main([NAME]) == 1
    assert "1 as before. Of 1 a newer one" in capsys.readouterr().out
    assert command.main(["../x"]) == 2
    assert "'../x' is not the name of an assignment" in capsys.readouterr().err
    shutil.rmtree(room.inbound)
    assert command.main([NAME]) == 2
    said = capsys.readouterr().err
    assert "Course not found" in said
    makes_it = "`nbgrader release_assignment ps1` makes it. Nothing was collected.\n"
    assert said.endswith(makes_it)
    shutil.rmtree(room.root / "exchange")
    assert command.main([NAME]) == 2
    there_is_none = f"There is no exchange at {room.root / 'exchange'}. {makes_it}"
    assert capsys.readouterr().err.endswith(there_is_none)


def test_each_that_was_put_there_by_hand_without_a_time_is_kept(room):
    room.hand_in("ada", "13:00")
    for text in ("by mail", "by mail again"):
        shutil.rmtree(room.place("ada"), ignore_errors=True)
        room.place("ada").mkdir(parents=True)
        (room.place("ada") / f"{NAME}.ipynb").write_text(text)
        collect(room, late=["ada"])
        assert room.notebook("ada") == "13:00"
    assert room.set_aside("ada") == ["by mail", "by mail again"]


def test_what_somebody_has_mended_in_submitted_comes_back_mended(room):
    room.hand_in("ada", "10:00")
    room.hand_in("ada", "13:00")
    collect(room)
    (room.place("ada") / f"{NAME}.ipynb").write_text("10:00, mended")
    collect(room, late=["ada"])
    collect(room, in_time=["ada"])
    assert room.notebook("ada") == "10:00, mended"
    assert room.set_aside("ada") == ["13:00"]
