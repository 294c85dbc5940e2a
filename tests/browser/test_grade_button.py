"""Grade my notebook in JupyterLab: unsaved, wrong, right, opened again, busy, and in a class."""

import re

import nbformat
from browser import lab as jupyter
from browser.widget_page import output, restart, violations_in_both_themes
from gradebox.learner import progress
from grading import answered, source_notebook
from playwright.sync_api import expect

NAME = "00-start-here"
PATIENCE = 60_000  # milliseconds
WRONG = """\
def most_attended(weights, tokens, query):
    print("<img src=x onerror='window.ran = 1'>")
    raise RuntimeError("<img src=x onerror='window.ran = 1'>")"""


def test_grade_my_notebook(lab, page, tmp_path):
    page.set_viewport_size({"width": 1280, "height": 1600})
    source = source_notebook(NAME)
    solved = answered(nbformat.read(lab.root / "release" / NAME / f"{NAME}.ipynb", 4), source)
    right = next(cell.source for cell in solved.cells if cell.id == "most-attended")
    nbformat.write(solved, tmp_path / f"{NAME}.ipynb")
    path = lab.copy_of(tmp_path / f"{NAME}.ipynb")
    jupyter.open_notebook(page, path)
    jupyter.run_cell(page, "grade")
    jupyter.show_cell(page, "grade")
    below = output(page, "grade")
    press = below.get_by_role(
        "button", name=re.compile("^(Grade|Save and grade) my notebook$|^Stop")
    )
    said = below.get_by_role("status")

    an_unsaved_answer(page, lab.root / path, press, said)
    a_wrong_answer(page, below, press, said)
    assert violations_in_both_themes(page) == []
    a_right_answer(page, below, press, said, right)
    standing = progress.read(lab.root)[NAME]["most_attended"]
    assert (standing.is_passed, len(standing.tries)) == (True, 1)
    stopped(page, press, said, right)
    a_kernel_that_is_new(page, press, said)
    opened_again(page, path, below, said)
    in_a_class(page, below)


def an_unsaved_answer(page, file, press, said):
    before = file.read_bytes()
    jupyter.set_cell_source(page, "most-attended", WRONG)
    press.focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text(
        "Changes in most_attended are not saved yet, so nothing was graded. "
        "Press the button again to save and grade."
    )
    assert file.read_bytes() == before
    expect(press).to_have_text("Save and grade my notebook")


def a_wrong_answer(page, below, press, said):
    expect(press).to_be_focused()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Grading")
    expect(said).to_contain_text("00-start-here: 7 of 11 points", timeout=PATIENCE)
    expect(press).to_have_text("Grade my notebook")
    table = below.get_by_role("table").first
    expect(table.get_by_role("columnheader")).to_have_text(
        ["Exercise", "Points", "What came of it", "Next"]
    )
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="most_attended"))
    expect(row).to_contain_text("0 of 4")
    expect(row).to_contain_text("not right yet")
    expect(row).to_contain_text("It raised RuntimeError: <img src=x onerror='window.ran = 1'>")
    expect(row).to_contain_text("Open “Hint 1”. Its solution opens after 2 more different answers.")
    expect(row.get_by_role("button")).to_have_count(0)
    assert page.evaluate("window.ran") is None
    row.get_by_role("link", name="most_attended").click()
    index = jupyter.cell_ids(page).index("most-attended")
    answer = page.locator(f'.jp-Cell[data-windowed-list-index="{index}"]')
    expect(answer).to_be_in_viewport()
    jupyter.show_cell(page, "grade")
    expect(
        below.get_by_role("progressbar", name=re.compile("The whole course: 7 of"))
    ).to_be_visible()


def a_right_answer(page, below, press, said, right):
    jupyter.set_cell_source(page, "most-attended", right)
    jupyter.save(page)
    press.click()
    expect(said).to_contain_text("00-start-here: 11 of 11 points", timeout=PATIENCE)
    expect(below.locator(".gb-full")).to_contain_text("Full marks. Go on with 01-matrix-products.")
    expect(below.get_by_text("The row of 'her' first, then a position in it.")).to_be_visible()
    opener = below.get_by_role("button", name=re.compile("solution of most_attended"))
    expect(opener).to_have_text("Show the solution")
    opener.focus()
    page.keyboard.press("Enter")
    expect(below.locator("pre")).to_contain_text("def most_attended", timeout=PATIENCE)
    expect(opener).to_have_text("Hide the solution")
    expect(opener).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Enter")
    expect(below.locator("pre")).not_to_be_visible()


def stopped(page, press, said, right):
    """An answer that takes long leaves the time to stop: the notebook alone takes 0.2 s."""
    jupyter.set_cell_source(page, "most-attended", f"import time\n\ntime.sleep(30)\n{right}")
    jupyter.save(page)
    press.click()
    expect(press).to_have_text("Stop")
    press.click()
    expect(said).to_contain_text("Stopped. Nothing was graded.", timeout=PATIENCE)
    jupyter.set_cell_source(page, "most-attended", right)
    jupyter.save(page)


def a_kernel_that_is_new(page, press, said):
    """Nobody is there who could answer: the page says what to do."""
    restart(page)
    press.click()
    expect(said).to_contain_text("run this cell again")


def opened_again(page, path, below, said):
    """The summary stands there without a kernel; the cell, run, says all."""
    jupyter.save(page)
    jupyter.open_notebook(page, path)
    jupyter.show_cell(page, "grade")
    expect(below).to_contain_text("Your last result")
    expect(below).to_contain_text("00-start-here: 11 of 11 points")
    jupyter.run_cell(page, "grade")
    expect(said).to_contain_text("11 of 11 points, 5 of 5 exercises right. Full marks! (Your last")
    expect(below.locator(".gb-summary")).not_to_be_visible()


def in_a_class(page, below):
    """A student edition has no `source/`: the same cell says when hidden tests run."""
    jupyter.set_cell_source(
        page,
        "grade",
        "import os\nimport course\nos.chdir('/')\ncourse.__file__ = '/not/here/__init__.py'\n"
        f"from course.widgets import GradeButton\nGradeButton({NAME!r})",
    )
    jupyter.run_cell(page, "grade")
    expect(below).to_contain_text("Hidden tests run when you submit this notebook.")
    expect(below.get_by_role("button")).to_have_count(0)
