"""Objects of classes that a set-up cell gives to both processes, as `Node`, `Point` or `Color`.

The cell defines them, or imports them from a file beside the notebook (`from nodes import Node`).
They cross as the names of their class and attributes, and as values. Each end makes an object of
its own class of that name, whose `__init__` is not run. So methods and comparisons in the tests'
process are the instructor's, on what the student's object holds. An attribute that would take the
place of a method, a property or a constant (`SIZE`) of the class does not cross, nor one that
Python or IPython looks for (`_repr_html_`).
"""

import contextlib
import dataclasses
import enum
import functools
import sys
import types
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from gradebox.separate.derived import JUDGES

_MAX_NAME = 100  # characters
_MISSING = object()


def _cached(tell: Callable[[type], bool]) -> Callable[[Any], bool]:
    return functools.lru_cache(maxsize=256)(tell)


def _is_name(name: Any) -> bool:
    return type(name) is str and len(name) <= _MAX_NAME and name.isidentifier()


@_cached
def is_enum(kind: type) -> bool:
    """Return True for a class of named constants, each of which is one object."""
    return issubclass(kind, enum.Enum) and not issubclass(kind, enum.Flag)


@_cached
def is_plain(kind: type) -> bool:
    """Return True for a class of a notebook's whose objects are no more than their attributes."""
    is_class = _is_of_notebook(kind.__module__) and not issubclass(kind, enum.Enum)
    return is_class and kind.__new__ is object.__new__ and not kind.__itemsize__


def _is_of_notebook(module: str) -> bool:
    """Return True for the notebook itself and for a file in its folder."""
    file = getattr(sys.modules.get(module), "__file__", None)
    is_beside = type(file) is str and Path.cwd() in Path(file).parents
    return module == "__main__" or is_beside


@_cached
def is_frozen(kind: type) -> bool:
    """Return True for the class of a dataclass whose objects do not change."""
    how = vars(kind).get("__dataclass_params__")
    return is_plain(kind) and bool(getattr(how, "frozen", False))


@_cached
def has_value_as_hash(kind: type) -> bool:
    """Return True if objects that hold the same are the same key."""
    how = vars(kind).get("__dataclass_params__")
    return is_frozen(kind) and bool(getattr(how, "eq", False)) and "__eq__" in vars(kind)


def _may_cross(name: Any) -> bool:
    return _is_name(name) and not (name.startswith("_") and name.endswith("_"))


def _place(kind: Any, name: Any) -> Any:
    """Return where an object keeps this attribute: a slot, None for its dict; or _MISSING."""
    if not _may_cross(name):
        return _MISSING
    # Each time anew: a later cell may give the class a method of that name.
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), _MISSING)
    if type(found) is types.MemberDescriptorType:
        return found
    if found is _MISSING:
        is_believed = name in JUDGES or (name == "shape" and _is_bare_list(kind))
        return _MISSING if is_believed else None  # by pandas, and by numpy
    if _is_default(kind, name, found):
        return None
    is_constant = name.isupper() and len(name) > 1
    return _MISSING if is_constant or callable(found) or hasattr(type(found), "__get__") else None


def _is_bare_list(kind: Any) -> bool:
    """Return True if numpy takes objects for lists, and no method of theirs speaks of a shape.

    One with no items and the shape () would equal any number.
    """
    methods = (each for base in kind.__mro__ for each in vars(base).values())
    codes = (each.__code__ for each in methods if isinstance(each, types.FunctionType))
    return hasattr(kind, "__getitem__") and not any("shape" in code.co_names for code in codes)


def _is_default(kind: Any, name: str, found: Any) -> bool:
    """Return True for the default of a dataclass's field, which may be a function."""
    return name in getattr(kind, "__dataclass_fields__", ()) and any(
        each.name == name and each.default is found for each in dataclasses.fields(kind)
    )


def attributes_of(value: Any) -> list[Any]:
    """Return the attributes of an object of such a class: name, value, name, value."""
    kind: Any = type(value)
    found: list[Any] = []
    for base in kind.__mro__:
        for name, slot in vars(base).items():
            if type(slot) is types.MemberDescriptorType and _place(kind, name) is slot:
                try:
                    found += [name, slot.__get__(value)]
                except AttributeError:
                    continue
    for name, held in _dict_of(value).items():
        if _place(kind, name) is None:
            found += [name, held]
    return found


def _dict_of(value: Any) -> dict[str, Any]:
    try:
        return object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}


def fill(value: Any, items: list[Any]) -> None:
    """Give an object these attributes in the place of its own; ValueError if they are none."""
    kind: Any = type(value)
    for name in attributes_of(value)[::2]:
        slot = _place(kind, name)
        if slot is None:
            del _dict_of(value)[name]
        else:
            slot.__delete__(value)
    give(value, items)


def give(value: Any, items: list[Any]) -> None:
    """Give an object these attributes, too; ValueError if they are none."""
    kind: Any = type(value)
    for name, held in zip(items[::2], items[1::2], strict=True):
        if not _may_cross(name):
            raise ValueError("an attribute that does not cross")
        slot = _place(kind, name)
        if slot is _MISSING:  # the other end's class has no such method
            continue
        if slot is None:
            _dict_of(value)[name] = held
        else:
            with contextlib.suppress(TypeError):  # of exceptions, some keep numbers only
                slot.__set__(value, held)


def new(kind: Any, name: Any) -> Any:
    """Return an object of a class without attributes, or of a new class that has no more.

    ValueError if its name is none.
    """
    if not _is_name(name):
        raise ValueError("no name of a class")
    is_known = isinstance(kind, type) and is_plain(kind)
    try:
        return object.__new__(kind if is_known else _bare(name))
    except TypeError:  # an abstract class, which has no objects
        return object.__new__(_bare(name))


@functools.lru_cache(maxsize=256)
def _bare(name: str) -> type:
    return type(name, (), {"__module__": "__main__"})


def member(kind: Any, name: Any) -> Any:
    """Return the constant of that name; the name itself where the class has none."""
    if not _is_name(name):
        raise ValueError("no name of a constant")
    is_known = isinstance(kind, type) and is_enum(kind)
    return kind.__members__.get(name, name) if is_known else name


class Shared:
    """The classes that an end shares with the other one, by their names."""

    def __init__(
        self, names: Collection[str] = (), value_of: Callable[[str], Any] = lambda name: None
    ):
        """Take the names that set-up cells give, and what this end means by a name."""
        self._names = frozenset(names)
        self._value_of = value_of

    def called(self, name: Any) -> type | None:
        """Return the class of that name; None if there is none."""
        value = self._value_of(name) if type(name) is str and name in self._names else None
        return value if isinstance(value, type) else None

    def has(self, kind: type) -> bool:
        """Return True if this is such a class."""
        return kind.__name__ in self._names and self.called(kind.__name__) is kind

    def has_exception(self, kind: type) -> bool:
        """Return True if this is such a class, or derives from one, and its objects are raised."""
        return issubclass(kind, Exception) and any(map(self.has, kind.__mro__))

    def exception(self, name: Any) -> type[Exception] | None:
        """Return the class of exceptions of that name; None if there is none."""
        kind = self.called(name)
        return kind if kind is not None and issubclass(kind, Exception) else None

    def has_objects(self, value: Any) -> bool:
        """Return True if a value is an object of such a class and can cross as what it holds."""
        kind = type(value)
        return self.has(kind) and (is_enum(kind) or is_plain(kind))
