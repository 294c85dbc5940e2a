"""Admission: what of a submission is graded. Nothing else of it is read, kept or run.

A submission may be anything: links into the instructor's home, two thousand files, half a
notebook, one whose cells claim to be other cells. Two functions stand in its way.
`files.read_folder` takes from the folder what has an allowed name and is a plain file of a bearable
size. `notebook.admit_notebook` builds a new notebook around the student's sources: everything else
in it, cell tags, metadata and read-only cells above all, is the instructor's (`Original`).

What cannot be put right is refused with the reason (`Refused`); what was put right, and a person
may want to look at, is a `Flag`.
"""

from traitlets import Integer, List, Unicode
from traitlets.config import LoggingConfigurable

from gradebox.kernel.executor import configured
from gradebox.notebook_names import MAX_NAME
from gradebox.plain_text import first_of, one_line

DATA = ("csv", "tsv", "txt", "dat", "json", "md", "png", "jpg", "jpeg", "gif", "npy", "npz")


class Refused(Exception):
    """Something that cannot be graded; the message completes "was not graded: ..."."""


class Admission(LoggingConfigurable):
    """The limits of what is admitted, to be set in `nbgrader_config.py` (`c.Admission...`)."""

    data_files = List(
        Unicode(),
        [f"*.{kind}" for kind in DATA],
        help="Names of files, as globs, that a student may add to what the instructor handed out.",
    ).tag(config=True)
    max_notebook_bytes = Integer(20_000_000, min=1, help="The largest notebook file.").tag(
        config=True
    )
    max_bytes = Integer(
        50_000_000, min=1, help="All admitted files together, without those that were handed out."
    ).tag(config=True)
    max_files = Integer(
        200, min=0, help="The number of admitted files, without those that were handed out."
    ).tag(config=True)
    max_entries = Integer(
        10_000,
        min=1,
        help="How many files and folders are looked at before a submission is refused.",
    ).tag(config=True)
    max_cells = Integer(2_000, min=1, help="The number of cells in a notebook.").tag(config=True)
    max_source = Integer(2_000_000, min=1, help="Characters in all cells of a notebook.").tag(
        config=True
    )

    @property
    def kernels(self) -> list[str]:
        """The kernels of other languages that the course allows, `c.Executor.kernels`."""
        return configured(self.config).kernels


def named(names: list[str]) -> str:
    """Return the first names, and how many more there are."""
    return first_of([one_line(name, MAX_NAME) for name in names])
