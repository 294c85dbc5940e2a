"""Tests that ran apart, run once more together with the answers: the fewer points count.

Apart, a test does not see that one list is in two places (see `separate.doubt`), nor has what it
forbids any effect. Together, code of a student's could reach into it. So a point takes both.

It is done after all cells of the notebook, and nothing that is shown meanwhile is kept: what code
of the answers can find out about a hidden test goes nowhere. A test that fails there has a second
chance in a process that has run the notebook up to it and nothing more: what a test apart has used
up, or a later cell has changed, is no fault of the answer's.
"""

import builtins
import copy
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_output

from gradebox.failures import (
    CHECK,
    NOT_ATTEMPTED,
    STOPPED,
    TIMED_OUT,
    TOGETHER,
    Failure,
    failure_of,
    followed_of,
    forget_failure,
    note_failure,
)
from gradebox.flags import APART, DOUBT, NOT_TOGETHER
from gradebox.kernel.fork_server import NotStarted
from gradebox.kernel.names import defined, is_graded_by_output, is_run, is_set_up, names_read
from gradebox.kernel.needed_names import needed
from gradebox.kernel.notebook_process import Ended, KernelProcess
from gradebox.kernel.prepared import prepare
from gradebox.points import points_got
from gradebox.tests_mode import TestsMode

ONE_FORK_SECONDS = 2.0  # for tests that share a fork; each of the others has a fork of its own
ERROR = "NotTogether"  # its name, as a test cell shows it
FAILS_TOGETHER = "This test passed apart from the answers, and failed together with them."
NO_TIME_LEFT = (
    "This test passed apart from the answers. There was no time left to run it together with them."
)
NOT_APART = "It could not be run apart from the answers: {}"
FAILS_APART = "It fails apart from the answers, and passes together with them."

FlagAt = tuple[str, int, str]
"""The kind of a flag, the position of a cell, and a sentence."""


class BothWays:
    """The tests of a notebook that ran apart and are to run together, too.

    In a trial all that have passed are: which ones a right answer cannot pass in both ways is
    flagged, and what they use.
    """

    def __init__(self, ways: Mapping[int, TestsMode], is_trial: bool) -> None:
        """Take how cells are to run, by position, where it is not as the settings say."""
        self._ways = ways
        self._is_trial = is_trial
        self._doubts: dict[int, str] = {}  # why each is to run once more
        self._used: dict[int, str] = {}  # what each has used that may differ then, or ""
        self._suspects: dict[int, str] = {}  # why each may have failed apart, if answers are right

    def note(self, index: int, cell: NotebookNode, doubt: str) -> None:
        """Take note of a test that ran apart, and of what it has used that may differ together."""
        way = self._ways.get(index)
        why = "what its metadata say" if way == "both" else doubt
        is_asked_for = way != "separate" and (why or self._is_trial)
        may_gain = points_got(cell) > 0 or (
            not self._is_trial and _may_fail_a_right_answer(failure_of(cell))
        )
        if is_asked_for and may_gain:
            self._doubts[index], self._used[index] = why, doubt

    def suspect(self, index: int, why: str) -> bool:
        """Take note of a test that failed and may not be one to run apart.

        Return False if it is not run together, so that nobody will know.
        """
        if self._is_trial or self._ways.get(index) == "separate":
            return False
        self._suspects[index] = why
        self._doubts.setdefault(index, why)
        self._used.setdefault(index, "")
        return True

    @property
    def is_needed(self) -> bool:
        """Return True if there is a test to run once more."""
        return bool(self._doubts)

    def take_fewer_points(self, run: "RunTogether", deadline: float) -> Iterator[FlagAt]:
        """Run them, let the fewer points count, and yield what a person should know of it.

        A test that is not run by the deadline has failed. Raises NotStarted.
        """
        apart = {index: points_got(run.tests[index]) for index in sorted(self._doubts)}
        # Of one whose points follow through, an earlier mistake would count.
        wanted = [index for index in apart if followed_of(run.tests[index]) is None]
        full = [index for index in wanted if _share(run.tests[index]) >= 1]
        together = {index: apart[index] for index in run.passed_in_one_fork(full, deadline)}
        not_run = set()
        # What has not passed comes last: its test is told to the answers' process, which could
        # let the points of a later one say what it holds.
        for index in sorted(wanted, key=lambda index: -_share(run.tests[index])):
            if index in together:
                continue
            if time.monotonic() < deadline:
                together[index] = run.points(index)
            else:
                together[index] = 0.0
                not_run.add(index)
        fewer = [index for index, points in together.items() if points < apart[index]]
        if fewer and time.monotonic() < deadline:
            together |= run.points_in_place(fewer)
        left = [index for index in self._suspects if together.get(index, 1) <= apart[index]]
        if left and time.monotonic() < deadline:
            together |= run.points_in_place(left)
        for index, points in sorted(together.items()):
            if self._is_trial and self._doubts[index]:
                yield DOUBT, index, self._doubts[index]
            if points < apart[index]:
                yield NOT_TOGETHER, index, NO_TIME_LEFT if index in not_run else FAILS_TOGETHER
                if self._is_trial:
                    continue
                if index in not_run:
                    _take_all(run.tests[index], NO_TIME_LEFT, Failure(TIMED_OUT))
                else:
                    _take_back(run.tests[index], points, run.line(index), self._used[index])
            elif index in self._suspects and index in not_run:
                yield APART, index, NOT_APART.format(self._suspects[index])
            elif points > apart[index] and not self._is_trial:
                why = self._suspects.get(index)
                yield APART, index, NOT_APART.format(why) if why else FAILS_APART


