"""The most memory that a call holds, as `tracemalloc` counts it, in the student's process.

Tests may trace memory around a call of the student's function: then it is traced there, too, also
where a call stands inside another.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

# Bound here, where the student's code cannot replace them.
from tracemalloc import get_traced_memory, is_tracing, reset_peak, start, stop


@dataclass
class Peak:
    """The most bytes held at one time in a block, beyond those held before it."""

    bytes: int = 0


@contextlib.contextmanager
def peak_of_block() -> Iterator[Peak]:
    """Measure the block; where tracing was on already, the block around it sees this one's peak."""
    with contextlib.ExitStack() as undo:
        if not is_tracing():
            start()
            undo.callback(stop)
        held, outer_peak = get_traced_memory()
        reset_peak()
        result = Peak()
        try:
            yield result
            if not is_tracing():
                raise RuntimeError("tracemalloc was switched off while it measured a call")
        finally:
            after, peak = get_traced_memory()
            result.bytes = peak - held
            as_if_held(outer_peak - after)


def as_if_held(size: int) -> None:
    """Let tracemalloc see `size` bytes more for a moment. They are not touched, so cost nothing."""
    bytes(max(size, 0))
