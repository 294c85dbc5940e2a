"""Facts that the other modules read off a syntax tree."""

import ast
from collections.abc import Iterator
from types import FrameType
from typing import TypeGuard

from course.check.frames import cell_of


def names_in(tree: ast.AST) -> set[str]:
    """Return the names of all variables in a part of a tree, read or given a value."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def arguments_of(definition: ast.FunctionDef) -> list[str]:
    """Return the names of a function's arguments that may be given by their place."""
    return [each.arg for each in definition.args.args]


def targets_of(line: ast.Assign | ast.AugAssign) -> list[ast.expr]:
    """Return the targets that `x = y = 1` or `x += 1` gives a value to."""
    return line.targets if isinstance(line, ast.Assign) else [line.target]


def head_of(loop: ast.For | ast.While) -> str:
    """Return the first line of a loop, without its colon."""
    return ast.unparse(loop).split("\n")[0].rstrip(":")


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


def is_call_of(value: ast.AST | None, names: tuple[str, ...]) -> TypeGuard[ast.Call]:
    """Return True for a call of a function or a method with one of these names."""
    match value:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in names
    return False


def reads(node: ast.AST, name: str) -> TypeGuard[ast.Name]:
    """Return True for the variable where its value is used."""
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def is_before(node: ast.stmt, frame: FrameType, line: int) -> bool:
    """Return True for a statement above the line, in the same function."""
    return frame.f_code.co_firstlineno < node.lineno < line


def indices_of(node: ast.Subscript) -> list[ast.expr]:
    """Return the indices between the brackets, one for each axis; none if `...` is among them."""
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    is_plain = all(
        not isinstance(each, ast.Constant) or type(each.value) is int for each in indices
    )
    return list(indices) if is_plain else []


def without_brackets(sizes: list[ast.expr]) -> list[ast.expr]:
    """Return the sizes that `reshape` gets, one by one or in one tuple."""
    return sizes[0].elts if len(sizes) == 1 and isinstance(sizes[0], ast.Tuple) else sizes


def typed_sizes(sizes: list[ast.expr]) -> tuple[int, ...]:
    """Return the sizes, if all are typed numbers and one is more than 1; else none."""
    numbers = [
        each.value for each in sizes if isinstance(each, ast.Constant) and type(each.value) is int
    ]
    return tuple(numbers) if len(numbers) == len(sizes) and max(numbers, default=0) > 1 else ()


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
