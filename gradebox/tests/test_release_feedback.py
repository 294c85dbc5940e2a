"""A student's nbgrader finds the feedback, whatever the name of the student's file."""

import shutil

import pytest
from exchange_course import NAME, ExchangeCourse
from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeFactory

import gradebox

FILES = {
    "ada": f"{NAME}.ipynb",
    "ben": f"{NAME} (1).ipynb",
    "cy": f"{NAME}-Copy2.ipynb",
    "di": "essay.ipynb",
}


@pytest.fixture
def here(tmp_path):
    """A course in which feedback on one submission of each student has been made."""
    course = ExchangeCourse(tmp_path / "course")
    gradebox.configure(course.config)
    for student, file in FILES.items():
        folder = course.hand_in(student, "11:00")
        (folder / f"{NAME}.ipynb").rename(folder / file)
        shutil.copytree(folder, course.place(student))
        kept = "+".join(folder.name.split("+")[:3])  # as the student's nbgrader keeps it
        shutil.copytree(folder, tmp_path / "cache" / student / "course" / kept)
        page = course.place(student, "feedback")
        shutil.copytree(folder, page, ignore=shutil.ignore_patterns("*.ipynb"))
        (page / f"{NAME}.html").write_text(f"for {student}", encoding="utf-8")
    return course


def step(here, name, student):
    """Have nbgrader do one step with the exchange, for a student or with "*" for all."""
    config = here.config
    course = CourseDirectory(config=config, assignment_id=NAME, student_id=student)
    made = getattr(ExchangeFactory(config=config), name)(
        coursedir=course, authenticator=Authenticator(config=config), config=config
    )
    made.start()


def fetched(here, tmp_path, student):
    """Return what the student has after `nbgrader fetch_feedback`, by the file's name."""
    here.config.Exchange.cache = str(tmp_path / "cache" / student)
    here.config.Exchange.assignment_dir = str(tmp_path / student)
    step(here, "fetch_feedback", student)
    return {page.name: page.read_text() for page in (tmp_path / student).rglob("*.html")}


def test_feedback_is_fetched_under_the_name_of_the_students_own_file(here, tmp_path):
    step(here, "release_feedback", "ben")
    assert len(list((here.root / "exchange" / "course" / "feedback").iterdir())) == 2
    step(here, "release_feedback", "*")
    assert {student: fetched(here, tmp_path, student) for student in FILES} == {
        "ada": {f"{NAME}.html": "for ada"},
        "ben": {f"{NAME} (1).html": "for ben"},
        "cy": {f"{NAME}-Copy2.html": "for cy"},
        "di": {},  # whose file is no notebook of the assignment
    }
