"""How much memory a call needs at its worst moment, by Python's own `tracemalloc`.

It counts what Python and numpy set aside. Memory that is asked of the system in another way (a
file mapped into memory, a C library's own) is not seen.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tracemalloc import get_traced_memory, is_tracing, reset_peak, start, stop
from typing import Any

import numpy as np


class Traced:
    """A measurement: `peak`, in bytes."""

    peak = 0


@contextmanager
def traced() -> Iterator[Traced]:
    """While the block runs, note the most bytes held at one time beyond those held before it.

    May stand inside another, or where tracemalloc is at work already. RuntimeError if the block
    has switched tracemalloc off.
    """
    was_tracing = is_tracing()
    if not was_tracing:
        start()
    before, peak_before = get_traced_memory()
    reset_peak()
    found = Traced()
    try:
        yield found
        if not is_tracing():
            raise RuntimeError("tracemalloc was switched off while it measured a call")
    finally:
        now, peak = get_traced_memory()
        found.peak = peak - before
        if was_tracing:
            raise_peak_by(peak_before - now)
        else:
            stop()


def raise_peak_by(size: int) -> None:
    """Let tracemalloc see `size` bytes more for a moment. They are not touched, so cost nothing."""
    bytes(max(size, 0))


def peak_memory(function: Callable[..., Any], *arguments: Any) -> int:
    """Call the function; return the most bytes that it held at one time, its result included."""
    with traced() as found:
        function(*arguments)
    return found.peak


def too_much(held: int, most: int, in_one_block: int = 0) -> str:
    """Return a sentence if a call held more than `most` bytes at one time, else the empty string.

    `in_one_block` is what the same call held with everything in one block, if that was measured. A
    call that holds clearly less than that reads in blocks, whatever copies it holds beside them.
    """
    if not most or held <= most or held < in_one_block - most / 2:
        return ""
    if in_one_block:
        return (
            f"The result is right, but the call held {held / 1e3:,.0f} kB at one time, and "
            f"{in_one_block / 1e3:,.0f} kB with everything in one block. Small blocks should take "
            "less: was everything read at once, or kept?"
        )
    return (
        f"The result is right, but the call held {_in_words(held, most)} at one time; "
        f"up to {_in_words(most, most)} are allowed here. Which array, or list, is that large?"
    )


def largest_held(variables: Mapping[str, Any], arguments: Sequence[Any], most: int) -> str:
    """Return a sentence on a variable that takes more than `most` bytes by itself; "" if none does.

    Not on an array as large as an argument, which may be a copy, nor on a view of another array.
    """
    given = {each.size for each in arguments if isinstance(each, np.ndarray)}
    for name, value in variables.items():
        if _is_own(value) and value.size not in given and value.nbytes > most:
            size = _in_words(value.nbytes, most)
            return f"`{name}` has the shape {value.shape} and takes {size}."
        if isinstance(value, list) and all(map(_is_own, value)):
            size, entries = sum(each.nbytes for each in value), sum(each.size for each in value)
            if size > most and entries not in given:
                return f"The arrays in the list `{name}` take {_in_words(size, most)} together."
    return ""


def _is_own(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.base is None


def _in_words(size: int, most: int) -> str:
    """Return a number of bytes in a unit that fits to `most`, fine enough to tell the two apart."""
    return f"{size / 1e6:.2f} MB" if most >= 1e6 else f"{size / 1e3:,.0f} kB"
