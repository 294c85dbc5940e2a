"""Matrix products of what cannot be multiplied, or is to be transposed or exchanged first."""

import ast
import operator
import re
from collections.abc import Iterator, Mapping, Sequence
from types import FrameType
from typing import Any

import numpy as np

from course.check.errors import plain_text
from course.check.faults.syntax_tree import indices_of, is_before, is_call_of
from course.check.frames import cell_of, frame_of_answer, parts_at, value_of
from course.check.learners_code import definition_of, tree_of, values_given

_IF_RIGHT = ", if these are the right two."
_INNER = re.compile(r"^the inner sizes of a matrix product do not meet: (\d+) and (\d+)")


def several_arrays(
    answer: Any, error: BaseException | None, results: Mapping[str, Sequence[str]] | None = None
) -> str:
    """Return a sentence on a side of `+`, `*` or `@` that holds several arrays, a tuple; or "".

    `results` names the results of the functions that may be called there, by the functions' names.
    """
    for node, frame in _operations(answer, error):
        for side in (node.left, node.right):
            value = value_of(side, frame)
            if isinstance(value, tuple) and value and all(isinstance(e, np.ndarray) for e in value):
                name = ast.unparse(side)
                return (
                    f"`{name}` holds {len(value)} arrays, a tuple. Take them apart first: "
                    f"`{', '.join('abcdefgh'[: len(value)])} = {name}`."
                )
            match side:
                case ast.Call(func=ast.Name(id=called)) if len((results or {}).get(called, ())) > 1:
                    return (
                        f"`{ast.unparse(side)}` gives several arrays, a tuple. Give each a name in "
                        "a line above, then use them one by one."
                    )
    return ""


def one_pair_for_an_entry(answer: Any) -> str:
    """Return a sentence on an entry of a matrix product that is made of one pair; else "".

    No third index runs along the row and the column.
    """
    for node in ast.walk(tree_of(answer)):
        match node:
            case (
                ast.Assign(targets=[ast.Subscript() as entry], value=value)
                | ast.AugAssign(target=ast.Subscript() as entry, op=ast.Add(), value=value)
            ):
                pass
            case _:
                continue
        match value:
            case ast.BinOp(
                left=ast.Subscript() as one, op=ast.Mult(), right=ast.Subscript() as two
            ):
                indices = [indices_of(place) for place in (entry, one, two)]
                names = [{ast.unparse(each) for each in place} for place in indices]
                are_names = all(isinstance(each, ast.Name) for place in indices for each in place)
                is_pair = len(names[0]) == 2 and names[1] | names[2] <= names[0]
                if are_names and is_pair and all(len(place) == 2 for place in indices):
                    return (
                        "Two single numbers were multiplied. Entry [i, j] needs all pairs of row i "
                        "of A and column j of B."
                    )
    return ""


def met_by_entry(answer: Any, error: BaseException | None) -> str:
    """Return a sentence on `A * B` whose sizes fit a matrix product alone; or ""."""
    if error is None or "could not be broadcast" not in plain_text(error):
        return ""
    drawn = {
        name
        for node in ast.walk(tree_of(answer))
        for name, value in values_given(node)
        if is_call_of(value, ("normal", "standard_normal"))
    }
    for node, frame in _operations(answer, error):
        if isinstance(node.op, ast.Mult) and _would_meet(node.left, node.right, frame):
            left, right = ast.unparse(node.left), ast.unparse(node.right)
            if {left, right} <= drawn:
                return (
                    f"`{ast.unparse(node)}` multiplies entry by entry. Look at the lines that draw "
                    f"`{left}` and `{right}`: the two need one shape."
                )
            return (
                f"`{ast.unparse(node)}` multiplies entry by entry, and these sizes do not fit "
                "that. The matrix product is `@`."
            )
    return ""


