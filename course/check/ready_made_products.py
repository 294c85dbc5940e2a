"""Notice a ready-made matrix product in a function that is to build one by hand.

The point of the exercises is to see the product from four sides, so `A @ B` inside would give the
right numbers and teach nothing. What a function does is looked at, not its text: it is handed
arrays of a class that refuses to be multiplied whole, and everything else works as always.
Products of vectors, or of a single column with a single row, are allowed.

It is a reminder for whoever forgot the rule, and no lock: `A.tolist()` is a plain list, which a
right answer may loop over, and which can also be made into an array without the guard.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest import mock

import numpy as np

_PRODUCT_UFUNCS = {
    getattr(np, name) for name in ("matmul", "vecdot", "matvec", "vecmat") if hasattr(np, name)
}
_PRODUCT_FUNCTIONS = {np.dot, np.inner, np.tensordot, np.einsum, np.linalg.multi_dot} | {
    getattr(np.linalg, name)
    for name in ("matmul", "tensordot", "vecdot")
    if hasattr(np.linalg, name)
}


class WholeProduct(AssertionError):
    """A ready-made product was used on a whole matrix."""


def _is_whole(operand: Any) -> bool:
    """Return True for a matrix with more than one row and more than one column."""
    return isinstance(operand, np.ndarray) and operand.ndim >= 2 and min(operand.shape) > 1


def _refuse(name: str, operands: Any) -> None:
    flat = [x for item in operands for x in (item if isinstance(item, (list, tuple)) else [item])]
    if any(_is_whole(operand) for operand in flat):
        raise WholeProduct(
            f"a ready-made product ({name}) was used on a whole matrix; "
            "here it is to be built from vectors"
        )


class ByHand(np.ndarray):
    """An array like any other, but for products of whole matrices."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        """Refuse the product ufuncs; take part in all others, and stay what it is."""
        if ufunc in _PRODUCT_UFUNCS:
            _refuse(ufunc.__name__, inputs)
        plain = [np.asarray(x).view(np.ndarray) if isinstance(x, ByHand) else x for x in inputs]
        if out := kwargs.get("out"):
            kwargs["out"] = tuple(x.view(np.ndarray) if isinstance(x, ByHand) else x for x in out)
        if isinstance(where := kwargs.get("where"), ByHand):  # numpy would ask it, too
            kwargs["where"] = where.view(np.ndarray)
        return _guarded(getattr(ufunc, method)(*plain, **kwargs))

    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Refuse numpy's product functions; what the others make is guarded, too."""
        if func in _PRODUCT_FUNCTIONS:
            _refuse(func.__name__, [*args, *kwargs.values()])
        return _guarded(super().__array_function__(func, types, args, kwargs))

    def dot(self, b: Any, out: Any = None) -> Any:  # type: ignore[override]
        """Refuse it here: the method is not a ufunc and asks nobody."""
        _refuse("dot", (self, b))
        plain = out.view(np.ndarray) if isinstance(out, ByHand) else out
        product = np.dot(self.view(np.ndarray), np.asarray(b).view(np.ndarray), out=plain)
        return product if out is None else out


def _guarded(result: Any) -> Any:
    """Return an array with the guard; anything else, and a single number, as it is."""
    return result.view(ByHand) if type(result) is np.ndarray and result.ndim else result


class _Matrix(np.matrix):
    """numpy's old class of matrices, whose `*` is a matrix product, for vectors alone."""

    def __new__(cls, data: Any, *args: Any, **kwargs: Any) -> Any:
        _refuse("the * of np.matrix", (data,))
        return super().__new__(cls, data, *args, **kwargs)


@contextmanager
def by_hand(*matrices: np.ndarray) -> Iterator[tuple[np.ndarray, ...]]:
    """Give the matrices as arrays that raise WholeProduct where a ready-made product is used."""
    with guards_kept():
        yield tuple(np.array(matrix).view(ByHand) for matrix in matrices)


@contextmanager
def guards_kept() -> Iterator[None]:
    """While the block runs, `np.asarray(A)` and its like keep the guard that they would strip."""
    keep: dict[str, Any] = {
        "asarray": np.asanyarray,
        "array": partial(np.array, subok=True),
        "copy": partial(np.copy, subok=True),
        "ascontiguousarray": partial(np.array, subok=True, order="C"),
        "matrix": _Matrix,
        "asmatrix": _Matrix,
    }
    with mock.patch.multiple(np, **keep):
        yield
