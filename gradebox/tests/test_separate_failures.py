"""The record of a test that failed apart: whether being apart was the cause."""

import sqlite3

import pytest
from gradebox.separate.failure_record import describe
from two_processes import student

CODE = "import sqlite3\nlink = sqlite3.connect(':memory:')\nclosed = sqlite3.connect(':memory:')\n"
CODE += "closed.close()"


def _reason(names, test):
    with pytest.raises(Exception, match=r"closed database|must be") as caught:
        test()
    return describe(caught.value, str(caught.value), {}, names.foreign)["not_apart"]


def test_what_an_object_of_a_librarys_raises_there_is_the_answers_own_mistake():
    with student(CODE) as names:
        closed = names.fetch("closed")
        assert names.foreign
        assert _reason(names, lambda: closed.cursor()) == ""


def test_what_a_stand_in_cannot_do_here_is_no_mistake_of_the_answers():
    with student(CODE) as names:
        link = names.fetch("link")
        assert "stays with the answers" in _reason(names, lambda: sqlite3.Cursor(link))
