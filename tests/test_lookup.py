"""The look-up task: what is asked for can be found, and the right table has no loss."""

import numpy as np

from course import lookup


def test_every_token_finds_what_it_asks_for():
    rng = np.random.default_rng(3)
    for _ in range(20):
        drawn = lookup.sequence(rng)
        assert drawn.X.shape == (4, 9)
        assert sorted(drawn.keys) == sorted(lookup.FEATURES[lookup.SHOWS])
        for i, asked in enumerate(drawn.queries):
            colour, _, wanted = asked.split()  # "blue asks red"
            assert drawn.keys[i] == f"shows {colour}"
            j = drawn.keys.index(f"shows {wanted}")
            assert drawn.table[i].tolist() == np.eye(4)[j].tolist()
            assert drawn.wanted[i, 0] == drawn.X[j, -1]
        np.testing.assert_array_equal(drawn.X @ lookup.reading_weights(), drawn.X[:, -1:])


def test_the_loss_is_0_for_the_right_answers_and_their_variance_for_zeros():
    def right(X):
        return X[:, lookup.ASKS] @ X[:, lookup.SHOWS].T @ X @ lookup.reading_weights()

    assert lookup.loss(right) == 0
    zeros = lookup.loss(lambda X, scale: scale * right(X), 0)
    assert 0.8 < zeros < 1.3
    np.testing.assert_allclose(lookup.loss(lambda X, scale: scale * right(X), 3), 4 * zeros)


def test_queries_and_keys_start_with_entries_of_about_1():
    W = lookup.starting_weights(np.random.default_rng(4), d_k=500)
    assert W.shape == (2, 9, 500)
    drawn = lookup.sequence(np.random.default_rng(5))
    entries = np.array([drawn.X @ W[0], drawn.X @ W[1]])
    assert 0.8 < entries.std() < 1.2


def nudged(loss, W):
    """The slopes of `loss` at W, by a nudge of each entry to both sides."""
    slopes = np.zeros(W.shape)
    for index in np.ndindex(W.shape):
        nudge = np.zeros(W.shape)
        nudge[index] = 1e-5
        slopes[index] = (loss(W + nudge) - loss(W - nudge)) / 2e-5
    return slopes


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def softmax_backward(weights, grad_weights):
    return weights * (grad_weights - (weights * grad_weights).sum(axis=1, keepdims=True))


def test_the_slopes_of_the_guessing_task_agree_with_nudges():
    rng = np.random.default_rng(6)
    X, W = lookup.random_values(rng), lookup.starting_weights(rng, d_k=2)
    for mask in (np.ones((8, 8), dtype=bool), np.tri(8, dtype=bool)):
        by_nudges = nudged(
            lambda W, m=mask: (lookup.next_value(X, W, m, softmax)[1] ** 2).sum() / 7, W
        )
        slopes = lookup.next_value_slopes(X, W, mask, softmax, softmax_backward)
        np.testing.assert_allclose(slopes, by_nudges, atol=1e-8)
        assert not lookup.next_value(X, W, mask, softmax)[0][~mask].any()


def test_the_slopes_over_the_queries_agree_with_nudges():
    rng = np.random.default_rng(7)
    s, W = lookup.sequence(rng), lookup.starting_weights(rng, d_k=2)
    np.testing.assert_allclose(lookup.over_the_queries(s.X, W, softmax).sum(axis=0), 1)

    def loss(W):
        answers = lookup.over_the_queries(s.X, W, softmax) @ s.X @ lookup.reading_weights()
        return float(((answers - s.wanted) ** 2).mean())

    slopes = lookup.over_the_queries_slopes(s, W, softmax, softmax_backward)
    np.testing.assert_allclose(slopes, nudged(loss, W), atol=1e-8)


def test_always_guessing_0_has_a_loss_of_about_1():
    blind = np.zeros((2, 9, 4))  # equal weights: under a causal mask a mean of the past
    assert lookup.next_value_loss(blind, np.tri(8, dtype=bool), softmax) > 1
