"""The program of a fork server: warm up, then fork what a worker asks for.

    python -m gradebox.kernel.fork_server_program DESCRIPTOR [PACKAGE ...]

It has one thread, knows nothing but what it imported, and forks each process in a sandbox. The
descriptor is that of the socket on which `gradebox.kernel.fork_server` asks.
"""

import contextlib
import os
import selectors
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from gradebox import plugins, sandbox
from gradebox.kernel.frames import Frames, pack
from gradebox.kernel.large_pages import put_on_large_pages
from gradebox.kernel.preloaded_packages import LIBRARIES, MAY_START_THREADS, load
from gradebox.sandbox.environment import make_font_list
from gradebox.scratch import temporary_folder
from gradebox.startup.garbage_collector import at_rest

_HERE = str(Path(__file__).parents[2])


def own_paths() -> list[str]:
    """Return where this package and those of the plugins are found."""
    return list(dict.fromkeys([_HERE, *(str(folder.parent) for folder in plugins.packages())]))


def main(argv: list[str]) -> int:
    """Warm up, then fork on request until the worker closes the socket."""
    requests = socket.socket(fileno=int(argv[0]))
    sandbox.probe()  # forks dozens of times, which costs little while this process is small
    make_font_list()
    with temporary_folder("kernel") as folder:
        os.environ["IPYTHONDIR"] = str(folder)  # no start-up files, and nowhere to leave any
        # At rest, or each process would copy every page that its first collection touches.
        with at_rest():
            kernel = _warm()
        server = _Server(requests, kernel)
        server.load(argv[1:])
        server.run()
    return 0


def _warm() -> Any:
    """Import what every process needs; return the kernel that each is a copy of."""
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    from gradebox.kernel import shell

    os.environ.pop("PYTHONPATH", None)
    # The working folder and the worker's own code stood first. A kernel has them elsewhere.
    own = own_paths()
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
    put_on_large_pages()


def _threads() -> int:
    tasks = Path("/proc/self/task")
    return len(list(tasks.iterdir())) if tasks.is_dir() else threading.active_count()


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
        if not new:
            return
        with at_rest():
            for package in new:
                self._asked_for.add(package)
                if package not in MAY_START_THREADS or self._starts_no_thread(package):
                    load(package, self._kernel.user_shell)
            _settle()

    def _starts_no_thread(self, package: str) -> bool:
        """Return True if a copy of this process that loads the package has one thread still."""
        pid = os.fork()
        if pid == 0:
            try:
                load(package, self._kernel.user_shell)
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
            if job.keys() == {"packages"}:  # that was all
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
