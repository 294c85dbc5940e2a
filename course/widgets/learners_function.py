"""The learner's own function, run in the kernel when a widget's page asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import traitlets
from numpy.typing import NDArray

from course.widgets.page import Widget

Array = NDArray[np.float64]


class Complaint(Exception):
    """A result of the learner's function that is not what was asked for; the message says how."""


def answer(
    widget: Widget,
    request: dict[str, Any],
    buffers: list[Any],
    run: Callable[[dict[str, Array]], Mapping[str, Array]],
) -> None:
    """Call `run` on the matrices that the page sent, and send back what came of it.

    `run` gets them by name and returns matrices by name. What it raises becomes a sentence: the
    widget goes on.
    """
    error = ""
    results: Mapping[str, Array] = {}
    try:
        results = run(_received(widget, request, buffers))
    except Complaint as complaint:
        error = str(complaint)
    except KeyboardInterrupt:  # the page waits for an answer all the same
        error = "Your function was interrupted."
    except (Exception, SystemExit) as raised:  # whatever the function does, the widget goes on
        error = f"Your function raised {in_words(raised)}"
    arrays = {name: np.ascontiguousarray(array) for name, array in results.items()}
    widget.send(
        {
            "id": request["id"],
            "error": error,
            "names": list(arrays),
            "shapes": [array.shape for array in arrays.values()],
        },
        [memoryview(array.tobytes()) for array in arrays.values()],
    )


def _received(widget: Widget, request: dict[str, Any], buffers: list[Any]) -> dict[str, Array]:
    """Set the traits that came with a request, and return its matrices by name.

    Raises Complaint for traits that do not fit.
    """
    names, edited = request["names"], request.get("edited", ())
    sent = list(zip(request["shapes"], buffers, strict=True))
    # The function may look at the widget's own traits. Those that were edited come with the
    # request, and are set at once: one by one, matrices of other shapes would not fit the rest.
    state = {
        name: {"shape": shape, "data": data}
        for name, (shape, data) in zip(edited, sent[len(names) :], strict=True)
    }
    try:
        widget.set_state(state | request.get("settings", {}))
    except traitlets.TraitError as refused:
        raise Complaint(f"{refused} Your function was not called.") from None
    return {
        name: np.frombuffer(data, dtype="<f8").reshape(shape).copy()
        for name, (shape, data) in zip(names, sent[: len(names)], strict=True)
    }


def as_numbers(value: Any, name: str) -> Array:
    """Return `value` as floats of any shape; Complaint where it is something else."""
    if value is None:
        raise Complaint(f"Your {name} came back as None: is there a `return` at the end?")
    try:
        array = np.asarray(value)
        if not np.iscomplexobj(array):
            return array.astype(np.float64)
    except (TypeError, ValueError):
        raise Complaint(
            f"Your {name} should be an array of numbers, not {kind_of(value)}."
        ) from None
    raise Complaint(
        f"Your {name} should be an array of real numbers; there are complex ones in it."
    )


def as_result(value: Any, name: str, shape: tuple[int, int]) -> Array:
    """Return `value` as floats of this shape; Complaint where it is something else."""
    array = as_numbers(value, name)
    if array.shape != shape:
        raise Complaint(f"Your {name} should have the shape {shape}; its shape is {array.shape}.")
    return array


def kind_of(value: Any) -> str:
    """Return what a value is, in words: "one array of shape (2, 3)"."""
    if isinstance(value, np.ndarray):
        return f"one array of shape {value.shape}"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {len(value)}"
    return f"a value of type {type(value).__name__}"


def in_words(error: BaseException) -> str:
    """Return the error as a check says it, and the learner's own line that it came from."""
    # A notebook has imported its checks long before; the widget by itself opens faster without.
    from course.check.errors import describe_error, learners_line

    line = learners_line(error)
    return f"{describe_error(error)}{f', in its line `{line}`' if line else ''}."
