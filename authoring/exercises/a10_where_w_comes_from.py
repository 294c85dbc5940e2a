"""Exercises of 10-where-w-comes-from."""

import numpy as np

from authoring.model import Exercise, Recall, case
from course.check import sample_functions as samples

ASSIGNMENT = "10-where-w-comes-from"

RECALL = {
    "recall_1": Recall(
        "The weights of a row sum to 1 before and after, so the others lose what one gains.",
        "notebook 3, Exponentials do it",
    ),
    "recall_2": Recall(
        "Such a softmax is saturated: the slopes are nearly 0. So scores are divided by the "
        "root of d_k.",
        "notebook 4, What large scores do to learning",
    ),
    "recall_3": Recall(
        "A product has the rows of its left factor: K has a row for each key.",
        "notebook 2, exercise 2",
    ),
}

_rng = np.random.default_rng(100)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


def _whole(*shape: int) -> np.ndarray:
    return _rng.integers(-3, 4, size=shape)


def _small(*shape: int) -> np.ndarray:
    """Whole numbers of which attention makes no saturated weights."""
    return _rng.integers(-1, 2, size=shape)


def _weights(n_q: int, n_k: int) -> np.ndarray:
    """Weights of two digits: of each row all but the first are drawn, and the first is the rest."""
    drawn = _rng.dirichlet(np.ones(n_k), size=n_q).round(2)
    drawn[:, 0] = (1 - drawn[:, 1:].sum(axis=1)).round(2)
    return drawn


class numerical_gradient(Exercise):
    parameters = ("f", "W", "h")
    floats = True
    cases = (
        case("W (2, 3)", samples.sum_of_waves, _normal(2, 3), 1e-3),
        case("W (3, 2), a wide nudge", samples.sum_of_cubes, _normal(3, 2), 0.1),
        case("W (3, 3)", samples.sum_of_products, _normal(3, 3), 1e-4),
        case("a vector of four", samples.sum_of_waves, _normal(4), 1e-3, aspect="edges"),
        case(
            "whole numbers, (2, 4)",
            samples.sum_of_waves,
            _whole(2, 4),
            1e-3,
            aspect="edges",
        ),
        case(
            "three axes, (2, 1, 3)",
            samples.sum_of_products,
            _normal(2, 1, 3),
            1e-3,
            aspect="edges",
        ),
        case("a single number, (1, 1)", samples.sum_of_cubes, [[1.5]], aspect="edges"),
        case(
            "W (4, 2), whose columns are added up",
            samples.sum_of_column_cubes,
            _normal(4, 2),
            1e-3,
        ),
        case(
            "a vector of three, whose entries are added up",
            samples.sum_of_column_cubes,
            _normal(3),
            1e-3,
            aspect="edges",
        ),
    )

    class wrong:
        def upwards_only(f, W, h=1e-5):
            """Each entry was nudged upwards only. Nudge it downwards, too."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up = W.astype(float)
                up[index] += h
                gradient[index] = (f(up) - f(W)) / h
            return gradient

        def downwards_only(f, W, h=1e-5):
            """Each entry was nudged downwards only. Nudge it upwards, too."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                down = W.astype(float)
                down[index] -= h
                gradient[index] = (f(W) - f(down)) / h
            return gradient

        def divided_by_h(f, W, h=1e-5):
            """The slopes are twice too large: with nudges of h, from down to up it is 2h. Was the
            difference divided by all of the way from down to up?
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / h
            return gradient

        def precedence(f, W, h=1e-5):
            """The difference was divided by 2 and multiplied by h. Divide by `(2 * h)`, in
            brackets.
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / 2 * h
            return gradient

        def not_divided(f, W, h=1e-5):
            """The difference was not divided by the size of the nudge."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = f(up) - f(down)
            return gradient

        def half_a_nudge(f, W, h=1e-5):
            """The nudges were h / 2. Each goes up by h and down by h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h / 2
                down[index] -= h / 2
                gradient[index] = (f(up) - f(down)) / h
            return gradient

        def h_not_used(f, W, h=1e-5):
            """That is not the slope of one nudge of h to each side. Is the size of the nudge fixed,
            or was another formula taken?
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += 1e-5
                down[index] -= 1e-5
                gradient[index] = (f(up) - f(down)) / 2e-5
            return gradient

        def nudged_by_a_fixed_step(f, W, h=1e-5):
            """The nudge is one number and the divisor another. Both are made with h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += 0.01
                down[index] -= 0.01
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def relative_nudge(f, W, h=1e-5):
            """Each entry was multiplied by 1 + h. Add h to it."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] *= 1 + h
                down[index] *= 1 - h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def all_at_once(f, W, h=1e-5):
            """Each entry holds the sum of all slopes. Nudge one at a time, and keep its slope."""
            return np.full(W.shape, (f(W + h) - f(W - h)) / (2 * h))

        def one_slope(f, W, h=1e-5):
            """One number came back. There is a slope for each entry of W."""
            return (f(W + h) - f(W - h)) / (2 * h)

        def row_by_row(f, W, h=1e-5):
            """Several entries were nudged at once, a whole row. Nudge one entry at a time."""
            gradient = np.zeros(W.shape)
            for i in range(len(W)):
                up, down = W.astype(float), W.astype(float)
                up[i] += h
                down[i] -= h
                gradient[i] = (f(up) - f(down)) / (2 * h)
            return gradient

        def nudges_kept(f, W, h=1e-5):
            """The nudges were never undone. Begin each with a fresh copy of W."""
            gradient, up, down = np.zeros(W.shape), W.astype(float), W.astype(float)
            for index in np.ndindex(W.shape):
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def sign_flipped(f, W, h=1e-5):
            """Is it f(up) - f(down), with `up` nudged upwards, and no minus in front?"""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(down) - f(up)) / (2 * h)
            return gradient

        def added(f, W, h=1e-5):
            """f after the two nudges was added up. Take the difference."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) + f(down)) / (2 * h)
            return gradient

        def whole_numbers_in_the_copy(f, W, h=1e-5):
            """A copy of whole numbers holds whole numbers: the nudge is cut off. Make floats."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.copy(), W.copy()
                up[index] = up[index] + h
                down[index] = down[index] - h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def added_to_whole_numbers(f, W, h=1e-5):
            """A copy of whole numbers holds whole numbers: the nudge is cut off. Make floats."""
            flat, gradient = W.copy(), np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                kept = flat[index]
                flat[index] = kept + h
                up = f(flat)
                flat[index] = kept - h
                gradient[index] = (up - f(flat)) / (2 * h)
                flat[index] = kept
            return gradient

        def gradient_of_whole_numbers(f, W, h=1e-5):
            """The slopes were put into an array of whole numbers. Make it one of floats."""
            gradient = np.zeros_like(W)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def two_axes_only(f, W, h=1e-5):
            """It works for two axes only. `np.ndindex(W.shape)` goes over any number of them."""
            gradient = np.zeros(W.shape)
            for i in range(W.shape[0]):
                for j in range(W.shape[1]):
                    up, down = W.astype(float), W.astype(float)
                    up[i, j] += h
                    down[i, j] -= h
                    gradient[i, j] = (f(up) - f(down)) / (2 * h)
            return gradient

        def two_axes_unpacked(f, W, h=1e-5):
            """It works for two axes only. `np.ndindex(W.shape)` goes over any number of them."""
            rows, columns = W.shape
            gradient = np.zeros((rows, columns))
            for i in range(rows):
                for j in range(columns):
                    nudge = np.zeros((rows, columns))
                    nudge[i, j] = h
                    gradient[i, j] = (f(W + nudge) - f(W - nudge)) / (2 * h)
            return gradient

        def flat(f, W, h=1e-5):
            """The slopes came back in one row. Give them the shape of W."""
            slopes = []
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                slopes.append((f(up) - f(down)) / (2 * h))
            return np.array(slopes)

        def f_of_the_row(f, W, h=1e-5):
            """The slopes came back in one row. Give them the shape of W."""
            flat = W.astype(float).ravel()
            slopes = []
            for k in range(flat.size):
                nudge = h * (np.arange(flat.size) == k)
                slopes.append((f(flat + nudge) - f(flat - nudge)) / (2 * h))
            return np.array(slopes)

        def first_column_only(f, W, h=1e-5):
            """Only some entries have a slope. Go over all of them, the last one included."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                if index[-1] == 0:
                    up, down = W.astype(float), W.astype(float)
                    up[index] += h
                    down[index] -= h
                    gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def first_entry_only(f, W, h=1e-5):
            """Only the first entry has a slope: the `return` stands inside the loop."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
                return gradient

        def last_one_missing(f, W, h=1e-5):
            """Only some entries have a slope. Go over all of them, the last one included."""
            gradient = np.zeros(W.shape)
            for index in list(np.ndindex(W.shape))[:-1]:
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def step_taken(f, W, h=1e-5):
            """That is W after a step. Only the gradient is wanted."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return W - gradient

        def in_place(f, W, h=1e-5):
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                W[index] += h
                up = f(W)
                W[index] -= 2 * h
                gradient[index] = (up - f(W)) / (2 * h)
            return gradient

        def one_name_for_both(f, W, h=1e-5):
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up = W.astype(float)
                down = up
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def nested_lists(f, W, h=1e-5):
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient.tolist()

        def last_slope(f, W, h=1e-5):
            """One number came back. There is a slope for each entry of W."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient = (f(up) - f(down)) / (2 * h)
            return gradient

        def a_fixed_divisor(f, W, h=1e-5):
            """The divisor is a fixed number. It is 2 * h, and h comes in."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / 0.02
            return gradient

        def nudges_of_a_hundredth(f, W, h=1e-5):
            """The size of the nudge is fixed. It comes in as h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += 0.01
                down[index] -= 0.01
                gradient[index] = (f(up) - f(down)) / 0.02
            return gradient

        def entry_replaced(f, W, h=1e-5):
            """The entry was replaced by h. Add h to it: `up[index] += h`."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] = h
                down[index] = -h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def entry_in_place_of_f(f, W, h=1e-5):
            """The nudged arrays were subtracted. Call f on each of them first."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = ((up - down) / (2 * h))[index]
            return gradient

        def only_down_divided(f, W, h=1e-5):
            """Only f(down) was divided by 2h. Put the difference in brackets:
            (f(up) - f(down)) / (2 * h).
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = f(up) - f(down) / (2 * h)
            return gradient

        def no_brackets_at_all(f, W, h=1e-5):
            """Only f(down) was divided, and then multiplied by h. Brackets are missing."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = f(up) - f(down) / 2 * h
            return gradient

        def from_the_middle(f, W, h=1e-5):
            """The two points are only h apart, and the difference was divided by 2h. One is h above
            W, the other h below.
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up = W.astype(float)
                up[index] += h
                gradient[index] = (f(up) - f(W)) / (2 * h)
            return gradient

        def down_from_up(f, W, h=1e-5):
            """The two points are only h apart, and the difference was divided by 2h. One is h above
            W, the other h below.
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up = W.astype(float)
                up[index] += h
                down = up.copy()
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def f_of_one_entry(f, W, h=1e-5):
            """f got a single number. It takes the whole array, with one entry nudged."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                gradient[index] = (f(W[index] + h) - f(W[index] - h)) / (2 * h)
            return gradient

        def squared_divisor(f, W, h=1e-5):
            """The difference was divided by h twice. From down to up it is 2h, once."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / (2 * h * h)
            return gradient

        def divided_by_two(f, W, h=1e-5):
            """The difference was divided by 2. From down to up it is 2h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / 2
            return gradient

        def signs_dropped(f, W, h=1e-5):
            """The signs are gone. Where the loss falls, the slope is negative."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = abs(f(up) - f(down)) / (2 * h)
            return gradient

        def divided_by_h_squared(f, W, h=1e-5):
            """The difference was divided by h squared. From down to up it is 2h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) / h**2
            return gradient

        def multiplied_by_the_nudges(f, W, h=1e-5):
            """It was multiplied by 2h. A slope is the difference divided by 2h."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - f(down)) * (2 * h)
            return gradient

        def f_of_the_difference(f, W, h=1e-5):
            """f was called once, with a difference. Subtract the results: f(up) - f(down)."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = f(up - down) / (2 * h)
            return gradient

        def both_upwards(f, W, h=1e-5):
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] += h
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def f_of_the_nudge(f, W, h=1e-5):
            """f got the nudge alone. Add it to W, and subtract it from W."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                nudge = np.zeros(W.shape)
                nudge[index] = h
                gradient[index] = (f(nudge) - f(-nudge)) / (2 * h)
            return gradient

        def one_place(f, W, h=1e-5):
            """Every slope was put at `gradient[0]`. The place of each is `gradient[index]`."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[0] = (f(up) - f(down)) / (2 * h)
            return gradient

        def half_nudges_divided_by_two_h(f, W, h=1e-5):
            """The slopes are half as large as they should be: the difference was divided by twice
            the way from down to up. With nudges of h that way is 2h.
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h / 2
                down[index] -= h / 2
                gradient[index] = (f(up) - f(down)) / (2 * h)
            return gradient

        def second_differences(f, W, h=1e-5):
            """This measures how the function bends. For its slope, take f(down) away from f(up);
            f(W) is not needed.
            """
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up) - 2 * f(W) + f(down)) / h**2
            return gradient

        def one_value(f, W, h=1e-5):
            """This is f(up) itself. A slope compares it with f(down), and divides."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up = W.astype(float)
                up[index] += h
                gradient[index] = f(up)
            return gradient

        def numpys_gradient(f, W, h=1e-5):
            return np.gradient(f(W), h)

        def appended(f, W, h=1e-5):
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient.append((f(up) - f(down)) / (2 * h))
            return gradient

        def f_of_one_long_row(f, W, h=1e-5):
            """`f` was given one long row. It takes an array of W's shape."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(up.ravel()) - f(down.ravel())) / (2 * h)
            return gradient

        def f_of_a_matrix(f, W, h=1e-5):
            """`f` was given a matrix for a vector. It takes an array of W's shape."""
            gradient = np.zeros(W.shape)
            for index in np.ndindex(W.shape):
                up, down = W.astype(float), W.astype(float)
                up[index] += h
                down[index] -= h
                gradient[index] = (f(np.atleast_2d(up)) - f(np.atleast_2d(down))) / (2 * h)
            return gradient

        def added_to_all(f, W, h):
            """Every entry of the gradient holds the sum of all slopes: what is added to
            `gradient` itself is added to the whole array. `gradient[index] = ...` sets one entry.
            """
            gradient = np.zeros(np.shape(W))
            for index in np.ndindex(*np.shape(W)):
                up, down = np.array(W, dtype=float), np.array(W, dtype=float)
                up[index] += h
                down[index] -= h
                gradient += (f(up) - f(down)) / (2 * h)
            return gradient

    class right:
        def by_flat_index(f, W, h=1e-5):
            gradient = np.zeros(W.size)
            for k in range(W.size):
                up, down = W.astype(float), W.astype(float)
                up.flat[k] += h
                down.flat[k] -= h
                gradient[k] = (f(up) - f(down)) / (2 * h)
            return gradient.reshape(W.shape)

        def unit_nudges(f, W, h=1e-5):
            nudges = h * np.eye(W.size).reshape(W.size, *W.shape)
            slopes = [(f(W + nudge) - f(W - nudge)) / (2 * h) for nudge in nudges]
            return np.array(slopes).reshape(W.shape)

        def one_copy_put_back(f, W, h=1e-5):
            W = np.array(W, dtype=float)
            gradient = np.empty_like(W)
            for index, kept in np.ndenumerate(W.copy()):
                W[index] = kept + h
                up = f(W)
                W[index] = kept - h
                down = f(W)
                W[index] = kept
                gradient[index] = 0.5 * (up - down) / h
            return gradient

        def mean_of_both_sides(f, W, h=1e-5):
            gradient, middle = np.zeros(W.shape), f(W * 1.0)
            for index in np.ndindex(*W.shape):
                nudge = np.zeros(W.shape)
                nudge[index] = h
                up, down = (f(W + nudge) - middle) / h, (middle - f(W - nudge)) / h
                gradient[index] = (up + down) / 2
            return gradient

        def iterator(f, W, h=1e-5):
            gradient = np.zeros(W.shape, dtype=float)
            places = np.nditer(W, flags=["multi_index"])
            for _ in places:
                up, down = W.astype(np.float64), W.astype(np.float64)
                up[places.multi_index] += h
                down[places.multi_index] -= h
                gradient[places.multi_index] = (f(up) - f(down)) / (h + h)
            return gradient


