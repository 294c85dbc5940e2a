"""How the outcome of a check looks: plain lines everywhere, and on a notebook's page a band.

The band has a sign, words and a colour, so that neither the sign nor the colour is needed. nbgrader
and plain Python get the lines alone.
"""

import os
import re
import sys
from collections.abc import Sequence
from html import escape
from typing import Any, NamedTuple


class State(NamedTuple):
    """A kind of outcome: the sign before it and the colour beside it."""

    sign: str
    colour: str


PASSED = State("✓", "#009E73")
NOTED = State("○", "#888888")
FAILED = State("✗", "#D55E00")

# JupyterLab sets the labels of a list in bold, floating, a fifth of the page wide.
_LABEL = "margin: 0; float: none; width: auto; font-weight: normal; white-space: nowrap"

BAND = '<div style="border-left: 4px solid '

# (label, text, whether the text is code)
Part = tuple[str, str, bool]


def show(state: State, text: str) -> None:
    """Show one sentence: as a band on a notebook's page, printed anywhere else."""
    if on_a_page():
        publish(text, band(state, text))
    else:
        print(text)


def on_a_page() -> bool:
    """Return True where a person looks at a notebook: not under nbgrader, not in a terminal."""
    shell = running_shell()
    is_terminal = type(shell).__name__ == "TerminalInteractiveShell"
    return shell is not None and not is_terminal and not os.environ.get("NBGRADER_EXECUTION")


def running_shell() -> Any:
    """Return the IPython shell that this runs in, None in plain Python."""
    ipython = sys.modules.get("IPython")  # not imported for this: a kernel has it
    return ipython.get_ipython() if ipython else None


def publish(text: str, html: str) -> None:
    """Put an output with both forms below the cell."""
    running_shell().display_pub.publish({"text/plain": text, "text/html": html})


def band(state: State, head: str, parts: Sequence[Part] = ()) -> str:
    """Return the HTML of an outcome: its sign, a sentence and, labelled, what there is to say."""
    rows = "".join(
        f'<dt style="{_LABEL}">{escape(label)}</dt>'
        f'<dd style="margin: 0; overflow-wrap: anywhere">{_as_html(text, is_code)}</dd>'
        for label, text, is_code in parts
    )
    details = (
        '<dl style="display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; '
        f'margin: 4px 0 0">{rows}</dl>'
        if rows
        else ""
    )
    head = f"<strong>{_as_html(head)}</strong>" if rows else _as_html(head)
    return (
        f"{BAND}{state.colour}; padding: 2px 12px; margin: 2px 0; "
        f'max-width: 90ch"><span aria-hidden="true">{state.sign}</span> {head}{details}</div>'
    )


def _as_html(text: str, is_code: bool = False) -> str:
    """Return text safe for a page, with what stands between backticks as code."""
    if is_code:
        return f"<code>{escape(text)}</code>"
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))
