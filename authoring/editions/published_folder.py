"""A folder that holds what was published, brought up to date without touching what is not ours.

`.published.json` in the folder says which files came from here, with a hash of each.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from authoring import generated_folder
from authoring.generated_folder import Changes, File, Files, hashes_of, work_in_the_way, write

RECORD = ".published.json"


class PublishedFolderError(Exception):
    """The folder was left as it was; the message is a sentence."""


@dataclass(frozen=True)
class Record:
    """The files that were published into a folder the last time."""

    edition: str = ""
    repository: str = ""
    files: dict[str, str] = field(default_factory=dict)  # {path: sha256}


def read_record(folder: Path) -> Record:
    """Return what was published into a folder, an empty record if nothing was.

    Raises PublishedFolderError if the record is damaged: then nothing tells our files from others.
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
        raise PublishedFolderError(
            f"{folder / RECORD} is damaged. Bring it back from the repository's history, or "
            "delete it: files that have changed since are then taken for somebody's work."
        )
    return record


def update(folder: Path, files: Files, edition: str, repository: str, force: bool) -> Changes:
    """Make the published files in `folder` those of `files`; return what had to be done.

    Raises PublishedFolderError, and changes nothing, where a file of somebody else's is in the
    way; `force` replaces such files. Each file is replaced as a whole, and the record is written
    last.
    """
    record = read_record(folder)
    in_the_way = [] if force else work_in_the_way(folder, files, record.files)
    blocked = [path for path in files if _is_blocked(folder, path)]
    if blocked or in_the_way:
        raise PublishedFolderError(_conflict(folder, blocked, in_the_way))
    changes = generated_folder.update(folder, files, record.files)
    content = {
        "edition": edition,
        "repository": repository,
        "files": dict(sorted(hashes_of(files).items())),
    }
    write(folder / RECORD, File(f"{json.dumps(content, indent=1)}\n".encode()))
    return changes


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


def _is_inside(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not PurePosixPath(path).is_absolute() and ".." not in parts
