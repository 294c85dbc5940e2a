"""The layer that refuses the kernel's calls that no notebook needs, by seccomp.

What is on the list is allowed. The rest does not exist for the sandbox ("function not
implemented", on which the C library falls back to an older call), or is not permitted where a
program should read a clear refusal.
"""

import errno
import os
import socket
import struct
from dataclasses import dataclass
from functools import cache

from gradebox.sandbox import linux
from gradebox.sandbox.landlock import SHORTENING_FROM, SIGNALS_FROM
from gradebox.sandbox.layer import Layer, Setup

try:
    import pyseccomp
except (ImportError, RuntimeError, AttributeError):  # not Linux, or no libseccomp
    pyseccomp = None

_FILES = """
    access chdir close close_range copy_file_range dup dup2 dup3 faccessat faccessat2 fadvise64
    fallocate fchdir fdatasync fgetxattr flistxattr flock fstat fstatfs fsync ftruncate getcwd
    getdents getdents64 getxattr lgetxattr link linkat listxattr llistxattr lseek lstat mkdir
    mkdirat newfstatat pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink
    readlinkat readv rename renameat renameat2 rmdir sendfile stat statfs statx symlink symlinkat
    sync_file_range umask unlink unlinkat write writev
"""
_CHANGES_OF_MODE = """
    chmod chown fchmod fchmodat fchmodat2 fchown fchownat fremovexattr fsetxattr futimesat lchown
    lremovexattr lsetxattr removexattr setxattr utime utimensat utimes
"""
_MEMORY = """
    brk get_mempolicy madvise map_shadow_stack mbind membarrier mincore mlock mlock2 mlockall mmap
    mprotect mremap mseal msync munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect
    set_mempolicy
"""
_PROCESSES = """
    arch_prctl capget execve execveat exit exit_group fork futex futex_requeue futex_wait
    futex_waitv futex_wake get_thread_area getcpu getegid geteuid getgid getgroups getpgid getpgrp
    getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid getuid
    ioprio_get pause pidfd_open restart_syscall rseq sched_get_priority_max sched_get_priority_min
    sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval
    sched_yield set_robust_list set_thread_area set_tid_address setfsgid setfsuid setgid setgroups
    setpgid setregid setresgid setresuid setreuid setrlimit setsid setuid sysinfo times uname vfork
    wait4 waitid
"""
_SIGNALS_AND_TIME = """
    alarm clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep rt_sigaction
    rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait setitimer sigaltstack
    signalfd signalfd4 time timer_create timer_delete timer_getoverrun timer_gettime timer_settime
    timerfd_create timerfd_gettime timerfd_settime
"""
_WAITING = """
    epoll_create epoll_create1 epoll_ctl epoll_ctl_old epoll_pwait epoll_pwait2 epoll_wait
    epoll_wait_old eventfd eventfd2 pipe pipe2 poll ppoll pselect6 select
"""
_SOCKETS = """
    accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg
    sendmmsg sendmsg sendto shutdown
"""
_OTHERS = "getrandom"
_SIGNALS = "kill rt_sigqueueinfo rt_tgsigqueueinfo tgkill tkill"
# These change another process of the same user, named by their first argument. The
# process that looks after the sandbox is one of them, so namespaces do not make them harmless.
_ON_A_PROCESS = "prlimit64 sched_setaffinity sched_setattr sched_setparam sched_setscheduler"
# These take "a process, a group or a user" first: {name: number of "a process"}.
_ON_A_PROCESS_OR_MORE = {"setpriority": 0, "ioprio_set": 1}
# Refused with "not permitted", so that who tries it reads why it failed.
_REFUSED = """
    acct add_key adjtimex bpf chroot clock_adjtime clock_settime delete_module fanotify_init
    finit_module fsconfig fsmount fsopen fspick get_kernel_syms init_module inotify_add_watch
    inotify_init inotify_init1 inotify_rm_watch io_uring_enter io_uring_register io_uring_setup
    ioperm iopl kcmp kexec_file_load kexec_load keyctl lookup_dcookie memfd_create memfd_secret
    migrate_pages mknod mknodat mount mount_setattr move_mount move_pages mq_notify mq_open msgget
    name_to_handle_at nfsservctl open_by_handle_at open_tree perf_event_open personality
    pidfd_getfd pivot_root process_madvise process_mrelease process_vm_readv process_vm_writev
    ptrace quotactl quotactl_fd reboot request_key semget setdomainname sethostname setns
    settimeofday shmget stime swapoff swapon syslog umount umount2 unshare userfaultfd vhangup
    vmsplice
"""

