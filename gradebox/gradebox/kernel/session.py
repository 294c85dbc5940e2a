"""Runs one notebook: the student's cells in one process and the test cells in another, or in one.

The marks of the cells decide, so they must be the instructor's (nbgrader's `OverwriteCells` sees
to that): a graded cell that holds no answer is a test cell, and a locked one that is not graded is
a set-up cell. With `tests="separate"` the test cells run in a process that never runs a line of
the student's. It also runs the set-up cells; any other name is fetched from the student's process.

It fails closed. Nothing that the student's process shows gets into a test cell, and a test cell
that was not run to its end holds an error.
"""

import contextlib
import copy
import selectors
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nbformat import NotebookNode
from nbformat.v4 import new_notebook, new_output
from nbgrader.utils import is_solution

from gradebox.failures import (
    STOPPED,
    TIMED_OUT,
    Failure,
    could_not_run_apart,
    failure_of,
    forget_failure,
)
from gradebox.flags import APART, DIED, DOUBT, ENDED, TIME, Flag
from gradebox.kernel.both_ways import NOT_APART, BothWays, RunTogether
from gradebox.kernel.cell_errors import (
    TIMEOUT,
    errors_shown,
    leave_out_folders,
    note_of_test,
    show_error,
    show_how_it_ended,
)
from gradebox.kernel.fork_server import ForkServer, ForkServerDied, NotStarted, fork_server
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.kernel_command import KernelCommand
from gradebox.kernel.names import (
    defined,
    given_to_both,
    is_graded_by_output,
    is_run,
    is_set_up,
    modules_in,
    names_of_the_tests,
    names_read,
)
from gradebox.kernel.needed_names import needed
from gradebox.kernel.notebook_process import (
    Ended,
    Forged,
    KernelProcess,
    OutputLimits,
)
from gradebox.kernel.prepared import prepare
from gradebox.kernel.second_try import TestedAnswers
from gradebox.kernel.skipped_cells import SAID, cells_to_skip
from gradebox.points import points_got
from gradebox.sandbox import Limits, SandboxUnavailable
from gradebox.scratch import temporary_folder
from gradebox.separate.doubt import BY_CELL
from gradebox.tests_mode import TestsMode

DIED_SECONDS = 1.0  # for a process that does not answer to be known as ended
MORE_SECONDS = 60.0  # for tests that run once more, whatever time the notebook has taken
START_SECONDS = 60.0  # for the first process of a fork server, which has to warm up
OF_OTHER_KERNELS = frozenset(("files", "network"))  # layers of the sandbox
NO_LIMIT_SECONDS = 7 * 24 * 3600.0  # the system waits for 24 days at most


@dataclass
class Executed:
    """The events of running a notebook. Its outputs are in the notebook itself."""

    tests: TestsMode
    seconds: float = 0.0
    layers: dict[str, tuple[str, ...]] = field(default_factory=dict)  # {process: in force}
    flags: list[Flag] = field(default_factory=list)
    died: str = ""  # how the student's process ended, if it did by itself
    language_info: dict[str, Any] = field(default_factory=dict)  # as another kernel says it

    def record(self) -> dict[str, Any]:
        """Return it as plain data, for the notebook's metadata."""
        return {
            "tests": self.tests,
            "seconds": round(self.seconds, 3),
            "layers": {process: list(layers) for process, layers in self.layers.items()},
            "flags": [asdict(flag) for flag in self.flags],
        }


@dataclass(frozen=True)
class Settings:
    """How notebooks are run; see `Executor` for what each is about."""

    tests: TestsMode = "together"
    is_trial: bool = False  # whether right answers are being tried: all tests run both ways
    kernel: KernelCommand | None = None  # of another language; its tests run together
    cell_seconds: Callable[[NotebookNode], float | None] = lambda cell: 30
    total_seconds: float = 300
    grace_seconds: float = 5  # for a cell to end after Ctrl-C, and for a process to vanish
    output: OutputLimits = field(default_factory=OutputLimits)
    limits: Limits = field(default_factory=Limits)
    readable: tuple[str, ...] = ()
    programs: tuple[str, ...] = ()
    without: frozenset[str] = frozenset()
    environment: Mapping[str, str] = field(default_factory=dict)
    timeout_error: Mapping[str, Any] = field(default_factory=lambda: TIMEOUT)


