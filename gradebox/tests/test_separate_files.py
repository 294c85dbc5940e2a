"""Files that answers write, as the tests see them, and what a hostile answer would make of that."""

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gradebox.separate import files, tests_end
from gradebox.separate.doubt import FILE
from gradebox.separate.exceptions import StudentError
from gradebox.separate.files import LEFT_OUT, MAX_BYTES, Files
from gradebox.separate.wire import MAX_BLOBS, WireError
from two_processes import student

CODE = """
import os
import numpy as np

def save(name, text="new"):
    with open(name, "w") as file:
        file.write(text)

def save_many(name, size):
    save(name, "x" * size)

def read(name):
    with open(name) as file:
        return file.read()

def append(name):
    with open(name, "a") as file:
        file.write(" and more")
    return open(name).read()

def remove(name):
    os.remove(name)

def link(name, to):
    os.symlink(to, name)

def call(function):
    save("before.txt")
    return function()

def save_and_return(size):
    save_many("beside.txt", 2**21)
    return np.zeros(size, np.uint8)

def many():
    for i in range(200):
        save(f"{i}.txt")

save("report.txt", "from a cell")
"""


@pytest.fixture
def folders(tmp_path):
    found = tmp_path / "student", tmp_path / "tests"
    for folder in found:
        folder.mkdir()
        (folder / "given.txt").write_text("the instructor's")
    return found


@pytest.fixture
def own(folders) -> Path:
    """The tests' folder."""
    return folders[1]


@pytest.fixture
def names(folders):
    with student(CODE, folders=folders) as found:
        yield found


def test_what_an_answer_writes_over_or_removes_is_a_reason_for_doubt(names, own):
    names.begin()
    names.fetch("save")("new.txt")
    assert not names.doubt
    names.fetch("save")("given.txt")
    assert names.doubt == FILE
    assert (own / "given.txt").read_text() == "the instructor's"
    names.begin()
    names.fetch("remove")("given.txt")
    assert names.doubt == FILE
    assert (own / "given.txt").read_text() == "the instructor's"
    for change in ("append", "remove"):
        time.sleep(0.1)  # what has just been written is sent once more
        names.bring_files()
        (own / "mine.txt").write_text("the test's")
        names.begin()
        names.fetch("read")("mine.txt")
        assert not names.doubt
        names.fetch(change)("mine.txt")
        assert names.doubt == FILE
        assert (own / "mine.txt").read_text() == "the test's"


def test_what_an_answer_writes_can_be_read(names, own):
    names.bring_files()
    assert (own / "report.txt").read_text() == "from a cell"
    names.fetch("save")("words.txt", "a")
    assert (own / "words.txt").read_text() == "a"
    names.fetch("save")("words.txt", "b")
    assert (own / "words.txt").read_text() == "b"
    assert (own / "words.txt").stat().st_mode & 0o777 == 0o444
    names.fetch("remove")("words.txt")
    assert not (own / "words.txt").exists()
    assert names.fetch("call")((own / "before.txt").read_text) == "new"


def test_a_file_that_a_call_names_goes_along_and_no_other(names, own, folders):
    (own / "in.txt").write_text("from a test")
    (own / "wanted.txt").write_text("a secret")
    assert names.fetch("append")(Path("in.txt")) == "from a test and more"
    assert (own / "in.txt").read_text() == "from a test", "the tests' own is never replaced"
    assert not (folders[0] / "wanted.txt").exists()


def test_the_instructors_file_stays(names, own):
    names.fetch("save")("given.txt", "forged")
    assert (own / "given.txt").read_text() == "the instructor's"
    assert names.not_crossed.kept == {"given.txt"}
    assert not names.not_crossed.files, "it is a data file"


@pytest.mark.parametrize(
    "name",
    [
        *("numpy.py", "json.pyc", "x.so", "matplotlibrc", "setup.cfg", ".env.txt", "x.pkl"),
        *("x.ipynb", "x", "a.txt.py", "a\nb.txt", "x" * 120 + ".txt"),
    ],
)
def test_what_could_be_more_than_data_stays_there(names, own, name):
    names.fetch("save")(name)
    assert sorted(os.listdir(own)) == ["given.txt", "report.txt"]
    assert names.not_crossed.files == {name[:100]}


def test_no_link_is_followed(names, own, folders):
    (folders[0].parent / "secret.txt").write_text("a secret")
    names.fetch("link")("words.txt", str(folders[0].parent / "secret.txt"))
    names.fetch("link")("given.csv", str(own / "given.txt"))
    assert sorted(os.listdir(own)) == ["given.txt", "report.txt"]


def test_a_file_of_this_folder_goes_along_by_its_path_too(names, own):
    (own / "mine.txt").write_text("the test's")
    assert names.fetch("read")("./mine.txt") == "the test's"


def test_files_have_limits(names, own):
    names.fetch("save_many")("large.txt", MAX_BYTES + 1)
    assert not (own / "large.txt").exists()
    names.fetch("many")()
    assert len(os.listdir(own)) <= files.MAX_FILES + 1
    assert len(names.not_crossed.files) >= files.MAX_FILES


def test_forged_files_do_no_harm(own):
    taken = Files(own, keeps_own=True)
    blob = memoryview(b"forged")
    names = ["../out.txt", "/tmp/out.txt", "a/b.txt", "given.txt", "", "..", "\0.txt", "x.py"]
    taken.take([[name, 0] for name in names] + [["given.txt", None], ["x", LEFT_OUT]], [blob])
    assert [path.name for path in own.parent.rglob("*.txt")] == ["given.txt", "given.txt"]
    assert (own / "given.txt").read_text() == "the instructor's"
    for said in ("x", [1], [["x.txt", 5]], [["x.txt", "0"]], [["x.txt", -3]], {"x.txt": 0}):
        with pytest.raises(WireError):
            taken.take(said, [blob])
    os.symlink(own.parent / "out.txt", own / "link.txt")
    taken.take([["link.txt", 0]], [blob])
    assert not (own.parent / "out.txt").exists()


def test_nothing_is_unpickled_where_files_of_answers_are(tmp_path):
    code = f"""
import pickle, sys
from pathlib import Path
from gradebox.separate.files import Files
stream = {pickle.dumps(print, 0)!r}
pickle.loads(stream)
Files(Path({str(tmp_path)!r}), keeps_own=True).take([["a.dat", 0]], [memoryview(stream)])
try:
    pickle.loads(open({str(tmp_path / "a.dat")!r}, "rb").read())
except RuntimeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "nothing is unpickled" in done.stdout


@pytest.fixture(autouse=True)
def _pickles(monkeypatch):
    """Let this process go on unpickling."""
    monkeypatch.setattr(files, "refuse_pickles", lambda: None)
    assert tests_end.Files is Files


def test_a_file_beside_a_result_that_is_too_large_comes_with_what_is_said_of_that(names, own):
    with pytest.raises(StudentError, match="too much to hand over"):
        names.fetch("save_and_return")(MAX_BLOBS - 2**20)
    names.bring_files()
    assert (own / "beside.txt").stat().st_size == 2**21
    assert not names.not_crossed.files
