"""Properties of an answer where many answers are right.

Each function takes the learner's value and the case's arguments and returns a sentence that says
what does not hold, or the empty string. Where it may come from stands in a second line, which is
left out where the mistake is known.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from course.check.compare import describe_type, is_number, real_array
from course.check.describe import is_not_the_answer
from course.check.numbers import in_short
from course.check.proofreading import EXAMPLE, Known, describe_line, made_from
from course.check.typed_numbers import TOO_MANY_BRACKETS, describe_quoted

WANTED_VARIANCE = (
    "Wanted are n_samples scores, each of a query and a key of its own, all entries from "
    "`rng.standard_normal`; and the variance of these scores."
)
QUOTED = f"Write the numbers of the lines without quotes: {EXAMPLE}."
MOST_SLIPS = 6  # on a page; who names more lines is guessing, and is told no line


def scores_itself_highest(
    weights: tuple[Any, Any], X: np.ndarray, names: Sequence[str] = ()
) -> str:
    """Return why not each row of X (n, p) scores itself highest under (W_Q, W_K), both (p, d_k).

    `names` are those of the rows, if they have any.
    A lead counts if it is more than rounding: 1e-9 of the largest score.
    """
    matrices = []
    for name, weight in zip(("W_Q_self", "W_K_self"), weights, strict=True):
        try:
            matrix = real_array(weight)
        except (TypeError, ValueError):
            if _rows_differ(weight):
                return f"{name} is not a matrix: its rows differ in length."
            return f"{name} is not a matrix of numbers."
        if matrix.ndim != 2 or len(matrix) != X.shape[1]:
            kind = ", a vector" if matrix.ndim == 1 else ""
            is_made = matrix.ndim == 2 and len(matrix) == len(X)
            more = " Give the matrix that X is multiplied by." if is_made else ""
            if matrix.ndim == 2 and matrix.shape[1] == X.shape[1] and not is_made:
                more = " It looks transposed, or a row is missing."
            return (
                f"{name} has the shape {matrix.shape}{kind}; it needs {X.shape[1]} rows, to follow "
                f"X.{more}"
            )
        matrices.append(matrix)
    W_Q, W_K = matrices
    if W_Q.shape != W_K.shape:
        longer = f"{W_Q.shape[1]} number{'s' * (W_Q.shape[1] != 1)}"
        return f"Queries have {longer} and keys {W_K.shape[1]}: they cannot meet."
    with np.errstate(all="ignore"):
        table = (X @ W_Q) @ (X @ W_K).T
    if not np.isfinite(table).all():
        return "A score is infinite or NaN (not a number)."
    others = np.where(np.eye(len(X), dtype=bool), -np.inf, table)
    lead = np.diag(table) - others.max(axis=1)
    rounding = 1e-9 * np.abs(table).max()
    right = lead > rounding
    if right.all():
        return ""
    i = int(np.argmin(right))
    j = int(others[i].argmax())
    of = [f" {row} ({names[row]})" if names else f" {row}" for row in range(len(X))]
    count = f"Rows as wanted: {int(right.sum())} of {len(X)}. Row{of[i]} is not: "
    if (np.abs(table[i]) <= rounding).all():
        is_query = (np.abs(X[i] @ W_Q) <= 1e-9 * np.abs(X @ W_Q).max(initial=0)).all()
        why = "its query is all zeros, so all its scores are 0" if is_query else "its scores are 0"
        return f"{count}{why}. A tie is not enough."
    numbers = (
        f"it scores row{of[j]} at {in_short(table[i, j])}, and itself at {in_short(table[i, i])}."
    )
    if lead[i] >= -rounding:
        more = " A tie is not enough."
    elif (table.argmax(axis=1) == j).all():
        more = f" Row{of[j]} has the highest score in every row."
    else:
        more = " It scores itself lowest." if table[i].argmin() == i else ""
    return f"{count}{numbers}{more}{_signs_in_words(W_Q @ W_K.T)}"


def _rows_differ(weight: Any) -> bool:
    """Return True for rows of numbers that differ in length."""
    if not isinstance(weight, list | tuple):
        return False
    rows = [row for row in weight if isinstance(row, list | tuple | np.ndarray)]
    are_numbers = all(is_number(entry) for row in rows for entry in row)
    return len(rows) == len(weight) and are_numbers and len(set(map(len, rows))) > 1


def _signs_in_words(product: np.ndarray) -> str:
    """Return how one description counts for another, by the signs in W_Q W_K^T; "" if it varies."""
    own, other = np.diag(product), product[~np.eye(len(product), dtype=bool)]
    if (other == 0).all() and own[0] > 0 and own[0] != 1 and np.ptp(own) == 0:
        return f" Every score is that of the first attempt, times {in_short(own[0])}."
    if (other >= 0).all() and (own < 0).all():
        return " What a row has itself counts against it: the diagonal is below 0."
    if (other < 0).all() and (own > 0).all() and product.sum() < 0:
        return " The numbers off the diagonal are too far below 0."
    return ""


def has_the_largest_weight(
    token: Any, weights: np.ndarray, tokens: Sequence[str], query: str
) -> str:
    """Return why `token` is none of those with the largest weight in the row of `query`; or ""."""
    if sentence := describe_type(token, ""):
        return sentence
    row = weights[list(tokens).index(query)]
    if token in [each for each, weight in zip(tokens, row, strict=True) if weight == row.max()]:
        return ""
    return is_not_the_answer(token)


def shapes_follow(
    shapes: Any,
    names: tuple[str, ...],
    given: dict[str, tuple[int, int]],
    steps: tuple[tuple[str, str, str], ...],
) -> str:
    """Return under which of `names` the dict `shapes` has no right tuple, and why; or "".

    What is right follows from the shapes that are `given`, step by step: (name, A, B) is the
    product A B, (name, A, "T") is A transposed, and (name, A, "") has the shape of A.
    """
    if not isinstance(shapes, dict):
        return f"This should be a dict, and it is a {type(shapes).__name__}."
    right, rule = dict(given), {name: f"the text gives it, {size}" for name, size in given.items()}
    made_of: dict[str, tuple[str, ...]] = dict.fromkeys(given, ())
    for name, left, other in steps:
        rows, columns = right[left]
        if other == "T":
            right[name], rule[name] = (columns, rows), f"it is {left} with rows as columns"
        elif other:
            right[name], rule[name] = (rows, right[other][1]), f"it is {left} times {other}"
            made_of[name] = left, other
            continue
        else:
            right[name], rule[name] = (rows, columns), f"it has the shape of {left}"
        made_of[name] = (left,)
    for name in names:
        if name not in shapes:
            return f"There is no {name!r} in it."
        shape = shapes[name]
        if shape is Ellipsis or shape is None:
            return f"{name!r} is not filled in yet."
        if not isinstance(shape, (tuple, list)):
            return f"{name!r} should be a tuple, and it is {shape!r}."
        if not all(map(is_number, shape)):
            return f"{name!r} should hold two whole numbers, and it is {shape!r:.60}."
        if tuple(shape) == right[name]:
            continue
        if tuple(shape) == right[name][::-1]:
            return f"{name!r} is {tuple(shape)}: rows and columns are exchanged."
        more = _slip_in_shapes(tuple(shape), [(part, right[part]) for part in made_of[name]])
        return f"{name!r} is {tuple(shape)}, which is not right: {rule[name]}.{more}"
    return ""


def _slip_in_shapes(shape: tuple, factors: list[tuple[str, tuple[int, int]]]) -> str:
    """Return what a wrong shape of a product says of how it was found; "" if nothing."""
    if len(shape) != 2:
        return " A matrix has two axes."
    if len(factors) == 2:
        (left, of_left), (other, of_other) = factors
        both = f" The product has the rows of {left} and the columns of {other}."
        if shape == (of_left[1], of_left[1]):
            return " Of the two shapes side by side the inner sizes go, and the outer ones stay."
        for name, given in ((left, of_left), (other, of_other)):
            if shape == given:
                return f" That is the shape of {name}.{both}"
        return both
    return ""


def a_negative_weight(scores: Any) -> str:
    """Return why no score has a negative weight, if its share of the sum is one; or ""."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    if row.any() and not row.sum():
        return (
            "These scores sum to 0, and a division by 0 gives no weights. "
            "The task asks for scores whose sum is not 0."
        )
    with np.errstate(all="ignore"):
        weights = row / row.sum()
    if (weights < 0).any():
        return ""
    says = f"`divide({_listed(row)})` gives {_listed(weights)}: no weight is negative."
    if (row < 0).all():
        return (
            f"{says} All the scores are, so "
            "their sum is too, and the signs cancel. (But look which score got the most.)"
        )
    if not row.any():
        return f"{says} 0/0 is not a number at all."
    if (row <= 0).all():
        return (
            f"{says} No score is positive, so the sum is negative, and the signs cancel."
            f"{_parted_by_commas(scores)}"
        )
    return f"{says} No score is negative either.{_like_weights(row)}" if (row >= 0).all() else says


