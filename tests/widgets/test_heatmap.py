"""Heatmap from Python: its value, what it refuses, and what passes between it and a page."""

import ipywidgets
import numpy as np
import pytest
from traitlets import TraitError

from course.widgets import Heatmap
from widgets.from_page import send, state_as_sent

SCORES = [[1.5, -np.inf, 0], [2, -3, 0.25]]


@pytest.fixture
def heatmap():
    return Heatmap(SCORES, ["a", "b"], ["x", "y", "z"], label="scores")


def test_numpy_in_numpy_out_minus_infinity_included(heatmap):
    np.testing.assert_array_equal(heatmap.value, SCORES)
    assert heatmap.value.dtype == np.float64
    with pytest.raises(ValueError, match="read-only"):
        heatmap.value[0, 0] = 3
    mine = np.eye(3)
    heatmap.value = mine
    mine[:] = 5
    np.testing.assert_array_equal(heatmap.value, np.eye(3))


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        ([[np.nan]], "value has a NaN"),
        ([[np.inf]], "value is infinite"),
        ([1, 2], "value must be a matrix"),
        (np.zeros((0, 3)), "value is empty"),
        (None, "value must be a matrix"),
        ([["x"]], "value must be a matrix"),
    ],
)
def test_what_is_refused_leaves_the_old_value(heatmap, refused, sentence):
    with pytest.raises(TraitError, match=sentence):
        heatmap.value = refused
    np.testing.assert_array_equal(heatmap.value, SCORES)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"value": [[np.nan]], "label": "weights"}, "weights has a NaN"),
        ({"value": [[1]], "kind": "mask"}, "kind must be 'signed' or 'weights', not 'mask'"),
        ({"value": [[1]], "rows": ["a", "b"]}, "The number of row labels must be 1, and it is 2"),
        ({"value": [[1]], "columns": []}, "The number of column labels must be 1, and it is 0"),
    ],
)
def test_a_new_heatmap_refuses_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        Heatmap(**arguments)


def test_the_place_pointed_at(heatmap):
    assert heatmap.pointed == []
    seen = []
    heatmap.observe(lambda change: seen.append(change["new"]), "pointed")
    send(heatmap, pointed=[1, 2])
    heatmap.pointed = [0, 0]
    assert seen == [[1, 2], [0, 0]]
    for outside in ([2, 0], [0, 3], [-1, 0], [1], [1, 1, 1]):
        with pytest.raises(TraitError):
            heatmap.pointed = outside
    assert heatmap.pointed == [0, 0]


def test_a_smaller_value_forgets_a_place_outside_it(heatmap):
    heatmap.pointed = [1, 2]
    heatmap.value = np.eye(3)
    assert heatmap.pointed == [1, 2]
    heatmap.value = [[1]]
    assert heatmap.pointed == []


def test_labels_that_no_longer_fit_give_way_to_indices(heatmap):
    heatmap.value = np.ones((3, 1))
    html = heatmap._repr_mimebundle_()[0]["text/html"]
    assert ">2</th>" in html
    assert ">a</th>" not in html


def test_links(heatmap):
    other = Heatmap([[1]])
    ipywidgets.link((heatmap, "value"), (other, "value"))
    np.testing.assert_array_equal(other.value, SCORES)
    other.value = [[7]]
    assert heatmap.value.item() == 7
    ipywidgets.jslink((heatmap, "pointed"), (other, "pointed"))
    assert ipywidgets.HBox([heatmap, other]).children == (heatmap, other)


def test_state_as_a_page_gets_it(heatmap):
    state, paths, buffers = state_as_sent(heatmap)
    assert state["value"] == {"shape": [2, 3]}
    assert (state["rows"], state["columns"]) == (["a", "b"], ["x", "y", "z"])
    assert (state["label"], state["kind"], state["pointed"]) == ("scores", "signed", [])
    assert paths == [["value", "data"]]
    np.testing.assert_array_equal(np.frombuffer(buffers[0], "<f8"), np.ravel(SCORES))
    back = send(Heatmap([[0]]), value=heatmap.value)
    np.testing.assert_array_equal(back.value, SCORES)


@pytest.mark.parametrize("value", [[[3]], np.random.default_rng(2).normal(size=(64, 64))])
def test_small_and_large(value):
    heatmap = Heatmap(value)
    np.testing.assert_array_equal(heatmap.value, value)
    assert heatmap._repr_mimebundle_()[0]["text/html"].count("<td") == np.size(value) + 1


def test_without_a_page(heatmap):
    assert repr(heatmap) == "<Heatmap of scores (2, 3)>"
    data, _ = heatmap._repr_mimebundle_()
    assert data["text/plain"] == repr(heatmap)
    assert "−∞" in data["text/html"]
    assert "scores (2, 3)</caption>" in data["text/html"]
