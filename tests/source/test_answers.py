"""The authors' wrong and right answers, each through nbgrader's own autograding.

A submission carries a few wrong answers, to different exercises; the others are answered right, in
a style that changes from submission to submission. So each one says two things: the wrong answers
lose points where they stand, and nothing else does. What only draws is left out of the submissions:
matplotlib would take most of the time.
"""

import nbformat
import pytest
from grading import grade, source_notebook

from authoring.model import Answer, answers, assignments, exercises

AT_ONCE = (
    24  # submissions in one grading run: large enough to share its start, small enough to fail
)
WRONG_AT_ONCE = 3

Submission = tuple[list[Answer], dict[str, str]]  # the wrong answers in it, all cells by exercise


def submissions(assignment: str) -> list[Submission]:
    """As many as it takes for every wrong and every right answer, and one with right ones only."""
    listed = {
        name: answers(name, exercise)
        for name, exercise in exercises(assignments()[assignment]).items()
    }
    wrong = together(
        [answer for several in listed.values() for answer in several if not answer.is_right]
    )
    right = {name: [a for a in several if a.is_right] for name, several in listed.items()}
    seen = dict.fromkeys(right, 0)  # how many right answers of each exercise there were by now
    made: list[Submission] = []
    while len(made) <= len(wrong) or any(seen[name] < len(right[name]) for name in right):
        mistakes = wrong[len(made)] if len(made) < len(wrong) else []
        cells = {mistake.exercise: mistake.cell for mistake in mistakes}
        for name in right.keys() - cells.keys():
            cells[name] = right[name][seen[name] % len(right[name])].cell
            seen[name] += 1
        made.append((mistakes, cells))
    return made


def together(wrong: list[Answer]) -> list[list[Answer]]:
    """Put answers to different exercises together, in as few submissions as that allows."""
    waiting: dict[str, list[Answer]] = {}
    for answer in wrong:
        waiting.setdefault(answer.exercise, []).append(answer)
    most = min(WRONG_AT_ONCE, len(waiting) - 1)  # so that at least one is answered right
    made = []
    while longest := sorted(filter(None, waiting.values()), key=len, reverse=True)[:most]:
        made.append([several.pop() for several in longest])
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
    unfair = []
    for name, (mistakes, _) in zip(names, chunk, strict=True):
        lost = {cell for cell, score in scores[name].items() if score < points[cell]}
        own = {
            mistake: {c for c in points if exercise_of(c) == mistake.exercise}
            for mistake in mistakes
        }
        unfair += [f"{m.exercise}, {m.name}: wrong, lost nothing" for m in own if not lost & own[m]]
        if others := lost.difference(*own.values()):
            beside = ", ".join(f"{m.exercise} {m.name}" for m in mistakes) or "right answers only"
            unfair.append(f"{sorted(others)} lost beside {beside}")
    assert not unfair


def exercise_of(graded_cell: str) -> str:
    return graded_cell.rsplit("-", 1)[0]


def full_points(assignment: str) -> dict[str, float]:
    return {
        cell.metadata.nbgrader.grade_id: float(cell.metadata.nbgrader.points)
        for cell in source_notebook(assignment).cells
        if cell.metadata.get("nbgrader", {}).get("grade")
    }
