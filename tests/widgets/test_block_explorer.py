"""BlockExplorer, driven from Python; tests/browser drives it with mouse and keyboard."""

import numpy as np
import pytest
from traitlets import TraitError

from course import widgets

SCORES, VALUES = [1, 3, 2, 5], [10, 20, 30, 40]


def test_it_starts_where_it_is_told_and_shows_its_numbers_without_a_page():
    explorer = widgets.BlockExplorer(
        SCORES, VALUES, labels=list("abcd"), block_size=3, step=2, n=4096
    )
    assert (explorer.block_size, explorer.step, explorer.n) == (3, 2, 4096)
    assert widgets.BlockExplorer(SCORES, VALUES, block_size=np.int64(2)).block_size == 2
    assert repr(explorer) == (
        "<BlockExplorer of the scores 1, 3, 2, 5 in blocks of 3, and of 4,096 tokens>"
    )
    bundle = explorer._repr_mimebundle_()[0]
    assert bundle["text/plain"] == repr(explorer)
    for shown in ("scores and values", ">d<", ">40<", "after each block", ">1.203<", ">134.2<"):
        assert shown in bundle["text/html"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("block_size", 0, "block_size must be a whole number from 1 to 4, not 0"),
        ("block_size", 5, "from 1 to 4, not 5"),
        ("step", -1, "step must be a whole number from 0 to 4, not -1"),
        ("n", 15, "n must be a whole number from 16 to 131,072, not 15"),
        ("n", 2.5, "not 2.5"),
    ],
)
def test_it_refuses_with_a_sentence_and_keeps_what_it_had(name, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.BlockExplorer(SCORES, VALUES, **{name: value})
    explorer = widgets.BlockExplorer(SCORES, VALUES)
    before = getattr(explorer, name)
    with pytest.raises(TraitError):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before


def test_one_key_is_one_block():
    assert widgets.BlockExplorer([1], [10]).block_size == 1
    assert widgets.BlockExplorer(SCORES, VALUES).block_size == 2


@pytest.mark.parametrize("name", ["scores", "values"])
def test_its_numbers_stay_what_they_are(name):
    """The page reads them once."""
    explorer = widgets.BlockExplorer(SCORES, VALUES)
    with pytest.raises(TraitError, match=f"{name} are fixed once the explorer is made"):
        setattr(explorer, name, [4, 3, 2, 1])


@pytest.mark.parametrize(
    ("scores", "values", "sentence"),
    [
        (range(13), range(13), "up to 12 scores; here are 13"),
        (SCORES, [1, 2], "4 scores need as many values; here are 2"),
        ([1, 20_000], [1, 1], r"scores\[1\] is 20000"),
        ([1, 2], [1, -20_000], r"values\[1\] is -20000"),
        ([1, float("nan")], [1, 1], "NaN"),
    ],
)
def test_it_refuses_numbers_that_it_cannot_show(scores, values, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.BlockExplorer(list(scores), list(values))
