"""Lists, dicts, sets, arrays of objects and the like, as flat lists of what they hold.

Both ends give them numbers (see `encoding`), and a call may change what they hold.
"""

from collections import Counter, OrderedDict, deque
from typing import Any

import numpy as np

from gradebox.separate import shared, tables
from gradebox.separate.shared import is_frozen, is_plain
from gradebox.separate.wire import WireError

_MUTABLE = (list, deque, dict, set, np.random.Generator)


def is_mutable(node: Any) -> bool:
    """Return True if a call can change this numbered value, other than an array's numbers."""
    if isinstance(node, np.ndarray):
        return node.dtype == object
    if is_plain(type(node)):
        return not is_frozen(type(node))
    return isinstance(node, _MUTABLE) or tables.is_table(node)


def listed(node: Any) -> list:
    """Return the contents of a container, in a flat list."""
    if isinstance(node, np.ndarray):
        return list(node.ravel())
    if isinstance(node, dict):
        pairs = OrderedDict.items(node) if isinstance(node, OrderedDict) else dict.items(node)
        return [part for pair in pairs for part in pair]
    if is_plain(type(node)):
        return shared.attributes_of(node)
    return list(type(node).__iter__(node))


def hold_the_same(one: list, other: list) -> bool:
    """Return True for two flat lists of the same objects, or of bytes and text that are equal."""
    return len(one) == len(other) and all(map(_is_same, one, other))


def _is_same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) in (bytes, str) and one == other)


def fill(node: Any, items: list) -> None:
    """Put `items`, a flat list, into a list, dict, set or array of objects in place of its own.

    For a table, `items` holds another table, whose contents it gets.
    """
    if tables.is_table(node):
        try:
            (new,) = items
            return tables.refill(node, new)
        except (TypeError, ValueError):
            raise WireError("a change of a table to what is none") from None
    if is_plain(type(node)):
        return shared.fill(node, items)
    if isinstance(node, np.ndarray):
        if len(items) != node.size:
            raise WireError("an array of another size than it says")
        for index, item in enumerate(items):
            node.flat[index] = item
        return
    node.clear()
    if isinstance(node, list | deque):
        node.extend(items)
    elif isinstance(node, dict):
        # a Counter would count the pairs
        update = dict.update if isinstance(node, Counter) else type(node).update
        update(node, zip(items[::2], items[1::2], strict=True))
        if len(node) != len(items) // 2:
            raise WireError("a dict with a key twice")
    else:
        node.update(items)
        if len(node) != len(items):
            raise WireError("a set with a member twice")


def generator_state(generator: np.random.Generator) -> list | None:
    """Return the state of a generator over PCG64 (`default_rng` makes one); None for others."""
    bits = generator.bit_generator
    if type(generator) is not np.random.Generator or type(bits) is not np.random.PCG64:
        return None
    state = bits.state
    inner = state["state"]
    return [hex(inner["state"]), hex(inner["inc"]), state["has_uint32"], state["uinteger"]]


def set_generator_state(generator: np.random.Generator, parts: Any) -> None:
    """Give a PCG64 generator a state that `generator_state` described."""
    state, increment, has_uint32, uinteger = parts
    state, increment = int(state, 16), int(increment, 16)
    if not (0 <= state < 2**128 and 0 <= increment < 2**128):
        raise ValueError("no such state")
    if has_uint32 not in (0, 1) or not 0 <= uinteger < 2**32:
        raise ValueError("no such state")
    generator.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": increment},
        "has_uint32": has_uint32,
        "uinteger": uinteger,
    }


def move_on(generator: np.random.Generator, state: list) -> None:
    """Bring a generator to a state that it can come to by being drawn from.

    Drawing never changes the increment of PCG64. With another one the student's process could make
    a generator that gives zeros for all that the tests draw from then on.
    """
    now = generator_state(generator)
    if now is not None and now[1] == state[1]:
        set_generator_state(generator, state)
