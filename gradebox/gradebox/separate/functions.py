"""Stand-ins in the tests' process for the student's functions: real Python functions that ask."""

import ast
import functools
import inspect
import linecache
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gradebox.separate import exceptions

Ask = Callable[..., Any]

_OF_A_CACHE = ("cache_info", "cache_clear", "cache_parameters")
_FILE = "<the student's "  # what the code of a stand-in goes by begins so
_MAX_SOURCE = 100_000
_numbers = iter(range(1, 2**62))


def _on_one_line(make: Callable[..., types.FunctionType]) -> Callable[..., types.FunctionType]:
    """Return the same function as if all of it stood on line 1.

    In a traceback, line 1 of a stand-in is the line of the student's that begins with `def`.
    """
    tree = ast.parse(inspect.getsource(make))
    for node in ast.walk(tree):
        if hasattr(node, "lineno"):
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
    tree.body[0].decorator_list = []  # type: ignore[attr-defined]
    made: dict[str, Any] = {}
    exec(compile(tree, __file__, "exec"), globals(), made)
    return made[make.__name__]


@_on_one_line
def _caller(ask: Ask) -> types.FunctionType:
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return ask("call", (call, *args), kwargs)
        except BaseException as error:
            frames = error.__traceback__
            raise error.with_traceback(_without_ours(frames and frames.tb_next))  # noqa: B904

    return call  # type: ignore[return-value]


def _without_ours(frames: types.TracebackType | None) -> types.TracebackType | None:
    """Return a traceback without its first frames, as far as they are of this package."""
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(exceptions.HERE):
        frames = frames.tb_next
    return frames


def student_function(ask: Ask, about: dict[str, Any]) -> types.FunctionType:
    """Return a function that calls the student's, with its name, docstring and signature."""
    name = exceptions.name_or(about.get("name"), "student_function")
    file = f"{_FILE}{name}, {next(_numbers)}>"
    proxy = _caller(ask)
    for path in (file, str(Path(file).absolute())):  # or a traceback looks through all modules
        inspect.modulesbyfile[path] = "__main__"  # type: ignore[attr-defined]
    proxy.__code__ = proxy.__code__.replace(co_filename=file, co_name=name, co_qualname=name)
    proxy.__name__ = proxy.__qualname__ = name
    proxy.__module__ = "__main__"
    proxy.__annotations__ = {}
    doc, source, parameters = about.get("doc"), about.get("source"), about.get("parameters")
    proxy.__doc__ = doc if type(doc) is str else None
    if about.get("is_cached") is True:
        for of_cache in _OF_A_CACHE:
            setattr(proxy, of_cache, functools.partial(_ask_method, ask, proxy, of_cache))
    if type(source) is str and len(source) <= _MAX_SOURCE:
        lines = source.splitlines(keepends=True)
        linecache.cache[file] = (len(source), None, lines, file)  # for inspect.getsource
    if type(parameters) is list:
        proxy.__signature__ = signature(parameters)  # type: ignore[attr-defined]
    return proxy


def is_student_function(value: Any) -> bool:
    """Return True if a value is what `student_function` has made."""
    return type(value) is types.FunctionType and value.__code__.co_filename.startswith(_FILE)


def _ask_method(ask: Ask, proxy: types.FunctionType, name: str) -> Any:
    return ask("call", (ask("attribute", (proxy, name)),))


def describe_function(function: Any) -> dict[str, Any]:
    """Return a description for `student_function`. Defaults are given as they are."""
    about: dict[str, Any] = {"kind": "function", "name": getattr(function, "__name__", "")}
    about["doc"] = getattr(function, "__doc__", None)
    about["is_cached"] = isinstance(function, functools._lru_cache_wrapper)
    try:
        function = inspect.unwrap(function)
        known = inspect.signature(function)
    except (ValueError, TypeError):
        return about
    about["parameters"] = [
        [p.name, int(p.kind), p.default is not p.empty, None if p.default is p.empty else p.default]
        for p in known.parameters.values()
    ]
    if isinstance(function, types.FunctionType):
        code = function.__code__
        last = max(_last_line(code), code.co_firstlineno)
        lines = linecache.getlines(code.co_filename)[code.co_firstlineno - 1 : last]
        about["source"] = "".join(lines)
    return about


def _last_line(code: types.CodeType) -> int:
    own = max((end or 0 for _, end, _, _ in code.co_positions()), default=0)
    inner = (_last_line(part) for part in code.co_consts if isinstance(part, types.CodeType))
    return max(own, *inner, 0)


def signature(parameters: list[Any]) -> inspect.Signature | None:
    """Return the signature of such parameters as `describe_function` lists; None if it is none."""
    none = inspect.Parameter.empty
    try:
        return inspect.Signature(
            [
                inspect.Parameter(
                    name, inspect._ParameterKind(kind), default=default if has else none
                )
                for name, kind, has, default in parameters
            ]
        )
    except (ValueError, TypeError):
        return None
