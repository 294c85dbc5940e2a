"""The learner's progress file under two processes at once, and what an honest try is."""

import errno
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from gradebox.learner import progress
from gradebox.learner.grade_notebook import fingerprint
from grading import ROOT

RECORD = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from types import SimpleNamespace
from gradebox.learner import progress
for k in range(20):
    exercise = SimpleNamespace(name=f"e{{k}}", score=1.0, points=2.0, attempt="a", failed=[1])
    progress.record(Path({folder!r}), sys.argv[1], [exercise])
"""


def test_two_processes_lose_nothing_of_each_other(tmp_path):
    script = RECORD.format(root=str(ROOT), folder=str(tmp_path))

    def run(name):
        return subprocess.run([sys.executable, "-c", script, name], check=True)

    with ThreadPoolExecutor() as pool:
        list(pool.map(run, ["one", "two"]))
    found = progress.read(tmp_path)
    assert {name: len(entries) for name, entries in found.items()} == {"one": 20, "two": 20}
    assert [path.name for path in tmp_path.iterdir()] == [progress.NAME]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"assignments": 3}',
        '{"assignments": {"a": {"b": {"best": "x"}}}}',
        "\x00",
        "[" * 10**5,
    ],
)
def test_a_damaged_file_is_a_sentence(tmp_path, content):
    (tmp_path / progress.NAME).write_text(content)
    with pytest.raises(progress.Unreadable, match="is damaged"):
        progress.read(tmp_path)


def test_on_a_file_system_without_locks_progress_is_kept(tmp_path, monkeypatch):
    def flock(*_):
        raise OSError(errno.EBADF, "Bad file descriptor")  # as some network file systems say

    monkeypatch.setattr("gradebox.learner.progress.fcntl.flock", flock)
    exercise = SimpleNamespace(name="f", score=1.0, points=2.0, attempt="a", failed=[1])
    progress.record(tmp_path, "ps1", [exercise])
    assert progress.read(tmp_path)["ps1"]["f"].best == 1


def test_layout_and_comments_make_no_other_answer():
    assert fingerprint("x = 1") == fingerprint("x  =  1  # one\n")
    assert fingerprint("x = 1") != fingerprint("x = 2")
    assert fingerprint("def f(") == fingerprint("def  f (")
    assert fingerprint("x = '\0'") != fingerprint("x")
    assert fingerprint("+" * 100_000) != fingerprint("x")


def test_an_exercise_without_points_is_passed_by_its_tests(tmp_path):
    wrong = SimpleNamespace(name="f", score=0.0, points=0.0, attempt="a", failed=[1])
    right = SimpleNamespace(name="f", score=0.0, points=0.0, attempt="b", failed=[])
    progress.record(tmp_path, "ps1", [wrong])
    standing = progress.read(tmp_path)["ps1"]["f"]
    assert not standing.is_passed
    assert standing.tries_left == 2
    progress.record(tmp_path, "ps1", [right])
    progress.record(tmp_path, "ps1", [wrong])
    assert progress.read(tmp_path)["ps1"]["f"].is_passed
