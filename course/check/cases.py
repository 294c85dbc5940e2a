"""A case of a visible check, and what a learner's answer came to in it."""

from dataclasses import dataclass, field
from typing import Any

from course.check.codec import decode


@dataclass(frozen=True)
class Case:
    """One set of inputs, what should come back, and what known mistakes would give instead.

    Right is one of three things: equal to `expected`; an exception of the kind `raises`; or, where
    many answers are right, what the function named `must` in `course.check.properties` accepts.

    With `calls` above 1 the answer is called that often on the same arguments, its prints unseen,
    and `must` judges the list of values. That is for answers that draw from a generator.

    With `most_bytes`, no more than so much memory may be held at one time during the call. With
    `one_block` too, a call that held more is made again with that as its last argument, the size of
    a block that takes in everything; it is enough, then, to hold clearly less than that one.
    """

    says: str
    aspect: str
    arguments: tuple
    expected: Any = None
    raises: str | None = None
    must: str | None = None
    calls: int = 1
    most_bytes: int = 0
    one_block: int = 0
    mistakes: tuple[tuple[int, dict], ...] = ()


def case_from_data(data: dict) -> Case:
    """Return the case that a data file holds: its fields, with arrays encoded."""
    fields = {
        "arguments": tuple(map(decode, data["arguments"])),
        "expected": decode(data.get("expected")),
        "mistakes": tuple(map(tuple, data["mistakes"])),
    }
    return Case(**(data | fields))


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: a value, or the exception that ended it; and the arguments after it.

    `held` is the most memory that it held at one time, if that was measured. If that was too much,
    `in_one_block` is the most that it held with everything in one block. `findings` keeps what was
    found wrong with it, with guesses and without: to find it takes its time, and several rules ask.
    """

    value: Any = None
    error: BaseException | None = None
    arguments: tuple = ()
    held: int = 0
    in_one_block: int = 0
    findings: dict[bool, str] = field(default_factory=dict, compare=False)
