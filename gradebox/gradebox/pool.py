"""Pools that grade submissions: this process, or worker processes of this machine.

Each worker grades one submission after another, and may be killed. One that dies takes with it the
submission that it was at, and no other: what it had not begun goes to another worker, and a new
worker takes its place.
"""

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field, replace
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Protocol

from traitlets.config import Config

from gradebox.errors import CannotGrade
from gradebox.grade_submission import GradingResult, RunContext, Submission, grade
from gradebox.kernel.fork_server import fork_server
from gradebox.scratch import temporary_folder
from gradebox.startup import worker_template

# What a worker has besides the submission that it is at, so that it need not wait for the next.
AHEAD = 1
SECONDS_TO_END = 5
DEFINED_IN_CONFIG = (
    "{} is a function or class that nbgrader_config.py defines itself, and no worker process can "
    "be given that. Define it in a module beside nbgrader_config.py, and import it there. Nothing "
    "was graded."
)


class Pool(Protocol):
    """Something that grades submissions; it holds no more than a few at a time."""

    @property
    def is_full(self) -> bool:
        """Return True if one must be taken out before another is put in."""

    @property
    def is_empty(self) -> bool:
        """Return True if nothing is in work."""

    def put(self, submission: Submission) -> None:
        """Begin with a submission."""

    def take(self) -> tuple[Submission, GradingResult | Exception]:
        """Wait for one that is done, or has failed for a reason that is not its own."""


OpenPool = Callable[[RunContext], AbstractContextManager[Pool]]


class InThisProcess:
    """The pool that is nobody but this process."""

    def __init__(self, context: RunContext) -> None:
        self.context = context
        self.waiting: list[Submission] = []

    def __enter__(self) -> "InThisProcess":
        """Do nothing."""
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing."""

    @property
    def is_full(self) -> bool:
        """Return True if it has its one submission."""
        return bool(self.waiting)

    @property
    def is_empty(self) -> bool:
        """Return True if nothing was put in."""
        return not self.waiting

    def put(self, submission: Submission) -> None:
        """Remember it."""
        self.waiting.append(submission)

    def take(self) -> tuple[Submission, GradingResult | Exception]:
        """Grade it."""
        submission = self.waiting.pop()
        try:
            return submission, grade(submission, self.context)
        except Exception as error:
            return submission, error


class NoWorker(CannotGrade):
    """A worker process cannot be started: too many run, or there is no memory."""


class WorkerDied(Exception):
    """The worker process was killed, or ended by itself, while it graded a submission."""


@dataclass
class Worker:
    """A process, the pipe to it, and what it has been given and has not answered, oldest first."""

    process: BaseProcess
    pipe: Connection
    given: deque[Submission] = field(default_factory=deque)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class LocalPool:
    """As many workers as are asked for, else one for each processor.

    They are started when the first submission is put in.
    """

    def __init__(self, context: RunContext, workers: int | None = None) -> None:
        self._context = context
        self._places = max(1, processors() if workers is None else workers)
        self._workers: list[Worker] = []
        self._stack = ExitStack()

    def __enter__(self) -> "LocalPool":
        """Do nothing yet."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the workers, whatever they are doing."""
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(SECONDS_TO_END)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()
        self._stack.close()

    @property
    def is_full(self) -> bool:
        """Return True if every worker has one at work and one to go on with."""
        return self._in_work >= self._places * (1 + AHEAD)

    @property
    def is_empty(self) -> bool:
        """Return True if no worker has anything to do."""
        return self._in_work == 0

    @property
    def _in_work(self) -> int:
        return sum(len(worker.given) for worker in self._workers)

    def put(self, submission: Submission) -> None:
        """Give a submission to the worker that has the least to do."""
        if not self._workers:
            context = for_workers(self._context)
            scratch = self._stack.enter_context(temporary_folder("grading"))
            self._context = replace(context, scratch=str(scratch))
            worker_template.start()
            for _ in range(self._places):
                self._workers.append(self._start())
        worker = min(self._workers, key=lambda each: len(each.given))
        worker.given.append(submission)
        with suppress(OSError):  # it has died, and `take` will find that
            worker.pipe.send(submission)

    def take(self) -> tuple[Submission, GradingResult | Exception]:
        """Wait for the next that is done; a worker that died is an exception, too."""
        busy = {worker.pipe: worker for worker in self._workers if worker.given}
        ready = connection.wait(list(busy))
        worker = next(worker for pipe, worker in busy.items() if pipe in ready)
        try:
            answer: GradingResult | Exception = worker.pipe.recv()
        except (EOFError, OSError):
            return self._replace(worker)
        return worker.given.popleft(), answer

    def _replace(self, dead: Worker) -> tuple[Submission, WorkerDied]:
        dead.pipe.close()
        dead.process.join(SECONDS_TO_END)
        self._workers[self._workers.index(dead)] = self._start()
        lost = dead.given.popleft()
        for waiting in dead.given:
            self.put(waiting)
        return lost, WorkerDied(_how_it_ended(dead.process.exitcode))

    def _start(self) -> Worker:
        processes = multiprocessing.get_context(worker_template.METHOD)
        try:
            ours, theirs = processes.Pipe()
            # no daemon: a worker's fork server is a child of its
            process = processes.Process(target=work, args=(theirs, self._context))
            process.start()
        except (OSError, EOFError) as error:
            why = getattr(error, "strerror", None) or "the process that forks it has ended"
            raise NoWorker(
                f"A worker process could not be started: {why}. Everything graded so far is kept. "
                "End other programs, or take fewer --workers, and run the same command again."
            ) from None
        theirs.close()
        return Worker(process, ours)


