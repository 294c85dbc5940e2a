"""Numbers that were typed with a comma or too few digits, and results that were rounded."""

import numpy as np
import pytest
from check.test_runner import make, said

from course.check.compare import describe_rounding, describe_typed, is_shortened, rounded_to


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ((8, 1), "A comma makes two numbers of it. Write a point: 8.1"),
        (0.13, "That is the right number, cut off after 2 digits. Give at least 3 of them."),
        (0.14, "That is the right number, rounded to 2 digits. Give at least 3 of them."),
        (0.135, ""),
        (0.2, ""),
        (-0.14, ""),
        (float("nan"), ""),
        ("0.13", ""),
    ],
)
def test_a_number(typed, says):
    assert describe_typed(typed, np.exp(-2), 4e-3) == says


def test_a_whole_number_has_no_decimal_comma():
    assert describe_typed((2, 1), 3, 1e-6) == ""


def test_digits_that_changed_places():
    for typed in (179.64, 197.46, 719.46):
        assert "two neighbours among them" in describe_typed(typed, 179.46, 1e-5)
    for typed in (146.79, 179.49, 199.46, 179.46):
        assert describe_typed(typed, 179.46, 1e-5) == ""
    assert describe_typed(265, 256, 1e-5) == ""  # with three digits it may be chance


@pytest.mark.parametrize(
    ("typed", "full", "is_it"),
    [
        (20.77, 20.767442, True),
        (20.76, 20.767442, True),
        (20.7, 20.767442, True),
        (0.28, 0.283, False),  # two digits may be so by chance
        (21, 20.767442, False),
        (20.78, 20.767442, False),
        (None, 20.767442, False),
    ],
)
def test_a_number_with_fewer_digits(typed, full, is_it):
    assert is_shortened(typed, full) == is_it


def test_a_mistake_is_known_by_fewer_digits_and_else_the_first_step_is_said():
    case = {"arguments": [], "expected": 8, "mistakes": [[0, {"value": 20.767442}]]}
    options = {"parameters": [], "variables": ["n"], "mistakes": ["Subtract."], "case": case}
    checker = make(None, first_step="Put it in.", **options)
    assert "likely    Subtract." in said(checker, 20.77)
    assert "not the right number. Put it in." in said(checker, 19.5)
    assert "Put it in" not in said(checker, -8) + said(checker, "8")
    row = make(None, **options | {"case": case | {"expected": [8, 9]}})
    assert "the task asks for a list" in said(row, 20.77)


def test_a_list_of_numbers():
    assert "Write points: 3.0" in describe_typed([3, 0, 1, 5, 3, 4], [3.0, 1.5, 3.4], 1e-6)
    assert describe_typed([3.0, 1.5], [3.0, 1.5, 3.4], 1e-6) == ""


RIGHT = np.array([0.123456789, 0.876543211])


@pytest.mark.parametrize("decimals", [1, 2, 3, 4, 5])
def test_a_rounded_result_is_told_however_close_it_is(decimals):
    assert rounded_to(RIGHT.round(decimals), RIGHT) == decimals
    assert "Do not round" in describe_rounding((RIGHT, RIGHT.round(decimals)), (RIGHT, RIGHT))


@pytest.mark.parametrize(
    "value",
    [
        RIGHT,
        RIGHT + 1e-13,
        RIGHT.astype(np.float32),
        RIGHT.round(7),  # as good as all
        np.array([0.0, 1.0]),  # whole numbers come about in other ways
        np.array([0.12, 0.8]),  # of other numbers
    ],
)
def test_what_is_not_rounded_is_not_said_to_be(value):
    assert rounded_to(value, RIGHT) is None
    assert rounded_to(np.array([0.5, 0.25]), np.array([0.5, 0.25])) is None
