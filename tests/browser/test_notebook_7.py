"""Every widget in Notebook 7: its keys, the reader's own colours, paper, and a narrow page.

Notebook 7 takes keys before a widget sees them, and has no side bar to narrow the page further.
"""

from browser import lab as jupyter
from browser.widget_page import open_cells, output, violations
from playwright.sync_api import expect

CELLS = {
    "picker": """\
import numpy as np
from course import examples, widgets
widgets.RowPicker([[.6, .4], [.1, .9]], ["the", "cat"])""",
    "editor": "widgets.MatrixEditor([[1, 0], [0, 1]], label='W_Q')",
    "heatmap": "widgets.Heatmap([[1, 0], [0, 1]], label='scores')",
    "explorer": "widgets.AttentionExplorer.of(examples.I_LOVE_AI)",
    "views": "widgets.ProductViews([[1, 0], [0, 2]], [[3, 4], [5, 6]])",
    "softmax": "widgets.SoftmaxExplorer([1, 2])",
    "scaling": "widgets.ScalingExplorer(d_k=4)",
    "heads": "widgets.HeadExplorer([np.eye(3)[None].repeat(2, 0)], [['a', 'b', 'c']])",
    "blocks": "widgets.BlockExplorer([1, 2], [3, 4])",
    "training": """\
widgets.TrainingExplorer(
    np.eye(2), np.eye(2), step=lambda W_Q, W_K: (W_Q / 2, W_K / 2), X=np.eye(2), W_V=[[0], [1]],
    wanted=[[4], [4]], features=["one", "two"], queries=["a", "b"], keys=["c", "d"])""",
    "grade": "widgets.GradeButton('00-start-here')",
}
# What the notebook would cut, delete, merge, move, add, change, undo or run to.
KEYS = [
    *("x", "d", "d", "a", "b", "m", "r", "1", "z", "c", "v", "j", "k", "Shift+m", "Shift+z"),
    *("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft", "Shift+ArrowDown", "Home", "End"),
    *("Control+Backspace", "Control+Shift+M", "Control+Shift+ArrowDown", "Control+z", "Control+a"),
]

GROUNDS = "all => all.map(x => getComputedStyle(x).backgroundColor)"
# Buttons and lists that go beyond the page; tables may, and can be scrolled.
CUT_OFF = """below => [...below.querySelectorAll("button, select, input[type=text]")]
    .filter(x => !x.closest(".cw-scroll") && x.checkVisibility())
    .filter(x => x.getBoundingClientRect().right > below.getBoundingClientRect().right + 1)
    .map(x => x.getAttribute("aria-label") ?? x.textContent)"""


def test_every_widget_in_notebook_7(lab, own_page, tmp_path):
    """One page for both: to open it takes longer than either."""
    own_page.set_viewport_size({"width": 1200, "height": 1200})
    open_cells(lab, own_page, tmp_path, CELLS, jupyter.open_in_notebook_7)
    cells = {name: output(own_page, name) for name in CELLS}
    contrast_themes_paper_and_a_narrow_page(own_page, cells)
    own_page.set_viewport_size({"width": 1200, "height": 1200})
    no_key_of_a_widget_reaches_notebook_7(own_page, cells)


def no_key_of_a_widget_reaches_notebook_7(notebook, cells):
    controls = {
        "picker": cells["picker"].get_by_role("button", name="cat"),
        "editor": cells["editor"].get_by_role("spinbutton").first,
        "heatmap": cells["heatmap"].locator("td.cw-cell").first,
        "explorer": cells["explorer"].get_by_role("grid").last.locator("td.cw-cell").first,
        "views": cells["views"].get_by_role("button", name="rows"),
        "softmax": cells["softmax"].get_by_role("slider", name="Temperature"),
        "scaling": cells["scaling"].get_by_role("slider"),
        "heads": cells["heads"].get_by_role("radio").first,
        "blocks": cells["blocks"].get_by_role("button", name="Back"),
        "training": cells["training"].get_by_role("slider", name="Step"),
        "grade": cells["grade"].get_by_role("button"),
    }
    for name, control in controls.items():
        jupyter.show_cell(notebook, name)
        if name == "grade":
            control.focus()  # to click it would grade
        else:
            control.click()
        before = whole(notebook)
        for key in KEYS:
            notebook.keyboard.press(key)
        assert whole(notebook) == before, name
        assert cells[name].evaluate("below => below.contains(document.activeElement)"), name
    arrows_are_the_widgets(notebook, cells)
    control_s_still_saves(notebook, controls["heatmap"])


def contrast_themes_paper_and_a_narrow_page(notebook, cells):
    notebook.emulate_media(forced_colors="active")
    pressed = {
        "picker": cells["picker"].locator(".widget-toggle-button"),
        "views": cells["views"].get_by_role("group", name="View").get_by_role("button"),
        "heads": cells["heads"].get_by_role("radio"),
    }
    for name, buttons in pressed.items():
        grounds = buttons.evaluate_all(GROUNDS)
        assert grounds[0] not in grounds[1:], (name, grounds)
    assert len(set(cells["heatmap"].locator("td.cw-cell").evaluate_all(GROUNDS))) == 2
    entry = cells["editor"].get_by_role("spinbutton").first
    assert entry.evaluate("e => getComputedStyle(e).borderTopWidth") == "1px"
    assert violations(notebook) == []
    notebook.emulate_media(forced_colors="none")

    colours = cells["heatmap"].locator("td.cw-cell").first
    assert colours.evaluate("c => getComputedStyle(c).printColorAdjust") == "exact"

    notebook.set_viewport_size({"width": 400, "height": 900})
    for name, below in cells.items():
        assert below.evaluate(CUT_OFF) == [], name


def whole(page):
    """The cells with their code, and which one is active."""
    return jupyter.call(
        page,
        """
        const cells = panel.content.widgets.map(cell => [cell.model.id, cell.model.type,
            cell.model.sharedModel.getSource()]);
        return [cells, panel.content.activeCell.model.id, panel.content.selectedCells.length];
        """,
    )


def arrows_are_the_widgets(page, cells):
    jupyter.show_cell(page, "heatmap")
    cells["heatmap"].locator("td.cw-cell").first.click()
    page.keyboard.press("ArrowDown")
    expect(cells["heatmap"].locator("td.cw-cell").nth(2)).to_be_focused()
    jupyter.show_cell(page, "views")
    cells["views"].get_by_role("button", name="dot products").click()
    cells["views"].get_by_role("button", name="Next").click()
    page.keyboard.press("ArrowRight")
    expect(cells["views"].get_by_role("status").first).to_contain_text("C[1, 0]")
    jupyter.show_cell(page, "scaling")
    slider = cells["scaling"].get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "2")


def control_s_still_saves(page, control):
    jupyter.show_cell(page, "heatmap")
    jupyter.call(page, "panel.context.model.dirty = true")
    control.click()
    page.keyboard.press("Control+s")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
