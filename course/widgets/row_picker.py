"""Pick a query token, see its row of attention weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import ArrayLike

from course import draw
from course.draw.values import as_array
from course.widgets.page import Widget, figure_box, status

_ALIKE = 1e-9  # weights closer than that are the same


class _Keys(Widget):
    """The part without a look of its own that keeps the keys of the controls from the notebook."""

    _module = "row_picker"


class RowPicker(ipywidgets.VBox):
    """A button for each word in `tokens` (n,), over the weights (n, n) with one row framed.

    Beside the heatmap stand the chosen word's row as bars, and a sentence about it. A number field
    does the same as the buttons, with the arrow keys.

    Raises ValueError where the weights cannot be drawn or do not have a row and a column a token.

    `row` is the index of the chosen word; setting it presses its button.
    """

    def __init__(self, weights: ArrayLike, tokens: Sequence[str], **kwargs: Any) -> None:
        self.tokens = tuple(tokens)
        if not self.tokens:
            raise ValueError("A row picker needs at least one token.")
        self.weights = as_array(weights, "weights", 2)
        if self.weights.shape != (len(self.tokens), len(self.tokens)):
            raise ValueError(
                f"{len(self.tokens)} tokens need weights of shape "
                f"({len(self.tokens)}, {len(self.tokens)}); these are {self.weights.shape}."
            )
        self._words = ipywidgets.ToggleButtons(
            options=[(token, i) for i, token in enumerate(self.tokens)],
            description="Query token",
            style={"description_width": "initial", "button_width": "auto"},
        )
        self._index = ipywidgets.BoundedIntText(
            min=0,
            max=len(self.tokens) - 1,
            description="Row",
            style={"description_width": "initial"},
            layout=ipywidgets.Layout(width="100px"),
        )
        self._sentence = ipywidgets.HTML()
        self._heatmap, self._bars = figure_box(), figure_box()
        self._show()
        ipywidgets.link((self._words, "index"), (self._index, "value"))
        self._words.observe(lambda _: self._show(), names="index")
        figures = ipywidgets.Box(
            [self._heatmap, self._bars],
            layout=ipywidgets.Layout(flex_flow="row wrap", align_items="flex-start"),
        )
        controls = ipywidgets.Box(
            [self._words, self._index],
            layout=ipywidgets.Layout(flex_flow="row wrap", align_items="flex-end"),
        )
        super().__init__([controls, self._sentence, figures, _Keys()], **kwargs)
        self.add_class("course-row-picker")

    @property
    def row(self) -> int:
        """The index of the chosen word."""
        return int(self._words.index)

    @row.setter
    def row(self, index: int) -> None:
        self._words.index = index

    @property
    def sentence(self) -> str:
        """Return what the chosen word looks at most."""
        row, word, best = self.weights[self.row], self.tokens[self.row], self._best
        if not row.any():
            return f"'{word}' looks at nothing: its weights are 0"
        if best is None:
            return f"'{word}' looks at all alike: {row.mean():.2f}"
        whom = "itself" if best == self.row else f"'{self.tokens[best]}'"
        return f"'{word}' looks most at {whom}: {row[best]:.2f}"

    @property
    def _best(self) -> int | None:
        """The index of the largest weight in the row; None where all are alike."""
        row = self.weights[self.row]
        return None if len(row) > 1 and np.ptp(row) < _ALIKE else int(row.argmax())

    def _show(self) -> None:
        row, tokens = self.row, self.tokens
        self._heatmap.value = draw.heatmap(
            self.weights, tokens, tokens, title="All weights", highlight_row=row
        ).html
        self._bars.value = draw.bars(
            self.weights[row],
            tokens,
            title=f"The row of '{tokens[row]}'",
            y_label="weight",
            highlight=self._best,
            limits=(0, 1),
            colour="weights",
        ).html
        self._sentence.value = status(self.sentence)

    def __repr__(self) -> str:
        """Return the sentence, for a page without widgets."""
        return f"<RowPicker of {len(self.tokens)} words: {self.sentence}>"
