"""Faults of a wrong answer that its own code shows, whatever values it gave.

A known mistake is recognised by what an answer gave, and two mistakes may give the same. What is
said here is read from the code, and from the variables at the line that raised an error.
"""

import ast
import inspect
import linecache
import re
from collections.abc import Iterator, Sequence
from types import FrameType, FunctionType
from typing import Any

import numpy as np

from course.check.errors import frame_of_answer, said
from course.check.learners_code import tree_of

_ZEROS = ("zeros", "zeros_like")
_OF_A_METHOD = re.compile(r"builtin_function_or_method|is neither a vector nor a matrix")
_MISFIT = re.compile(r"^could not broadcast input array from shape (\(.*\)) into shape (\(.*\))")
_LARGEST = {"max": "maximum", "min": "minimum"}


def fault(answer: Any, error: BaseException | None, parameters: Sequence[str]) -> str:
    """Return a sentence on a fault that the code of the answer shows; "" if it shows none.

    `error` is what ended the failing call, if anything did, and `parameters` the names of the
    arguments in the order in which the task gives them.
    """
    if not isinstance(answer, FunctionType):
        return ""
    definition = next(
        (node for node in ast.walk(tree_of(answer)) if isinstance(node, ast.FunctionDef)), None
    )
    found = list(_in_arguments(answer, error, parameters))
    if definition is not None:
        found += _in_code(definition)
        if error is None:
            found += _returned_twice(definition)
    if error is not None and (place := frame_of_answer(error, answer)):
        found += _at_line(*place, error)
    return found[0] if found else ""


def not_raised(answer: Any) -> str:
    """Return a sentence on why a function raised no error; "" if its code does not show it."""
    tree = tree_of(answer) if isinstance(answer, FunctionType) else ast.Module([], [])
    for node in ast.walk(tree):
        block = getattr(node, "body", []) if isinstance(node, ast.stmt) else []
        for place, line in enumerate(block):
            if isinstance(line, ast.Return) and any(map(_raises, block[place + 1 :])):
                return f"The lines below `{ast.unparse(line)}` never run. The `raise` is there."
    prints = any(_calls(getattr(node, "value", None), ("print",)) for node in ast.walk(tree))
    if prints and not _raises(tree):
        return "`print` shows a text, and that is no error. `raise` makes one."
    return ""


def _raises(tree: ast.AST) -> bool:
    """Return True if an error is raised or asserted there, other than that of a stub."""
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Raise) and "NotImplemented" not in ast.unparse(node))
        for node in ast.walk(tree)
    )


def given_back(answer: Any) -> str:
    """Return the variable that the only `return`, in the last line, gives back; "" if none does."""
    tree = tree_of(answer)
    returns = sum(isinstance(node, ast.Return) for node in ast.walk(tree))
    match next((node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), None):
        case ast.FunctionDef(body=[*_, ast.Return(value=ast.Name(id=name))]) if returns == 1:
            return name
    return ""


def taken_for_several(answer: Any, error: BaseException | None) -> str:
    """Return a sentence on a place in an array that has no room for what was put there; or ""."""
    words = said(error) if error is not None else ""
    misfit = _MISFIT.search(words)
    if not misfit and "setting an array element with a sequence" not in words:
        return ""
    place = frame_of_answer(error, answer) if error is not None else None
    statement = _statement(*place) if place else None
    if place is None or not isinstance(statement, ast.Assign | ast.AugAssign):
        return ""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        array = _value_of(target.value, place[0]) if isinstance(target, ast.Subscript) else None
        if isinstance(target, ast.Subscript) and isinstance(array, np.ndarray):
            name = ast.unparse(target.value)
            if misfit and len(targets) > 1:  # either may be the one that has no room
                return ""
            if misfit:
                return (
                    f"`{ast.unparse(target)}` is a place of shape {misfit[2]}, since `{name}` is "
                    f"{array.shape}; what is put there has the shape {misfit[1]}."
                )
            indices = _indices(target)
            if len(indices) != array.ndim or any(isinstance(i, ast.Slice) for i in indices):
                continue
            where = f"`{ast.unparse(target)}` is a place for one number, since `{name}` is"
            return f"{where} {array.shape}; several numbers were put there."
    return ""


