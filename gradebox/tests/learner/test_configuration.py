"""A folder that somebody sent is graded, and nothing in it runs outside the sandbox."""

import json
import os
import shlex
import subprocess
import sys

import nbformat
import pytest
from gradebox.commands import check, solution
from gradebox.folder import CONFIG, find_root
from gradebox.learner.grade_notebook import _allowance
from gradebox.wrong_settings import wrong_settings
from grading import ROOT, TINY, answered, source_notebook, tiny_course
from nbformat.v4 import new_code_cell
from nbgrader.converters import Autograde
from traitlets.config import Config

from authoring import release

MARK = "import pathlib\npathlib.Path({path!r}).touch()\n"
# What Python, IPython, Jupyter and nbgrader would look for where a command is started.
PLANTED = (
    *(CONFIG, "jupyter_config.py", "jupyter_nbgrader_config.py", "nbconvert_config.py"),
    *("ipython_config.py", "ipython_kernel_config.py", "nbgrader_config.d/a.py"),
    *("sitecustomize.py", "usercustomize.py", "numpy.py", "random.py", "json.py", "nbformat.py"),
    *("multiprocessing/__init__.py", "rich/__init__.py", "traitlets.py", "conf.d/a.py"),
    *(".ipython/profile_default/startup/a.py", "IPython.py", "subprocess.py"),
)


@pytest.fixture(scope="module")
def sent(tmp_path_factory):
    """A course with a solved notebook right in it, and in its release."""
    root = tiny_course(tmp_path_factory.mktemp("sent"))
    release.generate_apart(root, TINY, root / "release")
    handed_out = nbformat.read(root / "release" / TINY / f"{TINY}.ipynb", as_version=4)
    notebook = answered(handed_out, source_notebook(TINY, root))
    for path in (root, root / "release" / TINY):
        nbformat.write(notebook, path / f"{TINY}.ipynb")
    return root


@pytest.fixture
def ran(sent, tmp_path):
    """Put a configuration into the folder that leaves a mark where it runs; return the mark."""
    mark = tmp_path / "ran"
    own = (sent / CONFIG).read_bytes()
    (sent / CONFIG).write_text(own.decode() + MARK.format(path=str(mark)))
    yield mark
    (sent / CONFIG).write_bytes(own)


