"""The body of ``gradebox grade``: a run of the engine on workers, and what is seen of it."""

import logging
import os
import shlex
import sys
import time
import warnings
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SAWarning

from gradebox import cli
from gradebox.commands.grade import STOPPED, GradeOptions
from gradebox.engine import Engine
from gradebox.errors import CannotGrade
from gradebox.fallback import fall_back
from gradebox.flags import NO_TIME
from gradebox.folder import class_config, find_root, no_such_name
from gradebox.grade_submission import RunContext
from gradebox.gradebook_store import Store
from gradebox.kernel.executor import configured
from gradebox.new_gradebook import prepare_nbgrader
from gradebox.notebook_names import known_names
from gradebox.noticed import Noticed
from gradebox.plain_text import MAX_SENTENCE, named_students, one_line
from gradebox.pool import LocalPool, Pool, processors
from gradebox.sandbox import no_such_layer
from gradebox.submission_outcome import FAILED, GRADED, UNCHANGED, SubmissionOutcome
from gradebox.submitted_folders import find_submissions
from gradebox.timestamps import UNREADABLE
from gradebox.wrong_metadata import wrong_metadata

NOT_ALL, UNAVAILABLE = 1, 2  # exit codes
MOST_SHOWN = 20  # students in the list of those to look at
_Said = TypeVar("_Said")


class GradeError(CannotGrade):
    """The command cannot do what was asked; the message is a sentence."""


def run(options: GradeOptions) -> int:
    """Grade as the command's options say; return its exit code."""
    console = Console(highlight=False, soft_wrap=True)
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    try:
        return _run(options, console)
    except Exception as error:
        return cli.told(error, UNAVAILABLE)
    except KeyboardInterrupt:
        print(
            "\nStopped. Everything graded so far is kept: run the same command again, and it goes "
            "on from here.",
            file=sys.stderr,
        )
        return STOPPED


def _run(options: GradeOptions, console: Console) -> int:
    root = find_root()
    os.chdir(root)
    converter = converter_for(
        root, options.assignment, without=options.without, db=options.db, notebook=options.notebook
    )

    def say(text: str) -> None:
        console.print(escape(text))

    try:
        make_url(converter.coursedir.db_url).get_dialect().import_dbapi()
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise GradeError(f"The gradebook cannot be opened: {error}.") from error
    store = Store(converter, patience=options.patience, say=say)
    try:
        engine = Engine(converter, store)
        submissions = _chosen(converter.coursedir, options.students)
        for sentence in wrong_metadata(store.original, configured(converter.config).tests):
            say(sentence)
        fall_back(engine, lambda task: _pool(task, 1, options.scheduler), say)
        workers = max(1, min(options.workers or processors(), len(submissions)))
        began = time.monotonic()
        with _pool(engine.context, workers, options.scheduler) as pool:
            outcomes = _grade_with_bar(engine, pool, submissions, options.force, console)
        seconds = time.monotonic() - began
        noticed, lateness = store.noticed(), store.lateness()
        if options.students is not None:  # of the others an earlier run has told
            asked = dict(submissions)
            noticed = replace(noticed, sentences=_of(asked, noticed.sentences))
            lateness = _of(asked, lateness)
        console.print(_table(outcomes, seconds, store.pending(), noticed, lateness))
        for sentence in store.extensions_of_unknown_students():
            console.print(escape(sentence))
    finally:
        store.close()
    return NOT_ALL if outcomes.counts[FAILED] else 0


def converter_for(
    root: Path, name: str, *, without: str | None = None, db: str | None = None, notebook: str = "*"
) -> Autograde:
    """Return nbgrader's converter, configured as `nbgrader autograde` would have it.

    Raises GradeError if `name` is none of an assignment, or `without` none of layers.
    """
    if strange := no_such_name(name):
        raise GradeError(strange)
    config = class_config(root)
    prepare_nbgrader()
    if db:
        config.CourseDirectory.db_url = db
    if without:
        names = without.split(",")
        if strange := no_such_layer(names):
            raise GradeError(strange)
        config.Executor.without = names
    course = CourseDirectory(config=config, assignment_id=name)
    course.notebook_id = notebook
    converter = Autograde(coursedir=course, config=config)
    converter.log.setLevel(logging.WARNING)
    return converter


