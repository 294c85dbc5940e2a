"""Data files that one side has written and the other side's code opens by name.

What the answers write into their folder is copied into the tests' folder, before a test cell begins
and after each call; a file of the tests' own goes to the answers when a call names it. A copy comes
from bytes in a message, so no link is followed. Its name is that of a data file: nothing that
Python, or a library, would import or be configured by. A file that the tests or the instructor have
made is never replaced.
"""

import contextlib
import os
import re
import stat
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from gradebox.separate.wire import Blob, WireError

KINDS = (
    *("txt", "csv", "tsv", "json", "jsonl", "dat", "log", "md", "html", "xml", "yaml", "yml"),
    *("npy", "npz", "png", "jpg", "jpeg", "svg", "pdf"),
)
MAX_BYTES = 8 * 2**20  # of a file, and of all that one message brings
MAX_IN_ALL = 64 * 2**20
MAX_FILES = 100
MAX_ENTRIES = 500  # with more of them, the folder is not watched
_NAME = re.compile(rf"[\w(][\w .,()+-]{{0,99}}\.({'|'.join(KINDS)})", re.IGNORECASE)
LEFT_OUT = -1  # in place of a file's contents

Mark = tuple[int, int, int]  # when it was written, in nanoseconds, its size and number
_TICK = 50_000_000  # nanoseconds: the times of files are coarser than that on no system