def execute(
    notebook: NotebookNode,
    folder: Path | None = None,
    settings: Settings | None = None,
    instructors: InstructorsPart | None = None,
    *,
    ways: Mapping[int, TestsMode] | None = None,
    server: ForkServer | None = None,
) -> Executed:
    """Run a notebook and fill in its outputs.

    The student's process runs in a copy of `folder` without its notebooks, the tests' in a folder
    with the instructor's files; both vanish. `ways` says of test cells, by position, how they run
    where it is not as the settings say. Raises SandboxUnavailable where the sandbox is not to be
    had as asked, and ForkServerDied if two fork servers in a row did not last.
    """
    settings = settings or Settings()
    instructors = instructors or InstructorsPart()
    for last_try in (False, True):
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
            forget_failure(cell)
        with _folders(folder, instructors.files) as folders:
            session = _Session(
                notebook, folders, settings, instructors, ways or {}, server or fork_server()
            )
            try:
                return session.run()
            except ForkServerDied:
                if last_try:
                    raise
    raise AssertionError("not reached")


@contextlib.contextmanager
def _folders(folder: Path | None, files: Mapping[str, bytes]) -> Iterator[dict[str, Path]]:
    """Give the student's process and the tests' a folder each, and remove them afterwards."""
    with temporary_folder("session", passable=True) as made:
        folders = {name: made / name for name in ("student", "tests")}
        for each in folders.values():
            each.mkdir(mode=0o700)
        if folder is not None:
            # A notebook that is being graded holds the tests.
            leave = shutil.ignore_patterns("*.ipynb", ".ipynb_checkpoints")
            shutil.copytree(
                folder, folders["student"], symlinks=True, ignore=leave, dirs_exist_ok=True
            )
        for path, content in files.items():
            target = folders["tests"] / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        yield folders


