"""A call and what it gave back, on one line that can be worked out by hand if it is small."""

from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np

from course.check.numbers import in_full
from course.check.outcomes import type_name

MOST_NUMBERS = 6  # of an array, to be written out
MOST_FOR_ONE = 16  # where a number, a word or a row is asked for, and is found among them
MOST_CHARACTERS = 40  # of anything else


def call_in_words(
    name: str,
    parameters: Sequence[str],
    arguments: Sequence[Any],
    gave: str = "",
    most: int = MOST_NUMBERS,
) -> str:
    """Return a call as Python writes it: small arrays with their numbers, large with their shape.

    `gave` is what came back, as `gave_in_words` says it, or "". Up to `most` numbers are small.
    """
    named = zip(parameters, arguments, strict=False)
    call = f"{name}({', '.join(f'{each}{_argument(value, most)}' for each, value in named)})"
    return f"{call} gave {gave}" if gave else call


def gave_in_words(value: Any, results: Sequence[str] = ()) -> str:
    """Return what came back in a few characters; of several results each by its name."""
    if isinstance(value, tuple) and len(value) == len(results):
        named = zip(results, value, strict=True)
        return ", ".join(f"{name} {_result(part)}" for name, part in named)
    return _result(value)


def _argument(value: Any, most: int) -> str:
    if isinstance(value, np.ndarray):
        return f"={_numbers(value)}" if value.size <= most else f" {value.shape}"
    if isinstance(value, np.random.Generator):
        return ""
    if isinstance(value, dict):
        return f" ({len(value)} entries)"
    return f"={_short(value.__name__ if isinstance(value, FunctionType) else repr(value))}"


def _result(value: Any, around: Sequence[Any] = ()) -> str:
    """Return a result in words; `around` are the lists and tuples that it stands in."""
    if any(value is each for each in around):  # a list may have been appended to itself
        return "..."
    around = (*around, value)
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, np.ndarray):
        return _numbers(value) if value.size <= MOST_NUMBERS else f"an array of {value.shape}"
    if isinstance(value, tuple):
        return f"({', '.join(_result(part, around) for part in value)}{',' * (len(value) == 1)})"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return in_full(value)
    if isinstance(value, list) and any(isinstance(part, np.ndarray) for part in value):
        return f"a list of {len(value)} array{'s' * (len(value) != 1)}"
    if isinstance(value, list):
        parts = (_result(part, around) for part in value[:MOST_CHARACTERS])
        return _short(f"[{', '.join(parts)}]")
    if isinstance(value, (str, bool, type(None))):
        return _short(repr(value))
    if isinstance(value, type):
        return f"the class {type_name(value)}"
    return f"something of type {type_name(type(value))}"


def _numbers(array: np.ndarray) -> str:
    """Return a small array as nested lists, each number with as few digits as say it."""
    array = np.asarray(array)  # a row of np.matrix is a matrix
    if array.dtype.kind not in "iuf":
        return _short(str(array.tolist()))
    if array.ndim == 0:
        return in_full(array.item())
    return f"[{', '.join(_numbers(np.asarray(part)) for part in array)}]"


def _short(text: str) -> str:
    return text if len(text) <= MOST_CHARACTERS else f"{text[: MOST_CHARACTERS - 3]}..."
