"""Widgets that work on a page to read: they compute in the page, and no kernel is asked.

A page has each widget's still picture and its saved state, and a script that draws the widget with
it in the picture's place. Where scripts do not run, or the page is opened as a file, the picture
stays.
"""

import json
from importlib import resources
from typing import Any

from nbformat import NotebookNode

from authoring.generated_folder import File, Files
from course.widgets import page

FOLDER = "widgets"
SCRIPT = f'<script type="module" src="{FOLDER}/live_widgets.js"></script>'
# All but those that ask Python for each step: the one that trains, and the button that grades.
NAMES = (
    "attention_explorer",
    "block_explorer",
    "head_explorer",
    "heatmap",
    "matrix_editor",
    "product_views",
    "scaling_explorer",
    "softmax_explorer",
)
OPENING = '<div class="live-widget">'
STATE = '<script type="application/json">'
WIDGETS = "application/vnd.jupyter.widget-state+json"
CODE = "_esm", "_css"
# A learner's function cannot be asked here.
WITHOUT_FUNCTION = {"driven_by": "", "asks": []}


def live(still: str, model_id: str, notebook: NotebookNode) -> str:
    """Return the HTML of a widget that draws itself over its `still` picture; that, if it cannot.

    `notebook` is one that was executed, with the state of its widgets.
    """
    saved = notebook.metadata.get("widgets", {}).get(WIDGETS, {}).get("state", {})
    model: dict[str, Any] = saved.get(model_id, {})
    traits = model.get("state", {})
    name = _names_by_code().get(traits.get("_esm", ""))
    if name is None:
        return still
    own = {trait: value for trait, value in traits.items() if trait not in CODE}
    own |= {trait: value for trait, value in WITHOUT_FUNCTION.items() if trait in own}
    buffers = [{"path": each["path"], "data": each["data"]} for each in model.get("buffers", ())]
    content = json.dumps({"name": name, "traits": own, "buffers": buffers})
    escaped = content.replace("<", "\\u003c")  # or a text could end the script
    return f"{OPENING}{still}{STATE}{escaped}</script></div>"


def is_whole_explorer(html: str) -> bool:
    """Return True if this is what `live` returns for an AttentionExplorer with every stage."""
    if not html.startswith(OPENING):
        return False
    content = json.loads(html.partition(STATE)[2].partition("</script>")[0])
    is_explorer = content.get("name") == "attention_explorer"
    return is_explorer and content["traits"]["mode"] == "attention"


def files() -> Files:
    """Return what the pages load, by path beside them."""
    script = resources.files("authoring").joinpath("live_widgets.js").read_bytes()
    made = {"live_widgets.js": script}
    for name in NAMES:
        made[f"{name}.js"] = page.javascript(name).encode()
        made[f"{name}.css"] = page.stylesheet(name).encode()
    return {f"{FOLDER}/{path}": File(content) for path, content in made.items()}


def _names_by_code() -> dict[str, str]:
    return {page.javascript(name): name for name in NAMES}