def _chosen(course: CourseDirectory, students: Sequence[str] | None) -> list[tuple[str, Path]]:
    """Return the submissions asked for; raises GradeError if one of them is not there."""
    found = find_submissions(course)
    if not found:
        where = course.format_path(course.submitted_directory, "STUDENT", course.assignment_id)
        name = shlex.quote(course.assignment_id)
        raise GradeError(
            f"Nobody has handed in {course.assignment_id}: there is no folder {where}. "
            f"`gradebox collect {name}` brings submissions there from the exchange."
        )
    if students is None:
        return found
    there = dict(found)
    chosen = {}
    for student in students:
        names = known_names([student], there)  # a folder that a Mac has made may spell ü otherwise
        if student not in names:
            raise GradeError(f"There is no submission of {course.assignment_id} by {student}.")
        chosen[names[student]] = there[names[student]]
    return list(chosen.items())


def _pool(task: RunContext, workers: int, scheduler: str | None) -> AbstractContextManager[Pool]:
    """Return this machine's workers, or those of a Dask scheduler; GradeError without Dask."""
    if not scheduler:
        return LocalPool(task, workers)
    try:
        from gradebox.dask_pool import DaskPool
    except ModuleNotFoundError as error:
        raise GradeError(
            f"--scheduler needs Dask, and {error.name} is not installed: pip install "
            "'gradebox[dask]', or pip install distributed."
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters comes as sentences
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    return DaskPool(task, scheduler)


class Outcomes:
    """The outcomes of a run, in a size that does not grow with the class."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.untimed: list[str] = []

    def add(self, outcome: SubmissionOutcome) -> None:
        """Count one submission."""
        self.counts[outcome.status] += 1
        if any(flag.kind == NO_TIME for flag in outcome.flags):
            self.untimed.append(outcome.student)


def _grade_with_bar(
    engine: Engine,
    pool: Pool,
    submissions: list[tuple[str, Path]],
    force: bool,
    console: Console,
) -> Outcomes:
    """Grade, with a bar that knows how much is left and a line for each failure as it happens."""
    outcomes = Outcomes()
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=console,
    )
    with bar:
        task = bar.add_task(escape(engine.course.assignment_id), total=len(submissions))
        for outcome in engine.run(pool, submissions, force=force):
            outcomes.add(outcome)
            for sentence in outcome.sentences:
                bar.console.print(escape(sentence))
            bar.advance(task)
    return outcomes


def _table(
    outcomes: Outcomes,
    seconds: float,
    pending: int,
    noticed: Noticed,
    lateness: Mapping[str, str],
) -> Table:
    counts = outcomes.counts
    table = Table(box=None, show_header=False)
    table.add_row("graded", f"{counts[GRADED]:,}", f"in {seconds:,.1f} s")
    table.add_row("not changed", f"{counts[UNCHANGED]:,}", "" if counts[UNCHANGED] == 0 else "kept")
    table.add_row("not graded", f"{counts[FAILED]:,}", "see above" if counts[FAILED] else "")
    if pending:
        table.add_row("pending", f"{pending:,}", "answers wait for a person: 0 points until then")
    if outcomes.untimed:
        table.add_row("no time", f"{len(outcomes.untimed):,}", f"{UNREADABLE}:")
        table.add_row("", "", escape(named_students(outcomes.untimed)))
    if lateness:
        table.add_row("due date", f"{len(lateness):,}", "late, or in time by more than that:")
        _list(table, {student: [words] for student, words in lateness.items()})
    for sentence in noticed.remarks:
        table.add_row("note", "", escape(sentence))
    table.add_row("to look at", f"{len(noticed.sentences):,}", "")
    _list(table, noticed.sentences)
    return table


def _of(students: Collection[str], said: Mapping[str, _Said]) -> dict[str, _Said]:
    """Return what is said of some students."""
    return {student: words for student, words in said.items() if student in students}


def _list(table: Table, sentences: Mapping[str, Sequence[str]]) -> None:
    """Add a row for each student, up to so many."""
    for student in sorted(sentences)[:MOST_SHOWN]:
        said = "; ".join(sentences[student])
        table.add_row("", "", escape(one_line(f"{student}: {said}", MAX_SENTENCE)))
    if (more := len(sentences) - MOST_SHOWN) > 0:
        table.add_row("", "", f"and {more:,} more student{'s' if more > 1 else ''}")
