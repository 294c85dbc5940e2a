"""The wrong answers of the demo's third student, and which graded cells that fails."""

from dataclasses import dataclass

from authoring.model import answers, assignments, exercises


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: what stands in the answer cell, and the graded cells that it fails."""

    cell: str
    source: str
    loses: tuple[str, ...]


def _known(assignment: str, exercise: str, name: str, *loses: str) -> Wrong:
    """Return one of the authors' wrong answers by its name; `loses` are aspects of its exercise."""
    listed = answers(exercise, exercises(assignments()[assignment])[exercise])
    source = next(a.cell for a in listed if a.name == name and not a.is_right)
    return Wrong(exercise, source, tuple(f"{exercise}-{aspect}" for aspect in loses))


WRONG = {
    "00-start-here": (
        _known("00-start-here", "most_attended", "by_column", "values", "edges"),
        Wrong("mended_line", 'mended_line = "c"', ("mended_line-answer",)),
    ),
    "01-matrix-products": (
        _known("01-matrix-products", "matmul_rows", "columns_of_A_as_weights", "values", "edges"),
        _known("01-matrix-products", "convex_combination", "sign_not_checked", "errors"),
        _known("01-matrix-products", "right_entry", "the_other", "answer"),
    ),
}


def wrong_cells(assignment: str) -> dict[str, str]:
    """Return {grade_id: source} of the wrong answers to an assignment."""
    return {wrong.cell: wrong.source for wrong in WRONG[assignment]}
