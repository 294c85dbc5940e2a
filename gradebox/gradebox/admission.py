"""Admission: what of a submission is graded. Nothing else of it is read, kept or run.

A submission may be anything: links into the instructor's home, two thousand files, half a
notebook, one whose cells claim to be other cells. Two functions stand in its way. `read_folder`
takes from the folder what has an allowed name and is a plain file of a bearable size.
`admit_notebook` builds a new notebook around the student's sources: everything else in it, cell
tags, metadata and read-only cells above all, is the instructor's (`Original`).

What cannot be put right is refused with the reason (`Refused`); what was put right, and a person
may want to look at, is a `Flag`.
"""

import base64
import copy
import fnmatch
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum
from traitlets import Integer, List, Unicode
from traitlets.config import LoggingConfigurable

from gradebox.flags import EARLIER, Flag
from gradebox.kernel.executor import configured
from gradebox.language import (
    in_words,
    kernel_name,
    other_kernel,
    other_language,
    refused_language,
)
from gradebox.notebook_names import (
    MAX_NAME,
    in_nfc,
    known_names,
    notebook_files,
    other_notebooks,
)
from gradebox.originals import Original, OriginalNotebook, new_cell
from gradebox.plain_text import first_of, one_line
from gradebox.student_files import SECRET, StudentFolder, Unsafe, student_folder
from gradebox.timestamps import TIMESTAMP

# A tag of these kinds on a test cell would decide its score without the test.
TELLING_TAGS = frozenset({"skip-execution", "raises-exception"})
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
DATA = ("csv", "tsv", "txt", "dat", "json", "md", "png", "jpg", "jpeg", "gif", "npy", "npz")
CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Refused(Exception):
    """Something that cannot be graded; the message completes "was not graded: ..."."""


class Admission(LoggingConfigurable):
    """The limits of what is admitted, to be set in `nbgrader_config.py` (`c.Admission...`)."""

    data_files = List(
        Unicode(),
        [f"*.{kind}" for kind in DATA],
        help="Names of files, as globs, that a student may add to what the instructor handed out.",
    ).tag(config=True)
    max_notebook_bytes = Integer(20_000_000, min=1, help="The largest notebook file.").tag(
        config=True
    )
    max_bytes = Integer(50_000_000, min=1, help="All admitted files together.").tag(config=True)
    max_files = Integer(200, min=0, help="The number of admitted files.").tag(config=True)
    max_entries = Integer(
        10_000,
        min=1,
        help="How many files and folders are looked at before a submission is refused.",
    ).tag(config=True)
    max_cells = Integer(2_000, min=1, help="The number of cells in a notebook.").tag(config=True)
    max_source = Integer(2_000_000, min=1, help="Characters in all cells of a notebook.").tag(
        config=True
    )

    @property
    def kernels(self) -> list[str]:
        """The kernels of other languages that the course allows, `c.Executor.kernels`."""
        return configured(self.config).kernels


@dataclass
class Folder:
    """The admitted files of one submission."""

    notebooks: dict[str, bytes] = field(default_factory=dict)  # by name, without .ipynb
    files: dict[str, bytes] = field(default_factory=dict)  # by path in the folder
    refused: dict[str, str] = field(default_factory=dict)  # {name of a notebook: why}
    missing: list[str] = field(default_factory=list)  # names of notebooks that are not there
    others: list[str] = field(default_factory=list)  # names of notebooks that are none of it
    flags: list[Flag] = field(default_factory=list)


# Files -----------------------------------------------------------------------------------------


def read_folder(
    path: Path,
    original: Original,
    limits: Admission,
    ignore: list[str],
    trusted: Path | None = None,
) -> Folder:
    """Read what is admitted of the submission in the folder `path`.

    `ignore` are nbgrader's globs for files that nobody means to hand in; `trusted` is a folder
    above, by default the next one, that no student can change. Raises Refused if the folder as a
    whole cannot be graded, OSError if this machine cannot read it.
    """
    try:
        with student_folder(path, trusted) as submission:
            return _read_folder(submission, original, limits, ignore)
    except Unsafe as reason:
        raise Refused(str(reason)) from None


