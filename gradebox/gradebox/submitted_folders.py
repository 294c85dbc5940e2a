"""The folders of an assignment's submissions: where nbgrader's settings put each student's."""

import fnmatch
import glob
import os
import re
from pathlib import Path

from nbgrader.coursedir import CourseDirectory

_STUDENT = "student-id-goes-here"  # in a path, to find where students' names stand


def find_submissions(course: CourseDirectory, step: str = "") -> list[tuple[str, Path]]:
    """Return (student, folder) for each submission of the assignment, sorted by student.

    `course.student_id` is a glob, as everywhere in nbgrader, or a student's name. `step` is the
    folder of all students', by default `submitted/`.
    """
    mark = _STUDENT
    path = course.format_path(step or course.submitted_directory, mark, course.assignment_id)
    before, _, after = path.partition(mark)
    own = f"{before}{mark}{after.partition('/')[0]}"  # the folder that has the student's name
    pattern = re.compile(re.escape(own).replace(re.escape(mark), "([^/]+)"))
    excluded = course.student_id_exclude.split(",") if course.student_id_exclude else []
    found = []
    for folder in sorted(glob.glob(glob.escape(own).replace(mark, "*"))):
        match = pattern.fullmatch(folder)
        if match is None or match[1] in excluded:
            continue
        student = match[1]
        if student == course.student_id or fnmatch.fnmatchcase(student, course.student_id):
            submission = Path(path.replace(mark, student))
            if _may_be_there(submission):
                found.append((student, submission))
    return found


def _may_be_there(path: Path) -> bool:
    """Return True unless nothing is there: who reads it says that a folder above it is closed."""
    try:
        os.lstat(path)
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def folder_of_students(course: CourseDirectory) -> Path:
    """Return the folder that holds the students' folders."""
    path = Path(course.format_path(course.submitted_directory, _STUDENT, course.assignment_id))
    return next(
        each for each in reversed(path.parents) if _STUDENT in (path.relative_to(each).parts[0])
    )
