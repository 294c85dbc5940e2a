"""A notebook of cells that show widgets, for the browser tests of the widgets."""

import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import nbformat
from axe_playwright_python.base import AXE_SCRIPT
from browser import lab as jupyter
from browser.conftest import Lab
from playwright.sync_api import Locator, Page, TimeoutError

# The rules of axe's that ask for a colour; all others ask for elements, names, roles and places.
RULES_OF_COLOURS = ("color-contrast", "link-in-text-block")


def open_cells(
    lab: Lab,
    page: Page,
    folder: Path,
    cells: dict[str, str],
    open_with: Callable[[Page, str], None] = jupyter.open_notebook,
) -> None:
    """Run a new notebook with these cells (id to code); no cell may raise."""
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(code, id=cell_id) for cell_id, code in cells.items()]
    )
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    file = folder / "widgets.ipynb"
    nbformat.write(notebook, file)
    open_with(page, lab.copy_of(file))
    jupyter.run_all(page)
    for cell_id in cells:
        assert jupyter.outputs(page, cell_id).errors == []


def output(page: Page, cell_id: str) -> Locator:
    """Return the output area below a cell."""
    return page.locator(output_css(page, cell_id))


def output_css(page: Page, cell_id: str) -> str:
    """Return the CSS selector of what stands below a cell."""
    index = jupyter.cell_ids(page).index(cell_id)
    return f'.jp-Cell[data-windowed-list-index="{index}"] .jp-OutputArea'


def in_python(page: Page, cell_id: str, code: str) -> str:
    """Run `code` in a cell and return what it printed; Python knows of all edits on the page."""
    # An edit is sent when it has been painted.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    jupyter.set_cell_source(page, cell_id, code)
    jupyter.run_cell(page, cell_id)
    shown = jupyter.outputs(page, cell_id)
    assert shown.errors == []
    return shown.text.strip()


def expect_in_python(page: Page, cell_id: str, code: str, expected: str) -> None:
    """Run `code` until it prints `expected`: of quick changes, a page sends the last one later."""
    deadline = time.monotonic() + jupyter.SECONDS
    while (printed := in_python(page, cell_id, code)) != expected and time.monotonic() < deadline:
        page.wait_for_timeout(100)
    assert printed == expected


def axe(page: Page, rules: Sequence[str] = ()) -> dict:
    """Return what axe says of the outputs, by all of its rules or by these."""
    options: dict = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    # JupyterLab's body is 0 px high, and to axe all that such an element holds is hidden: no colour
    # is looked at.
    page.evaluate("document.body.style.height = '100vh'")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    try:
        return page.evaluate(
            "options => axe.run('.jp-Notebook .jp-OutputArea-output', options)", options
        )
    finally:
        page.evaluate("document.body.style.height = ''")


def violations(page: Page, rules: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return what axe finds in the outputs: the rule, and the element.

    Of a text that something covers, axe tells no colours. Of all of them that is no finding, and
    fails.
    """
    said = axe(page, rules)
    told = {rule["id"] for kind in ("violations", "passes") for rule in said[kind]}
    assert "color-contrast" in told, "axe could tell the colours of no text"
    return [(r["id"], node["html"][:200]) for r in said["violations"] for node in r["nodes"]]


def violations_in_both_themes(page: Page) -> list[tuple[str, str]]:
    """Return what axe finds in the light theme, then in the dark one, which changes colours only.

    The dark theme stays.
    """
    jupyter.set_theme(page, "light")
    found = violations(page)
    jupyter.set_theme(page, "dark")
    return found + violations(page, RULES_OF_COLOURS)


def restart(page: Page) -> None:
    """Restart the kernel, as the menu does, without running anything."""
    jupyter.call(
        page,
        f"""
        const kernel = panel.sessionContext.session.kernel;
        await within({jupyter.SECONDS}, kernel.restart(), 'the restart');
        await within({jupyter.SECONDS}, kernel.info, 'the kernel');
        """,
    )


def reopen(page: Page) -> str:
    """Save the notebook with its widgets' state, close it, and open it with no kernel's help.

    Returns where the file is, from the server's folder.
    """
    path = jupyter.call(
        page,
        """
        const saveState = '@jupyter-widgets/jupyterlab-manager:saveWidgetState';
        if (!app.commands.isToggled(saveState)) await app.commands.execute(saveState);
        return panel.context.path;
        """,
    )
    # The command is done before its setting is in force.
    jupyter.call(
        page,
        f"""
        const saved = () => panel.content.model.getMetadata('widgets')?.[args.state]?.state ?? {{}};
        const soon = Date.now() + 1000 * {jupyter.SECONDS};
        do await panel.context.save();
        while (!Object.keys(saved()).length && Date.now() < soon);
        """,
        state="application/vnd.jupyter.widget-state+json",
    )
    jupyter.call(page, "await panel.sessionContext.shutdown()")
    for _ in range(5):
        # JupyterLab asks the new kernel for its widgets before it shows the saved ones, and on a
        # busy machine shows none, though they are in the file; a learner loads the page again.
        jupyter.load_notebook(page, path)
        if saved_widgets_stand(page):
            break
        shown = page.locator(".jp-OutputArea").first.inner_text()
        warnings.warn(f"no saved widget stood on the page, only: {shown[:200]}", stacklevel=2)
    return path


def saved_widgets_stand(page: Page) -> bool:
    """Return True as soon as a widget stands below a cell, False if JupyterLab finds none.

    A widget has fields to type in; the table that stands in its place has none.
    """
    field = page.locator(".jp-OutputArea input").first
    missing = page.get_by_text("model not found").first
    try:
        field.or_(missing).first.wait_for(state="attached", timeout=30_000)
    except TimeoutError:
        return False
    return field.count() > 0
