"""``python -m course check``: grade a notebook of one's own on the spot, hidden tests included.

What the button in a notebook's last cell runs. Nothing but the learner's `progress.json` is
changed, and nothing is sent anywhere.
"""

import argparse
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from traitlets.config import Config

from course.grader.kernel.forkserver import fork_server
from course.grader.sandbox import probe
from course.instructor.folder import CLONE, CONFIG, find_root, load_config, package_config
from course.selfstudy import progress
from course.selfstudy.assignments import Course, NotHere

if TYPE_CHECKING:
    from course.selfstudy.report import Report

POINTS_MISSING, NOT_GRADED = 1, 2  # exit codes


def main(argv: list[str]) -> int:
    """Run the command; return 0 for full marks, 1 for fewer, 2 if there is no grade."""
    options = _parser().parse_args(argv)
    console = Console(highlight=False)
    try:
        report = _check(options.notebook, options.course)
    except _NoGrade as error:
        if options.json:
            print(json.dumps({"status": "not graded", "headline": str(error)}))
        else:
            print(error, file=sys.stderr)
        return NOT_GRADED
    if options.json:
        print(json.dumps(report.as_json()))
    else:
        console.print(report.as_text())
    return 0 if report.score >= report.points else POINTS_MISSING


class _NoGrade(Exception):
    """The message is a sentence."""


def _check(notebook: Path, named: Path | None = None) -> "Report":
    notebook = notebook.absolute()
    try:
        root = find_root(named or notebook.parent)
        course = Course(root)
        assignment = course.find(notebook)
    except (NotHere, FileNotFoundError) as error:
        raise _NoGrade(str(error)) from None
    layers = probe()  # before numpy is imported, which starts threads
    if any(layer.in_force for layer in layers):
        fork_server().warm_up()  # this, and the imports below, take a second or two each
    from course.grader.work import is_machine_trouble
    from course.selfstudy.grading import CannotGrade, grade_file
    from course.selfstudy.report import make_report

    config, remark = _config(notebook, root, named is not None)
    try:
        result = grade_file(notebook, assignment, config, layers)
    except CannotGrade as error:
        raise _NoGrade(str(error)) from None
    except Exception as error:
        if not is_machine_trouble(error):
            raise
        why = f"this machine is out of order ({error})"
        raise _NoGrade(f"{notebook.name} was not graded: {why}.") from error
    notes = [remark] if remark else []
    try:
        standings = progress.record(root, assignment, result.exercises)
    except progress.Unreadable as error:
        notes.append(str(error))
        standings = {assignment: {}}
        progress.update(standings[assignment], result.exercises)
    return make_report(assignment, result, standings, course.points(), notes)


def _config(notebook: Path, root: Path, named: bool) -> tuple[Config, str]:
    """Return the configuration to grade a notebook with, in the course at `root`, and a remark.

    A folder that came with a notebook may hold a configuration, too. It runs only if the folder was
    `named` by the person, or if it is the very one that this package has. The remark, "" or a
    sentence, says which one ran.
    """
    from course.grader.never_given import without_autotests

    own = root / CONFIG
    if named:
        config = load_config(root)
        config.CourseDirectory.setdefault("root", str(root))
        return config, f"Graded with the settings of {own}."
    is_ours = own.is_file() and own.read_bytes() == package_config()
    if is_ours:
        config = load_config(root)
    else:
        config = load_config(CLONE) if (CLONE / CONFIG).is_file() else Config()
        config.CourseDirectory.root = str(root)
        config.Executor.setdefault("tests", "separate")
    config.GenerateAssignment.preprocessors = without_autotests(config)
    if is_ours or not own.is_file():
        return config, ""
    return config, (
        f"{own} came with the notebook and was not run: it is a program. If the folder is your "
        f"own course, say so: --course {shlex.quote(str(root))}."
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m course check",
        description="Grade a notebook of yours as it is on disk, hidden tests included. "
        "The exit code is 0 for full marks, 1 for fewer, 2 if it could not be graded.",
    )
    parser.add_argument("notebook", metavar="NOTEBOOK", type=Path, help="the file")
    parser.add_argument(
        "--course",
        metavar="DIR",
        type=Path,
        help="the folder of your course, whose nbgrader_config.py may run "
        "(one that came with the notebook does not)",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    return parser
