"""Exceptions on their way between the two processes.

An exception arrives as the builtin type that it was. One of another class arrives as a class of the
same name that derives from the nearest builtin type, or from StudentError if there is none but
Exception. What is no ordinary exception (SystemExit, KeyboardInterrupt) arrives as StudentError, so
it never ends the process of the tests.
"""

import builtins
import functools
import traceback
from pathlib import Path
from typing import Any

import numpy as np

from course.check.errors import learners_line
from course.check.products import WholeProduct

MAX_SAID = 2_000
MAX_TRACEBACK = 6_000
_FRAMES = 12
HERE = str(Path(__file__).parent)


class StudentError(Exception):
    """The student's code raised something that is not one of Python's own exceptions."""


CROSSING: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        *vars(builtins).values(),
        np.linalg.LinAlgError,
        np.exceptions.AxisError,
        WholeProduct,
    )
    if isinstance(kind, type)
    and issubclass(kind, Exception)
    and not issubclass(kind, ExceptionGroup)
    and kind is not Exception
} | {"StudentError": StudentError}
_NAMES = {kind: name for name, kind in CROSSING.items()}


def describe(error: BaseException) -> dict[str, Any]:
    """Say in plain data what `error` is and where the student's code raised it."""
    kind = type(error)
    base = name_of(kind)
    if kind is CROSSING[base]:
        arguments = [_plain(argument) for argument in error.args]
    elif isinstance(error, Exception):
        arguments = [cut(text_of(error))]  # a class of the student's may keep its text anywhere
    else:
        arguments = [cut(f"{kind.__name__}: {text_of(error)}")]
        kind = StudentError
    return {
        "kind": base,
        "name": kind.__name__,
        "args": arguments,
        "line": cut(learners_line(error)),
        "traceback": _traceback(error),
    }


def name_of(kind: type) -> str:
    """The name of the nearest exception type that crosses."""
    return next((_NAMES[base] for base in kind.__mro__ if base in _NAMES), "StudentError")


@functools.lru_cache(maxsize=256)
def stand_in(name: Any, base: Any) -> type[Exception]:
    """An exception class of that name, derived from one that crosses."""
    kind = CROSSING.get(base, StudentError)
    if type(name) is not str or name == kind.__name__ or not name.isidentifier():
        return kind
    return type(cut(name), (kind,), {"__module__": "__main__"})


def rebuild(said: dict[str, Any], arguments: list[Any], kind: type | None = None) -> Exception:
    """The exception that `describe` described, with the student's traceback as a note.

    `kind` is given where the tests already know a class that stands in for the student's.
    """
    kind = kind or stand_in(said["name"], said["kind"])
    try:
        error = kind(*(cut(value) if type(value) is str else value for value in arguments))
    except Exception:
        error = StudentError(*(cut(str(value)) for value in arguments))
    if type(error) is not kind and type(error) is not StudentError:  # OSError(2) makes another
        error = StudentError(*(cut(str(value)) for value in arguments))
    line, text = said["line"], said["traceback"]
    if type(line) is str and line:
        error.student_line = cut(line)  # type: ignore[attr-defined]
    if type(text) is str and text:
        error.add_note("In the student's code:\n" + cut(text, MAX_TRACEBACK))
    return error


def cut(text: str, limit: int = MAX_SAID) -> str:
    """`text`, or its beginning if it is long, in characters that UTF-8 can write."""
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def text_of(error: BaseException) -> str:
    """What an exception says; nothing if saying it fails."""
    try:
        return str.__str__(str(error))
    except Exception:
        return ""


def _plain(value: Any) -> Any:
    if type(value) is str:
        return cut(value)
    if value is None or type(value) in (bool, float):
        return value
    if type(value) is bytes:
        return value[:MAX_SAID]
    if type(value) is int and abs(value) < 2**63:
        return value
    try:
        return cut(str.__str__(repr(value)))
    except Exception:
        return f"a {type(value).__name__}"


def _traceback(error: BaseException) -> str:
    """The last frames of the student's own, without those of this package that called them."""
    try:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if not f[0].startswith(HERE)]
        if not frames:
            return ""
        lines = traceback.format_list(frames[-_FRAMES:])
        lines += traceback.format_exception_only(type(error), error)
        return "".join(lines).rstrip()[-MAX_TRACEBACK:]
    except Exception:
        return ""
