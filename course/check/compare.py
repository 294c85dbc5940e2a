"""Compare a value with the right one: its kind, its shape and its numbers."""

import math
from collections.abc import Mapping, Sequence
from itertools import permutations
from numbers import Number
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

import numpy as np

from course.check.outcomes import type_name

# What numpy's kinds of entries are called where numbers are asked for.
_NO_REAL_NUMBERS = {
    "b": "truth values (True and False)",
    "c": "complex numbers",
    "O": "Python objects",
    "U": "text",
    "S": "text",
    "V": "records",
}

# What the axes of an argument are called, by how many there are.
_AXES = {
    1: ("entries",),
    2: ("rows", "columns"),
    3: ("first axis", "second axis", "third axis"),
}


def is_real(dtype: np.dtype) -> bool:
    """Return True for a dtype of integers or floats; not for truth values or complex numbers."""
    return dtype.kind in "iuf"


def is_number(value: Any) -> bool:
    """Return True for a real number of Python or numpy, or a 0-dimensional array of one."""
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, (np.ndarray, np.generic)):
        return value.ndim == 0 and is_real(value.dtype)
    return isinstance(value, (int, float))


def is_float_for_whole(value: Any, expected: Any) -> bool:
    """Return True for a float where a whole number is right: as a position it is of no use."""
    return type(expected) is int and is_number(value) and np.asarray(value).dtype.kind == "f"


def describe_whole(value: Any, expected: Any, results: Sequence[str] = ()) -> str:
    """Return a sentence on an array of integers where a float array is right; "" for none.

    `value` holds the right numbers; `results` are the names of its parts, where it has several.
    """
    where, is_whole = "The", False
    if isinstance(expected, tuple):
        pairs = zip(results, value, expected, strict=True)
        names = [name for name, *pair in pairs if describe_whole(*pair)]
        where, is_whole = f"In the {' and the '.join(names)}, the", bool(names)
    elif isinstance(value, np.ndarray) and isinstance(expected, np.ndarray):
        is_whole = value.dtype.kind in "iu" and expected.dtype.kind == "f"
    says = "numbers are right, but they are integers. Return a float array."
    return f"{where} {says}" if is_whole else ""


def real_array(value: Any) -> np.ndarray:
    """Return an array or rows of real numbers as a float array; TypeError for anything else.

    ValueError for rows of different lengths.
    """
    array = np.asarray(value)
    if not is_real(array.dtype):
        raise TypeError(f"an array of {array.dtype} holds no real numbers")
    return array.astype(float)


def same(value: Any, expected: Any, tolerance: float) -> bool:
    """Return True if `value` has the type, the shape and, within `tolerance`, the numbers wanted.

    The tolerance is relative to the largest entry, so that a tiny entry beside a large one is not
    held to digits that its own arithmetic could not keep. Nothing is broadcast.
    """
    if expected is None or value is None:
        return value is expected
    if describe_type(value, expected):
        return False
    match expected:
        case tuple() | list():
            return len(value) == len(expected) and all(
                same(v, e, tolerance) for v, e in zip(value, expected, strict=True)
            )
        case dict():
            return set(value) == set(expected) and all(
                same(value[key], expected[key], tolerance) for key in expected
            )
        case np.ndarray():
            return value.shape == expected.shape and close(
                np.asarray(value, dtype=float), expected.astype(float), tolerance
            )
        case bool() | str():
            return bool(value == expected)
    return close(np.asarray(float(value)), np.asarray(float(expected)), tolerance)


