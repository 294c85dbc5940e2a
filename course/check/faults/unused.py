"""Arguments and results that the code of a function does not use, or uses in part."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import chain
from types import FunctionType
from typing import Any

from course.check.faults.syntax_tree import arguments_of, names_in, reads, targets_of
from course.check.learners_code import definition_of, names_assigned, values_given

_HAS_SEED = re.compile(r"^np\.random\.default_rng\(\w+\)$")


def unused_name(function: Any) -> str:
    """Return a sentence on an argument or a value that the function never uses, "" if none.

    An argument of which only the size is used counts as one, if there are others. A name with an
    underscore first, or one of several that are assigned together, may stay unused.
    """
    definition = definition_of(function)
    if definition is None:
        return ""
    used = _names_used(definition)
    arguments = arguments_of(definition)
    for argument in arguments:
        if argument not in used:
            return f"Your function never uses its argument `{argument}`."
        if len(arguments) > 1 and _is_only_measured(definition, argument):
            return f"Your function uses the size of `{argument}` alone, and none of its entries."
        if _is_only_asked_for_none(definition, argument):
            return f"Your function asks whether `{argument}` is None, and uses it nowhere else."
    if sentence := replaced_argument(function) or unused_result(function):
        return sentence
    for argument in [*arguments, *_products(definition)] if len(arguments) > 1 else ():
        if part := _only_part(definition, argument):
            what = "its argument " if argument in arguments else ""
            return f"Of {what}`{argument}`, your function uses `{part}` alone."
    return _unused_of_pairs(definition) or _overwritten(definition)


def replaced_argument(function: Any) -> str:
    """Return a sentence on an argument that gets another value before anything reads it, or "".

    Not where it is drawn anew: it may be that the task asks for it. A generator with a seed is not.
    """
    definition = definition_of(function)
    if definition is None:
        return ""
    unread = {*arguments_of(definition)}
    for line in definition.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in unread - names_in(
                value
            ) and (_HAS_SEED.search(ast.unparse(value)) or "random" not in ast.unparse(value)):
                return (
                    f"`{ast.unparse(line)}` replaces the argument: whatever the call gives as "
                    f"`{name}` has no effect."
                )
        unread -= names_in(line) - _given_a_default(line)
    return ""


def _unused_of_pairs(definition: ast.FunctionDef) -> str:
    """Return a sentence on a name of `for w, g in zip(A, B)` that nothing inside uses; or ""."""
    for node in ast.walk(definition):
        match node:
            case ast.For(target=ast.Tuple(elts=names), iter=rows, body=lines):
                inside: list[ast.AST] = list(lines)
            case ast.ListComp(
                elt=made,
                generators=[ast.comprehension(target=ast.Tuple(elts=names), iter=rows, ifs=tests)],
            ):
                inside = [made, *tests]
            case _:
                continue
        used = set[str]().union(*map(names_in, inside))
        for name in names:
            is_left = isinstance(name, ast.Name) and not (name.id in used or name.id[0] == "_")
            if is_left and ast.unparse(rows).startswith("zip("):
                head = f"for {', '.join(map(ast.unparse, names))} in {ast.unparse(rows)}"
                return f"`{ast.unparse(name)}` of `{head}` is never used."
    return ""


def _overwritten(definition: ast.FunctionDef) -> str:
    """Return a sentence on a computed value that was lost, as its name got another; or "".

    What is made of all that the first value was made of may be the same once more.
    """
    if any(isinstance(node, ast.Lambda | ast.FunctionDef) for node in _below(definition)):
        return ""  # what is defined inside may read a name at any time
    unread: dict[str, ast.expr] = {}
    made_of: dict[str, set[str]] = {}
    for line in definition.body:
        for node in ast.walk(line):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                unread.pop(node.id, None)
            elif isinstance(node, ast.AugAssign):
                unread.pop(_root(node), None)
        given = dict(values_given(line))
        parts = {name: _made_of(value, made_of) for name, value in given.items()}
        for name in names_assigned(line):
            before = unread.pop(name, None)
            if name in given and before is not None and made_of[name] - parts[name]:
                return (
                    f"`{name}` gets a new value before its first, `{ast.unparse(before)}`, is used."
                )
            made_of.pop(name, None)
        made_of |= parts
        unread |= {
            name: value
            for name, value in given.items()
            if isinstance(value, ast.BinOp | ast.Call) and not _is_new(value)
        }
    return ""


def _made_of(value: ast.expr, made_of: Mapping[str, set[str]]) -> set[str]:
    """Return the names that a value is made of in the end: other variables by what made them."""
    return set[str]().union(*(made_of.get(name, {name}) for name in names_in(value)))


def _below(definition: ast.FunctionDef) -> Iterator[ast.AST]:
    for line in definition.body:
        yield from ast.walk(line)


def _given_a_default(line: ast.stmt) -> set[str]:
    """Return the name that `if x is None:` gives a value to, if those lines do nothing else."""
    match line:
        case ast.If(
            test=ast.Compare(left=ast.Name(id=asked), ops=[ast.Is()]),
            body=[ast.Assign(targets=[ast.Name(id=name)])],
            orelse=[],
        ) if asked == name:
            return {name}
    return set()


def _is_only_asked_for_none(definition: ast.FunctionDef, argument: str) -> bool:
    """Return True if the argument is read in `... is None` and nowhere else."""
    asked = {
        node.left
        for node in ast.walk(definition)
        if isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.Is | ast.IsNot)
        and ast.unparse(node.comparators[0]) == "None"
    }
    return all(node in asked for node in ast.walk(definition) if reads(node, argument))


def _only_part(definition: ast.FunctionDef, argument: str) -> str:
    """Return the one entry or row that is read of an argument, as `Q[0]`; "" if there is more."""
    parts = {
        node.value: ast.unparse(node)
        for node in ast.walk(definition)
        if isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.slice, ast.Constant)
        and type(node.slice.value) is int
    }
    read = {parts.get(node, "") for node in ast.walk(definition) if reads(node, argument)}
    return read.pop() if len(read) == 1 else ""


def _products(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield the variables that are one matrix product each, given once."""
    given = [pair for line in definition.body for pair in values_given(line)]
    stored = names_assigned(definition)
    for name, value in given:
        is_product = isinstance(value, ast.BinOp) and isinstance(value.op, ast.MatMult)
        if is_product and stored.count(name) == 1:
            yield name


