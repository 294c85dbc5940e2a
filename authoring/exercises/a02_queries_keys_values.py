"""Exercises of 02-queries-keys-values."""

import math

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "02-queries-keys-values"

RECALL = {
    "recall_1": Recall(
        "The inner sizes, 3 and 3, are equal; the outer ones, 4 and 2, remain.",
        "notebook 1, The example",
    ),
    "recall_2": Recall(
        "An entry is a row of the left matrix dot a column of the right one.",
        "notebook 1, View 1",
    ),
    "recall_3": Recall(
        "Convex weights are not negative, and they sum to 1.", "notebook 1, Convex combinations"
    ),
}

# Four tokens of three numbers, d_k = 2 and d_v = 5: all sizes differ.
X43 = [[1.5, -2.0, 0.5], [3.0, 0.25, -1.0], [0.0, 1.2, 2.2], [-0.7, 0.4, 1.0]]
WQ32 = [[0.6, -1.1], [2.0, 0.3], [-0.5, 1.7]]
WK32 = [[1.4, 0.2], [-0.8, 0.9], [0.1, -2.3]]
WV35 = [
    [0.7, -0.2, 1.1, 0.4, -1.3],
    [1.9, 0.8, -0.6, 0.0, 0.5],
    [-1.0, 2.1, 0.3, -1.7, 0.9],
]
# Everything 2 by 2: here a wrong order of the factors has the right shape, and wrong numbers.
X22 = [[1.0, 2.0], [-0.5, 3.0]]
WQ22 = [[2.0, 0.3], [1.1, -1.0]]
WK22 = [[0.4, -1.5], [0.9, 1.2]]
WV22 = [[-0.6, 1.3], [2.2, 0.1]]
# One whole-number token with fractional weights, d_k = 3 and d_v = 1.
X12 = [[3, -2]]
X12_LONG = [[0.123457, 1.765432]]
WQ23 = [[0.5, 1.25, -0.75], [2.5, 0.1, 0.4]]
WK23 = [[-1.5, 0.3, 0.9], [0.2, 0.7, -1.1]]
WV21 = [[1.75], [0.45]]
# Three tokens of one number.
X31 = [[0.5], [-2.0], [1.5]]
WQ12, WK12 = [[1.2, -0.4]], [[0.3, 2.0]]
WV13 = [[0.9, -1.6, 2.5]]


# Fractional tokens with whole-number weights.
X22_FRACTIONS = [[1.5, -2.25], [0.5, 0.75]]
WQ23_WHOLE = [[2, -1, 0], [1, 3, -2]]
WK23_WHOLE = [[1, 0, 2], [-3, 1, 1]]
WV21_WHOLE = [[4], [-1]]


def turned(matrix):
    """The matrix with rows and columns exchanged, as lists."""
    return [list(column) for column in zip(*matrix)]


