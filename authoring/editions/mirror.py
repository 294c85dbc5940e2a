"""A folder that holds what was published, brought up to date without touching what is not ours.

`.published.json` in the folder says which files came from here, with a hash of each. A file that is
not as it was left, or was never ours, is somebody's work.
"""

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from authoring.editions import File, Files

RECORD = ".published.json"
PROGRAM, PLAIN = 0o755, 0o644


class MirrorError(Exception):
    """The folder was left as it was; the message is a sentence."""


@dataclass(frozen=True)
class Record:
    """The files that were published into a folder the last time."""

    edition: str = ""
    repository: str = ""
    files: dict[str, str] = field(default_factory=dict)  # {path: sha256}


@dataclass(frozen=True)
class Changes:
    """The changes in the folder, as paths."""

    written: list[str]
    removed: list[str]
    kept: list[str]  # no longer published, but somebody has worked in them


def read_record(folder: Path) -> Record:
    """Return what was published into a folder, an empty record if nothing was.

    Raises MirrorError if the record is damaged: then nothing tells our files from others.
    """
    try:
        content = json.loads((folder / RECORD).read_text("utf-8"))
        record = Record(content["edition"], content["repository"], dict(content["files"]))
        sound = all(_is_inside(path) for path in record.files)
    except FileNotFoundError:
        return Record()
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise MirrorError(
            f"{folder / RECORD} is damaged. Bring it back from the repository's history, or "
            "delete it: files that have changed since are then taken for somebody's work."
        )
    return record


def update(folder: Path, files: Files, edition: str, repository: str, force: bool) -> Changes:
    """Make the published files in `folder` those of `files`; return what had to be done.

    Raises MirrorError, and changes nothing, where a file of somebody else's is in the way; `force`
    replaces such files. Each file is replaced as a whole, and the record is written last.
    """
    record = read_record(folder)
    in_the_way = [] if force else [p for p in files if _is_others(folder, p, files[p], record)]
    blocked = [path for path in files if _is_blocked(folder, path)]
    if blocked or in_the_way:
        raise MirrorError(_conflict(folder, blocked, in_the_way))
    written = [path for path, file in files.items() if not _is_as(folder / path, file)]
    for path in written:
        write(folder / path, files[path])
    gone = [p for p in record.files if p not in files and (folder / p).is_file()]
    kept = [path for path in gone if _hash(folder / path) != record.files[path]]
    removed = sorted(set(gone) - set(kept))
    for path in removed:
        (folder / path).unlink()
        _remove_empty(folder, (folder / path).parent)
    hashes = {path: hashlib.sha256(file.content).hexdigest() for path, file in files.items()}
    write(folder / RECORD, _as_file({"edition": edition, "repository": repository}, hashes))
    return Changes(sorted(written), removed, sorted(kept))


def _is_others(folder: Path, path: str, file: File, record: Record) -> bool:
    there = folder / path
    if not there.is_file():
        return False
    content = _hash(there)
    return content not in (hashlib.sha256(file.content).hexdigest(), record.files.get(path))


def _is_blocked(folder: Path, path: str) -> bool:
    """Return True if something else is where the file, or a folder above it, must be."""
    there = folder / path
    above = [parent for parent in there.parents if parent.is_relative_to(folder)]
    return (
        any(parent != folder and parent.is_symlink() for parent in above)
        or any(parent.exists() and not parent.is_dir() for parent in above)
        or there.is_symlink()
        or (there.exists() and not there.is_file())
    )


def _conflict(folder: Path, blocked: list[str], in_the_way: list[str]) -> str:
    sentences = []
    if in_the_way:
        sentences.append(
            f"These files in {folder} are not as they were published: {', '.join(in_the_way)}. "
            "Move them away, or replace them with --force."
        )
    if blocked:
        sentences.append(
            f"In {folder} something that is no plain file is in the place of {', '.join(blocked)}: "
            "move it away."
        )
    return " ".join([*sentences, "Nothing was changed."])


def _is_as(path: Path, file: File) -> bool:
    if not path.is_file() or path.read_bytes() != file.content:
        return False
    return bool(path.stat().st_mode & 0o100) == file.is_program


def write(path: Path, file: File) -> None:
    """Put a file where it belongs, as a whole: what was there stays until the new one is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, scratch = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(file.content)
        os.chmod(scratch, PROGRAM if file.is_program else PLAIN)
        os.replace(scratch, path)
    except BaseException:
        os.unlink(scratch)
        raise


def _remove_empty(folder: Path, parent: Path) -> None:
    while parent != folder and not any(parent.iterdir()):
        parent.rmdir()
        parent = parent.parent


def _as_file(head: dict[str, Any], hashes: dict[str, str]) -> File:
    text = json.dumps({**head, "files": dict(sorted(hashes.items()))}, indent=1)
    return File(f"{text}\n".encode())


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not PurePosixPath(path).is_absolute() and ".." not in parts