def a_lower_score_ahead(scores: Any) -> str:
    """Return why no lower score is larger than a higher one without the signs; or ""."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    size = np.abs(row)
    gets = np.abs(np.sort(row))  # of the lowest score first
    if (np.maximum.accumulate(gets) > gets).any():
        return ""
    if len(set(row.tolist())) == 1:
        return "All these scores are equal. Give scores that differ."
    says = (
        f"`absolute({_listed(row)})` gives {_listed(size / size.sum())}: the higher of two scores "
        "never gets less."
    )
    if (row >= 0).all():
        return (
            f"{says} No score is negative, so there was no sign to take away.{_like_weights(row)}"
        )
    if len(set(size.tolist())) < len(set(row.tolist())):
        return f"{says} A lower one gets as much as a higher one; more is wanted."
    return f"{says} Without their signs, the lower ones are still the smaller ones."


def nothing_to_share(scores: Any) -> str:
    """Return which score is above zero, so that clipping leaves something; or ""."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    clipped = np.maximum(row, 0)
    if clipped.sum() == 0:
        return ""
    more = " The sum of the scores is 0, and that of what is kept is not." if not row.sum() else ""
    return (
        f"`clip({_listed(row)})` keeps {_listed(clipped)}, whose sum is {in_short(clipped.sum())}: "
        f"there is something to share out.{more}{_like_weights(row)}"
    )


