"""Notebooks of other languages: run by their own kernel, sandboxed, where the course says so."""

import json
import sys
from pathlib import Path

import nbformat
import pytest
from engine_course import run
from gradebox.classroom import Classroom
from gradebox.errors import CannotGrade
from gradebox.kernel.executor import Executor
from gradebox.kernel.fork_server import ForkServer
from gradebox.kernel.kernel_command import KernelCommand
from gradebox.kernel.outputs import OutputLimits
from gradebox.kernel.r_results import mark_result
from gradebox.kernel.session import Settings, execute
from gradebox.preprocessors import CheckPoints
from grading import hand_in
from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
from nbformat.v4 import new_code_cell, new_notebook, new_output
from nbgrader.utils import determine_grade
from small_courses import answer, graded
from traitlets.config import Config

from gradebox import sandbox

KERNEL = Path(__file__).with_name("echo_kernel.py")
KERNELSPEC = {"name": "echo", "display_name": "Echo", "language": "echo"}
METADATA = {"kernelspec": KERNELSPEC, "language_info": {"name": "echo"}}
CONFIG = f"""\
import gradebox

c = get_config()
c.CourseDirectory.course_id = "echo"
gradebox.configure(c, tests="separate")
c.Execute.timeout = 10
c.Executor.kernels = ["echo"]
c.Executor.readable = [{str(KERNEL)!r}]
c.ClearSolutions.code_stub = {{"echo": "fail your turn"}}
"""
MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
pytestmark = pytest.mark.skipif(
    not MISSING.isdisjoint(("files", "network")),
    reason="the kernel talks over sockets, which need the layers files and network",
)

R = {"name": "ir", "display_name": "R", "language": "R"}
needs_r = pytest.mark.skipif(
    "ir" not in KernelSpecManager().find_kernel_specs(), reason="R's kernel is not installed"
)


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    """The kernel, as `jupyter kernelspec install` would put it there."""
    folder = tmp_path / "jupyter" / "kernels" / "echo"
    folder.mkdir(parents=True)
    argv = [sys.executable, str(KERNEL), "-f", "{connection_file}"]
    spec = {"argv": argv, "display_name": "Echo", "language": "echo", "env": {"ECHO": "1"}}
    (folder / "kernel.json").write_text(json.dumps(spec))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))


@pytest.fixture(scope="module")
def server():
    small = ForkServer()
    yield small
    small.close()


def session(server, *cells, **settings):
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    usual = {"cell_seconds": lambda cell: 10, "readable": (str(KERNEL),), "without": MISSING}
    settings = Settings(kernel=KernelCommand.of("echo"), **usual | settings)
    done = execute(notebook, None, settings, server=server)
    return [list(map(shown, cell.outputs)) for cell in notebook.cells], done


def shown(output):
    if output.output_type == "stream":
        return output.name, output.text
    if output.output_type == "error":
        return output.ename, output.evalue
    return output.output_type, output.data["text/plain"]


def test_a_session_shows_what_the_kernel_shows_and_keeps_its_state(server):
    cells = ("say one\nwarn two\nset x", "show 0.5\nneed x", "say a\nfail no", "read /etc/shadow")
    found, done = session(server, *cells, "say done")
    assert found == [
        [("stdout", "one\n"), ("stderr", "two\n")],
        [("execute_result", "0.5")],
        [("stdout", "a\n"), ("ValueError", "no")],
        [("FileNotFoundError", "[Errno 2] No such file or directory: '/etc/shadow'")],
        [("stdout", "done\n")],
    ]
    assert done.language_info["name"] == "echo"
    assert {"files", "network", "seccomp"} <= set(done.layers["student"])
    assert not done.flags


def test_a_cell_that_takes_too_long_is_interrupted_and_the_kernel_lives_on(server):
    seconds = {"set x\nwait": 1}
    found, done = session(
        server, *seconds, "need x\nsay on", cell_seconds=lambda cell: seconds.get(cell.source, 10)
    )
    assert found[0][-1] == ("CellTimeoutError", "")
    assert found[1] == [("stdout", "on\n")]
    assert [flag.kind for flag in done.flags] == ["time"]


def test_what_is_too_much_is_left_out_and_a_kernel_that_ends_is_said_to_have(server):
    few = OutputLimits(lines=100)
    found, done = session(server, "say x\n" * 200, "die", "say on", output=few)
    assert "left out: more than 100 lines" in found[0][-1][1]
    assert ("stderr", "The kernel ended with exit code 3.\n") in found[1]
    assert "DeadKernelError" in dict(found[1])
    assert found[2] == []
    assert "died" in [flag.kind for flag in done.flags]


def test_a_kernel_that_names_a_program_of_the_machine_is_shown_it(tmp_path):
    for command in ("sh", "/bin/sh"):
        assert KernelCommand("sh", (command, "-c")).programs == ("sh",)
    (tmp_path / "sh").touch(0o755)
    assert KernelCommand("sh", (str(tmp_path / "sh"),)).programs == ()
    assert KernelCommand.of("echo").programs == ()


def test_layers_that_it_needs_cannot_be_given_up(server):
    with pytest.raises(sandbox.SandboxUnavailable, match="echo talks over sockets"):
        session(server, "say x", without=MISSING | {"network"})


