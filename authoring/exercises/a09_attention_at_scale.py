"""Exercises of 09-attention-at-scale."""

import math

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "09-attention-at-scale"

RECALL = {
    "recall_1": Recall(
        "Only differences between scores count: adding 100 changes no difference.",
        "notebook 3, Exponentials do it",
    ),
    "recall_2": Recall(
        "There is a row for each query and a column for each key.",
        "notebook 5, exercise 2",
    ),
    "recall_3": Recall(
        "The largest exponential is then e^0 = 1, and none can overflow.",
        "notebook 3, Overflow",
    ),
}

_rng = np.random.default_rng(90)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


def _inputs(n_q: int, n_k: int, d_k: int, d_v: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return _normal(n_q, d_k), _normal(n_k, d_k), _normal(n_k, d_v)


# Scores of some thousands; the largest of a row stands in the first, a middle or the last block,
# the rows lie far apart, and in the last two all scores are far below zero. In the first block,
# scores of one row lie far apart, too.
FAR = (
    np.array([[900.0, 0.0], [0.0, 900.0], [700.0, -700.0], [-900.0, -900.0], [-90.0, -800.0]]),
    np.array([[5.0, 1.0], [1.0, 1.001], [3.0, 4.998], [2.0, 5.0], [4.999, 2.0], [1.0, 1.0]]),
    _normal(6, 3),
)
_long = tuple(array.round(1) for array in _inputs(192, 512, 2, 1))
LONG = _long[0][:160], _long[1][:216], _long[2][:216]
LESS_THAN_ONE = 160 * 216 * 8 - 1  # bytes of an array of scores for LONG
# One row of scores; then 1 query, 4,096 keys and their values. Short numbers keep the data small.
_short = np.random.default_rng(91)
SCORES = _short.integers(-9, 10, size=4096) / 2
MANY_KEYS = np.array([[0.5]]), *_short.integers(-9, 10, size=(2, 4096, 1)).astype(float)
A_ROW = 4096 * 8  # bytes of a row of 4,096 scores


class gigabytes(Exercise):
    variables = ("gigabytes",)
    first_step = (
        "Each pair of tokens has a score of 8 bytes. How many pairs are there, and bytes in all?"
    )
    cases = (case("one array of scores for 50,000 tokens"),)

    class wrong:
        def numbers():
            """Each of the numbers takes 8 bytes."""
            return 2.5

        def bytes_():
            """That is in bytes. 1 GB is 10⁹ of them."""
            return 20_000_000_000

        def one_row():
            """That is one row, in gigabytes. There is one row for each token."""
            return 0.0004

        def one_row_in_megabytes():
            """50 times as many tokens as 1,000 have 2,500 times as many pairs. Or is it one row, in
            megabytes? There is one row for each token.
            """
            return 0.4

        def grown_in_step_in_megabytes():
            """50 times as many tokens as 1,000 have 2,500 times as many pairs. 1 GB is 1,000 MB."""
            return 400

        def twice_the_tokens_in_bytes():
            """That is two times the tokens, in bytes. The pairs are the tokens times the tokens."""
            return 800_000

        def megabytes():
            """That is in megabytes. 1 GB is 1,000 of them."""
            return 20_000

        def bits():
            """Those are bits. A number takes 64 bits, which are 8 bytes."""
            return 160

        def single_precision():
            """That is half of it. Was a number taken as 4 bytes, or each pair counted once? The
            table has n rows and n columns, and a number takes 8 bytes.
            """
            return 10

        def binary():
            """That counts 2³⁰ bytes to the gigabyte. Here 1 GB is 10⁹ bytes."""
            return 50_000**2 * 8 / 2**30

        def grown_in_step():
            """Not so: 25 times as many tokens as 2,000 make 25 times 25 as many scores."""
            return 0.8

        def half_of_80():
            """40 is half of 80. But half the tokens have a quarter of the pairs."""
            return 40

        def five_times():
            """That grows with n. Five times the tokens have 25 times the pairs."""
            return 4

        def half_the_tokens():
            """Was a number taken as 2 bytes, or half of the tokens counted? A number takes 8 bytes,
            and each pair of the 50,000 tokens has one.
            """
            return 5

        def without_the_diagonal():
            """Each token is also paired with itself."""
            return 50_000 * 49_999 * 8 / 10**9

        def each_pair_once():
            """That counts each pair of tokens once. Token 1 asking token 2 and token 2 asking
            token 1 are two scores.
            """
            return 50_000 * 49_999 / 2 * 8 / 10**9

        def hundred_times_too_few():
            """That is one array for a tenth of the tokens. Ten times the tokens have a
            hundred times as many pairs.
            """
            return 0.2

        def tenfold():
            """That is ten times too many. 50,000 times 50,000 is 2.5 times 10⁹."""
            return 200

        def ten_times_too_few():
            """That is ten times too few. 50,000 times 50,000 is 2.5 times 10⁹."""
            return 2

        def twice_the_tokens():
            """That is two times the tokens. The pairs are the tokens times the tokens."""
            return 0.0008

        def the_queries():
            """That is what the queries take, 16 numbers each. A score belongs to a pair."""
            return 0.0064

        def sixteen_numbers_a_pair():
            """That counts 16 numbers for each pair. A score is one number."""
            return 320

        def a_point_for_thousands():
            """In Python 50.000 is 50: a point begins the decimals. Write 50_000 or 50000."""
            return 2e-5

        def half_the_pairs():
            """That counts each pair of tokens once. Token 1 asking token 2 and token 2 asking
            token 1 are two scores.
            """
            return 10.0002

        def times_three():
            """That counts three arrays. One array of scores is asked for."""
            return 60

        def as_text():
            return "20 GB"

        def divided_by_eight():
            """The number of scores was divided by 8. Each of them has 8 bytes: multiply."""
            return 0.3125

    class right:
        def computed():
            return 50_000**2 * 8 / 10**9

        def by_growth():
            return 0.032 * (50_000 / 2_000) ** 2

        def whole():
            return 20


class running_total(Exercise):
    parameters = ("scores", "block_size")
    results = ("top", "total")
    cases = (
        case("six scores in blocks of two", [1.0, 3.0, 2.0, 5.0, 4.0, 0.5], 2),
        case("eight scores in blocks of four", [2.5, 0.0, 3.5, 1.0, -1.0, 3.0, 0.5, 2.0], 4),
        case("seven scores in blocks of three", [0.5, 2.0, 1.0, 4.0, -3.0, 2.5, 6.0], 3),
        case(
            "4,096 scores in blocks of 128; all of them take 33 kB",
            SCORES,
            128,
            most_bytes=A_ROW // 2,
            one_block=4096,
        ),
        case("blocks of one", [1.0, -2.0, 3.0], 1, aspect="edges"),
        case("a block larger than the scores", [1.0, -2.0, 3.0], 5, aspect="edges"),
        case("one score", [-4.0], 2, aspect="edges"),
        case("whole numbers", [1, 3, 2, 5, 4], 2, aspect="edges"),
        case("0 is the largest of the first block", [-1.0, 0.0, 1.5, 0.5], 2, aspect="edges"),
        case("scores near a thousand", [999.0, 1000.0, 1003.0, 1001.0], 2, aspect="edges"),
        case("scores near -20,000", [-20001.0, -19999.0, -20003.0], 2, aspect="edges"),
    )

    class wrong:
        def not_rescaled(scores, block_size):
            """The old total was added as it was: it was not rescaled, or only after `top` had
            changed, when the factor is 1.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                top = max(top, block.max())
                total = total + np.exp(block - top).sum()
            return top, total

        def rescaled_the_wrong_way(scores, block_size):
            """The old total was multiplied by e^(new − old). It has to shrink: e^(old − new)."""
            top, total = scores[:block_size].max(), 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(new_top - top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def shifted_by_the_old_top(scores, block_size):
            """The new block was lowered by the old maximum. Both parts need the new one."""
            top, total = scores[:block_size].max(), 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - top).sum()
                top = new_top
            return top, total

        def block_tops_only(scores, block_size):
            """The last block's maximum came out. The largest score may be in an earlier one."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = block.max()
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def all_rescaled(scores, block_size):
            """The new block's exponentials were rescaled too. Only the old total is."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                factor = np.exp(top - new_top) if start else 1.0
                total = (total + np.exp(block - new_top).sum()) * factor
                top = new_top
            return top, total

        def difference_as_factor(scores, block_size):
            """The factor was old − new. It is e to that power."""
            top, total = scores[:block_size].max(), 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * (top - new_top if top < new_top else 1.0)
                total = total + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def nothing_subtracted(scores, block_size):
            """No maximum was subtracted: large scores overflow, low ones all become 0."""
            return scores.max(), np.exp(scores).sum()

        def last_block_only(scores, block_size):
            """Only the last block is in the total."""
            start = (len(scores) - 1) // block_size * block_size
            return scores.max(), np.exp(scores[start:] - scores.max()).sum()

        def first_block_only(scores, block_size):
            """It stopped after the first block: is `return` inside the loop?"""
            block = scores[:block_size]
            return block.max(), np.exp(block - block.max()).sum()

        def short_block_left_out(scores, block_size):
            """The last block, which may be shorter, was left out."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores) - block_size + 1, block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def top_starts_at_zero(scores, block_size):
            """`top` began at 0, so it is never below. Scores may be."""
            top, total = 0.0, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def top_of_zero_taken_for_none(scores, block_size):
            """A `top` of 0 was taken for no `top` yet. It begins at minus infinity."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                shrink = 0 if top == 0 else np.exp(top - new_top)
                total = total * shrink + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def order_swapped(scores, block_size):
            """`top` and `total` came back in the wrong order. `top` comes first."""
            return np.exp(scores - scores.max()).sum(), scores.max()

        def total_only(scores, block_size):
            """Only `total` came back. Return `top` too."""
            return np.exp(scores - scores.max()).sum()

        def logarithm(scores, block_size):
            """The total's logarithm came back."""
            return scores.max(), np.log(np.exp(scores - scores.max()).sum())

        def sums_of_scores(scores, block_size):
            """The scores were added up without exp."""
            return scores.max(), (scores - scores.max()).sum()

        def changes_scores(scores, block_size):
            top = scores.max()
            scores -= top
            return top, np.exp(scores).sum()

        def rescaled_the_wrong_way_from_the_start(scores, block_size):
            """At first the factor is infinite, and 0 times that is NaN. The old total has to
            shrink: its factor is e^(old − new).
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(new_top - top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        # Right numbers, too much memory.

        def all_at_once(scores, block_size):
            top = scores.max()
            return top, np.exp(scores - top).sum()

        def all_at_once_in_place(scores, block_size):
            terms = scores - np.max(scores) * 1.0
            np.exp(terms, out=terms)
            return scores.max(), terms.sum()

        def all_in_a_list(scores, block_size):
            top = max(scores.tolist())
            return top, sum([math.exp(score - top) for score in scores])

        def terms_kept(scores, block_size):
            top, terms = -np.inf, []
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                terms = [kept * np.exp(top - new_top) for kept in terms]
                terms.append(np.exp(block - new_top))
                top = new_top
            return top, sum(kept.sum() for kept in terms)

        def rescaled_before_the_new_maximum(scores, block_size):
            """The old total was added as it was: it was not rescaled, or only after `top` had
            changed, when the factor is 1.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                top = new_top
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
            return top, total

        def factor_on_the_block(scores, block_size):
            """The block's own terms were multiplied by the factor, and the old total was
            not. It is the other way round.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total + np.exp(block - new_top).sum() * np.exp(top - new_top)
                top = new_top
            return top, total

        def divided_by_the_factor(scores, block_size):
            """At first the factor is infinite, and 0 times that is NaN. The old total has to
            shrink: its factor is e^(old − new).
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total / np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def top_never_updated(scores, block_size):
            """`top` never changed: at the end of each round the new maximum becomes `top`."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
            return top, total

        def total_overwritten(scores, block_size):
            """Only the last block is in the total."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                top = max(top, block.max())
                total = np.exp(block - top).sum()
            return top, total

        def own_maximum_of_each_block(scores, block_size):
            """Each block was shifted by its own maximum, and nothing was rescaled."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                top = max(top, block.max())
                total = total + np.exp(block - block.max()).sum()
            return top, total

        def own_maximum_and_rescaled(scores, block_size):
            """The block's own terms were shifted by the block's maximum. Shift them by the
            new running maximum.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - block.max()).sum()
                top = new_top
            return top, total

        def shifted_by_the_old_maximum(scores, block_size):
            """The new block was lowered by the old maximum. Both parts need the new one."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - top).sum()
                top = new_top
            return top, total

        def not_summed(scores, block_size):
            """The block's terms were not added up: `total` became an array. Sum them."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top)
                top = new_top
            return top, total

        def largest_only(scores, block_size):
            """The old total was lost where the maximum rose. Rescale it and keep it."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                if block.max() > top:
                    top, total = block.max(), np.exp(block - block.max()).sum()
                else:
                    total = total + np.exp(block - top).sum()
            return top, total

        def factor_missing_when_lower(scores, block_size):
            """The maximum of an array was asked of Python's max: max(top, block) compares
            whole arrays. Use block.max().
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block)
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def plain_sum_of_exponentials(scores, block_size):
            """No maximum was subtracted: large scores overflow, low ones all become 0."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                top = max(top, block.max())
                total = total + np.exp(block).sum()
            return top, total

        def all_terms_rescaled(scores, block_size):
            """The new block's exponentials were rescaled too. Only the old total is."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = (total + np.exp(block - new_top).sum()) * np.exp(top - new_top)
                top = new_top
            return top, total

        def factor_added(scores, block_size):
            """The factor was added. It multiplies the old total."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total + np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def factor_subtracted(scores, block_size):
            """The factor was subtracted. It multiplies the old total."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total - np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def maximum_with_each_score(scores, block_size):
            """`top` became an array: np.maximum compares it with each score of the block. The
            block's largest score, block.max(), is one number.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = np.maximum(top, block)
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def shifted_at_the_end(scores, block_size):
            """No maximum was subtracted: large scores overflow, low ones all become 0."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                top = max(top, block.max())
                total = total + np.exp(block).sum()
            return top, total / np.exp(top)

        def last_block_left_out(scores, block_size):
            """The last block was left out: the loop ends too soon."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores) - block_size, block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def means_of_the_blocks(scores, block_size):
            """The mean of the block was added. The total is a sum."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).mean()
                top = new_top
            return top, total

        def blocks_overlap(scores, block_size):
            """The blocks overlap: their starts are one score apart, not block_size."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores)):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def low_blocks_left_out(scores, block_size):
            """A block that did not raise the maximum was left out. It belongs to the total too."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                if block.max() > top:
                    new_top = block.max()
                    total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                    top = new_top
            return top, total

        def factor_to_the_block(scores, block_size):
            """The old total was rescaled to the block's own maximum. It belongs under the new
            running maximum, which may be an earlier one.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                shrink = np.exp(top - block.max())
                top = max(top, block.max())
                total = total * shrink + np.exp(block - top).sum()
            return top, total

        def block_not_shifted(scores, block_size):
            """The new block's scores went into exp as they are. Subtract the new maximum first."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block).sum()
                top = new_top
            return top, total

        def block_without_exp(scores, block_size):
            """The new block was added without exp."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + (block - new_top).sum()
                top = new_top
            return top, total

        def total_replaced_by_the_factor(scores, block_size):
            """The old total was replaced by the factor. It is multiplied by it."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                if new_top > top:
                    total = np.exp(top - new_top)
                total = total + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def smaller_of_the_two(scores, block_size):
            """`top` never rose from minus infinity. The new maximum is the larger of two numbers:
            the old one, and the largest of the block.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = min(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def first_of_the_block(scores, block_size):
            """Only the first score of each block was compared. Take the block's largest."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block[0])
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def shifted_after_exp(scores, block_size):
            """The maximum was subtracted after exp. Subtract it from the scores."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + (np.exp(block) - new_top).sum()
                top = new_top
            return top, total

        def old_total_twice(scores, block_size):
            """The old total is counted twice: as it is, and once more after it was rescaled. Keep
            the rescaled one.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total += total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def one_maximum_divided_by_the_other(scores, block_size):
            """One maximum was divided by the other. The exponent is old − new."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top / new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def factor_from_zero(scores, block_size):
            """The factor e^(−new) leads to the new maximum from 0. The old total stands under the
            old maximum: e^(old − new).
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(-new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def factor_without_exp(scores, block_size):
            """At first the factor is infinite, and 0 times that is NaN. The old total has to
            shrink: its factor is e^(old − new).
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * (top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def all_scores_in_every_round(scores, block_size):
            """Every round added the exponentials of all scores. Add those of the block."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                new_top = max(top, scores[start : start + block_size].max())
                total = total * np.exp(top - new_top) + np.exp(scores - new_top).sum()
                top = new_top
            return top, total

        def rescaled_or_added(scores, block_size):
            """A block with a new maximum was not added. First rescale, if the maximum rose; then
            add the block, in either case.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                if block.max() > top:
                    total, top = total * np.exp(top - block.max()), block.max()
                else:
                    total = total + np.exp(block - top).sum()
            return top, total

        def exponent_turned_round(scores, block_size):
            """The sign of the block's exponents is turned round: it is score minus maximum."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(new_top - block).sum()
                top = new_top
            return top, total

        def summed_before_exp(scores, block_size):
            """The sum was taken before `exp`. First exp, then the sum."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp((block - new_top).sum())
                top = new_top
            return top, total

        def begun_anew_in_every_round(scores, block_size):
            """Only the last block came out. Are the first values set inside the loop?"""
            for start in range(0, len(scores), block_size):
                top, total = -np.inf, 0.0
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def first_block_twice(scores, block_size):
            """The first block is in the total twice."""
            top = scores[:block_size].max()
            total = np.exp(scores[:block_size] - top).sum()
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def maximum_after_the_sum(scores, block_size):
            """The maximum was subtracted after exp. Subtract it from the scores."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block).sum() - new_top
                top = new_top
            return top, total

        def a_factor_for_each_score(scores, block_size):
            """The factor is one number, e^(old − new), and not a sum over the scores of the
            block.
            """
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - block).sum() + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def only_the_largest_added(scores, block_size):
            """Only the largest score of the block was added. All of its scores count."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block.max() - new_top)
                top = new_top
            return top, total

        def first_block_left_out(scores, block_size):
            """The first block is missing from the total. Add it, though nothing is rescaled yet."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                if start > 0:
                    total = total * np.exp(top - new_top)
                    total += np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def divided_by_the_blocks_sum(scores, block_size):
            """Each block was divided by its own sum, so it adds 1. Nothing is divided here."""
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                powers = np.exp(block - new_top)
                total = total * np.exp(top - new_top) + (powers / powers.sum()).sum()
                top = new_top
            return top, total

        # What the code says.

        def the_first_two_in_every_round(scores, block_size):
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                new_top = max(top, scores[:2].max())
                total = total * np.exp(top - new_top) + np.exp(scores[:2] - new_top).sum()
                top = new_top
            return top, total

        def powers_of_two(scores, block_size):
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp2(top - new_top) + np.exp2(block - new_top).sum()
                top = new_top
            return top, total

        def position_of_the_largest(scores, block_size):
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.argmax())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def divided(scores, block_size):
            """The one was divided by the other. Both come back: `top, total`."""
            return scores.max() / np.exp(scores - scores.max()).sum()

        def first_score_twice(scores, block_size):
            """The first score was counted twice: the total begins with it, and the first block
            holds it again. Begin with minus infinity and 0.
            """
            top, total = scores[0], 1.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def larger_ones_not_counted(scores, block_size):
            """A score that becomes the largest was not counted itself: it adds `exp(0)`, which is
            1.
            """
            top, total = -np.inf, 0.0
            for score in scores:
                if score > top:
                    total, top = total * np.exp(top - score), score
                else:
                    total += np.exp(score - top)
            return top, total

    class right:
        def float_copy(scores, block_size):
            scores, top, total = np.array(scores, dtype=float), np.array(-np.inf), np.array(0.0)
            for block in np.split(scores, range(block_size, len(scores), block_size)):
                new_top = np.maximum(top, np.max(block))
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def padded(scores, block_size):
            row = np.pad(scores * 1.0, (0, -len(scores) % block_size), constant_values=-np.inf)
            top, total = -np.inf, 0.0
            for block in row.reshape(-1, block_size):
                new_top = max(top, block.max())
                total = total * np.exp(top - new_top) + np.exp(block - new_top).sum()
                top = new_top
            return top, total

        def running(scores, block_size):
            top, total = -np.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size]
                new_top = np.maximum(top, block.max())
                total = total * np.exp(top - new_top) + np.sum(np.exp(block - new_top))
                top = new_top
            return top, total

        def score_by_score(scores, block_size):
            top, total = float(scores[0]), 1.0
            for score in scores[1:]:
                if score > top:
                    total, top = total * math.exp(top - score) + 1, float(score)
                else:
                    total += math.exp(score - top)
            return top, total

        def two_passes(scores, block_size):
            blocks = [scores[i : i + block_size] for i in range(0, len(scores), block_size)]
            top = max(block.max() for block in blocks)
            return top, sum(np.exp(block - top).sum() for block in blocks)

        def log_sum_exp(scores, block_size):
            top, log_total = -np.inf, -np.inf
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size] * 1.0
                top = max(top, block.max())
                log_total = np.logaddexp(log_total, np.logaddexp.reduce(block))
            return [top, np.exp(log_total - top)]

        def only_when_the_top_rises(scores, block_size):
            start, top, total = 0, scores[0] * 1.0, 0.0
            while start < len(scores):
                block = scores[start : start + block_size]
                if block.max() > top:
                    total *= np.exp(top - block.max())
                    top = block.max()
                total += np.exp(block - top).sum()
                start += block_size
            return np.float64(top), total

        def lists(scores, block_size):
            top, total = -math.inf, 0.0
            for start in range(0, len(scores), block_size):
                block = scores[start : start + block_size].tolist()
                new_top = max(top, *block)
                total = total * math.exp(top - new_top)
                total += sum([math.exp(score - new_top) for score in block])
                top = new_top
            return top, total

        def two_passes_score_by_score(scores, block_size):
            top = max(scores)
            return top, sum(math.exp(score - top) for score in scores)


