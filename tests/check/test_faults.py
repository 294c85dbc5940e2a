"""Faults that the code of a wrong answer shows, and nothing where it shows none."""

import numpy as np
import pytest
from check.cells import run

from course.check.describe import describe
from course.check.error_meanings import describe_error
from course.check.faults import fault
from course.check.faults.arrays import not_filled, sizes_fixed
from course.check.faults.calls import calls_of_line
from course.check.faults.exchanged import exchanged_call
from course.check.faults.not_raised import not_raised
from course.check.faults.notebook_variables import outside_variable
from course.check.faults.products import (
    met_by_entry,
    needless_transpose,
    of_one_shape,
    several_arrays,
)
from course.check.faults.results import (
    changed_part,
    cut_off,
    given_back,
    joined_to_one_row,
    left_without_return,
    never_reached,
    not_as_asked,
    not_made,
    summed_away,
    taken_for_several,
)
from course.check.faults.unused import unused_name, unused_result
from course.check.frames import line_of_answer

A, B = np.ones((2, 4)), np.ones((4, 6))
LOOP = """
def product(A, B):
    C = np.{made}((A.shape[0], B.shape[1]))
    for i in range({rows}):
        for k in range(A.shape[1]):
            {line}
    return C
"""

WITHOUT = "without the `.T`, if these are the right two."


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
        ("total = total * x", "`total` begins at 0, and 0 times any number is 0."),
        ("total = total + x", ""),
        ("x += x", "`total` never changes after the line `total = 0.0`."),
        ("total += x", ""),
        ("total = total * x + 1", ""),
        ("total += 1; total *= x", ""),
    ],
)
def test_sums_that_stay_at_zero(body, says):
    code = f"def f(a):\n    total = 0.0\n    for x in a:\n        {body}\n    return total"
    assert said(code, parameters=("a",)) == says


def test_zeros_that_nothing_changes():
    code = "def f(a):\n    top, total = 1.0, np.zeros((2, 1))\n{}    return a / total"
    found = said(code.format(""), parameters=("a",))
    assert found == "`total` never changes after the line `total = np.zeros((2, 1))`."
    assert said(code.format("    total[0] = 1\n"), parameters=("a",)) == ""
    assert said(code.format("    total.fill(top)\n"), parameters=("a",)) == ""
    made = "def f(a):\n    table = np.zeros({})\n    {}return table"
    assert said(made.format("3, 3", ""), 1) == ""  # that line itself raises, whatever comes below
    assert said(made.format("3", "a[0]\n    "), 1).startswith("`table` never changes after")
    not_run = (
        "def f(a):\n    for x in a:\n        if x > 9:\n            total = 0\n    return total"
    )
    assert "never changes" not in said(not_run, [1, 2], parameters=("a",))


def test_a_break_that_nothing_decides():
    code = "def f(a):\n    for x in a:\n        {}break\n    return x"
    says = "`break` stands in the loop `for x in a` under no `if`: its first round is its last."
    assert said(code.format("print(x)\n        ")) == says
    assert said(code.format("if x: ")) == ""
    assert said(code.format("if x:\n            continue\n        ")) == ""


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
    branches = f"{code}\n        else:\n            return 0"
    assert "In the loop `for x in a` every branch ends" in said(branches, parameters=("a",))


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("np.where(np.isnan(A), A, 0)", "`np.where(np.isnan(A), A, 0)` keeps what is NaN"),
        ("np.where(np.isnan(A), 0, A)", ""),
        ("np.where(np.isnan, 0, A)", "`np.isnan` without round brackets is the function itself"),
        ("np.where(~np.isnan(A), A, 0)", ""),
    ],
)
def test_what_is_put_in_the_place_of_nan(body, says):
    assert said(f"def f(A, B):\n    return {body}").startswith(says)
    assert bool(said(f"def f(A, B):\n    return {body}")) == bool(says)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("not (A[:2] == B[:2]).any()", "only where no entry at all agrees"),
        ("not np.any(A[:2] == B[:2])", "only where no entry at all agrees"),
        ("not np.isclose(A[:2], B[:2]).any()", "only where no entry at all agrees"),
        ("(A[:2] != B[:2]).all()", "only where every entry differs"),
        ("not (A[:2] == B[:2]).all()", ""),
        ("np.any(A[:2] != B[:2])", ""),
        ("not ((new := A) == B).any()", ""),
        ("not (np.array(A) == B).any()", ""),
        ("not (A == 0).any()", ""),
        ("not np.isnan(A).any()", ""),
    ],
)
def test_any_and_all_exchanged(body, says):
    found = said(f"def f(A, B):\n    return {body}")
    assert says in found
    assert bool(found) == bool(says)
    named = "def f(A, B):\n    new, old = A[:2], B[:2]\n    return not (new == old).any()"
    assert "only where no entry at all agrees" in said(named)


def test_a_row_taken_for_a_column():
    code = "def f(A, B):\n    return A[:][0]"
    assert said(code).startswith("`A[:][0]` is row `0`")
    assert said("def f(A, B):\n    return A[:, 0]") == ""
    for rows, is_told in (("A.shape[0]", False), ("len(A)", False), ("A.shape[1]", True)):
        code = f"def f(A, B):\n    return [A[:][i] for i in range({rows})]"
        assert said(code).startswith("`A[:][i]` is row") == is_told


@pytest.mark.parametrize(
    ("lines", "index"),
    [
        ("rows = np.where(B)\n    return A[rows, :]", "`A[rows, :]` has an axis too many."),
        ("rows = np.nonzero(B)\n    return A[:, rows]", "`A[:, rows]` has an axis too many."),
        ("rows = np.where(B)\n    return A[rows]", ""),
        ("rows = np.where(B)[0]\n    return A[rows, :]", ""),
        ("rows = np.where(B)\n    rows = rows[0]\n    return A[rows, :]", ""),
        ("(rows,) = np.where(B)\n    return A[rows, :]", ""),
        ("rows = np.where(B, 1, 0)\n    return A[rows, :]", ""),
    ],
)
def test_a_tuple_of_places_among_other_indices(lines, index):
    found = said(f"def f(A, B):\n    {lines}")
    assert index in found
    assert bool(found) == bool(index)


def test_arguments_in_another_order_and_a_default_that_is_gone():
    assert "another order" in said("def f(B, A):\n    return A")
    code = "def f(A, mask):\n    return A"
    assert said(code, A, parameters=("A", "mask")) == (
        "Your function is also called without `mask`: keep its default value in the first line."
    )
    assert said(code, A, A, parameters=("A", "mask")) == ""


def test_a_function_that_calls_itself_by_mistake():
    for given, more in (("Q", ""), ("Q, K", " `attention` is the one that takes Q, K.")):
        code = (
            "def attention(Q, K):\n    return Q\n\n\ndef f(A, B, C):\n    Q, K = A, B\n"
            f"    return f({given})"
        )
        function = run({"np": np}, code)["f"]
        found = fault(function, error_of(function, A, B, A), ("A", "B", "C"))
        assert found == f"`f({given})` calls the function in which it stands, itself.{more}"


@pytest.mark.parametrize("again", ["f(A, B)", "f(B, A)"])
def test_the_line_of_the_call_of_oneself(again):
    function = answer(f"def f(A, B):\n    C = A @ B\n    C = {again}\n    return C")
    error = error_of(function, A, B)
    assert line_of_answer(error, function).startswith(f"C = {again} # ")
    itself = f"`{again}` calls the function in which it stands, itself."
    assert fault(function, error, ("A", "B")) == itself


@pytest.mark.parametrize(
    ("test", "again", "is_meant"),
    [("A.ndim == 1", "f(A[0], B)", True), ("A is None", "f(A, B)", False)],
)
def test_a_function_that_calls_itself_on_purpose(test, again, is_meant):
    function = answer(f"def f(A, B):\n    if {test}:\n        return A @ A @ B\n    return {again}")
    error = error_of(function, A, B)
    assert bool(fault(function, error, ("A", "B"))) != is_meant
    assert line_of_answer(error, function).startswith(
        "return A @ A @ B" if is_meant else "return f"
    )


def test_sizes_of_a_matrix():
    assert "in reading order" in said("def f(A, B):\n    return A.reshape(A.shape[1], A.shape[0])")
    assert "in reading order" in said(
        "def f(A, B):\n    return A.reshape((A.shape[1], A.shape[0]))"
    )
    assert said("def f(A, B):\n    return A.reshape(B.shape[1], A.shape[0])") == ""
    assert "the size of every axis" in said("def f(A, B):\n    return A / np.sqrt(A.shape)")
    for root in ("np.sqrt(A.shape[1])", "np.sqrt(A.shape)[1]"):
        assert said(f"def f(A, B):\n    return A / {root}") == ""


@pytest.mark.parametrize(
    "lines",
    [
        "return A / A.sum(axis=1)",
        "return A - np.max(A, axis=-1)",
        "sums = A.sum(axis=1)\n    return A / sums",
    ],
)
def test_sums_of_rows_that_lost_their_axis(lines):
    says = said(f"def f(A, B):\n    {lines}", A, B)
    assert "is a vector, (2,), and meets the columns of `A`" in says
    assert "(2, 1)" in says


def test_other_vectors_keep_their_own_error():
    assert said("def f(A, B):\n    return A / B.sum(axis=1)[:2]", A, B) == ""
    assert said("def f(A, B):\n    return B / A.sum(axis=1)", A, B) == ""
    assert said("def f(A, B):\n    return A / A.sum(axis=0)[:3]", A, B) == ""


def test_a_loop_that_never_uses_its_variable():
    code = "def f(A, B):\n    rows = [B]\n    for a in A:\n        rows.append({})\n    return rows"
    assert unused_name(answer(code.format("A[0]"))) == (
        "No line in the loop `for a in A` uses `a`: every round is the same."
    )
    assert unused_name(answer(code.format("a"))) == ""
    assert unused_name(answer(code.replace("a in A", "_ in A").format("A[0]"))) == ""


def test_the_second_argument_of_max():
    code = "def f(A, B):\n    return np.max(3.0, A)"
    assert said(code, A, B).startswith("The second argument of `np.max` is an axis.")
    assert said("def f(A, axis):\n    return np.max(A, axis)", A, 0, parameters=("A", "axis")) == ""
    matrix = "def f(A, B):\n    return max(A)"
    says = "Python's own `max` compares whole rows of a matrix"
    assert said(matrix, A, B) == f"{says}: `np.max` takes an axis."
    row = "def f(A, B):\n    b = B[0]\n    row = A[1]\n    return list(row).index(max(A))"
    assert said(row, A, B) == f"{says}, and `A` is (2, 4). One row of it is `row`."


