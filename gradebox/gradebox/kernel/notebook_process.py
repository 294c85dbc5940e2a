"""The worker's hold on one kernel process: has it run a cell, and takes what the cell shows.

What arrives is untrusted: it is counted and looked at before it is kept.
"""

import codecs
import os
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_output

from gradebox.kernel.fork_server import ForkServer, ForkServerDied, NotStarted
from gradebox.kernel.frames import CHUNK, FrameError, Frames, pack
from gradebox.kernel.names import TestsNames
from gradebox.kernel.outputs import SHOWN, OutputLimits, is_well_formed, output_client
from gradebox.kernel.prepared import Prepared
from gradebox.sandbox import SandboxUnavailable
from gradebox.waiting import readable

STREAMS = ("stdout", "stderr")
FLUSH_SECONDS = 0.2  # text older than this does not wait for more, as in ipykernel
SEND_SECONDS = 5  # a process that does not read what it is sent for so long is stuck
LEAVE_SECONDS = 0.2  # for a process that is dismissed to leave by itself
LAST_SECONDS = 1  # for the fork server to say how a process ended
MAX_NUMBER = 100  # characters of a result that may be a number of points
WIDGETS = "jupyter.widget"  # the one kind of comm that nbclient does something with


class Ended(Exception):
    """The process is gone; the message is a sentence that says why."""


class Forged(Ended):
    """It was cut off, since it sent what no kernel sends."""