def _like_weights(row: np.ndarray) -> str:
    """Return a sentence on fractions that sum to 1, as weights given for scores do; or ""."""
    is_whole = (row == np.trunc(row)).all()
    is_like = not is_whole and (row >= 0).all() and abs(row.sum() - 1) < 1e-6
    return " These numbers sum to 1, as weights do. Give the scores." if is_like else ""


def _parted_by_commas(scores: Any) -> str:
    """Return what a comma does if every second number is a 0, as where [-1,0, -2,0] was written."""
    if not isinstance(scores, list | tuple) or len(scores) < 4 or len(scores) % 2:
        return ""
    is_parted = all(type(each) is int for each in scores) and not any(scores[1::2])
    return " A comma parts two numbers; a decimal point does not." if is_parted else ""


def _row_of_scores(scores: Any) -> tuple[np.ndarray, str]:
    """Return the scores as floats (n,), and a sentence if they are not two or more numbers."""
    wanted = "Give two or more numbers in a list, with commas, such as [2.0, 1.0]"
    try:
        row = real_array(scores)
    except (TypeError, ValueError):
        return np.zeros(0), f"{wanted}; this is {scores!r}. {describe_quoted(scores, [])}".rstrip()
    if row.ndim == 2 and len(row) == 1 and row.size > 1:
        return row, f"{wanted}; this is {scores!r}. {TOO_MANY_BRACKETS}"
    if row.ndim != 1 or row.size < 2:
        return row, f"{wanted}; this is {scores!r}."
    if np.isnan(row).all():
        return row, f"{wanted}; this is NaN only, as a weight can be. Give the scores themselves."
    if not np.isfinite(row).all():
        return row, f"{wanted}; infinity and NaN are not scores."
    return row, ""


def _listed(numbers: np.ndarray) -> str:
    """Return numbers as a short list: [0.2, 0.4, -0.6]."""
    return "[" + ", ".join(map(in_short, numbers)) + "]"


