"""Files that their owner exchanges while they are read, in each place where they are read."""

import contextlib
import os
import stat
from contextlib import contextmanager

import pytest
from gradebox.admission import Admission, Refused
from gradebox.admission.files import read_folder
from gradebox.collect import Collect
from gradebox.originals import Original, OriginalNotebook
from gradebox.student_files import TooLarge, Unsafe, read_file, student_folder
from nbgrader.coursedir import CourseDirectory

NAME = "homework"
SECRET = "what only the instructor may read"


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "closed" / f"{NAME}.ipynb"
    path.parent.mkdir()
    path.write_text(SECRET)
    return path


@pytest.fixture
def submission(tmp_path):
    """A submission with a notebook in it, and one file in a folder."""
    folder = tmp_path / "inbound" / "eve"
    (folder / "data").mkdir(parents=True)
    (folder / f"{NAME}.ipynb").write_text("{}")
    (folder / "data" / f"{NAME}.ipynb").write_text("1,2")
    return folder


@pytest.fixture
def exchange_after_listing(monkeypatch):
    """Let a path be what it was while folders are listed, and a link as soon as they have been."""
    scandir = os.scandir

    def exchange(path, target):
        aside = path.parent.with_name("aside")

        @contextmanager
        def adversary(folder):
            here = os.path.samestat(os.stat(folder), path.parent.stat())
            if here and path.is_symlink():
                path.unlink()
                aside.rename(path)
            with scandir(folder) as entries:
                yield entries
            if here:
                path.rename(aside)
                path.symlink_to(target)

        monkeypatch.setattr(os, "scandir", adversary)

    return exchange


def content_of(folder):
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return [path.read_text() for path in files]


@pytest.mark.parametrize("part", [f"{NAME}.ipynb", "data"])
def test_a_file_or_folder_that_becomes_a_link_is_not_collected(
    submission, secret, exchange_after_listing, tmp_path, part
):
    collect = Collect(coursedir=CourseDirectory(root=str(tmp_path)))
    target = secret.parent if part == "data" else secret
    exchange_after_listing(submission / part, target)
    collect.do_copy(str(submission), str(tmp_path / "submitted" / "eve" / NAME))
    assert SECRET not in content_of(tmp_path / "submitted" / "eve")


@pytest.mark.parametrize("part", [f"{NAME}.ipynb", "data"])
def test_a_file_or_folder_that_becomes_a_link_is_not_admitted(
    submission, secret, exchange_after_listing, part
):
    notebook = OriginalNotebook(NAME, {}, {})
    original = Original(NAME, {NAME: notebook}, editable=frozenset({f"data/{NAME}.ipynb"}))
    exchange_after_listing(submission / part, secret.parent if part == "data" else secret)
    with contextlib.suppress(Refused):
        folder = read_folder(submission, original, Admission(), [])
        assert SECRET.encode() not in {*folder.files.values(), *folder.notebooks.values()}


def test_what_is_exchanged_after_it_was_listed_is_not_read(submission, secret):
    for part in (f"{NAME}.ipynb", "data"):
        with student_folder(submission) as folder:
            entries = folder.entries((), 100)
            (submission / part).rename(submission / "old")
            (submission / part).symlink_to(secret.parent if part == "data" else secret)
            (entry,) = (each for each in entries if each.name.startswith(part))
            with pytest.raises(Unsafe):
                folder.read(entry)
        (submission / part).unlink()
        (submission / "old").rename(submission / part)


def test_no_link_below_the_instructors_folder_is_followed(submission, tmp_path):
    (tmp_path / "submitted").mkdir()
    (tmp_path / "submitted" / "eve").symlink_to(submission.parent)
    path = tmp_path / "submitted" / "eve" / "eve"
    with pytest.raises(Unsafe), student_folder(path, trusted=tmp_path / "submitted"):
        pass


def test_a_file_that_grows_while_it_is_read_is_refused(submission):
    with student_folder(submission) as folder:
        (entry,) = (e for e in folder.entries((), 100) if e.name == f"{NAME}.ipynb")
        (submission / entry.name).write_text("x" * 1000)
        with pytest.raises(Unsafe, match="changed"):
            folder.read(entry)


def test_one_of_somebody_elses_under_two_names_is_refused(submission, monkeypatch):
    """Renamed while it is counted, a hard link to another's file would seem to be all its names."""
    os.link(submission / f"{NAME}.ipynb", submission / "b.csv")
    with student_folder(submission) as folder:
        assert not any(entry.odd for entry in folder.entries((), 100))
        folder._owner += 1
        odd = {entry.name for entry in folder.entries((), 100) if entry.odd}
    assert odd == {f"{NAME}.ipynb", "b.csv"}


def test_a_single_file_is_read_as_a_plain_one_or_not_at_all(submission, secret, tmp_path):
    (tmp_path / "link").symlink_to(secret)
    os.mkfifo(tmp_path / "pipe")
    for odd in ("link", "pipe", "closed"):
        with pytest.raises(Unsafe):
            read_file(tmp_path / odd, 100)
    assert read_file(secret, 100).decode() == SECRET
    with pytest.raises(TooLarge):
        read_file(secret, 10)


def test_descriptors_are_closed(submission):
    before = len(os.listdir("/dev/fd"))
    for _ in range(3):
        with student_folder(submission) as folder:
            for entry in folder.entries((), 100):
                folder.read(entry)
        with pytest.raises(Unsafe):
            read_file(submission, 10)
    assert len(os.listdir("/dev/fd")) == before


def test_a_copy_keeps_its_time_and_no_special_rights(submission, tmp_path):
    notebook = submission / f"{NAME}.ipynb"
    notebook.chmod(0o4750)
    os.utime(notebook, (1e9, 1e9))
    dest = tmp_path / "submitted" / "eve" / NAME
    Collect(coursedir=CourseDirectory(root=str(tmp_path))).do_copy(str(submission), str(dest))
    status = (dest / f"{NAME}.ipynb").stat()
    assert (status.st_mtime, stat.S_IMODE(status.st_mode)) == (1e9, 0o750)
