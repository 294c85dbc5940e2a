"""The seconds that a cell may run when a learner grades alone, and waits for the result."""

import time
from collections.abc import Callable
from math import isnan
from typing import Any

from nbformat import NotebookNode
from traitlets import Float, TraitError, validate
from traitlets.config import Configurable

NO_LIMIT = float("inf")


class Check(Configurable):
    """The settings of `gradebox check`, as `c.Check` in `nbgrader_config.py`."""

    cell_seconds = Float(
        None,
        min=0.1,
        allow_none=True,
        help="How many seconds an answer or a test may run, half of them once a cell has used up "
        "its time; as `c.Execute.timeout`, if it is not said.",
    ).tag(config=True)

    @validate("cell_seconds")
    def _is_a_number(self, proposal: Any) -> float | None:
        seconds: float | None = proposal["value"]
        if seconds is not None and isnan(seconds):  # which is not less than any limit either
            raise TraitError(f"cell_seconds must be a number from 0.1 on, not {seconds}.")
        return seconds


def allowance(seconds: float, timeout: float) -> Callable[[NotebookNode], float | None]:
    """Return a `timeout_func` for nbgrader's `Execute`, which it calls before each cell.

    Answers and tests may run for `seconds`, and the notebook's other cells, which may draw or
    train something, for `timeout` seconds, as in a class. Once a cell has used up its time, those
    after it are likely to call the same function: they have half of `seconds` each.
    """
    began = allowed = NO_LIMIT
    ran_out = False

    def allow(cell: NotebookNode) -> float | None:
        nonlocal began, allowed, ran_out
        now = time.monotonic()
        ran_out = ran_out or now - began >= allowed
        is_marked = "nbgrader" in cell.metadata
        allowed = min(timeout, seconds) if is_marked else timeout
        if ran_out:
            allowed = min(timeout, seconds) / 2
        began = now
        return allowed if allowed < NO_LIMIT else None

    return allow
