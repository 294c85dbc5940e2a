"""AttentionExplorer from Python: what it refuses, what it sends, the learner's function."""

import re
import signal
import sys
import threading
import time
import warnings
from unittest.mock import Mock

import numpy as np
import pytest
from check.cells import run
from traitlets import TraitError

from course import examples, widgets
from course.widgets import learners_function
from widgets.from_page import send

RNG = np.random.default_rng(5)
TOKENS = ["the", "cat", "sat"]
X = RNG.normal(size=(3, 4))
W_Q, W_K = RNG.normal(size=(2, 4, 5))
W_V = RNG.normal(size=(4, 2))


def explorer(**options):
    return widgets.AttentionExplorer(TOKENS, X, W_Q, W_K, W_V, **options)


def cross(**options):
    memory = {"X_memory": RNG.normal(size=(6, 4)), "memory_tokens": list("abcdef")}
    return explorer(mode="cross", **memory, **options)


def answer(widget, edited=None, settings=None, **given):
    """Return what the widget sends when the page asks for the learner's function on `given`.

    `edited` matrices and `settings` come with it.
    """
    sent = []
    widget.send = lambda content, buffers=None: sent.append((content, buffers))
    edited = edited or {}
    arrays = [*given.values(), *edited.values()]
    request = {
        "id": 1,
        "names": list(given),
        "edited": list(edited),
        "shapes": [list(a.shape) for a in arrays],
        "settings": settings or {},
    }
    widget._answer(widget, request, [memoryview(np.asarray(a, "<f8").tobytes()) for a in arrays])
    ((content, buffers),) = sent
    assert content["id"] == 1
    arrays = {
        name: np.frombuffer(data, "<f8").reshape(shape)
        for name, shape, data in zip(content["names"], content["shapes"], buffers, strict=True)
    }
    return content["error"], arrays


def mean_attention(Q, K, V, mask=None):
    weights = (
        np.full((len(Q), len(K)), 1 / len(K)) if mask is None else mask / mask.sum(1, keepdims=True)
    )
    return weights @ V, weights


Q, K, V = RNG.normal(size=(3, 5)), RNG.normal(size=(4, 5)), RNG.normal(size=(4, 2))


def test_its_matrices_are_copies_that_cannot_be_written_to():
    given = X.copy()
    widget = widgets.AttentionExplorer(TOKENS, given, W_Q, W_K, W_V)
    given[:] = 0
    np.testing.assert_array_equal(widget.X, X)
    with pytest.raises(ValueError, match="read-only"):
        widget.W_Q[0, 0] = 1


def test_setting_a_matrix_keeps_what_does_not_fit_out():
    widget = explorer()
    with pytest.raises(TraitError, match=r"W_Q \(3, 5\) must have as many rows as X \(3, 4\)"):
        widget.W_Q = np.zeros((3, 5))
    with pytest.raises(TraitError, match="W_K has a NaN"):
        widget.W_K = W_K * np.nan
    with pytest.raises(TraitError, match="X has 2 rows for 3 tokens"):
        widget.X = np.zeros((2, 4))
    with pytest.raises(TraitError, match="X_memory goes with mode='cross'"):
        widget.X_memory = X
    np.testing.assert_array_equal(widget.W_Q, W_Q)
    np.testing.assert_array_equal(widget.X, X)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mode": "heads"}, "mode must be"),
        ({"mode": "cross"}, "X_memory goes with"),
        ({"X_memory": X}, "X_memory goes with"),
        ({"mask": np.ones((2, 3))}, r"shape \(3, 3\); its shape is \(2, 3\)"),
        ({"mask": [[0, 1, 2]] * 3}, "only True and False"),
        ({"attention": 3}, "attention must be a function"),
        ({"attention": mean_attention, "scores": mean_attention}, "Pass one function"),
        ({"scores": mean_attention}, "pass attention or self_attention, not scores"),
        ({"mode": "scores", "attention": mean_attention}, "pass scores, not attention"),
        ({"features": ["sight"]}, "number of features must be 4, and it is 1"),
        ({"memory_features": list("abcd")}, "memory_features go with X_memory"),
    ],
)
def test_it_refuses_with_a_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        explorer(**options)


