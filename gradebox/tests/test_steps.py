"""Whatever a course's configuration says, a submission runs in our executor and in no other."""

import contextlib
import json
import logging

import nbformat
import numpy as np
import pytest
from engine_course import RIGHT, ZERO, run, submit
from gradebox.admission import Admission
from gradebox.classroom import Classroom
from gradebox.engine import Engine
from gradebox.errors import CannotGrade, is_machine_trouble
from gradebox.fingerprints import settings_digest
from gradebox.grade_submission import RunContext, Steps
from gradebox.gradebook_store import Store
from gradebox.kernel.executor import Executor, configured
from gradebox.points import points_got
from gradebox.pool import LocalPool, for_workers
from gradebox.preprocessors import CheckPoints, DropWarnings
from gradebox.submission_outcome import FAILED
from gradebox.wrong_settings import wrong_settings
from grading import TINY, marked_cell, source_notebook, tiny_course
from jupyter_client.kernelspec import NoSuchKernel
from nbconvert.preprocessors import ExecutePreprocessor
from nbformat.v4 import new_output
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import ClearOutput, Execute, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import determine_grade
from traitlets.config import Config

import gradebox
from authoring import release


class Own(Execute):
    """A course's own way to run a notebook."""


class Plain(ExecutePreprocessor, NbGraderPreprocessor):
    """Another one."""


class Strict(CheckPoints):
    """A course's own step of ours."""


DEFAULT = Autograde.autograde_preprocessors.default()


def with_function(section, name, body):
    """Return a configuration whose setting is a function that it defines itself."""
    names = {}
    exec(f"def seconds(cell):\n    return (lambda: {body})()", names)
    return Config({section: {name: names["seconds"]}, "Executor": {"tests": "separate"}})


def test_a_function_as_a_setting_is_the_same_until_its_code_changes():
    digests = [
        settings_digest(with_function("Execute", "timeout_func", body), [Executor])
        for body in ("30", "30", "31", "cell.seconds")
    ]
    assert digests[0] == digests[1]
    assert len({*digests}) == 3


def test_a_functions_defaults_and_what_it_keeps_are_part_of_it():
    def made(kept, default, change):
        def seconds(cell, *, most=default):
            return seconds and change(min(kept, most))

        return Config({"Execute": {"timeout_func": seconds}})

    half, double = (lambda x: x / 2), (lambda x: x * 2)
    settings = [(30, 60, half)] * 2 + [(31, 60, half), (30, 61, half), (30, 60, double)]
    digests = [settings_digest(made(*each), [Executor]) for each in settings]
    assert digests[0] == digests[1]
    assert len({*digests}) == 4


def test_workers_are_not_given_what_cannot_be_sent():
    task = RunContext(None, (Executor,), with_function("Execute", "timeout_func", "30"), "")
    with pytest.raises(CannotGrade, match=r"^c\.Execute\.timeout_func is a function or class that"):
        LocalPool(task, 1).put(None)
    task = RunContext(None, (type("Inner", (Strict,), {}),), Config(), "")
    with pytest.raises(CannotGrade, match=r"^Inner is a"):
        LocalPool(task, 1).put(None)
    other = RunContext(None, (Executor,), with_function("FileContentsManager", "hook", "30"), "")
    assert for_workers(other).config == Config({"Executor": {"tests": "separate"}})


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"autograde_preprocessors": DEFAULT},
        {"autograde_preprocessors": [Own, *DEFAULT[1:]]},
        {"autograde_preprocessors": [f"{__name__}.Plain", SaveAutoGrades]},
        {"autograde_preprocessors": ["nbgrader.preprocessors.Execute", Strict, SaveAutoGrades]},
        {"autograde_preprocessors": [SaveAutoGrades]},
        {"sanitize_preprocessors": [ClearOutput, Execute], "autograde_preprocessors": []},
    ],
)
def test_our_steps_are_there_and_nothing_else_runs_a_notebook(config):
    steps = Steps.of(Autograde(config=Config(Autograde=Config(config))))
    every = [*steps.work, *steps.save]
    runs = [step for step in every if issubclass(step, ExecutePreprocessor)]
    assert runs == [Executor]
    for ours in (CheckPoints, DropWarnings):
        (at,) = (i for i, step in enumerate(every) if issubclass(step, ours))
        assert every.index(Executor) < at < len(steps.work)
    assert not any(issubclass(step, SaveAutoGrades) for step in steps.work)


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (np.mean([True, False]) * 4, 2),
        (np.float32(0.5), 0.5),
        (np.int64(3), 3),
        (np.uint8(0), 0),
        (np.float64("nan"), 0),
        (np.float64(-1), 0),
        (1.5, 1.5),
        (True, 4),  # no number, as in stock nbgrader
    ],
)
def test_a_number_of_numpy_is_a_number_of_points(result, points):
    cell = marked_cell("test", "score()", grade=True, locked=True, points=4)
    data = {"text/plain": repr(result)}
    cell.outputs = [new_output("execute_result", data=data, execution_count=1)]
    assert points_got(cell) == points
    cell, _ = CheckPoints().preprocess_cell(cell, {}, 0)
    assert determine_grade(cell)[0] == points_got(cell) == points


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    root = tiny_course(tmp_path_factory.mktemp("course"))
    release.generate_apart(root, TINY, root / "release")
    return root


