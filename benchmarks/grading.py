"""Seconds to run one submission: nbgrader's `Execute` against our `Executor`, turn by turn.

    python -m benchmarks.grading [--submissions 10] [--assignment 01-matrix-products]

The submissions are the source notebook with the authors' wrong answers in it, one each. Reading
and sanitising a submission, the gradebook and files are not part of this: see
`benchmarks.classroom`. "Beyond its own cells" is the CPU time of all processes for a notebook in
which every cell is replaced by `pass`.
"""

import argparse
import copy
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Literal

import nbformat
from gradebox.kernel.fork_server import ForkServer
from gradebox.kernel.session import Settings, execute
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute

from authoring.model import answers, assignments, exercises

ROOT = Path(__file__).resolve().parents[1]
Run = Callable[[NotebookNode], object]


def main(argv: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("--submissions", type=int, default=10, metavar="N")
    parser.add_argument("--assignment", default="01-matrix-products", metavar="NAME")
    options = parser.parse_args(argv)
    notebooks = submissions(options.assignment, options.submissions)
    server = ForkServer()
    ways: dict[str, Run] = {
        "stock Execute": stock,
        "together": lambda notebook: ours(notebook, "together", server),
        "separate": lambda notebook: ours(notebook, "separate", server),
    }
    for run in ways.values():  # imports, and the warm-up of the fork server
        run(copy.deepcopy(notebooks[0]))
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for notebook in notebooks:
        for name, run in ways.items():
            began = time.perf_counter()
            run(copy.deepcopy(notebook))
            seconds[name].append(time.perf_counter() - began)
    server.close()
    print(f"{len(notebooks)} submissions of {options.assignment}, seconds each")
    first = statistics.median(seconds["stock Execute"])
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"{name:14} median {median:.3f}  most {max(taken):.3f}  {first / median:.1f} times")
    for tests in ("together", "separate"):
        # the warm-up is subtracted, and never takes quite the same: so over more of them
        cpu = overhead(notebooks[0], tests, 4 * options.submissions)
        print(f"CPU beyond its own cells, {tests}: {cpu * 1000:.0f} ms a submission")
    return 0


def submissions(assignment: str, count: int) -> list[NotebookNode]:
    """Return the source notebook with one wrong answer each."""
    path = ROOT / "source" / assignment / f"{assignment}.ipynb"
    wrong = (
        answer
        for name, exercise in exercises(assignments()[assignment]).items()
        for answer in answers(name, exercise)
        if not answer.is_right
    )
    made = []
    for answer in islice(wrong, count):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.metadata.get("nbgrader", {}).get("grade_id") == answer.exercise:
                cell.source = answer.cell
        made.append(notebook)
    return made


def stock(notebook: NotebookNode) -> None:
    """Run it in a kernel, as configured for the course before there was an `Executor`."""
    with tempfile.TemporaryDirectory() as folder:
        step = Execute(kernel_name="python3", shutdown_kernel="immediate")
        step.preprocess(notebook, {"metadata": {"path": folder}})


def ours(
    notebook: NotebookNode, tests: Literal["separate", "together"], server: ForkServer
) -> None:
    """Run it in sandboxed processes."""
    execute(notebook, None, Settings(tests=tests), server=server)


def overhead(notebook: NotebookNode, tests: Literal["separate", "together"], count: int) -> float:
    """Return the CPU seconds of one session whose cells do nothing."""
    empty = copy.deepcopy(notebook)
    for cell in empty.cells:
        if cell.cell_type == "code":
            cell.source = "pass"

    def cpu_of(sessions: int) -> float:
        server = ForkServer()
        before = _cpu()
        for _ in range(sessions):
            ours(empty, tests, server)
        server.close()
        return _cpu() - before

    return (cpu_of(1 + count) - cpu_of(1)) / count  # the first session pays for the warm-up


def _cpu() -> float:
    """Return the CPU seconds of this process and of all that it has waited for."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


if __name__ == "__main__":
    raise SystemExit(main())
