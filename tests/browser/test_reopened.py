"""Widgets of a notebook that was saved with their state, before it is run again."""

import json
import re

from browser import lab as jupyter
from browser.widget_page import open_cells, output, reopen
from playwright.sync_api import expect

CELLS = {
    "editor": """\
from course import examples, widgets
widgets.MatrixEditor([[1, .5], [-2, 0]], ["the", "cat"], label="W_Q", min=-9, max=9)""",
    "explorer": """\
def attention(Q, K, V, mask=None):
    return V, K
widgets.AttentionExplorer.of(examples.I_LOVE_AI, attention=attention)""",
}


def test_a_saved_notebook_opens_as_it_was_left(lab, page, tmp_path):
    """Each widget shows its numbers, and takes others, without a kernel that knows it."""
    page.set_viewport_size({"width": 1280, "height": 1700})
    open_cells(lab, page, tmp_path, CELLS)
    editor, explorer = output(page, "editor"), output(page, "explorer")
    enter(page, editor, "W_Q[1, 0]", "8")
    enter(page, explorer, "W_Q[0, 0]", "2")
    expect(cells(explorer, "Q")).to_have_text(["2", "0", "1", "1", "3", "1"])
    explorer.get_by_role("button", name="causal").click()

    path = reopen(page)

    shows(editor, "1", "0.5", "8", "0")
    enter(page, editor, "W_Q[0, 0]", "2")
    shows(editor, "2", "0.5", "8", "0")
    jupyter.show_cell(page, "explorer")
    expect(cells(explorer, "Q")).to_have_text(["2", "0", "1", "1", "3", "1"])
    expect(cells(explorer, "mask")).to_have_text(["✓", "−∞", "−∞", "✓", "✓", "−∞", *"✓✓✓"])
    enter(page, explorer, "W_Q[0, 0]", "3")
    expect(cells(explorer, "Q")).to_have_text(["3", "0", "1", "1", "4", "1"])

    saved = json.loads((lab.root / path).read_text())
    below = next(cell for cell in saved["cells"] if cell["id"] == "editor")["outputs"][0]["data"]
    assert "".join(below["text/plain"]) == "<MatrixEditor of W_Q (2, 2)>"
    assert "<table" in "".join(below["text/html"])


def enter(page, below, entry, text):
    below.get_by_label(entry, exact=True).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def shows(editor, *texts):
    fields = editor.get_by_role("spinbutton")
    expect(fields).to_have_count(len(texts))
    for field, text in zip(fields.all(), texts, strict=True):
        expect(field).to_have_value(text)


def cells(explorer, name):
    return explorer.get_by_role("grid", name=re.compile(f"^{name}, ")).locator("td.cw-cell")
