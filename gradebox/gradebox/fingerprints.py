"""Hashes of what a score depends on: while a hash is the same, nothing is graded again."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import CodeType, FunctionType

from traitlets.config import Config

from gradebox import plugins

# The code that a score depends on, besides what plugins name.
MACHINERY = (
    "admission",
    "kernel",
    "sandbox",
    "separate",
    "exercises.py",
    "failures.py",
    "follow_through.py",
    "grade_submission.py",
    "hidden.py",
    "language.py",
    "never_given.py",
    "notebook_names.py",
    "originals.py",
    "points.py",
    "preprocessors.py",
    "save_scores.py",
    "source_notebook.py",
    "student_files.py",
    "tests_mode.py",
    "timestamps.py",
)


def settings_digest(config: Config, classes: list[type]) -> str:
    """Return a hash of these classes, of their configuration, and of the code that grades."""
    names = {each.__name__ for step in classes for each in step.__mro__}
    sections = {name: config[name] for name in names & config.keys()}
    return digest(repr(classes), _in_order(sections), version("nbgrader"), _code_digest())


def _in_order(value: object, within: tuple[FunctionType, ...] = ()) -> str:
    """Return a configured value as text, the same in every process.

    Sets have no order there, and functions and other objects another address in each. A function
    that stands within itself is its name.
    """
    if isinstance(value, Mapping):
        return repr(sorted((repr(key), _in_order(each, within)) for key, each in value.items()))
    if isinstance(value, set | frozenset):
        return repr(sorted(_in_order(each, within) for each in value))
    if isinstance(value, list | tuple):
        return repr([_in_order(each, within) for each in value])
    if isinstance(value, FunctionType) and value in within:
        return value.__qualname__
    if isinstance(value, FunctionType):
        defaults = value.__defaults__, value.__kwdefaults__ or {}
        parts = [value.__qualname__, defaults, value.__code__, _kept_by(value)]
        return _in_order(parts, (*within, value))
    if isinstance(value, CodeType):
        return _in_order([value.co_code, value.co_names, value.co_consts], within)
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def _kept_by(function: FunctionType) -> list[object]:
    """Return what a function has from the one that made it, as far as that has a value."""
    kept = []
    for cell in function.__closure__ or ():
        with suppress(ValueError):
            kept.append(cell.cell_contents)
    return kept


@cache
def package_digest() -> str:
    """Return a hash of all code of this package."""
    return digest(*(file.read_bytes() for file in _code_in(Path(__file__).parent)))


@cache
def _code_digest() -> str:
    parts = [*(Path(__file__).parent / part for part in MACHINERY), *plugins.code()]
    # Part by part: a hash must not change where one of them is installed in another folder.
    return digest(*(file.read_bytes() for part in parts for file in _code_in(part)))


def _code_in(part: Path) -> Iterator[Path]:
    for file in sorted(part.rglob("*")) if part.is_dir() else [part]:
        if not file.is_dir() and file.suffix != ".pyc":
            yield file


def digest(*parts: str | bytes) -> str:
    """Return one hash of all parts, in their order."""
    total = hashlib.sha256()
    for part in parts:
        content = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()
