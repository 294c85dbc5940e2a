"""Show errors in a notebook as what they mean to a learner.

A check that ends in CheckFailed or NotAttempted is shown as a band, not as an error in red. A cell
with a SyntaxError does not run at all, so the function that it defines does not exist; the check
below it then fails before it is even called, where Python would say NameError. It would say so of
a letter without quotes, too.
"""

import re
from collections.abc import Callable, Container
from math import inf
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any

from course.check.appearance import FAILED, band, on_a_page, publish, running_shell
from course.check.errors import is_learners, meaning_of
from course.check.outcomes import Calm

LETTERS = "abcde"  # of the questions


def explain_in_notebook(exercises: Callable[[], Container[str]]) -> None:
    """From now on, let the notebook show what checks raise, and a NameError for `exercises`.

    Nothing happens outside IPython. `exercises` is called only once there is a NameError.
    """
    shell = running_shell()
    if shell is not None:
        shell.set_custom_exc((NameError, Calm), lambda *error, **kw: _show(exercises, *error, **kw))
        shell.events.register("post_run_cell", _note_what_was_read)


def is_unreadable(name: str) -> bool:
    """Return True if the last run of the cell that defines `name` ended before it was defined.

    What goes by that name, if anything does, is then an older version.
    """
    return name in _unreadable


def advice(name: str) -> str:
    """Return a sentence on the error that ended the cell of `name`, with a space before; or ""."""
    meaning = _unreadable.get(name, "")
    return f" What the error means: {meaning}." if meaning else ""


# What a SyntaxError, or an error above it in its cell, kept away; and what that error means.
_unreadable: dict[str, str] = {}
_DEFINED = re.compile(r"^(?:def +(\w+)|(\w+(?: *, *\w+)*) *=(?!=))", re.MULTILINE)


def _note_what_was_read(result: Any) -> None:
    """Keep the names that a cell did not come to define, until it does."""
    cell = result.info.raw_cell or ""
    error = result.error_before_exec or result.error_in_exec
    ended = 0.0 if isinstance(result.error_before_exec, SyntaxError) else _line_that_raised(error)
    for found in _DEFINED.finditer(cell):
        names = re.findall(r"\w+", found[1] or found[2])
        if cell.count("\n", 0, found.start()) + 1 >= ended:
            _unreadable.update(dict.fromkeys(names, meaning_of(error) if error else ""))
        else:
            for name in names:
                _unreadable.pop(name, None)


def _line_that_raised(error: BaseException | None) -> float:
    """Return the line of the cell that an error came from; infinity if there is none."""
    if error is None:
        return inf
    lines = (line for frame, line in walk_tb(error.__traceback__) if _is_cell(frame))
    return next(lines, inf)


def _is_cell(frame: FrameType) -> bool:
    code = frame.f_code
    return code.co_name.startswith(("<module>", "<cell line")) and is_learners(code.co_filename)


def _show(
    exercises: Callable[[], Container[str]],
    shell: Any,
    kind: type,
    error: Any,
    trace: Any,
    tb_offset: int | None = None,
) -> None:
    """Show an error that ended a cell. IPython has noted it: the cells below do not run."""
    words = _words(error, exercises) if kind is NameError else ""
    if words:
        error._render_traceback_ = lambda: [words]
    if on_a_page() and (words or isinstance(error, Calm)):
        # What a program that executes notebooks is told of the error.
        shell._last_traceback = error._render_traceback_()
        publish(*_looks(error, words))
    else:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _looks(error: Any, words: str) -> tuple[str, str]:
    """Return the text and the HTML of an error."""
    if isinstance(error, Calm):
        return error.as_text(), error.as_band()
    return words, band(FAILED, words)


def _words(error: NameError, exercises: Callable[[], Container[str]]) -> str:
    """Return what to say of a name that does not exist; "" where Python's words will do."""
    name = str(error.name)
    if name in exercises():
        return (
            f"{name}: the notebook does not know this name, because the cell that defines it has "
            "not run, or ended in an error. Run that cell and read what stands below it: a "
            "SyntaxError names the line that Python cannot read."
        )
    is_in_the_cell = error.__traceback__ is not None and not _is_in_a_function(error.__traceback__)
    if name in LETTERS and is_in_the_cell:
        return f'If {name} is your answer, write the letter in quotes: "{name}".'
    return ""


def _is_in_a_function(trace: TracebackType) -> bool:
    frames = [frame for frame, _ in walk_tb(trace)]
    return frames[-1].f_code.co_name not in ("<module>", "<cell line: 1>")
