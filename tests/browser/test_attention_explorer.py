"""AttentionExplorer in JupyterLab: edited, pointed at, painted, driven by a learner's function."""

import re
import time

import pytest
from browser import lab as jupyter
from browser.widget_page import (
    in_python,
    open_cells,
    output,
    restart,
    violations,
    violations_in_both_themes,
)
from playwright.sync_api import Page, expect

SCALE_OF_WEIGHTS = "weights01behind a label of V: the weight of that row"
SETUP = """
import time
from pathlib import Path
import numpy as np
from course import examples, widgets

def my_attention(Q, K, V, mask=None):
    scores = Q @ K.T / np.sqrt(Q.shape[1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    first = explorer.W_Q[0, 0]
    if first == 7:
        raise ValueError("seven")
    if first == 8:
        return None
    if first == 9:
        while not Path("ANSWERS").exists():
            time.sleep(0.05)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights @ V, weights * (1.5 if first == 6 else 1)

explorer = widgets.AttentionExplorer(
    ["the", "cat", "sat"],
    [[1, 0, 2], [0, 1, 1], [1, 1, 0]],
    [[1, 0], [0, 1], [1, 1]],
    [[0, 1], [1, 0], [1, 1]],
    [[1, 2], [0, 1], [3, 0]],
    mode="mask",
    attention=my_attention,
    presets=[examples.I_LOVE_AI],
)
explorer
"""
CELLS = {
    "explorer": SETUP,
    "cross": "widgets.AttentionExplorer.of(examples.CROSS)",
    "scores": "widgets.AttentionExplorer.of(examples.I_LOVE_AI, mode='scores')",
    "love": "widgets.AttentionExplorer.of(examples.I_LOVE_AI)",
    "masked": "widgets.AttentionExplorer.of(examples.MASKED)",
    "ask": "",
}

TAB_STOPS = """below => [...below.querySelectorAll("button, input, select, summary, [tabindex]")]
    .filter(x => x.tabIndex >= 0 && !x.disabled && x.checkVisibility())
    .map(x => x.getAttribute("aria-label") ?? x.textContent)"""


@pytest.fixture
def answers(tmp_path):
    """The file for which the learner's slow function waits."""
    return tmp_path / "answers"


@pytest.fixture
def cells(answers):
    """The explorer alone: to show the others, too, takes longer than most of what is tried."""
    return {"explorer": CELLS["explorer"].replace("ANSWERS", str(answers)), "ask": CELLS["ask"]}


@pytest.fixture
def explorer(page: Page, lab, tmp_path, cells):
    open_cells(lab, page, tmp_path, cells)
    jupyter.show_cell(page, "explorer")
    shown = output(page, "explorer")
    shown.get_by_text("X, W_Q, W_K, W_V").click()
    return shown


def grid(explorer, name):
    """One heatmap, by its matrix's name."""
    return explorer.get_by_role("grid", name=re.compile(f"^{name}, "))


def numbers(explorer, name):
    return grid(explorer, name).locator("td.cw-cell").all_inner_texts()


def enter(page, explorer, entry, text):
    explorer.get_by_label(entry, exact=True).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def start_from(explorer, name):
    explorer.get_by_label("Start from").select_option(name)
    explorer.get_by_role("button", name="Load the chosen start").click()


def verdict(explorer):
    return explorer.locator(".cw-verdict")


def in_the_end(page, code, printed):
    """A change made while the kernel works reaches it when it is done: Python says it soon."""
    deadline = time.monotonic() + jupyter.SECONDS
    while (said := in_python(page, "ask", code)) != printed:
        assert time.monotonic() < deadline, said
        page.wait_for_timeout(200)


