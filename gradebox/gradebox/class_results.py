"""The results of an assignment in a class: the gradebook's scores, and why points were lost.

Scores are read in a few queries for the whole class, since nbgrader's own objects ask the database
several times for each grade. The reasons are read from the autograded notebooks.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.api import (
    Assignment,
    BaseCell,
    Grade,
    Gradebook,
    MissingEntry,
    Notebook,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.coursedir import CourseDirectory
from sqlalchemy import and_, make_url, select
from traitlets.config import Config

from gradebox.deadlines import in_words, read_deadlines
from gradebox.earlier_mistakes import ORDINARY, circumstances, is_as_handed_out
from gradebox.failures import failure_of, note_failure
from gradebox.hidden import Region, is_test
from gradebox.html_pages import points as points_in_words
from gradebox.noticed import Noticed
from gradebox.submitted_folders import find_submissions
from gradebox.verdict_kinds import LEFT, About, Kind, Verdict
from gradebox.verdicts import about, own_lines, verdict

CellId = tuple[str, str]  # the notebook's name and the cell's grade_id


@dataclass(frozen=True)
class GradedCell:
    """A graded cell of the assignment."""

    cell: CellId
    points: float
    about: About
    is_in_others: bool = False  # another notebook has an exercise of that name

    __test__ = False  # not one of pytest's

    @property
    def title(self) -> str:
        """The exercise, and the aspect where there is one."""
        title = self.about.exercise
        if self.about.aspect:  # both are words of the course's checks, and no name of a cell
            title = f"{title}, {self.about.aspect}".replace("_", " ")
        return title + self._where

    @property
    def exercise(self) -> str:
        """The exercise's name, with its notebook's where that is needed."""
        return self.about.exercise + self._where

    @property
    def _where(self) -> str:
        return f" of {self.cell[0]}.ipynb" if self.is_in_others else ""


@dataclass
class SubmissionResult:
    """One student's submission: points, and a verdict for each graded cell that was found."""

    student: str
    last_name: str
    first_name: str
    email: str
    lms_user_id: str
    raw_score: float
    late_penalty: float
    points: dict[CellId, float] = field(default_factory=dict)
    verdicts: dict[CellId, Verdict] = field(default_factory=dict)
    pending: set[CellId] = field(default_factory=set)  # answers that wait for a person
    not_graded: set[str] = field(default_factory=set)  # notebooks
    handed_in: str = ""  # when
    lateness: str = ""  # in words, if it was not simply in time

    @property
    def score(self) -> float:
        """The points that count, as nbgrader exports them."""
        return max(0.0, self.raw_score - self.late_penalty)

    @property
    def score_so_far(self) -> float:
        """The points that count without those of answers that wait for a person."""
        waits = sum(self.points.get(cell, 0.0) for cell in self.pending)
        return max(0.0, self.raw_score - waits - self.late_penalty)

    def is_graded(self, cell: CellId) -> bool:
        """Return True if a graded cell has its points; what was not handed in has 0."""
        return cell not in self.pending and cell[0] not in self.not_graded

    def has_full_marks(self, test: GradedCell) -> bool:
        """Return True if all points of a graded cell are got; without points, if it has passed."""
        score, judged = self.points.get(test.cell, 0.0), self.verdicts.get(test.cell)
        has_passed = judged is not None and judged.kind is Kind.PASSED
        return score >= test.points and (score > 0 or has_passed)

    def is_left(self, cell: CellId) -> bool:
        """Return True if the answer was left as it was handed out, and nobody gave points."""
        judged = self.verdicts.get(cell)
        is_left = judged is not None and judged.kind is Kind.NOT_ATTEMPTED
        return is_left and not self.points.get(cell)


@dataclass
class ClassResults:
    """An assignment, its graded cells in order, and its submissions by student."""

    assignment: str
    tests: list[GradedCell]
    submissions: list[SubmissionResult]
    without: list[str]  # students who handed nothing in
    untimed: list[str]  # of whom nobody knows when they handed in
    noticed: Noticed = field(default_factory=Noticed)

    @property
    def max_score(self) -> float:
        """The points there are."""
        return sum(test.points for test in self.tests)

    def points_given(self, submission: SubmissionResult) -> float:
        """Return how many points there are but for those that wait for a person."""
        return sum(test.points for test in self.tests if test.cell not in submission.pending)


