"""BlockExplorer in JupyterLab: its numbers are numpy's, by keyboard, mouse and kernel."""

import re

import numpy as np
from browser.widget_page import (
    expect_in_python,
    in_python,
    open_cells,
    output,
    restart,
    violations_in_both_themes,
)
from playwright.sync_api import expect

SCORES, VALUES = [1, 3, 2, 5, 4, 0, 6, 2], [10, 20, 30, 40, 50, 60, 70, 80]
CELLS = {
    "first": "from course import widgets\n"
    f"explorer = widgets.BlockExplorer({SCORES}, {VALUES}, n=2000)\nexplorer",
    "second": "widgets.BlockExplorer([-3], [2], block_size=1)",
    "python": "",
}


def test_block_explorer(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1300})
    open_cells(lab, page, tmp_path, CELLS)
    explorer, other = output(page, "first"), output(page, "second")
    said = explorer.get_by_role("status")
    shows(explorer, size=2, read=1)
    expect(said).to_have_text("Block 1 of 4: the top is 3; total 1.135, mix 21.35.")

    onward = explorer.get_by_role("button", name="Next block")
    onward.focus()
    page.keyboard.press("Enter")
    shows(explorer, size=2, read=2)
    expect(said).to_contain_text("The top rises from 3 to 5", ignore_case=True)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("the top stays 5")
    page.keyboard.press("Enter")
    shows(explorer, size=2, read=4)
    page.keyboard.press("Enter")  # there is no next one, and the focus stays
    expect(onward).to_be_focused()
    expect(onward).to_have_attribute("aria-disabled", "true")
    expect(explorer.get_by_text("All keys are read")).to_be_visible()

    size = explorer.get_by_role("slider", name="Keys in a block")
    size.focus()
    page.keyboard.press("ArrowRight")
    shows(explorer, size=3, read=3)
    explorer.get_by_role("button", name="Back").click()
    shows(explorer, size=3, read=2)
    explorer.get_by_role("button", name="From the start").click()
    expect(said).to_have_text("No block has been read.")
    shows(explorer, size=3, read=0)

    takes(explorer, "32 MB", "48 kB")
    tokens = explorer.get_by_role("slider", name="Tokens n")
    tokens.focus()
    page.keyboard.press("PageUp")
    expect(tokens).to_have_attribute("aria-valuetext", "4,000")
    expect(said).to_have_text("For 4,000 tokens all scores take 128 MB, one block of 3 keys 96 kB.")
    field = explorer.get_by_role("spinbutton", name="Number of tokens n")
    field.fill("5")
    field.press("Enter")
    expect(explorer.get_by_role("alert")).to_have_text(
        "Number of tokens n stays 4000: the least that goes here is 16."
    )
    field.fill("100000")
    takes(explorer, "80 GB", "2.4 MB")
    chart = explorer.get_by_role("img")
    expect(chart).to_have_attribute("aria-label", re.compile("80 GB at n = 100,000"))
    explorer.get_by_text("The chart in numbers").click()
    expect(explorer.get_by_role("row", name="2,048 33.6 MB 49.2 kB")).to_be_visible()

    expect_in_python(page, "python", "print(explorer.block_size, explorer.n)", "3 100000")
    in_python(page, "python", "explorer.block_size = 8; explorer.step = 1")
    shows(explorer, size=8, read=1)
    expect(said).to_contain_text("Block 1 of 1")
    expect(other.get_by_text("output = mix / total = 2 / 1 = 2")).to_be_visible()
    assert violations_in_both_themes(page) == []

    restart(page)
    size.focus()
    page.keyboard.press("Home")
    shows(explorer, size=1, read=8)
    expect(explorer.get_by_text("All keys are read")).to_be_visible()


def shows(explorer, size, read):
    """Return what is kept after each block that was read, as numpy computes it at once."""
    table = explorer.get_by_role("table", name="What is kept after each block")
    blocks = -(-len(SCORES) // size)
    expect(table.locator("tbody tr")).to_have_count(blocks)
    expect(table.locator("tbody .is-in-hand").first if read else table).to_be_visible()
    rows = table.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText))"
    )
    for index, (own, top, factor, total, mix) in enumerate(rows):
        if index >= read:
            assert {own, top, factor, total, mix} == {"–"}
            continue
        seen, values = np.array(SCORES[: (index + 1) * size]), VALUES[: (index + 1) * size]
        powers = np.exp(seen - seen.max())
        assert number(own) == max(SCORES[index * size : (index + 1) * size])
        assert number(top) == seen.max()
        np.testing.assert_allclose(number(total), powers.sum(), rtol=1e-3)
        np.testing.assert_allclose(number(mix), powers @ values, rtol=1e-3)
        if index:
            before = max(SCORES[: index * size])
            shrink = np.exp(before - seen.max())
            np.testing.assert_allclose(number(factor.split(" = ")[1]), shrink, rtol=1e-3)
    in_hand = explorer.get_by_role("table", name="The keys of one query").locator(
        "thead th.is-in-hand"
    )
    last = min(read * size, len(SCORES))
    expect(in_hand).to_have_count(last - (read - 1) * size if read else 0)


def number(text):
    return float(text.replace("−", "-"))


def takes(explorer, everything, block):
    cells = explorer.get_by_role("table", name="What scores take", exact=True).locator("td")
    expect(cells.nth(0)).to_have_text(everything)
    expect(cells.nth(1)).to_have_text(block)
