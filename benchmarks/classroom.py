"""Seconds to grade a class: `nbgrader autograde` as it comes, against `gradebox grade`.

    python -m benchmarks.classroom [--submissions 100] [--stock 100] [--assignment NAME | --all]

Everything counts: imports, admission, sanitising, execution, gradebook and files, from the command
to its end. The submissions are the source notebook with the authors' wrong answers in it, one each,
over and over. Stock nbgrader gets the first `--stock` of them, since it takes long; ratios are of
the time for one submission. A machine's speed drifts within the minutes that stock takes, so ours
is run before it and after it, and the mean counts. A score may be higher than stock's, where a
mistake of an earlier exercise costs nothing in a later one, and never lower. `gradebox try` has
been run before, as instructors do once for an assignment.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from statistics import mean

import nbformat
from gradebox.folder import CONFIG, assignments
from nbgrader.api import Gradebook

from benchmarks.grading import ROOT, submissions

STOCK = """\
c = get_config()
c.CourseDirectory.course_id = "stock"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
"""
Scores = dict[tuple[str, str], float]  # {(student, graded cell): points}


@dataclass
class Way:
    """A way to grade, and what came of each time that it was run."""

    name: str
    command: list[str]
    each: list[float] = field(default_factory=list)  # seconds for one submission
    scores: list[Scores] = field(default_factory=list)


def main(argv: list[str] | None = None) -> int:
    """Print a table for each assignment, and one of all; 1 where a score is lower than stock's."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom", description=__doc__)
    parser.add_argument("--submissions", type=int, default=100, metavar="N")
    parser.add_argument("--stock", type=int, default=100, metavar="N")
    parser.add_argument("--assignment", default="01-matrix-products", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="every assignment, one after another")
    options = parser.parse_args(argv)
    names = assignments(ROOT) if options.all else [options.assignment]
    rows = [measured(name, options.submissions, options.stock) for name in names]
    if options.all:
        print(f"\n{'':26}{'stock, s each':>14}{'ours':>8}{'times':>8}{'2 to 1':>8}{'lower':>7}")
        for row in rows:
            print(
                f"{row.name:26}{row.stock:14.3f}{row.two:8.3f}{row.stock / row.two:8.1f}"
                f"{row.one / row.two:8.2f}{row.lower:7}"
            )
    return int(any(row.lower for row in rows))


@dataclass
class Row:
    """The result of an assignment: seconds for one submission, scores lower than stock's."""

    name: str
    stock: float
    one: float  # with one worker
    two: float
    lower: int


def measured(name: str, submissions: int, of_stock: int) -> Row:
    """Grade a class each way, and print how long it took and whose scores differ."""
    grade = [sys.executable, "-m", "gradebox", "grade", name, "--workers"]
    stock = Way("nbgrader autograde", [sys.executable, "-m", "nbgrader", "autograde", name])
    one = Way("gradebox grade, 1 worker", [*grade, "1"])
    two = Way("gradebox grade, 2 workers", [*grade, "2"])
    print(f"{name}, {os.cpu_count()} cores\n{'':26}{'n':>5}{'s':>9}{'s each':>9}")
    for way in (one, two, stock, two, one):
        count = of_stock if way is stock else submissions
        with tempfile.TemporaryDirectory() as folder:
            classroom(Path(folder), name, count, is_stock=way is stock)
            seconds = run(way.command, Path(folder))
            way.scores.append(read_scores(Path(folder), name))
        way.each.append(seconds / count)
        print(f"{way.name:26}{count:5}{seconds:9.1f}{seconds / count:9.3f}", flush=True)
    for way in (one, two):
        print(f"{way.name}: {mean(stock.each) / mean(way.each):.1f} times stock")
    print(f"two workers are {mean(one.each) / mean(two.each):.2f} times one")
    (wanted,) = stock.scores
    ours = [*one.scores, *two.scores]
    lower = [key for key, points in wanted.items() if any(s[key] < points for s in ours)]
    higher = [key for key, points in wanted.items() if any(s[key] > points for s in ours)]
    print(
        f"{len(wanted)} scores compared, {len(lower)} are lower {lower[:5] or ''}; "
        f"{len(higher)} are higher: follow-through credit"
    )
    return Row(name, mean(stock.each), mean(one.each), mean(two.each), len(lower))


def classroom(folder: Path, name: str, count: int, *, is_stock: bool) -> None:
    """Make a course with one assignment, generated, and `count` submissions of it."""
    shutil.copytree(ROOT / "source" / name, folder / "source" / name)
    if is_stock:
        (folder / CONFIG).write_text(STOCK)
    else:
        shutil.copy(ROOT / CONFIG, folder)
    run([sys.executable, "-m", "nbgrader", "generate_assignment", name], folder)
    for number, notebook in enumerate(islice(cycle(submissions(name, count)), count)):
        place = folder / "submitted" / f"s{number:04}" / name
        place.mkdir(parents=True)
        nbformat.write(notebook, place / f"{name}.ipynb")
    if not is_stock:
        run([sys.executable, "-m", "gradebox", "try", name], folder)


def run(command: list[str], folder: Path) -> float:
    """Run a command to its end; return how many seconds it took."""
    programs = (
        f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # nbgrader's alembic
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PATH": programs}
    began = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    seconds = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-2000:]}")
    return seconds


def read_scores(folder: Path, name: str) -> Scores:
    """Return the points in the gradebook."""
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        return {
            (submission.student_id, grade.name): grade.score
            for submission in gradebook.assignment_submissions(name)
            for notebook in submission.notebooks
            for grade in notebook.grades
        }


if __name__ == "__main__":
    raise SystemExit(main())
