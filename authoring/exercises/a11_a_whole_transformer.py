"""Exercises of 11-a-whole-transformer."""

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "11-a-whole-transformer"

RECALL = {
    "recall_1": Recall(
        "In every notebook of this course True means may attend.",
        "notebook 6, Why a decoder must not see the next word",
    ),
    "recall_2": Recall(
        "A score of one head is a sum of 384 / 12 = 32 products.",
        "notebook 8, exercise 3",
    ),
    "recall_3": Recall(
        "A 1 at the end of each token multiplies the last row of W, which is the bias.",
        "notebook 8, A bias is one more row",
    ),
}

_rng = np.random.default_rng(110)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


def _layer(d: int, d_ff: int, n_heads: int) -> dict:
    """A small layer whose every part matters, in the form that `course.minilm` gives."""
    return {
        "W_Q": _normal(d + 1, d),
        "W_K": _normal(d + 1, d),
        "W_V": _normal(d + 1, d),
        "W_O": _normal(d, d),
        "b_O": _normal(d),
        "norm_1": (1 + _normal(d) / 4, _normal(d)),
        "W_1": _normal(d, d_ff) / 2,
        "b_1": _normal(d_ff),
        "W_2": _normal(d_ff, d),
        "b_2": _normal(d),
        "norm_2": (1 + _normal(d) / 4, _normal(d)),
        "n_heads": n_heads,
    }


TOKENS = _normal(3, 5) * 2 + 1
SQUARE = _normal(4, 4) * 3
FAR_APART = np.array([[1000.0, 1001, 1004], [0.001, 0.002, 0.004]])  # each row by itself

SMALL = _layer(6, 9, 3)  # d_ff 9, 3 heads of 2
WIDE = _layer(8, 5, 2)  # d_ff 5, 2 heads of 4
ONE_HEAD = _layer(4, 7, 1)
ROWS = _normal(5, 6)
SQUARE_ROWS = _normal(3, 6)  # as many tokens as heads
WIDE_ROWS = _normal(7, 8)
PADDING = np.array([True, True, True, False, False])

STATES = np.array([[1.0, 2, 9], [3, 6, 0], [2, 1, 3], [7, -5, 4], [40, 50, 60]])  # (5, 3)
SQUARE_STATES = np.array([[1.5, 5.75, 2], [4.25, 1.75, 3.5], [-9, 7, 30]])

# The longest, the nearest and the one in the same direction are three different rows.
POINTS = np.array([[30.0, 30, -2], [1.2, 2.2, 3.5], [-1, -2, -3], [3, 6, 9], [2, 2, 2]])
TOWARDS = np.array([1.0, 2, 3])


