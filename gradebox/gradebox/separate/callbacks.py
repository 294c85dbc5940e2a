"""Stand-ins in the student's process for what a test hands to an answer to call.

A function arrives as a function. An object that can be called (`functools.partial`, `np.poly1d`, a
connection to a database) arrives as an object with nothing else to it: whatever more an answer
asks of it is noted, since the answer may be right.
"""

import inspect
import keyword
from collections.abc import Callable
from types import FunctionType
from typing import Any

from gradebox.separate.functions import signature

_PLAIN = inspect.Parameter.POSITIONAL_OR_KEYWORD

Note = Callable[[str, str], None]
"""Takes the name of an object's class, and the name that it was asked for."""


def describe(value: Any) -> dict[str, Any]:
    """Return what a reference says of something of the tests' that can be called."""
    name = getattr(value, "__name__", None)
    if type(name) is not str:
        opens = hasattr(type(value), "__enter__") and hasattr(type(value), "__exit__")
        return {"object": type(value).__name__} | ({"opens": True} if opens else {})
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return {"name": name}
    told = [[p.name, int(p.kind), p.default is not p.empty] for p in parameters]
    return {"name": name, "parameters": told}


def stand_in(call: Callable[..., Any], said: dict[str, Any], note: Note) -> Callable[..., Any]:
    """Return what an answer gets for something that `describe` described."""
    if "object" in said:
        return _object(call, said["object"], "opens" in said, note)
    parameters = said.get("parameters")
    if parameters is None or any(kind != _PLAIN or has for _, kind, has in parameters):
        made = _with_any(call, parameters)
    else:
        made = _with_parameters(call, [name for name, _, _ in parameters])
    made.__name__ = made.__qualname__ = said["name"]
    made.__code__ = made.__code__.replace(co_name=said["name"], co_qualname=said["name"])
    return made


def _with_parameters(call: Callable[..., Any], names: list[str]) -> FunctionType:
    """Return a function of just these parameters: an answer may ask how many it takes."""
    if not all(name.isidentifier() and not keyword.iskeyword(name) for name in names):
        return _with_any(call, None)
    listed, free = ", ".join(names), "call" + "_" * max(map(len, ["", *names]))
    code = compile(f"lambda {listed}: {free}({listed})", __file__, "eval")
    made: FunctionType = eval(code, {free: call})
    return made


def _with_any(call: Callable[..., Any], parameters: list[Any] | None) -> FunctionType:
    def call_back(*args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    if parameters is not None:
        said = [[*parameter, ...] for parameter in parameters]
        call_back.__signature__ = signature(said)  # type: ignore[attr-defined]
    return call_back  # type: ignore[return-value]


class _TestsObject:
    """An object of the tests' that can be called; a class derived from this says how."""

    __call__: Callable[..., Any]


def _object(call: Callable[..., Any], kind: str, opens: bool, note: Note) -> _TestsObject:
    def lack(self: Any, name: str) -> Any:
        if not name.startswith("_"):
            note(kind, name)
        raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=self)

    def ask(self: Any, *args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    def enter(self: Any, *error: Any) -> Any:
        note(kind, "__enter__")
        raise TypeError(f"{kind!r} object does not support the context manager protocol")

    methods: dict[str, Callable[..., Any]] = {"__call__": ask, "__getattr__": lack}
    if opens:  # `with` looks at the class, and asks no `__getattr__`
        methods |= {"__enter__": enter, "__exit__": enter}
    made: _TestsObject = type(kind, (_TestsObject,), methods)()
    return made


def is_stand_in(value: Any) -> bool:
    """Return True for what may be a stand-in: to look it up runs no code of the student's."""
    return type(value) is FunctionType or issubclass(type(value), _TestsObject)
