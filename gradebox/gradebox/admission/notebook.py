"""A new notebook around the student's sources, in which all else is the instructor's."""

import base64
import copy
import re
from collections.abc import Iterator
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from gradebox.admission import Admission, Refused, named
from gradebox.admission.notebook_file import read_notebook
from gradebox.flags import EARLIER, Flag
from gradebox.language import (
    in_words,
    kernel_name,
    other_kernel,
    other_language,
    refused_language,
)
from gradebox.notebook_names import MAX_NAME
from gradebox.originals import OriginalNotebook, new_cell
from gradebox.plain_text import one_line

# A tag of these kinds on a test cell would decide its score without the test.
TELLING_TAGS = frozenset({"skip-execution", "raises-exception"})
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
CELL_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


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
        flags.append(Flag("secret", f"holds text that only source/ has: {named(copied[::-1])}"))
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
