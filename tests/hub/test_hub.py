"""A class on the Hub of the kit: what its people do, and what a student must not be able to do.

One Hub for all tests, with accounts of this machine that are made for it and removed at the end.
They go on from each other: a later test finds what an earlier fixture released, submitted, graded.
"""

import pwd
import re
from concurrent.futures import ThreadPoolExecutor

import nbformat
import pytest
from browser import lab
from browser.conftest import CHROMIUM_FLAGS
from gradebox.commands import doctor
from grading import answered, source_notebook
from playwright.sync_api import expect, sync_playwright

from hub.session import Session, SessionError
from hub.trial import TrialError, no_accounts, trial
from scripts.environment import find_chromium

NAME = "00-start-here"
PATH = f"{NAME}/{NAME}.ipynb"
COURSE = "attention-by-hand"


@pytest.fixture(scope="module")
def hub():
    if reason := no_accounts():
        pytest.skip(reason)
    try:
        with trial(["ada", "ben"]) as running:
            yield running
    except TrialError as problem:
        pytest.fail(str(problem))
    left = {entry.pw_name for entry in pwd.getpwall()} & set(running.settings.people)
    assert not left
    assert not running.folder.exists()


@pytest.fixture(scope="module")
def people(hub):
    """The instructor and the two students, logged in, the students with servers that run."""

    def arrive(name):
        person = Session(hub.url, name, hub.passwords[name])
        if name in hub.settings.students:
            person.start_server()
        return person

    with ThreadPoolExecutor() as at_once:
        return list(at_once.map(arrive, [*hub.settings.instructors, *hub.settings.students]))


@pytest.fixture(scope="module")
def ines(people):
    return people[0]


def formgrader(ines, action, name=NAME):
    """Press a button of the formgrader, in the course's own server."""
    path = f"/services/{COURSE}/formgrader/api/{action.format(name)}"
    answer = ines.get(path, "POST")
    assert answer["success"], answer
    return answer


@pytest.fixture(scope="module")
def students(people, ines):
    """Ada and Ben, to whom an assignment was released."""
    formgrader(ines, "assignment/{}/release")
    return people[1:]


@pytest.fixture(scope="module")
def submitted(students):
    """What Ada saw until she had submitted a right notebook, and Ben one with nothing in it."""
    ada, ben = students
    for student in students:
        student.assignment("fetch", COURSE, NAME)
    notebook = nbformat.from_dict(ada.read(PATH))
    ada.write_notebook(PATH, answered(notebook, source_notebook(NAME)))
    seen = {
        "validated": ada.validate(PATH),
        "printed": ada.run([c.source for c in notebook.cells if c.cell_type == "code"][:3], NAME),
    }
    for student in students:
        student.assignment("submit", COURSE, NAME)
    return seen


@pytest.fixture(scope="module")
def graded(submitted, students, ines):
    """The scores in the formgrader by student, with feedback released."""
    formgrader(ines, "assignment/{}/collect")
    for student in students:
        formgrader(ines, f"submission/{{}}/{student.name}/autograde")
    formgrader(ines, "assignment/{}/generate_feedback")
    formgrader(ines, "assignment/{}/release_feedback")
    submissions = ines.get(f"/services/{COURSE}/formgrader/api/submissions/{NAME}")
    return {each["student"]: (each["score"], each["max_score"]) for each in submissions}


def test_only_the_class_is_let_in(hub):
    ada = hub.settings.students[0]
    for name, password in (
        (ada, "not hers"),
        (ada, hub.passwords[hub.settings.students[1]]),
        (hub.settings.grader, ""),
        ("root", ""),
    ):
        with pytest.raises(SessionError, match="not let in"):
            Session(hub.url, name, password)


def test_a_student_fetches_runs_validates_and_submits(submitted):
    assert submitted["validated"] == ""
    assert submitted["printed"]


def test_the_instructor_collects_and_grades(graded, students):
    ada, ben = students
    score, full = graded[ada.name]
    assert score == full == graded[ben.name][1]
    assert graded[ben.name][0] == 0


def test_a_student_reads_the_feedback(graded, students):
    for student in students:
        student.assignment("fetch_feedback", COURSE, NAME)
        [folder] = student.read(f"{NAME}/feedback")
        page = student.read(f"{folder['path']}/{NAME}.html")
        assert re.search(r"\b11\b", page)
