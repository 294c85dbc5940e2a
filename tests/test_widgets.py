"""The plain widgets, driven from Python; tests/browser drives them with mouse and keyboard."""

import re

import numpy as np
import pytest
import traitlets
from traitlets import TraitError

from course import widgets
from course.widgets.scaling_explorer import _LARGEST

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
    picker = widgets.RowPicker(WEIGHTS, TOKENS)
    assert picker.sentence == "'the' looks most at itself: 0.60"
    picker.row = 1
    assert picker.sentence == "'cat' looks most at 'saw': 0.50"
    assert status(picker) == "&#x27;cat&#x27; looks most at &#x27;saw&#x27;: 0.50"
    assert "row &#x27;cat&#x27;, largest at &#x27;saw&#x27; with 0.5" in shown(picker)
    assert repr(picker) == f"<RowPicker of 5 words: {picker.sentence}>"


def test_row_picker_names_no_word_where_weights_are_alike():
    picker = widgets.RowPicker([[0.5, 0.5], [0, 0]], ["the", "cat"])
    assert picker.sentence == "'the' looks at all alike: 0.50"
    picker.row = 1
    assert picker.sentence == "'cat' looks at nothing: its weights are 0"
    assert widgets.RowPicker([[1]], ["the"]).sentence == "'the' looks most at itself: 1.00"


def test_row_picker_tells_the_same_word_in_two_places_apart():
    picker = widgets.RowPicker(WEIGHTS, TOKENS)
    picker.row = 3
    assert picker.row == 3
    assert picker.sentence == "'the' looks most at 'dog': 0.60"


def test_row_picker_buttons_and_number_field_move_together():
    picker = widgets.RowPicker(WEIGHTS, TOKENS)
    picker._index.value = 4
    assert picker.row == 4
    assert picker.sentence == "'dog' looks most at 'saw': 0.70"
    picker.row = 2
    assert picker._index.value == 2
    picker._index.value = 99
    assert picker.row == 4, "the number field stops at the last row"


def test_row_picker_keeps_its_own_weights():
    weights = WEIGHTS.copy()
    picker = widgets.RowPicker(weights, TOKENS)
    weights[:] = 0
    picker.row = 1
    assert picker.sentence == "'cat' looks most at 'saw': 0.50"


