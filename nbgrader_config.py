"""nbgrader's configuration for this course, the same for the shell, the formgrader and students.

No list of assignments and no points stand here: an assignment is a folder in `source/`, and the
points stand in its cells.
"""

import contextlib
import os
import shutil
import sysconfig
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment
from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions, Execute, SaveAutoGrades

from course.grader.timestamps import guard_nbgrader

c = get_config()  # noqa: F821 (traitlets puts it here)
here = Path(__file__).resolve().parent

# nbgrader makes a new gradebook with the command `alembic`, which is not on the PATH if the virtual
# environment was not activated (`.venv/bin/nbgrader ...`, or JupyterLab started by `make lab`).
if shutil.which("alembic") is None:
    os.environ["PATH"] = sysconfig.get_path("scripts") + os.pathsep + os.environ.get("PATH", "")

c.CourseDirectory.course_id = "attention-by-hand"
c.CourseDirectory.root = str(here)
exchange = Path(os.environ.get("NBGRADER_EXCHANGE") or here / ".exchange")
c.Exchange.root = str(exchange)
with contextlib.suppress(OSError):  # nbgrader wants it to be there, and says so where it is not
    exchange.mkdir(parents=True, exist_ok=True)

# A link in the exchange or in an archive is not followed, and what cannot be copied, unpacked or
# read stops nobody's collecting.
c.ExchangeFactory.collect = "course.grader.collect.Collect"
c.ZipCollectApp.extractor_plugin = "course.grader.zip_collect.Extractor"
c.ZipCollectApp.collector_plugin = "course.grader.zip_collect.Collector"
guard_nbgrader()  # against a `timestamp.txt` that takes long to read

# A student's name is no formula in a table, and no control sequence on a terminal.
c.ExportApp.plugin_class = "course.grader.exports.CsvExport"
c.NbGrader.logging_config = {
    "filters": {"plain": {"()": "course.grader.logs.PlainText"}},
    "handlers": {"console": {"filters": ["plain"]}},
}

# Stubs that fit the exercise, in place of nbgrader's one stub for all; no blank lines left over.
ours = {
    ClearSolutions: "course.grader.preprocessors.ClearAnswers",
    ClearHiddenTests: "course.grader.preprocessors.ClearTests",
}
c.GenerateAssignment.preprocessors = [
    ours.get(step, step) for step in GenerateAssignment.preprocessors.default()
]

# The engine of `python -m course grade` for nbgrader's own commands and the formgrader's button:
# a submission is untrusted input, and a broken one costs only itself.
c.Autograde.exporter_class = "course.grader.submissions.SubmissionExporter"
# Notebooks run in sandboxed processes; a right answer that warns keeps its marks, and a result that
# is no number of points gives none.
steps = Autograde.autograde_preprocessors.default()
steps[steps.index(Execute)] = "course.grader.kernel.executor.Executor"
for step in ("CheckPoints", "DropWarnings"):
    steps.insert(steps.index(SaveAutoGrades), f"course.grader.preprocessors.{step}")
c.Autograde.autograde_preprocessors = steps
c.Executor.tests = "separate"  # test cells run where none of the student's code does
c.ClearMetadataPreprocessor.preserve_nb_metadata_mask = {
    ("language_info", "name"),
    "course_grading",
}
c.ClearMetadataPreprocessor.preserve_cell_metadata_mask = {"nbgrader", "course_grading"}

# Cells here take milliseconds. 30 s leaves room for a slow laptop's first import of matplotlib,
# and a class with an endless loop in it still gets done.
# Executor has the same limit: it is an Execute; the Validate button uses Execute itself.
c.Execute.timeout = 30
# All cells together: as long as five cells that run into that limit. Who only sleeps holds a worker
# no longer.
c.Executor.total_seconds = 150
c.Execute.kernel_name = "python3"  # whatever kernel a submission names
c.Execute.shutdown_kernel = "immediate"  # nothing to tidy up; saves half a second a notebook

# What a student gets back tells no hidden test, and nothing in it runs. The formgrader shows an
# instructor what a student's code displayed, so that is made safe as well.
# `c.FeedbackExporter.stock = True` brings nbgrader's own page back.
c.GenerateFeedback.exporter_class = "course.grader.feedback.FeedbackExporter"
c.HTMLExporter.preprocessors = ["course.grader.feedback.SafeOutputs"]
c.HTMLExporter.filters = {"markdown2html": "course.grader.feedback.formgrader_markdown"}
