"""Objects of classes that a set-up cell gives to the tests' process and to the student's."""

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest
from gradebox.kernel.names import given_to_both
from gradebox.separate import shared
from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import CannotCross, Encoder
from gradebox.separate.wire import WireError
from grading import marked_cell
from two_processes import student

SET_UP = """
import functools
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import ClassVar

class Node:
    def __init__(self, value, next=None):
        self.value, self.next = value, next

@dataclass
class Tree:
    key: int
    left: object = None
    right: object = None

    def is_ordered(self):
        return self.left is None or self.left.key < self.key

    @functools.cached_property
    def double(self):
        return 2 * self.key

@dataclass(frozen=True)
class Money:
    amount: int
    currency: str = "EUR"

@dataclass(slots=True)
class Slots:
    a: int
    b: int = 2

@dataclass(slots=True)
class MoreSlots(Slots):
    c: int = 3

class Board:
    SIZE = 9
    title = "Board"

    def is_solved(self):
        return all(self.cells[n] == n for n in range(self.SIZE))

@dataclass
class Rule:
    way: object = len
    check: ClassVar[object] = len

class Color(Enum):
    RED = 1
    GREEN = 2

class Planet(Enum):
    EARTH = 1

    @property
    def name(self):
        return "the Earth"

class Level(IntEnum):
    LOW = 1
    HIGH = 2

class Shape(ABC):
    @abstractmethod
    def area(self): ...

class TooPoor(Exception):
    def __init__(self, needed):
        super().__init__(f"need {needed} more")
        self.needed = needed
        self._student_name = "Ann"

class Gone(LookupError):
    pass
"""
ANSWERS = """
def reverse(head):
    before = None
    while head:
        head.next, before, head = before, head, head.next
    return before

def chain(length):
    head = None
    for value in range(length):
        head = Node(value, head)
    return head

def ring():
    node = Node(1)
    node.next = node
    return node

def insert(tree, key):
    if tree is None:
        return Tree(key)
    side = "left" if key < tree.key else "right"
    setattr(tree, side, insert(getattr(tree, side), key))
    return tree

def total(moneys):
    return Money(sum(each.amount for each in moneys))

def double(slots):
    slots.a *= 2
    return slots

def other(color):
    return Color.GREEN if color is Color.RED else Color.RED

def count(values):
    return {value: values.count(value) for value in values}

def level():
    return Level.HIGH

def pay(have, price):
    raise TooPoor(price - have)

class Broke(TooPoor, Gone):
    pass

def pay_more(have, price):
    raise Broke(price - have)

class Square(Shape):
    def area(self):
        return 4

def lie():
    tree = Tree(1, Tree(5))
    tree.is_ordered = lambda: True
    tree.__dict__["double"] = 77
    return tree

class Always:
    __eq__ = __lt__ = lambda self, other: True

def lie_about_keys():
    return Tree(Always(), Tree(Always()))

def thaw(money):
    object.__setattr__(money, "amount", 99)

def pose():
    Money = type("Money", (), {"__eq__": lambda self, other: True})
    return Money()

def lie_in_an_exception():
    error = TooPoor(1)
    error.is_of_being_apart = error._student_object = error.student_frames = True
    raise error
"""
GIVEN = ["Node", "Tree", "Money", "Slots", "Color", "Level", "Shape", "TooPoor", "Gone"]
FURTHER = ["MoreSlots", "Board", "Rule", "Planet"]
OWN: dict[str, Any] = {"__name__": "__main__"}
exec(SET_UP, OWN)
Node, Tree, Money, Slots, Color, Level, Shape, TooPoor, Gone = map(OWN.get, GIVEN)
MoreSlots, Board, Rule, Planet = map(OWN.get, FURTHER)


@pytest.fixture(scope="module")
def names():
    with student(SET_UP + ANSWERS, own=OWN.get, given=GIVEN) as fetched:
        yield fetched


def _values(node):
    while node is not None:
        yield node.value
        node = node.next


def test_nodes_cross_both_ways_and_are_of_the_tests_own_class(names):
    head = names.fetch("reverse")(Node(1, Node(2, Node(3))))
    assert list(_values(head)) == [3, 2, 1]
    assert type(head) is Node
    ring = names.fetch("ring")()
    assert ring.next is ring


