"""The benchmarks are no part of the tests' run, but each of them starts."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUICK = ROOT / "gradebox" / "tests" / "fast_imports"


def test_each_benchmark_can_be_imported_from_the_root():
    names = [f"benchmarks.{path.stem}" for path in (ROOT / "benchmarks").glob("*.py")]
    assert "benchmarks.widgets" in names
    # In a process of its own: pytest has folders on its path that a benchmark has not.
    code = f"import importlib\nfor name in {sorted(names)}: importlib.import_module(name)"
    env = os.environ | {"PYTHONPATH": str(QUICK)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
