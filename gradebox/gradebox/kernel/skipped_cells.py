"""Cells that need not run for grading: experiments and figures that the instructor tagged.

To draw them again takes most of the time of some notebooks, and no point depends on them. A student
may have changed such a cell, or may use what it makes; then it runs as any other.
"""

import ast
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from nbformat import NotebookNode

from gradebox.kernel.magics import parsed
from gradebox.kernel.names import defined, is_too_large, names_read

TAG = "skip-grading"
SAID = "Not run for grading: no points depend on this cell."
# Lines of which every word counts as read: magics, help, and what reads a name to write to it.
_READS_ALL = re.compile(
    r"[ \t]*(?:[%!]|del\b)|.*(?:\?[ \t]*$|=[ \t]*[%!]|[-+*/@%&|^<>]=)",
)

# Code in a text, of which every word counts as read.
_READS_UNSEEN = re.compile(r"\A\s*%%|\b(?:eval|exec|globals|locals)\s*\(")
# What may give names that do not stand in the cell's Python; a few magics give none.
_GIVES_UNSEEN = re.compile(
    r"^\s*%(?!(?:matplotlib|config|timeit)\b)|\bimport\s*\*"
    r"|\b(?:exec|globals|locals|get_ipython)\s*\(",
    re.MULTILINE,
)

# What runs later, or in a scope of its own.
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.GeneratorExp)


def tagged(cells: Iterable[NotebookNode]) -> frozenset[str]:
    """Return the sources of the instructor's cells that have the tag and no grade_id."""
    return frozenset(
        cell.source for cell in cells if cell.cell_type == "code" and _is_tagged(cell.metadata)
    )


def cells_to_skip(cells: Sequence[NotebookNode], sources: Collection[str]) -> frozenset[int]:
    """Return the positions of the cells whose source is one of `sources`, where nothing needs them.

    A cell is needed if a cell that does run reads a name that it defines, or if what it defines
    cannot be seen. Beside one of which it cannot be seen what it reads, all are.
    """
    code = {
        index: cell.source
        for index, cell in enumerate(cells)
        if cell.cell_type == "code" and cell.source.strip()
    }
    skipped = {
        index
        for index, source in code.items()
        if source in sources
        and "nbgrader" not in cells[index].metadata
        and not _GIVES_UNSEEN.search(source)
    }
    if any(is_too_large(source) for index, source in code.items() if index not in skipped):
        return frozenset()
    while True:
        read: set[str] = set().union(
            *(_read(source) for index, source in code.items() if index not in skipped)
        )
        needed = {index for index in skipped if not read.isdisjoint(defined(code[index]))}
        if not needed:
            return frozenset(skipped)
        skipped -= needed


@lru_cache(maxsize=2000)
def _read(source: str) -> frozenset[str]:
    """Return the names that a cell may read; any word of some lines, or cells, is one."""
    if _READS_UNSEEN.search(source):
        lines = [source]
    else:  # one by one: in time that grows with the cell
        lines = [line for line in source.split("\n") if _READS_ALL.match(line)]
    words = (re.findall(r"\w+", line) for line in lines)
    return (names_read(source) - _given_first(source)).union(*words)


def _given_first(source: str) -> set[str]:
    """Return the names that a cell assigns before it mentions them, and in no function of its own.

    A function, or a generator, reads a name when it is called: another cell may have given it
    another value by then.
    """
    tree = parsed(source)
    if tree is None:
        return set()
    given: set[str] = set()
    mentioned: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            given |= _names(statement, ast.Store) - mentioned - _names(statement, ast.Load)
        mentioned |= _names(statement)
    inner = [node for node in ast.walk(tree) if isinstance(node, _INNER)]
    return given.difference(*map(_names, inner))


def _names(node: ast.AST, use: type[ast.expr_context] = ast.expr_context) -> set[str]:
    names = (inner for inner in ast.walk(node) if isinstance(inner, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, use)}


def _is_tagged(metadata: Mapping[str, Any]) -> bool:
    return "nbgrader" not in metadata and TAG in metadata.get("tags", ())
