"""Log messages with students' names and files, as lines that can be printed."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from nbconvert.filters import strip_ansi

from gradebox.plain_text import visible

MAX_MESSAGE = 20_000  # characters


class PlainText(logging.Filter):
    """Leaves only visible characters in each message, and no line that poses as another message.

    A traceback has several lines: all but the first are indented.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record, and let it pass."""
        lines = strip_ansi(record.getMessage()[:MAX_MESSAGE]).splitlines()
        record.msg, record.args = "\n    ".join(map(visible, lines)), ()
        return True


@contextmanager
def in_plain_text(log: logging.Logger) -> Iterator[None]:
    """Let a logger write plain text only for the length of a `with` block."""
    gate = PlainText()
    log.addFilter(gate)
    try:
        yield
    finally:
        log.removeFilter(gate)
