"""Facts that the other modules read from a tree, and from the frame of an error."""

import ast
import linecache
from collections.abc import Iterator
from types import FrameType
from typing import Any

from course.check.errors import place_in_code


def names_stored(target: ast.expr) -> Iterator[str]:
    """Yield the names that a target gives a value to, or a part of one."""
    if isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from names_stored(each)
        return
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def is_call_of(value: ast.expr | None, names: tuple[str, ...]) -> bool:
    """Return True for a call of a function or a method with one of these names."""
    match value:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in names
    return False


def reads(node: ast.AST, name: str) -> bool:
    """Return True for the variable where its value is used."""
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def is_before(node: ast.stmt, frame: FrameType, line: int) -> bool:
    """Return True for a statement above the line, in the same function."""
    return frame.f_code.co_firstlineno < node.lineno < line


def cell_of(frame: FrameType) -> ast.Module:
    """Return the tree of the cell that a frame runs; an empty one if it cannot be had."""
    try:
        return ast.parse("".join(linecache.getlines(frame.f_code.co_filename)))
    except SyntaxError:  # a magic
        return ast.Module(body=[], type_ignores=[])


def statement_at(frame: FrameType, line: int) -> ast.stmt | None:
    """Return the innermost statement of the frame's cell that stands in this line."""
    found = [
        node
        for node in ast.walk(cell_of(frame))
        if isinstance(node, ast.stmt)
        and node.lineno <= line <= (node.end_lineno or 0)
        and not isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If | ast.With)
    ]
    return found[-1] if found else None


def parts_at(frame: FrameType, line: int) -> list[ast.AST]:
    """Return the part of the statement in this line that was being computed, in a list of one.

    All parts of it where that is not known.
    """
    statement = statement_at(frame, line)
    if statement is None:
        return []
    parts = [*ast.walk(statement)]
    place = place_in_code(frame)
    computed: list[ast.AST] = [
        part
        for part in parts
        if isinstance(part, ast.expr)
        and (part.lineno, part.end_lineno, part.col_offset, part.end_col_offset) == place
    ]
    return computed or parts


def value_of(node: ast.expr, frame: FrameType) -> Any:
    """Return the value of a variable in a frame; None for anything else."""
    return frame.f_locals.get(node.id) if isinstance(node, ast.Name) else None


def indices_of(node: ast.Subscript) -> list[ast.expr]:
    """Return the indices between the brackets, one for each axis; none if `...` is among them."""
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    is_plain = all(
        not isinstance(each, ast.Constant) or type(each.value) is int for each in indices
    )
    return list(indices) if is_plain else []


def sizes_from(array: ast.expr, frame: FrameType, line: int) -> str:
    """Return where an array above the line has its sizes from: an example, another array; or ""."""
    for node in ast.walk(cell_of(frame)):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(args=[sizes, *_]) as made
            ) if name == ast.unparse(array) and is_before(node, frame, line):
                if isinstance(sizes, ast.Name) and is_call_of(made, ("zeros_like", "empty_like")):
                    return f" The line `{ast.unparse(node)}` gives it the shape of `{sizes.id}`."
                is_fixed = isinstance(sizes, ast.Tuple) and all(
                    isinstance(each, ast.Constant) for each in sizes.elts
                )
                if is_fixed and is_call_of(made, ("zeros", "empty", "ones")):
                    return (
                        f" The line `{ast.unparse(node)}` fixes its sizes: take them from the "
                        "arguments."
                    )
    return ""
