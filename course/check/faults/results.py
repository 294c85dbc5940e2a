"""Faults of what comes back, and of what is put into an array: its kind of numbers, its room."""

import ast
import builtins
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from course.check.errors import plain_text
from course.check.faults.arrays import changed_by
from course.check.faults.calls import part_of
from course.check.faults.syntax_tree import (
    arguments_of,
    head_of,
    indices_of,
    names_stored,
    sizes_from,
    targets_of,
)
from course.check.frames import frame_of_answer, statement_at, value_of
from course.check.learners_code import definition_of, names_assigned, tree_of

_MISFIT = re.compile(r"^could not broadcast input array from shape (\(.*\)) into shape (\(.*\))")


def given_back(answer: Any) -> str:
    """Return the variable that the only `return`, in the last line, gives back; "" if none does."""
    tree = tree_of(answer)
    returns = sum(isinstance(node, ast.Return) for node in ast.walk(tree))
    match definition_of(answer):
        case ast.FunctionDef(body=[*_, ast.Return(value=ast.Name(id=name))]) if returns == 1:
            return name
    return ""


def never_reached(answer: Any) -> str:
    """Return a sentence on a `return` that stands below a `raise` in the same block; "" if none."""
    for node in ast.walk(tree_of(answer)):
        block = getattr(node, "body", [])
        for above, line in pairwise(block if isinstance(block, list) else []):
            if isinstance(above, ast.Raise) and isinstance(line, ast.Return):
                return (
                    f"`{ast.unparse(line)}` stands right below a `raise`, as far to the right, and "
                    "is never reached. Indent it less."
                )
    return ""


def not_made(answer: Any) -> list[str]:
    """Return the names that are read below a `raise` of the function's block, and made nowhere.

    They are no arguments, and the notebook has no function or module of that name.
    """
    definition = definition_of(answer)
    if definition is None:
        return []
    lines = definition.body
    place = next((i for i, line in enumerate(lines) if isinstance(line, ast.Raise)), len(lines))
    own = {each.arg for each in ast.walk(definition.args) if isinstance(each, ast.arg)}
    own.update(names_assigned(definition))
    own.update(each.name for each in ast.walk(definition) if isinstance(each, ast.FunctionDef))
    notebook = getattr(answer, "__globals__", {})

    def is_there(name: str) -> bool:
        value = notebook.get(name)
        return hasattr(builtins, name) or callable(value) or isinstance(value, ModuleType)

    read = [
        node
        for line in lines[place + 1 :]
        for node in ast.walk(line)
        if isinstance(node, ast.Name) and node.id not in own and not is_there(node.id)
    ]
    read.sort(key=lambda node: (node.lineno, node.col_offset))
    return list(dict.fromkeys(node.id for node in read))


def left_without_return(answer: Any) -> str:
    """Return a sentence on a function whose last line is an `if` or a loop with its only `return`.

    Where the condition is not so, nothing comes back. What a call gives back may itself be None.
    """
    tree = tree_of(answer)
    returns = sum(isinstance(node, ast.Return) for node in ast.walk(tree))
    match definition_of(answer):
        case ast.FunctionDef(
            body=[*_, ast.If(test=test, body=[*_, ast.Return(value=value)], orelse=[])]
        ) if returns == 1 and isinstance(value, ast.Subscript | ast.BinOp | ast.Tuple):
            return (
                f"Its only `return` stands under `if {ast.unparse(test)}`, and that was not so "
                "here."
            )
        case ast.FunctionDef(
            body=[
                *_,
                ast.For(
                    target=target,
                    body=[*_, ast.If(test=test, body=[*_, ast.Return(value=value)], orelse=[])],
                    orelse=[],
                ) as loop,
            ]
        ) if returns == 1 and (
            isinstance(value, ast.Subscript | ast.BinOp | ast.Tuple)
            or (isinstance(value, ast.Name) and value.id in names_stored(target))
        ):
            return (
                f"Its only `return` stands under `if {ast.unparse(test)}`, in the loop "
                f"`{head_of(loop)}`, and that was never true."
            )
    return ""


