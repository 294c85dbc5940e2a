"""MatrixEditor from Python: its value, what it refuses, and what passes between it and a page."""

import ipywidgets
import nbformat
import numpy as np
import pytest
from nbconvert import HTMLExporter
from traitlets import TraitError

from course.widgets import Heatmap, MatrixEditor
from widgets.from_page import send, state_as_sent

W = [[1, 0.5], [-2, 0]]


@pytest.fixture
def editor():
    return MatrixEditor(W, label="W_Q")


@pytest.mark.parametrize(
    "value",
    [W, np.array(W), np.float32(W), ((1, 2), (3, 4)), [[1, 2]], [[True]], np.ones((64, 64))],
)
def test_numpy_in_numpy_out(value):
    out = MatrixEditor(value).value
    assert isinstance(out, np.ndarray)
    assert out.dtype == np.float64
    np.testing.assert_array_equal(out, np.array(value, dtype=float))


def test_the_value_is_a_copy_and_read_only(editor):
    mine = np.array(W)
    editor.value = mine
    mine[:] = 9
    np.testing.assert_array_equal(editor.value, W)
    with pytest.raises(ValueError, match="read-only"):
        editor.value[0, 0] = 3
    free = editor.value.copy()
    free[0, 0] = 3
    np.testing.assert_array_equal(editor.value, W)


def test_the_value_computes_like_any_array(editor):
    value = editor.value
    assert type(value @ value) is np.ndarray
    assert type(value * 2) is np.ndarray
    assert type(np.exp(value)) is np.ndarray
    assert repr(value) == repr(np.array(W))
    assert value.sum() == -0.5
    out = np.zeros((2, 2))
    np.add(value, 1, out=out)
    np.testing.assert_array_equal(out, np.array(W) + 1)
    np.testing.assert_array_equal(value == np.array(W), np.ones((2, 2), dtype=bool))
    np.testing.assert_array_equal(value != np.eye(2), [[False, True], [True, True]])


def test_a_copy_of_the_value_can_be_changed_in_place(editor):
    W_Q = editor.value.copy()
    W_Q += 1
    W_Q -= 0.5 * np.eye(2)
    W_Q[0] *= 2
    W_Q @= np.eye(2)
    np.testing.assert_array_equal(W_Q, [[3, 3], [-1, 0.5]])
    assert np.add(W_Q, 1, out=W_Q) is W_Q
    np.testing.assert_array_equal(W_Q, [[4, 4], [0, 1.5]])
    with pytest.raises(ValueError, match="read-only"):
        editor.value += 1
    np.testing.assert_array_equal(editor.value, W)


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        ([[1, np.nan], [0, 0]], r"value has a NaN at \[0, 1\]"),
        ([[1, np.inf], [0, 0]], "value is infinite"),
        ([[1, 2]], r"value has the shape \(2, 2\) and keeps it; this is \(1, 2\)"),
        ([1, 2], "value must be a matrix; its shape here is"),
        ("W", "value must be a matrix"),
        ([[1, 2], [3]], "all rows of one length"),
        (np.zeros((2, 0)), "value is empty"),
        (None, "value must be a matrix"),
        ([[1, 7], [0, 0]], r"W_Q\[0, 1\] is 7; entries must be from -5 to 5"),
        ([[1, 2], [-6, 0]], r"W_Q\[1, 0\] is -6"),
    ],
)
def test_what_is_refused_leaves_the_old_value(refused, sentence):
    editor = MatrixEditor(W, label="W_Q", min=-5, max=5)
    seen = []
    editor.observe(seen.append, "value")
    with pytest.raises(TraitError, match=sentence):
        editor.value = refused
    np.testing.assert_array_equal(editor.value, W)
    assert seen == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"value": [[np.nan]]}, r"matrix has a NaN at \[0, 0\]"),
        ({"value": None}, "matrix must be a matrix"),
        ({"value": [[]]}, "matrix is empty"),
        ({"value": W, "label": "W_K", "max": 0.5}, r"W_K\[0, 0\] is 1; entries .* -inf to 0.5"),
        ({"value": W, "min": 3, "max": 1}, r"min \(3\) must not be above max \(1\)"),
        ({"value": W, "max": "much"}, "max must be a number, not 'much'"),
        ({"value": W, "step": [1]}, r"step must be a number, not \[1\]"),
        ({"value": W, "step": 0}, "step must be a number above 0, not 0"),
        ({"value": W, "step": np.nan}, "step must be a number above 0"),
        ({"value": W, "rows": ["a"]}, "The number of row labels must be 2, and it is 1"),
        ({"value": W, "columns": "ab"}, "column labels must be a list of str"),
    ],
)
def test_a_new_editor_refuses_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        MatrixEditor(**arguments)


def test_the_range_and_the_step_keep_to_the_value(editor):
    editor.max = 1
    with pytest.raises(TraitError, match=r"W_Q\[1, 0\] is -2; entries must be from 0 to 1"):
        editor.min = 0
    assert editor.min is None
    with pytest.raises(TraitError, match="step must be a number above 0"):
        editor.step = -1
    editor.max = None
    editor.value = np.full((2, 2), 99)


def test_its_settings_may_be_numbers_of_numpy():
    editor = MatrixEditor(W, step=np.float32(0.5), min=np.int64(-3), max=np.float32(4))
    assert (editor.step, editor.min, editor.max) == (0.5, -3, 4)


def test_observe_tells_of_changes_and_only_of_those(editor):
    seen = []
    editor.observe(lambda change: seen.append((change["old"][0, 0], change["new"][0, 0])), "value")
    editor.value = np.eye(2) * 3
    editor.value = np.eye(2) * 4
    assert seen == [(1, 3), (3, 4)]


