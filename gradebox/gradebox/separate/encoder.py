"""The encoder: the values of a message as JSON and blocks of bytes, in the form of `encoding`.

A value of a class derived from one on the list crosses as the plain value that it holds, unless
`is_object` says otherwise (see `derived`). Anything else is for `reference` to name or to refuse.
"""

import contextlib
import datetime
import re
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from gradebox.separate import array_memory, derived, shared, tables
from gradebox.separate.containers import generator_state, listed
from gradebox.separate.encoding import (
    DICTS,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_NODES,
    MAX_PATH,
    NANS,
    TYPE_NAMES,
    VIEWS,
    can_make,
    guarded_class,
)
from gradebox.separate.patterns import MAX_PATTERN, flags_of
from gradebox.separate.shared import Shared
from gradebox.separate.wire import Blob

_DEEP = MAX_DEPTH - 10
_INT64 = 2**63


class CannotCross(TypeError):
    """A value that is not on the list; the message says which and what is."""


def _describe(value: Any) -> str:
    return f"a value of type {type(value).__name__}"


def refuse(value: Any) -> Any:
    """Raise CannotCross for any value: the `reference` that refuses everything."""
    if isinstance(value, type):
        raise CannotCross(
            f"the class {value.__name__} cannot be handed over between the tests and the "
            f"student's code; a function can that makes its objects, as `lambda x: "
            f"{value.__name__}(x)`"
        )
    raise CannotCross(
        f"{_describe(value)} cannot be handed over between the tests and the student's code; "
        "numbers, text, lists, tuples, dicts, sets, pandas tables and numpy arrays can"
    )


@dataclass
class Encoded:
    """The output of an encoder besides the JSON: the blobs to send, and what they came from."""

    blobs: list[Blob]
    nodes: list[Any]
    blocks: list[array_memory.Block]
    nans: dict[int, Any]  # by their numbers


