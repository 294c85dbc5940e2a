"""Figures and plain widgets as JupyterLab shows them: named, readable, and usable by keyboard."""

import nbformat
import pytest
from browser import lab as jupyter
from browser.conftest import Lab
from browser.widget_page import RULES_OF_COLOURS, axe
from playwright.sync_api import Locator, Page, expect

from course import draw
from course.draw.style import CELL
from course.draw.style import contrast as contrast_of

SETUP = """\
import numpy as np
from course import draw, widgets
tokens = ["the", "cat", "sat", "because", "it"]
weights = np.array([[.6, .1, .1, .1, .1], [.25, .25, .2, .2, .1], [.2, .2, .2, .2, .2],
                    [.1, .3, .3, .2, .1], [.05, .62, .13, .1, .1]])
A = np.array([[1, 2, -1], [0, 3, 1]])
B = np.array([[1, 0, 2, 1], [3, 1, 0, 2], [1, 1, 1, -2]])"""

FIGURES = {
    "heatmap": "draw.heatmap(weights, tokens, tokens, title='Attention', highlight_row=4)",
    "signed": "draw.heatmap([[12.25, -np.inf], [-3.5, 0]], kind='signed', title='Scores')",
    "dots": "draw.product(A, B, 'dots', (1, 2))",
    "rows": "draw.product(A, B, 'rows', 0)",
    "columns": "draw.product(A * 1.25, B * 0.25, 'columns', 3)",
    "outers": "draw.product(A, B, 'outers', 1)",
    "bars": "draw.bars(weights[4], tokens, y_label='weight', highlight=1)",
    "lines": "draw.lines([1, 4, 16], {'measured': [1, 4, 15], 'd_k': [1, 4, 16]}, x_label='d_k')",
    "histograms": "draw.histograms({'d_k = 4': [1, 2, 2, 3], 'd_k = 64': [0, 4, 8, 2]})",
}
WIDGETS = {"picker": "widgets.RowPicker(weights, tokens)"}


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    cells = []
    for cell_id, code in {"setup": SETUP, **FIGURES, **WIDGETS}.items():
        cells.append(nbformat.v4.new_code_cell(code, id=cell_id))
    notebook = nbformat.v4.new_notebook(cells=cells)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    file = tmp_path_factory.mktemp("figures") / "figures.ipynb"
    nbformat.write(notebook, file)
    return file


@pytest.fixture
def notebook(lab: Lab, page: Page, source) -> Page:
    """The notebook above, run, in a window tall enough to hold all of it at once."""
    page.set_viewport_size({"width": 1200, "height": 5400})
    jupyter.open_notebook(page, lab.copy_of(source))
    jupyter.run_all(page)
    for cell_id in (*FIGURES, *WIDGETS):
        assert jupyter.outputs(page, cell_id).errors == []
        jupyter.show_cell(page, cell_id)
        expect(page.get_by_role("figure").first).to_be_visible()
    expect(page.get_by_role("button", name="because")).to_be_visible()
    return page


def output(page: Page, cell_id: str) -> Locator:
    """Return the output area below a cell."""
    index = jupyter.cell_ids(page).index(cell_id)
    return page.locator(f'.jp-Cell[data-windowed-list-index="{index}"] .jp-OutputArea')


def every_figure_is_an_image_with_a_name(notebook):
    for cell_id in FIGURES:
        said = jupyter.outputs(notebook, cell_id).text
        image = output(notebook, cell_id).get_by_role("img", name=said, exact=True)
        expect(image).to_have_count(1)
    name = "Attention. Heatmap of 5 by 5 weights; each row sums to 1. Largest: 0.62 in row 'it'"
    expect(notebook.get_by_role("img", name=name)).to_have_count(1)


def numbers_unfold_by_keyboard_with_their_headers(notebook):
    below = output(notebook, "heatmap")
    table = below.get_by_role("table", name="Shape (5, 5)")
    expect(table).to_be_hidden()
    below.get_by_text("The numbers").focus()
    notebook.keyboard.press("Enter")
    expect(table).to_be_visible()
    expect(table.get_by_role("columnheader")).to_have_text(["the", "cat", "sat", "because", "it"])
    row = table.get_by_role("row", name="it 0.05 0.62")
    expect(row.get_by_role("rowheader")).to_have_text("it")


