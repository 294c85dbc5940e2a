"""An IPython kernel in this process, without ZeroMQ: what `ipykernel` does, over pipes.

It is ipykernel's own kernel and shell; only the way out is another. Text goes into two pipes, in
place of file descriptors 1 and 2, so what C code and child processes print takes the same way as
`print` (see `streams`). Anything rich (a figure, a result, a traceback) is a message on a socket,
and the sender waits until the reader has taken it, so that text before it stays before it (see
`messages`).

`warm` makes the kernel in the parent process; `Kernel.serve` runs in a forked child.
"""

import asyncio
import contextlib
import contextvars
import fcntl
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol, runtime_checkable

from ipykernel import zmqshell
from ipykernel.eventloops import enable_gui
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from IPython.core.error import UsageError
from tornado.ioloop import IOLoop
from traitlets import Instance, Type
from traitlets.config import Config

from gradebox.kernel import messages
from gradebox.kernel.frames import CHUNK, Frames
from gradebox.kernel.messages import Events
from gradebox.kernel.prepared import Compiler, Prepared, Transformers
from gradebox.kernel.streams import Text
from gradebox.kernel.tracebacks import Tracebacks
from gradebox.sandbox.limits import allow_reserve
from gradebox.separate.failure_record import line_in

_MORE_FRAMES = 16  # below a cell than in ipykernel: as many calls of an answer fit above it
_REMARKS = ("unanswered", "interrupted", "doubt", "called", "broken", "used_up", "changed")
NOT_RUN = "The cell could not be run: an earlier one may have changed IPython itself"


@dataclass
class Channels:
    """The ends of the pipes and sockets that a kernel holds, as file descriptors."""

    requests: int  # cells to run come in here
    events: int  # what a cell shows goes out here, and "taken" comes back
    stdout: int
    stderr: int
    interrupt: int  # a byte here is Ctrl-C


class Peer(Protocol):
    """This side of the connection to the session's other process."""

    def connect(self, sock: socket.socket) -> None:
        """Talk over this socket from now on."""

    def remarks(self) -> dict[str, Any]:
        """Return what the reply to a cell says besides how it ended."""


@runtime_checkable
class AnsweringPeer(Peer, Protocol):
    """The student's side, which answers requests."""

    def answer(self) -> bool:
        """Answer one request; return False if no more will come."""


@runtime_checkable
class AskingPeer(Peer, Protocol):
    """The tests' side, which asks."""

    def begin(
        self,
        own_names: list[str],
        given_up: list[str],
        solution: dict[str, Any] | None,
        brings_files: bool,
        is_set_up: bool,
    ) -> None:
        """Get ready for a cell; it must not ask the other process for `own_names`.

        Names that are `given_up` it has to ask for, though it had them once.
        A `solution` are functions that stand in for the other process's, see `Solution`.
        """

    def failure(self, error: BaseException, text: str) -> dict[str, Any]:
        """Return the record of the exception that ended a cell, which says `text`."""


class ZMQInteractiveShell(zmqshell.ZMQInteractiveShell):
    """ipykernel's shell under its own name, which libraries look for."""

    __module__ = zmqshell.__name__
    input_transformer_manager = Instance(Transformers, ())
    InteractiveTB: Tracebacks
    known_sync: str | None = None  # a cell as Python, if it is sure to have no `await`

    def should_run_async(self, raw_cell: str, **how: Any) -> bool:
        """Return True if a cell has `await` in it; of one that was prepared this may be known."""
        if self.known_sync is not None and how.get("transformed_cell") == self.known_sync:
            return False
        return bool(super().should_run_async(raw_cell, **how))

    def get_ready(self, cell: str, prepared: Prepared | None, *, is_shown: bool) -> None:
        """Get ready for a cell, which may be prepared; `is_shown` if anybody sees its outputs."""
        self.InteractiveTB.are_shown = is_shown
        self.input_transformer_manager.known = (cell, prepared["text"]) if prepared else None
        self.known_sync = prepared["text"] if prepared and prepared["is_sync"] else None
        self.compile.known = (cell, prepared["hash"]) if prepared else None

    def ask_exit(self) -> None:
        """Go on: after `exit()` a kernel would run some more cells or none, by chance."""

    def init_traceback_handlers(self, custom_exceptions: Any) -> None:
        """Make what writes tracebacks."""
        super().init_traceback_handlers(custom_exceptions)
        self.InteractiveTB.__class__ = Tracebacks

    def enable_gui(self, gui: Any = None) -> None:
        """Answer `%matplotlib`; ipykernel would look for its application to find the kernel."""
        try:
            enable_gui(gui, kernel=self.kernel)
        except ValueError as error:
            raise UsageError(str(error)) from error
        self.active_eventloop = gui


