"""The packages that a fork server loads once, for all processes that are forked from it."""

import contextlib
import io
import sys
from importlib import import_module
from typing import Any

from gradebox import plugins

# The libraries that most notebooks import, and their modules to load before the first fork for one
# whose instructor imports them. What a course's own notebooks import besides, its plugin says.
LIBRARIES = {
    "numpy": ("numpy", "numpy.testing"),
    "matplotlib": ("matplotlib.pyplot",),
    "ipywidgets": ("ipywidgets",),
    "pandas": ("pandas",),
}
MAY_START_THREADS = frozenset({"pandas"})


def load(package: str, shell: Any) -> None:
    """Load what of a package a notebook may use, and what it loads only when it is first used.

    `shell` is the kernel's, which shows a first traceback.
    """
    for name in (*LIBRARIES.get(package, ()), *plugins.preload().get(package, ())):
        with contextlib.suppress(Exception):  # the cell that imports it will say what is wrong
            module = import_module(name)
            dir(module)  # a package may load what it has only when it is asked, for all its names
            for each in getattr(module, "__all__", ()):  # or for each
                getattr(module, each)
    if package == "matplotlib":
        _draw_once()
    if package == "numpy":
        _fail_once(shell)
    plugins.warm_up(package)


def _draw_once() -> None:
    """Load fonts and what matplotlib loads with its first figure."""
    with contextlib.suppress(ImportError):
        from matplotlib.figure import Figure

        figure = Figure()  # without pyplot, which would choose its backend before the fork
        figure.add_subplot(title="0").imshow([[0, 1]])
        for kind in ("png", "svg"):
            figure.savefig(io.BytesIO(), format=kind)


def _fail_once(shell: Any) -> None:
    """Have the first traceback of numpy's comparisons, which parses them, and knows all modules."""
    try:
        sys.modules["numpy.testing"].assert_allclose(0, 1)
    except AssertionError:
        shell.InteractiveTB.structured_traceback(*sys.exc_info())
