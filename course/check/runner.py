"""Run one exercise's visible cases against the learner's answer and say what came of it.

An exercise's check is data: inputs, the right answer, and for each known mistake what it would
have returned and the sentence that names it. `authoring/generate_checks.py` writes the data.
"""

import ast
import contextlib
import copy
import io
import math
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from course.check import properties
from course.check.appearance import PASSED, show
from course.check.by_hand import WholeProduct, by_hand
from course.check.cases import Case, Outcome, case_from_data
from course.check.compare import (
    a_kind,
    describe_whole,
    is_float_for_whole,
    is_number,
    same,
    sizes_of,
)
from course.check.describe import NOT_RIGHT, OF_OVERFLOW, describe
from course.check.error_meanings import describe_error
from course.check.errors import is_by_accident
from course.check.faults.results import (
    given_back,
    left_without_return,
    never_reached,
    not_made,
)
from course.check.frames import is_raised_by, line_of_answer
from course.check.in_notebook import (
    advice,
    formulas_of,
    is_unreadable,
    name_compared,
    name_like,
    nothing_kept,
    renamed,
)
from course.check.learners_code import functions_reached, infinity_in, is_written
from course.check.memory import Traced, peak_memory, too_much, traced
from course.check.name_the_mistake import Situation, name_the_mistake
from course.check.outcomes import CheckFailed, NotAttempted
from course.check.rounding import describe_rounding
from course.check.typed_numbers import describe_near, describe_quoted, describe_typed
from course.check.words import MOST_FOR_ONE, MOST_NUMBERS, call_in_words, gave_in_words

