"""Sentences on a result beside those on its type, its shape and the count of what is off."""

import numpy as np
import pytest
from check.cells import run

from course.check.describe import describe
from course.check.error_meanings import describe_error, meaning_of
from course.check.errors import plain_text
from course.check.ready_made_products import by_hand
from course.check.typed_numbers import describe_typed

SCORES = np.array([[1.0, 2.0, 0.0], [0.5, 0.0, 3.0]])
POWERS = np.exp(SCORES)
WEIGHTS = POWERS / POWERS.sum(axis=1, keepdims=True)
ROWS = " All the weights together sum to 1. Each row should."


def said_of(value, expected, guess=True, **more):
    return describe(value, expected, 1e-6, guess=guess, **more)


def test_weights_that_sum_to_one_all_together():
    together = POWERS / POWERS.sum()
    assert said_of(together, WEIGHTS).endswith(ROWS)
    assert said_of(together.T.copy(), WEIGHTS.T.copy()).endswith("Each column should.")
    batch = np.stack([WEIGHTS, WEIGHTS[::-1]])
    assert said_of(batch / 4, batch) != said_of(batch * POWERS / (batch * POWERS).sum(), batch)
    assert said_of(batch * POWERS / (batch * POWERS).sum(), batch).endswith(ROWS)
    assert ROWS not in said_of(together, WEIGHTS, guess=False)  # a known mistake says it


def test_weights_that_sum_to_one_all_together_with_an_empty_row():
    mask = np.array([[True, True, False], [False, False, False], [True, False, True]])
    powers = np.where(mask, np.exp(np.arange(9.0).reshape(3, 3) % 4), 0)
    sums = powers.sum(axis=1, keepdims=True)
    right = np.divide(powers, sums, out=np.zeros((3, 3)), where=sums > 0)
    assert said_of(powers / powers.sum(), right).endswith("Each row that has any should.")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (WEIGHTS[:, ::-1], WEIGHTS),  # its rows sum to 1
        (POWERS / POWERS.sum(), POWERS),  # no weights are asked for
        (POWERS / POWERS.sum() * 1.2, WEIGHTS),
        (POWERS[:1] / 9, WEIGHTS[:1]),  # a single row is all there is
        (SCORES - SCORES.mean() + 1 / 6, WEIGHTS),  # no weights
        (WEIGHTS * [[0], [1]], WEIGHTS),  # one row is shared out, and the other came out as 0
    ],
)
def test_no_word_on_the_sum_of_all(value, expected):
    assert "together" not in said_of(value, expected)


def test_weights_that_sum_to_one_as_a_second_result():
    value, expected = (WEIGHTS @ SCORES.T / 9, POWERS / POWERS.sum()), (WEIGHTS @ SCORES.T, WEIGHTS)
    assert said_of(value, expected, results=("output", "weights")).endswith(f"weights.{ROWS}")


def test_weights_that_sum_to_one_along_the_other_axis_or_not_at_all():
    columns = POWERS / POWERS.sum(axis=0) * 0.7 + 0.15  # two entries each: the sum stays 1
    for value, sentence in (
        (columns, "Each column sums to 1, and each row should."),
        (SCORES, "No row sums to 1, and each should."),
    ):
        assert said_of(value, WEIGHTS).endswith(sentence)
        assert sentence not in said_of(value, WEIGHTS, guess=False)
        parts, right = (SCORES @ value.T, value), (SCORES @ WEIGHTS.T, WEIGHTS)
        assert said_of(parts, right, results=("output", "weights")).endswith(f"weights. {sentence}")
    assert said_of(columns.T.copy(), WEIGHTS.T.copy()).endswith(
        "sums to 1, and each column should."
    )
    for expected in (POWERS, np.full((2, 2), 0.5)):  # no weights; weights either way
        assert "should" not in said_of(SCORES[:, : expected.shape[1]], expected)


def test_a_list_that_is_no_array_yet():
    assert said_of(list(WEIGHTS), WEIGHTS).endswith("`np.array` makes one of it.")
    assert said_of([WEIGHTS, 2 * WEIGHTS], 3 * WEIGHTS).endswith("still have to be added up.")
    for value in ([WEIGHTS, WEIGHTS], [WEIGHTS, SCORES[0]], [], ["a"]):
        assert said_of(value, 3 * WEIGHTS).endswith("the task asks for a numpy array.")
    assert said_of(list(WEIGHTS), WEIGHTS, guess=False).endswith("asks for a numpy array.")


def test_a_tuple_that_holds_the_right_array():
    says = "It holds the right array at [1]: return that alone."
    assert said_of((SCORES, WEIGHTS), WEIGHTS).endswith(says)
    for value in ((SCORES, 2 * WEIGHTS), (WEIGHTS, WEIGHTS), ()):
        assert said_of(value, WEIGHTS).endswith("the task asks for a numpy array.")
    assert said_of((SCORES, WEIGHTS), WEIGHTS, guess=False).endswith("asks for a numpy array.")


def test_a_generator_and_a_comma_at_the_end():
    rows = (row for row in WEIGHTS)
    assert said_of(rows, (SCORES, SCORES)).endswith("`tuple(...)` makes one of it.")
    assert said_of(rows, WEIGHTS).endswith("the task asks for a numpy array.")
    assert said_of((3,), 3).endswith("A comma at the end of a line makes a tuple.")


