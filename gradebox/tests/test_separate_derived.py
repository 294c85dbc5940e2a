"""Named tuples, and objects of the student's classes that derive from a list or the like."""

import copy
from collections import namedtuple
from typing import NamedTuple

import numpy as np
import pytest
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoder
from gradebox.separate.wire import WireError
from two_processes import student

POINTS = """
from collections import namedtuple
from typing import NamedTuple

Point = namedtuple("Point", "x y")

class Stats(NamedTuple):
    mean: float
    count: int = 0

class Vec(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Vec(self.x + other[0], self.y + other[1])

    def length(self):
        return (self.x**2 + self.y**2) ** 0.5

def middle(p, q):
    return Point((p.x + q.x) / 2, (p.y + q.y) / 2)

def describe(values):
    return Stats(sum(values) / len(values), len(values))

def kinds(*values):
    return [type(value) is Point for value in values]

def by_point():
    return {Point(1, 2): "a"}, {Point(3, 4)}
"""


@pytest.fixture(scope="module")
def points():
    with student(POINTS, classes={"Stats", "Vec"}) as fetched:
        yield fetched


def test_a_named_tuple_has_its_fields_and_is_a_tuple(points):
    result = points.fetch("describe")([1, 2, 6])
    assert (result.mean, result.count, result) == (3.0, 3, (3.0, 3))
    assert isinstance(result, tuple)
    assert repr(result) == "Stats(mean=3.0, count=3)"
    assert copy.deepcopy(result)._replace(count=1) == (3.0, 1)
    assert isinstance(result, points.fetch("Stats"))


def test_what_goes_back_is_of_the_students_class(points):
    Point, middle, kinds = map(points.fetch, ("Point", "middle", "kinds"))
    p = Point(0, 2)
    both = middle(p, q=Point(x=4, y=4))
    assert both == Point(2, 3)
    assert kinds(p, both, (1, 2)) == [True, True, False]


def test_a_named_tuple_may_be_a_key(points):
    names, members = points.fetch("by_point")()
    assert names[1, 2] == "a"
    assert {point.x for point in members} == {3}


def test_it_is_of_the_tests_own_class_where_a_set_up_cell_gives_it():
    class Point(namedtuple("Point", "x y")):
        def doubled(self):
            return 2 * self.x, 2 * self.y

    Other = namedtuple("Point", "x z")
    for own, is_own in ((Point, True), (Other, False), (5, False)):
        with student(POINTS, own={"Point": own}.get) as names:
            point = names.fetch("middle")(Point(0, 2), Point(4, 2))
            assert (point.x, point.y) == (2, 2)
            assert (type(point) is own) is is_own


def test_a_named_tuple_with_methods_is_an_object(points):
    Vec = points.fetch("Vec")
    v = Vec(3, 4)
    both = v + Vec(1, 2)
    assert (both.x, both.y, v.length(), both == (4, 6), v != (4, 6)) == (4, 6, 5.0, True, True)
    assert np.allclose(v, [3, 4])
    assert (tuple(v), v[0], len(v)) == ((3, 4), 3, 2)


CONTAINERS = """
class Stack(list):
    def push(self, value):
        self.append(value)

    def peek(self):
        return self[-1]

class Bag(dict):
    def add(self, name):
        self[name] = self.get(name, 0) + 1
        return self

class Plain(list):
    "It has no more than a list."

class Titled(list):
    def __init__(self, title, *values):
        super().__init__(values)
        self.title = title

class Counted:
    def count_all(self):
        return len(self)

class Mixed(Counted, list):
    pass

class Even(list):
    def __eq__(self, other):
        return True

    __hash__ = None

def fill(stack, values):
    for value in values:
        stack.push(value)

def helper():
    return Bag(a=1)
"""


@pytest.fixture(scope="module")
def containers():
    with student(CONTAINERS, classes={"Stack", "Bag", "Plain", "Titled"}) as fetched:
        yield fetched


def test_a_stack_that_derives_from_a_list_works(containers):
    Stack, fill = containers.fetch("Stack"), containers.fetch("fill")
    stack = Stack()
    assert not stack
    stack.push(1)
    fill(stack, [2, 3])
    assert (stack.peek(), len(stack), stack.pop(), list(stack)) == (3, 3, 3, [1, 2])
    assert stack
    assert stack == [1, 2]
    assert stack < [5]
    more = [3]
    assert stack + more == [1, 2, 3]
    assert [stack] == [[1, 2]]
    assert isinstance(stack, Stack)


