"""Answers that compute nothing, for a trial: a test that one of them passes asks for too little.

Each is the solution of `source/` with one value in place of all that its answer cells work out:
what their functions return, and what their names hold. Such a value passes where a test compares
too little: `np.allclose(np.array([]), 3)` is true, and so is `not abs(nan - 3) > 1e-6`.
"""

import ast
import copy
from collections.abc import Iterable, Iterator

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_solution

from gradebox.kernel.magics import parsed
from gradebox.kernel.names import given_by_itself, names_read
from gradebox.language import other_kernel

NAN, EMPTY_ARRAY = "NaN", "an empty array"
EMPTY_VALUES = {
    "None": "None",
    "False": "False",
    "True": "True",
    NAN: 'float("nan")',
    "an empty text": '""',
    "an empty list": "[]",
    "an empty dict": "{}",
    EMPTY_ARRAY: '__import__("numpy").array([])',
}
"""The values, as they are called in a sentence, and as they are written."""

_IMPORTS = (ast.Import, ast.ImportFrom)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_KEPT = {"__init__", "__new__", "__post_init__"}  # they may return nothing else


def empty_answers(sources: dict[str, NotebookNode]) -> Iterator[tuple[str, dict[str, bytes]]]:
    """Yield what stands for a value, and the notebooks of an assignment that are filled with it.

    Those for another language than Python are left out, and those without a name to give.
    """
    answerable = {
        name: notebook
        for name, notebook in sources.items()
        if not other_kernel(notebook.metadata) and any(map(_gives_a_name, notebook.cells))
    }
    for called, value in EMPTY_VALUES.items() if answerable else ():
        yield (
            called,
            {name: _filled(notebook, value) for name, notebook in answerable.items()},
        )


def tests_of_imports(notebook: NotebookNode) -> set[str]:
    """Return the tests of answers that are right as soon as they import what they should.

    An empty answer keeps imports, so such a test gives it its points with good reason. What a test
    asks of another answer, too, is none of these.
    """
    sources = [cell.source for cell in notebook.cells if _is_answer(cell)]
    worked_out = {n for s in sources if not _only_imports(s) for n in given_by_itself(s)}
    found: set[str] = set()
    answers: list[str] = []  # those above, down from the test before them
    of_a_test = False  # a test has followed them
    for cell in notebook.cells:
        if _is_answer(cell):
            answers = [*([] if of_a_test else answers), cell.source]
            of_a_test = False
        elif cell.cell_type == "code" and is_grade(cell) and answers:
            of_a_test = True
            if all(map(_only_imports, answers)) and not names_read(cell.source) & worked_out:
                found.add(cell.metadata.nbgrader.grade_id)
    return found


def _only_imports(source: str) -> bool:
    tree = parsed(source)
    return tree is not None and all(isinstance(each, _IMPORTS) for each in tree.body)


def _is_answer(cell: NotebookNode) -> bool:
    return cell.cell_type == "code" and is_solution(cell)


def _gives_a_name(cell: NotebookNode) -> bool:
    return _is_answer(cell) and bool(given_by_itself(cell.source))


def _filled(notebook: NotebookNode, value: str) -> bytes:
    filled = copy.deepcopy(notebook)
    for cell in filter(_is_answer, filled.cells):
        cell.source = filled_with(cell.source, value)
    return nbformat.writes(filled).encode()


def filled_with(source: str, value: str) -> str:
    """Return an answer cell with a value in place of all that it works out; "" if it is no Python.

    It keeps imports, and the names and parameters of functions and classes. What is right with that
    value is left out, and a class that only says which attributes it has.
    """
    tree = parsed(source)
    if tree is None:
        return ""
    statements = tree.body
    kept = list(_definitions(statements, value))
    left = sorted(given_by_itself(source) - set(_named(kept)) - set(_right(statements, value)))
    lines = [f"{name} = {value}" for name in left]  # first: a parameter may have one by default
    before = [each for each in kept if _is_of_the_future(each)]  # before all else, says Python
    after = [each for each in kept if each not in before]
    return "\n\n".join([*map(ast.unparse, before), *lines, *map(ast.unparse, after)])


def _definitions(statements: Iterable[ast.stmt], value: str) -> Iterator[ast.stmt]:
    """Yield imports, functions that return the value, and classes whose methods do."""
    for each in statements:
        match each:
            case ast.Import() | ast.ImportFrom():
                yield each
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if value == "None" and _returns_nothing(each) and name not in _KEPT:
                    continue
                each.body = ast.parse("pass" if name in _KEPT else f"return {value}").body
                yield each
            case ast.ClassDef(body=body) if any(map(_works_something_out, body)):
                each.body = [*_fields(each.body, value), *_definitions(each.body, value)]
                each.body = each.body or [ast.Pass()]
                yield each


def _is_of_the_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _works_something_out(part: ast.stmt) -> bool:
    """Return True for a function, but one that only looks at a dataclass's fields."""
    return isinstance(part, _FUNCTIONS) and part.name != "__post_init__"


def _returns_nothing(function: ast.AST) -> bool:
    inner = list(ast.walk(function))
    returned = (each.value for each in inner if isinstance(each, ast.Return) and each.value)
    is_generator = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in inner)
    return not is_generator and all(_is(each, "None") for each in returned)


def _right(statements: Iterable[ast.stmt], value: str) -> Iterator[str]:
    """Yield the names for which the value is what the solution gives them."""
    for each in statements:
        match each:
            case ast.Assign(targets=[ast.Name(id=name)], value=given) if _is(given, value):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if value == "None" and _returns_nothing(each):
                    yield name


def _is(given: ast.expr, value: str) -> bool:
    return ast.unparse(given) == ast.unparse(ast.parse(value))


def _fields(statements: Iterable[ast.stmt], value: str) -> Iterator[ast.stmt]:
    """Yield what a class gives its attributes: of a dataclass, their names and types, too."""
    for each in statements:
        match each:
            case ast.Assign(value=old) | ast.AnnAssign(value=ast.expr() as old):
                each.value = ast.copy_location(ast.parse(value, mode="eval").body, old)
                yield each
            case ast.AnnAssign():
                yield each


def _named(statements: Iterable[ast.stmt]) -> Iterator[str]:
    for each in statements:
        match each:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name.split(".")[0] for alias in names)
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name
