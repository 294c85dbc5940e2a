"""The kinds of verdicts on a graded cell, and what each says to the learner."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The kind of a verdict; the value says it in a word or two."""

    PASSED = "right"
    PARTIAL = "partly right"
    NOT_ATTEMPTED = "not attempted"
    TIMED_OUT = "took too long"
    NOT_RUN = "did not run"
    RAISED = "raised an error"
    NAME = "a name is missing"
    CHANGED = "inputs changed"
    SHAPE = "wrong shape"
    TYPE = "wrong kind of value"
    ACCEPTED = "an error should have been raised"
    TOGETHER = "passed only apart from your code"
    VALUE = "wrong value"
    CHECK = "not right yet"
    NOT_APART = "could not be tested"
    STOPPED = "not run to its end"
    BY_HAND = "graded by a person"


# What to tell the learner when a hidden test failed.
SENTENCES = {
    Kind.PASSED: "The hidden tests passed, too.",
    Kind.PARTIAL: "Part of the points.",
    Kind.NOT_ATTEMPTED: "The answer was left as it was handed out.",
    Kind.TIMED_OUT: "It took too long and was stopped. Look for a loop that does not end.",
    Kind.RAISED: "With an input of the hidden tests, your code raised an error.",
    Kind.NAME: "A name that the test needs was not there when the test ran. Look for a function "
    "that was renamed, or a cell that was deleted.",
    Kind.CHANGED: "An input was not the same after the call as before it. Work on a copy.",
    Kind.SHAPE: "The result has the wrong shape or size for an input of the hidden tests.",
    Kind.TYPE: "What came back is not the kind of value that the task asks for.",
    Kind.ACCEPTED: "An input that should be refused with an error was accepted.",
    Kind.TOGETHER: "Apart from your code the test passes, and in one process with it, it does not.",
    Kind.VALUE: "A hidden test found a value that is not right.",
    Kind.CHECK: "A check that stands in your notebook did not pass.",
    Kind.NOT_APART: "The test could not be run with this answer, be it right or wrong: tests run "
    "in a process of their own here, and not every value can be handed over.",
    Kind.STOPPED: "The test could not be run to its end.",
    Kind.BY_HAND: "Graded by a person.",
}


@dataclass(frozen=True)
class Verdict:
    """The judgement of a graded cell.

    `points` are those that the test itself gave, whatever a person has made of them.
    `mistake` is the sentence of a known mistake, where one was recognised; `is_sure` if it is no
    guess. `facts` are labelled lines that a learner may see ("case", "called", "seen", "error",
    "line", "why"), hidden tests or not.
    `reasons` say why a right answer is right, where the course tells.
    `earlier` names the function of another exercise that the answer calls and that is at fault.
    `followed` names the earlier functions of the learner's that follow-through credit is about.
    """

    kind: Kind
    says: str
    mistake: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    reasons: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()  # functions whose mistakes it was not marked down for
    is_sure: bool = False
    earlier: str = ""
    is_of_hidden: bool = False  # an error that an input of a hidden test has led to
    points: float = 0.0


LEFT = Verdict(Kind.NOT_ATTEMPTED, SENTENCES[Kind.NOT_ATTEMPTED])


@dataclass(frozen=True)
class About:
    """The subject of a graded cell: the exercise, one aspect of it, and what that asks for.

    Cells that do not begin with one of our checks are known by their grade_id alone.
    """

    exercise: str
    aspect: str = ""
    asks: str = ""
