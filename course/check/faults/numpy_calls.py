"""Calls of numpy that do something else than a beginner means by them."""

import ast
from collections.abc import Iterator

import numpy as np

from course.check.faults.arrays import has_part_taken, sizes_exchanged
from course.check.faults.products import is_transposed
from course.check.faults.syntax_tree import arguments_of, is_call_of, names_in, names_stored

_NOT_MEANT = {
    "cross": "is the cross product of geometry: neither `np.outer`, the products of all pairs, nor "
    "`np.dot`",
    "gradient": "takes the differences of neighbours in an array. It calls no function, and nudges "
    "nothing",
}


def _not_meant(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for a function whose name says something else to a beginner."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name)) if name in _NOT_MEANT:
            yield f"`np.{name}` {_NOT_MEANT[name]}."


def _keeps_nan(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `np.where(np.isnan(x), x, 0)`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="where"),
            args=[ast.Call(func=ast.Attribute(attr="isnan"), args=[tested]), kept, other],
        ) if ast.unparse(tested) == ast.unparse(kept) != ast.unparse(other):
            yield (
                f"`{ast.unparse(node)}` keeps what is NaN and replaces the rest: what takes "
                "the place of NaN stands second."
            )


def _where_of_a_function(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `np.where(np.isnan, ...)`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="where"),
            args=[ast.Attribute(value=ast.Name(id="np"), attr=name) as asked, *_],
        ) if callable(getattr(np, name, None)):
            yield (
                f"`{ast.unparse(asked)}` without round brackets is the function itself: "
                f"`np.where` needs what it gives, `{ast.unparse(asked)}(...)`."
            )


def _reshaped_for_a_transpose(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `A.reshape(A.shape[1], A.shape[0])`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="reshape", value=ast.Name(id=name)), args=sizes) if (
            sizes_exchanged(name, sizes)
        ):
            yield (
                f"`{ast.unparse(node)}` puts the numbers into the new shape in reading order. "
                f"The transpose, `{name}.T`, turns rows into columns."
            )


def _root_of_all_sizes(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `np.sqrt(K.shape)`."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="sqrt"), args=[ast.Attribute(attr="shape") as sizes]
        ) if not has_part_taken(definition, node):
            yield (
                f"`{ast.unparse(sizes)}` holds the size of every axis. Choose the one that is "
                "meant, in square brackets."
            )


def _root_of_the_scores(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `np.sqrt(Q @ K.T / d_k)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="sqrt"), args=[ast.BinOp() as under]) if any(
            isinstance(each, ast.BinOp)
            and isinstance(each.op, ast.MatMult)
            and is_transposed(each.right)
            and names_in(each.left) - {"np"}
            != names_in(each.right) - {"np"}  # v @ v.T is a squared length
            for each in ast.walk(under)
        ):
            yield (
                f"`{ast.unparse(node)}` is the root of the scores, too. Only d_k stands under "
                "the root."
            )


def _any_or_all(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for an `any` that asks of all entries, or an `all` that asks of one."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=asked) if _asks(asked, "any", ast.Eq, definition):
            yield (
                "`not (... == ...).any()` is True only where no entry at all agrees. One that "
                "differs is enough with `not (... == ...).all()`."
            )
        case ast.Call() if _asks(node, "all", ast.NotEq, definition):
            yield (
                "`(... != ...).all()` is True only where every entry differs. One that differs "
                "is enough with `.any()`."
            )


def _asks(node: ast.expr, name: str, kind: type[ast.cmpop], definition: ast.FunctionDef) -> bool:
    """Return True for `(a[0] == b[0]).any()` or `np.any(a[0] == b[0])`.

    Its sides are parts, calls, or names that the function assigns. An argument, also as
    `query.strip()` or `np.array(tokens)`, and a fixed value may be one thing that is looked
    for among many.
    """
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=attr), args=[asked]):
            pass
        case ast.Call(func=ast.Attribute(value=asked, attr=attr)):
            pass
        case _:
            return False
    match asked:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            is_kind = isinstance(operator, kind)
        case ast.Call(args=[left, right]):
            is_kind = kind is ast.Eq and is_call_of(asked, ("isclose",))
        case _:
            return False
    own = _names_of_its_own(definition)
    arguments = {*arguments_of(definition)}
    are_parts = all(
        (
            isinstance(side, ast.Subscript | ast.Call)
            or (isinstance(side, ast.Name) and side.id in own)
        )
        and not _is_argument(side, arguments)
        for side in (left, right)
    )
    return attr == name and is_kind and are_parts


def _is_argument(node: ast.expr, arguments: set[str]) -> bool:
    """Return True for an argument, also as `query.strip()`, `np.array(tokens)` or `str(query)`."""
    match node:
        case ast.Name(id=name):
            return name in arguments
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np")), args=[part]):
            return _is_argument(part, arguments)
        case ast.Call(func=ast.Name(id="str" | "list" | "tuple"), args=[part]):
            return _is_argument(part, arguments)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name in arguments
    return False


def _names_of_its_own(definition: ast.FunctionDef) -> set[str]:
    """Return the names that a function assigns, other than its arguments by another name."""
    arguments = {*arguments_of(definition)}
    return {
        name
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and not _is_argument(node.value, arguments)
        for target in node.targets
        for name in names_stored(target)
    }


NUMPY_CALLS = (
    _not_meant,
    _keeps_nan,
    _where_of_a_function,
    _reshaped_for_a_transpose,
    _root_of_all_sizes,
    _root_of_the_scores,
    _any_or_all,
)