def test_the_variable_that_is_given_back():
    assert given_back(answer("def f(a):\n    b = a.sort()\n    return b")) == "b"
    for body in ("if a:\n        return a", "if a:\n        return\n    return a", "return a[0]"):
        assert given_back(answer(f"def f(a):\n    {body}")) == ""
    assert given_back(len) == ""


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("if a > 1:\n        return A[0]", "under `if a > 1`, and that was not so here."),
        ("for x in A:\n        if x > 1:\n            return x", "and that was never true."),
        ("if a > 1:\n        return A.sort()", ""),  # that itself gives None back
        ("if a > 1:\n        return a\n    return A[0]", ""),
        ("if a > 1:\n        return A[0]\n    print(a)", ""),
    ],
)
def test_the_only_return_stands_under_a_condition(body, says):
    found = left_without_return(answer(f"def f(a, A):\n    {body}"))
    assert found.endswith(says)
    assert bool(found) == bool(says)


def test_a_return_that_is_never_reached():
    code = "def f(a):\n    if a:\n        raise ValueError\n    {}return a"
    assert never_reached(answer(code.format("    "))).startswith("`return a` stands right below a")
    assert never_reached(answer(code.format(""))) == ""


@pytest.mark.parametrize("change", ["row /= 2", "row[0] = 1", "row.sort()"])
def test_an_argument_that_is_changed_by_another_name(change):
    function = answer(f"def f(A):\n    row = A[0]\n    {change}\n    return row")
    assert changed_part(function, "A", {"A": A, "row": A[0]}) == (
        f"`row` is a part of `A`, and no copy: `{change}` changes both."
    )
    assert changed_part(function, "A", {"A": A, "row": A[0].copy()}) == ""
    all_of_it = changed_part(function, "A", {"A": A, "row": A})
    assert all_of_it.startswith("`row` is all of `A`")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            "if x > best:\n            best = x\n            return best",
            "`return` stands under `if",
        ),
        (
            "if x > best:\n            best = x\n        else:\n            return best",
            "`return` stands",
        ),
        ("if x > best:\n            best = x", ""),
        ("if x > 0:\n            best = x\n            return best", ""),
        ("if x == best:\n            best = x\n            return best", ""),
    ],
)
def test_a_search_that_gives_back_what_it_finds_first(lines, says):
    found = said(f"def f(A, B):\n    best = 0\n    for x in A:\n        {lines}\n    return best")
    assert found.startswith(says)
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("head", "test"),
    [
        ("for i, x in enumerate(A)", "x > best"),
        ("for i, x in enumerate(A)", "best < x"),
        ("for i in range(len(A))", "A[i] > best"),
    ],
)
def test_a_number_compared_with_a_position(head, test):
    code = f"def f(A, B):\n    best = 0\n    {head}:\n        if {test}:\n            best = {{}}"
    code += "\n    return best"
    assert said(code.format("i")) == (
        f"`best` gets a position, `i`, and `{test}` compares an entry with it. Compare the two "
        "entries."
    )
    assert said(code.format("A[i]")) == ""
    assert said(code.format("i").replace(test, "A[i] > A[best]")) == ""


def test_a_diagonal_alone_that_is_filled():
    code = (
        "def f(A, B):\n    C = np.zeros((2, 2))\n    for i in range(2):\n        {}\n    return C{}"
    )
    assert said(code.format("C[i, i] = A[i] @ B[i]", "")) == (
        "Only the entries `C[i, i]` get a value, those on the diagonal."
    )
    assert said(code.format("C[i, i] = 1\n        C[i, 0] = 2", "")) == ""
    assert said(code.format("C[i, i] = 1", " - A")) == ""


def test_an_argument_that_is_left_out_of_a_call():
    code = (
        "def g(weights, tokens, query):\n    return 1\n\n\ndef f(A, B):\n    {}\n    return g({})"
    )
    names = "weights = tokens = query = 1"
    function = run({"np": np}, code.format(names, "weights, query"))["f"]
    assert fault(function, error_of(function, A, B), ("A", "B")) == (
        "`g(weights, query)` is called without `tokens`: the first line of `g` has weights, "
        "tokens, query."
    )
    function = run({"np": np}, code.format(names, "A, B"))["f"]
    assert fault(function, error_of(function, A, B), ("A", "B")) == ""


def test_indices_behind_those_that_took_a_part():
    found = said("def f(A, B):\n    return [A[i][:, i] for i in range(2)]", A, B)
    assert found == (
        "`A[i]` has the shape (4,), and the brackets behind it, in `A[i][:, i]`, take 2 axes of it."
    )
    assert said("def f(A, B):\n    return A[0, 0, 0]", A, B) == ""


def test_vectors_without_a_dot_product():
    function = answer("def f(A, B):\n    return np.dot(A[0], B[0])")
    assert describe_error(error_of(function, A, B)) == (
        "ValueError: there is no dot product of vectors of the sizes 4 and 6 (it pairs their "
        "numbers, so the sizes have to be equal)"
    )


def test_a_place_for_one_number_that_is_given_several():
    function = answer(LOOP.format(line="C[i, k] += A[i, k] * B[k]", rows="2", made="zeros"))
    says = taken_for_several(function, error_of(function, A, B))
    assert says == (
        "`C[i, k]` is a place for one number, since `C` is (2, 6); an array was put there."
    )
    assert taken_for_several(function, ValueError("another")) == ""


@pytest.mark.parametrize("root", ["x ** 1/2", "x / n ** 1/2", "x * n ** 1 / 2", "x ** (1 // 2)"])
def test_a_power_that_is_no_root(root):
    base = "n" if "n" in root else "x"
    power, why = (
        ("(1 // 2)", "`1 // 2` is 0") if "//" in root else ("1 / 2", "the power is taken first")
    )
    says = f"`{base} ** {power}` is no root: {why}. A root is `{base} ** 0.5`."
    assert said(f"def f(x, n):\n    return {root}", parameters=("x", "n")) == says
    right = root.replace("1/2", "(1/2)").replace("1 / 2", "0.5").replace("//", "/")
    assert said(f"def f(x, n):\n    return {right}", parameters=("x", "n")) == ""


def test_a_sign_that_is_no_power():
    says = said("def f(x, n):\n    return x / n ^ 2", parameters=("x", "n"))
    assert says == "`^` is no power in Python: write `x / n ** 2` for `x / n ^ 2`."
    assert "`n ** 2 * 8`" in said("def f(x, n):\n    return n ^ 2 * 8", parameters=("x", "n"))
    assert "`10 ** -6`" in said("def f(x, n):\n    return x > 10 ^ -6", parameters=("x", "n"))
    for right in ("x ^ n", "x ^ True", "x ** 2"):
        assert said(f"def f(x, n):\n    return {right}", parameters=("x", "n")) == ""


@pytest.mark.parametrize(
    ("root", "whole"),
    [("int(np.sqrt(n))", "int(np.sqrt(n))"), ("int(n ** 0.5)", "int(n ** 0.5)"), ("int(n)", "")],
)
def test_a_root_that_is_cut_to_a_whole_number(root, whole):
    says = f"`{whole}` cuts the root to a whole number: keep its fraction." if whole else ""
    assert said(f"def f(x, n):\n    return x / {root}", parameters=("x", "n")) == says


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
        (
            "if A:\n        raise ValueError\n        raise TypeError\n    return A",
            "The lines below `raise ValueError` never run. Another `raise` is there.",
        ),
        ("print('negative')\n    return A", "`print` shows a text"),
        ("if B < 0:\n        print('negative')\n    return A", "Under `if B < 0` stands a `print`"),
        (
            "if A:\n        raise ValueError\n    if B < 0:\n        print('b')\n    return A",
            "Under `if B < 0` stands a `print`",
        ),
        (
            "if B < 1 - 0.1 and B > 1 + 0.1:\n        raise ValueError\n    return A",
            "`B < 1 - 0.1 and B > 1 + 0.1` is never so",
        ),
        ("if B > 1 and B < 0:\n        raise ValueError", "`B > 1 and B < 0` is never so"),
        ("if B < 1 and B > 0:\n        raise ValueError\n    return A", ""),
        ("if B < A and B > 0:\n        raise ValueError\n    return A", ""),
        ("if B < 0 and A > 1:\n        raise ValueError\n    return A", ""),
        ("if B:\n        ValueError('b')\n    return A", "`ValueError('b')` makes an error and"),
        ("error = ValueError('b')\n    return A", ""),
        ("if B == 0:\n        raise ValueError\n    print(A)\n    return A", ""),
        ("return A", ""),
        ("return A\n    raise NotImplementedError", ""),
        ("print(B)\n    return A", ""),
        ("try:\n        return A / B\n    except ValueError:\n        print(B)", "The lines under"),
        (
            "try:\n        A / B\n    except TypeError:\n        raise\n    return A",
            "The lines under",
        ),
        ("try:\n        A / B\n    except ValueError:\n        print(B)", "`print` shows a text"),
        ("try:\n        return A / B\n    except ValueError:\n        return B", ""),
        ("try:\n        assert B\n    except AssertionError:\n        raise ValueError", ""),
        ("if abs(B) > 1e6:\n        raise ValueError\n    return A", "`1e6` is a 1 with 6 zeros"),
        ("if B.any() < 0:\n        raise ValueError\n    return A", "`B.any()` is True or False"),
        (
            "if np.all(B < 0):\n        raise ValueError\n    return A",
            "`np.all(B < 0)` is true only",
        ),
        (
            "if (B < 0).all():\n        raise ValueError\n    return A",
            "`(B < 0).all()` is true only",
        ),
        ("if abs(B) > 1e-6 or B.all():\n        raise ValueError\n    return A", ""),
        ("if not np.all(B >= 0):\n        raise ValueError\n    return A", ""),
    ],
)
def test_why_no_error_was_raised(body, says):
    found = not_raised(answer(f"def f(A, B):\n    {body}"), True, 1 if "return" in body else None)
    assert found.startswith(says)
    assert bool(found) == bool(says)


def test_a_print_that_was_not_reached_is_no_reason():
    code = "def f(A):\n    if A > 9:\n        print(A)\n    if A < 0:\n        raise ValueError"
    assert not_raised(answer(code), False) == ""
    assert not_raised(answer(code), True).startswith("Under `if A > 9` stands a `print`")


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


