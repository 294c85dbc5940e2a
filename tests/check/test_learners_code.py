"""The sentences of a check on a learner's code: names from outside, a stub, the line at fault."""

import cProfile
import functools
import inspect
import pstats

import numpy as np
import pytest
from check.cells import run
from check.test_runner import make, said
from gradebox.separate.functions import student_function

from course.check.faults.exchanged import (
    computed_alike,
    exchanged_call,
    exchanged_results,
    same_numbers,
)
from course.check.faults.notebook_variables import outside_variable
from course.check.faults.suspect_calls import suspect_call
from course.check.faults.unused import never_run_on_changed, unused_name, unused_result
from course.check.learners_code import (
    comparison_instead_of_assignment,
    functions_reached,
    globals_read,
    is_written,
    size,
    unkept_value,
    variables_in,
)

DATA = "import numpy as np\ntotal = np.array([1.0, 2.0])\nlimit = 3"


def function(*sources, name="f"):
    return run({}, *sources)[name]


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return x / total",
        "def f(x):\n    return [x / total for _ in x]",
        "def f(x):\n    return (lambda y: y / total)(x)",
        "def share(x):\n    return x / total\n\ndef f(x):\n    return share(x)",
    ],
)
def test_a_variable_of_the_notebook_is_named(source):
    assert "`total` is the notebook's variable" in outside_variable(function(DATA, source))


def test_a_generator_of_the_notebook_is_not_the_same_in_every_call():
    data = "import numpy as np\nrng = np.random.default_rng(0)"
    f = function(data, "def f(x):\n    return rng.normal(x)")
    assert "it gives other random numbers in every call." in outside_variable(f)


def test_a_name_that_held_a_function_is_no_variable_to_be_replaced_by_an_argument():
    f = function("softmax = 3", "def f(x):\n    return softmax(x)")
    assert outside_variable(f).startswith("`softmax` is called with round brackets, and holds no")
    f = function("sum = 3", "def f(x):\n    return sum(x)")
    assert outside_variable(f).endswith("run `del sum` once in a cell of its own.")


def test_what_the_function_should_make_is_not_asked_for_as_an_argument():
    f = function("K = weights = 3", "def f(X, W_K):\n    return X @ K")
    assert outside_variable(f).startswith("Your function never makes `K`, so Python takes the")
    f = function("K = weights = 3", "def f(X, W_V):\n    return X @ K, weights")
    assert outside_variable(f).startswith("`K` is the notebook's variable, not an argument")
    f = function("K = weights = 3", "def f(X, W_V):\n    return X, weights")
    assert outside_variable(f, ["output", "weights"]).endswith("Make it in the function.")


@pytest.mark.parametrize(
    ("body", "is_told"),
    [
        ("weights == x + 1", True),
        ("weights = 2\n    weights == x + 1", False),
        ("x == 1", False),
        ("assert weights == 1", False),
    ],
)
def test_a_comparison_where_a_value_was_to_be_given(body, is_told):
    says = comparison_instead_of_assignment(function(f"def f(x):\n    {body}\n    return weights"))
    assert says.endswith("With one `=`, `weights` gets its value.") == is_told


def test_the_function_that_reads_it_is_named():
    sources = DATA, "def share(x):\n    return x / total", "def f(x):\n    return share(x)"
    assert "(`share` reads it)" in outside_variable(function(*sources))


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    return np.sum(x)",
        "def f(x):\n    total = x.sum()\n    return x / total",
        "def f(total):\n    return total",
        "def f(x):\n    return x.total",
        "tiny = 1e-9\n\ndef f(x):\n    return x + tiny",
        "def f(x):\n    return f(x - 1) if x else len([x])",
        "class Box:\n    pass\n\ndef f(x):\n    return Box()",
    ],
)
def test_what_is_no_variable_of_the_notebook_is_not_named(source):
    assert outside_variable(function(DATA, source)) == ""
    assert outside_variable(np.sum) == outside_variable(3) == ""


