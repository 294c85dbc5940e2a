"""Variables that are built up in a loop and come to nothing, or keep its last round only."""

import ast
import re
from collections.abc import Iterator

from course.check.faults.syntax_tree import is_call_of, names_stored, reads
from course.check.learners_code import names_assigned, values_given

_BEST = re.compile(r"((best|highest|largest|biggest)(_\w+)?|max|maximum|max_(so_far|cos\w*))$")
_NUMBER = re.compile(r"-?(\d[\d.e]*|(np|math)\.inf|float\(.*\))$")
_ZEROS = ("zeros", "zeros_like")
SMALL = 1e-3  # below it, a number may be there for rounding


def in_accumulators(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each variable that is begun and then never gets anywhere."""
    stored: dict[str, list[ast.stmt]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in names_stored(target):
                    stored.setdefault(name, []).append(node)
        elif isinstance(node, ast.For | ast.comprehension | ast.NamedExpr):
            for name in names_stored(node.target):
                stored.setdefault(name, []).append(ast.Pass())
    for name, nodes in stored.items():
        begun, *later = sorted(nodes, key=lambda node: getattr(node, "lineno", 0))
        if not isinstance(begun, ast.Assign) or len(begun.targets) != 1:
            continue
        value = dict(values_given(begun)).get(name)
        if (
            is_call_of(value, ("empty", "empty_like"))
            and later
            and _only(later, ast.Add, ast.Sub)
            and not _is_filled(definition, name)
        ):
            yield (
                f"`{name}` begins with what the memory happened to hold, as `np.empty` leaves it, "
                "and is added to. Begin with `np.zeros`."
            )
        elif _is_zero(value) and later and _only(later, ast.Mult):
            yield f"`{name}` begins at 0, and 0 times any number is 0."
        elif _is_zero(value) and _is_overwritten(definition, name, later):
            yield (
                f"`{name}` gets a new value in every round of the loop, and only the last one is "
                "left."
            )
        elif (
            (isinstance(value, ast.Constant) or _is_zero(value))
            and not later
            and _is_only_returned(definition, name)
        ):
            assert value is not None
            yield f"`{name}` never changes after the line `{name} = {ast.unparse(value)}`."
    yield from _never_replaced(definition)
    yield from _begins_too_high(definition)


def halved_in_a_loop(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `mean = (mean + x) / 2` in a loop over x."""
    for loop in ast.walk(definition):
        if not isinstance(loop, ast.For):
            continue
        counters, stored = set(names_stored(loop.target)), names_assigned(*loop.body)
        for node in ast.walk(loop):
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=name)],
                    value=ast.BinOp(
                        left=ast.BinOp(op=ast.Add(), left=left, right=right) as added,
                        op=ast.Div(),
                        right=ast.Constant(value=2),
                    ),
                ) if stored.count(name) == 1 and name not in counters:
                    sides = [left, right] if reads(left, name) else [right, left]
                    is_next = any(reads(n, each) for n in ast.walk(sides[1]) for each in counters)
                    if reads(sides[0], name) and is_next:
                        yield (
                            f"`({ast.unparse(added)}) / 2` in a loop halves each time what was "
                            "there before. Add all up in the loop, and divide once, below it."
                        )