def test_a_slice_that_lacks_its_comma():
    code = "def f(A, B):\n    for k in range({}):\n        C = A[0] + B[:k]"
    says = said(code.format("B.shape[1]"), MATRIX, np.ones((5, 3)))
    assert says == "`B[:k]` holds the rows before row `k`. Column `k` is `B[:, k]`, with a comma."
    assert said(code.format("len(B)"), MATRIX, np.ones((5, 3))) == ""


def test_a_number_of_the_loop_that_is_taken_for_a_position():
    code = "def f(A, B):\n    for {} in {}:\n        A[x]"
    says = said(code.format("x, y", "zip(A, B)"), np.array([1.5]), B[0])
    assert says.startswith("`x` is 1.5 here: a number that the loop took out of an array")
    code = "def f(A, B):\n    x = 0.5\n    for y in A:\n        A[x]"
    assert said(code, np.array([1.5]), B[0]) == ""


def test_a_place_with_room_for_fewer_numbers():
    code = "def f(A, B):\n    C = np.zeros((3, 2))\n    {} = np.ones(5)\n    return C"
    function = answer(code.format("C[0]"))
    assert taken_for_several(function, error_of(function, A, B)) == (
        "`C[0]` is a place of shape (2,), since `C` is (3, 2); what is put there has the shape "
        "(5,). The line `C = np.zeros((3, 2))` fixes its sizes: take them from the arguments."
    )
    function = answer(code.replace("zeros((3, 2))", "zeros_like(A)").format("C[0]"))
    says = taken_for_several(function, error_of(function, A, B))
    assert says.endswith("The line `C = np.zeros_like(A)` gives it the shape of `A`.")
    function = answer(code.replace("(3, 2)", "A.shape").format("C[0]"))
    assert taken_for_several(function, error_of(function, A, B)).endswith("the shape (5,).")
    function = answer(code.format("C[0] = C[1]"))
    assert taken_for_several(function, error_of(function, A, B)) == ""


NUDGED = """
def f(A, B):
    C = np.zeros(A.shape)
    for i in np.ndindex(A.shape):
        {made}
        up[i] += 1
        down[i] -= 1
        C[i] = up[i] - down[i]
    return C
"""


@pytest.mark.parametrize(
    "made", ["up = A.copy(); down = up", "up = down = A * 1", "up, down = A, A"]
)
def test_two_names_of_one_array(made):
    found = said(NUDGED.format(made=made))
    assert found.startswith("`up` and `down` are one array: ")
    assert found.endswith("makes no copy.")


@pytest.mark.parametrize(
    "made", ["up, down = A.copy(), A.copy()", "up = A * 1; down = up.copy()", "up = A; down = B"]
)
def test_two_copies_are_two_arrays(made):
    assert said(NUDGED.format(made=made)) == ""


def test_a_call_that_gives_back_none():
    found = said("def f(A, B):\n    return np.fill_diagonal(A, 1)")
    assert found.startswith("`np.fill_diagonal(A, 1)` changes `A` and gives back None.")
    assert "changes `x`" in said("def f(A, B):\n    x = []\n    x = x.append(B)\n    return x")
    assert said("def f(A, B):\n    A = np.append(A, B)\n    return np.sort(A)") == ""


def test_an_array_made_like_another_has_its_axes():
    code = "def f(A, B):\n    J = np.{}\n    J[0, 1] = 1\n    return J"
    found = said(code.format("zeros_like(A[0])"), A, B)
    assert (
        found
        == "`J = np.zeros_like(A[0])` has the shape of `A[0]`, (4,), and `J[0, 1]` takes 2 axes."
    )
    assert said(code.format("zeros(4)"), A, B) == ""


def test_entry_by_entry_where_a_matrix_product_fits():
    def met(line, *arguments):
        function = answer(f"def f(A, B):\n    return {line}")
        return met_by_entry(function, error_of(function, *arguments))

    assert met("A * B", A, B).startswith("`A * B` multiplies entry by entry")
    drawn = answer(
        "def f(A, rng):\n    B = rng.normal(size=(4, 6))\n    A = rng.normal(size=(2, 4))\n"
        "    return A * B"
    )
    assert met_by_entry(drawn, error_of(drawn, A, np.random.default_rng(0))) == (
        "`A * B` multiplies entry by entry. Look at the lines that draw `A` and `B`: the two need "
        "one shape."
    )
    assert met("A.T * B", A, B) == ""
    assert met("A * B", A, A.T.copy()) == ""
    assert met("A * B", A, A) == ""
    many = np.ones((3, 2, 4)), np.ones((3, 5, 4))
    assert met("A * B.transpose(0, 2, 1)", *many).startswith("`A * B.transpose(0, 2, 1)` mult")
    assert met("A * np.swapaxes(B, -1, -2)", *many).startswith("`A * np.swapaxes(B, -1, -2)` mult")
    assert met("A * B.transpose(2, 1, 0)", *many) == ""
    assert met("A * B", *many) == ""
    assert met("A * B.transpose(0, 2, 1)", many[0], many[1][:2]) == ""  # 3 matrices and 2


def test_a_matrix_product_of_two_arrays_of_one_shape():
    def met(line, *arguments):
        function = answer(f"def f(A, B):\n    return {line}")
        return of_one_shape(function, error_of(function, *arguments))

    assert met("A @ B", A, A).startswith("Both sides of the `@` have the shape (2, 4).")
    assert met("A @ (B - B.sum(axis=1, keepdims=True))", A, A).startswith("Both sides of the `@`")
    for product in ("np.dot(A, B)", "np.matmul(A, B)", "A.dot(B)"):
        assert met(product, A, A).startswith("Both matrices have the shape (2, 4).")
    assert met("A @ A", A, B) == "`A @ A` has `A` on both sides, and `B` is never used."
    assert met("A @ A + 1 * (B is A)", A, B) == "`A @ A` has `A` on both sides."
    assert met("A @ B", B, A) == ""
    assert met("A @ B.T", A, B) == ""
    assert met("A @ B", A.T[:, :1], A.T[:, :1]) == ""  # a column may have been broadcast
    assert met("A @ (B[:1] - B)", A[:1], A) == ""


def test_functions_of_numpy_that_are_taken_for_others():
    assert said("def f(A, B):\n    return np.cross(A, B)").startswith("`np.cross` is the cross")
    assert said("def f(A, B):\n    return np.gradient(A(B))").startswith("`np.gradient` takes the")
    assert said("def f(A, B):\n    return A.gradient(B)") == ""


def test_a_return_that_sums_over_an_axis():
    code = "def f(A):\n    return {}"
    for line in ("(A * A).sum(axis=1)", "np.sum(A * A, axis=1)"):
        says = summed_away(answer(code.format(line)), A[0], A)
        assert says.startswith("The `return` ends in `sum` along `axis=1`")
    assert summed_away(answer(code.format("A.sum(axis=1)")), A, A) == ""
    assert summed_away(answer(code.format("A.sum(axis=1, keepdims=True)")), A[0], A) == ""
    assert summed_away(answer(code.format("A[0]")), A[0], A) == ""


def test_a_call_that_gives_several_results_in_a_product():
    code = "def g(A):\n    return A, A[0]\n\n\ndef f(A, B):\n    return B @ g(A)"
    function = run({"np": np}, code)["f"]
    error = error_of(function, A, B)
    found = several_arrays(function, error, {"g": ("output", "weights")})
    assert found.startswith("`g(A)` gives several arrays, a tuple.")
    assert several_arrays(function, error, {"g": ()}) == several_arrays(function, error) == ""


def test_several_arrays_in_a_product():
    code = "def g(A):\n    return A, A\n\n\ndef f(A, B):\n    both = g(A)\n    return B @ both"
    function = run({"np": np}, code)["f"]
    found = several_arrays(function, error_of(function, A, B))
    assert found == "`both` holds 2 arrays, a tuple. Take them apart first: `a, b = both`."


TWICE = """
def project(X, W):
    return X @ W

def f(A, B):
    return project({}, B)
"""


@pytest.mark.parametrize("given", ["A @ B", "(A + 1) @ B"])
def test_a_product_handed_to_a_function_that_makes_it(given):
    namespace = run({}, TWICE.format(given))
    rows = given.removesuffix(" @ B").strip("()")
    assert fault(namespace["f"], None, ("A", "B")) == (
        f"`project` multiplies by `B` itself: hand on `{rows}`, not `{given}`."
    )


@pytest.mark.parametrize("given", ["A", "A @ B.T", "A + B", "B @ A"])
def test_another_product_may_be_handed_on(given):
    assert fault(run({}, TWICE.format(given))["f"], None, ("A", "B")) == ""


CHOSEN = """
def f(A, mask):
    return [row for row, real in zip(A, {}) if {}]
"""


@pytest.mark.parametrize(
    ("written", "better"), [("real is True", "if real"), ("mask[0] is False", "if not mask[0]")]
)
def test_an_entry_is_never_python_s_own_true(written, better):
    assert said(CHOSEN.format("mask", written), parameters=("A", "mask")) == (
        f"`{written}` is never so for an entry of an array: write `{better}`."
    )


@pytest.mark.parametrize(("written", "better"), [("mask is True", "mask"), ("m is False", "~m")])
def test_rows_are_chosen_by_the_mask_itself(written, better):
    code = f"def f(H, {written[: written.index(' ')]}):\n    return H[{{}}].mean(axis=0)"
    says = f"`{written}` is False for any array: write `{better}` in its place."
    assert said(code.format(written)) == says
    assert said(code.format(better)) == ""


@pytest.mark.parametrize("written", ["real", "real == True", "mask is True", "real is None"])
def test_other_conditions_are_not_spoken_of(written):
    assert said(CHOSEN.format("mask", written), parameters=("A", "mask")) == ""
    assert said(CHOSEN.format("mask.tolist()", "real is True"), parameters=("A", "mask")) == ""
    own = "[j < 2 for j in range(3)]"
    assert said(CHOSEN.format(own, "real is True"), parameters=("A", "mask")) == ""


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("np.concatenate(A, A)", "all arrays stand together in one more pair of brackets"),
        ("np.stack(A, A)", "all arrays stand together in one more pair of brackets"),
        ("np.concatenate([A, A], axis=A)", "a position is a whole number"),
        ("[A][A]", "a position is a whole number"),
        ("A.sum - 1", "round brackets are missing"),
        ("A.__iadd__(np.ones((2, 3)))", "what stands on the left keeps its shape"),
        ("(0.0).append(A)", "lists have `append`"),
        ("[A][A.argmax]", "its round brackets are missing"),
        ("list('a')['a']", "a position is a whole number; for a word in a list, `index` gives it"),
        ("['a'].find('a')", "texts have `find`, and lists have `index`"),
        ("[A].argmax()", "arrays have that, and lists do not"),
        ("A.row(0)", "square brackets take a part of an array, as in `A[0]`"),
        ("[1.0] / 2.0", "a list does not compute entry by entry"),
        ("2.0 * [1.0]", "a list does not compute entry by entry"),
        ("np.average(A, weights=0 * A)", "`np.average` divides by the sum of the weights"),
        ("A[:, 0]", "the array has one axis there, as a row has, and more are asked for"),
    ],
)
def test_what_numpy_s_words_mean(line, means):
    function = answer(f"def f(A):\n    return {line}")
    assert means in describe_error(error_of(function, np.ones(3)))


