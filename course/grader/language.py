"""Which language a notebook is written in, by what its metadata says; the grader runs Python."""

from collections.abc import Mapping
from typing import Any

from course.grader.plain_text import one_line

MAX_NAME = 40  # characters of a name that are shown


def other_language(metadata: object, *, run: bool = False) -> str:
    """Return a notebook's language if it is not Python, as "R (kernel ir)", else "".

    With `run` only what a kernel has said counts: a kernel that was merely chosen, or has another
    name on another machine, does not make a notebook one of another language.
    """
    kernel, said = (_part(metadata, key) for key in ("kernelspec", "language_info"))
    languages = [_name(said, "name"), _name(kernel, "language")]
    if any("python" in language.casefold() for language in languages):
        return ""
    named = languages[0] if run else languages[0] or languages[1]
    if not named:
        return ""
    name = _name(kernel, "name")
    return f"{named} (kernel {name})" if name else named


def in_words(language: str) -> str:
    """Return what is wrong with a notebook of another language, as the end of a sentence."""
    return f"is written in {language}; this grader runs Python"


def _part(metadata: object, key: str) -> Mapping[str, Any]:
    part = metadata.get(key) if isinstance(metadata, Mapping) else None
    return part if isinstance(part, Mapping) else {}


def _name(part: Mapping[str, Any], key: str) -> str:
    name = part.get(key)
    return one_line(name, MAX_NAME) if isinstance(name, str) else ""
