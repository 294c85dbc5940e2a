"""The one gate for a student's text on its way to a person: terminal, page, report, table."""

import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence

from nbconvert.filters import strip_ansi

MAX_LINE = 400  # characters: enough for a sentence, not for a page
MOST_NAMED = 20  # students or cells in a sentence
MAX_SENTENCE = 1_000  # characters of a sentence that names a person, a file and a reason

# Characters that draw nothing themselves, but move, colour, hide or reorder what stands around
# them: control (Cc), format (Cf, direction marks among them), surrogates, private use, unassigned,
# and separators of lines and paragraphs.
_NOT_SHOWN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def visible(text: str) -> str:
    """Return `text` with U+FFFD in the place of each character that is not visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(c) in _NOT_SHOWN else c for c in text
    )


def first_of(texts: Sequence[str], most: int = 5, separator: str = ",") -> str:
    """Return the first `most` of the texts on one line, and how many more there are."""
    shown, more = f"{separator} ".join(texts[:most]), len(texts) - most
    comma = "" if separator == "," else separator  # "a, b and 3 more", "a (1); b (2); and 3 more"
    return f"{shown}{comma} and {more:,} more" if more > 0 else shown


def one_line(text: str, limit: int = MAX_LINE) -> str:
    """Return `text` on one line of visible characters, at most `limit` of them and " ...".

    Sequences that colour a terminal go, white space becomes single spaces, and each other character
    that is not visible becomes U+FFFD, the replacement character.
    """
    begun = strip_ansi(text[: 4 * limit])
    shown = visible(" ".join(begun.split()))
    return shown if len(shown) <= limit and len(text) <= 4 * limit else f"{shown[:limit]} ..."


def named_students(students: list[str], most: int = MOST_NAMED) -> str:
    """Return students' names on one line, the first of them if they are many."""
    return first_of([one_line(student) for student in students], most)


def cells_in_words(cells: Collection[tuple[str, str]]) -> list[str]:
    """Return the names of cells, each (notebook, grade_id); with the notebook's where it is needed.

    That is where two of them have the same name.
    """
    count = Counter(name for _, name in cells)
    return [f"{name} of {notebook}.ipynb" if count[name] > 1 else name for notebook, name in cells]
