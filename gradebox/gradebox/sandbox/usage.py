"""The CPU time and memory of a sandbox's processes, and what the kernel holds for them."""

import os
import resource
import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Self

import psutil

_TICKS = os.sysconf("SC_CLK_TCK")
_PIPE_BYTES = 16 * resource.getpagesize()  # seccomp keeps it from being made larger


@dataclass
class Usage:
    """The use of all processes of a sandbox together."""

    cpu_seconds: float
    memory_bytes: int

    @classmethod
    def of(cls, processes: Mapping[int, float]) -> Self:
        """Add up over this process's descendants, those that have ended included for CPU."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = cls(ended.ru_utime + ended.ru_stime + sum(processes.values()), 0)
        for process in processes:
            try:
                used = _sizes(f"/proc/{process}/statm")[1]
            except OSError:
                continue  # it has ended since
            total.memory_bytes += used or _memory_of_threads(process)
        return total


def descendants() -> dict[int, float]:
    """Return the seconds of CPU of each descendant of this process, with its ended children's.

    Asked ten times a second, this looks into /proc itself: psutil takes six times as long.
    """
    seconds: dict[int, float] = {}
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                # after a name in brackets, which may hold anything
                _, parent, *numbers = file.read().rpartition(b")")[2].split()
        except OSError:  # it has ended since
            continue
        seconds[int(name)] = sum(map(int, numbers[9:13])) / _TICKS
        children.setdefault(int(parent), []).append(int(name))
    found: dict[int, float] = {}
    parents = [os.getpid()]
    while parents:
        below = children.pop(parents.pop(), [])
        found |= {process: seconds[process] for process in below}
        parents += below
    return found


def shared_memory() -> int:
    """Return the memory of this process's descendants, what they share counted once."""
    total = 0
    for process in descendants():
        try:
            total += psutil.Process(process).memory_full_info().pss or _memory_of_threads(process)
        except (psutil.Error, OSError):
            continue
    return total


def _memory_of_threads(process: int) -> int:
    """Return the memory of a process as its threads see it.

    When the first thread has ended and others go on, the process itself seems to have none.
    """
    return max((_sizes(f"{task}/statm")[1] for task in _tasks(process)), default=0)


@dataclass(frozen=True)
class Buffers:
    """The bytes that the kernel may hold for the sockets and pipes of this process's descendants.

    It tells nobody how much that is, so each counts as full. `own_network` says that all sockets
    of this network namespace are theirs: then those are counted, too, that no process has open.
    A process that does not let itself be looked at counts as having `open_files` sockets.
    """

    own_network: bool
    open_files: int

    def most(self, processes: Iterable[int]) -> int:
        """Return an upper bound in bytes, found fast: every open file counts as a socket."""
        files = sum(map(self._count, _all_tasks(processes)))
        return max(files, self._in_namespace()) * socket_bytes()

    def bytes(self) -> int:
        """Return the bytes if all are full."""
        links: set[str] = set()
        hidden = 0
        for task in _all_tasks(descendants()):
            try:
                links |= set(_links(f"{task}/fd"))
            except PermissionError:
                hidden += self._most_of_hidden(task)
            except OSError:
                continue
        sockets = sum(link.startswith("socket:") for link in links) + hidden
        pipes = sum(link.startswith("pipe:") for link in links)
        return max(sockets, self._in_namespace()) * socket_bytes() + pipes * _PIPE_BYTES

    def _count(self, task: str) -> int:
        try:
            return len(os.listdir(f"{task}/fd"))
        except PermissionError:
            return self._most_of_hidden(task)
        except OSError:
            return 0

    def _most_of_hidden(self, task: str) -> int:
        """Return how many files a thread may have open that does not show them.

        Who is about to end hides them, too: without memory, which goes before the files go.
        """
        try:
            return self.open_files if _sizes(f"{task}/statm")[0] else 0
        except OSError:
            return 0

    def _in_namespace(self) -> int:
        if not self.own_network:
            return 0
        with open("/proc/net/sockstat", "rb") as file:
            return int(file.read().split(maxsplit=3)[2])


@cache
def socket_bytes() -> int:
    """Return how much can wait in a socket: its buffer, and one message that began below that."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        return 2 * ours.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)


def own_memory() -> tuple[int, int]:
    """Return the size of this process's address space and its memory in use, in bytes."""
    return _sizes("/proc/self/statm")


def tasks_of_user(user: int) -> int:
    """Return how many processes and threads a user has on this machine."""
    total = 0
    for process in psutil.process_iter():
        try:
            if process.uids().real == user:
                total += process.num_threads()
        except psutil.Error:
            continue
    return total


def _all_tasks(processes: Iterable[int]) -> Iterator[str]:
    """Return the folders in /proc of the threads of some processes; each may have own files."""
    for process in processes:
        yield from _tasks(process)


def _tasks(process: int) -> list[str]:
    folder = f"/proc/{process}/task"
    try:
        return [f"{folder}/{task}" for task in os.listdir(folder)]
    except OSError:  # it has ended since
        return []


def _links(folder: str) -> Iterator[str]:
    for name in os.listdir(folder):
        try:
            yield os.readlink(f"{folder}/{name}")
        except FileNotFoundError:  # closed since
            continue


def _sizes(path: str) -> tuple[int, int]:
    with open(path, "rb") as sizes:
        space, used = sizes.read().split()[:2]
    return int(space) * resource.getpagesize(), int(used) * resource.getpagesize()
