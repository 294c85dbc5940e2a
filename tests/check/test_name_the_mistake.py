"""The mistakes that the course's checks name in learners' answers, and no false hints."""

import numpy as np
import pytest
from check.cells import run

from course import check
from course.check import CheckFailed
from course.check.faults.calls import all_at_once

SOFTMAX = """
def softmax(scores):
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
def attention(Q, K, V):
    weights = softmax(Q @ K.T / np.sqrt(K.shape[1]))
    return weights @ V, weights
def softmax_jacobian(weights):
    return np.diag(weights) - np.outer(weights, weights)
"""
CONSTANTS = """
NEG = -1e9
n = 2
"""
DOTS = """
def matmul_dots(A, B):
    C = np.zeros((A.shape[0], B.shape[1]))
    for i in range(A.shape[0]):
        for j in range(B.shape[1]):
            {}
    return C
"""


def report(exercise, source, aspect):
    """Return what the check says of an answer, the notebook's functions being there."""
    answer = run({"np": np}, SOFTMAX, CONSTANTS, source)[exercise]
    with pytest.raises(CheckFailed) as failed:
        getattr(check, exercise)(answer, aspect)
    return str(failed.value)


def most_similar(line, aspect="values"):
    lengths = "    lengths = np.sqrt((vectors**2).sum(axis=1))\n"
    return report(
        "most_similar", f"def most_similar(query, vectors):\n{lengths}    return {line}", aspect
    )


@pytest.mark.parametrize("aspect", ["values", "edges"])
@pytest.mark.parametrize(
    ("line", "how"),
    [
        ("int((vectors @ query / lengths).max())", "cut"),
        ("round(float(np.max(vectors @ query / lengths)))", "rounded"),
    ],
)
def test_the_largest_value_made_a_whole_number_is_no_index(line, how, aspect):
    found = most_similar(line, aspect)
    assert f"The largest value came back, {how} to a whole number." in found
    assert "cuts off the fraction" not in found


def test_where_no_known_mistake_fits_it_is_asked_whether_the_index_is_wanted():
    assert "Is the value asked for, or its index?" in most_similar(
        "int((2 * vectors @ query / lengths).max())"
    )


def test_what_a_position_is_by_chance_is_not_said():
    for aspect in ("values", "edges"):
        upside_down = most_similar("np.argmin(lengths / (vectors @ query))", aspect)
        assert "The smallest cosine was taken" not in upside_down
        assert "of the right number" not in upside_down


def test_few_positions_make_a_mistake_likely_and_no_more():
    assert "  likely    The smallest cosine was taken." in most_similar(
        "(vectors @ query / lengths).argmin()"
    )


@pytest.mark.parametrize("line", ["(vectors @ query).argmax()", "query.argmin()", "0"])
def test_a_row_is_not_its_index(line):
    assert "That is the row itself. Its index is asked for." in most_similar(f"vectors[{line}]")


@pytest.mark.parametrize("aspect", ["values", "edges"])
def test_the_wrong_vector_in_a_loop_over_pairs(aspect):
    def said(made):
        return report(
            "softmax_backward",
            "def softmax_backward(weights, grad_weights):\n"
            f"    return np.array([{made} for w, g in zip(weights, grad_weights)])",
            aspect,
        )

    found = said("g @ softmax_jacobian(g)")
    assert "`softmax_jacobian` got a row of slopes." in found
    assert "whole numbers (int64)" not in found
    unused = "`w` of `for w, g in zip(weights, grad_weights)` is never used."
    assert unused in said("2 * g @ softmax_jacobian(g)")
    assert unused not in said("3 * g @ softmax_jacobian(w)")


@pytest.mark.parametrize("number", ["len(K)", "K.T.shape[1]"])
@pytest.mark.parametrize("aspect", ["values", "edges", "large"])
def test_what_is_off_in_an_early_digit_is_not_called_nearly_right(number, aspect):
    code = (
        f"def attention(Q, K, V):\n    weights = softmax(Q @ K.T / np.sqrt({number}))\n"
        "    return weights @ V, weights"
    )
    found = report("attention", code, aspect)
    assert "Nearly right" not in found
    assert "The root of the number of keys was used." in found


def test_the_context_of_a_single_annotation_is_not_right_by_chance():
    code = (
        "def crunch(query, annotations):\n    scores = annotations @ query\n"
        "    return scores @ annotations, softmax(scores)"
    )
    found = report("crunch", code, "edges")
    assert "numbers are right" not in found
    assert "The scores mixed the annotations." in found


