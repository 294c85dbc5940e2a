"""The learner's notebooks and what grading has recorded of them, read without the grader.

A grading leaves `progress.json` in the course's folder, which holds the best points of each
exercise and the last result of each notebook. It stays on the learner's machine.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
CONFIG = "nbgrader_config.py"
PROGRESS = "progress.json"

Cell = dict[str, Any]

# What reading a damaged file may end in: no JSON, another content, a number that is no time.
_NO_RECORD = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    RecursionError,
)


@dataclass(frozen=True)
class LastResult:
    """The last result of a whole notebook."""

    graded: float  # when, in seconds since 1970
    code: str  # a fingerprint of the code that was graded
    report: dict[str, Any]  # as `check --json` prints it

    @property
    def is_full(self) -> bool:
        """Return True if there are no more points to be had."""
        return bool(self.report.get("full"))

    @property
    def points(self) -> str:
        """The points got and the points there are, in words; "-" if the report has none."""
        match self.report.get("points"):
            case [got, most]:
                return f"{got} of {most}"
        return "-"


def course_folder(start: Path) -> Path:
    """Return the course's folder: `start`, the nearest one above it, or else the clone."""
    for folder in (start, *start.parents, PACKAGE.parent):
        if (folder / CONFIG).is_file():
            return folder
    return start


def last_results(folder: Path) -> dict[str, LastResult]:
    """Return the last result of each notebook, by its assignment; none of a damaged file."""
    try:
        content = json.loads((folder / PROGRESS).read_text(encoding="utf-8"))
        found = {
            name: LastResult(float(last["graded"]), str(last["code"]), dict(last["result"]))
            for name, last in content["last"].items()
        }
        for last in found.values():
            datetime.fromtimestamp(last.graded)  # raises an error for what is no time
    except _NO_RECORD:
        return {}
    return found


def assignments() -> list[str]:
    """Return the names of the course's notebooks, in their order."""
    # To ask the package course.check for them would import all checks, and numpy with them.
    return sorted(file.stem for file in (PACKAGE / "check" / "data").glob("*.json"))


class Notebook:
    """A notebook of the learner's: a file, or its `content` where that is at hand."""

    def __init__(self, path: Path, content: dict[str, Any] | None = None) -> None:
        self._path, self._content = path, content

    @property
    def content(self) -> dict[str, Any]:
        """The file's JSON. Raises OSError, or ValueError if it is no notebook."""
        if self._content is None:
            try:
                content = json.loads(self._path.read_bytes())
            except RecursionError:
                raise ValueError("it is no notebook") from None
            cells = content.get("cells") if isinstance(content, dict) else None
            if not isinstance(cells, list) or not all(map(_is_cell, cells)):
                raise ValueError("it is no notebook")
            self._content = content
        return self._content

    @property
    def cells(self) -> list[Cell]:
        """The cells; none if the file cannot be read."""
        try:
            return list(self.content["cells"])
        except (OSError, ValueError):
            return []

    def code_cells(self) -> list[tuple[str, str]]:
        """Return the name and the source of each code cell."""
        return [(grade_id(cell), source(cell)) for cell in self.cells if is_code(cell)]

    def code_fingerprint(self) -> str:
        """Return a hash of the code cells, to compare with that of a result.

        It is the one that gradebox notes there: `gradebox.learner.grade_notebook.code_fingerprint`.
        """
        code = [source for _, source in self.code_cells()]
        return hashlib.sha256(json.dumps(code).encode()).hexdigest()[:16]

    def answers(self) -> Iterator[Cell]:
        """Yield the cells that the learner answers in."""
        return (cell for cell in self.cells if _mark(cell).get("solution"))

    def is_started(self) -> bool:
        """Return True if an answer is not as it was handed out: nbgrader notes its checksum."""
        return any(
            (known := _mark(cell).get("checksum")) and known != _checksum(cell)
            for cell in self.answers()
        )


def find_notebook(folder: Path, name: str) -> Path | None:
    """Return the learner's notebook of an assignment, in `release/` or as nbgrader fetches it."""
    places = (folder / "release" / name, folder / name, folder)
    return next((file for place in places if (file := place / f"{name}.ipynb").is_file()), None)


def grade_id(cell: Cell) -> str:
    """Return the name that nbgrader knows a cell by; "" if it has none."""
    return str(_mark(cell).get("grade_id", ""))


def source(cell: Cell) -> str:
    """Return the text of a cell."""
    return "".join(cell.get("source", ""))


def is_code(cell: Cell) -> bool:
    """Return True for a cell of code."""
    return cell.get("cell_type") == "code"


def _is_cell(cell: object) -> bool:
    """Return True for a cell that has a type and a text, as Jupyter writes them."""
    if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
        return False
    text = cell.get("source")
    lines = text if isinstance(text, list) else [text]
    return all(isinstance(line, str) for line in lines)


def _mark(cell: Cell) -> dict[str, Any]:
    metadata = cell.get("metadata")
    mark = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return mark if isinstance(mark, dict) else {}


def _checksum(cell: Cell) -> str:
    """Return nbgrader's checksum of an answer cell; to import nbgrader takes seconds."""
    mark = _mark(cell)
    is_graded = bool(mark.get("grade"))
    parts = [source(cell), cell["cell_type"], str(is_graded), "True", "False", grade_id(cell)]
    if is_graded:
        points = mark.get("points")
        parts.append(str(float(points)) if isinstance(points, int | float) else "")
    # Half a character, which JSON can write, stands in no notebook that was handed out.
    return hashlib.md5("".join(parts).encode("utf-8", "backslashreplace")).hexdigest()
