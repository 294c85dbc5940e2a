"""What is done to a submission before nbgrader's own preprocessors see it.

A submission may be anything: half a file, a notebook of another tool, one whose cells lost their
metadata. Stock nbgrader stops the whole class at some of these and keeps an earlier score at
others. Here each one costs only itself: what can be put right is put right (`RestoreCells`), and
what cannot be read gets zero and a sentence (`SubmissionExporter`).
"""

import glob
import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
from nbclient.exceptions import DeadKernelError
from nbconvert.exporters import NotebookExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell
from nbgrader.api import Gradebook, MissingEntry, Notebook, SourceCell
from nbgrader.converters.base import BaseConverter
from nbgrader.preprocessors import NbGraderPreprocessor

from course.grader.assignments import ensure_registered

SCHEMA_VERSION = 3  # of nbgrader's cell metadata


class SubmissionError(Exception):
    """A submission that cannot be graded; the message says whose, why and what to do."""


class SubmissionExporter(NotebookExporter):
    """The exporter of `Autograde`: reads submitted notebooks, and says what is wrong with one.

    nbgrader makes one exporter a run, with the `Autograde` as its parent, before it looks at the
    first submission. That is the moment to see to it that the gradebook knows the assignment.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if isinstance(self.parent, BaseConverter):
            ensure_registered(self.parent)
            report_lost_notebooks(self.parent)

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **kw: Any
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Convert one notebook; raise SubmissionError where its own content prevents that."""
        try:
            return super().from_filename(filename, resources, **kw)
        except Exception as error:
            reason = reason_unreadable(Path(filename), error)
            if reason is None or resources is None:
                raise  # not the submission's fault: nbgrader reports it in full
            about = resources["nbgrader"]
            student, assignment = about["student"], about["assignment"]
            with Gradebook(about["db_url"]) as gradebook:
                give_zero(gradebook, about["notebook"], assignment, student)
            message = refusal(student, assignment, about["notebook"], reason)
            self.log.error(message)
            raise SubmissionError(message) from None


def reason_unreadable(path: Path, error: Exception) -> str | None:
    """Say in words what about the notebook at `path` caused `error`; None if nothing did."""
    if isinstance(error, DeadKernelError):
        return "its kernel died while running it (out of memory, or ended by its own code)"
    if path.is_dir():
        return "it is a folder, not a file"
    if not path.is_file():
        return None
    content = path.read_bytes()
    if not content.strip():
        return "the file is empty"
    try:
        text = content.decode("utf-8")
        json.loads(text)
    except UnicodeDecodeError:
        return "the file is not text in UTF-8"
    except (ValueError, RecursionError):
        return "the file is not JSON, so not a notebook (or only part of one)"
    try:
        nbformat.validate(nbformat.reads(text, as_version=4))
    except Exception:  # nbformat raises whatever it stumbles over
        return "the file is JSON, but not a notebook"
    return None


def refusal(student: str, assignment: str, notebook: str, reason: str) -> str:
    """Return the sentence for a submission that cannot be graded."""
    return (
        f"{student}: {notebook}.ipynb of {assignment} was not graded and has zero points for now: "
        f"{reason}. Ask {student} to submit again, collect, and run "
        f'`nbgrader autograde {assignment} --student "{student}" --force`.'
    )


def give_zero(gradebook: Gradebook, notebook: str, assignment: str, student: str) -> None:
    """Set a submission's automatic scores to zero and ask for a person to look at it.

    Without this a score of an earlier submission would stand for one that cannot be read.
    """
    try:
        submission = gradebook.find_submission_notebook(notebook, assignment, student)
    except MissingEntry:
        return  # nothing was ever graded
    for grade in submission.grades:
        grade.auto_score = 0
        grade.needs_manual_grade = True
    gradebook.db.commit()


def report_lost_notebooks(converter: BaseConverter) -> None:
    """Say which submissions hold none of the assignment's notebooks; take their old grades away.

    nbgrader passes over a submission without a notebook, and one whose notebook has another name
    is an error that leaves an earlier score standing.
    """
    course = converter.coursedir
    assignment = course.assignment_id

    def submitted(student: str, escape: bool = False) -> str:
        return course.format_path(course.submitted_directory, student, assignment, escape=escape)

    with Gradebook(course.db_url, course.course_id) as gradebook:
        try:
            names = [notebook.name for notebook in gradebook.find_assignment(assignment).notebooks]
        except MissingEntry:
            return  # nbgrader says so itself
        for folder in sorted(glob.glob(submitted(course.student_id))):
            match = re.fullmatch(submitted("(?P<student>.*)", escape=True), folder)
            if match is None or any((Path(folder) / f"{name}.ipynb").exists() for name in names):
                continue
            student = match["student"]
            graded = course.format_path(course.autograded_directory, student, assignment)
            shutil.rmtree(graded, ignore_errors=True)  # as nbgrader does when grading fails
            for name in names:
                give_zero(gradebook, name, assignment, student)
                reason = "there is no file of that name"
                converter.log.error(refusal(student, assignment, name, reason))