def test_a_chain_of_any_length_comes_from_the_student(names):
    assert list(_values(names.fetch("chain")(250))) == [*range(249, -1, -1)]
    head = None
    for value in range(250):
        head = Node(value, head)
    with pytest.raises(CannotCross, match=r"more than 90 objects \(Node\)"):
        names.fetch("reverse")(head)


def test_a_call_changes_objects_in_place(names):
    insert, tree = names.fetch("insert"), Tree(5)
    assert insert(tree, 3) is tree
    insert(tree, 8)
    assert tree == Tree(5, Tree(3), Tree(8))
    slots = Slots(4)
    assert names.fetch("double")(slots) is slots
    assert slots == Slots(8, 2)


def test_a_frozen_object_is_compared_and_is_a_key(names):
    assert names.fetch("total")([Money(1), Money(2)]) == Money(3)
    assert names.fetch("total")([Money(1)]) != Money(2)
    assert names.fetch("count")([Money(1), Money(1), Money(2)]) == {Money(1): 2, Money(2): 1}
    money = Money(5)
    names.fetch("thaw")(money)
    assert money == Money(5)
    assert replace(money, amount=6) == Money(6)


def test_named_constants_are_the_tests_own(names):
    assert names.fetch("other")(Color.RED) is Color.GREEN
    assert names.fetch("count")([Color.RED, Color.RED]) == {Color.RED: 2}
    assert names.fetch("level")() is Level.HIGH


def test_an_exception_is_of_the_tests_own_class(names):
    with pytest.raises(TooPoor, match="need 7 more") as caught:
        names.fetch("pay")(3, 10)
    assert (type(caught.value), caught.value.needed) == (TooPoor, 7)
    assert (caught.value.args, caught.value._student_name) == (("need 7 more",), "Ann")


def test_an_exception_that_derives_from_one_is_of_no_second(names):
    with pytest.raises(TooPoor, match=r"^need 7 more\n") as caught:
        names.fetch("pay_more")(3, 10)
    assert (type(caught.value).__name__, caught.value.needed) == ("Broke", 7)
    assert not isinstance(caught.value, Gone)


def test_a_class_that_derives_from_one_is_the_students(names):
    square = names.fetch("Square")()
    assert square.area() == 4
    with pytest.raises(TypeError, match="no truth value"):
        bool(square)


def test_methods_and_comparisons_are_the_tests_own(names):
    tree = names.fetch("lie")()
    assert not tree.is_ordered()
    assert tree.double == 2
    tree = names.fetch("lie_about_keys")()
    for judge in (tree.is_ordered, lambda: tree == Tree(1, Tree(2))):
        with pytest.raises(TypeError, match="no truth value"):
            judge()
    with pytest.raises(TypeError, match="no truth value"):
        _ = names.fetch("pose")() == Money(1)


def test_an_exception_has_nothing_of_the_graders_from_there(names):
    with pytest.raises(WireError):
        names.fetch("lie_in_an_exception")()


@pytest.mark.parametrize(
    "coded",
    [
        ["O", "Tree", "_repr_html_", 1],
        ["O", "Tree", "_render_traceback_", 1],
        ["O", "Tree", "__class__", 1],
        ["O", "Tree", "__dict__", ["d"]],
        ["O", "Tree", "a b", 1],
        ["O", "Tree", 5, 1],
        ["O", "Tree", "key"],
        ["O", "a b"],
        ["O", 5],
        ["O"],
        ["E", "Color", 5],
        ["E", "Color", "__class__ "],
    ],
)
def test_a_forged_object_is_no_message(coded):
    with pytest.raises(WireError):
        Decoder([], classes=shared.Shared(GIVEN, OWN.get)).decode(coded)


def test_only_what_set_up_cells_give_is_made():
    known = {"Tree": Tree, "Thread": __import__("threading").Thread, "Shape": Shape, "number": 5}
    classes = shared.Shared(["Thread", "Shape", "number"], known.get)
    for name in known:
        made = Decoder([], classes=classes).decode(["O", name, "key", 1])
        assert (made.key, type(made).__mro__[1:]) == (1, (object,))
    for name, member in (("Tree", "key"), ("Color", "BLUE")):
        classes = shared.Shared(GIVEN, OWN.get)
        assert Decoder([], classes=classes).decode(["E", name, member]) == member


