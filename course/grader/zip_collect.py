"""`nbgrader zip_collect` for archives that students have packed.

nbgrader copies what a link in the archive's folder leads to, unpacks what is in an archive without
a limit, and takes the student's name for a path. Its two plugins are replaced by these, in
`nbgrader_config.py`; for an honest archive they do the same.
"""

import lzma
import os
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO

from nbgrader.plugins import ExtractorPlugin, FileNameCollectorPlugin
from traitlets import Integer

from course.grader.logs import in_plain_text
from course.grader.student_files import DEEPEST, Unsafe, student_folder

# What Python's modules raise at a damaged archive; RuntimeError at one with a password.
BROKEN = (
    *(OSError, EOFError, ValueError, RuntimeError, zlib.error, lzma.LZMAError),
    *(zipfile.BadZipFile, tarfile.TarError),
)


class Extractor(ExtractorPlugin):
    """Unpacks plain files only, and no more of them than a class can hand in.

    An archive in an archive is unpacked too, each into a folder of its own name.
    """

    max_bytes = Integer(5_000_000_000, help="All that one archive may hold.").tag(config=True)
    max_files = Integer(100_000, help="The number of files in one archive.").tag(config=True)
    max_inner_bytes = Integer(
        100_000_000, help="All that an archive in an archive, a student's, may hold."
    ).tag(config=True)
    max_inner_files = Integer(10_000, help="The number of files in such a one.").tag(config=True)
    max_depth = Integer(3, help="Archives in archives in archives.").tag(config=True)

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
                        self._unpack(file, to, _Room(self.max_bytes, self.max_files), 1)
                    else:
                        to.parent.mkdir(parents=True, exist_ok=True)
                        with to.open("wb") as copy:
                            shutil.copyfileobj(file, copy)

    def _unpack(self, file: BinaryIO, archive: Path, room: "_Room", depth: int) -> None:
        """Write what is in an archive into a folder of its name; log what is left out."""
        folder = archive.with_suffix("")
        folder = folder.with_suffix("") if folder.suffix == ".tar" else folder
        try:
            for name, member in _members(file):
                path = _inside(name)
                if path is None:
                    self.log.warning("%s in %s is left out: no plain name.", name, archive.name)
                    continue
                to = folder / path
                content = room.take(member)
                if to.suffix not in self.zip_ext:
                    to.parent.mkdir(parents=True, exist_ok=True)
                    to.write_bytes(content)
                elif depth >= self.max_depth:
                    self.log.warning("%s is left out: an archive in too many others.", to)
                else:
                    inner = room.part(self.max_inner_bytes, self.max_inner_files)
                    self._unpack(BytesIO(content), to, inner, depth + 1)
                    room.take_back(inner)
        except (Unsafe, *BROKEN) as error:
            self.log.error("%s is not unpacked, or not all of it: %s.", archive, error)


@dataclass
class _Room:
    """How much more an archive may hold."""

    bytes_left: int
    files_left: int

    def take(self, member: IO[bytes]) -> bytes:
        """Return what is in a file of the archive; raises Unsafe if that is too much."""
        content = member.read(self.bytes_left + 1)
        self.bytes_left -= len(content)
        self.files_left -= 1
        if self.bytes_left < 0 or self.files_left < 0:
            raise Unsafe("it holds more than a class, or a student, hands in")
        return content

    def part(self, most_bytes: int, most_files: int) -> "_Room":
        """Return room for an archive in the archive, which is then no more in this one."""
        part = _Room(min(most_bytes, self.bytes_left), min(most_files, self.files_left))
        self.bytes_left -= part.bytes_left
        self.files_left -= part.files_left
        return part

    def take_back(self, part: "_Room") -> None:
        """Take back what is left of a part."""
        self.bytes_left += max(part.bytes_left, 0)
        self.files_left += max(part.files_left, 0)


def _members(file: BinaryIO) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the name of each plain file in an archive, and the file."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as zipped:
            for info in zipped.infolist():
                if not info.is_dir():
                    with zipped.open(info) as member:
                        yield info.filename, member
    else:
        file.seek(0)
        with tarfile.open(fileobj=file) as tarred:
            for each in tarred:
                content = tarred.extractfile(each) if each.isreg() else None
                if content is not None:
                    yield each.name, content


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
            if (
                not student
                or student in (".", "..")
                or os.sep in student
                or not file
                or _inside(file) is None
            ):
                self.log.warning("%s is left out: no name of a student in it.", submitted_file)
                return None
            return dict(found)