def _read_folder(
    submission: StudentFolder, original: Original, limits: Admission, ignore: list[str]
) -> Folder:
    folder = Folder()
    left_out: dict[str, list[str]] = {}
    total = 0
    entries = submission.entries(ignore, limits.max_entries)
    names = [entry.name for entry in entries]
    files = notebook_files(names, original.notebooks)
    of_files = {name: f"{notebook}.ipynb" for notebook, name in files.items()}
    known = known_names(names, {*original.files, *original.editable}) | of_files
    for entry in entries:
        name, size = known.get(entry.name, entry.name), entry.status.st_size
        stem = name.removesuffix(".ipynb") if name.endswith(".ipynb") else None
        notebook = stem if stem in original.notebooks else None
        if notebook is None and not _is_allowed(name, original, limits):
            left_out.setdefault("left-out", []).append(name)
            continue
        if entry.odd:
            left_out.setdefault("link", []).append(name)
            if notebook is not None:
                folder.refused[notebook] = entry.odd
            continue
        if notebook is not None and size > limits.max_notebook_bytes:
            folder.refused[notebook] = (
                f"the file has {_megabytes(size)}, and more than "
                f"{_megabytes(limits.max_notebook_bytes)} are not read"
            )
            continue
        total += size
        if total > limits.max_bytes:
            raise Refused(f"its files have more than {_megabytes(limits.max_bytes)} together")
        if notebook is not None:
            folder.notebooks[notebook] = submission.read(entry)
            continue
        if len(folder.files) >= limits.max_files:
            raise Refused(f"it holds more than {limits.max_files} data files")
        folder.files[name] = submission.read(entry)
    for name in original.notebooks:
        if submission.has_folder(f"{name}.ipynb"):
            folder.notebooks.pop(name, None)
            folder.refused[name] = "it is a folder, not a file"
        elif name not in folder.notebooks and name not in folder.refused:
            folder.missing.append(name)
    for name, notebook in of_files.items():
        if in_nfc(name) != in_nfc(notebook):
            said = f"{one_line(name, MAX_NAME)} was taken for {notebook}, which is not there"
            folder.flags.append(Flag("renamed", said))
    folder.others = other_notebooks(names, original.notebooks)
    for kind, out in left_out.items():
        folder.flags.append(Flag(kind, _left_out(out, kind)))
    return folder


def _is_allowed(name: str, original: Original, limits: Admission) -> bool:
    if name in (TIMESTAMP, SECRET) or name in original.files or name in original.editable:
        return True
    base = os.path.basename(name)
    if not any(fnmatch.fnmatch(base.lower(), glob.lower()) for glob in limits.data_files):
        return False
    # not a folder where the instructor has a file, nor a file in place of a folder
    notebooks = (f"{notebook}.ipynb" for notebook in original.notebooks)
    return not any(
        name.startswith(f"{path}/") or path.startswith(f"{name}/")
        for path in (TIMESTAMP, SECRET, *notebooks, *original.files)
    )


def _left_out(names: list[str], kind: str) -> str:
    code_first = sorted(names, key=lambda name: not name.endswith(".py"))
    what = "no plain file, left out" if kind == "link" else "left out"
    return f"{what}: {_some(code_first)}"


def _some(names: list[str]) -> str:
    """Return the first names, and how many more there are."""
    return first_of([one_line(name, MAX_NAME) for name in names])


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


# Notebooks -------------------------------------------------------------------------------------


