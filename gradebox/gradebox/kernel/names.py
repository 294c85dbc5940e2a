"""Which names belong to the tests, so that the student's process is never asked for them.

A name that the tests lack is fetched from the student's process. Without a rule a student could
supply `np`, or a helper of the set-up cell: by moving that cell behind the tests, or by making it
fail half-way. So what the instructor's cells define is theirs, whether it is there or not, until
an answer cell of the instructor's gives the same name: from there on it is asked of the student.
"""

import ast
import builtins
import re
import symtable
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from nbformat import NotebookNode
from nbgrader.utils import is_grade, is_locked, is_solution

from gradebox.kernel.magics import has_too_many_magics, parsed, without_magics

# Characters of a cell of which the names are looked for. Parsing is not bounded as running is.
MOST_CHARACTERS = 100_000
_IMPORT = re.compile(r"^[ \t]*(?:import|from)[ \t]+(\w+)", re.MULTILINE)


class TestsNames(NamedTuple):
    """The names of the tests when one of their cells begins."""

    own: frozenset[str] = frozenset()  # the student is not asked for them
    # They were the tests' own, or are Python's, and are an answer's by now.
    given_up: frozenset[str] = frozenset()
    brings_files: bool = True  # the student's come over before the cell runs
    is_set_up: bool = False  # the cell runs in both processes


def names_of_the_tests(
    cells: Iterable[NotebookNode],
    answered: Mapping[str, frozenset[str]],
    given_first: Callable[[str], frozenset[str]] = lambda source: frozenset(),
) -> dict[str, TestsNames]:
    """Return, for each set-up and test cell, the names that those before it define.

    `cells` are in the instructor's order; the keys are their grade_ids. Before a set-up cell that
    no answer cell precedes, no file of the student's comes over. What a later cell defines
    is not among a cell's names: until then it may be the name of an answer. Nor is what the cell
    itself defines, but for what `given_first` says of its source. A name that an answer
    cell gives anew, see `answered_names`, is the student's from there on, as in one process; one of
    Python's, too, as in an exercise to write a `sum`.
    """
    names = TestsNames()
    found = {}
    has_answer = False
    for cell in cells:
        if is_set_up(cell) or is_graded_by_output(cell):
            brings = has_answer or not is_set_up(cell)
            found[cell.metadata.nbgrader.grade_id] = names._replace(
                own=names.own | given_first(cell.source),
                brings_files=brings,
                is_set_up=is_set_up(cell),
            )
            new = defined(cell.source)
            names = TestsNames(names.own | new, names.given_up - new)
        elif is_solution(cell):
            given = answered.get(cell.metadata.nbgrader.grade_id, frozenset())
            anew = given & (names.own | vars(builtins).keys())
            names = TestsNames(names.own - anew, names.given_up | anew)
            has_answer = True
    return found


def answered_names(cells: Iterable[NotebookNode]) -> dict[str, frozenset[str]]:
    """Return the names that each answer cell of `source/` gives, by grade_id; but no modules."""
    return {
        cell.metadata.nbgrader.grade_id: given_by_itself(cell.source)
        for cell in cells
        if cell.cell_type == "code" and is_solution(cell)
    }


def classes_given(cells: Iterable[NotebookNode]) -> frozenset[str]:
    """Return the names that are classes in the cells that students fill in, and nothing else."""
    classes, others = set(), set()
    for statement in _statements_of_answers(cells):
        match statement:
            case ast.ClassDef(name=name):
                classes.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                others.add(name)
            case _:
                stored = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
                others |= {name.id for name in stored if isinstance(name.ctx, ast.Store)}
    return frozenset(classes - others)


def given_to_both(
    cells: Iterable[NotebookNode], answered: Mapping[str, frozenset[str]]
) -> frozenset[str]:
    """Return the names that set-up cells give, and no answer cell of the instructor's anew."""
    given = (defined(cell.source) for cell in cells if is_set_up(cell))
    return frozenset().union(*given).difference(*answered.values())


