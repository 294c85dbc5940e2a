"""MatrixEditor in JupyterLab: one notebook, by keyboard, mouse, clipboard and kernel."""

import json
import re
import time

from browser import lab as jupyter
from browser.widget_page import in_python, open_cells, output, restart, violations_in_both_themes
from playwright.sync_api import expect

CELLS = {
    "first": """\
import ipywidgets
import numpy as np
from course import widgets
e = widgets.MatrixEditor([[1, .5], [-2, 0]], ["the", "cat"], label="W_Q", min=-9, max=9)
e""",
    "second": """\
o = widgets.MatrixEditor(np.zeros((2, 2)), label="W_K", step=1)
link = ipywidgets.link((e, "value"), (o, "value"))
o""",
    "large": """\
large = widgets.MatrixEditor(np.arange(4096).reshape(64, 64) / 100, label="L")
large""",
    "python": "",
}
PLACE = """cell => [cell.closest("tr").getAttribute("aria-rowindex"),
                     cell.closest("td").getAttribute("aria-colindex")]"""

VALUES = "fields => fields.map(field => field.value)"


class Editor:
    """One editor on the page, as a person finds its parts."""

    def __init__(self, page, cell_id):
        self.page, self.keys = page, page.keyboard
        self.below = output(page, cell_id)
        self.said = self.below.get_by_role("status").first
        self.refused = self.below.get_by_role("alert").filter(visible=True)

    def cell(self, i, j):
        return self.below.get_by_role("spinbutton", name=re.compile(rf"\[{i}, {j}\]$"))

    def tool(self, name):
        return self.below.get_by_role("button", name=re.compile(f"^{name}: "))

    def shows(self, *rows):
        """Wait until the first rows are these; most often they are, which one look tells."""
        fields = self.below.get_by_role("spinbutton").evaluate_all(VALUES)
        entries = [written(entry) for row in rows for entry in row]
        shown = fields[: len(entries)]
        if len(shown) == len(entries) and all(map(re.Pattern.match, entries, shown)):
            return
        for i, row in enumerate(rows):
            for j, text in enumerate(row):
                expect(self.cell(i, j)).to_have_value(written(text))

    def press(self, *keys):
        for key in keys:
            self.keys.press(key)

    def paste(self, text):
        """Paste `text` where the focus is, by way of the clipboard."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.keys.press("Control+v")


def written(number):
    """A number as a field shows it: with a real minus, or the one that is being typed."""
    digits = re.escape(str(number).lstrip("-"))
    return re.compile(f"^[−-]{digits}$" if number < 0 else f"^{digits}$")


def test_matrix_editor(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1700})
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_cells(lab, page, tmp_path, CELLS)
    first, second, large = (Editor(page, name) for name in ("first", "second", "large"))
    first.shows((1, 0.5), (-2, 0))
    second.shows((1, 0.5), (-2, 0))

    names_and_roles(first, large)
    keyboard(first)
    nothing_reaches_jupyterlab(page, first)
    mouse(page, first)
    clipboard(page, lab, first)
    tools_and_undo(first)
    python_and_the_other_editor(page, first, second)
    a_part_of_a_large_matrix(page, large)
    assert violations_in_both_themes(page) == []
    without_its_kernel(page, first, second)
    assert {url.split("/")[2] for url in asked if "://" in url} == {lab.url.split("/")[2]}


def python_has(page, expression, expected):
    """Wait until an expression has this value: what the page sends next waits for what it sent."""
    deadline = time.monotonic() + jupyter.SECONDS
    while (found := json.loads(in_python(page, "python", f"print({expression})"))) != expected:
        assert time.monotonic() < deadline, (expression, found)
        page.wait_for_timeout(300)


def names_and_roles(first, large):
    grid = first.below.get_by_role("grid", name="W_Q, 2 rows, 2 columns")
    expect(grid.get_by_role("columnheader")).to_have_text(["0", "1"])
    expect(grid.get_by_role("row", name="the")).to_have_count(1)
    expect(grid.get_by_role("rowheader")).to_have_text(["the", "cat"])
    assert grid.get_by_role("gridcell").count() == 4 + 1  # and the corner
    expect(first.cell(1, 0)).to_have_accessible_name("W_Q[1, 0]")
    expect(
        first.below.get_by_role("group", name="Tools for W_Q").get_by_role("button")
    ).to_have_count(6)
    assert first.cell(0, 0).get_attribute("aria-valuemax") == "9"
    whole = large.below.get_by_role("grid", name="L, 64 rows, 64 columns")
    assert (whole.get_attribute("aria-rowcount"), whole.get_attribute("aria-colcount")) == (
        "65",
        "65",
    )
    expect(large.below.get_by_role("img", name="All of L as colours")).to_be_visible()


def keyboard(e):
    """Typing, moving, F2, Enter and Escape, steps; what is refused, and where that is said."""
    e.cell(0, 0).focus()
    e.press("ArrowRight", "ArrowDown")
    expect(e.cell(1, 1)).to_be_focused()
    e.press("ArrowDown", "ArrowRight")
    expect(e.cell(1, 1)).to_be_focused()  # the last cell
    e.press("Control+Home")
    expect(e.cell(0, 0)).to_be_focused()
    e.keys.type("-3.25")
    e.shows((-3.25, 0.5))
    e.press("ArrowDown")  # ends the typing, as in a spreadsheet
    expect(e.cell(0, 0)).to_have_value("−3.25")
    expect(e.cell(1, 0)).to_be_focused()
    e.keys.type("7")
    e.press("Escape")
    e.shows((-3.25, 0.5), (-2, 0))
    expect(e.said).to_have_text("W_Q[1, 0] is −2 again")
    e.press("F2", "ArrowUp", "ArrowUp", "Enter")
    e.shows((-3.25, 0.5), (-1.8, 0))
    e.press("Enter", "End", "5", "Enter")  # from -1.8 to -1.85
    e.shows((-3.25, 0.5), (-1.85, 0))
    e.press("Alt+ArrowDown", "Alt+Shift+ArrowUp", "PageDown", "PageDown")
    e.shows((-3.25, 0.5), (-2.95, 0))
    expect(e.cell(1, 0)).to_be_focused()
    e.press("Delete")
    e.shows((-3.25, 0.5), (0, 0))

    e.keys.type("12")
    # Not 1, on the way to 12: what was refused leaves nothing behind.
    expect(e.refused).to_have_text("W_Q[1, 0] stays 0: the most that goes here is 9.")
    expect(e.cell(1, 0)).to_have_accessible_description(re.compile("stays 0"))
    expect(e.cell(1, 0)).to_have_attribute("aria-invalid", "true")
    beside = e.cell(1, 0).bounding_box()
    said_at = e.refused.bounding_box()
    assert 0 < said_at["y"] - beside["y"] - beside["height"] < 12
    e.press("Enter")
    expect(e.cell(1, 0)).to_be_focused()
    e.shows((-3.25, 0.5), (0, 0))
    expect(e.refused).to_have_count(1)
    e.keys.type("4")
    expect(e.refused).to_have_count(0)
    e.press("ArrowRight")
    e.keys.type("-")  # may be on the way to -1
    expect(e.refused).to_have_count(0)
    e.press("Tab")  # no trap
    expect(e.refused).to_have_text("W_Q[1, 1] stays 0: an entry must be a number.")
    expect(e.tool("Undo")).to_be_focused()
    e.press("Shift+Tab")
    expect(e.cell(1, 1)).to_be_focused()
    e.press("Backspace", "ArrowLeft")
    expect(e.refused).to_contain_text("W_Q[1, 1] stays 0: an entry must be a number.")
    expect(e.cell(1, 1)).to_be_focused()
    e.shows((-3.25, 0.5), (4, 0))
    e.press("Escape", "Shift+Tab")
    expect(e.refused).to_have_count(0)
    assert not e.below.evaluate("below => below.contains(document.activeElement)")


def nothing_reaches_jupyterlab(page, e):
    """No key of the editor's changes cells, deletes one, adds one or leaves it."""
    before = jupyter.cell_ids(page)
    active = jupyter.call(page, "return panel.content.activeCell.model.id")
    e.cell(0, 0).focus()
    e.press(
        *"ddabxmy00z", "Escape", "d", "d", "j", "k", "Escape", "ArrowUp", "ArrowUp", "ArrowDown"
    )
    assert jupyter.cell_ids(page) == before
    assert jupyter.call(page, "return panel.content.activeCell.model.id") == active
    expect(e.cell(1, 0)).to_be_focused()
    e.shows((-3.25, 0.5), (4, 0))


