"""Test cells use names of another process as if they were their own."""

import asyncio
import contextlib
import inspect
import io
import random
import textwrap
import traceback
import types
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from gradebox.separate.exceptions import StudentError, is_of_being_apart
from gradebox.separate.wire import TooLarge, WireError
from two_processes import student

from course import check
from course.check import CheckFailed, NotAttempted
from course.check.error_meanings import describe_error
from course.check.frames import learners_line
from course.check.memory import traced

NAMES = '''
import functools
import random
import sys
import warnings
from enum import Enum

import numpy as np

number, words, table = 3, ["a", "b"], np.arange(6.0).reshape(2, 3)
global_words = []


def scale(x, by=2, *rest, deep=None, **others):
    """Multiply."""
    # a comment inside
    return x * by


def as_it_is(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


@as_it_is
def decorated(x):
    return x


def column_in_place(x):
    x.shape = (-1, 1)
    x[0] = 7


def double_in_place(x):
    x *= 2
    return x


def remember(x):
    global_words.append(x)
    return global_words


def change(words, table, nested, names):
    words.append(words)
    words[0] = (table, "new")
    nested["rows"][1][:] = [7]
    del nested["gone"]
    names.add("b")
    return nested["rows"]


def call_twice(function, x):
    return function(function(x))


def raises(kind, *args):
    raise getattr(__import__("builtins"), kind)(*args)


class OwnError(ValueError):
    def __init__(self, text, code):
        super().__init__(code)
        self.text = text

    def __str__(self):
        return self.text


class Plain(Exception):
    pass


def own_error():
    raise OwnError("it is own", 5)


def plain_error():
    raise Plain("it is plain")


def swallow(function):
    try:
        function()
    except ZeroDivisionError as error:
        return str(error)


def talk(n=1):
    print("hello" * n)
    print("oops", file=sys.stderr)
    warnings.warn("careful", DeprecationWarning)
    return 1


def draw():
    return np.random.random(), random.random()


class Vector:
    total = 0

    def __init__(self, *parts):
        self.parts = list(parts)

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __bool__(self):
        return True

    def __len__(self):
        return len(self.parts)

    def __getitem__(self, index):
        return self.parts[index]

    def __setitem__(self, index, value):
        self.parts[index] = value

    def __contains__(self, value):
        return value in self.parts

    def __str__(self):
        return f"Vector{tuple(self.parts)}"

    def norm(self, order=2):
        return float(np.linalg.norm(self.parts, order))

    def __float__(self):
        return 1.0

    def __array__(self, dtype=None, copy=None):
        return np.array(self.parts)


class Sub(Vector):
    pass


vector = Vector(3, 4)
Colour = Enum("Colour", "red green")
partial = functools.partial(scale, by=5)
squares = lambda n: (i * i for i in range(n))
'''


@pytest.fixture(scope="module")
def names():
    with student(NAMES) as fetched:
        yield fetched


# Names and functions


def test_plain_names_are_copies(names):
    assert names.fetch("number") == 3
    table = names.fetch("table")
    table[:] = 0
    names.fetch("words").append("c")
    assert names.fetch("words") == ["a", "b"]
    assert names.fetch("table")[1, 2] == 5


def test_a_name_is_fetched_anew_each_time(names):
    assert names.fetch("remember")("first") == ["first"]
    assert names.fetch("global_words") == ["first"]


def test_a_function_is_fetched_again_where_a_call_may_have_given_its_name_to_another():
    code = """
        def first(x): return 1
        def second(x): return 2
        count = []
        def swap():
            global first
            first = second
        def swap_and_call(back):
            swap()
            return back()
        def each():
            yield
            swap()
            yield
    """
    for do, heard in (
        ("swap()", []),
        ("swap_and_call(lambda: seen.append(first(0)))", [2]),
        ("list(each())", []),
    ):
        with student(textwrap.dedent(code)) as names:
            seen = []
            assert names.fetch("first")(0) == 1
            called = {name: names.fetch(name) for name in ("swap", "swap_and_call", "each")}

            class Names(dict):
                def __missing__(self, name, names=names):
                    return names.fetch(name)

            eval(do, Names(called, seen=seen, list=list))
            assert names.fetch("first")(0) == 2
            assert names.fetch("first").__name__ == "second"
            assert seen == heard
            names.begin()
            assert names.fetch("first")(0) == 2


def test_a_function_is_fetched_once_in_a_cell(monkeypatch):
    with student("def f(x): return x\nwords = []\ndef add(): words.append(1)") as names:
        asked = []
        ask = names._end.ask
        monkeypatch.setattr(names._end, "ask", lambda *args: asked.append(args[0]) or ask(*args))
        assert [names.fetch("f")(x) for x in (1, 2)] == [1, 2]
        assert asked == ["fetch", "call", "call"]
        assert names.fetch("words") == []
        names.fetch("add")()
        assert names.fetch("words") == [1]  # a copy is only of one moment


