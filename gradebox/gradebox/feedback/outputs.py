"""One output of a cell, of whatever kind, as HTML that is safe to show."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from gradebox.feedback.sanitise import (
    PICTURES,
    formula,
    picture,
    plain,
    safe_html,
    safe_markdown,
)
from gradebox.feedback.sanitise import svg_image as drawing

MAX_OUTPUTS = 40  # of one cell
WIDGET = "application/vnd.jupyter.widget-view+json"


def output_html(output: dict[str, Any]) -> str:
    """Return the best of an output's forms that can be shown safely; "" if there is none."""
    match output["output_type"]:
        case "stream":
            return _pre(output["text"])
        case "error":
            return _pre("\n".join(output["traceback"]) or output["evalue"])
    data = {kind: _joined(content) for kind, content in output.get("data", {}).items()}
    try:
        return next(filter(None, _forms(data)), "")
    except Exception:  # whatever a parser stumbles over
        return _pre(data.get("text/plain", "")) or "<p><em>It cannot be shown here.</em></p>"


def more_outputs(outputs: Sequence[Any]) -> str:
    """Return how many of a cell's outputs are not shown, in words; "" if all are."""
    left = len(outputs) - MAX_OUTPUTS
    return f"... and {left} more output{'s' * (left > 1)}" if left > 0 else ""


def _forms(data: dict[str, str]) -> Any:
    """Yield an output in each form that it has, the richest first; "" for one of no use."""
    if "text/html" in data:
        html = safe_html(data["text/html"])
        yield html if re.sub(r"<(?!img)[^<>]*>", "", html).strip() else ""
    if "image/svg+xml" in data:
        yield drawing(data["image/svg+xml"])
    for mime, kind in PICTURES.items():
        if mime in data:
            yield picture(kind, data[mime])
    if "text/latex" in data:
        tex = data["text/latex"].strip()
        yield formula(re.sub(r"^\$+|\$+$", "", tex), display=tex.startswith("$$"))
    if "text/markdown" in data:
        yield safe_markdown(data["text/markdown"])
    if WIDGET in data:
        yield "<p><em>A widget stood here. It works in the notebook only.</em></p>"
    if "text/plain" in data:
        yield _pre(data["text/plain"])


def _joined(content: Any) -> str:
    if isinstance(content, list):
        return "".join(map(str, content))
    return content if isinstance(content, str) else ""


def _pre(text: Any) -> str:
    text = plain(_joined(text)).strip("\n")
    return f'<pre tabindex="0">{escape(text)}</pre>' if text else ""