NONE = "It returned None."
RULES_MAY_FAIL = True  # not in the tests
_LARGEST = np.iinfo(np.int64).max
FINEST = 1e-3  # where more than that is tolerated, the task asks for few digits


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
        """True if the answer is a function, and not one or several values."""
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
            self._require_attempt(answer)
            seen = [(case, self.run(answer, case)) for case in cases]
        except NotAttempted as note:
            return note.say()
        for case, outcome in seen:
            if finding := self.finding(case, outcome):
                mistake, is_sure = _mistake(Situation(self, answer, case, outcome, seen))
                if mistake:
                    finding = self.finding(case, outcome, guess=False)
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

    def passes(self, answer: Any) -> bool:
        """True if every visible case is right. Prints and raises nothing."""
        try:
            self._require_attempt(answer)
            return not any(self.finding(case, self.run(answer, case)) for case in self.cases)
        except (CheckFailed, NotAttempted):
            return False

    def _require_attempt(self, answer: Any) -> None:
        """Raise NotAttempted for a missing answer, CheckFailed for one that is no function."""
        if self.is_function and (other := renamed(self.name)):
            raise CheckFailed(
                f"its cell defines `{other}` now, so this would be about an older version. "
                f"The name should be `{self.name}`.",
                exercise=self.name,
            )
        unreadable = [name for name in self.variables or [self.name] if is_unreadable(name)]
        if unreadable:
            raise CheckFailed(
                "the last run of its cell ended in an error, so this would be about an older "
                "version. Mend what the error names, run the cell, then run this."
                + advice(unreadable[0])
                + self._no_entry(unreadable[0]),
                exercise=self.name,
            )
        parts = answer if isinstance(answer, tuple) else (answer,)
        for name, part in zip(self.variables, parts, strict=False):
            if part is None and (kept := nothing_kept(name)):
                raise CheckFailed(kept, exercise=self.name)
        missing = [part is None or part is Ellipsis for part in parts]
        if any(missing) and not all(missing) and len(missing) == len(self.variables):
            name = self.variables[missing.index(True)]
            others = {each for other in (self, *self.others.values()) for each in other.variables}
            raise CheckFailed(
                f"{name} has no value yet.{name_like(name, others)}", exercise=self.name
            )
        if any(missing):
            raise NotAttempted(self._not_attempted())
        if self.is_function and not callable(answer):
            raise CheckFailed(
                f"this should be a function, and it is {a_kind(answer)}. "
                f"Has the name {self.name} been used for something else, below its `def` or in a "
                "later cell?",
                exercise=self.name,
            )

        reached = functions_reached(answer) if self.not_by else ()
        for other in self.not_by:
            if other in reached:
                raise CheckFailed(
                    f"it calls {other}, the answer to another exercise. Here the same result is "
                    "to be built in another way.",
                    exercise=self.name,
                )

    def _no_entry(self, name: str) -> str:
        """Return the first step to a number for which an entry was given, as `x[3]`; or ""."""
        is_entry = any(isinstance(formula, ast.Subscript) for formula in formulas_of(name)[:1])
        if not (is_entry and self.first_step and is_number(self.cases[0].expected)):
            return ""
        return f" A number is wanted. {self.first_step}"

    def _not_attempted(self, other: str = "") -> str:
        if other:
            return f"{self.name} calls {other}, which is not written yet. Write {other} first."
        others = {
            name for check in self.others.values() for name in check.variables or [check.name]
        }
        like = "".join(
            name_compared(name) or name_like(name, others) for name in self.variables or [self.name]
        )
        return (
            f"{self.name}: not attempted yet. Write your answer in its cell, run it, then run this."
            f"{like}"
        )

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
            in_one_block = _in_one_block(answer, case)
        except NotImplementedError as error:
            other = _other_stub(answer, error)
            if not other and is_written(answer, self.stub_size):
                return Outcome(error=error, arguments=arguments)
            raise NotAttempted(self._not_attempted(other)) from None
        except Exception as error:
            return Outcome(error=error, arguments=arguments)
        return Outcome(_within_floats(value), None, arguments, found.peak, in_one_block)

    def finding(self, case: Case, outcome: Outcome, guess: bool = True) -> str:
        """Return what is wrong with this outcome, in a sentence; "" if nothing is.

        With `guess`, it also says where a wrong size or a small difference may come from.
        """
        if guess not in outcome.findings:
            outcome.findings[guess] = self._find(case, outcome, guess)
        return outcome.findings[guess]

    def _find(self, case: Case, outcome: Outcome, guess: bool) -> str:
        error = outcome.error
        if case.raises:
            if error is None:
                return (
                    f"It should raise {case.raises}; it returned {a_kind(outcome.value)} instead."
                )
            if case.raises not in (kind.__name__ for kind in type(error).__mro__):
                return f"It should raise {case.raises}; it raised {describe_error(error)}"
            if is_by_accident(error):
                return (
                    f"It should raise a {case.raises} of its own; this one came from numpy, by "
                    f"accident: {describe_error(error)}"
                )
            if self.is_function and (changed := self.changed(case, outcome)):
                return f"It raised {case.raises}, and changed its input {changed} before that."
            return ""
        if isinstance(error, WholeProduct):
            return f"It uses a shortcut: {error}."
        if isinstance(error, NotImplementedError):
            return (
                "Your answer is written, and the line `raise NotImplementedError` still stands in "
                "it and ends it. Delete that line."
            )
        if error is not None:
            return f"It raised {describe_error(error, guess)}"
        if self.is_function and (changed := self.changed(case, outcome)):
            return f"It changed its input {changed}. Work on a copy, or build a new array."
        if outcome.value is None:
            return (
                f"{NONE} Is there a `return` on every path? "
                "(`print` shows a value and returns nothing.)"
            )
        if case.must:
            says = str(getattr(properties, case.must)(outcome.value, *case.arguments))
            return says if guess else says.split("\n")[0]
        if not self.is_function and (
            typed := describe_quoted(outcome.value, case.expected)
            or describe_typed(outcome.value, case.expected, self.tolerance)
            or (guess and describe_near(outcome.value, case.expected, self.tolerance))
        ):
            return typed
        if same(outcome.value, case.expected, self.tolerance):
            if self.is_function and is_float_for_whole(outcome.value, case.expected):
                return (
                    f"The result is {float(outcome.value)}, a float; the task asks for a whole "
                    "number."
                )
            if self.floats and (
                whole := describe_whole(outcome.value, case.expected, self.results)
            ):
                return whole
            is_measured = self.is_function and self.tolerance <= FINEST
            rounded = is_measured and describe_rounding(outcome.value, case.expected, self.results)
            return rounded or too_much(outcome.held, case.most_bytes, outcome.in_one_block)
        sizes = sizes_of(self.parameters, case.arguments) if guess else {}
        says = describe(outcome.value, case.expected, self.tolerance, self.results, sizes, guess)
        if guess and self.first_step and says.endswith(NOT_RIGHT):
            return f"{says} {self.first_step}"
        return says

    def changed(self, case: Case, outcome: Outcome) -> str:
        """Return the name of an input that the call changed; "" if there is none."""
        for name, before, after in zip(
            self.parameters, case.arguments, outcome.arguments, strict=False
        ):
            if not _identical(before, after):
                return name
        return ""

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
    """How many bytes the call holds with one block of everything; 0 if that is not asked for.

    What it prints is not shown: it has been shown once.
    """
    if not case.one_block:
        return 0
    with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
        return peak_memory(answer, *copy.deepcopy(case.arguments[:-1]), case.one_block)


def _other_stub(answer: Any, error: NotImplementedError) -> str:
    """The name of the function that `answer` called and that is not written; "" if it is itself."""
    *_, (frame, _) = traceback.walk_tb(error.__traceback__)
    if getattr(answer, "__globals__", None) is not frame.f_globals:
        return ""  # raised by no function of the learner's
    return "" if frame.f_code is answer.__code__ else frame.f_code.co_name


def _identical(before: Any, after: Any) -> bool:
    if not isinstance(after, type(before)):
        return False
    if isinstance(before, np.ndarray):
        return before.shape == after.shape and bool(
            np.array_equal(before, after, equal_nan=before.dtype.kind == "f")
        )
    if isinstance(before, (list, tuple)):
        return len(before) == len(after) and all(map(_identical, before, after))
    if isinstance(before, dict):
        same_keys = before.keys() == after.keys()
        return same_keys and all(_identical(before[key], after[key]) for key in before)
    if isinstance(before, (str, int, float, bool, type(None))):
        return bool(before == after)
    return True


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
    """A row of numbers may be written down as a list, a tuple or an array: all are lists here."""
    if isinstance(expected, list) and isinstance(answer, (tuple, np.ndarray)):
        return answer.tolist() if isinstance(answer, np.ndarray) else list(answer)
    return answer
