"""The surroundings of a call, beyond its arguments, and the changes that it leaves there.

A test may set how numpy and decimals compute and print, seed a global random generator, collect
warnings, capture what is printed or trace memory, and then call the student's function: all of that
reaches it, and comes back.
"""

import contextlib
import ctypes
import decimal
import io
import random
import sys
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from gradebox.separate.exceptions import cut
from gradebox.separate.traced_memory import Peak, as_if_held, peak_of_block

MAX_PRINTED = 100_000
"""Characters that one call may print to each of stdout and stderr; the rest is dropped."""
MAX_PRINTED_IN_ALL = 1_000_000
MAX_WARNINGS = 20
MAX_PEAK = 2**30
"""Bytes; a call that says that it held more is taken to have held as many."""

_WARNINGS = {
    kind.__name__: kind
    for kind in (*Warning.__subclasses__(), np.exceptions.ComplexWarning, np.exceptions.RankWarning)
    if kind.__module__ in ("builtins", "numpy.exceptions")
}
_KINDS = set(_WARNINGS.values())
_MT19937_BYTES = 625 * 4  # numpy's C struct: 624 words, and the place in them


def _numpy_bits() -> bytes:
    """Return the state of numpy's global generator, enough to notice that it was used.

    `np.random.get_state` takes 30 microseconds, which is too much to do around each call.
    """
    bits = np.random.get_bit_generator()  # type: ignore[attr-defined]
    if type(bits) is not np.random.MT19937:
        return b""
    return ctypes.string_at(bits.ctypes.state_address, _MT19937_BYTES)


def _python_bits() -> tuple:
    """Return the same of Python's global generator: place, two words, and a spare number."""
    _, words, spare = random.getstate()
    return words[-1], words[1], words[-2], spare  # any seed gives the same first word


def _printing() -> dict[str, Any]:
    """Return how numpy prints arrays, without the options that are functions and cannot cross."""
    options: dict[str, Any] = {**np.get_printoptions()}
    for name in ("formatter", "override_repr"):
        options.pop(name, None)
    return options


def _decimals() -> dict[str, Any]:
    """Return how decimals are computed in this thread, without what has happened to them."""
    _, (*values, _, traps) = decimal.getcontext().__reduce__()  # type: ignore[misc]
    names = "prec", "rounding", "Emin", "Emax", "capitals", "clamp"  # in this order
    return dict(zip(names, values, strict=True), traps=[each.__name__ for each in traps])


def _set_decimals(said: dict[str, Any]) -> None:
    now = decimal.getcontext()
    for name, value in said.items():
        if name == "traps":
            now.traps.update({each: each.__name__ in value for each in now.traps})
        else:
            setattr(now, name, value)


_SETTINGS: dict[str, tuple[Callable[[], dict[str, Any]], Callable[[dict[str, Any]], object]]]
_SETTINGS = {
    "errors": (lambda: {**np.geterr()}, lambda said: np.seterr(**said)),
    "printing": (_printing, lambda said: np.set_printoptions(**said)),
    "decimals": (_decimals, _set_decimals),
}
"""How the options of each are read, and some of them set."""


def _settings() -> dict[str, dict[str, Any]]:
    """Return all settings with their options."""
    return {name: read() for name, (read, _) in _SETTINGS.items()}


def _changed(options: dict[str, Any], before: dict[str, Any]) -> set[str]:
    return {option for option, value in options.items() if value != before[option]}


def _numpy_errors() -> object:
    """Return an object that is another one where `np.errstate` or `np.seterr` has been used.

    Their options do not show it if they are given the values that they have.
    """
    holder = getattr(np._core.umath, "_extobj_contextvar", None)  # type: ignore[attr-defined]
    return holder and holder.get()


@contextlib.contextmanager
def _in_force(said: dict[str, Any]) -> Iterator[None]:
    """Put options in force for a call; what it sets besides stays, as in one process."""
    before = {}
    for name in said.keys() & _SETTINGS:
        read, set_to = _SETTINGS[name]
        before[name] = {key: value for key, value in read().items() if key in said[name]}
        set_to(said[name])
    try:
        yield
    finally:
        for name, values in before.items():
            _SETTINGS[name][1](values)


