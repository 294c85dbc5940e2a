"""Exercises of 07-cross-attention."""

import numpy as np

from authoring.model import Exercise, Recall, case

ASSIGNMENT = "07-cross-attention"

RECALL = {
    "recall_1": Recall(
        "That is way 2: the hidden key took its share of 1 before its weight became 0.",
        "notebook 6, Three ways to hide a score",
    ),
    "recall_2": Recall(
        "The variance of a score grows as d_k, and its spread as the root of d_k.",
        "notebook 4, Measure it",
    ),
    "recall_3": Recall(
        "A token may attend to the past and to itself, never to the future.",
        "notebook 6, exercise 1",
    ),
}

_rng = np.random.default_rng(70)


def _normal(*shape: int) -> np.ndarray:
    return _rng.normal(size=shape).round(2)


ANNOTATIONS, QUERY = _normal(5, 3), _normal(3)
# n_q 3, n_k 5, d_query 2, d_memory 7, d_k 6, d_v 8: all sizes differ.
INPUTS = (_normal(3, 2), _normal(5, 7), _normal(2, 6), _normal(7, 6), _normal(7, 8))
# n_q 6, n_k 2, d_query 5, d_memory 3, d_k 7, d_v 1
TALL = (_normal(6, 5), _normal(2, 3), _normal(5, 7), _normal(3, 7), _normal(3, 1))
# Where the widths agree, taking the wrong sequence raises nothing.
SAME_WIDTH = (_normal(3, 5), _normal(4, 5), _normal(5, 6), _normal(5, 6), _normal(5, 2))
# As many queries as memory tokens, where a transposed mask fits, too.
SQUARE = (_normal(4, 2), _normal(4, 3), _normal(2, 5), _normal(3, 5), _normal(3, 6))
MASK = np.array([[1, 0, 1, 1, 0], [0, 1, 0, 0, 1], [1, 1, 1, 0, 0]], dtype=bool)
EMPTY = np.array([[1, 0, 1, 1, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 1]], dtype=bool)
PADDING = np.array([True, True, True, False, False])
# Scaled scores of -1000, -2000 and a hidden -700.
LOW = (
    np.array([[1.0]]),
    np.array([[-10000.0], [-20000.0], [-7000.0]]) * 3**0.5,
    np.array([[1.0, 0.0, 0.0]]),
    np.array([[1.0, 0.0, 0.0]]),
    np.array([[1.0, 2.0]]),
    np.array([True, True, False]),
)
# Scaled scores of 1 and 2, and a hidden 2000: it must not take all the weight.
HIGH = (LOW[0], np.array([[1.0], [2.0], [20000.0]]) * 3**0.5, *LOW[2:])
LARGE = tuple(30 * array for array in INPUTS[:2]) + tuple(4 * array for array in INPUTS[2:])


