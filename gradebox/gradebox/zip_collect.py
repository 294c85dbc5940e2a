"""`nbgrader zip_collect` for archives that students have packed.

nbgrader copies what a link in the archive's folder leads to, unpacks what is in an archive without
a limit, and takes the student's name for a path. Its two plugins are replaced by these, in
`nbgrader_config.py`; for an honest archive they do the same.
"""

import bz2
import gzip
import lzma
import shutil
import tarfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import partial
from io import SEEK_END, BytesIO, RawIOBase
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, Protocol

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from traitlets import Integer

from gradebox.logs import in_plain_text
from gradebox.plain_text import first_of
from gradebox.student_files import DEEPEST, Unsafe, is_student, student_folder

# What Python's modules raise at a damaged archive; RuntimeError at one with a password.
BROKEN = (
    *(OSError, EOFError, ValueError, RuntimeError, MemoryError, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, tarfile.TarError),
)
_TOO_MUCH = "it holds more than a class, or a student, hands in"
MOST_NAMED = 10  # files of an archive, of those that are damaged
_INNER_SECONDS = 20  # for an archive in an archive
_LONGEST_LIST = 64_000_000  # bytes at the end of a zip archive in which its list is looked for
_IS_UTF_8 = 0x800  # among the flags of a file in a zip archive
MAX_HEADER = 8_192  # bytes of a tar archive's long name or extended header: tarfile reads it whole


class Extractor(ExtractorPlugin):
    """Unpacks plain files only, and no more of them than a class can hand in.

    An archive in an archive is unpacked too, each into a folder of its own name.
    """

    max_bytes = Integer(5_000_000_000, min=1, help="All that one archive may hold.").tag(
        config=True
    )
    max_files = Integer(100_000, min=1, help="The number of files in one archive.").tag(config=True)
    max_inner_bytes = Integer(
        100_000_000, min=1, help="All that an archive in an archive, a student's, may hold."
    ).tag(config=True)
    max_inner_files = Integer(10_000, min=1, help="The number of files in such a one.").tag(
        config=True
    )
    max_depth = Integer(3, min=1, help="Archives in archives in archives.").tag(config=True)
    max_seconds = Integer(600, min=1, help="The time for all that one archive holds.").tag(
        config=True
    )

    def extract(self, archive_path: str, extracted_path: str) -> None:
        """Unpack the archives in a folder, and copy what is no archive.

        What is left out is logged: one submission must not stop the collecting of others.
        """
        here = Path(archive_path)
        with in_plain_text(self.log), student_folder(here, trusted=here) as folder:
            entries = folder.entries((), self.max_files)
            if not entries:
                self.log.warning("No files found in directory: %s", archive_path)
            for entry in entries:
                to = Path(extracted_path, entry.name)
                if entry.odd:
                    self.log.warning("%s is left out: %s.", entry.name, entry.odd)
                    continue
                self.log.info("Extracting %s to %s", entry.name, to.parent)
                with folder.opened(entry) as file:
                    if to.suffix in self.zip_ext:
                        room = _Room(
                            self.max_bytes,
                            self.max_files,
                            self.max_inner_bytes,
                            time.monotonic() + self.max_seconds,
                        )
                        self._unpack(file, to, room, 1)
                    else:
                        to.parent.mkdir(parents=True, exist_ok=True)
                        with to.open("wb") as copy:
                            shutil.copyfileobj(file, copy)

    def _unpack(self, file: BinaryIO, archive: Path, room: "_Room", depth: int) -> None:
        """Write what is in an archive into a folder of its name; log what is left out."""
        damaged: list[str] = []
        try:
            folder = _folder_of(archive)
            for name, opened in _members(file, room):
                path = _inside(name)
                if path is None:
                    self.log.warning("%s in %s is left out: no plain name.", name, archive.name)
                    continue
                try:
                    with opened() as member:
                        content = room.take(member)
                    self._write(content, folder / path, room, depth)
                except BROKEN as error:  # it costs no other file of the archive
                    damaged.append(f"{name} ({error})")
        except (Unsafe, *BROKEN) as error:
            self.log.error("%s is not unpacked, or not all of it: %s.", archive, error)
        if damaged:
            named = first_of(damaged, MOST_NAMED)
            self.log.error("%s: these files in it are left out: %s.", archive, named)

    def _write(self, content: bytes, to: Path, room: "_Room", depth: int) -> None:
        """Write a file of an archive, or unpack it if it is one itself."""
        if to.suffix not in self.zip_ext:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(content)
        elif depth >= self.max_depth:
            self.log.warning("%s is left out: an archive in too many others.", to)
        else:
            inner = room.part(self.max_inner_bytes, self.max_inner_files)
            self._unpack(BytesIO(content), to, inner, depth + 1)
            room.take_back(inner)


def _folder_of(archive: Path) -> Path:
    """Return the folder that an archive is unpacked into, beside it and named as it is.

    Raises Unsafe for a name such as "...zip", which without its end is the folder above.
    """
    name = archive.stem.removesuffix(".tar")
    if not name.strip(". "):
        raise Unsafe("its name is none for a folder")
    return archive.with_name(name)


