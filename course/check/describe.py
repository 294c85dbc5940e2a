"""Describe how a value differs from the right one, without showing the right one."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from course.check.call_in_words import MOST_NUMBERS
from course.check.compare import (
    close,
    close_entries,
    describe_shape,
    describe_type,
    is_number,
    real_array,
    same,
)
from course.check.numbers import in_full, in_short
from course.check.rounding import (
    NEARLY,
    NEARLY_RIGHT,
    NEARLY_WHOLE,
    describe_rounding,
    has_fractions,
    is_near,
    is_off_by_rounding,
)

OF_OVERFLOW = ": look for an overflow, a division by 0 or a logarithm of 0."
NOT_RIGHT = "which is not the right number."  # the end of what says nothing else


def describe(
    value: Any,
    expected: Any,
    tolerance: float,
    results: Sequence[str] = (),
    sizes: Mapping[int, str] | None = None,
    guess: bool = True,
) -> str:
    """Return what to say first of `value`: of its type, else its shape, else its numbers."""
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


def _how_to_join(value: Any, expected: Any) -> str:
    """Return how what came back becomes what is asked for; "" if nothing is sure.

    The arrays or rows of a list may become an array, and the entries of one a number.
    """
    if is_number(expected):
        return _how_to_take(value, float(expected))
    if isinstance(value, Iterator) and isinstance(expected, tuple | list):
        return f" `{type(expected).__name__}(...)` makes one of it."
    if type(value) is tuple and isinstance(expected, np.ndarray):
        right = [place for place, part in enumerate(value) if same(part, expected, 1e-6)]
        is_one = len(right) == 1 and len(value) > 1
        return f" It holds the right array at [{right[0]}]: return that alone." if is_one else ""
    if type(value) is not list or not value or not isinstance(expected, np.ndarray):
        return ""
    if any(part is value for part in value):  # numpy would look for its end for minutes
        return " It holds itself: the list was appended to the list, in place of a row."
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


def describe_values(
    value: Any,
    expected: Any,
    tolerance: float,
    results: Sequence[str] = (),
    sizes: Mapping[int, str] | None = None,
    guess: bool = True,
) -> str:
    """Return a sentence on how the numbers differ, for values of equal type and shape.

    `results` are the names of the parts, where there are several, as in ("output", "weights").
    With `guess`, small differences come with a question of where they may come from.
    """
    match expected:
        case tuple() | list():
            return _describe_parts(value, expected, tolerance, results, sizes, guess)
        case dict():
            wrong = [
                repr(key) for key in expected if not same(value[key], expected[key], tolerance)
            ]
            return f"Not right under {', '.join(wrong)}."
        case np.ndarray():
            if value.dtype.kind in "iu" and has_fractions(expected) and _is_cut(value, expected):
                return _describe_cut(value, expected, guess)
            shown_as = bool if expected.dtype == bool else float
            numbers = np.asarray(value, dtype=float), expected.astype(float)
            return _describe_numbers(*numbers, tolerance, shown_as, guess)
        case bool() | str():
            return is_not_the_answer(value)
    numbers = np.asarray(float(value)), np.asarray(float(expected))
    return _describe_numbers(*numbers, tolerance, float, guess)


def _describe_parts(
    value: Any,
    expected: Any,
    tolerance: float,
    results: Sequence[str],
    sizes: Mapping[int, str] | None,
    guess: bool,
) -> str:
    """Return a sentence on the first of several results, or of a row, that is wrong; or ""."""
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
    are_near = is_row and all(is_near(*pair, tolerance) for pair in pairs)
    if is_row and finding.startswith(NEARLY) and not are_near:
        finding = _plainly_wrong(value[position])  # one number of a row may be near by chance
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


def _describe_cut(value: np.ndarray, expected: np.ndarray, guess: bool) -> str:
    """Return a sentence on whole numbers where some of the right ones are fractions."""
    is_cut = guess and np.array_equal(value, np.trunc(expected))
    collected = ": was it collected in an array of integers?" if is_cut else "."
    return (
        f"The result holds whole numbers ({value.dtype}), and some of the right ones "
        f"are fractions{collected}"
    )


def _is_cut(value: np.ndarray, expected: np.ndarray) -> bool:
    """Return True if whole numbers are the right ones but for their fractions."""
    ways = (np.trunc, np.floor, np.ceil, np.round)
    return any(np.array_equal(value, cut(expected)) for cut in ways)


def is_not_the_answer(value: Any) -> str:
    """Return the sentence that shows a word or a truth value that is wrong."""
    plain = value.item() if isinstance(value, np.generic) else value
    return f"The result is {plain!r}, which is not the answer."


MOST_IN_A_ROW = 8  # numbers that are shown


def _first_row_of_others(
    pairs: Sequence[tuple[Any, Any]], right: Sequence[bool], results: Sequence[str]
) -> str:
    """Show the first wrong row of the next matrix that is wrong, too, where its shape is right.

    A small matrix is shown whole, beside the call. Of other arrays the names are told.
    """
    first, named = list(right).index(False), []
    for name, (value, expected), is_right in zip(results, pairs, right, strict=True):
        is_next = not is_right and name != results[first]
        if not is_next or describe_type(value, expected) or describe_shape(value, expected):
            continue
        is_array = isinstance(value, np.ndarray)
        value = np.asarray(value) if is_array else value  # a row of np.matrix is a matrix
        if is_array and (sums := _sum_of_all(value, expected) or _sums_of_lines(value, expected)):
            return f" Wrong, too: {name}.{sums}"
        is_matrix = is_array and value.ndim == 2
        if is_matrix and value.shape[1] <= MOST_IN_A_ROW and value.size > MOST_NUMBERS:
            place = _first_wrong_row(value, expected)
            row = ", ".join(map(in_short, value[place]))
            return f" Wrong, too: {name}, where your row {place} is [{row}]."
        if is_array and value.size > MOST_NUMBERS:
            named.append(name)
    return f" Wrong, too: {', '.join(named)}." if named else ""


def _first_wrong_row(value: np.ndarray, expected: np.ndarray) -> int:
    """Return the first row of a matrix (m, n) that differs from the right one; 0 if none does."""
    is_right = np.isclose(value, expected, rtol=1e-4, atol=1e-6, equal_nan=True)  # (m, n)
    return int(np.argmin(is_right.all(axis=1)))


def _describe_numbers(
    value: np.ndarray, expected: np.ndarray, tolerance: float, shown_as: Any, guess: bool
) -> str:
    """Return how numbers differ; `shown_as` is the type of an entry."""
    if np.isnan(value).any() and not np.isnan(expected).any():
        return (
            "There is NaN (not a number) in the result: look for 0/0, inf / inf, inf - inf, "
            "0 * inf, or the root or logarithm of a negative number."
        )
    if np.isinf(value).any() and not np.isinf(expected).any():
        return f"There is an infinity in the result{OF_OVERFLOW}"
    if not value.any():
        zero = "False" if shown_as is bool else "0"
        return f"Every entry is {zero}." if value.ndim else _plainly_wrong(value)
    if sentence := describe_rounding(value, expected):
        return sentence
    if guess and _is_reordered(value, expected, tolerance):
        return "The numbers are right, and stand in another order."
    # What a number is by chance is not said where a known mistake says what it is.
    for sentence, candidate in _one_step_from(value, expected) if guess or value.ndim else ():
        if close(candidate, expected, tolerance):
            return sentence
    is_whole = value.ndim == 0 and expected == np.round(value) != value
    if guess and is_whole and is_near(value, expected, tolerance):
        return NEARLY_WHOLE
    if is_off_by_rounding(value, expected, tolerance):
        question = " Was something rounded on the way, or a small number added?" if guess else ""
        return f"{NEARLY_RIGHT}{question}"
    if value.ndim == 0:
        return _plainly_wrong(value)
    off = ~close_entries(value, expected, tolerance)
    first = tuple(int(index) for index in np.argwhere(off)[0])
    entry = bool(value[first]) if shown_as is bool else in_full(value[first])
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


def _plainly_wrong(value: Any) -> str:
    return f"The result is {in_full(value)}, {NOT_RIGHT}"


def _same_amount(value: np.ndarray, expected: np.ndarray) -> str:
    """Return by how much every entry is too large or too small, if all are by the same amount."""
    if not (np.isfinite(value).all() and np.isfinite(expected).all() and np.ptp(expected)):
        return ""
    amount = float((value - expected).mean())
    if not np.isfinite(amount) or np.ptp(value - expected) > 1e-6 * abs(amount):
        return ""
    return f" Every entry is too {'large' if amount > 0 else 'small'} by {in_short(abs(amount))}."


def _sum_of_all(value: np.ndarray, expected: np.ndarray) -> str:
    """Return a sentence if all the weights together sum to 1, and not each row or column."""
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
    """Return a sentence if rows of what should be weights do not sum to 1; whether columns do.

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
    """Return which rows of a matrix are right, if some are and some are not."""
    if off.ndim != 2 or len(off) < 2:
        return ""
    right = [str(row) for row in np.flatnonzero(~off.any(axis=1))]
    return f" Right: row {', row '.join(right)}." if right else ""