def _taken_from_python(cells: Iterable[NotebookNode]) -> frozenset[str]:
    """Return the names of Python's that answers give something else.

    Of `len = 3` in an answer, a test that calls `len` means Python's, as it does apart. What a
    set-up cell gives is the tests' own there, too.
    """
    of_set_up = [cell.source for cell in cells if is_set_up(cell)]
    of_answers = [cell.source for cell in cells if not is_set_up(cell)]
    given = frozenset[str]().union(*map(defined, of_answers))
    if any("import *" in source for source in of_answers) and not any(
        "import *" in source for source in of_set_up
    ):
        given = frozenset(vars(builtins))  # numpy has a `bool`
    return given.intersection(vars(builtins)).difference(*map(defined, of_set_up))


def _may_fail_a_right_answer(failure: Failure | None) -> bool:
    """Return True for a failure of a test that may come of its being apart from the answers."""
    of_the_answer = (CHECK, NOT_ATTEMPTED, TIMED_OUT, STOPPED)
    return failure is not None and failure.kind not in of_the_answer and not failure.not_apart


def _share(cell: NotebookNode) -> float:
    """Return which part of its points a test cell has got, 0 to 1."""
    most = cell.metadata.nbgrader.points
    return points_got(cell) / most if most else 0.0


def _take_back(cell: NotebookNode, points: float, line: int, doubt: str) -> None:
    """Let a test cell have no more whole points than it gave together with the answers.

    It failed there at that line, and has used what the doubt says.
    """
    points = float(math.floor(points))  # a number chosen there could say more than points
    if points > 0:
        result = new_output("execute_result", {"text/plain": repr(points)})
        result.execution_count = cell.execution_count
        cell.outputs = [each for each in cell.outputs if each.output_type != "execute_result"]
        cell.outputs.append(result)
        return
    failure = Failure(TOGETHER, ERROR, FAILS_TOGETHER, line, doubt=doubt)
    _take_all(cell, FAILS_TOGETHER, failure)


def _take_all(cell: NotebookNode, why: str, failure: Failure) -> None:
    """Let a test cell have no points, and show why."""
    cell.outputs.append(new_output("error", ename=ERROR, evalue=why, traceback=[why]))
    note_failure(cell, failure)


