"""The state of each submission that is watched, kept in the gradebook's database."""

from collections.abc import Iterator

import sqlalchemy as sa
from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from gradebox.deadlines import Deadlines, read_deadlines
from gradebox.inbound import HandedIn

SUBMISSIONS = sa.Table(
    "course_watched_submission",
    sa.MetaData(),
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("folder", sa.String(255), primary_key=True),  # in the exchange
    sa.Column("student", sa.String(128), nullable=False),
    sa.Column("day", sa.String(10), nullable=False),  # whose tries it is one of, "" if of none
    sa.Column("state", sa.String(16), nullable=False),
)
# BEGUN: a try was counted. WAITS: no try is left today. The others are done with.
BEGUN, WAITS, GIVEN = "begun", "waits", "given"
FAILED_TO_GRADE, SET_ASIDE, PASSED_OVER = "failed", "set aside", "passed over"
OPEN = (None, BEGUN, WAITS)


class WatchRecords:
    """The state of each submission of one assignment, and the tries that its student has had."""

    def __init__(self, course: CourseDirectory) -> None:
        self._course = course
        self._states: dict[str, tuple[str, str, str]] = {}  # folder: (student, day, state)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield the student and the state of each submission."""
        return ((student, state) for student, _, state in self._states.values())

    def read(self) -> None:
        """Read what was kept before."""
        with _Session(self._course) as session:
            SUBMISSIONS.create(session.get_bind(), checkfirst=True)
            rows = session.execute(
                sa.select(SUBMISSIONS).where(SUBMISSIONS.c.assignment == self._course.assignment_id)
            )
            self._states = {row.folder: (row.student, row.day, row.state) for row in rows}

    def deadlines(self) -> Deadlines:
        """Return the assignment's deadlines as they are now. Raises WrongDeadlines."""
        with _Session(self._course) as session:
            return read_deadlines(self._course, self._course.assignment_id, session)

    def state(self, handed_in: HandedIn) -> str | None:
        """Return the state of a submission; None if nothing was done about it."""
        known = self._states.get(handed_in.path.name)
        return known[2] if known else None

    def tries(self, student: str, day: str) -> int:
        """Return how many tries a student has had on a day, as "2026-11-28"."""
        return sum((who, when) == (student, day) for who, when, _ in self._states.values())

    def keep(self, handed_in: HandedIn, student: str, state: str, day: str | None = None) -> None:
        """Keep the state of a submission; where no `day` is named, that of its try stays."""
        assignment, folder = self._course.assignment_id, handed_in.path.name
        if day is None:
            day = self._states.get(folder, ("", "", ""))[1]
        table = SUBMISSIONS.c
        with _Session(self._course) as session:
            session.execute(
                SUBMISSIONS.delete().where(table.assignment == assignment, table.folder == folder)
            )
            session.execute(
                SUBMISSIONS.insert().values(
                    assignment=assignment, folder=folder, student=student, day=day, state=state
                )
            )
            session.commit()
        self._states[folder] = student, day, state


class _Session:
    """A session of the gradebook's database for the length of a `with` block."""

    def __init__(self, course: CourseDirectory) -> None:
        self._course = course

    def __enter__(self) -> sa.orm.Session:
        self._gradebook = Gradebook(self._course.db_url, self._course.course_id)
        session: sa.orm.Session = self._gradebook.db()
        return session

    def __exit__(self, *error: object) -> None:
        self._gradebook.close()