def test_edit_point_paint_and_drive(page: Page, explorer, answers):
    # Q = X W_Q; its first row is 1·[1, 0] + 2·[1, 1].
    assert numbers(explorer, "Q")[:2] == ["3", "2"]
    expect(verdict(explorer)).to_contain_text("Equal to the page's weights and output")

    enter(page, explorer, "W_Q[0, 0]", "3")
    assert numbers(explorer, "Q")[:2] == ["5", "2"]
    before = numbers(explorer, "weights")
    enter(page, explorer, "W_V[0, 0]", "-5")
    assert numbers(explorer, "weights") == before, "W_V has no say in the weights"
    in_the_end(page, "print(explorer.W_Q[0], explorer.W_V[0])", "[3. 0.] [-5.  2.]")
    expect(verdict(explorer)).to_contain_text("Equal")

    # What it is compared with does not follow the switches.
    against = explorer.get_by_text("not with the stages above")
    expect(against).to_be_hidden()
    explorer.get_by_role("button", name="queries", exact=True).click()
    expect(against).to_be_visible()
    explorer.get_by_role("button", name="keys", exact=True).click()
    expect(against).to_be_hidden()

    # Pointing, with the keyboard: the second weight of the first row.
    jupyter.show_cell(page, "explorer")
    weights = grid(explorer, "weights").locator("td.cw-cell")
    weights.first.focus()
    page.keyboard.press("ArrowRight")
    words = explorer.locator(".cw-explanation")
    # q = [5, 2] and k = [1, 1] + [1, 0] = [2, 1]: the score is 12, and 12 / √2 = 8.485.
    expect(words).to_contain_text("score[the, cat] = q(the) · k(cat) = 5·2 + 2·1 = 12")
    expect(words).to_contain_text("12 / √2 = 8.485")
    expect(words).to_contain_text("of the row of “the”")
    expect(grid(explorer, "Q").locator("tr.is-row th")).to_have_text("the")
    rows = grid(explorer, "Q").locator("tr")
    assert [row.get_attribute("aria-rowindex") for row in rows.all()] == ["1", "2", "3", "4"]
    expect(grid(explorer, "K").locator("tr.is-row th")).to_have_text("cat")
    grid(explorer, "output").locator("td.cw-cell").nth(2).hover()
    expect(words).to_contain_text("output[cat] = ")
    largest = grid(explorer, "V").locator("tbody th").first
    expect(largest).to_have_attribute("style", re.compile("linear-gradient"))

    # The mask: by mouse, by keyboard, and every key of a row.
    mask = grid(explorer, "mask").locator("td.cw-cell")
    pressed = explorer.get_by_role("group", name="Mask").locator("[aria-pressed=true]")
    expect(pressed).to_have_text("none")
    mask.nth(1).click()
    expect(pressed).to_have_text("by hand")
    expect(weights.nth(1)).to_have_text("0.00")
    for place in (0, 2):
        mask.nth(place).focus()
        page.keyboard.press("Space")
    assert numbers(explorer, "weights")[:3] == ["0.00"] * 3
    expect(words).to_contain_text("the mask does not let")
    in_the_end(
        page,
        "print(None if explorer.mask is None else explorer.mask[0])",
        "[False False False]",
    )
    jupyter.show_cell(page, "explorer")
    # A drag paints all that it passes as its first place, and is undone as one.
    mask.nth(4).hover()
    page.mouse.down()
    mask.nth(5).hover()
    mask.nth(8).hover()
    page.mouse.up()
    ends = ["−∞"] * 3 + ["✓", "−∞", "−∞", "✓", "✓", "−∞"]
    assert numbers(explorer, "mask") == ends
    page.keyboard.press("Control+z")
    assert numbers(explorer, "mask") == ["−∞"] * 3 + ["✓"] * 6
    page.keyboard.press("Control+Shift+z")
    assert numbers(explorer, "mask") == ends
    for _ in range(4):
        page.keyboard.press("Control+z")
    expect(pressed).to_have_text("none")
    assert numbers(explorer, "mask") == ["✓"] * 9
    undone = re.compile(r"^Undone: “the” may attend to “cat”\.")
    expect(explorer.get_by_role("status").filter(has_text=undone)).to_have_count(1)
    in_the_end(page, "print(explorer.mask, explorer.mask_kind)", "None none")
    # Of a button's mask, too, and from the button.
    jupyter.show_cell(page, "explorer")
    mask.nth(3).click()
    painted = numbers(explorer, "mask")
    explorer.get_by_role("button", name="none", exact=True).click()
    assert numbers(explorer, "mask") == ["✓"] * 9
    page.keyboard.press("Control+z")
    assert numbers(explorer, "mask") == painted
    expect(pressed).to_have_text("by hand")
    explorer.get_by_role("button", name="causal").click()
    assert numbers(explorer, "mask")[:3] == ["✓", "−∞", "−∞"]

    # The learner's function, right, wrong, silent and slow.
    enter(page, explorer, "W_Q[0, 0]", "7")
    expect(verdict(explorer)).to_contain_text("raised ValueError: seven, in its line")
    enter(page, explorer, "W_Q[0, 0]", "8")
    expect(verdict(explorer)).to_contain_text("returned None")
    enter(page, explorer, "W_Q[0, 0]", "6")
    expect(verdict(explorer)).to_contain_text("Your weights differ from the page's in 6 of 9")
    enter(page, explorer, "W_Q[0, 0]", "9")
    # It is announced once that no answer has come; for how long is only to be seen.
    waits = re.compile(r"^No answer yet: your function .* go on without it\. \(\d seconds?\)$")
    expect(verdict(explorer)).to_have_text(waits)
    assert "second" not in verdict(explorer).get_by_role("status").inner_text()
    enter(page, explorer, "W_Q[0, 0]", "1")
    assert numbers(explorer, "Q")[:2] == ["3", "2"], "the page goes on meanwhile"
    answers.touch()
    expect(verdict(explorer)).to_contain_text("Equal")

    # Other words, other weights, and Python's own change.
    tokens = explorer.get_by_label("Tokens", exact=True)
    tokens.fill("the cat sat the end")
    expect(explorer.get_by_text("apart by spaces")).to_be_visible()
    tokens.press("Enter")
    expect(explorer.get_by_label("X[3, 2]", exact=True)).to_have_value("2")  # "the" has its row
    over = explorer.get_by_role("group", name="Softmax over")
    over.get_by_role(
        "button", name="queries"
    ).click()  # the first change of the new words tells what came of it
    expect(explorer.get_by_role("status").filter(has_text="of weights")).to_have_count(1)
    over.get_by_role("button", name="keys").click()
    said = "print(explorer.X.shape, explorer.mask.shape, explorer.X[3:4])"
    in_the_end(page, said, "(5, 3) (5, 5) [[1. 0. 2.]]")
    jupyter.show_cell(page, "explorer")
    begins_here(explorer, "X")
    start_from(explorer, "previous only")
    # Token 2 looks at token 1.
    assert float(numbers(explorer, "weights")[11]) > 0.9
    begins_here(explorer, "W_Q")
    enter(page, explorer, "W_Q[0, 0]", "3")
    explorer.get_by_role("button", name="Reset: W_Q").click()
    expect(explorer.get_by_label("W_Q[0, 0]", exact=True)).to_have_value("16")
    # Going through the list changes nothing, and the same start can be loaded again.
    enter(page, explorer, "W_Q[0, 0]", "3")
    explorer.get_by_label("Start from").focus()
    page.keyboard.press("ArrowDown")
    expect(explorer.get_by_label("Start from")).to_have_value("uniform")
    assert float(numbers(explorer, "weights")[11]) > 0.9
    start_from(explorer, "previous only")
    expect(explorer.get_by_label("W_Q[0, 0]", exact=True)).to_have_value("16")
    in_python(page, "ask", "explorer.W_Q = np.zeros((5, 5))")
    jupyter.show_cell(page, "explorer")
    assert set(numbers(explorer, "weights")) == {"0.2"}


