"""A course and its students on one machine, driven through nbgrader's Python API.

Importing nbgrader takes over two seconds, so the demo and the tests take every step in one
process. Each step is the class behind nbgrader's command of that name, configured by the
course's own `nbgrader_config.py`; nothing is done that the command would not do.
"""

import csv
import logging
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from nbgrader.auth import Authenticator
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.plugins import CsvExportPlugin
from nbgrader.utils import capture_log
from nbgrader.validator import Validator
from traitlets.config import Config

from gradebox.folder import CONFIG, load_config


class StepFailed(Exception):
    """A step of the loop did not work; the message names it and holds nbgrader's log."""


@dataclass(frozen=True)
class StepOutcome:
    """A step's log, and whether nbgrader calls it a success (`ok`)."""

    ok: bool
    log: str


class Classroom:
    """The folder of a course, with the steps of nbgrader's loop as methods.

    Steps raise StepFailed, except `autograde`, which returns an StepOutcome: a class in which one
    submission could not be graded is not a failure of the others.
    """

    def __init__(self, root: Path, overrides: Config | None = None) -> None:
        self.root = root.resolve()
        self.students = self.root / "students"  # each student's own folder and cache
        self.config = load_config(self.root)
        self.config.Exchange.root = str(self.root / ".exchange")
        # Everyone here is the same user of the machine, which nbgrader takes for cheating.
        self.config.ExchangeCollect.check_owner = False
        if overrides is not None:
            self.config.merge(overrides)

    @classmethod
    def copy_of(
        cls, course: Path, into: Path, names: list[str], overrides: Config | None = None
    ) -> "Classroom":
        """Make a classroom in the folder `into` with some assignments of another course."""
        into.mkdir(parents=True, exist_ok=True)
        shutil.copy(course / CONFIG, into)
        for name in names:
            shutil.copytree(course / "source" / name, into / "source" / name)
        return cls(into, overrides)

    # The instructor's steps

    def generate(self, assignment: str) -> None:
        """Make the students' version in `release/`."""
        self._api_step("generate_assignment", assignment)

    def release(self, assignment: str) -> None:
        """Put the students' version into the exchange."""
        self._api_step("release_assignment", assignment)

    def collect(self, assignment: str) -> None:
        """Take the submissions out of the exchange, newer ones in place of older ones."""
        self._api_step("collect", assignment)

    def autograde(self, assignment: str, student: str = "*") -> StepOutcome:
        """Grade every submission (or one student's), also those graded before."""
        grader = Autograde(coursedir=self._course(assignment, student), config=self.config)
        grader.force = True
        return _outcome(grader)

    def generate_feedback(self, assignment: str) -> list[Path]:
        """Make a page of feedback for each graded submission; return the pages."""
        self._api_step("generate_feedback", assignment)
        return sorted(self.root.glob(f"feedback/*/{assignment}/*.html"))

    def release_feedback(self, assignment: str) -> None:
        """Put the pages into the exchange."""
        self._api_step("release_feedback", assignment)

    def export(self, to: Path) -> list[dict[str, str]]:
        """Export the grades as CSV to the file `to`; return its rows."""
        exporter = CsvExportPlugin(config=self.config)
        exporter.to = str(to)
        with self.gradebook() as gradebook:
            exporter.export(gradebook)
        with to.open(newline="") as file:
            return list(csv.DictReader(file))

    # A student's steps

    def fetch(self, assignment: str, student: str) -> Path:
        """Fetch an assignment for a student; return the folder in which they work."""
        self._student_step("FetchAssignment", assignment, student)
        return self.students / student / assignment

    def validate(self, notebook: Path) -> list[str]:
        """Do what the Validate button does; return the source of each cell that fails."""
        results = Validator(config=self.config).validate(str(notebook))
        return [cell["source"] for cells in results.values() for cell in cells]

    def submit(self, assignment: str, student: str) -> None:
        """Submit the student's folder."""
        self._student_step("Submit", assignment, student)

    def fetch_feedback(self, assignment: str, student: str) -> list[Path]:
        """Fetch the feedback on the student's submissions; return the pages."""
        self._student_step("FetchFeedback", assignment, student)
        return sorted((self.students / student / assignment / "feedback").rglob("*.html"))

    # What came of it

    def gradebook(self) -> Gradebook:
        """Open the gradebook; use it as a context manager."""
        course = self._course()
        return Gradebook(course.db_url, course.course_id)

    def scores(self, assignment: str) -> dict[str, dict[str, float]]:
        """Return {student: {grade_id: points}} for every submission in the gradebook."""
        with self.gradebook() as gradebook:
            try:
                submissions = gradebook.assignment_submissions(assignment)
            except MissingEntry:
                return {}
            return {
                submission.student.id: {
                    grade.name: grade.score
                    for notebook in submission.notebooks
                    for grade in notebook.grades
                }
                for submission in submissions
            }

    def _course(self, assignment: str = "", student: str = "*") -> CourseDirectory:
        return CourseDirectory(
            config=self.config, root=str(self.root), assignment_id=assignment, student_id=student
        )

    def _api_step(self, step: str, assignment: str) -> None:
        api = NbGraderAPI(coursedir=self._course(), config=self.config)
        result = getattr(api, step)(assignment)
        if not result["success"]:
            raise StepFailed(_report(f"{step} {assignment}", result))

    def _student_step(self, step: str, assignment: str, student: str) -> None:
        home = self.students / student
        home.mkdir(parents=True, exist_ok=True)
        config = Config(self.config)
        config.Exchange.assignment_dir = str(home)
        config.Exchange.cache = str(home / ".cache")
        course = CourseDirectory(
            config=config, root=str(self.root), assignment_id=assignment, student_id=student
        )
        factory = getattr(ExchangeFactory(config=config), step)
        app = factory(coursedir=course, authenticator=Authenticator(config=config), config=config)
        outcome = _outcome(app)
        if not outcome.ok:
            raise StepFailed(f"{step} {assignment} for {student}: {outcome.log}")


def _outcome(app: Any) -> StepOutcome:
    """Start one of nbgrader's steps and catch what it logs."""
    level = app.log.level
    app.log.setLevel(logging.INFO)
    try:
        result = capture_log(app)
    finally:
        app.log.setLevel(level)
    return StepOutcome(result["success"], result.get("log", "") + result.get("error", ""))


def _report(step: str, result: dict[str, Any]) -> str:
    return f"{step}: {result.get('log', '')}{result.get('error', '')}"
