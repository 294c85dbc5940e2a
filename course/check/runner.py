"""Run one exercise's visible cases against the learner's answer and say what came of it.

An exercise's check is data: inputs, the right answer, and for each known mistake what it would
have returned and the sentence that names it. `authoring/generate_checks.py` writes the data.
"""

import contextlib
import copy
import io
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any

import numpy as np

from course.check import properties
from course.check.codec import decode
from course.check.compare import a_kind, describe, same
from course.check.errors import describe_error, learners_line, said
from course.check.memory import Traced, peak_memory, too_much, traced
from course.check.outcomes import CheckFailed, NotAttempted
from course.check.products import WholeProduct, by_hand


@dataclass(frozen=True)
class Case:
    """One set of inputs, what should come back, and what known mistakes would give instead.

    Right is one of three things: equal to `expected`; an exception of the kind `raises`; or, where
    many answers are right, what the function named `must` in `course.check.properties` accepts.

    With `calls` above 1 the answer is called that often on the same arguments, its prints unseen,
    and `must` judges the list of values. That is for answers that draw from a generator.

    With `most_bytes`, no more than so much memory may be held at one time during the call. With
    `one_block` too, the call is made once more with that as its last argument, the size of a block
    that takes in everything; it is enough, then, to hold clearly less than that second call.
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


@dataclass(frozen=True)
class Outcome:
    """What a call came to: a value, or the exception that ended it; and the arguments after it.

    `held` is the most memory that it held at one time, if that was measured, and `in_one_block`
    the most that it held with everything in one block.
    """

    value: Any = None
    error: BaseException | None = None
    arguments: tuple = ()
    held: int = 0
    in_one_block: int = 0


@dataclass(frozen=True)
class Check:
    """The visible check of one exercise. Call it with the learner's answer."""

    name: str
    parameters: tuple[str, ...]
    cases: tuple[Case, ...]
    mistakes: tuple[str, ...]
    tolerance: float = 1e-6
    whole_products: bool = True
    is_function: bool = True
    __doc__: str = field(default="", compare=False)

    @classmethod
    def from_data(cls, name: str, data: dict) -> "Check":
        """Build a check from one entry of a data file."""
        cases = tuple(
            Case(
                says=case["says"],
                aspect=case["aspect"],
                arguments=tuple(decode(argument) for argument in case["arguments"]),
                expected=decode(case.get("expected")),
                raises=case.get("raises"),
                must=case.get("must"),
                calls=case.get("calls", 1),
                most_bytes=case.get("most_bytes", 0),
                one_block=case.get("one_block", 0),
                mistakes=tuple((index, outcome) for index, outcome in case["mistakes"]),
            )
            for case in data["cases"]
        )
        return cls(
            name=name,
            parameters=tuple(data["parameters"]),
            cases=cases,
            mistakes=tuple(data["mistakes"]),
            tolerance=data["tolerance"],
            whole_products=data["whole_products"],
            is_function=data["is_function"],
        )

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects that can be checked alone, in order: "values", "edges", "errors"."""
        return tuple(dict.fromkeys(case.aspect for case in self.cases))

    def __call__(self, answer: Any, aspect: str | None = None) -> None:
        """Check `answer`: print one line, or raise CheckFailed.

        A stub that was not filled in is "not attempted"; see `NotAttempted.say`. `aspect` restricts
        the check to the cases of that aspect; ValueError if there is none such.
        """
        if aspect is not None and aspect not in self.aspects:
            raise ValueError(f"{self.name} has no aspect {aspect!r}; it has {self.aspects}")
        cases = [case for case in self.cases if aspect in (None, case.aspect)]
        try:
            self._require_attempt(answer)
            outcomes = [self._run(answer, case) for case in cases]
        except NotAttempted as note:
            return note.say()
        for case, outcome in zip(cases, outcomes, strict=True):
            if finding := self._finding(case, outcome):
                raise CheckFailed(
                    finding,
                    exercise=self.name,
                    aspect=case.aspect,
                    case=case.says,
                    called=self._call_in_words(case),
                    line=_line_of(outcome.error),
                    mistake=self._named_mistake(case, outcome, cases, outcomes),
                )
        label = self.name if aspect is None else f"{self.name}, {aspect}"
        count = f"{len(cases)} case{'s' if len(cases) != 1 else ''}"
        print(f"{label}: visible checks passed ({count}). Hidden tests run when you submit.")

    def passes(self, answer: Any) -> bool:
        """True if every visible case is right. Prints and raises nothing."""
        try:
            self._require_attempt(answer)
            return not any(self._finding(case, self._run(answer, case)) for case in self.cases)
        except (CheckFailed, NotAttempted):
            return False

    def _require_attempt(self, answer: Any) -> None:
        """Raise NotAttempted for a missing answer, CheckFailed for one that is no function."""
        parts = answer if isinstance(answer, tuple) else (answer,)
        if any(part is None or part is Ellipsis for part in parts):
            raise NotAttempted(self._not_attempted())
        if self.is_function and not callable(answer):
            raise CheckFailed(
                f"this should be a function, and it is {a_kind(answer)}. "
                f"Has the name {self.name} been used for something else in a later cell?",
                exercise=self.name,
            )

    def _not_attempted(self) -> str:
        where = "the cell above" if self.is_function else "the answer's cell"
        return (
            f"{self.name}: not attempted yet. Write your answer in {where}, run it, then run this."
        )

    def _run(self, answer: Any, case: Case) -> Outcome:
        if not self.is_function:
            return Outcome(value=_as_listed(answer, case.expected))
        arguments = copy.deepcopy(case.arguments)
        memory = traced() if case.most_bytes else contextlib.nullcontext(Traced())
        try:
            with np.errstate(all="ignore"), memory as found:
                if case.calls > 1:
                    with contextlib.redirect_stdout(io.StringIO()):
                        value = [answer(*arguments) for _ in range(case.calls)]
                elif self.whole_products:
                    value = answer(*arguments)
                else:
                    with by_hand(*arguments) as arguments:
                        value = answer(*arguments)
            in_one_block = _in_one_block(answer, case)
        except NotImplementedError:
            raise NotAttempted(self._not_attempted()) from None
        except Exception as error:
            return Outcome(error=error, arguments=arguments)
        return Outcome(value, None, arguments, found.peak, in_one_block)

    def _finding(self, case: Case, outcome: Outcome) -> str:
        """What is wrong with this outcome, in a sentence; empty if nothing is."""
        error = outcome.error
        if case.raises:
            if error is None:
                return (
                    f"It should raise {case.raises}; it returned {a_kind(outcome.value)} instead."
                )
            if case.raises not in (kind.__name__ for kind in type(error).__mro__):
                return f"It should raise {case.raises}; it raised {describe_error(error)}"
            return ""
        if isinstance(error, WholeProduct):
            return f"It uses a shortcut: {error}."
        if error is not None:
            return f"It raised {describe_error(error)}"
        if self.is_function and (changed := self._changed(case, outcome)):
            return f"It changed its input {changed}. Work on a copy, or build a new array."
        if outcome.value is None:
            return "It returned None. Is there a `return` on every path?"
        if case.must:
            return str(getattr(properties, case.must)(outcome.value, *case.arguments))
        if same(outcome.value, case.expected, self.tolerance):
            return too_much(outcome.held, case.most_bytes, outcome.in_one_block)
        return describe(outcome.value, case.expected, self.tolerance)

    def _changed(self, case: Case, outcome: Outcome) -> str:
        for name, before, after in zip(
            self.parameters, case.arguments, outcome.arguments, strict=False
        ):
            if not _identical(before, after):
                return name
        return ""

    def _named_mistake(
        self, case: Case, outcome: Outcome, cases: list[Case], outcomes: list[Outcome]
    ) -> str:
        """The known mistake that does in `case` what the learner's answer did, or nothing.

        Of several, the one that agrees with it in most of the other cases too. Two mistakes seldom
        give the same array by chance, but often the same word, number or exception: with these,
        a mistake is named only if it agrees in all cases but one, or with exceptions in all. What
        it gives where memory is measured is not known.
        """
        if self.is_function and self._changed(case, outcome):
            return ""
        seen_in = [pair for pair in zip(cases, outcomes, strict=True) if not pair[0].most_bytes]

        def agreement(index: int) -> int:
            return sum(
                any(self._is_outcome(known, seen, other) for known in of_mistake)
                if (of_mistake := [known for i, known in other.mistakes if i == index])
                else not self._finding(other, seen)
                for other, seen in seen_in
            )

        candidates = {i for i, known in case.mistakes if self._is_outcome(known, outcome, case)}
        best = max(sorted(candidates), key=agreement, default=None)
        allowed = _allowed_to_differ(case, outcome, cases)
        if best is None or agreement(best) < len(seen_in) - allowed:
            return ""
        return self.mistakes[best]

    def _is_outcome(self, known: dict, outcome: Outcome, case: Case) -> bool:
        if "raises" in known:
            if outcome.error is None or type(outcome.error).__name__ != known["raises"]:
                return False
            return case.raises is not None or said(outcome.error) == known["says"]
        if outcome.error is not None:
            return False
        with np.errstate(all="ignore"):
            return same(outcome.value, decode(known["value"]), max(self.tolerance, 1e-6))

    def _call_in_words(self, case: Case) -> str:
        if not (self.is_function and case.arguments):
            return ""
        named = zip(self.parameters, case.arguments, strict=False)
        return f"{self.name}({', '.join(f'{name}{_brief(value)}' for name, value in named)})"


def _line_of(error: BaseException | None) -> str:
    """Return the learner's line that raised `error`; "" where the sentence needs no line."""
    return "" if error is None or isinstance(error, WholeProduct) else learners_line(error)


