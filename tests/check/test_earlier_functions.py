"""A wrong function of another exercise is named where it was called, and nowhere else."""

import numpy as np
import pytest
from check.cells import run

from course import check
from course.check import CheckFailed
from course.check.faults import fault

DOT = "import numpy as np\ndef dot(a, b):\n    total = 0.0\n    for x, y in zip(a, b):\n"
WRONG = f"{DOT}        total = x * y\n    return total"
RIGHT = f"{DOT}        total += x * y\n    return total"
DOTS = """
def matmul_dots(A, B):
    C = np.zeros((A.shape[0], B.shape[1]))
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            C[i, j] = dot(A[i], B[:, j])
    return C
"""
SAYS = "Your `dot`, which it calls, does not pass its own check yet."


@pytest.mark.parametrize(
    ("dot", "dots", "is_named"),
    [
        (WRONG, DOTS, True),
        (WRONG, DOTS.replace("A.shape[0], B", "n, B"), False),  # ends before the call
        (WRONG, DOTS.replace("dot(A[i]", "dot(a[i]"), False),
        (RIGHT, DOTS.replace("dot(", "-dot("), False),
    ],
)
def test_it_is_named_only_if_it_was_called(dot, dots, is_named):
    answer = run({}, dot, dots)["matmul_dots"]
    with pytest.raises(CheckFailed) as failed:
        check.matmul_dots(answer, "values")
    assert (failed.value.mistake == SAYS) is is_named


ATTENTION = """
def attend(q, K, V):
    weights = softmax(K @ q / np.sqrt(K.shape[1]))
    return weights @ V, weights
def attention(Q, K, V):
    return attend(Q, K, V)
"""
SOFTMAX = """
import numpy as np
def softmax(scores):
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()
"""
TAKES = "`attend` takes a vector as its `q`, and got a matrix: (3, 2)."


@pytest.mark.parametrize(
    ("code", "is_named"),
    [
        (ATTENTION, True),
        (ATTENTION.replace("attend(Q,", "attend(Q[0, :1],"), False),  # a vector, of another length
        (ATTENTION.replace("attend(Q, K, V)\n", "softmax(Q @ K) @ V\n"), False),  # not called
    ],
)
def test_an_argument_that_an_earlier_function_cannot_take_is_named(code, is_named):
    answer = run({}, SOFTMAX, code)["attention"]
    with pytest.raises(CheckFailed) as failed:
        check.attention(answer, "values")
    assert (failed.value.mistake == TAKES) is is_named


STRICT = RIGHT.replace("zip(a, b)", "zip(a, b, strict=True)")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("dot(A, B)", "as its `a`, and got a matrix: (2, 4)."),
        ("dot(A, B[:, j])", "as its `a`, and got a matrix: (2, 4)."),
        ("dot(A[i], B)", "as its `b`, and got a matrix: (4, 6)."),  # raised outside `dot`
        ("dot(A[i, j], B[:, j])", "as its `a`, and got a single number."),
    ],
)
def test_a_matrix_for_a_vector_is_told_before_what_the_sizes_may_mean(call, says):
    answer = run({}, STRICT, DOTS.replace("dot(A[i], B[:, j])", call))["matmul_dots"]
    with pytest.raises(CheckFailed) as failed:
        check.matmul_dots(answer, "values")
    assert failed.value.mistake == f"`dot` takes a vector {says}"


@pytest.mark.parametrize(
    ("of_B", "says"),
    [("B[:, j]", "Columns of A met columns of B."), ("B[j]", "A column of A was taken.")],
)
def test_mistakes_that_end_in_the_same_words_are_told_apart_by_other_cases(of_B, says):
    code = DOTS.replace("dot(A[i], B[:, j])", f"dot(A[:, i], {of_B})")
    answer = run({}, STRICT, code)["matmul_dots"]
    with pytest.raises(CheckFailed) as failed:
        check.matmul_dots(answer, "values")
    assert failed.value.mistake.startswith(says)


SPLIT = """
def split_heads(X, n_heads):
    n, d = X.shape
    if d % n_heads:
        raise ValueError(f"{d} columns, {n_heads} heads")
    return X.reshape(n, n_heads, d // n_heads).transpose(1, 0, 2)
def merge_heads(heads):
    return split_heads(heads, len(heads))
"""


def test_axes_too_many_for_an_earlier_function():
    answer = run({}, SPLIT)["merge_heads"]
    with pytest.raises(CheckFailed) as failed:
        check.merge_heads(answer, "values")
    says = "`split_heads` takes a matrix as its `X`, and got an array with three axes: (2, 4, 3)."
    assert failed.value.mistake == says


