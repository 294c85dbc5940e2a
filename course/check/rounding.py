"""Recognise numbers that are nearly right: rounded, or off in the later digits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course.check.compare import close

NEARLY = "Nearly right:"  # how each finding begins that says so
NEARLY_RIGHT = f"{NEARLY} it differs in the later digits."
NEARLY_WHOLE = f"{NEARLY} the answer is a whole number. Round it."
MOST_OFF = 0.03  # of what was typed and is nearly right; beyond, an early digit differs
MOST_DECIMALS = 6  # that count as rounded; more are as good as all, within any tolerance


def rounded_to(value: Any, expected: Any) -> int | None:
    """Return the number of decimals that `value` was rounded to, 6 at most; None if it was not.

    `value` is a real number or an array of the shape of `expected`, which has more decimals.
    """
    if not isinstance(expected, (float, np.ndarray)) or not has_fractions(np.asarray(expected)):
        return None
    value, expected = np.asarray(value, dtype=float), np.asarray(expected, dtype=float)
    if np.array_equal(np.trunc(value), value) or close(value, expected, 1e-9):
        return None  # whole numbers are more likely right by another way, or cut off
    for decimals in range(1, MOST_DECIMALS + 1):
        if np.array_equal(np.round(value, decimals), value):
            is_all = close(value, np.round(expected, decimals), 1e-9)
            return decimals if is_all else None
    return None


def describe_rounding(value: Any, expected: Any, results: Sequence[str] = ()) -> str:
    """Return a sentence if a value that is right, or nearly right, was rounded; "" if not."""
    if isinstance(expected, tuple | list):
        for position, (part, right) in enumerate(zip(value, expected, strict=True)):
            if sentence := describe_rounding(part, right):
                if len(results) != len(expected):
                    return f"At [{position}] (counting from 0): {sentence}"
                return f"In the {results[position]}: {sentence}"
        return ""
    decimals = rounded_to(value, expected)
    if decimals is None:
        return ""
    are = "decimals are" if decimals > 1 else "decimal is"  # of 0.500 and the like one is left
    return f"The result was rounded: {decimals} {are} too few."


def is_near(value: Any, expected: Any, tolerance: float) -> bool:
    """Return True if a typed number differs in its later digits at most."""
    numbers = np.asarray(value, dtype=float), np.asarray(expected, dtype=float)
    return close(*numbers, max(1e-3, tolerance, min(10 * tolerance, MOST_OFF)))


def is_off_by_rounding(value: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    """Return True if computed numbers differ by no more than rounding on the way can do."""
    return close(value, expected, max(1e-4, 2 * tolerance))


def has_fractions(array: np.ndarray) -> bool:
    """Return True for floats of which one at least is no whole number."""
    return array.dtype.kind == "f" and not np.array_equal(np.trunc(array), array)
