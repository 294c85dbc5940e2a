"""The layer that shows a sandbox only the files that Python needs.

The list says what is visible, never what is hidden: the course's own folder, the gradebook and
the homes need no rule. Of an interpreter's prefix only the parts with programs and libraries are
on it, because a virtual environment may have been made in a folder that holds other things, and
of /usr not all, because nbgrader's exchange is in /usr/local/share by default. Programs are named
one by one.
"""

import contextlib
import os
import sys
import sysconfig
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePath

from gradebox import plugins
from gradebox.sandbox import linux
from gradebox.sandbox.environment import copy_folder
from gradebox.sandbox.layer import Layer, Setup
from gradebox.sandbox.programs import beside, libraries, programs, real_programs

_SYSTEM = (
    *("/usr/lib/locale", "/usr/lib/ssl", "/usr/lib/file", "/usr/lib/terminfo", "/lib/terminfo"),
    *("/usr/lib/coreutils", "/usr/libexec/coreutils", "/usr/local/lib", "/usr/local/lib64"),
    *("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig"),
    *("/usr/share/locale", "/usr/share/i18n", "/usr/share/zoneinfo", "/usr/share/terminfo"),
    *("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"),
    *("/etc/fonts", "/etc/localtime", "/etc/timezone", "/etc/mime.types"),
    *("/usr/share/misc/magic", "/usr/share/misc/magic.mgc", "/etc/magic"),
)
_FOR_A_NETWORK = (
    *("/etc/hosts", "/etc/nsswitch.conf", "/etc/resolv.conf", "/etc/services"),
    *("/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates"),
)
_OF_A_PREFIX = ("lib", "lib64", "pyvenv.cfg")
_PREFIX_OF_ALL = ("/", "/usr")  # there, these hold everybody's libraries and helper programs
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
_PROC = ("cpuinfo", "filesystems", "loadavg", "meminfo", "stat", "uptime", "version")
_OLD = "/.old"


def readable_paths(setup: Setup) -> list[str]:
    """Return the files and folders that a sandbox may read, with what is below them."""
    paths = list(_needed(setup))
    own = real_programs(setup.policy.programs)
    if "files" in setup.in_force:
        # of these folders only the programs are shown; a rule for each would take a millisecond
        paths += {os.path.dirname(path) for path in own}
        paths.append("/etc")
        if "processes" in setup.in_force:
            return [*paths, "/proc"]
    else:
        paths += own
    # where /proc is everybody's it may look at itself there, and at no other process
    return [*paths, os.path.realpath("/proc/self"), *(f"/proc/{name}" for name in _PROC)]


def writable_paths(setup: Setup) -> list[str]:
    """Return the files and folders that a sandbox may change."""
    paths = [str(setup.policy.folder), *_DEVICES]
    if "files" in setup.in_force:
        return [*paths, "/tmp", "/dev/shm", "/dev/pts"]
    return paths  # the others are everybody's, and /dev/pts holds the instructor's terminals


def _needed(setup: Setup) -> Iterator[str]:
    yield from _python()
    yield from libraries()
    yield from _SYSTEM
    yield from beside(setup.policy.programs)
    yield from map(str, setup.policy.readable)
    if "network" not in setup.in_force:
        yield from _FOR_A_NETWORK


@cache
def _python() -> tuple[str, ...]:
    """Return where the interpreter, its libraries, packages and those of the plugins are."""
    prefixes = dict.fromkeys((sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix))
    apart = [prefix for prefix in prefixes if prefix not in _PREFIX_OF_ALL]
    parts = [os.path.join(prefix, part) for prefix in apart for part in _OF_A_PREFIX]
    installed = [p for p in sys.path if PurePath(p).name in ("site-packages", "dist-packages")]
    standard = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")]
    # never the folder that a package lies in: installed from a clone, that is where source/ is
    packages = [
        str(folder) for folder in (Path(__file__).resolve().parents[1], *plugins.packages())
    ]
    return tuple(p for p in (*parts, *standard, *installed, *packages) if os.path.exists(p))


