"""Tests that have passed apart, run once more together with the answers: the fewer points count.

Apart, a test does not see that one list is in two places (see `separate.doubt`), nor has what it
forbids any effect. Together, code of a student's could reach into it. So a point takes both.

It is done after all cells of the notebook, and nothing that is shown meanwhile is kept: what code
of the answers can find out about a hidden test goes nowhere.
"""

import copy
from collections.abc import Callable, Mapping

from nbformat import NotebookNode
from nbformat.v4 import new_output

from gradebox.failures import TOGETHER, Failure, forget_failure, note_failure
from gradebox.kernel.names import defined, names_read
from gradebox.kernel.notebook_process import Ended, KernelProcess
from gradebox.kernel.prepared import prepare
from gradebox.points import points_got

NOT_TOGETHER = "NotTogether"
SAYS = "This test passed apart from the answers, and failed together with them."


class BothWays:
    """The student's process after the last cell of a notebook, in which tests are run again.

    Each in a fork of its own: what one answer does there is no other answer's fault.
    """

    def __init__(
        self,
        process: KernelProcess,
        tests: Mapping[int, NotebookNode],
        until: Callable[[NotebookNode], float],
        grace_seconds: float,
    ) -> None:
        """Take the test cells of the notebook, by position, and when one that begins has to end."""
        self._process = process
        self._tests = tests
        self._until = until
        self._grace_seconds = grace_seconds
        self._is_lost = False  # whether the process answers no more

    def points(self, index: int) -> float:
        """Return the points of a test together with the answers: none once the process is lost."""
        if self._is_lost:
            return 0.0
        cell = copy.deepcopy(self._tests[index])
        forget_failure(cell)
        known, before = prepare(cell.source), self._makers(index)
        until = self._until(cell)
        try:
            reply = self._process.run(cell, index, index, until, known=known, aside=before)
            if reply is None:
                self._is_lost = self._process.wait(until + self._grace_seconds) is None
        except Ended:
            reply, self._is_lost = None, True
        self._process.done()
        if reply is None or reply.get("status") != "ok" or reply.get("wrote_errors") is True:
            return 0.0
        return points_got(cell)

    def _makers(self, index: int) -> list[str]:
        """Return the tests before this one, as code, that give the names which it reads."""
        wanted, found = names_read(self._tests[index].source), []
        for place in sorted((place for place in self._tests if place < index), reverse=True):
            source = self._tests[place].source
            if given := wanted & defined(source):
                wanted = (wanted - given) | names_read(source)
                found.append(source)
        return found[::-1]


def take_back(cell: NotebookNode, points: float) -> None:
    """Let a test cell have no more than the points that it gave together with the answers."""
    if points > 0:
        result = new_output("execute_result", {"text/plain": repr(points)})
        result.execution_count = cell.execution_count
        cell.outputs = [each for each in cell.outputs if each.output_type != "execute_result"]
        cell.outputs.append(result)
        return
    cell.outputs.append(new_output("error", ename=NOT_TOGETHER, evalue=SAYS, traceback=[SAYS]))
    note_failure(cell, Failure(TOGETHER, NOT_TOGETHER, SAYS))
