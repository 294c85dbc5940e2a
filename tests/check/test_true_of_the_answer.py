"""Nothing is said of a wrong answer that is not true of it."""

import numpy as np
import pytest
from check.cells import run

from course import check
from course.check import CheckFailed


def said(exercise, code, aspect="values"):
    """Return what a check says of an answer, written after `from math import inf`."""
    namespace = run({"np": np}, f"from math import inf\n{code}")
    with pytest.raises(CheckFailed) as failed:
        getattr(check, exercise)(namespace[exercise], aspect)
    return str(failed.value)


@pytest.mark.parametrize(
    ("exercise", "code", "untrue"),
    [
        (
            "dot",
            "def dot(a, b):\n    for x, y in zip(a, b):\n        total += x * y\n    return total",
            "Python writes `None`",
        ),
        (
            "softmax_row",
            "def softmax_row(scores):\n    m = -inf\n    for s in scores:\n        m = max(m, s)\n"
            "    e = np.exp(scores - m)\n    return e / e.max()",
            "`inf` is the notebook's variable",
        ),
        (
            "layer_norm",
            "def layer_norm(X, gain, bias, eps=1e-12):\n    out = np.empty(np.shape(X))\n"
            "    for i, x in enumerate(X):\n        d = x - x.mean()\n"
            "        out[i] = d / np.sqrt(d @ d.T + eps) * gain + bias\n    return out",
            "root of the scores",
        ),
        (
            "dot",
            "def dot(a, b):\n    total = 1\n    i = 0\n    for x in a:\n"
            "        total += a[i] * b[i]\n        i = i + 1\n    return total",
            "every round is the same",
        ),
        (
            "most_attended",
            "def most_attended(weights, tokens, token):\n"
            "    row = weights[tokens.index(token)]\n    place = 0\n"
            "    for j in range(len(row)):\n        if row[j] == row.max():\n"
            "            place = j - 1\n    return tokens[place]",
            "gets a new value in every round",
        ),
        (
            "blockwise_attention",
            "def blockwise_attention(Q, K, V, block_size):\n"
            "    e = np.exp(Q @ K.T / np.sqrt(K.shape[1]))\n"
            "    return e @ V / (e.sum(axis=1, keepdims=True) + 1e-8)",
            "was float32 used",
        ),
    ],
)
def test_what_is_said_is_true_of_the_answer(exercise, code, untrue):
    assert untrue not in said(exercise, code)


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
def test_a_matrix_of_numpys_old_kind_gets_a_sentence():
    code = (
        "def project(X, W_Q, W_K, W_V):\n    X = np.matrix(X) + 1\n"
        "    return X @ W_Q, X @ W_K, X @ W_V"
    )
    assert "not right yet" in said("project", code)
