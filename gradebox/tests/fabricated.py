"""A class whose grades are written down instead of earned: hundreds of submissions in a moment."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gradebox.classroom import Classroom
from gradebox.failures import FAILURE, KEY
from nbgrader.api import Grade, Student, SubmittedAssignment, SubmittedNotebook


@dataclass
class Pupil:
    """A student: points by grade_id, and what their test cells ended in.

    `errors` are errors without a record: (error, its text). `mistakes` are those that a check has
    named in the record of a failure.
    """

    name: str
    points: dict[str, float]
    errors: dict[str, tuple[str, str]] = field(default_factory=dict)
    mistakes: dict[str, str] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)  # first_name, email ...
    flags: list[dict[str, str]] = field(default_factory=list)
    late_penalty: float = 0.0
    has_notebook: bool = True


def enter(room: Classroom, assignment: str, pupils: Iterable[Pupil]) -> None:
    """Put pupils' submissions into the gradebook and into `autograded/`."""
    source = json.loads(
        (room.root / "source" / assignment / f"{assignment}.ipynb").read_text(encoding="utf-8")
    )
    with room.gradebook() as gradebook:
        known = gradebook.find_assignment(assignment)
        (notebook,) = known.notebooks
        for pupil in pupils:
            student = Student(id=pupil.name, **pupil.about)
            submission = SubmittedAssignment(assignment=known, student=student)
            submitted = SubmittedNotebook(
                assignment=submission, notebook=notebook, late_submission_penalty=pupil.late_penalty
            )
            for cell in notebook.grade_cells:
                score = pupil.points.get(cell.name, 0)
                grade = Grade(
                    notebook=submitted, cell_id=cell.id, auto_score=score, needs_manual_grade=False
                )
                gradebook.db.add(grade)
            gradebook.db.add(student)
            if pupil.has_notebook:
                folder = room.root / "autograded" / pupil.name / assignment
                folder.mkdir(parents=True)
                text = json.dumps(_autograded(source, pupil))
                (folder / f"{assignment}.ipynb").write_text(text, encoding="utf-8")
        gradebook.db.commit()


def absent(room: Classroom, name: str) -> None:
    """Add a student who handed nothing in."""
    with room.gradebook() as gradebook:
        gradebook.add_student(name)


def _autograded(source: dict[str, Any], pupil: Pupil) -> dict[str, Any]:
    cells = []
    for cell in source["cells"]:
        name = cell["metadata"].get("nbgrader", {}).get("grade_id")
        outputs, noted = [], cell["metadata"]
        if name in pupil.mistakes:
            record = {"kind": "check", "check": {"case": "one", "mistake": pupil.mistakes[name]}}
            noted = noted | {KEY: {FAILURE: record}}
        if name in pupil.errors or name in pupil.mistakes:
            kind, text = pupil.errors.get(name, ("CheckFailed", "double: not right yet"))
            outputs = [{"output_type": "error", "ename": kind, "evalue": text, "traceback": [text]}]
        if cell["cell_type"] == "code":
            cell = {**cell, "outputs": outputs, "metadata": noted}
        cells.append(cell)
    metadata = {"course_grading": {"layers": [], "flags": pupil.flags}}
    return {**source, "cells": cells, "metadata": metadata}