def begins_here(explorer, name):
    """A matrix of another shape has nothing to go back to: the old one would fit nothing."""
    explorer.get_by_label(f"{name}[0, 0]", exact=True).focus()
    for tool in ("Undo", "Reset"):
        expect(explorer.get_by_role("button", name=f"{tool}: {name}")).to_be_disabled()


def what_is_heard(page, explorer):
    """By a screen reader: what an edit did, a few words on arrows, all of it on Enter."""
    heard = explorer.locator(".cw-heard")
    judged = verdict(explorer)
    expect(judged).to_contain_text("Equal")
    judged.evaluate(
        """v => {
            delete window.said;
            new MutationObserver(() => window.said = true)
                .observe(v, {childList: true, subtree: true});
        }"""
    )
    for digit in "35":
        enter(page, explorer, "W_Q[0, 0]", digit)
        said = re.compile(rf"^W_Q\[0, 0\] is {digit}\. Row “(\w+)” of weights is now (.*)\.$")
        status = explorer.get_by_role("status").filter(has_text=said)
        expect(status).to_have_count(1)
        row, now = said.match(status.inner_text()).groups()
        at = ["the", "cat", "sat"].index(row)
        assert now.split(", ") == numbers(explorer, "weights")[3 * at :][:3]
    enter(page, explorer, "W_V[0, 0]", "9")
    expect(
        explorer.get_by_role("status").filter(has_text=re.compile(r"is 9\. Row “\w+” of output is"))
    ).to_have_count(1)
    page.keyboard.press("Control+z")
    undone = re.compile(r"^Undone: W_V\[0, 0\] is 1\. Row “\w+” of output is now")
    expect(explorer.get_by_role("status").filter(has_text=undone)).to_have_count(1)
    assert page.evaluate("window.said") is None, "the same verdict is not said again"

    grid(explorer, "weights").locator("td.cw-cell").first.focus()
    page.keyboard.press("ArrowRight")
    expect(heard).to_have_text(re.compile(r"^weights\[the, cat\] is [\d.]+\.$"))
    page.keyboard.press("Enter")
    expect(heard).to_have_text(re.compile(r"= \d+\. scaled\[the, cat\] = \d+ / √2 = .*\. weight\["))
    expect(grid(explorer, "W_Q")).to_have_accessible_description(re.compile("^Arrow keys move"))
    # A grid is one stop, and so is each row of buttons.
    stops = explorer.evaluate(TAB_STOPS)
    assert len(stops) <= 25, stops