def test_the_check_says_so_in_place_of_a_known_mistake():
    f = function("import numpy as np\nA = np.ones((2, 3))", "def f(B):\n    return A * 2")
    assert "why       `A` is the notebook's variable" in said(make(lambda A: A * 2.0), f)


def test_the_names_that_a_function_reads_are_those_of_its_newest_code():
    f = function("def f(x):\n    own = dot(x, x)\n    return [own * g(y) for y in x]")
    assert globals_read(f) == globals_read(f) == ["dot", "g"]
    f.__code__ = function("def f(x):\n    return norm(x)").__code__
    assert globals_read(f) == ["norm"]
    assert globals_read(len) == globals_read(3) == []
    wrapped = functools.wraps(f)(lambda x: f(x))
    assert globals_read(wrapped) == globals_read(functools.lru_cache(f)) == ["norm"]


def test_the_variables_are_those_of_the_last_call():
    f = function("def f(n):\n    if n:\n        own = f(n - 1)\n    else:\n        last = 0\n")
    assert variables_in(f, lambda: f(1)) == {"n": 1, "own": None}


def test_a_profiler_that_is_at_work_goes_on():
    f = function("def f(n):\n    own = n\n    return own")
    with cProfile.Profile() as profiler:  # as %prun has it
        # From Python 3.12 on, cProfile leaves the place free.
        assert variables_in(f, lambda: f(1)) in ({}, {"n": 1, "own": 1})
        f(2)
    calls = {name: number for (_, _, name), (_, number, *_) in pstats.Stats(profiler).stats.items()}
    assert calls["f"] == 2


STUB = 'def f(A):\n    """Twice A."""\n    twice = 2\n    raise NotImplementedError("your turn")'


def test_a_stub_is_told_from_an_answer_with_the_stubs_line_in_it(capsys):
    assert size(STUB) == 2
    checker = make(lambda A: A * 2.0, stub_size=size(STUB))
    checker(function(STUB))
    assert "not attempted yet" in capsys.readouterr().out
    for written in (f"{STUB}\n    return A * twice", STUB.replace("2\n", "2\n    A = A * twice\n")):
        assert "still stands in it and ends it. Delete that line." in said(
            checker, function(written)
        )
    assert not is_written(len, 2)


def test_the_line_is_the_answers_own_and_has_shapes():
    f = function("def f(A):\n    B = A.T\n    return A.T @ B")
    assert "in the line  return A.T @ B # A is (2, 3), B is (3, 2)" in said(
        make(lambda A: A * 2.0), f
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A ^ 0.5", "(`^` is no power in Python: write `**`)"),
        ("sqrt(A)", "(numpy's functions have its name in front: `np.sqrt`)"),
        ("math.log(A)", "(a single number is wanted there: functions of `math`, and `float`,"),
        ("A.sum(axis=3)", "(axes are counted from 0, and the last is `axis=-1`)"),
        ("len(A) / A.shape", "(a tuple holds several numbers: a shape is one,"),
        ("A.shape[2]", "(positions are counted from 0)"),
        ("A / total", "(no line that has run gives this name a value)"),
        ("A / d_k", "(the function is given `A`; the size of an array stands in its `shape`)"),
        ("A.sum", "a function that was not called: its round brackets are missing."),
        ("np.sum", "a function that was not called: its round brackets are missing."),
        ("__import__('sys').exit()", "SystemExit (it ends the whole program; `return` ends a"),
        ("np.multiply(B := A.astype(int), 0.5, B)", "write `x = x * y` in place of `x *= y`)"),
        ("np.ln(A)", "(the natural logarithm is `np.log`)"),
        ("A * -inf", "(it is numpy's, and has its name in front: `np.inf`)"),
        ("A.nan_to_num()", "(it is a function, and no method: `np.nan_to_num(...)`)"),
        ("np.where(A > 0, A)", "(`np.where` takes three things: a condition,"),
        ("np.ones(2, 3, dtype=bool)", "(the sizes of a new array stand in a tuple:"),
        ("np.transpose(A, axis=0)", "(the call and the function's first line do not fit together)"),
        ("A[A[0] > 0]", "(a mask between square brackets needs the shape of the array;"),
    ],
)
def test_what_an_error_means_is_said(line, says):
    f = function("import math\nimport numpy as np", f"def f(A):\n    return {line}")
    assert says in said(make(lambda A: A * 2.0), f)


