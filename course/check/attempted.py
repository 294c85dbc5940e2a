"""The question before a check: is there an answer, of the right kind, by its own means?"""

import ast
from typing import TYPE_CHECKING, Any

from course.check.compare import a_kind, is_number
from course.check.in_notebook import (
    advice,
    formulas_of,
    is_unreadable,
    name_compared,
    name_like,
    nothing_kept,
    renamed,
)
from course.check.learners_code import functions_reached
from course.check.outcomes import CheckFailed, NotAttempted

if TYPE_CHECKING:
    from course.check.runner import Check


def require_attempt(check: "Check", answer: Any) -> None:
    """Raise NotAttempted for a missing answer, CheckFailed for one that cannot be checked."""
    if problem := _of_its_cell(check) or _of_its_values(check, answer):
        raise CheckFailed(problem, exercise=check.name)
    if any(_is_missing(part) for part in _parts(answer)):
        raise NotAttempted(not_attempted(check))
    if problem := _of_its_function(check, answer):
        raise CheckFailed(problem, exercise=check.name)


def not_attempted(check: "Check", other: str = "") -> str:
    """Return the sentence for an answer that is a stub, or calls `other`, which is one."""
    if other:
        return f"{check.name} calls {other}, which is not written yet. Write {other} first."
    others = {name for each in check.others.values() for name in each.variables or [each.name]}
    like = "".join(
        name_compared(name) or name_like(name, others) for name in check.variables or [check.name]
    )
    return (
        f"{check.name}: not attempted yet. Write your answer in its cell, run it, then run this."
        f"{like}"
    )


def _parts(answer: Any) -> tuple:
    return answer if isinstance(answer, tuple) else (answer,)


def _is_missing(part: Any) -> bool:
    return part is None or part is Ellipsis


def _of_its_cell(check: "Check") -> str:
    """Return why the answer is not what its cell defines now; "" if it is."""
    if check.is_function and (other := renamed(check.name)):
        return (
            f"its cell defines `{other}` now, so this would be about an older version. "
            f"The name should be `{check.name}`."
        )
    for name in check.variables or [check.name]:
        if is_unreadable(name):
            return (
                "the last run of its cell ended in an error, so this would be about an older "
                "version. Mend what the error names, run the cell, then run this."
                f"{advice(name)}{_no_entry(check, name)}"
            )
    return ""


def _no_entry(check: "Check", name: str) -> str:
    """Return the first step to a number for which an entry was given, as `x[3]`; or ""."""
    is_entry = any(isinstance(formula, ast.Subscript) for formula in formulas_of(name)[:1])
    if not (is_entry and check.first_step and is_number(check.cases[0].expected)):
        return ""
    return f" A number is wanted. {check.first_step}"


def _of_its_values(check: "Check", answer: Any) -> str:
    """Return which value is missing, if it was lost or others are there; "" otherwise."""
    parts = _parts(answer)
    for name, part in zip(check.variables, parts, strict=False):
        if part is None and (kept := nothing_kept(name)):
            return kept
    missing = [_is_missing(part) for part in parts]
    if any(missing) and not all(missing) and len(missing) == len(check.variables):
        name = check.variables[missing.index(True)]
        others = {each for other in (check, *check.others.values()) for each in other.variables}
        return f"{name} has no value yet.{name_like(name, others)}"
    return ""


def _of_its_function(check: "Check", answer: Any) -> str:
    """Return why the answer is not the function that is asked for; "" if it is."""
    if check.is_function and not callable(answer):
        return (
            f"this should be a function, and it is {a_kind(answer)}. "
            f"Has the name {check.name} been used for something else, below its `def` or in a "
            "later cell?"
        )
    reached = functions_reached(answer) if check.not_by else ()
    for other in check.not_by:
        if other in reached:
            return (
                f"it calls {other}, the answer to another exercise. Here the same result is "
                "to be built in another way."
            )
    return ""
