"""A kernel of another language in a sandbox, behind the same pipes as our own.

The process that is forked into the sandbox starts the kernel there, talks with it over ZeroMQ by
sockets in the sandbox's own folder, and passes on what the worker asks and what the kernel shows.
It runs no code of the student's itself. The kernel is a process of the same sandbox, so whatever
it starts has the same limits and ends with it.
"""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import zmq
from jupyter_client.session import Session

from gradebox.kernel.frames import CHUNK, FrameError, Frames, pack
from gradebox.kernel.messages import MAX_SAID
from gradebox.kernel.shell import Channels

START_SECONDS = 50
_ASK_AGAIN = 1.0  # seconds until a kernel that was starting is asked once more
_PORTS = ("shell", "iopub", "stdin", "control", "hb")
_SHOWN = ("display_data", "update_display_data", "execute_result", "error", "clear_output")
_OF_A_REPLY = ("status", "ename", "evalue", "traceback")


class KernelEndedError(Exception):
    """The kernel is gone; the message is a sentence."""


class OtherKernel:
    """A kernel that runs, and the connection with it."""

    def __init__(self, command: Mapping[str, Any], channels: Channels) -> None:
        self._channels = channels
        self._is_told = command["interrupt_mode"] == "message"
        self._events = socket.socket(fileno=channels.events)
        self._requests = socket.socket(fileno=channels.requests)
        self._frames = Frames()
        self._pending: list[dict[str, Any]] = []
        self._running = ""  # the message that asked for the cell that runs
        self._reply: dict[str, Any] | None = None
        self._is_idle = False
        self._unread = ""  # the stream that the last text went to
        key = uuid.uuid4().hex
        folder = Path(".tmp")  # a short way: the system takes no long names of sockets
        connection: dict[str, Any] = {
            "transport": "ipc",
            "ip": str(folder / "kernel"),
            "key": key,
            "signature_scheme": "hmac-sha256",
            "kernel_name": "",
        }
        connection |= {f"{name}_port": number for number, name in enumerate(_PORTS, start=1)}
        file = (folder / "connection.json").absolute()
        file.write_text(json.dumps(connection), encoding="utf-8")
        file.chmod(0o600)
        self._session = Session(key=key.encode(), check_pid=False)
        context = zmq.Context()
        self._shell, self._control = context.socket(zmq.DEALER), context.socket(zmq.DEALER)
        self._iopub = context.socket(zmq.SUB)
        self._iopub.subscribe(b"")
        sockets = {"shell": self._shell, "control": self._control, "iopub": self._iopub}
        for name, sock in sockets.items():
            sock.linger = 0
            sock.connect(f"ipc://{folder}/kernel-{connection[f'{name}_port']}")
        self._process = subprocess.Popen(
            [word.replace("{connection_file}", str(file)) for word in command["argv"]],
            env=os.environ | command["environment"],
            stdin=subprocess.DEVNULL,
            stdout=channels.stdout,
            stderr=channels.stderr,
            start_new_session=True,
        )

    def wait_until_ready(self) -> dict[str, Any]:
        """Return what the kernel says of its language, once it answers on all its sockets."""
        until = time.monotonic() + START_SECONDS
        found: dict[str, Any] | None = None
        is_heard = False  # on iopub: what was sent before it was connected is lost
        while found is None or not is_heard:
            if time.monotonic() > until:
                raise KernelEndedError("The kernel did not start in time.")
            self._session.send(self._shell, "kernel_info_request", {})
            ask_again = time.monotonic() + _ASK_AGAIN
            while time.monotonic() < ask_again and not (found and is_heard):
                self._see_whether_it_lives()
                if self._shell.poll(50):
                    found = self._received(self._shell)["content"].get("language_info") or {}
                while self._iopub.poll(0):
                    self._received(self._iopub)
                    is_heard = True
        return found

    def serve(self) -> None:
        """Pass on requests and outputs until nobody asks any more."""
        poller = zmq.Poller()
        for sock in (self._shell, self._control, self._iopub):
            poller.register(sock, zmq.POLLIN)
        poller.register(self._requests.fileno(), zmq.POLLIN)
        poller.register(self._channels.interrupt, zmq.POLLIN)
        while True:
            found = dict(poller.poll(500))
            self._see_whether_it_lives()
            if self._channels.interrupt in found:
                os.read(self._channels.interrupt, CHUNK)
                self._interrupt()
            if self._requests.fileno() in found:
                self._take_requests()
            if self._control in found:
                self._received(self._control)
            # what was shown comes before the reply to the cell
            while self._iopub.poll(0):
                self._show(self._received(self._iopub))
            while self._shell.poll(0):
                message = self._received(self._shell)
                if self._running and _parent(message) == self._running:
                    self._reply = message["content"]
            if self._reply is not None and self._is_idle:
                self._end_cell(self._reply)

    # Requests

    def _take_requests(self) -> None:
        data = self._requests.recv(CHUNK)
        if not data:
            os._exit(0)  # nobody is there any more
        for request in self._frames.feed(data):
            match request:
                case {"type": "execute", "code": str(code)}:
                    self._execute(code)
                case {"type": "ping"}:
                    self._pending.append(request)
        if self._pending and not self._running:
            self._answer_pings()

    def _execute(self, code: str) -> None:
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}}
        content |= {"allow_stdin": False, "stop_on_error": False}
        message = self._session.msg("execute_request", content)
        self._session.send(self._shell, message)
        self._running = message["header"]["msg_id"]
        self._reply, self._is_idle = None, False

    def _end_cell(self, content: dict[str, Any]) -> None:
        reply = {key: content[key] for key in _OF_A_REPLY if key in content}
        if reply.get("status") not in ("ok", "error"):  # "aborted"
            reply = {"status": "error", "ename": "KernelError", "evalue": "The cell was not run."}
        self._running, self._reply, self._unread = "", None, ""  # with the reply text is taken
        self._send_reply(reply)
        self._answer_pings()

    def _answer_pings(self) -> None:
        for _ in self._pending:
            self._send_reply({"status": "ok"})
        self._pending.clear()

    def _interrupt(self) -> None:
        """Press Ctrl-C, in the way that the kernel minds."""
        if self._is_told:
            self._session.send(self._control, "interrupt_request", {})
            return
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, signal.SIGINT)

    # What it shows

    def _show(self, message: dict[str, Any]) -> None:
        if not self._running or _parent(message) != self._running:
            return
        kind, content = message["header"]["msg_type"], message["content"]
        if kind == "status":
            self._is_idle |= content.get("execution_state") == "idle"
        elif kind == "stream" and content.get("name") in ("stdout", "stderr"):
            out = self._channels.stdout if content["name"] == "stdout" else self._channels.stderr
            if content["name"] != self._unread:
                self._have_text_taken()
            self._unread = content["name"]
            data = str(content.get("text", "")).encode("utf-8", "replace")
            while data:
                data = data[os.write(out, data) :]
        elif kind in _SHOWN:
            self._have_text_taken()
            self._send({"type": kind, "content": content})

    def _have_text_taken(self) -> None:
        """Have text that was written into a pipe taken before what comes another way."""
        if self._unread:
            self._send({"type": "flush", "content": {"name": self._unread}})
        self._unread = ""

    def _send(self, message: dict[str, Any]) -> None:
        """Send a message, and wait until it was taken."""
        try:
            frame = pack(message)
        except (FrameError, ValueError) as error:
            os.write(self._channels.stderr, f"Not shown: {error}.\n".encode())
            return
        self._events.sendall(frame)
        if not self._events.recv(1):
            os._exit(0)  # nobody is there any more

    def _send_reply(self, content: dict[str, Any]) -> None:
        try:
            frame = pack({"type": "reply", "content": content})
        except (FrameError, ValueError):
            kept = content.keys() & {"status", "ename", "evalue"}
            short = {key: str(content[key])[:MAX_SAID] for key in kept}
            frame = pack({"type": "reply", "content": short})
        self._events.sendall(frame)

    def say_hello(self, hello: dict[str, Any]) -> None:
        """Say that cells can be run."""
        self._send_reply(hello)

    # The kernel

    def _received(self, sock: "zmq.Socket[bytes]") -> dict[str, Any]:
        """Return a message; an empty one in place of one that the kernel has not signed."""
        try:
            _, parts = self._session.feed_identities(sock.recv_multipart())
            return dict(self._session.deserialize(parts))
        except (ValueError, TypeError, KeyError):
            return {"header": {"msg_type": ""}, "parent_header": {}, "content": {}}

    def _see_whether_it_lives(self) -> None:
        if (code := self._process.poll()) is not None:
            how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
            raise KernelEndedError(f"The kernel ended {how}.")


def _parent(message: dict[str, Any]) -> str:
    return str(message.get("parent_header", {}).get("msg_id", ""))


def serve(command: Mapping[str, Any], channels: Channels, layers: Sequence[str]) -> int:
    """Run a kernel until the worker closes the session; return the exit code.

    command: a `KernelCommand` as a dict
    """
    try:
        kernel = OtherKernel(command, channels)
        info = kernel.wait_until_ready()
        kernel.say_hello({"layers": list(layers), "language_info": info})
        kernel.serve()
    except (KernelEndedError, OSError) as end:
        print(end, file=sys.stderr, flush=True)
        return 1
    return 0
