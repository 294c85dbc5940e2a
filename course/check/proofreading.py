"""Sentences for the numbers that a learner gives for a line with a slip."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from course.check.compare import real_array

EXAMPLE = "{13: [1, 5]}"  # no page has a line 13
Known = Sequence[tuple[list, str]]


def describe_line(given: Any, right: list, within: float, known: Known = ()) -> str:
    """Return what is off in `given`, in a sentence without its subject, the line; "" if nothing.

    `right` are the line's numbers, and `given` may differ from them by `within`. `known` are other
    numbers that learners write there, each with a sentence on where they come from; they are told
    before anything else.
    """
    try:
        numbers = real_array(given)
    except (TypeError, ValueError):
        return "has no row of numbers: write it as [0.5, 1]."
    if numbers.shape == ():
        return f"got a single number: write its whole row, as in {EXAMPLE}."
    if numbers.ndim > 1:
        return "has a pair of brackets too many: write it as [0.5, 1]."
    wanted = real_array(right)
    if numbers.shape == wanted.shape and bool((abs(numbers - wanted) <= within).all()):
        return ""
    for others, sentence in known:
        if _is_other(numbers, real_array(others), wanted, within):
            return sentence
    if numbers.shape != wanted.shape:
        return f"needs {wanted.size} numbers, and has {numbers.size}."
    return _describe_numbers(numbers, wanted, within)


def made_from(given: Any, above: Any, step: str, within: float) -> bool:
    """Return True if the row `given` is made by the step from `above`, another line's numbers.

    The step is "softmax", or "root of 2", a division by it. Raises KeyError for another one.
    """
    try:
        numbers, row = real_array(given), real_array(above)
    except (TypeError, ValueError):
        return False
    if numbers.shape != row.shape or row.ndim != 1 or not np.isfinite(row).all() or not row.size:
        return False
    return _agree(numbers, _STEPS[step](row), within)


_STEPS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "softmax": lambda row: np.exp(row - np.logaddexp.reduce(row)),
    "root of 2": lambda row: row / np.sqrt(2),
}


def _agree(numbers: np.ndarray, others: np.ndarray, within: float) -> bool:
    return numbers.shape == others.shape and bool((abs(numbers - others) <= within).all())


def _is_other(numbers: np.ndarray, others: np.ndarray, wanted: np.ndarray, within: float) -> bool:
    """Return True if `numbers` are these others, and none of them is nearer to what is wanted."""
    if not _agree(numbers, others, 2 * within):
        return False
    if others.shape != wanted.shape:
        return True
    tells = abs(others - wanted) > within  # where the two are told apart
    return bool((abs(numbers - others) <= abs(numbers - wanted))[tells].all())


def _describe_numbers(numbers: np.ndarray, wanted: np.ndarray, within: float) -> str:
    digits = round(-np.log10(within))
    if _agree(np.sort(numbers), np.sort(wanted), within):
        return "has the right numbers in another order."
    is_off = ~(abs(numbers - wanted) <= within)  # NaN is off
    off = list(zip(numbers[is_off].tolist(), wanted[is_off].tolist(), strict=True))
    if all(_is_rounded(number, right, digits) for number, right in off):
        return f"is rounded too far, or too early: give {digits} digits after the point."
    if len(off) == 1 and sorted(f"{off[0][0]:.{digits}f}") == sorted(f"{off[0][1]:.{digits}f}"):
        return "has the digits of a number in another order."
    if len(off) == len(wanted):
        return "has not the right numbers yet."
    places = [str(place) for place in np.flatnonzero(is_off) + 1]
    if len(places) == 1:
        return f"is not right yet in its number {places[0]}; the others are right."
    return f"is not right yet in its numbers {' and '.join(places)}; the rest is right."


def _is_rounded(number: float, right: float, digits: int) -> bool:
    """Return True if `number` is `right`, rounded to one decimal or more, but to too few."""
    return any(number == round(right, decimals) for decimals in range(1, digits))
