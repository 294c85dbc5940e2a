"""The widgets' JavaScript: vitest on the modules that need no page, and that all of it loads."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from course import widgets
from course.widgets import block_explorer, page, scaling_explorer, softmax_explorer
from scripts.environment import NODE_PINS, ROOT, ensure_node_tools, lacks_node
from widgets.make_cases import write

STATIC = ROOT / "course" / "widgets" / "static"
VITEST = ("run", "--config", "tests/widgets/vitest.config.js")
BUNDLER = "scripts/bundle_widgets.js"

reason = lacks_node()
pytestmark = pytest.mark.skipif(reason is not None, reason=f"{reason}.")


@pytest.fixture(scope="module", autouse=True)
def node_tools():
    ensure_node_tools()


def run(*command: str | Path, **env: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, "NO_COLOR": "1", **env},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_page_and_numpy_agree(tmp_path):
    """Runs every *.test.js beside this file on the cases of make_cases.py; SEED chooses others."""
    cases = tmp_path / "cases.json"
    write(cases, *map(int, filter(None, [os.environ.get("SEED")])))
    done = run("node", "node_modules/vitest/vitest.mjs", *VITEST, CASES=str(cases))
    assert done.returncode == 0, done.stdout + done.stderr
    for file in Path(__file__).parent.glob("*.test.js"):
        assert f"✓ {file.name}" in done.stdout, done.stdout


def test_the_bundles_are_fresh():
    """Built in memory and compared to the byte with what is committed."""
    checked = run("node", BUNDLER, "--check")
    assert checked.returncode == 0, checked.stderr


def test_a_stale_bundle_is_named_and_made_again(tmp_path):
    bundles = shutil.copytree(STATIC, tmp_path / "static")
    (bundles / "heatmap.js").write_text("// changed by hand\n")
    (bundles / "widget_that_went.css").touch()
    checked = run("node", BUNDLER, "--check", bundles)
    assert checked.returncode == 1
    assert "heatmap.js, widget_that_went.css. Run `make widgets`" in checked.stderr
    assert run("node", BUNDLER, bundles).returncode == 0
    assert run("node", BUNDLER, "--check", bundles).returncode == 0


def test_each_widget_has_a_bundle_that_stands_alone():
    offered = [getattr(widgets, name) for name in widgets.__all__]
    names = [thing._module for thing in offered if hasattr(thing, "_module")]
    assert {"matrix_editor", "heatmap"} <= set(names)
    for name in names:
        text = page.javascript(name)
        code = re.sub(r"^ *(//|/?\*).*", "", text, flags=re.MULTILINE)  # without comments
        assert not re.search(r"\bimport\b", code), name
        assert text.count(" as default") == 1, name
        assert ".course-widget" in page.stylesheet(name)
    assert {file.stem for file in STATIC.glob("*.js")} == {"row_picker", *names}


def test_the_lock_file_names_no_place():
    lock = (ROOT / NODE_PINS).read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock


@pytest.mark.parametrize(
    ("file", "written"),
    [
        ("softmax_explorer/table.js", f"LIMIT = {softmax_explorer.LIMIT:.0f};"),
        (
            "softmax_explorer.js",
            f"= [{softmax_explorer.COLDEST:g}, {softmax_explorer.HOTTEST:g}]; // temperature",
        ),
        (
            "block_explorer/memory.js",
            f"= [{block_explorer.FEWEST_TOKENS}, {block_explorer.MOST_TOKENS}]; // tokens",
        ),
        ("scaling_explorer/random_scores.js", f"LONGEST = {scaling_explorer.RANGES['d_k'][1]};"),
    ],
)
def test_a_limit_is_the_same_in_both_languages(file, written):
    """Otherwise the page would send what Python refuses."""
    assert written in (ROOT / "course/widgets/js" / file).read_text(encoding="utf-8")
