"""Show errors in a notebook as what they mean to a learner.

A check that ends in CheckFailed or NotAttempted is shown as a band, not as an error in red. And a
cell with a SyntaxError does not run at all, so the function that it defines does not exist; the
check below it then fails before it is even called, where Python would say NameError.
"""

from collections.abc import Callable, Container
from typing import Any

from course.check.appearance import FAILED, band, on_a_page, publish, running_shell
from course.check.outcomes import Calm


def explain_in_notebook(exercises: Callable[[], Container[str]]) -> None:
    """From now on, let the notebook show what checks raise, and a NameError for `exercises`.

    Nothing happens outside IPython. `exercises` is called only once there is a NameError.
    """
    shell = running_shell()
    if shell is not None:
        shell.set_custom_exc((NameError, Calm), lambda *error, **kw: _show(exercises, *error, **kw))


def _show(
    exercises: Callable[[], Container[str]],
    shell: Any,
    kind: type,
    error: Any,
    trace: Any,
    tb_offset: int | None = None,
) -> None:
    """Show an error that ended a cell. IPython has noted it: the cells below do not run."""
    is_missing = kind is NameError and error.name in exercises()
    if is_missing:
        error._render_traceback_ = lambda: [sentence(error.name)]
    if on_a_page() and (is_missing or isinstance(error, Calm)):
        # What a program that executes notebooks is told of the error.
        shell._last_traceback = error._render_traceback_()
        publish(*_looks(error))
    else:
        shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def _looks(error: Any) -> tuple[str, str]:
    """Return the text and the HTML of an error."""
    if isinstance(error, Calm):
        return error.as_text(), error.as_band()
    return sentence(error.name), band(FAILED, sentence(error.name))


def sentence(name: str) -> str:
    """Return what to say where the answer `name` does not exist."""
    return (
        f"{name}: the notebook does not know this name, because the cell that defines it has not "
        "run, or ended in an error. Run that cell and read what stands below it: a SyntaxError "
        "names the line that Python cannot read."
    )
