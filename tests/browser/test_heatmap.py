"""Heatmap in JupyterLab: one notebook, by keyboard, mouse and kernel."""

import re

from browser import lab as jupyter
from browser.widget_page import in_python, open_cells, output, restart, violations_in_both_themes
from playwright.sync_api import expect

from course.draw.style import contrast

CELLS = {
    "scores": """\
import ipywidgets
import numpy as np
from course import widgets
h = widgets.Heatmap([[1.5, -np.inf, 0], [2, -3, .25]], ["the", "cat"], ["x", "y", "z"], "scores")
h""",
    "weights": """\
w = widgets.Heatmap([[.25, .75], [1, 0]], ["attention", "because"], ["attention", "because"],
                    label="weights", kind="weights")
w""",
    "linked": """\
e = widgets.MatrixEditor(np.zeros((2, 3)), label="S")
big = widgets.Heatmap(np.sin(np.arange(4096)).reshape(64, 64), label="big")
one = widgets.Heatmap([[-7]], label="one")
ipywidgets.VBox([ipywidgets.HBox([e, one]), big])""",
    "python": "",
}
INKS = """cells => cells.map(cell => {
    const style = getComputedStyle(cell);
    return [style.color, style.backgroundColor];
})"""


def test_heatmap(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1900})
    open_cells(lab, page, tmp_path, CELLS)
    scores, weights, linked = (output(page, name) for name in ("scores", "weights", "linked"))
    names_roles_and_numbers(scores, weights)
    colours(scores, weights)
    keyboard_and_mouse(page, scores, weights)
    with_python(page, scores)
    linked_in_the_page(page, scores, linked)
    a_part_of_a_large_one(page, linked)
    jupyter.set_theme(page, "light")
    colours(scores, weights)
    assert violations_in_both_themes(page) == []
    colours(scores, weights)
    restart(page)
    linked.get_by_role("spinbutton", name="S[0, 0]").focus()
    page.keyboard.type("4")
    expect(cells(scores).first).to_have_text("4.0")  # jslink is the page's own


def cells(below):
    return below.get_by_role("grid").first.locator("td.cw-cell")


def names_roles_and_numbers(scores, weights):
    grid = scores.get_by_role("grid", name="scores, 2 rows, 3 columns")
    expect(grid.get_by_role("columnheader")).to_have_text(["x", "y", "z"])
    expect(grid.get_by_role("rowheader")).to_have_text(["the", "cat"])
    expect(cells(scores)).to_have_text(["1.50", "−∞", "0.00", "2.00", "−3.00", "0.25"])
    expect(scores.get_by_role("status")).to_have_text(
        "Largest: 2 in row cat, column x; smallest: −3 in row cat, column y."
    )
    expect(scores.locator(".cw-legend")).to_have_text("−33")
    expect(weights.get_by_role("status")).to_have_text(
        "Largest: 1 in row because, column attention."
    )
    expect(weights.locator(".cw-legend")).to_have_text("01")
    heads = weights.get_by_role("columnheader")
    boxes = [head.locator("span").bounding_box() for head in heads.all()]
    first, second = (box["x"] for box in boxes)
    assert second - first > 20  # long labels are tilted, and stand apart


def colours(scores, weights):
    """Every number is readable on its cell; a hidden score is hatched, not only empty."""
    for below in (scores, weights):
        for ink, fill in cells(below).evaluate_all(INKS):
            if fill != "rgba(0, 0, 0, 0)":
                assert contrast(*map(as_rgb, (ink, fill))) >= 4.5, (ink, fill)
    masked = scores.locator("td.cw-masked")
    if masked.count():
        assert "gradient" in masked.first.evaluate("cell => getComputedStyle(cell).backgroundImage")


def as_rgb(css):
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", css)[:3])
    return red, green, blue


