"""The limits of a page: characters, outputs and seconds. More is left out, and that is said."""

from time import thread_time

MAX_PAGE = 8_000_000  # characters
MAX_OUTPUTS = 1_000
MAX_SECONDS = 10  # of computing, so that a busy machine leaves nothing out


class Budget:
    """The rest of a page's room, outputs and time."""

    def __init__(self) -> None:
        self.characters = MAX_PAGE
        self.outputs = MAX_OUTPUTS
        self._until = thread_time() + MAX_SECONDS

    @property
    def is_spent(self) -> bool:
        """Return True if nothing more can be shown."""
        return self.characters <= 0 or self.outputs <= 0 or thread_time() > self._until

    def spend(self, html: str, outputs: int = 0) -> str:
        """Take `html`, and that many outputs, off the page's room, and return it."""
        self.characters -= len(html)
        self.outputs -= outputs
        return html