def has_gradebook(course: CourseDirectory) -> bool:
    """Return True if there is a gradebook; nbgrader would make one where there is none."""
    url = make_url(course.db_url)
    return url.get_backend_name() != "sqlite" or Path(url.database or "").is_file()


def read_results(course: CourseDirectory, config: Config, assignment: str) -> ClassResults:
    """Return what came of an assignment; raises MissingEntry if the gradebook does not know it."""
    if not has_gradebook(course):
        raise MissingEntry(f"There is no gradebook in {course.root}.")
    with Gradebook(course.db_url, course.course_id) as gradebook:
        found = gradebook.find_assignment(assignment)
        tests = _tests(found)
        notebooks = [each.name for each in found.notebooks]
        submissions = {each.student: each for each in read_scores(gradebook, assignment)}
        pending: dict[tuple[str, str], set[CellId]] = {}
        columns = (SubmittedAssignment.student_id, Notebook.name, BaseCell.name, Grade.score)
        for student, notebook, cell, points, is_pending in gradebook.db.execute(
            grades(assignment, *columns, IS_PENDING)
        ):
            if student not in submissions:  # is being graded for the first time at this moment
                continue
            submissions[student].points[notebook, cell] = points
            if is_pending:
                pending.setdefault((student, notebook), set()).add((notebook, cell))
        deadlines = read_deadlines(course, assignment, gradebook.db)
        untimed = []
        for each in found.submissions:
            if each.student_id not in submissions:
                continue
            if each.timestamp is not None:
                result = submissions[each.student_id]
                result.handed_in = in_words(each.timestamp, deadlines.zone)
                result.lateness = deadlines.of(each.student_id).lateness(each.timestamp)
            elif deadlines.due is not None:
                untimed.append(each.student_id)
        students = [row[0] for row in gradebook.db.query(Student.id).order_by(Student.id)]
        noticed = Noticed()
        add_points_by_hand(noticed, gradebook, assignment)
    here = CourseDirectory(config=config, root=course.root, assignment_id=assignment)
    there = [student for student, _ in find_submissions(here)]
    results = ClassResults(
        assignment,
        tests,
        list(submissions.values()),
        [each for each in students if each not in submissions and each not in there],
        sorted(untimed),
        noticed,
    )
    region = Region.from_config(config)
    names = list(dict.fromkeys(test.cell[0] for test in tests))
    for submission in results.submissions:
        for name in names:
            notebook = results.noticed.add_notebook(
                course, assignment, submission.student, name, notebooks
            )
            if notebook is not None:
                apart = results.noticed.apart.items()
                flagged = [c for (n, c), who in apart if n == name and submission.student in who]
                _judge(submission, name, notebook, region, flagged)
                submission.pending |= pending.get((submission.student, name), set())
            elif submission.student in results.noticed.not_graded.get(name, ()):
                submission.not_graded.add(name)
    for student in there:
        if student not in submissions:  # collected, and never graded
            for name in names:
                results.noticed.add_notebook(course, assignment, student, name, notebooks)
    results.noticed.add_owners(course, config, assignment, submissions.keys())
    return results


def read_scores(gradebook: Gradebook, assignment: str) -> Iterator[SubmissionResult]:
    """Yield the submissions to an assignment with their points in all, ordered by student."""
    rows = (
        gradebook.db.query(
            Student.id,
            Student.last_name,
            Student.first_name,
            Student.email,
            Student.lms_user_id,
            SubmittedAssignment.score,
            SubmittedAssignment.late_submission_penalty,
        )
        .select_from(SubmittedAssignment)
        .join(Student, SubmittedAssignment.student_id == Student.id)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .filter(Assignment.name == assignment)
        .order_by(Student.id)
    )
    for student, last, first, email, lms, score, penalty in rows:
        yield SubmissionResult(
            student,
            last_name=last or "",
            first_name=first or "",
            email=email or "",
            lms_user_id=lms or "",
            raw_score=float(score or 0),
            late_penalty=float(penalty or 0),
        )


# An answer that a person grades, and none has.
IS_PENDING = and_(
    Grade.needs_manual_grade, Grade.manual_score.is_(None), Grade.auto_score.is_(None)
)


# Points that a person gave to what was graded before; nbgrader's formgrader asks for a look at it.
_IS_OF_BEFORE = and_(Grade.needs_manual_grade, Grade.manual_score.is_not(None))


