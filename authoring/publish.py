"""``python -m authoring publish DIR``: an edition of the course as a repository of its own.

The folder is brought up to date; git is never called, so what is committed and pushed, and when,
stays with whoever publishes. Nothing is written before the edition has passed the search for leaks.
"""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer
from gradebox.folder import find_root
from typer import Argument, Option

from authoring import release
from authoring.editions import SELF_STUDY, STUDENT, EditionError, edition
from authoring.editions.audit import find_leaks, missing_modules
from authoring.editions.published_folder import PublishedFolderError, read_record, update
from authoring.generated_folder import Changes, Files
from gradebox import cli

REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")


def publish_command(
    folder: Annotated[
        str, Argument(metavar="DIR", help="made if it is not there; updated if it is")
    ],
    repo: Annotated[
        str | None,
        Option(metavar="OWNER/NAME", help="on GitHub, for the link to Binder in the README"),
    ] = None,
    self_study: Annotated[
        bool, Option("--self-study", help="with the solutions and the grader")
    ] = False,
    force: Annotated[
        bool, Option("--force", help="replace files that somebody has changed, too")
    ] = False,
) -> None:
    """Write an edition of the course into a folder, as a repository of its own."""
    kind = SELF_STUDY if self_study else STUDENT
    try:
        root = find_root()
        target = _folder(root, folder)
        repository = _repository(target, kind, repo)
        changes = publish(root, target, kind, repository, force)
    except (PublishError, EditionError, PublishedFolderError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    except Exception as error:
        raise typer.Exit(cli.told(error, 1)) from None
    print("\n".join(_report(target, kind, repository, changes)))


app = cli.command(publish_command)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "python -m authoring publish")


class PublishError(Exception):
    """Nothing was published; the message is a sentence."""


def publish(
    root: Path, folder: Path, kind: str, repository: str = "", force: bool = False
) -> Changes:
    """Bring the edition in `folder` up to date with the course at `root`; return what was done."""
    return update(folder, build_checked_edition(root, kind, repository), kind, repository, force)


def build_checked_edition(root: Path, kind: str, repository: str = "") -> Files:
    """Return the files of an edition that has passed the search for leaks.

    Raises PublishError if `release/` is out of date, or if something would get out or be missing.
    """
    if stale := release.stale(root):
        raise PublishError(
            "\n".join(
                ["release/ is not what source/ generates now. Nothing was published.", *stale]
            )
        )
    files = edition(root, kind, repository)
    wrong = [*find_leaks(root, kind, files), *missing_modules(files)]
    if wrong:
        raise PublishError("\n".join(["NOTHING WAS PUBLISHED.", *wrong]))
    return files


def _folder(root: Path, named: str) -> Path:
    folder = Path(named).resolve()
    if folder.is_relative_to(root) or root.is_relative_to(folder):
        raise PublishError(
            f"{folder} is within the course's own folder, or holds it: name a folder elsewhere, "
            "for it becomes a repository of its own."
        )
    if folder.exists() and not folder.is_dir():
        raise PublishError(f"{folder} is a file: name a folder.")
    return folder


def _repository(folder: Path, kind: str, named: str | None) -> str:
    """Return the repository's name, that of the last time if none is given now."""
    record = read_record(folder)
    if record.edition not in ("", kind):
        raise PublishError(
            f"{folder} holds the {record.edition} edition, and its history keeps what was "
            f"published once: publish the {kind} edition to another folder."
        )
    if named is None:
        return record.repository
    if not REPOSITORY.fullmatch(named):
        raise PublishError(f"{named!r} is no repository on GitHub: write OWNER/NAME.")
    return named


def _report(folder: Path, kind: str, repository: str, changes: Changes) -> list[str]:
    lines = []
    if changes.written or changes.removed:
        lines.append(
            f"The {kind} edition is in {folder}: {len(changes.written)} files written, "
            f"{len(changes.removed)} removed. Commit and push them there."
        )
    else:
        lines.append(f"The {kind} edition in {folder} is up to date.")
    if changes.kept:
        lines.append(
            f"Left alone, though no longer published, since somebody changed them: "
            f"{', '.join(changes.kept)}."
        )
    if not repository:
        lines.append("Its README has no link to Binder yet: --repo OWNER/NAME adds it.")
    return lines
