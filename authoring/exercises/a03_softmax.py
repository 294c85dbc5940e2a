"""Exercises of 03-softmax."""

import math

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "03-softmax"

RECALL = {
    "recall_1": Recall(
        "Convex weights are not negative, and together they are exactly 1.",
        "notebook 1, Convex combinations",
    ),
    "recall_2": Recall(
        "(2, 5) times (5, 3) is (2, 3): a row for each query, a column for each key.",
        "notebook 2, All tokens at once",
    ),
    "recall_3": Recall(
        "Rows are queries and columns are keys, so row 1, column 2 is query 1 with key 2.",
        "notebook 2, All tokens at once",
    ),
}

# (2, 3) and (3, 2): no matrix but one is square, so that sums of the wrong shape show.
S23 = [[1.0, 2.5, -0.5], [0.5, -1.0, 2.0]]
S32 = [[2.0, 0.5], [-1.5, 1.0], [0.0, 3.0]]
S33 = [[0.5, 2.0, 1.0], [3.0, -1.0, 0.0], [1.5, 0.5, -2.0]]
S234 = [
    [[0.5, 1.0, -1.5, 2.0], [2.5, 0.0, 1.0, -0.5], [-1.0, 1.5, 0.5, 3.0]],
    [[1.0, -2.0, 0.0, 0.5], [3.0, 2.0, -1.0, 1.5], [0.0, 0.5, 2.5, -3.0]],
]

FAR_APART = [
    [[10000.0, 9999.0, 9998.5], [-9000.0, -9001.5, -9000.5]],
    [[-9997.0, -9996.0, -9999.0], [300.0, 302.0, 301.5]],
]


class breaks_divide(Exercise):
    variables = ("breaks_divide",)
    cases = (case("scores that give a negative weight", must="a_negative_weight"),)

    class wrong:
        def all_positive():
            return [2.0, 1.0]

        def all_negative():
            return [-1.0, -3.0]

        def all_zero():
            return [0.0, 0.0]

        def sum_of_zero():
            return [1.0, -1.0]

        def a_single_score():
            return [-2.0]

        def one_number():
            return -2.0

        def the_weights():
            return [0.2, 0.4, 0.4]

        def a_matrix():
            return [[3.0, -1.0], [2.0, 1.0]]

        def infinite():
            return [1.0, -math.inf]

    class right:
        def two_scores():
            return [2.0, -1.0]

        def a_tuple():
            return (5, -1)

        def an_array():
            return np.array([0.5, -0.1, 4.0])

        def negative_sum():
            return [1, -5, 0]


class breaks_absolute(Exercise):
    variables = ("breaks_absolute",)
    cases = (case("a lower score that gets more", must="a_lower_score_ahead"),)

    class wrong:
        def all_positive():
            return [1.0, 2.0]

        def not_negative_enough():
            return [3.0, -1.0]

        def equal_size():
            return [2.0, -2.0]

        def all_zero():
            return [0, 0, 0]

        def a_single_score():
            return [-4.0]

    class right:
        def both_negative():
            return [-1.0, -3.0]

        def three_scores():
            return [4.0, 1.0, -2.0]

        def an_array():
            return np.array([0, -1])

        def a_tuple():
            return (-7.5, 7)


class breaks_clip(Exercise):
    variables = ("breaks_clip",)
    cases = (case("scores that leave nothing to share out", must="nothing_to_share"),)

    class wrong:
        def one_positive():
            return [-1.0, 2.0]

        def all_positive():
            return [1.0, 2.0]

        def a_sum_of_zero():
            return [1.0, -1.0]

        def a_single_score():
            return [-1.0]

        def empty():
            return []

    class right:
        def zeros():
            return [0.0, 0.0]

        def negative_and_zero():
            return (0, -3)

        def an_array():
            return -np.arange(1, 5)


