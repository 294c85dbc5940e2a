"""The image that Binder makes of the repository and of the student edition, without Docker.

repo2docker says which build it would make. The environment of that build is then made for real:
the same requirements and postBuild, in a new venv, with the Python of runtime.txt where this
machine has it. Two things differ: uv installs the pins in pip's place (seconds, not a minute), and
the conda packages that Binder's image begins with are not there.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from browser import lab as jupyter
from browser.conftest import CHROMIUM_FLAGS, free_port, wait_for
from playwright.sync_api import Browser, Playwright
from test_setup import pins

from authoring import publish
from authoring.editions import start_page
from scripts.environment import find_chromium

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = Path(sys.executable).parent
RUN_IN_CLEAN_VENV = Path(__file__).parent / "run_notebooks.py"


@pytest.fixture(scope="module")
def published(tmp_path_factory) -> Path:
    """The student edition, in a folder of its own."""
    folder = tmp_path_factory.mktemp("published") / "student"
    assert publish.main([str(folder), "--repo", "someone/attention"]) == 0
    return folder


# The choices that repo2docker makes


def dockerfile(repository: Path) -> str:
    done = subprocess.run(
        [SCRIPTS / "jupyter-repo2docker", "--no-build", "--debug", "."],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout + done.stderr


@pytest.mark.parametrize("which", ["repository", "student edition"])
def test_repo2docker_builds_what_is_meant(which: str, published: Path) -> None:
    build = dockerfile(ROOT if which == "repository" else published)
    assert "py-2d3-2e12-2dlinux-2d64-2elock" in build  # its base environment for Python 3.12
    # The requirements are installed before the notebooks are copied: their layer is kept.
    install = build.index('pip install --no-cache-dir -r "binder/requirements.txt"')
    assert install < build.index("COPY --chown=0:0 src/ ${REPO_DIR}/")
    assert len(re.findall("pip install", build)) == 1  # the package is postBuild's
    assert "RUN ./binder/postBuild" in build


def test_binder_gets_the_pins_of_everybody_else() -> None:
    assert (ROOT / "binder/requirements.txt").read_bytes() == (
        ROOT / "requirements.txt"
    ).read_bytes()
    everything, students = pins("requirements.txt"), pins("binder/student-requirements.txt")
    assert "jupyterlab" in students  # Binder's image has one of its own
    assert {name: everything[name] for name in students} == students
    assert {"pyseccomp", "typer"} <= everything.keys() - students.keys()


# The environment of that build


@pytest.fixture(scope="module")
def environment(published: Path) -> Iterator[Path]:
    """A new environment, made as binder/ says; return its folder of programs."""
    venv = published.parent / "venv"
    python = python_of((published / "binder/runtime.txt").read_text().strip())
    uv = [SCRIPTS / "uv", "--no-python-downloads", "--quiet"]
    run(*uv, "venv", "--seed", "--python", python, venv, cwd=published)
    pins = published / "binder/requirements.txt"
    run(*uv, "pip", "install", "--python", venv / "bin/python", "-r", pins, cwd=published)
    # postBuild needs no more than what it finds on PATH.
    run("binder/postBuild", cwd=published, path=venv / "bin")
    yield venv / "bin"
    shutil.rmtree(venv)  # half a gigabyte


def python_of(runtime: str) -> str:
    """Return the Python that runtime.txt names if this machine has it, else the tests' own."""
    name = runtime.replace("-", "")  # python-3.12
    version = name.removeprefix("python")
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for python in filter(None, (*pyenv.glob(f"{version}.*/bin/{name}"), shutil.which(name))):
        if subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0:
            return str(python)
    return sys.executable


def clean(path: Path | None = None) -> dict[str, str]:
    """Return the environment's variables without what belongs to the tests' own environment."""
    ours = ("JUPYTER", "PYTHON", "VIRTUAL_ENV")
    env = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return env | ({"PATH": f"{path}{os.pathsep}{env['PATH']}"} if path else {})


def run(*command: str | Path, cwd: Path, path: Path | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean(path),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


@pytest.fixture
def browser_here(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
    yield browser
    browser.close()


def test_the_student_edition_runs_by_itself(
    published: Path, environment: Path, browser_here: Browser, tmp_path: Path
) -> None:
    """One story, because the environment takes long: every notebook runs, and the badge opens one.

    Nothing of this repository is on the path: the package is the one that postBuild installed.
    """
    shutil.move(published / "course", tmp_path / "not-importable")
    said = run(environment / "python", RUN_IN_CLEAN_VENV, *notebooks(published), cwd=tmp_path)
    assert said.splitlines() == [str(path) for path in notebooks(published)]
    quick = "import jsonschema, sys; print(sys.modules['rfc3987_syntax'])"
    assert run(environment / "python", "-c", quick, cwd=tmp_path) == "None\n"

    address = re.search(r"https://mybinder\.org/v2/(\S+)\)", (published / "README.md").read_text())
    place, query = address[1].split("?urlpath=")
    assert place == "gh/someone/attention/HEAD"
    assert unquote(query) == start_page()
    port = free_port()
    log = tmp_path / "server.log"
    options = ["--no-browser", f"--ServerApp.port={port}", "--IdentityProvider.token="]
    options += ["--allow-root", "--LabApp.expose_app_in_browser=True"]
    home = {"HOME": str(tmp_path), "JUPYTER_CONFIG_DIR": str(tmp_path / "config")}
    with log.open("w") as file:
        server = subprocess.Popen(
            [environment / "jupyter-lab", *options],
            cwd=published,
            env=clean(environment) | home,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(url, server, log)
        page = browser_here.new_page(base_url=url)
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"/{unquote(query)}")
        ready = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel"
        page.wait_for_function(ready, timeout=60_000)
        jupyter.call(page, "await panel.sessionContext.session.kernel.info")
        path = jupyter.call(page, "return panel.context.path")
        assert path == "release/00-start-here/00-start-here.ipynb"
        jupyter.run_cell(page, "grade")
        assert "Hidden tests run when you submit" in jupyter.outputs(page, "grade").text
        # overrides.json, which the package installs, turns JupyterLab's news off
        assert all(address.startswith((url, "data:", "blob:")) for address in requests)
        assert not any("/lab/api/news" in address for address in requests)
    finally:
        server.terminate()
        server.wait(timeout=30)


def notebooks(repository: Path) -> list[Path]:
    found = sorted(repository.glob("release/*/*.ipynb"))
    assert len(found) > 7
    return found
