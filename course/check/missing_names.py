"""Say in a notebook that an answer's name is missing, where Python would say NameError.

A cell with a SyntaxError does not run at all, so the function that it defines does not exist; the
check below it then fails before it is even called.
"""

import sys
from collections.abc import Callable, Container
from typing import Any


def explain_in_notebook(exercises: Callable[[], Container[str]]) -> None:
    """From now on, let the notebook explain a NameError for one of `exercises`; nothing elsewhere.

    `exercises` is called only once there is such an error.
    """
    ipython = sys.modules.get("IPython")  # not imported for this: a kernel has it
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        return

    def show(shell: Any, kind: type, error: Any, trace: Any, tb_offset: int | None = None) -> None:
        if kind is NameError and error.name in exercises():
            error._render_traceback_ = lambda: [sentence(error.name)]
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)

    shell.set_custom_exc((NameError,), show)


def sentence(name: str) -> str:
    """Return what to say where the answer `name` does not exist."""
    return (
        f"{name}: the notebook does not know this name, because the cell that defines it has not "
        "run, or ended in an error. Run that cell and read what stands below it: a SyntaxError "
        "names the line that Python cannot read."
    )