def keyboard_and_mouse(page, scores, weights):
    said = scores.get_by_role("status")
    stops = scores.locator("table [tabindex='0']")
    expect(stops).to_have_count(1)
    stops.focus()
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text("Row cat, column x: 2.")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("Row cat, column y: −3.")
    expect(cells(scores).nth(4)).to_be_focused()
    framed = scores.locator("tr.is-row")
    expect(framed.get_by_role("rowheader")).to_have_text(["cat"])
    expect(scores.locator("th.is-column")).to_have_text(["y"])
    expect(scores.locator("td.is-cell")).to_have_text(["−3.00"])
    page.keyboard.press("Control+End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    expect(said).to_have_text("Row cat, column x: 2.")
    before = jupyter.cell_ids(page)
    for key in "ddabx":
        page.keyboard.press(key)
    assert jupyter.cell_ids(page) == before
    page.keyboard.press("Tab")
    assert not scores.evaluate("below => below.contains(document.activeElement)")
    cells(weights).nth(1).hover()
    expect(weights.get_by_role("status")).to_have_text("Row attention, column because: 0.75.")
    expect(weights.locator("td.is-cell")).to_have_text(["0.75"])


def with_python(page, scores):
    assert in_python(page, "python", "print(h.pointed, w.pointed)") == "[1, 0] [0, 1]"
    in_python(page, "python", "h.pointed = [0, 2]")
    expect(scores.get_by_role("status")).to_have_text("Row the, column z: 0.")
    expect(scores.locator("td.is-cell")).to_have_text(["0.00"])
    in_python(page, "python", "h.value = np.full((3, 1), -np.inf); h.columns = ['long label']")
    expect(scores.get_by_role("rowheader")).to_have_text(["0", "1", "2"])
    expect(scores.get_by_role("columnheader")).to_have_text(["long label"])
    expect(scores.get_by_role("status")).to_have_text("No entry is a finite number.")
    expect(scores.locator("td.is-cell")).to_have_count(0)
    in_python(page, "python", "h.label = 'S'; h.kind = 'weights'; h.value = [[0.5, 0.25]]")
    expect(scores.get_by_role("grid", name="S, 1 row, 2 columns")).to_be_visible()
    expect(scores.locator(".cw-legend")).to_have_text("01")
    in_python(page, "python", "h.kind = 'signed'; h.rows = h.columns = None")


def linked_in_the_page(page, scores, linked):
    in_python(page, "python", "link = ipywidgets.jslink((e, 'value'), (h, 'value'))")
    expect(cells(scores)).to_have_text(["0"] * 6)
    entry = linked.get_by_role("spinbutton", name="S[1, 2]")
    entry.focus()
    page.keyboard.type("2.5")
    expect(cells(scores)).to_have_text(["0.0", "0.0", "0.0", "0.0", "0.0", "2.5"])
    page.keyboard.press("Alt+ArrowUp")
    expect(cells(scores).last).to_have_text("2.6")
    expect(linked.get_by_role("grid", name="one, 1 row, 1 column")).to_be_visible()


def a_part_of_a_large_one(page, linked):
    grid = linked.get_by_role("grid", name="big, 64 rows, 64 columns")
    expect(grid.locator("td.cw-cell")).to_have_count(144)
    stops = grid.locator("[tabindex='0']")
    stops.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    said = linked.get_by_role("status").last
    expect(said).to_have_text("Row 0, column 12: −0.5366.")
    expect(linked).to_contain_text("columns 1 to 12 of 64")
    page.keyboard.press("Control+End")
    expect(said).to_contain_text("Row 63, column 63:")
    expect(stops).to_have_count(1)
    picture = linked.get_by_role("img", name="All of big as colours")
    picture.click(position={"x": 2, "y": 2})
    expect(linked).to_contain_text("rows 0 to 11 of 64, columns 0 to 11 of 64")
    expect(stops).to_have_count(1)
    painted = picture.evaluate(
        "p => [...p.getContext('2d').getImageData(0, 0, 64, 64).data].filter((x, k) => k % 4 == 3)"
    )
    assert set(painted) == {255}
