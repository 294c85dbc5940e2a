"""Penalties for late work, worked out again where points, dates or the rule have changed since.

nbgrader's `AssignLatePenalties` assigns a penalty when a notebook is graded. Points that a person
gives afterwards, another due date and another rule in `nbgrader_config.py` would leave it as it is.
What the rule says now can be asked without running a notebook. A rule that is out of order costs
nobody points.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import sqlalchemy as sa
from nbgrader.api import Assignment, SubmittedAssignment, SubmittedNotebook
from nbgrader.preprocessors import AssignLatePenalties
from traitlets.config import Config

from gradebox.deadlines import Deadlines
from gradebox.grade_submission import Step


@dataclass(frozen=True)
class LateNotebook:
    """A late notebook, and the penalty that the rule gives for the points that it has now.

    Or one that is not late any more, and has a penalty.
    """

    student: str
    row: SubmittedNotebook
    penalty: float | None = None
    error: str = ""  # why the rule gave none, if it is out of order

    @property
    def is_outdated(self) -> bool:
        """Return True if the gradebook has another penalty."""
        has, due = self.row.late_submission_penalty or 0, self.penalty or 0
        return not self.error and not math.isclose(has, due, abs_tol=1e-9)


def rule_in(steps: Collection[Step], config: Config) -> AssignLatePenalties | None:
    """Return the step that assigns penalties; None if a course does that in a way of its own."""
    for step in steps:
        if not issubclass(step, AssignLatePenalties):
            continue
        if step.preprocess is AssignLatePenalties.preprocess:
            return step(config=config)
    return None


def late_notebooks(
    session: sa.orm.Session,
    deadlines: Deadlines,
    rule: AssignLatePenalties,
    students: Collection[str],
) -> Iterator[LateNotebook]:
    """Yield these students' late notebooks of an assignment, ordered by student.

    Also what has a penalty and is not late.
    """
    has_penalty = SubmittedNotebook.late_submission_penalty > 0
    first = min(
        (each for each in (deadlines.due, *deadlines.extensions.values()) if each), default=None
    )
    rows = session.execute(
        sa.select(SubmittedAssignment, SubmittedNotebook, SubmittedNotebook.score)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .where(Assignment.name == deadlines.assignment)
        .where(sa.or_(has_penalty, SubmittedAssignment.timestamp > first) if first else has_penalty)
        .where(SubmittedAssignment.student_id.in_(students))
        .order_by(SubmittedAssignment.student_id)
    )
    for submission, notebook, score in rows:
        who = submission.student_id
        seconds = deadlines.of(who).late_by(submission.timestamp).total_seconds()
        if seconds <= 0:
            yield LateNotebook(who, notebook)
            continue
        try:
            rule.init_plugin()
            penalty = rule.plugin_inst.late_submission_penalty(who, score, seconds)
            if penalty is not None:
                if math.isnan(penalty):  # no points at all, in some databases
                    raise ValueError("its penalty is nan")
                penalty = min(max(penalty, 0), score)  # as nbgrader does
            yield LateNotebook(who, notebook, penalty)
        except Exception as error:  # whatever a course's own rule may raise
            yield LateNotebook(who, notebook, error=f"{type(error).__name__}: {error}")
