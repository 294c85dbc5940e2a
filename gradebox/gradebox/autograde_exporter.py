"""The door by which nbgrader's own commands come to the engine.

nbgrader makes one exporter a run, with the `Autograde` as its parent, right before it starts to
convert. `Autograde` itself cannot be replaced by configuration; what it converts with can. Before
that it looks for notebooks and stops where there are none, so there it is told, by `look_for`, to
leave that to the engine: a submission that has lost its notebook must lose its score.
"""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.converters import Autograde
from nbgrader.converters.base import NbGraderException

from gradebox.engine import Engine
from gradebox.errors import CannotGrade
from gradebox.fallback import fall_back
from gradebox.gradebook_store import Store
from gradebox.pool import InThisProcess
from gradebox.submission_outcome import FAILED, UNCHANGED
from gradebox.submitted_folders import find_submissions


class SubmissionExporter(NotebookExporter):
    """The exporter of `Autograde`: has the engine grade in place of nbgrader's own loop.

    So `nbgrader autograde`, the API and the formgrader's button admit the same submissions and
    give the same scores as `gradebox grade`.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if isinstance(self.parent, Autograde):
            converter = self.parent
            converter.convert_notebooks = lambda: convert(converter)


nbgraders_own = Autograde.init_notebooks


def look_for(converter: Autograde) -> None:
    """Do nothing where the engine is about to look for submissions; raise if there are none."""
    course = converter.coursedir
    source = Path(course.format_path(course.source_directory, ".", course.assignment_id))
    is_known = course.notebook_id == "*" or (source / f"{course.notebook_id}.ipynb").exists()
    is_ours = issubclass(converter.exporter_class, SubmissionExporter)
    if is_ours and is_known and find_submissions(course):
        converter.assignments, converter.notebooks = {}, []
    else:
        nbgraders_own(converter)


Autograde.init_notebooks = look_for


def convert(converter: Autograde) -> None:
    """Grade the converter's submissions here and now, and log what became of each.

    Raises NbGraderException if one could not be graded, after all others have been.
    """
    log = converter.log
    failed = []
    try:
        store = Store(converter, say=log.warning)
        try:
            engine = Engine(converter, store)
            fall_back(engine, InThisProcess, log.warning)
            found = find_submissions(converter.coursedir)
            for outcome in engine.run(InThisProcess(engine.context), found, force=converter.force):
                for sentence in outcome.sentences:
                    log.error(sentence)
                for flag in outcome.flags:
                    log.warning("%s: %s", outcome.name, flag.sentence)
                if outcome.status == FAILED:
                    failed.append(outcome.name)
                else:
                    what = "not changed, skipped" if outcome.status == UNCHANGED else "graded"
                    log.info("%s: %s", outcome.name, what)
        finally:
            store.close()
    except (CannotGrade, NbGraderException) as error:
        log.error("%s", error)  # nbgrader's command only ends
        raise NbGraderException(str(error)) from error
    if failed:
        raise NbGraderException(f"Not graded: {', '.join(failed)}. The log says why.")
