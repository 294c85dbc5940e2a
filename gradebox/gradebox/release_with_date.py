"""The due date in the notebooks that students fetch: nbgrader's Assignment List shows none."""

import json
from pathlib import Path
from typing import Any

from nbgrader.api import Gradebook
from nbgrader.exchange.default import ExchangeReleaseAssignment

from gradebox.class_results import has_gradebook
from gradebox.deadlines import in_words, read_deadlines
from gradebox.deadlines_file import WrongDeadlines

CELL = "due-date"  # its id
TEXT = (
    "**Hand in by {}.** If the date is changed later, or for you alone, this line stays as it is."
)


class Release(ExchangeReleaseAssignment):
    """nbgrader's `release_assignment`, with a line about the due date below the title."""

    def copy_files(self) -> None:
        """Release, unless the dates are wrong."""
        try:
            self._due = self._due_date()
        except WrongDeadlines as error:
            self.fail(str(error))
        super().copy_files()

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy, and write the date into the copy."""
        super().do_copy(src, dest, log)
        for path in Path(dest).glob("*.ipynb") if self._due else ():
            notebook = json.loads(path.read_text(encoding="utf-8"))
            add_line(notebook, TEXT.format(self._due))
            text = json.dumps(notebook, indent=1, ensure_ascii=False)
            path.write_text(f"{text}\n", encoding="utf-8")

    def _due_date(self) -> str:
        """Return in words until when all may hand in, "" if at any time. Raises WrongDeadlines."""
        course = self.coursedir
        if not has_gradebook(course):
            found = read_deadlines(course, course.assignment_id, None)
        else:
            with Gradebook(course.db_url, course.course_id) as gradebook:
                found = read_deadlines(course, course.assignment_id, gradebook.db)
        return in_words(found.due, found.zone) if found.due else ""


def add_line(notebook: dict[str, Any], text: str) -> None:
    """Add a cell of text to a notebook, below its title if it begins with one."""
    cells = notebook["cells"]
    cell = {
        "cell_type": "markdown",
        "id": CELL,
        "metadata": {"editable": False, "deletable": False},
        "source": text,
    }
    if (notebook["nbformat"], notebook["nbformat_minor"]) < (4, 5):
        del cell["id"]
    cells.insert(int(bool(cells) and cells[0]["cell_type"] == "markdown"), cell)
