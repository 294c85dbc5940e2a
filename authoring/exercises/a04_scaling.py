"""Exercises of 04-scaling."""

import math

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "04-scaling"

RECALL = {
    "recall_1": Recall(
        "Every exponential grows by the same factor, and the factor cancels.",
        "notebook 3, Exponentials do it",
    ),
    "recall_2": Recall(
        "The differences between the scores grow, and a difference is a factor between weights.",
        "notebook 3, Temperature",
    ),
}

# ruff: noqa: NPY002 (numpy's global generator is one of the mistakes here)


def stuck() -> np.random.Generator:
    """A generator that gives the same number every time: every standard normal is 1.26.

    Its bits come from state -> state * multiplier + inc (mod 2^128), so an `inc` can be found that
    leads each state back to itself. This one is chosen with care: both halves of its 64 bits are
    equal, for single precision; and what draws again until a number suits (whole numbers, shuffles)
    is content with it, or it would never end.
    """
    multiplier = 0x2360ED051FC65DA44385DF649FCCF645  # of PCG64
    state = 0x4A5010004A501000
    inc = state * (1 - multiplier) % 2**128
    bits = np.random.PCG64()
    bits.state = {
        "bit_generator": "PCG64",
        "state": {"state": state, "inc": inc},
        "has_uint32": 0,
        "uinteger": 0,
    }
    return np.random.Generator(bits)


