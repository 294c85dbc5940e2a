"""Faults of the line that an error was raised in, with the values that it had there."""

import ast
import re
from collections.abc import Iterator
from difflib import get_close_matches
from types import FrameType, FunctionType
from typing import Any, NamedTuple

import numpy as np

from course.check.errors import plain_text
from course.check.faults.calls import part_of, star_without_a_comma
from course.check.faults.products import (
    is_matrix,
    is_transposed,
    one_side_transposed,
    row_of_transposed,
    transposed_twice,
)
from course.check.faults.syntax_tree import (
    indices_of,
    is_before,
    is_call_of,
    names_stored,
    sizes_from,
    typed_sizes,
    without_brackets,
)
from course.check.frames import cell_of, statement_at, value_of
from course.check.learners_code import names_assigned
from course.check.numbers import in_full

_COLUMNS = re.compile(r"(\w+)\.shape\[1\]")
_METHOD_ITSELF = re.compile(r"builtin_function_or_method|is neither a vector nor a matrix")
_PAST_THE_END = re.compile(r"index (\d+) is out of bounds for axis (\d+) with size (\d+)")
_NO_VALUE = re.compile(r"cannot access local variable '(\w+)'")
_BY_ENTRY = {"max": "maximum", "min": "minimum"}


class Raised(NamedTuple):
    """An error, its text in plain words, and the line that raised it."""

    error: BaseException
    text: str
    frame: FrameType
    line: int


def at_line(frame: FrameType, line: int, error: BaseException) -> Iterator[str]:
    """Yield a sentence for each fault of the line that raised the error."""
    statement = statement_at(frame, line)
    if statement is None:
        return
    raised = Raised(error, plain_text(error), frame, line)
    yield from _given_under_an_if(frame, error)
    yield from _matrix_for_a_number(statement, raised)
    for node in ast.walk(statement):
        for of_a_node in _OF_A_NODE:
            yield from of_a_node(node, raised)


def _matrix_for_a_number(statement: ast.stmt, raised: Raised) -> Iterator[str]:
    """Yield a sentence for `A[i, j] = np.outer(...)`."""
    match statement:
        case ast.Assign(
            targets=[ast.Subscript() as place],
            value=ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr="outer")),
        ) if raised.text.startswith("setting an array element"):
            yield (
                f"`np.outer` multiplies every number by every number, and gives a matrix of these. "
                f"`{ast.unparse(place)}` is the place of one number."
            )


def _star(node: ast.AST, raised: Raised) -> Iterator[str]:
    if isinstance(node, ast.Call):
        yield from star_without_a_comma(node, raised.frame)