def _is_only_measured(definition: ast.FunctionDef, argument: str) -> bool:
    """Return True if the argument stands in `len(...)`, or before `.shape` or `.size`, only."""
    measured = set()
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as name]):
                measured.add(name)
            case ast.Attribute(value=ast.Name() as name, attr="shape" | "size"):
                measured.add(name)
    nodes = (node for node in ast.walk(definition) if isinstance(node, ast.Name))
    return all(node in measured for node in nodes if node.id == argument)


def unused_result(function: Any) -> str:
    """Return a sentence on a value that the function assigns and never uses, "" if none."""
    definition = definition_of(function)
    if definition is None:
        return ""
    used, read = _names_used(definition), _names_read(definition)
    assigned: dict[str, list[ast.expr]] = {}
    for node in ast.walk(definition):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name != "_":
                if name not in used and not _is_left_to_a_call(definition, value):
                    return f"`{name}` is computed and never used."
                assigned.setdefault(name, []).append(value)
            case ast.For(target=ast.Name(id=name), iter=rows) if (
                name not in used
                and not name.startswith("_")
                and _is_gone_through(rows)
                and not _goes_on_by_hand(node)
            ):
                head = f"for {name} in {ast.unparse(rows)}"
                return f"No line in the loop `{head}` uses `{name}`: every round is the same."
    for name, values in assigned.items():  # a new array or number that is only ever changed
        if name not in read and all(map(_is_new, values)):
            return f"`{name}` is computed and never used."
        if _is_used_by_itself_alone(definition, name):
            return f"Only the lines that change `{name}` use it: nothing that comes back does."
    return _unused_together(definition, used)


def never_run_on_changed(function: Any) -> str:
    """Return a sentence if a function that is given is not run on anything changed; "" if it is.

    It is run on a copy that no line changes; or on an argument alone, and another function of the
    notebook on what was made inside.
    """
    definition = definition_of(function)
    if definition is None:
        return ""
    arguments = {*arguments_of(definition)}
    calls = [
        (node.func.id, [each.id for each in node.args if isinstance(each, ast.Name)], node)
        for node in ast.walk(definition)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
    ]
    runs = [(name, given, call) for name, given, call in calls if name in arguments]
    handed = {id(each) for _, _, call in runs for each in call.args}
    stored = names_assigned(definition)
    for copy, value in chain.from_iterable(map(values_given, ast.walk(definition))):
        array = _copied(value)
        if array not in arguments or stored.count(copy) != 1:
            continue
        is_run = any(given == [array] for _, given, _ in runs)
        places = [node for node in ast.walk(definition) if reads(node, copy)]
        if is_run and places and all(id(place) in handed for place in places):
            return f"`{copy}` is a copy of `{array}`, and no line changes it."
    if len(runs) != 1 or not set(runs[0][1]) <= arguments:
        return ""
    for name, given, call in calls:
        is_own = isinstance(getattr(function, "__globals__", {}).get(name), FunctionType)
        is_made_inside = len(given) == len(call.args) and set(given) <= set(stored) - arguments
        if is_own and is_made_inside:
            ran = ast.unparse(runs[0][2])
            return f"`{runs[0][0]}` runs in `{ran}` alone; on `{given[0]}`, `{name}` runs."
    return ""


