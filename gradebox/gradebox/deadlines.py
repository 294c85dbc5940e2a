"""Until when students may hand in: by `deadlines.toml` in the course's folder, or by the gradebook.

What the file says of an assignment is written into the gradebook's own fields, so that nbgrader's
plugins and its formgrader count the same. Times are without a zone and mean UTC, as the
gradebook's.
"""

import contextlib
import shlex
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from nbgrader.api import Assignment, SubmittedAssignment
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import select
from sqlalchemy.orm import Session

from gradebox.dates_in_gradebook import WrittenDates, keep_written, read_written
from gradebox.deadlines_file import FILE, Dates, assignments_not_yet, read_file, wrong
from gradebox.notebook_names import in_nfc
from gradebox.plain_text import named_students, one_line

NOT_LATE = timedelta()


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
        if handed_in is None or self.due is None or self.until is None:
            return ""
        if handed_in <= min(self.due, self.until):
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
        return Deadline(self.due, self._extension_of(student), self.grace, self.zone)

    def _extension_of(self, student: str) -> datetime | None:
        """Return until when a student has an extension, in whatever form of Unicode the name is."""
        in_file = {in_nfc(name): until for name, until in self.extensions.items()}
        return self.extensions.get(student, in_file.get(in_nfc(student)))

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

    def for_unknown_students(self, known: Collection[str]) -> list[str]:
        """Return a sentence for each name in the file that nobody knows.

        That is a student's who has an extension and is not among `known`, or an assignment's.
        """
        found, known = [], {in_nfc(student) for student in known}
        if assignments := ", ".join(map(one_line, self.not_yet)):
            found = [f"{FILE} has dates for {assignments}, and source/ has no such folder yet."]
        return found + [
            f"{FILE} gives an extension for {self.assignment} to {one_line(student)}, who is "
            "neither in the gradebook nor has handed in: is the name right?"
            for student in self.extensions
            if self.by_file and in_nfc(student) not in known
        ]


def _sources(course: CourseDirectory) -> set[str]:
    """Return the names of the assignments that have a folder in `source/`."""
    folder = Path(course.format_path(course.source_directory, ".", "."))
    return {path.name for path in folder.glob("*") if path.is_dir()}


def _own_dates(session: Session, assignment: str) -> tuple[datetime | None, dict[str, timedelta]]:
    """Return the gradebook's own due date and extensions, without what the file has written.

    What was changed since, by hand, is the gradebook's own.
    """
    due = session.scalar(select(Assignment.duedate).where(Assignment.name == assignment))
    submission = SubmittedAssignment
    rows = session.execute(
        select(submission.student_id, submission.timestamp, submission.extension)
        .join(Assignment, submission.assignment_id == Assignment.id)
        .where(Assignment.name == assignment)
    )
    written = read_written(session, assignment)
    if written is None:
        return due, {student: by for student, _, by in rows if by is not None}
    by_file = Deadlines(assignment, written.due, written.grace, written.until)
    extensions = {
        student: written.extensions_before.get(student)
        if by == by_file.extension(student, time)
        else by
        for student, time, by in rows
    }
    own = written.due_before if due == written.due else due
    return own, {student: by for student, by in extensions.items() if by is not None}


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
        due, by = _own_dates(session, assignment)
        extensions = {student: due + each for student, each in by.items() if due is not None}
    not_yet = assignments_not_yet(file, known | {assignment}, assignment)
    named = None if file is None else file.dates_of(assignment)
    is_known = assignment in known or named is not None
    of_gradebook = Deadlines(
        assignment, due, extensions=extensions, is_known=is_known, not_yet=not_yet
    )
    if file is None:
        return of_gradebook
    if named is None and not file.grace:
        return replace(of_gradebook, zone=file.zone)
    dates = named or Dates()
    due = dates.due or due
    for student, until in dates.extensions.items():
        where = f"[{assignment}] extensions.{one_line(student)}"
        if due is None:
            raise wrong(f"{where}: the assignment has no due date. Write one: due = ...")
        if until < due:
            raise wrong(f"{where} is before the due date, {in_words(due, file.zone)}")
    grace = file.grace if dates.grace is None else dates.grace
    return replace(
        of_gradebook,
        due=due,
        grace=grace,
        extensions=dates.extensions,
        zone=file.zone,
        by_file=True,
    )


def write_into_gradebook(session: Session, deadlines: Deadlines) -> list[str]:
    """Write the deadlines into the gradebook's fields, if they are by the file.

    If the file has named them and does not any more, the gradebook's own are put back. Returns a
    sentence for that, for each extension that somebody loses, and one on whose lateness changes.
    The caller commits.
    """
    said: list[str] = []
    name = deadlines.assignment
    found = session.scalar(select(Assignment).where(Assignment.name == name))
    if found is None:
        return said
    written = read_written(session, name)
    if not deadlines.by_file and written is None:
        return said
    due, own = _own_dates(session, name)
    rows = session.scalars(
        select(SubmittedAssignment)
        .where(SubmittedAssignment.assignment_id == found.id)
        .order_by(SubmittedAssignment.student_id)
    ).all()
    before = {row.student_id: row.total_seconds_late for row in rows}
    now: WrittenDates | None = None
    if deadlines.by_file:
        now = WrittenDates(deadlines.due, deadlines.grace, deadlines.extensions, due, own)
    else:
        said.append(
            f"{FILE} has no dates for {name} any more: those that the gradebook had before hold."
        )
    if now != written:
        keep_written(session, name, now)
    due = now.due if now else due
    if found.duedate != due:
        found.duedate = due
    for row in rows:
        student = row.student_id
        extension = deadlines.extension(student, row.timestamp) if now else own.get(student)
        if row.extension != extension:
            # the grace period is no extension that somebody loses
            graces = {deadlines.grace, written.grace if written else NOT_LATE}
            if now and extension is None and row.extension not in graces:
                said.append(
                    f"{one_line(student)} has no extension for {name} any more: {FILE} gives "
                    "none, and it holds in the place of the gradebook's."
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
        f"`nbgrader generate_feedback {shlex.quote(assignment)} --force` makes it again."
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
