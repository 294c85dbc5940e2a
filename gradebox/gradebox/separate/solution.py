"""Right functions in the place of a student's own, for one test cell.

They run in the tests' process. The student's process calls them as it calls any function of the
tests', and gets values: no text of the solution, no object of it, and no words of its errors.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gradebox.separate.decoder import Decoder
from gradebox.separate.encoder import Encoder
from gradebox.separate.shared import Shared

MAX_CALLS = 1_000
"""How often a student's code may call them while one test cell runs."""


class Solution:
    """Functions that the cells of a solution define; the cells run at the first call.

    `names` are the tests' own, which the cells may use as well.
    """

    def __init__(
        self,
        cells: Sequence[str],
        functions: Sequence[str],
        names: dict[str, Any],
        classes: Shared | None = None,
    ):
        self._cells = cells
        self._classes = classes
        self._namespace: _Namespace | None = None
        self._names = names
        self._is_over = False
        self._calls = 0
        self.called: list[str] = []
        """The names of the functions that were called, each once."""
        self.broken = ""
        """Why the cells could not be run, if so."""
        self.is_used_up = False
        """Whether a call was refused, since there had been MAX_CALLS."""
        self.functions = {name: self._function(name) for name in functions}

    def end(self) -> None:
        """Answer no more calls: the test cell has ended, and who kept a function has none."""
        self._is_over = True

    def _function(self, name: str) -> Callable[..., Any]:
        def function(*args: Any, **kwargs: Any) -> Any:
            return self._call(name, args, kwargs)

        function.__name__ = name
        return function

    def _call(self, name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
        self._calls += 1
        self.is_used_up = self._calls > MAX_CALLS
        if self._is_over or self.is_used_up:
            raise RuntimeError(f"{name} can be called no more")
        if name not in self.called:
            self.called.append(name)
        try:
            return _plain_copy(self._defined()[name](*args, **kwargs), self._classes)
        except Exception as error:
            error.is_of_solution = True  # type: ignore[attr-defined]
            raise

    def _defined(self) -> dict[str, Any]:
        if self._namespace is None:
            namespace = _Namespace(self._names)
            try:
                for number, cell in enumerate(self._cells):
                    exec(compile(cell, f"<solution, cell {number}>", "exec"), namespace)
            except Exception as error:
                self.broken = f"{type(error).__name__}: {error}"
                raise
            self._namespace = namespace
        return self._namespace


class _Namespace(dict[str, Any]):
    """The solution's own names, and beside them the tests', but never a student's."""

    def __init__(self, names: dict[str, Any]):
        super().__init__(__name__="__main__")
        self._tests = names

    def __missing__(self, name: str) -> Any:
        if name not in self._tests:  # asked for it, they would look in the student's process
            raise KeyError(name)
        return self._tests[name]


def _plain_copy(value: Any, classes: Shared | None) -> Any:
    """Return the value as it would arrive; CannotCross if some of it is not plain."""
    encoder = Encoder(classes=classes)
    coded = encoder.encode(value)
    blobs = [memoryview(blob).cast("B") for blob in encoder.finish().blobs]
    return Decoder(blobs, classes=classes).decode(coded)
