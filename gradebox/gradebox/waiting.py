"""Waiting for sockets and pipes: by `poll`, for `select` refuses a process with 1,024 open files.

A server that grades, as the formgrader's does, may have more.
"""

import select
from collections.abc import Collection
from typing import Protocol


class HasDescriptor(Protocol):
    """A file, a socket, or anything else that has a descriptor."""

    def fileno(self) -> int:
        """Return the descriptor."""
        ...


def readable(files: Collection[int | HasDescriptor], seconds: float | None = None) -> set[int]:
    """Wait until one of `files` can be read, or has ended; return the descriptors of those.

    Returns an empty set if that takes longer than `seconds`; None waits without end.
    """
    poll = select.poll()
    for file in files:
        poll.register(file, select.POLLIN)
    return {file for file, _ in poll.poll(None if seconds is None else 1000 * seconds)}
