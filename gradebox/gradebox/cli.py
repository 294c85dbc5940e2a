"""The command `gradebox`: each of its commands is a function in a module of `gradebox.commands`.

A module is imported only when its command is asked for, so that `doctor` does not wait for what
`grade` needs.
"""

import contextlib
import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Option
from typer.core import TyperGroup

WINDOWS = (
    "gradebox does not run on Windows itself: it needs Linux, or macOS without the sandbox. "
    "On Windows, install WSL (wsl --install in a terminal) and run it there."
)
NO_FOLDER = "The folder that you are in is no longer there. Go to another one, as with `cd ~`."
COMMANDS = (
    "collect",
    "grade",
    "try",
    "status",
    "watch",
    "report",
    "doctor",
    "check",
    "solution",
    "serve",
    "handout",
)


_A_WEEK = 7 * 86_400  # seconds


def _bearable(seconds: float) -> float:
    """Return a time to wait; `nan`, `inf` and less than nothing are none that a clock reaches."""
    if not 0 <= seconds <= _A_WEEK:
        raise typer.BadParameter(f"it is no number of seconds from 0 to {_A_WEEK:,} (a week).")
    return seconds


# options that more than one command has
PageFile = Annotated[Path | None, Option(metavar="FILE", help="write this as a page, too")]
TableFile = Annotated[Path | None, Option(metavar="FILE", help="write one row a student")]


def seconds(about: str) -> Any:
    """Return an option for a time to wait."""
    return Option(metavar="SECONDS", callback=_bearable, help=about)


def group(package: str, names: Sequence[str], about: str) -> typer.Typer:
    """Return an application whose commands are modules of a package, each with an `app`."""

    class Commands(TyperGroup):
        """The commands by name, each imported when it is asked for."""

        def list_commands(self, ctx: Any) -> list[str]:
            """Return the names, in the order in which a course needs them."""
            return list(names)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            """Return a command; None if there is none of that name."""
            if cmd_name not in names:
                return None
            # a word of Python's is no name for a module that others import
            module = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            with no_collection():
                found = import_module(f"{package}.{module}")
            return typer.main.get_command(found.app)

    application = typer.Typer(cls=Commands, no_args_is_help=True, help=about, **_PLAIN)
    application.callback()(lambda: None)
    return application


_PLAIN: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
}


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """Look for no garbage meanwhile: where nearly all is kept, that is a fifth of the time."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def command(does: Callable[..., None]) -> typer.Typer:
    """Return an application for one function, whose docstring is its help."""
    application = typer.Typer(**_PLAIN)
    application.command()(does)
    return application


def told(error: Exception, code: int) -> int:
    """Say what is wrong with the course, and return `code`; raise an error that is no such thing.

    Every command that reads a course ends so, with what it has not dealt with itself.
    """
    from gradebox.course_errors import sentence_of  # takes long, and is seldom needed

    if not (sentence := sentence_of(error)):
        raise error
    print(sentence, file=sys.stderr)
    return code


def run(application: typer.Typer, argv: Sequence[str], name: str) -> int:
    """Run a command with its arguments; return its exit code, 2 for a wrong argument."""
    # nbformat's, of a notebook that older programs wrote; it mends that itself
    warnings.filterwarnings("ignore", "Cell is missing an id field")
    try:
        application(args=list(argv), prog_name=name)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return 0


def main() -> None:
    """Run the command line of this process, and end it."""
    if os.name == "nt":
        sys.exit(WINDOWS)
    try:
        os.getcwd()
    except FileNotFoundError:
        sys.exit(NO_FOLDER)
    # The processes that this one starts import nothing from the folder either.
    os.environ["PYTHONSAFEPATH"] = "1"
    import_module("gradebox.startup.fast_imports")
    gradebox = group("gradebox.commands", COMMANDS, "Grade the notebooks of an nbgrader course.")
    sys.exit(run(gradebox, sys.argv[1:], "gradebox"))
