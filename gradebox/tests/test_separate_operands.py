"""Arithmetic with objects of the student's, where a test expects objects and where it does not."""

import numpy as np
import pytest
from gradebox.kernel.names import classes_given
from gradebox.separate.wire import WireError
from nbformat.v4 import new_code_cell
from two_processes import student

VECTORS = """
class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Vec({self.x}, {self.y})"

    def __add__(self, other):
        other = other if isinstance(other, Vec) else Vec(other, other)
        return Vec(self.x + other.x, self.y + other.y)

    __radd__ = __add__

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __mul__(self, factor):
        return Vec(self.x * factor, self.y * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor):
        return self * (1 / divisor)

    def __matmul__(self, other):
        return self.x * other.x + self.y * other.y

    def __abs__(self):
        return (self @ self) ** 0.5

    def __imul__(self, factor):
        self.x *= factor
        self.y *= factor
        return self

    def __divmod__(self, by):
        return self.x // by, self.y % by


def make(x, y):
    return Vec(x, y)
"""

RIGHT = {
    "v + w": "Vec(4, 6)",
    "v + 2": "Vec(3, 4)",
    "2 + v": "Vec(3, 4)",
    "10 - v": "Vec(9, 8)",
    "v - 1": "Vec(0, 1)",
    "2 * v": "Vec(2, 4)",
    "np.float64(2) * v": "Vec(2.0, 4.0)",
    "w / 2": "Vec(1.5, 2.0)",
    "-v": "Vec(-1, -2)",
    "v @ w": "11",
    "abs(w)": "5.0",
    "abs(w) - 5": "0.0",
    "divmod(w, 2)": "(1, 0)",
    "sum([v, w, v])": "Vec(5, 8)",
    "-(v + w) * 2 + 1": "Vec(-7, -11)",
    "v + (w + v) - w": "Vec(2, 4)",
    "Vec(*[1, 1]) + make(2, 2)": "Vec(3, 3)",
    "make(2, 2) - v": "Vec(1, 0)",
}


@pytest.fixture(scope="module")
def names():
    with student(VECTORS, classes={"Vec"}) as fetched:
        yield fetched


@pytest.fixture
def given(names):
    Vec = names.fetch("Vec")
    return {"v": Vec(1, 2), "w": Vec(3, 4), "Vec": Vec, "make": names.fetch("make"), "np": np}


@pytest.mark.parametrize("code", RIGHT)
def test_objects_that_a_test_has_made_are_computed_with(given, code):
    assert str(eval(code, given)) == RIGHT[code]


def test_what_comes_of_it_is_an_object_as_any(given):
    v, Vec = given["v"], given["Vec"]
    both = v + given["w"]
    assert isinstance(both, Vec)
    assert isinstance(v, Vec)
    assert (both.x, both.y, type(both).__name__) == (4, 6, "Vec")
    with pytest.raises(TypeError, match="cannot be compared"):
        _ = both == Vec(4, 6)
    with pytest.raises(TypeError, match="cannot be compared"):
        _ = v < 5


def test_in_place_is_in_place(given):
    v = again = given["v"]
    v *= 3
    assert v is again
    v -= 1
    assert (v.x, v.y, again.x) == (2, 5, 3)


def test_an_operator_that_the_class_has_not_is_no_fault_of_being_apart(given):
    with pytest.raises(TypeError, match="unsupported operand") as caught:
        given["v"] ** 2
    assert not hasattr(caught.value, "is_of_being_apart")


LIARS = """
class Vec:
    def __init__(self, *args):
        pass

    def nothing(self, *others):
        return 0.0

    def me(self, *others):
        return self

    __sub__ = __rsub__ = __truediv__ = __mod__ = __xor__ = __pow__ = nothing
    __add__ = __mul__ = __abs__ = __neg__ = __iadd__ = me
    length = me


class root(Vec):
    pass


def mean(x):
    return Vec()
"""


@pytest.mark.parametrize(
    "code",
    [
        "abs(mean(1) - 5) < 1",
        "abs(5 - mean(1)) < 1",
        "np.isclose(mean(1), 5)",
        "np.allclose(np.array([5.0, 5]) - mean(1), 0)",
        "mean(1) ** 2 == 0",
        "abs(root(4) - 2) < 1",
        "root(4) - Vec() == 0 and root(4) - root(5) - 5 == 0",
        "abs(abs(Vec(3, 4)) - 5) < 1",
        "abs(Vec(3, 4).length() - 5) < 1",
        "abs(Vec() * Vec() - 11) < 1",
        "(Vec() + Vec()) % 5 == 0",
        "abs(Vec()) + Vec() == Vec() + 3",
        "-mean(1) - 5 == 0",
    ],
)
def test_an_object_in_the_place_of_a_number_is_no_operand(code):
    with student(LIARS, classes={"Vec"}) as names:
        found = {name: names.fetch(name) for name in ("Vec", "mean", "root")}
        with pytest.raises(TypeError, match=r"stays with the answers|unsupported operand|ufunc"):
            assert eval(code, found | {"np": np})


def test_nothing_is_an_operand_without_the_solution():
    with student(VECTORS) as names:
        Vec = names.fetch("Vec")
        with pytest.raises(TypeError, match="that the solution defines, too") as caught:
            Vec(1, 2) + Vec(3, 4)
        assert hasattr(caught.value, "is_of_being_apart")
        with pytest.raises(TypeError, match="takes part in arithmetic") as caught:
            -Vec(1, 2) - 5
        assert not hasattr(caught.value, "is_of_being_apart")


def test_an_unknown_operator_does_nothing(given):
    with pytest.raises((KeyError, TypeError, WireError)):
        given["v"]._student_ask("arithmetic", ("__eq__", given["v"], 1))


def test_the_classes_of_a_solution_are_those_that_are_nothing_else():
    mark = {"nbgrader": {"solution": True, "grade": False, "locked": False, "grade_id": "a"}}
    cells = [
        new_code_cell("class A: pass\nclass B: pass\nclass C: pass", metadata=mark),
        new_code_cell("def B(): pass\nC = A", metadata=mark),
        new_code_cell("class Broken(", metadata=mark),
        new_code_cell("class D: pass"),
    ]
    assert classes_given(cells) == {"A", "D"}