def _in_arguments(
    answer: FunctionType, error: BaseException | None, parameters: Sequence[str]
) -> Iterator[str]:
    own = list(inspect.signature(answer).parameters)
    if own != list(parameters) and sorted(own) == sorted(parameters):
        yield (
            "The arguments in the first line of your function stand in another order. The task "
            f"gives them as ({', '.join(parameters)})."
        )
    text = said(error) if isinstance(error, TypeError) else ""
    if text.startswith(f"{answer.__name__}() missing 1 required positional argument: "):
        name = text.rsplit(" ", 1)[1].strip("'")
        if name in parameters:
            yield (
                f"Your function is also called without `{name}`: keep its default value in the "
                "first line."
            )


def _in_code(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each fault that does not depend on any value."""
    for node in ast.walk(definition):
        match node:
            case ast.Subscript(
                value=ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=None)) as inner
            ) if isinstance(node.ctx, ast.Load):
                name, index = ast.unparse(inner.value), ast.unparse(node.slice)
                yield (
                    f"`{ast.unparse(node)}` is row `{index}`: `{name}[:]` is all of `{name}` once "
                    f"more. A column is `{name}[:, {index}]`."
                )
            case ast.BinOp(op=ast.Div(), left=ast.BinOp() as left, right=ast.Constant(value=2)) if (
                power := _first_power(left)
            ):
                base = ast.unparse(power.left)
                yield (
                    f"`{base} ** 1 / 2` is no root: the power is taken first. A root is "
                    f"`{base} ** 0.5`."
                )
            case ast.For(body=body) | ast.While(body=body) if isinstance(body[-1], ast.Return):
                head = ast.unparse(node).split("\n")[0].rstrip(":")
                if not _may_go_on(body):
                    yield (
                        f"`return` stands inside the loop `{head}`, so the first round ends the "
                        "function. Indent it less."
                    )
    yield from _in_accumulators(definition)


def _returned_twice(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if one variable comes back twice, and another never does."""
    names = [node.id for node in ast.walk(definition) if isinstance(node, ast.Name)]
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    match returns:
        case [ast.Return(value=ast.Tuple(elts=parts)) as line]:
            back = [part.id for part in parts if isinstance(part, ast.Name)]
            twice = [name for name in back if back.count(name) > 1]
            if len(back) == len(parts) and twice:
                for node in ast.walk(definition):
                    match node:
                        case ast.Assign(targets=[ast.Name(id=name)]) if names.count(name) == 1:
                            yield (
                                f"`{ast.unparse(line)}` gives `{twice[0]}` back twice, and "
                                f"`{name}` is computed and never used."
                            )


def _first_power(left: ast.BinOp) -> ast.BinOp | None:
    """Return `x ** 1` if that stands last in what is divided; None if it does not."""
    node = left if isinstance(left.op, ast.Pow) else left.right
    match node:
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=1)):
            return node
    return None


def _may_go_on(body: list[ast.stmt]) -> bool:
    """Return True if a round of the loop may end before its last line."""
    nodes = (node for each in body for node in ast.walk(each))
    return any(isinstance(node, ast.Continue | ast.Break) for node in nodes)


