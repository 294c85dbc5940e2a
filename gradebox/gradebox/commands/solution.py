"""``gradebox solution``: show an exercise's solution, once it is passed or well tried.

It opens with full marks, or after three honest tries: graded answers that are neither the one
handed out nor one that was tried before. It is read from `source/` when it is asked for.
"""

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from gradebox import cli, plugins
from gradebox.folder import find_root
from gradebox.learner import progress
from gradebox.learner.course import Course, NotHere

CLOSED = 1


def show(
    notebook: Annotated[Path, Argument(metavar="NOTEBOOK", help="the file")],
    exercise: Annotated[
        str, Argument(metavar="EXERCISE", help="its name, as the result of `check` shows it")
    ],
    course: Annotated[
        Path | None, Option(metavar="DIR", help="the folder of your course, with its source/")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="print it as JSON")] = False,
) -> None:
    """Show the solution of an exercise that you have passed, or tried three times."""
    try:
        code = solution(notebook, exercise, course)
    except (NotHere, FileNotFoundError, progress.Unreadable) as error:
        if as_json:
            print(json.dumps({"headline": str(error)}))
        else:
            print(error, file=sys.stderr)
        raise typer.Exit(CLOSED) from None
    print(json.dumps({"code": code}) if as_json else code)


app = cli.command(show)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return 0 if the solution is open, else 1."""
    return cli.run(app, argv, "gradebox solution")


def solution(notebook: Path, name: str, named: Path | None = None) -> str:
    """Return the code of an exercise's solution, in the course of the folder `named` or above it.

    Raises NotHere, with a sentence, where there is none of that name or it is not open yet.
    """
    given, notebook = notebook, notebook.absolute()
    root = find_root(named or notebook.parent)
    course = Course(root)
    assignment = course.find(notebook)
    name = course.exercise(assignment, name)
    from gradebox.exercises import answer_cells  # takes a second

    answers = answer_cells(course.source_notebook(assignment))
    if name not in answers:
        raise NotHere(f"{name} is a test above the first answer cell: it has no solution.")
    standing = progress.read(root).get(assignment, {}).get(name, progress.Standing())
    if standing.tries_left:
        grades = command_for("check", given, named)
        raise NotHere(
            f"The solution of {name} opens once it is passed, or after {progress.TRIES} graded "
            f"tries with different answers; so far there are {len(standing.tries)}. "
            f"`{grades}` grades one."
        )
    return answers[name]


def command_for(name: str, notebook: Path, course: Path | None, exercise: str = "") -> str:
    """Return a command on a notebook as a learner can copy it, with the course that was named."""
    whose = ("--course", str(_from_here(course))) if course else ()
    words = name, str(_from_here(notebook)), *filter(None, [exercise]), *whose
    return f"{plugins.command()} {shlex.join(words)}"


def _from_here(path: Path) -> Path:
    """Return a path that works where the user stands, relative if the file lies below."""
    shorter = Path(os.path.relpath(path))
    return path if path.is_absolute() and ".." in shorter.parts else shorter
