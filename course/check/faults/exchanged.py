"""Arguments, results and variables that have changed places, or hold the same numbers."""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from course.check.learners_code import definition_of


def computed_alike(function: Any) -> list[tuple[str, str]]:
    """Return the pairs of variables whose lines are the same but for the variable's name.

    Not of what `rng` gives: that is other numbers each time, and equal ones by chance.
    """
    definition = definition_of(function)
    lines: dict[str, list[str]] = {}
    for node in ast.walk(definition) if definition is not None else ():
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pairs = [(t, f"= {ast.unparse(v)}") for t, v in zip(targets, values, strict=False)]
            case ast.Assign(targets=targets, value=value):
                pairs = [(target, f"= {ast.unparse(value)}") for target in targets]
            case ast.AugAssign(target=target, op=op, value=value):
                pairs = [(target, f"{type(op).__name__} {ast.unparse(value)}")]
            case ast.For(target=target) | ast.Expr(value=ast.Call(func=target)):
                pairs = [(target, ast.unparse(node))]
            case _:
                continue
        for target, line in pairs:
            names = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)]
            for name in names[:1] if "rng." not in line else ():
                text = f"{ast.unparse(target)} {line}"
                lines.setdefault(name, []).append(re.sub(rf"\b{name}\b", "_", text))
    return [(one, other) for one, other in combinations(lines, 2) if lines[one] == lines[other]]


def same_numbers(pairs: Iterable[tuple[str, str]], values: Mapping[str, Any]) -> str:
    """Return a sentence on the first pair of variables that hold equal arrays; "" if none do."""
    for one, other in pairs:
        left, right = values.get(one), values.get(other)
        is_pair = isinstance(left, np.ndarray) and isinstance(right, np.ndarray)
        if is_pair and np.array_equal(np.asarray(left), np.asarray(right)):
            return f"`{one}` and `{other}` are computed alike, and hold the same numbers."
    return ""


def exchanged_call(function: Any, parameters: Mapping[str, Sequence[str]]) -> str:
    """Return a sentence on a call whose arguments have the right names in another order, or "".

    `parameters` are those of the functions that it may call, by their names.
    """
    definition = definition_of(function)
    for node in ast.walk(definition) if definition is not None else ():
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]) if name in parameters:
                plain = [_untransposed(each) for each in given]
                names = [each.id for each in plain if isinstance(each, ast.Name)]
                wanted = list(parameters[name])[: len(given)]
                is_same = len(names) == len(given) and sorted(names) == sorted(wanted)
                if len(names) < 3 and plain != list(given):  # (A B)^T is B^T A^T
                    continue
                if (is_same and names != wanted) or _is_out_of_place(given, wanted):
                    return (
                        f"`{ast.unparse(node)}` has its arguments in another order than the first "
                        f"line of `{name}`: {', '.join(wanted)}."
                    )
    return ""


def _untransposed(node: ast.expr) -> ast.expr:
    """Return `A` for `A.T`, and anything else as it is."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "T" else node


def _is_out_of_place(given: Sequence[ast.expr], wanted: Sequence[str]) -> bool:
    """Return True if one of two arguments has the other's name, which is made in the call.

    As in `g(mask, Q @ K.T)` of a function g(scores, mask).
    """
    match given:
        case [ast.Name(id=name), ast.BinOp()] | [ast.BinOp(), ast.Name(id=name)]:
            return len(wanted) == 2 and name == wanted[isinstance(given[0], ast.Name)]
    return False


def exchanged_results(function: Any, results: Mapping[str, Sequence[str]]) -> str:
    """Return a sentence on a line that gives a call's results their own names in another order.

    As in `weights, output = attention(...)`, whose `results` are output and weights; or "".
    """
    definition = definition_of(function)
    for node in ast.walk(definition) if definition is not None else ():
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=parts)], value=ast.Call(func=ast.Name(id=name))
            ) if name in results:
                names = [ast.unparse(part) for part in parts]
                if sorted(names) == sorted(results[name]) and names != list(results[name]):
                    return (
                        f"`{', '.join(names)} = {name}(...)` names the results in another order "
                        f"than they come in: {', '.join(results[name])}."
                    )
    return ""
