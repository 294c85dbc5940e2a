"""The work of IPython that depends on the text of a cell alone, done once for all submissions.

`prepare` is for the worker; the rest is what a kernel has in place of IPython's own parts, to use
it. Only for an instructor's cells, which are the same in each submission, and cannot be a text that
takes too long.
"""

import inspect
import os
import re
from functools import lru_cache
from typing import TypedDict

from ipykernel.compiler import (
    XCachingCompiler,
    get_tmp_directory,
    get_tmp_hash_seed,
    murmur2_x86,
)
from IPython.core.inputtransformer2 import TransformerManager

from gradebox.kernel.magics import without_magics


class Prepared(TypedDict):
    """The facts of a cell that a kernel need not work out again."""

    text: str  # the cell without magics
    is_sync: bool  # is it sure to have no `await` outside of functions?
    hash: int  # in the name of the file that tracebacks take the cell for


@lru_cache(maxsize=2000)
def prepare(source: str) -> Prepared | None:
    """Return what is known of a cell; None if it is no Python."""
    try:
        text = without_magics(source)
    except SyntaxError:
        return None
    # IPython compiles it to see that, twice, and each time shows the warnings that there are.
    is_sync = not re.search(r"\b(await|async)\b", text)
    return Prepared(text=text, is_sync=is_sync, hash=murmur2_x86(source, get_tmp_hash_seed()))


class Transformers(TransformerManager):
    """IPython's own, which need not transform the cell that is known."""

    known: tuple[str, str] | None = None  # a cell, and what becomes of it

    def __init__(self) -> None:
        super().__init__()
        self._first = self._steps()

    def transform_cell(self, cell: str) -> str:
        """Return a cell as Python; an earlier cell may have changed how."""
        if self.known is not None and self.known[0] == cell and self._steps() == self._first:
            return self.known[1]
        return str(super().transform_cell(cell))

    def _steps(self) -> list[list[object]]:
        steps = self.cleanup_transforms, self.line_transforms, self.token_transformers
        return [list(each) for each in steps]


class Compiler(XCachingCompiler):
    """ipykernel's own, which need not compute the hash that is known.

    It tells `inspect` which module a cell's file belongs to. A traceback asks five times for each
    frame, and each time `inspect` would look through all modules, in vain.
    """

    known: tuple[str, int] | None = None  # a cell, and its hash

    def get_code_name(self, raw_code: str, code: str, number: int) -> str:
        """Return the name of the file that tracebacks take a cell for."""
        if self.known is None or self.known[0] != raw_code or "IPYKERNEL_CELL_NAME" in os.environ:
            name = str(super().get_code_name(raw_code, code, number))
        else:
            name = f"{get_tmp_directory()}{os.sep}{self.known[1]}.py"
        inspect.modulesbyfile[name] = "__main__"  # type: ignore[attr-defined]
        return name