# Some calls are many, told apart by a number: {number: what the C headers call it}. The rest of
# their numbers do not exist for the sandbox. With most of what is refused here the kernel would
# signal another process, or change a file that may only be read.
_FILE_CONTROLS = {
    **{0: "F_DUPFD", 1: "F_GETFD", 2: "F_SETFD", 3: "F_GETFL", 4: "F_SETFL", 5: "F_GETLK"},
    **{6: "F_SETLK", 7: "F_SETLKW", 9: "F_GETOWN", 10: "F_SETSIG", 11: "F_GETSIG"},
    **{36: "F_OFD_GETLK", 37: "F_OFD_SETLK", 38: "F_OFD_SETLKW", 1025: "F_GETLEASE"},
    **{1027: "F_DUPFD_QUERY", 1030: "F_DUPFD_CLOEXEC", 1032: "F_GETPIPE_SZ", 1034: "F_GET_SEALS"},
}
_F_SETOWN = 8  # of itself only: by this a kernel is interrupted
_FILE_CONTROLS_REFUSED = {
    **{15: "F_SETOWN_EX", 1024: "F_SETLEASE", 1026: "F_NOTIFY", 1031: "F_SETPIPE_SZ"},
    **{1036: "F_SET_RW_HINT", 1038: "F_SET_FILE_RW_HINT"},
}
_DEVICE_CONTROLS = {
    **{0x5401: "TCGETS", 0x5402: "TCSETS", 0x5403: "TCSETSW", 0x5404: "TCSETSF"},
    **{0x5405: "TCGETA", 0x5406: "TCSETA", 0x5407: "TCSETAW", 0x5408: "TCSETAF"},
    **{0x802C542A: "TCGETS2", 0x402C542B: "TCSETS2", 0x402C542C: "TCSETSW2"},
    **{0x402C542D: "TCSETSF2", 0x5409: "TCSBRK", 0x540A: "TCXONC", 0x540B: "TCFLSH"},
    **{0x540E: "TIOCSCTTY", 0x540F: "TIOCGPGRP", 0x5410: "TIOCSPGRP", 0x5411: "TIOCOUTQ"},
    **{0x5413: "TIOCGWINSZ", 0x5414: "TIOCSWINSZ", 0x541B: "FIONREAD", 0x5420: "TIOCPKT"},
    **{0x5421: "FIONBIO", 0x5422: "TIOCNOTTY", 0x5424: "TIOCGETD", 0x5425: "TCSBRKP"},
    **{0x5429: "TIOCGSID", 0x80045430: "TIOCGPTN", 0x40045431: "TIOCSPTLCK"},
    **{0x5441: "TIOCGPTPEER", 0x5450: "FIONCLEX", 0x5451: "FIOCLEX", 0x5460: "FIOQSIZE"},
}
_DEVICE_CONTROLS_REFUSED = {
    **{0x5412: "TIOCSTI", 0x541C: "TIOCLINUX", 0x541D: "TIOCCONS", 0x5423: "TIOCSETD"},
    **{0x5452: "FIOASYNC", 0x8901: "FIOSETOWN", 0x8902: "SIOCSPGRP"},
    **{0x40086602: "FS_IOC_SETFLAGS", 0x401C5820: "FS_IOC_FSSETXATTR"},
    **{0x40806685: "FS_IOC_ENABLE_VERITY", 0x40087602: "FS_IOC_SETVERSION"},
}
_PROCESS_CONTROLS = {
    **{1: "PR_SET_PDEATHSIG", 2: "PR_GET_PDEATHSIG", 3: "PR_GET_DUMPABLE", 4: "PR_SET_DUMPABLE"},
    **{7: "PR_GET_KEEPCAPS", 15: "PR_SET_NAME", 16: "PR_GET_NAME", 21: "PR_GET_SECCOMP"},
    **{23: "PR_CAPBSET_READ", 27: "PR_GET_SECUREBITS", 29: "PR_SET_TIMERSLACK"},
    **{30: "PR_GET_TIMERSLACK", 36: "PR_SET_CHILD_SUBREAPER", 37: "PR_GET_CHILD_SUBREAPER"},
    **{38: "PR_SET_NO_NEW_PRIVS", 39: "PR_GET_NO_NEW_PRIVS", 40: "PR_GET_TID_ADDRESS"},
    **{41: "PR_SET_THP_DISABLE", 42: "PR_GET_THP_DISABLE", 0x53564D41: "PR_SET_VMA"},
}
_PROCESS_CONTROLS_REFUSED = {
    22: "PR_SET_SECCOMP",
    62: "PR_SCHED_CORE",
    0x59616D61: "PR_SET_PTRACER",
}
# A larger buffer does nothing: what a socket can hold is what the keeper counts for it.
_BUFFER_OPTIONS = {7: "SO_SNDBUF", 8: "SO_RCVBUF", 32: "SO_SNDBUFFORCE", 33: "SO_RCVBUFFORCE"}
_SOCKET_OPTIONS = {
    **{1: "SO_DEBUG", 2: "SO_REUSEADDR", 5: "SO_DONTROUTE", 6: "SO_BROADCAST", 9: "SO_KEEPALIVE"},
    **{10: "SO_OOBINLINE", 12: "SO_PRIORITY", 13: "SO_LINGER", 15: "SO_REUSEPORT"},
    **{16: "SO_PASSCRED", 18: "SO_RCVLOWAT", 20: "SO_RCVTIMEO_OLD", 21: "SO_SNDTIMEO_OLD"},
    **{29: "SO_TIMESTAMP", 66: "SO_RCVTIMEO_NEW", 67: "SO_SNDTIMEO_NEW"},
}
_SOCKET_LEVELS = (socket.IPPROTO_IP, socket.IPPROTO_TCP, socket.IPPROTO_UDP, socket.IPPROTO_IPV6)
# Stands in a filter for the number of the process that it will be for. No process has it.
_ITSELF = 0x7FFFFFFE
_LOW_HALF = 0xFFFFFFFF  # of a register: all that the kernel looks at where it wants an int

