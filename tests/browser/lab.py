"""The steps of the browser tests in JupyterLab, by way of the application that it exposes.

The server is started with ``expose_app_in_browser``, so that ``window.jupyterapp`` is there: these
helpers call its commands and read its models instead of looking for things to click. Each one
works on the notebook that ``open_notebook`` opened last, and names a cell by its id.
"""

import re
import uuid
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

SECONDS = 180  # how long a page or a cell may take on a slow machine

# Finding a cell, and giving up on one: used in the scripts below.
PREAMBLE = """
const app = window.jupyterapp;
const panel = app.shell.currentWidget;
const find = id => {
    const cell = panel.content.widgets.find(cell => cell.model.id === id);
    if (!cell) throw new Error(`there is no cell ${id} in ${panel.context?.path}`);
    return cell;
};
const within = (seconds, promise, what) => Promise.race([promise, new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`${what}: not done in ${seconds} s`)), 1000 * seconds))]);
"""


@dataclass(frozen=True)
class Outputs:
    """The outputs below a cell: printed and displayed text, HTML, and errors as they are shown."""

    text: str
    html: str
    errors: list[str]


def call(page: Page, body: str, **arguments: object) -> object:
    """Run ``body``, the inside of an async JavaScript function with ``args``; return its result."""
    return page.evaluate(f"async args => {{ {PREAMBLE} {body} }}", arguments)


def open_lab(page: Page, path: str = "") -> None:
    """Load JupyterLab, at the file ``path`` if one is given, and wait until it is all there.

    Every call gets a workspace of its own: no tabs are left over from the test before.
    """
    tree = f"/tree/{path}" if path else ""
    page.goto(f"/lab/workspaces/test-{uuid.uuid4().hex[:8]}{tree}")
    page.wait_for_function("window.jupyterapp !== undefined", timeout=SECONDS * 1000)
    call(page, f"await within({SECONDS}, app.restored, 'JupyterLab')")


def load_notebook(page: Page, path: str) -> None:
    """Load JupyterLab with a notebook by its address, as a learner does; wait for its kernel."""
    open_lab(page, path)
    # JupyterLab itself opens what the address names, and shows it, as late as after its start.
    page.wait_for_function(
        "path => window.jupyterapp.shell.currentWidget?.context?.path === path",
        arg=path,
        timeout=SECONDS * 1000,
    )
    open_notebook(page, path)


def open_notebook(page: Page, path: str) -> None:
    """Open a notebook, in the JupyterLab that the page has loaded, and wait for its kernel.

    JupyterLab shows "Idle" before it is connected to the kernel, and drops what is run then.
    """
    if not is_lab(page):
        open_lab(page)
    call(
        page,
        f"""
        await within({SECONDS}, app.restored, 'JupyterLab');
        const opened = await app.commands.execute('docmanager:open', {{path: args.path}});
        await within({SECONDS}, opened.context.ready, 'the notebook');
        await within({SECONDS}, opened.sessionContext.ready, 'the session');
        await within({SECONDS}, opened.sessionContext.session.kernel.info, 'the kernel');
        app.shell.activateById(opened.id);
        const current = async () => {{
            while (app.shell.currentWidget !== opened) await new Promise(requestAnimationFrame);
        }};
        await within({SECONDS}, current(), 'the tab');
        """,
        path=path,
    )


def is_lab(page: Page) -> bool:
    """Return True if the page has JupyterLab loaded."""
    return bool(page.evaluate("window.jupyterapp?.name === 'JupyterLab'"))


def close_all(page: Page) -> None:
    """Close what is open in JupyterLab, saved or not, and go back to the light theme."""
    if not is_lab(page):
        return
    for dialog in page.locator(".jp-Dialog").all():
        dialog.locator("button.jp-mod-accept").click()
    call(page, "for (const widget of [...app.shell.widgets('main')]) widget.dispose();")
    page.mouse.move(0, 0)
    if page.evaluate("document.body.dataset.jpThemeLight") == "false":
        set_theme(page, "light")


