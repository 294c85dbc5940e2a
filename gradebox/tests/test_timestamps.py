"""The time of a submission, in a file that students can write."""

import time
from datetime import datetime

import pytest
from gradebox.timestamps import guard_nbgrader, parse_time, read_time, time_in
from hypothesis import given
from hypothesis import strategies as st
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory

NOON = datetime(2026, 3, 1, 12)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2026-03-01 12:00:00.000000 UTC", NOON),
        ("2026-03-01 13:00 Europe/Berlin", NOON),
        ("2026-03-01T13:00:00+01:00\n", NOON),
        ("2026-03-01 20:00:00.000000 +08", NOON),
        ("2026-03-01 17:45 +0545", NOON),
        ("2026-03-01 09:00:00 -03:00", NOON),
        ("Sun Mar 1 12:00:00 2026", NOON),
        ("", None),
        ("yesterday", None),
        ("10", None),  # the tenth of whatever month it is
        ("9" * 60, None),
        ("1." * 200_000, None),
        ("2026-03-01 12:00 /etc/localtime", None),
        ("2026-03-01 12:00 ../../etc/localtime", None),
        ("0001-01-01 00:00 +99999", None),
    ],
)
def test_a_date_is_read_and_nothing_else(text, meant):
    began = time.process_time()
    assert parse_time(text) == meant
    assert time.process_time() - began < 1


@given(st.binary(max_size=100) | st.text(max_size=80).map(str.encode))
def test_no_content_of_the_file_raises(content):
    assert time_in(content) is None or isinstance(time_in(content), datetime)


def test_nbgraders_own_readers_take_the_same_care(tmp_path, monkeypatch):
    for kind, name in (
        (CourseDirectory, "get_existing_timestamp"),
        (NbGraderAPI, "get_submitted_timestamp"),
    ):
        monkeypatch.setattr(kind, name, getattr(kind, name))  # put back afterwards
    guard_nbgrader()
    folder = tmp_path / "submitted" / "eve" / "ps1"
    folder.mkdir(parents=True)
    course = CourseDirectory(root=str(tmp_path))
    api = NbGraderAPI(coursedir=course)
    for content, meant in ((b"1." * 200_000, None), (b"soon", None), (b"2026-03-01 12:00", NOON)):
        (folder / "timestamp.txt").write_bytes(content)
        began = time.process_time()
        assert course.get_existing_timestamp(str(folder)) == meant
        assert api.get_submitted_timestamp("ps1", "eve") == meant
        assert time.process_time() - began < 1
    (folder / "timestamp.txt").unlink()
    (folder / "timestamp.txt").symlink_to("/etc/passwd")
    assert read_time(folder) is None
