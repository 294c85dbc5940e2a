"""Text in files for spreadsheets: a name that begins with "=" must not become a formula."""

import re

from gradebox.feedback.sanitise import plain
from gradebox.plain_text import visible

# Some spreadsheets take the wide forms, too, which East Asian keyboards have.
_AFTER = re.compile(r"(;\s*)(?=[=+\-@＝＋－＠])")  # where some begin the next column
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def as_text(value: str) -> str:
    """Return `value` so that a spreadsheet takes it for text, on one line."""
    value = "\t".join(map(visible, " ".join(plain(value).splitlines()).split("\t")))
    if re.fullmatch(r"-|[+-]?\d+([.,]\d+)?", value.strip()):
        return value  # a number, or the dash that stands for none
    value = _AFTER.sub(r"\1'", value)
    begins = value.startswith(_FORMULA) or value.lstrip().startswith(_FORMULA)
    return f"'{value}" if begins else value