def test_an_error_in_another_cells_function_shows_the_call():
    f = function("def g(x):\n    return x.no_such_thing", "def f(A):\n    return g(A)")
    line = "in the line  return g(A) # raised inside g, where x is (2, 3)"
    assert line in said(make(lambda A: A * 2.0), f)


def test_an_error_of_the_answers_own_comes_with_its_condition():
    f = function(
        "def f(A):\n    if len(A) % 2 == 0:\n        raise ValueError('even.')\n    return A"
    )
    says = said(make(lambda A: A * 2.0), f)
    assert "It raised ValueError: even. No error is wanted here." in says
    assert "in the line  if len(A) % 2 == 0: raise ValueError('even.') # A is (2, 3)" in says
    f = function("def f(A):\n    if len(A) == 2: raise ValueError('even.')\n    return A")
    says = said(make(lambda A: A * 2.0), f)
    assert "even. No error is wanted here." in says
    assert "in the line  if len(A) == 2: raise ValueError('even.') # A is (2, 3)" in says
    f = function("def f(A):\n    assert A.ndim == 1\n    return A")
    assert "AssertionError. No error is wanted here." in said(make(lambda A: A * 2.0), f)
    for line in (
        "return A.no_such_thing",
        "assert (A @ A).shape == (2, 2)",
        "raise A.no_such_thing",
    ):
        f = function(f"def f(A):\n    {line}")
        assert "No error is wanted" not in said(make(lambda A: A * 2.0), f)


def test_another_exercises_answer_is_no_answer():
    f = function("def g(A):\n    return A * 2.0", "def f(A):\n    return g(A)")
    make(lambda A: A * 2.0, not_by=["h"])(f)
    for by in ("h = g", "def h(A):\n    return g(A)"):
        hidden = function("def g(A):\n    return A * 2.0", by, "def f(A):\n    return h(A)")
        says = said(make(lambda A: A * 2.0, not_by=["g"]), hidden)
        assert "it calls g, the answer to another exercise" in says
    own = function("def f(A):\n    g = A * 2.0\n    return g")  # a variable of its own
    make(lambda A: A * 2.0, not_by=["g"])(own)
    assert "it calls g, the answer to another exercise" in said(
        make(lambda A: A * 2.0, not_by=["g"]), f
    )


def test_of_a_function_in_another_process_the_text_says_whose_answer_it_calls():
    f = function(
        "def g(A):\n    return A * 2.0", "def f(A, B=None):\n    own = A\n    return g(own)"
    )
    assert functions_reached(f) == {"g"}
    of_its_own = "def f(A):\n    def g(B):\n        return B\n    return g(A)"
    assert functions_reached(function(of_its_own)) == set()
    about = {"name": "f", "source": inspect.getsource(f)}
    assert functions_reached(student_function(lambda *_: None, about)) >= {"g"}


def test_whole_numbers_of_the_line_are_said():
    f = function("def f(A):\n    i = 4\n    return A[i]")
    assert "in the line  return A[i] # A is (2, 3), i is 4" in said(make(lambda A: A * 2.0), f)


def test_what_holds_none_is_said():
    f = function("def f(A):\n    B = print(A)\n    return B")
    assert "It returned None: that is what `B` holds at the end." in said(make(np.copy), f)


def test_lists_of_the_line_are_said_by_their_length():
    f = function("def f(A):\n    words = list(A)\n    pair = A, A\n    return words[3] + pair")
    assert "# words is a list of 2, pair is a tuple of 2" in said(make(lambda A: A * 2.0), f)


