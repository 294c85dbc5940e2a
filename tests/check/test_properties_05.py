"""Self-attention: slips that are found, and mended, and nothing else blamed."""

import numpy as np
import pytest

from course.check.proofreading import describe_line
from course.check.properties import nothing_blamed, slips_mended

WANTED = {3: [0, 1], 5: [0, 1, 1]}


@pytest.mark.parametrize(
    "mended",
    [
        {3: [0, 1], 5: [0, 1, 1]},
        {5: (0.0, 1.005, 0.995), 3: np.array([0.0, 1.0]), 9: [7]},
    ],
)
def test_mended_slips_pass_whatever_else_is_named(mended):
    assert slips_mended(mended, WANTED, 0.011) == ""


@pytest.mark.parametrize(
    ("mended", "says"),
    [
        ({}, "Found and mended: 0 of 2."),
        ({3: [0, 1]}, "Found and mended: 1 of 2."),
        ({3: [0, 1], 5: [0, 1]}, "Line 5 needs 3 numbers, and has 2."),
        (
            {3: [0, 1.02], 5: [0, 1, 1]},
            "Line 3 is not right yet in its number 2; the others are right.",
        ),
        ({3: [2, np.nan], 5: [0, 1, 1]}, "Line 3 has not the right numbers yet."),
        ({3: "0, 1", 5: [0, 1, 1]}, "Line 3 has no row of numbers"),
        ({3: [[0, 1]], 5: [0, 1, 1]}, "Line 3 has a pair of brackets too many"),
        ({3: 0, 5: [0, 1, 1]}, "Line 3 got a single number: write its whole row"),
        ({"3": [0, 1]}, "without quotes"),
        ({i: [0, 0] for i in range(1, 13)}, "0 of 2. Name only the lines that you have found"),
        ([3, 5], "This should be a dict, and it is a list. Write it as in {13: [1, 5]}."),
        ({2: [0, 1], 4: [0, 1, 1]}, "0 of 2. Lines are numbered from 1, as on the page."),
        ({3: [1, 0]}, "Line 3 has the right numbers in another order."),
        ({5: [0, 0, 0]}, "Line 5 is not right yet in its numbers 2 and 3; the rest is right."),
    ],
)
def test_what_is_missing_is_counted_and_not_told(mended, says):
    assert says in slips_mended(mended, WANTED, 0.011)


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ([0.7, 0.7, 1.4], ""),
        ([0.71, 0.71, 1.39], "is not right yet in its number 3; the others are right."),
        ([0.5, 0.71, 1], "is not right yet in its numbers 1 and 3; the rest is right."),
        ([0.71, 0.71, 1.14], "has the digits of a number in another order."),
        ([0.5, 0.5, 1], "was divided by 2."),
        ([0.5, 0.5, 1.1], "has not the right numbers yet."),
        ([], "needs 3 numbers, and has 0."),
    ],
)
def test_what_is_off_in_a_line_is_said(numbers, says):
    known = [([0.5, 0.5, 1], "was divided by 2.")]
    assert describe_line(numbers, [0.71, 0.71, 1.41], 0.011, known) == says


def test_a_line_of_too_few_digits_is_said_to_be_one():
    says = "is rounded too far, or too early: give 3 digits after the point."
    assert describe_line([0.0, 0.98, 0.02], [0.0, 0.982, 0.018], 0.0011) == says


def test_a_line_that_is_mended_in_part_is_not_said_to_be_as_printed():
    known = [([1.0932, 6.67, 1.58], "is as printed.")]
    right = [1.9366, 6.6831, 1.5951]
    assert describe_line([1.09, 6.67, 1.58], right, 0.011, known) == "is as printed."
    assert "its number 1;" in describe_line([1.0932, 6.68, 1.6], right, 0.011, known)


@pytest.mark.parametrize(
    ("mended", "says"),
    [
        ({4: [1, 0], 6: [0.731, 0.269]}, "Line 6 fits your line 4: mend that one first."),
        ({4: [2, 0], 6: [0.731, 0.269]}, "Line 6 has not the right numbers yet."),
        ({6: [0.731, 0.269]}, "Line 6 has not the right numbers yet."),
        ({4: [1], 6: [1]}, "Line 6 needs 2 numbers, and has 1."),
        ({4: "1, 0", 6: [0.731, 0.269]}, "Line 6 has not the right numbers yet."),
        ({4: [0, 0], 6: [0.5, 0.5]}, ""),
        ({4: [0, 0], 6: [1, [2, 3]]}, "Line 6 has no row of numbers: write it as [0.5, 1]."),
    ],
)
def test_a_line_that_follows_from_another_wrong_one(mended, says):
    found = slips_mended(mended, {6: [0.5, 0.5]}, 0.0011, None, {6: (4, "softmax")})
    assert found.removeprefix("Found and mended: 0 of 1. ") == says


def test_a_line_that_is_divided():
    found = slips_mended({6: [2, 0], 9: [1.41, 0]}, {9: [1, 1]}, 0.01, None, {9: (6, "root of 2")})
    assert found.endswith("Line 9 fits your line 6: mend that one first.")


def test_lines_that_are_right_are_not_to_be_blamed():
    assert nothing_blamed({3: [0, 1]}, [3, 5], 12) == ""
    assert nothing_blamed({3: [0, 1], 4: [1, 1]}, [3, 5], 12) == (
        "1 of the lines that you name is right as printed."
    )
    assert "no line 13: its lines are 1 to 12" in nothing_blamed({13: [1, 5]}, [3, 5], 12)
    assert "without quotes" in nothing_blamed({"3": [0, 1]}, [3, 5], 12)
    assert nothing_blamed({}, [3, 5], 12) == "No line is named yet."
    assert "should be a dict" in nothing_blamed([3], [3, 5], 12)