class Encoder:
    """Turns the values of one message into JSON and blobs.

    `reference` gives the JSON dict for a value that is not on the list, or raises CannotCross.
    `known` are the numbered values of the message that this one answers. Arrays that refuse
    anything (a plugin's `guard`) go on doing so only with `keep_guards`. `is_object` says of a
    value of a derived class that it is to be referred to. `note_class` is given the class of each
    named tuple. `classes` are those that the other end has, too. A path of `folder`, or of what is
    in it, is one of the other end's folder there.
    """

    def __init__(
        self,
        reference: Callable[[Any], Any] = refuse,
        known: Sequence[Any] = (),
        keep_guards: bool = False,
        is_object: Callable[[Any], bool] = lambda value: False,
        note_class: Callable[[type], None] = lambda kind: None,
        classes: Shared | None = None,
        nans: Mapping[int, Any] = dict(enumerate(NANS)),
        folder: str = "",
    ):
        self._folder = folder
        self._of_both = classes or Shared()
        self._reference = reference
        self._is_object = is_object
        self._note_class = note_class
        self._nodes: list[Any] = list(known)
        self._numbers = {id(node): number for number, node in enumerate(known)}
        self._nans = {id(nan): (number, nan) for number, nan in nans.items()}
        self._next_nan = 1 + max(nans)
        self._open: set[int] = set()  # tuples and frozensets that we are inside of
        self._tables = 0  # how many tables we are inside of
        self._arrays: list[tuple[np.ndarray, list]] = []
        self._keep_guards = keep_guards
        self.guarded = False
        self.flattened: dict[str, str] = {}
        """The classes of values that were encoded as a plain value of another, by its name."""
        self.altered: dict[str, str] = {}
        """Those of them whose values do something else than the plain one."""

    def encode(self, value: Any, depth: int = 0) -> Any:
        """Return the JSON for `value`."""
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is float:
            return value if value == value else self._nan(value)
        if kind is int:
            return value if -_INT64 <= value < _INT64 else ["i", hex(value)]
        if kind is str:
            if self._folder and value.startswith(self._folder):
                within = value[len(self._folder) :]
                if within[:1] in ("", "/"):
                    return ["h", self.encode(within)]
            if value.isascii():
                return value
            try:
                value.encode()
            except UnicodeEncodeError:
                return ["u", value.encode("utf-8", "surrogatepass").hex()]
            return value
        number = self._numbers.get(id(value))
        if number is not None:
            if number in self._open:
                raise CannotCross("a tuple or frozenset that holds itself cannot be handed over")
            return ["=", number]
        if depth >= MAX_DEPTH:
            raise CannotCross(f"lists nested more than {MAX_DEPTH} deep cannot be handed over")
        if kind not in _WRITERS:
            if (taken := tables.take_apart(value)) is not None:
                return self._table(value, *taken, depth)
            if self._of_both.has_objects(value):
                return self._shared_object(value, depth)
            if self._is_object(value):
                return self._refer(value)
        for base in kind.__mro__:
            write = _WRITERS.get(base)
            if write is not None:
                if base is not kind and kind is not guarded_class():
                    self.flattened.setdefault(base.__name__, kind.__name__)
                    if derived.has_other(value):
                        self.altered.setdefault(base.__name__, kind.__name__)
                return write(self, value, depth)
        return self._refer(value)

    def _nan(self, value: Any) -> list:
        if id(value) not in self._nans:
            self._nans[id(value)] = self._next_nan, value
            self._next_nan += 1
        return ["N", self._nans[id(value)][0]]

    def array_contents(self) -> list[tuple[str, bytes]]:
        """Return the contents of the arrays that were encoded, in order."""
        return [(f"{array.dtype} {array.shape}", array.tobytes()) for array, _ in self._arrays]

    def finish(self) -> Encoded:
        """Lay out the arrays, once every value is encoded."""
        laid_out = array_memory.blocks([array for array, _ in self._arrays])
        places = {
            id(array): (index, layout)
            for index, block in enumerate(laid_out)
            for array, layout in block.members
        }
        for array, entry in self._arrays:
            index, layout = places[id(array)]
            entry += [index, layout.dtype, layout.shape, layout.strides, layout.offset]
        return Encoded(
            [block.data.data for block in laid_out],
            self._nodes,
            laid_out,
            dict(self._nans.values()),
        )

    def contents(self, node: Any) -> list:
        """Return the JSON for what a list, dict, set or object array holds, without its number.

        Of a table it is a copy.
        """
        if tables.is_table(node):
            return [self.encode(node.copy())]
        return self._items(listed(node), 1)

    def _number(self, value: Any) -> int:
        if len(self._nodes) >= MAX_NODES:
            raise CannotCross(f"more than {MAX_NODES:,} lists and the like cannot be handed over")
        self._nodes.append(value)
        self._numbers[id(value)] = len(self._nodes) - 1
        return len(self._nodes) - 1

    def _items(self, values: Sequence[Any], depth: int) -> list:
        return [self.encode(value, depth + 1) for value in values]

    def _refer(self, value: Any) -> Any:
        """Refer to what is not on the list, but not in a table: its cells are plain."""
        return refuse(value) if self._tables else self._reference(value)

    def _refer_with(self, value: Any, members: Sequence[Any]) -> Any:
        """Refer to a set or the like, of which a member or key can be none at the other end."""
        try:
            return self._refer(value)
        except CannotCross:
            odd = next(each for each in members if not self._is_key(each))
            raise CannotCross(
                f"{_describe(value)} cannot be handed over between the tests and the student's "
                f"code if it holds {_describe(odd)}; members of sets and keys of dicts that are "
                "numbers, text or tuples of them can"
            ) from None

    def _table(self, value: Any, kind: str, parts: tuple, depth: int) -> list:
        if kind in tables.MUTABLE:
            self._number(value)
        self._tables += 1
        coded = ["P", kind, *self._items(parts, depth)]
        self._tables -= 1
        return coded

    def _shared_object(self, value: Any, depth: int) -> Any:
        if self._tables:
            return refuse(value)
        name = type(value).__name__
        if shared.is_enum(type(value)):
            return ["E", name, value._name_]
        if depth >= _DEEP:  # a long chain: from the student's process the rest is referred to
            try:
                return self._refer(value)
            except CannotCross:
                raise CannotCross(
                    f"a chain of more than {_DEEP} objects ({name}) cannot be handed over"
                ) from None
        self._number(value)
        return ["O", name, *self._items(shared.attributes_of(value), depth)]

    def _is_key(self, value: Any) -> bool:
        """Return True if this can be a dict's key or a set's member at the other end."""
        kind = type(value)
        if kind in (tuple, frozenset) or derived.is_named_tuple(value):
            return all(map(self._is_key, kind.__iter__(value)))
        if _is_plain_key(kind, value):
            return True
        if not self._of_both.has(kind):
            return False
        is_key = shared.has_value_as_hash(kind) and all(
            map(self._is_key, shared.attributes_of(value)[1::2])
        )
        return is_key or shared.is_enum(kind)

    def _list(self, value: Any, depth: int) -> list:
        self._number(value)
        return ["l", *self._items(list.__getitem__(value, slice(None)), depth)]

    def _deque(self, value: deque, depth: int) -> Any:
        if type(value) is not deque:
            return self._refer(value)
        self._number(value)
        return ["Q", value.maxlen, *self._items(list(value), depth)]

    def _view(self, value: Any, depth: int) -> Any:
        """Encode the view that a dict's `keys()` and the like give, as it is now."""
        name, items = VIEWS[type(value)], list(value)
        keys = [key for key, _ in items] if name == "items" else items
        if name != "values" and not all(map(self._is_key, keys)):
            return self._refer_with(value, keys)
        return ["V", name, *self._items(items, depth)]

    def _immutable(self, tag: str, value: Any, items: Sequence[Any], depth: int) -> list:
        number = self._number(value)
        self._open.add(number)
        coded = [tag, *self._items(items, depth)]
        self._open.discard(number)
        return coded

    def _tuple(self, value: Any, depth: int) -> list:
        coded = self._immutable("t", value, tuple(tuple.__iter__(value)), depth)
        fields = None if type(value) is tuple else derived.fields_of(value)
        if fields is None:
            return coded
        self._note_class(type(value))
        return ["y", type(value).__name__, fields, *coded[1:]]

    def _frozenset(self, value: Any, depth: int) -> Any:
        items = tuple(frozenset.__iter__(value))
        if not all(map(self._is_key, items)):
            return self._refer_with(value, items)
        return self._immutable("f", value, items, depth)

    def _set(self, value: Any, depth: int) -> Any:
        items = tuple(set.__iter__(value))
        if not all(map(self._is_key, items)):
            return self._refer_with(value, items)
        self._number(value)
        return ["s", *self._items(items, depth)]

    def _dict(self, value: Any, depth: int) -> Any:
        pairs = listed(value)
        if not all(map(self._is_key, pairs[::2])):
            return self._refer_with(value, pairs[::2])
        self._number(value)
        return ["d", *self._items(pairs, depth)]

    def _dict_of_kind(self, value: dict, depth: int) -> Any:
        """Counter, OrderedDict and defaultdict, if what that calls can cross; others as a dict."""
        kind = type(value)
        made_by = value.default_factory if type(value) is defaultdict else None
        if kind not in DICTS.values() or not can_make(made_by):
            return self._dict(value, depth)
        coded = self._dict(value, depth)
        if type(coded) is not list or coded[0] != "d":
            return coded
        with contextlib.suppress(CannotCross):
            return ["m", kind.__name__, self.encode(made_by), *coded[1:]]
        return coded

    def _array(self, value: np.ndarray, depth: int) -> Any:
        if isinstance(value, np.ma.MaskedArray) and (
            value.dtype.names or np.ma.getmaskarray(value).any()
        ):
            return self._refer(value)
        plain = value.view(np.ndarray) if type(value) is not np.ndarray else value
        if plain.dtype == object:
            self._number(value)
            return ["o", list(plain.shape), *self._items(listed(plain), depth)]
        if plain.dtype.kind not in array_memory.KINDS or not plain.dtype.itemsize:
            return self._refer(value)
        if plain.nbytes > array_memory.MAX_BLOBS:  # perhaps a few bytes, repeated
            raise CannotCross(f"an array of {plain.nbytes / 2**20:,.0f} MB cannot be handed over")
        self._number(value)
        guarded = self._keep_guards and type(value) is guarded_class()
        self.guarded |= guarded
        entry = ["a", plain.flags.writeable, guarded]
        self._arrays.append((plain, entry))
        return entry

    def _scalar(self, value: np.generic, depth: int) -> Any:
        if value.dtype.kind not in array_memory.KINDS:
            return self._refer(value)
        if isinstance(value, np.str_ | np.bytes_):  # as text: an array would cut zeros off
            plain = str(value) if isinstance(value, np.str_) else bytes(value)
            return ["n", value.dtype.kind, self.encode(plain)]
        coded = [value.dtype.str, value.tobytes().hex()]
        is_nan = isinstance(value, np.floating) and value != value
        return [*self._nan(value), *coded] if is_nan else ["n", *coded]

    def _generator(self, value: np.random.Generator, depth: int) -> Any:
        state = generator_state(value)
        if state is None:
            return self._refer(value)
        self._number(value)
        return ["g", *state]

    def _type(self, value: type, depth: int) -> Any:
        if value in TYPE_NAMES:
            return ["T", TYPE_NAMES[value]]
        return self._refer(value)

    def _int(self, value: int, depth: int) -> Any:
        return self.encode(int.__pos__(value))

    def _str(self, value: str, depth: int) -> Any:
        return self.encode(str.__str__(value))

    def _fraction(self, value: Fraction, depth: int) -> Any:
        parts = int(value.numerator), int(value.denominator)  # one of numpy's numbers has such
        if any(part.bit_length() > 3 * MAX_DIGITS for part in parts):
            raise CannotCross(f"a fraction of over {MAX_DIGITS:,} digits cannot be handed over")
        return ["q", *map(hex, parts)]

    def _decimal(self, value: Decimal, depth: int) -> Any:
        text = Decimal.__str__(value)
        if len(text) > MAX_DIGITS:
            raise CannotCross(f"a number of over {MAX_DIGITS:,} digits cannot be handed over")
        return [".", text]

    def _date(self, value: datetime.date, depth: int) -> Any:
        return ["@", "date", datetime.date.isoformat(value)]

    def _moment(self, value: datetime.datetime | datetime.time, depth: int) -> Any:
        if value.tzinfo is not None and type(value.tzinfo) is not datetime.timezone:
            return self._refer(value)
        if isinstance(value, datetime.datetime):
            return ["@", "datetime", datetime.datetime.isoformat(value)]
        return ["@", "time", datetime.time.isoformat(value)]

    def _path(self, value: PurePath, depth: int) -> Any:
        text = PurePath.__str__(value)
        if len(text) > MAX_PATH:
            raise CannotCross(f"a path of over {MAX_PATH:,} characters cannot be handed over")
        return ["/", self.encode(text)]

    def _pattern(self, value: re.Pattern, depth: int) -> Any:
        if len(value.pattern) > MAX_PATTERN:
            raise CannotCross(f"a pattern of over {MAX_PATTERN:,} characters cannot be handed over")
        return ["~", flags_of(value), self.encode(value.pattern)]

    def _float(self, value: float, depth: int) -> Any:
        return self.encode(float.__pos__(value))