def test_a_dict_with_a_method_is_an_object_once_its_class_is_known():
    with student(CONTAINERS, classes={"Bag"}) as names:
        assert type(names.fetch("helper")()) is dict  # no test has asked for the class
        assert names.fetch("Bag")().add("a").add("a") == {"a": 2}
        assert names.fetch("helper")() == {"a": 1}


def test_what_has_no_more_than_it_holds_is_a_plain_value(containers):
    assert type(containers.fetch("Plain")([1])) is list
    titled = containers.fetch("Titled")("t", 1, 2)
    assert (titled.title, titled == [1, 2]) == ("t", True)
    assert containers.fetch("Mixed")("abc").count_all() == 3


def test_its_own_equality_is_not_asked():
    with student(CONTAINERS, classes={"Even"}) as names:
        even = names.fetch("Even")([1])
        assert even != [2]
        assert even != 5
        assert even == [1]


LIARS = """
class Vec(list):
    def more(self):
        pass

made = Vec([1])

class Object:
    held = None

def pose():
    return Object()
"""


def test_contents_are_asked_of_nothing_else_and_stay_until_something_happens():
    with student(LIARS, classes={"Vec"}) as names:
        Vec = names.fetch("Vec")
        made = names.fetch("made")
        assert type(made).__name__ == "Vec"
        assert made == [1]
        made.append(2)
        assert made == [1, 2]
        with pytest.raises(TypeError, match="cannot be compared") as caught:
            _ = made == Vec([1, 2])  # both are the student's
        assert hasattr(caught.value, "is_of_being_apart")
        other = names.fetch("pose")()
        with pytest.raises(TypeError, match="cannot be compared"):
            _ = other == [1]
        with pytest.raises(TypeError, match="holds nothing that can be compared"):
            other._student_ask("contents", (other,))


class Pair(NamedTuple):
    first: int
    second: int


@pytest.mark.parametrize(
    "coded",
    [
        ["y", "Pair", ["first", "second"], 1],
        ["y", "Pair", ["first", "second"], 1, 2, 3],
        ["y", "Pair", ["first", "first"], 1, 2],
        ["y", "Pair", ["_replace", "second"], 1, 2],
        ["y", "Pair", ["__array__", "second"], 1, 2],
        ["y", "Pair", ["class", "second"], 1, 2],
        ["y", "Pair", ["a b", "second"], 1, 2],
        ["y", "Pair", ["shape"], ["t"]],
        ["y", "Pair", ["first", 5], 1, 2],
        ["y", "Pair", "ab", 1, 2],
        ["y", "Pair; import os", ["first", "second"], 1, 2],
        ["y", 5, ["first", "second"], 1, 2],
        ["y", "Pair", [f"a{n}" for n in range(101)], *range(101)],
        ["y", "P" * 101, [], 1],
        ["y", "Pair"],
        ["y"],
    ],
)
def test_a_forged_named_tuple_is_no_message(coded):
    with pytest.raises(WireError):
        Decoder([]).decode(coded)


def test_a_class_that_is_no_named_tuple_of_these_fields_is_not_taken():
    coded = ["y", "Pair", ["first", "second"], 1, 2]
    assert type(Decoder([], class_called={"Pair": Pair}.get).decode(coded)) is Pair
    for known in (object, Pair(1, 2), type("Pair", (tuple,), {}), "Pair", int):
        made = Decoder([], class_called={"Pair": known}.get).decode(coded)
        assert type(made) is not known
        assert made.second == 2


def test_a_tuple_of_odd_fields_crosses_as_a_tuple():
    for fields in (("a",), ("a", "a"), ("shape", "a"), ("_a", "b"), ("a", 5), ["a", "b"]):
        odd = type("Odd", (tuple,), {"_fields": fields})((1, 2))
        assert Encoder().encode(odd) == ["t", 1, 2]
    with pytest.raises(CannotCross, match="holds itself"):
        Encoder().encode(tuple_around())


def tuple_around():
    inner = np.empty(1, dtype=object)
    made = Pair(inner, 2)
    inner[0] = made
    return made


def test_a_dict_may_make_its_values_by_a_function_of_the_students():
    code = "from collections import defaultdict\nalike = defaultdict(list)\n"
    code += "def counts(words):\n    found = defaultdict(lambda: 0)\n"
    code += "    for word in words:\n        found[word] += 1\n    return found"
    with student(code) as names:
        found = names.fetch("counts")("aab")
        assert (found["a"], found["z"]) == (2, 0)
        assert found == {"a": 2, "b": 1, "z": 0}
        assert names.fetch("alike").default_factory is list