@pytest.mark.parametrize("aspect", ["values", "edges"])
@pytest.mark.parametrize("line", ["C[i, j] = A[i, j] * B[i, j]", "C[i, j] += A[i, i] * B[j, j]"])
def test_one_pair_is_no_dot_product(line, aspect):
    found = report("matmul_dots", DOTS.format(line), aspect)
    assert "Two single numbers were multiplied." in found
    assert "runs over" not in found
    assert "shape of A" not in found


def test_pairs_along_a_row_and_a_column_are_a_dot_product():
    line = "for k in range(A.shape[0]):\n                C[i, j] += A[i, k] * B[k, j]"
    assert "single numbers" not in report("matmul_dots", DOTS.format(line), "values")


def test_a_function_that_gets_all_keys_at_once_is_named():
    code = """
def blockwise_attention(Q, K, V, block_size):
    for start in range(0, len(K), block_size):
        K_block = K[start : start + block_size]
        V_block = V[start : start + block_size]
        scores = Q @ K_block.T / np.sqrt(K.shape[1])
        return attention(Q, K, V)[0]
"""
    found = report("blockwise_attention", code, "memory")
    assert "`attention(Q, K, V)` gets all of `Q`, `K` and `V` at once" in found
    assert "is computed and never used" not in found
    in_blocks = run({}, SOFTMAX, code.replace("Q, K, V)[", "Q, K_block, V_block)["))
    assert all_at_once(in_blocks["blockwise_attention"]) == ""


def test_a_measured_variance_is_called_too_small_or_too_large():
    code = """
def score_variance(d_k, n_samples, rng):
    queries = rng.standard_normal((n_samples, d_k))
    keys = rng.standard_normal((n_samples, d_k))
    return {}
"""
    found = report(
        "score_variance", code.format("0.3 * (queries * keys).sum(axis=1).var()"), "values"
    )
    assert "which is too small: random numbers alone do not explain" in found
    found = report("score_variance", code.format("(queries @ keys.T).var()"), "values")
    assert "calls should differ more: yours lie between" in found


@pytest.mark.parametrize(
    ("exercise", "lines", "aspect", "says"),
    [
        (
            "convex_combination",
            "(weights, vectors):\n    if (weights < 0).any():\n        raise ValueError\n"
            "    assert abs(weights.sum() - 1) <= 1e-6\n    return weights @ vectors",
            "errors",
            "An assert raises AssertionError. A ValueError was asked for.",
        ),
        (
            "entropy",
            "(weights):\n    return [sum(-w * np.log(w) for w in row) for row in weights]",
            "edges",
            "a loop over an array of one axis gives numbers, and not rows",
        ),
    ],
)
def test_what_an_error_of_the_answers_own_comes_of(exercise, lines, aspect, says):
    assert says in report(exercise, f"def {exercise}{lines}", aspect)


def test_a_method_that_was_not_called_is_told_where_a_number_belongs():
    found = report("matmul_dots", DOTS.format("C[i, j] = (A[i] * B[:, j]).sum"), "values")
    assert "its round brackets are missing" in found


NORM = "def softmax(scores, axis=-1):\n    e = np.exp({})\n    return e / e.sum({}, keepdims=True)"
AXIS_0 = "It ran along axis 0, from query to query. The last axis is wanted here."
ATTENTION = "def attention(Q, K, V):\n    {}\n    weights = softmax(scores)\n    {}"


@pytest.mark.parametrize(
    ("exercise", "code", "says"),
    [
        ("softmax", NORM.format("scores + scores.max(axis=0)", "0"), AXIS_0),
        ("softmax", NORM.format("scores - n", "0"), AXIS_0),
        (
            "attention",
            ATTENTION.format("scores = Q @ K.T", "weights.sum(1)\n    return weights @ V, weights"),
            "The scores were not divided by the root of d_k.",
        ),
        (
            "attention",
            ATTENTION.format(
                "scores = Q @ K.T\n    scores / np.sqrt(K.shape[1])", "return weights @ V, weights"
            ),
            "The scores were not divided by the root of d_k. "
            "The line `scores / np.sqrt(K.shape[1])` computes a value that nothing keeps.",
        ),
    ],
)
def test_the_numbers_tell_a_mistake_before_code_that_may_be_right(exercise, code, says):
    assert f"  why       {says}" in report(exercise, code, "values").rstrip().split("\n")


def test_a_constant_of_the_notebook_is_not_blamed():
    code = "def softmax(scores, axis=-1):\n    return np.exp(scores * {}) / 3"
    assert "notebook's variable" not in report("softmax", code.format("NEG"), "values")
    assert "`n` is the notebook's variable" in report("softmax", code.format("n"), "values")
