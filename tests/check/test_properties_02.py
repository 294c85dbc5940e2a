"""Queries, keys and values: which W_Q and W_K, and which shapes, are accepted."""

import numpy as np
import pytest

from course import check
from course.check.properties import scores_itself_highest, shapes_follow

FOODS = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [2, 2, 2]])
DESIGN = 4 * np.eye(3) - 1  # 3 on the diagonal, -1 elsewhere
ONE = np.eye(3)


@pytest.mark.parametrize(
    "weights",
    [
        (DESIGN, ONE),
        (ONE, DESIGN),
        (DESIGN.tolist(), ONE.astype(int)),
        (1e-12 * DESIGN, ONE),
        (1e12 * DESIGN, 1e-3 * ONE),
        (np.hstack([DESIGN, np.ones((3, 2))]), np.hstack([ONE, np.zeros((3, 2))])),
        (np.linalg.pinv(FOODS), np.linalg.pinv(FOODS)),
        (5 * ONE - 1 - 1e-6, ONE),  # by a small lead, and no rounding error
    ],
)
def test_every_design_that_works_is_accepted(weights):
    assert scores_itself_highest(weights, FOODS) == ""


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        (
            (ONE, ONE),
            "Rows as wanted: 1 of 4. Row 0 is not: it scores row 3 at 2, and itself at 1.",
        ),
        ((ONE, ONE), "Row 3 has the highest score in every row."),
        ((2 * ONE - 1, ONE), "Rows as wanted: 3 of 4. Row 3"),
        ((2 * ONE - 1, ONE), "It scores itself lowest."),
        ((2 * ONE - 1, ONE), "The numbers off the diagonal are too far below 0."),
        ((3 * ONE, ONE / 2), "Every score is that of the first attempt, times 1.5."),
        ((4 - 5 * ONE, ONE), "the diagonal is below 0."),
        ((ONE - 1 / 3, ONE), "Row 3 is not: its query is all zeros"),
        ((ONE, ONE[:, :1] * 0 + [[0, 0, 0]]), "Row 0 is not: its scores are 0. A tie"),
        ((ONE[:, :0], ONE[:, :0]), "Row 0 is not: its query is all zeros"),
        ((np.ones((3, 1)), ONE), "Queries have 1 number and keys 3"),
        ((5 * ONE - 1, ONE), "at 4, and itself at 4"),
        ((5 * ONE - 1 - 1e-12, ONE), "Rows as wanted: 1 of 4"),
        ((0 * ONE, ONE), "Rows as wanted: 0 of 4"),
        ((DESIGN, ONE[:, :2]), "3 numbers and keys 2"),
        ((DESIGN[:2], ONE), "W_Q_self has the shape (2, 3); it needs 3 rows"),
        ((DESIGN[:2], ONE), "It looks transposed, or a row is missing."),
        (([[1, 2, 3], [1, 2]], ONE), "W_Q_self is not a matrix: its rows differ in length."),
        ((DESIGN, ONE[0]), "W_K_self has the shape (3,), a vector; it needs 3 rows"),
        ((FOODS @ DESIGN, ONE), "to follow X. Give the matrix that X is multiplied by."),
        ((3, -1), "W_Q_self has the shape ()"),
        ((np.full((3, 3), np.nan), ONE), "NaN"),
        ((DESIGN * 1e200, ONE * 1e200), "infinite"),
        ((DESIGN, ONE + 0j), "W_K_self is not a matrix of numbers"),
        ((DESIGN.astype(str), ONE), "W_Q_self is not a matrix of numbers"),
        ((DESIGN, "identity"), "W_K_self is not a matrix of numbers"),
        (([[1], ["2", 3]], ONE), "W_Q_self is not a matrix of numbers"),
    ],
)
def test_a_design_that_fails_is_told_why(weights, says):
    assert says in scores_itself_highest(weights, FOODS)


