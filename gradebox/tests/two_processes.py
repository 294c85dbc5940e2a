"""A student's process for tests: forked, with the names that a piece of code defines."""

import contextlib
import linecache
import os
import signal
import socket
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from gradebox.separate.files import Files
from gradebox.separate.student_end import StudentNamespace
from gradebox.separate.tests_end import StudentNames
from gradebox.separate.wire import Wire, WireError

CELL = "/tmp/ipykernel_1/1.py"  # what a cell's code is called in a kernel


def run_cell(code: str, namespace: dict[str, Any], name: str = CELL) -> None:
    """Run a cell's code as a kernel does, so that its lines can be shown."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    exec(compile(code, name, "exec"), namespace)


@contextlib.contextmanager
def other_process(
    main: Callable[[socket.socket], None], seconds: int = 300
) -> Iterator[socket.socket]:
    """Run `main` in a forked process with one end of a socket pair; give the other end."""
    ours, theirs = socket.socketpair()
    pid = os.fork()
    if not pid:
        ours.close()
        signal.alarm(seconds)  # whatever a test does, this ends
        try:
            main(theirs)
        finally:
            os._exit(0)
    theirs.close()
    try:
        yield ours
    finally:
        ours.close()
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def serve(
    sock: socket.socket,
    namespace: dict[str, Any],
    files: Files | None = None,
    shared: Collection[str] = (),
) -> None:
    """Answer for a namespace, and the files in its folder, until the other end is gone."""
    wire, served = Wire(sock), StudentNamespace(namespace, files, shared)
    with contextlib.suppress(WireError):
        while True:
            served.serve(wire)


@contextlib.contextmanager
def student(
    code: str,
    names: str = "",
    folders: tuple[Path, Path] | None = None,
    replaced: Callable[[], dict[str, Any]] = dict,
    classes: Collection[str] = (),
    own: Callable[[str], Any] = lambda name: None,
    given: Collection[str] = (),
) -> Iterator[StudentNames]:
    """The names that `code` defines, in another process; or those of its dict called `names`.

    It runs in the first of the `folders`, and the tests in the second. The solution has `classes`,
    and `own` gives the values that the tests' own names have. Set-up cells give the names `given`.
    """

    def main(sock: socket.socket) -> None:
        namespace: dict[str, Any] = {"__name__": "__main__"}
        files = None
        if folders:
            os.chdir(folders[0])
            files = Files(folders[0])
        run_cell(code, namespace)
        serve(sock, namespace[names] if names else namespace, files, given)

    with other_process(main) as sock:
        files = Files(folders[1], keeps_own=True) if folders else None
        yield StudentNames(Wire(sock), files, replaced, classes, own, given)
