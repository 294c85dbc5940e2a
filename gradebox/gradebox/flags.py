"""Things in a submission that a person may want to look at; `gradebox.noticed` tells them."""

from dataclasses import dataclass

from gradebox.plain_text import MAX_SENTENCE, one_line

EARLIER = "earlier"  # a read-only cell of an earlier release
APART = "apart"  # a test that could not be run apart from the answers
NOT_TOGETHER = "together"  # one that passed apart, and then not together with them
DOUBT = "doubt"  # in a trial: one that uses what may differ together with them
TIME = "time"  # a cell that ran for too long
ENDED = "ended"  # one that ran for too long and could not be stopped without its process
DIED = "died"  # the process that ran a cell ended
NO_TIME = "timestamp"  # a submission whose time cannot be read
SUSPICIOUS = frozenset({"link", "changed", "tagged", "forged", "secret"})


@dataclass(frozen=True)
class Flag:
    """Something about a submission, from its files or from running it."""

    kind: str  # one word or two for each kind, for counting
    text: str
    cell: str = ""  # the grade_id or the number of the cell it is about, if it is about one

    @property
    def sentence(self) -> str:
        """Say what it is about and what it is, on one line."""
        return one_line(f"{self.cell}: {self.text}" if self.cell else self.text, MAX_SENTENCE)

    @property
    def is_suspicious(self) -> bool:
        """Return True if it takes intent, or an odd accident, to make this happen."""
        return self.kind in SUSPICIOUS