@pytest.mark.parametrize(
    ("weights", "tokens", "sentence"),
    [
        (WEIGHTS, TOKENS[:4], r"4 tokens need weights of shape \(4, 4\); these are \(5, 5\)"),
        (WEIGHTS[:, :4], TOKENS, r"these are \(5, 4\)"),
        (WEIGHTS * np.nan, TOKENS, "has a NaN"),
        ([[1], [0.5, 0.5]], TOKENS, "all rows of one length"),
        (WEIGHTS * 3, TOKENS, "Weights lie between 0 and 1"),
        (np.zeros((0, 0)), [], "at least one token"),
    ],
)
def test_row_picker_refuses_with_a_sentence(weights, tokens, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.RowPicker(weights, tokens)


# ProductViews


@pytest.fixture
def views():
    return widgets.ProductViews(A, B)


def test_product_views_start_at_the_first_dot_product(views):
    assert (views.view, views.step) == ("dots", 0)
    np.testing.assert_array_equal(views.A, A)
    np.testing.assert_array_equal(views.B, B)
    assert repr(views) == "<ProductViews of A (2, 3) and B (3, 4): view 'dots', step 0>"


def test_product_views_have_the_steps_of_their_view(views):
    for view, count in {"dots": 8, "rows": 2, "columns": 4, "outers": 3}.items():
        views.view = view
        views.step = count - 1
        with pytest.raises(TraitError, match=f"from 0 to {count - 1} in the view '{view}'"):
            views.step = count
        assert views.step == count - 1


def test_a_new_view_keeps_the_step_where_it_has_it_and_else_starts_again(views):
    views.step = 1
    views.view = "rows"
    assert views.step == 1
    views.view = "dots"
    views.step = 7
    views.view = "outers"
    assert views.step == 0
    assert (widgets.ProductViews(A, B, "columns", 3).step) == 3


def test_product_views_refuse_what_does_not_fit_and_keep_the_old(views):
    with pytest.raises(TraitError, match=r"B has the shape \(3, 4\) and keeps it"):
        views.B = [[1, 2]]
    with pytest.raises(TraitError, match=r"A\[1, 2\] is 100; entries must be from -99 to 99"):
        views.A = [[0, 0, 0], [0, 0, 100]]
    with pytest.raises(TraitError):
        views.view = "layers"
    np.testing.assert_array_equal(views.A, A)
    np.testing.assert_array_equal(views.B, B)
    views.A = np.eye(2, 3)
    np.testing.assert_array_equal(views.A, np.eye(2, 3))


def test_product_views_show_both_matrices_where_no_browser_draws_them(views):
    data, _ = views._repr_mimebundle_()
    assert data["text/plain"] == repr(views)
    for caption in ("A (2, 3)", "B (3, 4)"):
        assert caption in data["text/html"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((A, A), r"A \(2, 3\) and B \(2, 3\) have no product: the columns of A \(3\)"),
        ((np.ones((7, 2)), np.ones((2, 2))), "up to 6 rows and columns"),
        (([[1]], [[-100]]), r"B\[0, 0\] is -100; entries must be from -99 to 99"),
        (([[1]], [[np.nan]]), r"B has a NaN at \[0, 0\]"),
        (([1, 2], [[1]]), "A must be a matrix"),
        ((A, B, "layers"), "view must be one of dots, rows, columns, outers, not 'layers'"),
        ((A, B, "rows", 2), "step must be a whole number from 0 to 1 in this view, not 2"),
        (
            (A, B, "rows", "last"),
            "step must be a whole number from 0 to 1 in this view, not 'last'",
        ),
    ],
)
def test_product_views_refuse_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.ProductViews(*arguments)


# SoftmaxExplorer


@pytest.fixture
def explorer():
    return widgets.SoftmaxExplorer([4, 16, 12], ["a", "b", "c"], temperature=2)


def test_softmax_explorer_keeps_scores_as_numpy(explorer):
    assert explorer.scores.dtype == np.float64
    np.testing.assert_array_equal(explorer.scores, [4, 16, 12])
    assert (explorer.labels, explorer.temperature, explorer.subtract) == (["a", "b", "c"], 2, False)
    assert repr(explorer) == "<SoftmaxExplorer of the scores 4, 16, 12 at temperature 2>"
    with pytest.raises(ValueError, match="read-only"):
        explorer.scores[0] = 1


def test_softmax_explorer_scores_travel_as_a_list(explorer):
    assert explorer.get_state("scores") == {"scores": [4.0, 16.0, 12.0]}
    seen = []
    explorer.observe(lambda change: seen.append(change["new"].tolist()), "scores")
    explorer.set_state({"scores": [1, 2.5, -3], "temperature": 0.5})
    assert seen == [[1.0, 2.5, -3.0]]
    assert explorer.temperature == 0.5


