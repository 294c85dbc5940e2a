"""Every number of the worked examples, recomputed here in float64 and compared as printed."""

import dataclasses

import numpy as np
import pytest
from slips import SLIPS

from course.examples import CROSS, EXAMPLES, FOUR_TOKENS, I_LOVE_AI, MASKED, SHAPE_WALK
from course.examples import THREE_TOKENS as SELF


def softmax(scores):
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True)


def steps(example, *, scaled=None):
    """Q, K, V, scores, scaled_scores, weights and output of an example, by name."""
    scaled = example.scaled if scaled is None else scaled
    X_query = example.X if example.X_query is None else example.X_query
    Q, K, V = X_query @ example.W_Q, example.X @ example.W_K, example.X @ example.W_V
    scores = Q @ K.T
    scaled_scores = scores / np.sqrt(K.shape[1])
    used = scaled_scores if scaled else scores
    if example.causal:
        used = np.where(np.tri(len(Q), dtype=bool), used, -np.inf)
    weights = softmax(used)
    return {
        "Q": Q,
        "K": K,
        "V": V,
        "scores": scores,
        "scaled_scores": scaled_scores,
        "weights": weights,
        "output": weights @ V,
    }


def recomputed(example, step):
    if example is SELF and step in ("scaled_weights", "scaled_output"):
        return steps(example, scaled=True)[step.removeprefix("scaled_")]
    return steps(example)[step]


EVERY_NUMBER = [
    pytest.param(example, step, id=f"{example.source}-{step}")
    for example in EXAMPLES
    for step in example.expected
]


@pytest.mark.parametrize(("example", "step"), EVERY_NUMBER)
def test_expected_numbers_are_right_to_the_digits_printed(example, step):
    expected, digits = example.expected[step], example.digits[step]
    got = recomputed(example, step)
    assert got.shape == expected.shape
    as_printed = np.vectorize(lambda x: format(x, digits), otypes=[str])
    assert as_printed(got + 0.0).tolist() == as_printed(expected).tolist()
    assert example.agrees(step, got)


@pytest.mark.parametrize(("example", "step"), EVERY_NUMBER)
def test_agrees_notices_the_last_digit_printed(example, step):
    expected, digits = example.expected[step], example.digits[step]
    places = int(digits[1])
    for index in np.ndindex(expected.shape):
        nudged = np.array(expected)
        unit = 10.0**-places
        nudged[index] += unit if digits.endswith("f") else max(abs(nudged[index]), 1e-300) * unit
        assert not example.agrees(step, nudged), index
    assert not example.agrees(step, expected[:-1])


def test_agrees_ignores_the_sign_of_zero():
    scores = np.array(I_LOVE_AI.expected["scores"])
    scores[0, 0] = -1e-17
    assert I_LOVE_AI.agrees("scores", scores)


def test_agrees_names_the_steps_it_knows():
    with pytest.raises(KeyError, match="it has output"):
        FOUR_TOKENS.agrees("weights", np.zeros((4, 4)))


def test_weights_of_the_masked_example_to_three_digits():
    row = steps(MASKED)["weights"][3]
    assert [f"{w:.2e}" for w in row] == ["1.27e-198", "1.17e-132", "1.08e-66", "1.00e+00"]
    np.testing.assert_allclose(steps(MASKED)["weights"], np.eye(4), rtol=0, atol=1e-31)
    np.testing.assert_allclose(MASKED.expected["output"], MASKED.expected["V"])


def test_column_convention_gives_the_same_output_for_notes_003():
    X, W_Q, W_K, W_V = (
        a.T for a in (FOUR_TOKENS.X, FOUR_TOKENS.W_Q, FOUR_TOKENS.W_K, FOUR_TOKENS.W_V)
    )
    Q, K, V = W_Q @ X, W_K @ X, W_V @ X
    weights = softmax((K.T @ Q / np.sqrt(3)).T).T
    assert FOUR_TOKENS.agrees("output", (V @ weights).T)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.source)
def test_examples_fit_together_and_cannot_be_changed(example):
    assert len(example.tokens) == len(example.X)
    assert (example.query_tokens is None) == (example.X_query is None)
    assert example.expected.keys() == example.digits.keys()
    arrays = [example.X, example.W_Q, example.W_K, example.W_V, *example.expected.values()]
    for array in arrays + [a for a in [example.X_query] if a is not None]:
        assert array.dtype == np.float64
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        example.X = np.zeros((1, 1))
    with pytest.raises(TypeError):
        example.expected["output"] = 0