class softmax_row(Exercise):
    parameters = ("scores",)
    tolerance = 1e-5
    floats = True
    cases = (
        case("three scores", [1.0, 2.5, -0.5]),
        case("four scores", [0.5, -2.0, 3.0, 0.0]),
        case("a single score", [3], aspect="edges"),
        case("equal scores", [-1.5, -1.5], aspect="edges"),
        case("whole numbers", [2, 4, 4], aspect="edges"),
        case("the largest scores that the task names", [100.0, 98.0], aspect="edges"),
        case("the smallest", [-100.0, -98.0], aspect="edges"),
    )

    class wrong:
        def something_added_to_the_sum(scores):
            """Something was added to the sum. If all exponentials are tiny, it outweighs them."""
            exponentials = np.exp(scores)
            return exponentials / (exponentials.sum() + 1e-9)

        def kept_from_being_tiny(scores):
            exponentials = np.exp(scores)
            return exponentials / max(exponentials.sum(), 1e-12)

        def clipped(scores):
            """The scores were clipped: those beyond a limit count as equal."""
            exponentials = np.exp(np.clip(scores, -50, 50))
            return exponentials / exponentials.sum()

        def single_precision_of_large_ones(scores):
            exponentials = np.exp(scores.astype(np.float32))
            return exponentials / exponentials.sum()

        def not_shared_out(scores):
            """These are the exponentials themselves. Divide each by the sum of all."""
            return np.exp(scores)

        def by_the_largest(scores):
            """It was divided by the largest exponential. The weights have to sum to 1."""
            exponentials = np.exp(scores)
            return exponentials / exponentials.max()

        def by_the_sum_of_scores(scores):
            """It was divided by the sum of the scores. Divide by the sum of the exponentials."""
            exponentials = np.exp(scores)
            return exponentials / scores.sum()

        def by_the_exponential_of_the_sum(scores):
            """It was divided by the exponential of the sum, not by the sum of exponentials."""
            exponentials = np.exp(scores)
            return exponentials / np.exp(scores.sum())

        def scores_on_top(scores):
            """The scores stand on top. Their exponentials should."""
            exponentials = np.exp(scores)
            return scores / exponentials.sum()

        def no_exponentials(scores):
            """No exponentials: that is each score's share of the sum of the scores."""
            return scores / scores.sum()

        def by_the_count(scores):
            """It was divided by the number of scores. Divide by the sum of the exponentials."""
            exponentials = np.exp(scores)
            return exponentials / len(scores)

        def by_the_mean(scores):
            """It was divided by the mean of the exponentials. Divide by their sum."""
            exponentials = np.exp(scores)
            return exponentials / exponentials.mean()

        def upside_down(scores):
            """The fraction is upside down."""
            exponentials = np.exp(scores)
            return exponentials.sum() / exponentials

        def multiplied(scores):
            """It was multiplied by the sum. Divide by it."""
            exponentials = np.exp(scores)
            return exponentials * exponentials.sum()

        def logarithm(scores):
            """These are the logarithms of the weights."""
            exponentials = np.exp(scores)
            return np.log(exponentials / exponentials.sum())

        def exponentiated_twice_below(scores):
            """Below the line the exponential was taken twice: once was enough."""
            exponentials = np.exp(scores)
            return exponentials / np.exp(exponentials).sum()

        def by_the_others(scores):
            """Each was divided by the sum of the others. Its own exponential belongs to the sum."""
            exponentials = np.exp(scores)
            return exponentials / (exponentials.sum() - exponentials)

        def first_weight_only(scores):
            """That is the first weight alone. A weight for each score is wanted."""
            exponentials = np.exp(scores)
            return exponentials[0] / exponentials.sum()

        def one_on_top(scores):
            """That is 1 divided by the sum. On top stand the exponentials."""
            exponentials = np.exp(scores)
            return 1 / exponentials.sum()

        def shared_out_twice(scores):
            """Softmax was taken twice: the weights were exponentiated again."""
            once = np.exp(scores) / np.exp(scores).sum()
            return np.exp(once) / np.exp(once).sum()

        def unit_length(scores):
            """It was divided by the length of the vector: the squares sum to 1, not the weights."""
            exponentials = np.exp(scores)
            return exponentials / np.linalg.norm(exponentials)

        def only_the_sum(scores):
            """That is the sum of the exponentials alone. Each one's share of it is wanted."""
            return np.exp(scores).sum()

        def scores_shared_inside(scores):
            """The scores were divided inside of the exponential. Divide the exponentials."""
            return np.exp(scores / scores.sum())

        def sign_flipped(scores):
            """A sign is flipped: the lowest score got the largest weight."""
            return np.exp(-scores) / np.exp(-scores).sum()

        def sum_subtracted(scores):
            """The sum was subtracted. Divide by it."""
            return np.exp(scores) - np.exp(scores).sum()

        def base_two(scores):
            """The base is 2. Softmax takes powers of e."""
            return np.exp2(scores) / np.exp2(scores).sum()

        def base_ten(scores):
            """The base is 10. Softmax takes powers of e."""
            return 10.0**scores / (10.0**scores).sum()

        def exponentiated_twice(scores):
            """The exponential was taken twice: once was enough."""
            powers = np.exp(np.exp(scores))
            return powers / powers.sum()

        def by_the_sum_so_far(scores):
            """Each was divided by the sum so far. Divide by the sum of all."""
            exponentials = np.exp(scores)
            return exponentials / exponentials.cumsum()

        def last_one_not_summed(scores):
            """The last exponential is missing in the sum."""
            exponentials = np.exp(scores)
            return exponentials / exponentials[:-1].sum()

        def first_three_summed(scores):
            """Only the first three exponentials were summed. A row may have more scores."""
            exponentials = np.exp(scores)
            return exponentials / exponentials[:3].sum()

        def sorted_first(scores):
            """The scores were sorted. Each weight stands where its score stood."""
            return np.exp(np.sort(scores)) / np.exp(scores).sum()

        def rounded(scores):
            exponentials = np.exp(scores)
            return np.round(exponentials / exponentials.sum(), 2)

        def changes_its_input(scores):
            exponentials = np.exp(scores)
            scores *= 0
            return exponentials / exponentials.sum()

        def zeroed(scores):
            scores[:] = 0
            return np.full(len(scores), 1 / len(scores))

        def complex_numbers(scores):
            exponentials = np.exp(scores + 0j)
            return exponentials / exponentials.sum()

        def whole_for_a_single_score(scores):
            """A single score gave a whole number. Its weight is 1.0, a float."""
            if len(scores) == 1:
                return np.array([1])
            exponentials = np.exp(scores)
            return exponentials / exponentials.sum()

        def sum_of_what_is_divided(scores):
            """The sum was taken anew in each round, with entries in it that were divided already.
            Take it once, before the loop.
            """
            exponentials = np.exp(scores)
            for i in range(len(exponentials)):
                exponentials[i] = exponentials[i] / exponentials.sum()
            return exponentials

    class right:
        def one_line(scores):
            return np.exp(scores) / np.exp(scores).sum()

        def shifted(scores):
            exponentials = np.exp(scores - np.max(scores))
            return exponentials / np.sum(exponentials)

        def loop(scores):
            exponentials = np.exp(scores)
            total = 0.0
            for exponential in exponentials:
                total += exponential
            return np.array([exponential / total for exponential in exponentials])

        def plain_python(scores):
            exponentials = [math.exp(s) for s in scores]
            return np.array([e / sum(exponentials) for e in exponentials])

        def single_precision(scores):
            exponentials = np.exp((scores - scores.max()).astype(np.float32))
            return exponentials / exponentials.sum()

        def logarithm_of_the_sum(scores):
            return np.exp(scores - np.log(np.exp(scores).sum()))