def test_a_name_has_one_value_until_something_is_called():
    """A namespace that gives another value at each look, on its own and through an object."""
    code = """
        import sys
        values = iter(range(1000))

        class Turning:
            def __getattribute__(self, name):
                return next(values)
            def __len__(self):
                return next(values)
            def __getitem__(self, index):
                return next(values)
            def __contains__(self, value):
                return next(values) % 2
            def __repr__(self):
                return str(next(values))

        class Namespace(dict):
            def get(self, name, default=None):
                return next(values) if name == "guess" else dict.get(self, name, default)

        def call():
            return 0

        guess, turning = 0, Turning()
        names = Namespace(globals())
    """
    with student(textwrap.dedent(code), "names") as names:
        turning = names.fetch("turning")
        for look in (
            lambda: names.fetch("guess"),
            lambda: turning.x,
            lambda: len(turning),
            lambda: turning[0],
            lambda: 3 in turning,
            lambda: repr(turning),
            lambda: str(turning),
        ):
            assert look() == look()
            first = look()
            assert [names.fetch("guess"), look()] == [names.fetch("guess"), first]
        before = names.fetch("guess")
        assert turning.x != turning.y
        assert names.fetch("guess") == before
        names.fetch("call")()  # which may give the name another value
        assert names.fetch("guess") > before
        before = names.fetch("guess")
        names.begin()
        assert names.fetch("guess") > before


def test_each_copy_of_the_one_value_is_its_own():
    with student("import numpy as np\nrow = np.zeros(2)\npair = [row, [row, row[:1]]]") as names:
        first, second = names.fetch("pair"), names.fetch("pair")
        first[0][:] = 7
        assert first[1][0] is first[0]
        assert first[1][1][0] == 7  # a view, as there
        assert second[0].tolist() == second[1][1].tolist() * 2 == [0, 0]


def test_names_that_are_not_there(names):
    with pytest.raises(NameError, match="name 'nothing' is not defined"):
        names.fetch("nothing")
    with pytest.raises(ImportError, match="a module that only the student's cells import"):
        names.fetch("np")


def test_a_function_looks_like_the_students(names):
    scale = names.fetch("scale")
    assert names.fetch("scale") is scale
    assert callable(scale)
    assert isinstance(scale, types.FunctionType)
    assert (scale.__name__, scale.__doc__) == ("scale", "Multiply.")
    assert str(inspect.signature(scale)) == "(x, by=2, *rest, deep=None, **others)"
    assert inspect.getsource(scale).startswith("def scale(x, by=2")
    assert inspect.getsource(names.fetch("decorated")).startswith("@as_it_is\ndef decorated(x)")
    assert "# a comment inside\n    return x * by" in inspect.getsource(scale)
    assert scale(4) == 8
    assert scale(4, by=np.float64(0.5)) == 2
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        scale()


def test_other_callables_and_generators(names):
    assert names.fetch("partial")(3) == 15
    assert callable(names.fetch("partial"))
    assert list(names.fetch("squares")(4)) == [0, 1, 4, 9]
    with pytest.raises(StopIteration):
        next(iter(names.fetch("squares")(0)))


def test_functions_of_the_student_go_back_as_themselves(names):
    assert names.fetch("call_twice")(names.fetch("scale"), 3) == 12


# Arguments


def test_another_shape_is_seen_in_the_callers_own_array(names):
    whole = np.arange(6)
    for argument in (np.arange(3), np.array([None, 2, 3]), whole[::2]):
        names.fetch("column_in_place")(argument)
        assert argument.tolist() == [[7], [argument[1, 0]], [argument[2, 0]]]
    assert whole.tolist() == [7, 1, 2, 3, 4, 5]


def test_changes_in_place_are_seen_in_the_callers_own_objects(names):
    words, table = ["old"], np.arange(3.0)
    inner = [1, 2]
    nested, seen = {"rows": [[0], inner], "gone": 1}, {"a"}
    rows = names.fetch("change")(words, table, nested, seen)
    assert words[1] is words
    assert words[0][0] is table
    assert words[0][1] == "new"
    assert inner == [7]
    assert list(nested) == ["rows"]
    assert rows is nested["rows"]
    assert seen == {"a", "b"}


@pytest.mark.parametrize(
    "view",
    [
        lambda a: a,
        lambda a: a.T,
        lambda a: a[:, 1],
        lambda a: a[::-1, ::2],
        lambda a: a[2:, 3:],
        lambda a: a[:0],
        lambda a: a[1, 1, ...],
        lambda a: a[:, :1][::5],
    ],
    ids=range(8),
)
def test_changes_in_a_view_reach_the_array_and_nothing_else(names, view):
    here, expected = np.arange(20.0).reshape(4, 5), np.arange(20.0).reshape(4, 5)
    result = names.fetch("double_in_place")(argument := view(here))
    twice = view(expected)
    twice *= 2
    np.testing.assert_array_equal(here, expected)
    assert result is argument