def not_as_asked(answer: Any, results: Sequence[str]) -> str:
    """Return a sentence on a `return` of what is not asked for, by the names of the results; or "".

    It adds up what is asked for one by one, or gives an argument back where a variable that has the
    result's name stands ready.
    """
    definition = definition_of(answer)
    returns = [node for node in ast.walk(tree_of(answer)) if isinstance(node, ast.Return)]
    if definition is None or len(returns) != 1 or len(results) < 2:
        return ""
    line = returns[0]
    if len(results) > 2 and _count_added(line.value) == len(results):
        return (
            f"Asked for are {len(results)} arrays, and the `return` adds its {len(results)} parts "
            "up. Put commas between them, and no `+`."
        )
    match line.value:
        case ast.Tuple(elts=parts) if len(parts) < len(results) == _count_inside(line.value):
            inner = next(ast.unparse(part) for part in parts if isinstance(part, ast.Tuple))
            return f"The brackets in the `return` make one thing of `{inner}`: leave them out."
        case ast.Tuple(elts=parts) if len(parts) == len(results):
            arguments = arguments_of(definition)
            names = [ast.unparse(part) for part in parts]
            stored = names_assigned(definition)
            for name, result in zip(names, results, strict=True):
                if name in arguments and result in stored and result not in names:
                    return (
                        f"`return {', '.join(names)}` gives `{name}` back, where `{result}` is "
                        "asked for."
                    )
    return ""


def _count_inside(node: ast.expr) -> int:
    """Return how many things a tuple holds, those in its inner tuples among them."""
    return sum(map(_count_inside, node.elts)) if isinstance(node, ast.Tuple) else 1


def summed_away(answer: Any, value: Any, expected: Any) -> str:
    """Return a sentence on a `return` that sums over an axis of what is asked for; or ""."""
    returns = [node.value for node in ast.walk(tree_of(answer)) if isinstance(node, ast.Return)]
    is_short = (
        isinstance(value, np.ndarray)
        and isinstance(expected, np.ndarray)
        and value.ndim + 1 == expected.ndim
    )
    match returns:
        case [
            ast.Call(
                func=ast.Attribute(attr="sum" | "mean" | "max" | "min" as name),
                keywords=[ast.keyword(arg="axis", value=axis)],
            )
        ] if is_short:
            return (
                f"The `return` ends in `{name}` along `axis={ast.unparse(axis)}`, which takes that "
                "axis away."
            )
    return ""


def joined_to_one_row(answer: Any, value: Any, expected: Any) -> str:
    """Return a sentence on `np.append` without an axis, where more than one row is asked for."""
    arrays = isinstance(value, np.ndarray) and isinstance(expected, np.ndarray)
    if not arrays or value.ndim > 1 or expected.ndim < 2:
        return ""
    for node in ast.walk(tree_of(answer)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="np"), attr="append"),
                args=[_, _],
                keywords=[],
            ):
                return (
                    f"`{ast.unparse(node)}` makes one row of all that it joins, if it is told no "
                    "`axis`."
                )
    return ""


