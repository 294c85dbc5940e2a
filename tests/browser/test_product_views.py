"""ProductViews in JupyterLab: one notebook with two of them, by keyboard, mouse and kernel."""

import re

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
    "first": "from course import widgets\n"
    "views = widgets.ProductViews([[1, 2, -1], [0, 3, 1]], "
    "[[1, 0, 2, 1], [3, 1, 0, 2], [1, 1, 1, -2]])\nviews",
    "second": "widgets.ProductViews([[1, 0], [0, 2]], [[3, 4], [5, 6]], 'outers')",
    "python": "",
}
FIRST = "C[0, 0] = 1·1 + 2·3 + (−1)·1 = 6"
ENTRIES = "cells => cells.map(cell => cell.textContent).join(' ')"


def test_product_views(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1500})
    open_cells(lab, page, tmp_path, CELLS)
    views, other = output(page, "first"), output(page, "second")
    terms, others = views.get_by_role("status").first, other.get_by_role("status").first
    product = views.get_by_role("grid", name=re.compile("^C"))
    expect(terms).to_have_text(f"Row 0 of A with column 0 of B: {FIRST}")
    assert product.locator("td.cw-cell").evaluate_all(ENTRIES) == "6 1 1 7 10 4 1 4"

    by_keyboard(page, views, terms)
    by_mouse(views, terms, product)
    every_view(page, views, terms, product)
    plays_and_stops(page, views, terms)

    # The other one kept to itself.
    expect(others).to_contain_text("term 0 = [1, 0] × [3, 4] = [[3, 4], [0, 0]]")
    expect(others).to_contain_text("In the sum so far, term 1 is missing.")
    other.get_by_role("spinbutton", name="B[1, 0]").hover()
    expect(others).to_contain_text("term 1 = [0, 2] × [5, 6] = [[0, 0], [10, 12]]")
    expect(others).to_contain_text("the terms add up to C")

    keeps_its_colour(page, views.get_by_role("button", pressed=True))
    with_python(page, views, terms)
    assert violations_in_both_themes(page) == []

    restart(page)
    views.get_by_role("button", name="Reset A and B").click()
    views.get_by_role("button", name="columns").click()
    expect(terms).to_contain_text("column 0 of C = 1·[1, 0] + 3·[2, 3] + 1·[−1, 1] = [6, 10]")


def by_keyboard(page, views, terms):
    views.get_by_role("button", name="Back").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(terms).to_contain_text("C[0, 1] = 1·0 + 2·1 + (−1)·1 = 1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(terms).to_contain_text("C[1, 3] = 0·1 + 3·2 + 1·(−2) = 4")
    page.keyboard.press("Enter")  # Next: from the last step to the first
    expect(terms).to_contain_text(FIRST)
    slider = views.get_by_role("slider", name="Step")
    slider.focus()
    page.keyboard.press("End")
    assert slider.get_attribute("aria-valuetext") == "C[1, 3], 8 of 8"
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    entry = views.get_by_role("spinbutton", name="A[0, 0]")
    expect(entry).to_be_focused()
    page.keyboard.type("7")
    expect(terms).to_contain_text("C[0, 0] = 7·1 + 2·3 + (−1)·1 = 12")
    page.keyboard.press("Escape")
    expect(terms).to_contain_text(FIRST)
    page.keyboard.type("100")
    refused = views.get_by_role("alert").filter(visible=True)
    expect(refused).to_contain_text("A[0, 0] stays 1: the most that goes here is 99.")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(views.get_by_role("spinbutton", name="B[0, 0]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(terms).to_contain_text("C[1, 1] = 0·0 + 3·1 + 1·1 = 4")


def by_mouse(views, terms, product):
    product.locator("td.cw-cell").nth(2).hover()
    expect(terms).to_contain_text("C[0, 2] = 1·2 + 2·0 + (−1)·1 = 1")
    framed = views.locator(".is-row, .is-column, td.is-cell")
    assert framed.evaluate_all("all => all.map(x => x.closest('table').ariaLabel[0])") == [
        "A",  # its row
        *"BBBB",  # its column with the header
        "C",
    ]


def every_view(page, views, terms, product):
    views.get_by_role("button", name="rows").click()
    expect(terms).to_contain_text(
        "row 0 of C = 1·[1, 0, 2, 1] + 2·[3, 1, 0, 2] + (−1)·[1, 1, 1, −2] = [6, 1, 1, 7]"
    )
    factors = views.get_by_role("grid", name=re.compile("^B")).get_by_role("rowheader")
    expect(factors).to_have_text(["1 ×", "2 ×", "−1 ×"])
    product.locator("td.cw-cell").nth(5).hover()
    expect(factors).to_have_text(["0 ×", "3 ×", "1 ×"])
    views.get_by_role("button", name="columns").focus()
    page.keyboard.press("Space")
    expect(terms).to_contain_text("column 0 of C = 1·[1, 0] + 3·[2, 3] + 1·[−1, 1] = [6, 10]")
    views.get_by_role("button", name="outer products").click()
    expect(terms).to_contain_text("term 0 = [1, 0] × [1, 0, 2, 1] = [[1, 0, 2, 1], [0, 0, 0, 0]]")
    views.get_by_role("button", name="Next").click()
    expect(product).to_have_accessible_name("C so far, sum of terms 0 to 1")
    assert product.locator("td.cw-cell").evaluate_all(ENTRIES) == "7 2 2 5 9 3 0 6"
    term = views.get_by_role("grid", name="Term 1, column 1 × row 1")
    assert term.locator("td.cw-cell").evaluate_all(ENTRIES) == "6 2 0 4 9 3 0 6"


def plays_and_stops(page, views, terms):
    expect(terms).to_contain_text("term 1 = ")
    play = views.get_by_role("button", name="Play")
    play.focus()
    page.keyboard.press("Space")
    expect(terms).to_contain_text("term 2 = ")
    expect(play).to_be_visible()  # not "Pause": it stopped at the end
    views.get_by_role("button", name="Next").click()
    expect(terms).to_contain_text("term 0 = ")


def keeps_its_colour(page, button):
    """A button that was just pressed, and so is under the mouse, can be read."""
    colour = "button => getComputedStyle(button).backgroundColor"
    page.mouse.move(0, 0)
    before = button.evaluate(colour)
    button.hover()
    assert button.evaluate(colour) == before


def with_python(page, views, terms):
    expect_in_python(page, "python", "print(views.view, views.step)", "outers 0")
    entry = views.get_by_role("spinbutton", name="B[2, 3]")
    entry.click()
    page.keyboard.type("5")
    expect(entry).to_have_value("5")
    expect_in_python(page, "python", "print(views.B[2], views.step)", "[1. 1. 1. 5.] 2")
    in_python(page, "python", "views.view = 'dots'; views.step = 7; views.A = views.A * 2")
    expect(terms).to_contain_text("C[1, 3] = 0·1 + 6·2 + 2·5 = 22")
