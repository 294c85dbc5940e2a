"""Lists, arrays and the like of the student's process that have crossed before."""

import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sized
from typing import Any

import numpy as np

from gradebox.separate.values_of_names import may_change

_MOST = 50
_MOST_ITEMS = 10_000  # of a list that is kept for it


class CrossedBefore:
    """The last lists, arrays and the like that have crossed; arrays are not kept alive for it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._nodes: deque[Callable[[], Any]] = deque(maxlen=_MOST)

    def has_any(self, nodes: Iterable[Any]) -> bool:
        """Return True if one of these has crossed before."""
        nodes = [node for node in nodes if may_change(node)]
        if not nodes:
            return False
        before = [get() for get in self._nodes]
        ids = {id(node) for node in before if node is not None}
        return any(id(_owner(node)) in ids for node in nodes)

    def add(self, nodes: Iterable[Any]) -> None:
        """Take note of those that have crossed now."""
        self._nodes.extend(_getter(_owner(node)) for node in nodes if may_change(node))


def _owner(node: Any) -> Any:
    """Return what holds the numbers of an array, of which it may be a view; or the node itself."""
    while isinstance(node, np.ndarray) and isinstance(node.base, np.ndarray):
        node = node.base
    return node


def _getter(node: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(node)
    except TypeError:  # a list, a dict or an object with slots
        is_small = not isinstance(node, Sized) or len(node) <= _MOST_ITEMS
        return (lambda: node) if is_small else (lambda: None)