def _crossed(value):
    classes = shared.Shared(GIVEN + FURTHER, OWN.get)
    return Decoder([], classes=classes).decode(Encoder(classes=classes).encode(value))


def test_slots_of_a_class_that_a_class_derives_from_cross():
    assert _crossed(MoreSlots(1, 2, 4)) == MoreSlots(1, 2, 4)


def test_a_constant_of_the_class_does_not_cross():
    board = Board()
    board.cells, board.SIZE, board.title = [5] * 9, 0, "Mine"
    assert board.is_solved()
    board = _crossed(board)
    assert (board.is_solved(), board.title) == (False, "Mine")


def test_a_list_without_a_shape_gets_none():
    class Row:
        held = ()
        __getitem__ = held.__getitem__

    class Shaped(Row):
        def __init__(self, shape):
            self.shape = shape

    class Layer:
        pass

    for kind, crosses in ((Row, False), (Shaped, True), (Layer, True)):
        kind.__module__ = "__main__"
        classes = shared.Shared([kind.__name__], {kind.__name__: kind}.get)
        made = Decoder([], classes=classes).decode(["O", kind.__name__, "shape", ["t"]])
        assert hasattr(made, "shape") is crosses


def test_a_field_may_hold_a_function_and_a_class_attribute_is_the_tests_own():
    rule = Rule(way=1)
    rule.check = 2
    rule = _crossed(rule)
    assert (rule.way, rule.check) == (1, len)


def test_a_constant_crosses_by_the_name_that_python_knows():
    assert _crossed(Planet.EARTH) is Planet.EARTH


def test_a_method_that_a_later_cell_adds_is_the_tests_own():
    class Late:
        pass

    Late.__module__ = "__main__"
    classes = shared.Shared(["Late"], {"Late": Late}.get)
    coded = ["O", "Late", "check", 5]
    assert Decoder([], classes=classes).decode(coded).check == 5
    Late.check = lambda self: "ours"
    assert Decoder([], classes=classes).decode(coded).check() == "ours"


def test_what_the_tests_class_has_a_method_for_is_left_out(names):
    code = f"{SET_UP}\nclass Tree:\n    is_ordered, key = True, 1\n\ndef own():\n"
    code += "    tree = Tree()\n    tree.is_ordered, tree.key = True, 5\n    return tree\n"
    with student(code, own=OWN.get, given=GIVEN) as fetched:
        tree = fetched.fetch("own")()
        assert (type(tree), tree.key) == (Tree, 5)
        tree.left = Tree(7)
        assert not tree.is_ordered()


def test_names_that_answers_give_anew_are_not_shared():
    cells = [
        marked_cell("setup", "class Node: pass\nclass Tree: pass", locked=True),
        marked_cell("answer", "class Node: pass", solution=True),
        marked_cell("test", "class Other: pass", grade=True, locked=True, points=1),
    ]
    assert given_to_both(cells, {"answer": frozenset({"Node"})}) == {"Tree"}


TENSORS = """
class Tensor:
    def __init__(self, data):
        self.data = list(data)

    def __eq__(self, other):
        return self.data == other.data
"""
USES_TENSORS = """
import sys
sys.path.insert(0, ".")
from tensors_beside_a_notebook import Tensor

def add(a, b):
    return Tensor(x + y for x, y in zip(a.data, b.data))
"""


def test_a_class_in_a_file_beside_the_notebook_is_one_too(tmp_path, monkeypatch):
    folders = tmp_path / "student", tmp_path / "tests"
    for folder in folders:
        folder.mkdir()
        (folder / "tensors_beside_a_notebook.py").write_text(TENSORS)
    monkeypatch.chdir(folders[1])
    monkeypatch.syspath_prepend(folders[1])
    own: dict[str, Any] = {}
    with student(USES_TENSORS, folders=folders, own=own.get, given={"Tensor"}) as names:
        own["Tensor"] = Tensor = import_module("tensors_beside_a_notebook").Tensor
        added = names.fetch("add")(Tensor([1, 2]), Tensor([3, 4]))
        assert type(added) is Tensor
        assert added == Tensor([4, 6])
