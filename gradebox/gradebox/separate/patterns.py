"""Compiled regular expressions as data: their text and flags, compiled anew at the other end.

A pattern runs no code. It can take for ever, to compile and to match: at the tests' end the test
cell's time limit ends it, as it ends a function of the student's that never returns.
"""

import re
import warnings

MAX_PATTERN = 10_000  # characters
_CROSSING = re.A | re.I | re.L | re.M | re.S | re.U | re.X  # DEBUG would print


def flags_of(pattern: re.Pattern) -> int:
    """Return the flags that a pattern keeps at the other end."""
    return pattern.flags & _CROSSING


def pattern_from(text: str | bytes, flags: int) -> re.Pattern:
    """Return the pattern of a text and flags. ValueError or re.error if it is none."""
    if len(text) > MAX_PATTERN or flags & ~_CROSSING:
        raise ValueError("no pattern that crosses")
    with warnings.catch_warnings():  # compiled by the one who wrote it, it has warned there
        warnings.simplefilter("ignore")
        return re.compile(text, flags)
