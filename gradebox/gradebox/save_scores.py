"""The scores of one submitted notebook, read from the gradebook and written to it at once."""

from typing import Any

import sqlalchemy as sa
from nbformat import NotebookNode
from nbgrader.api import BaseCell, Comment, Grade, SubmittedNotebook
from nbgrader.api import Notebook as GradebookNotebook
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


class Rows:
    """The rows of one submitted notebook, with as much of `Gradebook` as `SaveScores` calls."""

    def __init__(self, session: sa.orm.Session, notebook: SubmittedNotebook) -> None:
        original: GradebookNotebook = notebook.notebook
        self.db = self  # `gradebook.db.commit()`
        self.grades = self._of(session, Grade, notebook)
        self.comments = self._of(session, Comment, notebook)
        # Cells that were added since this student's first submission have no rows yet.
        for cell in (*original.grade_cells, *original.task_cells):
            if cell.name not in self.grades:
                self.grades[cell.name] = Grade(cell_id=cell.id, notebook_id=notebook.id)
                session.add(self.grades[cell.name])
        for cell in (*original.solution_cells, *original.task_cells):
            if cell.name not in self.comments:
                self.comments[cell.name] = Comment(cell_id=cell.id, notebook_id=notebook.id)
                session.add(self.comments[cell.name])

    @staticmethod
    def _of(session: sa.orm.Session, kind: Any, notebook: SubmittedNotebook) -> dict[str, Any]:
        found = (
            session.query(kind, BaseCell.name)
            .join(BaseCell, BaseCell.id == kind.cell_id)
            .filter(kind.notebook_id == notebook.id)
        )
        return {name: row for row, name in found}

    def find_grade(self, cell: str, *_: str) -> Grade:
        """Return the row that holds a cell's score."""
        return self.grades[cell]

    def find_comment(self, cell: str, *_: str) -> Comment:
        """Return the row that holds a cell's comment."""
        return self.comments[cell]

    def commit(self) -> None:
        """Do nothing: whoever made these rows commits, once."""

    def reset_auto_scores(self, needs_manual_grade: bool) -> None:
        """Take the automatic scores away, so that no earlier one stands for what has none.

        A person's stays, and is to be looked at.
        """
        for grade in self.grades.values():
            grade.auto_score = 0
            grade.needs_manual_grade = needs_manual_grade or grade.manual_score is not None