def test_an_array_that_is_read_only_stays_as_it_is(names):
    frozen = np.arange(3.0)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        names.fetch("double_in_place")(frozen)


def test_two_views_of_one_array_are_that_for_the_student():
    code = "def spread(a, b):\n    a[:] = 9\n    return float(b.sum())"
    table = np.zeros((3, 3))
    with student(code) as names:
        assert names.fetch("spread")(table[:2], table[1:]) == 27
    np.testing.assert_array_equal(table, [[9] * 3, [9] * 3, [0] * 3])


def test_a_generator_moves_on_as_if_it_had_been_used_here():
    code = "def draw(rng):\n    return rng.normal(size=3)"
    here, there = np.random.default_rng(3), np.random.default_rng(3)
    with student(code) as names:
        np.testing.assert_array_equal(names.fetch("draw")(there), here.normal(size=3))
    assert here.normal() == there.normal()


def test_what_a_test_cannot_pass_is_a_sentence(names):
    with pytest.raises(TypeError, match="a value of type StringIO cannot be handed over"):
        names.fetch("scale")(io.StringIO())
    assert names.fetch("scale")(1) == 2


# Calls back


def test_functions_of_the_tests_are_called_here(names):
    seen = []

    def add_one(x):
        seen.append(x)
        return x + 1

    assert names.fetch("call_twice")(add_one, 1) == 3
    assert seen == [1, 2]
    assert names.fetch("remember")(add_one)[-1] is add_one


def test_what_wraps_a_function_of_the_tests_is_the_students():
    """`functools.wraps` copies what a function carries to the one around it."""
    code = (
        "import functools\n"
        "def timed(f):\n"
        "    @functools.wraps(f)\n"
        "    def inner(x):\n"
        "        f(x)\n"  # and no return
        "    return inner\n"
        "def twice(f):\n"
        "    return functools.wraps(f)(lambda x: f(f(x)))\n"
        "def cube(x):\n"
        "    return 0\n"
        "cube._of_the_tests = 0\n"
    )

    def add_one(x):
        return x + 1

    with student(code) as names:
        assert names.fetch("timed")(add_one)(3) is None
        assert names.fetch("twice")(add_one)(3) == 5
        assert names.fetch("cube")(3) == 0


def test_an_exception_in_a_call_back_comes_back_as_itself(names):
    error = ZeroDivisionError("of the test")

    def fails(x=0):
        raise error

    with pytest.raises(ZeroDivisionError) as caught:
        names.fetch("call_twice")(fails, 1)
    assert caught.value is error
    assert names.fetch("swallow")(fails) == "of the test"


def test_the_text_of_a_failed_assertion_stays_here(names):
    code = "def show(f):\n    try:\n        f()\n    except AssertionError as error:\n"
    code += "        return str(error), str(error.__notes__ if hasattr(error, '__notes__') else '')"

    def fails():
        raise AssertionError("the answer is 42")

    with student(code) as names:
        assert names.fetch("show")(fails) == ("", "")


def test_call_backs_nest_and_changes_come_back_both_ways():
    code = """
def down(n, ask, log):
    log.append(n)
    return ask(n - 1, log) if n else log
"""
    with student(code) as names:
        down = names.fetch("down")

        def ask(n, log):
            log.append(-n)
            return down(n, ask, log) if n else log

        log: list = []
        assert down(7, ask, log) is log
        assert log == [7, -6, 6, -5, 5, -4, 4, -3, 3, -2, 2, -1, 1, 0]
        with pytest.raises(RecursionError, match="more than 40 deep"):
            down(100, ask, [])
        assert down(1, ask, []) == [1, 0]


# Exceptions


@pytest.mark.parametrize(
    ("kind", "args"),
    [
        ("ValueError", ("no", 3)),
        ("KeyError", ("name",)),
        ("NotImplementedError", ("your turn",)),
        ("AssertionError", ()),
        ("RecursionError", ("deep",)),
        ("MemoryError", ()),
        ("FileNotFoundError", (2, "gone")),
        ("UnicodeDecodeError", ("utf-8", b"x", 0, 1, "bad")),
    ],
)
def test_builtin_exceptions_come_back_as_they_were(names, kind, args):
    with pytest.raises(Exception) as caught:  # noqa: PT011
        names.fetch("raises")(kind, *args)
    assert type(caught.value).__name__ == kind
    assert type(caught.value).__module__ == "builtins"
    if kind != "UnicodeDecodeError":
        assert caught.value.args == args


