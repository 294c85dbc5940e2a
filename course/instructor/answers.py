"""The answers that the demo's students give: right ones from `source/`, and a few wrong ones."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from nbformat import NotebookNode

MARKS = re.compile(r"^.*(BEGIN|END) SOLUTION.*\n?", re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """One answer cell, and the points of the graded cells that depend on it."""

    cell: str  # its grade_id
    points: dict[str, float]  # {grade_id of a graded cell: points}


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: what stands in the answer cell, and the graded cells that it fails."""

    cell: str
    source: str
    loses: tuple[str, ...]


WRONG = {
    "00-start-here": (
        Wrong(
            "most_attended",  # reads the column: who looks at the token, not where it looks
            "def most_attended(weights, tokens, query):\n"
            "    column = weights[:, tokens.index(query)]\n"
            "    return tokens[column.argmax()]",
            loses=("most_attended-values", "most_attended-edges"),
        ),
        Wrong("mended_line", 'mended_line = "c"', loses=("mended_line-answer",)),
    ),
    "01-matrix-products": (
        Wrong(
            "matmul_rows",  # takes the weights from a column of A
            "def matmul_rows(A, B):\n"
            "    C = np.zeros((A.shape[0], B.shape[1]))\n"
            "    for i in range(A.shape[0]):\n"
            "        for k in range(B.shape[0]):\n"
            "            C[i] += A[k % len(A), i % A.shape[1]] * B[k]\n"
            "    return C",
            loses=("matmul_rows-values", "matmul_rows-edges"),
        ),
        Wrong(
            "convex_combination",  # looks only at the sum
            "def convex_combination(weights, vectors):\n"
            "    if abs(weights.sum() - 1) > 1e-6:\n"
            '        raise ValueError("the weights do not sum to 1")\n'
            "    return weights @ vectors",
            loses=("convex_combination-errors",),
        ),
        Wrong("right_entry", "right_entry = 5.4", loses=("right_entry-answer",)),
    ),
}


def wrong_cells(assignment: str) -> dict[str, str]:
    """Return {grade_id: source} of the wrong answers to an assignment."""
    return {wrong.cell: wrong.source for wrong in WRONG[assignment]}


def answer_cells(source: NotebookNode) -> dict[str, str]:
    """Return {grade_id: source} of a source notebook's answer cells, without the region marks."""
    return {
        cell.metadata.nbgrader.grade_id: MARKS.sub("", cell.source).rstrip("\n")
        for cell in source.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def exercises(source: NotebookNode) -> list[Exercise]:
    """Return the answer cells of a source notebook that something graded depends on, in order.

    A graded cell `NAME-...` depends on the cell that defines NAME or is called so, and where there
    is none, on the answer cell before it. Raises ValueError, with a sentence, if nothing is before.
    """
    cells = answer_cells(source)
    home = {cell: cell for cell in cells}
    home |= {name: cell for cell, code in cells.items() for name in _defined(code)}
    points: dict[str, dict[str, float]] = {cell: {} for cell in cells}
    before = None
    for cell in source.cells:
        mark = cell.metadata.get("nbgrader", {})
        if mark.get("solution"):
            before = mark["grade_id"]
        elif mark.get("grade"):
            answer = home.get(mark["grade_id"].rsplit("-", 1)[0], before)
            if answer is None:
                raise ValueError(f"There is no answer cell that {mark['grade_id']} could grade.")
            points[answer][mark["grade_id"]] = float(mark["points"])
    return [Exercise(cell, graded) for cell, graded in points.items() if graded]


def _defined(code: str) -> Iterator[str]:
    """Yield the names that an answer cell gives the notebook: its functions and variables."""
    for statement in ast.parse(code).body:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement.name
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
