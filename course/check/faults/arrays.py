"""Arrays that are one and the same, or have other axes than the code takes for granted."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from course.check.faults.syntax_tree import (
    is_call_of,
    names_stored,
    reads,
    typed_sizes,
    without_brackets,
)
from course.check.learners_code import definition_of, names_assigned, tree_of, values_given

_CHANGES = {"append", "extend", "insert", "reverse", "sort", "fill"}


def sizes_exchanged(name: str, sizes: list[ast.expr]) -> bool:
    """Return True for the two sizes of a matrix in the other order, as they stand in `reshape`."""
    given = [ast.unparse(size) for size in without_brackets(sizes)]
    return given == [f"{name}.shape[1]", f"{name}.shape[0]"]


def has_part_taken(definition: ast.FunctionDef, call: ast.Call) -> bool:
    """Return True if square brackets follow the call, or its value has a name of its own."""
    return any(
        isinstance(node, ast.Subscript | ast.Assign) and node.value is call
        for node in ast.walk(definition)
    )


def changed_by(call: ast.Call) -> str:
    """Return what a call changes that gives back None, as `x` in `x.sort()`; "" for another."""
    match call:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="fill_diagonal"), args=[changed, *_]
        ):
            return ast.unparse(changed)
        case ast.Call(func=ast.Attribute(value=changed, attr=name)) if name in _CHANGES:
            return "" if ast.unparse(changed) == "np" else ast.unparse(changed)
    return ""


def _new_zeros(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the arrays that the function makes of zeros, above any loop, and gives back."""
    returned = {
        node.value.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    }
    for line in definition.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=made) if name in returned:
                if is_call_of(made, ("zeros", "empty")):
                    yield name


def _places_written(definition: ast.FunctionDef, name: str) -> list[ast.Subscript]:
    """Return the parts `C[...]` that get a value somewhere."""
    return [
        node
        for node in ast.walk(definition)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node.value) == name
    ]


def sizes_fixed(answer: Any, value: Any, expected: Any) -> str:
    """Return a sentence on typed sizes, of the array that came back or of a loop that fills it.

    "" if what is asked for has these sizes in this case.
    """
    if not (isinstance(value, np.ndarray) and isinstance(expected, np.ndarray)):
        return ""
    tree = tree_of(answer)
    if sentence := _rounds_fixed(tree, value, expected):
        return sentence
    definition = definition_of(answer)
    if definition is None:
        return ""
    for name in _new_zeros(definition):
        if names_assigned(tree).count(name) != 1:
            continue
        if sentence := _zeros_fixed(definition, name, value, expected):
            return sentence
        if value.shape == expected.shape and (sentence := _loop_fixed(definition, name, expected)):
            return sentence
    return ""


def _zeros_fixed(
    definition: ast.FunctionDef, name: str, value: np.ndarray, expected: np.ndarray
) -> str:
    """Return a sentence on `C = np.zeros((3, 2))`, typed sizes of what comes back; or ""."""
    for line in definition.body:
        match line:
            case ast.Assign(
                targets=[ast.Name(id=made)], value=ast.Call(args=[ast.Tuple() as sizes, *_])
            ) if made == name and (typed := typed_sizes(sizes.elts)):
                if typed == value.shape != expected.shape:
                    return (
                        f"The line `{ast.unparse(line)}` fixes its sizes: take them from the "
                        "arguments."
                    )
    return ""


def _loop_fixed(definition: ast.FunctionDef, name: str, expected: np.ndarray) -> str:
    """Return a sentence on a loop over `range(2)` that fills a part of a larger array; or ""."""
    places = _places_written(definition, name)
    for place in places if len(places) == 1 else ():
        for index, size in zip(_indices(place), expected.shape, strict=False):
            counted = _range_around(place, index, definition)
            if 1 < _typed_range(counted) < size:
                return _rounds_are_fixed(counted)
    return ""


def _rounds_are_fixed(counted: ast.expr) -> str:
    return (
        f"`{ast.unparse(counted)}` fixes how often the loop runs. Take the number from the "
        "arguments."
    )


def _rounds_fixed(tree: ast.AST, value: np.ndarray, expected: np.ndarray) -> str:
    """Return a sentence on `[... for j in range(3)]`, a typed size of what comes back; or ""."""
    for node in ast.walk(tree) if value.ndim == expected.ndim else ():
        match node:
            case ast.Return(value=ast.Call(func=ast.Attribute(attr="array"), args=[rows])):
                pass
            case ast.Return(value=rows):
                pass
            case _:
                continue
        for size, wanted in zip(value.shape, expected.shape, strict=True):
            match rows:
                case ast.ListComp(generators=[ast.comprehension(iter=counted)]):
                    if 1 < _typed_range(counted) == size != wanted:
                        return _rounds_are_fixed(counted)
                    rows = rows.elt
                case _:
                    break
    return ""


