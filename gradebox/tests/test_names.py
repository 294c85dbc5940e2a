"""Names that students choose (their own, of files, of cells), on their way to a person."""

import contextlib
import csv
import io
import logging
import os
import shlex
import subprocess
import sys
import unicodedata
from pathlib import Path

import nbformat
import pytest
from engine_course import submit
from gradebox.classroom import Classroom
from gradebox.collect import Collect
from gradebox.commands import grade, report
from gradebox.exports import CsvExport
from gradebox.flags import Flag
from gradebox.logs import in_plain_text
from gradebox.no_formulas import as_text
from gradebox.notebook_names import NO_FILE, but_others
from gradebox.submission_outcome import SubmissionOutcome, refusal
from grading import TINY, tiny_course
from hypothesis import example, given
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell
from nbgrader.api import Gradebook
from traitlets.config import Config

from authoring import release

QUICK = Path(__file__).parent / "fast_imports"
ODD = (
    "ev\x1b[31mil",
    "eve\n2 of 2 graded, full marks",
    "$(touch pwned)",
    "`touch pwned`",
    "=cmd|'calc'!A0",
    "a\u202egnp.exe",
    '"; touch pwned; "',
    "-rf",
    "\udcff\udcfe",
)
names = st.text(
    st.characters(codec=None, exclude_characters="/\0"), min_size=1, max_size=60
) | st.sampled_from(ODD)


