"""Faults in how a function is called, and in what it hands on to others."""

import ast
import contextlib
import inspect
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from types import FrameType, FunctionType
from typing import Any

import numpy as np

from course.check.errors import plain_text
from course.check.faults.syntax_tree import arguments_of, is_call_of
from course.check.frames import (
    frame_of_answer,
    frames_of,
    is_called_by_itself,
    statement_at,
    value_of,
)
from course.check.learners_code import definition_of, names_assigned, tree_of


def calls_of_line(answer: Any, error: BaseException) -> Iterator[tuple[str, list[Any]]]:
    """Yield the calls in the answer's line that raised the error: a name, and the arguments.

    An argument that is more than a variable or a part of one is None. After `*several` nobody knows
    which place an argument has; these are left out.
    """
    place = frame_of_answer(error, answer)
    statement = statement_at(*place) if place else None
    if place is None or statement is None:
        return
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                counted = takewhile(lambda each: not isinstance(each, ast.Starred), arguments)
                yield name, [part_of(each, place[0]) for each in counted]


def all_at_once(answer: Any) -> str:
    """Return a sentence on a notebook's function that gets two or more whole arguments; or ""."""
    definition = definition_of(answer)
    if definition is None:
        return ""
    whole = {*arguments_of(definition)} - set(names_assigned(definition))
    for node in ast.walk(definition):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[_, _, *_] as given):
                called = answer.__globals__.get(name)
                names = [ast.unparse(each) for each in given]
                if isinstance(called, FunctionType) and called is not answer and whole >= {*names}:
                    of = ", ".join(f"`{each}`" for each in names[:-1])
                    return (
                        f"`{ast.unparse(node)}` gets all of {of} and `{names[-1]}` at once: what "
                        "it makes of them is held at one time."
                    )
    return ""


def part_of(node: ast.expr, frame: FrameType) -> Any:
    """Return the value of a variable, or of a part of one as `A[:, i]`; None if it is neither."""
    match node:
        case ast.Subscript(value=whole, slice=inside):
            array = value_of(whole, frame)
            places = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            if isinstance(array, np.ndarray):
                with contextlib.suppress(IndexError, TypeError):
                    return array[tuple(_index(place, frame) for place in places)]
            return None
    return value_of(node, frame)


def _index(node: ast.expr | None, frame: FrameType) -> Any:
    """Return what stands between square brackets: a number, a variable or a slice of these.

    TypeError for anything else: nothing of the learner's is run for it.
    """
    match node:
        case None:
            return None
        case ast.Constant(value=value):
            return value
        case ast.Name() if isinstance(found := value_of(node, frame), int | np.ndarray):
            return found
        case ast.Slice(lower=lower, upper=upper, step=step):
            return slice(*(_index(each, frame) for each in (lower, upper, step)))
    raise TypeError(f"{ast.unparse(node)} is no simple index")


def in_arguments(
    answer: FunctionType, error: BaseException | None, parameters: Sequence[str]
) -> Iterator[str]:
    """Yield a sentence for each fault of the function's first line, or of what its calls get.

    `parameters` are the names of its arguments, in the order in which the task gives them.
    """
    own = list(inspect.signature(answer).parameters)
    if own != list(parameters) and sorted(own) == sorted(parameters):
        yield (
            "The arguments in the first line of your function stand in another order. The task "
            f"gives them as ({', '.join(parameters)})."
        )
    yield from _called_without(answer, error)
    if error is not None:
        if is_called_by_itself(answer, error):
            yield from _called_by_itself(answer)
        yield from _no_number(answer, error)
    text = plain_text(error) if isinstance(error, TypeError) else ""
    if not text.startswith(f"{answer.__name__}() "):
        return
    if error is not None and frame_of_answer(error, answer):
        yield from _called_by_itself(answer)
    elif "() missing 1 required positional argument: " in text:
        name = text.rsplit(" ", 1)[1].strip("'")
        if name in parameters:
            yield (
                f"Your function is also called without `{name}`: keep its default value in the "
                "first line."
            )


def _called_without(answer: FunctionType, error: BaseException | None) -> Iterator[str]:
    """Yield a sentence if another function is called without one of its arguments, by their names.

    Python names the last one, since what is given fills the first places.
    """
    text = plain_text(error) if isinstance(error, TypeError) else ""
    for node in ast.walk(tree_of(answer)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given, keywords=[]):
                called = answer.__globals__.get(name)
                is_it = text.startswith(f"{name}() missing 1 required positional argument: ")
                if not isinstance(called, FunctionType) or called is answer or not is_it:
                    continue
                wanted = list(inspect.signature(called).parameters)
                names = [ast.unparse(each) for each in given]
                left_out = [each for each in wanted if each not in names]
                if len(left_out) == 1 and names == [each for each in wanted if each in names]:
                    yield (
                        f"`{ast.unparse(node)}` is called without `{left_out[0]}`: the first line "
                        f"of `{name}` has {', '.join(wanted)}."
                    )