def admit_notebook(
    content: bytes, original: OriginalNotebook, limits: Admission
) -> tuple[NotebookNode, list[Flag]]:
    """Return a notebook with the student's sources in it, and what had to be put right.

    Every cell that the gradebook knows gets its metadata, its type and, if locked, its source
    back. Of copies the last one counts, as in nbgrader. A read-only cell that is missing returns
    to its place, and so does a missing graded cell, for later tests may use what it makes: where
    an answer before it is missing, too, it goes to the end of the notebook, since that answer may
    be in any plain cell. So an earlier score never outlives its test. All other cells are plain
    ones, whatever they claim to be.
    """
    flags: list[Flag] = []
    cells: list[NotebookNode] = []
    seen: set[str] = set()
    copied: list[str] = []  # cells with text that students are not given
    cells_there, metadata = read_notebook(content, limits)
    flags += _look_at_kernel(metadata, original, limits)
    for raw in reversed(cells_there):
        name = _grade_id(raw)
        known = original.cells.get(name) if name is not None else None
        if original.never_given.is_in(raw["source"]):
            copied.append(name if name is not None and known is not None else "a cell of their own")
        if name is None or known is None:
            flags += _claims(raw)
            cells.append(_plain(raw))
        elif name not in seen:
            seen.add(name)
            flags += _changes(raw, known, original)
            cells.append(_restored(raw, known))
        else:
            flags.append(Flag("copied", "there twice, the last one counts", name))
            if not known.metadata.nbgrader.locked:
                cells.append(_plain(raw))  # a second try at an answer is still the student's code
    cells.reverse()
    flags.reverse()
    if copied:
        flags.append(Flag("secret", f"holds text that only source/ has: {_some(copied[::-1])}"))
    for name in _put_back(cells, original.cells):
        flags.append(Flag("missing", "missing, put back", name))
    there = {cell.metadata.nbgrader.grade_id for cell in cells if "nbgrader" in cell.metadata}
    for name in sorted(original.cells.keys() - there):
        flags.append(Flag("no-answer", "the answer's cell is not there", name))
    ids: set[str] = set()
    for index, cell in enumerate(cells):
        if not CELL_ID.fullmatch(cell.id) or cell.id in ids:
            cell.id = f"cell-{index}"
        ids.add(cell.id)
    metadata = nbformat.from_dict(copy.deepcopy(original.metadata))
    return NotebookNode(cells=cells, metadata=metadata, nbformat=4, nbformat_minor=5), flags


NOT_A_NOTEBOOK = "the file is JSON, but not a notebook"


def _look_at_kernel(
    metadata: object, original: OriginalNotebook, limits: Admission
) -> Iterator[Flag]:
    """Refuse a notebook that no kernel runs here; say so if it was made with another one.

    It is run by the kernel of the instructor's notebook, whatever it says itself.
    """
    ours = other_kernel(original.metadata)
    language = refused_language(original.metadata, limits.kernels) or (
        "" if ours else other_language(metadata, run=True)
    )
    if language:
        raise Refused(f"this notebook {in_words(language)}")
    theirs = kernel_name(metadata)
    if ours and theirs not in ("", ours):
        yield Flag("kernel", f"was made with the kernel {theirs}, and is run by {ours}")


