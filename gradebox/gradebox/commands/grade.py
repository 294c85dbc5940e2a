"""``gradebox grade``: grade the submissions of an assignment, in parallel.

What was graded before and has not changed since is left alone. Whenever the command is stopped,
by Ctrl-C or by a power cut, it goes on from there when it is run again.
"""

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from typer import Argument, Option

from gradebox import cli
from gradebox.startup import worker_template
from gradebox.startup.garbage_collector import at_rest

STOPPED = 130  # the shell's exit code for Ctrl-C


@dataclass(frozen=True)
class GradeOptions:
    """The options of the command, as its help describes them."""

    assignment: str
    students: Sequence[str] | None
    notebook: str
    workers: int | None
    scheduler: str | None
    force: bool
    without: str | None
    db: str | None
    patience: float


def grade(
    assignment: Annotated[str, Argument(metavar="ASSIGNMENT", help="a folder of source/")],
    students: Annotated[
        list[str] | None, Option(metavar="NAME", help="only this student; may be repeated")
    ] = None,
    notebook: Annotated[str, Option(metavar="NAME", help="only this notebook")] = "*",
    workers: Annotated[
        int | None, Option(metavar="N", help="processes (default: one for each core)")
    ] = None,
    scheduler: Annotated[
        str | None, Option(metavar="ADDRESS", help="a Dask scheduler to use, as tcp://HOST:PORT")
    ] = None,
    force: Annotated[bool, Option("--force", help="grade again what has not changed, too")] = False,
    without: Annotated[
        str | None,
        Option(
            metavar="LAYER[,LAYER]",
            help="layers of the sandbox to give up where this machine has them not "
            "(see `gradebox doctor` and docs/security.md)",
        ),
    ] = None,
    db: Annotated[
        str | None, Option(metavar="URL", help="the gradebook, if not the configured one")
    ] = None,
    patience: Annotated[
        float,
        cli.seconds("how long to wait for a gradebook or a disk that fails"),
    ] = 60,
) -> None:
    """Grade the submissions of an assignment that are new or have changed.

    Exits with 0 if everything that was asked for is graded now.
    """
    # not so for a job that a shell runs in the background
    is_heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_heard:
        signal.signal(signal.SIGINT, _stop)
    if not scheduler:
        worker_template.start()  # before the import, which takes as long
    with at_rest():
        from gradebox.commands.grade_class import run

    if is_heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `kill`, or the end of a service
    options = GradeOptions(
        assignment, students, notebook, workers, scheduler, force, without, db,
        patience,
    )  # fmt: skip
    raise typer.Exit(run(options))


app = cli.command(grade)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox grade")


def _stop(*_: object) -> None:
    """End at once; a KeyboardInterrupt could be lost in what is being imported."""
    print("\nStopped before anything was graded.", file=sys.stderr, flush=True)
    os._exit(STOPPED)
