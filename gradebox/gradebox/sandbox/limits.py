"""The layer that bounds CPU, memory, processes, files and open files, by rlimits.

An rlimit counts one process at a time, so :mod:`gradebox.sandbox.keeper` adds up CPU and
memory over all of a sandbox's processes.
"""

import math
import resource

from gradebox.sandbox.layer import Layer, Setup
from gradebox.sandbox.policy import Limits
from gradebox.sandbox.usage import own_memory, socket_bytes, tasks_of_user

_RESERVE = 8
"""A process may allow itself an eighth more, once it has met its limit, so that more code runs."""
# The kernel counts them for a user, timers included: the rest is for that user's other programs.
_SIGNALS_THAT_WAIT = 1024


class Bounds(Layer):
    """Limits of the kernel for each process, and the keeper's for all together."""

    name = "limits"
    protects = "It has so much CPU time, memory, processes, open files and disk, and no more."
    advice = "It needs a system whose limits (ulimit) can be set."

    def before(self, setup: Setup) -> None:
        """Find out how large the buffer of a socket is."""
        socket_bytes()

    def inside(self, setup: Setup) -> None:
        """Lower the limits of this process and of what it will start."""
        limits = setup.policy.limits
        others = 0
        if not setup.privileged:
            # the limit counts the keeper too, and without a namespace all that the user runs
            others = 2 if "processes" in setup.in_force else tasks_of_user(setup.user)
        memory = limits.memory_bytes + own_memory()[0]
        _lower(resource.RLIMIT_AS, memory, memory + reserve(limits))
        for kind, most in (
            (resource.RLIMIT_CORE, 1),  # 1 also keeps a crash from systemd's or Ubuntu's collector
            (resource.RLIMIT_FSIZE, limits.file_bytes),
            (resource.RLIMIT_NOFILE, limits.open_files),
            (resource.RLIMIT_NPROC, limits.processes + others),
            (resource.RLIMIT_MEMLOCK, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
            (resource.RLIMIT_SIGPENDING, _SIGNALS_THAT_WAIT),
        ):
            _lower(kind, most, most)
        # the soft limit ends a process with a signal that says why, the hard one without
        seconds = math.ceil(limits.cpu_seconds)
        _lower(resource.RLIMIT_CPU, seconds, seconds + 1)


def reserve(limits: Limits) -> int:
    """Return the bytes that may be used beyond `memory_bytes` after that limit was met."""
    return limits.memory_bytes // _RESERVE


def allow_reserve() -> None:
    """Let this process have its reserve, where it has met its limit of memory."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _lower(kind: int, soft: int, hard: int) -> None:
    there = resource.getrlimit(kind)[1]
    if there != resource.RLIM_INFINITY:
        hard = min(hard, there)
    resource.setrlimit(kind, (min(soft, hard), hard))
