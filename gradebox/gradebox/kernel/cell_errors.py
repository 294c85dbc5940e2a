"""The errors that cells have ended with, as they show them, and as tests keep a record of them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from gradebox.failures import OTHER, Failure, failure_of, note_failure
from gradebox.kernel.names import is_graded_by_output

ON_STDERR = "The test has written to sys.stderr, which counts as failed, as in nbgrader."
TIMEOUT = {
    "ename": "CellTimeoutError",
    "evalue": "",
    "traceback": ["\x1b[0;31mCellTimeoutError\x1b[0m: No reply from kernel before timeout"],
}


def show_how_it_ended(cell: NotebookNode, reply: Mapping[str, Any], is_of_tests: bool) -> None:
    """Have a cell show the error that it ended with, or that its test wrote to stderr."""
    if reply.get("status") != "ok":
        show_error(cell, reply)
        failure = Failure.from_data(reply.get("failure")) if is_of_tests else None
        if failure is not None and failure_of(cell) is None:
            note_of_test(cell, failure)
    elif is_graded_by_output(cell) and reply.get("wrote_errors") is True:
        # Before the result, or that would count.
        error = {"ename": "StderrError", "evalue": ON_STDERR, "traceback": [ON_STDERR]}
        cell.outputs.insert(0, new_output("error", **error))
        note_of_test(cell, Failure(OTHER, "StderrError", ON_STDERR))


def note_of_test(cell: NotebookNode, failure: Failure) -> None:
    """Keep a record of why a test failed; of other cells none is kept."""
    if is_graded_by_output(cell):
        note_failure(cell, failure)


def leave_out_folders(cell: NotebookNode, folders: Iterable[Path]) -> None:
    """Let the errors of a cell show paths within these folders, which are gone when it is read."""
    for folder in map(str, folders):

        def within(text: str, folder: str = folder) -> str:
            return text.replace(f"{folder}/", "").replace(folder, ".")

        for output in errors_shown(cell):
            output.evalue = within(output.evalue)
            output.traceback = [within(line) for line in output.traceback]
        if (failure := failure_of(cell)) and folder in failure.text:
            note_failure(cell, replace(failure, text=within(failure.text)))


def errors_shown(cell: NotebookNode) -> list[NotebookNode]:
    """Return the outputs of a cell that are errors."""
    return [output for output in cell.outputs if output.output_type == "error"]


def show_error(cell: NotebookNode, reply: Mapping[str, Any]) -> None:
    """See to it that a failed cell shows an error, as nbgrader's `Execute` does."""
    name = str(reply.get("ename", "Error"))
    if any(output.ename == name for output in errors_shown(cell)):
        return
    lines = reply.get("traceback")
    if not lines or not isinstance(lines, list):  # a reply is the student's word
        lines = ["ERROR: An error occurred while showtraceback was disabled"]
    cell.outputs.append(
        new_output(
            "error",
            ename=name,
            evalue=str(reply.get("evalue", "")),
            traceback=list(map(str, lines)),
        )
    )
