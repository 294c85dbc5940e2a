"""The notebooks as pages to read, with every figure and number, and without the answers.

For visitors who run nothing. The solutions run once; a page shows the students' cells with what
came of them, and the widgets that need no kernel work in it. What a cell says of a letter is left
out, since it would tell the letter.
"""

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import nbformat
from jinja2 import Environment, PackageLoader, select_autoescape
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

from authoring import live_widgets
from authoring.generated_folder import File, Files
from course.check.appearance import BAND

FOLDER = "read"
ABOUT_LETTERS = re.compile(r"\bcheck\.(choice|recall|committed)\(")
WIDGET = "application/vnd.jupyter.widget-view+json"
FIGURE = re.compile(r'<svg role="img".*?</svg>', re.DOTALL)
SECONDS = 120  # for a cell


class PageError(Exception):
    """A notebook whose page cannot be made; the message is a sentence."""


@dataclass(frozen=True)
class Page:
    """A notebook to read: its name, its title, its first figure (SVG, or "") and its HTML."""

    name: str
    title: str
    figure: str
    html: str


def reading_pages(root: Path, names: list[str], lab: str = "") -> Files:
    """Return a page for each notebook, and the page that leads to them, by path.

    `lab` is the address where the notebooks can be worked on, for a link. Raises PageError if a
    cell of a solution fails.
    """
    with ThreadPoolExecutor(2) as pool:  # the kernels work, these threads wait
        executed = list(pool.map(lambda name: executed_release(root, name), names))
    titles = [title_of(notebook) for notebook in executed]
    pages = [
        Page(
            name,
            titles[at],
            next(figures_of(executed[at]), ""),
            _as_html(executed[at], titles[at], _ways(names, titles, at)),
        )
        for at, name in enumerate(names)
    ]
    templates = Environment(
        loader=PackageLoader("authoring", "."), autoescape=select_autoescape(("j2",))
    )
    explorer = next(filter(live_widgets.is_whole_explorer, map(_html_of, _outputs(executed))), "")
    index = templates.get_template("gallery.html.j2").render(
        pages=pages, lab=lab, explorer=explorer, script=live_widgets.SCRIPT
    )
    made = {f"{page.name}.html": File(page.html.encode()) for page in pages}
    return {"index.html": File(index.encode())} | made | live_widgets.files()


def executed_release(root: Path, name: str) -> NotebookNode:
    """Return the students' notebook with the outputs of the solution's run."""
    solution = nbformat.read(root / "source" / name / f"{name}.ipynb", as_version=4)
    release = nbformat.read(root / "release" / name / f"{name}.ipynb", as_version=4)
    folder = root / "release" / name
    client = NotebookClient(
        solution, timeout=SECONDS, resources={"metadata": {"path": str(folder)}}
    )
    try:
        client.execute()
    except CellExecutionError as error:
        raise PageError(f"source/{name} does not run to its end: {error.ename}.") from error
    ran = {cell.id: cell for cell in solution.cells if cell.cell_type == "code"}
    for cell in release.cells:
        if cell.cell_type == "code" and cell.id in ran:
            cell.execution_count = ran[cell.id].execution_count
            cell.outputs = list(_to_read(cell, ran[cell.id].outputs, solution))
    return release


def _to_read(
    cell: NotebookNode, outputs: list[NotebookNode], executed: NotebookNode
) -> Iterator[NotebookNode]:
    """Yield the outputs that a page shows: no word of a letter, widgets live or as a picture."""
    for output in outputs:
        data = output.get("data", {})
        if widget := data.pop(WIDGET, None):
            still = data.get("text/html", "")
            data["text/html"] = live_widgets.live(still, widget["model_id"], executed)
        is_band = data.get("text/html", "").startswith(BAND)
        if not (is_band and ABOUT_LETTERS.search(cell.source)):
            yield output


def title_of(notebook: NotebookNode) -> str:
    """Return the notebook's first heading."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    heading = re.search(r"^# (.+)$", text, re.MULTILINE)
    return heading[1] if heading else ""


def figures_of(notebook: NotebookNode) -> Iterator[str]:
    """Yield the figures of an executed notebook, as SVG."""
    for output in _outputs([notebook]):
        yield from FIGURE.findall(_html_of(output))


def _outputs(notebooks: Iterable[NotebookNode]) -> Iterator[NotebookNode]:
    for notebook in notebooks:
        for cell in notebook.cells:
            yield from cell.get("outputs", ())


def _html_of(output: NotebookNode) -> str:
    return str(output.get("data", {}).get("text/html", ""))


def _ways(names: list[str], titles: list[str], at: int) -> str:
    """Return the links of a page, in Markdown: all notebooks, the one before and the next."""
    ways = ["[All notebooks](index.html)"]
    for label, other in (("Before", at - 1), ("Next", at + 1)):
        if 0 <= other < len(names):
            ways.append(f"{label}: [{titles[other]}]({names[other]}.html)")
    return " · ".join(ways)


def _as_html(notebook: NotebookNode, title: str, ways: str) -> str:
    head = new_markdown_cell(f"{ways}\n\n*A page to read: no cell runs, and answers are left out.*")
    page = nbformat.from_dict(
        {**notebook, "cells": [head, *notebook.cells, new_markdown_cell(ways)]}
    )
    page.metadata.pop("widgets", None)
    html, _ = HTMLExporter(template_name="lab").from_notebook_node(
        page, resources={"metadata": {"name": title}}
    )
    return str(html).replace("</body>", f"{live_widgets.SCRIPT}\n</body>")
