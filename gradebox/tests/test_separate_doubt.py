"""The reasons to doubt that a test which passes apart would pass together."""

from collections import Counter, OrderedDict, defaultdict
from typing import Any

import numpy as np
import pytest
from gradebox.separate import doubt
from gradebox.separate.set_up_values import SetUpValues
from two_processes import student

SET_UP = """
class Node:
    def __init__(self, value):
        self.value = value

prices = {"tea": 2}
data = np.array([3.0, 1.0])
calls = 0
node_of_both = Node(1)
nested = {"reads": [[1], [2]]}

def square(x):
    global calls
    calls += 1
    return x * x
"""
CODE = """
from functools import cache

class Bag:
    pass

def double(values):
    return [2 * value for value in values]

def rows():
    row = [1]
    while True:
        yield row
        row.append(1)

def counter():
    return lambda: 1

@cache
def board(size):
    return [[0] * size for _ in range(size)]

buffer = np.zeros(2)
def fill(value):
    buffer[:] = value
    return buffer

def view(value):
    buffer[:] = value
    return buffer[:1]

kept = []
def keep(value):
    kept[:] = [value]

def give_back(value):
    return kept[0]

def returned(value):
    return value

def call(function, value):
    return function(value)

def node(value):
    return Node(value)

def column(a):
    return a[:, 0]

def flat(a):
    return a.ravel()

def filled(a):
    a[:] = 1
    return a

def order(name):
    return prices.setdefault(name, 0)

def sort_data():
    data.sort()

def squares(numbers):
    return [square(x) for x in numbers]

def read(i):
    nested["reads"][i].append(1)

def change_object():
    node_of_both.value = 2

def read_only(name):
    return prices.get(name, data.sum() + node_of_both.value)

numbers = [1, 2]
words = {"x": [1], "y": [1]}
pair = ([1], [2])
row = np.array([1.0, 2.0])
"""

SET_UP = f"import numpy as np\n{SET_UP}"
GIVEN = ("Node", "np", "prices", "data", "calls", "node_of_both", "nested", "square")
exec(SET_UP)
OWN: dict[str, Any] = {name: globals()[name] for name in GIVEN}


class Watched(list):
    """A list of the test's that counts."""

    reads = 0


def _twice(name, *arguments):
    def test(names):
        names.fetch(name)(*arguments)
        names.fetch(name)(*arguments)

    return test


def _kept_and_given_back(names):
    names.fetch("keep")([1])
    names.fetch("give_back")(0)


def _name_changed(names):
    names.fetch("numbers").append(99)


def _part_changed(names):
    names.fetch("words")["x"].append(2)


def _array_changed(names):
    names.fetch("row")[0] = 99


def _name_handed_over(names):
    names.fetch("double")(names.fetch("numbers"))


def _part_in_hand(names):
    part = names.fetch("pair")[0]
    names.fetch("double")([1])
    assert part == [1]


DOUBTS = [
    (lambda names: names.fetch("Bag")(), doubt.OBJECT),
    (lambda names: next(names.fetch("rows")()), doubt.OBJECT),
    (lambda names: names.fetch("counter")(), doubt.MADE),
    (_twice("board", 2), doubt.AGAIN),
    (_twice("fill", 2), doubt.AGAIN),
    (_kept_and_given_back, doubt.AGAIN),
    (_twice("view", 2), doubt.AGAIN),
    (lambda names: names.fetch("call")(len, [1]), doubt.CALLBACK),
    (lambda names: names.fetch("call")(np.zeros, 3), doubt.CALLBACK),
    (_name_changed, doubt.NAME_CHANGED),
    (_part_changed, doubt.NAME_CHANGED),
    (_array_changed, doubt.NAME_CHANGED),
    (_name_handed_over, doubt.HELD),
    (_part_in_hand, doubt.HELD),
    (lambda names: names.fetch("column")(np.ones((2, 2))), doubt.AGAIN),
    (lambda names: names.fetch("flat")(np.ones((2, 2))), doubt.AGAIN),
    (lambda names: names.fetch("order")("nuts"), doubt.SET_UP),
    (lambda names: names.fetch("sort_data")(), doubt.SET_UP),
    (lambda names: names.fetch("squares")((1, 2)), doubt.SET_UP),
    (lambda names: names.fetch("change_object")(), doubt.SET_UP),
    (lambda names: names.fetch("read")(1), doubt.SET_UP),
    (lambda names: names.fetch("node")(1), doubt.COPIED),
    (lambda names: names.fetch("double")(Watched([1])), doubt.COPIED),
]


