"""Acts in code on modules, on its own process, or by a patch, as sentences."""

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import TypeGuard

from gradebox.kernel.needed_names import needed

# Names of Python's own that a test may replace apart, too: the answers call the test's.
SHARED = {"input", "print"}
_STREAMS = {"sys.stdin", "sys.stdout", "sys.stderr"}
_PATCHED_APART = _STREAMS | {f"{m}.{name}" for m in ("builtins", "__main__") for name in SHARED}
_FOR_THE_PROCESS = {
    "sys.setrecursionlimit",
    "sys.settrace",
    "sys.setprofile",
    "resource.setrlimit",
}
_WAITS = {"time.sleep"}
_OWN = (ast.List, ast.Tuple, ast.Dict, ast.Lambda)
_PATCHES = {"patch", "patch.object", "patch.dict", "patch.multiple"}
_NAMESPACES = {"globals", "vars", "locals"}
_RUNS_TEXT = {"eval", "exec", "builtins.eval", "builtins.exec"}
_RUNS_QUERY = {"query", "eval"}  # a table's: `@` in such a text calls any function
_PICKLES = {"pickle", "_pickle", "dill", "cloudpickle", "joblib"}
_UNPICKLES = {"load", "loads", "Unpickler"}
_RUNS_EXAMPLES = {"run_docstring_examples", "DocTestFinder", "DocTestParser", "DocTestSuite"}
# Functions and modules that give of the test's own values values that are as much its own.
_KEEPS = {"range", "zip", "enumerate", "sorted", "list", "len", "str", "repr", "dict", "pickle"}
_KEEPS |= {"map", "int", "float", "tuple", "set", "chr", "random", "itertools", "math", "string"}
# Methods that put something into what they are called on.
_PUTS = {"append", "extend", "insert", "appendleft", "add", "update", "setdefault", "write"}


def acts_of(node: ast.AST, modules: set[str]) -> Iterator[str]:
    """Yield what a node does itself; `modules` are the names under which a notebook has some."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()) if _is_of(node, modules):
            name = ast.unparse(node)
            if name not in _STREAMS:
                yield f"It gives `{name}` another value."
        case ast.Subscript(value=ast.Call(func=ast.Name(id=name)), ctx=ast.Store() | ast.Del()):
            if name in _NAMESPACES:
                yield f"It changes `{name}()`."
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id=name)), attr="update")):
            if name in _NAMESPACES:
                yield f"It changes `{name}()`."
        case ast.Subscript(value=ast.Attribute() as whole, ctx=ast.Store() | ast.Del()):
            if ast.unparse(whole) == "sys.modules":
                yield "It changes `sys.modules`."
        case ast.Call(func=ast.Name(id="setattr" | "delattr" as name), args=[changed, *_]):
            if _is_of(changed, modules):
                yield f"It changes `{ast.unparse(changed)}` by `{name}`."
        case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=[changed, *_]):
            value = changed.value if isinstance(changed, ast.Constant) else None
            what = value if isinstance(value, str) else ast.unparse(changed)
            if (what is value or _is_of(changed, modules)) and what not in _PATCHED_APART:
                yield f"It patches `{what}`."
        case ast.Call(func=called):
            yield from _acts_of_call(node, ast.unparse(called))


def _acts_of_call(node: ast.Call, name: str) -> Iterator[str]:
    if name in _FOR_THE_PROCESS:
        yield f"It calls `{name}`, which holds for its own process."
    elif name.endswith((".seterr", ".errstate")):
        values = [each.value for each in node.keywords]
        if any(isinstance(each, ast.Constant) and each.value == "raise" for each in values):
            yield f"It has numpy raise errors by `{name}`, in its own process."
    elif any(name == each or name.endswith(f"mock.{each}") for each in _PATCHES):
        first = node.args[0] if node.args else None
        target = first.value if isinstance(first, ast.Constant) else None
        if target not in _PATCHED_APART and not _patches_a_stream(node):
            what = repr(target) if isinstance(target, str) else first and ast.unparse(first)
            yield f"It patches `{what}`." if what else "It patches something."


def gives_instead(node: ast.AST, tree: ast.AST) -> bool:
    """Return True for a patch or an assignment in a tree that gives what answers can work with.

    That is a value to return, a value of the test's own or a function that can raise nothing. A
    mock in the place of what only waits is as good.
    """
    match node:
        case ast.Call():
            given = {each.arg: each.value for each in node.keywords}
            values = [*node.args[1:], given.get("new"), given.get("side_effect")]
            waits = bool(node.args) and ast.unparse(node.args[0]).strip("'") in _WAITS
            is_mock = waits and len(node.args) == 1 and not node.keywords
            return is_mock or bool({"return_value", "wraps"} & given.keys()) or _has_own(values)
        case _:
            assigned = (each for each in ast.walk(tree) if isinstance(each, ast.Assign))
            return _has_own(each.value for each in assigned if node in each.targets)


def _has_own(values: Iterable[ast.AST | None]) -> bool:
    return any(isinstance(each, _OWN) for each in values)


def _patches_a_stream(node: ast.Call) -> bool:
    """Return True for `patch.object(sys, "stdout", ...)`."""
    parts = [each for each in node.args[:2] if isinstance(each, ast.Name | ast.Constant)]
    names = [each.id if isinstance(each, ast.Name) else str(each.value) for each in parts]
    return ".".join(names) in _PATCHED_APART


def _is_of(node: ast.AST, modules: set[str]) -> bool:
    """Return True for a module, and for a part of one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in modules


