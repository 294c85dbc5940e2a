"""The task of notebook 10: sequences in which every token looks something up.

A token shows one colour, asks for one, and carries a number, its value. The right answer for a
token is the value of the token that shows the colour it asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]

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
        """Return what each token asks for, as labels: "asks red"."""
        return [FEATURES[4 + int(row.argmax())] for row in self.X[:, ASKS]]

    @property
    def keys(self) -> list[str]:
        """Return what each token shows, as labels: "shows red"."""
        return [FEATURES[int(row.argmax())] for row in self.X[:, SHOWS]]


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
    """W_V (9, 1) that hands over a token's value and nothing else."""
    return np.eye(len(FEATURES))[:, -1:]


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