def _indices(place: ast.Subscript) -> list[ast.expr]:
    return place.slice.elts if isinstance(place.slice, ast.Tuple) else [place.slice]


def _range_around(place: ast.Subscript, index: ast.expr, definition: ast.FunctionDef) -> ast.expr:
    """Return what the loop around a place goes through that counts its index; else the index."""
    for loop in ast.walk(definition):
        match loop:
            case ast.For(target=ast.Name(id=name), iter=counted) if (
                isinstance(index, ast.Name) and index.id == name
            ):
                if any(node is place for node in ast.walk(loop)):
                    return counted
    return index


def _typed_range(counted: ast.expr) -> int:
    """Return the typed number of `range(3)`; 0 for anything else."""
    match counted:
        case ast.Call(func=ast.Name(id="range"), args=[ast.Constant(value=int() as number)]):
            return number
    return 0


def not_filled(answer: Any, is_number: bool) -> str:
    """Return a sentence on a new array of which a loop leaves out row 0, or all of it; or "".

    All, if the name of the array was given to something else, and a number came back: `is_number`.
    """
    if (definition := definition_of(answer)) is None:
        return ""
    found = _replaced(definition) if is_number else _begun_too_late(definition)
    return next(found, "")


def _replaced(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if each round of a loop gives the new array's name to something else."""
    for name in _new_zeros(definition):
        if _places_written(definition, name):
            continue
        for loop in ast.walk(definition):
            for line in loop.body if isinstance(loop, ast.For) else []:
                match line:
                    case ast.Assign(targets=[ast.Name(id=stored)], value=ast.Call() as value) if (
                        stored == name and not any(reads(each, name) for each in ast.walk(loop))
                    ):
                        yield (
                            f"`{ast.unparse(line)}` replaces the array `{name}` by "
                            f"`{ast.unparse(value)}`. A part of the array has square brackets: "
                            f"`{name}[...]`."
                        )


def _begun_too_late(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if only a loop from 1 on writes into the new array, so row 0 is left out."""
    for name in _new_zeros(definition):
        written = _places_written(definition, name)
        for loop in ast.walk(definition) if len(written) == 1 else ():
            match loop:
                case ast.For(
                    target=ast.Name(id=place),
                    iter=ast.Call(
                        func=ast.Name(id="range"), args=[ast.Constant(value=1), _]
                    ) as counted,
                ):
                    first = getattr(written[0].slice, "elts", [written[0].slice])[0]
                    is_inside = any(node is written[0] for node in ast.walk(loop))
                    if is_inside and ast.unparse(first) == place:
                        yield (
                            f"`{ast.unparse(counted)}` begins at 1, and no line writes "
                            f"`{name}[0]`. Positions are counted from 0."
                        )


def one_array(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if two names stand for one array, and entries of both are changed.

    Each of the two is given its array once: what gets a new one later is another matter.
    """
    stored = names_assigned(definition)
    targets = [
        node.value.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
    ]
    held: dict[str, list[str]] = {}  # of each array, the names that stand for it
    for node in ast.walk(definition):
        for names, value in _given(node) if isinstance(node, ast.Assign) else ():
            shared = value.id if isinstance(value, ast.Name) else ast.unparse(node)
            group = next((group for group in held.values() if shared in group), None)
            group = held.setdefault(shared, []) if group is None else group
            group += names
            both = [name for name in dict.fromkeys([shared, *group]) if name in targets]
            if len(both) > 1 and all(stored.count(name) < 2 for name in both):
                yield (
                    f"`{both[0]}` and `{both[1]}` are one array: `{ast.unparse(node)}` makes no "
                    "copy."
                )
                return


def one_array_in_a_list(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if each round of a loop changes an array and appends this same array."""
    made = {
        name
        for line in definition.body
        for name, value in values_given(line)
        if is_call_of(value, ("zeros", "ones", "empty", "zeros_like", "ones_like", "empty_like"))
    }
    for loop in ast.walk(definition) if made else ():
        if not isinstance(loop, ast.For):
            continue
        for node in loop.body:
            match node:
                case ast.Expr(
                    value=ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name(id=name)])
                ) if name in made and _is_changed_in(loop, name):
                    yield (
                        f"`{ast.unparse(node)}` puts one and the same array into the list in every "
                        f"round, and what changes it changes all of these. Make `{name}` anew in "
                        "each round."
                    )


def _is_changed_in(loop: ast.For, name: str) -> bool:
    """Return True if the loop writes into the array of that name, and gives the name to no other.

    `row += x` writes into the array that there is; `row = row + x` makes a new one.
    """
    is_written = False
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(target=ast.Name(id=changed)) if changed == name:
                is_written = True
            case ast.Subscript(value=ast.Name(id=changed), ctx=ast.Store()) if changed == name:
                is_written = True
            case ast.Assign(targets=targets) if name in names_assigned(*targets):
                return False
            case ast.For(target=target) if name in names_stored(target):
                return False
    return is_written


def _given(node: ast.Assign) -> Iterator[tuple[list[str], ast.expr]]:
    """Yield the names and the value that they are given, for each value of an assignment."""
    names = [target.id for target in node.targets if isinstance(target, ast.Name)]
    if names:
        yield names, node.value
    for target in node.targets:
        match target, node.value:
            case ast.Tuple(elts=parts), ast.Tuple(elts=values) if len(parts) == len(values):
                for part, value in zip(parts, values, strict=True):
                    if isinstance(part, ast.Name) and isinstance(value, ast.Name):
                        yield [part.id], value


def tuple_as_rows(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each tuple of `np.where` that is one of several indices."""
    stored = names_assigned(definition)
    for node in ast.walk(definition):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name(id="np"), attr="where" | "nonzero" as found),
                    args=[_],
                    keywords=[],
                ),
            ) if stored.count(name) == 1:
                indices = (each for each in ast.walk(definition) if isinstance(each, ast.Subscript))
                for index in indices:
                    # what is written to a place of one axis more, fits
                    if isinstance(index.ctx, ast.Load) and any(
                        isinstance(each, ast.Name) and each.id == name
                        for each in getattr(index.slice, "elts", ())
                    ):
                        yield (
                            f"`np.{found}` gives a tuple, with an array for each axis, so "
                            f"`{ast.unparse(index)}` has an axis too many. Take its array, "
                            f"`{name}[0]`."
                        )


