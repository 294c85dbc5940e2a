"""A graded notebook is written as nbformat writes it, letter for letter."""

import copy

import nbformat
import pytest
from gradebox.notebook_text import notebook_text
from grading import ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

LINES = 'one\ntwo\r\nthree\u2028\x0c\x1c four \N{SNOWMAN} \x7f \\ " \t\x00'
BUNDLE = {
    "text/plain": LINES,
    "text/html": ["<b>", "</b>"],
    "image/png": "aGVs\nbG8=",
    "image/svg+xml": "<svg>\n</svg>",
    "application/javascript": "1\n2",
    "application/json": {"z": [], "a": {}, "Z": [1, [2.5, -0.0, 1e300, True, None]], "": "a\nb"},
    "application/vnd.jupyter.widget-view+json": {"model_id": "3", "version_major": 2},
}


def odd():
    """A notebook with whatever may stand in one."""
    outputs = [
        new_output("stream", name="stderr", text=LINES),
        new_output("stream", text=""),
        new_output("display_data", BUNDLE, metadata={"image/png": {"width": 3}}),
        new_output("execute_result", {}, execution_count=3),
        new_output("error", ename="E", evalue=LINES, traceback=[LINES, ""]),
    ]
    text = new_markdown_cell("![](attachment:a.png)", attachments={"a.png": {"image/png": "aGk="}})
    code = new_code_cell(LINES, outputs=outputs, metadata={"trusted": True, "tags": ["a"]})
    metadata = {
        "orig_nbformat": 3,
        "signature": "no",
        "kernelspec": {"name": "python3", "display_name": "3"},
    }
    return new_notebook(cells=[text, code, new_code_cell("")], metadata=metadata)


@pytest.mark.parametrize("path", sorted((ROOT / "source").glob("0[0-3]*/*.ipynb")), ids=str)
def test_notebooks_of_the_course(path):
    notebook = nbformat.read(path, as_version=4)
    assert notebook_text(notebook) == nbformat.writes(notebook)


def test_odd_outputs_and_metadata():
    notebook = odd()
    before = copy.deepcopy(notebook)
    assert notebook_text(notebook) == nbformat.writes(notebook)
    assert notebook == before


@pytest.mark.parametrize("value", [float("nan"), float("-inf"), b"abc", {1: "one"}, {"a": (1, 2)}])
def test_what_a_step_of_a_course_may_leave_there(value):
    notebook = odd()
    notebook.metadata["left"] = value
    assert notebook_text(notebook) == nbformat.writes(notebook)
