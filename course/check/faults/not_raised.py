"""Errors that should have been raised, and what kept them from it."""

import ast
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from course.check.faults.syntax_tree import is_call_of
from course.check.learners_code import tree_of


def not_raised(answer: Any, has_printed: bool, value: Any = None) -> str:
    """Return a sentence on why a function raised no error; "" if its code does not show it.

    `has_printed` is True if the call that should have raised one showed a text, and `value`
    is what it gave back instead.
    """
    tree = tree_of(answer) if isinstance(answer, FunctionType) else ast.Module([], [])
    return next(_reasons(tree, has_printed, value), "")


def _reasons(tree: ast.AST, has_printed: bool, value: Any) -> Iterator[str]:
    for node in ast.walk(tree):
        yield from _below_an_end(node)
    for node in ast.walk(tree):
        yield from _error_without_raise(node, value)
        yield from _wrong_condition(node, has_printed)
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try)]
    if any(_came_to_its_end(node, value) for node in tries):
        yield (
            "The lines under `except` run only if a line under `try` raises an error, and none did "
            "here. Ask with `if`, and raise the error there."
        )
    branches = [node for node in ast.walk(tree) if isinstance(node, ast.If | ast.ExceptHandler)]
    is_meant = any(map(_prints, _inside(branches))) or any(map(_prints_words, ast.walk(tree)))
    if has_printed and is_meant and not _raises(tree):
        yield "`print` shows a text, and that is no error. `raise` makes one."


def _below_an_end(node: ast.AST) -> Iterator[str]:
    """Yield a sentence for a `raise` that stands below a `return` or a `raise` of its block."""
    block = getattr(node, "body", []) if isinstance(node, ast.stmt) else []
    for place, line in enumerate(block):
        if isinstance(line, ast.Return | ast.Raise) and any(map(_raises, block[place + 1 :])):
            which = "The" if isinstance(line, ast.Return) else "Another"
            yield f"The lines below `{ast.unparse(line)}` never run. {which} `raise` is there."


def _error_without_raise(node: ast.AST, value: Any) -> Iterator[str]:
    """Yield a sentence for an error that is made or given back, and not raised."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as made) if name.endswith("Error"):
            yield f"`{ast.unparse(made)}` makes an error and does not raise it: `raise {name}`."
        case ast.Return(value=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))) if (
            name.endswith("Error")
        ):
            yield f"`{ast.unparse(node)}` gives an error back. `raise {name}` raises it."
        case ast.Return(value=ast.Constant(value=str() as text)) if text.endswith("Error"):
            yield f"`{ast.unparse(node)}` gives a text back. `raise {text}` raises the error."
        case ast.Return(value=ast.Constant(value=str() as text)) if text == value:
            yield f"`{ast.unparse(node)}` gives a text back. `raise` makes an error."


def _wrong_condition(node: ast.AST, has_printed: bool) -> Iterator[str]:
    """Yield a sentence for an `if` that is hardly ever true, or that has a `print` under it."""
    match node:
        case ast.If(test=test, body=body) if any(map(_raises, body)):
            yield from _in_condition(test)
        case ast.If(test=test, body=body) if has_printed and all(map(_prints, body)):
            yield (
                f"Under `if {ast.unparse(test)}` stands a `print`, and that is no error. "
                "`raise` makes one."
            )


def _came_to_its_end(block: ast.Try, value: Any) -> bool:
    """Return True if no `except` of a block ran, in a function that gave back `value`."""
    caught = [line for handler in block.handlers for line in handler.body]
    if not caught or any(map(_raises, block.body)):
        return False
    if any(map(_looks_for, _inside(block.body))):  # which does raise an error for another value
        return False
    if all(isinstance(handler.body[-1], ast.Raise) for handler in block.handlers):
        return True
    may_return = any(isinstance(node, ast.Return) for node in _inside(caught))
    return value is not None and isinstance(block.body[-1], ast.Return) and not may_return


def _looks_for(node: ast.AST) -> bool:
    """Return True for a search of a list, `words.index(word)`."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "index"


def _inside(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    for node in nodes:
        yield from ast.walk(node)


def _in_condition(test: ast.expr) -> Iterator[str]:
    """Yield a sentence for each part of a condition that is hardly ever true."""
    for node in ast.walk(test):
        match node:
            case ast.BoolOp() if _both_sides(node):
                yield f"`{ast.unparse(node)}` is never so: no number is on both sides. Write `or`."
            case ast.Compare(comparators=[ast.Constant(value=float(limit))]) if limit >= 1000 and (
                text := f"{limit:.0e}"
            ).startswith("1e"):
                power = int(text[3:])
                yield (
                    f"`1e{power}` is a 1 with {power} zeros, a large number. `1e-{power}` is the "
                    "small one."
                )
            case ast.Compare(
                left=ast.Call(func=ast.Attribute(attr="any" | "all")) as truth,
                ops=[ast.Lt()],
                comparators=[ast.Constant(value=0)],
            ):
                yield (
                    f"`{ast.unparse(truth)}` is True or False, and never below 0. Compare inside "
                    "the brackets first, as in `np.any(x < 0)`."
                )
            case ast.Call(func=ast.Attribute(attr="all", value=array), args=arguments, keywords=[]):
                compared = [*arguments, array][0]
                match compared:
                    case ast.Compare(ops=[ast.Lt()], comparators=[ast.Constant(value=0)]):
                        yield (
                            f"`{ast.unparse(node)}` is true only where every entry is negative. "
                            "`np.any` asks if one is."
                        )


def _prints(node: ast.AST) -> bool:
    return is_call_of(getattr(node, "value", None), ("print",))


def _prints_words(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[ast.Constant(value=str())])):
            return True
    return False


def _both_sides(test: ast.BoolOp) -> bool:
    """Return True for `x < a and x > b` where `a` is no larger than `b`."""
    match test:
        case ast.BoolOp(
            op=ast.And(),
            values=[
                ast.Compare(left=one, ops=[first], comparators=[a]),
                ast.Compare(left=other, ops=[second], comparators=[b]),
            ],
        ) if ast.unparse(one) == ast.unparse(other):
            kinds = (type(first), type(second))
            if kinds not in ((ast.Lt, ast.Gt), (ast.Gt, ast.Lt)):
                return False
            low, high = (a, b) if kinds[0] is ast.Lt else (b, a)
            least, most = _fixed(low), _fixed(high)
            return least is not None and most is not None and least <= most
    return False


def _fixed(node: ast.expr) -> float | None:
    """Return a number that is written down, or the sum or difference of two; None for the rest."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return value
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            one, other = _fixed(left), _fixed(right)
            if one is not None and other is not None:
                return one + other if isinstance(sign, ast.Add) else one - other
    return None


def _raises(tree: ast.AST) -> bool:
    """Return True if an error is raised or asserted there, other than that of a stub."""
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Raise) and "NotImplemented" not in ast.unparse(node))
        for node in ast.walk(tree)
    )
