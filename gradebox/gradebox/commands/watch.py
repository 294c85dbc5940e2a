"""``gradebox watch``: give feedback on each submission as it comes."""

import logging
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from typer import Argument, Option

from gradebox import cli
from gradebox.startup import worker_template


def watch(
    assignments: Annotated[list[str], Argument(metavar="ASSIGNMENT...")],
    workers: Annotated[int, Option(metavar="N", min=1, help="processes for each assignment")] = 1,
    once: Annotated[
        bool, Option("--once", help="do what there is to do now, and end; for cron")
    ] = False,
) -> None:
    """Collect, grade and give back each new submission in the exchange, until Ctrl-C.

    `c.Watch.tries_per_day` in nbgrader_config.py says how often a student gets feedback on one day.
    """
    worker_template.start()
    raise typer.Exit(_run(assignments, workers, once))


app = cli.command(watch)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "gradebox watch")


def _run(assignments: list[str], workers: int, once: bool) -> int:
    from nbgrader.coursedir import CourseDirectory
    from rich.console import Console
    from rich.text import Text
    from sqlalchemy.exc import SAWarning

    from gradebox.errors import CannotGrade
    from gradebox.folder import CONFIG, class_config, find_root, no_such_name
    from gradebox.pool import LocalPool
    from gradebox.watch import Watch, Watcher

    logging.getLogger("traitlets").setLevel(logging.ERROR)  # what matters is said below
    warnings.filterwarnings("ignore", category=SAWarning)  # nbgrader's own queries
    console = Console(highlight=False, soft_wrap=True)

    def say(sentence: str) -> None:
        console.print(Text(f"{time.strftime('%H:%M:%S')} {sentence}"))

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service is ended so
    try:
        for name in assignments:
            if strange := no_such_name(name):
                raise CannotGrade(strange)
        root = find_root()
        config = class_config(root)
        with ExitStack() as stack:
            watchers = [
                stack.enter_context(
                    Watcher(
                        CourseDirectory(config=config, assignment_id=name),
                        config,
                        partial(LocalPool, workers=workers),
                        say,
                    )
                )
                for name in dict.fromkeys(assignments)
            ]
            if not once:
                say(f"Watching {', '.join(assignments)}. Ctrl-C ends it; nothing is lost by that.")
            files = _ConfigurationFiles(root)
            while not files.can_start_anew(say):
                done = [watcher.look() for watcher in watchers]
                if once:
                    return 0 if all(done) else 1
                time.sleep(Watch(config=config).seconds)
        say(f"{CONFIG}, or a module beside it, has changed: starting again.")
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    except Exception as error:
        return cli.told(error, 2)
    except KeyboardInterrupt:
        return 0


class _ConfigurationFiles:
    """The files of a course's configuration, as they were at the last look."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known = self._now()

    def _now(self) -> frozenset[tuple[Path, int, int]]:
        from gradebox.folder import configuration_files, state_of

        return state_of(configuration_files(self._root))

    def can_start_anew(self, say: Callable[[str], None]) -> bool:
        """Return True if they have changed since the last look, and can be started with.

        What is wrong with them is said.
        """
        before, self._known = self._known, self._now()
        if self._known == before:
            return False
        if wrong := self._wrong():
            say(f"{wrong} Until then the settings of before hold.")
        return not wrong

    def _wrong(self) -> str:
        """Return what is wrong with the configuration, "" if it can be started with."""
        from gradebox.folder import WrongConfig, class_config
        from gradebox.wrong_settings import wrong_settings

        try:
            return " ".join(wrong_settings(class_config(self._root)))
        except WrongConfig as error:
            return str(error)