@pytest.mark.parametrize("kind", ["StopIteration", "StopAsyncIteration"])
def test_a_function_does_not_end_the_iteration_that_calls_it(names, kind):
    raises = names.fetch("raises")
    with pytest.raises(RuntimeError, match="raised StopIteration"):
        all(map(raises, [kind]))


@pytest.mark.parametrize("kind", ["SystemExit", "KeyboardInterrupt", "GeneratorExit"])
def test_what_would_end_a_process_does_not(names, kind):
    with pytest.raises(StudentError, match=r"^3\n") as caught:
        names.fetch("raises")(kind, 3)
    assert (caught.type.__name__, caught.type.__mro__[1]) == (kind, StudentError)
    assert names.fetch("number") == 3


def test_an_exception_group_is_an_ordinary_failure():
    code = "def group():\n    raise ExceptionGroup('several', [ValueError(1)])"
    with student(code) as names, pytest.raises(StudentError, match="several"):
        names.fetch("group")()


def test_exceptions_of_the_students_own(names):
    with pytest.raises(ValueError, match=r"^it is own\n") as caught:
        names.fetch("own_error")()
    assert type(caught.value).__name__ == "OwnError"
    with pytest.raises(names.fetch("OwnError"), match="it is own"):
        names.fetch("own_error")()
    with pytest.raises(StudentError, match=r"^it is plain\n"):
        names.fetch("plain_error")()
    with pytest.raises(names.fetch("Plain")):
        names.fetch("plain_error")()


FAMILY = """
class Bad(Exception):
    pass
class Worse(Bad, ValueError):
    pass
class Other(Exception):
    pass
def twins():
    class Other(Exception):
        pass
    raise Other("not that one")
def fails(kind):
    raise globals()[kind](kind)
"""


@pytest.mark.parametrize(
    ("raised", "caught", "is_caught"),
    [
        ("Bad", ["Bad"], True),
        ("Worse", ["Worse"], True),
        ("Worse", ["Bad"], True),
        ("Worse", ["Other", "Bad"], True),
        ("Bad", ["Worse"], False),
        ("Bad", ["Other"], False),
        ("twins", ["Other"], False),
    ],
)
def test_a_class_may_be_named_once_the_exception_is_under_way(raised, caught, is_caught):
    with student(FAMILY) as names:
        call = names.fetch("twins" if raised == "twins" else "fails")
        seen = False
        try:
            call(*([] if raised == "twins" else [raised]))
        except tuple(map(names.fetch, caught)):
            seen = True
        except Exception as error:
            kind = type(error)
            seen = issubclass(kind, ValueError) is not (raised == "Worse")
        assert seen is is_caught


ANYTHING = """
class A(KeyError):
    pass
class B(ValueError):
    pass
class C(A, B, AssertionError):
    pass
class D(C, B):
    pass
def fails(kind):
    raise kind("whatever is expected")
"""


@pytest.mark.parametrize("name", ["C", "D"])
def test_an_exception_is_not_of_every_kind_that_a_test_may_expect(name):
    with student(ANYTHING) as names:
        kind = names.fetch(name)
        with pytest.raises(KeyError) as caught:
            names.fetch("fails")(kind)
        assert isinstance(caught.value, names.fetch("A"))
        assert not isinstance(caught.value, ValueError | AssertionError)


def test_an_exception_says_where_it_came_from(names):
    with pytest.raises(ValueError, match="it is own") as caught:
        names.fetch("own_error")()
    (note,) = caught.value.__notes__
    assert "in own_error" in note
    assert 'raise OwnError("it is own", 5)' in note
    assert "separate" not in note
    assert describe_error(caught.value) == "OwnError: it is own"
    assert learners_line(caught.value) == 'raise OwnError("it is own", 5)'
    assert caught.value.student_frames[-1][1:] == (
        "own_error",
        NAMES.split("\n").index('    raise OwnError("it is own", 5)') + 1,
        'raise OwnError("it is own", 5)',
    )


def test_an_exception_of_numpys_own():
    code = "import numpy as np\n\n\ndef f():\n    return np.linalg.inv(np.zeros((2, 2)))"
    with student(code) as names, pytest.raises(np.linalg.LinAlgError, match="Singular"):
        names.fetch("f")()


def test_hostile_text_is_cut_and_can_be_written():
    code = "def f():\n    raise ValueError('\\ud800' + 'x' * 10**6)"
    with student(code) as names:
        with pytest.raises(ValueError, match=r"\?xxx") as caught:
            names.fetch("f")()
        assert len(str(caught.value)) <= 2_000
        "".join(caught.value.__notes__).encode()


# Objects