def _in_accumulators(definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence for each variable that is begun and then never gets anywhere."""
    stored: dict[str, list[ast.stmt]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in _names_stored(target):
                    stored.setdefault(name, []).append(node)
        elif isinstance(node, ast.For | ast.comprehension | ast.NamedExpr):
            for name in _names_stored(node.target):
                stored.setdefault(name, []).append(ast.Pass())
    for name, nodes in stored.items():
        begun, *later = sorted(nodes, key=lambda node: getattr(node, "lineno", 0))
        if not isinstance(begun, ast.Assign) or len(begun.targets) != 1:
            continue
        value = begun.value if isinstance(begun.targets[0], ast.Name) else None
        if _calls(value, ("empty", "empty_like")) and later and _only(later, ast.Add, ast.Sub):
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
        elif isinstance(value, ast.Constant) and not later and _is_only_returned(definition, name):
            yield f"`{name}` never changes after the line `{ast.unparse(begun)}`."


def _names_stored(target: ast.expr) -> Iterator[str]:
    """Yield the names that a target gives a value to, or a part of one."""
    if isinstance(target, ast.Tuple | ast.List):
        for each in target.elts:
            yield from _names_stored(each)
        return
    while isinstance(target, ast.Subscript | ast.Attribute | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def _calls(value: ast.expr | None, names: tuple[str, ...]) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in names
    return False


def _is_zero(value: ast.expr | None) -> bool:
    is_number = isinstance(value, ast.Constant) and type(value.value) in (int, float)
    return _calls(value, _ZEROS) or (is_number and value.value == 0)  # type: ignore[union-attr]


def _only(nodes: list[ast.stmt], *kinds: type[ast.operator]) -> bool:
    return all(isinstance(node, ast.AugAssign) and isinstance(node.op, kinds) for node in nodes)


def _is_overwritten(definition: ast.FunctionDef, name: str, later: list[ast.stmt]) -> bool:
    """Return True if a name is only ever computed anew in a loop that does not read it."""
    if len(later) != 1:
        return False
    match later[0]:
        case ast.Assign(targets=[ast.Name()], value=ast.BinOp() | ast.UnaryOp()):
            loops = [node for node in ast.walk(definition) if isinstance(node, ast.For)]
            around = [loop for loop in loops if later[0] in ast.walk(loop)]
            return bool(around) and not any(_reads(n, name) for n in ast.walk(around[0]))
    return False


def _is_only_returned(definition: ast.FunctionDef, name: str) -> bool:
    """Return True if the name is read in a `return`, and nowhere else."""
    returns = [node for node in ast.walk(definition) if isinstance(node, ast.Return)]
    returned = [n for each in returns for n in ast.walk(each) if _reads(n, name)]
    return bool(returned) and len(returned) == sum(_reads(n, name) for n in ast.walk(definition))


def _reads(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _at_line(frame: FrameType, line: int, error: BaseException) -> Iterator[str]:
    """Yield a sentence for each fault of the line that raised the error."""
    statement = _statement(frame, line)
    if statement is None:
        return
    for node in ast.walk(statement):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[_, second]
            ) if name in _LARGEST and isinstance(error, TypeError):
                if not isinstance(second, ast.Constant | ast.Tuple):
                    yield (
                        f"The second argument of `np.{name}` is an axis. Of two numbers, "
                        f"`{name}(a, b)` takes one, and `np.{_LARGEST[name]}(a, b)` compares "
                        "entry by entry."
                    )
            case ast.Call(func=ast.Name(id=name), args=[compared]) if name in _LARGEST:
                if "truth value" in said(error) and _is_matrix(_value_of(compared, frame)):
                    yield (
                        f"Python's own `{name}` compares whole rows of a matrix: `np.{name}` takes "
                        "an axis."
                    )
            case ast.Subscript() if isinstance(error, IndexError):
                yield from _past_the_end(node, frame, line)
            case ast.BinOp(left=left, right=right):
                yield from _uncalled(left, frame)
                yield from _uncalled(right, frame)
                if "inner sizes" in said(error):
                    yield from _turned_twice(left, frame, line)
                    yield from _turned_twice(right, frame, line)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="np"), attr="inner"), args=arguments
            ) if "`np.inner` takes rows" in said(error) and any(map(_is_turned, arguments)):
                yield "`np.inner` takes the rows of both arrays. It needs no transpose."
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np")), args=arguments) if (
                _OF_A_METHOD.search(said(error))
            ):
                for argument in arguments:
                    yield from _uncalled(argument, frame)


def _uncalled(node: ast.expr, frame: FrameType) -> Iterator[str]:
    """Yield a sentence if a method of an array stands without brackets, as in `K.transpose`."""
    match node:
        case ast.Attribute(value=array, attr=name) if callable(getattr(np.ndarray, name, None)):
            if isinstance(_value_of(array, frame), np.ndarray):
                text = ast.unparse(node)
                yield f"`{text}` without round brackets is the method itself: write `{text}()`."


def _is_turned(node: ast.expr) -> bool:
    """Return True for `A.T`, `A.transpose()` and `np.transpose(A)`."""
    return (isinstance(node, ast.Attribute) and node.attr == "T") or _calls(node, ("transpose",))


def _turned_twice(node: ast.expr, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if `A.T` stands after a line `A = A.T`, or is turned once more itself."""
    match node:
        case ast.Attribute(attr="T", value=inner) if _is_turned(inner):
            yield f"`{ast.unparse(node)}` is transposed twice, which changes nothing."
        case ast.Attribute(attr="T", value=ast.Name(id=name)):
            for each in ast.walk(_cell(frame)):
                match each:
                    case ast.Assign(
                        targets=[ast.Name(id=stored)],
                        value=ast.Attribute(attr="T", value=ast.Name(id=read)),
                    ) if stored == read == name and _is_before(each, frame, line):
                        yield (
                            f"`{name}` is transposed twice: in the line `{ast.unparse(each)}`, and "
                            f"again in `{ast.unparse(node)}`."
                        )


def _is_before(node: ast.stmt, frame: FrameType, line: int) -> bool:
    """Return True for a statement above the line, in the same function."""
    return frame.f_code.co_firstlineno < node.lineno < line


def _is_matrix(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim > 1


def _past_the_end(node: ast.Subscript, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if an index is a loop's variable that has run past the end of an axis."""
    array = _value_of(node.value, frame)
    indices = _indices(node)
    for index in indices:
        match index:
            case ast.BinOp(left=ast.Call() as found, op=ast.Add(), right=ast.Constant(value=1)):
                if _calls(found, ("argmax", "argmin", "index")):
                    yield (
                        f"`{ast.unparse(index)}` is one place further than "
                        f"`{ast.unparse(found)}`. Both count from 0."
                    )
    if not isinstance(array, np.ndarray | list) or not indices:
        return
    shape = array.shape if isinstance(array, np.ndarray) else (len(array),)
    kinds = {1: ("entry",), 2: ("row", "column")}.get(len(shape))
    if kinds is None or len(indices) > len(shape):
        return
    for index, size, kind in zip(indices, shape, kinds, strict=False):
        if not isinstance(index, ast.Name):
            continue
        number, counted = frame.f_locals.get(index.id), _range_of(index.id, frame, line)
        if counted and type(number) is int and number >= size:
            several = {"entry": "entries"}.get(kind, f"{kind}s")
            yield (
                f"`{index.id}` runs over `{counted}`, and has come to {number}. In "
                f"`{ast.unparse(node)}` it is the number of {'an' if kind == 'entry' else 'a'} "
                f"{kind}, and `{ast.unparse(node.value)}` has {size} "
                f"{kind if size == 1 else several}, counted from 0."
            )


def _range_of(name: str, frame: FrameType, line: int) -> str:
    """Return the `range(...)` that the variable counts, of the loop around a line; "" if none."""
    for node in ast.walk(_cell(frame)):
        match node:
            case ast.For(
                target=ast.Name(id=variable), iter=ast.Call(func=ast.Name(id="range"))
            ) if variable == name and node.lineno <= line <= (node.end_lineno or 0):
                return ast.unparse(node.iter)
            case ast.ListComp(generators=loops) | ast.GeneratorExp(generators=loops) if (
                node.lineno <= line <= (node.end_lineno or 0)
            ):
                for loop in loops:
                    if isinstance(loop.target, ast.Name) and loop.target.id == name:
                        return ast.unparse(loop.iter) if _calls(loop.iter, ("range",)) else ""
    return ""


def _cell(frame: FrameType) -> ast.Module:
    try:
        return ast.parse("".join(linecache.getlines(frame.f_code.co_filename)))
    except SyntaxError:  # a magic
        return ast.Module(body=[], type_ignores=[])


def _statement(frame: FrameType, line: int) -> ast.stmt | None:
    """Return the innermost statement of the frame's cell that stands in this line."""
    found = [
        node
        for node in ast.walk(_cell(frame))
        if isinstance(node, ast.stmt)
        and node.lineno <= line <= (node.end_lineno or 0)
        and not isinstance(node, ast.FunctionDef | ast.For | ast.While | ast.If | ast.With)
    ]
    return found[-1] if found else None


def _value_of(node: ast.expr, frame: FrameType) -> Any:
    return frame.f_locals.get(node.id) if isinstance(node, ast.Name) else None


def _indices(node: ast.Subscript) -> list[ast.expr]:
    """Return the indices between the brackets, one for each axis; none if `...` is among them."""
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    is_plain = all(
        not isinstance(each, ast.Constant) or type(each.value) is int for each in indices
    )
    return list(indices) if is_plain else []
