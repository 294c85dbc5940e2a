"""Exceptions on their way between the two processes.

An exception arrives as the builtin type that it was, or as the class of a library that it was, if
the tests have imported that. One of another class arrives as a class of the same name that derives
from the nearest builtin type, or from StudentError if there is none but Exception. So does what is
no ordinary exception (SystemExit, KeyboardInterrupt), and it never ends the process of the tests.
What else such an exception holds is asked of the student's process when a test looks at it, as of
any object of the student's.
"""

import builtins
import datetime
import functools
import importlib
import re
import sys
import traceback
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from gradebox import plugins
from gradebox.separate import shared

MAX_SAID = 2_000
MAX_NAME = 200
MAX_FRAMES = 12
MAX_LINE_NUMBER = 1_000_000
MAX_BITS = 8 * MAX_SAID  # of a whole number
_SMALL = (complex, Decimal, Fraction, datetime.date, datetime.datetime, datetime.timedelta)
MAX_ARGUMENTS, MAX_WITHIN = 20, 3  # in a tuple of them, and tuples within tuples
HERE = str(Path(__file__).parent)


class StudentError(Exception):
    """The student's code raised something that is not one of Python's own exceptions."""


CROSSING: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        *vars(builtins).values(),
        np.linalg.LinAlgError,
        np.exceptions.AxisError,
        *plugins.exceptions(),
    )
    if isinstance(kind, type)
    and issubclass(kind, Exception)
    and not issubclass(kind, ExceptionGroup)
    and kind is not Exception
} | {"StudentError": StudentError}
_NAMES = {kind: name for name, kind in CROSSING.items()}
_LIBRARIES = {
    *("_csv", "_pickle", "_queue", "binascii", "calendar", "configparser", "copy", "dataclasses"),
    *("decimal", "graphlib", "ipaddress", "json.decoder", "pickle", "queue", "re", "sqlite3"),
    *("statistics", "struct", "subprocess", "urllib.error", "uuid", "xml.etree.ElementTree"),
    *("zipfile", "zlib", "zoneinfo"),
    *("networkx.exception", "pandas.errors", "sklearn.exceptions", "sympy.core.sympify"),
}
"""Modules whose exceptions mean nothing to what runs a test; `unittest.SkipTest` would."""
_OURS = {
    "student_line",
    "student_called_line",
    "student_frames",
    "is_of_being_apart",
    "kind_of_being_apart",
    "is_of_solution",
}
"""Attributes by which this package knows an exception again."""


def describe(error: BaseException) -> dict[str, Any]:
    """Say in plain data what `error` is and where the student's code raised it."""
    kind = type(error)
    base = name_of(kind)
    places = _places(error)
    cells = [place for place in places if is_cell(place.filename)]
    called = [place for place in cells if place.filename == cells[0].filename]
    return {
        "kind": base,
        "name": kind.__name__,
        "args": [_plain(argument) for argument in _arguments(error)],
        "text": cut(text_of(error)),  # a class of the student's may keep it anywhere
        "line": cut((cells[-1].line or "") if cells else ""),
        "called_line": cut((called[-1].line or "") if called else ""),
        "frames": list(map(_frame, places[-MAX_FRAMES:])),
    }


def _arguments(error: BaseException) -> tuple[Any, ...]:
    """Return what the exception is made of: of one about a file, its `args` leave the name out."""
    if isinstance(error, OSError) and error.filename is not None and len(error.args) == 2:
        return (*error.args, error.filename)
    return error.args


def of_being_apart(error: Exception, kind: str = "") -> Exception:
    """Mark an error that comes of tests and answers being apart, and of nothing in either.

    `kind` is one of those of `gradebox.separate.not_crossed`, or "".
    """
    error.is_of_being_apart = True  # type: ignore[attr-defined]
    error.kind_of_being_apart = kind  # type: ignore[attr-defined]
    return error


def is_of_being_apart(error: BaseException) -> bool:
    """Return True if an error is so marked."""
    return hasattr(error, "is_of_being_apart")


def kind_of_being_apart(error: BaseException) -> str:
    """Return the kind that an error was marked with; "" if it was not."""
    return getattr(error, "kind_of_being_apart", "")


def name_of(kind: type) -> str:
    """Return the name of the nearest exception type that crosses."""
    return next((_NAMES[base] for base in kind.__mro__ if base in _NAMES), "StudentError")


def is_own(kind: type) -> bool:
    """Return True for an exception class that does not cross as it is."""
    return issubclass(kind, Exception) and kind is not Exception and kind not in _NAMES


