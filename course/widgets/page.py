"""A widget's page: its JavaScript and CSS, and what stands in without a browser.

A widget's code reaches the page as one text. `make widgets` bundles the modules of `js/`, one file
for each widget, into `static/`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets
from numpy.typing import NDArray

from course.draw.figure import Table
from course.draw.style import COLOURS
from course.draw.values import precise

_STATIC = Path(__file__).parent / "static"

# Held while several traits are set that are to fit together: JupyterLab has what the page sends
# handled in a thread of its own, while a cell runs.
TURN = threading.RLock()


@cache
def javascript(name: str) -> str:
    """Return the module of a widget: all of its JavaScript, in one text without imports."""
    return (_STATIC / f"{name}.js").read_text(encoding="utf-8")


@cache
def stylesheet(name: str) -> str:
    """Return the CSS of a widget, with the course's colours as variables."""
    colours = "".join(f"--course-{name}: {colour}; " for name, colour in COLOURS.items())
    bundle = (_STATIC / f"{name}.css").read_text(encoding="utf-8")
    return f".course-widget {{ {colours}}}\n{bundle}"


class Widget(anywidget.AnyWidget):
    """A widget of this course. `_module` names its two bundles in `static/`."""

    _module: str
    _takes_from_page = False  # what is set now has come from the page

    @property
    def _esm(self) -> str:
        return javascript(self._module)

    @property
    def _css(self) -> str:
        return stylesheet(self._module)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Set traits to what the page has sent; where they are refused, it gets those kept."""
        with TURN, self._page_follows(sync_data):
            super().set_state(sync_data)

    def take(self, state: dict[str, Any]) -> None:
        """Set traits to `state`, which the page has sent; nothing of it goes back to the page.

        `set_state` sends an echo. The page takes the echo of a message of its own for news where
        it has changed the trait once more since, and so goes back to what it had.
        """
        with (
            TURN,
            self._page_follows(state),
            self._lock_property(**state),
            self.hold_trait_notifications(),
        ):
            for name, value in state.items():
                from_json = self.trait_metadata(name, "from_json", self._trait_from_json)
                self.set_trait(name, from_json(value, self))

    @contextmanager
    def _page_follows(self, names: Iterable[str]) -> Iterator[None]:
        """Send these traits to the page if they are refused.

        Python may have got others while the page's were on their way, which these do not fit: the
        page would go on showing what Python does not have.
        """
        self._takes_from_page = True
        try:
            yield
        except traitlets.TraitError:
            self.send_state(set(names) & set(self.keys))
            raise
        finally:
            self._takes_from_page = False

    def _pictures(self) -> list[Table]:
        """Return the tables to show where no browser draws the widget."""
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
    """Return `values` (n, m) as a table, its labels the indices where there are none that fit."""
    n, m = values.shape
    return Table(
        caption=f"{name} {values.shape}",
        rows=rows if rows and len(rows) == n else [str(i) for i in range(n)],
        columns=columns if columns and len(columns) == m else [str(j) for j in range(m)],
        cells=[[precise(float(x)) for x in row] for row in values],
    )


def figure_box() -> ipywidgets.HTML:
    """Return an HTML widget for a figure; set its value to `figure.html`."""
    return ipywidgets.HTML(layout=ipywidgets.Layout(max_width="100%", overflow="visible"))


def status(sentence: str) -> str:
    """Return `sentence` as HTML that a screen reader announces when it changes."""
    return f'<p role="status" style="margin: 4px 0; line-height: 1.5">{escape(sentence)}</p>'
