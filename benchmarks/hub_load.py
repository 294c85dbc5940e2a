"""A class that arrives at once on the Hub of the kit: is anything lost, how long, how much memory?

    python -m benchmarks.hub_load [--students 50] [--at-once 8] [--minutes 10]

Run it as root: it makes an account for each student, and removes them at the end. Each one logs in,
starts a server, fetches an assignment, runs its cells in a kernel, saves it and submits it, by the
interfaces that JupyterLab uses. Then the instructor collects. It talks to this machine only, and
stops by itself. hub/README.md has what was measured.
"""

import argparse
import json
import pwd
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import psutil

from hub.session import Session, SessionError
from hub.trial import Trial, TrialError, no_accounts, remove_leftovers, trial

ROOT = Path(__file__).resolve().parents[1]
T = TypeVar("T")
NAME = "00-start-here"
PATH = f"{NAME}/{NAME}.ipynb"
MEGABYTE = 1 << 20
NEEDED = 260 * MEGABYTE  # of memory for a student: a server and, for a time, a kernel
STEPS = ("log in", "start a server", "fetch", "run the cells", "save and submit")


@dataclass
class Measured:
    """The seconds that each step of one student's work took, and bytes of memory."""

    seconds: dict[str, float] = field(default_factory=dict)
    server: int = 0
    kernel: int = 0


class StoppedError(Exception):
    """The time is up."""


class Student:
    """One student, whose answers nobody else gives."""

    def __init__(self, hub: Trial, name: str, end: float) -> None:
        self.hub, self.name, self.end = hub, name, end
        self.mark = f"# by {name}"
        self.measured = Measured()

    def work(self) -> Measured:
        """Do all that a student does; return what it took."""
        me = self._timed(
            "log in", lambda: Session(self.hub.url, self.name, self.hub.passwords[self.name])
        )
        self._timed("start a server", me.start_server)
        self._timed("fetch", lambda: me.assignment("fetch", self.hub.settings.course, NAME))
        notebook = me.read(PATH)
        answer(notebook, self.mark)
        self._timed("run the cells", lambda: self._run(me, notebook))
        self._timed("save and submit", lambda: self._submit(me, notebook))
        return self.measured

    def _timed(self, step: str, does: Callable[[], T]) -> T:
        if time.monotonic() > self.end:
            raise StoppedError(f"{self.name} had no time to {step}.")
        began = time.perf_counter()
        result = does()
        self.measured.seconds[step] = time.perf_counter() - began
        return result

    def _run(self, me: Session, notebook: dict) -> None:
        with me.kernel(NAME) as run_cell:
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    said = run_cell(cell["source"])
                    if "Error: " in said:
                        raise SessionError(f"a cell failed: {said[-200:]}")
            self.measured.server, self.measured.kernel = memory(self.name)

    def _submit(self, me: Session, notebook: dict) -> None:
        me.write_notebook(PATH, notebook)
        me.assignment("submit", self.hub.settings.course, NAME)


def answer(notebook: dict, mark: str) -> None:
    """Put the course's answers into a fetched notebook, each with a mark of who gave it."""
    source = json.loads((ROOT / "source" / NAME / f"{NAME}.ipynb").read_text(encoding="utf-8"))
    right = {cell["id"]: "".join(cell["source"]) for cell in source["cells"]}
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = f"{right[cell['id']]}\n{mark}"


def memory(name: str) -> tuple[int, int]:
    """Return the proportional set sizes of a student's server and of their kernel, in bytes."""
    server = kernel = 0
    uid = pwd.getpwnam(name).pw_uid
    for process in psutil.process_iter(["uids", "cmdline"]):
        if process.info["uids"] is None or process.info["uids"].real != uid:
            continue
        with suppress(psutil.NoSuchProcess):
            size = process.memory_full_info().pss
            if "jupyterhub.singleuser" in process.info["cmdline"]:
                server = size
            elif "ipykernel_launcher" in process.info["cmdline"]:
                kernel = size
    return server, kernel


