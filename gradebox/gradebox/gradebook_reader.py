"""An assignment in the gradebook and in `autograded/`, for whoever only reads."""

import contextlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from nbgrader.api import Assignment, Gradebook, Student, SubmittedAssignment, SubmittedNotebook
from nbgrader.api import Notebook as GradebookNotebook
from nbgrader.converters import Autograde
from nbgrader.preprocessors import AssignLatePenalties

from gradebox.class_results import IS_PENDING, add_points_by_hand, grades
from gradebox.deadlines import Deadlines, read_deadlines, read_lateness
from gradebox.gradebook_errors import patiently
from gradebox.graded_files import graded_folder
from gradebox.grading_records import read_records
from gradebox.late_penalties import LateNotebook, late_notebooks
from gradebox.noticed import Noticed, read_noticed
from gradebox.originals import Original, read_original

NEVER = "never"  # the deadline of an assignment without a due date

Found = TypeVar("Found")
Say = Callable[[str], object]


def say_nothing(sentence: str) -> None:
    """Take a sentence, and tell nobody."""


class GradebookReader:
    """An assignment's entries in the gradebook, to read: it takes no lock and changes no grade.

    nbgrader's Gradebook makes tables that are missing, and the course's row.
    """

    advice = "When that is mended, run the same command again."

    def __init__(
        self, converter: Autograde, *, patience: float = 0, say: Say = say_nothing
    ) -> None:
        """Open the gradebook. Raises MissingEntry if it does not know the assignment.

        `patience` is for how many seconds a database or disk that fails is asked again. Where that
        is not enough, this and all methods raise StoreUnavailable.
        """
        self.converter = converter
        self.course = converter.coursedir
        self.assignment = self.course.assignment_id
        self.patience = patience
        self.say = say
        self.gradebook: Gradebook | None = None
        try:
            self.original: Original = self._patiently(self._open)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self._disconnect()

    def _disconnect(self) -> None:
        if self.gradebook is not None:
            self.gradebook.close()
            self.gradebook = None

    def _open(self) -> Original:
        self._connect()
        with self._session():
            return read_original(self.converter, self.opened.find_assignment(self.assignment))

    def _connect(self) -> None:
        """Open the gradebook, once more after a try that failed, and read the due dates."""
        self._disconnect()
        self.gradebook = Gradebook(self.course.db_url, self.course.course_id)
        self._read_deadlines()  # before anything is done: they may be wrong

    # What was graded already

    def fingerprints(self) -> dict[tuple[str, str], str]:
        """Return {(student, notebook): fingerprint} of what is graded, in gradebook and files."""

        def read() -> dict[tuple[str, str], str]:
            with self._session() as session:
                known = set(self._known(session))
                records = read_records(session, self.assignment)
            return {
                (student, notebook): fingerprint
                for (student, notebook), fingerprint in records.items()
                if (student, notebook) in known and self.graded_file(student, notebook).is_file()
            }

        return self._patiently(read)

    def _known(self, session: sa.orm.Session) -> list[tuple[str, str]]:
        rows = (
            session.query(SubmittedAssignment.student_id, GradebookNotebook.name)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(GradebookNotebook, GradebookNotebook.id == SubmittedNotebook.notebook_id)
            .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
            .filter(Assignment.name == self.assignment)
            .order_by(SubmittedAssignment.student_id, GradebookNotebook.name)
        )
        return [(student, notebook) for student, notebook in rows]

    def known(self) -> list[tuple[str, str]]:
        """Return (student, notebook) of what the gradebook holds of the assignment."""

        def read() -> list[tuple[str, str]]:
            with self._session() as session:
                return self._known(session)

        return self._patiently(read)

    def noticed(self) -> Noticed:
        """Return what a person should look at, in all that is graded of the assignment."""
        known = self.known()
        found = read_noticed(self.course, self.assignment, known)
        students = {student for student, _ in known}
        found.add_owners(self.course, self.converter.config, self.assignment, students)

        def read() -> None:
            with self._session():
                add_points_by_hand(found, self.opened, self.assignment)

        self._patiently(read)
        return found

    def deadlines(self) -> dict[str, str]:
        """Return {student: until when they may hand in}, and under "" what holds for the rest."""
        return self._patiently(self._deadlines)

    def _deadlines(self) -> dict[str, str]:
        dates = self._read_deadlines()
        grace = f" and {dates.grace}" if dates.grace else ""

        def until(student: str) -> str:
            return f"{dates.of(student).until}{grace}"

        if dates.due is None:
            return {"": NEVER}
        return {"": until(""), **{student: until(student) for student in dates.extensions}}

    def _read_deadlines(self) -> Deadlines:
        with self._session() as session:
            self._dates = read_deadlines(self.course, self.assignment, session)
        return self._dates

    def lateness(self) -> dict[str, str]:
        """Return in words, by student, what was not simply handed in before the due date."""

        def found() -> dict[str, str]:
            with self._session() as session:
                return read_lateness(session, self._dates)

        return self._patiently(found)

    def extensions_of_unknown_students(self) -> list[str]:
        """Return a sentence for each extension of somebody whom the gradebook does not know."""

        def students() -> set[str]:
            with self._session() as session:
                return set(session.scalars(sa.select(Student.id)))

        return self._dates.for_unknown_students(self._patiently(students))

    def pending(self) -> int:
        """Return how many answers of the assignment wait for a person."""
        return self._patiently(lambda: self.pending_by_student().total())

    def pending_by_student(self) -> Counter[str]:
        """Return how many answers of each student's wait for a person."""
        with self._session() as session:
            columns = SubmittedAssignment.student_id, GradebookNotebook.name
            rows = session.execute(grades(self.assignment, *columns).where(IS_PENDING)).all()
            waiting = Counter((student, notebook) for student, notebook in rows)
        # the rows of a notebook that nobody has graded look the same
        found: Counter[str] = Counter()
        for (student, notebook), answers in waiting.items():
            found[student] += answers if self.graded_file(student, notebook).is_file() else 0
        return found

    def outdated_penalties(self, rule: AssignLatePenalties, students: Collection[str]) -> set[str]:
        """Return whose penalty for lateness is not what the rule says now."""
        graded = self.fingerprints()

        def read() -> set[str]:
            with self._session() as session:
                late = self._late(session, rule, students, graded)
                return {each.student for each in late if each.is_outdated}

        return self._patiently(read)

    def _late(
        self,
        session: sa.orm.Session,
        rule: AssignLatePenalties,
        students: Collection[str],
        graded: Collection[tuple[str, str]],
    ) -> list[LateNotebook]:
        """Return what is late and graded: what was refused has no penalty."""
        known = {student for student, _ in graded if student in students}
        late = late_notebooks(session, self._dates, rule, known)
        return [each for each in late if (each.student, each.row.name) in graded]

    def graded_file(self, student: str, notebook: str) -> Path:
        """Return where a notebook is when it has been graded."""
        return graded_folder(self.course, student) / f"{notebook}.ipynb"

    # The database

    @property
    def opened(self) -> Gradebook:
        """The gradebook."""
        assert self.gradebook is not None, "the gradebook is closed"
        return self.gradebook

    @contextlib.contextmanager
    def _session(self) -> Iterator[sa.orm.Session]:
        """Give a session that is rolled back unless committed, and forgets all its objects."""
        try:
            yield self.opened.db
        finally:
            self.opened.db.remove()

    def _patiently(self, action: Callable[[], Found]) -> Found:
        return patiently(action, self.patience, self.say, self.advice)
