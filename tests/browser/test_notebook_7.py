"""Every widget in Notebook 7: its keys, the reader's own colours, paper, and a narrow page.

Notebook 7 takes keys before a widget sees them, and has no side bar to narrow the page further.
"""

from browser import lab as jupyter
from browser.every_widget import CELLS, CONTROLS, KEYS, whole
from browser.widget_page import RULES_OF_COLOURS, open_cells, output, violations
from playwright.sync_api import expect

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
    controls = {name: cells[name].locator(css).first for name, css in CONTROLS.items()}
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
    assert violations(notebook, RULES_OF_COLOURS) == []
    notebook.emulate_media(forced_colors="none")

    colours = cells["heatmap"].locator("td.cw-cell").first
    assert colours.evaluate("c => getComputedStyle(c).printColorAdjust") == "exact"

    notebook.set_viewport_size({"width": 400, "height": 900})
    for name, below in cells.items():
        assert below.evaluate(CUT_OFF) == [], name


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