class score_variance(Exercise):
    # A mistake is known by its very numbers where all is drawn as here, queries first. Whatever the
    # order of drawing, the properties tell what is wrong.
    parameters = ("d_k", "n_samples", "rng")
    cases = (
        # First a size at which what the mistakes give lies far apart. Learners choose seeds like 1.
        case("6 entries", 6, 4000, np.random.default_rng(6100), must="variance_of_scores"),
        case("3 entries", 3, 2000, np.random.default_rng(6101), must="variance_of_scores"),
        case("45 entries", 45, 1500, np.random.default_rng(6103), must="variance_of_scores"),
        case("2 entries", 2, 2000, np.random.default_rng(6106), must="variance_of_scores"),
        case(
            "20 entries, 150 times",
            20,
            20,
            np.random.default_rng(7),
            must="variances_of_scores",
            calls=150,
        ),
        case(
            "2 samples, 200 times",
            5,
            2,
            np.random.default_rng(9),
            must="variances_of_few_scores",
            calls=200,
        ),
        case(
            "1 entry", 1, 2500, np.random.default_rng(4), aspect="edges", must="variance_of_scores"
        ),
        case(
            "2 entries",
            2,
            1600,
            np.random.default_rng(5),
            aspect="edges",
            must="variance_of_scores",
        ),
        case(
            "1 entry, 150 times",
            1,
            200,
            np.random.default_rng(8),
            aspect="edges",
            must="variances_of_scores",
            calls=150,
        ),
        case(
            "a generator that gives the same number every time",
            6,
            40,
            stuck(),
            aspect="edges",
            must="no_variance_of_equal_scores",
        ),
    )

    class wrong:
        def the_prediction(d_k, n_samples, rng):
            """That is d_k, which the theory gives. Draw the scores and measure their variance."""
            return d_k

        def of_the_entries(d_k, n_samples, rng):
            """That is the variance of single entries. The variance of the scores is wanted."""
            queries = rng.standard_normal((n_samples, d_k))
            return queries.var()

        def products_not_summed(d_k, n_samples, rng):
            """The products were not summed. The products of a row make one score: `axis=1`."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var()

        def standard_deviation(d_k, n_samples, rng):
            """That is the standard deviation, the root of the variance."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).std()

        def squared_variance(d_k, n_samples, rng):
            """The variance was squared. It is a mean of squares already."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).var() ** 2

        def mean(d_k, n_samples, rng):
            """That is the mean of the scores. Their variance is wanted."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).mean()

        def mean_of_squares(d_k, n_samples, rng):
            """The mean was not taken off before the scores were squared."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return ((queries * keys).sum(axis=1) ** 2).mean()

        def mean_not_squared(d_k, n_samples, rng):
            """The mean was taken off after the squares. Take it off each score, then square."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return (found**2).mean() - found.mean()

        def variance_divided_again(d_k, n_samples, rng):
            """The variance was divided by n_samples. It is a mean already."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).var() / n_samples

        def mean_distance(d_k, n_samples, rng):
            """The distances from the mean were averaged as they are. Square them first."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return np.abs(found - found.mean()).mean()

        def sum_of_squares(d_k, n_samples, rng):
            """The squared distances were added up. The variance is their mean."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return ((found - found.mean()) ** 2).sum()

        def squares_divided_by_d_k(d_k, n_samples, rng):
            """The squared distances were divided by d_k. There are n_samples of them."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return ((found - found.mean()) ** 2).sum() / d_k

        def spread_from_least_to_most(d_k, n_samples, rng):
            """That is the distance from the lowest score to the highest, not the variance."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return np.ptp((queries * keys).sum(axis=1))

        def summed_over_the_samples(d_k, n_samples, rng):
            """The sum ran down the columns. A score is the sum of a row: `axis=1`."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=0).var()

        def sizes_exchanged(d_k, n_samples, rng):
            queries = rng.standard_normal((d_k, n_samples))
            keys = rng.standard_normal((d_k, n_samples))
            return (queries * keys).sum(axis=1).var()

        def with_itself(d_k, n_samples, rng):
            """Each query met itself. It needs a key of its own, drawn like it."""
            queries = rng.standard_normal((n_samples, d_k))
            return (queries * queries).sum(axis=1).var()

        def same_seed_for_both(d_k, n_samples, rng):
            seed = int(rng.integers(10**6))
            queries = np.random.default_rng(seed).standard_normal((n_samples, d_k))
            keys = np.random.default_rng(seed).standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def added(d_k, n_samples, rng):
            """Queries and keys were added. A score is a sum of products."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries + keys).sum(axis=1).var()

        def one_query_for_all(d_k, n_samples, rng):
            query = rng.standard_normal(d_k)
            keys = rng.standard_normal((n_samples, d_k))
            return (keys @ query).var()

        def one_key_for_all(d_k, n_samples, rng):
            key = rng.standard_normal((1, d_k))
            queries = rng.standard_normal((n_samples, d_k))
            return (queries * key).sum(axis=1).var(ddof=1)

        def every_query_with_every_key(d_k, n_samples, rng):
            """Every query met every key. Each query has one key of its own."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries @ keys.T).var()

        def every_query_with_all_keys(d_k, n_samples, rng):
            """Every query met every key. Each query has one key of its own."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries @ keys.T).sum(axis=1).var()

        def keys_of_one_number(d_k, n_samples, rng):
            """Each key has one number only. Keys have as many entries as queries."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, 1))
            return (queries * keys).sum(axis=1).var()

        def one_pair_again_and_again(d_k, n_samples, rng):
            q, k = rng.standard_normal(d_k), rng.standard_normal(d_k)
            return np.var([q @ k for _ in range(n_samples)])

        def variances_averaged(d_k, n_samples, rng):
            """A variance was taken within each row. Sum each row first: one score a row."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var(axis=1).mean()

        def one_for_each_entry(d_k, n_samples, rng):
            """Each column of products got a variance. Sum each row first: one score a row."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var(axis=0)

        def not_reduced(d_k, n_samples, rng):
            """Those are the scores. Their variance is wanted, one number."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1)

        def scaled(d_k, n_samples, rng):
            """The scores, or their variance, were divided. Here they are wanted as they are."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return ((queries * keys).sum(axis=1) / np.sqrt(d_k)).var()

        def divided_by_d_k(d_k, n_samples, rng):
            """The scores are d_k times too small: each is the sum of its products, no mean."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).mean(axis=1).var()

        def uniform(d_k, n_samples, rng):
            queries = rng.random((n_samples, d_k))
            keys = rng.random((n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def uniform_both_signs(d_k, n_samples, rng):
            queries = rng.uniform(-1, 1, (n_samples, d_k))
            keys = rng.uniform(-1, 1, (n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def plus_and_minus_one(d_k, n_samples, rng):
            queries = rng.choice([-1.0, 1.0], (n_samples, d_k))
            keys = rng.choice([-1.0, 1.0], (n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def uniform_of_variance_one(d_k, n_samples, rng):
            side = math.sqrt(3)
            queries = rng.uniform(-side, side, (n_samples, d_k))
            keys = rng.uniform(-side, side, (n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def keys_are_queries_shuffled(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.permuted(queries, axis=1)
            return (queries * keys).sum(axis=1).var()

        def mean_not_zero(d_k, n_samples, rng):
            queries = rng.normal(1, 1, (n_samples, d_k))
            keys = rng.normal(1, 1, (n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def with_keys_in_columns(d_k, n_samples, rng):
            """Every query met every key. Each query has one key of its own."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((d_k, n_samples))
            return (queries @ keys).var()

        def one_key_drawn_last(d_k, n_samples, rng):
            """All queries met the same key. Draw a key for each."""
            queries = rng.standard_normal((n_samples, d_k))
            key = rng.standard_normal(d_k)
            return (queries @ key).var()

        def first_query_for_all(d_k, n_samples, rng):
            """All keys met the same query. Each query has one key of its own."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (keys @ queries[0]).var()

        def keys_are_queries_moved_on(d_k, n_samples, rng):
            """The keys are the queries in another order. Draw keys of their own from `rng`."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = np.roll(queries, 1, axis=0)
            return (queries * keys).sum(axis=1).var()

        def keys_uniform(d_k, n_samples, rng):
            """The keys were drawn evenly from 0 to 1. Draw them like the queries."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.random((n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def last_pair_left_out(d_k, n_samples, rng):
            """The last pair was left out: there are n_samples scores."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return np.var([queries[i] @ keys[i] for i in range(n_samples - 1)])

        def first_pair_left_out(d_k, n_samples, rng):
            """The first pair was left out: there are n_samples scores."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return np.var([queries[i] @ keys[i] for i in range(1, n_samples)])

        def variances_added(d_k, n_samples, rng):
            """Variances of products were added, as in theory. Measure: sum each row first."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var(axis=0).sum()

        def variances_of_rows_added(d_k, n_samples, rng):
            """A variance was taken within each row. Sum each row first: one score a row."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var(axis=1).sum()

        def variance_times_d_k(d_k, n_samples, rng):
            """The products' variance was multiplied, as in theory. Measure: sum each row first."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var() * d_k

        def sums_multiplied(d_k, n_samples, rng):
            """Sums of vectors were multiplied. Multiply entry by entry, then sum."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries.sum(axis=1) * keys.sum(axis=1)).var()

        def with_the_scores(d_k, n_samples, rng):
            """The scores came back too. Return their variance alone."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return found, found.var()

        def variance_first(d_k, n_samples, rng):
            """The scores came back too. Return their variance alone."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return found.var(), found

        def one_for_each_row(d_k, n_samples, rng):
            """Each row of products got a variance. Sum each row first: one score a row."""
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).var(axis=1)

        def told_not_measured(d_k, n_samples, rng):
            return float(d_k)

        def told_with_noise(d_k, n_samples, rng):
            return d_k * (1 + 0.2 * rng.standard_normal())

        def global_generator(d_k, n_samples, rng):
            queries = np.random.randn(n_samples, d_k)
            keys = np.random.randn(n_samples, d_k)
            return (queries * keys).sum(axis=1).var()

        def global_generator_with_a_seed(d_k, n_samples, rng):
            np.random.seed(0)
            queries = np.random.randn(n_samples, d_k)
            keys = np.random.randn(n_samples, d_k)
            return (queries * keys).sum(axis=1).var()

        def global_generator_seeded_from_rng(d_k, n_samples, rng):
            np.random.seed(int(rng.integers(2**31)))
            queries = np.random.randn(n_samples, d_k)
            keys = np.random.randn(n_samples, d_k)
            return (queries * keys).sum(axis=1).var()

        def own_generator(d_k, n_samples, rng):
            rng = np.random.default_rng(0)
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def keys_from_elsewhere(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k))
            keys = np.random.default_rng(1).standard_normal((n_samples, d_k))
            return (queries * keys).sum(axis=1).var()

        def a_hundred_samples(d_k, n_samples, rng):
            queries = rng.standard_normal((3, d_k))
            keys = rng.standard_normal((3, d_k))
            return (queries * keys).sum(axis=1).var()

        def complex_numbers(d_k, n_samples, rng):
            return d_k + 1j * d_k * rng.standard_normal()

        def printed(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            print((queries * keys).sum(axis=1).var())

    class right:
        def keys_first(d_k, n_samples, rng):
            keys = rng.standard_normal((n_samples, d_k))
            queries = rng.standard_normal((n_samples, d_k))
            return np.var(np.einsum("ij,ij->i", queries, keys))

        def other_divisor(d_k, n_samples, rng):
            queries = rng.normal(size=(n_samples, d_k))
            keys = rng.normal(size=(n_samples, d_k))
            return np.sum(queries * keys, axis=-1).var(ddof=1)

        def pair_by_pair(d_k, n_samples, rng):
            found = []
            for _ in range(n_samples):
                q = rng.standard_normal(d_k)
                k = rng.standard_normal(d_k)
                found.append(q @ k)
            return np.var(found)

        def columns(d_k, n_samples, rng):
            both = rng.standard_normal((2, d_k, n_samples))
            return float((both[0] * both[1]).sum(axis=0).var())

        def number_by_number(d_k, n_samples, rng):
            found = []
            for _ in range(n_samples):
                found.append(sum(rng.normal() * rng.normal() for _ in range(d_k)))
            mean = sum(found) / n_samples
            return sum((x - mean) ** 2 for x in found) / n_samples

        def standard_library(d_k, n_samples, rng):
            import statistics

            found = [
                float(np.dot(rng.normal(0, 1, d_k), rng.normal(0, 1, d_k)))
                for _ in range(n_samples)
            ]
            return statistics.variance(found)

        def diagonal(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            return np.diag(queries @ keys.T).var()

        def square_minus_square(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k))
            keys = rng.standard_normal((n_samples, d_k))
            found = (queries * keys).sum(axis=1)
            return (found**2).mean() - found.mean() ** 2

        def no_dimensions(d_k, n_samples, rng):
            queries, keys = rng.standard_normal((2, n_samples, d_k))
            return np.asarray(np.var(np.einsum("ij,ij->i", queries, keys)))

        def single_precision(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, d_k), dtype=np.float32)
            keys = rng.standard_normal((n_samples, d_k), dtype=np.float32)
            return (queries * keys).sum(axis=1).var()

        def one_big_draw(d_k, n_samples, rng):
            numbers = rng.standard_normal(2 * n_samples * d_k)
            queries, keys = numbers.reshape(2, n_samples, d_k)
            return ((queries * keys) @ np.ones(d_k)).var()

        def multivariate(d_k, n_samples, rng):
            queries = rng.multivariate_normal(np.zeros(d_k), np.eye(d_k), size=n_samples)
            keys = rng.multivariate_normal(np.zeros(d_k), np.eye(d_k), size=n_samples)
            return np.cov((queries * keys).sum(axis=1))

        def batched(d_k, n_samples, rng):
            queries = rng.standard_normal((n_samples, 1, d_k))
            keys = rng.standard_normal((n_samples, d_k, 1))
            return (queries @ keys).var()

        def same_generator_wrapped(d_k, n_samples, rng):
            rng = np.random.default_rng(rng)
            queries = rng.standard_normal((n_samples, d_k))
            return np.var((queries * rng.standard_normal(queries.shape)).sum(1))


# (2, 5) with (3, 5), and (4, 3) with (2, 3): n_q, n_k and d_k all differ, and 5 and 3 have no root.
Q25 = [[0.5, -1.2, 2.0, 0.3, -0.7], [1.5, 0.4, -0.6, 2.2, 0.1]]
K35 = [[1.0, 0.2, -0.5, 1.4, 0.8], [-0.3, 2.1, 0.6, -1.1, 0.9], [0.7, 0.0, 1.3, 0.4, -2.0]]
Q43 = [[1.0, -0.5, 0.2], [0.3, 2.0, -1.4], [-0.6, 0.9, 1.1], [2.5, 0.1, -0.8]]
K23 = [[0.4, 1.2, -0.9], [-1.6, 0.3, 0.7]]


class entropy(Exercise):
    parameters = ("weights",)
    cases = (
        case("one row of three", [0.2, 0.5, 0.3]),
        case("a matrix with two rows of four", [[0.1, 0.2, 0.3, 0.4], [0.7, 0.1, 0.15, 0.05]]),
        case("a matrix with three rows of two", [[0.9, 0.1], [0.25, 0.75], [0.5, 0.5]]),
        case("two weights are 0", [0.4, 0.0, 0.3, 0.0, 0.3], aspect="edges"),
        case("rows with and without zeros", [[0.0, 1.0, 0.0], [0.2, 0.2, 0.6]], aspect="edges"),
        case("shape (2, 1, 3)", [[[0.2, 0.7, 0.1]], [[0.3, 0.3, 0.4]]], aspect="edges"),
        case("whole numbers", [[0, 1], [1, 0]], aspect="edges"),
        case("a single token", [[1.0], [1.0]], aspect="edges"),
        case("a weight of 0.00005", [0.00005, 0.005, 0.99495], aspect="edges"),
    )

    class wrong:
        def small_weights_dropped(weights):
            """A small weight was treated as 0. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.where(weights > 1e-4, weights, 1))).sum(axis=-1)

        def small_weights_lifted(weights):
            """A small weight was made larger. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.maximum(weights, 1e-2))).sum(axis=-1)

        def rows_with_a_zero_dropped(weights):
            """A row with a 0 in it came out as 0. Only that one term is 0; the others count."""
            with np.errstate(all="ignore"):
                return np.nan_to_num(-(weights * np.log(weights)).sum(axis=-1))

        def base_two(weights):
            """The logarithm has base 2. Here it is the natural one, `np.log`."""
            return -(weights * np.log2(np.where(weights > 0, weights, 1))).sum(axis=-1)

        def base_ten(weights):
            """The logarithm has base 10. Here it is the natural one, `np.log`."""
            return -(weights * np.log10(np.where(weights > 0, weights, 1))).sum(axis=-1)

        def one_added(weights):
            """1 was added inside the logarithm. The logarithm of w itself is wanted."""
            return -(weights * np.log1p(weights)).sum(axis=-1)

        def no_minus(weights):
            """Logarithms of weights are not positive: take a minus in front, or 1/w inside, but not
            both.
            """
            return (weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1)

        def not_a_number(weights):
            """A weight of 0 needs care: ln 0 is minus infinity, and 0 times that is NaN."""
            return -(weights * np.log(weights)).sum(axis=-1)

        def noticeable_epsilon(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            return -(weights * np.log(weights + 1e-2)).sum(axis=-1)

        def epsilon_in_both(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            weights = weights + 1e-3
            return -(weights * np.log(weights)).sum(axis=-1)

        def over_the_columns(weights):
            """The sum ran down the columns. A row lies along the last axis."""
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            return -terms.sum(axis=0)

        def axis_one(weights):
            """The sum is over axis 1. The last axis is `axis=-1`, in any number of dimensions."""
            return -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1)

        def over_everything(weights):
            """All rows went into one sum. Every row has an entropy of its own."""
            return -(weights * np.log(np.where(weights > 0, weights, 1))).sum()

        def zeros_filtered_out(weights):
            """All rows went into one sum. Every row has an entropy of its own."""
            kept = weights[weights > 0]
            return -(kept * np.log(kept)).sum()

        def axis_kept(weights):
            """The last axis is still there, with size 1. Do not keep it."""
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            return -terms.sum(axis=-1, keepdims=True)

        def always_an_array(weights):
            """One row came back as an array with one number. It should be the number."""
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            return np.atleast_1d(-terms.sum(axis=-1))

        def averaged(weights):
            """The terms were averaged. They are to be summed."""
            return -(weights * np.log(np.where(weights > 0, weights, 1))).mean(axis=-1)

        def not_weighted(weights):
            """The logarithms were summed without their weights in front."""
            return -np.log(np.where(weights > 0, weights, 1)).sum(axis=-1)

        def exponential_of_it(weights):
            """That is e to the entropy. The entropy itself is wanted."""
            return np.exp(-(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1))

        def share_of_the_most(weights):
            """It was divided by the logarithm of n, the most that is possible."""
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            return -terms.sum(axis=-1) / np.log(weights.shape[-1])

        def below_the_most(weights):
            """That is how much is missing to ln n, the most that is possible."""
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            return np.log(weights.shape[-1]) + terms.sum(axis=-1)

        def sum_of_squares(weights):
            """That is 1 minus the sum of squares. Entropy takes logarithms."""
            return 1 - (weights**2).sum(axis=-1)

        def exponentials_instead(weights):
            """An exponential was taken where the logarithm belongs."""
            return -(weights * np.exp(weights)).sum(axis=-1)

        def terms_not_summed(weights):
            """These are the terms. They still have to be added up, row by row."""
            return -(weights * np.log(np.where(weights > 0, weights, 1)))

        def softmax_first(weights):
            """A softmax was applied once more. What comes in are weights already."""
            again = np.exp(weights) / np.exp(weights).sum(axis=-1, keepdims=True)
            return -(again * np.log(again)).sum(axis=-1)

        def of_the_largest(weights):
            """That is the logarithm of the largest weight alone."""
            return -np.log(weights.max(axis=-1))

        def both_logarithms(weights):
            """Weights of 1 - w went in as well. The sum has one term for each weight."""
            others = 1 - weights
            terms = weights * np.log(np.where(weights > 0, weights, 1))
            more = others * np.log(np.where(others > 0, others, 1))
            return -(terms + more).sum(axis=-1)

        def logarithms_averaged(weights):
            """The logarithms were averaged without their weights in front."""
            return -np.log(np.where(weights > 0, weights, 1)).mean(axis=-1)

        def weighted_twice(weights):
            """Each logarithm was multiplied by its weight twice. Once is wanted."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * weights * logarithms).sum(axis=-1)

        def the_largest_weight(weights):
            """That is the largest weight. The entropy is a sum of logarithms."""
            return weights.max(axis=-1)

        def epsilon_3(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            return -(weights * np.log(weights + 1e-3)).sum(axis=-1)

        def epsilon_4(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            return -(weights * np.log(weights + 1e-4)).sum(axis=-1)

        def epsilon_5(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            return -(weights * np.log(weights + 1e-5)).sum(axis=-1)

        def epsilon_6(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            return -(weights * np.log(weights + 1e-6)).sum(axis=-1)

        def epsilon_2_everywhere(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            weights = weights + 1e-2
            return -(weights * np.log(weights)).sum(axis=-1)

        def epsilon_4_everywhere(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            weights = weights + 1e-4
            return -(weights * np.log(weights)).sum(axis=-1)

        def epsilon_5_everywhere(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            weights = weights + 1e-5
            return -(weights * np.log(weights)).sum(axis=-1)

        def epsilon_6_everywhere(weights):
            """Something was added to the weights against the zeros, and it shows in the result."""
            weights = weights + 1e-6
            return -(weights * np.log(weights)).sum(axis=-1)

        def below_a_hundredth_dropped(weights):
            """A small weight was treated as 0. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.where(weights > 0.01, weights, 1))).sum(axis=-1)

        def below_a_thousandth_dropped(weights):
            """A small weight was treated as 0. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.where(weights > 0.001, weights, 1))).sum(axis=-1)

        def below_a_thousandth_lifted(weights):
            """A small weight was made larger. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.maximum(weights, 1e-3))).sum(axis=-1)

        def below_a_ten_thousandth_lifted(weights):
            """A small weight was made larger. Only a weight of exactly 0 needs care."""
            return -(weights * np.log(np.maximum(weights, 1e-4))).sum(axis=-1)

        def zeros_become_2(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.astype(float)
            kept[kept == 0] = 1e-2
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_3(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.astype(float)
            kept[kept == 0] = 1e-3
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_4(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.astype(float)
            kept[kept == 0] = 1e-4
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_5(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.astype(float)
            kept[kept == 0] = 1e-5
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_count_as_one(weights):
            """Each weight of 0 brought the term 1. The term is to be 0."""
            terms = np.where(weights > 0, weights * np.log(weights), 1)
            return -terms.sum(axis=-1)

        def all_zero_if_one_is(weights):
            """A 0 among the weights made the whole result 0. Only that one term is 0."""
            if 0 in weights:
                return 0
            return -(weights * np.log(weights)).sum(axis=-1)

        def branches_exchanged(weights):
            """Each logarithm was that of 1: the last two values of `np.where` are exchanged."""
            logarithms = np.log(np.where(weights > 0, 1, weights))
            return -(weights * logarithms).sum(axis=-1)

        def logarithm_of_the_sum(weights):
            """The logarithm was that of 1, which is 0: was 1 put in for weights, or their sum?"""
            total = weights.sum(axis=-1)
            return -total * np.log(total)

        def logarithms_of_ones(weights):
            """The logarithm was that of 1, which is 0: was 1 put in for weights, or their sum?"""
            return -(weights * np.log(np.maximum(weights, 1))).sum(axis=-1)

        def largest_weight_alone(weights):
            """Only the largest weight was counted. Every weight has a term."""
            largest = weights.max(axis=-1)
            return -largest * np.log(largest)

        def first_term_only(weights):
            """`[0]` left the first term only, or the first row of a matrix."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * logarithms)[0].sum()

        def added_not_multiplied(weights):
            """Weights and logarithms were added. Multiply each logarithm by its weight."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights + logarithms).sum(axis=-1)

        def logarithms_summed_first(weights):
            """The logarithms were summed before each was multiplied by its weight."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * logarithms.sum(axis=-1))

        def weights_summed_first(weights):
            """The weights were summed before each met its logarithm."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -weights.sum(axis=-1) * logarithms

        def axis_two(weights):
            """The sum is over axis 2. The last axis is `axis=-1`, in any number of dimensions."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * logarithms).sum(axis=2)

        def last_but_one_axis(weights):
            """The sum is over the last but one of the axes. The last is `axis=-1`."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * logarithms).sum(axis=-2)

        def every_row_with_every_row(weights):
            """Every row of weights met every row of logarithms. Multiply entry by entry."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights @ logarithms.T)

        def the_most(weights):
            """That is ln n, the entropy of equal weights. These weights are not in it."""
            return np.log(weights.shape[-1]) * np.ones(weights.shape[:-1])

        def logarithms_of_the_others(weights):
            """The logarithm was taken of 1 - w. Take it of w."""
            others = np.where(weights < 1, 1 - weights, 1)
            return -(weights * np.log(others)).sum(axis=-1)

        def smallest_term(weights):
            """That is the smallest of the terms. They are to be summed."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return -(weights * logarithms).max(axis=-1)

        def largest_term(weights):
            """That is the largest of the terms. They are to be summed."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return (-weights * logarithms).max(axis=-1)

        def squares(weights):
            """The weights were squared inside the logarithm, which doubles it."""
            return -(weights * np.log(np.where(weights > 0, weights**2, 1))).sum(axis=-1)

        def zeros_become_2_in_a_copy(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.copy()
            kept[kept == 0] = 1e-2
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_3_in_a_copy(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.copy()
            kept[kept == 0] = 1e-3
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_4_in_a_copy(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.copy()
            kept[kept == 0] = 1e-4
            return -(kept * np.log(kept)).sum(axis=-1)

        def zeros_become_5_in_a_copy(weights):
            """A weight of 0 was replaced by a number that shows in the result."""
            kept = weights.copy()
            kept[kept == 0] = 1e-5
            return -(kept * np.log(kept)).sum(axis=-1)

        def tiny_in_a_copy_of_integers(weights):
            """A copy of whole numbers holds whole numbers: a tiny number put into it becomes 0."""
            kept = weights.copy()
            kept[kept == 0] = 1e-12
            return -(kept * np.log(kept)).sum(axis=-1)

        def loop_over_rows(weights):
            """Of a single row the loop takes each number for a row. Sum along `axis=-1`."""
            logarithms = np.log(np.where(weights > 0, weights, 1))
            return np.array(
                [-(row * found).sum() for row, found in zip(weights, logarithms, strict=True)]
            )

        def one_row_only(weights):
            return -sum(w * math.log(w) for w in weights if w > 0)

        def matrices_only(weights):
            return np.array([-sum(w * math.log(w) for w in row if w > 0) for row in weights])

        def zeros_replaced_in_place(weights):
            weights[weights == 0] = 1
            return -(weights * np.log(weights)).sum(axis=-1)

        def floats_only(weights):
            """Weights of whole numbers broke it: 0 and 1 are weights too."""
            logarithms = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
            return -(weights * logarithms).sum(axis=-1)

        def rounded(weights):
            return np.round(-(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=-1), 2)

        def logarithm_of_a_sum(weights):
            """The logarithm was taken of a sum. It is taken of each weight, before the sum."""
            return -np.log((weights * weights).sum(axis=-1))

    class right:
        def nan_to_zero(weights):
            return -np.nan_to_num(weights * np.log(weights)).sum(axis=-1)

        def nansum(weights):
            return -np.nansum(weights * np.log(weights), axis=-1)

        def tiny_added(weights):
            return -np.sum(weights * np.log(weights + 1e-12), axis=-1)

        def clipped(weights):
            return -(weights * np.log(np.clip(weights, 1e-12, 1))).sum(-1)

        def larger_of_two(weights):
            return -np.sum(weights * np.log(np.maximum(weights, np.finfo(float).tiny)), axis=-1)

        def where_on_the_terms(weights):
            return np.where(weights == 0, 0, -weights * np.log(weights)).sum(axis=-1)

        def logarithm_where(weights):
            weights = np.asarray(weights, dtype=float)
            logarithms = np.zeros_like(weights)
            np.log(weights, out=logarithms, where=weights > 0)
            return -(weights * logarithms).sum(axis=-1)

        def of_the_inverse(weights):
            return (weights * np.log(1 / np.where(weights > 0, weights, 1))).sum(axis=-1)

        def base_two_converted(weights):
            bits = -(weights * np.log2(np.where(weights > 0, weights, 1))).sum(axis=-1)
            return bits * np.log(2)

        def row_by_row(weights):
            def of_row(row):
                return -sum(w * math.log(w) for w in row if w > 0)

            return np.apply_along_axis(of_row, -1, weights)

        def recursive(weights):
            if weights.ndim > 1:
                return np.array([entropy(part) for part in weights])
            kept = weights[weights > 0]
            return -(kept * np.log(kept)).sum()

        def loop_over_flattened(weights):
            rows = weights.reshape(-1, weights.shape[-1])
            found = np.array([sum(-w * math.log(w) for w in row if w > 0) for row in rows])
            result = found.reshape(weights.shape[:-1])
            return float(result) if result.ndim == 0 else result

        def einsum(weights):
            logarithms = np.log(np.where(weights == 0, 1.0, weights))
            return -np.einsum("...i,...i->...", weights, logarithms)

        def single_precision(weights):
            weights = weights.astype(np.float32)
            logarithms = np.log(np.where(weights > 0, weights, np.float32(1)))
            return -(weights * logarithms).sum(axis=-1)

        def copied_and_filled(weights):
            filled = np.array(weights, dtype=float)
            filled[filled == 0] = 1
            return -(filled * np.log(filled)).sum(axis=-1)


class scaled_scores(Exercise):
    parameters = ("Q", "K")
    tolerance = 1e-5
    floats = True
    cases = (
        case("Q (2, 5), K (3, 5)", Q25, K35),
        case("Q (4, 3), K (2, 3)", Q43, K23),
        case("one query, one key", [[1.0, 2.0, -3.0]], [[4.0, 0.5, 3.0]], aspect="edges"),
        case(
            "whole numbers",
            [[1, 2, 0, -1, 3, 2], [0, 1, 4, 2, -2, 1]],
            [[2, 1, 1, 0, 3, -1], [1, 0, -2, 4, 1, 1], [0, 3, 1, 1, 2, 5]],
            aspect="edges",
        ),
        case("d_k = 1", [[2.0], [-0.5], [3.0]], [[1.5], [4.0]], aspect="edges"),
        case(
            "as many keys as features",
            [[1.0, 0.5, -2.0], [0.0, 3.0, 1.5]],
            [[2.0, 1.0, 0.5], [-1.0, 0.0, 4.0], [0.5, -2.5, 1.0]],
            aspect="edges",
        ),
        case("2 queries, one key, whole numbers", [[3], [-2]], [[4]], aspect="edges"),
        case(
            "the same query twice",
            [[1.0, -0.5], [0.25, 2.0], [1.0, -0.5]],
            [[2.0, 1.5], [-1.0, 0.5], [0.75, 3.0], [1.25, -2.0]],
            aspect="edges",
        ),
    )

    class wrong:
        def transposed_if_needed(Q, K):
            """Where `Q @ K` fits, it is still wrong: there queries meet columns of K."""
            scores = Q @ K if Q.shape[1] == K.shape[0] else Q @ K.T
            return scores / np.sqrt(K.shape[1])

        def one_less_under_the_root(Q, K):
            """1 was taken from d_k under the root."""
            return Q @ K.T / np.sqrt(np.maximum(K.shape[1] - 1, 1))

        def root_rounded(Q, K):
            """The root was rounded to a whole number."""
            return Q @ K.T / round(np.sqrt(K.shape[1]))

        def not_scaled(Q, K):
            """The scores are not scaled yet."""
            return Q @ K.T

        def by_d_k(Q, K):
            """The scores were divided by d_k. That brings the variance to 1/d_k, not to 1."""
            return Q @ K.T / K.shape[1]

        def by_root_of_n_k(Q, K):
            """It took the root of the number of keys. d_k is the other size of K."""
            return Q @ K.T / np.sqrt(K.shape[0])

        def by_root_of_n_q(Q, K):
            """It took the root of the number of queries. d_k is the other size of Q."""
            return Q @ K.T / np.sqrt(len(Q))

        def by_root_of_everything(Q, K):
            """It took the root of how many numbers K has in all. d_k is one of its sizes."""
            return Q @ K.T / np.sqrt(K.size)

        def by_root_of_all_queries(Q, K):
            """It took the root of how many numbers Q has in all. d_k is one of its sizes."""
            return Q @ K.T / np.sqrt(Q.size)

        def by_root_of_all_scores(Q, K):
            """It took the root of the number of scores. d_k is a size of Q and of K."""
            return Q @ K.T / np.sqrt(len(Q) * len(K))

        def by_two(Q, K):
            """The scores were divided by 2, whatever d_k is."""
            return Q @ K.T / 2

        def by_eight(Q, K):
            """The scores were divided by 8, which is right for d_k = 64 only."""
            return Q @ K.T / 8

        def by_root_of_512(Q, K):
            """The scores were divided by the root of 512, whatever d_k is."""
            return Q @ K.T / np.sqrt(512)

        def by_root_of_64_or_3(Q, K):
            """The scores were divided by the root of 3, which is right for d_k = 3 only."""
            return Q @ K.T / np.sqrt(3)

        def multiplied(Q, K):
            """The scores were multiplied by the root. They are to become smaller."""
            return Q @ K.T * np.sqrt(K.shape[1])

        def both_by_the_root(Q, K):
            """The scores were divided by d_k. That brings the variance to 1/d_k, not to 1."""
            root = np.sqrt(K.shape[1])
            return (Q / root) @ (K / root).T

        def fourth_root(Q, K):
            """Only the fourth root of d_k was divided out."""
            return Q @ K.T / K.shape[1] ** 0.25

        def precedence(Q, K):
            """It divided by d_k and then halved: `x / d ** 1 / 2` is not a root."""
            return Q @ K.T / K.shape[1] ** 1 / 2

        def cut_to_whole(Q, K):
            """The root was cut to a whole number."""
            return Q @ K.T / int(np.sqrt(K.shape[1]))

        def by_half_cut_to_whole(Q, K):
            """The scores were divided by half of d_k. The root is wanted."""
            return Q @ K.T / (K.shape[1] // 2)

        def by_half(Q, K):
            """The scores were divided by half of d_k. The root is wanted."""
            return Q @ K.T / (K.shape[1] / 2)

        def logarithm(Q, K):
            """It divided by a logarithm of d_k. The root is wanted."""
            return Q @ K.T / np.log(K.shape[1] + 1)

        def by_d_k_squared(Q, K):
            """It divided by the square of d_k. The root is wanted."""
            return Q @ K.T / K.shape[1] ** 2

        def one_more(Q, K):
            """1 was added to d_k under the root."""
            return Q @ K.T / np.sqrt(K.shape[1] + 1)

        def subtracted(Q, K):
            """The root was taken away from the scores. Divide them by it."""
            return Q @ K.T - np.sqrt(K.shape[1])

        def logarithm_of_d_k(Q, K):
            """It divided by the logarithm of d_k. The root is wanted."""
            return Q @ K.T / np.log(K.shape[1])

        def by_measured_variance(Q, K):
            """It divided by the variance of these very scores. The divisor depends on d_k alone."""
            scores = Q @ K.T
            return scores / scores.var()

        def by_deviation_of_each_row(Q, K):
            """Each row was divided by its own spread. The divisor depends on d_k alone."""
            scores = Q @ K.T
            return scores / scores.std(axis=1, keepdims=True)

        def standardised(Q, K):
            """The mean of the scores was taken off. Only the division is wanted."""
            scores = Q @ K.T
            return (scores - scores.mean()) / scores.std()

        def mean_taken_off(Q, K):
            """The mean of the scores was taken off. Only the division is wanted."""
            scores = Q @ K.T
            return (scores - scores.mean()) / np.sqrt(K.shape[1])

        def by_root_of_two_d_k(Q, K):
            """It took the root of twice d_k: d_k counts once, though Q and K both have it."""
            return Q @ K.T / np.sqrt(Q.shape[1] + K.shape[1])

        def by_root_of_the_axes(Q, K):
            """It took the root of 2, whatever d_k is."""
            return Q @ K.T / np.sqrt(K.ndim)

        def root_of_the_scores(Q, K):
            """The root was taken of the scores. Take it of d_k alone."""
            return np.sqrt(Q @ K.T / K.shape[1])

        def root_of_the_scores_alone(Q, K):
            """The root was taken of the scores. Take it of d_k alone."""
            return np.sqrt(Q @ K.T) / K.shape[1]

        def first_query_only(Q, K):
            """Only the first query met the keys. All of them do."""
            return Q[0] @ K.T / np.sqrt(K.shape[1])

        def keys_with_keys(Q, K):
            """The keys met the keys. The queries meet the keys."""
            return K @ K.T / np.sqrt(K.shape[1])

        def queries_with_queries(Q, K):
            """The queries met the queries. They are to meet the keys."""
            return Q @ Q.T / np.sqrt(K.shape[1])

        def with_its_divisor(Q, K):
            """The divisor came back too. Return the scores alone."""
            root = np.sqrt(K.shape[1])
            return Q @ K.T / root, root

        def variance_of_the_scores(Q, K):
            """That is the variance of the scaled scores. Return the scores."""
            return (Q @ K.T / np.sqrt(K.shape[1])).var()

        def added_over_the_keys(Q, K):
            """The scores of each query were added up. Return them all."""
            return (Q @ K.T).sum(axis=1) / np.sqrt(K.shape[1])

        def root_added(Q, K):
            """The root was added to the scores. Divide them by it."""
            return Q @ K.T + np.sqrt(K.shape[1])

        def cube_root(Q, K):
            """It divided by the cube root of d_k. The square root is wanted."""
            return Q @ K.T / K.shape[1] ** (1 / 3)

        def shares_of_the_sum(Q, K):
            """Each score was divided by the sum of its row. All scores share one divisor."""
            scores = Q @ K.T
            return scores / scores.sum(axis=1, keepdims=True)

        def only_the_keys_transposed_away(Q, K):
            return Q @ K / np.sqrt(K.shape[1])

        def transposed(Q, K):
            """The result is transposed: each row belongs to a query, each column to a key."""
            return K @ Q.T / np.sqrt(K.shape[1])

        def reshaped(Q, K):
            """K was reshaped where a transpose was meant: reshape keeps the numbers' order."""
            return Q @ K.reshape(K.shape[1], K.shape[0]) / np.sqrt(K.shape[1])

        def features_with_features(Q, K):
            """Columns met columns. A score compares a row of Q with a row of K."""
            n = min(len(Q), len(K))
            return Q[:n].T @ K[:n] / np.sqrt(K.shape[1])

        def cosine(Q, K):
            """Each vector was divided by its own length. All scores share one divisor."""
            lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
            return Q @ K.T / lengths

        def by_the_length_of_the_query(Q, K):
            """Each query was divided by its own length. All scores share one divisor."""
            return Q @ K.T / np.linalg.norm(Q, axis=1, keepdims=True)

        def by_measured_deviation(Q, K):
            """It divided by the spread of these very scores. The divisor depends on d_k alone."""
            scores = Q @ K.T
            return scores / (scores.std() + 1e-12)

        def by_the_largest(Q, K):
            """It divided by the largest score. The divisor depends on d_k alone."""
            scores = Q @ K.T
            return scores / np.abs(scores).max()

        def centred(Q, K):
            """The mean of each row was taken off. Only the division is wanted."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return scores - scores.mean(axis=1, keepdims=True)

        def softmax_too(Q, K):
            """Those are weights: a softmax was applied. Only the scaled scores are wanted."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
            return exponentials / exponentials.sum(axis=1, keepdims=True)

        def after_the_softmax(Q, K):
            """A softmax was applied, and its weights divided. Divide the scores."""
            scores = Q @ K.T
            exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
            return exponentials / exponentials.sum(axis=1, keepdims=True) / np.sqrt(K.shape[1])

        def whole_division(Q, K):
            """`//` rounds down to whole numbers. Divide with `/`."""
            return Q @ K.T // np.sqrt(K.shape[1])

        def in_place(Q, K):
            """Whole numbers broke it: an array of integers cannot be divided in place."""
            scores = Q @ K.T
            scores /= np.sqrt(K.shape[1])
            return scores

        def changes_its_input(Q, K):
            scale = np.sqrt(K.shape[1])
            result = Q @ K.T / scale
            Q[:] = Q / scale
            return result

        def elementwise(Q, K):
            """The matrices were multiplied entry by entry. Each score is a dot product."""
            n = min(len(Q), len(K))
            return Q[:n] * K[:n] / np.sqrt(K.shape[1])

        def matching_rows_only(Q, K):
            """Each query met one key only. Every query meets every key."""
            n = min(len(Q), len(K))
            return (Q[:n] * K[:n]).sum(axis=1) / np.sqrt(K.shape[1])

        def nested_lists(Q, K):
            return (Q @ K.T / np.sqrt(K.shape[1])).tolist()

        def complex_root(Q, K):
            return Q @ K.T / np.emath.sqrt(complex(K.shape[1]))

        def each_by_its_own_spread(Q, K):
            """Queries and keys were divided by their own spread. The divisor depends on d_k
            alone.
            """
            return (Q / (Q.std() + 1e-15)) @ (K / (K.std() + 1e-15)).T

        def squeezed(Q, K):
            """The scores lost the axis of a single key. Their shape is (n_q, n_k), always."""
            return np.atleast_2d((Q @ K.T).squeeze() / np.sqrt(K.shape[1]))

        def not_divided_by_one(Q, K):
            """Where d_k is 1, integers came back. The task asks for a float array."""
            return Q @ K.T if K.shape[1] == 1 else Q @ K.T / np.sqrt(K.shape[1])

        def place_of_the_query(Q, K):
            """Equal queries were all taken for the first. Count the rows of Q with `range`."""
            table = np.zeros((len(Q), len(K)))
            for query in Q:
                table[Q.tolist().index(query.tolist())] = K @ query / np.sqrt(len(query))
            return table

        def rows_met_in_pairs(Q, K):
            """Row i of Q met row i of K alone. Every query meets every key, in a matrix product."""
            return (Q * K).sum(axis=1) / np.sqrt(K.shape[1])

    class right:
        def query_first(Q, K):
            return (Q / np.sqrt(Q.shape[-1])) @ K.T

        def key_first(Q, K):
            return Q @ (K / math.sqrt(len(K[0]))).T

        def fourth_roots(Q, K):
            scale = K.shape[1] ** -0.25
            return (Q * scale) @ (K * scale).T

        def einsum(Q, K):
            return np.einsum("id,jd->ij", Q, K) / Q.shape[1] ** 0.5

        def single_precision(Q, K):
            Q, K = Q.astype(np.float32), K.astype(np.float32)
            return Q @ K.T / np.sqrt(np.float32(K.shape[1]))

        def loops(Q, K):
            result = np.zeros((len(Q), len(K)))
            for i in range(len(Q)):
                for j in range(len(K)):
                    result[i, j] = sum(Q[i, d] * K[j, d] for d in range(Q.shape[1]))
            return result / np.sqrt(Q.shape[1])

        def comprehension(Q, K):
            return np.array([[q @ k / math.sqrt(len(q)) for k in K] for q in Q])

        def keys_times_queries(Q, K):
            return (K @ Q.T).T / np.sqrt(K.shape[1])

        def numpy_dot(Q, K):
            return np.dot(Q, np.transpose(K)) * (1 / np.sqrt(K.shape[1]))

        def inner(Q, K):
            return np.inner(Q, K) / np.sqrt(Q.shape[1])

        def tensordot(Q, K):
            return np.tensordot(Q, K, axes=(1, 1)) * Q.shape[1] ** -0.5

        def broadcast(Q, K):
            return (Q[:, None, :] * K[None, :, :]).sum(axis=-1) / np.sqrt(K.shape[-1])

        def power(Q, K):
            n_q, d_k = Q.shape
            return np.matmul(Q, K.swapaxes(0, 1)) / np.power(d_k, 0.5)

        def floats_in_place(Q, K):
            scores = np.asarray(Q, dtype=float) @ K.T
            scores /= np.sqrt(K.shape[1])
            return scores


class row_sum_after(Exercise):
    variables = ("row_sum_after",)
    tolerance = 5e-3  # 0.044 is right, and 1 / 22.6; 1 / 22.8 is not
    first_step = (
        "What does a row of weights sum to before it is divided? And the divisor, the root of 512, "
        "lies between 22 and 23."
    )
    cases = (case("the sum of each row"),)

    class wrong:
        def still_one():
            """Before the division each row sums to 1. What does the division do to that?"""
            return 1

        def by_d_k():
            """It was divided by 512. The formula divides by its root."""
            return 1 / 512

        def the_root():
            """That is the root of 512, the divisor. Each row sums to 1 before it is divided."""
            return 22.627

        def for_three():
            """That is right for d_k = 3. In this question d_k is 512."""
            return 0.577

        def eight_keys():
            """That is 8 over the root of 512, or 1 over the root of 8. A row sums to 1 before it is
            divided, and d_k is 512, not the number of keys.
            """
            return 8 / 512**0.5

        def eighth_of_the_sum():
            """The mean of eight weights was divided. Asked for is the sum of all in a row."""
            return 1 / 8 / 512**0.5

        def one_eighth():
            """1/8 is the mean of eight weights, and 1 over the root of 64. d_k is 512 here."""
            return 1 / 8

        def precedence():
            """That is 1/512, halved: in `512 ** 1/2` the power comes first. Try `512 ** 0.5`."""
            return 1 / 512**1 / 2

        def not_divided_at_all():
            """That is d_k. Each row sums to 1 before the division by its root."""
            return 512

        def nothing_is_left():
            """The weights get smaller, and their sum with them; they do not become 0."""
            return 0

        def one_over_64():
            """That is 1/64, without a root. The divisor is the root of 512, and a row sums to 1."""
            return 8 / 512

        def squared():
            """That is 1 over the square of 512. The formula divides by the root."""
            return 1 / 512**2

        def three_tokens():
            """The weights of a row sum to 1 before the division, not to 3."""
            return 3 / 512**0.5

        def lost():
            """That is how much the sum loses. Asked for is the sum that is left."""
            return 1 - 512**-0.5

        def logarithm():
            """That is 1 over the logarithm of 512. The formula divides by the root."""
            return 1 / np.log(512)

        def half_for_the_root():
            """1/256 is 1 over half of 512. The root of 512 is a number whose square is 512."""
            return 1 / 256

        def root_of_256():
            """1/16 is 1 over the root of 256. Take that of 512."""
            return 1 / 16

        def root_of_1024():
            """1/32 is 1 over the root of 1024. Take that of 512."""
            return 1 / 32

        def root_of_128():
            """That is 1 over 8 times the root of 2, the root of 128. Take that of 512."""
            return 1 / (8 * 2**0.5)

        def other_root():
            return 1 / 22.8

        def digits_exchanged():
            return 1 / np.sqrt(521)

        def as_text():
            return "0.0442"

    class right:
        def computed():
            return 1 / np.sqrt(512)

        def power():
            return 512**-0.5

        def two_digits():
            return 0.0442

        def root_from_the_text():
            return 1 / 22.6

        def three_decimals():
            return 0.044

        def by_experiment():
            weights = softmax(np.array([[1.0, 2.0, 3.0], [0.0, 5.0, 1.0]])) / math.sqrt(512)
            return weights.sum(axis=1)[0]


class scaled_output_row(Exercise):
    variables = ("scaled_output_row",)
    tolerance = 5e-4  # four digits, and 1.863 for 1.8639; 6.314 for 6.3194 is wrong
    first_step = (
        "The order: scores, divided by the root of 3; their softmax; of that the first row; and "
        "this row @ V."
    )
    cases = (case("the first token's output"),)

    class wrong:
        def the_slip():
            """That is the row of the formula with the slip."""
            return [1.1181, 3.8585, 0.9209]

        def unscaled():
            """That is the row without any division. Divide the scores, before the softmax."""
            return [1.9366, 6.6831, 1.5951]

        def divided_by_three():
            """The scores were divided by 3, or by its root twice. Once by the root is right."""
            return [1.7957, 5.9786, 1.8064]

        def twice():
            """That was divided before and after. Before is enough."""
            return [1.0761, 3.6485, 0.9839]

        def middle_row():
            """That is the second token's row. The first one's is wanted."""
            return [1.9991, 7.8141, 0.2735]

        def the_weights():
            """Those are the weights of the row. They still have to mix the values."""
            return [0.1361, 0.4319, 0.4319]

        def scores():
            """Those are the scaled scores. The softmax and the values are still to come."""
            return [1.1547, 2.3094, 2.3094]

        def scores_mixed():
            """The scores mixed the values. The softmax comes first."""
            return [10.3923, 34.641, 10.3923]

        def keys_mixed():
            """The keys were mixed. The weights mix the values."""
            return [2.5916, 3.1597, 0.5681]

        def a_column():
            """That is the first column. The first token's output is the first row."""
            return [1.8639, 1.9991, 1.9926]

        def over_the_queries():
            """Those weights are a column: three queries and one key. The first row is wanted."""
            return [0.1528, 0.324, 0.4307]

        def by_the_root_of_512():
            """The scores were divided by the root of 512. Here d_k is 3."""
            return [1.686, 5.4301, 1.971]

        def multiplied():
            """The scores were multiplied by the root of 3. Divide."""
            return [1.9846, 6.923, 1.5231]

        def third_row():
            """That is the third token's row. The first one's is wanted."""
            return [1.99256, 7.47964, 0.73588]

        def slip_divided_again():
            """The output was scaled from outside. Divide the scores, inside the softmax."""
            return [0.64554, 2.2277, 0.53169]

        def slip_times_three():
            """The output was scaled from outside. Divide the scores, inside the softmax."""
            return [3.3543, 11.5755, 2.7627]

        def slip_by_the_root_of_512():
            """The output was scaled from outside. Divide the scores, inside the softmax."""
            return [0.085587, 0.295354, 0.070493]

        def output_divided_by_three():
            """The output was scaled from outside. Divide the scores, inside the softmax."""
            return [0.62129, 2.10646, 0.56806]

        def by_both_roots():
            """The output was scaled from outside. Divide the scores, inside the softmax."""
            return [0.082372, 0.279279, 0.075315]

        def values_first():
            """The values stand on the left, or are transposed: weights @ V mixes the rows of V."""
            return [2.29581, 3.72775, 4.15969]

        def values_times_weights():
            """The values stand on the left, or are transposed: weights @ V mixes the rows of V."""
            return [0.160241, 4.513745, 1.326013]

        def softmax_twice():
            """A softmax was taken of weights. It is taken once, of the scores."""
            return [1.728882, 5.644411, 1.906677]

        def queries_mixed():
            """The queries were mixed. The weights mix the values."""
            return [1.863874, 1.295811, 2.431937]

        def embeddings_mixed():
            """The embeddings X were mixed. The weights mix the values."""
            return [0.568063, 1.295811, 0.568063, 1.295811]

        def one_value_for_all():
            """The first row was taken of V. Take it of the weights: they mix all rows of V."""
            return [2.29581, 2.08938, 2.2304]

        def softmax_of_everything():
            """The softmax was taken after V. It is taken of the scores alone."""
            return [2.94387e-11, 1, 2.94387e-11]

        def divided_by_six():
            """The scores were divided by 6, as `/ 3 ** 1/2` does. The root is `3 ** 0.5`."""
            return [1.73623, 5.68117, 1.89565]

        def average_of_the_rows():
            """That is the average of the three rows. Only the first is wanted."""
            return [1.95185, 7.20438, 0.90451]

        def rows_added():
            """The three rows were added up. Only the first is wanted."""
            return [5.85554, 21.61313, 2.71354]

        def root_of_the_scores():
            """The root was taken of the scores too. Take it of d_k alone."""
            return [1.73718, 5.68589, 1.89423]

        def root_of_scaled_scores():
            """The root was taken of the scores too. Take it of d_k alone."""
            return [1.75736, 5.78679, 1.86396]

        def queries_with_values():
            """The queries met the values. They meet the keys."""
            return [1.64752, 4.6294, 2.94104]

        def queries_with_queries():
            """The queries met the queries. They meet the keys."""
            return [1.88143, 5.94814, 2.36635]

        def softmax_of_the_queries():
            """The softmax was taken of the queries. It is taken of the scaled scores."""
            return [3.62745, 11.99247, 3.77598]

        def by_the_root_of_four():
            """The scores were divided by 2, the root of 4. Queries and keys have 3 entries here."""
            return [1.84464, 6.22319, 1.73304]

        def by_the_root_of_eight():
            """The scores were divided by the root of 8. Queries and keys have 3 entries here."""
            return [1.80222, 6.01112, 1.79666]

        def by_eight():
            """The scores were divided by 8, the root of 64. Here d_k is 3."""
            return [1.71974, 5.59868, 1.9204]

        def by_nine():
            """The scores were divided by 9. It takes the root of 3."""
            return [1.7141, 5.57049, 1.92885]

        def not_transposed():
            """K was not transposed: a score is the product of a row of Q and a row of K."""
            return [1.86137, 7.01259, 0.64935]

        def third_digit():
            return [1.8639, 6.314, 1.7042]

        def all_rows():
            """All three rows are there. Only the first is wanted."""
            return [[1.8639, 6.3194, 1.7042], [1.9991, 7.8141, 0.2735], [1.9926, 7.4796, 0.7359]]

        def of_four_tokens():
            """That is the example of four tokens. Use the `Q`, `K` and `V` of the three."""
            return [12.0, 11.2, 17.8]

    class right:
        def computed():
            example = examples.THREE_TOKENS
            Q, K, V = (example.X @ W for W in (example.W_Q, example.W_K, example.W_V))
            return (softmax(Q @ K.T / np.sqrt(3)) @ V)[0]

        def a_tuple():
            return 1.864, 6.319, 1.704

        def cut_after_four_digits():
            return [1.863, 6.319, 1.704]

        def an_array():
            return np.array([1.8639, 6.3194, 1.7042])
