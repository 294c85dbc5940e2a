"""TrainingExplorer in JupyterLab: trained by a learner's step, replayed, edited, trained on."""

import re

from browser import lab as jupyter
from browser.widget_page import (
    expect_in_python,
    in_python,
    open_cells,
    output,
    violations_in_both_themes,
)
from playwright.sync_api import expect

# Each step halves both W; `mistake` makes the learner's function fail.
SETUP = """
import numpy as np
from course import widgets

mistake = None

def step(W_Q, W_K):
    if mistake:
        raise ValueError(mistake)
    return W_Q / 2, W_K / 2

explorer = widgets.TrainingExplorer(
    [[2.0, 0.0], [0.0, 4.0], [0.0, 0.0]],
    [[1.0, 0.0], [0.0, 1.0], [0.0, 0.0]],
    step=step,
    X=[[1, 0, 6], [0, 1, 2]],
    W_V=[[0], [0], [1]],
    wanted=[[4], [4]],
    features=["one", "two", "value"],
    queries=["asks one", "asks two"],
    keys=["shows one", "shows two"],
)
explorer
"""
# Each query wants the value of the other token.
RINGED = """
widgets.TrainingExplorer([[1]], [[1]], step=step, X=[[1], [2]], W_V=[[1]], wanted=[[2], [1]])
"""
CELLS = {"explorer": SETUP, "python": "", "second": "explorer", "ringed": RINGED}


def test_training_explorer(lab, page, tmp_path):
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.emulate_media(reduced_motion="reduce")  # training shows its end, a replay a few stills
    open_cells(lab, page, tmp_path, CELLS)
    explorer = output(page, "explorer")
    said = explorer.locator(".cw-status")
    slider = explorer.get_by_role("slider", name="Step")
    chart = explorer.get_by_role("img")
    entry = explorer.get_by_label("W_Q[0, 0]", exact=True)
    expect(said).to_contain_text("Step 0: loss")
    expect(said).to_contain_text("“asks one” looks most at “shows one” (0.80)")  # e^(2/√2) to 1
    product = explorer.get_by_role("grid", name=re.compile("^W_Q W_K transposed"))
    expect(product.locator("td.cw-cell").first).to_have_text("2")

    train = explorer.get_by_role("button", name="Train 100 steps")
    train.focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Step 100: loss 0.")
    expect(slider).to_have_attribute("aria-valuetext", "step 100 of 100")
    expect(explorer.get_by_role("button", name="Train 100 steps")).to_be_focused()
    expect(chart).to_have_attribute("aria-label", re.compile("over 100 steps: from 2.* to 0"))
    expect_in_python(
        page, "python", "print(explorer.at_step, explorer.W_Q[0, 0] < 1e-20)", "100 True"
    )
    jupyter.run_cell(page, "second")  # opened after the training, it has no earlier steps
    opened_late = output(page, "second")
    expect(opened_late.locator(".cw-status")).to_contain_text("Step 100: loss 0.")
    late_slider = opened_late.get_by_role("slider", name="Step")
    expect(late_slider).to_have_attribute("aria-valuetext", "step 100 of 100")

    slider.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Step 1: loss")
    expect(entry).to_have_value("1")
    weights = explorer.get_by_role("grid", name=re.compile("^weights"))
    above = """grid => grid.getBoundingClientRect().top -
        grid.closest('.cw-stages').getBoundingClientRect().top"""
    before = weights.evaluate(above)
    explorer.get_by_text("The losses in numbers").click()
    expect(
        explorer.get_by_role("table", name="Loss of this sequence").locator("tbody tr")
    ).to_have_count(12)
    assert weights.evaluate(above) == before, "the weights stay where they are"

    # Edited at step 1, with mouse and keyboard: what came later is dropped.
    entry.click()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "step 1 of 1")
    expect(said).to_contain_text("“asks one” looks most at “shows one” (0.94)")  # 8 · 0.5 / √2
    expect_in_python(page, "python", "print(explorer.at_step, explorer.W_Q[0])", "1 [8. 0.]")
    explorer.get_by_role("button", name="Undo: W_Q").click()
    expect(entry).to_have_value("1")
    in_python(page, "python", "explorer.W_K = [[0.0, 3.0], [0.0, 0.0], [0.0, 0.0]]")
    expect(product.locator("td.cw-cell").nth(3)).to_have_text("6")
    product.locator("td.cw-cell").nth(3).hover()
    expect(explorer.locator(".cw-explanation")).to_contain_text("W_Q W_Kᵀ[two, one] = ")

    in_python(page, "python", "mistake = 'not today'")
    train.click()
    verdict = explorer.locator(".cw-verdict")
    expect(verdict).to_contain_text("Training stopped at step 1. Your function raised ValueError")
    expect(verdict).to_contain_text("not today, in its line `raise ValueError(mistake)`.")
    in_python(page, "python", "mistake = None")
    train.click()
    expect(said).to_contain_text("Step 101: loss")
    expect(verdict).to_be_empty()

    page.emulate_media(reduced_motion="no-preference")
    play = explorer.get_by_role("button", name=re.compile("^(Play|Pause)$"))
    play.click()
    expect(play).to_have_text("Pause")
    expect(slider).not_to_have_attribute("aria-valuetext", "step 101 of 101")
    play.click()
    expect(play).to_have_text("Play")
    # What is said is of the step at which it stopped.
    number = slider.get_attribute("aria-valuetext").split()[1]
    expect(said).to_contain_text(f"Step {number}: loss")
    explorer.get_by_role("button", name="From the start").click()
    expect(slider).to_have_attribute("aria-valuetext", "step 0 of 0")
    expect(entry).to_have_value("2")

    # What is wanted has a ring, unless it is a mixture of the values.
    legend = "the weight that is wanted near 1"
    expect(explorer.get_by_text(legend)).to_have_count(0)
    jupyter.show_cell(page, "ringed")
    ringed = output(page, "ringed")
    expect(ringed.get_by_text(legend)).to_be_visible()
    cells = ringed.get_by_role("grid", name=re.compile("^weights")).locator("td.cw-cell")
    assert cells.evaluate_all("cells => cells.map(cell => cell.ariaDescription)") == [
        None,
        "wanted",
        "wanted",
        None,
    ]
    cells.nth(1).hover()
    expect(ringed.locator(".cw-explanation")).to_contain_text("Training wants it near 1")
    assert violations_in_both_themes(page) == []
