"""``python -m course reset``: a notebook, or one of its answers, as it was handed out.

The learner's version stays beside it, under a name with the date.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from course.records import PACKAGE, Notebook, assignments, course_folder, find_notebook, grade_id

HANDED_OUT = PACKAGE / "released"  # an edition has copies here
RELOAD = "If it is open in JupyterLab, choose File, Reload Notebook from Disk."


class CannotReset(Exception):
    """Nothing was changed; the message is a sentence that says why."""


def main(argv: list[str]) -> int:
    """Reset a notebook or an answer; return the exit code, 1 if it could not be done."""
    parser = argparse.ArgumentParser(
        prog="python -m course reset",
        description="Put a notebook back as it was handed out, or one of its answers. Your version "
        "is kept beside it, under a name with the date.",
    )
    parser.add_argument("notebook", metavar="NOTEBOOK", help="the file, or the notebook's name")
    parser.add_argument(
        "exercise", metavar="EXERCISE", nargs="?", help="only this answer, by its name"
    )
    options = parser.parse_args(argv)
    try:
        print(reset(named(options.notebook), options.exercise))
    except CannotReset as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def named(notebook: str) -> Path:
    """Return the file that a learner names: by its path, or by the assignment's name."""
    path = Path(notebook)
    if not os.path.isfile(path) and notebook in assignments():
        path = find_notebook(course_folder(Path.cwd()), notebook) or path
    if not os.path.isfile(path):  # False, too, for a name that is too long; Path raises an error
        raise CannotReset(
            f"There is no notebook {notebook}. Give its path, or one of the names "
            f"{', '.join(assignments())}."
        )
    return path.absolute()


def reset(path: Path, exercise: str | None = None) -> str:
    """Put a notebook back, or one of its answers; return a sentence that says what was done.

    Raises CannotReset, and then has changed nothing.
    """
    handed_out = released(path)
    if exercise is None:
        new, what = handed_out, path.name
    else:
        new, what = _with_answer(path, handed_out, exercise)
    if new == _content(path):
        return f"{what} is as it was handed out. Nothing was changed."
    kept = keep(path)
    try:
        _replace(path, new)
    except OSError as error:
        kept.unlink()
        raise CannotReset(
            f"{path} could not be written ({error.strerror}), so nothing was changed."
        ) from None
    return f"{what} is as it was handed out again. Your version is {kept}. {RELOAD}"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CannotReset(
            f"{path} could not be read ({error.strerror}), so nothing was changed."
        ) from None


def keep(path: Path) -> Path:
    """Copy a notebook to a new file beside it, with the date in its name; return the copy."""
    stem = f"{path.stem} {datetime.now():%Y-%m-%d %H.%M.%S}"
    for number in range(1, 1000):
        copy = path.with_name(f"{stem}{f' ({number})' if number > 1 else ''}{path.suffix}")
        try:
            with copy.open("xb") as file:
                file.write(path.read_bytes())
        except FileExistsError:
            continue
        except OSError as error:
            with suppress(OSError):  # a part of it may be there
                copy.unlink()
            raise CannotReset(
                f"Your version could not be kept as {copy} ({error.strerror}), so nothing was "
                "changed."
            ) from None
        shutil.copystat(path, copy)
        return copy
    raise CannotReset(f"There are too many copies of {path.name} beside it; move some away.")


def released(path: Path) -> bytes:
    """Return the notebook that a file is of as it was handed out. Raises CannotReset.

    An edition has copies. In a clone the grader generates it from `source/`, and knows a notebook
    by its cells, too.
    """
    name = path.stem
    copy = HANDED_OUT / name / f"{name}.ipynb"
    if copy.is_file():
        return copy.read_bytes()
    if find_spec("gradebox") is not None:
        program = [sys.executable, "-P", "-m", "gradebox", "handout", str(path)]
        done = subprocess.run(program, capture_output=True, check=False)
        if done.returncode == 0:
            return done.stdout
        raise CannotReset(done.stderr.decode(errors="replace").strip())
    raise CannotReset(
        f"{path.name} has no name of this course's notebooks, which are {', '.join(assignments())}."
    )


def _with_answer(path: Path, handed_out: bytes, exercise: str) -> tuple[bytes, str]:
    """Return the learner's notebook with one answer as it was handed out, and the answer's name."""
    notebook = Notebook(path)
    try:
        content = notebook.content
    except (OSError, ValueError) as error:
        raise CannotReset(
            f"{path.name} cannot be read ({error}). Without EXERCISE, the whole notebook is put "
            "back."
        ) from None
    original = Notebook(path, json.loads(handed_out))
    stubs = {grade_id(cell): cell for cell in original.answers()}
    wanted = _plain(exercise)
    name = next((name for name in stubs if _plain(name) == wanted), "")
    if not name:
        raise CannotReset(f"There is no exercise {exercise!r}; there is {', '.join(stubs)}.")
    mine = [cell for cell in notebook.cells if grade_id(cell) == name]
    if not mine:
        raise CannotReset(
            f"{path.name} has no cell {name} any more. Without EXERCISE, the whole notebook is put "
            "back."
        )
    before = [json.dumps(cell) for cell in mine]
    for cell in mine:
        _put_back(cell, stubs[name])
    if before == [json.dumps(cell) for cell in mine]:
        return path.read_bytes(), name
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return text.encode("utf-8", "backslashreplace"), name  # half a character as JSON writes it


def _put_back(cell: dict[str, Any], stub: dict[str, Any]) -> None:
    """Give a cell the text of the stub, and its type: one key makes text of a cell of code."""
    kind = stub["cell_type"]
    if cell["cell_type"] == kind and "".join(cell["source"]) == "".join(stub["source"]):
        return
    cell.update(cell_type=kind, source=stub["source"])
    for name in ("outputs", "execution_count", "attachments"):
        cell.pop(name, None)
    if kind == "code":
        cell.update(outputs=[], execution_count=None)


def _plain(name: str) -> str:
    """Return a name in which case, hyphens and underscores make no difference."""
    return name.strip().casefold().replace("-", "_")


def _replace(path: Path, content: bytes) -> None:
    """Write a file as a whole, or not at all."""
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.stem}-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        shutil.copymode(path, scratch)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise
