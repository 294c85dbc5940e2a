"""The values that can cross between the two processes, as JSON and blocks of bytes. A closed list.

None, booleans, numbers (`Fraction` and `Decimal` too), text, bytes, lists, deques, tuples and named
tuples, dicts (also `Counter`, `OrderedDict` and `defaultdict`) and their views, sets, ranges,
slices, `...`, dates, times and paths, objects of classes that both processes have (see `shared`),
numpy's scalars and arrays of numbers, text or dates, random generators, pandas' tables (see
`tables`), and builtin types by name. A value of a class derived from one of these crosses as the
plain value that it holds, unless `is_object` says otherwise (see `derived`). Anything else is for
`reference` to name or to refuse. Nothing that arrives is imported or run.

Each list, dict, set, tuple, array and table of a message has a number, the same at both ends: a
second mention is that number, which keeps shared and circular references, and lets a reply speak of
the arguments of the call.

What JSON has no form for is a list of a tag and its parts, as ["c", 0.0, 1.0] for 1j; a dict refers
to what does not cross. `_READERS` is the table of tags.
"""

import builtins
import datetime
import functools
import math
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from gradebox import plugins
from gradebox.separate import array_memory, derived, shared, tables
from gradebox.separate.shared import Shared
from gradebox.separate.wire import Blob, WireError

MAX_DEPTH = 100
_DEEP = MAX_DEPTH - 10
MAX_NODES = 200_000
"""Lists, dicts, sets, tuples, arrays and tables in a message."""
_HIGHEST = 10_000
"""How many tuples may hold one another: with many more, `hash` would end the process."""
MAX_DIGITS = 10_000
"""Of a fraction or a decimal number: with many more, arithmetic takes minutes."""
MAX_PATH = 4_096
_INT64 = 2**63
_PENDING = object()  # in place of a numbered value that is not complete

_TYPES: dict[str, type] = {
    **{
        kind.__name__: kind
        for kind in vars(builtins).values()
        if isinstance(kind, type)
        and (kind in (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)
             or issubclass(kind, BaseException) or kind in (object, range, slice))
    },
    "NoneType": type(None),
    "Decimal": Decimal,
    "Fraction": Fraction,
    **{kind.__name__: kind for kind in (Counter, OrderedDict, defaultdict, deque)},
    **{kind.__name__: kind for kind in (datetime.date, datetime.datetime, datetime.timedelta)},
    "numpy.ndarray": np.ndarray,
    **{
        f"numpy.{kind.__name__}": kind
        for kind in (*np.sctypeDict.values(), np.number, np.integer, np.floating, np.inexact)
    },
}  # fmt: skip
_TYPE_NAMES = {kind: name for name, kind in _TYPES.items()}
_DICTS: dict[str, type[dict]] = {k.__name__: k for k in (Counter, OrderedDict, defaultdict)}
_VIEWS: dict[type, str] = {
    type(getattr(kind(), name)()): name
    for kind in (dict, OrderedDict)
    for name in ("keys", "values", "items")
}
_FACTORIES = (bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset)


class CannotCross(TypeError):
    """A value that is not on the list; the message says which and what is."""


def _describe(value: Any) -> str:
    return f"a value of type {type(value).__name__}"


def _guarded_class() -> type | None:
    guard = plugins.guard()
    return guard[0] if guard else None


def refuse(value: Any) -> Any:
    """Raise CannotCross for any value: the `reference` that refuses everything."""
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


