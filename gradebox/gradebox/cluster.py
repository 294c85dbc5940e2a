"""Worker processes, by Dask: on this machine, or wherever a Dask scheduler has some."""

import itertools
import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import dask
from distributed import Client, LocalCluster, WorkerPlugin, as_completed, get_worker
from distributed.security import Security

from gradebox import template
from gradebox.kernel.forkserver import fork_server
from gradebox.scratch import temporary_folder
from gradebox.work import CannotGrade, Graded, Submission, Task, grade

NAME = "course-grading"
# What a worker has besides the submission that it runs, so that it need not wait for the next.
AHEAD = 1
SECONDS_TO_CONNECT = 10


class ClusterUnavailable(CannotGrade):
    """There are no workers to grade with."""


class Teach(WorkerPlugin):
    """Tell each worker, those that come later included, what is the same for all submissions.

    Unpickling it imports nbgrader, so this is also where a worker pays for its imports.
    """

    def __init__(self, task: Task) -> None:
        self.name = NAME
        self.task = task

    def setup(self, worker: Any) -> None:
        """Keep the task."""
        fork_server().warm_up()  # it takes a second, and the first submission is on its way
        worker.course_task = self.task


def _grade(submission: Submission) -> Graded:
    return grade(submission, get_worker().course_task)  # type: ignore[attr-defined]


class Cluster:
    """The pool whose workers are Dask's; they are started when the first submission is put in."""

    def __init__(self, start: Callable[[], AbstractContextManager[Client]]) -> None:
        self.start = start
        self.stack = ExitStack()
        self.client: Client | None = None
        self.places = 1
        self.in_work: dict[str, Submission] = {}
        self.futures: as_completed | None = None
        self.numbers = itertools.count()

    def __enter__(self) -> "Cluster":
        """Do nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """Let go of the workers, whatever they are doing."""
        self.stack.close()

    @property
    def is_full(self) -> bool:
        """Tell whether every worker has one in work and one to go on with."""
        return len(self.in_work) >= self.places

    @property
    def is_empty(self) -> bool:
        """Tell whether no worker has anything to do."""
        return not self.in_work

    def put(self, submission: Submission) -> None:
        """Hand a submission to the workers."""
        if self.client is None or self.futures is None:
            self.client = self.stack.enter_context(self.start())
            workers = self.client.scheduler_info(n_workers=-1)["workers"]
            self.places = len(workers) * (1 + AHEAD)
            self.futures = as_completed(loop=self.client.loop)
        key = f"{NAME}-{os.getpid()}-{next(self.numbers)}"
        self.in_work[key] = submission
        self.futures.add(self.client.submit(_grade, submission, key=key, pure=False))

    def take(self) -> tuple[Submission, Graded | Exception]:
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
def local_workers(task: Task, workers: int) -> Iterator[Client]:
    """Start this many worker processes, and end them.

    Dask's workers run whatever they are sent, so they talk through TLS with a key of this run:
    nobody else on the machine can send them anything.
    """
    template.start()
    settings = {
        "distributed.worker.multiprocessing-method": template.METHOD,
        "distributed.scheduler.allowed-failures": 0,  # a second try is ours to give, alone
        "distributed.worker.daemon": False,  # a fork server is a child of its worker
        "distributed.worker.memory.terminate": False,
        "distributed.worker.memory.pause": False,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.target": False,
        "distributed.scheduler.http.routes": [],  # no pages about the students' work
        "distributed.worker.http.routes": [],
        "distributed.worker.profile.enabled": False,
        "distributed.admin.tick.interval": "1s",
        "distributed.admin.system-monitor.interval": "5s",
        "distributed.admin.low-level-log-length": 100,
        "distributed.admin.large-graph-warning-threshold": "1GB",
    }
    with (
        temporary_folder("grading") as scratch,
        dask.config.set({**settings, "temporary-directory": str(scratch)}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            protocol="tls://",
            security=Security.temporary(),
            dashboard_address="127.0.0.1:0",
            local_directory=str(scratch),
            silence_logs="CRITICAL",
        ) as cluster,
        Client(cluster) as client,
    ):
        client.register_plugin(Teach(replace(task, scratch=str(scratch))))
        yield client


@contextmanager
def remote_workers(task: Task, address: str) -> Iterator[Client]:
    """Use the workers of a scheduler that runs already; raise ClusterUnavailable if there is none.

    They need this course's package, in the same version, and nothing of its folder.
    """
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise ClusterUnavailable(f"There is no Dask scheduler at {address} ({error}).") from None
    with client:
        if not client.scheduler_info(n_workers=-1)["workers"]:
            raise ClusterUnavailable(f"The Dask scheduler at {address} has no workers.")
        client.register_plugin(Teach(task))
        try:
            yield client
        finally:
            if client.status == "running":  # else there is nobody to be told any more
                client.unregister_worker_plugin(NAME)
