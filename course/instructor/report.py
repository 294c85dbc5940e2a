"""``python -m course report``: how a class did in an assignment, and which mistakes it made."""

import argparse
import sys
import warnings
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from nbgrader.coursedir import CourseDirectory
from rich.console import Console
from rich.text import Text
from sqlalchemy.exc import DBAPIError, SAWarning

from course.grader.exports import CANVAS, MOODLE, RosterError, export
from course.grader.report import as_html, as_text, report, write_csv
from course.grader.results import read_results
from course.grader.store import OLD_GRADEBOOK, is_old
from course.instructor.folder import find_root, load_config


def main(argv: list[str]) -> int:
    """Print the report and write the files asked for; return 0, or 1 with a sentence."""
    options = _parser().parse_args(argv)
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    console = Console(highlight=False)
    try:
        root = find_root()
        config = load_config(root)
        course = CourseDirectory(config=config, root=str(root))
        figures = report(read_results(course, config, options.assignment))
        console.print(as_text(figures))
        if options.html:
            options.html.write_text(as_html(figures), encoding="utf-8")
            _written(console, options.html)
        if options.csv:
            write_csv(figures, options.csv)
            _written(console, options.csv)
        for format_, roster in ((CANVAS, options.canvas), (MOODLE, options.moodle)):
            if roster is not None:
                to = Path(f"{options.assignment}-{format_.name}.csv")
                with Gradebook(course.db_url, course.course_id) as gradebook:
                    said = export(gradebook, [options.assignment], format_, roster, to)
                _written(console, to)
                for sentence in said:
                    console.print(Text(f"  {sentence}"))
    except MissingEntry:
        print(
            f"The gradebook does not know {options.assignment}. Grade it first: "
            f"`python -m course grade {options.assignment}`.",
            file=sys.stderr,
        )
        return 1
    except DBAPIError as error:
        if not is_old(error):
            raise
        print(OLD_GRADEBOOK, file=sys.stderr)
        return 1
    except (RosterError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _written(console: Console, path: Path) -> None:
    console.print(Text(f"Written: {path}"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m course report",
        description="Say how the class did in an assignment, and which mistakes it made.",
    )
    parser.add_argument("assignment", metavar="ASSIGNMENT")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write it as a page, too")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write one row a student")
    parser.add_argument(
        "--canvas",
        type=Path,
        metavar="ROSTER",
        help="make ASSIGNMENT-canvas.csv for Canvas, from a gradebook exported there",
    )
    parser.add_argument(
        "--moodle",
        type=Path,
        metavar="ROSTER",
        help="make ASSIGNMENT-moodle.csv for Moodle, from grades or a worksheet exported there",
    )
    return parser
