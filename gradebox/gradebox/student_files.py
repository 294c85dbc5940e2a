"""Files of a student's, read so that nothing can be put in their place meanwhile.

Who owns a folder can exchange a file in it for a link between the moment in which it is looked at
and the moment in which it is read. So nothing is opened by its path: each folder on the way is
opened in the one above it, links are not followed, and what is looked at is what was opened.
"""

import errno
import fnmatch
import os
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

SECRET = "submission_secret.txt"  # nbgrader writes it last, and releases feedback by it
MADE_BY_COLLECT = "made by gradebox collect: "  # how a secret begins that no student has
DEEPEST = 20  # folders in folders
CHANGED_MEANWHILE = "its files changed while they were read"
# What Windows and macOS put into folders and archives, with which nobody means to hand in anything.
OF_SYSTEMS = ("Thumbs.db", "ehthumbs.db", "desktop.ini", ".DS_Store", "__MACOSX")
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = _FILE | os.O_DIRECTORY


class Unsafe(Exception):
    """A file or folder that is not read; the message says why, as the end of a sentence."""


@dataclass(frozen=True)
class Entry:
    """Something in a folder that is no folder: its path in there, and what the system says of it.

    `odd` is the end of a sentence if it is not what it seems, "" if it is a plain file of its own.
    """

    name: str
    status: os.stat_result
    odd: str = ""

    @property
    def is_link(self) -> bool:
        """Return True if it is a symbolic link."""
        return stat.S_ISLNK(self.status.st_mode)


def is_student(name: str) -> bool:
    """Return True if a folder in `submitted/` may have this name, as a student's."""
    return name not in ("", ".", "..") and name.isprintable() and os.sep not in name