READABLE = """svg => {
    const ground = el => {
        for (; el; el = el.parentElement) {
            const colour = getComputedStyle(el).backgroundColor;
            if (!/, 0\\)$/.test(colour) && colour !== 'transparent') return colour;
        }
    };
    return [...svg.querySelectorAll('text')].map(text => ({
        text: text.textContent.trim(), fill: getComputedStyle(text).fill, ground: ground(svg),
        own: text.style.fill,
    }));
}"""


def contrast(one: str, other: str) -> float:
    """Contrast of two CSS colours, the first laid over the second."""
    numbers = [
        [float(n) for n in c[c.index("(") + 1 : -1].replace(",", " ").split()] for c in (one, other)
    ]
    (ink, ground), alpha = numbers, numbers[0][3] if len(numbers[0]) > 3 else 1.0
    over = [alpha * i + (1 - alpha) * g for i, g in zip(ink[:3], ground[:3], strict=True)]
    as_rgb = [tuple(c / 255 for c in colour) for colour in (over, ground[:3])]
    return contrast_of(*as_rgb)


def figures_are_readable(notebook, theme):
    jupyter.set_theme(notebook, theme)
    for cell_id in (*FIGURES, *WIDGETS):
        for svg in output(notebook, cell_id).get_by_role("img").all():
            inks = svg.evaluate(READABLE)
            page_text = [ink for ink in inks if ink["own"] == "currentcolor"]
            assert page_text, cell_id
            for ink in page_text:
                assert contrast(ink["fill"], ink["ground"]) >= 4.5, (cell_id, ink)
    rules = RULES_OF_COLOURS if theme == "dark" else ()
    results = axe(notebook, rules)
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in results["violations"]] == []
    expected = "color-contrast" if rules else "svg-img-alt"
    assert expected in [rule["id"] for rule in results["passes"]]


OVERLAPS = """svg => {
    const boxes = [...svg.querySelectorAll('text')].map(text => {
        const box = text.getBoundingClientRect();
        // A line's box is taller than its digits.
        return {text: text.textContent.trim(), tilted: !/rotate\\(-?0/.test(
                    text.getAttribute('transform') ?? 'rotate(0'),
                left: box.left + 1, right: box.right - 1, top: box.top + 3, bottom: box.bottom - 3};
    }).filter(box => !box.tilted);
    const found = [];
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach(b => {
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            found.push([a.text, b.text]);
    }));
    return found;
}"""


# The widths of what could be a cell: each is a rectangle.
CELLS = """svg => [...svg.querySelectorAll('rect')]
    .map(path => Math.round(path.getBoundingClientRect().width))
    .filter(width => width > 30 && width < 60)"""


def nothing_overlaps_or_is_too_wide(notebook):
    """No text stands on another, nothing is wider than the page, every cell has one size."""
    for cell_id in (*FIGURES, *WIDGETS):
        below = output(notebook, cell_id)
        for svg in below.get_by_role("img").all():
            assert svg.evaluate(OVERLAPS) == [], cell_id
            picture, page = svg.bounding_box(), below.bounding_box()
            assert picture["x"] + picture["width"] <= page["x"] + page["width"] + 1, cell_id
    for view in draw.VIEWS:
        widths = output(notebook, view).get_by_role("img").evaluate(CELLS)
        assert max(widths, key=widths.count) == CELL


def row_picker_works_by_mouse_and_keyboard(notebook):
    picker = output(notebook, "picker")
    said = picker.get_by_role("status")
    expect(said).to_have_text("'the' looks most at itself: 0.60")
    picker.get_by_role("button", name="it", exact=True).click()
    expect(said).to_have_text("'it' looks most at 'cat': 0.62")
    picker.get_by_role("button", name="because").focus()
    notebook.keyboard.press("Enter")
    expect(said).to_have_text("'because' looks most at 'cat': 0.30")
    row = picker.get_by_role("spinbutton", name="Row")
    expect(row).to_have_value("3")
    row.focus()
    notebook.keyboard.press("ArrowUp")
    expect(said).to_have_text("'it' looks most at 'cat': 0.62")
    expect(picker.get_by_role("img", name="Highlighted: row 'it'")).to_have_count(1)
    expect(row).to_be_focused()


def test_figures_on_one_page(notebook):
    """To open the page takes longer than all of these."""
    every_figure_is_an_image_with_a_name(notebook)
    nothing_overlaps_or_is_too_wide(notebook)
    for theme in ("light", "dark"):
        figures_are_readable(notebook, theme)
    numbers_unfold_by_keyboard_with_their_headers(notebook)
    row_picker_works_by_mouse_and_keyboard(notebook)
