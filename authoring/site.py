"""``python -m authoring site``: the student edition as a static site that runs in a browser alone.

JupyterLite is JupyterLab without a server; Pyodide is Python and numpy compiled for the browser.
Any web server can hand the site out. The course's package and its widgets' are wheels in the site;
Pyodide itself, numpy and matplotlib are fetched from where Pyodide publishes them, unless a copy of
that distribution is put into the site (`--pyodide`).
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from gradebox.folder import assignments, find_root
from typer import Argument, Option

from authoring.editions import (
    LICENCES,
    RELEASE,
    STUDENT,
    EditionError,
)
from authoring.generated_folder import File, Files, write
from authoring.publish import PublishError, build_checked_edition
from authoring.reading_pages import FOLDER, PageError, reading_pages
from course.lab import FIRST_NOTEBOOK
from gradebox import cli

DEFAULT_FOLDER = "build/site"
MARK = "jupyter-lite.json"  # what tells a site from other folders
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = (KERNEL, "@jupyter-widgets/jupyterlab-manager", "anywidget")
# Pure Python that the notebooks import and Pyodide does not have.
WHEELS = ("anywidget", "comm", "ipywidgets", "jupyterlab-widgets", "psygnal")
FROM_PYODIDE = ("numpy", "matplotlib", "ipython", "traitlets", "typing-extensions")
# The kernel looks for wheels from its worker's place, extensions/@jupyterlite/.../static/.
FROM_WORKER = "../../../../"
# Put into the page where Python comes from another host. JupyterLab shows a red sign and no reason.
WITHOUT_PYTHON = """\
<script type="module">
  const address = "%s/pyodide.mjs";
  try {
    await fetch(address, { method: "HEAD", mode: "no-cors" });
  } catch {
    const said = document.createElement("p");
    said.setAttribute("role", "alert");
    said.style =
      "position: fixed; inset: auto 0 0 0; z-index: 10000; margin: 0; padding: 10px 16px; " +
      "font: 14px/1.5 system-ui, sans-serif; color: #ffffff; background: #a31515;";
    said.textContent =
      `Python cannot be loaded: it comes from ${new URL(address).host}, which this browser does ` +
      "not reach. You can read the notebooks, but no cell runs. Check the connection, or ask who " +
      "runs the network to allow that address; then load this page again.";
    document.body.append(said);
  }
</script>
"""
TO_WORK = "../index.html"  # from a page to read
TO_LAB = "await import('./config-utils.js');"  # in the site's first page


class SiteError(Exception):
    """The site cannot be built; the message is a sentence."""


def site(
    folder: Annotated[
        Path | None,
        Argument(metavar="[DIR]", help=f"{DEFAULT_FOLDER} in the course, if none is named"),
    ] = None,
    pyodide: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="an unpacked Pyodide distribution to put into the site, which then asks no other "
            "host",
        ),
    ] = None,
    read: Annotated[
        bool, Option(help="with each notebook as a page to read; running them takes minutes")
    ] = True,
) -> None:
    """Build a static site of the students' notebooks, which needs no server."""
    try:
        root = find_root()
        target = (folder or root / DEFAULT_FOLDER).resolve()
        build(root, target, pyodide and pyodide.resolve(), read)
    except (SiteError, PublishError, EditionError, PageError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    except Exception as error:
        raise typer.Exit(cli.told(error, 1)) from None
    print(
        f"The site is in {target}. Any web server can hand it out; to try it here:\n"
        f"  python -m http.server --directory {shlex.quote(str(target))} --bind 127.0.0.1"
    )


app = cli.command(site)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "python -m authoring site")


