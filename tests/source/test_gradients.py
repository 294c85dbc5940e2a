"""The gradients of notebook 10: equal to nudges, and to what PyTorch computed.

`test_torch_parity.py` asks PyTorch itself, where it is installed.
"""

import numpy as np
import pytest

from authoring.model import solved_namespace

SHAPES = [(3, 5, 6, 2), (1, 4, 3, 7), (6, 2, 5, 1), (7, 7, 8, 3)]  # n_q, n_k, d_k, d_v


@pytest.fixture(scope="module")
def solved():
    return solved_namespace("10-where-w-comes-from")


def attention(Q, K, V):
    powers = np.exp(Q @ K.T / np.sqrt(K.shape[1]))
    return powers @ V / powers.sum(axis=1, keepdims=True)


def assert_slopes(solved, loss, inputs, gradients):
    """Each gradient agrees with nudges of its input, the others staying as they are."""
    assert len(gradients) == len(inputs)
    for k, gradient in enumerate(gradients):
        measured = solved["numerical_gradient"](
            lambda nudged, k=k: loss(*inputs[:k], nudged, *inputs[k + 1 :]), inputs[k]
        )
        np.testing.assert_allclose(gradient, measured, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("shape", SHAPES)
def test_attention_backward_agrees_with_nudges(solved, shape):
    n_q, n_k, d_k, d_v = shape
    rng = np.random.default_rng(21)
    inputs = [rng.normal(size=size) for size in ((n_q, d_k), (n_k, d_k), (n_k, d_v))]
    slopes = rng.normal(size=(n_q, d_v))
    gradients = solved["attention_backward"](*inputs, slopes)
    assert_slopes(solved, lambda *given: (attention(*given) * slopes).sum(), inputs, gradients)


@pytest.mark.parametrize("shape", SHAPES)
def test_self_attention_backward_agrees_with_nudges(solved, shape):
    n, d, d_k, d_v = shape
    rng = np.random.default_rng(22)
    X, slopes = rng.normal(size=(n, d)), rng.normal(size=(n, d_v))
    W = [rng.normal(size=(d, width)) for width in (d_k, d_k, d_v)]
    gradients = solved["self_attention_backward"](X, *W, slopes)
    assert_slopes(
        solved, lambda *maps: (attention(*(X @ W for W in maps)) * slopes).sum(), W, gradients
    )


def test_attention_backward_is_what_torch_computed(solved):
    """PyTorch 2.13.0: autograd through scaled_dot_product_attention, in float64."""
    Q = np.array([[1.0, -0.5], [0.25, 2.0]])
    K = np.array([[0.5, 1.0], [-1.0, 0.75], [2.0, -0.25]])
    V = np.array([[1.0, 0.0, -2.0], [0.5, 3.0, 1.0], [-1.0, 2.0, 0.5]])
    slopes = np.array([[1.0, -2.0, 0.5], [0.0, 1.0, 3.0]])
    stored = [
        [[-0.5723205255, 0.5481864653], [-1.6922399591, -0.90252926]],
        [
            [-0.0123191397, -4.1492332949],
            [0.3379530749, 3.1073898659],
            [-0.3256339353, 1.041843429],
        ],
        [
            [0.1703116769, 0.2271762833, 1.7885547494],
            [0.0644157603, 0.1770048345, 0.949716945],
            [0.7652725629, -1.4041811177, 0.7617283056],
        ],
    ]
    for found, expected in zip(solved["attention_backward"](Q, K, V, slopes), stored, strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)