class Encoder:
    """Turns the values of one message into JSON and blobs.

    `reference` gives the JSON dict for a value that is not on the list, or raises CannotCross.
    `known` are the numbered values of the message that this one answers. Arrays that refuse
    anything (a plugin's `guard`) go on doing so only with `keep_guards`. `is_object` says of a
    value of a derived class that it is to be referred to. `note_class` is given the class of each
    named tuple. `classes` are those that the other end has, too.
    """

    def __init__(
        self,
        reference: Callable[[Any], Any] = refuse,
        known: Sequence[Any] = (),
        keep_guards: bool = False,
        is_object: Callable[[Any], bool] = lambda value: False,
        note_class: Callable[[type], None] = lambda kind: None,
        classes: Shared | None = None,
    ):
        self._shared = classes or Shared()
        self._reference = reference
        self._is_object = is_object
        self._note_class = note_class
        self._nodes: list[Any] = list(known)
        self._numbers = {id(node): number for number, node in enumerate(known)}
        self._open: set[int] = set()  # tuples and frozensets that we are inside of
        self._tables = 0  # how many tables we are inside of
        self._arrays: list[tuple[np.ndarray, list]] = []
        self._keep_guards = keep_guards
        self.guarded = False

    def encode(self, value: Any, depth: int = 0) -> Any:
        """Return the JSON for `value`."""
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if kind is int:
            return value if -_INT64 <= value < _INT64 else ["i", hex(value)]
        if kind is str:
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
            if self._shared.has_objects(value):
                return self._shared_object(value, depth)
            if self._is_object(value):
                return self._refer(value)
        for base in kind.__mro__:
            write = _WRITERS.get(base)
            if write is not None:
                return write(self, value, depth)
        return self._refer(value)

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
        return Encoded([block.data.data for block in laid_out], self._nodes, laid_out)

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
            return self._refer(value)
        self._number(value)
        return ["O", name, *self._items(shared.attributes_of(value), depth)]

    def _is_key(self, value: Any) -> bool:
        """Return True if this can be a dict's key or a set's member at the other end."""
        kind = type(value)
        if kind in (tuple, frozenset) or derived.is_named_tuple(value):
            return all(map(self._is_key, kind.__iter__(value)))
        if _is_plain_key(kind, value):
            return True
        if not self._shared.has(kind):
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
        name, items = _VIEWS[type(value)], list(value)
        keys = [key for key, _ in items] if name == "items" else items
        if name != "values" and not all(map(self._is_key, keys)):
            return self._refer(value)
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
            return self._refer(value)
        return self._immutable("f", value, items, depth)

    def _set(self, value: Any, depth: int) -> Any:
        items = tuple(set.__iter__(value))
        if not all(map(self._is_key, items)):
            return self._refer(value)
        self._number(value)
        return ["s", *self._items(items, depth)]

    def _dict(self, value: Any, depth: int) -> Any:
        pairs = listed(value)
        if not all(map(self._is_key, pairs[::2])):
            return self._refer(value)
        self._number(value)
        return ["d", *self._items(pairs, depth)]

    def _dict_of_kind(self, value: dict, depth: int) -> Any:
        """Counter and OrderedDict, and defaultdict with a builtin type; what derives is a dict."""
        kind = type(value)
        made_by = value.default_factory if type(value) is defaultdict else None
        if kind not in _DICTS.values() or not _can_make(made_by):
            return self._dict(value, depth)
        coded = self._dict(value, depth)
        is_dict = type(coded) is list and coded[0] == "d"
        return ["m", kind.__name__, self.encode(made_by), *coded[1:]] if is_dict else coded

    def _array(self, value: np.ndarray, depth: int) -> Any:
        plain = value.view(np.ndarray) if type(value) is not np.ndarray else value
        if isinstance(value, np.ma.MaskedArray):
            return self._refer(value)
        if plain.dtype == object:
            self._number(value)
            return ["o", list(plain.shape), *self._items(listed(plain), depth)]
        if plain.dtype.kind not in array_memory.KINDS or not plain.dtype.itemsize:
            return self._refer(value)
        if plain.nbytes > array_memory.MAX_BLOBS:  # perhaps a few bytes, repeated
            raise CannotCross(f"an array of {plain.nbytes / 2**20:,.0f} MB cannot be handed over")
        self._number(value)
        guarded = self._keep_guards and type(value) is _guarded_class()
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
        return ["n", value.dtype.str, value.tobytes().hex()]

    def _generator(self, value: np.random.Generator, depth: int) -> Any:
        state = generator_state(value)
        if state is None:
            return self._refer(value)
        self._number(value)
        return ["g", *state]

    def _type(self, value: type, depth: int) -> Any:
        if value in _TYPE_NAMES:
            return ["T", _TYPE_NAMES[value]]
        return self._refer(value)

    def _int(self, value: int, depth: int) -> Any:
        return self.encode(int.__pos__(value))

    def _str(self, value: str, depth: int) -> Any:
        return self.encode(str.__str__(value))

    def _fraction(self, value: Fraction, depth: int) -> Any:
        parts = value.numerator, value.denominator
        if any(type(part) is not int or part.bit_length() > 3 * MAX_DIGITS for part in parts):
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

    def _float(self, value: float, depth: int) -> Any:
        return float.__pos__(value)


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
    **dict.fromkeys(_VIEWS, Encoder._view),
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
    PurePath: Encoder._path,
    type: Encoder._type,
}  # fmt: skip
# numpy's own scalar classes are looked up before their bases, so that float64 is no plain float.
_WRITERS |= {kind: Encoder._scalar for kind in set(np.sctypeDict.values())}


