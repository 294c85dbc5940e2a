"""Cells with IPython's magics and shell commands, read as the Python that these become."""

import ast
import re
from functools import lru_cache

from IPython.core.inputtransformer2 import TransformerManager

MOST_MAGICS = 400
"""Lines with magics in a cell: IPython gives up at 500."""
MOST_READ = 500_000
"""Characters in all: IPython reads the whole cell again for each line with a magic."""

_MAGIC = re.compile(r"[ \t]*[%!?,;/]|.*(?:\?[ \t]*$|=[ \t]*[%!])")


def has_too_many_magics(source: str) -> bool:
    """Return True for a cell with more magics than are read."""
    count = sum(_MAGIC.match(line) is not None for line in source.split("\n"))
    is_costly = count > MOST_MAGICS or count * len(source) > MOST_READ
    return is_costly and not _is_python(source)  # a table may have a comma before each line


def _is_python(source: str) -> bool:
    return _tree(source) is not None


@lru_cache(maxsize=2000)
def without_magics(source: str) -> str:
    """Return a cell as Python. Raises SyntaxError, of one with too many magics, too."""
    if has_too_many_magics(source):
        raise SyntaxError("too many lines with magics")
    return str(TransformerManager().transform_cell(source))


def parsed(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell; None for one that is no Python, or too much to parse."""
    try:
        return _tree(without_magics(source))
    except SyntaxError:
        return None


def _tree(code: str) -> ast.Module | None:
    try:
        return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # a null byte; 100,000 signs
        return None
