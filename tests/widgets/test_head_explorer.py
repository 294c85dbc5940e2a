"""HeadExplorer from Python: what it keeps, what it refuses, and what stands in for the page."""

import numpy as np
import pytest
from traitlets import TraitError

from course.widgets import HeadExplorer
from widgets.from_page import send, state_as_sent

TOKENS = [["[CLS]", "the", "bank", ".", "[SEP]"], ["[CLS]", "a", "bat", "[SEP]"]]
BEFORE = np.stack([np.eye(5), np.eye(5, k=-1) + np.eye(5) * [1, 0, 0, 0, 0]])
FIRST = np.stack([np.eye(4), np.eye(4)[[0, 0, 0, 0]]])


@pytest.fixture
def explorer():
    return HeadExplorer([BEFORE, FIRST], TOKENS)


def test_the_chosen_head_and_sentences(explorer):
    assert (explorer.head, explorer.shown) == (0, [0, 1])
    send(explorer, head=1, shown=[1])
    assert (explorer.head, explorer.shown) == (1, [1])
    for name, outside in [("head", 2), ("head", -1), ("shown", [2]), ("shown", [-1, 0])]:
        with pytest.raises(TraitError, match="count from 0 to 1"):
            setattr(explorer, name, outside)
    assert (explorer.head, explorer.shown) == (1, [1])
    explorer.shown = [1, 0, 0]
    assert explorer.shown == [0, 1]


def test_what_it_says_of_a_head(explorer):
    assert explorer.said[0].startswith(
        "Head 0. A token between the first and the last gives on average 1.00 to itself,"
    )
    # Two tokens of the first sentence give all to the one before, one of the second to the first.
    assert "0.67 to the token before, 0.33 to the first and 0.00 to the last" in explorer.said[1]
    short = HeadExplorer([np.ones((1, 3, 3)) / 3], [["a", "b", "c"]])
    assert (short.said, short.shown) == (["Head 0."], [0])


def test_layers_to_choose_from():
    layers = np.stack([BEFORE, BEFORE[::-1], BEFORE])  # (3, 2, 5, 5)
    explorer = HeadExplorer([layers], TOKENS[:1], layer=1)
    assert (explorer.layer_count, explorer.n_heads, explorer.layer, explorer.head) == (3, 2, 1, 0)
    assert explorer.said[3].startswith(
        "Layer 1, head 1. A token between the first and the last gives on average 1.00 to"
    )
    assert repr(explorer).startswith("<HeadExplorer of 3 layers of 2 heads on '[CLS] the bank")
    assert repr(explorer).endswith(f": {explorer.said[2]}>")
    assert "layer 1, head 0 (5, 5)" in explorer._repr_mimebundle_()[0]["text/html"]
    _, _, (buffer,) = state_as_sent(explorer)
    np.testing.assert_array_equal(np.frombuffer(buffer, "<f8"), layers.ravel())
    send(explorer, layer=2, head=1)
    assert (explorer.layer, explorer.head) == (2, 1)
    with pytest.raises(TraitError, match="layer is 3; the layers count from 0 to 2"):
        explorer.layer = 3
    with pytest.raises(ValueError, match="layer is 1; the layers count from 0 to 0"):
        HeadExplorer([BEFORE], TOKENS[:1], layer=1)


def test_state_as_a_page_gets_it(explorer):
    state, paths, buffers = state_as_sent(explorer)
    assert [sentence["tokens"] for sentence in state["sentences"]] == TOKENS
    assert paths == [["sentences", 0, "data"], ["sentences", 1, "data"]]
    for buffer, weights in zip(buffers, (BEFORE, FIRST), strict=True):
        np.testing.assert_array_equal(np.frombuffer(buffer, "<f8"), weights.ravel())


@pytest.mark.parametrize(
    ("weights", "tokens", "sentence"),
    [
        ([], [], "there are 0 and 0"),
        ([BEFORE], TOKENS, "there are 1 and 2"),
        ([BEFORE], ["bank!"], "a list of sentences"),
        ([BEFORE[0]], TOKENS[:1], r"shape \(5, 5\); it should be \(n_heads, n, n\)"),
        ([BEFORE[:, :4]], TOKENS[:1], r"shape \(2, 4, 5\)"),
        ([BEFORE, FIRST[:1]], TOKENS, r"here are \[1, 2\]"),
        ([BEFORE], TOKENS[1:], "The number of tokens of sentence 0 must be 5, and it is 4"),
        ([BEFORE[None], FIRST], TOKENS, r"here are \[\(1, 2\), 2\]"),
        ([np.zeros((25, 1, 3, 3))], [["x"] * 3], "in 24 layers"),
        ([BEFORE - 1], TOKENS[:1], "weights of sentence 0 must lie between 0 and 1"),
        ([BEFORE * np.nan], TOKENS[:1], "must lie between 0 and 1"),
        ([[["x"]]], [["x"]], "are not an array of numbers"),
        ([np.zeros((1, 65, 65))], [["x"] * 65], "At most 64 heads and 64 tokens"),
    ],
)
def test_what_does_not_fit_is_a_sentence(weights, tokens, sentence):
    with pytest.raises(ValueError, match=sentence):
        HeadExplorer(weights, tokens)


@pytest.mark.parametrize("outside", [{"head": 2}, {"shown": [2]}])
def test_a_choice_that_is_not_there(outside):
    with pytest.raises(ValueError, match="count from 0 to 1"):
        HeadExplorer([BEFORE, FIRST], TOKENS, **outside)


def test_what_is_shown_is_a_list():
    with pytest.raises(ValueError, match="shown must be a list of numbers of sentences, not 0"):
        HeadExplorer([BEFORE, FIRST], TOKENS, shown=0)


def test_without_a_page(explorer):
    explorer.head = 1
    assert repr(explorer) == (
        "<HeadExplorer of 2 heads on '[CLS] the bank . [SEP]; [CLS] a bat [SEP]': "
        f"{explorer.said[1]}>"
    )
    html = explorer._repr_mimebundle_()[0]["text/html"]
    assert html.count("<caption") == 2
    assert "head 1 (5, 5)" in html