@pytest.fixture
def room(made, tmp_path):
    """The tiny course under a configuration that knows nothing of our grader."""
    room = Classroom.copy_of(made, tmp_path / "room", [TINY])
    room.config = Config(CourseDirectory=Config(course_id="other", root=str(room.root)))
    room.generate(TINY)
    return room


def test_under_a_plain_configuration_a_submission_runs_in_the_sandbox(room):
    (room.root / "key").write_text("secret")
    submit(room, "ada")
    reads = f"def double(x):\n    open({str(room.root / 'key')!r}).read()\n    return 2 * x"
    submit(room, "eve", code=reads)
    outcomes = run(room)
    assert {outcome.status for outcome in outcomes.values()} == {"graded"}
    scores = room.scores(TINY)
    assert scores["ada"] == RIGHT
    assert scores["eve"]["double-values"] == 0
    path = room.root / "autograded" / "ada" / TINY / f"{TINY}.ipynb"
    record = json.loads(path.read_text())["metadata"]["course_grading"]
    assert "files" in record["layers"]["student"]


# Other languages


def rewritten(room, **metadata):
    path = room.root / "submitted" / "ada" / TINY / f"{TINY}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.update(metadata)
    nbformat.write(notebook, path)


PYTHON = {"name": "python", "version": "3.13.1"}


@pytest.mark.parametrize(
    ("kernelspec", "language_info"),
    [
        ({"name": "conda-env-ml-py", "display_name": "ml", "language": "python"}, PYTHON),
        ({"name": "xpython", "display_name": "Python 3.13 (XPython)"}, PYTHON),
        ({"name": "sagemath", "display_name": "SageMath", "language": "sage"}, PYTHON),
        ({"name": "ir", "display_name": "R", "language": "R"}, PYTHON),  # chosen, never run
        ({"name": "x", "language": "x"}, {"name": "<script>"}),  # nobody's language
        ({"name": ["odd"], "language": 7}, "odd"),
    ],
)
def test_a_kernel_of_another_name_is_no_other_language(room, kernelspec, language_info):
    submit(room, "ada")
    rewritten(room, kernelspec=kernelspec, language_info=language_info)
    assert run(room)["ada"].status == "graded"
    assert room.scores(TINY)["ada"] == RIGHT


def test_a_submission_in_another_language_is_refused_by_name(room):
    submit(room, "ada")
    rewritten(room, kernelspec={"name": "ir", "language": "R"}, language_info={"name": "R"})
    outcome = run(room)["ada"]
    assert outcome.status == FAILED
    assert "written in R (kernel ir); this grader runs Python" in outcome.sentences[0]
    assert room.scores(TINY)["ada"] == ZERO


def test_an_assignment_in_another_language_is_refused_before_anything_runs(room):
    submit(room, "ada")
    source = source_notebook(TINY, room.root)
    source.metadata.kernelspec = {"name": "ir", "display_name": "R", "language": "R"}
    nbformat.write(source, room.root / "source" / TINY / f"{TINY}.ipynb")
    room.generate(TINY)
    with pytest.raises(
        CannotGrade, match=r"00-tiny.ipynb of 00-tiny is written in R \(kernel ir\)"
    ):
        run(room)
    assert room.scores(TINY) == {}


def test_a_kernel_that_is_missing_is_the_machines_fault(room, monkeypatch):
    submit(room, "ada")
    assert is_machine_trouble(NoSuchKernel("ml"))

    def fail(*_, **__):
        raise NoSuchKernel("ml")

    monkeypatch.setattr(Executor, "preprocess", fail)
    outcome = run(room)["ada"]
    assert "the machine that should grade it is out of order" in outcome.sentences[0]
    assert room.scores(TINY) == {}


