"""A folder whose files were generated, brought up to date without touching somebody's work.

Whoever generated the files last recorded a hash of each. A file that is not as it was left, or was
never generated, is somebody's work.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gradebox.student_files import OF_SYSTEMS
from gradebox.write_whole import write_whole

PROGRAM, PLAIN = 0o755, 0o644
LEFT_BEHIND = (".ipynb_checkpoints", "__pycache__", *OF_SYSTEMS)


@dataclass(frozen=True)
class File:
    """A file to generate: its content, and whether it is a program to run."""

    content: bytes
    is_program: bool = False

    @property
    def hash(self) -> str:
        """The sha256 of the content."""
        return hashlib.sha256(self.content).hexdigest()


Files = dict[str, File]  # {path in the folder, with /: file}
Hashes = dict[str, str]  # {path in the folder, with /: sha256}


@dataclass(frozen=True)
class Changes:
    """The changes in the folder, as paths."""

    written: list[str]
    removed: list[str]
    kept: list[str]  # no longer generated, but somebody has worked in them


def work_in_the_way(folder: Path, files: Files, recorded: Mapping[str, str]) -> list[str]:
    """Return the paths of `files` that hold somebody's work, which is not what is generated."""
    return [
        path
        for path, file in files.items()
        if (folder / path).is_file()
        and hash_of(folder / path) not in (file.hash, recorded.get(path))
    ]


def update(
    folder: Path, files: Files, recorded: Mapping[str, str], spared: Iterable[str] = ()
) -> Changes:
    """Make the generated files in `folder` those of `files`; return what had to be done.

    `recorded` is what was generated the last time. The paths in `spared` are left as they are, and
    so is a file that is no longer generated but has changed since.
    """
    wanted = {path: file for path, file in files.items() if path not in set(spared)}
    written = [path for path, file in wanted.items() if not _is_as(folder / path, file)]
    for path in written:
        write(folder / path, files[path])
    gone = [path for path in recorded if path not in files and (folder / path).is_file()]
    kept = [path for path in gone if hash_of(folder / path) != recorded[path]]
    removed = sorted(set(gone) - set(kept))
    for path in removed:
        (folder / path).unlink()
        _remove_empty(folder, (folder / path).parent)
    return Changes(sorted(written), removed, sorted(kept))


def hash_of(path: Path) -> str:
    """Return the sha256 of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def hashes_of(files: Files) -> Hashes:
    """Return the hash of each file, for the next update."""
    return {path: file.hash for path, file in files.items()}


def read(folder: Path) -> Files:
    """Return the files in a folder, without what Python, Jupyter and systems leave there."""
    return {
        path.relative_to(folder).as_posix(): read_file(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not set(LEFT_BEHIND) & set(path.relative_to(folder).parts)
    }


def read_file(path: Path) -> File:
    """Return a file with its content. Raises OSError if it cannot be read."""
    return File(path.read_bytes(), bool(path.stat().st_mode & 0o100))


def write(path: Path, file: File) -> None:
    """Put a file where it belongs, as a whole: what was there stays until the new one is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, file.content, PROGRAM if file.is_program else PLAIN)


def _is_as(path: Path, file: File) -> bool:
    return path.is_file() and read_file(path) == file


def _remove_empty(folder: Path, parent: Path) -> None:
    while parent != folder and not any(parent.iterdir()):
        parent.rmdir()
        parent = parent.parent
