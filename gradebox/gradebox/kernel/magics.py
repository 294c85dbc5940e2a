"""Cells with IPython's magics and shell commands, read as the Python that these become."""

from functools import lru_cache

from IPython.core.inputtransformer2 import TransformerManager


@lru_cache(maxsize=2000)
def without_magics(source: str) -> str:
    """Return a cell as Python. Raises SyntaxError."""
    return str(TransformerManager().transform_cell(source))
