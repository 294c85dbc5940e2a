"""Exceptions on their way between the two processes.

An exception arrives as the builtin type that it was, or as the nearest builtin type that its class
derives from. What is no ordinary exception (SystemExit, KeyboardInterrupt) and what derives from
nothing more than Exception arrives as StudentError, so it never ends the process of the tests.
"""

import builtins
import traceback
from typing import Any

import numpy as np

from course.check.errors import learners_line
from course.check.products import WholeProduct

MAX_SAID = 2_000
MAX_TRACEBACK = 6_000
_FRAMES = 12
_HERE = __file__.rsplit("/", 1)[0]


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
    name = next((_NAMES[kind] for kind in type(error).__mro__ if kind in _NAMES), "StudentError")
    if name == "StudentError" and type(error) is not StudentError:
        arguments: list[Any] = [cut(f"{type(error).__name__}: {_text(error)}")]
    elif type(error).__init__ is CROSSING[name].__init__ or type(error) is CROSSING[name]:
        arguments = [_plain(argument) for argument in error.args]
    else:  # a class of the student's may keep its text anywhere
        arguments = [cut(_text(error))]
    return {
        "kind": name,
        "args": arguments,
        "line": cut(learners_line(error)),
        "traceback": _traceback(error),
    }


def rebuild(said: dict[str, Any], arguments: list[Any]) -> Exception:
    """The exception that `describe` described, with the student's traceback as a note."""
    kind = CROSSING.get(said["kind"], StudentError)
    try:
        error = kind(*arguments)
    except Exception:
        error = StudentError(*map(str, arguments))
    if type(error) is not kind and type(error) is not StudentError:  # OSError(2) makes another
        error = StudentError(*map(str, arguments))
    line, text = said["line"], said["traceback"]
    if type(line) is str and line:
        error.student_line = line[:MAX_SAID]  # type: ignore[attr-defined]
    if type(text) is str and text:
        error.add_note("In the student's code:\n" + text[:MAX_TRACEBACK])
    return error


def cut(text: str, limit: int = MAX_SAID) -> str:
    """`text`, or its beginning if it is long."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _text(error: BaseException) -> str:
    try:
        return str.__str__(str(error))
    except Exception:
        return ""


def _plain(value: Any) -> Any:
    if type(value) is str:
        return cut(value)
    if value is None or type(value) in (bool, float):
        return value
    if type(value) is int and abs(value) < 2**63:
        return value
    try:
        return cut(str.__str__(repr(value)))
    except Exception:
        return f"a {type(value).__name__}"


def _traceback(error: BaseException) -> str:
    """The last frames of the student's own, without those of this package that called them."""
    try:
        frames = [
            f for f in traceback.extract_tb(error.__traceback__) if not f[0].startswith(_HERE)
        ]
        lines = traceback.format_list(frames[-_FRAMES:])
        lines += traceback.format_exception_only(type(error), error)
        return "".join(lines).rstrip()[-MAX_TRACEBACK:]
    except Exception:
        return ""
