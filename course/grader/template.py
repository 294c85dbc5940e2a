"""The process that this machine's workers are copies of; it has their imports done.

They take more than a second. Done here they are done once for all workers, and, if this is started
first, while the process that starts it is still busy with its own. The same holds for the fork
server of which each worker's is a copy.
"""

import multiprocessing
from multiprocessing import forkserver

METHOD = "forkserver"
# In this order: the second starts the fork server, the third imports nbgrader and Dask.
MODULES = ["course.lean", "course.grader.kernel.warm", "course.grader.cluster"]


def start() -> None:
    """Start it, if it does not run yet; it ends with this process."""
    multiprocessing.get_context(METHOD).set_forkserver_preload(MODULES)
    forkserver.ensure_running()
