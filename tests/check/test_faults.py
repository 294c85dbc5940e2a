"""Faults that the code of a wrong answer shows, and nothing where it shows none."""

import numpy as np
import pytest
from check.cells import run

from course.check.faults import fault, given_back, not_raised, taken_for_several

A, B = np.ones((2, 4)), np.ones((4, 6))
LOOP = """
def product(A, B):
    C = np.{made}((A.shape[0], B.shape[1]))
    for i in range({rows}):
        for k in range(A.shape[1]):
            {line}
    return C
"""


def answer(source):
    namespace = run({"np": np}, source)
    return next(value for name, value in namespace.items() if name not in ("np", "__builtins__"))


def error_of(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return error
    return None


def said(source, *arguments, parameters=("A", "B")):
    function = answer(source)
    error = error_of(function, *arguments) if arguments else None
    return fault(function, error, parameters)


def product(line, rows="A.shape[0]", made="zeros"):
    return said(LOOP.format(line=line, rows=rows, made=made), A, B)


def test_an_index_past_the_end_is_told_with_the_loop_that_counts_it():
    says = product("C[i] += A[i, k] * B[k]", rows="B.shape[0]")
    assert says.startswith("`i` runs over `range(B.shape[0])`, and has come to 2.")
    assert "`C` has 2 rows" in says
    assert "In `A[k, i]` it is the number of a row" in product("C[i] += A[k, i] * B[k]")


def test_one_place_too_far():
    code = "def f(A, B):\n    return A[B.argmax() + {}]"
    found = said(code.format(1), [1, 2], np.array([0, 1]))
    assert found == "`B.argmax() + 1` is one place further than `B.argmax()`. Both count from 0."
    assert said(code.format(9), [1, 2], np.array([0, 1])) == ""
    assert said(code.format(1), [1, 2], np.array([1, 0])) == ""


def test_an_index_that_no_loop_counts_is_not_guessed_at():
    assert product("j = 9; C[i] += A[i, j] * B[k]") == ""


@pytest.mark.parametrize("made", ["empty", "empty_like"])
def test_leftovers_that_are_added_to(made):
    lines = f"def f(x):\n    y = np.{made}(x)\n    y[0] += 1\n    return y"
    assert "`y` begins with what the memory happened to hold" in said(lines)


def test_an_empty_array_that_is_filled_is_right():
    assert said("def f(x):\n    y = np.empty(3)\n    y[:] = 0\n    y[0] += 1\n    return y") == ""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("total *= x", "`total` begins at 0, and 0 times any number is 0."),
        ("x += x", "`total` never changes after the line `total = 0.0`."),
        ("total += x", ""),
        ("total = total * x + 1", ""),
        ("total += 1; total *= x", ""),
    ],
)
def test_sums_that_stay_at_zero(body, says):
    code = f"def f(a):\n    total = 0.0\n    for x in a:\n        {body}\n    return total"
    assert said(code, parameters=("a",)) == says


def test_a_number_that_is_read_on_the_way_is_no_fault():
    code = "def f(a):\n    size = 3\n    print(size)\n    return size"
    assert said(code, parameters=("a",)) == ""


def test_a_return_that_ends_the_first_round():
    code = "def f(a):\n    for x in a:\n        y = x\n        return y"
    assert "inside the loop `for x in a`" in said(code, parameters=("a",))
    for way_on in ("continue", "break"):
        code = f"def f(a):\n    for x in a:\n        if x: {way_on}\n        return x"
        assert said(code, parameters=("a",)) == ""
    code = "def f(a):\n    for x in a:\n        if x:\n            return x"
    assert said(code, parameters=("a",)) == ""


def test_a_row_taken_for_a_column():
    code = "def f(A, B):\n    return A[:][0]"
    assert said(code).startswith("`A[:][0]` is row `0`")
    assert said("def f(A, B):\n    return A[:, 0]") == ""


def test_arguments_in_another_order_and_a_default_that_is_gone():
    assert "another order" in said("def f(B, A):\n    return A")
    code = "def f(A, mask):\n    return A"
    assert said(code, A, parameters=("A", "mask")) == (
        "Your function is also called without `mask`: keep its default value in the first line."
    )
    assert said(code, A, A, parameters=("A", "mask")) == ""


def test_the_second_argument_of_max():
    code = "def f(A, B):\n    return np.max(3.0, A)"
    assert said(code, A, B).startswith("The second argument of `np.max` is an axis.")
    assert said("def f(A, axis):\n    return np.max(A, axis)", A, 0, parameters=("A", "axis")) == ""
    matrix = "def f(A, B):\n    return max(A)"
    assert said(matrix, A, B).startswith("Python's own `max` compares whole rows of a matrix")


def test_the_variable_that_is_given_back():
    assert given_back(answer("def f(a):\n    b = a.sort()\n    return b")) == "b"
    for body in ("if a:\n        return a", "if a:\n        return\n    return a", "return a[0]"):
        assert given_back(answer(f"def f(a):\n    {body}")) == ""
    assert given_back(len) == ""