@pytest.mark.parametrize(
    ("key", "near"), [("b_o", "b_O"), ("W_q", "W_Q"), ("norm1", "norm_1"), ("mask", "")]
)
def test_a_key_that_is_written_nearly_so(key, near):
    says = said(f"def f(A, B):\n    return A[{key!r}]", {"b_O": 1, "W_Q": 2, "norm_1": 3, 4: 5}, 0)
    assert says == (f"`A` has no key {key!r}; it has {near!r}." if near else "")


def test_keys_that_look_alike():
    assert said("def f(A, B):\n    return A['W_0']", {"W_O": 1, "W_V": 2}, 0).endswith("has 'W_O'.")
    says = said("def f(A, B):\n    return A['norm']", {"norm_1": 1, "norm_2": 2}, 0)
    assert says.endswith("it has 'norm_2' and 'norm_1'.")


def test_a_sum_below_a_root_keeps_its_brackets():
    says = said("def f(A, B):\n    return A / (A + B) ** 1 / 2", parameters=("A", "B"))
    assert says.endswith("A root is `(A + B) ** 0.5`.")


@pytest.mark.parametrize(
    "made", ["np.zeros_like(A)", "A.copy()", "np.zeros((2, 4), dtype=A.dtype)", "np.empty_like(A)"]
)
def test_an_array_made_for_whole_numbers(made):
    source = f"def f(A):\n    C = {made}\n    {{}}\n    return C"
    function = answer(source.format("C[0] = A[0] / 3"))
    assert cut_off(function, {"A": A.astype(int)}) == (
        f"`C = {made}` makes an array of whole numbers, as `A` is one here: fractions that are put "
        "into it are cut off."
    )
    assert cut_off(function, {"A": A}) == ""
    assert cut_off(answer(source.format("C = C / 3")), {"A": A.astype(int)}) == ""
    function = answer(source.format("C[0] += 0.5"))
    whole = A.astype(int)
    assert cut_off(function, {"A": whole}) == ""
    assert cut_off(function, {"A": whole}, error_of(function, whole)).endswith("find no room.")
    assert cut_off(function, {"A": whole}, ValueError("another")) == ""


LARGEST = """
def largest(row):
    {begin}
    for k, number in enumerate(row):
        if number > {best}:
            {end}
    return place
"""


@pytest.mark.parametrize(
    ("begin", "test", "end", "is_said"),
    [
        ("best, place = 0.1, 0", "number > best", "best, place = number, k", True),
        ("best = 0", "number > best", "best = number", False),
        ("best = 1e-9", "number > best", "best = number", False),  # rounding
        ("best = 0.1", "number < best", "best = number", False),
        ("least = 0.1", "number > least", "best = number", False),  # a threshold
    ],
)
def test_a_largest_value_that_begins_too_high(begin, test, end, is_said):
    code = f"def f(row):\n    {begin}\n    for k, number in enumerate(row):\n        if {test}:\n"
    found = fault(answer(f"{code}            {end}\n    return best"), None, ("row",))
    assert found.startswith("`best` begins at 0.1, so an entry below that is never") == is_said


@pytest.mark.parametrize(
    ("best", "begin", "end", "is_said"),
    [
        ("best", "best, place = -2, 0", "place = k", True),
        ("max_cos", "max_cos = -np.inf; place = 0", "place = k", True),
        ("best", "best, place = -2, 0", "best, place = number, k", False),
        ("least", "least, place = 0.5, 0", "place = k", False),  # as a threshold is
        ("best", "best, place = 0, 0", "place = k; break", False),
        ("largest", "largest, place = row[:-1].max(), 0", "place = k", False),
    ],
)
def test_a_best_value_that_is_never_replaced(best, begin, end, is_said):
    function = answer(LARGEST.format(best=best, begin=begin, end=end))
    says = (
        f"`number > {best}` compares with `{best}` in every round, and no line of the loop gives "
        f"`{best}` a new value."
    )
    assert fault(function, None, ("row",)) == (says if is_said else "")


def test_an_argument_that_is_replaced():
    code = "def f(x, n):\n    {}\n    return x * n"
    says = "`n = 64` replaces the argument: whatever the call gives as `n` has no effect."
    assert unused_name(answer(code.format("n = 64"))) == says
    for line in ("x = np.array([1, 2])", "x = np.random.default_rng(0)"):
        assert f"`{line}`" in unused_name(answer(code.format(line)))
    drawn = ("n = np.random.normal()", "n = np.random.default_rng()", "n = default_rng(n)")
    for line in ("n = n / 2", "m = n; n = m", *drawn):
        assert unused_name(answer(code.format(line))) == ""


def test_an_argument_whose_other_values_are_dropped():
    code = "def f(x, n=None):\n    {}\n    return {}"
    says = "replaces the argument: whatever the call gives as `n` has no effect."
    assert says in unused_name(answer(code.format("n = np.ones(len(x))", "x * n")))
    default = "if n is None:\n        n = 3\n    n = {}"
    assert says in unused_name(answer(code.format(default.format("len(x)"), "x * n")))
    assert unused_name(answer(code.format(default.format("n + 1"), "x * n"))) == ""
    asked = code.format("if n is None:\n        n = 3", "{}")
    assert unused_name(answer(asked.format("x"))) == (
        "Your function asks whether `n` is None, and uses it nowhere else."
    )
    assert unused_name(answer(asked.format("x * n"))) == ""
    assert unused_name(answer(code.format("y = n is True", "x[y]"))) == ""  # not asked for None


def test_an_argument_of_which_one_row_is_used():
    code = "def f(A, B):\n    return {}"
    says = "Of its argument `A`, your function uses `A[0]` alone."
    assert unused_name(answer(code.format("A[0] @ B"))) == says
    for value in ("A[0] @ B + A[1]", "A[0] + A + B", "[A[i] for i in B]"):
        assert unused_name(answer(code.format(value))) == ""


def test_a_changed_copy_that_nothing_reads():
    code = "def f(A):\n    B = {}\n    B[0] += 1\n    return A"
    for made in ("A.copy()", "A.astype(float)", "np.copy(A)"):
        assert unused_name(answer(code.format(made))) == "`B` is computed and never used."
    assert unused_name(answer(code.format("A.T"))) == ""  # A changes too


def test_a_value_that_a_called_function_makes_again_is_not_called_unused():
    code = "def f(Q, K, V):\n    scores = K.T @ Q\n    return attend({}, V)"
    assert unused_name(answer(code.format("Q.T, K.T"))) == ""
    assert unused_name(answer(code.format("Q.T"))) == "`scores` is computed and never used."
    given = code.replace("return", "scaled = scores / 2\n    return")
    assert (
        unused_name(answer(given.format("Q, K, scores"))) == "`scaled` is computed and never used."
    )


def test_what_a_loop_leaves_of_its_last_round():
    code = (
        "def f(A):\n    R = []\n    for a in A:\n        r, s = a, a\n        {}\n    return R, s"
    )
    assert said(code.format("R.append(r)"), parameters=("A",)) == (
        "`s` gets a new value in every round of the loop `for a in A`; below the loop it is that "
        "of the last round."
    )
    for line in ("R.append(s)", "if s: break"):
        assert said(code.format(line), parameters=("A",)) == ""
    same = code.replace("r, s = a, a", "r = a; s = {}")
    for value in ("2 * len(A)", "np.sqrt(A.shape[0])"):
        assert said(same.format(value, "R[0] = r"), parameters=("A",)) == ""
    for value in ("R[0] + 1", "A.copy()", "np.random.rand()"):
        assert "`s` gets a new" in said(same.format(value, "R[0] = r"), parameters=("A",))


def test_a_truth_that_the_first_round_returns():
    code = "def f(A, B):\n    for a in A:\n        return {}"
    for value in ("a > B", "not np.allclose(a, B)", "(a == B).all()"):
        assert said(code.format(value)).endswith("only what is then certain, under an `if`.")
    assert said(code.format("a @ B")).endswith("`a` has its first value in every call.")


@pytest.mark.parametrize(
    ("loop", "ends"),
    [
        ("for a in A:\n        C += a", "Indent it less."),
        ("for i, a in enumerate(A):\n        C[i] = a", "Indent it less."),
        ("for a in A:\n        C.append(a)", "Indent it less."),
        ("for a in A:\n        C = C + a", "Indent it less."),
        ("for a in A:\n        C = a", "`a` has its first value in every call."),
        (
            "for a, b in zip(A, B):\n        C = a @ b",
            "`a` and `b` have their first values in every",
        ),
    ],
)
def test_what_the_first_round_gives_back_is_gathered_or_not(loop, ends):
    found = said(f"def f(A, B):\n    C = g(A)\n    {loop}\n        return C")
    assert found.startswith("`return` stands inside the loop")
    assert ends in found


def test_the_transpose_of_a_vector():
    says = "`A.T` is still (4,): a vector has one axis, and its transpose is the vector itself"
    for line in ("A.T + B", "B < A.T"):
        assert says in said(f"def f(A, B):\n    return {line}", np.ones(4), np.ones((2, 3)))
    assert said("def f(A, B):\n    return A.T + B", A, B) == ""


