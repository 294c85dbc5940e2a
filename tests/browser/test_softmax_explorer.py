"""SoftmaxExplorer in JupyterLab: one notebook with two of them, by keyboard, mouse and kernel."""

import re

import numpy as np
from browser.widget_page import (
    RULES_OF_COLOURS,
    expect_in_python,
    in_python,
    open_cells,
    output,
    restart,
    violations,
    violations_in_both_themes,
)
from playwright.sync_api import expect

CELLS = {
    "first": "from course import widgets\n"
    "explorer = widgets.SoftmaxExplorer([2, 4, 4.5], ['the', 'cat', 'sat'])\nexplorer",
    "second": "widgets.SoftmaxExplorer([800, 799])",
    "python": "",
}


def test_softmax_explorer(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1100})
    open_cells(lab, page, tmp_path, CELLS)
    explorer, other = output(page, "first"), output(page, "second")
    shows(explorer, [2, 4, 4.5])
    expect(explorer.get_by_role("status")).to_have_text(
        "Largest weight: sat with 0.5922. The weights sum to 1."
    )

    by_keyboard(page, explorer)
    by_mouse(page, explorer)
    shifts_and_stretches(explorer)
    overflows(other)

    said = "print(explorer.scores, explorer.temperature)"
    expect_in_python(page, "python", said, "[2.  4.  4.5] 1.0")
    in_python(page, "python", "explorer.scores = [1, 0, -1]; explorer.subtract = True")
    expect(explorer.get_by_role("checkbox")).to_be_checked()
    shows(explorer, [1, 0, -1], subtracted=1)
    assert violations_in_both_themes(page) == []
    pale = page.add_style_tag(content=".course-widget * { color: #444 !important }")
    assert {rule for rule, _ in violations(page, RULES_OF_COLOURS)} == {"color-contrast"}
    pale.evaluate("tag => tag.remove()")

    restart(page)
    explorer.get_by_role("spinbutton", name="Score of cat").fill("1")
    shows(explorer, [1, 1, -1], subtracted=1)


def shows(explorer, scores, temperature=1, subtracted=0):
    """Every number and bar of both steps, as numpy computes it from the scores."""
    exponentials = np.exp((np.array(scores) - subtracted) / temperature)
    weights = exponentials / exponentials.sum()
    table = explorer.get_by_role("table", name="From scores to weights")
    shown = np.array([float(x.replace("−", "-")) for x in numbers(table.locator("tbody"))])
    exponents, powers, shares = shown.reshape(-1, 3).T
    np.testing.assert_allclose(exponents, np.log(exponentials), atol=0.0051)
    np.testing.assert_allclose(powers, exponentials, rtol=6e-4)
    np.testing.assert_allclose(shares, weights, atol=6e-5)
    widths = table.locator(".sx-bar").evaluate_all(
        "bars => bars.map(b => parseFloat(b.style.width))"
    )
    drawn = np.transpose([exponentials / exponentials.max(), weights]).ravel()
    np.testing.assert_allclose(widths, 100 * drawn, atol=0.01)
    total, one = numbers(table.locator("tfoot"))
    np.testing.assert_allclose(float(total), exponentials.sum(), rtol=6e-4)
    assert one == "1"


def numbers(part):
    return part.locator("td.sx-number").evaluate_all("cells => cells.map(cell => cell.innerText)")


def by_keyboard(page, explorer):
    score = explorer.get_by_role("slider", name="Score of the, slider")
    score.focus()
    page.keyboard.press("ArrowRight")
    expect(score).to_have_attribute("aria-valuetext", "2.1")
    shows(explorer, [2.1, 4, 4.5])
    page.keyboard.press("Tab")
    field = explorer.get_by_role("spinbutton", name="Score of the")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("5.5")
    shows(explorer, [5.5, 4, 4.5])
    page.keyboard.press("Control+a")
    page.keyboard.type("1e5")
    alert = explorer.get_by_role("alert")
    expect(alert).to_have_text("Score of the stays 5.5: the most that goes here is 10,000.")
    assert field.get_attribute("aria-invalid") == "true"
    shows(explorer, [5.5, 4, 4.5])
    page.keyboard.press("Tab")  # no trap, and the last good value is back
    expect(field).to_have_value("5.5")
    expect(alert).to_be_empty()
    heat = explorer.get_by_role("slider", name="Temperature T")
    heat.focus()
    page.keyboard.press("ArrowUp")
    expect(heat).to_have_attribute("aria-valuetext", "1.05")
    page.keyboard.press("End")
    expect(heat).to_have_attribute("aria-valuetext", "20")
    shows(explorer, [5.5, 4, 4.5], temperature=20)
    temperature = explorer.get_by_role("spinbutton", name="Temperature")
    temperature.fill("0")
    expect(alert).to_be_empty()  # it may be on the way to 0.5
    temperature.press("Tab")
    expect(alert).to_contain_text("Temperature stays 20: the least that goes here is 0.05.")
    temperature.fill("0.5")
    shows(explorer, [5.5, 4, 4.5], temperature=0.5)


def by_mouse(page, explorer):
    explorer.get_by_role("button", name="Reset").click()
    score = explorer.get_by_role("slider", name="Score of cat, slider")
    box = score.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 20, box["y"] + box["height"] / 2, steps=4)
    shows(explorer, [2, 20, 4.5])
    page.mouse.up()
    assert score.get_attribute("max") == "30", "there is room to go on"


def shifts_and_stretches(explorer):
    said = explorer.get_by_role("status")
    explorer.get_by_role("button", name="Reset").click()
    explorer.get_by_role("button", name="Add 100 to every score").click()
    expect(said).to_have_text("100 added to every score. No weight has changed.")
    shows(explorer, [102, 104, 104.5])
    explorer.get_by_role("button", name="Multiply every score by 10").click()
    expect(said).to_contain_text("Every score multiplied by 10. e^1045 is too large")
    explorer.get_by_role("checkbox", name="subtract the largest score first").check()
    shows(explorer, [1020, 1040, 1045], subtracted=1045)
    explorer.get_by_role("button", name="Multiply every score by 10").click()
    expect(said).to_have_text("The scores stay as they are: they may be up to 10,000.")
    explorer.get_by_role("button", name="Reset").click()
    expect(explorer.get_by_role("checkbox")).not_to_be_checked()
    shows(explorer, [2, 4, 4.5])


def overflows(other):
    said = other.get_by_role("status")
    expect(said).to_have_text(
        "e^800 is too large for a float64: it becomes infinity, and infinity / infinity is NaN, "
        "not a number."
    )
    row = other.get_by_role("row", name=re.compile("key 0"))
    assert numbers(row) == ["800", "∞", "NaN"]
    box = other.get_by_role("checkbox", name="subtract the largest score first")
    box.check()
    shows(other, [800, 799], subtracted=800)
    box.uncheck()
    for name in ("key 0", "key 1"):
        other.get_by_role("spinbutton", name=f"Score of {name}").fill("-800")
    expect(said).to_contain_text("Even e^−800, the largest, is too small")
    assert numbers(row) == ["−800", "0", "NaN"]
