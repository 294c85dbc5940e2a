"""A variable of the notebook that a function reads in place of an argument."""

import ast
import builtins
import linecache
import math
from collections.abc import Collection, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from course.check.frames import is_learners
from course.check.learners_code import globals_read, names_assigned, tree_of


def outside_variable(function: Any, results: Collection[str] = ()) -> str:
    """Return a sentence on a notebook's variable that the function reads, "" if it reads none.

    One that the task has the function make is told as such: it is of the `results`, or `K`, where
    `W_K` is an argument.

    Modules, functions, classes, what the function's own cell assigns, and numbers with a constant's
    name, as `EPS`, are no such variables.
    Functions of the learner's that it calls are looked at, too.
    """
    for inside, name, value in _variables_read(function, set()):
        if _calls(inside, name) and hasattr(builtins, name):
            return (
                f"`{name}` is a function of Python's, and a cell gave its name to something else. "
                f"Give that another name, and run `del {name}` once in a cell of its own."
            )
        if _calls(inside, name):
            return (
                f"`{name}` is called with round brackets, and holds no function. If it did before, "
                f"a cell gave its name to something else: run the cell that defines `{name}` again."
            )
        where = "" if inside is function else f" (`{inside.__name__}` reads it)"
        arguments = inside.__code__.co_varnames[: inside.__code__.co_argcount]
        if inside is function and (name in results or f"W_{name}" in arguments):
            return (
                f"Your function never makes `{name}`, so Python takes the notebook's. Make it in "
                "the function."
            )
        is_random = isinstance(value, np.random.Generator)
        return (
            f"`{name}` is the notebook's variable, not an argument of your function{where}: it "
            f"{'gives other random numbers' if is_random else 'is the same'} in every call."
        )
    return ""


def _calls(function: FunctionType, name: str) -> bool:
    """Return True if the function's text calls what goes by the name."""
    calls = (node.func for node in ast.walk(tree_of(function)) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == name for called in calls)


def _variables_read(function: Any, seen: set[CodeType]) -> Iterator[tuple[FunctionType, str, Any]]:
    """Yield (function, variable, value) for each variable of the notebook that is read."""
    if not isinstance(function, FunctionType) or function.__code__ in seen:
        return
    code = function.__code__
    seen.add(code)
    if not is_learners(code.co_filename):
        return
    own = _assigned_in_cell(code.co_filename)
    for name in globals_read(function):
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType):
            yield from _variables_read(value, seen)
        elif name in function.__globals__ and not (
            callable(value)
            or name.startswith("__")  # a class in the function reads `__name__`
            or isinstance(value, ModuleType)
            or name in own
            or _is_of_a_module(name, value)
            or _is_constant(name, value)
        ):
            yield function, name, value


def _is_of_a_module(name: str, value: Any) -> bool:
    """Return True for what `from math import inf` and `from numpy import newaxis` give."""
    return any(name in vars(module) and vars(module)[name] is value for module in (math, np))


def _is_constant(name: str, value: Any) -> bool:
    """Return True for a number whose name, in capitals, says that it stays as it is."""
    return type(value) in (int, float) and len(name) > 1 and name.isupper()


def _assigned_in_cell(file: str) -> set[str]:
    """Return the names that the cell assigns outside of its functions."""
    try:
        body = ast.parse("".join(linecache.getlines(file))).body
    except SyntaxError:  # a magic
        return set()
    statements = [node for node in body if not isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    return set(names_assigned(*statements))