def test_the_executor_runs_it_only_where_the_course_allows_it():
    notebook = new_notebook(cells=[new_code_cell("die")], metadata=METADATA)
    with pytest.raises(ValueError, match=r"is written in echo \(kernel echo\)"):
        Executor().preprocess(notebook, {})
    allowed = Executor(kernels=["echo"], tests="separate").settings(notebook)
    assert (allowed.tests, allowed.kernel) == ("together", KernelCommand.of("echo"))
    notebook.metadata.kernelspec.name = "none"
    with pytest.raises(NoSuchKernel):
        Executor(kernels=["none"]).preprocess(notebook, {})


@pytest.fixture
def room(tmp_path):
    folder = tmp_path / "course"
    source = folder / "source" / "ps1" / "ps1.ipynb"
    source.parent.mkdir(parents=True)
    cells = [answer("word", "set x"), graded("word-test", "need x", 2)]
    nbformat.write(new_notebook(cells=cells, metadata=METADATA), source)
    (folder / "nbgrader_config.py").write_text(CONFIG)
    return Classroom(folder, Config({"Executor": {"without": sorted(MISSING)}}))


def test_a_class_is_graded_by_the_kernel_of_the_instructors_notebook(room):
    room.generate("ps1")
    blank = nbformat.read(room.root / "release" / "ps1" / "ps1.ipynb", as_version=4)
    assert "fail your turn" in blank.cells[0].source
    for student, code in (("ada", "set x"), ("ben", "set y")):
        blank.cells[0].source = code
        if student == "ben":
            python = {"name": "python3", "display_name": "Python 3", "language": "python"}
            blank.metadata.kernelspec = python
        hand_in(room, "ps1", student, blank)
    outcomes = run(room, assignment_id="ps1")
    assert room.scores("ps1") == {"ada": {"word-test": 2.0}, "ben": {"word-test": 0.0}}
    assert [flag.text for flag in outcomes["ben"].flags] == [
        "was made with the kernel python3, and is run by echo"
    ]
    assert not outcomes["ada"].flags
    made = nbformat.read(room.root / "autograded" / "ada" / "ps1" / "ps1.ipynb", as_version=4)
    assert made.metadata.language_info.name == "echo"
    room.config.Executor.kernels = ["ir"]
    with pytest.raises(CannotGrade, match=r"only where c\.Executor\.kernels"):
        run(room, assignment_id="ps1")


@needs_r
def test_r_runs_with_its_own_libraries_and_sees_nothing_else(server):
    kernel = KernelCommand.of("ir")
    cells = ("x <- sqrt(16); cat(x)", 'stop("no")', 'cat(file.exists("/etc/shadow"), R.home())')
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    settings = Settings(kernel=kernel, programs=kernel.programs, without=MISSING)
    done = execute(notebook, None, settings, server=server)
    assert done.language_info["name"] == "R"
    assert notebook.cells[0].outputs[0].text == "4"
    assert notebook.cells[1].outputs[0].evalue.startswith("Error in eval(")
    assert notebook.cells[2].outputs[0].text.startswith("FALSE /usr/lib")


# It shows what looks like points while a test calls it; R's kernel puts the figure last.
SHOWS = """\
square <- function(x) {
    IRdisplay::publish_mimebundle(list("text/plain" = "[1] 4"))
    plot(1)
    x * x
}"""
R_TESTS = {  # a cell of 4 points, and what it gives
    "c(square(2) == 4, square(3) == 6) |> sum()": 1,
    "square(3)\nstopifnot(\n  square(3) == 9  # :)\n)": 4,
    "square(2) * 0": 0,
    "mean(c(square(2), NA))": 0,
    "square(2) == 5": 4,  # as in stock nbgrader
}


@needs_r
def test_a_number_that_a_test_in_r_ends_in_is_its_points():
    cells = [answer("square", SHOWS)]
    cells += [graded(f"t{i}", source, 4) for i, source in enumerate(R_TESTS)]
    notebook = new_notebook(cells=cells, metadata={"kernelspec": R})
    notebook.cells[0].source = SHOWS
    executor = Executor(kernels=["ir"], without=sorted(MISSING))
    executor.preprocess(notebook, {})
    CheckPoints().preprocess(notebook, {})
    found = {cell.source: determine_grade(cell)[0] for cell in notebook.cells[1:]}
    assert found == R_TESTS


SHOW_NOTHING = [
    "stopifnot(a)",
    "a <- 2",
    "testthat::expect_true(\n  a\n)",
    "invisible(a)",
    "x[1, 2] <- 5",
    'names(x) <- "a"',
    'attr(x, "k") = c(a = 1)',
    "NULL -> y",
    'if (a != 9) stop("wrong; a == 1 else")',
    'if (a != 9) {\n  stop("wrong")\n}',
    "for (i in 1:3) {\n  i\n}",
    "b <- 2; stopifnot(a)",
]
SHOW_A_VALUE = [
    "a",
    "a == 2",
    "a <= 2",
    "a < -5",
    "if (a == 9) 3 else 0",
    "sum(c(b = 1))",
    "b <- 2; a",
    "sapply(1:3, function(i) { b <- i })",
    '"a <- 2"',
]


@pytest.mark.parametrize("ending", [*SHOW_NOTHING, *SHOW_A_VALUE])
def test_a_number_that_comes_before_the_end_of_a_test_in_r_is_no_points(ending):
    cell = graded("square-test", f"a\n{ending}")
    cell.outputs = [new_output("execute_result", {"text/plain": "[1] 0"}, execution_count=1)]
    mark_result(cell)
    is_points = cell.outputs[0].output_type == "execute_result"
    assert is_points == (ending in SHOW_A_VALUE)
