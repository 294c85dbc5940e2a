"""Scores that break the simple ways to make weights: which are accepted, and what the rest hear."""

import numpy as np
import pytest

from course.check.properties import a_lower_score_ahead, a_negative_weight, nothing_to_share


@pytest.mark.parametrize(
    ("holds", "scores"),
    [
        (a_negative_weight, [3.0, 1.0, -2.0]),
        (a_negative_weight, (1, -5)),
        (a_lower_score_ahead, [1.0, -2.0]),
        (a_lower_score_ahead, [5, 0, -0.5]),
        (nothing_to_share, [-1.0, -3.0]),
        (nothing_to_share, np.array([0, 0])),
    ],
)
def test_scores_that_break_the_idea_are_accepted(holds, scores):
    assert holds(scores) == ""


@pytest.mark.parametrize(
    ("holds", "scores", "says"),
    [
        (a_negative_weight, [2.0, 1.0], "[0.6667, 0.3333]: no weight is negative."),
        (a_negative_weight, [-1.0, -3.0], "the signs cancel"),
        (a_negative_weight, [0.0, 0.0], "[nan, nan]: no weight is negative."),
        (a_negative_weight, np.array([1.0, -1.0]), "The task asks for scores whose sum is not 0."),
        (a_lower_score_ahead, [2.0, -1.0], "[0.6667, 0.3333]: the higher"),
        (a_lower_score_ahead, [2.0, -2.0], "never gets less"),
        (a_lower_score_ahead, [0, 0], "Give scores that differ"),
        (a_negative_weight, [3.0, -1 + 2j], "Give two or more numbers in a list"),
        (nothing_to_share, ["-1", "-3"], "Give two or more numbers in a list"),
        (
            a_negative_weight,
            [0.0, -2.0],
            "gives [0, 1]: no weight is negative. No score is positive",
        ),
        (a_negative_weight, [3.0, 1.0], "No score is negative either."),
        (a_negative_weight, [[3.0, -1.0]], "a pair of brackets too many"),
        (a_lower_score_ahead, [2.0, 1.0], "no sign to take away"),
        (a_lower_score_ahead, [2.0, -2.0], "as much as a higher one"),
        (a_lower_score_ahead, [2.0, -1.0], "Without their signs"),
        (nothing_to_share, ["-1", "-3"], "Those are texts in quotes."),
        (nothing_to_share, [-1.0, 3.0], "keeps [0, 3], whose sum is 3"),
        (nothing_to_share, [-1.0, 1.0], "The sum of the scores is 0, and that of what is kept is"),
        (nothing_to_share, [np.nan, np.nan], "Give the scores themselves."),
        (a_lower_score_ahead, [0.25, 0.75], "`absolute([0.25, 0.75])` gives [0.25, 0.75]"),
        (a_lower_score_ahead, [0.25, 0.75], "These numbers sum to 1, as weights do."),
        (a_negative_weight, [-1, 0, -2, 0], "A comma parts two numbers; a decimal point does not."),
    ],
)
def test_scores_that_do_not_break_it_hear_why(holds, scores, says):
    assert says in holds(scores)


def test_a_hundred_thousand_scores_are_no_table_of_pairs():
    assert a_lower_score_ahead([*range(100_000), -200_000]) == ""


def test_scores_whose_sum_is_1_by_chance_are_not_called_weights():
    for scores in ([1.0, 0.0], [0.5, 0.7]):
        assert "as weights do" not in a_lower_score_ahead(scores)


@pytest.mark.parametrize("holds", [a_negative_weight, a_lower_score_ahead, nothing_to_share])
@pytest.mark.parametrize(
    "scores", [[-1.0], 3, "ab", [[1.0, -2.0]], [[1.0], [2.0, 3.0]], [np.inf, -1.0], [np.nan, 1.0]]
)
def test_anything_but_two_or_more_numbers_is_refused(holds, scores):
    assert holds(scores).startswith("Give two or more numbers in a list")
