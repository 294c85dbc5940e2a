"""Attempts of submissions against the sandbox. Each function runs inside and says what it got.

`world` names what lies outside: paths, ports, process ids. Where something is refused, the answer
is the name of the exception, else what was got hold of.
"""

import contextlib
import ctypes
import ctypes.util
import fcntl
import mmap
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

World = dict[str, str]


def got(act: Callable[[], object]) -> str:
    """Return what `act` returns as text, or the name of what it raises."""
    try:
        return str(act())
    except Exception as error:
        return type(error).__name__


def read(world: World, *paths: str) -> list[str]:
    return [got(Path(path.format(**world)).read_text) for path in paths]


def read_through_new_link(world: World) -> str:
    os.symlink(world["gradebook"], "new-link")
    return got(Path("new-link").read_text)


def read_through_hard_link(world: World) -> str:
    return got(lambda: os.link(world["gradebook"], "hard-link"))


def write(world: World, *paths: str) -> list[str]:
    def put(path: Path) -> str:
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("left behind", encoding="ascii")
        return "written"

    return [got(partial(put, Path(path.format(**world)))) for path in paths]


def change_mode(world: World) -> list[str]:
    library = Path(os.__file__)
    return [
        got(lambda: os.chmod(world["gradebook"], 0)),
        got(lambda: os.utime(library)),
        got(lambda: os.fchmod(os.open(library, os.O_RDONLY), 0)),
        got(lambda: os.truncate(world["gradebook"], 0)),
        got(lambda: os.unlink(world["gradebook"])),
    ]


def connect(world: World) -> dict[str, str]:
    def stream(family: int, address: object) -> Callable[[], object]:
        def act() -> str:
            with socket.socket(family) as client:
                client.settimeout(2)
                client.connect(address)
            return "connected"

        return act

    def datagram() -> str:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
            client.sendto(b"hello", ("127.0.0.1", int(world["udp"])))
        return "sent"

    return {
        "tcp": got(stream(socket.AF_INET, ("127.0.0.1", int(world["tcp"])))),
        "udp": got(datagram),
        "unix": got(stream(socket.AF_UNIX, world["unix"])),
        "abstract": got(stream(socket.AF_UNIX, world["abstract"])),
        "name": got(lambda: socket.getaddrinfo("example.org", 80)),
        "raw": got(lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW)),
        "netlink": got(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)),
    }


def signal_others(world: World) -> list[str]:
    parent = int(world["parent"])
    return [
        got(lambda: os.kill(parent, signal.SIGTERM)),
        got(lambda: os.kill(os.getppid(), signal.SIGKILL)),
        got(lambda: os.kill(1, signal.SIGKILL)),
        got(lambda: signal.pidfd_send_signal(os.pidfd_open(parent), signal.SIGTERM)),
        got(lambda: os.sched_setaffinity(parent, {0})),
    ]


def signal_by_a_file(world: World) -> dict[str, str]:
    """Have the kernel send SIGKILL to the parent when something can be read from a socket."""
    parent = int(world["parent"])
    here, there = socket.socketpair()
    file, owner = here.fileno(), (ctypes.c_int * 2)(1, parent)  # F_OWNER_PID
    upper = 1 << 32  # the kernel does not look at it, and a filter may
    # "worked" is right for fcntl and ioctl whatever was asked: errors are -1
    outcomes = {
        "signal": call("fcntl", file, 10, signal.SIGKILL),  # F_SETSIG
        "signal, upper half": call("syscall", 72, file, ctypes.c_long(upper | 10), signal.SIGKILL),
        "group": call("fcntl", file, 8, -parent),  # F_SETOWN
        "own group": call("fcntl", file, 8, -os.getpid()),
        "process": call("fcntl", file, 8, parent),
        "process, upper half": call("syscall", 72, file, ctypes.c_long(upper | 8), parent),
        "extended": call("fcntl", file, 15, owner),  # F_SETOWN_EX
        "FIOSETOWN": call("ioctl", file, 0x8901, owner),
        "SIOCSPGRP": call("ioctl", file, 0x8902, ctypes.byref(ctypes.c_int(parent))),
        "FIOASYNC": call("ioctl", file, 0x5452, ctypes.byref(ctypes.c_int(1))),
        "O_ASYNC": call("fcntl", file, 4, os.O_ASYNC | os.O_NONBLOCK),
        "lease": call("fcntl", os.open(os.__file__, os.O_RDONLY), 1024, 0),
        "folder": call("fcntl", os.open(".", os.O_RDONLY), 1026, 0x8000003F),  # F_NOTIFY
    }
    there.send(b".")
    time.sleep(0.05)
    with open(os.devnull) as other:
        outcomes["itself"] = call("fcntl", other.fileno(), 8, os.getpid())
    return outcomes


