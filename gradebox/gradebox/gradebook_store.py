"""Where grades end up: the gradebook and the folder `autograded/`, written by one process.

For each submission the order is: scores, then files, then the record that it was graded. Each of
the three is there in whole or not at all, so whenever a run is stopped the next one sees what it
still has to do: whatever has no record.
"""

import contextlib
import dataclasses
import shutil
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
import sqlalchemy as sa
from nbgrader.api import (
    Assignment,
    Base,
    Gradebook,
    InvalidEntry,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.api import Notebook as GradebookNotebook
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades
from sqlalchemy.exc import IntegrityError

from gradebox.assignments import ensure_registered
from gradebox.class_results import IS_PENDING, add_points_by_hand, grades
from gradebox.deadlines import Deadlines, enter, read_deadlines, read_lateness
from gradebox.errors import CannotGrade
from gradebox.grade_submission import GradingResult, Step, Submission, files_beside
from gradebox.gradebook_errors import for_good, out_of_order
from gradebox.late_penalties import LateNotebook, late_notebooks, rule_in
from gradebox.lock import Lock
from gradebox.noticed import Noticed, read_noticed
from gradebox.originals import Original, read_original
from gradebox.refusals import REFUSALS, keep_refusals
from gradebox.replace_folder import new_beside, recover_folder, replace_folder
from gradebox.save_scores import Rows, SaveScores
from gradebox.timestamps import TIMESTAMP, time_in

# Beside nbgrader's own tables, in the same database: a grade and its record are lost together.
RECORDS = sa.Table(
    "course_grading_record",
    sa.MetaData(),
    sa.Column("assignment", sa.String(128), primary_key=True),
    sa.Column("student", sa.String(128), primary_key=True),
    sa.Column("notebook", sa.String(128), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("graded_at", sa.DateTime, nullable=False),
)

NEVER = "never"  # the deadline of an assignment without a due date

Say = Callable[[str], object]


class StoreUnavailable(CannotGrade):
    """Grades cannot be kept."""


class StepStopped(Exception):
    """The cause stopped a step that nbgrader_config.py names, after the answers had been run."""


class Store:
    """The one writer of an assignment's gradebook entries and of its `autograded/` folders."""

    def __init__(self, converter: Autograde, *, patience: float = 60, say: Say = print) -> None:
        """Open the gradebook. Raises Busy while another one is grading the assignment.

        `patience` is for how many seconds a database or disk that fails is asked again.
        """
        self.converter = converter
        self.course = converter.coursedir
        self.assignment = self.course.assignment_id
        self.patience = patience
        self.say = say
        self.gradebook: Gradebook | None = None
        self.lock = self._patiently(lambda: Lock.of(self.course, self.assignment))
        try:
            self.original: Original = self._patiently(self._open)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database, and let others grade."""
        if self.gradebook is not None:
            self.gradebook.close()
            self.gradebook = None
        self.lock.release()

    def _open(self) -> Original:
        if self.gradebook is not None:  # of an earlier try
            self.gradebook.close()
        self.gradebook = Gradebook(self.course.db_url, self.course.course_id)
        self._read_deadlines()  # before anything is done: they may be wrong
        ensure_registered(self.converter, self.say)
        for table in (RECORDS, REFUSALS):
            table.create(self.gradebook.engine, checkfirst=True)
        with self._session() as session:
            for table in Base.metadata.sorted_tables:  # an old gradebook lacks columns of some
                session.execute(sa.select(table).limit(1))
            try:
                assignment = self.gradebook.find_assignment(self.assignment)
            except MissingEntry:
                raise NbGraderException(
                    f"There is no assignment {self.assignment!r}, neither in source/ nor in the "
                    "gradebook."
                ) from None
            lost = enter(session, self._dates)
            session.commit()
            for sentence in lost:
                self.say(sentence)
            return read_original(self.converter, assignment)

    # What was graded already

    def fingerprints(self) -> dict[tuple[str, str], str]:
        """Return {(student, notebook): fingerprint} of what is graded, in gradebook and files."""
        return self._patiently(self._fingerprints)

    def _fingerprints(self) -> dict[tuple[str, str], str]:
        with self._session() as session:
            known = set(self._known(session))
            columns = RECORDS.c
            rows = session.execute(
                sa.select(columns.student, columns.notebook, columns.fingerprint).where(
                    columns.assignment == self.assignment
                )
            )
            return {
                (student, notebook): fingerprint
                for student, notebook, fingerprint in rows
                if (student, notebook) in known and self.graded_file(student, notebook).is_file()
            }

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

        return list(self._patiently(read))

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

        return dict(self._patiently(found))

    def strangers(self) -> list[str]:
        """Return a sentence for each extension of somebody whom the gradebook does not know."""

        def students() -> set[str]:
            with self._session() as session:
                return set(session.scalars(sa.select(Student.id)))

        return self._dates.strangers(self._patiently(students))

    def pending(self) -> int:
        """Return how many answers of the assignment wait for a person."""
        return int(self._patiently(self._pending))

    def _pending(self) -> int:
        return self.pending_by_student().total()

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

    # Saving

    def save(self, submission: Submission, graded: GradingResult, steps: tuple[Step, ...]) -> None:
        """Keep what came of one submission: scores, files, and the record of it."""
        try:
            self._patiently(lambda: self._save(submission, graded, steps))
        except (InvalidEntry, IntegrityError):  # somebody else has made the same rows just now
            self._patiently(lambda: self._save(submission, graded, steps))

    def _save(self, submission: Submission, graded: GradingResult, steps: tuple[Step, ...]) -> None:
        student = submission.student
        # What the steps below make of the notebooks is not what another try begins with.
        graded = dataclasses.replace(graded, notebooks=dict(graded.notebooks))
        with self._session() as session:
            self._forget(session, submission, graded)
            row = self._submitted(session, submission)
            touched = _touched(submission, graded)
            for notebook in row.notebooks:
                rows = Rows(session, notebook)
                if any(flag.is_suspicious for flag in graded.flags.get(notebook.name, ())):
                    notebook.flagged = True
                if notebook.name in touched:
                    notebook.late_submission_penalty = None
                if notebook.name in graded.notebooks:
                    self._score(notebook.name, submission, graded, steps, rows)
                elif notebook.name in touched:
                    rows.reset_auto_scores(needs_manual_grade=notebook.name in graded.refused)
            late = row.total_seconds_late > 0
            session.commit()
        self.run_steps(student, graded, steps)
        rule = rule_in(steps, self.converter.config)
        if late and rule is not None:
            self._assign_penalty(rule, student, graded)
        self._write_files(submission, graded)
        with self._session() as session:
            self._forget(session, submission, graded)
            touched = _touched(submission, graded)
            keep_refusals(session, self.assignment, student, touched, graded.refused)
            for name in graded.notebooks:
                session.execute(
                    RECORDS.insert().values(
                        assignment=self.assignment,
                        student=student,
                        notebook=name,
                        fingerprint=submission.fingerprints[name],
                        graded_at=datetime.now(UTC).replace(tzinfo=None),
                    )
                )
            session.commit()

    def run_steps(self, student: str, graded: GradingResult, steps: tuple[Step, ...]) -> None:
        """Run the course's own steps of those that save. Raises StepStopped."""
        rule = rule_in(steps, self.converter.config)
        for step in steps:
            if step is SaveAutoGrades or step is type(rule):
                continue  # which the store does itself
            for name in graded.notebooks:
                notebook = nbformat.reads(graded.notebooks[name], as_version=4)
                try:
                    notebook, _ = step(config=self.converter.config)(
                        notebook, self._resources(name, student)
                    )
                except Exception as error:
                    raise StepStopped(str(error)) from error
                graded.notebooks[name] = nbformat.writes(notebook)

    def _forget(
        self, session: sa.orm.Session, submission: Submission, graded: GradingResult
    ) -> None:
        """Remove the records of what is about to change."""
        session.execute(
            RECORDS.delete().where(
                RECORDS.c.assignment == self.assignment,
                RECORDS.c.student == submission.student,
                RECORDS.c.notebook.in_(_touched(submission, graded)),
            )
        )

    def _submitted(self, session: sa.orm.Session, submission: Submission) -> SubmittedAssignment:
        """Return the submission's row in the gradebook, made where it is missing."""
        gradebook, student = self.opened, submission.student
        if self.converter.create_student:
            gradebook.update_or_create_student(student)
        else:
            gradebook.find_student(student)
        assignment = gradebook.find_assignment(self.assignment)
        try:
            row = gradebook.find_submission(self.assignment, student)
        except MissingEntry:
            # Not `add_submission`, which would make the cells' rows: `Rows` does, and more quickly.
            row = SubmittedAssignment(assignment_id=assignment.id, student_id=student)
            session.add(row)
        there = {each.notebook_id for each in row.notebooks}
        row.notebooks += [
            SubmittedNotebook(notebook_id=each.id)
            for each in assignment.notebooks
            if each.id not in there  # such as one that was added since
        ]
        if TIMESTAMP in submission.folder.files:  # an unreadable one keeps no earlier time
            row.timestamp = time_in(submission.folder.files[TIMESTAMP])
        if self._dates.by_file:
            row.extension = self._dates.extension(student, row.timestamp)
        session.flush()
        return row

    def _score(
        self,
        name: str,
        submission: Submission,
        graded: GradingResult,
        steps: tuple[Step, ...],
        rows: Rows,
    ) -> None:
        if SaveAutoGrades in steps:
            # as a worker wrote it, so it need not be validated
            notebook = nbformat.v4.reads(graded.notebooks[name])
            resources = self._resources(name, submission.student)
            resources["nbgrader"]["rows"] = rows
            SaveScores(config=self.converter.config)(notebook, resources)

    def _resources(self, notebook: str, student: str) -> dict[str, Any]:
        about = {
            "student": student,
            "assignment": self.assignment,
            "notebook": notebook,
            "db_url": self.course.db_url,
        }
        return {"unique_key": notebook, "metadata": {}, "nbgrader": about}

    # Penalties

    def _assign_penalty(
        self, rule: AssignLatePenalties, student: str, graded: GradingResult
    ) -> None:
        with self._session() as session:
            for each in late_notebooks(session, self._dates, rule, [student]):
                if each.row.name in graded.notebooks:
                    each.row.late_submission_penalty = each.penalty
            session.commit()

    def outdated_penalties(self, rule: AssignLatePenalties, students: Collection[str]) -> set[str]:
        """Return whose penalty for lateness is not what the rule says now."""
        graded = self.fingerprints()

        def read() -> set[str]:
            with self._session() as session:
                late = self._late(session, rule, students, graded)
                return {each.student for each in late if each.is_outdated}

        return set(self._patiently(read))

    def assign_penalties(
        self, rule: AssignLatePenalties, students: Collection[str]
    ) -> tuple[list[str], dict[str, str]]:
        """Assign these students' penalties for lateness again.

        Return the students whose penalty has changed, and {student: why there is none} where the
        rule is out of order.
        """
        graded = self.fingerprints()

        def write() -> tuple[list[str], dict[str, str]]:
            with self._session() as session:
                late = self._late(session, rule, students, graded)
                changed = [each for each in late if each.is_outdated]
                for each in changed:
                    each.row.late_submission_penalty = each.penalty
                if changed:
                    session.commit()
                errors = {each.student: each.error for each in late if each.error}
                return list(dict.fromkeys(each.student for each in changed)), errors

        changed, errors = self._patiently(write)
        return changed, errors

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

    # Files

    def graded_file(self, student: str, notebook: str) -> Path:
        """Return where a notebook is when it has been graded."""
        return self._folder(student) / f"{notebook}.ipynb"

    def _folder(self, student: str) -> Path:
        course = self.course
        return Path(course.format_path(course.autograded_directory, student, self.assignment))

    def _write_files(self, submission: Submission, graded: GradingResult) -> None:
        """Put the graded notebooks in place of what `autograded/` held of them."""
        folder = self._folder(submission.student)
        recover_folder(folder)
        for name in (*graded.refused, *submission.folder.missing):
            _remove(folder / f"{name}.ipynb")
        if not graded.notebooks:
            if not any(folder.glob("*.ipynb")):
                shutil.rmtree(folder, ignore_errors=True)
            return
        files = files_beside(submission.folder, self.original)
        for name, text in graded.notebooks.items():
            files[f"{name}.ipynb"] = text.encode()
        new = new_beside(folder)
        try:
            for path, content in files.items():
                (new / path).parent.mkdir(parents=True, exist_ok=True)
                (new / path).write_bytes(content)
            for kept in folder.glob("*.ipynb"):  # of the same submission, graded before
                if kept.name not in files:
                    shutil.copy2(kept, new)
            replace_folder(folder)
        finally:
            recover_folder(folder)
        self.converter.set_permissions(self.assignment, submission.student)

    # The database

    @property
    def opened(self) -> Gradebook:
        """The gradebook."""
        assert self.gradebook is not None, "the store is closed"
        return self.gradebook

    @contextlib.contextmanager
    def _session(self) -> Iterator[sa.orm.Session]:
        """Give a session that is rolled back unless committed, and forgets all its objects."""
        try:
            yield self.opened.db
        finally:
            self.opened.db.remove()

    def _patiently(self, action: Callable[[], Any]) -> Any:
        """Do something with the database or the disk; where it is out of order, wait for it."""
        until = time.monotonic() + self.patience
        wait = 0.1
        while True:
            try:
                return action()
            except Exception as error:
                if said := for_good(error):
                    raise StoreUnavailable(said) from error
                trouble = out_of_order(error)
                if trouble is None:
                    raise
                if time.monotonic() + wait > until:
                    raise StoreUnavailable(
                        f"{trouble} Everything graded so far is kept. When that is mended, run "
                        "the same command again: it goes on from here."
                    ) from error
                if wait == 0.1:
                    self.say(f"{trouble} Trying again for {self.patience:g} s.")
                time.sleep(wait)
                wait = min(2 * wait, 5)


class ReadOnlyStore(Store):
    """The same for who only reads: it takes no lock, writes nothing, and waits for nobody.

    Raises MissingEntry if the gradebook does not know the assignment.
    """

    def __init__(self, converter: Autograde) -> None:
        self.converter = converter
        self.course = converter.coursedir
        self.assignment = self.course.assignment_id
        self.patience, self.say = 0, str
        self.gradebook = Gradebook(self.course.db_url, self.course.course_id)
        try:
            self._read_deadlines()
            with self._session():
                assignment = self.opened.find_assignment(self.assignment)
                self.original = read_original(converter, assignment)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.opened.close()

    def _fingerprints(self) -> dict[tuple[str, str], str]:
        if not sa.inspect(self.opened.engine).has_table(RECORDS.name):
            return {}
        return super()._fingerprints()


def _touched(submission: Submission, graded: GradingResult) -> list[str]:
    """Return the notebooks of which something changes: what was graded, refused, or taken away."""
    return [*graded.notebooks, *graded.refused, *submission.folder.missing]


def _remove(path: Path) -> None:
    """Remove a file, or a folder that stands where a notebook's file belongs."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
