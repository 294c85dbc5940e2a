"""Facts read off the code of a learner's function.

Only `entered_in` and `variables_in` watch it run; all else is read without calling it.
"""

import ast
import dis
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary


def definition_of(function: Any) -> ast.FunctionDef | None:
    """Return the definition in the function's text; None if there is no text to be had."""
    nodes = ast.walk(tree_of(function))
    return next((node for node in nodes if isinstance(node, ast.FunctionDef)), None)


def comparison_instead_of_assignment(function: Any) -> str:
    """Return a sentence on `name == ...`, a line of its own, where the name gets no value."""
    definition = definition_of(function)
    if definition is None:
        return ""
    own = {each.arg for each in ast.walk(definition.args) if isinstance(each, ast.arg)}
    own.update(names_assigned(definition))
    for node in ast.walk(definition):
        match node:
            case ast.Expr(value=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()])):
                if name not in own:
                    return (
                        f"`{ast.unparse(node)}` compares: `==` asks whether two things are equal. "
                        f"With one `=`, `{name}` gets its value."
                    )
    return ""


def names_assigned(*nodes: ast.AST) -> list[str]:
    """Return the names that are given a value in these parts of a tree, each as often as it is."""
    return [
        each.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    ]


def values_given(line: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a line gives values, with these: one each, or several in a row."""
    if not isinstance(line, ast.Assign):
        return
    for target in line.targets:
        match target, line.value:
            case ast.Name(id=name), value:
                yield name, value
            case ast.Tuple(elts=names), ast.Tuple(elts=values):
                if any(isinstance(each, ast.Starred) for each in (*names, *values)):
                    continue  # which value goes to which name is not to be seen
                for each, value in zip(names, values, strict=False):
                    if isinstance(each, ast.Name):
                        yield each.id, value


def globals_read(function: Any) -> list[str]:
    """Return the names from outside that the function reads, each once; none if it has no code."""
    code = getattr(inspect.unwrap(function) if callable(function) else None, "__code__", None)
    return _globals_read(code) if isinstance(code, CodeType) else []


def functions_reached(function: Any) -> set[str]:
    """Return the names from outside that it and its helpers read, and the helpers' own names.

    Where grading runs the function in another process, only its text is here, and no helper's.
    """
    names = _globals_in_text(function)
    waiting, seen = [function], set()
    while waiting:
        one = waiting.pop()
        outside = getattr(inspect.unwrap(one) if callable(one) else None, "__globals__", {})
        for name in globals_read(one):
            names.add(name)
            value = outside.get(name)
            if isinstance(value, FunctionType) and value.__code__ not in seen:
                seen.add(value.__code__)
                names.add(value.__name__)
                waiting.append(value)
    return names


def _globals_in_text(function: Any) -> set[str]:
    definition = definition_of(function)
    if definition is None:
        return set()
    nodes = list(ast.walk(definition))
    own = {each.arg for each in nodes if isinstance(each, ast.arg)}
    own |= {each.name for each in nodes if isinstance(each, ast.FunctionDef | ast.ClassDef)}
    read = {each.id for each in nodes if isinstance(each, ast.Name)}
    return read - own.union(names_assigned(definition))


@lru_cache(maxsize=100)
def _globals_read(code: CodeType) -> list[str]:
    found = {
        step.argval: None
        for step in dis.get_instructions(code)
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")
    }
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found |= dict.fromkeys(_globals_read(inner))
    return list(found)


def has_loop(function: Any) -> bool:
    """Return True if the function's text has a loop, or if there is no text to be had."""
    nodes = list(ast.walk(tree_of(function)))
    loops = ast.For | ast.While | ast.comprehension
    is_known = any(isinstance(node, ast.FunctionDef) for node in nodes)
    return not is_known or any(isinstance(node, loops) for node in nodes)


def compares(function: Any) -> bool:
    """Return True if the function's text compares by size or sorts, or if there is none."""
    nodes = list(ast.walk(tree_of(function)))
    orders = ast.Gt | ast.GtE | ast.Lt | ast.LtE
    names = {"max", "min", "sorted", "sort", "unique"}
    for node in nodes:
        match node:
            case ast.Compare(ops=[*_, last]) if isinstance(last, orders):
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in names:
                return True
    return not any(isinstance(node, ast.FunctionDef) for node in nodes)


def returns_in_loop(function: Any) -> bool:
    """Return True if a `return` stands inside a loop, or if there is no text to be had."""
    nodes = list(ast.walk(tree_of(function)))
    is_known = any(isinstance(node, ast.FunctionDef) for node in nodes)
    loops = (node for node in nodes if isinstance(node, ast.For | ast.While))
    return not is_known or any(
        isinstance(node, ast.Return) for loop in loops for node in ast.walk(loop)
    )


def infinity_in(function: Any) -> str:
    """Return how the function's text writes an infinity, as `np.inf`; "" if it writes none."""
    for node in ast.walk(tree_of(function)):
        match node:
            case ast.Attribute(value=ast.Name(id="np" | "math"), attr="inf" | "Inf" | "infty"):
                return ast.unparse(node)
            case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str() as text)]):
                if text.strip().lower().lstrip("+-") in ("inf", "infinity"):
                    return ast.unparse(node)
    return ""


