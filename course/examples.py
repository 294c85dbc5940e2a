"""The worked examples of the notes behind this course, as data.

Each `Example` holds the tokens, the inputs, the weight matrices and the numbers that a learner
should arrive at, to the digits printed. There is no attention code here: computing the numbers is
the course.

Rows are tokens everywhere. Arrays are float64 and cannot be written to; `np.array(x)` is a copy
that can.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array: TypeAlias = NDArray[np.float64]


def fixed(values: ArrayLike) -> Array:
    """Return a float64 copy of `values` that cannot be written to."""
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, eq=False, repr=False)
class Example:
    """One worked example.

    `X` (n, d) holds one token in each row. Where queries come from another sequence
    (cross-attention), `X_query` (n_q, d) holds that sequence and `X` is the memory that keys and
    values come from. `W_Q` and `W_K` are (d, d_k), `W_V` is (d, d_v).

    `expected` maps the name of a step ("Q", "scores", "weights", "output", ...) to its numbers, and
    `digits` maps the same names to the format they are printed in: ".4f" is four digits after the
    point, ".1e" is two significant digits.

    `scaled` says whether "weights" and "output" divide the scores by sqrt(d_k); `causal` whether
    each token may attend only to itself and the tokens before it.
    """

    name: str
    source: str
    tokens: tuple[str, ...]
    X: Array
    W_Q: Array
    W_K: Array
    W_V: Array
    expected: Mapping[str, Array]
    digits: Mapping[str, str]
    scaled: bool
    causal: bool = False
    query_tokens: tuple[str, ...] | None = None
    X_query: Array | None = None

    def agrees(self, step: str, values: ArrayLike) -> bool:
        """Return True if `values` has the shape of `expected[step]` and prints as the same numbers.

        Raises KeyError with the known steps when this example does not print `step`.
        """
        if step not in self.expected:
            raise KeyError(f"{self.name} has no {step!r}; it has {', '.join(self.expected)}.")
        expected, digits = self.expected[step], self.digits[step]
        given = np.asarray(values, dtype=np.float64)
        if given.shape != expected.shape:
            return False
        pairs = zip(given.flat, expected.flat, strict=True)
        # Adding 0.0 turns a negative zero, which prints with a sign, into a plain one.
        return all(
            format(float(f"{a:{digits}}") + 0.0, digits) == format(b, digits) for a, b in pairs
        )

    def __repr__(self) -> str:
        """Return name, source, tokens, shapes and the steps that are printed, as a text."""
        arrays = {"X_query": self.X_query, "X": self.X}
        arrays |= {"W_Q": self.W_Q, "W_K": self.W_K, "W_V": self.W_V}
        shapes = ", ".join(f"{k} {a.shape}" for k, a in arrays.items() if a is not None)
        return (
            f"<Example {self.name!r} from notes {self.source}: {', '.join(self.tokens)}; "
            f"{shapes}; expected {', '.join(self.expected)}>"
        )


@dataclass(frozen=True, repr=False)
class ShapeWalk:
    """A pass through attention of which the notes give no numbers, only its sizes.

    The shape of every step is an exercise of notebook 02.
    """

    name: str
    source: str
    n_tokens: int
    d_model: int

    def __repr__(self) -> str:
        """Return the sizes."""
        sizes = f"{self.n_tokens} tokens, d_model {self.d_model}"
        return f"<ShapeWalk {self.name!r} from notes {self.source}: {sizes}>"


def _example(
    name: str,
    source: str,
    tokens: Sequence[str],
    *,
    X: ArrayLike,
    W_Q: ArrayLike,
    W_K: ArrayLike,
    W_V: ArrayLike,
    expected: Mapping[str, tuple[str, ArrayLike]],
    scaled: bool,
    causal: bool = False,
    query_tokens: Sequence[str] | None = None,
    X_query: ArrayLike | None = None,
) -> Example:
    """Return an `Example` from plain lists; `expected` maps a step to (digits, numbers)."""
    return Example(
        name=name,
        source=source,
        tokens=tuple(tokens),
        X=fixed(X),
        W_Q=fixed(W_Q),
        W_K=fixed(W_K),
        W_V=fixed(W_V),
        expected=MappingProxyType({step: fixed(v) for step, (_, v) in expected.items()}),
        digits=MappingProxyType({step: digits for step, (digits, _) in expected.items()}),
        scaled=scaled,
        causal=causal,
        query_tokens=None if query_tokens is None else tuple(query_tokens),
        X_query=None if X_query is None else fixed(X_query),
    )


SHAPE_WALK = ShapeWalk(
    name="five words, 512 wide",
    source="000",
    n_tokens=5,
    d_model=512,
)

I_LOVE_AI = _example(
    "I love AI",
    "001",
    ["I", "love", "AI"],
    X=[[1, 0], [0, 1], [1, 1]],
    W_Q=[[1, 0], [1, 1]],
    W_K=[[0, 1], [1, 0]],
    W_V=[[1, 2], [0, 1]],
    scaled=True,
    expected={
        "Q": (".0f", [[1, 0], [1, 1], [2, 1]]),
        "K": (".0f", [[0, 1], [1, 0], [1, 1]]),
        "V": (".0f", [[1, 2], [0, 1], [1, 3]]),
        "scores": (".0f", [[0, 1, 1], [1, 1, 2], [1, 2, 3]]),
        "scaled_scores": (".2f", [[0, 0.71, 0.71], [0.71, 0.71, 1.41], [0.71, 1.41, 2.12]]),
        "weights": (
            ".4f",
            [[0.1978, 0.4011, 0.4011], [0.2483, 0.2483, 0.5035], [0.1400, 0.2840, 0.5760]],
        ),
        "output": (".3f", [[0.599, 2.000], [0.752, 2.255], [0.716, 2.292]]),
    },
)

FOUR_TOKENS = _example(
    "four tokens",
    "003",
    ["token 1", "token 2", "token 3", "token 4"],
    X=[[1, 1, 1, 0], [1, 2, 1, 0], [0, 1, 0, 1], [0, 1, 1, 0]],
    W_Q=[[1, 0, 1], [1, 1, 1], [0, 0, 1], [1, 0, 0]],
    W_K=[[1, 0, 0], [1, 1, 1], [1, 0, 1], [0, 1, 0]],
    W_V=[[1, 2, 0], [1, 3, 1], [1, 0, 2], [1, 1, 0]],
    scaled=True,
    expected={
        "output": (
            ".4f",
            [
                [3.9492, 7.8588, 3.9577],
                [3.9924, 7.9784, 3.9934],
                [3.8407, 7.5669, 3.8595],
                [3.7902, 7.4482, 3.8228],
            ],
        ),
    },
)

THREE_TOKENS = _example(
    "three tokens, not scaled",
    "004 self",
    ["token 1", "token 2", "token 3"],
    X=[[1, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]],
    W_Q=[[1, 0, 1], [1, 0, 0], [0, 0, 1], [0, 1, 1]],
    W_K=[[0, 0, 1], [1, 1, 0], [0, 1, 0], [1, 1, 0]],
    W_V=[[0, 2, 0], [0, 3, 0], [1, 0, 3], [1, 1, 0]],
    scaled=False,
    expected={
        "Q": (".0f", [[1, 0, 2], [2, 2, 2], [2, 1, 3]]),
        "K": (".0f", [[0, 1, 1], [4, 4, 0], [2, 3, 1]]),
        "V": (".0f", [[1, 2, 3], [2, 8, 0], [2, 6, 3]]),
        "scores": (".0f", [[2, 4, 4], [4, 16, 12], [4, 12, 10]]),
        "weights": (
            ".6f",
            [
                [0.063379, 0.468311, 0.468311],
                [0.000006, 0.982008, 0.017986],
                [0.000295, 0.880537, 0.119168],
            ],
        ),
        "output": (
            ".4f",
            [[1.9366, 6.6831, 1.5951], [2.0000, 7.9640, 0.0540], [1.9997, 7.7599, 0.3584]],
        ),
        # The notes stop at softmax(E). These two divide E by sqrt(3) first.
        "scaled_weights": (
            ".4f",
            [[0.1361, 0.4319, 0.4319], [0.0009, 0.9088, 0.0903], [0.0074, 0.7547, 0.2378]],
        ),
        "scaled_output": (
            ".4f",
            [[1.8639, 6.3194, 1.7042], [1.9991, 7.8141, 0.2735], [1.9926, 7.4796, 0.7359]],
        ),
    },
)

MASKED = _example(
    "four tokens, causal mask, not scaled",
    "004 masked",
    ["token 1", "token 2", "token 3", "token 4"],
    X=[[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9], [1, 1.1, 1.2]],
    W_Q=[[1, 2, 3], [4, 5, 2], [7, 1, 9]],
    W_K=[[1, 6, 9], [7, 3, 1], [9, 2, 1]],
    W_V=[[2, 4, 6], [8, 0, 2], [1, 6, 8]],
    scaled=False,
    causal=True,
    expected={
        "Q": (".1f", [[3, 1.5, 3.4], [6.6, 3.9, 7.6], [10.2, 6.3, 11.8], [13.8, 8.7, 16]]),
        "K": (".1f", [[4.2, 1.8, 1.4], [9.3, 5.1, 4.7], [14.4, 8.4, 8], [19.5, 11.7, 11.3]]),
        "V": (".1f", [[2.1, 2.2, 3.4], [5.4, 5.2, 8.2], [8.7, 8.2, 13], [12, 11.2, 17.8]]),
        # Before the mask.
        "scores": (
            ".2f",
            [
                [20.06, 51.53, 83.00, 114.47],
                [45.38, 116.99, 188.60, 260.21],
                [70.70, 182.45, 294.20, 405.95],
                [96.02, 247.91, 399.80, 551.69],
            ],
        ),
        "weights": (
            ".1e",
            [
                [1.0, 0, 0, 0],
                [7.9e-32, 1.0, 0, 0],
                [8.6e-98, 2.9e-49, 1.0, 0],
                [1.27e-198, 1.17e-132, 1.08e-66, 1.0],
            ],
        ),
        "output": (".1f", [[2.1, 2.2, 3.4], [5.4, 5.2, 8.2], [8.7, 8.2, 13], [12, 11.2, 17.8]]),
    },
)

CROSS = _example(
    "two queries over four tokens, not scaled",
    "004 cross",
    MASKED.tokens,
    X=MASKED.X,
    W_Q=MASKED.W_Q,
    W_K=MASKED.W_K,
    W_V=MASKED.W_V,
    query_tokens=["query 1", "query 2"],
    X_query=[[0.4, 0.1, 0.8], [0.9, 0.7, 0.2]],
    scaled=False,
    expected={
        "Q": (".1f", [[6.4, 2.1, 8.6], [5.1, 5.5, 5.9]]),
        "K": (".1f", MASKED.expected["K"]),
        "V": (".1f", MASKED.expected["V"]),
        "scores": (".2f", [[42.70, 110.65, 178.60, 246.55], [39.58, 103.21, 166.84, 230.47]]),
        "weights": (".1e", [[2.9e-89, 9.5e-60, 3.1e-30, 1], [1.3e-83, 5.4e-56, 2.3e-28, 1]]),
        "output": (".1f", [[12, 11.2, 17.8], [12, 11.2, 17.8]]),
    },
)

EXAMPLES: tuple[Example, ...] = (I_LOVE_AI, FOUR_TOKENS, THREE_TOKENS, MASKED, CROSS)


def mia() -> tuple[list[str], Array]:
    """Return the words of notebook 0's sentence, and weights (5, 5) that were written by hand."""
    weights = [
        [0.60, 0.20, 0.08, 0.02, 0.10],
        [0.35, 0.15, 0.05, 0.05, 0.40],
        [0.62, 0.05, 0.13, 0.02, 0.18],
        [0.04, 0.06, 0.05, 0.20, 0.65],
        [0.10, 0.28, 0.07, 0.30, 0.25],
    ]
    return ["Mia", "fed", "her", "hungry", "cat"], fixed(weights)