def close(value: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    """Return `np.allclose` for equal shapes, relative to the largest finite expected entry.

    Where that is 0 the scale is 1: an expected 0 need not be met to the last bit.
    """
    if value.dtype.kind == expected.dtype.kind == "f" and expected.size:
        # The usual case, and quick: a check compares with some hundred mistakes.
        largest = float(np.abs(expected).max())
        apart = float(np.abs(value - expected).max()) if math.isfinite(largest) else math.inf
        if math.isfinite(apart):
            return apart <= tolerance * (largest or 1.0)
    return bool(close_entries(value, expected, tolerance).all())


def close_entries(value: np.ndarray, expected: np.ndarray, tolerance: float) -> np.ndarray:
    """Return where the entries are the same, as `close` judges them."""
    finite = np.abs(expected[np.isfinite(expected)])
    most = tolerance * (float(finite.max(initial=0.0)) or 1.0)
    return np.isclose(value, expected, rtol=0, atol=most, equal_nan=True)


def describe_type(value: Any, expected: Any) -> str:
    """Return a sentence if `value` is not the kind of thing asked for, else the empty string."""
    if isinstance(value, (BuiltinFunctionType, FunctionType, MethodType, np.ufunc, type(np.sum))):
        return "The result is a function that was not called: its round brackets are missing."
    match expected:
        case np.ndarray():
            if not isinstance(value, np.ndarray):
                comma = _comma_at_the_end(value)
                return f"The result is {a_kind(value)}; the task asks for a numpy array.{comma}"
            if np.ma.is_masked(value):
                return "The result is an array with masked entries; the task asks for numbers."
            if expected.dtype == bool:
                return "" if value.dtype == bool else _not_boolean(value.dtype)
            if not is_real(value.dtype):
                entries = _NO_REAL_NUMBERS.get(value.dtype.kind, str(value.dtype))
                return f"The result is an array of {entries}; the task asks for real numbers."
        case tuple() | list():
            if not isinstance(value, (tuple, list)):
                are_arrays = all(isinstance(each, np.ndarray) for each in expected)
                several = f"{len(expected)} arrays, with commas between them"
                asked = several if are_arrays and expected else f"a {type(expected).__name__}"
                return f"The result is {a_kind(value)}; the task asks for {asked}."
        case dict():
            if not isinstance(value, dict):
                return f"The result is {a_kind(value)}; the task asks for a dict."
        case str():
            if not isinstance(value, str):
                return f"The result is {a_kind(value)}; the task asks for a str."
        case bool():
            if not isinstance(value, (bool, np.bool_)):
                return f"The result is {a_kind(value)}; the task asks for True or False."
        case _ if not is_number(value):
            can_be = (complex, np.generic, np.ndarray)
            is_complex = isinstance(value, can_be) and np.iscomplexobj(value)
            asked = "a real number" if is_complex else "a number"
            if isinstance(value, Number) and not isinstance(value, can_be):  # a Fraction
                return (
                    f"The result is {a_kind(value)}; the task asks for an int or a float, "
                    "and `float(...)` makes one of it."
                )
            comma = _comma_at_the_end(value)
            return f"The result is {a_kind(value)}; the task asks for {asked}.{comma}"
    return ""


def _comma_at_the_end(value: Any) -> str:
    """Return what makes a tuple of one thing; "" for anything else."""
    if not isinstance(value, tuple) or len(value) != 1:
        return ""
    if isinstance(value[0], np.ndarray):
        return (
            " `np.where` of a condition alone gives a tuple, and so does a comma behind an array."
        )
    return " A comma at the end of a line makes a tuple."


def describe_shape(value: Any, expected: Any, sizes: Mapping[int, str] | None = None) -> str:
    """Return a sentence if the sizes differ. Both are already of the same kind.

    `sizes` says of the sizes of the call's arguments what they are: {3: "the number of rows of K"}.
    """
    match expected:
        case np.ndarray() if value.shape != expected.shape:
            return (
                f"The shape is {value.shape}, and {expected.shape} was asked for"
                f"{_why_this_shape(value, expected, sizes or {})}."
            )
        case tuple() | list() if len(value) != len(expected):
            verb = "was" if len(expected) == 1 else "were"
            items = f"{len(value)} item{'s' * (len(value) != 1)}"
            return f"It holds {items}, and {len(expected)} {verb} asked for."
        case dict() if set(value) != set(expected):
            missing = [repr(key) for key in expected if key not in value]
            extra = [repr(key) for key in value if key not in expected]
            parts = [f"missing: {', '.join(missing)}"] if missing else []
            parts += [f"not asked for: {', '.join(extra)}"] if extra else []
            return f"Its keys are not the ones asked for ({'; '.join(parts)})."
    return ""


def sizes_of(names: Sequence[str], arguments: Sequence[Any]) -> dict[int, str]:
    """Return what the sizes of the arguments are: {3: "the number of rows of K", 4: "n_heads"}.

    A size that two things have names both. That of more, as 1 often is, tells nothing.
    """
    found: dict[int, list[str]] = {}
    for name, value in zip(names, arguments, strict=False):
        if isinstance(value, np.ndarray) and value.ndim in _AXES:
            for axis, size in zip(_AXES[value.ndim], value.shape, strict=True):
                what = f"the number of {axis}" if value.ndim < 3 else f"the size of the {axis}"
                found.setdefault(size, []).append(f"{what} of {name}")
        elif isinstance(value, list):
            found.setdefault(len(value), []).append(f"the length of {name}")
        elif type(value) is int:
            found.setdefault(value, []).append(name)
    return {size: " and ".join(owners) for size, owners in found.items() if len(owners) < 3}


def a_kind(value: Any) -> str:
    """Return what a value is, in words: "a list", "an OrderedDict", "None"."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if is_number(value):
        return "a single number"
    if isinstance(value, (complex, np.complexfloating)):
        return "a complex number"
    if isinstance(value, type):
        return f"the class {type_name(value)}"
    name = type_name(type(value))
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _not_boolean(dtype: np.dtype) -> str:
    held = "numbers" if is_real(dtype) else _NO_REAL_NUMBERS.get(dtype.kind, "other entries")
    return (
        f"The mask holds {held} ({dtype}), and a boolean array is asked for: "
        "a comparison of numbers gives one."
    )


def _why_this_shape(value: np.ndarray, expected: np.ndarray, sizes: Mapping[int, str]) -> str:
    """Return what the sizes tell: axes that changed places, or where a size was taken from."""
    if value.ndim != expected.ndim:
        if value.size == expected.size:
            return f": as many numbers as wanted, in {value.ndim} dimension(s), not {expected.ndim}"
        return f": {value.ndim} dimension(s) where there should be {expected.ndim}"
    if _exchanged_axes(value, expected):
        return (
            ": rows and columns are exchanged; but for that, the numbers are right"
            if value.ndim == 2
            else ": the axes are in another order; but for that, the numbers are right"
        )
    is_transposed = value.ndim == 2 and value.shape[::-1] == expected.shape
    hint = ": the two sizes are exchanged" if is_transposed else ""
    for axis, (size, wanted) in enumerate(zip(value.shape, expected.shape, strict=True)):
        if size != wanted and size in sizes and wanted in sizes:
            where = f"axis {axis}" if value.ndim != 1 else "it"
            return (
                f"{hint}: {where} has size {size}, which is {sizes[size]}; it should have size "
                f"{wanted}, {sizes[wanted]}"
            )
    return hint


def _exchanged_axes(value: np.ndarray, expected: np.ndarray) -> bool:
    """Return True if `value` is `expected` but for the order of its axes."""
    return any(
        order != tuple(range(value.ndim))
        and value.transpose(order).shape == expected.shape
        and close(value.transpose(order).astype(float), expected.astype(float), 1e-6)
        for order in permutations(range(value.ndim))
    )
