"""Run one exercise's visible cases against the learner's answer and say what came of it.

An exercise's check is data: inputs, the right answer, and for each known mistake what it would
have returned and the sentence that names it. `authoring/generate_checks.py` writes the data.
"""

import contextlib
import copy
import io
import math
import sys
import traceback
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from course.check.appearance import PASSED, show
from course.check.attempted import not_attempted, require_attempt
from course.check.call_in_words import MOST_FOR_ONE, MOST_NUMBERS, call_in_words, gave_in_words
from course.check.cases import Case, Outcome, case_from_data
from course.check.compare import is_number
from course.check.describe import OF_OVERFLOW
from course.check.faults.results import (
    given_back,
    left_without_return,
    never_reached,
    not_made,
)
from course.check.finding import NONE, find, is_plainly_wrong
from course.check.frames import is_raised_by, line_of_answer
from course.check.learners_code import infinity_in, is_written
from course.check.memory import Traced, peak_memory, traced
from course.check.name_the_mistake import Situation, name_the_mistake, quiet
from course.check.outcomes import CheckFailed, NotAttempted
from course.check.ready_made_products import WholeProduct, by_hand

RULES_MAY_FAIL = True  # not in the tests

_last_wrong: deque[Case] = deque(maxlen=1)


def last_inputs() -> tuple[Any, ...]:
    """Return a copy of the inputs of the call that a check last found wrong.

    Raises AttributeError if none has yet.
    """
    if not _last_wrong:
        raise AttributeError("check.inputs are there once a check has found a call wrong")
    return copy.deepcopy(_last_wrong[-1].arguments)


_LARGEST = np.iinfo(np.int64).max


@dataclass(frozen=True, repr=False)
class Check:
    """The visible check of one exercise. Call it with the learner's answer.

    With `floats`, an array of integers is wrong, even where its numbers are right.
    `variables` are the names that hold an answer which is no function.
    `results` are the names of what comes back, where that is several things; `stub_size` is the
    number of statements in the function as it is handed out; `not_by` names the exercises that the
    answer may not call, because it is to be done in another way. `first_step` is said of a typed
    number that fits no known mistake. `others` are the checks of the same notebook, by name,
    and those of earlier answers that are copied into it.
    """

    name: str
    parameters: tuple[str, ...]
    cases: tuple[Case, ...]
    mistakes: tuple[str, ...]
    tolerance: float = 1e-6
    whole_products: bool = True
    floats: bool = False
    variables: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    stub_size: int = 0
    not_by: tuple[str, ...] = ()
    first_step: str = ""
    others: Mapping[str, "Check"] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Have `help` and `?` say how it is called, and not how a dataclass is made."""
        says = f"Say whether your {self.name} is right, and if not, what a mistake looks like."
        if len(self.aspects) > 1:
            aspects = " or ".join(repr(aspect) for aspect in self.aspects)
            says += f"\nWith {aspects} after your answer, only that part is checked."
        object.__setattr__(self, "__doc__", says)

    def __repr__(self) -> str:
        """Show how it is called; the cases hold results that learners are to find themselves."""
        answer = f"({', '.join(self.variables)})" if len(self.variables) > 1 else self.name
        return f"<check.{self.name}: call it with your answer, check.{self.name}({answer})>"

    @classmethod
    def from_data(
        cls, name: str, data: dict, others: Mapping[str, "Check"] = MappingProxyType({})
    ) -> "Check":
        """Build a check from one entry of a data file; `others` as the class has them."""
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        fields["cases"] = tuple(map(case_from_data, data["cases"]))
        return cls(name=name, others=others, **fields)

    @property
    def is_function(self) -> bool:
        """Return True if the answer is a function, and not one or several values."""
        return not self.variables

    @property
    def aspects(self) -> tuple[str, ...]:
        """The aspects that can be checked alone, in order: "values", "edges", "errors"."""
        return tuple(dict.fromkeys(case.aspect for case in self.cases))

    def __call__(self, answer: Any, aspect: str | None = None) -> None:
        """Check `answer`: show one line, or raise CheckFailed.

        A stub that was not filled in is "not attempted"; see `NotAttempted.say`. `aspect` restricts
        the check to the cases of that aspect; ValueError if there is none such.
        """
        if aspect is not None and aspect not in self.aspects:
            raise ValueError(f"{self.name} has no aspect {aspect!r}; it has {self.aspects}")
        cases = [case for case in self.cases if aspect in (None, case.aspect)]
        try:
            require_attempt(self, answer)
            seen = [(case, self.run(answer, case)) for case in cases]
        except NotAttempted as note:
            return note.say()
        for case, outcome in seen:
            if finding := self.finding(case, outcome):
                mistake, is_sure = _mistake(Situation(self, answer, case, outcome, seen))
                if mistake:
                    finding = self.finding(case, outcome, guess=False)
                if case.arguments:
                    _last_wrong.append(case)
                raise CheckFailed(
                    _with_own_code(finding, answer, case, outcome),
                    exercise=self.name,
                    aspect=case.aspect,
                    case=case.says,
                    called=self._call_in_words(case, outcome),
                    line=_line_of(outcome.error, answer),
                    mistake=mistake,
                    is_sure=is_sure,
                )
        label = self.name if aspect is None else f"{self.name}, {aspect}"
        count = f"{len(cases)} case{'s' if len(cases) != 1 else ''}"
        hidden = (
            " Hidden tests run when the notebook is graded." if self.is_function and aspect else ""
        )
        show(PASSED, f"{label}: visible checks passed ({count}).{hidden}")

    def passes(self, answer: Any, but_errors: bool = False) -> bool:
        """Return True if every visible case is right. Prints and raises nothing.

        With `but_errors`, every one in which no error is asked for.
        """
        cases = [case for case in self.cases if not (but_errors and case.raises)]
        try:
            require_attempt(self, answer)
            with quiet():
                return all(self.is_right(case, self.run(answer, case)) for case in cases)
        except (CheckFailed, NotAttempted):
            return False

    def run(self, answer: Any, case: Case) -> Outcome:
        """Call the answer in this case; NotAttempted where that ends in a stub."""
        if not self.is_function:
            return Outcome(value=_within_floats(_as_listed(answer, case.expected)))
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
            is_much = found.peak > case.most_bytes
            in_one_block = _in_one_block(answer, case) if is_much else 0
        except NotImplementedError as error:
            other = _other_stub(answer, error)
            if not other and is_written(answer, self.stub_size):
                return Outcome(error=error, arguments=arguments)
            raise NotAttempted(not_attempted(self, other)) from None
        except (Exception, SystemExit) as error:
            return Outcome(error=error, arguments=arguments)
        return Outcome(_within_floats(value), None, arguments, found.peak, in_one_block)

    def finding(self, case: Case, outcome: Outcome, guess: bool = True) -> str:
        """Return what is wrong with this outcome, in a sentence; "" if nothing is.

        With `guess`, it also says where a wrong size or a small difference may come from.
        """
        if guess not in outcome.findings:
            with np.errstate(all="ignore"):  # whatever `np.seterr` the notebook has
                outcome.findings[guess] = find(self, case, outcome, guess)
        return outcome.findings[guess]

    def is_right(self, case: Case, outcome: Outcome) -> bool:
        """Return True if nothing is wrong with this outcome."""
        with np.errstate(all="ignore"):
            if not outcome.findings and is_plainly_wrong(self, case, outcome):
                return False
        return not self.finding(case, outcome, guess=next(iter(outcome.findings), False))

    def _call_in_words(self, case: Case, outcome: Outcome) -> str:
        if not (self.is_function and case.arguments):
            return ""
        no_value = outcome.error is not None or case.calls > 1
        gave = "" if no_value else gave_in_words(outcome.value, self.results)
        expected = case.expected
        if expected is None:  # all calls of a function are shown alike
            expected = next((other.expected for other in self.cases if not other.raises), None)
        is_row = isinstance(expected, np.ndarray) and expected.ndim == 1
        is_one = is_number(expected) or isinstance(expected, str) or is_row
        most = MOST_FOR_ONE if is_one else MOST_NUMBERS
        return call_in_words(self.name, self.parameters, case.arguments, gave, most)


def _mistake(at: Situation) -> tuple[str, bool]:
    """Return the sentence that names the mistake, or nothing, and whether that is sure.

    A rule that fails on code that nobody thought of says nothing: what was found is still shown.
    """
    try:
        return name_the_mistake(at)
    except Exception:
        if RULES_MAY_FAIL:
            return "", False
        raise


def _with_own_code(finding: str, answer: Any, case: Case, outcome: Outcome) -> str:
    """Return a finding in the light of the answer's code: what it writes, raises or leaves out."""
    if finding.startswith(NONE):
        if name := given_back(answer):
            finding = f"It returned None: that is what `{name}` holds at the end."
        elif line := never_reached(answer) or left_without_return(answer):
            finding = f"{NONE} {line}"
    elif OF_OVERFLOW in finding and (written := infinity_in(answer)):
        finding = finding.replace(
            OF_OVERFLOW, f": look for a division by 0, or at what becomes of `{written}`."
        )
    is_stub = isinstance(outcome.error, NotImplementedError)
    if is_stub and not case.raises and (missing := not_made(answer)):
        names = " and ".join(f"`{name}`" for name in missing)
        verb = "is" if len(missing) == 1 else "are"
        it = "it" if len(missing) == 1 else "them"
        return (
            f"{names} {verb} not made yet, and the line `raise NotImplementedError` ends the "
            f"function. Make {it}, then delete that line."
        )
    if not (case.raises or is_stub) and is_raised_by(answer, outcome.error):
        finding = f"{finding.rstrip('.')}. No error is wanted here."
    return finding


