"""The things that did not cross while a test ran: they may be why a right answer failed."""

import re
from dataclasses import dataclass, field
from typing import Any

from gradebox.separate.exceptions import name_or

_LACKING = re.compile(r"'(?:[\w.]*\.)?(\w+)' object has no attribute")
_MOST = 20
# Why a test could not be run apart from the answers, where something follows from it.
ASKED = "asked"  # an answer asked something of the test's that it can only call
COMPARED = "compared"  # the test compared what stays with the answers
WRITTEN = "written"  # an answer wrote a file that does not cross
KEPT = "kept"  # an answer changed a file of the test's
PLAIN = "plain"  # a value of a class of the answer's, or of the test's, came as a plain one
DRAWN = "drawn"  # the test got a figure, or a part of one


@dataclass
class NotCrossed:
    """Things that stayed on their side of the two processes while a test ran.

    `foreign` is the class of an object of a library's that the test got no more than a stand-in
    for, and `files` are those of the student's that the tests cannot open. `kept` are files of the
    tests' that an answer has changed, and that for the tests are as they were. `lacked` says what
    an answer asked in vain of something that it can only call. `flattened` are the classes of
    values that crossed as a plain list, dict or the like, by the name of that, and `altered` those
    whose values do something else than a plain one.
    """

    foreign: str = ""
    files: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    lacked: str = ""
    flattened: dict[str, str] = field(default_factory=dict)
    altered: dict[str, str] = field(default_factory=dict)

    def take(self, left: dict[str, Any]) -> None:
        """Take in what the student's process says of it, which may be anything."""
        match left.get("lacked"):
            case [str(kind), str(name)]:
                kind, name = name_or(kind, "object"), name_or(name, "a name")
                self.lacked = (
                    f"the answer asked a {kind} of the test's for {name}: "
                    "apart, it can only call it"
                )
        self.flattened |= _classes(left.get("flattened"))
        self.altered |= _classes(left.get("altered"))

    def attribute_lacked(self, error: BaseException, text: str) -> str:
        """Return why a value has no such attribute, if it was flattened; else ""."""
        found = _LACKING.match(text) if isinstance(error, AttributeError) else None
        plain = found[1] if found else ""
        return _came_plain(plain, self.flattened[plain]) if plain in self.flattened else ""

    @property
    def came_plain(self) -> str:
        """Which value came as a plain one and does something else there; "" for none."""
        return next((_came_plain(*names) for names in self.altered.items()), "")


def _came_plain(plain: str, kind: str) -> str:
    return f"a value of class {kind} came as a plain {plain}, without what else its class has"


def _classes(said: Any) -> dict[str, str]:
    """Return the names of classes in a message, by those of plain ones; it may hold anything."""
    if type(said) is not dict or len(said) > _MOST:
        return {}
    named = {name_or(plain, ""): name_or(kind, "") for plain, kind in said.items()}
    return {plain: kind for plain, kind in named.items() if plain and kind}