class project(Exercise):
    results = ("Q", "K", "V")
    parameters = ("X", "W_Q", "W_K", "W_V")
    tolerance = 1e-5
    cases = (
        case("four tokens of three numbers, d_k = 2, d_v = 5", X43, WQ32, WK32, WV35),
        case("two tokens of two numbers, all W (2, 2)", X22, WQ22, WK22, WV22),
        case("one token of whole numbers", X12, WQ23, WK23, WV21, aspect="edges"),
        case(
            "fractional tokens, whole-number weights",
            X22_FRACTIONS,
            WQ23_WHOLE,
            WK23_WHOLE,
            WV21_WHOLE,
            aspect="edges",
        ),
        case("three tokens of one number", X31, WQ12, WK12, WV13, aspect="edges"),
        case("a token with six decimals", X12_LONG, WQ23, WK23, WV21, aspect="edges"),
    )

    class wrong:
        def left_multiplied(X, W_Q, W_K, W_V):
            """W stands on the left, as for tokens in columns. Here the tokens are rows."""
            return W_Q @ X, W_K @ X, W_V @ X

        def weights_transposed(X, W_Q, W_K, W_V):
            """The W were transposed. The inner sizes already meet: (n, p) and (p, d_k)."""
            return X @ W_Q.T, X @ W_K.T, X @ W_V.T

        def tokens_transposed(X, W_Q, W_K, W_V):
            """X was transposed. Its rows are the tokens, and so are those of Q, K and V."""
            return X.T @ W_Q, X.T @ W_K, X.T @ W_V

        def elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return X * W_Q, X * W_K, X * W_V

        def one_matrix_for_all(X, W_Q, W_K, W_V):
            """All three are the queries. K and V have matrices of their own."""
            return X @ W_Q, X @ W_Q, X @ W_Q

        def key_with_query_matrix(X, W_Q, W_K, W_V):
            """K is the same as Q. Keys have a matrix of their own, W_K."""
            return X @ W_Q, X @ W_Q, X @ W_V

        def value_with_key_matrix(X, W_Q, W_K, W_V):
            """V is the same as K. Values have a matrix of their own, W_V."""
            return X @ W_Q, X @ W_K, X @ W_K

        def keys_and_values_swapped(X, W_Q, W_K, W_V):
            """K and V are exchanged. The order asked for is Q, K, V."""
            return X @ W_Q, X @ W_V, X @ W_K

        def queries_and_keys_swapped(X, W_Q, W_K, W_V):
            """Q and K are exchanged. The order asked for is Q, K, V."""
            return X @ W_K, X @ W_Q, X @ W_V

        def queries_and_values_swapped(X, W_Q, W_K, W_V):
            """Q and V are exchanged. The order asked for is Q, K, V."""
            return X @ W_V, X @ W_K, X @ W_Q

        def values_first(X, W_Q, W_K, W_V):
            """The three are right, and V came first. The order asked for is Q, K, V."""
            return X @ W_V, X @ W_Q, X @ W_K

        def queries_last(X, W_Q, W_K, W_V):
            """The three are right, and Q came last. The order asked for is Q, K, V."""
            return X @ W_K, X @ W_V, X @ W_Q

        def one_token_asks(X, W_Q, W_K, W_V):
            """Q is the query of one token. Every token has one: Q has a row for each."""
            return X[2] @ W_Q, X @ W_K, X @ W_V

        def keys_from_columns(X, W_Q, W_K, W_V):
            """K and V were made from X transposed. The rows of X are the tokens, for all three."""
            return X @ W_Q, X.T @ W_K, X.T @ W_V

        def keys_left_multiplied(X, W_Q, W_K, W_V):
            """W stands on the left, as for tokens in columns. Here the tokens are rows."""
            return X @ W_Q, W_K @ X, W_V @ X

        def keys_alone_elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return X @ W_Q, X * W_K, X @ W_V

        def keys_alone_left_multiplied(X, W_Q, W_K, W_V):
            """W stands on the left, as for tokens in columns. Here the tokens are rows."""
            return X @ W_Q, W_K @ X, X @ W_V

        def values_alone_elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return X @ W_Q, X @ W_K, X * W_V

        def values_alone_left_multiplied(X, W_Q, W_K, W_V):
            """W stands on the left, as for tokens in columns. Here the tokens are rows."""
            return X @ W_Q, X @ W_K, W_V @ X

        def values_from_queries(X, W_Q, W_K, W_V):
            """V was made from Q. All three are made from X."""
            Q = X @ W_Q
            return Q, X @ W_K, Q @ W_V

        def keys_alone_from_columns(X, W_Q, W_K, W_V):
            """For K, X was transposed. Its rows are the tokens, for all three."""
            return X @ W_Q, X.T @ W_K, X @ W_V

        def keys_alone_with_weights_transposed(X, W_Q, W_K, W_V):
            """W_K was transposed. The inner sizes already meet: (n, p) and (p, d_k)."""
            return X @ W_Q, X @ W_K.T, X @ W_V

        def values_alone_with_weights_transposed(X, W_Q, W_K, W_V):
            """W_V was transposed. The inner sizes already meet: (n, p) and (p, d_v)."""
            return X @ W_Q, X @ W_K, X @ W_V.T

        def values_transposed(X, W_Q, W_K, W_V):
            """V is transposed. Its rows are the tokens, as in X."""
            return X @ W_Q, X @ W_K, (X @ W_V).T

        def values_with_query_matrix(X, W_Q, W_K, W_V):
            """V is the same as Q. Values have a matrix of their own, W_V."""
            return X @ W_Q, X @ W_K, X @ W_Q

        def keys_with_value_matrix(X, W_Q, W_K, W_V):
            """K is the same as V. Keys have a matrix of their own, W_K."""
            return X @ W_Q, X @ W_V, X @ W_V

        def stacked(X, W_Q, W_K, W_V):
            """The three were put into one array. Return them with commas between."""
            return np.array([X @ W_Q, X @ W_K, X @ W_V])

        def three_tokens_only(X, W_Q, W_K, W_V):
            """The loop takes three tokens. There may be any number of them."""
            K = np.array([X[i] @ W_K for i in range(3)])
            return X @ W_Q, K, np.array([X[i] @ W_V for i in range(3)])

        def values_as_wide_as_keys(X, W_Q, W_K, W_V):
            """V was made as wide as K. It has d_v columns, as W_V has."""
            K = X @ W_K
            V = np.zeros(K.shape)
            for i in range(len(X)):
                V[i] = X[i] @ W_V
            return X @ W_Q, K, V

        def last_token_alone(X, W_Q, W_K, W_V):
            """K and V are those of the last token. Each token keeps a row of its own."""
            return X @ W_Q, X[-1] @ W_K, X[-1] @ W_V

        def keys_elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return X @ W_Q, X * W_K, X * W_V

        def keys_with_weights_transposed(X, W_Q, W_K, W_V):
            """The W were transposed. The inner sizes already meet: (n, p) and (p, d_k)."""
            return X @ W_Q, X @ W_K.T, X @ W_V.T

        def keys_and_values_from_queries(X, W_Q, W_K, W_V):
            """K and V were made from Q. All three are made from X."""
            Q = X @ W_Q
            return Q, Q @ W_K, Q @ W_V

        def matrices_returned(X, W_Q, W_K, W_V):
            """K is W_K itself, and V is W_V. The keys and values are X times these."""
            return X @ W_Q, W_K, W_V

        def third_token_only(X, W_Q, W_K, W_V):
            """K and V are those of one token, X[2]. Each token has a row in both."""
            return X @ W_Q, X[2] @ W_K, X[2] @ W_V

        def weights_returned(X, W_Q, W_K, W_V):
            """V is W_V itself. The values are X times W_V."""
            return X @ W_Q, X @ W_K, W_V

        def keys_summed(X, W_Q, W_K, W_V):
            """The keys, and the values, were added up. Each token keeps a row of its own."""
            return X @ W_Q, sum(x @ W_K for x in X), sum(x @ W_V for x in X)

        def last_key_lost(X, W_Q, W_K, W_V):
            """The last token has no key and no value. `range(n)` already stops before n."""
            Q, K, V = X @ W_Q, np.zeros((len(X), W_K.shape[1])), np.zeros((len(X), W_V.shape[1]))
            for i in range(len(X) - 1):
                K[i], V[i] = X[i] @ W_K, X[i] @ W_V
            return Q, K, V

        def keys_from_queries(X, W_Q, W_K, W_V):
            """K was made from Q. All three are made from X."""
            Q = X @ W_Q
            return Q, Q @ W_K, X @ W_V

        def a_chain(X, W_Q, W_K, W_V):
            """Each was made from the one before. All three are made from X."""
            Q = X @ W_Q
            K = Q @ W_K
            return Q, K, K @ W_V

        def values_from_keys(X, W_Q, W_K, W_V):
            """V was made from K. All three are made from X."""
            K = X @ W_K
            return X @ W_Q, K, K @ W_V

        def values_are_tokens(X, W_Q, W_K, W_V):
            """V is X itself. The values are made with W_V."""
            return X @ W_Q, X @ W_K, X

        def queries_only(X, W_Q, W_K, W_V):
            """Only Q came back. Return all three, with commas between them."""
            return X @ W_Q

        def queries_and_keys_only(X, W_Q, W_K, W_V):
            """Only two arrays came back. V is missing."""
            return X @ W_Q, X @ W_K

        def first_token_only(X, W_Q, W_K, W_V):
            """One token, as a plain vector. Q, K and V are matrices: one row for each token."""
            return X[0] @ W_Q, X[0] @ W_K, X[0] @ W_V

        def summed_over_tokens(X, W_Q, W_K, W_V):
            """The tokens were added up. Each keeps a row of its own."""
            return (X @ W_Q).sum(axis=0), (X @ W_K).sum(axis=0), (X @ W_V).sum(axis=0)

        def results_transposed(X, W_Q, W_K, W_V):
            """Q, K and V are transposed. Their rows are the tokens, as in X."""
            return (X @ W_Q).T, (X @ W_K).T, (X @ W_V).T

        def keys_transposed(X, W_Q, W_K, W_V):
            """K is transposed. That comes later: here its rows are the tokens."""
            return X @ W_Q, (X @ W_K).T, X @ W_V

        def scaled_queries(X, W_Q, W_K, W_V):
            """The queries were divided by a square root. Nothing is scaled in this notebook."""
            return X @ W_Q / math.sqrt(W_Q.shape[1]), X @ W_K, X @ W_V

        def scaled_keys(X, W_Q, W_K, W_V):
            """The keys were divided by the root of d_k. That comes in notebook 4, not here."""
            return X @ W_Q, X @ W_K / math.sqrt(W_K.shape[1]), X @ W_V

        def tokens_normalised(X, W_Q, W_K, W_V):
            """The tokens were brought to length 1 first. They are to stay as they are."""
            X = X / np.linalg.norm(X, axis=1, keepdims=True)
            return X @ W_Q, X @ W_K, X @ W_V

        def token_added(X, W_Q, W_K, W_V):
            """A 1 was added to every entry of X. Multiply X as it is."""
            return (X + 1) @ W_Q, (X + 1) @ W_K, (X + 1) @ W_V

        def whole_numbers(X, W_Q, W_K, W_V):
            """Everything after the decimal point was cut off."""
            return tuple((X @ W).astype(int) for W in (W_Q, W_K, W_V))

        def the_type_of_X(X, W_Q, W_K, W_V):
            """With a whole-number X the results were cut to whole numbers. Keep them floats."""
            return tuple((X @ W).astype(X.dtype) for W in (W_Q, W_K, W_V))

        def the_type_of_the_weights(X, W_Q, W_K, W_V):
            """With whole-number weights the results were cut to whole numbers. Keep them floats."""
            return tuple((X @ W).astype(W.dtype) for W in (W_Q, W_K, W_V))

        def a_dictionary(X, W_Q, W_K, W_V):
            """It is a dictionary. Three arrays in order are wanted: Q, K, V."""
            return {"Q": X @ W_Q, "K": X @ W_K, "V": X @ W_V}

        def side_by_side(X, W_Q, W_K, W_V):
            """The three were glued into one array. Return them with commas between."""
            return np.hstack([X @ W_Q, X @ W_K, X @ W_V])

        def plain_lists(X, W_Q, W_K, W_V):
            return (X @ W_Q).tolist(), (X @ W_K).tolist(), (X @ W_V).tolist()

        def rounded(X, W_Q, W_K, W_V):
            return np.round(X @ W_Q, 2), np.round(X @ W_K, 2), np.round(X @ W_V, 2)

        def no_return(X, W_Q, W_K, W_V):
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # noqa: F841

        def printed(X, W_Q, W_K, W_V):
            print(X @ W_Q, X @ W_K, X @ W_V)

        def last_token_lost(X, W_Q, W_K, W_V):
            """The last token is missing. `range(n)` already stops before n."""
            rows = range(len(X) - 1)
            return tuple(
                np.array([X[i] @ W for i in rows]).reshape(len(X) - 1, -1) for W in (W_Q, W_K, W_V)
            )

        def flattened_when_one(X, W_Q, W_K, W_V):
            """For a single token the matrix was flattened. Q stays (1, d_k)."""
            return tuple(np.squeeze(X @ W) for W in (W_Q, W_K, W_V))

        def changes_X(X, W_Q, W_K, W_V):
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # noqa: F841
            X += 1
            return Q, K, V

        def changes_weights(X, W_Q, W_K, W_V):
            Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # noqa: F841
            W_V *= 0
            return Q, K, V

    class right:
        def loop_over_tokens(X, W_Q, W_K, W_V):
            Q, K, V = [], [], []
            for x in X:
                Q.append(x @ W_Q)
                K.append(x @ W_K)
                V.append(x @ W_V)
            return np.array(Q), np.array(K), np.array(V)

        def matmul(X, W_Q, W_K, W_V):
            return np.matmul(X, W_Q), np.matmul(X, W_K), np.matmul(X, W_V)

        def dot(X, W_Q, W_K, W_V):
            return X.dot(W_Q), np.dot(X, W_K), X.dot(W_V)

        def einsum(X, W_Q, W_K, W_V):
            return tuple(np.einsum("np,pd->nd", X, W) for W in (W_Q, W_K, W_V))

        def a_list(X, W_Q, W_K, W_V):
            return [X @ W for W in (W_Q, W_K, W_V)]

        def sideways(X, W_Q, W_K, W_V):
            return (W_Q.T @ X.T).T, (W_K.T @ X.T).T, (W_V.T @ X.T).T

        def one_wide_product(X, W_Q, W_K, W_V):
            d_k = W_Q.shape[1]
            wide = X @ np.hstack([W_Q, W_K, W_V])
            return wide[:, :d_k], wide[:, d_k : 2 * d_k], wide[:, 2 * d_k :]

        def split(X, W_Q, W_K, W_V):
            ends = np.cumsum([W_Q.shape[1], W_K.shape[1]])
            return np.split(X @ np.concatenate([W_Q, W_K, W_V], axis=1), ends, axis=1)

        def three_loops(X, W_Q, W_K, W_V):
            result = []
            for W in (W_Q, W_K, W_V):
                out = np.zeros((X.shape[0], W.shape[1]))
                for i in range(X.shape[0]):
                    for j in range(W.shape[1]):
                        for k in range(X.shape[1]):
                            out[i, j] += X[i, k] * W[k, j]
                result.append(out)
            return tuple(result)

        def broadcast(X, W_Q, W_K, W_V):
            return tuple((X[:, :, None] * W[None]).sum(axis=1) for W in (W_Q, W_K, W_V))

        def outers(X, W_Q, W_K, W_V):
            def layers(W):
                return sum(np.outer(X[:, k], W[k]) for k in range(len(W)))

            return layers(W_Q), layers(W_K), layers(W_V)

        def single_precision(X, W_Q, W_K, W_V):
            X = X.astype(np.float32)
            return tuple(X @ W.astype(np.float32) for W in (W_Q, W_K, W_V))

        def floats_first(X, W_Q, W_K, W_V):
            X = np.asarray(X, dtype=float)
            Q = X @ np.asarray(W_Q, dtype=float)
            K = X @ np.asarray(W_K, dtype=float)
            V = X @ np.asarray(W_V, dtype=float)
            return (Q, K, V)

        def tensordot(X, W_Q, W_K, W_V):
            return tuple(np.tensordot(X, W, axes=1) for W in (W_Q, W_K, W_V))


