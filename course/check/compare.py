"""Is a returned value the right one, and if not, what is there to say without giving it away?"""

import ast
import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType
from typing import Any

import numpy as np

from course.check.outcomes import type_name
from course.check.words import MOST_NUMBERS

# What numpy's kinds of entries are called where numbers are asked for.
_NO_REAL_NUMBERS = {
    "b": "truth values (True and False)",
    "c": "complex numbers",
    "O": "Python objects",
    "U": "text",
    "S": "text",
    "V": "records",
}


NEARLY_RIGHT = "Nearly right: it differs in the later digits."
MISTYPED = f"{NEARLY_RIGHT} Was something rounded, or mistyped?"
EXCHANGED = "The digits are right, and two neighbours among them have changed places."
TOO_MANY_BRACKETS = "There is a pair of brackets too many: the row stands inside another list."
OF_OVERFLOW = ": look for an overflow, a division by 0 or a logarithm of 0."
NOT_RIGHT = "which is not the right number."  # the end of what says nothing else
MOST_OFF = 0.03  # of what is nearly right; beyond, an early digit differs
_E_FIRST = re.compile(r"^\s*e\s*[-+]?\s*\d+\s*$", re.IGNORECASE)  # as in e-05
MOST_DECIMALS = 6  # that count as rounded; more are as good as all, within any tolerance


# In a text in quotes: a name, an operator between arrays, or brackets.
_OF_A_FORMULA = re.compile(r"[^\W\d_]|[@\[(]")

# What the axes of an argument are called, by how many there are.
_AXES = {
    1: ("entries",),
    2: ("rows", "columns"),
    3: ("first axis", "second axis", "third axis"),
}


def is_real(dtype: np.dtype) -> bool:
    """Return True for a dtype of integers or floats; not for truth values or complex numbers."""
    return dtype.kind in "iuf"


def is_number(value: Any) -> bool:
    """Return True for a real number of Python or numpy, or a 0-dimensional array of one."""
    if isinstance(value, (bool, np.bool_)):
        return False
    if isinstance(value, (np.ndarray, np.generic)):
        return value.ndim == 0 and is_real(value.dtype)
    return isinstance(value, (int, float))


def is_float_for_whole(value: Any, expected: Any) -> bool:
    """Return True for a float where a whole number is right: as a position it is of no use."""
    return type(expected) is int and is_number(value) and np.asarray(value).dtype.kind == "f"


def real_array(value: Any) -> np.ndarray:
    """Return an array or rows of real numbers as a float array; TypeError for anything else.

    ValueError for rows of different lengths.
    """
    array = np.asarray(value)
    if not is_real(array.dtype):
        raise TypeError(f"an array of {array.dtype} holds no real numbers")
    return array.astype(float)


def same(value: Any, expected: Any, tolerance: float) -> bool:
    """True if `value` has the type, the shape and, within `tolerance`, the numbers of `expected`.

    The tolerance is relative to the largest entry, so that a tiny entry beside a large one is not
    held to digits that its own arithmetic could not keep. Nothing is broadcast.
    """
    if expected is None or value is None:
        return value is expected
    if describe_type(value, expected) or describe_shape(value, expected):
        return False
    match expected:
        case tuple() | list():
            return all(same(v, e, tolerance) for v, e in zip(value, expected, strict=True))
        case dict():
            return all(same(value[key], expected[key], tolerance) for key in expected)
        case np.ndarray():
            return close(np.asarray(value, dtype=float), expected.astype(float), tolerance)
        case bool() | str():
            return bool(value == expected)
    return close(np.asarray(float(value)), np.asarray(float(expected)), tolerance)


