"""A call on one line: small arrays can be worked out by hand, large ones show their shape."""

import numpy as np
import pytest

from course.check.call_in_words import call_in_words, gave_in_words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.array([1.0, 0.5]), "f(x=[1, 0.5])"),
        (np.array([[1, 2], [3, 4]]), "f(x=[[1, 2], [3, 4]])"),
        (np.array([[True, False]]), "f(x=[[True, False]])"),
        (np.zeros((3, 4)), "f(x (3, 4))"),
        (["a", "b"], "f(x=['a', 'b'])"),
        (2, "f(x=2)"),
        ("x" * 50, f"f(x='{'x' * 36}...)"),
    ],
)
def test_arguments(value, words):
    assert call_in_words("f", ("x",), (value,)) == words


def test_more_numbers_are_written_out_where_one_of_them_is_asked_for():
    assert call_in_words("f", ("x",), (np.zeros((3, 3)),), most=9).count("0") == 9
    assert call_in_words("f", ("x",), (np.zeros((3, 4)),), most=9) == "f(x (3, 4))"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (2 / 3, "0.666667"),
        (True, "True"),
        (None, "None"),
        (np.array([1 / 3]), "[0.333333]"),
        (np.zeros((3, 4)), "an array of (3, 4)"),
        ((np.zeros(2), np.zeros((2, 5))), "output [0, 0], weights an array of (2, 5)"),
        ((1, 2, 3), "(1, 2, 3)"),
        ((1,), "(1,)"),
        (object(), "something of type object"),
        ([np.zeros(2)], "a list of 1 array"),
        (np.str_("cat"), "'cat'"),
        (np.False_, "False"),
        ([np.float64(1 / 3), 2, "a", [np.int64(4)]], "[0.333333, 2, 'a', [4]]"),
        ([0] * 50, f"[{'0, ' * 12}..."),
    ],
)
def test_results(value, words):
    assert gave_in_words(value, ("output", "weights")) == words
    assert call_in_words("f", (), (), words) == f"f() gave {words}"


def test_a_list_that_was_appended_to_itself():
    pairs = [("a", 1)]
    pairs.append(pairs)
    assert gave_in_words(pairs) == "[('a', 1), ...]"
    row = [1.0]
    assert gave_in_words([row, row]) == "[[1], [1]]"  # in two places, and not in itself
