"""A matrix as coloured cells with its numbers in them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from course.draw.canvas import Canvas, text_width
from course.draw.figure import Figure, Table
from course.draw.style import CELL, FONT, INK, RGB, SMALL_CELL, diverging, sequential, text_on
from course.draw.values import Array, as_array, as_labels, decimals, number, numbers, precise

MOST_WITH_NUMBERS = 14  # columns at the usual cell size that a page has room for
MAX_SIZE = 64

_TILT = 45  # degrees, of column labels too long for their column


def heatmap(
    values: ArrayLike,
    rows: Iterable[object] | None = None,
    columns: Iterable[object] | None = None,
    *,
    kind: Literal["weights", "signed"] = "weights",
    title: str = "",
    caption: str = "",
    highlight_row: int | None = None,
    limit: float | None = None,
) -> Figure:
    """Draw `values` (n_rows, n_columns) as a heatmap, its rows and columns labelled.

    "weights" are numbers from 0 to 1 and keep one scale from figure to figure. "signed" values may
    be any number; 0 is near white, and a cell that is minus infinity is hatched. Without `rows`
    or `columns` the labels are the indices. `highlight_row` frames one row, by index. `limit` is
    the signed number at the end of the colour scale, for figures that share one; a larger number
    has the colour of the end. Without it, the largest is there.

    Raises ValueError, in a sentence, for what cannot be drawn: not a matrix, more than 64 rows or
    columns, the wrong number of labels, NaN, a weight outside 0 to 1.
    """
    if kind not in ("weights", "signed"):
        raise ValueError(f"kind must be 'weights' or 'signed', not {kind!r}.")
    matrix = as_array(values, "The heatmap's values", 2, allow_minus_inf=kind == "signed")
    n_rows, n_columns = matrix.shape
    if max(matrix.shape) > MAX_SIZE:
        raise ValueError(
            f"A heatmap shows at most {MAX_SIZE} rows and columns; these values are {matrix.shape}."
        )
    if kind == "weights" and (matrix.min() < -1e-9 or matrix.max() > 1 + 1e-9):
        outside = matrix.min() if matrix.min() < -1e-9 else matrix.max()
        raise ValueError(
            f"Weights lie between 0 and 1, and {precise(float(outside))} does not; "
            "for values of any sign pass kind='signed'."
        )
    row_labels = as_labels(rows, n_rows, "row labels")
    column_labels = as_labels(columns, n_columns, "column labels")
    if highlight_row is not None and not 0 <= highlight_row < n_rows:
        raise ValueError(
            f"highlight_row is {highlight_row}, but the rows count from 0 to {n_rows - 1}."
        )

    finite = matrix[np.isfinite(matrix)]
    if limit is not None and not (kind == "signed" and 0 < limit < np.inf):
        raise ValueError(f"limit must be a number above 0, for kind='signed'; it is {limit!r}.")
    if limit is None:
        limit = 1.0 if kind == "weights" else float(np.abs(finite).max(initial=0)) or 1.0
    drawing, width, height = _draw(matrix, row_labels, column_labels, kind, limit, highlight_row)
    table = Table(
        caption=f"Shape {matrix.shape}",
        columns=column_labels,
        rows=row_labels,
        cells=[[precise(float(value)) for value in row] for row in matrix],
    )
    alt = _alt(matrix, row_labels, column_labels, kind, highlight_row)
    return Figure(drawing, width, height, alt, title, caption, [table])


def _draw(
    matrix: Array,
    rows: list[str],
    columns: list[str],
    kind: str,
    limit: float,
    highlight_row: int | None,
) -> tuple[str, float, float]:
    n_rows, n_columns = matrix.shape
    with_numbers = n_columns <= MOST_WITH_NUMBERS
    cell = CELL if with_numbers else SMALL_CELL
    longest = max(text_width(label) for label in columns)
    tilted = longest > cell - 2
    left = max(text_width(label) for label in rows) + 12
    # A tilted label rises by as much as it runs to the right, past the last column's edge.
    run = longest * np.sin(np.deg2rad(_TILT))
    top = run + 14.0 if tilted else 24.0
    width = left + n_columns * cell + (max(run - cell / 2, 0) if tilted else 0) + 4
    is_exceeded = bool((np.abs(matrix[np.isfinite(matrix)]) > limit).any()) and kind == "signed"
    legend_width = max(n_columns * cell, 180 if is_exceeded else 150)
    width = max(width, left + legend_width + 4)
    height = top + n_rows * cell + 34

    canvas = Canvas(np.ceil(width), np.ceil(height))
    for j, label in enumerate(columns):
        middle = left + (j + 0.5) * cell
        if tilted:
            canvas.text(middle, top - 6, label, anchor="left", rotation=_TILT)
        else:
            canvas.text(middle, top - 12, label)
    for i, label in enumerate(rows):
        middle = top + (i + 0.5) * cell
        canvas.text(left - 8, middle, label, anchor="right", bold=i == highlight_row)

    colour = [[_colour(value, kind, limit) for value in row] for row in matrix]
    texts = numbers(matrix) if with_numbers else [[""] * n_columns] * n_rows
    for i, j in np.argwhere(np.isinf(matrix)):
        canvas.hatching(left + j * cell, top + i * cell, cell)
    canvas.cells(
        left,
        top,
        texts,
        size=cell,
        fills=[[None if c is None else (c, 1.0) for c in row] for row in colour],
        inks=[[INK if c is None else text_on(c) for c in row] for row in colour],
    )
    if highlight_row is not None:
        y = top + highlight_row * cell
        canvas.rectangle(left - 1, y - 1, n_columns * cell + 2, cell + 2, edge=INK, line=3)
    _legend(canvas, left, top + n_rows * cell + 20, kind, limit, is_exceeded, matrix.shape)
    return canvas.drawing(), canvas.width, canvas.height


def _colour(value: float, kind: str, limit: float) -> RGB | None:
    if np.isinf(value):
        return None
    return sequential(value) if kind == "weights" else diverging(value / limit)


def _legend(
    canvas: Canvas,
    x: float,
    y: float,
    kind: str,
    limit: float,
    is_exceeded: bool,
    shape: tuple[int, ...],
) -> None:
    """Draw the colour scale with its two ends, and the shape, on one line below the cells."""
    low = 0.0 if kind == "weights" else -limit
    places = decimals([limit])
    least, most = ("≤ ", "≥ ") if is_exceeded else ("", "")
    first, last = least + number(low, places), most + number(limit, places)
    small = FONT - 1
    canvas.text(x, y, first, anchor="left", size=small)
    bar = x + text_width(first, small) + 4
    steps, step = 30, 2
    for k in range(steps):
        share = k / (steps - 1)
        value = low * (1 - share) + limit * share  # limit - low may be infinite
        colour = _colour(value, kind, limit)
        # One pixel of overlap, so that no seam shows between two steps.
        canvas.rectangle(bar + k * step, y - 5, step + (k < steps - 1), 10, fill=colour)
    end = bar + steps * step + 4
    canvas.text(end, y, last, anchor="left", size=small)
    end += text_width(last, small) + 12
    canvas.text(end, y, str(tuple(shape)), anchor="left", size=small)


def _alt(
    matrix: Array, rows: list[str], columns: list[str], kind: str, highlight_row: int | None
) -> str:
    n_rows, n_columns = matrix.shape
    places = decimals(matrix)

    def place(flat: int) -> str:
        i, j = divmod(int(flat), n_columns)
        value = number(float(matrix[i, j]), places)
        return f"{value} in row '{rows[i]}', column '{columns[j]}'"

    if kind == "weights":
        sums = matrix.sum(axis=1)
        if np.allclose(sums, 1, atol=1e-3):
            total = "each row sums to 1"
        else:
            total = f"rows sum to {number(sums.min())} to {number(sums.max())}, not all to 1"
        alt = f"Heatmap of {n_rows} by {n_columns} weights; {total}. "
        alt += f"Largest: {place(int(matrix.argmax()))}."
    else:
        alt = f"Heatmap of {n_rows} by {n_columns} signed values. "
        masked = int(np.isinf(matrix).sum())
        if masked:
            alt += f"Minus infinity in {masked} of them. "
        if masked < matrix.size:
            lowest = np.where(np.isinf(matrix), np.inf, matrix).argmin()
            alt += f"Largest: {place(int(matrix.argmax()))}; smallest: {place(int(lowest))}."
    if highlight_row is not None:
        j = int(matrix[highlight_row].argmax())
        best = number(float(matrix[highlight_row, j]), places)
        alt += f" Highlighted: row '{rows[highlight_row]}', largest at '{columns[j]}' with {best}."
    return alt.strip()
