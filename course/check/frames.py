"""The places in the learner's code that an exception came through."""

import ast
import dis
import linecache
import re
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from types import FrameType
from typing import Any

import numpy as np


def is_raised_on_purpose(error: BaseException) -> bool:
    """Return True if a `raise` in no file of a library made the error: its words are free."""
    if line := getattr(error, "student_line", ""):  # it came from another process
        return bool(re.search(r"(^|: *)raise\b", line))
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None or place.tb_lasti < 0:
        return False
    code = place.tb_frame.f_code
    is_of_cell = is_learners(code.co_filename) or code.co_filename.startswith("<")
    return is_of_cell and code.co_code[place.tb_lasti] == dis.opmap["RAISE_VARARGS"]


def learners_line(error: BaseException) -> str:
    """Return the line of a cell that the error came from, or nothing.

    When a submission is graded, the error may come from another process, and says so itself.
    """
    if line := getattr(error, "student_line", ""):
        return str(line)
    own = _own_frames(error)
    return _text_of(*own[-1]) if own else ""


def line_of_answer(error: BaseException, answer: Any) -> str:
    """Return the line of the answer's own cell that the error came from, with shapes.

    If a function of another cell raised it, the answer's line is the call, with the shapes that it
    was given, and that function is named. "" if the error did not come from a cell. An error from
    another process says itself where it came from, without shapes.
    """
    if line := getattr(error, "student_called_line", ""):
        frames = getattr(error, "student_frames", [])
        last = next((name for file, name, _, _ in reversed(frames) if not file), "another cell")
        return line if line == learners_line(error) else f"{line} # raised inside {last}"
    own = _own_frames(error)
    place = frame_of_answer(error, answer)
    if place is None:
        return learners_line(error)
    frame, line = place
    text = _text_of(frame, line)
    last = own[-1][0]
    if last.f_code.co_filename != frame.f_code.co_filename:
        got = _values_in(last.f_code.co_varnames[: last.f_code.co_argcount], last)
        where = f", where {got}" if got else ""
        return f"{text} # raised inside {last.f_code.co_name}{where}"
    if condition := _condition_of(frame, line):
        text = f"if {condition}: {text}"
    product = _product_at(frame, line, error)
    shapes = _shapes_in(product or text, frame)
    if product:
        return f"{text} # at {product}{shapes and f', where {shapes}'}"
    return f"{text} # {shapes}" if shapes else text


def frame_of_answer(error: BaseException, answer: Any) -> tuple[FrameType, int] | None:
    """Return the innermost frame of the answer's own cell and its line; None if there is none.

    If the error came from no line of that cell, the frame is of another cell of the learner's.
    """
    own = _own_frames(error)
    file = getattr(getattr(answer, "__code__", None), "co_filename", "")
    inside = [pair for pair in own if pair[0].f_code.co_filename == file] or own
    return inside[-1] if inside else None


def is_raised_by(answer: Any, error: BaseException | None) -> bool:
    """Return True if a line `raise` or `assert` of the answer's own cell made the error."""
    place = frame_of_answer(error, answer) if error is not None else None
    if error is None or place is None or _own_frames(error)[-1][0] is not place[0]:
        return False
    return is_raised_on_purpose(error)  # an `assert` raises, too


def frames_of(error: BaseException) -> list[FrameType]:
    """Return the frames of cells that the error came through, the outermost first."""
    return [frame for frame, _ in _own_frames(error)]


def is_learners(file: str) -> bool:
    """Return True if the code of a cell goes under this file name."""
    return "ipykernel_" in file or file.startswith("<ipython-input")


def _own_frames(error: BaseException) -> list[tuple[FrameType, int]]:
    """Return the frames of cells and their lines, up to a function's first call of itself.

    All of them, if it calls itself on purpose.
    """
    frames = traceback.walk_tb(error.__traceback__)
    own = [(frame, line) for frame, line in frames if is_learners(frame.f_code.co_filename)]
    times = Counter(frame.f_code for frame, _ in own)
    again = [(place, frame) for place, (frame, _) in enumerate(own, 1) if times[frame.f_code] > 1]
    if not isinstance(error, RecursionError) and any(_asks(frame) for _, frame in again):
        return own
    return own[: again[0][0]] if again else own


def _asks(frame: FrameType) -> bool:
    """Return True if a condition stands in the frame's function: it may end a recursion."""
    return any(
        isinstance(each, ast.If | ast.IfExp | ast.While)
        for node in ast.walk(cell_of(frame))
        if isinstance(node, ast.FunctionDef) and node.name == frame.f_code.co_name
        for each in ast.walk(node)
    )


