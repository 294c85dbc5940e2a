"""A tiny course to grade with the engine, and ways to look at what came of it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from gradebox.classroom import Classroom
from gradebox.engine import Engine
from gradebox.gradebook_store import Store
from gradebox.grading_records import RECORDS
from gradebox.pool import InThisProcess
from gradebox.submission_outcome import SubmissionOutcome
from gradebox.submitted_folders import find_submissions
from grading import TINY, answered, hand_in, source_notebook
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import NbGraderPreprocessor
from traitlets import Unicode
from traitlets.config import Config

RIGHT = {"double-values": 2, "double-edges": 1, "recall_1-answer": 1, "recall_2-answer": 1}
WRONG = RIGHT | {"double-values": 0, "double-edges": 0}
ZERO = dict.fromkeys(RIGHT, 0)


class EndsItsWorker(NbGraderPreprocessor):
    """A preprocessor that kills the worker: for "killer" always, for "once" the first time."""

    seen = Unicode(help='a file that is made when "once" was seen').tag(config=True)

    def preprocess(self, nb, resources):
        student, seen = resources["nbgrader"]["student"], Path(self.seen)
        is_first = student == "once" and not seen.exists()
        if is_first:
            seen.touch()
        if student == "killer" or is_first:
            os.kill(os.getpid(), signal.SIGKILL)
        return nb, resources


def submit(room: Classroom, *students: str, code: str = "def double(x):\n    return 2 * x") -> None:
    release = nbformat.read(room.root / "release" / TINY / f"{TINY}.ipynb", as_version=4)
    for student in students:
        right = answered(release, source_notebook(TINY, room.root), double=code)
        hand_in(room, TINY, student, right)


def converter(room: Classroom, **course: str) -> Autograde:
    config = Config(room.config)
    root = str(room.root)
    directory = CourseDirectory(config=config, root=root, **{"assignment_id": TINY} | course)
    return Autograde(coursedir=directory, config=config)


@contextmanager
def store(room: Classroom, patience: float = 5, **course: str) -> Iterator[Store]:
    opened = Store(converter(room, **course), patience=patience, say=lambda text: None)
    try:
        yield opened
    finally:
        opened.close()


def run(
    room: Classroom, force: bool = False, patience: float = 5, **course: str
) -> dict[str, SubmissionOutcome]:
    """Grade in this process; return what became of each student."""
    with store(room, patience, **course) as opened:
        engine = Engine(opened.converter, opened)
        found = find_submissions(engine.course)
        outcomes = engine.run(InThisProcess(engine.context), found, force=force)
        return {outcome.student: outcome for outcome in outcomes}


def statuses(outcomes: dict[str, SubmissionOutcome]) -> dict[str, str]:
    return {student: outcome.status for student, outcome in outcomes.items()}


def records(room: Classroom) -> dict[str, object]:
    """When each student was graded, as the records have it."""
    with room.gradebook() as gradebook:
        rows = gradebook.db.execute(RECORDS.select()).all()
    assert len(rows) == len({row.student for row in rows})
    return {row.student: row.graded_at for row in rows}


def leftovers(root: Path) -> list[Path]:
    """Half-written folders in autograded/."""
    return [path for path in root.glob("autograded/*/.*") if path.name != ".gitkeep"]


@pytest.fixture
def stop_at(monkeypatch):
    """Make the next call of a method of Store raise an error, as often as is said."""

    def stop(method: str, error: BaseException, times: int = 1) -> None:
        original = getattr(Store, method)
        left = [times]

        def failing(self, *arguments):
            if left[0]:
                left[0] -= 1
                raise error
            return original(self, *arguments)

        monkeypatch.setattr(Store, method, failing)

    return stop
