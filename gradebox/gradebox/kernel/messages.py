"""The messages of a kernel without ZeroMQ: frames on a socket, each taken before the next."""

import contextlib
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from typing import Any

from jupyter_client.session import Session

from gradebox.kernel.frames import LARGEST, FrameError, packed

MAX_SAID = 2_000  # characters of an error that is too long to be sent as a whole
_SHORT = ("status", "ename", "evalue", "unanswered")
# How a fork ends that owes nobody a reply: as it was asked to, or when its time is over.
AS_ASKED, IN_TIME = 97, 98
_INTERRUPTING = {signal.SIGINT, signal.SIGALRM, signal.SIGTERM, signal.SIGUSR1, signal.SIGUSR2}


class Events(Session):
    """In place of the kernel's ZeroMQ session: sends messages over a socket.

    Messages of an earlier cell are dropped, as nbclient drops them, and those of forked processes
    too, as ipykernel does.
    """

    def connect(self, sock: socket.socket) -> None:
        """Send over this socket from now on; `current` is the cell that runs."""
        self._sock = sock
        self.go_on_in_fork()
        self.current = ""

    def go_on_in_fork(self) -> None:
        """Send what this process says, though another one was connected."""
        self._pid = os.getpid()
        self._lock = threading.RLock()  # another thread may have had the other one
        self._has_replied = True

    def expect_reply(self) -> None:
        """Take note that somebody waits for a reply from now on."""
        self._has_replied = False

    def end_fork(self) -> None:
        """End this process, whose time is over: with 1 if somebody waits for its reply.

        It never ends within a reply.
        """
        with self._lock:
            os._exit(IN_TIME if self._has_replied else 1)

    def send(self, stream: Any, msg_or_type: Any, *args: Any, **kwargs: Any) -> Any:
        """Send one message, and wait until it was taken."""
        if isinstance(msg_or_type, dict):
            message = msg_or_type
        else:
            content, parent = (*args, None, None)[:2]
            message = self.msg(
                msg_or_type, kwargs.get("content", content), kwargs.get("parent", parent)
            )
        if os.getpid() != self._pid or message["parent_header"].get("msg_id") != self.current:
            return None
        with self._whole():
            try:
                frame = self._frame(message["header"]["msg_type"], message["content"])
                self._sock.sendall(frame)
            except FrameError as error:
                return print(f"Not shown: {error}.", file=sys.stderr)
            self._taken()
        return message

    def flush(self, name: str) -> None:
        """Have the text that was written so far taken."""
        if os.getpid() == self._pid:
            with self._whole():
                self._sock.sendall(self._frame("flush", {"name": name}))
                self._taken()

    def reply(self, content: dict[str, Any]) -> None:
        """Say that the cell has run; what is too long to be said is cut."""
        with self._whole():
            try:
                frame = self._frame("reply", content)
            except (FrameError, MemoryError):
                short = {key: str(content[key])[:MAX_SAID] for key in _SHORT if key in content}
                frame = self._frame("reply", short)
            self._sock.sendall(frame)
            self._has_replied = True

    def _frame(self, kind: str, content: dict[str, Any]) -> bytes:
        lines = content.get("traceback")
        length = sum(len(line) for line in lines if isinstance(line, str)) if lines else 0
        if length > LARGEST:  # to pack it first would take ten times as long as to make it
            raise FrameError(f"a traceback of {length} characters is longer than {LARGEST}")
        return packed(self.pack({"type": kind, "content": content}))

    def _taken(self) -> None:
        if not self._sock.recv(1):
            os._exit(0)  # nobody is there any more

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """Let no signal handler and no other thread come between the parts of an exchange."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTING)
        try:
            with self._lock:
                yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