def test_cross_uses_the_memory_of_the_masked_example():
    assert len(CROSS.query_tokens) == len(CROSS.X_query) == 2
    for name in ("X", "W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(getattr(CROSS, name), getattr(MASKED, name))


def test_the_shape_walk_has_the_sizes_of_the_notes():
    assert (SHAPE_WALK.n_tokens, SHAPE_WALK.d_model) == (5, 512)


def test_reprs_say_what_is_inside():
    assert repr(I_LOVE_AI) == (
        "<Example 'I love AI' from notes 001: I, love, AI; X (3, 2), W_Q (2, 2), W_K (2, 2), "
        "W_V (2, 2); expected Q, K, V, scores, scaled_scores, weights, output>"
    )
    assert "X_query (2, 3)" in repr(CROSS)
    assert "5 tokens, d_model 512" in repr(SHAPE_WALK)


# What is right for every slip, recomputed from the examples alone.
_LOVE, _SELF, _MASKED = steps(I_LOVE_AI), steps(SELF), steps(MASKED)
RIGHT = {
    "value-of-love": _LOVE["V"][1],
    "scaled-row-2": _LOVE["scaled_scores"][1],
    "score-row-1": _LOVE["scores"][0],
    "score-row-2": _LOVE["scores"][1],
    "one-wrong-score": _SELF["scores"][1, 2],
    "weights-of-a-wrong-score": _SELF["weights"][1],
    "output-below-its-values": _SELF["output"][[0, 2], 0],
    "row-sum": _SELF["weights"][0],
    "lost-comma": _MASKED["Q"][0],
    "query-copied-wrong": _MASKED["Q"][1, 0],
    "key-copied-wrong": _MASKED["K"].T[2, 2],
}


def as_text(values):
    """Numbers with the digits that their own shortest form has."""
    return [np.format_float_positional(v, trim="-") for v in np.ravel(values)]


@pytest.mark.parametrize(
    "slip", [s for s in SLIPS.values() if not isinstance(s.right, str)], ids=lambda s: s.name
)
def test_numbers_of_a_slip(slip):
    right = np.ravel(RIGHT[slip.name])
    for got, text in zip(right, as_text(slip.right), strict=True):
        places = len(text.partition(".")[2])
        assert abs(got - float(text)) <= 0.5 * 10.0**-places + 1e-12
    same_shape = slip.printed.shape == slip.right.shape
    assert not same_shape or not np.array_equal(slip.printed, slip.right)
    for array in (slip.printed, slip.right):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_printed_value_comes_out_of_the_mistake_named():
    """The wrong score gives the wrong weights, and the copied digits do not give the scores."""
    wrong = np.array(_SELF["scores"])
    wrong[1, 2] = SLIPS["one-wrong-score"].printed
    np.testing.assert_allclose(softmax(wrong)[1, 1:], [0.119, 0.88], atol=1e-3)

    Q = np.array(_MASKED["Q"])
    Q[1, 0] = SLIPS["query-copied-wrong"].printed
    assert round((Q @ _MASKED["K"].T)[1, 0], 2) != 45.38
    K = np.array(_MASKED["K"])
    K[2, 2] = SLIPS["key-copied-wrong"].printed
    assert round((steps(CROSS)["Q"] @ K.T)[0, 2], 2) != 178.6

    assert SLIPS["row-sum"].printed.sum() == pytest.approx(0.996)
    assert SLIPS["row-sum"].right.sum() == pytest.approx(1)


def test_formulas_of_the_slips_differ_in_numbers():
    """Each formula that is a str, both sides worked out."""
    K, V, scores = (_LOVE[name] for name in ("K", "V", "scores"))
    root = np.sqrt(K.shape[1])
    a = softmax(scores / root)
    both_sides = {
        "scale-after-softmax": (softmax(scores) @ V / root, a @ V),
        "exponent-of-a-sum": (
            scores / np.exp(scores.sum(axis=1, keepdims=True)),
            np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True),
        ),
        "keys-among-the-values": (V + (K @ V.T).sum(axis=1, keepdims=True), a @ V),
        "never-scaled": (_SELF["weights"], steps(SELF, scaled=True)["weights"]),
    }
    for name, (printed, right) in both_sides.items():
        assert SLIPS[name].printed != SLIPS[name].right
        assert not np.allclose(printed, right), name
    assert SLIPS["values-too-narrow"].right == str((SHAPE_WALK.n_tokens, SHAPE_WALK.d_model))
    assert SLIPS["values-too-narrow"].printed == "(5, 12)"
    above_one = SLIPS["weight-above-one"]
    assert float(above_one.printed) == np.inf
    assert f"{_MASKED['weights'][3, 0]:.2e}" == above_one.right
    text_slips = {s.name for s in SLIPS.values() if isinstance(s.right, str)}
    assert text_slips == {*both_sides, "values-too-narrow", "weight-above-one"}


def test_slips_have_names_and_reasons():
    assert {s.notes for s in SLIPS.values()} <= {"000", *(e.source for e in EXAMPLES)}
    assert all(s.where and s.why for s in SLIPS.values())
