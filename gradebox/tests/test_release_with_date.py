"""The due date stands in what students fetch, and nowhere else."""

import json

import pytest
from exchange_course import NAME, ExchangeCourse
from gradebox.release_with_date import Release, add_line
from nbformat import validate
from nbformat.v4 import new_markdown_cell, new_notebook, writes
from nbgrader.auth import Authenticator
from nbgrader.exchange import ExchangeError


@pytest.fixture
def here(tmp_path):
    course = ExchangeCourse(tmp_path)
    folder = tmp_path / "release" / NAME
    folder.mkdir(parents=True)
    notebook = new_notebook(cells=[new_markdown_cell("# Title ü"), new_markdown_cell("Text")])
    (folder / f"{NAME}.ipynb").write_text(writes(notebook), encoding="utf-8")
    course.config.ExchangeReleaseAssignment.force = True
    return course


def released(here):
    """Release the assignment; return the texts of its cells as students fetch them."""
    config = here.config
    Release(
        coursedir=here.course, authenticator=Authenticator(config=config), config=config
    ).start()
    path = here.inbound.parent / "outbound" / NAME / f"{NAME}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    validate(notebook)
    return ["".join(cell["source"]) for cell in notebook["cells"]]


def test_a_release_names_the_due_date_below_the_title(here):
    title, date, text = released(here)
    assert (title, text) == ("# Title ü", "Text")
    assert date.startswith("**Hand in by 2026-03-01 12:00 UTC.**")
    here.deadlines("due = 2026-03-02 12:00:00Z")
    assert "03-02" in released(here)[1]
    (here.root / "deadlines.toml").unlink()
    assert released(here) == ["# Title ü", "Text"]


def test_wrong_dates_are_said_and_leave_the_release_as_it_was(here):
    before = released(here)
    here.deadlines("due = 'soon'")
    with pytest.raises(ExchangeError, match=r"deadlines.toml is not followed: \[ps1\] due"):
        released(here)
    (here.root / "deadlines.toml").unlink()
    path = here.inbound.parent / "outbound" / NAME / f"{NAME}.ipynb"
    assert len(json.loads(path.read_text(encoding="utf-8"))["cells"]) == len(before)


def test_an_old_notebook_without_ids_and_an_empty_one_stay_valid():
    for minor, cells in ((4, [{"cell_type": "code"}]), (5, [])):
        notebook = {"nbformat": 4, "nbformat_minor": minor, "cells": list(cells)}
        add_line(notebook, "Due")
        assert notebook["cells"][0]["source"] == "Due"
        assert ("id" in notebook["cells"][0]) == (minor == 5)
