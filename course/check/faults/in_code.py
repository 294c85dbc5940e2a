"""Faults that stand in the code of a function, whatever it is called with."""

import ast
from collections.abc import Iterator
from itertools import combinations, pairwise

from course.check.faults.accumulators import halved_in_a_loop, in_accumulators, last_round
from course.check.faults.arrays import (
    changed_by,
    one_array,
    one_array_in_a_list,
    tuple_as_rows,
)
from course.check.faults.early_ends import (
    ended_by_the_first,
    first_round_breaks,
    first_round_returns,
)
from course.check.faults.numpy_calls import NUMPY_CALLS
from course.check.faults.powers import fault_of_power, other_base, root_of_a_root, shifted_wrongly
from course.check.faults.running_maximum import in_running_maximum
from course.check.faults.syntax_tree import is_call_of, names_stored, reads
from course.check.learners_code import names_assigned


def in_code(definition: ast.FunctionDef, certain: bool = False) -> Iterator[str]:
    """Yield a sentence for each fault that does not depend on any value.

    With `certain`, not for what is right in other answers.
    """
    for node in ast.walk(definition):
        for of_a_node in _OF_A_NODE:
            if not (certain and of_a_node in _MAY_BE_RIGHT):
                yield from of_a_node(node, definition)
    for of_a_function in _OF_A_FUNCTION:
        if not (certain and of_a_function in _MAY_BE_RIGHT):
            yield from of_a_function(definition)


def _of_a_power(definition: ast.FunctionDef) -> Iterator[str]:
    if sentence := fault_of_power(definition):
        yield sentence


