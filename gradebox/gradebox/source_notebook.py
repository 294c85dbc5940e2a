"""Reading a notebook of `source/`, which a person may have left cut off or in a conflict."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.converters.base import NbGraderException

from gradebox.plain_text import one_line

_SAYING = ("grade_id", "grade", "solution", "locked", "task")


class UnreadableSource(NbGraderException):
    """A notebook of the course's own that cannot be read; the message is a sentence."""


def read_source(path: Path) -> NotebookNode:
    """Return a notebook of the course's own; raise UnreadableSource if the file holds none.

    A mark of nbgrader's that says nothing, as an older version leaves it in plain cells, is left
    out: it has no grade_id.
    """
    try:
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            mark = cell.metadata.get("nbgrader", {})
            if not any(mark.get(name) for name in _SAYING):
                cell.metadata.pop("nbgrader", None)
        return notebook
    except OSError as error:
        why = str(error.strerror)
    except Exception as error:  # nbformat raises whatever it stumbles over
        why = f"it is no notebook, or only part of one ({type(error).__name__}: {error})"
    raise UnreadableSource(
        f"{one_line(str(path))} cannot be read: {one_line(why)}. Mend the file, or put a copy in "
        "its place, and run the command again."
    )
