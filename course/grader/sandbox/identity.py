"""The layer that takes away root, capabilities and the ways back to them."""

import os
import sys
from pathlib import Path

from course.grader.sandbox import linux
from course.grader.sandbox.layer import Layer, Setup

# A range that systemd keeps for users who exist only while a service runs.
_FIRST, _COUNT = 61184, 4336
_TO_CHANGE_USER = frozenset((linux.CAP_CHOWN, linux.CAP_SETGID, linux.CAP_SETUID))


def can_change_user() -> bool:
    """Say whether this process is root and may become another user."""
    return os.geteuid() == 0 and linux.capabilities() >= _TO_CHANGE_USER


def is_privileged() -> bool:
    """Say whether this process may make namespaces without a user namespace."""
    return can_change_user() and linux.CAP_SYS_ADMIN in linux.capabilities()


def private_user() -> int:
    """Return a user id for the sandbox that this process is the first of; others have others."""
    return _FIRST + os.getpid() % _COUNT


def become(user: int, group: int) -> None:
    """Be this user from now on. Only root can."""
    os.setgroups([])
    os.setresgid(group, group, group)
    os.setresuid(user, user, user)
    linux.set_dumpable(True)  # a change of user takes /proc/self away


class User(Layer):
    """An ordinary user without capabilities."""

    name = "user"
    protects = "It is never root, has no capabilities and cannot gain any."
    advice = (
        "It needs an interpreter and packages that any user can read: install Python and the "
        "course outside a home folder that is closed to others, or grade as an ordinary user."
    )

    def inside(self, setup: Setup) -> None:
        """Change to the private user if root, and drop what rights there are."""
        linux.forbid_capabilities(linux.capabilities())
        if setup.private_user and setup.privileged:
            become(setup.user, setup.group)
        linux.drop_capabilities()
        if os.geteuid() == 0:
            raise PermissionError("root here may not become another user")
        require_readable()


def require_readable() -> None:
    """Raise OSError if this user cannot read the interpreter's own files."""
    for path in (os.__file__, __file__, sys.executable):
        if not os.access(path, os.R_OK):
            raise PermissionError(f"the private user cannot read {Path(path).resolve()}")