@pytest.fixture(autouse=True)
def _quiet():
    logging.getLogger("traitlets").setLevel(logging.ERROR)


# What the configuration says


def test_a_setting_that_is_added_to_is_read_as_one_that_is_set(made):
    c = Config(CourseDirectory=Config(root=str(made), assignment_id=TINY))
    gradebox.configure(c)
    c.Executor.kernels.append("ir")
    c.Executor.without.extend(["ipc"])
    assert Admission(config=c).kernels == ["ir"]
    assert (configured(c).without, configured(c).tests) == (["ipc"], "together")
    converter = Autograde(config=c, coursedir=CourseDirectory(config=c))
    with contextlib.closing(Store(converter)) as store:
        assert Engine(store.converter, store).kernels == ["ir"]
    assert wrong_settings(c) == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('gradebox.configure(c, tests="apart")', '"separate" or "both", not \'apart\''),
        ('gradebox.configure(c, test="separate")', "has no argument 'test'"),
        ("c.Executor.total_second = 3", "c.Executor.total_seconds is meant"),
        ("c.Executer.total_seconds = 3", "c.Executor is meant"),
        ('c.Executor.tests = "apart"', "not the str 'apart'"),
        ("c.Admission.max_cells = 'many'", "max_cells"),
        ("c.Executor.limits = {'memory': 1}", "'memory' is no limit; these are: cpu_seconds"),
        ("c.Executor.limits = {'processes': 0}", "should be a number above 0"),
        ("c.Executor.limits = {'memory_bytes': 512}", "or more: it counts bytes"),
        ("c.Executor.limits = {'memory_bytes': float('nan')}", "should be a number above 0"),
        ("c.Executor.limits = {'memory_bytes': 2.5e9 + 0.5}", "should be a whole number"),
        ("c.Executor.limits = {'open_files': 3}", "should be 32 or more."),
        ("c.Executor.limits = {'disk_bytes': 2**20}", "or more: it counts bytes"),
        ("c.Executor.output_limits = {'lines': 0.5}", "should be a whole number"),
        ("c.Executor.total_seconds = -1", "should be 1 or more, or 0 for no limit."),
        ("c.Executor.total_seconds = float('nan')", "or 0 for no limit."),
        ("c.Check.cell_seconds = 0", "should not be less than 0.1"),
        ("c.Check.cell_seconds = float('nan')", "cell_seconds must be a number from 0.1"),
        ("c.Watch.seconds = float('nan')", "seconds must be a number from 0.1"),
        ("c.Watch.seconds = float('inf')", "should not be greater than 86400"),
        ("c.Admission.max_cells = -1", "should not be less than 1"),
        ("c.Executor.kernels = 'ir'", "['ir'] is meant"),
        ("c.Execute.enabled = False", "no test would be run"),
        ("c.Execute.timout = 10", "c.Execute.timeout is meant"),
        ("c.FeedbackExporter.stok = True", "c.FeedbackExporter.stock is meant"),
    ],
)
def test_a_setting_that_would_not_hold_is_said_in_a_sentence(lines, said):
    c = Config()
    gradebox.configure(c)
    exec(lines, {"gradebox": gradebox, "c": c})
    (sentence,) = wrong_settings(c)
    assert said in sentence


def test_the_settings_of_the_readme_are_known():
    c = Config()
    gradebox.configure(c, tests="separate")
    c.Executor.without = ["files"]
    c.Executor.limits = {"memory_bytes": 2.5e9, "cpu_seconds": 1.5}
    assert configured(c).limits == {"memory_bytes": 2_500_000_000, "cpu_seconds": 1.5}
    c.Executor.total_seconds = 0
    c.Execute.timeout = 7
    c.Exporters.of_a_course = 1
    assert wrong_settings(c) == []


def test_with_a_wrong_setting_nothing_is_graded_in_any_kernel(room):
    room.config = Config(room.config)
    gradebox.configure(room.config, tests="apart")
    submit(room, "ada")
    outcome = room.autograde(TINY)
    assert not outcome.ok
    assert "not 'apart'. Nothing was graded." in outcome.log
    assert "Traceback" not in outcome.log.split("Nothing was graded.")[0]
    assert room.scores(TINY) == {}