LAYER = """
import numpy as np
from math import erf
def split_heads(X, n_heads):
    return np.stack(np.split(X, n_heads, axis=1))
def masked_softmax(scores, mask):
    powers = np.exp(scores if mask is None else np.where(mask, scores, -np.inf))
    return powers / powers.sum(axis=-1, keepdims=True)
def feed_forward(X, layer):
    wide = X @ layer["W_1"] + layer["b_1"]
    wide = wide * (1 + np.vectorize(erf)(wide / 2**0.5)) / 2
    return wide @ layer["W_2"] + layer["b_2"]
def layer_norm(X, gain, bias, eps=1e-12):
    spread = np.sqrt(X.var(axis=1, keepdims=True) + eps)
    return gain * (X - X.mean(axis=1, keepdims=True)) / spread + bias
def multi_head_attention(X_query, X_memory, W_Q, W_K, W_V, W_O, n_heads, mask=None):
    Q, K = split_heads(X_query @ W_Q, n_heads), split_heads(X_memory @ W_K, n_heads)
    weights = masked_softmax(Q @ K.transpose(0, 2, 1) / np.sqrt(K.shape[-1]), mask)
    return np.concatenate(weights @ split_heads(X_memory @ W_V, n_heads), axis=1) @ W_O, weights
def encoder_layer(X, layer, mask=None):
    rows = np.column_stack([X, np.ones(len(X))])
    W = [layer[f"W_{k}"] for k in "QKVO"]
    out, _ = multi_head_attention(rows, rows, *W, layer["n_heads"], mask)
    X = layer_norm(X + out + layer["b_O"], *layer["norm_1"])
    return layer_norm(X + feed_forward(X, layer), *layer["norm_2"])
"""


def test_a_wrong_copy_of_an_earlier_notebooks_answer_is_named():
    check.encoder_layer(run({}, LAYER)["encoder_layer"], "values")
    no_mask = LAYER.replace("(K.shape[-1]), mask)", "(K.shape[-1]), None)")
    with pytest.raises(CheckFailed) as failed:
        check.encoder_layer(run({}, no_mask)["encoder_layer"], "masks")
    says = "Your `multi_head_attention`, which it calls, does not pass its own check yet."
    assert failed.value.mistake == says


BEFORE, ENCODER = LAYER.split("def encoder_layer")
MASKED = """
def masked_softmax(scores, mask=None):
    scores = scores if mask is None else np.where(mask, scores, -np.inf)
    top = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isfinite(top), top, 0))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total > 0, total, 1)
"""


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            "X = X[:, : d - d % n_heads]",
            "The scores were not divided by the root of a head's width.",
        ),
        (
            "X[0]\n    X = -X",
            "Your `split_heads`, which it calls, does not pass its own check yet.",
        ),
    ],
)
def test_an_earlier_function_that_lacks_its_error_alone_is_not_blamed_for_a_value(line, says):
    split = SPLIT.replace('raise ValueError(f"{d} columns, {n_heads} heads")', line)
    names = run({}, BEFORE.replace("np.sqrt(K.shape[-1])", "1.0"), split)
    assert not check.split_heads.passes(names["split_heads"])
    with pytest.raises(CheckFailed) as failed:
        check.multi_head_attention(names["multi_head_attention"], "values")
    assert failed.value.mistake == says


@pytest.mark.parametrize(
    ("aspect", "part", "other", "says"),
    [
        (
            "values",
            '*layer["norm_1"])',
            '*layer["norm_1"], mask)',
            "`layer_norm` takes a number as its `eps`, and got `mask`.",
        ),
        (
            "masks",
            '*layer["norm_1"])',
            '*layer["norm_1"], eps=mask)',
            "`layer_norm` takes a number as its `eps`, and got `mask`.",
        ),
        (
            "values",
            'X + out + layer["b_O"],',
            'X + out + layer["b_O"]',
            "`layer['b_O'] * layer['norm_1']` is a product. Only after a comma does `*` take "
            "`layer['norm_1']` apart into arguments.",
        ),
        (
            "values",
            'X + out + layer["b_O"]',
            '[X + out + layer["b_O"]]',
            "`layer_norm` takes a matrix as its `X`, and got a list.",
        ),
        (
            "masks",
            "mask)\n",
            "mask if mask is None else mask[None, None])\n",
            "`multi_head_attention` got an array with four axes as its `mask`: (1, 1, 5, 5). "
            "Its own check gives it 3 axes at most.",
        ),
    ],
)
def test_what_an_earlier_function_got_in_a_place_of_its_first_line(aspect, part, other, says):
    assert part in ENCODER
    wrong = f"def encoder_layer{ENCODER.replace(part, other, 1)}"
    with pytest.raises(CheckFailed) as failed:
        check.encoder_layer(run({}, BEFORE, MASKED, wrong)["encoder_layer"], aspect)
    assert failed.value.mistake == says


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("g(A, B)", ""),  # None by default
        ("g(A, a=A.T)", ""),  # no variable
        ("g(A, a=B)", "`g` takes a number as its `a`, and got `B`."),
        ("g(A, a=B, b=B)", ""),  # which one it was is not sure
    ],
)
def test_a_variable_in_the_place_of_a_number(call, says):
    names = run({}, "def g(A, b=None, a=1.0):\n    return A @ 2 @ a")
    function = run(names, f"def f(A, B):\n    return {call}")["f"]
    array = np.ones((2, 3))
    with pytest.raises(ValueError, match="mat") as caught:
        function(array, np.ones(2))
    assert fault(function, caught.value, ("A", "B")) == says
