"""Describe what is wrong with a number, or a row of numbers, that a learner typed."""

import re
from itertools import pairwise
from typing import Any

import numpy as np

from course.check.compare import close, is_number, same
from course.check.rounding import NEARLY_RIGHT, describe_rounding, is_near

MISTYPED = f"{NEARLY_RIGHT} Was something rounded, or mistyped?"
EXCHANGED = "The digits are right, and two neighbours among them have changed places."
TOO_MANY_BRACKETS = "There is a pair of brackets too many: the row stands inside another list."
_E_FIRST = re.compile(r"^\s*e\s*[-+]?\s*\d+\s*$", re.IGNORECASE)  # as in e-05


# In a text in quotes: a name, an operator between arrays, or brackets.
_OF_A_FORMULA = re.compile(r"[^\W\d_]|[@\[(]")


def describe_quoted(value: Any, expected: Any) -> str:
    """Return a sentence on a number, or a row of them, that was typed as a text or a set; or ""."""
    if isinstance(value, str) and is_number(expected) and _E_FIRST.search(value):
        return "That is text in quotes. Write the number alone: no quotes, and no e before it."
    if isinstance(value, str) and is_number(expected):
        return "That is text in quotes. Write the number, or a formula for it, without them."
    if isinstance(value, str) and isinstance(expected, list):
        if _OF_A_FORMULA.search(value):
            return "That is text in quotes. Write it without them."
        return "That is text in quotes. Write the numbers in square brackets, as in [1, 2.5]."
    if isinstance(value, set | frozenset) and isinstance(expected, list):
        return "Curly brackets make a set, which has no order. Write square ones."
    if isinstance(value, list) and isinstance(expected, list) and all(map(is_number, expected)):
        is_text = bool(value) and all(isinstance(each, str) for each in value)
        return "Those are texts in quotes. Write the numbers without them." if is_text else ""
    return ""


def describe_typed(value: Any, expected: Any, tolerance: float) -> str:
    """Return a sentence on how a number or a row was typed; "" if that is not what is wrong.

    It tells a decimal comma, too few digits or nearly the right ones, brackets, and the order.
    """
    if is_number(expected):
        if isinstance(value, tuple) and len(value) == 2 and any(map(_is_whole, value)):
            if _is_whole(value[1]):
                return f"A comma makes two numbers of it. {_one_number(value, expected)}"
            if value[1] == 0 and type(value[1]) is float:  # as in 50,000 * 8 / 1e9
                return (
                    "A comma makes two numbers of it. Thousands are written without one: "
                    f"{value[0]}000."
                )
            if type(value[1]) is float:  # as in 4,54e-4
                return "A comma makes two numbers of it. One is wanted, with a point."
        if isinstance(value, tuple) and len(value) > 2 and all(map(is_number, value)):
            return (
                f"The commas make {len(value)} numbers of it, and one is wanted. A fraction is "
                "written with a point, as in 0.5."
            )
        if is_number(value) and not same(value, expected, tolerance):
            return _typed_number(float(value), float(expected), tolerance)
    if isinstance(expected, list) and isinstance(value, list):
        return _typed_row(value, expected, tolerance)
    if isinstance(expected, list) and is_number(value) and all(map(is_number, expected)):
        return f"That is one number. A row of {len(expected)} numbers is wanted."
    return ""


def _typed_number(value: float, expected: float, tolerance: float) -> str:
    exchanged = _neighbours_exchanged(value, expected, tolerance)
    return _too_few_digits(value, expected, tolerance) or (EXCHANGED if exchanged else "")


def describe_near(value: Any, expected: Any, tolerance: float) -> str:
    """Return a sentence on a typed number that differs from the right one a little only; or ""."""
    if not (is_number(value) and is_number(expected)) or expected == np.round(value):
        return ""
    is_off = is_near(value, expected, tolerance) and not same(value, expected, tolerance)
    return MISTYPED if is_off and not describe_rounding(value, expected) else ""