def test_an_object_of_the_students_can_be_looked_at(names):
    Vector, vector = names.fetch("Vector"), names.fetch("vector")
    assert isinstance(vector, Vector)
    assert isinstance(names.fetch("Sub")(), Vector)
    assert issubclass(names.fetch("Sub"), Vector)
    assert not isinstance(3, Vector)
    assert type(vector).__name__ == "Vector"
    assert vector.parts == [3, 4]
    assert vector.norm() == vector.norm(order=2) == 5
    assert (len(vector), vector[1], list(vector), 3 in vector) == (2, 4, [3, 4], True)
    vector[0] = 8
    vector.more = [1]
    assert (vector.parts, vector.more) == ([8, 4], [1])
    assert str(vector) == "Vector(8, 4)"
    vector[0] = 3
    with pytest.raises(AttributeError, match="nothing"):
        _ = vector.nothing
    assert not callable(vector)
    assert names.fetch("Colour").red.name == "red"


@pytest.mark.parametrize(
    "judge",
    [
        lambda v: v == 5,
        lambda v: 5 == v,  # noqa: SIM300
        lambda v: v != 5,
        lambda v: [v] == [5],
        lambda v: v in [5],
        lambda v: v < 5,
        lambda v: v >= 5,
        lambda v: not v,
        lambda v: bool(v),
        lambda v: {v},
        lambda v: np.arange(3) == v,
        lambda v: np.testing.assert_allclose(v, 5),
        lambda v: np.testing.assert_allclose(v, [9, 9]),
        lambda v: np.testing.assert_equal(v, 5),
        lambda v: np.array_equal(v, [9, 9]) or 1 / 0,
        lambda v: pytest.approx(5) == v or 1 / 0,
        lambda v: float(v),
        lambda v: v + 1,
        lambda v: sorted([v, 5]),
        lambda v: max(5, v),
        lambda v: (1, v) == (1, 5),
        lambda v: {"a": v} == {"a": 5},
    ],
    ids=range(22),
)
def test_an_object_of_the_students_is_no_judge(names, judge):
    with pytest.raises((TypeError, AssertionError, ZeroDivisionError)):
        judge(names.fetch("vector"))


LIKE_ARRAYS = """
import numpy as np
from collections import namedtuple

class Row:
    def __init__(self, *held, **said):
        self.held = held
        vars(self).update(said)

    def __len__(self):
        return len(self.held)

    def __getitem__(self, place):
        return self.held[place]

class Derived(list):
    shape = (2,)

    def more(self): ...

honest = Row(1, 2), Row((1, 2), (3, 4), shape=(2, 2))
liars = [
    Row(shape=()),
    Row(),
    Row(np.empty((0, 2)), shape=(2,)),
    Row(np.empty((0, 2)), shape=np.array([2])),
    Row(0, shape=(2,)),
    Row(0, size=2),
    Row(0, ndim=0),
]
for_numbers = namedtuple("Number", "shape")(())
"""


def test_an_object_is_an_array_for_numpy_only_if_it_is_what_it_says():
    with student(LIKE_ARRAYS, classes={"Derived"}) as names:
        row, square = names.fetch("honest")
        assert np.allclose(row, [1, 2])
        assert np.shape(square) == (2, 2)
        assert np.allclose(square, [[1, 2], [3, 4]])
        derived = names.fetch("Derived")([np.empty((0, 2))])
        for liar in (*names.fetch("liars"), derived):
            with pytest.raises(TypeError, match="array"):
                np.allclose(liar, [0, 0])
        number = names.fetch("for_numbers")
        assert np.shape(number) != np.shape(5)


OF_A_LENGTH = """
class Short:
    def __init__(self, says, *held):
        self.says, self.held = says, held

    def __len__(self):
        return self.says

class Iterated(Short):
    def __iter__(self):
        return iter(self.held)

class Indexed(Short):
    def __getitem__(self, place):
        return self.held[place]

class Derived(list):
    def __len__(self):
        return 2

class Asked(Iterated):
    def __iter__(self):
        self.says = 0
        return iter(())

honest = [Iterated(2, 1, 2), Indexed(2, 1, 2)]
liars = [Iterated(2), Indexed(2), Iterated(2, 1), Asked(2)]
"""


def test_an_object_has_no_fewer_items_than_it_says():
    with student(OF_A_LENGTH, classes={"Derived"}) as names:
        for each in names.fetch("honest"):
            assert (list(each), sum(each), len(each)) == ([1, 2], 3, 2)
            assert next(iter(each)) == 1
            assert all(a == b for a, b in zip(each, [1, 2], strict=True))
        for liar in (*names.fetch("liars"), names.fetch("Derived")()):
            assert len(liar) == 2
            with pytest.raises(TypeError, match="says that it has 2 items"):
                all(a == b for a, b in zip(liar, [1, 2], strict=False))


JUDGES = """
from collections import namedtuple

class Table:
    def equals(self, other):
        return True

class Point:
    def __init__(self, x):
        self.x = x

    def equals(self, other):
        return self.x == other.x

class Given: pass

given = Given()
given.equals = lambda other: True
Named = namedtuple("Named", "equals")
liars = [Table(), Table, Named(lambda other: True), given]
"""


