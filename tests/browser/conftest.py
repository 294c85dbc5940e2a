"""One JupyterLab for all browser tests, started as a learner starts it, on a copy of the course."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scripts.environment import find_chromium
from tests.browser import lab as lab_of_tests

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
QUICK = ROOT / "gradebox" / "tests" / "fast_imports"
# What a learner's and an instructor's folder holds; the package itself is not copied.
COURSE = ("nbgrader_config.py", "release", "source")
START_UP_SECONDS = 180
# How long what is expected of a page may take to come, in milliseconds: the machine may be busy.
expect.set_options(timeout=30_000)

# Chromium takes the last such list: these are Playwright's, and those for its own toolbar, which is
# a page by itself in each new window and took a tenth of the browser's time.
DISABLED_FEATURES = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "InitialWebUI",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "WebUIReloadButton",
    "WebUIToolbar",
]
# What Chromium needs in a container, and no talking to the outside.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
]


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab: its address, and the folders that it works in."""

    url: str
    root: Path
    settings: Path
    numbers: Iterator[int]

    def copy_of(self, notebook: str | Path) -> str:
        """Copy a notebook (a path in the course, or any file) into a folder of its own.

        Returns the copy's path as JupyterLab names it: a test may change and save it.
        """
        folder = self.root / f"copy-{next(self.numbers)}"
        folder.mkdir()
        copy = shutil.copy(self.root / notebook, folder)
        return Path(copy).relative_to(self.root).as_posix()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """Use the Chromium of this machine instead of Playwright's own."""
    chromium = find_chromium()
    if chromium is None:
        pytest.fail("No Chromium on PATH: install one, or set CHROMIUM=/path/to/it.")
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_FLAGS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    return {**browser_context_args, "viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="session")
def base_url(lab: Lab) -> str:
    """Let ``page.goto("/lab")`` mean the server that was started here."""
    return lab.url


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab for the whole session."""
    with running_lab(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@contextmanager
def running_lab(home: Path) -> Iterator[Lab]:
    """Start ``python -m course lab`` on a copy of the course, with all its own in ``home``."""
    root = home / "course"
    root.mkdir()
    for name in COURSE:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, root / name)
    settings = home / "settings"
    # Nothing of the user's own Jupyter or of nbgrader's exchange takes part.
    env = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    env |= {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "JUPYTERLAB_SETTINGS_DIR": str(settings),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "IPYTHONDIR": str(home / "ipython"),
        "NBGRADER_EXCHANGE": str(home / "exchange"),
        "PYTHONPATH": f"{QUICK}{os.pathsep}{ROOT}",
    }
    port = free_port()
    options = [
        "--no-browser",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]
    log = home / "server.log"
    with log.open("w") as file:
        server = subprocess.Popen(
            [sys.executable, "-m", "course", "lab", *options],
            cwd=root,
            env=env,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            wait_for(url, server, log)
            yield Lab(url, root, settings, count(1))
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def free_port() -> int:
    """Return a port that nothing listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(url: str, server: subprocess.Popen, log: Path) -> None:
    """Return when the server answers; fail with its log when it ends or takes too long."""
    deadline = time.monotonic() + START_UP_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urlopen(f"{url}/api", timeout=5):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"JupyterLab did not answer at {url}; it said:\n{log.read_text()[-3000:]}")


class SharedPage:
    """A page that JupyterLab stays loaded in: to load it takes longer than most tests."""

    def __init__(self, browser: Browser, settings: dict) -> None:
        self._browser, self._settings = browser, settings
        self._context: BrowserContext | None = None
        self._page: Page | None = None

    def page(self) -> Page:
        """Return the page, a new one where there is none that works."""
        if self._page is None or self._page.is_closed():
            self._context = self._browser.new_context(**self._settings)
            self._page = patient(self._context.new_page())
        return self._page

    def close(self) -> None:
        """Close the page, so that the next test gets a new one."""
        if self._context is not None:
            self._context.close()
        self._context = self._page = None


SHARED = pytest.StashKey[SharedPage]()


@pytest.fixture(scope="session")
def shared_page(
    browser: Browser, browser_context_args: dict, request: pytest.FixtureRequest
) -> Iterator[SharedPage]:
    shared = SharedPage(browser, browser_context_args)
    request.session.stash[SHARED] = shared
    yield shared
    shared.close()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Close the page after this folder's last test: open, it would work until all others end."""
    if SHARED in item.session.stash and not (nextitem and HERE in nextitem.path.parents):
        item.session.stash[SHARED].close()


@pytest.fixture
def page(
    shared_page: SharedPage,
    browser_context_args: dict,
    request: pytest.FixtureRequest,
    output_path: str,
) -> Iterator[Page]:
    """The page that the tests share, with nothing open; after a failure the next is a new one."""
    page = shared_page.page()
    page.set_viewport_size(browser_context_args["viewport"])
    yield page
    if has_failed(request.node):
        if request.config.getoption("--screenshot") != "off":
            page.screenshot(path=Path(output_path) / "test-failed.png")
        shared_page.close()


def has_failed(item: pytest.Item) -> bool:
    """Return True if a test, or what it needs, has failed; its fixtures are still there."""
    reports = (getattr(item, f"rep_{when}", None) for when in ("setup", "call"))
    return any(report is not None and report.failed for report in reports)


@pytest.fixture
def own_page(context: BrowserContext) -> Page:
    """A new page, for a test of how something is loaded, or of another page than JupyterLab's."""
    return patient(context.new_page())


def patient(page: Page) -> Page:
    """Have a page wait as long as a busy machine may take."""
    page.set_default_timeout(lab_of_tests.SECONDS * 1000)
    return page


@pytest.fixture(autouse=True)
def _leave_nothing_behind(lab: Lab, request: pytest.FixtureRequest) -> Iterator[None]:
    """After each test stop its kernels and forget its settings, such as a dark theme."""
    name = "own_page" if "own_page" in request.fixturenames else "page"
    page = request.getfixturevalue(name)
    yield
    if name == "page" and not has_failed(request.node):
        page.context.clear_permissions()
        lab_of_tests.close_all(page)
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies(lab.url)}
    headers = {"X-XSRFToken": cookies.get("_xsrf", "")}
    for session in page.request.get("/api/sessions").json():
        page.request.delete(f"/api/sessions/{session['id']}", headers=headers)
    shutil.rmtree(lab.settings, ignore_errors=True)