_NAMESPACE_FLAGS = 0x7E020080  # all CLONE_NEW*: mount, cgroup, uts, ipc, user, pid, net, time


class Seccomp(Layer):
    """A filter of system calls."""

    name = "seccomp"
    protects = (
        "It makes only calls that a notebook needs: no mounts, no namespaces, no tracing of "
        "processes, no kernel keys, no io_uring or bpf."
    )
    advice = "It needs libseccomp: install the package libseccomp2 (or libseccomp)."

    def before(self, setup: Setup) -> None:
        """Make the filter."""
        compiled(FilterOptions.of(setup))

    def inside(self, setup: Setup) -> None:
        """Put the filter in force."""
        program = for_process(os.getpid(), compiled(FilterOptions.of(setup)))
        linux.no_new_privileges()
        linux.filter_calls(program)


@dataclass(frozen=True)
class FilterOptions:
    """The tasks that the other layers leave to the filter."""

    closed: bool  # whether it must close the network
    own_sockets: bool  # whether Unix sockets and files are the sandbox's own
    own_files: bool
    keeps_length: bool  # whether it must keep files that may only be read from being shortened
    closes_signals: bool  # whether it must keep signals from other processes

    @classmethod
    def of(cls, setup: Setup) -> "FilterOptions":
        """Return what the layers of this sandbox need of the filter."""
        rules = setup.landlock if "landlock" in setup.in_force else 0
        is_kept_apart = "processes" in setup.in_force or rules >= SIGNALS_FROM
        return cls(
            closed="network" in setup.in_force,
            own_sockets="files" in setup.in_force and bool(setup.namespaces & linux.NEWNET),
            own_files="files" in setup.in_force,
            keeps_length="files" not in setup.in_force and 0 < rules < SHORTENING_FROM,
            closes_signals=not is_kept_apart,
        )


@cache
def compiled(needs: FilterOptions) -> bytes:
    """Return the filter as the kernel takes it, but for the number of the process.

    To make it takes twenty milliseconds; the warm parent does it once for all sandboxes.
    """
    if pyseccomp is None:
        raise OSError("libseccomp cannot be loaded")
    allow, refuse = pyseccomp.ALLOW, pyseccomp.ERRNO(errno.EPERM)
    made = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    _speed_up(made)
    for group in (_FILES, _MEMORY, _PROCESSES, _SIGNALS_AND_TIME, _WAITING, _SOCKETS, _OTHERS):
        _add(made, allow, group)
    _add(made, refuse, _REFUSED)
    _add(made, allow, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, _NAMESPACE_FLAGS, 0))
    # Landlock does not stop a change of mode or times, not even of what may only be read. Refused,
    # it would stop honest programs too, which copy files with their times.
    _add(made, allow if needs.own_files else pyseccomp.ERRNO(0), _CHANGES_OF_MODE)
    _add_opening(made, needs)
    _add_controls(made)
    _add_sockets(made, needs)
    _add_processes(made, needs)
    with open(os.memfd_create("filter"), "rb+") as file:  # Landlock may have closed every folder
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def for_process(number: int, program: bytes) -> bytes:
    """Return the filter for the process of this number."""
    steps = struct.iter_unpack("=HBBI", program)  # code, two jumps, and what is compared with
    return b"".join(
        struct.pack("=HBBI", *step, number if value == _ITSELF else value) for *step, value in steps
    )