_WRITERS: dict[type, Callable[[Encoder, Any, int], Any]] = {
    np.generic: Encoder._scalar,  # before float and str, which some of numpy's derive from
    int: Encoder._int,
    float: Encoder._float,
    str: Encoder._str,
    Fraction: Encoder._fraction,
    Decimal: Encoder._decimal,
    complex: lambda self, value, depth: ["c", value.real, value.imag],
    bytes: lambda self, value, depth: ["b", bytes.hex(value)],
    list: Encoder._list,
    tuple: Encoder._tuple,
    dict: Encoder._dict,
    **dict.fromkeys((Counter, OrderedDict, defaultdict), Encoder._dict_of_kind),
    deque: Encoder._deque,
    **dict.fromkeys(VIEWS, Encoder._view),
    set: Encoder._set,
    frozenset: Encoder._frozenset,
    range: lambda self, value, depth: [
        "r", *self._items((value.start, value.stop, value.step), depth)
    ],
    slice: lambda self, value, depth: [
        ":", *self._items((value.start, value.stop, value.step), depth)
    ],
    type(Ellipsis): lambda self, value, depth: ["..."],
    np.ndarray: Encoder._array,
    np.dtype: lambda self, value, depth: (
        ["D", value.str]
        if value.kind in array_memory.KINDS and value.itemsize
        else self._refer(value)
    ),
    np.random.Generator: Encoder._generator,
    datetime.date: Encoder._date,
    datetime.datetime: Encoder._moment,
    datetime.time: Encoder._moment,
    datetime.timedelta: lambda self, value, depth: [
        "+", value.days, value.seconds, value.microseconds
    ],
    **dict.fromkeys((PurePath, type(Path())), Encoder._path),
    re.Pattern: Encoder._pattern,
    type: Encoder._type,
}  # fmt: skip
# numpy's own scalar classes are looked up before their bases, so that float64 is no plain float.
_WRITERS |= {kind: Encoder._scalar for kind in set(np.sctypeDict.values())}

_KEYS = {
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    range,
    type(Ellipsis),
    Fraction,
    Decimal,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
    re.Pattern,
}


def _is_plain_key(kind: type, value: Any) -> bool:
    return (
        kind in _KEYS
        or (issubclass(kind, (int, str)) and kind.__hash__ in (int.__hash__, str.__hash__))
        or (issubclass(kind, np.generic) and kind in TYPE_NAMES)
        or (kind is type and value in TYPE_NAMES)
    )
