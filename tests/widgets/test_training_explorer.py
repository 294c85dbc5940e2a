"""TrainingExplorer from Python: what it refuses, the learner's step, and what goes wrong in it."""

import re
import sys
import time

import numpy as np
import pytest
from traitlets import TraitError

from course import lookup, widgets

START = lookup.starting_weights(np.random.default_rng(1), d_k=3)
SEQUENCE = lookup.sequence(np.random.default_rng(2))


def shrink(W_Q, W_K):
    return 0.5 * W_Q, 0.25 * W_K


def explorer(step=shrink, **options):
    given = {"X": SEQUENCE.X, "W_V": lookup.reading_weights(), "wanted": SEQUENCE.wanted}
    return widgets.TrainingExplorer(*START, step=step, **given | options)


def answer(widget, W_Q, W_K):
    """Return what the widget sends when the page asks for steps: the error, arrays by name."""
    sent = []
    widget.send = lambda content, buffers=None: sent.append((content, buffers))
    request = {"id": 7, "names": ["W_Q", "W_K"], "edited": [], "shapes": [W_Q.shape, W_K.shape]}
    widget._answer(widget, request, [memoryview(W.astype("<f8").tobytes()) for W in (W_Q, W_K)])
    ((content, buffers),) = sent
    arrays = {
        name: np.frombuffer(data, "<f8").reshape(shape)
        for name, shape, data in zip(content["names"], content["shapes"], buffers, strict=True)
    }
    return content["error"], arrays


def test_each_step_goes_on_from_the_one_before():
    W_Q, W_K = START
    error, arrays = answer(explorer(), W_Q, W_K)
    assert error == ""
    powers = np.arange(1, 11)
    np.testing.assert_allclose(arrays["W_Q"], np.vstack([W_Q * 0.5**k for k in powers]))
    np.testing.assert_allclose(arrays["W_K"], np.vstack([W_K * 0.25**k for k in powers]))


def test_a_slow_step_is_shown_alone():
    def slow(W_Q, W_K):
        time.sleep(0.25)
        return np.array([W_Q, W_K])

    _, arrays = answer(explorer(slow), *START)
    assert arrays["W_Q"].shape == START[0].shape


def fail(W_Q, W_K):
    raise ZeroDivisionError("no")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (fail, "Your function raised ZeroDivisionError: no"),
        (lambda W_Q, W_K: None, "Your step returned None"),
        (lambda W_Q, W_K: W_Q, "two arrays, W_Q and W_K; it returned one array of shape"),
        (lambda W_Q, W_K: 3, "it returned a value of type int"),
        (lambda W_Q, W_K: np.array(3.0), r"it returned one array of shape \(\)"),
        (lambda W_Q, W_K: sys.exit(3), "Your function raised SystemExit: 3"),
        (lambda W_Q, W_K: (W_Q, W_K + 1j), "Your W_K should be an array of real numbers"),
        (lambda W_Q, W_K: (W_Q, W_K.T), r"Your W_K should have the shape \(9, 3\)"),
        (lambda W_Q, W_K: (W_Q, "b"), "Your W_K should be an array of numbers"),
        (lambda W_Q, W_K: (W_Q / 0, W_K), "W_Q is no longer finite"),
    ],
)
def test_what_goes_wrong_is_said(step, sentence):
    error, arrays = answer(explorer(step), *START)
    assert arrays == {}
    assert re.search(sentence, error), error


def test_the_steps_before_a_mistake_are_shown():
    taken = []

    def third_fails(W_Q, W_K):
        taken.append(1)
        return None if len(taken) == 3 else (W_Q, W_K)

    error, arrays = answer(explorer(third_fails), *START)
    assert error == ""
    assert arrays["W_Q"].shape == (18, 3)


def test_a_step_in_place_leaves_the_widget_alone():
    def in_place(W_Q, W_K):
        W_Q -= 1
        return W_Q, W_K

    widget = explorer(in_place)
    _, arrays = answer(widget, *START)
    np.testing.assert_allclose(arrays["W_Q"][-9:], START[0] - 10)
    np.testing.assert_array_equal(widget.W_Q, START[0])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"step": 3}, "step must be a function"),
        ({"X": np.zeros((17, 9))}, "at most 16 tokens"),
        ({"X": np.zeros((4, 8))}, r"W_Q \(9, 3\) must have as many rows as X \(4, 8\)"),
        ({"W_V": np.zeros((9, 2))}, r"wanted must have the shape \(4, 2\)"),
        ({"keys": ["a"]}, "number of keys must be 4, and it is 1"),
        ({"features": ["a"]}, "number of features must be 9, and it is 1"),
        ({"X": [[np.nan] * 9]}, "NaN"),
    ],
)
def test_it_refuses_with_a_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        explorer(**options)
    with pytest.raises(ValueError, match="must have the same shape"):
        widgets.TrainingExplorer(
            START[0],
            START[1][:, :2],
            step=shrink,
            X=SEQUENCE.X,
            W_V=lookup.reading_weights(),
            wanted=SEQUENCE.wanted,
        )


def test_setting_a_matrix_keeps_its_shape():
    widget = explorer()
    with pytest.raises(TraitError, match=r"W_Q has the shape \(9, 3\) and keeps it"):
        widget.W_Q = np.zeros((9, 2))
    np.testing.assert_array_equal(widget.W_Q, START[0])


def test_without_a_browser_it_shows_its_numbers():
    data, _ = explorer(features=lookup.FEATURES)._repr_mimebundle_()
    assert data["text/plain"] == (
        "<TrainingExplorer of X (4, 9), W_Q (9, 3), W_K (9, 3), at step 0>"
    )
    assert data["text/html"].count("<table") == 3
    assert "asks yellow" in data["text/html"]
