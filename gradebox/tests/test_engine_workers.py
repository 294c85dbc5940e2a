"""The engine on worker processes: pulled plugs, and the command `gradebox grade`."""

import contextlib
import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from unicodedata import normalize
from unittest.mock import Mock

import nbformat
import psutil
import pytest
from distributed import LocalCluster
from engine_course import (
    RIGHT,
    WRONG,
    ZERO,
    EndsItsWorker,
    converter,
    leftovers,
    run,
    statuses,
    store,
    submit,
)
from gradebox.classroom import Classroom
from gradebox.commands import grade, grade_class
from gradebox.dask_pool import DaskPool
from gradebox.engine import Engine
from gradebox.errors import CannotGrade
from gradebox.grade_submission import NO_DATABASE, RunContext
from gradebox.grading_records import RECORDS
from gradebox.kernel.fork_server import PROGRAM
from gradebox.originals import Original
from gradebox.pool import LocalPool
from gradebox.submission_outcome import FAILED, GRADED, UNCHANGED
from gradebox.submitted_folders import find_submissions
from grading import ROOT, TINY, hand_in, tiny_course
from nbgrader.apps import AutogradeApp
from traitlets.config import Config

from gradebox import dask_pool, pool

# Of the tree that is tested, whichever of several is installed.
PACKAGES = f"{ROOT}{os.pathsep}{ROOT / 'gradebox'}"
CLASS = [f"student-{number}" for number in range(8)]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tiny_course(tmp_path_factory.mktemp("course") / "course")
    Classroom(folder).generate(TINY)
    return folder


@pytest.fixture
def room(course, tmp_path):
    shutil.copytree(course, tmp_path / "course")
    return Classroom(tmp_path / "course")


SLOW = "import time\n\n\ndef double(x):\n    return 2 * x\n\n\ntime.sleep(0.3)"


def kill_fork_servers(killed: list[int], stop: threading.Event) -> None:
    """Kill up to three fork servers, each while it tries the sandbox or has somebody's session."""
    while not stop.wait(0.2) and len(killed) < 3:
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if PROGRAM in process.cmdline() and process.children():
                    process.kill()
                    killed.append(process.pid)


def test_workers_and_fork_servers_that_are_killed_take_no_other_submission_with_them(room):
    submit(room, "killer", "once", *CLASS[:3])
    submit(room, *CLASS[4:], code=SLOW)
    submit(room, CLASS[3], code="def double(x):\n    return x")
    hand_in(room, TINY, "unreadable", b"oops")
    steps = room.config.Autograde.autograde_preprocessors
    room.config.Autograde.autograde_preprocessors = [EndsItsWorker, *steps]
    room.config.EndsItsWorker.seen = str(room.root.parent / "seen")
    killed: list[int] = []
    stop = threading.Event()
    thread = threading.Thread(target=kill_fork_servers, args=(killed, stop))
    with store(room) as opened:
        engine = Engine(opened.converter, opened)
        with LocalPool(engine.context, 2) as pool:
            thread.start()
            outcomes = {o.student: o for o in engine.run(pool, find_submissions(engine.course))}
    stop.set()
    thread.join()
    assert killed
    assert statuses(outcomes) == dict.fromkeys([*CLASS, "once"], GRADED) | {
        "killer": FAILED,
        "unreadable": FAILED,
    }
    assert "it stopped the grader (WorkerDied" in outcomes["killer"].sentences[0]
    again = (
        f"once: {TINY} was graded a second time, alone, because the first time failed (WorkerDied"
    )
    assert outcomes["once"].sentences[0].startswith(again)
    expected = dict.fromkeys([*CLASS, "once"], RIGHT) | {CLASS[3]: WRONG}
    assert room.scores(TINY) == expected | {"killer": ZERO, "unreadable": ZERO}
    # the same scores in this process, by nbgrader's own command
    room.config.Autograde.autograde_preprocessors = [s for s in steps if s is not EndsItsWorker]
    room.autograde(TINY)
    assert room.scores(TINY) == expected | {"killer": RIGHT, "unreadable": ZERO}


