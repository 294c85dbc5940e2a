"""A wrong function of another exercise is named where it was called, and nowhere else."""

import pytest
from check.cells import run

from course import check
from course.check import CheckFailed

DOT = "import numpy as np\ndef dot(a, b):\n    total = 0.0\n    for x, y in zip(a, b):\n"
WRONG = f"{DOT}        total = x * y\n    return total"
RIGHT = f"{DOT}        total += x * y\n    return total"
DOTS = """
def matmul_dots(A, B):
    C = np.zeros((A.shape[0], B.shape[1]))
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = dot(A[i], B[:, j])
    return C
"""
SAYS = "Your `dot`, which it calls, does not pass its own check yet."


@pytest.mark.parametrize(
    ("dot", "dots", "is_named"),
    [
        (WRONG, DOTS, True),
        (WRONG, DOTS.replace("A.shape[0], B", "n, B"), False),  # ends before the call
        (WRONG, DOTS.replace("dot(A[i]", "dot(a[i]"), False),
        (RIGHT, DOTS.replace("dot(", "-dot("), False),
    ],
)
def test_it_is_named_only_if_it_was_called(dot, dots, is_named):
    answer = run({}, dot, dots)["matmul_dots"]
    with pytest.raises(CheckFailed) as failed:
        check.matmul_dots(answer, "values")
    assert (failed.value.mistake == SAYS) is is_named


ATTENTION = """
def attend(q, K, V):
    weights = softmax(K @ q / np.sqrt(K.shape[1]))
    return weights @ V, weights
def attention(Q, K, V):
    return attend(Q, K, V)
"""
SOFTMAX = """
import numpy as np
def softmax(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()
"""
TAKES = "`attend` takes a vector as its `q`, and got a matrix: (3, 2)."


@pytest.mark.parametrize(
    ("code", "is_named"),
    [
        (ATTENTION, True),
        (ATTENTION.replace("attend(Q,", "attend(Q[0, :1],"), False),  # a vector, of another length
        (ATTENTION.replace("attend(Q, K, V)\n", "softmax(Q @ K) @ V\n"), False),  # not called
    ],
)
def test_an_argument_that_an_earlier_function_cannot_take_is_named(code, is_named):
    answer = run({}, SOFTMAX, code)["attention"]
    with pytest.raises(CheckFailed) as failed:
        check.attention(answer, "values")
    assert (failed.value.mistake == TAKES) is is_named