def is_set_up(cell: NotebookNode) -> bool:
    """Return True if this is a cell that runs in both processes."""
    return cell.cell_type == "code" and is_locked(cell) and not is_grade(cell)


def is_graded_by_output(cell: NotebookNode) -> bool:
    """Return True if nbgrader grades this cell by its outputs."""
    return cell.cell_type == "code" and is_grade(cell) and not is_solution(cell)


def is_run(cell: NotebookNode) -> bool:
    """Return True if a cell is run: none that is tagged otherwise, as in nbclient, but every test.

    A test that is not run would give full marks.
    """
    is_tagged = "skip-execution" in cell.metadata.get("tags", [])
    return cell.cell_type == "code" and (is_graded_by_output(cell) or not is_tagged)


@lru_cache(maxsize=2000)
def defined(source: str) -> frozenset[str]:
    """Return the names that a cell gives its notebook, as far as they stand in it."""
    top, *inner = _tables(source)
    names = {symbol.get_name() for symbol in top if _is_given(symbol)}
    for table in inner:
        names |= {s.get_name() for s in table if s.is_declared_global() and s.is_assigned()}
    return frozenset(names)


def given_by_itself(source: str) -> frozenset[str]:
    """Return the names to which a cell gives a value, a function or a class."""
    top, *_ = _tables(source)
    return frozenset(s.get_name() for s in top if s.is_assigned() or s.is_namespace())


@lru_cache(maxsize=2000)
def is_too_large(source: str) -> bool:
    """Return True for a cell that is too long, or nested too deep, to look for its names."""
    if len(source) > MOST_CHARACTERS or has_too_many_magics(source):
        return True
    try:
        symtable.symtable(without_magics(source), "cell", "exec")
    except SyntaxError:
        return False
    except (ValueError, RecursionError, MemoryError):
        return True
    return False


@lru_cache(maxsize=2000)
def names_read(source: str) -> frozenset[str]:
    """Return the names that a cell, or a function in it, takes from its notebook."""
    top, *inner = _tables(source)
    names = {symbol.get_name() for symbol in top if symbol.is_referenced()} | _counted_up(source)
    for table in inner:
        names |= {s.get_name() for s in table if s.is_global() and s.is_referenced()}
    return frozenset(names)


def _counted_up(source: str) -> set[str]:
    """Return the names that a cell changes by `x += 1`: for its table of symbols it reads none."""
    if "=" not in source or is_too_large(source):
        return set()
    tree = parsed(source)
    waiting: list[ast.AST] = [tree] if tree else []
    found = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            waiting += ast.iter_child_nodes(node)
    return found


def imported(cells: Iterable[NotebookNode]) -> dict[str, str]:
    """Return how cells of code import modules: {name: the statement}, without the set-up cells'."""
    found = {}
    for statement in _statements_of_answers(cells):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            for alias in statement.names:
                name = alias.asname or alias.name.partition(".")[0]
                statement.names = [alias]
                found[name] = ast.unparse(statement)
    return found


def _statements_of_answers(cells: Iterable[NotebookNode]) -> Iterator[ast.stmt]:
    """Yield the statements of cells of code that are neither set-up nor tests."""
    for cell in cells:
        if cell.cell_type != "code" or is_set_up(cell) or is_graded_by_output(cell):
            continue
        if tree := parsed(cell.source):
            yield from tree.body


def modules_in(sources: Iterable[str]) -> frozenset[str]:
    """Return the packages that these cells import, as far as a line begins with that."""
    return frozenset(name for source in sources for name in _IMPORT.findall(source))


def _tables(source: str) -> list[list[symtable.Symbol]]:
    """Return the symbols of a cell, and of each function and class in it; none if it is wrong."""
    if is_too_large(source):
        return [[]]
    try:
        tables = [symtable.symtable(without_magics(source), "cell", "exec")]
    except SyntaxError:
        return [[]]
    for table in tables:  # it grows meanwhile
        tables += table.get_children()
    return [list(table.get_symbols()) for table in tables]


def _is_given(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