def is_called_by_itself(answer: Any, error: BaseException) -> bool:
    """Return True if the error came of a call of the answer that stands in the answer."""
    own = getattr(answer, "__code__", None)
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__) if frame.f_code is own]
    return len(frames) > 1 and (isinstance(error, RecursionError) or not _asks(frames[0]))


def _text_of(frame: FrameType, line: int) -> str:
    return linecache.getline(frame.f_code.co_filename, line).strip()


def _product_at(frame: FrameType, line: int, error: BaseException) -> str:
    """Return the product that was being computed, if it is one of several in a line; or ""."""
    text = linecache.getline(frame.f_code.co_filename, line).encode()
    place = _place_in_code(frame, error)
    if place is None or place[:2] != (line, line):
        return ""
    _, _, begin, end = place
    product, rest = text[begin:end].decode(), text[:begin] + text[end:]
    return product if "@" in product and b"@" in rest.split(b"#")[0] else ""


def _place_in_code(
    frame: FrameType, error: BaseException
) -> tuple[int | None, int | None, int | None, int | None] | None:
    """Return what a frame was computing: its first and last line, and the columns (bytes).

    The traceback knows. The frame itself has gone on where the error left a loop in brackets, which
    has no frame of its own from Python 3.12 on.
    """
    place, last = error.__traceback__, frame.f_lasti
    while place is not None:
        if place.tb_frame is frame:
            last = place.tb_lasti
        place = place.tb_next
    return next(islice(frame.f_code.co_positions(), last // 2, None), None)


def _condition_of(frame: FrameType, line: int) -> str:
    """Return the condition of the `if` that a line `raise` stands under; or ""."""
    if not _text_of(frame, line).startswith("raise"):
        return ""
    for node in ast.walk(cell_of(frame)):
        if isinstance(node, ast.If) and any(
            isinstance(each, ast.Raise) and each.lineno == line > node.lineno for each in node.body
        ):
            return ast.unparse(node.test)
    return ""


def _shapes_in(line: str, frame: FrameType) -> str:
    """Return what a line's names stand for: "Q is (4, 3), i is 4, tokens is a list of 6"."""
    found = [node for node in _nodes_of(line) if isinstance(node, ast.Name)]
    names = dict.fromkeys(node.id for node in sorted(found, key=lambda node: node.col_offset))
    return _values_in(list(names), frame)


def _values_in(names: Sequence[str], frame: FrameType) -> str:
    values = {name: frame.f_locals.get(name) for name in names}
    return ", ".join(
        f"{name} is {_in_short(value)}"
        for name, value in values.items()
        if type(value) in (int, list, tuple)
        or (isinstance(value, np.ndarray) and value.ndim)
        or (value is None and name in frame.f_locals)
    )


def _in_short(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"a {type(value).__name__} of {len(value)}"
    return str(value.shape if isinstance(value, np.ndarray) else value)


def nodes_of_line(error: BaseException) -> list[ast.AST]:
    """Return the nodes of the tree of the error's line; none if it is no whole statement."""
    return _nodes_of(learners_line(error))


def _nodes_of(line: str) -> list[ast.AST]:
    try:
        return list(ast.walk(ast.parse(f"{line} pass" if line.endswith(":") else line)))
    except SyntaxError:
        return []


def cell_of(frame: FrameType) -> ast.Module:
    """Return the tree of the cell that a frame runs; an empty one if it cannot be had."""
    try:
        return ast.parse("".join(linecache.getlines(frame.f_code.co_filename)))
    except SyntaxError:  # a magic
        return ast.Module(body=[], type_ignores=[])


def statement_at(frame: FrameType, line: int) -> ast.stmt | None:
    """Return the innermost statement of the frame's cell that stands in this line."""
    found = [
        node
        for node in ast.walk(cell_of(frame))
        if isinstance(node, ast.stmt)
        and node.lineno <= line <= (node.end_lineno or 0)
        and not isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If | ast.With)
    ]
    return found[-1] if found else None


def parts_at(frame: FrameType, line: int, error: BaseException) -> list[ast.AST]:
    """Return the part of the statement in this line that raised the error, in a list of one.

    All parts of it where that is not known.
    """
    statement = statement_at(frame, line)
    if statement is None:
        return []
    parts = [*ast.walk(statement)]
    place = _place_in_code(frame, error)
    computed: list[ast.AST] = [
        part
        for part in parts
        if isinstance(part, ast.expr)
        and (part.lineno, part.end_lineno, part.col_offset, part.end_col_offset) == place
    ]
    return computed or parts


def value_of(node: ast.expr, frame: FrameType) -> Any:
    """Return the value of a variable in a frame; None for anything else."""
    return frame.f_locals.get(node.id) if isinstance(node, ast.Name) else None