def mouse(page, e):
    cell = e.cell(1, 1)
    box = cell.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)  # without the focus, the page scrolls
    e.shows((-3.25, 0.5), (4, 0))
    page.mouse.down()
    page.mouse.move(x + 2, y)  # less than a drag
    page.mouse.up()
    e.shows((-3.25, 0.5), (4, 0))
    expect(cell).to_be_focused()
    page.mouse.wheel(0, -100)
    page.mouse.wheel(0, -100)
    expect(cell).to_have_value("0.2")
    page.mouse.wheel(0, 100)
    expect(cell).to_have_value("0.1")
    page.mouse.wheel(60, 0)
    for _ in range(10):  # a touchpad
        page.mouse.wheel(0, 5)
    expect(cell).to_have_value("0")

    page.mouse.down()
    seen = []
    for step in range(1, 11):
        page.mouse.move(x + 6 * step, y)
        seen.append(cell.input_value())
    assert [float(text) for text in seen] == [round(0.1 * step, 1) for step in range(1, 11)]
    page.mouse.move(x - 1000, y)
    expect(cell).to_have_value("−9")  # at the least, no message
    page.mouse.move(x + 30, y)
    page.mouse.up()
    expect(cell).to_have_value("0.5")
    e.press("Control+z")
    expect(cell).to_have_value("0")  # one drag, one step back
    cell.dblclick()
    e.press("End", "7", "Enter")
    expect(cell).to_have_value("7")
    e.press("Control+z")
    expect(e.refused).to_have_count(0)
    expect(e.said).to_have_text("Undone: W_Q[1, 1] is 0")
    # What is typed after a click replaces the number: after the first, the second, and typing.
    for digit in "123":
        cell.click()
        e.press(digit)
        expect(cell).to_have_value(digit)
    e.press("Escape", "Control+z", "Control+z")
    e.shows((-3.25, 0.5), (4, 0))


