"""The record of how a test ended: written by the grader, read by feedback, report and self-study.

It stands in the test cell's metadata. Only the grader writes there, and it takes away first what
a submission has brought along, so no cell of a student's can forge a record. Every text in it is
one line.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from nbformat import NotebookNode

from gradebox.plain_text import one_line
from gradebox.separate.not_crossed import ASKED, PLAIN, WRITTEN

KEY = "course_grading"  # the grader's own, in the metadata of a notebook or a cell
FAILURE, FOLLOWED, FAILED_AGAIN = "failure", "followed", "failed again"  # under it, in a cell's
BECAUSE_OF_TRIAL = "a trial"  # why a test cell runs in another way than the settings say

_ASKS_WHAT_IT_IS = re.compile(r"\b(?:is|isinstance|issubclass|type|hasattr|dir|id)\b")
MAX_FRAMES = 12
KINDS = (
    "check",  # a visible check found the answer wrong; its parts say why
    "not attempted",
    "raised",  # the student's code raised an error
    "assertion",  # the test's own assertion failed,
    "shape",  # on shapes that differ
    "name",  # the test needs a name that is not there
    "other",  # the test itself stumbled over what it got
    "together",  # it passed apart from the answers, and failed together with them
    "timed out",
    "stopped",  # the test was not run to its end
)
CHECK, NOT_ATTEMPTED, RAISED, ASSERTION, SHAPE, NAME, OTHER, TOGETHER, TIMED_OUT, STOPPED = KINDS


@dataclass(frozen=True)
class Frame:
    """A call in the student's code: a function's name and the line of code that it had got to.

    `file` is "" for a cell of the notebook; `line` counts from 1.
    """

    file: str
    function: str
    line: int
    code: str


@dataclass(frozen=True)
class CheckParts:
    """The words of a failed visible check, each part one line, "" where there is nothing to say."""

    exercise: str = ""
    aspect: str = ""
    case: str = ""
    called: str = ""
    seen: str = ""
    line: str = ""
    mistake: str = ""


@dataclass(frozen=True)
class Failure:
    """How a test failed.

    `kind` is one of KINDS. `type` and `text` are the exception's. `line` is the test cell's line
    at which it happened, counted from 1, 0 if that is not known. `frames` are the student's,
    outermost first.
    """

    kind: str
    type: str = ""
    text: str = ""
    line: int = 0
    frames: tuple[Frame, ...] = ()
    check: CheckParts = CheckParts()
    not_apart: str = ""  # why the test could not be run apart from the answers, if so
    not_apart_kind: str = ""  # one of the kinds of `gradebox.separate.not_crossed`, or ""
    doubt: str = ""  # one of those of `gradebox.separate.doubt`, where it failed together

    @classmethod
    def from_data(cls, data: Any) -> "Failure | None":
        """Return the failure that a record describes; None for what is no record."""
        if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
            return None
        check = data.get("check")
        if not isinstance(check, Mapping):
            check = {}
        parts = {part.name: _text(check.get(part.name)) for part in fields(CheckParts)}
        return cls(
            data["kind"],
            _text(data.get("type")),
            _text(data.get("text")),
            _number(data.get("line")),
            tuple(_frames(data.get("frames"))),
            CheckParts(**parts),
            _text(data.get("not_apart")),
            _text(data.get("not_apart_kind")),
            _text(data.get("doubt")),
        )


def note_failure(cell: NotebookNode, failure: Failure) -> None:
    """Write the record of a failure into a test cell's metadata, in place of an earlier one."""
    cell.metadata.setdefault(KEY, {})[FAILURE] = asdict(failure)


@dataclass(frozen=True)
class Followed:
    """The reason why a test cell got points in spite of earlier mistakes."""

    exercise: str  # the grade_id of the answer that the cell tests
    wrong: tuple[str, ...]  # the functions of earlier answers that were not the student's own
    graded: bool  # whether these answers have points of their own, and lost some


def note_followed(cell: NotebookNode, followed: Followed) -> None:
    """Write into a test cell's metadata that follow-through credit was given."""
    cell.metadata.setdefault(KEY, {})[FOLLOWED] = asdict(followed)


def followed_of(cell: Mapping[str, Any]) -> Followed | None:
    """Return what a test cell's metadata says of follow-through credit, if anything."""
    ours = cell["metadata"].get(KEY)
    match ours.get(FOLLOWED) if isinstance(ours, Mapping) else None:
        case {"exercise": str(exercise), "wrong": [*wrong], "graded": bool(graded)}:
            return Followed(exercise, tuple(map(_text, wrong)), graded)
    return None


def note_failed_again(cell: NotebookNode, called: Mapping[str, bool]) -> None:
    """Write into a test cell's metadata that it fails without earlier mistakes, too.

    `called` says of each right function in the place of the student's whether the test called it.
    """
    cell.metadata.setdefault(KEY, {})[FAILED_AGAIN] = dict(called)


def failed_again_of(cell: Mapping[str, Any]) -> dict[str, bool]:
    """Return the right functions with which a test has failed, too: whether it called each."""
    ours = cell["metadata"].get(KEY)
    called = ours.get(FAILED_AGAIN) if isinstance(ours, Mapping) else None
    return {str(k): v is True for k, v in called.items()} if isinstance(called, Mapping) else {}


def forget_failure(cell: Mapping[str, Any]) -> None:
    """Take the records of a test's end, or what poses as one, out of a cell's metadata."""
    ours = cell["metadata"].get(KEY)
    if isinstance(ours, dict):
        for record in (FAILURE, FOLLOWED, FAILED_AGAIN):
            ours.pop(record, None)
        if not ours:
            del cell["metadata"][KEY]


def failure_of(cell: Mapping[str, Any]) -> Failure | None:
    """Return the failure that the grader has noted in a test cell, if it has."""
    ours = cell["metadata"].get(KEY)
    return Failure.from_data(ours.get(FAILURE)) if isinstance(ours, Mapping) else None


def has_timed_out(cell: Mapping[str, Any]) -> bool:
    """Return True if a test cell took too long, by its record or by the name of its error."""
    errors = [o for o in cell.get("outputs", ()) if o["output_type"] == "error"]
    failure = failure_of(cell)
    if failure is None:
        return any("Timeout" in error["ename"] for error in errors)
    return bool(errors) and failure.kind == TIMED_OUT


def could_not_run_apart(source: str, failure: Failure) -> bool:
    """Return True if a test failed since it could not be run apart from the answers.

    One that compares, say, the title of a plot has failed by what it compares, though it got a
    plot; one that asks what the plot is may have failed since it got a stand-in.
    """
    why = failure.not_apart
    if not why or failure.kind != ASSERTION or failure.not_apart_kind in (ASKED, PLAIN, WRITTEN):
        return bool(why)
    lines = source.split("\n")
    line = lines[failure.line - 1] if 0 < failure.line <= len(lines) else ""
    return _ASKS_WHAT_IT_IS.search(line) is not None


def _text(value: Any) -> str:
    return one_line(value) if isinstance(value, str) else ""


def _number(value: Any) -> int:
    return value if isinstance(value, int) and value > 0 else 0


def _frames(value: Any) -> Iterator[Frame]:
    for parts in value[:MAX_FRAMES] if isinstance(value, list | tuple) else ():
        match parts:
            case {"file": file, "function": function, "line": line, "code": code}:
                yield Frame(_text(file), _text(function), _number(line), _text(code))
            case [file, function, line, code]:  # as it comes from the tests' process
                yield Frame(_text(file), _text(function), _number(line), _text(code))
