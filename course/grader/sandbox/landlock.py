"""The layer that refuses files, TCP and signals once more, in the kernel's Landlock."""

import os
import stat

from course.grader.sandbox import linux
from course.grader.sandbox.layer import Layer, Setup
from course.grader.sandbox.view import readable_paths, writable_paths

# What may be done to files, by bit, as linux/landlock.h has it.
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_BY_ABI = {1: 1 << 13, 2: 1 << 14, 3: 1 << 15, 4: 1 << 15}  # rights below this bit are known
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_TCP_BIND_AND_CONNECT = 0b11
_SCOPES = 0b11  # abstract sockets and signals
SIGNALS_FROM_ABI = 6


def abi() -> int:
    """Return the version of Landlock here, 0 if none."""
    try:
        return linux.landlock_abi()
    except (OSError, AttributeError):
        return 0


class Landlock(Layer):
    """Landlock rules for files, and for TCP, abstract sockets and signals where it has them."""

    name = "landlock"
    protects = "It opens only files on a list, whatever their permissions say."
    advice = "It needs Linux 5.13 or later with Landlock switched on (the boot option lsm=)."

    def inside(self, setup: Setup) -> None:
        """Put the rules in force."""
        version = linux.landlock_abi()
        known = _BY_ABI.get(version, 1 << 16) - 1
        closed = "network" in setup.in_force
        rules = linux.landlock_ruleset(
            known, _TCP_BIND_AND_CONNECT if closed else 0, _SCOPES, version
        )
        if "files" in setup.in_force:
            _allow(rules, "/", _READ_DIR)  # all that is there was put there for the sandbox
        for path in readable_paths(setup):
            _allow(rules, path, _READ & known)
        for path in writable_paths(setup):
            _allow(rules, path, known)
        linux.no_new_privileges()  # the kernel wants it before the rules
        linux.landlock_restrict(rules)
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        beneath = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(beneath).st_mode):
            rights &= _OF_A_FILE
        linux.landlock_allow(rules, rights, beneath)
    finally:
        os.close(beneath)
