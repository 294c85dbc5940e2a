"""``python -m course progress``: how far each notebook is, and which one is next."""

import argparse
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from course.records import (
    PROGRESS,
    LastResult,
    Notebook,
    assignments,
    course_folder,
    find_notebook,
    last_results,
)

NOT_STARTED, STARTED, FULL = "not started", "started", "full marks"
THE_END = "That was the whole course."
ALL_BEGUN = (
    "You have begun every notebook. How many points they have is not known here: open each one and "
    "run all cells. Where a check does not pass, that exercise is still to be done."
)


@dataclass(frozen=True)
class Line:
    """The state of a notebook."""

    name: str
    state: str
    last: LastResult | None

    @property
    def points(self) -> str:
        """The points of the last grading, "-" if there was none."""
        return self.last.points if self.last else "-"

    @property
    def graded(self) -> str:
        """The time of the last grading, "-" if there was none."""
        return f"{datetime.fromtimestamp(self.last.graded):%Y-%m-%d %H:%M}" if self.last else "-"


def lines(folder: Path) -> list[Line]:
    """Return a line for each notebook of the course whose folder this is."""
    results = last_results(folder)
    return [_line(name, find_notebook(folder, name), results.get(name)) for name in assignments()]


def _line(name: str, path: Path | None, last: LastResult | None) -> Line:
    if last is not None and last.is_full:
        return Line(name, FULL, last)
    is_started = last is not None or (path is not None and Notebook(path).is_started())
    return Line(name, STARTED if is_started else NOT_STARTED, last)


def next_one(table: list[Line]) -> str:
    """Return the notebook to go on with; "" if there is none left.

    Who has graded goes on with the first that has not full marks; nobody else's points are known,
    so they go on with the first that they have not started.
    """
    done = FULL if any(line.last for line in table) else STARTED
    open_ones = (line.name for line in table if line.state not in (done, FULL))
    return next(open_ones, "")


def table_text(table: list[Line], folder: Path) -> str:
    """Return the table as text, with the next notebook and where the records are."""
    rows = [("notebook", "state", "points", "last graded")]
    rows += [(line.name, line.state, line.points, line.graded) for line in table]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shown = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    name = next_one(table)
    is_over = all(line.state == FULL for line in table)
    shown += ["", f"Next: {name}" if name else THE_END if is_over else ALL_BEGUN]
    if any(line.last for line in table):
        shown.append(f"Your gradings are kept in {folder / PROGRESS}, and sent to nobody.")
    return "\n".join(shown)


def main(argv: list[str]) -> int:
    """Print the table; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m course progress",
        description="Show how far each notebook is: not started, started, or with full marks, "
        f"with the points of its last grading. Gradings are kept in {PROGRESS} in the course's "
        "folder.",
    )
    parser.parse_args(argv)
    folder = course_folder(Path.cwd())
    print(table_text(lines(folder), folder))
    return 0
