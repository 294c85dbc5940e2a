"""`Figure`: a drawing that carries its words and its numbers."""

from __future__ import annotations

import io
import re
import secrets
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from course.draw.style import INK

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

# Stands for the figure's id in a drawing; no label holds such a character.
_ID = "\0"

_FONT_FAMILY = "var(--jp-ui-font-family, system-ui, sans-serif)"


@dataclass(frozen=True)
class Table:
    """Numbers as text under column headers, with a header before each row."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[str]
    cells: Sequence[Sequence[str]]

    @property
    def html(self) -> str:
        """The table, its headers scoped to their row or column."""
        pad = 'style="padding: 2px 10px; text-align: right"'
        head = "".join(f'<th scope="col" {pad}>{escape(c)}</th>' for c in self.columns)
        body = "".join(
            f'<tr><th scope="row" {pad}>{escape(row)}</th>'
            + "".join(f"<td {pad}>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for row, cells in zip(self.rows, self.cells, strict=True)
        )
        return (
            '<table style="border-collapse: collapse; margin: 8px 24px 8px 0">'
            f'<caption style="text-align: left; padding: 2px 10px">{escape(self.caption)}</caption>'
            f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
        )


@dataclass(frozen=True, repr=False)
class Figure:
    """An SVG drawing, the sentence that says what to see in it, and the same numbers in tables.

    `alt` reaches a screen reader as the image's name, after `title`. In a notebook the figure is
    HTML; anywhere else it is its alt sentence.
    """

    drawing: str
    width: float
    height: float
    alt: str
    title: str = ""
    caption: str = ""
    tables: Sequence[Table] = ()
    # Two figures on one page, or one figure shown twice over two runs, must not share an id.
    _id: str = field(default_factory=lambda: f"figure-{secrets.token_hex(4)}")

    @property
    def _heading(self) -> str:
        """The title as a sentence, or nothing."""
        ends = not self.title or self.title[-1] in ".?!"
        return self.title if ends else f"{self.title}."

    @cached_property
    def svg(self) -> str:
        """The drawing as an inline `<svg>` with title and description."""
        title, named_by = "", f"{self._id}-desc"
        if self.title:
            title = f'<title id="{self._id}-title">{escape(self._heading)}</title>'
            named_by = f"{self._id}-title {named_by}"
        return (
            f'<svg role="img" aria-labelledby="{named_by}" xmlns="http://www.w3.org/2000/svg" '
            f'width="{self.width:g}" height="{self.height:g}" '
            f'viewBox="0 0 {self.width:g} {self.height:g}" style="max-width: 100%; height: auto; '
            f'overflow: visible; font-family: {_FONT_FAMILY}">'
            f'{title}<desc id="{self._id}-desc">{escape(self.alt)}</desc>'
            f"{self.drawing.replace(_ID, self._id)}</svg>"
        )

    @cached_property
    def html(self) -> str:
        """The whole figure: drawing, caption and fold-out tables."""
        title = f"<strong>{escape(self._heading)}</strong> " if self.title else ""
        caption = f"<figcaption>{title}{escape(self.caption)}</figcaption>"
        tables = "".join(table.html for table in self.tables)
        return (
            '<figure style="margin: 4px 0 12px; line-height: 1.5">'
            f"{self.svg}{caption if title or self.caption else ''}"
            '<details><summary style="cursor: pointer">The numbers</summary>'
            f'<div style="display: flex; flex-wrap: wrap; align-items: flex-start">{tables}</div>'
            "</details></figure>"
        )

    def __repr__(self) -> str:
        """Return the title and the alt sentence."""
        return f"{self._heading} {self.alt}".strip()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": repr(self)}


@dataclass(frozen=True, repr=False)
class Row:
    """Figures to compare, beside one another where the page is wide enough."""

    figures: Sequence[Figure]

    @cached_property
    def html(self) -> str:
        """The figures, each whole; a narrow page shows them one below the other."""
        each = "".join(f'<div style="min-width: 0">{figure.html}</div>' for figure in self.figures)
        style = "display: flex; flex-wrap: wrap; align-items: flex-start; gap: 0 32px"
        return f'<div style="{style}">{each}</div>'

    def __repr__(self) -> str:
        """Return the words of each figure, a line each."""
        return "\n".join(map(repr, self.figures))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html, "text/plain": repr(self)}


def beside(*figures: Figure) -> Row:
    """Return the figures side by side, to compare them."""
    return Row(figures)


def drawing_of(figure: MatplotlibFigure) -> str:
    """Return the inside of the SVG that matplotlib writes for `figure`, fit to stand in a page.

    Text stays text, in the page's font; INK becomes the page's text colour; ids that nothing
    refers to go, and the others start with `_ID`, for `Figure` to fill in.
    """
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    buffer = io.StringIO()
    # backend_svg reads this one setting from rcParams only; it is put back at once.
    with (
        matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "course"}),
        warnings.catch_warnings(),
    ):
        # The page's font draws the letters, whatever script they are of.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        FigureCanvasSVG(figure).print_svg(buffer, metadata={"Date": None})
    svg = buffer.getvalue()
    inside = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
    inside = re.sub(r"<metadata>.*?</metadata>", "", inside, flags=re.DOTALL)
    # matplotlib's style sheet says "*": inline, it would restyle the whole page.
    inside = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>", "", inside, flags=re.DOTALL)
    inside = re.sub(r"<!--.*?-->", "", inside, flags=re.DOTALL)
    inside = re.sub(r"font-family: [^;\"]*;? ?", "", inside)
    inside = re.sub(INK, "currentColor", inside, flags=re.IGNORECASE)
    inside = _private_ids(inside)
    return re.sub(r"\s*\n\s*", "\n", inside).strip()


def _private_ids(svg: str) -> str:
    used = set(re.findall(r"""(?:url\(#|href="#)([^)"]+)""", svg))

    def keep(match: re.Match[str]) -> str:
        return f' id="{_ID}-{match[1]}"' if match[1] in used else ""

    svg = re.sub(r' id="([^"]*)"', keep, svg)
    return re.sub(r"""(url\(#|href="#)""", rf"\1{_ID}-", svg)