@pytest.mark.parametrize(
    ("line", "is_said"),
    [
        ("return A @ B.T", True),
        ("return B @ A.T", False),  # without the `.T`, 6 and 2 do not meet either
        ("return np.ones(4) @ B.T", False),  # not of two names
        ("return A @ (B.T)[0]", False),
        ("return A @ B.no_such_thing", False),
        ("return A[0] @ B.T", False),  # no name, whose shape could be said
    ],
)
def test_a_transpose_without_which_the_sizes_meet(line, is_said):
    function = answer(f"def f(A, B):\n    {line}")
    says = f"`B` is (4, 6) and meets `A`, which is (2, 4), {WITHOUT}"
    assert needless_transpose(function, error_of(function, A, B)) == (says if is_said else "")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "A.transpose(0, 2, 1) @ B",
            "The transpose in `A.transpose(0, 2, 1)` is not needed: `A @ B`",
        ),
        (
            "A @ np.swapaxes(B, 1, 2)",
            "The transpose in `np.swapaxes(B, 1, 2)` is not needed: `A @ B`",
        ),
        ("A.transpose(0, 2, 1) @ B.swapaxes(-2, -1)", ""),
        ("A.T @ B", ""),
        ("A.transpose(1, 2, 0) @ B", ""),
        ("B @ A", ""),
        ("B.transpose(0, 2, 1) @ A", ""),
    ],
)
def test_many_matrices_that_meet_as_they_are(line, says):
    function = answer(f"def f(A, B):\n    return {line}")
    many = np.ones((3, 2, 4)), np.ones((3, 4, 6))
    told = needless_transpose(function, error_of(function, *many))
    assert told == (f"{says} is (3, 2, 4) @ (3, 4, 6), and these sizes fit." if says else "")


def test_the_transpose_of_many_matrices_on_the_wrong_side():
    function = answer("def f(A, B):\n    return A.transpose(0, 2, 1) @ B")
    many = np.ones((3, 2, 4)), np.ones((3, 5, 4))
    assert needless_transpose(function, error_of(function, *many)) == (
        "`A` is (3, 2, 4) and `B` is (3, 5, 4): these sizes meet with the transpose on the right "
        "one, in place of the left one, if these are the right two."
    )


def test_a_mask_is_no_factor_of_a_product():
    function = answer("def f(A, B):\n    return A * B")
    assert "The matrix product is `@`" in met_by_entry(function, error_of(function, A, B))
    assert met_by_entry(function, error_of(function, A > 0, B)) == ""


def test_of_several_products_the_one_that_failed():
    function = answer("def f(A, B):\n    return A @ B, B.T @ A.T, A @ A, A @ B.T")
    error = error_of(function, A, B)
    assert "at A @ A, where A is (2, 4)" in line_of_answer(error, function)


def test_of_several_products_in_a_loop_in_brackets_the_one_that_failed():
    code = "def f(A, B):\n    return [A @ A.T + A @ A for _ in range(2)]"
    function = answer(code)
    error = error_of(function, A, B)
    assert "at A @ A, where A is (2, 4)" in line_of_answer(error, function)
    assert needless_transpose(function, error) == ""  # of `A @ B.T` it would be said
    function = answer("def f(A, B):\n    return A @ B, A.T @ B, A @ A.T")
    error = error_of(function, A, B)
    assert (
        needless_transpose(function, error)
        == f"`A` is (2, 4) and meets `B`, which is (4, 6), {WITHOUT}"
    )


@pytest.mark.parametrize(
    ("below", "is_said"),
    [
        ("C[0] = 2 * A[0]", True),
        ("C[0] = C[0] + A[0]", False),  # it goes on with what was set
        ("C[1] = A[1]", False),
        ("return C", False),
    ],
)
def test_what_an_if_set_is_replaced_below_it(below, is_said):
    code = (
        "def f(A, B):\n    C = A.copy()\n    if B is A:\n        C[0] = A[0]\n    {}\n    return C"
    )
    says = f"The line `{below}` replaces what was set under `if B is A`, right above it."
    assert said(code.format(below)).startswith(says) == is_said
    assert bool(said(code.format(below))) == is_said
    assert said(code.format(f"else:\n        {below}")) == ""


def test_the_root_of_a_matrix_where_a_size_is_meant():
    code = "def f(A, B):\n    return A @ A.T / np.sqrt({})"
    assert said(code.format("A"), A, B).startswith("`np.sqrt(A)` takes the root of every entry")
    assert said(code.format("B[0]"), A, B) == ""


def test_a_product_whose_sizes_meet_the_other_way_round():
    swapped = answer("def f(A, B):\n    return B @ A")
    assert needless_transpose(swapped, error_of(swapped, A, B[:, :3])) == (
        "`B` is (4, 3) and `A` is (2, 4): these sizes meet with `A` on the left, "
        "if these are the right two."
    )
    for other in (np.ones((2, 2)), np.ones((4, 4)), A):  # of one shape, pairs may be meant
        assert needless_transpose(swapped, error_of(swapped, A, other)) == ""
    assert needless_transpose(swapped, error_of(swapped, A, B.T)) == (
        f"`B` is {B.T.shape} and `A` is (2, 4): these sizes meet with a `.T` on the right one, "
        "if these are the right two."
    )
    vector = answer("def f(A, B):\n    return A @ B.T")
    assert "meets `A`, which is (4,)" in needless_transpose(vector, error_of(vector, A[0], B))


ROWS = """
def f(A, B):
    n = len(A)
    top, total = {top}, {total}
    for start in range(0, 6, 2):
        block = A @ B[:, start : start + 2]
        new_top = np.maximum(top, {largest})
        total = total * np.exp(top - new_top) + {added}
        top = new_top
    return top, total
"""
COLUMNS = {
    "top": "np.full((n, 1), -np.inf)",
    "total": "np.zeros((n, 1))",
    "largest": "block.max(axis=1, keepdims=True)",
    "added": "np.exp(block - new_top).sum(axis=1, keepdims=True)",
}


def test_a_row_that_meets_a_column():
    assert said(ROWS.format(**COLUMNS)) == ""
    for name, row in {"top": "np.full(n, -np.inf)", "total": "np.zeros(A.shape[0])"}.items():
        says = said(ROWS.format(**COLUMNS | {name: row}))
        assert says.startswith(f"`{name}` begins as a row, `{row}`, and meets a column, `")
    no_axes = COLUMNS | {"top": "np.full(n, -np.inf)", "largest": "block.max(axis=1)"}
    assert said(ROWS.format(**no_axes)) == ""
    assert said(ROWS.format(**COLUMNS | {"top": "np.full(n, -np.inf)[:, None]"})) == ""


def test_one_answer_for_everything():
    loop = "def f(A, B):\n    if A.any():\n        return {}\n    return False"
    assert said(loop.format(False)) == "Every `return` gives False; no line returns True."
    assert (
        said("def f(A, B):\n    return True")
        == "The only `return` gives True; no line returns False."
    )
    for other in ("True", "0", "A.all()", ""):
        assert said(loop.format(other)) == ""


@pytest.mark.parametrize(
    ("power", "says"),
    [
        ("A + A.max(axis=-1)", "`A + A.max(axis=-1)` adds the largest score. Subtract it."),
        ("A + np.max(A)", "`A + np.max(A)` adds the largest score. Subtract it."),
        ("A - A.argmax()", "`A.argmax()` is the position of a score. `max` gives the largest"),
        ("A - A.max() / B", "`A - A.max() / B` divides the largest score alone by `B`: the differ"),
        ("(A - A.max()) / B", ""),
        ("A - A.max()", ""),
        ("-A + A.max()", ""),
        ("A + B.max()", ""),
    ],
)
def test_a_shift_before_the_exponential(power, says):
    assert said(f"def f(A, B):\n    return {power}") == ""
    for lines in (f"return np.exp({power})", f"C = {power}\n    return np.exp(C)"):
        found = said(f"def f(A, B):\n    {lines}")
        assert found.startswith(says) if says else found == ""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("return 'A < 0'", "`return 'A < 0'` gives a text back. `raise` makes an error."),
        ("return 'below 0'", ""),  # of another branch than the one that came to its end
        ("return ValueError", "`return ValueError` gives an error back. `raise ValueError` raises"),
        ("return ValueError('no')", "`return ValueError('no')` gives an error back."),
        ("return 'ValueError'", "`return 'ValueError'` gives a text back. `raise ValueError` rai"),
        ("return A", ""),
    ],
)
def test_an_error_that_is_returned(line, says):
    code = f"def f(A):\n    if A < 0:\n        {line}\n    return A"
    found = not_raised(answer(code), False, "A < 0")
    assert found.startswith(says) if says else found == ""


@pytest.mark.parametrize(
    ("letter", "means"),
    [
        ("T", "(the function is given `scores` and `temperature`)"),
        ("e", "(e to the power x is `np.exp(x)`, and the number e is `np.e`)"),
    ],
)
def test_a_letter_that_nothing_defines(letter, means):
    function = answer(f"def f(scores, temperature):\n    return [{letter} * s for s in scores]")
    assert describe_error(error_of(function, [1], 2)).endswith(means)


def test_no_place_is_told_of_an_argument_behind_several_in_one():
    function = answer("def f(A, B):\n    pair = [A]\n    return (A @ B) + g(A, *pair, B)")
    (call,) = calls_of_line(function, error_of(function, A, B))
    assert call[0] == "g"
    assert len(call[1]) == 1