class softmax_jacobian(Exercise):
    parameters = ("weights",)
    cases = (
        case("three weights", [0.2, 0.5, 0.3]),
        case("four weights", [0.1, 0.25, 0.6, 0.05]),
        case("three weights, two of them equal", [0.25, 0.25, 0.5]),
        case("two weights", [0.75, 0.25], aspect="edges"),
        case("a weight of 0", [0.0, 0.4, 0.6], aspect="edges"),
        case("all on one token, whole numbers", [0, 1, 0], aspect="edges"),
        case("a single token", [1.0], aspect="edges"),
        case("weights with six decimals", [0.123457, 0.876543], aspect="edges"),
    )

    class wrong:
        def diagonal_without_its_weight(weights):
            """The diagonal holds 1 - w_i. The factor w_i is missing."""
            table = -np.outer(weights, weights)
            np.fill_diagonal(table, 1 - np.asarray(weights))
            return table

        def weights_on_the_diagonal(weights):
            """The diagonal holds the weights themselves. The factor 1 - w_i is missing."""
            table = -np.outer(weights, weights)
            np.fill_diagonal(table, weights)
            return table

        def same_weight_twice(weights):
            """Off the diagonal stands -w_i w_i. One of the two weights belongs to token j."""
            column = np.asarray(weights, dtype=float)[:, None]
            return column * (np.eye(len(column)) - column)

        def diagonal_of_the_weights(weights):
            """Only the weights stand on the diagonal. Every weight reacts to every score."""
            return np.diag(weights)

        def outer_only(weights):
            """That is the table of all products. The signs and the diagonal are still missing."""
            return np.outer(weights, weights)

        def minus_outer_only(weights):
            """On the diagonal, too, there is only minus the product of two weights. A weight rises
            when its own score does.
            """
            return -np.outer(weights, weights)

        def sign_flipped(weights):
            """Every sign is flipped: a weight rises when its own score does."""
            return np.outer(weights, weights) - np.diag(weights)

        def added(weights):
            """Off the diagonal the signs are wrong: when one score rises, other weights fall."""
            return np.diag(weights) + np.outer(weights, weights)

        def off_diagonal_positive(weights):
            """The signs are gone: when one score rises, other weights fall."""
            table = np.outer(weights, weights)
            np.fill_diagonal(table, weights * (1 - weights))
            return table

        def diagonal_only(weights):
            """The diagonal is right and the rest is zero. Other weights react to a score, too."""
            return np.diag(weights * (1 - weights))

        def a_vector(weights):
            """That is the diagonal alone, a vector. A table (n, n) is wanted."""
            return weights * (1 - weights)

        def transpose_of_a_vector(weights):
            """Each weight was multiplied by itself alone. The table `np.outer` has all products."""
            return np.diag(weights) - weights * weights.T

        def dot_for_outer(weights):
            """One number was subtracted everywhere: a dot product stands where a table belongs."""
            return np.diag(weights) - weights @ weights

        def rows_subtracted(weights):
            """A row of weights was subtracted from each row, instead of a table of products."""
            return np.diag(weights) - weights

        def identity(weights):
            """The diagonal begins from 1. It begins from the weights."""
            return np.eye(len(weights)) - np.outer(weights, weights)

        def of_the_logarithm(weights):
            """Those are the slopes of the logarithms of the weights: a factor w_i is missing."""
            return np.eye(len(weights)) - weights

        def squared_diagonal(weights):
            """The diagonal is not right: w_i (1 - w_i) is w_i minus its square."""
            table = -np.outer(weights, weights)
            np.fill_diagonal(table, weights**2)
            return table

        def zeros_on_the_diagonal(weights):
            """The diagonal is zero. A weight reacts to its own score, too."""
            table = -np.outer(weights, weights)
            np.fill_diagonal(table, 0)
            return table

        def softmax_again(weights):
            """A softmax was applied once more. What comes in are weights already."""
            again = np.exp(weights) / np.exp(weights).sum()
            return np.diag(again) - np.outer(again, again)

        def upper_half(weights):
            """Below the diagonal all is zero. The rule holds on both sides of it."""
            return np.triu(np.diag(weights) - np.outer(weights, weights))

        def lower_half(weights):
            """Above the diagonal all is zero. The rule holds on both sides of it."""
            return np.tril(np.diag(weights) - np.outer(weights, weights))

        def weights_in_every_row(weights):
            """The weights stand in every row. They belong on the diagonal alone: see `np.diag`."""
            return weights - np.outer(weights, weights)

        def one_weight_off_the_diagonal(weights):
            """Off the diagonal a factor is missing: it is a product of two weights."""
            n = len(weights)
            return np.array(
                [
                    [w * (1 - w) if i == j else -weights[j] for j in range(n)]
                    for i, w in enumerate(weights)
                ]
            )

        def one_minus_twice(weights):
            """Off the diagonal stands w_i (1 - w_j). That rule is for the diagonal."""
            return weights[:, None] * (1 - weights)

        def absolute(weights):
            """The signs are gone: when one score rises, other weights fall."""
            return np.abs(np.diag(weights) - np.outer(weights, weights))

        def norm(weights):
            """That is the norm, one number. The table itself is wanted."""
            return np.linalg.norm(np.diag(weights) - np.outer(weights, weights))

        def nested_lists(weights):
            return (np.diag(weights) - np.outer(weights, weights)).tolist()

        def one_loop_short(weights):
            """The last row and column were left at zero. `range(n)` already stops before n."""
            n = len(weights)
            table = np.zeros((n, n))
            for i in range(n - 1):
                for j in range(n - 1):
                    table[i, j] = weights[i] * ((i == j) - weights[j])
            return table

        def large_nudge(weights):
            """That is a nudge which is not small: its slopes are only roughly right."""
            with np.errstate(all="ignore"):
                scores = np.log(weights)
            columns = []
            for j in range(len(weights)):
                raised = np.exp(scores + 0.1 * (np.arange(len(weights)) == j))
                columns.append((raised / raised.sum() - weights) / 0.1)
            return np.array(columns).T

        def changes_its_input(weights):
            table = -np.outer(weights, weights)
            table += np.diag(weights)
            weights -= weights.mean()
            return table

        def both_on_the_diagonal(weights):
            """On the diagonal -w_i w_i was kept, and w_i (1 - w_i) was added to it. The
            second replaces the first.
            """
            n = len(weights)
            J = np.zeros((n, n))
            for i in range(n):
                for j in range(n):
                    J[i, j] = -weights[i] * weights[j]
                J[i, i] = J[i, i] + weights[i] * (1 - weights[i])
            return J

        def always_three(weights):
            """The table is always (3, 3). Its size follows the number of weights."""
            J = np.zeros((3, 3))
            for i in range(3):
                for j in range(3):
                    J[i, j] = -weights[i] * weights[j]
                J[i, i] = weights[i] * (1 - weights[i])
            return J

        def what_fill_diagonal_returns(weights):
            J = -np.outer(weights, weights)
            return np.fill_diagonal(J, weights * (1 - weights))

        def one_minus_all(weights):
            """The outer product was taken of 1 - w. Off the diagonal it is -w_i w_j."""
            return np.diag(weights) - np.outer(weights, 1 - weights)

        def values_compared(weights):
            """Two equal weights were taken for the same token. Compare the places: i == j."""
            n = len(weights)
            J = np.zeros((n, n))
            for i in range(n):
                for j in range(n):
                    is_same = weights[i] == weights[j]
                    J[i, j] = weights[i] * (is_same - weights[j])
            return J

        def place_searched_by_value(weights):
            """Two equal weights were taken for the same token. Count the places."""
            J = -np.outer(weights, weights)
            for w in weights:
                i = weights.tolist().index(w)
                J[i, i] = w * (1 - w)
            return J

        def one_minus_the_other(weights):
            """Off the diagonal stands -w_i (1 - w_j). A 1 stands on the diagonal only."""
            n = len(weights)
            return np.array(
                [
                    [w * (1 - w) if i == j else -w * (1 - weights[j]) for j in range(n)]
                    for i, w in enumerate(weights)
                ]
            )

        def diagonal_of_the_rest(weights):
            """On the diagonal stands 1 - w_i - w_i w_i. The rule there is w_i (1 - w_i)."""
            return np.diag(1 - weights) - np.outer(weights, weights)

        def two_names(weights):
            """It works for two weights only. The size of the table follows their number."""
            w0, w1 = weights
            return np.array([[w0 * (1 - w0), -w0 * w1], [-w1 * w0, w1 * (1 - w1)]])

        def always_two(weights):
            """The table is always (2, 2). Its size follows the number of weights."""
            J = np.zeros((2, 2))
            for i in range(2):
                for j in range(2):
                    J[i, j] = weights[i] * ((i == j) - weights[j])
            return J

        def summed_rows(weights):
            return (np.diag(weights) - np.outer(weights, weights)).sum(axis=1)

        def cross_for_outer(weights):
            return np.diag(weights) - np.cross(weights, weights)

    class right:
        def two_loops(weights):
            n = len(weights)
            table = np.zeros((n, n))
            for i in range(n):
                for j in range(n):
                    if i == j:
                        table[i, j] = weights[i] * (1 - weights[i])
                    else:
                        table[i, j] = -weights[i] * weights[j]
            return table

        def filled_diagonal(weights):
            table = -1.0 * np.outer(weights, weights)
            np.fill_diagonal(table, weights * (1 - weights))
            return table

        def broadcast(weights):
            return weights[:, None] * (np.eye(len(weights)) - weights[None, :])

        def identity_times(weights):
            column = weights.reshape(-1, 1)
            return np.eye(len(weights)) * column - column @ column.T

        def einsum(weights):
            return np.diagflat(weights) - np.einsum("i,j->ij", weights, weights)

        def comprehension(weights):
            return np.array(
                [[a * ((i == j) - b) for j, b in enumerate(weights)] for i, a in enumerate(weights)]
            )

        def where(weights):
            same = np.eye(weights.size, dtype=bool)
            products = np.multiply.outer(weights, weights)
            return np.where(same, weights * (1 - weights), -products)

        def single_precision(weights):
            w = weights.astype(np.float32)
            return np.diag(w) - np.outer(w, w)

        def small_nudge_on_both_sides(weights):
            with np.errstate(all="ignore"):
                scores = np.log(weights)
            n, h, columns = len(weights), 1e-5, []
            for j in range(n):
                up = np.exp(scores + h * (np.arange(n) == j))
                down = np.exp(scores - h * (np.arange(n) == j))
                columns.append((up / up.sum() - down / down.sum()) / (2 * h))
            return np.array(columns).T

        def columns_stacked(weights):
            unit = np.eye(len(weights))
            return np.column_stack([w * (unit[j] - weights) for j, w in enumerate(weights)])


