"""What a visible check can end in, other than passing."""

import os


class _Calm(AssertionError):
    """An error that a notebook shows as its own few lines, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """IPython asks for this before it formats a traceback of its own."""
        return str(self).split("\n")


class CheckFailed(_Calm):
    """The learner's answer is not right yet; the message says what it looks like."""


class NotAttempted(_Calm):
    """The learner has not begun: the stub is as it was handed out. That is not a mistake."""

    def say(self) -> None:
        """Print the message where a learner is at work; raise where nbgrader counts errors.

        In JupyterLab an error is red, and a blank exercise is nothing to be red about. Validate
        and autograde know an exercise as unsolved only by an error.
        """
        if os.environ.get("NBGRADER_EXECUTION"):
            raise self
        print(self)