def _line_of(error: BaseException | None, answer: Any) -> str:
    """Return the learner's line that raised `error`; "" where the sentence needs no line."""
    if error is None or isinstance(error, (WholeProduct, NotImplementedError)):
        return ""
    return line_of_answer(error, answer)


def _in_one_block(answer: Any, case: Case) -> int:
    """Return the bytes that the call holds with one block of everything; 0 if that is not asked.

    What it prints is not shown: it has been shown once.
    """
    if not case.one_block:
        return 0
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
        return peak_memory(answer, *copy.deepcopy(case.arguments[:-1]), case.one_block)


def _other_stub(answer: Any, error: NotImplementedError) -> str:
    """Return which function `answer` called that is not written; "" if it is `answer` itself."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    if getattr(answer, "__globals__", None) is not frame.f_globals:
        return ""  # raised by no function of the learner's
    return "" if frame.f_code is answer.__code__ else frame.f_code.co_name


def _within_floats(value: Any) -> Any:
    """Return a float for a whole number that is too large for numpy; anything else as it is.

    Infinity stands for one that no float can hold.
    """
    if type(value) is int and abs(value) > _LARGEST:
        most = sys.float_info.max
        return float(value) if abs(value) <= most else math.inf if value > 0 else -math.inf
    if type(value) in (list, tuple) and any(type(each) is int for each in value):
        return type(value)(map(_within_floats, value))
    return value


def _as_listed(answer: Any, expected: Any) -> Any:
    """Return a row of numbers as a list, be it written as a list, a tuple or an array."""
    if isinstance(expected, list) and isinstance(answer, (tuple, np.ndarray)):
        return answer.tolist() if isinstance(answer, np.ndarray) else list(answer)
    return answer
