"""Functions that a visible check hands to a learner's function, where that takes one.

Most take a sequence X (n, d), one token in each row, and return an array with n rows. They stand in
for attention in the leak test: what matters is which rows of X a row of the output depends on. The
last ones take an array of any shape and return a number, for a gradient to be measured.
The check data holds all of them by name; see `course.check.codec`. What a failed check says of one
is its docstring, which therefore describes the result.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def running_mean(X: Array) -> Array:
    """Row t is the mean of the rows 0 to t."""
    return np.stack([X[: t + 1].mean(axis=0) for t in range(len(X))])


def unchanged(X: Array) -> Array:
    """Row t is row t."""
    return np.array(X, dtype=np.float64)


def row_before(X: Array) -> Array:
    """Row t is row t - 1; the first row is zeros."""
    return np.concatenate([np.zeros((1, X.shape[1])), X[:-1]])


def first_row_for_all(X: Array) -> Array:
    """Every row is row 0."""
    return np.stack([X[0]] * len(X)).astype(np.float64)


def mean_of_all(X: Array) -> Array:
    """Every row is the mean of all rows."""
    return np.stack([X.mean(axis=0)] * len(X))


def one_step_ahead(X: Array) -> Array:
    """Row t is the mean of the rows 0 to t + 1."""
    return np.stack([X[: t + 2].mean(axis=0) for t in range(len(X))])


def two_steps_ahead(X: Array) -> Array:
    """Row t is rows t and t + 2 added up, where there is a row t + 2."""
    return np.concatenate([X[:-2] + X[2:], X[-2:]])


def first_row_peeks(X: Array) -> Array:
    """Row 0 is rows 0 and 1 added up; row t is row t otherwise."""
    return np.concatenate([X[:2].sum(axis=0, keepdims=True), X[1:]])


def last_but_one_peeks(X: Array) -> Array:
    """The last row but one is the last two added up; row t is row t otherwise."""
    return np.concatenate([X[:-2], X[-2:].sum(axis=0, keepdims=True), X[-1:]])


def first_row_sees_a_step(X: Array) -> Array:
    """Row 0 is row 0, the last row and minus the last but one; row t is row t otherwise."""
    return np.concatenate([X[:1] + X[-1:] - X[-2:-1], X[1:]])


def faint_peek(X: Array) -> Array:
    """Row t is row t, less 2% of the last row."""
    return X - 0.02 * X[-1]


def last_feature_peeks(X: Array) -> Array:
    """Row t is row t, with the last feature of the last row added to it."""
    return X + X[-1, -1]


def opposite_peeks(X: Array) -> Array:
    """Row t is row t; its first feature gains what its last one loses, the last row's first."""
    moved = np.zeros_like(X, dtype=np.float64)
    moved[:, 0], moved[:, -1] = X[-1, 0], -X[-1, 0]
    return X + moved


def one_feature_peeks(X: Array) -> Array:
    """Row t is row t; the first feature of the last row is added to its last feature alone."""
    moved = np.zeros_like(X, dtype=np.float64)
    moved[:, -1] = X[-1, 0]
    return X + moved


def sums_of_rows(X: Array) -> Array:
    """Row t is one number, the sum of row t: the result is narrower than X."""
    return X.sum(axis=1, keepdims=True).astype(np.float64)


def rows_and_row_ahead(X: Array) -> Array:
    """Row t is row t and row t + 1, side by side: the result is wider than X."""
    ahead = np.concatenate([X[1:], np.zeros((1, X.shape[1]))])
    return np.hstack([X, ahead])


def hidden_times_zero(X: Array) -> Array:
    """Row t is the mean of the rows 0 to t, with 0 times each later row, as masks have it."""
    weights = np.tri(len(X)) / np.arange(1, len(X) + 1)[:, None]  # (n, n)
    return weights @ X


def sum_of_cubes(W: Array) -> float:
    """The cubes of all entries, added up."""
    return float((W**3).sum())


def sum_of_waves(W: Array) -> float:
    """The sine of each entry times its number, counted from 1 in reading order, added up."""
    return float(np.arange(1, W.size + 1) @ np.sin(W).ravel())


def sum_of_products(W: Array) -> float:
    """The square of each entry but the last times the next one in reading order, added up."""
    return float(W.ravel()[:-1] ** 2 @ W.ravel()[1:])


def sum_of_column_cubes(W: Array) -> float:
    """The sum along the first axis, cubed, and these added up: W's shape matters."""
    return float((W.sum(axis=0) ** 3).sum())