def a_comma(page, e):
    """A decimal comma is a point, typed and pasted; where it could part thousands it is refused."""
    e.cell(1, 1).focus()
    e.keys.type("1,5")
    e.press("Enter")
    e.shows((-3.25, 0.5), (4, 1.5))
    e.paste("−2,5")
    e.shows((-3.25, 0.5), (4, -2.5))
    unclear = "W_Q[1, 1] stays −2.5: 1,500 could be 1.500 or 1500: write it without the comma."
    for enter in (e.keys.type, e.paste):
        enter("1,500")
        expect(e.refused).to_have_text(unclear)
        e.press("Enter")
        e.shows((-3.25, 0.5), (4, -2.5))
    e.press("Control+z", "Control+z")
    e.shows((-3.25, 0.5), (4, 0))


def clipboard(page, lab, e):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=lab.url)
    a_comma(page, e)
    e.cell(0, 0).focus()
    e.paste("1\t2,5\r\n−3\t4\r\n")
    e.shows((1, 2.5), (-3, 4))
    expect(e.said).to_have_text("4 numbers pasted into W_Q")
    e.cell(0, 1).focus()
    e.paste("[[0.5], [7]]")
    e.shows((1, 0.5), (-3, 7))
    for text, why in {
        "the cat": "W_Q[0, 1] stays 0.5: “the” is not a number.",
        "1 2 3\n4 5 6": "W_Q[0, 1] stays 0.5: 2 × 3 numbers were pasted, "
        "and from here on there is room for 2 × 1.",
        "8\n10": "W_Q[0, 1] stays 0.5: the most that goes here is 9.",
        "nan": "W_Q[0, 1] stays 0.5: “nan” is not a number.",
        "1\t\n2\t3": "W_Q[0, 1] stays 0.5: there is an empty cell in what was pasted.",
        " ": "W_Q[0, 1] stays 0.5: there are no numbers in what was pasted.",
    }.items():
        e.paste(text)
        expect(e.refused).to_have_text(why)
        e.shows((1, 0.5), (-3, 7))
    e.press("Control+z")
    expect(e.refused).to_have_count(0)
    e.shows((1, 2.5), (-3, 4))
    e.press("F2", "End")
    e.paste("1")  # a piece of a number, in the text
    e.shows((1, 2.51), (-3, 4))

    code = "W_Q = np.array([\n    [1.0, 2.51],\n    [-3.0, 4.0],\n])"
    e.tool("Copy as code").click()
    expect(e.said).to_have_text("Copied. Paste it into a code cell.")
    assert page.evaluate("navigator.clipboard.readText()") == code
    refuse_clipboard(page, lab)
    e.tool("Copy as code").click()
    field = e.below.get_by_role("textbox", name="Code to copy")
    expect(field).to_be_focused()
    assert field.input_value() == code
    assert field.evaluate("field => field.selectionEnd - field.selectionStart") == len(code)
    expect(e.said).to_contain_text("copy the selected text")


def refuse_clipboard(page, lab):
    """Forbid the page to write to the clipboard, as a person may in the browser's settings."""
    here = page.context.new_cdp_session(page).send("Target.getTargetInfo")["targetInfo"]
    page.context.clear_permissions()
    page.context.browser.new_browser_cdp_session().send(
        "Browser.setPermission",
        {
            "permission": {"name": "clipboard-write", "allowWithoutSanitization": False},
            "setting": "denied",
            "origin": lab.url,
            "browserContextId": here["browserContextId"],
        },
    )


