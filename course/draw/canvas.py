"""A sheet of paper measured in pixels, with y downwards, on which matrices are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from course.draw.figure import drawing_of
from course.draw.style import CELL, FONT, INK

if TYPE_CHECKING:
    from matplotlib.artist import Artist


def text_width(text: str, size: float = FONT) -> float:
    """About how wide `text` is in pixels. Fonts differ, so this errs on the wide side."""
    return 0.63 * size * len(text)


class Canvas:
    """`width` by `height` pixels on a transparent ground."""

    def __init__(self, width: float, height: float) -> None:
        """An empty canvas."""
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D

        self.width, self.height = width, height
        # At 72 dots an inch, one of matplotlib's points is one pixel.
        self._figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        self._figure.patch.set_visible(False)
        self._to_page = Affine2D().scale(1, -1).translate(0, height)

    def _add(self, artist: Artist) -> None:
        artist.set_transform(self._to_page)
        self._figure.add_artist(artist)

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
        """A rectangle from its top left corner; no `fill` or no `edge` leaves it out."""
        from matplotlib.colors import to_rgba

        from course.draw.marks import Box

        self._add(
            Box(
                (x, y),
                (width, height),
                None if fill is None else to_rgba(fill, alpha),
                None if edge is None else to_rgba(edge, edge_alpha),
                line,
            )
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
        """`text` whose digits are centred on `y`; `anchor` is left, center or right."""
        from matplotlib.colors import to_rgba

        from course.draw.marks import Line

        # matplotlib centres on the box of the letters at hand; a baseline keeps rows level.
        baseline = y if rotation else y + 0.36 * size
        self._add(
            Line(
                (x, baseline),
                text,
                size=size,
                bold=bold,
                anchor=anchor,
                colour=to_rgba(colour, alpha),
                rotation=rotation,
            )
        )

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
        """A grid of cells with a number in each; `fills` holds (colour, alpha) or None."""
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
        """The drawing, as the inside of an SVG."""
        return drawing_of(self._figure)
