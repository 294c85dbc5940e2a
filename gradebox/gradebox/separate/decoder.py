"""The decoder: JSON and blocks of bytes in the form of `encoding`, back into values.

Nothing that arrives is imported or run.
"""

import datetime
import functools
import math
import re
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from gradebox.separate import array_memory, derived, shared, tables
from gradebox.separate.containers import fill, set_generator_state
from gradebox.separate.encoding import (
    DICTS,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NODES,
    MAX_PATH,
    NANS,
    TYPES,
    can_make,
    guarded_class,
)
from gradebox.separate.patterns import pattern_from
from gradebox.separate.shared import Shared
from gradebox.separate.wire import WireError

_HIGHEST = 10_000
"""How many tuples may hold one another: with many more, `hash` would end the process."""
_PENDING = object()  # in place of a numbered value that is not complete


class Decoder:
    """Turns JSON and blobs back into values. Raises WireError, and nothing else, if it cannot.

    `resolve` gives the value for the JSON dict that a `reference` made. `known` are the numbered
    values of the message that this one answers. Guarded arrays arrive only with `may_guard`.
    `class_called` gives what this end calls by the name of a named tuple's class, and `classes` are
    those that the other end has, too. `folder` is what paths of the other end's folder lead to.
    """

    def __init__(
        self,
        blobs: Sequence[memoryview],
        resolve: Callable[[dict], Any] | None = None,
        known: Sequence[Any] = (),
        may_guard: bool = False,
        class_called: Callable[[Any], Any] = lambda name: None,
        classes: Shared | None = None,
        widens: bool = False,
        nans: Mapping[int, Any] = dict(enumerate(NANS)),
        folder: str = "",
    ):
        self._folder = folder
        self._widens = widens  # numbers of 16 bits
        self._of_both = classes or Shared()
        self._class_called = class_called
        self._blobs = blobs
        self._resolve = resolve
        self._may_guard = may_guard
        self._tables = 0  # how many tables we are inside of
        self.nodes: list[Any] = list(known)
        self.blocks: dict[int, array_memory.Block] = {}
        self._bytes = 0
        self.nans = dict(nans)
        self._heights: dict[int, int] = {}  # of tuples and frozensets, by their id

    def decode(self, coded: Any) -> Any:
        """Return the value that `coded` stands for."""
        try:
            return self._decode(coded, 0)
        except WireError:
            raise
        except Exception as error:
            raise WireError(f"a malformed value: {type(error).__name__}") from None

    def _decode(self, coded: Any, depth: int) -> Any:
        kind = type(coded)
        if coded is None or kind in (bool, int, float, str):
            return coded
        if depth > MAX_DEPTH + 1:
            raise WireError("values nested too deep")
        if kind is dict and self._resolve is not None and not self._tables:
            return self._resolve(coded)
        if len(self.nodes) > MAX_NODES:
            raise WireError("too many values")
        return _READERS[coded[0]](self, coded, depth + 1)

    def _nan(self, coded: list, depth: int) -> Any:
        number, *of_numpy = coded[1:]
        if type(number) is not int:
            raise WireError("a NaN without a number")
        if number not in self.nans:
            made = self._scalar(["n", *of_numpy], depth) if of_numpy else float("nan")
            self.nans[number] = made
        return self.nans[number]

    def _within(self, coded: list, depth: int) -> str:
        within = self._decode(coded[1], depth)
        if not self._folder or type(within) is not str or within[:1] not in ("", "/"):
            raise WireError("a path of no folder")
        return self._folder + within

    def _items(self, coded: list, depth: int) -> list:
        return [self._decode(item, depth) for item in coded]

    def _same(self, coded: list, depth: int) -> Any:
        (number,) = coded[1:]
        if type(number) is not int or number < 0 or self.nodes[number] is _PENDING:
            raise WireError("a reference to nothing")
        return self.nodes[number]

    def _list(self, coded: list, depth: int) -> list:
        made: list = []
        self.nodes.append(made)
        made += self._items(coded[1:], depth)
        return made

    def _immutable(self, make: Callable[[list], Any], coded: list, depth: int) -> Any:
        number = len(self.nodes)
        self.nodes.append(_PENDING)
        items = self._items(coded[1:], depth)
        made = make(items)
        if len(made) != len(items):
            raise WireError("a set with a member twice")
        self.nodes[number] = made
        height = 1 + max((self._heights.get(id(item), 0) for item in items), default=0)
        if height > _HIGHEST:
            raise WireError("tuples nested too deep")
        self._heights[id(made)] = height
        return made

    def _named_tuple(self, coded: list, depth: int) -> tuple:
        name, fields, *items = coded[1:]
        kind = derived.named_tuple_class(self._class_called(name), name, fields)
        if len(items) != len(fields):
            raise WireError("a named tuple without some of its fields")
        return self._immutable(functools.partial(tuple.__new__, kind), coded[2:], depth)

    def _deque(self, coded: list, depth: int) -> deque:
        length = coded[1]
        if length is not None and (type(length) is not int or not len(coded) - 2 <= length):
            raise WireError("a deque that is longer than it may be")
        made: deque = deque(maxlen=length)
        self.nodes.append(made)
        made += self._items(coded[2:], depth)
        return made

    def _view(self, coded: list, depth: int) -> Any:
        items = self._items(coded[2:], depth)
        match coded[1]:
            case "keys":
                made = dict.fromkeys(items)
            case "values":
                made = dict(enumerate(items))
            case "items":
                made = dict(items)
            case _:
                raise WireError("no view of a dict")
        if len(made) != len(items):
            raise WireError("a view with a key twice")
        return getattr(made, coded[1])()

    def _object(self, coded: list, depth: int) -> Any:
        made = shared.new(self._of_both.called(coded[1]), coded[1])
        self.nodes.append(made)
        shared.fill(made, self._items(coded[2:], depth))
        return made

    def _set(self, coded: list, depth: int) -> set:
        made: set = set()
        self.nodes.append(made)
        fill(made, self._items(coded[1:], depth))
        return made

    def _dict(self, coded: list, depth: int) -> dict:
        made: dict = {}
        self.nodes.append(made)
        fill(made, self._items(coded[1:], depth))
        return made

    def _dict_of_kind(self, coded: list, depth: int) -> dict:
        kind, made_by = DICTS[coded[1]], self._decode(coded[2], depth)
        if not can_make(made_by) or (made_by is not None and kind is not defaultdict):
            raise WireError("a dict that makes what it should not")
        made: dict = defaultdict(made_by) if kind is defaultdict else kind()
        self.nodes.append(made)
        fill(made, self._items(coded[3:], depth))
        return made

    def _object_array(self, coded: list, depth: int) -> np.ndarray:
        shape = coded[1]
        if math.prod(shape) != len(coded) - 2 or any(type(n) is not int or n < 0 for n in shape):
            raise WireError("an array of another size than it says")
        made = np.empty(shape, dtype=object)
        self.nodes.append(made)
        fill(made, self._items(coded[2:], depth))
        return made

    def _array(self, coded: list, depth: int) -> np.ndarray:
        _, writeable, guarded, index, *parts = coded
        if type(index) is not int or index < 0 or type(writeable) is not bool:
            raise WireError("an array without a place")
        if index not in self.blocks:
            data = np.frombuffer(self._blobs[index], np.uint8).copy()
            self.blocks[index] = array_memory.Block(data, [])
        block = self.blocks[index]
        layout = array_memory.check_layout(parts, block.data.nbytes)
        made = layout.over(block.data)
        self._bytes += made.nbytes
        if self._bytes > array_memory.MAX_BLOBS:
            raise WireError("arrays over the limit")
        if guarded:
            if not self._may_guard:
                raise WireError("a guarded array from the student's side")
            made = made.view(guarded_class() or np.ndarray)
        made.flags.writeable = writeable
        block.members.append((made, layout))
        self.nodes.append(made)
        return made

    def _scalar(self, coded: list, depth: int) -> Any:
        _, text, raw = coded
        if text in ("U", "S"):
            value = self._decode(raw, depth)
            if type(value) is not (str if text == "U" else bytes):
                raise WireError("a malformed text")
            return np.str_(value) if text == "U" else np.bytes_(value)
        dtype = array_memory.dtype_from(text)
        data = bytes.fromhex(raw)
        if len(data) != dtype.itemsize:
            raise WireError("a number of another size than it says")
        number = np.frombuffer(data, dtype)[0]
        # Compared with a number of Python's, one of 16 bits makes it as coarse as itself: the
        # infinite one equals all from 65,520 on.
        return np.float64(number) if dtype == np.float16 and self._widens else number

    def _table(self, coded: list, depth: int) -> Any:
        kind, number = coded[1], len(self.nodes)
        if kind in tables.MUTABLE:
            self.nodes.append(_PENDING)
        self._tables += 1
        made = tables.put_together(kind, self._items(coded[2:], depth))
        self._tables -= 1
        if kind in tables.MUTABLE:
            self.nodes[number] = made
        return made

    def _generator(self, coded: list, depth: int) -> np.random.Generator:
        made = np.random.Generator(np.random.PCG64(0))
        set_generator_state(made, coded[1:])
        self.nodes.append(made)
        return made


