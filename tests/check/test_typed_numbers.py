"""Numbers that were typed with a comma or too few digits, and results that were rounded."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from check.test_runner import make, said

from course import check
from course.check import Check, CheckFailed
from course.check.describe import NOT_RIGHT, describe
from course.check.rounding import describe_rounding, rounded_to
from course.check.typed_numbers import describe_near, describe_quoted, describe_typed, is_shortened

TWO = "A comma makes two numbers of it."


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ((8, 1), "A comma makes two numbers of it. Write a point: 8.1"),
        ((0, 5), "A comma makes two numbers of it. Write a point in its place."),  # of -0,5, too
        (0.13, "That is the right number, cut off after 2 digits. Give at least 3 of them."),
        (0.14, "That is the right number, rounded to 2 digits. Give at least 3 of them."),
        (0.135, ""),
        (0.2, ""),
        (-0.14, ""),
        (float("nan"), ""),
        ("0.13", ""),
        ((1 / 8, 1), "A comma makes two numbers of it. Write a point in its place."),
        ((1, 35e-2), "A comma makes two numbers of it. One is wanted, with a point."),
        ((20, 0), f"{TWO} Write a point, 20.0, or for thousands no comma, 20000."),
        ((50, 0.0), f"{TWO} Thousands are written without one: 50000."),
        ((0.1, 0.3), ""),
        (0.1, ""),
    ],
)
def test_a_number(typed, says):
    assert describe_typed(typed, np.exp(-2), 4e-3) == says


def test_a_number_beyond_what_numpy_counts_is_simply_wrong():
    for number in (10**30, -(2**63), 10**400):
        assert "not right yet" in said(check.flat_position, number)
    for exact in (Fraction(7, 2), Decimal("3.5")):
        assert "and `float(...)` makes one of it." in said(check.gigabytes, exact)


def test_one_digit_after_many_zeros_and_a_number_cut_off_at_the_last():
    least = "1 digit. Give at least 2 digits after the zeros."
    assert describe_typed(0.0005, 4.54e-4, 0.011) == f"That is the right number, rounded to {least}"
    assert describe_typed(0.0004, 4.54e-4, 0.011).endswith(f"cut off after {least}")
    assert describe_typed(0.0003, 4.54e-4, 0.011) == ""
    assert describe_typed(188, 188.93, 1e-3).endswith("Round it, or give one digit more.")
    assert (
        describe_typed(6.5, 0.4 * 1 + 0.5 * 4 + 0.6 * 7, 1e-6) == ""
    )  # 6.6, as a float a bit less


def test_a_row_with_decimal_commas():
    says = "A comma parts two numbers. Write "
    assert describe_typed([1, 5, 0, 5], [1.5, 0.5], 1e-6) == f"{says}points: 1.5, and so on."
    assert describe_typed([0, 5, 1, 5], [-0.5, 1.5], 1e-6) == f"{says}a point in its place."


def test_a_whole_number_has_no_decimal_comma():
    says = "A comma makes two numbers of it. One number is wanted."
    assert describe_typed((2, 1), 3, 1e-6) == says
    assert describe_typed((3, 0), 3, 1e-6).endswith("Write a point: 3.0")
    assert describe_typed((4, 0), 3, 1e-6).endswith("Write a point: 4.0")


@pytest.mark.parametrize(
    ("typed", "is_said"), [(0.1361, True), (0.135, False), (0.11, False), (None, False)]
)
def test_a_number_that_is_nearly_right(typed, is_said):
    assert ("rounded, or mistyped?" in describe_near(typed, np.exp(-2), 4e-3)) == is_said


def test_digits_that_changed_places():
    for typed in (179.64, 197.46, 719.46):
        assert "two neighbours among them" in describe_typed(typed, 179.46, 1e-5)
    for typed in (146.79, 179.49, 199.46, 179.46):
        assert describe_typed(typed, 179.46, 1e-5) == ""
    assert "two neighbours among them" in describe_typed(0.0424, 512**-0.5, 5e-3)
    assert describe_typed(3.406, 12**0.5, 1.5e-3) == ""  # 3.46 is right, and 3.460 is not
    assert describe_typed(1 / 23, 512**-0.5, 5e-3) == ""  # 0.0434783, where 0.0443783 is near
    assert describe_typed(265, 256, 1e-5) == ""  # with three digits it may be chance


@pytest.mark.parametrize(
    ("typed", "full", "is_it"),
    [
        (20.77, 20.767442, True),
        (20.76, 20.767442, True),
        (20.7, 20.767442, True),
        (0.28, 0.283, False),  # two digits may be so by chance
        (21, 20.767442, False),
        (117, 116.5853, True),
        (116.0, 116.5853, True),
        (118, 116.5853, False),
        (20.78, 20.767442, False),
        (None, 20.767442, False),
        (2.39, 3 * 0.8, False),
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
    square = case | {"mistakes": [[0, {"value": 64}]]}
    assert "square" in said(make(None, **options), 64)
    assert "square" not in said(make(None, **options | {"case": square}), 64)
    row = make(None, **options | {"case": case | {"expected": [8, 9]}})
    assert "That is one number. A row of 2 numbers is wanted." in said(row, 20.77)


def test_a_list_of_numbers():
    assert "Write points: 3.0" in describe_typed([3, 0, 1, 5, 3, 4], [3.0, 1.5, 3.4], 1e-6)
    assert "Write a point in" in describe_typed([3, -5, 1, 5, 3, 4], [3.0, 1.5, 3.4], 1e-6)
    assert describe_typed([3.0, 1.5], [3.0, 1.5, 3.4], 1e-6) == ""


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ([1.5, 3.0, 3.4], "The numbers are right, and stand in another order."),
        ([3.0, 1.5, 3.5], ""),
        ([[3.0, 1.5, 3.4]], "There is a pair of brackets too many"),
        ([[3.0, 1.5, 3.4], [1.0, 2.0, 3.0]], "Those are 2 rows. One row of 3 numbers is wanted."),
        ([3.0, 1.5, [3.4]], ""),
        ([3.0, 1.5002, 3.4], "At [1] (counting from 0): Nearly right: it differs in the later"),
        ([], ""),
        ([np.array(3.0), np.float32(1.5), 3.4], ""),
        ([np.array([3.0, 1.5, 3.4])], "There is a pair of brackets too many"),
    ],
)
def test_a_row(typed, says):
    found = describe_typed(typed, [3.0, 1.5, 3.4], 1e-6)
    assert says in found
    assert bool(found) == bool(says)


def test_one_number_of_a_row_that_is_near_by_chance_is_not_called_nearly_right():
    right = [3.0, 1.5, 3.4]
    assert "Nearly right" in describe([3.001, 1.5, 3.4], right, 1e-6)
    assert "rounded, or mistyped" in describe_typed([3.0, 1.5, 3.4012], right, 1e-6)
    assert describe([3.001, 1.0, 2.0], right, 1e-6).endswith(NOT_RIGHT)


def test_parts_that_are_no_numbers_are_left_alone():
    right = [3.0, np.ones(2)]
    assert "Nearly right" in describe([3.0, np.ones(2) + 1e-4], right, 1e-6)
    assert "Nearly right" in describe([3.005, "text"], [3.01, "text"], 1e-3)


def test_the_right_numbers_of_a_row_are_praised():
    right = [3.0, 1.5, 3.4]
    assert describe([3.0, 1.5, 4.1], right, 1e-6).endswith(f"{NOT_RIGHT} The others are right.")
    assert describe([3.0, 1.7, 4.1], right, 1e-6).endswith(NOT_RIGHT)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (0.5, "Divide first."),
        (-8.1, "The sign is flipped."),
        (10**400, "look for an overflow, a division by 0 or a logarithm of 0."),
        ("8.1", "That is text in quotes. Write the number, or a formula for it, without them."),
        ("8e-1", "That is text in quotes. Write the number, or a formula for it, without them."),
        ("e-05", "Write the number alone: no quotes, and no e before it."),
    ],
)
def test_the_first_step_is_said_where_nothing_else_is(typed, says):
    case = {"says": "a number", "aspect": "values", "arguments": [], "expected": 8.1}
    check = Check.from_data(
        "n",
        {
            "parameters": [],
            "variables": ["n"],
            "tolerance": 1e-6,
            "whole_products": True,
            "mistakes": [],
            "cases": [case | {"mistakes": []}],
            "first_step": "Divide first.",
        },
    )
    with pytest.raises(CheckFailed) as caught:
        check(typed)
    assert caught.value.seen.endswith(says)


def test_text_in_place_of_a_row():
    assert "in square brackets, as in [1, 2.5]" in describe_quoted("3.0 1.5", [3.0, 1.5])
    for formula in ("left[0] @ right", "[3.0, 1.5]", "row"):
        assert describe_quoted(formula, [3.0, 1.5]).endswith("quotes. Write it without them.")
    assert "Write square ones" in describe_quoted({3.0, 1.5}, [3.0, 1.5])
    assert "texts in quotes" in describe_quoted(["3.0", "1.5"], [3.0, 1.5])
    assert describe_quoted(["cat"], ["dog"]) == describe_quoted([3.0, "1.5"], [3.0, 1.5]) == ""
    assert describe_quoted("cat", "dog") == describe_quoted(3, 4) == ""


RIGHT = np.array([0.123456789, 0.876543211])


@pytest.mark.parametrize("decimals", [1, 2, 3, 4, 5, 6])
def test_a_rounded_result_is_told_however_close_it_is(decimals):
    assert rounded_to(RIGHT.round(decimals), RIGHT) == decimals
    assert "too few" in describe_rounding((RIGHT, RIGHT.round(decimals)), (RIGHT, RIGHT))


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
