"""The authors' wrong and right answers, each through nbgrader's own autograding.

A submission carries one wrong answer; its other exercises are answered right, in a style that
changes from submission to submission. So each one says two things: the wrong answer loses points
where it stands, and nothing else does. What only draws is left out of the submissions: matplotlib
would take most of the time.
"""

import nbformat
import pytest
from grading import grade, source_notebook

from authoring.model import Answer, answers, assignments, exercises

AT_ONCE = (
    24  # submissions in one grading run: large enough to share its start, small enough to fail
)

Submission = tuple[Answer | None, dict[str, str]]


def submissions(assignment: str) -> list[Submission]:
    """One submission for each wrong answer, and as many more as the right ones need."""
    listed = {
        name: answers(name, exercise)
        for name, exercise in exercises(assignments()[assignment]).items()
    }
    wrong = [answer for several in listed.values() for answer in several if not answer.is_right]
    right = {name: [a for a in several if a.is_right] for name, several in listed.items()}
    rounds = max(len(wrong), *(len(several) for several in right.values()))
    made: list[Submission] = []
    for turn in range(rounds + 1):
        cells = {name: several[turn % len(several)].cell for name, several in right.items()}
        mistake = wrong[turn] if turn < len(wrong) else None
        if mistake:
            cells[mistake.exercise] = mistake.cell
        made.append((mistake, cells))
    return made


def notebook(assignment: str, cells: dict[str, str]) -> nbformat.NotebookNode:
    made = source_notebook(assignment)
    made.cells = [cell for cell in made.cells if not _only_shows(cell)]
    for cell in made.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = cells.get(name, cell.source)
    return made


def _only_shows(cell: nbformat.NotebookNode) -> bool:
    is_free = "nbgrader" not in cell.metadata
    return is_free and any(name in cell.source for name in ("draw.", "widgets.", "check."))


CHUNKS = [
    pytest.param(assignment, start, id=f"{assignment}-{start}")
    for assignment in assignments()
    for start in range(0, len(submissions(assignment)), AT_ONCE)
]


@pytest.mark.parametrize(("assignment", "start"), CHUNKS)
def test_a_wrong_answer_loses_its_own_points_and_no_other(assignment, start):
    chunk = submissions(assignment)[start : start + AT_ONCE]
    names = [f"s{start + i:03d}" for i in range(len(chunk))]
    scores = grade(
        {name: notebook(assignment, cells) for name, (_, cells) in zip(names, chunk, strict=True)},
        assignment,
    )
    points = full_points(assignment)
    wrong_verdicts = []
    for name, (mistake, _) in zip(names, chunk, strict=True):
        lost = {cell for cell, score in scores[name].items() if score < points[cell]}
        own = {cell for cell in points if mistake and cell.rsplit("-", 1)[0] == mistake.exercise}
        if mistake and not lost & own:
            wrong_verdicts.append(f"{mistake.exercise}, {mistake.name}: wrong, and lost nothing")
        if lost - own:
            where = f"beside {mistake.exercise}, {mistake.name}" if mistake else "all right"
            wrong_verdicts.append(f"{where}: points lost in {sorted(lost - own)}")
    assert not wrong_verdicts


def full_points(assignment: str) -> dict[str, float]:
    return {
        cell.metadata.nbgrader.grade_id: float(cell.metadata.nbgrader.points)
        for cell in source_notebook(assignment).cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
