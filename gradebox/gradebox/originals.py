"""The instructor's side of an assignment: its cells, tests, points and files.

Taken once a run from the gradebook and `source/`, and handed to whoever grades a submission, so
that no worker needs the gradebook. The gradebook decides on cells, as always with nbgrader; what
it does not keep (tags and other metadata of notebook and cells) comes from the source notebook.
A learner alone has no gradebook: then it is all taken from `source/` (`original_in`).
"""

import copy
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.api import Assignment, Notebook, SourceCell
from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import SaveCells
from nbgrader.utils import find_all_files
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from gradebox.failures import BECAUSE_OF_TRIAL, KEY
from gradebox.follow_through import declared
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.names import answered_names, classes_given, imported, modules_in
from gradebox.kernel.skipped_cells import tagged
from gradebox.never_given import NeverGiven, handed_out, never_given
from gradebox.source_notebook import read_source
from gradebox.tests_mode import TestsMode

SCHEMA_VERSION = 3  # of nbgrader's cell metadata


@dataclass(frozen=True)
class OriginalNotebook:
    """One notebook: its cells by grade_id in the notebook's order, and the notebook's metadata."""

    name: str
    cells: dict[str, NotebookNode]
    metadata: dict[str, Any]
    digest: str = ""  # changes when anything above does
    handed_out: dict[str, str] = field(default_factory=dict)  # sources as students get them
    never_given: NeverGiven = field(default_factory=NeverGiven)
    of_source: InstructorsPart = field(default_factory=InstructorsPart)  # without cells and files

    def part(self, files: Mapping[str, bytes]) -> InstructorsPart:
        """Return what a run needs of this notebook and of the `files` beside it."""
        return replace(self.of_source, cells=tuple(self.cells.values()), files=files)


@dataclass(frozen=True)
class Original:
    """An assignment as the instructor made it."""

    name: str
    notebooks: dict[str, OriginalNotebook]
    files: dict[str, bytes] = field(default_factory=dict)  # beside the notebooks, by relative path
    editable: frozenset[str] = frozenset()  # of these files, what a student may hand in changed

    @property
    def packages(self) -> frozenset[str]:
        """Return the packages that the instructor's cells import."""
        return modules_in(
            source
            for notebook in self.notebooks.values()
            for source in (
                *(cell.source for cell in notebook.cells.values()),
                *notebook.of_source.unmarked,
                *notebook.of_source.imports.values(),
            )
        )

    @property
    def digest(self) -> str:
        """A hash that changes when a file beside the notebooks does."""
        total = hashlib.sha256(repr(sorted(self.editable)).encode())
        for path, content in sorted(self.files.items()):
            total.update(path.encode("utf-8", "surrogateescape") + b"\0")
            total.update(hashlib.sha256(content).digest())
        return total.hexdigest()


def read_original(converter: Autograde, assignment: Assignment) -> Original:
    """Return what the gradebook's `assignment` and its folder in `source/` hold."""
    folder = _source_folder(converter.coursedir, assignment.name)
    return _original(
        converter,
        folder,
        {
            notebook.name: _notebook(notebook, folder / f"{notebook.name}.ipynb", converter.config)
            for notebook in assignment.notebooks
        },
    )


def original_in(converter: Autograde, name: str) -> Original:
    """Return what the folder of assignment `name` in `source/` holds, without a gradebook.

    What the gradebook would get to know is made as for it: by the steps of `GenerateAssignment`
    before the one that saves the cells.
    """
    folder = _source_folder(converter.coursedir, name)
    return _original(
        converter,
        folder,
        {
            path.stem: _generated(path, name, converter.config)
            for path in sorted(folder.glob("*.ipynb"))
        },
    )


def _source_folder(course: CourseDirectory, name: str) -> Path:
    return Path(course.format_path(course.source_directory, ".", name))


def _original(
    converter: Autograde, folder: Path, notebooks: dict[str, OriginalNotebook]
) -> Original:
    found = find_all_files(str(folder), [*converter.coursedir.ignore, "*.ipynb"])
    return Original(
        name=folder.name,
        notebooks=notebooks,
        files={str(Path(path).relative_to(folder)): Path(path).read_bytes() for path in found},
        editable=frozenset(converter.exclude_overwriting.get(folder.name, [])),
    )


def _generated(path: Path, assignment: str, config: Config) -> OriginalNotebook:
    notebook = read_source(path)
    resources = {
        "unique_key": path.stem,
        "nbgrader": {"assignment": assignment, "notebook": path.stem, "student": "."},
        "metadata": {"name": path.stem, "path": str(path.parent)},  # for nbgrader's own tests
    }
    for step in GenerateAssignment(config=config).preprocessors:
        step = import_item(step) if isinstance(step, str) else step
        if issubclass(step, SaveCells):
            break
        notebook, resources = step(config=config)(notebook, resources)
    source = read_source(path)
    own = _metadata(source)
    cells: dict[str, NotebookNode] = {}
    for each in notebook.cells:
        if mark := each.metadata.get("nbgrader"):
            cell = new_cell(each.cell_type, each.source, f"original-{len(cells)}")
            kept = own.get(mark.grade_id, {})  # none of a header's or a footer's
            cell.metadata.update({**kept, "nbgrader": mark})
            cells[mark.grade_id] = cell
    return _with_secrets(OriginalNotebook(path.stem, cells, source.metadata), source, config)


