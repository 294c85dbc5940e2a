"""The learner's own function, run in the kernel when a widget's page asks for it."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from typing import Any, TypeVar

import numpy as np
import traitlets
from numpy.typing import NDArray

from course.widgets.page import Widget

Array = NDArray[np.float64]
Found = TypeVar("Found")

MOMENT = 0.5  # s that a function may take before its widget is shown
LONGEST = 50.0  # s that it may take when the page asks, which gives it up after 60


class WrongResult(Exception):
    """A result of the learner's function that is not what was asked for; the message says how."""


class _TooLong(BaseException):
    """The end of a moment. It is no Exception: functions catch these."""


def in_a_moment(run: Callable[[], Found], otherwise: Found) -> Found:
    """Return what `run` returns; `otherwise` where it raises or takes longer than a moment.

    For what is shown beside a widget, before its page asks: nothing of the function is to be seen
    or heard yet. Where Python cannot be stopped, `run` is not called.
    """
    if not _can_be_stopped():
        return otherwise
    with (
        suppress(Exception, SystemExit, _TooLong),
        open(os.devnull, "w") as nowhere,
        redirect_stdout(nowhere),
        redirect_stderr(nowhere),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        return _until_it_is_over(run)
    return otherwise


def _can_be_stopped() -> bool:
    """Return True if a timer's signal can stop what runs here: not on Windows or in a browser."""
    has_timer = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    return has_timer and threading.current_thread() is threading.main_thread()


def _until_it_is_over(run: Callable[[], Found]) -> Found:
    """Return what `run` returns; raises _TooLong in its code once a moment has passed."""

    def stop(*_: Any) -> None:
        raise _TooLong

    handler = signal.signal(signal.SIGALRM, stop)
    # Time after time: a bare `except:` in the function may catch the first.
    timer = signal.setitimer(signal.ITIMER_REAL, MOMENT, MOMENT)
    try:
        try:
            return run()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # the line above may have been the one that was stopped
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler or signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, *timer)  # somebody else's


def _stopped_after(seconds: float, run: Callable[[], Found]) -> Found:
    """Return what `run` returns; raise _TooLong in its code once it has taken so many seconds.

    JupyterLab has what the page sends handled in a thread of its own, which no interrupt reaches.
    """
    thread, turn, is_over = threading.get_ident(), threading.Lock(), threading.Event()

    def stop() -> None:
        wait = seconds
        while not is_over.wait(wait):
            wait = 1.0  # time after time: a bare `except:` in the function may catch the first
            with turn:
                if not is_over.is_set():
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(_TooLong)
                    )

    def let_go() -> None:
        with turn:
            is_over.set()

    try:
        threading.Thread(target=stop, daemon=True).start()
    except RuntimeError:  # in a browser there are no threads
        return run()
    try:
        try:
            return run()
        finally:
            let_go()
    finally:  # the line above may have been the one that was stopped
        let_go()


def reply_to_page(
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
        given = _received(widget, request, buffers)
        results = _stopped_after(LONGEST, lambda: run(given))
    except WrongResult as wrong:
        error = str(wrong)
    except _TooLong:
        error = f"Your function was stopped after {LONGEST:g} s. Is there a loop that does not end?"
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

    Raises WrongResult for traits that do not fit.
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
        widget.take(state | request.get("settings", {}))
    except traitlets.TraitError as refused:
        raise WrongResult(f"{refused} Your function was not called.") from None
    return {
        name: np.frombuffer(data, dtype="<f8").reshape(shape).copy()
        for name, (shape, data) in zip(names, sent[: len(names)], strict=True)
    }


def as_numbers(value: Any, name: str) -> Array:
    """Return `value` as floats of any shape; WrongResult where it is something else."""
    if value is None:
        raise WrongResult(f"Your {name} came back as None: is there a `return` at the end?")
    try:
        array = np.asarray(value)
        if not np.iscomplexobj(array):
            return array.astype(np.float64)
    except (TypeError, ValueError):
        raise WrongResult(
            f"Your {name} should be an array of numbers, not {kind_of(value)}."
        ) from None
    raise WrongResult(
        f"Your {name} should be an array of real numbers; there are complex ones in it."
    )


def as_result(value: Any, name: str, shape: tuple[int, int]) -> Array:
    """Return `value` as floats of this shape; WrongResult where it is something else."""
    array = as_numbers(value, name)
    if array.shape != shape:
        raise WrongResult(f"Your {name} should have the shape {shape}; its shape is {array.shape}.")
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
    from course.check.error_meanings import describe_error
    from course.check.frames import learners_line

    line = learners_line(error)
    return f"{describe_error(error)}{f', in its line `{line}`' if line else ''}."
