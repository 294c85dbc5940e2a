"""Stand-ins in the tests' process for the student's classes and objects.

Anything but a function (see `functions`) or an exception (see `exceptions`) becomes a StudentObject
that can be looked at in few ways. It cannot be compared: an object of the student's would be the
judge of its own equality, and one that equals everything would pass every test. One that derives
from a list or the like is compared by what it holds (DerivedObject). In which arithmetic an object
takes part, `operands` says.
"""

import functools
import importlib.util
import operator
import sys
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gradebox.separate import derived, exceptions, operands
from gradebox.separate.functions import Ask
from gradebox.separate.not_crossed import COMPARED

OPERATIONS = {
    "call": "__call__",
    "length": "__len__",
    "iterate": "__iter__",
    "next": "__next__",
    "item": "__getitem__",
    "set item": "__setitem__",
    "delete item": "__delitem__",
    "contains": "__contains__",
    "enter": "__enter__",
    "leave": "__exit__",
    "await": "__await__",
}
"""The operations of a test on an object of the student's, besides its attributes."""


_DESCRIBING = {"__doc__", "__name__", "__qualname__", "__slots__"}
_OF_BOTH = {*_DESCRIBING, "__bool__", *operands.METHODS}
"""Names that a test may ask for, and that stand-ins or their classes have for themselves."""

_OF_MEMBERS = {"__iter__", "__len__", "__getitem__", "__contains__"}
"""Names of methods: apart, what a class itself would do by them is not to be had."""