def test_a_line_whose_value_nothing_keeps_is_named():
    def total(A):
        result = A * 0
        result + A
        return result

    def turned(A):
        A.transpose()
        return A + 1

    assert "The line `result + A` computes a value that nothing keeps" in said(
        make(lambda A: A * 2.0), total
    )

    def mirrored(A):
        A.T  # noqa: B018
        return A + 1

    def lost(A):
        np.outer(A[0], A[1])
        return A + 1

    assert "The line `np.outer(A[0], A[1])` computes" in said(make(lambda A: A * 2.0), lost)
    assert unkept_value(np) == unkept_value(run({}, "def f(A):\n    double(A)")["f"]) == ""
    assert unkept_value(run({}, "def f(A):\n    double(A)")["f"], ["double"]) == "double(A)"
    assert unkept_value(run({}, "def f(A, B):\n    np.matmul(A, A, B)")["f"]) == ""
    assert unkept_value(run({}, "def f(A, B):\n    np.add(A, B)")["f"]) == "np.add(A, B)"
    assert unkept_value(run({}, "def f(A):\n    np.clip(A, 0, 1)")["f"]) == "np.clip(A, 0, 1)"
    assert unkept_value(run({}, "def f(A, B):\n    A.add(B)")["f"]) == ""
    compared = "def f(A, B):\n    not np.allclose(A, B)"
    assert unkept_value(run({}, compared)["f"]) == "not np.allclose(A, B)"
    assert "The line `A.transpose()` computes" in said(make(lambda A: A * 2.0), turned)
    assert "The line `A.T` computes a value" in said(make(lambda A: A * 2.0), mirrored)

    def compared(A):
        A[0] == 0  # noqa: B015
        return A + 1

    assert "The line `A[0] == 0` computes a value" in said(make(lambda A: A * 2.0), compared)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def f(x, temperature):\n    return x", "never uses its argument `temperature`"),
        (
            "def f(x):\n    shift = x - 1\n    return np.exp(x)",
            "`shift` is computed and never used",
        ),
        ("def f(x):\n    x[0] += 1", ""),
        (
            "def f(x):\n    row = np.zeros(2)\n    for y in x:\n        row += y\n    return x",
            "`row` is computed and never used",
        ),
        ("def f(x):\n    C = np.zeros(2)\n    C[0] = x[0]\n    return x", "`C` is computed"),
        ("def f(x):\n    C = np.zeros(2)\n    C[0] = x[0]\n    return C", ""),
        ("def f(x):\n    row = x[0]\n    row += 1\n    return x", ""),  # a part of x itself
        ("def f(x):\n    n, d = x.shape\n    return n", ""),
        ("def f(x, y):\n    return x + len(y)", "the size of `y` alone, and none of its entries"),
        ("def f(x, y):\n    return x + len(y) + y.shape[0] + y[0]", ""),
        ("def f(x):\n    def g():\n        return x\n    return g()", ""),
        ("def f(x):\n    total = 0\n    for y in x:\n        total += y\n    return total", ""),
        (
            "def f(x, y):\n    a, b = x @ y, y @ x\n    a, b = x.T, b.T\n    return a @ b",
            "`a` gets a new value before its first, `x @ y`, is used.",
        ),
        ("def f(x, y):\n    a = x @ y\n    a = a.T\n    return a", ""),
        ("def f(x, y):\n    a = x @ y\n    b = x\n    a = y @ b\n    return a", ""),
        ("def f(x, y):\n    a = x @ y\n    a += y\n    a = a.T\n    return a", ""),
        ("def f(x, y):\n    a = x @ y\n    if y:\n        a = x\n    a = y\n    return a", ""),
        ("def f(x):\n    a = np.zeros(2)\n    a = x.T\n    return a", ""),
        ("def f(x):\n    a = x.T\n    g = lambda: a\n    a = x + 1\n    return g() + a", ""),
    ],
)
def test_what_an_answer_never_uses_is_said(source, says):
    found = unused_name(function(DATA, source))
    assert says in found
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("x / sum(np.exp(x))", "Python's own `sum` adds whole rows"),
        ("np.round(x, 2)", "`np.round(x, 2)` rounds. Is that asked for?"),
        ("x.astype(int)", "cuts off fractions"),
        ("x // np.sqrt(2)", "rounds down, and loses fractions: `/` keeps them"),
        ("(x @ x) // 2", "`/` keeps them"),
        ("x / int(np.sqrt(2))", "`int(np.sqrt(2))` cuts off the fraction"),
        ("x.reshape(x.shape[0] // 2, -1)", ""),
        ("x[: len(x) // 2]", ""),
        ("x[: int(len(x) / 2)]", ""),
        ("x / np.sum(x, axis=-1)", ""),
        ("sum(a * b for a, b in zip(x, x))", ""),
        ("max(1, len(x))", ""),
        ("max(zip(x, x.T))[0]", "`max` compares these pairs by their first parts, here from `x`"),
        ("max(zip(x, x.T), key=len)", ""),
        ("max(zip(x[:, 0], x))[1]", ""),
        ("int((x + x.T).argmax())", ""),
        ("x[int(np.argmin(x))]", ""),
        ("int(np.argsort(x)[::-1][0])", ""),
        ("int(np.where(x == x.max())[0][0])", ""),
        ("int(np.where(x > 0, x, 0)[0])", "cuts off the fraction"),
        ("(x > 0).astype(int)", ""),
    ],
)
def test_a_call_that_seldom_fits_is_asked_about(line, says):
    found = suspect_call(function(DATA, f"def f(x):\n    return {line}"))
    assert says in found
    assert bool(found) == bool(says)