def texts_run_by(
    tree: ast.AST, modules: set[str], given: Collection[str] = ()
) -> Iterator[tuple[ast.AST, str]]:
    """Yield the nodes that run a text or a pickle as code which may come of an answer, and how.

    Apart, `eval(repr(p))` would run what an answer's `__repr__` says in the tests' own process.
    `given` are the names that other cells give, as an answer's own `map`.
    """
    own = _values_of_the_test(tree, _KEEPS.difference(given))
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name() | ast.Attribute() as called, args=[first, *_]) if (
                _runs_as_code(called, modules) and not _names_in(first) <= own
            ):
                yield node, ast.unparse(node)
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _RUNS_EXAMPLES:
                yield node, name


def _runs_as_code(called: ast.Name | ast.Attribute, modules: set[str]) -> bool:
    """Return True for what runs its first argument, as `eval`, `pickle.loads` and `df.query`."""
    if ast.unparse(called) in _RUNS_TEXT:
        return True
    match called:
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _PICKLES:
            return name in _UNPICKLES
        case ast.Attribute(attr=name):
            has_tables = bool({"pd", "pandas"} & modules)
            return name == "read_pickle" or (has_tables and name in _RUNS_QUERY)
    return False


def _values_of_the_test(tree: ast.AST, keeps: set[str]) -> set[str]:
    """Return the names to which a test gives values of its own, and no others; and `keeps`."""
    nodes = [*ast.walk(tree)]
    given = [pair for node in nodes for pair in _given_by(node)]
    own = {name for name, _ in given} - needed(ast.unparse(tree)) | keeps
    given += [pair for node in nodes for pair in _put_by(node)]
    made = [(name, _names_in(value) if value else {""}) for name, value in given]
    while others := {name for name, of in made if not of <= own} & own:
        own -= others
    return own


def _put_by(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names of what a node changes, each with what it puts there: `found.append(x)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name) as into) if name in _PUTS:
            values = [*node.args, *(each.value for each in node.keywords)]
            targets: list[ast.expr] = [into]
        case ast.Assign(targets=targets, value=value):
            values = [value]
        case ast.AugAssign(target=target, value=value):
            targets, values = [target], [value]
        case _:
            return
    for place in targets:
        while isinstance(place, ast.Attribute | ast.Subscript):
            place = place.value
        if isinstance(place, ast.Name):
            yield from ((place.id, value) for value in values)


def _given_by(node: ast.AST) -> Iterator[tuple[str, ast.AST | None]]:
    """Yield the names that a node gives values, each with the value or what it comes of."""
    match node:
        case ast.Assign(targets=targets, value=value):
            pass
        case (
            ast.AnnAssign(target=target, value=value)
            | ast.NamedExpr(target=target, value=value)
            | ast.AugAssign(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
            | ast.withitem(optional_vars=ast.expr() as target, context_expr=value)
        ):
            targets = [target]
        case ast.arg(arg=name):
            yield name, None
            return
        case _:
            return
    for each in (inner for target in targets for inner in ast.walk(target)):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id, value


def _names_in(value: ast.AST) -> set[str]:
    """Return the names of which a value is made, besides constants."""
    inner = [*ast.walk(value)]
    drawn = {id(each.value) for each in inner if _is_random(each)}  # the `np` of `np.random`
    names = {e.id for e in inner if isinstance(e, ast.Name) and id(e) not in drawn}
    return names - {name for each in inner for name, _ in _given_by(each)}


def _is_random(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node) in ("np.random", "numpy.random")
