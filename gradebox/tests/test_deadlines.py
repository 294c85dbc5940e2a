"""The file with due dates, grace periods and extensions: what it says, and what is refused."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from gradebox.deadlines import (
    Deadlines,
    duration,
    feedback_again,
    in_words,
    read_deadlines,
    read_lateness,
    write_into_gradebook,
)
from gradebox.deadlines_file import FILE, WrongDeadlines
from gradebox.new_gradebook import prepare_nbgrader
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

prepare_nbgrader()

NOON = datetime(2026, 3, 1, 12)
GIVEN = """
timezone = "Europe/Berlin"
grace_minutes = 5

[ps1]
due = 2026-03-01 13:00:00
grace_minutes = 10
extensions.ben = 2026-03-08T12:00:00Z
extensions.ada.b@uni.example = "2026-03-02 12:00 UTC"

[ps2]
""".replace("ada.b@uni.example", '"ada.b@uni.example"')


@pytest.fixture
def course(tmp_path):
    for name in ("ps1", "ps2"):
        (tmp_path / "source" / name).mkdir(parents=True)
    return CourseDirectory(root=str(tmp_path))


def written(course, text):
    with open(f"{course.root}/{FILE}", "w", encoding="utf-8") as file:
        file.write(text)
    return read_deadlines(course, "ps1", None)


def test_due_date_grace_and_extensions_in_utc(course):
    said = written(course, GIVEN)
    assert (said.due, said.grace) == (NOON, timedelta(minutes=10))
    assert said.of("ben").until == datetime(2026, 3, 8, 12)
    assert said.of("ada.b@uni.example").until == datetime(2026, 3, 2, 12)
    assert said.of("cy").until == NOON
    assert read_deadlines(course, "ps2", None).grace == timedelta(minutes=5)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[ps1\n", r"not TOML: .*line 1"),
        ("[ps1]\ndue = 2026-11-20 12:00", r"not TOML: .*12:00:00, or quotation marks around it"),
        ("[ps1]\nextensions.b = 2026-11-20T12:00Z # x", "A time needs its seconds, as 12:00:00"),
        ("[ps1]\ndeu = 1", r"\[ps1\] has deu"),
        ("grace = 5", "grace is no setting of it"),
        ("[ps1]\ndue = 2026-03-01T12:00:00", r"\[ps1\] due is without a time zone"),
        ("[ps1]\ndue = 2026-03-01", r"\[ps1\] due needs a day and a time"),
        ("[ps1]\ndue = '2026-03-01'", r"\[ps1\] due: 2026-03-01 is not a time"),
        ("[ps1]\ndue = 'next Friday'", r"\[ps1\] due: next Friday is not a time"),
        ("[ps1]\ndue = '2026-03-01 12:00 Mars'", r"\[ps1\] due: Mars is the name of no time zone"),
        ("timezone = '../../etc'", "timezone: .* is the name of no time zone"),
        ("[ps1]\ndue = 7", r"\[ps1\] due: 7 is not a time"),
        ("[ps1]\ngrace_minutes = -1", r"\[ps1\] grace_minutes is not a number of minutes"),
        (f"grace_minutes = {'9' * 400}", "^deadlines.toml is not followed: grace_minutes is not"),
        ("grace_minutes = true", "^deadlines.toml is not followed: grace_minutes is not"),
        ("[ps1]\nextensions.ben = 2026-03-01T12:00:00Z", r"extensions.ben: .* no due date"),
        (
            "[ps1]\ndue = 2026-03-01T12:00:00Z\nextensions.ben = 2026-02-01T12:00:00Z",
            "extensions.ben is before the due date, 2026-03-01 12:00 UTC",
        ),
        ("[sp1]\ndue = 2026-03-01T12:00:00Z", r"\[sp1\] is no assignment"),
        ("[ps1]\ndue = 9999-12-31T23:59:59-12:00", "beyond all calendars"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence_that_names_the_place(course, text, named):
    with pytest.raises(WrongDeadlines, match=named) as refused:
        written(course, text)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("student", "minutes", "words"),
    [
        ("cy", 0, ""),
        ("cy", 10, "within the grace period of 10 min"),
        ("cy", 130, "late by 2 h 10 min"),  # of the due date, not of the end of the grace period
        ("ben", 130, "in time by an extension to 2026-03-08 13:00 CET"),
        (
            "ben",
            7 * 1440 + 1,
            "within the grace period of 10 min after an extension to 2026-03-08 13:00 CET",
        ),
        (
            "ben",
            8 * 1440,
            "late by 1 d, in spite of an extension to 2026-03-08 13:00 CET",
        ),
    ],
)
def test_lateness_in_words_and_as_nbgrader_counts_it(course, student, minutes, words):
    deadlines = written(course, GIVEN)
    handed_in = NOON + timedelta(minutes=minutes)
    assert deadlines.of(student).lateness(handed_in) == words
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.add_student(student)
        gradebook.add_submission("ps1", student, timestamp=str(handed_in))
        write_into_gradebook(gradebook.db, deadlines)
        gradebook.db.commit()
        row = gradebook.find_submission("ps1", student)
        late = deadlines.of(student).late_by(handed_in)
        assert row.total_seconds_late == late.total_seconds()
        assert (late > timedelta()) == words.startswith("late")
        assert row.assignment.duedate == NOON
        assert read_lateness(gradebook.db, deadlines) == ({student: words} if words else {})


def test_the_last_day_of_all_calendars_is_a_due_date_as_any_other(course):
    text = "timezone = 'Asia/Tokyo'\ngrace_minutes = 5\n[ps1]\ndue = 9999-12-31T23:59:59Z"
    deadlines = written(course, text)
    assert not deadlines.of("cy").is_late(NOON)
    assert deadlines.of("cy").lateness(NOON) == ""
    assert deadlines.extension("cy", NOON) is None
    assert in_words(deadlines.due, deadlines.zone) == "9999-12-31 23:59 UTC"


def test_without_a_file_the_gradebook_holds(course):
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1", duedate=NOON)
        gradebook.add_student("ben")
        gradebook.add_submission("ps1", "ben")
        gradebook.grant_extension("ps1", "ben", days=2)
        deadlines = read_deadlines(course, "ps1", gradebook.db)
        assert deadlines.of("ben").until == datetime(2026, 3, 3, 12)
        write_into_gradebook(gradebook.db, deadlines)
        assert gradebook.find_submission("ps1", "ben").extension == timedelta(days=2)
        gradebook.grant_extension("ps1", "ben", days=-1)
        early = read_deadlines(course, "ps1", gradebook.db).of("ben")
        assert early.is_late(NOON)
        assert early.lateness(NOON).startswith("late by")


def test_a_name_in_another_form_of_unicode_has_its_extension(course):
    text = "[ps1]\ndue = 2026-03-01T12:00:00Z\n[ps1.extensions]\n'jos\u00e9' = 2026-03-03T12:00:00Z"
    deadlines = written(course, text)
    assert deadlines.of("jose\u0301").until == datetime(2026, 3, 3, 12)
    assert deadlines.for_unknown_students({"jose\u0301"}) == []


def test_another_grace_period_takes_no_extension_away(course):
    text = "[ps1]\ndue = 2026-03-01T12:00:00Z\ngrace_minutes = {}"
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1")
        gradebook.add_student("ben")
        row = gradebook.add_submission("ps1", "ben")
        row.timestamp = NOON + timedelta(minutes=3)
        gradebook.db.commit()
        for grace in (10, 1):
            Path(course.root, FILE).write_text(text.format(grace))
            deadlines = read_deadlines(course, "ps1", gradebook.db)
            said = write_into_gradebook(gradebook.db, deadlines)
            assert not any("has no extension" in sentence for sentence in said)
            gradebook.db.commit()


def test_an_extension_that_the_file_takes_away_is_said(course):
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1", duedate=NOON)
        for student in ("ada", "ben"):
            gradebook.add_student(student)
            gradebook.add_submission("ps1", student)
        gradebook.grant_extension("ps1", "ben", days=2)
        (Path(course.root) / "deadlines.toml").write_text("grace_minutes = 5")
        deadlines = read_deadlines(course, "ps1", gradebook.db)
        (sentence,) = write_into_gradebook(gradebook.db, deadlines)
        assert sentence.startswith("ben has no extension for ps1 any more: deadlines.toml gives")
        gradebook.db.commit()
        assert write_into_gradebook(gradebook.db, deadlines) == []


@pytest.fixture
def entered(course):
    """Enter what a file says into a gradebook with dates of its own; return what holds then."""
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        gradebook.add_assignment("ps1", duedate=datetime(2026, 2, 1))
        for student, time in (("ben", "2026-03-01 12:04"), ("cy", "2026-03-05 12:00")):
            gradebook.add_student(student)
            gradebook.add_submission("ps1", student, timestamp=time)
        gradebook.grant_extension("ps1", "ben", days=2)
        gradebook.db.commit()

        def enter_file(text):
            Path(course.root, FILE).write_text(text)
            said = write_into_gradebook(gradebook.db, read_deadlines(course, "ps1", gradebook.db))
            gradebook.db.commit()
            rows = [gradebook.find_submission("ps1", name) for name in ("ben", "cy")]
            days = [row.extension and row.extension.total_seconds() / 86_400 for row in rows]
            read = read_deadlines(course, "ps1", gradebook.db)
            until = [read.of(name).until for name in ("ben", "cy")]
            return gradebook.find_assignment("ps1").duedate, days, read.due, until, said

        yield enter_file, gradebook


@pytest.mark.parametrize("text", ["", "timezone = 'UTC'"])
def test_what_is_deleted_from_the_file_counts_no_more(entered, text):
    enter_file, _ = entered
    for _ in range(2):
        due, days, *_ = enter_file(
            "[ps1]\ndue = 2026-03-01T12:00:00Z\ngrace_minutes = 5\n"
            "extensions.cy = 2026-03-08T12:00:00Z"
        )
        assert due == NOON
        assert days == [5 / 1440, 7]
    first = datetime(2026, 2, 1)
    until = [first + timedelta(days=2), first]
    *found, said = enter_file(text)
    assert found == [first, [2, None], first, until]
    assert said[0] == (
        "deadlines.toml has no dates for ps1 any more: those that the gradebook had before hold."
    )
    assert enter_file(text) == (first, [2, None], first, until, [])


def test_a_due_date_or_an_extension_alone_that_is_deleted_counts_no_more(entered):
    enter_file, _ = entered
    enter_file("[ps1]\ndue = 2026-03-01T12:00:00Z\nextensions.cy = 2026-03-08T12:00:00Z")
    due, days, *_ = enter_file("[ps1]\nextensions.cy = 2026-03-08T12:00:00Z")
    assert (due, days) == (datetime(2026, 2, 1), [None, 35.5])
    due, days, *_ = enter_file("[ps1]\ndue = 2026-03-01T12:00:00Z")
    assert (due, days) == (NOON, [None, None])


def test_what_was_changed_by_hand_meanwhile_stays(entered):
    enter_file, gradebook = entered
    enter_file("[ps1]\ndue = 2026-03-01T12:00:00Z\nextensions.cy = 2026-03-08T12:00:00Z")
    gradebook.find_assignment("ps1").duedate = datetime(2026, 4, 1)
    gradebook.grant_extension("ps1", "cy", days=9)
    gradebook.db.commit()
    due, days, *_ = enter_file("")
    assert (due, days) == (datetime(2026, 4, 1), [2, 9])


def test_an_assignment_that_nothing_knows_is_none_because_of_a_grace_period(course):
    (Path(course.root) / "deadlines.toml").write_text(GIVEN)
    with Gradebook(f"sqlite:///{course.root}/gradebook.db") as gradebook:
        assert read_deadlines(course, "ps1", gradebook.db).is_known
        assert not read_deadlines(course, "ps11", gradebook.db).is_known


def test_dates_of_the_weeks_to_come_lock_nobody_out(course):
    text = "\n".join(f"[ps{n}]\ndue = 2026-03-0{n}T12:00:00Z" for n in (1, 2, 3, 4))
    deadlines = written(course, f"{text}\n[loops]\n[ps2-next-week]")
    assert deadlines.due == NOON
    (sentence,) = deadlines.for_unknown_students(())
    assert sentence == (
        "deadlines.toml has dates for ps3, ps4, loops, ps2-next-week, and source/ has no such "
        "folder yet."
    )
    other = written(course, "[p2]\ndue = 2026-03-01T12:00:00Z\n[ps1]")
    assert other.not_yet == ("p2",)  # if it is ps2 that is meant, ps2 will say so


def test_a_name_that_differs_in_its_number_alone_is_next_weeks(course):
    Path(course.root, "source", "ps2").rmdir()
    deadlines = written(course, "[ps2]\ndue = 2026-03-08T12:00:00Z")  # and ps1 has no dates
    assert (deadlines.due, deadlines.not_yet) == (None, ("ps2",))
    for misspelt in ("ps01", "p1", "ps-1"):
        with pytest.raises(WrongDeadlines, match=rf"\[{misspelt}\] .* \[ps1\] is not meant"):
            written(course, f"[{misspelt}]\ndue = 2026-03-08T12:00:00Z")


def test_an_extension_for_somebody_whom_nobody_knows_is_said(course):
    (sentence,) = written(course, GIVEN).for_unknown_students({"ben", "cy"})
    assert "ada.b@uni.example" in sentence
    assert (
        Deadlines("ps1", extensions={"x": NOON}).for_unknown_students(()) == []
    )  # of the gradebook's own


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0.5, "less than a minute"), (59, "59 min"), (1440, "1 d"), (1501, "1 d 1 h")],
)
def test_a_length_of_time_in_words(minutes, words):
    assert duration(timedelta(minutes=minutes)) == words


def test_an_assignments_name_in_another_form_of_unicode_has_its_dates(tmp_path):
    composed, by_a_mac = "\N{LATIN CAPITAL LETTER U WITH DIAERESIS}b", "U\N{COMBINING DIAERESIS}b"
    (tmp_path / "source" / by_a_mac).mkdir(parents=True)
    (tmp_path / FILE).write_text(f'["{composed}"]\ndue = 2026-03-01 12:00:00Z\n', encoding="utf-8")
    said = read_deadlines(CourseDirectory(root=str(tmp_path)), by_a_mac, None)
    assert (said.due, said.is_known, said.not_yet) == (NOON, True, ())


def test_a_command_to_copy_quotes_the_assignments_name():
    assert "`nbgrader generate_feedback 'ps 1' --force`" in feedback_again("ps 1")
