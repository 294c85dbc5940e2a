"""Two matrices to edit, and their product in four views, a step at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets
import numpy as np
from numpy.typing import ArrayLike, NDArray

from course import draw
from course.draw.product import View
from course.draw.values import as_array
from course.widgets.page import figure_box, status

MOST = 4  # rows or columns; more editors than that do not fit beside each other
LIMIT = 99.0  # an entry is between -LIMIT and LIMIT

# The label of each editor is its name to a screen reader; to the eye its place says the same.
_CLASS = "course-matrix-editors"
_STYLE = (
    f"<style>.{_CLASS} .widget-label "
    "{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }"
    "</style>"
)

_LABELS: dict[View, str] = {
    "dots": "dot products",
    "rows": "rows",
    "columns": "columns",
    "outers": "outer products",
}


def product_views(A: ArrayLike, B: ArrayLike) -> ProductViews:
    """Editors for A (n, m) and B (m, p), and the figure of A B in the view and step chosen.

    Raises ValueError where the shapes do not fit, or are over 4 rows or columns.
    """
    return ProductViews(A, B)


class ProductViews(ipywidgets.VBox):
    """`A` and `B` are the matrices as they stand in the editors; `figure` is what is shown.

    `view` is one of draw.VIEWS, `step` counts the entries, rows, columns or layers from 0.
    """

    def __init__(self, A: ArrayLike, B: ArrayLike, **kwargs: Any) -> None:
        """See `product_views`."""
        left, right = as_array(A, "A", 2), as_array(B, "B", 2)
        if max(left.shape + right.shape) > MOST:
            raise ValueError(
                f"A and B may have up to {MOST} rows and columns; "
                f"here are {left.shape} and {right.shape}."
            )
        if max(np.abs(left).max(), np.abs(right).max()) > LIMIT:
            raise ValueError(f"The entries of A and B must be from -{LIMIT:g} to {LIMIT:g}.")
        # Before any editor exists: this refuses shapes that do not fit.
        self.figure = draw.product(left, right, "dots", (0, 0))
        self._editors_A, self._editors_B = _editors("A", left), _editors("B", right)
        self._views = ipywidgets.ToggleButtons(
            options=[(label, view) for view, label in _LABELS.items()],
            description="View",
            style={"description_width": "initial", "button_width": "auto"},
        )
        # Not an IntSlider: its handle has no name that a screen reader could say.
        self._steps = ipywidgets.BoundedIntText(
            min=0,
            max=self._count - 1,
            description="Step",
            style={"description_width": "initial"},
            layout=ipywidgets.Layout(width="100px"),
        )
        back = ipywidgets.Button(description="Back", layout=ipywidgets.Layout(width="auto"))
        forward = ipywidgets.Button(description="Next", layout=ipywidgets.Layout(width="auto"))
        self._picture, self._terms = figure_box(), ipywidgets.HTML()
        self._show()
        for editor in (*self._editors_A.flat, *self._editors_B.flat):
            editor.observe(self._edited, names="value")
        self._views.observe(self._view_changed, names="value")
        self._steps.observe(lambda _: self._show(), names="value")
        back.on_click(lambda _: self._move(-1))
        forward.on_click(lambda _: self._move(1))
        editors = ipywidgets.Box(
            [_grid("A", self._editors_A), _grid("B", self._editors_B)],
            layout=ipywidgets.Layout(flex_flow="row wrap", align_items="flex-start"),
        )
        stepper = ipywidgets.HBox([self._steps, back, forward])
        super().__init__([editors, self._views, stepper, self._terms, self._picture], **kwargs)

    @property
    def A(self) -> NDArray[np.float64]:
        """The left matrix (n, m)."""
        return _values(self._editors_A)

    @property
    def B(self) -> NDArray[np.float64]:
        """The right matrix (m, p)."""
        return _values(self._editors_B)

    @property
    def view(self) -> View:
        """The view shown; setting it goes back to its first step."""
        view: View = self._views.value
        return view

    @view.setter
    def view(self, view: View) -> None:
        self._views.value = view

    @property
    def step(self) -> int:
        """The step shown, from 0."""
        return int(self._steps.value)

    @step.setter
    def step(self, step: int) -> None:
        self._steps.value = step

    @property
    def at(self) -> int | tuple[int, int]:
        """The step as `draw.product` takes it: (i, j) for an entry, else an index."""
        return divmod(self.step, self.B.shape[1]) if self.view == "dots" else self.step

    @property
    def _count(self) -> int:
        """How many steps the view has."""
        (n, m), p = self.A.shape, self.B.shape[1]
        return {"dots": n * p, "rows": n, "columns": p, "outers": m}[self.view]

    def _move(self, by: int) -> None:
        """`by` steps on, from the last to the first and back."""
        self.step = (self.step + by) % self._count

    def _edited(self, change: Any) -> None:
        if not np.isfinite(change["new"]):
            change["owner"].value = change["old"]
            return
        self._show()

    def _view_changed(self, _: Any) -> None:
        # Step 0 first: it exists in every view, and the step shown before may not.
        self._steps.value = 0
        self._steps.max = self._count - 1
        self._show()

    def _show(self) -> None:
        self.figure = draw.product(self.A, self.B, self.view, self.at)
        # The caption stands in the status line, where it is announced; once is enough.
        self._picture.value = replace(self.figure, caption="").html
        self._terms.value = status(self.figure.caption)

    def __repr__(self) -> str:
        """The shapes and the terms, for a page without widgets."""
        return f"<ProductViews of A {self.A.shape} and B {self.B.shape}: {self.figure.caption}>"


def _editors(name: str, values: NDArray[np.float64]) -> NDArray[np.object_]:
    """A number editor for each entry of `values`, its accessible name the entry's."""
    editors = np.empty(values.shape, dtype=object)
    for i, j in np.ndindex(values.shape):
        editors[i, j] = ipywidgets.BoundedFloatText(
            value=values[i, j],
            min=-LIMIT,
            max=LIMIT,
            step=1,
            description=f"{name}[{i}, {j}]",
            layout=ipywidgets.Layout(width="64px", margin="2px"),
        )
    return editors


def _grid(name: str, editors: NDArray[np.object_]) -> ipywidgets.VBox:
    heading = ipywidgets.HTML(f"{_STYLE}<strong>{name} {editors.shape}</strong>")
    rows = [ipywidgets.HBox(list(row)) for row in editors]
    grid = ipywidgets.VBox([heading, *rows], layout=ipywidgets.Layout(margin="0 32px 8px 0"))
    grid.add_class(_CLASS)
    return grid


def _values(editors: NDArray[np.object_]) -> NDArray[np.float64]:
    return np.array([[editor.value for editor in row] for row in editors], dtype=np.float64)
