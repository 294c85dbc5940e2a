"""The text that cells print: `sys.stdout` and `sys.stderr` of a kernel, as pipes."""

import contextvars
import os
import sys
import threading
import warnings
from pathlib import Path
from types import FrameType

from ipykernel.iostream import OutStream

from gradebox.kernel.messages import Events
from gradebox.separate import exceptions

_FOR_OTHERS = (warnings.__file__, str(Path(exceptions.__file__).parent))


class Text(OutStream):
    """`sys.stdout` and `sys.stderr` of a kernel, writing into a pipe."""

    __module__ = OutStream.__module__

    def __init__(self, name: str, fd: int, events: Events) -> None:
        # Not OutStream's own: that one starts threads.
        self.session = events
        self.name = name
        self.pub_thread = self  # None means closed
        self.is_of_the_cell = False  # whether the cell has written itself, see `write`
        self.older_threads: set[int] = set()  # those of earlier cells, for what they end with
        self._fd = os.dup(fd)
        # The original of a kernel's goes to a terminal that nobody reads.
        self._original_stdstream_copy = os.open(os.devnull, os.O_WRONLY)
        self._isatty = False
        self._local = threading.local()
        self._parent_header = contextvars.ContextVar("parent_header")
        self.parent_header = {}

    def write(self, string: str) -> int:
        """Write into the pipe, unless the text belongs to an earlier cell.

        A test that writes to `sys.stderr` has failed, as in nbgrader: some report so. What is
        written there by an answer that it calls, or as a warning, says nothing of the kind.
        """
        if not isinstance(string, str):
            raise TypeError(f"write() argument must be str, not {type(string)}")
        if self.pub_thread is None:
            raise ValueError("I/O operation on closed file")
        is_older = threading.get_ident() in self.older_threads
        if self.parent_header.get("msg_id") == self.session.current and not is_older:
            if self.name == "stderr" and string and not self.is_of_the_cell:
                self.is_of_the_cell = _is_of_the_cell(sys._getframe(1))
            try:
                data = string.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:
                data = string.encode("utf-8", "replace")
            while data:
                data = data[os.write(self._fd, data) :]
        return len(string)

    def flush(self) -> None:
        """Wait until everything that was written was taken."""
        if self.pub_thread is not None:
            self.session.flush(self.name)

    def close(self) -> None:
        """Take no more text."""
        self.pub_thread = None


def _is_of_the_cell(frame: FrameType | None) -> bool:
    """Return True if the cell that is run has come here, by no function of an earlier cell.

    Or if a thread has ended with an error.
    """
    cells: list[str] = []
    while frame is not None:
        file = frame.f_code.co_filename
        if not cells and file == threading.__file__:
            error = sys.exc_info()[0]
            is_its_end = frame.f_code.co_name == "invoke_excepthook"
            return is_its_end and error is not None and issubclass(error, Exception)
        if not cells and file.startswith(_FOR_OTHERS):
            return False
        if exceptions.is_cell(file):
            cells.append(file)
        frame = frame.f_back
    return bool(cells) and cells[0] == cells[-1]


# The name that cells see.
Text.__name__ = Text.__qualname__ = OutStream.__name__
