"""The work of a worker: one submission in, its executed notebooks out.

Nothing here needs the gradebook, the course's folder or another submission. A worker may be this
process, another one, or one on another machine.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbgrader.converters import Autograde
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    NbGraderPreprocessor,
    OverwriteCells,
    OverwriteKernelspec,
    SaveAutoGrades,
)
from nbgrader.preprocessors.execute import UnresponsiveKernelError
from nbgrader.utils import setenv
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from gradebox.admission import Admission, Refused
from gradebox.admission.files import Folder
from gradebox.admission.notebook import admit_notebook
from gradebox.failures import KEY
from gradebox.flags import Flag
from gradebox.kernel.executor import Executor, configured
from gradebox.notebook_text import notebook_text
from gradebox.originals import Original
from gradebox.preprocessors import CheckPoints, DropWarnings
from gradebox.sandbox import Limits
from gradebox.scratch import temporary_folder

# Admission has done the work of these, which for the most part open the gradebook for it.
DONE_BY_ADMISSION = {
    CheckCellMetadata,
    ClearOutput,
    DeduplicateIds,
    OverwriteCells,
    OverwriteKernelspec,
}
LOOK_AT_RESULTS = (CheckPoints, DropWarnings)
PAGE = 4096  # bytes: the least that a file takes in memory
ROOM = 2 << 20  # bytes of a sandbox's disk for what is there besides, as lists of fonts
WRITES_GRADEBOOK = (SaveAutoGrades, AssignLatePenalties)

Step = type[NbGraderPreprocessor]
NO_DATABASE = "sqlite://"  # in memory; only a course's own preprocessors would open it


@dataclass(frozen=True)
class Steps:
    """nbgrader's preprocessors for a submission, as the course's configuration names them."""

    work: tuple[Step, ...]  # up to the first that writes to the gradebook; for the worker
    save: tuple[Step, ...]  # the rest; for whoever holds the gradebook

    @classmethod
    def of(cls, converter: Autograde) -> "Steps":
        """Take them from the converter that nbgrader has configured.

        Whatever the configuration says, a submission runs in our executor and in no other, and
        what is graded by its result gets the steps that look at results.
        """
        sanitize = _in_sandbox(_classes(converter.sanitize_preprocessors))
        grade = _in_sandbox(_classes(converter.autograde_preprocessors))
        if not any(issubclass(step, Executor) for step in (*sanitize, *grade)):
            grade.insert(0, Executor)
        first = next(
            (i for i, step in enumerate(grade) if issubclass(step, WRITES_GRADEBOOK)), len(grade)
        )
        for step in LOOK_AT_RESULTS:
            if not any(issubclass(each, step) for each in grade):
                grade.insert(first, step)
                first += 1
        return cls(
            work=(*(step for step in sanitize if step not in DONE_BY_ADMISSION), *grade[:first]),
            save=tuple(step for step in grade[first:] if step not in DONE_BY_ADMISSION),
        )


def _in_sandbox(steps: list[Step]) -> list[Step]:
    """Put our executor in the place of every step that would run a notebook in a kernel."""
    return [
        Executor if issubclass(step, NotebookClient) and not issubclass(step, Executor) else step
        for step in steps
    ]


def _classes(steps: Iterable[Step | str]) -> list[Step]:
    return [import_item(step) if isinstance(step, str) else step for step in steps]


@dataclass(frozen=True)
class RunContext:
    """Everything that stays the same for all submissions of a run."""

    original: Original
    steps: tuple[Step, ...]
    config: Config
    db_url: str  # for a course's own preprocessors; nothing here opens it
    scratch: str | None = None  # where submissions are run; the system's place, if not said


@dataclass(frozen=True)
class Submission:
    """One student's submission, as read from its folder."""

    student: str
    path: Path
    folder: Folder
    fingerprints: dict[str, str]  # {name of a notebook: what its grade depends on}


@dataclass
class GradingResult:
    """The result of one submission: each notebook is either graded or refused."""

    notebooks: dict[str, str] = field(default_factory=dict)  # executed, as JSON
    refused: dict[str, str] = field(default_factory=dict)  # {name: why}
    flags: dict[str, list[Flag]] = field(default_factory=dict)
    seconds: float = 0.0  # that it took