class TestsSurroundings:
    """The surroundings in the tests' process."""

    def __init__(self) -> None:
        self._settings = _settings()  # as the cell found them
        self._errors = _numpy_errors()
        self._is_set_up = True
        # The options of each that a test has changed for good.
        self._of_tests: dict[str, set[str]] = {name: set() for name in _SETTINGS}
        self._numpy, self._python = self._before = _numpy_bits(), _python_bits()
        self._room = MAX_PRINTED_IN_ALL
        self._held = 0

    @contextlib.contextmanager
    def measured(self) -> Iterator[None]:
        """Let tracemalloc see what the student's call held, and not what the messages take.

        A message holds the arguments twice, which would hide what a call with small blocks spares.
        """
        if not tracemalloc.is_tracing():
            yield
            return
        before, peak_before = tracemalloc.get_traced_memory()
        outer, self._held = self._held, 0
        try:
            yield
        finally:
            held, self._held = self._held, outer
            tracemalloc.reset_peak()
            now, _ = tracemalloc.get_traced_memory()
            as_if_held(max(peak_before, before + held) - now)

    def begin(self, is_set_up: bool) -> None:
        """Begin with a new cell; the ones before may have set something for good.

        What a set-up cell has set is in force in both processes, unless an answer cell has set
        something else since, which counts.
        """
        now = _settings()
        for name, options in now.items():
            changed = _changed(options, self._settings[name])
            if self._is_set_up:
                self._of_tests[name] -= changed
            else:
                self._of_tests[name] |= changed
        self._settings, self._is_set_up, self._errors = now, is_set_up, _numpy_errors()

    def describe(self) -> dict[str, Any]:
        """Return what the tests have set since the last call, as plain data."""
        said: dict[str, Any] = {}
        for name, options in _settings().items():
            if self._of_tests[name] or options != self._settings[name]:  # all of it is rarely read
                told = self._of_tests[name] | _changed(options, self._settings[name])
                said[name] = {option: options[option] for option in told}
        if _numpy_errors() is not self._errors:
            errors = np.geterr()
            if "errors" not in said or len({*errors.values()}) == 1:  # as by `all="ignore"`
                said["errors"] = {**errors}
        numpy_now, python_now = _numpy_bits(), _python_bits()
        if numpy_now != self._numpy:
            name, keys, *rest = np.random.get_state(legacy=True)  # noqa: NPY002
            said["numpy"] = [name, np.asarray(keys).tolist(), *rest]
        if python_now != self._python:
            said["python"] = random.getstate()
        if tracemalloc.is_tracing():
            said["memory"] = True
        self._before = self._numpy, self._python
        self._numpy, self._python = numpy_now, python_now
        return said

    def not_sent(self) -> None:
        """Say next time what was described last: that message was too long."""
        self._numpy, self._python = self._before

    def receive(self, said: dict[str, Any]) -> None:
        """Let what the student's call printed, warned of, held and drew be seen here.

        The most memory that it held is measured in the student's process, which could say less.

        A generator that it drew from moves on by one number here. The student's process says only
        that it was used: with its own state it could choose the numbers that the tests draw next.
        """
        peak = said.get("peak")
        if type(peak) is int:
            self._held = min(peak, MAX_PEAK)
        if said.get("drew_numpy") is True:
            np.random.random_sample()  # noqa: NPY002
            self._numpy = _numpy_bits()
        if said.get("drew_python") is True:
            random.random()
            self._python = _python_bits()
        for stream, name in ((sys.stdout, "out"), (sys.stderr, "err")):
            text = said.get(name)
            if type(text) is str and text:
                room = min(MAX_PRINTED, self._room)
                text = cut(text[:room], room)
                self._room -= len(text)
                stream.write(text)
        given = said.get("warnings")
        for pair in given[:MAX_WARNINGS] if type(given) is list else []:
            if type(pair) is list and len(pair) == 2 and set(map(type, pair)) == {str}:
                kind, text = pair
                warnings.warn_explicit(
                    cut(text), _WARNINGS.get(kind, UserWarning), "student's code", 1
                )


class _Capped(io.StringIO):
    """A stream that keeps the beginning of what is written to it."""

    def write(self, text: str) -> int:
        room = MAX_PRINTED - self.tell()
        if room > 0:
            super().write(text[:room])
        return len(text)


@contextlib.contextmanager
def apply_surroundings(said: dict[str, Any], left: dict[str, Any]) -> Iterator[None]:
    """Do in the student's process what the tests described; put what is left behind into `left`."""
    out, err = _Capped(), _Capped()
    if "numpy" in said:
        name, keys, *rest = said["numpy"]
        np.random.set_state((name, np.array(keys, np.uint32), *rest))  # noqa: NPY002
    if "python" in said:
        version, inner, gauss = said["python"]
        random.setstate((version, tuple(inner), gauss))
    before = _numpy_bits(), _python_bits()
    memory = peak_of_block() if "memory" in said else contextlib.nullcontext(Peak())
    held = Peak()
    try:
        with (
            _in_force(said),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            warnings.catch_warnings(record=True) as caught,
            memory as held,
        ):
            # Python shows these where the caller is the notebook; here a test in it is.
            warnings.filterwarnings("default", category=DeprecationWarning, module="gradebox")
            yield
    finally:
        left["out"], left["err"] = out.getvalue(), err.getvalue()
        left["peak"] = held.bytes
        left["drew_numpy"] = _numpy_bits() != before[0]
        left["drew_python"] = _python_bits() != before[1]
        left["warnings"] = [
            [_name_of(warning.category), cut(str(warning.message))]
            for warning in caught[:MAX_WARNINGS]
        ]


def _name_of(category: type) -> str:
    return next((kind.__name__ for kind in category.__mro__ if kind in _KINDS), "UserWarning")
