"""Workers wherever a Dask scheduler has some: the extra `dask` of the package."""

import itertools
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager, suppress
from secrets import token_hex
from typing import Any

from distributed import Client, WorkerPlugin, as_completed, get_worker

from gradebox.errors import CannotGrade
from gradebox.grade_submission import GradingResult, RunContext, Submission, grade
from gradebox.kernel.fork_server import fork_server
from gradebox.pool import AHEAD

SECONDS_TO_CONNECT = 10


class ClusterUnavailable(CannotGrade):
    """There are no workers to grade with."""


class ShareContext(WorkerPlugin):
    """The worker plugin that gives each worker, later ones too, what all submissions share.

    Each run has one with a name of its own, since several may use a scheduler at once. Unpickling
    it imports nbgrader, so this is also where a worker pays for its imports.
    """

    def __init__(self, run: str, context: RunContext) -> None:
        self.name = run
        self.context = context

    def setup(self, worker: Any) -> None:
        """Make ready for the first submission, which is on its way: that takes a second."""
        fork_server().warm_up(self.context.original.packages)

    def grade(self, packed: bytes) -> GradingResult:
        """Grade a submission, which is pickled."""
        return grade(pickle.loads(packed), self.context)


def _on_worker(run: str) -> Callable[[bytes], Any]:
    """Return what a worker is to do with a submission of this run.

    It is no function of a module, and is therefore sent with its code: the scheduler unpickles each
    task, and would import nbgrader for one that is found in this module.
    """

    def graded(packed: bytes) -> Any:
        plugin: Any = get_worker().plugins[run]
        return plugin.grade(packed)

    return graded


class DaskPool:
    """The workers of a scheduler that runs already; it is asked when the first submission comes."""

    def __init__(self, context: RunContext, address: str) -> None:
        self.context, self.address = context, address
        self.run = f"gradebox-{token_hex(8)}"
        self.stack = ExitStack()
        self.client: Client | None = None
        self.places = 1
        self.in_work: dict[str, Submission] = {}
        self.futures: as_completed | None = None
        self.numbers = itertools.count()
        self.task = _on_worker(self.run)

    def __enter__(self) -> "DaskPool":
        """Do nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """Let go of the workers, whatever they are doing."""
        self.stack.close()

    @property
    def is_full(self) -> bool:
        """Return True if every worker has one in work and one to go on with."""
        return len(self.in_work) >= self.places

    @property
    def is_empty(self) -> bool:
        """Return True if no worker has anything to do."""
        return not self.in_work

    def put(self, submission: Submission) -> None:
        """Hand a submission to the workers."""
        if self.client is None or self.futures is None:
            self.client = self.stack.enter_context(connected(self.run, self.context, self.address))
            workers = self.client.scheduler_info(n_workers=-1)["workers"]
            self.places = len(workers) * (1 + AHEAD)
            self.futures = as_completed(loop=self.client.loop)
        key = f"{self.run}-{next(self.numbers)}"
        self.in_work[key] = submission
        packed = pickle.dumps(submission)
        self.futures.add(self.client.submit(self.task, packed, key=key, pure=False))

    def take(self) -> tuple[Submission, GradingResult | Exception]:
        """Wait for the next that is done; a worker that was killed is an exception, too."""
        assert self.futures is not None, "nothing was put in"
        future = next(self.futures)
        submission = self.in_work.pop(future.key)
        try:
            return submission, future.result()
        except CancelledError:
            raise ClusterUnavailable(
                "The Dask scheduler is gone, or has dropped the work. Everything graded so far is "
                "kept: run the same command again, and it goes on from here."
            ) from None
        except Exception as error:
            return submission, error


@contextmanager
def connected(run: str, context: RunContext, address: str) -> Iterator[Client]:
    """Use the workers of a scheduler that runs already; raise ClusterUnavailable if there is none.

    They need the same packages in the same versions, and nothing of the course's folder.
    """
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise ClusterUnavailable(f"There is no Dask scheduler at {address} ({error}).") from None
    with client:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise ClusterUnavailable(f"The Dask scheduler at {address} has no workers.")
        client.register_plugin(ShareContext(run, context))
        try:
            yield client
        finally:
            if client.status == "running":  # else there is nobody to be told any more
                with suppress(Exception):  # all that counts has been graded
                    client.unregister_worker_plugin(run)