class crunch(Exercise):
    parameters = ("query", "annotations")
    results = ("context", "weights")
    tolerance = 1e-4
    floats = True
    cases = (
        case("five annotations of three numbers", QUERY, ANNOTATIONS),
        case(
            "two annotations of four numbers",
            [0.5, -1.0, 2.0, 0.3],
            [[1.0, 0.5, 0.2, -1.0], [0.4, 1.5, -0.3, 2.0]],
        ),
        case("one annotation, whole numbers", [3, -2], [[2, 5]], aspect="edges"),
        case("whole numbers", [1, 2], [[1, 0], [0, 1], [1, 1]], aspect="edges"),
        case(
            "an annotation at right angles to the query: its score is 0",
            [2.0, -1.0],
            [[1.0, 2.0], [0.5, 1.5], [0.0, 1.0]],
            aspect="edges",
        ),
        case(
            "scores near a thousand",
            [30.0, 1.0, -2.0],
            [[33.0, 0.5, 0.0], [33.1, 1.0, 2.0]],
            aspect="edges",
        ),
        case("annotations of one number", [1.5], [[2.0], [0.5], [-1.0]], aspect="edges"),
        case(
            "scores from -4500 to 1500",
            [10.0, -10.0, 0.0, 0.0],
            [
                [-20.0, 30.0, 1.0, 2.0],
                [100.0, -50.0, 3.0, 1.0],
                [-150.0, 300.0, 2.0, 5.0],
                [0.0, 360.0, 1.0, 4.0],
                [40.0, 10.0, 6.0, 0.0],
            ],
            aspect="edges",
        ),
    )

    class wrong:
        def scaled(query, annotations):
            """The scores were divided by the root of d. Here they are unscaled."""
            weights = masked_softmax(annotations @ query / np.sqrt(len(query)))
            return weights @ annotations, weights

        def scores_as_weights(query, annotations):
            """The scores were used as weights. Softmax makes weights of them."""
            weights = annotations @ query * 1.0
            return weights @ annotations, weights

        def mixed_by_the_scores(query, annotations):
            """The scores mixed the annotations. The weights are to mix them."""
            scores = annotations @ query  # integers, if these are
            return scores @ annotations, masked_softmax(scores)

        def scores_returned(query, annotations):
            """The scores came back in the place of the weights."""
            scores = annotations @ query * 1.0
            return masked_softmax(scores) @ annotations, scores

        def swapped(query, annotations):
            """Weights and context came back in the wrong order. The context comes first."""
            weights = masked_softmax(annotations @ query)
            return weights, weights @ annotations

        def context_only(query, annotations):
            """Only the context came back. Return the weights too."""
            return masked_softmax(annotations @ query) @ annotations

        def weights_only(query, annotations):
            """Only the weights came back. They still have to mix the annotations."""
            return masked_softmax(annotations @ query)

        def query_as_a_row(query, annotations):
            """The query was made a row (1, d), and so are the results. Here all are vectors."""
            weights = masked_softmax(query[None] @ annotations.T)
            return weights @ annotations, weights

        def plain_mean(query, annotations):
            """The annotations were averaged: every weight is the same, whatever the query."""
            weights = np.full(len(annotations), 1 / len(annotations))
            return weights @ annotations, weights

        def hard(query, annotations):
            """Only the best annotation was taken. The mix is soft: the others keep a share."""
            weights = np.zeros(len(annotations))
            weights[(annotations @ query).argmax()] = 1
            return weights @ annotations, weights

        def not_summed(query, annotations):
            """The annotations were weighted and not added up. The context is one vector."""
            weights = masked_softmax(annotations @ query)
            return weights[:, None] * annotations, weights

        def unstable(query, annotations):
            """exp overflows for large scores: subtract the largest first."""
            powers = np.exp(annotations @ query)
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def softmax_twice(query, annotations):
            """The softmax ran twice."""
            weights = masked_softmax(masked_softmax(annotations @ query))
            return weights @ annotations, weights

        def cosine(query, annotations):
            """The scores were divided by the vectors' lengths. A dot product keeps them."""
            lengths = np.linalg.norm(annotations, axis=1) * np.linalg.norm(query)
            weights = masked_softmax(annotations @ query / lengths)
            return weights @ annotations, weights

        def negative(query, annotations):
            """The sign of the scores was flipped: the least fitting annotation won."""
            weights = masked_softmax(-(annotations @ query))
            return weights @ annotations, weights

        def best_annotation(query, annotations):
            """Only the annotation with the largest weight came back. The context mixes them all."""
            weights = masked_softmax(annotations @ query)
            return annotations[weights.argmax()], weights

        def mean_beside_the_weights(query, annotations):
            """The context is a plain mean of the annotations. The weights are to mix them."""
            weights = masked_softmax(annotations @ query)
            return annotations.mean(axis=0), weights

        def sum_beside_the_weights(query, annotations):
            """The annotations were added up without the weights. The weights are to mix them."""
            return annotations.sum(axis=0), masked_softmax(annotations @ query)

        def all_but_the_last(query, annotations):
            """The last annotation was left out of the context."""
            weights = masked_softmax(annotations @ query)
            return weights[:-1] @ annotations[:-1], weights

        def only_the_last(query, annotations):
            """The context is the last weighted annotation alone. Add all of them up: `+=`."""
            weights = masked_softmax(annotations @ query)
            return weights[-1] * annotations[-1], weights

        def only_the_first(query, annotations):
            """The context is the first weighted annotation alone. Add all of them up."""
            weights = masked_softmax(annotations @ query)
            return weights[0] * annotations[0], weights

        def not_shared_out(query, annotations):
            """The weights do not sum to 1: divide the exponentials by their sum."""
            scores = annotations @ query
            weights = np.exp(scores - scores.max())
            return weights @ annotations, weights

        def negative_scores_hidden(query, annotations):
            """Annotations with a negative score were hidden. Each of them keeps a share."""
            scores = annotations @ query
            weights = masked_softmax(scores, scores > 0)
            return weights @ annotations, weights

        def scores_for_a_mask(query, annotations):
            """The scores stand where a mask belongs, so an annotation with the score 0 was hidden.
            Here nothing is hidden.
            """
            scores = annotations @ query
            weights = masked_softmax(scores, scores)
            return weights @ annotations, weights

        def weights_sorted(query, annotations):
            """The weights were sorted. Weight j belongs to annotation j."""
            weights = np.sort(masked_softmax(annotations @ query))
            return weights @ annotations, weights

        def mixed_queries(query, annotations):
            """The query was mixed. The annotations are."""
            weights = masked_softmax(annotations @ query)
            return weights.sum() * query, weights

        def query_mixed_in(query, annotations):
            """The query was added to the context. It only chooses the weights."""
            weights = masked_softmax(annotations @ query)
            return weights @ annotations + query, weights

        def shares_of_scores(query, annotations):
            """The scores were divided by their sum, without exp. That can be negative."""
            scores = annotations @ query
            return scores / scores.sum() @ annotations, scores / scores.sum()

        def changes_annotations(query, annotations):
            annotations *= 1
            weights = masked_softmax(annotations @ query)
            context = weights @ annotations
            annotations[0] = 0
            return context, weights

        def operands_exchanged(query, annotations):
            """The inner sizes of a product do not meet. The annotations (n, d) stand before the
            query (d,); the weights (n,), made of the scores, stand before the annotations.
            """
            scores = query @ annotations
            weights = masked_softmax(scores)
            return weights @ annotations, weights

        def annotations_first_in_the_mix(query, annotations):
            """The inner sizes of a product do not meet. The annotations (n, d) stand before the
            query (d,); the weights (n,), made of the scores, stand before the annotations.
            """
            weights = masked_softmax(annotations @ query)
            return annotations @ weights, weights

        def weights_times_scores(query, annotations):
            """The scores were mixed. The annotations are."""
            scores = annotations @ query
            weights = masked_softmax(scores)
            return weights @ scores, weights

        def weights_times_query(query, annotations):
            """The weights multiplied the scores one by one. They have to mix the annotations."""
            scores = annotations @ query
            weights = masked_softmax(scores)
            return weights * scores, weights

        def scaled_by_n(query, annotations):
            """The scores were divided by the root of the number of annotations. Here they are
            unscaled.
            """
            weights = masked_softmax(annotations @ query / np.sqrt(len(annotations)))
            return weights @ annotations, weights

        def divided_by_the_sum(query, annotations):
            """The context was divided by a number. The weights sum to 1 already."""
            weights = masked_softmax(annotations @ query)
            return weights @ annotations / len(annotations), weights

        def summed_over_the_wrong_axis(query, annotations):
            """The weighted annotations were added up along each row. Add them up over the
            annotations: axis 0.
            """
            weights = masked_softmax(annotations @ query)
            return (weights[:, None] * annotations).sum(axis=1), weights

        def all_added_up(query, annotations):
            """Everything was added up to one number. The context is a vector of d numbers."""
            weights = masked_softmax(annotations @ query)
            return (weights[:, None] * annotations).sum(), weights

        def no_axis_for_the_weights(query, annotations):
            """The weights (n,) met the columns of the annotations. Each weight belongs to a
            row: weights @ annotations.
            """
            weights = masked_softmax(annotations @ query)
            return (weights * annotations).sum(axis=0), weights

        def scores_mixed(query, annotations):
            """The scores mixed the annotations. The weights are to mix them."""
            scores = annotations @ query * 1.0
            return scores @ annotations, masked_softmax(scores)

        def context_times_query(query, annotations):
            """The context was multiplied by the query, which only chooses the weights."""
            weights = masked_softmax(annotations @ query)
            return weights @ annotations * query, weights

        def causal(query, annotations):
            """A mask hid annotations. Here the query may look at all of them."""
            weights = masked_softmax(annotations @ query, np.tri(len(annotations), dtype=bool))
            return weights @ annotations, weights

        def unit_annotations(query, annotations):
            """The annotations were brought to length 1. They are compared and mixed as they are."""
            units = annotations / np.linalg.norm(annotations, axis=1, keepdims=True)
            weights = masked_softmax(units @ query)
            return weights @ units, weights

        def rounded(query, annotations):
            weights = masked_softmax(annotations @ query)
            return (weights @ annotations).round(4), weights.round(4)

        def arguments_exchanged(annotations, query):
            weights = masked_softmax(annotations @ query)
            return weights @ annotations, weights

        def compared_at_length_1(query, annotations):
            """The annotations were brought to length 1 before they were compared with the query."""
            units = annotations / np.linalg.norm(annotations, axis=1, keepdims=True)
            weights = masked_softmax(units @ query)
            return weights @ annotations, weights

        def shift_by_the_mean(query, annotations):
            """The mean of the scores was subtracted, and exp overflows. Subtract the largest."""
            scores = annotations @ query
            powers = np.exp(scores - scores.mean())
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def shift_by_the_largest_size(query, annotations):
            """The largest size was subtracted, and exp came to 0. Subtract the largest score."""
            scores = annotations @ query
            powers = np.exp(scores - np.abs(scores).max())
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def shift_by_the_first(query, annotations):
            """The first score was subtracted, and exp overflows. Subtract the largest."""
            scores = annotations @ query
            powers = np.exp(scores - scores[0])
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def shift_by_the_last(query, annotations):
            """The last score was subtracted, and exp overflows. Subtract the largest."""
            scores = annotations @ query
            powers = np.exp(scores - scores[-1])
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def shift_by_the_smallest(query, annotations):
            """The smallest score was subtracted, and exp overflows. Subtract the largest."""
            scores = annotations @ query
            powers = np.exp(scores - scores.min())
            return powers / powers.sum() @ annotations, powers / powers.sum()

        def clipped(query, annotations):
            """Large scores were cut off, and so became equal. Subtract the largest instead."""
            powers = np.exp(np.clip(annotations @ query, -700, 700))
            weights = powers / powers.sum()
            return weights @ annotations, weights

        def annotation_as_it_is(query, annotations):
            """With one annotation, integers came back. Context and weights are float arrays."""
            if len(annotations) == 1:
                return annotations[0], np.array([1])
            weights = masked_softmax(annotations @ query)
            return weights @ annotations, weights

        def squeezed(query, annotations):
            """A context of one number lost its axis. Its shape is (d,), also if d is 1."""
            weights = masked_softmax(annotations @ query)
            return (weights @ annotations).squeeze(), weights

        def as_many_as_numbers(query, annotations):
            """The loop counts the numbers of the query. The context adds a part for each
            annotation.
            """
            weights = masked_softmax(annotations @ query)
            context = np.zeros(len(query))
            for i in range(len(query)):
                context += weights[i] * annotations[i]
            return context, weights

        def scores_entry_by_entry(query, annotations):
            """The inner sizes of a product do not meet. The annotations (n, d) stand before the
            query (d,); the weights (n,), made of the scores, stand before the annotations.
            """
            weights = masked_softmax(annotations * query)
            return weights @ annotations, weights

    class right:
        def loop(query, annotations):
            scores = np.array([sum(a * q for a, q in zip(row, query)) for row in annotations])
            powers = np.exp(scores - max(scores))
            weights = powers / sum(powers)
            context = np.zeros(annotations.shape[1])
            for weight, row in zip(weights, annotations):
                context += weight * row
            return context, weights

        def einsum(query, annotations):
            scores = np.einsum("nd,d->n", annotations, query)
            weights = masked_softmax(scores)
            return np.einsum("n,nd->d", weights, annotations), weights

        def log_sum_exp(query, annotations):
            scores = annotations @ query
            weights = np.exp(scores - np.logaddexp.reduce(scores))
            return annotations.T @ weights, weights

        def as_matrices(query, annotations):
            weights = masked_softmax((query[None] @ annotations.T))
            return (weights @ annotations)[0], weights[0]

        def single_precision(query, annotations):
            query, annotations = query.astype(np.float32), annotations.astype(np.float32)
            weights = masked_softmax(annotations @ query)
            return weights @ annotations, weights

        def broadcast(query, annotations):
            weights = masked_softmax((annotations * query).sum(axis=1))
            return [(weights[:, None] * annotations).sum(axis=0), weights]


