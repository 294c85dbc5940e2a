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
