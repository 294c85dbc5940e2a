"""The gradebook's knowledge of the assignments, taken from `source/`."""

import copy
import shlex
from collections.abc import Callable, Collection
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.converters import GenerateAssignment
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import InstantiateTests
from nbgrader.utils import compute_checksum, is_locked
from traitlets.config import Config

from gradebox.kernel.executor import configured
from gradebox.language import in_words, refused_language
from gradebox.originals import SCHEMA_VERSION
from gradebox.scratch import temporary_folder
from gradebox.source_notebook import read_source

AUTOTEST = InstantiateTests.autotest_delimiter.default_value  # nbgrader makes a test of such a line


def generate(assignment: str, *, config: Config, course: CourseDirectory, release: Path) -> None:
    """Run nbgrader's `generate_assignment`, writing to the folder `release`.

    `config` is the course's configuration and `course` says where things are. As always with
    nbgrader, the gradebook gets to know the assignment, unless `config` says otherwise.
    Raises NbGraderException, after nbgrader has logged why.
    """
    elsewhere = CourseDirectory(
        root=course.root,
        course_id=course.course_id,
        directory_structure=course.directory_structure,
        source_directory=course.source_directory,
        ignore=course.ignore,
        release_directory=str(release.resolve()),  # absolute, so that it is not under root
        db_url=course.db_url,
        assignment_id=assignment,
    )
    app = GenerateAssignment(coursedir=elsewhere, config=config)
    app.force = True
    app.start()


def generate_apart(
    assignment: str, *, config: Config, course: CourseDirectory, release: Path
) -> None:
    """Do as `generate`, without a gradebook."""
    config = copy.deepcopy(config)
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    generate(assignment, config=config, course=course, release=release)


def register(assignment: str, *, config: Config, course: CourseDirectory) -> None:
    """Tell the gradebook about an assignment (its cells, tests and points), and nothing else."""
    with temporary_folder("release") as folder:
        generate(assignment, config=config, course=course, release=folder)


def ensure_registered(converter: BaseConverter, say: Callable[[str], object]) -> None:
    """Before an `Autograde` run: see that the gradebook knows the assignment it is about.

    A fresh clone holds `release/` but no gradebook, and stock nbgrader would then refuse to grade
    until every assignment is generated again; an assignment that was only given a due date
    (`nbgrader db assignment add`) has no cells either. An assignment without a folder in `source/`
    is nbgrader's business alone. If the gradebook knows other tests than `source/` holds, `say`
    gets a sentence: which of the two is meant is the instructor's decision.
    """
    course = converter.coursedir
    assignment = course.assignment_id
    folder = Path(course.format_path(course.source_directory, ".", assignment))
    notebooks = sorted(folder.glob("*.ipynb"))
    if not assignment or not notebooks:
        return
    with Gradebook(course.db_url, course.course_id) as gradebook:
        try:
            known = bool(gradebook.find_assignment(assignment).notebooks)
        except MissingEntry:
            known = False
        else:
            if known and any(_differs(gradebook, assignment, path) for path in notebooks):
                say(
                    f"The gradebook's tests of {assignment} are not those of source/. To grade "
                    "with those of source/ run `nbgrader generate_assignment "
                    f"{shlex.quote(assignment)} --force` first."
                )
    if not known:
        converter.log.info("The gradebook does not know %s yet: reading source/.", assignment)
        try:
            register(assignment, config=converter.config, course=course)
        except NbGraderException as error:
            kernels = configured(converter.config).kernels
            known_why = (why_not_gradable(notebook, kernels) for notebook in notebooks)
            why = next(filter(None, known_why), "its source notebook could not be read")
            raise NbGraderException(f"{assignment} cannot be graded: {why}.") from error


def why_not_gradable(path: Path, kernels: Collection[str] = ()) -> str:
    """Return why a source notebook cannot be graded, as the end of a sentence, or "".

    kernels: those of other languages that the course allows
    """
    notebook = read_source(path)
    if language := refused_language(notebook.metadata, kernels):
        return f"{path.name} {in_words(language)}"
    marks = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    if any(mark.get("schema_version", 0) < SCHEMA_VERSION for mark in marks):
        return (
            f"{path.name} is marked as older versions of nbgrader did. Keep a copy, and run "
            f"`nbgrader update {shlex.quote(str(path.parent))}`"
        )
    return ""


def _differs(gradebook: Gradebook, assignment: str, path: Path) -> bool:
    """Return True if read-only cells of the source notebook at `path` are not the gradebook's."""
    notebook = read_source(path)
    here = {
        cell.metadata.nbgrader.grade_id: compute_checksum(cell)
        for cell in notebook.cells
        if is_locked(cell) and AUTOTEST not in cell.source
    }
    made = {
        cell.metadata.nbgrader.grade_id
        for cell in notebook.cells
        if is_locked(cell) and AUTOTEST in cell.source
    }
    try:
        known = gradebook.find_notebook(path.stem, assignment).source_cells
    except MissingEntry:
        return True
    there = {cell.name: cell.checksum for cell in known if cell.locked}
    return not made <= there.keys() or here != {
        name: checksum for name, checksum in there.items() if name not in made
    }
