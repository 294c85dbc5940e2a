"""Finding graded notebooks of students whose names hold what a glob takes for its own: [ ] * ?.

nbgrader looks for the notebooks in a student's folder by a glob with the folder's name in it, so
such a student would get no feedback, and in a class of one nobody would.

Pages name the lateness. Wrong dates are refused here, before nbgrader removes the pages of before.
"""

import glob
import os

from nbgrader.converters import GenerateFeedback
from nbgrader.converters.base import NbGraderException

from gradebox.deadlines import read_deadlines
from gradebox.deadlines_file import WrongDeadlines

nbgraders_own = GenerateFeedback.init_notebooks


def find_graded(converter: GenerateFeedback) -> None:
    """Find what nbgrader finds, and take folders' names as they are, unless dates are wrong."""
    course = converter.coursedir
    try:
        read_deadlines(course, course.assignment_id, None)
    except WrongDeadlines as error:
        converter.log.error(str(error))
        raise NbGraderException(str(error)) from None
    pattern = converter._format_source(course.assignment_id, course.student_id)
    folders = glob.glob(pattern)
    if os.path.isdir(pattern) and pattern not in folders:  # one student, by name
        folders.append(pattern)
    found = {}
    for folder in folders:
        notebooks = glob.glob(os.path.join(glob.escape(folder), f"{course.notebook_id}.ipynb"))
        if notebooks:
            found[folder] = notebooks
        else:
            converter.log.warning("No graded notebook is in %s.", folder)
    if found:
        converter.assignments, converter.notebooks = found, []
    else:
        nbgraders_own(converter)  # says so


GenerateFeedback.init_notebooks = find_graded
