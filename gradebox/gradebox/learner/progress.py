"""A learner's points and tries, in a file of the learner's own: `progress.json`.

It lies in the course's folder, git ignores it, and nothing in it is sent anywhere. Under
`assignments` it holds for each exercise the best score so far, out of how many points, and a
fingerprint of each honest try: an answer that is neither the one handed out nor one that was tried
before. Under `last` it holds for each assignment the last result of a whole notebook, as
`gradebox check --json` prints it, with the time and a fingerprint of the code that was graded.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gradebox.write_whole import write_whole

if TYPE_CHECKING:
    from gradebox.learner.grade_notebook import ExerciseResult

NAME = "progress.json"
TRIES = 3  # after so many honest ones, an exercise's solution opens


class Unreadable(Exception):
    """The progress file cannot be used; the message is a sentence."""


@dataclass
class Standing:
    """How far the learner has come with one exercise."""

    best: float = 0
    points: float = 0
    tries: list[str] = field(default_factory=list)
    has_passed: bool = False  # all the tests, once: there may be no points for them

    @property
    def is_passed(self) -> bool:
        """Return True if an answer has had all the points, or passed where there are none."""
        return self.best >= self.points if self.points else self.has_passed

    @property
    def tries_left(self) -> int:
        """Return how many more honest tries open the solution; 0 if it is open."""
        return 0 if self.is_passed else max(0, TRIES - len(self.tries))


Standings = dict[str, dict[str, Standing]]  # {assignment: {exercise: ...}}
Results = dict[str, dict[str, Any]]  # {assignment: the last result}


def read(root: Path) -> Standings:
    """Return the standings in the course's folder; nothing if there is no file yet."""
    return _read(root)[0]


def _read(root: Path) -> tuple[Standings, Results]:
    path = root / NAME
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        standings = {
            assignment: {
                name: Standing(
                    float(entry["best"]),
                    float(entry["points"]),
                    list(map(str, entry["tries"])),
                    bool(entry.get("passed")),
                )
                for name, entry in entries.items()
            }
            for assignment, entries in content["assignments"].items()
        }
        return standings, dict(content.get("last", {}))
    except FileNotFoundError:
        return {}, {}
    except OSError as error:
        raise Unreadable(f"{path} could not be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unreadable(
            f"{path} is damaged, so nothing was added to it. Mend it, or delete it to begin anew."
        ) from None


def record(root: Path, assignment: str, exercises: "Iterable[ExerciseResult]") -> Standings:
    """Add what came of these exercises to the file; return all that it then says.

    Raises Unreadable where the file is damaged or cannot be written, and leaves it as it was.
    """
    with _open(root) as (standings, _):
        update(standings.setdefault(assignment, {}), exercises)
    return standings


def keep(root: Path, assignment: str, result: dict[str, Any], code: str) -> None:
    """Keep a whole notebook's result, with the time, until the next. Raises Unreadable."""
    with _open(root) as (_, results):
        results[assignment] = {"graded": time.time(), "code": code, "result": result}


@contextmanager
def _open(root: Path) -> Iterator[tuple[Standings, Results]]:
    """Give what the file holds, and write it again as it is in the end."""
    try:
        with _alone(root):
            standings, results = _read(root)
            yield standings, results
            _write(root / NAME, standings, results)
    except OSError as error:
        raise Unreadable(
            f"Your progress could not be kept in {root / NAME} ({error.strerror})."
        ) from None


def update(standings: dict[str, Standing], exercises: "Iterable[ExerciseResult]") -> None:
    """Bring an assignment's standings up to date."""
    for exercise in exercises:
        before = standings.setdefault(exercise.name, Standing())
        before.best = min(max(before.best, exercise.score), exercise.points)
        before.points = exercise.points
        before.has_passed = before.has_passed or not exercise.failed
        if exercise.attempt and exercise.failed and exercise.attempt not in before.tries:
            before.tries.append(exercise.attempt)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let no other process change the file meanwhile: two notebooks may be graded at once."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks: two at once are rare
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _write(path: Path, standings: Standings, results: Results) -> None:
    content: dict[str, Any] = {
        "assignments": {
            assignment: {
                name: {
                    "best": each.best,
                    "points": each.points,
                    "tries": each.tries,
                    "passed": each.has_passed,
                }
                for name, each in sorted(entries.items())
            }
            for assignment, entries in sorted(standings.items())
        },
        "last": dict(sorted(results.items())),
    }
    write_whole(path, f"{json.dumps(content, indent=1)}\n".encode(), 0o600)