def _notebook(notebook: Notebook, path: Path, config: Config) -> OriginalNotebook:
    """Return what the gradebook holds; without a source notebook that alone is enough to grade."""
    source = read_source(path) if path.exists() else None
    cells = dict(_cells(notebook, _metadata(source) if source else {}))
    metadata = source.metadata if source else {}
    if notebook.kernelspec and (kernelspec := json.loads(notebook.kernelspec)):
        metadata["kernelspec"] = kernelspec
    content = json.dumps([[(name, cell) for name, cell in cells.items()], metadata], sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return _with_secrets(OriginalNotebook(notebook.name, cells, metadata, digest), source, config)


def _with_secrets(
    original: OriginalNotebook, source: NotebookNode | None, config: Config
) -> OriginalNotebook:
    """Add what students are given of the cells and what not, and what tests take from `source/`."""
    given = handed_out(original.cells.values(), config)
    own = {name: cell.source for name, cell in original.cells.items()}
    secrets = never_given(own, given, source, config)
    original = replace(original, handed_out=given, never_given=secrets)
    if source is None:
        return original
    unmarked = (
        cell.source
        for cell in source.cells
        if cell.cell_type == "code" and "nbgrader" not in cell.metadata
    )
    of_source = InstructorsPart(
        unmarked=frozenset(unmarked),
        skippable=tagged(source.cells),
        follow_through=declared(original.cells, source, original.name),
        imports=imported(source.cells),
        answered=answered_names(source.cells),
        classes=classes_given(source.cells),
    )
    names = sorted((grade_id, sorted(each)) for grade_id, each in of_source.answered.items())
    parts = (
        original.digest,
        of_source.follow_through,
        of_source.imports,
        sorted(of_source.skippable),
        names,
        sorted(of_source.classes),
    )
    digest = hashlib.sha256(repr(parts).encode()).hexdigest()
    return replace(original, of_source=of_source, digest=digest)


def _metadata(source: NotebookNode) -> dict[str, Any]:
    """Return the metadata of a source notebook's cells by grade_id."""
    marked = [cell for cell in source.cells if "nbgrader" in cell.metadata]
    return {cell.metadata.nbgrader.get("grade_id"): cell.metadata for cell in marked}


def _cells(notebook: Notebook, metadata: dict[str, Any]) -> Iterator[tuple[str, NotebookNode]]:
    points = {cell.name: cell.max_score for cell in (*notebook.grade_cells, *notebook.task_cells)}
    graded = {cell.name for cell in notebook.grade_cells}
    solutions = {cell.name for cell in notebook.solution_cells}
    tasks = {cell.name for cell in notebook.task_cells}
    source: SourceCell
    for index, source in enumerate(notebook.source_cells):
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
        kept = {**metadata.get(source.name, {}), "nbgrader": mark}
        cell = new_cell(source.cell_type, source.source or "", f"original-{index}")
        cell.metadata.update(nbformat.from_dict(kept))
        yield source.name, cell


def new_cell(kind: str, source: str, cell_id: str) -> NotebookNode:
    """Return a cell; nbformat's own functions validate each, which takes longer than the rest."""
    cell = NotebookNode(cell_type=kind, id=cell_id, source=source, metadata=NotebookNode())
    if kind == "code":
        cell.update(outputs=[], execution_count=None)
    return cell


def run_together(original: Original, cells: Mapping[str, Collection[str]]) -> Original:
    """Return an assignment in which some test cells, by notebook, run together with the answers."""
    return run_as(original, {name: dict.fromkeys(some, "together") for name, some in cells.items()})


def run_as(original: Original, ways: Mapping[str, Mapping[str, TestsMode]]) -> Original:
    """Return an assignment in which some test cells, by notebook, run in another way."""
    notebooks = dict(original.notebooks)
    for name, chosen in ways.items():
        if not chosen:
            continue
        before = notebooks[name]
        after = dict(before.cells)
        for cell in before.cells.keys() & chosen.keys():
            after[cell] = copy.deepcopy(before.cells[cell])
            after[cell].metadata[KEY] = {"tests": chosen[cell], "because": BECAUSE_OF_TRIAL}
        digest = hashlib.sha256(repr((before.digest, sorted(chosen.items()))).encode()).hexdigest()
        notebooks[name] = replace(before, cells=after, digest=digest)
    return replace(original, notebooks=notebooks)