def build(root: Path, folder: Path, pyodide: Path | None = None, read: bool = True) -> None:
    """Build the site of the course at `root` in `folder`, in place of an older one.

    `pyodide` is a folder with a Pyodide distribution to put into it; with `read`, the notebooks are
    pages to read, too. The older site stays until the new one is complete. Raises SiteError if a
    step fails, or if the folder holds something else, and PageError if a notebook does not run.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file: name a folder.")
    if folder.exists() and not (folder / MARK).is_file() and any(folder.iterdir()):
        raise SiteError(f"{folder} holds something that is no site: name another folder.")
    if pyodide and not (pyodide / "pyodide.mjs").is_file():
        raise SiteError(f"{pyodide} is no Pyodide distribution: there is no pyodide.mjs in it.")
    files = build_checked_edition(root, STUDENT)
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Beside the result, so that the new site can be moved there in one step.
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".site-") as scratch:
        new = _build(files, Path(scratch), pyodide)
        if read:
            for path, file in reading_pages(root, assignments(root), TO_WORK).items():
                write(new / FOLDER / path, file)
        if folder.exists():
            shutil.rmtree(folder)
        new.rename(folder)


def _build(files: Files, scratch: Path, pyodide: Path | None) -> Path:
    wheels = scratch / "pypi"  # where JupyterLite looks for wheels
    _make_wheel(files, scratch / "package", wheels)
    _run("pip", "download", *_pure(), "--dest", wheels, *_pins())
    for path, file in files.items():
        if path in LICENCES or path.startswith(f"{RELEASE}/"):
            write(scratch / "contents" / path, file)
    if pyodide:
        (scratch / "static").mkdir()
        (scratch / "static" / "pyodide").symlink_to(pyodide)
    _write_json(scratch / MARK, settings(wheels))
    _write_json(scratch / "jupyter_lite_config.json", build_settings())
    _run("jupyterlite_core", "build", cwd=scratch)
    _lead_to_first_notebook(scratch / "site" / "index.html")
    if not pyodide:
        _say_what_is_missing(scratch / "site" / "lab" / "index.html")
    return scratch / "site"


def settings(wheels: Path) -> dict:
    """Return what the site's pages read: which packages a kernel starts with, and from where."""
    own = [f"{FROM_WORKER}pypi/{wheel.name}" for wheel in sorted(wheels.glob("*.whl"))]
    kernel = {
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": [*own, *FROM_PYODIDE]},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Attention by Hand",
            "exposeAppInBrowser": True,
            "litePluginSettings": {f"{KERNEL}:kernel": kernel},
        },
    }


def build_settings() -> dict:
    """Return what `jupyter lite build` reads. Of the extensions installed here, few have a use."""
    installed = Path(sysconfig.get_path("data")) / "share" / "jupyter" / "labextensions"
    return {
        "LiteBuildConfig": {
            "apps": ["lab"],
            "contents": ["contents"],
            "output_dir": "site",
            "ignore_sys_prefix": ["federated_extensions"],
            "federated_extensions": [str(installed / name) for name in EXTENSIONS],
            "no_sourcemaps": True,
        }
    }


def _make_wheel(files: Files, package: Path, wheels: Path) -> None:
    """Build the wheel of the course's package, which asks for nothing: the site loads all."""
    pyproject = files["pyproject.toml"].content.decode()
    alone = re.sub(r"^dependencies = \[\n.*?^\]\n", "", pyproject, flags=re.MULTILINE | re.DOTALL)
    for path, file in (files | {"pyproject.toml": File(alone.encode())}).items():
        if not path.startswith(f"{RELEASE}/"):
            write(package / path, file)
    _run("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, package)


def _pure() -> tuple[str, ...]:
    return ("--no-deps", "--only-binary=:all:", "--platform=any", "--implementation=py")


def _pins() -> Iterator[str]:
    for name in WHEELS:
        yield f"{name}=={version(name)}"


def _run(module: str, *arguments: str | Path, cwd: Path | None = None) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-2000:], file=sys.stderr)
        raise SiteError(
            f"{module} {arguments[0]} failed; what it said is above. `make site` installs what it "
            "needs, and pip needs the network for the widgets' wheels."
        )


def _write_json(path: Path, content: dict) -> None:
    path.write_text(json.dumps(content, indent=1), "utf-8")


def _lead_to_first_notebook(page: Path) -> None:
    """Let the site's address open the first notebook; JupyterLite's own page opens an empty lab.

    The page must stay otherwise: the others read their settings from it.
    """
    text = page.read_text("utf-8")
    if text.count(TO_LAB) != 1:
        raise SiteError("This version of JupyterLite begins differently: look at its index.html.")
    start = f"lab/index.html?path={FIRST_NOTEBOOK.as_posix()}"
    page.write_text(text.replace(TO_LAB, f'window.location.replace("{start}");'), "utf-8")


def _say_what_is_missing(page: Path) -> None:
    """Let the page say why no cell runs where the host that Python comes from is out of reach."""
    text = page.read_text("utf-8")
    if text.count("</body>") != 1:
        raise SiteError("This version of JupyterLite ends differently: look at its lab/index.html.")
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL  # installed by `make site`

    page.write_text(text.replace("</body>", f"{WITHOUT_PYTHON % PYODIDE_CDN_URL}</body>"), "utf-8")