def for_workers(context: RunContext) -> RunContext:
    """Return what can be sent to another process of what a run shares.

    A setting that cannot be, and that none of the steps reads, is left out. Raises CannotGrade for
    one that they do read, and for a step.
    """
    read = {each.__name__ for step in context.steps for each in step.__mro__}
    config = Config()
    for section, settings in context.config.items():
        for name, value in settings.items() if isinstance(settings, Config) else ():
            if _can_be_sent(value):
                config[section][name] = value
            elif section in read:
                raise CannotGrade(DEFINED_IN_CONFIG.format(f"c.{section}.{name}"))
    for step in context.steps:
        if not _can_be_sent(step):
            raise CannotGrade(DEFINED_IN_CONFIG.format(step.__name__))
    return replace(context, config=config)


def _can_be_sent(value: object) -> bool:
    try:
        pickle.dumps(value)
    except Exception:  # pickle raises whatever it stumbles over
        return False
    return True


def work(pipe: Connection, context: RunContext) -> None:
    """Grade what comes through the pipe; end at once when its other end is closed."""
    waiting: SimpleQueue[Submission] = SimpleQueue()
    # A thread reads, so that the other end never waits to send while this one waits to answer.
    threading.Thread(target=_receive, args=(pipe, waiting), daemon=True).start()
    # It takes a second, and the first submission is on its way.
    fork_server().warm_up(context.original.packages)
    while True:
        answer = _that_can_be_sent(_graded(waiting.get(), context))
        try:
            pipe.send(answer)
        except OSError:
            return


def _that_can_be_sent(answer: GradingResult | Exception) -> GradingResult | Exception:
    """Return an exception in words where it cannot be pickled, or not be made again from that."""
    if isinstance(answer, Exception):
        try:
            pickle.loads(pickle.dumps(answer))
        except Exception:  # odd arguments, say
            return RuntimeError(f"{type(answer).__name__}: {answer}")
    return answer


def _how_it_ended(exit_code: int | None) -> str:
    if exit_code == -signal.SIGKILL:
        return "the worker was killed, as a system does that is short of memory"
    return f"the worker ended with exit code {exit_code}"


def _receive(pipe: Connection, waiting: SimpleQueue[Submission]) -> None:
    while True:
        try:
            waiting.put(pipe.recv())
        except (EOFError, OSError):
            os._exit(0)  # nobody wants an answer any more; the sandbox ends with its fork server


def _graded(submission: Submission, context: RunContext) -> GradingResult | Exception:
    try:
        return grade(submission, context)
    except Exception as error:
        return error
