"""The parts that students are not given: known by the course's marks, flagged if handed in."""

import json
import shutil

import nbformat
import pytest
from gradebox.admission import Admission
from gradebox.admission.notebook import admit_notebook
from gradebox.assignments import generate
from gradebox.originals import original_in
from grading import TINY, answered, source_notebook, tiny_course
from nbformat.v4 import new_markdown_cell
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from test_other_course import EXAMPLE, NAME
from traitlets.config import Config

MARKS = {
    "BEGIN HIDDEN TESTS": "HIDE FROM HERE",
    "END HIDDEN TESTS": "HIDE UP TO HERE",
    "BEGIN SOLUTION": "ANSWER:",
    "END SOLUTION": ":ANSWER",
    "BEGIN MARK SCHEME": "FOR THE MARKER",
    "END MARK SCHEME": "NO MORE OF IT",
}
TASK = "Draw it.\n=== BEGIN MARK SCHEME ===\nA point for each axis.\n=== END MARK SCHEME ==="


def flags(content, notebook) -> dict[str, str]:
    content = content if isinstance(content, bytes) else json.dumps(content).encode()
    return {flag.kind: flag.text for flag in admit_notebook(content, notebook, Admission())[1]}


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """nbgrader's example with marks of the course's own and a task; the course and its release."""
    root = tmp_path_factory.mktemp("example")
    shutil.copytree(EXAMPLE / "source" / NAME, root / "source" / NAME)
    for path in (root / "source" / NAME).glob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        mark = {"grade": False, "solution": False, "locked": False, "task": True, "points": 2}
        task = new_markdown_cell(TASK)
        task.metadata["nbgrader"] = {"schema_version": 3, "grade_id": "draw", **mark}
        notebook.cells.append(task)
        text = nbformat.writes(notebook)
        for stock, own in MARKS.items():
            text = text.replace(stock, own)
        path.write_text(text)
    config = Config()
    config.ClearHiddenTests.begin_test_delimeter = "HIDE FROM HERE"
    config.ClearHiddenTests.end_test_delimeter = "HIDE UP TO HERE"
    config.ClearSolutions.begin_solution_delimeter = "ANSWER:"
    config.ClearSolutions.end_solution_delimeter = ":ANSWER"
    config.ClearMarkScheme.begin_mark_scheme_delimeter = "FOR THE MARKER"
    config.ClearMarkScheme.end_mark_scheme_delimeter = "NO MORE OF IT"
    config.GenerateAssignment.no_database = True
    config.SaveCells.enabled = False
    config.CourseDirectory.root = str(root)
    course = CourseDirectory(config=config, assignment_id=NAME)
    generate(NAME, config=config, course=course, release=root / "release")
    return root, original_in(Autograde(coursedir=course, config=config), NAME)


@pytest.mark.parametrize("name", ["problem1", "problem2"])
def test_an_untouched_release_of_a_course_with_its_own_marks_raises_no_flag(example, name):
    root, original = example
    released = (root / "release" / "." / NAME / f"{name}.ipynb").read_bytes()
    assert not any(own.encode() in released for own in MARKS.values())
    assert flags(released, original.notebooks[name]) == {}


def test_a_copy_of_the_source_is_flagged_and_a_changed_test_still_is(example):
    root, original = example
    notebook = original.notebooks["problem1"]
    source = nbformat.read(root / "source" / NAME / "problem1.ipynb", as_version=4)
    seen = flags(source, notebook)
    assert list(seen) == ["secret"]
    assert "holds text that only source/ has" in seen["secret"]
    for cell in source.cells:
        if cell.metadata.get("nbgrader", {}).get("locked"):
            cell.source += "\npass"
    assert "changed" in flags(source, notebook)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    root = tiny_course(tmp_path_factory.mktemp("tiny"))
    path = root / "source" / TINY / f"{TINY}.ipynb"
    text = path.read_text().replace(
        "return twice_of_x", "return twice_of_x  # not in place, as lists can be long"
    )
    path.write_text(text)
    config = Config(CourseDirectory=Config(root=str(root)))
    course = CourseDirectory(config=config, assignment_id=TINY)
    notebook = original_in(Autograde(coursedir=course, config=config), TINY).notebooks[TINY]
    handed_out = source_notebook(TINY, root)
    for cell in handed_out.cells:
        cell.source = notebook.handed_out[cell.metadata.nbgrader.grade_id]
    return notebook, handed_out, source_notebook(TINY, root)


@pytest.mark.parametrize(
    ("code", "is_flagged"),
    [
        ("def double(x):\n    return 2 * x", False),
        ("def double(x):\n    twice_of_x = 2 * x\n    return twice_of_x", False),  # anybody's
        ("def double(x):\n    twice_of_x = 2 * x  # (n, d)\n    return twice_of_x", False),
        ("assert double(21) == 42", False),  # a guess, once
        ("assert double(21) == 42\nassert double(0) == 0", True),
        ("twice_of_x = 2 * x\nreturn twice_of_x  # not in place, as lists can be long", True),
        ("### BEGIN SOLUTION\nreturn 2 * x\n### END SOLUTION", True),
        ("### BEGIN HIDDEN TESTS", True),
    ],
)
def test_what_is_anybodys_is_not_flagged(tiny, code, is_flagged):
    notebook, handed_out, source = tiny
    assert ("secret" in flags(answered(handed_out, source, double=code), notebook)) is is_flagged


def test_a_copy_of_the_tiny_source_is_flagged(tiny):
    notebook, handed_out, source = tiny
    assert flags(handed_out, notebook) == {}
    assert list(flags(source, notebook)) == ["secret"]
