"""Arithmetic with objects of the student's, as `v + w`, `2 * v`, `-v` and `v += w`.

An operator is a method of the student's class, and its result crosses as that of any call. But an
object could stand where a test expects a number: `abs(mean(x) - 2.5) < 1e-9` hands it the number
that is wanted, and it may say that the difference is 0. So an object takes part only where the
test expects one: where the test itself has made it from a class that the solution defines, too, or
where it came of arithmetic with such objects. Of the latter a test may think as of numbers: for
them there are only plus and times with values of the tests, and nothing for what `abs` gives.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

_WITH_ANOTHER = tuple(
    "add sub mul matmul truediv floordiv mod pow lshift rshift and_ or_ xor".split()  # noqa: SIM905
)
_ALONE = ["neg", "pos", "abs", "invert"]
_OPERATIONS: dict[str, Callable[..., Any]] = {
    **{f"__{name.rstrip('_')}__": getattr(operator, name) for name in (*_WITH_ANOTHER, *_ALONE)},
    "__divmod__": divmod,
    **{f"__i{n.rstrip('_')}__": getattr(operator, f"i{n.rstrip('_')}") for n in _WITH_ANOTHER},
}
_REFLECTED = {f"__r{n.rstrip('_')}__": f"__{n.rstrip('_')}__" for n in (*_WITH_ANOTHER, "divmod")}
METHODS = (*_OPERATIONS, *_REFLECTED)
"""The names of all methods that make operators work."""

_WITH_VALUES = {"__add__", "__mul__", "__iadd__", "__imul__"}


def work_out(name: str, *values: Any) -> Any:
    """Return what an operator gives, in the student's process."""
    return _OPERATIONS[name](*values)


def gives_operand(name: str) -> bool:
    """Return True if what this operator gives may take part in further arithmetic."""
    return name != "__abs__"


def is_open_to_values(name: str) -> bool:
    """Return True if the operator may join a value of the tests and an object that was not made."""
    return name in _WITH_VALUES


def methods(
    make: Callable[[str, bool], Callable[..., Any]],
) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield all methods by name, made of their operator and of whether `self` is on its right."""
    for method in METHODS:
        yield method, make(_REFLECTED.get(method, method), method in _REFLECTED)
