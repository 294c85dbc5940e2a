"""Imported, this makes ready what forks of this process would each have to make ready for itself.

It is for the process that the workers are copies of, see `worker_template`. It starts the fork
server of which theirs will be copies, and loads what the first submission needs. What notebooks
find loaded is another matter: see `kernel.fork_server_program`.
"""

import sys
import warnings
from types import TracebackType

from gradebox.startup.garbage_collector import at_rest


def _make_ready() -> None:
    import gradebox.startup.fast_imports  # before all that is slow without it
    from gradebox import plugins
    from gradebox.kernel.fork_server import fork_server

    if sys.platform == "linux":  # elsewhere two workers' requests could get mixed up
        fork_server().warm_up(plugins.preload())
        # multiprocessing does not know that child, and would say so when it ends.
        warnings.filterwarnings("ignore", "forkserver: waitpid returned", UserWarning)

    from nbformat import validate
    from nbformat.v4 import new_notebook

    import gradebox.pool  # noqa: F401
    from gradebox.kernel.executor import Executor

    Executor.language_info()
    validate(new_notebook())


def _leave_to_the_pool(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """Say nothing where no worker can be forked: whoever asked for one does, in a sentence."""
    if not issubclass(kind, OSError):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _leave_to_the_pool
with at_rest():
    _make_ready()
