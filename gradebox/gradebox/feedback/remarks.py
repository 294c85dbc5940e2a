"""Sentences for a student on what was done to a submission before it was run."""

from collections.abc import Collection, Mapping
from typing import Any

from gradebox.failures import KEY
from gradebox.flags import ENDED, TIME
from gradebox.hidden import is_test
from gradebox.plain_text import MAX_SENTENCE, one_line

# By the kind of a flag. No intent is meant with these, so their student may know.
WORDS = {
    "left-out": "Left out, because the assignment has no file of this name: {names}",
    "renamed": "The name was another one: {text}",
    "link": "Left out, because it is a link or no plain file: {names}",
    "kernel": "The notebook {text}",
    "copied": "The cell {cell} was there twice, and the last one counts",
    "missing": "The cell {cell} was missing and was put back",
    "no-answer": "The cell {cell}, for an answer, is not in the notebook",
    "tagged": "The cell {cell} had a tag that would keep it from being graded, and the tag was "
    "taken off",
    "changed": "The cell {cell} is read-only and was changed, so it was put back",
    "retyped": "The cell {cell} had another type, and its own was put back",
    TIME: "The cell {cell} was stopped, because its time or the notebook's was used up",
    ENDED: "The cell {cell} was stopped, because its time was used up",
}


def remarks(notebook: Mapping[str, Any]) -> list[str]:
    """Return a sentence, without its full stop, for each such flag of a graded notebook."""
    ours = notebook["metadata"].get(KEY)
    flags = ours.get("flags") if isinstance(ours, Mapping) else None
    of_tests = {
        cell["metadata"]["nbgrader"]["grade_id"] for cell in notebook["cells"] if is_test(cell)
    }
    named = {cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in notebook["cells"]}
    found = (
        _in_words(flag, of_tests, named) for flag in (flags if isinstance(flags, list) else ())
    )
    return list(dict.fromkeys(filter(None, found)))


def _in_words(flag: Any, of_tests: Collection[str], named: Collection[str]) -> str:
    match flag:
        case {"kind": kind, "cell": str(cell)} if kind in (TIME, ENDED) and cell in of_tests:
            return ""  # it stands beside the test
        case {"kind": str(kind), "text": str(text), "cell": str(cell)} if kind in WORDS:
            if cell.isdecimal() and cell not in named:  # its place, for want of a name
                cell = f"number {int(cell) + 1}"
            names = text.partition(": ")[2]
            words = WORDS[kind].format(names=names, text=text, cell=cell)
            return one_line(words, MAX_SENTENCE)
    return ""
