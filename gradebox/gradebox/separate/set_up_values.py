"""The values that set-up cells have given the student's process: whether a call changes them there.

The tests' process has all of that, too, from the same cells. An answer that sorts a list of the
notebook's, or counts its calls in a global, does so in the student's process only.
"""

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Collection, Iterator
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from gradebox.separate import tables
from gradebox.separate.containers import hold_the_same, listed
from gradebox.separate.shared import is_plain

_FIXED = (FunctionType, BuiltinFunctionType, ModuleType, type, np.random.Generator, np.ufunc)
_CONTAINERS = (list, tuple, dict, set, deque, Counter, OrderedDict, defaultdict)
_MOST = 2_000  # items of a name; of one that holds more, only how many is looked at
_MOST_NUMBERS = 100_000  # of an array or a table; of a larger one, its shape is looked at


class SetUpValues:
    """The values that names of set-up cells have in a namespace."""

    def __init__(self, namespace: dict[str, Any], names: Collection[str]) -> None:
        """Remember where to look; nothing is looked at yet."""
        self._namespace = namespace
        self._names = sorted(names)
        self._seen: dict[str, list[Any]] | None = None

    def look(self) -> None:
        """Look at the values before a call, if nobody has since the last one."""
        if self._seen is None:
            self._seen = self._now()

    def changed(self) -> list[str]:
        """Look again; return the names that have changed, or stand for other values, since then."""
        before, self._seen = self._seen, self._now()
        if before is None:
            return []
        return [name for name, now in self._seen.items() if not hold_the_same(before[name], now)]

    def _now(self) -> dict[str, list[Any]]:
        """Return what each name stands for, and what that holds."""
        found = {}
        for name in self._names:
            value = self._namespace.get(name)
            is_fixed = issubclass(type(value), _FIXED)
            found[name] = [] if is_fixed else [value, *_all_in(value)]
        return found


def _all_in(value: Any) -> list[Any]:
    """Return what a value holds, and what the lists and the like within it hold."""
    found: list[Any] = []
    waiting, seen = [value], set[int]()
    while waiting and len(found) < _MOST:
        each = waiting.pop()
        if id(each) not in seen:
            seen.add(id(each))
            held = _contents(each)
            found += held
            waiting += [each for each in held if _holds_something(each)]
    return found


def _holds_something(value: Any) -> bool:
    kind = type(value)
    is_listed = kind in _CONTAINERS or kind is np.ndarray or is_plain(kind)
    return is_listed or tables.is_table(value)


def _contents(value: Any) -> list[Any]:
    kind = type(value)
    if kind is np.ndarray:
        form = repr((value.shape, value.dtype, value.flags.writeable)).encode()
        is_read = value.size <= _MOST_NUMBERS and value.dtype != object
        return [form, value.tobytes()] if is_read else [form]
    if tables.is_table(value):
        form = repr((value.shape, list(getattr(value, "columns", ())))).encode()
        return list(_in_table(value)) if value.size <= _MOST_NUMBERS else [form]
    if kind in _CONTAINERS:
        return listed(value) if len(value) <= _MOST else [repr(len(value)).encode()]
    return listed(value) if is_plain(kind) else []


def _in_table(part: Any) -> Iterator[Any]:
    """Yield what a table or a part of it holds: objects of an array as they are, all else as bytes.

    pandas makes its arrays and numbers anew whenever they are asked for.
    """
    if type(part) is np.ndarray:
        yield from part.ravel() if part.dtype == object else [part.tobytes()]
        return
    _, parts = tables.take_apart(part) or (None, part)
    if type(parts) is tuple:
        for each in parts:
            yield from _in_table(each)
    else:
        yield repr(part).encode()
