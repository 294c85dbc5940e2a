"""The layer that refuses files, TCP and signals once more, in the kernel's Landlock."""

import os
import stat
from dataclasses import dataclass

from gradebox.sandbox import linux
from gradebox.sandbox.layer import Layer, Setup
from gradebox.sandbox.view import readable_paths, writable_paths

# What may be done to files, by bit, as linux/landlock.h has it.
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEVICE = 1 << 14, 1 << 15
_BY_ABI = {1: 1 << 13, 2: 1 << 14, 3: 1 << 15, 4: 1 << 15}  # rights below this bit are known
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEVICE
_TCP_BIND_AND_CONNECT = 0b11
_SCOPES = 0b11  # abstract sockets and signals
SHORTENING_FROM, TCP_FROM, DEVICES_FROM, SIGNALS_FROM = 3, 4, 5, 6  # versions
NEWEST = SIGNALS_FROM  # of the versions that bring something for a sandbox


@dataclass(frozen=True)
class _Part:
    """Something that older versions of Landlock do not keep out, and which layers do."""

    version: int  # the first that keeps it out
    what: str
    others: frozenset[str]


_PARTS = (
    _Part(SHORTENING_FROM, "shortening files", frozenset(("files", "seccomp"))),
    _Part(TCP_FROM, "TCP", frozenset(("network",))),
    _Part(DEVICES_FROM, "controlling devices", frozenset(("files", "seccomp"))),
    _Part(SIGNALS_FROM, "signals to other processes", frozenset(("processes", "seccomp"))),
    _Part(SIGNALS_FROM, "abstract sockets", frozenset(("network", "seccomp"))),
)


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
    advice = (
        "It needs Linux 5.13 or later with Landlock switched on (the boot option lsm=), and Linux "
        "6.12 or later where no other layer does what older versions leave out."
    )

    def gap(self, setup: Setup) -> str:
        """Return what this version leaves out, if no other layer keeps it out."""
        left_out = [part for part in _left_out(setup) if not part.others & setup.in_force]
        if not left_out:
            return ""
        needed = sorted(set.intersection(*(set(part.others) for part in left_out)))
        what = ", ".join(part.what for part in left_out)
        why = f"the kernel's version {setup.landlock} of it does not keep out {what}"
        if needed:
            why += f"; the layer {' or '.join(map(repr, needed))} would, and is not in force"
        return why

    def remark(self, setup: Setup) -> str:
        """Return what this version leaves out and which layers see to."""
        left_out = _left_out(setup)
        if not left_out:
            return ""
        what = ", ".join(
            f"{part.what} ({' and '.join(sorted(part.others & setup.in_force))})"
            for part in left_out
        )
        return (
            f"The kernel has version {setup.landlock} of {NEWEST}; other layers keep out what it "
            f"does not: {what}."
        )

    def before(self, setup: Setup) -> None:
        """Find out where programs are while links still lead there."""
        readable_paths(setup)

    def inside(self, setup: Setup) -> None:
        """Put the rules in force."""
        version = setup.landlock
        if version == 0:
            linux.landlock_abi()  # says why
            raise OSError("it is switched off")
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


def _left_out(setup: Setup) -> list[_Part]:
    """Return what a newer version would keep out of this sandbox and this one does not."""
    wanted = [part for part in _PARTS if setup.landlock < part.version]
    if "network" not in setup.in_force:  # then TCP is open to it, as somebody has asked
        wanted = [part for part in wanted if part.version != TCP_FROM]
    return wanted


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
