"""ScalingExplorer in JupyterLab: its statistics are right, by keyboard, mouse and kernel."""

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

CELLS = {
    "first": "from course import widgets\nexplorer = widgets.ScalingExplorer()\nexplorer",
    "second": "widgets.ScalingExplorer(d_k=4, n_keys=3, seed=5)",
    "python": "",
}
EACH_FRAME = """async slider => {
    const times = [];
    for (let x = 0; x <= 9; x += 0.15) {
        slider.value = x;
        const before = performance.now();
        slider.dispatchEvent(new Event('input', {bubbles: true}));
        slider.getBoundingClientRect();
        times.push(performance.now() - before);
        await new Promise(requestAnimationFrame);
    }
    return times;
}"""


def test_scaling_explorer(lab, page, tmp_path):
    page.set_viewport_size({"width": 1200, "height": 1300})
    open_cells(lab, page, tmp_path, CELLS)
    explorer, other = output(page, "first"), output(page, "second")
    first = statistics(explorer)
    beside = statistics(other)

    by_keyboard(page, explorer)
    assert statistics(explorer, 512, back_to=64) == first, "the same seed, the same picture"
    draws_again(explorer, first)
    unfolds(page, explorer)
    by_mouse(page, explorer)
    assert statistics(other) == beside, "the other one kept to itself"

    expect_in_python(page, "python", "print(explorer.d_k, explorer.seed)", "512 1")
    in_python(page, "python", "explorer.seed = 0; explorer.d_k = 64; explorer.n_keys = 4")
    expect(explorer.get_by_role("rowheader", name=re.compile("^key"))).to_have_count(4)
    expect(explorer.get_by_text("at most ln 4 = 1.386")).to_be_visible()
    in_python(page, "python", "explorer.n_keys = 8")
    expect(explorer.get_by_role("rowheader", name=re.compile("^key"))).to_have_count(8)
    assert violations_in_both_themes(page) == []

    slider = explorer.get_by_role("slider", name="d_k")
    # Not the median: other work of a busy machine falls into these times, too.
    assert np.percentile(slider.evaluate(EACH_FRAME), 25) < 20

    restart(page)
    explorer.get_by_role("spinbutton", name="d_k, the entries of a query").fill("64")
    assert statistics(explorer) == first


def statistics(explorer, d_k=None, back_to=None):
    """The numbers of the table, checked against what they must be; {name: [plain, divided]}."""
    field = explorer.get_by_role("spinbutton", name="d_k, the entries of a query")
    if back_to is not None:
        expect(field).to_have_value(str(d_k))
        field.fill(str(back_to))
    d_k = int(field.input_value())
    rows = explorer.get_by_role("table", name="Averages over 300 rows").locator("tbody tr")
    cells = rows.evaluate_all("rows => rows.map(row => [...row.cells].map(x => x.innerText))")
    shown = {name: [float(x.replace("−", "-")) for x in numbers] for name, *numbers in cells}
    plain, divided = np.transpose(list(shown.values()))
    np.testing.assert_allclose(plain[:2], [d_k, np.sqrt(d_k)], rtol=0.25)
    np.testing.assert_allclose(divided[:2], plain[:2] / [d_k, np.sqrt(d_k)], atol=0.02)
    n_keys = explorer.get_by_role("rowheader", name=re.compile("^key")).count()
    assert (np.array([plain[3], divided[3]]) <= np.log(n_keys)).all()
    example(explorer, n_keys)
    return shown


def example(explorer, n_keys):
    """The first query's weights are the softmax of its scores, on both sides."""
    rows = explorer.get_by_role("table", name="Weights of the first query").locator("tbody tr")
    cells = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td:not(.se-space)')]"
        ".map(cell => cell.innerText))"
    )
    numbers = np.array([[float(x.replace("−", "-")) for x in row] for row in cells])  # (n_keys, 4)
    assert numbers.shape == (n_keys, 4)
    for scores, weights in (numbers.T[:2], numbers.T[2:]):
        exponentials = np.exp(scores - scores.max())
        np.testing.assert_allclose(weights, exponentials / exponentials.sum(), atol=0.006)


def by_keyboard(page, explorer):
    slider = explorer.get_by_role("slider", name="d_k")
    slider.focus()
    page.keyboard.press("Home")
    for said in ("2", "3", "4"):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", said)
    page.keyboard.press("PageUp")
    expect(slider).to_have_attribute("aria-valuetext", "8")
    page.keyboard.press("Tab")
    field = explorer.get_by_role("spinbutton", name="d_k, the entries of a query")
    expect(field).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("51.5")
    refused = "d_k, the entries of a query stays 8: it must be a whole number."
    expect(explorer.get_by_role("alert")).to_have_text(refused)
    page.keyboard.press("Tab")
    expect(field).to_have_value("8")
    expect(explorer.get_by_role("alert")).to_be_empty()
    slider.focus()
    page.keyboard.press("End")
    saturated = statistics(explorer)
    assert saturated["Largest weight, mean"][0] > 0.9
    assert saturated["Change of a weight, a score raised by 0.1: median"][0] < 1e-4
    assert saturated["Change of a weight, a score raised by 0.1: median"][1] > 0.003
    expect(explorer.get_by_role("status")).to_contain_text("d_k = 512: the scores have variance 5")


def draws_again(explorer, first):
    explorer.get_by_role("button", name="Draw again").click()
    second = statistics(explorer)
    assert second != first
    # Chance moves the mean of 300 rows by a few hundredths.
    largest = [numbers["Largest weight, mean"] for numbers in (first, second)]
    np.testing.assert_allclose(*largest, atol=0.08)


def unfolds(page, explorer):
    table = explorer.get_by_role("group", name="Scores in each stretch").get_by_role("table")
    expect(table).to_be_hidden()
    explorer.get_by_text("The histograms in numbers").focus()
    page.keyboard.press("Enter")
    expect(table.get_by_role("cell").first).to_be_visible()  # filled once it is open
    counts = table.locator("tbody td").evaluate_all("cells => cells.map(cell => cell.innerText)")
    assert np.array(counts, int).reshape(-1, 2).sum(axis=0).tolist() == [2400, 2400]
    pictures = explorer.get_by_role("img", name=re.compile(r"Histogram of 2,400 scores q · k"))
    expect(pictures).to_have_count(2)
    page.keyboard.press("Enter")


def by_mouse(page, explorer):
    slider = explorer.get_by_role("slider", name="d_k")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 10, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    assert slider.get_attribute("aria-valuetext") == "512"
