"""Submissions in nbgrader's exchange, by the names of their folders.

A name is STUDENT+ASSIGNMENT+TIME+RANDOM, or without the last. Anybody can make a folder there, so
a name is only what somebody says.
"""

import contextlib
import os
import re
import shlex
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory
from nbgrader.exchange.default import ExchangeCollect
from traitlets.config import Config

from gradebox.admission import Admission
from gradebox.plain_text import one_line
from gradebox.student_files import SECRET, Unsafe, is_student, student_folder
from gradebox.timestamps import parse_time

try:
    from pwd import getpwuid
except ImportError:  # not POSIX
    getpwuid = None  # type: ignore[assignment]


@dataclass(frozen=True, order=True)
class HandedIn:
    """A submission in the exchange, or in the course's own folders; ordered by time."""

    time: datetime
    path: Path
    owner: str | None = None  # who owns it, if that is known and is not the student


_ZONE = re.compile(r"(?<= )\+(?=\d\d(\d\d)?(\+|$))", re.ASCII)  # as nbgrader names Singapore's
YEARS = range(1970, 3000)  # of a submission; beyond them a time in another zone may be none
LONGEST_SECRET = 1_000  # bytes; nbgrader's has 128
WRITING = 10  # seconds without a change after which a submission without a secret is whole


def is_whole(path: Path) -> bool:
    """Return True if a submission in the exchange is not being written any more."""
    if path.is_symlink():
        return True  # whoever reads it will learn what it is
    with contextlib.suppress(OSError):
        if (path / SECRET).lstat().st_size:
            return True
    try:
        with os.scandir(path) as entries:
            times = [entry.stat(follow_symlinks=False).st_ctime for entry in entries]
        newest = max([path.lstat().st_ctime, *times])
    except OSError:
        return True
    return time.time() - newest > WRITING


def in_name(name: str) -> tuple[str, str, datetime] | None:
    """Return (student, assignment, time) as a folder's name says, None if it is no such name."""
    parts = [each.replace("\0", "+") for each in _ZONE.sub("\0", name).rsplit("+", 3)]
    if len(parts) < 3 or not name.isprintable():
        return None
    student, assignment, moment = parts[0], parts[1], parse_time(parts[2])
    if moment is None or moment.year not in YEARS or not is_student(student):
        return None
    return student, assignment, moment


def exchange_folder(course: CourseDirectory, config: Config, part: str) -> Path | None:
    """Return a folder of the course's in the exchange: `part` is "inbound" or "feedback".

    None if there is none, or if the course's exchange is no folder at all.
    """
    kind = ExchangeFactory(config=config).collect
    if not issubclass(kind, ExchangeCollect):
        return None
    folder = Path(kind(coursedir=course, config=config).root) / course.course_id / part
    return folder if course.course_id and folder.is_dir() else None


def checks_owner(config: Config) -> bool:
    """Return True if a submission in a student's name should belong to the student's account."""
    return bool(ExchangeFactory(config=config).collect(config=config).check_owner)


def read_inbound(
    folder: Path, assignment: str, *, check_owner: bool = False
) -> dict[str, list[HandedIn]]:
    """Return each student's submissions of an assignment, sorted by time.

    With `check_owner`, the folders are asked whose they are.
    """
    found: dict[str, list[HandedIn]] = {}
    for entry, (student, of, moment) in _named(folder):
        if of == assignment:
            owner = _other_owner(entry, student) if check_owner else None
            found.setdefault(student, []).append(HandedIn(moment, Path(entry.path), owner))
    return {student: sorted(each) for student, each in sorted(found.items())}


def students_own(found: Sequence[HandedIn]) -> list[HandedIn]:
    """Return a student's own submissions, or all in the student's name if none is the student's."""
    return [each for each in found if each.owner is None] or list(found)


def about_owner(found: Sequence[HandedIn]) -> str:
    """Return what a person should know of who handed these in, in one student's name, or ""."""
    own = students_own(found)
    if len(own) < len(found):
        return "another account has handed in in this name"
    owner = next((each.owner for each in own if each.owner), None)
    return f"handed in by the account {one_line(owner)}" if owner else ""


def why_unreadable(path: Path, course: CourseDirectory, config: Config) -> str:
    """Return why a submission in the exchange cannot be read, as the end of a sentence, or ""."""
    try:
        with student_folder(path) as folder:
            for entry in folder.entries(course.ignore, Admission(config=config).max_entries):
                if not entry.odd:
                    with folder.opened(entry):
                        pass
    except Unsafe as reason:
        return str(reason)
    except OSError as error:
        return why_not(error, path)
    return ""


def why_not(error: OSError, path: Path) -> str:
    """Return why a submission could not be read, and what to do, as the end of a sentence."""
    if isinstance(error, PermissionError):
        return (
            "it is closed to this account: have it handed in again, or open it as root "
            f"(chmod -R a+rX {shlex.quote(one_line(str(path)))})"
        )
    return ": ".join(filter(None, [error.strerror, error.filename]))


def _named(folder: Path) -> Iterator[tuple[Any, tuple[str, str, datetime]]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if said := in_name(entry.name):
                yield entry, said


def _other_owner(entry: Any, student: str) -> str | None:
    """Return who owns a submission if it is not the student."""
    if getpwuid is None:
        return None
    try:
        owner = getpwuid(entry.stat(follow_symlinks=False).st_uid).pw_name
    except (KeyError, OSError):
        owner = "unknown"
    return None if owner == student else owner