class KernelProcess:
    """One process of a session.

    All processes of a session share a selector, so that what one of them writes is read while
    another one runs a cell.
    """

    def __init__(
        self,
        server: ForkServer,
        job: Mapping[str, Any],
        selector: selectors.BaseSelector,
        notebook: NotebookNode,
        limits: OutputLimits,
    ) -> None:
        self._selector = selector
        self._limits = limits
        self._last_words_of_server = server.last_words
        self._client = output_client(notebook, self._send)
        self._cell: _Running | None = None
        self._reply: dict[str, Any] | None = None
        self._end: Exception | None = None
        self._shown = self._shown_outputs = 0  # bytes and outputs, of all cells
        self._started = False
        self._forks = self._fork = 0  # how many there were, and the number of the one that runs
        self._frames, self._last_words = Frames(), Frames()
        self._requests, requests = socket.socketpair()
        self._requests.settimeout(SEND_SECONDS)
        self._events, events = socket.socketpair()
        pipes = {name: os.pipe() for name in STREAMS}
        interrupt, self._interrupt = os.pipe()
        self._texts = {name: _Text(read) for name, (read, _) in pipes.items()}
        self._watched: dict[Any, Callable[[], None]] = {}
        theirs = [requests.detach(), events.detach(), *(w for _, w in pipes.values()), interrupt]
        try:
            self._leash = server.fork(job, theirs)
        except NotStarted:
            self._close()
            raise
        finally:
            for fd in theirs:
                os.close(fd)
        self._watch(self._leash, self._take_last_words)
        self._watch(self._events, self._take_events)
        for name, text in self._texts.items():
            self._watch(text.fd, partial(self._take_text, name))

    def start(self, deadline: float) -> dict[str, Any]:
        """Wait until the process is there; return what it says of itself. Raises NotStarted."""
        try:
            reply = self.wait(deadline)
        except Ended as end:
            why = " ".join(f"{end} {self._texts['stderr'].take()}".split())
            raise NotStarted(why.rstrip(".")) from end
        except ForkServerDied as end:
            raise NotStarted(self._last_words_of_server() or str(end)) from end
        if reply is None:
            said = self._last_words_of_server()
            raise NotStarted(f"none came in time{said and f' ({said})'}")
        self._started = True
        return reply

    def run(
        self,
        cell: NotebookNode,
        index: int,
        count: int,
        deadline: float,
        names: TestsNames | None = None,
        prepared: Prepared | None = None,
        solution: Mapping[str, Any] | None = None,
        result_only: bool = False,
        before: Sequence[str] = (),
    ) -> dict[str, Any] | None:
        """Have a cell run, fill in its outputs, and return the kernel's reply.

        `names` are for a process of tests, where functions of a `solution` stand in for the
        student's. What is `prepared` of the cell the process need not work out. With
        `result_only`, of all that is shown the cell gets a number that it ends in, and no notebook
        anything. Of the code that runs `before` it, nothing is shown and no error counts.
        None means that the cell still runs at the deadline; `wait` goes on waiting for it. Raises
        Ended, and ForkServerDied.
        """
        cell.outputs = []
        self._client.clear_before_next_output = False
        for name in STREAMS:  # what came after the last cell belongs to none
            self._take_text(name)
        self._cell = _Running(cell, index, f"cell-{count}", result_only)
        self._reply = None
        request = {"id": self._cell.identity, "code": cell.source, "count": count}
        names = names or TestsNames()
        request |= {"own": sorted(names.own), "given_up": sorted(names.given_up)}
        request |= {"brings_files": names.brings_files, "is_set_up": names.is_set_up}
        request |= {"prepared": prepared, "solution": solution, "is_shown": not result_only}
        request |= {"before": list(before), "fork": self._fork}
        self._send({"type": "execute", **request})
        return self.wait(deadline)

    @contextmanager
    def fork(self, seconds: float) -> Iterator[None]:
        """Have cells run in a fork of the process, which ends afterwards or after this time.

        Until it has ended, an interrupt reaches neither.
        """
        self._forks += 1
        self._fork = self._forks
        seconds = max(0.0, seconds)
        self._agree({"type": "fork", "fork": self._fork, "seconds": seconds}, seconds)
        try:
            yield
        finally:
            fork, self._fork = self._fork, 0
            self._agree({"type": "end_fork", "fork": fork})

    def _agree(self, message: dict[str, Any], seconds: float = 0) -> None:
        """Say who reads what comes next, and wait for the answer: two might read it, or nobody.

        `seconds` are what it may take beside those for reading a message.
        """
        self._reply = None
        self._send(message)
        with suppress(Ended):
            if self.wait(time.monotonic() + seconds + SEND_SECONDS) is None:
                self._end = Ended("It did not answer when it was to make a fork, or to end one.")

    def how_it_ended(self, deadline: float) -> Ended | None:
        """Return how the process has ended, if it has by the deadline. Raises ForkServerDied."""
        self._step_until_ended(deadline)
        if self._end is None or isinstance(self._end, Ended):
            return self._end
        raise self._end

    @property
    def end(self) -> Exception | None:
        """The error that ended the process, or for which nothing more is taken from it."""
        return self._end

    def done(self) -> str:
        """End the cell's output; return why a part of it was left out, or nothing."""
        running, self._cell = self._cell, None
        if running is None:
            return ""
        self._close_stream(running)
        return running.cut

    @property
    def is_full(self) -> bool:
        """Return True if nothing more is taken from any cell, for all that these have shown."""
        return (
            self._shown >= self._limits.notebook_bytes
            or self._shown_outputs > self._limits.notebook_outputs
        )

    def is_idle(self, deadline: float) -> bool:
        """Return True if it answers before the deadline, so has no work left."""
        self._reply = None
        self._send({"type": "ping"})
        return self.wait(deadline) is not None

    def interrupt(self) -> None:
        """Press Ctrl-C."""
        with suppress(OSError):  # a process that is gone, which `wait` will find
            os.write(self._interrupt, b"\3")

    def connect(self, sock: socket.socket) -> None:
        """Hand over one end of a connection to the session's other process."""
        try:
            socket.send_fds(self._requests, [pack({"type": "peer"})], [sock.fileno()])
        except OSError as error:
            raise Ended(f"It cannot be reached any more ({error}).") from error

    def dismiss(self) -> None:
        """Let the process end; `close` sees to it that it does."""
        with suppress(OSError):
            self._requests.shutdown(socket.SHUT_WR)

    def close(self, deadline: float) -> None:
        """Wait until the process is gone, killing it if need be, and let go of it."""
        self._step_until_ended(min(time.monotonic() + LEAVE_SECONDS, deadline))
        self.kill(deadline)
        self._close()

    def kill(self, deadline: float) -> None:
        """Kill the process, and wait until it is gone."""
        with suppress(OSError):
            self._leash.shutdown(socket.SHUT_WR)
        self._step_until_ended(deadline)

    def _step_until_ended(self, deadline: float) -> None:
        while self._end is None and time.monotonic() < deadline:
            self._step(deadline)

    def wait(self, deadline: float) -> dict[str, Any] | None:
        """Wait for the reply to what was asked last; None if there is none by the deadline."""
        while self._reply is None and self._end is None:
            if time.monotonic() >= deadline:
                return None
            self._step(deadline)
        if self._reply is not None:
            return self._reply
        assert self._end is not None
        raise self._end

    # What comes in

    def _step(self, deadline: float) -> None:
        wait = max(0, deadline - time.monotonic())
        waiting = self._cell is not None and any(text.parts for text in self._texts.values())
        for key, _ in self._selector.select(min(wait, FLUSH_SECONDS) if waiting else wait):
            key.data()
        if self._cell is not None:
            for name, text in self._texts.items():
                if text.age() >= FLUSH_SECONDS:
                    self._say(name)

    def _take_text(self, name: str) -> None:
        """Read a pipe until it is empty (or very full: then the rest is for the next time)."""
        text = self._texts[name]
        for _ in range(16):
            try:
                data = os.read(text.fd, CHUNK)
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                return self._forget(text.fd)
            if not self._started or (self._cell is not None and not self._cell.cut):
                text.add(data)
                if text.size > self._limits.cell_bytes:
                    self._say(name)

    def _take_events(self) -> None:
        try:
            data = self._events.recv(CHUNK)
            messages = self._frames.sized(data)
        except BlockingIOError:
            return
        except (OSError, FrameError) as error:
            return self._break_off(Forged(f"It sent what is no message ({error})."))
        if not data:
            return self._break_off(Ended("It closed its connection."))
        for message, size in messages:
            kind, content = message.get("type"), message.get("content")
            if not isinstance(content, dict):
                return self._break_off(Forged("It sent what is no message."))
            if kind == "reply":
                if self._reply is not None:
                    return self._break_off(Forged("It sent a reply that nobody had asked for."))
                for name in STREAMS:
                    self._take_text(name)
                    self._say(name)
                self._reply = content
                continue
            if kind == "flush":
                if content.get("name") in STREAMS:
                    self._take_text(content["name"])
                    self._say(content["name"])
            elif self._cell is not None and content.get("target_name", WIDGETS) == WIDGETS:
                self._show(self._cell, str(kind), content, size)
            with suppress(OSError):  # full, if it does not read the answers: its own loss
                self._events.send(b"\6")

    def _take_last_words(self) -> None:
        try:
            data = self._leash.recv(CHUNK)
            messages = self._last_words.feed(data)
        except BlockingIOError:
            return
        except (OSError, FrameError):
            data, messages = b"", []
        for message in messages:
            if "refused" in message:
                self._end = SandboxUnavailable(message["refused"])
            else:
                self._end = Ended(message["ended"])
        if not data:
            self._forget(self._leash)
            if self._end is None:
                self._end = ForkServerDied("the fork server has ended")
        if self._end is not None:  # what it said before counts still
            self._take_events()
            for name in STREAMS:
                self._take_text(name)
                if self._started:  # else it is why it did not start
                    self._say(name)

    def _break_off(self, why: Ended) -> None:
        self._forget(self._events)
        if self._end is None and readable([self._leash], LAST_SECONDS):
            self._take_last_words()
        if self._end is None:
            self._end = why

    # What becomes of it

    def _say(self, name: str) -> None:
        """Move a stream's text into the cell, as far as it may have more."""
        text = self._texts[name].take()
        running = self._cell
        if not text or running is None or running.cut or running.result_only:
            return
        kept = text[: max(0, self._room(running))]
        *lines, _ = kept.split("\n")  # a line may come in many parts
        if running.lines + len(lines) > self._limits.lines:
            room = self._limits.lines - running.lines
            kept = "".join(f"{line}\n" for line in lines[:room])
            running.cut = f"more than {self._limits.lines} lines"
        elif len(kept) < len(text):
            running.cut = self._too_much()
        running.lines += len(lines)
        self._count(running, len(kept))
        if running.stream != name:
            self._close_stream(running)
            running.stream = name
        running.parts.append(kept)

    def _show(self, running: "_Running", kind: str, content: dict[str, Any], size: int) -> None:
        """Have nbclient put a message into the cell, if there is room."""
        if running.result_only:
            return self._take_number(running, kind, content)
        if running.cut or not is_well_formed(kind, content):
            running.cut = running.cut or "what was sent is no output of a notebook"
            return
        self._count(running, size)
        running.outputs += kind in SHOWN
        self._shown_outputs += kind in SHOWN
        if running.outputs > self._limits.outputs:
            running.cut = f"more than {self._limits.outputs} outputs"
        elif self._shown_outputs > self._limits.notebook_outputs:
            running.cut = self._too_many()
        elif self._room(running) < 0:
            running.cut = self._too_much()
        else:
            self._close_stream(running)
            self._process(running, kind, content)

    def _take_number(self, running: "_Running", kind: str, content: dict[str, Any]) -> None:
        """Put a short result into the cell; nbclient would look what else the message is for."""
        data = content.get("data")
        text = data.get("text/plain") if isinstance(data, dict) else None
        if kind == "execute_result" and isinstance(text, str) and len(text) <= MAX_NUMBER:
            result = new_output("execute_result", {"text/plain": text}, execution_count=1)
            running.cell.outputs = [result]

    def _close_stream(self, running: "_Running") -> None:
        if running.parts:
            self._shown_outputs += 1
            if self._shown_outputs > self._limits.notebook_outputs:
                running.cut = running.cut or self._too_many()
            else:
                text = "".join(running.parts)
                self._process(running, "stream", {"name": running.stream, "text": text})
        running.stream, running.parts = "", []

    def _process(self, running: "_Running", kind: str, content: dict[str, Any]) -> None:
        header = {"msg_id": running.identity, "msg_type": kind}
        message = {"msg_type": kind, "header": header, "parent_header": header, "content": content}
        try:
            self._client.process_message(message, running.cell, running.index)
        except Exception as error:  # nbclient expects well-meant messages
            running.cut = f"what was sent is no output of a notebook ({type(error).__name__})"

    def _count(self, running: "_Running", size: int) -> None:
        running.size += size
        self._shown += size

    def _room(self, running: "_Running") -> int:
        return min(
            self._limits.cell_bytes - running.size, self._limits.notebook_bytes - self._shown
        )

    def _too_much(self) -> str:
        if self._shown >= self._limits.notebook_bytes:
            return f"more than {self._limits.notebook_bytes / 1e6:g} MB in this notebook"
        return f"more than {self._limits.cell_bytes / 1e6:g} MB"

    def _too_many(self) -> str:
        return f"more than {self._limits.notebook_outputs} outputs in this notebook"

    # What goes out

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self._requests.sendall(pack(message))
        except (OSError, FrameError) as error:
            if self._end is None:
                self._end = Ended(f"It cannot be reached any more ({error}).")

    def _watch(self, file: int | socket.socket, act: Callable[[], None]) -> None:
        os.set_blocking(file if isinstance(file, int) else file.fileno(), False)
        self._selector.register(file, selectors.EVENT_READ, act)
        self._watched[file] = act

    def _forget(self, file: int | socket.socket) -> None:
        if self._watched.pop(file, None):
            self._selector.unregister(file)

    def _close(self) -> None:
        for file in list(self._watched):
            self._forget(file)
        for sock in (self._requests, self._events, getattr(self, "_leash", None)):
            if sock is not None:
                sock.close()
        for fd in (self._interrupt, *(text.fd for text in self._texts.values())):
            os.close(fd)


@dataclass
class _Running:
    """The cell that runs, and what was taken from it."""

    cell: NotebookNode
    index: int
    identity: str  # of the request, as in a kernel's messages
    result_only: bool = False
    size: int = 0
    lines: int = 0
    outputs: int = 0
    cut: str = ""  # why nothing more is taken
    stream: str = ""  # the stream that the last text came from,
    parts: list[str] = field(default_factory=list)  # and that text


class _Text:
    """One of the two text pipes, and what was read from it but is not in the cell yet."""

    def __init__(self, fd: int) -> None:
        self.fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.parts: list[str] = []
        self.size = 0
        self._since = 0.0

    def add(self, data: bytes) -> None:
        if not self.parts:
            self._since = time.monotonic()
        self.parts.append(self._decoder.decode(data))
        self.size += len(data)

    def age(self) -> float:
        """Seconds since the first text that is not in the cell yet."""
        return time.monotonic() - self._since if self.parts else 0.0

    def take(self) -> str:
        text = "".join(self.parts)
        self.parts, self.size = [], 0
        return text