def test_what_stands_in_the_place_of_a_table_does_not_say_what_equals_it():
    own = {"Given": type("Given", (), {"__module__": "__main__"})}
    with student(JUDGES, classes={"Point"}, own=own.get, given=["Given"]) as names:
        for liar in names.fetch("liars"):
            with pytest.raises(AttributeError):
                liar.equals(5)
        Point = names.fetch("Point")
        assert Point(1).equals(Point(1))
        assert not Point(1).equals(Point(2))


def test_a_module_among_the_results_is_of_no_use():
    with student("import math\n\n\ndef f():\n    return [math]") as names:
        (module,) = names.fetch("f")()
        with pytest.raises(AttributeError, match="cannot be used"):
            _ = module.pi
        with pytest.raises(TypeError, match="no truth value"):
            bool(module)


@pytest.mark.parametrize(
    "value",
    ["type('F', (float,), {'__eq__': lambda a, b: True})(1)", "np.ones(2).view(Yes)", "Yes"],
)
def test_what_equals_everything_in_its_own_process_does_not_here(value):
    code = "import numpy as np\n\n\nclass Yes(np.ndarray):\n    __eq__ = lambda a, b: np.True_\n"
    with student(f"{code}\nvalue = {value}") as names:
        fetched = names.fetch("value")
        with pytest.raises((AssertionError, TypeError)):
            np.testing.assert_array_equal(fetched, 7)


def test_a_counter_that_a_call_changes_is_changed_and_counts_no_pairs():
    with student("def count(into, words):\n    into.update(words)\n    return into") as names:
        counted = Counter("ab")
        assert names.fetch("count")(counted, ["b", "c"]) is counted
        assert counted == {"a": 1, "b": 2, "c": 1}
        assert type(counted) is Counter


# Around the call


def test_what_a_call_prints_is_heard_here_and_capped(names):
    with contextlib.redirect_stdout(io.StringIO()) as out, warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        names.fetch("talk")()
        assert out.getvalue() == "hello\n"
        names.fetch("talk")(10**6)
    assert len(out.getvalue()) < 110_000


def test_warnings_can_be_collected_or_made_errors(names):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        names.fetch("talk")()
    assert [(w.category, str(w.message)) for w in caught] == [(DeprecationWarning, "careful")]
    talk = names.fetch("talk")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DeprecationWarning, match="careful"):
            talk()
    assert names.fetch("number") == 3  # the wire is still good


def test_numpys_error_state_reaches_the_call(names):
    code = "import numpy as np\n\n\ndef f(x):\n    return np.log(x)"
    with student(code) as others:
        with np.errstate(all="raise"), pytest.raises(FloatingPointError):
            others.fetch("f")(np.zeros(1))
        with np.errstate(all="ignore"), warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            others.fetch("f")(np.zeros(1))
        # an earlier test's socket that is only collected now warns of itself
        kinds = {w.category for w in caught} - {ResourceWarning}
        assert not kinds
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            others.fetch("f")(np.zeros(1))
        kinds = {w.category for w in caught} - {ResourceWarning}
        assert kinds == {RuntimeWarning}


@pytest.mark.parametrize("fetches_before", [True, False])
def test_seeds_of_the_global_generators_hold_there(names, fetches_before):
    if fetches_before:
        names.fetch("draw")
    names.begin()
    np.random.seed(4)  # noqa: NPY002
    random.seed(4)
    names.bring_files()
    draw = names.fetch("draw")
    first, second = draw(), draw()
    np.random.seed(4)  # noqa: NPY002
    random.seed(4)
    expected = [(np.random.random(), random.random()) for _ in range(2)]  # noqa: NPY002
    assert [first, second] == expected


MEMORY = """
import tracemalloc
import numpy as np

def hold(size, fail=False):
    block = np.ones(size, np.uint8)
    if fail:
        raise ValueError("after the block was made")
    return int(block[0])

def hold_again(function, size):
    hold(size)
    return function(10)

def hide(size):
    hold(size)
    tracemalloc.stop()

def forget(size):
    hold(size)
    tracemalloc.reset_peak()

tracemalloc.get_traced_memory = lambda: (0, 0)
"""


def test_the_memory_that_a_call_holds_counts_where_the_tests_trace():
    size = 5_000_000
    with student(MEMORY) as those:
        hold, hold_again, hide = map(those.fetch, ("hold", "hold_again", "hide"))
        hold(size)  # nobody traces: nothing to pay
        assert check.peak_memory(hold, 10) < 100_000
        assert size < check.peak_memory(hold, size) < size + 100_000
        with traced() as found, pytest.raises(ValueError, match="after the block"):
            hold(size, fail=True)
        assert size < found.peak < size + 100_000
        with traced() as outer:
            hold(size)
            assert check.peak_memory(hold, 10) < 100_000, "only what is its own"
        assert outer.peak > size, "and the outer one does not forget"
        assert size < check.peak_memory(hold_again, lambda n: n, size) < size + 200_000
        with pytest.raises(RuntimeError, match="tracemalloc was switched off"):
            check.peak_memory(hide, size)
        assert check.peak_memory(hold, size) > size
        # What docs/security.md says is not protected.
        assert check.peak_memory(those.fetch("forget"), size) < 100_000


