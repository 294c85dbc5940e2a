"""Reading a notebook of `source/`, which a person may have left cut off or in a conflict."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.converters.base import NbGraderException

from gradebox.plain_text import one_line


class UnreadableSource(NbGraderException):
    """A notebook of the course's own that cannot be read; the message is a sentence."""


def read_source(path: Path) -> NotebookNode:
    """Return a notebook of the course's own; raise UnreadableSource if the file holds none."""
    try:
        return nbformat.read(path, as_version=4)
    except OSError as error:
        why = str(error.strerror)
    except Exception as error:  # nbformat raises whatever it stumbles over
        why = f"it is no notebook, or only part of one ({type(error).__name__}: {error})"
    raise UnreadableSource(
        f"{one_line(str(path))} cannot be read: {one_line(why)}. Mend the file, or put a copy in "
        "its place, and run the command again."
    )