class blockwise_attention(Exercise):
    parameters = ("Q", "K", "V", "block_size")
    tolerance = 1e-10
    floats = True
    cases = (
        case("3 queries, 6 keys in blocks of 2", *_inputs(3, 6, 5, 2), 2),
        case("5 queries, 12 keys in blocks of 4", *_inputs(5, 12, 3, 1), 4),
        case("7 keys in blocks of 3, the last shorter", *_inputs(4, 7, 2, 3), 3, aspect="blocks"),
        case("blocks of one key", *_inputs(2, 5, 3, 4), 1, aspect="blocks"),
        case("a block larger than all keys", *_inputs(6, 4, 5, 2), 10, aspect="blocks"),
        case("one token", *_inputs(1, 1, 3, 2), 2, aspect="edges"),
        case(
            "whole numbers",
            np.array([[1, 2], [0, 3], [2, -1]]),
            np.array([[2, 0], [1, 1], [0, 2], [3, 1], [-1, 2]]),
            np.array([[1, 0, 4, 2], [3, 2, 0, 1], [5, 1, 1, 1], [0, 7, 2, 3], [2, 2, 6, 5]]),
            2,
            aspect="edges",
        ),
        case("scores of some thousands, rows far apart", *FAR, 2, aspect="edges"),
        case(
            "160 queries, 216 keys in blocks of 12; an array (160, 216) takes 276 kB",
            *LONG,
            12,
            aspect="memory",
            most_bytes=LESS_THAN_ONE,
        ),
        case(
            "2 queries, 4,096 keys in blocks of 128; a row of 4,096 scores takes 33 kB",
            np.array([[0.3], [-0.2]]),
            *MANY_KEYS[1:],
            128,
            aspect="blocks",
            most_bytes=A_ROW,
            one_block=4096,
        ),
        case(
            "1 query, 4,096 keys in blocks of 128; a row of 4,096 scores takes 33 kB",
            *MANY_KEYS,
            128,
            aspect="memory",
            most_bytes=A_ROW,
            one_block=4096,
        ),
        case(
            "2 queries, one key, whole numbers",
            np.array([[2, 0, 1], [-1, 3, 1]]),
            np.array([[1, -2, 1]]),
            np.array([[4, 7, 0, -5]]),
            2,
            aspect="edges",
        ),
        case(
            "scores near -20,000",
            np.array([[-28000.0, 0.0], [0.0, -30000.0]]),
            np.array([[1.0, 0.9], [1.00005, 0.90005], [1.1, 0.90015]]),
            np.array([[1.0, 2.0, 4.0], [3.0, -1.0, 0.5], [0.0, 6.0, 1.5]]),
            2,
            aspect="edges",
        ),
    )  # fmt: skip

    class wrong:
        def not_scaled(Q, K, V, block_size):
            """The scores were not divided by the root of d_k."""
            scores = Q @ K.T
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            return powers @ V / powers.sum(axis=1, keepdims=True)

        def divided_by_d_k(Q, K, V, block_size):
            """The scores were divided by d_k. It is the root of d_k."""
            return attention(Q / np.sqrt(Q.shape[1]), K, V)[0]

        def root_of_block_size(Q, K, V, block_size):
            """The root of the block's size was used. It is d_k, the width of K."""
            return attention(Q * np.sqrt(Q.shape[1] / block_size), K, V)[0]

        def root_of_d_v(Q, K, V, block_size):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            return attention(Q * np.sqrt(Q.shape[1] / V.shape[1]), K, V)[0]

        def root_of_n_k(Q, K, V, block_size):
            """The root of the number of keys was used. It is d_k, the width of K."""
            return attention(Q * np.sqrt(Q.shape[1] / len(K)), K, V)[0]

        def nothing_rescaled(Q, K, V, block_size):
            """The old total and mix were not rescaled when the maximum rose, or only after `top`
            had changed, when the factor is 1.
            """
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers = np.exp(scores - top)
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ V[start : start + block_size]
            return mix / total

        def total_not_rescaled(Q, K, V, block_size):
            """The mix was rescaled, the total was not."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers = np.exp(scores - new_top)
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix * np.exp(top - new_top) + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def mix_not_rescaled(Q, K, V, block_size):
            """The total was rescaled, the mix was not."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers = np.exp(scores - new_top)
                total = total * np.exp(top - new_top) + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def rescaled_the_wrong_way(Q, K, V, block_size):
            """Total and mix were multiplied by e^(new − old). They shrink: e^(old − new)."""
            top = (Q @ K[:block_size].T).max(axis=1, keepdims=True) / np.sqrt(Q.shape[1])
            total, mix = 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers = np.exp(scores - new_top)
                factor = np.exp(new_top - top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def blocks_averaged(Q, K, V, block_size):
            """Each block had a softmax of its own, and the outputs were averaged."""
            starts = range(0, len(K), block_size)
            outputs = [
                attention(Q, K[i : i + block_size], V[i : i + block_size])[0] for i in starts
            ]
            return sum(outputs) / len(outputs)

        def blocks_summed(Q, K, V, block_size):
            """Each block had a softmax of its own, and the outputs were added up."""
            starts = range(0, len(K), block_size)
            return sum(
                attention(Q, K[i : i + block_size], V[i : i + block_size])[0] for i in starts
            )

        def last_block_only(Q, K, V, block_size):
            """Only the last block counts: the earlier sums were overwritten, or they vanished
            because `top` stayed at minus infinity.
            """
            start = (len(K) - 1) // block_size * block_size
            return attention(Q, K[start:], V[start:])[0]

        def first_block_only(Q, K, V, block_size):
            """It stopped after the first block: is `return` inside the loop?"""
            return attention(Q, K[:block_size], V[:block_size])[0]

        def short_block_left_out(Q, K, V, block_size):
            """The last block, which may be shorter, was left out."""
            whole = len(K) // block_size * block_size
            return attention(Q, K[:whole], V[:whole])[0]

        def nothing_subtracted(Q, K, V, block_size):
            """No maximum was subtracted: large scores overflow, low ones all become 0."""
            total, mix = 0.0, 0.0
            for start in range(0, len(K), block_size):
                powers = np.exp(Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1]))
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ V[start : start + block_size]
            return mix / total

        def top_starts_at_zero(Q, K, V, block_size):
            """`top` began at 0. Where all scores are far below, every exponential is 0."""
            top, total, mix = np.zeros((len(Q), 1)), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def one_top_for_all(Q, K, V, block_size):
            """For a query every exponential was 0, so that 0/0 came out. Lower each query's scores
            by its own largest.
            """
            top, total, mix = -np.inf, 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = max(top, scores.max())
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def never_divided(Q, K, V, block_size):
            """The mix was never divided by the total."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix

        def divided_in_every_block(Q, K, V, block_size):
            """The mix was divided by the total after every block. Divide once, at the end."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = (mix * factor + powers @ V[start : start + block_size]) / total
                top = new_top
            return mix

        def local(Q, K, V, block_size):
            """Each block of queries saw one block of keys. Every query sees all keys."""
            output = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(Q), block_size):
                part = slice(start, start + block_size)
                if len(K[part]):
                    output[part] = attention(Q[part], K[part], V[part])[0]
            return output

        def same_values(Q, K, V, block_size):
            """Every block was mixed with the first values. Cut V as you cut K."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[: powers.shape[1]]
                top = new_top
            return mix / total

        def keys_mixed(Q, K, V, block_size):
            """The keys were mixed. Mix the values."""
            return attention(Q, K, K)[0]

        def over_the_queries(Q, K, V, block_size):
            """The softmax ran over the queries. Each query shares its own attention out."""
            scores = Q @ K.T / np.sqrt(Q.shape[1])
            powers = np.exp(scores - scores.max(axis=0))
            return powers / powers.sum(axis=0) @ V

        def transposed(Q, K, V, block_size):
            """Rows and columns of the output are exchanged: each query needs a row."""
            return np.array(attention(Q, K, V)[0].T)

        def with_weights(Q, K, V, block_size):
            """Only the output is asked for: the weights are the array that must not be."""
            return attention(Q, K, V)

        def single_precision(Q, K, V, block_size):
            """Only some seven digits are right: was float32 used on the way?"""
            Q, K, V = (array.astype(np.float32) for array in (Q, K, V))
            return attention(Q, K, V)[0]

        def whole_number_mix(Q, K, V, block_size):
            """Whole values came in, and the mix was collected in an array of whole numbers."""
            output = np.zeros((len(Q), V.shape[1]), dtype=V.dtype)
            output[:] = attention(Q, K, V)[0]
            return output

        def changes_queries(Q, K, V, block_size):
            Q[:] = Q / np.sqrt(Q.shape[1])
            return attention(Q * np.sqrt(Q.shape[1]), K, V)[0]

        def rescaled_the_wrong_way_from_the_start(Q, K, V, block_size):
            """Before the first block `top` is minus infinity. What meets it? The new maximum is
            the larger of two, the factor is e^(old − new), and a block is shifted by the new
            maximum.
            """
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(new_top - top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        # Right numbers, too much memory.

        def queries_only(Q, K, V, block_size):
            starts = range(0, len(Q), block_size)
            return np.concatenate([attention(Q[i : i + block_size], K, V)[0] for i in starts])

        def row_by_row(Q, K, V, block_size):
            return np.vstack([attention(query[None], K, V)[0] for query in Q])

        def row_by_row_in_place(Q, K, V, block_size):
            output = np.empty((len(Q), V.shape[1]))
            for i, query in enumerate(Q / np.sqrt(Q.shape[1])):
                row = K @ query
                row -= row.max()
                np.exp(row, out=row)
                output[i] = row @ V / row.sum()
            return output

        def whole_array(Q, K, V, block_size):
            return attention(Q, K, V)[0]

        def whole_array_in_place(Q, K, V, block_size):
            scores = Q @ K.T
            scores /= np.sqrt(Q.shape[1])
            scores -= scores.max(axis=1, keepdims=True)
            np.exp(scores, out=scores)
            return scores @ V / scores.sum(axis=1, keepdims=True)

        def filled_by_blocks(Q, K, V, block_size):
            scores = np.empty((len(Q), len(K)))
            for start in range(0, len(K), block_size):
                stop = start + block_size
                scores[:, start:stop] = Q @ K[start:stop].T / np.sqrt(Q.shape[1])
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            return powers @ V / powers.sum(axis=1, keepdims=True)

        def blocks_joined(Q, K, V, block_size):
            starts = range(0, len(K), block_size)
            blocks = [Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1]) for i in starts]
            scores = np.concatenate(blocks, axis=1)
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            return powers @ V / powers.sum(axis=1, keepdims=True)

        def blocks_kept(Q, K, V, block_size):
            starts = range(0, len(K), block_size)
            blocks = [Q @ K[i : i + block_size].T / np.sqrt(Q.shape[1]) for i in starts]
            top = np.max([block.max(axis=1) for block in blocks], axis=0)[:, None]
            total, mix = 0.0, 0.0
            for start, block in zip(starts, blocks):
                powers = np.exp(block - top)
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ V[start : start + block_size]
            return mix / total

        def all_scores_in_a_list(Q, K, V, block_size):
            root = math.sqrt(Q.shape[1])
            table = [(K @ query / root).tolist() for query in Q]
            output = []
            for row in table:
                powers = np.exp(np.array(row) - max(row))
                output.append(powers @ V / powers.sum())
            return np.array(output)

        def not_scaled_in_blocks(Q, K, V, block_size):
            """The scores were not divided by the root of d_k."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def divided_by_d_k_in_blocks(Q, K, V, block_size):
            """The scores were divided by d_k. It is the root of d_k."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / K.shape[1]
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def root_of_the_block(Q, K, V, block_size):
            """The root of the block's size was used. It is d_k, the width of K."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(len(Kb))
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def no_keepdims(Q, K, V, block_size):
            """The maximum or the sum lost an axis. Keep it with keepdims=True, so that each
            query meets its own.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def no_keepdims_in_the_sum(Q, K, V, block_size):
            """The maximum or the sum lost an axis. Keep it with keepdims=True, so that each
            query meets its own.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def no_keepdims_in_the_maximum(Q, K, V, block_size):
            """The maximum or the sum lost an axis. Keep it with keepdims=True, so that each
            query meets its own.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def maximum_over_the_queries(Q, K, V, block_size):
            """Maximum and sum ran over the queries (axis 0). They run along the keys: axis 1."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=0, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=0, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def top_never_replaced(Q, K, V, block_size):
            """Only the last block counts: the earlier sums were overwritten, or they vanished
            because `top` stayed at minus infinity.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                pass
            return mix / total

        def replaced_too_early(Q, K, V, block_size):
            """The old total and mix were not rescaled when the maximum rose, or only after `top`
            had changed, when the factor is 1.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(new_top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def one_maximum_for_all_queries(Q, K, V, block_size):
            """For a query every exponential was 0, so that 0/0 came out. Lower each query's scores
            by its own largest.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max())
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def python_max(Q, K, V, block_size):
            """Python's `max` compares whole arrays. np.maximum compares entry by entry."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = max(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def total_overwritten(Q, K, V, block_size):
            """The total of the earlier blocks was lost: add to it."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def mix_overwritten(Q, K, V, block_size):
            """The mix of the earlier blocks was lost: add to it."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = powers @ Vb
                top = new_top
            return mix / total

        def total_only_kept(Q, K, V, block_size):
            """The mix was rescaled, the total was not."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def mix_only_kept(Q, K, V, block_size):
            """The total was rescaled, the mix was not."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ Vb
                top = new_top
            return mix / total

        def own_maximum_of_each_block(Q, K, V, block_size):
            """Each block was shifted by its own maximum. Shift it by the running maximum."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = (
                    np.exp(top - new_top),
                    np.exp(scores - scores.max(axis=1, keepdims=True)),
                )
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def shifted_by_the_old_maximum(Q, K, V, block_size):
            """Before the first block `top` is minus infinity. What meets it? The new maximum is
            the larger of two, the factor is e^(old − new), and a block is shifted by the new
            maximum.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def exponentials_without_a_shift(Q, K, V, block_size):
            """No maximum was subtracted: large scores overflow, low ones all become 0."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = 1, np.exp(scores)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def top_from_zero(Q, K, V, block_size):
            """`top` began at 0. Where all scores are far below, every exponential is 0."""
            top, total, mix = (
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def never_divided_by_the_normaliser(Q, K, V, block_size):
            """The mix was never divided by the total."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix

        def weights_not_values(Q, K, V, block_size):
            """The block of scores was mixed with all the values. Cut V as you cut K."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb = K[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V
                top = new_top
            return mix / total

        def weights_of_the_block_divided(Q, K, V, block_size):
            """The block's weights were divided by the block's own sum. Divide once, at the
            end, by the whole sum.
            """
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers / powers.sum(axis=1, keepdims=True) @ Vb
                top = new_top
            return mix / total

        def factor_on_the_block(Q, K, V, block_size):
            """The block's own terms were multiplied by the factor. Only the old sums are."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total + shrink * powers.sum(axis=1, keepdims=True)
                mix = mix + shrink * (powers @ Vb)
                top = new_top
            return mix / total

        def keys_not_transposed(Q, K, V, block_size):
            """The block of keys was not transposed: queries and keys do not meet over d_k."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total

        def with_the_normaliser(Q, K, V, block_size):
            """Only the output is asked for."""
            top, total, mix = (
                np.full((len(Q), 1), -np.inf),
                np.zeros((len(Q), 1)),
                np.zeros((len(Q), V.shape[1])),
            )
            for start in range(0, len(K), block_size):
                Kb, Vb = K[start : start + block_size], V[start : start + block_size]
                scores = Q @ Kb.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ Vb
                top = new_top
            return mix / total, total

        def blocks_of_as_many_as_queries(Q, K, V, block_size):
            """The loop went as far as there are queries. It goes over the keys."""
            top = np.full((len(Q), 1), -np.inf)
            total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(Q), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def one_normaliser(Q, K, V, block_size):
            """All exponentials were added to one number. Each query has its own total."""
            top = np.full((len(Q), 1), -np.inf)
            total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum()
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def factor_to_the_block(Q, K, V, block_size):
            """The old sums were rescaled to the block's own maximum. They belong under the new
            running maximum, which may be an earlier one.
            """
            top = np.full((len(Q), 1), -np.inf)
            total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = (
                    np.exp(top - scores.max(axis=1, keepdims=True)),
                    np.exp(scores - new_top),
                )
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def all_of_the_mix_rescaled(Q, K, V, block_size):
            """The block's own mix was rescaled too. Only the old mix is."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = (mix + powers @ V[start : start + block_size]) * shrink
                top = new_top
            return mix / total

        def all_of_the_total_rescaled(Q, K, V, block_size):
            """The block's own sum was rescaled too. Only the old total is."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = (total + powers.sum(axis=1, keepdims=True)) * shrink
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def all_terms_rescaled(Q, K, V, block_size):
            """The new block's own terms were rescaled too. Only the old sums are."""
            top = np.full((len(Q), 1), -np.inf)
            total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = (total + powers.sum(axis=1, keepdims=True)) * shrink
                mix = (mix + powers @ V[start : start + block_size]) * shrink
                top = new_top
            return mix / total

        def sum_over_the_queries(Q, K, V, block_size):
            """The sum ran over the queries (axis 0). It runs along the keys: axis 1."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=0, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def maximum_only_over_the_queries(Q, K, V, block_size):
            """`top` needs one number for each query: the maximum of its block, along the keys,
            `max(axis=1, keepdims=True)`.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=0, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def short_block_left_out_of_the_loop(Q, K, V, block_size):
            """The last block, which may be shorter, was left out."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K) // block_size * block_size, block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def mix_of_whole_numbers(Q, K, V, block_size):
            """Whole values came in, and the mix was collected in an array of whole numbers."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]), dtype=V.dtype)
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix[:] = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def entry_by_entry(Q, K, V, block_size):
            """Exponentials and values were multiplied entry by entry. Mix with a matrix product."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers * V[start : start + block_size]
                top = new_top
            return mix / total

        def keys_cut_in_columns(Q, K, V, block_size):
            """K was cut into blocks of columns. A key is a row of K: cut the rows."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[:, start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def values_one_short(Q, K, V, block_size):
            """The block of values is not as long as the block of keys. Cut V as you cut K."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size - 1]
                top = new_top
            return mix / total

        def smallest_of_the_block(Q, K, V, block_size):
            """Something other than the largest score so far was subtracted, and exp overflowed."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.min(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def multiplied_by_the_root(Q, K, V, block_size):
            """The scores were multiplied by the root of d_k. Divide them."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T * np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def root_of_n_q(Q, K, V, block_size):
            """The root of the number of queries was used. It is d_k, the width of K."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(len(Q))
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def multiplied_by_the_total(Q, K, V, block_size):
            """The mix was multiplied by the total. Divide it."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix * total

        def means_in_the_total(Q, K, V, block_size):
            """The means of the exponentials were added. The total is a sum."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.mean(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def blocks_overlap(Q, K, V, block_size):
            """The blocks overlap: their starts are one key apart, not block_size."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K)):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def last_block_left_out(Q, K, V, block_size):
            """The last block was left out: the loop ends too soon."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K) - block_size, block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def keys_mixed_in_blocks(Q, K, V, block_size):
            """The keys were mixed. Mix the values."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ K[start : start + block_size]
                top = new_top
            return mix / total

        def mix_as_wide_as_the_queries(Q, K, V, block_size):
            """The mix was made as wide as the queries. Its columns are those of V."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), Q.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def blocks_own_maximum_as_top(Q, K, V, block_size):
            """`top` fell when a block had lower scores, and the factor e^(old − new) overflowed.
            Keep the larger of the two: `np.maximum(top, …)`.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = scores.max(axis=1, keepdims=True)
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def last_key_of_each_block_left_out(Q, K, V, block_size):
            """The last key of each block is left out: a slice ends before the number after `:`."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size - 1].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size - 1]
                top = new_top
            return mix / total

        def exponent_turned_round(Q, K, V, block_size):
            """The sign of the block's exponents is turned round: it is score minus maximum."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(new_top - scores)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def divided_by_the_blocks_sum(Q, K, V, block_size):
            """Each block was divided by its own sum. Divide once, at the end, by the whole sum."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                powers = powers / powers.sum(axis=1, keepdims=True)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def maximum_with_every_score(Q, K, V, block_size):
            """`top` needs one number for each query: the maximum of its block, along the keys,
            `max(axis=1, keepdims=True)`.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores)
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def divided_in_every_block_and_at_the_end(Q, K, V, block_size):
            """The mix was divided by the total in every block, and once more at the end. Divide
            at the end only.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = (mix * shrink + powers @ V[start : start + block_size]) / total
                top = new_top
            return mix / total

        def old_mix_twice(Q, K, V, block_size):
            """The old mix is counted twice: as it is, and once more after it was rescaled. Keep
            the rescaled one.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix += mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def keys_first(Q, K, V, block_size):
            """The block of scores had a row for each key. It needs one for each query."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = K[start : start + block_size] @ Q.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def factor_without_exp(Q, K, V, block_size):
            """Before the first block `top` is minus infinity. What meets it? The new maximum is
            the larger of two, the factor is e^(old − new), and a block is shifted by the new
            maximum.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = top - new_top, np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def block_size_taken_for_their_number(Q, K, V, block_size):
            """`block_size` is the number of keys in a block, not the number of blocks."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for keys, values in zip(np.array_split(K, block_size), np.array_split(V, block_size)):
                scores = Q @ keys.T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ values
                top = new_top
            return mix / total

        def block_size_replaced(Q, K, V, block_size):
            block_size = 64  # right numbers, too much memory
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def scores_in_the_mix(Q, K, V, block_size):
            """The scores were mixed. Mix the exponentials."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                mix = mix * shrink + scores @ V[start : start + block_size]
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                top = new_top
            return mix / total

        def scores_in_the_total(Q, K, V, block_size):
            """The scores were added to the total. It is a sum of exponentials."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                mix = mix * shrink + powers @ V[start : start + block_size]
                total = total * shrink + scores.sum(axis=1, keepdims=True)
                top = new_top
            return mix / total

        def mix_times_total(Q, K, V, block_size):
            """The old mix was multiplied by the total. The factor is e^(old − new)."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * total + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def maximum_after_exp(Q, K, V, block_size):
            """The maximum was subtracted after exp. Subtract it from the scores."""
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores) - new_top
                mix = mix * shrink + powers @ V[start : start + block_size]
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                top = new_top
            return mix / total

        def one_maximum_and_one_total(Q, K, V, block_size):
            """One maximum and one total for all queries. Each query has its own: `axis=1,
            keepdims=True`.
            """
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max())
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                mix = mix * shrink + powers @ V[start : start + block_size]
                total = total * shrink + powers.sum()
                top = new_top
            return mix / total

        def one_total_by_its_own_maximum(Q, K, V, block_size):
            """The number added to the total is the same for all queries. Each query adds a sum
            of its own, over its row.
            """
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                mix = mix * shrink + powers @ V[start : start + block_size]
                total = total * shrink + np.exp(scores - scores.max()).sum()
                top = new_top
            return mix / total

        def largest_factor_for_all(Q, K, V, block_size):
            """The old mix of every query was multiplied by the largest factor. Each query has its
            own.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink.max() + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def block_not_shifted(Q, K, V, block_size):
            """The new block's scores went into exp as they are. Subtract the new maximum first."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def own_maximum_and_nothing_rescaled(Q, K, V, block_size):
            """Each block was shifted by its own maximum, and nothing was rescaled."""
            total, mix = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                powers = np.exp(scores - scores.max(axis=1, keepdims=True))
                total = total + powers.sum(axis=1, keepdims=True)
                mix = mix + powers @ V[start : start + block_size]
            return mix / total

        def later_keys_hidden(Q, K, V, block_size):
            """Keys after the query's own position were hidden, as by a causal mask. Here every
            query sees all keys.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                places = start + np.arange(scores.shape[1])
                powers = powers * (np.arange(len(Q))[:, None] >= places)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                mix = mix * shrink + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def values_transposed(Q, K, V, block_size):
            """Rows and columns of the block of values were exchanged. Each key has a row of V."""
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(K.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                shrink, powers = np.exp(top - new_top), np.exp(scores - new_top)
                total = total * shrink + powers.sum(axis=1, keepdims=True)
                values = V[start : start + block_size]
                mix = mix * shrink + np.einsum("qk,vk->qv", powers, values)
                top = new_top
            return mix / total

        def row_of_all_scores(Q, K, V, block_size):
            scores = Q @ K.T / np.sqrt(K.shape[1])  # right numbers, too much memory
            output = np.zeros((len(Q), V.shape[1]))
            for i, row in enumerate(scores):
                top, total = running_total(row, block_size)
                output[i] = np.exp(row - top) @ V / total
            return output

        def one_row_for_one_key(Q, K, V, block_size):
            """With one key, one row came back. Every query has a row of its own."""
            if len(K) == 1:
                return V * 1.0
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def value_as_it_is(Q, K, V, block_size):
            """With one key, integers came back. The task asks for a float array."""
            if len(K) == 1:
                return V[[0] * len(Q)]
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def top_starts_too_high(Q, K, V, block_size):
            """`top` began at a number that all scores may lie below. Begin at minus infinity."""
            top, total, mix = np.full((len(Q), 1), -1000.0), 0.0, 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def part_divided_at_once(Q, K, V, block_size):
            """Each block's part was divided by the total so far, and again at the end. Only at the
            end is the total known.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size] / total
                top = new_top
            return mix / total

        def part_divided_and_not_at_the_end(Q, K, V, block_size):
            """Each block's part was divided by the total so far. Only at the end is the total
            known: divide there.
            """
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size] / total
                top = new_top
            return mix

    class right:
        def over_the_keys(Q, K, V, block_size):
            top, total = np.full((len(Q), 1), -np.inf), np.zeros((len(Q), 1))
            mix = np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ V[start : start + block_size]
                top = new_top
            return mix / total

        def queries_and_keys(Q, K, V, block_size):
            output = np.empty((len(Q), V.shape[1]))
            for i in range(0, len(Q), block_size):
                q = Q[i : i + block_size] / np.sqrt(Q.shape[1])
                top = np.full(len(q), -np.inf)
                total, mix = np.zeros(len(q)), np.zeros((len(q), V.shape[1]))
                for j in range(0, len(K), block_size):
                    scores = q @ K[j : j + block_size].T
                    new_top = np.maximum(top, scores.max(axis=1))
                    powers, factor = np.exp(scores - new_top[:, None]), np.exp(top - new_top)
                    total = total * factor + powers.sum(axis=1)
                    mix = mix * factor[:, None] + powers @ V[j : j + block_size]
                    top = new_top
                output[i : i + block_size] = mix / total[:, None]
            return output

        def two_passes(Q, K, V, block_size):
            root, starts = np.sqrt(Q.shape[1]), range(0, len(K), block_size)
            top = np.full(len(Q), -np.inf)
            for start in starts:
                top = np.maximum(top, (Q @ K[start : start + block_size].T / root).max(axis=1))
            total, mix = 0, 0
            for start in starts:
                stop = start + block_size
                powers = np.exp(Q @ K[start:stop].T / root - top[:, None])
                total = total + powers.sum(axis=1)
                mix = mix + powers @ V[start:stop]
            return mix / total[:, None]

        def one_query_at_a_time(Q, K, V, block_size):
            output = []
            for query in Q / np.sqrt(Q.shape[1]):
                top, total, mix = -np.inf, 0.0, np.zeros(V.shape[1])
                for start in range(0, len(K), block_size):
                    scores = K[start : start + block_size] @ query
                    new_top = max(top, scores.max())
                    powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                    total = total * factor + powers.sum()
                    mix = mix * factor + powers @ V[start : start + block_size]
                    top = new_top
                output.append(mix / total)
            return np.array(output)

        def lists(Q, K, V, block_size):
            keys, values, root = K.tolist(), V.tolist(), math.sqrt(Q.shape[1])
            output = []
            for query in Q.tolist():
                top, total, mix = -math.inf, 0.0, [0.0] * len(values[0])
                for start in range(0, len(keys), block_size):
                    scores = [
                        sum(a * b for a, b in zip(query, key)) / root
                        for key in keys[start : start + block_size]
                    ]
                    new_top = max(top, *scores)
                    factor = math.exp(top - new_top)
                    powers = [math.exp(score - new_top) for score in scores]
                    total = total * factor + sum(powers)
                    mix = [
                        m * factor + sum(p * v[c] for p, v in zip(powers, values[start:]))
                        for c, m in enumerate(mix)
                    ]
                    top = new_top
                output.append([m / total for m in mix])
            return np.array(output)

        def blocks_of_lists(Q, K, V, block_size):
            n_q, root = len(Q), math.sqrt(Q.shape[1])
            tops, totals, mix = [-math.inf] * n_q, [0.0] * n_q, np.zeros((n_q, V.shape[1]))
            for start in range(0, len(K), block_size):
                block = (Q @ K[start : start + block_size].T).tolist()
                for i, row in enumerate(block):
                    row = [score / root for score in row]
                    new_top = max([tops[i], *row])
                    factor = math.exp(tops[i] - new_top)
                    block[i] = [math.exp(score - new_top) for score in row]
                    totals[i] = totals[i] * factor + sum(block[i])
                    mix[i] *= factor
                    tops[i] = new_top
                mix += np.array(block) @ V[start : start + block_size]
            return mix / np.array(totals)[:, None]

        def log_sum_exp(Q, K, V, block_size):
            output, log_total = np.zeros((len(Q), V.shape[1])), np.full(len(Q), -np.inf)
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                own = np.logaddexp.reduce(scores, axis=1)
                both = np.logaddexp(log_total, own)
                part = np.exp(scores - both[:, None]) @ V[start : start + block_size]
                output = output * np.exp(log_total - both)[:, None] + part
                log_total = both
            return output

        def averaged_as_it_goes(Q, K, V, block_size):
            root, n_q = np.sqrt(Q.shape[1]), len(Q)
            top, total, output = np.full((n_q, 1), -np.inf), np.zeros((n_q, 1)), 0.0
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / root
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, old = np.exp(scores - new_top), total * np.exp(top - new_top)
                total = old + powers.sum(axis=1, keepdims=True)
                output = (output * old + powers @ V[start : start + block_size]) / total
                top = new_top
            return output

        def first_block_first(Q, K, V, block_size):
            stop, root = block_size, np.sqrt(Q.shape[1])
            scores = Q @ K[:stop].T / root
            top = scores.max(axis=1, keepdims=True)
            powers = np.exp(scores - top)
            total, mix = powers.sum(axis=1, keepdims=True), powers @ V[:stop]
            while stop < len(K):
                scores = np.einsum("qd,kd->qk", Q, K[stop : stop + block_size]) / root
                higher = np.fmax(top, scores.max(axis=1, keepdims=True))
                mix, total = mix * np.exp(top - higher), total * np.exp(top - higher)
                powers, top = np.exp(scores - higher), higher
                total += np.sum(powers, axis=1, keepdims=True)
                mix += np.einsum("qk,kv->qv", powers, V[stop : stop + block_size])
                stop += block_size
            return mix / total

        def split_and_zipped(Q, K, V, block_size):
            cuts = list(range(block_size, len(K), block_size))
            root = Q.shape[1] ** 0.25
            top, total, mix = np.full(len(Q), -np.inf), 0.0, 0.0
            for keys, values in zip(np.split(K, cuts), np.split(V, cuts)):
                scores = (keys / root) @ (Q / root).T  # one column for each query
                new_top = np.maximum(top, scores.max(axis=0))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=0)
                mix = mix * factor + values.T @ powers
                top = new_top
            return (mix / total).T

        def parts_joined_at_the_end(Q, K, V, block_size):
            tops, totals, mixes = [], [], []
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T / np.sqrt(Q.shape[1])
                tops.append(scores.max(axis=1))
                powers = np.exp(scores - tops[-1][:, None])
                totals.append(powers.sum(axis=1))
                mixes.append(powers @ V[start : start + block_size])
            factors = np.exp(np.array(tops) - np.max(tops, axis=0))  # (blocks, n_q)
            mix = sum(factor[:, None] * part for factor, part in zip(factors, mixes))
            return mix / (factors * np.array(totals)).sum(axis=0)[:, None]

        def padded_keys(Q, K, V, block_size):
            n_k, more = len(K), ((0, -len(K) % block_size), (0, 0))
            keys = np.pad(K, more).reshape(-1, block_size, K.shape[1])
            values = np.pad(V, more).reshape(-1, block_size, V.shape[1])
            top, total, mix = np.full((len(Q), 1), -np.inf), 0.0, 0.0
            for b, (key, value) in enumerate(zip(keys, values)):
                real = np.arange(block_size) < n_k - b * block_size
                scores = np.where(real, Q @ key.T / np.sqrt(Q.shape[1]), -np.inf)
                new_top = np.maximum(top, scores.max(axis=1, keepdims=True))
                powers, factor = np.exp(scores - new_top), np.exp(top - new_top)
                total = total * factor + powers.sum(axis=1, keepdims=True)
                mix = mix * factor + powers @ value
                top = new_top
            return mix / total

        def rescaled_where_the_top_rises(Q, K, V, block_size):
            K = K / np.sqrt(K.shape[1])
            top = (Q @ K[:1].T)[:, 0]
            total, mix = np.zeros(len(Q)), np.zeros((len(Q), V.shape[1]))
            for start in range(0, len(K), block_size):
                scores = Q @ K[start : start + block_size].T
                rises = scores.max(axis=1) > top
                if rises.any():
                    new_top = scores[rises].max(axis=1)
                    factor = np.exp(top[rises] - new_top)
                    total[rises] *= factor
                    mix[rises] *= factor[:, None]
                    top[rises] = new_top
                scores -= top[:, None]
                np.exp(scores, out=scores)
                total += scores.sum(axis=1)
                mix += scores @ V[start : start + block_size]
            return mix / total[:, None]

        def key_by_key(Q, K, V, block_size):
            tops, totals = np.full(len(Q), -np.inf), np.zeros(len(Q))
            mix = np.zeros((len(Q), V.shape[1]))
            for key, value in zip(K, V):
                scores = Q @ key / np.sqrt(len(key))  # one for each query
                new_tops = np.maximum(tops, scores)
                shrink, powers = np.exp(tops - new_tops), np.exp(scores - new_tops)
                totals = totals * shrink + powers
                mix = mix * shrink[:, None] + np.outer(powers, value)
                tops = new_tops
            return mix / totals[:, None]

        def lists_key_by_key(Q, K, V, block_size):
            keys, values, output = K.tolist(), V.tolist(), []
            for query in (Q / math.sqrt(Q.shape[1])).tolist():
                top, total, mix = -math.inf, 0.0, [0.0] * V.shape[1]
                for i in range(0, len(keys), block_size):
                    for key, value in zip(keys[i : i + block_size], values[i : i + block_size]):
                        score = sum(a * b for a, b in zip(query, key))
                        new_top = max(top, score)
                        shrink, power = math.exp(top - new_top), math.exp(score - new_top)
                        total = total * shrink + power
                        mix = [m * shrink + power * v for m, v in zip(mix, value)]
                        top = new_top
                output.append([m / total for m in mix])
            return np.array(output)

        def blocks_of_one_row(Q, K, V, block_size):
            output = np.zeros((len(Q), V.shape[1]))
            for i, query in enumerate(Q):
                row = K @ query / np.sqrt(len(query))  # the check cannot tell it from a copy
                top, total, mix = -np.inf, 0.0, 0.0
                for start in range(0, len(row), block_size):
                    block = row[start : start + block_size]
                    new_top = max(top, block.max())
                    powers, shrink = np.exp(block - new_top), np.exp(top - new_top)
                    total = total * shrink + powers.sum()
                    mix = mix * shrink + powers @ V[start : start + block_size]
                    top = new_top
                output[i] = mix / total
            return output


class right_factor(Exercise):
    variables = ("right_factor",)
    tolerance = 4e-3  # three digits: 0.135
    first_step = "The factor is e to a power: the maximum so far, minus the new maximum."
    cases = (case("what the old total has to be multiplied by"),)

    class wrong:
        def the_wrong_way():
            """With this factor the old total grows. Under a higher maximum it must shrink."""
            return math.exp(2)

        def the_wrong_way_by_one():
            """With this factor the old total grows. Under a higher maximum it must shrink."""
            return math.e

        def difference():
            """That is the difference of the maxima. The factor is e to a power."""
            return -2

        def size_of_the_difference():
            """That is the difference of the maxima. The factor is e to a power."""
            return 2

        def ratio():
            """That is one maximum divided by the other. Softmax looks at differences."""
            return 3 / 5

        def from_zero():
            """That goes from the new maximum all the way down to 0. The old one was not 0."""
            return math.exp(-5)

        def nothing():
            """With this factor nothing changes, and that is the slip."""
            return 1

        def the_rescaled_total():
            """That is the old total after it was multiplied. The factor is asked for."""
            return (1 + math.exp(-1)) * math.exp(-2)

        def two_digits():
            return 0.14

        def base_two():
            """That is 2 to the power. The base is e."""
            return 2**-2

        def base_ten():
            """That is 10 to the power. The base is e."""
            return 10**-2

        def difference_of_totals():
            """That is one total minus another. The factor is e to a power."""
            return 2.3862 - 1.2034

        def of_the_first_block():
            return 0.13

        def of_the_whole_step():
            """The exponent is the old maximum minus the new one. Which two are they here?"""
            return 0.0183

        def of_one():
            """The exponent is the old maximum minus the new one. Which two are they here?"""
            return 0.3679

        def of_three():
            """The exponent is the old maximum minus the new one. Which two are they here?"""
            return 0.0498

        def ratio_of_the_totals():
            """That is one total divided by the other. The factor is e to a difference."""
            return 1.2034 / 2.3862

        def the_right_total():
            """That is a total. The factor for the old one is asked for."""
            return 1.2034

        def the_old_total():
            """That is a total. The factor for the old one is asked for."""
            return 1.3679

        def the_slipped_total():
            """That is a total. The factor for the old one is asked for."""
            return 2.3862

        def twice():
            """The factor is there once."""
            return 2 * math.exp(-2)

        def difference_of_powers():
            """Those are two powers, one minus the other. The factor is a single power of e."""
            return math.exp(3) - math.exp(5)

    class right:
        def computed():
            return np.exp(3 - 5)

        def three_digits():
            return 0.135

        def four_digits():
            return 0.1353

        def an_array_of_no_axes():
            return np.array(0.13534)