def test_decimal_commas_in_a_formula():
    assert describe_typed((0, 4, 20, 42), 6.6, 1e-6).startswith("The commas make 4 numbers of it")
    assert describe_typed((0, "a", 1), 6.6, 1e-6) == ""


def test_round_brackets_behind_an_array_by_hand():
    with by_hand(SCORES) as (scores,), pytest.raises(TypeError) as caught:
        scores(0)
    assert plain_text(caught.value) == "'numpy.ndarray' object is not callable"
    assert "a position stands in square ones" in meaning_of(caught.value)


def test_an_error_that_fails_to_say_what_is_wrong():
    class Wordless(ValueError):
        def __str__(self):
            return self.nothing

    assert describe_error(Wordless("n is negative")) == "Wordless: its text cannot be shown"


@pytest.mark.parametrize(
    ("error", "words", "meaning"),
    [
        (
            TypeError("cannot use 'list' as a dict key (unhashable type: 'list')"),
            "cannot use 'list' as a dict key (unhashable type: 'list')",
            "the key of a dict is a text in quotes here",
        ),
        (
            ValueError("list.index(x): x not in list"),
            "list.index(x): x not in list",
            "`index` looks for this very entry in the list that stands before the point",
        ),
        (
            ValueError("too many values to unpack (expected 2, got 3)"),
            "too many values to unpack (expected 2)",
            "the right side has more values than the left side has names",
        ),
    ],
)
def test_the_words_of_python_3_14(error, words, meaning):
    assert plain_text(error) == words
    assert meaning_of(error) == meaning


def test_a_number_of_numpys_that_is_not_in_a_list():
    with pytest.raises(ValueError, match="is not in list") as caught:
        [1, 2].index(np.float64(1.5))
    assert meaning_of(caught.value).startswith("`index` looks for this very entry")


@pytest.mark.parametrize(
    ("value", "more"),
    [
        (np.array([2.0, 1.0]), " Its entries still have to be added up."),
        ([2, 1], " Its entries still have to be added up."),
        ([3], " It holds one number: `[0]` takes it out."),
        (np.array([3.0]), " It holds one number: `[0]` takes it out."),
        ([3, 0], ""),  # by chance
        ([[3]], ""),
        ((2, 1), ""),
        ([2, 2], ""),
        (["2", "1"], ""),
    ],
)
def test_what_a_row_is_where_a_number_is_asked_for(value, more):
    says = said_of(value, 3)
    assert says.endswith(f"the task asks for a number.{more}")
    assert said_of(value, 3, guess=False).endswith("asks for a number.")


class SaysItIsAList:
    """Without an end: each item that is asked for is another such object."""

    def __init__(self, asked: list[int]) -> None:
        self.asked = asked

    @property
    def __class__(self):
        return list

    def __len__(self):
        return 3

    def __getitem__(self, index):
        self.asked.append(index)
        return self


@pytest.mark.parametrize("expected", [2.0, np.ones((3, 2))])
def test_the_items_of_what_only_says_that_it_is_a_list_are_not_asked_for(expected):
    # Each question goes to the student's process, and an answer may have thousands.
    asked: list[int] = []
    assert describe(SaysItIsAList(asked), expected, 1e-6)
    assert not asked


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("C = A[, j]", "all rows are a colon between the square brackets: `A[:, j]`"),
        ("C = A(:, j)", "positions stand in square brackets: `A[:, j]`"),
        ("C = A[0] B", ""),
    ],
)
def test_brackets_that_python_cannot_read(line, means):
    with pytest.raises(SyntaxError) as caught:
        compile(line, "cell", "exec")
    assert meaning_of(caught.value) == means


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("C = A[0", "`[` is opened here, and no `]` closes it"),
        ("C = max(A[0]", "`(` is opened here, and no `)` closes it"),
        ("if A:", ""),
    ],
)
def test_a_cell_that_ipython_calls_incomplete(line, means):
    error = SyntaxError("incomplete input", ("cell", 1, len(line), line))
    assert meaning_of(error) == means


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("outer(A, A)", "numpy's functions have its name in front: `np.outer`"),
        ("dot(A, A)", "no line that has run gives this name a value"),
        ("A * mean", "no line that has run gives this name a value"),
        ("np.sum(mean)", "no line that has run gives this name a value"),
        ("[0 for _ in range(A)]", "`range` takes a whole number, and the sizes"),
        ("[0, 1][A]", "a position is a whole number"),
    ],
)
def test_what_the_line_of_an_error_says(line, means):
    function = run({"np": np}, f"def answer(A):\n    return {line}\n")["answer"]
    with pytest.raises((NameError, TypeError)) as caught:
        function(SCORES)
    assert meaning_of(caught.value).startswith(means)


def test_a_wrong_entry_among_tiny_ones_is_found_as_it_is_judged():
    says = describe(np.array([1e-5, 2.05e-5]), np.array([1e-5, 2e-5]), 1e-6)
    assert "1 of 2 entries are wrong, the first at [1]: 2.05e-05 stands there." in says