@dataclass
class _Room:
    """How much more an archive may hold, and by when (`time.monotonic`) it must be read.

    One file in it has at most `file_bytes`. Folders and links count as files do.
    """

    bytes_left: int
    files_left: int
    file_bytes: int
    deadline: float

    def count(self) -> None:
        """Count a member of the archive; raises Unsafe if it is one too many, or too late."""
        self.files_left -= 1
        if self.files_left < 0:
            raise Unsafe(_TOO_MUCH)
        if time.monotonic() > self.deadline:
            raise Unsafe("it takes too long to read")

    def take(self, member: IO[bytes]) -> bytes:
        """Return what is in a file of the archive; raises Unsafe if that is too much."""
        content = member.read(min(self.bytes_left, self.file_bytes) + 1)
        self.bytes_left -= len(content)
        if self.bytes_left < 0 or len(content) > self.file_bytes:
            raise Unsafe(_TOO_MUCH)
        return content

    def part(self, most_bytes: int, most_files: int) -> "_Room":
        """Return room for an archive in the archive, which is then no more in this one."""
        part = _Room(
            min(most_bytes, self.bytes_left),
            min(most_files, self.files_left),
            self.file_bytes,
            min(self.deadline, time.monotonic() + _INNER_SECONDS),
        )
        self.bytes_left -= part.bytes_left
        self.files_left -= part.files_left
        return part

    def take_back(self, part: "_Room") -> None:
        """Take back what is left of a part."""
        self.bytes_left += max(part.bytes_left, 0)
        self.files_left += max(part.files_left, 0)


def _members(
    file: BinaryIO, room: _Room
) -> Iterator[tuple[str, Callable[[], AbstractContextManager[IO[bytes]]]]]:
    """Yield the name of each plain file in an archive, and what opens it."""
    if zipfile.is_zipfile(file):
        if _listed(file) > 10 * room.files_left + 1_000:  # zipfile reads all of the list at once
            raise Unsafe(_TOO_MUCH)
        with zipfile.ZipFile(file) as zipped:
            for info in zipped.infolist():
                room.count()
                if not info.is_dir():
                    yield _name_in_zip(info), partial(zipped.open, info)
        return
    file.seek(0)
    unpacked = _Unpacked(
        _decompressed(file), 2 * room.bytes_left + 2 * MAX_HEADER * room.files_left
    )
    with tarfile.open(fileobj=unpacked, mode="r|", tarinfo=_Member) as tarred:
        for each in tarred:
            room.count()
            content = tarred.extractfile(each) if each.isreg() and not each.issparse() else None
            if content is not None:
                yield each.name, partial(closing, content)
            elif not each.isdir():
                yield each.name, _no_file


def _name_in_zip(info: zipfile.ZipInfo) -> str:
    """Return a file's name. Many programs write UTF-8 without the mark that says so.

    zip on Linux and the Finder on a Mac do; Python then reads an umlaut as two other characters.
    """
    if info.flag_bits & _IS_UTF_8:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:  # it is what Python took it for, or something else
        return info.filename


def _no_file() -> AbstractContextManager[IO[bytes]]:
    raise ValueError("it is a link, or no plain file")


def _listed(file: BinaryIO) -> int:
    """Return how many files a zip archive lists at its end, or a few more."""
    end = file.seek(0, SEEK_END)
    file.seek(max(0, end - _LONGEST_LIST))
    return file.read().count(b"PK\x01\x02")


def _decompressed(file: BinaryIO) -> "_Stream":
    """Return what a compressed file holds, as it is read; the file itself if it is not."""
    begin = file.read(6)
    file.seek(0)
    if begin.startswith(b"\x1f\x8b"):
        return gzip.GzipFile(fileobj=file)
    if begin.startswith(b"BZh"):
        return bz2.BZ2File(file)
    if begin.startswith((b"\xfd7zXZ", b"]\0\0")):
        return lzma.LZMAFile(file)
    return file


class _Stream(Protocol):
    """Something to read bytes from."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next `size` bytes, all that are left by default."""


class _Unpacked(RawIOBase):
    """A stream that ends in Unsafe when more is read from it than an archive may hold."""

    def __init__(self, stream: _Stream, most: int) -> None:
        self._stream, self._left = stream, most

    def read(self, size: int = -1) -> bytes:
        """Return the next `size` bytes."""
        content = self._stream.read(size)
        self._left -= len(content)
        if self._left < 0:
            raise Unsafe(_TOO_MUCH)
        return content


class _Member(tarfile.TarInfo):
    """A member of a tar archive whose extended headers are short."""

    _LONG = (*(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK), tarfile.XHDTYPE,
             tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE)  # fmt: skip

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Member":
        """Return the member that a block describes; Unsafe for a header that is long."""
        made = super().frombuf(buf, encoding, errors)
        if made.type in cls._LONG and made.size > MAX_HEADER:
            raise Unsafe("it has a header that is longer than any name")
        return made


def _inside(name: str) -> PurePosixPath | None:
    """Return the path of an archive's member, None if it could lead out of its folder."""
    path = PurePosixPath(name.replace("\\", "/"))
    parts = [part for part in path.parts if part != "."]
    if path.is_absolute() or ".." in parts or "\0" in name or not 0 < len(parts) <= DEEPEST:
        return None
    return PurePosixPath(*parts)


class Collector(FileNameCollectorPlugin):
    """Takes only names that stay in the student's own folder."""

    def collect(self, submitted_file: str) -> dict[str, str] | None:
        """Return what a file's name says, None if it is to be left out."""
        with in_plain_text(self.log):
            found = super().collect(submitted_file)
            if found is None:
                return None
            student, file = found.get("student_id"), found.get("file_id")
            if not (student and is_student(student) and file and _inside(file)):
                self.log.warning("%s is left out: no name of a student in it.", submitted_file)
                return None
            return dict(found)