def _no_number(answer: FunctionType, error: BaseException) -> Iterator[str]:
    """Yield a sentence if a variable takes the place of a number that a function has by default.

    As `mask` in `layer_norm(X, *pair, mask)` of a function whose last argument is eps=1e-12. Only
    where that function has raised the error, and what it was given is None or an array.
    """
    place = frame_of_answer(error, answer)
    statement = statement_at(*place) if place else None
    if place is None or statement is None:
        return
    for caller, inside in pairwise(frames_of(error)):
        name = inside.f_code.co_name
        called = answer.__globals__.get(name)
        if not isinstance(called, FunctionType) or called.__code__ is not inside.f_code:
            continue
        if caller is not place[0]:
            continue
        got = {each: inside.f_locals.get(each) for each in inspect.signature(called).parameters}
        for parameter, value in _not_the_default(called, got):
            calls = [n for n in ast.walk(statement) if is_call_of(n, (name,))]
            given = {
                each.id
                for call in calls
                for each in (*call.args, *(k.value for k in call.keywords))
                if isinstance(each, ast.Name) and _is_held(value, each.id, caller)
            } - {parameter}
            if len(given) == 1 and sum(each is value for each in got.values()) == 1:
                yield f"`{name}` takes a number as its `{parameter}`, and got `{given.pop()}`."


def _not_the_default(
    called: FunctionType, got: Mapping[str, Any]
) -> Iterator[tuple[str, np.ndarray | None]]:
    """Yield the arguments that are None or an array, and a number by default."""
    for parameter in inspect.signature(called).parameters.values():
        value = got[parameter.name]
        is_other = value is None or (isinstance(value, np.ndarray) and value.ndim > 0)
        is_number = type(parameter.default) in (int, float) and parameter.name != "axis"
        if is_number and is_other:
            yield parameter.name, value


def _is_held(value: Any, name: str, frame: FrameType) -> bool:
    """Return True if the variable holds this very object."""
    return name in frame.f_locals and frame.f_locals[name] is value


def star_without_a_comma(call: ast.Call, frame: FrameType) -> Iterator[str]:
    """Yield a sentence for `f(x *pair)`, a call with too few arguments: its `*` is a product."""
    match call:
        case ast.Call(func=ast.Name(id=name), args=[*_, last] as given, keywords=[]):
            called = frame.f_globals.get(name)
        case _:
            return
    if not isinstance(called, FunctionType) or any(isinstance(n, ast.Starred) for n in given):
        return
    parameters = inspect.signature(called).parameters.values()
    if len(given) >= sum(each.default is each.empty for each in parameters):
        return
    for node in ast.walk(last):
        match node:
            case ast.BinOp(op=ast.Mult(), right=right) if isinstance(
                _entry_of(right, frame), tuple | list
            ):
                yield (
                    f"`{ast.unparse(node)}` is a product. Only after a comma does `*` take "
                    f"`{ast.unparse(right)}` apart into arguments."
                )


def _entry_of(node: ast.expr, frame: FrameType) -> Any:
    """Return the value of a variable, or of an entry of a dict; None if it is neither."""
    match node:
        case ast.Subscript(value=ast.Name() as whole, slice=ast.Constant(value=key)):
            entries = value_of(whole, frame)
            return entries.get(key) if isinstance(entries, dict) else None
    return value_of(node, frame)


def _called_by_itself(answer: FunctionType) -> Iterator[str]:
    """Yield a sentence if a function calls itself, and which other one has these arguments."""
    for node in ast.walk(tree_of(answer)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name == answer.__name__:
                names = [ast.unparse(each) for each in given]
                others = (
                    other
                    for other, value in answer.__globals__.items()
                    if isinstance(value, FunctionType)
                    and value is not answer
                    and list(inspect.signature(value).parameters) == names
                )
                is_own = names == list(inspect.signature(answer).parameters)
                other = "" if is_own else next(others, "")
                meant = f" `{other}` is the one that takes {', '.join(names)}." if other else ""
                yield f"`{ast.unparse(node)}` calls the function in which it stands, itself.{meant}"


def multiplied_before(answer: FunctionType, definition: ast.FunctionDef) -> Iterator[str]:
    """Yield a sentence if a function gets `X @ W` and `W`, and makes that product by itself."""
    for node in ast.walk(definition):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        called = answer.__globals__.get(node.func.id)
        if not isinstance(called, FunctionType) or called is answer:
            continue
        plain = list(takewhile(lambda each: not isinstance(each, ast.Starred), node.args))
        given = dict(zip(inspect.signature(called).parameters, plain, strict=False))
        for inner in ast.walk(tree_of(called)):
            match inner:
                case ast.BinOp(
                    op=ast.MatMult(), left=ast.Name(id=left), right=ast.Name(id=right)
                ) if left in given and right in given:
                    matrix = ast.unparse(given[right])
                    match given[left]:
                        case ast.BinOp(op=ast.MatMult(), left=rows, right=by) if (
                            ast.unparse(by) == matrix
                        ):
                            yield (
                                f"`{node.func.id}` multiplies by `{matrix}` itself: hand on "
                                f"`{ast.unparse(rows)}`, not `{ast.unparse(given[left])}`."
                            )