def test_link_keeps_two_editors_together_both_ways(editor):
    other = MatrixEditor(np.zeros((2, 2)))
    link = ipywidgets.link((editor, "value"), (other, "value"))
    np.testing.assert_array_equal(other.value, W)
    other.value = np.eye(2)
    np.testing.assert_array_equal(editor.value, np.eye(2))
    editor.value = np.eye(2) * 2
    np.testing.assert_array_equal(other.value, np.eye(2) * 2)
    link.unlink()
    editor.value = W
    np.testing.assert_array_equal(other.value, np.eye(2) * 2)


def test_dlink_and_jslink_to_a_heatmap(editor):
    heatmap = Heatmap(np.zeros((2, 2)))
    ipywidgets.dlink((editor, "value"), (heatmap, "value"), lambda W: W @ W.T)
    np.testing.assert_array_equal(heatmap.value, np.array(W) @ np.array(W).T)
    heatmap.value = np.eye(2)
    np.testing.assert_array_equal(editor.value, W)
    assert ipywidgets.jslink((editor, "value"), (heatmap, "value")).source[1] == "value"


def test_boxes_hold_it(editor):
    other = MatrixEditor(W)
    assert ipywidgets.VBox([editor, ipywidgets.HBox([other])]).children[0] is editor


def test_one_entry_and_sixty_four_squared():
    one = MatrixEditor([[3]])
    one.value = [[4]]
    assert one.value.item() == 4
    large = np.random.default_rng(1).normal(size=(64, 64))
    np.testing.assert_array_equal(send(MatrixEditor(np.zeros((64, 64))), value=large).value, large)


# What passes between Python and a page


def test_state_goes_to_a_page_and_into_a_new_widget(editor):
    state, paths, buffers = state_as_sent(editor)
    assert state["value"] == {"shape": [2, 2]}
    assert paths == [["value", "data"]]
    np.testing.assert_array_equal(np.frombuffer(buffers[0], "<f8"), [1, 0.5, -2, 0])
    other = MatrixEditor(np.zeros((2, 2)))
    np.testing.assert_array_equal(send(other, value=editor.value).value, W)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_page_may_send_its_bytes_in_any_form(editor, kind):
    seen = []
    editor.observe(seen.append, "value")
    send(editor, value=np.eye(2), kind=kind)
    np.testing.assert_array_equal(editor.value, np.eye(2))
    assert len(seen) == 1
    with pytest.raises(ValueError, match="read-only"):
        editor.value[0, 0] = 3


@pytest.mark.parametrize(
    ("shape", "data", "sentence"),
    [
        ([2, 2], b"123", "The page sent no matrix: buffer size must be a multiple"),
        ([2, 2], np.zeros(3).tobytes(), "The page sent no matrix: cannot reshape"),
        ([2, 2], b"", "The page sent no matrix: cannot reshape"),
        ([2], np.zeros(2).tobytes(), "The page sent no matrix: not enough values"),
        ([1, 2, 2], np.zeros(4).tobytes(), "The page sent no matrix: too many values"),
        (["a", "b"], np.zeros(4).tobytes(), "The page sent no matrix"),
        (None, np.zeros(4).tobytes(), "The page sent no matrix"),
        ([2, 2], None, "The page sent no matrix"),
        ([4, 1], np.zeros(4).tobytes(), r"value has the shape \(2, 2\) and keeps it"),
        ([2, 2], np.full(4, np.nan).tobytes(), "value has a NaN"),
        ([2, 2], np.full(4, np.inf).tobytes(), "value is infinite"),
        ([2, 2], np.full(4, 7.0).tobytes(), "entries must be from -5 to 5"),
    ],
)
def test_a_bad_message_is_refused_and_the_old_value_kept(shape, data, sentence):
    editor = MatrixEditor(W, min=-5, max=5)
    with pytest.raises(TraitError, match=sentence):
        editor.set_state({"value": {"shape": shape, "data": data}})
    np.testing.assert_array_equal(editor.value, W)
    np.testing.assert_array_equal(send(editor, value=np.eye(2)).value, np.eye(2))


@pytest.mark.parametrize("sent", [None, 3, "x", [], {}])
def test_a_message_that_is_no_matrix_at_all_is_refused(editor, sent):
    with pytest.raises(TraitError):
        editor.set_state({"value": sent})
    np.testing.assert_array_equal(editor.value, W)


# Without a page


def test_repr_says_what_it_is(editor):
    assert repr(editor) == "<MatrixEditor of W_Q (2, 2)>"


def test_without_a_page_there_is_a_sentence_and_a_table():
    editor = MatrixEditor(W, rows=["<the>", "cat"], label="W_Q")
    data, _ = editor._repr_mimebundle_()
    assert data["text/plain"] == "<MatrixEditor of W_Q (2, 2)>"
    assert "application/vnd.jupyter.widget-view+json" in data
    html = data["text/html"]
    assert (
        "<p>This is the MatrixEditor of W_Q (2, 2). It works where this notebook runs.</p>" in html
    )
    assert '<th scope="row"' in html
    assert "&lt;the&gt;" in html
    assert "−2" in html
    output = nbformat.v4.new_output(
        "display_data", {k: data[k] for k in ("text/plain", "text/html")}
    )
    cell = nbformat.v4.new_code_cell("editor", outputs=[output])
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert "It works where this notebook runs." in page


def test_labels_that_no_longer_fit_give_way_to_indices(editor):
    editor.rows = ["a", "b", "c"]
    assert "<td" in editor._repr_mimebundle_()[0]["text/html"]
    assert ">c<" not in editor._repr_mimebundle_()[0]["text/html"]