def read_notebook(content: bytes, limits: Admission) -> tuple[list[dict[str, Any]], object]:
    """Return the cells of a notebook file, with sources that are text, and its metadata.

    The cells are as in format 4, whatever the file's. Raises Refused.
    """
    if not content.strip():
        raise Refused("the file is empty")
    not_json = "the file is not JSON, so not a notebook (or only part of one)"
    try:
        notebook = json.loads(content.decode(json.detect_encoding(content)))
    except UnicodeDecodeError:
        raise Refused("the file is not text in UTF-8") from None
    except (ValueError, RecursionError):
        raise Refused(not_json) from None
    version = notebook.get("nbformat") if isinstance(notebook, dict) else None
    if type(version) is not int:
        raise Refused(NOT_A_NOTEBOOK)
    if version > 4:
        raise Refused(f"it is a notebook of format {version}, and the newest known here is 4")
    if version != 4:
        notebook = _lightened(notebook, limits)
        try:
            notebook = nbformat.reads(json.dumps(notebook), as_version=4)
        except Exception:  # nbformat raises whatever it stumbles over
            raise Refused(NOT_A_NOTEBOOK) from None
    cells = notebook.get("cells")
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise Refused(NOT_A_NOTEBOOK)
    _refuse_many(len(cells), limits)
    total = 0
    for cell in cells:
        source = cell.get("source", "")
        if isinstance(source, list) and all(isinstance(line, str) for line in source):
            source = "".join(source)
        if not isinstance(source, str) or not isinstance(cell.get("metadata", {}), dict):
            raise Refused(NOT_A_NOTEBOOK)
        total += len(source)
        # half a character (a lone surrogate) can be in JSON, but not in any file
        cell["source"] = source.encode("utf-8", "replace").decode()
    if total > limits.max_source:
        raise Refused(
            f"its cells hold {total:,} characters, and more than {limits.max_source:,} are not read"
        )
    return cells, notebook.get("metadata")


def _lightened(notebook: dict[str, Any], limits: Admission) -> dict[str, Any]:
    """Return a notebook of an older format with only what is graded: to convert more takes long."""
    sheets = notebook.get("worksheets")
    if not isinstance(sheets, list):
        raise Refused(NOT_A_NOTEBOOK)
    filled = [
        sheet["cells"]
        for sheet in sheets
        if isinstance(sheet, dict) and isinstance(sheet.get("cells"), list) and sheet["cells"]
    ]
    _refuse_many(sum(map(len, filled)), limits)
    metadata = notebook.get("metadata")
    return {
        "nbformat": notebook["nbformat"],
        "nbformat_minor": 0,
        "metadata": _only(metadata, ("kernelspec", "language_info")),
        "worksheets": [
            {"metadata": {}, "cells": [_light_cell(cell) for cell in cells]} for cells in filled
        ],
    }


def _light_cell(cell: object) -> dict[str, Any]:
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        raise Refused(NOT_A_NOTEBOOK)
    light = _only(cell, ("cell_type", "input", "source"))
    light["metadata"] = _only(cell.get("metadata"), ("nbgrader",))
    if cell["cell_type"] == "code":
        light |= {"outputs": [], "language": "python", "collapsed": False}
    if cell["cell_type"] == "heading" and type(cell.get("level")) is int:
        light["level"] = min(max(cell["level"], 1), 6)
    return light


