"""The marks that a canvas draws: many lines of text and rectangles, with little around them.

A module of its own, since it needs matplotlib to be imported.
"""

from functools import lru_cache
from typing import Any

from matplotlib.artist import Artist, allow_rasterization
from matplotlib.backend_bases import RendererBase
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.transforms import Affine2D

Colour = tuple[float, float, float, float]  # (r, g, b, a), each from 0 to 1


class Line(Artist):
    """Text in one line whose left end, centre or right end stands at a point of its baseline.

    matplotlib's own measures a text to lay it out before it draws it, which takes half the time of
    a drawing. In an SVG whose text stays text, the browser lays it out, and the anchor is all it
    needs.
    """

    zorder = 3  # above the rectangles, as matplotlib has it

    def __init__(
        self,
        place: tuple[float, float],
        text: str,
        *,
        size: float,
        bold: bool,
        anchor: str,
        colour: Colour,
        rotation: float,
    ) -> None:
        super().__init__()
        self._place, self._text, self._anchor = place, text, anchor
        self._font = _font(size, "bold" if bold else "normal")
        self._colour, self._rotation = colour, float(rotation)

    @allow_rasterization
    def draw(self, renderer: RendererBase) -> None:
        """Draw the text; nothing of it is measured."""
        if not self._text:
            return
        x, y = self.get_transform().transform(self._place)
        height = renderer.get_canvas_width_height()[1]
        gc = renderer.new_gc()
        gc.set_foreground(self._colour)
        renderer.open_group("text", self.get_gid())
        y = height - y if renderer.flipy() else y
        text: Any = self
        renderer.draw_text(gc, x, y, self._text, self._font, self._rotation, mtext=text)
        renderer.close_group("text")
        gc.restore()

    # What an SVG asks of a text besides.

    def get_unitless_position(self) -> tuple[float, float]:
        """Return the anchor."""
        return self._place

    def get_rotation_mode(self) -> str:
        """Say that the anchor is what it turns around."""
        return "anchor"

    def get_ha(self) -> str:
        """Return what stands at the anchor: left, center or right."""
        return self._anchor


@lru_cache(maxsize=100)
def _font(size: float, weight: str) -> FontProperties:
    return FontProperties(size=size, weight=weight)


class Box(Artist):
    """A rectangle from its top left corner; `fill` and `edge` may be left out.

    matplotlib's own can also be hatched, dashed and turned, which takes its time.
    """

    def __init__(
        self,
        corner: tuple[float, float],
        size: tuple[float, float],
        fill: Colour | None,
        edge: Colour | None,
        line: float,
    ) -> None:
        super().__init__()
        self._place = Affine2D().scale(*size).translate(*corner)
        self._fill, self._edge, self._line = fill, edge, line

    @allow_rasterization
    def draw(self, renderer: RendererBase) -> None:
        """Draw the rectangle."""
        gc: Any = renderer.new_gc()
        gc.set_linewidth(self._line if self._edge else 0)
        gc.set_foreground(self._edge or (0, 0, 0, 0), isRGBA=True)
        gc.set_joinstyle("miter")
        renderer.open_group("patch", self.get_gid())
        transform = self._place + self.get_transform()
        renderer.draw_path(gc, Path.unit_rectangle(), transform, self._fill)
        renderer.close_group("patch")
        gc.restore()