def of_one_shape(answer: Any, error: BaseException | None) -> str:
    """Return a sentence on `A @ B` of two matrices of one shape, which do not meet so; or ""."""
    sizes = _INNER.match(plain_text(error)) if error is not None else None
    place = frame_of_answer(error, answer) if error is not None and sizes else None
    for node in parts_at(*place, error) if place and error else ():
        left, right = _sides_of_product(node)
        if not (place and sizes and left and right):
            continue
        shape = _shape_by_entry(left, place[0])
        wanted = int(sizes[2]), int(sizes[1])
        if shape == _shape_by_entry(right, place[0]) == wanted and shape[1] > 1:
            if ast.unparse(left) == ast.unparse(right):
                return _on_both_sides(node, ast.unparse(left), answer)
            sides = "sides of the `@`" if isinstance(node, ast.BinOp) else "matrices"
            return (
                f"Both {sides} have the shape {shape}. `*` multiplies such arrays entry by entry; "
                "a matrix product needs a `.T` on one of them."
            )
    return ""


def _on_both_sides(product: ast.AST, side: str, answer: Any) -> str:
    """Return a sentence on `K @ K`, and on an argument that is not used in its place."""
    read = {each.id for each in ast.walk(tree_of(answer)) if isinstance(each, ast.Name)}
    definition = definition_of(answer)
    arguments = [each.arg for each in definition.args.args] if definition else []
    unused = next((f", and `{each}` is never used" for each in arguments if each not in read), "")
    return f"`{ast.unparse(product)}` has `{side}` on both sides{unused}."


def _sides_of_product(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    """Return A and B of `A @ B`, `np.dot(A, B)`, `np.matmul(A, B)` or `A.dot(B)`; or None twice."""
    match node:
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            return left, right
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="dot" | "matmul"), args=[left, right]
        ):
            return left, right
        case ast.Call(func=ast.Attribute(value=left, attr="dot"), args=[right]):
            return left, right
    return None, None


def _shape_by_entry(node: ast.expr, frame: FrameType) -> tuple[int, ...] | None:
    """Return the shape of a matrix that has a name, or of what is made of one entry by entry."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=right):
            return _shape_by_entry(left, frame) or _shape_by_entry(right, frame)
    value = value_of(node, frame) if isinstance(node, ast.Name) else None
    return value.shape if isinstance(value, np.ndarray) and value.ndim == 2 else None


def _operations(answer: Any, error: BaseException | None) -> Iterator[tuple[ast.BinOp, FrameType]]:
    """Yield the operations with two sides in the line of the answer that raised the error."""
    if error is not None and (place := frame_of_answer(error, answer)):
        yield from (
            (node, place[0]) for node in parts_at(*place, error) if isinstance(node, ast.BinOp)
        )


def needless_transpose(answer: Any, error: BaseException | None) -> str:
    """Return a sentence on `A @ B.T`, `A.T @ B` or `B @ A`, where only `A @ B` meets; or "".

    Also on `A @ B` where only `A @ B.T` does.
    """
    if error is None or "inner sizes" not in plain_text(error):
        return ""
    place = frame_of_answer(error, answer)
    if place is None:
        return ""
    for node in parts_at(*place, error):
        left, right = _sides_of_product(node)
        if left is None or right is None:
            continue
        if three_axes := _transposed_in_each(left, right, place[0]):
            return three_axes
        match left, right:
            case ast.Name(), ast.Attribute(attr="T", value=ast.Name() as transposed):
                one, other = _array(left, place[0]), _array(transposed, place[0])
                if _meet(one, other) and other.shape[0] != other.shape[1]:
                    return _without_transpose(transposed, other, left, one)
            case ast.Attribute(attr="T", value=ast.Name() as transposed), ast.Name():
                one, other = _array(transposed, place[0]), _array(right, place[0])
                if np.ndim(one) == 2 and _meet(one, other) and one.shape[0] != one.shape[1]:
                    return _without_transpose(transposed, one, right, other)
                if met := _only_transposed(transposed, one, right, other):
                    return met
            case ast.Name(), ast.Name():
                one, other = _array(left, place[0]), _array(right, place[0])
                if np.ndim(one) == 1 and np.ndim(other) == 2 and _meet(one, other.T):
                    return (
                        f"`{left.id}` is {one.shape} and `{right.id}` is {other.shape}: these "
                        f"sizes meet with `{right.id}` on the left{_IF_RIGHT}"
                    )
                if not np.ndim(one) == np.ndim(other) == 2:
                    continue
                may_be_transposed = any(map(operator.eq, one.shape, other.shape))
                meet = one.shape[1] == other.shape[0], one.shape[0] == other.shape[1]
                if not any(meet) and one.shape[1] == other.shape[1] and one.shape != other.shape:
                    return (
                        f"`{left.id}` is {one.shape} and `{right.id}` is {other.shape}: these "
                        f"sizes meet with a `.T` on the right one{_IF_RIGHT}"
                    )
                if meet == (False, True) and not may_be_transposed:
                    return (
                        f"`{left.id}` is {one.shape} and `{right.id}` is {other.shape}: these "
                        f"sizes meet with `{right.id}` on the left{_IF_RIGHT}"
                    )
    return ""


def _array(node: ast.expr, frame: FrameType) -> Any:
    """Return the array that a variable holds in a frame; None if it holds something else."""
    value = value_of(node, frame)
    return value if isinstance(value, np.ndarray) else None


def _transposed_in_each(left: ast.expr, right: ast.expr, frame: FrameType) -> str:
    """Return a sentence on `A.transpose(0, 2, 1) @ B`, where only `A @ B` meets; or "".

    Both have three axes, and the first counts the matrices. It may be `B` that is transposed.
    """
    one, other = _last_two_exchanged(left), _last_two_exchanged(right)
    a, b = _array(one or left, frame), _array(other or right, frame)
    if (one is None) == (other is None) or not np.ndim(a) == np.ndim(b) == 3:
        return ""
    fits_transposed = a.shape[1] == b.shape[1] if one is not None else a.shape[2] == b.shape[2]
    if one is not None and a.shape[2] == b.shape[2] and a.shape[1] not in b.shape[1:]:
        return (
            f"`{one.id}` is {a.shape} and `{ast.unparse(right)}` is {b.shape}: these sizes meet "
            f"with the transpose on the right one, in place of the left one{_IF_RIGHT}"
        )
    if fits_transposed or a.shape[0] != b.shape[0] or a.shape[2] != b.shape[1]:
        return ""
    return (
        f"The transpose in `{ast.unparse(left if one is not None else right)}` is not needed: "
        f"`{ast.unparse(one or left)} @ {ast.unparse(other or right)}` is {a.shape} @ {b.shape}, "
        "and these sizes fit."
    )


def _last_two_exchanged(node: ast.expr) -> ast.Name | None:
    """Return the array whose last two of three axes are exchanged, by whatever name; or None."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr=name),
            args=[ast.Name() as array, *axes],
        ):
            pass
        case ast.Call(func=ast.Attribute(value=ast.Name() as array, attr=name), args=axes):
            pass
        case _:
            return None
    order = ", ".join(map(ast.unparse, axes)).strip("()[]")
    is_exchanged = (name == "transpose" and order == "0, 2, 1") or (
        name == "swapaxes" and order in ("1, 2", "2, 1", "-1, -2", "-2, -1")
    )
    return array if is_exchanged else None