@pytest.mark.parametrize("cells", [CELLS], ids=["all"])
def test_themes_roles_other_modes_and_a_restart(page: Page, explorer):
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    assert violations_in_both_themes(page) == []

    # Every grid has one stop in the tab order, and Tab leaves it.
    first = explorer.get_by_label("W_Q[0, 0]", exact=True)
    first.focus()
    page.keyboard.press("ArrowDown")
    expect(explorer.get_by_label("W_Q[1, 0]", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(explorer.get_by_label("W_K[0, 0]", exact=True)).to_be_focused()
    one_toolbar(page, explorer)
    what_is_heard(page, explorer)

    jupyter.show_cell(page, "cross")
    cross = output(page, "cross")
    # The last memory token gets everything, as in the notes.
    assert numbers(cross, "weights")[3::4] == ["1", "1"]
    assert numbers(cross, "Q")[:3] == ["6.4", "2.1", "8.6"]
    # A mask is shown once there is one; undone, it gives the focus to its buttons.
    mask = grid(cross, "mask").locator("td.cw-cell")
    expect(mask.first).to_be_hidden()
    cross.get_by_role("button", name="by hand", exact=True).click()
    mask.first.focus()
    page.keyboard.press("Space")
    expect(mask.first).to_have_text("−∞")
    for _ in range(2):
        page.keyboard.press("Control+z")
    expect(mask.first).to_be_hidden()
    expect(cross.get_by_role("button", name="none", exact=True)).to_be_focused()
    jupyter.show_cell(page, "scores")
    scores = output(page, "scores")
    assert numbers(scores, "scores")[6:] == ["1", "2", "3"]
    assert grid(scores, "weights").count() == 0

    one_machine_on_one_screen(page)
    what_an_edit_shows(page)
    on_a_telephone(page)
    a_single_token(page)

    restart(page)
    jupyter.show_cell(page, "explorer")
    enter(page, explorer, "W_Q[0, 0]", "2")
    assert numbers(explorer, "Q")[:2] == ["4", "2"], "it computes without the kernel"
    expect(verdict(explorer)).to_contain_text("the kernel was stopped or restarted")
    assert {re.match(r"\w+://([^:/]+)", url)[1] for url in requests} <= {"127.0.0.1"}


def one_machine_on_one_screen(page):
    """The notes' examples with all their stages, beside the file browser and with a mask, too."""
    page.set_viewport_size({"width": 1280, "height": 800})
    room = page.locator(".jp-WindowedPanel-outer").bounding_box()
    assert room["width"] < 1050, "the file browser is open"
    for cell in ("love", "cross", "masked"):
        jupyter.show_cell(page, cell)
        shown = output(page, cell)
        top = shown.locator(".course-widget").bounding_box()["y"]
        words = shown.locator(".cw-explanation").bounding_box()
        assert words["y"] + words["height"] - top < room["height"], cell
        # The words of two sequences take two lines of settings.
        lines = ".cw-line" if cell == "cross" else ".cw-line, .ax-bar"
        for line in shown.locator(lines).all():
            middles = [box["y"] + box["height"] / 2 for box in boxes(line.locator("> *"))]
            assert max(middles) - min(middles) < 2, f"{cell}: a line is broken"
        (weights,), (V,), (out,) = (boxes(grid(shown, n)) for n in ("weights", "V", "output"))
        assert weights["x"] < V["x"] < out["x"]
        assert out["x"] + out["width"] < room["x"] + room["width"]
    # Four words stand whole in their field, and the bar has room for them.
    words = output(page, "love").get_by_label("Tokens", exact=True)
    words.fill("the cat sat down")
    assert words.evaluate("field => field.scrollWidth <= field.clientWidth")
    middles = [
        box["y"] + box["height"] / 2 for box in boxes(output(page, "love").locator(".ax-bar > *"))
    ]
    assert max(middles) - min(middles) < 2
    words.fill("I love AI")
    words.press("Enter")


def boxes(locator):
    return [box for part in locator.all() if (box := part.bounding_box())]


# The numbers of the cells around which something is drawn; false where there are none.
OUTLINED = """table => {
    const canvas = table.querySelector('canvas.cw-outlines');
    if (!canvas) return false;
    const all = canvas.getBoundingClientRect();
    const ratio = canvas.width / all.width;
    const drawn = cell => {
        const box = cell.getBoundingClientRect();
        const [x, y] = [box.left + 1 - all.left, box.top + box.height / 2 - all.top];
        const pixel = canvas.getContext('2d').getImageData(x * ratio, y * ratio, 1, 1);
        return pixel.data[3] > 0;
    };
    const cells = [...table.querySelectorAll('td.cw-cell')];
    const found = cells.flatMap((cell, k) => drawn(cell) ? [k] : []);
    return found.length > 0 && found;
}"""
# Outlines are there for a moment, which is over before a busy machine looks for them.
WATCH_OUTLINES = f"""table => {{
    window.outlined = new Promise(done => {{
        const timer = setInterval(() => {{
            const cells = ({OUTLINED})(table);
            if (cells) done(cells), clearInterval(timer);
        }}, 10);
        setTimeout(() => done('nothing in 30 s'), 30_000);
    }});
}}"""


def what_an_edit_shows(page):
    """A number keeps its colour when another one is edited; what has changed is outlined."""
    jupyter.show_cell(page, "love")
    love = output(page, "love")
    words = love.locator(".cw-explanation")
    expect(words).to_contain_text("weight[AI, AI] = exp(2.121 − 2.121)")  # nobody has pointed yet
    expect(love.locator(".ax-legends")).to_have_text("signed numbers−33" + SCALE_OF_WEIGHTS)
    colours = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    before = grid(love, "scores").locator("td.cw-cell").evaluate_all(colours)
    grid(love, "scores").evaluate(WATCH_OUTLINES)
    enter(page, love, "W_Q[0, 0]", "6")
    # Q[AI] is [7, 1], and K[AI] is [1, 1].
    assert page.evaluate("window.outlined") == [1, 2, 7, 8]
    after = grid(love, "scores").locator("td.cw-cell").evaluate_all(colours)
    assert numbers(love, "scores") == ["0", "6", "6", "1", "1", "2", "1", "7", "8"]
    assert [after[k] for k in (0, 3, 4, 5, 6)] == [before[k] for k in (0, 3, 4, 5, 6)]
    page.wait_for_function(
        f"table => !({OUTLINED})(table)", arg=grid(love, "scores").element_handle()
    )
    grid(love, "W_V").evaluate(WATCH_OUTLINES)
    enter(page, love, "W_V[0, 0]", "9")
    assert page.evaluate("window.outlined") == [0]  # as it was before the first of several edits
    # The scale stays, and its legend says that numbers go further.
    expect(love.locator(".ax-legends")).to_have_text("signed numbers≤ −3≥ 3" + SCALE_OF_WEIGHTS)
    love.get_by_role("button", name="Reset: W_V").click()
    expect(love.locator(".ax-legends")).to_have_text("signed numbers−88" + SCALE_OF_WEIGHTS)


def on_a_telephone(page):
    """The settings are folded, and the output is in sight beside the weights."""
    jupyter.call(page, "app.shell.collapseLeft()")
    love = output(page, "love")
    love.get_by_label("Tokens", exact=True).focus()
    page.set_viewport_size({"width": 400, "height": 800})
    expect(love.get_by_text("Settings")).to_be_focused()
    jupyter.show_cell(page, "love")
    expect(love.get_by_label("Tokens", exact=True)).to_be_hidden()
    (out,) = boxes(grid(love, "output"))
    assert out["x"] + out["width"] <= 400
    expect(love.locator(".ax-result .cw-sign")).to_be_hidden()  # the weights are no output
    love.get_by_text("Settings").click()
    expect(love.get_by_label("Tokens", exact=True)).to_be_visible()
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(love.get_by_text("Settings")).to_be_hidden()
    expect(love.locator(".ax-settings :focus")).to_have_count(1)


def a_single_token(page):
    """The headings of matrices with one column do not reach into one another."""
    love = output(page, "love")
    tokens = love.get_by_label("Tokens", exact=True)
    tokens.fill("a")
    tokens.press("Enter")
    expect(grid(love, "weights").locator("td.cw-cell")).to_have_count(1)
    shapes = love.locator(".cw-matrix:has([role='grid'][aria-label^='weights,']) .cw-shape")
    swatches = love.locator(".cw-matrix:has([role='grid'][aria-label^='V,']) .cw-swatch")
    (shape,), (swatch,) = boxes(shapes), boxes(swatches)
    assert shape["x"] + shape["width"] < swatch["x"]


def one_toolbar(page, explorer):
    """The tools change the matrix that had the focus last, or the one chosen in their list."""
    tools = explorer.get_by_role("group", name="Tools for W_K")
    expect(tools.get_by_role("button")).to_have_count(5)  # W is not square
    chosen = explorer.get_by_label("Matrix that the tools change")
    chosen.focus()
    page.keyboard.press("ArrowDown")
    explorer.get_by_role("button", name="Random: W_V").click()
    undo = explorer.get_by_role("button", name="Undo: W_V")
    expect(undo).to_be_enabled()
    explorer.get_by_label("X[0, 0]", exact=True).focus()
    expect(explorer.get_by_role("button", name="Undo: X")).to_be_disabled()
    chosen.select_option("W_V")
    undo.click()
    expect(explorer.get_by_label("W_V[0, 0]", exact=True)).to_have_value("1")