class layer_norm(Exercise):
    parameters = ("X", "gain", "bias", "eps")
    tolerance = 1e-4
    floats = True
    cases = (
        case("3 tokens of 5 numbers", TOKENS, 1 + _normal(5) / 2, _normal(5)),
        case("4 tokens of 4 numbers", SQUARE, 1 + _normal(4) / 2, _normal(4)),
        case("a large eps, 0.5", TOKENS, 1 + _normal(5) / 2, _normal(5), 0.5),
        case("a token with large numbers, one with small ones", FAR_APART, _normal(3), _normal(3),
             aspect="edges"),
        case("one token, whole numbers", np.array([[1, 3, 3, 9]]), np.array([1, 2, 1, 3]),
             np.array([0, 1, -1, 2]), aspect="edges"),
        case("tokens whose numbers are all equal", np.array([[7.0] * 3, [151.2] * 3]), _normal(3),
             _normal(3), aspect="edges"),
        case("6 tokens of 2 numbers", _normal(6, 2), _normal(2), _normal(2), aspect="edges"),
        case("2 tokens of one number", np.array([[8.0], [3.0]]), np.array([2.0]), np.array([-1.5]),
             aspect="edges"),
    )  # fmt: skip

    class wrong:
        def over_the_tokens(X, gain, bias, eps=1e-12):
            """Mean and variance were taken over the tokens. Each token has its own: go along it."""
            centred = X - X.mean(axis=0)
            return gain * centred / np.sqrt((centred**2).mean(axis=0) + eps) + bias

        def over_the_whole_array(X, gain, bias, eps=1e-12):
            """One mean and one variance served the whole array. Each token has its own."""
            centred = X - X.mean()
            return gain * centred / np.sqrt((centred**2).mean() + eps) + bias

        def own_mean_common_variance(X, gain, bias, eps=1e-12):
            """One variance served the whole array. Each token has its own, as it has its mean."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean() + eps) + bias

        def own_mean_variance_over_tokens(X, gain, bias, eps=1e-12):
            """The variance was taken over the tokens. Each token has its own: go along it."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean(axis=0) + eps) + bias

        def own_mean_variance_of_the_columns(X, gain, bias, eps=1e-12):
            """The variance was taken over the tokens. Each token has its own: go along it."""
            return gain * (X - X.mean(axis=1, keepdims=True)) / np.sqrt(X.var(axis=0) + eps) + bias

        def lost_axis(X, gain, bias, eps=1e-12):
            """The variances lost their axis: (n,) has to be (n, 1), so that each meets its row."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean(axis=1) + eps) + bias

        def ddof_1(X, gain, bias, eps=1e-12):
            """The sum of squares was divided by d - 1 (ddof=1). Here the variance divides by d."""
            with np.errstate(all="ignore"):
                variance = X.var(axis=1, ddof=1, keepdims=True)
                return gain * (X - X.mean(axis=1, keepdims=True)) / np.sqrt(variance + eps) + bias

        def ddof_1_eps_outside(X, gain, bias, eps=1e-12):
            """The sum of squares was divided by d - 1 (ddof=1). Here the variance divides by d."""
            with np.errstate(all="ignore"):
                std = X.std(axis=1, ddof=1, keepdims=True)
                return gain * (X - X.mean(axis=1, keepdims=True)) / (std + eps) + bias

        def mean_over_tokens_own_variance(X, gain, bias, eps=1e-12):
            """The mean was taken over the tokens. Each token has its own."""
            centred = X - X.mean(axis=0)
            return gain * centred / np.sqrt(X.var(axis=1, keepdims=True) + eps) + bias

        def mean_over_tokens_own_squares(X, gain, bias, eps=1e-12):
            """The mean was taken over the tokens. Each token has its own."""
            centred = X - X.mean(axis=0)
            return gain * centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def eps_outside(X, gain, bias, eps=1e-12):
            """eps was added to the root. It is added to the variance, below the root."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / (np.sqrt((centred**2).mean(axis=1, keepdims=True)) + eps) + bias

        def eps_ignored(X, gain, bias, eps=1e-12):
            """eps was not added to the variance. It is, whatever its value."""
            centred = X - X.mean(axis=1, keepdims=True)
            root = np.sqrt((centred**2).mean(axis=1, keepdims=True))
            return gain * centred / np.where(root > 0, root, 1) + bias

        def eps_fixed(X, gain, bias, eps=1e-12):
            """eps was not added to the variance. It is, whatever its value."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(variance + 1e-12) + bias

        def eps_squared(X, gain, bias, eps=1e-12):
            """eps was squared. It is added to the variance as it is."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(variance + eps**2) + bias

        def eps_beside(X, gain, bias, eps=1e-12):
            """eps was subtracted. It is added to the variance, so that the root is never 0."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * centred / np.sqrt(variance - eps) + bias

        def gain_forgotten(X, gain, bias, eps=1e-12):
            """The gain is missing: each normalised number is multiplied by its gain."""
            centred = X - X.mean(axis=1, keepdims=True)
            return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def bias_forgotten(X, gain, bias, eps=1e-12):
            """The bias is missing: it is added at the end."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)

        def neither_gain_nor_bias(X, gain, bias, eps=1e-12):
            """Gain and bias are missing: multiply by the gain, then add the bias."""
            centred = X - X.mean(axis=1, keepdims=True)
            return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)

        def bias_first(X, gain, bias, eps=1e-12):
            """The bias was added before the gain multiplied. First the gain, then the bias."""
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return gain * (rows + bias)

        def gain_and_bias_in_one(X, gain, bias, eps=1e-12):
            """The bias stands in a product. The gain multiplies alone, and the bias is added."""
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return rows * (gain + bias)

        def gain_and_bias_exchanged(X, gain, bias, eps=1e-12):
            """Gain and bias were exchanged. The gain multiplies, the bias is added."""
            centred = X - X.mean(axis=1, keepdims=True)
            return bias * centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + gain

        def gain_added(X, gain, bias, eps=1e-12):
            """The gain was added. It multiplies."""
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return rows + gain + bias

        def gain_divides(X, gain, bias, eps=1e-12):
            """The numbers were divided by the gain. It multiplies."""
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return rows / gain + bias

        def gain_before(X, gain, bias, eps=1e-12):
            """Gain and bias came before the normalisation, which undoes much of them."""
            X = gain * X + bias
            centred = X - X.mean(axis=1, keepdims=True)
            return centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)

        def gain_as_a_matrix(X, gain, bias, eps=1e-12):
            """The gain summed over the numbers (@). It multiplies each number by its own."""
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return (rows @ gain)[:, None] + bias

        def not_centred(X, gain, bias, eps=1e-12):
            """The mean was not subtracted from the numbers above the fraction line."""
            return gain * X / np.sqrt(X.var(axis=1, keepdims=True) + eps) + bias

        def root_mean_square(X, gain, bias, eps=1e-12):
            """The mean was subtracted nowhere. Variance is the mean square of what is left then."""
            return gain * X / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps) + bias

        def squared_mean(X, gain, bias, eps=1e-12):
            """The mean of what is centred is 0. For the variance, square first; the mean is taken
            of the squares.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(centred.mean(axis=1, keepdims=True) ** 2 + eps) + bias

        def divided_by_the_tokens(X, gain, bias, eps=1e-12):
            """The sum was divided by the number of tokens. The mean of a token is over its d
            numbers.
            """
            centred = X - X.sum(axis=1, keepdims=True) / len(X)
            squares = (centred**2).sum(axis=1, keepdims=True) / len(X)
            return gain * centred / np.sqrt(squares + eps) + bias

        def squares_divided_by_the_tokens(X, gain, bias, eps=1e-12):
            """The squares were divided by the number of tokens. Their mean divides by d."""
            centred = X - X.mean(axis=1, keepdims=True)
            squares = (centred**2).sum(axis=1, keepdims=True) / len(X)
            return gain * centred / np.sqrt(squares + eps) + bias

        def variance_of_the_centred_columns(X, gain, bias, eps=1e-12):
            """The variance was taken over the tokens. Each token has its own: go along it."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(centred.var(axis=0) + eps) + bias

        def mean_distance_without_eps(X, gain, bias, eps=1e-12):
            """It was divided by the mean distance from the mean. Square, take the mean, the
            root.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * centred / np.abs(centred).mean(axis=1, keepdims=True) + bias

        def common_variance_eps_fixed(X, gain, bias, eps=1e-12):
            """One variance served the whole array. Each token has its own, as it has its mean."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean() + 1e-12) + bias

        def variance_over_tokens_eps_fixed(X, gain, bias, eps=1e-12):
            """The variance was taken over the tokens. Each token has its own: go along it."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean(axis=0) + 1e-12) + bias

        def root_of_the_root(X, gain, bias, eps=1e-12):
            """A root was taken of the standard deviation, which is a root already."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(X.std(axis=1, keepdims=True) + eps) + bias

        def squares_of_X(X, gain, bias, eps=1e-12):
            """The squares are those of X. For the variance, square what is left after the mean."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps) + bias

        def squares_less_the_square_of_the_mean(X, gain, bias, eps=1e-12):
            """The mean of the squares less the square of the mean is the variance too, but rounding
            can bring it below 0. Square what is left after the mean.
            """
            mean = X.mean(axis=1, keepdims=True)
            variance = (X * X).mean(axis=1, keepdims=True) - mean**2
            return gain * (X - mean) / np.sqrt(variance + eps) + bias

        def without_the_root(X, gain, bias, eps=1e-12):
            """It was divided by the variance. Divide by its root, the standard deviation."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / ((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def length_one(X, gain, bias, eps=1e-12):
            """The squares were added up. The variance is their mean: divide the sum by d."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).sum(axis=1, keepdims=True) + eps) + bias

        def multiplied_by_the_root(X, gain, bias, eps=1e-12):
            """It was multiplied by the root. Divide."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred * np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def mean_distance(X, gain, bias, eps=1e-12):
            """It was divided by the mean distance from the mean. Square, take the mean, the
            root.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / (np.abs(centred).mean(axis=1, keepdims=True) + eps) + bias

        def only_centred(X, gain, bias, eps=1e-12):
            """Nothing was divided. After the mean, divide by the root of the variance."""
            return gain * (X - X.mean(axis=1, keepdims=True)) + bias

        def median_for_mean(X, gain, bias, eps=1e-12):
            """The median was subtracted. It is the mean."""
            centred = X - np.median(X, axis=1, keepdims=True)
            return gain * centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def sign(X, gain, bias, eps=1e-12):
            """Signs are exchanged: subtract the mean from the numbers, not the other way round."""
            centred = X.mean(axis=1, keepdims=True) - X
            return gain * centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps) + bias

        def first_token_for_all(X, gain, bias, eps=1e-12):
            """The first token's mean and variance served all tokens. Each has its own."""
            return gain * (X - X[0].mean()) / np.sqrt(X[0].var() + eps) + bias

        def rounded(X, gain, bias, eps=1e-12):
            centred = X - X.mean(axis=1, keepdims=True)
            rows = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return (gain * rows + bias).round(2)

        def as_a_list(X, gain, bias, eps=1e-12):
            return [list(gain * (x - x.mean()) / np.sqrt(x.var() + eps) + bias) for x in X]

        def whole_numbers(X, gain, bias, eps=1e-12):
            rows = np.empty_like(X)
            for i, x in enumerate(X):
                rows[i] = gain * (x - x.mean()) / np.sqrt(x.var() + eps) + bias
            return rows

        def changes_X(X, gain, bias, eps=1e-12):
            X -= X.mean(axis=1, keepdims=True).astype(X.dtype)
            return gain * X / np.sqrt((X**2).mean(axis=1, keepdims=True) + eps) + bias

        def nan_where_all_are_equal(X, gain, bias, eps=1e-12):
            """eps is missing. Added to every variance, below the root, it keeps the root from 0."""
            with np.errstate(all="ignore"):
                deviation = X.std(axis=1, keepdims=True)
                return gain * (X - X.mean(axis=1, keepdims=True)) / deviation + bias

        def gain_in_a_column(X, gain, bias, eps=1e-12):
            """gain and bias were turned into columns. Their d numbers belong to the columns
            of X: they meet every row as they are.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + eps)
            return gain[:, None] * centred / spread + bias[:, None]

        def brought_to_length_one(X, gain, bias, eps=1e-12):
            """Each token was divided by its length. Divide by the root of the variance, which
            is a mean.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.linalg.norm(centred, axis=1, keepdims=True) + bias

        def one_variance_of_X(X, gain, bias, eps=1e-12):
            """One variance served the whole array. Each token has its own, as it has its mean."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(X.var() + eps) + bias

        def bias_subtracted(X, gain, bias, eps=1e-12):
            """The bias was subtracted. It is added."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(variance + eps) - bias

        def gain_before_the_mean(X, gain, bias, eps=1e-12):
            """The gain multiplied before the mean was taken. It multiplies after the division."""
            X = X * gain
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return centred / np.sqrt(variance + eps) + bias

        def root_of_the_mean_distance(X, gain, bias, eps=1e-12):
            """The distances from the mean were averaged as they are. Square them first."""
            centred = X - X.mean(axis=1, keepdims=True)
            distance = np.abs(centred).mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(distance + eps) + bias

        def divided_by_the_range(X, gain, bias, eps=1e-12):
            """It was divided by the range. Divide by the root of the variance."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / (np.ptp(X, axis=1, keepdims=True) + eps) + bias

        def eps_after_the_division(X, gain, bias, eps=1e-12):
            """eps was added after the division. It is added to the variance, below the root."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * centred / np.sqrt(variance) + eps + bias

        def root_of_eps_alone(X, gain, bias, eps=1e-12):
            """The root is that of eps alone. It is taken of the variance and eps together."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * (centred / variance + np.sqrt(eps)) + bias

        def divided_by_the_length(X, gain, bias, eps=1e-12):
            """It was divided by the length, the root of a sum of squares. The variance is their
            mean, and eps is added to it, below the root.
            """
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / (np.linalg.norm(centred, axis=1, keepdims=True) + eps) + bias

        def without_the_root_or_eps(X, gain, bias, eps=1e-12):
            """It was divided by the variance. Divide by its root, the standard deviation."""
            centred = X - X.mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * centred / (centred**2).mean(axis=1, keepdims=True) + bias

        def gain_as_a_vector(X, gain, bias, eps=1e-12):
            """The gain summed over the numbers (@). It multiplies each number by its own."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return centred / np.sqrt(variance + eps) @ gain + bias

        def bias_divided_too(X, gain, bias, eps=1e-12):
            """The bias was divided, too. It is added after the division."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return (gain * centred + bias) / np.sqrt(variance + eps)

        def bias_added_twice(X, gain, bias, eps=1e-12):
            """The bias was added twice."""
            centred = X - X.mean(axis=1, keepdims=True)
            variance = (centred**2).mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(variance + eps) + bias + bias

        def two_roots(X, gain, bias, eps=1e-12):
            """Two roots were added. Add eps to the variance, and take one root of the sum."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / (X.std(axis=1, keepdims=True) + np.sqrt(eps)) + bias

        def eps_after_the_division_under_the_gain(X, gain, bias, eps=1e-12):
            """eps was added after the division. It is added to the variance, below the root."""
            centred = X - X.mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                return gain * (centred / X.std(axis=1, keepdims=True) + eps) + bias

        def the_variance(X, gain, bias, eps=1e-12):
            """That is the variance of each row. The rows are still to be divided by its root."""
            return X.var(axis=1, keepdims=True)

        def zeros_for_one_number(X, gain, bias, eps=1e-12):
            """Tokens of one number came out as 0. The bias is added there, too."""
            if X.shape[1] == 1:
                return np.zeros(X.shape)
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(X.var(axis=1, keepdims=True) + eps) + bias

        def one_number_as_it_is(X, gain, bias, eps=1e-12):
            """Tokens of one number came back as they are. Less their mean, the bias is left."""
            if X.shape[1] == 1:
                return X * 1.0
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(X.var(axis=1, keepdims=True) + eps) + bias

        def another_default(X, gain, bias, eps=1e-8):
            """Without an eps, a larger one than 1e-12 was added. It is too much here."""
            centred = X - X.mean(axis=1, keepdims=True)
            return gain * centred / np.sqrt(X.var(axis=1, keepdims=True) + eps) + bias

    class right:
        def std(X, gain, bias, eps=1e-12):
            mean, var = X.mean(axis=-1, keepdims=True), X.var(axis=-1, keepdims=True)
            return (X - mean) / np.sqrt(var + eps) * gain + bias

        def loop(X, gain, bias, eps=1e-12):
            rows = []
            for x in X:
                mean = sum(x) / len(x)
                variance = sum((x - mean) ** 2) / len(x)
                rows.append(gain * (x - mean) / (variance + eps) ** 0.5 + bias)
            return np.array(rows)

        def transposed(X, gain, bias, eps=1e-12):
            columns = (X.T - X.mean(axis=1)) / np.sqrt(X.T.var(axis=0) + eps)
            return gain * columns.T + bias

        def einsum(X, gain, bias, eps=1e-12):
            d = X.shape[1]
            c = X - (X @ np.ones((d, 1))) / d
            return np.einsum("ij,i,j->ij", c, (np.einsum("ij,ij->i", c, c) / d + eps) ** -0.5,
                             gain) + bias  # fmt: skip

        def in_double(X, gain, bias, eps=1e-12):
            X = np.asarray(X, dtype=np.float64)
            out = np.empty_like(X)
            for i in range(len(X)):
                centred = X[i] - np.mean(X[i])
                out[i] = centred / np.sqrt(np.mean(centred * centred) + eps)
            return np.multiply(out, gain) + bias

        def matrix_of_means(X, gain, bias, eps=1e-12):
            d = X.shape[1]
            c = X @ (np.eye(d) - np.ones((d, d)) / d)
            return gain * c * (np.square(c).mean(1)[:, None] + eps) ** -0.5 + bias

        def in_place_on_a_copy(X, gain, bias, eps=1e-12):
            out = X.astype(float)
            out -= out.mean(axis=1)[:, np.newaxis]
            out /= np.sqrt(np.mean(out**2, axis=1) + eps)[:, np.newaxis]
            out *= gain
            out += bias
            return out

        def means_less_squares(X, gain, bias, eps=1e-12):
            shifted = X - X[:, :1]  # the variance does not see a shift
            var = (shifted**2).mean(axis=1) - shifted.mean(axis=1) ** 2
            c = X - X.mean(axis=1, keepdims=True)
            return gain * c / np.sqrt(np.maximum(var, 0) + eps)[:, None] + bias

        def single_precision(X, gain, bias, eps=1e-12):
            X = X.astype(np.float32)
            return (X - X.mean(1, keepdims=True)) / np.sqrt(
                X.var(1, keepdims=True) + np.float32(eps)
            ) * gain + bias