def test_it_refuses_matrices_and_labels_that_do_not_fit():
    with pytest.raises(ValueError, match="number of tokens must be 3, and it is 2"):
        widgets.AttentionExplorer(TOKENS[:2], X, W_Q, W_K, W_V)
    with pytest.raises(ValueError, match="must have as many columns as each other"):
        widgets.AttentionExplorer(TOKENS, X, W_Q, W_K[:, :4], W_V)
    with pytest.raises(ValueError, match=r"^W_K must be a matrix"):  # an answer without a value
        widgets.AttentionExplorer(TOKENS, X, W_Q, None, W_V)
    with pytest.raises(ValueError, match=r"^W_V must be a matrix"):
        widgets.AttentionExplorer(TOKENS, X, W_Q, W_K, [[10**400]])
    with pytest.raises(ValueError, match="at most 64"):
        widgets.AttentionExplorer(["x"] * 65, np.zeros((65, 4)), W_Q, W_K, W_V)


def test_there_is_a_memory_token_for_each_row_of_the_memory():
    widget = cross()
    with pytest.raises(TraitError, match="X_memory has 6 rows for 1 memory tokens"):
        widget.memory_tokens = ["a"]
    with widget.hold_trait_notifications():
        widget.memory_tokens, widget.X_memory = ["a"], np.zeros((1, 4))
    assert widget.X_memory.shape == (1, 4)


def test_the_mask_is_a_bool_array_or_none():
    widget = explorer(mask=np.tri(3))
    assert widget.mask.dtype == bool
    widget.mask = None
    assert widget.mask is None


def test_an_example_is_loaded_whole(monkeypatch):
    widget = widgets.AttentionExplorer.of(examples.I_LOVE_AI, presets=[examples.FOUR_TOKENS])
    # That of the tests may be without a kernel, and then nothing is sent.
    page = Mock()
    monkeypatch.setattr(widget, "comm", page)
    widget.show(examples.FOUR_TOKENS)
    page.send.assert_called_once()
    np.testing.assert_array_equal(widget.W_V, examples.FOUR_TOKENS.W_V)
    assert widget.tokens == list(examples.FOUR_TOKENS.tokens)
    with pytest.raises(ValueError, match="does not fit the mode 'attention'"):
        widget.show(examples.CROSS)
    with pytest.raises(ValueError, match="'four tokens' is no worked example"):
        widget.show("four tokens")
    with pytest.raises(ValueError, match="presets must be a list of worked examples, not <Example"):
        explorer(presets=examples.I_LOVE_AI)
    assert explorer(scaled=np.True_, step=np.float32(0.5)).step == 0.5
    masked = widgets.AttentionExplorer.of(examples.MASKED)
    np.testing.assert_array_equal(masked.mask, np.tri(4, dtype=bool))
    assert widgets.AttentionExplorer.of(examples.CROSS).mode == "cross"


def test_it_survives_the_trip_of_its_state():
    first = explorer(mask=np.tri(3, dtype=bool))
    second = explorer()
    second.set_state(first.get_state(["X", "W_Q", "W_K", "W_V", "mask", "tokens"]))
    np.testing.assert_array_equal(second.mask, first.mask)
    assert second.mask.dtype == bool


def test_without_a_browser_it_shows_its_numbers():
    data, _ = explorer(mask=np.tri(3, dtype=bool))._repr_mimebundle_()
    assert data["text/plain"] == (
        "<AttentionExplorer (attention) of 'the cat sat': X (3, 4), W_Q (4, 5), W_K (4, 5), "
        "W_V (4, 2), mask (3, 3)>"
    )
    assert data["text/html"].count("<table") == 5