def _row_of_all_rows(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `A[:][0]`, meant as a column; not where a loop counts the rows of A."""
    match node:
        case ast.Subscript(
            value=ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=None)) as inner,
            ctx=ast.Load(),
        ):
            name, index = ast.unparse(inner.value), ast.unparse(node.slice)
            rows = (f"range({name}.shape[0])", f"range(len({name}))")
            loops = (n for n in ast.walk(definition) if isinstance(n, ast.For | ast.comprehension))
            if any(ast.unparse(n.target) == index and ast.unparse(n.iter) in rows for n in loops):
                return
            yield (
                f"`{ast.unparse(node)}` is row `{index}`: `{name}[:]` is all of `{name}` once "
                f"more. A column is `{name}[:, {index}]`."
            )


def _first_place_is_minus_one(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `row[k - 1]` in a loop in which `k` begins at 0."""
    if isinstance(node, ast.Subscript) and (place := _minus_one(node, definition)):
        yield (
            f"In the first round of the loop `{place}` is -1, in `{ast.unparse(node)}`: "
            "that is the last place. Positions are counted from 0, as `range` does."
        )


def _minus_one(node: ast.Subscript, definition: ast.FunctionDef) -> str:
    """Return the index `k - 1` of a loop over `range(n)` that is read in every round; or ""."""
    for index in getattr(node.slice, "elts", [node.slice]):
        match index:
            case ast.BinOp(left=ast.Name(id=name), op=ast.Sub(), right=ast.Constant(value=1)):
                loops = [
                    loop
                    for loop in ast.walk(definition)
                    if isinstance(loop, ast.For)
                    and name in names_stored(loop.target)
                    and any(each is node for each in ast.walk(loop))
                ]
                tests = [
                    each.test
                    for each in ast.walk(definition)
                    if isinstance(each, ast.If | ast.IfExp | ast.While)
                ]
                is_asked = any(reads(each, name) for test in tests for each in ast.walk(test))
                if len(loops) == 1 and _counts_from_0(loops[0]) and not is_asked:
                    return ast.unparse(index)
    return ""


def _counts_from_0(loop: ast.For) -> bool:
    match loop:
        case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range"), args=[_])):
            return True
    return False


def _plus_before_the_value(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `total =+ x` in a loop."""
    match node:
        case ast.Assign(targets=[target], value=value) if _begins_with_plus(value) and (
            _is_in_a_loop(node, definition)
        ):
            yield (
                f"`{ast.unparse(node)}` gives `{ast.unparse(target)}` a new value in every "
                "round. `+=` adds to it: the plus stands first."
            )


def _begins_with_plus(value: ast.expr) -> bool:
    """Return True for `+x`, `+x * y` and the like, as `=+` in place of `+=` makes them."""
    while isinstance(value, ast.BinOp):
        value = value.left
    match value:
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return not isinstance(operand, ast.Constant)
    return False


def _is_in_a_loop(node: ast.AST, definition: ast.FunctionDef) -> bool:
    loops = (each for each in ast.walk(definition) if isinstance(each, ast.For | ast.While))
    return any(each is node for loop in loops for each in ast.walk(loop))


def _comma_makes_a_tuple(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for a comma at the end of a line, as in `scores = Q @ K.T,`."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=[one]) as made) if (
            _begins_at(made, one) and isinstance(one, ast.Call | ast.BinOp)
        ):
            yield f"`{name}` is a tuple: the comma at the end of its line makes one."


def _comma_for_a_point(node: ast.AST, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `K,T` in place of `K.T`."""
    match node:
        case ast.Tuple(elts=[first, ast.Name(id="T")]) if _begins_at(node, first) and (
            array := _last_name(first)
        ):
            if not {"T"} & {*names_assigned(definition), *_arguments(definition)}:
                yield f"`{array},T` has a comma where `{array}.T` has a point."


def _begins_at(node: ast.Tuple, first: ast.expr) -> bool:
    """Return True for a tuple that has no brackets of its own."""
    return (node.lineno, node.col_offset) == (first.lineno, first.col_offset)


def _last_name(node: ast.expr) -> str:
    """Return the name at the end of a product, as `K` of `Q @ K`; "" if it ends in none."""
    while isinstance(node, ast.BinOp):
        node = node.right
    return node.id if isinstance(node, ast.Name) else ""


def _changes_and_gives_none(node: ast.AST, _: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `rows = rows.sort()` and the like."""
    match node:
        case ast.Return(value=ast.Call() as call) | ast.Assign(value=ast.Call() as call) if (
            changed := changed_by(call)
        ):
            yield (
                f"`{ast.unparse(call)}` changes `{changed}` and gives back None. It stands in "
                "a line of its own."
            )


def _arguments(definition: ast.FunctionDef) -> set[str]:
    return {each.arg for each in ast.walk(definition.args) if isinstance(each, ast.arg)}


def _list_not_filled(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if a list that comes back begins empty, and no loop adds to it.

    Each round gives its name to a pair, or shows a value with `print`.
    """
    returned = [
        node.value.id
        for node in ast.walk(definition)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Name)
    ]
    begun = [
        line.targets[0].id
        for line in definition.body
        if isinstance(line, ast.Assign)
        and isinstance(line.targets[0], ast.Name)
        and ast.unparse(line.value) in ("[]", "list()")
    ]
    loops = [node for node in ast.walk(definition) if isinstance(node, ast.For | ast.While)]
    inside = [node for loop in loops for line in loop.body for node in ast.walk(line)]
    for name in begun:
        count = sum(reads(node, name) for node in ast.walk(definition))
        if name not in returned or count != returned.count(name):  # read elsewhere
            continue
        stored = names_assigned(definition).count(name)
        for node in inside:
            match node:
                case ast.Assign(targets=[ast.Name(id=given)], value=ast.Tuple() as value) if (
                    given == name and stored == 2
                ):
                    yield (
                        f"`{name} = {ast.unparse(value)}` replaces the list in every round. "
                        f"`{name}.append(...)` adds to it."
                    )
                case ast.Expr(value=ast.Call(func=ast.Name(id="print"))) if stored == 1:
                    yield (
                        f"`print` shows a value and keeps nothing, so `{name}` stays empty. "
                        f"`{name}.append(...)` adds to it."
                    )


def _overwritten_below(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if what an `if` sets is set anew in the next line, whatever it was."""
    for node in ast.walk(definition):
        body = getattr(node, "body", [])
        for above, below in pairwise(body if isinstance(body, list) else []):
            match above, below:
                case (
                    ast.If(test=test, body=[*_, ast.Assign(targets=[inside])], orelse=[]),
                    ast.Assign(targets=[again], value=value),
                ) if ast.unparse(inside) == ast.unparse(again) not in ast.unparse(value):
                    yield (
                        f"The line `{ast.unparse(below)}` replaces what was set under "
                        f"`if {ast.unparse(test)}`, right above it. An `else` keeps the two apart."
                    )


def _matrices_exchanged(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if K is made with W_V and V with W_K, and both come back in that order."""
    arguments = [each.arg for each in definition.args.args if each.arg.startswith("W_")]
    made: dict[str, set[str]] = {}
    for node in ast.walk(definition):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if f"W_{name}" in arguments:
                read = {each.id for each in ast.walk(value) if isinstance(each, ast.Name)}
                made.setdefault(name, set()).update(read.intersection(arguments))
            case ast.Return(value=ast.Tuple(elts=parts)):
                back = [ast.unparse(part) for part in parts]
                for one, other in combinations(arguments, 2):
                    names = one.removeprefix("W_"), other.removeprefix("W_")
                    if (
                        made.get(names[0]) == {other}
                        and made.get(names[1]) == {one}
                        and [name for name in back if name in names] == [*names]
                    ):
                        yield f"`{names[0]}` is made with `{other}`, and `{names[1]}` with `{one}`."


def _compared_by_is(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for `m is True`, where `m` is an entry of what is gone through.

    Or where it chooses rows, as in `H[mask is True]`.
    """
    for node in ast.walk(definition):
        match node:
            case ast.Subscript(
                slice=ast.Compare(
                    left=ast.Name(id=name),
                    ops=[ast.Is()],
                    comparators=[ast.Constant(value=bool() as wanted)],
                ) as asked
            ):
                mask = name if wanted else f"~{name}"
                yield f"`{ast.unparse(asked)}` is False for any array: write `{mask}` in its place."
    loops = [node for node in ast.walk(definition) if isinstance(node, ast.For | ast.comprehension)]
    entries = {name for loop in loops for name in names_stored(loop.target)}
    calls = (node for node in ast.walk(definition) if isinstance(node, ast.Call))
    if any(is_call_of(call, ("tolist", "bool", "list")) for call in calls):  # Python's own True
        return
    if any(map(_lists_comparisons, ast.walk(definition))):  # these are Python's own, too
        return
    for node in ast.walk(definition):
        match node:
            case ast.Compare(
                left=(ast.Name() | ast.Subscript()) as entry,
                ops=[ast.Is()],
                comparators=[ast.Constant(value=bool() as wanted)],
            ) if isinstance(entry, ast.Subscript) or entry.id in entries:
                write = f"`if {ast.unparse(entry)}`" if wanted else f"`if not {ast.unparse(entry)}`"
                yield f"`{ast.unparse(node)}` is never so for an entry of an array: write {write}."


def _lists_comparisons(node: ast.AST) -> bool:
    """Return True where a list gets the result of a comparison, as in `row.append(j <= i)`."""
    match node:
        case ast.ListComp(elt=made) | ast.List(elts=[made, *_]):
            pass
        case ast.Call(func=ast.Attribute(attr="append"), args=[made]):
            return isinstance(made, ast.ListComp) or _is_truth(made)
        case _:
            return False
    return _is_truth(made)


def _is_truth(value: ast.expr) -> bool:
    is_not = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    is_constant = isinstance(value, ast.Constant) and isinstance(value.value, bool)
    return isinstance(value, ast.Compare | ast.BoolOp) or is_not or is_constant


def _compared_with_a_position(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if an entry is compared with what keeps a position, as `row[i] > best`."""
    for loop in ast.walk(definition):
        match loop:
            case ast.For(target=ast.Tuple(elts=[ast.Name(id=place), ast.Name(id=entry)])) if (
                is_call_of(loop.iter, ("enumerate",))
            ):
                pass
            case ast.For(target=ast.Name(id=place)) if is_call_of(loop.iter, ("range",)):
                entry = ""
            case _:
                continue
        for node in ast.walk(loop):
            match node:
                case ast.If(
                    test=ast.Compare(
                        left=left,
                        ops=[ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE()],
                        comparators=[right],
                    ) as test,
                    body=body,
                ):
                    pass
                case _:
                    continue
            for one, other in ((left, right), (right, left)):
                is_entry = (isinstance(one, ast.Name) and one.id == entry) or (
                    isinstance(one, ast.Subscript) and ast.unparse(one.slice) == place
                )
                lines = [ast.unparse(line) for line in body]
                if is_entry and isinstance(other, ast.Name) and f"{other.id} = {place}" in lines:
                    yield (
                        f"`{other.id}` gets a position, `{place}`, and `{ast.unparse(test)}` "
                        "compares an entry with it. Compare the two entries."
                    )


def _only_a_diagonal(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if `C[i, i]` are the only entries of new zeros that ever get a value."""
    stored: dict[str, list[ast.Assign | ast.AugAssign]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AugAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                for name in names_stored(target):
                    stored.setdefault(name, []).append(node)
    match definition.body[-1:]:
        case [ast.Return(value=ast.Name(id=back))]:
            pass
        case _:
            return
    match stored.get(back):
        case [ast.Assign(targets=[ast.Name()], value=made), line] if is_call_of(made, ("zeros",)):
            target = line.targets[0] if isinstance(line, ast.Assign) else line.target
            match target:
                case ast.Subscript(slice=ast.Tuple(elts=[ast.Name(id=row), ast.Name(id=column)])):
                    if row == column:
                        yield (
                            f"Only the entries `{ast.unparse(target)}` get a value, those on the "
                            "diagonal."
                        )


def one_answer(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if every `return` gives True, or every one False."""
    returns = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    answers = [each.value if isinstance(each, ast.Constant) else None for each in returns]
    for answer in (True, False):
        if returns and all(each is answer for each in answers):
            which = "The only" if len(returns) == 1 else "Every"
            yield f"{which} `return` gives {answer}; no line returns {not answer}."


def returned_twice(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if one result comes back twice, and a variable never does."""
    names = [node.id for node in ast.walk(definition) if isinstance(node, ast.Name)]
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    match returns:
        case [ast.Return(value=ast.Tuple(elts=parts)) as line]:
            back = [ast.unparse(part) for part in parts if not isinstance(part, ast.Constant)]
            twice = [text for text in back if back.count(text) > 1]
            assigned = [node for node in ast.walk(definition) if isinstance(node, ast.Assign)]
            stored = [name for node in assigned for name in names_stored(node.targets[0])]
            for name in stored if twice else ():
                if names.count(name) == 1 and not name.startswith("_"):
                    yield (
                        f"`{ast.unparse(line)}` gives `{twice[0]}` back twice, and `{name}` is "
                        "computed and never used."
                    )


_OF_A_NODE = (
    _row_of_all_rows,
    _first_place_is_minus_one,
    _plus_before_the_value,
    _comma_makes_a_tuple,
    _comma_for_a_point,
    first_round_returns,
    first_round_breaks,
    _changes_and_gives_none,
    *NUMPY_CALLS,
)
_OF_A_FUNCTION = (
    _of_a_power,
    shifted_wrongly,
    other_base,
    root_of_a_root,
    one_array,
    one_array_in_a_list,
    _compared_by_is,
    tuple_as_rows,
    _matrices_exchanged,
    in_running_maximum,
    ended_by_the_first,
    _compared_with_a_position,
    _only_a_diagonal,
    in_accumulators,
    halved_in_a_loop,
    last_round,
    _overwritten_below,
    _list_not_filled,
)
_MAY_BE_RIGHT = {
    _row_of_all_rows,
    _first_place_is_minus_one,
    shifted_wrongly,
    other_base,
    root_of_a_root,
    in_running_maximum,
    last_round,
}
