"""One grader or collector at a time: two would do all twice, and write into the same files."""

import contextlib
import errno
import fcntl
import os
import socket
from datetime import datetime
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

from gradebox.errors import CannotGrade

# of file systems that have no locks
NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EBADF}


class Busy(CannotGrade):
    """Somebody else is grading or collecting the assignment."""


class Lock:
    """The right to write an assignment's grades, until `release` or the end of the process.

    It is a lock on a file in `folder`, not the file: whoever is killed holds it no more. Raises
    Busy, and CannotGrade if the folder cannot be written.
    """

    def __init__(self, folder: Path, assignment: str) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except PermissionError as error:
            raise _closed(folder, error) from None
        self.path = folder / f".{assignment}.lock"
        while True:
            self._file = self._open()
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                who = os.read(self._file, 1000).decode("utf-8", "replace").strip()
                os.close(self._file)
                by = f" ({who})" if who else ""
                raise Busy(
                    f"{assignment} is being graded or collected already{by}. Wait until that has "
                    "ended, or end it; then run the same command again."
                ) from None
            except OSError as error:
                if error.errno not in NO_LOCKS:
                    raise
            if self._is_there():
                break
            os.close(self._file)  # it was removed between opening and locking
        with contextlib.suppress(OSError):  # another's file, that one may read
            os.ftruncate(self._file, 0)
            who = f"process {os.getpid()} on {socket.gethostname()}"
            os.write(self._file, f"by {who}, since {datetime.now():%H:%M:%S}\n".encode())

    def release(self) -> None:
        """Let others grade."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        os.close(self._file)

    @classmethod
    def of(cls, course: CourseDirectory, assignment: str) -> "Lock":
        """Return the lock of an assignment of a course."""
        return cls(Path(course.format_path(course.autograded_directory, ".", ".")), assignment)

    def __enter__(self) -> "Lock":
        """Hold it for the length of a `with` block."""
        return self

    def __exit__(self, *error: object) -> None:
        """Let go of it."""
        self.release()

    def _open(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o664)
        except PermissionError as error:
            try:
                return os.open(self.path, os.O_RDONLY)
            except FileNotFoundError:
                raise _closed(self.path.parent, error) from None

    def _is_there(self) -> bool:
        try:
            return os.path.samestat(os.stat(self.path), os.fstat(self._file))
        except FileNotFoundError:
            return False


def _closed(folder: Path, error: OSError) -> CannotGrade:
    return CannotGrade(
        f"{folder} cannot be written by this account ({error.strerror}). Run the command as the "
        "account that owns the course. Nothing was changed."
    )