def open_in_notebook_7(page: Page, path: str) -> None:
    """Open a notebook in Notebook 7, which the same server serves, and wait for its kernel."""
    page.goto(f"/notebooks/{path}")
    page.wait_for_function("window.jupyterapp?.shell.currentWidget", timeout=SECONDS * 1000)
    call(
        page,
        f"""
        await within({SECONDS}, app.restored, 'Notebook 7');
        await within({SECONDS}, panel.context.ready, 'the notebook');
        await within({SECONDS}, panel.sessionContext.ready, 'the session');
        await within({SECONDS}, panel.sessionContext.session.kernel.info, 'the kernel');
        """,
    )


def run_all(page: Page) -> None:
    """Run all cells and wait for the last; whether they failed is for ``outputs`` to say.

    JupyterLab says that it is done at the first cell that raises, even one tagged
    "raises-exception" after which the kernel goes on. So a request without code is put into the
    kernel's queue behind the cells, and that one is waited for.
    """
    call(
        page,
        f"""
        const done = app.commands.execute('notebook:run-all-cells');
        await within({SECONDS}, done, 'running all cells');
        const kernel = panel.sessionContext.session.kernel;
        const last = kernel.requestExecute({{code: '', silent: true, store_history: false}});
        await within({SECONDS}, last.done, 'the last cell');
        """,
    )


def run_cell(page: Page, cell_id: str) -> None:
    """Run one cell and wait until it is done."""
    call(
        page,
        f"""
        panel.content.deselectAll();
        panel.content.activeCellIndex = panel.content.widgets.indexOf(find(args.id));
        const done = app.commands.execute('notebook:run-cell');
        await within({SECONDS}, done, 'cell ' + args.id);
        """,
        id=cell_id,
    )


def set_cell_source(page: Page, cell_id: str, text: str) -> None:
    """Replace what stands in a cell."""
    call(page, "find(args.id).model.sharedModel.setSource(args.text)", id=cell_id, text=text)


def cell_ids(page: Page) -> list[str]:
    """Return the ids of the cells, from the top."""
    ids = call(page, "return panel.content.widgets.map(cell => cell.model.id)")
    assert isinstance(ids, list)
    return ids


def outputs(page: Page, cell_id: str) -> Outputs:
    """Return what stands below a code cell, without terminal colours."""
    bundles = call(page, "return find(args.id).model.outputs.toJSON()", id=cell_id)
    assert isinstance(bundles, list)
    text, html, errors = [], [], []
    for bundle in bundles:
        if bundle["output_type"] == "stream":
            text.append(_joined(bundle["text"]))
        elif bundle["output_type"] == "error":
            errors.append(_plain("\n".join(bundle["traceback"])))
        else:
            text.append(_joined(bundle["data"].get("text/plain", "")))
            html.append(_joined(bundle["data"].get("text/html", "")))
    return Outputs(_plain("\n".join(text)), "\n".join(filter(None, html)), errors)


def show_cell(page: Page, cell_id: str) -> None:
    """Scroll to a cell: JupyterLab puts cells that are far away on the page only when needed."""
    call(page, "await panel.content.scrollToCell(find(args.id), 'start')", id=cell_id)


def save(page: Page) -> None:
    """Save the notebook."""
    call(page, f"await within({SECONDS}, panel.context.save(), 'saving')")


def set_theme(page: Page, theme: str) -> None:
    """Switch to the ``"dark"`` or the ``"light"`` theme, and wait until the page has it."""
    name = {"dark": "JupyterLab Dark", "light": "JupyterLab Light"}[theme]
    call(page, "await app.commands.execute('apputils:change-theme', {theme: args.name})", name=name)
    # For a moment JupyterLab covers the page.
    page.wait_for_function(
        "light => document.body.dataset.jpThemeLight === light && "
        "!document.getElementById('jupyterlab-splash')",
        arg="true" if theme == "light" else "false",
    )


def screenshot(page: Page, file: Path) -> Path:
    """Take a picture of the window when its fonts are there; return the file."""
    page.evaluate("document.fonts.ready.then(() => true)")
    page.screenshot(path=file)
    return file


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _plain(text: str) -> str:
    """Return text without the escape sequences that colour it in a terminal."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)
