"""Until when students may hand in: by `deadlines.toml` in the course's folder, or by the gradebook.

    timezone = "Europe/Berlin"          # of times that name none
    grace_minutes = 5                   # for every assignment

    [ps1]
    due = 2026-03-01 12:00:00           # or "2026-03-01 12:00 UTC"
    grace_minutes = 10                  # for this one
    extensions.ben = 2026-03-08 12:00:00

What the file says of an assignment is written into the gradebook's own fields, so that nbgrader's
plugins and its formgrader count the same. Times in the program are without a zone and mean UTC, as
the gradebook's.
"""

import contextlib
import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from nbgrader.api import Assignment, SubmittedAssignment
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select
from sqlalchemy.orm import Session

from gradebox.errors import CannotGrade
from gradebox.plain_text import named_students, one_line

FILE = "deadlines.toml"
NOT_LATE = timedelta()
_LONGEST_GRACE = 7 * 24 * 60  # minutes; beyond it somebody meant seconds, or a due date


class WrongDeadlines(CannotGrade):
    """A `deadlines.toml` that cannot be followed; the message names the line or the key."""


@dataclass(frozen=True)
class _Dates:
    """One assignment's part of the file."""

    due: datetime | None = None
    grace: timedelta | None = None
    extensions: dict[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class DeadlinesFile:
    """The content of a `deadlines.toml`."""

    zone: tzinfo | None
    grace: timedelta
    assignments: dict[str, _Dates]


@dataclass(frozen=True)
class Deadline:
    """Until when one student may hand in an assignment; `due` is None if at any time."""

    due: datetime | None
    extended: datetime | None = None
    grace: timedelta = NOT_LATE
    zone: tzinfo | None = None

    @property
    def until(self) -> datetime | None:
        """The student's own due date."""
        return self.extended or self.due

    def late_by(self, handed_in: datetime | None) -> timedelta:
        """Return how late a submission is; nothing if it is within the grace period."""
        if handed_in is None or self.until is None:
            return NOT_LATE
        late = handed_in - self.until  # the last day of all calendars and a grace period is none
        return late if late > self.grace else NOT_LATE

    def is_late(self, handed_in: datetime | None) -> bool:
        """Return True if a submission is too late, by more than the grace period."""
        return self.late_by(handed_in) > NOT_LATE

    def lateness(self, handed_in: datetime | None) -> str:
        """Return in words how a submission stands to the deadline, "" if it is simply in time."""
        if handed_in is None or self.due is None or self.until is None or handed_in <= self.due:
            return ""
        to = f"an extension to {in_words(self.until, self.zone)}" if self.extended else ""
        if late := self.late_by(handed_in):
            return f"late by {duration(late)}" + (f", in spite of {to}" if to else "")
        if handed_in <= self.until:
            return f"in time by {to}"
        return f"within the grace period of {duration(self.grace)}" + (f" after {to}" if to else "")


@dataclass(frozen=True)
class Deadlines:
    """Until when each student may hand in one assignment."""

    assignment: str
    due: datetime | None = None
    grace: timedelta = NOT_LATE
    extensions: dict[str, datetime] = field(default_factory=dict)
    zone: tzinfo | None = None
    by_file: bool = False
    is_known: bool = True  # to source/ or the gradebook
    not_yet: tuple[str, ...] = ()  # other assignments in the file, which are nowhere else

    @property
    def unknown(self) -> str:
        """A sentence if nobody knows the assignment, else ""."""
        name = one_line(self.assignment)
        unknown = f"Neither source/ nor the gradebook has {name}: is the name right?"
        return "" if self.is_known else unknown

    def of(self, student: str) -> Deadline:
        """Return one student's deadline."""
        return Deadline(self.due, self.extensions.get(student), self.grace, self.zone)

    def extension(self, student: str, handed_in: datetime | None) -> timedelta | None:
        """Return the extension with which nbgrader counts this submission as late or not.

        nbgrader knows no grace period: a submission within it has an extension by that much.
        """
        own = self.of(student)
        if own.due is None or own.until is None:
            return None
        until = own.until
        if handed_in is not None and NOT_LATE < handed_in - until <= own.grace:
            until += own.grace
        return until - own.due or None

    def strangers(self, known: Collection[str]) -> list[str]:
        """Return a sentence for each name in the file that nobody knows.

        That is a student's who has an extension and is not among `known`, or an assignment's.
        """
        found = []
        if assignments := ", ".join(map(one_line, self.not_yet)):
            found = [f"{FILE} has dates for {assignments}, and source/ has no such folder yet."]
        return found + [
            f"{FILE} gives an extension for {self.assignment} to {one_line(student)}, who is "
            "neither in the gradebook nor has handed in: is the name right?"
            for student in self.extensions
            if self.by_file and student not in known
        ]


def read_file(course: CourseDirectory) -> DeadlinesFile | None:
    """Return what the course's `deadlines.toml` says, None if there is none.

    Raises WrongDeadlines.
    """
    path = Path(course.root) / FILE
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise _wrong(f"it is not TOML: {error}") from None
    except OSError as error:
        raise _wrong(f"it cannot be read: {error.strerror}") from None
    zone = _zone(content.pop("timezone", None))
    grace = _grace("grace_minutes", content.pop("grace_minutes", 0))
    for key, value in content.items():
        if not isinstance(value, dict):
            raise _wrong(
                f"{one_line(key)} is no setting of it. There are timezone, grace_minutes, and a "
                "table for each assignment, as [ps1]"
            )
    return DeadlinesFile(
        zone, grace, {name: _dates(name, table, zone) for name, table in content.items()}
    )


def _not_yet(file: DeadlinesFile | None, known: Collection[str]) -> tuple[str, ...]:
    """Return the assignments in the file that are not among `known`: those of the weeks to come.

    Raises WrongDeadlines for one that looks like a known one without dates, misspelt. Next week's,
    in which only the number is another, is not.
    """
    if file is None:
        return ()
    without_dates = [name for name in sorted(known) if name not in file.assignments]
    unknown = [name for name in file.assignments if name not in known]
    for name in unknown:
        others = [each for each in without_dates if not _differ_in_a_number(name, each)]
        if meant := get_close_matches(name, others, n=1):
            raise _wrong(
                f"[{one_line(name)}] is no assignment, neither in source/ nor known. If "
                f"[{one_line(meant[0])}] is not meant, make its folder in source/ first"
            )
    return tuple(unknown)


def _differ_in_a_number(one: str, other: str) -> bool:
    """Return True for ps1 and ps2; not for ps1 and ps01, which have the same number."""
    (text, numbers), (other_text, other_numbers) = map(_text_and_numbers, (one, other))
    return text == other_text and numbers != other_numbers


def _text_and_numbers(name: str) -> tuple[list[str], list[int]]:
    return re.split(r"[0-9]+", name), list(map(int, re.findall(r"[0-9]+", name)))


def _sources(course: CourseDirectory) -> set[str]:
    """Return the names of the assignments that have a folder in `source/`."""
    folder = Path(course.format_path(course.source_directory, ".", "."))
    return {path.name for path in folder.glob("*") if path.is_dir()}


def read_deadlines(course: CourseDirectory, assignment: str, session: Session | None) -> Deadlines:
    """Return the deadlines of an assignment, by the file and for the rest by the gradebook.

    Where the file names the assignment, or has a grace period for all, no extension of the
    gradebook's holds. `session` is its own, None if there is no gradebook yet. Raises
    WrongDeadlines.
    """
    file = read_file(course)
    due: datetime | None = None
    extensions: dict[str, datetime] = {}
    known = _sources(course)
    if session is not None:
        known |= set(session.scalars(select(Assignment.name)))
        due = session.scalar(select(Assignment.duedate).where(Assignment.name == assignment))
        rows = session.execute(
            select(SubmittedAssignment.student_id, SubmittedAssignment.extension)
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .where(Assignment.name == assignment, SubmittedAssignment.extension.is_not(None))
        )
        extensions = {student: due + by for student, by in rows if due is not None}
    not_yet = _not_yet(file, known | {assignment})
    is_known = assignment in known or (file is not None and assignment in file.assignments)
    of_gradebook = Deadlines(
        assignment, due, extensions=extensions, is_known=is_known, not_yet=not_yet
    )
    if file is None:
        return of_gradebook
    dates = file.assignments.get(assignment, _Dates())
    if assignment not in file.assignments and not file.grace:
        return replace(of_gradebook, zone=file.zone)
    due = dates.due or due
    for student, until in dates.extensions.items():
        where = f"[{assignment}] extensions.{one_line(student)}"
        if due is None:
            raise _wrong(f"{where}: the assignment has no due date. Write one: due = ...")
        if until < due:
            raise _wrong(f"{where} is before the due date, {in_words(due, file.zone)}")
    grace = file.grace if dates.grace is None else dates.grace
    return replace(
        of_gradebook,
        due=due,
        grace=grace,
        extensions=dates.extensions,
        zone=file.zone,
        by_file=True,
    )


def enter(session: Session, deadlines: Deadlines) -> list[str]:
    """Write the deadlines into the gradebook's fields, if they are by the file.

    Returns a sentence for each extension that somebody loses by that, and one on whose lateness it
    changes. The caller commits.
    """
    said: list[str] = []
    if not deadlines.by_file:
        return said
    found = session.scalar(select(Assignment).where(Assignment.name == deadlines.assignment))
    if found is None:
        return said
    rows = session.scalars(
        select(SubmittedAssignment)
        .where(SubmittedAssignment.assignment_id == found.id)
        .order_by(SubmittedAssignment.student_id)
    ).all()
    before = {row.student_id: row.total_seconds_late for row in rows}
    if found.duedate != deadlines.due:
        found.duedate = deadlines.due
    for row in rows:
        extension = deadlines.extension(row.student_id, row.timestamp)
        if row.extension != extension:
            if extension is None and row.extension != deadlines.grace:  # which is no extension
                said.append(
                    f"{one_line(row.student_id)} has no extension for {deadlines.assignment} any "
                    f"more: {FILE} gives none, and it holds in the place of the gradebook's."
                )
            row.extension = extension
    late = {row.student_id: row.total_seconds_late for row in rows}
    if changed := [student for student in late if late[student] != before[student]]:
        said.append(
            f"{deadlines.assignment}: the lateness of {named_students(changed)} has changed with "
            "the dates. "
            f"{feedback_again(deadlines.assignment)}"
        )
    return said


def feedback_again(assignment: str) -> str:
    """Return a sentence for the instructor whose pages of feedback do not hold any more."""
    return (
        "Feedback made before says another one: "
        f"`nbgrader generate_feedback {assignment} --force` makes it again."
    )


def read_lateness(session: Session, deadlines: Deadlines) -> dict[str, str]:
    """Return in words, by student, how what is graded stands to the deadline; not if in time."""
    rows = session.execute(
        select(SubmittedAssignment.student_id, SubmittedAssignment.timestamp)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .where(Assignment.name == deadlines.assignment)
        .order_by(SubmittedAssignment.student_id)
    )
    said = {student: deadlines.of(student).lateness(time) for student, time in rows}
    return {student: words for student, words in said.items() if words}


def in_words(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return a time of the gradebook's as people read it, in this zone or in UTC."""
    moment = moment.replace(tzinfo=UTC)
    with contextlib.suppress(OverflowError):  # of the last day of all calendars, say
        moment = moment.astimezone(zone or UTC)
    return f"{moment:%Y-%m-%d %H:%M %Z}"


def duration(length: timedelta) -> str:
    """Return a length of time as "2 h 10 min", in its two largest units."""
    minutes = int(length.total_seconds() // 60)
    units = (("d", minutes // 1440), ("h", minutes // 60 % 24), ("min", minutes % 60))
    parts = [f"{number} {unit}" for unit, number in units if number]
    return " ".join(parts[:2]) or "less than a minute"


def _wrong(what: str) -> WrongDeadlines:
    return WrongDeadlines(f"{FILE} is not followed: {what}. Nothing was changed.")


def _dates(name: str, table: dict[str, Any], zone: tzinfo | None) -> _Dates:
    where = f"[{one_line(name)}]"
    due = grace = None
    extensions: dict[str, datetime] = {}
    for key, value in table.items():
        if key == "due":
            due = _moment(f"{where} due", value, zone)
        elif key == "grace_minutes":
            grace = _grace(f"{where} grace_minutes", value)
        elif key == "extensions" and isinstance(value, dict):
            for student, until in _flat(value):
                extensions[student] = _moment(
                    f"{where} extensions.{one_line(student)}", until, zone
                )
        else:
            raise _wrong(
                f"{where} has {one_line(key)}. It can have due, grace_minutes, and the table "
                "extensions, with a time for each student"
            )
    return _Dates(due, grace, extensions)


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield students and times; an address without quotation marks has made tables of its dots."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _grace(where: str, value: object) -> timedelta:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= float(value) <= _LONGEST_GRACE:  # type: ignore[arg-type]
        raise _wrong(f"{where} is not a number of minutes from 0 to {_LONGEST_GRACE:,}")
    return timedelta(minutes=float(value))  # type: ignore[arg-type]


def _zone(name: object) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(str(name))
    except (ValueError, OSError, KeyError):  # its own error, for a name that is not there
        raise _wrong(
            f"timezone: {one_line(str(name))} is the name of no time zone, as Europe/Berlin"
        ) from None


def _moment(where: str, value: object, zone: tzinfo | None) -> datetime:
    """Return the time that a value says, in UTC."""
    moment: object = value
    if isinstance(value, str):
        text, _, last = value.strip().rpartition(" ")
        try:
            if text and last[:1].isalpha():
                moment, zone = datetime.fromisoformat(text), _zone(last)
            else:
                moment = datetime.fromisoformat(value.strip())
        except ValueError:
            moment = None
        else:
            if ":" not in value:  # a day only
                moment = None
    if isinstance(moment, date | time) and not isinstance(moment, datetime):
        raise _wrong(f"{where} needs a day and a time, as 2026-03-01T12:00:00Z")
    if not isinstance(moment, datetime):
        raise _wrong(
            f"{where}: {one_line(str(value))} is not a time, as 2026-03-01T12:00:00Z or "
            '"2026-03-01 12:00 Europe/Berlin"'
        )
    if moment.tzinfo is None and zone is None:
        raise _wrong(
            f"{where} is without a time zone: write it as 2026-03-01T12:00:00Z, or name the zone "
            'of all times in the first line: timezone = "Europe/Berlin"'
        )
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    try:
        return moment.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:  # the last day of the year 9999, say
        raise _wrong(f"{where} is beyond all calendars") from None