# Weights (n_q, n_k), as many rows as columns in the last: there nothing raises.
W35, W42, W33 = _weights(3, 5), _weights(4, 2), _weights(3, 3)
HIDDEN = np.array([[0.2, 0.5, 0.3, 0], [0.3, 0.7, 0, 0], [0, 0, 0, 0]])  # rows under a mask


class softmax_backward(Exercise):
    parameters = ("weights", "grad_weights")
    cases = (
        case("2 queries, 3 keys", [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]], [[1, -2, 3], [2, 0.5, -1]]),
        case("3 queries, 5 keys", W35, _normal(3, 5)),
        case("4 queries, 2 keys", W42, _normal(4, 2)),
        case("3 queries, 3 keys", W33, _normal(3, 3)),
        case("one query", [[0.5, 0.3, 0.2]], [[4, -2, 1]], aspect="edges"),
        case("hidden keys have weight 0", HIDDEN, _normal(3, 4), aspect="edges"),
        case("whole numbers", [[0, 1, 0], [1, 0, 0]], [[2, -1, 3], [0, 4, 1]], aspect="edges"),
        case("one key", [[1.0], [1.0]], _normal(2, 1), aspect="edges"),
    )

    class wrong:
        def second_term_missing(weights, grad_weights):
            """The second term is missing: a weight can only rise at the cost of the others."""
            return weights * grad_weights

        def diagonal_only(weights, grad_weights):
            """Only the Jacobian's diagonal was used. A score moves the other weights, too."""
            return weights * (1 - weights) * grad_weights

        def plain_sum(weights, grad_weights):
            """The slopes were added up as they are. Each counts as much as its weight."""
            return weights * (grad_weights - grad_weights.sum(axis=1, keepdims=True))

        def plain_mean(weights, grad_weights):
            """The plain mean of the slopes was subtracted. Each counts as much as its weight."""
            return weights * (grad_weights - grad_weights.mean(axis=1, keepdims=True))

        def jacobian_of_the_slopes(weights, grad_weights):
            """`softmax_jacobian` got a row of slopes. It takes a row of the weights."""
            return np.array([g @ softmax_jacobian(g) for w, g in zip(weights, grad_weights)])

        def over_the_queries(weights, grad_weights):
            """The sum ran down the columns. The softmax is over the keys: sum along each row."""
            return weights * (grad_weights - (weights * grad_weights).sum(axis=0))

        def over_everything(weights, grad_weights):
            """One sum was taken over all rows. Each row has a sum of its own."""
            return weights * (grad_weights - (weights * grad_weights).sum())

        def no_keepdims(weights, grad_weights):
            """The sums of the rows met the columns: keep the summed axis with keepdims."""
            return weights * (grad_weights - (weights * grad_weights).sum(axis=1))

        def no_sum(weights, grad_weights):
            """Only the Jacobian's diagonal was used. A score moves the other weights, too."""
            return weights * (grad_weights - weights * grad_weights)

        def outer_weights_missing(weights, grad_weights):
            """The factor in front is missing: a small weight moves little, one of 0 not at all."""
            return grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True)

        def second_term_unweighted(weights, grad_weights):
            """The sum was subtracted without the weight of the key in front of it."""
            products = weights * grad_weights
            return products - products.sum(axis=1, keepdims=True)

        def added(weights, grad_weights):
            """The two terms were added. The second is subtracted."""
            return weights * (grad_weights + (weights * grad_weights).sum(axis=1, keepdims=True))

        def sign_flipped(weights, grad_weights):
            """Every sign is flipped: subtract the sum from the slope."""
            return weights * ((weights * grad_weights).sum(axis=1, keepdims=True) - grad_weights)

        def divided_by_the_weights(weights, grad_weights):
            """That is slope - weight · mean. The weight belongs in front of the slope, too."""
            return (
                grad_weights / weights - (weights * grad_weights).sum(axis=1, keepdims=True)
            ) * weights

        def squared(weights, grad_weights):
            """The weights of the sum were squared: one factor too many."""
            return weights * (grad_weights - (weights**2 * grad_weights).sum(axis=1, keepdims=True))

        def softmax_again(weights, grad_weights):
            """A softmax was applied once more. What comes in are weights already."""
            again = softmax(weights)
            return again * (grad_weights - (again * grad_weights).sum(axis=1, keepdims=True))

        def first_row_only(weights, grad_weights):
            """One row's Jacobian served for all rows. Each query has weights of its own."""
            return grad_weights @ (np.diag(weights[0]) - np.outer(weights[0], weights[0]))

        def only_the_first_query(weights, grad_weights):
            """Only the first query's row came back."""
            row = weights[0]
            return (grad_weights[0] @ (np.diag(row) - np.outer(row, row)))[None]

        def first_query_and_zeros(weights, grad_weights):
            """Only the first query has a gradient. Go over all rows."""
            result = np.zeros(weights.shape)
            row = weights[0]
            result[0] = grad_weights[0] @ (np.diag(row) - np.outer(row, row))
            return result

        def jacobian_plus(weights, grad_weights):
            """The two terms were added. The second is subtracted."""
            rows = [g @ (np.diag(w) + np.outer(w, w)) for w, g in zip(weights, grad_weights)]
            return np.array(rows)

        def jacobian_times_entries(weights, grad_weights):
            """Only the Jacobian's diagonal was used. A score moves the other weights, too."""
            rows = [
                (g * (np.diag(w) - np.outer(w, w))).diagonal()
                for w, g in zip(weights, grad_weights)
            ]
            return np.array(rows)

        def all_jacobians(weights, grad_weights):
            """Those are the Jacobians. Multiply each with its row of slopes."""
            return np.array([np.diag(w) - np.outer(w, w) for w in weights])

        def weights_for_slopes(weights, grad_weights):
            """The slopes in `grad_weights` were not used."""
            return weights * (1 - (weights * weights).sum(axis=1, keepdims=True))

        def added_up(weights, grad_weights):
            """The rows were added up. Each query keeps its own."""
            return (
                weights * (grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True))
            ).sum(axis=0)

        def transposed(weights, grad_weights):
            """The result is transposed: there is a row for each query, as in the weights."""
            return (
                weights * (grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True))
            ).T

        def in_place(weights, grad_weights):
            grad_weights -= (weights * grad_weights).sum(axis=1, keepdims=True)
            return weights * grad_weights

        def whole_numbers(weights, grad_weights):
            """The result was put into an array of whole numbers."""
            result = np.zeros_like(grad_weights)
            result[:] = weights * (
                grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True)
            )
            return result

        def nested_lists(weights, grad_weights):
            return (
                weights * (grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True))
            ).tolist()

        def averaged_over_the_queries(weights, grad_weights):
            """Everything was divided by the number of queries. No mean is taken here."""
            return (
                weights
                * (grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True))
                / len(weights)
            )

        def mean_of_the_weighted(weights, grad_weights):
            """The weighted slopes were averaged. Add them up: the weights sum to 1 already."""
            mean = (weights * grad_weights).mean(axis=-1, keepdims=True)
            return weights * (grad_weights - mean)

        def jacobian_of_the_whole(weights, grad_weights):
            """`softmax_jacobian` takes one row, and it got the whole array. Call it row by
            row.
            """
            return grad_weights @ softmax_jacobian(weights)

        def jacobian_of_the_whole_on_the_left(weights, grad_weights):
            """`softmax_jacobian` takes one row, and it got the whole array. Call it row by
            row.
            """
            return softmax_jacobian(weights) @ grad_weights

        def one_row_of_the_jacobian(weights, grad_weights):
            """Each slope met one row of the Jacobian only. Score j reaches the loss through
            every weight: add them up.
            """
            out = np.zeros(weights.shape)
            for i in range(len(weights)):
                out[i] = (grad_weights[i] * softmax_jacobian(weights[i]))[0]
            return out

        def summed_along_the_wrong_axis(weights, grad_weights):
            """The slopes met the scores' axis of the Jacobian. They belong to the weights: g
            @ J.
            """
            out = np.zeros(weights.shape)
            for i in range(len(weights)):
                out[i] = (grad_weights[i] * softmax_jacobian(weights[i])).sum(axis=0)
            return out

        def queries_met_queries(weights, grad_weights):
            """Rows met other rows. The mean of a row comes from that row alone."""
            return weights * (grad_weights - weights @ grad_weights.T)

        def first_row_alone(weights, grad_weights):
            """Only the first query's row came back. The `return` stands inside the loop."""
            for i in range(len(weights)):
                return grad_weights[i] @ softmax_jacobian(weights[i])

        def as_many_turns_as_keys(weights, grad_weights):
            """The loop went over the keys. There is one row for each query."""
            out = np.zeros(weights.shape)
            for i in range(weights.shape[1]):
                out[i] = grad_weights[i] @ softmax_jacobian(weights[i])
            return out

        def last_row_alone(weights, grad_weights):
            """Only one query's row came back: each round of the loop replaced the one before."""
            for w, g in zip(weights, grad_weights):
                out = g @ softmax_jacobian(w)
            return out

        def one_number_a_row(weights, grad_weights):
            """All products of a row were added up to one number. `*` with a sum is not `@`: score j
            gets g times column j of the Jacobian.
            """
            out = np.zeros(weights.shape)
            for i in range(len(weights)):
                out[i] = (grad_weights[i] * softmax_jacobian(weights[i])).sum()
            return out

        def mean_divided_by_the_slopes(weights, grad_weights):
            """The weighted mean was divided by the sum of the slopes. The weights sum to 1 already:
            nothing is divided.
            """
            products = (weights * grad_weights).sum(axis=1, keepdims=True)
            return weights * (grad_weights - products / grad_weights.sum(axis=1, keepdims=True))

        def slopes_not_centred(weights, grad_weights):
            """Weight and slope have changed places. The weight stands in front, and from the slope
            the mean is subtracted.
            """
            mean = (weights * grad_weights).sum(axis=-1, keepdims=True)
            return (weights - mean) * grad_weights

        def weights_for_their_slopes(weights, grad_weights):
            """Weights stand where their slopes belong: the row g meets the Jacobian."""
            return np.array([w @ (np.diag(w) - np.outer(w, w)) for w in weights])

        def largest_subtracted(weights, grad_weights):
            """The largest slope was subtracted, as in a softmax. Subtract the weighted mean."""
            return weights * (grad_weights - grad_weights.max(axis=1, keepdims=True))

        def largest_of_all_subtracted(weights, grad_weights):
            """The largest slope was subtracted, as in a softmax. Subtract the weighted mean."""
            return weights * (grad_weights - grad_weights.max())

        def one_weighted_mean_for_all(weights, grad_weights):
            """One mean was taken over all rows. Each row has a mean of its own."""
            mean = (weights * grad_weights).sum() / weights.sum()
            return weights * (grad_weights - mean)

        def sum_of_the_weights(weights, grad_weights):
            """The weights alone were added up. Add up weight times slope."""
            return weights * (grad_weights - weights.sum(axis=1, keepdims=True))

        def mean_weighted_twice(weights, grad_weights):
            """The mean was multiplied by the weight twice."""
            mean = (weights * grad_weights).sum(axis=1, keepdims=True)
            return weights * grad_weights - weights * weights * mean

        def tables(weights, grad_weights):
            """A table came back for each query. `*` goes entry by entry: a row meets a table with
            `@`.
            """
            return np.array([g * softmax_jacobian(w) for w, g in zip(weights, grad_weights)])

        def slope_in_front(weights, grad_weights):
            """The slope stands in front of the bracket. It is the weight."""
            return grad_weights * (
                grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True)
            )

        def slope_weighted_in_the_bracket(weights, grad_weights):
            """The slope in the bracket was weighted, too. Only the mean is."""
            products = weights * grad_weights
            return weights * (products - products.sum(axis=1, keepdims=True))

        def mean_of_the_weights(weights, grad_weights):
            """The mean of the weights was subtracted. It is the mean of the slopes, weighted."""
            return weights * (grad_weights - weights.mean(axis=1, keepdims=True))

        def weighted_mean_alone(weights, grad_weights):
            """That is slope - weight · mean. The weight belongs in front of the slope, too."""
            return grad_weights - weights * (weights * grad_weights).sum(axis=1, keepdims=True)

        def times_the_mean(weights, grad_weights):
            """The slope was multiplied by the mean. The mean is subtracted from it."""
            products = weights * grad_weights
            return products * products.sum(axis=1, keepdims=True)

        def first_row_without_a_loop(weights, grad_weights):
            return grad_weights[0] @ softmax_jacobian(weights[0])

        def matrix_product(weights, grad_weights):
            mean = (weights * grad_weights).sum(axis=1, keepdims=True)
            return weights @ (grad_weights - mean)

        def mean_of_a_matrix_product(weights, grad_weights):
            mean = np.sum(weights @ grad_weights, axis=-1, keepdims=True)
            return weights * (grad_weights - mean)

        def words_of_another_library(weights, grad_weights):
            mean = (weights * grad_weights).sum(dim=1, keepdim=True)
            return weights * (grad_weights - mean)

    class right:
        def two_terms(weights, grad_weights):
            products = weights * grad_weights
            return products - weights * products.sum(axis=-1, keepdims=True)

        def jacobian_row_by_row(weights, grad_weights):
            rows = []
            for w, g in zip(weights, grad_weights):
                rows.append(g @ (np.diag(w) - np.outer(w, w)))
            return np.array(rows, dtype=float)

        def einsum(weights, grad_weights):
            average = np.einsum("qk,qk->q", weights, grad_weights)
            return np.einsum("qk,qk->qk", weights, grad_weights - average[:, None])

        def all_jacobians_at_once(weights, grad_weights):
            eye = np.eye(weights.shape[1])
            jacobians = weights[:, :, None] * (eye - weights[:, None, :])
            return np.matmul(grad_weights[:, None, :], jacobians)[:, 0, :]

        def loops(weights, grad_weights):
            n_q, n_k = weights.shape
            result = np.zeros((n_q, n_k))
            for i in range(n_q):
                average = sum(weights[i, j] * grad_weights[i, j] for j in range(n_k))
                for j in range(n_k):
                    result[i, j] = weights[i, j] * (grad_weights[i, j] - average)
            return result

        def single_precision(weights, grad_weights):
            w, g = weights.astype(np.float32), grad_weights.astype(np.float32)
            return w * (g - (w * g).sum(axis=1)[:, np.newaxis])

        def by_the_mask(weights, grad_weights):
            slopes = np.where(weights > 0, grad_weights, 0)
            average = np.sum(slopes * weights, axis=1, keepdims=True)
            return np.where(weights > 0, weights * (slopes - average), 0.0)