def _only(part: object, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what a dict has of these names; nothing of what is no dict."""
    return {name: part[name] for name in names if name in part} if isinstance(part, dict) else {}


def _refuse_many(cells: int, limits: Admission) -> None:
    if cells > limits.max_cells:
        raise Refused(f"it has {cells:,} cells, and more than {limits.max_cells:,} are not read")


def _grade_id(raw: dict[str, Any]) -> str | None:
    mark = raw.get("metadata", {}).get("nbgrader")
    name = mark.get("grade_id") if isinstance(mark, dict) else None
    return name if isinstance(name, str) else None


def _claims(raw: dict[str, Any]) -> Iterator[Flag]:
    """Say so if a cell that nobody knows claims to be a graded one."""
    mark = raw.get("metadata", {}).get("nbgrader")
    if isinstance(mark, dict) and mark.get("grade"):
        claimed = mark.get("grade_id")
        name = one_line(claimed, MAX_NAME) if isinstance(claimed, str) else "one without a name"
        yield Flag("forged", f"claims to be a graded cell that the assignment has not: {name}")


def _changes(
    raw: dict[str, Any], known: NotebookNode, original: OriginalNotebook
) -> Iterator[Flag]:
    """Say what of a known cell is not as it was handed out, where that could be worth points."""
    name = known.metadata.nbgrader.grade_id
    tags = raw.get("metadata", {}).get("tags")
    if isinstance(tags, list):
        found = {tag for tag in tags if isinstance(tag, str)} & TELLING_TAGS
        if found - set(known.metadata.get("tags", [])):
            yield Flag("tagged", f"tagged {', '.join(sorted(found))}; tags taken off", name)
    forms = (
        original.handed_out.get(name, known.source),
        known.source,
    )  # without hidden tests, with
    if known.metadata.nbgrader.locked and _lines(raw["source"]) not in map(_lines, forms):
        if _is_as_released(raw, known):
            yield Flag(EARLIER, "is that of an earlier release; put right", name)
        else:
            yield Flag("changed", "a read-only cell was changed; put right", name)
    if raw.get("cell_type") != known.cell_type:
        yield Flag("retyped", f"was not a {known.cell_type} cell any more; put right", name)


def _is_as_released(raw: dict[str, Any], known: NotebookNode) -> bool:
    """Return True if the cell's own checksum says that nobody has changed it since a release.

    A student can write the checksum, too, and gains nothing: the cell is put right in any case.
    """
    mark = raw.get("metadata", {}).get("nbgrader")
    cell = nbformat.from_dict({**known, "source": raw["source"]})
    return isinstance(mark, dict) and mark.get("checksum") == compute_checksum(cell)


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _plain(raw: dict[str, Any]) -> NotebookNode:
    kind = raw.get("cell_type")
    if kind not in ("code", "markdown"):
        kind = "raw"
    cell = new_cell(kind, raw["source"], str(raw.get("id", "")))
    _keep_pictures(raw, cell)
    return cell


def _restored(raw: dict[str, Any], known: NotebookNode) -> NotebookNode:
    cell = copy.deepcopy(known)
    cell.id = str(raw.get("id", ""))
    if not known.metadata.nbgrader.locked:
        cell.source = raw["source"]
        _keep_pictures(raw, cell)
    return cell


def _keep_pictures(raw: dict[str, Any], cell: NotebookNode) -> None:
    """Keep the pictures that were pasted into a text cell: they may be part of an answer."""
    attachments = raw.get("attachments")
    if cell.cell_type != "markdown" or not isinstance(attachments, dict):
        return
    kept: dict[str, dict[str, str]] = {}
    for name, bundle in attachments.items():
        for kind, data in bundle.items() if isinstance(bundle, dict) else ():
            if kind in PICTURES and isinstance(data, str) and _is_base64(data):
                kept.setdefault(name.encode("utf-8", "replace").decode(), {})[kind] = data
    if kept:
        cell.attachments = nbformat.from_dict(kept)


def _is_base64(data: str) -> bool:
    try:
        base64.b64decode("".join(data.split()), validate=True)
    except ValueError:
        return False
    return True


def _put_back(cells: list[NotebookNode], originals: dict[str, NotebookNode]) -> Iterator[str]:
    """Insert the locked and graded cells that are not there; yield their names."""
    there = {cell.metadata.nbgrader.grade_id: cell for cell in cells if "nbgrader" in cell.metadata}
    before: list[NotebookNode] = []  # the cells that come before, in the instructor's order
    lacks_answer = False
    for name, original in originals.items():
        mark = original.metadata.nbgrader
        if name in there:
            before.append(there[name])
            continue
        if mark.solution and not mark.grade:
            lacks_answer = True  # a deleted answer is one that was not given
            continue
        cell = copy.deepcopy(original)
        if not (mark.grade or mark.task):
            cells.insert(_index(cells, before[-1]) + 1 if before else 0, cell)
        elif lacks_answer:
            cells.append(cell)
        else:
            at = max((_index(cells, each) + 1 for each in before), default=0)
            # Plain cells may hold what an answer calls.
            while at < len(cells) and "nbgrader" not in cells[at].metadata:
                at += 1
            cells.insert(at, cell)
        before.append(cell)
        yield name


def _index(cells: list[NotebookNode], cell: NotebookNode) -> int:
    """Return where the list holds this very cell; cells that are equal are others."""
    return next(i for i, each in enumerate(cells) if each is cell)
