"""The input of a figure: matrices, labels and how their numbers are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

MOST_DECIMALS = 4  # a number that needs more is written with a power of ten


def as_array(values: ArrayLike, name: str, ndim: int, *, allow_minus_inf: bool = False) -> Array:
    """Return a float64 copy of `values`: numbers in `ndim` dimensions, none of them NaN.

    Raises ValueError with a sentence that starts with `name`. Infinities are refused too, but for
    minus infinity where `allow_minus_inf` says so: that is what a mask puts into scores.
    """
    kind = {1: "a list of numbers", 2: "a matrix"}[ndim]
    rows = ", all rows of one length" if ndim == 2 else ""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        message = f"{name} must be {kind}{rows}; this is {values!r:.60}."
        raise ValueError(message) from None
    if array.ndim != ndim:
        raise ValueError(f"{name} must be {kind}; its shape here is {array.shape}.")
    if array.size == 0:
        raise ValueError(f"{name} is empty: its shape is {array.shape}.")
    if np.isnan(array).any():
        place = tuple(int(i) for i in np.argwhere(np.isnan(array))[0])
        raise ValueError(f"{name} has a NaN at {list(place)}, so it cannot be drawn.")
    allowed = np.isfinite(array)
    if allow_minus_inf:
        allowed |= array == -np.inf
    if not allowed.all():
        place = tuple(int(i) for i in np.argwhere(~allowed)[0])
        raise ValueError(f"{name} is infinite at {list(place)}, so it cannot be drawn.")
    return array


def as_labels(labels: Iterable[object] | None, count: int, what: str) -> list[str]:
    """Return `count` labels as str; without any, the indices from 0.

    Raises ValueError where they are no list, or are not `count`; `what` names them ("row labels").
    """
    if labels is None:
        return [str(i) for i in range(count)]
    if isinstance(labels, str):
        raise ValueError(f"The {what} must be a list of str, not one str: {labels!r}.")
    if not isinstance(labels, Iterable):
        raise ValueError(f"The {what} must be a list of str, not {labels!r:.80}.")
    result = [str(label) for label in labels]
    if len(result) != count:
        raise ValueError(
            f"The number of {what} must be {count}, and it is {len(result)}: {result!r:.80}."
        )
    return result


def decimals(values: ArrayLike, most: int = 2) -> int:
    """Return how many decimals, up to `most`, the numbers need: 0 where all are whole.

    Where these would write all of them as 0, it may be as many as leave two digits of the largest.
    """
    array = np.asarray(values, dtype=np.float64)
    array = array[np.isfinite(array)]
    largest = float(np.abs(array).max(initial=0))
    if 0 < largest < 0.5 / 10.0**most:
        most = 1 - int(f"{largest:.1e}".partition("e")[2])
        if most > MOST_DECIMALS:
            return most
    for places in range(most):
        if np.allclose(array, np.round(array, places), rtol=0, atol=0.5 / 10.0 ** (most + 2)):
            return places
    return most


def number(value: float, places: int = 2) -> str:
    """Return `value` with `places` decimals, a real minus sign, and no negative zero.

    Of more than four decimals it is two digits and a power of ten.
    """
    if np.isnan(value):
        return "NaN"
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    is_long = places > MOST_DECIMALS
    if abs(value) >= 1e5 or (is_long and value):
        return _short_power(f"{value:.1e}")
    text = f"{value:.{0 if is_long else places}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    return text.replace("-", "−")


def numbers(matrix: Array) -> list[list[str]]:
    """Return the cells of a matrix as text, all with the same number of decimals."""
    places = decimals(matrix)
    return [[number(value, places) for value in row] for row in matrix]


def precise(value: float) -> str:
    """Return `value` for a table: four significant digits, or all of a whole number.

    Of one over 1000 it is all before the point and one digit after it, so that 1000.5 is not 1000.
    """
    if not np.isfinite(value):
        return number(value, 0)
    if value == round(value) and abs(value) < 1e9:
        return f"{value + 0.0:.0f}".replace("-", "−")
    if 1e3 <= abs(value) < 1e6:
        return f"{value:.1f}".removesuffix(".0").replace("-", "−")
    return _short_power(f"{value:.4g}")


def _short_power(text: str) -> str:
    """Return a number as people write it: 1e-09 as 1e−9, and 1e+06 as 1e6."""
    return re.sub(r"e\+?(-?)0*(?=\d)", r"e\1", text).replace("-", "−")


def vector(values: Sequence[float] | Array, places: int) -> str:
    """Return numbers written as "[1, 2, −3]"."""
    return "[" + ", ".join(number(float(v), places) for v in values) + "]"
