"""A widget's page: its JavaScript and CSS put together, and what stands in without a browser.

Each widget is a plain ES module in `static/`, and the modules that it imports. A widget's code
reaches the page as one text, so `javascript` joins them; there is no build step.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
from numpy.typing import NDArray

from course.draw.figure import Table
from course.draw.style import COLOURS
from course.draw.values import precise

_STATIC = Path(__file__).parent / "static"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default)", re.MULTILINE)


@cache
def javascript(name: str) -> str:
    """The module `static/NAME.js` with all that it imports, in one text without imports."""
    texts: dict[str, str] = {}

    def add(module: str) -> None:
        if module in texts:
            return
        text = (_STATIC / f"{module}.js").read_text(encoding="utf-8")
        for imported in _IMPORT.findall(text):
            add(imported)
        text = _IMPORT.sub("", text)
        texts[module] = text if module == name else _EXPORT.sub("", text)

    add(name)
    return "\n".join(texts.values())


@cache
def stylesheet(name: str) -> str:
    """The style that all widgets share, with the course's colours, and the widget's own."""
    colours = "".join(f"--course-{name}: {colour}; " for name, colour in COLOURS.items())
    texts = [f".course-widget {{ {colours}}}"]
    for file in (_STATIC / "widgets.css", _STATIC / f"{name}.css"):
        if file.is_file():
            texts.append(file.read_text(encoding="utf-8"))
    return "\n".join(texts)


class Widget(anywidget.AnyWidget):
    """A widget of this course. `_module` names its files in `static/`."""

    _module: str

    @property
    def _esm(self) -> str:
        return javascript(self._module)

    @property
    def _css(self) -> str:
        return stylesheet(self._module)

    def _pictures(self) -> list[Table]:
        """The numbers to show where no browser draws the widget."""
        return []

    def _described(self) -> str:
        """Return what stands there, for a sentence about it."""
        return repr(self)[1:-1].rstrip(".")

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        if bundle is None:
            return None
        data, metadata = bundle
        tables = "".join(table.html for table in self._pictures())
        what = escape(self._described())
        static = (
            f"<p>This is the {what}. It works where this notebook runs.</p>"
            f'<div style="display: flex; flex-wrap: wrap; align-items: flex-start">{tables}</div>'
        )
        return {**data, "text/plain": repr(self), "text/html": static}, metadata


def picture(
    name: str, values: NDArray[Any], rows: list[str] | None, columns: list[str] | None
) -> Table:
    """`values` (n, m) as a table, its labels the indices where there are none that fit."""
    n, m = values.shape
    return Table(
        caption=f"{name} {values.shape}",
        rows=rows if rows and len(rows) == n else [str(i) for i in range(n)],
        columns=columns if columns and len(columns) == m else [str(j) for j in range(m)],
        cells=[[precise(float(x)) for x in row] for row in values],
    )


def figure_box() -> ipywidgets.HTML:
    """An HTML widget for a figure; set its value to `figure.html`."""
    return ipywidgets.HTML(layout=ipywidgets.Layout(max_width="100%", overflow="visible"))


def status(sentence: str) -> str:
    """`sentence` as HTML that a screen reader announces when it changes."""
    return f'<p role="status" style="margin: 4px 0; line-height: 1.5">{escape(sentence)}</p>'