class _Session:
    """One run of one notebook."""

    def __init__(
        self,
        notebook: NotebookNode,
        folders: dict[str, Path],
        settings: Settings,
        instructors: InstructorsPart,
        ways: Mapping[int, TestsMode],
        server: ForkServer,
    ) -> None:
        self._notebook = notebook
        self._settings = settings
        self._instructors = instructors
        self._ways = ways
        self._both_ways = BothWays(ways, settings.is_trial)
        in_python = settings.kernel is None
        self._skipped = cells_to_skip(notebook.cells, instructors.skippable if in_python else ())
        cells = instructors.cells or notebook.cells
        # Of `caught = True` in an `except` that is not reached, an answer could give it before.
        others = frozenset().union(
            *instructors.answered.values(), *map(defined, instructors.unmarked)
        )
        self._names_of_the_tests = names_of_the_tests(
            cells,
            instructors.answered,
            lambda source: defined(source) - needed(source) - others,
        )
        self._given_to_both = sorted(given_to_both(cells, instructors.answered))
        marked = {cell.source for cell in instructors.cells if not is_solution(cell)}
        self._instructors_sources = marked.union(instructors.unmarked)
        read = (cell.source for cell in instructors.cells)
        self._packages = modules_in([*read, *instructors.unmarked, *instructors.imports.values()])
        self._tested = TestedAnswers(instructors.follow_through)
        self._folders = folders
        self._server = server
        self._executed = Executed(settings.tests)
        self._processes: dict[str, KernelProcess] = {}
        self._selector = selectors.DefaultSelector()
        self._stopped = ""  # why no more cells are run
        self._changed: set[str] = set()  # names of set-up cells that other cells gave other values
        self._count = 0

    def run(self) -> Executed:
        """Run all cells in order."""
        self._began = began = time.monotonic()
        total = self._settings.total_seconds or NO_LIMIT_SECONDS
        self._deadline = began + min(total, NO_LIMIT_SECONDS)
        try:
            self._start()
            for index, cell in enumerate(self._notebook.cells):
                if cell.cell_type == "code" and cell.source.strip():
                    self._run_cell(index, cell)
            self._run_both_ways()
        finally:
            for process in self._processes.values():
                process.dismiss()
            for process in self._processes.values():
                process.close(time.monotonic() + self._settings.grace_seconds)
            self._selector.close()
        self._executed.seconds = time.monotonic() - began
        return self._executed

    def _start(self) -> None:
        if self._settings.kernel is not None and not OF_OTHER_KERNELS.isdisjoint(
            self._settings.without
        ):
            raise SandboxUnavailable(
                f"The kernel {self._settings.kernel.name} talks over sockets, which a sandbox has "
                f"only with the layers {' and '.join(sorted(OF_OTHER_KERNELS))}: they cannot be "
                "given up for it."
            )
        names = ["student"]
        if self._settings.tests == "separate" and self._settings.kernel is None:
            names.append("tests")
        for name in names:
            self._processes[name] = KernelProcess(
                self._server, self._job(name), self._selector, self._notebook, self._settings.output
            )
        for name, process in self._processes.items():
            hello = process.start(time.monotonic() + START_SECONDS)
            self._executed.layers[name] = tuple(hello["layers"])
            self._executed.language_info = hello.get("language_info", {})
        try:
            self._connect()
        except Ended as end:
            raise NotStarted(str(end).rstrip(".")) from end

    def _job(self, role: str) -> dict[str, Any]:
        settings, instructors = self._settings, self._instructors
        return {
            "role": role,
            "kernel": asdict(settings.kernel) if settings.kernel else None,
            "folder": str(self._folders[role]),
            "readable": settings.readable,
            "programs": settings.programs,
            "limits": asdict(settings.limits),
            "without": sorted(settings.without),
            "environment": dict(settings.environment),
            "imports": dict(instructors.imports) if role == "tests" else {},
            "classes": sorted(instructors.classes) if role == "tests" else [],
            "given_to_both": self._given_to_both,
            "packages": sorted(self._packages),
        }

    def _connect(self) -> None:
        """Connect the tests' process with the student's, instead of any connection before."""
        if "tests" in self._processes:
            ends = socket.socketpair()
            for process, end in zip(self._processes.values(), ends, strict=True):
                with end:
                    process.connect(end)

    # One cell

    def _run_cell(self, index: int, cell: NotebookNode) -> None:
        is_test = is_graded_by_output(cell)
        if not is_run(cell):
            return
        if self._stopped:
            if is_test:
                self._fail(cell, "NotRun", f"This test was not run: {self._stopped}")
            return
        if index in self._skipped:
            cell.outputs.append(new_output("stream", name="stdout", text=f"{SAID}\n"))
            return
        self._count += 1
        separate = "tests" in self._processes
        if is_test and separate and self._ways.get(index) != "together":
            self._run_test(index, cell)
            failure = failure_of(cell)
            why = failure.not_apart if failure and could_not_run_apart(cell.source, failure) else ""
            if why and not self._both_ways.suspect(index, why):
                self._flag(APART, index, cell, NOT_APART.format(why))
        else:
            reply = self._run_in("student", index, cell, self._until(cell))
            if separate and not (is_test or is_set_up(cell)):
                changed = (reply or {}).get("changed")
                changed = changed if isinstance(changed, list) else []  # the student's word
                self._changed.update(name for name in self._given_to_both if name in changed)
            if separate and is_set_up(cell) and not self._stopped:
                self._set_up_tests(index, cell)
        cell.execution_count = self._count
        if is_test:
            leave_out_folders(cell, self._folders.values())
            self._tested.add(cell)

    def _run_both_ways(self) -> None:
        """Run tests once more that have to pass together with the answers, too.

        They have time of their own, and a process of their own where the first has been lost.
        """
        if not self._both_ways.is_needed:
            return
        now = time.monotonic()
        self._deadline = max(self._deadline, now + max(MORE_SECONDS, now - self._began))
        run = RunTogether(
            None if self._stopped else self._processes["student"],
            self._fresh_student,
            self._notebook,
            self._skipped,
            self._until,
            self._settings.grace_seconds,
            frozenset().union(*self._instructors.answered.values()),
        )
        for kind, index, text in self._both_ways.take_fewer_points(run, self._deadline):
            self._flag(kind, index, self._notebook.cells[index], text)

    @contextlib.contextmanager
    def _fresh_student(self) -> Iterator[KernelProcess]:
        """Start a further process for the student's cells, whose outputs go to no notebook."""
        parts = self._server, self._job("student"), self._selector, new_notebook()
        process = KernelProcess(*parts, self._settings.output)
        try:
            process.start(time.monotonic() + START_SECONDS)
            yield process
        finally:
            process.dismiss()
            process.close(time.monotonic() + self._settings.grace_seconds)

    def _note_doubt(self, index: int, cell: NotebookNode, reply: Mapping[str, Any] | None) -> None:
        doubt = str((reply or {}).get("doubt", ""))
        if not doubt and not self._changed.isdisjoint(names_read(cell.source)):
            doubt = BY_CELL
        self._both_ways.note(index, cell, doubt)
        has_failed = points_got(cell) < cell.metadata.nbgrader.points
        if doubt and has_failed and self._settings.is_trial:  # it may be why
            self._flag(DOUBT, index, cell, doubt)

    def _run_test(self, index: int, cell: NotebookNode) -> None:
        """Run a test cell; where it fails, once more without the mistakes of earlier answers.

        Both tries share the cell's time. Where an earlier answer never ended, there is only the
        second.
        """
        until = self._until(cell)
        second = self._tested.second_try(cell)
        if second is None or not second.is_only_try:
            self._note_doubt(index, cell, self._run_in("tests", index, cell, until))
            is_right = points_got(cell) >= cell.metadata.nbgrader.points
            if second is None or is_right or self._stopped or time.monotonic() >= until:
                return
        again = copy.deepcopy(cell)
        forget_failure(again)
        reply = self._run_in("tests", index, again, until, second.solution) or {}
        if broken := reply.get("broken"):
            text = f"The solution, which the FOLLOWS line asks for, could not be run: {broken}"
            self._flag("solution", index, cell, text)
        says_something = not (broken or reply.get("used_up") or self._stopped)
        second.take_better_try(cell, again, reply.get("called", ()), says_something)

    def _set_up_tests(self, index: int, cell: NotebookNode) -> None:
        """Run a set-up cell in the tests' process too; show there what only failed there."""
        again = NotebookNode(cell, outputs=[])
        self._run_in("tests", index, again, self._until(cell))
        if not errors_shown(cell):
            cell.outputs += errors_shown(again)

    def _until(self, cell: NotebookNode) -> float:
        """Return the time at which a cell that is begun now has to end."""
        seconds = self._settings.cell_seconds(cell) or NO_LIMIT_SECONDS
        return min(time.monotonic() + seconds, self._deadline)

    def _run_in(
        self,
        name: str,
        index: int,
        cell: NotebookNode,
        until: float,
        solution: Mapping[str, Any] | None = None,
    ) -> dict[str, Any] | None:
        """Run a cell in one of the processes, and see to what went wrong.

        Returns the process's reply, None if there is none. Functions of a `solution` stand in for
        the student's.
        """
        process = self._processes[name]
        names = self._names_of_the_tests.get(_grade_id(cell)) if name == "tests" else None
        reply: dict[str, Any] | None = None
        try:
            is_python = self._settings.kernel is None
            is_the_same_for_all = is_python and cell.source in self._instructors_sources
            prepared = prepare(cell.source) if is_the_same_for_all else None
            reply = process.run(cell, index, self._count, until, names, prepared, solution)
            is_late = reply is None
            if is_late:
                self._interrupt(name, index, cell)
        except Ended as end:  # perhaps of being interrupted
            is_late, reply = False, None
            # Where the tests did not end, it may have been the student's process that was asked.
            whose = (each for each, process in self._processes.items() if process.end is end)
            self._died(next(whose, name), index, cell, end)
        self._note_left_out(index, cell, process)
        if name == "tests":
            self._note_conversation(index, cell, reply)
        if reply is not None:
            show_how_it_ended(cell, reply, is_of_tests=name == "tests")
        if is_late:
            show_error(cell, self._settings.timeout_error)
            note_of_test(cell, Failure(TIMED_OUT))
        return reply

    def _note_left_out(self, index: int, cell: NotebookNode, process: KernelProcess) -> None:
        """Say that not all that a cell showed was kept, if so; a test has failed by that."""
        left_out = process.done()
        if not left_out:
            return
        text = f"The rest of what this cell showed was left out: {left_out}."
        if not (process.is_full and self._is_flagged("output")):
            self._flag("output", index, cell, text)
        if is_graded_by_output(cell):
            self._fail(cell, "OutputError", text)
        else:
            cell.outputs.append(new_output("stream", name="stderr", text=f"\n{text}\n"))

    def _note_conversation(
        self, index: int, cell: NotebookNode, reply: Mapping[str, Any] | None
    ) -> None:
        """See to how the tests' conversation with the answers has ended."""
        if reply is not None and "unanswered" in reply:
            self._unanswered(index, cell, str(reply["unanswered"]), "interrupted" in reply)
        if reply is not None and reply.get("interrupted") is True:
            self._connect_anew()
        forgery = self._processes["student"].end
        if isinstance(forgery, Forged) and not self._executed.died:
            # It came after the student's last cell, or with the reply to that.
            self._died("student", index, cell, forgery)

    def _interrupt(self, name: str, index: int, cell: NotebookNode) -> None:
        """Stop a cell whose time is up, politely if that works."""
        over_all = time.monotonic() >= self._deadline
        for process in self._processes.values():  # the student's may be at work for the tests'
            process.interrupt()
        until = time.monotonic() + self._settings.grace_seconds
        calm = self._processes[name].wait(until) is not None
        calm = calm and all(
            other is self._processes[name] or other.is_idle(until)
            for other in self._processes.values()
        )
        if over_all:
            self._stop(f"the notebook had run for {self._settings.total_seconds:g} s by then.")
            kind = TIME
            text = f"The notebook ran for more than {self._settings.total_seconds:g} s in all."
        elif calm:
            kind, text = TIME, "The cell ran for too long and was interrupted."
            self._connect()  # of the old connection, nobody knows what is on its way
        else:
            self._stop("an earlier cell ran for too long and could not be interrupted.")
            kind = ENDED
            text = "The cell ran for too long, could not be interrupted and was ended."
        self._flag(kind, index, cell, text)

    def _connect_anew(self) -> None:
        """Connect the processes once more, after a test did not wait for an answer to the end."""
        student = self._processes["student"]
        student.interrupt()
        try:
            if student.is_idle(time.monotonic() + self._settings.grace_seconds):
                self._connect()
            else:
                self._stop("a test has left an answer running, which could not be interrupted.")
        except Ended:
            return  # the next cell that asks finds out how

    def _died(self, name: str, index: int, cell: NotebookNode, end: Ended) -> None:
        why, kind = str(end), "forged" if isinstance(end, Forged) else DIED
        whose = "the student's code" if name == "student" else "the tests"
        self._stop(f"the process that ran {whose} had ended before. {why}")
        self._fail(cell, "DeadKernelError", f"The process that ran {whose} has ended. {why}")
        self._flag(kind, index, cell, f"The process that ran {whose} has ended. {why}")
        if name == "student":
            self._executed.died = why

    def _unanswered(
        self, index: int, cell: NotebookNode, why: str, is_interrupted: bool = False
    ) -> None:
        """Fail a cell that was not answered something, even if it expected an exception there."""
        is_flagged = self._is_flagged("forged")
        wait = 0.0 if is_flagged else DIED_SECONDS
        if ended := self._processes["student"].how_it_ended(time.monotonic() + wait):
            return self._died("student", index, cell, ended)
        show_error(cell, {"ename": "WireError", "evalue": why, "traceback": [why]})
        note_of_test(cell, Failure(STOPPED, text=why))
        if is_interrupted:
            text = "It could not be run apart from the answers: it asked on after an interruption."
            self._flag(APART, index, cell, text)
        elif not is_flagged:
            text = "What the student's code sent in answer to the tests was no answer to them."
            self._flag("forged", index, cell, f"{text} {why}")

    def _stop(self, why: str) -> None:
        self._stopped = self._stopped or why

    def _is_flagged(self, kind: str) -> bool:
        return any(flag.kind == kind for flag in self._executed.flags)

    def _flag(self, kind: str, index: int, cell: NotebookNode, text: str) -> None:
        self._executed.flags.append(Flag(kind, text, _grade_id(cell) or str(index)))

    def _fail(self, cell: NotebookNode, name: str, text: str) -> None:
        cell.outputs.append(new_output("error", ename=name, evalue=text, traceback=[text]))
        note_of_test(cell, Failure(STOPPED, text=text))


def _grade_id(cell: NotebookNode) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")
