"""The additions of a course to the grader, registered under the entry point `gradebox`:

    [project.entry-points.gradebox]
    my-course = "my_course.for_gradebox"

The module holds any of these names, and imports little, since every process reads it:

- `PRELOAD`: names of modules that notebooks import. The first notebook whose instructor imports
  their package has them imported, once for all processes that are forked from then on.
- `warm_up()`: called after that, in the same process; it may start no thread.
- `PACKAGE`: a Path, the folder of the package, which students' code may read.
- `CODE`: a Path in it; if anything there changes, what was graded before is graded again.
- `exceptions()`: exception classes, made with one text, that keep their class between the student's
  process and the tests'.
- `guard()`: a class of arrays that raises where `A @ B` and the like are used on a whole matrix,
  for exercises that ask for a product by hand; and a function that gives a context manager in
  which the student's code cannot take that off by accident. Such arrays reach the answers as such.
- `about(source)`: what a test cell is about, as (exercise, aspect, what it asks for), or None.
- `reasons(source)`: sentences of why the answers are right that a test cell looks at; shown to who
  has given them.
- `answers(assignment)`: a Path, the folder of further right answers to an assignment for
  `gradebox try`, a folder each; or None.
- `COMMAND`: how learners of the course call `check` and `solution`, "gradebox" if it is not said.
- `FOLDER`: a Path, where the course lies if it is one that came with its folder, for `check`.
- `CONFIG`: a Path, this course's own `nbgrader_config.py`, which may run wherever it lies.

An exception with a method `failure_record` says itself what is kept of a failed test, see
`separate.failure_record`.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

GROUP = "gradebox"

Guard = tuple[type, Callable[[], AbstractContextManager[None]]]


@cache
def plugins() -> tuple[ModuleType, ...]:
    """Return the modules that installed packages have registered, in the order of their names.

    ImportError if one of them cannot be imported: without it, scores could differ.
    """
    return tuple(each.load() for each in sorted(entry_points(group=GROUP)))


def _each(name: str) -> Iterator[Any]:
    for plugin in plugins():
        if hasattr(plugin, name):
            yield getattr(plugin, name)


def preload() -> dict[str, list[str]]:
    """Return the modules to import before a fork, by their package."""
    found: dict[str, list[str]] = {}
    for module in (module for modules in _each("PRELOAD") for module in modules):
        found.setdefault(module.partition(".")[0], []).append(module)
    return found


def warm_up(package: str) -> None:
    """Let the plugins of a package make ready what every process would have to for itself."""
    for plugin in plugins():
        named = {module.partition(".")[0] for module in getattr(plugin, "PRELOAD", ())}
        if package in named and hasattr(plugin, "warm_up"):
            plugin.warm_up()


def packages() -> tuple[Path, ...]:
    """Return the folders of packages that students' code may read."""
    return tuple(_each("PACKAGE"))


def code() -> tuple[Path, ...]:
    """Return the folders of code that scores depend on."""
    return tuple(_each("CODE"))


@cache
def exceptions() -> tuple[type[Exception], ...]:
    """Return the exception classes that cross between the processes as what they are."""
    return tuple(kind for give in _each("exceptions") for kind in give())


@cache
def guard() -> Guard | None:
    """Return the class of guarded arrays and its context manager; the first one registered."""
    return next((give() for give in _each("guard")), None)


def about(source: str) -> tuple[str, str, str] | None:
    """Return (exercise, aspect, what it asks for) of a test cell; None if no plugin knows it."""
    found = (ask(source) for ask in _each("about"))
    return next((each for each in found if each is not None), None)


def reasons(source: str) -> list[str]:
    """Return why what a test cell asks for is right, as its plugin reads it from the cell."""
    return [reason for read in _each("reasons") for reason in read(source)]


def answers(assignment: str) -> Path | None:
    """Return the folder of further right answers to an assignment; None if no plugin has one."""
    found = (give(assignment) for give in _each("answers"))
    return next((folder for folder in found if folder is not None), None)


def command() -> str:
    """Return how a learner calls the commands, up to the command's own name."""
    return next(_each("COMMAND"), "gradebox")


def course_folder() -> Path | None:
    """Return the folder of a course that is used where it lies, if one is registered and there."""
    return next((folder for folder in _each("FOLDER") if folder.is_dir()), None)


def own_configurations() -> list[bytes]:
    """Return the contents of the registered courses' own `nbgrader_config.py`."""
    return [path.read_bytes() for path in _each("CONFIG") if path.is_file()]