def _in_one_block(answer: Any, case: Case) -> int:
    """How many bytes the call holds with one block of everything; 0 if that is not asked for.

    What it prints is not shown: it has been shown once.
    """
    if not case.one_block:
        return 0
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
        return peak_memory(answer, *copy.deepcopy(case.arguments[:-1]), case.one_block)


def _allowed_to_differ(case: Case, outcome: Outcome, cases: list[Case]) -> int:
    """In how many cases a known mistake may do something else and still be named."""
    if outcome.error is not None and case.raises is None:
        return 0
    parts = outcome.value if isinstance(outcome.value, tuple) else (outcome.value,)
    if any(isinstance(part, np.ndarray) and part.size > 1 for part in parts):
        return len(cases)
    return 1


def _brief(value: Any) -> str:
    """An argument in a few characters: its shape, or itself if it is short and says something."""
    if isinstance(value, np.ndarray):
        return f" {value.shape}"
    if isinstance(value, np.random.Generator):
        return ""
    text = value.__name__ if isinstance(value, FunctionType) else repr(value)
    return f"={text}" if len(text) <= 40 else f"={text[:37]}..."


def _identical(before: Any, after: Any) -> bool:
    if isinstance(before, np.ndarray):
        return (
            isinstance(after, np.ndarray)
            and before.shape == after.shape
            and np.array_equal(before, after, equal_nan=before.dtype.kind == "f")
        )
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_identical, before, after))
    if isinstance(before, (str, int, float, bool, dict, type(None))):
        return bool(before == after)
    return True


def _as_listed(answer: Any, expected: Any) -> Any:
    """A row of numbers may be written down as a list, a tuple or an array: all are lists here."""
    if isinstance(expected, list) and isinstance(answer, (tuple, np.ndarray)):
        return list(answer)
    return answer
