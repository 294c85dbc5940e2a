"""When a submission was handed in, as the file `timestamp.txt` says, which students can write.

A date is short. Reading a long text as one takes a time that grows with its square, and a name of
a time zone can be a path, so neither gets as far as the library that reads dates. nbgrader reads
the file in two places of its own; `guard_nbgrader` gives both the same care.
"""

import re
from datetime import datetime
from pathlib import Path

from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import parse_utc

from gradebox.student_files import Unsafe, read_file

TIMESTAMP = "timestamp.txt"
UNREADABLE = "no readable time of submission: not counted as late"
LONGEST = 64  # characters; nbgrader writes 30
# With a year in it ("10" alone would be the tenth of whatever month it is read in), and no path.
_DATE = re.compile(r"(?=.*\d{4})(?!.*(\.\.|[ /]/))[\w:,+-][\w :.,+/-]*", re.ASCII)


# Of Singapore and many others the zone has no name but this. nbgrader takes it for seconds.
_OFFSET = re.compile(r"(?<=\d) (?=[+-]\d\d(:?\d\d)?$)", re.ASCII)
_NBGRADERS = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}) UTC", re.ASCII)


def parse_time(text: str) -> datetime | None:
    """Return the date and time that a text says, in UTC, None if it says none."""
    text = text.strip()
    if len(text) > LONGEST or not _DATE.fullmatch(text):
        return None
    try:
        if own := _NBGRADERS.fullmatch(text):
            return datetime.fromisoformat(own[1])  # a tenth of the library's time
        return parse_utc(_OFFSET.sub("", text) if ":" in text else text)
    except Exception:  # the library raises whatever it stumbles over
        return None


def time_in(content: bytes) -> datetime | None:
    """Return the date and time that the content of a `timestamp.txt` says, None if none."""
    if len(content) > 4 * LONGEST:
        return None
    try:
        return parse_time(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None


def read_time(folder: Path) -> datetime | None:
    """Return what `timestamp.txt` in a folder says, None if it is not there or says no time."""
    try:
        return time_in(read_file(folder / TIMESTAMP, 4 * LONGEST))
    except (OSError, Unsafe):
        return None


def guard_nbgrader() -> None:
    """Let nbgrader's own commands and its formgrader read the file with the same care.

    nbgrader has no setting for this. Its `collect` ends for a whole class at one text that is no
    date, and its formgrader shows no submission of it.
    """
    CourseDirectory.get_existing_timestamp = lambda _, path: read_time(Path(path))
    NbGraderAPI.get_submitted_timestamp = _submitted


def _submitted(api: NbGraderAPI, assignment: str, student: str) -> datetime | None:
    course: CourseDirectory = api.coursedir
    return read_time(Path(course.format_path(course.submitted_directory, student, assignment)))
