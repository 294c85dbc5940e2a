"""Grading names the wrong function of another exercise that an answer calls, as live checks do."""

import pytest
from gradebox.earlier_mistakes import ORDINARY, circumstances
from gradebox.follow_through import declared
from gradebox.hidden import Region
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.session import Settings, execute
from gradebox.verdict_kinds import Kind
from gradebox.verdicts import verdict
from grading import source_notebook
from source.test_answers import mark

from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
REGION = Region("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS")
STUB = "def {}(*given):\n    raise NotImplementedError('your turn')"

LOOP = """
def cross_attention(X_query, X_memory, W_Q, W_K, W_V, mask=None):
    Q, K, V = X_query @ W_Q, X_memory @ W_K, X_memory @ W_V
    rows = [crunch(q / np.sqrt(K.shape[1]), K) for q in Q]
    weights = np.array([row for _, row in rows])
    return weights @ V, weights
"""
EXCHANGED = """
def crunch(query, annotations):
    weights = masked_softmax(annotations @ query)
    return weights, weights @ annotations
"""
RUNS_INTO_AN_ERROR = LOOP.replace("X_query @ W_Q", "X_query @ W_K")
DOTS = """
def matmul_dots(A, B):
    return np.array([[dot(row, column) for column in B.T] for row in A])
"""


def judged(assignment: str, **answers: str) -> dict:
    """Grade a notebook with these answers and right ones; return {test: verdict}."""
    notebook, source = source_notebook(assignment), source_notebook(assignment)
    for cell in notebook.cells:
        cell.source = answers.get(mark(cell).get("grade_id"), cell.source)
    keep = {name for name in answers} | {"setup"}
    notebook.cells = [
        cell
        for cell in notebook.cells
        if mark(cell) and mark(cell)["grade_id"].split("-")[0] in keep
    ]
    cells = {mark(cell)["grade_id"]: cell for cell in source.cells if mark(cell)}
    execute(
        notebook,
        settings=Settings(tests="separate", cell_seconds=lambda _: 30, without=MISSING),
        instructors=InstructorsPart(
            cells=source.cells, follow_through=declared(cells, source, assignment)
        ),
    )
    around = circumstances(notebook)
    return {
        name: verdict(cell, REGION, frozenset(), around.get(name, ORDINARY))
        for cell in notebook.cells
        if mark(cell).get("grade") and (name := mark(cell)["grade_id"])
    }


def test_a_wrong_function_is_named_in_place_of_what_the_values_look_like():
    found = judged("07-cross-attention", crunch=EXCHANGED, cross_attention=LOOP)
    says = "Your `crunch`, which it calls, does not pass its own tests yet."
    assert found["cross_attention-values"].mistake == says
    assert found["cross_attention-values"].is_sure
    assert found["crunch-values"].mistake != says
    assert found["cross_attention-values"].earlier == "crunch"
    assert found["crunch-values"].earlier == ""


def test_a_stub_that_is_called_is_said_to_be_one():
    found = judged("07-cross-attention", crunch=STUB.format("crunch"), cross_attention=LOOP)
    assert found["crunch-values"].kind is Kind.NOT_ATTEMPTED
    assert found["cross_attention-values"].kind is Kind.CHECK
    assert found["cross_attention-values"].mistake == (
        "It calls your `crunch`, which is not written yet."
    )


def test_nothing_is_said_of_it_where_an_error_comes_before_the_call():
    found = judged("07-cross-attention", crunch=EXCHANGED, cross_attention=RUNS_INTO_AN_ERROR)
    assert "inner sizes" in dict(found["cross_attention-values"].facts)["seen"]
    assert "crunch" not in found["cross_attention-values"].mistake


def test_an_error_inside_it_shows_the_answers_own_line():
    raises = EXCHANGED.replace("weights =", "raise ValueError('no');")
    found = judged("07-cross-attention", crunch=raises, cross_attention=LOOP)
    seen = dict(found["cross_attention-values"].facts)["seen"]
    assert "no in the line  rows = [crunch(q / np.sqrt(K.shape[1]), K) for q in Q]" in seen
    assert seen.endswith("# raised inside crunch")
    assert "Your `crunch`" in found["cross_attention-values"].mistake


def test_an_answer_that_is_a_stub_itself_is_not_attempted():
    found = judged(
        "07-cross-attention",
        crunch=STUB.format("crunch"),
        cross_attention=STUB.format("cross_attention"),
    )
    assert found["cross_attention-values"].kind is Kind.NOT_ATTEMPTED


@pytest.mark.parametrize(
    ("dot", "says"),
    [
        ("def dot(a, b):\n    return a @ b + 1", "it was handed wrong values by your `dot`, which"),
        (STUB.format("dot"), "it calls your `dot`, which is not written yet. It got full marks"),
    ],
)
def test_credit_in_spite_of_it_says_what_it_was_handed(dot, says):
    found = judged("01-matrix-products", dot=dot, matmul_dots=DOTS)
    assert says in found["matmul_dots-values"].says
