"""The widgets' JavaScript: vitest on the modules that need no page, and that all of it loads."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from course import widgets
from course.widgets import page
from scripts.environment import ROOT, WIDGET_TESTS, ensure_vitest, lacks_node
from widgets.make_cases import write

STATIC = ROOT / "course" / "widgets" / "static"

reason = lacks_node()
pytestmark = pytest.mark.skipif(reason is not None, reason=f"{reason}.")


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT / WIDGET_TESTS,
        env={**os.environ, "NO_COLOR": "1", **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_page_and_numpy_agree(tmp_path):
    """Runs every *.test.js beside this file on the cases of make_cases.py; SEED chooses others."""
    ensure_vitest()
    cases = tmp_path / "cases.json"
    write(cases, *map(int, filter(None, [os.environ.get("SEED")])))
    done = run("node", "node_modules/vitest/vitest.mjs", "run", CASES=str(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    for file in (ROOT / WIDGET_TESTS).glob("*.test.js"):
        assert f"✓ {file.name}" in done.stdout, done.stdout


def test_what_a_page_gets_parses(tmp_path):
    """Joined into one text, two modules with one name for two things are a SyntaxError."""
    offered = [getattr(widgets, name) for name in widgets.__all__]
    names = [thing._module for thing in offered if hasattr(thing, "_module")]
    assert {"matrix_editor", "heatmap"} <= set(names)
    for name in names:
        joined = tmp_path / f"{name}.mjs"
        joined.write_text(page.javascript(name), encoding="utf-8")
        checked = run("node", "--check", joined)
        assert checked.returncode == 0, checked.stderr
        text = joined.read_text(encoding="utf-8")
        assert "import " not in text.replace("// ", ""), name
        assert text.count("export default") == 1, name


def test_every_import_is_exported(tmp_path):
    """Each module loads by itself; node refuses a name that the other module does not export."""
    (tmp_path / "package.json").write_text('{"type": "module"}')
    modules = sorted(shutil.copy(file, tmp_path) for file in STATIC.glob("*.js"))
    script = "\n".join(f"import {Path(module).as_uri()!r};" for module in modules)
    loaded = run("node", "--input-type=module", "--eval", script)
    assert loaded.returncode == 0, loaded.stderr


def test_a_name_twice_would_be_noticed(tmp_path):
    twice = tmp_path / "twice.mjs"
    twice.write_text("const one = 1;\nfunction one() {}\n")
    assert "has already been declared" in run("node", "--check", twice).stderr


def test_the_lock_file_names_no_place():
    lock = (ROOT / WIDGET_TESTS / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock
