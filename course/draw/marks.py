"""What a canvas draws: lines of text and rectangles, many of them, with little around them.

A module of its own, since it needs matplotlib to be imported.
"""

from typing import Any

from matplotlib.artist import Artist, allow_rasterization
from matplotlib.backend_bases import RendererBase
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D


class Line(Text):
    """Text in one line that stands at its anchor and on its baseline.

    matplotlib measures a text to lay it out before it draws it, which takes half the time of a
    drawing. In an SVG whose text stays text, the browser lays it out, and the anchor is all it
    needs.
    """

    @allow_rasterization
    def draw(self, renderer: RendererBase) -> None:
        """Draw the text; nothing of it is measured."""
        if not self.get_text():
            return
        x, y = self.get_transform().transform(self.get_position())
        height = renderer.get_canvas_width_height()[1]
        gc = renderer.new_gc()
        gc.set_foreground(self.get_color())
        renderer.open_group("text", self.get_gid())
        renderer.draw_text(
            gc,
            x,
            height - y if renderer.flipy() else y,
            self.get_text(),
            self.get_fontproperties(),
            self.get_rotation(),
            mtext=self,
        )
        renderer.close_group("text")
        gc.restore()


class Box(Artist):
    """A rectangle from its top left corner; `fill` and `edge` are (r, g, b, a), or None for none.

    matplotlib's own can also be hatched, dashed and turned, which takes its time.
    """

    def __init__(
        self,
        corner: tuple[float, float],
        size: tuple[float, float],
        fill: tuple[float, float, float, float] | None,
        edge: tuple[float, float, float, float] | None,
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
