"""Accounts of the machine, and the rights that they have to its files."""

import os
import pwd
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Person:
    """An account as far as rights go: its number, its groups, and where its home is."""

    name: str
    uid: int
    groups: frozenset[int] = frozenset()
    home: Path | None = None

    @classmethod
    def of(cls, name: str) -> "Person | None":
        """Return the account of this machine with this name; None if there is none."""
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            return None
        groups = frozenset(os.getgrouplist(name, found.pw_gid))
        return cls(name, found.pw_uid, groups, Path(found.pw_dir))

    def may(self, path: Path, right: int) -> bool:
        """Return True if the account has a right (4 read, 2 write, 1 enter) to a path.

        The rights are those of the mode bits, of this file and of each folder above it. Access
        control lists are not looked at.
        """
        if self.uid == 0:
            return True
        real = path.resolve()
        needed = [*((folder, 1) for folder in real.parents), (real, right)]
        return all(self._has(os.stat(each), wanted) for each, wanted in needed)

    def _has(self, found: os.stat_result, right: int) -> bool:
        shift = 6 if found.st_uid == self.uid else 3 if found.st_gid in self.groups else 0
        return found.st_mode >> shift & right == right


# Somebody who is in no list: whatever this account may do, everybody may.
ANYBODY = Person("anybody", 2**31 - 3)