def test_what_the_messages_take_is_no_memory_of_the_call():
    given = np.ones(500_000)
    with student("def first(row):\n    return row[:1]") as those:
        first = those.fetch("first")
        first(given)
        assert check.peak_memory(first, given) < 50_000
        with traced() as found:
            kept = first(given), np.ones(100_000)
            first(given)
        assert 800_000 < found.peak < 900_000, "what the tests hold themselves counts"
    assert len(kept) == 2


def test_use_of_a_global_generator_is_noticed_and_not_steered(names):
    names.fetch("scale")(1)
    before, python = np.random.get_state(), random.getstate()  # noqa: NPY002
    names.fetch("scale")(1)
    assert np.random.get_state()[2] == before[2]  # noqa: NPY002
    assert random.getstate() == python
    names.fetch("draw")()
    assert np.random.get_state()[2] != before[2]  # noqa: NPY002
    assert random.getstate() != python


# The course's own checks


def test_a_check_works_on_a_function_of_another_process(monkeypatch):
    code = """
import numpy as np


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def matmul_dots(A, B):
    return np.asarray(A) @ B


def matmul_rows(A, B):
    raise NotImplementedError("your turn")


def matmul_columns(A, B):
    A *= 0
    return np.zeros((len(A), B.shape[1]))


matmul_outers = None
"""
    with student(code) as names:
        check.dot(names.fetch("dot"))
        with pytest.raises(CheckFailed, match="It uses a shortcut: a ready-made product"):
            check.matmul_dots(names.fetch("matmul_dots"))
        assert not check.matmul_rows.passes(names.fetch("matmul_rows"))
        monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
        with pytest.raises(NotAttempted):
            check.matmul_rows(names.fetch("matmul_rows"))
        with pytest.raises(CheckFailed, match="It changed its input A"):
            check.matmul_columns(names.fetch("matmul_columns"))
        assert names.fetch("matmul_outers") is None


def test_a_student_process_that_ends_ends_all_that_follows():
    code = "import os\n\n\ndef f():\n    os._exit(0)\n\n\nx = 1"
    with student(code) as names:
        assert names.fetch("x") == 1
        with pytest.raises(WireError, match="has ended or closed its end"):
            names.fetch("f")()
        with pytest.raises(WireError, match="can no longer be asked"):
            names.fetch("x")


def test_the_end_of_the_students_process_is_no_exception_of_the_function():
    with student("import os\n\n\ndef f():\n    os._exit(0)") as names:
        f = names.fetch("f")
        with pytest.raises(WireError), contextlib.suppress(Exception):
            f()


def test_a_traceback_shows_the_test_and_the_student_but_not_what_is_between(names):
    def broken(x):
        return x / 0

    with pytest.raises(ZeroDivisionError) as caught:
        names.fetch("call_twice")(broken, 1)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames[1:]] == ["call_twice", "broken"]
    assert (frames[1].lineno, frames[1].line) == (1, "def call_twice(function, x):")
    with pytest.raises(ValueError, match="it is own") as caught:
        names.fetch("own_error")()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.line for frame in frames[1:]] == ["def own_error():"]


ASKS = """
def greet():
    name = input("Name? ")
    print("Hello", name, end="!")
    return len(name)

async def later(x):
    import asyncio
    await asyncio.sleep(0)
    return 2 * x

async def fails():
    raise OverflowError("later")

class Slow:
    def __await__(self):
        return later(5).__await__()
"""


def test_an_input_that_the_tests_replace_is_what_a_function_asks():
    asked, printed = [], []
    replaced = {}
    with student(ASKS, replaced=lambda: replaced) as names:
        greet = names.fetch("greet")
        replaced["input"] = lambda prompt: asked.append(prompt) or "Ada"
        replaced["print"] = lambda *words, **how: printed.append((words, how))
        assert greet() == 3
        assert asked == ["Name? "]
        assert printed == [(("Hello", "Ada"), {"end": "!"})]
        replaced.clear()
        with pytest.raises(Exception, match=r"EOF|reading from stdin"):
            greet()


def test_a_coroutine_of_the_students_is_awaited():
    async def test():
        assert await names.fetch("later")(4) == 8
        assert await names.fetch("Slow")() == 10
        with pytest.raises(OverflowError, match="later"):
            await names.fetch("fails")()

    # In a thread: Playwright's browser tests leave a loop running in this one.
    with student(ASKS) as names, ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, test()).result()