def change_another(world: World) -> dict[str, str]:
    """Change what the process that looks after the sandbox may use, and the parent."""
    one = ctypes.byref((ctypes.c_ulong * 2)(1, 1))
    idle = ctypes.byref(ctypes.c_int(0))
    return {
        f"{what} of {whose}": outcome
        for whose, process in (("the parent", int(world["parent"])), ("the keeper", os.getppid()))
        for what, outcome in {
            "limit": call("prlimit", process, 7, one, None),  # of open files
            "cores": call("sched_setaffinity", process, 8, one),
            "scheduler": call("sched_setscheduler", process, 5, idle),  # SCHED_IDLE
            "priority": call("setpriority", 0, process, 19),
            "disk priority": call("syscall", 251, 1, process, 3 << 13),  # ioprio_set
            "core scheduling": call("prctl", 62, 2, process, 0, 0),  # PR_SCHED_CORE_SHARE_TO
        }.items()
    }


def watch(world: World, *paths: str) -> list[str]:
    """Ask the kernel to tell what happens to files, and for how much of it may wait."""
    libc = ctypes.CDLL(None)
    watched = libc.inotify_init1(0)
    added = [
        libc.inotify_add_watch(watched, path.format(**world).encode(), 0xFFF) for path in paths
    ]
    return [watched, *added, resource.getrlimit(resource.RLIMIT_SIGPENDING)[0]]


def shorten(world: World, path: str) -> list[str]:
    """Make a file shorter that may only be read, and change its flags."""

    def by_structure() -> str:
        flags = (ctypes.c_uint64 * 3)(os.O_RDONLY | os.O_TRUNC, 0, 0)
        return call("syscall", 437, -100, path.encode(), flags, ctypes.c_size_t(24))  # openat2

    def immutable() -> str:
        file = os.open(path, os.O_RDONLY)
        return call("ioctl", file, 0x40086602, ctypes.byref(ctypes.c_long(0x40)))  # "no dump"

    return [
        got(lambda: os.truncate(path, 0)),
        got(lambda: os.open(path, os.O_RDONLY | os.O_TRUNC)),
        got(lambda: os.open(path, os.O_WRONLY | os.O_TRUNC)),
        got(lambda: os.open(path, os.O_ACCMODE | os.O_TRUNC)),
        got(lambda: os.open(path, os.O_CREAT | os.O_TRUNC)),
        got(by_structure),
        got(immutable),
    ]


def interpreters(world: World) -> dict[str, object]:
    """Look for programs that no notebook needs, and use some that it does."""
    places = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/libexec")
    listed = {place: got(partial(os.listdir, place)) for place in places}
    others = "perl ruby node git gdb ssh python2 curl gcc cc1 sudo su mount strace tclsh php lua"
    which = {name: shutil.which(name) for name in others.split()}
    script = (
        "printf 'b\\na\\n' | sort | head -1 | sed s/a/x/ && ls -d / && date +%Y && awk 1 /dev/null"
    )
    return {
        "places": listed,
        "found": {name: path for name, path in which.items() if path},
        "runs": {name: got(partial(subprocess.run, ["/usr/bin/" + name])) for name in which},
        "helpers": got(partial(os.listdir, "/usr/lib/git-core")),
        "script": subprocess.run(script, shell=True, capture_output=True, text=True).stdout.split(),
        "library": ctypes.util.find_library("m"),
    }