def test_where_a_row_may_see_no_key_nan_has_a_right_number():
    answer = "def f({}):\n    return np.nan_to_num(scores)"
    assert "replaces NaN" in suspect_call(function(DATA, answer.format("scores")))
    assert suspect_call(function(DATA, answer.format("scores, mask"))) == ""


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("g(x, 2, 1e-5)", "`g` gets the fixed number 1e-05. Is that asked for?"),
        ("g(*x, 0.5)", "`g` gets the fixed number 0.5. Is that asked for?"),
        ("g(x, 2, eps=0.5)", "`g` gets the fixed number 0.5. Is that asked for?"),
        ("g(x, 0.5)", ""),  # it needs two
        ("g(x, 2, 1e-12)", ""),  # as by default
        ("g(x, 2, eps)", ""),
        ("f(x, 0.5)", ""),
    ],
)
def test_a_fixed_number_in_the_place_of_a_default(call, says):
    g = "def g(x, y, eps=1e-12):\n    return x"
    assert suspect_call(function(DATA, g, f"def f(x, eps=1.0):\n    return {call}")) == says


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("g(mask, scores)", "`g(mask, scores)` has its arguments in another order"),
        ("g(scores, mask)", ""),
        ("g(scores, scores)", ""),
        ("h(mask, scores)", ""),
        ("g(mask.T, scores)", ""),
        ("g(mask, scores @ scores.T)", "`g(mask, scores @ scores.T)` has its arguments in another"),
        ("g(mask @ mask, scores)", "`g(mask @ mask, scores)` has its arguments in another order"),
        ("g(scores, mask @ mask)", ""),
        ("g(scores @ scores.T, mask)", ""),
    ],
)
def test_a_call_with_its_arguments_exchanged(call, says):
    f = function(DATA, f"def f(mask, scores):\n    return {call}")
    found = exchanged_call(f, {"g": ("scores", "mask")})
    assert found.startswith(says)
    assert bool(found) == bool(says)


@pytest.mark.parametrize(
    ("names", "is_said"), [("weights, output", True), ("output, weights", False), ("b, a", False)]
)
def test_results_that_get_their_names_in_another_order(names, is_said):
    f = function(DATA, f"def f(A):\n    {names} = g(A)\n    return A")
    says = "`weights, output = g(...)` names the results in another order than they come in: output"
    found = exchanged_results(f, {"g": ("output", "weights")})
    assert found.startswith(says) == bool(found) == is_said


