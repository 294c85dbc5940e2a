"""Exercises of 06-masking."""

import numpy as np

from authoring.model import Exercise, Recall, case
from course.check import sample_functions as samples

ASSIGNMENT = "06-masking"

RECALL = {
    "recall_1": Recall(
        "The weights of a row share out 1. A single key gets all of it, whatever its score is.",
        "notebook 3, Exponentials do it",
    ),
    "recall_2": Recall(
        "Only before the softmax does it bring the scores closer together; after it, "
        "it only shrinks the output.",
        "notebook 4, The cure",
    ),
    "recall_3": Recall(
        "Each output row depends on the row's own query and on all keys and values, "
        "and not on their order; so it moves with its query.",
        "notebook 5, What if the words change places?",
    ),
}


class causal_mask(Exercise):
    parameters = ("n",)
    cases = (
        case("four tokens", 4),
        case("seven tokens", 7),
        case("two tokens", 2, aspect="edges"),
        case("a single token", 1, aspect="edges"),
    )

    class wrong:
        def strict(n):
            """The diagonal is False, so no token may attend to itself. It may."""
            positions = np.arange(n)
            return positions[None, :] < positions[:, None]

        def upper_triangle(n):
            """Each query may attend to the future here, and not to the past. Row: query; column:
            key.
            """
            positions = np.arange(n)
            return positions[:, None] <= positions[None, :]

        def hides_where_true(n):
            """True and False are exchanged: in this course True means may attend."""
            return np.triu(np.ones((n, n), dtype=bool), k=1)

        def one_step_of_leak(n):
            """Each query may attend to the next token too. That is one step into the future."""
            return np.tri(n, k=1, dtype=bool)

        def all_true(n):
            """Nothing is hidden: every entry is True."""
            return np.ones((n, n), dtype=bool)

        def only_itself(n):
            """Only the diagonal is True: each token may attend to itself alone. The past is
            missing.
            """
            return np.eye(n, dtype=bool)

        def additive(n):
            """These are numbers to add to scores. The task asks for True and False."""
            return np.where(np.tri(n, dtype=bool), 0.0, -np.inf)

        def additive_finite(n):
            """These are numbers to add to scores. The task asks for True and False."""
            return np.where(np.tri(n, dtype=bool), 0.0, -1e9)

        def already_weights(n):
            """The rows are shared out already. A mask only says yes or no."""
            return np.tri(n) / np.arange(1, n + 1)[:, None]

        def one_row(n):
            """It compares each position with itself only. One of the two has to be a column."""
            return np.arange(n) <= n - 1

        def one_too_many(n):
            """There is a row and a column too many: n tokens have the positions 0 to n - 1."""
            positions = np.arange(n + 1)
            return positions[None, :] <= positions[:, None]

        def zeros_and_ones(n):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            return np.tril(np.ones((n, n), dtype=int))

        def triangle_of_ones(n):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            return np.tril(np.ones((n, n)))

        def small_numbers(n):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            return np.tri(n, dtype=np.uint8)

        def array_of_objects(n):
            return np.tri(n, dtype=bool).astype(object)

        def filled_row_by_row(n):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            mask = np.zeros((n, n))
            for i in range(n):
                mask[i, : i + 1] = True
            return mask

        def nested_list(n):
            return [[j <= i for j in range(n)] for i in range(n)]

        def only_the_token_before(n):
            """Each query sees itself and the token before it. It may see the whole past."""
            return np.tri(n, dtype=bool) & ~np.tri(n, k=-2, dtype=bool)

        def anti_diagonal(n):
            """The rows stand upside down: the first query sees everything."""
            return np.tri(n, dtype=bool)[::-1]

        def positions_added(n):
            """The columns run backwards. Compare the key's position with the query's."""
            positions = np.arange(n)
            return positions[:, None] + positions[None, :] >= n - 1

        def fixed_size(n):
            """The size is always that of the example. It should follow n."""
            return np.tri(4, dtype=bool)

        def all_but_itself(n):
            """Everything but the diagonal is True. A token may attend to itself, and not to
            the future.
            """
            return ~np.eye(n, dtype=bool)

        def differences(n):
            """These are differences of positions. Compare the two positions: that gives True
            and False.
            """
            positions = np.arange(n)
            return positions[:, None] - positions[None, :]

        def differences_of_keys(n):
            """These are differences of positions. Compare the two positions: that gives True
            and False.
            """
            positions = np.arange(n)
            return positions[None, :] - positions[:, None]

        def an_if(n):
            """`if` and `and` ask for one truth value, and a comparison of arrays gives many. The
            comparison is the mask itself.
            """
            positions = np.arange(n)
            if positions[None, :] <= positions[:, None]:
                return True
            return False

        def two_rows_of_positions(n):
            """It compares each position with itself only. One of the two has to be a column."""
            positions = np.arange(n)
            return positions <= positions

        def two_columns_of_positions(n):
            """That is one column. Compare the row of keys with the column of queries."""
            query = np.arange(n)[:, None]
            return query <= query

        def two_rows_of_positions_in_brackets(n):
            """That is one row. Compare the row of keys with the whole column of queries."""
            positions = np.arange(n)
            return positions <= positions[:, None].T

        def row_of_query_0(n):
            """That is one row, of query 0 alone: `[0]` takes the first row. Compare the whole
            column with the whole row.
            """
            query, key = np.arange(n)[:, None], np.arange(n)[None, :]
            return key[0] <= query[0]

        def row_of_query_2(n):
            """That is one row. Compare the row of keys with the whole column of queries."""
            return np.arange(n)[None, :] <= 2

        def fixed_number_of_keys(n):
            """Every query has the same keys here. Compare the key's position with the query's."""
            return np.ones((n, 1), dtype=bool) & (np.arange(n) <= 2)

        def column_and_row_too(n):
            positions = np.arange(n)
            query, key = positions[:, None], positions[None, :]
            return query, key, key <= query

        def last_row_left_out(n):
            """The last row is missing: `range` ends before the number that it is given."""
            mask = np.zeros((n, n), dtype=bool)
            for i in range(n - 1):
                mask[i, : i + 1] = True
            return mask

        def last_column_left_out(n):
            """The last column is not hidden: `range` ends before the number that it is given."""
            mask = np.ones((n, n), dtype=bool)
            for i in range(n):
                for j in range(i + 1, n - 1):
                    mask[i, j] = False
            return mask

        def positions_added_up_to_n(n):
            """The columns run backwards. Compare the key's position with the query's."""
            positions = np.arange(n)
            return positions[:, None] + positions[None, :] <= n

    class right:
        def comparison(n):
            positions = np.arange(n)
            query, key = positions[:, None], positions[None, :]
            return query >= key

        def not_the_future(n):
            positions = np.arange(n)
            return ~(positions[None, :] > positions[:, None])

        def tri(n):
            return np.tri(n, dtype=bool)

        def tril(n):
            return np.tril(np.ones((n, n), dtype=bool))

        def triu_turned_round(n):
            return ~np.triu(np.ones((n, n), dtype=bool), k=1)

        def triu_transposed(n):
            return np.triu(np.ones((n, n))).T == 1

        def loops(n):
            mask = np.zeros((n, n), dtype=bool)
            for i in range(n):
                for j in range(i + 1):
                    mask[i, j] = True
            return mask

        def slices(n):
            mask = np.full((n, n), True)
            for i in range(n):
                mask[i, i + 1 :] = False
            return mask

        def from_lists(n):
            return np.array([[j <= i for j in range(n)] for i in range(n)])

        def outer(n):
            return np.greater_equal.outer(np.arange(n), np.arange(n))

        def running_sum(n):
            return np.cumsum(np.eye(n), axis=0).T[::-1, ::-1].astype(bool)

        def from_a_function(n):
            return np.fromfunction(lambda i, j: j <= i, (n, n))

        def triangle_of_ones_compared(n):
            return np.tril(np.ones((n, n))) > 0

        def column_order(n):
            return np.asfortranarray(np.tri(n).astype(bool))

        def view_of_a_larger_one(n):
            return np.tri(2 * n, dtype=bool)[:n, :n]

        def index_pairs(n):
            mask = np.zeros((n, n), dtype=np.bool_)
            mask[np.tril_indices(n)] = True
            return mask


