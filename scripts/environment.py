"""The Makefile's program: make the course's environment, then run something in it.

    python3 scripts/environment.py {lab, test, release, widgets, demo, hub, site, pins} [OPTIONS]

Standard library only, because it runs before anything is installed. A step that is already done
is skipped. Whatever goes wrong ends in one sentence that says what to do: see ``Stop``.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)

PINS = Path("requirements.txt")
TEST_PINS = Path("tests/requirements.txt")
SITE_PINS = Path("lite/requirements.txt")
HUB_PINS = Path("hub/requirements.txt")
# The large package of notebook 11 and three libraries, to be installed without what they ask for.
TRANSFORMER_PINS = Path("course/minilm/requirements.txt")
# Binder looks for requirements in binder/ only, and takes none that point to another file.
BINDER_PINS = Path("binder/requirements.txt")
STUDENT_PINS = Path("binder/student-requirements.txt")
# What an installation of the course is made from; a change in any of them means: install again.
COURSE_FILES = (
    PINS,
    Path("pyproject.toml"),
    Path("gradebox/pyproject.toml"),
    Path("course/overrides.json"),
)

NODE_PINS = Path("package-lock.json")
OLDEST_NODE = (20, 19)

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Chromium without a window, its own package in Debian: it does the same for a quarter less CPU.
WITHOUT_WINDOW = "chromium-headless-shell"


class Stop(Exception):
    """The work cannot go on; the message is a sentence for whoever typed the command."""


def step(sentence: str) -> None:
    """Say what happens next, at once."""
    print(sentence, flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a command in the course's folder with its output shown; return its exit code."""
    return subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=env, check=False
    ).returncode


# The environment -------------------------------------------------------------------------------


def ensure_venv() -> None:
    """Make ``.venv``, or make it again where its Python has gone or is too old."""
    if venv_works():
        return
    if importlib.util.find_spec("ensurepip") is None:
        raise Stop(
            "This Python cannot make environments. "
            "Install the venv package (Debian, Ubuntu: apt install python3-venv)."
        )
    require_writable(VENV)
    version = ".".join(map(str, sys.version_info[:3]))
    step(f"Making .venv with Python {version}.")
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(VENV)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode != 0:
        print((made.stdout + made.stderr)[-2000:], file=sys.stderr)
        raise Stop("Python's venv failed; what it said is above. Delete .venv and try again.")
    # The pip that older Pythons bring takes three times as long for the same pins. It does too.
    newer = [PYTHON, "-m", "pip", "install", "--upgrade", "pip"]
    subprocess.run(newer, capture_output=True, check=False)


def venv_works() -> bool:
    """Return True if ``.venv`` holds a Python that runs, is new enough and has pip."""
    question = (
        "import sys, importlib.util as u; "
        f"sys.exit(sys.version_info < {OLDEST} or u.find_spec('pip') is None)"
    )
    try:
        answer = subprocess.run([PYTHON, "-c", question], capture_output=True, check=False)
    except OSError:
        return False
    return answer.returncode == 0


def require_writable(folder: Path) -> None:
    """Raise Stop unless a file can be written in ``folder``, which is made where it is missing."""
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(1024))
    except OSError as error:
        raise Stop(
            f"{folder} cannot be written ({error.strerror}). "
            "Free space or change the permissions, then run the command again."
        ) from None


def install(
    what: str, requirement_files: tuple[Path, ...], *, editable: bool, alone: bool = False
) -> None:
    """Install pinned requirements, and the course itself, unless that has been done already.

    With ``alone``, nothing that the requirements depend on is installed.

    A stamp in ``.venv`` remembers the hash of everything that the installation is made from.
    """
    stamp = VENV / f".installed-{what.replace(' ', '-')}"
    wanted = fingerprint(COURSE_FILES if editable else requirement_files)
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    require_writable(VENV)
    step(f"Installing {what} into .venv; the first time this takes a minute or two.")
    options = [part for file in requirement_files for part in ("-r", str(file))]
    if editable:
        options += ["-e", "gradebox/", "-e", "."]
    if alone:
        pip_install([*options, "--no-deps"])
    else:
        pip_install([*options, "--no-compile"])
        compile_packages()
    stamp.write_text(wanted)


