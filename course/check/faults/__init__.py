"""Faults of a wrong answer that its own code shows, whatever values it gave.

A known mistake is recognised by what an answer gave, and two mistakes may give the same. What is
said here is read from the code, and from the variables at the line that raised an error.
"""

import ast
from collections.abc import Iterator, Sequence
from types import FunctionType
from typing import Any

from course.check.faults.arrays import row_and_column
from course.check.faults.at_line import at_line
from course.check.faults.calls import in_arguments, multiplied_before
from course.check.faults.in_code import in_code, one_answer, returned_twice
from course.check.frames import frame_of_answer, statement_at
from course.check.learners_code import definition_of


def fault(
    answer: Any, error: BaseException | None, parameters: Sequence[str], certain: bool = False
) -> str:
    """Return a sentence on a fault that the code of the answer shows; "" if it shows none.

    `error` is what ended the failing call, if anything did, and `parameters` the names of the
    arguments in the order in which the task gives them. With `certain`, nothing is said of code
    that is right in other answers.
    """
    if not isinstance(answer, FunctionType):
        return ""
    untrue = ""
    if isinstance(error, UnboundLocalError):
        untrue = " never changes after the line "  # which has not been run
    elif error is not None and (place := frame_of_answer(error, answer)):
        # A name that nothing changes below is no cause of an error in the line that makes it.
        line = statement_at(*place)
        untrue = f"after the line `{ast.unparse(line)}`." if line else ""
    found = _faults(answer, error, parameters, certain)
    return next((each for each in found if not untrue or untrue not in each), "")


def _faults(
    answer: FunctionType, error: BaseException | None, parameters: Sequence[str], certain: bool
) -> Iterator[str]:
    yield from in_arguments(answer, error, parameters)
    definition = definition_of(answer)
    if definition is not None:
        yield from in_code(definition, certain)
        yield from multiplied_before(answer, definition)
        if error is None:
            yield from returned_twice(definition)
            yield from one_answer(definition)
        yield from row_and_column(definition)
    if error is not None and (place := frame_of_answer(error, answer)):
        yield from at_line(*place, error)