def _whole(text: str) -> int:
    if type(text) is not str:
        raise WireError("a malformed number")
    return int(text, 16)


def _fraction(numerator: Any, denominator: Any) -> Fraction:
    if any(type(part) is not str or len(part) > MAX_DIGITS for part in (numerator, denominator)):
        raise WireError("a malformed fraction")
    return Fraction(int(numerator, 16), int(denominator, 16))


def _decimal(text: Any) -> Decimal:
    if type(text) is not str or len(text) > MAX_DIGITS:
        raise WireError("a malformed number")
    return Decimal(text)


def _moment(kind: Any, text: Any) -> datetime.date | datetime.time:
    if kind not in ("date", "datetime", "time") or type(text) is not str or len(text) > 40:
        raise WireError("a malformed date")
    made: datetime.date | datetime.time = getattr(datetime, kind).fromisoformat(text)
    return made


def _span(*parts: Any) -> datetime.timedelta:
    if [type(part) for part in parts] != [int] * 3:
        raise WireError("a malformed time")
    return datetime.timedelta(*parts)


def _path(text: Any) -> Path:
    if type(text) is not str or len(text) > MAX_PATH:
        raise WireError("a malformed path")
    return Path(text)


def _pattern(flags: Any, text: Any) -> re.Pattern:
    if type(flags) is not int or type(text) not in (str, bytes):
        raise WireError("a malformed pattern")
    return pattern_from(text, flags)