def test_features_name_the_columns_and_the_rows_that_meet_them():
    data, _ = cross(features=list("pqrs"), memory_features=list("tuvw"))._repr_mimebundle_()
    heads = re.findall(r"<caption.*?>(\w+) .*?</table>", data["text/html"], flags=re.DOTALL)
    tables = dict(zip(heads, data["text/html"].split("<table")[1:], strict=True))
    shown = {name: "".join(re.findall(r"<th[^>]*>([p-w])</th>", t)) for name, t in tables.items()}
    assert shown == {"X": "pqrs", "X_memory": "tuvw", "W_Q": "pqrs", "W_K": "tuvw", "W_V": "tuvw"}


def test_a_page_without_widgets_shows_the_stages_that_are_known():
    """The example's own until something is edited; else what the learner's function returns."""

    def shown(widget):
        return widget._repr_mimebundle_()[0]["text/html"]

    example = widgets.AttentionExplorer.of(examples.I_LOVE_AI)
    for text in ("<p>This is the AttentionExplorer of ", "0.4011", "2.292"):
        assert text in shown(example)
    captions = re.findall(r"<caption.*?>(.*?)</caption>", shown(example))
    assert [caption.split(" ")[0] for caption in captions] == [
        *("X", "W_Q", "W_K", "W_V", "Q", "K", "V"),
        *("scores", "scaled_scores", "weights", "output"),
    ]
    over_queries = widgets.AttentionExplorer.of(examples.I_LOVE_AI, axis="queries")
    assert "0.4011" not in shown(over_queries), "the example's weights are those over the keys"
    over_queries.show(examples.I_LOVE_AI)
    assert "weights" not in shown(over_queries)
    example.W_Q = np.zeros((2, 2))
    assert "weights" not in shown(example)
    assert "0.25" in shown(explorer(attention=lambda Q, K, V: (0 * Q[:, :2] + 0.25, Q @ K[:3].T)))
    assert "mean_attention: weights (3, 3)" in shown(explorer(attention=mean_attention))
    assert "Q (3, 5)" in shown(explorer(attention=mean_attention))
    assert "mean_attention: output (3, 2)" in shown(
        explorer(attention=mean_attention, mask=np.tri(3))
    )
    assert "weights" not in shown(explorer(attention=lambda Q, K, V: 1 / 0))
    with_nan = explorer(attention=lambda Q, K, V: (Q[:, :2], K @ Q.T * np.nan))
    assert ">NaN</td>" in shown(with_nan)
    scores = explorer(mode="scores", scores=lambda Q, K: np.full((3, 3), 0.75))
    assert "scores (3, 3)" in shown(scores)


def endless(Q, K, V):
    while True:
        pass


@pytest.mark.parametrize(
    "function", [endless, lambda Q, K, V: time.sleep(60), lambda *_: sys.exit()]
)
def test_it_is_shown_in_a_moment_whatever_the_function_does(monkeypatch, function):
    monkeypatch.setattr(learners_function, "MOMENT", 0.05)
    before, (left, _) = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    start = time.monotonic()
    data, _ = explorer(attention=function)._repr_mimebundle_()
    assert time.monotonic() - start < 5
    assert data["text/html"].count("<table") == 4
    assert signal.getsignal(signal.SIGALRM) == before
    assert left - 5 < signal.getitimer(signal.ITIMER_REAL)[0] <= left  # that of the tests


def test_nothing_is_heard_of_the_function_before_the_page_asks(capfd):
    def loud(Q, K, V):
        print("out")
        print("err", file=sys.stderr)
        warnings.warn("divide by zero", RuntimeWarning, stacklevel=1)
        return mean_attention(Q, K, V)

    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        data, _ = explorer(attention=loud)._repr_mimebundle_()
    assert "loud: weights (3, 3)" in data["text/html"]
    # Objects of other tests that are freed meanwhile may warn that they were left open.
    own = [str(each.message) for each in heard if each.category is not ResourceWarning]
    assert (own, *capfd.readouterr()) == ([], "", "")