RUNNING = """
def f(scores, size):
    top, total = -np.inf, 0.0
    for start in range(0, len(scores), size):
        block = scores[start : start + size]
        new = max(top, block.max())
        {line}
        top = new
        total = total + 1
    return top, total
"""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("total = total * np.exp(new - top) + np.exp(block - new).sum()", "the old sum grow. It"),
        ("total *= np.exp(new - top)", "`np.exp(new - top)` is e^(new − old)"),
        ("total = total / np.exp(new - top)", ""),
        ("grown = np.exp(new - top); total = total / grown", ""),
        ("total = total / np.exp(top - new)", "Divided by `np.exp(top - new)`"),
        ("total = total * np.exp(top / new)", "divides one maximum by the other"),
        ("total = total * np.exp(-new) + 1", "`np.exp(-new)` leads to the new maximum from 0"),
        ("total = total + np.exp(block).sum() * np.exp(-new)", ""),
        ("total = total + np.exp(block - top).sum()", "lowers the block by the old maximum"),
        ("total = (total + np.exp(block - top).sum()) * np.exp(top - new)", ""),
        ("total = total * (top - new)", "`top - new` is a difference."),
        ("total = total * np.exp((top - new) * 0.5)", ""),
        ("shrink = top - new; total = total * shrink", "`top - new` is a difference."),
        ("shrink = top - new; total = total * np.exp(shrink)", ""),
        ("total += total * np.exp(top - new)", "`total += total * ...` counts the old `total`"),
        ("total = total * np.exp(top - new) + np.exp(block - new).sum()", ""),
        ("top = new; total = total + np.exp(block - top).sum()", ""),
        ("top = new; total *= np.exp(top - new)", "`np.exp(top - new)` stands below `top = new`"),
        ("total = total + np.exp(max(top, block.argmax()))", "`block.argmax()` is the position"),
        ("best = max(top, block.argmax())", ""),
        ("total += scores[:2].sum()", "`scores[:2]` is the same part of `scores` in every round."),
        ("total += scores[start:].sum() + top.x[:2] + block[:1]", ""),
        ("total = total * np.exp2(top - new)", "`np.exp2(top - new)` is a power of 2."),
        ("total = total * np.exp2((top - new) * np.log2(np.e))", ""),
        ("block = block * 1.442695; total = total * np.exp2(top - new)", ""),
        ("block = block * LOG2E; total = total * np.exp2(top - new)", ""),
        ("total = np.divide(total, np.exp(new - top))", ""),
        ("total = np.divide(total, np.exp(top - new))", "Divided by `np.exp(top - new)`"),
        ("total += total * np.expm1(top - new)", ""),
        ("lost = np.expm1(top - new); total += total * lost", ""),
    ],
)
def test_the_running_maximum_and_its_factor(line, says):
    found = said(RUNNING.format(line=line), parameters=("scores", "size"))
    assert says in found
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mix = mix * shrink.max()", "`shrink.max()` makes one factor for all rows."),
        ("mix = np.mean(shrink) * mix", "`np.mean(shrink)` makes one factor for all rows."),
        ("mix *= np.exp(top - new).min()", "`np.exp(top - new).min()` makes one factor"),
        ("mix = mix * shrink + (block * shrink.max(axis=1)).sum()", ""),
        ("mix = mix * shrink * block.max()", ""),
    ],
)
def test_a_factor_for_each_row(line, says):
    code = RUNNING.replace("max(top, block.max())", "np.maximum(top, block.max({}))")
    line = f"shrink = np.exp(top - new); {line}"
    found = said(code.replace("{line}", line).format("axis=1"), parameters=("scores", "size"))
    assert says in found
    assert bool(found) == bool(says)
    one_row = said(code.replace("{line}", line).format(""), parameters=("scores", "size"))
    assert not one_row  # a single number is its own maximum


@pytest.mark.parametrize(
    ("part", "is_told"),
    [
        ("attention(Q[i : i + block_size], K, V)[0]", True),
        ("softmax(Q[i : i + block_size] @ K.T / K.shape[1]) @ V", True),
        ("in_blocks(Q[i : i + block_size], K, V)", False),
        ("attention(Q[i : i + block_size], K[: i + 1], V)[0]", False),
        ("[attention(Q[:1], key, value) for key, value in zip(K, V)]", False),
        ("attention(Q, K, V)[0]", False),
        ("softmax(Q[i : i + block_size] @ K.T[:, :i]) @ V", False),
    ],
)
def test_blocks_that_are_cut_from_the_queries(part, is_told):
    starts = "for i in range(0, len(Q), block_size)"
    code = f"def f(Q, K, V, block_size):\n    return [{part} {starts}]"
    found = said(code, parameters=("Q", "K", "V", "block_size"))
    assert found.startswith("`Q` is cut into blocks") == is_told


def test_a_copy_of_the_old_maximum():
    code = RUNNING.replace("new = max(top", "old = top; top = max({}").replace("top = new", "pass")
    for first in ("top", "old"):
        told_of_a_copy(code.replace("{}", first))


def told_of_a_copy(code):
    for power, says in (("top - old", "`np.exp(top - old)` is e^(new − old)"), ("old - top", "")):
        found = said(code.format(line=f"total = total * np.exp({power})"), parameters=())
        assert says in found
        assert bool(found) == bool(says)


def test_matrices_that_are_exchanged():
    code = "def f(X, W_K, W_V):\n    K = X @ {}\n    V = X @ {}\n    return {}"
    names = ("X", "W_K", "W_V")
    found = said(code.format("W_V", "W_K", "K, V"), parameters=names)
    assert found == "`K` is made with `W_V`, and `V` with `W_K`."
    assert said(code.format("W_V", "W_K", "V, K"), parameters=names) == ""
    assert said(code.format("W_K", "W_V", "V, K"), parameters=names) == ""


def test_the_root_of_the_scores():
    code = "def f(A, B):\n    return np.sqrt({})"
    assert "is the root of the scores, too" in said(code.format("A @ B.T / 3"))
    assert said(code.format("A @ A / 3")) == ""
    assert said(code.format("A.shape[1]")) == ""


def test_a_transpose_on_the_left_that_is_not_needed():
    function = answer("def f(A, B):\n    return A.T @ B")
    says = needless_transpose(function, error_of(function, A, B))
    assert says == f"`A` is (2, 4) and meets `B`, which is (4, 6), {WITHOUT}"


def test_one_side_that_is_transposed():
    names = run({"np": np}, "def g(A, B):\n    return A @ B")
    sizes = np.ones((3, 4)), np.ones((2, 3))
    for code, says in [
        ("(A.T @ B).T", "`A.T @ B` transposes `A` and not `B`, which is (2, 3)."),
        ("g(A.T, B)", "`g(A.T, B)` gets `A` transposed, and `B` as it is."),
        ("g(A.T, A)", ""),
    ]:
        function = run(names, f"def f(A, B):\n    return {code}")["f"]
        assert fault(function, error_of(function, *sizes), ("A", "B")) == says


def test_a_row_of_what_was_transposed():
    lines = "def f(A, B):\n    {}\n    for j in range(2):\n        A[j] @ B[j]"
    found = said(lines.format("B = B.T"), np.ones((2, 4)), np.ones((3, 4)))
    assert found.startswith("After the line `B = B.T`, `B[j]` is a column of the `B` that came in.")
    assert said(lines.format("B = B * 1"), np.ones((2, 4)), np.ones((3, 5))) == ""


def test_a_sum_that_nothing_but_its_own_lines_reads():
    code = "def f(A):\n    {}\n    x = 0\n    for a in A:\n        x = x + a\n    return {}"
    assert unused_name(answer(code.format("y = 1", "y"))).startswith(
        "Only the lines that change `x`"
    )
    assert unused_name(answer(code.format("y = 1", "x + y"))) == ""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("return softmax(A)", "(this notebook has `masked_softmax`)"),
        ("return np.softmax(A)", "(this notebook has `masked_softmax`)"),
        ("weights = A; return weigths", "(there is `weights` here)"),
        ("query = A; return queries", "(there is `query` here)"),
        ("entropies = A; return entropy", "(there is `entropies` here)"),
        ("return nothing", "(no line that has run gives this name a value)"),
        ("return f_of(A) if A is B else attention(A)", "(no line that has run gives this name"),
        ("raise Valueerror('no')", "(Python writes `ValueError`)"),
        ("return Len(A)", "(Python writes `len`)"),
        ("counted += 1; return counted", "cannot access local variable 'counted'"),
        ("return lenght(A)", "(no line that has run gives this name a value)"),
        ("return enumarate(A)", "(Python writes `enumerate`)"),
        ("return np.weights(A)", "AttributeError: module 'numpy' has no attribute 'weights'"),
        ("return np.concatinate([A, B])", "(numpy has `np.concatenate`)"),
        ("return A.tranpose()", "(arrays have `transpose`)"),
        ("return [A].apend(B)", "(lists have `append`)"),
        ("return np.concatenate(A, B, axis=1)", "(all arrays stand together in one more pair"),
        ("return np.stack(A, B, axis=0)", "(all arrays stand together in one more pair"),
        ("return np.transpose(A, 1, 0)", "(`np.transpose` takes the order of the axes in brackets"),
        (
            "return np.reshape(A, 3, 2)",
            "(one number too many: sizes stand in brackets of their own",
        ),
        ("return np.reshape(A, 3, 2, 1)", "(one number too many: sizes stand in brackets of their"),
        ("return masked_softmax[A]", "(a function is called with round brackets; square ones"),
        ("return np.exp[A]", "(a function is called with round brackets; square ones"),
        ("return A.T.resize(6, 2)", "(`resize` changes the array itself, if it can; `reshape`"),
        ("return A.softmax()", "has no attribute 'softmax'"),
        (
            "rows = [[1]]; return rows[0, 0]",
            "(the list of a list's rows takes one position at a time",
        ),
        ("return [1][np.where(A[0])]", "(`np.where` gives a tuple of arrays, and a position is"),
        ("return [1].index(2.5)", "(`index` looks for this very entry in the list"),
        (
            "return A[0].argmax(axis=1)",
            "(with one axis, that is axis 0; the last of any array is `axis=-1`)",
        ),
        ("return np.average(A, weights=[1, 1])", "(`axis=0` takes the mean over the rows"),
        ("return np.mean(A, weights=B)", "(`np.average` takes `weights`)"),
        ("return A.sum(axis=1, keep_dims=True)", "(numpy writes `keepdims`)"),
        ("return A[0, 0](1 - A[0, 0])", "(a bracket right behind a number calls it; `*` mult"),
        ("return np.diagonal(A[0])", "(`np.diagonal` reads the diagonal of a matrix; `np.diag`"),
        ("return A[A.shape + 1]", "(a tuple holds several numbers: a shape is one"),
        ("W_Q = A; return W_q", "(there is `W_Q` here)"),
    ],
)
def test_what_an_error_means_here(line, says):
    code = f"def masked_softmax(A):\n    return A\n\n\ndef f(A, B):\n    {line}"
    function = run({"np": np}, code)["f"]
    assert says in describe_error(error_of(function, A, B))


@pytest.mark.parametrize(
    ("line", "left", "right", "says"),
    [
        ("A.T @ B", (3, 2), (5, 2), "with the `.T` on the right one, in place of the left one"),
        ("A.T @ B", (5, 6), (3, 5), "with `B` on the left, without the `.T`"),
        ("A.T @ B", (5, 5), (3, 5), ""),  # more than one way
        ("A.T @ B", (3, 2), (5, 4), ""),
        ("A @ B", (2,), (5, 2), "these sizes meet with `B` on the left"),
        ("A @ B", (2,), (5, 3), ""),
        ("np.dot(A, B)", (3, 2), (5, 2), "these sizes meet with a `.T` on the right one"),
        ("A.T.dot(B)", (3, 2), (5, 2), "with the `.T` on the right one, in place of the left one"),
    ],
)
def test_the_way_in_which_two_sizes_meet(line, left, right, says):
    function = answer(f"def f(A, B):\n    return {line}")
    found = needless_transpose(function, error_of(function, np.ones(left), np.ones(right)))
    assert found.endswith(f"{says}, if these are the right two." if says else "")
    assert bool(found) == bool(says)