def _number_for_an_axis(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for `np.max(a, b)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=name), args=[_, second]) if (
            name in _BY_ENTRY and isinstance(raised.error, TypeError)
        ):
            if not isinstance(second, ast.Constant | ast.Tuple):
                yield (
                    f"The second argument of `np.{name}` is an axis. Of two numbers, "
                    f"`{name}(a, b)` takes one, and `np.{_BY_ENTRY[name]}(a, b)` compares "
                    "entry by entry."
                )


def _typed_sizes(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for a `reshape` into typed sizes that another input does not fit."""
    match node:
        case ast.Call(func=ast.Attribute(attr="reshape"), args=sizes) if (
            typed := typed_sizes(without_brackets(sizes))
        ) and raised.text.endswith(f"into shape {_as_numpy_writes(typed)}"):
            yield (
                f"The sizes in `{ast.unparse(node)}` are typed numbers, and fit one input "
                "alone. Take them from the input; -1 stands for the one that follows."
            )


def _of_a_key(node: ast.AST, raised: Raised) -> Iterator[str]:
    if isinstance(node, ast.Subscript) and isinstance(raised.error, KeyError):
        yield from _nearly_a_key(node.value, raised.frame, raised.error)


def _of_an_index(node: ast.AST, raised: Raised) -> Iterator[str]:
    if isinstance(node, ast.Subscript) and isinstance(raised.error, IndexError):
        yield from _past_the_end(node, raised)
        yield from _number_as_position(node, raised.frame, raised.line)
        if raised.text.startswith("too many indices"):
            yield from _of_a_part(node, raised.frame)
            yield from _made_like_another(node, raised.frame, raised.line)


def _rows_for_a_column(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for `A[:j]`, meant as `A[:, j]`, where `j` goes through the columns.

    Where it goes through those of another array, as in `A[:, k]` and `B[:k]`, a row is meant.
    """
    match node:
        case ast.Subscript(slice=ast.Slice(lower=None, upper=ast.Name(id=name), step=None)) if (
            not isinstance(raised.error, KeyError | IndexError)
            and (counted := _COLUMNS.search(_range_of(name, raised.frame, raised.line)))
            and is_matrix(array := value_of(node.value, raised.frame))
        ):
            written = ast.unparse(node.value)
            others: Any = raised.frame.f_locals.get(counted[1])
            is_row = is_matrix(others) and len(array) == others.shape[1] != array.shape[1]
            meant = (
                f"Row `{name}` is `{written}[{name}]`, without the colon."
                if is_row
                else f"Column `{name}` is `{written}[:, {name}]`, with a comma."
            )
            yield f"`{written}[:{name}]` holds the rows before row `{name}`. {meant}"


def _function_for_its_value(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for a side of an operation that is a function nobody has called."""
    if isinstance(node, ast.BinOp):
        for side in (node.left, node.right):
            yield from _function_itself(side, raised.frame)
        for side in (node.left, node.right):
            yield from _uncalled(side, raised.frame)
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np")), args=arguments) if (
            _METHOD_ITSELF.search(raised.text)
        ):
            for argument in arguments:
                yield from _uncalled(argument, raised.frame)


def _of_broadcasting(node: ast.AST, raised: Raised) -> Iterator[str]:
    if "could not be broadcast" not in raised.text:
        return
    match node:
        case ast.BinOp(left=left, right=right):
            yield from _lost_axis(left, right, raised.frame, raised.line)
            yield from _root_of_all(right, raised.frame)
            yield from _transposed_vector([left, right], raised.frame)
        case ast.Compare(left=left, comparators=others):
            yield from _transposed_vector([left, *others], raised.frame)


def _of_inner_sizes(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for a product whose inner sizes do not meet."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="inner"), args=arguments
        ) if "`np.inner` takes rows" in raised.text and any(map(is_transposed, arguments)):
            yield "`np.inner` takes the rows of both arrays. It needs no transpose."
        case ast.BinOp(left=left, right=right) if "inner sizes" in raised.text:
            yield from transposed_twice(left, raised.frame, raised.line)
            yield from transposed_twice(right, raised.frame, raised.line)
            yield from row_of_transposed(node, raised.frame, raised.line)
        case ast.Attribute() | ast.Call() if "inner sizes" in raised.text:
            yield from one_side_transposed(node, raised.frame)


def _of_truth_value(node: ast.AST, raised: Raised) -> Iterator[str]:
    """Yield a sentence for an array where Python needs one truth value."""
    if "truth value" not in raised.text:
        return
    match node:
        case ast.Call(func=ast.Name(id=name), args=[compared]) if name in _BY_ENTRY:
            matrix = value_of(compared, raised.frame)
            if is_matrix(matrix):
                says = f"Python's own `{name}` compares whole rows of a matrix"
                if rows := _rows_at_hand(matrix, raised.frame):
                    yield (
                        f"{says}, and `{ast.unparse(compared)}` is {matrix.shape}. One row of "
                        f"it is `{rows[0]}`."
                    )
                yield f"{says}: `np.{name}` takes an axis."
        case ast.Compare(left=left, ops=[_, _, *_], comparators=others) if any(
            isinstance(value_of(side, raised.frame), np.ndarray) for side in (left, *others)
        ):
            yield (
                f"`{ast.unparse(node)}` joins its two comparisons by an `and`, which needs one "
                "truth value. Of arrays, compare two at a time."
            )


def _rows_at_hand(matrix: np.ndarray, frame: FrameType) -> list[str]:
    """Return the variables that hold a row of the matrix."""
    return [
        name
        for name, value in frame.f_locals.items()
        if isinstance(value, np.ndarray)
        and value.shape == matrix.shape[1:]
        and bool((matrix == value).all(axis=1).any())
    ]


def _as_numpy_writes(shape: tuple[int, ...]) -> str:
    """Return a shape as it stands in an error of numpy's, as `(2,1)`."""
    return f"({','.join(map(str, shape))}{',' * (len(shape) == 1)})"


def _given_under_an_if(frame: FrameType, error: BaseException) -> Iterator[str]:
    """Yield a sentence if the variable without a value gets one under a single `if` alone."""
    found = _NO_VALUE.match(plain_text(error)) if isinstance(error, UnboundLocalError) else None
    if found is None:
        return
    name = found[1]
    functions = (
        node
        for node in ast.walk(cell_of(frame))
        if isinstance(node, ast.FunctionDef) and node.name == frame.f_code.co_name
    )
    for definition in functions:
        given = [n for n in ast.walk(definition) if isinstance(n, ast.Assign) and _gives(n, name)]
        for node in definition.body:
            if not isinstance(node, ast.If) or node.orelse:
                continue
            if given and all(each in node.body for each in given):
                yield (
                    f"`{name}` gets a value only under `if {ast.unparse(node.test)}`, which was "
                    "not so here. What is always needed is indented less."
                )
        yield from _given_under_an_if_of_a_loop(definition, given, name)


def _given_under_an_if_of_a_loop(
    definition: ast.FunctionDef, given: list[ast.Assign], name: str
) -> Iterator[str]:
    """Yield a sentence if all lines that give the variable a value stand under one `if` of a loop.

    As in a search for the best, where the first best is too high for all.
    """
    stored = names_assigned(definition).count(name)
    for loop in ast.walk(definition):
        for node in loop.body if isinstance(loop, ast.For) and stored == len(given) else []:
            if not isinstance(node, ast.If) or node.orelse:
                continue
            if all(each in node.body for each in given):
                yield (
                    f"`{name}` gets a value only under `if {ast.unparse(node.test)}`, in the loop, "
                    "and that line was never reached here."
                )


def _gives(line: ast.Assign, name: str) -> bool:
    return any(name in names_stored(target) for target in line.targets)


def _lost_axis(left: ast.expr, right: ast.expr, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if a matrix meets the sums of its rows, as a vector: `E / E.sum(axis=1)`."""
    made = next(_last_given(right.id, frame, line), right) if isinstance(right, ast.Name) else right
    match made:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr=name),
            args=[ast.Name() as rows],
            keywords=[ast.keyword(arg="axis", value=axis)],
        ):
            pass
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as rows, attr=name),
            args=[],
            keywords=[ast.keyword(arg="axis", value=axis)],
        ):
            pass
        case _:
            return
    matrix, other = value_of(rows, frame), value_of(left, frame)
    if (
        name in ("sum", "max", "mean", "min")
        and ast.unparse(axis) in ("1", "-1")
        and isinstance(matrix, np.ndarray)
        and isinstance(other, np.ndarray)
        and matrix.ndim == other.ndim == 2
        and len(matrix) == len(other)
    ):
        yield (
            f"`{ast.unparse(made)}` is a vector, {matrix.shape[:1]}, and meets the columns of "
            f"`{ast.unparse(left)}`. With `keepdims=True` it is {(len(matrix), 1)}, and each row "
            "meets its own number."
        )


def _root_of_all(node: ast.expr, frame: FrameType) -> Iterator[str]:
    """Yield a sentence on `np.sqrt(K)` with a matrix `K`, where the root of a size may be meant."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="np"), attr="sqrt"), args=[ast.Name() as rooted]
        ) if is_matrix(value_of(rooted, frame)):
            yield (
                f"`{ast.unparse(node)}` takes the root of every entry of `{rooted.id}`. A size of "
                f"it is one of the numbers in `{rooted.id}.shape`."
            )


def _transposed_vector(sides: list[ast.expr], frame: FrameType) -> Iterator[str]:
    """Yield a sentence if `x.T` stands for a vector, which it leaves as it is."""
    for side in sides:
        vector = value_of(side.value, frame) if isinstance(side, ast.Attribute) else None
        if is_transposed(side) and isinstance(vector, np.ndarray) and vector.ndim == 1:
            yield (
                f"`{ast.unparse(side)}` is still {vector.shape}: a vector has one axis, and its "
                "transpose is the vector itself, no column."
            )


def _last_given(name: str, frame: FrameType, line: int) -> Iterator[ast.expr]:
    """Yield the value that a line above gave a name, if there is one such line alone."""
    found = [
        node.value
        for node in ast.walk(cell_of(frame))
        if isinstance(node, ast.Assign)
        and [ast.unparse(target) for target in node.targets] == [name]
        and is_before(node, frame, line)
    ]
    if len(found) == 1:
        yield found[0]


def _of_a_part(node: ast.Subscript, frame: FrameType) -> Iterator[str]:
    """Yield a sentence if indices follow those that took a part already: `A[i][:, j]`."""
    part, count = part_of(node.value, frame), len(indices_of(node))
    if part is None:
        part = _any_row(node.value, frame)
    if isinstance(node.value, ast.Subscript) and isinstance(part, np.ndarray) and part.ndim < count:
        yield (
            f"`{ast.unparse(node.value)}` has the shape {part.shape}, and the brackets behind it, "
            f"in `{ast.unparse(node)}`, take {count} axes of it."
        )


def _any_row(node: ast.expr, frame: FrameType) -> np.ndarray | None:
    """Return a row of `A` for `A[i]`, where the loop in brackets that counts `i` is gone by now."""
    match node:
        case ast.Subscript(value=whole, slice=ast.Name(id=name)):
            array = value_of(whole, frame)
            is_gone = name not in frame.f_locals and name not in frame.f_globals
            if is_gone and isinstance(array, np.ndarray) and array.ndim > 1 and len(array):
                return array[0]
    return None


def _made_like_another(node: ast.Subscript, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if an array has too few axes, since it was made in the shape of another."""
    array, name = value_of(node.value, frame), ast.unparse(node.value)
    if not isinstance(array, np.ndarray) or array.ndim >= len(indices_of(node)):
        return
    for each in ast.walk(cell_of(frame)):
        match each:
            case ast.Assign(
                targets=[ast.Name(id=stored)], value=ast.Call(args=[other, *_]) as made
            ) if stored == name and is_before(each, frame, line):
                if is_call_of(made, ("zeros_like", "ones_like", "empty_like", "full_like")):
                    yield (
                        f"`{ast.unparse(each)}` has the shape of `{ast.unparse(other)}`, "
                        f"{array.shape}, and `{ast.unparse(node)}` takes {len(indices_of(node))} "
                        "axes."
                    )


def _uncalled(node: ast.expr, frame: FrameType) -> Iterator[str]:
    """Yield a sentence if a method of an array stands without brackets, as in `K.transpose`."""
    match node:
        case ast.Attribute(value=array, attr=name) if callable(getattr(np.ndarray, name, None)):
            if isinstance(value_of(array, frame), np.ndarray):
                text = ast.unparse(node)
                yield f"`{text}` without round brackets is the method itself: write `{text}()`."


def _function_itself(node: ast.expr, frame: FrameType) -> Iterator[str]:
    """Yield a sentence if a variable of the function's holds a function that was not called."""
    value = value_of(node, frame)
    if isinstance(node, ast.Name) and isinstance(value, FunctionType):
        name = value.__name__
        if name != node.id and name.isidentifier():
            yield (
                f"`{node.id}` is the function `{name}` itself: round brackets behind it, with what "
                "it is given, call it."
            )


def _nearly_a_key(node: ast.expr, frame: FrameType, error: KeyError) -> Iterator[str]:
    """Yield a sentence if a dict has no such key, and one that is written nearly so."""
    keyed, key = value_of(node, frame), error.args[0]
    if isinstance(keyed, dict) and isinstance(key, str) and key not in keyed:
        names = [each for each in keyed if isinstance(each, str)]
        folded = [each for each in names if _looks_like(each) == _looks_like(key)]
        if near := folded or get_close_matches(key, names, 3):
            keys = " and ".join(map(repr, near))
            yield f"`{ast.unparse(node)}` has no key {key!r}; it has {keys}."


def _looks_like(name: str) -> str:
    """Return a name without what is hard to see: capitals, and 0 for the letter O."""
    return name.casefold().replace("0", "o")


def _past_the_end(node: ast.Subscript, raised: Raised) -> Iterator[str]:
    """Yield a sentence if an index is a loop's variable that has run past the end of an axis.

    From Python 3.12 on, the variable of a loop in brackets is gone by now; numpy's words have it.
    """
    _, text, frame, line = raised
    told = _PAST_THE_END.match(text)
    array = value_of(node.value, frame)
    indices = indices_of(node)
    yield from _one_place_further(indices)
    if not isinstance(array, np.ndarray | list) or not indices:
        return
    shape = array.shape if isinstance(array, np.ndarray) else (len(array),)
    kinds = {1: ("entry",), 2: ("row", "column")}.get(len(shape))
    if kinds is None or len(indices) > len(shape):
        return
    for axis, (index, size, kind) in enumerate(zip(indices, shape, kinds, strict=False)):
        if not isinstance(index, ast.Name):
            continue
        number, counted = frame.f_locals.get(index.id), _range_of(index.id, frame, line)
        if number is None and told and (axis, size) == (int(told[2]), int(told[3])):
            number = int(told[1])
        if counted and type(number) is int and number >= size:
            several = {"entry": "entries"}.get(kind, f"{kind}s")
            yield (
                f"`{index.id}` runs over `{counted}`, and has come to {number}. In "
                f"`{ast.unparse(node)}` it is the number of {'an' if kind == 'entry' else 'a'} "
                f"{kind}, and `{ast.unparse(node.value)}` has {size} "
                f"{kind if size == 1 else several}, counted from 0."
                f"{_other_index(node, index.id, frame, line)}"
                f"{sizes_from(node.value, frame, line)}"
            )


def _one_place_further(indices: list[ast.expr]) -> Iterator[str]:
    """Yield a sentence for `scores.argmax() + 1` between the brackets."""
    for index in indices:
        match index:
            case ast.BinOp(left=ast.Call() as found, op=ast.Add(), right=ast.Constant(value=1)):
                if is_call_of(found, ("argmax", "argmin", "index")):
                    yield (
                        f"`{ast.unparse(index)}` is one place further than "
                        f"`{ast.unparse(found)}`. Both count from 0."
                    )


def _other_index(node: ast.Subscript, index: str, frame: FrameType, line: int) -> str:
    """Return that two indices are exchanged, as in `A[j] @ B[i]`; "" if that is not sure.

    `i` runs over the rows of A, `j` over those of B, and each stands in the other's brackets.
    """
    statement = statement_at(frame, line)
    first = ast.unparse(node.value)
    for each in ast.walk(statement) if statement else ():
        match each:
            case ast.Subscript(value=ast.Name(id=second), slice=ast.Name(id=other)) if (
                isinstance(node.slice, ast.Name)
                and _counts_rows(index, second, frame, line)
                and _counts_rows(other, first, frame, line)
                and first != second
            ):
                return (
                    f" `{index}` counts the rows of `{second}`, and `{other}` those of `{first}`: "
                    "the two are exchanged."
                )
    return ""


def _counts_rows(index: str, array: str, frame: FrameType, line: int) -> bool:
    counted = _range_of(index, frame, line)
    return counted in (f"range(len({array}))", f"range({array}.shape[0])")


def _number_as_position(node: ast.Subscript, frame: FrameType, line: int) -> Iterator[str]:
    """Yield a sentence if an index is a number that a loop took out of an array."""
    for index in indices_of(node):
        value = value_of(index, frame)
        if not isinstance(index, ast.Name) or not isinstance(value, float):
            continue
        for loop in ast.walk(cell_of(frame)):
            if (
                isinstance(loop, ast.For)
                and loop.lineno <= line <= (loop.end_lineno or 0)
                and index.id in names_stored(loop.target)
            ):
                yield (
                    f"`{index.id}` is {in_full(value)} here: a number that the loop took out of an "
                    "array, and not its position."
                )


def _range_of(name: str, frame: FrameType, line: int) -> str:
    """Return the `range(...)` that the variable counts, of the loop around a line; "" if none."""
    for node in ast.walk(cell_of(frame)):
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
                        return ast.unparse(loop.iter) if is_call_of(loop.iter, ("range",)) else ""
    return ""


_OF_A_NODE = (
    _star,
    _number_for_an_axis,
    _of_truth_value,
    _typed_sizes,
    _of_a_key,
    _of_an_index,
    _rows_for_a_column,
    _function_for_its_value,
    _of_broadcasting,
    _of_inner_sizes,
)