_NOT_COMPARING = {"__init__", "__repr__", "__str__"}
_OF_EVERY_CLASS = {*_NOT_COMPARING, "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
"""Names that every class has, its own or that of `object`."""


class StudentObject:
    """An object of the student's process, seen from the tests' process."""

    __slots__ = ("__weakref__", "_student_ask", "_student_library", "_student_name")
    __hash__ = None  # type: ignore[assignment]
    __array_ufunc__ = None

    def __init__(self, ask: Ask, library: str = "", name: str = ""):
        object.__setattr__(self, "_student_ask", ask)
        object.__setattr__(self, "_student_library", library)
        object.__setattr__(self, "_student_name", name)  # of a class or a module

    def __getattribute__(self, name: str) -> Any:
        """Look it up, but what stand-ins have for themselves only if the student's object has it.

        Operators do not come here: Python looks for them in the class.
        """
        if name in _OF_BOTH:
            theirs = object.__getattribute__(self, "_student_ask")("attribute", (self, name))
            if name in _DESCRIBING or isinstance(self, StudentClass):
                return theirs
        elif name in _OF_MEMBERS and isinstance(self, ExpectedClass):
            return self._student_ask("attribute", (self, name))
        elif name in _OF_EVERY_CLASS and isinstance(self, StudentClass):
            theirs = self._student_ask("attribute", (self, name))
            if not isinstance(theirs, types.FunctionType):
                return getattr(object, name)  # it has none of its own
            if name in _NOT_COMPARING:
                return theirs
        return object.__getattribute__(self, name)

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the student's object, if its name does not begin with `_`."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in derived.JUDGES and not isinstance(self, Operand | ExpectedClass):
            kind = type(self).__name__
            raise AttributeError(f"a {kind} of the student's does not say what equals it")
        return self._student_ask("attribute", (self, name))

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute of the student's object."""
        if name.startswith("_"):
            raise AttributeError(name)
        self._student_ask("set attribute", (self, name, value))

    def __repr__(self) -> str:
        """Return the text that the student's object gives."""
        return str(self._student_ask("repr", (self,)))

    def __str__(self) -> str:
        """Return the text that the student's object gives."""
        return str(self._student_ask("text", (self,)))

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Refuse to be copied or pickled."""
        raise exceptions.of_being_apart(TypeError("an object of the student's cannot be copied"))

    def _refuse_comparison(self, *others: Any) -> Any:
        error = TypeError(
            f"{_what(self)} stays with the answers: it has no truth "
            "value here and cannot be compared. Numbers, text, lists, dicts and numpy arrays can."
        )
        # Where something else is asked for, the answer is wrong, apart or not.
        is_asked_for = any(isinstance(other, StudentObject) for other in others)
        is_apart = is_asked_for or library_of(self)
        raise exceptions.of_being_apart(error, COMPARED) if is_apart else error

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse_comparison
    __bool__ = _refuse_comparison

    def _refuse_arithmetic(self, *others: Any) -> Any:
        if any(isinstance(other, Operand) for other in others):
            return NotImplemented  # it is asked next
        error = TypeError(
            f"{_what(self)} stays with the answers: it takes part in "
            "arithmetic where the test has made it from a class that the solution defines, too. "
            "What comes of it computes with further objects, and by + and * with values."
        )
        raise exceptions.of_being_apart(error) if self._is_asked_for(others) else error

    def _is_asked_for(self, others: tuple[Any, ...]) -> bool:
        """Return True if the test expects an object: of a number, the answer is wrong."""
        return any(isinstance(other, StudentObject) for other in others)


def _what(value: StudentObject) -> str:
    """Return what a stand-in stands for, as the beginning of a sentence."""
    kind, name = type(value).__name__, value._student_name
    if not name:
        return f"An object of class {kind}"
    return f"The {'class' if kind == 'type' else kind} {name}"


for _name in operands.METHODS:
    setattr(StudentObject, _name, StudentObject._refuse_arithmetic)


class Operand(StudentObject):
    """An object of the student's that takes part in arithmetic.

    `_student_is_made` says whether the test has made it, or it came of arithmetic.
    """

    __slots__ = ("_student_is_made",)
    _student_is_made: bool

    def _is_asked_for(self, others: tuple[Any, ...]) -> bool:
        return True


def _operator(name: str, is_right: bool) -> Callable[..., Any]:
    def ask(self: Operand, *others: Any) -> Any:
        is_object = all(isinstance(other, StudentObject) for other in others)
        if not (self._student_is_made or is_object or operands.is_open_to_values(name)):
            return self._refuse_arithmetic()
        values = (*others, self) if is_right else (self, *others)
        return self._student_ask("arithmetic", (name, *values))

    return ask


for _name, _method in operands.methods(_operator):
    setattr(Operand, _name, _method)


class DerivedObject(StudentObject):
    """An object of a class of the student's that derives from a list or the like.

    With a value of the tests it is compared here, by what it holds. Of two such objects, both sides
    would be the student's.
    """

    __slots__ = ()

    def _contents(self) -> Any:
        held = self._student_ask("contents", (self,))
        return held if derived.is_contents(held) else self._refuse_comparison()

    def __bool__(self) -> bool:
        """Return True if it holds anything."""
        return bool(self._contents())


def _comparison(compare: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def by_contents(self: DerivedObject, other: Any) -> Any:
        if isinstance(other, StudentObject):
            return self._refuse_comparison(other)
        return compare(self._contents(), other)

    return by_contents


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(DerivedObject, f"__{_name}__", _comparison(getattr(operator, _name)))


def _iterated(self: StudentObject) -> Iterator[Any]:
    """Iterate over an object that has a length, too."""
    return _to_its_length(self, lambda: self._student_ask("iterate", (self,)))


def _indexed(self: StudentObject) -> Iterator[Any]:
    """Do the same as Python does where there is no `__iter__`."""
    return _to_its_length(self, lambda: iter(_ByIndex(self)))


class _ByIndex:
    """An object's items by their numbers alone, to which `iter` goes on to an IndexError."""

    def __init__(self, of: Any):
        self._of = of

    def __getitem__(self, place: int) -> Any:
        return self._of[place]


def _to_its_length(whole: Any, begin: Callable[[], Any]) -> Iterator[Any]:
    """Yield the items; TypeError if there are fewer than the object says.

    `len(got) == 2` and `all(map(is_right, got))` are both true of one that says so and has none.
    What it says is asked first, so that it stays what the test has seen.
    """
    length, items = len(whole), begin()
    count = 0
    while True:
        try:
            item = next(items)
        except StopIteration:
            break
        yield item
        count += 1
    if count < length:
        kind = type(whole).__name__
        raise TypeError(f"a {kind} says that it has {length} items, and has only {count}")


_CLAIMS = ("shape", "ndim", "size")


def _as_array(self: StudentObject, dtype: Any = None, copy: Any = None) -> np.ndarray:
    """Return what an object like a list holds, for numpy.

    It must have the shape that it says, and hold something: `np.shape(got) == (2,)` and
    `np.allclose(got, wanted)` are both true of an object that says so and holds one array of shape
    (0, 2). What it says is asked first, so that it stays what the test has seen.
    """
    said = {name: getattr(self, name, None) for name in _CLAIMS}
    made = np.array(self._contents() if isinstance(self, DerivedObject) else [*self], dtype)
    for name, claim in said.items():
        is_method = claim is None or isinstance(claim, types.FunctionType)
        true = getattr(made, name)
        if not is_method and (type(claim) is not type(true) or claim != true):
            kind = type(self).__name__
            raise TypeError(f"a {kind} whose {name} is not that of the array that it makes")
    if not made.size:
        raise TypeError("an object of the student's that holds nothing is no array")
    return made


class StudentClass(StudentObject):
    """A class of the student's: it can be called, and it knows its instances."""

    __slots__ = ()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Make an instance."""
        return self._student_ask("call", (self, *args), kwargs)

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        """Refuse to be derived from."""
        raise exceptions.of_being_apart(
            TypeError("A class of the student's stays with the answers: none is derived from it.")
        )

    def __instancecheck__(self, value: Any) -> bool:
        """Return True if `value` is an instance, as the student's process says."""
        return self._student_ask("is instance", (value, self)) is True

    def __subclasscheck__(self, value: Any) -> bool:
        """Return True if `value` is a subclass, as the student's process says."""
        return self._student_ask("is subclass", (value, self)) is True


class ExpectedClass(StudentClass):
    """A class of the student's by a name that is a class in the solution, too."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the class; what it derives from is not to be had here."""
        if name == "__bases__":  # `issubclass` asks for it where the other class is the tests' own
            raise exceptions.of_being_apart(
                TypeError("What a class of the answers derives from is known with them only.")
            )
        return super().__getattr__(name)

    def _refuse_members(self, *_: Any) -> Any:
        raise exceptions.of_being_apart(
            TypeError("The members of a class of the answers are to be had with them only.")
        )

    __iter__ = __len__ = __getitem__ = __contains__ = _refuse_members


class StudentModule(StudentObject):
    """A module of the student's, of which nothing can be used: the tests have to import it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Refuse every name: what a test took from here would be the student's."""
        raise AttributeError("a module that only the student's cells import cannot be used")


# What Python says of them ("'type' object is not subscriptable") is as in the notebook.
for _class, _name in ((StudentClass, "type"), (ExpectedClass, "type"), (StudentModule, "module")):
    _class.__name__ = _class.__qualname__ = _name


@functools.lru_cache(maxsize=256)
def _class_of(name: str, operations: frozenset[str], is_derived: bool) -> type[StudentObject]:
    def method(do: str) -> Callable[..., Any]:
        def ask(self: StudentObject, *args: Any, **kwargs: Any) -> Any:
            return self._student_ask(do, (self, *args), kwargs)

        return ask if do != "await" else wait

    def wait(self: StudentObject) -> Iterator[None]:
        return self._student_ask("await", (self,))
        yield  # it is a generator, as Python wants of `__await__`

    methods = {OPERATIONS[do]: method(do) for do in operations}
    if "length" in operations and operations & {"iterate", "item"}:
        methods["__iter__"] = _iterated if "iterate" in operations else _indexed
    if {"length", "item"} <= operations:
        methods["__array__"] = _as_array
    base = DerivedObject if is_derived else StudentObject
    return type(name, (base,), {"__slots__": (), **methods})


@functools.lru_cache(maxsize=256)
def _operand_class(kind: type[StudentObject]) -> type[Operand]:
    return type(kind.__name__, (Operand, kind), {"__slots__": ()})


def expected_class(stand_in: StudentClass) -> ExpectedClass:
    """Return another stand-in for the same class."""
    return ExpectedClass(stand_in._student_ask, name=stand_in._student_name)


def operand(stand_in: StudentObject, is_made: bool) -> Operand:
    """Return another stand-in for the same object, which takes part in arithmetic."""
    kind: Any = type(stand_in)
    made = _operand_class(kind)(stand_in._student_ask, stand_in._student_library)
    object.__setattr__(made, "_student_is_made", is_made)
    return made


_LIKE_VALUES = {"mappingproxy", "bytearray", "memoryview"}


def library_of(value: StudentObject) -> str:
    """Return the class of an object if it is a library's, as "pandas.DataFrame"; else "".

    Of Python's own, those that equal a value which crosses: other answers may rightly give these.
    """
    library = value._student_library
    if library == "builtins":
        return type(value).__name__ if type(value).__name__ in _LIKE_VALUES else ""
    return f"{library}.{type(value).__name__}" if library and _is_library(library) else ""


@functools.lru_cache(maxsize=256)
def _is_library(module: str) -> bool:
    """Return True for a module of Python's or of an installed package's, not one of the course."""
    if module in ("builtins", "__main__"):
        return False
    if module in sys.stdlib_module_names:
        return True
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return False
    places = ("site-packages", "dist-packages")  # the second are Debian's
    return found is not None and any(place in str(found.origin) for place in places)


def student_object(ask: Ask, about: dict[str, Any]) -> StudentObject:
    """Return a stand-in whose class has the name that the student's has, and what it can do."""
    own = {"class": StudentClass, "module": StudentModule}.get(str(about.get("kind")))
    if own is not None:
        name = str(about.get("name")).rpartition(".")[2]
        return own(ask, name=exceptions.name_or(name, ""))
    can = about.get("can")
    operations = frozenset(can if type(can) is list else ()) & frozenset(OPERATIONS)
    library = exceptions.name_or(about.get("library"), "")
    kind = exceptions.name_or(about.get("name"), "object")
    return _class_of(kind, operations, about.get("derived") is True)(ask, library)
