"""The result of one check of a Hub."""

from dataclasses import dataclass

KIT = "the Hub kit's set_up.py does that"


@dataclass(frozen=True)
class Finding:
    """One thing that is right or wrong, and a sentence: what is there, and if wrong what to do."""

    name: str
    right: bool
    sentence: str
