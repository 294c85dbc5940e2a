"""The dates that `deadlines.toml` has put into the gradebook, and those that it has replaced.

They are kept in the gradebook's database, so that what is deleted from the file counts no more.
"""

import json
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session

WRITTEN = sa.Table(
    "course_written_dates",
    sa.MetaData(),
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("dates", sa.Text, nullable=False),  # JSON
)


@dataclass(frozen=True)
class WrittenDates:
    """The file's dates of an assignment, and the gradebook's `..._before` that they replaced."""

    due: datetime | None = None
    grace: timedelta = timedelta()
    until: dict[str, datetime] = field(default_factory=dict)  # by student
    due_before: datetime | None = None
    extensions_before: dict[str, timedelta] = field(default_factory=dict)

    def as_text(self) -> str:
        """Return them as JSON."""
        extensions = self.extensions_before.items()
        return json.dumps(
            {
                "due": self.due and self.due.isoformat(),
                "grace": self.grace.total_seconds(),
                "until": {student: time.isoformat() for student, time in self.until.items()},
                "due_before": self.due_before and self.due_before.isoformat(),
                "extensions_before": {student: by.total_seconds() for student, by in extensions},
            }
        )

    @classmethod
    def from_text(cls, text: str) -> "WrittenDates":
        """Return what `as_text` has written."""
        read = json.loads(text)
        time, extensions = datetime.fromisoformat, read["extensions_before"].items()
        return cls(
            read["due"] and time(read["due"]),
            timedelta(seconds=read["grace"]),
            {student: time(text) for student, text in read["until"].items()},
            read["due_before"] and time(read["due_before"]),
            {student: timedelta(seconds=by) for student, by in extensions},
        )


def read_written(session: Session, assignment: str) -> WrittenDates | None:
    """Return the dates that the file has written; None if it names the assignment no more."""
    if not sa.inspect(session.connection()).has_table(WRITTEN.name):
        return None
    wanted = WRITTEN.c.assignment == assignment
    text = session.scalar(sa.select(WRITTEN.c.dates).where(wanted))
    return None if text is None else WrittenDates.from_text(text)


def keep_written(session: Session, assignment: str, dates: WrittenDates | None) -> None:
    """Replace what is known of an assignment; the caller commits."""
    WRITTEN.create(session.connection(), checkfirst=True)
    session.execute(WRITTEN.delete().where(WRITTEN.c.assignment == assignment))
    if dates is not None:
        row = {"assignment": assignment, "dates": dates.as_text()}
        session.execute(WRITTEN.insert().values(**row))
