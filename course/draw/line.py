"""One line of text on a canvas. A module of its own, since it needs matplotlib to be imported."""

from matplotlib.artist import allow_rasterization
from matplotlib.backend_bases import RendererBase
from matplotlib.text import Text


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
