"""What must hold of an answer where many answers are right.

Each function takes the learner's value and the case's arguments and returns a sentence that says
what does not hold, or the empty string.
"""

from typing import Any

import numpy as np


def scores_itself_highest(weights: tuple[Any, Any], X: np.ndarray) -> str:
    """Whether each row of X (n, p) scores itself highest under (W_Q, W_K), both (p, d_k).

    A lead counts if it is more than rounding: 1e-9 of the largest score.
    """
    matrices = []
    for name, weight in zip(("W_Q", "W_K"), weights, strict=True):
        try:
            matrix = np.asarray(weight, dtype=float)
        except (TypeError, ValueError):
            return f"{name} is not a matrix of numbers."
        if matrix.ndim != 2 or len(matrix) != X.shape[1]:
            return f"{name} has the shape {matrix.shape}; it needs {X.shape[1]} rows, to follow X."
        matrices.append(matrix)
    W_Q, W_K = matrices
    if W_Q.shape != W_K.shape:
        return f"Queries have {W_Q.shape[1]} numbers and keys {W_K.shape[1]}: they cannot meet."
    with np.errstate(all="ignore"):
        table = (X @ W_Q) @ (X @ W_K).T
    if not np.isfinite(table).all():
        return "A score is infinite or NaN (not a number)."
    others = np.where(np.eye(len(X), dtype=bool), -np.inf, table)
    lead = np.diag(table) - others.max(axis=1)
    right = lead > 1e-9 * np.abs(table).max()
    if right.all():
        return ""
    i = int(np.argmin(right))
    j = int(others[i].argmax())
    return (
        f"Rows as wanted: {int(right.sum())} of {len(X)}. Row {i} is not: "
        f"it scores row {j} at {table[i, j]:.4g}, and itself at {table[i, i]:.4g}."
    )


def shapes_follow(
    shapes: Any,
    names: tuple[str, ...],
    given: dict[str, tuple[int, int]],
    steps: tuple[tuple[str, str, str], ...],
) -> str:
    """Whether the dict `shapes` has the right tuple under each of `names`.

    What is right follows from the shapes that are `given`, step by step: (name, A, B) is the
    product A B, (name, A, "T") is A transposed, and (name, A, "") has the shape of A.
    """
    if not isinstance(shapes, dict):
        return f"This should be a dict, and it is a {type(shapes).__name__}."
    right, rule = dict(given), dict.fromkeys(given, "it is given")
    for name, left, other in steps:
        rows, columns = right[left]
        if other == "T":
            right[name], rule[name] = (columns, rows), f"it is {left} with rows as columns"
        elif other:
            right[name], rule[name] = (rows, right[other][1]), f"it is {left} times {other}"
        else:
            right[name], rule[name] = (rows, columns), f"it has the shape of {left}"
    for name in names:
        if name not in shapes:
            return f"There is no {name!r} in it."
        shape = shapes[name]
        if shape is Ellipsis or shape is None:
            return f"{name!r} is not filled in yet."
        if not isinstance(shape, (tuple, list)):
            return f"{name!r} should be a tuple, and it is {shape!r}."
        if tuple(shape) == right[name]:
            continue
        if tuple(shape) == right[name][::-1]:
            return f"{name!r} is {tuple(shape)}: rows and columns are exchanged."
        return f"{name!r} is {tuple(shape)}, which is not right: {rule[name]}."
    return ""


def a_negative_weight(scores: Any) -> str:
    """Whether each score's share of their sum gives some score a negative weight."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    with np.errstate(all="ignore"):
        weights = row / row.sum()
    if (weights < 0).any():
        return ""
    if (row < 0).all():
        return (
            f"`divide` gives {_listed(weights)}: no weight is negative. All the scores are, so "
            "their sum is too, and the signs cancel. (But look which score got the most.)"
        )
    return f"`divide` gives {_listed(weights)}: no weight is negative."


def a_lower_score_ahead(scores: Any) -> str:
    """Whether, without the signs, a lower score is larger than a higher one."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    size = np.abs(row)
    if ((row[:, None] < row) & (size[:, None] > size)).any():
        return ""
    with np.errstate(all="ignore"):
        weights = size / size.sum()
    return f"`absolute` gives {_listed(weights)}: the higher of two scores never gets less."


def nothing_to_share(scores: Any) -> str:
    """Whether no score is above zero, so that clipping leaves nothing."""
    row, sentence = _row_of_scores(scores)
    if sentence:
        return sentence
    clipped = np.maximum(row, 0)
    if clipped.sum() == 0:
        return ""
    return (
        f"`clip` keeps {_listed(clipped)}, whose sum is {clipped.sum():.4g}: there is something to "
        "share out."
    )


def _row_of_scores(scores: Any) -> tuple[np.ndarray, str]:
    """The scores as a float array (n,), and a sentence if they are not two or more numbers."""
    wanted = "Give two or more numbers in a list, such as [2.0, 1.0]"
    try:
        row = np.asarray(scores, dtype=float)
    except (TypeError, ValueError):
        return np.zeros(0), f"{wanted}; this is {scores!r}."
    if row.ndim != 1 or row.size < 2:
        return row, f"{wanted}; this is {scores!r}."
    if not np.isfinite(row).all():
        return row, f"{wanted}; infinity and NaN are not scores."
    return row, ""


def _listed(numbers: np.ndarray) -> str:
    """Numbers as a short list: [0.2, 0.4, -0.6]."""
    return "[" + ", ".join(f"{number:.4g}" for number in numbers) + "]"