class scores(Exercise):
    parameters = ("Q", "K")
    tolerance = 1e-5
    cases = (
        case(
            "three queries, five keys, d_k = 2",
            [[1.5, -2.0], [0.5, 3.0], [-1.2, 0.7]],
            [[2.0, 0.4], [-0.6, 1.1], [0.3, -1.4], [1.0, 2.2], [-2.5, 0.9]],
        ),
        case(
            "three queries, three keys, d_k = 3",
            [[1.0, 2.0, -0.5], [0.3, -1.0, 2.0], [1.7, 0.6, 0.2]],
            [[0.4, 1.5, 1.0], [-2.0, 0.8, 0.1], [1.2, -0.3, 2.5]],
        ),
        case(
            "one query, three keys",
            [[2, 1]],
            [[0.5, 1.25], [1.5, 0.0], [-1.0, 0.75]],
            aspect="edges",
        ),
        case(
            "numbers with six decimals",
            [[0.123457, 1.765432]],
            [[2.314159, -0.987654], [1.5, 0.25]],
            aspect="edges",
        ),
        case(
            "four queries, one key",
            [[1.0, 0.2, -1.5], [0.4, 2.0, 0.0], [-0.9, 1.1, 0.6], [2.0, -1.0, 1.0]],
            [[0.7, -1.3, 2.0]],
            aspect="edges",
        ),
        case(
            "fractional queries, whole-number keys",
            [[0.5, -1.25], [2.75, 1.5]],
            [[3, 1], [-2, 4], [1, -1]],
            aspect="edges",
        ),
        case("vectors of one number", [[2.5], [-1.0]], [[0.4], [1.2], [-3.0]], aspect="edges"),
        case("one query, one key", [[1.0, -2.0, 0.5]], [[3.0, 0.4, 2.0]], aspect="edges"),
        case(
            "the same query twice, and the same key",
            [[1.5, -0.5, 2.0], [0.25, 1.0, -1.0], [1.5, -0.5, 2.0]],
            [[0.5, 3.0, 1.0], [-1.25, 0.75, 2.0], [0.5, 3.0, 1.0], [1.0, 0.25, -0.75]],
            aspect="edges",
        ),
    )

    class wrong:
        def not_transposed(Q, K):
            """Queries met columns of K. The keys are its rows: one product of matrices needs K
            transposed, and loops over the keys do not.
            """
            return Q @ K

        def columns_of_K(Q, K):
            """Queries met columns of K. The keys are its rows: one product of matrices needs K
            transposed, and loops over the keys do not.
            """
            return np.array([[Q[i] @ K[:, j] for j in range(len(K))] for i in range(len(Q))])

        def query_transposed(Q, K):
            """Columns of Q met columns of K. Query i is row i of Q, and key j is row j of K."""
            return Q.T @ K

        def columns_of_both(Q, K):
            """Columns of Q met columns of K. Query i is row i of Q, and key j is row j of K."""
            table = np.zeros((len(Q), len(K)))
            for i in range(len(Q)):
                for j in range(len(K)):
                    table[i, j] = Q[:, i] @ K[:, j]
            return table

        def product_transposed(Q, K):
            """The product was transposed. K alone has to be, before it is multiplied."""
            return (Q @ K).T

        def product_with_transpose(Q, K):
            """Q and K were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return Q * K.T

        def all_pairs_of_numbers(Q, K):
            """Every number met every number, as `np.outer` does. A score adds up its products."""
            return np.outer(Q, K)

        def keys_first(Q, K):
            """Keys met columns of Q. The queries are rows of Q, and stand on the left."""
            return K @ Q

        def columns_of_keys_first(Q, K):
            """Columns of K met columns of Q. Query i is row i of Q, and key j is row j of K."""
            return K.T @ Q

        def both_transposed_keys_first(Q, K):
            """Both were transposed. Only one has to be, so that the inner sizes meet."""
            return K.T @ Q.T

        def exponentials(Q, K):
            """The exponential of each score was taken. The scores themselves are wanted."""
            return np.exp(Q @ K.T)

        def softmaxed_at_once(Q, K):
            """These are weights already. The scores themselves are wanted: no softmax yet."""
            table = np.exp(Q @ K.T)
            return table / table.sum()

        def squared(Q, K):
            """The scores were squared. They are wanted as they are."""
            return (Q @ K.T) ** 2

        def products_multiplied(Q, K):
            """The products number by number were multiplied. They have to be added up."""
            return (Q[:, None] * K[None]).prod(axis=2)

        def largest_product(Q, K):
            """Of the products number by number only the largest is there. Add them up."""
            return (Q[:, None] * K[None]).max(axis=2)

        def sums_multiplied(Q, K):
            """Each vector was summed first. Multiply number by number, then add."""
            return np.outer(Q.sum(axis=1), K.sum(axis=1))

        def added(Q, K):
            """Query and key were added. Multiply them number by number, then add the products."""
            return (Q[:, None] + K[None]).sum(axis=2)

        def same_key_for_all(Q, K):
            """Each row has one score throughout: query i with key i. Does the key change with j?"""
            return np.array([[Q[i] @ K[i] for _ in K] for i in range(len(Q))])

        def first_key_for_all(Q, K):
            """Every column is that of the first key. Does the loop use its own key?"""
            return np.array([[query @ K[0] for _ in K] for query in Q])

        def diagonal_skipped(Q, K):
            """The diagonal is 0. Query i meets every key, key i too."""
            table = Q @ K.T
            for i in range(min(table.shape)):
                table[i, i] = 0
            return table

        def diagonal_only(Q, K):
            """Only query i with key i is there. Every query meets every key."""
            return np.diag(Q @ K.T)

        def upper_triangle(Q, K):
            """Below the diagonal stands 0. Every query meets every key, from key 0 on."""
            return np.triu(Q @ K.T)

        def lower_triangle(Q, K):
            """Above the diagonal stands 0. Every query meets every key, the later ones too."""
            return np.tril(Q @ K.T)

        def first_row_and_column_lost(Q, K):
            """Row 0 and column 0 stay at 0: Python counts from 0, and `range(1, n)` from 1."""
            table = np.zeros((len(Q), len(K)))
            table[1:, 1:] = Q[1:] @ K[1:].T
            return table

        def first_query_lost(Q, K):
            """Row 0 stays at 0: Python counts from 0, and `range(1, n)` from 1."""
            table = Q @ K.T
            table[0] = 0
            return table

        def first_key_lost(Q, K):
            """Column 0 stays at 0: Python counts from 0, and `range(1, n)` from 1."""
            table = Q @ K.T
            table[:, 0] = 0
            return table

        def last_row_and_column_lost(Q, K):
            """The last query and the last key are missing. `range(n)` already stops before n."""
            table = np.zeros((len(Q), len(K)))
            table[:-1, :-1] = Q[:-1] @ K[:-1].T
            return table

        def last_key_lost(Q, K):
            """The last key is missing. `range(n)` already stops before n."""
            table = Q @ K.T
            table[:, -1] = 0
            return table

        def last_query_lost(Q, K):
            """The last query is missing. `range(n)` already stops before n."""
            table = Q @ K.T
            table[-1] = 0
            return table

        def rows_sorted(Q, K):
            """The scores of each row were sorted. Column j belongs to key j."""
            return np.sort(Q @ K.T)

        def two_numbers_only(Q, K):
            """Only the first two numbers of each vector were used. All d_k belong to the score."""
            return np.outer(Q[:, 0], K[:, 0]) + np.outer(Q[:, 1], K[:, 1])

        def transposed_if_needed(Q, K):
            """Where `Q @ K` fits, it is still wrong: there queries meet columns of K."""
            return Q @ K if Q.shape[1] == K.shape[0] else Q @ K.T

        def both_transposed(Q, K):
            """Both were transposed. Only one has to be, so that the inner sizes meet."""
            return Q.T @ K.T

        def transposed_result(Q, K):
            """The table is transposed: one row for each key. Each query should have a row."""
            return K @ Q.T

        def reshaped(Q, K):
            """K has its numbers in their old order, as after a reshape. Transpose it instead."""
            return Q @ K.reshape(K.shape[1], K.shape[0])

        def reversed_keys(Q, K):
            """The keys came in reverse order. Column j belongs to key j."""
            return Q @ K[::-1].T

        def pair_by_pair(Q, K):
            """Only query i with key i was scored. Every query meets every key."""
            return (Q * K).sum(axis=1)

        def elementwise(Q, K):
            """Q and K were multiplied entry by entry. A score is a dot product of whole vectors."""
            return Q * K

        def pairs_in_a_matrix(Q, K):
            """Only the diagonal is filled: query i with key i. Every query meets every key."""
            return np.diag((Q * K).sum(axis=1))

        def not_summed(Q, K):
            """These are the products number by number. They still have to be added up."""
            return Q[:, None, :] * K[None, :, :]

        def summed_over_keys(Q, K):
            """The scores were added up along each row. One number for each pair is wanted."""
            return (Q @ K.T).sum(axis=1)

        def scaled(Q, K):
            """The scores were divided by the root of d_k. That comes in notebook 4, not here."""
            return Q @ K.T / math.sqrt(Q.shape[1])

        def divided_by_d_k(Q, K):
            """The scores were divided by d_k. That is a mean of the products, not their sum."""
            return Q @ K.T / Q.shape[1]

        def softmaxed(Q, K):
            """These are weights already. The scores themselves are wanted: no softmax yet."""
            table = np.exp(Q @ K.T)
            return table / table.sum(axis=1, keepdims=True)

        def rows_to_one(Q, K):
            """Each row was divided by its sum. The scores themselves are wanted."""
            table = Q @ K.T
            return table / table.sum(axis=1, keepdims=True)

        def cosine(Q, K):
            """It was divided by the lengths of the vectors. That is the cosine of their angle."""
            lengths = np.linalg.norm(Q, axis=1)[:, None] * np.linalg.norm(K, axis=1)
            return Q @ K.T / lengths

        def keys_normalised(Q, K):
            """The keys were brought to length 1. They are to stay as they are."""
            return Q @ (K / np.linalg.norm(K, axis=1, keepdims=True)).T

        def queries_with_queries(Q, K):
            """That is every query with every query. The second factor is K."""
            return Q @ Q.T

        def keys_with_keys(Q, K):
            """That is every key with every key. The first factor is Q."""
            return K @ K.T

        def first_query_only(Q, K):
            """That is the row of the first query. Every query has one."""
            return Q[0] @ K.T

        def first_row_for_all(Q, K):
            """Every row is that of the first query. Does the loop use its own query?"""
            return np.array([Q[0] @ K.T for _ in Q])

        def last_query_only(Q, K):
            """Only one query's scores came back, the last one's. In a loop, collect a row in each
            turn.
            """
            for query in Q:
                row = [query @ key for key in K]
            return np.array(row)

        def one_long_list(Q, K):
            """All scores stand in one long row. Begin a new row for each query."""
            return np.array([query @ key for query in Q for key in K])

        def row_not_emptied(Q, K):
            """One list took the scores of all queries. Begin a new row for each query."""
            table, row = [], []
            for query in Q:
                for key in K:
                    row.append(query @ key)
                table.append(row)
            return np.array(table)

        def loops_exchanged(Q, K):
            """The table is transposed: one row for each key. Each query should have a row."""
            return np.array([[query @ key for query in Q] for key in K])

        def wrong_bound(Q, K):
            """The loop over the keys ran as often as there are queries. There are n_k keys."""
            table = np.zeros((len(Q), len(Q)))
            for i in range(len(Q)):
                for j in range(min(len(Q), len(K))):
                    table[i, j] = Q[i] @ K[j]
            return table

        def last_number_lost(Q, K):
            """The last number of each vector is missing. `range(n)` already stops before n."""
            return Q[:, :-1] @ K[:, :-1].T

        def not_reset(Q, K):
            """The sum runs on from pair to pair. Begin each score at zero."""
            table, total = np.zeros((len(Q), len(K))), 0.0
            for i, query in enumerate(Q):
                for j, key in enumerate(K):
                    for x, y in zip(query, key):
                        total += x * y
                    table[i, j] = total
            return table

        def overwritten(Q, K):
            """Only the last product of each pair came through: it was replaced, not added to."""
            table = np.zeros((len(Q), len(K)))
            for k in range(Q.shape[1]):
                table = np.outer(Q[:, k], K[:, k])
            return table

        def absolute(Q, K):
            """The sign was lost. A score may be negative."""
            return np.abs(Q @ K.T)

        def negatives_cut(Q, K):
            """Negative scores were set to 0. They are to stay as they are."""
            return np.maximum(Q @ K.T, 0)

        def distance(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return np.linalg.norm(Q[:, None] - K[None], axis=-1)

        def sum_of_distances(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return np.abs(Q[:, None] - K[None]).sum(axis=-1)

        def squared_distance(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return ((Q[:, None] - K[None]) ** 2).sum(axis=-1)

        def minus_distance(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return -np.linalg.norm(Q[:, None] - K[None], axis=-1)

        def minus_sum_of_distances(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return -np.abs(Q[:, None] - K[None]).sum(axis=-1)

        def minus_squared_distance(Q, K):
            """That is how far query and key are apart. Their dot product is wanted."""
            return -((Q[:, None] - K[None]) ** 2).sum(axis=-1)

        def largest_subtracted(Q, K):
            """The largest score of the row was subtracted. The scores themselves are wanted."""
            table = Q @ K.T
            return table - table.max(axis=1, keepdims=True)

        def best_key(Q, K):
            """That is the position of each query's best key. The scores themselves are wanted."""
            return (Q @ K.T).argmax(axis=1)

        def whole_numbers(Q, K):
            """Everything after the decimal point was cut off."""
            return (Q @ K.T).astype(int)

        def the_type_of_Q(Q, K):
            """With whole-number queries the scores were cut to whole numbers. Keep them floats."""
            table = np.zeros((len(Q), len(K)), dtype=Q.dtype)
            for i in range(len(Q)):
                for j in range(len(K)):
                    table[i, j] = Q[i] @ K[j]
            return table

        def the_type_of_K(Q, K):
            """With whole-number keys the scores were cut to whole numbers. Keep them floats."""
            return (Q @ K.T).astype(K.dtype)

        def not_multiplied(Q, K):
            """The two stand side by side, with a comma between: they were not multiplied."""
            return (Q, K.T)

        def flattened(Q, K):
            """For one query or one key the table was flattened. It stays (n_q, n_k)."""
            return np.squeeze(Q @ K.T)

        def nested_lists(Q, K):
            return [[query @ key for key in K] for query in Q]

        def rounded(Q, K):
            return np.round(Q @ K.T, 1)

        def no_return(Q, K):
            Q @ K.T

        def printed(Q, K):
            print(Q @ K.T)

        def changes_K(Q, K):
            table = Q @ K.T
            K /= 2
            return table

        def changes_Q(Q, K):
            table = Q @ K.T
            Q -= 1
            return table

        def number_for_one_pair(Q, K):
            """One query and one key gave a single number. The scores are a matrix (1, 1)."""
            return (Q @ K.T)[0, 0] if len(Q) == len(K) == 1 else Q @ K.T

        def vector_for_one_pair(Q, K):
            """One query and one key gave a vector. The scores are a matrix (1, 1)."""
            return (Q @ K.T)[0] if len(Q) == len(K) == 1 else Q @ K.T

        def place_of_the_query(Q, K):
            """Equal queries were all taken for the first. Count the rows of Q with `range`."""
            table = np.zeros((len(Q), len(K)))
            for query in Q:
                table[Q.tolist().index(query.tolist())] = K @ query
            return table

        def places_of_query_and_key(Q, K):
            """Equal queries, or keys, were all taken for the first. Count rows with `range`."""
            table = np.zeros((len(Q), len(K)))
            for query in Q:
                for key in K:
                    place = Q.tolist().index(query.tolist()), K.tolist().index(key.tolist())
                    table[place] = query @ key
            return table

    class right:
        def loops(Q, K):
            table = np.zeros((Q.shape[0], K.shape[0]))
            for i in range(Q.shape[0]):
                for j in range(K.shape[0]):
                    table[i, j] = Q[i] @ K[j]
            return table

        def matmul(Q, K):
            return np.matmul(Q, K.T)

        def dot(Q, K):
            return Q.dot(K.transpose())

        def einsum(Q, K):
            return np.einsum("id,jd->ij", Q, K)

        def inner(Q, K):
            return np.inner(Q, K)

        def keys_first(Q, K):
            return (K @ Q.T).T

        def swapaxes(Q, K):
            return Q @ np.swapaxes(K, -1, -2)

        def broadcast(Q, K):
            return (Q[:, None, :] * K[None, :, :]).sum(axis=-1)

        def comprehension(Q, K):
            return np.array([[sum(x * y for x, y in zip(q, k)) for k in K] for q in Q])

        def row_by_row(Q, K):
            return np.stack([K @ query for query in Q])

        def column_by_column(Q, K):
            return np.column_stack([Q @ key for key in K])

        def outers(Q, K):
            return sum(np.outer(Q[:, k], K[:, k]) for k in range(Q.shape[1]))

        def tensordot(Q, K):
            return np.tensordot(Q, K, axes=([1], [1]))

        def single_precision(Q, K):
            return Q.astype(np.float32) @ K.astype(np.float32).T

        def flat_then_shaped(Q, K):
            return np.array([query @ key for query in Q for key in K]).reshape(len(Q), len(K))

        def exact(Q, K):
            return np.array([[math.fsum(map(float, q * k)) for k in K] for q in Q])