def compile_and_call(world: World) -> int:
    """Compile a library, as packages do that speed up functions; a program would need a mode."""
    Path("answer.c").write_text(
        "#include <stdlib.h>\nint answer(int n) { return abs(n); }", "ascii"
    )
    subprocess.run(["cc", "-shared", "-fPIC", "answer.c", "-o", "answer.so"], check=True)
    return ctypes.CDLL("./answer.so").answer(-42)


def call(name: str, *arguments: object) -> str:
    """Call a function of the C library; return the name of the error that it sets."""
    libc = ctypes.CDLL(None, use_errno=True)
    result = getattr(libc, name)(*arguments)
    return "worked" if result != -1 else os.strerror(ctypes.get_errno())


def forbidden_calls(world: World) -> dict[str, str]:
    parent = int(world["parent"])
    return {
        "ptrace the parent": call("ptrace", 16, parent, None, None),  # PTRACE_ATTACH
        "ptrace the keeper": call("ptrace", 16, os.getppid(), None, None),
        "read the parent's memory": call("process_vm_readv", parent, None, 0, None, 0, 0),
        "mount": call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
        "umount": call("umount", b"/proc"),
        "new user namespace": call("unshare", 0x10000000),
        "new mount namespace": call("unshare", 0x00020000),
        "another's namespace": call("setns", 0, 0),
        "chroot": call("chroot", b"/tmp"),
        "System V memory": call("shmget", 0, 4096, 0o1600),
        "System V semaphores": call("semget", 0, 1, 0o1600),
        "System V messages": call("msgget", 0, 0o1600),
        "memory file": call("memfd_create", b"x", 0),
        "keys": call("syscall", 250, 0, 0),  # keyctl
        "bpf": call("syscall", 321, 0, 0, 0),
        "io_uring": call("syscall", 425, 8, None),
        "perf": call("syscall", 298, None, 0, 0, 0, 0),
        "user 0": call("setuid", 0),
        "host name": call("sethostname", b"x", 1),
        "real-time priority": call("sched_setscheduler", 0, 1, ctypes.byref(ctypes.c_int(1))),
    }


def clone_into_namespace(world: World) -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    child = libc.syscall(56, 0x10000000 | signal.SIGCHLD, None, None, None, None)
    if child == 0:
        os._exit(0)
    return "worked" if child > 0 else os.strerror(ctypes.get_errno())


def who(world: World) -> dict[str, object]:
    status = {}
    with contextlib.suppress(OSError):
        text = Path("/proc/self/status").read_text(encoding="ascii")
        status = dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)
    return {
        "users": [*os.getresuid(), *os.getresgid(), *os.getgroups()],
        "status": {key: value for key, value in status.items() if key.startswith(("Cap", "NoNew"))},
    }


def run_set_user_id(world: World, program: str) -> str:
    return subprocess.run([program, "-u"], capture_output=True, text=True).stdout.strip()


def environment(world: World) -> str:
    started_with = b""
    with contextlib.suppress(OSError):
        started_with = Path("/proc/self/environ").read_bytes()
        started_with += Path("/proc/self/cmdline").read_bytes()
    return repr((dict(os.environ), started_with))


def descriptors(world: World) -> list[str]:
    links = []
    for fd in os.listdir("/proc/self/fd"):
        with contextlib.suppress(FileNotFoundError):  # the listing's own
            links.append(os.readlink(f"/proc/self/fd/{fd}"))
    return links