def _bounds(self: Decoder, coded: list, depth: int) -> list:
    start, stop, step = self._items(coded[1:], depth)
    return [start, stop, step]


_READERS: dict[str, Callable[[Decoder, list, int], Any]] = {
    "=": Decoder._same,
    "i": lambda self, coded, depth: _whole(coded[1]),
    "N": Decoder._nan,
    "u": lambda self, coded, depth: bytes.fromhex(coded[1]).decode("utf-8", "surrogatepass"),
    "h": Decoder._within,
    "q": lambda self, coded, depth: _fraction(*coded[1:]),
    ".": lambda self, coded, depth: _decimal(*coded[1:]),
    "c": lambda self, coded, depth: complex(float(coded[1]), float(coded[2])),
    "b": lambda self, coded, depth: bytes.fromhex(coded[1]),
    "l": Decoder._list,
    "t": lambda self, coded, depth: self._immutable(tuple, coded, depth),
    "y": Decoder._named_tuple,
    "Q": Decoder._deque,
    "V": Decoder._view,
    "O": Decoder._object,
    "E": lambda self, coded, depth: shared.member(self._of_both.called(coded[1]), coded[2]),
    "f": lambda self, coded, depth: self._immutable(frozenset, coded, depth),
    "s": Decoder._set,
    "d": Decoder._dict,
    "m": Decoder._dict_of_kind,
    "r": lambda self, coded, depth: range(*_bounds(self, coded, depth)),
    ":": lambda self, coded, depth: slice(*_bounds(self, coded, depth)),
    "...": lambda self, coded, depth: Ellipsis,
    "n": Decoder._scalar,
    "a": Decoder._array,
    "o": Decoder._object_array,
    "D": lambda self, coded, depth: array_memory.dtype_from(coded[1]),
    "T": lambda self, coded, depth: TYPES[coded[1]],
    "g": Decoder._generator,
    "P": Decoder._table,
    "@": lambda self, coded, depth: _moment(*coded[1:]),
    "+": lambda self, coded, depth: _span(*coded[1:]),
    "/": lambda self, coded, depth: _path(self._decode(coded[1], depth)),
    "~": lambda self, coded, depth: _pattern(coded[1], self._decode(coded[2], depth)),
}
