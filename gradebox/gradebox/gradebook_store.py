"""Where grades end up: the gradebook and the folder `autograded/`, written by one process.

For each submission the order is: scores, then files, then the record that it was graded. Each of
the three is there in whole or not at all, so whenever a run is stopped the next one sees what it
still has to do: whatever has no record.
"""

import dataclasses
from collections.abc import Collection
from typing import Any

import nbformat
import sqlalchemy as sa
from nbgrader.api import (
    Base,
    InvalidEntry,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException
from nbgrader.preprocessors import AssignLatePenalties, SaveAutoGrades
from sqlalchemy.exc import IntegrityError

from gradebox.assignments import ensure_registered
from gradebox.deadlines import write_into_gradebook
from gradebox.grade_submission import GradingResult, Step, Submission
from gradebox.gradebook_errors import patiently
from gradebox.gradebook_reader import GradebookReader, Say
from gradebox.graded_files import graded_folder, write_graded_files
from gradebox.grading_records import RECORDS, forget_records, keep_records
from gradebox.late_penalties import late_notebooks, rule_in
from gradebox.lock import Lock
from gradebox.originals import Original, read_original
from gradebox.refusals import REFUSALS, keep_refusals
from gradebox.save_scores import Rows, SaveScores
from gradebox.timestamps import TIMESTAMP, time_in


class StepStopped(Exception):
    """The cause stopped a step that nbgrader_config.py names, after the answers had been run."""


class Store(GradebookReader):
    """The one writer of an assignment's gradebook entries and of its `autograded/` folders."""

    advice = (
        "Everything graded so far is kept. When that is mended, run the same command again: it "
        "goes on from here."
    )

    def __init__(self, converter: Autograde, *, patience: float = 60, say: Say = print) -> None:
        """Open the gradebook, and enter the assignment.

        `patience` is for how many seconds a database or disk that fails is asked again. Raises Busy
        while another one grades the assignment, and NbGraderException if nobody knows it.
        """
        course = converter.coursedir
        self.lock = patiently(
            lambda: Lock.of(course, course.assignment_id), patience, say, self.advice
        )
        super().__init__(converter, patience=patience, say=say)

    def close(self) -> None:
        """Let go of the database, and let others grade."""
        super().close()
        self.lock.release()

    def _open(self) -> Original:
        self._connect()
        ensure_registered(self.converter, self.say)
        for table in (RECORDS, REFUSALS):
            table.create(self.opened.engine, checkfirst=True)
        with self._session() as session:
            for each in Base.metadata.sorted_tables:  # an old gradebook lacks columns of some
                session.execute(sa.select(each).limit(1))
            try:
                assignment = self.opened.find_assignment(self.assignment)
            except MissingEntry:
                raise NbGraderException(
                    f"There is no assignment {self.assignment!r}, neither in source/ nor in the "
                    "gradebook."
                ) from None
            lost = write_into_gradebook(session, self._dates)
            session.commit()
            for sentence in lost:
                self.say(sentence)
            return read_original(self.converter, assignment)

    # Saving

    def save(self, submission: Submission, graded: GradingResult, steps: tuple[Step, ...]) -> None:
        """Keep what came of one submission: scores, files, and the record of it."""
        try:
            self._patiently(lambda: self._save(submission, graded, steps))
        except (InvalidEntry, IntegrityError):  # somebody else has made the same rows just now
            self._patiently(lambda: self._save(submission, graded, steps))

    def _save(self, submission: Submission, graded: GradingResult, steps: tuple[Step, ...]) -> None:
        """Save scores and flags, run the course's own steps, write files, and keep the record."""
        student = submission.student
        # What the steps below make of the notebooks is not what another try begins with.
        graded = dataclasses.replace(graded, notebooks=dict(graded.notebooks))
        with self._session() as session:
            touched = _touched(submission, graded)
            forget_records(session, self.assignment, student, touched)
            row = self._submission_row(session, submission)
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
                rows.write()
            late = row.total_seconds_late > 0
            session.commit()
        self.run_steps(student, graded, steps)
        rule = rule_in(steps, self.converter.config)
        if late and rule is not None:  # at once, since the run may be stopped before its end
            self._assign_penalty(rule, student, graded)
        self._write_files(submission, graded)
        fingerprints = {name: submission.fingerprints[name] for name in graded.notebooks}
        with self._session() as session:
            forget_records(session, self.assignment, student, touched)
            keep_refusals(session, self.assignment, student, touched, graded.refused)
            keep_records(session, self.assignment, student, fingerprints)
            session.commit()

    def _write_files(self, submission: Submission, graded: GradingResult) -> None:
        folder = graded_folder(self.course, submission.student)
        write_graded_files(folder, submission, graded, self.original)
        self.converter.set_permissions(self.assignment, submission.student)

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

    def _submission_row(
        self, session: sa.orm.Session, submission: Submission
    ) -> SubmittedAssignment:
        """Return the submission's row in the gradebook, made where it is missing."""
        gradebook, student = self.opened, submission.student
        if not self.converter.create_student:
            gradebook.find_student(student)
        elif session.get(Student, student) is None:
            session.add(Student(id=student))  # not `update_or_create_student`, which commits
        assignment = gradebook.find_assignment(self.assignment)
        of_student = {"assignment_id": assignment.id, "student_id": student}
        row = session.query(SubmittedAssignment).filter_by(**of_student).one_or_none()
        if row is None:
            # Not `add_submission`, which would make the cells' rows: `Rows` does, and more quickly.
            row = SubmittedAssignment(**of_student)
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

        return self._patiently(write)


def _touched(submission: Submission, graded: GradingResult) -> list[str]:
    """Return the notebooks of which something changes: what was graded, refused, or taken away."""
    return [*graded.notebooks, *graded.refused, *submission.folder.missing]
