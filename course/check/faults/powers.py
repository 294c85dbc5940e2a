"""Powers and roots that Python reads as something else."""

import ast
from collections.abc import Iterator

import numpy as np

from course.check.faults.syntax_tree import is_call_of, reads
from course.check.learners_code import values_given

_NEARLY = 1e-2
_RUNS_OFTEN = ast.FunctionDef | ast.Lambda | ast.For | ast.GeneratorExp | ast.ListComp


def shifted_wrongly(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence on `np.exp(x + x.max())`, and on other things than `x.max()` there."""
    held = {
        target.id: node.value
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(definition):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="np"), attr="exp"), args=[ast.expr() as power]
            ):
                power = held.get(power.id, power) if isinstance(power, ast.Name) else power
            case _:
                continue
        match power:
            case ast.BinOp(left=ast.Name(id=name), op=ast.Add() | ast.Sub(), right=right):
                by = held.get(right.id, right) if isinstance(right, ast.Name) else right
                if not any(reads(each, name) for each in ast.walk(by)):
                    continue
                written = ast.unparse(power)
                match by:
                    case ast.BinOp(left=largest, op=ast.Div(), right=divisor) if (
                        by is right and is_call_of(largest, ("max", "amax"))
                    ):
                        yield (
                            f"`{written}` divides the largest score alone by "
                            f"`{ast.unparse(divisor)}`: the difference needs brackets."
                        )
                if is_call_of(by, ("argmax", "argmin")):
                    yield (
                        f"`{ast.unparse(by)}` is the position of a score. `max` gives the largest "
                        "score itself."
                    )
                elif (
                    is_call_of(by, ("max", "amax"))
                    and isinstance(power.op, ast.Add)
                    and not _is_negated(by, name)
                ):
                    yield f"`{written}` adds the largest score. Subtract it."


def _is_negated(node: ast.AST, name: str) -> bool:
    """Return True if `-x` stands in it: the largest of these is minus the smallest."""
    signs = (each for each in ast.walk(node) if isinstance(each, ast.UnaryOp))
    return any(isinstance(each.op, ast.USub) and reads(each.operand, name) for each in signs)


def other_base(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence on `np.exp2(x - y)`; not where the base was changed by a factor."""
    if any(map(_changes_the_base, ast.walk(definition))):
        return
    for node in ast.walk(definition):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="np" | "math" as module), attr="exp2"),
                args=[ast.Name() | ast.BinOp(op=ast.Sub(), left=ast.Name(), right=ast.Name())],
            ):
                written = ast.unparse(node)
                yield f"`{written}` is a power of 2. A power of e is `{module}.exp(...)`."
                return


def _changes_the_base(node: ast.AST) -> bool:
    """Return True for a logarithm, and for the factor between powers of 2 and of e, typed."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return "log" in name.lower()
        case ast.Constant(value=float() as number):
            return any(abs(number - factor) < _NEARLY for factor in (np.log2(np.e), np.log(2)))
    return False


def root_of_a_root(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence on `A / np.sqrt(np.sqrt(x))`, the only such division of a function.

    Of two there may be one for each side of a product. So it is where a loop or a function inside
    divides.
    """
    held = {name: value for node in ast.walk(definition) for name, value in values_given(node)}
    found = []
    repeated = {
        id(each)
        for node in ast.walk(definition)
        if isinstance(node, _RUNS_OFTEN) and node is not definition
        for each in ast.walk(node)
    }
    for node in ast.walk(definition):
        is_once = id(node) not in repeated
        if is_once and isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            inner = _under_a_root(node.right)
            inner = held.get(inner.id, inner) if isinstance(inner, ast.Name) else inner
            if inner is not None and _under_a_root(inner) is not None:
                found.append((ast.unparse(node.right), ast.unparse(inner)))
    if len(found) == 1:
        (divisor, inner_root), *_ = found
        more = "" if inner_root in divisor else f" of `{inner_root}`, a root already"
        yield f"`{divisor}` takes the root{more or ' of a root'}."


def _in_brackets(base: ast.expr) -> str:
    """Return what a power is taken of, with the brackets that it needs."""
    return (
        f"({ast.unparse(base)})" if isinstance(base, ast.BinOp | ast.UnaryOp) else ast.unparse(base)
    )


def _under_a_root(node: ast.expr) -> ast.expr | None:
    """Return what the root is taken of; None if the node is no root."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np" | "math"), attr="sqrt"), args=[inside]
        ):
            return inside
        case ast.BinOp(left=inside, op=ast.Pow(), right=ast.Constant(value=0.5)):
            return inside
    return None


def fault_of_power(formula: ast.AST) -> str:
    """Return a sentence on a power or a root that Python reads as something else; "" if none."""
    for node in ast.walk(formula):
        match node:
            case ast.BinOp(op=ast.BitXor(), right=right) if _begins_with_a_number(right):
                written = ast.unparse(node)
                return (
                    f"`^` is no power in Python: write `{written.replace('^', '**')}` for "
                    f"`{written}`."
                )
            case ast.BinOp(op=ast.Div(), left=ast.BinOp() as left, right=ast.Constant(value=2)) if (
                root := _first_power(left)
            ):
                base = _in_brackets(root.left)
                return (
                    f"`{base} ** 1 / 2` is no root: the power is taken first. A root is "
                    f"`{base} ** 0.5`."
                )
            case ast.BinOp(
                op=ast.Pow(),
                left=left,
                right=ast.BinOp(
                    op=ast.FloorDiv(), left=ast.Constant(value=1), right=ast.Constant(value=2)
                ),
            ):
                return (
                    f"`{ast.unparse(node)}` is no root: `1 // 2` is 0. A root is "
                    f"`{_in_brackets(left)} ** 0.5`."
                )
            case ast.Call(func=ast.Name(id="int"), args=[root]) if _under_a_root(root) is not None:
                return f"`{ast.unparse(node)}` cuts the root to a whole number: keep its fraction."
    return ""


def _begins_with_a_number(node: ast.expr) -> bool:
    while isinstance(node, ast.BinOp):  # the power is 2 in x ^ 2 * 8, whatever Python makes of it
        node = node.left
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _first_power(left: ast.BinOp) -> ast.BinOp | None:
    """Return `x ** 1` if that stands last in what is divided; None if it does not."""
    node = left if isinstance(left.op, ast.Pow) else left.right
    match node:
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=1)):
            return node
    return None