def library_of(kind: type) -> str:
    """Return the module that an exception class is of, if classes of it cross; else ""."""
    module = kind.__module__
    return module if of_library(module, kind.__name__) is kind else ""


def of_library(module: Any, name: Any) -> type[Exception] | None:
    """Return the exception class of that name; None if there is none.

    Python's own modules are imported for it. Of others only those that this process has.
    """
    if type(module) is not str or type(name) is not str or module not in _LIBRARIES:
        return None
    if module.partition(".")[0] in sys.stdlib_module_names:
        importlib.import_module(module)
    kind = vars(sys.modules.get(module, builtins)).get(name)
    is_exception = isinstance(kind, type) and issubclass(kind, Exception)
    return kind if is_exception and kind.__module__ == module else None


@functools.lru_cache(maxsize=256)
def stand_in(name: Any, base: Any) -> type[Exception]:
    """Return an exception class of that name, derived from one that crosses."""
    kind = CROSSING.get(base, StudentError)
    name = name_or(name, kind.__name__)
    return kind if name == kind.__name__ else type(name, (kind,), _methods())


def new_class(name: Any, base: Any, bases: list[type[Exception]]) -> type[Exception]:
    """Return a new exception class: two of the student's classes of one name are two here, too.

    `bases` are those of its bases that stand in for classes of the student's, or are the tests' own
    where a set-up cell gives both processes a class. Of the classes that cross it is one of `base`
    and those above it, of the tests' own it is one, and of no other: with bases of several kinds,
    one exception could be whatever each test expects. Such bases are left out.
    """
    kind = CROSSING.get(base, StudentError)
    may_be = {StudentError, *kind.__mro__}
    fitting: list[type[Exception]] = []
    own: set[type] = set()
    for each in bases:
        owns = {one for one in each.__mro__ if _is_tests_own(one)}
        if _NAMES.keys() & {*each.__mro__} <= may_be and (not own or not owns or owns == own):
            fitting.append(each)
            own |= owns
    if not any(issubclass(each, kind) for each in fitting):
        fitting.append(kind)
    name = name_or(name, kind.__name__)
    more = {"__init__": Exception.__init__} if own else {}  # theirs makes other arguments
    try:
        return type(name, tuple(fitting), _methods() | more)
    except TypeError:  # no such order of bases
        return type(name, (kind,), _methods())


def give(error: Exception, state: list[Any]) -> None:
    """Give an exception the attributes that its class, one of the tests' own, works with."""
    if not any(map(_is_tests_own, type(error).__mro__)):
        return
    if any(name in (*_OURS, "_student_text", "_student_object") for name in state[::2]):
        raise ValueError("an attribute that only this package gives")
    shared.give(error, state)


def _is_tests_own(kind: type) -> bool:
    """Return True for a class of exceptions that neither crosses nor was made here."""
    is_made = vars(kind).get("__getattr__") is _attribute
    return is_own(kind) and kind is not StudentError and not is_made


def _methods() -> dict[str, Any]:
    return {"__module__": "__main__", "__getattr__": _attribute, "__str__": _text}


def _attribute(error: BaseException, name: str) -> Any:
    """Return what the exception in the student's process has by a name that it lacks here."""
    theirs = vars(error).get("_student_object")
    if theirs is None or name.startswith("_") or name in _OURS:
        kind = type(error).__name__
        raise AttributeError(f"{kind!r} object has no attribute {name!r}", name=name, obj=error)
    return getattr(theirs, name)


def _text(error: BaseException) -> str:
    text = vars(error).get("_student_text")
    return BaseException.__str__(error) if text is None else text


def name_or(name: Any, instead: str) -> str:
    """Return `name` if it is one that Python code can give ("f", "<lambda>"), else `instead`.

    A name goes into labelled reports, so one of the student's may hold no line breaks or spaces.
    """
    if type(name) is not str or len(name) > MAX_NAME:
        return instead
    bare = name[1:-1] if re.fullmatch("<.*>", name) else name
    return name if bare.isidentifier() else instead


