"""The maximum so far in a loop over blocks, and the factor that rescales the sums before it."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from course.check.faults.syntax_tree import is_call_of, names_stored
from course.check.learners_code import values_given

_MAXIMA = ("max", "maximum", "fmax")
_QUOTIENTS = ("divide", "true_divide")
_TO_ONE = ("max", "min", "mean", "sum")
_WHOLE = ("attention", "len")  # what takes all of an argument at once


@dataclass(frozen=True)
class _Maxima:
    """The names of the old and the new maximum, and the places between which both are known."""

    old: str
    new: str
    first: tuple[int, int]
    last: tuple[int, int]
    has_rows: bool = False  # there is a maximum for each row

    def is_at(self, node: ast.expr) -> bool:
        return self.first < _place(node) < self.last


_END = (sys.maxsize, 0)


def _place(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def in_running_maximum(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each wrong use of the old and the new maximum, if a loop has both."""
    for loop in ast.walk(definition):
        if isinstance(loop, ast.For | ast.While):
            found = list(_maxima(loop))
            if len(found) == 1:
                yield from _in_loop(loop, found[0])
            yield from _position_as_maximum(loop)
            yield from _same_part(loop)
    yield from _keys_not_cut(definition)


def _maxima(loop: ast.For | ast.While) -> Iterator[_Maxima]:
    copies: dict = {}  # a name and what it is a copy of, and where: old = top
    for node in ast.walk(loop):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=read)):
                copies.setdefault((name, read), _place(node))
    for node in ast.walk(loop):
        match node:
            case ast.Assign(targets=[ast.Name(id=new)], value=ast.Call(args=[_, _]) as call) if (
                is_call_of(call, _MAXIMA)
            ):
                has_rows = any(
                    isinstance(each, ast.keyword) and each.arg == "axis" for each in ast.walk(call)
                )
                for old in {each.id for each in call.args if isinstance(each, ast.Name)}:
                    if old != new:
                        last = copies.get((old, new), _END)
                        last = last if last > _place(node) else _END
                        yield _Maxima(old, new, _place(node), last, has_rows)
                        continue
                    for (saved, read), place in copies.items():
                        if read == new and place < _place(node):
                            yield _Maxima(saved, new, _place(node), _END)


def _in_loop(loop: ast.For | ast.While, maxima: _Maxima) -> Iterator[str]:
    old, new = maxima.old, maxima.new
    nodes = list(ast.walk(loop))
    divisors = [n.right for n in nodes if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)]
    divisors += [n.value for n in nodes if isinstance(n, ast.AugAssign) and _is(n.op, ast.Div)]
    calls = (n for n in nodes if isinstance(n, ast.Call) and is_call_of(n, _QUOTIENTS))
    divisors += [call.args[1] for call in calls if len(call.args) == 2]
    texts = {ast.unparse(each) for each in divisors}
    powers = [
        node
        for node in nodes
        if isinstance(node, ast.Call) and is_call_of(node, ("exp",)) and len(node.args) == 1
    ]
    given = {
        ast.unparse(value): name for node in nodes for name, value in values_given(node)
    }  # a power's name
    for call in powers:
        text = ast.unparse(call)
        is_divisor = text in texts or given.get(text) in texts
        if ast.unparse(call.args[0]) == f"{old} - {new}" and _place(call) > maxima.last:
            yield f"`{text}` stands below `{old} = {new}`: the two are equal, and the factor is 1."
        if not maxima.is_at(call):
            continue
        yield from _of_power(call, nodes, maxima, given.get(text, ""), is_divisor)
    yield from _without_exp(nodes, maxima, given, powers)
    if maxima.has_rows:
        factors = {each for each in map(ast.unparse, powers) if each.endswith(f"({old} - {new})")}
        yield from _one_factor(nodes, factors | {given.get(each, "") for each in factors})
    yield from _added_twice(nodes, given)


