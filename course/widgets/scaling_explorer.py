"""The effect of the length of queries and keys on scores and weights, with and without the root."""

from __future__ import annotations

from typing import Any

import numpy as np
import traitlets

from course.draw.figure import Table
from course.widgets.page import Widget, picture
from course.widgets.ranges import whole_number_outside

# For each number its least and its most.
RANGES = {"d_k": (1, 512), "n_keys": (2, 16), "seed": (0, 2**31 - 1)}
# Shown where no browser draws it: the largest of eight weights on average, without and with the
# root. Measured once, in 300 rows of random scores; nothing in Python computes weights here.
_LARGEST = {4: (0.54, 0.35), 16: (0.76, 0.37), 64: (0.88, 0.37), 256: (0.93, 0.37)}


class ScalingExplorer(Widget):
    """A slider for `d_k`, over scores of random queries and keys, and over scores / its root.

    The page draws 300 queries and `n_keys` keys for each, all entries standard normal, and shows
    the histograms of the scores, the softmax weights of one query, and means over all rows. The
    same `seed` is the same picture.

    Raises ValueError, in a sentence, for a d_k that is not from 1 to 512, n_keys that are not from
    2 to 16, or a negative seed.
    """

    _module = "scaling_explorer"

    d_k = traitlets.Int(64).tag(sync=True)
    n_keys = traitlets.Int(8).tag(sync=True)
    seed = traitlets.Int(0).tag(sync=True)

    def __init__(self, d_k: int = 64, n_keys: int = 8, seed: int = 0, **kwargs: Any) -> None:
        for name, value in (("d_k", d_k), ("n_keys", n_keys), ("seed", seed)):
            problem = whole_number_outside(name, value, *RANGES[name])
            if problem:
                raise ValueError(problem)
        super().__init__(d_k=d_k, n_keys=n_keys, seed=seed, **kwargs)

    @traitlets.validate("d_k", "n_keys", "seed")
    def _in_range(self, proposal: Any) -> int:
        name = proposal["trait"].name
        problem = whole_number_outside(name, proposal["value"], *RANGES[name])
        if problem:
            raise traitlets.TraitError(problem)
        return int(proposal["value"])

    def _pictures(self) -> list[Table]:
        ways = ["not scaled", "divided by the root"]
        sizes = [f"d_k = {d_k}" for d_k in _LARGEST]
        largest = np.array(list(_LARGEST.values())).T  # (2, 4)
        return [picture("largest of 8 weights, mean of 300 rows", largest, ways, sizes)]

    def __repr__(self) -> str:
        """Describe what is shown."""
        return f"<ScalingExplorer of d_k = {self.d_k}, {self.n_keys} keys, seed {self.seed}>"