class encoder_layer(Exercise):
    parameters = ("X", "layer", "mask")
    tolerance = 1e-4
    floats = True
    cases = (
        case("5 tokens of 6 numbers, 3 heads", ROWS, SMALL),
        case("7 tokens of 8 numbers, 2 heads", WIDE_ROWS, WIDE),
        case("as many tokens as heads", SQUARE_ROWS, SMALL),
        case("a mask (5,): the last two tokens are padding", ROWS, SMALL, PADDING, aspect="masks"),
        case("a mask (7,) with gaps", WIDE_ROWS, WIDE, np.array([1, 0, 1, 1, 0, 1, 1]) == 1,
             aspect="masks"),
        case("a causal mask (5, 5)", ROWS, SMALL, np.tri(5) == 1, aspect="masks"),
        case("a mask (2, 7, 7), another one for each head", WIDE_ROWS, WIDE,
             np.stack([np.tri(7), np.tri(7)[::-1]]) == 1, aspect="masks"),
        case("a mask that hides every token", SQUARE_ROWS, SMALL, np.zeros(3) == 1, aspect="masks"),
        case("one token", _normal(1, 6), SMALL, aspect="edges"),
        case("one head, whole numbers", np.array([[2, 0, 1, 5], [1, 1, 4, 0], [0, 3, 3, 2]]),
             ONE_HEAD, aspect="edges"),
        case("large numbers", 200 * WIDE_ROWS[:3], WIDE, aspect="edges"),
    )  # fmt: skip

    class wrong:
        def norm_first(X, layer, mask=None):
            """The normalisation came first (pre-norm). In this model it comes after each sum."""
            Y = layer_norm(X, *layer["norm_1"])
            rows = np.column_stack([Y, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = X + out + layer["b_O"]
            return X + feed_forward(layer_norm(X, *layer["norm_2"]), layer)

        def first_residual_forgotten(X, layer, mask=None):
            """X was not added to the attention output: the first residual connection is missing."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def second_residual_forgotten(X, layer, mask=None):
            """The feed-forward output stands alone: the second residual connection is missing."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(feed_forward(X, layer), *layer["norm_2"])

        def no_residual(X, layer, mask=None):
            """Both residual connections are missing: add what went in, both times."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(out + layer["b_O"], *layer["norm_1"])
            return layer_norm(feed_forward(X, layer), *layer["norm_2"])

        def second_residual_from_the_start(X, layer, mask=None):
            """The second sum took the tokens that entered the layer. It takes those after
            norm_1.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_from_the_start(X, layer, mask=None):
            """The feed-forward network got the tokens that entered the layer, not those after
            norm_1.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(X, layer), *layer["norm_2"])

        def second_half_from_the_start(X, layer, mask=None):
            """The second half began with the tokens that entered the layer. It goes on after
            norm_1.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def residual_before_norm_1(X, layer, mask=None):
            """The second sum took the tokens before norm_1. It takes those after it."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = X + out + layer["b_O"]
            X = layer_norm(Y, *layer["norm_1"])
            return layer_norm(Y + feed_forward(X, layer), *layer["norm_2"])

        def norm_inside_the_sum(X, layer, mask=None):
            """The result of each half is normalised, and not the sum. First add, then normalise."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = X + layer_norm(out + layer["b_O"], *layer["norm_1"])
            return X + layer_norm(feed_forward(X, layer), *layer["norm_2"])

        def no_norm(X, layer, mask=None):
            """Nothing is normalised: layer_norm follows each of the two sums."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = X + out + layer["b_O"]
            return X + feed_forward(X, layer)

        def no_first_norm(X, layer, mask=None):
            """The first sum is not normalised: layer_norm with norm_1 follows it."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = X + out + layer["b_O"]
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def no_second_norm(X, layer, mask=None):
            """The second sum is not normalised: layer_norm with norm_2 follows it."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return X + feed_forward(X, layer)

        def norm_1_twice(X, layer, mask=None):
            """norm_1 served both times. The second sum has a gain and a bias of its own, norm_2."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_1"])

        def norm_2_twice(X, layer, mask=None):
            """norm_2 served both times. The first sum has a gain and a bias of its own, norm_1."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_2"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def norms_exchanged(X, layer, mask=None):
            """norm_1 and norm_2 were exchanged: norm_1 follows the attention."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_2"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_1"])

        def gain_and_bias_exchanged(X, layer, mask=None):
            """Gain and bias were exchanged: norm_1 and norm_2 hold the gain first."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"][::-1])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"][::-1])

        def bias_of_the_output_forgotten(X, layer, mask=None):
            """b_O is missing: multi_head_attention knows no bias for the output, so add it
            after.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out, *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def bias_added_to_W_O(X, layer, mask=None):
            """b_O was added to the matrix W_O. It is added to the attention's output."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKV"]
            W_O = layer["W_O"] + layer["b_O"]
            out = multi_head_attention(rows, rows, *W, W_O, layer["n_heads"], mask)[0]
            X = layer_norm(X + out, *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def bias_added_twice(X, layer, mask=None):
            """b_O was added twice. It belongs to the attention output alone."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer) + layer["b_O"], *layer["norm_2"])

        def zeros_for_ones(X, layer, mask=None):
            """The biases did not arrive: W_Q, W_K and W_V end with them. Put ones beside X."""
            rows = np.column_stack([X, np.zeros(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def ones_in_front(X, layer, mask=None):
            """The ones stand before X. The biases are the last row of W, so the ones come last."""
            rows = np.column_stack([np.ones(len(X)), X])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def no_ones(X, layer, mask=None):
            """multi_head_attention takes X with ones beside it: the last row of W_Q, W_K and W_V
            is the bias.
            """
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(X, X, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def biases_cut_off(X, layer, mask=None):
            """The biases did not arrive: W_Q, W_K and W_V end with them. Put ones beside X."""
            out, _ = multi_head_attention(
                X, X, *(layer[f"W_{k}"][:-1] for k in "QKV"), layer["W_O"], layer["n_heads"], mask
            )
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_not_passed_on(X, layer, mask=None):
            """The mask was not passed on to multi_head_attention."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"])[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_inverted(X, layer, mask=None):
            """The mask was turned round. True means "may attend", here as in your function."""
            seen = None if mask is None else ~mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_transposed(X, layer, mask=None):
            """The mask was transposed. Its rows are queries and its columns are keys, as they
            come.
            """
            seen = (
                None if mask is None else (mask if np.ndim(mask) < 2 else np.swapaxes(mask, -1, -2))
            )
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_on_the_queries(X, layer, mask=None):
            """The mask hid queries. Of shape (n,) it says which tokens may be attended to."""
            seen = mask[:, None] & np.ones(len(X), bool) if np.ndim(mask) == 1 else mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_in_a_column(X, layer, mask=None):
            """The mask hid queries. Of shape (n,) it says which tokens may be attended to."""
            seen = mask[:, None] if np.ndim(mask) == 1 else mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def number_of_heads_forgotten(X, layer, mask=None):
            """One argument is missing, and all behind it moved up: W_Q, W_K, W_V and W_O are
            followed by n_heads, and then the mask.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def padding_emptied(X, layer, mask=None):
            """Padding came out as zeros. The mask hides keys; the rows of padding are computed
            all the same.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            X = layer_norm(X + feed_forward(X, layer), *layer["norm_2"])
            return X if np.ndim(mask) != 1 else X * mask[:, None]

        def padding_emptied_before(X, layer, mask=None):
            """Padding was set to zeros before the attention. Zeros are still keys: pass the mask
            on.
            """
            X = X if np.ndim(mask) != 1 else X * mask[:, None]
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"])[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def rows_of_padding_emptied(X, layer, mask=None):
            """Padding was set to zeros before the attention. Zeros are still keys: pass the mask
            on.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            if mask is not None:
                rows = rows * mask[:, None]
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"])[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def rows_of_padding_emptied_if_one_mask(X, layer, mask=None):
            """Padding was set to zeros before the attention. Zeros are still keys: pass the mask
            on.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            rows = rows if np.ndim(mask) != 1 else rows * mask[:, None]
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"])[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_in_four_axes(X, layer, mask=None):
            if mask is not None:
                mask = mask[None, None, :]
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def an_eps_of_its_own(X, layer, mask=None):
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"], 1e-2)
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def mask_for_eps(X, layer, mask=None):
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"], mask)
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def list_for_a_matrix(X, layer, mask=None):
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm([X + out + layer["b_O"]], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def product_with_the_pair(X, layer, mask=None):
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"] * layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def padding_cut_out(X, layer, mask=None):
            """Padding was left out. The result keeps a row for every token, padding too."""
            X, mask = (X[mask], None) if np.ndim(mask) == 1 else (X, mask)
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def padding_dropped_at_the_end(X, layer, mask=None):
            """Padding was left out. The result keeps a row for every token, padding too."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            X = layer_norm(X + feed_forward(X, layer), *layer["norm_2"])
            return X if mask is None else X[mask]

        def padding_emptied_at_the_end(X, layer, mask=None):
            """Padding came out as zeros. The mask hides keys; the rows of padding are computed
            all the same.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            X = layer_norm(X + feed_forward(X, layer), *layer["norm_2"])
            return X if mask is None else X * mask[:, None]

        def hides_queries_too(X, layer, mask=None):
            """The mask hid the queries of padding, too. Their rows are computed as all others."""
            seen = None if mask is None else mask[:, None] & mask[None, :]
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def hides_queries_too_if_one_mask(X, layer, mask=None):
            """The mask hid the queries of padding, too. Their rows are computed as all others."""
            seen = mask[:, None] & mask[None, :] if np.ndim(mask) == 1 else mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def scaled_again(X, layer, mask=None):
            """The attention's output was divided by a root. That belongs to the scores, inside
            multi_head_attention.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out / np.sqrt(X.shape[1]) + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def scaled_again_by_the_head(X, layer, mask=None):
            """The attention's output was divided by a root. That belongs to the scores, inside
            multi_head_attention.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(
                X + out / np.sqrt(X.shape[1] / layer["n_heads"]) + layer["b_O"], *layer["norm_1"]
            )
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def always_causal(X, layer, mask=None):
            """A causal mask was made. This model may look ahead; only the given mask counts."""
            causal = np.tri(len(X), dtype=bool)
            seen = causal if mask is None else mask & causal
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], seen)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def one_head(X, layer, mask=None):
            """All columns went into one head. How many heads there are stands in
            layer["n_heads"].
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, 1, mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def twelve_heads(X, layer, mask=None):
            """The number of heads was fixed. It stands in layer["n_heads"]."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, 12, mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def two_heads(X, layer, mask=None):
            """The number of heads was fixed. It stands in layer["n_heads"]."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, 2, mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def queries_and_keys_exchanged(X, layer, mask=None):
            """W_Q and W_K were exchanged."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "KQVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def keys_for_values(X, layer, mask=None):
            """W_K served the values, too. They have their own W_V."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKKO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def values_and_keys_exchanged(X, layer, mask=None):
            """W_K and W_V were exchanged."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QVKO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def attention_left_out(X, layer, mask=None):
            """There is no attention in it: the tokens do not see one another."""
            X = layer_norm(X + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def feed_forward_left_out(X, layer, mask=None):
            """The feed-forward network is missing."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            return layer_norm(X + out + layer["b_O"], *layer["norm_1"])

        def halves_exchanged(X, layer, mask=None):
            """The feed-forward network came before the attention. The attention is first."""
            X = layer_norm(X + feed_forward(X, layer), *layer["norm_2"])
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            return layer_norm(X + out + layer["b_O"], *layer["norm_1"])

        def side_by_side(X, layer, mask=None):
            """Attention and feed-forward network got the same tokens. The second goes on from
            the first.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            return layer_norm(X + out + layer["b_O"] + feed_forward(X, layer), *layer["norm_2"])

        def no_activation(X, layer, mask=None):
            """The feed-forward network has no GELU. Without it two matrices are only one."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = H
            return layer_norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])

        def relu(X, layer, mask=None):
            """ReLU stands where this model has GELU."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = np.maximum(H, 0)
            return layer_norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])

        def sigmoid_for_gelu(X, layer, mask=None):
            """An approximation of GELU by a sigmoid was used. The given gelu is exact."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = H / (1 + np.exp(-1.702 * H))
            return layer_norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])

        def tanh_for_gelu(X, layer, mask=None):
            """An approximation of GELU by tanh was used. The given gelu is exact."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = H * (1 + np.tanh((2 / np.pi) ** 0.5 * (H + 0.044715 * H**3))) / 2
            return layer_norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])

        def b_1_forgotten(X, layer, mask=None):
            """b_1 is missing in the feed-forward network."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"]
            H = gelu(H)
            return layer_norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])

        def b_2_forgotten(X, layer, mask=None):
            """b_2 is missing in the feed-forward network."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = gelu(H)
            return layer_norm(X + H @ layer["W_2"], *layer["norm_2"])

        def gelu_last(X, layer, mask=None):
            """GELU came after W_2. It stands between the two matrices."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            H = (X @ layer["W_1"] + layer["b_1"]) @ layer["W_2"] + layer["b_2"]
            return layer_norm(X + gelu(H), *layer["norm_2"])

        def gelu_after_the_network(X, layer, mask=None):
            """A second GELU came after the feed-forward network. `feed_forward` holds the only
            one.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + gelu(feed_forward(X, layer)), *layer["norm_2"])

        def attention_twice(X, layer, mask=None):
            """The attention ran twice."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def with_the_weights(X, layer, mask=None):
            """Output and weights came back. The next layer wants the tokens alone."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out, weights = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"]), weights

        def attention_output_only(X, layer, mask=None):
            """That is the attention alone. Sum, normalisation and feed-forward network follow."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            return out + layer["b_O"]

        def pooled(X, layer, mask=None):
            """The tokens were averaged. A layer gives a row for each token."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"]).mean(axis=0)

        def transposed_result(X, layer, mask=None):
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"]).T

        def changes_X(X, layer, mask=None):
            X *= 1.0
            rows = np.column_stack([X, np.ones(len(X))])
            X += multi_head_attention(
                rows,
                rows,
                layer["W_Q"],
                layer["W_K"],
                layer["W_V"],
                layer["W_O"],
                layer["n_heads"],
                mask,
            )[0]
            X = layer_norm(X + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def changes_the_layer(X, layer, mask=None):
            layer["W_O"] = layer["W_O"] * 1.5
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

        def both_results_used(X, layer, mask=None):
            """multi_head_attention returns two things, the output and the weights. Take the
            first.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def b_O_after_the_norm(X, layer, mask=None):
            """b_O was added after the normalisation. It belongs to the attention's output,
            before it.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + found, *layer["norm_1"]) + layer["b_O"]
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def pair_not_taken_apart(X, layer, mask=None):
            """layer["norm_1"] is a pair, gain and bias. Take it apart: `*layer["norm_1"]`
            hands both on.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + found + layer["b_O"], layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def padding_left_out(X, layer, mask=None):
            """Rows of padding were left out. The result has a row for every token."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])[
                slice(None) if np.ndim(mask) != 1 else mask
            ]

        def rows_with_ones_added(X, layer, mask=None):
            """The rows with the column of ones were added. The residual connection adds X
            itself.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(rows + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def truth_of_a_mask(X, layer, mask=None):
            """An array has no single truth value. `multi_head_attention` takes a mask or
            None: pass it on as it is.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask if mask else None)[
                0
            ]
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def weights_for_output(X, layer, mask=None):
            """The weights were used in place of the output. multi_head_attention returns the
            output first.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[1]
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def W_O_with_a_one(X, layer, mask=None):
            """The column of ones was also put beside the attention's output. Only W_Q, W_K
            and W_V hold a bias; b_O is added.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = np.column_stack(
                [multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0], np.ones(len(X))]
            )
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_twice_added(X, layer, mask=None):
            """The feed-forward network got the sum after norm_2. It comes before it."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer[key] for key in ("W_Q", "W_K", "W_V", "W_O")]
            found = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + found + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y, *layer["norm_2"]) + feed_forward(
                layer_norm(Y, *layer["norm_2"]), layer
            )

        def attention_alone_normalised(X, layer, mask=None):
            """X was added to the normalised attention. X goes inside: the sum is normalised."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = X + layer_norm(out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_alone_normalised(X, layer, mask=None):
            """Y was added to the normalised feed-forward output. Y goes inside: the sum is
            normalised.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return Y + layer_norm(feed_forward(Y, layer), *layer["norm_2"])

        def every_mask_in_a_column(X, layer, mask=None):
            """The mask hid queries. Of shape (n,) it says which tokens may be attended to."""
            mask = None if mask is None else mask[:, None]
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def X_added_twice(X, layer, mask=None):
            """X was added twice: in the sum, and again after norm_1."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"]) + X
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def attention_subtracted(X, layer, mask=None):
            """The attention was subtracted from X. It is added."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X - out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def attention_and_bias_subtracted(X, layer, mask=None):
            """The attention was subtracted from X. It is added."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X - (out + layer["b_O"]), *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_subtracted(X, layer, mask=None):
            """The feed-forward output was subtracted from Y. It is added."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y - feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_of_itself(X, layer, mask=None):
            """The feed-forward network was applied twice."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(feed_forward(Y, layer), layer), *layer["norm_2"])

        def b_O_twice_in_the_first_sum(X, layer, mask=None):
            """b_O was added twice in the first sum."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + layer["b_O"] + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def b_2_again(X, layer, mask=None):
            """b_2 was added again: `feed_forward` adds it itself."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer) + layer["b_2"], *layer["norm_2"])

        def W_O_twice(X, layer, mask=None):
            """W_O was applied twice: `multi_head_attention` multiplies by it itself."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out @ layer["W_O"] + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def norm_1_turned_round(X, layer, mask=None):
            """Gain and bias of norm_1 were exchanged: the gain is first."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"][::-1])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def norm_2_turned_round(X, layer, mask=None):
            """Gain and bias of norm_2 were exchanged: the gain is first."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"][::-1])

        def ones_in_the_sum(X, layer, mask=None):
            """The column of ones got into the sum, in place of a column of X. Add X itself."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(rows[:, 1:] + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def every_padding_emptied(X, layer, mask=None):
            """Padding came out as zeros. The mask hides keys; the rows of padding are computed
            all the same.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            Z = layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])
            if mask is not None:
                Z[~mask] = 0
            return Z

        def padding_emptied_between(X, layer, mask=None):
            """Padding was set to zeros between the two halves. The mask hides keys, and nothing
            else.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            Y = Y if np.ndim(mask) != 1 else Y * mask[:, None]
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def every_padding_cut_out(X, layer, mask=None):
            """Padding was left out. The result keeps a row for every token, padding too."""
            X, mask = (X, None) if mask is None else (X[mask], None)
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def mask_for_queries_too(X, layer, mask=None):
            """The mask hid the queries of padding, too. Their rows are computed as all others."""
            mask = None if mask is None else np.outer(mask, mask)
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def row_of_the_mask_for_queries_too(X, layer, mask=None):
            """The mask hid the queries of padding, too. Their rows are computed as all others."""
            mask = mask if np.ndim(mask) != 1 else mask[:, None] & mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def one_long_row(X, layer, mask=None):
            """`np.append` without an axis makes one long row of all numbers."""
            rows = np.append(X, 1)
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def ones_of_another_length(X, layer, mask=None):
            """The ones have to be a column with one for each token."""
            rows = np.column_stack([X, np.ones(X.shape[1])])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def without_a_mask_nothing_is_seen(X, layer, mask=None):
            """Without a mask all was hidden: False hides. `multi_head_attention` takes None."""
            mask = np.zeros(len(X), dtype=bool) if mask is None else mask
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def a_single_one(X, layer, mask=None):
            """The ones have to be a column with one for each token."""
            rows = np.hstack([X, np.ones((1, 1))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def many_columns_of_ones(X, layer, mask=None):
            """As many columns of ones as X has were put beside it. One is wanted."""
            rows = np.column_stack([X, np.ones_like(X)])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def biases_added_to_the_matrices(X, layer, mask=None):
            """The last row of W_Q, W_K and W_V was added to the others. Put ones beside X: they
            multiply that row.
            """
            W = [layer["W_" + name][:-1] + layer["W_" + name][-1] for name in "QKV"]
            out = multi_head_attention(X, X, *W, layer["W_O"], layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def b_O_subtracted(X, layer, mask=None):
            """b_O was subtracted. It is added."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out - layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def gain_of_one_bias_of_the_other(X, layer, mask=None):
            """The gain is norm_1's, the bias norm_2's. Each pair stays together."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            gain, bias = layer["norm_1"][0], layer["norm_2"][1]
            Y = layer_norm(X + out + layer["b_O"], gain, bias)
            return layer_norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_after_the_norm(X, layer, mask=None):
            """The feed-forward output was added after norm_2. The sum is what is normalised."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y, *layer["norm_2"]) + feed_forward(Y, layer)

        def X_in_both_sums(X, layer, mask=None):
            """X was added once more in the second sum."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + Y + feed_forward(Y, layer), *layer["norm_2"])

        def feed_forward_of_the_attention(X, layer, mask=None):
            """The feed-forward network got the attention's output, and not the tokens after
            norm_1.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(out, layer), *layer["norm_2"])

        def feed_forward_of_the_attention_with_bias(X, layer, mask=None):
            """The feed-forward network got the attention's output, and not the tokens after
            norm_1.
            """
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(Y + feed_forward(out + layer["b_O"], layer), *layer["norm_2"])

        def output_and_value_weights_exchanged(X, layer, mask=None):
            """W_V and W_O are exchanged: W_V makes the values, and W_O comes after it."""
            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKOV"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
            return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])

    class right:
        def with_a_helper(X, layer, mask=None):
            def norm(Y, gain, bias):
                Y = Y - Y.mean(axis=1, keepdims=True)
                return gain * Y / np.sqrt(Y.var(axis=1, keepdims=True) + 1e-12) + bias

            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            Y = norm(X + out + layer["b_O"], *layer["norm_1"])
            return norm(Y + feed_forward(Y, layer), *layer["norm_2"])

        def biases_added_apart(X, layer, mask=None):
            Q, K, V = (X @ layer[f"W_{k}"][:-1] + layer[f"W_{k}"][-1] for k in "QKV")
            Q, K, V = (split_heads(A, layer["n_heads"]) for A in (Q, K, V))
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(Q.shape[2]), mask)
            sum_1 = X + merge_heads(weights @ V) @ layer["W_O"] + layer["b_O"]
            gain, bias = layer["norm_1"]
            c = sum_1 - sum_1.mean(axis=1, keepdims=True)
            Y = gain * c / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-12) + bias
            sum_2 = Y + gelu(Y @ layer["W_1"] + layer["b_1"]) @ layer["W_2"] + layer["b_2"]
            gain, bias = layer["norm_2"]
            c = sum_2 - sum_2.mean(axis=1, keepdims=True)
            return gain * c / np.sqrt((c * c).mean(axis=1, keepdims=True) + 1e-12) + bias

        def a_loop_over_both_sums(X, layer, mask=None):
            rows = np.hstack([X, np.ones((X.shape[0], 1))])
            W = [layer["W_" + k] for k in "QKVO"]
            added = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0] + layer["b_O"]
            for name in ("norm_1", "norm_2"):
                X = X + added
                gain, bias = layer[name]
                X = (X - X.mean(axis=1)[:, None]) / (X.var(axis=1)[:, None] + 1e-12) ** 0.5
                X = X * gain + bias
                added = feed_forward(X, layer)
            return X

        def bias_of_the_output_in_W_O(X, layer, mask=None):
            rows = np.append(X, np.ones((len(X), 1)), axis=1)
            output, _ = multi_head_attention(
                rows,
                rows,
                layer["W_Q"],
                layer["W_K"],
                layer["W_V"],
                layer["W_O"],
                n_heads=layer["n_heads"],
                mask=mask,
            )
            Y = X + (output + layer["b_O"])
            Y = np.array([(y - y.mean()) / np.sqrt(y.var() + 1e-12) for y in Y])
            Y = Y * layer["norm_1"][0] + layer["norm_1"][1]
            Z = np.array([y + f for y, f in zip(Y, feed_forward(Y, layer))])
            Z = np.array([(z - z.mean()) / np.sqrt(z.var() + 1e-12) for z in Z])
            return Z * layer["norm_2"][0] + layer["norm_2"][1]

        def single_precision(X, layer, mask=None):
            def norm(Y, gain, bias):
                Y = Y - Y.mean(axis=1, keepdims=True)
                return gain * Y / np.sqrt(Y.var(axis=1, keepdims=True) + 1e-12) + bias

            X = np.asarray(X, dtype=np.float32)
            rows = np.column_stack([X, np.ones(len(X), dtype=np.float32)])
            mask = True if mask is None else np.array(mask)
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = norm(X + out.astype(np.float32) + layer["b_O"], *layer["norm_1"]).astype(np.float32)
            return norm(X + feed_forward(X, layer), *layer["norm_2"]).astype(np.float32)

        def erf_by_hand(X, layer, mask=None):
            def norm(Y, gain, bias):
                Y = Y - Y.mean(axis=1, keepdims=True)
                return gain * Y / np.sqrt(Y.var(axis=1, keepdims=True) + 1e-12) + bias

            rows = np.column_stack([X, np.ones(len(X))])
            W = [layer["W_" + name] for name in "QKVO"]
            out = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)[0]
            X = norm(X + out + layer["b_O"], *layer["norm_1"])
            H = X @ layer["W_1"] + layer["b_1"]
            H = np.array([[h * (1 + math.erf(h / math.sqrt(2))) / 2 for h in row] for row in H])
            return norm(X + H @ layer["W_2"] + layer["b_2"], *layer["norm_2"])