def _add_opening(made: "pyseccomp.SyscallFilter", needs: FilterOptions) -> None:
    """Allow files to be opened, and shortened unless nothing else minds whose they are."""
    allow, refuse = pyseccomp.ALLOW, pyseccomp.ERRNO(errno.EPERM)
    if not needs.keeps_length:
        _add(made, allow, "creat open openat openat2 truncate")
        return
    # Before its version 3, Landlock asks for a right to write only who opens a file for writing.
    # Who opens it for reading can shorten it all the same. openat2 stays away: a filter cannot see
    # what it is asked for.
    _add(made, allow, "creat")
    _add(made, refuse, "truncate")
    for name, position in (("open", 1), ("openat", 2)):
        _add(made, allow, name, pyseccomp.Arg(position, pyseccomp.MASKED_EQ, os.O_TRUNC, 0))
        both = os.O_TRUNC | os.O_ACCMODE
        for access, action in (
            (os.O_RDONLY, refuse),
            (os.O_WRONLY, allow),
            (os.O_RDWR, allow),
            (os.O_ACCMODE, refuse),
        ):
            asked = pyseccomp.Arg(position, pyseccomp.MASKED_EQ, both, os.O_TRUNC | access)
            _add(made, action, name, asked)


def _add_controls(made: "pyseccomp.SyscallFilter") -> None:
    """Allow of the calls that are many in one what notebooks need."""
    allow, refuse = pyseccomp.ALLOW, pyseccomp.ERRNO(errno.EPERM)
    for name, position, allowed, refused in (
        ("fcntl", 1, _FILE_CONTROLS, _FILE_CONTROLS_REFUSED),
        ("ioctl", 1, _DEVICE_CONTROLS, _DEVICE_CONTROLS_REFUSED),
        ("prctl", 0, _PROCESS_CONTROLS, _PROCESS_CONTROLS_REFUSED),
    ):
        for action, numbers in ((allow, allowed), (refuse, refused)):
            for number in numbers:
                _add(made, action, name, _is(position, number))
    _add(made, allow, "fcntl", _is(1, _F_SETOWN), _is(2, _ITSELF))


def _add_sockets(made: "pyseccomp.SyscallFilter", needs: FilterOptions) -> None:
    """Allow pairs of sockets, and further sockets where they lead nowhere or anywhere is wanted."""
    families = [socket.AF_UNIX] if needs.own_sockets else []
    if not needs.closed:
        families += [socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK]
        for level in _SOCKET_LEVELS:
            _add(made, pyseccomp.ALLOW, "setsockopt", _is(1, level))
    _add(made, pyseccomp.ALLOW, "socketpair")
    for family in range(64):  # more than the kernel knows; beyond, the call does not exist
        action = pyseccomp.ALLOW if family in families else pyseccomp.ERRNO(errno.EPERM)
        _add(made, action, "socket", pyseccomp.Arg(0, pyseccomp.EQ, family))
    for action, options in (
        (pyseccomp.ALLOW, _SOCKET_OPTIONS),
        (pyseccomp.ERRNO(0), _BUFFER_OPTIONS),
    ):
        for option in options:
            _add(made, action, "setsockopt", _is(1, socket.SOL_SOCKET), _is(2, option))


def _add_processes(made: "pyseccomp.SyscallFilter", needs: FilterOptions) -> None:
    """Allow signals to all processes that are there or to oneself, and changes of oneself only."""
    allow, oneself = pyseccomp.ALLOW, (0, _ITSELF)
    if needs.closes_signals:
        for process in oneself:  # 0 is the sandbox's own process group
            _add(made, allow, _SIGNALS, pyseccomp.Arg(0, pyseccomp.EQ, process))
    else:
        _add(made, allow, f"{_SIGNALS} pidfd_send_signal")
    for process in oneself:
        _add(made, allow, _ON_A_PROCESS, _is(0, process))
        for name, one in _ON_A_PROCESS_OR_MORE.items():
            _add(made, allow, name, _is(0, one), _is(1, process))
    # ZeroMQ gives each of its threads the scheduler that it has, and ends the process if it cannot.
    # It names the thread by a number that is not known here, so this does nothing.
    _add(made, pyseccomp.ERRNO(0), "sched_setscheduler", _is(1, os.SCHED_OTHER))


def _is(position: int, number: int) -> "pyseccomp.Arg":
    """Return the condition that an argument is this int, whatever stands in its upper half."""
    return pyseccomp.Arg(position, pyseccomp.MASKED_EQ, _LOW_HALF, number)


def _speed_up(made: "pyseccomp.SyscallFilter") -> None:
    try:
        made.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)  # a tree in place of a list
    except OSError as error:  # an older libseccomp
        if error.errno != errno.EINVAL:
            raise


def _add(made: "pyseccomp.SyscallFilter", action: int, names: str, *where: "pyseccomp.Arg") -> None:
    for name in names.split():
        number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)
        if number >= 0:  # what this architecture or an older libseccomp lacks stays refused
            made.add_rule(action, number, *where)