class OddError(Exception):
    """One that can be pickled, and not be made again from that."""

    def __init__(self, cell, why):
        super().__init__(f"{cell}: {why}")


def test_an_exception_that_cannot_be_made_again_is_sent_in_words():
    sent = pool._that_can_be_sent(OddError("a", "b"))
    assert repr(sent) == repr(RuntimeError("OddError: a: b"))
    error = CannotGrade("a sentence.")
    assert pool._that_can_be_sent(error) is error


def layers(room, student: str) -> set[str]:
    """The layers of the sandbox that were in force, as the graded notebook has it."""
    notebook = nbformat.read(room.root / "autograded" / student / TINY / f"{TINY}.ipynb", 4)
    (both,) = {tuple(found) for found in notebook.metadata.course_grading.layers.values()}
    return set(both)


def test_a_layer_is_given_up_by_name_for_nbgraders_own_command(room, monkeypatch):
    submit(room, "ada")
    monkeypatch.chdir(room.root)
    command = AutogradeApp()
    command.initialize([TINY, "--Executor.without=landlock,ipc"])
    command.start()
    assert {"landlock", "ipc", "network"} - layers(room, "ada") == {"landlock", "ipc"}


def test_what_the_sandbox_refuses_nobody_is_graded_with(room):
    submit(room, "ada", "ben")
    run(room)
    room.config.Executor.without = ["oops"]  # as where a layer is missing: a sentence comes back
    with pytest.raises(CannotGrade, match="There is no layer 'oops'"):
        run(room)
    assert room.scores(TINY) == dict.fromkeys(["ada", "ben"], RIGHT)


def test_a_second_grader_says_so_and_grades_nothing(room, monkeypatch, capsys):
    submit(room, "ada")
    monkeypatch.chdir(room.root)
    with store(room):
        assert grade.main([TINY]) == grade_class.UNAVAILABLE
        said = capsys.readouterr().err
        assert f"{TINY} is being graded or collected already (by process {os.getpid()} on " in said
        outcome = room.autograde(TINY)
        assert not outcome.ok
        assert "is being graded or collected already" in outcome.log
    assert room.scores(TINY) == {}
    assert [*room.root.glob("autograded/.*")] == []
    assert statuses(run(room)) == {"ada": GRADED}


def cluster_here() -> LocalCluster:
    """A scheduler that runs already, as on a cluster; workers in processes have the docs' tests."""
    return LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )


def test_two_runs_on_one_scheduler_grade_each_with_its_own_tests(monkeypatch):
    monkeypatch.setattr(
        dask_pool, "grade", lambda submission, context: (submission, context.original.name)
    )
    monkeypatch.setattr(dask_pool, "fork_server", Mock())
    tasks = [
        RunContext(Original(name, {}), (), Config(), NO_DATABASE, None) for name in ("ps1", "ps2")
    ]
    with (
        cluster_here() as cluster,
        DaskPool(tasks[0], cluster.scheduler_address) as first,
        DaskPool(tasks[1], cluster.scheduler_address) as second,
    ):
        for name in ("ada", "ben"):
            for pool_ in (first, second):
                pool_.put(name)
        for pool_, task in ((first, "ps1"), (second, "ps2")):
            answers = [pool_.take() for _ in range(2)]
            assert sorted(answers) == [(name, (name, task)) for name in ("ada", "ben")]


