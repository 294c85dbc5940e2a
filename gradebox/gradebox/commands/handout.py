"""``gradebox handout``: a notebook of the course as its students get it, from `source/`.

For a learner who wants to begin anew and has worked in the only copy.
"""

import logging
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument

from gradebox import cli
from gradebox.commands.check import config_for
from gradebox.folder import find_root
from gradebox.learner.course import Course, NotHere, source_notebook

NOT_HERE = 1


def hand_out(
    notebook: Annotated[Path, Argument(metavar="NOTEBOOK", help="the file, as it is now")],
) -> None:
    """Print a notebook as it was handed out, without changing the file."""
    try:
        content = handed_out(notebook.absolute())
    except (NotHere, FileNotFoundError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(NOT_HERE) from None
    sys.stdout.buffer.write(content)


app = cli.command(hand_out)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox handout")


def handed_out(notebook: Path) -> bytes:
    """Return the file that students get of the assignment that a notebook is of.

    Raises NotHere, with a sentence, if it is of none or cannot be generated.
    """
    root = find_root(notebook.parent)
    source = Course(root).find_source(notebook)
    name = source.parent.name
    source_notebook(source)  # says what is wrong with it
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory

    from gradebox.assignments import generate_apart
    from gradebox.scratch import temporary_folder

    config, _ = config_for(notebook, root, False)
    logging.getLogger("traitlets").setLevel(logging.ERROR)
    with temporary_folder("handout") as folder, redirect_stdout(sys.stderr):
        try:
            where = CourseDirectory(config=config, root=str(root))
            generate_apart(name, config=config, course=where, release=folder)
        except NbGraderException:
            raise NotHere(f"source/{name} could not be generated.") from None
        return (folder / name / source.name).read_bytes()