def _copied(value: ast.expr) -> str:
    """Return the name of the array that `X.copy()`, `X.astype(float)` or `np.array(X)` copies."""
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=how), args=arrays):
            array = arrays[0] if arrays and how in ("array", "copy") else None
            return array.id if isinstance(array, ast.Name) else ""
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy" | "astype")):
            return name
    return ""


def _is_left_to_a_call(definition: ast.FunctionDef, value: ast.expr) -> bool:
    """Return True if a function gets all arguments that a value is made of, two or more.

    The line was written before, and the function that is called does its work: where `attention`
    gets Q and K, nothing needs `scores = Q @ K.T`.
    """
    arguments = {*arguments_of(definition)}
    made_of = names_in(value) & arguments
    handed_over = (
        set[str]().union(*map(names_in, node.args))
        for node in ast.walk(definition)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1
    )
    return len(made_of) > 1 and any(made_of <= names for names in handed_over)


def _goes_on_by_hand(loop: ast.For) -> bool:
    """Return True if rounds differ by a count of the loop's own, as `i += 1`, or by `next`."""
    lines = [node for node in ast.walk(loop) if isinstance(node, ast.Assign | ast.AugAssign)]
    targets = [target for line in lines for target in targets_of(line)]
    changed = {target.id for target in targets if isinstance(target, ast.Name)}
    for node in ast.walk(loop):
        match node:
            case ast.Subscript(slice=index) if changed & names_in(index):
                return True
            case ast.Call(func=ast.Name(id="next") | ast.Attribute(attr="pop")):
                return True
    return False


def _is_gone_through(rows: ast.expr) -> bool:
    """Return True for a name, and for `range` of the size of an array."""
    match rows:
        case ast.Name():
            return True
        case ast.Call(func=ast.Name(id="range"), args=[ast.Call(func=ast.Name(id="len"))]):
            return True
        case ast.Call(
            func=ast.Name(id="range"), args=[ast.Subscript(value=ast.Attribute(attr="shape"))]
        ):
            return True
    return False


def _unused_together(definition: ast.FunctionDef, used: set[str]) -> str:
    """Return a sentence on the values of one line, as in `up, down = A, B`, if none is used."""
    for node in ast.walk(definition):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Tuple()):
                names = [part.id for part in parts if isinstance(part, ast.Name)]
                if len(names) == len(parts) > 1 and not used & {*names, "_"}:
                    *first, last = (f"`{name}`" for name in names)
                    return f"{', '.join(first)} and {last} are computed and never used."
    return ""


def _is_used_by_itself_alone(definition: ast.FunctionDef, name: str) -> bool:
    """Return True if the name is read, and only in lines that give a new value to it alone.

    Not in a function without a `return`, where that is all there is to say.
    """
    if not any(isinstance(node, ast.Return) for node in ast.walk(definition)):
        return False
    own = [
        node
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == [name]
    ]
    inside = {id(each) for line in own for each in ast.walk(line)}
    places = [node for node in ast.walk(definition) if reads(node, name)]
    return bool(places) and all(id(place) in inside for place in places)


def _names_read(definition: ast.FunctionDef) -> set[str]:
    """Return the names whose value is read, other than to change the value itself."""
    nodes = list(ast.walk(definition))
    changed = [
        target
        for node in nodes
        if isinstance(node, ast.Assign | ast.AugAssign)
        for target in targets_of(node)
    ]
    roots = {id(_innermost(target)) for target in changed}
    names = (node for node in nodes if isinstance(node, ast.Name) and id(node) not in roots)
    return {name.id for name in names if isinstance(name.ctx, ast.Load)}


def _is_new(value: ast.expr) -> bool:
    """Return True for a number, and for an array that shares its numbers with no other."""
    match value:
        case ast.Call(func=ast.Attribute(attr="copy"), args=[], keywords=[]):
            return True
        case ast.Call(func=ast.Attribute(attr="astype"), args=[_], keywords=[]):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name)):
            return name.removesuffix("_like") in ("zeros", "ones", "empty", "full", "copy")
    return isinstance(value, ast.Constant)


def _names_used(definition: ast.FunctionDef) -> set[str]:
    names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
    used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    return used | {_root(node) for node in ast.walk(definition) if isinstance(node, ast.AugAssign)}


def _root(node: ast.AugAssign) -> str:
    """Return the name that `x += 1` or `x[0] += 1` changes."""
    target = _innermost(node.target)
    return target.id if isinstance(target, ast.Name) else ""


def _innermost(target: ast.AST) -> ast.AST:
    """Return what stands before the brackets and points of a target: `x` of `x.a[0]`."""
    while isinstance(target, (ast.Subscript, ast.Attribute)):
        target = target.value
    return target