# Above the maximum there is nbgrader's extra credit, which says that it was meant.
_IS_ABOVE = Grade.manual_score > Grade.max_score


def add_points_by_hand(noticed: Noticed, gradebook: Gradebook, assignment: str) -> None:
    """Add whose points of a person's are above the maximum, or of an answer graded again since."""
    columns = SubmittedAssignment.student_id, BaseCell.name, Grade.manual_score, Grade.max_score
    for student, cell, got, most in gradebook.db.execute(
        grades(assignment, *columns).where(_IS_ABOVE)
    ):
        said = f"a person gave {cell} {points_in_words(got)} of {points_in_words(most)} points"
        noticed.add(student, [f"{said}, and extra credit has a field of its own"])
    cells: dict[str, list[str]] = {}
    rows = gradebook.db.execute(grades(assignment, *columns[:2]).where(_IS_OF_BEFORE))
    for student, cell in rows:
        cells.setdefault(student, []).append(cell)
    for student, names in cells.items():
        said = "points that a person gave before it was graded again still count"
        noticed.add(student, [f"{said}: {', '.join(sorted(names))}"])


def grades(assignment: str, *columns: Any, table: Any = Grade) -> Any:
    """Return the query for these columns of every grade of an assignment, or every comment."""
    return (
        select(*columns)
        .select_from(table)
        .join(BaseCell, table.cell_id == BaseCell.id)
        .join(SubmittedNotebook, table.notebook_id == SubmittedNotebook.id)
        .join(Notebook, SubmittedNotebook.notebook_id == Notebook.id)
        .join(SubmittedAssignment, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
        .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
        .where(Assignment.name == assignment)
    )


def who_waits(gradebook: Gradebook, assignment: str) -> set[str]:
    """Return the students of whom an answer waits for a person, or a notebook for its grading."""
    # also of what was refused, which has 0 for an automatic score until it can be graded
    waits = and_(Grade.needs_manual_grade, Grade.manual_score.is_(None))
    query = grades(assignment, SubmittedAssignment.student_id).where(waits)
    return set(gradebook.db.scalars(query))


def _tests(assignment: Any) -> list[GradedCell]:
    found = list(_cells(assignment))
    count = Counter(name for name, _ in {(test.about.exercise, test.cell[0]) for test in found})
    return [replace(test, is_in_others=count[test.about.exercise] > 1) for test in found]


def _cells(assignment: Any) -> Iterator[GradedCell]:
    for notebook in assignment.notebooks:
        graded = {cell.name: cell for cell in (*notebook.grade_cells, *notebook.task_cells)}
        sources = {cell.name: cell.source or "" for cell in notebook.source_cells}
        # The order of the notebook, and whatever the gradebook has no source of after it.
        for name in dict.fromkeys([*(name for name in sources if name in graded), *graded]):
            cell = {
                "source": sources.get(name, ""),
                "metadata": {"nbgrader": {"grade_id": name}},
            }
            yield GradedCell((notebook.name, name), float(graded[name].max_score), about(cell))


def _judge(
    submission: SubmissionResult,
    name: str,
    notebook: dict[str, Any],
    region: Region,
    not_apart: Collection[str],
) -> None:
    """Add a notebook's verdicts to a submission.

    `not_apart` are the tests that could not be run apart. A record alone does not say it: a wrong
    answer may have brought what does not cross, too.
    """
    own, around = own_lines(notebook, region), circumstances(notebook)
    for cell in notebook["cells"]:
        mark = cell["metadata"].get("nbgrader", {})
        if is_test(cell):
            of_cell = around.get(mark["grade_id"], ORDINARY)
            judged = verdict(cell, region, own, of_cell)
            if mark["grade_id"] in not_apart:
                judged = replace(judged, kind=Kind.NOT_APART)
            elif judged.kind is Kind.NOT_APART and (failure := failure_of(cell)):
                note_failure(again := nbformat.from_dict(cell), replace(failure, not_apart=""))
                judged = verdict(again, region, own, of_cell)
            submission.verdicts[name, mark["grade_id"]] = judged
        elif mark.get("grade") and is_as_handed_out(nbformat.from_dict(cell)):
            submission.verdicts[name, mark["grade_id"]] = LEFT
