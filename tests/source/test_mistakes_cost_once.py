"""A wrong answer costs nothing where a later exercise calls it, in every notebook of the course.

In `test_answers` an exercise is answered beside right ones that do not call it. Here the later
exercises call the earlier ones, and the grader runs the tests apart.
"""

import pytest
from gradebox.failures import followed_of
from gradebox.follow_through import declared
from gradebox.kernel.instructors_part import InstructorsPart
from gradebox.kernel.session import Settings, execute
from gradebox.points import points_got
from grading import source_notebook
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook
from source.test_answers import exercise_of, mark

from authoring.model import answers, assignments, exercises
from gradebox import sandbox

MISSING = frozenset(layer.name for layer in sandbox.probe() if not layer.in_force)
SAMPLE = 2  # wrong answers of each exercise; all of them take minutes


# Right answers that call an earlier one, where the solution in `source/` does not.
CALLING = {
    "most_attended": """
def most_attended(weights, tokens, query):
    if query not in tokens:
        raise ValueError(query)
    return tokens[int(np.argmax(row_of(weights, tokens, query)))]
""",
    "matmul_dots": """
def matmul_dots(A, B):
    return np.array([[dot(row, column) for column in B.T] for row in A])
""",
    "matmul_rows": """
def matmul_rows(A, B):
    return np.array([[dot(row, column) for column in B.T] for row in A])
""",
    "matmul_columns": """
def matmul_columns(A, B):
    return np.array([[dot(row, column) for row in A] for column in B.T]).T
""",
    "matmul_outers": """
def matmul_outers(A, B):
    return np.array([[dot(A[i], B[:, j]) for j in range(B.shape[1])] for i in range(len(A))])
""",
    "project_columns": """
def project_columns(X, W_Q, W_K, W_V):
    return tuple(rows.T for rows in project(X.T, W_Q.T, W_K.T, W_V.T))
""",
    "softmax": """
def softmax(scores, axis=-1):
    return np.apply_along_axis(lambda row: softmax_row(row - row.max()), axis, scores)
""",
    "softmax_temperature": """
def softmax_temperature(scores, temperature):
    if temperature <= 0:
        raise ValueError("the temperature must be positive")
    return softmax((scores - scores.max(axis=-1, keepdims=True)) / temperature)
""",
    "attention": """
def attention(Q, K, V):
    pairs = [attend(q, K, V) for q in Q]
    return np.array([output for output, _ in pairs]), np.array([weights for _, weights in pairs])
""",
    "self_attention": """
def self_attention(X, W_Q, W_K, W_V):
    return attention(X @ W_Q, X @ W_K, X @ W_V)
""",
    "attention_columns": """
def attention_columns(Q, K, V):
    output, weights = attention(Q.T, K.T, V.T)
    return output.T, weights.T
""",
    "masked_attention": """
def masked_attention(Q, K, V, mask=None):
    mask = np.array(True) if mask is None else mask
    weights = masked_softmax(Q @ K.T / np.sqrt(K.shape[1]), mask)
    return weights @ V, weights
""",
    "softmax_backward": """
def softmax_backward(weights, grad_weights):
    rows = zip(weights, grad_weights)
    return np.array([softmax_jacobian(row) @ slopes for row, slopes in rows])
""",
}


def followed_in(assignment: str) -> dict[str, list[str]]:
    """Return {earlier exercise: those that follow it} of a notebook, as its test cells say."""
    found: dict[str, list[str]] = {}
    for follow in allowed(assignment).values():
        for earlier in follow.earlier:
            if earlier.tests and follow.exercise not in found.setdefault(earlier.name, []):
                found[earlier.name].append(follow.exercise)
    return found


def allowed(assignment: str):
    source = source_notebook(assignment)
    cells = {mark(cell)["grade_id"]: cell for cell in source.cells if mark(cell)}
    return declared(cells, source, assignment)


PAIRS = [
    pytest.param(assignment, earlier, later, id=f"{assignment}-{earlier}")
    for assignment in assignments()
    for earlier, later in followed_in(assignment).items()
]


def session(assignment: str, sources: list[str], earlier: str, later: list[str]):
    """Return a notebook in which these answers to `earlier` follow one another.

    After each come its tests and those of the later exercises.
    """
    code = [cell for cell in source_notebook(assignment).cells if cell.cell_type == "code"]
    given = [cell for cell in code if mark(cell).get("solution") or is_set_up(cell)]
    tests = [cell for cell in code if mark(cell).get("grade")]
    tests = [cell for cell in tests if exercise_of(mark(cell)["grade_id"]) in (earlier, *later)]
    for cell in given:
        if mark(cell)["grade_id"] != earlier:
            cell.source = CALLING.get(mark(cell)["grade_id"], cell.source)
    answer = next(cell for cell in given if mark(cell)["grade_id"] == earlier)
    for source in sources:
        given.append(new_code_cell(source, metadata=answer.metadata))
        given += [new_code_cell(cell.source, metadata=dict(cell.metadata)) for cell in tests]
    return new_notebook(cells=given)


def is_set_up(cell: NotebookNode) -> bool:
    return bool(mark(cell).get("locked")) and not mark(cell).get("grade")


def run(assignment: str, sources: list[str], earlier: str, later: list[str]) -> list[NotebookNode]:
    """Grade such a notebook; return its test cells."""
    notebook = session(assignment, sources, earlier, later)
    execute(
        notebook,
        settings=Settings(tests="separate", cell_seconds=lambda _: 30, without=MISSING),
        instructors=InstructorsPart(
            cells=source_notebook(assignment).cells, follow_through=allowed(assignment)
        ),
    )
    return [cell for cell in notebook.cells if mark(cell).get("grade")]


def wrong_answers(assignment: str, earlier: str) -> list:
    listed = answers(earlier, exercises(assignments()[assignment])[earlier])
    return [answer for answer in listed if not answer.is_right]


def told(assignment: str, chosen: list[str], earlier: str, later: list[str]) -> list[dict]:
    """Return {exercise: what became of it} for each of these answers to `earlier`.

    That is "" for full marks, the names that the marks are owed to, or which test cell lost some.
    """
    cells = run(assignment, chosen, earlier, later)
    each = len(cells) // len(chosen)
    found: list[dict] = []
    for number, cell in enumerate(cells):
        if number % each == 0:
            found.append({})
        name = mark(cell)["grade_id"]
        followed = followed_of(cell)
        if points_got(cell) < mark(cell)["points"]:
            found[-1][exercise_of(name)] = f"{name} was lost"
        elif followed:
            found[-1].setdefault(exercise_of(name), followed.wrong)
    return found


@pytest.mark.parametrize(("assignment", "earlier", "later"), PAIRS)
def test_a_wrong_answer_costs_nothing_where_it_is_called(assignment, earlier, later):
    listed = wrong_answers(assignment, earlier)
    chosen = [answer.cell for answer in listed[:: -(-len(listed) // SAMPLE)]]
    *wrong, missing = told(assignment, [*chosen, f"del {earlier}"], earlier, later)
    for exercises_lost in wrong:
        assert "was lost" in exercises_lost.pop(earlier)
        assert set(exercises_lost.values()) <= {(earlier,)}
    assert "was lost" in missing.pop(earlier)
    assert missing == dict.fromkeys(later, (earlier,))