def close(value: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    """`np.allclose` for equal shapes, relative to the largest finite expected entry.

    Where that is 0 the scale is 1: an expected 0 need not be met to the last bit.
    """
    if value.dtype.kind == expected.dtype.kind == "f" and expected.size:
        # The usual case, and quick: a check compares with some hundred mistakes.
        largest = float(np.abs(expected).max())
        apart = float(np.abs(value - expected).max()) if math.isfinite(largest) else math.inf
        if math.isfinite(apart):
            return apart <= tolerance * (largest or 1.0)
    finite = np.abs(expected[np.isfinite(expected)])
    most = tolerance * (float(finite.max(initial=0.0)) or 1.0)
    return bool(np.allclose(value, expected, rtol=0, atol=most, equal_nan=True))


def rounded_to(value: Any, expected: Any) -> int | None:
    """Return the number of decimals that `value` was rounded to, 6 at most; None if it was not.

    `value` is a real number or an array of the shape of `expected`, which has more decimals.
    """
    if not isinstance(expected, (float, np.ndarray)) or not _has_fractions(np.asarray(expected)):
        return None
    value, expected = np.asarray(value, dtype=float), np.asarray(expected, dtype=float)
    if np.array_equal(np.trunc(value), value) or close(value, expected, 1e-9):
        return None  # whole numbers are more likely right by another way, or cut off
    for decimals in range(1, MOST_DECIMALS + 1):
        if np.array_equal(np.round(value, decimals), value):
            is_all = close(value, np.round(expected, decimals), 1e-9)
            return decimals if is_all else None
    return None


def describe_rounding(value: Any, expected: Any, results: Sequence[str] = ()) -> str:
    """Return a sentence if a value that is right, or nearly right, was rounded; "" if not."""
    if isinstance(expected, tuple | list):
        for position, (part, right) in enumerate(zip(value, expected, strict=True)):
            if sentence := describe_rounding(part, right):
                if len(results) != len(expected):
                    return f"At [{position}] (counting from 0): {sentence}"
                return f"In the {results[position]}: {sentence}"
        return ""
    decimals = rounded_to(value, expected)
    if decimals is None:
        return ""
    return f"The result was rounded to {decimals} decimal{'s' * (decimals > 1)}: that is too few."


def describe_type(value: Any, expected: Any) -> str:
    """A sentence if `value` is not the kind of thing asked for, else the empty string."""
    if isinstance(value, BuiltinFunctionType | FunctionType | MethodType | np.ufunc):
        return "The result is a function that was not called: its round brackets are missing."
    match expected:
        case np.ndarray():
            if not isinstance(value, np.ndarray):
                comma = _comma_at_the_end(value)
                return f"The result is {a_kind(value)}; the task asks for a numpy array.{comma}"
            if np.ma.is_masked(value):
                return "The result is an array with masked entries; the task asks for numbers."
            if expected.dtype == bool:
                return "" if value.dtype == bool else _not_boolean(value.dtype)
            if not is_real(value.dtype):
                entries = _NO_REAL_NUMBERS.get(value.dtype.kind, str(value.dtype))
                return f"The result is an array of {entries}; the task asks for real numbers."
        case tuple() | list():
            if not isinstance(value, (tuple, list)):
                are_arrays = all(isinstance(each, np.ndarray) for each in expected)
                several = f"{len(expected)} arrays, with commas between them"
                asked = several if are_arrays and expected else f"a {type(expected).__name__}"
                return f"The result is {a_kind(value)}; the task asks for {asked}."
        case dict():
            if not isinstance(value, dict):
                return f"The result is {a_kind(value)}; the task asks for a dict."
        case str():
            if not isinstance(value, str):
                return f"The result is {a_kind(value)}; the task asks for a str."
        case bool():
            if not isinstance(value, (bool, np.bool_)):
                return f"The result is {a_kind(value)}; the task asks for True or False."
        case _ if not is_number(value):
            can_be = (complex, np.generic, np.ndarray)
            is_complex = isinstance(value, can_be) and np.iscomplexobj(value)
            asked = "a real number" if is_complex else "a number"
            comma = _comma_at_the_end(value)
            return f"The result is {a_kind(value)}; the task asks for {asked}.{comma}"
    return ""


def _comma_at_the_end(value: Any) -> str:
    """Return what makes a tuple of one thing; "" for anything else."""
    is_one = isinstance(value, tuple) and len(value) == 1
    return " A comma at the end of a line makes a tuple." if is_one else ""


def _how_to_join(value: Any, expected: Any) -> str:
    """Return how what came back becomes what is asked for; "" if nothing is sure.

    The arrays or rows of a list may become an array, and the entries of one a number.
    """
    if is_number(expected):
        return _how_to_take(value, float(expected))
    if type(value) in (GeneratorType, map) and isinstance(expected, tuple | list):
        return f" `{type(expected).__name__}(...)` makes one of it."
    if type(value) is tuple and isinstance(expected, np.ndarray):
        right = [place for place, part in enumerate(value) if same(part, expected, 1e-6)]
        is_one = len(right) == 1 and len(value) > 1
        return f" It holds the right array at [{right[0]}]: return that alone." if is_one else ""
    if type(value) is not list or not value or not isinstance(expected, np.ndarray):
        return ""
    try:
        joined = real_array(value)
    except (TypeError, ValueError):
        return ""
    if joined.shape == expected.shape and expected.size > 1:
        return " `np.array` makes one of it."
    if len(value) > 1 and joined.shape[1:] == expected.shape and expected.size > 1:
        is_sum = close(joined.sum(axis=0), expected.astype(float), 1e-6)
        return " Its arrays still have to be added up." if is_sum else ""
    return ""


def _is_code(text: str) -> bool:
    """Return True for a text such as "A[i]" or "f(x)"."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return isinstance(tree.body, ast.Subscript | ast.Call)


def _how_to_take(value: Any, expected: float) -> str:
    """Return how a vector becomes the number asked for; "" if it may be otherwise."""
    if type(value) not in (list, np.ndarray) or not expected:  # whatever it says that it is
        return ""
    try:
        numbers = real_array(value)
    except (TypeError, ValueError):
        return ""
    if numbers.ndim != 1:
        return ""
    if numbers.size == 1:
        return " It holds one number: `[0]` takes it out."
    if numbers.size < 2 or not numbers.all():  # by chance
        return ""
    is_sum = close(numbers.sum(), np.asarray(expected), 1e-6)
    return " Its entries still have to be added up." if is_sum else ""


def describe_shape(value: Any, expected: Any, sizes: Mapping[int, str] | None = None) -> str:
    """A sentence if the sizes differ. Both are already of the same kind.

    `sizes` says of the sizes of the call's arguments what they are: {3: "the number of rows of K"}.
    """
    match expected:
        case np.ndarray() if value.shape != expected.shape:
            return (
                f"The shape is {value.shape}, and {expected.shape} was asked for"
                f"{_why_this_shape(value, expected, sizes or {})}."
            )
        case tuple() | list() if len(value) != len(expected):
            verb = "was" if len(expected) == 1 else "were"
            items = f"{len(value)} item{'s' * (len(value) != 1)}"
            return f"It holds {items}, and {len(expected)} {verb} asked for."
        case dict() if set(value) != set(expected):
            missing = [repr(key) for key in expected if key not in value]
            extra = [repr(key) for key in value if key not in expected]
            parts = [f"missing: {', '.join(missing)}"] if missing else []
            parts += [f"not asked for: {', '.join(extra)}"] if extra else []
            return f"Its keys are not the ones asked for ({'; '.join(parts)})."
    return ""


def describe_values(
    value: Any,
    expected: Any,
    tolerance: float,
    results: Sequence[str] = (),
    sizes: Mapping[int, str] | None = None,
    guess: bool = True,
) -> str:
    """A sentence on how the numbers differ, for values of equal type and shape.

    `results` are the names of the parts, where there are several, as in ("output", "weights").
    With `guess`, small differences come with a question of where they may come from.
    """
    match expected:
        case tuple() | list():
            pairs = list(zip(value, expected, strict=True))
            right = [same(v, e, tolerance) for v, e in pairs]
            if all(right):
                return ""
            right = [
                is_right and not describe_rounding(*pair)
                for is_right, pair in zip(right, pairs, strict=True)
            ]
            position = right.index(False)
            finding = describe(value[position], expected[position], tolerance, (), sizes, guess)
            is_row = all(is_number(v) and is_number(e) for v, e in pairs)
            are_near = is_row and all(_is_near(*pair, tolerance) for pair in pairs)
            if is_row and finding.startswith("Nearly right") and not are_near:
                finding = _no_kin(value[position])  # one number of a row may be near by chance
            if finding.endswith(NOT_RIGHT) and right.count(False) == 1 and len(right) > 2:
                finding += " The others are right."
            if len(results) != len(expected):
                if finding.startswith("At ["):
                    return f"At [{position}]{finding.removeprefix('At ')}"
                return f"At [{position}] (counting from 0): {finding}"
            good = [name for name, is_right in zip(results, right, strict=True) if is_right]
            praise = f"Right so far: {' and '.join(good)}. " if good else ""
            name = results[position]
            is_word = " " in name or (name.isalpha() and name.islower())
            article = "the " if is_word else ""  # none before grad_Q
            where = f"In {article}{name} ([{position}] of what came back)"
            others = _first_row_of_others(pairs, right, results) if guess else ""
            return f"{praise}{where}: {finding}{others}"
        case dict():
            wrong = [
                repr(key) for key in expected if not same(value[key], expected[key], tolerance)
            ]
            return f"Not right under {', '.join(wrong)}."
        case np.ndarray():
            if value.dtype.kind in "iu" and _has_fractions(expected):
                is_cut = guess and np.array_equal(value, np.trunc(expected))
                collected = ": was it collected in an array of integers?" if is_cut else "."
                return (
                    f"The result holds whole numbers ({value.dtype}), and some of the right ones "
                    f"are fractions{collected}"
                )
            shown_as = bool if expected.dtype == bool else float
            numbers = np.asarray(value, dtype=float), expected.astype(float)
            return _describe_numbers(*numbers, tolerance, shown_as, guess)
        case bool() | str():
            return f"The result is {value!r}, which is not the answer."
    numbers = np.asarray(float(value)), np.asarray(float(expected))
    return _describe_numbers(*numbers, tolerance, float, guess)


MOST_IN_A_ROW = 8  # numbers that are shown


def _first_row_of_others(
    pairs: Sequence[tuple[Any, Any]], right: Sequence[bool], results: Sequence[str]
) -> str:
    """Show the first row of the next matrix that is wrong, too, where its shape is right.

    A small matrix is shown whole, beside the call. Of other arrays the names are told.
    """
    first, named = list(right).index(False), []
    for name, (value, expected), is_right in zip(results, pairs, right, strict=True):
        is_next = not is_right and name != results[first]
        if not is_next or describe_type(value, expected) or describe_shape(value, expected):
            continue
        is_array = isinstance(value, np.ndarray)
        if is_array and (sums := _sum_of_all(value, expected) or _sums_of_lines(value, expected)):
            return f" Wrong, too: {name}.{sums}"
        is_matrix = is_array and value.ndim == 2
        if is_matrix and value.shape[1] <= MOST_IN_A_ROW and value.size > MOST_NUMBERS:
            row = ", ".join(f"{number:.4g}" for number in value[0].astype(float))
            return f" Wrong, too: {name}, where your row 0 is [{row}]."
        if is_array and value.size > MOST_NUMBERS:
            named.append(name)
    return f" Wrong, too: {', '.join(named)}." if named else ""


def describe(
    value: Any,
    expected: Any,
    tolerance: float,
    results: Sequence[str] = (),
    sizes: Mapping[int, str] | None = None,
    guess: bool = True,
) -> str:
    """The first thing there is to say about `value`: its type, else its shape, else its numbers."""
    if kind := describe_type(value, expected):
        if isinstance(value, str) and _is_code(value):
            return f"{kind} Code in quotes is a text, and does not run."
        return f"{kind}{_how_to_join(value, expected) if guess else ''}"
    return (
        _describe_order(value, expected, tolerance, results)
        or describe_shape(value, expected, sizes)
        or describe_values(value, expected, tolerance, results, sizes, guess)
    )


def _describe_order(value: Any, expected: Any, tolerance: float, results: Sequence[str]) -> str:
    """Return a sentence if the parts of the result are right, and stand in another order.

    With a part of a single number, as the weights of one key are, that may be by chance.
    """
    if not isinstance(expected, tuple) or not len(value) == len(expected) == len(results):
        return ""
    if same(value, expected, tolerance) or any(np.size(part) == 1 for part in expected):
        return ""
    orders = (order for order in permutations(value) if same(order, expected, tolerance))
    if next(orders, None) is None:
        return ""
    return f"The parts are right, and stand in another order: {', '.join(results)} is asked for."


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
    is_near = _is_near(value, expected, tolerance) and not same(value, expected, tolerance)
    return MISTYPED if is_near and not describe_rounding(value, expected) else ""


def _typed_row(value: list, expected: list, tolerance: float) -> str:
    if len(value) == 2 * len(expected) and all(map(_is_whole, value)):
        return f"A comma parts two numbers. Write points: {value[0]}.{value[1]}, and so on."
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
    if not off or not all(_is_near(*pair, tolerance) for pair in pairs):
        return ""
    few = [_too_few_digits(*pair, tolerance) for pair in off.values()]
    says = few[0] if all(few) else MISTYPED
    return f"At [{min(off)}] (counting from 0): {says}"


def _is_near(value: Any, expected: Any, tolerance: float) -> bool:
    """Return True if numbers of the same shape differ in their later digits at most."""
    numbers = np.asarray(value, dtype=float), np.asarray(expected, dtype=float)
    return close(*numbers, max(1e-3, tolerance, min(10 * tolerance, MOST_OFF)))


def _one_number(value: tuple, expected: Any) -> str:
    """Return what to write in place of two numbers. A whole number has no decimal comma."""
    if float(expected).is_integer():
        return "One number is wanted."
    if all(map(_is_whole, value)):
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
    shown = [
        (digits, how, cut(_in_units(expected, unit := 10.0 ** (first - digits + 1))) * unit)
        for digits in range(fewest, 12)
        for how, cut in (("rounded to", np.round), ("cut off after", np.trunc))
    ]
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


def sizes_of(names: Sequence[str], arguments: Sequence[Any]) -> dict[int, str]:
    """Return what the sizes of the arguments are: {3: "the number of rows of K", 4: "n_heads"}.

    A size that two things have names both. That of more, as 1 often is, tells nothing.
    """
    found: dict[int, list[str]] = {}
    for name, value in zip(names, arguments, strict=False):
        if isinstance(value, np.ndarray) and value.ndim in _AXES:
            for axis, size in zip(_AXES[value.ndim], value.shape, strict=True):
                what = f"the number of {axis}" if value.ndim < 3 else f"the size of the {axis}"
                found.setdefault(size, []).append(f"{what} of {name}")
        elif isinstance(value, list):
            found.setdefault(len(value), []).append(f"the length of {name}")
        elif type(value) is int:
            found.setdefault(value, []).append(name)
    return {size: " and ".join(owners) for size, owners in found.items() if len(owners) < 3}


def a_kind(value: Any) -> str:
    """Return what a value is, in words: "a list", "an int", "None"."""
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if is_number(value):
        return "a single number"
    if isinstance(value, (complex, np.complexfloating)):
        return "a complex number"
    if isinstance(value, type):
        return f"the class {type_name(value)}"
    name = type_name(type(value))
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _not_boolean(dtype: np.dtype) -> str:
    held = "numbers" if is_real(dtype) else _NO_REAL_NUMBERS.get(dtype.kind, "other entries")
    return (
        f"The mask holds {held} ({dtype}), and a boolean array is asked for: "
        "a comparison of numbers gives one."
    )


def _why_this_shape(value: np.ndarray, expected: np.ndarray, sizes: Mapping[int, str]) -> str:
    """Return what the sizes tell: axes that changed places, or where a size was taken from."""
    if value.ndim != expected.ndim:
        if value.size == expected.size:
            return f": as many numbers as wanted, in {value.ndim} dimension(s), not {expected.ndim}"
        return f": {value.ndim} dimension(s) where there should be {expected.ndim}"
    if _exchanged_axes(value, expected):
        return (
            ": rows and columns are exchanged; but for that, the numbers are right"
            if value.ndim == 2
            else ": the axes are in another order; but for that, the numbers are right"
        )
    is_turned = value.ndim == 2 and value.shape[::-1] == expected.shape
    hint = ": the two sizes are exchanged" if is_turned else ""
    for axis, (size, wanted) in enumerate(zip(value.shape, expected.shape, strict=True)):
        if size != wanted and size in sizes and wanted in sizes:
            where = f"axis {axis}" if value.ndim != 1 else "it"
            return (
                f"{hint}: {where} has size {size}, which is {sizes[size]}; it should have size "
                f"{wanted}, {sizes[wanted]}"
            )
    return hint


def _exchanged_axes(value: np.ndarray, expected: np.ndarray) -> bool:
    """Return True if `value` is `expected` but for the order of its axes."""
    return any(
        order != tuple(range(value.ndim))
        and value.transpose(order).shape == expected.shape
        and close(value.transpose(order).astype(float), expected.astype(float), 1e-6)
        for order in permutations(range(value.ndim))
    )


def _has_fractions(array: np.ndarray) -> bool:
    return array.dtype.kind == "f" and not np.array_equal(np.trunc(array), array)


def _describe_numbers(
    value: np.ndarray, expected: np.ndarray, tolerance: float, shown_as: Any, guess: bool
) -> str:
    """Say how numbers differ; `shown_as` is the type of an entry."""
    if np.isnan(value).any() and not np.isnan(expected).any():
        return (
            "There is NaN (not a number) in the result: look for 0/0, inf / inf, inf - inf, "
            "0 * inf, or the root or logarithm of a negative number."
        )
    if np.isinf(value).any() and not np.isinf(expected).any():
        return f"There is an infinity in the result{OF_OVERFLOW}"
    if not value.any():
        return "Every entry is 0." if value.ndim else _no_kin(value)
    if sentence := describe_rounding(value, expected):
        return sentence
    if guess and _is_reordered(value, expected, tolerance):
        return "The numbers are right, and stand in another order."
    # What a number is by chance is not said where a known mistake says what it is.
    for sentence, candidate in _relatives(value, expected) if guess or value.ndim else ():
        if close(candidate, expected, tolerance):
            return sentence
    if _is_near(value, expected, tolerance):
        if guess and value.ndim == 0 and expected == np.round(value) != value:
            return "Nearly right: the answer is a whole number. Round it."
        question = " Was something rounded on the way, or a small number added?" if guess else ""
        return f"{NEARLY_RIGHT}{question}"
    if value.ndim == 0:
        return _no_kin(value)
    off = ~np.isclose(value, expected, rtol=tolerance, atol=tolerance)
    first = tuple(int(index) for index in np.argwhere(off)[0])
    entry = bool(value[first]) if shown_as is bool else f"{value[first]:.6g}"
    if value.size == 1:
        return f"The one entry is wrong: {entry} stands there."
    together = _sum_of_all(value, expected) if guess else ""
    more = together or _right_rows(off) or _same_amount(value, expected)
    more = more or (_sums_of_lines(value, expected) if guess else "")
    return (
        f"{off.sum()} of {value.size} entries are wrong, the first at "
        f"[{', '.join(map(str, first))}]: {entry} stands there.{more}"
    )


def _is_reordered(value: np.ndarray, expected: np.ndarray, tolerance: float) -> bool:
    """Return True for a vector of the right numbers, all different, in another order."""
    if value.ndim != 1 or value.size < 3 or not np.isfinite(value).all():
        return False
    numbers = np.sort(expected)
    is_distinct = np.diff(numbers).min() > 1e-3 * np.abs(numbers).max()
    is_right = close(value, expected, tolerance)
    return bool(is_distinct and not is_right and close(np.sort(value), numbers, tolerance))


def _no_kin(value: Any) -> str:
    return f"The result is {float(value):.6g}, {NOT_RIGHT}"


def _same_amount(value: np.ndarray, expected: np.ndarray) -> str:
    """Say by how much every entry is too large or too small, if all are by the same amount."""
    if not (np.isfinite(value).all() and np.isfinite(expected).all() and np.ptp(expected)):
        return ""
    amount = float((value - expected).mean())
    if np.ptp(value - expected) > 1e-6 * abs(amount):
        return ""
    return f" Every entry is too {'large' if amount > 0 else 'small'} by {abs(amount):.4g}."


def _sum_of_all(value: np.ndarray, expected: np.ndarray) -> str:
    """Say that all weights together sum to 1, where each row or each column of them should."""
    if value.ndim < 2 or (value < 0).any() or (expected < 0).any():
        return ""
    if not close(value.sum(), np.asarray(1.0), 1e-5):
        return ""
    for axis, line in ((-1, "row"), (-2, "column")):
        wanted, sums = expected.sum(axis=axis), value.sum(axis=axis)
        has_weights = np.isclose(wanted, 1, atol=1e-5)
        is_empty = wanted == 0
        if (has_weights | is_empty).all() and has_weights.sum() > 1:
            if close(sums, wanted, 1e-5) or np.count_nonzero(sums > 1e-5) < 2:
                return ""  # one row alone that is shared out sums to 1 by itself
            which = f"{line} that has any" if is_empty.any() else line
            return f" All the weights together sum to 1. Each {which} should."
    return ""


def _sums_of_lines(value: np.ndarray, expected: np.ndarray) -> str:
    """Say that the rows of what should be weights do not sum to 1, and whether the columns do.

    The other way round for weights with a column for each query.
    """
    if value.ndim < 2 or not np.isfinite(value).all() or (expected < 0).any():
        return ""
    sums_to_1 = [np.isclose(array.sum(axis=-1), 1, atol=1e-5) for array in _both_ways(value)]
    wanted = [np.isclose(array.sum(axis=-1), 1, atol=1e-5) for array in _both_ways(expected)]
    for line, other in ((0, 1), (1, 0)):
        if wanted[line].all() and not wanted[other].all() and wanted[line].size > 1:
            which, instead = ("row", "column") if line == 0 else ("column", "row")
            if sums_to_1[line].all():
                return ""
            if sums_to_1[other].all():
                return f" Each {instead} sums to 1, and each {which} should."
            if not sums_to_1[line].any():
                return f" No {which} sums to 1, and each should."
    return ""


def _both_ways(array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return an array so that its last axis is a row, and so that it is a column."""
    return array, np.swapaxes(array, -1, -2)


def _right_rows(off: np.ndarray) -> str:
    """Say which rows of a matrix are right, if some are and some are not."""
    if off.ndim != 2 or len(off) < 2:
        return ""
    right = [str(row) for row in np.flatnonzero(~off.any(axis=1))]
    return f" Right: row {', row '.join(right)}." if right else ""


def _kin_of_a_number(value: np.ndarray, expected: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Return what is one step away from a number, each with a sentence that names the step."""
    with np.errstate(all="ignore"):
        tens = np.round(np.log10(np.abs(expected / value)))
        kin = [
            ("The sign is flipped.", -value),
            ("That is 1 divided by the right number: the fraction is upside down.", 1 / value),
            ("That is the square of the right number.", np.sqrt(np.abs(value))),
            ("That is the root of the right number.", value**2),
        ]
        if tens and np.isfinite(tens):
            kin.append(("The digits are right, and the decimal point is not.", value * 10**tens))
    return kin


def _relatives(value: np.ndarray, expected: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Values close kin to the right ones, each with the sentence that names the relation."""
    relatives = []
    if value.ndim == 2 and value.shape[0] == value.shape[1]:
        relatives.append(("The result is transposed: rows and columns are exchanged.", value.T))
    if value.ndim == 0:
        return _kin_of_a_number(value, expected)
    relatives.append(("Every sign is flipped.", -value))
    with np.errstate(all="ignore"):  # the squares of tiny and of huge numbers are 0 and infinite
        factor = float(np.vdot(value, expected) / np.vdot(value, value))
    # A factor of 0 would make everything kin to zeros.
    if expected.size > 1 and factor and np.isfinite(factor) and abs(factor - 1) > 1e-3:
        sentence = f"Every entry is {1 / factor:.4g} times the right one."
        relatives.append((sentence, value * factor))
    is_cut = np.array_equal(value, np.trunc(expected))
    if is_cut and np.count_nonzero(value != expected) > 1:  # one number may be so by chance
        relatives.append(
            (
                "Everything after the decimal point was cut off, as `int` does, or an array of "
                "integers.",
                expected,
            )
        )
    return relatives