def test_softmax_explorers_can_be_linked(explorer):
    other = widgets.SoftmaxExplorer([0, 0, 0])
    traitlets.link((explorer, "scores"), (other, "scores"))
    np.testing.assert_array_equal(other.scores, [4, 16, 12])
    other.scores = np.array([1, 2, 3])
    np.testing.assert_array_equal(explorer.scores, [1, 2, 3])
    assert other.labels == ["key 0", "key 1", "key 2"]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("scores", [1, 2], "scores has 3 numbers and keeps as many; these are 2"),
        (
            "scores",
            [1, 2, 1e5],
            r"scores\[2\] is 100000; entries must be from -10,000 to 10,000",
        ),
        ("scores", None, "scores must be a list of numbers"),
        ("scores", "high", "scores must be a list of numbers; this is 'high'"),
        ("scores", [1, 2, np.inf], r"scores is infinite at \[2\]"),
        ("temperature", 0, "temperature must be a number from 0.05 to 20, not 0"),
        ("temperature", np.nan, "from 0.05 to 20, not nan"),
    ],
)
def test_softmax_explorer_refuses_and_keeps_the_old(explorer, name, value, sentence):
    with pytest.raises(TraitError, match=sentence):
        setattr(explorer, name, value)
    np.testing.assert_array_equal(explorer.scores, [4, 16, 12])
    assert explorer.temperature == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((np.zeros(13),), "up to 12 scores; here are 13"),
        (([[1, 2]],), "scores must be a list of numbers"),
        (([],), "scores is empty"),
        (([1, np.nan],), r"scores has a NaN at \[1\]"),
        (([1, -10001],), r"scores\[1\] is -10001; entries must be from -10,000"),
        (([1, 2], ["a"]), "The number of labels must be 2, and it is 1"),
        (([1, 2], None, "hot"), "temperature must be a number, not 'hot'"),
        (([1, 2], None, 21), "temperature must be a number from 0.05 to 20, not 21"),
    ],
)
def test_softmax_explorer_says_what_it_cannot_show(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.SoftmaxExplorer(*arguments)


def test_softmax_explorer_shows_its_scores_where_no_browser_draws_it(explorer):
    data, _ = explorer._repr_mimebundle_()
    assert data["text/plain"] == repr(explorer)
    assert ">16</td>" in data["text/html"]


# ScalingExplorer


def test_scaling_explorer_starts_where_it_is_told():
    explorer = widgets.ScalingExplorer(d_k=16, n_keys=5, seed=3)
    assert (explorer.d_k, explorer.n_keys, explorer.seed) == (16, 5, 3)
    assert repr(explorer) == "<ScalingExplorer of d_k = 16, 5 keys, seed 3>"
    data, _ = explorer._repr_mimebundle_()
    assert data["text/plain"] == repr(explorer)
    largest = re.findall(r">(0\.\d+)</td>", data["text/html"])
    assert len(largest) == 8
    assert largest[:4] == sorted(largest[:4])  # without the root they grow with d_k
    for (d_k, means), seed in zip(_LARGEST.items(), range(4), strict=True):
        rng = np.random.default_rng(seed)
        pairs = rng.standard_normal((300, 8, d_k)) @ rng.standard_normal((300, d_k, 1))
        for scores, mean in zip((pairs[:, :, 0], pairs[:, :, 0] / d_k**0.5), means, strict=True):
            powers = np.exp(scores)
            assert abs((powers.max(axis=1) / powers.sum(axis=1)).mean() - mean) < 0.05
    assert repr(widgets.ScalingExplorer()) == "<ScalingExplorer of d_k = 64, 8 keys, seed 0>"
    explorer = widgets.ScalingExplorer(d_k=(2 ** np.arange(10))[4])
    explorer.n_keys = np.int64(5)
    assert (explorer.d_k, explorer.n_keys) == (16, 5)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("d_k", 0, "d_k must be a whole number from 1 to 512, not 0"),
        ("d_k", 513, "from 1 to 512, not 513"),
        ("d_k", 2.5, "d_k must be a whole number from 1 to 512, not 2.5"),
        ("d_k", "16", "d_k must be a whole number from 1 to 512, not '16'"),
        ("n_keys", 1, "n_keys must be a whole number from 2 to 16, not 1"),
        ("seed", -1, "seed must be a whole number from 0 to 2,147,483,647, not -1"),
    ],
)
def test_scaling_explorer_refuses_with_a_sentence(name, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        widgets.ScalingExplorer(**{name: value})
    explorer = widgets.ScalingExplorer()
    before = getattr(explorer, name)
    with pytest.raises(TraitError):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before
