"""The pages to read: figures and numbers of the solution's run, none of its answers."""

import nbformat
import pytest
from browser.conftest import CHROMIUM_FLAGS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from playwright.sync_api import expect
from test_site import serve

from authoring import generated_folder
from authoring.reading_pages import PageError, reading_pages
from scripts.environment import find_chromium

FIGURE = "from course import check, draw\ndraw.bars([1, 2], title='Two <bars>')"
LETTER = "check.choice(letter)\ndraw.bars([3], title='After the letter')"
FUNCTION = "def double(x):\n    {}"
CALL = "double(21)"
EDITOR = """\
from course import widgets
widgets.MatrixEditor([[1, 2, 3]], label="A </script>", step=0.5)"""
EXPLORER = """\
from course import examples, widgets
widgets.AttentionExplorer.of(examples.THREE_TOKENS)"""


def write(root, room, *cells):
    sources = ("# 1 · Doubling", FIGURE, *cells)
    made = [
        (new_code_cell if at else new_markdown_cell)(source, id=f"cell-{at}")
        for at, source in enumerate(sources)
    ]
    folder = root / room / "01-double"
    folder.mkdir(parents=True)
    kernel = {"name": "python3", "display_name": "Python 3"}
    notebook = new_notebook(cells=made, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / "01-double.ipynb")


def test_a_page_has_what_came_of_the_answers_and_not_the_answers(tmp_path):
    write(tmp_path, "source", FUNCTION.format("return x + x"), CALL, "letter = 'b'", LETTER)
    write(tmp_path, "release", FUNCTION.format("raise Stub"), CALL, "letter = None", LETTER)
    pages = reading_pages(tmp_path, ["01-double"], lab="../lab")
    page, index = (pages[name].content.decode() for name in ("01-double.html", "index.html"))
    assert "Two &lt;bars&gt;" in page
    assert "42" in page
    assert "After the letter" in page
    for secret in ("x + x", 'x</span> <span class="o">+</span>', "is noted", "&#39;b&#39;"):
        assert secret not in page
    assert "1 · Doubling" in index
    assert index.count('<svg role="img"') == 1
    assert 'href="../lab"' in index


def test_a_widget_works_in_a_page_without_a_kernel(tmp_path, playwright):
    for room in ("source", "release"):
        write(tmp_path, room, EDITOR, EXPLORER)
    for path, file in reading_pages(tmp_path, ["01-double"]).items():
        generated_folder.write(tmp_path / "read" / path, file)
    server = serve(tmp_path / "read")
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
    try:
        page = browser.new_page(java_script_enabled=False)
        address = f"http://127.0.0.1:{server.server_port}"
        page.goto(f"{address}/01-double.html", wait_until="domcontentloaded")
        expect(page.get_by_text("This is the MatrixEditor", exact=False)).to_be_visible()

        page, errors = browser.new_page(), []
        page.on("pageerror", lambda error: errors.append(error))
        page.route(lambda url: not url.startswith(address), lambda route: route.abort())
        page.goto(f"{address}/01-double.html", wait_until="domcontentloaded")
        field = page.get_by_role("spinbutton", name="A </script>[0, 1]")
        expect(field).to_have_value("2")
        field.focus()
        field.press("Alt+ArrowUp")
        expect(field).to_have_value("2.5")

        page.goto(f"{address}/index.html", wait_until="domcontentloaded")
        said = page.get_by_text("of weights is now")
        expect(said).to_have_count(0)
        page.get_by_role("spinbutton", name="W_Q[0, 0]", exact=True).press("Alt+ArrowUp")
        expect(said).to_be_visible()
        assert not errors

        page = browser.new_page()  # where the code of one widget does not come
        page.route("**/*", lambda route: route.abort())
        page.route(f"{address}/**", lambda route: route.continue_())
        page.route("**/matrix_editor.js", lambda route: route.abort())
        page.goto(f"{address}/01-double.html", wait_until="domcontentloaded")
        expect(page.get_by_role("spinbutton", name="W_Q[0, 0]", exact=True)).to_be_visible()
        expect(page.get_by_text("This is the MatrixEditor", exact=False)).to_be_visible()
    finally:
        browser.close()
        server.shutdown()
        server.server_close()


def test_a_solution_that_fails_is_named(tmp_path):
    for room in ("source", "release"):
        write(tmp_path, room, "1 / 0")
    with pytest.raises(PageError, match="source/01-double does not run to its end: ZeroDivision"):
        reading_pages(tmp_path, ["01-double"])