def _without_transpose(side: ast.Name, one: np.ndarray, other: ast.expr, two: np.ndarray) -> str:
    return (
        f"`{side.id}` is {one.shape} and meets `{ast.unparse(other)}`, which is {two.shape}, "
        f"without the `.T`{_IF_RIGHT}"
    )


def _only_transposed(left: ast.Name, one: Any, right: ast.Name, other: Any) -> str:
    """Return how A and B meet, in place of `A.T @ B`; "" if not at all, or in several ways."""
    if not np.ndim(one) == np.ndim(other) == 2:
        return ""
    by_rows, exchanged = one.shape[1] == other.shape[1], _meet(other, one)
    if by_rows == exchanged or _meet(one, other):
        return ""
    sizes = f"`{left.id}` is {one.shape} and `{right.id}` is {other.shape}: these sizes meet with"
    if by_rows:
        return f"{sizes} the `.T` on the right one, in place of the left one{_IF_RIGHT}"
    return f"{sizes} `{right.id}` on the left, without the `.T`{_IF_RIGHT}"


def row_of_transposed(node: ast.BinOp, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if a row is taken of what a line above has transposed: `K = K.T`, `K[j]`."""
    for side in (node.left, node.right):
        match side:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Name() as index):
                for above in _transposed_above(name, frame, line):
                    yield (
                        f"After the line `{ast.unparse(above)}`, `{name}[{index.id}]` is a column "
                        f"of the `{name}` that came in. Without that line it is a row."
                    )


def one_side_transposed(node: ast.expr, frame: FrameType) -> Iterator[str]:
    """Yield a sentence for `(A.T @ B).T` where `B.T` would meet `A.T`, and `B` does not."""
    match node:
        case ast.Attribute(
            attr="T",
            value=ast.BinOp(
                left=ast.Attribute(attr="T", value=ast.Name() as left),
                op=ast.MatMult(),
                right=ast.Name() as right,
            ) as product,
        ):
            one, other = _array(left, frame), _array(right, frame)
            if _only_both_transposed_meet(one, other):
                yield (
                    f"`{ast.unparse(product)}` transposes `{left.id}` and not `{right.id}`, which "
                    f"is {other.shape}."
                )
        case ast.Call(args=[ast.Attribute(attr="T", value=ast.Name() as first), *others]) if others:
            one = _array(first, frame)
            if all(_only_both_transposed_meet(one, _array(each, frame)) for each in others):
                names = ", ".join(f"`{ast.unparse(each)}`" for each in others)
                yield (
                    f"`{ast.unparse(node)}` gets `{first.id}` transposed, and {names} as "
                    f"{'they are' if len(others) > 1 else 'it is'}."
                )


def _meet(left: Any, right: Any) -> bool:
    """Return True for a matrix or a vector, and a matrix, that `@` can multiply."""
    return np.ndim(left) in (1, 2) and np.ndim(right) == 2 and left.shape[-1] == right.shape[0]


def _only_both_transposed_meet(left: Any, right: Any) -> bool:
    """Return True for two matrices that can be multiplied if both are transposed, only."""
    if not np.ndim(left) == np.ndim(right) == 2:
        return False
    return _meet(left.T, right.T) and not _meet(left, right)


def _would_meet(left: ast.expr, right: ast.expr, frame: FrameType) -> bool:
    """Return True for two matrices, names or their transposes, that `@` could multiply.

    Also for two arrays with three axes, that many matrices each. Not if one has the shape of the
    other, transposed: that may be all that is wrong.
    """
    shapes = []
    for side in (left, right):
        is_exchanged = isinstance(side, ast.Attribute) and side.attr == "T"
        in_each = _last_two_exchanged(side)
        name = in_each or (side.value if isinstance(side, ast.Attribute) else side)
        value = value_of(name, frame)
        axes = (3,) if in_each else (2,) if is_exchanged else (2, 3)
        if not isinstance(value, np.ndarray) or value.ndim not in axes or _is_part(side):
            return False
        if value.dtype == bool:  # a mask: it hides entries, and is no factor of a product
            return False
        *many, rows, columns = value.shape
        shapes.append((*many, columns, rows) if is_exchanged or in_each else (*many, rows, columns))
    (*many, rows, inner), (*as_many, also_inner, columns) = shapes
    return inner == also_inner and many == as_many and rows != columns


def _is_part(node: ast.expr) -> bool:
    """Return True for an attribute other than the transpose."""
    return isinstance(node, ast.Attribute) and node.attr != "T"


def is_transposed(node: ast.expr) -> bool:
    """Return True for `A.T`, `A.transpose()` and `np.transpose(A)`."""
    return (isinstance(node, ast.Attribute) and node.attr == "T") or is_call_of(
        node, ("transpose",)
    )


def transposed_twice(node: ast.expr, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if `A.T` stands after a line `A = A.T`, or once more itself."""
    match node:
        case ast.Attribute(attr="T", value=inner) if is_transposed(inner):
            yield f"`{ast.unparse(node)}` is transposed twice, which changes nothing."
        case ast.Attribute(attr="T", value=ast.Name(id=name)):
            for above in _transposed_above(name, frame, line):
                yield (
                    f"`{name}` is transposed twice: in the line `{ast.unparse(above)}`, and again "
                    f"in `{ast.unparse(node)}`."
                )


def _transposed_above(name: str, frame: FrameType, line: int) -> Iterator[ast.Assign]:
    """Yield the lines `A = A.T` for this name that stand above a line."""
    for each in ast.walk(cell_of(frame)):
        match each:
            case ast.Assign(
                targets=[ast.Name(id=stored)],
                value=ast.Attribute(attr="T", value=ast.Name(id=read)),
            ) if stored == read == name and is_before(each, frame, line):
                yield each


def is_matrix(value: Any) -> bool:
    """Return True for an array with two axes or more."""
    return isinstance(value, np.ndarray) and value.ndim > 1
