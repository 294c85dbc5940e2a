"""Objects of the student's own classes that derive from tuple, list, dict or set.

One that is no more than what it holds crosses as that: a named tuple with the names of its fields,
any other as a plain value. One that has more, as a stack with a method `push`, is an object of the
student's for tests that know its class. It is compared by what it holds, in the tests' process: its
own `__eq__` is not asked.
"""

import functools
import keyword
from collections import namedtuple
from typing import Any, NamedTuple

MAX_FIELDS = 100
JUDGES = frozenset({"equals", "eq", "ne", "compare"})
"""Methods by which a table of pandas says whether another one is the same."""
_MAX_NAME = 100  # characters
_BASES: tuple[type[Any], ...] = (list, tuple, dict, set, frozenset)


class _Plain(list[Any]):
    """A class with no more than a list."""


class _Pair(NamedTuple):
    """A class with no more than a named tuple."""

    first: Any
    second: Any


_OF_MAKING = {"__init__", "__str__"}
_ORDINARY = (vars(_Plain).keys() | vars(_Pair).keys()) - set(_Pair._fields)


def has_more(value: Any) -> bool:
    """Return True if a value derives from a list or the like, and has more than it holds."""
    kind = type(value)
    base = _base_of(kind)
    if base is None or kind is base or kind.__module__ != "__main__":
        return False
    return bool(getattr(value, "__dict__", None)) or _own_names(kind, base)


def _own_names(kind: type, base: type) -> bool:
    derived = [each for each in kind.__mro__ if each not in base.__mro__]
    ordinary = _ORDINARY | set(getattr(kind, "_fields", ()))
    return any(vars(each).keys() - ordinary for each in derived)


def has_other(value: Any) -> bool:
    """Return True if a value derives from a list or the like, and does what it does in its own way.

    As a plain value it would give other items, say, or be equal to something else.
    """
    kind = type(value)
    base = _base_of(kind)
    if base is None or kind is base or kind.__module__ != "__main__":
        return False
    names = {name for each in kind.__mro__ if each not in base.__mro__ for name in vars(each)}
    return bool(names.difference(_ORDINARY, _OF_MAKING) & {*dir(base), "__missing__"})


def _base_of(kind: type) -> type | None:
    return next((base for base in _BASES if issubclass(kind, base)), None)


def contents(value: Any) -> Any:
    """Return what an object that `has_more` holds, as a value of the class it derives from."""
    base: Any = _base_of(type(value))
    if base is None:
        raise TypeError(f"a {type(value).__name__} holds nothing that can be compared")
    return base.copy(value) if hasattr(base, "copy") else base(base.__iter__(value))


def is_contents(value: Any) -> bool:
    """Return True for what `contents` may give."""
    return type(value) in _BASES


def fields_of(value: tuple) -> list[str] | None:
    """Return the names of a named tuple's fields; None for any other tuple."""
    fields = getattr(type(value), "_fields", None)
    if type(fields) is not tuple or tuple.__len__(value) != len(fields):
        return None
    name = type(value).__name__
    return [*fields] if name != "tuple" and _are_names(name, *fields) else None


def is_named_tuple(value: Any) -> bool:
    """Return True for a named tuple of a class that has no more than what all of them have."""
    kind = type(value)
    return (
        isinstance(value, tuple)
        and kind.__mro__[1:] == (tuple, object)
        and not _own_names(kind, tuple)
        and fields_of(value) is not None
    )


def _are_names(*names: Any) -> bool:
    """Return True for what may be names of a named tuple and of its fields."""
    return (
        len(names) <= MAX_FIELDS + 1
        and all(type(name) is str and len(name) <= _MAX_NAME for name in names)
        and len(set(names[1:])) == len(names[1:])
        and all(name.isidentifier() and not keyword.iskeyword(name) for name in names)
        and not any(name.startswith("_") for name in names[1:])
        # numpy would believe it, and compare an empty tuple of shape () with any number
        and not {"shape", *JUDGES} & {*names[1:]}
    )


def named_tuple_class(known: Any, name: Any, fields: Any) -> type[tuple]:
    """Return `known` if it is such a class, or else a new one of these names.

    ValueError if they are none.
    """
    if type(name) is not str or type(fields) is not list or not _are_names(name, *fields):
        raise ValueError("no names of a named tuple")
    if (
        isinstance(known, type)
        and issubclass(known, tuple)
        and known.__name__ == name
        and getattr(known, "_fields", None) == tuple(fields)
    ):
        return known
    return _new_class(name, tuple(fields))


@functools.lru_cache(maxsize=256)
def _new_class(name: str, fields: tuple[str, ...]) -> type[tuple]:
    return namedtuple(name, fields)  # type: ignore[misc]
