"""Our processes show what a kernel shows under nbclient: the same cells, run both ways."""

import copy
import difflib
import json
import re
from pathlib import Path

import nbformat
import nbgrader
import pytest
from gradebox.kernel.fork_server import ONE_THREAD, fork_server
from gradebox.kernel.outputs import _Client
from gradebox.kernel.preloaded_packages import LIBRARIES
from gradebox.kernel.session import Settings, execute
from grading import ROOT
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from nbgrader.preprocessors import Execute

from gradebox import sandbox

# Notebooks of the course that print, draw, raise and show widgets, and nbgrader's example course,
# one below the other. That each notebook runs to full marks in our processes, others test.
OF_THE_COURSE = ("00-start-here", "03-softmax", "05-self-attention", "08-many-heads")
EXAMPLE = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide" / "source"
NOTEBOOKS = [
    *(ROOT / "source" / name / f"{name}.ipynb" for name in OF_THE_COURSE),
    *sorted(EXAMPLE.glob("ps1*/*.ipynb")),
]

# Cells whose outputs a kernel makes in a way of its own.
ODD = (Path(__file__).parent / "odd_cells.txt").read_text(encoding="utf-8").rstrip("\n")

# In place of what a notebook measures, which would differ.
MEASURED = """
import itertools, time
from course import check
ticks = itertools.count()
time.perf_counter = lambda: next(ticks) / 1000
check.peak_memory = lambda function, *arguments: (function(*arguments), 1_000_000)[1]
"""

RANDOM = [
    (r"0x[0-9a-f]{6,}", "0xADDRESS"),
    (r"/\S*/ipykernel_\d+/\d+\.py", "CELL.py"),
    (r"/\S*(session-\w+/student|/theirs)\b", "FOLDER"),
    (r"[0-9a-f]{32}", "IDENTITY"),
    (r"figure-[0-9a-f]{8}|(?<=#)[mp][0-9a-f]{10}|(?<=id=\\\")[mp][0-9a-f]{10}", "IDENTITY"),
    (r"\d+(\.\d+)?(e[+-]?\d+)? ?(ns|[µμ]s|ms|s)\b", "TIME"),
    (r"CPU times: .*?total", "CPU times, total"),
    (r"(Thread|Process)-\d+", r"\1-N"),
    (r"(\d\.\d{12})\d+", r"\1"),  # the last bits depend on where in memory an array begins
]


BUNDLE = {"text/plain": "1\n2", "image/svg+xml": ["<svg>", "</svg>"]}
SHOWN = {"metadata": {"a": [{}]}, "data": BUNDLE, "transient": {}}
MESSAGES = [
    ("stream", {"name": "stdout", "text": "a\nb"}),
    ("display_data", SHOWN),
    ("display_data", SHOWN | {"transient": {"display_id": "one"}}),
    ("update_display_data", SHOWN | {"data": {}, "transient": {"display_id": "one"}}),
    ("display_data", SHOWN | {"data": {"application/json": {"a": 1}, "a+json": "text"}}),
    ("display_data", SHOWN | {"data": {"application/x+json": [1], "text/plain": ""}}),
    ("display_data", SHOWN | {"data": {"text/x+json": {"no": "text"}}}),
    ("execute_result", SHOWN | {"execution_count": 3}),
    ("execute_result", SHOWN | {"execution_count": True}),
    ("execute_result", SHOWN | {"execution_count": -1}),
    ("error", {"ename": "E", "evalue": "", "traceback": ["a", "b"], "more": 1}),
]


def test_a_message_becomes_what_nbclient_makes_of_it():
    def said_by(client, cell, kind, content):
        header = {"msg_id": "1", "msg_type": kind}
        message = {"msg_type": kind, "header": header, "parent_header": header}
        try:
            client.process_message(message | {"content": copy.deepcopy(content)}, cell, 0)
        except Exception as error:
            return type(error).__name__
        return ""

    seen = []
    for kind in (NotebookClient, _Client):
        notebook = new_notebook(cells=[new_code_cell("", id="cell")])
        client, cell = kind(notebook), notebook.cells[0]
        client.reset_execution_trackers()
        client.clear_before_next_output = False
        errors = [said_by(client, cell, *message) for message in MESSAGES]
        client.clear_before_next_output = True
        before = copy.deepcopy(cell.outputs)
        errors.append(said_by(client, cell, *MESSAGES[0]))
        seen.append((errors, before, cell))
    assert seen[0] == seen[1]
    assert repr(seen[0]) == repr(seen[1])  # the order in each, too
    assert seen[0][0].count("NotebookValidationError") == 3


def in_a_kernel(notebook, folder):
    ran = copy.deepcopy(notebook)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTEST_CURRENT_TEST", raising=False)  # ipykernel leaves file descriptors then
        patch.delenv("PYTHONPATH", raising=False)  # it would stand first in sys.path
        for name, value in ONE_THREAD.items():  # or sums come in another order
            patch.setenv(name, value)
        stock = Execute(kernel_name="python3", timeout=60, shutdown_kernel="immediate")
        stock.preprocess(ran, {"metadata": {"path": str(folder)}})
    return ran


def in_our_processes(notebook, folder):
    ran = copy.deepcopy(notebook)
    missing = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
    fork_server().warm_up(LIBRARIES)  # as for notebooks whose instructor imports them
    execute(ran, folder, Settings(without=missing))
    return ran


def shown(cell):
    """A cell's outputs, without what differs from one kernel to the next."""
    outputs = []
    for output in cell.outputs:
        output = json.loads(json.dumps(output))
        output.get("data", {}).pop("image/svg+xml", None)  # with the date in it
        name = output.get("name")
        if name and outputs and outputs[-1].get("name") == name:  # a stream, in two pieces
            outputs[-1]["text"] += output["text"]
        else:
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
    sources = ODD.split("\n# %%\n")
    if which == "notebooks":
        read = (cell for path in NOTEBOOKS for cell in nbformat.read(path, as_version=4).cells)
        sources = [cell.source for cell in read if cell.cell_type == "code"]
        # What this widget shows depends on whether it can see source/: a submission cannot.
        sources = [MEASURED, *(source for source in sources if "GradeButton" not in source)]
    cells = [new_code_cell(source) for source in sources]
    assert len(cells) > 100
    different = differences(new_notebook(cells=cells), tmp_path)
    assert not different, "\n\n".join(
        "\n".join((source, *difflib.unified_diff(a.split("\n"), b.split("\n"), lineterm="")))
        for source, a, b in different
    )
