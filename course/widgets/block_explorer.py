"""Keys read in blocks: the running softmax at work, and the memory that is saved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.widgets.page import Widget, picture
from course.widgets.ranges import entry_outside, whole_number_outside
from course.widgets.vector import Vector

MAX_SCORES = 12
LIMIT = 10_000.0  # a score or a value is between -LIMIT and LIMIT
FEWEST_TOKENS, MOST_TOKENS = 16, 131_072


class BlockExplorer(Widget):
    """A slider for `block_size`, over the `scores` (n,) of one query and one value for each key.

    The page reads `step` blocks: it shows the largest score so far, the factor by which total and
    mix shrink when it rises, and both. Below stands what scores take for `n` tokens, all at once
    and in blocks of that size. Everything is synced; `scores` and `values` are fixed once made.

    Raises ValueError, in a sentence, for what is not a list of up to 12 finite numbers from -10,000
    to 10,000, as many values or labels as scores, a block_size that is not from 1 to the number of
    scores, a step that is not from 0 to there, or n not from 16 to 131,072.
    """

    _module = "block_explorer"

    scores = Vector("scores", LIMIT)
    values = Vector("values", LIMIT)
    labels = traitlets.List(traitlets.Unicode()).tag(sync=True)
    block_size = traitlets.Int(1).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    n = traitlets.Int(1024).tag(sync=True)

    def __init__(
        self,
        scores: ArrayLike,
        values: ArrayLike,
        labels: Iterable[object] | None = None,
        block_size: int | None = None,
        step: int = 1,
        n: int = 1024,
        **kwargs: Any,
    ) -> None:
        array, numbers = as_array(scores, "scores", 1), as_array(values, "values", 1)
        if len(array) > MAX_SCORES:
            raise ValueError(f"There may be up to {MAX_SCORES} scores; here are {len(array)}.")
        if len(numbers) != len(array):
            raise ValueError(f"{len(array)} scores need as many values; here are {len(numbers)}.")
        problem = entry_outside("scores", array, -LIMIT, LIMIT)
        problem = problem or entry_outside("values", numbers, -LIMIT, LIMIT)
        ranges = _ranges(len(array))
        if block_size is None:
            block_size = min(2, len(array))
        for name, value in (("block_size", block_size), ("step", step), ("n", n)):
            problem = problem or whole_number_outside(name, value, *ranges[name])
        if problem:
            raise ValueError(problem)
        names = labels if labels is not None else [f"key {i}" for i in range(len(array))]
        super().__init__(
            scores=array,
            values=numbers,
            labels=as_labels(names, len(array), "labels"),
            block_size=block_size,
            step=step,
            n=n,
            **kwargs,
        )

    @traitlets.validate("scores", "values")
    def _stay(self, proposal: Any) -> Any:
        name, value = proposal["trait"].name, proposal["value"]
        old = self._trait_values.get(name)
        if old is not None and not np.array_equal(old, value):
            raise traitlets.TraitError(f"{name} are fixed once the explorer is made: make another.")
        return value

    @traitlets.validate("block_size", "step", "n")
    def _in_range(self, proposal: Any) -> int:
        # While the widget is made the traits arrive in any order; `__init__` has looked at them.
        count = MAX_SCORES if self.scores is None else len(self.scores)
        name = proposal["trait"].name
        problem = whole_number_outside(name, proposal["value"], *_ranges(count)[name])
        if problem:
            raise traitlets.TraitError(problem)
        return int(proposal["value"])

    def _pictures(self) -> list[Table]:
        rows = np.array([self.scores, self.values])
        kept = picture("scores and values", rows, ["score", "value"], self.labels)
        return [kept, self._steps(), self._memory()]

    def _steps(self) -> Table:
        """Return the running maximum, the total and the output so far, after each block."""
        scores, values = np.array(self.scores), np.array(self.values)
        ends = [*range(self.block_size, len(scores), self.block_size), len(scores)]
        after = []
        for end in ends:
            top = scores[:end].max()
            powers = np.exp(scores[:end] - top)
            after.append([top, powers.sum(), powers @ values[:end] / powers.sum()])
        names = ["running maximum", "total", "output so far (mix / total)"]
        return picture("after each block", np.array(after), [f"{n} scores" for n in ends], names)

    def _memory(self) -> Table:
        """Return the megabytes of the scores of n and of 2 n tokens, at once and in blocks."""
        counts = [self.n, 2 * self.n]
        sizes = np.array([[8 * n * n, 8 * n * self.block_size] for n in counts]) / 1e6
        columns = ["all scores", f"one block of {self.block_size}"]
        return picture("megabytes", sizes, [f"{n:,} tokens" for n in counts], columns)

    def __repr__(self) -> str:
        """Return the scores, and how they are cut."""
        scores = ", ".join(f"{score:g}" for score in self.scores)
        return (
            f"<BlockExplorer of the scores {scores} in blocks of {self.block_size}, "
            f"and of {self.n:,} tokens>"
        )


def _ranges(count: int) -> dict[str, tuple[int, int]]:
    """Return the least and the most of each setting, where there are `count` scores."""
    return {"block_size": (1, count), "step": (0, count), "n": (FEWEST_TOKENS, MOST_TOKENS)}
