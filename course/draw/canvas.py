"""A sheet of paper measured in pixels, with y downwards, on which matrices are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np

from course.draw.style import CELL, FONT, INK, rgb

_HATCHING = 7  # px between two strokes, along the edge

_ANCHORS = {"left": "start", "center": "middle", "right": "end"}


def text_width(text: str, size: float = FONT) -> float:
    """About how wide `text` is in pixels. Fonts differ, so this errs on the wide side."""
    return size * (0.63 * len(text) + 0.21 * text.count("−"))


class Canvas:
    """`width` by `height` pixels on a transparent ground."""

    def __init__(self, width: float, height: float) -> None:
        """Begin an empty canvas."""
        self.width, self.height = width, height
        self._elements: list[str] = []

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Any = None,
        alpha: float = 1.0,
        edge: Any = None,
        line: float = 1.0,
        edge_alpha: float = 1.0,
    ) -> None:
        """Draw a rectangle from its top left corner; no `fill` or no `edge` leaves it out."""
        style = "fill: none" if fill is None else _paint("fill", fill, alpha)
        if edge is not None:
            style += f"; {_paint('stroke', edge, edge_alpha)}; stroke-width: {line:g}"
        self._elements.append(
            f'<rect x="{_px(x)}" y="{_px(y)}" width="{_px(width)}" height="{_px(height)}" '
            f'style="{style}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = FONT,
        bold: bool = False,
        anchor: str = "center",
        colour: Any = INK,
        alpha: float = 1.0,
        rotation: float = 0,
    ) -> None:
        """Write `text` with its digits centred on `y`; `anchor` is left, center or right.

        `rotation` is in degrees against the clock, around the anchor.
        """
        if not text:
            return
        # SVG centres on the box of the letters at hand; a baseline keeps rows level.
        baseline = y if rotation else y + 0.36 * size
        weight = "; font-weight: bold" if bold else ""
        turn = f' transform="rotate({-rotation:g} {_px(x)} {_px(baseline)})"' if rotation else ""
        self._elements.append(
            f'<text x="{_px(x)}" y="{_px(baseline)}"{turn} style="font-size: {_px(size)}px'
            f'{weight}; text-anchor: {_ANCHORS[anchor]}; {_paint("fill", colour, alpha)}">'
            f"{escape(text, quote=False)}</text>"
        )

    def hatching(self, x: float, y: float, size: float) -> None:
        """Hatch a square from its top left corner, in the page's text colour, faintly."""
        strokes = []
        for run in np.arange(_HATCHING, 2 * size, _HATCHING):
            short, rest = min(run, size), max(run - size, 0)
            strokes.append(f"M{_px(x + rest)} {_px(y + short)}L{_px(x + short)} {_px(y + rest)}")
        style = f"{_paint('stroke', INK, 0.22)}; stroke-width: 1"
        self._elements.append(f'<path d="{"".join(strokes)}" style="{style}"/>')

    def cells(
        self,
        x: float,
        y: float,
        texts: Sequence[Sequence[str]],
        *,
        size: float = CELL,
        fills: Sequence[Sequence[tuple[Any, float] | None]] | None = None,
        inks: Sequence[Sequence[Any]] | None = None,
        bold: Sequence[Sequence[bool]] | None = None,
    ) -> None:
        """Draw a grid of cells with a number in each; `fills` holds (colour, alpha) or None."""
        longest = max(len(text) for row in texts for text in row)
        font = min(FONT, 0.9 * size / text_width("0" * max(longest, 1), 1))
        for i, row in enumerate(texts):
            for j, text in enumerate(row):
                fill = fills[i][j] if fills else None
                left, top = x + j * size, y + i * size
                if fill is not None:
                    self.rectangle(
                        left + 0.5, top + 0.5, size - 1, size - 1, fill=fill[0], alpha=fill[1]
                    )
                if text:
                    self.text(
                        left + size / 2,
                        top + size / 2,
                        text,
                        size=font,
                        colour=inks[i][j] if inks else INK,
                        bold=bool(bold and bold[i][j]),
                    )

    def drawing(self) -> str:
        """Return the drawing, as the inside of an SVG."""
        return "\n".join(self._elements)


def _px(value: float) -> str:
    """Return a length in pixels, to two decimals; numbers in their own type are written alike."""
    return f"{round(float(value), 2):g}"


def _paint(what: str, colour: Any, alpha: float) -> str:
    """Return the style of a fill or a stroke; INK is the page's own text colour."""
    if colour == INK:
        named = "currentColor"
    else:
        named = "#" + "".join(f"{round(255 * channel):02x}" for channel in rgb(colour))
    return f"{what}: {named}" + (f"; {what}-opacity: {alpha:g}" if alpha != 1 else "")