def test_a_comparison_of_three():
    says = said("def f(A, B):\n    return 0 <= A <= B", np.ones(3), np.ones(3))
    assert says.startswith("`0 <= A <= B` joins its two comparisons by an `and`")
    assert said("def f(A, B):\n    return A <= B and B", np.ones(3), np.ones(3)) == ""


def test_a_value_that_only_an_if_gives():
    code = "def f(A, B):\n    if A is None:\n        C = B\n    {}\n    return C"
    says = said(code.format("A"), np.ones(2), np.ones(2))
    assert says.startswith("`C` gets a value only under `if A is None`, which was not so here.")
    other = code.format("if B is None:\n        C = A")
    assert said(other, np.ones(2), np.ones(2)) == ""  # there are two


SEARCH = """
def f(A, B):
    best = 0
    for i, x in enumerate(A):
        if x > best:
            best, where = x, i
    return where
"""


def test_a_value_that_only_an_if_in_a_loop_gives():
    says = said(SEARCH, -np.ones(2), np.ones(2))
    assert says.startswith("`where` gets a value only under `if x > best`, in the loop, and that")
    other = SEARCH.replace("    for", "    if B is None:\n        where = 0\n    for")
    assert said(other, -np.ones(2), np.ones(2)) == ""  # there are two
    other = SEARCH.replace("enumerate(A):", "enumerate(A):\n        where += i")
    assert said(other, -np.ones(2), np.ones(2)) == ""


@pytest.mark.parametrize(
    ("line", "is_said"),
    [
        ("mean = (mean + x) / 2", True),
        ("mean = (2 * x + mean) / 2", True),
        ("mean = (mean + 9 / mean) / 2", False),  # a root by Newton's rule
        ("mean = x; mean = (mean + x) / 2", False),
        ("mean = (mean + x) / 3", False),
        ("A = (mean + x) / 2", False),
    ],
)
def test_a_mean_that_is_halved_in_every_round(line, is_said):
    says = said(f"def f(A, B):\n    mean = 1\n    for x in A:\n        {line}\n    return mean, A")
    assert ("halves each time what was there before" in says) is is_said


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("A + B", "(the argument `B` is None)"),
        ("~B", "(the argument `B` is None)"),
        ("A + print()", "(something is None: has a function no `return`?)"),
        ("A + {}.get(1)", "(something is None: has a function no `return`?)"),
        ("A.norm()", "(it is a function, and no method: `np.linalg.norm(...)`)"),
        ("A.exp()", "(it is a function, and no method: `np.exp(...)`)"),
    ],
)
def test_what_an_error_means_where_an_argument_is_none_and_of_functions_as_methods(line, means):
    error = error_of(answer(f"def f(A, B):\n    return {line}"), np.ones(2), None)
    assert describe_error(error).endswith(means)


def test_infinity_in_an_array_of_whole_numbers():
    function = answer("def f(A):\n    s = np.full_like(A, -np.inf)\n    return s")
    assert "infinity does not fit into it" in cut_off(function, {"A": np.array([1, 2])})
    assert cut_off(function, {"A": np.array([1.0, 2])}) == ""
    function = answer("def f(A):\n    s = np.full_like(A, -np.inf, dtype=float)\n    return s")
    assert cut_off(function, {"A": np.array([1, 2])}) == ""
    function = answer("def f(A):\n    s = np.full_like(A, 0)\n    s[0] = 0.5\n    return s")
    assert cut_off(function, {"A": np.array([1, 2])}).endswith("are cut off.")


@pytest.mark.parametrize(
    ("back", "says"),
    [
        ("output, mask", "`return output, mask` gives `mask` back, where `weights` is asked for."),
        ("output, weights", ""),
        ("weights, mask", ""),  # another slip
        ("output, 2 * scores", ""),
        ("output + weights", ""),  # the sum may be a part
    ],
)
def test_an_argument_in_the_place_of_a_result(back, says):
    code = f"def f(scores, mask):\n    output = weights = scores\n    return {back}"
    assert not_as_asked(answer(code), ("output", "weights")) == says


def test_parts_that_are_added_in_place_of_commas():
    code = "def f(A, B):\n    return A @ B + A + B"
    names = ("grad_A", "grad_B", "grad_C")
    assert not_as_asked(answer(code), names).startswith("Asked for are 3 arrays, and the `return`")
    assert not_as_asked(answer(code.replace("+ B", "")), names) == ""


def test_brackets_that_make_one_thing_of_two_results():
    names = ("grad_A", "grad_B", "grad_C")
    code = "def f(A, B):\n    return {}"
    says = "The brackets in the `return` make one thing of `(A, B)`: leave them out."
    assert not_as_asked(answer(code.format("(A, B), A")), names) == says
    assert not_as_asked(answer(code.format("(A, B), A, B")), names) == ""
    assert not_as_asked(answer(code.format("A, B")), names) == ""


def test_a_loop_over_rows_that_does_nothing_with_them():
    code = "def f(A):\n    C = 0\n    for i in range({}):\n        C += A\n    return C"
    assert unused_result(answer(code.format("A.shape[0]"))).endswith("every round is the same.")
    assert unused_result(answer(code.format("len(A)"))).startswith("No line in the loop `for i in")
    assert unused_result(answer(code.format("100"))) == ""


def test_one_row_of_a_product():
    code = "def f(X, W, V):\n    Q, K = X @ W, X @ V\n    return Q[0] @ K.T{}"
    assert unused_name(answer(code.format(""))) == "Of `Q`, your function uses `Q[0]` alone."
    assert unused_name(answer(code.format(" + Q[1]"))) == ""


def test_transposed_arguments_in_another_order():
    called = {"attention": ("Q", "K", "V"), "matmul": ("A", "B")}
    function = answer("def f(Q, K, V):\n    return attention(K.T, Q.T, V.T)")
    assert exchanged_call(function, called).endswith("the first line of `attention`: Q, K, V.")
    function = answer("def f(A, B):\n    return matmul(B.T, A.T).T")  # that is right
    assert exchanged_call(function, called) == ""


def test_an_array_that_a_loop_replaces():
    code = LOOP.format(rows="A.shape[0]", made="zeros", line="{}")
    replaced = answer(code.format("C = np.dot(A[i], B[:, 0])"))
    assert not_filled(replaced, True).startswith("`C = np.dot(A[i], B[:, 0])` replaces the array")
    assert not_filled(replaced, False) == ""  # an array may be the last term
    assert not_filled(answer(code.format("C[i] = np.dot(A[i], B)")), True) == ""
    assert not_filled(answer(code.format("C = np.add(C, 1)")), True) == ""


def test_a_loop_from_one_on():
    code = "def f(w):\n    C = np.zeros(len(w))\n    {}\n    for i in range({}len(w)):\n{}"
    code += "\n    return C"
    line = "        C[i] = w[i]"
    late = not_filled(answer(code.format("", "1, ", line)), False)
    assert late.startswith("`range(1, len(w))` begins at 1, and no line writes `C[0]`.")
    assert not_filled(answer(code.format("", "", line)), False) == ""
    assert not_filled(answer(code.format("C[0] = w[0]", "1, ", line)), False) == ""
    assert (
        not_filled(answer(code.format("", "1, ", line.replace("[i] =", "[i - 1] ="))), False) == ""
    )


@pytest.mark.parametrize("sizes", ["3, 3", "(3, 3)", "9"])
def test_typed_sizes_of_a_new_shape(sizes):
    says = said(f"def f(A, B):\n    return A.reshape({sizes})", A, B)
    assert says == (
        f"The sizes in `A.reshape({sizes})` are typed numbers, and fit one input alone. Take them "
        "from the input; -1 stands for the one that follows."
    )


@pytest.mark.parametrize("sizes", ["len(A), 5", "-1, 5", "B.shape"])
def test_sizes_of_a_new_shape_that_are_not_all_typed(sizes):
    assert said(f"def f(A, B):\n    return A.reshape({sizes})", A, B) == ""
    line = f"A.reshape(2, 4), A.reshape({sizes})"  # the typed ones are not at fault
    assert said(f"def f(A, B):\n    return {line}", A, B) == ""


def test_a_plus_that_stands_after_the_equals_sign():
    says = product("C[i] = +A[i, k] * B[k]")
    assert says.startswith("`C[i] = +A[i, k] * B[k]` gives `C[i]` a new value in every round.")
    assert "`+=`" not in product("C[i] = A[i, k] * +B[k]")
    assert "`+=`" not in said("def f(A, B):\n    C = +A\n    return C")  # in no loop
    assert "`+=`" not in product("C[i] = +1.0")


def test_a_place_before_the_first():
    says = product("C[i] += A[i, k - 1] * B[k]")
    assert says.startswith("In the first round of the loop `k - 1` is -1, in `A[i, k - 1]`")
    loop = "def f(A, B):\n    C = A[0]\n    for k in {}:\n        {}\n    return C"
    assert said(loop.format("range(1, len(A))", "C = C + A[k - 1]")) == ""
    assert said(loop.format("range(len(A))", "C = C + (A[k - 1] if k else 0)")) == ""
    assert said(loop.format("A", "C = C + B[k - 1]")) == ""


ROUNDS = """
def product(A, B):
    rows, row = [], np.zeros(B.shape[1])
    for i in range(A.shape[0]):
        {line}
        rows.append({kept})
    return np.array(rows)
"""


@pytest.mark.parametrize("line", ["row += A[i, 0] * B[0]", "row[:] = A[i, 0] * B[0]"])
def test_one_array_that_is_put_into_a_list_each_time(line):
    says = said(ROUNDS.format(line=line, kept="row"))
    assert says.startswith("`rows.append(row)` puts one and the same array into the list")
    assert "same array" not in said(ROUNDS.format(line=line, kept="row.copy()"))


@pytest.mark.parametrize("line", ["row = row + A[i, 0] * B[0]", "row = A[i] @ B", "pass"])
def test_a_new_array_in_each_round_may_be_put_into_a_list(line):
    assert "same array" not in said(ROUNDS.format(line=line, kept="row"))


