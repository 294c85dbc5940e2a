"""Two matrices to edit, and their product in four views, a step at a time."""

from __future__ import annotations

from typing import Any

import traitlets
from numpy.typing import ArrayLike

from course.draw.figure import Table
from course.draw.product import VIEWS, View
from course.draw.values import as_array
from course.widgets.matrix import Matrix
from course.widgets.page import Widget, picture
from course.widgets.ranges import entry_outside, whole_number_outside

MAX_SIZE = 6  # rows or columns; three matrices stand beside each other
LIMIT = 99.0  # an entry is between -LIMIT and LIMIT, so that it fits into its cell


class ProductViews(Widget):
    """`A` (n, m) and `B` (m, p) to edit, and their product in the view and step chosen.

    `view` is "dots" (entry by entry), "rows" (a row of the product is a mix of the rows of B),
    "columns" (a column of it is a mix of the columns of A) or "outers" (the product is a sum of
    terms). `step` counts the entries, rows, columns or terms from 0. `A` and `B` are the matrices
    as they stand, float64 and read-only; assigning to them shows the new numbers, in their old
    shapes.

    Raises ValueError, in a sentence, for shapes that do not fit or are over 6 rows or columns,
    entries out of range, an unknown view or a step that it does not have.
    """

    _module = "product_views"

    A = Matrix("A", keeps_shape=True)
    B = Matrix("B", keeps_shape=True)
    view = traitlets.Enum(VIEWS, "dots").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    limit = traitlets.Float(LIMIT, read_only=True).tag(sync=True)

    def __init__(
        self, A: ArrayLike, B: ArrayLike, view: View = "dots", step: int = 0, **kwargs: Any
    ) -> None:
        left, right = as_array(A, "A", 2), as_array(B, "B", 2)
        if left.shape[1] != right.shape[0]:
            raise ValueError(
                f"A {left.shape} and B {right.shape} have no product: the columns of A "
                f"({left.shape[1]}) must be as many as the rows of B ({right.shape[0]})."
            )
        if max(left.shape + right.shape) > MAX_SIZE:
            raise ValueError(
                f"A and B may have up to {MAX_SIZE} rows and columns; "
                f"here are {left.shape} and {right.shape}."
            )
        for name, matrix in (("A", left), ("B", right)):
            outside = entry_outside(name, matrix, -LIMIT, LIMIT)
            if outside:
                raise ValueError(outside)
        if view not in VIEWS:
            raise ValueError(f"view must be one of {', '.join(VIEWS)}, not {view!r}.")
        last = _count(view, left, right) - 1
        if whole_number_outside("step", step, 0, last):
            raise ValueError(
                f"step must be a whole number from 0 to {last} in this view, not {step!r}."
            )
        super().__init__(A=left, B=right, view=view, step=step, **kwargs)

    @traitlets.validate("A", "B")
    def _in_range(self, proposal: Any) -> Any:
        outside = entry_outside(proposal["trait"].name, proposal["value"], -LIMIT, LIMIT)
        if outside:
            raise traitlets.TraitError(outside)
        return proposal["value"]

    @traitlets.validate("step")
    def _is_there(self, proposal: Any) -> int:
        step, count = proposal["value"], _count(self.view, self.A, self.B)
        if not 0 <= step < count:
            raise traitlets.TraitError(
                f"step must be from 0 to {count - 1} in the view {self.view!r}, not {step}."
            )
        return int(step)

    @traitlets.observe("view")
    def _start_again(self, change: Any) -> None:
        # The step shown before may not exist in the new view.
        if self.step >= _count(self.view, self.A, self.B):
            self.step = 0

    def _pictures(self) -> list[Table]:
        return [picture("A", self.A, None, None), picture("B", self.B, None, None)]

    def __repr__(self) -> str:
        """Return the shapes, and what is shown."""
        return (
            f"<ProductViews of A {self.A.shape} and B {self.B.shape}: "
            f"view {self.view!r}, step {self.step}>"
        )


def _count(view: str, A: Any, B: Any) -> int:
    """Return how many steps a view has."""
    (n, m), p = A.shape, B.shape[1]
    return int({"dots": n * p, "rows": n, "columns": p, "outers": m}[view])
