"""Temporary folders: gone at the end, whatever is in them, and after a kill at the next run."""

import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from gradebox.scratch import remove_left_over, temporary_folder

from gradebox import scratch

OWNER = """
import os, sys, time
from gradebox.scratch import temporary_folder
with temporary_folder("test", sys.argv[1]) as folder:
    (folder / "work").mkdir()
    (folder / "work" / "answer.py").touch()
    (folder / "link").symlink_to(sys.argv[2])
    (folder / "linked").symlink_to(sys.argv[2] + "/kept")
    if os.fork():
        print(folder, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def killed(tmp_path):
    """A folder whose owner was killed, and one beside it that a link in it leads to."""
    place, outside = tmp_path / "tmp", tmp_path / "outside"
    for folder in (place, outside):
        folder.mkdir()
    (outside / "kept").touch()
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(place), str(outside)],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    left = Path(owner.stdout.readline().strip())
    owner.kill()
    owner.wait()
    yield left, outside, owner.pid
    if left.exists():
        os.killpg(owner.pid, signal.SIGKILL)


def test_what_a_killed_run_left_is_removed_by_the_next(killed):
    left, outside, group = killed
    assert remove_left_over(left.parent) == []  # a process that it forked goes on with it
    os.killpg(group, signal.SIGKILL)
    for _ in range(100):
        with temporary_folder("test", left.parent) as folder:
            assert folder.exists()
        if not left.exists():
            break
        scratch._remove_left_over_once.cache_clear()  # as the next run
    assert os.listdir(left.parent) == []
    assert os.listdir(outside) == ["kept"]


def test_what_is_removed_before_it_is_locked_is_made_anew(tmp_path, monkeypatch):
    lock, removed = fcntl.flock, []

    def late(file, how):
        if not removed:
            removed.append(True)  # and not while another run locks it itself
            removed.extend(remove_left_over(tmp_path))
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with temporary_folder("test", tmp_path) as folder:
        assert (folder / scratch._LOCK).exists()
        assert len(removed) == 2


def test_what_is_in_doubt_stays(tmp_path, monkeypatch):
    name = f"{scratch._PREFIX}test-"
    mine = Path(tempfile.mkdtemp(prefix=name, dir=tmp_path))  # it has no lock
    others = Path(tempfile.mkdtemp(dir=tmp_path))
    linked = tmp_path / f"{name}link"
    opened = Path(tempfile.mkdtemp(prefix=name, dir=tmp_path))
    for folder in (others, opened):
        (folder / scratch._LOCK).touch()
    linked.symlink_to(others)
    opened.chmod(0o755)
    pipe = Path(tempfile.mkdtemp(prefix=name, dir=tmp_path))
    os.mkfifo(pipe / scratch._LOCK)
    with temporary_folder("test", tmp_path) as used:
        assert remove_left_over(tmp_path) == []
        assert {mine, others, linked, opened, pipe, used} == set(tmp_path.iterdir())
        opened.chmod(0o700)
        with monkeypatch.context() as patch:
            patch.setattr(os, "geteuid", lambda: os.getuid() + 1)
            assert remove_left_over(tmp_path) == []
        assert remove_left_over(tmp_path) == [opened.name]


def test_folders_that_resist_are_removed(tmp_path):
    with temporary_folder("test", tmp_path) as folder:
        closed = folder / "closed" / "within"
        closed.mkdir(parents=True)
        for name in ("file", scratch._LOCK):
            (closed / name).touch()
        for each in (closed, closed.parent):
            each.chmod(0)
        within = os.open(folder, os.O_RDONLY)
        for _ in range(1500):
            os.mkdir("deeper", dir_fd=within)
            deeper = os.open("deeper", os.O_RDONLY, dir_fd=within)
            os.close(within)
            within = deeper
        os.close(within)
    assert os.listdir(tmp_path) == []


def test_a_full_disk_leaves_no_folder(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", full)
        with pytest.raises(OSError, match="No space left"), temporary_folder("test", tmp_path):
            pass
    assert os.listdir(tmp_path) == []


def test_no_other_way_to_a_temporary_folder_in_the_grader():
    root = Path(scratch.__file__).parent
    makers = [
        p.name
        for p in root.rglob("*.py")
        if "mkdtemp" in (text := p.read_text("utf-8")) or "TemporaryDirectory" in text
    ]
    assert makers == ["scratch.py"]


def test_a_folder_moved_away_is_no_error(tmp_path):
    with temporary_folder("test", tmp_path) as folder:
        shutil.move(folder, tmp_path / "elsewhere")