def test_its_fallback_asks_no_function_while_a_submission_is_graded(monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    widget = explorer(attention=lambda Q, K, V: pytest.fail("it was called"))
    assert "<table" in widget._repr_mimebundle_()[0]["text/html"]


# The learner's function


def test_it_runs_on_what_the_page_sent():
    error, arrays = answer(explorer(attention=mean_attention), Q=Q, K=K, V=V)
    assert error == ""
    np.testing.assert_allclose(arrays["output"], np.tile(V.mean(0), (3, 1)))
    mask = np.tri(3, 4)
    _, arrays = answer(explorer(attention=mean_attention), Q=Q, K=K, V=V, mask=mask)
    np.testing.assert_allclose(arrays["weights"][1], [0.5, 0.5, 0, 0])


def test_each_kind_of_function_gets_its_own_inputs():
    seen = []

    def remember(*inputs):
        seen.append([a.shape for a in inputs])
        return np.zeros((3, 2)), np.zeros((3, 3))

    answer(explorer(self_attention=remember), X=X, W_Q=W_Q, W_K=W_K, W_V=W_V)
    assert seen == [[(3, 4), (4, 5), (4, 5), (4, 2)]]
    widget = cross(cross_attention=lambda *inputs: (np.zeros((3, 2)), np.zeros((3, 6))))
    error, arrays = answer(widget, X=X, X_memory=widget.X_memory, W_Q=W_Q, W_K=W_K, W_V=W_V)
    assert (error, arrays["weights"].shape) == ("", (3, 6))
    widget = explorer(mode="scores", scores=lambda Q, K: Q @ K.T)
    error, arrays = answer(widget, Q=Q, K=K)
    np.testing.assert_allclose(arrays["scores"], Q @ K.T)


def change_input(Q, K, V):
    Q += 1
    return mean_attention(Q, K, V)


def interrupted(Q, K, V):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda Q, K, V: 1 / 0, "raised ZeroDivisionError: division by zero"),
        (lambda Q, K, V: None, "returned None: is there a `return`"),
        (lambda Q, K, V: Q @ K.T, r"return two arrays, \(output, weights\); it returned one array"),
        (lambda Q, K, V: mean_attention(Q, K, V)[::-1], r"\(output, weights\), in this order"),
        (lambda Q, K, V: (V, mean_attention(Q, K, V)[1]), r"output should have the shape \(3, 2\)"),
        (lambda Q, K, V: (None, None), "weights came back as None"),
        (lambda Q, K, V: ("a", [["b"]]), "weights should be an array of numbers"),
        (lambda Q, K, V: ([[1, 2], [3]], Q), "^Your output should be an array of numbers, not a"),
        (lambda Q, K, V: (Q, np.sqrt(Q + 0j)), "^Your weights should be an array of real numbers"),
        (lambda Q, K, V: sys.exit("done"), "^Your function raised SystemExit: done"),
        (change_input, "changed its input Q"),
        (interrupted, "^Your function was interrupted"),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_said_in_place(function, sentence):
    error, arrays = answer(explorer(attention=function), Q=Q, K=K, V=V)
    assert arrays == {}
    assert re.search(sentence, error), error


def test_what_was_edited_comes_with_the_request_and_is_taken_together():
    def look(Q, K, V):
        seen.append((widget.tokens, widget.X.shape, widget.W_Q.shape, widget.mask))
        return mean_attention(Q, K, V)

    seen = []
    widget = explorer(attention=look, mask=np.tri(3))
    small = np.eye(2)
    edited = {name: small for name in ("X", "W_Q", "W_K", "W_V")}
    settings = {"tokens": ["a", "b"], "memory_tokens": ["a", "b"], "mask": None}
    error, _ = answer(widget, edited, settings, Q=small, K=small, V=small)
    assert error == ""
    assert seen == [(["a", "b"], (2, 2), (2, 2), None)]


def test_what_came_with_a_request_does_not_go_back(monkeypatch):
    """The page has changed it again by then, and would take the older for news from Python."""
    widget = explorer(attention=mean_attention)
    page = Mock()
    monkeypatch.setattr(widget, "comm", page)
    mask = np.tri(3)
    assert answer(widget, {"mask": mask, "W_Q": W_Q + 1}, Q=Q, K=K, V=V)[0] == ""
    np.testing.assert_array_equal(widget.mask, mask)
    np.testing.assert_array_equal(widget.W_Q, W_Q + 1)
    page.send.assert_not_called()


