"""Loops that end before their time: a `return` or `break` that stands inside, and not below."""

import ast
from collections.abc import Iterator

from course.check.faults.syntax_tree import head_of, is_call_of, names_stored, reads


def first_round_returns(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for a loop whose every round ends in a `return`."""
    match node:
        case ast.For(body=body) | ast.While(body=body) if _always_returns(body):
            if not _may_go_on(body):
                yield _first_round_ends(head_of(node), node, body[-1])


def first_round_breaks(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for a loop whose last line is `break`."""
    match node:
        case ast.For(body=[*before, ast.Break()]) if not _may_go_on(before):
            yield (
                f"`break` stands in the loop `{head_of(node)}` under no `if`: its first round is "
                "its last."
            )


def ended_by_the_first(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if a search for the largest or smallest gives back what it finds first."""
    for loop in ast.walk(definition):
        if not isinstance(loop, ast.For):
            continue
        for node in loop.body:
            match node:
                case ast.If(
                    test=ast.Compare(ops=[ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE()]) as test,
                    body=[*found, last],
                    orelse=other,
                ):
                    kept = {name for each in (*found, last) for name in _stored(each)}
                    if not any(reads(each, name) for each in ast.walk(test) for name in kept):
                        continue
                    text = ast.unparse(test)
                    if isinstance(last, ast.Return):
                        yield (
                            f"`return` stands under `if {text}`, inside the loop, so the first "
                            "time that this is so ends the function. It belongs below the loop."
                        )
                    elif other and isinstance(other[-1], ast.Return):
                        yield (
                            "`return` stands under `else`, inside the loop, so the first time that "
                            f"`{text}` is not so ends the function. It belongs below the loop."
                        )


def _always_returns(body: list[ast.stmt]) -> bool:
    """Return True if the last line is a `return`, or an `if` and `else` that both end in one."""
    match body:
        case [*_, ast.Return()]:
            return True
        case [*_, ast.If(body=then, orelse=[_, *_] as other)]:
            return _always_returns(then) and _always_returns(other)
    return False


def _may_go_on(body: list[ast.stmt]) -> bool:
    """Return True if a round of the loop may end before its last line."""
    nodes = (node for each in body for node in ast.walk(each))
    return any(isinstance(node, ast.Continue | ast.Break) for node in nodes)


def _first_round_ends(head: str, loop: ast.For | ast.While, last: ast.stmt) -> str:
    """Return a sentence on a loop whose every round ends in the line `last`.

    Below the loop, a `return` of what each round computes anew would give the last round's: that it
    belongs there is said only of what the rounds gather.
    """
    if not isinstance(last, ast.Return):
        return (
            f"In the loop `{head}` every branch ends in a `return`, so the first round ends the "
            "function. One of them belongs below the loop."
        )
    ends = f"`return` stands inside the loop `{head}`, so the first round ends the function."
    if isinstance(last.value, ast.Compare | ast.BoolOp) or is_call_of(
        last.value.operand if isinstance(last.value, ast.UnaryOp) else last.value,
        ("allclose", "array_equal", "any", "all"),
    ):
        return f"{ends} A round may return only what is then certain, under an `if`."
    loop_variables = list(names_stored(loop.target)) if isinstance(loop, ast.For) else []
    made = {*loop_variables, *(name for line in loop.body for name in _stored(line))}
    back = {name for name in made for node in ast.walk(last) if reads(node, name)}
    if not loop_variables or not back or back & _gathered(loop):
        return f"{ends} Indent it less."
    first = " and ".join(f"`{name}`" for name in loop_variables)
    has = "has its first value" if len(loop_variables) == 1 else "have their first values"
    return f"{ends} {first} {has} in every call."


def _gathered(loop: ast.For | ast.While) -> set[str]:
    """Return the names that keep something of each round: a sum, a list, a filled array."""
    found: set[str] = set()
    for node in (node for line in loop.body for node in ast.walk(line)):
        match node:
            case ast.AugAssign(target=target) | ast.Assign(targets=[ast.Subscript() as target]):
                found.update(names_stored(target))
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if any(reads(each, name) for each in ast.walk(value)):
                    found.add(name)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
                found.add(name)
    return found


def _stored(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [name for target in targets for name in names_stored(target)]
