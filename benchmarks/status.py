"""Seconds that `gradebox status` takes for a class in which everybody has feedback.

    python -m benchmarks.status [--students 500] [--times 5] [--assignment NAME]

The submissions are graded for real; hand-ins and pages of feedback are written down, where and as
nbgrader would put them. Everything counts, from the command to its end.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from gradebox.folder import CONFIG
from nbgrader.api import Gradebook
from nbgrader.utils import notebook_hash

from benchmarks.classroom import classroom, run

TIME = "2026-03-01 10:00:00.000000 UTC"


def main(argv: list[str] | None = None) -> int:
    """Print how long the command took, time after time."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.status", description=__doc__)
    parser.add_argument("--students", type=int, default=500, metavar="N")
    parser.add_argument("--times", type=int, default=5, metavar="N")
    parser.add_argument("--assignment", default="00-start-here", metavar="NAME")
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        finished_class(folder, options.assignment, options.students)
        command = [sys.executable, "-m", "gradebox", "status", options.assignment]
        seconds = [run(command, folder) for _ in range(options.times)]
    print(f"gradebox status, {options.students} students, {options.assignment}")
    print(", ".join(f"{each:.2f}" for each in seconds))
    print(f"median {statistics.median(seconds):.2f} s")
    return 0


def finished_class(folder: Path, name: str, count: int) -> None:
    """Make a course in which `count` students have handed in, are graded, and have feedback."""
    classroom(folder, name, count, is_stock=False)
    with (folder / CONFIG).open("a") as config:
        config.write(
            f"\nc.Exchange.root = {str(folder / 'exchange')!r}\n"
            "c.ExchangeCollect.check_owner = False\n"
            "c.CourseDirectory.course_id = 'class'\n"
        )
    (folder / "deadlines.toml").write_text(f"[{name}]\ndue = 2026-03-01 12:00:00Z\n")
    exchange = folder / "exchange" / "class"
    for part in ("inbound", "feedback"):
        (exchange / part).mkdir(parents=True)
    students = sorted(path.name for path in (folder / "submitted").iterdir())
    for student in students:
        submitted = folder / "submitted" / student / name
        handed_in = exchange / "inbound" / f"{student}+{name}+{TIME}+abc"
        handed_in.mkdir()
        for place in (submitted, handed_in):
            (place / "timestamp.txt").write_text(TIME)
            (place / "submission_secret.txt").write_text(secret(student))
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        for student in students:
            gradebook.add_student(student, first_name="Maximiliane", last_name=f"Muster {student}")
    run([sys.executable, "-m", "gradebox", "grade", name], folder)
    for student in students:
        page = folder / "feedback" / student / name / f"{name}.html"
        page.parent.mkdir(parents=True)
        page.write_text("feedback")
        (page.parent / "submission_secret.txt").write_text(secret(student))
        released = notebook_hash(secret=secret(student), notebook_id=name)
        (exchange / "feedback" / f"{released}.html").write_text("feedback")


def secret(student: str) -> str:
    """Return what nbgrader would have drawn for a submission."""
    return f"secret of {student}"


if __name__ == "__main__":
    raise SystemExit(main())