def variance_of_scores(value: Any, d_k: int, n_samples: int, rng: np.random.Generator) -> str:
    """Return why `value` is no variance of `n_samples` scores of standard normal vectors; or "".

    The variance of such scores is d_k. The sample variance has the relative standard deviation
    sqrt((2 + 6 / d_k) / n_samples); ten of those are allowed, so chance never fails an answer.
    A number rounded to three decimals or fewer is refused: rounded measurements are often equal.
    """
    if sentence := describe_type(value, 0.0):
        return sentence
    measured = float(value)
    if not np.isfinite(measured):
        return f"The result is {measured}. A variance is a number."
    noise = 10 * np.sqrt((2 + 6 / d_k) / n_samples)

    if abs(measured - d_k) <= noise * d_k:
        if measured == d_k:
            return f"The result is exactly d_k, {d_k}, and a measurement differs a little from it."
        if measured == round(measured, 3):  # chance hardly ever gives one
            return f"The result is {in_short(measured)}, a rounded number. Return all its digits."
        return ""
    size = "small" if measured < d_k else "large"
    sentence = (
        f"The result is {in_short(measured)}, which is too {size}: random numbers alone do not "
        "explain the difference."
    )
    if measured == 0:
        return (
            f"{sentence}\nOne number alone has no variance. There are n_samples scores, and each "
            "is a sum of d_k products."
        )
    if abs(measured) < 1e-9 * d_k:
        return (
            f"{sentence}\nIt is 0 but for rounding, as is the sum of all distances from the mean: "
            "they cancel, unless each is squared first."
        )
    hints = _what_it_would_fit(measured, d_k, n_samples, 0.4 * noise)
    if len(hints) == 1:  # where two fit, none is said
        return f"{sentence}\n{hints[0]}"
    spread_of_mean = np.sqrt(d_k / n_samples)
    if not hints and 0.01 * spread_of_mean < abs(measured) < 4 * spread_of_mean:
        return f"{sentence}\nIt is near 0: that would fit the mean of the scores."
    return f"{sentence}\n{WANTED_VARIANCE}"


def _what_it_would_fit(measured: float, d_k: int, n_samples: int, within: float) -> list[str]:
    """Return what `measured` would fit, other than the variance d_k of the scores."""
    exchanged = "That would fit if d_k and n_samples were exchanged, as by a sum along axis=0."
    others = (
        (
            d_k**2,
            within,
            "That would fit d_k squared, as where the scores are multiplied by something.",
        ),
        (
            2 * d_k,
            within,
            "Twice too much, as where each vector is multiplied with itself, or q is added to k.",
        ),
        (
            np.sqrt(d_k),
            within,
            "That would fit the standard deviation, the root of the variance.",
        ),
        (1, within, "That would fit single entries, or scores that were divided on the way."),
        (
            1 / d_k,
            within,
            "That would fit a mean, or scores divided by d_k. A score is the sum of its products.",
        ),
        (
            n_samples * d_k,
            within,
            "That would fit the sum of the squared distances: it was not divided by n_samples.",
        ),
        (
            d_k / 3,
            within,
            "That would fit keys drawn evenly from 0 to 1. All come from `rng.standard_normal`.",
        ),
        # The mean distance is 0.64 of the standard deviation for d_k = 1, and 0.8 for many.
        (
            (0.8 - 0.16 / d_k) * np.sqrt(d_k),
            0.05,
            "That would fit the mean distance from the mean. A variance squares the distances.",
        ),
        (n_samples, max(within, min(2.5 * np.sqrt(2 / d_k), 0.95)), exchanged),
    )
    return [hint for number, rel, hint in others if abs(measured - number) <= rel * number]


def variances_of_scores(
    values: list[Any], d_k: int, n_samples: int, rng: np.random.Generator
) -> str:
    """Return why 150 or more `values`, of `n_samples` scores each, vary otherwise than by chance.

    Their relative standard deviation is sqrt((2 + 6 / d_k) / n_samples) if every score has a query
    and a key of its own, and the entries are normal: 0.7 of that is asked for, and at most 1.4
    where d_k is 20 or more (with fewer entries, chance does more).
    """
    for value in values:
        if sentence := describe_type(value, 0.0):
            return sentence
    measured = np.array(values, dtype=float)
    if (measured == measured[0]).all():
        same = f"Every call gave {in_short(measured[0])}."
        return f"{same} A measurement differs a little from call to call."
    spread = measured.std() / (d_k * np.sqrt((2 + 6 / d_k) / n_samples))
    are = f"yours lie between {in_short(measured.min())} and {in_short(measured.max())}."
    if spread > 1.4 and d_k >= 20:
        return (
            f"With {n_samples} samples, the results of {len(values)} calls should differ less: "
            f"{are}\nHas every query, and every key, d_k entries of its own?"
        )
    if spread >= 0.7:
        return ""
    return (
        f"With {n_samples} samples, the results of {len(values)} calls should differ more: {are}\n"
        f"{WANTED_VARIANCE}"
    )


