"""Hints and points of the real notebooks, as a learner alone is told of them."""

import json

import pytest
from gradebox.learner.course import Course, places
from grading import ROOT

COURSE = Course(ROOT)


def cell(kind, *lines, answers=""):
    mark = {"nbgrader": {"grade_id": answers, "solution": True}} if answers else {}
    return {"cell_type": kind, "source": [f"{line}\n" for line in lines], "metadata": mark}


def test_a_hint_belongs_to_the_next_answer_under_its_heading():
    text = "<details><summary>{}</summary>words</details>".format
    notebook = {
        "cells": [
            cell("markdown", "# Title", text("Hint")),
            cell("markdown", "### Exercise 1: `f` (4 points, half is written)", text("Hint 1")),
            cell("markdown", text("What to see"), text("Hint 2")),
            cell("code", "x", answers="f"),
            cell("code", "y", answers="g"),
            cell("markdown", "## Next"),
            cell("code", "z", answers="h"),
        ]
    }
    found = {
        name: (place.heading, [hint.title for hint in place.hints], place.taught.title)
        for name, place in places(notebook).items()
    }
    assert found == {
        "f": ("Exercise 1: f", ["Hint 1", "Hint 2"], "Title"),
        "g": ("Exercise 1: f", [], "Title"),
        "h": ("Next", [], "Next"),
    }


def test_a_comment_in_code_is_no_heading():
    hint = "<details><summary>Hint</summary>words</details>"
    code = (
        ("```python", "# divide", "x / 2", "```"),
        ("~~~~", "# divide", "~~~~"),
        ("```# x``` is x",),
    )
    for lines in code:
        texts = (
            cell("markdown", "## Softmax", *lines, hint),
            cell("markdown", "```", "# to the end"),
        )
        found = places({"cells": [*texts, cell("code", "x", answers="f")]})["f"]
        assert (found.heading, found.taught.title) == ("Softmax", "Softmax")
        assert [each.title for each in found.hints] == ["Hint"]


@pytest.mark.parametrize("name", COURSE.names)
def test_every_notebook_has_points_and_hints(name):
    assert COURSE.points()[name] > 10
    found = places(json.loads(COURSE.source(name).read_text(encoding="utf-8")))
    assert all(place.heading and place.taught.cell for place in found.values())
    assert sum(bool(place.hints) for place in found.values()) >= 1
