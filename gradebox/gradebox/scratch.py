"""Temporary folders that vanish: at the end, or at the next run if this one is killed.

Each holds a file that its owner keeps locked. The kernel unlocks it when the owner has ended,
however that came about, so a folder whose file can be locked is nobody's any more.
"""

import contextlib
import fcntl
import os
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_PREFIX = "gradebox-"
_LOCK = ".in-use"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


@contextlib.contextmanager
def temporary_folder(
    kind: str, parent: str | Path | None = None, *, passable: bool = False
) -> Iterator[Path]:
    """Give a new folder in `parent` (or the system's place), and remove it at the end.

    What runs that were killed have left there is removed, too. What cannot be removed stays, and
    the next run tries again. `kind` is a word in its name, for whoever finds it. Where it is
    `passable`, other users can reach what root makes theirs in it, and not see what there is.
    """
    place = os.path.realpath(parent or tempfile.gettempdir())
    _remove_left_over_once(place, os.getpid())
    while True:
        folder = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{kind}-", dir=place))
        try:
            lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # a full disk: without a lock nobody would ever remove the folder
            folder.rmdir()
            raise
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # another run has found it unlocked and removes it
            os.close(lock)
            continue
        except OSError:  # a file system without locks: nobody can take it for left over
            break
        if os.fstat(lock).st_nlink:
            break
        os.close(lock)  # another run has removed it before it was locked
    if passable and os.geteuid() == 0:
        folder.chmod(0o711)
    try:
        yield folder
    finally:
        _remove_folder(str(folder), None)
        os.close(lock)


@cache
def _remove_left_over_once(place: str, process: int) -> None:
    """Remove what is left over in a folder, once in the life of a process."""
    remove_left_over(place)


def remove_left_over(place: str | Path) -> list[str]:
    """Remove from a folder this user's temporary folders whose owners are gone; return the names.

    Links are not followed, and what is in doubt stays.
    """
    removed = []
    with contextlib.suppress(OSError), _opened(str(place), None) as above:
        for name in os.listdir(above):
            if name.startswith(_PREFIX):
                with contextlib.suppress(OSError), _left_over(name, above) as is_left_over:
                    if is_left_over:
                        _remove_folder(name, above)
                        removed.append(name)
    return removed


@contextlib.contextmanager
def _left_over(name: str, above: int) -> Iterator[bool]:
    """Give whether this is a folder of ours with a lock that nobody holds; hold it meanwhile."""
    with _opened(name, above) as folder:
        found = os.fstat(folder)
        if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o066:
            yield False
            return
        lock = os.open(_LOCK, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield stat.S_ISREG(os.fstat(lock).st_mode)
        finally:
            os.close(lock)


def _remove_folder(name: str, above: int | None) -> None:
    """Remove a folder as far as it can be, however deep it is and whatever its modes say."""
    with contextlib.suppress(OSError), _opened(name, above) as top:
        _empty(top)
        os.unlink(_LOCK, dir_fd=top)  # last: what is killed before goes on with it
    with contextlib.suppress(OSError):
        os.rmdir(name, dir_fd=above)


def _empty(top: int) -> None:
    """Remove what is in a folder, but for the lock.

    What is in a folder within it is first moved up into it, so that few are open at a time.
    """
    own = os.urandom(8).hex()
    number = 0
    waiting = _clear(top, keep=_LOCK)
    while waiting:
        name = waiting.pop()
        with contextlib.suppress(OSError):
            with _opened(name, top) as folder:
                for inner in _clear(folder):
                    number += 1
                    moved = f"{own}-{number}"
                    os.rename(inner, moved, src_dir_fd=folder, dst_dir_fd=top)
                    waiting.append(moved)
            os.rmdir(name, dir_fd=top)


def _clear(folder: int, keep: str = "") -> list[str]:
    """Remove the files in a folder; return its folders, which can be opened and moved then."""
    folders = []
    with os.scandir(folder) as entries:
        for entry in list(entries):
            with contextlib.suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.name, 0o700, dir_fd=folder)
                    folders.append(entry.name)
                elif entry.name != keep:
                    os.unlink(entry.name, dir_fd=folder)
    return folders


@contextlib.contextmanager
def _opened(name: str, above: int | None) -> Iterator[int]:
    folder = os.open(name, _FOLDER, dir_fd=above)
    try:
        yield folder
    finally:
        os.close(folder)