def _never_replaced(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for a best value so far that begins at a number and never gets another.

    It is known by its name: another number may be compared with in every round, and rightly stay.
    """
    stored = names_assigned(definition)
    begun = {name for name in _begun_at_a_number(definition) if stored.count(name) == 1}
    loops = [node for node in ast.walk(definition) if isinstance(node, ast.For | ast.While)]
    for node in (node for loop in loops for node in ast.walk(loop)):
        match node:
            case ast.If(
                test=ast.Compare(
                    left=left,
                    ops=[ast.Gt() | ast.GtE() | ast.Lt() | ast.LtE()],
                    comparators=[right],
                ) as test,
                body=body,
            ) if not isinstance(body[-1], ast.Return | ast.Break):
                for name in begun & {ast.unparse(left), ast.unparse(right)}:
                    yield (
                        f"`{ast.unparse(test)}` compares with `{name}` in every round, and no line "
                        f"of the loop gives `{name}` a new value."
                    )


def _begins_too_high(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if the search for a largest entry begins at a number above 0.

    Weights can all be smaller. What is compared in another way, or counted, is left alone.
    """
    begun = dict(_numbers_begun(definition))
    for node in ast.walk(definition):
        match node:
            case ast.If(
                test=ast.Compare(
                    left=left, ops=[ast.Gt() | ast.GtE()], comparators=[ast.Name(id=name)]
                ),
                body=body,
            ) if name in begun and isinstance(left, ast.Name | ast.Subscript):
                given = [value for line in body for value in values_given(line)]
                number = begun[name]
                if number >= SMALL and (name, ast.unparse(left)) in [
                    (each, ast.unparse(value)) for each, value in given
                ]:
                    yield (
                        f"`{name}` begins at {number:g}, so an entry below that is never the "
                        "largest. Where there are many, all may be below it."
                    )


def _numbers_begun(definition: ast.FunctionDef) -> Iterator[tuple[str, float]]:
    """Yield the names that a line in no loop sets to a number, with it."""
    for line in definition.body:
        for name, value in values_given(line):
            if isinstance(value, ast.Constant) and type(value.value) in (int, float):
                yield name, value.value  # type: ignore[misc]


def _begun_at_a_number(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the names of best values so far that a line in no loop sets to a number."""
    for line in definition.body:
        for name, value in values_given(line):
            if _BEST.match(name) and _NUMBER.match(ast.unparse(value)):
                yield name


def last_round(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each variable that a loop only computes anew, and a line below it reads.

    Not where the loop may be left early: it may have searched for that very value. Nor where every
    round computes the same number.
    """
    for loop in ast.walk(definition):
        if not isinstance(loop, ast.For) or any(
            isinstance(node, ast.Break | ast.Return) for node in ast.walk(loop)
        ):
            continue
        inside = list(ast.walk(loop))
        others = [node for node in ast.walk(definition) if node not in inside]
        made = [
            name
            for line in loop.body
            if not _is_same_number(line, inside)
            for name in _stored_whole(line)
        ]
        for name in dict.fromkeys(made):
            is_other = any(
                isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
                for node in others
            )
            below = [n for n in others if reads(n, name) and n.lineno > loop.lineno]  # type: ignore[attr-defined]
            if below and not is_other and not any(reads(node, name) for node in inside):
                head = ast.unparse(loop).split("\n")[0].rstrip(":")
                yield (
                    f"`{name}` gets a new value in every round of the loop `{head}`; below the "
                    "loop it is that of the last round."
                )


def _stored_whole(line: ast.stmt) -> Iterator[str]:
    """Yield the names that a line gives a new value to, and not only a part of one."""
    for target in line.targets if isinstance(line, ast.Assign) else []:
        parts = target.elts if isinstance(target, ast.Tuple) else [target]
        yield from (each.id for each in parts if isinstance(each, ast.Name))


def _is_same_number(line: ast.stmt, inside: list[ast.AST]) -> bool:
    """Return True for `size = 2 * h`, if nothing `inside` the loop changes what it is made of."""
    stored = {
        name
        for node in inside
        if isinstance(node, ast.Name | ast.Subscript) and isinstance(node.ctx, ast.Store)
        for name in names_stored(node)
    }
    if not isinstance(line, ast.Assign):
        return False
    parts = list(ast.walk(line.value))
    calls = (each for each in parts if isinstance(each, ast.Call))
    is_number = all(is_call_of(call, ("sqrt", "len", "float")) for call in calls)
    return is_number and not any(isinstance(n, ast.Name) and n.id in stored for n in parts)


def _is_filled(definition: ast.FunctionDef, name: str) -> bool:
    """Return True if `x.fill(0)` stands somewhere."""
    return any(
        is_call_of(node, ("fill",)) and ast.unparse(node.func).startswith(f"{name}.")  # type: ignore[attr-defined,arg-type]
        for node in ast.walk(definition)
    )


def _is_zero(value: ast.expr | None) -> bool:
    is_number = isinstance(value, ast.Constant) and type(value.value) in (int, float)
    return is_call_of(value, _ZEROS) or (is_number and value.value == 0)  # type: ignore[union-attr]


def _only(nodes: list[ast.stmt], *kinds: type[ast.operator]) -> bool:
    return all(isinstance(_step_of(node), kinds) for node in nodes)


def _step_of(node: ast.stmt) -> ast.operator | None:
    """Return the `*` of `x *= y` and of `x = x * y`; None for any other line."""
    match node:
        case ast.AugAssign(op=operator):
            return operator
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.BinOp(left=ast.Name(id=read), op=operator)
        ) if name == read:
            return operator
    return None


def _is_overwritten(definition: ast.FunctionDef, name: str, later: list[ast.stmt]) -> bool:
    """Return True if a name is only ever computed anew in a loop that does not read it."""
    if len(later) != 1:
        return False
    match later[0]:
        case ast.Assign(targets=[ast.Name()], value=ast.BinOp() | ast.UnaryOp()):
            loops = [node for node in ast.walk(definition) if isinstance(node, ast.For)]
            around = [loop for loop in loops if later[0] in ast.walk(loop)]
            if any(_is_place_under_an_if(later[0], loop) for loop in around):
                return False
            return bool(around) and not any(reads(n, name) for n in ast.walk(around[0]))
    return False


def _is_place_under_an_if(line: ast.stmt, loop: ast.For) -> bool:
    """Return True for `at = i + 1` under an `if`, where the loop counts `i`: a place was found."""
    tests = (node for node in ast.walk(loop) if isinstance(node, ast.If))
    if not is_call_of(loop.iter, ("range", "enumerate")) or not any(
        each is line for test in tests for each in ast.walk(test)
    ):
        return False
    parts = list(ast.walk(line.value))  # type: ignore[attr-defined]
    counted = set(names_stored(loop.target))
    is_plain = not any(isinstance(each, ast.Call | ast.Subscript) for each in parts)
    return is_plain and any(reads(each, name) for each in parts for name in counted)


def _is_only_returned(definition: ast.FunctionDef, name: str) -> bool:
    """Return True if the name is read in a `return`, and nowhere else."""
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    returned = [n for each in returns for n in ast.walk(each) if reads(n, name)]
    return bool(returned) and len(returned) == sum(reads(n, name) for n in ast.walk(definition))
