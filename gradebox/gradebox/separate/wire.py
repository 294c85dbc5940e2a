"""Frames over a stream socket: a JSON message, and its blobs: the bytes of arrays and files.

The other end may send anything. Whatever it sends, `receive` returns a message of the promised
form or raises WireError, and never sets aside more memory than the limits below.
"""

import contextlib
import json
import socket
import struct
from collections.abc import Sequence
from typing import Any

MAX_TEXT = 4 * 2**20
"""Bytes of JSON in a frame; read, they can become some fifty times as many."""
MAX_BLOBS = 64 * 2**20
"""Bytes of blobs in a frame."""

_HEADER = struct.Struct(">4sII")
_MAGIC = b"abh1"
_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode

Blob = bytes | bytearray | memoryview


class WireError(BaseException):
    """The other process did not keep to the form of a message.

    No Exception: a test that is content with any exception of the student's function, and student's
    code around a function of the tests, must not take it for one.
    """


class WireClosed(WireError):
    """The other process has closed its end, or is gone."""


class TooLarge(ValueError):
    """A message that was not sent, since the other end would refuse it."""


class Wire:
    """Messages over a connected, blocking stream socket, in both directions."""

    def __init__(self, sock: socket.socket):
        self.socket = sock

    def fileno(self) -> int:
        """Return the socket's descriptor, for `select`."""
        return self.socket.fileno()

    def close(self) -> None:
        """Close this end."""
        self.socket.close()

    def hang_up(self) -> None:
        """End the talk both ways, so that the other end does not wait; the socket stays open."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)

    def send(self, message: dict[str, Any], blobs: Sequence[Blob] = ()) -> None:
        """Send one message. TooLarge, with nothing sent, if it is over the limits."""
        sizes = [memoryview(blob).nbytes for blob in blobs]
        text = _to_json([message, sizes]).encode("ascii")
        if len(text) > MAX_TEXT or sum(sizes) > MAX_BLOBS:
            raise TooLarge(
                f"too much to hand over: {(len(text) + sum(sizes)) / 2**20:.0f} MB, of which "
                f"{MAX_TEXT // 2**20} MB may be lists and text and {MAX_BLOBS // 2**20} MB arrays "
                "and files"
            )
        head = _HEADER.pack(_MAGIC, len(text), sum(sizes))
        try:
            self.socket.sendall(b"".join((head, text, *blobs)))
        except TimeoutError:  # of a timer of the test's: the socket has none
            raise
        except OSError as error:
            raise WireClosed(f"the other process cannot be reached: {error}") from None

    def receive(self) -> tuple[dict[str, Any], list[memoryview]]:
        """Return the next message and its blobs; WireClosed or WireError if there is none.

        After a WireError nothing that follows on this socket means anything.
        """
        magic, length, size = _HEADER.unpack(self._read(_HEADER.size))
        if magic != _MAGIC or length > MAX_TEXT or size > MAX_BLOBS:
            raise WireError("a malformed frame, or one over the limits")
        body = self._read(length + size)
        rest = body[length:]
        try:
            message, sizes = json.loads(str(body[:length], "ascii"))
        except (ValueError, TypeError, RecursionError) as error:
            raise WireError(f"a message that is not of this form: {type(error).__name__}") from None
        if type(message) is not dict or type(sizes) is not list:
            raise WireError("a message that is not of this form")
        blobs = []
        start = 0
        for count in sizes:
            if type(count) is not int or not 0 <= count <= size - start:
                raise WireError("a message whose blobs do not fit")
            blobs.append(rest[start : start + count])
            start += count
        if start != size:
            raise WireError("a message whose blobs do not fit")
        return message, blobs

    def _read(self, count: int) -> memoryview:
        buffer = memoryview(bytearray(count))
        have = 0
        while have < count:
            try:
                got = self.socket.recv_into(buffer[have:])
            except TimeoutError:
                raise
            except OSError as error:
                raise WireClosed(f"the other process cannot be heard: {error}") from None
            if not got:
                raise WireClosed("the other process has ended or closed its end")
            have += got
        return buffer
