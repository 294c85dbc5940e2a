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
            j = drawn.keys.index(asked.replace("asks", "shows"))
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
