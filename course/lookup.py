"""The tasks of notebook 10: sequences in which every token looks something up, or guesses.

A token shows one colour, asks for one, and carries a number, its value. The right answer for a
token is the value of the token that shows the colour it asks for.

In the other task each token guesses the value of the next one. The values are random, so that only
a head that sees the next token can be right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
Function: TypeAlias = Callable[..., Array]

COLOURS = ("red", "green", "blue", "yellow")
FEATURES = (
    *(f"shows {colour}" for colour in COLOURS),
    *(f"asks {colour}" for colour in COLOURS),
    "value",
)
"""The meaning of each column of X."""
SHOWS, ASKS = slice(0, 4), slice(4, 8)
"""The columns of X, and so the rows of W, of what a token shows and asks for."""


@dataclass(frozen=True, eq=False)
class Sequence:
    """Four tokens that show the four colours, in any order.

    `X` (4, 9) holds a token in each row, its columns as in `FEATURES`; `table` (4, 4) is 1 where
    the token of the row should look and 0 elsewhere; `wanted` (4, 1) is the value found there.
    """

    X: Array
    table: Array
    wanted: Array

    @property
    def queries(self) -> list[str]:
        """Return what each token shows and asks for, as labels that all differ: "blue asks red"."""
        asked = [FEATURES[ASKS][int(row.argmax())] for row in self.X[:, ASKS]]
        shown = [COLOURS[int(row.argmax())] for row in self.X[:, SHOWS]]
        return [f"{colour} {asks}" for colour, asks in zip(shown, asked, strict=True)]

    @property
    def keys(self) -> list[str]:
        """Return what each token shows, as labels: "shows red"."""
        return [FEATURES[SHOWS][int(row.argmax())] for row in self.X[:, SHOWS]]


def sequence(rng: np.random.Generator) -> Sequence:
    """Draw a sequence: the colours in a random order, any colour asked for, normal values."""
    n = len(COLOURS)
    shown, asked = rng.permutation(n), rng.integers(n, size=n)
    values = rng.normal(size=(n, 1))
    X = np.hstack([np.eye(n)[shown], np.eye(n)[asked], values])  # (n, 2 n + 1)
    table = np.eye(n)[asked] @ np.eye(n)[shown].T  # (n, n)
    return Sequence(X, table, table @ values)


def starting_weights(rng: np.random.Generator, d_k: int) -> Array:
    """Draw W_Q and W_K (2, 9, d_k), under which queries and keys have entries of about 1."""
    return rng.normal(size=(2, len(FEATURES), d_k)) / np.sqrt(3)


def reading_weights() -> Array:
    """Return a W_V (9, 1) that hands over a token's value and nothing else."""
    return np.eye(len(FEATURES))[:, -1:]


def random_values(rng: np.random.Generator) -> Array:
    """Draw X (8, 9): eight tokens, each with a column of its own for its place, and a value."""
    return np.hstack([np.eye(8), rng.normal(size=(8, 1))])


def next_value(
    X: Array, W: Array, mask: NDArray[np.bool_], softmax: Function
) -> tuple[Array, Array]:
    """Return the weights (8, 8) of a head that guesses the next token's value, and its errors.

    The errors (8, 1) are guess minus value; the last token has no next one, and the error 0.
    """
    W_Q, W_K = W  # (9, d_k) each
    scaled = X @ W_Q @ (X @ W_K).T / np.sqrt(W.shape[2])  # (8, 8)
    seen = np.where(mask, scaled, -np.inf)
    weights = softmax(seen)
    values = X @ reading_weights()  # (8, 1)
    errors = weights @ values - np.roll(values, -1, axis=0)
    errors[-1] = 0
    return weights, errors


def next_value_slopes(
    X: Array, W: Array, mask: NDArray[np.bool_], softmax: Function, softmax_backward: Function
) -> Array:
    """Return the slopes (2, 9, d_k) of the mean squared error of `next_value` for W."""
    weights, errors = next_value(X, W, mask, softmax)
    # The loss is the mean of seven squares, since the last token has no error: its slope for a
    # guess is 2 / 7 times the error. The guesses are weights times values.
    grad_weights = 2 / 7 * errors @ (X @ reading_weights()).T  # (8, 8)
    return _slopes_of_W(X, W, softmax_backward(weights, grad_weights))


def next_value_loss(W: Array, mask: NDArray[np.bool_], softmax: Function) -> float:
    """Return the mean squared error of `next_value` over 200 sequences, the same in every call."""
    rng = np.random.default_rng(200)
    errors = [next_value(random_values(rng), W, mask, softmax)[1] for _ in range(200)]
    return float(sum((error**2).sum() / 7 for error in errors) / 200)


def over_the_queries(X: Array, W: Array, softmax: Function) -> Array:
    """Return weights (4, 4) of which each column sums to 1, not each row."""
    W_Q, W_K = W  # (9, d_k) each
    by_query = X @ W_Q @ (X @ W_K).T / np.sqrt(W.shape[2])  # (4, 4)
    by_key = softmax(by_query.T)
    return by_key.T


def over_the_queries_slopes(
    s: Sequence, W: Array, softmax: Function, softmax_backward: Function
) -> Array:
    """Return the slopes (2, 9, d_k) of one sequence's loss for W, under `over_the_queries`."""
    weights, values = over_the_queries(s.X, W, softmax), s.X @ reading_weights()
    grad_output = 2 * (weights @ values - s.wanted) / 4
    return _slopes_of_W(s.X, W, softmax_backward(weights.T, values @ grad_output.T).T)


def _slopes_of_W(X: Array, W: Array, grad_scaled: Array) -> Array:
    """Return the slopes (2, 9, d_k) for W that come of those for the scaled scores (n, n)."""
    W_Q, W_K = W  # (9, d_k) each
    of_products = grad_scaled / np.sqrt(W_Q.shape[1])  # (n, n)
    # X is (n, 9): each of the two is (9, n) (n, n) (n, 9) (9, d_k).
    return np.array([X.T @ of_products @ X @ W_K, X.T @ of_products.T @ X @ W_Q])


def loss(answers: Callable[..., Array], *arguments: Any) -> float:
    """Return how wrong `answers(X, *arguments)` (4, 1) is: its mean squared error.

    The mean is over 100 sequences, the same in every call.
    """
    errors = [answers(test.X, *arguments) - test.wanted for test in _tests()]
    return float(np.mean(np.square(errors)))


@cache
def _tests() -> list[Sequence]:
    rng = np.random.default_rng(100)
    return [sequence(rng) for _ in range(100)]
