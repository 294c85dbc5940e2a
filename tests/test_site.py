"""`make site`: the site is built for real and opened in Chromium.

No kernel starts here: Pyodide, numpy and matplotlib come from another host, which the tests do not
ask. That a kernel would find its wheels is read from the site's files.
"""

import json
import threading
import zipfile
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from browser import lab as jupyter
from browser.conftest import CHROMIUM_FLAGS
from gradebox.folder import assignments
from playwright.sync_api import Page, Playwright, Route, expect

from authoring import site
from authoring.publish import build_checked_edition
from scripts.environment import find_chromium

ROOT = Path(__file__).resolve().parents[1]
QUICK = ROOT / "gradebox" / "tests" / "fast_imports"
PYODIDE = "cdn.jsdelivr.net"


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def serve(folder: Path) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_the_site(tmp_path: Path, playwright: Playwright, monkeypatch: pytest.MonkeyPatch) -> None:
    """One story, because a build takes ten seconds."""
    monkeypatch.setenv("PYTHONPATH", str(QUICK))
    folder = tmp_path / "site"
    assert site.main([str(folder), "--no-read"]) == 0
    look_at_files(folder)
    server = serve(folder)
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
    try:
        look_at_pages(browser.new_page(), f"http://127.0.0.1:{server.server_port}")
    finally:
        browser.close()
        server.shutdown()
        server.server_close()


def look_at_files(folder: Path) -> None:
    for name in assignments(ROOT):
        path = f"{name}/{name}.ipynb"
        released = (ROOT / "release" / path).read_bytes()
        assert (folder / "files/release" / path).read_bytes() == released
    everything = [path for path in folder.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in everything) < 40e6
    extensions = folder / "extensions"
    found = {path.parent.relative_to(extensions).as_posix() for path in everything
             if path.name == "package.json" and path.is_relative_to(extensions)}  # fmt: skip
    assert found == set(site.EXTENSIONS)  # nbgrader's would look for a server

    config = json.loads((folder / "jupyter-lite.json").read_text())["jupyter-config-data"]
    kernel = config["litePluginSettings"][f"{site.KERNEL}:kernel"]
    assert kernel["disablePyPIFallback"] is True
    packages = kernel["loadPyodideOptions"]["packages"]
    wheels = [package for package in packages if package.endswith(".whl")]
    assert len(wheels) == 1 + len(site.WHEELS)
    # The kernel asks for them from where its worker is.
    for worker in folder.glob(f"extensions/{site.KERNEL}/static/*.worker.*.js"):
        address = f"http://here/{worker.relative_to(folder).as_posix()}"
        for wheel in wheels:
            assert (folder / urlsplit(urljoin(address, wheel)).path.lstrip("/")).is_file()

    (own,) = folder.glob("pypi/attention_by_hand-*.whl")
    with zipfile.ZipFile(own) as wheel:
        names = wheel.namelist()
        (metadata,) = (name for name in names if name.endswith("/METADATA"))
        assert "Requires-Dist" not in wheel.read(metadata).decode()
    published = {
        path for path in build_checked_edition(ROOT, "student") if path.startswith("course/")
    }
    assert {name for name in names if name.startswith("course/")} == published


def look_at_pages(page: Page, address: str) -> None:
    outside = set()

    def only_here(route: Route) -> None:
        if urlsplit(route.request.url).netloc == urlsplit(address).netloc:
            route.continue_()
        else:
            outside.add(urlsplit(route.request.url).netloc)
            route.abort()

    page.route("**/*", only_here)
    page.goto(address)
    heading = page.get_by_role("heading", name="Start here: read a picture of attention")
    expect(heading).to_be_visible(timeout=60_000)
    expect(page.get_by_role("blockquote").first).to_have_text("Mia fed her hungry cat")
    listed = jupyter.call(
        page,
        "const folder = await app.serviceManager.contents.get('release', {content: true});"
        "return folder.content.map(entry => entry.name).sort()",
    )
    assert listed == assignments(ROOT)
    assert outside <= {PYODIDE}
    missing = page.get_by_role("alert").filter(has_text="Python cannot be loaded")
    expect(missing).to_contain_text(f"it comes from {PYODIDE}, which this browser does not reach")


def test_a_folder_with_something_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    assert site.main([str(tmp_path)]) == 1
    assert "holds something that is no site" in capsys.readouterr().err
    assert site.main([str(tmp_path / "thesis.tex")]) == 1
    assert "thesis.tex is a file: name a folder." in capsys.readouterr().err
    assert site.main([str(tmp_path / "site"), "--pyodide", str(tmp_path)]) == 1
    assert "is no Pyodide distribution" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_page_that_ends_otherwise_is_not_left_without_its_sentence(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<html><body></BODY></html>")
    with pytest.raises(site.SiteError, match="ends differently"):
        site._say_what_is_missing(page)
