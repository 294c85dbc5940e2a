"""The settings that `gradebox.configure(c)` makes in a course's `nbgrader_config.py`.

nbgrader's commands, its API and the formgrader go on working. Each of these settings is nbgrader's
own, and a line after the call changes it again.
"""

from typing import Any

from nbgrader.converters import Autograde
from nbgrader.preprocessors import Execute, SaveAutoGrades

from gradebox.new_gradebook import prepare_nbgrader
from gradebox.timestamps import guard_nbgrader


def set_all(c: Any, tests: str) -> None:
    """Set what the module's first lines say; `tests` is one of `tests_mode.MODES`."""
    prepare_nbgrader()

    # A link in the exchange or in an archive is not followed, and what cannot be copied, unpacked
    # or read stops nobody's collecting.
    c.ExchangeFactory.collect = "gradebox.collect.Collect"
    c.ExchangeFactory.release_assignment = "gradebox.release_with_date.Release"
    c.ExchangeFactory.release_feedback = "gradebox.release_feedback.ReleaseFeedback"
    c.ZipCollectApp.extractor_plugin = "gradebox.zip_collect.Extractor"
    c.ZipCollectApp.collector_plugin = "gradebox.zip_collect.Collector"
    guard_nbgrader()  # against a `timestamp.txt` that takes long to read

    # A student's name is no formula in a table, and no control sequence on a terminal.
    c.ExportApp.plugin_class = "gradebox.exports.CsvExport"
    c.NbGrader.logging_config = {
        "filters": {"plain": {"()": "gradebox.logs.PlainText"}},
        "handlers": {"console": {"filters": ["plain"]}},
    }

    # The engine of `gradebox grade` for nbgrader's own commands and the formgrader's button: a
    # submission is untrusted input, and a broken one costs only itself.
    c.Autograde.exporter_class = "gradebox.autograde_exporter.SubmissionExporter"
    # Notebooks run in sandboxed processes; a right answer that warns keeps its marks, and a result
    # that is no number of points gives none.
    steps: list[Any] = Autograde.autograde_preprocessors.default()
    steps[steps.index(Execute)] = "gradebox.kernel.executor.Executor"
    for step in ("CheckPoints", "DropWarnings"):
        steps.insert(steps.index(SaveAutoGrades), f"gradebox.preprocessors.{step}")
    c.Autograde.autograde_preprocessors = steps
    c.Executor.tests = tests
    c.ClearMetadataPreprocessor.preserve_nb_metadata_mask = {
        ("language_info", "name"),
        "course_grading",
    }
    c.ClearMetadataPreprocessor.preserve_cell_metadata_mask = {"nbgrader", "course_grading"}

    # What a student gets back tells no hidden test, and nothing in it runs. The formgrader shows an
    # instructor what a student's code displayed, so that is made safe as well.
    # `c.FeedbackExporter.stock = True` brings nbgrader's own page back.
    c.GenerateFeedback.exporter_class = "gradebox.feedback.FeedbackExporter"
    c.HTMLExporter.preprocessors = ["gradebox.feedback.SafeOutputs"]
    c.HTMLExporter.filters = {"markdown2html": "gradebox.feedback.formgrader_markdown"}
