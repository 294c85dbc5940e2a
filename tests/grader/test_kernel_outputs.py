"""What our processes show is what a kernel shows under nbclient: the same cells, run both ways."""

import copy
import json
import re
from pathlib import Path

import nbformat
import nbgrader
import pytest
from grading import ROOT
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import Execute
from odd_cells import CELLS

from course.grader import sandbox
from course.grader.kernel.session import Settings, execute

# Every notebook of the course and of nbgrader's example course, one below the other.
EXAMPLE = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide" / "source"
NOTEBOOKS = [*sorted(ROOT.glob("source/*/*.ipynb")), *sorted(EXAMPLE.glob("ps1*/*.ipynb"))]

RANDOM = [
    (r"0x[0-9a-f]{6,}", "0xADDRESS"),
    (r"/\S*/ipykernel_\d+/\d+\.py", "CELL.py"),
    (r"/\S*(session-\w+/student|/theirs)\b", "FOLDER"),
    (r"[0-9a-f]{32}", "IDENTITY"),
    (r"\d+(\.\d+)? (ns|[µμ]s|ms|s)\b", "TIME"),
    (r"CPU times: .*?total", "CPU times, total"),
    (r"(Thread|Process)-\d+", r"\1-N"),
]


def in_a_kernel(notebook, folder):
    ran = copy.deepcopy(notebook)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_CURRENT_TEST", raising=False)  # ipykernel leaves file descriptors then
        stock = Execute(kernel_name="python3", timeout=60, shutdown_kernel="immediate")
        stock.preprocess(ran, {"metadata": {"path": str(folder)}})
    return ran


def in_our_processes(notebook, folder):
    ran = copy.deepcopy(notebook)
    missing = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
    execute(ran, folder, Settings(without=missing))
    return ran


def shown(cell):
    """A cell's outputs, without what differs from one kernel to the next."""
    outputs = []
    for output in cell.outputs:
        output = json.loads(json.dumps(output))
        output.get("data", {}).pop("image/svg+xml", None)  # with the date in it
        if outputs and output["output_type"] == "stream" == outputs[-1]["output_type"]:
            if output["name"] == outputs[-1]["name"]:
                outputs[-1]["text"] += output["text"]
                continue
        outputs.append(output)
    text = json.dumps(outputs, indent=1, sort_keys=True, ensure_ascii=False)
    text = text.replace(str(Path.home()), "~")
    for pattern, name in RANDOM:
        text = re.sub(pattern, name, text)
    return f"{cell.execution_count} {text}"


def differences(notebook, folder):
    (folder / "theirs").mkdir()
    (folder / "ours").mkdir()
    theirs = in_a_kernel(notebook, folder / "theirs")
    ours = in_our_processes(notebook, folder / "ours")
    pairs = zip(theirs.cells, ours.cells, strict=True)
    return [
        (a.source, shown(a), shown(b))
        for a, b in pairs
        if a.cell_type == "code" and shown(a) != shown(b)
    ]


@pytest.mark.parametrize("which", ["odd cells", "notebooks"])
def test_outputs_are_those_of_a_kernel(which, tmp_path):
    sources = CELLS
    if which == "notebooks":
        read = (cell for path in NOTEBOOKS for cell in nbformat.read(path, as_version=4).cells)
        sources = [cell.source for cell in read if cell.cell_type == "code"]
    cells = [new_code_cell(source) for source in sources]
    assert len(cells) > 100
    different = differences(new_notebook(cells=cells), tmp_path)
    assert not different, "\n\n".join(
        f"{source}\n--- kernel\n{a}\n--- ours\n{b}" for source, a, b in different
    )
