"""The errors that end a run of the grader, and those that are its machine's fault."""

import errno
import os
from pathlib import Path

from jupyter_client.kernelspec import NoSuchKernel

from gradebox.kernel.fork_server import NotStarted
from gradebox.plain_text import one_line

MACHINE_TROUBLE = {errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EROFS, errno.EIO}


class CannotGrade(Exception):
    """Nobody can be graded at present; the message is a sentence. The next run goes on."""


def is_machine_trouble(error: BaseException) -> bool:
    """Return True if an error is this machine's (a full disk, say) and no submission's fault."""
    if isinstance(error, MemoryError | NoSuchKernel | NotStarted):
        return True
    return isinstance(error, OSError) and error.errno in MACHINE_TROUBLE


def trouble_in_words(error: BaseException) -> str:
    """Return what is wrong with the machine, without a full stop."""
    if isinstance(error, OSError) and error.filename is not None:
        return one_line(f"{error.strerror} ({error.filename})")
    return "no memory" if isinstance(error, MemoryError) else str(error).rstrip(".")


def closed_to_this_account(error: PermissionError) -> str:
    """Return what to do about a folder of the course's own, without a full stop."""
    path = Path(error.filename)
    closed = (each for each in reversed(path.parents) if not os.access(each, os.X_OK))
    named = next(closed, path)  # what is inside cannot be seen
    return one_line(f"{named} is closed to this account: give it to this account (chown)")
