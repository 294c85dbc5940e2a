"""Sentences about numbers that are out of a widget's range; "" for those that are within."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def whole_number_outside(name: str, value: Any, least: int, most: int) -> str:
    """Return what is wrong with a number that is to be whole, and from `least` to `most`."""
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return ""
    return f"{name} must be a whole number from {least} to {most:,}, not {value!r}."


def entry_outside(name: str, array: NDArray[np.float64], least: float, most: float) -> str:
    """Return which entry of an array is the first that is not from `least` to `most`."""
    places = np.argwhere((array < least) | (array > most))
    if not len(places):
        return ""
    place = tuple(map(int, places[0]))
    index = ", ".join(map(str, place))
    return f"{name}[{index}] is {array[place]:g}; entries must be from {least:,g} to {most:,g}."