def grade(submission: Submission, context: RunContext) -> GradingResult:
    """Admit and run the notebooks of one submission in a folder of its own that then vanishes."""
    graded, began = GradingResult(), time.monotonic()
    limits = Admission(config=context.config)
    beside = files_beside(submission.folder, context.original)
    if why := _why_too_large(beside, context):
        names = submission.folder.notebooks
        return GradingResult(refused=dict.fromkeys(names, why), flags={name: [] for name in names})
    # what a student's code leaves there may resist being removed
    with temporary_folder("submission", context.scratch) as own:
        folder = own / "files"
        folder.mkdir()
        for path, content in beside.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        for notebook, content in submission.folder.notebooks.items():
            flags = graded.flags[notebook] = []
            try:
                graded.notebooks[notebook] = _grade_notebook(
                    notebook, content, submission, folder, context, limits, flags
                )
            except Refused as reason:
                graded.refused[notebook] = str(reason)
    graded.seconds = time.monotonic() - began
    return graded


def files_beside(folder: Folder, original: Original) -> dict[str, bytes]:
    """Return what lies beside the notebooks: the student's files, under the instructor's."""
    editable = original.editable & folder.files.keys()
    return folder.files | {p: c for p, c in original.files.items() if p not in editable}


def _why_too_large(beside: Mapping[str, bytes], context: RunContext) -> str:
    """Return why a sandbox cannot hold a student's files, or "".

    If it cannot hold the instructor's either, the sandbox says so, of all submissions.
    """
    executor = configured(context.config)
    most = Limits(**executor.limits).disk_bytes - ROOM
    needed = _in_pages(beside.values())
    has_disk = "files" not in ",".join(executor.without).split(",")
    if not has_disk or needed <= most or _in_pages(context.original.files.values()) > most:
        return ""
    return (
        f"its files and those that were handed out take {needed / 1e6:,.1f} MB, and there is room "
        f"for {most / 1e6:,.1f} MB (disk_bytes in c.Executor.limits)"
    )


def _in_pages(contents: Iterable[bytes]) -> int:
    """Return how many bytes files take where each has whole pages."""
    return sum(-(-len(content) // PAGE) * PAGE for content in contents)


def _grade_notebook(
    name: str,
    content: bytes,
    submission: Submission,
    folder: Path,
    context: RunContext,
    limits: Admission,
    flags: list[Flag],
) -> str:
    """Return a notebook that was run, as JSON, and add what was seen to `flags`; or Refused."""
    original = context.original.notebooks[name]
    notebook, seen = admit_notebook(content, original, limits)
    flags += seen
    resources: dict[str, Any] = {
        "unique_key": name,
        "instructors": original.part(context.original.files),
        "output_files_dir": f"{name}_files",
        "metadata": {
            "name": name,
            "path": str(folder),
            "modified_date": datetime.now(UTC).strftime("%B %d, %Y"),
        },
        "nbgrader": {
            "student": submission.student,
            "assignment": context.original.name,
            "notebook": name,
            "db_url": context.db_url,
        },
    }
    record: dict[str, Any] = {}
    try:
        with setenv(NBGRADER_EXECUTION="autograde"):
            for step in context.steps:
                notebook, resources = step(config=context.config)(notebook, resources)
                record = notebook.metadata.get(KEY, record)  # a later step may clear metadata
    except DeadKernelError as error:
        why = str(error).rstrip(".")
        raise Refused(
            f"its kernel died while running it, so none of its tests counts. {why}"
        ) from None
    except UnresponsiveKernelError:
        raise Refused("its kernel stopped answering, and could not be interrupted") from None
    finally:  # the steps change the notebook in place, so that it tells even of a dead kernel
        record = notebook.metadata.setdefault(KEY, record)
        flags += (Flag(**flag) for flag in record.get("flags", ()))
    noted = [*submission.folder.flags, *flags]
    record["flags"] = [asdict(flag) for flag in noted]
    return notebook_text(notebook)