class padding_mask(Exercise):
    parameters = ("lengths", "n_keys")
    cases = (
        case("lengths 4, 1 and 5, six keys", [4, 1, 5], 6),
        case("lengths 3 and 6, seven keys", [3, 6], 7),
        case("lengths 0, 4 and 2, four keys", [0, 4, 2], 4, aspect="edges"),
        case("one sentence of two, three keys", [2], 3, aspect="edges"),
        case("three sentences, a single key", [1, 0, 1], 1, aspect="edges"),
    )

    class wrong:
        def as_many_rows_as_keys(lengths, n_keys):
            """`lengths` has a number for each sentence, and `n_keys` counts keys. With -1,
            `reshape` takes as many rows as there are numbers.
            """
            return np.arange(n_keys)[None, :] < lengths.reshape(n_keys, 1)

        def one_too_many(lengths, n_keys):
            """One key too many is allowed. A sentence of length 2 has the positions 0 and 1."""
            return np.arange(n_keys) <= lengths[:, None]

        def one_too_few(lengths, n_keys):
            """One key too few is allowed. Counting starts at 0."""
            return np.arange(n_keys) < lengths[:, None] - 1

        def not_the_first(lengths, n_keys):
            """The first key is hidden. Positions count from 0."""
            positions = np.arange(n_keys)
            return (positions > 0) & (positions <= lengths[:, None])

        def true_for_padding(lengths, n_keys):
            """True stands where the padding is. In this course True means may attend."""
            return np.arange(n_keys) >= lengths[:, None]

        def at_the_other_end(lengths, n_keys):
            """The last keys are allowed. The padding stands at the end, so the first ones should
            be.
            """
            return np.arange(n_keys)[::-1] < lengths[:, None]

        def never_empty(lengths, n_keys):
            """A sentence of length 0 got a key. It has none: its row is all False."""
            return np.arange(n_keys) < np.maximum(lengths, 1)[:, None]

        def full_sentences_hidden(lengths, n_keys):
            """A sentence without padding came out all False. All its keys are allowed."""
            return np.arange(n_keys) < (lengths % n_keys)[:, None]

        def empty_sentences_shown(lengths, n_keys):
            """A sentence of length 0 came out all True. It has no key: its row is all False."""
            return np.arange(n_keys) < np.where(lengths == 0, n_keys, lengths)[:, None]

        def transposed(lengths, n_keys):
            """Rows and columns are exchanged: each sentence has a row, each key a column."""
            return np.arange(n_keys)[:, None] < lengths

        def as_wide_as_the_longest(lengths, n_keys):
            """It is only as wide as the longest sentence. It has n_keys columns, whatever the
            lengths.
            """
            return np.arange(max(lengths)) < lengths[:, None]

        def hides_queries_too(lengths, n_keys):
            """It hides query rows as well. Only keys are hidden: one row for each sentence is
            enough.
            """
            keys = np.arange(n_keys) < lengths[:, None]
            return keys[:, :, None] & keys[:, None, :]

        def hides_queries_only(lengths, n_keys):
            """It has an axis for the queries. One row for each sentence is enough."""
            keys = np.arange(n_keys) < lengths[:, None]
            return np.broadcast_to(keys[:, :, None], (len(lengths), n_keys, n_keys))

        def repeated_for_queries(lengths, n_keys):
            """It has an axis for the queries. One row for each sentence is enough."""
            keys = np.arange(n_keys) < lengths[:, None]
            return np.broadcast_to(keys[:, None, :], (len(lengths), n_keys, n_keys))

        def axis_for_broadcasting(lengths, n_keys):
            """There is an axis too many. The shape is (batch, n_keys); the axis comes when it is
            used.
            """
            return (np.arange(n_keys) < lengths[:, None])[:, None, :]

        def one_row(lengths, n_keys):
            """That is one row for the whole batch. Each sentence has a row of its own."""
            return np.arange(n_keys) < max(lengths)

        def one_row_of_a_matrix(lengths, n_keys):
            """That is one row for the whole batch. Each sentence has a row of its own."""
            return np.arange(n_keys)[None, :] < max(lengths)

        def same_length_for_all(lengths, n_keys):
            """Every row is that of the first sentence. Use each sentence's own length."""
            return np.array([np.arange(n_keys) < lengths[0] for _ in lengths])

        def sorted_lengths(lengths, n_keys):
            """The sentences have been sorted by length. Keep their order."""
            return np.arange(n_keys) < np.sort(lengths)[:, None]

        def not_broadcast(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return np.arange(n_keys) < lengths

        def all_true(lengths, n_keys):
            """Nothing is hidden: every entry is True."""
            return np.ones((len(lengths), n_keys), dtype=bool)

        def additive(lengths, n_keys):
            """These are numbers to add to scores. The task asks for True and False."""
            return np.where(np.arange(n_keys) < lengths[:, None], 0.0, -np.inf)

        def only_the_last(lengths, n_keys):
            """Only one key is allowed in each row: the last of the sentence. All of them
            should be.
            """
            return np.arange(n_keys) == lengths[:, None] - 1

        def lists_of_zeros_and_ones(lengths, n_keys):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            return np.array([[1] * k + [0] * (n_keys - k) for k in lengths])

        def floats(lengths, n_keys):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            return (np.arange(n_keys) < lengths[:, None]).astype(float)

        def filled_sentence_by_sentence(lengths, n_keys):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            mask = np.zeros((len(lengths), n_keys), dtype=int)
            for b, length in enumerate(lengths):
                mask[b, :length] = True
            return mask

        def array_of_objects(lengths, n_keys):
            return (np.arange(n_keys) < lengths[:, None]).astype(object)

        def nested_list(lengths, n_keys):
            return [[j < length for j in range(n_keys)] for length in lengths]

        def causal(lengths, n_keys):
            """That is a causal mask. The lengths play no part in it."""
            return np.tri(len(lengths), n_keys, dtype=bool)

        def changes_lengths(lengths, n_keys):
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for j in range(n_keys):
                mask[:, j] = lengths > 0
                lengths -= 1
            return mask

        def fixed_width(lengths, n_keys):
            """The number of columns is always 4, as in the example. It is n_keys."""
            return np.arange(4) < lengths[:, None]

        def as_wide_as_the_batch(lengths, n_keys):
            """It has as many columns as there are sentences. It needs n_keys columns."""
            return np.arange(len(lengths)) < lengths[:, None]

        def not_broadcast_turned_round(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return lengths > np.arange(n_keys)

        def two_rows_in_brackets(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return np.arange(n_keys) < lengths[None, :]

        def two_rows_in_brackets_turned_round(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return lengths[None, :] > np.arange(n_keys)

        def two_rows_of_axes(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return np.arange(n_keys)[None, :] < lengths[None, :]

        def a_row_and_a_vector(lengths, n_keys):
            """The two shapes do not broadcast: one of them has to be a column."""
            return np.arange(n_keys)[None, :] < lengths

        def two_columns(lengths, n_keys):
            """The two shapes do not broadcast: the keys have to be a row."""
            return np.arange(n_keys)[:, None] < lengths[:, None]

        def no_positions(lengths, n_keys):
            """`n_keys` is one number. Compare the lengths with the positions of the keys, 0 to
            n_keys - 1.
            """
            return lengths[:, None] > n_keys

        def no_positions_turned_round(lengths, n_keys):
            """`n_keys` is one number. Compare the lengths with the positions of the keys, 0 to
            n_keys - 1.
            """
            return lengths[:, None] < n_keys

        def counts_the_padding(lengths, n_keys):
            """n_keys - lengths is how many keys are padding. Allow as many as the length."""
            return np.arange(n_keys) < n_keys - lengths[:, None]

        def counted_in_one_row(lengths, n_keys):
            """The sentences were counted, and their lengths never looked at."""
            return np.arange(n_keys) < len(lengths)

        def all_lengths_in_a_slice(lengths, n_keys):
            """`lengths` holds the lengths of all sentences. A slice for row b needs
            lengths[b] alone.
            """
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for b in range(len(lengths)):
                mask[b, :lengths] = True
            return mask

        def every_row_filled(lengths, n_keys):
            """All sentences got the same row. Each has as many True as its own length."""
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for length in lengths:
                mask[:, :length] = True
            return mask

        def lengths_as_rows(lengths, n_keys):
            """A length was used as the number of a row. Count the sentences:
            `enumerate(lengths)`.
            """
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for length in lengths:
                mask[length, :length] = True
            return mask

        def down_the_columns(lengths, n_keys):
            """The lengths run down the columns. Each sentence is a row: row first, then the slice
            of keys.
            """
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for b, length in enumerate(lengths):
                mask[:length, b] = True
            return mask

        def the_first_of_the_padding(lengths, n_keys):
            """Only the key at the position of the length is True. All keys before it should be."""
            return np.arange(n_keys) == lengths[:, None]

        def all_but_the_first_of_the_padding(lengths, n_keys):
            """Only the key at the position of the length is hidden. All keys from there on should
            be.
            """
            return np.arange(n_keys) != lengths[:, None]

        def the_number_of_a_sentence(lengths, n_keys):
            """The sentences were counted, and their lengths never looked at."""
            return np.arange(n_keys) < np.arange(len(lengths))[:, None]

        def the_number_of_a_sentence_turned_round(lengths, n_keys):
            """The sentences were counted, and their lengths never looked at."""
            return np.arange(len(lengths))[:, None] < np.arange(n_keys)

        def padding_without_its_first(lengths, n_keys):
            """True stands where the padding is, and its first key is missing: the comparison is
            turned round. True means may attend.
            """
            return lengths[:, None] < np.arange(n_keys)

        def a_range_of_lengths(lengths, n_keys):
            """np.arange takes one number, and `lengths` holds one for each sentence. The
            positions of the keys go up to n_keys.
            """
            return np.arange(lengths) < n_keys

        def positions_against_a_range_of_lengths(lengths, n_keys):
            """np.arange takes one number, and `lengths` holds one for each sentence. The
            positions of the keys go up to n_keys.
            """
            return np.arange(n_keys)[None, :] < np.arange(lengths)[:, None]

        def return_in_the_loop(lengths, n_keys):
            """Only the first sentence was handled: is `return` inside the loop?"""
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for b, length in enumerate(lengths):
                mask[b, :length] = True
                return mask

        def one_sentence_only(lengths, n_keys):
            """Only the first sentence was handled: is `return` inside the loop?"""
            return np.arange(n_keys) < lengths[0]

        def one_key_each(lengths, n_keys):
            """Only one key is True in each row. All keys before the length should be: use a
            slice.
            """
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for b, length in enumerate(lengths):
                mask[b, length - 1] = True
            return mask

        def filled_with_numbers(lengths, n_keys):
            """The pattern is right, but its entries are numbers. A mask holds True and False."""
            mask = np.zeros((len(lengths), n_keys))
            for b, length in enumerate(lengths):
                mask[b, :length] = 1
            return mask

        def causal_too(lengths, n_keys):
            """A causal mask was used, too. It has a row for each query: here, a key's position
            and a length decide alone.
            """
            key = np.arange(n_keys)[None, :]
            return np.tri(n_keys, dtype=bool) & (key < lengths[:, None])

        def lengths_with_two_axes_more(lengths, n_keys):
            """The lengths got an axis too many. A column has one `None`, after the rows."""
            key = np.arange(n_keys)[None, :]
            return key < lengths[None, :, None]

        def sizes_of_the_example(lengths, n_keys):
            return np.arange(n_keys)[None, :] < lengths.reshape(2, 1)

        def longest_for_all(lengths, n_keys):
            """All sentences got the same row. Each has as many True as its own length."""
            return np.tile(np.arange(n_keys) < np.max(lengths), (len(lengths), 1))

    class right:
        def column_against_row(lengths, n_keys):
            lengths = np.array(lengths).reshape(-1, 1)
            return lengths > np.arange(n_keys).reshape(1, -1)

        def array_methods(lengths, n_keys):
            return np.arange(n_keys) < lengths[:, None]

        def loop(lengths, n_keys):
            mask = np.zeros((len(lengths), n_keys), dtype=bool)
            for b, length in enumerate(lengths):
                mask[b, :length] = True
            return mask

        def two_loops(lengths, n_keys):
            mask = np.ones((len(lengths), n_keys), dtype=bool)
            for b in range(len(lengths)):
                for j in range(n_keys):
                    if j >= lengths[b]:
                        mask[b, j] = False
            return mask

        def lists(lengths, n_keys):
            return np.array([[True] * int(k) + [False] * (n_keys - int(k)) for k in lengths])

        def zeros_and_ones_turned_into_booleans(lengths, n_keys):
            return np.array([[1] * k + [0] * (n_keys - k) for k in lengths], dtype=bool)

        def not_padding(lengths, n_keys):
            return ~(np.arange(n_keys) >= np.expand_dims(lengths, 1))

        def outer(lengths, n_keys):
            return np.greater.outer(np.asarray(lengths), np.arange(n_keys))

        def rows_of_a_triangle(lengths, n_keys):
            return np.tri(n_keys + 1, n_keys, k=-1, dtype=bool)[lengths]

        def stacked(lengths, n_keys):
            return np.stack([np.arange(n_keys) < length for length in lengths])

        def transposed_back(lengths, n_keys):
            return (np.arange(n_keys)[:, None] < np.asarray(lengths)).T


# (3, 5), no row empty, one key for all; in each row a hidden key has the largest score of all.
S35 = [[1.2, -0.4, 2.5, 0.3, -1.1], [3.1, 0.5, 0.8, -2.0, 1.6], [-0.7, 1.9, -1.5, 0.2, 2.2]]
M35 = [
    [True, True, False, False, True],
    [False, True, True, True, False],
    [True, True, False, True, False],
]
# (4, 4) under a causal mask: as many queries as keys, so that a transposed mask fits.
S44 = [[0.3, 1.5, -0.8, 2.0], [1.1, -0.6, 2.4, 0.7], [-1.3, 0.9, 0.4, 1.8], [2.1, 0.2, -0.5, 1.0]]
M44 = [[j <= i for j in range(4)] for i in range(4)]
# Large scores: far below zero; with a hidden one far above the others; and an ordinary row.
BIG = [
    [-261000.0, -261001.0, -260998.5, -261000.5],
    [22001.0, 22600.0, 22000.25, 21999.5],
    [0.5, -1.0, 2.0, 1.5],
]
M_BIG = [[True, True, False, True], [True, False, True, True], [True, True, False, True]]
# (3, 4), with hidden scores 900, 60 and 45,000 above the allowed ones.
FAR = [[0.0, 1.0, 901.0, 0.5], [61.5, 0.3, -0.2, 1.4], [0.2, 45001.0, -0.6, 1.1]]
M_FAR = [[True, True, False, True], [False, True, True, True], [True, False, True, True]]
# (2, 3, 4): a batch
S234 = [
    [[0.5, 1.4, -0.9, 2.3], [-1.2, 0.6, 1.7, 0.1], [2.0, -0.3, 0.8, 1.5]],
    [[1.0, -1.6, 0.4, 0.9], [0.2, 2.2, -0.7, 1.3], [-0.5, 0.7, 1.9, -2.1]],
]
M214 = [[[True, True, True, False]], [[True, False, False, True]]]


class masked_softmax(Exercise):
    parameters = ("scores", "mask")
    tolerance = 1e-5  # single precision is right too
    floats = True
    cases = (
        case("scores (3, 5), a mask for each row", S35, M35),
        case("scores (4, 4), a causal mask", S44, M44),
        case("scores beyond 20,000, of either sign", BIG, M_BIG),
        case("hidden scores far above the allowed ones", FAR, M_FAR),
        case("scores beyond 20,000, nothing hidden", BIG, np.ones((3, 4), dtype=bool)),
        case(
            "one mask (5,) for all three queries",
            S35,
            [True, True, False, True, False],
            aspect="edges",
        ),
        case(
            "one mask (4,) for all four queries",
            S44,
            [True, False, True, True],
            aspect="edges",
        ),
        case("a batch (2, 3, 4), one mask for each sentence", S234, M214, aspect="edges"),
        case(
            "a batch (2, 3, 3), the padding of each sentence hidden",
            [[row[:3] for row in rows] for rows in S234],
            [[[True, True, True]], [[True, False, False]]],
            aspect="edges",
        ),
        case(
            "whole numbers",
            [[1, 3, 2], [0, -2, 1]],
            [[True, False, True], [True, True, False]],
            aspect="edges",
        ),
        case("a single key", [[-3]], [[True]], aspect="edges"),
        case(
            "the middle row may attend to nothing",
            [[1.0, 2.0, -0.5, 0.3], [0.6, -1.0, 1.4, 0.8], [2.2, 0.1, 0.7, -0.4]],
            [[True, False, True, True], [False, False, False, False], [False, True, True, False]],
            aspect="empty",
        ),
        case(
            "nobody may attend to anything",
            [[1.5, 0.5, -2.0]],
            [False, False, False],
            aspect="empty",
        ),
        case(
            "a mask (3, 1): only the second query may attend",
            S35,
            [[False], [True], [False]],
            aspect="empty",
        ),
        case(
            "one key, hidden from the second query",
            [[3], [-1], [2]],
            [[True], [False], [True]],
            aspect="empty",
        ),
        case(
            "a batch (2, 3, 4), a mask for each query of each sentence",
            S234,
            [np.tri(3, 4, 1).astype(bool).tolist(), np.tri(3, 4, -1).astype(bool)[::-1].tolist()],
            aspect="edges",
        ),
        case(
            "a batch (2, 3, 4), one mask (3, 4) for both sentences",
            S234,
            [[True, False, False, True], [True, True, False, False], [False, True, True, True]],
            aspect="edges",
        ),
    )

    class wrong:
        def mask_ignored(scores, mask):
            """The mask was ignored: this is the softmax of all the scores."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def zero_score(scores, mask):
            """Hidden scores became 0, or nearly 0, before the softmax (way 1). They still get a
            weight.
            """
            shown = np.where(mask, scores, 0.0)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def scores_times_mask(scores, mask):
            """Hidden scores became 0, or nearly 0, before the softmax (way 1). They still get a
            weight.
            """
            shown = scores * mask
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def scores_times_mask_and_empty_rows_0(scores, mask):
            """Hidden scores became 0, or nearly 0, before the softmax (way 1). They still get a
            weight.
            """
            shown = scores * mask
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            weights = e / e.sum(axis=-1, keepdims=True)
            return np.where(np.any(mask, axis=-1, keepdims=True), weights, 0)

        def zero_weight(scores, mask):
            """Hidden weights became 0 after the softmax (way 2). The rest no longer sums to 1."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def inverted(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            shown = np.where(mask, -np.inf, scores)
            with np.errstate(all="ignore"):
                e = np.exp(shown - shown.max(axis=-1, keepdims=True))
                return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

        def inverted_additive(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            shown = scores - 1e9 * np.asarray(mask)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * ~np.asarray(mask, dtype=bool)

        def minus_ten(scores, mask):
            """Hidden scores became a number that is not negative enough. Minus infinity is."""
            shown = np.where(mask, scores, -10.0)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def minus_a_hundred_added(scores, mask):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            shown = scores - 100.0 * (1 - np.asarray(mask, dtype=float))
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * np.any(mask, -1, keepdims=True)
            return e / e.sum(axis=-1, keepdims=True).clip(min=1)

        def minus_a_hundred_added_then_zero(scores, mask):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            shown = scores + np.where(mask, 0.0, -100.0)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def minus_ten_thousand_added_then_renormalised(scores, mask):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            shown = scores - 1e4 * (1 - np.asarray(mask, dtype=float))
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-30)

        def minus_ten_thousand_added_then_divided_by_0(scores, mask):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            weights = softmax(scores - 1e4 * (1 - np.asarray(mask, dtype=float))) * mask
            return weights / weights.sum(axis=-1, keepdims=True)

        def minus_ten_thousand(scores, mask):
            """Hidden scores became -10,000. Allowed ones can lie below that: use minus infinity."""
            shown = np.where(mask, scores, -1e4)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * np.any(mask, -1, keepdims=True)
            return e / e.sum(axis=-1, keepdims=True).clip(min=1)

        def minus_a_hundred_then_zero(scores, mask):
            """Hidden scores became a number that allowed ones can lie far below. There all weights
            vanished: use minus infinity.
            """
            shown = np.where(mask, scores, -100.0)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def minus_a_hundred_thousand_then_zero(scores, mask):
            """Hidden scores became a number that allowed ones can lie far below. There all weights
            vanished: use minus infinity.
            """
            shown = np.where(mask, scores, -1e5)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-300)

        def padding_hid_queries_where_they_are_as_many(scores, mask):
            """A mask (batch, 1, n_k) hid queries, that is, rows. It hides keys, the same for every
            query.
            """
            mask = np.asarray(mask)
            if mask.ndim == 3 and mask.shape[-2] == 1 and scores.shape[-1] == scores.shape[-2]:
                mask = np.swapaxes(mask, -1, -2)
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-300)

        def one_mask_for_queries(scores, mask):
            """A mask (n_k,) hid queries, that is, rows. It hides keys, the same for every query."""
            if np.ndim(mask) == 1 and len(mask) == scores.shape[-2]:
                mask = np.asarray(mask)[:, None]
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def nan_made_zero(scores, mask):
            """Every weight is 0. Was everything NaN, as 0 times infinity is, before NaN became 0?
            Or were the allowed weights multiplied by 0?
            """
            shown = scores + (1 - np.asarray(mask, dtype=float)) * -np.inf
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

        def first_row_for_all(scores, mask):
            """Every query got the first query's mask. Each has its own row of it."""
            mask = np.broadcast_to(mask, scores.shape)[..., :1, :]
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def smallest_positive(scores, mask):
            shown = np.where(mask, scores, 1e-9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def lowest_score(scores, mask):
            """Hidden scores became the lowest score of all. That still gets a weight."""
            shown = np.where(mask, scores, np.min(scores))
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def zero_times_infinity(scores, mask):
            """0 times infinity is NaN. Choose with np.where; do not multiply by infinity."""
            shown = scores + (1 - np.asarray(mask, dtype=float)) * -np.inf
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def score_times_infinity(scores, mask):
            """A negative score times minus infinity is plus infinity. Replace, do not multiply."""
            shown = scores * np.where(mask, 1.0, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def plus_infinity(scores, mask):
            """Hidden scores became plus infinity, or NaN. Minus infinity hides: e to that is 0."""
            shown = np.where(mask, scores, np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def infinite_weight(scores, mask):
            """Minus infinity was put in after the softmax. It belongs before it."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return np.where(mask, e / e.sum(axis=-1, keepdims=True), -np.inf)

        def mask_transposed(scores, mask):
            """The mask was transposed. Its rows are the queries, as those of the scores are."""
            mask = np.asarray(mask, dtype=bool)
            mask = np.swapaxes(mask, -1, -2) if mask.ndim > 1 else mask
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / e.sum(axis=-1, keepdims=True).clip(min=1e-300)

        def over_the_queries(scores, mask):
            """Each column sums to 1: the softmax ran over the queries. Each row should."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-2, keepdims=True)) * mask
            return e / e.sum(axis=-2, keepdims=True).clip(min=1e-300)

        def over_everything(scores, mask):
            """All the weights together sum to 1. Each row should."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max()) * mask
            return e / np.maximum(e.sum(), 1e-300)

        def not_normalised(scores, mask):
            """These are the exponentials. Each row still has to be divided by its sum."""
            shown = np.where(mask, scores, -1e9)
            return np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask

        def masked_scores_only(scores, mask):
            """These are the masked scores. The softmax is missing."""
            return np.where(mask, scores, -np.inf)

        def overflows(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's maximum
            first.
            """
            e = np.exp(scores) * mask
            total = e.sum(axis=-1, keepdims=True)
            return e / np.where(total == 0, 1, total)

        def overflows_with_zeros_chosen(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's maximum
            first.
            """
            e = np.exp(scores) * mask
            total = e.sum(axis=-1, keepdims=True)
            return np.where(total > 0, e / total, 0)

        def one_maximum_for_all(scores, mask):
            """The maximum of the whole array was subtracted, and in other rows everything vanished.
            Take each row's.
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - np.max(np.where(mask, scores, -1e9)))
            total = e.sum(axis=-1, keepdims=True)
            return e / np.where(total == 0, 1, total)

        def renormalised_by_softmax(scores, mask):
            """The softmax ran twice: the second one turns weights of 0 into positive ones."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            e = np.exp(e / e.sum(axis=-1, keepdims=True) * mask)
            return e / e.sum(axis=-1, keepdims=True)

        def empty_rows_nan(scores, mask):
            """An empty row came out as NaN. Its weights have to become 0, after the softmax:
            `np.isnan` finds it (`== np.nan` does not).
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def empty_rows_even(scores, mask):
            """An empty row shares its attention evenly over hidden keys. It should be all 0."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def empty_rows_unmasked(scores, mask):
            """An empty row came out as if it had no mask. It should be all 0."""
            mask = np.broadcast_to(mask, np.shape(scores)) == 1
            mask = mask | ~mask.any(axis=-1, keepdims=True)
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def empty_rows_on_the_first(scores, mask):
            """An empty row puts its attention on the first key, which is hidden. It should be all
            0.
            """
            mask = np.array(np.broadcast_to(mask, np.shape(scores)) == 1)
            mask[..., 0] |= ~mask.any(axis=-1)
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def no_broadcasting(scores, mask):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            shown = np.array(scores, dtype=float)
            shown[~np.asarray(mask, dtype=bool)] = -1e9
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def two_dimensions_only(scores, mask):
            """In a batch the softmax ran over the queries. The keys are the last axis: -1."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=1, keepdims=True)) * mask
            return e / e.sum(axis=1, keepdims=True).clip(min=1e-300)

        def no_keepdims(scores, mask):
            """The maximum or the sum lost an axis. Keep it, so that each row meets its own."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1)) * mask
            return e / e.sum(axis=-1)

        def integers_stay(scores, mask):
            """Minus infinity does not fit into an array of whole numbers. Make a float array
            first.
            """
            shown = np.array(scores)
            shown[~np.broadcast_to(mask, shown.shape).astype(bool)] = -np.inf
            top = np.where(np.isinf(shown.max(-1, keepdims=True)), 0, shown.max(-1, keepdims=True))
            e = np.exp(shown - top)
            return e / e.sum(axis=-1, keepdims=True).clip(min=1e-300)

        def changes_scores(scores, mask):
            hidden = ~np.broadcast_to(mask, scores.shape).astype(bool)
            shown = scores if scores.dtype == float else scores.astype(float)
            shown[hidden] = -1e9
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / e.sum(axis=-1, keepdims=True).clip(min=1e-300)

        def even_over_the_allowed(scores, mask):
            """Every allowed key has the same weight. The scores were not used."""
            allowed = np.broadcast_to(mask, np.shape(scores)).astype(float)
            return allowed / allowed.sum(axis=-1, keepdims=True).clip(min=1)

        def no_exponential(scores, mask):
            """The scores were divided by their sum, without the exponential."""
            shown = scores * mask
            return shown / shown.sum(axis=-1, keepdims=True)

        def padded_denominator(scores, mask):
            """The row's sum got a number added to it, and the weights no longer sum to 1."""
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return e / (e.sum(axis=-1, keepdims=True) + 1e-2)

        def hides_any_key(scores, mask):
            """It dropped the keys for all queries at once. Each query has its own row of the
            mask.
            """
            keep = np.broadcast_to(mask, np.shape(scores)).astype(bool)
            keep = np.broadcast_to(keep.all(axis=-2, keepdims=True), keep.shape)
            shown = np.where(keep, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * keep
            return e / e.sum(axis=-1, keepdims=True).clip(min=1e-300)

        def returns_list(scores, mask):
            shown = np.where(mask, scores, -1e9)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            return (e / e.sum(axis=-1, keepdims=True).clip(min=1e-300)).tolist()

        def flat_weights(scores, mask):
            """Indexing with a mask gives one flat row of the allowed entries. Keep the shape:
            use np.where.
            """
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return (e / e.sum(axis=-1, keepdims=True))[np.broadcast_to(mask, scores.shape)]

        def flat_scores(scores, mask):
            """The allowed scores of all rows went into one flat row and one softmax. Each row
            needs its own: use np.where.
            """
            kept = scores[np.broadcast_to(mask, scores.shape)]
            e = np.exp(kept - kept.max(initial=-1e30))
            return e / e.sum()

        def nothing_subtracted(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's
            maximum first.
            """
            e = np.exp(np.where(mask, scores, -np.inf))
            return e / e.sum(axis=-1, keepdims=True)

        def nothing_subtracted_then_zero(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's
            maximum first.
            """
            e = np.exp(scores) * mask
            return e / e.sum(axis=-1, keepdims=True)

        def one_maximum_and_nan(scores, mask):
            """The maximum of the whole array was subtracted, and in other rows everything
            vanished. Take each row's.
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max())
            return e / e.sum(axis=-1, keepdims=True)

        def maximum_of_the_hidden_too(scores, mask):
            """The maximum of the whole array was subtracted, and in other rows everything
            vanished. Take each row's.
            """
            e = np.exp(np.where(mask, scores, -np.inf) - scores.max())
            return e / e.sum(axis=-1, keepdims=True)

        def sum_without_keepdims(scores, mask):
            """The sum lost an axis. Keep it with keepdims=True, so that each row meets its
            own sum.
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1)

        def maximum_without_keepdims(scores, mask):
            """The maximum lost an axis. Keep it with keepdims=True, so that each row meets
            its own maximum.
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1))
            return e / e.sum(axis=-1, keepdims=True)

        def over_the_queries_nan(scores, mask):
            """Each column sums to 1: the softmax ran over the queries. Each row should."""
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=0))
            return e / e.sum(axis=0)

        def over_everything_nan(scores, mask):
            """All the weights together sum to 1. Each row should."""
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max())
            return e / e.sum()

        def renormalised_without_keepdims(scores, mask):
            """The sum lost an axis. Keep it with keepdims=True, so that each row meets its
            own sum.
            """
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = e / e.sum(axis=-1, keepdims=True) * mask
            return weights / weights.sum(axis=-1)

        def inverted_nan(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            shown = np.where(mask, -np.inf, scores)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def inverted_large_number(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            shown = np.where(mask, -1e9, scores)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def inverted_weights(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * ~np.asarray(mask, dtype=bool)

        def inverted_by_index(scores, mask):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            shown = scores.astype(float)
            shown[mask] = -np.inf
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def exponentials_of_the_allowed(scores, mask):
            """These are the exponentials. Each row still has to be divided by its sum."""
            return np.exp(np.where(mask, scores, -np.inf))

        def assigned_minus_infinity(scores, mask):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            shown = scores.astype(float)
            shown[~mask] = -np.inf
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True)

        def assigned_minus_infinity_nan_to_zero(scores, mask):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            shown = scores.astype(float)
            shown[~mask] = -np.inf
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

        def zeroed_by_index(scores, mask):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            e = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = e / e.sum(axis=-1, keepdims=True)
            weights[~mask] = 0
            return weights / weights.sum(axis=-1, keepdims=True)

        def a_mask_row_for_each_query(scores, mask):
            """It took row i of the mask for query i. A mask can have fewer rows than the
            scores: broadcast it first.
            """
            weights = np.zeros(scores.shape)
            for i in range(len(scores)):
                kept = mask[i]
                e = np.exp(scores[i][kept] - scores[i][kept].max(initial=-1e30))
                weights[i][kept] = e / e.sum()
            return weights

        def empty_rows_guarded_at_the_end(scores, mask):
            """An empty row came out as NaN. Its weights have to become 0, after the softmax:
            `np.isnan` finds it (`== np.nan` does not).
            """
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            total = e.sum(axis=-1, keepdims=True)
            return e / np.where(total == 0, 1, total)

        def both_hidden_and_zero_score(scores, mask):
            """Hidden scores became 0 before the softmax, and their weights 0 after it. They
            still count in the row's sum: use minus infinity.
            """
            shown = np.where(mask, scores, 0.0)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * mask

        def way_2_divided_by_its_sum(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            weights = softmax(scores) * mask
            return weights / weights.sum(axis=-1, keepdims=True)

        def way_2_divided_by_its_sum_nan_to_zero(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            weights = softmax(scores) * mask
            weights = weights / weights.sum(axis=-1, keepdims=True)
            return np.where(np.isnan(weights), 0, weights)

        def way_2_divided_by_its_sum_and_a_little(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            weights = softmax(scores) * mask
            return weights / (weights.sum(axis=-1, keepdims=True) + 1e-9)

        def way_2_divided_by_its_sum_and_very_little(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            weights = softmax(scores) * mask
            return weights / (weights.sum(axis=-1, keepdims=True) + 1e-12)

        def way_2_divided_by_its_sum_or_a_little(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            weights = softmax(scores) * mask
            return weights / np.maximum(weights.sum(axis=-1, keepdims=True), 1e-12)

        def zeroed_exponentials(scores, mask):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
            weights = e / e.sum(axis=-1, keepdims=True)
            return np.where(np.isnan(weights), 0, weights)

        def kept_the_hidden(scores, mask):
            """The weights of the allowed keys became 0, and those of the hidden ones stayed. It is
            the other way round.
            """
            return softmax(np.where(mask, scores, -1e9)) * ~np.asarray(mask, dtype=bool)

        def compared_with_nan(scores, mask):
            """An empty row came out as NaN. Its weights have to become 0, after the softmax:
            `np.isnan` finds it (`== np.nan` does not).
            """
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(weights == np.nan, 0, weights)

        def nothing_subtracted_and_a_little(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's
            maximum first.
            """
            e = np.exp(np.where(mask, scores, -np.inf))
            return e / (e.sum(axis=-1, keepdims=True) + 1e-9)

        def nothing_subtracted_nan_to_zero(scores, mask):
            """With large scores the exponentials overflow or all vanish. Subtract the row's
            maximum first.
            """
            e = np.exp(np.where(mask, scores, -np.inf))
            weights = e / e.sum(axis=-1, keepdims=True)
            return np.where(np.isnan(weights), 0, weights)

        def empty_if_all_are(scores, mask):
            """A row without keys stays NaN, unless nobody has one. Ask each row by itself whether
            any of its keys is allowed: axis=-1.
            """
            if not np.any(mask):
                return np.zeros(scores.shape)
            return softmax(np.where(mask, scores, -np.inf))

        def nothing_if_any_is(scores, mask):
            """One empty row made all weights 0. Ask for each row by itself."""
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.zeros(scores.shape) if np.isnan(weights).any() else weights

        def ones_for_nan(scores, mask):
            """The weights of an empty row became 1. They should all be 0."""
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(np.isnan(weights), 1, weights)

        def scaled_here(scores, mask):
            """The scores were divided by a root. They come scaled already."""
            mask = np.broadcast_to(mask, scores.shape)
            weights = softmax(np.where(mask, scores / np.sqrt(scores.shape[-1]), -1e9))
            return weights * mask

        def where_turned_round(scores, mask):
            """The arguments of np.where are in another order: condition, then, else."""
            return softmax(np.where(scores, mask, -np.inf))

        def large_number_after_the_softmax(scores, mask):
            """A large negative number was put in after the softmax. It belongs before it."""
            return np.where(mask, softmax(scores), -1e9)

        def large_number_subtracted_from_the_allowed(scores, mask):
            """In every row with a hidden key all weights are 0. Hidden scores belong at minus
            infinity; and a row is empty where none of its keys is allowed, not where one is hidden.
            """
            mask = np.broadcast_to(mask, scores.shape)
            return softmax(scores - 1e9 * mask) * mask

        def plus_infinity_nan_to_zero(scores, mask):
            """In every row with a hidden key all weights are 0. Hidden scores belong at minus
            infinity; and a row is empty where none of its keys is allowed, not where one is hidden.
            """
            weights = softmax(np.where(mask, scores, np.inf))
            return np.where(np.isnan(weights), 0, weights)

        def mask_added(scores, mask):
            """The mask was added as numbers, 1 and 0. A hidden score has to become minus
            infinity.
            """
            return softmax(scores + mask)

        def mask_subtracted(scores, mask):
            """The mask was added as numbers, 1 and 0. A hidden score has to become minus
            infinity.
            """
            return softmax(scores - (1 - np.asarray(mask, dtype=int)))

        def empty_if_all_are_as_a_number(scores, mask):
            """Only a mask without any key was looked at. Ask it for each row: axis=-1."""
            if not np.any(mask):
                return 0
            return softmax(np.where(mask, scores, -np.inf))

        def mask_with_an_axis(scores, mask):
            """The mask got another axis. It broadcasts to the scores as it is."""
            weights = softmax(np.where(mask[:, None], scores, -np.inf))
            return np.where(np.isnan(weights), 0, weights)

        def mask_with_an_axis_in_the_middle(scores, mask):
            """The mask got another axis. It broadcasts to the scores as it is."""
            weights = softmax(np.where(mask[:, None, :], scores, -np.inf))
            return np.where(np.isnan(weights), 0, weights)

        def plus_a_large_number(scores, mask):
            """Hidden scores became a large positive number, and got all the weight. Minus hides."""
            return softmax(np.where(mask, scores, 1e9))

        def plus_a_large_number_added(scores, mask):
            """A large number was added to the hidden scores, and they got all the weight. Lower
            them.
            """
            return softmax(scores + np.where(mask, 0, 1e9))

        def scores_against_infinity(scores, mask):
            """An empty row came out as NaN. Its weights have to become 0, after the softmax:
            `np.isnan` finds it (`== np.nan` does not).
            """
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(np.isinf(weights), 0, weights)

        def one_below_the_lowest(scores, mask):
            """Hidden scores became a bit less than the lowest. That still gets a weight."""
            weights = softmax(np.where(mask, scores, np.min(scores) - 1))
            return np.where(np.any(mask, axis=-1, keepdims=True), weights, 0)

        def way_2_divided_by_the_sum_of_all(scores, mask):
            """All the weights together sum to 1. Each row should."""
            weights = softmax(scores) * mask
            return weights / weights.sum()

        def score_times_infinity_nan_to_zero(scores, mask):
            """A negative score times minus infinity is plus infinity. Replace, do not multiply."""
            weights = softmax(scores * np.where(mask, 1, -np.inf))
            return np.where(np.isnan(weights), 0, weights)

        def one_maximum_for_all_and_the_hidden(scores, mask):
            """The maximum of the whole array was subtracted, and in other rows everything vanished.
            Take each row's.
            """
            e = np.exp(scores - scores.max()) * mask
            total = e.sum(axis=-1, keepdims=True)
            return e / np.where(total == 0, 1, total)

        def a_mask_row_for_each_query_that_has_any(scores, mask):
            """It took row i of the mask for query i. A mask can have fewer rows than the
            scores: broadcast it first.
            """
            weights = np.zeros(scores.shape)
            for i in range(len(scores)):
                kept = mask[i]
                if kept.any():
                    weights[i, kept] = softmax(scores[i, kept])
            return weights

        def a_mask_row_for_each_query_whole_numbers(scores, mask):
            """It took row i of the mask for query i. A mask can have fewer rows than the
            scores: broadcast it first.
            """
            weights = np.zeros_like(scores)
            for i in range(len(scores)):
                kept = mask[i]
                if kept.any():
                    weights[i, kept] = softmax(scores[i, kept])
            return weights

        def mask_of_other_width_ignored(scores, mask):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            if mask.shape[-1] != scores.shape[-1]:
                mask = np.ones(scores.shape, dtype=bool)
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def mask_of_one_column_ignored(scores, mask):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            if mask.shape[-1] == 1:
                mask = np.ones(scores.shape, dtype=bool)
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def mask_of_the_first_query(scores, mask):
            """Of a mask (n_q, 1), the first entry was used for all. Each query has its own."""
            if mask.shape[-1] != scores.shape[-1]:
                mask = mask.ravel()[:1]
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def one_key_never_hidden(scores, mask):
            """A single key got all the weight, even where it is hidden. There its weight is 0."""
            if scores.shape[-1] == 1:
                return np.ones(scores.shape)
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def one_key_by_its_mask(scores, mask):
            """With one key, integers came back. The task asks for a float array."""
            if scores.shape[-1] == 1:
                return np.broadcast_to(mask, scores.shape).astype(int)
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def minus_thirty_thousand_then_zero(scores, mask):
            """Hidden scores became a number that allowed ones can lie far below. There all weights
            vanished: use minus infinity.
            """
            return softmax(np.where(mask, scores, -30000.0)) * mask

        def thirty_thousand_subtracted(scores, mask):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            return softmax(scores - 30000.0 * ~mask) * mask

        def mask_of_the_first_query_in_a_batch(scores, mask):
            """In a batch, the first query's mask was used for all queries. Each has its own."""
            if mask.ndim == 3:
                mask = mask[:, :1]
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def mask_row_for_each_sentence(scores, mask):
            """In a batch, row b of the mask went to sentence b. A mask (n_q, n_k) is for each."""
            if scores.ndim == 2:
                return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
            pairs = zip(scores, mask)
            return np.nan_to_num([softmax(np.where(m, table, -np.inf)) for table, m in pairs])

        def mask_rows_taken_for_sentences(scores, mask):
            """In a batch, a mask (n_q, n_k) got an axis. As it is, it fits each sentence."""
            if scores.ndim == 3 and mask.ndim == 2:
                mask = mask[:, None, :]
            return np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))

        def empty_where_any_is_hidden(scores, mask):
            """In every row with a hidden key all weights are 0. Hidden scores belong at minus
            infinity; and a row is empty where none of its keys is allowed, not where one is hidden.
            """
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(np.all(mask, axis=-1, keepdims=True), weights, 0)

        def empty_columns(scores, mask):
            """A row without keys stays NaN, unless nobody has one. Ask each row by itself whether
            any of its keys is allowed: axis=-1.
            """
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(np.any(mask, axis=0), weights, 0)

        def empty_without_keepdims(scores, mask):
            """The answer for each row was broadcast along the keys. `keepdims=True` keeps it a
            column.
            """
            weights = softmax(np.where(mask, scores, -np.inf))
            return np.where(np.any(mask, axis=-1), weights, 0)

        def row_of_the_mask_by_query(scores, mask):
            """Entry i of the mask went to row i. A mask (n_k,) has an entry for each key, and holds
            for every row.
            """
            rows = [softmax(np.where(mask[i], row, -np.inf)) for i, row in enumerate(scores)]
            return np.nan_to_num(np.array(rows))

        def nothing_if_any_row_is_empty(scores, mask):
            """One empty row made all weights 0. Ask for each row by itself."""
            for row in np.atleast_2d(mask):
                if not row.any():
                    return np.zeros(np.shape(scores))
            return softmax(np.where(mask, scores, -np.inf))

        def whole_sentence_without_weights(scores, mask):
            """A row without keys made its whole sentence 0. Ask for each row by itself."""
            weights = softmax(np.where(mask, scores, -np.inf))
            for sentence in weights:
                if np.isnan(sentence).any():
                    sentence[...] = 0
            return weights

    class right:
        def nan_to_num(scores, mask):
            shown = np.where(mask, scores, -np.inf)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

        def given_softmax(scores, mask):
            return softmax(np.where(mask, scores, -1e9)) * mask

        def additive(scores, mask):
            mask = np.asarray(mask, dtype=float)
            shown = scores + (1 - mask) * -1e9
            e = np.exp(shown - shown.max(axis=-1, keepdims=True)) * mask
            total = e.sum(axis=-1, keepdims=True)
            return np.divide(e, total, out=np.zeros_like(e), where=total > 0)

        def finfo_min(scores, mask):
            lowest = np.finfo(np.float64).min
            shown = np.where(mask, scores, lowest)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            weights = e / e.sum(axis=-1, keepdims=True)
            return np.where(mask, weights, 0.0)

        def finfo_min_added(scores, mask):
            bias = np.where(mask, 0.0, np.finfo(float).min)
            shown = scores + bias
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return e / e.sum(axis=-1, keepdims=True) * np.any(mask, axis=-1, keepdims=True)

        def minus_infinity_added(scores, mask):
            shown = scores + np.where(mask, 0.0, -np.inf)
            weights = softmax(shown)
            weights[np.isnan(weights)] = 0
            return weights

        def logarithm_of_the_mask(scores, mask):
            shown = scores + np.log(np.asarray(mask, dtype=float))
            e = np.exp(shown - np.maximum(shown.max(axis=-1, keepdims=True), -1e300))
            return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-30)

        def zeroed_exponentials(scores, mask):
            top = np.max(np.where(mask, scores, -1e9), axis=-1, keepdims=True)
            e = np.where(mask, np.exp(np.where(mask, scores, top) - top), 0)
            total = e.sum(axis=-1, keepdims=True)
            return e / np.where(total > 0, total, 1)

        def zeroed_weights_renormalised(scores, mask):
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            total = weights.sum(axis=-1, keepdims=True)
            return np.where(total > 0, weights / total, 0)

        def indexing_a_copy(scores, mask):
            shown = scores.astype(float)
            mask = np.broadcast_to(mask, shown.shape).astype(bool)
            shown[~mask] = -np.inf
            shown[~mask.any(axis=-1)] = 0
            return softmax(shown) * mask

        def boolean_only(scores, mask):
            shown = np.where(~mask, -np.inf, scores)
            weights = softmax(shown)
            return np.where(np.isnan(weights), 0, weights)

        def loops(scores, mask):
            mask = np.broadcast_to(mask, scores.shape)
            weights = np.zeros(scores.shape)
            for index in np.ndindex(scores.shape[:-1]):
                allowed = [j for j in range(scores.shape[-1]) if mask[index][j]]
                if not allowed:
                    continue
                top = max(scores[index][j] for j in allowed)
                e = [math.exp(scores[index][j] - top) for j in allowed]
                for j, value in zip(allowed, e):
                    weights[index][j] = value / sum(e)
            return weights

        def row_by_row(scores, mask):
            rows = np.reshape(scores, (-1, np.shape(scores)[-1])).astype(float)
            masks = np.broadcast_to(mask, np.shape(scores)).reshape(rows.shape) == 1
            result = np.zeros_like(rows)
            for row, keep, weights in zip(rows, masks, result):
                if keep.any():
                    weights[keep] = softmax(row[keep])
            return result.reshape(np.shape(scores))

        def log_sum_exp(scores, mask):
            shown = np.where(mask, scores, -np.inf)
            total = np.logaddexp.reduce(shown, axis=-1, keepdims=True)
            return np.where(mask, np.exp(shown - total), 0.0)

        def masked_arrays(scores, mask):
            hidden = ~np.broadcast_to(mask, scores.shape).astype(bool)
            shown = np.ma.array(scores, mask=hidden, dtype=float)
            e = np.ma.exp(shown - shown.max(axis=-1, keepdims=True))
            return (e / e.sum(axis=-1, keepdims=True)).filled(0)

        def single_precision(scores, mask):
            shown = np.where(mask, scores, -np.inf).astype(np.float32)
            e = np.exp(shown - shown.max(axis=-1, keepdims=True))
            return np.nan_to_num(e / e.sum(axis=-1, keepdims=True))

        def exp_where(scores, mask):
            allowed = np.broadcast_to(mask, scores.shape).astype(bool)
            scores = scores.astype(float)
            top = np.max(scores, axis=-1, keepdims=True, where=allowed, initial=-np.inf)
            e = np.exp(scores - top, where=allowed, out=np.zeros(scores.shape))
            return e / np.maximum(e.sum(axis=-1, keepdims=True), 1e-12)

        def transposed_there_and_back(scores, mask):
            turned = np.swapaxes(np.where(mask, scores, -1e9), -1, -2)
            e = np.exp(turned - turned.max(axis=-2, keepdims=True))
            return np.swapaxes(e / e.sum(axis=-2, keepdims=True), -1, -2) * mask

        def mask_made_boolean(scores, mask):
            mask = np.asarray(mask).astype(bool)
            result = np.zeros(np.shape(scores)) + np.where(mask, scores, -1e30)
            result -= result.max(axis=-1, keepdims=True)
            result = np.where(mask, np.exp(result), 0)
            total = result.sum(axis=-1, keepdims=True)
            total[total == 0] = 1
            return result / total


# n_q = 3, n_k = 5, d_k = 6, d_v = 2: all sizes differ.
Q36 = [
    [1.2, -0.5, 0.3, 2.0, -1.1, 0.7],
    [-0.4, 1.6, 0.9, -1.3, 0.2, 1.0],
    [0.8, 0.1, -1.7, 0.6, 1.4, -0.9],
]
K56 = [
    [0.9, 0.4, -1.2, 1.5, 0.3, -0.6],
    [-1.0, 1.8, 0.5, 0.2, -0.7, 1.1],
    [1.3, -0.8, 0.6, 2.1, -1.4, 0.5],
    [0.1, 0.7, -0.3, -0.9, 1.2, 0.4],
    [2.0, -0.2, 1.1, 0.8, 0.5, -1.5],
]
V52 = [[1.0, -2.0], [0.5, 3.0], [-1.5, 0.2], [4.0, 1.0], [2.5, -0.7]]
Q56 = [
    [0.6, 1.1, -0.4, 0.9, 1.3, -0.2],
    [-0.8, 0.3, 1.7, 0.5, -1.2, 0.4],
    [1.5, -0.6, 0.2, -1.0, 0.8, 1.9],
    [0.4, 2.0, -1.1, 0.7, 0.1, -0.5],
    [-1.4, 0.9, 0.6, 1.2, -0.3, 1.0],
]
CAUSAL5 = [[j <= i for j in range(5)] for i in range(5)]


class masked_attention(Exercise):
    parameters = ("Q", "K", "V", "mask")
    results = ("output", "weights")
    tolerance = 1e-5  # single precision is right too
    floats = True
    cases = (
        case("3 queries, 5 keys, a mask for each query", Q36, K56, V52, M35),
        case("5 queries, 5 keys, a causal mask", Q56, K56, V52, CAUSAL5),
        case("3 queries, 5 keys, mask=None", Q36, K56, V52, None),
        case("no mask given at all", Q36, K56, V52),
        case(
            "one mask (5,) for all queries",
            Q36,
            K56,
            V52,
            [True, False, True, True, False],
            aspect="edges",
        ),
        case(
            "one mask (5,) for all five queries",
            Q56,
            K56,
            V52,
            [True, False, True, True, False],
            aspect="edges",
        ),
        case(
            "5 queries, 3 keys",
            Q56,
            K56[:3],
            V52[:3],
            [
                [True, False, False],
                [True, True, False],
                [False, True, True],
                [True, True, True],
                [False, False, True],
            ],
            aspect="edges",
        ),
        case(
            "whole numbers, d_k = 2",
            [[1, -1], [2, 0], [0, 3]],
            [[1, 2], [0, -1], [3, 1], [2, 2]],
            [[1, 0, 4], [2, 5, 1], [0, -3, 2], [6, 1, 1]],
            [[True, True, False, True], [False, True, True, True], [True, False, False, True]],
            aspect="edges",
        ),
        case("one query, one key", [[1, 2]], [[1, -1]], [[3]], [[True]], aspect="edges"),
        case(
            "large scores, of either sign",
            [[1000.0, 0.0, 2.0], [-9000.0, 1.0, 0.0]],
            [[12.0, 1.0, 0.0], [12.5, 0.0, 1.0], [13.0, 2.0, 0.0]],
            [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
            [[True, True, False]],
            aspect="edges",
        ),
        case(
            "large scores, of either sign, mask=None",
            [[1000.0, 0.0, 2.0], [-9000.0, 1.0, 0.0]],
            [[12.0, 1.0, 0.0], [12.5, 0.0, 1.0], [13.0, 2.0, 0.0]],
            [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
            None,
            aspect="edges",
        ),
        case(
            "hidden scores far above the allowed ones",
            [[100.0, 1.0], [0.3, 0.5], [-0.2, 2.0]],
            [[0.02, 1.0], [300.0, 0.0], [0.01, -1.0], [-0.01, 0.5]],
            [[1.0, 2.0, 0.0, -1.0, 3.0], [5.0, 9.0, 7.0, 8.0, 6.0], [0.5] * 5, [4.0] * 5],
            [[True, False, True, True]],
            aspect="edges",
        ),
        case(
            "the last query may attend to nothing",
            Q36,
            K56,
            V52,
            [M35[0], M35[1], [False] * 5],
            aspect="empty",
        ),
        case("all keys hidden", Q36, K56, V52, [False] * 5, aspect="empty"),
        case(
            "a mask (3, 1): the second query may attend to nothing",
            Q36,
            K56,
            V52,
            [[True], [False], [True]],
            aspect="empty",
        ),
        case(
            "2 queries, one key, hidden from the second",
            [[1, -1, 2], [0, 2, 1]],
            [[2, 1, 0]],
            [[3, -4, 5, 1]],
            [[True], [False]],
            aspect="empty",
        ),
    )

    class wrong:
        def scores_returned(Q, K, V, mask=None):
            """Scores came back in the place of the weights."""
            mask = np.ones((len(Q), len(K)), dtype=bool) if mask is None else mask
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return masked_softmax(scores, mask) @ V, scores

        def mask_ignored(Q, K, V, mask=None):
            """The mask was ignored."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def not_scaled(Q, K, V, mask=None):
            """The scores were not divided by the square root of d_k."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T, -1e9)) * mask
            return weights @ V, weights

        def divided_by_d_k(Q, K, V, mask=None):
            """The scores were divided by d_k, or twice by its square root. Once by the root is
            wanted.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / K.shape[1], -1e9)) * mask
            return weights @ V, weights

        def scaled_by_d_v(Q, K, V, mask=None):
            """The square root of d_v was used. d_k, the width of queries and keys, is wanted."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(V.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def scaled_by_n_k(Q, K, V, mask=None):
            """The square root of the number of keys was used. d_k is their width."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(len(K)), -1e9)) * mask
            return weights @ V, weights

        def scaled_by_n_q(Q, K, V, mask=None):
            """The square root of the number of queries was used. d_k is their width."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(len(Q)), -1e9)) * mask
            return weights @ V, weights

        def scaled_after(Q, K, V, mask=None):
            """The division came after the softmax. It belongs before it."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T, -1e9)) * mask / np.sqrt(K.shape[1])
            return weights @ V, weights

        def multiplied(Q, K, V, mask=None):
            """The scores were multiplied by the square root of d_k. Divide."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T * np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def inverted(Q, K, V, mask=None):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            mask = np.array(False) if mask is None else np.asarray(mask)
            weights = softmax(np.where(mask, -1e9, Q @ K.T / np.sqrt(K.shape[1]))) * ~mask
            return weights @ V, weights

        def zero_score(Q, K, V, mask=None):
            """Hidden scores became 0 before the softmax (way 1). A score of 0 still gets a
            weight.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), 0))
            return weights @ V, weights

        def zero_weight(Q, K, V, mask=None):
            """Hidden weights became 0 after the softmax (way 2). The rest no longer sums to 1."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1])) * mask
            return weights @ V, weights

        def minus_ten(Q, K, V, mask=None):
            """Hidden scores became a number that is not negative enough. Minus infinity is."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -10))
            return weights @ V, weights

        def minus_a_hundred_added(Q, K, V, mask=None):
            """Hidden scores were lowered by a number that is not large enough. Minus infinity
            is.
            """
            mask = np.array(True) if mask is None else np.asarray(mask)
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]) - 100 * (1 - mask.astype(float)))
            weights = weights * mask.any(axis=-1, keepdims=mask.ndim > 0)
            return weights @ V, weights

        def minus_ten_thousand(Q, K, V, mask=None):
            """Hidden scores became -10,000. Allowed ones can lie below that: use minus infinity."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is None:
                return softmax(scores) @ V, softmax(scores)
            weights = softmax(np.where(mask, scores, -1e4)) * np.any(mask, -1, keepdims=True)
            return weights @ V, weights

        def minus_a_thousand_then_zero(Q, K, V, mask=None):
            """Hidden scores became a number that allowed ones can lie far below. There all weights
            vanished: use minus infinity.
            """
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1000.0)) * mask
            return weights @ V, weights

        def one_mask_for_queries(Q, K, V, mask=None):
            """A mask (n_k,) hid queries, that is, rows. It hides keys, the same for every query."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else np.asarray(mask)
            if mask.ndim == 1 and len(mask) == len(Q):
                mask = mask[:, None]
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return weights @ V, weights

        def output_divided_too(Q, K, V, mask=None):
            """The output was divided by the square root of d_k. Divide the scores, before the
            softmax.
            """
            scores = Q @ K.T
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return weights @ V / np.sqrt(K.shape[1]), weights

        def mask_transposed(Q, K, V, mask=None):
            """The mask was transposed. Its rows are the queries, as those of the scores are."""
            mask = np.array(True) if mask is None else np.asarray(mask).T
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def always_causal(Q, K, V, mask=None):
            """A causal mask was used, whatever mask was given."""
            mask = np.tri(len(Q), len(K)) == 1
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def none_is_causal(Q, K, V, mask=None):
            """Without a mask a causal one was used. mask=None hides nothing."""
            mask = np.tri(len(Q), len(K)) == 1 if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def none_hides_all(Q, K, V, mask=None):
            """mask=None was taken for False, and everything was hidden. It hides nothing."""
            mask = np.zeros((len(Q), len(K)), dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def none_not_handled(Q, K, V, mask=None):
            """It fails when mask is None. Look at what happens then."""
            weights = softmax(np.where(mask.astype(bool), Q @ K.T / np.sqrt(K.shape[1]), -1e9))
            weights = weights * mask
            return weights @ V, weights

        def truth_of_an_array(Q, K, V, mask=None):
            """An array has no single truth value. Test with `mask is None`."""
            if not mask:
                mask = np.array(True)
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def compared_with_none(Q, K, V, mask=None):
            """An array has no single truth value. Test with `mask is None`."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask != None:  # noqa: E711
                scores = np.where(mask, scores, -1e9)
            weights = softmax(scores)
            return weights @ V, weights

        def empty_rows_nan(Q, K, V, mask=None):
            """A query with nothing to attend to came out as NaN. Its weights and output should be
            0.
            """
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            weights = softmax(scores)
            return weights @ V, weights

        def empty_rows_even(Q, K, V, mask=None):
            """A query with nothing to attend to got the mean of all values. It should get 0."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores = np.where(mask, scores, -1e9)
            weights = softmax(scores)
            return weights @ V, weights

        def output_only_mended(Q, K, V, mask=None):
            """In an empty row the output is 0 and the weights are not. Both should be."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is None:
                weights = softmax(scores)
                return weights @ V, weights
            weights = softmax(np.where(mask, scores, -1e9))
            return weights * mask @ V, weights

        def output_only(Q, K, V, mask=None):
            """Only the output came back. Return both: output, weights."""
            mask = np.array(True) if mask is None else mask
            return softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask @ V

        def exchanged(Q, K, V, mask=None):
            """Output and weights are exchanged. The output comes first."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights, weights @ V

        def scores_for_weights(Q, K, V, mask=None):
            """The second result holds the scores. The weights were asked for."""
            mask = np.array(True) if mask is None else mask
            scores = np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)
            return softmax(scores) * mask @ V, scores

        def over_the_queries(Q, K, V, mask=None):
            """Each column sums to 1: the softmax ran over the queries. Each row should."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9).T).T * mask
            return weights @ V, weights

        def softmax_twice(Q, K, V, mask=None):
            """The softmax ran twice."""
            mask = np.array(True) if mask is None else mask
            once = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9))
            weights = softmax(np.where(mask, once, -1e9)) * mask
            return weights @ V, weights

        def keys_not_transposed(Q, K, V, mask=None):
            """K was not transposed: queries and keys do not meet over d_k."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def keys_reshaped(Q, K, V, mask=None):
            """K was reshaped, not transposed. The shape fits, and the numbers stand elsewhere."""
            mask = np.array(True) if mask is None else mask
            turned = K.reshape(K.shape[1], K.shape[0])
            weights = softmax(np.where(mask, Q @ turned / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def values_hidden_too(Q, K, V, mask=None):
            """The values were left unmixed where the mask has a row. Mix them by the weights
            only.
            """
            mask = np.array(True) if mask is None else np.asarray(mask)
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            keep = np.broadcast_to(mask, weights.shape).all(axis=0)
            return weights @ (V * keep[:, None]), weights

        def overflows(Q, K, V, mask=None):
            """With large scores the exponentials overflow. Subtract each row's maximum first."""
            mask = np.array(True) if mask is None else mask
            e = np.exp(Q @ K.T / np.sqrt(K.shape[1])) * mask
            total = e.sum(axis=1, keepdims=True)
            weights = e / np.where(total == 0, 1, total)
            return weights @ V, weights

        def changes_mask(Q, K, V, mask=None):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            mask[..., 0] = True
            mask[..., -1] = False
            return weights @ V, weights

        def inverted_with_none_as_ones(Q, K, V, mask=None):
            """It hid what is allowed and kept what is hidden. True means may attend."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = np.nan_to_num(softmax(np.where(mask, -np.inf, scores)))
            return weights @ V, weights

        def softmax_of_the_weights(Q, K, V, mask=None):
            """The softmax ran twice."""
            mask = np.array(True) if mask is None else mask
            once = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            weights = softmax(once)
            return weights @ V, weights

        def softmax_before_the_mask(Q, K, V, mask=None):
            """The softmax ran twice."""
            mask = np.array(True) if mask is None else mask
            once = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            weights = softmax(np.where(mask, once, -1e9)) * mask
            return weights @ V, weights

        def scores_and_mask_exchanged(Q, K, V, mask=None):
            """The scores were handed over as the mask, and the mask as the scores."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = masked_softmax(mask, scores)
            return weights @ V, weights

        def mask_transposed_with_none_as_ones(Q, K, V, mask=None):
            """The mask was transposed. Its rows are the queries, as those of the scores are."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask.T, scores, -1e9)) * mask.T
            return weights @ V, weights

        def none_asked_the_wrong_way(Q, K, V, mask=None):
            """The mask was replaced where there is one: `is not None` in place of `is None`?"""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                mask = np.ones(scores.shape, dtype=bool)
            weights = np.nan_to_num(softmax(np.where(mask, scores, -np.inf)))
            return weights @ V, weights

        def none_shaped_by_numbers(Q, K, V, mask=None):
            """`np.ones` takes a shape, and got the numbers themselves: `scores.shape`."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return weights @ V, weights

        def entry_by_entry(Q, K, V, mask=None):
            """Queries and keys were multiplied entry by entry. A score is the dot product of a
            query and a key.
            """
            scores = Q * K / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return weights @ V, weights

        def mixed_by_the_mask(Q, K, V, mask=None):
            """The output was mixed by the mask. Mix the values by the weights."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return mask @ V, weights

        def mixed_by_the_scores(Q, K, V, mask=None):
            """The output was mixed by the scores. Mix the values by the weights."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.ones(scores.shape, dtype=bool) if mask is None else mask
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return scores @ V, weights

        def none_is_causal_over_queries(Q, K, V, mask=None):
            """The mask made for None does not fit the scores. None hides nothing: that is an array
            of True, with a row for each query and a column for each key.
            """
            mask = causal_mask(len(Q)) if mask is None else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def none_is_causal_over_keys(Q, K, V, mask=None):
            """The mask made for None does not fit the scores. None hides nothing: that is an array
            of True, with a row for each query and a column for each key.
            """
            mask = causal_mask(len(K)) if mask is None else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def none_as_large_as_queries(Q, K, V, mask=None):
            """The mask made for None does not fit the scores. None hides nothing: that is an array
            of True, with a row for each query and a column for each key.
            """
            mask = np.ones(Q.shape, dtype=bool) if mask is None else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def none_as_large_as_keys(Q, K, V, mask=None):
            """The mask made for None does not fit the scores. None hides nothing: that is an array
            of True, with a row for each query and a column for each key.
            """
            mask = np.ones(K.shape, dtype=bool) if mask is None else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def none_for_queries(Q, K, V, mask=None):
            """The mask made for None does not fit the scores. None hides nothing: that is an array
            of True, with a row for each query and a column for each key.
            """
            mask = np.ones(len(Q), dtype=bool) if mask is None else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def output_masked_after(Q, K, V, mask=None):
            """The weights were made without the mask, which came afterwards. Call `masked_softmax`,
            and return its weights.
            """
            mask = np.array(True) if mask is None else np.asarray(mask)
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return (weights * mask) @ V, weights

        def other_weights_returned(Q, K, V, mask=None):
            """The output was made with the mask, and other weights came back, made without it."""
            mask = np.array(True) if mask is None else mask
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return masked_softmax(scores, mask) @ V, softmax(scores)

        def none_in_np_where(Q, K, V, mask=None):
            """mask=None was taken for False, and everything was hidden. It hides nothing."""
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -np.inf))
            return weights @ V, weights

        def none_in_np_where_large_number(Q, K, V, mask=None):
            """mask=None was taken for False, and everything was hidden. It hides nothing."""
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9))
            return weights @ V, weights

        def none_inverted(Q, K, V, mask=None):
            """It fails when mask is None. Look at what happens then."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = softmax(np.where(~mask, -np.inf, scores))
            return weights @ V, weights

        def none_multiplied(Q, K, V, mask=None):
            """It fails when mask is None. Look at what happens then."""
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def none_assigned(Q, K, V, mask=None):
            """It fails when mask is None. Look at what happens then."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            scores[~mask] = -np.inf
            weights = softmax(scores)
            return weights @ V, weights

        def mask_as_an_index(Q, K, V, mask=None):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores[~mask] = -np.inf
            weights = softmax(scores)
            return weights @ V, weights

        def mask_as_an_index_then_zero(Q, K, V, mask=None):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores[~mask] = -1e9
            weights = softmax(scores)
            if mask is not None:
                weights = weights * mask
            return weights @ V, weights

        def one_maximum_for_all(Q, K, V, mask=None):
            """The maximum of the whole array was subtracted, and in other rows everything
            vanished. Take each row's.
            """
            mask = np.array(True) if mask is None else mask
            scores = np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -np.inf)
            e = np.exp(scores - scores.max())
            weights = e / e.sum(axis=1, keepdims=True)
            return weights @ V, weights

        def weights_transposed(Q, K, V, mask=None):
            """The weights were transposed before they met V. Their columns, one for each key,
            meet the rows of V.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights.T @ V, weights

        def queries_and_keys_exchanged(Q, K, V, mask=None):
            """Queries and keys are exchanged: the scores have a row for each key. They need a
            row for each query.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, K @ Q.T / np.sqrt(K.shape[1]), -1e9)) * mask
            return weights @ V, weights

        def a_fixed_root(Q, K, V, mask=None):
            """A fixed number stands under the root. It is d_k, the number of columns of K."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(3), -1e9)) * mask
            return weights @ V, weights

        def a_fixed_root_of_two(Q, K, V, mask=None):
            """A fixed number stands under the root. It is d_k, the number of columns of K."""
            mask = np.array(True) if mask is None else mask
            weights = softmax(np.where(mask, Q @ K.T / 2, -1e9)) * mask
            return weights @ V, weights

        def scores_as_weights(Q, K, V, mask=None):
            """The softmax is missing: these scores were used as weights."""
            mask = np.array(True) if mask is None else mask
            scores = np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), 0)
            return scores @ V, scores

        def infinite_scores_as_weights(Q, K, V, mask=None):
            """The softmax is missing: these scores were used as weights."""
            mask = np.array(True) if mask is None else mask
            scores = np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -np.inf)
            return scores @ V, scores

        def way_2_divided_by_its_sum(Q, K, V, mask=None):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1])) * mask
            weights = weights / weights.sum(axis=-1, keepdims=True)
            return weights @ V, weights

        def way_2_divided_by_its_sum_nan_to_zero(Q, K, V, mask=None):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1])) * mask
            weights = weights / weights.sum(axis=-1, keepdims=True)
            weights = np.where(np.isnan(weights), 0, weights)
            return weights @ V, weights

        def way_2_divided_by_its_sum_and_a_little(Q, K, V, mask=None):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            mask = np.array(True) if mask is None else mask
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1])) * mask
            weights = weights / (weights.sum(axis=-1, keepdims=True) + 1e-9)
            return weights @ V, weights

        def zeroed_exponentials(Q, K, V, mask=None):
            """That is way 2, divided by its sum. Where a hidden score is far larger, nothing, or
            nearly nothing, is left to divide: hide it before the softmax.
            """
            scores = Q @ K.T / np.sqrt(K.shape[1])
            mask = np.array(True) if mask is None else mask
            e = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask
            total = e.sum(axis=-1, keepdims=True)
            weights = e / np.where(total == 0, 1, total)
            return weights @ V, weights

        def causal_too(Q, K, V, mask=None):
            """A causal mask was used beside the one that is given. Hide what `mask` hides, and no
            more.
            """
            allowed = np.tri(len(Q), len(K), dtype=bool) & (True if mask is None else mask)
            weights = softmax(np.where(allowed, Q @ K.T / np.sqrt(K.shape[1]), -1e9)) * allowed
            return weights @ V, weights

        def nan_left_in_the_weights(Q, K, V, mask=None):
            """In an empty row the output is 0, and the weights are NaN. Make the weights 0 first:
            the output follows.
            """
            allowed = np.array(True) if mask is None else mask
            weights = softmax(np.where(allowed, Q @ K.T / np.sqrt(K.shape[1]), -np.inf))
            return np.nan_to_num(weights @ V), weights

        def nan_left_in_the_output(Q, K, V, mask=None):
            """In an empty row the weights are 0, and the output is NaN: it was made of the weights
            before they became 0.
            """
            allowed = np.array(True) if mask is None else mask
            weights = softmax(np.where(allowed, Q @ K.T / np.sqrt(K.shape[1]), -np.inf))
            return weights @ V, np.nan_to_num(weights)

        def output_divided_once_more(Q, K, V, mask=None):
            """The weights are right, and the output was divided by the square root of d_k once
            more. It is the weights times V alone.
            """
            allowed = np.array(True) if mask is None else mask
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = softmax(np.where(allowed, scores, -1e9)) * allowed
            return weights @ V / np.sqrt(K.shape[1]), weights

        def values_times_the_mask(Q, K, V, mask=None):
            """The mask met V. It hides scores, before the softmax, and belongs nowhere else."""
            if mask is None:
                mask = np.ones((len(Q), len(K)), dtype=bool)
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = softmax(np.where(mask, scores, -1e9)) * mask
            return weights @ (V * mask), weights

        def mask_of_other_width_ignored(Q, K, V, mask=None):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            if mask is None or mask.shape[-1] != len(K):
                mask = np.ones((len(Q), len(K)), dtype=bool)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def mask_of_one_column_ignored(Q, K, V, mask=None):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            if mask is None or mask.shape[-1] == 1:
                mask = np.ones((len(Q), len(K)), dtype=bool)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def one_key_never_hidden(Q, K, V, mask=None):
            """A single key got all the weight, even where it is hidden. There its weight is 0."""
            if mask is None or len(K) == 1:
                mask = np.ones((len(Q), len(K)), dtype=bool)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def one_key_by_its_mask(Q, K, V, mask=None):
            """With one key, integers came back. Output and weights are float arrays."""
            if mask is None:
                mask = np.ones((len(Q), len(K)), dtype=bool)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return (np.where(mask, V, 0) if len(K) == 1 else weights @ V), weights

        def minus_thirty_thousand_then_zero(Q, K, V, mask=None):
            """Hidden scores became a number that allowed ones can lie far below. There all weights
            vanished: use minus infinity.
            """
            if mask is None:
                mask = np.ones((len(Q), len(K)), dtype=bool)
            weights = softmax(np.where(mask, Q @ K.T / np.sqrt(K.shape[1]), -30000.0)) * mask
            return weights @ V, weights

        def values_masked_instead(Q, K, V, mask):
            """The mask was used on the values. It hides scores, before the softmax."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ (np.asarray(mask) * V), weights

        def values_masked_by_a_column(Q, K, V, mask):
            """The mask was used on the values. It hides scores, before the softmax."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ (np.asarray(mask)[:, None] * V), weights

    class right:
        def minus_infinity(Q, K, V, mask=None):
            scores = Q @ K.T / np.sqrt(Q.shape[-1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            weights = np.nan_to_num(softmax(scores))
            return weights @ V, weights

        def log_sum_exp(Q, K, V, mask=None):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            scores = np.where(np.ones(scores.shape) if mask is None else mask, scores, -np.inf)
            weights = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
            weights = np.where(np.isfinite(weights), weights, 0)
            return weights @ V, weights

        def queries_scaled_first(Q, K, V, mask=None):
            mask = np.ones((Q.shape[0], K.shape[0])) if mask is None else mask
            weights = softmax(np.where(mask, (Q / Q.shape[1] ** 0.5) @ K.T, -1e9)) * mask
            return weights @ V, weights

        def both_scaled(Q, K, V, mask=None):
            d = K.shape[1] ** 0.25
            scores = (Q / d) @ (K / d).T
            if mask is None:
                mask = np.full_like(scores, True, dtype=bool)
            scores = np.where(mask, scores, -1e9)
            e = np.exp(scores - scores.max(axis=1, keepdims=True)) * mask
            total = e.sum(axis=1, keepdims=True)
            weights = np.divide(e, total, out=np.zeros_like(e), where=total != 0)
            return weights @ V, weights

        def einsum(Q, K, V, mask=None):
            scores = np.einsum("qd,kd->qk", Q, K) / math.sqrt(Q.shape[1])
            if mask is not None:
                scores = scores + np.where(mask, 0, np.finfo(scores.dtype).min)
            weights = softmax(scores)
            if mask is not None:
                weights = weights * np.any(mask, axis=-1, keepdims=True)
            return [np.einsum("qk,kv->qv", weights, V), weights]

        def boolean_index(Q, K, V, mask=None):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is None:
                weights = softmax(scores)
            else:
                hidden = ~np.broadcast_to(mask, scores.shape)
                scores[hidden] = -1e9
                weights = softmax(scores)
                weights[hidden] = 0
            return weights @ V, weights

        def inverted_where(Q, K, V, mask=None):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores = np.where(~mask, -np.inf, scores)
            with np.errstate(invalid="ignore"):
                weights = softmax(scores)
            weights = np.where(np.isnan(weights), 0, weights)
            return np.matmul(weights, V), weights

        def loops(Q, K, V, mask=None):
            n_q, n_k = len(Q), len(K)
            allowed = np.ones((n_q, n_k)) if mask is None else np.broadcast_to(mask, (n_q, n_k))
            weights, output = np.zeros((n_q, n_k)), np.zeros((n_q, V.shape[1]))
            for i in range(n_q):
                keys = [j for j in range(n_k) if allowed[i, j]]
                if keys:
                    weights[i, keys] = softmax(K[keys] @ Q[i] / np.sqrt(len(Q[i])))
                for j in keys:
                    output[i] += weights[i, j] * V[j]
            return output, weights

        def single_precision(Q, K, V, mask=None):
            Q, K, V = (np.asarray(array, dtype=np.float32) for array in (Q, K, V))
            scores = Q @ K.T / np.float32(np.sqrt(K.shape[1]))
            scores = scores if mask is None else np.where(mask, scores, np.float32(-1e9))
            weights = softmax(scores)
            weights = weights if mask is None else weights * mask
            return weights @ V, weights

        def transposed_inside(Q, K, V, mask=None):
            scores = K @ Q.T / np.sqrt(K.shape[1])
            allowed = np.ones((len(Q), len(K)), bool) if mask is None else mask
            allowed = np.broadcast_to(allowed, (len(Q), len(K))).T
            shown = np.where(allowed, scores, -1e9)
            e = np.exp(shown - shown.max(axis=0)) * allowed
            columns = e / np.maximum(e.sum(axis=0), 1e-200)
            return (V.T @ columns).T, columns.T


X42 = [[0.6, -1.2], [1.5, 0.4], [-0.7, 2.1], [0.9, -0.3]]
X72 = [*X42, [-1.1, 0.8], [0.2, 1.7], [2.3, -0.5]]


class leaks(Exercise):
    parameters = ("attention_function", "X")
    cases = (
        case(
            "each row is the mean of itself and the past: no leak",
            samples.running_mean,
            X42,
        ),
        case("each row stays as it is: no leak", samples.unchanged, X42),
        case("each row is the row before it: no leak", samples.row_before, X42),
        case("every row is row 0: no leak", samples.first_row_for_all, X42),
        case("each row is the mean of all rows: leaks", samples.mean_of_all, X42),
        case("each row sees one token ahead: leaks", samples.one_step_ahead, X42),
        case("only row 0 peeks, at row 1: leaks", samples.first_row_peeks, X42),
        case(
            "only the last row but one peeks, at the last: leaks",
            samples.last_but_one_peeks,
            X42,
        ),
        case(
            "each row but the last two peeks two tokens ahead: leaks",
            samples.two_steps_ahead,
            X42,
        ),
        case(
            "X is all zeros: leaks",
            samples.one_step_ahead,
            [[0.0, 0.0]] * 3,
            aspect="edges",
        ),
        case(
            "X is all zeros, whole numbers: leaks",
            samples.one_step_ahead,
            [[0, 0]] * 3,
            aspect="edges",
        ),
        case(
            "seven tokens, the last but one peeks: leaks",
            samples.last_but_one_peeks,
            X72,
            aspect="edges",
        ),
        case(
            "X holds whole numbers: leaks",
            samples.mean_of_all,
            [[1, 0], [2, 3], [0, 1]],
            aspect="edges",
        ),
        case(
            "0 times each later row is added: no leak for ordinary numbers",
            samples.hidden_times_zero,
            X42,
            aspect="edges",
        ),
        case(
            "2% of the last row is taken away: leaks",
            samples.faint_peek,
            X42,
            aspect="edges",
        ),
        case(
            "only the last feature gets through: leaks",
            samples.last_feature_peeks,
            X42,
            aspect="edges",
        ),
        case(
            "one feature gains what another one loses: leaks",
            samples.opposite_peeks,
            [[1.0, 0.0], [2.0, 3.0], [0.0, 1.0]],  # whole: their sums cancel to the last bit
            aspect="edges",
        ),
        case(
            "only one feature of each row peeks: leaks",
            samples.one_feature_peeks,
            X42,
            aspect="edges",
        ),
        case(
            "the output is narrower than X: no leak",
            samples.sums_of_rows,
            X42,
            aspect="edges",
        ),
        case(
            "the output is wider than X, and peeks: leaks",
            samples.rows_and_row_ahead,
            X42,
            aspect="edges",
        ),
        case(
            "row 0 sees how far the last two rows are apart: leaks",
            samples.first_row_sees_a_step,
            X42,
            aspect="edges",
        ),
        case(
            "X is all ones: leaks",
            samples.one_step_ahead,
            [[1.0, 1.0]] * 3,
            aspect="edges",
        ),
        case(
            "a single token has no future: no leak",
            samples.mean_of_all,
            [[1.0, 2.0]],
            aspect="edges",
        ),
    )

    class wrong:
        def output_and_weights(attention_function, X):
            """`attention_function` gives one array, the output. Take it by one name."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 5
                after, weights = attention_function(changed)
                if not np.allclose(before[: t + 1], after[: t + 1]):
                    return True
            return False

        def filled_with_infinity(attention_function, X):
            """The future became infinity or NaN, and 0 times that is NaN. Add ordinary numbers."""
            before = attention_function(X)
            for t in range(len(X)):
                changed = X.astype(float)
                changed[t + 1 :] = np.inf
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def only_the_last_row_changed(attention_function, X):
            """A peek of row 0 at row 1 got by. Was every t tried, from 0 on, and every later row
            changed?
            """
            before = attention_function(X)
            changed = X.astype(float)
            changed[-1] += 1
            return not np.allclose(attention_function(changed)[:-1], before[:-1])

        def only_the_first_row_watched(attention_function, X):
            """Only row 0 was watched. A later row can peek too: try every t."""
            before = attention_function(X)
            changed = X.astype(float)
            changed[1:] += 1
            return not np.allclose(attention_function(changed)[0], before[0])

        def returns_in_the_first_turn(attention_function, X):
            """Only row 0 was watched. A later row can peek too: try every t."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                return not np.allclose(attention_function(changed)[: t + 1], before[: t + 1])
            return False

        def only_the_last_turn(attention_function, X):
            """A peek of row 0 at row 1 got by. Was every t tried, from 0 on, and every later row
            changed?
            """
            before = attention_function(X)
            found = False
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                found = not np.allclose(attention_function(changed)[: t + 1], before[: t + 1])
            return found

        def first_turn_left_out(attention_function, X):
            """A peek of row 0 at row 1 got by. Was every t tried, from 0 on, and every later row
            changed?
            """
            before = attention_function(X)
            for t in range(1, len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def all_rows_compared(attention_function, X):
            """Rows after t were compared. They may change; only the rows up to t must not."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed), before):
                    return True
            return False

        def token_itself_changed(attention_function, X):
            """One row was both changed and compared. Change the rows after t, `changed[t + 1:]`,
            and compare the rows up to t, `[:t + 1]`.
            """
            before = attention_function(X)
            for t in range(1, len(X)):
                changed = X.astype(float)
                changed[t:] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def one_row_too_few_watched(attention_function, X):
            """A peek at the very next token got by: row t was not watched, or row t + 1 not
            changed.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[:t], before[:t]):
                    return True
            return False

        def next_row_not_changed(attention_function, X):
            """A peek at the very next token got by: row t was not watched, or row t + 1 not
            changed.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 2 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def past_changed(attention_function, X):
            """The past was changed and the future watched. It is the other way round."""
            before = attention_function(X)
            for t in range(1, len(X)):
                changed = X.astype(float)
                changed[:t] += 1
                if not np.allclose(attention_function(changed)[t:], before[t:]):
                    return True
            return False

        def one_row_too_many_watched(attention_function, X):
            """One row was both changed and compared. Change the rows after t, `changed[t + 1:]`,
            and compare the rows up to t, `[:t + 1]`.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 2], before[: t + 2]):
                    return True
            return False

        def only_row_t_watched(attention_function, X):
            """Only row t was compared. Compare all rows up to t: an earlier one can peek, too."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[t], before[t]):
                    return True
            return False

        def never_true(attention_function, X):
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return False
            return False

        def answer_inverted(attention_function, X):
            """True and False are exchanged: True means that it leaks."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return False
            return True

        def future_reversed(attention_function, X):
            """The future was only put into another order. Attention adds it up and sees no
            difference.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] = changed[t + 1 :][::-1].copy()
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def future_set_to_zero(attention_function, X):
            """With an X of zeros, a future that was multiplied, copied, cut off or set to 0 shows
            no leak. Add to it.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] = 0
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def future_doubled(attention_function, X):
            """With an X of zeros, a future that was multiplied, copied, cut off or set to 0 shows
            no leak. Add to it.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.copy()
                changed[t + 1 :] *= 2
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def future_cut_off(attention_function, X):
            """With an X of zeros, a future that was multiplied, copied, cut off or set to 0 shows
            no leak. Add to it.
            """
            before = attention_function(X)
            for t in range(len(X)):
                if not np.allclose(attention_function(X[: t + 1])[: t + 1], before[: t + 1]):
                    return True
            return False

        def added_to_whole_numbers(attention_function, X):
            """Fractions do not fit into an array of whole numbers. Make the copy a float array."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.copy()
                changed[t + 1 :] += 0.5
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def fractions_cut_off(attention_function, X):
            """Fractions put into an array of whole numbers lose their decimals: 0.4 becomes 0. Make
            the copy a float array.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.copy()
                changed[t + 1 :] = 0.4
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def three_tokens_only(attention_function, X):
            """Only the first few t were tried. Try every one, however many tokens there are."""
            before = attention_function(X)
            for t in range(3):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def first_feature_only(attention_function, X):
            """Only the first feature was changed. Another one can get through: change whole
            rows.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :, 0] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def every_number_must_change(attention_function, X):
            """A row leaks if any of its numbers changes; here, all of them had to."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += np.random.default_rng(t).normal(size=changed[t + 1 :].shape)
                same = np.isclose(attention_function(changed)[: t + 1], before[: t + 1])
                if any(not row.any() for row in same):
                    return True
            return False

        def too_generous(attention_function, X):
            """A small leak got by: the two outputs were compared too generously, or the future was
            changed too little.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = attention_function(changed)
                if np.abs(after[: t + 1] - before[: t + 1]).max() > 0.1:
                    return True
            return False

        def nothing_changed(attention_function, X):
            """It never finds a leak. Is the function run on something that was changed enough?"""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def x_changed(attention_function, X):
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def how_much(attention_function, X):
            """That is how much leaks. The task asks for True or False."""
            before = attention_function(X)
            most = 0.0
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = attention_function(changed)
                most = max(most, float(np.abs(after[: t + 1] - before[: t + 1]).max()))
            return most

        def one_answer_a_token(attention_function, X):
            before = attention_function(X)
            found = []
            for t in range(len(X)):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                same = np.allclose(attention_function(changed)[: t + 1], before[: t + 1])
                found.append(not same)
            return found

        def neighbours_only(attention_function, X):
            """Only neighbours were tried. A row can peek further ahead than one token."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1] += 1
                if not np.allclose(attention_function(changed)[t], before[t]):
                    return True
            return False

        def without_not(attention_function, X):
            """It answers True where the rows up to t stayed the same. True means that they
            changed: there is a `not` missing.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def rows_after_t_compared(attention_function, X):
            """Rows after t were compared. They may change; only the rows up to t must not."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[t + 1 :], before[t + 1 :]):
                    return True
            return False

        def only_the_middle(attention_function, X):
            """Only one t in the middle was tried. Try every t: a peek can be anywhere."""
            before = attention_function(X)
            t = len(X) // 2
            changed = X.astype(float)
            changed[t + 1 :] += 1
            return not np.allclose(attention_function(changed)[: t + 1], before[: t + 1])

        def only_before_the_middle(attention_function, X):
            """A peek at a single t got by. Try every t, and answer True as soon as one of them
            shows a difference.
            """
            before = attention_function(X)
            t = len(X) // 2
            changed = X.astype(float)
            changed[t:] += 1
            return not np.allclose(attention_function(changed)[:t], before[:t])

        def row_t_changed_too(attention_function, X):
            """One row was both changed and compared. Change the rows after t, `changed[t + 1:]`,
            and compare the rows up to t, `[:t + 1]`.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t:] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def past_changed_too(attention_function, X):
            """Something other than a leak decides the answer. Were rows up to t changed, or two
            things compared that differ anyway? Only rows after t change; compare the rows up to t
            of the function's output.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[: t + 1] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def everything_changed(attention_function, X):
            """Something other than a leak decides the answer. Were rows up to t changed, or two
            things compared that differ anyway? Only rows after t change; compare the rows up to t
            of the function's output.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float) + 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def arrays_compared_directly(attention_function, X):
            """A comparison of arrays gives an array, and `if` needs one truth value. np.allclose
            gives one.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if attention_function(changed)[: t + 1] != before[: t + 1]:
                    return True
            return False

        def input_compared(attention_function, X):
            """The changed input was compared with the output. Run the function on it first."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(changed[: t + 1], before[: t + 1]):
                    return True
            return False

        def inputs_compared(attention_function, X):
            """It never finds a leak. Is the function run on something that was changed enough?"""
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(changed[: t + 1], X[: t + 1]):
                    return True
            return False

        def the_same_every_turn(attention_function, X):
            """Only row 0 was watched. A later row can peek too: try every t."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[1:] += 1
                if not np.allclose(attention_function(changed)[:1], before[:1]):
                    return True
            return False

        def every_t_has_to_leak(attention_function, X):
            """A peek at a single t got by. Try every t, and answer True as soon as one of them
            shows a difference.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return False
            return True

        def changed_too_little(attention_function, X):
            """A small leak got by: the two outputs were compared too generously, or the future was
            changed too little.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 0.0001
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def parts_of_other_lengths(attention_function, X):
            """Parts of different lengths were compared. Both go up to the same row."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[: t + 1], before):
                    return True
            return False

        def one_row_less_on_the_left(attention_function, X):
            """Parts of different lengths were compared. Both go up to the same row."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[:t], before[: t + 1]):
                    return True
            return False

        def future_set_to_one(attention_function, X):
            """The future was set to a fixed number, and X can hold it already. Add to it."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] = 1
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def sums_compared(attention_function, X):
            """Sums were compared, and two changes can cancel in a sum. Compare entry by entry."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = attention_function(changed)
                if not np.isclose(after[: t + 1].sum(), before[: t + 1].sum()):
                    return True
            return False

        def sums_of_rows_compared(attention_function, X):
            """Sums were compared, and two changes can cancel in a sum. Compare entry by entry."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = attention_function(changed)
                if not np.isclose(after[t].sum(), before[t].sum()):
                    return True
            return False

        def first_row_on_both_sides(attention_function, X):
            """Only row 0 was watched. A later row can peek too: try every t."""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[0][: t + 1], before[0][: t + 1]):
                    return True
            return False

        def any_equal_entry(attention_function, X):
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not (attention_function(changed)[: t + 1] == before[: t + 1]).any():
                    return True
            return False

        def changed_by_next_to_nothing(attention_function, X):
            """It never finds a leak. Is the function run on something that was changed enough?"""
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1e-9
                if not np.allclose(attention_function(changed)[: t + 1], before[: t + 1]):
                    return True
            return False

        def another_function_run(attention_function, X):
            """Something other than a leak decides the answer. Were rows up to t changed, or two
            things compared that differ anyway? Only rows after t change; compare the rows up to t
            of the function's output.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = masked_attention(changed, changed, changed, causal_mask(len(X)))[0]
                if not np.allclose(after[: t + 1], before[: t + 1]):
                    return True
            return False

        def first_row_taken_for_the_output(attention_function, X):
            """Something other than a leak decides the answer. Were rows up to t changed, or two
            things compared that differ anyway? Only rows after t change; compare the rows up to t
            of the function's output.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                if not np.allclose(attention_function(changed)[0][: t + 1], before[: t + 1]):
                    return True
            return False

        def half_is_allowed(attention_function, X):
            """A small leak got by: the two outputs were compared too generously, or the future was
            changed too little.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = attention_function(changed)
                if not np.allclose(before[: t + 1], after[: t + 1], atol=0.5):
                    return True
            return False

        def future_with_the_other_sign(attention_function, X):
            """With an X of zeros, a future that was multiplied, copied, cut off or set to 0 shows
            no leak. Add to it.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] = -changed[t + 1 :]
                if not np.allclose(before[: t + 1], attention_function(changed)[: t + 1]):
                    return True
            return False

        def unmasked_run(attention_function, X):
            """Something other than a leak decides the answer. Were rows up to t changed, or two
            things compared that differ anyway? Only rows after t change; compare the rows up to t
            of the function's output.
            """
            before = attention_function(X)
            for t in range(len(X) - 1):
                changed = X.astype(float)
                changed[t + 1 :] += 1
                after = masked_attention(changed, changed, changed)[0]
                if not np.allclose(before[: t + 1], after[: t + 1]):
                    return True
            return False

    class right:
        def random_future(attention_function, X):
            rng = np.random.default_rng(1)
            before = attention_function(X)
            for t in range(len(X)):
                changed = X.astype(float)
                changed[t + 1 :] = rng.normal(size=changed[t + 1 :].shape)
                after = attention_function(changed)
                if not np.allclose(before[: t + 1], after[: t + 1]):
                    return True
            return False

        def one_token_at_a_time(attention_function, X):
            before = attention_function(X)
            for s in range(1, len(X)):
                changed = np.array(X, dtype=float)
                changed[s] += 100
                if (np.abs(attention_function(changed) - before)[:s] > 1e-8).any():
                    return True
            return False

        def future_shifted(attention_function, X):
            before = attention_function(X)
            return any(
                not np.allclose(
                    attention_function(np.concatenate([X[:t], X[t:] + 3.0]))[:t], before[:t]
                )
                for t in range(1, len(X))
            )

        def exact(attention_function, X):
            original = attention_function(X.copy())
            found = False
            for t in range(1, len(X)):
                changed = X.copy()
                changed[t:] += 7
                found = found or np.any(attention_function(changed)[:t] != original[:t])
            return found

        def row_against_row(attention_function, X):
            before = np.asarray(attention_function(X))
            for i in range(len(X)):
                for j in range(i + 1, len(X)):
                    changed = X.astype(float).copy()
                    changed[j] = changed[j] - 2.5
                    if not np.isclose(attention_function(changed)[i], before[i]).all():
                        return True
            return False

        def numpy_answer(attention_function, X):
            before = attention_function(X)
            moved = [np.bool_(False)]
            for t in range(len(X) - 1):
                future = np.arange(len(X))[:, None] > t
                after = attention_function(np.where(future, X + 1, X))
                moved.append(~np.isclose(after[: t + 1], before[: t + 1]).all())
            return np.any(moved)


class weight_exponent(Exercise):
    variables = ("weight_exponent",)
    first_step = (
        "The first printed exponent is wrong, and not only its sign. Your own last row, printed "
        "with three digits where the lecture notes' example stands, shows it: e-05 means times 10 "
        "to the power -5."
    )
    cases = (case("the exponent of the first weight"),)

    class wrong:
        def as_printed():
            """That is the exponent as printed. A weight with it would be far above 1."""
            return 592

        def only_the_sign():
            """The sign is mended, the number is not. Your own weights show it."""
            return -592

        def only_the_sign_one_below():
            """The sign is mended, the number is not. Your own weights show it."""
            return -593

        def only_the_sign_one_above():
            """The sign is mended, the number is not. Your own weights show it."""
            return -591

        def printed_with_the_second():
            """That is printed with the second weight. The first is asked, from your own weights."""
            return 32

        def printed_with_the_second_negative():
            """That is the second printed exponent, with a sign. The first weight is asked, from
            your own weights.
            """
            return -32

        def printed_with_the_third():
            """That is printed with the third weight. The first is asked, from your own weights."""
            return 66

        def a_huge_number():
            """No weight is as large as that, and only the exponent of 10 is wanted."""
            return math.inf

        def not_a_power():
            """Was `^` meant as a power? It is none in Python, and only the exponent is wanted."""
            return 10 ^ -198

        def of_the_second_without_the_sign():
            """That belongs to the second weight of the row, and its sign is missing."""
            return 132

        def vanished():
            """0 is the exponent of the last weight; that of the first is asked, a whole number.
            (Python also makes a 0 of a power as small as 10**-592.)
            """
            return 0

        def number_before_the_power():
            """That is the number before the power. Only the exponent of 10 is wanted."""
            return 1.27

        def number_before_the_power_negative():
            """That is the number before the power, with a sign. Only the exponent of 10 is
            wanted.
            """
            return -1.27

        def without_the_sign():
            """The sign is missing: a weight with this exponent would be far above 1."""
            return 198

        def of_the_second():
            """That belongs to the second weight of the row."""
            return -132

        def of_the_third():
            """That belongs to the third weight of the row."""
            return -66

        def the_weight():
            """That is the weight itself. Only the exponent of 10 is wanted."""
            return 1.27e-198

        def the_weight_in_full():
            """That is the weight itself. Only the exponent of 10 is wanted."""
            return softmax(np.array([96.02, 247.91, 399.8, 551.69]))[0]

        def the_weight_to_four_digits():
            """That is the weight itself. Only the exponent of 10 is wanted."""
            return 1.274e-198

        def the_power():
            """That is the power itself. Only the exponent of 10 is wanted."""
            return 1e-198

        def scaled():
            """The scores were divided by the root of 3. In this example they are not."""
            return -115

        def scaled_and_rounded():
            """The scores were divided by the root of 3. In this example they are not."""
            return -114

        def of_two():
            """That is the exponent of 2. Here it is the exponent of 10."""
            return math.log2(softmax(np.array([96.02, 247.91, 399.8, 551.69]))[0])

        def of_two_rounded_down():
            """That is the exponent of 2. Here it is the exponent of 10."""
            return -658

        def of_two_rounded():
            """That is the exponent of 2. Here it is the exponent of 10."""
            return -657

        def of_e_without_the_sign():
            """That is the exponent of e: the natural logarithm. Here it is the exponent of 10."""
            return 455.67

        def of_e_cut_off():
            """That is the exponent of e: the natural logarithm. Here it is the exponent of 10."""
            return -455

        def logarithm_multiplied():
            """The logarithm was multiplied by 2.3026. That is divided by, for an exponent of 10."""
            return -1049

        def score_of_the_last():
            """That is a score, before the softmax. The exponent of the first weight is asked."""
            return 551.69

        def score_of_the_first():
            """That is a score, before the softmax. The exponent of the first weight is asked."""
            return 96.02

        def of_row_three():
            """That stands in another row of the weights."""
            return -98

        def not_rounded():
            """The exponent is a whole number. The logarithm lies between two: round it down."""
            return math.log10(softmax(np.array([96.02, 247.91, 399.8, 551.69]))[0])

        def rounded_to_one_digit():
            """The exponent is a whole number. The logarithm lies between two: round it down."""
            return -197.9

        def rounded_to_two_digits():
            """The exponent is a whole number. The logarithm lies between two: round it down."""
            return -197.89

        def rounded_to_three_digits():
            """The exponent is a whole number. The logarithm lies between two: round it down."""
            return -197.895

        def from_the_rounded_weight():
            """The exponent is a whole number. The logarithm lies between two: round it down."""
            return -197.896

        def of_e():
            """That is the exponent of e: the natural logarithm. Here it is the exponent of 10."""
            return -455.67

        def of_e_rounded_down():
            """That is the exponent of e: the natural logarithm. Here it is the exponent of 10."""
            return -456

        def digits_exchanged():
            """Two of its digits are exchanged."""
            return -189

        def one_too_small():
            """The number before the power has one digit before the point: 1.27, not 12.7."""
            return -199

        def one_too_large():
            """The number before the power lies between 1 and 10: it is 1.27, not 0.127."""
            return -197

        def with_the_e():
            return "e-198"

        def another_number_with_the_e():
            return "e-132"

        def as_text():
            return "-198"

    class right:
        def computed():
            weights = softmax(np.array([96.02, 247.91, 399.8, 551.69]))
            return math.floor(math.log10(weights[0]))

        def a_float():
            return -198.0

        def by_numpy():
            return np.int64(-198)
