"""The result of one check of a Hub."""

from collections.abc import Sequence
from dataclasses import dataclass

KIT = "the Hub kit's set_up.py does that"


@dataclass(frozen=True)
class Finding:
    """One thing that is right or wrong, and a sentence: what is there, and if wrong what to do."""

    name: str
    right: bool
    sentence: str


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, and how many more there are."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
