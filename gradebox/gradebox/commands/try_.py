"""``gradebox try``: grade right answers, and empty ones, before a class meets the tests.

Nothing is written but the result, in the folder `.gradebox` of the course; the gradebook, releases
and submissions are not touched.
"""

import sys
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from gradebox import cli
from gradebox.startup import worker_template
from gradebox.startup.garbage_collector import at_rest

WRONG_ARGUMENT = 2  # the exit code


def try_assignment(
    assignment: Annotated[
        str, Argument(metavar="[ASSIGNMENT]", help="a folder of source/", show_default=False)
    ] = "",
    every: Annotated[bool, Option("--all", help="every assignment of the course")] = False,
    answers: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="a folder of further right answers: one folder each, with notebooks in it",
        ),
    ] = None,
    without: Annotated[
        str | None, Option(metavar="LAYER[,LAYER]", help="layers of the sandbox to give up")
    ] = None,
) -> None:
    """Grade the solution in source/ and the blank release, with tests apart and together.

    Lists test cells that a right answer fails apart, with what to change, those that give points
    for nothing (to the blank release, or to an answer that computes nothing), and those that the
    solution fails. Exits with 0 if the assignment is ready.
    """
    if bool(assignment) == every:
        print("Name one assignment, a folder of source/, or say --all.", file=sys.stderr)
        raise typer.Exit(WRONG_ARGUMENT)
    worker_template.start()  # before the import, which takes as long
    with at_rest():
        from gradebox.commands.try_assignments import run

    raise typer.Exit(run(assignment, answers, without))


app = cli.command(try_assignment)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox try")
