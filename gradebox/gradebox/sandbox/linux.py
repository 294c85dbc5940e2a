"""The Linux calls that Python 3.11 lacks and no well-kept library offers, by `ctypes`.

`os.unshare` only exists from Python 3.12; the packages for Landlock are either pre-releases that
stop at files, or months old. Each function here is one call and raises OSError as `os` would.
Everything can be imported anywhere; only calling needs Linux.
"""

import ctypes
import os
import struct
from collections.abc import Iterable

NEWNS = 0x00020000
NEWUTS = 0x04000000
NEWIPC = 0x08000000
NEWUSER = 0x10000000
NEWPID = 0x20000000
NEWNET = 0x40000000

MS_NOSUID = 0x2
MS_NODEV = 0x4
MS_NOEXEC = 0x8
_MS_BIND = 0x1000
_MS_REC = 0x4000
_MS_PRIVATE = 0x40000
_BIND_ALL = ctypes.c_ulong(_MS_BIND | _MS_REC)
_MNT_DETACH = 2

_MADV_COLLAPSE = 25

_ATTR_RDONLY = 0x1
_ATTR_NOSUID = 0x2
_ATTR_NODEV = 0x4
_AT_RECURSIVE = 0x8000

# The same on every architecture: these calls came after the tables had been unified.
_SYS_MOUNT_SETATTR = 442
_SYS_LANDLOCK_CREATE_RULESET = 444
_SYS_LANDLOCK_ADD_RULE = 445
_SYS_LANDLOCK_RESTRICT_SELF = 446

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_SECCOMP = 22
_PR_CAPBSET_DROP = 24
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38

CAP_CHOWN, CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN = 0, 6, 7, 21
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: object) -> int:
    """Call a function of the C library; raise OSError if it returns -1."""
    result = int(getattr(_libc, name)(*arguments))
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, f"{os.strerror(code)} ({name})")
    return result


def _syscall(number: int, *arguments: object) -> int:
    # each argument must fill a register: ctypes would pass an int as 32 bits of one
    return _call(
        "syscall",
        ctypes.c_long(number),
        *(ctypes.c_long(a) if isinstance(a, int) else a for a in arguments),
    )


def _prctl(option: int, value: int) -> None:
    _call("prctl", option, *map(ctypes.c_ulong, (value, 0, 0, 0)))


def collapse(address: int, length: int) -> None:
    """Put memory of this process on large pages; OSError before Linux 6.1, or if it is empty."""
    _call("madvise", ctypes.c_void_p(address), ctypes.c_size_t(length), _MADV_COLLAPSE)


def unshare(flags: int) -> None:
    """Leave the namespaces named by `flags` for new ones."""
    _call("unshare", flags)


def enter_own_processes() -> None:
    """Let children be born into this process's own process namespace, after `unshare(NEWPID)`."""
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    try:
        _call("setns", own, NEWPID)
    finally:
        os.close(own)


def mount(source: str, target: str, kind: str | None, flags: int, options: str = "") -> None:
    """Mount `source` on `target`."""
    _call(
        "mount",
        source.encode(),
        target.encode(),
        kind.encode() if kind else None,
        ctypes.c_ulong(flags),
        options.encode() or None,
    )


def keep_mounts_private() -> None:
    """Keep what is mounted in this namespace from being seen in others, and the other way."""
    mount("none", "/", None, _MS_REC | _MS_PRIVATE)


def bind(source: str, target: str) -> None:
    """Show `source` and what is mounted below it at `target` too."""
    # not `mount`, which does more than is needed here, for there are many of these
    _call("mount", os.fsencode(source), os.fsencode(target), None, _BIND_ALL, None)


def make_read_only(target: str) -> None:
    """Make a mount and those below it read-only, without set-user-id programs and devices."""
    _set_attributes(target, _AT_RECURSIVE, _ATTR_RDONLY | _ATTR_NOSUID | _ATTR_NODEV, 0)


def make_writable(target: str) -> None:
    """Make one mount writable again."""
    _set_attributes(target, 0, 0, _ATTR_RDONLY)


