"""A mark in a page of feedback, by which one knows whether its points are still the gradebook's.

The page's time does not say so: what a person grades, or writes beside an answer, changes no file.
"""

import hashlib
import re
from pathlib import Path

import sqlalchemy as sa
from nbgrader.api import (
    BaseCell,
    Comment,
    Grade,
    Notebook,
    SubmittedAssignment,
    SubmittedNotebook,
)

from gradebox.class_results import IS_PENDING, grades

_MARK = re.compile(rb'<meta name="grades" content="([0-9a-f]+)">')
_HEAD = 2_000  # bytes of a page in which it stands


def marks(
    session: sa.orm.Session, assignment: str, student: str | None = None
) -> dict[tuple[str, str], str]:
    """Return the mark of each (student, notebook) of an assignment, or of one student's."""
    who = SubmittedAssignment.student_id, Notebook.name, BaseCell.name
    penalty = SubmittedNotebook.late_submission_penalty
    found: dict[tuple[str, str], list[str]] = {}
    for table, columns in (
        (Grade, (Grade.score, IS_PENDING, penalty)),
        (Comment, (Comment.comment,)),
    ):
        query = grades(assignment, *who, *columns, table=table)
        if student is not None:
            query = query.where(SubmittedAssignment.student_id == student)
        for owner, notebook, *rest in session.execute(query):
            found.setdefault((owner, notebook), []).append(repr(rest))
    return {
        whose: hashlib.sha256("\n".join(sorted(parts)).encode()).hexdigest()[:16]
        for whose, parts in found.items()
    }


def mark_in(page: Path) -> str:
    """Return the mark in a page of feedback; "" for nbgrader's own page, which has none."""
    with page.open("rb") as file:
        mark = _MARK.search(file.read(_HEAD))
    return mark[1].decode() if mark else ""
