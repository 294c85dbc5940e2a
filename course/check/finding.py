"""The fault in the outcome of one case, in a sentence that gives no answer away."""

from typing import TYPE_CHECKING, Any

import numpy as np

from course.check import properties
from course.check.cases import Case, Outcome
from course.check.compare import (
    a_kind,
    describe_whole,
    is_float_for_whole,
    is_number,
    same,
    sizes_of,
)
from course.check.describe import NOT_RIGHT, describe
from course.check.error_meanings import describe_error
from course.check.errors import is_by_accident
from course.check.memory import too_much
from course.check.ready_made_products import WholeProduct
from course.check.rounding import describe_rounding
from course.check.typed_numbers import describe_near, describe_quoted, describe_typed

if TYPE_CHECKING:
    from course.check.runner import Check

NONE = "It returned None."
FINEST = 1e-3  # where more than that is tolerated, the task asks for few digits


def find(check: "Check", case: Case, outcome: Outcome, guess: bool) -> str:
    """Return what is wrong with this outcome, in a sentence; "" if nothing is.

    With `guess`, it also says where a wrong size or a small difference may come from.
    """
    if case.raises:
        return _of_wanted_error(check, case, outcome, case.raises)
    if outcome.error is not None:
        return _of_error(outcome.error, guess)
    if changed := changed_input(check, case, outcome):
        return f"It changed its input {changed}. Work on a copy, or build a new array."
    if outcome.value is None:
        return (
            f"{NONE} Is there a `return` on every path? "
            "(`print` shows a value and returns nothing.)"
        )
    if case.must:
        says = str(getattr(properties, case.must)(outcome.value, *case.arguments))
        return says if guess else says.split("\n")[0]
    return _of_value(check, case, outcome, guess)


def is_plainly_wrong(check: "Check", case: Case, outcome: Outcome) -> bool:
    """Return True if the outcome is an error or a value that is surely wrong.

    That is seen at once, where `find` takes its time to say what is wrong. False proves nothing.
    """
    if case.raises or case.must or not check.is_function:
        return False
    return outcome.error is not None or not same(outcome.value, case.expected, check.tolerance)


def changed_input(check: "Check", case: Case, outcome: Outcome) -> str:
    """Return the name of an input that the call changed; "" if there is none."""
    for name, before, after in zip(
        check.parameters, case.arguments, outcome.arguments, strict=False
    ):
        if not _identical(before, after):
            return name
    return ""


def _of_wanted_error(check: "Check", case: Case, outcome: Outcome, wanted: str) -> str:
    error = outcome.error
    if error is None:
        return f"It should raise {wanted}; it returned {a_kind(outcome.value)} instead."
    if wanted not in (kind.__name__ for kind in type(error).__mro__):
        return f"It should raise {wanted}; it raised {describe_error(error)}"
    if is_by_accident(error):
        return (
            f"It should raise a {wanted} of its own; this one came from numpy, by "
            f"accident: {describe_error(error)}"
        )
    if changed := changed_input(check, case, outcome):
        return f"It raised {wanted}, and changed its input {changed} before that."
    return ""


def _of_error(error: BaseException, guess: bool) -> str:
    if isinstance(error, WholeProduct):
        return f"It uses a shortcut: {error}."
    if isinstance(error, NotImplementedError):
        return (
            "Your answer is written, and the line `raise NotImplementedError` still stands in "
            "it and ends it. Delete that line."
        )
    return f"It raised {describe_error(error, guess)}"


def _of_value(check: "Check", case: Case, outcome: Outcome, guess: bool) -> str:
    value, expected = outcome.value, case.expected
    if not check.is_function and (typed := _of_typed(check, value, expected, guess)):
        return typed
    if same(value, expected, check.tolerance):
        return _of_right_numbers(check, case, outcome)
    sizes = sizes_of(check.parameters, case.arguments) if guess else {}
    # A position that is the root of the right one, or 10 times as large, is so by chance.
    is_whole = is_number(value) and not is_float_for_whole(value, expected)
    is_position = check.is_function and type(expected) is int and is_whole
    asks = guess and not is_position
    says = describe(value, expected, check.tolerance, check.results, sizes, asks)
    if guess and check.first_step and says.endswith(NOT_RIGHT):
        return f"{says} {check.first_step}"
    return says


def _of_typed(check: "Check", value: Any, expected: Any, guess: bool) -> str:
    """Return what is wrong with how an answer was typed, or how it is nearly right; or ""."""
    return (
        describe_quoted(value, expected)
        or describe_typed(value, expected, check.tolerance)
        or (describe_near(value, expected, check.tolerance) if guess else "")
    )


def _of_right_numbers(check: "Check", case: Case, outcome: Outcome) -> str:
    """Return what is wrong with a result whose numbers are right; "" if nothing is."""
    value, expected = outcome.value, case.expected
    if check.is_function and is_float_for_whole(value, expected):
        return f"The result is {float(value)}, a float; the task asks for a whole number."
    if check.floats and (whole := describe_whole(value, expected, check.results)):
        return whole
    is_measured = check.is_function and check.tolerance <= FINEST
    rounded = describe_rounding(value, expected, check.results) if is_measured else ""
    return rounded or too_much(outcome.held, case.most_bytes, outcome.in_one_block)


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