def variances_of_few_scores(
    values: list[Any], d_k: int, n_samples: int, rng: np.random.Generator
) -> str:
    """Return why 200 or more `values`, of `n_samples` scores each, have not d_k as their average.

    With two scores it is d_k / 2 or d_k, by the two divisors, give or take an eighth by chance. The
    variance of one score is 0, and so is that of two equal ones.
    """
    for value in values:
        if sentence := describe_type(value, 0.0):
            return sentence
    measured = np.array(values, dtype=float)
    if (abs(measured) < 1e-9 * d_k).all():
        return (
            f"With {n_samples} samples, every call gave 0, as for one score alone, or for equal "
            "scores.\nA query and a key were to be drawn for each sample."
        )
    least = (n_samples - 1) / n_samples * d_k
    if 0.5 * least <= measured.mean() <= 1.6 * d_k:
        return ""
    size = "large" if measured.mean() > d_k else "small"
    return (
        f"With {n_samples} samples, the results are too {size} on average: {measured.mean():.3g}.\n"
        f"{WANTED_VARIANCE}"
    )


def no_variance_of_equal_scores(
    value: Any, d_k: int, n_samples: int, rng: np.random.Generator
) -> str:
    """Return why `value` is not 0, the variance where `rng` gives one number every time; or ""."""
    if sentence := describe_type(value, 0.0):
        return sentence
    if abs(float(value)) <= 1e-6 * d_k:
        return ""
    return (
        "All the scores are equal here, so their variance is 0; the result is "
        f"{in_short(value)}.\n"
        "Does every number come from `rng`, and is the mean taken off?"
    )


def slips_mended(
    mended: Any,
    wanted: dict[int, list],
    within: float,
    known: dict[int, Known] | None = None,
    follows: dict[int, tuple[int, str]] | None = None,
) -> str:
    """Return what keeps the dict `mended` from having all numbers of `wanted`, to within `within`.

    Says how many of the slips are mended, and of a slip that was named what is off in its numbers;
    never which lines are slips. `known` has, for a line, other numbers that learners write, each
    with a sentence. `follows` has, for a line, the line that it is made from, and the step.
    """
    if not isinstance(mended, dict):
        return _no_dict(mended)
    if any(isinstance(line, str) for line in mended):
        return QUOTED
    off = {
        line: describe_line(mended[line], numbers, within, (known or {}).get(line, ()))
        for line, numbers in wanted.items()
        if line in mended
    }
    for line, (above, step) in (follows or {}).items():
        row: Any = mended.get(line)
        is_made = bool(off.get(line)) and made_from(row, mended.get(above), step, within)
        if is_made and len(row) == len(wanted[line]):
            off[line] = f"fits your line {above}: mend that one first."
    done = list(off.values()).count("")
    if done == len(wanted):
        return ""
    found = f"Found and mended: {done} of {len(wanted)}."
    if all(not describe_line(mended.get(k - 1), row, within) for k, row in wanted.items()):
        return f"{found} Lines are numbered from 1, as on the page."
    wrong = [f"Line {line} {says}" for line, says in off.items() if says]
    if wrong and len(mended) > MOST_SLIPS:
        return f"{found} Name only the lines that you have found wrong."
    return " ".join([found, *wrong])


def nothing_blamed(mended: Any, slips: Any, lines: int) -> str:
    """Return which line `mended` names that is none of `slips`, or not on the page; or ""."""
    if not isinstance(mended, dict):
        return _no_dict(mended)
    if not mended:
        return "No line is named yet."
    if any(isinstance(line, str) for line in mended):
        return QUOTED
    if strange := [line for line in mended if line not in range(1, lines + 1)]:
        return f"The page has no line {strange[0]!r}: its lines are 1 to {lines}."
    blamed = len([line for line in mended if line not in list(slips)])
    if not blamed:
        return ""
    verb = "is" if blamed == 1 else "are"
    return f"{blamed} of the lines that you name {verb} right as printed."


def _no_dict(mended: Any) -> str:
    kind = type(mended).__name__
    return f"This should be a dict, and it is a {kind}. Write it as in {EXAMPLE}."