class mean_pool(Exercise):
    parameters = ("H", "mask")
    floats = True
    cases = (
        case("5 tokens of 3 numbers, the last two are padding", STATES, PADDING),
        case("3 tokens of 3 numbers, the last is padding", SQUARE_STATES,
             np.array([True, True, False])),
        case("a mask with a gap", STATES, np.array([True, False, True, False, True])),
        case("no padding", STATES, np.ones(5) == 1, aspect="edges"),
        case("a single real token, the third", STATES / 4, np.arange(5) == 2, aspect="edges"),
        case("one token, whole numbers", np.array([[4, 7]]), np.array([True]), aspect="edges"),
        case("numbers about a million", 1e6 + STATES, PADDING, aspect="edges"),
        case("whole numbers, a real token of zeros", np.array([[4, -1], [0, 0], [90, 50]]),
             np.array([True, True, False]), aspect="edges"),
        case("3 tokens of one number", np.array([[2.5], [-1.0], [9.0]]),
             np.array([True, True, False]), aspect="edges"),
    )  # fmt: skip

    class wrong:
        def over_the_padding(H, mask):
            """The padding was averaged, too. Leave out the tokens where the mask is False."""
            return H.mean(axis=0)

        def all_added_real_counted(H, mask):
            """All rows were added, padding too. Only the divisor counts the real ones."""
            return H.sum(axis=0) / mask.sum()

        def divided_by_the_share(H, mask):
            """The sum was divided by the share of the real tokens. Divide by their number."""
            return H[mask].sum(axis=0) / mask.mean()

        def first_row_twice(H, mask):
            """The first row of H was added once more, as where the sum begins with it."""
            return (H[0] + H[mask].sum(axis=0)) / mask.sum()

        def divided_by_n(H, mask):
            """The sum was divided by the number of all tokens. Count those that are real."""
            return H[mask].sum(axis=0) / len(H)

        def divided_by_d(H, mask):
            """The sum was divided by the number of columns. Count the real tokens."""
            return H[mask].sum(axis=0) / H.shape[1]

        def divided_by_one_less(H, mask):
            """The sum was divided by one less than the number of real tokens."""
            return H[mask].sum(axis=0) / max(mask.sum() - 1, 1)

        def inverted(H, mask):
            """The mean was taken over the padding. True means that a token is real."""
            with np.errstate(all="ignore"):
                return H[~mask].sum(axis=0) / np.sum(~mask)

        def summed(H, mask):
            """The tokens were added and the sum was not divided."""
            return H[mask].sum(axis=0)

        def over_the_numbers(H, mask):
            """The mean went along each token. Go down the columns, over the tokens (axis 0)."""
            return H[mask].mean(axis=1)

        def over_everything(H, mask):
            """One number came out. The mean goes over the tokens, and each column has its own."""
            return H[mask].mean()

        def first_token(H, mask):
            """That is the first token alone. This model takes the mean of all real tokens."""
            return H[0] * 1.0

        def last_real_token(H, mask):
            """That is the last real token alone. The mean of all real tokens is wanted."""
            return H[mask][-1] * 1.0

        def largest(H, mask):
            """The largest number of each column was taken. It is the mean."""
            return H[mask].max(axis=0) * 1.0

        def median(H, mask):
            """The median was taken. It is the mean."""
            return np.median(H[mask], axis=0)

        def kept_dimension(H, mask):
            """The vector has one dimension too many: (1, d) in place of (d,)."""
            return H[mask].mean(axis=0, keepdims=True)

        def as_many_from_the_top(H, mask):
            """The first tokens were taken, as many as are real. The mask says which are."""
            return H[: mask.sum()].mean(axis=0)

        def mask_as_row_numbers(H, mask):
            """The 0s and 1s of the mask became row numbers. Index with the mask itself: H[mask]."""
            return H[mask.astype(int)].mean(axis=0)

        def up_to_the_first_gap(H, mask):
            """The tokens up to the first False were taken. The mask may have gaps, or no False at
            all.
            """
            with np.errstate(all="ignore"):
                return H[: np.argmin(mask)].sum(axis=0) / max(np.argmin(mask), 1)

        def up_to_the_first_false_by_index(H, mask):
            """The tokens up to the first False were taken. The mask may have gaps, or no False at
            all.
            """
            with np.errstate(all="ignore"):
                first = list(mask).index(False)
                return H[:first].sum(axis=0) / np.float64(first)

        def halved_in_every_round(H, mask):
            """Each token was averaged with the mean so far, so the last one counts half. Add all
            up, and divide once.
            """
            mean = 0.0
            for row, real in zip(H, mask):
                mean = (mean + row) / 2 if real else mean
            return mean

        def without_the_marks(H, mask):
            """The first and the last real token were left out. They count, too."""
            with np.errstate(all="ignore"):
                return H[mask][1:-1].sum(axis=0) / max(mask.sum() - 2, 1)

        def mask_along_the_columns(H, mask):
            """The mask met the columns. It has one entry a token: mask[:, None] is (n, 1)."""
            return (H * mask).sum(axis=0) / mask.sum()

        def zeros_averaged(H, mask):
            """The sum was divided by the number of all tokens. Count those that are real."""
            return np.where(mask[:, None], H, 0).mean(axis=0)

        def length_one(H, mask):
            """The vector was brought to length one. That comes later; the mean is wanted."""
            mean = H[mask].mean(axis=0)
            return mean / np.sqrt(mean @ mean)

        def averaged_twice(H, mask):
            """The sum was divided twice."""
            return H[mask].mean(axis=0) / mask.sum()

        def all_rows_the_same(H, mask):
            """There is a row for each token. One vector for the whole sentence is wanted."""
            return np.tile(H[mask].mean(axis=0), (len(H), 1))

        def weighted_by_place(H, mask):
            """Later tokens counted more. In a mean all tokens count the same."""
            return np.average(H[mask], axis=0, weights=1 + np.arange(mask.sum()))

        def whole_numbers(H, mask):
            return H[mask].mean(axis=0).astype(int)

        def as_a_list(H, mask):
            return H[mask].mean(axis=0).tolist()

        def changes_H(H, mask):
            H[~mask] = 0
            return H.sum(axis=0) / mask.sum()

        def changes_the_mask(H, mask):
            mean = H[mask].mean(axis=0)
            mask[:] = True
            return mean

        def mask_for_columns(H, mask):
            """The mask chose columns. It has one entry for each token: choose rows, H[mask]."""
            return H[:, mask].mean(axis=0)

        def divided_in_whole_numbers(H, mask):
            """The result was cut to whole numbers, by `//` or by an array of whole numbers."""
            return H[mask].sum(axis=0) // mask.sum()

        def rows_cut(H, mask):
            """The rows were cut to whole numbers before their mean was taken."""
            return H[mask].astype(int).mean(axis=0)

        def rows_cut_and_the_mean(H, mask):
            """The result was cut to whole numbers, by `//` or by an array of whole numbers."""
            return np.trunc(H[mask].mean(axis=0))

        def divided_by_one_more(H, mask):
            """The sum was divided by one more than the number of real tokens."""
            return H[mask].sum(axis=0) / (mask.sum() + 1)

        def up_to_the_first_gap_or_none(H, mask):
            """The tokens up to the first False were taken. The mask may have gaps, or no False at
            all.
            """
            with np.errstate(all="ignore"):
                return H[: mask.argmin()].sum(axis=0) / np.float64(mask.argmin())

        def tuple_of_places(H, mask):
            places = np.where(mask)
            return H[places, :].mean(axis=0)

        def mean_of_the_columns(H, mask):
            """The mean went along each token. Go down the columns, over the tokens (axis 0)."""
            return H[mask].mean(axis=1)

        def the_real_rows(H, mask):
            """Those are the rows of the real tokens. Their mean is still missing."""
            return H[mask] * 1.0

        def without_the_first(H, mask):
            """The first real token was left out. It counts, too."""
            with np.errstate(all="ignore"):
                return H[mask][1:].sum(axis=0) / np.float64(mask.sum() - 1)

        def without_the_last(H, mask):
            """The last real token was left out. It counts, too."""
            with np.errstate(all="ignore"):
                return H[mask][:-1].sum(axis=0) / np.float64(mask.sum() - 1)

        def divided_by_nothing(H, mask):
            """The sum was divided by one less than the number of real tokens."""
            with np.errstate(all="ignore"):
                return H[mask].sum(axis=0) / (mask.sum() - 1)

        def where_along_the_columns(H, mask):
            """The mask met the columns. It has one entry a token: mask[:, None] is (n, 1)."""
            real = np.broadcast_to(mask, H.shape)
            with np.errstate(all="ignore"):  # as np.mean(H, axis=0, where=mask), with no warning
                return (H * real).sum(axis=0) / real.sum(axis=0)

        def nan_for_the_padding(H, mask):
            """A NaN in a column makes its mean NaN. Choose the rows of the real tokens."""
            return np.where(mask[:, None], H, np.nan).mean(axis=0)

        def infinity_for_the_padding(H, mask):
            """-inf hides scores from a softmax. A mean with it is -inf: choose the real rows."""
            return np.where(mask[:, None], H, -np.inf).mean(axis=0)

        def mask_on_the_right(H, mask):
            """The tokens are the rows of H, so the mask stands on the left of `@`."""
            return H @ mask / mask.sum()

        def first_column(H, mask):
            """That is the first number of each real token. The mean goes over the tokens."""
            return H[mask][:, 0] * 1.0

        def without_both_ends(H, mask):
            """The first and the last real token were left out. They count, too."""
            with np.errstate(all="ignore"):
                return H[mask][1:-1].sum(axis=0) / np.float64(len(H[mask][1:-1]))

        def up_to_the_first_false(H, mask):
            """The tokens up to the first False were taken. The mask may have gaps."""
            rows = []
            for row, real in zip(H, mask):
                if not real:
                    break
                rows.append(row)
            return np.mean(rows, axis=0)

        def rows_divided(H, mask):
            """The rows were divided and not added up. Sum over the tokens, too."""
            return H[mask] / mask.sum()

        def first_if_one_is_real(H, mask):
            """With a single real token, the first row came back. The mask says which it is."""
            if mask.sum() == 1:
                return H[0] * 1.0
            return H[mask].mean(axis=0)

        def row_as_it_is(H, mask):
            """With a single real token, integers came back. The task asks for a float array."""
            return H[mask][0] if mask.sum() == 1 else H[mask].mean(axis=0)

        def type_of_H(H, mask):
            """The mean was cast to the type of H, which may hold integers. It is a float array."""
            return H[mask].mean(axis=0).astype(H.dtype)

        def rows_of_zeros_not_counted(H, mask):
            """Rows of zeros were not counted as tokens. The mask says which rows are real."""
            emptied = H * mask[:, None]
            return emptied.sum(axis=0) / emptied.any(axis=1).sum()

        def squeezed(H, mask):
            """A mean of one number lost its axis. Its shape is (d,), also if d is 1."""
            return H[np.argwhere(mask)].mean(axis=0).squeeze()

    class right:
        def chosen_rows(H, mask):
            return H[mask].mean(axis=0)

        def zeros_and_count(H, mask):
            return (H * mask[:, None]).sum(axis=0) / mask.sum()

        def product(H, mask):
            return mask @ H / np.count_nonzero(mask)

        def as_weights(H, mask):
            weights = mask / mask.sum()
            return weights @ H

        def loop(H, mask):
            total, count = np.zeros(H.shape[1]), 0
            for row, real in zip(H, mask):
                if real:
                    total += row
                    count += 1
            return total / count

        def average(H, mask):
            return np.average(H, axis=0, weights=mask)

        def where(H, mask):
            return np.mean(H, axis=0, where=np.expand_dims(mask, 1))

        def compressed(H, mask):
            return np.compress(mask, H, axis=0).sum(0) / sum(mask)

        def masked_array(H, mask):
            hidden = np.broadcast_to(~mask[:, None], H.shape)
            return np.ma.masked_array(H, hidden).mean(axis=0).filled(0.0)

        def transposed(H, mask):
            return np.array([column[mask].mean() for column in H.T])


