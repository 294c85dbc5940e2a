"""The button's warm grader: real processes, and what becomes of them when a kernel ends."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from grading import ROOT

from course.widgets import grader as module
from course.widgets.grader import Grader

# A kernel that has forked: the child has the pipe, too, so that its end is no end of the input.
KERNEL = """
import os, time
from course.widgets.grader import grader
answer = grader.ask("solution", "nothing.ipynb", "attend")
assert answer["headline"].startswith("There is no notebook"), answer
child = os.fork()
if child:
    print(grader._server.pid, child, flush=True)
time.sleep(100)
"""


@pytest.fixture
def grader():
    made = Grader()
    yield made
    made.close()


def processes_below(pid):
    """The process and all that come from it."""
    found = [pid]
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found += processes_below(int(stat.parent.name))
    return found


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_nothing_outlives_the_kernel():
    command = [sys.executable, "-c", KERNEL]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as kernel:
        server, child = map(int, kernel.stdout.readline().split())
        everything = processes_below(server)
        assert len(everything) > 1  # the server, and what it forks from
        kernel.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 20
    while any(map(is_running, everything)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert is_running(child)
    os.kill(child, signal.SIGKILL)
    assert [pid for pid in everything if is_running(pid)] == []


def test_without_a_server_the_command_answers(grader, monkeypatch, tmp_path):
    """Real commands. A learner's own json.py beside the notebook stands in for nothing."""
    (tmp_path / "json.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(grader, "_running", lambda: None)
    answer = grader.ask("solution", "nothing.ipynb", "attend")
    assert answer["headline"].startswith("There is no notebook")
    assert "Grading did not work" in grader.ask("solution")["headline"]


class Talker:
    """In place of a server: a program that says what a line of Python says."""

    def __init__(self, code):
        self.started = []
        self.code = code

    def start(self, *command, stdin, stderr):
        self.started.append(command)
        code = self.code if command == ("serve",) else 'print(\'{"headline": "plain"}\')'
        return subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            # a shell has its jobs in the background ignore Ctrl-C, and these tests may be one
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )


ECHO = "import sys\nfor line in sys.stdin: print('{\"said\": %s}' % line.strip(), flush=True)"


def test_one_server_answers_all(grader, monkeypatch):
    talker = Talker(ECHO)
    monkeypatch.setattr(module, "_start", talker.start)
    grader.start()
    assert grader.ask("check", "a.ipynb") == {"said": ["check", "a.ipynb"]}
    assert grader.ask("solution", "a.ipynb", "x") == {"said": ["solution", "a.ipynb", "x"]}
    assert talker.started == [("serve",)]


@pytest.mark.parametrize("code", ["", "print('no JSON', flush=True)"])
def test_a_server_that_fails_is_replaced_by_the_command(grader, monkeypatch, code):
    talker = Talker(code)
    monkeypatch.setattr(module, "_start", talker.start)
    assert grader.ask("check", "a.ipynb") == {"headline": "plain"}
    assert talker.started[-1] == ("check", "a.ipynb", "--json")


def test_stopping_ends_the_request_and_the_next_one_is_served(grader, monkeypatch):
    talker = Talker("import time\ntime.sleep(100)")
    monkeypatch.setattr(module, "_start", talker.start)
    started = grader._running()
    threading.Timer(0.3, grader.stop).start()
    assert grader.ask("check", "a.ipynb") == {"headline": "Stopped. Nothing was graded."}
    assert started.wait(10) != 0
    grader.stop()  # nothing is being done
    talker.code = ECHO
    grader._server.kill()
    grader._server.wait()
    assert grader.ask("check", json.dumps("a")) == {"said": ["check", '"a"']}
