"""The gradebook in PostgreSQL: a real server, started for these tests and stopped in between."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

import pytest
from engine_course import RIGHT, WRONG, run, statuses, store, submit
from gradebox.classroom import Classroom
from gradebox.engine import Engine
from gradebox.gradebook_errors import StoreUnavailable
from gradebox.pool import InThisProcess
from gradebox.submission_outcome import GRADED, UNCHANGED
from gradebox.submitted_folders import find_submissions
from grading import TINY, tiny_course


def programs() -> Path:
    """The folder of PostgreSQL's server programs, which Debian does not put on the PATH."""
    on_path = [Path(found).parent for found in [shutil.which("initdb")] if found]
    folders = [*on_path, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    for folder in folders:
        if (folder / "initdb").is_file() and (folder / "pg_ctl").is_file():
            return folder
    pytest.skip("PostgreSQL's server is not installed (Debian, Ubuntu: apt install postgresql)")


class Server:
    """A PostgreSQL server with one database, that lives in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = programs()
        # PostgreSQL refuses to be run by root; any ordinary user will do.
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            os.chown(folder, pwd.getpwnam(self.user).pw_uid, -1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgresql+psycopg://teacher@127.0.0.1:{self.port}/postgres"
        self.call("initdb", "-D", "data", "-U", "teacher", "-A", "trust", "-E", "UTF8", "-N")

    def start(self) -> None:
        options = f"-F -k {self.folder} -h 127.0.0.1 -p {self.port}"
        self.call("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")

    def stop(self) -> None:
        self.call("pg_ctl", "-D", "data", "-m", "immediate", "-w", "stop")

    def call(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            user=self.user,
            stdout=subprocess.DEVNULL,  # a pipe would be kept open by the server
            stderr=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 0, f"{program} failed: look at {self.folder}/log"


@pytest.fixture(scope="module")
def server():
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to others
        server = Server(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture(scope="module")
def room(server, tmp_path_factory):
    room = Classroom(tiny_course(tmp_path_factory.mktemp("course") / "course"))
    room.config.CourseDirectory.db_url = server.url
    room.generate(TINY)
    return room


def test_a_class_is_graded_and_only_what_changed_again(room):
    submit(room, "ada", "学生 O'Brien; --")
    submit(room, "ben", code="def double(x):\n    return '\\0'")
    assert set(statuses(run(room)).values()) == {GRADED}
    assert room.scores(TINY) == {"ada": RIGHT, "学生 O'Brien; --": RIGHT, "ben": WRONG}
    assert not (room.root / "gradebook.db").exists()
    submit(room, "ben")
    expected = {"ada": UNCHANGED, "学生 O'Brien; --": UNCHANGED, "ben": GRADED}
    assert statuses(run(room)) == expected
    assert room.scores(TINY)["ben"] == RIGHT


def test_nbgraders_own_command_uses_it_too(room):
    submit(room, "cy")
    outcome = room.autograde(TINY, "cy")
    assert outcome.ok, outcome.log
    assert room.scores(TINY)["cy"] == RIGHT


def test_a_name_that_is_too_long_for_it_costs_only_itself(room):
    submit(room, "x" * 200, "dan")
    outcomes = run(room)
    assert outcomes["dan"].status == GRADED
    (sentence,) = outcomes["x" * 200].sentences
    assert "the gradebook does not take it" in sentence
    assert "too long" in sentence
    shutil.rmtree(room.root / "submitted" / ("x" * 200))


def test_a_server_that_is_gone_for_a_while_is_waited_for(server, room):
    server.stop()
    back = threading.Timer(1, server.start)
    back.start()
    try:
        assert set(statuses(run(room, force=True, patience=60)).values()) == {GRADED}
    finally:
        back.join()


def test_a_server_that_is_gone_in_the_middle_loses_nothing(server, room):
    """Gone for good after the first submission: a sentence, and the next run goes on."""
    submit(room, "ada", "ben", code="def double(x):\n    return x")
    with store(room, patience=0.5) as opened:
        engine = Engine(opened.converter, opened)
        outcomes = engine.run(InThisProcess(engine.context), find_submissions(engine.course))
        assert next(outcomes).student == "ada"
        server.stop()
        with pytest.raises(StoreUnavailable, match="The gradebook cannot be used at present"):
            list(outcomes)
    server.start()
    after = statuses(run(room))
    assert (after["ada"], after["ben"]) == (UNCHANGED, GRADED)
    assert room.scores(TINY)["ben"] == WRONG
