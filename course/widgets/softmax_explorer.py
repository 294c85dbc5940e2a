"""Scores and a temperature to change, and the weights that come of them in two steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.widgets.page import Widget, picture
from course.widgets.ranges import as_number, entry_outside
from course.widgets.vector import Vector

MAX_SCORES = 12
LIMIT = 10_000.0  # a score is between -LIMIT and LIMIT
COLDEST, HOTTEST = 0.05, 20.0


class SoftmaxExplorer(Widget):
    """A slider and a number field for each of `scores` (n,), and one for the temperature.

    The page exponentiates and divides by the sum, both with their numbers. `scores` is a read-only
    numpy array; assigning to it shows the new numbers. With `subtract`, the largest score is
    subtracted first; without it, large scores overflow, as in numpy. `labels` name the scores.

    Raises ValueError, in a sentence, for what is not a list of up to 12 finite numbers from -10,000
    to 10,000, labels that do not fit, or a temperature that is not from 0.05 to 20.
    """

    _module = "softmax_explorer"

    scores = Vector("scores", LIMIT)
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    temperature = traitlets.Float(1.0).tag(sync=True)
    subtract = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        scores: ArrayLike,
        labels: Iterable[object] | None = None,
        temperature: float = 1.0,
        **kwargs: Any,
    ) -> None:
        array = as_array(scores, "scores", 1)
        if len(array) > MAX_SCORES:
            raise ValueError(f"There may be up to {MAX_SCORES} scores; here are {len(array)}.")
        heat = as_number("temperature", temperature)
        problem = entry_outside("scores", array, -LIMIT, LIMIT) or _no_temperature(heat)
        if problem:
            raise ValueError(problem)
        names = labels if labels is not None else [f"key {i}" for i in range(len(array))]
        super().__init__(
            scores=array,
            labels=as_labels(names, len(array), "labels"),
            temperature=heat,
            **kwargs,
        )

    @traitlets.validate("temperature")
    def _warm_enough(self, proposal: Any) -> float:
        problem = _no_temperature(proposal["value"])
        if problem:
            raise traitlets.TraitError(problem)
        return float(proposal["value"])

    def _pictures(self) -> list[Table]:
        return [picture("scores", np.asarray(self.scores)[None, :], ["score"], self.labels)]

    def __repr__(self) -> str:
        """Return the scores and the temperature."""
        scores = ", ".join(f"{score:g}" for score in self.scores)
        return f"<SoftmaxExplorer of the scores {scores} at temperature {self.temperature:g}>"


def _no_temperature(temperature: float) -> str:
    """Return what is wrong with a temperature, in a sentence; nothing if it will do."""
    if COLDEST <= temperature <= HOTTEST:
        return ""
    return f"temperature must be a number from {COLDEST:g} to {HOTTEST:g}, not {temperature!r}."
