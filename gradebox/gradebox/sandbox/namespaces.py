"""Layers that are a namespace and little else, and how an ordinary user comes by one."""

import os
import socket
from functools import cache
from pathlib import Path

from gradebox.sandbox import linux
from gradebox.sandbox.layer import Layer, Setup

_NAMESPACES = (
    "It needs Linux namespaces: run as root with CAP_SYS_ADMIN, or allow user namespaces "
    "(sysctl kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu, "
    "user.max_user_namespaces above 0; a container needs a seccomp profile that permits them)."
)


class Processes(Layer):
    """A process namespace of its own."""

    name = "processes"
    protects = "It sees and signals no other process, and all that it starts ends with it."
    advice = _NAMESPACES
    # with mounts of its own, because /proc of the old namespace would name the wrong processes
    namespaces = linux.NEWPID | linux.NEWNS

    def first(self, setup: Setup) -> None:
        """Show the new namespace's processes in /proc."""
        flags = linux.MS_NOSUID | linux.MS_NODEV | linux.MS_NOEXEC
        linux.mount("proc", "/proc", "proc", flags)


class Network(Layer):
    """A network namespace without an interface that is up."""

    name = "network"
    protects = "It reaches no network, not even this machine's own servers."
    advice = _NAMESPACES
    namespaces = linux.NEWNET
    stand_in = "seccomp"


class Ipc(Layer):
    """Namespaces for System V IPC, message queues and the host's name."""

    name = "ipc"
    protects = "It shares no memory, semaphores or message queues with others."
    advice = _NAMESPACES
    namespaces = linux.NEWIPC | linux.NEWUTS
    stand_in = "seccomp"

    def first(self, setup: Setup) -> None:
        """Hide this machine's name."""
        socket.sethostname("grader")


@cache
def can_reenter_pid_namespace() -> bool:
    """Return True if this process may fork into a new process namespace, and then into its own."""
    try:
        linux.enter_own_processes()
    except OSError:
        return False
    return True


def leave(flags: int, setup: Setup) -> None:
    """Leave the namespaces of `flags`; an ordinary user does it through a user namespace.

    There the process keeps its user id: nothing in the sandbox ever runs as user 0.
    """
    if setup.privileged:
        linux.unshare(flags)
    else:
        user, group = os.geteuid(), os.getegid()
        linux.unshare(flags | linux.NEWUSER)
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    if flags & linux.NEWNS:
        linux.keep_mounts_private()
