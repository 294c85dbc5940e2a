"""What set-up cells have given the student's process, and whether a call has changed it there.

The tests' process has all of that, too, from the same cells. An answer that sorts a list of the
notebook's, or counts its calls in a global, does so in the student's process only.
"""

from collections import deque
from collections.abc import Collection
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from gradebox.separate.containers import listed
from gradebox.separate.shared import is_plain

_FIXED = (FunctionType, BuiltinFunctionType, ModuleType, type, np.random.Generator, np.ufunc)
_MOST = 10_000  # items; what holds more is not looked at


class SetUpValues:
    """The values that names of set-up cells have in a namespace."""

    def __init__(self, namespace: dict[str, Any], names: Collection[str]) -> None:
        """Remember where to look; nothing is looked at yet."""
        self._namespace = namespace
        self._names = sorted(names)

    def now(self) -> list[Any]:
        """Return what the names stand for, and what that holds, to be compared by `differs`."""
        found: list[Any] = []
        for name in self._names:
            value = self._namespace.get(name)
            if not isinstance(value, _FIXED):
                found.append(value)
                found += _contents(value)
        return found


def differs(one: list[Any], other: list[Any]) -> bool:
    """Return True if one of the values is another, or holds something else."""
    return len(one) != len(other) or not all(map(_is_same, one, other))


def _contents(value: Any) -> list[Any]:
    if type(value) is np.ndarray:
        return [value.tobytes()] if value.size <= _MOST and value.dtype != object else []
    if type(value) in (list, dict, set, deque):
        return listed(value) if len(value) <= _MOST else []
    return listed(value) if is_plain(type(value)) else []


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is bytes and type(other) is bytes and one == other)
