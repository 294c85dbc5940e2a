"""nbgrader's `Execute` with our processes in place of a kernel."""

from dataclasses import fields
from math import inf
from pathlib import Path
from typing import Any

from nbclient.exceptions import CellExecutionError, DeadKernelError
from nbformat import NotebookNode
from nbgrader.preprocessors import Execute
from traitlets import Bool, Dict, Enum, Float, List, TraitError, Unicode, validate
from traitlets.config import Config

from gradebox.failures import KEY
from gradebox.kernel.kernel_command import KernelCommand
from gradebox.kernel.names import is_graded_by_output
from gradebox.kernel.outputs import OutputLimits
from gradebox.kernel.r_results import mark_result
from gradebox.kernel.session import Executed, Settings, execute
from gradebox.language import in_words, other_kernel, other_language
from gradebox.sandbox import Limits
from gradebox.tests_mode import MODES, TestsMode, where_tests_run

LEAST_BYTES = 1 << 20  # fewer are meant as megabytes
LEAST = {"cpu_seconds": 1, "open_files": 32, "disk_bytes": 4 << 20}  # or nothing would start


class Executor(Execute):
    """Takes the place of `Execute` in `c.Autograde.autograde_preprocessors`.

    What is configured for `Execute` (`timeout`, `allow_errors`, `error_on_timeout`, ...) holds here
    too. Whether a notebook's or a cell's tests run apart can also be said in its metadata, as
    `{"course_grading": {"tests": "separate"}}`; a step before this one must have put the
    instructor's metadata into the submission.
    """

    tests = Enum(
        MODES,
        "together",
        help="Where test cells run: in a process that runs none of the student's code, or in the "
        "student's, as in stock nbgrader, or in both, and the fewer points count.",
    ).tag(config=True)
    is_trial = Bool(
        False, help="Whether right answers are being tried: all tests run both ways."
    ).tag(config=True)
    total_seconds = Float(
        300,
        help="How long a notebook may run in all, waiting included; 0 for ever. After that no more "
        "tests are run, and it is flagged as out of time. Tests that run both ways have as long "
        "again, a minute at least.",
    ).tag(config=True)
    without = List(
        Unicode(),
        help="Layers of the sandbox that are given up, by name, or several in one string with "
        "commas; see `doctor`.",
    ).tag(config=True)
    readable = List(
        Unicode(), help="Further files and folders that the student's code may read."
    ).tag(config=True)
    programs = List(
        Unicode(),
        help="Further programs that the student's code may run, by name, besides a shell, Python "
        "and the usual small tools; 'compiler' stands for a C compiler with what it needs.",
    ).tag(config=True)
    kernels = List(
        Unicode(),
        help="Kernels of other languages than Python that may run notebooks, by name, as in "
        "`jupyter kernelspec list`. Tests then run together with the answers.",
    ).tag(config=True)
    limits = Dict(
        help="Limits of the sandbox in place of the defaults, e.g. {'memory_bytes': 2**30}."
    ).tag(config=True)
    output_limits = Dict(
        help="How much of what a cell shows is kept, in place of the defaults, "
        "e.g. {'lines': 1000}."
    ).tag(config=True)

    @validate("limits", "output_limits")
    def _named_as_they_are(self, proposal: Any) -> dict[str, Any]:
        kind = Limits if proposal["trait"].name == "limits" else OutputLimits
        names = [each.name for each in fields(kind)]
        for name, number in proposal["value"].items():
            if name not in names:
                raise TraitError(f"{name!r} is no limit; these are: {', '.join(names)}.")
            is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
            if not is_number or not 0 < number < inf:
                raise TraitError(f"{name} is {number!r}, and should be a number above 0.")
            if number != int(number) and name != "cpu_seconds":
                raise TraitError(f"{name} is {number!r}, and should be a whole number.")
            if kind is Limits:
                self._check_least(name, number)
        return {n: int(v) if v == int(v) else v for n, v in proposal["value"].items()}

    def _check_least(self, name: str, number: float) -> None:
        is_bytes = name.endswith("_bytes")
        least = LEAST.get(name, LEAST_BYTES if is_bytes else 1)
        if number < least:
            why = ": it counts bytes" if is_bytes else ""
            raise TraitError(f"{name} is {number!r}, and should be {least:,} or more{why}.")

    @validate("total_seconds")
    def _is_a_time(self, proposal: Any) -> float:
        seconds = float(proposal["value"])
        if seconds and not 1 <= seconds < inf:
            raise TraitError(
                f"total_seconds is {seconds:g}, and should be 1 or more, or 0 for no limit."
            )
        return seconds

    def preprocess(
        self, nb: NotebookNode, resources: dict[str, Any] | None = None, km: Any = None
    ) -> tuple[NotebookNode, dict[str, Any]]:
        """Run a notebook; its outputs and what happened are in the notebook afterwards.

        Raises DeadKernelError if the student's process ended by itself, and CellExecutionError
        where errors are not allowed, as `Execute` does.
        """
        resources = resources or {}
        path = resources.get("metadata", {}).get("path")
        settings = self.settings(nb)
        all_both = self._way(nb) == "both" and settings.kernel is None
        own = (where_tests_run(cell.metadata) for cell in nb.cells)
        ways = [way or ("both" if all_both else None) for way in own]
        done = execute(
            nb,
            Path(path) if path else None,
            settings,
            resources.get("instructors"),
            ways={index: way for index, way in enumerate(ways) if way is not None},
        )
        nb.metadata["language_info"] = done.language_info or self.language_info()
        if done.language_info.get("name") == "R":
            for cell in filter(is_graded_by_output, nb.cells):
                mark_result(cell)
        nb.metadata[KEY] = done.record()
        self._report(nb, done)
        return nb, resources

    def settings(self, nb: NotebookNode) -> Settings:
        """Return what is configured, for this notebook."""
        kernel = self._kernel(nb)
        programs = [*self.programs, *(kernel.programs if kernel else ())]
        is_together = kernel or self._way(nb) == "together"
        return Settings(
            tests="together" if is_together else "separate",
            is_trial=self.is_trial,
            kernel=kernel,
            cell_seconds=self._get_timeout,
            total_seconds=self.total_seconds,
            output=OutputLimits(**self.output_limits),
            limits=Limits(**self.limits),
            readable=tuple(self.readable),
            programs=tuple(dict.fromkeys(programs)),
            without=frozenset(name for names in self.without for name in names.split(",")),
            environment={"NBGRADER_EXECUTION": "autograde"},
            timeout_error=self.error_on_timeout,
        )

    def _way(self, nb: NotebookNode) -> TestsMode:
        return where_tests_run(nb.metadata) or self.tests

    def _kernel(self, nb: NotebookNode) -> KernelCommand | None:
        """Return how to start the kernel that a notebook needs, None for Python's.

        Raises ValueError for one that is not allowed, and NoSuchKernel.
        """
        language, name = other_language(nb.metadata), other_kernel(nb.metadata)
        if not language:
            return None
        if name not in self.kernels:
            raise ValueError(f"the notebook {in_words(language)}")
        return KernelCommand.of(name)

    @staticmethod
    def language_info() -> dict[str, Any]:
        """Return what a kernel says of its language."""
        from ipykernel.ipkernel import IPythonKernel

        return dict(IPythonKernel.language_info)

    def _report(self, nb: NotebookNode, done: Executed) -> None:
        for flag in done.flags:
            self.log.info("Cell %s: %s", flag.cell, flag.text)
        if done.died:
            raise DeadKernelError(f"The process that ran the student's code has ended. {done.died}")
        for cell in nb.cells:
            errors = [o for o in cell.get("outputs", ()) if o.output_type == "error"]
            if errors and not self._allows(cell, errors[-1]):
                raise CellExecutionError.from_cell_and_msg(cell, {"status": "error", **errors[-1]})

    def _allows(self, cell: NotebookNode, error: NotebookNode) -> bool:
        if self.force_raise_errors:
            return False
        names = [*(self.allow_error_names or ())]
        return (
            self.allow_errors
            or error.ename in names
            or "raises-exception" in cell.metadata.get("tags", [])
        )


def configured(config: Config) -> Executor:
    """Return an executor with the course's settings, whether they are set or added to.

    `c.Executor.kernels.append("ir")` leaves no list in the configuration itself.
    """
    return Executor(config=Config(Executor=config.Executor))
