"""Messages between the processes of a grading session: JSON, each with its length before it.

What a student's process sends is untrusted: anything malformed, or larger than LARGEST, is a
FrameError.
"""

import json
import re
import struct
from typing import Any

_LENGTH = struct.Struct("!I")
LARGEST = 10_000_000  # bytes
CHUNK = 1 << 16  # bytes to read at once
_ODD = re.compile(rb"\\u[dD][89a-fA-F]")  # an escape that may be half a character


class FrameError(Exception):
    """A message that is malformed or too long."""


def pack(message: dict[str, Any]) -> bytes:
    """Return a message as bytes. FrameError if it is too long, ValueError if it is not JSON."""
    return packed(json.dumps(message, allow_nan=False).encode())


def packed(content: bytes) -> bytes:
    """Return a message that is JSON already, with its length before it."""
    if len(content) > LARGEST:
        raise FrameError(f"a message of {len(content)} bytes is longer than {LARGEST}")
    return _LENGTH.pack(len(content)) + content


class Frames:
    """Puts together messages that arrive in pieces."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, data: bytes) -> list[dict[str, Any]]:
        """Take the next bytes; return the messages that are whole now."""
        return [message for message, _ in self.sized(data)]

    def sized(self, data: bytes) -> list[tuple[dict[str, Any], int]]:
        """Take the next bytes; return the messages that are whole now, with their lengths."""
        self._data += data
        messages = []
        while len(self._data) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._data)
            if length > LARGEST:
                raise FrameError(f"a message of {length} bytes is longer than {LARGEST}")
            end = _LENGTH.size + length
            if len(self._data) < end:
                break
            messages.append((_unpacked(bytes(self._data[_LENGTH.size : end])), length))
            del self._data[:end]
        return messages


def _unpacked(content: bytes) -> dict[str, Any]:
    try:
        message = json.loads(content.decode("utf-8", "replace"), parse_constant=_refuse)
        if _ODD.search(content):  # no file could be written with it
            message = _whole(message)
    except (ValueError, RecursionError) as error:
        raise FrameError(f"a message is not JSON: {error}") from None
    if not isinstance(message, dict):
        raise FrameError("a message is not a JSON object")
    return message


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def _whole(value: Any) -> Any:
    """Replace each half of a character (a lone surrogate) in a message."""
    match value:
        case str():
            return value.encode("utf-8", "replace").decode()
        case list():
            return [_whole(item) for item in value]
        case dict():
            return {_whole(key): _whole(item) for key, item in value.items()}
    return value