class softmax(Exercise):
    parameters = ("scores", "axis")
    tolerance = 1e-6  # the sums are looked at closely
    floats = True
    cases = (
        case("two queries, three keys", S23),
        case("three queries, two keys", S32),
        case("three queries, three keys", S33),
        case("one row, 1-D", [0.5, 2.0, -1.0], aspect="axes"),
        case("two rows, along axis 0", S23, 0, aspect="axes"),
        case("two rows, along axis 1", S23, 1, aspect="axes"),
        case("two rows, along axis -2", S23, -2, aspect="axes"),
        case("3-D, along the last axis", S234, aspect="axes"),
        case("3-D, along axis 1", S234, 1, aspect="axes"),
        case("3-D, along axis -3", S234, -3, aspect="axes"),
        case("scores near 10,000", [[9999.0, 10000.0, 9997.5]], aspect="large"),
        case("scores near -10,000", [[-9999.0, -10000.0, -9997.5]], aspect="large"),
        case(
            "one row near 10,000, the other near -10,000",
            [[10000.0, 9999.0, 9998.5], [-9999.0, -9997.0, -9996.5]],
            aspect="large",
        ),
        case("from -10,000 to 10,000 in one row", [[10000.0, -10000.0, 9999.0]], aspect="large"),
        case("from 10,000 to -10,000 in one row", [[9999.0, 10000.0, -10000.0]], aspect="large"),
        case("from -10,000 to 10,000 in one row", [[-10000.0, 9999.0, 10000.0]], aspect="large"),
        case("3-D, rows far apart", FAR_APART, aspect="large"),
        case(
            "columns far apart, along axis 0",
            [[10000.0, -9999.0], [9999.0, -9997.0], [9998.5, -9996.5]],
            0,
            aspect="large",
        ),
        case("whole numbers", [[2, 4, 4], [4, 16, 12]], aspect="edges"),
        case("a single score", [[5.0]], aspect="edges"),
        case("one key, whole numbers", [[3], [-1]], aspect="edges"),
        case("equal scores", [[-2.0, -2.0, -2.0, -2.0]], aspect="edges"),
    )

    class wrong:
        def exponentials_twice(scores, axis=-1):
            """The exponentials were put into `np.exp` once more."""
            e = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return np.exp(e) / np.exp(e).sum(axis=axis, keepdims=True)

        def other_axis(scores, axis=-1):
            """It ran along axis 0, from query to query. The last axis is wanted here."""
            lowered = scores - scores.max(axis=0, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=0, keepdims=True)

        def default_axis(scores, axis=0):
            """It ran along axis 0, from query to query. The last axis is wanted here."""
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True)

        def default_axis_one(scores, axis=1):
            """Without an axis it took axis 1. The last axis is not always axis 1: use -1."""
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True)

        def always_the_last_axis(scores, axis=-1):
            """It ran along the last axis although another was asked for. Use `axis`."""
            lowered = scores - scores.max(axis=-1, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def always_axis_one(scores, axis=-1):
            """It ran along axis 1, whatever was asked for. Use `axis`."""
            lowered = scores - scores.max(axis=1, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=1, keepdims=True)

        def whole_array(scores, axis=-1):
            """All the numbers together sum to 1. Each row should; with axis 0, each column."""
            exponentials = np.exp(scores - scores.max())
            return exponentials / exponentials.sum()

        def shares_of_everything(scores, axis=-1):
            """All the numbers together sum to 1. Each row should; with axis 0, each column."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum()

        def whole_array_not_shifted(scores, axis=-1):
            """All the numbers together sum to 1. Each row should; with axis 0, each column."""
            return np.exp(scores) / np.exp(scores).sum()

        def by_the_count(scores, axis=-1):
            """It was divided by `len(scores)`, a count. Divide by the sum of the exponentials."""
            return np.exp(scores - scores.max(axis=axis, keepdims=True)) / len(scores)

        def by_the_count_not_shifted(scores, axis=-1):
            """It was divided by `len(scores)`, a count. Divide by the sum of the exponentials."""
            return np.exp(scores) / len(scores)

        def by_the_size_of_the_axis(scores, axis=-1):
            """It was divided by a count, the size of the axis. Divide by the sum instead."""
            return np.exp(scores - scores.max(axis=axis, keepdims=True)) / scores.shape[axis]

        def by_the_sum_of_all_scores(scores, axis=-1):
            """It was divided by the sum of the scores. Divide by the sum of the exponentials."""
            return np.exp(scores - scores.max(axis=axis, keepdims=True)) / scores.sum()

        def by_the_sum_of_scores(scores, axis=-1):
            """It was divided by the sum of the scores. Divide by the sum of the exponentials."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / scores.sum(axis=axis, keepdims=True)

        def by_the_sum_of_scores_not_shifted(scores, axis=-1):
            """It was divided by the sum of the scores. Divide by the sum of the exponentials."""
            return np.exp(scores) / scores.sum(axis=axis, keepdims=True)

        def by_the_sum_of_all_scores_not_shifted(scores, axis=-1):
            """It was divided by the sum of the scores. Divide by the sum of the exponentials."""
            return np.exp(scores) / scores.sum()

        def shift_outside_the_brackets(scores, axis=-1):
            """The shift stands outside the brackets of `np.exp`. It belongs to the scores."""
            exponentials = np.exp(scores) - scores.max(axis=axis, keepdims=True)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def sum_without_keepdims(scores, axis=-1):
            """A sum or a largest score lost its axis and met the columns: use keepdims."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis)

        def max_without_keepdims(scores, axis=-1):
            """A sum or a largest score lost its axis and met the columns: use keepdims."""
            exponentials = np.exp(scores - scores.max(axis=axis))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def neither_with_keepdims(scores, axis=-1):
            """A sum or a largest score lost its axis and met the columns: use keepdims."""
            exponentials = np.exp(scores - scores.max(axis=axis))
            return exponentials / exponentials.sum(axis=axis)

        def columns_made_by_hand(scores, axis=-1):
            exponentials = np.exp(scores - scores.max(axis=axis)[:, None])
            return exponentials / exponentials.sum(axis=axis)[:, None]

        def python_sum(scores, axis=-1):
            """It ran along axis 0, from query to query. The last axis is wanted here."""
            return np.exp(scores) / sum(np.exp(scores))

        def no_shift(scores, axis=-1):
            """Exponentials overflow, or are all 0: shift a row so that its largest score is 0."""
            exponentials = np.exp(scores)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def one_shift_for_all(scores, axis=-1):
            """One maximum was subtracted from all. The rows far below it became 0/0."""
            exponentials = np.exp(scores - scores.max())
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_along_the_last_axis(scores, axis=-1):
            """The largest score was taken along another axis than the sum."""
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_along_the_other_axis(scores, axis=-1):
            """The largest score was taken along another axis than the sum."""
            exponentials = np.exp(scores - scores.max(axis=0, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_after_the_exponential(scores, axis=-1):
            """The largest exponential was subtracted. Shift the scores, before the exponential."""
            exponentials = np.exp(scores)
            exponentials = exponentials - exponentials.max(axis=axis, keepdims=True)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def divided_by_the_largest_exponential(scores, axis=-1):
            """After `np.exp` a shift comes too late: there, `inf / inf` or 0/0. Subtract before."""
            exponentials = np.exp(scores)
            exponentials = exponentials / exponentials.max(axis=axis, keepdims=True)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def divided_by_the_largest_score(scores, axis=-1):
            """The scores were divided by the largest. Only a shift changes no weight."""
            exponentials = np.exp(scores / scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_smallest(scores, axis=-1):
            """The row was shifted, but not by its largest score: something above 0 overflows."""
            exponentials = np.exp(scores - scores.min(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_sum(scores, axis=-1):
            """The row was shifted, but not by its largest score, which then is not 0."""
            exponentials = np.exp(scores - scores.sum(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def smallest_added(scores, axis=-1):
            """The row was shifted, but not by its largest score, which then is not 0."""
            exponentials = np.exp(scores + scores.min(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def largest_added(scores, axis=-1):
            """Exponentials overflow, or are all 0: shift a row so that its largest score is 0."""
            exponentials = np.exp(scores + scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_position(scores, axis=-1):
            """Exponentials overflow, or are all 0: shift a row so that its largest score is 0."""
            exponentials = np.exp(scores - scores.argmax(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def logarithms(scores, axis=-1):
            """A logarithm undoes an exponential. Take `np.exp`."""
            logarithms = np.log(scores - scores.max(axis=axis, keepdims=True))
            return logarithms / logarithms.sum(axis=axis, keepdims=True)

        def fixed_shift(scores, axis=-1):
            """Exponentials overflow, or are all 0: shift a row so that its largest score is 0."""
            exponentials = np.exp(scores - 1000)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_mean(scores, axis=-1):
            """The row was shifted, but not by its largest score: something above 0 overflows."""
            exponentials = np.exp(scores - scores.mean(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_last(scores, axis=-1):
            """The row was shifted, but not by its largest score: something above 0 overflows."""
            exponentials = np.exp(scores - np.take(scores, [-1], axis=axis))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_by_the_largest_size(scores, axis=-1):
            """In a row of negative scores, the largest did not become 0. All round to 0."""
            exponentials = np.exp(scores - np.abs(scores).max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shift_only_if_positive(scores, axis=-1):
            """In a row of negative scores, the largest did not become 0. All round to 0."""
            largest = np.maximum(scores.max(axis=axis, keepdims=True), 0)
            exponentials = np.exp(scores - largest)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def clipped_scores(scores, axis=-1):
            """Large scores were cut off, and so became equal. Shift them instead."""
            exponentials = np.exp(np.clip(scores, -700, 700))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def cut_off_above(scores, axis=-1):
            """Large scores were cut off, and so became equal. Shift them instead."""
            exponentials = np.exp(np.minimum(scores, 700))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def one_shift_for_all_and_a_little(scores, axis=-1):
            """One maximum was subtracted from all. A row far below it needs its own."""
            exponentials = np.exp(scores - scores.max())
            return exponentials / (exponentials.sum(axis=axis, keepdims=True) + 1e-9)

        def not_a_number_hidden(scores, axis=-1):
            """Every weight became 0 where exponentials overflow. Mend the overflow before it."""
            exponentials = np.exp(scores)
            return np.nan_to_num(exponentials / exponentials.sum(axis=axis, keepdims=True))

        def a_little_in_the_denominator(scores, axis=-1):
            exponentials = np.exp(scores)
            return exponentials / (exponentials.sum(axis=axis, keepdims=True) + 1e-9)

        def no_exponential(scores, axis=-1):
            """No exponentials: that is each score's share of the sum of the scores."""
            return scores / scores.sum(axis=axis, keepdims=True)

        def shifted_shares(scores, axis=-1):
            """No exponentials: the scores were lifted to 0 and up, and shared out."""
            lifted = scores - scores.min(axis=axis, keepdims=True)
            return lifted / lifted.sum(axis=axis, keepdims=True)

        def base_two(scores, axis=-1):
            """The base is 2. Softmax takes powers of e."""
            powers = 2.0 ** (scores - scores.max(axis=axis, keepdims=True))
            return powers / powers.sum(axis=axis, keepdims=True)

        def sign_flipped(scores, axis=-1):
            """A sign is flipped: the lowest score got the largest weight."""
            exponentials = np.exp(scores.min(axis=axis, keepdims=True) - scores)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def maximum_minus_scores(scores, axis=-1):
            """A sign is flipped: the lowest score got the largest weight."""
            exponentials = np.exp(scores.max(axis=axis, keepdims=True) - scores)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def winner_takes_all(scores, axis=-1):
            """The largest score got all the weight. Softmax gives each its share."""
            return (scores == scores.max(axis=axis, keepdims=True)).astype(float)

        def positions(scores, axis=-1):
            return scores.argmax(axis=axis)

        def not_shared_out(scores, axis=-1):
            """The weights do not sum to 1: the division by the sum is missing."""
            return np.exp(scores - scores.max(axis=axis, keepdims=True))

        def exponential_of_the_sum(scores, axis=-1):
            """It was divided by the exponential of the sum, not by the sum of exponentials."""
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(lowered) / np.exp(lowered.sum(axis=axis, keepdims=True))

        def scores_on_top(scores, axis=-1):
            """The scores stand on top. Their exponentials should."""
            return scores / np.exp(scores).sum(axis=axis, keepdims=True)

        def shifted_scores_on_top(scores, axis=-1):
            """The shifted scores stand on top. Their exponentials should."""
            shifted = scores - scores.max(axis=axis, keepdims=True)
            return shifted / np.exp(shifted).sum(axis=axis, keepdims=True)

        def multiplied(scores, axis=-1):
            """It was multiplied by the sum. Divide by it."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials * exponentials.sum(axis=axis, keepdims=True)

        def multiplied_not_shifted(scores, axis=-1):
            """It was multiplied by the sum. Divide by it."""
            exponentials = np.exp(scores)
            return exponentials * exponentials.sum(axis=axis, keepdims=True)

        def multiplied_back(scores, axis=-1):
            """The weights were right, and were multiplied once more. The shift needs no undoing."""
            largest = scores.max(axis=axis, keepdims=True)
            exponentials = np.exp(scores - largest)
            return exponentials / exponentials.sum(axis=axis, keepdims=True) * np.exp(largest)

        def logarithm(scores, axis=-1):
            """These are the logarithms of the weights."""
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return lowered - np.log(np.exp(lowered).sum(axis=axis, keepdims=True))

        def twice(scores, axis=-1):
            """Softmax was taken twice: the weights were exponentiated again."""
            for _ in range(2):
                exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
                scores = exponentials / exponentials.sum(axis=axis, keepdims=True)
            return scores

        def unit_length(scores, axis=-1):
            """It was divided by the length of the vector: the squares sum to 1, not the weights."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / np.linalg.norm(exponentials, axis=axis, keepdims=True)

        def mean(scores, axis=-1):
            """It was divided by the mean of the exponentials. Their sum is wanted."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.mean(axis=axis, keepdims=True)

        def sigmoid(scores, axis=-1):
            """Each score was squashed by itself. The weights of a row have to sum to 1."""
            return 1 / (1 + np.exp(-scores))

        def looped_over_one_row(scores, axis=-1):
            """The loop goes along the first axis, whatever `axis` is: of a matrix it takes rows, of
            one row single numbers.
            """
            rows = [np.exp(row - np.max(row)) for row in scores]
            return np.array([row / np.sum(row) for row in rows])

        def summed_down(scores, axis=-1):
            """The sum was taken along another axis than the largest score."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=0)

        def sum_along_the_last_axis(scores, axis=-1):
            """The sum was taken along another axis than the largest score."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def sum_along_axis_one(scores, axis=-1):
            """The sum was taken along another axis than the largest score."""
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=1, keepdims=True)

        def largest_along_axis_one(scores, axis=-1):
            """The largest score was taken along another axis than the sum."""
            exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def shifted_rows_by_softmax_row(scores, axis=-1):
            """The loop goes along the first axis, whatever `axis` is: of a matrix it takes rows, of
            one row single numbers.
            """
            largest = scores.max(axis=axis, keepdims=True)
            return np.array([softmax_row(row) for row in scores - largest])

        def rows_by_softmax_row(scores, axis=-1):
            """The loop goes along the first axis, whatever `axis` is: of a matrix it takes rows, of
            one row single numbers.
            """
            return np.array([softmax_row(row) for row in scores])

        def summed_before_the_exponential(scores, axis=-1):
            """The exponentials were divided by the sum of the shifted scores. Sum them instead."""
            shifted = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(shifted) / shifted.sum(axis=axis, keepdims=True)

        def no_exponential_after_the_shift(scores, axis=-1):
            """No exponentials: the shifted scores were divided by their sum."""
            shifted = scores - scores.max(axis=axis, keepdims=True)
            return shifted / shifted.sum(axis=axis, keepdims=True)

        def shifted_above_only(scores, axis=-1):
            """In the sum of exponentials the scores are not shifted. Shift them there, too."""
            shifted = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(shifted) / np.exp(scores).sum(axis=axis, keepdims=True)

        def one_dimension_only(scores, axis=-1):
            exponentials = [math.exp(s - max(scores)) for s in scores]
            return np.array(exponentials) / sum(exponentials)

        def two_dimensions_only(scores, axis=-1):
            if axis == 0:
                return softmax(scores.T).T
            rows = [np.exp(row - max(row)) for row in scores]
            return np.array([row / row.sum() for row in rows])

        def not_below_zero(scores, axis=-1):
            """A negative axis other than -1 was not understood: -2 is the last but one."""
            axis = scores.ndim - 1 if axis < 0 else axis
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True)

        def turned_and_not_turned_back(scores, axis=-1):
            """The result has its axes exchanged. Axes were exchanged, and not exchanged back."""
            turned = np.swapaxes(scores, axis, -1)
            lowered = turned - turned.max(axis=-1, keepdims=True)
            weights = np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)
            return weights if axis not in (-1, scores.ndim - 1) else weights.T

        def into_an_array_like_the_scores(scores, axis=-1):
            """The weights were put into an array of integers, and cut off at the decimal point."""
            lowered = scores - scores.max(axis=axis, keepdims=True)
            weights = np.zeros_like(scores)
            weights[...] = np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True)
            return weights

        def rounded(scores, axis=-1):
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return np.round(np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True), 3)

        def changes_its_input(scores, axis=-1):
            scores -= scores.max(axis=axis, keepdims=True)
            return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)

        def works_in_place(scores, axis=-1):
            if scores.dtype.kind != "f":
                scores = scores.astype(float)
            scores -= scores.max(axis=axis, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(axis=axis, keepdims=True)
            return scores

        def a_list(scores, axis=-1):
            lowered = scores - scores.max(axis=axis, keepdims=True)
            return (np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True)).tolist()

        def printed(scores, axis=-1):
            lowered = scores - scores.max(axis=axis, keepdims=True)
            print(np.exp(lowered) / np.exp(lowered).sum(axis=axis, keepdims=True))

        def complex_numbers(scores, axis=-1):
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True) + 0j)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def one_shift_for_all_if_3d(scores, axis=-1):
            """In 3-D, one maximum was subtracted everywhere. Each row needs its own."""
            one = None if scores.ndim == 3 else axis
            exponentials = np.exp(scores - scores.max(axis=one, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def one_shift_for_each_table(scores, axis=-1):
            """In 3-D, one maximum was subtracted in each table. Each row needs its own."""
            one = (1, 2) if scores.ndim == 3 else axis
            exponentials = np.exp(scores - scores.max(axis=one, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def no_shift_if_3d(scores, axis=-1):
            """In 3-D, no maximum was subtracted: exp overflows, or comes to 0 everywhere."""
            if scores.ndim < 3:
                scores = scores - scores.max(axis=axis, keepdims=True)
            return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)

        def shift_by_the_first(scores, axis=-1):
            """The first score was subtracted. Only the largest keeps exp from an overflow."""
            exponentials = np.exp(scores - scores.take([0], axis=axis))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def ones_like_the_scores(scores, axis=-1):
            """Whole scores of one key gave whole numbers. The weights are floats."""
            if scores.shape[axis] == 1:
                return np.ones_like(scores)
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def one_first_for_all(scores, axis=-1):
            """The first of all scores was subtracted. Each row needs its own largest."""
            exponentials = np.exp(scores - scores.flat[0])
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

    class right:
        def functions(scores, axis=-1):
            exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
            return exponentials / np.sum(exponentials, axis=axis, keepdims=True)

        def expanded(scores, axis=-1):
            exponentials = np.exp(scores - np.expand_dims(scores.max(axis), axis))
            return exponentials / np.expand_dims(exponentials.sum(axis), axis)

        def turned_and_back(scores, axis=-1):
            turned = np.moveaxis(scores, axis, -1)
            exponentials = np.exp(turned - turned.max(-1)[..., None])
            weights = exponentials / exponentials.sum(-1)[..., None]
            return np.moveaxis(weights, -1, axis)

        def first_axis_first(scores, axis=-1):
            turned = np.swapaxes(np.array(scores, dtype=float), 0, axis)
            exponentials = np.exp(turned - turned.max(axis=0))
            return np.swapaxes(exponentials / exponentials.sum(axis=0), 0, axis)

        def log_sum_exp(scores, axis=-1):
            largest = scores.max(axis=axis, keepdims=True)
            total = np.exp(scores - largest).sum(axis=axis, keepdims=True)
            return np.exp(scores - (largest + np.log(total)))

        def logaddexp(scores, axis=-1):
            scores = np.asarray(scores, dtype=float)
            return np.exp(scores - np.logaddexp.reduce(scores, axis=axis, keepdims=True))

        def row_by_row(scores, axis=-1):
            def one(row):
                exponentials = np.exp(row - row.max())
                return exponentials / exponentials.sum()

            return np.apply_along_axis(one, axis, scores)

        def loops(scores, axis=-1):
            turned = np.moveaxis(scores, axis, -1)
            weights = np.empty(turned.shape)
            for where in np.ndindex(turned.shape[:-1]):
                row = turned[where].tolist()
                exponentials = [math.exp(s - max(row)) for s in row]
                for j, exponential in enumerate(exponentials):
                    weights[(*where, j)] = exponential / sum(exponentials)
            return np.moveaxis(weights, -1, axis)

        def recursion(scores, axis=-1):
            axis = axis % scores.ndim
            if axis > 0:
                return np.stack([softmax(part, axis - 1) for part in scores])
            exponentials = np.exp(scores - scores.max(axis=0))
            return exponentials / exponentials.sum(axis=0)

        def pairs(scores, axis=-1):
            turned = np.moveaxis(scores, axis, -1) * 1.0
            gaps = turned[..., None, :] - turned[..., :, None]
            return np.moveaxis(1 / np.exp(gaps).sum(-1), -1, axis)

        def single_precision(scores, axis=-1):
            scores = np.asarray(scores, dtype=np.float32)
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True))
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def einsum(scores, axis=-1):
            turned = np.moveaxis(scores, axis, -1)
            exponentials = np.exp(turned - turned.max(axis=-1, keepdims=True))
            weights = np.einsum("...j,...->...j", exponentials, 1 / exponentials.sum(-1))
            return np.moveaxis(weights, -1, axis)

        def column_major(scores, axis=-1):
            powers = np.asfortranarray(np.exp(scores - np.max(scores, axis=axis, keepdims=True)))
            return np.asfortranarray(powers / powers.sum(axis=axis, keepdims=True))

        def on_a_copy(scores, axis=-1):
            weights = scores.astype(float)
            weights -= weights.max(axis=axis, keepdims=True)
            np.exp(weights, out=weights)
            weights /= weights.sum(axis=axis, keepdims=True)
            return weights

        def shifted_below_zero(scores, axis=-1):
            exponentials = np.exp(scores - scores.max(axis=axis, keepdims=True) - 5)
            return exponentials / exponentials.sum(axis=axis, keepdims=True)

        def base_two(scores, axis=-1):
            powers = np.exp2((scores - scores.max(axis=axis, keepdims=True)) / np.log(2))
            return powers / powers.sum(axis=axis, keepdims=True)

        def ufuncs(scores, axis=-1):
            lowered = np.subtract(scores, np.maximum.reduce(scores, axis=axis, keepdims=True))
            exponentials = np.exp(lowered)
            return np.divide(exponentials, np.add.reduce(exponentials, axis=axis, keepdims=True))


class softmax_temperature(Exercise):
    parameters = ("scores", "temperature")
    tolerance = 1e-5
    floats = True
    cases = (
        case("two rows, temperature 2", S23, 2.0),
        case("three rows, temperature 0.5", S32, 0.5),
        case("one row, temperature 1", [0.5, 2.0, 1.0], 1),
        case("3-D, temperature 3", S234, 3.0),
        case("temperature 0.0001", [[3.0, 1.0, 2.5], [-2.0, -5.0, -4.0]], 0.0001, aspect="edges"),
        case("temperature 0.0001, two equal scores", [3.0, 3.0, 1.0], 0.0001, aspect="edges"),
        case(
            "temperature 0.0002, scores 0.0002 apart", [0.0004, 0.0, 0.0002], 0.0002, aspect="edges"
        ),
        case("one query, 3-D", [[[1.0, -0.5, 2.0]]], 2, aspect="edges"),
        case("temperature 1,000,000", [[3.0, 1.0, 2.5], [0.0, -5.0, 4.0]], 1e6, aspect="edges"),
        case("whole numbers", [[2, 4, 4], [4, 16, 12]], 4, aspect="edges"),
        case("rows far apart", [[900.0, 901.0], [-900.0, -901.0]], 0.5, aspect="edges"),
        case("temperature 20,000, scores far apart", [1e4, -1e4, 0.0], 2e4, aspect="edges"),
        case("temperature 0.0001, scores of ten thousand", [9999.0, 1e4], 1e-4, aspect="edges"),
        case("temperature -1", [[1.0, 2.0]], -1.0, aspect="errors", raises="ValueError"),
        case("temperature 1: no error is wanted", [0.5, 2.0, -1.0], 1, aspect="errors"),
        case("temperature -0.001", [[1.0, 2.0]], -0.001, aspect="errors", raises="ValueError"),
        case("temperature -0.000000001", [1.0, 2.0], -1e-9, aspect="errors", raises="ValueError"),
        case("temperature 0", [[1.0, 2.0]], 0.0, aspect="errors", raises="ValueError"),
        case("temperature 0, an int", [[1.0, 2.0]], 0, aspect="errors", raises="ValueError"),
        case("one key, whole numbers", [[7], [2]], 3, aspect="edges"),
        case("temperature 0.000000001", [1.0, 0.0, 1.0], 1e-9, aspect="edges"),
        case("one key, temperature 0", [[3.0], [1.0]], 0, aspect="errors", raises="ValueError"),
    )

    class wrong:
        def powers_of_the_exponentials(scores, temperature):
            """Exponentials of scores far below the largest are 0. Divide by T before `np.exp`."""
            if temperature <= 0:
                raise ValueError("not positive")
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True)) ** (1 / temperature)
            return powers / powers.sum(axis=-1, keepdims=True)

        def even_where_it_is_hot(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            if temperature >= 1000:
                return np.full(scores.shape, 1 / scores.shape[-1])
            return softmax(scores / temperature)

        def not_used(scores, temperature):
            """The temperature made no difference. The scores are to be divided by it."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def as_the_axis(scores, temperature):
            """The second argument of `softmax` is the axis. The temperature divides the scores."""
            if temperature <= 0:
                raise ValueError("not positive")
            return softmax(scores, temperature)

        def multiplied(scores, temperature):
            """The scores were multiplied by T, or a power taken with it: hotter became sharper."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores * temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def weights_divided(scores, temperature):
            """The weights were divided, after the softmax. The scores should be, before it."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True) / temperature

        def exponentials_divided(scores, temperature):
            """The temperature made no difference. The scores are to be divided by it."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True)) / temperature
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def added(scores, temperature):
            """The temperature made no difference. The scores are to be divided by it."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores + temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def subtracted(scores, temperature):
            """The temperature made no difference. The scores are to be divided by it."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores - temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def divided_twice(scores, temperature):
            """The weights were divided by the temperature, too. Only the scores should be."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores / temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True) / temperature

        def sign_dropped(scores, temperature):
            """The sign of the temperature was dropped. A negative one needs a ValueError."""
            scores = scores / abs(temperature)
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def square_root(scores, temperature):
            """The scores were divided by the square root of the temperature."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores / np.sqrt(temperature)
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def only_one_of_the_two(scores, temperature):
            """The weights were multiplied by the temperature. It divides the scores."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / (exponentials / temperature).sum(axis=-1, keepdims=True)

        def only_above(scores, temperature):
            """Only the scores above the line were divided, and those below were not."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = scores - scores.max(axis=-1, keepdims=True)
            return np.exp(lowered / temperature) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def only_above_not_shifted(scores, temperature):
            """Only the scores above the line were divided, and those below were not."""
            if temperature <= 0:
                raise ValueError("not positive")
            return np.exp(scores / temperature) / np.exp(scores).sum(axis=-1, keepdims=True)

        def first_axis(scores, temperature):
            """It ran along axis 0, from query to query. The last axis is wanted here."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = (scores - scores.max(axis=0)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=0)

        def whole_array(scores, temperature):
            """All the numbers together sum to 1. Each row should, by itself."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp((scores - scores.max()) / temperature)
            return exponentials / exponentials.sum()

        def without_keepdims(scores, temperature):
            """A sum or a largest score lost its axis and met the columns: use keepdims."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp((scores - scores.max()) / temperature)
            return exponentials / exponentials.sum(axis=-1)

        def no_shift(scores, temperature):
            """A small temperature makes scores huge. The largest has to become 0 first."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores / temperature)
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def one_shift_for_all(scores, temperature):
            """One maximum was subtracted from all. The rows far below it became 0/0."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp((scores - scores.max()) / temperature)
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def shift_not_divided(scores, temperature):
            """A small temperature makes scores huge. The largest has to become 0 first."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores / temperature - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def power_of_the_weights(scores, temperature):
            """Powers of weights: right on paper, but at small temperatures they all round to 0."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
            powers = weights ** (1 / temperature)
            return powers / powers.sum(axis=-1, keepdims=True)

        def weights_to_the_temperature(scores, temperature):
            """The scores were multiplied by T, or a power taken with it: hotter became sharper."""
            if temperature <= 0:
                raise ValueError("not positive")
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True)) ** temperature
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def scores_only(scores, temperature):
            """The scores were divided by the temperature, and no softmax followed."""
            if temperature <= 0:
                raise ValueError("not positive")
            return scores / temperature

        def exponentials_only(scores, temperature):
            """The exponentials were not divided by their sum."""
            if temperature <= 0:
                raise ValueError("not positive")
            return np.exp((scores - np.max(scores, axis=-1, keepdims=True)) / temperature)

        def plain_exponentials_only(scores, temperature):
            """The exponentials were not divided by their sum."""
            if temperature <= 0:
                raise ValueError("not positive")
            return np.exp(scores / temperature)

        def twice(scores, temperature):
            """The softmax ran twice, before the temperature and after."""
            if temperature <= 0:
                raise ValueError("not positive")
            return softmax(softmax(scores) / temperature)

        def powers_not_shared_out(scores, temperature):
            """Powers of weights do not sum to 1. Divide the scores, before the softmax."""
            if temperature <= 0:
                raise ValueError("not positive")
            return softmax(scores) ** (1 / temperature)

        def powers_the_wrong_way(scores, temperature):
            """Powers of weights do not sum to 1. Divide the scores, before the softmax."""
            if temperature <= 0:
                raise ValueError("not positive")
            return softmax(scores) ** temperature

        def upside_down(scores, temperature):
            """The temperature was divided by the scores. It is the other way round."""
            if temperature <= 0:
                raise ValueError("not positive")
            return softmax(temperature / np.asarray(scores, dtype=float))

        def another_base(scores, temperature):
            """At a small temperature all went to the largest. Close scores share even then."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = scores - scores.max(axis=-1, keepdims=True)
            powers = math.exp(-1 / temperature) ** -lowered
            return powers / powers.sum(axis=-1, keepdims=True)

        def a_little_added(scores, temperature):
            """Something was added to the temperature, and changed it. Divide by it as it is."""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores / (temperature + 1e-5)
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def one_query_flattened(scores, temperature):
            """A query alone was flattened. The weights have the shape of the scores."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.squeeze(np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True))

        def cold_by_argmax(scores, temperature):
            """At a small temperature all went to the largest. Close scores share even then."""
            if temperature <= 0:
                raise ValueError("not positive")
            if temperature < 0.01:
                top = (scores == scores.max(axis=-1, keepdims=True)).astype(float)
                return top / top.sum(axis=-1, keepdims=True)
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def not_too_cold(scores, temperature):
            """A small temperature was replaced by a larger one."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / max(temperature, 0.25)
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def a_hundredth_at_least(scores, temperature):
            """A small temperature was replaced by a larger one."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / max(temperature, 0.01)
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def no_error(scores, temperature):
            """It gave an answer at a negative temperature."""
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def no_error_after_a_shift_at_the_end(scores, temperature):
            """It gave an answer at a negative temperature."""
            scores = scores / temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def test_the_wrong_way_round(scores, temperature):
            """The error came for temperatures above 0. It belongs to 0, and to what is below."""
            if temperature > 0:
                raise ValueError("not positive")
            scores = scores / temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def zero_allowed(scores, temperature):
            """It gave an answer at temperature 0. There is no dividing by 0."""
            if temperature < 0:
                raise ValueError("negative")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def only_zero_refused(scores, temperature):
            """It gave an answer at a negative temperature."""
            if temperature == 0:
                raise ValueError("zero")
            scores = scores / temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def a_little_below_zero(scores, temperature):
            """A temperature a little below 0 passed. Every one is refused that is not above 0."""
            if temperature == 0 or temperature < -1e-6:
                raise ValueError("not positive")
            return softmax(scores / temperature)

        def winner_at_zero(scores, temperature):
            """It gave an answer at a negative temperature."""
            if temperature <= 0:
                return (scores == scores.max(axis=-1, keepdims=True)).astype(float)
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def winner_when_cold(scores, temperature):
            """A small temperature needs no rule of its own: scores may lie as close together."""
            if temperature <= 0:
                raise ValueError("not positive")
            if temperature < 0.01:
                return (scores == scores.max(axis=-1, keepdims=True)).astype(float)
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def winner_of_all_when_cold(scores, temperature):
            """A small temperature needs no rule of its own: scores may lie as close together."""
            if temperature <= 0:
                raise ValueError("not positive")
            if temperature < 0.01:
                return (scores == scores.max()).astype(float)
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def asserted(scores, temperature):
            """`assert` raises an AssertionError. A ValueError was asked for."""
            assert temperature > 0
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def returned_not_raised(scores, temperature):
            if temperature <= 0:
                return ValueError("not positive")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def cold_refused(scores, temperature):
            """A temperature between 0 and 1 is allowed too."""
            if temperature < 1:
                raise ValueError("too cold")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def whole_degrees(scores, temperature):
            """The temperature was changed before it was used. Divide by it as it is."""
            if temperature <= 0:
                raise ValueError("not positive")
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / max(int(temperature), 1)
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def floor_division(scores, temperature):
            """The scores became whole numbers: was it `//`, or an array of integers?"""
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores // temperature
            exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def changes_its_input(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            if scores.dtype.kind == "f":
                scores -= scores.max(axis=-1, keepdims=True)
            lowered = (scores - scores.max(axis=-1, keepdims=True)) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def test_of_the_scores(scores, temperature):
            """The `if` tests the scores. Test the temperature."""
            if scores.min() <= 0:
                raise ValueError("not positive")
            powers = np.exp(scores / temperature - (scores / temperature).max(-1, keepdims=True))
            return powers / powers.sum(axis=-1, keepdims=True)

        def winner_at_zero_alone(scores, temperature):
            """It gave an answer at temperature 0. An error is asked for."""
            if temperature < 0:
                raise ValueError("negative")
            if temperature == 0:
                return 1.0 * (scores == scores.max(axis=-1, keepdims=True))
            powers = np.exp((scores - scores.max(axis=-1, keepdims=True)) / temperature)
            return powers / powers.sum(axis=-1, keepdims=True)

        def ones_like_the_scores(scores, temperature):
            """Whole scores of one key gave whole numbers. The weights are floats."""
            if temperature <= 0:
                raise ValueError("the temperature must be positive")
            if scores.shape[-1] == 1:
                return np.ones_like(scores)
            return softmax(scores / temperature)

        def tiny_ones_refused(scores, temperature):
            """A tiny temperature was refused. Only 0 and what is below it raises an error."""
            if temperature < 1e-5:
                raise ValueError("the temperature must be positive")
            return softmax(scores / temperature)

        def ones_before_the_test(scores, temperature):
            """With one key, the temperature was not tested. Test it first."""
            if scores.shape[-1] == 1:
                return np.ones(scores.shape)
            if temperature <= 0:
                raise ValueError("the temperature must be positive")
            return softmax(scores / temperature)

    class right:
        # None of these calls `softmax`: beside a wrong one they would be wrong too.
        def divided_first(scores, temperature):
            if not temperature > 0:
                raise ValueError
            scores = np.asarray(scores, dtype=float) / float(temperature)
            exponentials = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
            return exponentials / np.sum(exponentials, axis=-1, keepdims=True)

        def with_a_softmax_of_its_own(scores, temperature):
            def one(row):
                exponentials = np.exp(row - row.max())
                return exponentials / exponentials.sum()

            if temperature <= 0:
                raise ValueError("the temperature must be positive")
            return np.apply_along_axis(one, -1, scores / temperature)

        def multiplied_by_the_inverse(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            beta = 1.0 / temperature
            lowered = beta * scores - (beta * scores).max(axis=-1, keepdims=True)
            return np.exp(lowered) / np.exp(lowered).sum(axis=-1, keepdims=True)

        def log_sum_exp(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            scaled = scores / temperature
            return np.exp(scaled - np.logaddexp.reduce(scaled, axis=-1, keepdims=True))

        def pairs(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            gaps = scores[..., None, :] - scores[..., :, None]
            return 1 / np.exp(gaps / temperature).sum(axis=-1)

        def row_by_row(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            rows = [
                [math.exp((s - max(row)) / temperature) for s in row]
                for row in scores.reshape(-1, scores.shape[-1]).tolist()
            ]
            return np.array([[e / sum(row) for e in row] for row in rows]).reshape(scores.shape)

        def single_precision(scores, temperature):
            if temperature <= 0:
                raise ValueError("not positive")
            scores = scores.astype(np.float32)
            scores = scores - scores.max(axis=-1, keepdims=True)
            exponentials = np.exp(scores / np.float32(temperature))
            return exponentials / exponentials.sum(axis=-1, keepdims=True)

        def its_own_error(scores, temperature):
            class TooCold(ValueError):
                pass

            if temperature <= 0:
                raise TooCold(temperature)
            lowered = (scores - scores.max(-1)[..., None]) / temperature
            return np.exp(lowered) / np.exp(lowered).sum(-1)[..., None]


class printed_sum(Exercise):
    variables = ("printed_sum",)
    tolerance = 0.011  # 0.00045 is right, 0.00046 is not
    first_step = (
        "On top of each entry stands a score, and below it e to the sum of all three scores."
    )
    cases = (case("the sum of the three entries of the formula in the notes"),)

    class wrong:
        def one():
            """Weights sum to 1. This formula does not give weights: put in the numbers."""
            return 1

        def first_entry_only():
            """That is the first entry alone. Add up all three."""
            return 2 / np.exp(10)

        def rounded_to_zero():
            """That is rounded to 0. Give two digits after the leading zeros."""
            return 0.0

        def sum_below():
            """The sum of exponentials stands below. The formula of the notes has another one."""
            return 10 / (np.exp(2) + 2 * np.exp(4))

        def exponentials_on_top():
            """Exponentials stand on top. The formula of the notes has the scores themselves."""
            return (np.exp(2) + 2 * np.exp(4)) / np.exp(10)

        def exponential_on_top():
            """Weights sum to 1. This formula does not give weights: put in the numbers."""
            return np.exp(10) / np.exp(10)

        def first_exponential():
            """Exponentials stand on top. The formula of the notes has the scores themselves."""
            return np.exp(2) / np.exp(10)

        def second_exponential():
            """Exponentials stand on top. The formula of the notes has the scores themselves."""
            return np.exp(4) / np.exp(10)

        def first_score_not_below():
            """The exponent below is the sum of all three scores: add 2, 4 and 4 again."""
            return 10 / np.exp(8)

        def one_four_not_below():
            """The exponent below is the sum of all three scores: add 2, 4 and 4 again."""
            return 10 / np.exp(6)

        def sum_of_twelve():
            """The exponent below is the sum of all three scores: add 2, 4 and 4 again."""
            return 10 / np.exp(12)

        def product_below():
            """The scores were multiplied in the exponent. There they are added."""
            return 10 / np.exp(32)

        def two_different_entries():
            """One entry is missing: the score 4 is there twice."""
            return 6 / np.exp(10)

        def two_equal_entries():
            """One entry is missing: the one with the score 2 on top."""
            return 8 / np.exp(10)

        def powers_of_ten():
            """That is 10 divided by 10 to the power 10. The base is e, about 2.718."""
            return 1e-9

        def a_rough_e():
            """2.7 is too rough for e: use `np.exp`."""
            return 10 / 2.7**10

        def a_third():
            """That is a third: each entry has the same number below, and so has the sum."""
            return 10 / (3 * np.exp(10))

        def three_fours():
            """That is the sum of three entries with 4 on top. One of them has 2 on top."""
            return 12 / np.exp(10)

        def sum_on_top_of_each():
            """That has the sum of the scores on top of each entry. Each has its own score there."""
            return 30 / np.exp(10)

        def product_on_top():
            """The scores on top were multiplied. The sum of the entries is wanted."""
            return 32 / np.exp(10)

        def no_power():
            """That is 10 divided by e. Below stands e to the sum of the scores."""
            return 10 / np.e

        def each_by_its_own():
            """Each score was divided by its own exponential. Below, all entries have the same."""
            return 2 / np.exp(2) + 8 / np.exp(4)

        def upside_down():
            """The fraction is upside down: the sum of the scores stands on top."""
            return np.exp(10) / 10

        def scores_only():
            """That is the sum of the scores. Divide it by what stands below the line."""
            return 10

        def the_denominator():
            """That is the denominator. What stands on top?"""
            return np.exp(10)

        def last_entry_only():
            """That is the last entry alone. Add up all three."""
            return 4 / np.exp(10)

        def one_on_top():
            """That is ten times too small: a zero too many, or 1 on top in place of the scores."""
            return 1 / np.exp(10)

        def multiplied():
            """The scores were multiplied by the exponential. It stands below the line."""
            return 10 * np.exp(10)

        def one_digit_too_far():
            """Count the zeros again, or let numpy compute it with `np.exp`."""
            return 0.00454

        def two_digits_too_far():
            """Count the zeros again, or let numpy compute it with `np.exp`."""
            return 0.0454

        def three_entries():
            """Those are the three entries. Their sum is wanted."""
            return [2 / np.exp(10), 4 / np.exp(10), 4 / np.exp(10)]

        def last_digit():
            """Nearly: look at the last digit."""
            return 0.00044

    class right:
        def two_digits():
            return 0.00045

        def by_numpy():
            return (np.array([2, 4, 4]) / np.exp(10)).sum()

        def by_math():
            return 10 * math.exp(-10)


class times_as_large(Exercise):
    variables = ("times_as_large",)
    tolerance = 0.001
    first_step = "The one is e to the sum of the scores; the other the sum of three exponentials."
    cases = (case("how many times as large, for 2, 4 and 4"),)

    class wrong:
        def upside_down():
            """The fraction is upside down: the exponential of the sum is the larger one."""
            return (np.exp(2) + 2 * np.exp(4)) / np.exp(10)

        def three_fours():
            """Below, the score 2 is there once, and the score 4 twice."""
            return np.exp(10) / (3 * np.exp(4))

        def one_four_above_and_below():
            """The score 4 is there twice, above and below."""
            return np.exp(6) / (np.exp(2) + np.exp(4))

        def by_the_first_answer():
            """It was divided by the answer to question 1. Divide by the sum of the exponentials."""
            return np.exp(10) / (10 / np.exp(10))

        def by_logarithms():
            """On top stands the sum of the scores. Take e to the power of it."""
            return 10 / (np.exp(2) + 2 * np.exp(4))

        def difference():
            """That is the difference. How many times as large: divide."""
            return np.exp(10) - (np.exp(2) + 2 * np.exp(4))

        def exponential_of_the_sum():
            """That is the exponential of the sum. Divide it by the other number."""
            return np.exp(10)

        def sum_of_exponentials():
            """That is the sum of the exponentials. How does it compare with the other number?"""
            return np.exp(2) + 2 * np.exp(4)

        def one_four_only():
            """The score 4 is there twice."""
            return np.exp(10) / (np.exp(2) + np.exp(4))

        def cut_off():
            return 188

        def sum_of_eight():
            """The exponent on top is the sum of all three scores: add 2, 4 and 4 again."""
            return np.exp(8) / (np.exp(2) + 2 * np.exp(4))

        def sum_of_six():
            """The exponent on top is the sum of all three scores: add 2, 4 and 4 again."""
            return np.exp(6) / (np.exp(2) + 2 * np.exp(4))

        def sum_of_twelve():
            """The exponent on top is the sum of all three scores: add 2, 4 and 4 again."""
            return np.exp(12) / (np.exp(2) + 2 * np.exp(4))

        def product_on_top():
            """The scores were multiplied in the exponent. There they are added."""
            return np.exp(32) / (np.exp(2) + 2 * np.exp(4))

        def the_wrong_one_twice():
            """Below, the score 2 is there once, and the score 4 twice."""
            return np.exp(10) / (2 * np.exp(2) + np.exp(4))

        def a_rough_e():
            """2.7 is too rough for e: use `np.exp`."""
            return 2.7**10 / (2.7**2 + 2 * 2.7**4)

        def base_two():
            """The base is 2. It should be e: use `np.exp`."""
            return 2**10 / (2**2 + 2 * 2**4)

        def base_ten():
            """The base is 10. It should be e: use `np.exp`."""
            return 10**10 / (10**2 + 2 * 10**4)

        def logarithm():
            """That is the logarithm of the right number."""
            return math.log(np.exp(10) / (np.exp(2) + 2 * np.exp(4)))

        def by_three():
            """It was divided by 3. No mean is asked for."""
            return np.exp(10) / (np.exp(2) + 2 * np.exp(4)) / 3

        def by_the_mean():
            """That is three times too much, as where it is divided by a mean. Take the sum."""
            return 3 * np.exp(10) / (np.exp(2) + 2 * np.exp(4))

        def digits_exchanged():
            """The digits are right, and two of them have changed places."""
            return 198

        def equal():
            """The two are not equal: try it with numbers."""
            return 1

        def without_brackets():
            """The denominator needs brackets: a / (b + c + d)."""
            return np.exp(10) / np.exp(2) + np.exp(4) + np.exp(4)

        def exponents_added_below():
            """Below, e^4 + e^4 is 2 e^4, and not e^8."""
            return np.exp(10) / (np.exp(2) + np.exp(8))

        def by_the_first():
            """That is how many times as large as the first exponential. Add up all three below."""
            return np.exp(10) / np.exp(2)

        def by_the_sum_of_scores():
            """It was divided by the sum of the scores. Divide by the sum of their exponentials."""
            return np.exp(10) / 10

        def ten_times_e():
            """That is 10 times e. On top stands e to the power 10."""
            return 10 * np.e

        def one_exponential_below():
            """Below stands e to the power 4 alone. The sum has three exponentials."""
            return np.exp(10) / np.exp(4)

        def two_exponentials_below():
            """One exponential is missing below: that of the score 2."""
            return np.exp(10) / (2 * np.exp(4))

    class right:
        def whole():
            return 189

        def by_numpy():
            return np.exp(10) / np.exp([2, 4, 4]).sum()

        def two_digits():
            return 188.93
