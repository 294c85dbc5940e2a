"""The layers that take away root, its capabilities and the ways back to them."""

import os
import sys
from pathlib import Path

from gradebox.sandbox import linux
from gradebox.sandbox.layer import Layer, Setup

# A range that systemd keeps for users who exist only while a service runs.
_FIRST, _COUNT = 61184, 4336
_TO_CHANGE_USER = frozenset((linux.CAP_CHOWN, linux.CAP_SETGID, linux.CAP_SETUID))


def can_change_user() -> bool:
    """Return True if this process is root and may become another user."""
    return os.geteuid() == 0 and linux.capabilities() >= _TO_CHANGE_USER


def is_privileged() -> bool:
    """Return True if this process may make namespaces without a user namespace."""
    return can_change_user() and linux.CAP_SYS_ADMIN in linux.capabilities()


def private_user() -> int:
    """Return a user id for the sandbox that this process is the first of; others have others."""
    outside = os.readlink("/proc/self")  # its number there; in a namespace of its own it is 1
    return _FIRST + int(outside) % _COUNT


def become(user: int, group: int) -> None:
    """Be this user from now on. Only root can."""
    os.setgroups([])
    os.setresgid(group, group, group)
    os.setresuid(user, user, user)
    linux.set_dumpable(True)  # a change of user takes /proc/self away


class User(Layer):
    """A user id of its own where the grader is root."""

    name = "user"
    protects = "It is never root."
    advice = (
        "It needs an interpreter and packages that any user can read: install Python and the "
        "course outside a home folder that is closed to others, or grade as an ordinary user."
    )

    def inside(self, setup: Setup) -> None:
        """Change to the private user."""
        if setup.private_user and setup.privileged:
            linux.forbid_capabilities(linux.capabilities())  # while it still may
            become(setup.user, setup.group)
        if os.geteuid() == 0:
            raise PermissionError("root here may not become another user")
        require_readable()


class Capabilities(Layer):
    """No capabilities, and none to be had from a program with a mark on its file."""

    name = "capabilities"
    protects = "It has none of root's rights and cannot gain any, not by a set-user-id program."
    advice = "It needs Linux 3.5 or later."

    def inside(self, setup: Setup) -> None:
        """Drop what there is."""
        linux.forbid_capabilities(linux.capabilities())
        linux.drop_capabilities()
        linux.no_new_privileges()


def require_readable() -> None:
    """Raise OSError if this user cannot read the interpreter's own files."""
    for path in (os.__file__, __file__, sys.executable):
        if not os.access(path, os.R_OK):
            raise PermissionError(f"the private user cannot read {Path(path).resolve()}")
