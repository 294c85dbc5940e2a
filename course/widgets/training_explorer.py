"""A head in training: its W and its weights at every step, with W to edit in the middle of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike, NDArray

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.widgets.learners_function import WrongResult, as_result, kind_of, reply_to_page
from course.widgets.matrix import Matrix
from course.widgets.page import Widget, picture

MOST_AT_ONCE = 10  # steps between two answers to the page
PATIENCE = 0.2  # s; a slow step is answered alone, so that the page sees it
MOST_TOKENS = 16


class TrainingExplorer(Widget):
    """Editors for `W_Q` and `W_K` (d, d_k), what comes of them, and a slider over training steps.

    Shown are W_Q W_K^T, the weights of scaled self-attention over `X` (n, d) and the loss: the mean
    squared distance of the output, made with `W_V` (d, d_v), to `wanted` (n, d_v). `features` are
    labels for the columns of X, `queries` and `keys` for its tokens as rows and columns of weights.

    `step(W_Q, W_K)` is the learner's: it returns the two after one step of training, and runs in
    the kernel. The page keeps every step. Where W is edited, the steps after it are dropped, and
    training goes on from there. `W_Q` and `W_K` here are the ones that the page shows, and
    `at_step` counts the steps before them. If `step`
    raises, returns something else or takes long, the widget says so in place.

    Raises ValueError, in a sentence, for shapes or labels that do not fit.
    """

    _module = "training_explorer"

    W_Q = Matrix("W_Q", keeps_shape=True)
    W_K = Matrix("W_K", keeps_shape=True)
    X = Matrix("X", keeps_shape=True)
    W_V = Matrix("W_V", keeps_shape=True)
    wanted = Matrix("wanted", keeps_shape=True)
    features = traitlets.List(traitlets.Unicode()).tag(sync=True)
    query_labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    key_labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    at_step = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        W_Q: ArrayLike,
        W_K: ArrayLike,
        *,
        step: Callable[[NDArray[np.float64], NDArray[np.float64]], Iterable[Any]],
        X: ArrayLike,
        W_V: ArrayLike,
        wanted: ArrayLike,
        features: Iterable[object] | None = None,
        queries: Iterable[object] | None = None,
        keys: Iterable[object] | None = None,
        **kwargs: Any,
    ) -> None:
        if not callable(step):
            raise ValueError(
                f"step must be a function, and {step!r:.60} is none: "
                "pass its name without brackets."
            )
        given = {"W_Q": W_Q, "W_K": W_K, "X": X, "W_V": W_V, "wanted": wanted}
        arrays = {name: as_array(value, name, 2) for name, value in given.items()}
        problem = _misfit(**arrays)
        if problem:
            raise ValueError(problem)
        self._take_step = step
        n, d = arrays["X"].shape
        super().__init__(
            **arrays,
            features=as_labels(features, d, "features"),
            query_labels=as_labels(queries, n, "queries"),
            key_labels=as_labels(keys, n, "keys"),
            **kwargs,
        )
        self.on_msg(self._answer)

    def _answer(self, _: Any, request: dict[str, Any], buffers: list[Any]) -> None:
        """Train on from the W that the page sent, for a few steps, and send each step's W back."""
        reply_to_page(self, request, buffers, self._run)

    def _run(self, given: dict[str, NDArray[np.float64]]) -> dict[str, NDArray[np.float64]]:
        """W_Q and W_K after each of some steps, one below the other, as {"W_Q": ..., "W_K": ...}.

        Raises WrongResult where not even one step is what it should be.
        """
        W = given["W_Q"], given["W_K"]
        taken: list[tuple[NDArray[np.float64], ...]] = []
        until = time.monotonic() + PATIENCE
        while len(taken) < MOST_AT_ONCE and (not taken or time.monotonic() < until):
            try:
                W = self._after_a_step(*W)
            except (Exception, SystemExit):
                # What went well is shown first: the next step says what is wrong.
                if taken:
                    break
                raise
            taken.append(W)
        return {"W_Q": np.vstack([q for q, _ in taken]), "W_K": np.vstack([k for _, k in taken])}

    def _after_a_step(
        self, W_Q: NDArray[np.float64], W_K: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        with np.errstate(all="ignore"):
            returned: Any = self._take_step(W_Q.copy(), W_K.copy())
        if returned is None:
            raise WrongResult("Your step returned None: is there a `return` at its end?")
        is_array = isinstance(returned, np.ndarray) and returned.ndim > 0
        if not (is_array or isinstance(returned, tuple | list)) or len(returned) != 2:
            raise WrongResult(
                f"Your step should return two arrays, W_Q and W_K; it returned {kind_of(returned)}."
            )
        new_Q, new_K = (
            as_result(value, name, old.shape)
            for name, value, old in zip(("W_Q", "W_K"), returned, (W_Q, W_K), strict=True)
        )
        for name, value in (("W_Q", new_Q), ("W_K", new_K)):
            if not np.isfinite(value).all():
                raise WrongResult(
                    f"After this step {name} is no longer finite. Is the step too long, or does it "
                    "go up where it should go down?"
                )
        return new_Q, new_K

    def _pictures(self) -> list[Table]:
        return [
            picture("W_Q", self.W_Q, self.features, None),
            picture("W_K", self.W_K, self.features, None),
            picture("W_Q W_K^T", self.W_Q @ self.W_K.T, self.features, self.features),
        ]

    def __repr__(self) -> str:
        """Return the shapes, and the step that is shown."""
        shapes = f"X {self.X.shape}, W_Q {self.W_Q.shape}, W_K {self.W_K.shape}"
        return f"<TrainingExplorer of {shapes}, at step {self.at_step}>"


def _misfit(W_Q: Any, W_K: Any, X: Any, W_V: Any, wanted: Any) -> str:
    """Return what does not fit, in a sentence; nothing where all does."""
    n, d = X.shape
    if n > MOST_TOKENS:
        return f"The explorer shows at most {MOST_TOKENS} tokens; X has {n} rows."
    for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        if len(W) != d:
            return f"{name} {W.shape} must have as many rows as X {X.shape} has columns."
    if W_Q.shape != W_K.shape:
        return f"W_Q {W_Q.shape} and W_K {W_K.shape} must have the same shape."
    if wanted.shape != (n, W_V.shape[1]):
        return f"wanted must have the shape {(n, W_V.shape[1])}; its shape is {wanted.shape}."
    return ""