class most_similar(Exercise):
    parameters = ("query", "vectors")
    cases = (
        case("5 vectors of 3 numbers", TOWARDS, POINTS[[0, 1, 2, 4, 3]]),
        case("the same, in another order", TOWARDS, POINTS[::-1].copy()),
        case("the same from farther away", 50 * TOWARDS, POINTS[[2, 0, 4, 1, 3]]),
        case("5 vectors of 2 numbers", np.array([2.0, 0]),
             np.array([[5.0, 1], [4, 20], [0.5, 0.01], [-9, 0], [2.2, 0.9]])),
        case("3 vectors of 3 numbers", np.array([0.5, -2, 1]),
             np.array([[9.0, -9, 9], [0.1, -0.3, 0.2], [-0.5, 2, -1]])),
        case("4 vectors of 4 numbers", np.array([-1.0, -2, -3, -2]),
             np.array([[-30.0, -20, 0, -15], [-6, -12, -6, -4], [2, 4, 0, -6], [2, -2, -4, 10]])),
        case("a single vector, and it points away", np.array([1.0, 0]), np.array([[-1.0, 0.5]]),
             aspect="edges"),
        case("all point away", np.array([1.0, 1]), np.array([[-3.0, -2.9], [-9, 1], [-0.1, -0.2]]),
             aspect="edges"),
        case("all point away from a long query", np.array([30.0, 40]),
             np.array([[-6.0, -7.5], [1, -5], [-20, 3], [-0.2, -0.3]]), aspect="edges"),
        case("whole numbers; the query is among them", np.array([1, 2, 0, 0]),
             np.array([[5, 5, 0, 5], [1, 2, 0, 0], [0, 9, 9, 0]]), aspect="edges"),
        case("one of the vectors is 0.000000005 long", np.array([3.0, 4]),
             np.array([[9.0, 0], [3e-9, 4e-9], [2, 0.5]]), aspect="edges"),
        case("vectors of length one", np.array([0.6, 0.8]),
             np.array([[1.0, 0], [0, 1], [-0.6, -0.8], [0.8, 0.6], [0.28, 0.96]]), aspect="edges"),
    )  # fmt: skip

    class wrong:
        def dot(query, vectors):
            """The largest dot product won, as long vectors do: divide each by its own length."""
            return int((vectors @ query).argmax())

        def divided_by_the_query_only(query, vectors):
            """The largest dot product won, as long vectors do: divide each by its own length."""
            return int((vectors @ (query / np.sqrt(query @ query))).argmax())

        def distance(query, vectors):
            """That is the nearest vector. The cosine asks for the direction, not the distance."""
            return int(np.linalg.norm(vectors - query, axis=1).argmin())

        def city_distance(query, vectors):
            """That is the nearest vector. The cosine asks for the direction, not the distance."""
            return int(np.abs(vectors - query).sum(axis=1).argmin())

        def farthest(query, vectors):
            """The smallest cosine was taken. (argsort begins with the smallest.)"""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(cosines.argmin())

        def sorted_upwards(query, vectors):
            """The smallest cosine was taken. (argsort begins with the smallest.)"""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.argsort(cosines)[0])

        def either_direction(query, vectors):
            """The sign was dropped. A vector that points the other way is least similar."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.abs(cosines).argmax())

        def squared(query, vectors):
            """The sign was dropped. A vector that points the other way is least similar."""
            return int(((vectors @ query) ** 2 / (vectors**2).sum(axis=1)).argmax())

        def length_squared(query, vectors):
            """It was divided by the squared lengths. Divide by the lengths."""
            return int((vectors @ query / (vectors**2).sum(axis=1)).argmax())

        def one_length_for_all(query, vectors):
            """The largest dot product won, as long vectors do: divide each by its own length."""
            return int((vectors @ query / np.linalg.norm(vectors)).argmax())

        def lengths_of_columns(query, vectors):
            """The columns were brought to length one. The vectors are the rows (axis 1)."""
            return int(((vectors / np.linalg.norm(vectors, axis=0)) @ query).argmax())

        def multiplied_by_the_lengths(query, vectors):
            """It was multiplied by the lengths. Divide."""
            return int((vectors @ query * np.linalg.norm(vectors, axis=1)).argmax())

        def sum_of_the_entries(query, vectors):
            """The length is not that: square the entries, add them up, and take the root of the
            sum.
            """
            return int((vectors @ query / np.abs(vectors).sum(axis=1)).argmax())

        def without_the_query(query, vectors):
            """The best one was passed over, as if it were the query itself."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.argsort(cosines)[-2:][0])

        def last_but_one(query, vectors):
            """The best one was passed over, as if it were the query itself."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.argsort(cosines)[-2])

        def without_the_sum(query, vectors):
            """The products were not added up to dot products: that is a place in a table (m, d)."""
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            return int((vectors * query / lengths).argmax())

        def table_of_cosines(query, vectors):
            """The cosines became a table (m, m): dot products (m,) met lengths (m, 1). Without
            keepdims both are (m,).
            """
            return int((vectors @ query / np.linalg.norm(vectors, axis=1, keepdims=True)).argmax())

        def from_minus_one(query, vectors):
            """The best began at -1. Without the query's length the numbers are no cosines, and may
            all be less: begin with the first, or with -np.inf.
            """
            best, where = -1, 0
            for k, vector in enumerate(vectors):
                cosine = vector @ query / np.linalg.norm(vector)
                if cosine > best:
                    best, where = cosine, k
            return where

        def best_forgotten_each_turn(query, vectors):
            """The last row came back. The best so far must be set before the loop, not in it."""
            for k, vector in enumerate(vectors):
                best = -np.inf
                if vector @ query / np.linalg.norm(vector) > best:
                    where = k
            return where

        def one_side_divided(query, vectors):
            """Only one side of the comparison was divided by its length. Both need it."""
            best = 0
            for k, vector in enumerate(vectors):
                if vector @ query / np.linalg.norm(vector) > vectors[best] @ query:
                    best = k
            return best

        def from_one(query, vectors):
            """The count began with 1. The index of the first row is 0."""
            return int((vectors @ query / np.linalg.norm(vectors, axis=1)).argmax()) + 1

        def from_the_end(query, vectors):
            """The count began at the end."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return len(vectors) - 1 - int(cosines.argmax())

        def about_the_mean(query, vectors):
            """Means were subtracted first. That is a correlation; the cosine takes them as is."""
            query, vectors = query - query.mean(), vectors - vectors.mean(axis=1, keepdims=True)
            with np.errstate(all="ignore"):
                cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.nan_to_num(cosines, nan=-9).argmax())

        def the_cosine(query, vectors):
            """That is the largest cosine itself. The index of its row is wanted (argmax)."""
            lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
            return float((vectors @ query / lengths).max())

        def all_cosines(query, vectors):
            """Those are all cosines. The index of the largest one is wanted (argmax)."""
            return vectors @ query / np.linalg.norm(vectors, axis=1) / np.linalg.norm(query)

        def the_vector(query, vectors):
            """That is the vector. The index of its row is wanted."""
            return vectors[(vectors @ query / np.linalg.norm(vectors, axis=1)).argmax()]

        def the_order(query, vectors):
            """All indices came back, in order. Only that of the best is wanted."""
            return np.argsort(-(vectors @ query) / np.linalg.norm(vectors, axis=1))

        def largest_weight(query, vectors):
            """The largest dot product won, as long vectors do: divide each by its own length."""
            return int((vectors @ query / np.sqrt(len(query))).argmax())

        def the_first(query, vectors):
            """It is always the same row."""
            return 0

        def changes_vectors(query, vectors):
            vectors *= 2
            return int((vectors @ query / np.linalg.norm(vectors, axis=1)).argmax())

        def the_cosine_itself(query, vectors):
            """The largest cosine came back. Its index is asked for: `argmax` gives it."""
            return float(np.max(vectors @ query / np.linalg.norm(vectors, axis=1)))

        def the_largest_value_as_a_whole_number(query, vectors):
            """The largest value came back, cut to a whole number. Its index is asked for: `argmax`
            gives it.
            """
            return int(np.max(vectors @ query / np.linalg.norm(vectors, axis=1)))

        def the_largest_value_rounded(query, vectors):
            """The largest value came back, rounded to a whole number. Its index is asked for:
            `argmax` gives it.
            """
            return round(float(np.max(vectors @ query / np.linalg.norm(vectors, axis=1))))

        def the_vector_of_the_largest_dot(query, vectors):
            """That is the row itself. Its index is asked for."""
            return vectors[(vectors @ query).argmax()]

        def sums(query, vectors):
            """The length is not that: square the entries, add them up, and take the root of the
            sum.
            """
            return int((vectors @ query / vectors.sum(axis=1)).argmax())

        def sums_without_sign(query, vectors):
            """The length is not that: square the entries, add them up, and take the root of the
            sum.
            """
            return int((vectors @ query / np.abs(vectors.sum(axis=1))).argmax())

        def roots_of_the_sums(query, vectors):
            """The length is not that: square the entries, add them up, and take the root of the
            sum.
            """
            with np.errstate(all="ignore"):
                return int((vectors @ query / np.sqrt(vectors.sum(axis=1))).argmax())

        def table_of_products(query, vectors):
            """The products were not added up to dot products: that is a place in a table (m, d)."""
            return int((vectors * query).argmax())

        def products_down_the_columns(query, vectors):
            """The products were summed down the columns. A dot product sums along its row."""
            return int((vectors * query).sum(axis=0).argmax())

        def cosines_down_the_columns(query, vectors):
            """The products were summed down the columns. A dot product sums along its row."""
            lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
            return int((vectors * query / lengths).sum(axis=0).argmax())

        def each_against_the_first(query, vectors):
            """Each was compared with something else than the best so far. Keep the best cosine, and
            its position beside it.
            """
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            where = 0
            for k, cosine in enumerate(cosines):
                if cosine > cosines[0]:
                    where = k
            return where

        def from_zero(query, vectors):
            """The best began at 0, and all may be less: begin with the first, or with -np.inf."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            best, where = 0, 0
            for k, cosine in enumerate(cosines):
                if cosine > best:
                    best, where = cosine, k
            return where

        def from_zero_and_nothing(query, vectors):
            """The best began at 0, and all may be less: begin with the first, or with -np.inf."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            best, where = 0, None
            for k, cosine in enumerate(cosines):
                if cosine > best:
                    best, where = cosine, k
            return where

        def from_zero_and_no_index(query, vectors):
            """The best began at 0, and all may be less: begin with the first, or with -np.inf."""
            best = 0
            for k, vector in enumerate(vectors):
                cosine = vector @ query / np.linalg.norm(vector)
                if cosine > best:
                    best, where = cosine, k
            return where

        def without_the_large(query, vectors):
            """Rows were left out as if they were the query itself. Every row takes part."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            cosines[cosines > 0.9999] = -1
            return int(cosines.argmax())

        def about_the_mean_row(query, vectors):
            """The mean of the rows was subtracted first. The cosine takes the vectors as they
            are.
            """
            centred = vectors - vectors.mean(axis=0)
            with np.errstate(all="ignore"):
                return int((centred @ query / np.linalg.norm(centred, axis=1)).argmax())

        def a_float(query, vectors):
            return float((vectors @ query / np.linalg.norm(vectors, axis=1)).argmax())

        def without_the_first(query, vectors):
            """The first row was left out. Every row of `vectors` takes part."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.argmax(cosines[1:]))

        def nearest_to_one(query, vectors):
            """The one nearest to 1 was taken. Without the query's length these are no cosines: the
            largest is wanted.
            """
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.abs(1 - cosines).argmin())

        def divided_by_the_columns(query, vectors):
            """The lengths are those of the columns. The vectors are the rows (axis 1)."""
            return int((vectors @ query / np.linalg.norm(vectors, axis=0)).argmax())

        def lengths_without_an_axis(query, vectors):
            """The lengths lost their axis: (m,) has to be (m, 1), so that each meets its row."""
            return int(((vectors / np.linalg.norm(vectors, axis=1)) @ query).argmax())

        def query_on_the_left(query, vectors):
            """`query @ vectors` sums down the columns. The rows are the vectors: put them first."""
            return int((query @ vectors / np.linalg.norm(vectors, axis=1)).argmax())

        def without_the_first_counted_on(query, vectors):
            """The first row was left out. Every row of `vectors` takes part."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(np.argmax(cosines[1:])) + 1

        def index_and_cosine(query, vectors):
            """Index and cosine came back. The index alone is wanted."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return int(cosines.argmax()), float(cosines.max())

        def all_places(query, vectors):
            """`np.where` gives a tuple of arrays. One index is wanted: `argmax` gives it."""
            cosines = vectors @ query / np.linalg.norm(vectors, axis=1)
            return np.where(cosines == cosines.max())

        def divided_by_the_query(query, vectors):
            """It was divided by the query's numbers. A vector is divided by its length."""
            with np.errstate(all="ignore"):
                return int((vectors @ query / query).argmax())

        def divided_by_the_spread(query, vectors):
            """It was divided by the standard deviations. A length subtracts no mean."""
            return int((vectors @ query / vectors.std(axis=1)).argmax())

        def divided_by_the_largest(query, vectors):
            """It was divided by the largest entries. A length takes all entries, squared."""
            with np.errstate(all="ignore"):
                return int((vectors @ query / vectors.max(axis=1)).argmax())

        def divided_by_the_largest_without_sign(query, vectors):
            """It was divided by the largest entries. A length takes all entries, squared."""
            return int((vectors @ query / np.abs(vectors).max(axis=1)).argmax())

        def roots_of_mixed_rows(query, vectors):
            """`vectors @ vectors.T` mixes the rows. A length is made of one row only."""
            with np.errstate(all="ignore"):
                return int(np.argmax(vectors @ query / np.sqrt((vectors @ vectors.T).sum(axis=1))))

        def values_of_all_rows(query, vectors):
            """Those are the values of all rows. The index of the largest is wanted (argmax)."""
            return vectors @ query / np.linalg.norm(vectors, axis=1)

        def transposed_vectors(query, vectors):
            """`vectors` was transposed. Its rows are the vectors, as `vectors @ query` wants."""
            return int((vectors.T @ query / np.linalg.norm(vectors, axis=1)).argmax())

        def the_longest(query, vectors):
            """That is the longest vector. Which one it is does not depend on the query."""
            return int((vectors**2).sum(axis=1).argmax())

        def roots_of_absolute_sums(query, vectors):
            """The length is not that: square the entries, add them up, and take the root of the
            sum.
            """
            return int((vectors @ query / np.sqrt(np.abs(vectors).sum(axis=1))).argmax())

        def index_divided(query, vectors):
            """The largest dot product won, and its index was divided by the lengths. Divide the dot
            products, before `argmax`.
            """
            return np.argmax(vectors @ query) / np.linalg.norm(vectors, axis=1)

    class right:
        def cosines(query, vectors):
            lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
            return np.argmax(vectors @ query / lengths)

        def unit_vectors(query, vectors):
            units = vectors / np.sqrt((vectors**2).sum(axis=1, keepdims=True))
            return int(np.argmax(units @ query))

        def loop(query, vectors):
            best, highest = None, -2.0
            for i, row in enumerate(vectors):
                cosine = sum(row * query) / (sum(row * row) * sum(query * query)) ** 0.5
                if cosine > highest:
                    best, highest = i, cosine
            return best

        def by_max(query, vectors):
            return max(
                range(len(vectors)),
                key=lambda i: query @ vectors[i] / np.linalg.norm(vectors[i]),
            )

        def distance_of_unit_vectors(query, vectors):
            units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
            apart = units - query / np.linalg.norm(query)
            return (apart**2).sum(axis=1).argmin()

        def smallest_angle(query, vectors):
            lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(query)
            return np.argmin(np.arccos(np.clip(vectors @ query / lengths, -1, 1)))

        def einsum(query, vectors):
            dots = np.einsum("ij,j->i", vectors, query)
            return int((dots / np.einsum("ij,ij->i", vectors, vectors) ** 0.5).argmax())

        def last_of_argsort(query, vectors):
            return np.argsort(vectors @ query / np.linalg.norm(vectors, axis=-1))[-1]

        def as_an_array(query, vectors):
            return np.array((vectors @ query / np.linalg.norm(vectors, axis=1)).argmax())


