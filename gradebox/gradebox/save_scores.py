"""The scores of one submitted notebook, read from the gradebook and written to it at once."""

from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sa
from nbformat import NotebookNode
from nbgrader.api import BaseCell, Comment, Grade, SubmittedNotebook, new_uuid
from nbgrader.preprocessors import NbGraderPreprocessor, SaveAutoGrades


class SaveScores(SaveAutoGrades):
    """nbgrader's own, on rows that have been read already and in the transaction of the caller.

    nbgrader asks the database for each cell and commits after each, which takes most of the time
    that saving takes, and leaves half a notebook's scores behind when it is stopped.
    """

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any]
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Set the scores of one notebook's rows, `resources["nbgrader"]["rows"]`."""
        about = resources["nbgrader"]
        self.notebook_id, self.assignment_id = about["notebook"], about["assignment"]
        self.student_id, self.gradebook = about["student"], about["rows"]
        return NbGraderPreprocessor.preprocess(self, nb, resources)


@dataclass
class GradeRow:
    """As much of nbgrader's `Grade` as is read or set here; its names are those of the columns."""

    id: str
    cell_id: str
    auto_score: float | None = None
    manual_score: float | None = None
    needs_manual_grade: bool = True


@dataclass
class CommentRow:
    """As much of nbgrader's `Comment` as is read or set here, likewise."""

    id: str
    cell_id: str
    auto_comment: str | None = None


_KINDS = {Grade: GradeRow, Comment: CommentRow}
_CELLS = {Grade: ("GradeCell", "TaskCell"), Comment: ("SolutionCell", "TaskCell")}


class Rows:
    """The rows of one submitted notebook, with as much of `Gradebook` as `SaveScores` calls.

    They are none of SQLAlchemy's objects: to make some forty of these, and to watch them for
    changes, takes as long as all else that saving does.
    """

    def __init__(self, session: sa.orm.Session, notebook: SubmittedNotebook) -> None:
        self.db = self  # `gradebook.db.commit()`
        self._session, self._notebook = session, notebook.id
        columns = BaseCell.id, BaseCell.name, BaseCell.type
        is_in_it = BaseCell.notebook_id == notebook.notebook_id
        self._cells = session.execute(sa.select(*columns).where(is_in_it)).all()
        self._read: dict[Any, dict[str, dict[str, Any]]] = {}  # {table: {cell: columns}}
        self.grades: dict[str, GradeRow] = self._of(Grade)
        self.comments: dict[str, CommentRow] = self._of(Comment)

    def _of(self, table: Any) -> dict[str, Any]:
        """Return {name of a cell: its row}, a new one for a cell that has none yet."""
        kind = _KINDS[table]
        columns = [getattr(table, each.name) for each in fields(kind)]
        found = self._session.execute(
            sa.select(*columns).where(table.notebook_id == self._notebook)
        )
        rows = {row.cell_id: kind(*row) for row in found}
        self._read[table] = {cell: dict(vars(row)) for cell, row in rows.items()}
        return {
            name: rows.get(cell) or kind(new_uuid(), cell)
            for cell, name, cell_type in self._cells
            if cell_type in _CELLS[table]
        }

    def find_grade(self, cell: str, *_: str) -> GradeRow:
        """Return the row that holds a cell's score."""
        return self.grades[cell]

    def find_comment(self, cell: str, *_: str) -> CommentRow:
        """Return the row that holds a cell's comment."""
        return self.comments[cell]

    def commit(self) -> None:
        """Do nothing: whoever made these rows calls `write`, once."""

    def reset_auto_scores(self, needs_manual_grade: bool) -> None:
        """Take the automatic scores away, so that no earlier one stands for what has none.

        A person's stays, and is to be looked at.
        """
        for grade in self.grades.values():
            grade.auto_score = 0
            grade.needs_manual_grade = needs_manual_grade or grade.manual_score is not None

    def write(self) -> None:
        """Write what is new and what has changed to the database; the caller commits."""
        for table, rows in ((Grade, self.grades), (Comment, self.comments)):
            read, of_notebook = self._read[table], {"notebook_id": self._notebook}
            now = [dict(vars(row)) for row in rows.values()]
            if new := [row | of_notebook for row in now if row["cell_id"] not in read]:
                self._session.execute(sa.insert(table), new)
            if changed := [row for row in now if read.get(row["cell_id"], row) != row]:
                self._session.execute(sa.update(table), changed)
