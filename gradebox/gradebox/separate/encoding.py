"""The form in which values cross between the two processes: JSON and blocks of bytes.

A closed list: None, booleans, numbers (`Fraction` and `Decimal` too), text, bytes, lists, deques,
tuples and named tuples, dicts (also `Counter`, `OrderedDict` and `defaultdict`) and their views,
sets, ranges, slices, `...`, dates, times and paths, compiled patterns (see `patterns`), objects of
classes that both processes have (see `shared`), numpy's scalars and arrays of numbers, text or
dates, random generators, pandas' tables (see `tables`), and builtin types by name. `encoder` writes
them and `decoder` reads them.

None, booleans, floats but NaN, whole numbers of 64 bits and text are themselves. All else is a list
of a tag and its parts, here with coded values as `v`:

    int               ["i", hex]              list, tuple        ["l", v, ...]  ["t", v, ...]
    NaN               ["N", number]           set, frozenset     ["s", v, ...]  ["f", v, ...]
    complex           ["c", real, imaginary]  dict               ["d", key, v, ...]
    Fraction          ["q", hex, hex]         Counter and such   ["m", class, factory, key, v, ...]
    Decimal           [".", text]             compiled pattern   ["~", flags, v]
    text with half    ["u", hex]              deque              ["Q", longest, v, ...]
      a surrogate                             view of a dict     ["V", "keys", v, ...]
    bytes             ["b", hex]              named tuple        ["y", class, [field, ...], v, ...]
    path              ["/", text]             shared object      ["O", class, attribute, v, ...]
    date, time        ["@", class, text]      constant of enum   ["E", class, name]
    timedelta         ["+", days, s, µs]      pandas' table      ["P", kind, v, ...]
    range, slice      ["r", v, v, v]  [":", v, v, v]
    Ellipsis, class   ["..."]  ["T", name]
    numpy's dtype     ["D", dtype]            numpy's scalar     ["n", dtype, hex or text]
    array             ["a", may be written to, refuses, block, dtype, shape, strides, offset]
    of objects        ["o", shape, v, ...]    random generator   ["g", part of its state, ...]
    a value again     ["=", number]           text of a path in one's own folder  ["h", v]

Each list, dict, set, tuple, array and table of a message has a number, the same at both ends: a
second mention is that number, which keeps shared and circular references, and lets a reply speak of
the arguments of the call. So has each object that is NaN: two of them are two members of a set. A
dict refers to what does not cross: both ends say what it stands for.
"""

import builtins
import datetime
import math
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np

from gradebox import plugins

MAX_DEPTH = 100
MAX_NODES = 200_000
"""Lists, dicts, sets, tuples, arrays and tables in a message."""
MAX_DIGITS = 10_000
"""Of a fraction or a decimal number: with many more, arithmetic takes minutes."""
MAX_PATH = 4_096
NANS = (math.nan, np.nan)
"""Objects that both ends have; their numbers are 0 and 1."""

TYPES: dict[str, type] = {
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
    **{kind.__name__: kind for kind in (datetime.date, datetime.datetime)},
    **{kind.__name__: kind for kind in (datetime.time, datetime.timedelta)},
    "numpy.ndarray": np.ndarray,
    **{
        f"numpy.{kind.__name__}": kind
        for kind in (*np.sctypeDict.values(), np.number, np.integer, np.floating, np.inexact)
    },
}  # fmt: skip
TYPE_NAMES = {kind: name for name, kind in TYPES.items()}
DICTS: dict[str, type[dict]] = {k.__name__: k for k in (Counter, OrderedDict, defaultdict)}
VIEWS: dict[type, str] = {
    type(getattr(kind(), name)()): name
    for kind in (dict, OrderedDict)
    for name in ("keys", "values", "items")
}
FACTORIES = (
    *(bool, int, float, complex, str, bytes, list, tuple, dict, set, frozenset),
    *(Counter, OrderedDict, deque, Fraction, Decimal),
)


def can_make(factory: Any) -> bool:
    """Return True for what a defaultdict may have at the other end to make values of."""
    is_function = isinstance(factory, FunctionType)
    return factory is None or is_function or any(factory is kind for kind in FACTORIES)


def guarded_class() -> type | None:
    """Return the class of arrays that refuse ready-made products, if a plugin has one."""
    guard = plugins.guard()
    return guard[0] if guard else None
