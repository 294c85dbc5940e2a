"""Somebody else's course, nbgrader's own example, graded by stock nbgrader and in all our ways."""

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import nbformat
import nbgrader
import pytest
from gradebox.commands import grade
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import Autograde
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import Execute
from traitlets.config import Config

EXAMPLE = Path(nbgrader.__file__).parent / "docs" / "source" / "user_guide"
NAME = "ps1"
# What its instructor adds to its `nbgrader_config.py`, as gradebox's page says.
OURS = """\
import gradebox

c = get_config()
c.CourseDirectory.root = {root!r}
gradebox.configure(c)
"""
Scores = dict[str, dict[str, tuple[float, bool]]]


@pytest.fixture(scope="module")
def example(tmp_path_factory) -> Path:
    """The example, with more submissions: everything right, nothing done, and odd cells."""
    root = tmp_path_factory.mktemp("example")
    scripts = sysconfig.get_path("scripts")  # nbgrader looks for the command `alembic`
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", scripts, prepend=os.pathsep)
        return made(root)


def made(root: Path) -> Path:
    for part in ("source", "submitted"):
        shutil.copytree(EXAMPLE / part, root / part)
    api = NbGraderAPI(CourseDirectory(root=str(root)), config=config(root))
    assert api.generate_assignment(NAME)["success"]
    shutil.copytree(root / "source" / NAME, root / "submitted" / "author" / NAME)
    shutil.copytree(root / "release" / NAME, root / "submitted" / "odd" / NAME)
    problem = root / "submitted" / "odd" / NAME / "problem1.ipynb"
    notebook = nbformat.read(problem, as_version=4)
    for code in ODD:
        notebook.cells.insert(1, new_code_cell(code))
    nbformat.write(notebook, problem)
    return root


ODD = [
    "import sys; print('to stderr', file=sys.stderr); 3.0",
    "1 / 0",
    "raise SystemExit(1)",
    "%matplotlib inline\n%config InlineBackend.figure_format = 'svg'",
    "input('name? ')",
    "!echo from the shell",
    "%%timeit -n1 -r1\npass",
    "from IPython.display import display, HTML\ndisplay(HTML('<b>1</b>'), display_id='x')",
    "import asyncio\nawait asyncio.sleep(0.01)",
]


def config(root: Path) -> Config:
    made = Config()
    made.CourseDirectory.root = str(root)
    made.Execute.shutdown_kernel = "immediate"  # saves half a second a notebook
    return made


def copied(example: Path, folder: Path) -> Path:
    return Path(shutil.copytree(example, folder / "course"))


def scores(root: Path) -> Scores:
    """Every score as nbgrader has it, and whether a person has to look."""
    with Gradebook(f"sqlite:///{root}/gradebook.db") as gradebook:
        return {
            submission.student.id: {
                f"{notebook.name} {each.name}": (each.score, each.needs_manual_grade)
                for notebook in submission.notebooks
                for each in notebook.grades
            }
            for submission in gradebook.assignment_submissions(NAME)
        }


def autograde(root: Path, settings: Config) -> Scores:
    course = CourseDirectory(config=settings, root=str(root), assignment_id=NAME)
    grader = Autograde(coursedir=course, config=settings)
    grader.start()
    return scores(root)


@pytest.fixture(scope="module")
def stock(example, tmp_path_factory) -> Scores:
    """Return the scores that stock nbgrader gives."""
    root = copied(example, tmp_path_factory.mktemp("stock"))
    found = autograde(root, config(root))
    assert len(found) == 4
    assert len({tuple(each.values()) for each in found.values()}) >= 3, "they do differ"
    return found


def test_our_kernel_alone_gives_the_same_scores(example, stock, tmp_path):
    root = copied(example, tmp_path)
    ours = config(root)
    steps = Autograde.autograde_preprocessors.default()
    steps[steps.index(Execute)] = "gradebox.kernel.executor.Executor"
    ours.Autograde.autograde_preprocessors = steps
    assert autograde(root, ours) == stock


def graded_by_our_engine(example, folder, config, capsys) -> tuple[Scores, str]:
    root = copied(example, folder)
    (root / "nbgrader_config.py").write_text(config.format(root=str(root)))
    with contextlib.chdir(root):
        assert grade.main([NAME, "--workers", "1"]) == 0
    return scores(root), " ".join(capsys.readouterr().out.split())


def test_our_engine_gives_the_same_scores(example, stock, tmp_path, capsys):
    found, said = graded_by_our_engine(example, tmp_path, OURS, capsys)
    assert found == stock
    assert "ran together" not in said


def test_tests_apart_give_the_same_scores_and_say_which_are_not(example, stock, tmp_path, capsys):
    config = OURS.replace("configure(c)", 'configure(c, tests="separate")')
    found, said = graded_by_our_engine(example, tmp_path, config, capsys)
    assert found == stock
    assert "may pass: sum_of_squares_uses_squares." in said


@pytest.fixture(scope="module")
def alone(tmp_path_factory) -> Path:
    """The Python of an environment with the grader's wheel, what it needs, and no course."""
    folder, built = tmp_path_factory.mktemp("alone"), tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", built]
    subprocess.run([*pip, *options, Path(__file__).parents[1]], check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    installed = Path(sysconfig.get_path("purelib"))
    packages = folder / installed.relative_to(sys.prefix)
    for entry in installed.iterdir():
        if not any(name in entry.name for name in ("attention_by_hand", "course", "gradebox")):
            (packages / entry.name).symlink_to(entry)
    with zipfile.ZipFile(next(built.iterdir())) as wheel:
        wheel.extractall(packages)
    return folder / "bin" / "python"


def test_the_wheel_alone_gives_the_same_scores(alone, example, stock, tmp_path):
    root = copied(example, tmp_path)
    (root / "nbgrader_config.py").write_text(OURS.format(root=str(root)))
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(*command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [alone, *command], cwd=root, env=clean, capture_output=True, text=True, check=False
        )

    assert "No module named 'course'" in run("-c", "import course.check").stderr
    done = run("-m", "gradebox", "grade", NAME)
    assert done.returncode == 0, done.stdout + done.stderr
    assert scores(root) == stock
    assert "4 submissions" in run("-m", "gradebox", "report", NAME).stdout
