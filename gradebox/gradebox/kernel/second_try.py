"""The second try of a test cell that fails: without the mistakes of earlier answers.

Right functions of the solution stand in for those of the student's that lost points, as the cell's
FOLLOWS line allows. So a mistake costs once.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from gradebox.failures import (
    TIMED_OUT,
    Followed,
    could_not_run_apart,
    failure_of,
    has_timed_out,
    note_failed_again,
    note_followed,
)
from gradebox.follow_through import Earlier, FollowThrough
from gradebox.points import points_got


class TestedAnswers:
    """The answers of a notebook as far as their tests have run."""

    __test__ = False  # no test of pytest's

    def __init__(self, follow_through: Mapping[str, FollowThrough]) -> None:
        """Take what test cells forgive, by grade_id."""
        self._follow_through = follow_through
        self._cells: dict[str, NotebookNode] = {}  # test cells that were run, by grade_id

    def add(self, cell: NotebookNode) -> None:
        """Add a test cell that was run."""
        self._cells[cell.metadata.get("nbgrader", {}).get("grade_id", "")] = cell

    def second_try(self, cell: NotebookNode) -> "SecondTry | None":
        """Return how a test cell is tried without the mistakes of before; None if it is not."""
        follow = self._follow_through.get(cell.metadata.get("nbgrader", {}).get("grade_id", ""))
        wrong = [each for each in follow.earlier if self._is_wrong(each)] if follow else []
        if follow is None or not wrong:
            return None
        return SecondTry(follow, wrong, is_only_try=any(map(self._never_ended, wrong)))

    def _is_wrong(self, earlier: Earlier) -> bool:
        """Return True if an earlier answer has lost points and can gain none any more.

        One that has no points of its own may be wrong.
        """
        cells = [self._cells.get(name) for name in earlier.tests]
        if not cells:
            return True
        return None not in cells and any(
            points_got(cell) < cell.metadata.nbgrader.points for cell in cells if cell
        )

    def _never_ended(self, earlier: Earlier) -> bool:
        failures = [failure_of(self._cells[name]) for name in earlier.tests]
        return any(failure.kind == TIMED_OUT for failure in failures if failure)


@dataclass(frozen=True)
class SecondTry:
    """One cell's second try; `wrong` are the earlier answers that it does without.

    It is the only try where one of them has never ended.
    """

    follow: FollowThrough
    wrong: Sequence[Earlier]
    is_only_try: bool

    @property
    def solution(self) -> dict[str, Any]:
        """The cells of the solution, and which functions of theirs stand in."""
        functions = [each.name for each in self.wrong]
        return {"cells": self.follow.solution, "functions": functions}

    def take_better_try(
        self,
        cell: NotebookNode,
        again: NotebookNode,
        called_names: Collection[str],
        says_something: bool,
    ) -> None:
        """Keep in `cell` the better try of the two, and note what the second one has shown.

        `again` is the cell as the second try has left it, `called_names` are the functions that it
        called; with `says_something`, a failure of it is one of the answer itself.
        """
        first = 0.0 if self.is_only_try else points_got(cell)
        called = [each for each in self.wrong if each.name in called_names]
        is_better = called and points_got(again) > first
        if self.is_only_try or is_better:
            cell.outputs, cell.metadata = again.outputs, again.metadata
        if is_better:
            # Nobody knows of an answer without points of its own whether it is wrong.
            tested = [each for each in called if each.tests]
            names = tuple(each.name for each in tested or called)
            note_followed(cell, Followed(self.follow.exercise, names, graded=bool(tested)))
        elif says_something and not _ended_otherwise(again):
            note_failed_again(cell, {each.name: each in called for each in self.wrong})


def _ended_otherwise(cell: NotebookNode) -> bool:
    """Return True if a test ended for want of time, or of being together with the answers."""
    failure = failure_of(cell)
    is_apart = failure is not None and could_not_run_apart(cell.source, failure)
    return is_apart or has_timed_out(cell)
