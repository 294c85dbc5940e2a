"""Answers that do no work, for any exercise. No hidden test may let one of them pass.

There are three kinds of answers, as there are three kinds of exercises: `lazy_functions`,
`lazy_values` and `LAZY_LETTERS`. Each gives answers by name. A lazy function knows the visible
cases by heart, so what it does elsewhere is what a hidden test has to notice.

Some of them use the right answer: for its shape alone, or to hand it over as a wrong kind of value
(complex numbers, text, objects), which only a test that looks at the kind refuses.
"""

import copy
import inspect
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

Function = Callable[..., Any]
Given = tuple[Any, ...]  # the arguments of a call, with defaults filled in

_ERRORS = (ValueError, TypeError, IndexError, ZeroDivisionError, StopIteration)


class NothingLazy(Exception):
    """This way of being lazy means nothing for the answer at hand."""


class EqualToEverything:
    """An object that says yes to every comparison, and is its own attributes and results."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Return True, whatever the other is."""
        return True

    def __ne__(self, other: object) -> bool:
        """Return False, whatever the other is."""
        return False

    __lt__ = __le__ = __gt__ = __ge__ = __eq__

    def __call__(self, *arguments: Any, **keywords: Any) -> "EqualToEverything":
        """Return itself."""
        return self

    def __getattr__(self, name: str) -> "EqualToEverything":
        """Return itself for any name that Python does not use for itself."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class EmptyClaim:
    """An object that says it is an array of the right shape and kind, and holds nothing."""

    dtype = np.dtype(float)

    def __init__(self, right: np.ndarray):
        """Claim the shape of `right`."""
        self.shape, self.ndim, self.size = right.shape, right.ndim, right.size

    def __len__(self) -> int:
        """Return 0."""
        return 0

    def __iter__(self) -> Iterator[Any]:
        """Return an iterator over nothing."""
        return iter(())

    def __getitem__(self, index: Any) -> np.ndarray:
        """Return an empty array, whatever is asked for."""
        return np.empty(0)


LAZY_LETTERS: dict[str, Any] = {
    "no letter": "",
    "a space": " ",
    "None": None,
    "Ellipsis": ...,
    "a letter that is not offered": "z",
    "all letters": "abcd",
    "all letters with commas": "a,b,c,d",
    "a number": 0,
    "True": True,
    "an empty array": np.empty(0),
    "an array of letters": np.array(["a", "b", "c", "d"]),
    "a list of letters": ["a", "b", "c", "d"],
    "an object equal to everything": EqualToEverything(),
}

_CONSTANTS: dict[str, Any] = {
    "0.0": 0.0,
    "1": 1,
    "NaN": np.nan,
    "infinity": np.inf,
    "a complex NaN": complex(np.nan, np.nan),
    "None": None,
    "True": True,
    "False": False,
    "no text": "",
    "an empty list": [],
    "an empty dict": {},
    "an empty array": np.empty(0),
    "an empty matrix": np.empty((0, 0)),
    "an empty array of objects": np.empty(0, dtype=object),
    "an array of shape (1,)": np.zeros(1),
    "an array of shape (1, 1)": np.zeros((1, 1)),
    "an array of shape (1, 1, 1)": np.zeros((1, 1, 1)),
    "an object equal to everything": EqualToEverything(),
}
_TURNS: dict[str, list[Any]] = {
    "0.0 and an empty array in turn": [0.0, np.empty(0)],
    "an empty array and 0.0 in turn": [np.empty(0), 0.0],
    "0.0 and NaN in turn": [0.0, np.nan],
    "0 and 1 in turn": [0.0, 1.0],
}


def lazy_functions(solution: Function, visible: list[Given]) -> Iterator[tuple[str, Function]]:
    """Yield lazy answers to an exercise that asks for a function, each with its name.

    `solution` is right; `visible` holds the arguments of each visible case. On these the answers
    give what is right. Each function is new, so that what it counts begins anew.
    """

    def by_heart(elsewhere: Callable[[Given], Any]) -> Function:
        signature = inspect.signature(solution)
        known = [_bound(signature, *arguments) for arguments in visible]

        def lazy(*arguments: Any, **keywords: Any) -> Any:
            given = _bound(signature, *arguments, **keywords)
            if any(_alike(given, case) for case in known):
                return solution(*given)
            return elsewhere(given)

        return lazy

    def right(given: Given) -> Any:
        return solution(*copy.deepcopy(given))

    def shaped(change: Callable[[np.ndarray], Any]) -> Callable[[Given], Any]:
        def in_shape(given: Given) -> Any:
            try:
                return each_part(right(given), change)
            except NothingLazy:
                raise
            except Exception:  # the right exception would be work
                return 0.0

        return in_shape

    def always(value: Any) -> Function:
        return by_heart(lambda given: value)

    def in_turn(values: list[Any]) -> Function:
        turns = itertools.cycle(values)
        return by_heart(lambda given: next(turns))

    def used(position: int, use: Callable[[Any], Any]) -> Function:
        return by_heart(lambda given: use(given[position]))

    def kind(change: Callable[[np.ndarray], Any]) -> Callable[[Given], Any]:
        return lambda given: each_part(right(given), change)

    def raising(error: type[Exception]) -> Callable[[Given], Any]:
        def raises(given: Given) -> Any:
            raise error("no")

        return raises

    def overwriting(number: float) -> Callable[[Given], Any]:
        def overwrites(given: Given) -> Any:
            before = copy.deepcopy(given)
            for argument in given:
                _overwrite(argument, number)
            if _alike(before, given):
                raise NothingLazy
            return right(given)

        return overwrites

    first = _first_value(right, visible)

    def several(value: Any) -> Any:
        """Return the value, as often as the right answer has parts."""
        return (value,) * len(first) if isinstance(first, tuple) else value

    for name, constant in _CONSTANTS.items():
        yield name, always(several(constant))
    for name, values in _TURNS.items():
        yield name, in_turn([several(value) for value in values])
    for error in _ERRORS:
        yield f"always {error.__name__}", by_heart(raising(error))
    yield "the first visible answer", by_heart(lambda given: copy.deepcopy(first))
    for number in (0, 1, np.nan):
        yield f"arguments set to {number}, and right for these", by_heart(overwriting(number))
    for name, change in _SHAPED.items():
        yield name, by_heart(shaped(change))
    for name, change in _KINDS.items():
        yield name, by_heart(kind(change))
    for position in range(min(3, len(inspect.signature(solution).parameters))):
        for name, use in _USES.items():
            yield f"argument {position}, {name}", used(position, use)


def lazy_values(right: Any) -> Iterator[tuple[str, Any]]:
    """Yield lazy answers to an exercise that asks for a value, each with its name.

    Where a dict is asked for, some have its right keys, and say so in their name.
    """
    yield from _CONSTANTS.items()
    keys = "the right keys, " if isinstance(right, dict) else ""
    for name, change in (_SHAPED | _KINDS).items():
        try:
            yield keys + name, each_part(right, change)
        except (NothingLazy, TypeError, ValueError):
            continue


def _constant(number: complex) -> Callable[[np.ndarray], Any]:
    return lambda right: np.full(right.shape, number)[()]


def _uniform(axis: int) -> Callable[[np.ndarray], Any]:
    def uniform(right: np.ndarray) -> Any:
        if right.ndim < -axis:
            raise NothingLazy
        return np.full(right.shape, 1 / right.shape[axis])

    return uniform


def _structured(right: np.ndarray) -> np.ndarray:
    if right.size > 1000:  # the tests' process asks for every entry by itself
        raise NothingLazy
    fields = np.zeros(right.shape, dtype=[("value", float)])
    fields["value"] = right
    return fields


def _masked(right: np.ndarray) -> np.ndarray:
    if right.size > 1000:
        raise NothingLazy
    return np.ma.masked_all(right.shape)


def _as(dtype: type) -> Callable[[np.ndarray], Any]:
    def converted(right: np.ndarray) -> Any:
        if right.dtype == dtype:
            raise NothingLazy
        return right.astype(dtype) if right.ndim else right.astype(dtype)[()]

    return converted


def _truth_as(dtype: type) -> Callable[[np.ndarray], Any]:
    def converted(right: np.ndarray) -> Any:
        if right.dtype != bool or not right.ndim:
            raise NothingLazy
        return right.astype(dtype)

    return converted


def _first_for_all(right: np.ndarray) -> np.ndarray:
    if right.size < 2:
        raise NothingLazy
    return np.full(right.shape, right.ravel()[0])


def _one_entry(shape: tuple[int, ...]) -> Callable[[np.ndarray], Any]:
    def one(right: np.ndarray) -> Any:
        if right.shape == shape:
            raise NothingLazy
        return np.full(shape, right.ravel()[0] if right.size else 0.0)

    return one


# With the right shape, or one that broadcasts to it, and no right numbers.
_SHAPED: dict[str, Callable[[np.ndarray], Any]] = {
    "the right shape of zeros": _constant(0.0),
    "the right shape of ones": _constant(1.0),
    "the right shape of NaN": _constant(np.nan),
    "the right shape of uniform weights": _uniform(-1),
    "the right shape of uniform weights over the axis before": _uniform(-2),
    "the right shape, all masked": _masked,
    "the first entry for all": _first_for_all,
    "an empty object that claims the right shape": EmptyClaim,
}
# The right numbers as another kind of value, or in a shape that broadcasts.
_KINDS: dict[str, Callable[[np.ndarray], Any]] = {
    "right, of objects": lambda right: right.astype(object),
    "right, as text": _as(str),
    "right, complex": _as(complex),
    "right, with imaginary parts": lambda right: (right + (1 + right) * 1j)[()],
    "right, as truth values": _as(bool),
    "right, structured": _structured,
    "right, truth values as floats": _truth_as(float),
    "right, truth values as integers": _truth_as(int),
    "right, one axis too many": lambda right: right[None],
    "the first entry as an array of shape (1,)": _one_entry((1,)),
    "the first entry as an array of shape (1, 1)": _one_entry((1, 1)),
}


def _emptied(argument: Any) -> Any:
    if not isinstance(argument, np.ndarray):
        raise NothingLazy
    argument[...] = 0
    return argument


def _grown(argument: Any) -> Any:
    if not isinstance(argument, np.ndarray):
        raise NothingLazy
    argument += 1
    return argument


# What can be done with an argument without knowing what it is for.
_USES: dict[str, Callable[[Any], Any]] = {
    "returned": lambda argument: argument,
    "set to zero and returned": _emptied,
    "increased by one and returned": _grown,
    "its first item": lambda argument: argument[0],
    "its last item": lambda argument: argument[-1],
}


def each_part(value: Any, change: Callable[[np.ndarray], Any]) -> Any:
    """`change` each number and array in `value`; NothingLazy if there is none."""
    if isinstance(value, (tuple, list)) and not _is_row(value):
        return type(value)(each_part(part, change) for part in value)
    if isinstance(value, dict):
        return {key: each_part(part, change) for key, part in value.items()}
    array = np.asarray(value)
    if array.dtype.kind not in "biufc":
        raise NothingLazy
    return change(array)


def _overwrite(argument: Any, number: float) -> None:
    """Set arrays to `number`, also those in a dict; fill a list with its first item."""
    if isinstance(argument, np.ndarray):
        argument[...] = number
    elif isinstance(argument, list):
        argument[:] = argument[:1] * len(argument)
    elif isinstance(argument, dict):
        for part in argument.values():
            _overwrite(part, number)


def _first_value(right: Callable[[Given], Any], visible: list[Given]) -> Any:
    """Return the right answer to the first visible case that does not ask for an error."""
    for given in visible:
        try:
            return right(given)
        except Exception:
            continue
    return 0.0


def _is_row(value: Any) -> bool:
    """Return True if `value` is a plain row of numbers, and not several results."""
    return bool(value) and all(isinstance(item, (int, float)) for item in value)


def _bound(signature: inspect.Signature, *arguments: Any, **keywords: Any) -> Given:
    bound = signature.bind(*arguments, **keywords)
    bound.apply_defaults()
    return bound.args


def _alike(one: Any, other: Any) -> bool:
    """Return True if two arguments, or rows of them, hold the same."""
    if isinstance(one, (tuple, list)):
        return (
            isinstance(other, (tuple, list))
            and len(one) == len(other)
            and all(map(_alike, one, other))
        )
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.shape(one) == np.shape(other) and bool(np.all(np.asarray(one) == other))
    if isinstance(one, np.random.Generator):
        return (
            isinstance(other, np.random.Generator)
            and one.bit_generator.state == other.bit_generator.state
        )
    return bool(one == other)
