"""The plain widgets, driven from Python; tests/browser drives them with mouse and keyboard."""

import re

import numpy as np
import pytest
from traitlets import TraitError

from course import draw, widgets

A = [[1, 2, -1], [0, 3, 1]]
B = [[1, 0, 2, 1], [3, 1, 0, 2], [1, 1, 1, -2]]
TOKENS = ["the", "cat", "saw", "the", "dog"]
WEIGHTS = np.array(
    [
        [0.6, 0.1, 0.1, 0.1, 0.1],
        [0.1, 0.2, 0.5, 0.1, 0.1],
        [0.1, 0.4, 0.1, 0.0, 0.4],
        [0.1, 0.1, 0.1, 0.1, 0.6],
        [0.0, 0.0, 0.7, 0.3, 0.0],
    ]
)


def shown(widget):
    """The HTML of every HTML widget inside `widget`."""
    parts = [child for child in getattr(widget, "children", ())]
    own = widget.value if type(widget).__name__ == "HTML" else ""
    return own + "".join(shown(part) for part in parts)


def status(widget):
    return re.search(r'role="status"[^>]*>([^<]*)<', shown(widget))[1]


# row_picker


def test_row_picker_says_where_a_word_looks():
    picker = widgets.row_picker(WEIGHTS, TOKENS)
    assert picker.sentence == "'the' looks most at itself: 0.60"
    picker.row = 1
    assert picker.sentence == "'cat' looks most at 'saw': 0.50"
    assert status(picker) == "&#x27;cat&#x27; looks most at &#x27;saw&#x27;: 0.50"
    assert "row &#x27;cat&#x27;, largest at &#x27;saw&#x27; with 0.5" in shown(picker)
    assert repr(picker) == f"<RowPicker of 5 words: {picker.sentence}>"


def test_row_picker_tells_the_same_word_in_two_places_apart():
    picker = widgets.row_picker(WEIGHTS, TOKENS)
    picker.row = 3
    assert picker.row == 3
    assert picker.sentence == "'the' looks most at 'dog': 0.60"


def test_row_picker_buttons_and_number_field_move_together():
    picker = widgets.row_picker(WEIGHTS, TOKENS)
    picker._index.value = 4
    assert picker.row == 4
    assert picker.sentence == "'dog' looks most at 'saw': 0.70"
    picker.row = 2
    assert picker._index.value == 2
    picker._index.value = 99
    assert picker.row == 4, "the number field stops at the last row"


def test_row_picker_keeps_its_own_weights():
    weights = WEIGHTS.copy()
    picker = widgets.row_picker(weights, TOKENS)
    weights[:] = 0
    picker.row = 1
    assert picker.sentence == "'cat' looks most at 'saw': 0.50"


@pytest.mark.parametrize(
    ("weights", "tokens", "sentence"),
    [
        (WEIGHTS, TOKENS[:4], r"4 tokens need weights of shape \(4, 4\); these are \(5, 5\)"),
        (WEIGHTS[:, :4], TOKENS, r"these are \(5, 4\)"),
        (WEIGHTS * np.nan, TOKENS, "has a NaN"),
        (WEIGHTS * 3, TOKENS, "Weights lie between 0 and 1"),
        (np.zeros((0, 0)), [], "at least one token"),
    ],
)
def test_row_picker_refuses_with_a_sentence(weights, tokens, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.row_picker(weights, tokens)


# product_views


@pytest.fixture
def views():
    return widgets.product_views(A, B)


def test_product_views_start_at_the_first_dot_product(views):
    assert (views.view, views.step, views.at) == ("dots", 0, (0, 0))
    np.testing.assert_array_equal(views.A, A)
    np.testing.assert_array_equal(views.B, B)
    assert status(views) == "Row 0 of A dot column 0 of B: C[0, 0] = 1×1 + 2×3 + (−1)×1 = 6."
    assert repr(views) == f"<ProductViews of A (2, 3) and B (3, 4): {status(views)}>"


def test_every_step_of_every_view_shows_its_figure(views):
    counts = {"dots": 8, "rows": 2, "columns": 4, "outers": 3}
    for view in draw.VIEWS:
        views.view = view
        assert views.step == 0
        for step in range(counts[view]):
            views.step = step
            at = (step // 4, step % 4) if view == "dots" else step
            expected = draw.product(A, B, view, at)
            assert status(views) == expected.caption
            assert expected.alt in shown(views)
        views.step = counts[view]
        assert views.step == counts[view] - 1, "the step field stops at the last"


def test_back_and_next_go_round(views):
    back, forward = views.children[2].children[1:]
    forward.click()
    assert views.at == (0, 1)
    back.click()
    back.click()
    assert views.at == (1, 3)
    forward.click()
    assert views.at == (0, 0)


def test_edits_reach_the_product(views):
    views._editors_A[0, 0].value = 7
    assert views.A[0, 0] == 7
    assert status(views).endswith("C[0, 0] = 7×1 + 2×3 + (−1)×1 = 12.")
    views._editors_B[2, 0].value = 0.5
    assert status(views).endswith("7×1.0 + 2×3.0 + (−1)×0.5 = 12.5.")


def test_an_edit_that_is_no_number_keeps_the_last_good_one(views):
    editor = views._editors_A[0, 0]
    editor.value = 7
    before = status(views)
    editor.value = float("nan")
    assert (editor.value, status(views)) == (7, before)
    for bad in ("seven", None):
        with pytest.raises(TraitError):
            editor.value = bad
        assert (editor.value, status(views)) == (7, before)


def test_an_edit_out_of_range_stops_at_the_limit(views):
    views._editors_A[0, 0].value = 1000
    assert views.A[0, 0] == 99


def test_every_control_has_a_name(views):
    editors = [*views._editors_A.flat, *views._editors_B.flat]
    assert [e.description for e in editors[:4]] == ["A[0, 0]", "A[0, 1]", "A[0, 2]", "A[1, 0]"]
    controls = [*editors, views._views, views._steps, *views.children[2].children]
    assert all(control.description for control in controls)


@pytest.mark.parametrize(
    ("left", "right", "sentence"),
    [
        (A, A, r"A \(2, 3\) and B \(2, 3\) have no product"),
        (np.ones((5, 2)), np.ones((2, 2)), "up to 4 rows and columns"),
        ([[100]], [[1]], "from -99 to 99"),
        ([[1]], [[np.nan]], r"B has a NaN at \[0, 0\]"),
        ([1, 2], [[1]], "A must be a matrix"),
    ],
)
def test_product_views_refuse_with_a_sentence(left, right, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.product_views(left, right)