def allow_device(target: str) -> None:
    """Let what is mounted at `target` be opened as the device that it is."""
    _set_attributes(target, 0, 0, _ATTR_NODEV)


def _set_attributes(target: str, reach: int, gain: int, lose: int) -> None:
    attributes = struct.pack("QQQQ", gain, lose, 0, 0)
    _syscall(_SYS_MOUNT_SETATTR, -100, target.encode(), reach, attributes, len(attributes))


def pivot_root(new_root: str, old_root: str) -> None:
    """Make `new_root` the root of this mount namespace, and show the old one at `old_root`."""
    _call("pivot_root", new_root.encode(), old_root.encode())


def detach(target: str) -> None:
    """Take a mount and all below it out of the tree, now."""
    _call("umount2", target.encode(), _MNT_DETACH)


def die_with_parent(signal: int) -> None:
    """Get `signal` when the parent dies. A change of user or capabilities undoes this."""
    _prctl(_PR_SET_PDEATHSIG, signal)


def set_dumpable(dumpable: bool) -> None:
    """Say whether processes of the same user may look into this one."""
    _prctl(_PR_SET_DUMPABLE, dumpable)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent has ended."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def no_new_privileges() -> None:
    """Let no program started from here gain rights by being set-user-id."""
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def capabilities() -> frozenset[int]:
    """Return the numbers of the capabilities in effect."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        mask = next(int(line.split()[1], 16) for line in status if line.startswith("CapEff:"))
    return frozenset(bit for bit in range(64) if mask >> bit & 1)


def forbid_capabilities(numbers: Iterable[int]) -> None:
    """Take capabilities out of the set that a program could still be given."""
    for number in numbers:
        _prctl(_PR_CAPBSET_DROP, number)


def drop_capabilities() -> None:
    """Give up all capabilities, for good."""
    _call("capset", struct.pack("Ii", _CAPABILITY_VERSION_3, 0), bytes(24))


def landlock_abi() -> int:
    """Return the version of Landlock that the kernel offers; OSError if it has none."""
    return _syscall(_SYS_LANDLOCK_CREATE_RULESET, None, 0, 1)


def landlock_ruleset(files: int, network: int, scopes: int, abi: int) -> int:
    """Return a file descriptor of a new set of Landlock rules that governs these rights."""
    fields = (files, network, scopes)[: 1 if abi < 4 else 2 if abi < 6 else 3]
    attributes = struct.pack("Q" * len(fields), *fields)
    return _syscall(_SYS_LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0)


def landlock_allow(ruleset: int, rights: int, path: int) -> None:
    """Allow `rights` at and below the file that the descriptor `path` stands for."""
    _syscall(_SYS_LANDLOCK_ADD_RULE, ruleset, 1, struct.pack("=Qi", rights, path), 0)


def landlock_restrict(ruleset: int) -> None:
    """Put the rules in force for this process and all that it starts."""
    _syscall(_SYS_LANDLOCK_RESTRICT_SELF, ruleset, 0)


def filter_calls(program: bytes) -> None:
    """Put a seccomp filter in force: a compiled program, 8 bytes an instruction."""
    code = ctypes.create_string_buffer(program, len(program))
    packed = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    mode = ctypes.c_ulong(2)  # SECCOMP_MODE_FILTER
    _call("prctl", _PR_SET_SECCOMP, mode, packed)


def forget_start() -> None:
    """Overwrite the environment and arguments that this process was started with.

    They stay readable in /proc/self/environ and in memory, whatever `os.environ` says.
    """
    with open("/proc/self/stat", encoding="ascii", errors="replace") as stat:
        fields = stat.read().rpartition(")")[2].split()
    # fields 48 to 51 of proc(5), counted from field 3: arg_start, arg_end, env_start, env_end
    for start, end in (fields[45:47], fields[47:49]):
        if int(end) > int(start) > 0:
            ctypes.memset(int(start), 0, int(end) - int(start))