@contextmanager
def student_folder(path: Path, trusted: Path | None = None) -> Iterator["StudentFolder"]:
    """Open a folder of a student's for the length of a `with` block.

    `trusted` is a folder above it that only the instructor can change, by default the one right
    above; no link below that is followed. Raises Unsafe if a link is in the way, OSError if this
    machine cannot read the folder.
    """
    trusted = trusted or path.parent
    above = os.open(trusted, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        folder = _descend(above, path.relative_to(trusted).parts)
    except NotADirectoryError:
        raise Unsafe("its folder is a link to another place, or no folder") from None
    finally:
        os.close(above)
    try:
        yield StudentFolder(folder)
    finally:
        os.close(folder)


class StudentFolder:
    """A folder of a student's by its descriptor, to be listed and read."""

    def __init__(self, descriptor: int) -> None:
        self._folder = descriptor
        self._owner = os.fstat(descriptor).st_uid
        self._own_links: Counter[tuple[int, int]] = Counter()
        self._changed = os.fstat(descriptor).st_ctime

    def last_change(self) -> datetime:
        """Return when the folder or a file that was listed was last changed, in UTC.

        The system says so, whatever times the owner has set.
        """
        return datetime.fromtimestamp(self._changed, UTC).replace(tzinfo=None)

    def entries(self, ignore: Sequence[str], most: int) -> list[Entry]:
        """Return what is in the folder and in the folders in it, but for folders.

        `ignore` are globs for names; `most` is how many files and folders are looked at. Raises
        Unsafe if there are more, or if folders lie too deep in folders. What systems make of
        themselves is left out.
        """
        found = list(self._walk((*ignore, *OF_SYSTEMS), most))
        self._changed = max(self._changed, *(status.st_ctime for _, status in found), 0.0)
        self._own_links = Counter((status.st_dev, status.st_ino) for _, status in found)
        return [Entry(name, status, self._why_odd(status)) for name, status in found]

    def _walk(self, ignore: Sequence[str], most: int) -> Iterator[tuple[str, os.stat_result]]:
        folders = [""]
        seen = 0
        while folders:
            here = folders.pop()
            with self._inside(here) as folder:
                names = []
                with os.scandir(folder) as scanned:
                    for entry in scanned:
                        seen += 1
                        if seen > most:
                            raise Unsafe(f"it holds more than {most:,} files and folders")
                        names.append(entry.name)
                for name in sorted(names):
                    path = os.path.join(here, name)
                    if path.count(os.sep) > DEEPEST:
                        raise Unsafe(f"it has folders in folders, more than {DEEPEST} deep")
                    if any(fnmatch.fnmatch(name, glob) for glob in ignore):
                        continue
                    try:
                        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
                    except FileNotFoundError:
                        raise Unsafe(CHANGED_MEANWHILE) from None
                    if stat.S_ISDIR(status.st_mode):
                        folders.append(path)
                    else:
                        yield path, status

    def has_folder(self, name: str) -> bool:
        """Return True if a folder of this name lies in the folder itself."""
        try:
            status = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except OSError:
            return False
        return stat.S_ISDIR(status.st_mode)

    @contextmanager
    def opened(self, entry: Entry) -> Iterator[BinaryIO]:
        """Open a plain file for the length of a `with` block.

        Raises Unsafe if it is another one than was listed.
        """
        folder, name = os.path.split(entry.name)
        listed = entry.status
        with self._inside(folder) as above, _opened(name, above) as (file, now):
            if (now.st_dev, now.st_ino) != (listed.st_dev, listed.st_ino):
                raise Unsafe(CHANGED_MEANWHILE)
            if why := self._why_odd(now):
                raise Unsafe(why)
            yield file

    def read(self, entry: Entry) -> bytes:
        """Return what a plain file holds. Raises Unsafe if it is not as it was listed."""
        with self.opened(entry) as file:
            content = file.read(entry.status.st_size + 1)
        if len(content) != entry.status.st_size:
            raise Unsafe(CHANGED_MEANWHILE)
        return content

    def link_target(self, entry: Entry) -> str:
        """Return where a symbolic link leads, without going there."""
        folder, name = os.path.split(entry.name)
        with self._inside(folder) as above:
            return os.readlink(name, dir_fd=above)

    @contextmanager
    def _inside(self, name: str) -> Iterator[int]:
        """Open a folder in the folder, if no link has taken the place of one on the way."""
        try:
            folder = _descend(self._folder, Path(name).parts)
        except (NotADirectoryError, FileNotFoundError):
            raise Unsafe(CHANGED_MEANWHILE) from None
        try:
            yield folder
        finally:
            os.close(folder)

    def _why_odd(self, status: os.stat_result) -> str:
        if stat.S_ISLNK(status.st_mode):
            return "it is a link to another place, not a file"
        if not stat.S_ISREG(status.st_mode):
            return "it is a pipe, a socket or a device, not a file"
        # A file may have several names in the folder, but all of them must be the student's.
        names = self._own_links[status.st_dev, status.st_ino]
        if status.st_nlink > max(names, 1) or (
            status.st_nlink > 1 and status.st_uid != self._owner
        ):
            return "it is the same file as one outside the submission (a hard link)"
        return ""


def read_file(path: Path, most: int) -> bytes:
    """Return what a plain file of at most `most` bytes holds.

    Raises TooLarge, Unsafe for a link, a folder or what else is no file, and OSError.
    """
    with _opened(os.fspath(path)) as (file, status):
        content = file.read(most + 1)
    if len(content) > most:
        raise TooLarge(status.st_size)
    return content


class TooLarge(Unsafe):
    """A file with more bytes than are read; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(f"the file has {size:,} bytes")
        self.size = size


def _descend(folder: int, parts: Sequence[str]) -> int:
    """Return a descriptor of a folder in `folder`, reached through no link."""
    here = os.dup(folder)
    for part in parts:
        try:
            below = os.open(part, _FOLDER, dir_fd=here)
        except OSError as error:
            if error.errno == errno.ELOOP:  # what some systems say of a link, others ENOTDIR
                raise NotADirectoryError(*error.args) from None
            raise
        finally:
            os.close(here)
        here = below
    return here


@contextmanager
def _opened(name: str, folder: int | None = None) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """Open a plain file, by its path or in an open folder; yield its status with it."""
    try:
        descriptor = os.open(name, _FILE, dir_fd=folder)
    except FileNotFoundError:
        if folder is None:
            raise
        raise Unsafe(CHANGED_MEANWHILE) from None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link; a socket
            raise Unsafe("it is a link to another place, or a socket, not a file") from None
        raise
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise Unsafe("it is not a plain file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file, status
    finally:
        os.close(descriptor)
