"""``gradebox collect``: take submissions out of the exchange, those in time first."""

import shlex
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from rich.console import Console
from rich.text import Text
from sqlalchemy.exc import SAWarning
from typer import Argument, Option

from gradebox import cli, collect_in_time
from gradebox.collect_outcome import outcome_line, totals_line
from gradebox.folder import class_config, find_root

NOT_ALL, UNAVAILABLE = 1, 2  # exit codes


def collect(
    assignment: Annotated[str, Argument(metavar="ASSIGNMENT")],
    late: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="take this student's late submission; may be repeated"),
    ] = None,
    in_time: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="take this student's submission in time again"),
    ] = None,
) -> None:
    """Take the newest submission in time of each student out of the exchange.

    A newer one takes the place of one that was collected before. A late one is kept in set_aside/,
    unless there is none in time. Exits with 0 if everybody's could be collected.
    """
    raise typer.Exit(_collect(assignment, late or [], in_time or []))


app = cli.command(collect)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox collect")


def _collect(assignment: str, late: list[str], in_time: list[str]) -> int:
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    console = Console(highlight=False, soft_wrap=True)
    try:
        root = find_root()
        config = class_config(root)
        course = CourseDirectory(config=config, assignment_id=assignment)
        outcomes, said = collect_in_time.collect(
            course, config, lambda each: _show(console, outcome_line(each)), late, in_time
        )
    except ExchangeError as error:
        print(f"{_in_words(error, assignment)} Nothing was collected.", file=sys.stderr)
        return UNAVAILABLE
    except Exception as error:
        return cli.told(error, UNAVAILABLE)
    for sentence in said:
        _show(console, sentence)
    _show(console, totals_line(assignment, outcomes))
    return NOT_ALL if any(each.missed for each in outcomes) else 0


def _in_words(error: ExchangeError, assignment: str) -> str:
    """Return what nbgrader says of the exchange, with what an instructor can do."""
    what = str(error).rstrip(".")
    makes_it = f"`nbgrader release_assignment {shlex.quote(assignment)}` makes it."
    if what.startswith("Course not found"):
        return f"{what}. {makes_it}"
    if what.startswith("Unwritable directory"):  # for a student: they are to ask the instructor
        folder = what.partition(": ")[2]
        if not Path(folder).exists():
            return f"There is no exchange at {folder}. {makes_it}"
        return f"You may not write to the exchange, {folder}: see to its permissions."
    return f"{what}."


def _show(console: Console, sentence: str) -> None:
    if sentence:
        console.print(Text(sentence))