class project_columns(Exercise):
    results = ("Q", "K", "V")
    parameters = ("X", "W_Q", "W_K", "W_V")
    tolerance = 1e-5
    cases = tuple(
        case(says, turned(X), turned(W_Q), turned(W_K), turned(W_V), aspect=aspect)
        for says, X, W_Q, W_K, W_V, aspect in (
            ("four tokens of three numbers, d_k = 2, d_v = 5", X43, WQ32, WK32, WV35, "values"),
            ("two tokens of two numbers, all W (2, 2)", X22, WQ22, WK22, WV22, "values"),
            ("one token of whole numbers", X12, WQ23, WK23, WV21, "edges"),
            (
                "fractional tokens, whole-number weights",
                X22_FRACTIONS,
                WQ23_WHOLE,
                WK23_WHOLE,
                WV21_WHOLE,
                "edges",
            ),
            ("three tokens of one number", X31, WQ12, WK12, WV13, "edges"),
            ("a token with six decimals", X12_LONG, WQ23, WK23, WV21, "edges"),
        )
    )

    class wrong:
        def as_for_rows(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return X @ W_Q, X @ W_K, X @ W_V

        def weights_transposed(X, W_Q, W_K, W_V):
            """The W were transposed. The inner sizes already meet: (d_k, p) and (p, n)."""
            return W_Q.T @ X, W_K.T @ X, W_V.T @ X

        def tokens_transposed(X, W_Q, W_K, W_V):
            """X was transposed. Nothing has to be: find the order in which the sizes meet."""
            return W_Q @ X.T, W_K @ X.T, W_V @ X.T

        def tokens_reshaped(X, W_Q, W_K, W_V):
            """X was reshaped. Nothing has to be: find the order in which the sizes meet."""
            X = X.reshape(X.shape[1], X.shape[0])
            return W_Q @ X, W_K @ X, W_V @ X

        def tokens_reshaped_as_rows(X, W_Q, W_K, W_V):
            """X was reshaped: that mixes up the tokens. `X.T` has them in rows."""
            X = X.reshape(X.shape[1], X.shape[0])
            return tuple((X @ W.T).T for W in (W_Q, W_K, W_V))

        def rows_from_reshaped(X, W_Q, W_K, W_V):
            """X was reshaped: that mixes up the tokens. Here they are the columns of X."""
            X = X.reshape(X.shape[1], X.shape[0])
            return X @ W_Q.T, X @ W_K.T, X @ W_V.T

        def factors_transposed(X, W_Q, W_K, W_V):
            """Both factors were transposed and kept their places. Look at the inner sizes."""
            return W_Q.T @ X.T, W_K.T @ X.T, W_V.T @ X.T

        def as_for_rows_with_weights_transposed(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return X @ W_Q.T, X @ W_K.T, X @ W_V.T

        def keys_alone_as_for_rows(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return W_Q @ X, X @ W_K, W_V @ X

        def values_alone_as_for_rows(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return W_Q @ X, W_K @ X, X @ W_V

        def all_but_queries_as_for_rows(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return W_Q @ X, X @ W_K, X @ W_V

        def all_but_queries_elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return W_Q @ X, W_K * X, W_V * X

        def results_of_rows_transposed(X, W_Q, W_K, W_V):
            """X stands on the left, as for tokens in rows. Here the tokens are columns."""
            return (X @ W_Q).T, (X @ W_K).T, (X @ W_V).T

        def stacked(X, W_Q, W_K, W_V):
            """The three were put into one array. Return them with commas between."""
            return np.array([W_Q @ X, W_K @ X, W_V @ X])

        def rows_stacked(X, W_Q, W_K, W_V):
            """The three were put into one array. Transpose each of them by itself."""
            return np.array([X.T @ W_Q.T, X.T @ W_K.T, X.T @ W_V.T]).T

        def values_as_high_as_keys(X, W_Q, W_K, W_V):
            """V was made with as many rows as K. It has d_v rows, as W_V has."""
            K = W_K @ X
            V = np.zeros(K.shape)
            for j in range(X.shape[1]):
                V[:, j] = W_V @ X[:, j]
            return W_Q @ X, K, V

        def rows_for_tokens(X, W_Q, W_K, W_V):
            """The loop takes rows of X. Here the tokens are its columns."""
            return tuple(np.array([W @ x for x in X]) for W in (W_Q, W_K, W_V))

        def values_from_keys(X, W_Q, W_K, W_V):
            """V was made from K. All three are made from X."""
            K = W_K @ X
            return W_Q @ X, K, W_V @ K

        def back_to_rows(X, W_Q, W_K, W_V):
            """The results have the tokens in rows. Here they are the columns."""
            return X.T @ W_Q.T, X.T @ W_K.T, X.T @ W_V.T

        def reshaped_result(X, W_Q, W_K, W_V):
            """The results were reshaped where a transpose was meant: that mixes up the tokens."""
            rows = [X.T @ W.T for W in (W_Q, W_K, W_V)]
            return tuple(R.reshape(R.shape[1], R.shape[0]) for R in rows)

        def both_reshaped(X, W_Q, W_K, W_V):
            """Reshape was used where a transpose was meant: that mixes up the tokens."""
            X = X.reshape(X.shape[1], X.shape[0])
            result = []
            for W in (W_Q, W_K, W_V):
                R = X @ W.reshape(W.shape[1], W.shape[0])
                result.append(R.reshape(R.shape[1], R.shape[0]))
            return tuple(result)

        def transposed_then_left(X, W_Q, W_K, W_V):
            """X was transposed, and stands on the left. The inner sizes have to meet."""
            return X.T @ W_Q, X.T @ W_K, X.T @ W_V

        def elementwise(X, W_Q, W_K, W_V):
            """X and W were multiplied entry by entry, as `*` does. A product of matrices is `@`."""
            return W_Q * X, W_K * X, W_V * X

        def one_matrix_for_all(X, W_Q, W_K, W_V):
            """All three are the queries. K and V have matrices of their own."""
            return W_Q @ X, W_Q @ X, W_Q @ X

        def value_with_key_matrix(X, W_Q, W_K, W_V):
            """V is the same as K. Values have a matrix of their own, W_V."""
            return W_Q @ X, W_K @ X, W_K @ X

        def keys_and_values_swapped(X, W_Q, W_K, W_V):
            """K and V are exchanged. The order asked for is Q, K, V."""
            return W_Q @ X, W_V @ X, W_K @ X

        def queries_and_keys_swapped(X, W_Q, W_K, W_V):
            """Q and K are exchanged. The order asked for is Q, K, V."""
            return W_K @ X, W_Q @ X, W_V @ X

        def queries_and_values_swapped(X, W_Q, W_K, W_V):
            """Q and V are exchanged. The order asked for is Q, K, V."""
            return W_V @ X, W_K @ X, W_Q @ X

        def values_first(X, W_Q, W_K, W_V):
            """The three are right, and V came first. The order asked for is Q, K, V."""
            return W_V @ X, W_Q @ X, W_K @ X

        def queries_last(X, W_Q, W_K, W_V):
            """The three are right, and Q came last. The order asked for is Q, K, V."""
            return W_K @ X, W_V @ X, W_Q @ X

        def a_chain(X, W_Q, W_K, W_V):
            """Each was made from the one before. All three are made from X."""
            Q = W_Q @ X
            K = W_K @ Q
            return Q, K, W_V @ K

        def queries_only(X, W_Q, W_K, W_V):
            """Only Q came back. Return all three, with commas between them."""
            return W_Q @ X

        def first_token_only(X, W_Q, W_K, W_V):
            """Only one token was projected. The whole X goes in at once."""
            return W_Q @ X[:, 0], W_K @ X[:, 0], W_V @ X[:, 0]

        def results_stacked_as_rows(X, W_Q, W_K, W_V):
            """The results have the tokens in rows. Here they are the columns."""
            return tuple(np.array([W @ x for x in X.T]) for W in (W_Q, W_K, W_V))

        def values_in_rows(X, W_Q, W_K, W_V):
            """V has its tokens in rows. Here they are the columns, in all three."""
            return W_Q @ X, W_K @ X, (W_V @ X).T

        def keys_transposed(X, W_Q, W_K, W_V):
            """K is transposed. That comes later: here its columns are the tokens."""
            return W_Q @ X, (W_K @ X).T, W_V @ X

        def scaled_queries(X, W_Q, W_K, W_V):
            """The queries were divided by a square root. Nothing is scaled in this notebook."""
            return W_Q @ X / math.sqrt(W_Q.shape[0]), W_K @ X, W_V @ X

        def scaled_keys(X, W_Q, W_K, W_V):
            """The keys were divided by the root of d_k. That comes in notebook 4, not here."""
            return W_Q @ X, W_K @ X / math.sqrt(W_K.shape[0]), W_V @ X

        def whichever_order_fits(X, W_Q, W_K, W_V):
            """For square matrices this is X @ W: numpy gives no error, and the order is still
            W @ X.
            """
            try:
                return X @ W_Q, X @ W_K, X @ W_V
            except ValueError:
                return W_Q @ X, W_K @ X, W_V @ X

        def the_type_of_X(X, W_Q, W_K, W_V):
            """With a whole-number X the results were cut to whole numbers. Keep them floats."""
            return tuple((W @ X).astype(X.dtype) for W in (W_Q, W_K, W_V))

        def the_type_of_the_weights(X, W_Q, W_K, W_V):
            """With whole-number weights the results were cut to whole numbers. Keep them floats."""
            return tuple((W @ X).astype(W.dtype) for W in (W_Q, W_K, W_V))

        def flattened_when_one(X, W_Q, W_K, W_V):
            """For a single token the matrix was flattened. Q stays (d_k, 1)."""
            return tuple(np.squeeze(W @ X) for W in (W_Q, W_K, W_V))

        def plain_lists(X, W_Q, W_K, W_V):
            return (W_Q @ X).tolist(), (W_K @ X).tolist(), (W_V @ X).tolist()

        def no_return(X, W_Q, W_K, W_V):
            Q, K, V = W_Q @ X, W_K @ X, W_V @ X  # noqa: F841

        def rounded(X, W_Q, W_K, W_V):
            return tuple(np.round(W @ X, 2) for W in (W_Q, W_K, W_V))

        def changes_X(X, W_Q, W_K, W_V):
            result = W_Q @ X, W_K @ X, W_V @ X
            X *= 2
            return result

    class right:
        def matmul(X, W_Q, W_K, W_V):
            return np.matmul(W_Q, X), np.matmul(W_K, X), np.matmul(W_V, X)

        def by_rows_and_back(X, W_Q, W_K, W_V):
            return tuple((X.T @ W.T).T for W in (W_Q, W_K, W_V))

        def with_project(X, W_Q, W_K, W_V):
            def by_rows(X, *weights):
                return tuple(X @ W for W in weights)

            return tuple(R.T for R in by_rows(X.T, W_Q.T, W_K.T, W_V.T))

        def einsum(X, W_Q, W_K, W_V):
            return [np.einsum("dp,pn->dn", W, X) for W in (W_Q, W_K, W_V)]

        def dot(X, W_Q, W_K, W_V):
            return W_Q.dot(X), W_K.dot(X), W_V.dot(X)

        def loop_over_tokens(X, W_Q, W_K, W_V):
            result = []
            for W in (W_Q, W_K, W_V):
                columns = [W @ X[:, j] for j in range(X.shape[1])]
                result.append(np.stack(columns, axis=1))
            return tuple(result)

        def column_stack(X, W_Q, W_K, W_V):
            return tuple(np.column_stack([W @ x for x in X.T]) for W in (W_Q, W_K, W_V))

        def filled(X, W_Q, W_K, W_V):
            n = X.shape[1]
            Q, K = np.zeros((W_Q.shape[0], n)), np.zeros((W_K.shape[0], n))
            V = np.zeros((W_V.shape[0], n))
            for j in range(n):
                Q[:, j], K[:, j], V[:, j] = W_Q @ X[:, j], W_K @ X[:, j], W_V @ X[:, j]
            return Q, K, V

        def one_tall_product(X, W_Q, W_K, W_V):
            d_k = len(W_Q)
            tall = np.vstack([W_Q, W_K, W_V]) @ X
            return tall[:d_k], tall[d_k : 2 * d_k], tall[2 * d_k :]

        def single_precision(X, W_Q, W_K, W_V):
            X = X.astype("float32")
            return tuple(W.astype("float32") @ X for W in (W_Q, W_K, W_V))

        def broadcast(X, W_Q, W_K, W_V):
            return tuple((W[:, :, None] * X[None]).sum(axis=1) for W in (W_Q, W_K, W_V))


GIVEN = {"X": (5, 512), "W_Q": (512, 512), "W_K": (512, 512), "W_V": (512, 512)}
WALK = (
    ("Q", "X", "W_Q"),
    ("K", "X", "W_K"),
    ("V", "X", "W_V"),
    ("K.T", "K", "T"),
    ("scores", "Q", "K.T"),
    ("weights", "scores", ""),
    ("output", "weights", "V"),
)


class shapes(Exercise):
    variables = ("shapes",)
    cases = (
        case("X, W_Q, Q, K and V", ("X", "W_Q", "Q", "K", "V"), GIVEN, WALK, must="shapes_follow"),
        case(
            "K.T, scores, weights and output",
            ("K.T", "scores", "weights", "output"),
            GIVEN,
            WALK,
            aspect="edges",
            must="shapes_follow",
        ),
    )

    class wrong:
        def all_like_X():
            return dict.fromkeys(
                ["X", "W_Q", "Q", "K", "V", "K.T", "scores", "weights", "output"], (5, 512)
            )

        def keys_not_turned():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "scores": (5, 5), "weights": (5, 5), "output": (5, 512)}
            return right | {"K.T": (5, 512)}

        def inner_size_kept():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "K.T": (512, 5), "output": (5, 512)}
            return right | {"scores": (512, 512), "weights": (512, 512)}

        def scores_like_Q():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "K.T": (512, 5), "weights": (5, 5), "output": (5, 512)}
            return right | {"scores": (5, 512)}

        def one_row_of_weights():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "K.T": (512, 5), "scores": (5, 5), "output": (5, 512)}
            return right | {"weights": (5,)}

        def output_of_the_size_of_the_weights():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "K.T": (512, 5), "scores": (5, 5), "weights": (5, 5)}
            return right | {"output": (5, 5)}

        def output_turned():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"V": (5, 512), "K.T": (512, 5), "scores": (5, 5), "weights": (5, 5)}
            return right | {"output": (512, 5)}

        def matrix_like_X():
            right = {"X": (5, 512), "Q": (5, 512), "K": (5, 512), "V": (5, 512)}
            right |= {"K.T": (512, 5), "scores": (5, 5), "weights": (5, 5), "output": (5, 512)}
            return right | {"W_Q": (5, 512)}

        def values_of_the_notes():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"K.T": (512, 5), "scores": (5, 5), "weights": (5, 5)}
            return right | {"V": (5, 12), "output": (5, 12)}

        def projections_square():
            right = {"X": (5, 512), "W_Q": (512, 512), "K.T": (512, 5), "scores": (5, 5)}
            right |= {"weights": (5, 5), "output": (5, 512)}
            return right | dict.fromkeys("QKV", (512, 512))

        def as_text():
            right = {"X": "5x512", "W_Q": "512x512", "Q": "5x512", "K": "5x512", "V": "5x512"}
            return right | {"K.T": "512x5", "scores": "5x5", "weights": "5x5", "output": "5x512"}

        def how_many_numbers():
            sizes = {"X": 2560, "W_Q": 262144, "Q": 2560, "K": 2560, "V": 2560}
            return sizes | {"K.T": 2560, "scores": 25, "weights": 25, "output": 2560}

        def half_done():
            half = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            return half | dict.fromkeys(["V", "K.T", "scores", "weights", "output"], ...)

        def names_missing():
            return {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512), "V": (5, 512)}

        def a_list():
            return [(5, 512), (512, 512), (5, 512), (5, 512), (5, 512), (512, 5), (5, 5)]

    class right:
        def of_real_arrays():
            X, W = np.ones((5, 512)), np.ones((512, 512))
            Q = K = V = X @ W
            table = Q @ K.T
            steps = {"X": X, "W_Q": W, "Q": Q, "K": K, "V": V, "K.T": K.T}
            steps |= {"scores": table, "weights": table / 5, "output": table @ V}
            return {name: array.shape for name, array in steps.items()}

        def lists():
            wide, square = [5, 512], [5, 5]
            right = {"X": wide, "W_Q": [512, 512], "Q": wide, "K": wide, "V": wide}
            return right | {"K.T": [512, 5], "scores": square, "weights": square, "output": wide}

        def in_letters():
            n, d = 5, 512
            right = dict(X=(n, d), W_Q=(d, d), Q=(n, d), K=(n, d), V=(n, d), output=(n, d))
            right["K.T"] = (d, n)
            right["scores"] = right["weights"] = (n, n)
            return right

        def more_than_asked():
            right = {"X": (5, 512), "W_Q": (512, 512), "Q": (5, 512), "K": (5, 512)}
            right |= {"W_K": (512, 512), "W_V": (512, 512), "V": (5, 512), "K.T": (512, 5)}
            return right | {"scores": (5, 5), "weights": (5, 5), "output": (5, 512)}


