"""Functions, and objects that can be called, which a test hands to an answer."""

import functools
import sqlite3

import numpy as np
import pytest
from gradebox.separate.failure_record import describe
from two_processes import student

CODE = """
import inspect

def evaluate(f, x):
    return f(x)

def same(f):
    return f

def coefficients(f):
    return f.coeffs

def degree(f):
    return len(f.coeffs) if hasattr(f, "coeffs") else 0

def people(link):
    return link.execute("select 1").fetchall()

def opened(link):
    with link:
        return 1

def name(f):
    return f.__name__

def is_function(f):
    return type(f).__name__ == "function"

def with_all(f, x):
    return f(*[x] * f.__code__.co_argcount)

def with_each(f, x):
    return f(*[x for _ in inspect.signature(f).parameters])

def parameters(f):
    return str(inspect.signature(f))

def kept(f):
    f.calls = 0
    return f.calls
"""


@pytest.fixture(scope="module")
def names():
    with student(CODE) as found:
        yield found


@pytest.fixture(autouse=True)
def new_test(names):
    names.begin()


def of_call(call, call_):
    return call - call_


@pytest.mark.parametrize("ask", ["with_all", "with_each"])
def test_an_answer_may_ask_how_many_arguments_a_function_takes(names, ask):
    assert names.fetch(ask)(lambda: 7, 3) == 7
    assert names.fetch(ask)(lambda a: a + 1, 3) == 4
    assert names.fetch(ask)(lambda a, b, c: a * b * c, 3) == 27
    assert names.fetch(ask)(of_call, 3) == 0


def test_a_function_has_its_parameters(names):
    assert names.fetch("parameters")(of_call) == "(call, call_)"
    assert names.fetch("parameters")(lambda a, *b, c=1, **d: a) == "(a, *b, c=Ellipsis, **d)"
    with pytest.raises(TypeError, match="of_call"):
        names.fetch("evaluate")(of_call, 1)
    assert names.fetch("name")(of_call) == "of_call"


class Doubling:
    """An object of a test's that counts its calls."""

    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return 2 * x


@pytest.mark.parametrize(
    ("made", "result"),
    [
        (np.poly1d([1, -2]), 3),
        (functools.partial(pow, 2), 32),
        (np.sqrt, np.sqrt(5)),
        (np.mean, 5.0),
        (lambda x: -x, -5),
    ],
)
def test_what_can_be_called_is_called(names, made, result):
    assert names.fetch("evaluate")(made, 5) == result
    assert names.fetch("same")(made) is made
    assert not names.not_crossed.lacked


def test_an_object_counts_its_calls_and_may_get_attributes_there(names):
    doubling = Doubling()
    assert names.fetch("evaluate")(doubling, 2) == 4
    assert doubling.calls == 1
    assert names.fetch("kept")(doubling) == 0


def test_a_function_is_a_function_there_and_an_object_is_none(names):
    assert names.fetch("is_function")(len)
    assert names.fetch("name")(np.mean) == "mean"
    assert not names.fetch("is_function")(np.poly1d([1]))


def _reason(names, test):
    with pytest.raises(Exception, match=r".") as caught:
        test()
    return describe(caught.value, str(caught.value), {}, names.not_crossed)["not_apart"]


def test_what_an_answer_asks_in_vain_of_an_object_is_said(names):
    link = sqlite3.connect(":memory:")
    why = _reason(names, lambda: names.fetch("people")(link))
    assert (
        why == "the answer asked a Connection of the test's for execute: apart, it can only call it"
    )
    names.begin()
    why = _reason(names, lambda: names.fetch("coefficients")(np.poly1d([1, 2])))
    assert "a poly1d of the test's for coeffs" in why
    names.begin()
    assert "for __enter__" in _reason(names, lambda: names.fetch("opened")(link))
    names.begin()
    assert _reason(names, lambda: names.fetch("opened")(np.poly1d([1]))) == ""  # nor has it that


def test_it_is_said_of_a_wrong_result_too(names):
    def test():
        assert names.fetch("degree")(np.poly1d([1, 2])) == 2

    assert "coeffs" in _reason(names, test)


def test_of_a_function_it_is_the_answers_own_mistake(names):
    assert _reason(names, lambda: names.fetch("coefficients")(len)) == ""


def test_a_name_that_is_none_is_not_shown():
    code = "def evil(f):\n    return getattr(f, 'a b\\nc')\n"
    with student(code) as names:
        assert "for a name:" in _reason(names, lambda: names.fetch("evil")(Doubling()))
