"""Files that students leave in the exchange are copied, and links never followed."""

import errno
import os

import nbformat
import pytest
from engine_course import RIGHT, ZERO, run
from gradebox.classroom import Classroom
from gradebox.collect import Collect
from gradebox.student_files import CHANGED_MEANWHILE, StudentFolder, Unsafe
from grading import TINY, answered, source_notebook, tiny_course
from nbgrader.coursedir import CourseDirectory


def test_links_in_the_exchange_are_not_followed(tmp_path):
    room = Classroom(tiny_course(tmp_path / "course"))
    room.generate(TINY)
    room.release(TINY)
    solution = room.root / "source" / TINY / f"{TINY}.ipynb"
    for student in ("ada", "eve", "mal"):
        notebook = room.fetch(TINY, student) / f"{TINY}.ipynb"
        source = source_notebook(TINY, room.root)
        notebook.write_text(nbformat.writes(answered(source, source)))
        room.submit(TINY, student)
    inbound = next(room.root.glob(".exchange/*/inbound"))
    ada, eve, mal = sorted(inbound.iterdir())
    (eve / f"{TINY}.ipynb").unlink()
    (eve / f"{TINY}.ipynb").symlink_to(solution)
    (eve / "data").symlink_to(room.root / "source")
    os.mkfifo(ada / "pipe.csv")
    mal.rename(tmp_path / "elsewhere")
    mal.symlink_to(tmp_path / "elsewhere")

    room.collect(TINY)

    submitted = room.root / "submitted"
    assert {path.parent.name for path in submitted.glob(f"*/{TINY}")} == {"ada", "eve"}
    assert (submitted / "eve" / TINY / f"{TINY}.ipynb").is_symlink()
    assert not (submitted / "ada" / TINY / "pipe.csv").exists()
    outcomes = run(room)
    assert "it is a link to another place" in outcomes["eve"].sentences[0]
    assert room.scores(TINY) == {"ada": RIGHT, "eve": ZERO}


@pytest.mark.parametrize(
    "error", [Unsafe(CHANGED_MEANWHILE), OSError(errno.ENOSPC, "No space left")]
)
def test_what_cannot_be_copied_whole_leaves_nothing_behind(tmp_path, monkeypatch, error):
    """Or nbgrader would take it for collected; a file may change, or the disk be full.

    Also where several instructors share the course, and what was made is opened to them.
    """
    read = StudentFolder.read

    def changing(folder, entry):
        if entry.name == "b.ipynb":
            raise error
        return read(folder, entry)

    monkeypatch.setattr(StudentFolder, "read", changing)
    for name in ("inbound/ada/a.ipynb", "inbound/ada/b.ipynb"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}")
    course = CourseDirectory(root=str(tmp_path), assignment_id="ps1", groupshared=True)
    to = tmp_path / "ada"
    Collect(coursedir=course).do_copy(str(tmp_path / "inbound" / "ada"), str(to))
    assert not to.exists()