BARE_AND_FULL = """
import functools

@functools.cache
def fib(n):
    "Fibonacci."
    return n if n < 2 else fib(n - 1) + fib(n - 2)

class Bare:
    pass

class Full:
    "It has a docstring."
    __slots__ = ("x",)

    def __init__(self, x=1):
        self.x = x

    def __repr__(self):
        return "Full()"

    def __eq__(self, other):
        return True

    def __add__(self, other):
        return 3

    def __bool__(self):
        return False
"""


@pytest.mark.parametrize(("name", "doc"), [("Bare", None), ("Full", "It has a docstring.")])
def test_what_a_stand_in_has_for_itself_is_no_part_of_the_students_class(name, doc):
    with student(BARE_AND_FULL, classes={"Bare", "Full"}) as names:
        kind = names.fetch(name)
        assert (kind.__name__, kind.__doc__, kind().__doc__) == (name, doc, doc)
        for part in ("__slots__", "__add__", "__bool__"):
            assert hasattr(kind, part) is hasattr(kind(), part) is (doc is not None)
        for part in ("__repr__", "__eq__", "__init__", "__lt__"):
            is_own = doc is not None and part != "__lt__"
            assert (getattr(kind, part) is not getattr(object, part)) is is_own
        if doc:
            assert list(inspect.signature(kind.__init__).parameters) == ["self", "x"]
            with pytest.raises(TypeError, match="no truth value"):
                kind.__eq__(kind(), kind())
        assert not hasattr(kind, "__sub__")
        assert not hasattr(kind(), "__name__")
        assert not hasattr(kind(), "__array__")


def test_a_function_with_a_cache_is_a_function():
    with student(BARE_AND_FULL) as names:
        fib = names.fetch("fib")
        assert (fib(30), fib.__name__, fib.__doc__) == (832040, "fib", "Fibonacci.")
        assert list(inspect.signature(fib).parameters) == ["n"]
        assert fib.cache_info().misses == 31
        fib.cache_clear()
        assert fib.cache_info().currsize == 0


def test_no_class_is_derived_from_one_of_the_students():
    with student("class Data:\n    pass\n") as names:
        base = names.fetch("Data")
        with pytest.raises(TypeError, match="none is derived from it") as caught:

            class More(base):
                pass

        assert is_of_being_apart(caught.value)


MEMBERS = """
import enum

class Suit(enum.Enum):
    HEARTS = 1

class Box:
    def __len__(self):
        return 3
"""


@pytest.mark.parametrize(
    "ask",
    [
        list,
        len,
        lambda kind: kind["HEARTS"],
        lambda kind: 1 in kind,
        lambda kind: issubclass(kind, Counter),
    ],
)
def test_what_a_class_is_not_asked_apart_is_said(ask):
    with student(MEMBERS, classes={"Suit", "Box"}) as names:
        for name in ("Suit", "Box"):
            with pytest.raises(TypeError, match="of the answers") as caught:
                ask(names.fetch(name))
            assert is_of_being_apart(caught.value)


def test_a_class_that_refuses_to_tell_its_members_has_the_methods_of_the_students():
    with student(MEMBERS, classes={"Suit", "Box"}) as names:
        box, suit = names.fetch("Box"), names.fetch("Suit")
        assert [hasattr(box, f"__{each}__") for each in ("len", "iter")] == [True, False]
        assert [hasattr(suit, f"__{each}__") for each in ("len", "iter")] == [True, True]
        assert (len(box()), suit.HEARTS.value) == (3, 1)


def test_a_seed_before_a_call_that_is_too_large_holds_for_the_next():
    code = "import random\nimport numpy as np\ndef draw(x):\n"
    code += "    return random.random(), float(np.random.rand())"
    with student(code) as names:
        random.seed(5)
        np.random.seed(5)  # noqa: NPY002
        with pytest.raises(TooLarge):
            names.fetch("draw")(list(range(10**6)))
        drawn = names.fetch("draw")(1)
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002
    assert drawn == (random.random(), float(np.random.rand()))  # noqa: NPY002


def test_what_is_too_much_for_a_message_is_said():
    with student("def many():\n    return list(range(10**6))\n") as names:
        with pytest.raises(StudentError, match=r"^too much to hand over: .*\d MB") as caught:
            names.fetch("many")()
        assert is_of_being_apart(caught.value)


def test_a_librarys_object_has_no_truth_here_for_being_apart():
    code = "import re\nfound = re.match('a', 'a')\nclass Own:\n    pass\nown = Own()\n"
    with student(code) as names:
        for name, is_apart in (("found", True), ("own", False)):
            with pytest.raises(TypeError, match="no truth value") as caught:
                bool(names.fetch(name))
            assert is_of_being_apart(caught.value) == is_apart
