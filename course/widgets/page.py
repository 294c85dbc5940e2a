"""Pieces that the widgets share: text that is announced, and figures."""

from __future__ import annotations

from html import escape

import ipywidgets


def figure_box() -> ipywidgets.HTML:
    """An HTML widget for a figure; set its value to `figure.html`."""
    return ipywidgets.HTML(layout=ipywidgets.Layout(max_width="100%", overflow="visible"))


def status(sentence: str) -> str:
    """`sentence` as HTML that a screen reader announces when it changes."""
    return f'<p role="status" style="margin: 4px 0; line-height: 1.5">{escape(sentence)}</p>'
