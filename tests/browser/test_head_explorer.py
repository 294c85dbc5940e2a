"""HeadExplorer in JupyterLab: one notebook, by keyboard, mouse and kernel."""

from browser import lab as jupyter
from browser.widget_page import (
    expect_in_python,
    in_python,
    open_cells,
    output,
    restart,
    violations_in_both_themes,
)
from playwright.sync_api import expect

CELLS = {
    "heads": """\
import numpy as np
from course import minilm, widgets
layer = minilm.load()
e = widgets.HeadExplorer(
    [layer.weights[k][:, :n, :n] for k, n in enumerate(layer.lengths)],
    [layer.tokens[k][:n] for k, n in enumerate(layer.lengths)],
)
e""",
    "one": "widgets.HeadExplorer([np.eye(3)[None]], [['a', 'b', 'c']])",
    "layers": """\
w = np.stack([np.eye(4), np.eye(4)[[0, 0, 0, 0]], np.ones((4, 4)) / 4, np.eye(4)[::-1]])
widgets.HeadExplorer([w.reshape(2, 2, 4, 4)], [["a", "b", "c", "d"]])""",
    "python": "",
}


def test_head_explorer(lab, page, tmp_path):
    page.set_viewport_size({"width": 1280, "height": 1600})
    open_cells(lab, page, tmp_path, CELLS)
    heads, one = output(page, "heads"), output(page, "one")
    said = heads.get_by_role("status")
    choose_by_keyboard(page, heads, said)
    point(page, heads, said)
    sentences(heads)
    with_python(page, heads)
    expect(one.get_by_role("radio")).to_have_count(1)
    expect(one.get_by_role("grid", name="a b c, 3 rows, 3 columns")).to_be_visible()
    expect(one.get_by_role("group", name="Heads")).not_to_contain_text("false")
    choose_a_layer(page, output(page, "layers"))
    assert violations_in_both_themes(page) == []
    restart(page)
    heads.get_by_role("radio", name="Head 4").click()
    expect(said).to_contain_text("Head 4.")
    expect(cell(heads, 0, 2, 5)).to_have_text("0.69")


def choose_a_layer(page, several):
    layers, said = several.get_by_role("radiogroup", name="Layer"), several.get_by_role("status")
    expect(layers.get_by_role("radio")).to_have_count(2)
    expect(cell(several, 0, 2, 2)).to_have_text("1")
    layers.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    expect(layers.get_by_role("radio", name="Layer 1")).to_be_checked()
    expect(said).to_contain_text(
        "Layer 1, head 0. A token between the first and the last gives on average 0.25 to itself"
    )
    expect(cell(several, 0, 2, 2)).to_have_text("0.25")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Layer 1, head 1.")
    cell(several, 0, 1, 2).hover()
    expect(said).to_have_text("Layer 1, head 1: “b” gives 1.00 to “c”; its largest weight.")


def cell(heads, sentence, row, column):
    grid = heads.get_by_role("grid", include_hidden=True).nth(sentence)
    return grid.locator("tbody tr").nth(row).locator("td.cw-cell").nth(column)


def choose_by_keyboard(page, heads, said):
    radios = heads.get_by_role("radio")
    expect(radios).to_have_count(12)
    expect(heads.locator("[role=radio][tabindex='0']")).to_have_count(1)
    radios.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(radios.nth(2)).to_be_focused()
    expect(radios.nth(2)).to_be_checked()
    expect(said).to_contain_text(
        "the first and the last gives on average 0.00 to itself, 1.00 to the"
    )
    expect(cell(heads, 0, 2, 1)).to_have_text("1.00")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    expect(radios.last).to_be_focused()
    page.keyboard.press("Home")
    expect(radios.first).to_be_checked()
    before = jupyter.cell_ids(page)
    for key in "ddab":
        page.keyboard.press(key)
    assert jupyter.cell_ids(page) == before
    # From the heads past six ticks and two tables to what comes after: nowhere a trap.
    for _ in range(6 + 2 + 2):
        page.keyboard.press("Tab")
    assert not heads.evaluate("below => below.contains(document.activeElement)")


def point(page, heads, said):
    heads.get_by_role("radio", name="Head 10").click()
    cell(heads, 0, 2, 5).hover()
    expect(said).to_have_text("Head 10: “bank” gives 0.59 to “river”; its largest weight.")
    grids = heads.get_by_role("grid")
    for grid in (grids.nth(0), grids.nth(1)):
        expect(grid.locator("tr.is-row").get_by_role("rowheader")).to_have_text(["bank"])
    cell(heads, 1, 2, 2).hover()
    expect(said).to_have_text("Head 10: “bank” gives 0.16 to itself; most goes to “[CLS]”: 0.24.")
    grids.nth(1).locator("[tabindex='0']").focus()
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Head 10: “[CLS]” gives 0.04 to “the”;")


def sentences(heads):
    expect(heads.get_by_role("grid")).to_have_count(2)
    heads.get_by_role("checkbox", name="keyboard").check()
    expect(heads.get_by_role("grid")).to_have_count(3)
    heads.get_by_role("checkbox", name="river").uncheck()
    expect(heads.get_by_role("grid").first).to_have_accessible_name(
        "[CLS] the bank lent her money . [SEP], 8 rows, 8 columns"
    )


def with_python(page, heads):
    expect_in_python(page, "python", "print(e.head, e.shown)", "10 [1, 5]")
    in_python(page, "python", "e.head = 2; e.shown = [0]")
    expect(heads.get_by_role("radio", name="Head 2")).to_be_checked()
    expect(heads.get_by_role("grid")).to_have_count(1)
    expect(cell(heads, 0, 5, 4)).to_have_text("1.00")
    nothing = heads.get_by_text("Tick a sentence to see its weights.")
    expect(nothing).to_be_hidden()
    heads.get_by_role("checkbox", checked=True).uncheck()
    expect(nothing).to_be_visible()
