"""Ready-made products of whole matrices are noticed, and nothing else is in the way."""

from operator import mul

import numpy as np
import pytest

from course.check import by_hand
from course.check.ready_made_products import WholeProduct

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")

A = np.arange(6.0).reshape(2, 3)
B = np.arange(12.0).reshape(3, 4) - 5

SHORTCUTS = {
    "operator": lambda A, B: A @ B,
    "operator after asarray": lambda A, B: np.asarray(A) @ np.asarray(B),
    "operator after array": lambda A, B: np.array(A) @ np.array(B, dtype=float),
    "operator on a copy": lambda A, B: A.copy() @ B.astype(float),
    "operator on np.copy": lambda A, B: np.copy(A) @ np.copy(B),
    "dot with names": lambda A, B: np.dot(a=A, b=B),
    "operator after stack": lambda A, B: np.stack(list(A)) @ np.vstack(list(B)),
    "operator after concatenate": lambda A, B: np.concatenate([A]) @ np.concatenate([B]),
    "operator after where": lambda A, B: np.where(A > 0, A, 0) @ np.where(B > 0, B, 0),
    "operator on transposes": lambda A, B: (B.T @ A.T).T,
    "row times matrix": lambda A, B: np.array([row @ B for row in A]),
    "matmul": lambda A, B: np.matmul(A, B),
    "dot": lambda A, B: np.dot(A, B),
    "dot, the method": lambda A, B: A.dot(B),
    "inner": lambda A, B: np.inner(A, B.T),
    "einsum": lambda A, B: np.einsum("ik,kj->ij", A, B),
    "tensordot": lambda A, B: np.tensordot(A, B, axes=1),
    "multi_dot": lambda A, B: np.linalg.multi_dot([A, B]),
    "linalg.matmul": lambda A, B: np.linalg.matmul(A, B),
    "asmatrix": lambda A, B: np.asmatrix(A) * np.asmatrix(B),
    "matrix": lambda A, B: np.matrix(A) * B,
}
BY_HAND = {
    "vector products": lambda A, B: np.array([[a @ b for b in B.T] for a in A]),
    "np.dot of vectors": lambda A, B: np.array([[np.dot(a, b) for b in B.T] for a in A]),
    "thin products": lambda A, B: sum(A[:, [k]] @ B[[k]] for k in range(3)),
    "np.matrix of vectors": lambda A, B: np.array(
        [[(np.matrix(a) * np.matrix(b).T).item() for b in B.T] for a in A]
    ),
    "np.outer": lambda A, B: sum(np.outer(A[:, k], B[k]) for k in range(3)),
    "einsum of vectors": lambda A, B: sum(np.einsum("i,j->ij", A[:, k], B[k]) for k in range(3)),
    "stacked": lambda A, B: np.stack([(row[:, None] * B).sum(axis=0) for row in A]),
    "lists": lambda A, B: [[sum(map(mul, a, b)) for b in B.T.tolist()] for a in A.tolist()],
    "broadcast": lambda A, B: (A[:, :, None] * B).sum(axis=1),
    "sums of a part": lambda A, B: np.array(
        [[np.sum(a * b, where=a > -9) + (a * b).sum(where=a <= -9) for b in B.T] for a in A]
    ),
    "into a plain array": lambda A, B: np.add(np.zeros((2, 4)), (A[..., None] * B).sum(1)),
}


def test_dot_of_vectors_fills_the_array_that_it_is_given():
    with by_hand(A, B) as (left, right):
        row = np.empty(4)
        for j in range(4):
            left[0].dot(right[:, j], out=row[j : j + 1].reshape(()))
        np.testing.assert_allclose(row, (A @ B)[0])


@pytest.mark.parametrize("name", SHORTCUTS)
def test_a_shortcut_is_noticed(name):
    with by_hand(A, B) as guarded, pytest.raises(WholeProduct, match="whole matrix"):
        SHORTCUTS[name](*guarded)


@pytest.mark.parametrize("name", BY_HAND)
def test_work_by_hand_is_left_alone(name):
    with by_hand(A, B) as guarded:
        result = BY_HAND[name](*guarded)
    np.testing.assert_allclose(np.asarray(result), A @ B)


def test_numpy_is_itself_again_afterwards():
    before = np.asarray, np.array
    with by_hand(A):
        assert np.asarray is not before[0]
    assert (np.asarray, np.array) == before
    np.testing.assert_array_equal(np.asarray(A) @ B, A @ B)


def test_the_caller_keeps_its_own_arrays():
    mine = A.copy()
    with by_hand(mine) as (guarded,):
        guarded += 1
    np.testing.assert_array_equal(mine, A)
