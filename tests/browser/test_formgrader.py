"""The formgrader, as an instructor uses it: grade by its button, look at a submission."""

import json
import re

import nbformat
import pytest
from browser.test_feedback_page import hostile_outputs
from gradebox.classroom import Classroom
from grading import answered, hand_in, source_notebook
from playwright.sync_api import Page, expect
from test_feedback_safety import HTML

from authoring.demo_answers import WRONG, wrong_cells

NAME = "00-start-here"
SECONDS = 60


@pytest.fixture(scope="module")
def room(lab):
    """The course that JupyterLab shows, with three submissions and no gradebook yet."""
    room = Classroom(lab.root)
    source = source_notebook(NAME)
    release = nbformat.read(lab.root / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    hand_in(room, NAME, "ada", answered(release, source))
    hand_in(room, NAME, "bob", b"half a fi")
    hand_in(room, NAME, "cy", answered(release, source, **wrong_cells(NAME)))
    return room


def points() -> dict[str, float]:
    marks = [cell.metadata.get("nbgrader", {}) for cell in source_notebook(NAME).cells]
    return {mark["grade_id"]: float(mark["points"]) for mark in marks if mark.get("grade")}


def expected(student: str) -> dict[str, float]:
    lost = {cell for wrong in WRONG[NAME] for cell in wrong.loses} if student == "cy" else set()
    return {cell: 0 if cell in lost else worth for cell, worth in points().items()}


def press_autograde(page: Page, student: str):
    """Press the button in the student's row; return the row and the dialog that comes."""
    page.goto(f"/formgrader/manage_submissions/{NAME}")
    row = page.locator("tr").filter(has=page.locator(".student-id", has_text=re.compile(student)))
    expect(row.locator(".status")).not_to_be_empty(timeout=SECONDS * 1000)
    row.locator(".autograde a").click()
    dialog = page.locator("#success-modal, #error-modal")
    expect(dialog).to_be_visible(timeout=SECONDS * 1000)
    return row, dialog


@pytest.mark.parametrize("student", ["ada", "cy"])
def test_the_button_grades_a_submission_and_the_page_shows_it(own_page, room, student):
    page = own_page
    row, dialog = press_autograde(page, student)
    expect(dialog).to_contain_text(f"Successfully autograded '{NAME}' for student '{student}'")
    total, of = sum(expected(student).values()), sum(points().values())
    expect(row.locator(".score")).to_have_text(f"{total:g} / {of:g}")
    expect(row.locator(".status")).to_have_text("graded")

    # Open the submission itself: the student's page, then the notebook.
    page.goto(f"/formgrader/manage_students/{student}/{NAME}")
    page.locator(f"a:has-text('{NAME}')").last.click()
    scores = page.locator("input.score")
    expect(scores).to_have_count(len(points()), timeout=SECONDS * 1000)
    for cell, score in expected(student).items():
        field = page.locator(f"[id='{cell}'].score")
        expect(field).to_have_attribute("placeholder", re.compile(rf"^{score:g}(\.0)?$"))
    # The hidden tests are there for the instructor, and the student's own answer.
    text = page.locator("body").inner_text()
    assert "HIDDEN TESTS" in text
    assert ("weights[:, tokens.index(query)]" in text) == (student == "cy")


def test_the_button_says_what_is_wrong_with_a_broken_submission(own_page, room):
    row, dialog = press_autograde(own_page, "bob")
    expect(dialog).to_contain_text("bob: 00-start-here.ipynb of 00-start-here was not graded")
    expect(dialog).to_contain_text("the file is not JSON, so not a notebook")
    expect(row.locator(".status")).to_have_text("needs autograding")


def test_nothing_of_a_students_runs_on_the_page(own_page, lab, room):
    page = own_page
    path = lab.root / "autograded" / "ada" / NAME / f"{NAME}.ipynb"
    if not path.exists():  # the button has graded it above, where that test is run
        assert room.autograde(NAME, "ada").ok
    path.chmod(0o644)
    notebook = nbformat.read(path, as_version=4)
    texts = iter(HTML)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = list(hostile_outputs())
        elif text := next(texts, ""):
            cell.source = f"{text}\n\n[x](javascript:window.ran=1)"
    notebook.metadata["widgets"] = {"application/vnd.jupyter.widget-state+json": {"a": HTML[0]}}
    path.write_text(json.dumps(notebook), encoding="utf-8")
    with room.gradebook() as gradebook:
        submission = gradebook.find_submission_notebook(NAME, NAME, "ada").id

    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/formgrader/submissions/{submission}/")
    expect(page.locator("input.score").first).to_be_visible()
    assert page.evaluate("window.ran") is None
    assert [url for url in asked if not re.match(f"{re.escape(lab.url)}|data:", url)] == []
    links = page.locator("#notebook a").evaluate_all("links => links.map(link => link.href)")
    assert not [link for link in links if link.startswith("javascript:")]
