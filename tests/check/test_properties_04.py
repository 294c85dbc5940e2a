"""Measured variances: right ones pass whatever chance does, and wrong ones hear what they fit."""

import json
import re

import numpy as np
import pytest

from authoring.exercises.a04_scaling import stuck
from course import check
from course.check import CheckFailed
from course.check.codec import decode, encode
from course.check.properties import (
    no_variance_of_equal_scores,
    variance_of_scores,
    variances_of_few_scores,
    variances_of_scores,
)


def measure(d_k, n_samples, rng):
    return (rng.normal(size=(2, n_samples, d_k)).prod(axis=0)).sum(axis=1).var()


@pytest.mark.parametrize(("d_k", "n_samples"), [(1, 2500), (2, 2000), (45, 1500)])
def test_chance_never_fails_a_measurement(d_k, n_samples):
    rng = np.random.default_rng(d_k)
    assert {
        variance_of_scores(measure(d_k, n_samples, rng), d_k, n_samples, rng) for _ in range(200)
    } == {""}


@pytest.mark.parametrize("divide", [np.float32, float, np.asarray])
def test_any_kind_of_number_will_do(divide):
    assert variance_of_scores(divide(40.1234567), 40, 1000, np.random.default_rng(0)) == ""


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (np.sqrt(40), "standard deviation"),
        (0.05, "mean of the scores"),
        (0.0, "One number alone has no variance"),
        (13.3, "drawn evenly from 0 to 1"),
        (1.02, "single entries"),
        (81.0, "multiplied with itself"),
        (1590.0, "squared"),
        (995.0, "exchanged"),
        (40_100.0, "not divided by n_samples"),
        (1 / 40, "A score is the sum of its products"),
        (5.0, "A variance squares the distances"),
        (3e-17, "unless each is squared first"),
        (12.0, "rng.standard_normal"),
        (40, "exactly d_k, 40"),
        (41.0, "a rounded number"),
        (41.123, "a rounded number"),
        (np.nan, "nan"),
        (np.array([40.0]), "an array of shape (1,)"),
        ("40", "a str"),
        (40 + 0j, "a complex number; the task asks for a real number"),
        (np.complex128(40), "a complex number; the task asks for a real number"),
        (np.array(40 + 0j), "an array of shape (); the task asks for a real number"),
    ],
)
def test_a_wrong_variance_hears_what_it_fits(value, says):
    assert says in variance_of_scores(value, 40, 1000, np.random.default_rng(0))


def test_measurements_that_are_too_steady():
    rng = np.random.default_rng(9)
    measured = [measure(20, 20, rng) for _ in range(400)]
    assert variances_of_scores(measured, 20, 20, rng) == ""
    steadier = [20 + 0.6 * (value - 20) for value in measured]
    assert "400 calls should differ more: yours lie between 10.9" in variances_of_scores(
        steadier, 20, 20, rng
    )
    assert "Every call gave 20" in variances_of_scores([20.0] * 400, 20, 20, rng)
    assert "None" in variances_of_scores([*measured, None], 20, 20, rng)


def test_two_samples_are_two_scores():
    rng = np.random.default_rng(10)
    measured = [measure(5, 2, rng) for _ in range(400)]
    assert variances_of_few_scores(measured, 5, 2, rng) == ""
    assert variances_of_few_scores([2 * value for value in measured], 5, 2, rng) == ""  # ddof=1
    assert "too large" in variances_of_few_scores([4 * value for value in measured], 5, 2, rng)
    assert "too small" in variances_of_few_scores([value / 4 for value in measured], 5, 2, rng)
    assert "one score alone" in variances_of_few_scores([0.0] * 400, 5, 2, rng)
    assert "None" in variances_of_few_scores([*measured, None], 5, 2, rng)


@pytest.mark.parametrize(
    ("scores", "says"),
    [
        (lambda q, k, rng: (q * np.roll(q, 1, axis=0)).sum(axis=1), "in another order"),
        (lambda q, k, rng: (q * k)[:-1].sum(axis=1), "The last pair was left out"),
        (lambda q, k, rng: (q * k).sum(axis=0), "The sum ran down the columns"),
        (lambda q, k, rng: (q * k).mean(axis=1), "d_k times too small"),
        (lambda q, k, rng: np.append((q * k).sum(axis=1), 9.0), ""),
        (lambda q, k, rng: (q * k).sum(axis=1) / np.sqrt(2), ""),  # for d_k = 2 the root
    ],
)
def test_a_mistake_is_known_by_its_numbers_even_where_they_pass(scores, says):
    def score_variance(d_k, n_samples, rng):
        queries = rng.standard_normal((n_samples, d_k))
        if says == "in another order":
            return scores(queries, None, rng).var()
        keys = rng.standard_normal((n_samples, d_k))
        return scores(queries, keys, rng).var()

    with pytest.raises(CheckFailed) as caught:
        check.score_variance(score_variance)
    assert says in caught.value.mistake
    assert bool(caught.value.mistake) == caught.value.is_sure == bool(says)
    assert "Wanted are" not in caught.value.seen or not says


def test_equal_scores_have_no_variance():
    rng = stuck()
    assert len(set(rng.normal(size=9))) == 1
    assert no_variance_of_equal_scores(measure(6, 40, rng), 6, 40, rng) == ""
    assert "mean" in no_variance_of_equal_scores(9.5, 6, 40, rng)
    assert "None" in no_variance_of_equal_scores(None, 6, 40, rng)


def test_the_stuck_generator_ends_what_draws_again_until_it_suits():
    rng = stuck()
    assert len(rng.permutation(1000)) == 1000
    assert rng.integers(10**6) == rng.integers(10**6)
    assert rng.choice(30, 30, replace=False).shape == (30,)


@pytest.mark.parametrize("generator", [np.random.default_rng(5), stuck()])
def test_a_generator_survives_the_check_data(generator):
    generator.normal()
    copy = decode(json.loads(json.dumps(encode(generator))))
    np.testing.assert_array_equal(copy.normal(size=5), generator.normal(size=5))


def test_the_report_names_the_generator_and_nothing_of_its_address(capsys):
    def chatty(d_k, n_samples, rng):
        print("drawing")
        return 2 * measure(d_k, n_samples, rng)

    with pytest.raises(CheckFailed) as caught:
        check.score_variance(chatty)
    assert re.search(
        r"score_variance\(d_k=\d+, n_samples=\d+, rng\) gave [\d.]+\n", str(caught.value)
    )
    assert capsys.readouterr().out.count("drawing") < 20