def tools_and_undo(e):
    e.tool("Reset").click()
    e.shows((1, 0.5), (-2, 0))
    expect(e.tool("Reset")).to_be_disabled()
    assert e.below.evaluate("below => below.contains(document.activeElement)")
    e.tool("Transpose").focus()
    e.press("Enter")
    e.shows((1, -2), (0.5, 0))
    e.tool("Identity").click()
    e.shows((1, 0), (0, 1))
    e.tool("Random").click()
    expect(e.said).to_have_text("W_Q is random")
    fields = [e.cell(i, j).input_value() for i in range(2) for j in range(2)]
    entries = [float(text.replace("−", "-")) for text in fields]
    assert all(-1 <= x <= 1 for x in entries)
    for _ in range(2):
        e.tool("Undo").click()
    e.shows((1, -2), (0.5, 0))
    e.cell(0, 0).focus()
    e.press("Control+y")
    e.shows((1, 0), (0, 1))
    e.press("Control+z", "Control+z")
    e.shows((1, 0.5), (-2, 0))
    e.press("Control+Shift+z")
    e.shows((1, -2), (0.5, 0))
    e.press("Control+z")
    e.keys.type("33")  # refused after the first digit; Escape takes that back too
    e.press("Escape")
    e.shows((1, 0.5), (-2, 0))


def python_and_the_other_editor(page, first, second):
    first.cell(0, 1).focus()
    first.keys.type("0.75")
    second.shows((1, 0.75), (-2, 0))
    python_has(page, "e.value.tolist()", [[1, 0.75], [-2, 0]])
    in_python(page, "python", "e.value = np.array([[1/3, 2], [3, 4]]); e.rows = ['a', 'b']")
    first.shows((0.33, 2), (3, 4))
    second.shows((0.33, 2), (3, 4))
    expect(first.said).to_have_text("Changed from Python, or in another view.")
    expect(first.below.get_by_role("rowheader")).to_have_text(["a", "b"])
    first.cell(0, 0).focus()
    first.press("F2")
    expect(first.cell(0, 0)).to_have_value(repr(1 / 3))
    first.press("Escape")
    second.cell(1, 1).focus()
    second.press("Alt+ArrowUp")
    first.shows((0.33, 2), (3, 5))
    second.keys.type("50")  # more than e takes: the link is in Python, and e keeps its own
    second.shows((0.33, 2), (3, 50))
    first.shows((0.33, 2), (3, 5))
    # Python has refused it for `e` by now: an undo before that is not what is tried here.
    python_has(page, "o.value.tolist()", [[1 / 3, 2], [3, 50]])
    second.cell(1, 1).focus()
    second.press("Control+z")
    both = "[e.value.tolist(), o.value.tolist()]"
    python_has(page, both, [[[1 / 3, 2], [3, 5]]] * 2)
    in_python(page, "python", "e.max = None; e.label = 'W'")
    expect(first.cell(0, 0)).to_have_accessible_name("W[0, 0]")
    first.cell(0, 0).focus()
    first.keys.type("50")
    first.shows((50, 2), (3, 5))
    second.shows((50, 2), (3, 5))


def a_part_of_a_large_matrix(page, e):
    """64 x 64: some of the numbers in fields, all of it in a picture; every number by keyboard."""
    assert e.below.get_by_role("spinbutton").count() == 144
    expect(e.below).to_contain_text("rows 0 to 11 of 64, columns 0 to 11 of 64")
    e.cell(0, 0).focus()
    e.press(*["ArrowDown"] * 13)
    expect(e.cell(13, 0)).to_be_focused()
    expect(e.cell(13, 0)).to_have_value("8.32")
    assert e.cell(13, 0).evaluate(PLACE) == ["15", "2"]
    e.keys.type("5")
    e.press("ArrowDown")  # past the edge again, while typing
    expect(e.cell(13, 0)).to_have_value("5")
    expect(e.cell(14, 0)).to_have_value("8.96")
    e.press("Control+End")
    expect(e.cell(63, 63)).to_be_focused()
    assert e.cell(63, 63).evaluate(PLACE) == ["65", "65"]
    e.press("Control+Home", "Alt+ArrowUp")
    expect(e.cell(0, 0)).to_have_value("0.1")
    stops = e.below.locator("table [tabindex='0']")
    expect(stops).to_have_count(1)
    picture = e.below.get_by_role("img", name="All of L")
    picture.click(position={"x": 150, "y": 100})  # 3 px an entry: row 33, column 50 in the middle
    expect(e.below).to_contain_text("rows 27 to 38 of 64, columns 44 to 55 of 64")
    expect(stops).to_have_count(1)
    expect(stops).to_have_accessible_name("L[27, 44]")
    python_has(page, "large.value[[13, 0, 63], [0, 0, 63]].tolist()", [5, 0.1, 40.95])


def without_its_kernel(page, first, second):
    """The page edits on, and says nothing of Python that is not so."""
    restart(page)
    first.cell(0, 1).focus()
    first.keys.type("6")
    first.shows((50, 6), (3, 5))
    expect(first.said).to_have_text("W[0, 1] is 6")
    second.shows((50, 2), (3, 5))
    expect(first.below).not_to_contain_text("Error")
