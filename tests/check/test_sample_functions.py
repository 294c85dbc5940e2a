"""The functions that checks hand over are what they say, and survive being written as JSON."""

import json

import numpy as np
import pytest

from course import check
from course.check import CheckFailed
from course.check import sample_functions as samples
from course.check.codec import decode, encode

TIGHT = (samples.running_mean, samples.unchanged, samples.row_before)
LEAKY = (
    samples.mean_of_all,
    samples.one_step_ahead,
    samples.two_steps_ahead,
    samples.first_row_peeks,
    samples.last_but_one_peeks,
    samples.first_row_sees_a_step,
    samples.faint_peek,
    samples.last_feature_peeks,
)
X = np.random.default_rng(0).normal(size=(5, 3))


def rows_read(function, row):
    """The rows of X that one row of the output depends on."""
    before = function(X)[row]
    found = set()
    for source in range(len(X)):
        changed = X.copy()
        changed[source] += 1
        if not np.allclose(function(changed)[row], before):
            found.add(source)
    return found


@pytest.mark.parametrize("function", TIGHT)
def test_a_tight_function_reads_no_later_row(function):
    assert all(max(rows_read(function, row), default=0) <= row for row in range(len(X)))


@pytest.mark.parametrize("function", LEAKY)
def test_a_leaky_function_reads_a_later_row(function):
    assert any(max(rows_read(function, row), default=0) > row for row in range(len(X)))


def test_a_peek_is_where_its_name_says():
    n = len(X)
    assert rows_read(samples.one_step_ahead, 1) == {0, 1, 2}
    assert rows_read(samples.two_steps_ahead, 1) == {1, 3}
    assert [rows_read(samples.first_row_peeks, i) for i in (0, 1)] == [{0, 1}, {1}]
    assert [rows_read(samples.last_but_one_peeks, i) for i in (0, n - 2)] == [{0}, {n - 2, n - 1}]


@pytest.mark.parametrize("function", TIGHT + LEAKY)
def test_the_output_has_a_row_for_each_token_and_x_stays_as_it_is(function):
    given = np.arange(8).reshape(4, 2)
    assert function(given).shape == (4, 2)
    assert given.tolist() == np.arange(8).reshape(4, 2).tolist()


@pytest.mark.parametrize("function", TIGHT + LEAKY)
def test_a_sample_is_written_as_its_name(function):
    written = json.dumps(encode(function))
    assert function.__name__ in written
    assert decode(json.loads(written)) is function


def test_any_other_function_is_refused():
    with pytest.raises(TypeError, match="function"):
        encode(lambda X: X)


def test_a_report_names_the_function():
    with pytest.raises(CheckFailed, match=r"attention_function=running_mean, X \(4, 2\)"):
        check.leaks(lambda attention_function, X: True)


def test_column_cubes_depend_on_the_shape():
    W = np.arange(6).reshape(3, 2)
    assert samples.sum_of_column_cubes(W) == 6**3 + 9**3
    assert samples.sum_of_column_cubes(W.ravel()) == 15**3