class self_scoring(Exercise):
    variables = ("W_Q_self", "W_K_self")
    cases = (
        case(
            "four foods, three tastes",
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [2.0, 2.0, 2.0]],
            ["lemon", "honey", "salt", "sauce"],
            must="scores_itself_highest",
        ),
    )

    class wrong:
        def the_first_attempt():
            """That is the first attempt: the sauce wins because its numbers are large."""
            return np.eye(3), np.eye(3)

        def smaller_keys():
            """The first attempt in another size: every score shrinks, and the order stays."""
            return np.eye(3), 0.1 * np.eye(3)

        def larger_queries():
            """The first attempt in another size: every score grows, and the order stays."""
            return 10 * np.eye(3), np.eye(3)

        def sign_flipped():
            """Every score changed its sign: now each food scores itself lower than the others."""
            return np.eye(3), -np.eye(3)

        def too_mild():
            """Other tastes count against, but too little: the sauce still wins every row."""
            return np.eye(3) * 3.25 - 0.25, np.eye(3)

        def too_harsh():
            """Other tastes count against too much: now the sauce scores itself lowest."""
            return 2 * np.eye(3) - 1, np.eye(3)

        def tie_with_the_sauce():
            """The sauce and each food are level. Which number off the diagonal breaks the tie?"""
            return 5 * np.eye(3) - 1, np.eye(3)

        def sauce_has_no_query():
            """The query of the sauce is all zeros, so all its scores are level."""
            return 3 * np.eye(3) - 1, np.eye(3)

        def all_ones():
            """All queries are alike but for their length: none can tell the foods apart."""
            return np.ones((3, 3)), np.ones((3, 3))

        def zeros():
            """All scores are 0. A tie is not enough."""
            return np.zeros((3, 3)), np.zeros((3, 3))

        def from_X():
            """Queries and keys were made with X itself. That makes long tokens even longer."""
            X = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 2, 2]])
            return X.T, X.T

        def random():
            rng = np.random.default_rng(1)
            return rng.normal(size=(3, 2)), rng.normal(size=(3, 2))

        def of_tokens():
            return np.eye(4), np.eye(4)

        def unequal_widths():
            return 4 * np.eye(3) - 1, np.ones((3, 2))

        def a_row_is_missing():
            return np.array([[3, -1, -1], [-1, 3, -1]]), np.eye(3)

        def a_vector():
            return np.array([3, -1, -1]), np.array([1, 0, 0])

        def one_column():
            return np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [2.0], [3.0]])

        def numbers():
            return 3, -1

        def not_a_number():
            return np.full((3, 3), np.nan), np.eye(3)

        def infinite():
            return np.diag([np.inf, 1, 1]), np.eye(3)

        def ingredients_only():
            W = 4 * np.eye(3) - 1
            W[:, 0] = [3, -4, -4]
            return W, np.eye(3)

        def a_rounding_error():
            return 5 * np.eye(3) - 1 - 1e-12, np.eye(3)

    class right:
        def in_the_keys():
            return np.eye(3), np.array([[3, -1, -1], [-1, 3, -1], [-1, -1, 3]])

        def fractions():
            return np.full((3, 3), -0.3) + 1.2 * np.eye(3), np.eye(3)

        def nearly_a_tie():
            return 4.999 * np.eye(3) - 1, np.eye(3)

        def nearly_no_query():
            return 3.001 * np.eye(3) - 1, np.eye(3)

        def tiny_numbers():
            return 1e-9 * (4 * np.eye(3) - 1), 1e-3 * np.eye(3)

        def huge_numbers():
            return 1e9 * (4 * np.eye(3) - 1), 1e6 * np.eye(3)

        def both_signs_flipped():
            return 1 - 4 * np.eye(3), -np.eye(3)

        def both_halves():
            root = np.linalg.cholesky(4 * np.eye(3) - 1)
            return root, root

        def harsh_in_both():
            W = 2 * np.eye(3) - 1
            return W, W

        def wider_than_X():
            W_Q = np.hstack([4 * np.eye(3) - 1, np.zeros((3, 2))])
            return W_Q, np.hstack([np.eye(3), np.ones((3, 2))])

        def pseudo_inverse():
            X = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 2, 2]])
            return np.linalg.pinv(X), np.linalg.pinv(X)

        def one_target_each():
            return np.array([[4, -1, -1.2], [-1, 5, -2], [-1.5, -1.1, 4]]), np.eye(3)

        def nested_lists():
            return [[3, -1, -1], [-1, 3, -1], [-1, -1, 3]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]

        def single_precision():
            return (4 * np.eye(3) - 1).astype(np.float32), np.eye(3, dtype=np.float32)

        def searched():
            X = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 2, 2]])
            rng = np.random.default_rng(0)
            for _ in range(200_000):
                W = 4 * np.eye(3) - 1 + rng.normal(size=(3, 3))
                table = X @ W @ X.T
                if all(row[i] > np.delete(row, i).max() + 0.1 for i, row in enumerate(table)):
                    return W, np.eye(3)


class friends_score(Exercise):
    variables = ("friends_score",)
    first_step = (
        "In the friend's table, which two numbers stand in the column of love? "
        "Multiply the first by 2 and the second by 1, then add."
    )
    cases = (case("the score of AI for love"),)

    class wrong:
        def the_right_one():
            """6 is the score with K.T. Take love's key from the friend's table: it is a column."""
            return 6

        def the_first_column():
            """0 is what column 0 gives, which stands for I: Python counts from 0."""
            return 0

        def the_last_column():
            """7 is what column 2 gives, which stands for AI. Love is column 1, counted from 0."""
            return 7

        def the_right_one_for_I():
            """Love is column 1 of the friend's table: twice its first number, plus its second."""
            return 1

        def the_key():
            """Take the dot product of the query with the column that stands for love."""
            return [1, 3]

        def as_text():
            return "5"

        def the_whole_row():
            """That is the whole row. Take the score for love."""
            return [0, 5, 7]

        def sums_multiplied():
            """The sums were multiplied. Multiply the two pairs, and add."""
            return 12

    class right:
        def computed():
            return np.array([2, 1]) @ np.array([[0, 1, 3], [0, 3, 1]])[:, 1]

        def a_float():
            return 5.0
