"""The ends of a visible check, other than passing."""

import os
from typing import Any

from course.check.appearance import FAILED, NOTED, Part, band, show

MAX_PART = 1_000  # characters of one part of a failed check's report
LINE = "in the line"


class Calm(AssertionError):
    """An error that a notebook shows as its own few lines, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """IPython asks for this before it formats a traceback of its own."""
        return str(self).split("\n")

    def as_text(self) -> str:
        """Return the message without codes for a terminal."""
        return str(self)

    def as_band(self) -> str:
        """Return the HTML that stands for it on a notebook's page."""
        return band(NOTED, str(self))


class CheckFailed(Calm):
    """The learner's answer is not right yet; the message says what it looks like.

    Its parts are attributes, each of them one line of text, or "" where there is nothing to say:
    `exercise`, `aspect` and `case` say what was checked, `called` the call in words and what came
    back, `seen` what is not right about that, `line` the learner's line of code that raised an
    error, and `mistake` the sentence of a known mistake. The message is built from them, and the
    grader reads them as they are. With `is_sure`, the mistake is not called likely.
    """

    PARTS = ("exercise", "aspect", "case", "called", "seen", "line", "mistake")

    def __init__(
        self,
        seen: str,
        *,
        exercise: str = "",
        aspect: str = "",
        case: str = "",
        called: str = "",
        line: str = "",
        mistake: str = "",
        is_sure: bool = False,
    ):
        self.exercise, self.aspect, self.case = one_line(exercise), aspect, one_line(case)
        self.called, self.seen, self.line = one_line(called), one_line(seen), one_line(line)
        self.mistake, self.is_sure = one_line(mistake), is_sure
        super().__init__(self._message())

    def _message(self, bold: str = "\x1b[1m{}\x1b[0m") -> str:
        if not (self.case or self.called):
            return self._head()
        lines = [bold.replace("{}", self._head())]
        for label, text, _ in self._parts():
            lines.append(f"{'':12}{label}  {text}" if label == LINE else f"  {label:<9} {text}")
        return "\n".join(lines)

    def _head(self) -> str:
        if self.case or self.called:
            return f"{self.exercise}: not right yet"
        return f"{self.exercise}: {self.seen}" if self.exercise else self.seen

    def _parts(self) -> list[Part]:
        """Return what there is to say below the head, each with its label."""
        parts = [
            ("case", self.case, False),
            ("called", self.called, True),
            ("seen", self.seen, False),
            (LINE, self.line, True),
            ("why" if self.is_sure else "likely", self.mistake, False),
        ]
        return [part for part in parts if part[1] or part[0] == "case"]

    def as_text(self) -> str:
        """Return the message without codes for a terminal."""
        return self._message("{}")

    def as_band(self) -> str:
        """Return the HTML that stands for it on a notebook's page."""
        parts = self._parts() if self.case or self.called else ()
        return band(FAILED, self._head(), parts)

    def failure_record(self) -> dict[str, Any]:
        """Return what the grader keeps of this failure: its kind, and its parts by name."""
        return {"kind": "check", "check": {part: getattr(self, part) for part in self.PARTS}}


class NotAttempted(Calm):
    """An exercise that has not begun, or a cell that needs an answer which is not right yet.

    That is no mistake.
    """

    def say(self) -> None:
        """Show the message where a learner is at work; raise where nbgrader counts errors.

        In JupyterLab an error is red, and a blank exercise is nothing to be red about. Validate
        and autograde know an exercise as unsolved only by an error.
        """
        if os.environ.get("NBGRADER_EXECUTION"):
            raise self
        show(NOTED, str(self))

    def failure_record(self) -> dict[str, Any]:
        """Return what the grader keeps of it: its kind."""
        return {"kind": "not attempted"}


def one_line(text: str) -> str:
    """Return `text` on one line, in visible characters only, of at most MAX_PART of them."""
    words = " ".join(text[: 2 * MAX_PART].split())[:MAX_PART]
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)


def type_name(kind: type) -> str:
    """Return the name of a class if it is a name as Python code has them, else "object"."""
    name = kind.__name__
    return name if name.isidentifier() else "object"
