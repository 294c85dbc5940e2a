"""Visible checks: `check.softmax(softmax)` says what a mistake looks like, never the answer.

Every exercise of the course has a check of its own name here; `dir(check)` lists them. They are
read from `course/check/data`, one file an assignment. `check.inputs` are the inputs of the call
that a check last found wrong.
"""

import inspect
import linecache
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from course.check.all_checks import AllChecks
from course.check.in_notebook import explain_in_notebook
from course.check.memory import peak_memory
from course.check.outcomes import CheckFailed, NotAttempted
from course.check.questions import choice, committed, mark_choice, recall
from course.check.ready_made_products import by_hand
from course.check.runner import Check, last_inputs

__all__ = [
    "Check",
    "CheckFailed",
    "NotAttempted",
    "by_hand",
    "choice",
    "committed",
    "mark_choice",
    "needs",
    "peak_memory",
    "recall",
]


_checks = AllChecks()
explain_in_notebook(_checks)


def needs(*functions: Callable, **values: Any) -> None:
    """Go on only if these answers of the learner's pass their visible checks.

    For cells that use what an exercise made: `needs(project, shapes=shapes)`. Raises NotAttempted
    with the name of the first that is not there yet, or is not right yet. A function is known by
    its name in the notebook: a lambda has no other.
    """
    cell: Any = inspect.currentframe().f_back  # type: ignore[union-attr]
    line = linecache.getline(cell.f_code.co_filename, cell.f_lineno)
    named = {
        name: function
        for function in functions
        for name in _names_of(function, cell.f_globals, line)
    }
    for name, answer in (named | values).items():
        if name in _checks and not _checks[name].passes(answer):
            raise NotAttempted(
                f"This cell uses {name}, which is not written or not right yet. "
                "Once its checks pass, run this cell again."
            )


def _names_of(function: Callable, notebook: Mapping[str, Any], line: str) -> list[str]:
    """Return the exercise whose name a function has in the notebook; else the function's own.

    Of several, as after `self_attention = attention`, those that stand in the line of the call.
    """
    names = [name for name, value in notebook.items() if value is function and name in _checks]
    written = [name for name in names if re.search(rf"\b{name}\b", line)]
    return written or names[:1] or [getattr(function, "__name__", "?")]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Check | tuple[Any, ...]:
        if name == "inputs":  # of the call that a check last found wrong, to make it again
            return last_inputs()
        if name.startswith("_") or name not in _checks:
            raise AttributeError(f"there is no check named {name!r}; dir(check) lists them")
        return _checks[name]

    def __dir__() -> list[str]:
        return sorted([*__all__, "inputs", *_checks])
