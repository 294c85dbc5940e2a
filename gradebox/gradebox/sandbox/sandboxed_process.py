"""From a warm parent to a process in a sandbox, and what the parent holds of it."""

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NoReturn

from gradebox.sandbox import keeper, linux
from gradebox.sandbox.environment import move_in, put_font_lists
from gradebox.sandbox.identity import become, private_user
from gradebox.sandbox.layer import Layer, Setup
from gradebox.sandbox.namespaces import leave
from gradebox.sandbox.view import give
from gradebox.waiting import readable

Main = Callable[[tuple[str, ...]], int]

_READY = b"ready\n"
_SECONDS_TO_START = 30


class Child:
    """A sandbox as its parent sees it.

    `pid` is the process that looks after it. `fileno()` becomes readable when it has ended.
    """

    def __init__(self, pid: int, report: int, end: signal.Signals = signal.SIGTERM) -> None:
        self.pid = pid
        self._report = report
        self._end = end  # the signal that ends it and all the others
        self._sentence: str | None = None

    def fileno(self) -> int:
        """Return a file descriptor to wait for with `select`."""
        return self._report

    def kill(self) -> None:
        """End all processes of the sandbox; `wait` returns when they are gone."""
        if self._sentence is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, self._end)

    def wait(self) -> str:
        """Wait until all of the sandbox has ended; say in a sentence how it ended."""
        if self._sentence is None:
            said = b"".join(iter(lambda: os.read(self._report, 4096), b""))
            os.close(self._report)
            os.waitpid(self.pid, 0)
            self._sentence = said.decode("utf-8", "replace") or "It was stopped."
        return self._sentence


def launch(setup: Setup, layers: Collection[Layer], main: Main, keep_fds: Collection[int]) -> Child:
    """Fork `main` into a sandbox of these layers; OSError, with the reason, where one is refused.

    Three processes: one that leaves the namespaces, one that is the first of the new process
    namespace and looks after the others, and the one that `main` runs in. Without a process
    namespace, and for root, the first does the second's work: to fork costs as much as most else.
    """
    for layer in layers:
        layer.before(setup)
    report, write = os.pipe()
    with contextlib.suppress(ValueError, OSError):
        sys.stdout.flush()  # else what is in the buffer could come twice
        sys.stderr.flush()
    pid = _fork_into_namespace() if setup.born_inside else os.fork()
    if pid == 0:
        _never_return(lambda: _outside(setup, layers, main, frozenset(keep_fds), write), write)
    os.close(write)
    # with the first of a process namespace, all that is in it is killed
    child = Child(pid, report, signal.SIGKILL if setup.born_inside else signal.SIGTERM)
    first = _read_line(report)
    if first != _READY:
        child.kill()
        child.wait()
        raise OSError(first.decode("utf-8", "replace").strip() or "it ended before it had started")
    return child


def _fork_into_namespace() -> int:
    """Fork; the child is the first process of a new process namespace."""
    linux.unshare(linux.NEWPID)
    pid = -1
    try:
        pid = os.fork()
    finally:
        if pid != 0:
            try:
                linux.enter_own_processes()
            except OSError:  # it was tried before; what is forked now would be in that sandbox
                os._exit(70)
    return pid


def _read_line(report: int) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        if not readable([report], _SECONDS_TO_START):
            return b"it did not start in time\n"
        byte = os.read(report, 1)
        if not byte:
            break
        line += byte
    return line


def _never_return(run: Callable[[], int], report: int) -> NoReturn:
    """Run and end this process: nothing of the parent's code may go on in it.

    An error on the way into the sandbox goes to the parent, one of `main` to standard error.
    """
    code = 70
    try:
        code = run()
    except BaseException as error:
        with contextlib.suppress(BaseException):
            traceback.print_exc()
        with contextlib.suppress(BaseException):
            os.write(report, f"{' '.join(str(error).split()) or type(error).__name__}\n".encode())
    finally:
        os._exit(code)


def _outside(
    setup: Setup, layers: Collection[Layer], main: Main, keep: frozenset[int], report: int
) -> int:
    """Run the sandbox's first process: leave the namespaces, start the next, wait for it."""
    keeper.block_signals()
    os.setsid()
    os.umask(0o022)
    _close_all_but(keep | {0, 1, 2, report})
    _silence(keep)
    if setup.private_user:
        user = private_user()
        setup = replace(setup, user=user, group=user)
    if "files" not in setup.in_force or not setup.privileged:
        give(str(setup.policy.folder), setup)
    if setup.private_user and not setup.privileged:
        become(setup.user, setup.group)  # and get namespaces as an ordinary user does
    linux.die_with_parent(signal.SIGTERM)
    if setup.born_inside:  # where it cannot see its parent; nobody hears it then that it is ready
        leave(setup.namespaces & ~linux.NEWPID, setup)
        return _keeper(setup, layers, main, keep, report)
    if os.getppid() != setup.parent:
        return 1  # it has died already
    if setup.namespaces:
        leave(setup.namespaces, setup)
    if not setup.namespaces & linux.NEWPID:
        linux.adopt_orphans()
        return _keeper(setup, layers, main, keep, report)
    pid = os.fork()
    if pid == 0:
        _never_return(lambda: _keeper(setup, layers, main, keep, report), report)
    _close_all_but({report})
    keeper.wait_for(pid)
    return 0


def _keeper(
    setup: Setup, layers: Collection[Layer], main: Main, keep: frozenset[int], report: int
) -> int:
    """Run the process that starts the submission's, looks after it and reports its end."""
    linux.die_with_parent(signal.SIGKILL if setup.namespaces & linux.NEWPID else signal.SIGTERM)
    linux.set_dumpable(False)
    for layer in layers:
        layer.first(setup)
    pid = os.fork()
    if pid == 0:
        _never_return(lambda: _inside(setup, layers, main, keep, report), report)
    _close_all_but({report})
    limits = setup.policy.limits if "limits" in setup.in_force else None
    try:
        sentence = keeper.keep(pid, limits, bool(setup.namespaces & linux.NEWNET))
    finally:
        if not setup.namespaces & linux.NEWPID:  # else the kernel ends all with their first process
            keeper.end_descendants()
    os.write(report, sentence.encode())
    return 0


def _inside(
    setup: Setup, layers: Collection[Layer], main: Main, keep: frozenset[int], report: int
) -> int:
    """Run the submission's process: enter the remaining layers, tell the parent, run `main`."""
    os.setsid()  # a signal to its process group must not reach the keeper
    linux.set_dumpable(True)
    linux.forget_start()
    for layer in layers:
        layer.inside(setup)
    os.umask(0o077)
    move_in(setup.policy.folder)
    put_font_lists(setup.font_lists)
    linux.die_with_parent(signal.SIGKILL)
    keeper.default_signals()
    os.write(report, _READY)
    os.close(report)
    return main(tuple(sorted(setup.in_force)))


def _close_all_but(keep: Collection[int]) -> None:
    """Close all file descriptors but these."""
    start = 0
    for fd in sorted(keep):
        if fd > start:  # closerange(0, 0) would close all
            os.closerange(start, fd)
        start = fd + 1
    os.closerange(start, os.sysconf("SC_OPEN_MAX"))


def _silence(keep: Collection[int]) -> None:
    """Let standard input and outputs lead nowhere, but for these."""
    null = os.open(os.devnull, os.O_RDWR)
    for standard in {0, 1, 2}.difference(keep, {null}):
        os.dup2(null, standard)
    if null > 2:
        os.close(null)
