"""Entry point of a process forked for a session: the student's kernel, or the tests'."""

import builtins
import contextlib
import functools
import os
import random
import socket
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from gradebox.kernel import other_kernel
from gradebox.kernel.shell import Channels, Kernel
from gradebox.separate import failure_record
from gradebox.separate.files import Files
from gradebox.separate.shared import Shared
from gradebox.separate.solution import Solution
from gradebox.separate.student_end import StudentNamespace
from gradebox.separate.tests_end import StudentNames
from gradebox.separate.wire import Wire


def run(job: dict[str, Any], fds: list[int], layers: tuple[str, ...]) -> int:
    """Run cells until the worker closes the session; return the exit code."""
    channels = Channels(*fds)
    os.dup2(channels.stderr, 2)  # what goes wrong from here on can be read at the other end
    os.environ.update(job["environment"])
    if job["kernel"]:
        return other_kernel.serve(job["kernel"], channels, layers)
    random.seed()
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed()
    kernel = Kernel.instance()
    peer = TestsChild(kernel, job) if job["role"] == "tests" else StudentChild(kernel, job)
    return kernel.serve(channels, {"layers": layers}, peer)


class StudentChild:
    """The student's end of the connection: answers what the tests ask for."""

    def remarks(self) -> dict[str, Any]:
        """Return the names of set-up cells to which the cell that has run gave other values."""
        changed = self._served.changed_by_cell()
        return {"changed": changed} if changed else {}

    def __init__(self, kernel: Kernel, job: dict[str, Any]) -> None:
        names, to_both = kernel.user_shell.user_ns, job.get("given_to_both", ())
        self._served = StudentNamespace(names, Files(Path.cwd()), to_both)

    def connect(self, sock: socket.socket) -> None:
        """Answer over this socket from now on."""
        self._wire = Wire(sock)

    def answer(self) -> bool:
        """Answer one request; return False if no more can be answered."""
        try:
            self._served.serve(self._wire)
        except KeyboardInterrupt:
            raise
        except BaseException:  # after half an answer nothing that follows means anything
            return False
        return True


class TestsChild:
    """The tests' end: names that the tests do not define come from the student's process."""

    _solution: Solution | None = None  # the functions in place of the student's, in this cell
    _brings_files = True  # the student's data files come over before this cell

    def begin(
        self,
        own_names: list[str],
        given_up: list[str],
        solution: dict[str, Any] | None,
        brings_files: bool,
        is_set_up: bool,
    ) -> None:
        """Ask for none of `own_names`: they are the tests', whether they are there or not.

        Those that are `given_up` are asked for, whatever earlier tests, or Python, have there. The
        functions of a solution stand in for the student's until the next cell begins.
        """
        self._names.own = (BUILTINS | frozenset(own_names)) - frozenset(given_up)
        self._brings_files = brings_files
        for name in given_up:
            self._names.pop(name, None)
        if self._solution is not None:
            self._solution.end()
        own = functools.partial(dict.get, self._names)
        classes = Shared(self._given_to_both, own)
        self._solution = (
            Solution(names=self._names, classes=classes, **solution) if solution else None
        )
        if self._names.student is not None:
            functions = self._solution.functions if self._solution else None
            self._names.student.begin(functions, is_set_up=is_set_up)

    def remarks(self) -> dict[str, Any]:
        """Return why the cell was not answered something, which a test may take for an error.

        And what it has used that may differ together with the answers; which functions of a
        solution it had called, and why that could not be run.
        """
        said: dict[str, Any] = {}
        if self._names.student is not None:
            for name in ("unanswered", "doubt"):
                if why := getattr(self._names.student, name):
                    said[name] = why
            if self._names.student.is_interrupted:
                said["interrupted"] = True
        if self._solution is not None:
            said["called"], said["broken"] = self._solution.called, self._solution.broken
            said["used_up"] = self._solution.is_used_up
        return said

    def failure(self, error: BaseException, text: str) -> dict[str, Any]:
        """Return the record of the exception that ended a test."""
        student = self._names.student
        not_crossed = student.not_crossed if student is not None else None
        return failure_record.describe(error, text, self._names, not_crossed)

    def __init__(self, kernel: Kernel, job: dict[str, Any]) -> None:
        shell = kernel.user_shell
        shell.colors = "nocolor"  # to colour a traceback takes 30 ms, ten times the rest of it
        self._names = Names(shell.user_ns)
        self._names.imports = job.get("imports", {})
        self._classes = job.get("classes", ())
        self._given_to_both = job.get("given_to_both", ())
        shell.user_module, shell.user_ns = shell.prepare_user_module(user_ns=self._names)
        sys.modules["__main__"] = shell.user_module
        self._files = Files(Path.cwd(), keeps_own=True)
        # Not in `begin`: whoever does not answer has to be interrupted.
        shell.events.register("pre_run_cell", self._bring_files)

    def connect(self, sock: socket.socket) -> None:
        """Ask over this socket from now on."""
        names = self._names
        own = functools.partial(dict.get, names)
        names.student = StudentNames(
            Wire(sock), self._files, names.replaced, self._classes, own, self._given_to_both
        )

    def _bring_files(self, *_: Any) -> None:
        if self._names.student is not None and self._brings_files:
            with contextlib.suppress(KeyboardInterrupt):  # then it gets no answers any more
                self._names.student.bring_files()


BUILTINS = frozenset(vars(builtins))


class Names(dict[str, Any]):
    """The tests' namespace. What it has not, builtins have, or the student."""

    student: StudentNames | None = None
    own: frozenset[str] = BUILTINS  # the student is not asked for them
    imports: Mapping[str, str] = {}  # how the instructor's notebook imports modules, by name

    def replaced(self) -> dict[str, Callable[..., Any]]:
        """Return what the tests have put in the place of `input` and `print`."""
        found = {}
        for name, original in REPLACEABLE.items():
            own = dict.get(self, name)  # or a test's array of that name
            own = own if callable(own) else getattr(builtins, name)
            is_kernels = getattr(own, "__func__", None) is Kernel.raw_input
            if own is not original and not is_kernels and callable(own):
                found[name] = own
        return found

    def __missing__(self, name: str) -> Any:
        """Look in the student's process, each time anew: its cells may have changed it.

        A module is imported here, as the instructor's notebook does, and not as the student's.
        """
        if self.student is None or name.startswith("__") or name in self.own:
            raise KeyError(name)
        try:
            return self.student.fetch(name)
        except NameError:
            raise KeyError(name) from None
        except ImportError:
            if name not in self.imports:
                raise
            exec(self.imports[name], self)
            return self[name]


REPLACEABLE = {"input": builtins.input, "print": builtins.print}
