"""The process that looks after a sandbox: adds up what it uses, and ends all of it together."""

import os
import signal

import psutil

from gradebox.sandbox.limits import reserve
from gradebox.sandbox.policy import MIB, Limits
from gradebox.sandbox.usage import Buffers, Usage, descendants, own_memory, shared_memory

_SIGNALS = frozenset((signal.SIGCHLD, signal.SIGTERM))
_EVERY = 0.1  # seconds between two looks


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


def keep(main: int, limits: Limits | None, own_network: bool) -> str:
    """Wait for the process `main`, or end it at the limits; say how it ended.

    `own_network` says that no sockets but the sandbox's are in this network namespace.
    """
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
            sentence = excess(limits, inherited, Buffers(own_network, limits.open_files))
    return sentence


def excess(limits: Limits, inherited: int, buffers: Buffers) -> str:
    """Return which limit the descendants exceed together, in a sentence; or ""."""
    processes = descendants()
    used = Usage.of(processes)
    if used.cpu_seconds > limits.cpu_seconds:
        return _cpu_sentence(limits)
    most = limits.memory_bytes + reserve(limits) + inherited
    # the quick sums count what is shared once for each process, and a file as if it were a socket,
    # so they are only a reason to look
    if (
        used.memory_bytes + buffers.most(processes) > most
        and shared_memory() + buffers.bytes() > most
    ):
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
    """Return in a sentence how a process with this wait status ended."""
    if os.WIFEXITED(status):
        if code := os.WEXITSTATUS(status):
            return f"It ended itself with exit code {code}."
        return "It ended by itself, as with `os._exit(0)`."
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU and limits is not None:
        return _cpu_sentence(limits)
    named = number in set(signal.Signals)  # signals for real time have no names
    return f"It was killed by {signal.Signals(number).name if named else f'signal {number}'}."


def _cpu_sentence(limits: Limits) -> str:
    return f"It used more than {limits.cpu_seconds:,g} s of CPU time."