def _of_power(
    call: ast.Call, nodes: list[ast.AST], maxima: _Maxima, name: str, is_divisor: bool
) -> Iterator[str]:
    """Yield what is wrong with a power by what it is of; `name` is what holds it, or ""."""
    old, new, text = maxima.old, maxima.new, ast.unparse(call)
    match call.args[0]:
        case ast.BinOp(left=ast.Name(id=one), op=ast.Sub(), right=ast.Name(id=other)) if {
            one,
            other,
        } == {old, new}:
            if one == new and not is_divisor:
                yield (
                    f"`{text}` is e^(new − old), which makes the old sum grow. It has to "
                    "shrink: e^(old − new)."
                )
            elif one == old and is_divisor:
                yield (
                    f"Divided by `{text}`, which is less than 1, the old sum grows. It has to "
                    "shrink: multiply."
                )
        case ast.BinOp(left=ast.Name(id=one), op=ast.Div(), right=ast.Name(id=other)) if {
            one,
            other,
        } == {old, new}:
            yield f"`{text}` divides one maximum by the other. The exponent is old − new."
        case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=only)) if (
            only == new and _multiplies_a_sum(nodes, text, name)
        ):
            yield (
                f"`{text}` leads to the new maximum from 0, and the old sum stands under the "
                "old one: e^(old − new)."
            )
        case ast.BinOp(left=block, op=ast.Sub(), right=ast.Name(id=only)) if (
            only == old
            and not {old, new} & {n.id for n in ast.walk(block) if isinstance(n, ast.Name)}
            and not any(map(_multiplies_both, nodes))
            and not _is_compared_around(call, nodes, {old, new})
        ):
            yield (
                f"`{text}` lowers the block by the old maximum. Both parts need the new one, "
                f"`{new}`."
            )


def _is_compared_around(call: ast.Call, nodes: list[ast.AST], names: set[str]) -> bool:
    """Return True under an `if` that compares the two maxima: there they may be equal."""
    return any(
        isinstance(node, ast.If)
        and names <= {each.id for each in ast.walk(node.test) if isinstance(each, ast.Name)}
        and any(each is call for each in ast.walk(node))
        for node in nodes
    )


def _is(operator: ast.operator, kind: type[ast.operator]) -> bool:
    return isinstance(operator, kind)


def _multiplies_a_sum(nodes: list[ast.AST], text: str, name: str) -> bool:
    """Return True if the power, or its name, is a factor of what the same line gives anew."""
    for node in nodes:
        if not isinstance(node, ast.Assign | ast.AugAssign):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        stored = {each for target in targets for each in names_stored(target)}
        is_product = isinstance(node, ast.AugAssign) and _is(node.op, ast.Mult)
        if is_product and ast.unparse(node.value) in (text, name):
            return True
        for each in ast.walk(node.value):
            match each:
                case ast.BinOp(left=left, op=ast.Mult(), right=right):
                    sides = {ast.unparse(left), ast.unparse(right)}
                    if sides & stored and sides & {text, name}:
                        return True
    return False


