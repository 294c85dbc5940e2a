"""A reason to doubt that a test which passes apart would pass together with the answers.

Values that cross are copies, and an object of the answers stays with them. So a test apart does not
see that one list is in two places: that a generator gives out the same list again and again, that
an object changes what it was given, or a call what a name holds. It passes, and in one process it
would fail. A test in which any of that could be runs once more, together with the answers.
"""

from typing import Any

from gradebox.separate import proxies
from gradebox.separate.shared import is_plain
from gradebox.separate.values_of_names import ValuesOfNames, inside, may_change

OBJECT = "an object of the answers, which may keep what it is given or give out what it keeps"
MADE = "a function that an answer has made, which may keep what it is given"
AGAIN = "a list or the like that it has had from the answers before"
CALLBACK = "a function that it hands over, which gets or gives lists or the like"
HELD = "a call beside what a name of the answers holds, and that may change by it"
NAME_CHANGED = "a change of what a name of the answers holds"
SET_UP = "a call that changes what a set-up cell has given"
BY_CELL = "a name of a set-up cell whose value another cell has changed"
FILE = "a file that an answer has written over or removed"
COPIED = "an object that the answers get a copy of"


class Doubt:
    """The first reason of a test for doubt, as what it uses."""

    def __init__(self) -> None:
        """Begin with none."""
        self._why = ""
        self._named = (
            ValuesOfNames()
        )  # what names of the answers have given: each mention is a copy

    @property
    def why(self) -> str:
        """The thing that the test has used, or ""."""
        if self._named.is_changed:
            self.note(NAME_CHANGED)
        return self._why

    def note(self, why: str) -> None:
        """Take note of a reason, if it is the first."""
        self._why = self._why or why

    def name(self, value: Any) -> None:
        """Take note of what a name of the answers has given."""
        if not self._why:
            self._named.note(value)

    def ask(self, do: str) -> None:
        """Take note of a request."""
        if not self._why and do == "call" and self._named.is_in_use:
            self.note(HELD)

    def call_back(self, value: Any) -> None:
        """Take note of what a function of the test's gets or gives."""
        if not self._why and any(map(may_change, inside(value))):
            self.note(CALLBACK)

    def get(self, made: Any, do: str) -> None:
        """Take note of a stand-in that came in answer to a request."""
        if isinstance(made, proxies.StudentClass | proxies.StudentModule):
            return
        if isinstance(made, proxies.StudentObject):
            self.note(OBJECT)
        elif do != "fetch" and not isinstance(made, type):
            self.note(MADE)

    def exchange(self, nodes: list[Any]) -> None:
        """Take note of the lists and the like that a request and its answer hold."""
        if not self._why and any(map(is_plain, {*map(type, nodes)})):
            self.note(COPIED)