def _one_step_from_a_number(
    value: np.ndarray, expected: np.ndarray
) -> list[tuple[str, np.ndarray]]:
    """Return what is one step away from a number, each with a sentence that names the step."""
    with np.errstate(all="ignore"):
        tens = np.round(np.log10(np.abs(expected / value)))
        found = [
            ("The sign is flipped.", -value),
            ("That is 1 divided by the right number: the fraction is upside down.", 1 / value),
            ("That is the square of the right number.", np.sqrt(np.abs(value))),
            ("That is the root of the right number.", value**2),
        ]
        if tens and np.isfinite(tens):
            found.append(("The digits are right, and the decimal point is not.", value * 10**tens))
    return found


def _one_step_from(value: np.ndarray, expected: np.ndarray) -> list[tuple[str, np.ndarray]]:
    """Return what is one step away from the values, each with a sentence that names the step."""
    found = []
    if value.ndim == 2 and value.shape[0] == value.shape[1]:
        found.append(("The result is transposed: rows and columns are exchanged.", value.T))
    if value.ndim == 0:
        return _one_step_from_a_number(value, expected)
    found.append(("Every sign is flipped.", -value))
    with np.errstate(all="ignore"):  # the squares of tiny and of huge numbers are 0 and infinite
        factor = float(np.vdot(value, expected) / np.vdot(value, value))
    # A factor of 0 would make zeros of everything.
    if expected.size > 1 and factor and np.isfinite(factor) and abs(factor - 1) > 1e-3:
        sentence = f"Every entry is {in_short(1 / factor)} times the right one."
        found.append((sentence, value * factor))
    is_cut = np.array_equal(value, np.trunc(expected))
    if is_cut and np.count_nonzero(value != expected) > 1:  # one number may be so by chance
        found.append(
            (
                "Everything after the decimal point was cut off, as `int` does, or an array of "
                "integers.",
                expected,
            )
        )
    return found