class Files(Layer):
    """A file system of its own: a small one in memory, with what Python needs shown read-only."""

    name = "files"
    protects = "It sees Python, the installed packages and its own folder, and no other file."
    advice = (
        "It needs Linux 5.12 or later and a mount namespace: run as root with CAP_SYS_ADMIN, or "
        "allow user namespaces. Without it Landlock still refuses to open other files."
    )
    namespaces = linux.NEWNS

    def before(self, setup: Setup) -> None:
        """Find out what is to be shown, and where links lead."""
        _plan_of(setup)

    def first(self, setup: Setup) -> None:
        """Build the new root and move into it."""
        folder, limits = str(setup.policy.folder), setup.policy.limits
        plan = _plan_of(setup)
        options = f"mode=0755,size={limits.disk_bytes},nr_inodes={limits.disk_bytes // 8192}"
        linux.mount("sandbox", folder, "tmpfs", linux.MS_NOSUID | linux.MS_NODEV, options)
        os.mkdir(folder + _OLD)
        linux.pivot_root(folder, folder + _OLD)
        os.chdir("/")
        own = (folder, "/tmp", "/dev/shm")
        for path in (*own, "/dev/pts", "/proc"):
            os.makedirs(path, exist_ok=True)
        copy_folder(Path(_OLD + folder), Path(folder))
        for path in own:
            give(path, setup)
            linux.bind(path, path)  # a mount of its own, that can be writable below one that is not
        # Only now: what is shown may lie below one of these, and keeps its owner.
        _show(plan)
        _name_the_user(setup)
        _link_devices()
        linux.bind(_OLD + "/proc", "/proc")
        linux.detach(_OLD)
        os.rmdir(_OLD)
        linux.make_read_only("/")
        for path in own:
            linux.make_writable(path)
        for path in _DEVICES:
            linux.allow_device(path)
        flags = linux.MS_NOSUID | linux.MS_NOEXEC
        # few, for the kernel holds a megabyte for a terminal that nobody reads
        options = "newinstance,ptmxmode=0666,mode=0620,max=64"
        linux.mount("devpts", "/dev/pts", "devpts", flags, options)
        os.chdir(folder)


def give(folder: str, setup: Setup) -> None:
    """Make the sandbox's user the owner of a folder and of what is in it on the same device.

    Files of another device are mounted there and belong to somebody else.
    """
    if os.geteuid() != 0:
        return
    device = os.lstat(folder).st_dev
    for parent, folders, files in os.walk(folder):
        for path in (parent, *(os.path.join(parent, name) for name in files)):
            if os.lstat(path).st_dev == device:
                os.chown(path, setup.user, setup.group, follow_symlinks=False)
        folders[:] = [f for f in folders if os.lstat(os.path.join(parent, f)).st_dev == device]


@dataclass(frozen=True)
class Plan:
    """The parts of the old root that are shown in the new one, at the same place."""

    links: dict[str, str]  # {path: target}
    folders: tuple[str, ...]
    files: tuple[str, ...]
    above: tuple[str, ...]  # the folders that these are in, the outer ones first


def _show(plan: Plan) -> None:
    """Make the links and places in the new root, and show there what the old one has."""
    for path in (*plan.above, *plan.folders):
        with contextlib.suppress(FileExistsError):
            os.mkdir(path)
    for path, target in plan.links.items():
        os.symlink(target, path)
    # A place for a file is an empty file, and the same one will do for all: a link to it is made
    # in a third of the time.
    place = f"{_OLD}.place"
    Path(place).touch()
    for path in plan.files:
        try:
            os.link(place, path)
        except OSError:  # below /tmp, which is a mount of its own by now
            Path(path).touch()
    for path in (*plan.folders, *plan.files):
        linux.bind(_OLD + path, path)
    os.unlink(place)


def _plan_of(setup: Setup) -> Plan:
    return _plan((*_needed(setup), *programs(setup.policy.programs)))


@cache
def _plan(paths: tuple[str, ...]) -> Plan:
    """Follow the links to what is to be shown, and leave out what another folder holds."""
    links: dict[str, str] = {}
    real = {path for path in (_follow(path, links) for path in paths) if os.path.exists(path)}
    real |= set(_DEVICES)
    shown = sorted(path for path in real if not _is_below(path, real))
    links = {path: target for path, target in links.items() if not _is_below(path, real)}
    above = {str(parent) for path in (*shown, *links) for parent in PurePath(path).parents}
    return Plan(
        links=links,
        folders=tuple(path for path in shown if os.path.isdir(path)),
        files=tuple(path for path in shown if not os.path.isdir(path)),
        above=tuple(sorted(above - {"/"})),
    )


def _is_below(path: str, folders: Collection[str]) -> bool:
    """Return True if one of the folders holds this path, directly or not."""
    return any(str(parent) in folders for parent in PurePath(path).parents)


def _follow(path: str, links: dict[str, str]) -> str:
    """Return what `path` leads to, and add the links on the way to `links`."""
    for _ in range(40):  # as many as the kernel follows
        parts = PurePath(path).parts
        for end in range(2, len(parts) + 1):
            step = os.path.join(*parts[:end])
            if os.path.islink(step):
                links[step] = os.readlink(step)
                above = os.path.join(os.path.dirname(step), links[step])
                path = os.path.normpath(os.path.join(above, *parts[end:]))
                break
        else:
            return path
    raise OSError(f"too many links in {path}")


def _link_devices() -> None:
    os.symlink("pts/ptmx", "/dev/ptmx")
    os.symlink("/proc/self/fd", "/dev/fd")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        os.symlink(f"/proc/self/fd/{number}", f"/dev/{name}")


def _name_the_user(setup: Setup) -> None:
    os.makedirs("/etc", exist_ok=True)
    home = setup.policy.folder / ".home"
    passwd = f"student:x:{setup.user}:{setup.group}::{home}:/bin/sh\n"
    Path("/etc/passwd").write_text(passwd, encoding="utf-8")
    Path("/etc/group").write_text(f"student:x:{setup.group}:\n", encoding="ascii")
