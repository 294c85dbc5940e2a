"""Which programs and libraries of the machine a sandbox is shown: those that a notebook needs.

They are named one by one, since a machine's folders of programs hold every interpreter there is.
"""

import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache
from glob import glob
from pathlib import Path

PROGRAM_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin")

# To show one takes some ten microseconds in each sandbox, so of the coreutils the unusual are left
# out. Where they are a single program under many names, that one is on the list too.
_SHELLS = "ash bash busybox dash sh"
_COREUTILS = """
    [ base64 basename cat chmod cksum comm coreutils cp cut date dd df dirname du echo env expr
    false groups head hostname id install ln ls md5sum mkdir mktemp mv nl nohup nproc od paste
    printenv printf pwd readlink realpath rm rmdir seq sha1sum sha256sum sha512sum shuf sleep sort
    split stat stty sync tac tail tee test timeout touch tr true truncate tty uname uniq wc whoami
    yes
"""
_TEXT_AND_FILES = """
    awk bzip2 clear cmp diff file find gawk grep gunzip gzip less mawk more ps sed tar tput unzip
    which xargs xz zcat zip
"""
_FOR_LIBRARIES = "fc-list ldconfig"  # matplotlib and ctypes call them
_USUAL = tuple(f"{_SHELLS} {_COREUTILS} {_TEXT_AND_FILES} {_FOR_LIBRARIES}".split())

COMPILER = "compiler"
_COMPILER = """
    ar as c++ c89 c99 cc clang clang++ cpp g++ gcc gfortran ld ld.bfd ld.lld make nm objdump ranlib
    strip
"""
_FOR_A_COMPILER = (
    *("/usr/include", "/usr/local/include", "/usr/lib/gcc", "/usr/lib64/gcc", "/usr/libexec/gcc"),
    *("/usr/lib/clang", *glob("/usr/lib/llvm*")),
)
_FOR_R = ("/usr/lib/R", "/usr/lib64/R", "/usr/share/R", "/etc/R")
# What of a prefix like conda's, which holds all kinds of programs, is Python's.
_PYTHONS = ("python", "python[0-9]", "python[0-9].[0-9]*[!a-z]", "pip*", "ipython*")


@cache
def programs(further: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the paths of the programs that a sandbox is shown, `further` names among them."""
    names = dict.fromkeys((*_USUAL, *further))
    if COMPILER in names:
        del names[COMPILER]
        names |= dict.fromkeys(_COMPILER.split())
    return (*_pythons(), *_found(names))


@cache
def real_programs(further: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return where the links lead that some of these programs are, each program once."""
    return tuple(dict.fromkeys(map(os.path.realpath, programs(further))))


def missing(further: Iterable[str]) -> list[str]:
    """Return which of these names are no programs of this machine."""
    return [name for name in further if "/" in name or not list(_found(_meant(name)))]


def beside(further: tuple[str, ...]) -> Iterator[str]:
    """Return what the `further` programs need besides libraries."""
    if COMPILER in further:
        yield from _FOR_A_COMPILER
        yield sysconfig.get_path("include")
    if "R" in further:
        yield from _FOR_R


@cache
def libraries() -> tuple[str, ...]:
    """Return the folders in which the machine's programs find their libraries.

    Where a distribution keeps libraries apart from helper programs, only the libraries.
    """
    folders = dict.fromkeys(("/lib64", "/usr/lib64"))  # the first library of all may be there
    for own in _libraries_of_this_process() or {"/lib"}:
        plain = own.removeprefix("/usr")
        folders |= dict.fromkeys((plain, f"/usr{plain}"))
    return (*folders, *glob("/lib/ld*.so*"))


def _meant(name: str) -> tuple[str, ...]:
    return ("cc",) if name == COMPILER else (name,)


def _found(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        for folder in PROGRAM_FOLDERS:
            path = f"{folder}/{name}"
            if os.access(path, os.X_OK):
                yield path


def _pythons() -> Iterator[str]:
    """Return the interpreter, and all programs of a virtual environment, which holds no others."""
    for prefix in dict.fromkeys((sys.prefix, sys.base_prefix)):
        if os.path.exists(f"{prefix}/pyvenv.cfg"):
            yield f"{prefix}/bin"
            continue
        for pattern in _PYTHONS:
            yield from glob(f"{prefix}/bin/{pattern}")
    yield sys.executable


def _libraries_of_this_process() -> set[str]:
    """Return where the C library of this process lies."""
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
        mapped = {line.split(maxsplit=5)[-1].strip() for line in maps if "/" in line}
    names = ("libc.so", "libc-", "ld-musl")
    return {str(Path(path).parent) for path in mapped if Path(path).name.startswith(names)}