@pytest.mark.parametrize(
    ("line", "is_said"),
    [("up, down = A + 1, A - 1", True), ("up, A = A + 1, 2", False), ("n, m = A.shape", False)],
)
def test_two_values_of_one_line_that_are_never_used(line, is_said):
    says = "`up` and `down` are computed and never used."
    assert unused_result(function(DATA, f"def f(A):\n    {line}\n    return A")) == says * is_said


@pytest.mark.parametrize(("added", "is_asked"), [("A", True), ("A[0]", False)])
def test_the_sum_of_a_row_is_not_asked_about(added, is_asked):
    f = function(DATA, f"def f(A):\n    x = {added}\n    return A + np.ravel(sum(x))[0]")
    assert ("Python's own `sum` adds whole rows" in said(make(lambda A: A * 2.0), f)) == is_asked


@pytest.mark.parametrize(
    ("body", "pairs"),
    [
        ("up = A * 1; down = A * 1; up[0] += 1; down[0] += 1", [("up", "down")]),
        ("up, down = A * 1, A * 1; up[0] += 1; down[0] -= 1", []),
        ("Q = A @ A; K = A @ A", [("Q", "K")]),
        ("rng = np.random.default_rng(0); Q = rng.normal(size=3); K = rng.normal(size=3)", []),
        ("rows = []; columns = []; rows.append(A); columns.append(A.T)", []),
    ],
)
def test_variables_that_are_computed_alike(body, pairs):
    assert computed_alike(function(DATA, f"def f(A):\n    {body}")) == pairs
    assert bool(same_numbers(pairs, dict.fromkeys(("up", "down", "Q", "K"), np.ones(3)))) == bool(
        pairs
    )
    assert same_numbers(pairs, {"up": np.ones(3), "down": np.zeros(3), "Q": 1, "K": 1}) == ""


def test_a_suspect_call_is_likely_and_a_known_mistake_comes_first():
    f = function(DATA, "def f(A):\n    return np.round(A * 2.1, 1)")
    assert "likely    `np.round(A * 2.1, 1)` rounds" in said(make(lambda A: A * 2.0), f)


A_COPY = "`changed` is a copy of `X`, and no line changes it."
GIVEN = """
def other(A):
    return A


def f(run, X):
    before = run(X)
    for t in range(len(X)):
        changed = {copy}
        {change}
        after = {call}
        if not np.allclose(before, after):
            return True
    return False
"""


@pytest.mark.parametrize(
    ("copy", "change", "call", "says"),
    [
        ("X.copy()", "", "run(changed)", A_COPY),
        (
            "np.array(X)",
            "",
            "run(changed)[0]",
            A_COPY,
        ),
        ("X.copy()", "changed[t] += 1", "run(changed)", ""),
        ("X.copy()", "changed[t] = 1", "run(changed)", ""),
        ("X.copy()", "changed += 1", "run(changed)", ""),
        ("X.copy()", "changed = changed + 1", "run(changed)", ""),
        ("X.copy()", "np.add.at(changed, t, 1)", "run(changed)", ""),
        ("X.copy()", "changed.sort()", "run(changed)", ""),
        ("X.copy()", "other(changed)", "run(changed)", ""),
        ("X + 1", "", "run(changed)", ""),
        (
            "X.copy()",
            "changed[t] += 1",
            "other(changed)",
            "`run` runs in `run(X)` alone; on `changed`, `other` runs.",
        ),
        ("X.copy()", "changed[t] += 1", "other(X)", ""),
        ("X.copy()", "changed[t] += 1", "other(run(changed))", ""),
    ],
)
def test_a_function_that_is_never_run_on_anything_changed(copy, change, call, says):
    code = GIVEN.format(copy=copy, change=change or "t", call=call)
    assert never_run_on_changed(function(DATA, code)) == says
    assert never_run_on_changed(len) == ""
