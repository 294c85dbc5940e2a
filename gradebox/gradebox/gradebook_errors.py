"""A gradebook that is old, damaged or out of order: what is said of it, and waiting for it."""

import re
import time
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    InterfaceError,
    OperationalError,
    ProgrammingError,
)

from gradebox.errors import CannotGrade, is_machine_trouble, trouble_in_words

Found = TypeVar("Found")

OLD_GRADEBOOK = (
    "The gradebook was made by an older version of nbgrader. Keep a copy of it, and run "
    "`nbgrader db upgrade`. Nothing was changed."
)
DAMAGED_GRADEBOOK = (
    "The gradebook is damaged, or is no gradebook ({}). Put a copy that you have kept in its place."
)
# of SQLite and PostgreSQL
_LACKS = re.compile(r"no such column|has no column|column .* does not exist")

# of SQLite, for a file or a folder that this account may not write or read
_CLOSED = re.compile(r"readonly database|unable to open database file")


def for_good(error: BaseException) -> str:
    """Return a sentence if a gradebook is old or damaged, which no waiting mends, else ""."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OperationalError | ProgrammingError) and _LACKS.search(str(seen.orig)):
            return OLD_GRADEBOOK
        if type(seen) is DatabaseError:  # and none of its kinds: what SQLite says of such a file
            return DAMAGED_GRADEBOOK.format(seen.orig)
        seen = seen.__cause__ or seen.__context__
    return ""


def out_of_order(error: BaseException) -> str | None:
    """Return a sentence if the database or the disk caused an error, None if something else did.

    nbgrader raises an error of its own in the course of handling SQLAlchemy's.
    """
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OperationalError | InterfaceError) or (
            isinstance(seen, DBAPIError) and seen.connection_invalidated
        ):
            reason = " ".join(str(seen.orig).split())
            if _CLOSED.search(reason):
                reason += ": this account must own the file and its folder"
            return f"The gradebook cannot be used at present ({reason})."
        if is_machine_trouble(seen):
            return f"The grades cannot be written: {trouble_in_words(seen)}."
        seen = seen.__cause__ or seen.__context__
    return None


class StoreUnavailable(CannotGrade):
    """Grades cannot be read or kept."""


def patiently(
    action: Callable[[], Found], patience: float, say: Callable[[str], object], advice: str
) -> Found:
    """Do something with the database or the disk; where it is out of order, wait for it.

    `patience` is for how many seconds it is asked again. Raises StoreUnavailable, with the advice.
    """
    until = time.monotonic() + patience
    wait = 0.1
    while True:
        try:
            return action()
        except Exception as error:
            if said := for_good(error):
                raise StoreUnavailable(said) from error
            trouble = out_of_order(error)
            if trouble is None:
                raise
            if time.monotonic() + wait > until:
                raise StoreUnavailable(f"{trouble} {advice}") from error
            if wait == 0.1:
                say(f"{trouble} Trying again for {patience:g} s.")
            time.sleep(wait)
            wait = min(2 * wait, 5)