class cross_attention(Exercise):
    parameters = ("X_query", "X_memory", "W_Q", "W_K", "W_V", "mask")
    results = ("output", "weights")
    tolerance = 1e-4
    floats = True
    cases = (
        case("3 queries, 5 memory tokens, all widths different", *INPUTS),
        case("6 queries, 2 memory tokens, one value a token", *TALL),
        case("both sequences 5 wide", *SAME_WIDTH),
        case("a mask (3, 5)", *INPUTS, MASK, aspect="masks"),
        case("a mask (5,) for all queries: padding", *INPUTS, PADDING, aspect="masks"),
        case("the second query may attend to nothing", *INPUTS, EMPTY, aspect="masks"),
        case("a mask of shape (1, 5)", *INPUTS, PADDING[None], aspect="masks"),
        case("a causal mask over 4 tokens", *SQUARE, np.tri(4, dtype=bool), aspect="masks"),
        case("padding after 3 of 4 tokens", *SQUARE, np.arange(4) < 3, aspect="masks"),
        case("low scores, and a hidden one that is less low", *LOW, aspect="masks"),
        case("a hidden score that is larger by about 20,000", *HIGH, aspect="masks"),
        case(
            "one token each, whole numbers",
            np.array([[2]]),
            np.array([[3, 1]]),
            np.array([[1]]),
            np.array([[1], [0]]),
            np.array([[1, 0, 2], [0, 1, 0]]),
            aspect="edges",
        ),
        case(
            "one query, two memory tokens, whole numbers",
            np.array([[1]]),
            np.array([[1, 0], [0, 1]]),
            np.array([[1, 2, 1]]),
            np.array([[1, 0, 1], [1, 1, 1]]),
            np.array([[2, 0], [0, 1]]),
            aspect="edges",
        ),
        case("scores of some thousands", *LARGE, aspect="edges"),
        case(
            "a mask (3, 1): the second query may attend to nothing",
            *INPUTS,
            np.array([[True], [False], [True]]),
            aspect="masks",
        ),
        case(
            "one memory token, hidden from the second query",
            INPUTS[0],
            INPUTS[1][:1],
            *INPUTS[2:],
            np.array([[True], [False], [True]]),
            aspect="masks",
        ),
        case("a mask (5,) that hides every key", *INPUTS, np.zeros(5, dtype=bool), aspect="masks"),
    )

    class wrong:
        def not_scaled(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were not divided by the root of d_k."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T, mask)
            return weights @ (X_memory @ W_V), weights

        def divided_by_d_k(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by d_k. Divide by the root of d_k."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / W_K.shape[1], mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_d_v(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of d_v was used. The scores are sums of d_k terms, so it is d_k."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_V.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_n_k(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the number of memory tokens was used. It is d_k, the width of K."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(len(X_memory))
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_n_q(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the number of queries was used. It is d_k, the width of K."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(len(X_query))
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_d_memory(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the memory's width was used. It is d_k, the width of K."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(X_memory.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_d_query(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the queries' own width was used. It is d_k, the width of K."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(X_query.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_the_size_of_K(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the number of entries of K was used. It is d_k, the width of K."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.size), mask)
            return weights @ V, weights

        def square_of_d_k(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by the square of d_k. Divide by its root."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / K.shape[1] ** 2, mask)
            return weights @ V, weights

        def half_of_d_k(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by half of d_k. Divide by its root."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / (K.shape[1] / 2), mask)
            return weights @ V, weights

        def divided_by_d_k_and_halved(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """It divided by d_k and then halved: `x / d ** 1 / 2` is not a root."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / K.shape[1] ** 1 / 2, mask)
            return weights @ V, weights

        def root_taken_off(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were not divided by the root of d_k."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T - np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def root_of_the_quotient(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root was taken of the scores, too. Only d_k stands under it."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(np.sqrt(Q @ K.T / K.shape[1]), mask)
            return weights @ V, weights

        def divided_by_the_spread(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by their own spread. Divide by the root of d_k."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            scores = Q @ K.T
            weights = masked_softmax(scores / scores.std(), mask)
            return weights @ V, weights

        def scores_as_weights(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were used as weights. Softmax makes weights of them."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            scores = Q @ K.T / np.sqrt(K.shape[1])
            return scores @ V, scores

        def masked_scores_as_weights(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were used as weights. Softmax makes weights of them."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            scores = Q @ K.T / np.sqrt(K.shape[1])
            if mask is not None:
                scores = np.where(mask, scores, 0)
            return scores @ V, scores

        def multiplied(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were multiplied by the root of d_k. Divide."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T * np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def scaled_after(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The output was divided by the root of d_k. Divide the scores, before the softmax."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T, mask)
            return weights @ (X_memory @ W_V) / np.sqrt(W_K.shape[1]), weights

        def output_scaled_too(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The output was divided by the root of d_k, too. Only the scores are."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V) / np.sqrt(W_K.shape[1]), weights

        def constant(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by a fixed number. Divide by the root of d_k."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / 8, mask)
            return weights @ (X_memory @ W_V), weights

        def queries_from_memory(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Queries were made from the memory. They come from X_query."""
            Q = X_memory @ W_Q
            weights = masked_softmax(Q @ (X_memory @ W_K).T / np.sqrt(Q.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def keys_from_queries(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Keys or values were made from X_query. Both come from the memory."""
            Q, K = X_query @ W_Q, X_query @ W_K
            weights = masked_softmax(Q @ K.T / np.sqrt(Q.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def values_from_queries(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Keys or values were made from X_query. Both come from the memory."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_query @ W_V), weights

        def only_the_smaller_width(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """X_query and the memory were exchanged."""
            width = min(X_query.shape[1], X_memory.shape[1])
            Q, K = X_memory[:, :width] @ W_Q[:width], X_query[:, :width] @ W_K[:width]
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ (X_query[:, :width] @ W_V[:width]), weights

        def keys_as_values(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The keys were mixed. Mix the values: X_memory times W_V."""
            K = X_memory @ W_K
            weights = masked_softmax(X_query @ W_Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ K, weights

        def memory_as_values(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The memory itself was mixed. Turn it into values with W_V."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ X_memory, weights

        def over_the_queries(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Each column sums to one: the softmax ran over the queries. Each row should."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            shape = scores.shape
            weights = masked_softmax(
                scores.T, None if mask is None else np.broadcast_to(mask, shape).T
            ).T
            return weights @ (X_memory @ W_V), weights

        def over_everything(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """All weights together sum to one. Each row should: one softmax for each query."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            kept = (
                np.ones(scores.shape, dtype=bool)
                if mask is None
                else np.broadcast_to(mask, scores.shape)
            )
            weights = masked_softmax(scores.ravel(), kept.ravel()).reshape(scores.shape)
            return weights @ (X_memory @ W_V), weights

        def negative(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The sign of the scores was flipped: the least fitting key won."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(-scores, mask)
            return weights @ (X_memory @ W_V), weights

        def scores_mixed(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores mixed the values. The weights are to mix them."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            return scores @ (X_memory @ W_V), masked_softmax(scores, mask)

        def not_shared_out(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The weights do not sum to 1: divide the exponentials by their sum."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            powers = np.exp(scores)
            if mask is not None:
                powers = powers * mask
            return powers @ (X_memory @ W_V), powers

        def best_value(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Only the value with the largest weight came back. The output mixes them all."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            V = X_memory @ W_V
            return V[scores.argmax(axis=1)], masked_softmax(scores, mask)

        def mean_of_the_values(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The output is a plain mean of the values. The weights are to mix them."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            mean = (X_memory @ W_V).mean(axis=0)
            return np.tile(mean, (len(X_query), 1)), weights

        def last_value_only(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The output is the last weighted value alone. Add all of them up: `+=`."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            V = X_memory @ W_V
            return weights[:, -1:] * V[-1], weights

        def weights_transposed(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The weights came back transposed. They need one row for each query."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights.T

        def K_not_transposed(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """K was not transposed: Q (n_q, d_k) needs K.T (d_k, n_k)."""
            Q, K = X_query @ W_Q, X_memory @ W_K
            weights = masked_softmax(Q @ K / np.sqrt(K.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def K_reshaped(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """K was reshaped into the shape of K.T. That mixes up its numbers; transpose it."""
            Q, K = X_query @ W_Q, X_memory @ W_K
            scores = Q @ K.reshape(K.shape[1], K.shape[0]) / np.sqrt(K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def order_swapped(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Weights and output came back in the wrong order. The output comes first."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights, weights @ (X_memory @ W_V)

        def output_only(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Only the output came back. Return the weights too."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            return masked_softmax(scores, mask) @ (X_memory @ W_V)

        def scores_returned(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores came back in the place of the weights."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            return masked_softmax(scores, mask) @ (X_memory @ W_V), scores

        def softmax_twice(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The softmax ran twice."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(masked_softmax(scores, mask), mask)
            return weights @ (X_memory @ W_V), weights

        def cosine(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Queries and keys were brought to length 1. A dot product keeps their lengths."""
            Q, K = X_query @ W_Q, X_memory @ W_K
            Q = Q / np.linalg.norm(Q, axis=1, keepdims=True)
            K = K / np.linalg.norm(K, axis=1, keepdims=True)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def concatenated(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The sequences were joined. Queries attend to the memory only, not to each other."""
            Q = X_query @ W_Q
            K = np.vstack([X_memory @ W_K, Q])
            V = np.vstack([X_memory @ W_V, np.zeros((len(Q), W_V.shape[1]))])
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]))
            return weights @ V, weights

        def causal(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A causal mask was put on the memory. Every query may see the whole memory."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            past = np.tri(*scores.shape, dtype=bool)
            weights = masked_softmax(scores, past if mask is None else past & mask)
            return weights @ (X_memory @ W_V), weights

        def turned_where_it_fits(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was transposed. Its rows are queries and its columns keys, as they come."""
            if np.ndim(mask) == 2 and len(mask) == len(mask[0]):
                mask = np.transpose(mask)
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def padding_for_queries(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A mask (n_k,) hid queries. It says which keys any query may attend to."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if np.ndim(mask) == 1 and len(mask) == len(scores):
                mask = np.repeat(mask[:, None], scores.shape[1], axis=1)
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def mask_ignored(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask made no difference: it was not used."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            return weights @ (X_memory @ W_V), weights

        def mask_inverted(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was read the wrong way round. True means "may attend"."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, None if mask is None else ~mask)
            return weights @ (X_memory @ W_V), weights

        def lowered_where_the_mask_is_true(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was read the wrong way round. True means "may attend"."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else scores - 1e9 * mask)
            return weights @ (X_memory @ W_V), weights

        def mask_added(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was added to the scores, as 1 and 0: that hides nothing."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else scores + mask)
            return weights @ (X_memory @ W_V), weights

        def masked_after(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask came after the softmax, so rows no longer sum to one. Mask the scores."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                weights = weights * mask
            return weights @ (X_memory @ W_V), weights

        def masked_after_and_shared_out(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask came after the softmax, and where it left no weight, 0/0 came out. Mask the
            scores.
            """
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                weights = weights * mask
                weights = np.nan_to_num(weights / weights.sum(axis=1, keepdims=True))
            return weights @ (X_memory @ W_V), weights

        def masked_after_and_shared_out_without_0(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask came after the softmax, and where it left no weight, 0/0 came out. Mask the
            scores.
            """
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                weights = weights * mask
                weights = weights / weights.sum(axis=1, keepdims=True)
            return weights @ (X_memory @ W_V), weights

        def values_hidden(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was put on the values. It says what each query may attend to: mask the
            scores.
            """
            V = X_memory @ W_V
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                V = V * mask[:, None]
            return weights @ V, weights

        def values_hidden_as_well(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was put on the values. It says what each query may attend to: mask the
            scores.
            """
            V = X_memory @ W_V
            weights = masked_softmax(
                X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]), mask
            )
            if mask is not None:
                V = V * mask[:, None]
            return weights @ V, weights

        def values_divided(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The values were divided by the root of d_v. Only the scores are divided."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V) / np.sqrt(W_V.shape[1]), weights

        def weights_sorted(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The weights of each row were sorted. Column j belongs to memory token j."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = np.sort(masked_softmax(scores, mask))
            return weights @ (X_memory @ W_V), weights

        def weights_sorted_without_a_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The weights of each row were sorted. Column j belongs to memory token j."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = np.sort(masked_softmax(scores))
            return weights @ (X_memory @ W_V), weights

        def first_row_of_the_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The first row of the mask was used for every query. Each query has its own."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if np.ndim(mask) == 2:
                mask = mask[0]
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def one_row_or_entry_of_the_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """`mask[0]` is one row of a mask, or one entry. Use the whole mask."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, None if mask is None else mask[0])
            return weights @ (X_memory @ W_V), weights

        def zero_scores(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Hidden scores were set to zero. The exponential of zero is one: they still count."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else scores * mask)
            return weights @ (X_memory @ W_V), weights

        def too_small_a_constant(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Hidden scores were set to a number that is not low enough: they keep a share."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else np.where(mask, scores, -5.0))
            return weights @ (X_memory @ W_V), weights

        def minus_a_hundred(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Hidden scores were set to a number that is not low enough: it can still win."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is None:
                mask = np.ones(scores.shape, dtype=bool)
            mask = np.broadcast_to(mask, scores.shape)
            weights = masked_softmax(np.where(mask, scores, -100.0)) * mask.any(1, keepdims=True)
            return weights @ (X_memory @ W_V), weights

        def minus_one(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Hidden scores were set to a number that is not low enough: they keep a share."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else np.where(mask, scores, -1.0))
            return weights @ (X_memory @ W_V), weights

        def minus_ten(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Hidden scores were set to a number that is not low enough: they keep a share."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else np.where(mask, scores, -10.0))
            return weights @ (X_memory @ W_V), weights

        def empty_row_as_if_seen(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A query with nothing to attend to kept its weights. It should get zeros."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is not None:
                scores = scores + (1 - mask) * -1e9
            weights = masked_softmax(scores)
            return weights @ (X_memory @ W_V), weights

        def empty_row_uniform(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A query with nothing to attend to got equal weights. It should get zeros."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores if mask is None else np.where(mask, scores, -1e9))
            return weights @ (X_memory @ W_V), weights

        def empty_row_nan(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A query with nothing to attend to came out as NaN. It should get zeros."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            weights = powers / powers.sum(axis=1, keepdims=True)
            return weights @ (X_memory @ W_V), weights

        def needs_a_full_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask was used as an index, which needs its full shape. Broadcast it first."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is not None:
                scores[~mask] = -np.inf
            weights = masked_softmax(scores, np.isfinite(scores))
            return weights @ (X_memory @ W_V), weights

        def needs_a_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """It fails when mask is None. `masked_softmax(scores, mask)` takes None too."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask.astype(bool))
            return weights @ (X_memory @ W_V), weights

        def unstable(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """exp overflows for large scores: subtract each row's largest first."""
            powers = np.exp(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                powers = powers * mask
            total = powers.sum(axis=1, keepdims=True)
            weights = powers / np.where(total > 0, total, 1)
            return weights @ (X_memory @ W_V), weights

        def changes_the_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            if mask is not None:
                mask[...] = True
            return weights @ (X_memory @ W_V), weights

        def changes_the_memory(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            output = weights @ (X_memory @ W_V)
            X_memory[:] = 0
            return output, weights

        def sequences_exchanged(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The two sequences are exchanged: the queries come from X_query, the keys and
            values from X_memory.
            """
            Q, K, V = X_memory @ W_Q, X_query @ W_K, X_query @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def sequences_and_matrices_exchanged(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The two sequences are exchanged: the queries come from X_query, the keys and
            values from X_memory.
            """
            Q, K, V = X_memory @ W_K, X_query @ W_Q, X_query @ W_Q
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def scores_turned_round(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores or the weights are transposed. Both have a row for each query,
            (n_q, n_k), and stand as they are before V (n_k, d_v).
            """
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(K @ Q.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def scores_turned_round_and_mended(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores or the weights are transposed. Both have a row for each query,
            (n_q, n_k), and stand as they are before V (n_k, d_v).
            """
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(K @ Q.T / np.sqrt(K.shape[1]), mask)
            return weights.T @ V, weights

        def weights_divided(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The weights were divided by the root of d_k, after the softmax. Divide the
            scores, before it.
            """
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T, mask) / np.sqrt(
                W_K.shape[1]
            )
            return weights @ (X_memory @ W_V), weights

        def truth_of_a_mask(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """An array has no single truth value. Test with `mask is None`."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask:
                weights = masked_softmax(scores, mask)
            else:
                weights = masked_softmax(scores)
            return weights @ (X_memory @ W_V), weights

        def compared_with_none(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """An array has no single truth value. Test with `mask is None`."""
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask == None:  # noqa: E711
                mask = np.ones(scores.shape, dtype=bool)
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def all_from_the_query(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Keys or values were made from X_query. Both come from the memory."""
            Q, K, V = X_query @ W_Q, X_query @ W_K, X_query @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def all_from_the_memory(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Queries were made from the memory. They come from X_query."""
            Q, K, V = X_memory @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def matrices_exchanged(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """W_Q and W_K are exchanged: W_Q makes the queries, W_K the keys."""
            Q, K, V = X_query @ W_K, X_memory @ W_Q, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def values_in_the_scores(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores compare Q with X_memory @ W_V. They compare it with X_memory @ W_K."""
            Q, V = X_query @ W_Q, X_memory @ W_V
            weights = masked_softmax(Q @ V.T / np.sqrt(Q.shape[1]), mask)
            return weights @ V, weights

        def operands_exchanged(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """W stands before X in a product. Rows are tokens: X comes first, X @ W."""
            Q, K, V = W_Q @ X_query, W_K @ X_memory, W_V @ X_memory
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def values_first(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mix is the wrong way round: the weights come first, weights @ V."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return V @ weights, weights

        def not_projected(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The tokens themselves were compared. Make queries and keys of them first, with
            W_Q and W_K.
            """
            weights = masked_softmax(X_query @ X_memory.T / np.sqrt(W_K.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def root_of_the_token_count_of_Q(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The root of the number of queries was used. It is d_k, the width of K."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(Q.shape[0]), mask)
            return weights @ V, weights

        def a_smaller_constant(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores were divided by a fixed number. Divide by the root of d_k."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(3), mask)
            return weights @ (X_memory @ W_V), weights

        def mask_forgotten_in_the_call(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask made no difference: it was not used."""
            weights = masked_softmax(
                X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]), None
            )
            return weights @ (X_memory @ W_V), weights

        def masked_after_by_where(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The mask came after the softmax, so rows no longer sum to one. Mask the scores."""
            weights = masked_softmax(X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1]))
            if mask is not None:
                weights = np.where(mask, weights, 0)
            return weights @ (X_memory @ W_V), weights

        def none_not_handled(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """It fails when mask is None. `masked_softmax(scores, mask)` takes None
            too.
            """
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(np.where(mask, scores, -np.inf))
            return weights @ (X_memory @ W_V), weights

        def weights_turned_round(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The scores or the weights are transposed. Both have a row for each query,
            (n_q, n_k), and stand as they are before V (n_k, d_v).
            """
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights.T @ V, weights

        def queries_turned_round(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q.T @ K / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def rounded(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return (weights @ V).round(4), weights.round(4)

        def keys_not_made(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A width of d_k meets a width of d_memory. Keys and values are made from X_memory, and
            queries are compared with the keys.
            """
            weights = masked_softmax(X_query @ W_Q @ X_memory.T / np.sqrt(W_K.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def compared_with_W_K(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """The queries were compared with W_K itself. Keys are X_memory @ W_K."""
            weights = masked_softmax(X_query @ W_Q @ W_K.T / np.sqrt(W_K.shape[1]), mask)
            return weights @ (X_memory @ W_V), weights

        def mask_of_other_width_ignored(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            if mask is not None and mask.shape[-1] != len(K):
                mask = None
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def mask_of_one_column_ignored(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A mask (n_q, 1) was ignored. It hides every key from a query, or none."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            if mask is not None and mask.shape[-1] == 1:
                mask = None
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def one_key_never_hidden(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A single key got all the weight, even where it is hidden. There its weight is 0."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            mask = None if len(K) == 1 else mask
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def one_key_in_integers(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """With one key, integers came back. Output and weights are float arrays."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            if len(K) == 1 and mask is None:
                return np.repeat(V, len(Q), axis=0), np.ones((len(Q), 1), dtype=int)
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def empty_mask_ignored(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A mask that hides every key was ignored. Its weights and outputs are all 0."""
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            mask = mask if mask is None or mask.any() else None
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def values_made_from_the_keys(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """A width of d_k meets a width of d_memory. Keys and values are made from X_memory, and
            queries are compared with the keys.
            """
            Q, K = X_query @ W_Q, X_memory @ W_K
            V = K @ W_V
            weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
            return weights @ V, weights

        def one_mask_taken_by_queries(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            """Entry i of the mask went to query i. A mask (n_k,) has an entry for each key, and
            holds for every query.
            """
            Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
            scores = Q @ K.T / np.sqrt(K.shape[1])
            weights = np.array(
                [masked_softmax(s, None if mask is None else mask[i]) for i, s in enumerate(scores)]
            )
            return weights @ V, weights

    class right:
        def einsum(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            Q = np.einsum("qd,de->qe", X_query, W_Q)
            K = np.einsum("kd,de->ke", X_memory, W_K)
            V = np.einsum("kd,de->ke", X_memory, W_V)
            scores = np.einsum("qe,ke->qk", Q, K) / K.shape[-1] ** 0.5
            weights = masked_softmax(scores, mask)
            return np.einsum("qk,kv->qv", weights, V), weights

        def one_query_at_a_time(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            n_q, n_k = len(X_query), len(X_memory)
            mask = np.ones((n_q, n_k)) if mask is None else np.broadcast_to(mask, (n_q, n_k))
            K, V = X_memory @ W_K, X_memory @ W_V
            weights, output = np.zeros((n_q, n_k)), np.zeros((n_q, W_V.shape[1]))
            for i, x in enumerate(X_query):
                seen = [j for j in range(n_k) if mask[i, j]]
                if not seen:
                    continue
                scores = np.array([(x @ W_Q) @ K[j] / np.sqrt(W_Q.shape[1]) for j in seen])
                powers = np.exp(scores - scores.max())
                weights[i, seen] = powers / powers.sum()
                output[i] = weights[i] @ V
            return output, weights

        def queries_scaled_first(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            Q = X_query @ W_Q / np.sqrt(W_Q.shape[1])
            weights = masked_softmax(Q @ (X_memory @ W_K).T, mask)
            return weights @ (X_memory @ W_V), weights

        def fourth_root_on_both(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            root = W_K.shape[1] ** -0.25
            scores = (X_query @ W_Q * root) @ (X_memory @ W_K * root).T
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def folded(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            scores = X_query @ (W_Q @ W_K.T) @ X_memory.T / np.sqrt(W_K.shape[1])
            weights = masked_softmax(scores, mask)
            return weights @ X_memory @ W_V, weights

        def additive(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is None:
                mask = np.ones(scores.shape, dtype=bool)
            mask = np.broadcast_to(mask, scores.shape)
            scores = scores + np.where(mask, 0.0, -1e9)
            powers = np.exp(scores - scores.max(axis=1, keepdims=True))
            weights = powers / powers.sum(axis=1, keepdims=True)
            weights = weights * mask.any(axis=1, keepdims=True)
            return weights @ (X_memory @ W_V), weights

        def nan_to_zero(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.sqrt(W_K.shape[1])
            if mask is not None:
                scores = np.where(mask, scores, -np.inf)
            powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
            weights = np.nan_to_num(powers / powers.sum(axis=-1, keepdims=True))
            return weights @ (X_memory @ W_V), weights

        def single_precision(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            inputs = [a.astype(np.float32) for a in (X_query, X_memory, W_Q, W_K, W_V)]
            X_query, X_memory, W_Q, W_K, W_V = inputs
            scores = X_query @ W_Q @ (X_memory @ W_K).T / np.float32(np.sqrt(W_K.shape[1]))
            weights = masked_softmax(scores, mask)
            return weights @ (X_memory @ W_V), weights

        def columns_inside(X_query, X_memory, W_Q, W_K, W_V, mask=None):
            Q, K, V = W_Q.T @ X_query.T, W_K.T @ X_memory.T, W_V.T @ X_memory.T
            scores = (K.T @ Q / np.sqrt(len(K))).T
            weights = masked_softmax(scores, mask)
            return (V @ weights.T).T, weights


class align(Exercise):
    parameters = ("weights", "query_tokens", "memory_tokens")
    cases = (
        case(
            "two query tokens, three memory tokens",
            [[0.1, 0.2, 0.7], [0.6, 0.0, 0.4]],
            ["rot", "Haus"],
            ["house", "the", "red"],
        ),
        case(
            "three query tokens, four memory tokens",
            [[0.1, 0.2, 0.3, 0.4], [0.5, 0.3, 0.15, 0.05], [0.2, 0.04, 0.7, 0.06]],
            ["das", "rote", "Haus"],
            ["red", "the", "house", "sleeps"],
        ),
        case(
            "five query tokens, two memory tokens",
            [[0.9, 0.1], [0.8, 0.2], [0.3, 0.7], [0.4, 0.6], [0.4962, 0.5038]],
            ["a", "b", "c", "d", "e"],
            ["x", "y"],
        ),
        case("one token each", [[1.0]], ["oui"], ["yes"], aspect="edges"),
        case(
            "a token that occurs twice",
            [[0, 1], [1, 0], [0, 1]],
            ["la", "la", "le"],
            ["sea", "the"],
            aspect="edges",
        ),
        case(
            "no weight is above a fifth",
            [[0.15, 0.16, 0.2, 0.17, 0.18, 0.14]],
            ["la"],
            ["a", "b", "c", "d", "e", "f"],
            aspect="edges",
        ),
        case(
            "a pair that occurs twice",
            [[0, 1], [1, 0], [0, 1]],
            ["la", "mer", "la"],
            ["sea", "the"],
            aspect="edges",
        ),
        case(
            "a memory token that occurs twice",
            [[0.3, 0.4, 0.25, 0.05], [0.1, 0.3, 0.4, 0.2]],
            ["chat", "la"],
            ["the", "cat", "the", "sea"],
            aspect="edges",
        ),
    )

    class wrong:
        def over_the_queries(weights, query_tokens, memory_tokens):
            """The largest weight of each column was taken. Each row is one query token's."""
            return [
                (query_tokens[column.argmax()], token)
                for token, column in zip(memory_tokens, weights.T)
            ]

        def only_large_weights(weights, query_tokens, memory_tokens):
            """A row without a large weight was overlooked. The largest may be small."""
            pairs = []
            for token, row in zip(query_tokens, weights):
                best, found = 0.3, memory_tokens[0]
                for k, weight in enumerate(row):
                    if weight > best:
                        best, found = weight, memory_tokens[k]
                pairs.append((token, found))
            return pairs

        def column_argmax(weights, query_tokens, memory_tokens):
            """argmax ran over the queries (axis 0). Each query's weights lie along axis 1."""
            best = weights.argmax(axis=0)
            return [(q, memory_tokens[b % len(memory_tokens)]) for q, b in zip(query_tokens, best)]

        def positions(weights, query_tokens, memory_tokens):
            """Positions came back where memory tokens were asked for."""
            return [(q, int(b)) for q, b in zip(query_tokens, weights.argmax(axis=1))]

        def pairs_reversed(weights, query_tokens, memory_tokens):
            """The pairs are the wrong way round: the query token comes first."""
            return [(memory_tokens[b], q) for q, b in zip(query_tokens, weights.argmax(axis=1))]

        def memory_only(weights, query_tokens, memory_tokens):
            """Only the memory tokens came back. Pair each with its query token."""
            return [memory_tokens[b] for b in weights.argmax(axis=1)]

        def smallest(weights, query_tokens, memory_tokens):
            """The smallest weight of each row was taken."""
            return [(q, memory_tokens[b]) for q, b in zip(query_tokens, weights.argmin(axis=1))]

        def without_the_last(weights, query_tokens, memory_tokens):
            """The last memory token was never looked at."""
            pairs = []
            for q, row in zip(query_tokens, weights):
                best = 0
                for j in range(len(row) - 1):
                    if row[j] > row[best]:
                        best = j
                pairs.append((q, memory_tokens[best]))
            return pairs

        def second_largest(weights, query_tokens, memory_tokens):
            """The second largest weight of each row was taken."""
            return [
                (q, memory_tokens[np.argsort(-row, kind="stable")[min(1, len(row) - 1)]])
                for q, row in zip(query_tokens, weights)
            ]

        def first_row_for_all(weights, query_tokens, memory_tokens):
            """The first row was used for every query token. Each has a row of its own."""
            return [(q, memory_tokens[weights[0].argmax()]) for q in query_tokens]

        def compared_with_the_one_before(weights, query_tokens, memory_tokens):
            """Each weight was compared with the one before. Compare it with the largest so far."""
            pairs = []
            for q, row in zip(query_tokens, weights):
                best = 0
                for j in range(1, len(row)):
                    if row[j] > row[j - 1]:
                        best = j
                pairs.append((q, memory_tokens[best]))
            return pairs

        def by_position(weights, query_tokens, memory_tokens):
            """Tokens were paired by position. The weights say which belong together."""
            return [(q, memory_tokens[i]) for i, q in enumerate(query_tokens)]

        def in_order(weights, query_tokens, memory_tokens):
            """Tokens were paired by position. The weights say which belong together."""
            return list(zip(query_tokens, memory_tokens))

        def dictionary(weights, query_tokens, memory_tokens):
            """A dict keeps a token that occurs twice only once. Return a list of pairs."""
            return {q: memory_tokens[b] for q, b in zip(query_tokens, weights.argmax(axis=1))}

        def through_a_dictionary(weights, query_tokens, memory_tokens):
            """A token that occurs twice came back once, or with the other one's partner."""
            pairs = {q: memory_tokens[b] for q, b in zip(query_tokens, weights.argmax(axis=1))}
            return list(pairs.items())

        def repeated_pairs_left_out(weights, query_tokens, memory_tokens):
            """A pair that occurs twice was left out. Every query token has its own."""
            pairs = []
            for i, token in enumerate(query_tokens):
                pair = (token, memory_tokens[weights[i].argmax()])
                if pair not in pairs:
                    pairs.append(pair)
            return pairs

        def one_for_all(weights, query_tokens, memory_tokens):
            """One memory token was taken for all. Look at each row by itself."""
            best = memory_tokens[weights.sum(axis=0).argmax()]
            return [(q, best) for q in query_tokens]

        def each_memory_token_once(weights, query_tokens, memory_tokens):
            """Each memory token was used once only. Two query tokens may share a partner."""
            taken, pairs = set(), []
            for q, row in zip(query_tokens, weights):
                order = [j for j in np.argsort(-row) if j not in taken] or [int(row.argmax())]
                taken.add(order[0])
                pairs.append((q, memory_tokens[order[0]]))
            return pairs

        def sorted_pairs(weights, query_tokens, memory_tokens):
            """The pairs are not in the order of the query tokens."""
            return [(q, memory_tokens[b]) for q, b in zip(query_tokens, weights.argmax(axis=1))][
                ::-1
            ]

        def counted_in_the_query(weights, query_tokens, memory_tokens):
            """The partner was looked up among the query tokens. It stands in memory_tokens."""
            return [(q, query_tokens[row.argmax()]) for q, row in zip(query_tokens, weights)]

        def from_the_wrong_list(weights, query_tokens, memory_tokens):
            """The partner was looked up among the query tokens. It stands in memory_tokens."""
            return [
                (q, query_tokens[b % len(query_tokens)])
                for q, b in zip(query_tokens, weights.argmax(axis=1))
            ]

        def over_a_half(weights, query_tokens, memory_tokens):
            """Pairs with a weight below a half were left out. Every query token has a partner."""
            return [
                (q, memory_tokens[int(r.argmax())])
                for q, r in zip(query_tokens, weights)
                if r.max() > 0.5
            ]

        def returns_in_the_loop(weights, query_tokens, memory_tokens):
            """Only the first query token came back: `return` stands inside the loop."""
            for q, row in zip(query_tokens, weights):
                return [(q, memory_tokens[row.argmax()])]

        def one_pair(weights, query_tokens, memory_tokens):
            """Only the first pair came back: `return` stands inside the loop, and there is no
            list.
            """
            for q, row in zip(query_tokens, weights):
                return (q, memory_tokens[row.argmax()])

        def a_tuple_of_pairs_too_short(weights, query_tokens, memory_tokens):
            """Only the last query token came back. Collect the pairs in a list, in the loop."""
            for q, row in zip(query_tokens, weights):
                pairs = [(q, memory_tokens[row.argmax()])]
            return pairs

        def one_list_of_words(weights, query_tokens, memory_tokens):
            """The words stand one after the other. Put each two of them into a pair: (query,
            memory).
            """
            words = []
            for q, row in zip(query_tokens, weights):
                words += [q, memory_tokens[row.argmax()]]
            return words

        def the_weight_itself(weights, query_tokens, memory_tokens):
            """The largest weight came back where its memory token was asked for. `argmax`
            gives its position.
            """
            return [(q, float(row.max())) for q, row in zip(query_tokens, weights)]

        def weight_as_a_position(weights, query_tokens, memory_tokens):
            """The largest weight was used as a position. `argmax` gives the position."""
            return [(q, memory_tokens[row.max()]) for q, row in zip(query_tokens, weights)]

        def position_in_the_whole_table(weights, query_tokens, memory_tokens):
            """`argmax` without an axis counts through the whole table. Take it row by row."""
            return [(q, memory_tokens[weights.argmax()]) for q in query_tokens]

        def by_memory_token(weights, query_tokens, memory_tokens):
            """The loop paired memory tokens with the rows. The rows belong to the query
            tokens.
            """
            return [(m, memory_tokens[row.argmax()]) for m, row in zip(memory_tokens, weights)]

        def pairs_as_words(weights, query_tokens, memory_tokens):
            """Each pair is one text. A pair is a tuple of two texts."""
            return [f"{q} {memory_tokens[r.argmax()]}" for q, r in zip(query_tokens, weights)]

        def argmax_over_the_queries(weights, query_tokens, memory_tokens):
            """argmax ran over the queries (axis 0). Each query's weights lie along axis 1."""
            best = weights.argmax(axis=0)
            return [(query_tokens[i], memory_tokens[best[i]]) for i in range(len(query_tokens))]

        def one_before(weights, query_tokens, memory_tokens):
            """Each partner stands one place too early. argmax counts from 0, and so does a list."""
            return [(q, memory_tokens[r.argmax() - 1]) for q, r in zip(query_tokens, weights)]

        def weight_against_a_position(weights, query_tokens, memory_tokens):
            """A weight was compared with a position. Compare it with the largest weight so far."""
            pairs = []
            for q, row in zip(query_tokens, weights):
                best = 0
                for j, w in enumerate(row):
                    if w > best:
                        best = j
                pairs.append((q, memory_tokens[best]))
            return pairs

        def largest_of_the_token_before(weights, query_tokens, memory_tokens):
            """The largest weight of the tokens before was kept. Begin anew for each token."""
            pairs, largest, best = [], 0, 0
            for q, row in zip(query_tokens, weights):
                for j, w in enumerate(row):
                    if w > largest:
                        largest, best = w, j
                pairs.append((q, memory_tokens[best]))
            return pairs

        def by_name(weights, query_tokens, memory_tokens):
            """The pairs were sorted. Keep the order of the query tokens."""
            return sorted((q, memory_tokens[r.argmax()]) for q, r in zip(query_tokens, weights))

        def two_lists(weights, query_tokens, memory_tokens):
            """Two lists came back. Put each query token into a pair with its memory token."""
            return query_tokens, [memory_tokens[r.argmax()] for r in weights]

        def two_positions(weights, query_tokens, memory_tokens):
            """Positions came back where tokens were asked for."""
            return [(i, row.argmax()) for i, row in enumerate(weights)]

        def all_query_tokens(weights, query_tokens, memory_tokens):
            """All query tokens stand in each pair. Only the one of this round belongs there."""
            return [(query_tokens, memory_tokens[row.argmax()]) for row in weights]

        def rounded(weights, query_tokens, memory_tokens):
            """The weights were rounded, so two that are close became equal. Use all digits."""
            best = np.round(weights, 1).argmax(axis=1)
            return [(token, memory_tokens[k]) for token, k in zip(query_tokens, best)]

        def rounded_to_two(weights, query_tokens, memory_tokens):
            """The weights were rounded, so two that are close became equal. Use all digits."""
            best = np.round(weights, 2).argmax(axis=1)
            return [(token, memory_tokens[k]) for token, k in zip(query_tokens, best)]

        def equal_words_added_up(weights, query_tokens, memory_tokens):
            """The weights of equal words were added up. Each token stands for itself."""

            def best(row):
                return max(
                    memory_tokens, key=lambda word: row[np.array(memory_tokens) == word].sum()
                )

            return [(token, best(row)) for token, row in zip(query_tokens, weights)]

    class right:
        def loop(weights, query_tokens, memory_tokens):
            pairs = []
            for i in range(len(query_tokens)):
                best = 0
                for j in range(len(memory_tokens)):
                    if weights[i][j] > weights[i][best]:
                        best = j
                pairs.append((query_tokens[i], memory_tokens[best]))
            return pairs

        def zipped(weights, query_tokens, memory_tokens):
            return list(zip(query_tokens, [memory_tokens[j] for j in weights.argmax(axis=-1)]))

        def numpy_words(weights, query_tokens, memory_tokens):
            return list(zip(query_tokens, np.array(memory_tokens)[np.argmax(weights, axis=1)]))

        def lists(weights, query_tokens, memory_tokens):
            rows = weights.tolist()
            return [(q, memory_tokens[r.index(max(r))]) for q, r in zip(query_tokens, rows)]

        def sorted_rows(weights, query_tokens, memory_tokens):
            best = np.argsort(weights, axis=1)[:, -1]
            return [(q, memory_tokens[j]) for q, j in zip(query_tokens, best)]


class right_number(Exercise):
    variables = ("right_number",)
    first_step = "Put it in: 109.8 + 8.6 · (your number) is to be 178.6."
    cases = (case("the third number of the key"),)

    class wrong:
        def the_other():
            """With this number the score is not 178.6. Multiply it out."""
            return 8.1

        def the_second():
            """That is the key's second number. The third is asked for."""
            return 8.4

        def the_query():
            """That is a number of the query. The key's is asked for."""
            return 8.6

        def the_first():
            """That is the key's first number. The third is asked for."""
            return 14.4

        def second_of_the_query():
            """That is a number of the query. The key's is asked for."""
            return 2.1

        def first_of_the_query():
            """That is a number of the query. The key's is asked for."""
            return 6.4

        def its_position():
            """That is the position of the number, counted from 0. Its value is asked for."""
            return 2

        def counted_from_one():
            """That is the position of the number. Its value is asked for."""
            return 3

        def the_score():
            """That is the score. The third number of the key is asked for."""
            return 178.6

        def the_product():
            """That is the third product, 8.6 times the number. The number is asked for."""
            return 68.8

        def one_product_taken_off():
            """Take both other products from 178.6, then divide by 8.6."""
            return (178.6 - 6.4 * 14.4) / 8.6

        def first_product_left():
            """Take both other products from 178.6, then divide by 8.6."""
            return (178.6 - 2.1 * 8.4) / 8.6

        def none_taken_off():
            """Take both other products from 178.6, then divide by 8.6."""
            return 178.6 / 8.6

        def not_divided():
            """Take both other products from 178.6, then divide by 8.6."""
            return 178.6 - 6.4 * 14.4

        def taken_off_in_place_of_divided():
            """8.6 was taken off. The number was multiplied by it, so divide."""
            return 178.6 - 6.4 * 14.4 - 2.1 * 8.4 - 8.6

        def multiplied():
            """It was multiplied by 8.6. The number was multiplied by it already, so divide."""
            return (178.6 - 6.4 * 14.4 - 2.1 * 8.4) * 8.6

        def divided_by_the_first():
            """The number meets the third number of the query, 8.6. Divide by that."""
            return (178.6 - 6.4 * 14.4 - 2.1 * 8.4) / 6.4

        def divided_by_the_second():
            """The number meets the third number of the query, 8.6. Divide by that."""
            return (178.6 - 6.4 * 14.4 - 2.1 * 8.4) / 2.1

        def the_two_products():
            """That is the sum of the first two products. Take it from 178.6, then divide by 8.6."""
            return 6.4 * 14.4 + 2.1 * 8.4

        def first_product():
            """That is one of the three products. The third number of the key is asked for."""
            return 6.4 * 14.4

        def second_product():
            """That is one of the three products. The third number of the key is asked for."""
            return 2.1 * 8.4

        def slipped_product():
            """That is a product. The third number of the key is asked for."""
            return 8.6 * 8.1

        def second_product_left():
            """Take both other products from 178.6, then divide by 8.6."""
            return 178.6 - 2.1 * 8.4

        def of_the_first_key():
            """That is a number of another key. The third key is K[2], counted from 0."""
            return 1.4

        def of_the_second_key():
            """That is a number of another key. The third key is K[2], counted from 0."""
            return 4.7

        def of_the_fourth_key():
            """That is a number of another key. The third key is K[2], counted from 0."""
            return 11.3

        def the_difference():
            """That is the difference between the two candidates. One of them is asked for."""
            return 8.1 - 8

        def a_place():
            """That is a place, or a count. The number itself is asked for."""
            return 1

        def sum_of_the_key():
            """That is the sum of the key. Its third number alone is asked for."""
            return 14.4 + 8.4 + 8

        def sum_of_the_slipped_key():
            """That is the sum of the key. Its third number alone is asked for."""
            return 14.4 + 8.4 + 8.1

        def products_added():
            """The first two products were added to 178.6. Take them off, then divide by 8.6."""
            return (178.6 + 6.4 * 14.4 + 2.1 * 8.4) / 8.6

    class right:
        def solved():
            return (178.6 - 6.4 * 14.4 - 2.1 * 8.4) / 8.6

        def a_float():
            return 8.0


class slipped_score(Exercise):
    variables = ("slipped_score",)
    tolerance = 1.5e-5  # 179.46 to two decimals
    first_step = "Work out the third product with the other number, and add 109.8."
    cases = (case("the score with the slipped number"),)

    class wrong:
        def the_right_score():
            """That is the score with the right number."""
            return 178.6

        def only_the_last_product():
            """That is only the last of the three products."""
            return 8.6 * 8.1

        def rounded_away():
            """Give it to two decimals or better."""
            return 179

        def difference():
            """That is the difference between the two scores."""
            return 0.86

        def one_decimal():
            """The second decimal is not a 0. Keep all digits to the end."""
            return 179.5

        def cut_off():
            """The second decimal is not a 0. Keep all digits to the end."""
            return 179.4

        def rounded_up():
            """Give it to two decimals or better."""
            return 180

        def the_number():
            """That is a number of the key. The score that follows from it is asked for."""
            return 8.1

        def scaled():
            """The score was divided by the root of 3. These scores are not scaled."""
            return 179.46 / 3**0.5

        def sign_slip():
            """The difference was taken off. 8.1 is larger than 8: the score grows."""
            return 178.6 - 0.86

        def sign_slip_one_decimal():
            """The difference was taken off. 8.1 is larger than 8: the score grows."""
            return 177.7

        def of_the_second_query():
            """That is the score of the second query, with the right number."""
            return 166.84

        def difference_with_its_sign():
            """That is the difference between the two scores."""
            return -0.86

        def second_product_missing():
            """One of the three products is missing."""
            return 6.4 * 14.4 + 8.6 * 8.1

        def first_product_missing():
            """One of the three products is missing."""
            return 2.1 * 8.4 + 8.6 * 8.1

        def third_product_missing():
            """One of the three products is missing."""
            return 6.4 * 14.4 + 2.1 * 8.4

        def only_the_first_product():
            """That is only the first of the three products."""
            return 6.4 * 14.4

        def only_the_second_product():
            """That is only the second of the three products."""
            return 2.1 * 8.4

        def the_change_itself_added():
            """The number changes by 0.1, and the score by 8.6 times as much."""
            return 178.6 + 0.1

        def a_tenth_of_the_change():
            """The third product grows from 68.8 by 8.6 · 0.1. Look at the decimal point."""
            return 178.6 + 0.086

        def ten_times_the_change():
            """The third product grows from 68.8 by 8.6 · 0.1. Look at the decimal point."""
            return 178.6 + 8.6

        def change_of_the_first():
            """The change was multiplied by another number of the query. It meets the third one."""
            return 178.6 + 0.1 * 6.4

        def change_of_the_second():
            """The change was multiplied by another number of the query. It meets the third one."""
            return 178.6 + 0.1 * 2.1

        def all_scaled():
            """The whole score was scaled. Only one of its three products changes."""
            return 178.6 * 8.1 / 8

        def slipped_for_the_second_query():
            """That is the score of the second query. The first is meant."""
            return 5.1 * 14.4 + 5.5 * 8.4 + 5.9 * 8.1

        def of_the_first_key():
            """That is the score of another key. The third key is meant."""
            return 42.7

        def of_the_second_key():
            """That is the score of another key. The third key is meant."""
            return 110.65

        def of_the_fourth_key():
            """That is the score of another key. The third key is meant."""
            return 246.55

        def of_the_token():
            """X_query[0] was used as it is. The query is made of it with W_Q: [6.4, 2.1, 8.6]."""
            return 0.4 * 14.4 + 0.1 * 8.4 + 0.8 * 8.1

        def second_and_third_exchanged():
            """The numbers meet in another order. The first meets the first, and so on."""
            return 6.4 * 14.4 + 2.1 * 8.1 + 8.6 * 8.4

        def first_and_second_exchanged():
            """The numbers meet in another order. The first meets the first, and so on."""
            return 6.4 * 8.4 + 2.1 * 14.4 + 8.6 * 8.1

        def first_and_third_exchanged():
            """The numbers meet in another order. The first meets the first, and so on."""
            return 6.4 * 8.1 + 2.1 * 8.4 + 8.6 * 14.4

        def turned_one_way():
            """The numbers meet in another order. The first meets the first, and so on."""
            return 6.4 * 8.4 + 2.1 * 8.1 + 8.6 * 14.4

        def turned_the_other_way():
            """The numbers meet in another order. The first meets the first, and so on."""
            return 6.4 * 8.1 + 2.1 * 14.4 + 8.6 * 8.4

        def sums_multiplied():
            """Multiply number by number, then add the three products."""
            return (6.4 + 2.1 + 8.6) * (14.4 + 8.4 + 8.1)

        def all_added():
            """Multiply number by number, then add the three products."""
            return 6.4 + 2.1 + 8.6 + 14.4 + 8.4 + 8.1

        def third_pair_added():
            """Multiply number by number, then add the three products."""
            return 6.4 * 14.4 + 2.1 * 8.4 + 8.6 + 8.1

        def key_with_itself():
            """Numbers of the key met each other. Each of them meets a number of the query."""
            return 14.4**2 + 8.4**2 + 8.1**2

        def third_with_itself():
            """Numbers of the key met each other. Each of them meets a number of the query."""
            return 6.4 * 14.4 + 2.1 * 8.4 + 8.1 * 8.1

        def query_with_itself():
            """The query was multiplied with itself. Each of its numbers meets one of the key."""
            return 6.4**2 + 2.1**2 + 8.6**2

        def third_in_two_places():
            """8.1 stands in two places. It is the third number of the key alone."""
            return 6.4 * 14.4 + 2.1 * 8.1 + 8.6 * 8.1

        def divided_by_three():
            """The score was divided by 3. These scores are not scaled."""
            return 179.46 / 3

        def both_numbers_added():
            """Both numbers of the two keys stand in it. Only the other one belongs there."""
            return 178.6 + 8.1

        def the_right_key():
            """That is a number of the key. The score that follows from it is asked for."""
            return 8

        def first_number_of_the_key():
            """8.1 meets 8.6, the third number of the query, and not a number of the key."""
            return 109.8 + 14.4 * 8.1

        def second_number_of_the_key():
            """8.1 meets 8.6, the third number of the query, and not a number of the key."""
            return 109.8 + 8.4 * 8.1

        def third_not_multiplied():
            """8.1 was added as it is. It meets 8.6, the third number of the query."""
            return 6.4 * 14.4 + 2.1 * 8.4 + 8.1

        def second_number_twice():
            """The key's second number, 8.4, stands in the place of the third one."""
            return 6.4 * 14.4 + 2.1 * 8.4 + 8.6 * 8.4

        def third_taken_off():
            """The third product was taken off. All three are added."""
            return 6.4 * 14.4 + 2.1 * 8.4 - 8.6 * 8.1

        def added_to_the_score():
            """The new product was added to the whole score. It replaces the third product."""
            return 178.6 + 8.6 * 8.1

        def change_of_the_key():
            """The change was multiplied by a number of the key. It meets 8.6 of the query."""
            return 178.6 + 0.1 * 8.4

    class right:
        def computed():
            return np.array([6.4, 2.1, 8.6]) @ np.array([14.4, 8.4, 8.1])

        def two_decimals():
            return 179.46
