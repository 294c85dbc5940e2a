"""``gradebox report``: how a class did in an assignment, and which mistakes it made."""

import shlex
import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from rich.console import Console
from rich.text import Text
from sqlalchemy.exc import SAWarning
from typer import Argument, Option

from gradebox import cli
from gradebox.class_report import as_html, as_text, report, write_csv
from gradebox.class_results import read_results
from gradebox.exports import CANVAS, MOODLE, Format, export
from gradebox.folder import class_config, find_root


def report_command(
    assignment: Annotated[str, Argument(metavar="ASSIGNMENT")],
    html: cli.PageFile = None,
    csv: cli.TableFile = None,
    canvas: Annotated[
        Path | None,
        Option(
            metavar="ROSTER",
            help="make ASSIGNMENT-canvas.csv for Canvas, from a gradebook exported there",
        ),
    ] = None,
    moodle: Annotated[
        Path | None,
        Option(
            metavar="ROSTER",
            help="make ASSIGNMENT-moodle.csv for Moodle, from grades or a worksheet exported there",
        ),
    ] = None,
) -> None:
    """Say how the class did in an assignment, and which mistakes it made."""
    raise typer.Exit(_report(assignment, html, csv, {CANVAS: canvas, MOODLE: moodle}))


app = cli.command(report_command)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return 0, or 1 with a sentence."""
    return cli.run(app, argv, "gradebox report")


def _report(
    assignment: str, html: Path | None, table: Path | None, rosters: dict[Format, Path | None]
) -> int:
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    console = Console(highlight=False)
    try:
        root = find_root()
        config = class_config(root)
        course = CourseDirectory(config=config)
        figures = report(read_results(course, config, assignment))
        console.print(as_text(figures))
        if html:
            html.write_text(as_html(figures), encoding="utf-8")
            _written(console, html)
        if table:
            write_csv(figures, table)
            _written(console, table)
        for format_, roster in rosters.items():
            if roster is not None:
                to = Path(f"{assignment}-{format_.name}.csv")
                with Gradebook(course.db_url, course.course_id) as gradebook:
                    said = export(gradebook, [assignment], format_, roster, to)
                _written(console, to)
                for sentence in said:
                    console.print(Text(f"  {sentence}"))
    except MissingEntry:
        print(
            f"The gradebook does not know {assignment}. Grade it first: "
            f"`gradebox grade {shlex.quote(assignment)}`.",
            file=sys.stderr,
        )
        return 1
    except Exception as error:
        return cli.told(error, 1)
    return 0


def _written(console: Console, path: Path) -> None:
    console.print(Text(f"Written: {path}"), soft_wrap=True)  # a long path stays whole
