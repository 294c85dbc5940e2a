"""A folder put in the place of another, so that at any moment one of the two is there, whole."""

import ctypes
import errno
import os
import shutil
from pathlib import Path

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2


def new_beside(place: Path) -> Path:
    """Return the path beside `place` at which to make a folder that is to replace it."""
    return place.with_name(f".{place.name}.partial")


def old_beside(place: Path) -> Path:
    """Return the path beside `place` of what stood there, until it is taken away."""
    return place.with_name(f".{place.name}.old")


def recover_folder(place: Path) -> None:
    """Clear up after a run that was killed: what stood at `place` stands there again, or still."""
    if old_beside(place).is_dir() and not place.exists():
        old_beside(place).rename(place)
    for left in (new_beside(place), old_beside(place)):
        shutil.rmtree(left, ignore_errors=True)


def replace_folder(place: Path) -> Path | None:
    """Put what was made at `new_beside(place)` in its place; return where the old folder is now.

    The caller takes the old one away. Files are on the disk before anything changes its name.
    Raises PermissionError if `recover_folder` could not take an older one away, of another account.
    """
    new = new_beside(place)
    if old_beside(place).exists():
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(old_beside(place)))
    for above, _, files in os.walk(new):
        for name in files:
            if not os.path.islink(path := os.path.join(above, name)):
                _flush(path)
    if not place.exists():
        new.rename(place)
        return None
    if _swap(new, place):
        new.rename(old_beside(place))
    else:  # a file system that cannot: `recover_folder` mends what is stopped in between
        place.rename(old_beside(place))
        new.rename(place)
    return old_beside(place)


def _flush(path: str) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def _swap(one: Path, other: Path) -> bool:
    """Let two folders change names in one step; return False if that cannot be done here."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except AttributeError:
        return False
    names = os.fsencode(one), os.fsencode(other)
    return bool(rename(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE) == 0)