def fork_many(world: World, count: int) -> int:
    started = 0
    for _ in range(count):
        try:
            child = os.fork()
        except OSError:
            break
        if child == 0:
            time.sleep(60)
            os._exit(0)
        started += 1
    return started


def leave_daemon(world: World) -> str:
    """Start a process that outlives this one unless somebody ends it."""
    read_end, write_end = os.pipe()
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if os.fork() == 0:
            os.write(write_end, b".")
            while True:
                time.sleep(0.01)
        os._exit(0)
    os.read(read_end, 1)
    return "started"


def sleep_with_answer(world: World) -> None:
    for fd in range(3, 64):  # tell the parent that we are here
        with contextlib.suppress(OSError):
            os.write(fd, b".")
            break
    leave_daemon(world)
    time.sleep(60)


def use_memory(world: World, megabytes: int) -> str:
    return got(lambda: len(bytearray(megabytes << 20)))


def use_memory_in_many(world: World, processes: int, megabytes: int) -> None:
    for _ in range(processes):
        if os.fork() == 0:
            held = mmap.mmap(-1, megabytes << 20)
            for start in range(0, megabytes << 20, 4096):
                held[start] = 1
            time.sleep(60)
    time.sleep(60)


def use_memory_of_a_thread(world: World, megabytes: int) -> None:
    """Use memory in three processes whose first thread has ended, so that they look dead."""

    def work() -> None:
        held = mmap.mmap(-1, megabytes << 20)
        for start in range(0, megabytes << 20, 4096):
            held[start] = 1
        time.sleep(60)

    for _ in range(3):
        if os.fork() == 0:
            threading.Thread(target=work).start()
            ctypes.CDLL(None).syscall(60, 0)  # exit, of this thread
    time.sleep(60)


def use_memory_of_sockets(world: World, processes: int, pairs: int, larger: int = 0) -> int:
    """Fill pairs of sockets in each process, and return the bytes if nobody minds."""
    read_end, write_end = os.pipe()
    for _ in range(processes):
        if os.fork() == 0:
            held, size = [], 0
            for _ in range(pairs):
                held += socket.socketpair()
                for end in held[-2:]:
                    end.setblocking(False)
                    if larger:
                        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, larger)
                    with contextlib.suppress(BlockingIOError):
                        while True:
                            size += end.send(bytes(1 << 16))
            os.write(write_end, size.to_bytes(8, "little"))
            time.sleep(60)
    total = sum(int.from_bytes(os.read(read_end, 8), "little") for _ in range(processes))
    time.sleep(1)
    return total


def use_memory_of_nobody(world: World, count: int) -> int:
    """Fill sockets that wait to be accepted, and close the end that filled them."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind("door")
    listening.listen(4096)
    size = 0
    for _ in range(count):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect("door")
            client.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    size += client.send(bytes(1 << 16))
    time.sleep(1)
    return size


def hide_sockets(world: World, processes: int, hidden: bool) -> str:
    """Have processes that do not let themselves be looked at, or that have ended."""
    for _ in range(processes):
        if os.fork() == 0:
            if not hidden:
                os._exit(0)
            ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)  # PR_SET_DUMPABLE
            time.sleep(60)
    time.sleep(1)
    return "nobody minded"


def use_memory_of_pipes(world: World, processes: int, pipes: int) -> int:
    """Fill pipes, made as large as may be, and return the bytes if nobody minds."""
    read_end, write_end = os.pipe()
    for _ in range(processes):
        if os.fork() == 0:
            size = 0
            for _ in range(pipes):
                end = os.pipe()[1]
                os.set_blocking(end, False)
                with contextlib.suppress(OSError):
                    fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 1 << 20)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        size += os.write(end, bytes(1 << 16))
            os.write(write_end, size.to_bytes(8, "little"))
            time.sleep(60)
    total = sum(int.from_bytes(os.read(read_end, 8), "little") for _ in range(processes))
    time.sleep(1)
    return total


def ignore_cpu_limit(world: World) -> list[int]:
    """Try to raise the limit on CPU time; return the soft and the hard one."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (100, 100))
    return list(resource.getrlimit(resource.RLIMIT_CPU))