def listed(node: Any) -> list:
    """Return the contents of a container, in a flat list."""
    if isinstance(node, np.ndarray):
        return list(node.ravel())
    if isinstance(node, dict):
        pairs = OrderedDict.items(node) if isinstance(node, OrderedDict) else dict.items(node)
        return [part for pair in pairs for part in pair]
    if shared.is_plain(type(node)):
        return shared.attributes_of(node)
    return list(type(node).__iter__(node))


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
}


def _is_plain_key(kind: type, value: Any) -> bool:
    return (
        kind in _KEYS
        or (issubclass(kind, (int, str)) and kind.__hash__ in (int.__hash__, str.__hash__))
        or (issubclass(kind, np.generic) and kind in _TYPE_NAMES)
        or (kind is type and value in _TYPE_NAMES)
    )


def _can_make(factory: Any) -> bool:
    """Return True for what a defaultdict may have at the other end to make values of."""
    return factory is None or any(factory is kind for kind in _FACTORIES)


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


class Decoder:
    """Turns JSON and blobs back into values. Raises WireError, and nothing else, if it cannot.

    `resolve` gives the value for the JSON dict that a `reference` made. `known` are the numbered
    values of the message that this one answers. Guarded arrays arrive only with `may_guard`.
    `class_called` gives what this end calls by the name of a named tuple's class, and `classes` are
    those that the other end has, too.
    """

    def __init__(
        self,
        blobs: Sequence[memoryview],
        resolve: Callable[[dict], Any] | None = None,
        known: Sequence[Any] = (),
        may_guard: bool = False,
        class_called: Callable[[Any], Any] = lambda name: None,
        classes: Shared | None = None,
    ):
        self._shared = classes or Shared()
        self._class_called = class_called
        self._blobs = blobs
        self._resolve = resolve
        self._may_guard = may_guard
        self._tables = 0  # how many tables we are inside of
        self.nodes: list[Any] = list(known)
        self.blocks: dict[int, array_memory.Block] = {}
        self._bytes = 0
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
        made = shared.new(self._shared.called(coded[1]), coded[1])
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
        kind, made_by = _DICTS[coded[1]], self._decode(coded[2], depth)
        if not _can_make(made_by) or (made_by is not None and kind is not defaultdict):
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
            made = made.view(_guarded_class() or np.ndarray)
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
        return np.frombuffer(data, dtype)[0]

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


def _bounds(self: Decoder, coded: list, depth: int) -> list:
    start, stop, step = self._items(coded[1:], depth)
    return [start, stop, step]


_READERS: dict[str, Callable[[Decoder, list, int], Any]] = {
    "=": Decoder._same,
    "i": lambda self, coded, depth: _whole(coded[1]),
    "u": lambda self, coded, depth: bytes.fromhex(coded[1]).decode("utf-8", "surrogatepass"),
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
    "E": lambda self, coded, depth: shared.member(self._shared.called(coded[1]), coded[2]),
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
    "T": lambda self, coded, depth: _TYPES[coded[1]],
    "g": Decoder._generator,
    "P": Decoder._table,
    "@": lambda self, coded, depth: _moment(*coded[1:]),
    "+": lambda self, coded, depth: _span(*coded[1:]),
    "/": lambda self, coded, depth: _path(self._decode(coded[1], depth)),
}


def plain_copy(value: Any) -> Any:
    """Return the value as it would arrive; CannotCross if some of it is not plain."""
    encoder = Encoder()
    coded = encoder.encode(value)
    blobs = [memoryview(blob).cast("B") for blob in encoder.finish().blobs]
    return Decoder(blobs).decode(coded)


def state_of(table: Any) -> list:
    """Return all that can be seen of a table, to find out later whether it has changed."""
    encoder = Encoder()
    return [repr(encoder.encode(table)), *encoder.array_contents()]


def fill(node: Any, items: list) -> None:
    """Put `items`, a flat list, into a list, dict, set or array of objects in place of its own.

    Into a table, what another one holds.
    """
    if tables.is_table(node):
        try:
            (new,) = items
            return tables.refill(node, new)
        except (TypeError, ValueError):
            raise WireError("a change of a table to what is none") from None
    if shared.is_plain(type(node)):
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
