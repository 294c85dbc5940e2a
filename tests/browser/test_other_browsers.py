"""Every widget in Firefox and in WebKit: one notebook with all of them, in Notebook 7.

Notebook 7 takes keys before a widget sees them, and the browsers differ in what a click selects.
"""

import time

import pytest
from browser import lab as jupyter
from browser.every_widget import CELLS, CONTROLS, KEYS, whole
from browser.other_browsers import SECONDS, firefox, webkit
from browser.widget_page import in_python, open_cells, output_css

DOUBLE_CLICK = 0.7  # s; two clicks in less time are one double click
VALUES = "css => [...document.querySelectorAll(css)].map(field => field.value).join(' ')"
HAS_FOCUS = "css => document.querySelector(css).contains(document.activeElement)"
# anywidget 0.11 gives a widget 2 s to load; after that it drops all that Python sends, for good. A
# machine busy with other tests may need more.
WAIT_FOR_WIDGETS = """() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = ms => timeout(Math.max(ms, 60_000));
}"""
# What a widget shows: its words, how large it is, and how many pictures, numbers and controls.
SHOWN = """css => {
    const below = document.querySelector(css);
    const visible = [...below.querySelectorAll("svg[role=img], canvas, td, button, input")]
        .filter(part => part.checkVisibility() && part.getBoundingClientRect().height > 0);
    const {width, height} = below.getBoundingClientRect();
    return {text: below.innerText, width, height, parts: visible.length};
}"""


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["Firefox", "WebKit"])
def notebook(request, lab, tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser")
    with request.param(lab.url, folder) as page:
        open_cells(lab, page, folder, CELLS | {"python": ""}, open_and_watch)
        yield page


@pytest.fixture(autouse=True)
def _leave_nothing_behind():
    """Leave all as it is: the tests of a browser share its page."""


def open_and_watch(page, path):
    jupyter.open_in_notebook_7(page, path)
    page.keep_errors()  # those of the widgets, and not what Jupyter says while it starts
    page.evaluate(WAIT_FOR_WIDGETS)


def test_every_widget_draws(notebook):
    for name in CELLS:
        shown = notebook.evaluate(SHOWN, show(notebook, name))
        assert shown["width"] > 100, name
        assert shown["height"] > 40, name
        assert shown["parts"] > 0, name
        assert "Error" not in shown["text"], name
        assert "NaN" not in shown["text"], name
    assert notebook.errors() == []


def test_a_number_is_edited_by_key_and_by_click(notebook):
    editor = Editor(notebook)
    notebook.click(editor.entry(0, 0))
    notebook.press("3")  # not 13 or 31: the first click selects the number
    editor.shows("3 0 0 1")
    time.sleep(DOUBLE_CLICK)
    notebook.click(editor.entry(0, 0))
    notebook.press("4")  # and so does the next
    editor.shows("4 0 0 1")
    notebook.press("ArrowRight", *"-2.5", "ArrowDown", "7", "Enter")
    editor.shows("4 −2.5 0 7")
    notebook.press("F2", "End", "5", "Enter")
    editor.shows("4 −2.5 0 75")
    notebook.press("Control+z", "Control+z")
    editor.shows("4 −2.5 0 1")
    editor.has_in_python("[[4.0, -2.5], [0.0, 1.0]]")


def test_a_decimal_comma_and_a_pasted_block(notebook):
    editor = Editor(notebook)
    notebook.click(editor.entry(0, 0))
    notebook.press(*"1,5", "Enter")
    editor.shows("1.5 0 0 1")
    notebook.click(editor.entry(0, 1))
    notebook.press(*"1,500")
    unclear = "W_Q[0, 1] stays 0: 1,500 could be 1.500 or 1500: write it without the comma."
    becomes(lambda: text_of(notebook, f"{editor.scope} [role='alert']"), unclear)
    notebook.press("Enter")
    editor.shows("1.5 0 0 1")
    notebook.paste("−2,5")
    editor.shows("1.5 −2.5 0 1")
    notebook.press("Control+Home")
    notebook.paste("1\t2,5\n−3\t4\n")
    editor.shows("1 2.5 −3 4")
    editor.has_in_python("[[1.0, 2.5], [-3.0, 4.0]]")


def test_arrows_go_through_a_heatmap(notebook):
    scope = show(notebook, "heatmap")
    notebook.click(f"{scope} td.cw-cell")
    for key, sentence in {
        "ArrowRight": "Row 0, column 1: 0.",
        "ArrowDown": "Row 1, column 1: 1.",
        "Home": "Row 1, column 0: 0.",
        "ArrowUp": "Row 0, column 0: 1.",
    }.items():
        notebook.press(key)
        becomes(lambda: text_of(notebook, f"{scope} [role='status']"), sentence)


def test_no_key_of_a_widget_reaches_the_notebook(notebook):
    for name, control in CONTROLS.items():
        scope = show(notebook, name)
        # Its code was edited before: the caret is in it.
        notebook.click(scope.replace(".jp-OutputArea", ".cm-content"))
        if name == "grade":  # to click it would grade
            notebook.evaluate("css => document.querySelector(css).focus()", f"{scope} {control}")
        else:
            notebook.click(f"{scope} {control}")
        before = whole(notebook)
        notebook.press(*KEYS)
        assert whole(notebook) == before, name
        assert notebook.evaluate(HAS_FOCUS, scope), name
    assert notebook.errors() == []


class Editor:
    """The editor of W_Q, at [[1, 0], [0, 1]] again."""

    def __init__(self, page):
        self.page = page
        in_python(page, "python", "editor.value = np.eye(2)")
        self.scope = show(page, "editor")
        self.shows("1 0 0 1")

    def entry(self, i, j):
        return f"{self.scope} [role='spinbutton'][aria-label='W_Q[{i}, {j}]']"

    def shows(self, numbers):
        becomes(lambda: self.page.evaluate(VALUES, f"{self.scope} [role='spinbutton']"), numbers)

    def has_in_python(self, value):
        becomes(lambda: in_python(self.page, "python", "print(editor.value.tolist())"), value)


def show(page, cell_id):
    """Scroll to a cell, which takes the focus; return the selector of what stands below it."""
    jupyter.show_cell(page, cell_id)
    return output_css(page, cell_id)


def text_of(page, css):
    return page.evaluate("css => document.querySelector(css).textContent", css)


def becomes(ask, expected):
    """Ask until the answer is the expected one, which it must be in the end."""
    deadline = time.monotonic() + SECONDS
    while (answer := ask()) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    assert answer == expected
