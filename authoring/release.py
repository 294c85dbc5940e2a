"""``python -m authoring release``: generate `release/` from `source/` where it is out of date.

Content decides, not dates: `release/.generated.json` holds a hash of what each assignment was
generated from and of each file that came out. A file that is not what was generated is somebody's
work and is left alone. nbgrader is imported only if there is something to do.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer
from gradebox.folder import CONFIG, assignments, find_root, load_config
from typer import Argument, Option

from authoring.generated_folder import Hashes, hashes_of, read, update, work_in_the_way
from gradebox import cli

RECORD = ".generated.json"
# Besides source/, what decides how a release looks.
MACHINERY = (Path(cli.__file__).with_name("preprocessors.py"),)


def release(
    assignment: Annotated[
        list[str] | None, Argument(metavar="[ASSIGNMENT]...", help="all, if none is named")
    ] = None,
    force: Annotated[
        bool, Option("--force", help="replace notebooks that somebody has worked in, too")
    ] = False,
    only_check: Annotated[
        bool, Option("--check", help="change nothing; exit with 1 if something is stale")
    ] = False,
) -> None:
    """Generate release/ from source/, where it is out of date."""
    try:
        root = find_root()
        names = _chosen(root, assignment or [])
        record = _read_record(root)
        results = [
            check(root, name) if only_check else refresh(root, name, record, force)
            for name in names
        ]
    except ReleaseError as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from None
    except Exception as error:
        raise typer.Exit(cli.told(error, 1)) from None
    for sentence in filter(None, results):
        print(sentence, file=sys.stderr if only_check else sys.stdout)
    if not any(results):
        print("release/ is up to date with source/.")
    raise typer.Exit(1 if only_check and any(results) else 0)


app = cli.command(release)


def main(argv: list[str]) -> int:
    """Run the command with these arguments; return its exit code."""
    return cli.run(app, argv, "python -m authoring release")


class ReleaseError(Exception):
    """An assignment that cannot be generated; the message is a sentence."""


def refresh(root: Path, name: str, record: dict[str, Any], force: bool = False) -> str:
    """Bring `release/NAME` up to date; return a sentence, or "" if nothing had to be done.

    `record` is what `release/.generated.json` says; it is updated, here and on disk.
    """
    folder = root / "release" / name
    made_from = fingerprint(root, name)
    recorded = record.get(name, {"made_from": "", "files": {}})
    present = hashes_of(read(folder))
    is_current = recorded["made_from"] == made_from and recorded["files"].keys() <= present.keys()
    if is_current and not (force and recorded["files"] != present):
        return ""
    with tempfile.TemporaryDirectory() as scratch:
        new = read(generate_apart(root, name, Path(scratch)))
    _register(root, name)
    kept = [] if force else work_in_the_way(folder, new, recorded["files"])
    changes = update(folder, new, recorded["files"], spared=kept)
    files = hashes_of(new)
    if kept:  # is still to be done
        made_from = recorded["made_from"]
        files = {
            path: recorded["files"].get(path, "") if path in kept else files[path] for path in files
        }
    record[name] = {"made_from": made_from, "files": files}
    _write_record(root, record)
    if kept:
        return (
            f"{name}: source/ has changed since somebody began to work in {', '.join(sorted(kept))}"
            " in release/. Their work was left alone; "
            f"`python -m authoring release {name} --force` replaces it."
        )
    if changes.written:
        return f"{name}: release/ generated from source/."
    return f"{name}: the gradebook has what source/ holds now. What students get has not changed."


def stale(root: Path) -> list[str]:
    """Return what to do for each assignment whose `release/` is not today's, as sentences.

    The record decides, so nothing is generated; `check` compares with the real thing.
    """
    record, found = _read_record(root), []
    for name in assignments(root):
        present = hashes_of(read(root / "release" / name))
        recorded = record.get(name)
        if recorded != {"made_from": fingerprint(root, name), "files": present}:
            found.append(f"{name}: {_what_to_do(name, recorded, present)}")
    return found


def _what_to_do(name: str, recorded: dict[str, Any] | None, present: Hashes) -> str:
    """Return what makes `release/NAME` what is generated, as a sentence."""
    generated = recorded["files"] if recorded else present
    work = sorted(file for file, hash_ in present.items() if generated.get(file) != hash_)
    if not work:
        return f"run `python -m authoring release {name}`."
    return (
        f"move {', '.join(work)} out of release/{name}, where somebody has worked, and run "
        f"`python -m authoring release {name}`."
    )


def check(root: Path, name: str) -> str:
    """Return "" if `release/NAME` is byte for byte what `source/NAME` generates, else a sentence.

    Nothing is changed: the assignment is generated in a temporary folder, without a gradebook.
    """
    with tempfile.TemporaryDirectory() as scratch:
        new = hashes_of(read(generate_apart(root, name, Path(scratch))))
    present = hashes_of(read(root / "release" / name))
    differing = sorted(
        file for file in new.keys() | present.keys() if new.get(file) != present.get(file)
    )
    if not differing:
        return ""
    return (
        f"release/{name} is not what source/{name} generates ({', '.join(differing)}): "
        f"{_what_to_do(name, _read_record(root).get(name), present)}"
    )


def generate_apart(root: Path, name: str, scratch: Path) -> Path:
    """Generate an assignment under `scratch`, without a gradebook; return its folder.

    Raises ReleaseError if nbgrader cannot generate it.
    """
    from gradebox import assignments

    with _nbgrader(root, name) as course:
        assignments.generate_apart(name, **course, release=scratch)
    return scratch / name


def _register(root: Path, name: str) -> None:
    """Tell the course's gradebook of an assignment, which else it would grade with old tests."""
    from gradebox import assignments

    with _nbgrader(root, name) as course:
        assignments.register(name, **course)


@contextmanager
def _nbgrader(root: Path, name: str) -> Iterator[dict[str, Any]]:
    """Give the course as arguments; raise ReleaseError where nbgrader refuses the assignment."""
    from nbgrader.converters.base import NbGraderException
    from nbgrader.coursedir import CourseDirectory

    config = load_config(root)
    try:
        yield {"config": config, "course": CourseDirectory(config=config, root=str(root))}
    except NbGraderException as error:
        raise ReleaseError(
            f"source/{name} could not be generated. `nbgrader generate_assignment {name} --force` "
            "says why."
        ) from error


def fingerprint(root: Path, name: str) -> str:
    """Return a hash of everything that decides how the release of an assignment looks."""
    digest = hashlib.sha256(version("nbgrader").encode())
    for path in (*MACHINERY, root / CONFIG):
        digest.update(path.read_bytes())
    digest.update(json.dumps(hashes_of(read(root / "source" / name))).encode())
    return digest.hexdigest()


def _read_record(root: Path) -> dict[str, Any]:
    """Return what was generated, and from what; nothing if the record is missing or damaged."""
    try:
        record = json.loads((root / "release" / RECORD).read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def _write_record(root: Path, record: dict[str, Any]) -> None:
    text = json.dumps(record, indent=1, sort_keys=True) + "\n"
    (root / "release" / RECORD).write_text(text)


def _chosen(root: Path, names: list[str]) -> list[str]:
    """Return the assignments asked for, or all; raises ReleaseError for one that is not there."""
    available = assignments(root)
    unknown = [name for name in names if name not in available]
    if unknown:
        raise ReleaseError(
            f"There is no assignment {', '.join(unknown)} in source/; there is "
            f"{', '.join(available) or 'none at all'}."
        )
    return names or available