def entered_in(run: Callable[[], object]) -> set[CodeType]:
    """Return the code of every Python function that is entered while `run` is called.

    Nothing, where a profiler is at work.
    """
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    _watched(note, run)
    return entered


def variables_in(function: FunctionType, run: Callable[[], object]) -> dict[str, Any]:
    """Return the variables of the function as its last call left them, while `run` is called.

    Nothing, where a profiler is at work.
    """
    found: dict[str, Any] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code is function.__code__:
            found.clear()
            found.update(frame.f_locals)

    _watched(note, run)
    return found


def _watched(note: Callable[[FrameType, str, object], None], run: Callable[[], object]) -> None:
    if sys.getprofile() is not None:
        run()  # unwatched: a profiler is at work (%prun), and Python could not put it back
        return
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)


# To find a function's text and parse it takes longer than most calls of it, and each check asks.
_trees: WeakKeyDictionary[FunctionType, tuple[CodeType, ast.Module]] = WeakKeyDictionary()


def tree_of(function: Any) -> ast.Module:
    """Return the syntax tree of the function's text; an empty one if there is no text.

    It is not to be changed: the next one who asks gets the same.
    """
    if not isinstance(function, FunctionType):
        return _tree_of(function)
    code, tree = _trees.get(function, (None, None))
    if tree is None or code is not function.__code__:
        tree = _tree_of(function)
        _trees[function] = function.__code__, tree
    return tree


def _tree_of(function: Any) -> ast.Module:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError, TypeError):
        return ast.Module(body=[], type_ignores=[])


# Methods of arrays that give a new array, and change nothing.
_NEW_ARRAYS = {"transpose", "swapaxes", "reshape", "astype", "dot", "sum", "round", "clip"}
_NEW_ARRAYS |= {"where", "isnan", "exp", "sqrt", "matmul", "maximum", "minimum"}  # numpy's own
_NEW_ARRAYS |= {"outer", "inner", "einsum", "vdot", "multiply"}
_NEW_ARRAYS |= {"ones", "zeros", "nan_to_num", "broadcast_to", "tril", "triu", "allclose"}

# The arguments that these read; a further one is an array to write into. It is 2 for the others.
_MOST_READ = {"exp": 1, "sqrt": 1, "isnan": 1, "nan_to_num": 1}


def unkept_value(function: Any, others: Collection[str] = (), but_looks: bool = False) -> str:
    """Return the line of the function that computes a value and drops it; "" if none does.

    `others` are the names of functions that only compute: the notebook's other exercises. With
    `but_looks`, not a line as `weights.sum(axis=1)`, which may be left over from a look at a value.
    """
    if isinstance(function, ModuleType):  # a module was typed in the place of a number
        return ""
    tree = tree_of(function)
    lines = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    found = (line for line in lines if _only_computes(line, others))
    return next((ast.unparse(each) for each in found if not (but_looks and _is_look(each))), "")


def _is_look(line: ast.expr) -> bool:
    """Return True for a sum, a comparison and the like: a step on the way to an array is none."""
    match line:
        case ast.Call(func=ast.Attribute(attr="sum" | "isnan" | "allclose")):
            return True
    return isinstance(line, ast.Compare | ast.UnaryOp)


def _only_computes(node: ast.expr, others: Collection[str]) -> bool:
    if isinstance(node, ast.Call):
        match node.func:
            case ast.Name(id=name):
                return name in others
            case ast.Attribute(value=ast.Name(id="np"), attr="add" | "subtract" | "divide"):
                return len(node.args) == 2 and not node.keywords
            case ast.Attribute(attr=name) if name in _NEW_ARRAYS:
                is_numpy = ast.unparse(node.func.value) == "np"
                most = _MOST_READ.get(name, 2) + (is_numpy and name == "clip")
                is_written_to = len(node.args) > most and name not in ("where", "einsum")
                return not is_written_to and not any(
                    each.arg in ("out", "copy") for each in node.keywords
                )
        return False
    if isinstance(node, ast.UnaryOp):  # as in `not np.allclose(a, b)`
        return _only_computes(node.operand, others)
    return isinstance(node, ast.BinOp | ast.Compare) or (
        isinstance(node, ast.Attribute) and node.attr == "T"
    )


def size(source: str) -> int:
    """Return the number of statements in the text of a function, its docstring not counted."""
    tree = ast.parse(textwrap.dedent(source))
    function = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    documented = ast.get_docstring(function) is not None
    return sum(isinstance(node, ast.stmt) for node in ast.walk(function)) - 1 - documented


def is_written(function: Any, stub_size: int) -> bool:
    """Return True if more stands in the function than in its stub of `stub_size` statements."""
    if not (stub_size and isinstance(function, FunctionType)):
        return False
    try:
        return size(inspect.getsource(function)) > stub_size
    except (OSError, SyntaxError, StopIteration, TypeError):  # no source to be had
        return False