class Kernel(IPythonKernel):
    """ipykernel's kernel, made before a fork and connected after it."""

    __module__ = IPythonKernel.__module__
    compiler_class = Type(Compiler)

    def __init__(self, **traits: Any) -> None:
        self.events = Events()
        self._peer: Peer | None = None
        self._peer_socket: socket.socket | None = None
        self._fork = 0  # the number of the fork that this process is
        log = logging.getLogger("ipykernel")
        super().__init__(shell_class=ZMQInteractiveShell, session=self.events, log=log, **traits)
        # A kernel interrupts a cell with `await` in it only from the thread that it names here.
        self.shell_channel_thread = SimpleNamespace(parent_thread=threading.main_thread())
        assert self.shell is not None
        self.user_shell: Any = self.shell  # mypy knows little of it
        self.user_shell.displayhook.topic = None
        self.user_shell.extension_manager.load_extension("storemagic")
        # As the application does for `%who` once a kernel has started.
        self.user_shell.user_ns_hidden.update(self.user_shell.user_ns)

    def serve(self, channels: Channels, hello: dict[str, Any], peer: "Peer | None" = None) -> int:
        """Say hello, and run the cells that are asked for until nobody asks any more."""
        sys.setrecursionlimit(sys.getrecursionlimit() + _MORE_FRAMES)
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        self.io_loop = IOLoop.current()
        self._peer = peer
        self._connect(channels)
        self.events.reply(hello)
        requests: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        frames = Frames()
        sock = socket.socket(fileno=channels.requests)

        def receive() -> None:
            data, fds, _, _ = socket.recv_fds(sock, CHUNK, 1)
            if not data:
                os._exit(0)  # nobody is there any more; a thread or `atexit` must not hold us up
            for fd in fds:
                self._connect_peer(socket.socket(fileno=fd), loop)
            for message in frames.feed(data):
                requests.put_nowait(message)

        async def run() -> None:
            while True:
                await self._handle(await requests.get())

        loop.add_reader(channels.requests, receive)
        # A loop that waits for nothing more goes on waiting after a signal; the byte wakes it.
        loop.add_reader(channels.interrupt, _read_away, channels.interrupt)
        # What a cell sets there (numpy's error state, the precision of decimals) holds for calls.
        self._context = contextvars.copy_context()
        try:
            loop.run_until_complete(loop.create_task(run(), context=self._context))
        finally:
            if self._fork:  # which must not go on where this function was called
                self.events.end_fork()
        return 0  # not reached, unless a cell stops the loop

    def _connect(self, channels: Channels) -> None:
        os.dup2(channels.stdout, 1)
        os.dup2(channels.stderr, 2)
        self.events.connect(socket.socket(fileno=channels.events))
        sys.stdout = self._stdout = Text("stdout", channels.stdout, self.events)
        self._errors = Text("stderr", channels.stderr, self.events)
        sys.stderr = self._stderr = self._errors
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        # The kernel of the system sends us SIGINT when a byte arrives. No process id is needed,
        # which would be another one inside a process namespace.
        ready = fcntl.fcntl(channels.interrupt, fcntl.F_GETFL)
        fcntl.fcntl(channels.interrupt, fcntl.F_SETOWN, os.getpid())
        if hasattr(fcntl, "F_SETSIG"):
            fcntl.fcntl(channels.interrupt, fcntl.F_SETSIG, signal.SIGINT)
        else:
            signal.signal(signal.SIGIO, lambda *_: signal.raise_signal(signal.SIGINT))
        fcntl.fcntl(channels.interrupt, fcntl.F_SETFL, ready | os.O_ASYNC | os.O_NONBLOCK)

    def _connect_peer(self, sock: socket.socket, loop: asyncio.AbstractEventLoop) -> None:
        """Give the peer a new connection, and answer what it asks between two cells."""
        peer = self._peer
        if peer is None:
            sock.close()
            return
        if self._peer_socket is not None:
            loop.remove_reader(self._peer_socket)
            self._peer_socket.close()
        self._peer_socket = sock
        peer.connect(sock)

        if not isinstance(peer, AnsweringPeer):
            return

        def answer() -> None:
            try:
                with self._interruptible():
                    more = peer.answer()
            except KeyboardInterrupt:
                more = True
            _ignore_interrupts()
            if not more:
                loop.remove_reader(sock)
                sock.close()  # or whoever asks would wait
                self._peer_socket = None

        def answer_in_context() -> None:
            has_begun = False

            def begin() -> None:
                nonlocal has_begun
                has_begun = True
                answer()

            try:
                self._context.run(begin)
            except RuntimeError:
                if has_begun:
                    raise
                answer()  # within a cell that runs a loop of its own, it is the context already

        loop.add_reader(sock, answer_in_context)

    async def _handle(self, request: dict[str, Any]) -> None:
        match request:
            case {"type": "execute", "fork": int(fork)} if fork != self._fork:
                # That fork has ended before it could read this.
                self.events.reply({"status": "error", "ename": "DeadKernelError"})
            case {"type": "execute", "id": str(identity), "code": str(code), "count": int(count)}:
                self.events.expect_reply()
                if isinstance(self._peer, AskingPeer):
                    names = request.get("own", []), request.get("given_up", [])
                    of_cell = request.get("brings_files", True), request.get("is_set_up", False)
                    self._peer.begin(*names, request.get("solution"), *of_cell)
                for earlier in request.get("before", []):
                    self.user_shell.get_ready(earlier, None, is_shown=False)
                    with self._interruptible():
                        await self.do_execute(earlier, silent=True, store_history=False)
                how = request.get("prepared"), request.get("is_shown", True)
                await self._execute(identity, code, count, *how)
            case {"type": "fork", "fork": int(fork), "seconds": float(seconds)}:
                self._serve_in_fork(fork, seconds)
            case {"type": "end_fork", "fork": int(fork)} if fork == self._fork:
                os._exit(messages.AS_ASKED)
            case {"type": "end_fork"}:
                self.events.reply({"status": "ended"})
            case {"type": "comm", "content": dict(content)}:
                self.comm_manager.comm_msg(None, None, {"content": content, "buffers": []})
            case {"type": "ping"}:
                self.events.reply({"status": "ok"})

    def _serve_in_fork(self, number: int, seconds: float) -> None:
        """Let a fork of this process run the cells that come, until it is asked to end.

        Both of them have all that was sent before it has said that it is there.
        No interrupt reaches the fork, whose own clock ends it after that time. If it ends before
        it has replied, this process does so.
        """
        loop = asyncio.get_running_loop()
        pid = os.fork()
        if pid:
            _, status = os.waitpid(pid, 0)
            match os.waitstatus_to_exitcode(status):
                case messages.AS_ASKED:
                    self.events.reply({"status": "ended"})
                case messages.IN_TIME:
                    pass
                case _:  # a cell may have ended it in any way
                    self.events.reply({"status": "error", "ename": "DeadKernelError"})
            return
        asyncio._set_running_loop(loop)  # asyncio knows it by the process
        self._fork = number
        self.events.go_on_in_fork()
        self.events.expect_reply()
        threading.Timer(seconds, self.events.end_fork).start()
        self.events.reply({"status": "ok"})

    async def _execute(
        self, identity: str, code: str, count: int, prepared: Prepared | None, is_shown: bool
    ) -> None:
        header = {"msg_id": identity, "msg_type": "execute_request", "session": "", "username": ""}
        self.events.current = identity
        self.set_parent([], {"header": header, "parent_header": {}, "metadata": {}, "content": {}})
        self._count_to(count)
        reply: dict[str, Any] = {"status": "error", "ename": "KernelError"}
        self._errors.is_of_the_cell = False
        try:
            self.user_shell.get_ready(code, prepared, is_shown=is_shown)
            with self._interruptible():
                reply = await self.do_execute(code, silent=False, cell_meta={}, cell_id=None)
            for stream in (sys.stdout, sys.stderr):
                if stream is not self._stdout and stream is not self._stderr:
                    stream.flush()  # a cell may have put anything there; ours the reply takes
        except (Exception, KeyboardInterrupt) as error:  # the cell's own errors are in the reply
            reply.setdefault("evalue", f"{NOT_RUN} ({type(error).__name__}).")
        _ignore_interrupts()
        main = threading.main_thread()
        self._errors.older_threads = {
            each.ident for each in threading.enumerate() if each.ident and each is not main
        }
        if reply.get("ename") == "MemoryError" or "(MemoryError)" in reply.get("evalue", ""):
            # What the cell holds stays; whether the next one runs must not depend on chance.
            allow_reserve()
        if self._peer is not None:
            reply |= self._peer.remarks()
        if reply["status"] == "error" and (failure := self._failure(reply.get("evalue", ""))):
            reply["failure"] = failure
        if reply["status"] == "error":
            reply["line"] = self._line()
        reply["wrote_errors"] = self._errors.is_of_the_cell
        how = "status", "ename", "evalue", "traceback", "failure", "line"
        wanted = (*how, *_REMARKS, "wrote_errors")
        self.events.reply({key: reply[key] for key in wanted if key in reply})

    def _failure(self, text: str) -> dict[str, Any] | None:
        """Return the record of the exception that ended the cell, where the peer makes one."""
        if not isinstance(self._peer, AskingPeer):  # a student's shell may be anything by now
            return None
        result = self.user_shell.last_execution_result
        error = result and (result.error_before_exec or result.error_in_exec)
        return self._peer.failure(error, text) if error else None

    def _line(self) -> int:
        """Return the line at which the cell has ended, 0 if that is not known."""
        try:
            result = self.user_shell.last_execution_result
            error = result and (result.error_before_exec or result.error_in_exec)
            return line_in(error, self.user_shell.user_ns) if error else 0
        except Exception:  # a student's shell may be anything by now
            return 0

    def _count_to(self, count: int) -> None:
        """Number the next cell as in the notebook: some of its cells run in another process."""
        shell = self.user_shell
        history = shell.history_manager
        shell.execution_count = count
        for lines in (history.input_hist_parsed, history.input_hist_raw):
            lines.extend([""] * (count - len(lines)))

    @contextlib.contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Let Ctrl-C raise KeyboardInterrupt; it is ignored between cells, as in ipykernel."""
        self.pre_handler_hook()
        try:
            yield
        finally:
            self.post_handler_hook()


Kernel.__name__ = Kernel.__qualname__ = IPythonKernel.__name__


def _read_away(fd: int) -> None:
    with contextlib.suppress(OSError):
        os.read(fd, CHUNK)


def _ignore_interrupts() -> None:
    """From here on Ctrl-C does nothing, whatever a cell did, and though one may be on its way."""
    while True:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        except KeyboardInterrupt:
            continue
        return


def warm() -> Kernel:
    """Make the kernel of this process. Nothing of it starts a thread."""
    # What the application of a real kernel does around its kernel.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    application = IPKernelApp.__new__(IPKernelApp)
    application.init_pdb()
    application.patch_io()
    application.init_path()
    config = Config()
    config.HistoryManager.hist_file = ":memory:"  # as nbclient has it; a file has a thread
    kernel: Kernel = Kernel.instance(config=config)
    # The first loop, the first cell and the first traceback load much.
    asyncio.set_event_loop(asyncio.new_event_loop())
    IOLoop.current().close()
    asyncio.set_event_loop(None)
    kernel.user_shell.run_cell("pass", silent=True)
    assert kernel.user_shell.logger is not None
    cell = "1 / 0"
    try:
        exec(compile(cell, kernel.user_shell.compile.cache(cell), "exec"))
    except ZeroDivisionError:
        kernel.user_shell.InteractiveTB.structured_traceback(*sys.exc_info())
    return kernel
