"""The four views of a matrix product C = A B, one step of it at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from course.draw.canvas import Canvas, text_width
from course.draw.figure import Figure, Table
from course.draw.style import CELL, FONT, INK, TINT, colour_of
from course.draw.values import Array, as_array, decimals, number, numbers, precise, vector

View = Literal["dots", "rows", "columns", "outers"]
VIEWS: tuple[View, ...] = get_args(View)

MAX_SIZE = 6  # rows or columns of a matrix; three of them stand side by side

_GUTTER = 36  # px left of a matrix, for the row indices or the factors of its rows
_HEAD = 46  # px above a matrix, for its name and the column indices
_SIGN = 26  # px for "×" and "="


def product(
    A: ArrayLike,
    B: ArrayLike,
    view: View = "dots",
    at: int | tuple[int, int] = 0,
    names: Sequence[str] = ("A", "B", "C"),
) -> Figure:
    """Draw C = A B for A (n, m) and B (m, p), with one step of a view highlighted.

    The views, and what `at` counts, from 0:
    "dots": entry (i, j) of C is row i of A dot column j of B; `at` is (i, j).
    "rows": row i of C is a combination of the rows of B, with the weights in row i of A.
    "columns": column j of C is a combination of the columns of A, weighted by column j of B.
    "outers": C is a sum of terms; term k is column k of A times row k of B. The figure shows
    term k and the sum of the terms up to it.

    Raises ValueError for shapes that do not fit, an unknown view or a step that is not there.
    """
    if len(names) != 3:
        raise ValueError(f"names must be three, for A, B and C; here are {len(names)}.")
    left, right = as_array(A, names[0], 2), as_array(B, names[1], 2)
    if left.shape[1] != right.shape[0]:
        raise ValueError(
            f"{names[0]} {left.shape} and {names[1]} {right.shape} have no product: the columns "
            f"of {names[0]} ({left.shape[1]}) must be as many as the rows of {names[1]} "
            f"({right.shape[0]})."
        )
    if max(left.shape + right.shape) > MAX_SIZE:
        raise ValueError(
            f"A product is drawn for at most {MAX_SIZE} rows and columns; "
            f"these are {left.shape} and {right.shape}."
        )
    if view not in VIEWS:
        raise ValueError(f"view must be one of {', '.join(VIEWS)}, not {view!r}.")
    return _Product(left, right, left @ right, tuple(names), view, at).figure()


@dataclass
class _Block:
    """A matrix to draw: what stands above it, before its rows, and how its cells are coloured."""

    values: Array
    name: str
    colour: str
    tint: Array
    row_heads: list[str]
    column_heads: list[str]
    factors: Literal["", "rows", "columns"] = ""
    frame: tuple[range, range] | None = None
    gutter: float = _GUTTER

    def highlight(self, row: int | None = None, column: int | None = None) -> None:
        """Colour and frame a row, a column, or the one cell where both are given."""
        n_rows, n_columns = self.values.shape
        rows = range(n_rows) if row is None else range(row, row + 1)
        columns = range(n_columns) if column is None else range(column, column + 1)
        self.tint[rows.start : rows.stop, columns.start : columns.stop] = TINT
        self.frame = rows, columns

    @property
    def width(self) -> float:
        return self.gutter + max(self.values.shape[1] * CELL, text_width(self.title))

    @property
    def height(self) -> float:
        return float(self.values.shape[0] * CELL)

    @property
    def title(self) -> str:
        return f"{self.name} {self.values.shape}"


class _Product:
    """One step of one view of C = A B: its drawing, its words, its tables."""

    def __init__(
        self, A: Array, B: Array, C: Array, names: tuple[str, ...], view: View, at: object
    ) -> None:
        self.A, self.B, self.C, self.names, self.view = A, B, C, names, view
        n, m, p = A.shape[0], A.shape[1], B.shape[1]
        a, b, c = names
        self.i = self.j = self.k = 0
        if view == "dots":
            self.i, self.j = _pair(at, (n, p), c)
        elif view == "rows":
            self.i = _step(at, n, f"row of {a}")
        elif view == "columns":
            self.j = _step(at, p, f"column of {b}")
        else:
            self.k = _step(at, m, "term")

    def figure(self) -> Figure:
        words = {
            "dots": self._dots,
            "rows": self._rows,
            "columns": self._columns,
            "outers": self._outers,
        }
        title, seen, caption = words[self.view]()
        a, b, c = self.names
        alt = (
            f"{a} {self.A.shape} times {b} {self.B.shape} is {c} {self.C.shape}. "
            f"Highlighted: {seen}."
        )
        blocks = self._blocks()
        lines = [blocks[:2], blocks[2:]] if self.view == "outers" else [blocks]
        canvas = _draw(lines)
        tables = [_table(block) for block in blocks]
        if blocks[-1].name != c:  # the outer view draws it at its last step only
            tables.append(_table(_block(self.C, c, "")))
        return Figure(canvas.drawing(), canvas.width, canvas.height, alt, title, caption, tables)

    # Words: a title, what is highlighted, and the terms written out in numbers.

    def _dots(self) -> tuple[str, str, str]:
        a, b, c = self.names
        i, j = self.i, self.j
        left, right = decimals(self.A), decimals(self.B)
        terms = " + ".join(
            f"{_term(x, left)}·{_term(y, right)}"
            for x, y in zip(self.A[i], self.B[:, j], strict=True)
        )
        return (
            f"Dot view, {c}[{i}, {j}]",
            f"row {i} of {a}, column {j} of {b}, and their dot product {c}[{i}, {j}]",
            f"Row {i} of {a} dot column {j} of {b}: "
            f"{c}[{i}, {j}] = {terms} = {_short(self.C[i, j])}.",
        )

    def _rows(self) -> tuple[str, str, str]:
        a, b, c = self.names
        i = self.i
        terms = self._combination(self.A[i], self.B, decimals(self.A))
        return (
            f"Row view, row {i} of {c}",
            f"row {i} of {a}, each row of {b} with its weight before it, and row {i} of {c}",
            f"Row {i} of {a} gives the weights for the rows of {b}: "
            f"{c}[{i}, :] = {terms} = {vector(self.C[i], decimals(self.C))}.",
        )

    def _columns(self) -> tuple[str, str, str]:
        a, b, c = self.names
        j = self.j
        terms = self._combination(self.B[:, j], self.A.T, decimals(self.B))
        return (
            f"Column view, column {j} of {c}",
            f"column {j} of {b}, each column of {a} with its weight above it, "
            f"and column {j} of {c}",
            f"Column {j} of {b} gives the weights for the columns of {a}: "
            f"{c}[:, {j}] = {terms} = {vector(self.C[:, j], decimals(self.C))}.",
        )

    def _outers(self) -> tuple[str, str, str]:
        a, b, c = self.names
        k, last = self.k, self.A.shape[1] - 1
        column = vector(self.A[:, k], decimals(self.A))
        row = vector(self.B[k], decimals(self.B))
        if k == last:
            so_far = f"It is the last: the sum of terms 0 to {k} is {c}."
        else:
            so_far = f"The sum so far lacks terms {k + 1} to {last} of {c}."
            if k + 1 == last:
                so_far = f"The sum so far lacks term {last} of {c}."
        if last == 0:
            so_far = f"It is the only one, so it is {c}."
        rows = ", ".join(vector(line, decimals(self._rank_one())) for line in self._rank_one())
        return (
            f"Outer view, term {k} of {c}",
            f"column {k} of {a} and row {k} of {b}; below, their term and the sum so far",
            f"Column {k} of {a} times row {k} of {b}: {column} × {row} = [{rows}]. {so_far}",
        )

    @staticmethod
    def _combination(weights: Array, vectors: Array, places: int) -> str:
        inner = decimals(vectors)
        return " + ".join(
            f"{_term(w, places)}·{vector(v, inner)}" for w, v in zip(weights, vectors, strict=True)
        )

    def _rank_one(self) -> Array:
        return np.outer(self.A[:, self.k], self.B[self.k])

    # The drawing: which cells of which matrix are coloured.

    def _blocks(self) -> list[_Block]:
        a, b, c = self.names
        blocks = [
            _block(self.A, a, colour_of(a, "Q")),
            _block(self.B, b, colour_of(b, "K")),
            _block(self.C, c, colour_of(c, "scores")),
        ]
        A, B, C = blocks
        if self.view == "dots":
            A.highlight(row=self.i)
            B.highlight(column=self.j)
            C.highlight(self.i, self.j)
        elif self.view == "rows":
            A.highlight(row=self.i)
            C.highlight(row=self.i)
            B.tint[:] = _strength(self.A[self.i])[:, None]
            B.row_heads, B.factors = _factors(self.A[self.i], decimals(self.A)), "rows"
            # As wide as any row of A needs, so that B stays put from step to step.
            widest = max(text_width(f) for f in _factors(self.A.ravel(), decimals(self.A)))
            B.gutter = max(_GUTTER, widest + 16)
        elif self.view == "columns":
            B.highlight(column=self.j)
            C.highlight(column=self.j)
            A.tint[:] = _strength(self.B[:, self.j])[None, :]
            A.column_heads = _factors(self.B[:, self.j], decimals(self.B))
            A.factors = "columns"
        else:
            A.highlight(column=self.k)
            B.highlight(row=self.k)
            term = _block(self._rank_one(), f"term {self.k}", C.colour)
            so_far = self.A[:, : self.k + 1] @ self.B[: self.k + 1]
            name = "sum so far" if self.k < self.A.shape[1] - 1 else c
            total = _block(so_far, name, C.colour)
            term.tint[:] = TINT
            total.tint[:] = TINT
            return [A, B, *self._terms_before(C.colour), term, total]
        return blocks

    def _terms_before(self, colour: str) -> list[_Block]:
        """Return the sum of the terms before this one, to which it is added."""
        if not self.k:
            return []
        before = self.A[:, : self.k] @ self.B[: self.k]
        return [_block(before, "term 0" if self.k == 1 else f"terms 0 to {self.k - 1}", colour)]


def _block(values: Array, name: str, colour: str) -> _Block:
    n_rows, n_columns = values.shape
    return _Block(
        values,
        name,
        colour,
        np.zeros(values.shape),
        [str(i) for i in range(n_rows)],
        [str(j) for j in range(n_columns)],
    )


def _table(block: _Block) -> Table:
    n_rows, n_columns = block.values.shape
    return Table(
        caption=block.title,
        columns=[f"column {j}" for j in range(n_columns)],
        rows=[f"row {i}" for i in range(n_rows)],
        cells=[[precise(float(v)) for v in row] for row in block.values],
    )


def _strength(weights: Array) -> Array:
    """Return a tint for each weight: a vector that counts more is coloured more."""
    largest = float(np.abs(weights).max())
    return TINT * np.abs(weights) / largest if largest else np.zeros(len(weights))


def _factors(weights: Array, places: int) -> list[str]:
    return [f"{number(float(w), places)} ·" for w in weights]


def _term(value: float, places: int) -> str:
    text = number(float(value), places)
    return f"({text})" if text.startswith("−") else text


def _short(value: float) -> str:
    return number(float(value), decimals([value]))


def _draw(lines: list[list[_Block]]) -> Canvas:
    """Blocks in lines, each centred on its middle: A × B = C, or the sum of the outer view."""
    width = max(sum(b.width for b in line) + _SIGN * (len(line) - 1) for line in lines)
    heights = [_HEAD + max(b.height for b in line) for line in lines]
    canvas = Canvas(np.ceil(width + 4), np.ceil(sum(heights) + 14 * (len(lines) - 1) + 6))
    top = 0.0
    of_sums = ("+", "=")[-len(lines[-1]) + 1 :]
    for line, height, signs in zip(lines, heights, (("×", "="), of_sums), strict=False):
        x, middle = 0.0, top + _HEAD + (height - _HEAD) / 2
        for position, block in enumerate(line):
            _draw_block(canvas, block, x, middle - block.height / 2)
            x += block.width
            if position < len(line) - 1:
                # The next gutter is mostly empty, so the sign stands a little into it.
                canvas.text(x + _SIGN / 2 + 4, middle, signs[position], size=20)
                x += _SIGN
        top += height + 14
    return canvas


def _draw_block(canvas: Canvas, block: _Block, x: float, y: float) -> None:
    left = x + block.gutter
    n_rows, n_columns = block.values.shape
    canvas.text(left, y - 34, block.title, anchor="left", bold=True)
    for kind, heads in (("rows", block.row_heads), ("columns", block.column_heads)):
        factor = block.factors == kind
        size: float = FONT if factor else FONT - 2
        if kind == "columns":
            size = min(size, *(0.92 * CELL / text_width(head, 1) for head in heads))
        style: dict[str, Any] = {"bold": factor, "size": size}
        for index, head in enumerate(heads):
            along = (index + 0.5) * CELL
            if kind == "rows":
                canvas.text(left - 7, y + along, head, anchor="right", **style)
            else:
                canvas.text(left + along, y - 11, head, **style)
    fills = [[(block.colour, float(t)) if t else None for t in row] for row in block.tint]
    canvas.cells(left, y, numbers(block.values), fills=fills)
    for i in range(n_rows):
        for j in range(n_columns):
            canvas.rectangle(left + j * CELL, y + i * CELL, CELL, CELL, edge=INK, edge_alpha=0.25)
    if block.frame is not None:
        rows, columns = block.frame
        canvas.rectangle(
            left + columns.start * CELL,
            y + rows.start * CELL,
            len(columns) * CELL,
            len(rows) * CELL,
            edge=block.colour,
            line=3,
        )


def _step(at: object, count: int, what: str) -> int:
    """Return `at` as an index below `count`; ValueError otherwise."""
    if isinstance(at, bool) or not isinstance(at, int | np.integer) or not 0 <= at < count:
        raise ValueError(f"at must be the {what}, from 0 to {count - 1}, not {at!r}.")
    return int(at)


def _pair(at: object, shape: tuple[int, int], name: str) -> tuple[int, int]:
    """Return `at` as (i, j) within `shape`; a bare 0, the default, is the first entry."""
    pair = (0, 0) if isinstance(at, int | np.integer) and at == 0 else at
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise ValueError(f"at must be a pair (i, j), an entry of {name} {shape}, not {at!r}.")
    i = _step(pair[0], shape[0], f"pair (i, j) with i a row of {name}")
    j = _step(pair[1], shape[1], f"pair (i, j) with j a column of {name}")
    return i, j
