"""How sentences write numbers: with as few digits as say it."""

import math
from typing import SupportsFloat


def in_full(number: SupportsFloat) -> str:
    """Return a number that a learner is to find in an array, in up to six digits."""
    try:
        return f"{float(number) + 0.0:.6g}"  # 0 for -0
    except OverflowError:  # an int of more than 308 digits
        return str(math.inf if number > 0 else -math.inf)  # type: ignore[operator]


def in_short(number: SupportsFloat) -> str:
    """Return a number that a sentence only speaks of, in up to four digits."""
    return f"{float(number) + 0.0:.4g}"
