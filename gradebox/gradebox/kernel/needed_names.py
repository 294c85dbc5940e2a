"""The names that a cell needs of the cells before it."""

import ast
from functools import lru_cache

from gradebox.kernel.magics import parsed
from gradebox.kernel.names import defined, names_read

_SIMPLE = ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr | ast.Assert


@lru_cache(maxsize=2000)
def needed(source: str) -> frozenset[str]:
    """Return the names that a cell reads before it has given them a value itself."""
    tree = parsed(source)
    if tree is None:
        return names_read(source)
    try:
        return _needed(tree.body, frozenset())
    except RecursionError:  # it is nested deeper than Python writes it out, though it may run
        return names_read(source)


def _needed(body: list[ast.stmt], given: frozenset[str]) -> frozenset[str]:
    """Return the names that statements read before they, or what was before, give them a value."""
    wanted = frozenset[str]()
    for statement in body:
        text = ast.unparse(statement)
        if (parts := _parts(statement)) is not None:
            heads, targets, blocks = parts
            own = given.union(*(_stored(target) for target in targets))
            wanted = wanted.union(*(names_read(ast.unparse(head)) - given for head in heads))
            for block in blocks:
                wanted |= _needed(block, own)
                own = own.union(*(defined(ast.unparse(each)) for each in block))
        else:
            own = frozenset() if isinstance(statement, _SIMPLE) else defined(text)
            wanted |= names_read(text) - given - own
        given |= defined(text)
    return wanted


def _parts(
    statement: ast.stmt,
) -> tuple[list[ast.expr], list[ast.expr], list[list[ast.stmt]]] | None:
    """Return what a statement with blocks reads first, what it gives values to, and the blocks."""
    match statement:
        case (
            ast.If(test=test, body=body, orelse=other)
            | ast.While(test=test, body=body, orelse=other)
        ):
            return [test], [], [body, other]
        case ast.For(target=target, iter=values, body=body, orelse=other):
            return [values], [target], [body, other]
        case ast.With(items=items, body=body):
            names = [each.optional_vars for each in items if each.optional_vars]
            return [each.context_expr for each in items], names, [body]
        case ast.Try(body=body, handlers=handlers, orelse=other, finalbody=last):
            kinds = [each.type for each in handlers if each.type]
            errors: list[ast.expr] = [
                ast.Name(each.name, ast.Store()) for each in handlers if each.name
            ]
            return kinds, errors, [body, *(each.body for each in handlers), other, last]
    return None


def _stored(target: ast.expr) -> set[str]:
    names = (each for each in ast.walk(target) if isinstance(each, ast.Name))
    return {each.id for each in names if isinstance(each.ctx, ast.Store)}
