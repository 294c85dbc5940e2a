"""The end of a failed test as plain data, from the tests' process, which has the exception.

What kind of failure it was follows from the exception's class, and whose code raised it from what
`exceptions.rebuild` put on it. Text may be the student's: what it says can have a person look at
a test, and changes no points.
"""

import ast
import linecache
import re
import traceback
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from gradebox.separate.conversation import TOO_DEEP
from gradebox.separate.encoder import CannotCross
from gradebox.separate.exceptions import (
    is_of_being_apart,
    kind_of_being_apart,
    name_or,
    text_of,
)
from gradebox.separate.functions import is_student_function
from gradebox.separate.not_crossed import ASKED, DRAWN, KEPT, PLAIN, WRITTEN, NotCrossed
from gradebox.separate.wire import TooLarge

# What numpy.testing says of two shapes stands before the values, which may be the student's.
_SHAPES = re.compile(r"\(shapes \([\d, ]*\), \([\d, ]*\) mismatch\)")
_NO_NAME = re.compile(r"name '(\w+)' is not defined")
ELSEWHERE = (
    "it looked for a file that is not in the notebook's own folder, and only data files in that "
    "are handed over"
)
_VALUES = (" ACTUAL:", " x:")
# What `input` raises where nobody can type: Python's, and a notebook's.
_NO_INPUT = {"EOFError", "StdinNotImplementedError"}


def describe(
    error: BaseException,
    text: str,
    namespace: dict[str, Any],
    not_crossed: NotCrossed | None = None,
) -> dict[str, Any]:
    """Return the record of the failure of a test cell that ran in `namespace`.

    `text` is what the exception says, and `not_crossed` what stayed behind. An exception class with
    a method `failure_record` gives the record itself; no class of the student's has one here.
    """
    ended = error.__cause__ if isinstance(error, CannotCross) else None  # a `with` block
    if isinstance(ended, AssertionError):  # what failed, whether or not the block was left
        error, text, ended = ended, text_of(ended), None
    said: dict[str, Any] = {
        "type": name_or(type(error).__name__, "object"),
        "line": line_in(ended or error, namespace),
    }
    said["not_apart"], said["not_apart_kind"] = _why_not_apart(
        error, text, namespace, not_crossed or NotCrossed()
    )
    make = getattr(type(error), "failure_record", None)
    if make is not None:
        return said | make(error)
    frames = getattr(error, "student_frames", [])
    return said | {"kind": _kind(error, text, bool(frames)), "text": text, "frames": frames}


def _why_not_apart(
    error: BaseException, text: str, namespace: dict[str, Any], not_crossed: NotCrossed
) -> tuple[str, str]:
    """Return why the test could not be run apart from the answers, in words and by one word.

    Both are "" if that was not the cause; the one word is, too, where nothing follows from it.
    """
    frames = getattr(error, "student_frames", [])
    if frames and "input(" in frames[-1][3] and type(error).__name__ in _NO_INPUT:
        return "the answer asked for input, which a test apart from it cannot give", ASKED
    if not_crossed.lacked:
        return not_crossed.lacked, ASKED
    if lacking := not_crossed.attribute_lacked(error, text):
        return lacking, ""
    if isinstance(error, NameError) and frames and _has_lacking(namespace, text):
        return f"the answer used a name that only the tests have given a value ({text})", ""
    if isinstance(error, RecursionError) and text.startswith(TOO_DEEP):
        return text, ""
    if frames or type(error) is NotImplementedError:
        return "", ""
    if isinstance(error, FileNotFoundError):
        path = Path(str(error.filename)).absolute()
        if path.name in not_crossed.files:
            return f"it looked for {path.name}, which is no data file that can be handed over", ""
        if path.parent != Path.cwd():
            return ELSEWHERE, WRITTEN
    looked_at = _looked_at(error, namespace, not_crossed.files | not_crossed.kept)
    if name := next((name for name in looked_at if name in not_crossed.files), ""):
        return f"an answer wrote {name}, which is no data file that it can hand over", WRITTEN
    if looked_at:
        return f"an answer changed {looked_at[0]}, and apart the test has it as it was", KEPT
    if not_crossed.foreign and not hasattr(error, "student_frames"):  # raised here, by the stand-in
        what = f"it got a {not_crossed.foreign}, which stays with the answers"
        return what, DRAWN if not_crossed.foreign.startswith("matplotlib") else ""
    if isinstance(error, CannotCross | TooLarge) or is_of_being_apart(error):
        return str(error), kind_of_being_apart(error)
    return not_crossed.came_plain, PLAIN if not_crossed.came_plain else ""


def _looked_at(
    error: BaseException, namespace: dict[str, Any], names: Collection[str]
) -> list[str]:
    """Return those of some files that a test names, other than to hand them to the answers.

    Where an assertion failed, it has to stand in its own line.
    """
    if not names:
        return []
    file, line = _reached(error, namespace)
    is_assertion = isinstance(error, AssertionError)
    code = linecache.getline(file, line) if is_assertion else "".join(linecache.getlines(file))
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):  # part of a statement
        code = "\n".join(_texts(ast.parse(code.strip()), namespace))
    return [name for name in sorted(names) if name in code]


def _texts(node: ast.AST, namespace: dict[str, Any]) -> Iterator[str]:
    """Yield the texts in a test's code that it gives to no function of the answers."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Call(func=ast.Name(id=name)) if is_student_function(dict.get(namespace, name)):
            return
        case _:
            for inner in ast.iter_child_nodes(node):
                yield from _texts(inner, namespace)


def _has_lacking(namespace: dict[str, Any], text: str) -> bool:
    """Return True if the tests have the name that a NameError of the student's code says."""
    found = _NO_NAME.fullmatch(text)
    return found is not None and dict.__contains__(namespace, found[1])


def _kind(error: BaseException, text: str, is_students: bool) -> str:
    if type(error) is NotImplementedError:
        return "not attempted"
    if is_students:
        return "raised"
    if isinstance(error, AssertionError):
        return "shape" if _says_shapes(text) else "assertion"
    return "name" if type(error) is NameError else "other"


def _says_shapes(text: str) -> bool:
    for line in text.split("\n"):
        if line.startswith(_VALUES):
            return False
        if _SHAPES.fullmatch(line):
            return True
    return False


def line_in(error: BaseException, namespace: dict[str, Any]) -> int:
    """Return the innermost line of the test cell, counted from 1; 0 if it never got that far."""
    return _reached(error, namespace)[1]


def _reached(error: BaseException, namespace: dict[str, Any]) -> tuple[str, int]:
    """Return what the test cell goes by as a file, and its innermost line."""
    cell, last = "", 0
    for frame, line in traceback.walk_tb(error.__traceback__):
        if not cell and frame.f_globals is namespace:
            cell = frame.f_code.co_filename
        if cell and frame.f_code.co_filename == cell:
            last = line
    return cell, last
