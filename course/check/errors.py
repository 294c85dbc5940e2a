"""What to say of an exception in the learner's code."""

import linecache
import re
import traceback

from course.check.outcomes import type_name

# numpy's own sentence speaks of gufunc signatures and core dimensions.
_MATMUL_MISMATCH = re.compile(r"^matmul: .*\(size (\d+) is different from (\d+)\)")


def said(error: BaseException) -> str:
    """The first line of the error's text, in plain words where numpy's are not."""
    text = str(error).strip().split("\n")[0]
    if sizes := _MATMUL_MISMATCH.search(text):
        return f"the inner sizes of a matrix product do not meet: {sizes[2]} and {sizes[1]}"
    return text


def describe_error(error: BaseException) -> str:
    """Return the type of the error and its text, as in "IndexError: index 3 is out of bounds"."""
    name, words = type_name(type(error)), said(error)
    return f"{name}: {words}" if words else name


def learners_line(error: BaseException) -> str:
    """The line of a cell that the error came from, or nothing.

    When a submission is graded, the error may come from another process, and says so itself.
    """
    if line := getattr(error, "student_line", ""):
        return str(line)
    frames = ((f.f_code.co_filename, line) for f, line in traceback.walk_tb(error.__traceback__))
    own = [(name, line) for name, line in frames if is_learners(name)]
    return linecache.getline(*own[-1]).strip() if own else ""


def is_learners(file: str) -> bool:
    """Return True if the code of a cell goes under this file name."""
    return "ipykernel_" in file or file.startswith("<ipython-input")
