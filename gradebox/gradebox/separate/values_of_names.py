"""Lists, arrays and tables that names of the answers have given to a test, as they were then."""

import sys
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradebox.separate.changes import state_of
from gradebox.separate.containers import hold_the_same, is_mutable, listed
from gradebox.separate.tables import is_table

_MOST = 200
_CONTAINERS = (list, tuple, dict, set, deque, np.ndarray)


@dataclass
class _One:
    """A list or the like, what it held, and how many references to it are none of the test's."""

    node: Any
    before: list[Any]
    references: int = 3  # by this object, by the `_Value` that it is of, and by who counts them

    @property
    def is_in_use(self) -> bool:
        return sys.getrefcount(self.node) > self.references

    @property
    def is_changed(self) -> bool:
        return not hold_the_same(_contents(self.node), self.before)


@dataclass
class _Value:
    """A value of a name, with all lists and the like that it is or holds."""

    whole: Any
    parts: list[_One]

    @property
    def is_in_use(self) -> bool:
        return any(one.is_in_use for one in self.parts)


class ValuesOfNames:
    """The lists, arrays and the like that a test may still have, as they were when it got them."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._values: deque[_Value] = deque(maxlen=_MOST)
        self._was_changed = False  # one that the test has let go of

    def note(self, value: Any) -> None:
        """Take note of a value that the test is about to get, as it is now."""
        parts = [_One(node, _contents(node)) for node in inside(value) if may_change(node)]
        for one in parts:
            if one.node is not value:  # the test has no reference yet to what is within
                one.references = sys.getrefcount(one.node)
        # What nobody else has any more cannot change. A loop mentions a name a thousand times.
        kept = [each for each in self._values if each.is_in_use]
        if len(kept) < len(self._values):
            self._was_changed = self.is_changed
        self._values = deque([*kept, _Value(value, parts)], maxlen=_MOST)

    @property
    def is_changed(self) -> bool:
        """Return True if the test has changed one of them since."""
        return self._was_changed or any(
            one.is_changed for value in self._values for one in value.parts
        )

    @property
    def is_in_use(self) -> bool:
        """Return True if the test still has one of them."""
        return any(value.is_in_use for value in self._values)


def may_change(node: Any) -> bool:
    """Return True for what a test or an answer may change, but for random generators."""
    if isinstance(node, np.random.Generator):
        return False
    return is_mutable(node) or isinstance(node, np.ndarray)


def _contents(node: Any) -> list[Any]:
    if is_table(node):
        return state_of(node)
    return [node.tobytes()] if isinstance(node, np.ndarray) else listed(node)


def inside(value: Any) -> list[Any]:
    """Return the lists, arrays, tables and the like in a value, itself included."""
    found, waiting, seen = [], [value], set()
    while waiting:
        each = waiting.pop()
        is_one = isinstance(each, _CONTAINERS)
        if (is_one or is_table(each)) and id(each) not in seen:
            seen.add(id(each))
            found.append(each)
            if is_one and not isinstance(each, np.ndarray):
                waiting += listed(each)
    return found