class Files:
    """The data files in one side's folder, without those in folders within it.

    `folder` is empty, or holds what both sides have. `keeps_own` says whether a file of this side's
    stays when the other side has one of that name.
    """

    def __init__(self, folder: Path, keeps_own: bool = False) -> None:
        self._folder = folder
        self.path = str(folder)  # a Path takes longer than the look itself
        self._keeps_own = keeps_own
        self._folder_mark: Mark | None = None  # at the last look, if it would show any change
        self._last: dict[str, Mark] = {}  # what that look has found
        self._known: dict[str, Mark | None] = {**self._marks()}  # None: may have changed since
        self._theirs = set[str]()  # names of files that are here from the other side
        self._brought: list[str] = []  # names of the files of the last message
        self._taken = 0
        self.left_out = set[str]()
        """Names of the other side's files that cannot be handed over."""
        self.is_overwritten = False
        """Whether the other side has written over a file of this side's, or removed it."""
        self.kept = set[str]()
        """Names of such files: here they are as they were."""

    def changed(self, blobs: list[Blob]) -> list[list[Any]]:
        """Return [name, place in `blobs`] of what was written since, and add it to `blobs`.

        In the place of the contents there is None for what was removed, and LEFT_OUT for what
        cannot be handed over.
        """
        now = self._marks()
        names = [name for name, mark in now.items() if self._known.get(name) != mark]
        gone = [name for name in self._known if name not in now and _NAME.fullmatch(name)]
        latest = time.time_ns() - _TICK
        self._known = dict(now)
        # what has just been written may be written again without a later time
        self._known |= {name: None for name in names if now[name][0] >= latest}
        self._theirs -= set(gone)
        self._brought = [*names, *gone]
        return [*self._contents(names, blobs), *([name, None] for name in gone)]

    def named(self, names: Collection[str], blobs: list[Blob]) -> list[list[Any]]:
        """Do as `changed`, with those of these names that were written since and not removed."""
        names = [name.removeprefix(f"{self.path}/") for name in names]
        now = self._marks() if any(map(_NAME.fullmatch, names)) else {}
        new = [
            name
            for name in names
            if name in now and name not in self._theirs and self._known.get(name) != now[name]
        ]
        self._known |= {name: now[name] for name in new}
        self._brought = new
        return list(self._contents(new, blobs))

    def not_sent(self) -> None:
        """Bring the files of the last message with the next: that one was too long."""
        self._known |= dict.fromkeys(self._brought)

    def take(self, said: Any, blobs: Sequence[memoryview]) -> None:
        """Write the other side's files here. WireError if `said` is no list of files."""
        if type(said) is not list:
            raise WireError("no list of files")
        for entry in said[:MAX_ENTRIES]:
            match entry:
                case [str(name), None]:
                    self._remove(name)
                case [str(name), int(place)] if place == LEFT_OUT:
                    self._leave_out(name)
                case [str(name), int(place)] if 0 <= place < len(blobs):
                    self._write(name, blobs[place])
                case _:
                    raise WireError("no list of files")

    def _marks(self) -> dict[str, Mark]:
        """Return the marks of the plain files in the folder; no more than must be is looked at."""
        try:
            folder = _mark(os.stat(self.path))
            if folder == self._folder_mark:  # no file was made, removed or renamed
                self._last = {name: _mark(os.lstat(f"{self.path}/{name}")) for name in self._last}
                return self._last
            self._folder_mark = folder if folder[0] < time.time_ns() - _TICK else None
            with os.scandir(self._folder) as entries:
                seen = {each.name: each.stat(follow_symlinks=False) for each in entries}
        except OSError:
            seen = {}
        plain = {name: _mark(each) for name, each in seen.items() if stat.S_ISREG(each.st_mode)}
        self._last = plain if len(seen) <= MAX_ENTRIES else {}
        return self._last

    def _contents(self, names: list[str], blobs: list[Blob]) -> Iterator[list[Any]]:
        room = MAX_BYTES
        for name in names[:MAX_FILES]:
            content = self._read(name, room) if _NAME.fullmatch(name) else None
            if content is None:
                yield [name, LEFT_OUT]
                continue
            room -= len(content)
            blobs.append(content)
            yield [name, len(blobs) - 1]
        yield from ([name, LEFT_OUT] for name in names[MAX_FILES:])

    def _read(self, name: str, most: int) -> bytes | None:
        with contextlib.suppress(OSError):
            with open(os.open(self._folder / name, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
                content = file.read(most + 1)
            return content if len(content) <= most else None
        return None

    def _may_write(self, name: str) -> bool:
        """Return True for a data file that is not here, or here from the other side."""
        if not _NAME.fullmatch(name) or (
            name not in self._theirs and len(self._theirs) >= MAX_FILES
        ):
            return False
        return name in self._theirs or not self._keeps_own or not (self._folder / name).exists()

    def _write(self, name: str, content: memoryview) -> None:
        self._taken += len(content)
        if self._is_own(name):
            return self._keep(name)
        if not self._may_write(name) or self._taken > MAX_IN_ALL:
            return self._leave_out(name)
        if self._keeps_own:
            refuse_pickles()
        path = self._folder / name
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
            mode = 0o444 if self._keeps_own else 0o644
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
            with open(made, "wb") as file:
                file.write(content)
            self._theirs.add(name)
            self._known[name] = _mark(os.lstat(path))

    def _is_own(self, name: str) -> bool:
        """Return True for a data file of this side's that the other side may not replace."""
        is_here = _NAME.fullmatch(name) is not None and (self._folder / name).exists()
        return self._keeps_own and name not in self._theirs and is_here

    def _keep(self, name: str) -> None:
        self.is_overwritten = True
        if len(self.kept) < MAX_FILES:
            self.kept.add(name)

    def _leave_out(self, name: str) -> None:
        if len(self.left_out) < MAX_FILES:
            self.left_out.add(name[:100])

    def _remove(self, name: str) -> None:
        if self._is_own(name):
            self._keep(name)
        if name in self._theirs:
            self._theirs.discard(name)
            self._known.pop(name, None)
            with contextlib.suppress(OSError):
                (self._folder / name).unlink()


def _mark(seen: os.stat_result) -> Mark:
    return seen.st_mtime_ns, seen.st_size, seen.st_ino


_refuses_pickles = False


def refuse_pickles() -> None:
    """Refuse to unpickle classes in this process from now on: a student's file could hold one.

    Unpickling calls whatever a file names.
    """
    global _refuses_pickles
    if not _refuses_pickles:
        _refuses_pickles = True
        sys.addaudithook(_audit)


def _audit(event: str, arguments: tuple) -> None:
    if event == "pickle.find_class":
        raise RuntimeError("nothing is unpickled where files of the answers are")


def names_in(value: Any, depth: int = 3) -> Iterator[str]:
    """Yield text and paths in the arguments of a call; of each list and the like, the first 100."""
    if isinstance(value, str | PurePath):
        yield str(value).removeprefix("./")
    elif depth and isinstance(value, list | tuple | dict):
        for each in islice(value.values() if isinstance(value, dict) else value, MAX_FILES):
            yield from names_in(each, depth - 1)
