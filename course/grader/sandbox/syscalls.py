"""The layer that refuses the kernel's calls that no notebook needs, by seccomp.

What is on the list is allowed. The rest does not exist for the sandbox ("function not
implemented", on which the C library falls back to an older call), or is not permitted where a
program should read a clear refusal.
"""

import errno
import os
import socket
import tempfile
from dataclasses import dataclass
from functools import cache

from course.grader.sandbox import linux
from course.grader.sandbox.landlock import SIGNALS_FROM_ABI, abi
from course.grader.sandbox.layer import Layer, Setup

try:
    import pyseccomp
except (ImportError, RuntimeError, AttributeError):  # not Linux, or no libseccomp
    pyseccomp = None

_FILES = """
    access chdir close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2
    fadvise64 fallocate fchdir fcntl fdatasync fgetxattr flistxattr flock fstat fstatfs fsync
    ftruncate getcwd getdents getdents64 getxattr inotify_add_watch inotify_init inotify_init1
    inotify_rm_watch ioctl lgetxattr link linkat listxattr llistxattr lseek lstat mkdir mkdirat
    newfstatat open openat openat2 pread64 preadv preadv2 pwrite64 pwritev pwritev2 read readahead
    readlink readlinkat readv rename renameat renameat2 rmdir sendfile splice stat statfs statx
    symlink symlinkat sync_file_range tee truncate umask unlink unlinkat vmsplice write writev
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
    futex_waitv futex_wake get_robust_list get_thread_area getcpu getegid geteuid getgid getgroups
    getpgid getpgrp getpid getppid getpriority getresgid getresuid getrlimit getrusage getsid gettid
    getuid ioprio_get pause pidfd_open prctl restart_syscall rseq sched_get_priority_max
    sched_get_priority_min sched_getaffinity sched_getattr sched_getparam sched_getscheduler
    sched_rr_get_interval sched_yield set_robust_list set_thread_area set_tid_address setfsgid
    setfsuid setgid setgroups setpgid setregid setresgid setresuid setreuid setrlimit setsid setuid
    sysinfo times uname vfork wait4 waitid
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
    sendmmsg sendmsg sendto setsockopt shutdown
"""
_OTHERS = "getrandom landlock_add_rule landlock_create_ruleset landlock_restrict_self seccomp"
_SIGNALS = "kill rt_sigqueueinfo rt_tgsigqueueinfo tgkill tkill"
# These change another process of the same user, named by their first argument; 0 is oneself.
_ON_A_PROCESS = "prlimit64 sched_setaffinity sched_setattr sched_setparam sched_setscheduler"
# Refused with "not permitted", so that who tries it reads why it failed.
_REFUSED = """
    acct add_key adjtimex bpf chroot clock_adjtime clock_settime delete_module fanotify_init
    finit_module fsconfig fsmount fsopen fspick get_kernel_syms init_module io_uring_enter
    io_uring_register io_uring_setup ioperm iopl kcmp kexec_file_load kexec_load keyctl
    lookup_dcookie memfd_create memfd_secret migrate_pages mknod mknodat mount mount_setattr
    move_mount move_pages mq_open msgget name_to_handle_at nfsservctl open_by_handle_at open_tree
    perf_event_open personality pidfd_getfd pivot_root process_madvise process_vm_readv
    process_vm_writev ptrace quotactl quotactl_fd reboot request_key semget setdomainname
    sethostname setns settimeofday shmget stime swapoff swapon syslog umount umount2 unshare
    userfaultfd vhangup
"""

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
        needs = Needs.of(setup)
        if not needs.only_signal:
            compiled(needs)

    def inside(self, setup: Setup) -> None:
        """Put the filter in force."""
        program = compiled(Needs.of(setup))
        linux.no_new_privileges()
        linux.filter_calls(program)


@dataclass(frozen=True)
class Needs:
    """What the other layers leave to the filter."""

    closed: bool  # whether it must close the network
    own_sockets: bool  # whether Unix sockets, files and processes are the sandbox's own
    own_files: bool
    own_processes: bool
    only_signal: int = 0  # the one process that may be signalled; 0: other layers see to that

    @classmethod
    def of(cls, setup: Setup) -> "Needs":
        """Return what the layers of this sandbox need of the filter."""
        processes = "processes" in setup.in_force
        scoped = "landlock" in setup.in_force and abi() >= SIGNALS_FROM_ABI
        return cls(
            closed="network" in setup.in_force,
            own_sockets="files" in setup.in_force and bool(setup.namespaces & linux.NEWNET),
            own_files="files" in setup.in_force,
            own_processes=processes,
            only_signal=0 if processes or scoped else os.getpid(),
        )


@cache
def compiled(needs: Needs) -> bytes:
    """Return the filter as the kernel takes it; the warm parent makes it once for all sandboxes."""
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
    do_nothing = pyseccomp.ERRNO(0)
    _add(made, allow if needs.own_files else do_nothing, _CHANGES_OF_MODE)
    _add_sockets(made, needs)
    _add_processes(made, needs)
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _add_sockets(made: "pyseccomp.SyscallFilter", needs: Needs) -> None:
    """Allow pairs of sockets, and further sockets where they lead nowhere or anywhere is wanted."""
    families = [socket.AF_UNIX] if needs.own_sockets else []
    if not needs.closed:
        families += [socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK]
    _add(made, pyseccomp.ALLOW, "socketpair")
    for family in range(64):  # more than the kernel knows; beyond, the call does not exist
        action = pyseccomp.ALLOW if family in families else pyseccomp.ERRNO(errno.EPERM)
        _add(made, action, "socket", pyseccomp.Arg(0, pyseccomp.EQ, family))


def _add_processes(made: "pyseccomp.SyscallFilter", needs: Needs) -> None:
    """Allow what acts on a process by its number, on all that are there or on oneself only."""
    allow, equal = pyseccomp.ALLOW, pyseccomp.EQ
    if needs.only_signal:
        for process in (0, needs.only_signal):  # 0 is the sandbox's own process group
            _add(made, allow, _SIGNALS, pyseccomp.Arg(0, equal, process))
    else:
        _add(made, allow, f"{_SIGNALS} pidfd_send_signal")
    if needs.own_processes:
        _add(made, allow, f"{_ON_A_PROCESS} setpriority ioprio_set")
    else:
        _add(made, allow, _ON_A_PROCESS, pyseccomp.Arg(0, equal, 0))
        _add(made, allow, "setpriority", pyseccomp.Arg(0, equal, 0), pyseccomp.Arg(1, equal, 0))


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
