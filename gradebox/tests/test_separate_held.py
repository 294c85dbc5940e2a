"""In a trial, a test fails that changes what a name or an object of the student's may hold."""

import numpy as np
import pytest
from gradebox.separate.exceptions import is_of_being_apart
from two_processes import student

CODE = """
class Bag:
    def __init__(self, items=()):
        self._items = list(items)

    def add(self, item):
        self._items.append(item)

    def extend(self, items):
        self._items += items

    def items(self):
        return list(self._items)

def double(values):
    return [2 * value for value in values]

import numpy as np
a = [1, 2]
b = list(a)
board = [[0, 0] for _ in range(2)]
words = {"x": [1], "y": [1]}
row = np.array([1.0, 2.0])
view = row.copy()
"""


def _result_changed(names):
    bag = names.fetch("Bag")([1])
    bag.items().append(5)
    assert bag.items() == [1]


def _argument_changed(names):
    values = [1]
    bag = names.fetch("Bag")(values)
    values.append(2)
    assert bag.items() == [1]


def _handed_over_again(names):
    bag, values = names.fetch("Bag")(), [1]
    bag.extend(values)
    values.append(2)
    bag.extend(values)
    assert bag.items() == [1, 1, 2]


def _sorted(names):
    bag = names.fetch("Bag")([2, 1])
    assert sorted(bag.items()) == [1, 2]
    bag.add(3)
    result = bag.items()
    result.sort()
    assert result == [1, 2, 3]


def _of_functions(names):
    double = names.fetch("double")
    result = double([1])
    result.append(3)
    assert double([2]) == [4]


def _name_changed(names):
    names.fetch("a").append(99)
    assert 99 not in names.fetch("b")


def _part_changed(names):
    names.fetch("board")[0][0] = "X"
    assert names.fetch("board")[1][0] == 0


def _entry_changed(names):
    names.fetch("words")["x"].append(2)
    assert names.fetch("words")["y"] == [1]


def _array_changed(names):
    names.fetch("row")[0] = 99
    assert names.fetch("view")[0] == 1


def _changed_before_a_call(names):
    names.fetch("a").append(99)
    assert names.fetch("double")([1]) == [2]


def _of_names(names):
    row = names.fetch("row") + 1
    row[0] = 0
    assert np.array_equal(names.fetch("view"), [1, 2])
    values = names.fetch("a")
    assert sorted(values) == [1, 2]
    values.append(3)
    assert values == [1, 2, 3]


CHANGES_NAMES = [_name_changed, _part_changed, _entry_changed, _array_changed]


@pytest.mark.parametrize(
    "test", [_result_changed, _argument_changed, *CHANGES_NAMES, _changed_before_a_call]
)
def test_what_an_object_may_hold_is_not_to_be_changed(test):
    with student(CODE) as names:
        test(names)
    with student(CODE, is_trial=True) as names:
        with pytest.raises(TypeError, match="may hold") as caught:
            test(names)
        assert is_of_being_apart(caught.value)
        names.begin()
        assert names.fetch("Bag")([3]).items() == [3]


@pytest.mark.parametrize("test", [_handed_over_again, _sorted, _of_functions, _of_names])
def test_anything_else_is(test):
    with student(CODE, is_trial=True) as names:
        test(names)


def test_what_the_test_has_let_go_of_is_not_looked_at_again():
    """A loop may mention a long list a thousand times, and each mention is a copy."""
    with student(CODE, is_trial=True) as names:
        kept = names.fetch("a")
        for _ in range(50):
            assert names.fetch("b") == [1, 2]
        assert len(names._end._named._nodes) < 10
        kept.append(99)
        with pytest.raises(TypeError, match="may hold"):
            names.fetch("b")