class times_too_short(Exercise):
    variables = ("times_too_short",)
    tolerance = 1e-3
    first_step = (
        "The colleague's sum is right. By which number was it divided, and by which should it be?"
    )
    cases = (case("how many times as long the right mean is"),)

    class wrong:
        def the_other_way_round():
            """That is the other way round. The right mean is longer: a number above 1."""
            return 0.2

        def the_number_of_all_tokens():
            """That is the divisor that was used. How many times the right one is it?"""
            return 40

        def the_number_of_real_tokens():
            """That is the right divisor. The wrong one is 40: how many times 8 is that?"""
            return 8

        def the_padding():
            """That is the number of tokens of padding. Compare the two divisors."""
            return 32

        def padding_to_real():
            """That is padding against real tokens. Compare all tokens with the real ones."""
            return 4

        def all_to_padding():
            """32 is the padding. Divide by the number of real tokens."""
            return 40 / 32

        def share_of_the_padding():
            """That is the padding's share. By what was it divided, and by what should it be?"""
            return 0.8

        def the_root():
            """There is no root in a mean. Compare the two divisors."""
            return 5**0.5

        def padding_and_real_to_real():
            """Is that 48/8? 40 counts all tokens, the 8 real ones too. If not, divide once more."""
            return 48 / 8

        def padding_and_real_to_padding():
            """40 counts all tokens, the 8 real ones too."""
            return 48 / 40

        def real_to_padding_and_real():
            """40 counts all tokens, the 8 real ones too."""
            return 8 / 48

        def padding_and_real():
            """Is that 40 + 8? 40 counts the 8, too. Is it 384/8? The width plays no part."""
            return 48

        def one_real_token():
            """1/8 of the sum is the right mean. Which share of it did the colleague take?"""
            return 1 / 8

        def one_token():
            """1/40 of the sum is what the colleague took. Which share of it is right?"""
            return 1 / 40

        def padding_to_padding_and_real():
            """40 counts all tokens, the 8 real ones too."""
            return 40 / 48

        def real_to_padding():
            """That is real tokens against padding. Compare all tokens with the real ones."""
            return 8 / 32

        def multiplied():
            """8 and 40 were multiplied. How many times larger is one than the other?"""
            return 320

    class right:
        def written():
            return 5

        def divided():
            return 40 / 8

        def a_numpy_number():
            return np.float64(5)
