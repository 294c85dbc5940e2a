"""The process that this machine's workers are copies of; it has their imports done.

They take more than a second. Done here they are done once for all workers, and, if this is started
first, while the process that starts it is still busy with its own. The same holds for the fork
server of which each worker's is a copy.
"""

import multiprocessing
import signal
from contextlib import suppress
from multiprocessing import forkserver, resource_tracker
from typing import Final

METHOD: Final = "forkserver"
MODULES = ["gradebox.startup.worker_imports"]


def start() -> None:
    """Start it, if it does not run yet; it ends with this process.

    Where no process can be started, whoever asks it for a worker learns that.
    """
    multiprocessing.get_context(METHOD).set_forkserver_preload(MODULES)
    # Ctrl-C is for the process that people look at, and for none that it starts. The tracker sees
    # to that itself, and undoes it for whatever is started next.
    with suppress(OSError):
        resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        with suppress(OSError):
            forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
