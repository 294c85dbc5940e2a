"""Numbers that were typed with a comma or too few digits, and results that were rounded."""

import numpy as np
import pytest

from course.check.compare import describe_rounding, describe_typed, rounded_to


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
