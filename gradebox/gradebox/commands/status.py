"""``gradebox status``: who stands where with an assignment."""

import contextlib
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from nbgrader.coursedir import CourseDirectory
from rich.console import Console
from rich.live import Live
from rich.text import Text
from sqlalchemy.exc import SAWarning
from typer import Argument, Option

from gradebox import cli
from gradebox.class_status import ClassStatus, as_html, read_status, write_csv
from gradebox.errors import CannotGrade
from gradebox.folder import class_config, find_root, no_such_name
from gradebox.status_in_terminal import as_text
from gradebox.write_whole import write_whole

SECONDS = 5  # between two looks, with --watch


def status(
    assignment: Annotated[str, Argument(metavar="ASSIGNMENT")],
    html: cli.PageFile = None,
    csv: cli.TableFile = None,
    wide: Annotated[
        bool, Option("--wide", help="say all of each student on one line, however wide it is")
    ] = False,
    watch: Annotated[
        bool,
        Option("--watch", help="look again every few seconds, until Ctrl-C; so does the page"),
    ] = False,
) -> None:
    """Say who has handed in, is collected, graded, needs a person, and can read feedback.

    Nothing is changed by it.
    """
    raise typer.Exit(_status(assignment, html, csv, wide, watch))


app = cli.command(status)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return 0, or 1 with a sentence."""
    return cli.run(app, argv, "gradebox status")


def _status(assignment: str, html: Path | None, table: Path | None, wide: bool, watch: bool) -> int:
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    console = Console(highlight=False)
    try:
        if strange := no_such_name(assignment):
            raise CannotGrade(strange)
        root = find_root()
        config = class_config(root)
        course = CourseDirectory(config=config, assignment_id=assignment)

        def look(seconds: int) -> ClassStatus:
            with cli.no_collection():
                found = read_status(course, config)
            if html:
                write_whole(html, as_html(found, seconds).encode())
            if table:
                write_csv(found, table)
            return found

        if watch:
            _watch(look, console, wide)
        _print(console, as_text(look(0), console.width, wide=wide))
        for path in filter(None, (html, table)):
            _print(console, Text(f"Written: {path}\n"))
    except Exception as error:
        return cli.told(error, 1)
    return 0


def _print(console: Console, text: Text) -> None:
    console.print(text, end="", soft_wrap=True)


def _watch(look: Callable[[int], ClassStatus], console: Console, wide: bool) -> None:
    """Show the table anew every few seconds, until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt), Live(console=console, screen=True) as live:
        while True:
            table = as_text(look(SECONDS), console.width, wide=wide, total_first=True)
            live.update(table, refresh=True)
            time.sleep(SECONDS)
