"""Lists and the like that a name or an object of the student's may hold, and that a test changes.

In one process, `stack.items().append(9)` changes the stack, unless `items` gives a copy, and a test
may want to see which; `a.append(9)` changes `b`, too, if the student wrote `b = a`. Apart, it
changes the test's own copy, and a wrong answer passes. So in a trial such a test fails, and then
runs together with the answers.
"""

import sys
from collections import deque
from typing import Any

import numpy as np

from gradebox.separate.containers import is_mutable, listed
from gradebox.separate.exceptions import of_being_apart
from gradebox.separate.tables import is_table

_MOST = 200
_CONTAINERS = (list, tuple, dict, set, deque, np.ndarray)
_CHANGED = (
    "The test changes a list or the like that the student's names or objects may hold, and asks "
    "again. Apart, it changes a copy of its own, and a wrong answer can pass. To sort a result, "
    "take `sorted(result)`."
)


class Held:
    """The lists, arrays and the like that have crossed while a test ran, as they were then."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._nodes: deque[tuple[Any, list[Any]]] = deque(maxlen=_MOST)

    def note(self, nodes: list[Any]) -> None:
        """Take note of lists and the like as they are now."""
        new = [node for node in nodes if _may_change(node)]
        known = {id(node) for node in new}
        kept = [pair for pair in self._nodes if id(pair[0]) not in known]
        self._nodes = deque([*kept, *((node, _contents(node)) for node in new)], maxlen=_MOST)

    def check(self, asked: Any) -> None:
        """Fail if the test has changed something since, and does not hand it over anew."""
        handed_over = {id(node) for node in inside(asked)}
        for pair in self._nodes:
            if id(pair[0]) not in handed_over and _is_changed(*pair):
                self._nodes.clear()
                raise of_being_apart(TypeError(_CHANGED))
        # What nobody else has any more cannot change. A loop mentions a name a thousand times.
        self._nodes = deque(filter(_is_in_use, self._nodes), maxlen=_MOST)


def _is_changed(node: Any, before: list[Any]) -> bool:
    now = _contents(node)
    return len(now) != len(before) or not all(map(_is, now, before))


def _is_in_use(pair: tuple[Any, list[Any]]) -> bool:
    return sys.getrefcount(pair[0]) > 2  # the pair's, and the question's


def _may_change(node: Any) -> bool:
    if is_table(node) or isinstance(node, np.random.Generator):
        return False
    return is_mutable(node) or isinstance(node, np.ndarray)


def _contents(node: Any) -> list[Any]:
    return [node.tobytes()] if isinstance(node, np.ndarray) else listed(node)


def _is(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) is bytes and one == other)


def inside(value: Any) -> list[Any]:
    """Return the lists, arrays and the like in a value, itself included."""
    found, waiting, seen = [], [value], set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, _CONTAINERS) and id(each) not in seen:
            seen.add(id(each))
            found.append(each)
            if not isinstance(each, np.ndarray):
                waiting += listed(each)
    return found
