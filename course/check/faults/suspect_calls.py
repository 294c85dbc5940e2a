"""Calls and signs that seldom fit arrays: they are asked about."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from itertools import chain
from types import FunctionType
from typing import Any

import numpy as np

from course.check.learners_code import definition_of

# Functions and methods that return a position or a count.
_POSITIONS = {"argmax", "argmin", "nanargmax", "nanargmin", "index", "count", "count_nonzero"}
# Functions and methods that return an array of positions, or a tuple of such arrays.
_MANY_POSITIONS = {"argsort", "argpartition", "nonzero", "flatnonzero", "argwhere", "where"}
# Functions and methods that give up digits or change small and large numbers.
_ROUNDING = {"round": "rounds", "around": "rounds", "floor": "rounds down"}
_ROUNDING |= {"trunc": "cuts off fractions", "rint": "rounds", "ceil": "rounds up"}
_ROUNDING |= {"clip": "changes small and large numbers", "nan_to_num": "replaces NaN by a number"}


def suspect_call(function: Any, values: Mapping[str, Any] | None = None) -> str:
    """Return a question about a call or a sign that seldom fits arrays; "" if there is none.

    `values` holds the function's variables, where they are known.
    """
    definition = definition_of(function)
    if definition is None:
        return ""
    return next(chain(_suspects(definition, values), _fixed_numbers(function, definition)), "")


def _suspects(definition: ast.FunctionDef, values: Mapping[str, Any] | None) -> Iterator[str]:
    for node in ast.walk(definition):
        match node:
            case ast.Call(
                func=ast.Name(id="sum"), args=[(ast.Name() | ast.Call() | ast.BinOp()) as added]
            ) if not _has_subscript(added) and _may_be_matrix(added, values):
                yield "Python's own `sum` adds whole rows of a matrix: `np.sum` takes an axis."
            case ast.Call(
                func=ast.Name(id=("max" | "min") as name),
                args=[ast.Call(func=ast.Name(id="zip"), args=[first, _, *_])],
                keywords=[],
            ) if not _has_subscript(first):
                yield (
                    f"`{name}` compares these pairs by their first parts, here from "
                    f"`{ast.unparse(first)}`. What is to be compared comes first in a pair."
                )
            case ast.Call(func=ast.Name(id="nan_to_num") | ast.Attribute(attr="nan_to_num")) if (
                _takes_mask(definition)
            ):
                continue  # of a row that may see no key
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _ROUNDING:
                yield f"`{ast.unparse(node)}` {_ROUNDING[name]}. Is that asked for?"
            case ast.Call(
                func=ast.Name(id="int"), args=[ast.Call(func=ast.Attribute(attr="max" | "min"))]
            ):
                yield (
                    f"`{ast.unparse(node)}` is a value without its fraction. Is the value asked "
                    "for, or its index?"
                )
            case ast.Call(func=ast.Name(id="int"), args=[number]) if not _is_size(number):
                yield f"`{ast.unparse(node)}` cuts off the fraction. Is that asked for?"
            case ast.Call(
                func=ast.Attribute(attr="astype", value=value), args=[ast.Name(id="int")]
            ) if not _is_truth(value):
                yield f"`{ast.unparse(node)}` cuts off fractions. Is that asked for?"
            case ast.BinOp(op=ast.FloorDiv()) if not _is_size(node):
                yield f"`{ast.unparse(node)}` rounds down, and loses fractions: `/` keeps them."


def _takes_mask(definition: ast.FunctionDef) -> bool:
    return any(each.arg == "mask" for each in definition.args.args)


def _fixed_numbers(function: Any, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a question if a function of the notebook gets a number that it has by default.

    As in `layer_norm(X, gain, bias, 1e-5)`, whose last argument is eps=1e-12.
    """
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=named):
                called = getattr(function, "__globals__", {}).get(name)
            case _:
                continue
        if not isinstance(called, FunctionType) or called is function:
            continue
        parameters = inspect.signature(called).parameters.values()
        defaults = {p.name: p.default for p in parameters if type(p.default) is float}
        needed = sum(each.default is each.empty for each in parameters)
        is_beyond = len(given) > needed or any(isinstance(each, ast.Starred) for each in given)
        numbers = [each.value for each in named if each.arg in defaults]
        numbers += given[-1:] if defaults and is_beyond else []
        for number in numbers:
            fixed = number.value if isinstance(number, ast.Constant) else None
            if type(fixed) is float and fixed not in defaults.values():
                yield f"`{name}` gets the fixed number {ast.unparse(number)}. Is that asked for?"


def _may_be_matrix(node: ast.expr, values: Mapping[str, Any] | None) -> bool:
    """Return True if a name in it holds several rows, or no values are known."""
    names = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
    return values is None or any(_has_rows(values.get(name)) for name in names)


def _has_rows(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 1
    return isinstance(value, list) and bool(value) and isinstance(value[0], (list, np.ndarray))


def _has_subscript(node: ast.expr) -> bool:
    """Return True if a part of an array is taken: it may be a row, and a row's sum is a number."""
    return any(isinstance(each, ast.Subscript) for each in ast.walk(node))


def _is_size(node: ast.expr) -> bool:
    """Return True for what can be a whole number: a name, a size, or what is made of these."""
    match node:
        case ast.BinOp(left=left, right=right):
            return not isinstance(node.op, ast.MatMult) and _is_size(left) and _is_size(right)
        case ast.Call(func=ast.Name(id="len")) | ast.Name() | ast.Attribute(attr="size"):
            return True
        case ast.Call(func=ast.Attribute(attr=name)) if name in _POSITIONS:
            return True
        case ast.Subscript(value=ast.Attribute(attr="shape")):
            return True
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr=name), args=args)):
            return name in _MANY_POSITIONS and not (name == "where" and len(args) > 1)
        case ast.Subscript(value=ast.Subscript() as inner):
            return _is_size(inner)
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _is_truth(node: ast.expr) -> bool:
    """Return True for what holds truth values: a mask, or a comparison."""
    match node:
        case ast.UnaryOp(operand=operand):
            return _is_truth(operand)
        case ast.BinOp(left=left, right=right):
            return _is_truth(left) and _is_truth(right)
        case ast.Name(id="mask") | ast.Compare():
            return True
    return False