def _inputs(n_q: int, n_k: int, d_k: int, d_v: int, draw=_normal) -> tuple[np.ndarray, ...]:
    """Q, K, V and the output's gradient."""
    return draw(n_q, d_k), draw(n_k, d_k), draw(n_k, d_v), draw(n_q, d_v)


class attention_backward(Exercise):
    parameters = ("Q", "K", "V", "grad_output")
    results = ("grad_Q", "grad_K", "grad_V")
    tolerance = 1e-5
    floats = True
    cases = (
        case("3 queries, 5 keys of two numbers, values of four", *_inputs(3, 5, 2, 4)),
        case("6 queries, 2 keys of five numbers, values of three", *_inputs(6, 2, 5, 3)),
        case("all sizes 3", *_inputs(3, 3, 3, 3)),
        case("one query, one value", *_inputs(1, 3, 2, 1), aspect="edges"),
        case("one key", *_inputs(3, 1, 4, 2), aspect="edges"),
        case("whole numbers, d_k = 1", *_inputs(2, 4, 1, 3, _whole), aspect="edges"),
        case(
            "2 queries, one key, whole numbers",
            np.array([[2, 0, 1], [-1, 3, 1]]),
            np.array([[1, -2, 1]]),
            np.array([[4, 7, 0, -5]]),
            np.array([[1, 0, 2, -3], [2, 1, 0, 1]]),
            aspect="edges",
        ),
    )

    class wrong:
        def slopes_on_the_way(Q, K, V, grad_output):
            """Those are the slopes on the way. Asked for are grad_Q, grad_K and grad_V."""
            grad_weights = grad_output @ V.T
            root = np.sqrt(K.shape[1])
            grad_scaled = softmax_backward(softmax(Q @ K.T / root), grad_weights)
            return grad_weights, grad_scaled, grad_scaled / root

        def backward_not_scaled(Q, K, V, grad_output):
            """The scale is missing on the way back: dividing by a root divides the slopes, too."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T)
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def forward_not_scaled(Q, K, V, grad_output):
            """The weights are those of scores that were not scaled."""
            weights = softmax(Q @ K.T)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / np.sqrt(K.shape[1])
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def never_scaled(Q, K, V, grad_output):
            """The scores were not scaled, neither forwards nor backwards."""
            weights = softmax(Q @ K.T)
            grad_scores = softmax_backward(weights, grad_output @ V.T)
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def scaled_twice(Q, K, V, grad_output):
            """On the way back it was divided by d_k. It is divided by the root of d_k, once."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T) / K.shape[1]
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def multiplied_by_the_root(Q, K, V, grad_output):
            """On the way back it was multiplied by the root. It divides here, too."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T) * np.sqrt(K.shape[1])
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def only_grad_Q_scaled(Q, K, V, grad_output):
            """Only one of grad_Q and grad_K was divided by the root. Both come from the scores."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T)
            root = np.sqrt(K.shape[1])
            return grad_scores @ K / root, grad_scores.T @ Q, weights.T @ grad_output

        def only_grad_K_scaled(Q, K, V, grad_output):
            """Only one of grad_Q and grad_K was divided by the root. Both come from the scores."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T)
            root = np.sqrt(K.shape[1])
            return grad_scores @ K, grad_scores.T @ Q / root, weights.T @ grad_output

        def grad_V_scaled(Q, K, V, grad_output):
            """grad_V was divided by the root. The scores are scaled, the values are not."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output / root

        def root_of_d_v(Q, K, V, grad_output):
            """The root of d_v was used. d_k is the length of a key."""
            root = np.sqrt(V.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def root_of_n_k(Q, K, V, grad_output):
            """The root of the number of keys was used. d_k is the length of a key."""
            root = np.sqrt(len(K))
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def by_d_k(Q, K, V, grad_output):
            """It divided by d_k, forwards and backwards. It is the root of d_k."""
            weights = softmax(Q @ K.T / K.shape[1])
            grad_scores = softmax_backward(weights, grad_output @ V.T) / K.shape[1]
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def through_no_softmax(Q, K, V, grad_output):
            """The softmax was skipped on the way back: grad_weights is not grad_scores yet."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = grad_output @ V.T / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def second_term_missing(Q, K, V, grad_output):
            """The softmax's second term is missing: weights fall when another one rises."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = weights * (grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def diagonal_only(Q, K, V, grad_output):
            """Only the diagonal of the softmax's Jacobian was used."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = weights * (1 - weights) * (grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def softmax_over_the_queries(Q, K, V, grad_output):
            """The softmax was taken back over the queries. It ran over the keys."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights.T, (grad_output @ V.T).T).T / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def forward_over_the_queries(Q, K, V, grad_output):
            """The softmax ran over the queries. Each row of weights should sum to 1."""
            root = np.sqrt(K.shape[1])
            weights = softmax((Q @ K.T / root).T).T
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def scores_for_weights(Q, K, V, grad_output):
            """The softmax's slopes were taken at the scores. They are made of the weights."""
            root = np.sqrt(K.shape[1])
            scores = Q @ K.T / root
            grad_scores = softmax_backward(scores, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, softmax(scores).T @ grad_output

        def weights_not_transposed(Q, K, V, grad_output):
            """For grad_V the weights must be transposed: a row for each key."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights @ grad_output

        def grad_scores_not_transposed(Q, K, V, grad_output):
            """For grad_K the gradient of the scores must be transposed: a row for each key."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores @ Q, weights.T @ grad_output

        def V_not_transposed(Q, K, V, grad_output):
            """V must be transposed for the gradient of the weights."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def results_exchanged(Q, K, V, grad_output):
            """grad_Q and grad_K are exchanged. The order is grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores.T @ Q, grad_scores @ K, weights.T @ grad_output

        def roles_exchanged(Q, K, V, grad_output):
            """Q and K are exchanged: the slope of a query is made of keys, and that of a key of
            queries.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ Q, grad_scores.T @ K, weights.T @ grad_output

        def scores_of_keys_with_queries(Q, K, V, grad_output):
            """Q and K are exchanged in the scores: there is a row for each query."""
            root = np.sqrt(K.shape[1])
            weights = softmax(K @ Q.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def order_reversed(Q, K, V, grad_output):
            """The results come in another order. It is grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return weights.T @ grad_output, grad_scores.T @ Q, grad_scores @ K

        def grad_V_missing(Q, K, V, grad_output):
            """Two gradients came back. There are three: grad_Q, grad_K and grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q

        def sign_flipped(Q, K, V, grad_output):
            """Every sign is flipped. The step downhill has a minus, the gradient has none."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return -grad_scores @ K, -grad_scores.T @ Q, -weights.T @ grad_output

        def grad_output_not_used(Q, K, V, grad_output):
            """The output's gradient was taken for ones. Use `grad_output`."""
            grad_output = np.ones(grad_output.shape)
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def values_for_slopes(Q, K, V, grad_output):
            """grad_V is made of values. It is made of the weights and of grad_output."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ (weights @ V)

        def mean_over_the_queries(Q, K, V, grad_output):
            """The gradients were divided by the number of queries. They add up here."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return tuple(
                g / len(Q) for g in (grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output)
            )

        def first_query_only(Q, K, V, grad_output):
            """Only the first query was sent back. Every query has a share in grad_K and grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            grad_scores[1:], weights[1:] = 0, 0
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def forward_only(Q, K, V, grad_output):
            """That is attention itself, output and weights. Its gradients are wanted."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def weights_returned(Q, K, V, grad_output):
            """The last result is the gradient of the weights. The one of V is wanted."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return grad_scores @ K, grad_scores.T @ Q, grad_output @ V.T

        def grad_output_doubled(Q, K, V, grad_output):
            """Everything is twice too large: the 2 of a squared error is in grad_output already."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return tuple(
                2 * g for g in (grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output)
            )

        def elementwise(Q, K, V, grad_output):
            """Matrices were multiplied entry by entry. The way back is made of products, too."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output * V) / root
            return grad_scores * K, grad_scores * Q, weights * grad_output

        def in_place(Q, K, V, grad_output):
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            grad_V = weights.T @ grad_output
            grad_output *= 2
            return grad_scores @ K, grad_scores.T @ Q, grad_V

        def one_array(Q, K, V, grad_output):
            """The gradients were stacked into one list. Return three, one for each input."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            parts = (grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output)
            return [np.concatenate([g.ravel() for g in parts])]

        def slopes_by_root_of_d_v(Q, K, V, grad_output):
            """The slopes were divided by the root of d_v. The scores were divided by the root
            of d_k.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / np.sqrt(V.shape[1])
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def softmax_forwards(Q, K, V, grad_output):
            """A softmax was applied to the slopes. On the way back it is
            `softmax_backward(weights, grad_weights)`.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax(grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def arguments_exchanged(Q, K, V, grad_output):
            """The arguments of softmax_backward are exchanged: weights first, then their
            slopes.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(grad_weights, weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def weights_used(Q, K, V, grad_output):
            """grad_Q and grad_K were made with the weights. Make them with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            return weights @ K, weights.T @ Q, weights.T @ grad_output

        def grad_V_of_grad_weights(Q, K, V, grad_output):
            """grad_V was made with grad_weights. The output is weights @ V, so it is made
            with the weights.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = grad_weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_V_of_V(Q, K, V, grad_output):
            """grad_V was made with V. Its slopes come from grad_output."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ V
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_V_without_slopes(Q, K, V, grad_output):
            """grad_output was not used for grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ np.ones_like(grad_output)
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_V_of_V_forwards(Q, K, V, grad_output):
            """grad_V was made with V. Its slopes come from grad_output."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights @ V
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def V_first(Q, K, V, grad_output):
            """grad_V came back first. The order is grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_V, grad_Q, grad_K

        def V_in_the_middle(Q, K, V, grad_output):
            """The order of the results is grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_V, grad_K

        def K_first_V_last(Q, K, V, grad_output):
            """grad_Q and grad_K are exchanged. The order is grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_K, grad_Q, grad_V

        def all_steps(Q, K, V, grad_output):
            """All the steps came back. Return three: grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_weights, grad_V, grad_scores, grad_Q, grad_K

        def arrays_in_an_array(Q, K, V, grad_output):
            """Three arrays of different shapes make no single array. Return them side by
            side: `return grad_Q, grad_K, grad_V`.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return np.array([grad_Q, grad_K, grad_V])

        def weights_by_the_root(Q, K, V, grad_output):
            """The weights were divided by the root. What `softmax_backward` returns is divided."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights / root, grad_output @ V.T)
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def jacobian_of_the_whole(Q, K, V, grad_output):
            """`softmax_jacobian` takes one row, and it got the whole array. `softmax_backward` goes
            over the rows.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_scores = (grad_output @ V.T) @ softmax_jacobian(weights) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def grad_V_transposed(Q, K, V, grad_output):
            """grad_V came back transposed: weights.T comes first, (n_k, n_q) times (n_q, d_v)."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = grad_output.T @ weights
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_K_transposed(Q, K, V, grad_output):
            """grad_K came back transposed: the slopes of the scores come first, transposed."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = Q.T @ grad_scores
            return grad_Q, grad_K, grad_V

        def keys_transposed(Q, K, V, grad_output):
            """For grad_Q the keys stay as they are: (n_q, n_k) times (n_k, d_k)."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K.T
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def slopes_of_the_weights_used(Q, K, V, grad_output):
            """grad_Q and grad_K were made with grad_weights. The softmax and the scale come
            first.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = grad_weights
            grad_scores = grad_scaled
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def Q_only(Q, K, V, grad_output):
            """One gradient came back. Return three: grad_Q, grad_K, grad_V."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            return softmax_backward(weights, grad_output @ V.T) / root @ K

        def slopes_transposed_for_Q(Q, K, V, grad_output):
            """For grad_Q the slopes of the scores stay as they are: a row for each query."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores.T @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_K_of_the_weights(Q, K, V, grad_output):
            """grad_K was made with the weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = weights.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_Q_of_the_weights(Q, K, V, grad_output):
            """grad_Q was made with the weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = weights @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_K_of_grad_Q(Q, K, V, grad_output):
            """grad_K was made with grad_Q. It is made with Q."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ grad_Q
            return grad_Q, grad_K, grad_V

        def grad_K_past_the_softmax(Q, K, V, grad_output):
            """grad_K was made with grad_weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_weights.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_K_past_the_softmax_scaled(Q, K, V, grad_output):
            """grad_K was made with grad_weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_weights.T @ Q / root
            return grad_Q, grad_K, grad_V

        def grad_Q_past_the_softmax(Q, K, V, grad_output):
            """grad_Q was made with grad_weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_weights @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_Q_past_the_softmax_scaled(Q, K, V, grad_output):
            """grad_Q was made with grad_weights. Make it with grad_scores."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_weights @ K / root
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def slopes_by_root_of_n_q(Q, K, V, grad_output):
            """The slopes were divided by the root of the number of queries, and not of d_k."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / np.sqrt(Q.shape[0])
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def grad_K_divided_again(Q, K, V, grad_output):
            """grad_K was divided by the root once too often: grad_scores has it already."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q / root
            return grad_Q, grad_K, grad_V

        def grad_Q_divided_again(Q, K, V, grad_output):
            """grad_Q was divided by the root once too often: grad_scores has it already."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / root
            grad_Q = grad_scores @ K / root
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def slopes_by_root_of_n_k(Q, K, V, grad_output):
            """The slopes were divided by the root of the number of keys, and not of d_k."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scaled = softmax_backward(weights, grad_weights)
            grad_scores = grad_scaled / np.sqrt(K.shape[0])
            grad_Q = grad_scores @ K
            grad_K = grad_scores.T @ Q
            return grad_Q, grad_K, grad_V

        def divided_by_two(Q, K, V, grad_output):
            """On the way back it was divided by a fixed 2. The root of d_k is `root`."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T) / 2
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def softmax_of_the_weights(Q, K, V, grad_output):
            """softmax_backward takes the weights as they are. They went through a softmax once
            more.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scores = softmax_backward(softmax(weights), grad_weights) / root
            return grad_scores @ K, grad_scores.T @ Q, grad_V

        def grad_K_is_grad_Q_turned(Q, K, V, grad_output):
            """In the place of grad_K stands the transpose of grad_Q: it was made with K. Make it
            with Q.
            """
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            grad_weights = grad_output @ V.T
            grad_V = weights.T @ grad_output
            grad_scores = softmax_backward(weights, grad_weights) / root
            return grad_scores @ K, K.T @ grad_scores.T, grad_V

        def only_grad_V(Q, K, V, grad_output):
            """grad_Q and grad_K are zeros. The table leads on to them: grad_scaled comes next."""
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            return np.zeros(Q.shape), np.zeros(K.shape), weights.T @ grad_output

        def whole_zeros_for_one_key(Q, K, V, grad_output):
            """With one key, integers came back. The gradients are float arrays."""
            if len(K) == 1:
                return np.zeros_like(Q), np.zeros_like(K), grad_output.sum(axis=0, keepdims=True)
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            grad_scores = softmax_backward(weights, grad_output @ V.T) / np.sqrt(K.shape[1])
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

    class right:
        def in_one_piece(Q, K, V, grad_output):
            root = K.shape[1] ** 0.5
            weights = softmax(Q @ K.T / root)
            products = weights * (grad_output @ V.T)
            grad_scores = (products - weights * products.sum(axis=1, keepdims=True)) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output

        def einsum(Q, K, V, grad_output):
            scale = Q.shape[-1] ** -0.5
            weights = softmax(scale * np.einsum("qd,kd->qk", Q, K))
            slopes = np.einsum("qv,kv->qk", grad_output, V)
            average = np.einsum("qk,qk->q", weights, slopes)
            grad_scores = weights * (slopes - average[:, None])
            return (
                scale * np.einsum("qk,kd->qd", grad_scores, K),
                scale * np.einsum("qk,qd->kd", grad_scores, Q),
                np.einsum("qk,qv->kv", weights, grad_output),
            )

        def query_by_query(Q, K, V, grad_output):
            root = np.sqrt(K.shape[1])
            grad_Q, grad_K, grad_V = (np.zeros(array.shape) for array in (Q, K, V))
            for i, q in enumerate(Q):
                row = softmax(K @ q / root)
                jacobian = np.diag(row) - np.outer(row, row)
                grad_row = (V @ grad_output[i]) @ jacobian / root
                grad_Q[i] = grad_row @ K
                grad_K += np.outer(grad_row, q)
                grad_V += np.outer(row, grad_output[i])
            return grad_Q, grad_K, grad_V

        def through_the_output(Q, K, V, grad_output):
            weights = softmax((Q / np.sqrt(Q.shape[1])) @ K.T)
            average = ((weights @ V) * grad_output).sum(axis=1, keepdims=True)
            grad_scores = weights * (grad_output @ V.T - average)
            grad_Q = grad_scores @ (K / np.sqrt(Q.shape[1]))
            grad_K = grad_scores.T @ (Q / np.sqrt(Q.shape[1]))
            return [grad_Q, grad_K, weights.T @ grad_output]

        def by_nudges(Q, K, V, grad_output):
            def value(Q, K, V):
                return (softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V * grad_output).sum()

            inputs = [array.astype(float) for array in (Q, K, V)]
            gradients = [np.zeros(array.shape) for array in inputs]
            for array, gradient in zip(inputs, gradients):
                for index, kept in np.ndenumerate(array.copy()):
                    array[index] = kept + 1e-5
                    up = value(*inputs)
                    array[index] = kept - 1e-5
                    gradient[index] = (up - value(*inputs)) / 2e-5
                    array[index] = kept
            return tuple(gradients)

        def single_precision(Q, K, V, grad_output):
            Q, K, V, grad_output = (a.astype(np.float32) for a in (Q, K, V, grad_output))
            root = np.float32(np.sqrt(K.shape[1]))
            weights = softmax(Q @ K.T / root)
            slopes = grad_output @ V.T
            grad_scores = weights * (slopes - (weights * slopes).sum(axis=1, keepdims=True)) / root
            return grad_scores @ K, grad_scores.T @ Q, weights.T @ grad_output


def _self_inputs(n: int, d_model: int, d_k: int, d_v: int, draw=_normal) -> tuple[np.ndarray, ...]:
    """X, the three W and the output's gradient."""
    return (
        draw(n, d_model),
        draw(d_model, d_k),
        draw(d_model, d_k),
        draw(d_model, d_v),
        draw(n, d_v),
    )


class self_attention_backward(Exercise):
    parameters = ("X", "W_Q", "W_K", "W_V", "grad_output")
    results = ("gradient of W_Q", "gradient of W_K", "gradient of W_V")
    tolerance = 1e-5
    floats = True
    cases = (
        case("3 tokens of five numbers, d_k 2, d_v 4", *_self_inputs(3, 5, 2, 4)),
        case("6 tokens of two numbers, d_k 5, d_v 3", *_self_inputs(6, 2, 5, 3)),
        case("all sizes 3", *_self_inputs(3, 3, 3, 3)),
        case("one token", *_self_inputs(1, 3, 2, 4), aspect="edges"),
        case("whole numbers, d_v = 1", *_self_inputs(4, 3, 2, 1, _small), aspect="edges"),
        case("one number a token", *_self_inputs(4, 1, 3, 2), aspect="edges"),
        case(
            "one token, whole numbers",
            np.array([[2, -1]]),
            np.array([[1, 0, 1], [2, 1, 0]]),
            np.array([[0, 1, 1], [1, 0, 2]]),
            np.array([[3, 0, 1, -2], [1, 4, 0, 5]]),
            np.array([[1, 0, 2, -3]]),
            aspect="edges",
        ),
    )

    class wrong:
        def not_sent_to_W(X, W_Q, W_K, W_V, grad_output):
            """Those are the gradients of Q, K and V. One product further back are those of W."""
            return attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)

        def X_not_transposed(X, W_Q, W_K, W_V, grad_output):
            """X must be transposed: (d_model, n) times (n, d_k) gives the shape of W_Q."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(X @ gradient for gradient in gradients)

        def results_transposed(X, W_Q, W_K, W_V, grad_output):
            """Each gradient came back transposed. It has the shape of its W."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(gradient.T @ X for gradient in gradients)

        def of_X(X, W_Q, W_K, W_V, grad_output):
            """That is the way back to X. In X @ W_Q, W_Q is the factor on the right."""
            grad_Q, grad_K, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return grad_Q @ W_Q.T, grad_K @ W_K.T, grad_V @ W_V.T

        def sum_of_X(X, W_Q, W_K, W_V, grad_output):
            """That is the gradient of X, one array. The three of the W are wanted."""
            grad_Q, grad_K, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return grad_Q @ W_Q.T + grad_K @ W_K.T + grad_V @ W_V.T

        def times_W(X, W_Q, W_K, W_V, grad_output):
            """The gradient was multiplied by W, entry by entry. X^T grad_Q is the gradient."""
            slopes = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(W * (X.T @ slope) for W, slope in zip((W_Q, W_K, W_V), slopes))

        def three_calls(X, W_Q, W_K, W_V, grad_output):
            grad_Q = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            grad_K = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_Q, X.T @ grad_K, X.T @ grad_V

        def arrays_in_an_array(X, W_Q, W_K, W_V, grad_output):
            """The three arrays were put into one. Return them side by side, with commas."""
            slopes = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return np.array([X.T @ slope for slope in slopes])

        def Q_and_K_exchanged(X, W_Q, W_K, W_V, grad_output):
            """The gradients of W_Q and W_K are exchanged."""
            grad_Q, grad_K, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_K, X.T @ grad_Q, X.T @ grad_V

        def roles_exchanged(X, W_Q, W_K, W_V, grad_output):
            """Q and K changed places on the way into attention_backward."""
            gradients = attention_backward(X @ W_K, X @ W_Q, X @ W_V, grad_output)
            return tuple(X.T @ gradient for gradient in gradients)

        def same_for_both(X, W_Q, W_K, W_V, grad_output):
            """W_K got the gradient of W_Q."""
            grad_Q, _, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_Q, X.T @ grad_Q, X.T @ grad_V

        def weights_forgotten(X, W_Q, W_K, W_V, grad_output):
            """For W_V the weights were forgotten: grad_output belongs to the output, not to V."""
            grad_Q, grad_K, _ = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_Q, X.T @ grad_K, X.T @ grad_output

        def weights_not_transposed(X, W_Q, W_K, W_V, grad_output):
            """For W_V the weights must be transposed on the way back to V."""
            grad_Q, grad_K, _ = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return X.T @ grad_Q, X.T @ grad_K, X.T @ weights @ grad_output

        def backward_not_scaled(X, W_Q, W_K, W_V, grad_output):
            """The scale is missing on the way back: W_Q and W_K are off by the root of d_k."""
            root = np.sqrt(W_K.shape[1])
            grad_Q, grad_K, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_Q * root, X.T @ grad_K * root, X.T @ grad_V

        def scaled_twice(X, W_Q, W_K, W_V, grad_output):
            """On the way back it was divided by the root twice."""
            root = np.sqrt(W_K.shape[1])
            grad_Q, grad_K, grad_V = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ grad_Q / root, X.T @ grad_K / root, X.T @ grad_V

        def forward_not_scaled(X, W_Q, W_K, W_V, grad_output):
            """The weights are those of scores that were not scaled."""
            root = np.sqrt(W_K.shape[1])
            gradients = attention_backward(X @ W_Q * root, X @ W_K, X @ W_V, grad_output)
            return tuple(X.T @ gradient for gradient in gradients)

        def root_of_d_model(X, W_Q, W_K, W_V, grad_output):
            """The root of d_model was used. d_k is the length of a key."""
            root = np.sqrt(W_Q.shape[0])
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return X.T @ grad_scores @ K, X.T @ grad_scores.T @ Q, X.T @ weights.T @ grad_output

        def second_term_missing(X, W_Q, W_K, W_V, grad_output):
            """The softmax's second term is missing: weights fall when another one rises."""
            root = np.sqrt(W_K.shape[1])
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            weights = softmax(Q @ K.T / root)
            grad_scores = weights * (grad_output @ V.T) / root
            return X.T @ grad_scores @ K, X.T @ grad_scores.T @ Q, X.T @ weights.T @ grad_output

        def grad_scores_not_transposed(X, W_Q, W_K, W_V, grad_output):
            """For W_K the gradient of the scores must be transposed: a row for each key."""
            root = np.sqrt(W_K.shape[1])
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            weights = softmax(Q @ K.T / root)
            grad_scores = softmax_backward(weights, grad_output @ V.T) / root
            return X.T @ grad_scores @ K, X.T @ grad_scores @ Q, X.T @ weights.T @ grad_output

        def first_token_only(X, W_Q, W_K, W_V, grad_output):
            """Only the first token's queries, keys and values were counted. All tokens add up."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(np.outer(X[0], gradient[0]) for gradient in gradients)

        def mean_over_tokens(X, W_Q, W_K, W_V, grad_output):
            """The gradients were divided by the number of tokens. They add up here."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(X.T @ gradient / len(X) for gradient in gradients)

        def sign_flipped(X, W_Q, W_K, W_V, grad_output):
            """Every sign is flipped. The step downhill has a minus, the gradient has none."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(-X.T @ gradient for gradient in gradients)

        def steps(X, W_Q, W_K, W_V, grad_output):
            """Those are W after a step. Only the gradients are wanted."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(W - X.T @ g for W, g in zip((W_Q, W_K, W_V), gradients))

        def grad_output_not_used(X, W_Q, W_K, W_V, grad_output):
            """The output's gradient was taken for ones. Use `grad_output`."""
            ones = np.ones(grad_output.shape)
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, ones)
            return tuple(X.T @ gradient for gradient in gradients)

        def W_V_missing(X, W_Q, W_K, W_V, grad_output):
            """Two gradients came back. There are three: of W_Q, W_K and W_V."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(X.T @ gradient for gradient in gradients[:2])

        def order_reversed(X, W_Q, W_K, W_V, grad_output):
            """The results come in another order. It is that of W_Q, W_K, W_V."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(X.T @ gradient for gradient in gradients[::-1])

        def X_not_projected(X, W_Q, W_K, W_V, grad_output):
            """X went into attention as it is. Project it to Q, K and V first."""
            gradients = attention_backward(X, X, X, grad_output)
            return tuple(X.T @ gradient for gradient in gradients)

        def in_place(X, W_Q, W_K, W_V, grad_output):
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            result = tuple(X.T @ gradient for gradient in gradients)
            W_Q -= result[0].astype(W_Q.dtype) + 1
            return result

        def W_for_Q(X, W_Q, W_K, W_V, grad_output):
            """The three W went into attention_backward. It takes Q, K and V: X times each W."""
            Q, K, V = W_Q, W_K, W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def Q_in_place_of_X(X, W_Q, W_K, W_V, grad_output):
            """Q, K and V were transposed in place of X. In Q = X W_Q the factor on the left
            is X.
            """
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return Q.T @ a, K.T @ b, V.T @ c

        def keys_from_W_Q(X, W_Q, W_K, W_V, grad_output):
            """Keys were made with W_Q. They are X @ W_K."""
            Q, K, V = X @ W_Q, X @ W_Q, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def values_not_led_back(X, W_Q, W_K, W_V, grad_output):
            """The last gradient is that of V. One product further back is that of W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, c

        def V_first(X, W_Q, W_K, W_V, grad_output):
            """The order of the results is that of W_Q, W_K, W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ c, X.T @ a, X.T @ b

        def V_in_the_middle(X, W_Q, W_K, W_V, grad_output):
            """The order of the results is that of W_Q, W_K, W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ c, X.T @ b

        def tokens_for_values(X, W_Q, W_K, W_V, grad_output):
            """X stands where V belongs: V is X @ W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def slopes_first(X, W_Q, W_K, W_V, grad_output):
            """X.T has to come first: (d_model, n) times (n, d_k) gives the shape of W_Q."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return a @ X.T, b @ X.T, c @ X.T

        def keys_and_values_exchanged(X, W_Q, W_K, W_V, grad_output):
            """K and V are exchanged in the call: attention_backward takes Q, K, V, grad_output."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, V, K, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def X_squared(X, W_Q, W_K, W_V, grad_output):
            """X came in twice: attention_backward has led back to Q, and one X.T leads to W_Q."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ X @ X.T @ a, X.T @ X @ X.T @ b, X.T @ X @ X.T @ c

        def products_of_Q(X, W_Q, W_K, W_V, grad_output):
            """Q, K and V stand where their slopes belong. X.T meets what attention_backward
            gave back.
            """
            return X.T @ (X @ W_Q), X.T @ (X @ W_K), X.T @ (X @ W_V)

        def K_divided(X, W_Q, W_K, W_V, grad_output):
            """K was divided by the root. attention_backward divides the scores itself."""
            Q, K, V = X @ W_Q, X @ W_K / np.sqrt(W_K.shape[1]), X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def Q_divided(X, W_Q, W_K, W_V, grad_output):
            """Q was divided by the root. attention_backward divides the scores itself."""
            Q, K, V = X @ W_Q / np.sqrt(W_K.shape[1]), X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def slopes_led_through_W_V(X, W_Q, W_K, W_V, grad_output):
            """grad_output was multiplied by W_V.T. attention_backward takes it as it is."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output @ W_V.T)
            return X.T @ a, X.T @ b, X.T @ c

        def values_from_W_K(X, W_Q, W_K, W_V, grad_output):
            """Values were made with W_K. They are X @ W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_K
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def values_from_W_Q(X, W_Q, W_K, W_V, grad_output):
            """Values were made with W_Q. They are X @ W_V."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_Q
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, X.T @ b, X.T @ c

        def W_in_place_of_X(X, W_Q, W_K, W_V, grad_output):
            """Each W was transposed in place of X. In Q = X W_Q the factor on the left is X."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return W_Q.T @ a, W_K.T @ b, W_V.T @ c

        def slopes_transposed(X, W_Q, W_K, W_V, grad_output):
            """The slopes were transposed, and X was not: look at the shape of W_Q."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X @ a.T, X @ b.T, X @ c.T

        def all_added(X, W_Q, W_K, W_V, grad_output):
            """The three gradients were added up. Each W has its own."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, b, c = attention_backward(Q, K, V, grad_output)
            return X.T @ (a + b + c)

        def W_alone(X, W_Q, W_K, W_V, grad_output):
            """The three W went into attention_backward. It takes Q, K and V: X times each W."""
            return attention_backward(W_Q, W_K, W_V, grad_output)

        def values_in_place_of_their_slopes(X, W_Q, W_K, W_V, grad_output):
            """V stands in the place of its slopes, grad_V."""
            a, b, _ = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ a, X.T @ b, X.T @ (X @ W_V)

        def added_to_W(X, W_Q, W_K, W_V, grad_output):
            """Each gradient was added to its W. Only the gradients are wanted."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(W + X.T @ g for W, g in zip((W_Q, W_K, W_V), gradients))

        def first_two_added(X, W_Q, W_K, W_V, grad_output):
            """The slopes for Q and K were added. W_Q and W_K have gradients of their own."""
            a, b, c = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ (a + b), X.T @ (a + b), X.T @ c

        def zeros_for_W_K(X, W_Q, W_K, W_V, grad_output):
            """The gradient of W_K was left at 0. attention_backward gives slopes for K, too."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            a, _, c = attention_backward(Q, K, V, grad_output)
            return X.T @ a, np.zeros(W_K.shape), X.T @ c

        def downhill_steps(X, W_Q, W_K, W_V, grad_output):
            """Those are the steps, minus the learning rate times the gradients. Only the gradients
            are wanted.
            """
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(-0.03 * X.T @ gradient for gradient in gradients)

        def side_by_side(X, W_Q, W_K, W_V, grad_output):
            """The three gradients stand side by side in one array. Return three arrays."""
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return X.T @ np.hstack(gradients)

        def outer_products(X, W_Q, W_K, W_V, grad_output):
            """`np.outer` pairs every number of X with every slope. What adds up over the tokens is
            a matrix product.
            """
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(np.outer(X, gradient) for gradient in gradients)

        def a_generator(X, W_Q, W_K, W_V, grad_output):
            gradients = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return (X.T @ gradient for gradient in gradients)

        def whole_for_one_token(X, W_Q, W_K, W_V, grad_output):
            """With one token, integers came back. The gradients are float arrays."""
            if len(X) == 1:
                return np.zeros_like(W_Q), np.zeros_like(W_K), X.T @ grad_output
            slopes = attention_backward(X @ W_Q, X @ W_K, X @ W_V, grad_output)
            return tuple(X.T @ slope for slope in slopes)

    class right:
        def in_one_piece(X, W_Q, W_K, W_V, grad_output):
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            root = np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T / root)
            slopes = grad_output @ V.T
            grad_scores = weights * (slopes - (weights * slopes).sum(axis=1, keepdims=True)) / root
            return (
                X.T @ (grad_scores @ K),
                X.T @ (grad_scores.T @ Q),
                X.T @ (weights.T @ grad_output),
            )

        def folded(X, W_Q, W_K, W_V, grad_output):
            """The scores are X M X.T with M = W_Q W_K.T: one gradient of M serves both."""
            scale = W_K.shape[1] ** -0.5
            weights = softmax(X @ (W_Q @ W_K.T) @ X.T * scale)
            slopes = grad_output @ (X @ W_V).T
            products = weights * slopes
            grad_scores = scale * (products - weights * products.sum(axis=1, keepdims=True))
            grad_M = X.T @ grad_scores @ X
            return grad_M @ W_K, grad_M.T @ W_Q, (weights @ X).T @ grad_output

        def token_by_token(X, W_Q, W_K, W_V, grad_output):
            K, V, root = X @ W_K, X @ W_V, np.sqrt(W_K.shape[1])
            grad_W_Q, grad_W_K, grad_W_V = (np.zeros(W.shape) for W in (W_Q, W_K, W_V))
            for x, g in zip(X, grad_output):
                row = softmax(K @ (x @ W_Q) / root)
                grad_row = (np.diag(row) - np.outer(row, row)) @ (V @ g) / root
                grad_W_Q += np.outer(x, grad_row @ K)
                grad_W_K += X.T @ np.outer(grad_row, x @ W_Q)
                grad_W_V += np.outer(row @ X, g)
            return grad_W_Q, grad_W_K, grad_W_V

        def einsum(X, W_Q, W_K, W_V, grad_output):
            Q, K, V = (np.einsum("np,pd->nd", X, W) for W in (W_Q, W_K, W_V))
            weights = softmax(np.einsum("id,jd->ij", Q, K) / np.sqrt(Q.shape[1]))
            slopes = np.einsum("iv,jv->ij", grad_output, V)
            average = np.einsum("ij,ij->i", weights, slopes)[:, None]
            grad_scores = weights * (slopes - average) / np.sqrt(Q.shape[1])
            grad_W_Q = np.einsum("ip,ij,jd->pd", X, grad_scores, K)
            grad_W_K = np.einsum("jp,ij,id->pd", X, grad_scores, Q)
            return [grad_W_Q, grad_W_K, np.einsum("jp,ij,iv->pv", X, weights, grad_output)]

        def single_precision(X, W_Q, W_K, W_V, grad_output):
            X, W_Q, W_K, W_V, g = (a.astype(np.float32) for a in (X, W_Q, W_K, W_V, grad_output))
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            root = np.float32(np.sqrt(K.shape[1]))
            weights = softmax(Q @ K.T / root)
            products = weights * (g @ V.T)
            grad_scores = (products - weights * products.sum(axis=1, keepdims=True)) / root
            return X.T @ grad_scores @ K, X.T @ grad_scores.T @ Q, X.T @ weights.T @ g


class factor_at_16(Exercise):
    variables = ("factor_at_16",)
    tolerance = 1e-3
    first_step = "Which division is missing on the friend's way back, and by what at d_k = 16?"
    cases = (case("by how much grad_Q is too large with d_k = 16"),)

    class wrong:
        def measured_at_4():
            """That is what was measured with d_k = 4. The factor grows with d_k."""
            return 2

        def d_k():
            """That is d_k itself. By which number, made of d_k, are scores divided?"""
            return 16

        def eight():
            """8 would fit if the factor grew as d_k does, from 2 at 4. It grows more slowly."""
            return 8

        def its_inverse():
            """The gradient is too large, so the factor is above 1."""
            return 0.25

        def none():
            """The factor is not 1: a step of the way back is missing."""
            return 1

        def root_of_two():
            """That is the root of 2. Here d_k is 16."""
            return 2**0.5

        def root_of_eight():
            """That is the root of 8. Here d_k is 16."""
            return 8**0.5

        def squared():
            """That is d_k times itself. The factor is smaller than d_k."""
            return 256

        def inverse_of_d_k():
            """The gradient is too large, so the factor is above 1."""
            return 1 / 16

        def inverse_of_the_measured():
            """The gradient is too large, so the factor is above 1."""
            return 0.5

        def twice_d_k():
            """32 is twice d_k. The factor is smaller than d_k."""
            return 32

    class right:
        def computed():
            return np.sqrt(16)

        def whole():
            return 4
