"""Sentences about numbers that are out of a widget's range; "" for those that are within.

Numbers of numpy's count as Python's do.
"""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray


def whole_number_outside(name: str, value: Any, least: int, most: int) -> str:
    """Return what is wrong with a number that is to be whole, and from `least` to `most`."""
    with suppress(TypeError):
        if not isinstance(value, bool) and least <= operator.index(value) <= most:
            return ""
    return f"{name} must be a whole number from {least} to {most:,}, not {value!r}."


def as_number(name: str, value: Any) -> float:
    """Return a number as Python's; ValueError in a sentence for what is none."""
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number, not {value!r:.60}.") from None


def entry_outside(name: str, array: NDArray[np.float64], least: float, most: float) -> str:
    """Return which entry of an array is the first that is not from `least` to `most`."""
    places = np.argwhere((array < least) | (array > most))
    if not len(places):
        return ""
    place = tuple(map(int, places[0]))
    index = ", ".join(map(str, place))
    return f"{name}[{index}] is {array[place]:g}; entries must be from {least:,g} to {most:,g}."
