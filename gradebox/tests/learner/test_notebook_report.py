"""A learner's report, from results made by hand."""

from io import StringIO
from pathlib import Path

import pytest
from gradebox.commands.solution import command_for
from gradebox.learner.course import Passage, Place
from gradebox.learner.grade_notebook import ExerciseResult, NotebookResult, TestResult
from gradebox.learner.notebook_report import NOT_ATTEMPTED, RIGHT, NotebookReport, make_report
from gradebox.learner.progress import Standing
from gradebox.verdict_kinds import Kind, Verdict
from rich.console import Console


def test_follow_through_credit_is_told_once_for_an_exercise_that_is_right():
    told = "Your `attend` is right; it was handed wrong values by your `softmax`."
    credited = Verdict(Kind.PASSED, told, followed=("softmax",))
    tests = (
        TestResult("values", 2, 2, credited),
        TestResult("edges", 1, 1, credited),
        TestResult("errors", 1, 1, Verdict(Kind.PASSED, "passed")),
    )
    exercise = ExerciseResult("attend", tests, Place("Exercise 2"), "attempt")
    result = NotebookResult((exercise,), [], [], "")
    report = make_report("05", result, {"05": {"attend": Standing(4, 4)}}, {"05": 4.0}, [])
    (row,) = report.rows
    assert (row.state, row.says) == (RIGHT, told)


def test_what_was_granted_to_an_exercise_that_is_partly_right_does_not_call_it_right():
    credited = Verdict(Kind.PASSED, "Your `attend` is right; …", followed=("softmax",))
    tests = (
        TestResult("values", 2, 2, credited),
        TestResult("edges", 0, 1, Verdict(Kind.CHECK, "No.")),
    )
    exercise = ExerciseResult("attend", tests, Place("Exercise 2"), "attempt")
    result = NotebookResult((exercise,), [], [], "")
    report = make_report("05", result, {"05": {"attend": Standing(3, 2)}}, {"05": 3.0}, [])
    (row,) = report.rows
    assert row.says == "edges: No. Tests of it that were passed ran with a right `softmax`."


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (Place("Exercise 5, optional: leaks"), "It is optional."),
        (Place("Line 4", taught=Passage("Optional: page two")), "It is optional."),
        (Place("Exercise 5: optionals"), ""),
    ],
)
def test_an_optional_exercise_without_an_answer_is_called_optional(place, says):
    tests = (TestResult("values", 0, 2, Verdict(Kind.CHECK, "No.")),)
    result = NotebookResult((ExerciseResult("leaks", tests, place, ""),), [], [], "")
    report = make_report("06", result, {"06": {"leaks": Standing(0, 0)}}, {"06": 2.0}, [])
    (row,) = report.rows
    assert (row.state, row.says) == (NOT_ATTEMPTED, says)


def test_each_wrong_letter_of_an_exercise_is_told():
    wrong = [Verdict(Kind.CHECK, "no", facts=(("seen", f"Another letter: {i}"),)) for i in "ab"]
    right = Verdict(Kind.PASSED, "", reasons=("A sum has no order.",))
    tests = (
        *(TestResult(f"law_{i}", 0, 1, verdict) for i, verdict in enumerate(wrong)),
        TestResult("law_2", 1, 1, right),
    )
    exercise = ExerciseResult("law", tests, Place("Laws"), "attempt")
    result = NotebookResult((exercise,), [], [], "")
    report = make_report("05", result, {"05": {"law": Standing(1, 3)}}, {"05": 3.0}, [])
    (row,) = report.rows
    assert row.facts == [("law_0", "Another letter: a"), ("law_1", "Another letter: b")]
    assert row.reasons == ["law_2: A sum has no order."]


def test_what_to_do_next_about_an_exercise_that_calls_a_wrong_function():
    blamed, own = Verdict(Kind.CHECK, "No.", earlier="softmax"), Verdict(Kind.CHECK, "No.")
    place = Place("Exercise 2", hints=(Passage("Hint 1"),))
    for others, says in (((), "First get softmax right."), ((own,), "Open “Hint 1”.")):
        tests = tuple(TestResult(f"values{i}", 0, 1, v) for i, v in enumerate([blamed, *others]))
        exercise = ExerciseResult("attend", tests, place, "attempt")
        result = NotebookResult((exercise,), [], [], "")
        report = make_report("05", result, {"05": {"attend": Standing(0, 1)}}, {"05": 1.0}, [])
        (row,) = report.rows
        assert row.next.startswith(says)
        assert (row.passage is None) == (not others)


@pytest.mark.parametrize(
    ("assignment", "course", "says"),
    [
        ("a", {"a": (2, 2), "b": (2, 2), "c": (1, 2)}, "Go on with c."),
        (
            "c",
            {"a": (0, 2), "c": (2, 2)},
            "That was the last notebook. In a there are points left.",
        ),
        (
            "b",
            {"a": (0, 2), "b": (2, 2), "c": (2, 2)},
            "Those after it have full marks. In a there are points left.",
        ),
        ("c", {"a": (2, 2), "c": (2, 2)}, ""),
    ],
)
def test_after_full_marks_the_way_onward_is_said(assignment, course, says):
    report = NotebookReport(assignment, 2, 2, [], [], course)
    assert report.onward_says == says


def test_a_notebook_without_headings_names_none_to_read():
    tests = (TestResult("values", 0, 2, Verdict(Kind.CHECK, "No.")),)
    result = NotebookResult((ExerciseResult("leaks", tests, Place(""), "attempt"),), [], [], "")
    report = make_report("06", result, {"06": {"leaks": Standing(0, 0)}}, {"06": 2.0}, [])
    (row,) = report.rows
    assert row.next.startswith("Read what stands above it once more.")
    assert row.passage is None


def test_a_notebook_without_tests_has_no_full_marks():
    report = make_report("06", NotebookResult((), [], [], ""), {"06": {}}, {"06": 0.0}, [])
    assert report.headline == "06: 0 of 0 points, 0 of 0 exercises right."


def test_of_a_test_without_points_its_verdict_counts():
    assert TestResult("values", 0, 0, Verdict(Kind.CHECK, "No.")).has_failed
    assert not TestResult("values", 0, 0, Verdict(Kind.PASSED, "passed")).has_failed


def test_the_command_that_shows_a_solution_is_the_one_for_this_notebook():
    tests = (TestResult("values", 0, 2, Verdict(Kind.CHECK, "No.")),)
    result = NotebookResult((ExerciseResult("leaks", tests, Place(""), "attempt"),), [], [], "")
    standings = {"06": {"leaks": Standing(0, 2, ["1", "2", "3"])}}
    shows = {"leaks": command_for("solution", Path("my work.ipynb"), Path(), "leaks")}
    report = make_report("06", result, standings, {"06": 2.0}, [], commands=shows)
    console = Console(width=200, file=StringIO())
    console.print(report.as_text())
    assert shows["leaks"].endswith(" solution 'my work.ipynb' leaks --course .")
    assert f"Its solution is open: {shows['leaks']}" in console.file.getvalue()
