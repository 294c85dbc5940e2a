"""Seconds to grade a class: `nbgrader autograde` as it comes, against `python -m course grade`.

    python -m benchmarks.classroom [--submissions 100] [--stock 100] [--assignment NAME]

Everything counts: imports, admission, sanitising, execution, gradebook and files, from the command
to its end. The submissions are the source notebook with the authors' wrong answers in it, one each,
over and over. Stock nbgrader gets the first `--stock` of them, since it takes long; ratios are of
the time for one submission. Every score must be the same both ways.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook

from benchmarks.grading import ROOT, submissions
from course.instructor.folder import CONFIG

STOCK = """\
c = get_config()
c.CourseDirectory.course_id = "stock"
c.ClearSolutions.code_stub = {"python": "raise NotImplementedError()"}
"""
Scores = dict[tuple[str, str], float]  # {(student, graded cell): points}


def main(argv: list[str] | None = None) -> int:
    """Print the table; 1 where a score differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.classroom", description=__doc__)
    parser.add_argument("--submissions", type=int, default=100, metavar="N")
    parser.add_argument("--stock", type=int, default=100, metavar="N")
    parser.add_argument("--assignment", default="01-matrix-products", metavar="NAME")
    options = parser.parse_args(argv)
    name = options.assignment
    grade = [sys.executable, "-m", "course", "grade", name, "--workers"]
    ways = {
        "nbgrader autograde": (
            options.stock,
            [sys.executable, "-m", "nbgrader", "autograde", name],
        ),
        "course grade, 1 worker": (options.submissions, [*grade, "1"]),
        "course grade, 2 workers": (options.submissions, [*grade, "2"]),
    }
    each: list[float] = []
    scores: list[Scores] = []
    print(f"{name}, {os.cpu_count()} cores\n{'':26}{'n':>5}{'s':>9}{'s each':>9}{'times':>8}")
    for way, (count, command) in ways.items():
        with tempfile.TemporaryDirectory() as folder:
            classroom(Path(folder), name, count, is_stock=not each)
            seconds = run(command, Path(folder))
            scores.append(read_scores(Path(folder), name))
        each.append(seconds / count)
        times = each[0] / each[-1]
        print(f"{way:26}{count:5}{seconds:9.1f}{each[-1]:9.3f}{times:8.1f}", flush=True)
    print(f"two workers are {each[1] / each[2]:.2f} times one")
    wrong = [key for key, points in scores[0].items() if any(s[key] != points for s in scores[1:])]
    print(f"{len(scores[0])} scores compared, {len(wrong)} differ {wrong[:5] or ''}")
    return int(bool(wrong))


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
