"""The wrong functions of other answers that an answer calls, read from a graded notebook.

What a wrong answer came to says little about its own code where it calls a function that is wrong
itself. Which functions it calls stands in its code; which of them are wrong, their tests say.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

from gradebox import failures
from gradebox.exercises import graded_cells
from gradebox.failures import Failure, failure_of, has_timed_out
from gradebox.kernel.names import defined, names_read
from gradebox.points import points_got

STUB = "NotImplementedError"
NOT_PYTHON = ("SyntaxError", "IndentationError", "TabError")  # then no line of a cell is run
# Of a line with a call in it, these come of what the call gave back, as a rule.
OF_A_RESULT = ("TypeError", "ValueError")


@dataclass(frozen=True)
class Mistaken:
    """A function of another answer that lost points.

    `after` are the lines that run only once it was called: its own, and the caller's below that.
    `is_endless` if a test of its own took too long, and `is_broken` if its cell is no Python.
    `has_company` if the caller's test fails with a right function in its place, too.
    """

    name: str
    is_written: bool
    after: frozenset[str]
    is_endless: bool = False
    is_broken: bool = False
    has_company: bool = False

    @property
    def says(self) -> str:
        """The sentence for the learner whose answer calls it."""
        if self.has_company:
            return f"{self._says[:-1]}; with a right one in its place this test fails, too."
        return self._says

    @property
    def _says(self) -> str:
        if not self.is_written:
            return f"It calls your `{self.name}`, which is not written yet."
        if self.is_broken:
            return f"It calls your `{self.name}`, whose cell did not run."
        if self.is_endless:
            return f"Your `{self.name}`, which it calls, takes too long in its own tests, too."
        return f"Your `{self.name}`, which it calls, does not pass its own tests yet."


@dataclass(frozen=True)
class Circumstances:
    """The circumstances of a test: what it met that was not its own answer's function.

    `mistaken` are the wrong functions of other answers that its answer calls, and `error` is what
    the answer's own cell ended with before the test began, as (name, text), if it did. `is_left` if
    that cell is as it was handed out, and gives what the test asks for.
    """

    mistaken: tuple[Mistaken, ...] = ()
    error: tuple[str, str] | None = None
    is_left: bool = False


ORDINARY = Circumstances()


def circumstances(notebook: dict[str, Any]) -> dict[str, Circumstances]:
    """Return the circumstances of each test cell that has an answer, by grade_id."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    cells = [nbformat.from_dict(cell) for cell in code]
    marked = {grade_id: cell for cell in cells if (grade_id := _grade_id(cell))}
    tests: dict[str, list[str]] = {}
    for test, (answer, _) in graded_cells(nbformat.from_dict({"cells": cells})).items():
        if answer in marked and test in marked:
            tests.setdefault(answer, []).append(test)
    wrong = {
        answer: _mistaken(answer, marked[answer], [marked[test] for test in graded])
        for answer, graded in tests.items()
    }
    found: dict[str, Circumstances] = {}
    for answer, graded in tests.items():
        source = marked[answer].source
        reads = names_read(source) - defined(source)
        called = (each for each in wrong.values() if each and each.name in reads)
        # Of two stubs, the answer's own comes first.
        calls = (each for each in called if each.is_written or STUB not in source)
        mistaken = tuple(_called_by(source, each) for each in calls)
        error, is_left = _error_of(marked[answer]), is_as_handed_out(marked[answer])
        for test in graded:
            is_asked = error is not None or names_read(marked[test].source) & defined(source)
            found[test] = Circumstances(mistaken, error, is_left and bool(is_asked))
    return found


def is_as_handed_out(cell: NotebookNode) -> bool:
    """Return True for an answer's cell that its student has not changed."""
    mark = cell.metadata.get("nbgrader", {})
    return bool(mark.get("solution") and mark.get("checksum") == compute_checksum(cell))


def reached(mistaken: Iterable[Mistaken], failure: Failure) -> Mistaken | None:
    """Return the first of these functions that was surely called before a test failed so."""
    line = failure.check.line or (failure.frames[-1].code if failure.frames else "")
    line = line.partition(" # ")[0].strip()
    error = f"{failure.type}: {failure.text} {failure.check.seen}"
    is_of_result = any(kind in error for kind in OF_A_RESULT) and "not callable" not in error
    for each in mistaken:
        is_inside = any(frame.function == each.name for frame in failure.frames)
        is_here = _calls(each.name, line) and is_of_result
        is_missing = each.is_broken and f"name '{each.name}' is not defined" in error
        if not line or is_inside or is_here or is_missing or line in each.after:
            return each
    return None


def _called_by(source: str, mistaken: Mistaken) -> Mistaken:
    """Return it with the lines that stand below its first call in an answer's code."""
    lines = [line.strip() for line in source.split("\n")]
    first = next((i for i, line in enumerate(lines) if _calls(mistaken.name, line)), len(lines))
    below = set(lines[first + 1 :]) - set(lines[: first + 1])
    return replace(mistaken, after=mistaken.after | below)


def _calls(name: str, line: str) -> bool:
    """Return True if a line calls this function: not `np.mean(x)` or `row_mean(x)` for `mean`."""
    return re.search(rf"(?<![\w.]){re.escape(name)}\(", line.partition("#")[0]) is not None


def _mistaken(answer: str, cell: NotebookNode, tests: list[NotebookNode]) -> Mistaken | None:
    """Return the function that an answer cell defines, if it is wrong."""
    lost = [test for test in tests if points_got(test) < test.metadata.nbgrader.points]
    error = _error_of(cell)
    is_broken = error is not None and error[0] in NOT_PYTHON
    given = re.findall(r"^def (\w+)", cell.source, re.M) if is_broken else defined(cell.source)
    names = [name for name in given if f"def {name}(" in cell.source]
    if not lost or (answer not in names and len(names) != 1):
        return None
    name = answer if answer in names else names[0]
    ended = [failure_of(test) for test in tests]
    is_left = all(each is not None and each.kind == failures.NOT_ATTEMPTED for each in ended)
    is_endless = any(map(has_timed_out, tests))
    lines = frozenset(filter(None, map(str.strip, cell.source.split("\n"))))
    is_written = not (is_left and STUB in cell.source) and not is_as_handed_out(cell)
    return Mistaken(name, is_written, lines, is_endless, is_broken)


def _error_of(cell: NotebookNode) -> tuple[str, str] | None:
    """Return the name and the text of the error that an answer's cell ended with, if it did."""
    errors = (o for o in cell.get("outputs", ()) if o["output_type"] == "error")
    return next(((error["ename"], error["evalue"]) for error in errors), None)


def _grade_id(cell: NotebookNode) -> str:
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
