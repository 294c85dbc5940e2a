"""Waiting for pipes in a process that has many files open."""

import os
import resource

import pytest
from gradebox.waiting import readable

MANY = 1_500  # more than `select` takes


@pytest.fixture
def pipe():
    """A pipe whose reading end has a number above `MANY`: (that end, the writing end)."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], MANY + 1), before[1]))
    low, writing = os.pipe()
    reading = os.dup2(low, MANY)
    os.close(low)
    yield reading, writing
    os.close(reading)
    os.close(writing)
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_file_with_a_high_number_is_waited_for(pipe):
    reading, writing = pipe
    assert readable([reading], 0) == set()
    os.write(writing, b"x")
    assert readable([reading]) == {reading}


def test_the_end_of_a_file_is_seen():
    reading, writing = os.pipe()
    other, still_open = os.pipe()
    os.close(writing)
    assert readable([reading, other]) == {reading}
    for descriptor in (reading, other, still_open):
        os.close(descriptor)