def is_one_visible_line(text: str) -> bool:
    return not {unicodedata.category(c) for c in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(names, names)
@example(ODD[0], ODD[2])
def test_a_sentence_is_one_line_and_its_command_holds_no_other(student, reason):
    sentence = refusal(student, "05-x", "05-x", reason)
    assert is_one_visible_line(sentence)
    assert is_one_visible_line(Flag("left-out", reason, student).sentence)
    assert is_one_visible_line(SubmissionOutcome(student, "failed").name)
    command = refusal(student, "05-x", "05-x", "it is empty").rpartition(", and run `")[2]
    words = shlex.split(command.removesuffix("`."))
    assert words[:3] == ["gradebox", "grade", "05-x"]
    assert words[3:] in ([], ["--students", student])


def test_a_notebook_of_another_name_is_named_with_what_to_do():
    reason = NO_FILE + but_others(["05-x final.ipynb"])
    sentence = refusal("ada", "05-x", "05-x", reason)
    assert "there is no file of that name, but 05-x final.ipynb. If that is the one, rename" in (
        sentence
    )
    assert "in submitted/ to 05-x.ipynb, else ask ada to submit again" in sentence


def test_an_ordinary_name_stands_in_the_command():
    assert '--students "Ada L."' in refusal("Ada L.", "05-x", "05-x", "it is empty")
    assert "--students 'a$(b)'" in refusal("a$(b)", "05-x", "05-x", "it is empty")


@given(names)
@example("\uff1d1+1")
@example("\u00a0=1")
@example("\u200b=1")
def test_no_name_is_a_formula(name):
    cell = as_text(name)
    assert is_one_visible_line(cell.replace("\t", " "))
    assert (
        not cell.lstrip().startswith(("=", "+", "-", "@", "\uff1d"))
        or cell.strip() == "-"
        or (cell.strip("+-., ").replace(".", "").replace(",", "").isdecimal())
    )
    assert len(next(csv.reader([as_text(name)]))) >= 0


@given(names)
def test_a_message_of_nbgraders_is_no_two_messages(name):
    log, stream = logging.Logger("nbgrader"), io.StringIO()
    log.addHandler(logging.StreamHandler(stream))
    with in_plain_text(log):
        log.error("Converting %s", name)
    first, *rest = stream.getvalue().split("\n")[:-1]
    assert first.startswith("Converting ")
    assert all(line.startswith("    ") for line in rest)
    assert all(map(is_one_visible_line, [first, *rest]))


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A class in which everybody has an odd name; one of them cannot be graded."""
    root = tmp_path_factory.mktemp("names")
    tiny_course(root / "course")
    release.generate_apart(root / "course", TINY, root / "course" / "release")
    room = Classroom(root / "course")
    room.generate(TINY)
    for name in ODD[:-1]:
        submit(room, name)
    path = room.root / "submitted" / ODD[0] / TINY / f"{TINY}.ipynb"
    path.write_bytes(b"")
    path = room.root / "submitted" / ODD[5] / TINY / f"{TINY}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    mark = {"grade": True, "grade_id": "a\x1b[2J\nb", "points": 1000}
    notebook.cells.append(new_code_cell("1", metadata={"nbgrader": mark}))
    nbformat.write(notebook, path)
    (path.parent / "x\x1b[2J\ny.py").touch()
    return room


def test_the_terminal_the_report_and_the_tables(room, capfd, tmp_path):
    with contextlib.chdir(room.root):
        assert grade.main([TINY, "--workers", "1"]) == 1
        html, table = tmp_path / "r.html", tmp_path / "r.csv"
        assert report.main([TINY, "--html", str(html), "--csv", str(table)]) == 0
    said = capfd.readouterr()
    for text in (said.out, said.err, html.read_text(), table.read_text()):
        assert all(map(is_one_visible_line, text.replace("\t", " ").splitlines()))
        assert not any(line.startswith("2 of 2 graded") for line in text.splitlines())
    assert "--students '$(touch pwned)'" not in said.out  # it was graded
    assert "holds a line break: rename it" in said.out + said.err
    # nbgrader stops at a name with a line break, and those after it get no page
    pages = room.generate_feedback(TINY)
    assert len(pages) == len(ODD) - 3
    with table.open(newline="") as file:
        assert "'=cmd|'calc'!A0" in {row["student"] for row in csv.DictReader(file)}


def test_nbgraders_own_export_holds_no_formula(room, tmp_path):
    """After the test above, which grades."""
    with Gradebook(f"sqlite:///{room.root}/gradebook.db") as gradebook:
        gradebook.update_or_create_student("=cmd|'calc'!A0", first_name="+x", email="a,\nb")
        plugin = CsvExport(to=str(tmp_path / "all.csv"))
        plugin.export(gradebook)
        plugin = CsvExport(to=str(tmp_path / "one.csv"), student=["-rf"], assignment=[TINY])
        plugin.export(gradebook)
    with (tmp_path / "all.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(ODD) - 2  # of one no file can be read, and one has a line break
    (evil,) = (row for row in rows if row["student_id"].startswith("'=cmd"))
    assert (evil["first_name"], evil["email"]) == ("'+x", "a, b")
    assert (float(evil["score"]), float(evil["max_score"])) == (5, 5)
    with (tmp_path / "one.csv").open(newline="") as file:
        assert [row["student_id"] for row in csv.DictReader(file)] == ["'-rf"]


def test_nbgraders_commands_write_plain_text_and_our_table(room, tmp_path):
    """By the course's configuration; after the tests above."""
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", "export", "--to", str(tmp_path / "\x1b[31mall.csv")],
        cwd=room.root,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{os.getcwd()}{os.pathsep}{QUICK}", "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert "Exporting grades to" in done.stderr
    assert "\x1b[31mall" not in done.stderr
    assert "'=cmd" in next(tmp_path.glob("*all.csv")).read_text()


def test_what_is_no_submission_stops_nobodys_collecting(tmp_path, caplog):
    collect = Collect(coursedir=None, config=Config())
    for name in ("eve+05-x+soon+secret", "eve", "+05-x+2026-03-01 12:00:00 UTC+s", "..+a+2026+s"):
        assert collect._path_to_record(f"/inbound/{name}")["username"] == ""
    record = collect._path_to_record("/inbound/ada+l+05-x+2026-03-01 12:00:00 UTC+secret")
    assert record["username"] == "ada+l"
