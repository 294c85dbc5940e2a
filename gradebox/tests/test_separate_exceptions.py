"""Tests of all that a test can see of an exception that the student's code has raised."""

import json
import statistics
import subprocess
import sys
import unittest
from dataclasses import FrozenInstanceError

import pytest
from gradebox.separate.exceptions import is_of_being_apart
from two_processes import student

RAISED = """
import json
from dataclasses import dataclass

class TooLittle(Exception):
    def __init__(self, balance, amount):
        super().__init__(f"cannot take {amount}")
        self.balance, self.amount = balance, amount
        self.tried = [amount]

    @property
    def missing(self):
        return self.amount - self.balance

    def explain(self, name):
        return f"{name}: {self.missing}"

@dataclass
class Unknown(KeyError):
    name: str
    code = 7

class Bare(Exception):
    pass

class Liar:
    __eq__ = __bool__ = lambda self, *other: True

class Open(Exception):
    def __getattr__(self, name):
        return Liar()

def take(balance, amount):
    raise TooLittle(balance, amount)

def find(name):
    raise Unknown(name)

def bare():
    raise Bare(3, "b")

def read():
    return json.loads("{")

def lie():
    raise Open()

def amount_of(error):
    return type(error) is TooLittle and error.amount

kept = TooLittle(1, 2)
def raise_kept():
    kept.amount += 1
    raise kept
"""


@pytest.fixture(scope="module")
def names():
    with student(RAISED) as fetched:
        yield fetched


def _raised(function, *arguments):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        function(*arguments)
    return caught.value


def test_an_exception_has_what_its_class_gave_it(names):
    error = _raised(names.fetch("take"), 20, 50)
    assert isinstance(error, names.fetch("TooLittle"))
    assert (error.balance, error.amount, error.missing, error.tried) == (20, 50, 30, [50])
    assert error.explain("Ann") == "Ann: 30"
    assert (str(error), error.args) == ("cannot take 50", ("cannot take 50",))
    assert names.fetch("amount_of")(error) == 50
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = error.nothing


def test_its_text_and_arguments_are_those_of_the_students(names):
    error = _raised(names.fetch("find"), "x")
    assert (error.name, error.code, error.args) == ("x", 7, ("x",))
    assert isinstance(error, KeyError)
    assert str(error) == "'x'"
    assert _raised(names.fetch("bare")).args == (3, "b")
    error = _raised(names.fetch("read"))
    with pytest.raises(json.JSONDecodeError) as here:
        json.loads("{")
    assert (str(error), error.pos) == (str(here.value), here.value.pos)


def test_an_exception_that_is_raised_again_shows_what_it_holds_now(names):
    first, second = (_raised(names.fetch("raise_kept")) for _ in range(2))
    assert first.amount == second.amount == 4


def test_it_has_no_say_in_comparisons_and_nothing_of_the_graders(names):
    error = _raised(names.fetch("lie"))
    for judge in (bool, lambda value: value == 5):
        with pytest.raises(TypeError, match="no truth value"):
            judge(error.whatever)
    assert not is_of_being_apart(error)
    assert not hasattr(error, "is_of_solution")
    assert not hasattr(error, "_render_traceback_")


def test_an_error_about_a_file_names_it():
    code = "def load(name):\n    with open(name) as file:\n        return file.read()\n"
    with student(code) as names, pytest.raises(FileNotFoundError) as caught:
        names.fetch("load")("missing.txt")
    assert str(caught.value) == "[Errno 2] No such file or directory: 'missing.txt'"
    assert (caught.value.errno, caught.value.filename) == (2, "missing.txt")


OF_LIBRARIES = """
import json, statistics, subprocess, unittest
from dataclasses import dataclass

@dataclass(frozen=True)
class Point:
    x: int = 0

class Unreadable(json.JSONDecodeError):
    line = 1

def freeze():
    Point().x = 1

def mean():
    return statistics.mean([])

def run():
    raise subprocess.CalledProcessError(3, "make")

def read():
    raise Unreadable("no list", "{}", 1)

def skip():
    raise unittest.SkipTest("none of this")
"""


def test_an_exception_of_a_library_is_of_the_tests_own_class():
    with student(OF_LIBRARIES) as names:
        assert type(_raised(names.fetch("freeze"))) is FrozenInstanceError
        error = _raised(names.fetch("mean"))
        assert (type(error), str(error)) == (
            statistics.StatisticsError,
            "mean requires at least one data point",
        )
        error = _raised(names.fetch("run"))
        assert (type(error), error.returncode) == (subprocess.CalledProcessError, 3)
        assert str(error) == "Command 'make' returned non-zero exit status 3."
        error = _raised(names.fetch("read"))
        assert isinstance(error, json.JSONDecodeError)
        assert type(error) is not json.JSONDecodeError
        assert (error.pos, error.line) == (1, 1)


def test_one_that_a_runner_of_tests_looks_for_is_not():
    with student(OF_LIBRARIES) as names:
        error = _raised(names.fetch("skip"))
    assert type(error).__name__ == "SkipTest"
    assert not isinstance(error, unittest.SkipTest)


def test_pythons_own_is_imported_for_it_and_no_other(monkeypatch):
    code = "import pandas.errors\ndef parse():\n    raise pandas.errors.ParserError('odd')\n"
    monkeypatch.delitem(sys.modules, "statistics")
    with student(OF_LIBRARIES + code) as names:
        monkeypatch.setitem(sys.modules, "pandas.errors", None)
        monkeypatch.delitem(sys.modules, "pandas.errors")
        mean, parse = _raised(names.fetch("mean")), _raised(names.fetch("parse"))
    assert type(mean) is sys.modules["statistics"].StatisticsError
    assert (type(parse).__name__, isinstance(parse, ValueError)) == ("ParserError", True)
    assert "pandas.errors" not in sys.modules


MORE = r"""
import functools
import numpy as np

class Box:
    text = property(lambda self: b"\xff".decode())

def box():
    return Box()

def find(board, place):
    raise KeyError(place, np.float64(0.5), [1, (2,)], object())

def deep():
    value = ()
    for _ in range(4):
        value = (value,) * 20
    raise ValueError(value)

def catch(function):
    try:
        function()
    except ValueError:
        return function()
"""


def test_what_is_looked_at_again_raises_the_same_again():
    with student(MORE) as names:
        box = names.fetch("box")()
        for _ in range(2):
            with pytest.raises(UnicodeDecodeError, match="invalid start byte"):
                _ = box.text


def test_the_arguments_of_an_exception_keep_what_they_are():
    with student(MORE) as names:
        error = _raised(names.fetch("find"), {}, (0, 5))
        assert error.args[:3] == ((0, 5), 0.5, [1, (2,)])
        assert "object" in error.args[3]
        assert type(_raised(names.fetch("deep"))) is ValueError


def test_an_exception_that_has_been_caught_does_not_come_again():
    results = iter([ValueError("the first call"), iter([1])])

    def function():
        result = next(results)
        if isinstance(result, ValueError):
            raise result
        return result

    with student(MORE) as names:
        error = _raised(names.fetch("catch"), function)
    assert "cannot be handed over" in str(error)
