"""Text in files for spreadsheets: a name that begins with "=" must not become a formula."""

import re

from course.grader.feedback.sanitise import plain

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(value: str) -> str:
    """Return `value` so that a spreadsheet takes it for text, on one line."""
    value = " ".join(plain(value).split("\n"))
    if re.fullmatch(r"-|[+-]?\d+([.,]\d+)?", value.strip()):
        return value  # a number, or the dash that stands for none
    return f"'{value}" if value.lstrip(" ").startswith(_FORMULA) else value