def run(hub: Trial, at_once: int, minutes: float) -> tuple[list[Measured], list[str]]:
    """Have all students work; return what they took, and a sentence for each who failed."""
    [instructor] = hub.settings.instructors
    ines = Session(hub.url, instructor, hub.passwords[instructor])
    press(hub, ines, "release")
    end = time.monotonic() + 60 * minutes
    students = [Student(hub, name, end) for name in hub.settings.students]
    pool = ThreadPoolExecutor(at_once)
    futures = [pool.submit(student.work) for student in students]
    wait(futures, timeout=60 * minutes)
    pool.shutdown(wait=False, cancel_futures=True)
    done, failed = [], []
    for student, future in zip(students, futures, strict=True):
        if not future.done() or future.cancelled():
            failed.append(f"{student.name} was not done in {minutes:g} minutes.")
        elif problem := future.exception():
            failed.append(f"{student.name}: {type(problem).__name__}: {problem}")
        else:
            done.append(future.result())
    press(hub, ines, "collect")
    return done, failed


def press(hub: Trial, ines: Session, button: str) -> None:
    """Press a button of the formgrader for the assignment."""
    path = f"/services/{hub.settings.course}/formgrader/api/assignment/{NAME}/{button}"
    answer = ines.get(path, "POST")
    if not answer["success"]:
        raise SessionError(f"{button}: {answer}")


def lost_and_double(hub: Trial) -> list[str]:
    """Return a sentence for each student whose work is not there exactly once, as it was saved."""
    inbound = Path(hub.settings.exchange) / hub.settings.course / "inbound"
    handed_in = Counter(path.name.split("+")[0] for path in inbound.iterdir())
    wrong = []
    for name in hub.settings.students:
        collected = hub.course / "submitted" / name / NAME / f"{NAME}.ipynb"
        if handed_in[name] != 1:
            wrong.append(f"{name} is in the exchange {handed_in[name]} times.")
        elif not collected.exists():
            wrong.append(f"{name} was not collected.")
        elif set(marks(collected)) != {f"# by {name}"}:
            wrong.append(f"What was collected of {name} is not what {name} saved.")
    return wrong


def marks(notebook: Path) -> list[str]:
    """Return the marks of those who gave a notebook's answers."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    answers = (cell for cell in cells if cell["metadata"].get("nbgrader", {}).get("solution"))
    return ["".join(cell["source"]).splitlines()[-1] for cell in answers]


def table(measured: Sequence[Measured]) -> str:
    """Return the times and the memory, medians and ninetieth percentiles, as a Markdown table."""
    lines = ["| | median | 90 of 100 students are below |", "|---|---|---|"]
    for step in STEPS:
        middle, high = middle_and_high([each.seconds[step] for each in measured])
        lines.append(f"| {step} | {middle:.1f} s | {high:.1f} s |")
    middle, high = middle_and_high([sum(each.seconds.values()) for each in measured])
    lines.append(f"| all of it | {middle:.1f} s | {high:.1f} s |")
    for what in ("server", "kernel"):
        middle, high = middle_and_high([getattr(each, what) / MEGABYTE for each in measured])
        lines.append(f"| memory of a {what} (PSS) | {middle:.0f} MB | {high:.0f} MB |")
    return "\n".join(lines)


def middle_and_high(values: Sequence[float]) -> tuple[float, float]:
    """Return the median and the ninetieth percentile."""
    ordered = sorted(values)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))]


def main(argv: list[str]) -> int:
    """Run the class; print what was lost, the times and the memory; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=8, help="students who wait at one time (8)")
    parser.add_argument("--minutes", type=float, default=10, help="after which it stops (10)")
    options = parser.parse_args(argv)
    if reason := no_accounts():
        sys.exit(reason)
    room = psutil.virtual_memory().available // NEEDED
    if options.students > room:
        sys.exit(
            f"The free memory of this machine is enough for {room} students: --students {room}."
        )
    remove_leftovers()
    names = [f"s{number:03}" for number in range(options.students)]
    before = time.monotonic()
    with trial(names) as hub:
        ready = time.monotonic()
        measured, failed = run(hub, options.at_once, options.minutes)
        took = time.monotonic() - ready
        wrong = lost_and_double(hub)
    print(
        f"{options.students} students, {options.at_once} at once, {psutil.cpu_count()} cores; the "
        f"Hub and its accounts took {ready - before:.0f} s to make, the class {took:.0f} s, "
        f"with the release and the collecting.\n"
    )
    if measured:
        print(table(measured) + "\n")
    print("\n".join([*failed, *wrong]) or "None lost, none double, no error.")
    return 1 if failed or wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (TrialError, SessionError) as problem:
        sys.exit(str(problem))
