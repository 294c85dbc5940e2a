"""The whole of self-attention as one picture: its stages, and the shape of what each one gives."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from course.draw.canvas import Canvas
from course.draw.figure import Figure, Table
from course.draw.style import COLOURS, INK, TINT

_WIDTH, _HEIGHT = 88, 46  # px, of a stage's box
_GAP = 24  # px between two boxes, for an arrow
_ROW = 92  # px from one row of boxes to the next
_TOP = 8


@dataclass(frozen=True)
class _Stage:
    """A box: the column and row of its place, what it is called, and the shape it gives."""

    column: int
    row: float
    name: str
    how: str
    shape: tuple[int, int]
    colour: str

    @property
    def left(self) -> float:
        return self.column * (_WIDTH + _GAP) + 1

    @property
    def top(self) -> float:
        return _TOP + self.row * _ROW


def machine(n: int = 3, d_model: int = 2, d_k: int = 2, d_v: int = 2) -> Figure:
    """Draw self-attention of `n` tokens as its stages, from X to the output, with their shapes.

    Tokens have `d_model` numbers, queries and keys `d_k`, values `d_v`. ValueError for a size
    below 1.
    """
    if min(n, d_model, d_k, d_v) < 1:
        raise ValueError(f"Sizes are 1 or more, not {(n, d_model, d_k, d_v)}.")
    stages = _stages(n, d_model, d_k, d_v)
    width = max(stage.left for stage in stages) + _WIDTH + 1
    canvas = Canvas(width, _TOP + 2 * _ROW + _HEIGHT + 24)
    for stage in stages:
        _box(canvas, stage)
    _arrows(canvas, {stage.name: stage for stage in stages})
    steps = ", then ".join(f"{stage.name} {stage.shape}" for stage in stages)
    table = Table(
        "The stages and the shapes of what they give",
        ["made as", "shape"],
        [stage.name for stage in stages],
        [[stage.how, str(stage.shape)] for stage in stages],
    )
    return Figure(
        canvas.drawing(),
        canvas.width,
        canvas.height,
        f"Stages from left to right: {steps}. The values V skip the stages between and join at "
        "the output.",
        "Self-attention",
        f"{n} tokens of {d_model} numbers. Below each box stands the shape of what it gives.",
        [table],
    )


def _stages(n: int, d_model: int, d_k: int, d_v: int) -> list[_Stage]:
    square = (n, n)
    return [
        _Stage(0, 1, "X", "tokens", (n, d_model), INK),
        _Stage(1, 0, "Q", "X W_Q", (n, d_k), COLOURS["Q"]),
        _Stage(1, 1, "K", "X W_K", (n, d_k), COLOURS["K"]),
        _Stage(1, 2, "V", "X W_V", (n, d_v), COLOURS["V"]),
        _Stage(2, 0.5, "scores", "Q Kᵀ", square, COLOURS["scores"]),
        _Stage(3, 0.5, "scaled", "÷ √d_k", square, COLOURS["scores"]),
        _Stage(4, 0.5, "masked", "optional", square, COLOURS["scores"]),
        _Stage(5, 0.5, "weights", "softmax", square, COLOURS["weights"]),
        _Stage(6, 0.5, "output", "weights V", (n, d_v), COLOURS["output"]),
    ]


def _box(canvas: Canvas, stage: _Stage) -> None:
    middle = stage.left + _WIDTH / 2
    is_input = stage.colour == INK
    canvas.rectangle(
        stage.left,
        stage.top,
        _WIDTH,
        _HEIGHT,
        fill=None if is_input else stage.colour,
        alpha=TINT,
        edge=stage.colour,
        line=1.5,
    )
    canvas.text(middle, stage.top + 15, stage.name, bold=True)
    canvas.text(middle, stage.top + 33, stage.how)
    canvas.text(middle, stage.top + _HEIGHT + 11, str(stage.shape), size=12)


def _arrows(canvas: Canvas, stages: dict[str, _Stage]) -> None:
    """Draw an arrow from each box to those that it goes into; that of V runs below the others."""
    for start, end in (("X", "Q"), ("X", "K"), ("X", "V"), ("Q", "scores"), ("K", "scores")):
        _join(canvas, stages[start], stages[end])
    row = ["scores", "scaled", "masked", "weights", "output"]
    for start, end in itertools.pairwise(row):
        _join(canvas, stages[start], stages[end])
    values, output = stages["V"], stages["output"]
    y, x = values.top + _HEIGHT / 2, output.left + _WIDTH / 2
    below = output.top + _HEIGHT + 22
    _line(canvas, values.left + _WIDTH, y, x, y)
    _line(canvas, x, below, x, y)
    canvas.text(x, below, "▲", size=9)


def _join(canvas: Canvas, start: _Stage, end: _Stage) -> None:
    """Draw a line with at most one corner step from the right of one box to the left of another."""
    y0, y1 = start.top + _HEIGHT / 2, end.top + _HEIGHT / 2
    x0, x1 = start.left + _WIDTH, end.left
    corner = x0 + _GAP / 2
    _line(canvas, x0, y0, corner, y0)
    _line(canvas, corner, min(y0, y1), corner, max(y0, y1))
    _line(canvas, corner, y1, x1 - 4, y1)
    canvas.text(x1 - 5, y1, "▶", size=9)


def _line(canvas: Canvas, x0: float, y0: float, x1: float, y1: float) -> None:
    canvas.rectangle(
        min(x0, x1), min(y0, y1), max(abs(x1 - x0), 1.5), max(abs(y1 - y0), 1.5), fill=INK
    )
