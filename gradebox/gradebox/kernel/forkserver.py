"""A warm process that every session is forked from, and the worker's handle on it.

The worker has threads, a gradebook and tests in its memory; none of that may be in a process that
runs a student's code, and forking with threads is unsafe. So the server is a program of its own. It
has one thread, knows nothing but what it imported, and forks what it is asked for in a sandbox.

For each process there is a *leash*, a socket between the worker and the server. The server says
on it what became of the process; a byte from the worker, or the worker's death, kills it.

To warm up takes a second, and a copy of a warm server no time: so of several workers on a machine
each has a copy (see `gradebox.startup.preload`).
"""

import contextlib
import gc
import io
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from gradebox import plugins, sandbox
from gradebox.kernel.frames import Frames, pack
from gradebox.kernel.large_pages import put_on_large_pages
from gradebox.sandbox.environment import clean_environment, make_font_list
from gradebox.scratch import temporary_folder

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
_HERE = str(Path(__file__).parents[2])
# The libraries that most notebooks import, and their modules to load before the first fork for one
# whose instructor imports them. What a course's own notebooks import besides, its plugin says.
LIBRARIES = {
    "numpy": ("numpy", "numpy.testing"),
    "matplotlib": ("matplotlib.pyplot",),
    "ipywidgets": ("ipywidgets",),
    "pandas": ("pandas",),
}
_LAST_BYTES = 2_000  # of the server's stderr, in which its last line is looked for
MAY_START_THREADS = frozenset({"pandas"})


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

        `job` says what the process is to be, see `_Job`. Raises NotStarted.
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
        if self._socket is not None and select.select([self._socket], [], [], 0)[0]:
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
                [sys.executable, "-m", __name__, str(theirs.fileno()), *sorted(packages)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                cwd="/",
                env=clean_environment()
                | ONE_THREAD
                | {"PYTHONPATH": os.pathsep.join(_own_paths())},
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


def main(argv: list[str]) -> int:
    """Warm up, then fork on request until the worker closes the socket."""
    requests = socket.socket(fileno=int(argv[0]))
    sandbox.probe()  # forks dozens of times, which costs little while this process is small
    make_font_list()
    with temporary_folder("kernel") as folder:
        os.environ["IPYTHONDIR"] = str(folder)  # no start-up files, and nowhere to leave any
        server = _Server(requests, _warm())
        server.load(argv[1:])
        server.run()
    return 0


def _warm() -> Any:
    """Import what every process needs; return the kernel that each is a copy of."""
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    from gradebox.kernel import shell

    os.environ.pop("PYTHONPATH", None)
    # The working folder and the worker's own code stood first. A kernel has them elsewhere.
    own = _own_paths()
    sys.path[:] = [path for path in sys.path if path not in ("", "/", *own)] + own
    import_module("importlib.resources.readers")
    import_module("gradebox.kernel.child")
    kernel = shell.warm()
    _settle()
    return kernel


def _settle() -> None:
    """Make what is loaded by now cheap to fork."""
    if (threads := _threads()) != 1:
        raise RuntimeError(
            f"the fork server has {threads} threads and cannot fork safely: a module that it loads "
            "before the notebooks, of a plugin's PRELOAD say, starts one when it is imported"
        )
    gc.collect()
    gc.freeze()  # or each process would copy every page that its first collection touches
    put_on_large_pages()


def _load(package: str, kernel: Any) -> None:
    """Load what of a package a notebook may use, and what it loads only when it is first used."""
    for name in (*LIBRARIES.get(package, ()), *plugins.preload().get(package, ())):
        with contextlib.suppress(Exception):  # the cell that imports it will say what is wrong
            module = import_module(name)
            dir(module)  # a package may load what it has only when it is asked, for all its names
            for each in getattr(module, "__all__", ()):  # or for each
                getattr(module, each)
    if package == "matplotlib":
        _draw_once()
    if package == "numpy":
        _fail_once(kernel.user_shell)
    plugins.warm_up(package)


def _threads() -> int:
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()


def _own_paths() -> list[str]:
    """Return where this package and those of the plugins are found."""
    return list(dict.fromkeys([_HERE, *(str(folder.parent) for folder in plugins.packages())]))


def _draw_once() -> None:
    """Load fonts and what matplotlib loads with its first figure."""
    with contextlib.suppress(ImportError):
        from matplotlib.figure import Figure

        figure = Figure()  # without pyplot, which would choose its backend before the fork
        figure.add_subplot(title="0").imshow([[0, 1]])
        for kind in ("png", "svg"):
            figure.savefig(io.BytesIO(), format=kind)


def _fail_once(shell: Any) -> None:
    """Have the first traceback of numpy's comparisons, which parses them, and knows all modules."""
    try:
        sys.modules["numpy.testing"].assert_allclose(0, 1)
    except AssertionError:
        shell.InteractiveTB.structured_traceback(*sys.exc_info())


class _Server:
    """The loop of the server process: requests and leashes, one thread."""

    def __init__(self, requests: socket.socket, kernel: Any, loaded: Collection[str] = ()) -> None:
        self._requests = requests
        self._kernel = kernel
        self._asked_for = set(loaded)  # packages
        self._frames = Frames()
        self._fds: list[int] = []
        self._selector = selectors.DefaultSelector()
        self._children: set[_OnLeash] = set()
        self._copies: list[int] = []

    def load(self, packages: Collection[str]) -> None:
        """Load packages, each once, for all processes that are forked from now on.

        One that starts a thread is left to the cells: a process with threads cannot fork safely.
        """
        known = {*LIBRARIES, *plugins.preload()}
        new = sorted(known.intersection(packages) - self._asked_for)
        for package in new:
            self._asked_for.add(package)
            if package not in MAY_START_THREADS or self._starts_no_thread(package):
                _load(package, self._kernel)
        if new:
            _settle()

    def _starts_no_thread(self, package: str) -> bool:
        """Return True if a copy of this process that loads the package has one thread still."""
        pid = os.fork()
        if pid == 0:
            try:
                _load(package, self._kernel)
                os._exit(0 if _threads() == 1 else 1)
            finally:
                os._exit(1)
        return os.waitpid(pid, 0)[1] == 0

    def run(self) -> None:
        """Serve until the worker closes the socket; kill what is left then."""
        self._selector.register(self._requests, selectors.EVENT_READ, None)
        while True:
            for key, _ in self._selector.select():
                if key.data is not None:
                    self._look_after(key.data, key.fileobj)
                elif not self._serve():
                    for child in self._children:
                        child.process.kill()
                    return

    def _serve(self) -> bool:
        data, fds, _, _ = socket.recv_fds(self._requests, 1 << 20, 16)
        if not data:
            return False
        self._fds += fds
        for job in self._frames.feed(data):
            self.load(job["packages"])
            if len(job) == 1:
                continue
            first, *rest = self._fds
            self._fds = []
            if "copy" in job:
                self._copy(socket.socket(fileno=first))
            else:
                self._fork(job, socket.socket(fileno=first), rest)
        return True

    def _copy(self, requests: socket.socket) -> None:
        """Fork another server like this one, which ends with whoever holds the other end."""
        self._copies = [pid for pid in self._copies if not os.waitpid(pid, os.WNOHANG)[0]]
        pid = os.fork()
        if pid == 0:
            try:
                self._requests.close()
                _Server(requests, self._kernel, self._asked_for).run()
            except Exception:
                traceback.print_exc()  # for `last_words`
            finally:
                os._exit(0)
        requests.close()
        self._copies.append(pid)

    def _fork(self, job: dict[str, Any], leash: socket.socket, fds: list[int]) -> None:
        from gradebox.kernel.child import run

        def begin(layers: tuple[str, ...]) -> int:
            return run(job, fds, layers)

        try:
            policy = sandbox.Policy(
                folder=Path(job["folder"]),
                readable=tuple(map(Path, job["readable"])),
                limits=sandbox.Limits(**job["limits"]),
                without=frozenset(job["without"]),
                programs=tuple(job["programs"]),
            )
            process = sandbox.fork(policy, begin, fds)
        except (sandbox.SandboxUnavailable, ValueError) as error:
            leash.sendall(pack({"refused": str(error)}))
            leash.close()
            return
        finally:
            for fd in fds:
                os.close(fd)
        child = _OnLeash(process, leash)
        self._children.add(child)
        self._selector.register(process.fileno(), selectors.EVENT_READ, child)
        self._selector.register(leash, selectors.EVENT_READ, child)

    def _look_after(self, child: "_OnLeash", file: Any) -> None:
        """Kill the process if the worker says so; tell the worker when it has ended."""
        if child not in self._children:
            return
        self._selector.unregister(file)
        if file is child.leash:
            child.process.kill()
            return
        self._children.remove(child)
        with contextlib.suppress(KeyError):
            self._selector.unregister(child.leash)
        with contextlib.suppress(OSError):
            child.leash.sendall(pack({"ended": child.process.wait()}))
        child.leash.close()


@dataclass(frozen=True)
class _OnLeash:
    """A forked process, and the socket on which the worker hears of it."""

    process: sandbox.Child
    leash: socket.socket


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(main(sys.argv[1:]))