def test_a_place_for_one_number_that_is_given_several():
    function = answer(LOOP.format(line="C[i, k] += A[i, k] * B[k]", rows="2", made="zeros"))
    says = taken_for_several(function, error_of(function, A, B))
    assert says == (
        "`C[i, k]` is a place for one number, since `C` is (2, 6); several numbers were put there."
    )
    assert taken_for_several(function, ValueError("another")) == ""


@pytest.mark.parametrize("root", ["x ** 1/2", "x / n ** 1/2", "x * n ** 1 / 2"])
def test_a_power_that_is_no_root(root):
    base = "n" if "n" in root else "x"
    says = f"`{base} ** 1 / 2` is no root: the power is taken first. A root is `{base} ** 0.5`."
    assert said(f"def f(x, n):\n    return {root}", parameters=("x", "n")) == says
    right = root.replace("1/2", "(1/2)").replace("1 / 2", "0.5")
    assert said(f"def f(x, n):\n    return {right}", parameters=("x", "n")) == ""


SUM = "def f(A):\n    h = 0\n    for x in A:\n        {line}\n    return h"


@pytest.mark.parametrize("line", ["h = -x * np.log(x)", "if x > 0:\n            h = x * x"])
def test_a_sum_that_is_overwritten(line):
    says = said(SUM.format(line=line), parameters=("A",))
    assert says == "`h` gets a new value in every round of the loop, and only the last one is left."


@pytest.mark.parametrize("line", ["h += x * x", "h = h + x", "h = x", "h = x * x; print(h)"])
def test_what_a_loop_adds_or_finds_or_reads_is_not_overwritten(line):
    assert said(SUM.format(line=line), parameters=("A",)) == ""


def test_a_function_without_text_has_no_fault_to_show():
    namespace = {}
    exec("def f(a):\n    for x in a:\n        return x", namespace)
    assert fault(namespace["f"], None, ("a",)) == ""
    assert fault(len, None, ("a",)) == ""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            "return A\n    if B < 0:\n        raise ValueError",
            "The lines below `return A` never run.",
        ),
        ("if B < 0:\n        print('negative')\n    return A", "`print` shows a text"),
        ("if B == 0:\n        raise ValueError\n    print(A)\n    return A", ""),
        ("return A", ""),
        ("return A\n    raise NotImplementedError", ""),
    ],
)
def test_why_no_error_was_raised(body, says):
    found = not_raised(answer(f"def f(A, B):\n    {body}"))
    assert found.startswith(says)
    assert bool(found) == bool(says)


MATRIX = np.ones((3, 2))
KEYS = np.ones((5, 2))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return A @ B.transpose", "`B.transpose` without round brackets is the method itself"),
        ("return np.dot(A, B.transpose)", "`B.transpose` without round brackets is the method"),
        ("return A @ B.T.T", "`B.T.T` is transposed twice"),
        ("B = B.T\n    return A @ B.T", "`B` is transposed twice: in the line `B = B.T`"),
        ("return np.inner(A, B.T)", "`np.inner` takes the rows of both arrays"),
        ("return A @ B", ""),
        ("C = B.T\n    return A @ C.T", ""),
        ("return np.inner(A.sum(axis=0), B[:, 0])", ""),
    ],
)
def test_a_transpose_that_does_not_do_what_it_should(body, says):
    found = said(f"def f(A, B):\n    {body}", MATRIX, KEYS)
    assert found.startswith(says)
    assert bool(found) == bool(says)


def test_a_transpose_of_another_function_is_no_second_one():
    code = "def f(A, B):\n    return A @ B.T\n\ndef g(A):\n    A = A.T\n    return A"
    function = run({"np": np}, code)["f"]
    assert fault(function, error_of(function, MATRIX, np.ones((5, 4))), ("A", "B")) == ""


def test_a_result_that_comes_back_twice():
    code = "def f(A, B):\n    Q = A\n    K = B\n    V = A + B\n    return Q, K, K"
    assert (
        said(code) == "`return (Q, K, K)` gives `K` back twice, and `V` is computed and never used."
    )
    assert said(code.replace("K, K", "K, V")) == ""
    assert said(code.replace("    V = A + B\n", "")) == ""


def test_a_loop_in_brackets_past_the_end():
    code = "def f(A, B):\n    return [A[i] for i in range(4)]"
    assert said(code, MATRIX, KEYS).startswith("`i` runs over `range(4)`, and has come to 3.")


def test_a_place_with_room_for_fewer_numbers():
    code = "def f(A, B):\n    C = np.zeros((3, 2))\n    {} = np.ones(5)\n    return C"
    function = answer(code.format("C[0]"))
    assert taken_for_several(function, error_of(function, A, B)) == (
        "`C[0]` is a place of shape (2,), since `C` is (3, 2); what is put there has the shape "
        "(5,)."
    )
    function = answer(code.format("C[0] = C[1]"))
    assert taken_for_several(function, error_of(function, A, B)) == ""