def test_an_edit_that_does_not_fit_is_answered():
    """The page would wait for an answer, and say that the function is still running."""
    widget = explorer(attention=lambda Q, K, V: pytest.fail("it was called"))
    error, arrays = answer(widget, {"W_Q": np.zeros((3, 5))}, Q=Q, K=K, V=V)
    assert arrays == {}
    assert error == (
        "W_Q (3, 5) must have as many rows as X (3, 4) has columns. Your function was not called."
    )
    np.testing.assert_array_equal(widget.W_Q, W_Q)


def test_an_error_is_said_in_the_words_of_the_checks():
    code = "def attention(Q, K, V):\n    scores = Q @ K\n    return scores @ V, scores\n"
    function = run({}, code)["attention"]
    error, _ = answer(explorer(attention=function), Q=Q, K=K, V=V)
    assert error == (
        "Your function raised ValueError: the inner sizes of a matrix product do not meet: "
        "5 and 4 (the left matrix needs as many columns as the right one has rows), in its line "
        "`scores = Q @ K`."
    )


def test_an_input_that_is_no_number_is_not_changed_by_being_read():
    error, _ = answer(explorer(attention=mean_attention), Q=Q * np.nan, K=K, V=V)
    assert error == ""


def test_a_function_without_a_mask_is_told_so():
    widget = explorer(attention=lambda Q, K, V: mean_attention(Q, K, V))
    error, _ = answer(widget, Q=Q, K=K, V=V, mask=np.ones((3, 4)))
    assert "takes no mask" in error


def test_the_button_of_the_mask_that_it_begins_with_is_pressed():
    def pressed(**mask):
        return widgets.AttentionExplorer(list("ab"), *[np.eye(2)] * 4, **mask).mask_kind

    assert pressed() == "none"
    assert pressed(mask=np.tri(2, dtype=bool)) == "causal"
    assert pressed(mask=[[True, True], [False, True]]) == "by hand"


def test_a_mask_that_python_sets_is_called_what_it_is():
    """The page would press another button, and with other tokens make that one's mask."""
    widget = explorer(mask=np.tri(3))
    widget.mask = np.eye(3)
    assert widget.mask_kind == "by hand"
    widget.mask = None
    assert widget.mask_kind == "none"
    widget.mask = np.tri(3)
    assert widget.mask_kind == "causal"
    crossed = cross()
    crossed.mask = np.tri(len(TOKENS), 6)
    assert crossed.mask_kind == "by hand", "there is no causal mask to press between sequences"
    # The page's own name comes with its mask, or a little later.
    widget.set_state({"mask": {"shape": [3, 3], "data": np.eye(3).tobytes()}})
    assert widget.mask_kind == "causal"


def test_the_page_gets_what_is_kept_in_place_of_what_is_refused(monkeypatch):
    """Python had others by then, and the page would go on showing its own."""
    widget = explorer(attention=mean_attention)
    shown = {}
    monkeypatch.setattr(widget, "_send", lambda message, buffers=None: shown.update(message))
    send(widget, mask=np.eye(2), scaled=False)
    assert (shown["method"], shown["state"]) == ("update", {"mask": None, "scaled": True})
    assert answer(widget, {"mask": np.eye(4)}, Q=Q, K=K, V=V)[0].startswith("The mask must have")
    assert (shown["method"], shown["state"]) == ("update", {"mask": None})


def test_what_the_page_sends_while_an_example_is_loaded_waits():
    """JupyterLab may have it handled in a thread of its own; it need not fit what is loaded."""

    class Interrupted:
        def __getattr__(self, name):
            if name == "scaled":  # the mask is set by then
                page.start()
                page.join(0.3)
            return getattr(examples.FOUR_TOKENS, name)

    widget = explorer()
    page = threading.Thread(target=send, args=(widget,), kwargs={"mask": np.eye(3)})
    widget.show(Interrupted())
    page.join()
    assert widget.mask is None
    np.testing.assert_array_equal(widget.X, examples.FOUR_TOKENS.X)