def _typed_row(value: list, expected: list, tolerance: float) -> str:
    if len(value) == 2 * len(expected) and all(map(_is_whole, value)):
        is_plain = value[0] and min(value[1::2]) >= 0  # no number has a minus after its point
        points = f"points: {value[0]}.{value[1]}, and so on" if is_plain else "a point in its place"
        return f"A comma parts two numbers. Write {points}."
    if not all(map(is_number, expected)):
        return ""
    if value and all(isinstance(each, (list, tuple)) or np.ndim(each) for each in value):
        if len(value) == 1 and len(value[0]) == len(expected):
            return TOO_MANY_BRACKETS
        return f"Those are {len(value)} rows. One row of {len(expected)} numbers is wanted."
    if len(value) != len(expected) or not all(map(is_number, value)):
        return ""
    if same(sorted(value), sorted(expected), tolerance) and not same(value, expected, tolerance):
        return "The numbers are right, and stand in another order."
    pairs = list(zip(map(float, value), map(float, expected), strict=True))
    off = {place: pair for place, pair in enumerate(pairs) if not same(*pair, tolerance)}
    if len(off) == 1 and _neighbours_exchanged(*pairs[min(off)], tolerance):
        return f"At [{min(off)}] (counting from 0): {EXCHANGED}"
    if not off or not all(is_near(*pair, tolerance) for pair in pairs):
        return ""
    few = [_too_few_digits(*pair, tolerance) for pair in off.values()]
    says = few[0] if all(few) else MISTYPED
    return f"At [{min(off)}] (counting from 0): {says}"


def _one_number(value: tuple, expected: Any) -> str:
    """Return what to write in place of two numbers. A whole number has no decimals but 0."""
    if float(expected).is_integer() and value[1] != 0:
        return "One number is wanted."
    if value[1] == 0 and value[0] > 9:  # as in 20,000, or 20,0
        return f"Write a point, {value[0]}.0, or for thousands no comma, {value[0]}000."
    if all(map(_is_whole, value)) and value[0] and value[1] >= 0:  # a 0 may have had a minus
        return f"Write a point: {value[0]}.{value[1]}"
    return "Write a point in its place."


def _is_whole(value: Any) -> bool:
    return type(value) is int


def _neighbours_exchanged(value: float, expected: float, tolerance: float) -> bool:
    """Return True if a number of four digits or more is right but for two neighbouring digits."""
    text = repr(value).removesuffix(".0")
    if sum(map(str.isdigit, text)) < 4 or "e" in text or not np.isfinite(value):
        return False
    places = [place for place, character in enumerate(text) if character.isdigit()]
    for one, next_one in pairwise(places):
        digits = list(text)
        digits[one], digits[next_one] = digits[next_one], digits[one]
        number = float("".join(digits))
        _, _, decimals = text.partition(".")
        if same(number, expected, tolerance) and _is_cut_or_rounded(
            number, expected, len(decimals)
        ):
            return True  # digit by digit, a 0 at the end too: within a tolerance it may be chance
    return False


def is_shortened(value: Any, full: Any) -> bool:
    """Return True if `value` is the number `full`, rounded or cut off after a decimal.

    It may have no decimals left. Three digits at least must be.
    """
    if not (is_number(value) and is_number(full) and np.isfinite(value) and np.isfinite(full)):
        return False
    _, point, decimals = repr(float(value)).partition(".")
    decimals = "" if decimals == "0" else decimals
    if not point or "e" in decimals or abs(value) < 100 / 10 ** len(decimals):
        return False
    return _is_cut_or_rounded(float(value), float(full), len(decimals))


def _is_cut_or_rounded(value: float, full: float, decimals: int) -> bool:
    """Return True if `value` is `full` with so many decimals, rounded or cut off."""
    unit = 10.0**-decimals
    shown = (cut(_in_units(full, unit)) * unit for cut in (np.round, np.trunc))
    return any(close(np.asarray(value), np.asarray(number), 1e-9) for number in shown)


def _too_few_digits(value: float, expected: float, tolerance: float) -> str:
    """Return a sentence if a number is the right one, rounded or cut after too few digits."""
    if not expected or not np.isfinite(value):
        return ""
    first = int(np.floor(np.log10(abs(expected))))  # the power of ten of the first digit
    fewest = 1 if first < -2 else 2  # one digit may be right by chance, but not after many zeros
    shown = []
    for digits in range(fewest, 12):
        unit = 10.0 ** (first - digits + 1)  # of the last digit
        for how, cut in (("rounded to", np.round), ("cut off after", np.trunc)):
            shown.append((digits, how, cut(_in_units(expected, unit)) * unit))
    met = (
        (digits, f"That is the right number, {how} {digits} digit{'s' * (digits > 1)}.")
        for digits, how, number in shown
        if close(np.asarray(value), np.asarray(number), 1e-9)
    )
    enough = next((n for n, _, number in shown if same(number, expected, tolerance)), 0)
    digits, says = next(met, (0, ""))
    if not enough or not says:
        return ""
    if digits >= enough:
        return f"{says} Round it, or give one digit more."
    least = f"{enough} digits after the zeros" if first < -1 else f"{enough} of them"
    return f"{says} Give at least {least}."


def _in_units(number: float, unit: float) -> float:
    """Return how many units a number has, without a float's last digits: 6.6 is never 6.5999..."""
    return float(f"{number / unit:.12g}")
