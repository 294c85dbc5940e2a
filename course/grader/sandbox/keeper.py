"""The process that looks after a sandbox: adds up what it uses, and ends all of it together."""

import os
import resource
import signal
from dataclasses import dataclass
from typing import Self

import psutil

from course.grader.sandbox.policy import MIB, Limits

_SIGNALS = frozenset((signal.SIGCHLD, signal.SIGTERM))
_EVERY = 0.1  # seconds between two looks


@dataclass
class Usage:
    """What all processes of a sandbox use together."""

    cpu_seconds: float
    memory_bytes: int

    @classmethod
    def of_descendants(cls) -> Self:
        """Add up over this process's descendants, those that have ended included for CPU."""
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        total = cls(ended.ru_utime + ended.ru_stime, 0)
        for process in psutil.Process().children(recursive=True):
            try:
                total.cpu_seconds += sum(process.cpu_times()[:4])  # with its ended children's
                total.memory_bytes += process.memory_info().rss
            except psutil.Error:
                continue  # it has ended since
        return total


def shared_memory() -> int:
    """Return the memory of this process's descendants, what they share counted once."""
    total = 0
    for process in psutil.Process().children(recursive=True):
        try:
            total += process.memory_full_info().pss
        except psutil.Error:
            continue
    return total


def own_memory() -> tuple[int, int]:
    """Return the size of this process's address space and its memory in use, in bytes."""
    with open("/proc/self/statm", encoding="ascii") as sizes:
        space, used = sizes.read().split()[:2]
    return int(space) * resource.getpagesize(), int(used) * resource.getpagesize()


def tasks_of_user(user: int) -> int:
    """Return how many processes and threads a user has on this machine."""
    total = 0
    for process in psutil.process_iter():
        try:
            if process.uids().real == user:
                total += process.num_threads()
        except psutil.Error:
            continue
    return total


def block_signals() -> None:
    """Keep the signals that `keep` and `wait_for` look at from acting by themselves."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)


def default_signals() -> None:
    """Forget what the parent does on signals; be interrupted by SIGINT as a kernel is."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGALRM, signal.SIGHUP, signal.SIGXCPU):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def wait_for(first: int) -> int:
    """Wait for the first process of a namespace, and end it when told to; return its status."""
    while True:
        told = signal.sigwaitinfo(_SIGNALS)
        if told.si_signo == signal.SIGTERM:
            os.kill(first, signal.SIGKILL)
        process, status = os.waitpid(first, os.WNOHANG)
        if process:
            return status


def keep(main: int, limits: Limits | None) -> str:
    """Wait for the process `main`, or end it at the limits; say how it ended."""
    inherited = own_memory()[1]  # what `main`, forked from this process, had to begin with
    sentence = ""
    while not sentence:
        told = signal.sigtimedwait(_SIGNALS, _EVERY)
        status = reap(main)
        if status is not None:
            sentence = describe(status, limits)
        elif told is not None and told.si_signo == signal.SIGTERM:
            sentence = "It was stopped."
        elif limits is not None:
            sentence = excess(limits, inherited)
    return sentence


def excess(limits: Limits, inherited: int) -> str:
    """Say which limit the descendants exceed together, if any."""
    used = Usage.of_descendants()
    if used.cpu_seconds > limits.cpu_seconds:
        return _cpu_sentence(limits)
    most = limits.memory_bytes + inherited
    # the quick sum counts what is shared once for each process, so it is only a reason to look
    if used.memory_bytes > most and shared_memory() > most:
        return f"It used more than {limits.memory_bytes // MIB:,} MiB of memory."
    return ""


def reap(main: int) -> int | None:
    """Collect all children that have ended; return the status of `main` if it is one of them."""
    found = None
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if process == 0:
            return found
        if process == main:
            found = status


def end_descendants() -> None:
    """Kill everything below this process, until nothing is left.

    Whoever loses their parent becomes this process's child (it adopts orphans), so a process that
    forks on the way is found in the next round.
    """
    while found := psutil.Process().children(recursive=True):
        for process in found:
            try:
                os.kill(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        reap(0)


def describe(status: int, limits: Limits | None) -> str:
    """Say in a sentence how a process with this wait status ended."""
    if os.WIFEXITED(status):
        code = os.WEXITSTATUS(status)
        return f"It ended itself with exit code {code}." if code else "It ended by itself."
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU and limits is not None:
        return _cpu_sentence(limits)
    return f"It was killed by {signal.Signals(number).name}."


def _cpu_sentence(limits: Limits) -> str:
    return f"It used more than {limits.cpu_seconds:,g} s of CPU time."
