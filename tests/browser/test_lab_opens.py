"""JupyterLab as ``python -m course lab`` opens it, with nbgrader in it."""

import nbformat
import pytest
from browser import lab as jupyter
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Page, expect

FIRST = "release/00-start-here/00-start-here.ipynb"
PATIENCE = 60_000  # milliseconds; nbgrader makes its gradebook when it is asked for the first time


@pytest.fixture
def small_notebook(lab) -> str:
    """A notebook of four cells: it prints, it fails and goes on, it fails, it is not reached."""
    path = lab.root / "small.ipynb"
    cells = [
        new_code_cell("print('one')\n'two'", id="prints"),
        new_code_cell("1 / 0", id="goes-on", metadata={"tags": ["raises-exception"]}),
        new_code_cell("import time; time.sleep(1); total = 3", id="slow"),
        new_code_cell("total + 4", id="last"),
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)
    return path.name


def test_the_first_page(own_page: Page, lab) -> None:
    """The first page that JupyterLab opens; to load it takes longer than to look."""
    requests = []
    own_page.on("request", lambda request: requests.append(request.url))
    own_page.goto("/")
    expect(own_page).to_have_url(f"{lab.url}/lab/tree/{FIRST}", timeout=PATIENCE)
    expect(own_page.locator(".jp-NotebookPanel")).to_be_visible(timeout=PATIENCE)
    jupyter.open_notebook(own_page, FIRST)
    no_news_prompt(own_page, lab, requests)
    create_assignment_opens_beside_the_notebook(own_page)
    nbgrader_is_in_the_menu(own_page)
    assignment_list_can_use_the_exchange(own_page)


def no_news_prompt(page: Page, lab, requests: list[str]) -> None:
    # With its own settings JupyterLab asks for news at once, and shows a question first.
    page.wait_for_timeout(1000)
    expect(page.get_by_text("Would you like to get notified")).to_have_count(0)
    asked = [url for url in requests if "/lab/api/news" in url or "/lab/api/update" in url]
    assert asked == []
    assert {url.split("/")[2] for url in requests if "://" in url} == {lab.url.split("/")[2]}


def create_assignment_opens_beside_the_notebook(page: Page) -> None:
    panel = page.locator(".nbgrader-NotebookPanelWidget")
    expect(panel).not_to_be_visible()
    jupyter.call(page, "await app.commands.execute('nbgrader:open-create-assignment')")
    expect(panel).to_be_visible(timeout=PATIENCE)


def nbgrader_is_in_the_menu(page: Page) -> None:
    page.get_by_role("menuitem", name="Nbgrader").click()
    for entry in ("Assignment List", "Formgrader"):
        expect(page.get_by_role("menuitem", name=entry, exact=True)).to_be_visible()
    page.keyboard.press("Escape")


def assignment_list_can_use_the_exchange(page: Page) -> None:
    """The exchange folder is there: without it nbgrader shows an error in place of the lists."""
    jupyter.call(page, "await app.commands.execute('nbgrader:open-assignment-list')")
    expect(page.get_by_text("There are no assignments to fetch.")).to_be_visible(timeout=PATIENCE)


def test_nbgrader_validates_from_the_toolbar(page: Page, lab) -> None:
    jupyter.open_notebook(page, lab.copy_of(FIRST))
    page.get_by_role("button", name="Validate").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Validation Results", timeout=PATIENCE)
    expect(dialog).to_contain_text("not attempted yet")


def test_formgrader_lists_the_assignments(own_page: Page) -> None:
    page = own_page
    page.goto("/formgrader")
    table = page.locator("table")
    expect(table).to_contain_text("00-start-here", timeout=PATIENCE)
    expect(table).to_contain_text("01-matrix-products")


def test_cells_are_run_changed_and_shown(page: Page, small_notebook: str, tmp_path) -> None:
    """One notebook for all three: to open it takes longer than each of them."""
    jupyter.open_notebook(page, small_notebook)
    run_all_waits_for_the_last_cell_and_keeps_errors(page)
    a_changed_cell_is_run_as_it_stands(page)
    both_themes(page, tmp_path)


def run_all_waits_for_the_last_cell_and_keeps_errors(page: Page) -> None:
    jupyter.run_all(page)
    assert jupyter.cell_ids(page) == ["prints", "goes-on", "slow", "last"]
    assert jupyter.outputs(page, "prints").text.split() == ["one", "'two'"]
    (error,) = jupyter.outputs(page, "goes-on").errors
    assert "ZeroDivisionError" in error
    assert "\x1b" not in error
    assert jupyter.outputs(page, "last").text == "7"


def a_changed_cell_is_run_as_it_stands(page: Page) -> None:
    jupyter.set_cell_source(page, "last", "'new'")
    jupyter.run_cell(page, "last")
    assert jupyter.outputs(page, "last").text == "'new'"


def both_themes(page: Page, tmp_path) -> None:
    jupyter.set_theme(page, "dark")
    dark = jupyter.screenshot(page, tmp_path / "dark.png").read_bytes()
    jupyter.set_theme(page, "light")
    light = jupyter.screenshot(page, tmp_path / "light.png").read_bytes()
    assert dark != light


def test_a_kernel_is_new_in_every_test(page: Page, small_notebook: str) -> None:
    """``total`` is known only where an earlier test's kernel lives on."""
    jupyter.open_notebook(page, small_notebook)
    jupyter.run_cell(page, "last")
    assert "NameError" in jupyter.outputs(page, "last").errors[0]
