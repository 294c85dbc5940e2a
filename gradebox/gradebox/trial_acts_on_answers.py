"""Test cells that act on the answers, or look into them, as only works in the same process.

A test may forbid a function: `map = None`, `np.mean = None`, `patch("builtins.sorted")`; or a name:
`assert not hasattr(box, "_code")`; or look for it in `f.__code__`. Apart, an answer that uses it
passes all the same, and so does the solution, which does not use it: grading right answers does not
show it. So it is read from the code.
"""

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from nbformat import NotebookNode
from nbgrader.utils import is_solution

from gradebox.kernel.magics import parsed
from gradebox.kernel.names import given_by_itself, is_graded_by_output, is_set_up, names_read
from gradebox.trial_acts_in_code import SHARED, acts_of, gives_instead, texts_run_by

_OF_PYTHON = {name for name in vars(builtins) if not name.startswith("_")} - SHARED
_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_OF_THE_CODE = {"__code__", "__defaults__", "__kwdefaults__", "__closure__", "__globals__"}
# Names and attributes that are one thing in the tests' process and another in the student's.
_OF_ITS_PROCESS = {
    *("In", "_ih", "process_time", "process_time_ns", "thread_time", "thread_time_ns", "getrusage"),
    *("testmod", "getcwd", "environ", "get_fignums", "shares_memory", "may_share_memory", "dis"),
    *("GeneratorType", "isgenerator", "isgeneratorfunction", "iscoroutinefunction", "matrix"),
    *("Thread", "ThreadPoolExecutor", "Process", "ProcessPoolExecutor", "Pool", "fork"),
    *("get_ipython", "getclosurevars", "get_instructions", "getfullargspec", "cwd"),
    *("assertIs", "assertIsNot", "assertNotIsInstance", "gcf", "gca", "listdir", "glob"),
    *("geterr", "get_printoptions", "getcontext", "active_count"),
}


@dataclass(frozen=True)
class Act:
    """An act of a test cell on the answers, as a sentence, and its line.

    One that `hinders` would do so apart, too: what asks the answers there calls the same functions.
    One that `lasts` gives a name another value for good. One that `replaces` gives the answers
    something to work with, and forbids nothing. One that `runs` what answers give as code would
    run it apart from them, too.
    """

    text: str
    line: int
    hinders: bool = False
    lasts: bool = False
    replaces: bool = False
    runs: bool = False


@dataclass
class _Notebook:
    """The names of a notebook that its test cells may act on, or by."""

    modules: set[str] = field(default_factory=lambda: {"builtins", "__builtins__"})
    functions: set[str] = field(default_factory=set)  # and classes of the answers
    imported: set[str] = field(default_factory=set)  # by other cells than tests
    given: set[str] = field(default_factory=set)  # values that such cells give names
    helpers: dict[str, Act] = field(default_factory=dict)  # functions of the tests that act
    aliases: dict[str, str] = field(default_factory=dict)  # of `from m import name as alias`


def acts_on_answers(
    original: Mapping[str, NotebookNode], source: Iterable[NotebookNode]
) -> dict[str, Act]:
    """Return what test cells do to the answers, by grade_id; without those that do nothing.

    `original` are the instructor's marked cells, `source` all cells of the source notebook.
    """
    known = _Notebook()
    for cell in (*source, *original.values()):
        if cell.cell_type == "code" and (tree := parsed(cell.source)):
            known.modules.update(_modules(tree))
            known.aliases.update(_aliases(tree))
            if not is_graded_by_output(cell):
                known.imported.update(_imported(tree))
                known.given.update(given_by_itself(cell.source))
            if is_solution(cell):
                known.functions.update(
                    each.name for each in tree.body if isinstance(each, _DEFINITIONS)
                )
    found: dict[str, Act] = {}
    before = ""
    for grade_id, cell in original.items():
        tree = parsed(cell.source) if is_set_up(cell) or is_graded_by_output(cell) else None
        if tree is None:
            continue
        if is_graded_by_output(cell):
            if act := _act(tree, cell.source, known):
                found[grade_id] = act
            elif before:
                found[grade_id] = Act(f"A test before it, {before}, acts on the answers.", 0)
            before = before or (grade_id if act and act.lasts else "")
        for node in tree.body:
            if isinstance(node, _DEFINITIONS):
                known.helpers.pop(node.name, None)
                if act := _act_by(node, known):
                    known.helpers[node.name] = act
    return found


