"""Cells that need not run for grading: experiments and figures that the instructor tagged.

To draw them again takes most of the time of some notebooks, and no point depends on them. A student
may have changed such a cell, or may use what it makes; then it runs as any other.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from nbformat import NotebookNode

from gradebox.kernel.names import defined, names_read

TAG = "skip-grading"
SAID = "Not run for grading: no points depend on this cell."
# Lines of which every word counts as read: magics, help, and what reads a name to write to it.
_READS_ALL = re.compile(
    r"^\s*(?:[%!]|del\b).*|^.*(?:\?\s*$|=\s*[%!]|[-+*/@%&|^<>]=).*", re.MULTILINE
)


def tagged(cells: Iterable[NotebookNode]) -> frozenset[str]:
    """Return the sources of the instructor's cells that have the tag and no grade_id."""
    return frozenset(
        cell.source for cell in cells if cell.cell_type == "code" and _is_tagged(cell.metadata)
    )


def cells_to_skip(cells: Sequence[NotebookNode], sources: Collection[str]) -> frozenset[int]:
    """Return the positions of the cells whose source is one of `sources`, where nothing needs them.

    A cell is needed if a cell that does run reads a name that it defines.
    """
    code = {
        index: cell.source
        for index, cell in enumerate(cells)
        if cell.cell_type == "code" and cell.source.strip()
    }
    skipped = {
        index
        for index, source in code.items()
        if source in sources and "nbgrader" not in cells[index].metadata
    }
    while True:
        read: set[str] = set().union(
            *(_read(source) for index, source in code.items() if index not in skipped)
        )
        needed = {index for index in skipped if not read.isdisjoint(defined(code[index]))}
        if not needed:
            return frozenset(skipped)
        skipped -= needed


def _read(source: str) -> frozenset[str]:
    """Return the names that a cell may read; any word of some lines is one."""
    words = (re.findall(r"\w+", line) for line in _READS_ALL.findall(source))
    return names_read(source).union(*words)


def _is_tagged(metadata: Mapping[str, Any]) -> bool:
    return "nbgrader" not in metadata and TAG in metadata.get("tags", ())
