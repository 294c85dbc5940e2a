"""Stand-ins in the student's process for what a test hands to an answer to call.

A function arrives as a function. An object that can be called (`functools.partial`, `np.poly1d`, a
connection to a database) arrives as an object with nothing else to it: whatever more an answer
asks of it is noted, since the answer may be right.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

Note = Callable[[str, str], None]
"""Takes the name of an object's class, and the name that it was asked for."""


def describe(value: Any) -> dict[str, str]:
    """Return what a reference says of something of the tests' that can be called."""
    name = getattr(value, "__name__", None)
    return {"name": name} if type(name) is str else {"object": type(value).__name__}


def stand_in(call: Callable[..., Any], said: dict[str, str], note: Note) -> Callable[..., Any]:
    """Return what an answer gets for something that `describe` described."""
    if "object" in said:
        return _object(call, said["object"], note)

    def call_back(*args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    call_back.__name__ = call_back.__qualname__ = said["name"]
    return call_back


class _TestsObject:
    """An object of the tests' that can be called; a class derived from this says how."""

    __call__: Callable[..., Any]


def _object(call: Callable[..., Any], kind: str, note: Note) -> _TestsObject:
    def lack(self: Any, name: str) -> Any:
        if not name.startswith("_"):
            note(kind, name)
        raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)

    def ask(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    made: _TestsObject = type(kind, (_TestsObject,), {"__call__": ask, "__getattr__": lack})()
    return made


def is_stand_in(value: Any) -> bool:
    """Return True for what may be a stand-in: to look it up runs no code of the student's."""
    return type(value) is FunctionType or issubclass(type(value), _TestsObject)
