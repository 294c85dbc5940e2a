"""A learner's cells that raised, ran for too long or ended Python, in words.

In a class the tests say what came of that. Who grades alone wants to know which cell it was, and
the grade of all the other exercises.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from nbformat import NotebookNode

from gradebox.flags import DIED, ENDED, TIME, Flag
from gradebox.hidden import is_test
from gradebox.plain_text import one_line

MAX_BEGINNING = 60  # characters of a cell that is named by its first line
TOO_LONG = "Your cell ran for too long and was stopped. Look for a loop that does not end."
_SYNTAX_LINE = re.compile(r" \([^()]*\bline (\d+)\)$")


@dataclass(frozen=True)
class Trouble:
    """A fault of an answer cell itself, in a sentence, and the line of code, if known."""

    says: str
    line: str = ""


def troubles(cells: Mapping[str, NotebookNode], flags: Iterable[Flag]) -> dict[str, Trouble]:
    """Return what went wrong in answer cells while they ran, by grade_id."""
    out_of_time = {flag.cell for flag in flags if flag.kind in (TIME, ENDED)}
    found: dict[str, Trouble] = {}
    for name, cell in cells.items():
        if is_test(cell) or cell.cell_type != "code":
            continue
        errors = [output for output in cell.outputs if output.output_type == "error"]
        if name in out_of_time:
            found[name] = Trouble(TOO_LONG)
        elif errors and errors[0].ename not in ("NotImplementedError", "NotAttempted"):
            found[name] = _raised(cell, errors[0])
    return found


def _raised(cell: NotebookNode, error: NotebookNode) -> Trouble:
    says, line = error.evalue, ""
    if known := _SYNTAX_LINE.search(says):
        lines = cell.source.split("\n")
        number = int(known[1])
        says = says[: known.start()]
        line = lines[number - 1].strip() if 1 <= number <= len(lines) else ""
    what = one_line(f"{error.ename}: {says}" if says else error.ename)
    return Trouble(f"Your cell raised {what}", one_line(line))


def other_cells(notebook: NotebookNode) -> Iterator[str]:
    """Yield a sentence for each cell without a name that ran for too long."""
    for cell in notebook.cells:
        if cell.cell_type != "code" or "nbgrader" in cell.metadata:
            continue
        if any("Timeout" in output.get("ename", "") for output in cell.outputs):
            yield f"{beginning(cell.source)} ran for too long and was stopped"


def beginning(source: str) -> str:
    """Return words for a cell that has no name: how it begins."""
    first = next(filter(None, map(str.strip, source.split("\n"))), "")
    return f"the cell that begins with “{one_line(first, MAX_BEGINNING)}”"


def cell_that_ended_it(flags: Iterable[Flag]) -> Flag | None:
    """Return the flag of the cell after which no other could be run, if there was one."""
    for flag in flags:
        if flag.kind in (DIED, ENDED):
            return flag
    return None


def why_left_out(flag: Flag) -> str:
    """Say why a cell was left out, so that the others could be graded."""
    if flag.kind == DIED:
        what = f"The process that ran your code has ended.{flag.text.partition(' has ended.')[2]}"
    else:
        what = "Your code ran for too long and could not be stopped."
    return f"{what} The other cells were graded without this one."


def without(content: dict[str, Any], name: str, source: str) -> str:
    """Empty the answer cell of that name, with its copies, or a cell that reads `source`.

    Returns what stood there: of copies in the last one, which counts. "" if there is no such cell.
    """
    if name:
        found = [cell for cell in content["cells"] if _name(cell) == name]
    else:  # of those that read alike, the one without a name
        alike = [cell for cell in content["cells"] if cell["source"] == source]
        found = sorted(alike, key=lambda cell: bool(_name(cell)))[:1]
    was = ""
    for cell in found:
        was, cell["source"] = str(cell["source"]), ""
    return was


def _name(cell: Mapping[str, Any]) -> str:
    """Return the name that nbgrader knows a cell by; "" if it has none."""
    mark = cell.get("metadata", {}).get("nbgrader")
    return str(mark.get("grade_id", "")) if isinstance(mark, dict) else ""