def _multiplies_both(node: ast.AST) -> bool:
    """Return True for `(a + b) * c`: what is added may be rescaled together."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            sides = (left, right)
            return any(isinstance(s, ast.BinOp) and _is(s.op, ast.Add) for s in sides)
        case ast.AugAssign(op=ast.Mult()):
            return True
    return False


def _without_exp(
    nodes: list[ast.AST], maxima: _Maxima, given: dict[str, str], powers: list[ast.Call]
) -> Iterator[str]:
    """Yield a sentence if the difference of the maxima is a factor itself, and of no exponent."""
    exponents = {
        id(each)
        for node in nodes
        if isinstance(node, ast.Call) and is_call_of(node, ("exp", "exp2", "power"))
        for each in ast.walk(node)
    }
    for text in (f"{maxima.old} - {maxima.new}", f"{maxima.new} - {maxima.old}"):
        name = given.get(text, "")
        if name and any(ast.unparse(each.args[0]) in (name, f"-{name}") for each in powers):
            continue
        for node in nodes:
            match node:
                case ast.BinOp() if id(node) in exponents:
                    continue
                case ast.BinOp(left=left, op=ast.Mult(), right=right) if {text, name or text} & {
                    ast.unparse(left),
                    ast.unparse(right),
                }:
                    yield f"`{text}` is a difference. The factor is e to that power: old − new."
                    return


def _added_twice(nodes: list[ast.AST], given: dict[str, str]) -> Iterator[str]:
    """Yield a sentence for `total += total * shrink + terms`.

    `total += total * (shrink - 1)` is right.
    """
    lost = {name for text, name in given.items() if "expm1(" in text}
    for node in nodes:
        match node:
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value):
                for each in ast.walk(value):
                    match each:
                        case ast.BinOp(op=ast.Mult(), left=left, right=right) if any(
                            (isinstance(side, ast.BinOp) and _is(side.op, ast.Sub))
                            or is_call_of(side, ("expm1",))
                            or ast.unparse(side) in lost
                            for side in (left, right)
                        ):
                            pass
                        case ast.BinOp(left=left, op=ast.Mult(), right=right) if name in (
                            ast.unparse(left),
                            ast.unparse(right),
                        ):
                            yield (
                                f"`{name} += {name} * ...` counts the old `{name}` twice: `+=` "
                                "keeps it as it is, too. Write `=`."
                            )
                            return


def _one_factor(nodes: list[ast.AST], factors: set[str]) -> Iterator[str]:
    """Yield a sentence if the factors of all rows become one number, by which a sum is multiplied.

    As in `mix * shrink.max()`.
    """
    for node in nodes:
        match node:
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                sides = [left, right]
            case ast.AugAssign(op=ast.Mult(), value=value):
                sides = [value]
            case _:
                continue
        for side in sides:
            match side:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="np")), args=[of], keywords=[]):
                    pass
                case ast.Call(func=ast.Attribute(value=of), args=[], keywords=[]):
                    pass
                case _:
                    continue
            if is_call_of(side, _TO_ONE) and ast.unparse(of) in factors:
                yield f"`{ast.unparse(side)}` makes one factor for all rows. Each row has its own."


def _position_as_maximum(loop: ast.For | ast.While) -> Iterator[str]:
    """Yield a sentence for `max(top, block.argmax())` in a loop that takes exponentials."""
    nodes = list(ast.walk(loop))
    if not any(isinstance(node, ast.Call) and is_call_of(node, ("exp",)) for node in nodes):
        return
    for node in nodes:
        match node:
            case ast.Call(args=[one, other]) if is_call_of(node, _MAXIMA):
                for each in (one, other):
                    if is_call_of(each, ("argmax", "argmin")):
                        yield (
                            f"`{ast.unparse(each)}` is the position of a score. `max` gives the "
                            "largest score itself."
                        )


def _same_part(loop: ast.For | ast.While) -> Iterator[str]:
    """Yield a sentence for `x[:2]` in a loop that cuts its own part, `x[start : start + size]`."""
    if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)):
        return
    lines = [line for line in loop.body if not isinstance(line, ast.If)]
    parts = [
        (node, {each.id for each in ast.walk(node.slice) if isinstance(each, ast.Name)})
        for line in lines
        for node in ast.walk(line)
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Slice)
        and isinstance(node.ctx, ast.Load)
    ]
    cut = {ast.unparse(node.value): node for node, names in parts if loop.target.id in names}
    for node, names in parts:
        name = ast.unparse(node.value)
        if not names and (node.slice.lower or node.slice.upper) and name in cut:  # type: ignore[attr-defined]
            yield (
                f"`{ast.unparse(node)}` is the same part of `{name}` in every round. That of the "
                f"round is `{ast.unparse(cut[name])}`."
            )


def _keys_not_cut(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if the queries alone are cut into blocks, as `Q[start : start + size]`."""
    arguments = {each.arg for each in definition.args.args}
    if not {"Q", "K", "V", "block_size"} <= arguments:
        return
    whole, cut = set(), set()
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name in _WHOLE:
                whole |= {id(each) for each in given}
            case ast.Attribute(value=ast.Name() as name, attr="shape"):
                whole.add(id(name))
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                whole |= {id(_untransposed(left)), id(_untransposed(right))}
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Slice()):
                cut.add(name)
    reads = [n for n in ast.walk(definition) if isinstance(n, ast.Name) and n.id in ("K", "V")]
    if "Q" in cut and all(id(each) in whole for each in reads):
        yield "`Q` is cut into blocks, and `K` and `V` are taken whole. The keys are to be cut."


def _untransposed(node: ast.expr) -> ast.expr:
    """Return `K` for `K.T`, and anything else as it is."""
    return node.value if isinstance(node, ast.Attribute) and node.attr == "T" else node