def compile_packages() -> None:
    """Write the packages' bytecode on all processors, without their tests; pip uses one.

    It has to be there before a notebook runs: in the sandbox none can be written.
    """
    leave_out = r"[/\\]tests?[/\\]"
    command = [PYTHON, "-m", "compileall", "-q", "-j", "0", "-x", leave_out, VENV / "lib"]
    # Templates that are no Python yet make it fail; the packages work without their bytecode.
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def fingerprint(files: tuple[Path, ...]) -> str:
    """Return a hash of the files, and of the folder's place, which an editable install knows."""
    digest = hashlib.sha256(str(ROOT).encode())
    for file in files:
        digest.update(file.as_posix().encode() + b"\0" + (ROOT / file).read_bytes())
    return digest.hexdigest()


def pip_install(options: list[str]) -> None:
    """Run ``pip install``; on a terminal show the package it is at, on failure what it said."""
    pip = subprocess.Popen(
        [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert pip.stdout is not None
    said = []
    for line in pip.stdout:
        said.append(line)
        if sys.stdout.isatty() and line.startswith(("Collecting", "Building", "Installing")):
            print(f"\r\033[K  {line.strip()[:72]}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    if pip.wait() != 0:
        print("".join(said[-12:]), file=sys.stderr)
        raise Stop(reason_of("".join(said)))


def reason_of(pip_output: str) -> str:
    """Return the sentence for a failed ``pip install``."""
    symptoms = {
        ("No space left",): "The disk is full: free some space and run the command again.",
        ("Permission denied", "Read-only file system"): (
            f"pip may not write where it must: look at the permissions of {ROOT} and run again."
        ),
        ("ConnectionError", "NewConnectionError", "ConnectTimeout", "ReadTimeout", "SSLError",
         "ProxyError", "Name or service not known", "name resolution", "Max retries"): (
            "pip cannot reach the package index: look at the network, and at the proxy or "
            "index that pip is set to use (pip config list), then run the command again."
        ),
        ("No matching distribution", "Could not find a version"): (
            "The package index that pip uses lacks a version that the course needs; "
            "the last lines of pip are above."
        ),
    }  # fmt: skip
    for words, sentence in symptoms.items():
        if any(word in pip_output for word in words):
            return sentence
    return "pip could not install the requirements; its last lines are above."


def ensure_course() -> None:
    """Make ``.venv`` and install the course with its pinned requirements."""
    ensure_venv()
    install("the course", (PINS,), editable=True)


# Chromium --------------------------------------------------------------------------------------


def find_chromium(names: tuple[str, ...] = BROWSERS) -> str | None:
    """Return a Chromium or Chrome that starts: the one CHROMIUM names, else one on PATH."""
    for name in filter(None, (os.environ.get("CHROMIUM"), *names)):
        path = shutil.which(name)
        if path and starts(path):
            return path
    return None


def starts(browser: str) -> bool:
    """Return True if the browser prints its version: Ubuntu's package may be only a pointer."""
    try:
        answer = subprocess.run(
            [browser, "--version"], capture_output=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def ensure_chromium() -> str:
    """Return the path of a Chromium, after installing Debian's package where apt-get can."""
    names = (WITHOUT_WINDOW, *BROWSERS)
    found = find_chromium(names)
    if not found:
        install_chromium()
        found = find_chromium(names)
    if not found:
        raise Stop(
            "The browser tests need Chromium or Chrome. Install one, put it on PATH or set "
            "CHROMIUM=/path/to/it, then run make test again."
        )
    step(f"Browser tests use {found}.")
    return found


def install_chromium() -> None:
    """Install Debian's ``chromium`` if this user may; a failure is told by ``ensure_chromium``."""
    if not shutil.which("apt-get"):
        return
    if os.geteuid() == 0:
        apt_get = ["apt-get"]
    elif shutil.which("sudo") and run("sudo", "-n", "true") == 0:
        apt_get = ["sudo", "-n", "apt-get"]
    else:
        return
    step("Installing Debian's chromium with apt-get.")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
        done = subprocess.run([*apt_get, *arguments], env=env, capture_output=True, check=False)
        if done.returncode != 0:
            print(done.stderr.decode(errors="replace")[-1000:], file=sys.stderr)


# Node ------------------------------------------------------------------------------------------


def lacks_node() -> str | None:
    """Return why the widgets' JavaScript cannot be worked on here; None where it can be."""
    if not shutil.which("npm"):
        return "There is no npm on PATH"
    try:
        answer = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return "There is no node on PATH"
    version = answer.stdout.strip().removeprefix("v")
    numbers = tuple(int(part) for part in version.split(".") if part.isdigit())
    if numbers < OLDEST_NODE:
        oldest = ".".join(map(str, OLDEST_NODE))
        return f"node is {version or 'broken'}, and {oldest} or newer is needed"
    return None


def ensure_node_tools(
    folder: Path = Path(), what: str = "vitest, esbuild, biome and TypeScript"
) -> None:
    """Install what a folder's package-lock.json pins, unless that has been done already."""
    # npm deletes node_modules before it installs, and the stamp with it.
    stamp = ROOT / folder / "node_modules" / ".installed"
    wanted = hashlib.sha256((ROOT / folder / NODE_PINS).read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    step(f"Installing {what} into {folder / 'node_modules'} with npm.")
    npm = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund"],
        cwd=ROOT / folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if npm.returncode != 0:
        print((npm.stdout + npm.stderr)[-2000:], file=sys.stderr)
        raise Stop(
            f"npm could not install {what}, which {folder / NODE_PINS} pins; "
            "its last lines are above. Is there a network?"
        )
    stamp.write_text(wanted)


def ensure_hub_proxy() -> None:
    """Install the proxy of JupyterHub."""
    ensure_node_tools(HUB_PINS.parent, "JupyterHub's proxy")


# The targets -----------------------------------------------------------------------------------


def lab(options: list[str]) -> int:
    """Open the course in JupyterLab; the options are JupyterLab's."""
    ensure_course()
    if release([]) != 0:
        raise Stop("release/ could not be generated; the reason is above.")
    step("Starting JupyterLab.")
    os.chdir(ROOT)
    # JupyterLab takes this process's place, so that Ctrl-C and signals reach it alone.
    os.execv(PYTHON, [str(PYTHON), "-m", "course", "lab", *options])


def release(options: list[str]) -> int:
    """Generate ``release/`` where it is out of date."""
    ensure_course()
    return run(PYTHON, "-m", "authoring", "release", *options)


def widgets(options: list[str]) -> int:
    """Bundle the widgets' JavaScript and CSS into course/widgets/static."""
    if reason := lacks_node():
        raise Stop(f"{reason}, and the widgets are bundled with it: see https://nodejs.org/.")
    ensure_node_tools()
    return run("node", "scripts/bundle_widgets.js", *options)


def demo(options: list[str]) -> int:
    """Take three submissions through the grading loop."""
    ensure_course()
    return run(PYTHON, "-m", "authoring", "demo", *options)


def hub(options: list[str]) -> int:
    """Run a JupyterHub with an invented class until Ctrl-C."""
    ensure_course()
    if reason := lacks_node():
        raise Stop(f"{reason}, and JupyterHub's proxy runs on it: see https://nodejs.org/.")
    ensure_hub_proxy()
    install("the Hub", (PINS, HUB_PINS), editable=False)
    # The Hub's process takes this one's place, so that Ctrl-C reaches it alone.
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", "hub.trial", *options])


def site(options: list[str]) -> int:
    """Build the static site that runs in a browser alone."""
    ensure_course()
    install("the site", (PINS, SITE_PINS), editable=False)
    return run(PYTHON, "-m", "authoring", "site", *options)


LINTERS: dict[str, tuple[str | Path, ...]] = {
    "ruff check": (PYTHON, "-m", "ruff", "check", "--quiet"),
    "ruff format": (PYTHON, "-m", "ruff", "format", "--check", "--quiet"),
    "mypy": (PYTHON, "-m", "mypy", "--no-error-summary"),
    "lint-imports": (PYTHON.parent / "lint-imports", "--no-cache", "--no-logo"),
}
NODE_LINTERS: dict[str, tuple[str | Path, ...]] = {
    "biome": ("node", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"),
    "tsc": ("node", "node_modules/typescript/bin/tsc", "--project", "tsconfig.json"),
}

COMPILE_TESTS = (PYTHON, "-m", "pytest", "--collect-only")


def test(options: list[str]) -> int:
    """Run pytest, and the linters and the type checkers beside it."""
    ensure_course()
    install("the tests", (PINS, TEST_PINS), editable=False)
    install("the transformer", (TRANSFORMER_PINS,), editable=False, alone=True)
    env = {**os.environ, "CHROMIUM": ensure_chromium()}
    # Without bytecode, each of the hundreds of processes that the tests start compiles anew.
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    with ExitStack() as running:
        linters = {name: running.enter_context(Linter(LINTERS[name])) for name in LINTERS}
        is_new = not any((ROOT / "tests" / "__pycache__").glob("*.pyc"))
        if is_new:  # else each of pytest's workers would compile all tests, for itself
            compiling = running.enter_context(Linter(COMPILE_TESTS, env))
        if reason := lacks_node():
            step(f"{reason}: the tests of the widgets' JavaScript are left out, as are the Hub's.")
        else:
            ensure_node_tools()
            ensure_hub_proxy()
            for name, command in NODE_LINTERS.items():
                linters[name] = running.enter_context(Linter(command))
        if is_new:
            compiling.complaint()  # is not heard: pytest says the same
        step(f"Running pytest, and {', '.join(linters)} beside it.")
        # tests/conftest.py keeps the browser tests on one worker: they share one JupyterLab.
        # A failing one leaves a picture of the page in test-results/.
        # One worker more than there are cores: many tests wait for a page or for a process. On two
        # cores a fourth one takes longer: it only gets in the way of the others.
        workers = (os.cpu_count() or 2) + 1
        flags = ["--screenshot", "only-on-failure", "-n", str(workers)]
        failed = run(PYTHON, "-m", "pytest", *flags, *options, env=env) != 0
        for name, linter in linters.items():
            if said := linter.complaint():
                failed = True
                step(f"\n{name} failed:\n{said}")
    return int(failed)


class Linter:
    """A command that runs beside pytest; what it says is kept until it is asked for."""

    def __init__(self, command: tuple[str | Path, ...], env: dict[str, str] | None = None) -> None:
        self._command, self._env = command, env

    def __enter__(self) -> Linter:
        """Start the command."""
        self._output = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        self._process = subprocess.Popen(
            self._command, cwd=ROOT, env=self._env, stdout=self._output, stderr=subprocess.STDOUT
        )
        return self

    def complaint(self) -> str:
        """Wait for its end; return what it said if it failed, and nothing if it did not."""
        code = self._process.wait()
        self._output.seek(0)
        return self._output.read().strip() or f"It ended with exit code {code}." if code else ""

    def __exit__(self, *_: object) -> None:
        """End the command, where pytest was interrupted."""
        self._process.kill()
        self._process.wait()
        self._output.close()


def pins(options: list[str]) -> int:
    """Make the requirement files again; ``--upgrade`` moves to the newest versions."""
    uv = shutil.which("uv")
    if not uv:
        raise Stop("make pins needs uv on PATH: see https://docs.astral.sh/uv/.")
    compile_pins = [
        uv, "pip", "compile", "--quiet",
        "--universal", "--python-version", "3.11", "--fork-strategy", "fewest",
        "--no-emit-index-url", "--no-emit-find-links", "--no-annotate",
        "--custom-compile-command", "make pins", *options,
    ]  # fmt: skip
    project = ["pyproject.toml", "--group", "build"]
    grader, for_tests = "gradebox/pyproject.toml", ["--extra", "dask", "--group", "test"]
    for whose, file, wanted in (
        ("the course's", PINS, [*project, grader]),
        ("the tests'", TEST_PINS, [*project, grader, *for_tests, "-c", PINS]),
        ("the students'", STUDENT_PINS, [*project, "-c", PINS]),
        ("the site's", SITE_PINS, [*project, "--group", "site", "-c", TEST_PINS]),
        ("the Hub's", HUB_PINS, [*project, grader, "--group", "hub", "-c", TEST_PINS]),
        ("the transformer's", TRANSFORMER_PINS, ["--group", "transformer", "--no-deps"]),
    ):
        step(f"Pinning {whose} requirements in {file}.")
        if run(*compile_pins, *wanted, "-o", file) != 0:
            return 1
    shutil.copyfile(ROOT / PINS, ROOT / BINDER_PINS)
    return 0


TARGETS = {
    "lab": lab,
    "test": test,
    "release": release,
    "widgets": widgets,
    "demo": demo,
    "hub": hub,
    "site": site,
    "pins": pins,
}


def main(argv: list[str]) -> int:
    """Run one target; return the exit code for the shell."""
    if sys.version_info < OLDEST:
        raise Stop(
            "Attention by Hand needs Python 3.11 or newer; this is " + sys.version.split()[0]
        )
    if not argv or argv[0] not in TARGETS:
        raise Stop(f"usage: python3 scripts/environment.py {{{','.join(TARGETS)}}} [OPTIONS]")
    return TARGETS[argv[0]](argv[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Stop as stop:
        sys.exit(f"\n{stop}")
    except OSError as error:
        sys.exit(f"\n{error.filename or 'The system'}: {error.strerror}. Nothing more was done.")
    except KeyboardInterrupt:
        sys.exit("\nStopped.")