def checked(capsys, *options) -> dict:
    capsys.readouterr()
    check.main([*map(str, options), "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("where", ["", f"release/{TINY}"])
def test_a_configuration_that_came_with_the_notebook_does_not_run(
    sent, ran, where, capsys, monkeypatch
):
    for started in {ROOT, sent, sent / where}:
        monkeypatch.chdir(started)
        result = checked(capsys, sent / where / f"{TINY}.ipynb")
        assert result["headline"].startswith(f"{TINY}: 5 of 5 points")
        (note,) = result["notes"]
        assert f"{sent / CONFIG} came with the notebook and was not run" in note
        assert "the points may be others" in note
        assert solution.main([str(sent / where / f"{TINY}.ipynb"), "double"]) == 0
    assert not ran.exists()


def test_what_lies_beside_a_configuration_that_is_ours_cannot_be_imported(
    sent, capsys, monkeypatch
):
    """To the byte it is this course's; the folder is the sender's all the same."""
    monkeypatch.setattr(sys, "path", [each for each in sys.path if each != str(sent)])
    result = checked(capsys, sent / f"{TINY}.ipynb")
    assert result["headline"].startswith(f"{TINY}: 5 of 5 points")
    assert result["notes"] == []
    assert str(sent) not in sys.path


def test_the_configuration_of_the_folder_that_is_named_runs(sent, ran, capsys):
    result = checked(capsys, sent / f"{TINY}.ipynb", "--course", sent)
    assert result["headline"].startswith(f"{TINY}: 5 of 5 points")
    assert result["notes"] == [f"Graded with the settings of {sent / CONFIG}."]
    assert ran.exists()


def test_a_source_that_would_run_in_a_kernel_does_not(sent, tmp_path, capsys):
    """nbgrader runs a source notebook to make tests of its AUTOTEST lines."""
    path = sent / "source" / TINY / f"{TINY}.ipynb"
    own = path.read_bytes()
    notebook = nbformat.read(path, as_version=4)
    mark = tmp_path / "ran"
    notebook.cells[0].source += "\n" + MARK.format(path=str(mark))
    notebook.cells[2].source += "\n### AUTOTEST double(1)"
    nbformat.write(notebook, path)
    (sent / "source" / TINY / "autotests.yml").write_text("setup: ''\n")
    checked(capsys, sent / "release" / TINY / f"{TINY}.ipynb")
    path.write_bytes(own)
    assert not mark.exists()


@pytest.mark.parametrize("package", ["course", "gradebox"])
def test_nothing_beside_the_notebook_is_imported(sent, tmp_path, package):
    """Started in the folder, as a person would who has just unpacked it."""
    mark = tmp_path / "ran"
    own = (sent / CONFIG).read_bytes()
    for name in PLANTED:
        (sent / name).parent.mkdir(parents=True, exist_ok=True)
        (sent / name).write_text(MARK.format(path=str(mark)))
    done = subprocess.run(
        [sys.executable, "-m", package, "check", f"{TINY}.ipynb", "--json"],
        cwd=sent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    (sent / CONFIG).write_bytes(own)
    assert not mark.exists()
    assert json.loads(done.stdout)["headline"].startswith(f"{TINY}: 5 of 5 points"), done.stderr


def test_what_another_person_has_put_above_the_folder_does_not_count(tmp_path, monkeypatch):
    (tmp_path / CONFIG).write_text("")
    below = tmp_path / "mine"
    below.mkdir()
    assert find_root(below) == tmp_path
    monkeypatch.setattr("gradebox.folder._owner", lambda path: 4242 if path.name == CONFIG else 0)
    assert find_root(below) == ROOT


def test_a_folder_that_no_shell_takes_as_it_is_is_quoted_where_it_is_to_be_copied(
    sent, ran, capsys, tmp_path
):
    odd = tmp_path / "a $(touch b) folder"
    odd.symlink_to(sent)
    note = checked(capsys, sent / f"{TINY}.ipynb")["notes"][0]
    assert shlex.split(note)[-1] == f"{sent}."


# What is refused, in a sentence


def altered(sent, tmp_path, change, name=TINY) -> str:
    """Make a course like the one that was sent, with another source; return the notebook."""
    (tmp_path / CONFIG).write_bytes((sent / CONFIG).read_bytes())
    source = source_notebook(TINY, sent)
    change(source)
    path = tmp_path / "source" / TINY / f"{name}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(nbformat.writes(source))
    work = tmp_path / "work.ipynb"
    work.write_text(nbformat.writes(source))
    return str(work)


def in_r(notebook):
    notebook.metadata.kernelspec = {"name": "ir", "display_name": "R", "language": "R"}
    notebook.metadata.language_info = {"name": "R"}


def old(notebook):
    for cell in notebook.cells:
        cell.metadata.nbgrader["schema_version"] = 1


def test_another_language_is_named(sent, tmp_path, capsys):
    headline = checked(capsys, altered(sent, tmp_path, in_r))["headline"]
    assert f"{TINY}.ipynb is written in R (kernel ir); this grader runs Python" in headline


def test_old_marks_are_brought_up_to_date_by_nbgrader(sent, tmp_path, capsys):
    headline = checked(capsys, altered(sent, tmp_path, old))["headline"]
    assert f"run `nbgrader update {tmp_path / 'source' / TINY}`" in headline


def test_names_that_differ(sent, tmp_path, capsys):
    work = altered(sent, tmp_path, lambda notebook: None, name="problem1")
    assert "that has its folder's name" in checked(capsys, work)["headline"]
    assert solution.main([work, "double"]) == 1
    assert "that has its folder's name" in capsys.readouterr().err


def test_a_notebook_that_is_a_link(sent, tmp_path, capsys):
    link = tmp_path / f"{TINY}.ipynb"
    link.symlink_to(sent / f"{TINY}.ipynb")
    result = checked(capsys, link, "--course", sent)
    assert "it is a link to another place" in result["headline"]


@pytest.mark.parametrize("timeout", [None, -1])
def test_a_course_without_a_limit_of_time_can_be_checked(timeout):
    config = Config({"Execute": {"timeout": timeout}, "Check": {}})
    allow = _allowance(Autograde(config=config), config)()
    assert allow(new_code_cell("1")) is None
    config.Check.cell_seconds = 6
    allow = _allowance(Autograde(config=config), config)()
    assert allow(new_code_cell("1")) is None
    assert allow(new_code_cell("1", metadata={"nbgrader": {}})) == 6


@pytest.mark.filterwarnings("ignore:Config option `cell_second`")
def test_a_misspelt_setting_of_check_is_refused():
    (sentence,) = wrong_settings(Config({"Check": {"cell_second": 6}}))
    assert "c.Check.cell_seconds is meant" in sentence
    (sentence,) = wrong_settings(Config({"Check": {"cell_seconds": "six"}}))
    assert "c.Check" in sentence
    assert wrong_settings(Config({"Check": {"cell_seconds": 6}})) == []
