"""The course's registration with the grader, gradebox; pyproject.toml registers this module.

`gradebox.plugins` says what each name is for. Little is imported here, since every process of the
grader reads it.
"""

import ast
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).resolve().parent
CODE = PACKAGE / "check"
PRELOAD = ("course.check", "course.draw", "course.examples", "course.widgets")
COMMAND = "python -m course"
CONFIG_NAME = "nbgrader_config.py"
FOLDER = PACKAGE.parent  # the clone, if this package was not installed from one
_INSTALLED = PACKAGE / CONFIG_NAME  # a wheel holds a copy of the course's configuration
CONFIG = _INSTALLED if _INSTALLED.is_file() else FOLDER / CONFIG_NAME

# What the aspects that most exercises have ask for; the others speak for themselves.
_ASPECTS = {
    "values": "the right result for ordinary inputs of several sizes",
    "edges": "inputs at the edge of what is allowed, left unchanged",
    "errors": "inputs that must be refused with an error",
}


def warm_up() -> None:
    """Load what the first figure loads, and all checks."""
    from course import check, draw

    for exercise in dir(check):
        getattr(check, exercise, None)
    draw.product([[0]], [[0]])


def exceptions() -> tuple[type[Exception], ...]:
    """Return the exception of arrays that refuse ready-made products."""
    from course.check.ready_made_products import WholeProduct

    return (WholeProduct,)


def guard() -> tuple[type, Callable[[], AbstractContextManager[None]]]:
    """Return the class of arrays that refuse ready-made products, and what keeps it in place."""
    from course.check.ready_made_products import ByHand, guards_kept

    return ByHand, guards_kept


def about(source: str) -> tuple[str, str, str] | None:
    """Return the exercise, the aspect and what it asks for, from a test cell's visible check."""
    try:
        first = ast.parse(source).body[:1]
    except (SyntaxError, ValueError):  # a magic; a null byte
        return None
    match first:
        case [
            ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id="check"), attr=exercise),
                    args=[answer, *others],
                )
            )
        ]:
            if exercise in ("choice", "committed"):
                return ast.unparse(answer).strip("()"), "", "the letter of the right answer"
            second = others[0] if others else None
            aspect = str(second.value) if isinstance(second, ast.Constant) else ""
            return exercise, aspect, _asks(exercise, aspect)
    return None


def reasons(cell: str) -> Iterator[str]:
    """Yield the reason of each letter that a test cell marks: its last arguments."""
    if "mark_choice" not in cell:
        return
    for node in ast.walk(ast.parse(cell)):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="mark_choice"),
                args=[_, _, *sentences],
            ):
                for each in sentences:
                    reason = ast.literal_eval(each)
                    yield reason[:1].upper() + reason[1:]


def _asks(exercise: str, aspect: str) -> str:
    from course import check

    asks = _ASPECTS.get(aspect, "")
    known: Any = getattr(check, exercise, None)
    if not isinstance(known, check.Check):
        return asks
    examples = "; ".join(case.says for case in known.cases if aspect in ("", case.aspect))
    if not known.is_function:
        return examples
    return f"{asks or 'the right result'}, such as: {examples}" if examples else asks
