"""Exercises of 05-self-attention."""

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "05-self-attention"

RECALL = {
    "recall_1": Recall(
        "Rows of QKᵀ belong to queries and columns to keys, so row 2 is query 2 with every key.",
        "notebook 2, All tokens at once",
    ),
    "recall_2": Recall(
        "Over the keys means along a row: each query shares out its own attention.",
        "notebook 3, A matrix: along which axis?",
    ),
    "recall_3": Recall(
        "Scores spread as the root of d_k, and if they lie far apart, one key gets nearly all "
        "the weight.",
        "notebook 4",
    ),
}

_rng = np.random.default_rng(50)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


# n_q 3, n_k 5, d_k 2, d_v 6, then n_q 6, n_k 2, d_k 7, d_v 3: all sizes differ.
WIDE = (_normal(3, 2), _normal(5, 2), _normal(5, 6))
TALL = (_normal(6, 7), _normal(2, 7), _normal(2, 3))
# As many keys as queries, and d_v equal to d_k: here nothing raises.
SQUARE = (_normal(3, 3), _normal(3, 3), _normal(3, 3))
WHOLE = (
    np.array([[1, 0], [2, -1]]),
    np.array([[0, 1], [1, 1], [-1, 0]]),
    np.array([[3], [0], [5]]),
)
ONE = (np.array([[2.0, 1.0, 0.5]]), np.array([[1.0, -1.0, 2.0]]), np.array([[4.0, 7.0]]))
ONE_KEY = (np.array([[2, 0, 1], [-1, 3, 1]]), np.array([[1, -2, 1]]), np.array([[4, 7, 0, -5]]))
ONE_QUERY = (WIDE[0][:1], WIDE[1][:3], WIDE[2][:3])
# As many queries as keys, and no other size equal: a size taken from the table of scores shows.
AS_MANY = (TALL[0][:5, :2], WIDE[1], WIDE[2][:, :3])
# Keys of four numbers, so that single precision holds the scores exactly.
HIGH = (
    np.array([[100.0, 0.0, 3.0, 0.0], [-100.0, 0.0, 0.0, 0.0], [100.0, 0.0, 3.0, 0.0]]),
    np.array(
        [
            [100.0, 5.0, 0.0, 0.0],
            [99.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [100.0, 0.0, 0.125, 0.0],
            [0.0, 0.0, 2.0, 0.0],
        ]
    ),
    np.array([[1.0, 2.0], [3.0, 4.0], [50.0, 60.0], [7.0, 8.0], [-20.0, 9.0]]),
)


class attend(Exercise):
    parameters = ("q", "K", "V")
    results = ("output", "weights")
    tolerance = 1e-5
    floats = True
    cases = (
        case("five keys of two numbers, values of six", WIDE[0][0], *WIDE[1:]),
        case("two keys of seven numbers, values of three", TALL[0][0], *TALL[1:]),
        case("three keys of three numbers, values of three", SQUARE[0][0], *SQUARE[1:]),
        case("one key, whole numbers", ONE_KEY[0][0], *ONE_KEY[1:], aspect="edges"),
        case("whole numbers", WHOLE[0][1], *WHOLE[1:], aspect="edges"),
        case("scores of ten thousand", HIGH[0][0], *HIGH[1:], aspect="edges"),
        case(
            "scores of minus ten thousand",
            HIGH[0][1],
            HIGH[1][[0, 1, 3]] - np.array([0.0, 3.0, 0.0, 0.0]),
            HIGH[2][:3],
            aspect="edges",
        ),
    )

    class wrong:
        def not_scaled(q, K, V):
            """The scores were not divided by the root of d_k."""
            weights = softmax(K @ q)
            return weights @ V, weights

        def root_of_two_typed(q, K, V):
            """1.41 is the rounded root of 2. Take the root of d_k, which depends on K."""
            weights = softmax(K @ q / 1.41)
            return weights @ V, weights

        def output_divided_too(q, K, V):
            """The output was divided by the root, too. The division is for the scores alone."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights @ V / np.sqrt(K.shape[1]), weights

        def by_d_k(q, K, V):
            """The scores were divided by d_k: divide by its root, and only once."""
            weights = softmax(K @ q / K.shape[1])
            return weights @ V, weights

        def root_of_n_k(q, K, V):
            """The root of the number of keys was used. d_k is the length of one key."""
            weights = softmax(K @ q / np.sqrt(K.shape[0]))
            return weights @ V, weights

        def root_of_d_v(q, K, V):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            weights = softmax(K @ q / np.sqrt(V.shape[1]))
            return weights @ V, weights

        def root_of_size(q, K, V):
            """The root of K.size was used, the count of its numbers. d_k is the length of a key."""
            weights = softmax(K @ q / np.sqrt(K.size))
            return weights @ V, weights

        def root_of_two(q, K, V):
            """The scores were divided by the example's root of 2. It is the root of d_k."""
            weights = softmax(K @ q / np.sqrt(2))
            return weights @ V, weights

        def multiplied(q, K, V):
            """The scores were multiplied by the root of d_k. Divide."""
            weights = softmax(K @ q * np.sqrt(K.shape[1]))
            return weights @ V, weights

        def scaled_after(q, K, V):
            """The output was divided by the root of d_k. The scores are, before the softmax."""
            weights = softmax(K @ q)
            return weights @ V / np.sqrt(K.shape[1]), weights

        def weights_scaled(q, K, V):
            """The weights do not sum to one: they were divided after the softmax."""
            weights = softmax(K @ q) / np.sqrt(K.shape[1])
            return weights @ V, weights

        def scores_as_weights(q, K, V):
            """The scaled scores mixed the values. Softmax makes weights of them first."""
            weights = K @ q / np.sqrt(K.shape[1])
            return weights @ V, weights

        def scores_returned(q, K, V):
            """Scores came back in the place of the weights."""
            scores = K @ q / np.sqrt(K.shape[1])
            return softmax(scores) @ V, scores

        def softmax_twice(q, K, V):
            """The softmax ran twice."""
            weights = softmax(softmax(K @ q / np.sqrt(K.shape[1])))
            return weights @ V, weights

        def swapped(q, K, V):
            """Weights and output came back in the wrong order. The output comes first."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights, weights @ V

        def output_only(q, K, V):
            """Only the output came back. Return the weights too."""
            return softmax(K @ q / np.sqrt(K.shape[1])) @ V

        def keys_mixed(q, K, V):
            """The keys were mixed. The weights mix the values."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights @ K, weights

        def not_summed(q, K, V):
            """The values were weighted and not added up. The output is one vector."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights[:, None] * V, weights

        def best_only(q, K, V):
            """Only the best key's value was taken. Every value has its share."""
            weights = np.zeros(len(K))
            weights[(K @ q).argmax()] = 1
            return weights @ V, weights

        def unstable(q, K, V):
            """exp overflows for large scores. The given softmax does not."""
            powers = np.exp(K @ q / np.sqrt(K.shape[1]))
            return powers / powers.sum() @ V, powers / powers.sum()

        def cosine(q, K, V):
            """The scores were divided by the vectors' lengths. The divisor is the root of d_k."""
            weights = softmax(K @ q / np.linalg.norm(K, axis=1) / np.linalg.norm(q))
            return weights @ V, weights

        def mean(q, K, V):
            """The values were averaged: every weight is the same, whatever the query."""
            weights = np.full(len(K), 1 / len(K))
            return weights @ V, weights

        def kept_as_matrix(q, K, V):
            """The output is a matrix with one row. A vector of shape (d_v,) is wanted."""
            weights = softmax(q[None] @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights[0]

        def changes_V(q, K, V):
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            V[...] = (weights[:, None] * V).astype(V.dtype)
            return V.sum(axis=0), weights

        def divided_in_place(q, K, V):
            """An array of whole numbers cannot be divided in place. Make a new one."""
            scores = K @ q
            scores /= np.sqrt(K.shape[1])
            weights = softmax(scores)
            return weights @ V, weights

        def weights_only(q, K, V):
            """Only the weights came back. Return the output too, and first."""
            return softmax(K @ q / np.sqrt(K.shape[1]))

        def negative(q, K, V):
            """The sign of the scores was flipped: the least fitting key won."""
            weights = softmax(-K @ q / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def scores_mixed(q, K, V):
            """The scores mixed the values. The weights do that."""
            scores = K @ q / np.sqrt(K.shape[1])
            return scores @ V, softmax(scores)

        def largest_size_subtracted(q, K, V):
            """exp came to zero for every key. The given softmax subtracts the largest score."""
            scores = K @ q / np.sqrt(K.shape[1])
            powers = np.exp(scores - np.abs(scores).max())
            return powers / powers.sum() @ V, powers / powers.sum()

        def shares_of_scores(q, K, V):
            """The scores were divided by their sum. Softmax takes exp first."""
            scores = K @ q / np.sqrt(K.shape[1])
            weights = scores / scores.sum()
            return weights @ V, weights

        def shares_of_plain_scores(q, K, V):
            """The scores were divided by their sum. Softmax takes exp first."""
            scores = K @ q
            return scores / scores.sum() @ V, scores / scores.sum()

        def length_of_K(q, K, V):
            """The scores were divided by the length (norm) of K. It is the root of d_k."""
            weights = softmax(K @ q / np.linalg.norm(K))
            return weights @ V, weights

        def floor_divided(q, K, V):
            """`//` cut off the fractions of the scores. Divide with `/`."""
            weights = softmax(K @ q // np.sqrt(K.shape[1]))
            return weights @ V, weights

        def whole_root(q, K, V):
            """The root of d_k was cut to a whole number. Keep its fraction."""
            weights = softmax(K @ q / int(np.sqrt(K.shape[1])))
            return weights @ V, weights

        def value_of_the_best(q, K, V):
            """The output is the value of the largest weight alone. Every value has its share."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return V[np.argmax(weights)].astype(float), weights

        def whole_scores(q, K, V):
            scores = np.zeros(len(K), dtype=K.dtype)
            for i, k in enumerate(K):
                scores[i] = k @ q / np.sqrt(len(k))
            weights = softmax(scores)
            return weights @ V, weights

        def V_first(q, K, V):
            """V stands on the left. The weights mix the rows of V, so they come first."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return V @ weights, weights

        def root_of_the_fraction(q, K, V):
            """A root was taken of other numbers than d_k. Only d_k stands under it."""
            weights = softmax(np.sqrt(K @ q / K.shape[1]))
            return weights @ V, weights

        def root_of_the_query(q, K, V):
            """A root was taken of other numbers than d_k. Only d_k stands under it."""
            weights = softmax(K @ (q / np.sqrt(q)))
            return weights @ V, weights

        def values_averaged(q, K, V):
            """The output is the plain mean of the values. The weights mix them."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return V.mean(axis=0), weights

        def value_as_it_is(q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return V[0] if len(K) == 1 else weights @ V, weights

        def whole_weight(q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            if len(K) == 1:
                return V[0] * 1.0, np.array([1])
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def multiplied_entry_by_entry(q, K, V):
            """`*` gives each column of V a weight, if it fits at all. A weight belongs to a row:
            `weights @ V`.
            """
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return weights * V, weights

        def multiplied_entry_by_entry_and_added(q, K, V):
            """`*` gives each column of V a weight, if it fits at all. A weight belongs to a row:
            `weights @ V`.
            """
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return (weights * V).sum(axis=0), weights

        def unscaled_scores_mixed(q, K, V):
            """The scores mixed the values. The weights do that."""
            scores = K @ q
            return scores @ V, softmax(scores / np.sqrt(K.shape[1]))

        def last_key_left_out(q, K, V):
            """The value of the last key is missing: `range(n)` ends at n - 1 by itself."""
            weights = softmax(K @ q / np.sqrt(K.shape[1]))
            return sum(
                (weights[i] * V[i] for i in range(len(K) - 1)), np.zeros(V.shape[1])
            ), weights

    class right:
        def loop(q, K, V):
            scores = np.array([sum(a * b for a, b in zip(q, k)) for k in K]) / len(q) ** 0.5
            powers = [np.exp(s - max(scores)) for s in scores]
            weights = np.array(powers) / sum(powers)
            output = np.zeros(V.shape[1])
            for weight, value in zip(weights, V):
                output = output + weight * value
            return output, weights

        def einsum(q, K, V):
            weights = softmax(np.einsum("kd,d->k", K, q) / np.sqrt(q.size))
            return np.einsum("k,kv->v", weights, V), weights

        def query_scaled_first(q, K, V):
            weights = softmax((q / np.sqrt(len(q))) @ K.T)
            return V.T @ weights, weights

        def as_matrices(q, K, V):
            weights = softmax(q[None] @ K.T / np.sqrt(K.shape[-1]), axis=1)
            return (weights @ V)[0], weights[0]

        def log_sum_exp(q, K, V):
            scores = K @ q / np.sqrt(K.shape[1])
            weights = np.exp(scores - np.logaddexp.reduce(scores))
            return np.average(V, axis=0, weights=weights), weights

        def single_precision(q, K, V):
            q, K, V = (array.astype(np.float32) for array in (q, K, V))
            weights = softmax(K @ q / np.float32(np.sqrt(K.shape[1])))
            return weights @ V, weights

        def in_a_list(q, K, V):
            weights = softmax((K * q).sum(axis=1) * K.shape[1] ** -0.5)
            return [(weights[:, np.newaxis] * V).sum(axis=0), weights]


class attention(Exercise):
    parameters = ("Q", "K", "V")
    results = ("output", "weights")
    tolerance = 1e-5
    floats = True
    cases = (
        case("3 queries, 5 keys of two numbers, values of six", *WIDE),
        case("6 queries, 2 keys of seven numbers, values of three", *TALL),
        case("all sizes 3", *SQUARE),
        case("one token", *ONE, aspect="edges"),
        case("whole numbers, one value a token", *WHOLE, aspect="edges"),
        case("scores of ten thousand", *HIGH, aspect="large"),
        case("2 queries, one key, whole numbers", *ONE_KEY, aspect="edges"),
        case("one query, 3 keys", *ONE_QUERY, aspect="edges"),
        case("5 queries, 5 keys of two numbers", *AS_MANY, aspect="edges"),
    )

    class wrong:
        def not_scaled(Q, K, V):
            """The scores were not divided by the root of d_k."""
            weights = softmax(Q @ K.T)
            return weights @ V, weights

        def root_of_two_typed(Q, K, V):
            """1.41 is the rounded root of 2. Take the root of d_k, which depends on K."""
            weights = softmax(Q @ K.T / 1.41)
            return weights @ V, weights

        def output_divided_too(Q, K, V):
            """The output was divided by the root, too. The division is for the scores alone."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V / np.sqrt(K.shape[1]), weights

        def by_d_k(Q, K, V):
            """The scores were divided by d_k: divide by its root, and only once."""
            weights = softmax(Q @ K.T / K.shape[1])
            return weights @ V, weights

        def root_of_n_k(Q, K, V):
            """The root of the number of keys was used. d_k is the length of one key."""
            weights = softmax(Q @ K.T / np.sqrt(len(K)))
            return weights @ V, weights

        def root_of_n_q(Q, K, V):
            """The root of the number of queries was used. d_k is the length of one key."""
            weights = softmax(Q @ K.T / np.sqrt(len(Q)))
            return weights @ V, weights

        def root_of_d_v(Q, K, V):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            weights = softmax(Q @ K.T / np.sqrt(V.shape[1]))
            return weights @ V, weights

        def root_of_size(Q, K, V):
            """The root of K.size was used, the count of its numbers. d_k is the length of a key."""
            weights = softmax(Q @ K.T / np.sqrt(K.size))
            return weights @ V, weights

        def root_of_two(Q, K, V):
            """The scores were divided by a fixed number. It is the root of d_k, whatever d_k is."""
            weights = softmax(Q @ K.T / 1.41421356)
            return weights @ V, weights

        def by_eight(Q, K, V):
            """The scores were divided by a fixed number. It is the root of d_k, whatever d_k is."""
            weights = softmax(Q @ K.T / 8)
            return weights @ V, weights

        def multiplied(Q, K, V):
            """The scores were multiplied by the root of d_k. Divide."""
            weights = softmax(Q @ K.T * np.sqrt(K.shape[1]))
            return weights @ V, weights

        def scaled_after(Q, K, V):
            """The output was divided by the root of d_k. The scores are, before the softmax."""
            weights = softmax(Q @ K.T)
            return weights @ V / np.sqrt(K.shape[1]), weights

        def weights_scaled(Q, K, V):
            """The rows do not sum to one: the weights were divided after the softmax."""
            weights = softmax(Q @ K.T) / np.sqrt(K.shape[1])
            return weights @ V, weights

        def scaled_twice(Q, K, V):
            weights = softmax((Q / np.sqrt(Q.shape[1])) @ (K / np.sqrt(K.shape[1])).T)
            return weights @ V, weights

        def over_the_queries(Q, K, V):
            """Each column sums to one: the softmax ran over the queries. Each row should."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]), axis=0)
            return weights @ V, weights

        def over_everything(Q, K, V):
            """All weights together sum to one. Each row should: one softmax for each query."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = softmax(scores.ravel()).reshape(scores.shape)
            return weights @ V, weights

        def K_not_transposed(Q, K, V):
            """K was not transposed: Q (n_q, d_k) needs K.T (d_k, n_k)."""
            weights = softmax(Q @ K / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def K_first(Q, K, V):
            """K stands on the left of Q, and neither is transposed. The queries come first, then
            K transposed.
            """
            weights = softmax(K @ Q / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def K_reshaped(Q, K, V):
            """K was not transposed, or reshaped, which mixes up its numbers. Transpose it."""
            weights = softmax(Q @ K.reshape(K.shape[1], K.shape[0]) / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def Q_and_K_swapped(Q, K, V):
            """Q and K are exchanged: there is one row for each key. Each query has a row."""
            weights = softmax(K @ Q.T / np.sqrt(K.shape[1]))
            return weights.T @ V, weights

        def swapped_throughout(Q, K, V):
            """Q and K are exchanged. Multiply Q by K transposed."""
            weights = softmax(K @ Q.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def weights_transposed(Q, K, V):
            """The weights came back transposed. Each query has a row."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights.T

        def mixed_by_columns(Q, K, V):
            """The values were mixed by the columns of the weights. Each row mixes the values."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights.T @ V, weights

        def keys_mixed(Q, K, V):
            """The keys were mixed. The weights mix the values."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ K, weights

        def scores_as_weights(Q, K, V):
            """The scaled scores mixed the values. Softmax makes weights of them first."""
            weights = Q @ K.T / np.sqrt(K.shape[1])
            return weights @ V, weights

        def scores_returned(Q, K, V):
            """Scores came back in the place of the weights."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return softmax(scores) @ V, scores

        def softmax_twice(Q, K, V):
            """The softmax ran twice."""
            weights = softmax(softmax(Q @ K.T / np.sqrt(K.shape[1])))
            return weights @ V, weights

        def softmax_of_the_output(Q, K, V):
            """The softmax ran on the output as well. The output is a mix of values, no weights."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return softmax(weights @ V), weights

        def order_swapped(Q, K, V):
            """Weights and output came back in the wrong order. The output comes first."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights, weights @ V

        def output_only(Q, K, V):
            """Only the output came back. Return the weights too."""
            return softmax(Q @ K.T / np.sqrt(K.shape[1])) @ V

        def cosine(Q, K, V):
            """Queries and keys were brought to length 1. A dot product keeps their lengths."""
            Q = Q / np.linalg.norm(Q, axis=1, keepdims=True)
            K = K / np.linalg.norm(K, axis=1, keepdims=True)
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def shares_of_scores(Q, K, V):
            """The scores were divided by their sums, without exp. That can be negative."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = scores / scores.sum(axis=1, keepdims=True)
            return weights @ V, weights

        def negative(Q, K, V):
            """The sign of the scores was flipped: the least fitting key won."""
            weights = softmax(-Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def causal(Q, K, V):
            """Later keys were hidden. There is no mask here: every query sees every key."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            scores = np.where(np.tri(*scores.shape, dtype=bool), scores, -np.inf)
            weights = softmax(scores)
            return weights @ V, weights

        def first_query_only(Q, K, V):
            """Only the first query was answered."""
            weights = softmax(Q[:1] @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def rounded(Q, K, V):
            """The weights were rounded on the way."""
            weights = np.round(softmax(Q @ K.T / np.sqrt(K.shape[1])), 2)
            return weights @ V, weights

        def unstable(Q, K, V):
            """exp overflows for large scores. The given softmax does not."""
            powers = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
            weights = powers / powers.sum(axis=1, keepdims=True)
            return weights @ V, weights

        def one_maximum(Q, K, V):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            powers = np.exp(scores - scores.max())
            weights = powers / powers.sum(axis=1, keepdims=True)
            return weights @ V, weights

        def no_keepdims(Q, K, V):
            """The sums met the wrong rows: keep the summed axis with keepdims."""
            powers = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
            weights = powers / np.resize(powers.sum(axis=1), powers.shape[1])
            return weights @ V, weights

        def changes_Q(Q, K, V):
            Q /= np.sqrt(K.shape[1])
            weights = softmax(Q @ K.T)
            return weights @ V, weights

        def lists(Q, K, V):
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return (weights @ V).tolist(), weights.tolist()

        def divided_in_place(Q, K, V):
            """An array of whole numbers cannot be divided in place. Make a new one."""
            scores = Q @ K.T
            scores /= np.sqrt(K.shape[1])
            weights = softmax(scores)
            return weights @ V, weights

        def weights_only(Q, K, V):
            """Only the weights came back. Return the output too, and first."""
            return softmax(Q @ K.T / np.sqrt(K.shape[1]))

        def one_maximum_for_all(Q, K, V):
            """One maximum was subtracted everywhere. Each row needs its own."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            powers = np.exp(scores - scores.max())
            weights = powers / powers.sum(axis=1, keepdims=True)
            return weights @ V, weights

        def clipped(Q, K, V):
            """Large scores were cut off. The given softmax works for any score."""
            weights = softmax(np.clip(Q @ K.T / np.sqrt(K.shape[1]), -50, 50))
            return weights @ V, weights

        def one_maximum_and_zeros(Q, K, V):
            """One maximum was subtracted everywhere. Each row needs its own."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            powers = np.exp(scores - scores.max())
            weights = np.nan_to_num(powers / powers.sum(axis=1, keepdims=True))
            return weights @ V, weights

        def output_over_V(Q, K, V):
            V[: len(Q)] = V[: len(Q)] * 2
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def V_first(Q, K, V):
            """V stands on the left. The weights mix the rows of V, so they come first."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return V @ weights, weights

        def list_of_pairs(Q, K, V):
            """A list came back, with a pair for each query. Stack the outputs, and the weights."""
            rows = [softmax(K @ q / np.sqrt(K.shape[1])) for q in Q]
            return [(row @ V, row) for row in rows]

        def V_first_and_weights_transposed(Q, K, V):
            """V stands on the left. The weights mix the rows of V, so they come first."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return V @ weights.T, weights

        def scores_mixed(Q, K, V):
            """The scores mixed the values. The weights do that."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return scores @ V, softmax(scores)

        def root_of_the_fraction(Q, K, V):
            """The root was taken of the scores, too. It is the root of d_k alone."""
            weights = softmax(np.sqrt(Q @ K.T / K.shape[1]))
            return weights @ V, weights

        def scores_mixed_and_softmax(Q, K, V):
            """The scores mixed the values, and the softmax came last. It makes the weights."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return softmax(scores @ V), softmax(scores)

        def scores_kept_and_softmax_last(Q, K, V):
            """The scores mixed the values, and the softmax came last. It makes the weights."""
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return softmax(scores @ V), scores

        def squeezed_scores(Q, K, V):
            """The scores lost the axis of a single key. Weights are (n_q, n_k), always."""
            scores = np.atleast_2d((Q @ K.T / np.sqrt(K.shape[1])).squeeze())
            weights = softmax(scores)
            return weights @ V, weights

        def one_row_for_one_key(Q, K, V):
            """With one key, one row came back. Every query has a row of its own."""
            if len(K) == 1:
                return V * 1.0, np.ones((1, 1))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def weights_in_a_row_for_one_key(Q, K, V):
            """With one key, the weights stand in one row. Every query has a row of its own."""
            if len(K) == 1:
                return np.repeat(V, len(Q), axis=0) * 1.0, np.ones((1, len(Q)))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def softmax_of_one_long_row(Q, K, V):
            """With one key, the softmax ran over the queries. The scores lost an axis before it."""
            weights = softmax((Q @ K.T / np.sqrt(K.shape[1])).squeeze(), axis=-1)
            weights = weights.reshape(len(Q), len(K))
            return weights @ V, weights

        def value_as_it_is(Q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            output = weights @ V
            return V[[0] * len(Q)] if len(K) == 1 else output, weights

        def whole_weights(Q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            output = weights @ V
            return output, weights.astype(int) if len(K) == 1 else weights

        def last_query_alone(Q, K, V):
            """Output and weights of the last query alone came back: each round of the loop replaced
            those of the round before.
            """
            for q in Q:
                weights = softmax(K @ q / np.sqrt(K.shape[1]))
                output = weights @ V
            return output, weights

        def first_query_alone(Q, K, V):
            """Output and weights of the first query alone came back. Each query has a row of
            both.
            """
            weights = softmax(K @ Q[0] / np.sqrt(K.shape[1]))
            return weights @ V, weights

    class right:
        def query_by_query(Q, K, V):
            rows = [softmax(K @ q / np.sqrt(len(q))) for q in Q]
            return np.array([row @ V for row in rows]), np.array(rows)

        def loops(Q, K, V):
            weights = np.zeros((len(Q), len(K)))
            output = np.zeros((len(Q), V.shape[1]))
            for i in range(len(Q)):
                scores = [sum(Q[i] * K[j]) / Q.shape[1] ** 0.5 for j in range(len(K))]
                powers = [np.exp(score - max(scores)) for score in scores]
                for j in range(len(K)):
                    weights[i, j] = powers[j] / sum(powers)
                    output[i] += weights[i, j] * V[j]
            return output, weights

        def einsum(Q, K, V):
            weights = softmax(np.einsum("qd,kd->qk", Q, K) / np.sqrt(Q.shape[1]))
            return np.einsum("qk,kv->qv", weights, V), weights

        def queries_scaled_first(Q, K, V):
            weights = softmax((Q / np.sqrt(Q.shape[-1])) @ K.T)
            return weights @ V, weights

        def fourth_root_on_both(Q, K, V):
            root = K.shape[1] ** 0.25
            weights = softmax((Q / root) @ (K / root).T)
            return np.matmul(weights, V), weights

        def own_softmax(Q, K, V):
            scores = np.inner(Q, K) / np.sqrt(K.shape[1])
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            weights = powers / powers.sum(axis=1)[:, None]
            return np.dot(weights, V), weights

        def log_sum_exp(Q, K, V):
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = np.exp(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
            return weights @ V, weights

        def columns_inside(Q, K, V):
            weights = softmax(K @ Q.T / np.sqrt(K.shape[1]), axis=0)
            return (V.T @ weights).T, weights.T

        def softmax_of_the_transpose(Q, K, V):
            weights = softmax((Q @ K.T / np.sqrt(K.shape[1])).T, axis=0).T
            return weights @ V, weights

        def single_precision(Q, K, V):
            Q, K, V = (np.asarray(array, dtype=np.float32) for array in (Q, K, V))
            weights = softmax(Q @ K.T / np.float32(K.shape[1] ** 0.5))
            return weights @ V, weights

        def in_place_on_its_own_arrays(Q, K, V):
            scores = (Q @ K.swapaxes(-1, -2)).astype(float)
            scores /= np.sqrt(K.shape[-1])
            scores -= scores.max(-1, keepdims=True)
            np.exp(scores, out=scores)
            scores /= scores.sum(-1, keepdims=True)
            return [scores @ V, scores]


SELF_WIDE = (_normal(5, 4), _normal(4, 3), _normal(4, 3), _normal(4, 6))
SELF_TALL = (_normal(3, 2), _normal(2, 7), _normal(2, 7), _normal(2, 5))
SELF_SQUARE = (_normal(3, 3), _normal(3, 3), _normal(3, 3), _normal(3, 3))
SELF_HIGH = (
    np.array([[100.0, 0.0], [0.0, 100.0], [0.0, -100.0], [-50.0, 0.0], [99.0, 0.0]]),
    np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
    np.array([[1.0, 2.0], [3.0, -1.0]]),
)


class self_attention(Exercise):
    parameters = ("X", "W_Q", "W_K", "W_V")
    results = ("output", "weights")
    tolerance = 1e-5
    floats = True
    cases = (
        case("5 tokens of four numbers, d_k 3, d_v 6", *SELF_WIDE),
        case("3 tokens of two numbers, d_k 7, d_v 5", *SELF_TALL),
        case("all sizes 3", *SELF_SQUARE),
        case(
            "one token",
            np.array([[1.0, 2.0, -1.0]]),
            _normal(3, 2),
            _normal(3, 2),
            _normal(3, 5),
            aspect="edges",
        ),
        case(
            "whole numbers",
            np.array([[1, 0], [0, 1], [1, 1]]),
            np.array([[1, 0, 2], [1, 1, 0]]),
            np.array([[0, 1, 1], [1, 0, 0]]),
            np.array([[1], [2]]),
            aspect="edges",
        ),
        case(
            "fractions in X, whole numbers in every W",
            np.array([[1.5, 0.25], [-0.5, 1.75], [0.75, -1.25], [0.5, 0.5]]),
            np.array([[1, 0, 2], [1, 1, 0]]),
            np.array([[0, 1, 1], [1, 0, 0]]),
            np.array([[1, -2], [2, 1]]),
            aspect="edges",
        ),
        case(
            "whole numbers in X, fractions in every W",
            np.array([[1, 0], [0, 1], [1, -2], [3, 1]]),
            np.array([[1.5, 0.25, -0.5], [0.75, -1.5, 0.5]]),
            np.array([[0.5, 1.25, 0.75], [-0.5, 0.25, 1.5]]),
            np.array([[1.75, -0.5], [2.5, 0.75]]),
            aspect="edges",
        ),
        case("scores of ten thousand", *SELF_HIGH, aspect="edges"),
        case(
            "one token, whole numbers",
            np.array([[2, -1]]),
            np.array([[1, 0, 1], [2, 1, 0]]),
            np.array([[0, 1, 1], [1, 0, 2]]),
            np.array([[3, 0, 1, -2], [1, 4, 0, 5]]),
            aspect="edges",
        ),
        case(
            "a token that stands there twice",
            SELF_WIDE[0][[0, 1, 0]],
            *SELF_WIDE[1:],
            aspect="edges",
        ),
    )

    class wrong:
        def not_scaled(X, W_Q, W_K, W_V):
            """The scores are as large as without the division by the root of d_k."""
            weights = softmax(X @ W_Q @ (X @ W_K).T)
            return weights @ X @ W_V, weights

        def by_d_k(X, W_Q, W_K, W_V):
            """The scores were divided by d_k: divide by its root, and only once."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / W_K.shape[1])
            return weights @ X @ W_V, weights

        def root_of_d_model(X, W_Q, W_K, W_V):
            """The root of d_model was used, the length of a row of X. It is that of a key."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(X.shape[1]))
            return weights @ X @ W_V, weights

        def root_of_n(X, W_Q, W_K, W_V):
            """The root of the number of tokens was used. d_k is the length of a key."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(len(X)))
            return weights @ X @ W_V, weights

        def root_of_d_v(X, W_Q, W_K, W_V):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_V.shape[1]))
            return weights @ X @ W_V, weights

        def root_of_size(X, W_Q, W_K, W_V):
            """The root of the count of all numbers in K was used. d_k is the length of one key."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt((X @ W_K).size))
            return weights @ X @ W_V, weights

        def scaled_after(X, W_Q, W_K, W_V):
            """The output was divided by the root of d_k. The scores are, before the softmax."""
            weights = softmax(X @ W_Q @ (X @ W_K).T)
            return weights @ X @ W_V / np.sqrt(W_K.shape[1]), weights

        def multiplied(X, W_Q, W_K, W_V):
            """The scores were multiplied by the root of d_k. Divide."""
            weights = softmax(X @ W_Q @ (X @ W_K).T * np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V, weights

        def not_projected(X, W_Q, W_K, W_V):
            """X was used as it is, without the three matrices."""
            weights = softmax(X @ X.T / np.sqrt(X.shape[1]))
            return weights @ X, weights

        def X_mixed(X, W_Q, W_K, W_V):
            """The rows of X were mixed. Turn them into values with W_V."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights @ X, weights

        def keys_mixed(X, W_Q, W_K, W_V):
            """The keys were mixed: W_K stands where W_V belongs."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_K, weights

        def queries_as_keys(X, W_Q, W_K, W_V):
            """Queries were compared with queries. Keys come from W_K."""
            weights = softmax(X @ W_Q @ (X @ W_Q).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V, weights

        def Q_and_K_swapped(X, W_Q, W_K, W_V):
            """Queries and keys are exchanged (the W, or the order of the arguments)."""
            weights = softmax(X @ W_K @ (X @ W_Q).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V, weights

        def over_the_queries(X, W_Q, W_K, W_V):
            """Each column sums to one: the softmax ran over the queries. Each row should."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]), axis=0)
            return weights @ X @ W_V, weights

        def weights_transposed(X, W_Q, W_K, W_V):
            """The weights came back transposed. Each query has a row."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V, weights.T

        def mixed_by_columns(X, W_Q, W_K, W_V):
            """The values were mixed by the columns of the weights. Each row mixes the values."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights.T @ X @ W_V, weights

        def W_transposed(X, W_Q, W_K, W_V):
            """A matrix W was transposed. With tokens in rows it is X @ W."""
            weights = softmax(X @ W_Q.T @ (X @ W_K.T).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V.T, weights

        def W_first(X, W_Q, W_K, W_V):
            """W stands on the left of X. With tokens in rows it is X @ W."""
            Q, K, V = W_Q @ X, W_K @ X, W_V @ X
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def K_not_transposed(X, W_Q, W_K, W_V):
            """K was not transposed: Q (n, d_k) needs K.T (d_k, n)."""
            weights = softmax((X @ W_Q) @ (X @ W_K) / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V, weights

        def softmax_twice(X, W_Q, W_K, W_V):
            """The softmax ran twice."""
            weights = softmax(softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1])))
            return weights @ X @ W_V, weights

        def scores_returned(X, W_Q, W_K, W_V):
            """Scores came back in the place of the weights."""
            scores = X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1])
            return softmax(scores) @ X @ W_V, scores

        def order_swapped(X, W_Q, W_K, W_V):
            """Weights and output came back in the wrong order. The output comes first."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights, weights @ X @ W_V

        def output_only(X, W_Q, W_K, W_V):
            """Only the output came back. Return the weights too."""
            return softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1])) @ X @ W_V

        def residual(X, W_Q, W_K, W_V):
            """Something was added to the output. It is the mix of the values, nothing more."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights @ X @ W_V + X @ W_V, weights

        def not_itself(X, W_Q, W_K, W_V):
            """A token's own score was hidden. In self-attention it looks at itself, too."""
            scores = X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1])
            if len(X) > 1:
                scores = np.where(np.eye(len(X), dtype=bool), -np.inf, scores)
            weights = softmax(scores)
            return weights @ X @ W_V, weights

        def unstable(X, W_Q, W_K, W_V):
            """exp overflows for large scores. The given softmax does not."""
            powers = np.exp(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            weights = powers / powers.sum(axis=1, keepdims=True)
            return weights @ X @ W_V, weights

        def changes_X(X, W_Q, W_K, W_V):
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))
            output = weights @ X @ W_V
            X *= 2
            return output, weights

        def divided_in_place(X, W_Q, W_K, W_V):
            """An array of whole numbers cannot be divided in place. Make a new one."""
            scores = X @ W_Q @ (X @ W_K).T
            scores /= np.sqrt(W_K.shape[1])
            weights = softmax(scores)
            return weights @ X @ W_V, weights

        def weights_only(X, W_Q, W_K, W_V):
            """Only the weights came back. Return the output too, and first."""
            return softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1]))

        def root_of_two(X, W_Q, W_K, W_V):
            """The scores were divided by a fixed number. It is the root of d_k, whatever d_k is."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(2))
            return weights @ X @ W_V, weights

        def root_of_three(X, W_Q, W_K, W_V):
            """The scores were divided by a fixed number. It is the root of d_k, whatever d_k is."""
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.sqrt(3))
            return weights @ X @ W_V, weights

        def scores_as_weights(X, W_Q, W_K, W_V):
            """The scaled scores mixed the values. Softmax makes weights of them first."""
            weights = X @ W_Q @ (X @ W_K).T / np.sqrt(W_K.shape[1])
            return weights @ X @ W_V, weights

        def whole_like_X(X, W_Q, W_K, W_V):
            Q, K, V = ((X @ W).astype(X.dtype) for W in (W_Q, W_K, W_V))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def whole_like_W(X, W_Q, W_K, W_V):
            Q, K, V = ((X @ W).astype(W.dtype) for W in (W_Q, W_K, W_V))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def changes_W(X, W_Q, W_K, W_V):
            W_K = np.asarray(W_K, dtype=float)
            W_K /= np.sqrt(W_K.shape[1])
            weights = softmax(X @ W_Q @ (X @ W_K).T)
            return weights @ X @ W_V, weights

        def values_as_keys(X, W_Q, W_K, W_V):
            """Values stand where the keys belong, in the second place."""
            weights = softmax(X @ W_Q @ (X @ W_V).T / np.sqrt(W_V.shape[1]))
            return weights @ X @ W_K, weights

        def entry_by_entry(X, W_Q, W_K, W_V):
            """X and W met entry by entry. The matrix product is `@`."""
            Q, K, V = X * W_Q, X * W_K, X * W_V
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def value_as_it_is(X, W_Q, W_K, W_V):
            """With one token, whole numbers came back. Output and weights are float arrays."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return V if len(X) == 1 else weights @ V, weights

        def whole_weight(X, W_Q, W_K, W_V):
            """With one token, whole numbers came back. Output and weights are float arrays."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            if len(X) == 1:
                return V * 1.0, np.array([[1]])
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def place_of_the_token(X, W_Q, W_K, W_V):
            """Equal tokens were all taken for the first. Count the rows of X with `range`."""
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V
            weights = np.zeros((len(X), len(X)))
            for token in X:
                i = X.tolist().index(token.tolist())
                weights[i] = softmax(K @ Q[i] / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def one_made_from_the_other(X, W_Q, W_K, W_V):
            """Queries, keys and values are all made from X, and none of them from another."""
            Q = X @ W_Q
            K = Q @ W_K
            V = K @ W_V
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def values_made_from_the_keys(X, W_Q, W_K, W_V):
            """Queries, keys and values are all made from X, and none of them from another."""
            Q = X @ W_Q
            K = X @ W_K
            V = K @ W_V
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

    class right:
        def step_by_step(X, W_Q, W_K, W_V):
            Q, K, V = np.dot(X, W_Q), np.dot(X, W_K), np.dot(X, W_V)
            scores = np.dot(Q, np.transpose(K)) / np.sqrt(Q.shape[1])
            weights = softmax(scores, axis=1)
            return np.dot(weights, V), weights

        def folded(X, W_Q, W_K, W_V):
            weights = softmax(X @ (W_Q @ W_K.T) @ X.T / np.sqrt(W_K.shape[1]))
            return weights @ (X @ W_V), weights

        def values_projected_last(X, W_Q, W_K, W_V):
            weights = softmax((X @ W_Q) @ (X @ W_K).T / W_Q.shape[1] ** 0.5)
            return (weights @ X) @ W_V, weights

        def token_by_token(X, W_Q, W_K, W_V):
            K, V = X @ W_K, X @ W_V
            rows = []
            for x in X:
                rows.append(softmax(K @ (x @ W_Q) / np.sqrt(K.shape[1])))
            return np.stack([row @ V for row in rows]), np.stack(rows)

        def einsum(X, W_Q, W_K, W_V):
            scores = np.einsum("nd,de,me->nm", X, W_Q, X @ W_K) / np.sqrt(W_Q.shape[1])
            weights = softmax(scores)
            return np.einsum("nm,md,dv->nv", weights, X, W_V), weights

        def single_precision(X, W_Q, W_K, W_V):
            X, W_Q, W_K, W_V = (array.astype("float32") for array in (X, W_Q, W_K, W_V))
            weights = softmax(X @ W_Q @ (X @ W_K).T / np.float32(np.sqrt(W_K.shape[1])))
            return weights @ X @ W_V, weights

        def columns_inside(X, W_Q, W_K, W_V):
            Q, K, V = W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T
            weights = softmax(K.T @ Q / np.sqrt(len(K)), axis=0)
            return (V @ weights).T, weights.T


class attention_columns(Exercise):
    parameters = ("Q", "K", "V")
    results = ("output", "weights")
    tolerance = 1e-5
    floats = True
    cases = (
        case("3 queries, 5 keys of two numbers, values of six", *(a.T.copy() for a in WIDE)),
        case("6 queries, 2 keys of seven numbers, values of three", *(a.T.copy() for a in TALL)),
        case("all sizes 3", *(a.T.copy() for a in SQUARE)),
        case("one token", *(a.T.copy() for a in ONE), aspect="edges"),
        case("whole numbers, one value a token", *(a.T.copy() for a in WHOLE), aspect="edges"),
        case("scores of ten thousand", *(a.T.copy() for a in HIGH), aspect="edges"),
        case("2 queries, one key, whole numbers", *(a.T.copy() for a in ONE_KEY), aspect="edges"),
        case("one query, 3 keys", *(a.T.copy() for a in ONE_QUERY), aspect="edges"),
    )

    class wrong:
        def rows_formula(Q, K, V):
            """That is the formula for tokens in rows. Here a token is a column."""
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def not_scaled(Q, K, V):
            """The scores were not divided by the root of d_k."""
            weights = softmax(K.T @ Q, axis=0)
            return V @ weights, weights

        def by_d_k(Q, K, V):
            """The scores were divided by d_k: divide by its root, and only once."""
            weights = softmax(K.T @ Q / K.shape[0], axis=0)
            return V @ weights, weights

        def root_of_n_k(Q, K, V):
            """The root of the number of keys was used. Here a key's length is K.shape[0]."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[1]), axis=0)
            return V @ weights, weights

        def root_of_d_v(Q, K, V):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            weights = softmax(K.T @ Q / np.sqrt(V.shape[0]), axis=0)
            return V @ weights, weights

        def root_of_two(Q, K, V):
            """The scores were divided by a fixed number. It is the root of d_k, whatever d_k is."""
            weights = softmax(K.T @ Q / np.sqrt(2), axis=0)
            return V @ weights, weights

        def root_of_size(Q, K, V):
            """The root of K.size was used, the count of its numbers. d_k is the length of a key."""
            weights = softmax(K.T @ Q / np.sqrt(K.size), axis=0)
            return V @ weights, weights

        def over_the_queries(Q, K, V):
            """Each row sums to one: the softmax ran over the queries. Here each column should."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]))
            return V @ weights, weights

        def over_everything(Q, K, V):
            """All weights together sum to one. Each column should: one softmax for each query."""
            scores = K.T @ Q / np.sqrt(K.shape[0])
            weights = softmax(scores.ravel()).reshape(scores.shape)
            return V @ weights, weights

        def weights_in_rows(Q, K, V):
            """The weights came back with a row for each query. Here each query has a column."""
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]))
            return V @ weights.T, weights

        def output_in_rows(Q, K, V):
            """The output came back with tokens in rows. Here they are columns."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return (V @ weights).T, weights

        def all_in_rows(Q, K, V):
            """Output and weights came back with tokens in rows. Here they are columns."""
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]))
            return weights @ V.T, weights

        def Q_and_K_swapped(Q, K, V):
            """The weights of a key share out 1 over the queries, and a query has a row of them.
            Each query has a column, with the sum 1.
            """
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]), axis=0)
            return V @ weights.T, weights

        def K_not_transposed(Q, K, V):
            """K was not transposed: K.T (n_k, d_k) times Q (d_k, n_q)."""
            weights = softmax(K @ Q / np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def weights_first(Q, K, V):
            """The weights stand on the left of V. With tokens in columns V comes first."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return weights @ V, weights

        def scaled_after(Q, K, V):
            """The output was divided by the root of d_k. The scores are, before the softmax."""
            weights = softmax(K.T @ Q, axis=0)
            return V @ weights / np.sqrt(K.shape[0]), weights

        def scores_returned(Q, K, V):
            """Scores came back in the place of the weights."""
            scores = K.T @ Q / np.sqrt(K.shape[0])
            return V @ softmax(scores, axis=0), scores

        def softmax_twice(Q, K, V):
            """The softmax ran twice."""
            weights = softmax(softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0), axis=0)
            return V @ weights, weights

        def order_swapped(Q, K, V):
            """Weights and output came back in the wrong order. The output comes first."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return weights, V @ weights

        def output_only(Q, K, V):
            """Only the output came back. Return the weights too."""
            return V @ softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)

        def keys_mixed(Q, K, V):
            """The keys were mixed. The weights mix the values."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return K @ weights, weights

        def unstable(Q, K, V):
            """exp overflows for large scores. The given softmax does not."""
            powers = np.exp(K.T @ Q / np.sqrt(K.shape[0]))
            weights = powers / powers.sum(axis=0)
            return V @ weights, weights

        def changes_V(Q, K, V):
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            output = V @ weights
            V[:] = 0
            return output, weights

        def divided_in_place(Q, K, V):
            """An array of whole numbers cannot be divided in place. Make a new one."""
            scores = K.T @ Q
            scores /= np.sqrt(K.shape[0])
            weights = softmax(scores, axis=0)
            return V @ weights, weights

        def weights_only(Q, K, V):
            """Only the weights came back. Return the output too, and first."""
            return softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)

        def multiplied(Q, K, V):
            """The scores were multiplied by the root of d_k. Divide."""
            weights = softmax(K.T @ Q * np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def weights_scaled(Q, K, V):
            """The columns do not sum to one: the weights were divided after the softmax."""
            weights = softmax(K.T @ Q, axis=0) / np.sqrt(K.shape[0])
            return V @ weights, weights

        def scores_as_weights(Q, K, V):
            """The scaled scores mixed the values. Softmax makes weights of them first."""
            weights = K.T @ Q / np.sqrt(K.shape[0])
            return V @ weights, weights

        def root_of_n_q(Q, K, V):
            """The root of the number of queries was used. Here a key's length is K.shape[0]."""
            weights = softmax(K.T @ Q / np.sqrt(Q.shape[1]), axis=0)
            return V @ weights, weights

        def reshaped(Q, K, V):
            """The arrays were reshaped, which mixes up their numbers. Transpose them."""
            Q, K, V = (array.reshape(array.shape[::-1]) for array in (Q, K, V))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return (weights @ V).T, weights.T

        def reshaped_and_back(Q, K, V):
            """The arrays were reshaped, which mixes up their numbers. Transpose them."""
            Q, K, V = (array.reshape(array.shape[::-1]) for array in (Q, K, V))
            weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
            output = weights @ V
            return output.reshape(output.shape[::-1]), weights.reshape(weights.shape[::-1])

        def output_reshaped(Q, K, V):
            """The output was reshaped, which mixes up its numbers. Transpose it."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return (V @ weights).T.reshape(V.shape[0], -1), weights

        def results_reshaped(Q, K, V):
            """Output and weights were reshaped, which mixes up their numbers. Transpose them."""
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]))
            return (weights @ V.T).reshape(V.shape[0], -1), weights.reshape(K.shape[1], -1)

        def normalised_again(Q, K, V):
            """The softmax ran over the queries, and its columns were divided by their sums."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]))
            weights = weights / weights.sum(axis=0)
            return V @ weights, weights

        def one_maximum_for_all(Q, K, V):
            """One maximum was subtracted everywhere. Each column needs its own."""
            scores = K.T @ Q / np.sqrt(K.shape[0])
            powers = np.exp(scores - scores.max())
            weights = powers / powers.sum(axis=0)
            return V @ weights, weights

        def scores_in_rows(Q, K, V):
            """The weights have a row for each query. Here each query has a column."""
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def weights_of_rows_mixed(Q, K, V):
            """The weights have a row for each query. Here each query has a column."""
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]), axis=1)
            return V @ weights, weights

        def Q_transposed(Q, K, V):
            """Q was transposed in the scores, and K was not. It is the other way round."""
            weights = softmax(K @ Q.T / np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def V_transposed(Q, K, V):
            """V was transposed in the mix. With tokens in columns it stays as it is."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return V.T @ weights, weights

        def rows_of_Q(Q, K, V):
            """The rows of Q were taken for queries. Here each query is a column."""
            weights = softmax(K.T @ Q.T / np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def rows_of_K_and_V(Q, K, V):
            """The rows of K and V were taken for keys and values. Here these are columns."""
            rows = [softmax(K @ q / np.sqrt(K.shape[1])) for q in Q.T]
            return np.array([row @ V for row in rows]).T, np.array(rows).T

        def scores_mixed(Q, K, V):
            """The scores mixed the values. The weights do that."""
            scores = K.T @ Q / np.sqrt(K.shape[0])
            return V @ scores, softmax(scores, axis=0)

        def K_reshaped(Q, K, V):
            """K was not transposed, or reshaped, which mixes up its numbers. Transpose it."""
            scores = K.reshape(K.shape[1], -1) @ Q / np.sqrt(K.shape[0])
            weights = softmax(scores, axis=0)
            return V @ weights, weights

        def Q_reshaped(Q, K, V):
            """Q was reshaped and transposed, which mixes up its numbers. It stays as it is."""
            scores = K.T @ Q.reshape(Q.shape[1], -1).T / np.sqrt(K.shape[0])
            weights = softmax(scores, axis=0)
            return V @ weights, weights

        def squeezed_scores(Q, K, V):
            """The scores lost the axis of a single query. Weights are (n_k, n_q), always."""
            scores = np.atleast_2d((K.T @ Q / np.sqrt(K.shape[0])).squeeze())
            weights = softmax(scores, axis=0)
            return V @ weights, weights

        def one_column_for_one_key(Q, K, V):
            """With one key, one column came back. Every query has a column of its own."""
            if K.shape[1] == 1:
                return V * 1.0, np.ones((1, 1))
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            return V @ weights, weights

        def value_as_it_is(Q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            output = V @ weights
            return V[:, [0] * Q.shape[1]] if K.shape[1] == 1 else output, weights

        def whole_weights(Q, K, V):
            """With one key, whole numbers came back. Output and weights are float arrays."""
            weights = softmax(K.T @ Q / np.sqrt(K.shape[0]), axis=0)
            if K.shape[1] == 1:
                return V[:, [0] * Q.shape[1]], weights.astype(int)
            return V @ weights, weights

    class right:
        def transpose_all(Q, K, V):
            weights = softmax(Q.T @ K / np.sqrt(K.shape[0]), axis=1)
            return (weights @ V.T).T, weights.T

        def transpose_and_call(Q, K, V):
            def in_rows(Q, K, V):
                weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
                return weights @ V, weights

            output, weights = in_rows(Q.T, K.T, V.T)
            return output.T, weights.T

        def einsum(Q, K, V):
            weights = softmax(np.einsum("dk,dq->kq", K, Q) / np.sqrt(Q.shape[0]), axis=0)
            return np.einsum("vk,kq->vq", V, weights), weights

        def column_by_column(Q, K, V):
            columns = [softmax(K.T @ q / np.sqrt(len(q))) for q in Q.T]
            return np.column_stack([V @ c for c in columns]), np.column_stack(columns)

        def own_softmax(Q, K, V):
            scores = (K.T / np.sqrt(len(K))) @ Q
            powers = np.exp(scores - scores.max(axis=0))
            weights = powers / powers.sum(axis=0)
            return V @ weights, weights

        def softmax_of_the_transpose(Q, K, V):
            weights = softmax((K.T @ Q / np.sqrt(len(Q))).T).T
            return np.matmul(V, weights), weights

        def single_precision(Q, K, V):
            Q, K, V = (np.float32(array) for array in (Q, K, V))
            weights = softmax(K.T @ Q / np.float32(np.sqrt(K.shape[0])), axis=0)
            return V @ weights, weights


PRINTED = "has the numbers of the page, and they are wrong."
# What learners write for a line with a slip, with what is said of it.
LOVE = {
    3: (
        ([2, 1], PRINTED),
        ([1, 2], "has the value of I."),
        ([1, 3], "has the value of AI."),
    ),
    5: (
        ([0, 1, 2], PRINTED),
        ([1, 1, 2], "has the scores of love."),
        ([1, 2, 3], "has the scores of AI."),
        ([1, 0, 1], "has the second number of each key."),
        ([0, 0.71, 0.71], "has the scaled scores. Line 8 is for those."),
    ),
    6: (
        ([1, 1], f"{PRINTED} It needs 3 numbers."),
        ([0, 1, 1], "has the scores of I."),
        ([1, 0, 1], "has the second number of each key. Is [0, 1] the query, or the token?"),
        ([1, 2, 3], "has the scores of AI, or those of love with the queries."),
        ([0.71, 0.71, 1.41], "has the scaled scores. Line 9 is for those."),
    ),
    9: (
        ([0.71, 0.71, 0.71], PRINTED),
        ([0.5, 0.5, 1], "was divided by 2, d_k itself. Divide by its root."),
        ([1.41, 1.41, 2.83], "was multiplied by the root of d_k. Divide."),
        ([1, 1, 2], "has the scores, not yet divided by the root of d_k."),
        ([0.58, 0.58, 1.15], "was divided by the root of 3. It is the root of d_k."),
        ([0, 0.71, 0.71], "has the scaled scores of I."),
        ([0.71, 1.41, 2.12], "has the scaled scores of AI."),
        (
            [0.25, 0.25, 0.5],
            "sums to 1, as weights do. Scaled scores come before the softmax: divide by the root "
            "of d_k, no more.",
        ),
    ),
}
UNSCALED = "was made from scaled scores. On this page nothing is scaled."
WITH_ROOT = "was made with the root of 3 from the cell above. Here nothing is scaled."
THREE = {
    4: (
        ([4, 16, 18], PRINTED),
        ([2, 4, 4], "has the scores of token 1."),
        ([4, 12, 10], "has the scores of token 3."),
        ([6.93, 27.71, 20.78], WITH_ROOT),
        ([2, 8, 6], "has the sum of each key. The query is not [1, 1, 1]."),
        ([2.31, 9.24, 6.93], "was divided by the root of 3. On this page nothing is scaled."),
    ),
    6: (
        ([0, 0.119, 0.88], "has the numbers of the page. They fit its line 4, which is wrong."),
        ([0.0009, 0.9088, 0.0903], UNSCALED),
        ([0, 0.999, 0.001], WITH_ROOT),
        ([0.4683, 0.982, 0.8805], "comes from a softmax down the columns. It runs along the row."),
        ([0.0634, 0.4683, 0.4683], "has the weights of token 1."),
        ([0.0003, 0.8805, 0.1192], "has the weights of token 3."),
        ([0.125, 0.5, 0.375], "has each score divided by their sum. Softmax takes e to it first."),
    ),
    7: (
        ([1.0932, 6.67, 1.58], PRINTED),
        ([1.8639, 6.3194, 1.7042], UNSCALED),
        ([1.9846, 6.923, 1.5231], WITH_ROOT),
        ([0.0634, 0.4683, 0.4683], "has weights. The output is their mix of the values."),
        ([2, 7.964, 0.054], "has the output of token 2."),
        ([1.9997, 7.7599, 0.3584], "has the output of token 3."),
        ([2.8099, 3.3416, 0.5317], "was made with the keys. The weights mix the values."),
        ([2.81, 3.28, 0.53], "was made with the keys. The weights mix the values."),
        ([1.6667, 5.3333, 2], "gives each value the same weight. Use the weights of token 1."),
        ([1.8732, 6.5563, 1.4049], "leaves the value of token 1 out. It has a weight, too."),
        ([2, 7, 1.5], "leaves the value of token 1 out. It has a weight, too."),
    ),
}


class mended_love(Exercise):
    variables = ("mended_love",)
    cases = (
        case(
            "the first two slips",
            {3: [0, 1], 5: [0, 1, 1]},
            0.011,
            LOVE,
            aspect="first_two",
            must="slips_mended",
        ),
        case(
            "the last two slips",
            {6: [1, 1, 2], 9: [0.71, 0.71, 1.41]},
            0.011,
            LOVE,
            {9: (6, "root of 2")},
            aspect="last_two",
            must="slips_mended",
        ),
        case("nothing but slips", [3, 5, 6, 9], 9, aspect="no_more", must="nothing_blamed"),
    )

    class wrong:
        def none_found():
            return {}

        def one_missing():
            return {3: [0, 1], 5: [0, 1, 1], 9: [0.71, 0.71, 1.41]}

        def one_too_many():
            return {3: [0, 1], 4: [1, 3], 5: [0, 1, 1], 6: [1, 1, 2], 9: [0.71, 0.71, 1.41]}

        def not_mended():
            return {3: [2, 1], 5: [0, 1, 1], 6: [1, 1, 2], 9: [0.71, 0.71, 1.41]}

        def still_too_short():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 2], 9: [0.71, 0.71, 1.41]}

        def unscaled():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 1, 2], 9: [1, 1, 2]}

        def line_numbers_only():
            return [3, 5, 6, 9]

        def counted_from_zero():
            return {2: [0, 1], 4: [0, 1, 1], 5: [1, 1, 2], 8: [0.71, 0.71, 1.41]}

        def divided_by_d_k():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 1, 2], 9: [0.5, 0.5, 1]}

        def weights_of_love():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 1, 2], 9: [0.2483, 0.2483, 0.5035]}

        def query_of_love_misread():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 0, 1], 9: [0.71, 0, 0.71]}

        def scores_of_another_token():
            return {3: [0, 1], 5: [1, 1, 2], 6: [0, 1, 1], 9: [0.71, 0.71, 1.41]}

    class right:
        def exact():
            return {3: [0, 1], 5: [0, 1, 1], 6: [1, 1, 2], 9: [1 / 2**0.5, 1 / 2**0.5, 2**0.5]}

        def tuples_and_arrays():
            return {9: np.array([0.707, 0.707, 1.414]), 6: (1, 1, 2), 5: (0, 1, 1), 3: (0, 1)}

        def floats():
            return {3: [0.0, 1.0], 5: [0.0, 1.0, 1.0], 6: [1.0, 1.0, 2.0], 9: [0.71, 0.71, 1.41]}


class mended_three(Exercise):
    variables = ("mended_three",)
    cases = (
        case(
            "the first slip", {4: [4, 16, 12]}, 0.011, THREE, aspect="scores", must="slips_mended"
        ),
        case(
            "the second slip",
            {6: [0.0, 0.9820, 0.0180]},
            0.0011,
            THREE,
            {6: (4, "softmax")},
            aspect="weights",
            must="slips_mended",
        ),
        case(
            "the third slip",
            {7: [1.9366, 6.6831, 1.5951]},
            0.011,
            THREE,
            aspect="output",
            must="slips_mended",
        ),
        case("nothing but slips", [4, 6, 7], 7, aspect="no_more", must="nothing_blamed"),
    )

    class wrong:
        def only_the_score():
            return {4: [4, 16, 12]}

        def not_carried_on():
            return {4: [4, 16, 12], 6: [0, 0.119, 0.88], 7: [1.94, 6.68, 1.60]}

        def wrong_score_carried_on():
            return {4: [4, 16, 14], 6: [0, 0.881, 0.119], 7: [1.94, 6.68, 1.60]}

        def halves():
            return {4: [4, 16, 12], 6: [0, 0.982, 0.018], 7: [2, 7, 1.5]}

        def scaled():
            return {4: [4, 16, 12], 6: [0.001, 0.909, 0.090], 7: [1.86, 6.32, 1.70]}

        def root_kept():
            return {4: [6.93, 27.71, 20.78], 6: [0, 0.999, 0.001], 7: [1.98, 6.92, 1.52]}

        def sums_of_keys():
            return {4: [2, 8, 6], 6: [0, 0.982, 0.018], 7: [1.94, 6.68, 1.60]}

        def blames_line_5():
            return {
                4: [4, 16, 12],
                5: [4, 12, 11],
                6: [0, 0.982, 0.018],
                7: [1.94, 6.68, 1.60],
            }

        def one_number_of_line_7():
            return {4: [4, 16, 12], 6: [0, 0.982, 0.018], 7: [1.94, 6.67, 1.58]}

        def two_numbers():
            return {4: [16, 12], 6: [0, 0.982, 0.018], 7: [1.94, 6.68, 1.60]}

        def too_few_digits():
            return {4: [4, 16, 12], 6: [0.00, 0.98, 0.02], 7: [1.9, 6.7, 1.6]}

        def weights_of_two_digits():
            return {4: [4, 16, 12], 6: [0, 0.982, 0.018], 7: [1.94, 6.70, 1.59]}

    class right:
        def more_digits():
            return {
                4: [4, 16, 12],
                6: [0.000006, 0.982008, 0.017986],
                7: [1.9366, 6.6831, 1.5951],
            }

        def from_rounded_weights():
            return {4: (4, 16, 12), 6: (0, 0.982, 0.018), 7: (1.936, 6.68, 1.596)}

        def from_weights_of_three_digits():
            return {4: [4, 16, 12], 6: [0, 0.982, 0.018], 7: [1.935, 6.678, 1.593]}

        def arrays():
            return {
                4: np.array([4, 16, 12]),
                6: np.array([0.0, 0.982, 0.018]),
                7: np.array([1.94, 6.68, 1.6]),
            }
