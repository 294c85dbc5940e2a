"""A course with an exchange in which students' submissions are written down, not handed in."""

from datetime import datetime
from pathlib import Path

from gradebox.new_gradebook import prepare_nbgrader
from gradebox.timestamps import TIMESTAMP
from nbgrader.coursedir import CourseDirectory
from traitlets.config import Config

prepare_nbgrader()

NAME = "ps1"
DUE = datetime(2026, 3, 1, 12)


class ExchangeCourse:
    """A folder with `deadlines.toml` and an exchange; `hand_in` puts submissions into it."""

    def __init__(self, root: Path, assignment: str = NAME) -> None:
        self.root = root
        self.assignment = assignment
        self.config = Config()
        self.config.CourseDirectory.root = str(root)
        self.config.CourseDirectory.course_id = "course"
        self.config.Exchange.root = str(root / "exchange")
        self.config.ExchangeCollect.check_owner = False
        self.inbound = root / "exchange" / "course" / "inbound"
        self.inbound.mkdir(parents=True)
        (root / "source" / assignment).mkdir(parents=True, exist_ok=True)
        self.deadlines(f"due = {DUE}Z")

    def deadlines(self, text: str) -> None:
        """Write what the assignment's part of `deadlines.toml` says."""
        (self.root / "deadlines.toml").write_text(f"[{self.assignment}]\n{text}\n")

    @property
    def course(self) -> CourseDirectory:
        """The course as nbgrader knows it."""
        return CourseDirectory(config=self.config, assignment_id=self.assignment)

    def hand_in(self, student: str, time: str, content: str | None = None, day: int = 1) -> Path:
        """Put a submission into the exchange; by itself its notebook holds the time."""
        stamp = f"2026-03-{day:02} {time}:00.000000 UTC"
        folder = self.inbound / f"{student}+{self.assignment}+{stamp}+abc"
        folder.mkdir()
        (folder / f"{self.assignment}.ipynb").write_text(content or time)
        (folder / TIMESTAMP).write_text(stamp)
        (folder / "submission_secret.txt").write_text(f"{student} {stamp}")
        return folder

    def place(self, student: str, step: str = "submitted") -> Path:
        """Return where a student's submission is, or would be."""
        return self.root / step / student / self.assignment

    def notebook(self, student: str) -> str:
        """Return what has been collected."""
        return (self.place(student) / f"{self.assignment}.ipynb").read_text()

    def set_aside(self, student: str) -> list[str]:
        """Return what is set aside."""
        found = self.place(student, "set_aside").glob(f"[!.]*/{self.assignment}.ipynb")
        return sorted(path.read_text() for path in found)
