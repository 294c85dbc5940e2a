"""A matrix to look at, cell by cell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import traitlets
from numpy.typing import ArrayLike

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.widgets.matrix import Matrix
from course.widgets.page import Widget, picture


class Heatmap(Widget):
    """`value` (n, m) as coloured cells with numbers; point at one to frame its row and column.

    `kind` is "signed" (any numbers; minus infinity is an empty, hatched cell) or "weights" (from 0
    to 1). `pointed` is the row and column
    pointed at last, at first []. For a figure that only needs to
    be looked at, `draw.heatmap` is lighter.

    Raises ValueError, in a sentence, for what is not a matrix, or labels that do not fit.
    """

    _module = "heatmap"

    value = Matrix(allow_minus_inf=True)
    rows = traitlets.List(traitlets.Unicode(), allow_none=True).tag(sync=True)
    columns = traitlets.List(traitlets.Unicode(), allow_none=True).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    kind = traitlets.Enum(("signed", "weights"), "signed").tag(sync=True)
    pointed = traitlets.List(traitlets.Int(), maxlen=2).tag(sync=True)

    def __init__(
        self,
        value: ArrayLike,
        rows: Iterable[object] | None = None,
        columns: Iterable[object] | None = None,
        label: str = "matrix",
        kind: Literal["signed", "weights"] = "signed",
        **kwargs: Any,
    ) -> None:
        if kind not in ("signed", "weights"):
            raise ValueError(f"kind must be 'signed' or 'weights', not {kind!r}.")
        matrix = as_array(value, label, 2, allow_minus_inf=True)
        n, m = matrix.shape
        super().__init__(
            value=matrix,
            rows=as_labels(rows, n, "row labels") if rows is not None else None,
            columns=as_labels(columns, m, "column labels") if columns is not None else None,
            label=label,
            kind=kind,
            **kwargs,
        )

    @traitlets.validate("pointed")
    def _within(self, proposal: Any) -> Any:
        place, (n, m) = proposal["value"], self.value.shape
        if place and not (len(place) == 2 and 0 <= place[0] < n and 0 <= place[1] < m):
            raise traitlets.TraitError(
                f"pointed must be [] or a row below {n} and a column below {m}, not {place}."
            )
        return place

    @traitlets.observe("value")
    def _keep_within(self, change: Any) -> None:
        n, m = change["new"].shape
        if self.pointed and not (self.pointed[0] < n and self.pointed[1] < m):
            self.pointed = []

    def _pictures(self) -> list[Table]:
        return [picture(self.label, self.value, self.rows, self.columns)]

    def __repr__(self) -> str:
        """Label and shape."""
        return f"<Heatmap of {self.label} {self.value.shape}>"
