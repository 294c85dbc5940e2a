"""The worker's handle on a fork server: a warm process that every session is forked from.

The worker has threads, a gradebook and tests in its memory; none of that may be in a process that
runs a student's code, and forking with threads is unsafe. So the server is a program of its own,
`fork_server_program`.

For each process there is a *leash*, a socket between the worker and the server. The server says
on it what became of the process; a byte from the worker, or the worker's death, kills it.

To warm up takes a second, and a copy of a warm server no time: so of several workers on a machine
each has a copy (see `gradebox.startup.worker_imports`).
"""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection, Mapping, Sequence
from typing import IO, Any

from gradebox.kernel import fork_server_program
from gradebox.kernel.frames import pack
from gradebox.sandbox.environment import clean_environment
from gradebox.waiting import readable

# A library that starts threads when it is imported could not be forked.
ONE_THREAD = {
    name: "1"
    for name in (
        "OPENBLAS_NUM_THREADS",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
    )
}
# A message stays whole, though several workers ask the same server for a copy.
_PACKETS = socket.SOCK_SEQPACKET if sys.platform == "linux" else socket.SOCK_STREAM
PROGRAM = fork_server_program.__name__
_LAST_BYTES = 2_000  # of the server's stderr, in which its last line is looked for


class ForkServerDied(Exception):
    """The server is gone. What it was asked for can be asked of the next one."""


class NotStarted(ForkServerDied):
    """No process came of it, so nobody's code has run. The argument completes a sentence."""

    def __str__(self) -> str:
        """Say it in a sentence."""
        return f"The process that runs a notebook could not be started: {self.args[0]}."


class ForkServer:
    """Starts the server when it is first needed, and again after it has died."""

    def __init__(self, warm: "ForkServer | None" = None) -> None:
        self._warm = warm  # another process's that can be copied
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None  # what the server writes to its stderr
        self._said = ""  # the last line of one before

    def fork(self, job: Mapping[str, Any], fds: Sequence[int]) -> socket.socket:
        """Ask for a process with these file descriptors; return its leash.

        `job` says what the process is to be, as `child` reads it. Raises NotStarted.
        """
        ours, theirs = socket.socketpair()
        with theirs, self._lock:
            try:
                socket.send_fds(self._running(), [pack(dict(job))], [theirs.fileno(), *fds])
            except OSError as error:
                ours.close()
                why = self.last_words() or f"the fork server has ended ({error})"
                self._stop()
                raise NotStarted(why) from error
        return ours

    def last_words(self) -> str:
        """Return the last line that the server wrote to its stderr, as why it has ended; or "".

        If it wrote none, that of the server before it: one session may have asked both.
        """
        if self._errors is None:
            return self._warm.last_words() if self._warm is not None else self._said
        # Not by a seek: the server, and each copy of it, writes where this file stands.
        size = os.fstat(self._errors.fileno()).st_size
        end = os.pread(self._errors.fileno(), _LAST_BYTES, max(0, size - _LAST_BYTES))
        lines = end.decode("utf-8", "replace").split("\n")
        last = next(filter(str.strip, reversed(lines)), self._said)
        return " ".join(last.split()).rstrip(".")

    @property
    def is_ours(self) -> bool:
        """Return True if it belongs to this process, and not to one that this was forked from."""
        return self._owner == os.getpid()

    def warm_up(self, packages: Collection[str] = ()) -> None:
        """Start the server and load these packages while the caller does something else."""
        with self._lock, contextlib.suppress(OSError):  # who needs it will start it again
            self._running(packages)

    def close(self) -> None:
        """End the server and every process that it forked."""
        with self._lock:
            self._stop()

    def _running(self, packages: Collection[str] = ()) -> socket.socket:
        if self._socket is not None and readable([self._socket], 0):
            self._stop()  # it never sends anything, so this is its end
        if self._socket is None:
            self._start(packages)
        elif packages:
            self._socket.sendall(pack({"packages": sorted(packages)}))
        assert self._socket is not None
        return self._socket

    def _start(self, packages: Collection[str]) -> None:
        self._socket, theirs = socket.socketpair(type=_PACKETS)
        with theirs:
            if self._warm is not None and self._warm.copy(theirs, packages):
                return
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - until `_stop`
            self._process = subprocess.Popen(
                [sys.executable, "-m", PROGRAM, str(theirs.fileno()), *sorted(packages)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                cwd="/",
                env=clean_environment()
                | ONE_THREAD
                | {"PYTHONPATH": os.pathsep.join(fork_server_program.own_paths())},
                start_new_session=True,  # Ctrl-C is for the worker, which then ends the server
            )

    def copy(self, requests: socket.socket, packages: Collection[str] = ()) -> bool:
        """Have a copy of the server serve this socket, and both have these packages loaded.

        False if the server is gone.
        """
        if self._socket is None:
            return False
        try:
            job = {"copy": True, "packages": sorted(packages)}
            socket.send_fds(self._socket, [pack(job)], [requests.fileno()])
        except OSError:
            return False
        return True

    def _stop(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        if self._process is not None:
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._errors is not None:
            self._said = self.last_words()
            self._errors.close()
            self._errors = None


_server: ForkServer | None = None


def fork_server() -> ForkServer:
    """Return this process's fork server; if the process was forked from one with a fork server,
    it is a copy of that."""
    global _server
    if _server is None or not _server.is_ours:
        _server = ForkServer(warm=_server)
    return _server