def row_and_column(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if a row with an entry for each row of a matrix meets a column of these."""
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(definition):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = list(zip(names, values, strict=False))
            case ast.Assign(targets=targets):
                pairs = [(target, node.value) for target in targets]
            case _:
                continue
        for target, value in pairs:
            if isinstance(target, ast.Name):
                given.setdefault(target.id, []).append(value)
    above = [each for each in definition.body if not isinstance(each, ast.For | ast.While)]
    stored = names_assigned(*above)
    for node in ast.walk(definition):
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(value=ast.Name(id="np"), attr="maximum"), args=[one, other]
                )
                | ast.BinOp(left=one, op=ast.Add(), right=other)
            ):
                for name in _names_multiplied(one):
                    made = given.get(name, [None])[0]
                    is_row = stored.count(name) == 1 and _is_row_of_rows(made, given)
                    if is_row and made is not None and _is_column(other, given):
                        yield (
                            f"`{name}` begins as a row, `{ast.unparse(made)}`, and meets a column, "
                            f"`{ast.unparse(other)}`. Let it begin as a column, too."
                        )


def _names_multiplied(node: ast.expr) -> list[str]:
    """Return the name, or both of a product of two names."""
    match node:
        case ast.BinOp(left=ast.Name(id=left), op=ast.Mult(), right=ast.Name(id=right)):
            return [left, right]
        case ast.BinOp(left=ast.Name(id=left), op=ast.Mult()):
            return [left]
    return [node.id] if isinstance(node, ast.Name) else []


def _is_row_of_rows(made: ast.expr | None, given: Mapping[str, list[ast.expr]]) -> bool:
    """Return True for `np.zeros(len(A))`, as one that begins with as many entries as A has rows."""
    match made:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[size, *_]):
            values = given.get(size.id, []) if isinstance(size, ast.Name) else [size]
            counts = [ast.unparse(value) for value in values]
            rows = all(c.startswith("len(") or c.endswith(".shape[0]") for c in counts)
            return name in ("zeros", "ones", "full", "empty") and bool(counts) and rows
    return False


def _is_column(node: ast.expr, given: Mapping[str, list[ast.expr]]) -> bool:
    """Return True for a reduction of rows that keeps their axis, and for a variable of one."""
    if isinstance(node, ast.Name):
        values = given.get(node.id, [])
        return bool(values) and all(
            not isinstance(value, ast.Name) and _is_column(value, given) for value in values
        )
    if not is_call_of(node, ("max", "sum", "min", "mean")):
        return False
    said_by_name = {each.arg: ast.unparse(each.value) for each in node.keywords}
    return said_by_name.get("axis") in ("1", "-1") and said_by_name.get("keepdims") == "True"