def test_an_outer_product_in_the_place_of_one_number():
    says = product("C[i, k] = np.outer(A[i], B[:, k])")
    assert says.startswith("`np.outer` multiplies every number by every number")
    assert "`C[i, k]` is the place of one number" in says
    assert "np.outer" not in product("C[i, k] = A[i] * B[:, k]")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "return A / np.sqrt(np.sqrt(A.shape[1]))",
            "`np.sqrt(np.sqrt(A.shape[1]))` takes the root of a root.",
        ),
        ("return A / (len(A) ** 0.5) ** 0.5", "`(len(A) ** 0.5) ** 0.5` takes the root of a root."),
        (
            "root = np.sqrt(len(A))\n    return A / np.sqrt(root)",
            "`np.sqrt(root)` takes the root of `np.sqrt(len(A))`, a root already.",
        ),
        ("return A / np.sqrt(len(A))", ""),
        (
            "s = np.sqrt(len(A))\n    return (A / s ** 0.5) @ (B / s ** 0.5)",
            "",
        ),
        ("half = lambda M: M / (len(A) ** 0.5) ** 0.5\n    return half(A) @ half(B)", ""),
        ("A, B = (M / np.sqrt(np.sqrt(len(A))) for M in (A, B))\n    return A @ B", ""),
    ],
)
def test_a_root_of_a_root(line, says):
    assert fault(answer(f"def f(A, B):\n    {line}"), None, ("A", "B")) == says


def test_rows_that_are_appended_to_one():
    appended = answer("def f(A, B):\n    return np.append(A, B)")
    says = "`np.append(A, B)` makes one row of all that it joins, if it is told no `axis`."
    matrix = np.ones((2, 2))
    assert joined_to_one_row(appended, np.ones(4), matrix) == says
    assert joined_to_one_row(appended, np.ones(4), np.ones(5)) == ""
    along = answer("def f(A, B):\n    return np.append(A, B, axis=0)[0]")
    assert joined_to_one_row(along, np.ones(4), matrix) == ""


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("raise NotImplementedError\n    return Q, K, V", ["K", "V"]),
        ("K = V = Q\n    raise NotImplementedError\n    return Q, K, V", []),
        ("raise NotImplementedError\n    K = Q\n    return Q, K, np.abs(len(Q))", []),
        ("return Q, K", []),
        ("if Q:\n        raise NotImplementedError\n    return K", []),
    ],
)
def test_what_a_return_below_a_raise_has_not_got(body, names):
    function = run({"np": np, "V": 3}, f"def f(Q):\n    {body}")["f"]
    assert not_made(function) == names


TABLE = """
def table(Q, K):
    S = np.zeros({sizes})
    for i in range({rows}):
        for j in range({columns}):
            S[i, j] = 1
    return S
"""


@pytest.mark.parametrize(
    ("sizes", "rows", "columns", "says"),
    [
        ("(3, 3)", 3, 3, "The line `S = np.zeros((3, 3))` fixes its sizes: take them from the"),
        ("(len(Q), len(K))", "len(Q)", 3, "`range(3)` fixes how often the loop runs."),
        ("(len(Q), len(K))", "len(Q)", "len(K)", ""),
        ("(len(Q), len(Q))", "len(Q)", "len(Q)", ""),  # the shape says it
        ("(3, 5)", 3, 5, ""),  # right in this case
    ],
)
def test_typed_sizes_of_a_table_that_loops_fill(sizes, rows, columns, says):
    function = answer(TABLE.format(sizes=sizes, rows=rows, columns=columns))
    value = function(np.ones((3, 2)), np.ones((5, 2)))
    found = sizes_fixed(function, value, np.ones((3, 5)))
    assert found.startswith(says)
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("rows", "columns", "is_told"),
    [("3", "3", True), ("len(Q)", "3", True), ("3", "len(K)", False), ("len(Q)", "len(Q)", False)],
)
def test_typed_sizes_of_a_list_in_brackets(rows, columns, is_told):
    code = (
        f"def f(Q, K):\n    return np.array([[1 for j in range({columns})] for i in range({rows})])"
    )
    function = answer(code)
    value = function(np.ones((3, 2)), np.ones((5, 2)))
    says = sizes_fixed(function, value, np.ones((3, 5)))
    assert says == (
        "`range(3)` fixes how often the loop runs. Take the number from the arguments."
        if is_told
        else ""
    )


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("w = np.abs(A),\n    return w", "`w` is a tuple: the comma at the end of its line makes"),
        ("w = (np.abs(A),)\n    return w", ""),
        ("axes = 0,\n    return A.sum(axes)", ""),
        ("return A @ B,T", "`B,T` has a comma where `B.T` has a point."),
        ("T = A\n    return B, T", ""),
        ("return (A @ B, T)", ""),
    ],
)
def test_a_comma_too_many(body, says):
    found = said(f"def f(A, B):\n    {body}")
    assert found.startswith(says)
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("pairs = (a, 1)", "`pairs = (a, 1)` replaces the list in every round."),
        ("print(a)", "`print` shows a value and keeps nothing, so `pairs` stays empty."),
        ("print(a); pairs.append(a)", ""),
        ("pairs = pairs + [(a, 1)]", ""),
        ("pairs += [(a, 1)]; print(a)", ""),
        ("pairs = [*pairs, (a, 1)]", ""),
    ],
)
def test_a_list_that_no_round_adds_to(line, says):
    code = f"def f(A, B):\n    pairs = []\n    for a in A:\n        {line}\n    return pairs"
    found = said(code)
    assert found.startswith(says)
    assert bool(found) == bool(says)


def test_a_function_that_was_not_called_in_a_product():
    code = "def share(x):\n    return x\ndef f(A, B):\n    w = {}\n    return w @ B"
    for made, says in (
        ("share", "`w` is the function `share` itself: round brackets behind it"),
        ("share(3.0)", ""),
    ):
        function = run({"np": np}, code.format(made))["f"]
        found = fault(function, error_of(function, A, B), ("A", "B"))
        assert found.startswith(says)
        assert bool(found) == bool(says)


def test_two_indices_that_are_exchanged():
    code = (
        "def f(A, B):\n    for i in range(len(A)):\n        for j in range(len(B)):\n            {}"
    )
    says = "`j` counts the rows of `B`, and `i` those of `A`: the two are exchanged."
    square = np.ones((4, 4))
    assert said(code.format("A[j] @ B[i]"), A, square).endswith(says)
    assert "exchanged" not in said(code.format("A[j] @ B[j]"), A, square)


def test_two_vectors_multiplied_entry_by_entry_for_one_place():
    code = "def f(A, B):\n    S = np.zeros((2, 4))\n    S[0, 0] = {}\n    return S"
    says = "`*` multiplies two vectors entry by entry; `@` gives one number."
    for line, is_told in (("A[0] * A[1]", True), ("A * A", False), ("A[0] + A[1]", False)):
        function = answer(code.format(line))
        found = taken_for_several(function, error_of(function, A, B))
        assert found.endswith("an array was put there." + f" {says}" * is_told)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("np.array([2, 1]) @ K.reshape(2, 3)[1]", "they have 2 and 3 numbers; `[1]` takes a row"),
        ("[2, 1] @ K.T[0]", "they have 2 and 3 numbers; `[0]` takes a row, and a column is `[:, 0"),
        ("np.array([2, 1, 3]) @ K[:, 1] @ K", None),
        ("np.array([2, 1, 3, 4]) @ K[:, 1]", "and here they have 4 and 3 numbers"),
        ("np.array([2, 1, 4, 5]) @ K", None),
    ],
)
def test_a_product_of_two_vectors_of_two_lengths(line, says):
    namespace = run({"np": np, "K": np.ones((3, 2))}, f"def f():\n    return {line}")
    error = error_of(namespace["f"])
    assert ("a dot product needs two vectors of one length" in describe_error(error)) == bool(says)
    assert (says or "") in describe_error(error)


def test_an_input_of_whole_numbers_that_is_written_into():
    code = "def f(Q):\n{}    Q *= 1.5\n    return Q"
    error = error_of(answer(code.format("")), np.ones(2, dtype=int))
    assert "`*=` writes into the input `Q`, which holds whole numbers here: make a" in (
        describe_error(error)
    )
    below = answer(code.format("") + "\n\nQ = 3")  # the function's Q is another one
    assert "writes into the input" in describe_error(error_of(below, np.ones(2, dtype=int)))
    error = error_of(answer(code.format("    Q = Q.copy()\n")), np.ones(2, dtype=int))
    assert "writes into the input" not in describe_error(error)


def test_a_row_is_told_where_the_columns_of_another_array_are_counted():
    assert product("C[i] += A[i, k] * B[:k]").endswith("Row `k` is `B[k]`, without the colon.")
    assert product("C[i, k] += A[:k] @ B").endswith("Column `k` is `A[:, k]`, with a comma.")


def test_a_class_in_a_function_reads_no_variable_of_the_notebooks():
    function = answer("def f(x):\n    class Bad(ValueError):\n        pass\n    return x")
    function.__globals__["__name__"] = "__main__"
    assert outside_variable(function) == ""


@pytest.mark.parametrize(
    "lines",
    [
        "words, query = np.array(tokens), query.strip()\n    wrong = not np.any(words == query)",
        "asked = np.array(query)\n    wrong = not (np.array(tokens) == asked).any()",
        "words = np.array([t for t in tokens])\n    wrong = not (words == query.lower()).any()",
    ],
)
def test_one_word_may_be_looked_for_among_many(lines):
    code = "def f(tokens, query):\n    {}\n    return wrong"
    assert said(code.format(lines), parameters=("tokens", "query")) == ""
    rows = "after, before = tokens[0], query[0]\n    wrong = not (after == before).any()"
    assert "no entry at all agrees" in said(code.format(rows), parameters=("tokens", "query"))


def test_a_try_that_works_for_other_values_is_not_blamed():
    code = """
def f(tokens, query):
    try:
        position = {}
    except ValueError:
        raise ValueError(query)
    return position
"""
    assert not_raised(answer(code.format("tokens.index(query.strip())")), False, 1) == ""
    assert "Ask with `if`" in not_raised(answer(code.format("tokens / query")), False, 1)


@pytest.mark.parametrize("line", ["x @ K", "K @ x.T", "(K.T @ x).T", "K @ x", "L @ x"])
def test_a_list_in_a_product_is_no_array_without_a_transpose(line):
    function = answer(f"def f(x):\n    K, L = [[1.0], [2.0]], (2, 3, 4)\n    return {line}")
    error = ValueError("matmul: mismatch of inner sizes")
    try:
        function(A)
    except (ValueError, AttributeError) as raised:
        error = error.with_traceback(raised.__traceback__)
    assert needless_transpose(function, error) == ""


def test_a_list_that_holds_itself_is_told_at_once():
    value = [[1.0, 2.0]]
    value.append(value)
    assert "It holds itself" in describe(value, A, 1e-6)