def use_cpu(world: World, processes: int) -> None:
    for _ in range(processes - 1):
        if os.fork() == 0:
            break
    while True:
        pass


def fill_file(world: World, megabytes: int) -> str:
    def fill() -> int:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open("big", "wb") as file:
            return sum(file.write(bytes(1 << 20)) for _ in range(megabytes))

    return got(fill)


def fill_disk(world: World, files: int, megabytes: int) -> str:
    def fill() -> None:
        for number in range(files):
            Path(f"big-{number}").write_bytes(bytes(megabytes << 20))

    return got(fill)


def open_many(world: World, count: int) -> int:
    held = []
    with contextlib.suppress(OSError):
        while len(held) < count:
            held.append(os.open(os.devnull, os.O_RDONLY))
    return len(held)


def ordinary_work(world: World) -> dict[str, object]:
    """Do what notebooks do."""
    import asyncio
    import getpass
    import io
    import tempfile

    import matplotlib.pyplot as plt
    import numpy as np
    from IPython.core.interactiveshell import InteractiveShell

    figure = io.BytesIO()
    plt.plot([1, 2, 3])
    plt.title("é $x^2$")
    plt.savefig(figure)
    plt.savefig("figure.pdf")
    shell = InteractiveShell.instance()
    shell.run_cell("answer = 6 * 7")
    found = []
    thread = threading.Thread(target=lambda: found.append(1))
    thread.start()
    thread.join()
    with tempfile.TemporaryFile() as file:
        file.write(b"1")
    return {
        "product": (np.ones((30, 40)) @ np.ones((40, 30))).sum(),
        "generator": float(np.random.default_rng(1).normal()),
        "data": Path("data.csv").read_text(encoding="ascii"),
        "figure": len(figure.getvalue()) > 1000,
        "pdf": os.path.getsize("figure.pdf") > 1000,
        "answer": shell.user_ns["answer"],
        "thread": found,
        "asyncio": asyncio.run(asyncio.sleep(0, "slept")),
        "user": getpass.getuser(),
        "home": Path.home().is_relative_to(Path.cwd()),
        "null": subprocess.run("echo 1 > /dev/null && echo out", shell=True, capture_output=True)
        .stdout.decode()
        .strip(),
    }


def little_work(world: World) -> list[object]:
    """Do the part of that which takes no time: compute, read, write, start a program."""
    import tempfile

    import numpy as np

    with tempfile.TemporaryFile() as file:
        file.write(b"1")
    Path("new").write_text("1", encoding="ascii")
    shell = subprocess.run("echo 1 > /dev/null && echo out", shell=True, capture_output=True)
    return [
        (np.ones((30, 40)) @ np.ones((40, 30))).sum(),
        Path("data.csv").read_text(encoding="ascii"),
        shell.stdout.decode().strip(),
    ]


def other_programs(world: World) -> dict[str, object]:
    """Do what some notebooks do, and what needs a file system of one's own."""
    from multiprocessing import Pool

    import pexpect

    code = "import course, numpy, matplotlib.pyplot; print(numpy.__version__)"
    with Pool(2) as pool:
        squares = pool.map(abs, [-1, -2])
    return {
        "python": subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        .stdout.strip()
        .count("."),
        "terminal": pexpect.run("echo typed").decode().strip(),
        "pool": squares,
        "pages": os.listdir("/"),
        "course": sorted(os.listdir(Path(sys.modules["gradebox"].__file__).parents[2])),
        "grader": sorted(os.listdir(Path(sys.modules["gradebox"].__file__).parents[1])),
        "me": os.getpid(),
        "processes": [name for name in os.listdir("/proc") if name.isdigit()],
    }
