"""Self-attention: slips that are found, and mended, and nothing else blamed."""

import numpy as np
import pytest

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
        ({3: [0, 1], 5: [0, 1]}, "not the right numbers yet: line 5"),
        ({3: [0, 1.02], 5: [0, 1, 1]}, "not the right numbers yet: line 3"),
        ({3: [0, np.nan], 5: [0, 1, 1]}, "not the right numbers yet: line 3"),
        ({3: "0, 1", 5: [0, 1, 1]}, "Line 3 has no row of numbers"),
        ({3: [[0, 1]], 5: [0, 1, 1]}, "Line 3 has a pair of brackets too many"),
        ({3: 0, 5: [0, 1, 1]}, "Line 3 got a single number: write its whole row"),
        ({"3": [0, 1]}, "without quotes"),
        ({i: [0, 0] for i in range(1, 13)}, "0 of 2. Name only the lines that you have found"),
        ([3, 5], "This should be a dict, and it is a list."),
    ],
)
def test_what_is_missing_is_counted_and_not_told(mended, says):
    assert says in slips_mended(mended, WANTED, 0.011)


def test_lines_that_are_right_are_not_to_be_blamed():
    assert nothing_blamed({3: [0, 1]}, [3, 5], 12) == ""
    assert nothing_blamed({3: [0, 1], 4: [1, 1]}, [3, 5], 12) == (
        "1 of the lines that you name is right as printed."
    )
    assert "no line 13: its lines are 1 to 12" in nothing_blamed({13: [1, 5]}, [3, 5], 12)
    assert "without quotes" in nothing_blamed({"3": [0, 1]}, [3, 5], 12)
    assert nothing_blamed({}, [3, 5], 12) == "No line is named yet."
    assert "should be a dict" in nothing_blamed([3], [3, 5], 12)