class RestoreCells(NbGraderPreprocessor):
    """Bring a submission's cells back in line with the gradebook's.

    Every cell that the gradebook knows gets its nbgrader metadata and, if locked, its source
    back. Of copies the last one counts, as in nbgrader. A read-only cell that is missing returns
    to its place. A missing graded cell goes to the end of the notebook, where whatever it tests
    has been defined, even if the answer's own cell has lost its metadata. So an earlier score
    never outlives its test, and no cell is left that nbgrader would refuse the whole run for.

    Tags are dropped: `skip-execution` on a test cell would be full marks without running it.
    """

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Restore the cells of one submitted notebook, and log what was missing or twice there."""
        about = resources["nbgrader"]
        with Gradebook(about["db_url"]) as gradebook:
            notebook = gradebook.find_notebook(about["notebook"], about["assignment"])
            originals = _originals(notebook)
            copies = self._match(nb, originals)
            missing = self._put_back(nb, originals)
        where = f"{about['student']}, {about['notebook']}.ipynb"
        if copies:
            self.log.warning("%s: there twice, the last one counts: %s", where, ", ".join(copies))
        if missing:
            self.log.warning("%s: missing, put back: %s", where, ", ".join(missing))
        return nb, resources

    def _match(self, nb: NotebookNode, originals: dict[str, NotebookNode]) -> list[str]:
        """Give known cells their metadata back, take it from all others; return what had copies."""
        seen: set[str] = set()
        copies: list[str] = []
        for cell in reversed(nb.cells):
            cell.metadata.pop("tags", None)
            mark = cell.metadata.pop("nbgrader", None)
            name = mark.get("grade_id") if isinstance(mark, dict) else None
            if not isinstance(name, str) or name not in originals:
                continue
            if name in seen:
                copies.append(name)
                continue
            seen.add(name)
            original = originals[name]
            cell.metadata["nbgrader"] = original.metadata.nbgrader
            if original.metadata.nbgrader.locked:
                cell.source = original.source
        return copies[::-1]

    def _put_back(self, nb: NotebookNode, originals: dict[str, NotebookNode]) -> list[str]:
        """Insert the locked and graded cells that are not there; return their names."""
        missing: list[str] = []
        position = {
            cell.metadata.nbgrader.grade_id: cell
            for cell in nb.cells
            if "nbgrader" in cell.metadata
        }
        before: NotebookNode | None = None  # the last read-only cell or answer we passed
        for name, original in originals.items():
            mark = original.metadata.nbgrader
            if name in position:
                before = position[name]
                continue
            if mark.solution and not mark.grade:
                continue  # an answer that was deleted is an answer that was not given
            missing.append(name)
            if mark.grade or mark.task:
                nb.cells.append(original)
            else:
                place = 0 if before is None else nb.cells.index(before) + 1
                nb.cells.insert(place, original)
                before = original
        return missing


def _originals(notebook: Notebook) -> dict[str, NotebookNode]:
    """Return the gradebook's cells of one notebook by grade_id, in the notebook's order."""
    points = {cell.name: cell.max_score for cell in (*notebook.grade_cells, *notebook.task_cells)}
    graded = {cell.name for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}

    def as_cell(source: SourceCell) -> NotebookNode:
        make = new_code_cell if source.cell_type == "code" else new_markdown_cell
        mark = {
            "schema_version": SCHEMA_VERSION,
            "grade_id": source.name,
            "grade": source.name in graded,
            "solution": source.name in solutions,
            "task": source.name in tasks,
            "locked": source.locked,
            "checksum": source.checksum,
            "cell_type": source.cell_type,
        }
        if source.name in points:
            mark["points"] = points[source.name]
        return make(source.source, metadata={"nbgrader": mark})

    return {source.name: as_cell(source) for source in notebook.source_cells}