def _count_added(node: ast.expr | None) -> int:
    """Return how many things a sum adds up."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _count_added(left) + _count_added(right)
    return 1


def changed_part(answer: Any, argument: str, values: Mapping[str, Any]) -> str:
    """Return a sentence on a line that writes into a part of an argument, by another name; or "".

    `values` are the function's variables, the argument among them.
    """
    for node in ast.walk(tree_of(answer)):
        match node:
            case ast.AugAssign(target=ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name))):
                pass
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
                pass
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as call) if (
                changed_by(call)
            ):
                pass
            case _:
                continue
        part, whole = values.get(name), values.get(argument)
        if (
            name != argument
            and isinstance(part, np.ndarray)
            and isinstance(whole, np.ndarray)
            and np.may_share_memory(part, whole)
        ):
            return (
                f"`{name}` is {'all' if part.shape == whole.shape else 'a part'} of `{argument}`, "
                f"and no copy: `{ast.unparse(node)}` changes both."
            )
    return ""


def cut_off(answer: Any, arguments: Mapping[str, Any], error: BaseException | None = None) -> str:
    """Return a sentence on an array that was made for whole numbers, as an argument's are; or "".

    `arguments` are those of the call, by name. An array counts if its entries are assigned, or, if
    there was an `error` that says so, if fractions were to be added to them.
    """
    if error is not None and not plain_text(error).startswith("Cannot cast ufunc"):
        return ""
    written: set[str] = set()
    made: list[tuple[str, ast.Assign]] = []
    for node in ast.walk(tree_of(answer)):
        match node:
            case ast.Assign(targets=[ast.Subscript() as place]):
                written.update(names_stored(place))
            case ast.AugAssign(target=place) if error is not None:
                written.update(names_stored(place))
            case ast.Assign(targets=[ast.Name(id=name)]):
                made.append((name, node))
    for name, line in made:
        like = _made_like(line.value)
        kind = arguments.get(like)
        if _is_filled_with_infinity(line.value) and _is_whole(kind):
            return (
                f"`{ast.unparse(line)}` makes an array of whole numbers, as `{like}` is one here: "
                "infinity does not fit into it. With `dtype=float` it does."
            )
        if name in written and _is_whole(kind):
            return (
                f"`{ast.unparse(line)}` makes an array of whole numbers, as `{like}` is one here: "
                f"fractions that are put into it {'find no room' if error else 'are cut off'}."
            )
    return ""


def _is_whole(array: Any) -> bool:
    """Return True for an array of whole numbers."""
    return isinstance(array, np.ndarray) and array.dtype.kind in "iu"


def _is_filled_with_infinity(made: ast.expr) -> bool:
    """Return True for `np.full_like(A, -np.inf)`, and for its like with plus infinity."""
    match made:
        case ast.Call(func=ast.Attribute(attr="full_like"), args=[_, filled]):
            text = ast.unparse(filled)
            return text.lstrip("-") in ("np.inf", "math.inf", "float('inf')", "float('-inf')")
    return False


def _made_like(value: ast.expr) -> str:
    """Return the name of the array from which a new one has its kind of numbers; "" for none."""
    match value:
        case ast.Call(
            func=ast.Attribute(attr=("zeros_like" | "empty_like" | "ones_like")),
            args=[ast.Name(id=name)],
            keywords=[],
        ):
            return name
        case ast.Call(func=ast.Attribute(attr="full_like"), args=[ast.Name(id=name), _]) if (
            not value.keywords
        ):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy"), args=[]):
            return name
        case ast.Call(keywords=keywords):
            for keyword in keywords:
                match keyword:
                    case ast.keyword(arg="dtype", value=ast.Attribute(ast.Name(name), "dtype")):
                        return name
    return ""


def _two_vectors_by_entry(value: ast.expr, frame: FrameType) -> str:
    """Return a sentence on `A[i] * B[j]`, two vectors of one length; "" for anything else."""
    match value:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            one, other = part_of(left, frame), part_of(right, frame)
            are_vectors = np.ndim(one) == np.ndim(other) == 1
            if are_vectors and np.shape(one) == np.shape(other):
                return " `*` multiplies two vectors entry by entry; `@` gives one number."
    return ""


def taken_for_several(answer: Any, error: BaseException | None) -> str:
    """Return a sentence on a place in an array that has no room for what was put there; or ""."""
    if error is None:
        return ""
    words = plain_text(error)
    misfit = _MISFIT.search(words)
    if not misfit and "setting an array element with a sequence" not in words:
        return ""
    place = frame_of_answer(error, answer)
    statement = statement_at(*place) if place else None
    if place is None or not isinstance(statement, ast.Assign | ast.AugAssign):
        return ""
    targets = targets_of(statement)
    for target in targets:
        array = value_of(target.value, place[0]) if isinstance(target, ast.Subscript) else None
        if isinstance(target, ast.Subscript) and isinstance(array, np.ndarray):
            name = ast.unparse(target.value)
            if misfit and len(targets) > 1:  # either may be the one that has no room
                return ""
            if misfit:
                return (
                    f"`{ast.unparse(target)}` is a place of shape {misfit[2]}, since `{name}` is "
                    f"{array.shape}; what is put there has the shape {misfit[1]}."
                    f"{sizes_from(target.value, *place)}"
                )
            indices = indices_of(target)
            if len(indices) != array.ndim or any(isinstance(i, ast.Slice) for i in indices):
                continue
            where = f"`{ast.unparse(target)}` is a place for one number, since `{name}` is"
            by_entry = _two_vectors_by_entry(statement.value, place[0])
            return f"{where} {array.shape}; an array was put there.{by_entry}"
    return ""