def test_a_scheduler_that_goes_away_leaves_a_sentence_and_no_traceback(room):
    submit(room, *CLASS)
    program = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    cluster = LocalCluster(n_workers=1, threads_per_worker=1, host='127.0.0.1',\n"
        "                           dashboard_address='127.0.0.1:0', processes=False,\n"
        "                           protocol='tcp://')\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    (room.root / "cluster.py").write_text(program)
    quick = ROOT / "gradebox" / "tests" / "fast_imports"
    environment = os.environ | {"PYTHONPATH": f"{PACKAGES}{os.pathsep}{quick}"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    cluster = subprocess.Popen(
        [sys.executable, str(room.root / "cluster.py")],
        env=environment,
        stdin=subprocess.PIPE,
        start_new_session=True,
        **pipes,
    )
    address = cluster.stdout.readline().strip()
    command = subprocess.Popen(
        [sys.executable, "-m", "gradebox", "grade", TINY, "--scheduler", address],
        cwd=room.root,
        env=environment,
        **pipes,
    )
    until = time.monotonic() + 120
    while not recorded(room):
        assert command.poll() is None, command.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(cluster.pid, signal.SIGKILL)
    cluster.communicate()
    said = "".join(command.communicate(timeout=120))
    assert command.returncode == grade_class.UNAVAILABLE, said
    assert "The Dask scheduler is gone" in said
    assert "Traceback" not in said
    assert "Error" not in said
    graded = recorded(room)
    assert {s: o.status for s, o in run(room).items()} == {
        student: UNCHANGED if student in graded else GRADED for student in CLASS
    }


def recorded(room) -> set[str]:
    """Who is graded, asked of the database while somebody else writes to it."""
    with contextlib.closing(sqlite3.connect(room.root / "gradebook.db")) as connection:
        try:
            return {row[0] for row in connection.execute(f"SELECT student FROM {RECORDS.name}")}
        except sqlite3.OperationalError:  # no such table yet
            return set()


def start_grading(room, *options: str) -> subprocess.Popen[str]:
    """Start the command as a terminal would, in a group of its own that hears Ctrl-C."""
    return subprocess.Popen(
        [sys.executable, "-m", "gradebox", "grade", TINY, *options],
        cwd=room.root,
        env=os.environ | {"PYTHONPATH": PACKAGES},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # a shell has its jobs in the background ignore Ctrl-C, and these tests may be one
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_killed_and_interrupted_it_goes_on_where_it_was(room):
    """Killed, ended and interrupted, each in the middle of the next run; then to the end."""
    slow = "import time\ntime.sleep(1.5)\ndef double(x):\n    return 2 * x"
    submit(room, *CLASS, code=slow)  # so that the middle is long enough to be hit
    graded: set[str] = set()
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
        command = start_grading(room, "--workers", "1")
        until = time.monotonic() + 120
        while not recorded(room) - graded:
            assert command.poll() is None, command.communicate()
            assert time.monotonic() < until
            time.sleep(0.02)
        if number == signal.SIGINT:  # as a terminal does, to the command and to its workers
            os.killpg(command.pid, number)
        else:
            command.send_signal(number)
        said = command.communicate(timeout=60)[0]
        assert graded < recorded(room) < set(CLASS)
        graded = recorded(room)
        assert "Traceback" not in said
        if number != signal.SIGKILL:
            assert command.returncode == grade_class.STOPPED
            assert "it goes on from here" in said
    outcomes = run(room)
    assert {s: o.status for s, o in outcomes.items()} == {
        student: UNCHANGED if student in graded else GRADED for student in CLASS
    }
    assert room.scores(TINY) == dict.fromkeys(CLASS, RIGHT)
    assert leftovers(room.root) == []


def test_interrupted_while_it_starts_it_says_so(room):
    submit(room, *CLASS)
    for seconds in (0, 1):
        command = start_grading(room)
        while not psutil.Process(command.pid).children():
            assert command.poll() is None, command.communicate()
            time.sleep(0.01)
        time.sleep(seconds)
        os.killpg(command.pid, signal.SIGINT)
        said = command.communicate(timeout=60)[0]
        assert "Stopped" in said, seconds
        assert "Traceback" not in said
        assert command.returncode == grade_class.STOPPED


def test_the_command_says_what_it_did(room, monkeypatch, capsys):
    submit(room, "ada", "[b]en")
    changed = nbformat.read(room.root / f"submitted/[b]en/{TINY}/{TINY}.ipynb", as_version=4)
    changed.cells[2].source = "assert True"
    hand_in(room, TINY, "[b]en", changed)
    hand_in(room, TINY, "cy", b"oops")
    monkeypatch.chdir(room.root)
    assert grade.main([TINY, "--workers", "1", "--without", "network,ipc"]) == grade_class.NOT_ALL
    assert {"landlock", "ipc", "network"} - layers(room, "ada") == {"network", "ipc"}
    said = capsys.readouterr().out
    assert "cy: 00-tiny.ipynb of 00-tiny was not graded and has zero points for now" in said
    assert "graded       2" in said
    assert "not graded   1" in said
    hand_in(room, TINY, "cy", b"")
    submit(room, "cy")
    with cluster_here() as cluster:
        options = ["--scheduler", cluster.scheduler_address, "--without", "network,ipc"]
        assert grade.main([TINY, *options]) == 0
    assert "graded       1" in capsys.readouterr().out
    assert room.scores(TINY) == dict.fromkeys(["ada", "[b]en", "cy"], RIGHT)
    for others in ([], ["--students", "[b]en"]):  # no worker is needed for that
        assert grade.main([TINY, "--students", "ada", *others, *options[2:]]) == 0
        said = capsys.readouterr().out
        assert f"not changed  {1 + bool(others)}" in said
        assert ("[b]en: " in said) == bool(others), said


def test_a_student_is_found_in_either_form_of_unicode(room):
    """A folder that a Mac has made spells ü with two characters, and a keyboard with one."""
    on_disk, typed = (normalize(form, "jürgen") for form in ("NFD", "NFC"))
    submit(room, on_disk)
    course = converter(room).coursedir
    assert [name for name, _ in grade_class._chosen(course, [typed, on_disk])] == [on_disk]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["../secret"], "is not the name of an assignment"),
        (["99-none"], "There is no assignment '99-none', neither in source/ nor in the gradebook"),
        ([TINY], "Nobody has handed in 00-tiny"),
        ([TINY], "`gradebox collect 00-tiny` brings submissions there"),
        ([TINY, "--notebook", "typo"], "00-tiny has no notebook typo. It has 00-tiny."),
        ([TINY, "--students", "eve"], "There is no submission of 00-tiny by eve"),
        ([TINY, "--db", "oops:oops"], "The gradebook cannot be opened"),
        ([TINY, "--db", "mysql://oops"], "The gradebook cannot be opened: No module named"),
        ([TINY, "--without", "files,oops"], "There is no layer 'oops' to be given up. The layers"),
        (
            [TINY, "--scheduler", "tcp://127.0.0.1:1"],
            "There is no Dask scheduler at tcp://127.0.0.1:1",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(room, monkeypatch, capsys, options, sentence):
    if "--students" in options or "--scheduler" in options:
        submit(room, "ada")
    monkeypatch.setattr("gradebox.dask_pool.SECONDS_TO_CONNECT", 1)
    monkeypatch.chdir(room.root)
    assert grade.main(options) == grade_class.UNAVAILABLE
    said = capsys.readouterr().err
    assert sentence in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("where", "error"),
    [
        (("ensure_running", "connect_to_new_process"), OSError(errno.EAGAIN, "too many")),
        (("connect_to_new_process",), EOFError()),  # the process that forks has ended at that
    ],
)
def test_workers_that_cannot_be_forked_are_said_in_a_sentence(
    room, monkeypatch, capsys, where, error
):
    submit(room, "ada")
    for name in where:
        monkeypatch.setattr(f"multiprocessing.forkserver.{name}", Mock(side_effect=error))
    monkeypatch.chdir(room.root)
    assert grade.main([TINY]) == grade_class.UNAVAILABLE
    said = capsys.readouterr().err
    assert said.startswith("A worker process could not be started: t")


def test_a_step_of_the_courses_own_that_is_not_there_is_said(room, monkeypatch, capsys):
    submit(room, "ada")
    with (room.root / "nbgrader_config.py").open("a") as file:
        file.write('\nc.Autograde.autograde_preprocessors = ["mysteps.Own"]\n')
    monkeypatch.chdir(room.root)
    assert grade.main([TINY]) == grade_class.UNAVAILABLE
    said = capsys.readouterr().err
    assert "nbgrader_config.py names is not there: No module named 'mysteps'" in said