def test_rows_are_told_by_their_names():
    says = scores_itself_highest((ONE, ONE), FOODS, ["lemon", "honey", "salt", "sauce"])
    assert "Row 0 (lemon) is not: it scores row 3 (sauce) at 2" in says


def test_the_property_is_that_each_row_has_its_largest_score_on_the_diagonal():
    rng = np.random.default_rng(0)
    found = set()
    for _ in range(40):
        X, W_Q = rng.normal(size=(3, 5)), rng.normal(size=(5, 2))
        W_K = W_Q + 0.3 * rng.normal(size=(5, 2))
        on_diagonal = bool(((X @ W_Q @ W_K.T @ X.T).argmax(axis=1) == [0, 1, 2]).all())
        assert (scores_itself_highest((W_Q, W_K), X) == "") == on_diagonal
        found.add(on_diagonal)
    assert found == {True, False}


GIVEN = {"X": (5, 512), "W_Q": (512, 7), "W_K": (512, 7)}
STEPS = (
    ("Q", "X", "W_Q"),
    ("K", "X", "W_K"),
    ("K.T", "K", "T"),
    ("scores", "Q", "K.T"),
    ("weights", "scores", ""),
)
NAMES = ("X", "Q", "K.T", "scores", "weights")
RIGHT = {"X": (5, 512), "Q": (5, 7), "K.T": (7, 5), "scores": (5, 5), "weights": (5, 5)}


@pytest.mark.parametrize("shape", [(7, 5), [7, 5], np.zeros((7, 5)).shape])
def test_shapes_come_as_tuples_or_lists_and_other_names_do_no_harm(shape):
    shapes = RIGHT | {"K.T": shape, "K": (1, 1)}
    assert shapes_follow(shapes, NAMES, GIVEN, STEPS) == ""


@pytest.mark.parametrize(
    ("shapes", "says"),
    [
        ([(5, 512)], "should be a dict, and it is a list"),
        ({"X": (5, 512)}, "There is no 'Q' in it."),
        (RIGHT | {"Q": ...}, "'Q' is not filled in yet."),
        (RIGHT | {"Q": "5x7"}, "'Q' should be a tuple"),
        (
            RIGHT | {"Q": (np.ones((5, 7)), 7)},
            "'Q' should hold two whole numbers, and it is (array",
        ),
        (RIGHT | {"X": (5, 7)}, "'X' is (5, 7), which is not right: the text gives it, (5, 512)."),
        (RIGHT | {"Q": (5,)}, "'Q' is (5,), which is not right: it is X times W_Q."),
        (RIGHT | {"K.T": (5, 7)}, "'K.T' is (5, 7): rows and columns are exchanged."),
        (RIGHT | {"K.T": (7, 7)}, "it is K with rows as columns."),
        (RIGHT | {"scores": (7, 7)}, "'scores' is (7, 7), which is not right: it is Q times K.T."),
        (RIGHT | {"weights": (5, 7)}, "it has the shape of scores."),
        (RIGHT | {"scores": (7, 7)}, "the inner sizes go, and the outer ones stay."),
        (RIGHT | {"scores": (7, 5)}, "That is the shape of K.T. The product has the rows of Q and"),
        (
            RIGHT | {"scores": (5, 1)},
            "it is Q times K.T. The product has the rows of Q and the columns of K.T.",
        ),
        (RIGHT | {"weights": (5,)}, "it has the shape of scores. A matrix has two axes."),
    ],
)
def test_a_wrong_shape_is_told_why(shapes, says):
    assert says in shapes_follow(shapes, NAMES, GIVEN, STEPS)


def test_only_the_names_asked_for_are_looked_at():
    assert shapes_follow({"Q": (5, 7)}, ("Q",), GIVEN, STEPS) == ""


def test_a_cell_can_need_answers_that_are_not_functions():
    check.needs(self_scoring=(DESIGN, ONE))
    for answer in [(None, None), (ONE, ONE)]:
        with pytest.raises(check.NotAttempted, match="uses self_scoring"):
            check.needs(self_scoring=answer)