def _passed(test):
    with student(SET_UP + CODE, given=GIVEN, own=OWN.get) as names:
        test(names)
        return names.doubt


@pytest.mark.parametrize(("test", "why"), DOUBTS)
def test_what_may_differ_together_is_named(test, why):
    assert _passed(test) == why


def _compared(names):
    assert names.fetch("numbers") == [1, 2]
    assert names.fetch("double")([1]) == [2]
    names.fetch("row").sum()
    names.fetch("double")([1])


def _results_changed(names):
    result = names.fetch("double")([1])
    result.append(3)
    result = names.fetch("returned")(result)
    assert names.fetch("returned")(result) is result
    assert names.fetch("double")(tuple(result)) == [4, 6]


def _of_numbers(names):
    assert names.fetch("call")(abs, -3) == 3
    generator = np.random.default_rng(0)
    names.fetch("returned")(generator)
    names.fetch("returned")(generator)
    assert names.fetch("Bag") is names.fetch("Bag")


def _of_set_up_values(names):
    assert names.fetch("read_only")("tea") == names.fetch("order")("tea") == 2
    array = names.fetch("filled")(np.zeros((2, 2)))
    assert array.sum() == 4


@pytest.mark.parametrize("test", [_compared, _results_changed, _of_numbers, _of_set_up_values])
def test_nothing_else_is(test):
    assert _passed(test) == ""


def test_each_test_begins_with_none():
    with student(SET_UP + CODE) as names:
        names.fetch("Bag")()
        assert names.doubt
        names.begin()
        assert names.fetch("double")([1]) == [2]
        assert not names.doubt


def test_what_the_test_has_let_go_of_is_not_looked_at_again():
    """A loop may mention a long list a thousand times, and each mention is a copy."""
    with student(SET_UP + CODE) as names:
        kept = names.fetch("numbers")
        for _ in range(50):
            assert names.fetch("words")["x"] == [1]
        assert len(names._end.doubt._named._values) < 10
        assert not names.doubt
        kept.append(99)
        assert names.doubt == doubt.NAME_CHANGED


def test_each_change_of_what_a_set_up_cell_gave_is_said_once():
    namespace: dict[str, Any] = {"rows": [[1], [2]], "other": [3], "word": "cat"}
    values = SetUpValues(namespace, ["rows", "word", "unknown"])
    values.look()
    namespace["other"].append(4)
    namespace["word"] = "".join("cat")  # another text, and the same
    assert not values.changed()
    namespace["rows"][0].append(5)
    assert values.changed()
    assert not values.changed()
    namespace["rows"] = []
    assert values.changed() == ["rows"]
    assert not values.changed()


def _towns():
    pd = pytest.importorskip("pandas")
    columns = {"town": ["Ulm", "Bonn"], "people": [126, 336], "rain": [1.5, None]}
    return pd.DataFrame(columns | {"kind": pd.Categorical(["a", "b"])})


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (Counter("aab"), lambda counter: counter.update("a")),
        (defaultdict(list), lambda lists: lists["a"].append(1)),
        (OrderedDict(a=1, b=2), lambda pairs: pairs.move_to_end("a")),
        (_towns(), lambda towns: towns.pop("rain")),
        (_towns(), lambda towns: towns.__setitem__("new", 1)),
        (_towns(), lambda towns: towns.loc.__setitem__((0, "town"), "Kiel")),
        (_towns(), lambda towns: setattr(towns, "columns", list("abcd"))),
        ({"towns": _towns()}, lambda held: held["towns"].insert(0, "new", 1)),
        (_towns()["people"], lambda people: people.iloc.__setitem__(0, 5)),
        (np.arange(6), lambda array: array.resize((2, 3), refcheck=False)),
        (np.arange(6), lambda array: array.setflags(write=False)),
        (list(range(5000)), lambda long: long.pop()),
    ],
)
def test_changes_of_counters_tables_and_arrays_are_seen(value, change):
    values = SetUpValues({"value": value}, ["value"])
    values.look()
    assert not values.changed()
    change(value)
    assert values.changed()
    assert not values.changed()
