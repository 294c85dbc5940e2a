"""``gradebox check``: grade a notebook of one's own on the spot, hidden tests included.

What the button in a notebook's last cell runs, by way of `gradebox serve`. Nothing is changed but
the learner's `progress.json`, and nothing is sent anywhere.
"""

import json
import shlex
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from traitlets.config import Config
from typer import Argument, Option

from gradebox import cli, plugins
from gradebox.commands.solution import command_for
from gradebox.folder import CONFIG, WrongConfig, find_root, load_config
from gradebox.kernel.fork_server import fork_server
from gradebox.learner import progress
from gradebox.learner.course import Course, NotHere
from gradebox.sandbox import LayerStatus, probe
from gradebox.wrong_settings import wrong_settings

if TYPE_CHECKING:
    from gradebox.learner.notebook_report import NotebookReport

POINTS_MISSING, NOT_GRADED = 1, 2  # exit codes
BY_HAND = "Answers that a person grades are not counted here: they are worth {} point{}."


def grade_notebook(
    notebook: Annotated[Path, Argument(metavar="NOTEBOOK", help="the file")],
    exercise: Annotated[
        str, Argument(metavar="[EXERCISE]", help="only this one, by the name that the result shows")
    ] = "",
    course: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="the folder of your course, whose nbgrader_config.py may run "
            "(one that came with the notebook does not)",
        ),
    ] = None,
    as_json: Annotated[bool, Option("--json", help="print the result as JSON")] = False,
) -> None:
    """Grade a notebook of yours as it is on disk, hidden tests included.

    The exit code is 0 for full marks, 1 for fewer, 2 if it could not be graded.
    """
    try:
        report = _check(notebook, course, exercise)
    except _NoGrade as error:
        if as_json:
            print(json.dumps({"status": "not graded", "headline": str(error)}))
        else:
            print(error, file=sys.stderr)
        raise typer.Exit(NOT_GRADED) from None
    if as_json:
        print(json.dumps(report.as_json()))
    else:
        Console(highlight=False).print(report.as_text())
    raise typer.Exit(0 if report.is_full else POINTS_MISSING)


app = cli.command(grade_notebook)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox check")


class _NoGrade(Exception):
    """The message is a sentence."""


def warm_up() -> list[LayerStatus]:
    """Import what a grading needs, and start the process that its sessions are forked from.

    Returns the layers of the sandbox that this machine gives.
    """
    layers = probe()  # before numpy is imported, which starts threads
    if any(layer.in_force for layer in layers):
        # This, and the imports below, take a second or two each.
        fork_server().warm_up(plugins.preload())
    import_module("gradebox.learner.notebook_report")
    return layers


def _check(notebook: Path, named: Path | None = None, exercise: str = "") -> "NotebookReport":
    notebook = notebook.absolute()
    try:
        root = find_root(named or notebook.parent)
        course = Course(root)
        assignment = course.find(notebook)
        only = course.exercise(assignment, exercise) if exercise else ""
    except (NotHere, FileNotFoundError) as error:
        raise _NoGrade(str(error)) from None
    layers = warm_up()
    from gradebox.errors import is_machine_trouble, trouble_in_words
    from gradebox.html_pages import points as points_in_words
    from gradebox.learner.grade_notebook import NotebookNotGraded, grade_file
    from gradebox.learner.notebook_report import make_report
    from gradebox.source_notebook import UnreadableSource

    try:
        config, remark = config_for(notebook, root, named is not None)
    except WrongConfig as error:
        raise _NoGrade(str(error)) from None
    if wrong := wrong_settings(config):
        raise _NoGrade(" ".join(wrong))
    try:
        points, by_hand = course.points(), course.points_by_hand(assignment)
        result = grade_file(notebook, assignment, config, layers)
    except (NotHere, NotebookNotGraded, UnreadableSource) as error:
        raise _NoGrade(str(error)) from None
    except Exception as error:
        if not is_machine_trouble(error):
            raise
        why = f"this machine is out of order ({trouble_in_words(error)})"
        raise _NoGrade(f"{notebook.name} was not graded: {why}.") from error
    if only:
        result = result.of(only)
    notes = [remark] if remark else []
    try:
        standings = progress.record(root, assignment, result.exercises)
    except progress.Unreadable as error:
        notes.append(str(error))
        standings = {assignment: {}}
        progress.update(standings[assignment], result.exercises)
    if by_hand and not only:
        notes.append(BY_HAND.format(points_in_words(by_hand), "s" * (by_hand != 1)))
    commands = {
        each.name: command_for("solution", notebook, named, each.name) for each in result.exercises
    }
    report = make_report(assignment, result, standings, points, notes, only, commands)
    if not only:
        with suppress(progress.Unreadable):  # which the report says already
            progress.keep(root, assignment, report.as_json(), result.code)
    return report


def config_for(notebook: Path, root: Path, named: bool) -> tuple[Config, str]:
    """Return the configuration for a learner's notebook, in the course at `root`, and a remark.

    A folder that came with a notebook may hold a configuration, too. It runs only if the folder was
    `named` by the person, or if it is the very one that this package has. The remark, "" or a
    sentence, says which one ran.
    """
    from gradebox.never_given import without_autotests

    own = root / CONFIG
    if named:
        config = load_config(root)
        config.CourseDirectory.setdefault("root", str(root))
        return config, f"Graded with the settings of {own}."
    is_ours = own.is_file() and own.read_bytes() in plugins.own_configurations()
    if is_ours:
        config = load_config(root, is_own=False)  # what lies beside it may be anybody's
    else:
        config = _registered_config()
        config.CourseDirectory.root = str(root)
    config.GenerateAssignment.preprocessors = without_autotests(config)
    if is_ours or not own.is_file():
        return config, ""
    return config, (
        f"{own} came with the notebook and was not run: it is a program. With its settings the "
        "points may be others. If the folder is your own course, say so: "
        f"--course {shlex.quote(str(root))}."
    )


def _registered_config() -> Config:
    """Return the configuration of the course that a plugin says is installed here, or none."""
    folder = plugins.course_folder()
    return load_config(folder) if folder and (folder / CONFIG).is_file() else Config()
