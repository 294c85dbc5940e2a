"""Exercises of 08-many-heads."""

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "08-many-heads"

RECALL = {
    "recall_1": Recall(
        "A padding mask hides keys, which are columns of the scores, for every query.",
        "notebook 6, exercise 2",
    ),
    "recall_2": Recall(
        "A score is a sum of d_k products, and d_k is the width of the keys.",
        "notebook 7, exercise 2",
    ),
    "recall_3": Recall(
        "Each row of X is multiplied by the whole of W.",
        "notebook 1, View 2",
    ),
}

_rng = np.random.default_rng(80)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


# Each number says where it stands, counted from 0: 23 is column 3 of token 2.
PLACES = np.array([[10 * i + j for j in range(6)] for i in range(4)], dtype=float)
FRACTIONS = (np.arange(60).reshape(5, 12) - 24) / 8
SQUARE = np.arange(9.0).reshape(3, 3)  # as many tokens as heads

# 2 heads; n_q 4, n_k 5, d_query 14, d_memory 18, d_k 6 (3 a head), d_v 16 (8 a head), d_out 11
INPUTS = (_normal(4, 14), _normal(5, 18), _normal(14, 6) / 2, _normal(18, 6) / 2, _normal(18, 16))
INPUTS = (*INPUTS, _normal(16, 11) / 2, 2)
# 3 heads; n_q 3, n_k 3: as many tokens as heads. d 15, d_k 12, d_v 6, d_out 6
SQUARES = (_normal(3, 15), _normal(3, 15), _normal(15, 12) / 2, _normal(15, 12) / 2, _normal(15, 6))
SQUARES = (*SQUARES, _normal(6, 6), 3)
_mask = np.array([[1, 0, 1, 1, 0], [0, 1, 0, 0, 1], [1, 1, 1, 0, 0], [0, 0, 1, 0, 1]], dtype=bool)
EMPTY = _mask.copy()
EMPTY[1] = False
# One for each head, and in the first head the last query may attend to nothing.
OF_HEADS = np.stack([EMPTY[::-1], _mask])
OF_HEADS[0, 3] = False
PADDING = np.array([True, True, True, False, False])
# Scaled scores of -1000, -2000 and a hidden -700, in both heads.
LOW = (
    np.array([[1.0]]),
    np.array([[-10000.0], [-20000.0], [-7000.0]]) * 2**0.5,
    np.array([[1.0, 0.0, 1.0, 0.0]]),
    np.array([[1.0, 0.0, 1.0, 0.0]]),
    np.array([[1.0, 2.0]]),
    np.array([[1.0, 0.0], [0.0, 1.0]]),
    2,
    np.array([True, True, False]),
)
HIGH = (LOW[0], np.array([[1.0], [2.0], [20000.0]]) * 2**0.5, *LOW[2:])
LARGE = (*(30 * array for array in INPUTS[:2]), *(4 * array for array in INPUTS[2:4]), *INPUTS[4:])
# A transformer's layer in miniature: biases as the last row of W, padding hidden.
_words = np.column_stack([_normal(4, 8), np.ones(4)])
LAYER = (_words, _words, _normal(9, 8), _normal(9, 8), _normal(9, 8), _normal(8, 8), 4)
LAYER = (*LAYER, np.array([True, True, True, False]))


