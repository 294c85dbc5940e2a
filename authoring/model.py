"""An author's description of an exercise, and how its answers become cells.

An exercise is a class in `authoring/exercises/aNN_name.py`, named as the contract names it:

    class dot(Exercise):
        parameters = ("a", "b")
        cases = (case("two vectors of three", [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]),)

        class wrong:
            def sums_multiplied(a, b):
                '''The sums were multiplied. Multiply pair by pair, then add.'''
                return sum(a) * sum(b)

        class right:
            def generator(a, b):
                return sum(x * y for x, y in zip(a, b))

The docstring of a wrong answer is what the visible check says to a learner whose answer behaves
like it. The right answer of the cases is computed by the solution in `source/`, which is the only
copy there is. Numbers in lists become float arrays where the case asks for arrays.
"""

import ast
import contextlib
import copy
import functools
import importlib
import inspect
import io
import pkgutil
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import nbformat

from course.check.cases import Case
from course.check.errors import plain_text
from course.check.frames import is_raised_on_purpose
from course.check.learners_code import size

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "source"


def case(says: str, *arguments: Any, aspect: str = "values", **options: Any) -> Case:
    """Return a visible case: its description, the arguments of the call, and what is right.

    `aspect` says which graded cell shows it ("values", "edges", "errors"). `raises` names the
    exception that is right; `must` names a property in `course.check.properties`; with neither,
    the source notebook's solution says what is right. The other options are those of `Case`, too.
    """
    return Case(says, aspect, arguments, **options)


class Exercise:
    """Base of all exercises; see the module's docstring."""

    parameters: ClassVar[tuple[str, ...]] = ()
    cases: ClassVar[tuple[Case, ...]] = ()
    tolerance: ClassVar[float] = 1e-6
    #: False: a ready-made product of whole matrices inside is refused.
    whole_products: ClassVar[bool] = True
    #: True: an array of integers is refused, even where its numbers are right.
    floats: ClassVar[bool] = False
    #: Exercises whose functions this one may not call, because it is to be done in another way.
    not_by: ClassVar[tuple[str, ...]] = ()
    #: The names that the answer's cell assigns, if the answer is not a function. The answers below
    #: are then functions without arguments that return these values.
    variables: ClassVar[tuple[str, ...]] = ()
    #: Said of a typed number that fits no known mistake: the way there, without the answer.
    first_step: ClassVar[str] = ""
    #: What the parts of the result are called, where a function returns several.
    results: ClassVar[tuple[str, ...]] = ()

    class wrong:
        """Answers that must lose points, here and nowhere else."""

    class right:
        """Answers in other styles that must get full marks."""


@dataclass(frozen=True)
class Recall:
    """A question from memory: one sentence of why, and where the course teaches it.

    The right letter is in the source notebook. A module names its questions as the notebook does:
    `RECALL = {"recall_1": Recall("Rows look.", "notebook 0: How to read it")}`.
    """

    why: str
    taught: str


@dataclass(frozen=True)
class Answer:
    """One wrong or right answer, as the text of the cell that it would be written in."""

    exercise: str
    name: str
    says: str
    cell: str
    is_right: bool


def assignments() -> dict[str, Any]:
    """Return the exercise modules by assignment name, in the course's order."""
    package = importlib.import_module("authoring.exercises")
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"authoring.exercises.{name}") for name in names]
    return {module.ASSIGNMENT: module for module in modules}


def exercises(module: Any) -> dict[str, type[Exercise]]:
    """Return the exercises of a module by name, in the order in which they are written."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Exercise) and value is not Exercise
    }


def answers(name: str, exercise: type[Exercise]) -> list[Answer]:
    """Return all wrong and right answers of an exercise, the wrong ones first."""
    return [
        Answer(
            exercise=name,
            name=function.__name__,
            says=" ".join((inspect.getdoc(function) or "").split()),
            cell=_as_cell(function, name, exercise.variables),
            is_right=kind is exercise.right,
        )
        for kind in (exercise.wrong, exercise.right)
        for function in _functions(kind)
    ]


def _functions(kind: type) -> list[Callable]:
    """Return the answers of a `wrong` or `right` class, those that it inherits first."""
    return [
        value
        for base in reversed(kind.__mro__)
        for value in vars(base).values()
        if inspect.isfunction(value)
    ]


def _as_cell(function: Callable, name: str, variables: tuple[str, ...]) -> str:
    """Return the function's text under the exercise's name, without its docstring."""
    code = function.__code__
    text = _functions_of(code.co_filename)[code.co_firstlineno].replace(
        f"def {code.co_name}(", f"def {'answer' if variables else name}(", 1
    )
    if "math." in text:
        text = f"import math\n\n\n{text}"
    return f"{text}\n\n{', '.join(variables)} = answer()" if variables else text


@functools.cache  # several tests ask for the same answers
def _functions_of(file: str) -> dict[int, str]:
    """Return the functions in a file, without docstrings, each by the number of its first line.

    Their text alone is kept: the syntax trees of all files take 50 MB.
    """
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    found = {}
    for definition in ast.walk(tree):
        if isinstance(definition, ast.FunctionDef):
            if ast.get_docstring(definition) is not None:
                definition.body = definition.body[1:]
            found[definition.lineno] = ast.unparse(definition)
    return found


def solved_namespace(assignment: str) -> dict[str, Any]:
    """Return the names that exist after a source notebook's set-up and answer cells have run."""
    notebook = nbformat.read(SOURCE / assignment / f"{assignment}.ipynb", as_version=4)
    namespace: dict[str, Any] = {}
    for cell in notebook.cells:
        role = cell.metadata.get("nbgrader", {})
        is_set_up = role.get("locked") and not role.get("grade")
        if role.get("solution") or is_set_up:
            exec(compile(cell.source, f"<{assignment}:{role['grade_id']}>", "exec"), namespace)
    return namespace


def stub_sizes(assignment: str) -> dict[str, int]:
    """Return how many statements each function has as it is handed out, by its grade_id."""
    notebook = nbformat.read(SOURCE / assignment / f"{assignment}.ipynb", as_version=4)
    sources = {
        cell.metadata.nbgrader.grade_id: re.sub(
            r"### BEGIN SOLUTION.*?### END SOLUTION",
            "raise NotImplementedError",
            cell.source,
            flags=re.DOTALL,
        )
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }
    return {name: size(source) for name, source in sources.items() if f"def {name}(" in source}


def answer_value(answer_cell: str, exercise: str, variables: tuple[str, ...], names: dict) -> Any:
    """Return what an answer's cell defines, run after the solved notebook: a function or values."""
    namespace = dict(names)
    exec(compile(answer_cell, f"<{exercise}>", "exec"), namespace)
    if not variables:
        return namespace[exercise]
    values = tuple(namespace[name] for name in variables)
    return values[0] if len(values) == 1 else values


def call(function: Callable, arguments: tuple) -> dict[str, Any]:
    """Call on copies; return {"value": ...} or {"raises": its type, "says": its text}.

    Of an error that a `raise` of the function's made, the text is "on_purpose": True.
    """
    try:
        with warnings.catch_warnings(action="ignore"), contextlib.redirect_stdout(io.StringIO()):
            return {"value": function(*copy.deepcopy(arguments))}
    except Exception as error:
        if is_raised_on_purpose(error):
            return {"raises": type(error).__name__, "on_purpose": True}
        return {"raises": type(error).__name__, "says": plain_text(error)}
