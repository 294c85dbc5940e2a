"""Which known mistake an answer behaves like, judged by all that it did.

A mistake is named only if the answer did, wherever it failed, exactly what the mistake does there;
and only if no other known mistake does the same.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from course.check.cases import Case, Outcome
from course.check.codec import decode
from course.check.compare import is_number, same
from course.check.errors import plain_text
from course.check.frames import is_raised_on_purpose
from course.check.typed_numbers import is_shortened

Seen = Sequence[tuple[Case, Outcome]]
_OF_A_LOOP = re.compile(r"\bloop\b")
_OF_WORDS = re.compile(r"\bwords were compared\b")
_OF_A_RETURN = re.compile(r"`return` stands inside (a|the) loop")
IsRight = Callable[[Case, Outcome], bool]
# What mistakes come to is kept in eight digits; numbers that differ by less are taken for the same.
_KEPT_DIGITS = 1e-6


def fitting(seen: Seen, is_right: IsRight, tolerance: float) -> tuple[set[int], bool]:
    """Return the numbers of the mistakes that fit all that was seen, and whether they surely do.

    A mistake fits if the answer did the same in every case, the right ones included. Where none
    does, those are taken that fit all failing cases, two at least, by arrays; that is not sure.
    Nor is a mistake that a single number, word or exception tells; or positions alone, of which
    there are few; or results that are nearly right, as small errors look alike. A number that was
    typed may be the mistake's with fewer digits. Where an answer was called many times, and random
    numbers were drawn, it is known by its numbers in the other cases.
    """
    of_values = [(case, outcome) for case, outcome in seen if not case.most_bytes]
    failing = [(case, outcome) for case, outcome in of_values if not is_right(case, outcome)]
    if not failing:
        return set(), False
    measured = [(case, outcome) for case, outcome in of_values if case.calls == 1]
    known = {index for case, _ in measured for index, _ in case.mistakes}
    by_arrays = [outcome for _, outcome in failing if _has_arrays(outcome.value)]
    found = _doing_the_same(known, measured, is_right, tolerance)
    if not found and len(measured) == 1 and not measured[0][0].arguments:  # a number was typed
        (case, outcome), *_ = measured
        typed = {i for i, comes_to in case.mistakes if _is_typed_short(comes_to, case, outcome)}
        return typed, False
    if found:
        of_many = [case for case, _ in measured if case.must]  # where many numbers are right
        is_much = len(failing) > 1 or len(of_many) > 1 or bool(by_arrays)
        says_little = all(
            _is_position(*pair) or _is_nearly_right(*pair, tolerance) for pair in failing
        )
        return found, is_much and not says_little
    if len(by_arrays) < 2:
        return set(), False
    return _doing_the_same(known, failing, is_right, tolerance), False


def without_loop(says: str) -> str:
    """Return a mistake's sentences without what they say of a loop, for an answer that has none.

    Of "Only the first row came back: `return` stands inside the loop." the first half stays.
    """
    return _without(says, _OF_A_LOOP)


def without_comparison(says: str) -> str:
    """Return a mistake's sentences without what they say of words that were compared.

    For an answer that compares nothing, and came to the same word in another way.
    """
    return _without(says, _OF_WORDS)


def without_return(says: str) -> str:
    """Return a mistake's sentences without what they say of a `return` inside a loop."""
    return _without(says, _OF_A_RETURN)


def _without(says: str, what: re.Pattern[str]) -> str:
    kept = []
    for sentence in re.split(r"(?<=[.?]) ", says):
        before, colon, _ = sentence.partition(": ")
        if not what.search(sentence):
            kept.append(sentence)
        elif colon and not what.search(before):
            kept.append(f"{before}.")
    return " ".join(kept)


def refuted(seen: Seen, is_right: IsRight) -> set[int]:
    """Return the numbers of the mistakes that give a wrong answer in a case that came out right.

    Where many answers are right, a mistake's may be one of them, and nothing is refuted.
    """
    return {
        index
        for case, outcome in seen
        if case.calls == 1 and not (case.must or case.most_bytes) and is_right(case, outcome)
        for index, _ in case.mistakes
    }


def _doing_the_same(
    indices: set[int], pairs: Seen, is_right: IsRight, tolerance: float
) -> set[int]:
    """Return those mistakes that come to the outcome in all of the cases; if it is right, both are.

    Where many answers are right, a mistake's may be one of them, and is known all the same.
    """
    judged = [(is_right(*pair), *pair) for pair in pairs]
    # The right ones first: they leave few to compare with.
    for right, case, outcome in sorted(judged, key=lambda each: not each[0]):
        known = dict(case.mistakes)
        if right and not case.must:
            indices = indices - known.keys()
            continue
        indices = {
            index
            for index in indices
            if (_is_outcome(known[index], case, outcome, tolerance) if index in known else right)
        }
    return indices


def _is_outcome(known: dict, case: Case, outcome: Outcome, tolerance: float) -> bool:
    if "raises" in known:
        if outcome.error is None or type(outcome.error).__name__ != known["raises"]:
            return False
        if case.raises is not None:
            return True
        if known.get("on_purpose"):
            return is_raised_on_purpose(outcome.error)
        return plain_text(outcome.error) == known["says"]
    if outcome.error is not None:
        return False
    value = decode(known["value"])
    if is_number(value) and value == 0:  # nearly 0 is not 0, whatever the tolerance
        return is_number(outcome.value) and bool(outcome.value == 0)
    with np.errstate(all="ignore"):
        return same(outcome.value, value, max(tolerance, _KEPT_DIGITS))


def _is_position(case: Case, outcome: Outcome) -> bool:
    """Return True for a number where a whole number is right."""
    return outcome.error is None and type(case.expected) is int and is_number(outcome.value)


def _is_nearly_right(case: Case, outcome: Outcome, tolerance: float) -> bool:
    """Return True for numbers that are wrong, and no farther from the right ones than digits kept.

    That is so where the tolerance of the exercise is smaller than that of known mistakes.
    """
    if outcome.error is not None or case.expected is None:
        return False
    value, expected = outcome.value, case.expected
    with np.errstate(all="ignore"):
        return same(value, expected, _KEPT_DIGITS) and not same(value, expected, tolerance)


def _is_typed_short(known: dict, case: Case, outcome: Outcome) -> bool:
    """Return True for a mistake's number with fewer digits, far from the right number."""
    full = decode(known.get("value"))
    if not (is_number(case.expected) and is_shortened(outcome.value, full)):
        return False
    return bool(abs(full - case.expected) > 10 * abs(full - outcome.value))


def _has_arrays(value: Any) -> bool:
    parts = value if isinstance(value, tuple) else (value,)
    return any(isinstance(part, np.ndarray) and part.size > 1 for part in parts)