class split_heads(Exercise):
    parameters = ("X", "n_heads")
    cases = (
        case("4 tokens of 6 numbers, 2 heads; 23 is column 3 of token 2", PLACES, 2),
        case("4 tokens of 6 numbers, 3 heads", PLACES, 3),
        case("5 tokens of 12 fractions, 3 heads", FRACTIONS, 3),
        case("as many tokens as heads", SQUARE, 3),
        case("one head", PLACES[:3], 1),
        case("one token, whole numbers", np.array([[1, 2, 3, 4]]), 2),
        case(
            "6 numbers, 4 heads: they cannot share", PLACES, 4, aspect="errors", raises="ValueError"
        ),
        case("3 numbers, 6 heads", SQUARE, 6, aspect="errors", raises="ValueError"),
        case("4 numbers, 4 heads: no error is wanted", PLACES[:1, :4], 4, aspect="errors"),
        case(
            "4 tokens of 5 numbers, 4 heads", PLACES[:, :5], 4, aspect="errors", raises="ValueError"
        ),
        case("3 tokens, 2 heads of 3 numbers each", PLACES[:3], 2),
    )

    class wrong:
        def reshaped_only(X, n_heads):
            """A reshape alone puts numbers of different tokens side by side. Split each row."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("does not divide")
            return X.reshape(n_heads, n, d // n_heads)

        def not_transposed(X, n_heads):
            """The token comes first here, (n, n_heads, d / n_heads). Heads come first."""
            n, d = X.shape
            return X.reshape(n, n_heads, d // n_heads)

        def interleaved(X, n_heads):
            """The columns were dealt out in turn. Head 0 gets the first d / n_heads columns."""
            if X.shape[1] % n_heads:
                raise ValueError("does not divide")
            return np.stack([X[:, h::n_heads] for h in range(n_heads)])

        def heads_transposed(X, n_heads):
            """Each head came out transposed. A head keeps one row for each token."""
            n, d = X.shape
            return X.T.reshape(n_heads, d // n_heads, n)

        def tokens_split(X, n_heads):
            """The tokens were shared out. Every head gets all tokens, and a part of each row."""
            d = X.shape[1]
            if d % n_heads:
                raise ValueError("does not divide")
            return np.stack(np.array_split(X, n_heads))

        def size_for_number(X, n_heads):
            """n_heads was taken for the width of a head. It is how many heads there are."""
            n, d = X.shape
            return X.reshape(n, d // n_heads, n_heads).transpose(1, 0, 2)

        def reversed_heads(X, n_heads):
            """The heads came out in the wrong order. The first columns are head 0."""
            n, d = X.shape
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)[::-1]

        def copies(X, n_heads):
            """Every head got all the columns. Each gets its own d / n_heads of them."""
            if X.shape[1] % n_heads:
                raise ValueError("does not divide")
            return np.stack([X] * n_heads)

        def first_part_again(X, n_heads):
            """Every head got the same columns. Head k starts at column k * d / n_heads."""
            if X.shape[1] % n_heads:
                raise ValueError("does not divide")
            return np.stack([X[:, : X.shape[1] // n_heads]] * n_heads)

        def second_part_again(X, n_heads):
            """Every head got the same columns. Head k starts at column k * d / n_heads."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("does not divide")
            size = d // n_heads
            heads = np.zeros((n_heads, n, size))
            for k in range(n_heads):
                heads[k] = X[:, size : 2 * size]
            return heads

        def without_the_first_head(X, n_heads):
            """Head 0 is missing. Heads are counted from 0, as `range(n_heads)` does."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("does not divide")
            size = d // n_heads
            return np.stack([X[:, k * size : (k + 1) * size] for k in range(1, n_heads)])

        def a_token_for_each_head(X, n_heads):
            """Each head was made of one token's row. A head is made of columns, of all tokens."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("does not divide")
            size = d // n_heads
            return np.stack([X[k].reshape(n_heads, size) for k in range(n_heads)])

        def drops_the_rest(X, n_heads):
            size = X.shape[1] // n_heads
            return np.stack([X[:, h * size : (h + 1) * size] for h in range(n_heads)])

        def fills_up(X, n_heads):
            missing = -X.shape[1] % n_heads
            X = np.column_stack([X, np.zeros((len(X), missing))])
            return X.reshape(len(X), n_heads, -1).transpose(1, 0, 2)

        def asserts(X, n_heads):
            assert X.shape[1] % n_heads == 0, "n_heads does not divide"
            return X.reshape(len(X), n_heads, -1).transpose(1, 0, 2)

        def gives_up_quietly(X, n_heads):
            if X.shape[1] % n_heads:
                return None
            return X.reshape(len(X), n_heads, -1).transpose(1, 0, 2)

        def tests_the_tokens(X, n_heads):
            if len(X) % n_heads and X.shape[1] % n_heads:
                raise ValueError("does not divide")
            size = X.shape[1] // n_heads
            return np.stack([X[:, h * size : (h + 1) * size] for h in range(n_heads)])

        def changes_X(X, n_heads):
            heads = X.reshape(len(X), n_heads, -1).transpose(1, 0, 2).copy()
            X *= 0
            return heads

        def reshaped_into_tokens(X, n_heads):
            """The axes stand in another order than (n_heads, n, d / n_heads)."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, d // n_heads, n_heads)

        def swapped_in_the_reshape(X, n_heads):
            """The columns were dealt out in turn. Head 0 gets the first d / n_heads columns."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, d // n_heads, n_heads).transpose(2, 0, 1)

        def last_two_exchanged(X, n_heads):
            """The axes stand in another order: heads come first, then tokens, then the
            columns of a head.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).transpose(0, 2, 1)

        def all_axes_turned(X, n_heads):
            """Each head came out transposed. A head keeps one row for each token."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).T.transpose(1, 0, 2)

        def a_list_of_heads(X, n_heads):
            """That is a list of heads. One array was asked for: np.stack makes one."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return [X[:, k * w : (k + 1) * w] for k in range(n_heads)]

        def a_float_width(X, n_heads):
            """The width of a head is a float here, and a size must be a whole number: use //."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d / n_heads).transpose(1, 0, 2)

        def a_float_width_in_slices(X, n_heads):
            """The width of a head is a float here, and a size must be a whole number: use //."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d / n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def side_by_side_again(X, n_heads):
            """The heads were joined side by side again. np.stack puts them behind each other."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.concatenate([X[:, k * w : (k + 1) * w] for k in range(n_heads)], axis=1)

        def below_each_other(X, n_heads):
            """The heads were joined below each other. np.stack gives each its own place on a
            new axis.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.concatenate([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def stacked_last(X, n_heads):
            """The axes stand in another order: heads come first, then tokens, then the
            columns of a head.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)], axis=-1)

        def rows_sliced(X, n_heads):
            """Rows were cut out. A head is made of columns: X[:, start:stop]."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[k * w : (k + 1) * w] for k in range(n_heads)])

        def into_whole_numbers(X, n_heads):
            """The fractions were cut off, as `dtype=int` or `astype(int)` does."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            heads = np.zeros((n_heads, n, w), dtype=int)
            for k in range(n_heads):
                heads[k] = X[:, k * w : (k + 1) * w]
            return heads

        def always_two(X, n_heads):
            """The number of heads is fixed at two. It comes in as n_heads."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return np.stack([X[:, : d // 2], X[:, d // 2 :]])

        def number_for_width(X, n_heads):
            """n_heads was taken for the width of a head. It is how many heads there are."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def two_axes_for_three(X, n_heads):
            """There are three axes here. `transpose` needs the place of each: (1, 0, 2)."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0)

        def columns_reshaped(X, n_heads):
            """X.T was cut up by a reshape, which puts numbers of different tokens side by side.
            Cut the rows of X into heads, tokens first; then exchange two axes.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.T.reshape(n_heads, n, d // n_heads)

        def rows_into_an_array(X, n_heads):
            """Rows were cut out. A head is made of columns: X[:, start:stop]."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            heads = np.zeros((n_heads, n, w))
            for k in range(n_heads):
                heads[k] = X[k * w : (k + 1) * w]
            return heads

        def slices_that_overlap(X, n_heads):
            """Every head begins one column after the last. Head k begins at column k times
            the width.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k : k + w] for k in range(n_heads)])

        def always_an_error(X, n_heads):
            """It raised ValueError where n_heads divides d. Raise it only where a remainder
            is left.
            """
            raise ValueError("n_heads does not divide d")

        def test_the_wrong_way_round(X, n_heads):
            """It raised ValueError where n_heads divides d. Raise it only where a remainder
            is left.
            """
            n, d = X.shape
            if d % n_heads == 0:
                raise ValueError("n_heads does not divide d")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)

        def divided_the_wrong_way(X, n_heads):
            """The remainder of n_heads / d was tested. It is d that is shared out: d %
            n_heads.
            """
            n, d = X.shape
            if n_heads % d:
                raise ValueError("n_heads does not divide d")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)

        def error_returned(X, n_heads):
            n, d = X.shape
            if d % n_heads:
                return ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)

        def not_tested(X, n_heads):
            n, d = X.shape
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def all_three_turned(X, n_heads):
            """The axes stand in another order: heads come first, then tokens, then the columns of
            a head.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).T

        def without_brackets(X, n_heads):
            """`k + 1 * size` is k + size: the product comes first. Write `(k + 1) * size`."""
            size = X.shape[1] // n_heads
            return np.stack([X[:, k * size : k + 1 * size] for k in range(n_heads)])

        def tokens_tested(X, n_heads):
            """The remainder of n, the number of tokens, was tested. It is d that is shared out."""
            n, d = X.shape
            if n % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def as_many_heads_as_columns(X, n_heads):
            """The loop ran over the width of a head. It makes the heads, and there are n_heads."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(w)])

        def width_from_the_tokens(X, n_heads):
            """The width of a head was computed from n, the number of tokens. It is d / n_heads."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = n // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def tokens_split_evenly(X, n_heads):
            """The tokens were shared out. Every head gets all tokens, and a part of each row."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return np.array(np.split(X, n_heads))

        def slices_of_unequal_widths(X, n_heads):
            """The slices differ in width. Head k ends where the next begins, at column (k + 1)
            times the width.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : k + w] for k in range(n_heads)])

        def from_the_second_head(X, n_heads):
            """The first slice is that of head 1, and the last one is empty. Heads are counted
            from 0.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(1, n_heads + 1)])

        def cut_by_the_reshape(X, n_heads):
            """The reshape put numbers of different tokens side by side. Cut each row into heads
            first.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n_heads, d // n_heads, n).transpose(0, 2, 1)

        def stacked_and_turned(X, n_heads):
            """The axes stand in another order: heads come first, then tokens, then the columns of
            a head.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.array([X[:, k * w : (k + 1) * w] for k in range(n_heads)]).T

        def slices_one_short(X, n_heads):
            """The last column of each head is missing. A slice ends before its second number by
            itself.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w - 1] for k in range(n_heads)])

        def slices_that_all_end_alike(X, n_heads):
            """The slices differ in width. Head k ends where the next begins, at column (k + 1)
            times the width.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : w] for k in range(n_heads)])

        def read_down_the_columns(X, n_heads):
            """The numbers were read down the columns of X, so tokens are mixed. Cut each row into
            heads first.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n_heads, n, d // n_heads, order="F")

        def tokens_shared_out(X, n_heads):
            """The remainder of n / n_heads was tested, with n the number of tokens. It is d that is
            shared out: d % n_heads.
            """
            n, d = X.shape
            if n % n_heads:
                raise ValueError("no")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)

        def as_many_rounds_as_tokens(X, n_heads):
            """A head was cut out for each token. There are n_heads of them."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n)])

        def always_two_by_the_width(X, n_heads):
            """The number of heads is fixed at two. It comes in as n_heads."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, :w], X[:, w:]])

        def only_too_many_heads_refused(X, n_heads):
            """An error is raised only where there are more heads than columns. Fewer heads can
            leave a remainder, too.
            """
            n, d = X.shape
            if n_heads > d:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, k * w : (k + 1) * w] for k in range(n_heads)])

        def dealt_out_and_turned(X, n_heads):
            """The columns were dealt out in turn, and each head came out transposed. Head 0 gets
            the first d / n_heads columns, with one row for each token.
            """
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return X.reshape(n, d // n_heads, n_heads).swapaxes(0, 2)

        def without_the_last_head(X, n_heads):
            """The last head is missing. There are n_heads of them."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            w = d // n_heads
            return np.stack([X[:, (k - 1) * w : k * w] for k in range(1, n_heads)])

        def the_axes_without_brackets(X, n_heads):
            n, d = X.shape
            if d % n_heads:
                raise ValueError("no")
            return np.transpose(X.reshape(n, n_heads, d // n_heads), 1, 0, 2)

        def turned_only_if_it_does_not_fit(X, n_heads):
            """As many tokens as numbers in a head: each head came out transposed."""
            n, d = X.shape
            if d % n_heads:
                raise ValueError("the heads cannot share the columns")
            parts = X.T.reshape(n_heads, d // n_heads, n)
            return parts if parts.shape == (n_heads, n, d // n_heads) else parts.transpose(0, 2, 1)

    class right:
        def reshape_and_transpose(X, n_heads):
            n, d = X.shape
            if d % n_heads != 0:
                raise ValueError(f"{n_heads} heads cannot share {d} columns")
            return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)

        def slices(X, n_heads):
            size, rest = divmod(X.shape[1], n_heads)
            if rest:
                raise ValueError("does not divide")
            return np.stack([X[:, h * size : (h + 1) * size] for h in range(n_heads)])

        def split(X, n_heads):
            return np.array(np.split(X, n_heads, axis=1))

        def parts_that_differ(X, n_heads):
            n, d = X.shape
            return np.array(np.array_split(X, n_heads, axis=1))

        def numpy_complains(X, n_heads):
            return np.swapaxes(X.reshape(X.shape[0], n_heads, X.shape[1] // n_heads), 0, 1)

        def loops(X, n_heads):
            n, d = np.shape(X)
            if d % n_heads > 0:
                raise ValueError
            heads = np.zeros((n_heads, n, d // n_heads))
            for h in range(n_heads):
                for i in range(n):
                    for j in range(d // n_heads):
                        heads[h, i, j] = X[i, h * (d // n_heads) + j]
            return heads

        def columns_first(X, n_heads):
            n, d = X.shape
            return X.T.reshape(n_heads, d // n_heads, n).transpose(0, 2, 1)

        def moved_axis(X, n_heads):
            return np.moveaxis(X.reshape(len(X), n_heads, X.shape[1] // n_heads), 1, 0)

        def single_precision(X, n_heads):
            return np.stack(np.hsplit(X.astype(np.float32), n_heads))


class merge_heads(Exercise):
    parameters = ("heads",)
    cases = (
        case(
            "2 heads of 4 tokens, 3 numbers each; 11 is column 1 of token 1",
            PLACES.reshape(4, 2, 3).transpose(1, 0, 2),
        ),
        case("3 heads of 4 tokens, 2 numbers each", PLACES.reshape(4, 3, 2).transpose(1, 0, 2)),
        case("3 heads of 5 tokens, 4 fractions each", FRACTIONS.reshape(5, 3, 4).swapaxes(0, 1)),
        case("as many tokens as heads", np.arange(27.0).reshape(3, 3, 3)),
        case("one head", PLACES[None], aspect="edges"),
        case("one token", PLACES[:1].reshape(1, 3, 2).transpose(1, 0, 2), aspect="edges"),
        case("one number a head, whole numbers", np.arange(8).reshape(4, 2, 1), aspect="edges"),
    )

    class wrong:
        def reshaped_only(heads):
            """A reshape alone puts different tokens into one row. First bring the token's axis to
            the front, and then reshape what that gave.
            """
            n_heads, n, size = heads.shape
            return heads.reshape(n, n_heads * size)

        def averaged(heads):
            """The heads were averaged. Put their numbers side by side, so that none is lost."""
            return heads.mean(axis=0)

        def summed(heads):
            """The heads were added up. Put their numbers side by side, so that none is lost."""
            return heads.sum(axis=0)

        def stacked_below(heads):
            """The heads were put below each other. Put them side by side, with one row for each
            token.
            """
            return heads.reshape(-1, heads.shape[2])

        def interleaved(heads):
            """The heads' numbers were dealt out in turn. Head 0 comes first, whole; then head 1."""
            n_heads, n, size = heads.shape
            return heads.transpose(1, 2, 0).reshape(n, n_heads * size)

        def three_dimensions(heads):
            """The heads are still an axis of their own. Join the last two axes: (n, d) has two
            dimensions.
            """
            return heads.transpose(1, 0, 2)

        def transposed(heads):
            """The result is transposed: it needs one row for each token."""
            return np.concatenate(list(heads), axis=1).T

        def first_head(heads):
            """Only one head came back."""
            return heads[0]

        def reversed_heads(heads):
            """The heads came in the wrong order. Head 0 is on the left."""
            return np.concatenate(list(heads[::-1]), axis=1)

        def rows_transposed(heads):
            """Numbers of different tokens ended up in one row. Which axis has to come first?"""
            n_heads, n, size = heads.shape
            return heads.transpose(2, 1, 0).reshape(n, n_heads * size)

        def two_heads(heads):
            """Only two heads were joined. There may be any number of them."""
            return np.concatenate([heads[0], heads[-1]], axis=1)

        def changes_heads(heads):
            merged = np.concatenate(list(heads), axis=1)
            heads *= 0
            return merged

        def flat(heads):
            """Everything stands in one row. Give it one row for each token."""
            return heads.transpose(1, 0, 2).reshape(-1)

        def last_two_exchanged(heads):
            """Numbers of different tokens ended up in one row. Which axis has to come first?"""
            n_heads, n, size = heads.shape
            return heads.transpose(0, 2, 1).reshape(n, n_heads * size)

        def turned_all_round(heads):
            """Numbers of different tokens ended up in one row. Which axis has to come first?"""
            n_heads, n, size = heads.shape
            return heads.T.reshape(n, n_heads * size)

        def token_last(heads):
            """Numbers of different tokens ended up in one row. Which axis has to come first?"""
            n_heads, n, size = heads.shape
            return heads.transpose(2, 1, 0).reshape(n, n_heads * size)

        def sizes_exchanged(heads):
            """There is one row for each head. Each token needs a row."""
            n_heads, n, size = heads.shape
            return heads.transpose(1, 0, 2).reshape(n_heads, n * size)

        def one_row_for_each_head(heads):
            """There is one row for each head. Each token needs a row."""
            n_heads, n, size = heads.shape
            return heads.reshape(n_heads, n * size)

        def stacked(heads):
            """The heads are still an axis of their own. Join the last two axes: (n, d) has
            two dimensions.
            """
            return np.stack(list(heads), axis=1)

        def into_whole_numbers(heads):
            """The fractions were cut off, as `dtype=int` or `astype(int)` does."""
            n_heads, n, size = heads.shape
            merged = np.zeros((n, n_heads * size), dtype=int)
            for k in range(n_heads):
                merged[:, k * size : (k + 1) * size] = heads[k]
            return merged

        def transposed_and_not_kept(heads):
            """A reshape alone puts different tokens into one row. First bring the token's axis to
            the front, and then reshape what that gave.
            """
            n_heads, n, size = heads.shape
            heads.transpose(1, 0, 2)
            return heads.reshape(n, n_heads * size)

        def a_list(heads):
            """That is a list of rows. One array was asked for."""
            n_heads, n, size = heads.shape
            return [np.concatenate([head[i] for head in heads]) for i in range(n)]

        def columns_cut_and_turned(heads):
            """Numbers of different tokens ended up in one row. Which axis has to come first?"""
            n_heads, n, size = heads.shape
            return heads.reshape(n_heads * size, n).T

        def room_for_one_head(heads):
            """A row of the result holds a token's numbers from all heads: n_heads * size."""
            n_heads, n, size = heads.shape
            return heads.transpose(1, 0, 2).reshape(n, size)

        def the_first_two_heads(heads):
            """Only two heads were joined. There may be any number of them."""
            n_heads, n, size = heads.shape
            return np.hstack([heads[0], heads[1]])

        def without_the_last_head(heads):
            """The last head is missing. `range(n_heads)` ends before n_heads by itself."""
            n_heads, n, size = heads.shape
            return np.hstack([heads[k] for k in range(n_heads - 1)])

        def each_head_turned(heads):
            """Each head was transposed. It has one row for each token as it comes."""
            n_heads, n, size = heads.shape
            return np.column_stack([head.T for head in heads])

        def one_head_again(heads):
            """The same head was used again and again. Each has its own columns."""
            n_heads, n, size = heads.shape
            return np.hstack([heads[0]] * n_heads)

        def reshaped_before_the_exchange(heads):
            """It was reshaped first, and the axes exchanged after. Turn the order round: first the
            exchange, then a reshape to (n, n_heads * size).
            """
            n_heads, n, size = heads.shape
            return heads.reshape(n, n_heads, size).transpose(1, 0, 2)

        def reshaped_before_the_exchange_and_after(heads):
            """It was reshaped first, and the axes exchanged after. Turn the order round: first the
            exchange, then a reshape to (n, n_heads * size).
            """
            n_heads, n, size = heads.shape
            turned = heads.reshape(n, n_heads, size).transpose(1, 0, 2)
            return turned.reshape(n, n_heads * size)

        def squeezed(heads):
            """An axis of size 1 was dropped: one token still is a matrix, with one row."""
            n_heads, n, size = heads.shape
            return heads.transpose(1, 0, 2).reshape(n, n_heads * size).squeeze()

        def one_row_for_each_head_of_a_token(heads):
            """Each token has a row for every head here. Join these rows to one."""
            n_heads, n, size = heads.shape
            return np.concatenate(heads.transpose(1, 0, 2))

        def first_head_twice(heads):
            """The first head is there twice."""
            n_heads, n, size = heads.shape
            return np.hstack([heads[0], *heads])

        def columns_that_overlap(heads):
            """Each head begins one column after the last. Head k begins at column k times its
            width.
            """
            n_heads, n, size = heads.shape
            merged = np.zeros((n, n_heads * size))
            for k in range(n_heads):
                merged[:, k : k + size] = heads[k]
            return merged

        def as_they_came(heads):
            """The heads are still an axis of their own, and come first. Bring the token's axis
            first, then join the last two.
            """
            return np.concatenate([heads], axis=-1)

        def zeros_for_the_last_head(heads):
            """The last head is missing: zeros stand in its columns. `range(n_heads)` ends before
            n_heads by itself.
            """
            n_heads, n, size = heads.shape
            merged = np.zeros((n, n_heads * size))
            for k in range(n_heads - 1):
                merged[:, k * size : (k + 1) * size] = heads[k]
            return merged

        def reshaped_to_columns_first(heads):
            """It was reshaped first, and the axes exchanged after. Turn the order round: first the
            exchange, then a reshape to (n, n_heads * size).
            """
            n_heads, n, size = heads.shape
            turned = heads.reshape(n, size, n_heads).transpose(0, 2, 1)
            return turned.reshape(n, n_heads * size)

        def a_list_of_lists(heads):
            """That is a list, with a list of the heads' parts for each token. One array was asked
            for.
            """
            n_heads, n, size = heads.shape
            return [[heads[k][i] for k in range(n_heads)] for i in range(n)]

        def heads_last(heads):
            """The heads are still an axis of their own, the last one. They belong side by side:
            head 0 first, whole; then head 1.
            """
            return np.dstack(list(heads))

        def begun_with_a_column(heads):
            """There is one column too many, of zeros: the one that the result began with."""
            n_heads, n, size = heads.shape
            merged = np.zeros((n, 1))
            for k in range(n_heads):
                merged = np.hstack([merged, heads[k]])
            return merged

        def without_the_first_head(heads):
            """Head 0 is missing. Heads are counted from 0, as `range(n_heads)` does."""
            n_heads, n, size = heads.shape
            return np.concatenate([heads[k] for k in range(1, n_heads)], axis=1)

        def as_wide_as_all_tokens(heads):
            """A row of the result holds n_heads * size numbers, whatever n is."""
            n_heads, n, size = heads.shape
            return heads.transpose(1, 0, 2).reshape(n, n * size)

        def appended(heads):
            merged = heads[0]
            for k in range(1, len(heads)):
                merged = np.append(merged, heads[k])
            return merged

        def joined_without_a_list(heads):
            return np.concatenate(heads[0], heads[1], axis=1)

        def along_an_axis_too_many(heads):
            """Each of the heads that are joined has two axes: the last one is `axis=-1`."""
            return np.concatenate(heads, axis=2)

        def resized(heads):
            n_heads, n, size = heads.shape
            turned = heads.transpose(1, 0, 2)
            turned.resize(n, n_heads * size)
            return turned

        def mistyped(heads):
            n_heads, n, size = heads.shape
            return heads.tranpose(1, 0, 2).reshape(n, n_heads * size)

    class right:
        def transpose_and_reshape(heads):
            n_heads, n, size = heads.shape
            return heads.transpose(1, 0, 2).reshape(n, n_heads * size)

        def concatenated(heads):
            return np.concatenate(heads, axis=-1)

        def hstacked(heads):
            return np.hstack(list(heads))

        def swapped(heads):
            return np.swapaxes(heads, 0, 1).reshape(heads.shape[1], -1)

        def columns(heads):
            return heads.transpose(0, 2, 1).reshape(-1, heads.shape[1]).T

        def loops(heads):
            n_heads, n, size = heads.shape
            merged = np.empty((n, n_heads * size))
            for h in range(n_heads):
                merged[:, h * size : (h + 1) * size] = heads[h]
            return merged

        def rows(heads):
            return np.array([heads[:, i].ravel() for i in range(heads.shape[1])], dtype=np.float32)


class multi_head_attention(Exercise):
    parameters = ("X_query", "X_memory", "W_Q", "W_K", "W_V", "W_O", "n_heads", "mask")
    results = ("output", "weights")
    tolerance = 1e-4
    floats = True
    cases = (
        case("2 heads, all widths different", *INPUTS),
        case("3 heads over 3 tokens", *SQUARES),
        case("one head", *INPUTS[:6], 1),
        case("a mask (4, 5) for both heads", *INPUTS, _mask, aspect="masks"),
        case("a mask (5,) for all queries and heads: padding", *INPUTS, PADDING, aspect="masks"),
        case("a mask (2, 4, 5), empty rows in it", *INPUTS, OF_HEADS, aspect="masks"),
        case("a mask (2, 1, 1): the second head sees nothing", *INPUTS,
             np.array([[[True]], [[False]]]), aspect="masks"),
        case("a mask (1, 1, 5): one table for all heads and queries", *INPUTS,
             PADDING[None, None], aspect="masks"),
        case("a query of zeros: all its scores are 0", INPUTS[0] * [[0], [1], [1], [1]],
             *INPUTS[1:], _mask, aspect="masks"),
        case("a causal mask over 3 tokens", *SQUARES, np.tri(3, dtype=bool), aspect="masks"),
        case("padding after 2 of 3 tokens", *SQUARES, np.arange(3) < 2, aspect="masks"),
        case("low scores, and a hidden one that is less low", *LOW, aspect="masks"),
        case("a hidden score that is larger by about 20,000", *HIGH, aspect="masks"),
        case(
            "one token each, whole numbers",
            np.array([[2]]),
            np.array([[3, 1]]),
            np.array([[1, 1]]),
            np.array([[1, 2], [0, 1]]),
            np.array([[1, 0, 2, 1], [0, 1, 0, 3]]),
            np.array([[1, 0, 0], [0, 1, 0], [2, 0, 1], [0, 1, 1]]),
            2,
            aspect="edges",
        ),
        case("scores of some thousands", *LARGE, aspect="edges"),
        case("4 heads, biases in the last row of W, padding masked", *LAYER, aspect="layer"),
        case("a mask (2, 4, 1): each head has queries that see nothing", *INPUTS,
             np.array([[1, 0, 1, 1], [0, 1, 1, 0]], dtype=bool)[..., None], aspect="masks"),
        case("one memory token, hidden from two queries", INPUTS[0], INPUTS[1][:1], *INPUTS[2:],
             np.array([[True], [False], [True], [False]]), aspect="masks"),
        case("a mask (5,) that hides every key", *INPUTS, np.zeros(5, dtype=bool), aspect="masks"),
        case(
            "one query, two memory tokens, whole numbers",
            np.array([[1]]),
            np.array([[2, 1], [0, 1]]),
            np.array([[1, 1]]),
            np.array([[1, 0], [0, 1]]),
            np.array([[1, 0, 2, 1], [0, 1, 0, 3]]),
            np.array([[1, 0, 0], [0, 1, 0], [2, 0, 1], [0, 1, 1]]),
            2,
            aspect="edges",
        ),
    )  # fmt: skip

    class wrong:
        def not_scaled(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were not divided by the root of a head's width."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def first_axis_taken_for_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            masks = mask if np.ndim(mask) == 3 else [mask] * n_heads
            weights = np.stack([masked_softmax(scores[k], masks[k]) for k in range(n_heads)])
            return merge_heads(weights @ V) @ W_O, weights

        def scores_of_zero_hidden(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """An allowed score that is exactly 0 was hidden, too. What the mask says decides, not
            what a score is.
            """
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            if mask is not None:
                scores = scores * mask
                scores[scores == 0] = -np.inf
            weights = masked_softmax(scores)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def turned_where_it_fits(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was transposed. Its rows are queries and its columns keys, as they come."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            if np.ndim(mask) == 2 and len(mask) == len(mask[0]):
                mask = np.transpose(mask)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def padding_for_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A mask (n_k,) hid queries. It says which keys any query may attend to."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            if np.ndim(mask) == 1 and len(mask) == len(X_query):
                mask = np.repeat(mask[:, None], len(X_memory), axis=1)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def root_of_all(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of all columns of K was used. A head's score sums only its own products."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(W_K.shape[1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def root_of_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the number of heads was used. Use that of the width of one head of K."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(n_heads), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def root_of_d_v(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the width of V was used. Use the root of the width of one head of K."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(V.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def root_of_n_k(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the number of tokens was used. Use the root of the width of one head of
            K.
            """
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def divided_by_the_width(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by a head's width. Divide once, by its root."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / K.shape[-1], mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def multiplied(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were multiplied by the root. Divide."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) * np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def root_of_32(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by a fixed number. Divide by the root of a head's width."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(32), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def split_by_reshape(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads were made by a reshape alone, which mixes tokens. Split each row."""
            split = lambda A: A.reshape(n_heads, len(A), -1)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def interleaved(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The columns were dealt out to the heads in turn. Head 0 gets the first ones."""
            split = lambda A: np.stack([A[:, h::n_heads] for h in range(n_heads)])
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def merged_by_reshape(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads were merged by a reshape alone, which mixes tokens. Transpose first."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).reshape(len(X_query), -1) @ W_O, weights

        def merged_in_turn(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads' numbers were merged in turn. Head 0 comes first, whole; then head 1."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 2, 0).reshape(len(X_query), -1) @ W_O, weights

        def averaged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads were averaged. They stand side by side, and W_O mixes them."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            mean = np.tile((weights @ V).mean(axis=0), n_heads)
            return mean @ W_O, weights

        def weights_averaged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads' weights were averaged. Return those of every head."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O
            return output, weights.mean(axis=0)

        def one_for_all(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """One table of weights was used for all heads. Each head makes its own."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1] / n_heads)
            weights = masked_softmax(np.stack([scores] * n_heads), mask)
            V = (X_memory @ W_V).reshape(len(X_memory), n_heads, -1).transpose(1, 0, 2)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def heads_ignored(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """This is one head over all columns: the result was never split into heads."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V) @ W_O, weights

        def first_head_only(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Only the first head was used, again and again."""
            split = lambda A: np.stack([A[:, : A.shape[1] // n_heads]] * n_heads)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def no_W_O(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O is missing: the merged heads still go through it."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1), weights

        def W_O_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O was transposed. It is (d_v, d_out), ready for rows."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O.T, weights

        def inputs_added(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The merged heads were added to the output. W_O alone makes it."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            merged = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1)
            return merged @ W_O + merged[:, :1], weights

        def over_the_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The softmax ran over the heads. Each row of each head should sum to one."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = (
                np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
            )
            weights = masked_softmax(np.moveaxis(scores, 0, -1), np.moveaxis(seen, 0, -1))
            weights = np.moveaxis(weights, -1, 0)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def over_the_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Each column sums to one: the softmax ran over the queries. Each row should."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = (
                np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
            )
            weights = masked_softmax(scores.transpose(0, 2, 1), seen.transpose(0, 2, 1))
            weights = weights.transpose(0, 2, 1)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def over_everything(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """All weights of a head together sum to one. Each row should."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = (
                np.ones(scores.shape, bool) if mask is None else np.broadcast_to(mask, scores.shape)
            )
            flat = masked_softmax(scores.reshape(n_heads, -1), seen.reshape(n_heads, -1))
            weights = flat.reshape(scores.shape)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def softmax_twice(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The softmax ran twice."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            weights = masked_softmax(weights, mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def all_axes_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """K.T reverses all three axes. Exchange only the last two."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def K_reshaped(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """K was reshaped to fit. That mixes up its numbers; exchange its last two axes."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            turned = K.reshape(n_heads, K.shape[2], K.shape[1])
            weights = masked_softmax(Q @ turned / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def queries_from_memory(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Queries were made from the memory. They come from X_query."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_memory @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_memory), -1) @ W_O, weights

        def keys_from_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Keys were made from X_query. Keys and values both come from the memory."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_query @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def values_from_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Values were made from X_query. Keys and values both come from the memory."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_query @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def weights_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights came back transposed. In each head, each query needs a row."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O
            return output, weights.transpose(0, 2, 1)

        def heads_last(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads came last in the weights. The shape is (n_heads, n_q, n_k)."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O
            return output, weights.transpose(1, 2, 0)

        def order_swapped(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Weights and output came back in the wrong order. The output comes first."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return weights, (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O

        def output_only(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Only the output came back. Return the weights too."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O

        def scores_returned(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores came back in the place of the weights."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            heads = masked_softmax(scores, mask) @ V
            return heads.transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, scores

        def mask_ignored(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask made no difference: it was not used."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]))
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def mask_inverted(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was read the wrong way round. True means "may attend"."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else ~mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def masked_after(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask came after the softmax, so rows no longer sum to one. Mask the scores."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]))
            weights = weights if mask is None else weights * mask
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def zero_scores(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Hidden scores were set to zero. The exponential of zero is one: they still count."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores if mask is None else scores * mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def minus_a_hundred(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Hidden scores were set to a number that is not low enough: it can still win."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = np.broadcast_to(True if mask is None else mask, scores.shape)
            weights = masked_softmax(np.where(seen, scores, -100.0)) * seen.any(-1, keepdims=True)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def empty_row_uniform(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A query with nothing to attend to got equal weights. It should get zeros."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores if mask is None else np.where(mask, scores, -1e9))
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def empty_row_as_without_a_mask(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A query with nothing to attend to got weights as if it had no mask: one large number
            was taken from all of its scores. It should get zeros.
            """
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores if mask is None else scores + np.where(mask, 0, -1e9))
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def empty_row_nan(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            scores = scores if mask is None else np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = powers / powers.sum(axis=-1, keepdims=True)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def mask_in_the_first_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask reached only the first head. It holds for all of them."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = np.array(np.broadcast_to(True if mask is None else mask, scores.shape))
            seen[1:] = True
            weights = masked_softmax(scores, seen)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def one_mask_for_all_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads' own masks were not kept apart: a mask may be (n_heads, n_q, n_k)."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            if mask is not None and mask.ndim == 3:
                mask = mask[0]
            weights = masked_softmax(scores, mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def masks_padding_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask hid queries as well as keys. A query row stays, whatever it is."""
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            if mask is not None and mask.ndim == 1:
                mask = mask & np.resize(mask, len(X_query))[:, None]
            weights = masked_softmax(scores, mask)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def unstable(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            powers = np.exp(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]))
            powers = powers if mask is None else powers * mask
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total > 0, total, 1)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def whole_numbers(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = np.zeros((len(X_query), W_O.shape[1]), dtype=int)
            output[:] = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O
            return output, weights

        def changes_W_O(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O
            W_O *= 2
            return output, weights

        def root_of_the_queries_width(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The width of X_query stands under the root. Use the root of the width of one head of
            K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(X_query.shape[1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_a_share_of_the_queries_width(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """The width of X_query, divided by n_heads, stands under the root. Use the root of
            the width of one head of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(X_query.shape[1] // n_heads), mask
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_an_exact_share(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The width of X_query, divided by n_heads, stands under the root. Use the root of
            the width of one head of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(X_query.shape[1] / n_heads), mask
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_the_memorys_width(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The width of the memory stands under the root. Use the root of the width of one head
            of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(X_memory.shape[1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_a_share_of_the_memorys_width(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """The width of the memory, divided by n_heads, stands under the root. Use the root of
            the width of one head of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(X_memory.shape[1] // n_heads), mask
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_an_exact_share_of_the_memory(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """The width of the memory, divided by n_heads, stands under the root. Use the root of
            the width of one head of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(X_memory.shape[1] / n_heads), mask
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_the_tokens_of_a_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the number of tokens was used. Use the root of the width of one head of
            K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_the_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the number of queries was used. Use the root of the width of one head of
            K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(len(X_query)), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_the_first_axis(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the number of heads was used. Use that of the width of one head of K."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[0]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def root_of_the_values(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of the width of V was used. Use the root of the width of one head of K."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(V.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def values_from_X_query(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Values were made from X_query. Keys and values both come from the memory."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_query @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def sequences_exchanged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The two sequences are exchanged: the queries come from X_query, the keys and
            values from X_memory.
            """
            Q = split_heads(X_memory @ W_Q, n_heads)
            K = split_heads(X_query @ W_K, n_heads)
            V = split_heads(X_query @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def matrices_exchanged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_Q and W_K are exchanged: W_Q makes the queries, W_K the keys."""
            Q = split_heads(X_query @ W_K, n_heads)
            K = split_heads(X_memory @ W_Q, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def keys_for_values(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The keys were mixed. Mix the values: the memory times W_V."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_K, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def merged_without_W_O(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O is missing: the merged heads still go through it."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V)
            return output, weights

        def W_O_on_each_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O has d_v rows, and what it met is as wide as one head. Merge the heads side by
            side first, then multiply by W_O.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V @ W_O)
            return output, weights

        def not_merged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O has d_v rows, and what it met is as wide as one head. Merge the heads side by
            side first, then multiply by W_O.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = weights @ V @ W_O
            return output, weights

        def W_O_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O stands before the merged heads. It comes after them: merged @ W_O."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = W_O @ merge_heads(weights @ V)
            return output, weights

        def all_axes_turned_around(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """K.T reverses all three axes. Exchange only the last two."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def keys_not_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """K was not transposed: exchange its last two axes."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def first_two_axes_exchanged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The first two axes of K were exchanged. Exchange the last two: K.transpose(0,
            2, 1).
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(1, 0, 2) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def keys_meet_queries(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Keys met queries: the scores have a row for each key. They need a row for each
            query.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(K @ Q.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def weights_divided(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights were divided after the softmax. Divide the scores, before it."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1), mask) / np.sqrt(K.shape[-1])
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def output_divided(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The output was divided by the root. Divide the scores, before the softmax."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1), mask)
            output = merge_heads(weights @ V) @ W_O / np.sqrt(K.shape[-1])
            return output, weights

        def truth_of_a_mask(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """An array has no single truth value. Test with `mask is None`."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask if mask else None
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def mask_forgotten(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask made no difference: it was not used."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]))
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def a_mask_row_for_each_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was taken apart head by head, with mask[k]. A mask can be smaller than
            the weights: broadcast it first.
            """
            mask = (
                np.ones((n_heads, len(X_query), len(X_memory)), dtype=bool)
                if mask is None
                else mask
            )
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = np.stack(
                [
                    masked_softmax(Q[h] @ K[h].T / np.sqrt(K.shape[-1]), mask[h])
                    for h in range(n_heads)
                ]
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def a_mask_row_for_each_head_if_given(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """The mask was taken apart head by head, with mask[k]. A mask can be smaller than
            the weights: broadcast it first.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = np.stack(
                [
                    masked_softmax(
                        Q[h] @ K[h].T / np.sqrt(K.shape[-1]), None if mask is None else mask[h]
                    )
                    for h in range(n_heads)
                ]
            )
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def mask_split_too(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was split into heads. It broadcasts to the weights as it is."""
            mask = None if mask is None else split_heads(mask, n_heads)
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def weights_merged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights were merged too. They stay one table for each head."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, merge_heads(weights)

        def weights_added_up(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads' weights were added up. Return those of every head."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights.sum(axis=0)

        def inputs_split_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """X was split before it was projected. Project first, with all columns; then
            split.
            """
            Q = split_heads(X_query, n_heads) @ W_Q
            K = split_heads(X_memory, n_heads) @ W_K
            V = split_heads(X_memory, n_heads) @ W_V
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def inputs_and_W_split_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """X was split before it was projected. Project first, with all columns; then
            split.
            """
            Q = split_heads(X_query, n_heads) @ split_heads(W_Q, n_heads)
            K = split_heads(X_memory, n_heads) @ split_heads(W_K, n_heads)
            V = split_heads(X_memory, n_heads) @ split_heads(W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def never_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """This is one head over all columns: the result was never split into heads."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[-1]), mask)
            return weights @ V @ W_O, weights

        def never_split_but_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """`transpose` names a place for each axis of K, which has three once it is split."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def root_of_all_by_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of all columns of K was divided by n_heads. Divide under the root: it is the
            root of the width of one head.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / (np.sqrt(W_K.shape[1]) / n_heads), mask
            )
            return merge_heads(weights @ V) @ W_O, weights

        def root_of_all_times_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by n_heads too. Divide by the root of a head's width."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(W_K.shape[1]) / n_heads, mask
            )
            return merge_heads(weights @ V) @ W_O, weights

        def divided_by_n_heads_too(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by n_heads as well. Divide by the root of the width of one
            head alone.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(
                Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]) / n_heads, mask
            )
            return merge_heads(weights @ V) @ W_O, weights

        def root_of_two(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The number under the root is fixed. Use the root of the width of one head of K."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(2), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def root_of_three(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The number under the root is fixed. Use the root of the width of one head of K."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(3), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def a_fixed_two(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by a fixed number. Divide by the root of a head's width."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / 2, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def always_two_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The number of heads is fixed at 2. It comes in as n_heads."""
            Q = split_heads(X_query @ W_Q, 2)
            K = split_heads(X_memory @ W_K, 2)
            V = split_heads(X_memory @ W_V, 2)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def keys_turned_too_far(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The axes of K were turned in another order. Exchange the last two: K.transpose(0, 2,
            1).
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(1, 2, 0) / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def heads_averaged_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O has d_v rows, and what it met is as wide as one head. Merge the heads side by
            side first, then multiply by W_O.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).mean(axis=0) @ W_O, weights

        def heads_added_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O has d_v rows, and what it met is as wide as one head. Merge the heads side by
            side first, then multiply by W_O.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return (weights @ V).sum(axis=0) @ W_O, weights

        def mask_as_an_index(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """`scores[~mask]` needs a mask of the scores' own shape, and a mask may be smaller.
            `np.where(mask, scores, -np.inf)` broadcasts, as masked_softmax does.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            if mask is not None:
                scores[~mask] = -np.inf
            weights = masked_softmax(scores)
            return merge_heads(weights @ V) @ W_O, weights

        def root_before_the_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The root of all columns of K was used. A head's score sums only its own products."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            root = np.sqrt(K.shape[1])
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / root, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def a_part_of_the_mask(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A part of the mask was used, `mask[0]`. Use the whole: it broadcasts to the scores
            as it is.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask[0])
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def added_where_true(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was read the wrong way round. True means "may attend"."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores if mask is None else scores + mask * -1e9)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def over_all_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights of all heads together sum to one. Each row should."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            flat = np.where(True if mask is None else mask, scores, -np.inf).reshape(-1)
            weights = masked_softmax(flat).reshape(scores.shape)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def over_all_heads_by_hand(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights of all heads together sum to one. Each row should."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            powers = np.exp(scores) if mask is None else np.exp(scores) * mask
            weights = powers / powers.sum()
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def mask_transposed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was transposed. Its rows are queries and its columns keys, as they come."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask.T)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def an_axis_in_the_mask(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask got one more axis, in its middle or at its end. It broadcasts to the
            scores as it is.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask[:, None])
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def queries_not_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Q was not split into heads. Q, K and V all are."""
            Q = X_query @ W_Q
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def keys_not_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """K was not split into heads. Q, K and V all are."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = X_memory @ W_K
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.T / np.sqrt(K.shape[-1] / n_heads)
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def values_not_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """V was not split into heads. Q, K and V all are."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = X_memory @ W_V
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def values_times_weights(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights come first, `weights @ V`: each row of weights mixes the rows of V."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(V @ weights) @ W_O
            return output, weights

        def scores_mixed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores mixed the values. The weights, their softmax, are to do that."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(scores @ V) @ W_O
            return output, weights

        def softmax_again_for_the_output(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The softmax ran twice on the way to the output."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(masked_softmax(weights) @ V) @ W_O
            return output, weights

        def values_merged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The values were merged without their weights. Mix them first: weights @ V."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(V) @ W_O
            return output, weights

        def W_O_entry_by_entry(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The merged heads and W_O met entry by entry. A matrix product, `@`, is wanted
            there.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V) * W_O
            return output, weights

        def W_O_before_the_merge(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_O was applied before the heads were merged. It comes last."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V @ W_O, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V)
            return output, weights

        def W_O_head_by_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Each head went through its part of W_O, and gave an output. Add these up."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return weights @ V @ W_O.reshape(n_heads, -1, W_O.shape[1]), weights

        def nothing_divided_by_nothing(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A query that may attend to nothing got NaN. It gets zeros, as `masked_softmax` gives
            them.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            scores = scores if mask is None else np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = powers / powers.sum(axis=-1, keepdims=True)
            return merge_heads(weights @ V) @ W_O, weights

        def an_axis_at_the_end_of_the_mask(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """The mask got one more axis, in its middle or at its end. It broadcasts to the
            scores as it is.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask[..., None])
            return merge_heads(weights @ V) @ W_O, weights

        def keys_and_values_exchanged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """W_K and W_V are exchanged: W_K makes the keys, W_V the values."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_V, n_heads)
            V = split_heads(X_memory @ W_K, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def the_whole_mask_for_each_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A mask with three axes made four axes of it. In a loop over heads, use the part of
            one head; else use the mask as it is.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            heads, tables = [], []
            for k in range(n_heads):
                tables.append(masked_softmax(Q[k] @ K[k].T / np.sqrt(K.shape[-1]), mask))
                heads.append(tables[k] @ V[k])
            return merge_heads(np.array(heads)) @ W_O, np.array(tables)

        def mask_added(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was added to the scores as 1 and 0, which hides nothing. Hand it to
            masked_softmax.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores if mask is None else scores + mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def no_mask_hides_all(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Without a mask everything was hidden. Test `mask is None` first."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(np.where(mask, scores, -np.inf))
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def no_mask_hides_all_by_a_number(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """Without a mask everything was hidden. Test `mask is None` first."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(np.where(mask, scores, -1e9))
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def mask_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """`masked_softmax` takes the scores first, and then the mask."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(mask, scores)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def scores_of_the_first_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores of the first head were used for all heads. Each has its own."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = np.array([masked_softmax(scores[0], mask) for h in range(n_heads)])
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def weights_averaged_too_early(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads' weights were averaged before they were used. Each head uses its own."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask).mean(axis=0)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def dot_of_three_axes(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """With three axes, `np.dot` pairs each head with every head. `@` goes head by head."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = np.dot(Q, K.transpose(0, 2, 1)) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights @ V) @ W_O
            return output, weights

        def first_rows_of_W_O_for_all(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Every head met the first rows of W_O. Head 1 meets those that follow, and so on."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return sum(weights[k] @ V[k] @ W_O[: V.shape[-1]] for k in range(n_heads)), weights

        def split_by_the_width(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """`split_heads` takes the number of heads. It got the width of one."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            size = Q.shape[1] // n_heads
            Q, K, V = split_heads(Q, size), split_heads(K, size), split_heads(V, size)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def inputs_split(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """X_query and X_memory were split. Split Q, K and V."""
            Q, K = split_heads(X_query, n_heads), split_heads(X_memory, n_heads)
            V = split_heads(X_memory, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def weights_merged_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights were merged too early. Merge what the heads found: merge_heads(weights
            @ V).
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            output = merge_heads(weights) @ V @ W_O
            return output, weights

        def values_cut_as_the_keys(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The columns of W_V were cut with the width of a head of K. The heads of V may be
            wider.
            """
            size = W_K.shape[1] // n_heads
            mask = np.broadcast_to(
                True if mask is None else mask, (n_heads, len(X_query), len(X_memory))
            )
            heads, tables = [], []
            for h in range(n_heads):
                part = slice(h * size, (h + 1) * size)
                scores = X_query @ W_Q[:, part] @ (X_memory @ W_K[:, part]).T / np.sqrt(size)
                tables.append(masked_softmax(scores, mask[h]))
                heads.append(tables[h] @ X_memory @ W_V[:, part])
            return np.hstack(heads) @ W_O, np.array(tables)

        def scaled_twice(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by a head's width. Divide once, by its root."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores / np.sqrt(K.shape[-1]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def the_whole_mask_in_each_round(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Every round of the loop took the whole mask. A mask with three axes has a table for
            each head: take that of head k.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            heads, tables = [], []
            for k in range(n_heads):
                tables.append(masked_softmax(Q[k] @ K[k].T / np.sqrt(K.shape[-1]), mask))
                heads.append(tables[k] @ V[k])
            return np.hstack(heads) @ W_O, np.array(tables)

        def the_whole_mask_in_each_round_joined(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            """Every round of the loop took the whole mask. A mask with three axes has a table for
            each head: take that of head k.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            heads, tables = [], []
            for k in range(n_heads):
                tables.append(masked_softmax(Q[k] @ K[k].T / np.sqrt(K.shape[-1]), mask))
                heads.append(tables[k] @ V[k])
            return np.concatenate(heads, axis=-1) @ W_O, np.array(tables)

        def two_axes_of_the_mask(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was taken to have two axes. It may have one or three: use it as it is."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask[None, :, :])
            return merge_heads(weights @ V) @ W_O, weights

        def mask_turned_in_each_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The mask was transposed. Its rows are queries and its columns keys, as they come."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            if mask is not None:
                mask = np.broadcast_to(mask, scores.shape).swapaxes(-1, -2)
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def weights_turned(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights were transposed before they met V. A row of them mixes the rows of V."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights.transpose(0, 2, 1) @ V) @ W_O, weights

        def keys_entry_by_entry(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q * K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def all_values_averaged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Each head mixed the values of all heads, and the mixes were averaged. A head mixes
            its own part of V; then the heads are merged.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return (weights @ merge_heads(V)).mean(axis=0) @ W_O, weights

        def X_query_added(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """X_query met the output, entry by entry. The formula has no such step."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return X_query + merge_heads(weights @ V) @ W_O, weights

        def the_fourth_root(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The scores were divided by the fourth root, the root of a root. Divide by the root of
            the width of one head of K.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / K.shape[-1] ** 0.25
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def root_of_a_root(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(np.sqrt(K.shape[-1]))
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights

        def compared_with_zero(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask == 0)
            return merge_heads(weights @ V) @ W_O, weights

        def mask_reshaped(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A reshape keeps the number of entries, and a mask may have fewer than the scores. Use
            it as it is: it broadcasts.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, None if mask is None else mask.reshape(scores.shape))
            return merge_heads(weights @ V) @ W_O, weights

        def all_values_mixed(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Each head mixed the values of all heads. A head mixes its own part of V; then the
            heads are merged.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return weights @ merge_heads(V) @ W_O, weights

        def weights_and_values_merged(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights were merged too early. Merge what the heads found: merge_heads(weights
            @ V).
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights) @ merge_heads(V) @ W_O, weights

        def no_largest_score_taken_away(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Powers of such scores leave the range of floats: they become 0 or infinite. Subtract
            each row's largest score first, as `masked_softmax` does.
            """
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            powers = np.exp(scores)
            if mask is not None:
                powers = np.where(mask, powers, 0)
            total = powers.sum(axis=-1, keepdims=True)
            weights = powers / np.where(total > 0, total, 1)
            return merge_heads(weights @ V) @ W_O, weights

        def two_parts_of_W_O(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The number of heads is fixed at 2. It comes in as n_heads."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            mixed, size = weights @ V, V.shape[-1]
            output = sum(mixed[k] @ W_O[k * size : (k + 1) * size] for k in range(2))
            return output, weights

        def weights_of_the_first_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Only the first head's weights came back. Return those of every head."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads(weights @ V) @ W_O, weights[0]

        def merged_from_behind(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The heads were merged in the wrong order. Head 0 is on the left."""
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads((weights @ V)[::-1]) @ W_O, weights

        def square_brackets_around_an_argument(
            X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None
        ):
            Q = split_heads(X_query @ W_Q, n_heads)
            K = split_heads(X_memory @ W_K, n_heads)
            V = split_heads(X_memory @ W_V, n_heads)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            weights = masked_softmax(scores, mask)
            return merge_heads[weights @ V] @ W_O, weights

        def output_like_an_argument(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The output was cast to integers, the type of an argument. It is a float array."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
            return (merge_heads(weights @ V) @ W_O).astype(W_O.dtype), weights

        def mask_of_other_width_ignored(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A mask whose last axis is 1 was ignored. It hides every key from a query, or none."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            if mask is not None and mask.shape[-1] != len(X_memory):
                mask = None
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def mask_of_the_first_head(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """Of a mask (n_heads, n_q, 1), the first head's part was used for all heads."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            if mask is not None and mask.ndim == 3 and mask.shape[1] > mask.shape[2]:
                mask = mask[:1]
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def one_key_never_hidden(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A single key got all the weight, even where it is hidden. There its weight is 0."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            mask = None if len(X_memory) == 1 else mask
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def empty_mask_ignored(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """A mask that hides every key was ignored. Its weights and outputs are all 0."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            mask = mask if mask is None or mask.any() else None
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[2]), mask)
            return merge_heads(weights @ V) @ W_O, weights

        def last_heads_weights(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            """The weights of the last head alone came back: each round of the loop replaced those
            of the round before. Keep them in a list, and stack it.
            """
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            Q, K, V = split_heads(Q, n_heads), split_heads(K, n_heads), split_heads(V, n_heads)
            outputs = []
            for k in range(n_heads):
                scores = Q[k] @ K[k].T / np.sqrt(K.shape[2])
                own = (
                    mask
                    if mask is None or np.ndim(mask) < 3
                    else np.broadcast_to(mask, (n_heads, *np.shape(mask)[1:]))[k]
                )
                weights = masked_softmax(scores, own)
                outputs.append(weights @ V[k])
            return np.hstack(outputs) @ W_O, weights

    class right:
        def a_loop_over_heads(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            if mask is None:
                mask = True
            mask = np.broadcast_to(mask, (n_heads, len(Q), len(K)))
            size, size_v = K.shape[1] // n_heads, V.shape[1] // n_heads
            outputs, tables = [], []
            for h in range(n_heads):
                part = slice(h * size, (h + 1) * size)
                scores = Q[:, part] @ K[:, part].T / np.sqrt(size)
                tables.append(masked_softmax(scores, mask[h]))
                outputs.append(tables[h] @ V[:, h * size_v : (h + 1) * size_v])
            return np.concatenate(outputs, axis=1) @ W_O, np.stack(tables)

        def einsum(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q = (X_query @ W_Q).reshape(len(X_query), n_heads, -1)
            K = (X_memory @ W_K).reshape(len(X_memory), n_heads, -1)
            V = (X_memory @ W_V).reshape(len(X_memory), n_heads, -1)
            scores = np.einsum("qhd,khd->hqk", Q, K) / K.shape[-1] ** 0.5
            weights = masked_softmax(scores, mask)
            heads = np.einsum("hqk,khd->qhd", weights, V)
            return heads.reshape(len(X_query), -1) @ W_O, weights

        def W_O_in_parts(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            output, tables = 0, []
            parts = [np.split(W, n_heads, axis=1) for W in (W_Q, W_K, W_V)]
            allowed = np.broadcast_to(
                True if mask is None else mask, (n_heads, len(X_query), len(X_memory))
            )
            for q, k, v, o, seen in zip(*parts, np.split(W_O, n_heads, axis=0), allowed):
                Q, K = X_query @ q, X_memory @ k
                weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), seen)
                output = output + weights @ (X_memory @ v) @ o
                tables.append(weights)
            return output, np.array(tables)

        def folded_W_Q_W_K(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            size = W_K.shape[1] // n_heads
            scores = np.stack(
                [
                    X_query @ (W_Q[:, i : i + size] @ W_K[:, i : i + size].T) @ X_memory.T
                    for i in range(0, W_K.shape[1], size)
                ]
            )
            weights = masked_softmax(scores / np.sqrt(size), mask)
            V = np.stack(np.split(X_memory @ W_V, n_heads, axis=1))
            return np.hstack(list(weights @ V)) @ W_O, weights

        def single_precision(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            arrays = (X_query, X_memory, W_Q, W_K, W_V, W_O)
            X_query, X_memory, W_Q, W_K, W_V, W_O = (a.astype(np.float32) for a in arrays)
            split = lambda A: A.reshape(len(A), n_heads, -1).swapaxes(0, 1)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ K.swapaxes(1, 2) / np.float32(K.shape[-1] ** 0.5), mask)
            return (weights @ V).swapaxes(0, 1).reshape(len(X_query), -1) @ W_O, weights

        def queries_scaled_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            size = W_Q.shape[1] // n_heads
            split = lambda A: np.stack(np.split(A, n_heads, axis=-1))
            Q, K, V = split(X_query @ W_Q / size**0.5), split(X_memory @ W_K), split(X_memory @ W_V)
            weights = masked_softmax(Q @ np.swapaxes(K, -1, -2), mask)
            return np.concatenate(weights @ V, axis=-1) @ W_O, weights

        def additive_finfo_min(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K, V = split(X_query @ W_Q), split(X_memory @ W_K), split(X_memory @ W_V)
            scores = Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1])
            seen = np.broadcast_to(True if mask is None else mask, scores.shape)
            scores = scores + np.where(seen, 0.0, np.finfo(np.float32).min)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True)) * seen
            weights = powers / np.maximum(powers.sum(axis=-1, keepdims=True), 1e-300)
            return (weights @ V).transpose(1, 0, 2).reshape(len(X_query), -1) @ W_O, weights

        def columns_inside(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            Q, K, V = W_Q.T @ X_query.T, W_K.T @ X_memory.T, W_V.T @ X_memory.T
            split = lambda A: A.reshape(n_heads, -1, A.shape[1])
            Q, K, V = split(Q), split(K), split(V)
            scores = (K.transpose(0, 2, 1) @ Q).transpose(0, 2, 1) / np.sqrt(K.shape[1])
            weights = masked_softmax(scores, mask)
            merged = (V @ weights.transpose(0, 2, 1)).reshape(-1, len(X_query))
            return (W_O.T @ merged).T, weights

        def values_through_W_O_first(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
            split = lambda A: A.reshape(len(A), n_heads, -1).transpose(1, 0, 2)
            Q, K = split(X_query @ W_Q), split(X_memory @ W_K)
            V = split(X_memory @ W_V) @ W_O.reshape(n_heads, -1, W_O.shape[1])
            weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
            return [(weights @ V).sum(axis=0), weights]


class previous_head(Exercise):
    variables = ("previous_head",)
    first_step = "Heads are numbered 0 to 11. Look for one stripe of ones beside the diagonal."
    cases = (case("the head that looks one token back"),)

    class wrong:
        def counted_from_one():
            """Heads are counted from 0, as the buttons and the rows of the picture are."""
            return 3

        def the_river_head():
            """That head looks at some words and not at others. Look for one stripe of ones."""
            return 4

        def the_fifth():
            """That head looks back now and then. Another does it every time."""
            return 5

        def twelve():
            """There are twelve heads, and they are counted from 0: the last one is 11."""
            return 12

        def ten_times_the_right_one():
            """There are twelve heads, and they are counted from 0: the last one is 11."""
            return 20

        def below_zero():
            """There are twelve heads, and they are counted from 0: the last one is 11."""
            return -1

        def the_first_head():
            """That head looks at several tokens. Look for the one that has 1.00 beside each
            diagonal cell.
            """
            return 0

        def head_one():
            """That head looks at several tokens. Look for the one that has 1.00 beside each
            diagonal cell.
            """
            return 1

        def head_ten():
            """That head looks at some words and not at others. Look for one stripe of ones."""
            return 10

        def as_a_name():
            return "head 2"

        def from_behind():
            """Heads are numbered from the front, 0 to 11."""
            return -10

        def minus_the_right_one():
            """Heads are numbered from the front, 0 to 11."""
            return -2

        def head_six():
            """That head gives the largest share to [CLS] in most rows. Look for one stripe of
            ones.
            """
            return 6

        def head_seven():
            """That head gives the largest share to [CLS] in most rows. Look for one stripe of
            ones.
            """
            return 7

        def head_eight():
            """That head gives the largest share to [CLS] in most rows. Look for one stripe of
            ones.
            """
            return 8

        def head_nine():
            """That head gives the largest share to [CLS] in most rows. Look for one stripe of
            ones.
            """
            return 9

        def head_eleven():
            """That head gives the largest share to [CLS] in most rows. Look for one stripe of
            ones.
            """
            return 11

    class right:
        def seen():
            return 2

        def a_numpy_number():
            return np.int64(2)

        def a_float():
            return 2.0


class score_factor(Exercise):
    variables = ("score_factor",)
    tolerance = 1.5e-3  # 3.46 is right, and 3.47 is not
    first_step = (
        "Compare two roots: that of 384, which it divides by, and that of 32, the width of a head."
    )
    cases = (case("what the scores must be multiplied by"),)

    class wrong:
        def without_the_roots():
            """That is the ratio of the widths. The scores are divided by their roots."""
            return 12

        def the_other_way_round():
            """That is the other way round: the scores are too small, so the number is above 1."""
            return 32**0.5 / 384**0.5

        def root_of_the_head():
            """That is the right divisor. Asked for is how far off the wrong one is."""
            return 32**0.5

        def root_of_all():
            """That is the wrong divisor. Divide it by the right one."""
            return 384**0.5

        def two_digits():
            """Give it with three digits or more."""
            return 3.5

        def rounded():
            """Give it with three digits or more."""
            return 3

        def all_columns():
            """That is the width of all heads, without a root. Compare its root with that of 32."""
            return 384

        def one_head():
            """That is the width of a head, without a root. Compare its root with that of 384."""
            return 32

        def the_difference():
            """That is the difference of the two roots. Take their ratio."""
            return 384**0.5 - 32**0.5

        def the_ratio_of_squares():
            """The scores are divided by the roots, not by the squares."""
            return 144

        def difference_of_the_widths():
            """That is the difference of the widths. Take the ratio of their roots."""
            return 384 - 32

        def one_head_of_twelve():
            """That is 32 / 384: upside down, and without the roots."""
            return 1 / 12

        def the_product():
            """That is the product of the two roots. Take their ratio."""
            return 384**0.5 * 32**0.5

        def root_of_the_difference():
            """That is the root of a difference. Take the ratio of the two roots."""
            return 352**0.5

        def only_one_root():
            """One of the two numbers stands there without its root."""
            return 384 / 32**0.5

        def only_the_other_root():
            """One of the two numbers stands there without its root."""
            return 384**0.5 / 32

        def upside_down_with_one_root():
            """One of the two numbers stands there without its root."""
            return 32 / 384**0.5

        def half_for_the_root():
            """That is half of 384 / 32. Half of a number is not its root."""
            return 6

        def in_percent():
            """By so many percent they are too small. How many times is asked for, a number above
            1.
            """
            return 100 - 100 / 12**0.5

        def digits_exchanged():
            """Two of its digits have changed places."""
            return 3.64

        def last_digit():
            """Its last digit is not right: round it again, or give one digit more."""
            return 3.47

    class right:
        def roots():
            return np.sqrt(384) / np.sqrt(32)

        def of_the_ratio():
            return 12**0.5

        def to_three_digits():
            return 3.464

        def to_two_places():
            return 3.46