def _modules(tree: ast.Module) -> Iterator[str]:
    """Yield the names under which a cell has modules; functions that it imports have others."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.asname or each.name.partition(".")[0] for each in node.names)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (each.asname or each.name.partition(".")[0] for each in node.names)


def _aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((each.asname, each.name) for each in node.names if each.asname)


def _act_by(helper: ast.AST, known: _Notebook) -> Act | None:
    """Return what a function or a class of the tests does, or others do that it calls."""
    if act := _act_inside(helper, known):
        return act
    names = {node.id for node in ast.walk(helper) if isinstance(node, ast.Name)}
    acts = (known.helpers[name] for name in sorted(names & known.helpers.keys()))
    return next(acts, None) or _look(helper, known)


def _act(tree: ast.Module, source: str, known: _Notebook) -> Act | None:
    for name in sorted(given_by_itself(source)):
        whose = ""
        if name in _OF_PYTHON:
            whose = f"Python's own `{name}`"
        elif name in known.functions:
            whose = f"`{name}`, which an answer defines,"
        elif name in known.imported:
            whose = f"`{name}`, which other cells import,"
        if whose:
            return Act(f"It gives {whose} another value.", _line_of(tree, name), lasts=True)
    if act := _act_inside(tree, known) or _act_in_text(tree, known):
        return act
    own = {node.name for node in tree.body if isinstance(node, _DEFINITIONS)}
    for name in sorted(names_read(source) & known.helpers.keys() - own):
        act = known.helpers[name]
        text = f"It uses `{name}`. {act.text}"
        return replace(act, text=text, line=_line_of(tree, name))
    return _look(tree, known) or _trap(tree, known)


def _trap(tree: ast.Module, known: _Notebook) -> Act | None:
    """Return that a test gives a name of other cells a value that it never reads itself."""
    read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    unread = known.given - read
    waiting: list[ast.AST] = [*tree.body]
    while waiting:
        match waiting.pop(0):
            case ast.Assign(targets=[ast.Name(id=name)], value=value, lineno=line) if (
                name in unread and _is_literal(value)
            ):
                return Act(
                    f"It gives `{name}`, which another cell gives, too, another value.", line
                )
            case node if not isinstance(node, _DEFINITIONS | ast.Lambda):
                waiting += ast.iter_child_nodes(node)
    return None


def _line_of(tree: ast.AST, name: str) -> int:
    """Return the first line in which a name is given, or stands; 0 where there is none."""
    lines = [
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == name)
        or (isinstance(node, _DEFINITIONS) and node.name == name)
    ]
    return min(lines, default=0)


def _act_inside(tree: ast.AST, known: _Notebook) -> Act | None:
    """Return what is done to modules, to the process, by a patch or by running text of an answer.

    Anywhere below a node.
    """
    for node, how in texts_run_by(tree, known.modules, known.given):
        text = f"It runs what an answer may give as code, by `{how}`."
        return Act(text, getattr(node, "lineno", 0), hinders=True, runs=True)
    for node in ast.walk(tree):
        for text in acts_of(node, known.modules):
            line = getattr(node, "lineno", 0)
            return Act(text, line, hinders=True, replaces=gives_instead(node, tree))
    return None


def _act_in_text(tree: ast.Module, known: _Notebook) -> Act | None:
    """Return what is done by `exec("map = None")`, in the names that other cells see."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="exec"), args=[ast.Constant(value=str(text))]):
                inner = parsed(text)
                if inner and (act := _act(inner, text, known)):
                    return Act(act.text, node.lineno, act.hinders)
    return None


def _look(tree: ast.AST, known: _Notebook) -> Act | None:
    """Return what a test asks that has another answer apart, anywhere in it."""
    nodes = [*ast.walk(tree)]
    own = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    renamed = {alias for alias, name in known.aliases.items() if name in _OF_ITS_PROCESS}
    of_its_process = (_OF_ITS_PROCESS | renamed) - own
    for node in nodes:
        for text in _looks_of(node, of_its_process):
            return Act(text, getattr(node, "lineno", 0))
    return None


def look_at_line(source: str, line: int) -> str:
    """Return what a line asks that has another answer apart, as a sentence; "" for nothing."""
    tree = parsed(source)
    for node in ast.walk(tree) if tree else ():
        if getattr(node, "lineno", 0) == line:
            for text in _looks_of(node, _OF_ITS_PROCESS):
                return text
    return ""


def _looks_of(node: ast.AST, of_its_process: set[str]) -> Iterator[str]:
    match node:
        case ast.Call(
            func=ast.Name(id="hasattr" | "getattr"), args=[_, ast.Constant(value=str(name)), *_]
        ) if name.startswith("_") and not name.endswith("__"):
            yield f"It asks for `{name}`, which a test apart is never given."
        case ast.Attribute(attr="__dict__" | "__slots__" | "__hash__" as name):
            yield f"It looks into a `{name}`, where a test apart finds nothing."
        case ast.Attribute(attr=name) if name in _OF_THE_CODE:
            yield f"It looks into a `{name}`, and apart that is not the answer's."
        case ast.Attribute(value=ast.Name(id="os"), attr="times"):
            yield "It uses `os.times`, and apart that is not about the answers."
        case ast.Attribute(attr="default" | "defaults"):
            yield "It asks for a default, and apart only a plain one is there."
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in of_its_process:
            yield f"It uses `{name}`, and apart that is not about the answers."
        case ast.Call(func=ast.Name(id="id")):
            yield f"It asks for `{ast.unparse(node)}`, and apart it gets a copy."
        case ast.Compare(left=ast.Call(func=ast.Name(id="type"))):
            yield f"It asks for `{ast.unparse(node)}`, and apart it may get a plainer value."
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[right]):
            if not (_is_known(left) or _is_known(right)):
                yield f"It asks for `{ast.unparse(node)}`, and apart it gets copies."
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=ast.Name(id="isinstance")) as asked):
            yield f"It asks for `not {ast.unparse(asked)}`, and apart it may get a plainer value."


def _is_literal(node: ast.AST) -> bool:
    """Return True for None, [0, 0] and the like, which shall not be what an answer uses."""
    return all(
        isinstance(each, ast.Constant | ast.List | ast.Tuple | ast.Dict | ast.Set | ast.Load)
        for each in ast.walk(node)
    )


def _is_known(node: ast.AST) -> bool:
    """Return True for a constant, and for the name of a builtin."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id in _OF_PYTHON)
