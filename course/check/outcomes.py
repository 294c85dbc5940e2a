"""What a visible check can end in, other than passing."""


class _Calm(AssertionError):
    """An error that a notebook shows as its own few lines, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        """IPython asks for this before it formats a traceback of its own."""
        return str(self).split("\n")


class CheckFailed(_Calm):
    """The learner's answer is not right yet; the message says what it looks like."""


class NotAttempted(_Calm):
    """The learner has not begun: the stub is as it was handed out. That is not a mistake."""
