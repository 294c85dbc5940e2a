"""The files of a submission that are read: plain ones of allowed names and bearable sizes."""

import fnmatch
import os
from dataclasses import dataclass, field
from pathlib import Path

from gradebox.admission import Admission, Refused, named
from gradebox.flags import Flag
from gradebox.notebook_names import (
    MAX_NAME,
    in_nfc,
    known_names,
    notebook_files,
    other_notebooks,
)
from gradebox.originals import Original
from gradebox.plain_text import one_line
from gradebox.sandbox.environment import HOME, TEMPORARY
from gradebox.student_files import SECRET, StudentFolder, Unsafe, student_folder
from gradebox.timestamps import TIMESTAMP

LONGEST = 2_000  # bytes of a path: below a folder of the grader's it must not get too long


@dataclass
class Folder:
    """The admitted files of one submission."""

    notebooks: dict[str, bytes] = field(default_factory=dict)  # by name, without .ipynb
    files: dict[str, bytes] = field(default_factory=dict)  # by path in the folder
    refused: dict[str, str] = field(default_factory=dict)  # {name of a notebook: why}
    missing: list[str] = field(default_factory=list)  # names of notebooks that are not there
    others: list[str] = field(default_factory=list)  # names of notebooks that are none of it
    flags: list[Flag] = field(default_factory=list)


def read_folder(
    path: Path,
    original: Original,
    limits: Admission,
    ignore: list[str],
    trusted: Path | None = None,
) -> Folder:
    """Read what is admitted of the submission in the folder `path`.

    `ignore` are nbgrader's globs for files that nobody means to hand in; `trusted` is a folder
    above, by default the next one, that no student can change. Raises Refused if the folder as a
    whole cannot be graded, OSError if this machine cannot read it.
    """
    try:
        with student_folder(path, trusted) as submission:
            return _read_folder(submission, original, limits, ignore)
    except Unsafe as reason:
        raise Refused(str(reason)) from None


def _read_folder(
    submission: StudentFolder, original: Original, limits: Admission, ignore: list[str]
) -> Folder:
    folder = Folder()
    left_out: dict[str, list[str]] = {}
    total = 0
    entries = submission.entries(ignore, limits.max_entries)
    names = [entry.name for entry in entries]
    files = notebook_files(names, original.notebooks)
    of_files = {name: f"{notebook}.ipynb" for notebook, name in files.items()}
    replaced = original.files.keys() - original.editable - {TIMESTAMP, SECRET}
    known = known_names(names, {*original.files, *original.editable}) | of_files
    for entry in entries:
        name, size = known.get(entry.name, entry.name), entry.status.st_size
        stem = name.removesuffix(".ipynb") if name.endswith(".ipynb") else None
        notebook = stem if stem in original.notebooks else None
        if notebook is None and not _is_allowed(name, original, limits):
            left_out.setdefault("left-out", []).append(name)
            continue
        if entry.odd:
            left_out.setdefault("link", []).append(name)
            if notebook is not None:
                folder.refused[notebook] = entry.odd
            continue
        if name in replaced:
            continue  # by the instructor's, of which there may be many
        if notebook is not None and size > limits.max_notebook_bytes:
            folder.refused[notebook] = (
                f"the file has {_megabytes(size)}, and more than "
                f"{_megabytes(limits.max_notebook_bytes)} are not read"
            )
            continue
        total += size
        if total > limits.max_bytes:
            raise Refused(f"its files have more than {_megabytes(limits.max_bytes)} together")
        if notebook is not None:
            folder.notebooks[notebook] = submission.read(entry)
            continue
        if len(folder.files) >= limits.max_files:
            raise Refused(f"it holds more than {limits.max_files} data files")
        folder.files[name] = submission.read(entry)
    for name in original.notebooks:
        if submission.has_folder(f"{name}.ipynb"):
            folder.notebooks.pop(name, None)
            folder.refused[name] = "it is a folder, not a file"
        elif name not in folder.notebooks and name not in folder.refused:
            folder.missing.append(name)
    for name, notebook in of_files.items():
        if in_nfc(name) != in_nfc(notebook):
            said = f"{one_line(name, MAX_NAME)} was taken for {notebook}, which is not there"
            folder.flags.append(Flag("renamed", said))
    folder.others = other_notebooks(names, original.notebooks)
    for kind, out in left_out.items():
        folder.flags.append(Flag(kind, _left_out(out, kind)))
    return folder


def _is_allowed(name: str, original: Original, limits: Admission) -> bool:
    if name in (TIMESTAMP, SECRET) or name in original.files or name in original.editable:
        return True
    # With a file where it needs a folder, or one that it cannot copy, no sandbox can be made, and
    # the whole class would not be graded.
    if name.split(os.sep)[0] in (HOME, TEMPORARY) or len(os.fsencode(name)) > LONGEST:
        return False
    base = os.path.basename(name)
    if not any(fnmatch.fnmatch(base.lower(), glob.lower()) for glob in limits.data_files):
        return False
    # not a folder where the instructor has a file, nor a file in place of a folder
    notebooks = (f"{notebook}.ipynb" for notebook in original.notebooks)
    return not any(
        name.startswith(f"{path}/") or path.startswith(f"{name}/")
        for path in (TIMESTAMP, SECRET, *notebooks, *original.files)
    )


def _left_out(names: list[str], kind: str) -> str:
    code_first = sorted(names, key=lambda name: not name.endswith(".py"))
    what = "no plain file, left out" if kind == "link" else "left out"
    return f"{what}: {named(code_first)}"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"