def rebuild(said: dict[str, Any], arguments: list[Any], kind: type | None = None) -> Exception:
    """Return the exception that `describe` described.

    The student's frames are its attribute `student_frames`, as in `frames_in`, and a note for who
    reads the traceback. Of its lines in cells, `student_line` is the innermost one, and
    `student_called_line` the innermost one in the cell of the function that was called. `kind` is
    given where the tests already know a class that stands in for the student's.
    """
    kind = kind or stand_in(said["name"], said["kind"])
    text = said.get("text")
    text = cut(text) if type(text) is str else ""
    arguments = [cut(value) if type(value) is str else value for value in arguments]
    error = _made(kind, arguments) or _made(kind, [text]) or StudentError(text)
    if type(error).__str__ is _text:
        error._student_text = text  # type: ignore[attr-defined]
    line, frames = said["line"], frames_in(said["frames"])
    if type(line) is str and line:
        error.student_line = one_line(line)  # type: ignore[attr-defined]
    if type(called := said.get("called_line")) is str and called:
        error.student_called_line = one_line(called)  # type: ignore[attr-defined]
    error.student_frames = frames  # type: ignore[attr-defined]
    if frames:
        lines = (
            f"  {file or 'a cell'}, line {number}, in {function}\n    {code}"
            for file, function, number, code in frames
        )
        error.add_note("\n".join(("In the student's code:", *lines)))
    return error


def _made(kind: type[Exception], arguments: list[Any]) -> Exception | None:
    try:
        if _is_tests_own(kind):  # its `__init__` has been run in the other process
            return BaseException.__new__(kind, *arguments)
        error = kind(*arguments)
    except Exception:
        return None
    return error if type(error) is kind else None  # OSError(2) makes another


Frame = tuple[str, str, int, str]
"""A file's name ("" for a cell), a function's name, a line number, and that line of code."""


def frames_in(said: Any) -> list[Frame]:
    """Return the frames of a message, outermost first, each text of theirs on one line."""
    found = []
    for parts in said[:MAX_FRAMES] if type(said) is list else []:
        match parts:
            case [str(file), str(function), int(number), str(code)]:
                number = min(max(number, 0), MAX_LINE_NUMBER)
                function = name_or(function, "a function")
                found.append((one_line(file[:MAX_NAME]), function, number, one_line(code)))
    return found


def is_cell(file: str) -> bool:
    """Return True if the code of a cell goes under this file name."""
    return "ipykernel_" in file or file.startswith("<ipython-input")


def is_of_a_cell(error: BaseException) -> bool:
    """Return True if code of a cell has raised this, as what a test has a timer call."""
    places = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    return bool(places) and is_cell(places[-1].f_code.co_filename)


def one_line(text: str) -> str:
    """Return `text` on one line, in visible characters only, of at most MAX_SAID of them."""
    words = " ".join(text[:MAX_SAID].split())
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)


def cut(text: str, limit: int = MAX_SAID) -> str:
    """Return `text`, or its beginning if it is long, in characters that UTF-8 can write."""
    text = text if len(text) <= limit else text[: limit - 3] + "..."
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def text_of(error: BaseException) -> str:
    """Return the text of an exception; "" if that fails."""
    try:
        return str.__str__(str(error))
    except Exception:
        return ""


def _plain(value: Any, depth: int = 0) -> Any:
    if type(value) is str:
        return cut(value)
    if value is None or type(value) in (bool, float):
        return value
    if type(value) is bytes:
        return value[:MAX_SAID]
    if type(value) is int and value.bit_length() <= MAX_BITS:
        return value
    if type(value) in _SMALL and len(repr(value)) <= MAX_SAID:
        return value
    if isinstance(value, np.number) and type(value).__module__ == "numpy":
        return value
    if type(value) is dict and len(value) <= MAX_ARGUMENTS and depth < MAX_WITHIN:
        pairs = value.items()
        return {_plain(k, depth + 1): _plain(v, depth + 1) for k, v in pairs}
    if (
        type(value) in (tuple, list, set, frozenset)
        and len(value) <= MAX_ARGUMENTS
        and depth < MAX_WITHIN
    ):
        return type(value)(_plain(each, depth + 1) for each in value)
    try:
        return cut(str.__str__(repr(value)))
    except Exception:
        return f"a {type(value).__name__}"


def _places(error: BaseException) -> list[traceback.FrameSummary]:
    """Return where the student's own code was, outermost first, without what called it."""
    try:
        places = traceback.extract_tb(error.__traceback__)
        return [place for place in places if not place.filename.startswith(HERE)]
    except Exception:
        return []


def _frame(place: traceback.FrameSummary) -> list[Any]:
    return [
        "" if is_cell(place.filename) else cut(Path(place.filename).name, MAX_NAME),
        cut(place.name, MAX_NAME),
        place.lineno or 0,
        cut(place.line or ""),
    ]