class RunTogether:
    """Processes of the student's, in which tests of a notebook that has run are run again.

    They run in forks of the first: in one as long as they pass, and then each in one of its own,
    so that what a test does there is no other's fault.
    """

    def __init__(
        self,
        process: KernelProcess | None,
        fresh: Callable[[], AbstractContextManager[KernelProcess]],
        notebook: NotebookNode,
        skipped: Collection[int],
        until: Callable[[NotebookNode], float],
        grace_seconds: float,
        answered: frozenset[str] = frozenset(),
    ) -> None:
        """Take the process that has run the notebook, and a way to one that has run nothing yet.

        The first is None where it answers no more. `skipped` are the positions of cells that do
        not run; `until` says when a cell that begins now has to end; `answered` are the names that
        the instructor's answers give.
        """
        self._process = process
        self._fresh = fresh
        self._until = until
        self._grace_seconds = grace_seconds
        self._lines: dict[int, list[int]] = {}  # at which tests have failed, each time
        self._lost: set[KernelProcess] = set()  # those that answer no more
        cells = {k: cell for k, cell in enumerate(notebook.cells) if is_run(cell)}
        self.tests = {k: cell for k, cell in cells.items() if is_graded_by_output(cell)}
        self._others = {k: cell for k, cell in cells.items() if k not in self.tests}
        others = [cell.source for cell in self._others.values()]
        # Of `map = None` in a test, all answers that are called later have the effect.
        self._of_answers = (
            frozenset[str]().union(*map(names_read, others)).difference(*map(defined, others))
        )
        self._of_python = _taken_from_python(self._others.values()) - answered
        for index in skipped:
            self._others.pop(index, None)

    def passed_in_one_fork(self, wanted: Sequence[int], deadline: float) -> list[int]:
        """Return which tests give all their points, one after another, until the first that fails.

        To fork for each would take longer than most tests do. One that fails here has not failed:
        what it does without may be an earlier one's fault.
        """
        passed: list[int] = []
        if self._process is None or len(wanted) < 2:
            return passed
        end = min(time.monotonic() + ONE_FORK_SECONDS, deadline)
        with self._process.fork(end - time.monotonic()):
            for index in wanted:
                points, _ = self._result(self._process, index, self._makers(index), end)
                if points < self.tests[index].metadata.nbgrader.points:
                    break
                passed.append(index)
        return passed

    def points(self, index: int) -> float:
        """Return the points of a test together with the answers, after the whole notebook."""
        if self._process is None:
            return 0.0
        if self._process in self._lost:
            return self._noted(index, 0.0, 0)
        end = self._until(self.tests[index])
        makers = self._makers(index)
        with self._process.fork(end - time.monotonic()):
            before = [*self._pythons_names(index, makers), *makers]
            result = self._result(self._process, index, before, end)
        return self._noted(index, *result)

    def line(self, index: int) -> int:
        """Return the line at which a test has failed, each time; 0 if that is not known.

        The process that says so may know hidden tests. A number that the first fork, which knows
        none but this, has said as well tells no more of them than that the test has failed.
        """
        first, *others = self._lines.get(index, [0])
        return first if all(line == first for line in others) else 0

    def points_in_place(self, wanted: Collection[int]) -> dict[int, float]:
        """Return the points of tests together with the answers, each at its place in the notebook.

        What a test apart has asked, or a later cell has done, may be why it failed at the end.
        Raises NotStarted where there is no room for a process, of the answers or not.
        """
        try:
            return self._points_in_place(wanted)
        except NotStarted:
            if self._process is None:
                raise
            # The first process is the student's, and may be what leaves no room for another.
            self._process.kill(time.monotonic() + self._grace_seconds)
            self._process = None
            return self._points_in_place(wanted)

    def _points_in_place(self, wanted: Collection[int]) -> dict[int, float]:
        found = dict.fromkeys(wanted, 0.0)
        with self._fresh() as process:
            for index in sorted({*self._others, *wanted}):
                if index > max(wanted):
                    break
                if index in found:
                    for maker in self._makers(index):
                        self._run(process, index, new_code_cell(maker))
                    # In no fork: threads of the answers are not there in one.
                    found[index] = self._noted(index, *self._result(process, index))
                else:
                    self._run(process, index, copy.deepcopy(self._others[index]))
        return found

    def _result(
        self,
        process: KernelProcess,
        index: int,
        before: Sequence[str] = (),
        end_of_fork: float | None = None,
    ) -> tuple[float, int | None]:
        """Run a test; return its points, and where it failed the line, 0 if that is not known."""
        cell = copy.deepcopy(self.tests[index])
        forget_failure(cell)
        reply = self._run(process, index, cell, before, end_of_fork)
        if reply is None or reply.get("status") != "ok" or reply.get("wrote_errors") is True:
            line = (reply or {}).get("line")
            return 0.0, line if type(line) is int else 0
        return points_got(cell), None

    def _noted(self, index: int, points: float, line: int | None) -> float:
        """Note the line at which a test has failed, if it has; return its points."""
        if line is not None:
            self._lines.setdefault(index, []).append(line)
        return points

    def _run(
        self,
        process: KernelProcess,
        index: int,
        cell: NotebookNode,
        before: Sequence[str] = (),
        end_of_fork: float | None = None,
    ) -> dict[str, Any] | None:
        """Run a cell, in a fork if that has an end; return the reply.

        It is None if there is none, now or ever again.
        """
        if process in self._lost:
            return None
        until, reply = self._until(cell), None
        if end_of_fork is not None:
            until = min(until, end_of_fork)
        prepared = prepare(cell.source) if is_graded_by_output(cell) else None
        try:
            reply = process.run(
                cell, index, index, until, prepared=prepared, result_only=True, before=before
            )
            if reply is None and end_of_fork is None:
                process.interrupt()
            has_ended = (end_of_fork or until) + self._grace_seconds
            if reply is None and process.wait(has_ended) is None:
                self._lost.add(process)
        except Ended:
            self._lost.add(process)
        process.done()
        return reply

    def _pythons_names(self, index: int, makers: Sequence[str]) -> list[str]:
        """Return code that gives names back to Python that a test, or one before it, needs."""
        read = needed(self.tests[index].source).union(*map(needed, makers))
        names = ", ".join(sorted(read & self._of_python))
        return [f"from builtins import {names}"] if names else []

    def _makers(self, index: int) -> list[str]:
        """Return the tests before this one, as code, that give names which it or answers need.

        A name that another cell has given since is that cell's.
        """
        wanted, found = needed(self.tests[index].source) | self._of_answers, []
        cells = self.tests | self._others
        for place in sorted((place for place in cells if place < index), reverse=True):
            source = cells[place].source
            given = wanted & defined(source)
            wanted -= given
            if given and place in self.tests:
                wanted |= needed(source)
                found.append(source)
        return found[::-1]
