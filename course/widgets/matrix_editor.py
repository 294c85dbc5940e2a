"""A matrix to edit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import traitlets
from numpy.typing import ArrayLike

from course.draw.figure import Table
from course.draw.values import as_array, as_labels
from course.widgets.matrix import Matrix
from course.widgets.page import Widget, picture
from course.widgets.ranges import as_number, entry_outside


class MatrixEditor(Widget):
    """`value` (n, m) in number fields, to be edited by typing, arrow keys, wheel, drag or paste.

    `editor.value` is the matrix as it stands, float64 and read-only; assigning to it shows the new
    numbers. The shape stays what it was. `rows` and `columns` are labels, without them the indices;
    `step` is what an arrow key or the wheel adds; entries stay between `min` and `max`.

    Raises ValueError, in a sentence, for what is not a matrix of finite numbers, labels that do not
    fit, or entries out of range.
    """

    _module = "matrix_editor"

    value = Matrix(keeps_shape=True)
    rows = traitlets.List(traitlets.Unicode(), allow_none=True).tag(sync=True)
    columns = traitlets.List(traitlets.Unicode(), allow_none=True).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    step = traitlets.Float(0.1).tag(sync=True)
    min = traitlets.Float(None, allow_none=True).tag(sync=True)
    max = traitlets.Float(None, allow_none=True).tag(sync=True)

    def __init__(
        self,
        value: ArrayLike,
        rows: Iterable[object] | None = None,
        columns: Iterable[object] | None = None,
        label: str = "matrix",
        step: float = 0.1,
        min: float | None = None,
        max: float | None = None,
        **kwargs: Any,
    ) -> None:
        matrix = as_array(value, label, 2)
        n, m = matrix.shape
        size = as_number("step", step)
        if not 0 < size < np.inf:
            raise ValueError(f"step must be a number above 0, not {step!r}.")
        min = None if min is None else as_number("min", min)
        max = None if max is None else as_number("max", max)
        if min is not None and max is not None and min > max:
            raise ValueError(f"min ({min:g}) must not be above max ({max:g}).")
        if outside := _outside(label, matrix, min, max):
            raise ValueError(outside)
        super().__init__(
            value=matrix,
            rows=as_labels(rows, n, "row labels") if rows is not None else None,
            columns=as_labels(columns, m, "column labels") if columns is not None else None,
            label=label,
            step=size,
            min=min,
            max=max,
            **kwargs,
        )

    @traitlets.validate("value", "min", "max")
    def _in_range(self, proposal: Any) -> Any:
        now = {"value": self.value, "min": self.min, "max": self.max}
        now[proposal["trait"].name] = proposal["value"]
        outside = _outside(self.label or "value", now["value"], now["min"], now["max"])
        if outside:
            raise traitlets.TraitError(outside)
        return proposal["value"]

    @traitlets.validate("step")
    def _above_0(self, proposal: Any) -> Any:
        if not 0 < proposal["value"] < np.inf:
            raise traitlets.TraitError(f"step must be a number above 0, not {proposal['value']!r}.")
        return proposal["value"]

    def _pictures(self) -> list[Table]:
        return [picture(self.label, self.value, self.rows, self.columns)]

    def __repr__(self) -> str:
        """Label and shape."""
        return f"<MatrixEditor of {self.label} {self.value.shape}>"


def _outside(name: str, matrix: Any, least: float | None, most: float | None) -> str:
    """Return which entry is out of range, in a sentence; None is no limit."""
    low = -np.inf if least is None else least
    return entry_outside(name, matrix, low, np.inf if most is None else most)
