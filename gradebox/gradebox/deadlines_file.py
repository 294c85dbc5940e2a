"""Reading of `deadlines.toml`, in which an instructor says until when students may hand in.

    timezone = "Europe/Berlin"          # of times that name none
    grace_minutes = 5                   # for every assignment

    [ps1]
    due = 2026-03-01 12:00:00           # or "2026-03-01 12:00 UTC"
    grace_minutes = 10                  # for this one
    extensions.ben = 2026-03-08 12:00:00

Times in the program are without a zone and mean UTC, as the gradebook's.
"""

import re
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from nbgrader.coursedir import CourseDirectory

from gradebox.errors import CannotGrade
from gradebox.notebook_names import in_nfc
from gradebox.plain_text import one_line

FILE = "deadlines.toml"
_LONGEST_GRACE = 7 * 24 * 60  # minutes; beyond it somebody meant seconds, or a due date
# a date and time without seconds, which Python's TOML does not know
_NO_SECONDS = re.compile(r"= *[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{1,2}:[0-9]{2}(?![0-9:])")


class WrongDeadlines(CannotGrade):
    """A `deadlines.toml` that cannot be followed; the message names the line or the key."""


@dataclass(frozen=True)
class Dates:
    """One assignment's part of the file."""

    due: datetime | None = None
    grace: timedelta | None = None
    extensions: dict[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True)
class DeadlinesFile:
    """The content of a `deadlines.toml`."""

    zone: tzinfo | None
    grace: timedelta
    assignments: dict[str, Dates]

    def dates_of(self, assignment: str) -> Dates | None:
        """Return an assignment's dates, in whatever form of Unicode its name is; None if none."""
        by_form = {in_nfc(name): dates for name, dates in self.assignments.items()}
        return self.assignments.get(assignment, by_form.get(in_nfc(assignment)))


def read_file(course: CourseDirectory) -> DeadlinesFile | None:
    """Return what the course's `deadlines.toml` says, None if there is none.

    Raises WrongDeadlines.
    """
    path = Path(course.root) / FILE
    text = ""
    try:
        text = path.read_text(encoding="utf-8-sig")
        content = tomllib.loads(text)
    except FileNotFoundError:
        return None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        hint = ""
        if _NO_SECONDS.search(text):
            hint = ". A time needs its seconds, as 12:00:00, or quotation marks around it"
        raise wrong(f"it is not TOML: {error}{hint}") from None
    except OSError as error:
        raise wrong(f"it cannot be read: {error.strerror}") from None
    zone = _zone("timezone", content.pop("timezone", None))
    grace = _grace("grace_minutes", content.pop("grace_minutes", 0))
    for key, value in content.items():
        if not isinstance(value, dict):
            raise wrong(
                f"{one_line(key)} is no setting of it. There are timezone, grace_minutes, and a "
                "table for each assignment, as [ps1]"
            )
    return DeadlinesFile(
        zone, grace, {name: _dates(name, table, zone) for name, table in content.items()}
    )


def assignments_not_yet(
    file: DeadlinesFile | None, known: Collection[str], at_hand: str
) -> tuple[str, ...]:
    """Return the assignments in the file that are not among `known`: those of the weeks to come.

    Raises WrongDeadlines for one that looks like the one at hand, misspelt, if that has no dates.
    Next week's, in which only the number is another, is not.
    """
    if file is None:
        return ()
    without_dates = [name for name in sorted(known) if file.dates_of(name) is None]
    forms = set(map(in_nfc, known))
    unknown = [name for name in file.assignments if in_nfc(name) not in forms]
    for name in unknown:
        others = [each for each in without_dates if not _differ_in_a_number(name, each)]
        if (meant := get_close_matches(name, others, n=1)) == [at_hand]:
            raise wrong(
                f"[{one_line(name)}] is no assignment, neither in source/ nor known. If "
                f"[{one_line(meant[0])}] is not meant, make its folder in source/ first"
            )
    return tuple(unknown)


def _differ_in_a_number(one: str, other: str) -> bool:
    """Return True for ps1 and ps2; not for ps1 and ps01, which have the same number."""
    (text, numbers), (other_text, other_numbers) = map(_text_and_numbers, (one, other))
    return text == other_text and numbers != other_numbers


def _text_and_numbers(name: str) -> tuple[list[str], list[int]]:
    return re.split(r"[0-9]+", name), list(map(int, re.findall(r"[0-9]+", name)))


def wrong(what: str) -> WrongDeadlines:
    """Return the error for a file of which this is wrong."""
    return WrongDeadlines(f"{FILE} is not followed: {what}. Nothing was changed.")


def _dates(name: str, table: dict[str, Any], zone: tzinfo | None) -> Dates:
    where = f"[{one_line(name)}]"
    due = grace = None
    extensions: dict[str, datetime] = {}
    for key, value in table.items():
        if key == "due":
            due = _moment(f"{where} due", value, zone)
        elif key == "grace_minutes":
            grace = _grace(f"{where} grace_minutes", value)
        elif key == "extensions" and isinstance(value, dict):
            for student, until in _flat(value):
                extensions[student] = _moment(
                    f"{where} extensions.{one_line(student)}", until, zone
                )
        else:
            raise wrong(
                f"{where} has {one_line(key)}. It can have due, grace_minutes, and the table "
                "extensions, with a time for each student"
            )
    return Dates(due, grace, extensions)


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield students and times; an address without quotation marks has made tables of its dots."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def _grace(where: str, value: object) -> timedelta:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= _LONGEST_GRACE:  # type: ignore[operator]
        raise wrong(f"{where} is not a number of minutes from 0 to {_LONGEST_GRACE:,}")
    return timedelta(minutes=float(value))  # type: ignore[arg-type]


def _zone(where: str, name: object) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(str(name))
    except (ValueError, OSError, KeyError):  # its own error, for a name that is not there
        raise wrong(
            f"{where}: {one_line(str(name))} is the name of no time zone, as Europe/Berlin"
        ) from None


def _moment(where: str, value: object, zone: tzinfo | None) -> datetime:
    """Return the time that a value says, in UTC."""
    moment: object = value
    if isinstance(value, str):
        text, _, last = value.strip().rpartition(" ")
        try:
            if text and last[:1].isalpha():
                moment, zone = datetime.fromisoformat(text), _zone(where, last)
            else:
                moment = datetime.fromisoformat(value.strip())
        except ValueError:
            moment = None
        else:
            if ":" not in value:  # a day only
                moment = None
    if isinstance(moment, date | time) and not isinstance(moment, datetime):
        raise wrong(f"{where} needs a day and a time, as 2026-03-01T12:00:00Z")
    if not isinstance(moment, datetime):
        raise wrong(
            f"{where}: {one_line(str(value))} is not a time, as 2026-03-01T12:00:00Z or "
            '"2026-03-01 12:00 Europe/Berlin"'
        )
    if moment.tzinfo is None and zone is None:
        raise wrong(
            f"{where} is without a time zone: write it as 2026-03-01T12:00:00Z, or name the zone "
            'of all times in the first line: timezone = "Europe/Berlin"'
        )
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    try:
        return moment.astimezone(UTC).replace(tzinfo=None)
    except OverflowError:  # the last day of the year 9999, say
        raise wrong(f"{where} is beyond all calendars") from None
